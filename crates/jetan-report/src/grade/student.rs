//! The student's view: of hidden criteria only the points, of hidden cases nothing.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use jetan_check::picture::CasePicture;
use jetan_check::verdict::FailureKind;
use jetan_grade::grade::{
    GradedCase, GradedCriterion, GradedFailure, GradedOutcome, GradedSubmission,
};
use jetan_grade::rubric::{Points, Rubric};

use crate::check::shell;
use crate::counted;
use crate::human::clean;

/// Longer inputs are not put into commands.
const COMMAND_BYTES_MAX: usize = 400;
/// Failures of a criterion that are explained.
const EXPLAINED_MAX: usize = 5;

/// A criterion as a student sees it.
pub(super) struct StudentTest {
    pub(super) name: String,
    pub(super) points: Points,
    pub(super) max: Points,
    /// The explanation; may be empty.
    pub(super) text: String,
    /// The same with its boards as data, for whoever draws them.
    pub(super) parts: Vec<ExplainedPart>,
    /// Pictures of the cases that are explained, by their names: PNG in base64.
    pub(super) frames: Vec<(String, String)>,
    pub(super) is_hidden: bool,
    is_open: bool,
}

/// A part of what is to be read about a criterion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExplainedPart {
    /// Lines.
    Text(String),
    /// A picture with boards in it, and what it shows.
    Picture(&'static str, CasePicture),
}

impl ExplainedPart {
    /// The part as lines.
    fn text(&self) -> String {
        match self {
            ExplainedPart::Text(text) => text.clone(),
            ExplainedPart::Picture(what, picture) => line_of(what, &picture.to_string()),
        }
    }
}

/// The state of a criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CriterionState {
    /// It got everything.
    Passed,
    /// It did not.
    Failed,
    /// Something was not judged: the points are not the last word.
    Open,
}

impl StudentTest {
    pub(super) fn state(&self) -> CriterionState {
        match (self.is_open, self.points == self.max) {
            (true, _) => CriterionState::Open,
            (false, true) => CriterionState::Passed,
            (false, false) => CriterionState::Failed,
        }
    }

    /// Whether it got everything, and nothing is open.
    pub(super) fn is_passed(&self) -> bool {
        self.state() == CriterionState::Passed
    }

    /// The points in words.
    pub(super) fn worth(&self) -> String {
        let open = if self.is_open { ", not judged" } else { "" };
        format!("{} of {}{open}", self.points, self.max)
    }
}

/// The criteria of a submission as a student sees them.
pub(super) fn tests(rubric: &Rubric, graded: &GradedSubmission) -> Vec<StudentTest> {
    let test = |criterion: &GradedCriterion| {
        let is_hidden = criterion.hidden;
        // Hidden criteria get no text at all. All forms for students go through here.
        let parts = if is_hidden { Vec::new() } else { explained_parts(rubric, criterion) };
        StudentTest {
            name: criterion.name.clone(),
            points: criterion.points,
            max: criterion.max,
            text: parts.iter().map(ExplainedPart::text).collect(),
            parts,
            frames: if is_hidden { Vec::new() } else { frames(criterion) },
            is_hidden,
            is_open: criterion.is_open(),
        }
    };
    graded.criteria.iter().map(test).collect()
}

/// Notes about a submission as a whole; may be empty.
pub(super) fn notes(graded: &GradedSubmission) -> String {
    let refused = graded.refused.iter().map(String::as_str);
    let open = "something was not judged: the points are not the last word, a person must look";
    let open = graded.is_open().then_some(open);
    let decisions = super::decisions(graded);
    let notes = graded.problem.as_deref().into_iter().chain(open).chain(refused);
    let notes = notes.chain(decisions.iter().map(String::as_str));
    notes.map(clean).collect::<Vec<_>>().join("\n")
}

/// The explanation of a criterion.
pub(super) fn explain(rubric: &Rubric, criterion: &GradedCriterion) -> String {
    explained_parts(rubric, criterion).iter().map(ExplainedPart::text).collect()
}

/// The parts of what is to be read about a criterion.
fn explained_parts(rubric: &Rubric, criterion: &GradedCriterion) -> Vec<ExplainedPart> {
    let mut text = String::new();
    if let Some(message) = &criterion.message {
        let _ = writeln!(text, "{}", clean(message));
    }
    // What a rubric says about a hidden case is written for students; the rest of it is not.
    let hidden = criterion.cases.iter().filter(|case| case.hidden);
    // A set: a message that many hidden cases share is said once, and its order does not tell which
    // of them failed.
    let messages: BTreeSet<&String> = hidden.filter_map(|case| case.message.as_ref()).collect();
    for message in messages {
        let _ = writeln!(text, "{}", clean(message));
    }
    let visible: Vec<&GradedCase> = criterion.cases.iter().filter(|case| !case.hidden).collect();
    let count = |outcome| visible.iter().filter(|case| case.outcome == outcome).count();
    let (passed, failed) = (count(GradedOutcome::Passed), count(GradedOutcome::Failed));
    if passed + failed > 0 {
        // Points that do not fit these numbers are those of cases that are not shown.
        let is_all = visible.len() == criterion.cases.len();
        let all = counted(passed + failed, if is_all { "case" } else { "shown case" });
        let _ = writeln!(text, "{passed} of {all} passed");
    }
    text += &uncounted(criterion);
    let mut parts = vec![ExplainedPart::Text(text)];
    let explained = explained(criterion);
    for (case, failure, alike) in &explained {
        let mut text = format!("\n{}: {}\n", clean(&case.name), clean(&failure.summary));
        if let Some(message) = &case.message {
            let _ = writeln!(text, "{}", clean(message));
        }
        parts.push(ExplainedPart::Text(text));
        parts.extend(details(rubric, case, failure));
        parts.push(ExplainedPart::Text(alike_named(alike)));
    }
    let shown: usize = explained.iter().map(|(.., alike)| 1 + alike.len()).sum();
    if failed > shown {
        let more = counted(failed - shown, "case");
        parts.push(ExplainedPart::Text(format!("\n{more} more failed\n")));
    }
    parts
}

/// The cases that failed for the same reason as one that is explained, in one line.
fn alike_named(alike: &[&GradedCase]) -> String {
    if alike.is_empty() {
        return String::new();
    }
    let names = alike.iter().take(EXPLAINED_MAX).map(|case| clean(&case.name));
    let more = alike.len().saturating_sub(EXPLAINED_MAX);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let names = names.collect::<Vec<_>>().join(", ");
    format!("the same in {}: {names}{more}\n", counted(alike.len(), "other case"))
}

/// The explanation of cases that count neither way.
fn uncounted(criterion: &GradedCriterion) -> String {
    let mut text = String::new();
    let mut groups: Vec<(GradedOutcome, &str, usize)> = Vec::new();
    for case in criterion.cases.iter().filter(|case| !case.hidden) {
        let Some(reason) = &case.reason else { continue };
        // Few reasons, in the order in which they appear: a map would lose that.
        match groups.iter_mut().find(|it| (it.0, it.1) == (case.outcome, reason)) {
            Some((.., count)) => *count += 1,
            None => groups.push((case.outcome, reason, 1)),
        }
    }
    for (outcome, reason, count) in groups {
        let (cases, reason) = (counted(count, "case"), clean(reason));
        let _ = match outcome {
            GradedOutcome::NotJudged => {
                writeln!(text, "{cases} not judged, so a person must look: {reason}")
            }
            GradedOutcome::Passed => {
                writeln!(text, "{cases} passed by a right answer, after which {reason}")
            }
            _ if criterion.is_void() => {
                writeln!(text, "none of the cases applies to the program: {reason}")
            }
            _ => writeln!(text, "not counted, {cases} not for this program: {reason}"),
        };
    }
    let is_open = |case: &GradedCase| case.hidden && case.outcome == GradedOutcome::NotJudged;
    if criterion.cases.iter().any(is_open) {
        text += "something that is not shown was not judged, so a person must look\n";
    }
    text
}

/// A failure that is explained: its case, and the cases that failed for the same reason.
type ExplainedCase<'g> = (&'g GradedCase, &'g GradedFailure, Vec<&'g GradedCase>);

/// The failures that are explained, one for each reason. A wrong answer is a reason of its own:
/// what was expected differs.
fn explained(criterion: &GradedCriterion) -> Vec<ExplainedCase<'_>> {
    let mut all: Vec<ExplainedCase<'_>> = Vec::new();
    for case in criterion.cases.iter().filter(|case| !case.hidden) {
        let Some(failure) = &case.failure else { continue };
        let is_same = |known: &GradedFailure| {
            failure.kind != FailureKind::Wrong.name()
                && (&known.kind, &known.summary) == (&failure.kind, &failure.summary)
        };
        // Computed before `find` borrows the list to change it.
        let has_room = all.len() < EXPLAINED_MAX;
        let known = all.iter_mut().find(|(it, why, _)| is_same(why) && it.message == case.message);
        match known {
            Some((.., alike)) => alike.push(case),
            None if has_room => all.push((case, failure, Vec::new())),
            None => {}
        }
    }
    all
}

fn frames(criterion: &GradedCriterion) -> Vec<(String, String)> {
    let explained = explained(criterion).into_iter();
    let shown = explained.filter(|(_, failure, _)| !failure.frame.is_empty());
    shown.map(|(case, failure, _)| (clean(&case.name), failure.frame.clone())).collect()
}

/// The expected and the actual result, the input, and the steps to reproduce it.
fn details(rubric: &Rubric, case: &GradedCase, failure: &GradedFailure) -> Vec<ExplainedPart> {
    // The name of a case is often the call itself, which is not said twice.
    let call = failure.call.as_deref().filter(|call| *call != case.name).unwrap_or_default();
    let said = |what, said: &str| ExplainedPart::Text(line_of(what, said));
    let shown = |what, picture: &CasePicture| {
        if picture.has_board() {
            ExplainedPart::Picture(what, picture.clone())
        } else {
            said(what, &picture.to_string())
        }
    };
    let mut parts = vec![
        said("call", call),
        shown("case", &failure.case),
        said("input", &failure.input),
        said("keys", &failure.keys),
        shown("expected", &failure.expected),
        shown("actual", &failure.actual),
        said("help", failure.help.as_deref().unwrap_or_default()),
    ];
    if let Some(command) = command(rubric, failure) {
        parts.push(ExplainedPart::Text(format!("{COMMAND}{command}\n")));
    }
    parts
}

/// Something that is shown of a failure, below its name if it has several lines; nothing if it is
/// empty.
fn line_of(what: &str, said: &str) -> String {
    if said.is_empty() {
        return String::new();
    }
    let said = clean(said.trim_end());
    if !said.contains('\n') {
        return format!("  {what}: {said}\n");
    }
    let mut text = format!("  {what}:\n");
    for line in said.lines() {
        let _ = writeln!(text, "    {line}");
    }
    text
}

/// A text without the commands in it, for whoever cannot type them.
pub(super) fn without_commands(text: &str) -> String {
    let is_command = |line: &&str| line.starts_with(COMMAND);
    text.split_inclusive('\n').filter(|line| !is_command(line)).collect()
}

/// The text before the command that shows a failure.
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
    // Without it the program would read the reader's keyboard where it got nothing from the grader.
    let is_silent = failure.input.is_empty() && failure.keys.is_empty();
    let input = if is_silent { " < /dev/null" } else { "" };
    Some(format!("{command} {}{input}", files()))
}
