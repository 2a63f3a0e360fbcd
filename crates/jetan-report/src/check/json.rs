//! The report of a check as JSON.

use jetan_check::check::SmallestFailure;

use super::{CaseTally, CheckReport, ExplainedFailure, FailureTrace};
use crate::wire;

/// The report, and how the program was understood.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct WithNotes<'a> {
    #[serde(flatten)]
    checked: wire::CheckAnswer,
    /// The cases about which nothing can be said, and why.
    not_judged: Vec<NotJudged<'a>>,
    /// The cases with a right answer after which the program crashed or hung, and how.
    after_answer: Vec<NotJudged<'a>>,
    /// The parts of which no case was checked, and why.
    not_checked: Vec<NotChecked<'a>>,
    /// Notes on how the program's input format was detected, in sentences.
    notes: Vec<String>,
}

#[derive(serde::Serialize)]
struct NotJudged<'a> {
    case: String,
    reason: &'a str,
}

#[derive(serde::Serialize)]
struct NotChecked<'a> {
    part: &'a str,
    reason: &'a str,
}

impl CheckReport<'_> {
    /// The report as one JSON object.
    pub fn json(&self) -> String {
        let parts = self.suite.parts();
        let tallies = self.tallies();
        let tally = tallies.values().fold(CaseTally::default(), |sum, tally| CaseTally {
            passed: sum.passed + tally.passed,
            failed: sum.failed + tally.failed,
            skipped: sum.skipped + tally.skipped,
            not_judged: sum.not_judged + tally.not_judged,
        });
        let part = |(&part, tally): (&usize, &CaseTally)| wire::CheckedPart {
            name: parts[part].name,
            passed: tally.passed,
            failed: tally.failed,
            skipped: tally.skipped,
            points: parts[part].points,
            not_judged: tally.not_judged,
            scored: parts[part].score(tally.passed, tally.failed).map(|(scored, _)| scored),
        };
        let failures = self.explained.iter().zip(self.traces);
        let failing = self.judged.iter().filter(|judged| judged.verdict.is_failed());
        let checked = wire::CheckAnswer {
            project: self.project.typed(),
            files: self.files.to_vec(),
            seed: self.seed,
            generated: self.generated,
            passed: tally.passed,
            failed: tally.failed,
            skipped: tally.skipped,
            instructions_max: self.longest().map(|(most, _)| most),
            parts: tallies.iter().map(part).collect(),
            failures: failures.map(|(one, trace)| self.failure(one, trace)).collect(),
            failing: failing.map(|it| self.suite.name(it.case).replace('`', "")).collect(),
        };
        let is_unchecked = |(_, tally): &(&usize, &CaseTally)| tally.passed + tally.failed == 0;
        let not_checked = |(&part, _): (&usize, &CaseTally)| NotChecked {
            part: parts[part].name,
            reason: self.why_skipped(part).unwrap_or_default(),
        };
        let not_judged =
            |(case, reason)| NotJudged { case: self.suite.name(case).replace('`', ""), reason };
        let after_answer = self.later_mishaps().into_iter().flat_map(|(reason, cases)| {
            cases.into_iter().map(move |case| not_judged((case, reason)))
        });
        let report = WithNotes {
            checked,
            not_judged: self.not_judged().into_iter().map(not_judged).collect(),
            after_answer: after_answer.collect(),
            not_checked: tallies.iter().filter(is_unchecked).map(not_checked).collect(),
            notes: self.suite.notes(),
        };
        wire::json(&report) + "\n"
    }

    fn failure(&self, explained: &ExplainedFailure, trace: &FailureTrace) -> wire::CheckedFailure {
        let ExplainedFailure { case, part, smallest } = explained;
        let SmallestFailure { failure, picture, reproduction, steps, .. } = smallest;
        wire::CheckedFailure {
            case: self.suite.name(*case).replace('`', ""),
            part: self.suite.parts()[*part].name,
            kind: failure.kind.name(),
            summary: failure.summary.clone(),
            help: failure.help.clone(),
            expected: failure.expected.to_string(),
            actual: failure.actual.to_string(),
            instructions: failure.instructions,
            input: picture.to_string(),
            // Lossy, because JSON has no bytes; `command` types short inputs exactly.
            console: String::from_utf8_lossy(&reproduction.console).into_owned(),
            keys: String::from_utf8_lossy(&reproduction.keys).into_owned(),
            seed: reproduction.seed,
            call: reproduction.call.clone(),
            command: self.command(*case, reproduction),
            steps: *steps,
            trace: trace.source.lines.clone(),
            saved: trace.saved.clone(),
        }
    }
}
