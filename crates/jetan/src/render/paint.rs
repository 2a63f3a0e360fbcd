//! Colours for what is shown as text, or none.

pub(crate) const BOLD: &str = "\x1b[1m";
pub(crate) const DIM: &str = "\x1b[2m";
pub(crate) const RED: &str = "\x1b[31m";
pub(crate) const GREEN: &str = "\x1b[32m";
pub(crate) const YELLOW: &str = "\x1b[33m";
const PLAIN: &str = "\x1b[0m";

/// Whether there are colours; what it paints reads the same without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint {
    pub(crate) is_colored: bool,
}

impl Paint {
    /// A text in the colours of some codes.
    pub(crate) fn with(self, codes: &[&str], text: &str) -> String {
        if self.is_colored { format!("{}{text}{PLAIN}", codes.concat()) } else { text.to_owned() }
    }
}
