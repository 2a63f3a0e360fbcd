//! Decisions after some cases were judged: the instruction limit of the next, and which of
//! those that failed are worth a closer look.

use crate::verdict::{FailureKind, Verdict};
use jetan_order::SharedSort;

/// From this many hangs on, further cases get less time.
const HANGS_MIN: usize = 2;
/// Instructions that all cases together may spend hanging, about.
const HANG_INSTRUCTIONS: u64 = 400_000_000;
/// The factor by which a case may exceed the longest one that passed.
const SLOW_CASE_FACTOR: u64 = 10;

/// A case and its verdict.
pub struct JudgedCase {
    /// The case's number in the suite.
    pub case: usize,
    /// The part it belongs to.
    pub part: usize,
    /// The verdict of the case.
    pub verdict: Verdict,
    /// The instructions it could take, which whoever looks for a smaller case keeps to.
    pub most: u64,
}

/// The instruction limit of a further case. A program that hangs again and again is not
/// waited for as long as one that is slow; it depends on nothing but the verdicts so far, so that
/// the number of threads does not change it.
pub fn instruction_limit(judged: &[JudgedCase]) -> u64 {
    let is_hang = |judged: &&JudgedCase| match &judged.verdict {
        Verdict::Failed(failure) => failure.kind == FailureKind::Hang,
        Verdict::Passed { .. } | Verdict::Skipped(_) | Verdict::NotJudged(_) => false,
    };
    let hangs = judged.iter().filter(is_hang).count();
    // One hang may be a hard case; only the second one shows that the program hangs as a rule.
    if hangs < HANGS_MIN {
        return u64::MAX;
    }
    let taken = judged.iter().map(|judged| match judged.verdict {
        Verdict::Passed { instructions, mishap: None } => instructions,
        // How long a program takes that does not end after its answer says nothing.
        Verdict::Passed { .. }
        | Verdict::Failed(_)
        | Verdict::Skipped(_)
        | Verdict::NotJudged(_) => 0,
    });
    let longest = taken.max().unwrap_or(0);
    // Divided among the hangs so far, so that a thousand of them cost little more than the first
    // few.
    longest.saturating_mul(SLOW_CASE_FACTOR).max(HANG_INSTRUCTIONS / hangs as u64)
}

/// The first case of each kind of failure in each part, up to `most`: first one of each part, then
/// the other kinds, in the order of the cases.
pub fn worth_explaining(judged: &[JudgedCase], most: usize) -> Vec<&JudgedCase> {
    let mut firsts: Vec<(&JudgedCase, FailureKind)> = Vec::new();
    for judged in judged {
        let Verdict::Failed(failure) = &judged.verdict else { continue };
        let is_known = |(it, kind): &(&JudgedCase, FailureKind)| {
            it.part == judged.part && *kind == failure.kind
        };
        if !firsts.iter().any(is_known) {
            firsts.push((judged, failure.kind));
        }
    }
    let mut parts: Vec<usize> = Vec::new();
    let (of_parts, others): (Vec<&JudgedCase>, Vec<&JudgedCase>) =
        firsts.into_iter().map(|(judged, _)| judged).partition(|judged| {
            let is_new = !parts.contains(&judged.part);
            // Pushed even if it is there: only membership counts, and a test would be a second
            // search.
            parts.push(judged.part);
            is_new
        });
    let mut chosen: Vec<&JudgedCase> = of_parts.into_iter().chain(others).take(most).collect();
    // The choice goes by parts, the report by the numbers of cases.
    chosen.shared_sort_by_key(|judged| judged.case);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::CaseFailure;

    fn failed(case: usize, part: usize, kind: FailureKind) -> JudgedCase {
        JudgedCase { case, part, verdict: CaseFailure::new(kind, "", 0).into(), most: u64::MAX }
    }

    #[test]
    fn every_part_is_explained_before_a_second_mistake_of_one() {
        let judged = [
            failed(0, 0, FailureKind::Wrong),
            failed(1, 0, FailureKind::Ending),
            failed(2, 0, FailureKind::Wrong),
            failed(3, 1, FailureKind::Wrong),
            failed(4, 2, FailureKind::Crash),
        ];
        let cases = |most| {
            let chosen = worth_explaining(&judged, most);
            chosen.iter().map(|judged| judged.case).collect::<Vec<_>>()
        };
        assert_eq!(cases(3), [0, 3, 4]);
        assert_eq!(cases(9), [0, 1, 3, 4]);
        assert_eq!(cases(0), [0; 0]);
    }

    #[test]
    fn a_program_that_hangs_often_is_waited_for_less_but_a_slow_one_is_not() {
        let hangs = |count: usize| (0..count).map(|case| failed(case, 0, FailureKind::Hang));
        let verdict = Verdict::passed(50_000_000);
        let slow = JudgedCase { case: 9, part: 0, verdict, most: u64::MAX };
        assert_eq!(instruction_limit(&hangs(1).collect::<Vec<_>>()), u64::MAX);
        assert_eq!(instruction_limit(&hangs(40).collect::<Vec<_>>()), HANG_INSTRUCTIONS / 40);
        let with_slow: Vec<JudgedCase> = hangs(40).chain([slow]).collect();
        assert_eq!(instruction_limit(&with_slow), 500_000_000);
    }
}
