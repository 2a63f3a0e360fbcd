//! Solving and counting: how many ways are there to fill a grid, and which is the first?

mod general;

use super::grid::Grid;
use crate::search::Budget;

/// How many ways there are to fill a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solutions {
    /// No way.
    None,
    /// Exactly this way.
    One(Grid),
    /// At least two ways; this is one of them.
    Multiple(Grid),
}

/// The search was ended by its budget before it knew the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GaveUp;

/// The number of solutions, counted no further than the limit.
pub fn count(grid: &Grid, limit: u64) -> u64 {
    count_within(grid, limit, &mut Budget::unlimited()).expect("an unlimited budget lasts")
}

/// The solution, when there is exactly one.
pub fn solve(grid: &Grid) -> Solutions {
    solve_within(grid, &mut Budget::unlimited()).expect("an unlimited budget lasts")
}

/// The first solution in row-major ascending order, which is the one plain backtracking finds.
pub fn first(grid: &Grid) -> Option<Grid> {
    first_within(grid, &mut Budget::unlimited()).expect("an unlimited budget lasts")
}

/// [`count`] that gives up when the budget is spent.
pub fn count_within(grid: &Grid, limit: u64, budget: &mut Budget<'_>) -> Result<u64, GaveUp> {
    Ok(search(grid, limit, budget)?.0)
}

/// [`solve`] that gives up when the budget is spent.
pub fn solve_within(grid: &Grid, budget: &mut Budget<'_>) -> Result<Solutions, GaveUp> {
    Ok(match search(grid, 2, budget)? {
        (_, None) => Solutions::None,
        (1, Some(solution)) => Solutions::One(solution),
        (_, Some(solution)) => Solutions::Multiple(solution),
    })
}

/// [`first`] that gives up when the budget is spent.
///
/// Guessing in row-major order would answer directly, but takes years on some grids.
/// So any solution is found first, and then lowered cell by cell: a smaller digit is taken when
/// the fast search still finds a solution with it.
pub fn first_within(grid: &Grid, budget: &mut Budget<'_>) -> Result<Option<Grid>, GaveUp> {
    let mut solution = match solve_within(grid, budget)? {
        Solutions::None => return Ok(None),
        Solutions::One(solution) => return Ok(Some(solution)),
        Solutions::Multiple(solution) => solution,
    };
    let mut prefix = grid.clone();
    for cell in 0..grid.size().cells() {
        for digit in 1..solution.get(cell) {
            if grid.get(cell) != 0 {
                break;
            }
            prefix.set(cell, digit);
            if prefix.has_clash() {
                continue;
            }
            if let (_, Some(smaller)) = search(&prefix, 1, budget)? {
                solution = smaller;
                break;
            }
        }
        prefix.set(cell, solution.get(cell));
    }
    Ok(Some(solution))
}

/// Counts solutions up to the limit and keeps one of them.
fn search(
    grid: &Grid,
    limit: u64,
    budget: &mut Budget<'_>,
) -> Result<(u64, Option<Grid>), GaveUp> {
    if limit == 0 {
        return Ok((0, None));
    }
    let mut number = 0;
    let mut solution = None;
    general::search(grid.size(), grid.cells(), budget, &mut |cells: &[u8]| {
        number += 1;
        solution.get_or_insert_with(|| cells.to_vec());
        number < limit
    });
    if budget.is_spent() && number < limit {
        return Err(GaveUp);
    }
    let to_grid =
        |cells: Vec<u8>| Grid::from_cells(grid.size(), &cells).expect("solutions hold digits");
    Ok((number, solution.map(to_grid)))
}
