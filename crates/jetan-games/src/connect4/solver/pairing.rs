//! Bounds that need no search: lines that are impossible, and answering above every stone.
//!
//! Whoever always answers in the column just played gets every second free cell of each column.
//! Where that alone keeps the other side from four, the score is bounded, often long before the
//! board is full. Allis calls the rule claimeven ("A Knowledge-Based Approach of Connect-Four",
//! 1988); here it is used for the whole board at once.

use crate::connect4::bits::{
    BOARD, BOTTOM, COLUMN_BITS, ODD_ROWS, column_cells, has_four, playable,
};

use super::node::OpenNode;

/// A bound of the score that decides whether the score is at least `least`, or `None` if that needs
/// a search.
#[inline]
pub(super) fn bound(node: &OpenNode, least: i32) -> Option<i32> {
    let free = BOARD & !node.stones;
    // Only a four of the side to move makes the score positive, and only a four of the other side
    // makes it negative. If the side in question has no possible four left, 0 is the bound.
    let attacker = if least > 0 { node.mover } else { node.mover ^ node.stones };
    if !has_four(attacker | free) {
        return Some(0);
    }
    // The lowest free cells of the columns that have an odd number of free cells.
    let odd_columns = playable(node.stones) & !ODD_ROWS;
    if odd_columns == 0 {
        every_column_is_even(node, free, least)
    } else if odd_columns.is_power_of_two() {
        one_column_is_odd(node, free, odd_columns.trailing_zeros() / COLUMN_BITS, least)
    } else {
        None
    }
}

/// All columns have an even number of free cells: the other side can answer above every stone and
/// so never runs out of answers. The side to move is left with the odd rows.
fn every_column_is_even(node: &OpenNode, free: u64, least: i32) -> Option<i32> {
    let threats = node.other_threats & free & !ODD_ROWS;
    if (threats == 0 && least <= 0) || has_four(node.mover | free & ODD_ROWS) {
        return None;
    }
    if threats == 0 {
        return Some(0);
    }
    // The lowest threat is reached at the latest when everything but the cells above it is full.
    let lowest_row = [1, 3, 5].into_iter().find(|row| threats & (BOTTOM << row) != 0)?;
    let score = loss_with_free_cells(5 - lowest_row);
    (score < least).then_some(score)
}

/// One column has an odd number of free cells. Answering above every stone works as long as that
/// column does not fill up, and a threat of the other side in it sees to that.
fn one_column_is_odd(node: &OpenNode, free: u64, column: u32, least: i32) -> Option<i32> {
    let cells = column_cells(column);
    let threats = node.other_threats & free & cells & ODD_ROWS;
    let threat = threats & threats.wrapping_neg();
    if threat == 0 {
        return None;
    }
    let below = threat - 1;
    let score = loss_with_free_cells((cells & !below & !threat).count_ones() as i32);
    let elsewhere = free & ODD_ROWS & !cells;
    let movers = node.mover | elsewhere | free & cells & below & !ODD_ROWS;
    (score < least && !has_four(movers)).then_some(score)
}

/// The score of the side that loses when so many cells are still free.
fn loss_with_free_cells(free_cells: i32) -> i32 {
    let winners_stones = (42 - free_cells + 1) / 2;
    winners_stones - 22
}
