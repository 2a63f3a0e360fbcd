//! Generated cases: reachable goals, near misses, and the edge cases of the rules.

use jetan_games::rng::Rng;
use jetan_games::tetrisito::{DropOrder, DropRules, FrozenField, PieceMask, PieceRule};

use super::case::{PuzzleCase, cell, cells, fall, last_offset};
use super::shapes;
use crate::project::CaseSize;

/// A case for the rules with so many pieces.
pub(super) fn whole(rng: &mut Rng, rules: DropRules, pieces: usize) -> PuzzleCase {
    let pieces: Vec<PieceMask> = (0..pieces).map(|_| shapes::random(rng)).collect();
    let start = start(rng, rules);
    let reached = drop_some(rng, start, &pieces, rules);
    let goal = match rng.below(10) {
        // Half of the goals can be reached, so that a program that always says NO fails as often as
        // one that always says YES.
        0..=4 => reached,
        5..=6 => one_cell_moved(rng, start, reached),
        7 => sticking_out(rng, start, &pieces),
        8 => one_cell_more(rng, reached),
        _ => {
            let others = [shapes::random(rng), shapes::random(rng)];
            drop_some(rng, start, &others, rules)
        }
    };
    PuzzleCase { start, goal, pieces, ends_in_newline: rng.below(8) != 0 }
}

/// The number of pieces in a generated case: few at first, three nearly always, more at the end.
pub(super) fn piece_count(size: CaseSize, least: usize, most: usize) -> usize {
    let percent = size.between(0, 99);
    let wanted = match percent {
        0..=4 => 1,
        5..=9 => 2,
        10..=84 => 3,
        85..=94 => 4,
        _ => 5,
    };
    wanted.clamp(least, most)
}

/// A start: empty, a few cells, or what some pieces left.
pub(super) fn start(rng: &mut Rng, rules: DropRules) -> FrozenField {
    match rng.below(10) {
        0..=3 => FrozenField::default(),
        4..=5 => scattered(rng),
        _ => {
            let pieces: Vec<PieceMask> = (0..=rng.below(4)).map(|_| shapes::random(rng)).collect();
            drop_some(rng, FrozenField::default(), &pieces, rules)
        }
    }
}

/// Some cells of the lower rows, overhangs included.
pub(super) fn scattered(rng: &mut Rng) -> FrozenField {
    let top = rng.below(6);
    let mut bits = 0;
    for row in top..6 {
        for column in 0..6 {
            if rng.below(3) == 0 {
                bits |= cell(row, column);
            }
        }
    }
    FrozenField::from_bits(bits)
}

/// The field after some of the pieces have fallen, as the rules allow.
fn drop_some(
    rng: &mut Rng,
    start: FrozenField,
    pieces: &[PieceMask],
    rules: DropRules,
) -> FrozenField {
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    if rules.order == DropOrder::Any {
        rng.shuffle(&mut order);
    }
    let mut field = start;
    for index in order {
        if rules.usage == PieceRule::Some && rng.below(5) == 0 {
            continue;
        }
        if rules.usage == PieceRule::Prefix && rng.below(5) == 0 {
            break;
        }
        let offset = rng.below(last_offset(pieces[index]) + 1);
        // A piece that would stick out is left out, as the rules have it.
        field = fall(field, pieces[index], offset, rules).unwrap_or(field);
    }
    field
}

/// The goal with one cell somewhere else.
pub(super) fn one_cell_moved(rng: &mut Rng, start: FrozenField, goal: FrozenField) -> FrozenField {
    // A cell that a piece has brought: moving one of the start would make the goal impossible at a
    // glance.
    let new = FrozenField::from_bits(goal.as_bits() & !start.as_bits());
    let Some((row, column)) = any_cell(rng, new) else { return one_cell_more(rng, goal) };
    let less = FrozenField::from_bits(goal.as_bits() & !cell(row, column));
    one_cell_more(rng, less)
}

pub(super) fn one_cell_more(rng: &mut Rng, goal: FrozenField) -> FrozenField {
    let free = FrozenField::from_bits(!goal.as_bits() & (u64::MAX >> (64 - 36)));
    match any_cell(rng, free) {
        Some((row, column)) => FrozenField::from_bits(goal.as_bits() | cell(row, column)),
        None => goal,
    }
}

/// The goal that a drop would make if the hidden rows did not matter: a piece's lowest row on a
/// stack that reaches the row below the top one.
fn sticking_out(rng: &mut Rng, start: FrozenField, pieces: &[PieceMask]) -> FrozenField {
    let Some(&piece) = pieces.get(rng.below(pieces.len() as u32) as usize) else { return start };
    let offset = rng.below(last_offset(piece) + 1);
    let lowest = u64::from(piece.row(piece.last_row())) << offset;
    // The top row only: the rest of the piece would stay in the hidden rows.
    FrozenField::from_bits(start.as_bits() | lowest & 0x3f)
}

fn any_cell(rng: &mut Rng, field: FrozenField) -> Option<(u32, u32)> {
    let all: Vec<(u32, u32)> = cells(field).collect();
    all.get(rng.below(all.len() as u32) as usize).copied()
}
