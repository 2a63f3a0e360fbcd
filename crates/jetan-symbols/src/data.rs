//! The kinds of data at labels, as their directives declare them.

use jetan_asm::program::ProgramSymbol;

use crate::DebugSymbols;

/// The kind of the elements at a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataKind {
    /// Signed words, or addresses.
    Word,
    /// Signed half words.
    Half,
    /// One byte each.
    Byte,
    /// Characters up to a zero.
    Text,
    /// Numbers of single precision.
    Float,
    /// Numbers of double precision.
    Double,
}

impl DataKind {
    /// The directive that makes such elements.
    pub const fn name(self) -> &'static str {
        match self {
            DataKind::Word => "word",
            DataKind::Half => "half",
            DataKind::Byte => "byte",
            DataKind::Text => "text",
            DataKind::Float => "float",
            DataKind::Double => "double",
        }
    }

    /// The size of one element.
    pub const fn bytes(self) -> u32 {
        match self {
            DataKind::Word | DataKind::Float => 4,
            DataKind::Half => 2,
            DataKind::Byte | DataKind::Text => 1,
            DataKind::Double => 8,
        }
    }

    /// The kind that a directive in lower case makes.
    pub fn of_directive(directive: &str) -> Option<DataKind> {
        Some(match directive {
            ".word" => DataKind::Word,
            ".half" => DataKind::Half,
            ".byte" => DataKind::Byte,
            ".ascii" | ".asciiz" => DataKind::Text,
            ".float" => DataKind::Float,
            ".double" => DataKind::Double,
            _ => return None,
        })
    }
}

/// The directive after a label in lower case, and its operands.
pub fn declaration<'n>(
    names: &'n DebugSymbols,
    symbol: &ProgramSymbol,
) -> Option<(String, &'n str)> {
    let text = names.sources.file(symbol.span.file).text();
    let text = text.get(symbol.span.start as usize..)?;
    let (_, behind) = text.split_once(':')?;
    let lines = behind.lines().map(|line| line.split('#').next().unwrap_or(line).trim());
    let line = lines.into_iter().find(|line| !line.is_empty() && !line.starts_with(".align"))?;
    let (directive, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some((directive.to_ascii_lowercase(), operands))
}

/// The kind that the directive after a label declares; none for room that may hold anything.
pub fn declared(names: &DebugSymbols, symbol: &ProgramSymbol) -> Option<DataKind> {
    DataKind::of_directive(&declaration(names, symbol)?.0)
}
