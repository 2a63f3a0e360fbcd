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

use jetan_machine::Engine;
use serde::{Deserialize, Serialize};

use crate::bench::{Bench, Ending, Run};
use crate::check::settled;
use crate::rubric::{Case, Criterion, Kind as CaseKind, Points, Rubric};
use crate::subject::Subject;
use crate::verdict::{Failure, Kind, Verdict};

/// From so many hangs on, further cases of the submission get less time.
const HANGS_MAX: usize = 3;
/// Then a case may take this part of its instructions, or this many times the longest that passed.
const HASTE: u64 = 10;

/// What a submission came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Graded {
    /// Whose it is.
    pub name: String,
    /// What it got.
    pub points: Points,
    /// Why no case could be run, if so: it does not assemble, or there is nothing.
    pub problem: Option<String>,
    /// What was not read of it and why.
    pub refused: Vec<String>,
    /// The criteria of the rubric in their order.
    pub criteria: Vec<GradedCriterion>,
}

/// What a criterion came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GradedCriterion {
    /// Its name.
    pub name: String,
    /// What it got.
    pub points: Points,
    /// What it could have got.
    pub max: Points,
    /// Whether students see no more than the points.
    pub hidden: bool,
    /// What students are told, if it is not worth everything.
    pub message: Option<String>,
    /// Its cases.
    pub cases: Vec<GradedCase>,
}

/// What a case came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GradedCase {
    /// Its name.
    pub name: String,
    /// Whether students see nothing of it.
    pub hidden: bool,
    /// How it went.
    pub outcome: Outcome,
    /// What the rubric says about it, if it failed.
    pub message: Option<String>,
    /// What went wrong, if something did.
    pub failure: Option<GradedFailure>,
}

/// How a case went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// As it should.
    Passed,
    /// Not as it should.
    Failed,
    /// It does not apply to the program, and counts neither way.
    Skipped,
}

/// What went wrong in a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GradedFailure {
    /// The kind of mistake, as [`Kind::name`] says.
    pub kind: String,
    /// One sentence.
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
}

/// A submission of which no case can be run.
pub fn ungraded(rubric: &Rubric, name: &str, refused: Vec<String>, problem: String) -> Graded {
    let criterion = |criterion: &Criterion| graded_criterion(criterion, Vec::new());
    Graded {
        name: name.to_owned(),
        points: Points(0),
        problem: Some(problem),
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
    let mut grading = Grading { rubric, subject, engine, should_stop, hangs: 0, longest: 0 };
    let mut criteria = Vec::new();
    for criterion in &rubric.criteria {
        let cases = criterion.cases.iter().flat_map(|case| grading.case(case)).collect();
        criteria.push(graded_criterion(criterion, cases));
    }
    Graded {
        name: name.to_owned(),
        points: criteria.iter().map(|criterion| criterion.points).sum(),
        problem: None,
        refused,
        criteria,
    }
}

fn graded_criterion(criterion: &Criterion, cases: Vec<GradedCase>) -> GradedCriterion {
    let count = |outcome| cases.iter().filter(|case| case.outcome == outcome).count();
    let (passed, failed) = (count(Outcome::Passed), count(Outcome::Failed));
    let points = criterion.rule.award(criterion.points, passed, passed + failed);
    GradedCriterion {
        name: criterion.name.clone(),
        points,
        max: criterion.points,
        hidden: criterion.is_hidden,
        message: criterion.message.clone().filter(|_| points < criterion.points),
        cases,
    }
}

/// How to see a case again.
#[derive(Clone, Debug, Default)]
struct Seen {
    input: Vec<u8>,
    keys: Vec<u8>,
    call: Option<String>,
}

/// A submission that is being graded.
struct Grading<'a> {
    rubric: &'a Rubric,
    subject: &'a Subject,
    engine: &'a mut dyn Engine,
    should_stop: &'a mut dyn FnMut() -> bool,
    /// How many cases have hung so far, and what the longest that passed took.
    hangs: usize,
    longest: u64,
}

impl Grading<'_> {
    fn case(&mut self, case: &Case) -> Vec<GradedCase> {
        let (rubric, subject) = (self.rubric, self.subject);
        match &case.kind {
            CaseKind::Project(project) => self.project(case, project),
            CaseKind::Policy(policy) => {
                vec![self.finish(case, &case.name, policy::judge(policy, subject), Seen::default())]
            }
            CaseKind::Io(io) => {
                let verdict = self.judge(case, |bench| io::judge(io, rubric.seed, bench));
                let seen =
                    Seen { input: io.input.clone(), keys: io.keys.clone(), ..Seen::default() };
                vec![self.finish(case, &case.name, verdict, seen)]
            }
            CaseKind::Call(call) => {
                let verdict = self.judge(case, |bench| call::judge(call, rubric.seed, bench));
                let seen =
                    Seen { input: call.input.clone(), call: Some(call.words()), ..Seen::default() };
                vec![self.finish(case, &case.name, verdict, seen)]
            }
            CaseKind::Dialogue(steps) => {
                let verdict = self.judge(case, |bench| dialogue::judge(steps, rubric.seed, bench));
                let seen = Seen { input: dialogue::typed(steps), ..Seen::default() };
                vec![self.finish(case, &case.name, verdict, seen)]
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
        if self.hangs >= HANGS_MAX {
            let hasty = (bench.limits.instructions / HASTE).max(self.longest * HASTE);
            bench.limits.instructions = bench.limits.instructions.min(hasty);
        }
        work(&mut bench)
    }

    fn finish(&mut self, case: &Case, name: &str, verdict: Verdict, seen: Seen) -> GradedCase {
        let (outcome, failure) = match verdict {
            Verdict::Passed { instructions } => {
                self.longest = self.longest.max(instructions);
                (Outcome::Passed, None)
            }
            Verdict::Skipped(_) | Verdict::NotJudged(_) => (Outcome::Skipped, None),
            Verdict::Failed(failure) => {
                self.hangs += usize::from(failure.kind == Kind::Hang);
                (Outcome::Failed, Some(graded_failure(*failure, seen)))
            }
        };
        GradedCase {
            name: name.to_owned(),
            hidden: case.is_hidden,
            outcome,
            message: case.message.clone().filter(|_| outcome == Outcome::Failed),
            failure,
        }
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
    }
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
