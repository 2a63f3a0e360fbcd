//! Running the cases on several threads, and looking for the smallest that fail.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jetan_check::check::Suite;
use jetan_check::judged::{Judged, patience, worth_explaining};
use jetan_check::verdict::Verdict;
use jetan_report::check::Explained;
use jetan_run::{SlicedJob, YieldPoint};
use jetan_sandbox::bench::Bench;
use jetan_sandbox::subject::Subject;
use rayon::ThreadPool;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::engine::Engines;
use crate::fate;

/// Cases that are judged before a look at how many of them hung.
const ROUND: usize = 8;

/// The state that judging threads share.
pub(super) struct Judging<'a> {
    pub(super) suite: &'a dyn Suite,
    pub(super) subject: &'a Subject,
    pub(super) engines: &'a Engines,
    /// The time limit of a case.
    pub(super) case_time: Option<Duration>,
    pub(super) interrupted: &'a AtomicBool,
    /// Whether Jetan failed on a case.
    pub(super) failed: AtomicBool,
}

impl Judging<'_> {
    /// Judges some cases, in their order whatever the number of threads.
    pub(super) fn judge(&self, cases: &[usize], pool: &ThreadPool) -> Vec<Judged> {
        let bar = bar(cases.len() as u64);
        let mut judged = Vec::new();
        // Rounds of a fixed size and not of the number of threads: the limit of a case follows from
        // the rounds before it, and verdicts must be the same on every machine.
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
        let judge =
            || self.bench(self.case_time, most, async |bench| self.suite.judge(case, bench).await);
        fate::alone(&self.suite.name(case), judge).unwrap_or_else(|why| {
            self.failed.store(true, Ordering::Relaxed);
            Verdict::NotJudged(format!("because Jetan failed, which is a bug in Jetan: {why}"))
        })
    }

    /// The smallest failing cases: one for each kind of failure in each part, up to `most`.
    pub(super) fn explain(&self, judged: &[Judged], most: usize) -> Vec<Explained> {
        let bar = spinner();
        let mut explained = Vec::new();
        for Judged { case, part, most, .. } in worth_explaining(judged, most) {
            let (case, part) = (*case, *part);
            // The time limit is for judging only. Shrinking is bounded by instructions, so that its
            // result is the same everywhere.
            let shrink =
                || self.bench(None, *most, async |bench| self.suite.shrink(case, bench).await);
            let smallest = fate::alone(&self.suite.name(case), shrink).unwrap_or_else(|_| {
                self.failed.store(true, Ordering::Relaxed);
                None
            });
            explained.extend(smallest.map(|smallest| Explained { case, part, smallest }));
        }
        bar.finish_and_clear();
        explained
    }

    fn bench<T>(
        &self,
        time: Option<Duration>,
        most: u64,
        work: impl AsyncFnOnce(&mut Bench<'_>) -> T,
    ) -> T {
        let began = Instant::now();
        let mut goes_on = |_| {
            let is_late = time.is_some_and(|time| began.elapsed() >= time);
            !is_late && !self.interrupted.load(Ordering::Relaxed)
        };
        self.engines.lend(|engine| {
            let job = async |point: YieldPoint| {
                let mut bench = Bench::new(self.subject, engine, &point);
                // The limits of the project stay the upper bound.
                bench.limits.instructions = bench.limits.instructions.min(most);
                work(&mut bench).await
            };
            SlicedJob::new(job).finish(&mut goes_on)
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
    // This starts a thread, which is of no use without a terminal.
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
    use jetan_asm::{Options, SourceSet};
    use jetan_check::adapter::Adapter;
    use jetan_check::check::Smallest;
    use jetan_check::check::{Awaited, Plan, suite};
    use jetan_check::project::{Part, Reproduction};
    use jetan_games::Name;
    use jetan_machine::Behaviour;
    use jetan_run::at_once;
    use jetan_run::loader::ShippedOnly;
    use jetan_run::{LoadPlan, load};
    use jetan_sandbox::limits::Limits;

    use super::*;
    use crate::engine::EngineFlags;
    use crate::fate::BOMB;

    /// The cases of a project, of which one makes Jetan panic.
    struct Mined(Box<dyn Suite>);

    impl Suite for Mined {
        fn parts(&self) -> &[Part] {
            self.0.parts()
        }

        fn notes(&self) -> Vec<String> {
            self.0.notes()
        }

        fn len(&self) -> usize {
            self.0.len()
        }

        fn name(&self, case: usize) -> String {
            if case == 1 { BOMB.to_owned() } else { self.0.name(case) }
        }

        fn part(&self, case: usize) -> usize {
            self.0.part(case)
        }

        fn judge<'j>(&'j self, case: usize, bench: &'j mut Bench<'_>) -> Awaited<'j, Verdict> {
            self.0.judge(case, bench)
        }

        fn judge_asked<'j>(
            &'j self,
            case: usize,
            bench: &'j mut Bench<'_>,
        ) -> Awaited<'j, Verdict> {
            self.0.judge_asked(case, bench)
        }

        fn shown(&self, case: usize) -> (jetan_check::picture::CasePicture, Reproduction) {
            self.0.shown(case)
        }

        fn shrink<'j>(
            &'j self,
            case: usize,
            bench: &'j mut Bench<'_>,
        ) -> Awaited<'j, Option<Smallest>> {
            self.0.shrink(case, bench)
        }
    }

    #[test]
    fn one_case_that_makes_jetan_panic_is_not_judged_and_the_others_are() {
        let sources = SourceSet::single("main.asm", "li $v0 10\nsyscall\n");
        let limits = Limits::default();
        let setup = Subject::setup(Behaviour::JETAN, limits);
        let plan = LoadPlan::with_pack(Options::default(), setup, None);
        let loaded = load(&sources, plan, &mut ShippedOnly).expect("a program");
        let subject = Subject::new(loaded, None, limits);
        let engines = Engines::new(EngineFlags::default());
        let interrupted = AtomicBool::new(false);
        let plan = Plan { seed: 1, generated: 2 };
        let suite = engines.lend(|engine| {
            let mut bench = Bench::new(&subject, engine, &YieldPoint::NONE);
            at_once(suite(Name::Sudoku, &Adapter::default(), plan, &mut bench))
        });
        let suite = Mined(suite);
        let judging = Judging {
            suite: &suite,
            subject: &subject,
            engines: &engines,
            case_time: None,
            interrupted: &interrupted,
            failed: AtomicBool::new(false),
        };
        let pool = crate::threads::frugal_pool(Some(1)).expect("threads");
        let judged = judging.judge(&[0, 1, 2], &pool);
        assert!(judged[0].verdict.is_failed() && judged[2].verdict.is_failed());
        let Verdict::NotJudged(why) = &judged[1].verdict else { panic!("it was judged") };
        assert!(why.contains("a bug in Jetan: a bomb"), "{why}");
        assert!(judging.failed.load(Ordering::Relaxed));
    }
}
