//! The programs of `testdata/debug/steps`: what is typed, and where every step leads.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Something that is typed.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) command: String,
    /// Where it leads, if it goes anywhere.
    pub(crate) stop: Option<String>,
}

/// A program and the way through it.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    pub(crate) source: String,
    pub(crate) is_delayed: bool,
    pub(crate) moves: Vec<Move>,
}

/// All programs, in order of name.
pub(crate) fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/debug/steps");
    let entries = fs::read_dir(&folder).expect("the programs are there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "asm"));
    paths.sort();
    assert!(paths.len() >= 19, "programs are missing");
    paths.iter().map(|path| case(path)).collect()
}

fn case(path: &Path) -> Case {
    let source = fs::read_to_string(path).expect("a program is text");
    let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
    let lines = source.lines().filter_map(|line| line.strip_prefix("#> "));
    let moves: Vec<Move> = lines.map(one).collect();
    assert!(moves.iter().any(|one| one.stop.is_some()), "{name}: no step is taken");
    Case { is_delayed: source.contains("#: delayed"), name, path: path.to_owned(), moves, source }
}

fn one(line: &str) -> Move {
    match line.split_once(" = ") {
        Some((command, stop)) => Move { command: command.to_owned(), stop: Some(stop.to_owned()) },
        None => Move { command: line.to_owned(), stop: None },
    }
}

/// Where the steps of programs have led; all that differ are told at once.
#[derive(Default)]
pub(crate) struct Verdict {
    taken: String,
    wanted: String,
}

impl Verdict {
    /// Takes where the steps of a program have led, an empty text for what goes nowhere.
    pub(crate) fn take(&mut self, case: &Case, stops: &[String]) {
        for (one, stop) in case.moves.iter().zip(stops) {
            let Move { command, stop: wanted } = one;
            let Some(wanted) = wanted else { continue };
            let is_right = wanted == stop;
            let name = &case.name;
            let _ = writeln!(self.taken, "{name}: {command} = {stop}");
            let _ = writeln!(self.wanted, "{name}: {command} = {wanted}");
            if !is_right {
                return;
            }
        }
    }

    pub(crate) fn judge(&self, driver: &str) {
        let lines = self.taken.lines().zip(self.wanted.lines());
        let wrong: Vec<String> = lines
            .filter(|(taken, wanted)| taken != wanted)
            .map(|(taken, wanted)| format!("{taken}, not {wanted}"))
            .collect();
        assert!(wrong.is_empty(), "by {driver}:\n{}", wrong.join("\n"));
        assert!(self.taken.lines().count() > 100, "hardly a step was taken");
    }
}
