//! Chains: if the first candidate is false then the last one is true.
//!
//! A chain starts from a candidate that is supposed to be false and follows links of two kinds in
//! turn: a *strong* link makes the next candidate true (no other is left in the cell, or in a
//! house), a *weak* one makes it false (it shares a cell or house with a true one).
//! When the last candidate comes out true, one of the two ends is true in any case, and what
//! contradicts both ends is impossible.

use super::candidates::{CandidateGrid, bit, values_in};
use super::cell_set::CellSet;
use super::colouring;
use super::step::{CandidateLink, CellCandidate, LinkKind, SolutionStep, StepRole};
use super::technique::Technique;

/// Longer chains are beyond what one follows on paper.
const LINKS_MAX: usize = 15;

/// A shortest chain of the technique's kind that removes something.
pub(super) fn find(candidates: &CandidateGrid, technique: Technique) -> Option<SolutionStep> {
    let net = LinkGraph::new(candidates, technique);
    let mut best: Option<(usize, SolutionStep)> = None;
    for start in net.starts() {
        // Only a shorter chain can replace the best one, so later starts are searched less deeply.
        let links_max = best.as_ref().map_or(LINKS_MAX, |(links, _)| links.saturating_sub(1));
        if let Some(step) = net.from(start, links_max) {
            best = Some((step.links.len(), step));
        }
    }
    best.map(|(_, step)| step)
}

/// The candidates with the links that a technique may use.
struct LinkGraph<'a> {
    candidates: &'a CandidateGrid,
    technique: Technique,
    /// For each value, the only other places in a house of each of its places.
    ties: Vec<Vec<Vec<usize>>>,
    pairs: CellSet,
}

/// A candidate that the search has reached.
struct ChainNode {
    candidate: CellCandidate,
    /// Whether it is true if the start is false.
    is_true: bool,
    /// The node before it; its own index for the start.
    before: usize,
    links: usize,
}

impl<'a> LinkGraph<'a> {
    fn new(candidates: &'a CandidateGrid, technique: Technique) -> Self {
        let uses_houses = technique != Technique::XyChain;
        let ties = candidates.values().map(|value| {
            let mut ends = vec![Vec::new(); candidates.size().cells()];
            let ties = if uses_houses { colouring::ties(candidates, value) } else { Vec::new() };
            for (one, other) in ties {
                ends[one].push(other);
                ends[other].push(one);
            }
            ends
        });
        let ties = ties.collect();
        Self { candidates, technique, ties, pairs: candidates.cells_with(2) }
    }

    fn starts(&self) -> Vec<CellCandidate> {
        let cells = match self.technique {
            Technique::XyChain => self.pairs,
            _ => self.candidates.open(),
        };
        self.candidates.of_values(u16::MAX, cells)
    }

    /// The shortest chain from a start, of at most so many links.
    fn from(&self, start: CellCandidate, links_max: usize) -> Option<SolutionStep> {
        let side = self.candidates.size().side();
        let index = |candidate: CellCandidate, is_true: bool| {
            (candidate.cell * side + usize::from(candidate.value) - 1) * 2 + usize::from(is_true)
        };
        let mut reached = vec![false; 2 * side * self.candidates.size().cells()];
        reached[index(start, false)] = true;
        let mut nodes = vec![ChainNode { candidate: start, is_true: false, before: 0, links: 0 }];
        let mut next = Vec::new();
        let mut at = 0;
        while let Some(node) = nodes.get(at) {
            // A chain of one link is only its strong link, from which nothing new follows.
            if node.is_true && node.links >= 3 {
                let gone = self.contradicting(start, node.candidate);
                if let Some(step) = SolutionStep::remove(self.candidates, self.technique, gone) {
                    return Some(explained(step, &trace(&nodes, at)));
                }
            }
            // Nodes are in the order of their links, so all that follow are as long.
            if node.links >= links_max {
                return None;
            }
            next.clear();
            let (is_true, links) = (!node.is_true, node.links + 1);
            if is_true {
                self.forced(node.candidate, &mut next);
            } else {
                self.excluded(node.candidate, &mut next);
            }
            for &candidate in &next {
                if !reached[index(candidate, is_true)] && !is_on_path(&nodes, at, candidate) {
                    reached[index(candidate, is_true)] = true;
                    nodes.push(ChainNode { candidate, is_true, before: at, links });
                }
            }
            at += 1;
        }
        None
    }

    /// Adds the candidates that are true when this one is false.
    fn forced(&self, from: CellCandidate, next: &mut Vec<CellCandidate>) {
        let CellCandidate { cell, value } = from;
        let ends = self.ties[usize::from(value) - 1][cell].iter();
        next.extend(ends.map(|&cell| CellCandidate { cell, value }));
        if self.technique != Technique::XChain && self.pairs.contains(cell) {
            let other = self.candidates.mask(cell) & !bit(value);
            next.extend(values_in(other).map(|value| CellCandidate { cell, value }));
        }
    }

    /// Adds the candidates that are false when this one is true.
    fn excluded(&self, from: CellCandidate, next: &mut Vec<CellCandidate>) {
        let CellCandidate { cell, value } = from;
        let mut seen = self.candidates.layout().peers(cell) & self.candidates.places(value);
        if self.technique == Technique::XyChain {
            seen = seen & self.pairs;
        }
        next.extend(seen.iter().map(|cell| CellCandidate { cell, value }));
        if self.technique == Technique::Chain {
            let others = self.candidates.mask(cell) & !bit(value);
            next.extend(values_in(others).map(|value| CellCandidate { cell, value }));
        }
    }

    /// The candidates that are false if one of the two ends is true.
    fn contradicting(&self, start: CellCandidate, end: CellCandidate) -> Vec<CellCandidate> {
        let layout = self.candidates.layout();
        if start.value == end.value {
            let seen = layout.common_peers(start.cell, end.cell);
            return self.candidates.of_value(start.value, seen);
        }
        if start.cell == end.cell {
            let others = !(bit(start.value) | bit(end.value));
            return self.candidates.of_values(others, CellSet::of(start.cell));
        }
        // Each end excludes the other one's value from its own cell, and sees it where it is.
        if self.technique == Technique::Chain && layout.sees(start.cell, end.cell) {
            let mut gone = self.candidates.of_value(end.value, CellSet::of(start.cell));
            gone.extend(self.candidates.of_value(start.value, CellSet::of(end.cell)));
            return gone;
        }
        Vec::new()
    }
}

/// A chain that comes back to a candidate would be true but hard to follow.
fn is_on_path(nodes: &[ChainNode], mut at: usize, candidate: CellCandidate) -> bool {
    loop {
        if nodes[at].candidate == candidate {
            return true;
        }
        if at == 0 {
            return false;
        }
        at = nodes[at].before;
    }
}

/// The candidates from the start to a node.
fn trace(nodes: &[ChainNode], mut at: usize) -> Vec<CellCandidate> {
    let mut path = vec![nodes[at].candidate];
    while at != 0 {
        at = nodes[at].before;
        path.push(nodes[at].candidate);
    }
    path.reverse();
    path
}

fn explained(mut step: SolutionStep, path: &[CellCandidate]) -> SolutionStep {
    for (at, &candidate) in path.iter().enumerate() {
        let role = if at % 2 == 0 { StepRole::Pattern } else { StepRole::Opposite };
        step = step.because(role, [candidate]);
    }
    let links = path.windows(2).enumerate().map(|(at, ends)| CandidateLink {
        from: ends[0],
        to: ends[1],
        kind: if at % 2 == 0 { LinkKind::Strong } else { LinkKind::Weak },
    });
    step.tied(links)
}
