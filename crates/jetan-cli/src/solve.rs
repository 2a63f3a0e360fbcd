//! The flags of `jetan solve`, a type for each game.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// Solve games, one after the other or thousands at once.
///
/// Results come in the order of the input. A line that makes no sense is reported with its number,
/// and the rest is solved all the same.
#[derive(Debug, Args)]
pub struct SolveArgs {
    #[command(subcommand)]
    pub game: SolveGame,
}

/// The game to solve.
#[derive(Debug, Subcommand)]
pub enum SolveGame {
    Tetrisito(TetrisitoArgs),
    Sudoku(SudokuArgs),
    ConnectFour(ConnectFourArgs),
    #[command(name = "2048")]
    Twenty48(Twenty48Args),
}

/// The flags that all games share.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// Files to read; without any, or for `-`, standard input. Blank lines and lines that start
    /// with `#` are skipped.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Solve so many at a time [default: the number of cores].
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print one JSON object per result, with the file and line it belongs to; a line that makes no
    /// sense gives an object with its `error`.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// How answers look.
    #[arg(long, value_enum, default_value_t, value_name = "HOW")]
    pub format: AnswerFormat,
}

/// The form of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    /// Drawn on a terminal, plain elsewhere.
    #[default]
    Auto,
    /// A line each, for programs that read them.
    Plain,
    /// Boards and words, for people.
    Drawn,
}

const TETRISITO_EXAMPLES: &str = "\
Examples:
  jetan solve tetrisito case.in                 YES or NO
  jetan solve tetrisito --plan case.in          and which piece falls where
  jetan solve tetrisito --impl B --use all -    all pieces in the given order
  jetan solve tetrisito --clear-lines cases.jsonl

The course's input is six rows of start, six rows of goal, the number of pieces and four rows for
each piece, `.` empty and `#` filled. A line of a .jsonl file is an object with the rows of `start`
and `target` and the `pieces`; lines that start with `#` are skipped.";

/// Can these pieces turn the start into the goal? YES or NO.
#[derive(Debug, Args)]
#[command(after_help = TETRISITO_EXAMPLES)]
pub struct TetrisitoArgs {
    #[command(flatten)]
    pub batch: BatchArgs,
    /// The implementation of the course whose question is meant: A has one piece, B the order
    /// given, C any order. With one piece A and C are the same.
    #[arg(long = "impl", value_enum, value_name = "A|B|C", ignore_case = true)]
    pub implementation: Option<ImplementationChoice>,
    /// In which order pieces may fall [default: any, with --impl B given].
    #[arg(long, value_enum)]
    pub order: Option<PieceOrderChoice>,
    /// Which pieces must fall [default: some, with --impl B prefix].
    #[arg(long = "use", value_enum)]
    pub usage: Option<PieceUsageChoice>,
    /// Let full rows vanish after each drop.
    #[arg(long)]
    pub clear_lines: bool,
    /// Print the drops that lead to the goal too, each as PIECE@OFFSET: pieces count from 1,
    /// offsets from 0.
    #[arg(long)]
    pub plan: bool,
    /// Print the number of plans instead.
    #[arg(long, conflicts_with = "plan")]
    pub count: bool,
    /// Stop counting at so many; a note says so.
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000, requires = "count")]
    pub limit: u64,
}

/// An implementation of Tetrisito that the course asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "verbatim")]
pub enum ImplementationChoice {
    /// One piece.
    A,
    /// Several, in the order given.
    B,
    /// Several, in any order.
    C,
}

/// The order in which pieces may fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PieceOrderChoice {
    /// In any order.
    Any,
    /// In the order given.
    Given,
}

/// The pieces that must fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PieceUsageChoice {
    /// Any of them, none and all included.
    Some,
    /// Every one.
    All,
    /// The first few of the list, none and all included.
    Prefix,
}

const SUDOKU_EXAMPLES: &str = "\
Examples:
  jetan solve sudoku grid.txt             the course's grid, solved
  jetan solve sudoku puzzles.txt          a puzzle per line: its solution, `none` or `multiple`
  jetan solve sudoku --count --limit 100 puzzles.txt
  jetan solve sudoku --explain grid.txt   every step with its reason
  jetan solve sudoku --generate 10 --difficulty hard --seed 1

The course's grid is 4 lines of 4 digits or 9 lines of 9, 0 for an empty cell. A puzzle in one line
has 16, 81 or 256 characters, row by row, `.` or 0 for an empty cell, A to G for 10 to 16.";

/// Solve, count, explain, rate or make Sudokus of 4×4, 9×9 and 16×16 cells.
///
/// The course's grid gives the first solution in row-major ascending order, with a note if there
/// are more; a line gives its only solution, `none` or `multiple`.
#[derive(Debug, Args)]
#[command(after_help = SUDOKU_EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct SudokuArgs {
    #[command(flatten)]
    pub batch: BatchArgs,
    /// Print the number of solutions instead.
    #[arg(long, group = "question")]
    pub count: bool,
    /// Stop counting at so many; a note says so.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, requires = "count")]
    pub limit: u64,
    /// Print every step of the solution with its reason.
    #[arg(long, group = "question")]
    pub explain: bool,
    /// Draw the candidates before each step.
    #[arg(long, requires = "explain")]
    pub draw: bool,
    /// Print how hard the puzzle is for a person: difficulty, score, hardest technique.
    #[arg(long, group = "question")]
    pub rate: bool,
    /// Make so many puzzles instead, one per line.
    #[arg(long, value_name = "N", group = "question", conflicts_with = "files")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub generate: Option<u32>,
    /// How hard a new puzzle is to be [default: as it comes].
    #[arg(long, value_enum, requires = "generate")]
    pub difficulty: Option<DifficultyChoice>,
    /// How the clues of a new puzzle are arranged.
    #[arg(long, value_enum, default_value_t, requires = "generate")]
    pub symmetry: SymmetryChoice,
    /// The side of a new puzzle.
    #[arg(long, value_enum, default_value_t, requires = "generate")]
    pub size: GridSizeChoice,
    /// Which puzzles: the same seed gives the same ones.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "generate")]
    pub seed: u64,
}

/// The difficulty of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DifficultyChoice {
    /// Singles suffice.
    Easy,
    /// Needs locked candidates or pairs.
    Medium,
    /// Needs larger subsets or simple patterns.
    Hard,
    /// Needs fish, wings or chains.
    Expert,
    /// Needs chains of all kinds, or guessing.
    Extreme,
}

/// The arrangement of clues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SymmetryChoice {
    /// Anyhow.
    #[default]
    None,
    /// The same upside down.
    Rotation,
    /// The left half mirrors the right half.
    Mirror,
    /// Mirrored at the diagonal from the top left.
    Diagonal,
}

/// The side of a Sudoku.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum GridSizeChoice {
    /// 4×4.
    #[value(name = "4")]
    Four,
    /// 9×9.
    #[default]
    #[value(name = "9")]
    Nine,
    /// 16×16.
    #[value(name = "16")]
    Sixteen,
}

const CONNECT_FOUR_EXAMPLES: &str = "\
Examples:
  echo 4453 | jetan solve connect-four              4453 and its score
  jetan solve connect-four --analyze positions.txt  and the score of each column
  echo - | jetan solve connect-four --best --line   the empty board

A line is the columns played from the empty board, 1 the leftmost, or `-` for the empty board. The
score is that of the side to move: 0 a draw, k a win with k - 1 of its stones left over, -k a loss
counted the same way.";

/// Score positions of Connect Four exactly.
///
/// Prints the moves and the score, then what the flags add, in their order here.
#[derive(Debug, Args)]
#[command(after_help = CONNECT_FOUR_EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct ConnectFourArgs {
    #[command(flatten)]
    pub batch: BatchArgs,
    /// Add the score of each of the seven columns, `x` for a full one.
    #[arg(long)]
    pub analyze: bool,
    /// Add the best columns, all of them side by side; `-` after the end of the game.
    #[arg(long)]
    pub best: bool,
    /// Add best moves of both sides to the end of the game; `-` if that has come.
    #[arg(long)]
    pub line: bool,
    /// Compute openings instead of looking them up.
    #[arg(long)]
    pub no_book: bool,
}

const TWENTY48_EXAMPLES: &str = "\
Examples:
  echo 2 2 4 8 0 0 0 0 0 0 0 0 0 0 0 0 | jetan solve 2048           the best move
  jetan solve 2048 --move L boards.txt                              the boards after it
  jetan solve 2048 --exact 3 64 --spawn 90                          the chance of a 64 on 3×3
  jetan solve 2048 --autoplay 100 --seed 1                          a hundred games

A line is 16 numbers, row by row, 0 for an empty cell.";

/// Find best moves of 2048, exact chances on small boards, or play whole games.
///
/// For each board: the best move (L, R, U or D) and what it is worth, which can only be compared
/// with other moves of the same board; `none` if there is no move.
#[derive(Debug, Args)]
#[command(after_help = TWENTY48_EXAMPLES)]
pub struct Twenty48Args {
    #[command(flatten)]
    pub batch: BatchArgs,
    /// Print the board after this move and the score gained instead; a move that changes nothing
    /// gives the same board and 0.
    #[arg(long = "move", value_name = "L|R|U|D", value_parser = direction, group = "task")]
    pub direction: Option<char>,
    /// Print the chance of ever making a tile on a small board under best play.
    #[arg(long, num_args = 2, value_names = ["SIDE", "TARGET"], group = "task")]
    #[arg(conflicts_with = "files")]
    pub exact: Vec<u32>,
    /// Play so many games and print how far they came.
    #[arg(long, value_name = "N", group = "task", conflicts_with = "files")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub autoplay: Option<u32>,
    /// How many of 100 new tiles are a 2: 50 in the course, 90 in the original.
    #[arg(long, value_name = "50|90", value_parser = spawn, default_value = "50")]
    pub spawn: u8,
    /// Look at about so many positions for each move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// The first of the seeds of the games played.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "autoplay")]
    pub seed: u64,
    /// The tile at which a game is won and ends.
    #[arg(long, value_name = "T", default_value_t = 2048, requires = "autoplay")]
    pub target: u32,
}

fn direction(typed: &str) -> Result<char, String> {
    match typed.to_ascii_uppercase().as_str() {
        "L" => Ok('L'),
        "R" => Ok('R'),
        "U" => Ok('U'),
        "D" => Ok('D'),
        _ => Err("a move is L, R, U or D".to_owned()),
    }
}

fn spawn(typed: &str) -> Result<u8, String> {
    match typed {
        "50" => Ok(50),
        "90" => Ok(90),
        _ => Err("new tiles are a 2 in 50 or 90 of 100 cases".to_owned()),
    }
}
