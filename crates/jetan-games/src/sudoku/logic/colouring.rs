//! Simple colouring: places of a value that are tied in pairs, in two alternating colours.
//!
//! Where a house has two places for a value, exactly one of them is true. Through several houses
//! such pairs make a net, and either all places of one colour are true or all of the other.

use super::candidates::CandidateGrid;
use super::cell_set::CellSet;
use super::step::{CandidateLink, CellCandidate, LinkKind, SolutionStep, StepRole};
use super::technique::Technique;

/// A colour that contradicts itself, or a place that sees both colours.
pub(super) fn find(candidates: &CandidateGrid) -> Option<SolutionStep> {
    candidates.values().find_map(|value| {
        let ties = ties(candidates, value);
        let mut left: CellSet = ties.iter().flat_map(|&(one, other)| [one, other]).collect();
        while let Some(start) = left.first() {
            let colours = spread(&ties, start);
            left = left - colours[0] - colours[1];
            let step = wrap(candidates, value, &ties, colours);
            let step = step.or_else(|| trap(candidates, value, &ties, colours));
            if step.is_some() {
                return step;
            }
        }
        None
    })
}

/// The pairs of cells that are the only places of the value in a house.
pub(super) fn ties(candidates: &CandidateGrid, value: u8) -> Vec<(usize, usize)> {
    let layout = candidates.layout();
    let places = candidates.places(value);
    let mut ties: Vec<(usize, usize)> = layout
        .houses()
        .iter()
        .filter_map(|&house| {
            let inside = layout.set(house) & places;
            let mut cells = inside.iter();
            let tie = (cells.next()?, cells.next()?);
            cells.next().is_none().then_some(tie)
        })
        .collect();
    // The same two cells may be tied by a line and by a box.
    ties.sort_unstable();
    ties.dedup();
    ties
}

/// The net that contains a cell, in its two colours.
fn spread(ties: &[(usize, usize)], start: usize) -> [CellSet; 2] {
    let mut colours = [CellSet::of(start), CellSet::EMPTY];
    loop {
        let before = colours;
        for &(one, other) in ties {
            for colour in 0..2 {
                for (from, to) in [(one, other), (other, one)] {
                    if colours[colour].contains(from) {
                        colours[1 - colour].insert(to);
                    }
                }
            }
        }
        if colours == before {
            return colours;
        }
    }
}

/// Two places of one colour see each other: that colour is false.
fn wrap(
    candidates: &CandidateGrid,
    value: u8,
    ties: &[(usize, usize)],
    colours: [CellSet; 2],
) -> Option<SolutionStep> {
    let layout = candidates.layout();
    [(colours[0], colours[1]), (colours[1], colours[0])].into_iter().find_map(|(bad, good)| {
        let clash = |cell: usize| (layout.peers(cell) & bad).first().map(|other| (cell, other));
        let (from, to) = bad.iter().find_map(clash)?;
        let gone = candidates.of_value(value, bad);
        let step = SolutionStep::remove(candidates, Technique::SimpleColouring, gone)?;
        let [from, to] = [from, to].map(|cell| CellCandidate { cell, value });
        let clash = CandidateLink { from, to, kind: LinkKind::Weak };
        Some(painted(step, candidates, value, ties, [good, bad]).tied([clash]))
    })
}

/// A place outside the net sees both colours: one of them is true, so it is false.
fn trap(
    candidates: &CandidateGrid,
    value: u8,
    ties: &[(usize, usize)],
    colours: [CellSet; 2],
) -> Option<SolutionStep> {
    let layout = candidates.layout();
    let outside = candidates.places(value) - colours[0] - colours[1];
    let caught = outside
        .iter()
        .filter(|&cell| colours.iter().all(|&colour| !(layout.peers(cell) & colour).is_empty()));
    let gone = caught.map(|cell| CellCandidate { cell, value }).collect();
    let step = SolutionStep::remove(candidates, Technique::SimpleColouring, gone)?;
    Some(painted(step, candidates, value, ties, colours))
}

/// Adds both colours and the ties of the net to the step.
fn painted(
    step: SolutionStep,
    candidates: &CandidateGrid,
    value: u8,
    ties: &[(usize, usize)],
    [pattern, opposite]: [CellSet; 2],
) -> SolutionStep {
    let net = pattern | opposite;
    let inside = ties.iter().filter(|(one, _)| net.contains(*one));
    let links = inside.map(|&(one, other)| CandidateLink {
        from: CellCandidate { cell: one, value },
        to: CellCandidate { cell: other, value },
        kind: LinkKind::Strong,
    });
    step.because(StepRole::Pattern, candidates.of_value(value, pattern))
        .because(StepRole::Opposite, candidates.of_value(value, opposite))
        .tied(links)
}
