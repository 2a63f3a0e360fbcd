//! The debugger on a terminal's screen.

use clap::ColorChoice;
use jetan_debug::Debugger;
use jetan_display::bitmap::BitmapConfig;
use jetan_tui::debugger::{DebuggerApp, terminal};
use jetan_tui::terminal::CloseReason;

use super::debuggee_host::DebuggeeHost;
use super::source_versions::SourceVersions;
use crate::cli::debug::DebugArgs;
use crate::command::play;
use crate::exit::{CommandFailure, Exit};

/// Shows a run until somebody leaves it.
pub(super) fn show(
    debugger: &mut Debugger<'_>,
    room: &mut DebuggeeHost,
    typed: &DebugArgs,
    bitmap: Option<BitmapConfig>,
    color: ColorChoice,
) -> Result<Exit, CommandFailure> {
    let known = SourceVersions::of(&debugger.names.sources);
    let mut app = DebuggerApp::new(debugger, room, bitmap, play::look(typed.ascii, color));
    match terminal::run(&mut app, &mut || known.change()) {
        Ok(CloseReason::Quit) => Ok(Exit::Success),
        Ok(CloseReason::Interrupted) => Ok(Exit::Interrupted),
        Ok(CloseReason::Broken) => Ok(Exit::Bug),
        Err(error) => {
            Err(CommandFailure::unreadable(format!("jetan: the terminal failed: {error}")))
        }
    }
}
