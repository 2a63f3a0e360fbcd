//! A run of the whole program on an input.

use std::fmt::Write as _;

use jetan_display::screen::{Letters, Renderer};

use super::compare::differs;
use super::starved;
use crate::bench::{Bench, Ending, Run};
use crate::rubric::Io;
use crate::sandbox::Feed;
use crate::verdict::{Failure, Kind, Verdict, mishap};

/// Runs the program and compares what it did.
pub(super) fn judge(io: &Io, seed: i64, bench: &mut Bench<'_>) -> Verdict {
    let feed = Feed {
        console: io.input.clone(),
        keys: io.keys.clone(),
        seed: Some(seed),
        ..Feed::default()
    };
    let run = bench.run(&feed);
    if let Some(failure) = mishap(&run, bench.subject) {
        return failure.into();
    }
    let count = run.instructions;
    if let Some(failure) = io.output.as_ref().and_then(|it| differs(it, &run.output, count)) {
        return failure.into();
    }
    if let Some(failure) = io.frame.as_ref().and_then(|hash| other_frame(hash, &run)) {
        return failure.into();
    }
    if let Some(failure) = io.exit_code.and_then(|code| other_end(code, &run)) {
        return failure.into();
    }
    // A game that waits for the next key has done all that was asked of it.
    let is_game = !io.keys.is_empty() && run.ending == Ending::OutOfKeys;
    match starved(&run).filter(|_| !is_game) {
        Some(failure) => failure.into(),
        None => Verdict::Passed { instructions: count },
    }
}

fn other_end(code: i32, run: &Run) -> Option<Failure> {
    let ended = match run.ending {
        Ending::Exited(code) => Some(code),
        Ending::DroppedOff(_) => Some(0),
        _ => None,
    };
    (ended != Some(code)).then(|| {
        let actual = ended.map_or("it does not end".to_owned(), |code| code.to_string());
        let failure = Failure::new(Kind::Ending, "the exit code differs", run.instructions);
        failure.comparing(code.to_string(), actual)
    })
}

/// The hash of the last picture: of the Bitmap Display, else of the screen of a pack.
fn other_frame(expected: &str, run: &Run) -> Option<Failure> {
    let bitmap = run.moments.last().and_then(|moment| moment.display.as_ref());
    let hash = match (bitmap, run.shown.last()) {
        (Some(units), _) => Some(units.hash()),
        (None, Some(shown)) => Some(Renderer::default().draw(&shown.screen, Letters::Drawn).hash()),
        (None, None) => None,
    };
    let mut actual = String::new();
    for byte in hash.iter().flatten() {
        let _ = write!(actual, "{byte:02x}");
    }
    (actual != expected).then(|| {
        let summary = match hash {
            Some(_) => "the last picture is another one",
            None => "the program shows no picture",
        };
        Failure::new(Kind::Wrong, summary, run.instructions).comparing(expected, actual)
    })
}
