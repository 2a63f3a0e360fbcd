//! The flags of `jetan play`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use jetan_games::GameTitle;
use jetan_games::connect4::OpponentLevel;
use jetan_games::twenty48::{SpawnRule, TARGETS};

use super::solve::{DifficultyChoice, GridSizeChoice, ImplementationChoice, PieceUsageChoice};
use crate::engine::EngineFlags;

const EXAMPLES: &str = "\
Examples:
  jetan play                                        a menu
  jetan play 2048 --target 512 --seed 7
  jetan play connect-four --level hard --first 2
  jetan play sudoku --difficulty expert
  jetan play sudoku my-grid.txt                     a grid of your own
  jetan play tetrisito case.in --clear-lines
  jetan play 2048 --mips                            the assembly version
  jetan play connect-four --mips my/                your own assembly version
  printf '1\\n4\\n4\\n' | jetan play connect-four     on a pipe, as the course's program

In a game `?` shows its keys. Games are saved after every move, in $XDG_DATA_HOME/jetan or
~/.local/share/jetan, with best scores and replays.";

/// Play a game in the terminal, or line by line on a pipe.
///
/// Without a terminal on standard input or output, or with --plain, the game asks and answers as
/// the course's own program does; when the input ends before the game, it ends with 2.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct PlayArgs {
    /// Which game; without it, or with --replay, a menu or the recorded game.
    #[arg(value_parser = game_parser())]
    pub game: Option<GameTitle>,
    /// A Sudoku grid or a Tetrisito puzzle of your own, as `jetan solve` reads them.
    #[arg(value_name = "FILE", requires = "game")]
    pub file: Option<PathBuf>,
    /// Ask and answer line by line, with the course's prompts.
    #[arg(long)]
    pub plain: bool,
    /// What chance comes from: the same seed gives the same game [default: from the clock].
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Start anew instead of offering the saved game.
    #[arg(long, conflicts_with = "plain")]
    pub new: bool,
    /// Watch a recorded game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "plain", "new"])]
    pub replay: Option<PathBuf>,
    /// Play the assembly version: Jetan's, or your own in a file or folder. Of the options only
    /// --seed, --plain, --ascii, --engine and --engine-stats concern it.
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["file", "new"])]
    #[arg(requires = "game")]
    pub mips: Option<Option<PathBuf>>,
    #[command(flatten)]
    pub engine: EngineFlags,
    /// Draw with ASCII characters only.
    #[arg(long)]
    pub ascii: bool,
    /// Four in a Row, Connect Four: who starts.
    #[arg(long, value_enum, value_name = "WHO", help_heading = GAMES)]
    pub first: Option<FirstPlayerChoice>,
    /// Four in a Row, Connect Four: the computer plays player 2 this well; without it, two players
    /// share the keyboard.
    #[arg(long, value_name = "NAME", value_parser = level_parser(), help_heading = GAMES)]
    pub level: Option<OpponentLevel>,
    /// Four in a Row: how many violations a player may make [default: 3].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=99))]
    #[arg(help_heading = GAMES)]
    pub trials: Option<u8>,
    /// Connect Four: let moves be taken back.
    #[arg(long, help_heading = GAMES)]
    pub undo: bool,
    /// 2048: the tile that wins [default: 2048].
    #[arg(long, value_name = "N", value_parser = target_parser(), help_heading = GAMES)]
    pub target: Option<u32>,
    /// 2048: how many of 100 new tiles are a 2: `course` is 50, `original` 90.
    #[arg(long, value_name = "course|original|PERCENT", value_parser = spawn)]
    #[arg(help_heading = GAMES)]
    pub spawn: Option<SpawnRule>,
    /// Sudoku: the side of a new grid [default: 9].
    #[arg(long, value_enum, help_heading = GAMES, conflicts_with = "file")]
    pub size: Option<GridSizeChoice>,
    /// Sudoku: how hard a new grid is [default: as it comes].
    #[arg(long, value_enum, help_heading = GAMES, conflicts_with = "file")]
    pub difficulty: Option<DifficultyChoice>,
    /// Tetrisito: the implementation of the course: A has one piece, B the order given, C any
    /// order [default: C].
    #[arg(long = "impl", value_enum, value_name = "A|B|C", ignore_case = true)]
    #[arg(help_heading = GAMES)]
    pub implementation: Option<ImplementationChoice>,
    /// Tetrisito: which pieces must fall [default: some, with --impl B prefix].
    #[arg(long = "use", value_enum, help_heading = GAMES)]
    pub usage: Option<PieceUsageChoice>,
    /// Tetrisito: let full rows vanish after each drop.
    #[arg(long, help_heading = GAMES)]
    pub clear_lines: bool,
}

const GAMES: &str = "Options of single games";

/// The player who starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FirstPlayerChoice {
    /// Player 1.
    #[value(name = "1")]
    One,
    /// Player 2.
    #[value(name = "2")]
    Two,
    /// Drawn by lot.
    Random,
}

fn game_parser() -> impl TypedValueParser<Value = GameTitle> {
    PossibleValuesParser::new(GameTitle::ALL.map(GameTitle::typed))
        .map(|typed| GameTitle::from_typed(&typed).expect("only names of games are possible"))
}

fn level_parser() -> impl TypedValueParser<Value = OpponentLevel> {
    PossibleValuesParser::new(OpponentLevel::ALL.map(OpponentLevel::name))
        .map(|typed| OpponentLevel::from_name(&typed).expect("only names of levels are possible"))
}

fn target_parser() -> impl TypedValueParser<Value = u32> {
    // clap's ranges are `i64` whatever the type of the value.
    let (min, max) = (i64::from(*TARGETS.start()), i64::from(*TARGETS.end()));
    clap::value_parser!(u32).range(min..=max)
}

fn spawn(typed: &str) -> Result<SpawnRule, String> {
    let spawn = match typed {
        "course" => Some(SpawnRule::COURSE),
        "original" => Some(SpawnRule::ORIGINAL),
        // As with `jetan solve 2048 --spawn`, the number is that of the twos.
        percent => {
            let fours = percent.parse().ok().and_then(|twos: u32| 100_u32.checked_sub(twos));
            fours.and_then(SpawnRule::with_percent_of_fours)
        }
    };
    spawn.ok_or("`course`, `original` or a number from 0 to 100 is wanted".to_owned())
}
