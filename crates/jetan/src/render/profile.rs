//! Profiles as text, JSON, collapsed stacks and flame graphs.

mod flame;
mod json;
mod text;

use std::path::Path;

use jetan_debug::profile::Profile;

use crate::console::Console;
use crate::exit::Failure;
use crate::files;

/// Finds out whether a profile can be written later.
pub(crate) fn prepare(path: &Path) -> Result<(), Failure> {
    if path.as_os_str() == "-" { Ok(()) } else { put(path, "") }
}

/// Writes a profile in the form that the name of its file asks for; `-` is text on standard error.
pub(crate) fn write(profile: &Profile, path: &Path, console: &Console) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        console.say(text::text(profile));
        return Ok(());
    }
    let extension = path.extension().and_then(|extension| extension.to_str());
    let form = match extension {
        Some("json") => json::json(profile),
        Some("html") => flame::page(profile),
        Some("folded") => collapsed(profile),
        _ => text::text(profile),
    };
    put(path, &form)
}

fn put(path: &Path, form: &str) -> Result<(), Failure> {
    files::write_whole(path, form.as_bytes())
        .map_err(|why| Failure::unreadable(format!("jetan: {why}")))
}

/// A line for each chain of calls, as tools for flame graphs read them.
fn collapsed(profile: &Profile) -> String {
    let line = |(chain, own): &(Vec<String>, u64)| format!("{} {own}\n", chain.join(";"));
    profile.stacks.iter().map(line).collect()
}

/// A share of all instructions, in percent.
fn share(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
