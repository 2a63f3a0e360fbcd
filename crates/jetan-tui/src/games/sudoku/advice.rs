//! A hint while it is on the screen: first it names a technique, then it explains, then it acts.

use jetan_games::sudoku::logic::{PlayerHint, StepEffect, StepRole};
use jetan_play::sudoku::{CellEdit, SudokuPosition, edits_of};

/// A hint and how much of it is shown.
#[derive(Clone, Debug)]
pub(super) struct ShownHint {
    hint: PlayerHint,
    is_explained: bool,
}

/// Why a cell is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CellMark {
    /// It lies in a house that the hint is about.
    House,
    /// It is a reason.
    Reason,
    /// Something changes there.
    Target,
}

/// The role of a value in a cell for a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoteStroke {
    /// It is a reason.
    Reason,
    /// It is written there.
    Write,
    /// It is crossed out.
    Cross,
}

impl ShownHint {
    /// A hint of which only the name is shown; none if there is nothing to do after it.
    pub(super) fn new(hint: PlayerHint) -> Option<ShownHint> {
        let is_useful = matches!(
            hint,
            PlayerHint::Step(_) | PlayerHint::WrongValue { .. } | PlayerHint::WrongMarks { .. }
        );
        is_useful.then_some(ShownHint { hint, is_explained: false })
    }

    /// Shows more; false if everything is shown already.
    pub(super) fn explain(&mut self) -> bool {
        // Only steps have an explanation; for an error the second press acts.
        let was_explained = self.is_explained || !matches!(self.hint, PlayerHint::Step(_));
        self.is_explained = true;
        !was_explained
    }

    /// The heading: a technique, or that there is an error.
    pub(super) fn heading(&self) -> &'static str {
        match &self.hint {
            PlayerHint::Step(step) => step.technique.name(),
            _ => "A mistake",
        }
    }

    /// The sentences, and what the key does next.
    pub(super) fn text(&self) -> (String, &'static str) {
        match &self.hint {
            PlayerHint::Step(step) if self.is_explained => {
                let explanation = step.explain();
                let heading = format!("{}: ", step.technique.name());
                // The heading is drawn above the text already.
                (explanation.strip_prefix(&heading).unwrap_or(&explanation).to_owned(), "i does it")
            }
            PlayerHint::Step(_) => ("Look at the marked cells.".to_owned(), "i explains"),
            mistake => (mistake.to_string(), "i mends it"),
        }
    }

    /// Why a cell is marked, if it is.
    pub(super) fn mark(&self, cell: usize) -> Option<CellMark> {
        let step = match &self.hint {
            PlayerHint::Step(step) => step,
            PlayerHint::WrongValue { wrong: at, .. }
            | PlayerHint::WrongMarks { missing: at, .. } => {
                return (at.cell == cell).then_some(CellMark::Target);
            }
            _ => return None,
        };
        let is_house = || step.houses.iter().any(|house| house.cells(step.size).contains(&cell));
        let role = step.marks().into_iter().filter(|mark| mark.candidate.cell == cell);
        // `StepRole` is ordered by weight: a cell that is both reason and target is a target.
        let role = role.map(|mark| mark.role).max();
        match role {
            // The change is the answer, and is not shown before the explanation.
            Some(StepRole::Target) if self.is_explained => Some(CellMark::Target),
            Some(_) => Some(CellMark::Reason),
            None => is_house().then_some(CellMark::House),
        }
    }

    /// The mark to draw for a value in a cell, once the hint is explained.
    pub(super) fn stroke(&self, cell: usize, value: u8) -> Option<NoteStroke> {
        let PlayerHint::Step(step) = &self.hint else { return None };
        let is_meant = |candidate: jetan_games::sudoku::logic::CellCandidate| {
            candidate.cell == cell && candidate.value == value
        };
        if !self.is_explained {
            return None;
        }
        if step.targets().iter().any(|&target| is_meant(target)) {
            let is_placed = matches!(step.effect, StepEffect::Place(_));
            return Some(if is_placed { NoteStroke::Write } else { NoteStroke::Cross });
        }
        step.reasons.iter().any(|mark| is_meant(mark.candidate)).then_some(NoteStroke::Reason)
    }

    /// The cell to look at first.
    pub(super) fn focus(&self) -> Option<usize> {
        match &self.hint {
            PlayerHint::Step(step) => step.targets().first().map(|target| target.cell),
            PlayerHint::WrongValue { wrong: at, .. }
            | PlayerHint::WrongMarks { missing: at, .. } => Some(at.cell),
            _ => None,
        }
    }

    /// The changes the hint makes.
    pub(super) fn edits(&self, position: &SudokuPosition) -> Vec<CellEdit> {
        edits_of(&self.hint, position)
    }
}
