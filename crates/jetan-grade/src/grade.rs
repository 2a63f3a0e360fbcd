//! A submission against a rubric: every case in a fresh machine, and what it is worth.
//!
//! Cases run one after the other and depend on nothing but the submission and the rubric, so the
//! result is the same on every machine. Whoever grades a class shares submissions out.

mod call;
mod compare;
mod dialogue;
mod io;
mod policy;
mod project;

use std::rc::Rc;

use jetan_display::Pixels;
use jetan_display::png;
use jetan_machine::Engine;
use serde::{Deserialize, Serialize};

use crate::base64::base64;
use crate::bench::{Bench, Ending, Run};
use crate::check::{Suite, settled};
use crate::rubric::{Case, Criterion, Io, Kind as CaseKind, Points, Project, Rubric};
use crate::subject::Subject;
use crate::verdict::{Failure, Kind, NO_TIME, Verdict};

/// Pictures that take more bytes are not kept.
const PICTURE_BYTES_MAX: usize = 64 << 10;
/// What is shown of a file that a program can open.
const FILE_CHARS_MAX: usize = 300;

/// What a submission came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Graded {
    /// The name of the submission.
    pub name: String,
    /// Points earned, and points there were.
    pub points: Points,
    /// Why no case could be run, if so: it does not assemble, or there is nothing.
    pub problem: Option<String>,
    /// Whether that is a bug in Jetan, so that a person must look.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bug: bool,
    /// What was not read of it and why.
    pub refused: Vec<String>,
    /// The criteria of the rubric in their order.
    pub criteria: Vec<GradedCriterion>,
}

/// What a criterion came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GradedCriterion {
    /// The name in the rubric.
    pub name: String,
    /// Points earned, and points there were.
    pub points: Points,
    /// What it could have got.
    pub max: Points,
    /// Whether students see no more than the points.
    pub hidden: bool,
    /// What students are told, if it is not worth everything.
    pub message: Option<String>,
    /// The cases in the rubric's order; a project's, one by one.
    pub cases: Vec<GradedCase>,
}

/// What a case came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GradedCase {
    /// The name in the rubric.
    pub name: String,
    /// Whether students see nothing of it.
    pub hidden: bool,
    /// Whether it passed, and if not, why.
    pub outcome: Outcome,
    /// What the rubric says about it, if it failed.
    pub message: Option<String>,
    /// Why it counts neither way, if so; of one that passed, what went wrong after its answer.
    pub reason: Option<String>,
    /// What went wrong, if something did.
    pub failure: Option<GradedFailure>,
}

/// How a case went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It did what the case asks for.
    Passed,
    /// Not as it should.
    Failed,
    /// It does not apply to the program, and counts neither way.
    Skipped,
    /// It applies, but nothing can be said: it counts neither way, and a person must look.
    NotJudged,
}

impl Graded {
    /// Whether something was not judged, so that the points are not the last word.
    pub fn is_open(&self) -> bool {
        self.bug || self.criteria.iter().any(GradedCriterion::is_open)
    }
}

impl GradedCriterion {
    /// How many of its cases went so.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.cases.iter().filter(|case| case.outcome == outcome).count()
    }

    /// Whether a case was not judged, so that the points are not the last word.
    pub fn is_open(&self) -> bool {
        self.count(Outcome::NotJudged) > 0
    }

    /// Whether none of its cases applies to the program, so that there is nothing to earn points.
    pub fn is_void(&self) -> bool {
        !self.cases.is_empty() && self.count(Outcome::Skipped) == self.cases.len()
    }
}

/// What went wrong in a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GradedFailure {
    /// The kind of mistake, as [`Kind::name`] says.
    pub kind: String,
    /// What went wrong, in one sentence.
    pub summary: String,
    /// What should have come; may be empty.
    pub expected: String,
    /// What came; may be empty.
    pub actual: String,
    /// What to look at first, if that is known.
    pub help: Option<String>,
    /// What was typed on the console.
    pub input: String,
    /// What was typed on the keyboard device.
    pub keys: String,
    /// The call that was made, in words.
    pub call: Option<String>,
    /// The case as people see it, such as a board; may be empty.
    pub case: String,
    /// The last picture that the program showed, as PNG in base64; may be empty.
    pub frame: String,
    /// The words behind `jetan` that show it again, without the files; may be none.
    pub again: Vec<String>,
    /// Whether running the program with what was typed shows it, too.
    pub runs: bool,
}

/// A submission of which no case can be run.
pub fn ungraded(rubric: &Rubric, name: &str, refused: Vec<String>, problem: String) -> Graded {
    let criterion = |criterion: &Criterion| GradedCriterion {
        // It is about programs that were run.
        message: None,
        ..graded_criterion(criterion, Vec::new())
    };
    Graded {
        name: name.to_owned(),
        points: Points(0),
        problem: Some(problem),
        bug: false,
        refused,
        criteria: rubric.criteria.iter().map(criterion).collect(),
    }
}

/// Runs all cases. `should_stop` is asked now and then; what it stops is not worth keeping.
pub fn grade(
    rubric: &Rubric,
    name: &str,
    refused: Vec<String>,
    subject: &Subject,
    engine: &mut dyn Engine,
    should_stop: &mut dyn FnMut() -> bool,
) -> Graded {
    let mut grading = Grading { rubric, subject, engine, should_stop, suites: Vec::new() };
    let mut criteria = Vec::new();
    for criterion in &rubric.criteria {
        let cases = criterion.cases.iter().flat_map(|case| grading.case(case)).collect();
        criteria.push(graded_criterion(criterion, cases));
    }
    Graded {
        name: name.to_owned(),
        points: criteria.iter().map(|criterion| criterion.points).sum(),
        problem: None,
        bug: false,
        refused,
        criteria,
    }
}

fn graded_criterion(criterion: &Criterion, cases: Vec<GradedCase>) -> GradedCriterion {
    let mut graded = GradedCriterion {
        name: criterion.name.clone(),
        points: Points(0),
        max: criterion.points,
        hidden: criterion.is_hidden,
        message: None,
        cases,
    };
    let (passed, failed) = (graded.count(Outcome::Passed), graded.count(Outcome::Failed));
    graded.points = criterion.rule.award(criterion.points, passed, passed + failed);
    // Of a program that nobody has judged there is nothing to tell its author.
    let is_told = graded.points < graded.max && (failed > 0 || !graded.is_open());
    graded.message = criterion.message.clone().filter(|_| is_told);
    graded
}

/// How to see a case again.
#[derive(Clone, Debug, Default)]
struct Seen {
    input: Vec<u8>,
    keys: Vec<u8>,
    call: Option<String>,
    case: String,
    frame: Option<Pixels>,
    again: Vec<String>,
    runs: bool,
}

/// A submission that is being graded.
struct Grading<'a> {
    rubric: &'a Rubric,
    subject: &'a Subject,
    engine: &'a mut dyn Engine,
    should_stop: &'a mut dyn FnMut() -> bool,
    /// The projects whose cases have been needed so far, and those cases.
    suites: Vec<(Project, Rc<dyn Suite>)>,
}

impl Grading<'_> {
    fn case(&mut self, case: &Case) -> Vec<GradedCase> {
        let (rubric, subject) = (self.rubric, self.subject);
        match &case.kind {
            CaseKind::Project(project) => self.project(case, project),
            CaseKind::Policy(policy) => {
                vec![finish(case, &case.name, policy::judge(policy, subject), Seen::default())]
            }
            CaseKind::Io(io) => {
                let (judged, is_settled) = self.bench(case, |bench| {
                    let judged = io::judge(io, rubric.seed, bench);
                    (judged, !bench.is_stopped())
                });
                let remark = judged.remark.filter(|_| is_settled);
                let no_time = || Verdict::NotJudged(NO_TIME.to_owned());
                let verdict = if is_settled { judged.verdict } else { no_time() };
                let frame = judged.frame;
                let (input, keys) = (io.input.clone(), io.keys.clone());
                let (again, runs) = (again(case), io.is_plain());
                let seen = Seen { input, keys, frame, again, runs, case: given(io), call: None };
                let graded = finish(case, &case.name, verdict, seen);
                vec![GradedCase { reason: graded.reason.or(remark), ..graded }]
            }
            CaseKind::Call(call) => {
                let verdict = self.judge(case, |bench| call::judge(call, rubric.seed, bench));
                let (input, words) = (call.input.clone(), Some(call.words()));
                let seen = Seen { input, call: words, again: again(case), ..Seen::default() };
                vec![finish(case, &case.name, verdict, seen)]
            }
            CaseKind::Dialogue(steps) => {
                let verdict = self.judge(case, |bench| dialogue::judge(steps, rubric.seed, bench));
                let seen = Seen { input: dialogue::typed(steps), runs: true, ..Seen::default() };
                vec![finish(case, &case.name, verdict, seen)]
            }
        }
    }

    /// A verdict on runs that had the time they needed, or that there is none.
    fn judge(&mut self, case: &Case, judge: impl FnOnce(&mut Bench<'_>) -> Verdict) -> Verdict {
        self.bench(case, |bench| settled(judge(bench), bench))
    }

    /// A bench with the limits of a case.
    fn bench<T>(&mut self, case: &Case, work: impl FnOnce(&mut Bench<'_>) -> T) -> T {
        let mut bench = Bench::new(self.subject, self.engine, self.should_stop);
        bench.limits = self.rubric.limits;
        bench.limits.instructions = case.instructions.unwrap_or(bench.limits.instructions);
        work(&mut bench)
    }
}

/// The files that a program can open, as people read them.
fn given(io: &Io) -> String {
    let file = |(name, bytes): &(String, Vec<u8>)| {
        let text = String::from_utf8_lossy(bytes);
        let mut shown: String = text.chars().take(FILE_CHARS_MAX).collect();
        if shown.len() < text.len() {
            shown += "...";
        }
        format!("{name}:\n{shown}")
    };
    io.files.iter().map(file).collect::<Vec<_>>().join("\n")
}

/// The words that have a case again for which it takes a line of its own.
fn again(case: &Case) -> Vec<String> {
    let line = case.again.iter();
    line.flat_map(|line| ["grade".to_owned(), "again".to_owned(), line.clone()]).collect()
}

fn finish(case: &Case, name: &str, verdict: Verdict, seen: Seen) -> GradedCase {
    let (outcome, reason, failure) = match verdict {
        Verdict::Passed { .. } => (Outcome::Passed, None, None),
        Verdict::Skipped(why) => (Outcome::Skipped, Some(why), None),
        Verdict::NotJudged(why) => (Outcome::NotJudged, Some(why), None),
        Verdict::Failed(failure) => (Outcome::Failed, None, Some(graded_failure(*failure, seen))),
    };
    GradedCase {
        name: name.to_owned(),
        hidden: case.is_hidden,
        outcome,
        message: case.message.clone().filter(|_| outcome == Outcome::Failed),
        reason,
        failure,
    }
}

fn graded_failure(failure: Failure, seen: Seen) -> GradedFailure {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    GradedFailure {
        kind: failure.kind.name().to_owned(),
        summary: failure.summary,
        expected: failure.expected,
        actual: failure.actual,
        help: failure.help,
        input: text(seen.input),
        keys: text(seen.keys),
        call: seen.call,
        case: seen.case,
        frame: seen.frame.and_then(|pixels| picture(&pixels)).unwrap_or_default(),
        again: seen.again,
        runs: seen.runs,
    }
}

/// A picture as PNG in base64, unless it is too large.
fn picture(pixels: &Pixels) -> Option<String> {
    let mut bytes = Vec::new();
    png::write(pixels, &mut bytes).ok()?;
    (bytes.len() <= PICTURE_BYTES_MAX).then(|| base64(&bytes))
}

/// What is wrong if a program waits for more than it was given.
fn starved(run: &Run) -> Option<Failure> {
    let summary = match run.ending {
        Ending::EndOfInput => "the program asks for more input than there is",
        Ending::OutOfKeys => "the program waits for another key and does not end",
        _ => return None,
    };
    Some(Failure::new(Kind::Ending, summary, run.instructions))
}
