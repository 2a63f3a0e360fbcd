//! The flags of `jetan debug`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::{AssemblyArgs, bytes};
use crate::engine::EngineFlags;

/// Look inside a run: step, stop, go back in time, ask why.
///
/// On a terminal it has a screen, whose keys `?` lists; on a pipe and with --plain commands come
/// line by line, and `help` lists them. The program sees a virtual clock, and what it writes to
/// files stays in memory, so that every run is the same.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct DebugArgs {
    /// Sources to assemble, the first one leading; a folder stands for every .asm and .s file in
    /// it, main.asm first.
    #[arg(value_name = "FILE", required_unless_present = "project")]
    pub files: Vec<PathBuf>,
    /// Assemble every .asm and .s file of the first file's folder too, and start at `main`; or
    /// the files that its jetan.toml lists.
    #[arg(long)]
    pub project: bool,
    #[command(flatten)]
    pub assembly: AssemblyArgs,
    /// Use the syscalls of a pack.
    #[arg(long, value_name = "NAME")]
    pub pack: Option<String>,
    /// Read the program's input from a file; without it, the command `input` types it.
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// Seed the random generators that the program does not seed itself [default: 0].
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seed: Option<i64>,
    /// Stop when the program has written to this much memory [default: 1G].
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub max_memory: Option<u64>,
    /// Connect the Digital Lab Sim.
    #[arg(long)]
    pub lab: bool,
    /// Connect Mars Bot.
    #[arg(long)]
    pub bot: bool,
    #[command(flatten)]
    pub engine: EngineFlags,
    /// The Bitmap Display: its size and that of a unit in pixels, and where it starts, if the
    /// comments at the head of the source do not say so.
    #[arg(long, value_name = "WxH/UxV@BASE")]
    pub bitmap: Option<String>,
    /// Ask and answer line by line, on a terminal too.
    #[arg(long)]
    pub plain: bool,
    /// Draw the screen with ASCII characters only.
    #[arg(long)]
    pub ascii: bool,
    /// Do the commands of a file, `-` for standard input, and leave.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,
    /// Answer each command with one JSON object on a line: `command`, `ok`, `lines`, `arrival`,
    /// `count`, `pc`, `file` and `line`.
    #[arg(long)]
    pub json: bool,
    /// How much memory keyframes may take; K, M and G may follow the number of bytes.
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "256M")]
    pub history: u64,
    /// Play a recording back and begin at its end.
    #[arg(long, value_name = "FILE", conflicts_with = "stdin")]
    pub replay: Option<PathBuf>,
    /// Open a failure that `jetan check --save` has written, where the wrong value was made.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stdin", "replay"])]
    pub case: Option<PathBuf>,
    /// Write a recording of the run to a file when leaving.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Arguments for the program, in `$a0` and `$a1`.
    #[arg(last = true, value_name = "ARGUMENT")]
    pub arguments: Vec<OsString>,
}
