//! The estimated worth of a board: by the learned network, or a sum over its rows and columns, each
//! line's worth from a table.

use super::board::BoardSide;
use super::network::{Network, familiar};
use super::slides::{LINES, lines, new_table, transpose};

/// The weights of the features of a line; a position without moves is worth 0.
///
/// Sizes of tiles count by the cube of their exponent: in tuning, freely chosen powers came out
/// between 3.0 and 3.1, and cubes are the same on every machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LineWeights {
    /// Worth of a line before anything else: how bad it is to lose.
    pub alive: f32,
    /// Gain for each empty cell.
    pub empty: f32,
    /// Gain for each pair of equal tiles with nothing between them.
    pub pair: f32,
    /// Loss for each step up in a line that should fall, or down in one that should rise,
    /// whichever is less.
    pub disorder: f32,
    /// Loss for each tile: few large ones are better than many small ones.
    pub crowd: f32,
}

impl Default for LineWeights {
    /// Found by cross-entropy search over some hundred seeded games for each candidate, with the
    /// course's spawn rule; `examples/autoplay.rs` measures them.
    ///
    /// They serve the original's rule too: a quick search reaches 2048 in 95 of 100 games there.
    fn default() -> Self {
        Self { alive: 200_000.0, empty: 690.0, pair: 1480.0, disorder: 20.0, crowd: 6.2 }
    }
}

/// The evaluation function of a search, for boards of one size.
#[derive(Debug, Clone)]
pub(super) enum Evaluation {
    /// Rows and columns by themselves, on boards of any size.
    Lines(LineScores),
    /// The learned network, on boards of 4×4.
    Learned(&'static Network),
}

impl Evaluation {
    /// The worth of a board about to get a new tile.
    #[inline]
    pub(super) fn evaluate(&self, cells: u64) -> f32 {
        match self {
            Self::Lines(lines) => lines.evaluate(cells),
            Self::Learned(network) => network.evaluate(cells),
        }
    }

    /// The worth of points that are scored on the way to a board.
    #[inline]
    pub(super) fn points(&self, score: u32) -> f32 {
        match self {
            // Tiles that were merged show on the board already.
            Self::Lines(_) => 0.0,
            Self::Learned(_) => score as f32,
        }
    }

    /// The board to search in place of one: the best move on it is the best on the other.
    pub(super) fn familiar(&self, cells: u64) -> u64 {
        match self {
            Self::Lines(_) => cells,
            Self::Learned(_) => familiar(cells),
        }
    }
}

/// The worth of every line of a board of some size, computed once from the weights.
#[derive(Debug, Clone)]
pub(super) struct LineScores {
    lines: Box<[f32; LINES]>,
}

impl LineScores {
    pub(super) fn new(weights: &LineWeights, side: BoardSide) -> Self {
        let mut lines = new_table();
        // Lines of a smaller board have nothing in their last cells.
        for (line, worth) in lines.iter_mut().enumerate().take(1 << (4 * side as u32)) {
            *worth = evaluate_line(weights, line, side);
        }
        Self { lines }
    }

    #[inline]
    fn evaluate(&self, cells: u64) -> f32 {
        self.rows(cells) + self.rows(transpose(cells))
    }

    #[inline]
    fn rows(&self, cells: u64) -> f32 {
        let [a, b, c, d] = lines(cells).map(|line| self.lines[line]);
        // Added in pairs, so that a board upside down has the same sum to the last bit.
        (a + b) + (c + d)
    }
}

fn evaluate_line(weights: &LineWeights, line: usize, side: BoardSide) -> f32 {
    // Only the cells of the board: a line that seems to fall beyond its end would make a board
    // differ from its mirror image.
    let tiles = &[0, 4, 8, 12].map(|shift| line >> shift & 15)[..side as usize];
    // Vectors do no harm here: each line is evaluated once, when the table is made.
    let cubes: Vec<f32> = tiles.iter().map(|&tile| (tile * tile * tile) as f32).collect();
    let steps = cubes.windows(2).map(|pair| pair[1] - pair[0]);
    let rises: f32 = steps.clone().map(|step| step.max(0.0)).sum();
    let falls: f32 = steps.map(|step| (-step).max(0.0)).sum();
    let standing: Vec<usize> = tiles.iter().copied().filter(|&tile| tile != 0).collect();
    let pairs = standing.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let empty = tiles.len() - standing.len();
    weights.alive + weights.empty * empty as f32 + weights.pair * pairs as f32
        - weights.disorder * rises.min(falls)
        - weights.crowd * cubes.iter().sum::<f32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_better(better: usize, worse: usize) {
        let worth = |line| evaluate_line(&LineWeights::default(), line, BoardSide::Four);
        assert!(worth(better) > worth(worse), "{better:x} {worse:x}");
    }

    #[test]
    fn order_pairs_and_space_are_worth_something() {
        check_better(0x4321, 0x4231);
        check_better(0x1234, 0x2143);
        check_better(0x0055, 0x0045);
        check_better(0x4320, 0x4321);
    }

    #[test]
    fn a_line_is_worth_as_much_as_its_mirror_image() {
        for line in 0..0x1000 {
            let mirrored = (line & 15) << 8 | line & 0xf0 | line >> 8;
            let worth = |line| evaluate_line(&LineWeights::default(), line, BoardSide::Three);
            assert!((worth(line) - worth(mirrored)).abs() < 1.0, "{line:x}");
        }
    }
}
