//! Cells whose value is certain: full houses, naked singles, hidden singles.

use super::candidates::{CandidateGrid, bit, values_in};
use super::cell_set::CellSet;
use super::layout::House;
use super::step::{CellCandidate, SolutionStep, StepRole};
use super::technique::Technique;

/// A house in which one cell is open.
pub(super) fn full_house(candidates: &CandidateGrid) -> Option<SolutionStep> {
    let layout = candidates.layout();
    layout.houses().iter().find_map(|&house| {
        let open = layout.set(house) & candidates.open();
        let cell = open.first().filter(|_| open.len() == 1)?;
        let mask = candidates.mask(cell);
        let value = values_in(mask).next().filter(|_| mask.is_power_of_two())?;
        Some(SolutionStep::place(candidates, Technique::FullHouse, cell, value).within([house]))
    })
}

/// A cell that can take one value only.
pub(super) fn naked(candidates: &CandidateGrid) -> Option<SolutionStep> {
    let layout = candidates.layout();
    candidates.open().iter().find_map(|cell| {
        let mask = candidates.mask(cell);
        let value = values_in(mask).next().filter(|_| mask.is_power_of_two())?;
        let others = candidates.values().filter(|&other| other != value);
        let blockers = others.filter_map(|other| {
            let seen = layout.peers(cell).iter();
            let holder = seen.into_iter().find(|&peer| candidates.grid().get(peer) == other)?;
            Some(CellCandidate { cell: holder, value: other })
        });
        Some(
            SolutionStep::place(candidates, Technique::NakedSingle, cell, value)
                .because(StepRole::Link, blockers),
        )
    })
}

/// A value that has one place left in a house.
pub(super) fn hidden(candidates: &CandidateGrid) -> Option<SolutionStep> {
    let layout = candidates.layout();
    layout.houses().iter().find_map(|&house| {
        let value = values_in(once_in(candidates, house)).next()?;
        let cell = (layout.set(house) & candidates.places(value)).first()?;
        let step =
            SolutionStep::place(candidates, Technique::HiddenSingle, cell, value).within([house]);
        Some(step.because(StepRole::Link, blockers(candidates, house, cell, value)))
    })
}

/// The values that exactly one cell of the house can take.
fn once_in(candidates: &CandidateGrid, house: House) -> u16 {
    let (mut once, mut twice) = (0, 0);
    for &cell in candidates.layout().cells(house) {
        let mask = candidates.mask(cell);
        twice |= once & mask;
        once |= mask;
    }
    once & !twice
}

/// Placed values that keep the value out of the other open cells of the house.
///
/// A blocker is named only when it covers a cell that no earlier one covers, so that the
/// explanation stays short.
fn blockers(
    candidates: &CandidateGrid,
    house: House,
    cell: usize,
    value: u8,
) -> Vec<CellCandidate> {
    let layout = candidates.layout();
    let mut uncovered = (layout.set(house) & candidates.open()) - CellSet::of(cell);
    let mut holders: Vec<usize> = (0..candidates.size().cells())
        .filter(|&holder| bit(candidates.grid().get(holder)) == bit(value))
        .collect();
    // Those that cover most come first, which keeps the list short.
    holders.sort_by_key(|&holder| std::cmp::Reverse((layout.peers(holder) & uncovered).len()));
    let mut blockers = Vec::new();
    for holder in holders {
        if !(layout.peers(holder) & uncovered).is_empty() {
            uncovered = uncovered - layout.peers(holder);
            blockers.push(CellCandidate { cell: holder, value });
        }
    }
    blockers
}

/// Places naked and hidden singles until there are none; false when that leads to a contradiction.
///
/// It does what [`naked`] and [`hidden`] do step by step, for callers who need no explanations.
pub(crate) fn settle(candidates: &mut CandidateGrid) -> bool {
    loop {
        let open = candidates.open().len();
        // The set is a copy, but masks are read anew: each placement may have changed them.
        for cell in candidates.open() {
            let mask = candidates.mask(cell);
            if mask == 0 {
                return false;
            }
            if mask.is_power_of_two() {
                candidates.place(cell, mask.trailing_zeros() as u8 + 1);
            }
        }
        let layout = candidates.layout();
        for &house in layout.houses() {
            for value in values_in(once_in(candidates, house)) {
                // An earlier value of this house has taken the cell: two values had the same only
                // place.
                let Some(cell) = (layout.set(house) & candidates.places(value)).first() else {
                    return false;
                };
                candidates.place(cell, value);
            }
        }
        if candidates.open().len() == open {
            return !candidates.is_contradictory();
        }
    }
}
