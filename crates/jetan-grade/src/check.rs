//! All cases of a project, and the search for the smallest one that fails.

use std::sync::OnceLock;

use jetan_games::Name;
use jetan_games::rng::Rng;

use crate::adapter::Adapter;
use crate::bench::Bench;
use crate::project::{Part, Project, Reproduction, Size};
use crate::projects;
use crate::subject::Subject;
use crate::verdict::{Failure, Kind, Verdict};

/// How many cases are tried at most on the way to the smallest.
const TRIES_MAX: usize = 600;
/// While looking for a smaller case a program may take this many times the instructions that the
/// first one took, so that a hang is not waited for again and again.
const PATIENCE: u64 = 4;
/// While looking for a smaller case that hangs it may take this part of them.
const HASTE: u64 = 16;
/// The least it may take.
const PATIENCE_MIN: u64 = 2_000_000;

/// What is to be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What the generated cases come from.
    pub seed: u64,
    /// How many there are.
    pub generated: usize,
}

/// The smallest failing case that was found from a failing one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smallest {
    /// What is wrong with it.
    pub failure: Failure,
    /// The case as a person sees it.
    pub picture: String,
    /// How to see it again.
    pub reproduction: Reproduction,
    /// How many times a smaller case took its place.
    pub steps: usize,
}

/// The cases of a project, numbered.
pub trait Suite: Sync {
    /// The parts.
    fn parts(&self) -> &[Part];

    /// What a person should know about how the program was understood, in sentences.
    fn notes(&self) -> Vec<String>;

    /// How many cases there are: those of the course first, then the generated ones.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of a case: one of the course's, or `generated 17`.
    fn name(&self, case: usize) -> String;

    /// Which part a case belongs to.
    fn part(&self, case: usize) -> usize;

    /// Runs a case and judges it.
    fn judge(&self, case: usize, bench: &mut Bench<'_>) -> Verdict;

    /// Looks for the smallest case that fails as well; none if this one does not fail.
    fn shrink(&self, case: usize, bench: &mut Bench<'_>) -> Option<Smallest>;
}

/// The cases of a project for a subject.
///
/// Projects may try the subject once to find out how it talks, for which they need a bench.
pub fn suite(name: Name, adapter: &Adapter, plan: Plan, bench: &mut Bench<'_>) -> Box<dyn Suite> {
    match name {
        Name::Tetrisito => Cases::boxed(projects::tetrisito::Tetrisito::new(adapter, bench), plan),
        Name::FourInARow => {
            Cases::boxed(projects::four_in_a_row::FourInARow::new(adapter, bench), plan)
        }
        Name::Sudoku => Cases::boxed(projects::sudoku::Sudoku::new(adapter, bench), plan),
        Name::Twenty48 => Cases::boxed(projects::twenty48::Twenty48::new(adapter, bench), plan),
        Name::ConnectFour => {
            Cases::boxed(projects::connect_four::ConnectFour::new(adapter, bench), plan)
        }
    }
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
    fn case(&self, case: usize) -> &P::Case {
        let Some(index) = case.checked_sub(self.fixed.len()) else { return &self.fixed[case].1 };
        self.generated[index].get_or_init(|| {
            // Every case has chance of its own: more cases do not change the first ones.
            let seed = self.plan.seed.wrapping_mul(0x9e37_79b9).wrapping_add(index as u64);
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

    fn judge(&self, case: usize, bench: &mut Bench<'_>) -> Verdict {
        self.project.judge(bench, self.case(case))
    }

    fn shrink(&self, case: usize, bench: &mut Bench<'_>) -> Option<Smallest> {
        let case = self.case(case);
        let Verdict::Failed(failure) = self.project.judge(bench, case) else { return None };
        let found = Found { case: case.clone(), failure: *failure, steps: 0 };
        let count = found.failure.instructions;
        let found = if found.failure.kind == Kind::Hang {
            self.smallest_hang(found, bench)
        } else {
            self.smallest(found, count.saturating_mul(PATIENCE), bench)
        };
        Some(Smallest {
            picture: self.project.picture(&found.case),
            reproduction: self.project.reproduction(&found.case),
            failure: found.failure,
            steps: found.steps,
        })
    }
}

/// A failing case on the way to the smallest.
#[derive(Clone)]
struct Found<C> {
    case: C,
    failure: Failure,
    steps: usize,
}

impl<P: Project> Cases<P> {
    /// Looks for the smallest case that does not end. Most that do end do so soon, so the search
    /// is a hasty one at first; only if its result ends after all it is repeated.
    fn smallest_hang(&self, found: Found<P::Case>, bench: &mut Bench<'_>) -> Found<P::Case> {
        let count = found.failure.instructions;
        let hasty = self.smallest(found.clone(), count / HASTE, bench);
        match self.project.judge(bench, &hasty.case) {
            Verdict::Failed(failure) if failure.kind == Kind::Hang => {
                Found { failure: *failure, ..hasty }
            }
            _ => self.smallest(found, count, bench),
        }
    }

    /// Goes on to smaller cases that fail in the same way, none of which may take more than so
    /// many instructions.
    fn smallest(
        &self,
        mut found: Found<P::Case>,
        instructions: u64,
        bench: &mut Bench<'_>,
    ) -> Found<P::Case> {
        let limits = bench.limits;
        let mut tries = 0;
        'smaller: while tries < TRIES_MAX {
            for candidate in self.project.smaller(&found.case) {
                tries += 1;
                if tries > TRIES_MAX || (bench.should_stop)() {
                    break 'smaller;
                }
                bench.limits.instructions = limits.instructions.min(instructions.max(PATIENCE_MIN));
                let verdict = self.project.judge(bench, &candidate);
                bench.limits = limits;
                if let Verdict::Failed(failure) = verdict
                    && failure.kind == found.failure.kind
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
