//! Solves a Sudoku step by step and says why; draws the hardest step.
//!
//! `cargo run --example explain_grid [81 digits]`
#![expect(clippy::print_stdout, reason = "an example shows its result")]
#![expect(clippy::disallowed_methods, reason = "the grid is an argument")]

use jetan_games::search::SearchBudget;
use jetan_games::sudoku::generate::{ClueSymmetry, PuzzleRequest, generate};
use jetan_games::sudoku::logic::{CandidateGrid, Difficulty, draw, solve_path};
use jetan_games::sudoku::{GridSize, SudokuGrid};

fn main() {
    let Some(grid) = std::env::args().nth(1).map_or_else(|| Some(made_up()), |text| read(&text))
    else {
        println!("a grid is 81 characters: digits, and 0 or . for an empty cell");
        return;
    };
    let path = solve_path(&grid);
    let hardest = path.steps.iter().max_by_key(|step| step.technique);
    let mut candidates = CandidateGrid::of(&grid);
    for step in &path.steps {
        if Some(step) == hardest {
            print!("\n{}", draw(&candidates, step));
        }
        println!("{step}");
        candidates.apply(step);
    }
    match path.rating() {
        Some(rating) => println!("\n{rating}"),
        None => println!("\n{:?}", path.outcome),
    }
}

fn made_up() -> SudokuGrid {
    let difficulty = Some(Difficulty::Hard);
    let request = PuzzleRequest {
        size: GridSize::Nine,
        difficulty,
        symmetry: ClueSymmetry::Rotation,
        seed: 1,
    };
    generate(&request, &mut SearchBudget::unlimited()).grid
}

fn read(text: &str) -> Option<SudokuGrid> {
    let cells: Option<Vec<u8>> = text
        .chars()
        .map(|sign| if sign == '.' { Some(0) } else { sign.to_digit(10).map(|digit| digit as u8) })
        .collect();
    SudokuGrid::from_cells(GridSize::Nine, &cells?).ok()
}
