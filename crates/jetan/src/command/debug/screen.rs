//! The debugger on a terminal's screen.

use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use clap::ColorChoice;
use jetan_asm::SourceSet;
use jetan_debug::Debugger;
use jetan_tui::debugger::{App, terminal};
use jetan_tui::terminal::Ended;

use super::outside::Room;
use crate::cli::debug::Debug;
use crate::command::{play, run};
use crate::console::Console;
use crate::exit::{Exit, Failure};

/// Shows a run until somebody leaves it.
pub(super) fn show(
    debugger: &mut Debugger<'_>,
    room: &mut Room,
    typed: &Debug,
    color: ColorChoice,
    console: &Console,
) -> Result<Exit, Failure> {
    let sources = debugger.names.sources.clone();
    let typed_bitmap = typed.bitmap.as_deref();
    let bitmap = run::bitmap(typed_bitmap, &sources, debugger.machine(), console)?;
    let known = Known::of(&sources);
    let mut app = App::new(debugger, room, bitmap, play::look(typed.ascii, color));
    match terminal::run(&mut app, &mut || known.change()) {
        Ok(Ended::Quit) => Ok(Exit::Success),
        Ok(Ended::Interrupted) => Ok(Exit::Interrupted),
        Ok(Ended::Broken) => Ok(Exit::Bug),
        Err(error) => Err(Failure::unreadable(format!("jetan: the terminal failed: {error}"))),
    }
}

/// The sources as they were on disk when they were assembled.
struct Known(Vec<(PathBuf, Option<Version>)>);

/// Length and time of a file: another one is another text.
#[derive(PartialEq, Eq)]
struct Version(u64, Option<SystemTime>);

impl Known {
    fn of(sources: &SourceSet) -> Known {
        let files = sources.ids().map(|id| PathBuf::from(sources.file(id).name()));
        Known(files.map(|path| (path.clone(), version(&path))).collect())
    }

    /// What there is to say about files that are not what they were.
    fn change(&self) -> Option<String> {
        let (path, _) = self.0.iter().find(|(path, known)| version(path) != *known)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        Some(format!("{name} has changed on disk; this is the program as it was"))
    }
}

fn version(path: &PathBuf) -> Option<Version> {
    fs::metadata(path).ok().map(|file| Version(file.len(), file.modified().ok()))
}
