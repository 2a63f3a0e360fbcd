//! Wings: a few small cells of which one must hold a value, wherever the pivot turns.

use super::candidates::{CandidateGrid, bit, values_in};
use super::cell_set::CellSet;
use super::layout::House;
use super::step::{CandidateLink, CellCandidate, LinkKind, SolutionStep, StepRole};
use super::technique::Technique;

/// XY-Wing: a pivot with two candidates and two pincers that each share one of them with it.
///
/// Whichever value the pivot takes, one pincer is left with the third value.
pub(super) fn xy(candidates: &CandidateGrid) -> Option<SolutionStep> {
    let pairs = candidates.cells_with(2);
    pairs.iter().find_map(|pivot| {
        let near = pairs & candidates.layout().peers(pivot);
        pincers(candidates, Technique::XyWing, pivot, near)
    })
}

/// XYZ-Wing: the same with the third value in the pivot too, so that the pivot must be seen as
/// well.
pub(super) fn xyz(candidates: &CandidateGrid) -> Option<SolutionStep> {
    let pairs = candidates.cells_with(2);
    candidates.cells_with(3).iter().find_map(|pivot| {
        let near = pairs & candidates.layout().peers(pivot);
        pincers(candidates, Technique::XyzWing, pivot, near)
    })
}

/// W-Wing: two cells with the same two candidates, tied by a house that has two places for one
/// of these: one of the two cells must hold the other.
pub(super) fn w(candidates: &CandidateGrid) -> Option<SolutionStep> {
    let layout = candidates.layout();
    let pairs = candidates.cells_with(2);
    pairs.iter().find_map(|one| {
        let mask = candidates.mask(one);
        let twins = pairs.iter().filter(|&other| other > one && candidates.mask(other) == mask);
        twins.into_iter().find_map(|other| {
            values_in(mask).find_map(|value| {
                let third = values_in(mask & !bit(value)).next()?;
                let gone = candidates.of_value(third, layout.common_peers(one, other));
                let step = SolutionStep::remove(candidates, Technique::WWing, gone)?;
                let (house, near, far) = tie(candidates, one, other, value)?;
                let [one, near, far, other] =
                    [one, near, far, other].map(|cell| CellCandidate { cell, value });
                let ends = [one, other].map(|end| CellCandidate { value: third, ..end });
                let step =
                    step.because(StepRole::Pattern, ends).because(StepRole::Link, [near, far]);
                let links = [(one, near, LinkKind::Weak), (near, far, LinkKind::Strong)];
                let links = links.into_iter().chain([(far, other, LinkKind::Weak)]);
                let links = links.map(|(from, to, kind)| CandidateLink { from, to, kind });
                Some(step.within([house]).tied(links))
            })
        })
    })
}

/// A pivot with two pincers among the cells near it.
fn pincers(
    candidates: &CandidateGrid,
    technique: Technique,
    pivot: usize,
    near: CellSet,
) -> Option<SolutionStep> {
    let layout = candidates.layout();
    let pivot_mask = candidates.mask(pivot);
    near.iter().find_map(|one| {
        let others = near.iter().filter(|&other| other > one);
        others.into_iter().find_map(|other| {
            let (first, second) = (candidates.mask(one), candidates.mask(other));
            let third = first & second;
            // The pincers share the third value alone, and cover what the pivot can take besides.
            if third.count_ones() != 1 || (first ^ second) != pivot_mask & !third {
                return None;
            }
            let mut seen = layout.common_peers(one, other);
            if technique == Technique::XyzWing {
                seen = seen & layout.peers(pivot);
            } else if pivot_mask & third != 0 {
                return None;
            }
            let value = values_in(third).next()?;
            let step =
                SolutionStep::remove(candidates, technique, candidates.of_value(value, seen))?;
            let ends = [one, other].map(|cell| CellCandidate { cell, value });
            let turns = candidates.of_values(pivot_mask, CellSet::of(pivot));
            let links = [one, other].into_iter().flat_map(|cell| {
                let shared = candidates.mask(cell) & pivot_mask & !third;
                values_in(shared).map(move |value| CandidateLink {
                    from: CellCandidate { cell: pivot, value },
                    to: CellCandidate { cell, value },
                    kind: LinkKind::Weak,
                })
            });
            let step = step.because(StepRole::Pattern, ends).because(StepRole::Link, turns);
            Some(step.tied(links))
        })
    })
}

/// The strong link of a W-wing: a house in which the value has exactly two places, one seen from
/// `one` and the other seen from `other`. Returns the house and the two places in that order.
fn tie(
    candidates: &CandidateGrid,
    one: usize,
    other: usize,
    value: u8,
) -> Option<(House, usize, usize)> {
    let layout = candidates.layout();
    let outside = candidates.places(value) - CellSet::of(one) - CellSet::of(other);
    layout.houses().iter().find_map(|&house| {
        let places = layout.set(house) & candidates.places(value);
        // The house must not contain the two cells themselves, whose values are in question.
        if places.len() != 2 || !places.is_within(outside) {
            return None;
        }
        let mut ends = places.iter();
        let (first, second) = (ends.next()?, ends.next()?);
        [(first, second), (second, first)]
            .into_iter()
            .find(|&(near, far)| layout.sees(one, near) && layout.sees(other, far))
            .map(|(near, far)| (house, near, far))
    })
}
