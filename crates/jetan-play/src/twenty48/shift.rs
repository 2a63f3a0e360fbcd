//! The motion of tiles: the origin of each, the pairs that merge, the tile that is new.

use jetan_games::twenty48::{EXPONENT_MAX, PackedBoard, SlideDirection};

const SIDE: usize = 4;

/// A cell, row and column.
pub type TileCell = (usize, usize);

/// A tile on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileGlide {
    /// The number on it.
    pub number: u32,
    /// The cell it comes from.
    pub from: TileCell,
    /// The cell where it comes to rest.
    pub to: TileCell,
    /// Whether it ends up in one tile with another.
    pub merges: bool,
}

/// The tiles between two boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardShift {
    /// The way of every tile, those that stay included.
    pub glides: Vec<TileGlide>,
    /// The cell where a new tile appears.
    pub new: Option<TileCell>,
}

impl BoardShift {
    /// The way from a board to what a slide and a new tile make of it.
    pub fn new(before: PackedBoard, direction: SlideDirection, after: PackedBoard) -> BoardShift {
        let new = difference(before.slide(direction), after);
        BoardShift { glides: glides(before, direction), new }
    }

    /// A new tile appears, and nothing moves.
    pub fn appearing(before: PackedBoard, after: PackedBoard) -> BoardShift {
        BoardShift { glides: Vec::new(), new: difference(before, after) }
    }

    /// Whether two tiles become one here.
    pub fn is_merged(&self, place: TileCell) -> bool {
        self.glides.iter().any(|glide| glide.merges && glide.to == place)
    }
}

/// The first cell in which two boards differ.
fn difference(before: PackedBoard, after: PackedBoard) -> Option<TileCell> {
    // The slide that reaches the target adds no tile; then there is no difference.
    tile_cells().find(|&(row, column)| before.tile(row, column) != after.tile(row, column))
}

/// All cells, row by row.
pub fn tile_cells() -> impl Iterator<Item = TileCell> {
    (0..SIDE * SIDE).map(|cell| (cell / SIDE, cell % SIDE))
}

/// The way of every tile in a slide.
fn glides(board: PackedBoard, direction: SlideDirection) -> Vec<TileGlide> {
    let mut glides: Vec<TileGlide> = Vec::new();
    for line in 0..SIDE {
        let place = |step: usize| match direction {
            SlideDirection::Left => (line, step),
            SlideDirection::Right => (line, SIDE - 1 - step),
            SlideDirection::Up => (step, line),
            SlideDirection::Down => (SIDE - 1 - step, line),
        };
        let mut rest = 0;
        // The tile that came to rest last, as long as it may still merge.
        let mut waiting: Option<usize> = None;
        for from in (0..SIDE).map(place) {
            let number = board.tile(from.0, from.1);
            if number == 0 {
                continue;
            }
            // Taken, so that a tile which has merged does not merge again in the same slide. The
            // largest tiles never merge: a board has no exponent above them.
            let partner = waiting
                .take()
                .filter(|&index| glides[index].number == number && number < 1 << EXPONENT_MAX);
            if let Some(index) = partner {
                glides[index].merges = true;
                let to = glides[index].to;
                glides.push(TileGlide { number, from, to, merges: true });
            } else {
                waiting = Some(glides.len());
                glides.push(TileGlide { number, from, to: place(rest), merges: false });
                rest += 1;
            }
        }
    }
    glides
}

#[cfg(test)]
mod tests {
    use jetan_games::rng::Rng;
    use jetan_games::twenty48::{BoardSide, SpawnRule};

    use super::*;

    /// The numbers that tiles on their way add up to where they arrive.
    fn arrived(glides: &[TileGlide]) -> [[u32; SIDE]; SIDE] {
        let mut tiles = [[0; SIDE]; SIDE];
        for glide in glides {
            tiles[glide.to.0][glide.to.1] += glide.number;
        }
        tiles
    }

    fn check(board: PackedBoard) {
        for direction in SlideDirection::ALL {
            let slid = board.slide(direction);
            let tiles = arrived(&glides(board, direction));
            for (row, column) in tile_cells() {
                let number = slid.tile(row, column);
                assert_eq!(tiles[row][column], number, "{board} {direction:?}");
            }
        }
    }

    #[test]
    fn tiles_arrive_where_the_rules_put_them() {
        let mut rng = Rng::new(1);
        for _ in 0..2000 {
            let mut board = PackedBoard::empty(BoardSide::Four);
            for _ in 0..rng.below(17) {
                board.add_random_tile(SpawnRule::COURSE, &mut rng);
                if rng.below(3) == 0 {
                    board = board.slide(SlideDirection::ALL[rng.below(4) as usize]);
                }
            }
            check(board);
        }
        check("32768 32768 2 2 0 0 0 0 4 4 4 4 2 2 2 0".parse().expect("this is a board"));
    }
}
