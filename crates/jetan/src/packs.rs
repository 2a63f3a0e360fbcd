//! Packs in files, and what is said about packs and programs that cannot be loaded.

use std::path::{Component, Path, PathBuf};

use jetan_isa::Pack;
use jetan_os::file::{self, AcceptedFiles, FolderHandle};
use jetan_report as render;
use jetan_run::LoadError;
use jetan_run::loader::{PACK_FILE, PackText, PackTextSource, find_pack};

use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files;

/// The pack of the course that 2048 comes from.
pub(crate) const OF_2048: &str = "comp2611-2048";

/// Packs in files: a name is a folder with a `pack.toml`, or the file itself.
pub(crate) struct PackFiles;

impl PackTextSource for PackFiles {
    fn find(&mut self, name: &str) -> Result<Option<PackText>, String> {
        let path = file_of(Path::new(name));
        if !path.exists() {
            return Ok(None);
        }
        let file = file::name(&path);
        let text = file::read_text(&path, AcceptedFiles::Files, files::TEXT_BYTES_MAX);
        text.map(|text| Some(PackText { file: file.clone(), text }))
            .map_err(|why| format!("{file}: {why}"))
    }

    /// One beside the other's folder or in the same folder.
    fn find_extended(&mut self, from: &str, wanted: &str) -> Option<PackText> {
        // A name and no path: a pack of others must not have any file of its choice shown.
        let mut parts = Path::new(wanted).components();
        if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
            return None;
        }
        let folder = Path::new(from).parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        [folder.to_owned(), folder.join("..")].iter().find_map(|base| {
            let path = file_of(&base.join(wanted));
            // From the handle of the folder, so that no link in it leads elsewhere.
            let below = path.strip_prefix(base).ok()?;
            let bytes =
                FolderHandle::open(base).ok()?.read_file(below, files::TEXT_BYTES_MAX).ok()?;
            Some(PackText { file: file::name(&path), text: String::from_utf8(bytes).ok()? })
        })
    }
}

fn file_of(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(PACK_FILE) } else { path.to_owned() }
}

/// The pack that somebody named: one that comes with Jetan, a folder with a `pack.toml`, a file.
pub(crate) fn find(name: &str) -> Result<Pack, CommandFailure> {
    find_pack(name, &mut PackFiles).map_err(|error| failure(&error))
}

/// The failure of a command whose program cannot be loaded. What is wrong with its sources has been
/// said before.
pub(crate) fn failure(error: &LoadError) -> CommandFailure {
    match error {
        LoadError::NoPack { name } => {
            let names: Vec<&str> = jetan_pack::shipped().iter().map(|(name, _)| *name).collect();
            CommandFailure::unreadable(format!(
                "jetan: there is no pack `{name}`, and no folder or file of that name; Jetan comes \
                 with {}",
                names.join(" and ")
            ))
        }
        LoadError::ForeignPack { .. } => CommandFailure::unreadable(format!(
            "jetan: {error}: if it is to be used, name it with --pack"
        )),
        LoadError::UnreadablePack { .. } => CommandFailure::unreadable(format!("jetan: {error}")),
        LoadError::BadPack { text: PackText { file, text }, errors } => {
            let report = render::pack::report(errors, file, text, false, Console::fold());
            CommandFailure::new(Exit::Assembly, report.trim_end())
        }
        LoadError::NoInstructions(_) => {
            CommandFailure::new(Exit::Assembly, format!("jetan: {error}: is this the right file?"))
        }
        LoadError::Mistakes(_) | LoadError::NotPermitted { .. } => {
            CommandFailure::new(Exit::Assembly, format!("jetan: {error}"))
        }
        LoadError::DoesNotFit(_) => CommandFailure::new(Exit::Limit, format!("jetan: {error}")),
    }
}
