//! One step of a solution as data: what is seen, why it matters, what follows.

use super::candidates::{CandidateGrid, bit};
use super::cell_set::CellSet;
use super::layout::House;
use super::technique::Technique;
use crate::sudoku::GridSize;

/// A value in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellCandidate {
    /// The cell, counted row by row from 0.
    pub cell: usize,
    /// The value, from 1.
    pub value: u8,
}

/// The role of a candidate in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StepRole {
    /// It belongs to the pattern; in a chain or colouring, to the first of the two sides.
    Pattern,
    /// It belongs to the other side of a chain or colouring: true when the first side is false.
    Opposite,
    /// It ties the pattern together: the pivot of a wing, the value that others see.
    Link,
    /// It is the exception that the pattern must allow for.
    Fin,
    /// It is placed or removed.
    Target,
}

/// A candidate with its role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CandidateMark {
    /// A digit in a cell.
    pub candidate: CellCandidate,
    /// The role in the step.
    pub role: StepRole,
}

/// The dependency between two candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// At least one of them is true.
    Strong,
    /// At most one of them is true.
    Weak,
}

/// A line that a drawing may show between two candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CandidateLink {
    /// The start of the line.
    pub from: CellCandidate,
    /// The end of the line.
    pub to: CellCandidate,
    /// The dependency between the two.
    pub kind: LinkKind,
}

/// The change a step makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepEffect {
    /// The value goes into the cell.
    Place(CellCandidate),
    /// The candidates are impossible; there is at least one, and they are in ascending order.
    Remove(Vec<CellCandidate>),
}

/// One step of a solution.
///
/// The `Display` form is a sentence for the player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionStep {
    /// The size of the grid; the names of cells depend on it.
    pub size: GridSize,
    /// The technique that finds it.
    pub technique: Technique,
    /// The candidates and values that are the reason, in the order in which one would name them.
    pub reasons: Vec<CandidateMark>,
    /// The houses in which the reason holds.
    pub houses: Vec<House>,
    /// The dependencies between the reasons, in order, for chains and wings.
    pub links: Vec<CandidateLink>,
    /// The change to the grid.
    pub effect: StepEffect,
}

impl SolutionStep {
    /// Everything that a drawing marks: the reasons, then the targets.
    pub fn marks(&self) -> Vec<CandidateMark> {
        let targets = self.targets().iter();
        let targets = targets.map(|&candidate| CandidateMark { candidate, role: StepRole::Target });
        self.reasons.iter().copied().chain(targets).collect()
    }

    /// The candidates that are placed or removed.
    pub fn targets(&self) -> &[CellCandidate] {
        match &self.effect {
            StepEffect::Place(candidate) => std::slice::from_ref(candidate),
            StepEffect::Remove(candidates) => candidates,
        }
    }

    /// The sentence for the player; the same as the `Display` form.
    pub fn explain(&self) -> String {
        self.to_string()
    }

    /// A step that places a value.
    pub(super) fn place(
        candidates: &CandidateGrid,
        technique: Technique,
        cell: usize,
        value: u8,
    ) -> Self {
        Self::new(candidates.size(), technique, StepEffect::Place(CellCandidate { cell, value }))
    }

    /// A step that removes candidates; none when there is nothing to remove.
    pub(super) fn remove(
        candidates: &CandidateGrid,
        technique: Technique,
        mut gone: Vec<CellCandidate>,
    ) -> Option<Self> {
        // `StepEffect::Remove` promises this order, and sentences group neighbours by their cell.
        gone.sort_unstable();
        gone.dedup();
        (!gone.is_empty())
            .then(|| Self::new(candidates.size(), technique, StepEffect::Remove(gone)))
    }

    fn new(size: GridSize, technique: Technique, effect: StepEffect) -> Self {
        Self { size, technique, reasons: Vec::new(), houses: Vec::new(), links: Vec::new(), effect }
    }

    /// Adds reasons of one role.
    pub(super) fn because(
        mut self,
        role: StepRole,
        candidates: impl IntoIterator<Item = CellCandidate>,
    ) -> Self {
        self.reasons
            .extend(candidates.into_iter().map(|candidate| CandidateMark { candidate, role }));
        self
    }

    /// Adds the houses in which the step can be seen.
    pub(super) fn within(mut self, houses: impl IntoIterator<Item = House>) -> Self {
        self.houses.extend(houses);
        self
    }

    /// Adds the links between candidates that the step follows from.
    pub(super) fn tied(mut self, links: impl IntoIterator<Item = CandidateLink>) -> Self {
        self.links.extend(links);
        self
    }

    /// The cells of the reasons with a role, each once, in order of appearance.
    pub(super) fn cells(&self, role: StepRole) -> Vec<usize> {
        let mut seen = CellSet::EMPTY;
        let mut cells = Vec::new();
        for mark in self.reasons.iter().filter(|mark| mark.role == role) {
            if !seen.contains(mark.candidate.cell) {
                seen.insert(mark.candidate.cell);
                cells.push(mark.candidate.cell);
            }
        }
        cells
    }

    /// The values of the reasons with a role.
    pub(super) fn mask(&self, role: StepRole) -> u16 {
        let with_role = self.reasons.iter().filter(|mark| mark.role == role);
        with_role.fold(0, |mask, mark| mask | bit(mark.candidate.value))
    }
}
