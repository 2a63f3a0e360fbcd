//! `jetan play GAME --mips`: the assembly version, run as `jetan run` runs it.

use std::ffi::OsString;
use std::path::Path;

use jetan_games::Name;
use jetan_os::file::Accept;

use crate::cli::play::Play;
use crate::cli::{self, Command};
use crate::command::run;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::{files, packs, programs};

/// Plays our program of a project, or somebody's own.
pub(super) fn play(
    name: Name,
    file: Option<&Path>,
    typed: &Play,
    has_terminal: bool,
    console: &Console,
) -> Result<Exit, Failure> {
    let shipped = programs::shipped(name);
    if let Some(hint) = what_to_type(name).filter(|_| has_terminal) {
        console.say(format!("{hint}\n"));
    }
    let mut words: Vec<OsString> = vec!["jetan".into(), "run".into()];
    if shipped.has_screen && has_terminal && !typed.plain {
        words.extend(["--display".into(), "terminal".into()]);
    }
    if typed.ascii {
        words.push("--ascii".into());
    }
    if let Some(seed) = typed.seed {
        words.extend(["--seed".into(), seed.cast_signed().to_string().into()]);
    }
    if name == Name::Twenty48 && file.is_some_and(|file| !names_pack(file)) {
        words.extend(["--pack".into(), packs::OF_2048.into()]);
    }
    words.push(file.map_or_else(|| "-".into(), |file| file.as_os_str().to_owned()));
    let parsed = cli::parse(words).ok().and_then(|cli| cli.command);
    let Some(Command::Run(words)) = parsed else {
        let file = file.unwrap_or(Path::new("-")).display();
        return Err(Failure::usage(format!("jetan: --mips: `{file}` is no file name")));
    };
    match file {
        Some(_) => run::run(&words, console),
        None => run::run_sources(&shipped.sources(), shipped.is_project(), &words, console),
    }
}

/// What to type for a program that does not say it; the course's have no prompt.
fn what_to_type(name: Name) -> Option<&'static str> {
    match name {
        Name::Tetrisito => Some(
            "Type six rows of start and six of goal (. empty, # filled), the number of pieces, and \
             four rows for each piece.",
        ),
        Name::Sudoku => Some("Type nine rows of nine digits, 0 for an empty cell."),
        Name::FourInARow | Name::Twenty48 | Name::ConnectFour => None,
    }
}

/// Whether a source says itself which pack it needs; what cannot be read is reported later.
fn names_pack(file: &Path) -> bool {
    files::read_text(file, Accept::Files).is_ok_and(|text| packs::named_in(&text).is_some())
}
