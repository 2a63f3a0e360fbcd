//! The run of a failing case as a file.

use std::path::Path;

use jetan_check::check::SmallestFailure;
use jetan_report::check::FailureTrace;

use crate::exit::CommandFailure;
use crate::files;

/// Writes the run of a case to a folder, under the name of the case, and notes the name of the
/// file.
pub(super) fn save(
    trace: &mut FailureTrace,
    smallest: &SmallestFailure,
    name: &str,
    folder: &Path,
) -> Result<(), CommandFailure> {
    let Some(kept) = smallest.kept.as_ref().filter(|kept| kept.is_portable) else {
        return Ok(());
    };
    // Names of cases have blanks and backquotes in them.
    let is_plain = |c: char| c.is_ascii_alphanumeric();
    let words = name.split(|c| !is_plain(c)).filter(|word| !word.is_empty());
    let path = folder.join(words.collect::<Vec<_>>().join("-") + ".case");
    // Cloned to set its focus: the case is only borrowed.
    let mut recording = kept.recording.clone();
    recording.focus = trace.source.focus;
    let unwritable = |why| CommandFailure::unreadable(format!("jetan: {why}"));
    files::write_whole(&path, &recording.to_bytes()).map_err(unwritable)?;
    trace.saved = Some(files::name(&path));
    Ok(())
}
