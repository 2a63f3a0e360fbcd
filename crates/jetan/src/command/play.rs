//! `jetan play`: a game on a screen, or line by line.

mod agreed;
mod mips;

use std::env;
use std::io::{self, IsTerminal};
use std::path::Path;

use clap::ColorChoice;
use jetan_games::Name;
use jetan_play::settings::Settings;
use jetan_tui::app::{App, Opening};
use jetan_tui::games;
use jetan_tui::look::{Colours, Look};
use jetan_tui::plain::{self, Ending};
use jetan_tui::store::{self, Keeper, Store};
use jetan_tui::terminal::{self, Ended};

use crate::cli::play::Play;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::files;

/// Plays one of the five games, or shows the menu.
pub(crate) fn run(typed: &Play, color: ColorChoice, console: &Console) -> Result<Exit, Failure> {
    let settings = agreed::settings(typed)?;
    let has_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if let (Some(name), Some(file)) = (typed.game, &typed.mips) {
        return mips::play(name, file.as_deref(), typed, has_terminal, console);
    }
    match (typed.game, &typed.replay) {
        (_, Some(_)) if !has_terminal => Err(no_terminal("--replay needs a terminal")),
        (_, Some(path)) => play_on_screen(typed, color, replay(path)?),
        (None, None) if typed.plain || !has_terminal => {
            let names = Name::ALL.map(Name::typed).join(", ");
            Err(no_terminal(&format!("without a terminal a game must be named: {names}")))
        }
        (None, None) => play_on_screen(typed, color, Opening::Menu(settings)),
        (Some(name), None) if typed.plain || !has_terminal => {
            play_on_pipe(name, &settings, typed.seed.is_none(), console)
        }
        (Some(name), None) => {
            // A puzzle that cannot be read is reported before there is a screen.
            games::start(name, settings.clone()).map_err(|bad| {
                let file = typed.file.as_deref().map(|path| format!("{}: ", files::name(path)));
                Failure::unreadable(format!("jetan: {}{bad}", file.unwrap_or_default()))
            })?;
            // A puzzle of one's own was asked for, not the saved game.
            let is_new = typed.new || typed.file.is_some();
            let opening = if is_new { Opening::NewGame } else { Opening::Game };
            play_on_screen(typed, color, opening(name, settings))
        }
    }
}

fn no_terminal(why: &str) -> Failure {
    Failure::usage(format!("jetan: {why}"))
}

fn replay(path: &Path) -> Result<Opening, Failure> {
    let unreadable = |why: String| Failure::unreadable(format!("jetan: {why}"));
    let record = store::read_record(path).map_err(|trouble| unreadable(trouble.to_string()))?;
    // One that cannot be played is reported before there is a screen.
    games::resume(&record).map_err(|bad| unreadable(format!("{}: {bad}", files::name(path))))?;
    Ok(Opening::Replay(record))
}

fn play_on_screen(typed: &Play, color: ColorChoice, opening: Opening) -> Result<Exit, Failure> {
    let store = Store::of_user(|name| env::var_os(name));
    let found = store.as_ref().map(Store::load).unwrap_or_default();
    let mut keeper = store.clone().map(|store| Keeper::new(store, &found.saved));
    let look = look(typed.ascii, color);
    let mut app = App::new(opening, found.saved, found.scores, look);
    if store.is_none() {
        app.tell("nothing is saved: there is no home folder");
    } else if !found.troubles.is_empty() {
        let troubles: Vec<String> = found.troubles.iter().map(ToString::to_string).collect();
        app.tell(troubles.join("; "));
    }
    match terminal::run(&mut app, keeper.as_mut()) {
        Ok(Ended::Quit) => Ok(Exit::Success),
        Ok(Ended::Interrupted) => Ok(Exit::Interrupted),
        Ok(Ended::Broken) => Ok(Exit::Bug),
        Err(error) => Err(Failure::unreadable(format!("jetan: the terminal failed: {error}"))),
    }
}

/// The style that the terminal can show, unless flags say otherwise.
pub(super) fn look(is_ascii: bool, color: ColorChoice) -> Look {
    let mut look = Look::of_terminal(|name| env::var(name).ok());
    look.is_ascii |= is_ascii;
    match (color, look.colours) {
        (ColorChoice::Never, _) => look.colours = Colours::None,
        // Asked for on a terminal that names no colours: nearly all have the palette.
        (ColorChoice::Always, Colours::None) => look.colours = Colours::Palette,
        _ => {}
    }
    look
}

fn play_on_pipe(
    name: Name,
    settings: &Settings,
    is_seed_drawn: bool,
    console: &Console,
) -> Result<Exit, Failure> {
    // Without it nobody could play the same game again.
    if is_seed_drawn && agreed::depends_on_chance(name, settings) {
        console.say(format!("jetan: seed {}\n", settings.seed));
    }
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    match plain::play(name, settings, &mut input, &mut output) {
        Ok(Ending::Finished) => Ok(Exit::Success),
        Ok(Ending::EndOfInput) => {
            drop(output);
            console.say("jetan: the input ended before the game did\n");
            Ok(Exit::Runtime)
        }
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Failure::ClosedPipe),
        Err(error) => {
            // By these kinds of errors `plain::play` reports conditions of its own.
            let exit = match error.kind() {
                io::ErrorKind::InvalidData => Exit::Runtime,
                io::ErrorKind::Other => Exit::Limit,
                io::ErrorKind::InvalidInput if settings.puzzle.is_none() => Exit::Usage,
                _ => Exit::Unreadable,
            };
            Err(Failure::new(exit, format!("jetan: {}: {error}", name.typed())))
        }
    }
}
