//! `jetan studio`, and `jetan` alone: the studio in the browser.

#[cfg(feature = "studio")]
mod local;
#[cfg(not(feature = "studio"))]
#[path = "studio/absent.rs"]
mod local;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use jetan_os::{browser, file};

use super::overview;
use crate::cli::studio::Studio;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::files;

/// What a server works on.
#[derive(Default)]
struct Work {
    folder: Option<PathBuf>,
    /// The sources that belong together, relative to the folder.
    roots: Vec<String>,
    port: Option<u16>,
    opens: bool,
}

/// Opens the studio.
pub(crate) fn run(typed: &Studio, console: &Console) -> Result<Exit, Failure> {
    let mut work = match &typed.path {
        None => Work::default(),
        Some(path) => of(path)?,
    };
    work.port = typed.port;
    work.opens = !typed.no_open;
    local::serve(work, console)
}

/// The studio for whoever typed `jetan` alone and can see it; else what can be done without.
pub(crate) fn run_alone(console: &Console) -> Result<Exit, Failure> {
    let is_asked = io::stdout().is_terminal() && io::stdin().is_terminal();
    if is_asked && local::IS_THERE && browser::is_there() {
        return run(&Studio::default(), console);
    }
    overview::run(console)
}

fn of(path: &Path) -> Result<Work, Failure> {
    if path.is_dir() {
        // A folder without sources is one to begin in.
        let roots = files::roots(&[path.to_owned()], false).unwrap_or_default();
        let roots = roots.iter().filter_map(|root| root.path.as_deref());
        let roots = roots.map(|root| file::name(root.strip_prefix(path).unwrap_or(root))).collect();
        return Ok(Work { folder: Some(path.to_owned()), roots, ..Work::default() });
    }
    let root = files::Root::typed(path);
    files::read_root(&root).map_err(|why| Failure::unreadable(files::unreadable(&root, &why)))?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let name = path.file_name().map(|name| file::name(Path::new(name)));
    Ok(Work {
        folder: Some(parent.unwrap_or(Path::new(".")).to_owned()),
        roots: name.into_iter().collect(),
        ..Work::default()
    })
}
