//! Generated puzzles keep every promise of their type.
//!
//! `JETAN_LONG=1` makes ten times as many.
#![expect(clippy::disallowed_methods, reason = "JETAN_LONG asks for more")]

use jetan_games::search::SearchBudget;
use jetan_games::sudoku::generate::{ClueSymmetry, PuzzleRequest, SudokuPuzzle, generate};
use jetan_games::sudoku::logic::{Difficulty, solve_path};
use jetan_games::sudoku::solver::{self, SolutionCount};
use jetan_games::sudoku::{GridSize, SudokuGrid};

fn rounds(count: u64) -> u64 {
    if std::env::var_os("JETAN_LONG").is_some() { 10 * count } else { count }
}

fn make(
    size: GridSize,
    difficulty: Option<Difficulty>,
    symmetry: ClueSymmetry,
    seed: u64,
) -> SudokuPuzzle {
    let request = PuzzleRequest { size, difficulty, symmetry, seed };
    generate(&request, &mut SearchBudget::unlimited())
}

/// The one solution is the promised one, and the clues agree with it.
fn assert_unique(puzzle: &SudokuPuzzle) {
    assert_eq!(solver::solve(&puzzle.grid), SolutionCount::One(puzzle.solution.clone()));
}

/// The grid without a clue and those that belong to it.
fn without(grid: &SudokuGrid, symmetry: ClueSymmetry, cell: usize) -> SudokuGrid {
    let mut fewer = grid.clone();
    fewer.set(cell, 0);
    fewer.set(symmetry.image(grid.size(), cell), 0);
    fewer
}

fn filled(grid: &SudokuGrid) -> impl Iterator<Item = usize> {
    (0..grid.size().cells()).filter(|&cell| grid.get(cell) != 0)
}

#[test]
fn puzzles_are_unique_symmetric_and_minimal() {
    for (size, count) in [(GridSize::Four, 40), (GridSize::Nine, 40)] {
        for symmetry in ClueSymmetry::ALL {
            for seed in 0..rounds(count) {
                let puzzle = make(size, None, symmetry, seed);
                assert_unique(&puzzle);
                assert!(puzzle.is_minimal && puzzle.is_wanted);
                for cell in filled(&puzzle.grid) {
                    assert_ne!(puzzle.grid.get(symmetry.image(size, cell)), 0, "{symmetry:?}");
                    let fewer = without(&puzzle.grid, symmetry, cell);
                    assert_eq!(solver::count(&fewer, 2), 2, "{size:?} {symmetry:?} {seed}");
                }
            }
        }
    }
}

#[test]
fn large_puzzles_are_unique_and_symmetric_but_promise_no_more() {
    for (seed, symmetry) in (0..).zip(ClueSymmetry::ALL) {
        let puzzle = make(GridSize::Sixteen, Some(Difficulty::Easy), symmetry, seed);
        assert_unique(&puzzle);
        assert!(!puzzle.is_minimal && puzzle.is_wanted);
        assert!(puzzle.grid.clues() < 140, "{}", puzzle.grid.clues());
        let image = |cell| symmetry.image(GridSize::Sixteen, cell);
        assert!(filled(&puzzle.grid).all(|cell| puzzle.grid.get(image(cell)) != 0));
    }
}

#[test]
fn each_difficulty_is_reached_and_agrees_with_the_solution_path() {
    for difficulty in Difficulty::ALL {
        for seed in 0..rounds(4) {
            let symmetry = ClueSymmetry::ALL[seed as usize % 4];
            let puzzle = make(GridSize::Nine, Some(difficulty), symmetry, seed);
            assert!(puzzle.is_wanted && puzzle.is_minimal, "{difficulty} {seed}");
            assert_unique(&puzzle);
            let rating = solve_path(&puzzle.grid).rating();
            assert_eq!(rating, Some(puzzle.rating));
            assert_eq!(puzzle.rating.difficulty(), difficulty);
        }
    }
}

#[test]
fn large_puzzles_of_medium_difficulty_are_reached_too() {
    let puzzle = make(GridSize::Sixteen, Some(Difficulty::Medium), ClueSymmetry::None, 1);
    assert!(puzzle.is_wanted);
    assert_unique(&puzzle);
}

#[test]
fn a_wish_that_cannot_be_met_gives_the_nearest_and_says_so() {
    let puzzle = make(GridSize::Four, Some(Difficulty::Extreme), ClueSymmetry::None, 1);
    assert!(!puzzle.is_wanted);
    assert_unique(&puzzle);
}

#[test]
fn the_same_seed_gives_the_same_puzzle_and_another_seed_another() {
    for size in GridSize::ALL {
        let one = make(size, Some(Difficulty::Easy), ClueSymmetry::Rotation, 7);
        assert_eq!(one, make(size, Some(Difficulty::Easy), ClueSymmetry::Rotation, 7));
        assert_ne!(one, make(size, Some(Difficulty::Easy), ClueSymmetry::Rotation, 8));
    }
}

#[test]
fn a_seed_gives_the_same_puzzle_in_every_version() {
    let puzzle = make(GridSize::Nine, None, ClueSymmetry::Rotation, 1);
    let text: String = puzzle.grid.cells().iter().map(|value| (b'0' + value) as char).collect();
    let expected =
        "008045030003000009600700004007390020000000000090064300900007005100000900040820100";
    assert_eq!(text, expected);
}

#[test]
fn any_budget_gives_a_puzzle_with_one_solution() {
    for size in GridSize::ALL {
        for nodes in [0, 1, 10, 100, 1000] {
            let difficulty = Some(Difficulty::Extreme);
            let request =
                PuzzleRequest { size, difficulty, symmetry: ClueSymmetry::Diagonal, seed: 3 };
            let puzzle = generate(&request, &mut SearchBudget::nodes(nodes));
            assert_unique(&puzzle);
            assert!(size == GridSize::Four || !puzzle.is_wanted || puzzle.rating.score() >= 4000);
        }
    }
}
