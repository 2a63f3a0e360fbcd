//! Running the cases on several threads, and looking for the smallest that fail.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jetan_grade::bench::Bench;
use jetan_grade::check::{Smallest, Suite};
use jetan_grade::judged::{Judged, patience, worth_explaining};
use jetan_grade::subject::Subject;
use jetan_grade::verdict::Verdict;
use rayon::ThreadPool;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::engine::Engines;

/// How many cases are judged before a look at how many of them hung.
const ROUND: usize = 8;

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
