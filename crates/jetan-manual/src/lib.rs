#![doc = include_str!("../README.md")]

mod articles;
mod find;
mod index;
mod packs;

pub mod runtime_codes;

pub use find::{article, bare_service, find, suggestion};
pub use index::{IndexEntry, index, search};
pub use packs::{of_pack, of_pack_service};

use jetan_asm::codes;

/// Everything there is to read about one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Article {
    /// By which it is asked for, and no other is.
    pub name: String,
    /// The first line.
    pub title: String,
    /// The section it belongs to.
    pub section: Section,
    /// One sentence or a few words, for lists.
    pub summary: String,
    /// The rest, in the order of reading.
    pub blocks: Vec<ArticleBlock>,
}

/// A part of the manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Texts with programs.
    Topics,
    /// Instructions and pseudo-instructions.
    Instructions,
    /// Names that begin with a dot.
    Directives,
    /// Services of `syscall`.
    Services,
    /// Services of a course.
    PackServices,
    /// CPU, floating point, coprocessor 0.
    Registers,
    /// Memory configurations.
    Memory,
    /// Errors of the assembler.
    Codes,
    /// Errors that end a run.
    RuntimeCodes,
    /// Mistakes in packs.
    PackCodes,
}

impl Section {
    /// All of them, in the order of a list of contents.
    pub const ALL: [Section; 10] = [
        Section::Topics,
        Section::Instructions,
        Section::Directives,
        Section::Services,
        Section::PackServices,
        Section::Registers,
        Section::Memory,
        Section::Codes,
        Section::RuntimeCodes,
        Section::PackCodes,
    ];

    /// The title of the section in a list of contents.
    pub fn title(self) -> &'static str {
        match self {
            Section::Topics => "Topics",
            Section::Instructions => "Instructions",
            Section::Directives => "Directives",
            Section::Services => "Services",
            Section::PackServices => "Services of packs",
            Section::Registers => "Registers",
            Section::Memory => "Memory configurations",
            Section::Codes => "Errors and warnings",
            Section::RuntimeCodes => "Errors at run time",
            Section::PackCodes => "Mistakes in packs",
        }
    }

    /// The kind of its articles, in a word or two.
    pub fn kind(self) -> &'static str {
        match self {
            Section::Topics => "topic",
            Section::Instructions => "instruction",
            Section::Directives => "directive",
            Section::Services => "service",
            Section::PackServices => "service of a pack",
            Section::Registers => "register",
            Section::Memory => "memory configuration",
            Section::Codes => "error or warning",
            Section::RuntimeCodes => "error at run time",
            Section::PackCodes => "mistake in a pack",
        }
    }
}

/// A part of an article. In texts and cells, words between backticks are code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArticleBlock {
    /// A paragraph; `\n` begins a new line.
    Text(String),
    /// The heading of the next block, without a colon.
    Heading(String),
    /// Lines of a program in their columns; not a whole one.
    Code(String),
    /// Text that is typed or printed, or a file.
    Quote(String),
    /// A program that can be tried.
    Program(ExampleProgram),
    /// The assembler's report on the wrong example of a code.
    Saying(&'static codes::DiagnosticPage),
    /// A form of an instruction: how it is written, and sentences about it.
    Form(String, Vec<String>),
    /// Cells; all rows have the same number of them.
    Table {
        /// The titles of the columns; may be none.
        head: Vec<String>,
        /// The cells, row by row.
        rows: Vec<Vec<String>>,
    },
}

/// A program to be tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExampleProgram {
    /// The source as it is shown and run.
    pub source: String,
    /// The input while it runs.
    pub input: String,
    /// Further files that it needs: name and text.
    pub files: Vec<(String, String)>,
    /// Whether those are assembled with it rather than included.
    pub has_further: bool,
    /// Whether a mistake is in it on purpose.
    pub is_wrong: bool,
}

impl Article {
    fn new(
        section: Section,
        name: impl Into<String>,
        title: impl Into<String>,
        summary: impl Into<String>,
    ) -> Article {
        let (name, title, summary) = (name.into(), title.into(), summary.into());
        Article { name, title, section, summary, blocks: Vec::new() }
    }

    fn with(mut self, block: ArticleBlock) -> Article {
        self.blocks.push(block);
        self
    }

    fn text(self, text: impl Into<String>) -> Article {
        self.with(ArticleBlock::Text(text.into()))
    }

    fn heading(self, text: impl Into<String>) -> Article {
        self.with(ArticleBlock::Heading(text.into()))
    }

    fn quote(self, text: impl Into<String>) -> Article {
        self.with(ArticleBlock::Quote(text.into()))
    }

    /// Adds rows without titles, unless there are none.
    fn rows(self, rows: Vec<Vec<String>>) -> Article {
        if rows.is_empty() {
            self
        } else {
            self.with(ArticleBlock::Table { head: Vec::new(), rows })
        }
    }
}
