//! Generated cases, none too hard for plain backtracking.

use jetan_games::rng::Rng;
use jetan_games::search::SearchBudget;
use jetan_games::sudoku::generate::{ClueSymmetry, PuzzleRequest, generate};
use jetan_games::sudoku::{GridSize, SudokuGrid, solver};

use super::board::{effort, gaps, solved};
use crate::project::CaseSize;

/// Most numbers that plain backtracking may test on a generated case.
const EFFORT_MAX: u64 = 100_000;
/// A case with a clash has at most so many gaps, so that whatever a program does with it is short.
const CLASH_GAPS_MAX: usize = 6;
/// Most changes of a clue to get a grid without solution.
const TRIES: usize = 40;

/// A case of a size, the first ones with few gaps.
pub(super) fn grid(rng: &mut Rng, grid_size: GridSize, size: CaseSize) -> SudokuGrid {
    let most = grid_size.cells() * 3 / 4;
    let number = size.between(0, most);
    // Puzzles without a clue too many have the most gaps, and cases are to grow.
    let is_late = 2 * size.index > size.total;
    match rng.below(10) {
        0 => without_units(rng, grid_size),
        1..=2 => unsolvable(rng, grid_size, number),
        3 => clashing(rng, grid_size, number),
        4..=5 if is_late => puzzle(rng, grid_size),
        _ => with_gaps(rng, grid_size, number),
    }
}

/// A grid with so many gaps anywhere.
fn with_gaps(rng: &mut Rng, size: GridSize, number: usize) -> SudokuGrid {
    let solution = solved(rng, size);
    let mut cells: Vec<usize> = (0..size.cells()).collect();
    rng.shuffle(&mut cells);
    let mut grid = solution.clone();
    for &cell in &cells[..number.min(cells.len())] {
        grid.set(cell, 0);
    }
    made_easier(grid, &solution)
}

/// A grid without some rows or columns: with several solutions.
fn without_units(rng: &mut Rng, size: GridSize) -> SudokuGrid {
    let side = size.side();
    let solution = solved(rng, size);
    let mut grid = solution.clone();
    let (is_row, number) = (rng.below(2) == 0, 1 + rng.below(side as u32 / 2) as usize);
    let first = rng.below((side - number + 1) as u32) as usize;
    for cell in 0..size.cells() {
        let line = if is_row { cell / side } else { cell % side };
        if (first..first + number).contains(&line) {
            grid.set(cell, 0);
        }
    }
    made_easier(grid, &solution)
}

/// A puzzle with one solution and no clue too many.
fn puzzle(rng: &mut Rng, size: GridSize) -> SudokuGrid {
    let request = PuzzleRequest {
        size,
        difficulty: None,
        symmetry: ClueSymmetry::None,
        seed: rng.next_u64(),
    };
    // No budget: a case that depends on how fast a machine is would not be the same everywhere.
    let puzzle = generate(&request, &mut SearchBudget::unlimited());
    made_easier(puzzle.grid, &puzzle.solution)
}

/// A grid without solution whose clues do not clash, by changing a clue.
fn unsolvable(rng: &mut Rng, size: GridSize, number: usize) -> SudokuGrid {
    // With one gap a changed clue nearly always clashes.
    let mut grid = with_gaps(rng, size, number.max(2));
    for _ in 0..TRIES {
        let cell = rng.below(size.cells() as u32) as usize;
        let before = grid.get(cell);
        if before == 0 {
            continue;
        }
        grid.set(cell, 1 + rng.below(size.side() as u32) as u8);
        let is_good = !grid.has_clash()
            && solver::first(&grid).is_none()
            // Proving that there is no solution takes plain backtracking longest of all.
            && effort(&grid, EFFORT_MAX) < EFFORT_MAX;
        if is_good {
            return grid;
        }
        // Put back, so that changes do not add up to a grid that is mostly wrong.
        grid.set(cell, before);
    }
    // All tries failed: the grid has a solution then, which is a case as good as any.
    grid
}

/// A grid with few gaps in which a digit stands twice in a unit.
fn clashing(rng: &mut Rng, size: GridSize, number: usize) -> SudokuGrid {
    let mut grid = with_gaps(rng, size, number.min(CLASH_GAPS_MAX));
    for _ in 0..TRIES {
        let cell = rng.below(size.cells() as u32) as usize;
        if grid.get(cell) != 0 {
            grid.set(cell, 1 + rng.below(size.side() as u32) as u8);
        }
        if grid.has_clash() {
            break;
        }
    }
    grid
}

/// The grid with gaps filled from a solution until it is not too hard.
fn made_easier(mut grid: SudokuGrid, solution: &SudokuGrid) -> SudokuGrid {
    // Ends at the latest when no gap is left, which costs no test at all.
    while effort(&grid, EFFORT_MAX) == EFFORT_MAX {
        let gaps = gaps(&grid);
        // What is filled at the beginning saves most.
        for &cell in &gaps[..gaps.len().div_ceil(4)] {
            grid.set(cell, solution.get(cell));
        }
    }
    grid
}
