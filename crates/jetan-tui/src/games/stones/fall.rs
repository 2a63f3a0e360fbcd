//! Stones on their way down.

use std::time::Duration;

use jetan_games::connect4::Column;
use jetan_games::connect4::position::ROWS;

use jetan_play::stones::StoneCell;

/// Rows that a stone gains in a second, every second.
const GRAVITY: f32 = 62.0;
/// The time a stone springs back after it landed, and the height as a share of its way.
const BOUNCE_SECONDS: f32 = 0.14;
const BOUNCE_SHARE: f32 = 0.05;
/// The time the computer's stone is seen above its column before it falls.
const PAUSE_SECONDS: f32 = 0.3;

/// The animation of a stone on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DropAnimation {
    /// It lies there, and so does whatever still fell.
    AtOnce,
    /// It falls now; whatever still fell has landed.
    Falling,
    /// It falls once the others have landed, after a short look at it.
    FallingNext,
}

/// The stones that are falling, the oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct FallingStones {
    falls: Vec<FallingStone>,
}

#[derive(Clone, Copy, Debug)]
struct FallingStone {
    column: Column,
    row: usize,
    /// Negative while it waits above its column.
    seconds: f32,
}

impl FallingStones {
    /// Places a stone.
    pub(crate) fn place(&mut self, (column, row): StoneCell, show: DropAnimation) {
        let seconds = match show {
            DropAnimation::AtOnce | DropAnimation::Falling => {
                self.falls.clear();
                0.0
            }
            DropAnimation::FallingNext => {
                let left = self.falls.iter().map(|fall| fall.end() - fall.seconds);
                // Negative, so that it waits until all others have landed, and a little longer.
                -left.fold(0.0, f32::max) - PAUSE_SECONDS
            }
        };
        if show != DropAnimation::AtOnce {
            self.falls.push(FallingStone { column, row, seconds });
        }
    }

    /// Lets every stone land.
    pub(crate) fn finish(&mut self) {
        self.falls.clear();
    }

    /// Lets time pass.
    pub(crate) fn tick(&mut self, elapsed: Duration) {
        for fall in &mut self.falls {
            fall.seconds += elapsed.as_secs_f32();
        }
        self.falls.retain(|fall| fall.seconds < fall.end());
    }

    /// Whether nothing falls.
    pub(crate) fn is_empty(&self) -> bool {
        self.falls.is_empty()
    }

    /// The number of rows a stone is above its final cell; none once it lies there.
    pub(crate) fn height_above(&self, (column, row): StoneCell) -> Option<f32> {
        let fall = self.falls.iter().find(|fall| fall.column == column && fall.row == row)?;
        Some(fall.height_above())
    }
}

impl FallingStone {
    fn way(&self) -> f32 {
        (ROWS - self.row.min(ROWS)) as f32
    }

    fn landing(&self) -> f32 {
        (2.0 * self.way() / GRAVITY).sqrt()
    }

    fn end(&self) -> f32 {
        self.landing() + BOUNCE_SECONDS
    }

    fn height_above(&self) -> f32 {
        let seconds = self.seconds.max(0.0);
        if seconds < self.landing() {
            return self.way() - GRAVITY * seconds * seconds / 2.0;
        }
        let share = ((seconds - self.landing()) / BOUNCE_SECONDS).min(1.0);
        // A parabola that is 1 in the middle of the bounce.
        self.way() * BOUNCE_SHARE * 4.0 * share * (1.0 - share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEP: Duration = Duration::from_millis(20);

    #[test]
    fn a_stone_falls_faster_and_faster_and_lands() {
        let mut falls = FallingStones::default();
        let spot = (Column::ALL[3], 0);
        falls.place(spot, DropAnimation::Falling);
        assert_eq!(falls.height_above(spot), Some(6.0));
        let mut heights = Vec::new();
        while let Some(height) = falls.height_above(spot) {
            heights.push(height);
            falls.tick(STEP);
        }
        assert!((20..40).contains(&heights.len()), "{heights:?}");
        assert!(heights[0] - heights[5] < heights[5] - heights[10]);
        assert!(heights.iter().all(|height| (0.0..=6.0).contains(height)));
        assert!(falls.is_empty());
    }

    #[test]
    fn the_next_stone_waits_for_the_one_before() {
        let mut falls = FallingStones::default();
        let (first, second) = ((Column::ALL[3], 0), (Column::ALL[3], 1));
        falls.place(first, DropAnimation::Falling);
        falls.place(second, DropAnimation::FallingNext);
        while falls.height_above(first).is_some() {
            assert_eq!(falls.height_above(second), Some(5.0));
            falls.tick(STEP);
        }
        assert!(!falls.is_empty());
        falls.place(second, DropAnimation::AtOnce);
        assert!(falls.is_empty());
    }
}
