//! How tiles travel: where each came from, which pairs merge, which tile is new.

use std::time::Duration;

use jetan_games::twenty48::{Board, Direction, EXPONENT_MAX};

/// How long tiles glide.
const GLIDE: Duration = Duration::from_millis(100);
/// How long tiles grow or flash after that.
const POP: Duration = Duration::from_millis(80);
const SIDE: usize = 4;

/// A cell, row and column.
pub(super) type Place = (usize, usize);

/// A tile on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glide {
    /// The number on it.
    pub(super) number: u32,
    pub(super) from: Place,
    pub(super) to: Place,
    /// Whether it ends up in one tile with another.
    pub(super) merges: bool,
}

/// The tiles between two boards.
#[derive(Clone, Debug)]
pub(super) struct Motion {
    pub(super) glides: Vec<Glide>,
    /// Where a new tile appears.
    new: Option<Place>,
    since: Duration,
}

/// What happens at a moment.
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
        let new = difference(before.slide(direction), after);
        Motion { glides: glides(before, direction), new, since: Duration::ZERO }
    }

    /// A new tile appears, and nothing moves.
    pub(super) fn appearing(before: Board, after: Board) -> Motion {
        Motion { glides: Vec::new(), new: difference(before, after), since: GLIDE }
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
        self.new == Some(place)
    }

    pub(super) fn is_merged(&self, place: Place) -> bool {
        self.glides.iter().any(|glide| glide.merges && glide.to == place)
    }
}

/// The first cell in which two boards differ.
fn difference(before: Board, after: Board) -> Option<Place> {
    places().find(|&(row, column)| before.tile(row, column) != after.tile(row, column))
}

/// All cells, row by row.
pub(super) fn places() -> impl Iterator<Item = Place> {
    (0..SIDE * SIDE).map(|cell| (cell / SIDE, cell % SIDE))
}

/// The way of every tile in a slide.
fn glides(board: Board, direction: Direction) -> Vec<Glide> {
    let mut glides: Vec<Glide> = Vec::new();
    for line in 0..SIDE {
        let place = |step: usize| match direction {
            Direction::Left => (line, step),
            Direction::Right => (line, SIDE - 1 - step),
            Direction::Up => (step, line),
            Direction::Down => (SIDE - 1 - step, line),
        };
        let mut rest = 0;
        // The tile that came to rest last, as long as it may still merge.
        let mut waiting: Option<usize> = None;
        for from in (0..SIDE).map(place) {
            let number = board.tile(from.0, from.1);
            if number == 0 {
                continue;
            }
            let partner = waiting
                .take()
                .filter(|&index| glides[index].number == number && number < 1 << EXPONENT_MAX);
            if let Some(index) = partner {
                glides[index].merges = true;
                let to = glides[index].to;
                glides.push(Glide { number, from, to, merges: true });
            } else {
                waiting = Some(glides.len());
                glides.push(Glide { number, from, to: place(rest), merges: false });
                rest += 1;
            }
        }
    }
    glides
}

#[cfg(test)]
mod tests {
    use jetan_games::rng::Rng;
    use jetan_games::twenty48::{Side, Spawn};

    use super::*;

    /// The numbers that tiles on their way add up to where they arrive.
    fn arrived(glides: &[Glide]) -> [[u32; SIDE]; SIDE] {
        let mut tiles = [[0; SIDE]; SIDE];
        for glide in glides {
            tiles[glide.to.0][glide.to.1] += glide.number;
        }
        tiles
    }

    fn check(board: Board) {
        for direction in Direction::ALL {
            let slid = board.slide(direction);
            let tiles = arrived(&glides(board, direction));
            for (row, column) in places() {
                let number = slid.tile(row, column);
                assert_eq!(tiles[row][column], number, "{board} {direction:?}");
            }
        }
    }

    #[test]
    fn tiles_arrive_where_the_rules_put_them() {
        let mut rng = Rng::new(1);
        for _ in 0..2000 {
            let mut board = Board::empty(Side::Four);
            for _ in 0..rng.below(17) {
                board.add_random_tile(Spawn::COURSE, &mut rng);
                if rng.below(3) == 0 {
                    board = board.slide(Direction::ALL[rng.below(4) as usize]);
                }
            }
            check(board);
        }
        check("32768 32768 2 2 0 0 0 0 4 4 4 4 2 2 2 0".parse().expect("this is a board"));
    }

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
