//! The cases of the course: every rule by itself, the simplest first.
//!
//! Grids are given by their lowest rows; what is above them is empty.

use jetan_games::tetrisito::notation::parse_rows;
use jetan_games::tetrisito::{FieldShape, FrozenField, PieceMask};

use super::case::PuzzleCase;
use super::shapes::{
    BAR, ELL, ESS, HOOK, LYING, POLE, SQUARE, STEP, TABLE, TEE, ZED, moved, shape,
};

type NamedPuzzle = (&'static str, PuzzleCase);
type FieldRows = &'static [&'static str];

/// Cases with one piece that is where its box begins: name, start, goal, shape.
const ONE_PIECE: [(&str, FieldRows, FieldRows, usize); 19] = [
    ("start equals goal", &["#.#.#."], &["#.#.#."], SQUARE),
    ("a square on the floor", &[], &["##....", "##...."], SQUARE),
    ("a square at the right border", &[], &["....##", "....##"], SQUARE),
    ("a pole at the right border", &[], &[".....#"; 4], POLE),
    ("a bar at its last offset", &[], &["..####"], BAR),
    ("too few cells for the goal", &[], &[".#....", "######"], SQUARE),
    ("a goal that hangs in the air", &[], &["##....", "##....", "......"], SQUARE),
    ("a cell too few in the goal", &[], &["#.....", "##...."], SQUARE),
    ("another shape", &[], &[".#....", "###..."], ELL),
    ("a cell that would have to vanish", &["#....."], &["....##", "....##"], SQUARE),
    ("on top of a stack", &["##...."; 2], &["##...."; 4], SQUARE),
    ("beside a stack", &["##...."; 2], &["####.."; 2], SQUARE),
    ("over a step", &["#....."], &["##....", "###..."], ZED),
    ("a hook over a wall", &["#....."; 2], &["##...."; 3], HOOK),
    (
        "a hook on a high wall",
        &["#....."; 4],
        &["##....", "##....", "##....", "#.....", "#....."],
        HOOK,
    ),
    ("a table on one leg", &["#....."], &["###...", "##...."], TABLE),
    ("nothing passes an overhang", &["##....", "......", "......"], &["##...."; 3], SQUARE),
    ("up to the top row", &["##...."; 4], &["##...."; 6], SQUARE),
    ("one row too high", &["##...."; 5], &["##...."; 6], SQUARE),
];

/// The same with a piece moved inside its box: name, goal, shape, columns right, rows up.
const MOVED: [(&str, FieldRows, usize, u32, u32); 5] = [
    ("a blank column that counts", &["..#...", "###..."], LYING, 1, 0),
    ("a blank column and offset 0", &[".##...", ".##..."], SQUARE, 1, 0),
    ("blank columns at the right border", &["....##", "....##"], SQUARE, 2, 0),
    ("blank rows below the piece", &["##....", "##...."], SQUARE, 0, 2),
    ("the upper right corner of the box", &["....##", "....##"], SQUARE, 2, 2),
];

/// Cases with several pieces: name, start, goal, shapes.
const SEVERAL: [(&str, FieldRows, FieldRows, &[usize]); 10] = [
    ("nothing to drop", &["#....#"], &["#....#"], &[SQUARE, BAR, POLE]),
    ("only the second piece", &[], &["####.."], &[TEE, BAR, POLE]),
    ("only the last piece", &[], &["..####"], &[TEE, ELL, BAR]),
    ("two pieces of three", &["#....."], &["######", "#...##"], &[ESS, SQUARE, BAR]),
    ("in the order given", &[], &["..##..", "..##..", "####.."], &[BAR, SQUARE, TEE]),
    ("in another order", &[], &["..##..", "..##..", "####.."], &[SQUARE, BAR, TEE]),
    ("a piece cannot be used twice", &[], &["##..##", "##..##"], &[SQUARE, TEE, POLE]),
    ("two equal pieces", &[], &["##..##", "##..##"], &[SQUARE, POLE, SQUARE]),
    ("no piece fits", &[], &["#.....", "##....", "#....."], &[SQUARE, BAR, POLE]),
    ("too few cells for three pieces", &[], &["######"; 5], &[SQUARE, SQUARE, SQUARE]),
];

/// Cases with more than three pieces, slower for the programs.
const MANY: [(&str, FieldRows, FieldRows, &[usize]); 4] = [
    ("some pieces left out", &[], &["##....", "##....", "####.."], &[TEE, BAR, ELL, SQUARE]),
    ("two equal pieces of four", &[], &["######"; 2], &[SQUARE, TEE, BAR, BAR]),
    (
        "five pieces",
        &[],
        &["..####", ".###..", ".###..", ".#####", ".#####"],
        &[BAR, POLE, POLE, POLE, SQUARE],
    ),
    (
        "five pieces in vain",
        &[],
        &[".#....", ".#....", "##....", "###.#.", "######", "######"],
        &[POLE, BAR, STEP, SQUARE, POLE],
    ),
];

/// Cases in which rows vanish.
const CLEARING: [(&str, FieldRows, FieldRows, &[usize]); 6] = [
    ("a full row vanishes", &["##...."], &[], &[BAR, SQUARE, SQUARE]),
    ("two rows at once", &["####.."; 2], &[], &[SQUARE, TEE, ESS]),
    ("a full row of the start", &["######"], &["##....", "##...."], &[SQUARE, TEE, ESS]),
    (
        "what is above moves down",
        &["####..", "#####."],
        &["....##", "#####."],
        &[ELL, SQUARE, POLE],
    ),
    ("no cell falls by itself", &["####..", "#####."], &["#####.", "....##"], &[ELL, SQUARE, POLE]),
    ("too high to clear anything", &["####.."; 5], &[], &[POLE, SQUARE, BAR]),
];

/// Cases with one piece, for all implementations.
pub(super) fn one_piece() -> Vec<NamedPuzzle> {
    let mut cases: Vec<NamedPuzzle> = Vec::new();
    for (name, start, goal, piece) in ONE_PIECE {
        cases.push((name, PuzzleCase::new(grid(start), grid(goal), vec![shape(piece)])));
    }
    for (name, goal, piece, right, up) in MOVED {
        let piece = moved(shape(piece), right, up);
        cases.push((name, PuzzleCase::new(FrozenField::default(), grid(goal), vec![piece])));
    }
    let last = PuzzleCase::new(FrozenField::default(), grid(&["....##"; 2]), vec![shape(SQUARE)]);
    cases.push(("without the last newline", PuzzleCase { ends_in_newline: false, ..last }));
    cases
}

/// Cases with several pieces, and those in which rows vanish.
pub(super) fn several(clears_lines: bool) -> Vec<NamedPuzzle> {
    let clearing: &[_] = if clears_lines { &CLEARING } else { &[] };
    let all = SEVERAL.iter().chain(clearing).chain(&MANY);
    // Five pieces in rows that vanish take plain programs too long to be told from a hang.
    let all = all.filter(|(_, _, _, pieces)| pieces.len() <= pieces_most(clears_lines));
    let case = |&(name, start, goal, pieces): &(&'static str, FieldRows, FieldRows, &[usize])| {
        let pieces: Vec<PieceMask> = pieces.iter().map(|&piece| shape(piece)).collect();
        (name, PuzzleCase::new(grid(start), grid(goal), pieces))
    };
    all.map(case).collect()
}

/// The most pieces of a case that plain searching does in time. When rows vanish, a cell that is
/// not in the goal says nothing, and five pieces take a hundred times as long.
pub(super) fn pieces_most(clears_lines: bool) -> usize {
    if clears_lines { 4 } else { 5 }
}

/// A field from its lowest rows.
pub(super) fn grid(lowest: &[&str]) -> FrozenField {
    let mut rows = vec!["......"; 6 - lowest.len()];
    rows.extend(lowest);
    parse_rows(&rows, FieldShape::default()).expect("the rows above are rows of a field")
}

#[cfg(test)]
mod tests {
    use jetan_games::tetrisito::DropRules;

    use super::*;

    #[test]
    fn the_cases_have_the_answers_their_names_promise() {
        let no = [
            "too few cells for the goal",
            "a goal that hangs in the air",
            "a cell too few in the goal",
            "another shape",
            "a cell that would have to vanish",
            "nothing passes an overhang",
            "one row too high",
            "a blank column that counts",
            "a piece cannot be used twice",
            "no piece fits",
            "five pieces in vain",
            "too few cells for three pieces",
        ];
        for (name, case) in one_piece().into_iter().chain(several(false)) {
            assert_eq!(case.plan(DropRules::default()).is_some(), !no.contains(&name), "{name}");
        }
    }

    #[test]
    fn rows_vanish_as_the_names_promise() {
        let rules = DropRules { clears_lines: true, ..DropRules::default() };
        let no = ["no cell falls by itself", "too high to clear anything"];
        for (name, start, goal, pieces) in CLEARING {
            let pieces = pieces.iter().map(|&piece| shape(piece)).collect();
            let case = PuzzleCase::new(grid(start), grid(goal), pieces);
            assert_eq!(case.plan(rules).is_some(), !no.contains(&name), "{name}");
        }
    }
}
