//! Saying that a test could not be done here.

use std::io::{self, Write as _};

/// Lets the summary of `cargo xtask test` name what was not tested, and why; `.ci/run` fails then.
///
/// Not by `eprintln!`, which the test harness keeps to itself when a test passes.
pub(crate) fn skipped(test: &str, why: &str) {
    let _ = writeln!(io::stderr(), "skipped: {test}: {why}");
}
