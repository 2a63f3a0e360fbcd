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

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use jetan_display::Pixels;
use jetan_display::png;
use jetan_machine::Engine;
use jetan_run::RunEnd;
use jetan_run::YieldPoint;
use serde::{Deserialize, Serialize};

use crate::check::{CaseSuite, settled};
use crate::decisions::DecidedPoints;
use crate::intake::SubmissionDetails;
use crate::program::ProgramUnderTest;
use crate::rubric::{
    CaseAction as CaseKind, Criterion, IoCase, Points, ProjectCases, Rubric, RubricCase,
};
use crate::runner::{ProgramRunner, RunRecord};
use crate::verdict::{CaseFailure, FailureKind, Verdict};
use jetan_check::picture::CasePicture;

/// Pictures that take more bytes are not kept.
const PICTURE_BYTES_MAX: usize = 64 << 10;
/// Characters that are shown of a file that a program can open.
const FILE_CHARS_MAX: usize = 300;

/// The result of a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GradedSubmission {
    /// The name of the submission.
    pub name: String,
    /// Points earned, and points there were.
    pub points: Points,
    /// Why no case could be run, if so: it does not assemble, or there is nothing.
    pub problem: Option<String>,
    /// Whether that is a bug in Jetan, so that a person must look.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bug: bool,
    /// Files that were not read, and why.
    pub refused: Vec<String>,
    /// The data of a platform's export.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handed_in: Option<SubmissionDetails>,
    /// The decisions of people; the points are those after them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<DecidedPoints>,
    /// The criteria of the rubric in their order.
    pub criteria: Vec<GradedCriterion>,
}

/// The result of a criterion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GradedCriterion {
    /// The name in the rubric.
    pub name: String,
    /// Points earned, and points there were.
    pub points: Points,
    /// The most points it can earn.
    pub max: Points,
    /// Whether students see no more than the points.
    pub hidden: bool,
    /// The message to students, if it did not earn all its points.
    pub message: Option<String>,
    /// The cases in the rubric's order; a project's, one by one.
    pub cases: Vec<GradedCase>,
}

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GradedCase {
    /// The name in the rubric.
    pub name: String,
    /// Whether students see nothing of it.
    pub hidden: bool,
    /// Whether it passed, and if not, why.
    pub outcome: GradedOutcome,
    /// The rubric's message about it, if it failed.
    pub message: Option<String>,
    /// Why it counts neither way, if so; of one that passed, what went wrong after its answer.
    pub reason: Option<String>,
    /// The failure, if it failed.
    pub failure: Option<GradedFailure>,
}

/// The result of judging a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GradedOutcome {
    /// It did what the case asks for.
    Passed,
    /// Not as it should.
    Failed,
    /// It does not apply to the program, and counts neither way.
    Skipped,
    /// It applies, but nothing can be said: it counts neither way, and a person must look.
    NotJudged,
}

impl GradedSubmission {
    /// Whether something was not judged, so that the points are not the last word.
    pub fn is_open(&self) -> bool {
        self.bug || self.criteria.iter().any(GradedCriterion::is_open)
    }
}

impl GradedCriterion {
    /// The number of its cases with this outcome.
    pub fn count(&self, outcome: GradedOutcome) -> usize {
        self.cases.iter().filter(|case| case.outcome == outcome).count()
    }

    /// Whether a case was not judged, so that the points are not the last word.
    pub fn is_open(&self) -> bool {
        self.count(GradedOutcome::NotJudged) > 0
    }

    /// Whether none of its cases applies to the program, so that there is nothing to earn points.
    pub fn is_void(&self) -> bool {
        !self.cases.is_empty() && self.count(GradedOutcome::Skipped) == self.cases.len()
    }
}

/// The failure of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GradedFailure {
    /// The kind of mistake, as [`FailureKind::name`] says.
    pub kind: String,
    /// The error, in one sentence.
    pub summary: String,
    /// The expected result; may be empty.
    pub expected: CasePicture,
    /// The actual result; may be empty.
    pub actual: CasePicture,
    /// The first thing to look at, if that is known.
    pub help: Option<String>,
    /// The console input.
    pub input: String,
    /// The keys of the keyboard device.
    pub keys: String,
    /// The call that was made, in words.
    pub call: Option<String>,
    /// The case as people see it, such as a board; may be empty.
    pub case: CasePicture,
    /// The last picture that the program showed, as PNG in base64; may be empty.
    pub frame: String,
    /// The arguments of `jetan` that reproduce it, without the files; may be none.
    pub again: Vec<String>,
    /// Whether running the program with what was typed shows it, too.
    pub runs: bool,
}

/// A submission of which no case can be run.
pub fn ungraded(
    rubric: &Rubric,
    name: &str,
    refused: Vec<String>,
    problem: String,
) -> GradedSubmission {
    let criterion = |criterion: &Criterion| GradedCriterion {
        // It is about programs that were run.
        message: None,
        ..graded_criterion(criterion, Vec::new())
    };
    GradedSubmission {
        name: name.to_owned(),
        points: Points(0),
        problem: Some(problem),
        bug: false,
        refused,
        handed_in: None,
        decided: None,
        criteria: rubric.criteria.iter().map(criterion).collect(),
    }
}

/// Runs all cases. What is ended before its end is not worth keeping.
pub async fn grade(
    rubric: &Rubric,
    name: &str,
    refused: Vec<String>,
    subject: &ProgramUnderTest,
    engine: &mut dyn Engine,
    point: &YieldPoint,
) -> GradedSubmission {
    let mut grading = SubmissionGrader { rubric, subject, engine, point, suites: Vec::new() };
    let mut criteria = Vec::new();
    for criterion in &rubric.criteria {
        let mut cases = Vec::new();
        for case in &criterion.cases {
            cases.extend(grading.case(case).await);
        }
        criteria.push(graded_criterion(criterion, cases));
    }
    GradedSubmission {
        name: name.to_owned(),
        points: criteria.iter().map(|criterion| criterion.points).sum(),
        problem: None,
        bug: false,
        refused,
        handed_in: None,
        decided: None,
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
    let (passed, failed) =
        (graded.count(GradedOutcome::Passed), graded.count(GradedOutcome::Failed));
    // Cases that were skipped or not judged count neither way.
    graded.points = criterion.rule.award(criterion.points, passed, passed + failed);
    // Of a program that nobody has judged there is nothing to tell its author.
    let is_told = graded.points < graded.max && (failed > 0 || !graded.is_open());
    graded.message = criterion.message.clone().filter(|_| is_told);
    graded
}

/// The context of a failure, from which it can be reproduced.
#[derive(Clone, Debug, Default)]
struct FailureContext {
    input: Vec<u8>,
    keys: Vec<u8>,
    call: Option<String>,
    case: CasePicture,
    frame: Option<Pixels>,
    again: Vec<String>,
    runs: bool,
}

/// A submission that is being graded.
struct SubmissionGrader<'a> {
    rubric: &'a Rubric,
    subject: &'a ProgramUnderTest,
    engine: &'a mut dyn Engine,
    point: &'a YieldPoint,
    /// The projects whose cases have been needed so far, and those cases.
    suites: Vec<(ProjectCases, Rc<dyn CaseSuite>)>,
}

impl SubmissionGrader<'_> {
    async fn case(&mut self, case: &RubricCase) -> Vec<GradedCase> {
        let (rubric, subject) = (self.rubric, self.subject);
        match &case.kind {
            CaseKind::Project(project) => self.project(case, project).await,
            CaseKind::Policy(policy) => {
                vec![finish(
                    case,
                    &case.name,
                    policy::judge(policy, subject),
                    FailureContext::default(),
                )]
            }
            CaseKind::Io(io) => {
                let mut runner = self.runner(case);
                let judged = io::judge(io, rubric.seed, &mut runner).await;
                let verdict = settled(judged.verdict, &runner);
                let frame = judged.frame;
                let (input, keys) = (io.input.clone(), io.keys.clone());
                let (again, runs) = (again(case), io.is_plain());
                let seen = FailureContext {
                    input,
                    keys,
                    frame,
                    again,
                    runs,
                    case: given(io).into(),
                    call: None,
                };
                vec![finish(case, &case.name, verdict, seen)]
            }
            CaseKind::Call(call) => {
                let mut runner = self.runner(case);
                let verdict = call::judge(call, rubric.seed, &mut runner).await;
                let verdict = settled(verdict, &runner);
                let (input, words) = (call.input.clone(), Some(call.words()));
                let seen = FailureContext {
                    input,
                    call: words,
                    again: again(case),
                    ..FailureContext::default()
                };
                vec![finish(case, &case.name, verdict, seen)]
            }
            CaseKind::Dialogue(steps) => {
                let mut runner = self.runner(case);
                let verdict = dialogue::judge(steps, rubric.seed, &mut runner).await;
                let verdict = settled(verdict, &runner);
                let seen = FailureContext {
                    input: dialogue::typed(steps),
                    runs: true,
                    ..FailureContext::default()
                };
                vec![finish(case, &case.name, verdict, seen)]
            }
        }
    }

    /// A runner with the limits of a case.
    fn runner(&mut self, case: &RubricCase) -> ProgramRunner<'_> {
        let mut runner = ProgramRunner::new(self.subject, self.engine, self.point);
        runner.limits = self.rubric.limits;
        runner.limits.instructions = case.instructions.unwrap_or(runner.limits.instructions);
        runner
    }
}

/// The files that a program can open, as people read them.
fn given(io: &IoCase) -> String {
    let file = |(name, bytes): &(String, Vec<u8>)| {
        let text = String::from_utf8_lossy(bytes);
        let mut shown: String = text.chars().take(FILE_CHARS_MAX).collect();
        // Bytes on both sides: the shown text is a prefix, so this holds only if something was cut.
        if shown.len() < text.len() {
            shown += "...";
        }
        format!("{name}:\n{shown}")
    };
    io.files.iter().map(file).collect::<Vec<_>>().join("\n")
}

/// The arguments that reproduce a case which needs a line of its own.
fn again(case: &RubricCase) -> Vec<String> {
    let line = case.again.iter();
    line.flat_map(|line| ["grade".to_owned(), "again".to_owned(), line.clone()]).collect()
}

fn finish(case: &RubricCase, name: &str, verdict: Verdict, seen: FailureContext) -> GradedCase {
    let verdict = if case.ends_cleanly { verdict.with_clean_end() } else { verdict };
    let (outcome, reason, failure) = match verdict {
        Verdict::Passed { mishap, .. } => {
            (GradedOutcome::Passed, mishap.map(|mishap| mishap.summary), None)
        }
        Verdict::Skipped(why) => (GradedOutcome::Skipped, Some(why), None),
        Verdict::NotJudged(why) => (GradedOutcome::NotJudged, Some(why), None),
        Verdict::Failed(failure) => {
            (GradedOutcome::Failed, None, Some(graded_failure(*failure, seen)))
        }
    };
    GradedCase {
        name: name.to_owned(),
        hidden: case.is_hidden,
        outcome,
        // The message explains a failure and would confuse beside a case that was not judged.
        message: case.message.clone().filter(|_| outcome == GradedOutcome::Failed),
        reason,
        failure,
    }
}

fn graded_failure(failure: CaseFailure, seen: FailureContext) -> GradedFailure {
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
    // Every failure of a report carries its picture, so large ones would swell the report of a
    // class.
    (bytes.len() <= PICTURE_BYTES_MAX).then(|| BASE64.encode(&bytes))
}

/// The failure of a program that waits for more input than it was given.
fn starved(run: &RunRecord) -> Option<CaseFailure> {
    let summary = match run.ending {
        RunEnd::EndOfInput => "the program asks for more input than there is",
        RunEnd::OutOfKeys => "the program waits for another key and does not end",
        _ => return None,
    };
    Some(CaseFailure::new(FailureKind::Ending, summary, run.instructions))
}
