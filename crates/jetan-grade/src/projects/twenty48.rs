//! 2048: the five tasks by procedure, and whole games.

use jetan_games::rng::Rng;

use crate::adapter::Adapter;
use crate::bench::Bench;
use crate::project::{Part, Project, Reproduction, Size};
use crate::verdict::Verdict;

/// The project.
pub struct Twenty48 {}

/// A case.
#[derive(Clone, Debug)]
pub struct Case {}

impl Twenty48 {
    /// The project as an adapter describes it.
    pub fn new(_adapter: &Adapter, _bench: &mut Bench<'_>) -> Twenty48 {
        Twenty48 {}
    }
}

impl Project for Twenty48 {
    type Case = Case;

    fn parts(&self) -> Vec<Part> {
        vec![Part { name: "cases", points: None }]
    }

    fn part_of(&self, _case: &Case) -> usize {
        0
    }

    fn fixed(&self) -> Vec<(&'static str, Case)> {
        Vec::new()
    }

    fn generate(&self, _rng: &mut Rng, _size: Size) -> Case {
        Case {}
    }

    fn judge(&self, _bench: &mut Bench<'_>, _case: &Case) -> Verdict {
        Verdict::Skipped(String::new())
    }

    fn smaller(&self, _case: &Case) -> Vec<Case> {
        Vec::new()
    }

    fn picture(&self, _case: &Case) -> String {
        String::new()
    }

    fn reproduction(&self, _case: &Case) -> Reproduction {
        Reproduction::default()
    }
}
