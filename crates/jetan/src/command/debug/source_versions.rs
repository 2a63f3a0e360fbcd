//! Sources that change on disk while their program is debugged.

use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use jetan_asm::SourceSet;

/// The sources as they were on disk when they were assembled.
pub(super) struct SourceVersions(Vec<(PathBuf, Option<FileVersion>)>);

/// Length and time of a file: another one is another text.
#[derive(PartialEq, Eq)]
struct FileVersion(u64, Option<SystemTime>);

impl SourceVersions {
    pub(super) fn of(sources: &SourceSet) -> SourceVersions {
        let files = sources.ids().map(|id| PathBuf::from(sources.file(id).name()));
        SourceVersions(files.map(|path| (path.clone(), version(&path))).collect())
    }

    /// The message about files that have changed.
    pub(super) fn change(&self) -> Option<String> {
        // Asked at every prompt, which is cheaper than a thread that watches the files.
        let (path, _) = self.0.iter().find(|(path, known)| version(path) != *known)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        Some(format!("{name} has changed on disk; this is the program as it was"))
    }
}

fn version(path: &PathBuf) -> Option<FileVersion> {
    fs::metadata(path).ok().map(|file| FileVersion(file.len(), file.modified().ok()))
}
