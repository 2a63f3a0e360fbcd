//! `jetan play`: a game on a screen, or line by line.

mod game_settings;
mod mips;

use std::env;
use std::io::{self, IsTerminal};
use std::path::Path;

use clap::ColorChoice;
use jetan_games::GameTitle;
use jetan_play::settings::PlaySettings;
use jetan_tui::app::{GamesApp, OpeningPage};
use jetan_tui::games;
use jetan_tui::look::{ColourSupport, TerminalLook};
use jetan_tui::plain::{self, PlainEnding};
use jetan_tui::store::{self, GameStore, SaveKeeper};
use jetan_tui::terminal::{self, CloseReason};

use crate::cli::play::PlayArgs;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files;

/// Plays one of the five games, or shows the menu.
pub(crate) fn run(
    typed: &PlayArgs,
    color: ColorChoice,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let settings = game_settings::settings(typed)?;
    let has_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if let (Some(name), Some(file)) = (typed.game, &typed.mips) {
        return mips::play(name, file.as_deref(), typed, has_terminal, console);
    }
    match (typed.game, &typed.replay) {
        (_, Some(_)) if !has_terminal => Err(no_terminal("--replay needs a terminal")),
        (_, Some(path)) => play_on_screen(typed, color, replay(path)?),
        (None, None) if typed.plain || !has_terminal => {
            let names = GameTitle::ALL.map(GameTitle::typed).join(", ");
            Err(no_terminal(&format!("without a terminal a game must be named: {names}")))
        }
        (None, None) => play_on_screen(typed, color, OpeningPage::Menu(settings)),
        (Some(name), None) if typed.plain || !has_terminal => {
            play_on_pipe(name, &settings, typed.seed.is_none(), console)
        }
        (Some(name), None) => {
            // A puzzle that cannot be read is reported before there is a screen.
            games::start(name, settings.clone()).map_err(|bad| {
                let file = typed.file.as_deref().map(|path| format!("{}: ", files::name(path)));
                CommandFailure::unreadable(format!("jetan: {}{bad}", file.unwrap_or_default()))
            })?;
            // A puzzle of one's own was asked for, not the saved game.
            let is_new = typed.new || typed.file.is_some();
            let opening = if is_new { OpeningPage::NewGame } else { OpeningPage::Game };
            play_on_screen(typed, color, opening(name, settings))
        }
    }
}

fn no_terminal(why: &str) -> CommandFailure {
    CommandFailure::usage(format!("jetan: {why}"))
}

fn replay(path: &Path) -> Result<OpeningPage, CommandFailure> {
    let unreadable = |why: String| CommandFailure::unreadable(format!("jetan: {why}"));
    let record = store::read_record(path).map_err(|trouble| unreadable(trouble.to_string()))?;
    // One that cannot be played is reported before there is a screen.
    games::resume(&record).map_err(|bad| unreadable(format!("{}: {bad}", files::name(path))))?;
    Ok(OpeningPage::Replay(record))
}

fn play_on_screen(
    typed: &PlayArgs,
    color: ColorChoice,
    opening: OpeningPage,
) -> Result<Exit, CommandFailure> {
    let store = GameStore::of_user(|name| env::var_os(name));
    let found = store.as_ref().map(GameStore::load).unwrap_or_default();
    let mut keeper = store.clone().map(|store| SaveKeeper::new(store, &found.saved));
    let look = look(typed.ascii, color);
    let mut app = GamesApp::new(opening, found.saved, found.scores, look);
    if store.is_none() {
        app.show_notice("nothing is saved: there is no home folder");
    } else if !found.troubles.is_empty() {
        let troubles: Vec<String> = found.troubles.iter().map(ToString::to_string).collect();
        app.show_notice(troubles.join("; "));
    }
    match terminal::run(&mut app, keeper.as_mut()) {
        Ok(CloseReason::Quit) => Ok(Exit::Success),
        Ok(CloseReason::Interrupted) => Ok(Exit::Interrupted),
        Ok(CloseReason::Broken) => Ok(Exit::Bug),
        Err(error) => {
            Err(CommandFailure::unreadable(format!("jetan: the terminal failed: {error}")))
        }
    }
}

/// The style that the terminal can show, unless flags say otherwise.
pub(super) fn look(is_ascii: bool, color: ColorChoice) -> TerminalLook {
    let mut look = TerminalLook::of_terminal(|name| env::var(name).ok());
    look.is_ascii |= is_ascii;
    match (color, look.colours) {
        (ColorChoice::Never, _) => look.colours = ColourSupport::None,
        // Asked for on a terminal that names no colours: nearly all have the palette.
        (ColorChoice::Always, ColourSupport::None) => look.colours = ColourSupport::Palette,
        _ => {}
    }
    look
}

fn play_on_pipe(
    name: GameTitle,
    settings: &PlaySettings,
    is_seed_drawn: bool,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    // Without it nobody could play the same game again.
    if is_seed_drawn && game_settings::depends_on_seed(name, settings) {
        console.say(format!("jetan: seed {}\n", settings.seed));
    }
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    match plain::play(name, settings, &mut input, &mut output) {
        Ok(PlainEnding::Finished) => Ok(Exit::Success),
        Ok(PlainEnding::EndOfInput) => {
            drop(output);
            console.say("jetan: the input ended before the game did\n");
            Ok(Exit::Runtime)
        }
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(CommandFailure::ClosedPipe),
        Err(error) => {
            // By these kinds of errors `plain::play` reports conditions of its own.
            let exit = match error.kind() {
                io::ErrorKind::InvalidData => Exit::Runtime,
                io::ErrorKind::Other => Exit::Limit,
                io::ErrorKind::InvalidInput if settings.puzzle.is_none() => Exit::Usage,
                _ => Exit::Unreadable,
            };
            Err(CommandFailure::new(exit, format!("jetan: {}: {error}", name.typed())))
        }
    }
}
