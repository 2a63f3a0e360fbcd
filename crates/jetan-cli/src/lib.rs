#![doc = include_str!("../README.md")]
#![expect(missing_docs, reason = "a doc comment here is a text of the help")]

pub mod check;
pub mod dap;
pub mod debug;
pub mod engine;
pub mod grade;
pub mod inside;
pub mod lsp;
pub mod memory;
pub mod play;
pub mod show;
pub mod similar;
pub mod solve;
pub mod studio;
pub mod tools;

use std::error::Error as _;
use std::ffi::{OsStr, OsString};
use std::num::{IntErrorKind, ParseIntError};
use std::path::{Path, PathBuf};

use check::CheckArgs;
use clap::error::{ContextKind, ErrorKind};
use clap::{Args, ColorChoice, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use dap::DapArgs;
use debug::DebugArgs;
use grade::GradeArgs;
use inside::InstrumentationArgs;
use jetan_asm::{AssemblyOptions, Dialect};
use lsp::LspArgs;
use play::PlayArgs;
use show::DeviceArgs;
use similar::SimilarArgs;
use solve::SolveArgs;
use studio::StudioArgs;
use tools::ToolArgs;

use crate::engine::EngineFlags;

const EXIT_CODES: &str = "\
Exit codes: 0 or what the program chose by service 17, 1 errors in a source, a case that differs \
or a bad line to solve, 2 an error at run time or input that ended before a game, 3 a limit was \
reached, 4 something could not be judged, 64 wrong usage, 66 a file that cannot be read or \
written, 70 a bug in Jetan, 130 interrupted. `jetan mars` keeps MARS's codes.";

/// The workbench for MIPS assembly projects.
///
/// Without a command it opens the studio in the browser; where there is none, it says what can be
/// done without.
#[derive(Debug, Parser)]
#[command(name = "jetan", bin_name = "jetan", version, after_long_help = EXIT_CODES)]
pub struct Cli<C: Subcommand = JetanCommand> {
    /// When to use colours; `auto` looks at the terminal and at `NO_COLOR`.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    pub color: ColorChoice,
    #[command(subcommand)]
    pub command: Option<C>,
}

/// The command that is given again and again, by itself.
#[derive(Debug, Subcommand)]
enum RunOnlyCommand {
    Run(Box<RunArgs>),
}

/// The command to carry out.
#[derive(Debug, Subcommand)]
pub enum JetanCommand {
    Studio(StudioArgs),
    Run(Box<RunArgs>),
    Debug(Box<DebugArgs>),
    Dap(DapArgs),
    Asm(AsmArgs),
    Disasm(DisasmArgs),
    Explain(ExplainArgs),
    Play(Box<PlayArgs>),
    Solve(SolveArgs),
    Check(Box<CheckArgs>),
    Grade(Box<GradeArgs>),
    Similar(SimilarArgs),
    Pack(PackArgs),
    Mars(MarsArgs),
    Lsp(LspArgs),
    Doctor(DoctorArgs),
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page in roff, for `man -l -`.
    Man {
        /// The command to describe, such as `run` or `solve sudoku`; without it, Jetan as a whole.
        command: Vec<String>,
        /// Write the pages of all commands into a folder instead.
        #[arg(long, value_name = "DIR", conflicts_with = "command")]
        into: Option<PathBuf>,
    },
}

/// See what this machine and this build have, and what is missing for what.
///
/// Nothing of it is needed to run a program, so the exit code is 0 whatever is missing.
#[derive(Debug, Args)]
pub struct DoctorArgs {
    /// Print one JSON object instead of text.
    #[arg(long)]
    pub json: bool,
}

/// Assemble sources and run the program.
///
/// Standard output carries what the program prints, and nothing else.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Sources to assemble, the first one leading; `-` is standard input, a folder stands for
    /// every .asm and .s file in it, main.asm first.
    #[arg(value_name = "FILE", required_unless_present = "project")]
    pub files: Vec<PathBuf>,
    /// Assemble every .asm and .s file of the first file's folder too, and start at `main`; or
    /// the files that its jetan.toml lists.
    #[arg(long)]
    pub project: bool,
    #[command(flatten)]
    pub assembly: AssemblyArgs,
    /// Use the syscalls of a pack: one of `jetan pack list`, a folder with a pack.toml, or a
    /// file. A source can name its pack in a comment: `# jetan: pack comp2611-2048`.
    #[arg(long, value_name = "NAME")]
    pub pack: Option<String>,
    /// Read the program's input from a file instead of standard input.
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// Seed the random generators that the program does not seed itself.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seed: Option<i64>,
    /// The time the program sees: `virtual` depends on nothing but the program [default: real, or
    /// virtual with --keys].
    #[arg(long, value_enum, value_name = "WHICH")]
    pub clock: Option<ClockChoice>,
    /// Milliseconds since 1970 at which a virtual clock starts [default: 2020-01-01].
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    pub clock_start: Option<i64>,
    /// Run an untrusted program, as `jetan check` does: files exist in memory only,
    /// time is virtual, sources and packs are read from their own folder only, and it may take
    /// 2,000,000,000 instructions, 1 MiB of output and 64 MiB of memory.
    #[arg(long, conflicts_with = "clock")]
    pub sandbox: bool,
    /// Stop after this many instructions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_steps: Option<u64>,
    /// Stop after this much output; K, M and G may follow the number of bytes.
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub max_output: Option<u64>,
    /// Stop when the program has written to this much memory [default: 1G].
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub max_memory: Option<u64>,
    /// Stop after this many seconds; units may follow, as in 90s, 1m30s or 500ms.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time_limit: Option<f64>,
    #[command(flatten)]
    pub engine: EngineFlags,
    /// Write a recording of the run to a file, which `jetan debug --replay` opens.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Say how the run ended as one JSON object on standard error instead of text: `ending`
    /// (exited, fault, limit or interrupted), `exitCode`, `instructions`, `fault` (code, message,
    /// pc, file, line, help), `limit`, `cause` (pc, file, line, message), `chain`, `calls`,
    /// `endless` and `doubt`. Errors of the sources stay text.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub inside: InstrumentationArgs,
    #[command(flatten)]
    pub tools: ToolArgs,
    #[command(flatten)]
    pub show: DeviceArgs,
    /// Arguments for the program, in `$a0` and `$a1`.
    #[arg(last = true, value_name = "ARGUMENT")]
    pub arguments: Vec<OsString>,
}

/// The time a program sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ClockChoice {
    /// The time of day; sleeping takes its time.
    Real,
    /// Starts at 2020-01-01; 100 instructions are a microsecond, and sleeping takes no time.
    Virtual,
}

/// Assemble sources: check them, list them, dump them.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct AsmArgs {
    /// Sources to assemble, the first one leading; `-` is standard input, a folder stands for
    /// every .asm and .s file in it, main.asm first.
    #[arg(value_name = "FILE", required_unless_present = "project")]
    pub files: Vec<PathBuf>,
    /// Assemble every .asm and .s file of the first file's folder too, and start at `main`; or
    /// the files that its jetan.toml lists.
    #[arg(long)]
    pub project: bool,
    #[command(flatten)]
    pub assembly: AssemblyArgs,
    /// Print every instruction with its address, machine word and source line, and the data.
    #[arg(long)]
    pub listing: bool,
    /// Print every label with its address.
    #[arg(long)]
    pub symbols: bool,
    /// Write memory to a file. SEGMENT is .text, .data or a range such as 0x10010000-0x1001000c;
    /// FORMAT is `AsciiText`, `Binary`, `BinaryText`, `HEX`, `HexText` or `SegmentWindow`;
    /// FILE may be `-`.
    #[arg(long, num_args = 3, value_names = ["SEGMENT", "FORMAT", "FILE"])]
    pub dump: Vec<OsString>,
    /// Write the program as an ELF file for MIPS32, with labels and lines, as objdump and gdb
    /// read it.
    #[arg(long, value_name = "FILE")]
    pub elf: Option<PathBuf>,
    /// Print one JSON object instead of text: the program in numbers and all diagnostics.
    #[arg(long)]
    pub json: bool,
}

/// The settings of an assembly.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct AssemblyArgs {
    /// Behave as MARS 4.5 does, surprises included.
    #[arg(long)]
    pub strict: bool,
    /// Word errors and warnings as MARS does.
    #[arg(long)]
    pub mars_messages: bool,
    /// Reject pseudo-instructions.
    #[arg(long)]
    pub no_pseudo: bool,
    /// The memory configuration [default: Default].
    #[arg(long, value_name = "NAME", value_parser = memory::MemoryArgParser)]
    pub memory: Vec<memory::MemoryArg>,
    /// Expand pseudo-instructions for delayed branching.
    #[arg(long)]
    pub delayed_branching: bool,
    /// Allow data to be stored in the text segment.
    #[arg(long)]
    pub self_modifying: bool,
    /// Start the program at a global `main` instead of at its first instruction.
    #[arg(long)]
    pub start_at_main: bool,
    /// Accept registers without their `$`: an operand `t0` is `$t0`, and no longer a label.
    #[arg(long, conflicts_with = "strict")]
    pub bare_registers: bool,
    /// Treat warnings as errors.
    #[arg(long)]
    pub warnings_as_errors: bool,
}

/// Turn machine words back into instructions.
#[derive(Debug, Args)]
pub struct DisasmArgs {
    /// A dump or a source; `-` is standard input.
    pub file: PathBuf,
    /// What the file is, if its contents do not tell.
    #[arg(long, value_enum)]
    pub format: Option<DisasmFormat>,
    /// The address of a dump's first word.
    #[arg(long, value_name = "ADDR", value_parser = address)]
    pub base: Option<u32>,
    /// Print a source that can be assembled again.
    #[arg(long)]
    pub source: bool,
    #[command(flatten)]
    pub assembly: AssemblyArgs,
}

/// The formats that `disasm` reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DisasmFormat {
    /// Assembly.
    Source,
    /// A word a line, eight hexadecimal digits.
    #[value(name = "HexText", alias = "hextext")]
    HexText,
    /// A word a line, 32 binary digits.
    #[value(name = "BinaryText", alias = "binarytext")]
    BinaryText,
    /// Words of four bytes, the lowest first.
    #[value(name = "Binary", alias = "binary")]
    Binary,
    /// Intel HEX as MARS writes it.
    #[value(name = "HEX", alias = "hex")]
    Hex,
}

/// Explain an error code, instruction, directive, register, service or memory configuration.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// What to explain: `E0203`, `R0101`, `addi`, `.word`, `$t0`, `syscall 4`, `print string`,
    /// `Default`.
    pub what: Vec<String>,
    /// Explain a service of a pack: `--pack comp2611-2048 201`; without a service, list them.
    #[arg(long, value_name = "NAME")]
    pub pack: Option<String>,
}

/// Check, list or begin course packs, which give service numbers a meaning of their own.
#[derive(Debug, Args)]
pub struct PackArgs {
    #[command(subcommand)]
    pub what: PackCommand,
}

/// The sub-commands of `jetan pack`.
#[derive(Debug, Subcommand)]
pub enum PackCommand {
    /// Report everything that is wrong with some packs.
    Check {
        /// A pack that comes with Jetan, a folder with a pack.toml, or a file.
        #[arg(value_name = "FILE|NAME", required = true)]
        packs: Vec<String>,
    },
    /// List the packs that come with Jetan.
    List,
    /// Write a pack to begin with into a new folder.
    New {
        /// The folder, whose name becomes that of the pack.
        #[arg(value_name = "NAME")]
        folder: PathBuf,
    },
}

/// Understand MARS 4.5's own command line, word for word.
///
/// The words are MARS's: `jetan mars h` lists them. Programs behave as in MARS, surprises included.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct MarsArgs {
    /// MARS's options, file names and program arguments.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub words: Vec<OsString>,
}

/// Reads a command line, the name of the program first.
pub fn parse(arguments: Vec<OsString>) -> Result<Cli, clap::Error> {
    // MARS's words are a language of their own, in which `--` and `--color` mean nothing.
    if arguments.get(1).is_some_and(|word| word == "mars") {
        let words = arguments.into_iter().skip(2).collect();
        let command = Some(JetanCommand::Mars(MarsArgs { words }));
        return Ok(Cli { color: ColorChoice::Auto, command });
    }
    // Describing all commands to clap takes longer than a small program takes to run. What is wrong
    // with the words is said by the whole description.
    let mut arguments = arguments;
    if arguments.get(1).is_some_and(|word| is_source(word)) {
        arguments.insert(1, "run".into());
    }
    if arguments.get(1).is_some_and(|word| word == "run")
        && let Ok(cli) = Cli::<RunOnlyCommand>::try_parse_from(&arguments)
    {
        let command = cli.command.map(|RunOnlyCommand::Run(run)| JetanCommand::Run(run));
        return Ok(Cli { color: cli.color, command });
    }
    // Kept for the suggestion, because parsing consumes the words.
    let typed = arguments.get(1).cloned().unwrap_or_default();
    let cli =
        Cli::<JetanCommand>::try_parse_from(arguments).map_err(|error| suggest(error, &typed))?;
    // `run` took ranges of memory here before it had `--show-memory`, and still does. The other
    // commands never did.
    let assembly = match &cli.command {
        Some(JetanCommand::Asm(asm)) => Some(&asm.assembly),
        Some(JetanCommand::Disasm(disasm)) => Some(&disasm.assembly),
        Some(JetanCommand::Debug(debug)) => Some(&debug.assembly),
        _ => None,
    };
    match assembly.and_then(|assembly| memory::ranges(&assembly.memory).next()) {
        None => Ok(cli),
        Some(range) => {
            let message = format!("--memory: {}\n", memory::no_map(range));
            Err(clap::Error::raw(ErrorKind::InvalidValue, message))
        }
    }
}

/// Adds the command that was probably meant to an error about one that there is not.
fn suggest(error: clap::Error, typed: &OsStr) -> clap::Error {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return reword_number(error);
    }
    let typed = typed.to_string_lossy();
    let names: Vec<String> =
        definition().get_subcommands().map(|one| one.get_name().to_owned()).collect();
    match jetan_isa::suggest::closest(&typed, names.iter().map(String::as_str)) {
        Some(name) => {
            let message = format!(
                "there is no command `{typed}`; did you mean `jetan {name}`?\n\n`jetan help` lists \
                 all commands\n"
            );
            clap::Error::raw(ErrorKind::InvalidSubcommand, message)
        }
        None => error,
    }
}

/// Says of a word that is not a number what it should have been; `FromStr` speaks of digits.
fn reword_number(error: clap::Error) -> clap::Error {
    let found = error.source().and_then(|source| source.downcast_ref::<ParseIntError>());
    let wanted = match found.map(ParseIntError::kind) {
        Some(IntErrorKind::PosOverflow | IntErrorKind::NegOverflow) => "this number is too large",
        Some(_) => "this is not a whole number",
        None => return error,
    };
    let (Some(value), Some(flag)) =
        (error.get(ContextKind::InvalidValue), error.get(ContextKind::InvalidArg))
    else {
        return error;
    };
    let message = format!(
        "invalid value '{value}' for '{flag}': {wanted}\n\nFor more information, try '--help'.\n"
    );
    clap::Error::raw(error.kind(), message)
}

/// Whether a word in the place of a command is the name of a source: `jetan my.asm` runs it.
fn is_source(word: &OsStr) -> bool {
    let extension = Path::new(word).extension().and_then(OsStr::to_str);
    // A flag may end like a source: `--record=run.s`.
    let is_flag = word.to_string_lossy().starts_with('-');
    let known = |extension: &str| {
        ["asm", "s", "mips"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    };
    !is_flag && extension.is_some_and(known)
}

/// The whole command as clap sees it.
pub fn definition() -> clap::Command {
    Cli::<JetanCommand>::command()
}

impl AssemblyArgs {
    /// The settings as the assembler takes them.
    pub fn options(&self) -> AssemblyOptions {
        AssemblyOptions {
            dialect: if self.strict { Dialect::MARS } else { Dialect::JETAN },
            map: memory::map(&self.memory),
            pseudo: !self.no_pseudo,
            delayed_branching: self.delayed_branching,
            self_modifying: self.self_modifying,
            start_at_main: self.start_at_main,
            bare_registers: self.bare_registers,
            warnings_are_errors: self.warnings_as_errors,
            ..AssemblyOptions::default()
        }
    }
}

fn bytes(typed: &str) -> Result<u64, String> {
    let split = typed.find(|c: char| !c.is_ascii_digit()).unwrap_or(typed.len());
    let unit: u64 = match &typed[split..] {
        "" => 1,
        "K" | "k" => 1 << 10,
        "M" | "m" => 1 << 20,
        "G" | "g" => 1 << 30,
        _ => return Err("a number of bytes looks like 4096, 64K, 16M or 1G".to_owned()),
    };
    let number: u64 = typed[..split].parse().map_err(|_| "there is no number".to_owned())?;
    // A limit of 0 would stop every run before its first instruction.
    number.checked_mul(unit).filter(|&bytes| bytes > 0).ok_or("it must fit 64 bits".to_owned())
}

/// A time: seconds, or numbers with the units h, m, s and ms, as in `1m30s`.
fn seconds(typed: &str) -> Result<f64, String> {
    // This also reads `inf` and `nan`; the range below refuses both.
    let total = match typed.parse::<f64>() {
        Ok(seconds) => Some(seconds),
        Err(_) => with_units(typed),
    };
    match total {
        // `Duration::from_secs_f64` panics for times that it cannot hold.
        Some(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err("a time looks like 10 or 0.5, in seconds, or like 20s, 1m30s or 500ms".to_owned()),
    }
}

fn with_units(typed: &str) -> Option<f64> {
    let units = [("h", 3600.0), ("m", 60.0), ("s", 1.0), ("ms", 0.001)];
    let mut total = 0.0;
    let mut rest = typed;
    while !rest.is_empty() {
        // A number at the end has no unit: `1m30` could be meant as minutes or as seconds, so it is
        // refused.
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, behind) = rest.split_at(digits);
        let letters = behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len());
        let (unit, behind) = behind.split_at(letters);
        let (_, seconds) = units.iter().find(|(name, _)| *name == unit)?;
        total += number.parse::<f64>().ok()? * seconds;
        rest = behind;
    }
    Some(total)
}

fn address(typed: &str) -> Result<u32, String> {
    let hex = typed.strip_prefix("0x").or_else(|| typed.strip_prefix("0X"));
    let value = match hex {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => typed.parse(),
    };
    match value {
        Ok(address) if address % 4 == 0 => Ok(address),
        Ok(_) => Err("an address of instructions is a multiple of 4".to_owned()),
        Err(_) => Err("an address looks like 0x00400000".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_may_have_units() {
        for (typed, seconds) in [
            ("10", 10.0),
            ("0.5", 0.5),
            ("20s", 20.0),
            ("1m30s", 90.0),
            ("500ms", 0.5),
            ("1h", 3600.0),
        ] {
            assert_eq!(super::seconds(typed), Ok(seconds), "{typed}");
        }
        for typed in
            ["", "0", "-1", "s", "5x", "1m-3s", "1.2.3s", "nan", "inf", "99999999999h", "5 s"]
        {
            assert!(super::seconds(typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn definition_is_consistent() {
        definition().debug_assert();
    }

    #[test]
    fn a_run_is_understood_alone_as_among_all_commands() {
        for words in [
            &["jetan", "run", "a.asm"][..],
            &["jetan", "run", "--color", "never", "a.asm", "--seed", "-5", "--", "--color", "x"],
            &["jetan", "run", "--project", "--max-steps", "9", "--engine", "interp"],
            &["jetan", "run", "a.asm", "--bitmap", "64x64", "--color=always"],
        ] {
            let whole =
                Cli::<JetanCommand>::try_parse_from(words).expect("nothing is wrong with it");
            let parsed = parse(words.iter().map(OsString::from).collect()).expect("likewise");
            assert_eq!(format!("{parsed:?}"), format!("{whole:?}"), "{words:?}");
        }
        let wrong = ["jetan", "run", "--sed", "5", "a.asm"];
        let whole = Cli::<JetanCommand>::try_parse_from(wrong).expect_err("there is no such flag");
        let parsed = parse(wrong.map(OsString::from).to_vec()).expect_err("likewise");
        assert_eq!(parsed.to_string(), whole.to_string());
    }

    #[test]
    fn words_in_place_of_numbers_are_explained() {
        for (words, wanted) in [
            (&["run", "--max-steps", "ten", "a.asm"][..], "this is not a whole number"),
            (&["play", "2048", "--seed", "1.5"], "this is not a whole number"),
            (&["play", "2048", "--seed", "99999999999999999999"], "this number is too large"),
            (&["similar", "--top", "", "."], "this is not a whole number"),
        ] {
            let words = ["jetan"].iter().chain(words).map(OsString::from);
            let error = parse(words.collect()).expect_err("not a number").to_string();
            assert!(error.contains(wanted), "{error}");
        }
    }

    #[test]
    fn words_for_mars_are_left_alone() {
        let typed = ["jetan", "mars", "--", "--color", "-h"].map(OsString::from);
        let cli = parse(typed.to_vec()).expect("no word is refused");
        let Some(JetanCommand::Mars(mars)) = cli.command else { panic!("not mars") };
        assert_eq!(mars.words, ["--", "--color", "-h"]);
    }

    #[test]
    fn addresses_are_aligned() {
        assert_eq!(address("0x00400000"), Ok(0x0040_0000));
        assert_eq!(address("64"), Ok(64));
        assert!(address("0x2").is_err());
        assert!(address("0x100000000").is_err());
        assert!(address("main").is_err());
    }
}
