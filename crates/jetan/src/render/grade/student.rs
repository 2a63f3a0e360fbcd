//! What a student may see: of hidden criteria only the points, of hidden cases nothing.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use jetan_grade::grade::{Graded, GradedCase, GradedCriterion, GradedFailure, Outcome};
use jetan_grade::rubric::{Points, Rubric};

use crate::render::check::shell;
use crate::render::counted;
use crate::render::human::clean;

/// Longer inputs are not put into commands.
const COMMAND_BYTES_MAX: usize = 400;
/// Failures of a criterion that are explained.
const EXPLAINED_MAX: usize = 5;

/// A criterion as a student sees it.
pub(super) struct Test {
    pub(super) name: String,
    pub(super) points: Points,
    pub(super) max: Points,
    /// What is to be read about it; may be empty.
    pub(super) text: String,
    /// Pictures of the cases that are explained, by their names: PNG in base64.
    pub(super) frames: Vec<(String, String)>,
    pub(super) is_hidden: bool,
    is_open: bool,
}

/// What came of a criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// It got everything.
    Passed,
    /// It did not.
    Failed,
    /// Something was not judged: the points are not the last word.
    Open,
}

impl Test {
    pub(super) fn state(&self) -> State {
        match (self.is_open, self.points == self.max) {
            (true, _) => State::Open,
            (false, true) => State::Passed,
            (false, false) => State::Failed,
        }
    }

    /// Whether it got everything, and nothing is open.
    pub(super) fn is_passed(&self) -> bool {
        self.state() == State::Passed
    }

    /// The points in words.
    pub(super) fn worth(&self) -> String {
        let open = if self.is_open { ", not judged" } else { "" };
        format!("{} of {}{open}", self.points, self.max)
    }
}

/// The criteria of a submission as a student sees them.
pub(super) fn tests(rubric: &Rubric, graded: &Graded) -> Vec<Test> {
    let test = |criterion: &GradedCriterion| Test {
        name: criterion.name.clone(),
        points: criterion.points,
        max: criterion.max,
        text: if criterion.hidden { String::new() } else { explain(rubric, criterion) },
        frames: if criterion.hidden { Vec::new() } else { frames(criterion) },
        is_hidden: criterion.hidden,
        is_open: criterion.is_open(),
    };
    graded.criteria.iter().map(test).collect()
}

/// What is to be read about a submission as a whole; may be empty.
pub(super) fn notes(graded: &Graded) -> String {
    let refused = graded.refused.iter().map(String::as_str);
    let open = "something was not judged: the points are not the last word, a person must look";
    let open = graded.is_open().then_some(open);
    let notes = graded.problem.as_deref().into_iter().chain(open).chain(refused);
    notes.map(clean).collect::<Vec<_>>().join("\n")
}

/// What is to be read about a criterion.
pub(super) fn explain(rubric: &Rubric, criterion: &GradedCriterion) -> String {
    let mut text = String::new();
    if let Some(message) = &criterion.message {
        let _ = writeln!(text, "{}", clean(message));
    }
    // What a rubric says about a hidden case is written for students; the rest of it is not.
    let hidden = criterion.cases.iter().filter(|case| case.hidden);
    let told: BTreeSet<&String> = hidden.filter_map(|case| case.message.as_ref()).collect();
    for message in told {
        let _ = writeln!(text, "{}", clean(message));
    }
    let visible: Vec<&GradedCase> = criterion.cases.iter().filter(|case| !case.hidden).collect();
    let count = |outcome| visible.iter().filter(|case| case.outcome == outcome).count();
    let (passed, failed) = (count(Outcome::Passed), count(Outcome::Failed));
    if passed + failed > 0 {
        // Points that do not fit these numbers are those of cases that are not shown.
        let is_all = visible.len() == criterion.cases.len();
        let all = counted(passed + failed, if is_all { "case" } else { "shown case" });
        let _ = writeln!(text, "{passed} of {all} passed");
    }
    text += &uncounted(criterion);
    for (case, failure) in explained(criterion) {
        let _ = write!(text, "\n{}: {}", clean(&case.name), clean(&failure.summary));
        text.push('\n');
        if let Some(message) = &case.message {
            let _ = writeln!(text, "{}", clean(message));
        }
        text += &details(rubric, case, failure);
    }
    if failed > EXPLAINED_MAX {
        let _ = writeln!(text, "\n{} more failed", counted(failed - EXPLAINED_MAX, "case"));
    }
    text
}

/// What is to be read about cases that count neither way.
fn uncounted(criterion: &GradedCriterion) -> String {
    let mut text = String::new();
    let mut groups: Vec<(Outcome, &str, usize)> = Vec::new();
    for case in criterion.cases.iter().filter(|case| !case.hidden) {
        let Some(reason) = &case.reason else { continue };
        match groups.iter_mut().find(|it| (it.0, it.1) == (case.outcome, reason)) {
            Some((.., count)) => *count += 1,
            None => groups.push((case.outcome, reason, 1)),
        }
    }
    for (outcome, reason, count) in groups {
        let (cases, reason) = (counted(count, "case"), clean(reason));
        let _ = match outcome {
            Outcome::NotJudged => {
                writeln!(text, "{cases} not judged, so a person must look: {reason}")
            }
            Outcome::Passed => {
                writeln!(text, "{cases} passed by a right answer, after which {reason}")
            }
            _ if criterion.is_void() => {
                writeln!(text, "none of the cases applies to the program: {reason}")
            }
            _ => writeln!(text, "not counted, {cases} not for this program: {reason}"),
        };
    }
    let is_open = |case: &GradedCase| case.hidden && case.outcome == Outcome::NotJudged;
    if criterion.cases.iter().any(is_open) {
        text += "something that is not shown was not judged, so a person must look\n";
    }
    text
}

/// The failures that are explained, with their cases.
fn explained(criterion: &GradedCriterion) -> impl Iterator<Item = (&GradedCase, &GradedFailure)> {
    let visible = criterion.cases.iter().filter(|case| !case.hidden);
    visible.filter_map(|case| Some((case, case.failure.as_ref()?))).take(EXPLAINED_MAX)
}

fn frames(criterion: &GradedCriterion) -> Vec<(String, String)> {
    let shown = explained(criterion).filter(|(_, failure)| !failure.frame.is_empty());
    shown.map(|(case, failure)| (clean(&case.name), failure.frame.clone())).collect()
}

/// What should have come and what came, what was typed, and how to see it again.
fn details(rubric: &Rubric, case: &GradedCase, failure: &GradedFailure) -> String {
    let mut text = String::new();
    let parts = [
        ("call", failure.call.as_deref().filter(|call| *call != case.name).unwrap_or_default()),
        ("case", &failure.case),
        ("input", &failure.input),
        ("keys", &failure.keys),
        ("expected", &failure.expected),
        ("actual", &failure.actual),
        ("help", failure.help.as_deref().unwrap_or_default()),
    ];
    for (what, said) in parts.into_iter().filter(|(_, said)| !said.is_empty()) {
        let said = clean(said.trim_end());
        if said.contains('\n') {
            let _ = writeln!(text, "  {what}:");
            for line in said.lines() {
                let _ = writeln!(text, "    {line}");
            }
        } else {
            let _ = writeln!(text, "  {what}: {said}");
        }
    }
    if let Some(command) = command(rubric, failure) {
        let _ = writeln!(text, "{COMMAND}{command}");
    }
    text
}

/// A text without the commands in it, for whoever cannot type them.
pub(super) fn without_commands(text: &str) -> String {
    let is_command = |line: &&str| line.starts_with(COMMAND);
    text.split_inclusive('\n').filter(|line| !is_command(line)).collect()
}

/// What stands before the command that shows a failure.
const COMMAND: &str = "  see it: ";

/// The command that shows a failure, in the folder of the submission.
fn command(rubric: &Rubric, failure: &GradedFailure) -> Option<String> {
    let files = || {
        let all = rubric.files.iter().map(|file| shell::path(file));
        if rubric.files.is_empty() { ".".to_owned() } else { all.collect::<Vec<_>>().join(" ") }
    };
    if !failure.again.is_empty() {
        let words: Vec<String> = failure.again.iter().map(|word| shell::word(word)).collect();
        // A case that is typed as a whole says itself which files it is about.
        let is_whole = failure.again.first().is_some_and(|word| word == "grade");
        let files = if is_whole { ".".to_owned() } else { files() };
        return Some(format!("jetan {} {files}", words.join(" ")));
    }
    let is_short = failure.input.len() + failure.keys.len() <= COMMAND_BYTES_MAX;
    if !is_short || !failure.runs {
        return None;
    }
    let mut command = String::new();
    if !failure.input.is_empty() {
        let typed = shell::printf_text(failure.input.as_bytes());
        let _ = write!(command, "printf '{typed}' | ");
    }
    // Whoever reads a report need not trust the program.
    let _ = write!(command, "jetan run --sandbox --seed {}", rubric.seed);
    for (flag, is_set) in [("--strict", rubric.strict), ("--start-at-main", rubric.start_at_main)] {
        if is_set {
            let _ = write!(command, " {flag}");
        }
    }
    for (flag, value) in [("--pack", &rubric.pack), ("--bitmap", &rubric.bitmap)] {
        if let Some(value) = value {
            let _ = write!(command, " {flag} {}", shell::word(value));
        }
    }
    if !failure.keys.is_empty() {
        let script = shell::key_script(failure.keys.as_bytes());
        let _ = write!(command, " --keys {}", shell::word(&script));
    }
    let is_silent = failure.input.is_empty() && failure.keys.is_empty();
    let input = if is_silent { " < /dev/null" } else { "" };
    Some(format!("{command} {}{input}", files()))
}
