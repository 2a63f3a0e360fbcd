//! The kind of every word of a file, for syntax colouring.

use jetan_asm::outline::Target;
use jetan_asm::token::{Token, TokenKind};
use jetan_asm::{Dialect, FileId, lexer};
use jetan_isa::{Form, Mnemonic};

use crate::Analysis;
use crate::line::label_tokens;

/// The kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Class {
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

impl Class {
    /// Every class, in the order of their numbers as `u8`.
    pub const ALL: [Class; 16] = [
        Class::Comment,
        Class::Instruction,
        Class::PseudoInstruction,
        Class::Directive,
        Class::Register,
        Class::Number,
        Class::Character,
        Class::String,
        Class::LabelDefinition,
        Class::Label,
        Class::Macro,
        Class::Parameter,
        Class::Equivalent,
        Class::Unknown,
        Class::Punctuation,
        Class::Error,
    ];
}

/// A word and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classified {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// The kind of the word.
    pub class: Class,
}

impl Analysis {
    /// The class of every word of a file, in order and without overlaps; what is between them are
    /// blanks and commas.
    pub fn classes(&self, file: FileId) -> Vec<Classified> {
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
    fn name(&self, file: FileId, classes: &mut [Classified]) {
        let mut classes = classes.iter_mut().peekable();
        for occurrence in self.names.in_file(file) {
            let class = match occurrence.target {
                Target::Symbol(_) if occurrence.is_definition => Class::LabelDefinition,
                Target::Symbol(_) => Class::Label,
                Target::Macro(_) => Class::Macro,
                Target::Parameter(..) => Class::Parameter,
                Target::Equivalent(_) => Class::Equivalent,
                Target::Nothing => Class::Unknown,
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
    classes: &mut Vec<Classified>,
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
            true => Class::LabelDefinition,
            false if at == head && is_ours() => Class::PseudoInstruction,
            false => class(*token, at == head),
        };
        classes.push(Classified { start: token.start, end: token.end, class });
    }
}

/// Whether a name is an instruction that only our dialect has, unless it means something else.
fn is_extension(token: Token, line: &str, dialect: Dialect) -> bool {
    let mnemonic = Mnemonic::known(token.text(line));
    token.kind == TokenKind::Identifier
        && mnemonic.is_some_and(Mnemonic::is_extension)
        && dialect != Dialect::MARS
}

fn is_comment(token: &Token) -> bool {
    token.kind == TokenKind::Comment
}

fn class(token: Token, is_head: bool) -> Class {
    use TokenKind as K;
    match token.kind {
        K::Comment => Class::Comment,
        K::Open | K::Close | K::Colon | K::Plus | K::Minus | K::Equals | K::Operator => {
            Class::Punctuation
        }
        K::Parameter => Class::Parameter,
        K::Register | K::FloatRegister => Class::Register,
        K::Integer | K::Real => Class::Number,
        K::Character => Class::Character,
        // A mnemonic is one only at the head of a line: elsewhere it may be the name of a label.
        K::Mnemonic if is_head => {
            let mnemonic = Mnemonic::from_index(token.value as usize);
            match mnemonic.and_then(|mnemonic| mnemonic.forms().first()) {
                Some(Form::Pseudo(_)) => Class::PseudoInstruction,
                _ => Class::Instruction,
            }
        }
        K::Directive => Class::Directive,
        K::String => Class::String,
        K::Local | K::Address | K::Half => Class::Label,
        K::Mnemonic | K::Identifier => Class::Unknown,
        K::Error => Class::Error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_listed_in_order() {
        for (idx, class) in Class::ALL.iter().enumerate() {
            assert_eq!(*class as usize, idx);
        }
        assert_eq!(Class::Error as usize + 1, Class::ALL.len());
    }
}
