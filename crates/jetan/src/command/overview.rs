//! `jetan` alone: what can be done today.

use jetan_report::overview::TEXT;

use crate::console::Console;
use crate::exit::{CommandFailure, Exit};

/// Prints the overview.
pub(crate) fn run(console: &Console) -> Result<Exit, CommandFailure> {
    console.result(TEXT)?;
    Ok(Exit::Success)
}
