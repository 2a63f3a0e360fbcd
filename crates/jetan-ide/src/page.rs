//! A page of text, code and tables, for any front end to show.
//!
//! Whatever a page quotes of a source is cut where nobody would read on: a line can be as long as
//! a file may be.

/// The most characters of a line that are quoted.
const QUOTED_CHARS_MAX: usize = 160;

/// A short page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoverPage {
    /// The subject of the page, as it is written in a program.
    pub title: String,
    /// The kind of the subject in a few words, such as `pseudo-instruction`.
    pub kind: String,
    /// The rest, in the order of reading.
    pub blocks: Vec<HoverBlock>,
    /// The name of the article of the manual that says more, if there is one.
    pub more: Option<String>,
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HoverBlock {
    /// A paragraph; `\n` begins a new line.
    Text(String),
    /// Lines of a program.
    Code(String),
    /// Rows of cells, without a head. All rows have the same number of cells.
    Table(Vec<Vec<String>>),
}

impl HoverPage {
    pub(crate) fn new(title: impl Into<String>, kind: impl Into<String>) -> HoverPage {
        // A title may be a name out of the source, which can be as long as a file.
        let title = shortened(&title.into());
        HoverPage { title, kind: kind.into(), blocks: Vec::new(), more: None }
    }

    /// Names the article of the manual that says more.
    pub(crate) fn see(self, more: impl Into<String>) -> HoverPage {
        HoverPage { more: Some(more.into()), ..self }
    }

    /// Adds a paragraph, unless there is nothing in it.
    pub(crate) fn text(mut self, text: impl Into<String>) -> HoverPage {
        let lines: Vec<String> = text.into().lines().map(shortened_prose).collect();
        if !lines.is_empty() {
            self.blocks.push(HoverBlock::Text(lines.join("\n")));
        }
        self
    }

    /// Adds code, unless there is none.
    pub(crate) fn code(mut self, code: impl Into<String>) -> HoverPage {
        let lines: Vec<String> = code.into().lines().map(shortened).collect();
        if !lines.is_empty() {
            self.blocks.push(HoverBlock::Code(lines.join("\n")));
        }
        self
    }

    /// Adds a table, unless it has no rows.
    pub(crate) fn table<const N: usize>(
        mut self,
        rows: impl IntoIterator<Item = [String; N]>,
    ) -> HoverPage {
        let row = |row: [String; N]| row.iter().map(|cell| shortened_prose(cell)).collect();
        let rows: Vec<Vec<String>> = rows.into_iter().map(row).collect();
        if !rows.is_empty() {
            self.blocks.push(HoverBlock::Table(rows));
        }
        self
    }

    /// Adds everything of another page but its title.
    pub(crate) fn and(mut self, other: HoverPage) -> HoverPage {
        self.blocks.extend(other.blocks);
        self
    }
}

/// A line of a source for showing.
pub(crate) fn shortened(line: &str) -> String {
    cut(line, QUOTED_CHARS_MAX)
}

/// A sentence or a cell, most of which are ours and longer than a line.
fn shortened_prose(text: &str) -> String {
    cut(text, 8 * QUOTED_CHARS_MAX)
}

fn cut(text: &str, chars_max: usize) -> String {
    // Counted in characters, because a cut between bytes could split one.
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
