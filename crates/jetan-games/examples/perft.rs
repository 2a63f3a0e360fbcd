//! Counts the different Connect Four positions after each number of stones.
//!
//! The numbers are those of sequence A212693 in the On-Line Encyclopedia of Integer Sequences.
#![expect(clippy::print_stdout, reason = "an example shows its result")]

use jetan_games::connect4::{Column, Position};

fn main() {
    let mut positions = vec![Position::default()];
    for plies in 0..=8 {
        println!("{plies} stones: {:>7} positions", positions.len());
        let after = |position: &Position| Column::ALL.map(|column| position.play(column));
        positions = positions.iter().flat_map(after).flatten().collect();
        positions.sort_unstable();
        positions.dedup();
    }
}
