//! What is known about a failing case besides what it shows, and its run as a file.

use std::path::{Path, PathBuf};

use jetan_debug::names::Names;
use jetan_grade::check::Smallest;
use jetan_grade::source::Source;

use crate::exit::Failure;
use crate::files;

/// What is known about a failing case besides what it shows.
#[derive(Default)]
pub(crate) struct Trace {
    /// How the wrong value came about.
    pub(crate) source: Source,
    /// The file that the run was written to.
    pub(crate) saved: Option<PathBuf>,
}

impl Trace {
    /// Looks for it in the run of a case.
    pub(super) fn of(smallest: &Smallest, names: &Names) -> Trace {
        Trace { source: Source::of(smallest, names), saved: None }
    }

    /// Writes the run to a folder, under the name of its case.
    pub(super) fn save(
        &mut self,
        smallest: &Smallest,
        name: &str,
        folder: &Path,
    ) -> Result<(), Failure> {
        let Some(kept) = smallest.kept.as_ref().filter(|kept| kept.is_portable) else {
            return Ok(());
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric();
        let words = name.split(|c| !is_plain(c)).filter(|word| !word.is_empty());
        let path = folder.join(words.collect::<Vec<_>>().join("-") + ".case");
        let mut recording = kept.recording.clone();
        recording.focus = self.source.focus;
        let unwritable = |why| Failure::unreadable(format!("jetan: {why}"));
        files::write_whole(&path, &recording.to_bytes()).map_err(unwritable)?;
        self.saved = Some(path);
        Ok(())
    }
}
