//! How promising a board looks: a sum over its rows and columns, each line's worth from a table.

use super::slides::{lines, transpose};

/// What counts how much in a line; a position without moves is worth 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Worth of a line before anything else: how bad it is to lose.
    pub alive: f32,
    /// Gain for each empty cell.
    pub empty: f32,
    /// Gain for each pair of equal neighbours.
    pub pair: f32,
    /// Loss for tiles that neither rise nor fall along the line, times differences of `power`s.
    pub disorder: f32,
    /// Loss for tiles at all, so that few large ones are better than many small ones.
    pub crowd: f32,
    /// The power of a tile's exponent in `disorder`, at most 8.
    pub disorder_power: f32,
    /// The power of a tile's exponent in `crowd`, at most 8.
    pub crowd_power: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            alive: 200_000.0,
            empty: 270.0,
            pair: 700.0,
            disorder: 47.0,
            crowd: 11.0,
            disorder_power: 4.0,
            crowd_power: 3.5,
        }
    }
}

/// The worth of every line, computed once from the weights.
#[derive(Debug, Clone)]
pub(super) struct Evaluation {
    lines: Box<[f32]>,
}

impl Evaluation {
    pub(super) fn new(weights: &Weights) -> Self {
        Self { lines: (0..=u16::MAX).map(|line| evaluate_line(weights, line)).collect() }
    }

    #[inline]
    pub(super) fn evaluate(&self, cells: u64) -> f32 {
        self.rows(cells) + self.rows(transpose(cells))
    }

    #[inline]
    pub(super) fn rows(&self, cells: u64) -> f32 {
        let [a, b, c, d] = lines(cells).map(|line| self.lines[line]);
        (a + b) + (c + d)
    }
}

fn evaluate_line(weights: &Weights, line: u16) -> f32 {
    let tiles = [0, 4, 8, 12].map(|shift| u32::from(line) >> shift & 15);
    let empty = tiles.iter().filter(|&&tile| tile == 0).count() as f32;
    let crowd: f32 = tiles.iter().map(|&tile| (tile as f32).powf(weights.crowd_power)).sum();
    let standing: Vec<u32> = tiles.into_iter().filter(|&tile| tile != 0).collect();
    let pairs = standing.windows(2).filter(|pair| pair[0] == pair[1]).count() as f32;
    let heights = tiles.map(|tile| (tile as f32).powf(weights.disorder_power));
    let rises: f32 = heights.windows(2).map(|pair| (pair[1] - pair[0]).max(0.0)).sum();
    let falls: f32 = heights.windows(2).map(|pair| (pair[0] - pair[1]).max(0.0)).sum();
    weights.alive + weights.empty * empty + weights.pair * pairs
        - weights.disorder * rises.min(falls)
        - weights.crowd * crowd
}
