//! Profiles as files.

use std::path::Path;

use jetan_debug::profile::Profile;
use jetan_report::profile;

use crate::console::Console;
use crate::exit::CommandFailure;
use crate::files;

/// Finds out whether a profile can be written later.
pub(super) fn prepare(path: &Path) -> Result<(), CommandFailure> {
    // To write an empty file is the surest test; the profile replaces it.
    if path.as_os_str() == "-" { Ok(()) } else { put(path, "") }
}

/// Writes a profile in the form that the name of its file asks for; `-` is text on standard error.
pub(super) fn write(
    profile: &Profile,
    path: &Path,
    console: &Console,
) -> Result<(), CommandFailure> {
    if path.as_os_str() == "-" {
        console.say(profile::text(profile));
        return Ok(());
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    put(path, &profile::of_extension(profile, extension))
}

fn put(path: &Path, form: &str) -> Result<(), CommandFailure> {
    files::write_whole(path, form.as_bytes())
        .map_err(|why| CommandFailure::unreadable(format!("jetan: {why}")))
}
