//! Locked candidates: a value that a box and a line can only take where they cross.

use super::candidates::CandidateGrid;
use super::layout::{House, HouseKind};
use super::step::{SolutionStep, StepRole};
use super::technique::Technique;

const LINES: [HouseKind; 2] = [HouseKind::Row, HouseKind::Column];

/// In a box the value is confined to one line: it leaves the line outside the box.
pub(super) fn pointing(candidates: &CandidateGrid) -> Option<SolutionStep> {
    let boxes = candidates.layout().of_kind(HouseKind::Box);
    confined(candidates, Technique::Pointing, boxes, &LINES)
}

/// In a line the value is confined to one box: it leaves the box outside the line.
pub(super) fn claiming(candidates: &CandidateGrid) -> Option<SolutionStep> {
    LINES.into_iter().find_map(|kind| {
        let lines = candidates.layout().of_kind(kind);
        confined(candidates, Technique::Claiming, lines, &[HouseKind::Box])
    })
}

fn confined(
    candidates: &CandidateGrid,
    technique: Technique,
    houses: &[House],
    crossing: &[HouseKind],
) -> Option<SolutionStep> {
    let layout = candidates.layout();
    houses.iter().find_map(|&house| {
        candidates.values().find_map(|value| {
            let inside = layout.set(house) & candidates.places(value);
            // A single place is a hidden single, which says more.
            if inside.len() < 2 {
                return None;
            }
            crossing.iter().find_map(|&kind| {
                let other = layout.shared(inside, kind)?;
                let gone = candidates.of_value(value, layout.set(other) - layout.set(house));
                let step = SolutionStep::remove(candidates, technique, gone)?;
                let reasons = candidates.of_value(value, inside);
                Some(step.because(StepRole::Pattern, reasons).within([house, other]))
            })
        })
    })
}
