//! Remote pairs: a chain of cells that all have the same two candidates.
//!
//! Neighbours in the chain hold different values, so cells an odd number of links apart hold both
//! values between them, and what sees both ends can hold neither.

use super::candidates::{CandidateGrid, values_in};
use super::cell_set::CellSet;
use super::step::{CandidateLink, CellCandidate, LinkKind, SolutionStep, StepRole};
use super::technique::Technique;

/// The shortest chain from the first cell from which there is one.
pub(super) fn find(candidates: &CandidateGrid) -> Option<SolutionStep> {
    let pairs = candidates.cells_with(2);
    pairs.iter().find_map(|start| {
        let mask = candidates.mask(start);
        let twins = pairs.iter().filter(|&cell| candidates.mask(cell) == mask).collect();
        from(candidates, start, twins)
    })
}

fn from(candidates: &CandidateGrid, start: usize, twins: CellSet) -> Option<SolutionStep> {
    let layout = candidates.layout();
    let mask = candidates.mask(start);
    let mut reached = CellSet::of(start);
    // Each entry has a cell, where it was reached from, and its distance in links.
    let mut queue = vec![(start, 0, 0)];
    let mut at = 0;
    while let Some(&(cell, _, distance)) = queue.get(at) {
        // One link is a naked pair.
        if distance % 2 == 1 && distance >= 3 {
            // The other cells of the chain hold the pair themselves.
            let gone = candidates.of_values(mask, layout.common_peers(start, cell) - twins);
            if let Some(step) = SolutionStep::remove(candidates, Technique::RemotePair, gone) {
                return Some(explained(step, candidates, &trace(&queue, at)));
            }
        }
        for next in (layout.peers(cell) & twins) - reached {
            reached.insert(next);
            queue.push((next, at, distance + 1));
        }
        at += 1;
    }
    None
}

/// The cells from the start to an entry of the queue.
fn trace(queue: &[(usize, usize, usize)], mut at: usize) -> Vec<usize> {
    let mut cells = vec![queue[at].0];
    while at != 0 {
        at = queue[at].1;
        cells.push(queue[at].0);
    }
    cells.reverse();
    cells
}

fn explained(mut step: SolutionStep, candidates: &CandidateGrid, cells: &[usize]) -> SolutionStep {
    for (at, &cell) in cells.iter().enumerate() {
        let role = if at % 2 == 0 { StepRole::Pattern } else { StepRole::Opposite };
        let pair = candidates.of_values(candidates.mask(cell), CellSet::of(cell));
        step = step.because(role, pair);
    }
    let links = cells.windows(2).flat_map(|ends| {
        values_in(candidates.mask(ends[0])).map(|value| CandidateLink {
            from: CellCandidate { cell: ends[0], value },
            to: CellCandidate { cell: ends[1], value },
            kind: LinkKind::Weak,
        })
    });
    step.tied(links)
}
