//! Smaller cases that have the same answer.

use jetan_games::tetrisito::{DropRules, FrozenField, PieceMask, PlanDrop};
use jetan_order::SharedSort;

use super::case::{PuzzleCase, cell, cells, fall};
use super::shapes;

/// Smaller cases with the same answer, the smallest first.
pub(super) fn smaller(case: &PuzzleCase, rules: DropRules, pieces_min: usize) -> Vec<PuzzleCase> {
    let plan = case.plan(rules);
    let mut found = Vec::new();
    found.push(PuzzleCase { ends_in_newline: true, ..case.clone() });
    fewer_pieces(case, pieces_min, &mut found);
    fewer_cells(case, &mut found);
    moved_to_the_corner(case, &mut found);
    simpler_pieces(case, &mut found);
    if let Some(plan) = &plan {
        along_plan(case, rules, plan, pieces_min, &mut found);
    }
    let weight = case.weight();
    // The same answer, or the failure of a smaller case would be another one.
    found.retain(|smaller| {
        smaller.weight() < weight && smaller.plan(rules).is_some() == plan.is_some()
    });
    found.shared_sort_by_key(PuzzleCase::weight);
    found.dedup();
    found
}

fn fewer_pieces(case: &PuzzleCase, least: usize, found: &mut Vec<PuzzleCase>) {
    if case.pieces.len() <= least {
        return;
    }
    for index in 0..case.pieces.len() {
        let mut pieces = case.pieces.clone();
        let piece = pieces.remove(index);
        found.push(PuzzleCase { pieces, ..case.clone() });
        // One piece at once instead of step by step: most errors need no more.
        if least <= 1 {
            found.push(PuzzleCase { pieces: vec![piece], ..case.clone() });
        }
    }
}

/// Without rows, columns and single cells, in both fields or in one.
fn fewer_cells(case: &PuzzleCase, found: &mut Vec<PuzzleCase>) {
    let (start, goal) = (case.start.as_bits(), case.goal.as_bits());
    let mut without = |in_start: u64, in_goal: u64| {
        found.push(PuzzleCase {
            start: FrozenField::from_bits(start & !in_start),
            goal: FrozenField::from_bits(goal & !in_goal),
            ..case.clone()
        });
    };
    // Cells that both have are often irrelevant to the failure.
    without(start & goal, start & goal);
    without(start, 0);
    for line in 0..6 {
        let row = 0x3f << (6 * line);
        let column = (0..6).fold(0, |cells, row| cells | cell(row, line));
        for cells in [row, column] {
            without(cells, cells);
        }
    }
    for (row, column) in cells(FrozenField::from_bits(start | goal)) {
        let one = cell(row, column);
        without(one, one);
        without(one, 0);
        without(0, one);
    }
}

/// Everything one column to the left, or one row down.
fn moved_to_the_corner(case: &PuzzleCase, found: &mut Vec<PuzzleCase>) {
    let (start, goal) = (case.start.as_bits(), case.goal.as_bits());
    let first_column = (0..6).fold(0, |cells, row| cells | cell(row, 0));
    if (start | goal) & first_column == 0 {
        let left = |bits: u64| FrozenField::from_bits(bits >> 1);
        found.push(PuzzleCase { start: left(start), goal: left(goal), ..case.clone() });
    }
    let last_row = 0x3f << 30;
    if (start | goal) & last_row == 0 {
        let down = |bits: u64| FrozenField::from_bits(bits << 6);
        found.push(PuzzleCase { start: down(start), goal: down(goal), ..case.clone() });
    }
}

fn simpler_pieces(case: &PuzzleCase, found: &mut Vec<PuzzleCase>) {
    for (index, &piece) in case.pieces.iter().enumerate() {
        for simple in shapes::simpler(piece) {
            found.push(with_piece(case, index, simple));
        }
    }
}

/// The result of the plan when something in it is simpler; the goal follows.
fn along_plan(
    case: &PuzzleCase,
    rules: DropRules,
    plan: &[PlanDrop],
    pieces_min: usize,
    found: &mut Vec<PuzzleCase>,
) {
    let mut push = |case: PuzzleCase, plan: &[PlanDrop]| {
        let drop = |field: FrozenField, drop: &PlanDrop| {
            fall(field, *case.pieces.get(drop.piece)?, drop.offset, rules)
        };
        if let Some(goal) = plan.iter().try_fold(case.start, drop) {
            found.push(PuzzleCase { goal, ..case });
        }
    };
    for step in 0..plan.len() {
        let mut shorter = plan.to_vec();
        let left_out = shorter.remove(step);
        push(case.clone(), &shorter);
        let mut nearer = plan.to_vec();
        for offset in [0, left_out.offset.saturating_sub(1)] {
            nearer[step].offset = offset;
            push(case.clone(), &nearer);
        }
        if case.pieces.len() > pieces_min {
            push(without_piece(case, left_out.piece), &renumbered(&shorter, left_out.piece));
        }
        for simple in shapes::simpler(case.pieces[left_out.piece]) {
            push(with_piece(case, left_out.piece, simple), plan);
        }
    }
    push(PuzzleCase { start: FrozenField::default(), ..case.clone() }, plan);
    for (row, column) in cells(case.start) {
        let start = FrozenField::from_bits(case.start.as_bits() & !cell(row, column));
        push(PuzzleCase { start, ..case.clone() }, plan);
    }
}

fn with_piece(case: &PuzzleCase, index: usize, piece: PieceMask) -> PuzzleCase {
    let mut changed = case.clone();
    changed.pieces[index] = piece;
    changed
}

fn without_piece(case: &PuzzleCase, index: usize) -> PuzzleCase {
    let mut changed = case.clone();
    changed.pieces.remove(index);
    changed
}

/// A plan after a piece is gone that it does not use.
fn renumbered(plan: &[PlanDrop], gone: usize) -> Vec<PlanDrop> {
    // Pieces after the one that is gone move up by one.
    let number =
        |drop: &PlanDrop| PlanDrop { piece: drop.piece - usize::from(drop.piece > gone), ..*drop };
    plan.iter().map(number).collect()
}
