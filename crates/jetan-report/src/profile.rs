//! Profiles as text, JSON, collapsed stacks and flame graphs.

mod flame;
mod json;
mod text;

use jetan_debug::profile::Profile;

pub use text::text;

/// A profile in the form that the extension of its file asks for: `json`, `html` with a flame
/// graph, `folded` for tools that make one; text otherwise.
pub fn of_extension(profile: &Profile, extension: Option<&str>) -> String {
    match extension {
        Some("json") => json::json(profile),
        Some("html") => flame::page(profile),
        Some("folded") => collapsed(profile),
        _ => text::text(profile),
    }
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
