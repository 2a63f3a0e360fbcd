//! Colours for what is shown as text, or none.

/// Bold.
pub const BOLD: &str = "\x1b[1m";
/// Faint.
pub const DIM: &str = "\x1b[2m";
/// Red.
pub const RED: &str = "\x1b[31m";
/// Green.
pub const GREEN: &str = "\x1b[32m";
/// Yellow.
pub const YELLOW: &str = "\x1b[33m";
const PLAIN: &str = "\x1b[0m";

/// Whether there are colours; what it paints reads the same without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPaint {
    /// If false, text stays as it is.
    pub is_colored: bool,
}

impl TextPaint {
    /// A text in the colours of some codes.
    pub fn with(self, codes: &[&str], text: &str) -> String {
        if self.is_colored { format!("{}{text}{PLAIN}", codes.concat()) } else { text.to_owned() }
    }
}
