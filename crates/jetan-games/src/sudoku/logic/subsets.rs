//! Naked and hidden pairs, triples and quads: as many cells as values.

use super::candidates::{CandidateGrid, bit, values_in};
use super::cell_set::CellSet;
use super::step::{SolutionStep, StepRole};
use super::technique::Technique;
use super::unions;

/// So many cells of a house that have only so many candidates between them: the other cells of
/// the house lose these.
pub(super) fn naked(
    candidates: &CandidateGrid,
    technique: Technique,
    count: usize,
) -> Option<SolutionStep> {
    let layout = candidates.layout();
    layout.houses().iter().find_map(|&house| {
        let (cells, masks): (Vec<usize>, Vec<u16>) = layout
            .cells(house)
            .iter()
            .map(|&cell| (cell, candidates.mask(cell)))
            .filter(|(_, mask)| (2..=count as u32).contains(&mask.count_ones()))
            .unzip();
        unions::find(&masks, count, count as u32, &mut |chosen, union| {
            let subset: CellSet = chosen.iter().map(|&at| cells[at]).collect();
            let gone = candidates.of_values(union, layout.set(house) - subset);
            let step = SolutionStep::remove(candidates, technique, gone)?;
            let reasons = candidates.of_values(union, subset);
            Some(step.because(StepRole::Pattern, reasons).within([house]))
        })
    })
}

/// So many values of a house that have only so many places between them: these cells lose all
/// other candidates.
pub(super) fn hidden(
    candidates: &CandidateGrid,
    technique: Technique,
    count: usize,
) -> Option<SolutionStep> {
    let layout = candidates.layout();
    layout.houses().iter().find_map(|&house| {
        let cells = layout.cells(house);
        let (values, masks): (Vec<u8>, Vec<u16>) = candidates
            .values()
            .map(|value| (value, positions(candidates, cells, value)))
            .filter(|(_, mask)| (2..=count as u32).contains(&mask.count_ones()))
            .unzip();
        unions::find(&masks, count, count as u32, &mut |chosen, union| {
            let kept = chosen.iter().fold(0, |kept, &at| kept | bit(values[at]));
            let subset: CellSet =
                values_in(union).map(|position| cells[usize::from(position) - 1]).collect();
            let step =
                SolutionStep::remove(candidates, technique, candidates.of_values(!kept, subset))?;
            let reasons = candidates.of_values(kept, subset);
            Some(step.because(StepRole::Pattern, reasons).within([house]))
        })
    })
}

/// The possible cells of a value in a house: bit `i` is the `i`-th of its cells.
pub(super) fn positions(candidates: &CandidateGrid, cells: &[usize], value: u8) -> u16 {
    let places = candidates.places(value);
    let taken = cells.iter().enumerate().filter(|&(_, &cell)| places.contains(cell));
    taken.fold(0, |mask, (at, _)| mask | 1 << at)
}
