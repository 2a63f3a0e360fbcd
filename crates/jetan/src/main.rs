//! The command `jetan`: command line, files, and what people see.
//!
//! Wiring only: what an assembly means is decided in `jetan-asm`, what a word means in
//! `jetan-isa`. Reading order: `jetan-cli` (what can be typed), [`command`] (what it does), then
//! the parts the commands share.

mod bitmap;
mod command;

mod console;
mod drive;
mod engine;
mod exit;
mod files;
mod host;
mod inside;
mod neighbours;
mod packs;
mod panic_guard;
mod plan;
mod project;
#[cfg(feature = "sound")]
mod speaker;
#[cfg(not(feature = "sound"))]
#[path = "speaker/silence.rs"]
mod speaker;
mod stage;
mod submissions;
mod threads;

use std::panic::{self, PanicHookInfo};
use std::process::ExitCode;

use cli::{Cli, JetanCommand};
use console::Console;
use exit::{CommandFailure, Exit};
use jetan_cli as cli;
use jetan_report::visible;

fn main() -> ExitCode {
    panic::set_hook(Box::new(report_bug));
    jetan_os::signals::outlive_file_limits();
    // The hook has reported the panic, which here becomes an exit code.
    let work = || panic::catch_unwind(run).unwrap_or(Exit::Bug);
    let exit = jetan_os::stack::with_enough_stack(work).unwrap_or(Exit::Bug);
    exit.into()
}

fn run() -> Exit {
    let cli = match cli::parse(std::env::args_os().collect()) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let console = Console::new(cli.color);
    match dispatch(cli, &console) {
        Ok(exit) => exit,
        // The reader, such as `head`, has seen enough.
        Err(CommandFailure::ClosedPipe) => Exit::Success,
        Err(CommandFailure::Said(exit, lines)) => {
            for line in lines {
                console.say(line + "\n");
            }
            exit
        }
    }
}

fn dispatch(cli: Cli, console: &Console) -> Result<Exit, CommandFailure> {
    match cli.command {
        None => command::studio::run_alone(console),
        Some(JetanCommand::Studio(typed)) => command::studio::run(&typed, console),
        Some(JetanCommand::Asm(typed)) => command::asm::run(&typed, console),
        Some(JetanCommand::Check(typed)) => command::check::run(&typed, console),
        Some(JetanCommand::Grade(typed)) => command::grade::run(&typed, console),
        Some(JetanCommand::Similar(typed)) => command::similar::run(&typed, console),
        Some(JetanCommand::Run(typed)) => command::run::run(&typed, console),
        Some(JetanCommand::Debug(typed)) => command::debug::run(&typed, cli.color, console),
        Some(JetanCommand::Dap(typed)) => command::dap::run(&typed, console),
        Some(JetanCommand::Doctor(typed)) => command::doctor::run(&typed, console),
        Some(JetanCommand::Disasm(typed)) => command::disasm::run(&typed, console),
        Some(JetanCommand::Explain(typed)) => command::explain::run(&typed, console),
        Some(JetanCommand::Pack(typed)) => command::pack::run(&typed, console),
        Some(JetanCommand::Play(typed)) => command::play::run(&typed, cli.color, console),
        Some(JetanCommand::Solve(typed)) => command::solve::run(&typed, console),
        Some(JetanCommand::Mars(typed)) => command::mars::run(&typed, console),
        Some(JetanCommand::Lsp(typed)) => command::lsp::run(&typed),
        Some(JetanCommand::Completions { shell }) => command::completions::run(shell, console),
        Some(JetanCommand::Man { into: Some(folder), .. }) => command::man::write_all(&folder),
        Some(JetanCommand::Man { command, into: None }) => command::man::run(&command, console),
    }
}

/// Prints help that was asked for, or what is wrong with the command line.
fn refuse(error: &clap::Error) -> Exit {
    // A closed pipe is not an error, and there is no other place to complain.
    if !error.use_stderr() {
        let _ = error.print();
        return Exit::Success;
    }
    let console = Console::new(clap::ColorChoice::Auto);
    // What was typed stands in the message, where it must not pass for a colour of ours.
    let is_plain = std::env::args().all(|word| !word.chars().any(visible::is_hidden));
    if is_plain {
        console.report(&error.render().ansi().to_string());
    } else {
        console.say(error.render().to_string());
    }
    Exit::Usage
}

/// A panic is a bug of ours: one line that says so.
fn report_bug(panic: &PanicHookInfo) {
    // First, or the message would vanish together with the window.
    jetan_os::terminal::restore();
    let message = panic.payload_as_str().unwrap_or("no message").replace('\n', " ");
    let place = panic.location().map(|at| format!(" ({}:{})", at.file(), at.line()));
    let place = place.unwrap_or_default();
    let line = format!("jetan: this is a bug in Jetan, please report it: {message}{place}\n");
    Console::new(clap::ColorChoice::Never).say(line);
}
