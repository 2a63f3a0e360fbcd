//! `jetan studio`, and `jetan` alone: the studio in the browser.

#[cfg(feature = "studio")]
mod local;
#[cfg(not(feature = "studio"))]
#[path = "studio/absent.rs"]
mod local;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use jetan_os::{browser, file};

pub(crate) use local::IS_THERE;

use super::overview;
use crate::cli::studio::StudioArgs;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files;

/// The folder, sources and port of a server.
#[derive(Default)]
struct StudioPlan {
    folder: Option<PathBuf>,
    /// The sources that belong together, relative to the folder.
    roots: Vec<String>,
    port: Option<u16>,
    opens: bool,
    share_base: Option<String>,
}

/// Opens the studio.
pub(crate) fn run(typed: &StudioArgs, console: &Console) -> Result<Exit, CommandFailure> {
    let mut work = match &typed.paths[..] {
        [] => StudioPlan::default(),
        [folder] if folder.is_dir() => {
            StudioPlan { folder: Some(folder.clone()), ..StudioPlan::default() }
        }
        files => of_files(files)?,
    };
    work.port = typed.port;
    work.opens = !typed.no_open;
    work.share_base.clone_from(&typed.share_base);
    local::serve(work, console)
}

/// The studio for whoever typed `jetan` alone and can see it; else what can be done without.
pub(crate) fn run_alone(console: &Console) -> Result<Exit, CommandFailure> {
    // In a script or a pipe nobody would expect a browser to open.
    let is_asked = io::stdout().is_terminal() && io::stdin().is_terminal();
    if is_asked && IS_THERE && browser::is_there() {
        return run(&StudioArgs::default(), console);
    }
    overview::run(console)
}

/// Files of one folder, which belong together.
fn of_files(paths: &[PathBuf]) -> Result<StudioPlan, CommandFailure> {
    let folder_of = |path: &Path| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        parent.unwrap_or(Path::new(".")).to_owned()
    };
    let mut work = StudioPlan::default();
    for path in paths {
        let root = files::SourceRoot::typed(path);
        // Read to report a file that cannot be opened here and not in the browser.
        files::read_root(&root)
            .map_err(|why| CommandFailure::unreadable(files::unreadable(&root, &why)))?;
        let folder = folder_of(path);
        // Compared as typed: two spellings of one folder are refused, which is easily typed again.
        if work.folder.get_or_insert_with(|| folder.clone()) != &folder {
            let why =
                "jetan: the files are in different folders: name the folder that has them all";
            return Err(CommandFailure::usage(why));
        }
        work.roots.extend(path.file_name().map(|name| file::name(Path::new(name))));
    }
    Ok(work)
}
