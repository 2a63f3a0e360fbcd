//! The flags of `jetan run` that look inside the run.

use std::path::PathBuf;

use clap::Args;
use jetan_sanitizer::CheckSet;

/// The instrumentation of a run, and what is shown when it has stopped.
#[derive(Args, Clone, Debug, Default)]
#[group(skip)]
#[command(next_help_heading = "Finding mistakes")]
pub struct InstrumentationArgs {
    /// Look for mistakes that a run does not notice, at about half the speed of the interpreter:
    /// uninitialised (registers, stack and sbrk memory), saved (registers and `$ra` that are not
    /// restored), temporaries (that a call has changed), stack (not balanced, or no longer there),
    /// bounds (before the start or past the end of a symbol or sbrk block), addresses (taken for
    /// numbers), numbers (floats and doubles, lost products, lost signs), sizes (bytes of words),
    /// strings (the newline of a line that was read), unused (results that nothing reads). Without
    /// LIST, all of them.
    /// What is found is told on standard error when the program has stopped.
    #[arg(
        long,
        value_name = "LIST",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all",
        value_parser = CheckSet::parse,
        conflicts_with_all = ["trace", "profile", "coverage"],
    )]
    pub check: Option<CheckSet>,
    /// List the lines that were never executed, with the branch that went past them, on standard
    /// error when the program has stopped.
    #[arg(long, conflicts_with_all = ["trace", "profile"])]
    pub coverage: bool,
    /// Show registers on standard error when the program has stopped: names separated by commas,
    /// `cpu` or `fpu`; without WHICH, `cpu`.
    #[arg(
        long,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "cpu",
    )]
    pub registers: Option<String>,
    /// Show memory on standard error when the program has stopped: a label, `arr+8`, an address,
    /// each with `:BYTES` or `-END` after it; may be repeated.
    #[arg(long, value_name = "RANGE")]
    pub show_memory: Vec<String>,
    /// Write a line for every instruction: its count, its source line, itself, and what it changed.
    /// Without FILE they go to standard error; if FILE ends in .json, each is a JSON object.
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "-",
        conflicts_with = "profile",
    )]
    pub trace: Option<PathBuf>,
    /// Trace only a procedure (its label) or a range of addresses such as 0x400000-0x400020; may be
    /// repeated.
    #[arg(long, value_name = "WHERE", requires = "trace")]
    pub trace_only: Vec<String>,
    /// Stop writing the trace, not the program, after this many lines.
    #[arg(long, value_name = "LINES", default_value_t = 1_000_000, requires = "trace")]
    pub trace_max: u64,
    /// Count where instructions are spent: lines, procedures, calls, mnemonics, branches. Without
    /// FILE as text on standard error; FILE gets JSON if it ends in .json, a flame graph if in
    /// .html, collapsed stacks if in .folded, else text.
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "-",
    )]
    pub profile: Option<PathBuf>,
    /// Say nothing about a program that runs but has done something odd: a file it could not open
    /// and used all the same, a division by zero, a procedure entered without a call, a string
    /// without an end, an integer taken for a float, reading on after the end of input.
    #[arg(long)]
    pub quiet: bool,
}

impl InstrumentationArgs {
    /// Whether every instruction is looked at.
    pub fn is_watching(&self) -> bool {
        self.check.is_some() || self.coverage || self.trace.is_some() || self.profile.is_some()
    }
}
