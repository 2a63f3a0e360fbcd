//! Rubrics as files: reading one, explaining it, beginning one.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use jetan_grade::rubric::{Rubric, RubricResources, read};
use jetan_os::file::{self, AcceptedFiles, FolderHandle, ReadError};
use jetan_report::rubric as render;

use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::files::{self, reason};

/// The text that `jetan grade new` writes.
const START: &str = include_str!("start.toml");
/// A rubric may have this many bytes.
const RUBRIC_BYTES_MAX: u64 = 4 << 20;
/// A file beside a rubric may have this many bytes.
const FILE_BYTES_MAX: u64 = 16 << 20;

/// A rubric, and what tells it from any other.
pub(super) struct LoadedRubric {
    pub(super) rubric: Rubric,
    /// Of its text, its files and the version of Jetan, in hexadecimal.
    pub(super) digest: String,
}

/// Reads a rubric; none if it has errors, which have been reported.
pub(super) fn load(path: &Path, console: &Console) -> Result<Option<LoadedRubric>, CommandFailure> {
    let failed =
        |why: String| CommandFailure::unreadable(format!("jetan: {}: {why}", files::name(path)));
    let path = if path.is_dir() { path.join("rubric.toml") } else { path.to_owned() };
    let text = file::read_text(&path, AcceptedFiles::Pipes, RUBRIC_BYTES_MAX)
        .map_err(|why| failed(why.to_string()))?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = FolderHandle::open(parent.unwrap_or(Path::new(".")));
    let folder = folder.map_err(|error| failed(reason(&error)))?;
    // Another version may grade differently, so it must not go on with an old journal.
    let mut beside = RubricFolder { folder, hash: digest(env!("CARGO_PKG_VERSION").as_bytes(), 0) };
    beside.hash = digest(text.as_bytes(), beside.hash);
    let found = read(&text, &mut beside);
    let Some(rubric) = found.rubric else {
        let name = files::name(&path);
        console.report(&render::report(&found.errors, &name, &text, console.is_colored()));
        return Ok(None);
    };
    Ok(Some(LoadedRubric { rubric, digest: format!("{:016x}", beside.hash) }))
}

/// Says what a rubric says.
pub(super) fn check(path: &Path, console: &Console) -> Result<Exit, CommandFailure> {
    let Some(loaded) = load(path, console)? else { return Ok(Exit::Assembly) };
    // Finds a pack or a display that cannot be, which reading the rubric does not.
    super::load::GradeSetup::new(&loaded.rubric)?;
    console.result(render::explain(&loaded.rubric))?;
    Ok(Exit::Success)
}

/// Writes a rubric to begin with, never over one that is there.
pub(super) fn begin(folder: &Path, console: &Console) -> Result<Exit, CommandFailure> {
    let path = folder.join("rubric.toml");
    let failed = |error: std::io::Error| {
        let why = match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                "the file already exists and was not changed".to_owned()
            }
            _ => reason(&error),
        };
        CommandFailure::unreadable(format!("jetan: {}: {why}", files::name(&path)))
    };
    fs::create_dir_all(folder).map_err(failed)?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(&path).map_err(failed)?;
    file.write_all(START.as_bytes()).map_err(failed)?;
    console.result(format!(
        "{0}\n\nNext: change it, then `jetan grade check-rubric {0}`.\n",
        files::name(&path)
    ))?;
    Ok(Exit::Success)
}

/// The files beside a rubric.
struct RubricFolder {
    folder: FolderHandle,
    hash: u64,
}

impl RubricResources for RubricFolder {
    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let bytes = self.folder.read_file(Path::new(name), FILE_BYTES_MAX);
        let bytes = bytes.map_err(|why| why.to_string())?;
        // With the name, because two files that change places make another rubric.
        self.hash = digest(&bytes, digest(name.as_bytes(), self.hash));
        Ok(bytes)
    }

    fn list(&mut self, folder: &str) -> Result<Vec<String>, String> {
        // What leads elsewhere is answered as what is not there.
        let listed = fs::canonicalize(self.folder.real().join(folder)).ok();
        let listed = listed.filter(|listed| listed.starts_with(self.folder.real()));
        let listed = listed.ok_or_else(|| ReadError::Missing.to_string())?;
        let entries = fs::read_dir(listed).map_err(|error| reason(&error))?;
        let name =
            |entry: std::io::Result<fs::DirEntry>| entry.ok()?.file_name().into_string().ok();
        let mut names: Vec<String> = entries.filter_map(name).collect();
        names.sort();
        Ok(names)
    }
}

/// FNV-1a: tells versions of a file apart; nobody gains by making two alike.
pub(super) fn digest(bytes: &[u8], start: u64) -> u64 {
    // The length keeps the end of one text apart from the beginning of the next.
    let length = (bytes.len() as u64).to_le_bytes();
    bytes.iter().chain(&length).fold(start ^ 0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
