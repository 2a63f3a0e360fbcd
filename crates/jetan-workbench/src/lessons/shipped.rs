//! The lessons that come with Jetan, written as those of a folder.

use std::sync::{Arc, LazyLock};

use super::lesson::Lesson;
use super::read::read;

macro_rules! shipped {
    ($( $lesson:literal: $( $step:literal )*; )*) => {
        /// Names of lessons, and their files by path.
        const FILES: &[(&str, &str, &[(&str, &str)])] = &[$((
            $lesson,
            include_str!(concat!("../../../../lessons/", $lesson, "/lesson.toml")),
            &[$(
                (concat!($step, "/text.md"), file!($lesson, $step, "text.md")),
                (concat!($step, "/start.asm"), file!($lesson, $step, "start.asm")),
                (concat!($step, "/solution.asm"), file!($lesson, $step, "solution.asm")),
            )*],
        ),)*];
    };
}

macro_rules! file {
    ($lesson:literal, $step:literal, $file:literal) => {
        include_str!(concat!("../../../../lessons/", $lesson, "/", $step, "/", $file))
    };
}

shipped! {
    "first-hour": "hello" "ask" "loop" "sum" "largest" "procedure" "recursion" "picture"
        "keyboard" "game";
    "caches": "rows" "fuse" "apart" "blocks";
}

/// A lesson with the name by which it is asked for.
pub(super) type NamedLesson = (&'static str, Arc<Lesson>);

/// All lessons that come with Jetan.
pub(super) fn lessons() -> &'static [NamedLesson] {
    static LESSONS: LazyLock<Vec<NamedLesson>> = LazyLock::new(|| {
        let lessons = FILES.iter().map(|(name, text, files)| {
            let mut find = |path: &str| {
                let found = files.iter().find(|(known, _)| *known == path);
                found.map(|(_, text)| text.as_bytes().to_vec())
            };
            (*name, read(text, &mut find))
        });
        // The tests read all of them; one with a mistake would not be there.
        lessons.filter_map(|(name, lesson)| Some((name, Arc::new(lesson.ok()?)))).collect()
    });
    &LESSONS
}
