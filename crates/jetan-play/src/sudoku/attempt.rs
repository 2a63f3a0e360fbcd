//! A game of Sudoku as its record sees it: a puzzle, and moves that can be taken back.

use jetan_games::sudoku::logic::Difficulty;
use jetan_games::sudoku::notation::{parse_line, to_line};
use jetan_games::sudoku::{GridSize, SudokuGrid};

use super::position::{CellEdit, SudokuPosition};

/// One recorded move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SudokuMove {
    /// The puzzle was made for this game and is so hard; only at the beginning.
    Made(Difficulty),
    /// Changes of cells that belong together.
    Edits(Vec<CellEdit>),
    /// All possible notes.
    Fill,
    /// A hint was looked at.
    Hint,
    /// The engine fills the grid.
    Solve(SudokuGrid),
    /// Takes the last change back.
    Undo,
    /// Makes again what was taken back.
    Redo,
}

/// The puzzle and everything done to it.
#[derive(Clone, Debug)]
pub struct SudokuAttempt {
    puzzle: SudokuGrid,
    position: SudokuPosition,
    past: Vec<SudokuPosition>,
    future: Vec<SudokuPosition>,
    words: Vec<String>,
    hints: usize,
    made: Option<Difficulty>,
    is_solved_by_engine: bool,
}

impl SudokuMove {
    /// The move as it is recorded.
    pub fn to_word(&self, size: GridSize) -> String {
        match self {
            SudokuMove::Made(difficulty) => format!("made:{difficulty}"),
            SudokuMove::Edits(edits) => {
                let words: Vec<String> = edits.iter().map(|edit| edit.to_word(size)).collect();
                words.join(",")
            }
            SudokuMove::Fill => "fill".to_owned(),
            SudokuMove::Hint => "hint".to_owned(),
            SudokuMove::Solve(grid) => format!("solve:{}", to_line(grid)),
            SudokuMove::Undo => "undo".to_owned(),
            SudokuMove::Redo => "redo".to_owned(),
        }
    }

    /// The move that is recorded so.
    pub fn parse(word: &str, size: GridSize) -> Option<SudokuMove> {
        match word {
            "fill" => Some(SudokuMove::Fill),
            "hint" => Some(SudokuMove::Hint),
            "undo" => Some(SudokuMove::Undo),
            "redo" => Some(SudokuMove::Redo),
            _ => {
                if let Some(name) = word.strip_prefix("made:") {
                    return Difficulty::from_name(name).map(SudokuMove::Made);
                }
                if let Some(line) = word.strip_prefix("solve:") {
                    return parse_line(line).ok().map(SudokuMove::Solve);
                }
                let edits = word.split(',').map(|edit| CellEdit::parse(edit, size));
                edits.collect::<Option<Vec<CellEdit>>>().map(SudokuMove::Edits)
            }
        }
    }
}

impl SudokuAttempt {
    /// A game with a puzzle; `made` says how hard one is that was made for it.
    pub fn new(puzzle: SudokuGrid, made: Option<Difficulty>) -> SudokuAttempt {
        SudokuAttempt {
            position: SudokuPosition::new(puzzle.clone()),
            puzzle,
            past: Vec::new(),
            future: Vec::new(),
            words: Vec::new(),
            hints: 0,
            made,
            is_solved_by_engine: false,
        }
    }

    /// The clues, with 0 in cells that are to be filled.
    pub fn puzzle(&self) -> &SudokuGrid {
        &self.puzzle
    }

    /// The board now, clues included.
    pub fn position(&self) -> &SudokuPosition {
        &self.position
    }

    /// The size of the grid.
    pub fn size(&self) -> GridSize {
        self.puzzle.size()
    }

    /// Every move so far, as it is recorded.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Whether there is something to take back.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// The number of hints used.
    pub fn hints(&self) -> usize {
        self.hints
    }

    /// The difficulty of the puzzle, if it was made for this game.
    pub fn made(&self) -> Option<Difficulty> {
        self.made
    }

    /// Whether the engine filled the grid, now or before it was taken back.
    pub fn is_solved_by_engine(&self) -> bool {
        self.is_solved_by_engine
    }

    /// Whether a cell belongs to the puzzle and cannot be changed.
    pub fn is_clue(&self, cell: usize) -> bool {
        self.puzzle.get(cell) != 0
    }

    /// Whether the grid is solved.
    pub fn is_over(&self) -> bool {
        self.position.is_solved()
    }

    /// Makes a move and records it; a move that is not possible changes nothing.
    pub fn make(&mut self, turn: &SudokuMove) -> Result<(), &'static str> {
        match turn {
            SudokuMove::Made(_) if !self.words.is_empty() => return Err("the game has begun"),
            SudokuMove::Made(difficulty) => self.made = Some(*difficulty),
            _ if self.is_over() => return Err("the grid is solved"),
            SudokuMove::Hint => self.hints += 1,
            SudokuMove::Undo => {
                let before = self.past.pop().ok_or("nothing to take back")?;
                self.future.push(std::mem::replace(&mut self.position, before));
            }
            SudokuMove::Redo => {
                let after = self.future.pop().ok_or("nothing to redo")?;
                self.past.push(std::mem::replace(&mut self.position, after));
            }
            SudokuMove::Edits(_) | SudokuMove::Fill | SudokuMove::Solve(_) => self.change(turn)?,
        }
        // The origin of the puzzle is recorded with the first move: before it there is no game.
        if let (true, Some(made), false) =
            (self.words.is_empty(), self.made, matches!(turn, SudokuMove::Made(_)))
        {
            self.words.push(SudokuMove::Made(made).to_word(self.size()));
        }
        self.words.push(turn.to_word(self.size()));
        Ok(())
    }

    fn change(&mut self, turn: &SudokuMove) -> Result<(), &'static str> {
        // Changed in a copy: edits that belong together are made together or, if one is refused,
        // not at all.
        let mut next = self.position.clone();
        match turn {
            SudokuMove::Edits(edits) => {
                for &edit in edits {
                    if self.is_clue(edit.cell()) {
                        return Err("that is a clue of the puzzle");
                    }
                    // Clearing notes under a digit is not refused here: nothing would change, and
                    // that is said below.
                    if matches!(edit, CellEdit::Notes(cell, 1..) if next.grid.get(cell) != 0) {
                        return Err("there is a digit: clear it first");
                    }
                    next.edit(edit);
                }
            }
            SudokuMove::Solve(solution) => {
                // `zip` ends with the smaller grid; the sizes are compared below.
                let clues = self.puzzle.cells().iter().zip(solution.cells());
                let keeps_clues =
                    clues.into_iter().all(|(&clue, &value)| clue == 0 || clue == value);
                next = SudokuPosition::new(solution.clone());
                if solution.size() != self.size() || !keeps_clues || !next.is_solved() {
                    return Err("that is not a solution of this puzzle");
                }
                self.is_solved_by_engine = true;
            }
            _ => next.fill_notes(),
        }
        // Moves that change nothing are refused, so that taking one back always shows something.
        if next == self.position {
            return Err("nothing would change");
        }
        self.past.push(std::mem::replace(&mut self.position, next));
        self.future.clear();
        Ok(())
    }
}
