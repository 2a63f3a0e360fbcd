//! The debugger on a terminal's screen.

use clap::ColorChoice;
use jetan_debug::Debugger;
use jetan_display::bitmap::Config;
use jetan_tui::debugger::{App, terminal};
use jetan_tui::terminal::Ended;

use super::known::Known;
use super::outside::Room;
use crate::cli::debug::Debug;
use crate::command::play;
use crate::exit::{Exit, Failure};

/// Shows a run until somebody leaves it.
pub(super) fn show(
    debugger: &mut Debugger<'_>,
    room: &mut Room,
    typed: &Debug,
    bitmap: Option<Config>,
    color: ColorChoice,
) -> Result<Exit, Failure> {
    let known = Known::of(&debugger.names.sources);
    let mut app = App::new(debugger, room, bitmap, play::look(typed.ascii, color));
    match terminal::run(&mut app, &mut || known.change()) {
        Ok(Ended::Quit) => Ok(Exit::Success),
        Ok(Ended::Interrupted) => Ok(Exit::Interrupted),
        Ok(Ended::Broken) => Ok(Exit::Bug),
        Err(error) => Err(Failure::unreadable(format!("jetan: the terminal failed: {error}"))),
    }
}
