//! Running the cases on several threads, and looking for the smallest that fail.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jetan_grade::bench::Bench;
use jetan_grade::check::{Smallest, Suite};
use jetan_grade::subject::Subject;
use jetan_grade::verdict::{Kind, Verdict};
use rayon::ThreadPool;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::engine::Engines;

/// How many cases are judged before a look at how many of them hung.
const ROUND: usize = 8;
/// From this many hangs on, further cases get less time.
const HANGS_MIN: usize = 2;
/// What all cases together may take for hanging, about.
const HANG_INSTRUCTIONS: u64 = 400_000_000;
/// How many times the longest case that passed a case may always take.
const PATIENCE: u64 = 10;

/// A case and what it came to.
pub(crate) struct Judged {
    pub(crate) case: usize,
    pub(crate) part: usize,
    pub(crate) verdict: Verdict,
    /// The instructions it could take, which whoever looks for a smaller case keeps to.
    most: u64,
}

/// A failing case and the smallest one that fails like it.
pub(crate) struct Explained {
    pub(crate) case: usize,
    pub(crate) part: usize,
    pub(crate) smallest: Smallest,
}

/// What it takes to judge.
pub(super) struct Judging<'a> {
    pub(super) suite: &'a dyn Suite,
    pub(super) subject: &'a Subject,
    pub(super) engines: &'a Engines,
    /// How long a case may take before it is given up.
    pub(super) case_time: Option<Duration>,
    pub(super) interrupted: &'a AtomicBool,
}

impl Judging<'_> {
    /// Judges some cases, in their order whatever the number of threads.
    pub(super) fn judge(&self, cases: &[usize], pool: &ThreadPool) -> Vec<Judged> {
        let bar = bar(cases.len() as u64);
        let mut judged = Vec::new();
        for round in cases.chunks(ROUND) {
            if self.interrupted.load(Ordering::Relaxed) {
                break;
            }
            let most = patience(&judged);
            let judge = |&case: &usize| {
                bar.inc(1);
                let verdict = self.verdict(case, most);
                Judged { case, part: self.suite.part(case), verdict, most }
            };
            let verdicts: Vec<Judged> = pool.install(|| round.par_iter().map(judge).collect());
            judged.extend(verdicts);
        }
        bar.finish_and_clear();
        judged
    }

    /// Judges a case, which may not take more than so many instructions.
    fn verdict(&self, case: usize, most: u64) -> Verdict {
        self.bench(self.case_time, most, |bench| self.suite.judge(case, bench))
    }

    /// The smallest failing cases: one for each kind of failure in each part, up to `most`.
    pub(super) fn explain(&self, judged: &[Judged], most: usize) -> Vec<Explained> {
        let bar = spinner();
        let mut explained = Vec::new();
        for Judged { case, part, most, .. } in worth_explaining(judged, most) {
            let (case, part) = (*case, *part);
            let smallest = self.bench(None, *most, |bench| self.suite.shrink(case, bench));
            explained.extend(smallest.map(|smallest| Explained { case, part, smallest }));
        }
        bar.finish_and_clear();
        explained
    }

    fn bench<T>(
        &self,
        time: Option<Duration>,
        most: u64,
        work: impl FnOnce(&mut Bench<'_>) -> T,
    ) -> T {
        let began = Instant::now();
        let mut should_stop = || {
            let is_late = time.is_some_and(|time| began.elapsed() >= time);
            is_late || self.interrupted.load(Ordering::Relaxed)
        };
        self.engines.lend(|engine| {
            let mut bench = Bench::new(self.subject, engine, &mut should_stop);
            bench.limits.instructions = bench.limits.instructions.min(most);
            work(&mut bench)
        })
    }
}

/// How many instructions a further case may take. A program that hangs again and again is not
/// waited for as long as one that is slow; it depends on nothing but the verdicts so far, so that
/// the number of threads does not change it.
fn patience(judged: &[Judged]) -> u64 {
    let is_hang = |judged: &&Judged| match &judged.verdict {
        Verdict::Failed(failure) => failure.kind == Kind::Hang,
        Verdict::Passed { .. } | Verdict::Skipped(_) | Verdict::NotJudged(_) => false,
    };
    let hangs = judged.iter().filter(is_hang).count();
    if hangs < HANGS_MIN {
        return u64::MAX;
    }
    let taken = judged.iter().map(|judged| match judged.verdict {
        Verdict::Passed { instructions } => instructions,
        Verdict::Failed(_) | Verdict::Skipped(_) | Verdict::NotJudged(_) => 0,
    });
    let longest = taken.max().unwrap_or(0);
    longest.saturating_mul(PATIENCE).max(HANG_INSTRUCTIONS / hangs as u64)
}

/// The first case of each kind of failure in each part, up to `most`: first one of each part, then
/// the other kinds, in the order of the cases.
fn worth_explaining(judged: &[Judged], most: usize) -> Vec<&Judged> {
    let mut firsts: Vec<(&Judged, Kind)> = Vec::new();
    for judged in judged {
        let Verdict::Failed(failure) = &judged.verdict else { continue };
        let is_known =
            |(it, kind): &(&Judged, Kind)| it.part == judged.part && *kind == failure.kind;
        if !firsts.iter().any(is_known) {
            firsts.push((judged, failure.kind));
        }
    }
    let mut parts: Vec<usize> = Vec::new();
    let (of_parts, others): (Vec<&Judged>, Vec<&Judged>) =
        firsts.into_iter().map(|(judged, _)| judged).partition(|judged| {
            let is_new = !parts.contains(&judged.part);
            parts.push(judged.part);
            is_new
        });
    let mut chosen: Vec<&Judged> = of_parts.into_iter().chain(others).take(most).collect();
    chosen.sort_unstable_by_key(|judged| judged.case);
    chosen
}

fn bar(cases: u64) -> ProgressBar {
    let style = "{wide_bar} {pos} of {len} cases, {elapsed}";
    styled(ProgressBar::with_draw_target(Some(cases), target()), style)
}

fn spinner() -> ProgressBar {
    let style = "{spinner} looking for the smallest input that fails, {elapsed}";
    let bar = styled(ProgressBar::with_draw_target(None, target()), style);
    if std::io::stderr().is_terminal() {
        bar.enable_steady_tick(Duration::from_millis(100));
    }
    bar
}

fn styled(bar: ProgressBar, style: &str) -> ProgressBar {
    bar.with_style(ProgressStyle::with_template(style).expect("the template is well-formed"))
}

fn target() -> ProgressDrawTarget {
    if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    }
}

#[cfg(test)]
mod tests {
    use jetan_grade::verdict::Failure;

    use super::*;

    fn failed(case: usize, part: usize, kind: Kind) -> Judged {
        Judged { case, part, verdict: Failure::new(kind, "", 0).into(), most: u64::MAX }
    }

    #[test]
    fn every_part_is_explained_before_a_second_mistake_of_one() {
        let judged = [
            failed(0, 0, Kind::Wrong),
            failed(1, 0, Kind::Ending),
            failed(2, 0, Kind::Wrong),
            failed(3, 1, Kind::Wrong),
            failed(4, 2, Kind::Crash),
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
        let hangs = |count: usize| (0..count).map(|case| failed(case, 0, Kind::Hang));
        let verdict = Verdict::Passed { instructions: 50_000_000 };
        let slow = Judged { case: 9, part: 0, verdict, most: u64::MAX };
        assert_eq!(patience(&hangs(1).collect::<Vec<_>>()), u64::MAX);
        assert_eq!(patience(&hangs(40).collect::<Vec<_>>()), HANG_INSTRUCTIONS / 40);
        let with_slow: Vec<Judged> = hangs(40).chain([slow]).collect();
        assert_eq!(patience(&with_slow), 500_000_000);
    }
}
