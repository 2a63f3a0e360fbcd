//! Grading submissions on several threads, with progress and a journal.

use std::io::IsTerminal;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jetan_grade::grade::{GradedSubmission, grade as grade_one, ungraded};
use jetan_machine::Interpreter;
use jetan_os::signals;
use jetan_run::{SlicedJob, YieldPoint};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::journal::Journal;
use super::load::GradeSetup;
use super::rubric::digest;
use crate::exit::{CommandFailure, Exit};
use crate::panic_guard;
use crate::submissions::{FoundSubmission, Submission};
use crate::threads;

/// A class that was graded.
pub(super) struct GradedClass {
    /// In the order of the names.
    pub(super) graded: Vec<GradedSubmission>,
    /// The reason the journal could not be written, if so.
    pub(super) unkept: Option<CommandFailure>,
}

/// Grades everything that is not in the journal yet.
pub(super) fn grade(
    setting: &GradeSetup<'_>,
    found: &[FoundSubmission],
    journal: Option<Journal>,
    jobs: Option<u16>,
) -> Result<GradedClass, CommandFailure> {
    let pool = threads::frugal_pool(jobs)?;
    let interrupted = signals::flag(i32::from(Exit::Interrupted.code()));
    let bar = bar(found.len() as u64);
    let journal = journal.map(Mutex::new);
    let one = |engine: &mut Interpreter, found: &FoundSubmission| -> Option<GradedSubmission> {
        if interrupted.load(Ordering::Relaxed) {
            return None;
        }
        // Reading unpacks archives, where a defect of ours could panic as well.
        let submission = panic_guard::catch_panic(&found.name, || found.read());
        let Ok(submission) = submission else {
            let graded = failed(setting, &found.name, Vec::new());
            return Some(GradedSubmission { handed_in: found.handed_in.clone(), ..graded });
        };
        let contents = contents(&submission);
        let known = journal.as_ref().and_then(|it| locked(it).known(&found.name, contents));
        let graded = known.unwrap_or_else(|| {
            let goes_on = &mut |_| !interrupted.load(Ordering::Relaxed);
            one_of(setting, found, &submission, engine, goes_on)
        });
        // A result from the journal may have been handed in by an older export; the current one
        // counts.
        let graded = GradedSubmission { handed_in: found.handed_in.clone(), ..graded };
        bar.inc(1);
        // A submission that was cut short must not enter the journal as a result.
        if interrupted.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(journal) = &journal {
            locked(journal).keep(&graded, contents);
        }
        Some(graded)
    };
    // One interpreter for each thread, which later submissions use again with its tables.
    let graded: Vec<Option<GradedSubmission>> =
        pool.install(|| found.par_iter().map_init(Interpreter::default, one).collect());
    bar.finish_and_clear();
    if interrupted.load(Ordering::Relaxed) {
        let message = if journal.is_some() {
            "jetan: interrupted; the same command goes on where it stopped"
        } else {
            "jetan: interrupted"
        };
        return Err(CommandFailure::new(Exit::Interrupted, message));
    }
    let journal = journal.map(|it| it.into_inner().unwrap_or_else(PoisonError::into_inner));
    let unkept = journal.and_then(Journal::into_broken);
    Ok(GradedClass { graded: graded.into_iter().flatten().collect(), unkept })
}

/// Grades one submission. A panic is a bug of ours: it is reported, and the others are graded.
fn one_of(
    setting: &GradeSetup<'_>,
    found: &FoundSubmission,
    submission: &Submission,
    engine: &mut Interpreter,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> GradedSubmission {
    let mut refused = submission.refused.clone();
    refused.extend(setting.remark(submission));
    let rubric = setting.rubric;
    let work = || match setting.subject(submission) {
        Ok(subject) => {
            let job = async |point: YieldPoint| {
                grade_one(rubric, &found.name, refused, &subject, engine, &point).await
            };
            SlicedJob::new(job).finish(goes_on)
        }
        Err(problem) => ungraded(rubric, &found.name, refused, problem),
    };
    panic_guard::catch_panic(&found.name, work).unwrap_or_else(|_| {
        // Nobody knows in which state the panic has left it.
        *engine = Interpreter::default();
        failed(setting, &found.name, submission.refused.clone())
    })
}

/// The result of a submission on which Jetan panicked. The message is on standard error only: one
/// about a text quotes it, and the text may be that of a hidden case.
fn failed(setting: &GradeSetup<'_>, name: &str, refused: Vec<String>) -> GradedSubmission {
    let problem = "Jetan failed on this submission, which is a bug in Jetan".to_owned();
    GradedSubmission { bug: true, ..ungraded(setting.rubric, name, refused, problem) }
}

/// The hash that tells the files of a submission from others.
pub(super) fn contents(submission: &Submission) -> u64 {
    // The map is sorted, so the hash does not depend on the order in an archive or a folder.
    submission
        .files
        .iter()
        .fold(0, |hash, (name, bytes)| digest(bytes, digest(name.as_bytes(), hash)))
}

fn locked(journal: &Mutex<Journal>) -> std::sync::MutexGuard<'_, Journal> {
    // The journal is lines in a file, which are whole whatever happened to another thread.
    journal.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn bar(submissions: u64) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = "{wide_bar} {pos} of {len} submissions, {elapsed}, {eta} left";
    let style = ProgressStyle::with_template(style).expect("the template is well-formed");
    ProgressBar::with_draw_target(Some(submissions), target).with_style(style)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::{load, rubric};
    use super::*;
    use crate::console::Console;
    use crate::panic_guard::PANIC_NAME;
    use crate::submissions;

    #[test]
    fn one_submission_that_makes_jetan_panic_is_a_result_and_the_others_are_graded() {
        let folder = tempfile::tempdir().expect("a folder");
        let class = folder.path().join("class");
        fs::create_dir(&class).expect("a folder");
        for name in ["ann", PANIC_NAME, "zoe"] {
            fs::write(class.join(format!("{name}.asm")), "li $v0 10\nsyscall\n").expect("a file");
        }
        let path = folder.path().join("rubric.toml");
        let text = "title = \"t\"\n[[criterion]]\nname = \"ends\"\npoints = 3\n\
                    [[criterion.io]]\noutput = \"\"\n";
        fs::write(&path, text).expect("a rubric");
        let console = Console::new(clap::ColorChoice::Never);
        let loaded = rubric::load(&path, &console).ok().flatten().expect("a rubric");
        let setting = load::GradeSetup::new(&loaded.rubric).expect("a setting");
        let found = submissions::find(&[class]).expect("submissions");
        let graded = grade(&setting, &found, None, Some(1)).expect("a class").graded;
        let seen: Vec<(&str, bool, u64)> =
            graded.iter().map(|it| (it.name.as_str(), it.bug, it.points.0)).collect();
        assert_eq!(seen, [("ann", false, 300), (PANIC_NAME, true, 0), ("zoe", false, 300)]);
        assert!(graded[1].is_open(), "a person must look at it");
        assert!(graded[1].problem.as_ref().is_some_and(|it| !it.contains("bomb")));
    }
}
