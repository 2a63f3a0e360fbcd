//! Running text of reports, broken between words where the terminal would break it anywhere.

/// The width of the text before a message: `error[E0203]: `, or the frame and `= help: `.
const PREFIX_WIDTH: usize = 16;

/// The width to fold lines at, if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineFold {
    width: Option<usize>,
}

impl LineFold {
    /// Lines stay as they are.
    pub const NONE: LineFold = LineFold { width: None };

    /// For a terminal with so many columns; where there is none lines stay as they are.
    pub fn to(columns: Option<u16>) -> LineFold {
        LineFold { width: columns.map(usize::from) }
    }

    /// A message, note or help text.
    pub(crate) fn text(self, text: String) -> String {
        match self.width {
            Some(width) => folded(&text, width.saturating_sub(PREFIX_WIDTH)),
            None => text,
        }
    }
}

/// Text whose lines are broken between words where they are too long; a line that begins with a
/// blank is part of a table and stays as it is.
fn folded(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let mut length = 0;
        if line.starts_with(' ') {
            lines.push(line.to_owned());
            continue;
        }
        lines.push(String::new());
        for word in line.split(' ') {
            let chars = word.chars().count();
            // A word that is longer than a line stays whole: paths and commands are copied from
            // here.
            if length > 0 && length + 1 + chars > width {
                lines.push(String::new());
                length = 0;
            }
            if let Some(last) = lines.last_mut() {
                last.push_str(if length == 0 { "" } else { " " });
                last.push_str(word);
            }
            length += chars + usize::from(length > 0);
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn long_lines_are_broken_between_words_and_tables_are_not() {
        let text = "one two three four\n  a table stays as it is\nunbreakable-word x";
        let expected = "one two\nthree four\n  a table stays as it is\nunbreakable-word\nx";
        assert_eq!(folded(text, 10), expected);
        assert_eq!(folded(text, 80), text);
        assert_eq!(folded("", 10), "");
    }
}
