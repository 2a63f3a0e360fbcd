//! Solves a puzzle given in one line: `cargo run --example solve_grid -- 1..............4`.

use std::process::ExitCode;

use jetan_games::sudoku::{SolutionCount, notation, solver};

const PUZZLE: &str =
    "..6.37.8..8...9..7......21...319...56.2.........4.8...2.7..5..........21......9..";

#[expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "an example talks to its user"
)]
fn main() -> ExitCode {
    let text = std::env::args().nth(1).unwrap_or_else(|| PUZZLE.to_string());
    let grid = match notation::parse_line(&text) {
        Ok(grid) => grid,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    match solver::solve(&grid) {
        SolutionCount::None => println!("no solution"),
        SolutionCount::One(solution) => print!("{}", notation::to_grid(&solution)),
        SolutionCount::Multiple(solution) => {
            print!("{}", notation::to_grid(&solution));
            println!("(one of at least two solutions)");
        }
    }
    ExitCode::SUCCESS
}
