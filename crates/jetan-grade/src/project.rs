//! What a project has to say: its cases, how to judge them, and smaller cases.

use std::fmt;

use jetan_games::rng::Rng;

use crate::bench::Bench;
use crate::verdict::Verdict;

/// A part of a project that is judged by itself, such as a task of a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name: a procedure, or `games`.
    pub name: &'static str,
    /// What it is worth, where the course gives points.
    pub points: Option<u32>,
}

impl Part {
    /// What so many cases that passed and failed are worth, and what it could be; none if it gives
    /// no points or no case was judged.
    pub fn score(&self, passed: u32, failed: u32) -> Option<(u32, u32)> {
        let points = self.points?;
        let cases = passed.saturating_add(failed);
        let scored = u64::from(points) * u64::from(passed) / u64::from(cases.max(1));
        (cases > 0).then_some((scored as u32, points))
    }
}

/// How large a generated case should be: the first ones tiny, the last ones as large as they get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Which of the generated cases it is, from 0.
    pub index: usize,
    /// How many there are.
    pub total: usize,
}

impl Size {
    /// A number from `least` for the first case to `most` for the last.
    pub fn between(self, least: usize, most: usize) -> usize {
        let last = self.total.saturating_sub(1).max(1);
        least + (most - least) * self.index.min(last) / last
    }
}

/// How to see a case again by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reproduction {
    /// What is typed on the console.
    pub console: Vec<u8>,
    /// What is typed on the keyboard device.
    pub keys: Vec<u8>,
    /// The seed of the random generators, where chance matters.
    pub seed: Option<i64>,
    /// Milliseconds since 1970 at which the program's clock starts.
    pub start_ms: Option<i64>,
    /// A call that no command line can make, in words: `slide with 2 0 2 4 in the four cells`.
    pub call: Option<String>,
}

/// One of the projects, with the rules and the forms that were chosen for it.
pub trait Project: Sync {
    /// One thing that a program of the project must do.
    type Case: Clone + fmt::Debug + Send + Sync;

    /// The parts that are judged by themselves; at least one.
    fn parts(&self) -> Vec<Part>;

    /// Which part a case belongs to.
    fn part_of(&self, case: &Self::Case) -> usize;

    /// The cases of the course, with names, the simplest first.
    fn fixed(&self) -> Vec<(&'static str, Self::Case)>;

    /// A case made by chance. Together they reach every part and every corner.
    fn generate(&self, rng: &mut Rng, size: Size) -> Self::Case;

    /// What a person should know about how the program was understood, in sentences.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Why a case counts neither way unless somebody asks for it by name: the document leaves open
    /// what a program should do. What it does is told all the same.
    fn uncounted(&self, _case: &Self::Case) -> Option<&'static str> {
        None
    }

    /// Runs the program and compares.
    fn judge(&self, bench: &mut Bench<'_>, case: &Self::Case) -> Verdict;

    /// Cases that are a little smaller, the smallest first; finite, and each really smaller, so
    /// that going on with one of them ends.
    fn smaller(&self, case: &Self::Case) -> Vec<Self::Case>;

    /// The case as a person sees it: boards as boards, moves as moves.
    fn picture(&self, case: &Self::Case) -> String;

    /// How to see it again.
    fn reproduction(&self, case: &Self::Case) -> Reproduction;
}
