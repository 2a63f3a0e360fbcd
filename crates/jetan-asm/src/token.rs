//! The tokens that the lexer makes of a line.

/// The kinds of token, as MARS classifies them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TokenKind {
    /// `#` to the end of the line; in our dialect also `//` and `/* */`.
    Comment,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `:`
    Colon,
    /// A binary `+`.
    Plus,
    /// A binary `-`.
    Minus,
    /// `=`, our dialect only.
    Equals,
    /// `%name`
    Parameter,
    /// A CPU register; the value is its number.
    Register,
    /// An FPU register; the value is its number.
    FloatRegister,
    /// An integer; the value is its value.
    Integer,
    /// A character literal; the value is its code.
    Character,
    /// A number with a fraction or an exponent, or one too negative for an integer.
    Real,
    /// An instruction name; the value is its index among the mnemonics.
    Mnemonic,
    /// A directive; the value is its index.
    Directive,
    /// `"…"`; the value is not 0 if the closing quote is missing.
    String,
    /// A word that is nothing else: a label, a macro, an equivalent.
    Identifier,
    /// `*`, `/`, `|`, `&`, `^`, `~`, `<<` or `>>`, our dialect only; the value is its first byte.
    Operator,
    /// `1b`, our dialect only: the last label `1:`; the value is the number.
    Local,
    /// An address that has no name of its own; the value is its index among those of the line. The
    /// first pass makes it of other tokens.
    Address,
    /// Half of an address: `%hi(x)` or `%lo(x)`. Made and counted like an address.
    Half,
    /// Something that is not a token.
    Error,
}

/// A token: its kind, where it stands in its line, and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceToken {
    /// The first byte, counted from the start of the line.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Number, code or index, as [`TokenKind`] says.
    pub value: i32,
    /// The kind of word; `value` means something else for each.
    pub kind: TokenKind,
}

impl SourceToken {
    /// Whether this is an integer, a character literal included.
    pub fn is_integer(self) -> bool {
        matches!(self.kind, TokenKind::Integer | TokenKind::Character)
    }

    /// Whether this can name a label: a name, or a mnemonic used as one.
    pub fn is_name(self) -> bool {
        matches!(self.kind, TokenKind::Identifier | TokenKind::Mnemonic)
    }

    /// The text of the token in its line.
    pub fn text(self, line: &str) -> &str {
        line.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// The text as MARS quotes it: a character literal has become its decimal value.
    pub fn quoted(self, line: &str) -> String {
        match self.kind {
            // MARS replaces the literal in its scanner, before any message can quote it.
            TokenKind::Character => self.value.to_string(),
            _ => self.text(line).to_owned(),
        }
    }
}
