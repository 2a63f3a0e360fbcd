//! All cases of a project, and the search for the smallest one that fails.

use std::future::Future;
use std::pin::Pin;
use std::sync::OnceLock;

use jetan_games::Name;
use jetan_games::rng::Rng;

use crate::adapter::Adapter;
use crate::bench::{Bench, Kept, START_MS};
use crate::picture::CasePicture;
use crate::project::{Part, Project, Reproduction, Size};
use crate::projects;
use crate::subject::Subject;
use crate::verdict::{Failure, Kind, NO_TIME, Verdict};

/// Most cases that are tried on the way to the smallest.
const TRIES_MAX: usize = 600;
/// While looking for a smaller case a program may take this many times the instructions that the
/// first one took, so that a hang is not waited for again and again.
const PATIENCE: u64 = 4;
/// While looking for a smaller case that hangs it may take this part of them.
const HASTE: u64 = 16;
/// The least it may take.
const PATIENCE_MIN: u64 = 2_000_000;
/// Total instruction budget for probing the program's input format.
const ACQUAINTANCE_INSTRUCTIONS: u64 = 4_000_000_000;
/// Instruction budget of the search for the smallest case. Counted and not timed, so that the
/// same one is found on every machine.
const SHRINK_INSTRUCTIONS: u64 = 6_000_000_000;
/// Runs that take longer are not kept.
const KEPT_INSTRUCTIONS: u64 = 100_000_000;
/// The years over which the clocks of cases are spread.
const YEARS: u64 = 8;
const YEAR_MS: u64 = 365 * 24 * 60 * 60 * 1000;
/// The seeds of cases are below this: short enough to be typed.
const SEEDS: u64 = 1_000_000;

/// The cases to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The seed of the generated cases.
    pub seed: u64,
    /// The number of generated cases.
    pub generated: usize,
}

/// The smallest failing case that was found from a failing one.
#[derive(Clone)]
pub struct Smallest {
    /// The error that it shows.
    pub failure: Failure,
    /// The case as a person sees it.
    pub picture: CasePicture,
    /// The way to reproduce it.
    pub reproduction: Reproduction,
    /// The number of times a smaller case replaced it.
    pub steps: usize,
    /// The run that shows what is wrong, unless it takes too long to replay.
    pub kept: Option<Kept>,
}

/// The result of work that is done in slices.
pub type Awaited<'w, T> = Pin<Box<dyn Future<Output = T> + 'w>>;

/// The cases of a project, numbered.
pub trait Suite: Sync {
    /// The parts that cases are counted by.
    fn parts(&self) -> &[Part];

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
    fn judge<'j>(&'j self, case: usize, bench: &'j mut Bench<'_>) -> Awaited<'j, Verdict>;

    /// The same for a case that somebody has asked for: it counts, whatever the document says.
    fn judge_asked<'j>(&'j self, case: usize, bench: &'j mut Bench<'_>) -> Awaited<'j, Verdict>;

    /// A case as a person sees it, and how to see it again.
    fn shown(&self, case: usize) -> (CasePicture, Reproduction);

    /// Looks for the smallest case that fails as well; none if this one does not fail.
    fn shrink<'j>(&'j self, case: usize, bench: &'j mut Bench<'_>)
    -> Awaited<'j, Option<Smallest>>;
}

/// The cases of a project for a program under test.
///
/// Projects may run the program a few times to detect its input format.
pub async fn suite(
    name: Name,
    adapter: &Adapter,
    plan: Plan,
    bench: &mut Bench<'_>,
) -> Box<dyn Suite> {
    // Probing has a budget of its own: what it spends must not be missing when cases are judged.
    let allowance = std::mem::replace(&mut bench.allowance, ACQUAINTANCE_INSTRUCTIONS);
    // Probing runs on a clock of the plan as well, for the reason that cases do.
    bench.start_ms = start_ms(&mut Rng::new(plan.seed));
    let suite: Box<dyn Suite> = match name {
        Name::Tetrisito => {
            Cases::boxed(projects::tetrisito::Tetrisito::new(adapter, bench).await, plan)
        }
        Name::FourInARow => {
            Cases::boxed(projects::four_in_a_row::FourInARow::new(adapter, bench).await, plan)
        }
        Name::Sudoku => Cases::boxed(projects::sudoku::Sudoku::new(adapter, bench).await, plan),
        Name::Twenty48 => {
            Cases::boxed(projects::twenty48::Twenty48::new(adapter, bench).await, plan)
        }
        Name::ConnectFour => {
            Cases::boxed(projects::connect_four::ConnectFour::new(adapter, bench).await, plan)
        }
    };
    bench.allowance = allowance;
    suite
}

/// The start of a program's clock: random, so that a program cannot see that it is being checked.
fn start_ms(rng: &mut Rng) -> i64 {
    START_MS.saturating_add_unsigned(rng.next_u64() % (YEARS * YEAR_MS))
}

/// A label that a project would call, by the name a course may have given it.
pub(crate) fn procedure(subject: &Subject, adapter: &Adapter, name: &str) -> Option<String> {
    let name = adapter.labels.get(name).map_or(name, String::as_str);
    subject.symbol(name).map(|_| name.to_owned())
}

struct Cases<P: Project> {
    project: P,
    parts: Vec<Part>,
    fixed: Vec<(&'static str, P::Case)>,
    plan: Plan,
    /// Made when they are wanted: making thousands takes its time, which threads can share and
    /// whoever waits can end.
    generated: Vec<OnceLock<P::Case>>,
}

impl<P: Project + 'static> Cases<P> {
    fn boxed(project: P, plan: Plan) -> Box<dyn Suite> {
        let (parts, fixed) = (project.parts(), project.fixed());
        let generated = (0..plan.generated).map(|_| OnceLock::new()).collect();
        Box::new(Cases { project, parts, fixed, plan, generated })
    }
}

impl<P: Project> Cases<P> {
    /// The seed of a case. Each has its own, so that more cases do not change the first ones.
    fn seed(&self, index: usize) -> u64 {
        // Spread by an odd constant: with `seed + index` case 1 of seed 0 would be case 0 of seed
        // 1.
        self.plan.seed.wrapping_mul(0x9e37_79b9).wrapping_add(index as u64)
    }

    /// Sets the clock and the seed that a program finds when a case starts.
    fn set_scene(&self, case: usize, bench: &mut Bench<'_>) {
        // Another stream than the one that generates the case from the same number.
        let mut rng = Rng::new(self.seed(case).rotate_left(32));
        bench.start_ms = start_ms(&mut rng);
        // Set for each case and not once: the verdict must not depend on which cases ran before it
        // on this thread.
        bench.seed = (rng.next_u64() % SEEDS) as i64;
    }

    fn case(&self, case: usize) -> &P::Case {
        let Some(index) = case.checked_sub(self.fixed.len()) else { return &self.fixed[case].1 };
        self.generated[index].get_or_init(|| {
            let seed = self.seed(index);
            let size = Size { index, total: self.plan.generated };
            self.project.generate(&mut Rng::new(seed), size)
        })
    }
}

impl<P: Project> Suite for Cases<P> {
    fn parts(&self) -> &[Part] {
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

    fn judge<'j>(&'j self, case: usize, bench: &'j mut Bench<'_>) -> Awaited<'j, Verdict> {
        Box::pin(async move {
            let verdict = self.judge_asked(case, bench).await;
            // Judged first and discounted then, because the report says what the program does with
            // such a case.
            match self.project.uncounted(self.case(case)) {
                Some(why) => uncounted(verdict, why),
                None => verdict,
            }
        })
    }

    fn judge_asked<'j>(&'j self, case: usize, bench: &'j mut Bench<'_>) -> Awaited<'j, Verdict> {
        Box::pin(async move {
            self.set_scene(case, bench);
            settled(self.project.judge(bench, self.case(case)).await, bench)
        })
    }

    fn shown(&self, case: usize) -> (CasePicture, Reproduction) {
        let case = self.case(case);
        (self.project.picture(case), self.project.reproduction(case))
    }

    fn shrink<'j>(
        &'j self,
        case: usize,
        bench: &'j mut Bench<'_>,
    ) -> Awaited<'j, Option<Smallest>> {
        Box::pin(self.shrink_case(case, bench))
    }
}

impl<P: Project> Cases<P> {
    async fn shrink_case(&self, case: usize, bench: &mut Bench<'_>) -> Option<Smallest> {
        self.set_scene(case, bench);
        let case = self.case(case);
        let verdict = settled(self.project.judge(bench, case).await, bench);
        let Verdict::Failed(failure) = verdict else { return None };
        // The search spends from its own budget, so that explaining one failure does not shorten
        // the cases after it.
        let allowance = std::mem::replace(&mut bench.allowance, SHRINK_INSTRUCTIONS);
        let found = Found { case: case.clone(), failure: *failure, steps: 0 };
        let count = found.failure.instructions;
        let found = if found.failure.kind == Kind::Hang {
            self.smallest_hang(found, bench).await
        } else {
            self.smallest(found, count.saturating_mul(PATIENCE), bench).await
        };
        bench.allowance = allowance;
        // After the search: recording every try would copy the machine for each of them.
        let kept = self.keep(&found, bench).await;
        let reproduction = self.project.reproduction(&found.case);
        // A call is made again by the name of its case.
        let of_case = reproduction.call.is_none().then_some(bench.seed);
        Some(Smallest {
            kept,
            picture: self.project.picture(&found.case),
            reproduction: Reproduction {
                start_ms: Some(bench.start_ms),
                seed: reproduction.seed.or(of_case),
                ..reproduction
            },
            failure: found.failure,
            steps: found.steps,
        })
    }
}

/// A verdict on runs none of which was stopped by the clock on the wall, or that there is none.
pub fn settled(verdict: Verdict, bench: &Bench<'_>) -> Verdict {
    if bench.is_stopped() { Verdict::NotJudged(NO_TIME.to_owned()) } else { verdict }
}

/// A verdict on a case that counts neither way.
fn uncounted(verdict: Verdict, why: &str) -> Verdict {
    let told = match verdict {
        Verdict::Passed { .. } => "the program copes with it".to_owned(),
        Verdict::Failed(failure) => format!("{}: {}", failure.kind.name(), failure.summary),
        other => return other,
    };
    Verdict::Skipped(format!("{why} ({told})"))
}

/// A failing case on the way to the smallest.
#[derive(Clone)]
struct Found<C> {
    case: C,
    failure: Failure,
    steps: usize,
}

impl<P: Project> Cases<P> {
    /// The last run of a case that failed, to be looked at.
    async fn keep(&self, found: &Found<P::Case>, bench: &mut Bench<'_>) -> Option<Kept> {
        if found.failure.instructions > KEPT_INSTRUCTIONS {
            return None;
        }
        bench.keeps = true;
        let verdict = self.project.judge(bench, &found.case).await;
        bench.keeps = false;
        // A run that passes this time, or was cut, would be replayed as evidence of something it
        // does not show.
        bench.kept.take().filter(|_| verdict.is_failed() && !bench.is_stopped())
    }

    /// Looks for the smallest case that does not end. Most that do end do so soon, so the search
    /// is a hasty one at first; only if its result ends after all it is repeated.
    async fn smallest_hang(&self, found: Found<P::Case>, bench: &mut Bench<'_>) -> Found<P::Case> {
        let count = found.failure.instructions;
        let hasty = self.smallest(found.clone(), count / HASTE, bench).await;
        // With the full limit: what exceeded a sixteenth of it may still end.
        match self.project.judge(bench, &hasty.case).await {
            Verdict::Failed(failure) if failure.kind == Kind::Hang => {
                Found { failure: *failure, ..hasty }
            }
            _ => self.smallest(found, count, bench).await,
        }
    }

    /// Goes on to smaller cases that fail in the same way, none of which may take more than so
    /// many instructions.
    async fn smallest(
        &self,
        mut found: Found<P::Case>,
        instructions: u64,
        bench: &mut Bench<'_>,
    ) -> Found<P::Case> {
        let limits = bench.limits;
        // The least bound matters for cases that fail at once: a smaller case may take another path
        // before it fails.
        let most = limits.instructions.min(instructions.max(PATIENCE_MIN));
        let mut tries = 0;
        'smaller: while tries < TRIES_MAX {
            for candidate in self.project.smaller(&found.case) {
                // Counted over all rounds: a project may offer hundreds of candidates in each.
                tries += 1;
                // A run that is cut short for want of an allowance would look like a hang.
                let is_over = tries > TRIES_MAX || bench.allowance < most;
                if is_over || bench.is_stopped() || !bench.point.reach(tries as u64).await {
                    break 'smaller;
                }
                bench.limits.instructions = most;
                let verdict = self.project.judge(bench, &candidate).await;
                // Restored before the verdict is used, on every path.
                bench.limits = limits;
                if let Verdict::Failed(failure) = verdict
                    // A failure of another kind is another error of the program, and explaining
                    // that one would be confusing.
                    && failure.kind == found.failure.kind
                    && !bench.is_stopped()
                {
                    let steps = found.steps + 1;
                    found = Found { case: candidate, failure: *failure, steps };
                    continue 'smaller;
                }
            }
            break;
        }
        found
    }
}
