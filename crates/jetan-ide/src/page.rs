//! What there is to read about something, for anyone who can show text, code and tables.

/// A short page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// What it is about, as it is written in a program.
    pub title: String,
    /// What kind of thing that is, in a few words, such as `pseudo-instruction`.
    pub kind: String,
    /// The rest, in the order of reading.
    pub blocks: Vec<Block>,
}

/// A part of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph; `\n` begins a new line.
    Text(String),
    /// Lines of a program.
    Code(String),
    /// Rows of cells, without a head. All rows have the same number of cells.
    Table(Vec<Vec<String>>),
}

impl Page {
    pub(crate) fn new(title: impl Into<String>, kind: impl Into<String>) -> Page {
        Page { title: title.into(), kind: kind.into(), blocks: Vec::new() }
    }

    /// Adds a paragraph, unless there is nothing in it.
    pub(crate) fn text(mut self, text: impl Into<String>) -> Page {
        let text = text.into();
        if !text.is_empty() {
            self.blocks.push(Block::Text(text));
        }
        self
    }

    /// Adds code, unless there is none.
    pub(crate) fn code(mut self, code: impl Into<String>) -> Page {
        let code = code.into();
        if !code.is_empty() {
            self.blocks.push(Block::Code(code));
        }
        self
    }

    /// Adds a table, unless it has no rows.
    pub(crate) fn table<const N: usize>(
        mut self,
        rows: impl IntoIterator<Item = [String; N]>,
    ) -> Page {
        let rows: Vec<Vec<String>> = rows.into_iter().map(Vec::from).collect();
        if !rows.is_empty() {
            self.blocks.push(Block::Table(rows));
        }
        self
    }

    /// Adds everything of another page but its title.
    pub(crate) fn and(mut self, other: Page) -> Page {
        self.blocks.extend(other.blocks);
        self
    }
}
