//! Times the engines of jetan-games beside the best public ones, on the same inputs in one run.
//!
//! `jetan-peers GAME ARGUMENTS`; each game is a file of its own.

mod connect4;
mod sudoku;
mod tetrisito;
mod twenty48;

use std::process::ExitCode;

use rustix::time::{ClockId, clock_gettime};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.split_first() {
        Some((game, rest)) if game == "connect4" => connect4::run(rest),
        Some((game, rest)) if game == "sudoku" => sudoku::run(rest),
        Some((game, rest)) if game == "tetrisito" => tetrisito::run(rest),
        Some((game, rest)) if game == "twenty48" => twenty48::run(rest),
        _ => Err(String::from("usage: jetan-peers connect4|sudoku|tetrisito|twenty48 [FILE]")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Processor time of this process in nanoseconds: other programs do not count.
fn cpu_ns() -> f64 {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    now.tv_sec as f64 * 1e9 + now.tv_nsec as f64
}

/// The middle one of the numbers.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(f64::NAN)
}
