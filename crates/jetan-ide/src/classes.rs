//! The kind of every word of a file, for syntax colouring.

use jetan_asm::outline::ReferenceTarget;
use jetan_asm::token::{SourceToken, TokenKind};
use jetan_asm::{Dialect, FileId, lexer};
use jetan_isa::{InstructionForm, Mnemonic};

use crate::Analysis;
use crate::line::label_tokens;

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TokenClass {
    /// A comment.
    Comment,
    /// An instruction of the machine.
    Instruction,
    /// An instruction that the assembler replaces by others.
    PseudoInstruction,
    /// A directive.
    Directive,
    /// A register, those for floating point included.
    Register,
    /// A number.
    Number,
    /// A character in single quotes.
    Character,
    /// A string.
    String,
    /// A label where it is defined.
    LabelDefinition,
    /// A label where it is used.
    Label,
    /// A macro, where it is defined or called.
    Macro,
    /// A parameter of a macro.
    Parameter,
    /// A name that stands for a text.
    Equivalent,
    /// A name without a meaning.
    Unknown,
    /// Brackets, colons and signs.
    Punctuation,
    /// Something that is not a word of the language.
    Error,
}

impl TokenClass {
    /// Every class, in the order of their numbers as `u8`.
    pub const ALL: [TokenClass; 16] = [
        TokenClass::Comment,
        TokenClass::Instruction,
        TokenClass::PseudoInstruction,
        TokenClass::Directive,
        TokenClass::Register,
        TokenClass::Number,
        TokenClass::Character,
        TokenClass::String,
        TokenClass::LabelDefinition,
        TokenClass::Label,
        TokenClass::Macro,
        TokenClass::Parameter,
        TokenClass::Equivalent,
        TokenClass::Unknown,
        TokenClass::Punctuation,
        TokenClass::Error,
    ];
}

/// A word and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassifiedToken {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// The kind of the word.
    pub class: TokenClass,
}

/// A word, or the part of one that stands on a line, as editors count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedToken {
    /// The line, counted from 0.
    pub line: u32,
    /// The first column, in UTF-16 units.
    pub start: u32,
    /// One past the last column.
    pub end: u32,
    /// The kind of the word.
    pub class: TokenClass,
}

impl Analysis {
    /// The class of every word of a file by lines and columns; a comment over several lines is a
    /// word on each of them.
    pub fn placed_classes(&self, file: FileId) -> Vec<PlacedToken> {
        let source = self.sources.file(file);
        let mut placed = Vec::new();
        // Words and lines are both in order, so one pass over the two is enough, also for long
        // files.
        let mut lines = source.lines().iter().zip(0u32..).peekable();
        for word in self.classes(file) {
            while lines.peek().is_some_and(|((_, end), _)| *end < word.start) {
                lines.next();
            }
            let touched = lines.clone().take_while(|((start, _), _)| *start < word.end);
            for (&(start, end), line) in touched {
                let (from, to) = (word.start.max(start), word.end.min(end));
                let units = |from: u32, to: u32| {
                    let text = source.text().get(from as usize..to as usize).unwrap_or("");
                    text.encode_utf16().count() as u32
                };
                if from < to {
                    let start = units(start, from);
                    let end = start + units(from, to);
                    placed.push(PlacedToken { line, start, end, class: word.class });
                }
            }
        }
        placed
    }

    /// The class of every word of a file, in order and without overlaps; what is between them are
    /// blanks and commas.
    pub fn classes(&self, file: FileId) -> Vec<ClassifiedToken> {
        let source = self.sources.file(file);
        // Four words a line spare nearly all growing.
        let mut classes = Vec::with_capacity(source.lines().len() * 4);
        let mut in_comment = false;
        for &(start, end) in source.lines() {
            let text = source.text().get(start as usize..end as usize).unwrap_or("");
            let from = classes.len();
            line_classes(text, self.options.dialect, &mut in_comment, &mut classes);
            for one in &mut classes[from..] {
                one.start += start;
                one.end += start;
            }
        }
        self.name(file, &mut classes);
        classes
    }

    /// Says of names what they mean.
    fn name(&self, file: FileId, classes: &mut [ClassifiedToken]) {
        let mut classes = classes.iter_mut().peekable();
        for occurrence in self.names.in_file(file) {
            let class = match occurrence.target {
                ReferenceTarget::Symbol(_) if occurrence.is_definition => {
                    TokenClass::LabelDefinition
                }
                ReferenceTarget::Symbol(_) => TokenClass::Label,
                ReferenceTarget::Macro(_) => TokenClass::Macro,
                ReferenceTarget::Parameter(..) => TokenClass::Parameter,
                ReferenceTarget::Equivalent(_) => TokenClass::Equivalent,
                ReferenceTarget::Nothing => TokenClass::Unknown,
            };
            // Both lists are in order of the text, so one pass joins them.
            while classes.next_if(|one| one.start < occurrence.span.start).is_some() {}
            let named = classes.peek_mut().filter(|one| one.start == occurrence.span.start);
            if let Some(one) = named {
                one.class = class;
            }
        }
    }
}

/// Appends the class of every word of one line, as far as the line by itself says it.
///
/// Offsets are bytes of the line. `in_comment` says whether it starts inside a `/* */` comment and
/// is updated for the next. This is what an editor can show before anything was analysed.
pub fn line_classes(
    line: &str,
    dialect: Dialect,
    in_comment: &mut bool,
    classes: &mut Vec<ClassifiedToken>,
) {
    let mut tokens = Vec::new();
    lexer::lex(line, dialect, in_comment, &mut tokens);
    let labels = label_tokens(&tokens);
    let head = labels + tokens[labels..].iter().take_while(|token| is_comment(token)).count();
    for (at, token) in tokens.iter().enumerate() {
        // Labels are pairs of a name and a colon; the colon keeps its own class.
        let is_label = at < labels && at % 2 == 0;
        let is_ours = || is_extension(*token, line, dialect);
        let class = match is_label {
            true => TokenClass::LabelDefinition,
            false if at == head && is_ours() => TokenClass::PseudoInstruction,
            false => class(*token, at == head),
        };
        classes.push(ClassifiedToken { start: token.start, end: token.end, class });
    }
}

/// Whether a name is an instruction that only our dialect has, unless it means something else.
fn is_extension(token: SourceToken, line: &str, dialect: Dialect) -> bool {
    let mnemonic = Mnemonic::known(token.text(line));
    token.kind == TokenKind::Identifier
        && mnemonic.is_some_and(Mnemonic::is_extension)
        && dialect != Dialect::MARS
}

fn is_comment(token: &SourceToken) -> bool {
    token.kind == TokenKind::Comment
}

fn class(token: SourceToken, is_head: bool) -> TokenClass {
    use TokenKind as K;
    match token.kind {
        K::Comment => TokenClass::Comment,
        K::Open | K::Close | K::Colon | K::Plus | K::Minus | K::Equals | K::Operator => {
            TokenClass::Punctuation
        }
        K::Parameter => TokenClass::Parameter,
        K::Register | K::FloatRegister => TokenClass::Register,
        K::Integer | K::Real => TokenClass::Number,
        K::Character => TokenClass::Character,
        // A mnemonic is one only at the head of a line: elsewhere it may be the name of a label.
        K::Mnemonic if is_head => {
            let mnemonic = Mnemonic::from_index(token.value as usize);
            match mnemonic.and_then(|mnemonic| mnemonic.forms().first()) {
                Some(InstructionForm::Pseudo(_)) => TokenClass::PseudoInstruction,
                _ => TokenClass::Instruction,
            }
        }
        K::Directive => TokenClass::Directive,
        K::String => TokenClass::String,
        K::Local | K::Address | K::Half => TokenClass::Label,
        K::Mnemonic | K::Identifier => TokenClass::Unknown,
        K::Error => TokenClass::Error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_listed_in_order() {
        for (idx, class) in TokenClass::ALL.iter().enumerate() {
            assert_eq!(*class as usize, idx);
        }
        assert_eq!(TokenClass::Error as usize + 1, TokenClass::ALL.len());
    }
}
