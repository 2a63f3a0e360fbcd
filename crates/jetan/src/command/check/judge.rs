//! Running the cases on several threads, and looking for the smallest that fail.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jetan_check::check::CaseSuite;
use jetan_check::judged::{JudgedCase, instruction_limit, worth_explaining};
use jetan_check::verdict::Verdict;
use jetan_report::check::ExplainedFailure;
use jetan_run::{SlicedJob, YieldPoint};
use jetan_sandbox::program::ProgramUnderTest;
use jetan_sandbox::runner::ProgramRunner;
use rayon::ThreadPool;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::engine::EnginePool;
use crate::panic_guard;

/// Cases that are judged before a look at how many of them hung.
const CASES_PER_ROUND: usize = 8;

/// The state that judging threads share.
pub(super) struct CaseJudge<'a> {
    pub(super) suite: &'a dyn CaseSuite,
    pub(super) subject: &'a ProgramUnderTest,
    pub(super) engines: &'a EnginePool,
    /// The time limit of a case.
    pub(super) case_time: Option<Duration>,
    pub(super) interrupted: &'a AtomicBool,
    /// Whether Jetan failed on a case.
    pub(super) failed: AtomicBool,
}

impl CaseJudge<'_> {
    /// Judges some cases, in their order whatever the number of threads.
    pub(super) fn judge(&self, cases: &[usize], pool: &ThreadPool) -> Vec<JudgedCase> {
        let bar = bar(cases.len() as u64);
        let mut judged = Vec::new();
        // Rounds of a fixed size and not of the number of threads: the limit of a case follows from
        // the rounds before it, and verdicts must be the same on every machine.
        for round in cases.chunks(CASES_PER_ROUND) {
            if self.interrupted.load(Ordering::Relaxed) {
                break;
            }
            let most = instruction_limit(&judged);
            let judge = |&case: &usize| {
                bar.inc(1);
                let verdict = self.verdict(case, most);
                JudgedCase { case, part: self.suite.part(case), verdict, most }
            };
            let verdicts: Vec<JudgedCase> = pool.install(|| round.par_iter().map(judge).collect());
            judged.extend(verdicts);
        }
        bar.finish_and_clear();
        judged
    }

    /// Judges a case, which may not take more than so many instructions.
    fn verdict(&self, case: usize, most: u64) -> Verdict {
        let judge =
            || self.bench(self.case_time, most, async |bench| self.suite.judge(case, bench).await);
        panic_guard::catch_panic(&self.suite.name(case), judge).unwrap_or_else(|why| {
            self.failed.store(true, Ordering::Relaxed);
            Verdict::NotJudged(format!("because Jetan failed, which is a bug in Jetan: {why}"))
        })
    }

    /// The smallest failing cases: one for each kind of failure in each part, up to `most`.
    pub(super) fn explain(&self, judged: &[JudgedCase], most: usize) -> Vec<ExplainedFailure> {
        let bar = spinner();
        let mut explained = Vec::new();
        for JudgedCase { case, part, most, .. } in worth_explaining(judged, most) {
            let (case, part) = (*case, *part);
            // The time limit is for judging only. Shrinking is bounded by instructions, so that its
            // result is the same everywhere.
            let shrink =
                || self.bench(None, *most, async |bench| self.suite.shrink(case, bench).await);
            let smallest =
                panic_guard::catch_panic(&self.suite.name(case), shrink).unwrap_or_else(|_| {
                    self.failed.store(true, Ordering::Relaxed);
                    None
                });
            explained.extend(smallest.map(|smallest| ExplainedFailure { case, part, smallest }));
        }
        bar.finish_and_clear();
        explained
    }

    fn bench<T>(
        &self,
        time: Option<Duration>,
        most: u64,
        work: impl AsyncFnOnce(&mut ProgramRunner<'_>) -> T,
    ) -> T {
        let began = Instant::now();
        let mut goes_on = |_| {
            let is_late = time.is_some_and(|time| began.elapsed() >= time);
            !is_late && !self.interrupted.load(Ordering::Relaxed)
        };
        self.engines.lend(|engine| {
            let job = async |point: YieldPoint| {
                let mut bench = ProgramRunner::new(self.subject, engine, &point);
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
    use jetan_asm::{AssemblyOptions, SourceSet};
    use jetan_check::adapter::Adapter;
    use jetan_check::check::SmallestFailure;
    use jetan_check::check::{CheckPlan, SuiteFuture, suite};
    use jetan_check::project::{CaseReproduction, ProjectPart};
    use jetan_games::GameTitle;
    use jetan_machine::Behaviour;
    use jetan_run::at_once;
    use jetan_run::loader::ShippedOnly;
    use jetan_run::{LoadPlan, load};
    use jetan_sandbox::limits::CaseLimits;

    use super::*;
    use crate::engine::EngineFlags;
    use crate::panic_guard::PANIC_NAME;

    /// The cases of a project, of which one makes Jetan panic.
    struct PanickingSuite(Box<dyn CaseSuite>);

    impl CaseSuite for PanickingSuite {
        fn parts(&self) -> &[ProjectPart] {
            self.0.parts()
        }

        fn notes(&self) -> Vec<String> {
            self.0.notes()
        }

        fn len(&self) -> usize {
            self.0.len()
        }

        fn name(&self, case: usize) -> String {
            if case == 1 { PANIC_NAME.to_owned() } else { self.0.name(case) }
        }

        fn part(&self, case: usize) -> usize {
            self.0.part(case)
        }

        fn judge<'j>(
            &'j self,
            case: usize,
            bench: &'j mut ProgramRunner<'_>,
        ) -> SuiteFuture<'j, Verdict> {
            self.0.judge(case, bench)
        }

        fn judge_asked<'j>(
            &'j self,
            case: usize,
            bench: &'j mut ProgramRunner<'_>,
        ) -> SuiteFuture<'j, Verdict> {
            self.0.judge_asked(case, bench)
        }

        fn shown(&self, case: usize) -> (jetan_check::picture::CasePicture, CaseReproduction) {
            self.0.shown(case)
        }

        fn shrink<'j>(
            &'j self,
            case: usize,
            bench: &'j mut ProgramRunner<'_>,
        ) -> SuiteFuture<'j, Option<SmallestFailure>> {
            self.0.shrink(case, bench)
        }
    }

    #[test]
    fn one_case_that_makes_jetan_panic_is_not_judged_and_the_others_are() {
        let sources = SourceSet::single("main.asm", "li $v0 10\nsyscall\n");
        let limits = CaseLimits::default();
        let setup = ProgramUnderTest::setup(Behaviour::JETAN, limits);
        let plan = LoadPlan::with_pack(AssemblyOptions::default(), setup, None);
        let loaded = load(&sources, plan, &mut ShippedOnly).expect("a program");
        let subject = ProgramUnderTest::new(loaded, None, limits);
        let engines = EnginePool::new(EngineFlags::default());
        let interrupted = AtomicBool::new(false);
        let plan = CheckPlan { seed: 1, generated: 2 };
        let suite = engines.lend(|engine| {
            let mut bench = ProgramRunner::new(&subject, engine, &YieldPoint::NONE);
            at_once(suite(GameTitle::Sudoku, &Adapter::default(), plan, &mut bench))
        });
        let suite = PanickingSuite(suite);
        let judging = CaseJudge {
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
