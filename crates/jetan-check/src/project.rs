//! The interface of a project: its cases, how to judge them, and smaller cases.

use std::fmt;
use std::future::Future;

use jetan_games::rng::Rng;

use crate::picture::CasePicture;
use crate::runner::ProgramRunner;
use crate::verdict::Verdict;

/// A part of a project that is judged by itself, such as a task of a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProjectPart {
    /// The part's name: a procedure, or `games`.
    pub name: &'static str,
    /// The points it is worth, where the course gives points.
    pub points: Option<u32>,
}

impl ProjectPart {
    /// The points for so many cases that passed and failed, and the most possible; none if it gives
    /// no points or no case was judged.
    pub fn score(&self, passed: u32, failed: u32) -> Option<(u32, u32)> {
        let points = self.points?;
        let cases = passed.saturating_add(failed);
        // Multiplied before it is divided, in 64 bits; rounded down, so that full points need every
        // case.
        let scored = u64::from(points) * u64::from(passed) / u64::from(cases.max(1));
        (cases > 0).then_some((scored as u32, points))
    }
}

/// The size of a generated case: the first ones tiny, the last ones as large as they get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaseSize {
    /// The number of the generated case, from 0.
    pub index: usize,
    /// The number of generated cases.
    pub total: usize,
}

impl CaseSize {
    /// A number from `least` for the first case to `most` for the last.
    pub fn between(self, least: usize, most: usize) -> usize {
        // With a single case there is no last one to divide by; it is then of the least size.
        let last = self.total.saturating_sub(1).max(1);
        least + (most - least) * self.index.min(last) / last
    }
}

/// The steps to reproduce a case by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseReproduction {
    /// The console input.
    pub console: Vec<u8>,
    /// The keys of the keyboard device.
    pub keys: Vec<u8>,
    /// The seed of the random generators, where it matters.
    pub seed: Option<i64>,
    /// Milliseconds since 1970 at which the program's clock starts.
    pub start_ms: Option<i64>,
    /// A call that no command line can make, in words: `slide with 2 0 2 4 in the four cells`.
    pub call: Option<String>,
}

/// One of the projects, with the rules and the forms that were chosen for it.
pub trait ProjectChecker: Sync {
    /// One thing that a program of the project must do.
    type Case: Clone + fmt::Debug + Send + Sync;

    /// The parts that are judged by themselves; at least one.
    fn parts(&self) -> Vec<ProjectPart>;

    /// The part that a case belongs to.
    fn part_of(&self, case: &Self::Case) -> usize;

    /// The cases of the course, with names, the simplest first.
    fn fixed(&self) -> Vec<(&'static str, Self::Case)>;

    /// A generated case. Together they reach every part and every edge case.
    fn generate(&self, rng: &mut Rng, size: CaseSize) -> Self::Case;

    /// Notes on how the program's input format was detected, in sentences.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Why a case counts neither way unless somebody asks for it by name: the document leaves open
    /// what a program should do. What it does is reported all the same.
    fn uncounted(&self, _case: &Self::Case) -> Option<&'static str> {
        None
    }

    /// Runs the program and compares.
    fn judge(
        &self,
        runner: &mut ProgramRunner<'_>,
        case: &Self::Case,
    ) -> impl Future<Output = Verdict>;

    /// Cases that are a little smaller, the smallest first. Each is strictly smaller, so that
    /// shrinking a failing case step by step ends.
    fn smaller(&self, case: &Self::Case) -> Vec<Self::Case>;

    /// The case as a person sees it: boards as boards, moves as moves.
    fn picture(&self, case: &Self::Case) -> CasePicture;

    /// The steps to reproduce it.
    fn reproduction(&self, case: &Self::Case) -> CaseReproduction;
}
