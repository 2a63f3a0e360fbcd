//! Running the cases on several threads, and looking for the smallest that fail.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jetan_grade::bench::Bench;
use jetan_grade::check::{Smallest, Suite};
use jetan_grade::subject::Subject;
use jetan_grade::verdict::{Kind, Verdict};
use jetan_machine::Interpreter;
use rayon::ThreadPool;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

/// A case and what it came to.
pub(crate) struct Judged {
    pub(crate) case: usize,
    pub(crate) part: usize,
    pub(crate) verdict: Verdict,
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
    pub(super) case_time: Duration,
    pub(super) interrupted: &'a AtomicBool,
}

impl Judging<'_> {
    /// Judges some cases, in their order whatever the number of threads.
    pub(super) fn judge(&self, cases: &[usize], pool: &ThreadPool) -> Vec<Judged> {
        let bar = bar(cases.len() as u64);
        let judge = |engine: &mut Interpreter, &case: &usize| {
            let verdict = self.bench(engine, self.case_time, |bench| {
                if (bench.should_stop)() {
                    Verdict::Skipped("there was no time".to_owned())
                } else {
                    self.suite.judge(case, bench)
                }
            });
            bar.inc(1);
            Judged { case, part: self.suite.part(case), verdict }
        };
        let judged =
            pool.install(|| cases.par_iter().map_init(Interpreter::default, judge).collect());
        bar.finish_and_clear();
        judged
    }

    /// The smallest failing cases: one for each kind of failure in each part, up to `most`.
    pub(super) fn explain(&self, judged: &[Judged], most: usize, time: Duration) -> Vec<Explained> {
        let mut seen: Vec<(usize, Kind)> = Vec::new();
        let mut explained = Vec::new();
        let mut engine: Interpreter = Interpreter::default();
        let bar = spinner();
        for Judged { case, part, verdict } in judged {
            let Verdict::Failed(failure) = verdict else { continue };
            if explained.len() == most || seen.contains(&(*part, failure.kind)) {
                continue;
            }
            seen.push((*part, failure.kind));
            let smallest = self.bench(&mut engine, time, |bench| self.suite.shrink(*case, bench));
            if let Some(smallest) = smallest {
                explained.push(Explained { case: *case, part: *part, smallest });
            }
        }
        bar.finish_and_clear();
        explained
    }

    fn bench<T>(
        &self,
        engine: &mut Interpreter,
        time: Duration,
        work: impl FnOnce(&mut Bench<'_>) -> T,
    ) -> T {
        let began = Instant::now();
        let mut should_stop =
            || self.interrupted.load(Ordering::Relaxed) || began.elapsed() >= time;
        work(&mut Bench::new(self.subject, engine, &mut should_stop))
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
