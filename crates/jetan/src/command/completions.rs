//! `jetan completions`: a script that teaches a shell the commands and flags.

use clap_complete::Shell;

use crate::cli;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};

/// Prints the script for a shell.
pub(crate) fn run(shell: Shell, console: &Console) -> Result<Exit, CommandFailure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut cli::definition(), "jetan", &mut script);
    console.raw_result(&script)?;
    Ok(Exit::Success)
}
