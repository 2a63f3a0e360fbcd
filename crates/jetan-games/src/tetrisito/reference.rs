//! The course's program, procedure by procedure, in plain Rust: slow, and obviously right.
//!
//! Names and steps are the document's, so that it can be read beside this file.
//! Only the field of the course exists here: six rows of six below four hidden ones.

use std::collections::BTreeSet;

use super::{DropOrder, DropRules, PieceRule, PlanDrop, TetrisitoPuzzle};

/// The rows of a grid: four hidden ones above six visible ones.
pub const ROWS: usize = 10;
/// The hidden rows, in which a piece starts.
pub const HIDDEN_ROWS: usize = 4;
/// The columns of a grid.
pub const COLUMNS: usize = 6;

/// A grid: `.` empty, `#` filled or falling, `X` frozen.
pub type CharGrid = [[char; COLUMNS]; ROWS];

/// A piece as the row and column of each cell in its box.
pub type CellPairs = Vec<(usize, usize)>;

/// The grid without a cell.
pub fn init_arr() -> CharGrid {
    [['.'; COLUMNS]; ROWS]
}

/// The grid of a puzzle's start or goal; none if the puzzle is not of the course's size.
pub fn get_input(puzzle: &TetrisitoPuzzle, field: super::FrozenField) -> Option<CharGrid> {
    if puzzle.shape() != super::FieldShape::default() {
        return None;
    }
    let mut grid = init_arr();
    for (row, cells) in grid[HIDDEN_ROWS..].iter_mut().enumerate() {
        for (column, cell) in cells.iter_mut().enumerate() {
            if field.is_filled(puzzle.shape(), row as u32, column as u32) {
                *cell = '#';
            }
        }
    }
    freeze_blocks(&mut grid);
    Some(grid)
}

/// Freezes every filled cell.
pub fn freeze_blocks(grid: &mut CharGrid) {
    for cell in grid.iter_mut().flatten() {
        if *cell == '#' {
            *cell = 'X';
        }
    }
}

/// True if both grids have the same frozen cells in their visible rows.
pub fn is_equal_grids(start: &CharGrid, goal: &CharGrid) -> bool {
    for row in HIDDEN_ROWS..ROWS {
        for column in 0..COLUMNS {
            if start[row][column] != goal[row][column] {
                return false;
            }
        }
    }
    true
}

/// True if a frozen cell is not in the goal, so that nothing more can help.
pub fn not_fit(start: &CharGrid, goal: &CharGrid) -> bool {
    for row in HIDDEN_ROWS..ROWS {
        for column in 0..COLUMNS {
            if start[row][column] == 'X' && goal[row][column] != 'X' {
                return true;
            }
        }
    }
    false
}

/// The cells of a piece, row by row.
pub fn convert_pieces_to_pairs(piece: super::PieceMask) -> CellPairs {
    let mut pairs = Vec::new();
    for row in 0..4 {
        for column in 0..4 {
            if piece.row(row as u32) >> column & 1 == 1 {
                pairs.push((row, column));
            }
        }
    }
    pairs
}

/// The column of the rightmost cell of a piece.
pub fn get_max_x_of_piece(piece: &CellPairs) -> usize {
    piece.iter().map(|&(_, column)| column).max().unwrap_or(0)
}

/// A copy of its own.
pub fn deepcopy<T: Clone>(array: &T) -> T {
    array.clone()
}

/// The number of frozen cells.
pub fn counter(grid: &CharGrid) -> usize {
    grid.iter().flatten().filter(|&&cell| cell == 'X').count()
}

/// Lets a piece fall from the hidden rows: the grid afterwards, and whether that was possible.
pub fn drop_piece_in_grid(grid: &CharGrid, piece: &CellPairs, offset: usize) -> (CharGrid, bool) {
    let mut falling = piece.clone();
    for (_, column) in &mut falling {
        *column += offset;
    }
    let is_free = |row: usize, column: usize| row < ROWS && grid[row][column] != 'X';
    while falling.iter().all(|&(row, column)| is_free(row + 1, column)) {
        for (row, _) in &mut falling {
            *row += 1;
        }
    }
    if falling.iter().any(|&(row, _)| row < HIDDEN_ROWS) {
        return (deepcopy(grid), false);
    }
    let mut copy = deepcopy(grid);
    for &(row, column) in &falling {
        copy[row][column] = '#';
    }
    freeze_blocks(&mut copy);
    (copy, true)
}

/// Line clearing, of a later edition: full rows vanish, the rows above move down as they are.
pub fn clear_lines(grid: &mut CharGrid) {
    for row in HIDDEN_ROWS..ROWS {
        if grid[row].iter().all(|&cell| cell == 'X') {
            for upper in (HIDDEN_ROWS..row).rev() {
                grid[upper + 1] = grid[upper];
            }
            grid[HIDDEN_ROWS] = ['.'; COLUMNS];
        }
    }
}

/// The course's question with the variants of its rules.
#[derive(Debug, Clone)]
pub struct CourseQuestion {
    /// The start grid, frozen.
    pub start: CharGrid,
    /// The goal grid, frozen.
    pub goal: CharGrid,
    /// The pieces in the order given.
    pub pieces: Vec<CellPairs>,
    /// The reading of the rules.
    pub rules: DropRules,
}

impl CourseQuestion {
    /// The program for a puzzle; none if the puzzle is not of the course's size.
    pub fn new(puzzle: &TetrisitoPuzzle, rules: DropRules) -> Option<Self> {
        let start = get_input(puzzle, puzzle.start())?;
        let goal = get_input(puzzle, puzzle.goal())?;
        let pieces = puzzle.pieces().iter().map(|&piece| convert_pieces_to_pairs(piece)).collect();
        Some(Self { start, goal, pieces, rules })
    }

    /// The whole program: the plan it finds first, or none for NO.
    pub fn main(&self) -> Option<Vec<PlanDrop>> {
        let cells: usize = self.pieces.iter().map(Vec::len).sum();
        if counter(&self.goal) > counter(&self.start) + cells {
            return None;
        }
        let mut plan = Vec::new();
        let chosen = vec![false; self.pieces.len()];
        self.backtrack(&self.start, &chosen, &mut plan).then_some(plan)
    }

    /// Tries every piece that may be next at every offset; true once the goal is reached.
    pub fn backtrack(&self, grid: &CharGrid, chosen: &[bool], plan: &mut Vec<PlanDrop>) -> bool {
        // With clearing, a cell outside the goal may still vanish.
        if !self.rules.clears_lines && not_fit(grid, &self.goal) {
            return false;
        }
        if is_equal_grids(grid, &self.goal) && self.is_allowed(chosen) {
            return true;
        }
        for (index, piece) in self.pieces.iter().enumerate() {
            if !self.may_be_next(chosen, index) {
                continue;
            }
            for offset in 0..COLUMNS - get_max_x_of_piece(piece) {
                let Some(grid_copy) = self.step(grid, piece, offset) else { continue };
                let mut chosen_copy = chosen.to_vec();
                chosen_copy[index] = true;
                plan.push(PlanDrop { piece: index, offset: offset as u32 });
                if self.backtrack(&grid_copy, &chosen_copy, plan) {
                    return true;
                }
                plan.pop();
            }
        }
        false
    }

    /// Every plan there is, one by one.
    pub fn count_plans(&self, grid: &CharGrid, chosen: &[bool]) -> u64 {
        let mut plans = u64::from(is_equal_grids(grid, &self.goal) && self.is_allowed(chosen));
        self.for_each_drop(grid, chosen, &mut |grid, chosen| {
            plans += self.count_plans(grid, chosen);
        });
        plans
    }

    /// Every grid that can be left by using the pieces as the rules ask.
    pub fn collect_grids(&self, grid: &CharGrid, chosen: &[bool], grids: &mut BTreeSet<CharGrid>) {
        if self.is_allowed(chosen) {
            grids.insert(*grid);
        }
        self.for_each_drop(grid, chosen, &mut |grid, chosen| {
            self.collect_grids(grid, chosen, grids);
        });
    }

    fn for_each_drop(
        &self,
        grid: &CharGrid,
        chosen: &[bool],
        action: &mut dyn FnMut(&CharGrid, &[bool]),
    ) {
        for (index, piece) in self.pieces.iter().enumerate() {
            if !self.may_be_next(chosen, index) {
                continue;
            }
            for offset in 0..COLUMNS - get_max_x_of_piece(piece) {
                if let Some(grid_copy) = self.step(grid, piece, offset) {
                    let mut chosen_copy = chosen.to_vec();
                    chosen_copy[index] = true;
                    action(&grid_copy, &chosen_copy);
                }
            }
        }
    }

    /// One drop with everything that follows from it; none if it is impossible.
    fn step(&self, grid: &CharGrid, piece: &CellPairs, offset: usize) -> Option<CharGrid> {
        let (mut copy, is_possible) = drop_piece_in_grid(grid, piece, offset);
        if !is_possible {
            return None;
        }
        if self.rules.clears_lines {
            clear_lines(&mut copy);
        }
        Some(copy)
    }

    /// True if the piece is unused and, in the given order, no later one has fallen.
    fn may_be_next(&self, chosen: &[bool], index: usize) -> bool {
        let is_last_so_far = chosen[index..].iter().all(|&is_chosen| !is_chosen);
        match self.rules.order {
            DropOrder::Any => !chosen[index],
            DropOrder::Given => is_last_so_far,
        }
    }

    /// True if the chosen pieces are a choice that the rules allow.
    fn is_allowed(&self, chosen: &[bool]) -> bool {
        match self.rules.usage {
            PieceRule::Some => true,
            PieceRule::All => chosen.iter().all(|&is_chosen| is_chosen),
            PieceRule::Prefix => chosen.is_sorted_by(|before, after| before >= after),
        }
    }
}
