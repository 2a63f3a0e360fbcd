//! The five games: what is asked, and the state that all of them share.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::{RunOptions, SourceLine, StonesGame, SudokuGame, TetrisitoGame, Twenty48Game};

/// The games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct GameList {
    /// The five.
    pub games: Vec<GameEntry>,
    /// Troubles with saved games, a sentence each.
    pub troubles: Vec<String>,
}

/// A game, and what is kept of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct GameEntry {
    /// The game.
    pub game: GameName,
    /// The name that people read.
    pub title: String,
    /// In a sentence.
    pub rules: String,
    /// Options to agree on.
    pub options: Vec<GameOption>,
    /// The game that can be taken up again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saved: Option<SavedGame>,
    /// The best.
    pub scores: Vec<GameScore>,
    /// The newest first.
    pub replays: Vec<GameReplay>,
}

/// A game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum GameName {
    /// Tetrisito.
    Tetrisito,
    /// Four in a Row.
    FourInARow,
    /// Sudoku.
    Sudoku,
    /// 2048.
    #[serde(rename = "2048")]
    Twenty48,
    /// Connect Four.
    ConnectFour,
}

/// Something to be agreed before a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct GameOption {
    /// By which it is sent.
    pub name: String,
    /// The name that people read.
    pub title: String,
    /// The values to choose from.
    pub values: Vec<OptionValue>,
    /// The value unless something is said.
    pub default: String,
}

/// Something that can be chosen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct OptionValue {
    /// As it is sent.
    pub value: String,
    /// The name that people read.
    pub title: String,
}

/// A game that can be taken up again.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct SavedGame {
    /// The progress in words.
    pub progress: String,
    /// The agreement.
    pub settings: BTreeMap<String, String>,
}

/// A score.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct GameScore {
    /// The class within which scores are compared.
    pub class: String,
    /// The number as shown.
    pub shown: String,
    /// That of the game, in digits.
    pub seed: String,
}

/// A game that can be watched.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct GameReplay {
    /// By which it is asked for.
    pub replay: String,
    /// The end, in a few words.
    pub words: String,
    /// The number of words in its record.
    pub moves: usize,
    /// The length in what its players count: `7 moves`.
    pub progress: String,
}

/// An agreement: values of options by their names, and `seed`, a number or digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(transparent)]
pub struct GameSettings(pub BTreeMap<String, GameSetting>);

/// The choice of an option.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged, expecting = "settings are texts or numbers")]
pub enum GameSetting {
    /// As it is listed.
    Text(String),
    /// Digits.
    Number(#[cfg_attr(test, ts(type = "number"))] Number),
}

/// A game to be put on the table: new, or one of `resume`, `record` and `position`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct OpenGame {
    /// The game; a record says it itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The agreement; an option that is not named has its default.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub settings: GameSettings,
    /// Whether it is the saved game.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub resume: bool,
    /// A record's text, as `record` gives it; it is not saved before a move is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// In the notation that `jetan solve` reads: columns as `4453`, sixteen numbers, a grid, a
    /// puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// A game side by side with a program.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Versus {
    /// The game.
    pub game: String,
    /// The agreement.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub settings: GameSettings,
    /// Of Sudoku and Tetrisito: the puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The program; the one that comes with Jetan without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roots: Option<Vec<String>>,
    /// The options of the program's run.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub options: RunOptions,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Move {
    /// In the words of the record.
    pub r#move: String,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Switch {
    /// True for on.
    pub on: bool,
}

/// The strength of the computer.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Strength {
    /// As the options list it.
    pub level: String,
}

/// The engine plays.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct Autoplay {
    /// Whether it does.
    pub on: bool,
    /// Moves in a second of the game on the table: 8 unless said otherwise, at most 60.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_second: Option<f64>,
    /// Games to be played aside, at most 10,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
}

/// A game to be watched, or another move of the one that is.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct ReplayRequest {
    /// One of the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<String>,
    /// A record's text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// After so many moves; 0 unless said otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
    /// Whether it is left for the game that was played before.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    pub leave: bool,
}

/// A part of a game.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(test, ts(optional_fields))]
pub struct RecordPart {
    /// So many moves; all without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<usize>,
}

/// The game on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct GameRecord {
    /// As text.
    pub record: String,
}

/// The game on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum GameShown {
    /// The board.
    Game(Box<GameState>),
    /// Nothing.
    Nothing(NoGame),
}

/// An empty table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(type = "{ game?: undefined }"))]
pub struct NoGame {}

/// A game of one of the five kinds.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum GameState {
    /// Four in a Row or Connect Four.
    Stones(StonesGame),
    /// 2048.
    Twenty48(Twenty48Game),
    /// Tetrisito.
    Tetrisito(TetrisitoGame),
    /// Sudoku.
    Sudoku(SudokuGame),
}

/// The fields that the states of all games have.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct AnyGame {
    /// The name that people read.
    pub title: String,
    /// The agreement, as it can be sent again; `seed` as digits.
    pub settings: BTreeMap<String, String>,
    /// The stage of the game.
    pub kind: GameKind,
    /// Whose turn it is.
    pub turn: GameTurn,
    /// The number of words in the record.
    pub moves: usize,
    /// The last of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    /// Every word that `play` takes now and that changes the board; of Sudoku none, since a cell
    /// takes what its `board` says.
    pub legal: Vec<String>,
    /// Actions that can be asked for now.
    pub can: Vec<GameAction>,
    /// The progress in words: `7 moves`.
    pub progress: String,
    /// A remark about the last thing that was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<GameMessage>,
    /// The end, in a few words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<GameEnd>,
    /// The thought that is going on; comes again about ten times a second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking: Option<Thinking>,
    /// Time played, of Sudoku.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elapsed_ms: Option<u64>,
    /// Whether the score will count: no hints, nothing taken back that should not be.
    pub counts: bool,
    /// Whether what is played is kept; if not, `message` has said why.
    pub is_saved: bool,
    /// The move that is seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replay: Option<ReplayPosition>,
    /// The program beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub versus: Option<BesideProgram>,
}

/// The stage of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum GameKind {
    /// A puzzle is being made.
    Making,
    /// It is played.
    Playing,
    /// It has ended.
    Over,
    /// It is watched.
    Replay,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum GameTurn {
    /// The person's.
    Person,
    /// The computer's.
    Computer,
    /// Nobody's.
    Nobody,
}

/// Something that can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum GameAction {
    /// Taking a move back.
    Undo,
    /// Making it again.
    Redo,
    /// A hint.
    Hint,
    /// The worth of moves.
    Analyse,
    /// The rest by the engine.
    Solve,
    /// The digits that are wrong.
    Mistakes,
    /// The engine plays.
    Autoplay,
    /// Another strength.
    Level,
    /// The word `on` of 2048, after its target.
    GoOn,
}

/// Something to be said.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct GameMessage {
    /// A sentence.
    pub text: String,
    /// Whether something is wrong.
    pub is_warning: bool,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct GameEnd {
    /// In a few words.
    pub words: String,
    /// Whether the person has won, where one can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_won: Option<bool>,
    /// The score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<GameBest>,
}

/// A score.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct GameBest {
    /// The class within which scores are compared.
    pub class: String,
    /// The number as shown.
    pub shown: String,
    /// Whether none was better.
    pub is_best: bool,
}

/// The subject of a thought.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Thinking {
    /// The subject.
    pub about: ThinkingSubject,
    /// Positions so far.
    pub nodes: u64,
}

/// The subject of a thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ThinkingSubject {
    /// The computer's move.
    Reply,
    /// A hint.
    Hint,
    /// The worth of moves.
    Analysis,
    /// A new puzzle.
    Puzzle,
    /// The next move of the engine that plays.
    Autoplay,
}

/// The move of a game that is seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct ReplayPosition {
    /// After so many.
    pub at: usize,
    /// The number of moves.
    pub total: usize,
    /// The last of those that are seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub word: Option<String>,
}

/// The program beside a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct BesideProgram {
    /// The result of the comparison.
    pub kind: BesideKind,
    /// The same in words.
    pub text: String,
    /// The program's board, in the form of `board.cells`, `board.tiles`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<Vec<i64>>,
    /// Comparisons so far.
    pub steps: u32,
    /// The first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

/// A result of comparing a program and a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum BesideKind {
    /// The program runs.
    Running,
    /// It waits, and the boards are equal.
    Same,
    /// The boards differ.
    Different,
    /// Both have ended, and are equal.
    Ended,
    /// The program faulted, ended early or cannot be read.
    Failed,
}

/// A difference between boards.
#[derive(Clone, Debug, PartialEq, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct Difference {
    /// The comparison.
    pub step: u32,
    /// The cells that differ.
    pub cells: Vec<DifferentCell>,
    /// The same in words.
    pub text: String,
    /// The address of the first of the cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<u32>,
    /// The step after the instruction that wrote it last; `goto {to: count}` shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The line of that instruction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<SourceLine>,
    /// True while that instruction is being looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_sought: Option<bool>,
}

/// A cell that differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct DifferentCell {
    /// From 0, row by row from the top.
    pub cell: usize,
    /// The right value.
    pub expected: i64,
    /// The value that is there.
    pub actual: i64,
}

/// Games played aside.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct AutoplayProgress {
    /// Whether they are.
    pub kind: AutoplayKind,
    /// Games that are played.
    pub games: u32,
    /// Games that are wanted.
    pub total: u32,
    /// By their largest tile, the smallest tile first.
    pub tiles: Vec<TileCount>,
    /// Slides in all of them.
    pub moves: u64,
    /// The largest sum of merges.
    pub best: u64,
}

/// Whether games are played aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum AutoplayKind {
    /// They are.
    Running,
    /// They were.
    Done,
    /// Somebody has stopped it.
    Stopped,
}

/// Games that ended alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, ts(optional_fields))]
pub struct TileCount {
    /// The largest tile.
    pub tile: u32,
    /// The number of games.
    pub games: u32,
}
