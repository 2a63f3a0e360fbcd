//! Unique rectangles: four cells whose two values could be exchanged.
//!
//! The argument needs a puzzle with exactly one solution. If all four corners, in two rows, two
//! columns and two boxes, held the same two values, exchanging these would give a second
//! solution; so the one corner that has further candidates must take one of them.
//! The corners are open in the puzzle, because they are open now.

use super::candidates::{CandidateGrid, values_in};
use super::cell_set::CellSet;
use super::layout::{HouseKind, HouseLayout};
use super::step::{SolutionStep, StepRole};
use super::technique::Technique;

/// Three corners with the same two candidates and a fourth with more.
pub(super) fn find(candidates: &CandidateGrid) -> Option<SolutionStep> {
    let layout = candidates.layout();
    let pairs = candidates.cells_with(2);
    pairs.iter().find_map(|middle| {
        let mask = candidates.mask(middle);
        let twins: CellSet =
            (pairs & layout.peers(middle)).iter().filter(|&c| candidates.mask(c) == mask).collect();
        let row = twins & layout.set(layout.house_of(middle, HouseKind::Row));
        let column = twins & layout.set(layout.house_of(middle, HouseKind::Column));
        row.iter().find_map(|beside| {
            column.iter().find_map(|below| {
                let fourth = below - below % layout.side + beside % layout.side;
                let corners = [middle, beside, below, fourth];
                if !is_in_two_boxes(layout, corners) || candidates.mask(fourth) & mask != mask {
                    return None;
                }
                let gone = candidates.of_values(mask, CellSet::of(fourth));
                // A fourth corner without further candidates would be a second solution.
                if gone.len() == candidates.mask(fourth).count_ones() as usize {
                    return None;
                }
                let step = SolutionStep::remove(candidates, Technique::UniqueRectangle, gone)?;
                let corners: CellSet = [middle, beside, below].into_iter().collect();
                Some(step.because(StepRole::Pattern, candidates.of_values(mask, corners)))
            })
        })
    })
}

fn is_in_two_boxes(layout: &HouseLayout, corners: [usize; 4]) -> bool {
    let boxes = corners.map(|cell| layout.house_of(cell, HouseKind::Box).index);
    let mask = boxes.iter().fold(0u16, |mask, &index| mask | 1 << index);
    values_in(mask).count() == 2
}
