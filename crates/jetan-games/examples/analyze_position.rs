//! Prints what every column of a Connect Four position is worth, and how the game goes on.
//!
//! Run with moves as columns from 1: `cargo run --example analyze_position -- 54531211375564`
#![expect(clippy::print_stdout, reason = "an example shows its result")]
#![expect(clippy::disallowed_methods, reason = "an example reads its arguments")]

use std::error::Error;

use jetan_games::{
    connect4::{ConnectFourSolver, OpeningBook, ScoreBounds, notation},
    search::SearchBudget,
};

fn main() -> Result<(), Box<dyn Error>> {
    let moves = std::env::args().nth(1).unwrap_or_else(|| "54531211375564".to_owned());
    let position = notation::parse(&moves)?;
    let mut solver = ConnectFourSolver::default().with_book(OpeningBook::embedded()?);
    let mut budget = SearchBudget::unlimited();

    let analysis = solver.analyze(&position, &mut budget);
    for (idx, bounds) in analysis.columns.iter().enumerate() {
        match bounds.and_then(ScoreBounds::exact) {
            Some(score) => {
                let outcome = score.outcome(position.plies());
                println!("column {}: {score:>3}  {outcome}", idx + 1);
            }
            None => println!("column {}:   x", idx + 1),
        }
    }
    let line = solver.line(&position, &mut budget);
    println!("best line: {}", notation::write(&line.moves));
    Ok(())
}
