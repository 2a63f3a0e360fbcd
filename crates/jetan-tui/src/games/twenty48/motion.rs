//! The animation of tiles: they glide, then new and merged ones grow.

use std::time::Duration;

use jetan_games::twenty48::{Board, Direction};
use jetan_play::twenty48::{Place, Shift};

/// The time that tiles glide.
const GLIDE: Duration = Duration::from_millis(100);
/// The time that tiles grow or flash after that.
const POP: Duration = Duration::from_millis(80);

/// The tiles between two boards, at a time of the animation.
#[derive(Clone, Debug)]
pub(super) struct Motion {
    pub(super) shift: Shift,
    since: Duration,
}

/// The phase of an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Moment {
    /// Tiles have come this part of their way, from 0 to 1.
    Gliding(f32),
    /// They have arrived; new and merged tiles have grown by this part, from 0 to 1.
    Popping(f32),
}

impl Motion {
    /// The way from a board to what a slide and a new tile make of it.
    pub(super) fn new(before: Board, direction: Direction, after: Board) -> Motion {
        Motion { shift: Shift::new(before, direction, after), since: Duration::ZERO }
    }

    /// A new tile appears, and nothing moves.
    pub(super) fn appearing(before: Board, after: Board) -> Motion {
        // It starts where the gliding would have ended.
        Motion { shift: Shift::appearing(before, after), since: GLIDE }
    }

    /// Lets time pass; false when all has come to rest.
    pub(super) fn advance(&mut self, elapsed: Duration) -> bool {
        self.since += elapsed;
        self.since < GLIDE + POP
    }

    pub(super) fn moment(&self) -> Moment {
        match self.since.checked_sub(GLIDE) {
            None => {
                let part = self.since.as_secs_f32() / GLIDE.as_secs_f32();
                // Fast at first and gentle at the end.
                Moment::Gliding(1.0 - (1.0 - part) * (1.0 - part))
            }
            Some(rest) => Moment::Popping((rest.as_secs_f32() / POP.as_secs_f32()).min(1.0)),
        }
    }

    pub(super) fn is_new(&self, place: Place) -> bool {
        self.shift.new == Some(place)
    }

    pub(super) fn is_merged(&self, place: Place) -> bool {
        self.shift.is_merged(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_motion_comes_to_rest() {
        let before: Board = "2 0 0 2 0 0 0 0 0 0 0 0 0 0 0 0".parse().expect("this is a board");
        let after: Board = "4 0 0 0 0 0 0 0 0 0 0 2 0 0 0 0".parse().expect("this is a board");
        let mut motion = Motion::new(before, Direction::Left, after);
        assert_eq!(motion.moment(), Moment::Gliding(0.0));
        assert!(motion.is_new((2, 3)) && motion.is_merged((0, 0)));
        assert!(motion.advance(GLIDE));
        assert_eq!(motion.moment(), Moment::Popping(0.0));
        assert!(!motion.advance(POP));
    }
}
