//! The boards of the five games. Cells are numbers, row by row from the top, from 0.

use serde::Serialize;

use crate::AnyGame;

/// Four in a Row and Connect Four.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct StonesGame {
    /// The game.
    pub game: StonesName,
    /// The fields that all games have.
    #[serde(flatten)]
    pub any: AnyGame,
    /// The board.
    pub board: StonesBoard,
    /// A question of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asks: Option<StonesAsks>,
    /// The two.
    pub players: Vec<StonesPlayer>,
    /// The way from the board before to this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motion: Option<StonesMotion>,
    /// The answer to `hint`, as long as the board is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<StonesHint>,
    /// Likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<StonesAnalysis>,
}

/// A game with falling stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum StonesName {
    /// Four in a Row.
    FourInARow,
    /// Connect Four.
    ConnectFour,
}

/// A board of stones.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct StonesBoard {
    /// Seven.
    pub columns: usize,
    /// Six.
    pub rows: usize,
    /// The player of each cell, 0 for none.
    pub cells: Vec<u8>,
    /// The cells of four in line.
    pub line: Vec<usize>,
    /// The cell of the newest stone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub newest: Option<usize>,
}

/// A question of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct StonesAsks {
    /// The subject.
    pub what: StonesQuestion,
    /// Whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<u8>,
    /// In words.
    pub text: String,
    /// The possible answers; of `column` one for each column, full ones too, in order.
    pub answers: Vec<GameChoice>,
}

/// A kind of question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum StonesQuestion {
    /// Who goes first.
    First,
    /// A choice of tokens.
    Token,
    /// A choice of columns.
    Column,
    /// Whether a move is taken back.
    Undo,
}

/// Something that can be answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct GameChoice {
    /// The word that `play` takes.
    pub r#move: String,
    /// The meaning, for people.
    pub title: String,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct StonesPlayer {
    /// 1 or 2.
    pub player: u8,
    /// The name for people.
    pub name: String,
    /// The look of the stones.
    pub sign: String,
    /// Whether it is the computer.
    pub is_computer: bool,
    /// Stones on the board.
    pub stones: usize,
    /// Of Four in a Row: wrong keys that are left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trials: Option<u8>,
    /// Of Four in a Row: moves that can be taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undos: Option<u8>,
}

/// Stones that are new or gone; several fall one after the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct StonesMotion {
    /// New ones.
    pub fallen: Vec<FallenStone>,
    /// The cells of those that were taken back.
    pub taken: Vec<usize>,
}

/// A stone that is new.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct FallenStone {
    /// The cell.
    pub cell: usize,
    /// Whose it is.
    pub player: u8,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct StonesHint {
    /// The word that `play` takes.
    pub r#move: String,
    /// From 0.
    pub column: usize,
    /// In words.
    pub text: String,
    /// Whether it is not thought about further.
    pub is_final: bool,
}

/// The worth of columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct StonesAnalysis {
    /// The seven.
    pub columns: Vec<ColumnWorth>,
    /// The stones to come if both play best.
    pub line: Vec<LineStone>,
    /// Whether it is not thought about further.
    pub is_final: bool,
}

/// The worth of a column.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ColumnWorth {
    /// From 0.
    pub column: usize,
    /// Short: `+4`, `=`, `-3`, `?`.
    pub text: String,
    /// In words.
    pub words: String,
    /// The end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Prospect>,
    /// In so many moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#in: Option<u8>,
    /// Whether none is better.
    pub is_best: bool,
}

/// The end of a game to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Prospect {
    /// It is won.
    Win,
    /// Nobody wins.
    Draw,
    /// It is lost.
    Loss,
}

/// A stone that would fall.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct LineStone {
    /// From 0.
    pub column: usize,
    /// The cell where it would lie.
    pub cell: usize,
    /// Whose it would be.
    pub player: u8,
}

/// 2048.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Twenty48Game {
    /// The game.
    pub game: Twenty48Name,
    /// The fields that all games have.
    #[serde(flatten)]
    pub any: AnyGame,
    /// The board.
    pub board: TileBoard,
    /// The way from the board before to this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motion: Option<TileMotion>,
    /// The answer to `hint`, as long as the board is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<TileHint>,
    /// Likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<TileAnalysis>,
}

/// 2048.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Twenty48Name {
    /// 2048.
    #[serde(rename = "2048")]
    Twenty48,
}

/// A board of tiles.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct TileBoard {
    /// Four.
    pub side: usize,
    /// 0 is empty.
    pub tiles: Vec<u32>,
    /// The sum of merges.
    pub score: u64,
    /// The largest tile.
    pub largest: u32,
    /// The tile that is to be reached.
    pub target: u32,
}

/// The travels of tiles.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct TileMotion {
    /// Every tile, also those that stay; two that merge have the same `to`.
    pub slid: Vec<SlidTile>,
    /// New ones.
    pub appeared: Vec<NewTile>,
}

/// A tile that travelled.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SlidTile {
    /// The cell where it was.
    pub from: usize,
    /// The cell where it is.
    pub to: usize,
    /// The number on it.
    pub number: u32,
    /// Whether it merged.
    pub is_merged: bool,
}

/// A tile that is new.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct NewTile {
    /// The cell.
    pub cell: usize,
    /// The number on it.
    pub number: u32,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct TileHint {
    /// `U`, `L`, `D` or `R`.
    pub r#move: String,
    /// In words.
    pub text: String,
}

/// The worth of slides.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct TileAnalysis {
    /// The four.
    pub moves: Vec<SlideWorth>,
    /// Moves that were looked ahead.
    pub depth: u32,
    /// Whether it is not thought about further.
    pub is_final: bool,
}

/// The worth of a slide.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SlideWorth {
    /// `U`, `L`, `D` or `R`.
    pub r#move: String,
    /// In words.
    pub title: String,
    /// Comparable within one analysis; none where no tile can move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f32>,
    /// Whether none is better.
    pub is_best: bool,
}

/// Tetrisito.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct TetrisitoGame {
    /// The game.
    pub game: TetrisitoName,
    /// The fields that all games have.
    #[serde(flatten)]
    pub any: AnyGame,
    /// The board.
    pub board: TetrisitoBoard,
    /// The way from the board before to this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motion: Option<TetrisitoMotion>,
    /// The answer to `hint`, as long as the board is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<TetrisitoHint>,
}

/// Tetrisito.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum TetrisitoName {
    /// Tetrisito.
    Tetrisito,
}

/// A field and its pieces.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct TetrisitoBoard {
    /// Six.
    pub columns: u32,
    /// Six.
    pub rows: u32,
    /// Rows at the top in which no piece may rest.
    pub hidden: u32,
    /// 0 for empty, -1 for filled at the start, else the number of the piece.
    pub cells: Vec<i32>,
    /// 1 where something is to be.
    pub goal: Vec<u8>,
    /// Cells that are missing.
    pub to_fill: u32,
    /// Cells that should be empty.
    pub too_many: u32,
    /// All pieces.
    pub pieces: Vec<TetrisitoPiece>,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct TetrisitoPiece {
    /// From 1.
    pub number: usize,
    /// Row and column of its squares.
    pub cells: Vec<(u32, u32)>,
    /// Whether it was dropped.
    pub is_used: bool,
    /// Why it cannot be dropped now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// Every offset.
    pub drops: Vec<PieceDrop>,
}

/// The fall of a piece at an offset.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct PieceDrop {
    /// The word that `play` takes.
    pub r#move: String,
    /// Columns from the left.
    pub offset: u32,
    /// Rows that it falls.
    pub rows: u32,
    /// The cells where it comes to rest; none if it sticks out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<u32>>,
}

/// Pieces that fell; a plan has several.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct TetrisitoMotion {
    /// In their order.
    pub drops: Vec<FallenPiece>,
}

/// A piece that fell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct FallenPiece {
    /// The number of the piece.
    pub piece: usize,
    /// Columns from the left.
    pub offset: u32,
    /// Rows that it fell.
    pub rows: u32,
    /// The cells where it came to rest.
    pub landed: Vec<u32>,
    /// The field with it, in the form of `board.cells`.
    pub frozen: Vec<i32>,
    /// The rows that vanished then.
    pub cleared: Vec<u32>,
    /// The field after that.
    pub after: Vec<i32>,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct TetrisitoHint {
    /// The word that `play` takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<String>,
    /// The number of the piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<usize>,
    /// Columns from the left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u32>,
    /// Drops to the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<usize>,
    /// In words.
    pub text: String,
}

/// Sudoku.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SudokuGame {
    /// The game.
    pub game: SudokuName,
    /// The fields that all games have.
    #[serde(flatten)]
    pub any: AnyGame,
    /// The grid.
    pub board: SudokuBoard,
    /// The cells that are wrong, after `mistakes` was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistakes: Option<Vec<usize>>,
    /// The answer to `hint`, as long as the board is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<SudokuHint>,
}

/// Sudoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum SudokuName {
    /// Sudoku.
    Sudoku,
}

/// A grid. Moves are `r4c7=5`, `r4c7=.`, notes `r4c7~139`, `r4c7~.`, several with commas, and
/// `fill`: all possible notes; values above 9 are letters.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SudokuBoard {
    /// Four or nine.
    pub side: usize,
    /// The side of a box.
    pub r#box: usize,
    /// 0 is empty.
    pub cells: Vec<u8>,
    /// The cells that were given.
    pub clues: Vec<usize>,
    /// The notes in each cell.
    pub notes: Vec<Vec<u8>>,
    /// The cells that cannot all be right.
    pub clashes: Vec<usize>,
    /// The name of the difficulty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
    /// The same in numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<String>,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SudokuHint {
    /// The technique.
    pub title: String,
    /// In words.
    pub text: String,
    /// The cell to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focus: Option<usize>,
    /// Does what the hint says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<String>,
    /// The cells of the rows, columns and boxes that matter.
    pub houses: Vec<Vec<usize>>,
    /// The cells that matter.
    pub cells: Vec<HintCell>,
    /// The candidates that matter.
    pub candidates: Vec<HintCandidate>,
    /// The dependences between them.
    pub links: Vec<HintLink>,
}

/// A cell of a hint.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct HintCell {
    /// The cell.
    pub cell: usize,
    /// The part it plays.
    pub role: CellRole,
}

/// The part that a cell plays in a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum CellRole {
    /// It shows why.
    Reason,
    /// Something follows for it.
    Target,
}

/// A candidate of a hint.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct HintCandidate {
    /// The cell.
    pub cell: usize,
    /// The digit.
    pub value: u8,
    /// The part it plays.
    pub role: CandidateRole,
    /// Of a target: what follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<HintEffect>,
}

/// The part that a candidate plays in a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum CandidateRole {
    /// It makes the pattern.
    Pattern,
    /// It is the other one of a pair.
    Opposite,
    /// It is a link of a chain.
    Link,
    /// It disturbs the pattern.
    Fin,
    /// Something follows for it.
    Target,
}

/// The consequence for a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum HintEffect {
    /// It is the digit.
    Place,
    /// It is not.
    Remove,
}

/// A dependence between two candidates.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct HintLink {
    /// One.
    pub from: HintLinkEnd,
    /// The other.
    pub to: HintLinkEnd,
    /// Whether one of them is right.
    pub is_strong: bool,
}

/// A digit in a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct HintLinkEnd {
    /// The cell.
    pub cell: usize,
    /// The digit.
    pub value: u8,
}
