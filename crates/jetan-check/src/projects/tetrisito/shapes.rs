//! The nineteen pieces of four cells that hang together, each where its box begins: at the bottom
//! left.

use jetan_games::rng::Rng;
use jetan_games::tetrisito::PieceMask;
use jetan_games::tetrisito::notation::parse_piece;
use jetan_order::SharedSort;

/// All of them, the simplest first.
const SHAPES: [&str; 19] = [
    ".... .... ##.. ##..",
    ".... .... .... ####",
    "#... #... #... #...",
    ".... #... #... ##..",
    ".... .... #... ###.",
    ".... .... .#.. ###.",
    ".... .#.. .#.. ##..",
    ".... .... ..#. ###.",
    ".... .... .##. ##..",
    ".... .... ##.. .##.",
    ".... #... ##.. #...",
    ".... .#.. ##.. .#..",
    ".... #... ##.. .#..",
    ".... .#.. ##.. #...",
    ".... .... ###. #...",
    ".... .... ###. ..#.",
    ".... .... ###. .#..",
    ".... ##.. #... #...",
    ".... ##.. .#.. .#..",
];

/// The square.
pub(super) const SQUARE: usize = 0;
/// Four cells side by side.
pub(super) const BAR: usize = 1;
/// Four cells one above the other.
pub(super) const POLE: usize = 2;
/// An L.
pub(super) const ELL: usize = 3;
/// A T upside down.
pub(super) const TEE: usize = 5;
/// An S.
pub(super) const ESS: usize = 8;
/// A Z.
pub(super) const ZED: usize = 9;
/// An L that lies on its back, its foot at the right.
pub(super) const LYING: usize = 7;
/// A T that stands on its side, which no case of the course needs.
pub(super) const SPARE: usize = 11;
/// An S that stands upright.
pub(super) const STEP: usize = 13;
/// A T.
pub(super) const TABLE: usize = 16;
/// A pole with a hook at its top, to the left.
pub(super) const HOOK: usize = 18;

/// The weight of moving a piece by one inside its box, less than any other shape.
const SHAPE_WEIGHT: u32 = 8;

/// One of the shapes; the number is taken modulo their number.
pub(super) fn shape(index: usize) -> PieceMask {
    let rows: Vec<&str> = SHAPES[index % SHAPES.len()].split(' ').collect();
    parse_piece(&rows, 1).expect("the shapes above are pieces")
}

/// A piece moved inside its box by so many columns to the right and rows up, as far as it fits.
pub(super) fn moved(piece: PieceMask, right: u32, up: u32) -> PieceMask {
    let right = right.min(3 - piece.last_column());
    let up = up.min(piece.first_row());
    // The lowest bit is the leftmost column; rows are four bits, the top one first.
    PieceMask::from_bits(piece.as_bits() << right >> (4 * up)).expect("no cell leaves the box")
}

/// A piece where its box begins.
pub(super) fn settled(piece: PieceMask) -> PieceMask {
    let bits = piece.as_bits() >> blank_columns(piece) << (4 * blank_rows(piece));
    PieceMask::from_bits(bits).expect("no cell leaves the box")
}

/// Blank columns on the left of the box.
pub(super) fn blank_columns(piece: PieceMask) -> u32 {
    let columns = (0..4).fold(0, |columns, row| columns | piece.row(row));
    columns.trailing_zeros()
}

/// Blank rows at the bottom of the box.
pub(super) fn blank_rows(piece: PieceMask) -> u32 {
    3 - piece.last_row()
}

/// The rank of a piece by simplicity: its place in the list, then its distance from its corner.
pub(super) fn rank(piece: PieceMask) -> u32 {
    let shape_rank = index(piece).unwrap_or(SHAPES.len()) as u32;
    // At most three columns and three rows of blanks, which is less than one place in the list.
    shape_rank * SHAPE_WEIGHT + blank_columns(piece) + blank_rows(piece)
}

/// Simpler pieces than this one.
pub(super) fn simpler(piece: PieceMask) -> Vec<PieceMask> {
    let (right, up) = (blank_columns(piece), blank_rows(piece));
    let mut pieces = vec![shape(SQUARE), shape(BAR), shape(POLE), settled(piece)];
    pieces.push(moved(shape(SQUARE), right, up));
    pieces.push(moved(settled(piece), right, 0));
    pieces.push(moved(settled(piece), 0, up));
    pieces.push(moved(settled(piece), right.saturating_sub(1), up));
    pieces.push(moved(settled(piece), right, up.saturating_sub(1)));
    // Ranks must fall, because shrinking goes on until nothing simpler fails.
    pieces.retain(|&simple| rank(simple) < rank(piece));
    pieces.shared_sort_by_key(|&simple| rank(simple));
    pieces.dedup();
    pieces
}

/// A random piece, now and then not where its box begins.
pub(super) fn random(rng: &mut Rng) -> PieceMask {
    let piece = shape(rng.below(SHAPES.len() as u32) as usize);
    if rng.below(4) == 0 { moved(piece, rng.below(3), rng.below(3)) } else { piece }
}

fn index(piece: PieceMask) -> Option<usize> {
    let settled = settled(piece);
    (0..SHAPES.len()).find(|&index| shape(index) == settled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_four_cells_at_the_bottom_left_and_is_there_once() {
        for (index, rows) in SHAPES.iter().enumerate() {
            let piece = shape(index);
            assert_eq!(piece.count(), 4, "{rows}");
            assert_eq!(settled(piece), piece, "{rows}");
            assert_eq!(rank(piece), SHAPE_WEIGHT * index as u32, "{rows}");
        }
    }

    #[test]
    fn a_moved_piece_keeps_its_cells_and_can_be_moved_back() {
        for index in 0..SHAPES.len() {
            for (right, up) in (0..4).flat_map(|right| (0..4).map(move |up| (right, up))) {
                let piece = moved(shape(index), right, up);
                assert_eq!((piece.count(), settled(piece)), (4, shape(index)));
                assert!(simpler(piece).iter().all(|&simple| rank(simple) < rank(piece)));
            }
        }
    }
}
