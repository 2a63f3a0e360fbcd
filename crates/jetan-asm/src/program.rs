//! The result: a program as one plain value, with everything that a debugger needs to know of it.

use jetan_isa::{Image, Instruction};

use crate::diagnostic::SourceFrame;
use crate::source::{FileId, Span};

/// An assembled program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Program {
    /// The bytes, by segment, and where to start.
    pub image: Image,
    /// Every instruction word, in order of address.
    pub code: Vec<ProgramWord>,
    /// The labels of every file, in the order in which the files were assembled.
    pub files: Vec<FileSymbols>,
    /// The labels that all files see.
    pub globals: Vec<ProgramSymbol>,
    /// The statements that made the code, in the order of the source.
    pub(crate) statements: Vec<SourceStatement>,
    /// Their texts, one after the other.
    pub(crate) texts: String,
    /// The origins of lines that are not simply lines of a listed file.
    pub(crate) origins: Vec<LineOrigin>,
}

/// One instruction word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProgramWord {
    /// The address in the text segment; a multiple of 4.
    pub address: u32,
    /// The instruction as it is encoded.
    pub word: u32,
    /// The instruction, with operands as the assembler computed them: wider than the word's fields
    /// where MARS shows them so.
    pub instruction: Instruction,
    /// The statement it belongs to, for [`Program::statement`].
    pub statement: u32,
    /// Whether it is the first word of that statement.
    pub is_first: bool,
}

/// A label and its address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProgramSymbol {
    /// The label as written, without its colon.
    pub name: String,
    /// The address it stands for.
    pub address: u32,
    /// Whether it was defined in a data segment.
    pub is_data: bool,
    /// The definition in the source.
    pub span: Span,
}

/// The labels that one file keeps to itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileSymbols {
    /// The root whose labels these are.
    pub file: FileId,
    /// The labels, in order of definition.
    pub symbols: Vec<ProgramSymbol>,
}

/// A statement as kept in a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SourceStatement {
    pub(crate) span: Span,
    pub(crate) number: u32,
    pub(crate) root: FileId,
    pub(crate) root_number: u32,
    pub(crate) text: (u32, u32),
    pub(crate) mnemonic: (u32, u32),
    pub(crate) origin: Option<u32>,
}

/// An include or macro call that led to a line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LineOrigin {
    pub(crate) frame: SourceFrame,
    pub(crate) parent: Option<u32>,
}

/// A statement of the source.
#[derive(Clone, Copy, Debug)]
pub struct ProgramStatement<'p> {
    /// The line it stands on, in the file that holds it.
    pub span: Span,
    /// The number of that line.
    pub number: u32,
    /// The file that was assembled, which may include the one that holds the line.
    pub root: FileId,
    /// The number MARS gives the statement: that of the outermost macro call.
    pub root_number: u32,
    /// The line as assembled: after `.eqv`, and `<n> text` for line n of a macro.
    pub text: &'p str,
    /// The mnemonic as typed.
    pub mnemonic: &'p str,
    origin: Option<u32>,
}

impl Program {
    /// The number of statements.
    pub fn statement_count(&self) -> usize {
        self.statements.len()
    }

    /// A statement by its index.
    pub fn statement(&self, idx: u32) -> Option<ProgramStatement<'_>> {
        let statement = self.statements.get(idx as usize)?;
        let text =
            |(start, end): (u32, u32)| self.texts.get(start as usize..end as usize).unwrap_or("");
        Some(ProgramStatement {
            span: statement.span,
            number: statement.number,
            root: statement.root,
            root_number: statement.root_number,
            text: text(statement.text),
            mnemonic: text(statement.mnemonic),
            origin: statement.origin,
        })
    }

    /// The instruction word at an address.
    pub fn code_at(&self, address: u32) -> Option<&ProgramWord> {
        // The code is sorted by address, and two words at one address are an error, so there is one
        // match.
        let idx = self.code.binary_search_by_key(&address, |code| code.address).ok()?;
        self.code.get(idx)
    }

    /// The includes and macro calls that lead to a statement, outermost first.
    pub fn frames(&self, statement: &ProgramStatement) -> Vec<SourceFrame> {
        let mut frames = Vec::new();
        let mut next = statement.origin;
        while let Some(origin) = next.and_then(|idx| self.origins.get(idx as usize)) {
            frames.push(origin.frame.clone());
            // Ends, because a parent was added before its children.
            next = origin.parent;
        }
        frames.reverse();
        frames
    }

    /// A label by its name, as a file sees it; `None` asks for global labels only.
    pub fn symbol(&self, name: &str, file: Option<FileId>) -> Option<&ProgramSymbol> {
        let local = self
            .files
            .iter()
            .filter(|symbols| Some(symbols.file) == file)
            .flat_map(|symbols| &symbols.symbols)
            .find(|symbol| symbol.name == name);
        local.or_else(|| self.globals.iter().find(|symbol| symbol.name == name))
    }
}
