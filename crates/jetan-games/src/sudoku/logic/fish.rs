//! Fish: lines in which a value has so few places that it takes up as many crossing lines.
//!
//! If in two rows the value fits only into the same two columns, the rows use up both columns,
//! and the value leaves the rest of these. Three lines make a Swordfish, four a Jellyfish.
//! A *finned* fish has further places in one box. Either one of these fins is true or the fish is
//! real: what sees all fins and would be removed by the fish is impossible either way.

use super::candidates::{CandidateGrid, values_in};
use super::cell_set::CellSet;
use super::layout::{House, HouseKind};
use super::step::{SolutionStep, StepRole};
use super::subsets::positions;
use super::technique::Technique;
use super::unions;

/// A fish of so many lines.
pub(super) fn plain(
    candidates: &CandidateGrid,
    technique: Technique,
    count: usize,
) -> Option<SolutionStep> {
    each_pond(candidates, count, |pond| {
        let masks = pond.masks(count as u32);
        unions::find(&masks.1, count, count as u32, &mut |chosen, union| {
            let bases: Vec<House> = chosen.iter().map(|&at| masks.0[at]).collect();
            pond.step(technique, &bases, union, CellSet::EMPTY, None)
        })
    })
}

/// A fish of so many lines with fins in one box.
pub(super) fn finned(
    candidates: &CandidateGrid,
    technique: Technique,
    count: usize,
) -> Option<SolutionStep> {
    // One column of the fins' box must be left to the fish, or nothing can be removed there.
    let width_max = (count + candidates.size().box_side() - 1) as u32;
    each_pond(candidates, count, |pond| {
        let masks = pond.masks(width_max);
        unions::find(&masks.1, count, width_max, &mut |chosen, union| {
            let bases: Vec<House> = chosen.iter().map(|&at| masks.0[at]).collect();
            // Without fins it is a plain fish, which an easier technique looks for.
            if union.count_ones() as usize <= count {
                return None;
            }
            let single: Vec<u16> = values_in(union).map(super::candidates::bit).collect();
            unions::find(&single, count, count as u32, &mut |_, cover| {
                let fins = pond.cells(&bases) - pond.crossing(cover);
                let house = candidates.layout().shared(fins, HouseKind::Box)?;
                pond.step(technique, &bases, cover, fins, Some(house))
            })
        })
    })
}

/// One value in the rows or columns of a grid.
struct FishLines<'a> {
    candidates: &'a CandidateGrid,
    value: u8,
    base: HouseKind,
    cover: HouseKind,
}

fn each_pond(
    candidates: &CandidateGrid,
    count: usize,
    mut visit: impl FnMut(&FishLines<'_>) -> Option<SolutionStep>,
) -> Option<SolutionStep> {
    candidates.values().find_map(|value| {
        // Each line of the fish has at least two places, and so has each line that it covers.
        if candidates.places(value).len() <= 2 * count {
            return None;
        }
        [(HouseKind::Row, HouseKind::Column), (HouseKind::Column, HouseKind::Row)]
            .into_iter()
            .find_map(|(base, cover)| visit(&FishLines { candidates, value, base, cover }))
    })
}

impl FishLines<'_> {
    /// The lines with at least two and at most so many places, and where these are.
    fn masks(&self, places_max: u32) -> (Vec<House>, Vec<u16>) {
        let layout = self.candidates.layout();
        let lines = layout.of_kind(self.base).iter();
        lines
            .map(|&line| (line, positions(self.candidates, layout.cells(line), self.value)))
            .filter(|(_, mask)| (2..=places_max).contains(&mask.count_ones()))
            .unzip()
    }

    /// The places of the value in these lines.
    fn cells(&self, lines: &[House]) -> CellSet {
        let layout = self.candidates.layout();
        let all = lines.iter().fold(CellSet::EMPTY, |all, &line| all | layout.set(line));
        all & self.candidates.places(self.value)
    }

    /// The cells of the crossing lines in a mask of positions.
    fn crossing(&self, mask: u16) -> CellSet {
        let layout = self.candidates.layout();
        self.covers(mask).fold(CellSet::EMPTY, |all, line| all | layout.set(line))
    }

    fn covers(&self, mask: u16) -> impl Iterator<Item = House> {
        let kind = self.cover;
        // `values_in` counts from 1, positions from 0.
        values_in(mask).map(move |position| House { kind, index: usize::from(position) - 1 })
    }

    /// The step of a fish with these base lines and crossing lines.
    fn step(
        &self,
        technique: Technique,
        bases: &[House],
        cover: u16,
        fins: CellSet,
        fin_box: Option<House>,
    ) -> Option<SolutionStep> {
        let layout = self.candidates.layout();
        let body = self.cells(bases);
        let mut gone = self.crossing(cover) - body;
        if let Some(house) = fin_box {
            gone = gone & layout.set(house);
        }
        let step = SolutionStep::remove(
            self.candidates,
            technique,
            self.candidates.of_value(self.value, gone),
        )?;
        let body = self.candidates.of_value(self.value, body - fins);
        let fins = self.candidates.of_value(self.value, fins);
        let houses = bases.iter().copied().chain(self.covers(cover)).chain(fin_box);
        Some(step.because(StepRole::Pattern, body).because(StepRole::Fin, fins).within(houses))
    }
}
