//! All cases of a project, and the search for the smallest one that fails.

use std::future::Future;
use std::pin::Pin;
use std::sync::OnceLock;

use jetan_games::GameTitle;
use jetan_games::rng::Rng;

use crate::adapter::Adapter;
use crate::picture::CasePicture;
use crate::program::ProgramUnderTest;
use crate::project::{CaseReproduction, CaseSize, ProjectChecker, ProjectPart};
use crate::projects;
use crate::runner::{ProgramRunner, ReplayableRun, START_MS};
use crate::verdict::{CaseFailure, FailureKind, NO_TIME, Verdict};

/// Most cases that are tried on the way to the smallest.
const SHRINK_TRIES_MAX: usize = 600;
/// While looking for a smaller case a program may take this many times the instructions that the
/// first one took, so that a hang is not waited for again and again.
const SHRINK_LIMIT_FACTOR: u64 = 4;
/// While looking for a smaller case that hangs it may take this part of them.
const HANG_LIMIT_DIVISOR: u64 = 16;
/// The least it may take.
const SHRINK_INSTRUCTIONS_MIN: u64 = 2_000_000;
/// Total instruction budget for probing the program's input format.
const PROBE_INSTRUCTIONS_MAX: u64 = 4_000_000_000;
/// Instruction budget of the search for the smallest case. Counted and not timed, so that the
/// same one is found on every machine.
const SHRINK_INSTRUCTIONS: u64 = 6_000_000_000;
/// Runs that take longer are not kept.
const REPLAY_INSTRUCTIONS_MAX: u64 = 100_000_000;
/// The years over which the clocks of cases are spread.
const CLOCK_SPREAD_YEARS: u64 = 8;
const YEAR_MS: u64 = 365 * 24 * 60 * 60 * 1000;
/// The seeds of cases are below this: short enough to be typed.
const CASE_SEEDS_END: u64 = 1_000_000;

/// The cases to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckPlan {
    /// The seed of the generated cases.
    pub seed: u64,
    /// The number of generated cases.
    pub generated: usize,
}

/// The smallest failing case that was found from a failing one.
#[derive(Clone)]
pub struct SmallestFailure {
    /// The error that it shows.
    pub failure: CaseFailure,
    /// The case as a person sees it.
    pub picture: CasePicture,
    /// The way to reproduce it.
    pub reproduction: CaseReproduction,
    /// The number of times a smaller case replaced it.
    pub steps: usize,
    /// The run that shows what is wrong, unless it takes too long to replay.
    pub kept: Option<ReplayableRun>,
}

/// The result of work that is done in slices.
pub type SuiteFuture<'w, T> = Pin<Box<dyn Future<Output = T> + 'w>>;

/// The cases of a project, numbered.
pub trait CaseSuite: Sync {
    /// The parts that cases are counted by.
    fn parts(&self) -> &[ProjectPart];

    /// Notes on how the program's input format was detected, in sentences.
    fn notes(&self) -> Vec<String>;

    /// The number of cases: those of the course first, then the generated ones.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of a case: one of the course's, or `generated 17`.
    fn name(&self, case: usize) -> String;

    /// The part that a case belongs to.
    fn part(&self, case: usize) -> usize;

    /// Runs a case and judges it. What the document leaves open is skipped, and the reason tells
    /// what the program does.
    fn judge<'j>(
        &'j self,
        case: usize,
        runner: &'j mut ProgramRunner<'_>,
    ) -> SuiteFuture<'j, Verdict>;

    /// The same for a case that somebody has asked for: it counts, whatever the document says.
    fn judge_asked<'j>(
        &'j self,
        case: usize,
        runner: &'j mut ProgramRunner<'_>,
    ) -> SuiteFuture<'j, Verdict>;

    /// A case as a person sees it, and how to see it again.
    fn shown(&self, case: usize) -> (CasePicture, CaseReproduction);

    /// Looks for the smallest case that fails as well; none if this one does not fail.
    fn shrink<'j>(
        &'j self,
        case: usize,
        runner: &'j mut ProgramRunner<'_>,
    ) -> SuiteFuture<'j, Option<SmallestFailure>>;
}

/// The cases of a project for a program under test.
///
/// Projects may run the program a few times to detect its input format.
pub async fn suite(
    name: GameTitle,
    adapter: &Adapter,
    plan: CheckPlan,
    runner: &mut ProgramRunner<'_>,
) -> Box<dyn CaseSuite> {
    // Probing has a budget of its own: what it spends must not be missing when cases are judged.
    let allowance = std::mem::replace(&mut runner.allowance, PROBE_INSTRUCTIONS_MAX);
    // Probing runs on a clock of the plan as well, for the reason that cases do.
    runner.start_ms = start_ms(&mut Rng::new(plan.seed));
    let suite: Box<dyn CaseSuite> = match name {
        GameTitle::Tetrisito => ProjectSuite::boxed(
            projects::tetrisito::TetrisitoChecker::new(adapter, runner).await,
            plan,
        ),
        GameTitle::FourInARow => ProjectSuite::boxed(
            projects::four_in_a_row::FourInARowChecker::new(adapter, runner).await,
            plan,
        ),
        GameTitle::Sudoku => {
            ProjectSuite::boxed(projects::sudoku::SudokuChecker::new(adapter, runner).await, plan)
        }
        GameTitle::Twenty48 => ProjectSuite::boxed(
            projects::twenty48::Twenty48Checker::new(adapter, runner).await,
            plan,
        ),
        GameTitle::ConnectFour => ProjectSuite::boxed(
            projects::connect_four::ConnectFourChecker::new(adapter, runner).await,
            plan,
        ),
    };
    runner.allowance = allowance;
    suite
}

/// The start of a program's clock: random, so that a program cannot see that it is being checked.
fn start_ms(rng: &mut Rng) -> i64 {
    START_MS.saturating_add_unsigned(rng.next_u64() % (CLOCK_SPREAD_YEARS * YEAR_MS))
}

/// A label that a project would call, by the name a course may have given it.
pub(crate) fn procedure(
    subject: &ProgramUnderTest,
    adapter: &Adapter,
    name: &str,
) -> Option<String> {
    let name = adapter.labels.get(name).map_or(name, String::as_str);
    subject.symbol(name).map(|_| name.to_owned())
}

struct ProjectSuite<P: ProjectChecker> {
    project: P,
    parts: Vec<ProjectPart>,
    fixed: Vec<(&'static str, P::Case)>,
    plan: CheckPlan,
    /// Made when they are wanted: making thousands takes its time, which threads can share and
    /// whoever waits can end.
    generated: Vec<OnceLock<P::Case>>,
}

impl<P: ProjectChecker + 'static> ProjectSuite<P> {
    fn boxed(project: P, plan: CheckPlan) -> Box<dyn CaseSuite> {
        let (parts, fixed) = (project.parts(), project.fixed());
        let generated = (0..plan.generated).map(|_| OnceLock::new()).collect();
        Box::new(ProjectSuite { project, parts, fixed, plan, generated })
    }
}

impl<P: ProjectChecker> ProjectSuite<P> {
    /// The seed of a case. Each has its own, so that more cases do not change the first ones.
    fn seed(&self, index: usize) -> u64 {
        // Spread by an odd constant: with `seed + index` case 1 of seed 0 would be case 0 of seed
        // 1.
        self.plan.seed.wrapping_mul(0x9e37_79b9).wrapping_add(index as u64)
    }

    /// Sets the clock and the seed that a program finds when a case starts.
    fn set_clock_and_seed(&self, case: usize, runner: &mut ProgramRunner<'_>) {
        // Another stream than the one that generates the case from the same number.
        let mut rng = Rng::new(self.seed(case).rotate_left(32));
        runner.start_ms = start_ms(&mut rng);
        // Set for each case and not once: the verdict must not depend on which cases ran before it
        // on this thread.
        runner.seed = (rng.next_u64() % CASE_SEEDS_END) as i64;
    }

    fn case(&self, case: usize) -> &P::Case {
        let Some(index) = case.checked_sub(self.fixed.len()) else { return &self.fixed[case].1 };
        self.generated[index].get_or_init(|| {
            let seed = self.seed(index);
            let size = CaseSize { index, total: self.plan.generated };
            self.project.generate(&mut Rng::new(seed), size)
        })
    }
}

impl<P: ProjectChecker> CaseSuite for ProjectSuite<P> {
    fn parts(&self) -> &[ProjectPart] {
        &self.parts
    }

    fn notes(&self) -> Vec<String> {
        self.project.notes()
    }

    fn len(&self) -> usize {
        self.fixed.len() + self.generated.len()
    }

    fn name(&self, case: usize) -> String {
        match self.fixed.get(case) {
            Some((name, _)) => format!("`{name}`"),
            None => format!("generated {}", case - self.fixed.len() + 1),
        }
    }

    fn part(&self, case: usize) -> usize {
        self.project.part_of(self.case(case))
    }

    fn judge<'j>(
        &'j self,
        case: usize,
        runner: &'j mut ProgramRunner<'_>,
    ) -> SuiteFuture<'j, Verdict> {
        Box::pin(async move {
            let verdict = self.judge_asked(case, runner).await;
            // Judged first and discounted then, because the report says what the program does with
            // such a case.
            match self.project.uncounted(self.case(case)) {
                Some(why) => uncounted(verdict, why),
                None => verdict,
            }
        })
    }

    fn judge_asked<'j>(
        &'j self,
        case: usize,
        runner: &'j mut ProgramRunner<'_>,
    ) -> SuiteFuture<'j, Verdict> {
        Box::pin(async move {
            self.set_clock_and_seed(case, runner);
            settled(self.project.judge(runner, self.case(case)).await, runner)
        })
    }

    fn shown(&self, case: usize) -> (CasePicture, CaseReproduction) {
        let case = self.case(case);
        (self.project.picture(case), self.project.reproduction(case))
    }

    fn shrink<'j>(
        &'j self,
        case: usize,
        runner: &'j mut ProgramRunner<'_>,
    ) -> SuiteFuture<'j, Option<SmallestFailure>> {
        Box::pin(self.shrink_case(case, runner))
    }
}

impl<P: ProjectChecker> ProjectSuite<P> {
    async fn shrink_case(
        &self,
        case: usize,
        runner: &mut ProgramRunner<'_>,
    ) -> Option<SmallestFailure> {
        self.set_clock_and_seed(case, runner);
        let case = self.case(case);
        let verdict = settled(self.project.judge(runner, case).await, runner);
        let Verdict::Failed(failure) = verdict else { return None };
        // The search spends from its own budget, so that explaining one failure does not shorten
        // the cases after it.
        let allowance = std::mem::replace(&mut runner.allowance, SHRINK_INSTRUCTIONS);
        let found = FailingCase { case: case.clone(), failure: *failure, steps: 0 };
        let count = found.failure.instructions;
        let found = if found.failure.kind == FailureKind::Hang {
            self.smallest_hang(found, runner).await
        } else {
            self.smallest(found, count.saturating_mul(SHRINK_LIMIT_FACTOR), runner).await
        };
        runner.allowance = allowance;
        // After the search: recording every try would copy the machine for each of them.
        let kept = self.keep(&found, runner).await;
        let reproduction = self.project.reproduction(&found.case);
        // A call is made again by the name of its case.
        let of_case = reproduction.call.is_none().then_some(runner.seed);
        Some(SmallestFailure {
            kept,
            picture: self.project.picture(&found.case),
            reproduction: CaseReproduction {
                start_ms: Some(runner.start_ms),
                seed: reproduction.seed.or(of_case),
                ..reproduction
            },
            failure: found.failure,
            steps: found.steps,
        })
    }
}

/// A verdict on runs none of which was stopped by the clock on the wall, or that there is none.
pub fn settled(verdict: Verdict, runner: &ProgramRunner<'_>) -> Verdict {
    if runner.is_stopped() { Verdict::NotJudged(NO_TIME.to_owned()) } else { verdict }
}

/// A verdict on a case that counts neither way.
fn uncounted(verdict: Verdict, why: &str) -> Verdict {
    let what = match verdict {
        Verdict::Passed { mishap: None, .. } => "the program copes with it".to_owned(),
        Verdict::Passed { mishap: Some(mishap), .. } => {
            format!("the program copes with it, but after its answer {}", mishap.summary)
        }
        Verdict::Failed(failure) => format!("{}: {}", failure.kind.name(), failure.summary),
        other => return other,
    };
    Verdict::Skipped(format!("{why} ({what})"))
}

/// A failing case on the way to the smallest.
#[derive(Clone)]
struct FailingCase<C> {
    case: C,
    failure: CaseFailure,
    steps: usize,
}

impl<P: ProjectChecker> ProjectSuite<P> {
    /// The last run of a case that failed, to be looked at.
    async fn keep(
        &self,
        found: &FailingCase<P::Case>,
        runner: &mut ProgramRunner<'_>,
    ) -> Option<ReplayableRun> {
        if found.failure.instructions > REPLAY_INSTRUCTIONS_MAX {
            return None;
        }
        runner.keeps = true;
        let verdict = self.project.judge(runner, &found.case).await;
        runner.keeps = false;
        // A run that passes this time, or was cut, would be replayed as evidence of something it
        // does not show.
        runner.kept.take().filter(|_| verdict.is_failed() && !runner.is_stopped())
    }

    /// Looks for the smallest case that does not end. Most that do end do so soon, so the search
    /// is a hasty one at first; only if its result ends after all it is repeated.
    async fn smallest_hang(
        &self,
        found: FailingCase<P::Case>,
        runner: &mut ProgramRunner<'_>,
    ) -> FailingCase<P::Case> {
        let count = found.failure.instructions;
        let hasty = self.smallest(found.clone(), count / HANG_LIMIT_DIVISOR, runner).await;
        // With the full limit: what exceeded a sixteenth of it may still end.
        match self.project.judge(runner, &hasty.case).await {
            Verdict::Failed(failure) if failure.kind == FailureKind::Hang => {
                FailingCase { failure: *failure, ..hasty }
            }
            _ => self.smallest(found, count, runner).await,
        }
    }

    /// Goes on to smaller cases that fail in the same way, none of which may take more than so
    /// many instructions.
    async fn smallest(
        &self,
        mut found: FailingCase<P::Case>,
        instructions: u64,
        runner: &mut ProgramRunner<'_>,
    ) -> FailingCase<P::Case> {
        let limits = runner.limits;
        // The least bound matters for cases that fail at once: a smaller case may take another path
        // before it fails.
        let most = limits.instructions.min(instructions.max(SHRINK_INSTRUCTIONS_MIN));
        let mut tries = 0;
        'smaller: while tries < SHRINK_TRIES_MAX {
            for candidate in self.project.smaller(&found.case) {
                // Counted over all rounds: a project may offer hundreds of candidates in each.
                tries += 1;
                // A run that is cut short for want of an allowance would look like a hang.
                let is_over = tries > SHRINK_TRIES_MAX || runner.allowance < most;
                if is_over || runner.is_stopped() || !runner.point.reach(tries as u64).await {
                    break 'smaller;
                }
                runner.limits.instructions = most;
                let verdict = self.project.judge(runner, &candidate).await;
                // Restored before the verdict is used, on every path.
                runner.limits = limits;
                if let Verdict::Failed(failure) = verdict
                    // A failure of another kind is another error of the program, and explaining
                    // that one would be confusing.
                    && failure.kind == found.failure.kind
                    && !runner.is_stopped()
                {
                    let steps = found.steps + 1;
                    found = FailingCase { case: candidate, failure: *failure, steps };
                    continue 'smaller;
                }
            }
            break;
        }
        found
    }
}
