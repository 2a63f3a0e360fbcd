//! The server, in builds that have it.

mod shelf;

use std::io;

use jetan_os::file::reason;
use jetan_os::{browser, signals};
use jetan_studio::{Server, ServerConfig};

use super::StudioPlan;
use crate::console::Console;
use crate::engine;
use crate::exit::{CommandFailure, Exit};
use shelf::SharedGames;

/// Whether the page is in this build too.
pub(crate) const IS_THERE: bool = jetan_studio::IS_WHOLE;

/// Serves until somebody ends it.
pub(super) fn serve(work: StudioPlan, console: &Console) -> Result<Exit, CommandFailure> {
    let StudioPlan { folder, roots, port, opens, share_base } = work;
    let failed = |error: io::Error| {
        let port = port.map(|port| format!("port {port}: ")).unwrap_or_default();
        CommandFailure::unreadable(format!("jetan: {port}{}", reason(&error)))
    };
    let engine = Box::new(engine::for_workbench);
    // One store for all sessions: two tabs must not lock each other out of a game.
    let games = SharedGames::of_user();
    let shelf = Box::new(move || shelf::open(games.as_ref()));
    let config = ServerConfig { folder, roots, port, engine, shelf, share_base };
    let server = Server::bind(config).map_err(failed)?;
    let address = server.address();
    // On standard output and before the browser opens, because scripts read the address there.
    console.result(format!("{address}\n"))?;
    let is_open = opens && browser::open(&address);
    console.say(if is_open {
        "The studio opens in your browser; Ctrl-C ends it.\n"
    } else {
        "Open this address in a browser; Ctrl-C ends the studio.\n"
    });
    let stopper = server.stopper();
    signals::listen(move |event| {
        if event == signals::SignalEvent::End {
            stopper.stop();
        }
    });
    server.run().map_err(failed)?;
    console.say("\nThe studio has ended.\n");
    Ok(Exit::Success)
}
