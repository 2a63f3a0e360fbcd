//! The flags of `jetan check`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use jetan_games::GameTitle;

use super::play::FirstPlayerChoice;
use super::seconds;
use super::solve::{ImplementationChoice, PieceUsageChoice};
use crate::engine::EngineFlags;

const EXAMPLES: &str = "\
Examples:
  jetan check tetrisito my.asm                  the cases of the course, and 200 generated ones
  jetan check tetrisito --impl B my.asm         pieces in the order given
  jetan check connect-four my/                  all files of a folder
  jetan check 2048 --only slide my.asm          one task
  jetan check sudoku --cases 2000 --seed 7 my.asm
  jetan check four-in-a-row --adapter our-course.toml my.asm

A case may take 1,000,000,000 instructions (Tetrisito 2,000,000,000), 1 MiB of output and 64 MiB of
memory. Files it writes exist in memory only. Exit codes: 0 all cases passed, 1 a case differs or
the program cannot be assembled, 4 no case differs but some could not be judged.";

/// Run your MIPS version of a project against the native engine, and see the smallest input that
/// breaks it.
///
/// Programs may print what they like around their answers; an adapter (docs/check.md)
/// helps where the usual forms are not found.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct CheckArgs {
    /// The project.
    #[arg(value_name = "PROJECT", value_parser = project_parser())]
    pub project: GameTitle,
    /// Your sources, the first one leading; a folder stands for every .asm and .s file in it,
    /// main.asm first.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// How many cases are generated.
    #[arg(long, value_name = "N", default_value_t = 200,
          value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub cases: u32,
    /// What they are generated from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Only a part: a procedure, or what the report calls it.
    #[arg(long, value_name = "PART")]
    pub only: Option<String>,
    /// Only one case, by its name in a report: `generated 17`.
    #[arg(long, value_name = "NAME", conflicts_with = "only")]
    pub case: Option<String>,
    /// How many failures are explained; the others are counted.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub show: usize,
    /// Write the run of each explained failure to a file in this folder, which is made if it is not
    /// there; `jetan debug --case` opens it where the wrong value was made.
    #[arg(long, value_name = "FOLDER")]
    pub save: Option<PathBuf>,
    /// Run so many cases at a time [default: the number of cores].
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Give up on a case after this time: it is then not judged, and counts neither way.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<f64>,
    /// A TOML file that says how the programs of a course talk.
    #[arg(long, value_name = "FILE")]
    pub adapter: Option<PathBuf>,
    /// Use the syscalls of a pack; 2048 has the one of its course.
    #[arg(long, value_name = "NAME")]
    pub pack: Option<String>,
    /// The Bitmap Display, where the comments of the source do not say.
    #[arg(long, value_name = "WxH/UxV@BASE")]
    pub bitmap: Option<String>,
    /// Assemble and run as MARS 4.5 does, surprises included.
    #[arg(long)]
    pub strict: bool,
    #[command(flatten)]
    pub engine: EngineFlags,
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub rules: ProjectRuleArgs,
}

/// The rules of an edition; they go before those of an adapter.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rules")]
pub struct ProjectRuleArgs {
    /// Tetrisito: which implementation [default: what the program does].
    #[arg(long = "impl", value_enum, value_name = "WHICH", ignore_case = true)]
    pub implementation: Option<ImplementationChoice>,
    /// Tetrisito: full rows vanish [default: what the program does].
    #[arg(long)]
    pub clear_lines: bool,
    /// Tetrisito: which pieces must fall [default: some, for B prefix].
    #[arg(long = "use", value_enum, value_name = "WHICH")]
    pub usage: Option<PieceUsageChoice>,
    /// Sudoku: the side of the grid [default: what the program understands].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(4..=9))]
    pub side: Option<u32>,
    /// Four in a Row: violations that a player may make and go on [default: 3].
    #[arg(long, value_name = "N")]
    pub trials: Option<u8>,
    /// Four in a Row: who starts [default: 1].
    #[arg(long, value_enum, value_name = "WHO")]
    pub first: Option<FirstPlayerChoice>,
}

fn project_parser() -> impl TypedValueParser<Value = GameTitle> {
    // As possible values they also appear in help and completions.
    PossibleValuesParser::new(GameTitle::ALL.map(GameTitle::typed))
        .try_map(|typed| GameTitle::from_typed(&typed).ok_or("there is no such project"))
}
