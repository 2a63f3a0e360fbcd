//! One step of a solution as data: what is seen, why it matters, what follows.

use super::candidates::{Candidates, bit};
use super::cell_set::CellSet;
use super::layout::House;
use super::technique::Technique;
use crate::sudoku::Size;

/// A value in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Candidate {
    /// The cell, counted row by row from 0.
    pub cell: usize,
    /// The value, from 1.
    pub value: u8,
}

/// The role of a candidate in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
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
pub struct Mark {
    /// A digit in a cell.
    pub candidate: Candidate,
    /// The role in the step.
    pub role: Role,
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
pub struct Link {
    /// The start of the line.
    pub from: Candidate,
    /// The end of the line.
    pub to: Candidate,
    /// The dependency between the two.
    pub kind: LinkKind,
}

/// The change a step makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// The value goes into the cell.
    Place(Candidate),
    /// The candidates are impossible; there is at least one, and they are in ascending order.
    Remove(Vec<Candidate>),
}

/// One step of a solution.
///
/// The `Display` form is a sentence for the player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The size of the grid; the names of cells depend on it.
    pub size: Size,
    /// The technique that finds it.
    pub technique: Technique,
    /// The candidates and values that are the reason, in the order in which one would name them.
    pub reasons: Vec<Mark>,
    /// The houses in which the reason holds.
    pub houses: Vec<House>,
    /// The dependencies between the reasons, in order, for chains and wings.
    pub links: Vec<Link>,
    /// The change to the grid.
    pub effect: Effect,
}

impl Step {
    /// Everything that a drawing marks: the reasons, then the targets.
    pub fn marks(&self) -> Vec<Mark> {
        let targets = self.targets().iter();
        let targets = targets.map(|&candidate| Mark { candidate, role: Role::Target });
        self.reasons.iter().copied().chain(targets).collect()
    }

    /// The candidates that are placed or removed.
    pub fn targets(&self) -> &[Candidate] {
        match &self.effect {
            Effect::Place(candidate) => std::slice::from_ref(candidate),
            Effect::Remove(candidates) => candidates,
        }
    }

    /// The sentence for the player; the same as the `Display` form.
    pub fn explain(&self) -> String {
        self.to_string()
    }

    /// A step that places a value.
    pub(super) fn place(
        candidates: &Candidates,
        technique: Technique,
        cell: usize,
        value: u8,
    ) -> Self {
        Self::new(candidates.size(), technique, Effect::Place(Candidate { cell, value }))
    }

    /// A step that removes candidates; none when there is nothing to remove.
    pub(super) fn remove(
        candidates: &Candidates,
        technique: Technique,
        mut gone: Vec<Candidate>,
    ) -> Option<Self> {
        // `Effect::Remove` promises this order, and sentences group neighbours by their cell.
        gone.sort_unstable();
        gone.dedup();
        (!gone.is_empty()).then(|| Self::new(candidates.size(), technique, Effect::Remove(gone)))
    }

    fn new(size: Size, technique: Technique, effect: Effect) -> Self {
        Self { size, technique, reasons: Vec::new(), houses: Vec::new(), links: Vec::new(), effect }
    }

    /// Adds reasons of one role.
    pub(super) fn because(
        mut self,
        role: Role,
        candidates: impl IntoIterator<Item = Candidate>,
    ) -> Self {
        self.reasons.extend(candidates.into_iter().map(|candidate| Mark { candidate, role }));
        self
    }

    /// Adds the houses in which the step can be seen.
    pub(super) fn within(mut self, houses: impl IntoIterator<Item = House>) -> Self {
        self.houses.extend(houses);
        self
    }

    /// Adds the links between candidates that the step follows from.
    pub(super) fn tied(mut self, links: impl IntoIterator<Item = Link>) -> Self {
        self.links.extend(links);
        self
    }

    /// The cells of the reasons with a role, each once, in order of appearance.
    pub(super) fn cells(&self, role: Role) -> Vec<usize> {
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
    pub(super) fn mask(&self, role: Role) -> u16 {
        let with_role = self.reasons.iter().filter(|mark| mark.role == role);
        with_role.fold(0, |mask, mark| mask | bit(mark.candidate.value))
    }
}
