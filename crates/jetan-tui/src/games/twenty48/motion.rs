//! The animation of tiles: they glide, then new and merged ones grow.

use std::time::Duration;

use jetan_games::twenty48::{PackedBoard, SlideDirection};
use jetan_play::twenty48::{BoardShift, TileCell};

/// The time that tiles glide.
const GLIDE_TIME: Duration = Duration::from_millis(100);
/// The time that tiles grow or flash after that.
const POP_TIME: Duration = Duration::from_millis(80);

/// The tiles between two boards, at a time of the animation.
#[derive(Clone, Debug)]
pub(super) struct SlideMotion {
    pub(super) shift: BoardShift,
    since: Duration,
}

/// The phase of an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SlidePhase {
    /// Tiles have come this part of their way, from 0 to 1.
    Gliding(f32),
    /// They have arrived; new and merged tiles have grown by this part, from 0 to 1.
    Popping(f32),
}

impl SlideMotion {
    /// The way from a board to what a slide and a new tile make of it.
    pub(super) fn new(
        before: PackedBoard,
        direction: SlideDirection,
        after: PackedBoard,
    ) -> SlideMotion {
        SlideMotion { shift: BoardShift::new(before, direction, after), since: Duration::ZERO }
    }

    /// A new tile appears, and nothing moves.
    pub(super) fn appearing(before: PackedBoard, after: PackedBoard) -> SlideMotion {
        // It starts where the gliding would have ended.
        SlideMotion { shift: BoardShift::appearing(before, after), since: GLIDE_TIME }
    }

    /// Lets time pass; false when all has come to rest.
    pub(super) fn advance(&mut self, elapsed: Duration) -> bool {
        self.since += elapsed;
        self.since < GLIDE_TIME + POP_TIME
    }

    pub(super) fn moment(&self) -> SlidePhase {
        match self.since.checked_sub(GLIDE_TIME) {
            None => {
                let part = self.since.as_secs_f32() / GLIDE_TIME.as_secs_f32();
                // Fast at first and gentle at the end.
                SlidePhase::Gliding(1.0 - (1.0 - part) * (1.0 - part))
            }
            Some(rest) => {
                SlidePhase::Popping((rest.as_secs_f32() / POP_TIME.as_secs_f32()).min(1.0))
            }
        }
    }

    pub(super) fn is_new(&self, place: TileCell) -> bool {
        self.shift.new == Some(place)
    }

    pub(super) fn is_merged(&self, place: TileCell) -> bool {
        self.shift.is_merged(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_motion_comes_to_rest() {
        let before: PackedBoard =
            "2 0 0 2 0 0 0 0 0 0 0 0 0 0 0 0".parse().expect("this is a board");
        let after: PackedBoard =
            "4 0 0 0 0 0 0 0 0 0 0 2 0 0 0 0".parse().expect("this is a board");
        let mut motion = SlideMotion::new(before, SlideDirection::Left, after);
        assert_eq!(motion.moment(), SlidePhase::Gliding(0.0));
        assert!(motion.is_new((2, 3)) && motion.is_merged((0, 0)));
        assert!(motion.advance(GLIDE_TIME));
        assert_eq!(motion.moment(), SlidePhase::Popping(0.0));
        assert!(!motion.advance(POP_TIME));
    }
}
