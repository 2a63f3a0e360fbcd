//! Text of a line → tokens. Total: anything that is not a token becomes one of kind `Error`.
//!
//! The scanner follows MARS's character by character, since its corner cases decide which programs
//! assemble: commas are blanks, a sign belongs to a number only if no name stands before it, a
//! character literal takes up to six characters before it is judged.

use jetan_isa::directives::DIRECTIVES;
use jetan_isa::{Directive, FReg, Mnemonic, Reg};

use crate::dialect::Dialect;
use crate::literal;
use crate::token::{SourceToken, TokenKind};

/// The reason for which a token is of kind [`TokenKind::Error`]; stored as its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum MalformedToken {
    /// Characters that begin nothing.
    Stray = 0,
    /// A character literal with more or less than one character.
    Character = 1,
    /// Something that starts like a number.
    Number = 2,
}

impl MalformedToken {
    /// The reason stored in an error token.
    pub fn of(token: SourceToken) -> MalformedToken {
        match token.value {
            1 => MalformedToken::Character,
            2 => MalformedToken::Number,
            _ => MalformedToken::Stray,
        }
    }
}

/// Splits one line into tokens, appending them to `tokens`.
///
/// `in_comment` says whether the line starts inside a `/* */` comment and is updated for the next.
/// Returns whether one of the new tokens is an error.
pub fn lex(
    line: &str,
    dialect: Dialect,
    in_comment: &mut bool,
    tokens: &mut Vec<SourceToken>,
) -> bool {
    let mut scanner = LineScanner {
        line,
        bytes: line.as_bytes(),
        dialect,
        first: tokens.len(),
        tokens,
        bad: false,
    };
    let mut at = 0;
    if *in_comment {
        at = scanner.block_comment(0, 0, in_comment);
    } else if !dialect.byte_order_mark && line.starts_with('\u{feff}') {
        at = '\u{feff}'.len_utf8();
    }
    while at < scanner.bytes.len() {
        at = scanner.step(at, in_comment);
    }
    scanner.bad
}

/// The names that a line includes, in either dialect, without their quotes.
pub(crate) fn include_operands(line: &str) -> Vec<String> {
    let mut names = Vec::new();
    // Files are loaded before it is known which dialect assembles them, and an unclosed name
    // differs.
    for dialect in [Dialect::JETAN, Dialect::MARS] {
        let mut tokens = Vec::new();
        lex(line, dialect, &mut false, &mut tokens);
        if let Some((_, name)) = include_target(line, &tokens) {
            let name = file_name(name, line, dialect).to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// The `.include` of a line, if it has one with a string after it: its index and the string.
pub(crate) fn include_target(line: &str, tokens: &[SourceToken]) -> Option<(usize, SourceToken)> {
    let at = tokens.windows(2).position(|pair| {
        pair[1].kind == TokenKind::String && pair[0].text(line).eq_ignore_ascii_case(".include")
    })?;
    Some((at, tokens[at + 1]))
}

/// The value of a string token whose closing quote is missing.
pub(crate) const UNCLOSED: i32 = 1;

/// The file name in a string: without its first character and its last.
///
/// MARS takes the last character for the closing quote even if that is missing.
pub(crate) fn file_name(token: SourceToken, line: &str, dialect: Dialect) -> &str {
    let mut chars = token.text(line).chars();
    chars.next();
    if token.value != UNCLOSED || dialect.loose_strings {
        chars.next_back();
    }
    chars.as_str()
}

struct LineScanner<'a> {
    line: &'a str,
    bytes: &'a [u8],
    dialect: Dialect,
    first: usize,
    tokens: &'a mut Vec<SourceToken>,
    bad: bool,
}

const PLAIN: u8 = 0;
const BLANK: u8 = 1;
const SPECIAL: u8 = 2;

/// The bytes that end a word: blanks, and those that start or are a token of their own.
static CLASS: [u8; 256] = {
    let mut class = [PLAIN; 256];
    let mut idx = 0;
    let blanks = b" \t,";
    while idx < blanks.len() {
        class[blanks[idx] as usize] = BLANK;
        idx += 1;
    }
    // Some of these end a word only sometimes; `continues_word` decides.
    let specials = b"#+-:()\"'/=*|&^~<>%";
    idx = 0;
    while idx < specials.len() {
        class[specials[idx] as usize] = SPECIAL;
        idx += 1;
    }
    class
};

impl LineScanner<'_> {
    /// Takes what starts at `at` and returns where to go on.
    fn step(&mut self, at: usize, in_comment: &mut bool) -> usize {
        let byte = self.bytes[at];
        match CLASS[byte as usize] {
            BLANK => return at + 1,
            PLAIN => return self.word(at, at + 1),
            _ => {}
        }
        match byte {
            b'#' => self.push(TokenKind::Comment, at, self.bytes.len(), 0),
            b'(' => self.push(TokenKind::Open, at, at + 1, 0),
            b')' => self.push(TokenKind::Close, at, at + 1, 0),
            b':' => self.push(TokenKind::Colon, at, at + 1, 0),
            b'+' | b'-' => self.sign(at),
            b'"' => self.string(at),
            b'\'' => self.character(at),
            b'/' => self.slash(at, in_comment),
            b'=' if !self.dialect.plain_syntax => self.push(TokenKind::Equals, at, at + 1, 0),
            b'*' | b'|' | b'&' | b'^' | b'~' | b'<' | b'>' | b'%' if self.is_operator(at) => {
                self.operator(at)
            }
            _ => self.word(at, at + 1),
        }
    }

    fn push(&mut self, kind: TokenKind, start: usize, end: usize, value: i32) -> usize {
        self.bad |= kind == TokenKind::Error;
        self.tokens.push(SourceToken { start: start as u32, end: end as u32, value, kind });
        end
    }

    fn error(&mut self, start: usize, end: usize, why: MalformedToken) -> usize {
        self.push(TokenKind::Error, start, end, why as i32)
    }

    fn next_is_digit(&self, at: usize) -> bool {
        self.bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
    }

    fn sign(&mut self, at: usize) -> usize {
        // MARS: a sign belongs to the digits after it unless a name stands before it, whatever the
        // gap: `m -5` is a name, a sign and a number (macro-negative-arg-space).
        let after_name = self.tokens[self.first..].last().is_some_and(|token| match token.kind {
            TokenKind::Identifier => true,
            TokenKind::Mnemonic => !self.dialect.mnemonics_reserved,
            _ => false,
        });
        if self.next_is_digit(at) && !after_name {
            return self.word(at, at + 1);
        }
        let kind = if self.bytes[at] == b'+' { TokenKind::Plus } else { TokenKind::Minus };
        self.push(kind, at, at + 1, 0)
    }

    fn slash(&mut self, at: usize, in_comment: &mut bool) -> usize {
        match self.bytes.get(at + 1) {
            Some(b'/') if !self.dialect.plain_syntax => {
                self.push(TokenKind::Comment, at, self.bytes.len(), 0)
            }
            Some(b'*') if !self.dialect.plain_syntax => self.block_comment(at, at + 2, in_comment),
            _ if self.is_operator(at) => self.operator(at),
            _ => self.word(at, at + 1),
        }
    }

    /// Whether the byte at `at` is an operator, or the first of the two of a shift.
    fn is_operator(&self, at: usize) -> bool {
        let byte = self.bytes[at];
        let next = self.bytes.get(at + 1).copied();
        let fits = match byte {
            b'<' | b'>' => next == Some(byte),
            b'%' => self.is_remainder(at, next),
            _ => true,
        };
        !self.dialect.no_expressions && fits
    }

    /// Whether a `%` is an operator and does not begin `%lo` or the parameter of a macro: it
    /// touches what is before it, or has a blank on both sides.
    fn is_remainder(&self, at: usize, next: Option<u8>) -> bool {
        let before = at.checked_sub(1).map(|at| self.bytes[at]);
        let is_touching = before.is_some_and(|byte| match byte {
            b')' | b'\'' | b'_' | b'$' | b'.' => true,
            byte => byte.is_ascii_alphanumeric() || !byte.is_ascii(),
        });
        let is_spaced = before == Some(b' ') && next == Some(b' ');
        is_touching || is_spaced && self.tokens.len() > self.first
    }

    fn operator(&mut self, at: usize) -> usize {
        let byte = self.bytes[at];
        let len = if matches!(byte, b'<' | b'>') { 2 } else { 1 };
        self.push(TokenKind::Operator, at, at + len, i32::from(byte))
    }

    fn block_comment(&mut self, start: usize, from: usize, in_comment: &mut bool) -> usize {
        let closing = self.line[from..].find("*/");
        // A comment that goes on is the state of the next line, not a token of it.
        *in_comment = closing.is_none();
        let end = closing.map_or(self.bytes.len(), |at| from + at + 2);
        self.push(TokenKind::Comment, start, end, 0)
    }

    fn string(&mut self, start: usize) -> usize {
        let mut at = start + 1;
        while at < self.bytes.len() {
            match self.bytes[at] {
                // MARS looks at no more than the byte before the quote, so that an escaped
                // backslash hides it.
                b'"' if !self.dialect.loose_strings || self.bytes[at - 1] != b'\\' => {
                    return self.push(TokenKind::String, start, at + 1, 0);
                }
                b'\\' if !self.dialect.loose_strings => at += 1,
                _ => {}
            }
            at += 1;
        }
        self.push(TokenKind::String, start, self.bytes.len(), UNCLOSED)
    }

    fn character(&mut self, start: usize) -> usize {
        if self.dialect.piecemeal_characters {
            return self.character_as_mars(start);
        }
        let rest = self.line[start + 1..].char_indices();
        let mut escaped = false;
        let closing = rest.skip_while(|&(at, _)| at == 0).find(|&(at, c)| {
            let is_first_escape = at == 1 && self.bytes[start + 1] == b'\\' && !escaped;
            escaped = is_first_escape;
            c == '\'' && !is_first_escape
        });
        let end = closing.map_or_else(|| self.word_end(start + 1), |(at, _)| start + 2 + at);
        self.judge_character(start, end)
    }

    /// The offset at which the text from `at` on meets a blank or the end of the line.
    fn word_end(&self, at: usize) -> usize {
        let blank = self.bytes[at..].iter().position(|&byte| CLASS[byte as usize] == BLANK);
        blank.map_or(self.bytes.len(), |offset| at + offset)
    }

    fn judge_character(&mut self, start: usize, end: usize) -> usize {
        let text = &self.line[start..end];
        match literal::character(text, !self.dialect.narrow_characters) {
            Some(value) => self.push(TokenKind::Character, start, end, value),
            None => self.error(start, end, MalformedToken::Character),
        }
    }

    /// MARS: looks at no more than six characters after the quote before it judges.
    fn character_as_mars(&mut self, start: usize) -> usize {
        let rest = &self.line[start + 1..];
        let ahead: Vec<(usize, char)> =
            rest.char_indices().map(|(at, c)| (start + 1 + at + c.len_utf8(), c)).take(6).collect();
        // The arms are the branches of MARS's scanner, by how much is left of the line.
        let taken = match ahead.as_slice() {
            [] | [_] => return self.word(start, start + 1),
            [(end, '\''), ..] => return self.word(start, *end),
            [_, _] => 2,
            [(_, c), (_, '\''), ..] if *c != '\\' => 2,
            [_, _, _] | [_, _, _, _] | [_, _, (_, '\''), ..] => 3,
            [_, _, _, (_, '\''), ..] => 4,
            _ => 5,
        };
        self.judge_character(start, ahead[taken - 1].0)
    }

    /// Goes on with a word that starts at `start`, from `at` to the next byte that ends it.
    fn word(&mut self, start: usize, mut at: usize) -> usize {
        while at < self.bytes.len() {
            let byte = self.bytes[at];
            if CLASS[byte as usize] != PLAIN && !self.continues_word(start, at, byte) {
                break;
            }
            at += 1;
        }
        self.classify(start, at);
        self.skip_operands(at)
    }

    /// Whether a byte that usually ends a word goes on with this one.
    fn continues_word(&self, start: usize, at: usize, byte: u8) -> bool {
        match byte {
            b'+' | b'-' => {
                // MARS: every word that ends in `e` may be a number with an exponent, so that
                // `base+4` is one bad word (quirk-label-ending-in-e).
                matches!(self.bytes[at - 1], b'e' | b'E')
                    && self.next_is_digit(at)
                    && (self.dialect.exponent_in_names || self.is_decimal(start))
            }
            b'/' if !self.dialect.plain_syntax
                && matches!(self.bytes.get(at + 1), Some(b'/' | b'*')) =>
            {
                false
            }
            // MARS: a parameter may be called `%a%b`.
            b'%' if self.bytes[start] == b'%' => true,
            b'/' | b'*' | b'|' | b'&' | b'^' | b'~' | b'<' | b'>' | b'%' => !self.is_operator(at),
            b'=' => self.dialect.plain_syntax,
            _ => false,
        }
    }

    /// Whether the word at `start` starts like a decimal number.
    fn is_decimal(&self, start: usize) -> bool {
        let unsigned = match self.bytes[start] {
            b'+' | b'-' => &self.bytes[start + 1..],
            _ => &self.bytes[start..],
        };
        match unsigned {
            [b'0', b'x' | b'X', ..] => false,
            [digit, ..] if digit.is_ascii_digit() => true,
            [b'.', digit, ..] => digit.is_ascii_digit(),
            _ => false,
        }
    }

    fn classify(&mut self, start: usize, end: usize) {
        let text = &self.line[start..end];
        // MARS tries its classes one after the other; the first byte excludes all but one or two.
        let (kind, value) = match self.bytes[start] {
            b'a'..=b'z' | b'A'..=b'Z' => letters(text),
            b'$' => self.dollar(text),
            b'0'..=b'9' | b'+' | b'-' => self.number(text),
            b'.' => self.dot(text, end),
            b'%' if text.len() > 1 => (TokenKind::Parameter, 0),
            b'\'' => (TokenKind::Error, MalformedToken::Character as i32),
            _ => name(text),
        };
        self.push(kind, start, end, value);
    }

    fn dollar(&self, text: &str) -> (TokenKind, i32) {
        match dollar(text) {
            (TokenKind::Identifier, _) if !self.dialect.no_compiler_forms => named_flag(text),
            known => known,
        }
    }

    fn number(&self, text: &str) -> (TokenKind, i32) {
        // Java's numbers first: what MARS can read keeps its meaning, and ours come after.
        if let Some(value) = literal::integer(text) {
            return (TokenKind::Integer, value);
        }
        if !self.dialect.plain_syntax
            && let Some(value) = literal::binary(text)
        {
            return (TokenKind::Integer, value);
        }
        if literal::real(text).is_some() {
            return (TokenKind::Real, 0);
        }
        match local(text, 'b').filter(|_| !self.dialect.no_local_labels) {
            Some(number) => (TokenKind::Local, number),
            None => (TokenKind::Error, MalformedToken::Number as i32),
        }
    }

    fn dot(&self, text: &str, end: usize) -> (TokenKind, i32) {
        if literal::real(text).is_some() {
            return (TokenKind::Real, 0);
        }
        match Directive::lookup(text) {
            // MARS does not have `.end`, so that programs use it as a label (label-dot-end).
            Some(directive) if self.knows(directive) && !self.is_label(directive, end) => {
                (TokenKind::Directive, directive as i32)
            }
            _ => name(text),
        }
    }

    fn knows(&self, directive: Directive) -> bool {
        let row = directive.row();
        let is_off = if row.is_for_compilers {
            self.dialect.no_compiler_directives
        } else {
            self.dialect.plain_syntax
        };
        !(row.is_extension && is_off)
    }

    /// Whether the name of a directive that MARS does not know is a label: it is followed by a
    /// colon, or something stands before it.
    fn is_label(&self, directive: Directive, end: usize) -> bool {
        let last = self.tokens[self.first..].last();
        let is_first = last.is_none_or(|token| token.kind == TokenKind::Colon);
        let behind = self.bytes[end..].iter().find(|byte| CLASS[**byte as usize] != BLANK);
        directive.is_extension() && (!is_first || behind == Some(&b':'))
    }

    /// Takes what follows a directive that is ignored, or of which only a name matters, as a
    /// comment: it is meant for other programs, and written in their ways.
    fn skip_operands(&mut self, at: usize) -> usize {
        let Some(&head) = self.tokens[self.first..].last() else { return at };
        if head.kind != TokenKind::Directive {
            return at;
        }
        let Some(row) = DIRECTIVES.get(head.value as usize) else { return at };
        if row.directive.is_ignored() {
            return self.push(TokenKind::Comment, at, self.bytes.len(), 0);
        }
        if row.directive != Directive::Section {
            return at;
        }
        let blank = |byte: &u8| CLASS[*byte as usize] == BLANK;
        let start = at + self.bytes[at..].iter().take_while(|byte| blank(byte)).count();
        // A name in quotes means the same; `section` takes them off.
        let closing = |at: usize| self.bytes[at..].iter().position(|byte| *byte == b'"');
        let end = match self.bytes.get(start) {
            Some(b'"') => closing(start + 1).map_or(self.bytes.len(), |len| start + len + 2),
            Some(b'#') => start,
            _ => self.word_end(start),
        };
        if start < end {
            self.push(TokenKind::Identifier, start, end, 0);
            self.push(TokenKind::Comment, end, self.bytes.len(), 0);
        }
        self.bytes.len()
    }
}

fn letters(text: &str) -> (TokenKind, i32) {
    if let Some(mnemonic) = Mnemonic::lookup(text) {
        return (TokenKind::Mnemonic, mnemonic.index() as i32);
    }
    // The two Java numbers that begin with a letter, and only in this spelling.
    if matches!(text, "NaN" | "Infinity") {
        return (TokenKind::Real, 0);
    }
    name(text)
}

fn dollar(text: &str) -> (TokenKind, i32) {
    // MARS: nothing after the sign is the number 0.
    if text == "$" {
        return (TokenKind::Register, 0);
    }
    if let Some(reg) = Reg::from_name(text) {
        return (TokenKind::Register, i32::from(reg.number()));
    }
    // MARS: any integer literal will do: `$010` is register 8, and so is `$0x8`.
    if let Some(number) = register_number(&text[1..]) {
        return (TokenKind::Register, number);
    }
    let float = FReg::from_name(text).map(|reg| i32::from(reg.number()));
    let float = float.or_else(|| register_number(text.strip_prefix("$f")?));
    match float {
        Some(number) => (TokenKind::FloatRegister, number),
        None => name(text),
    }
}

/// The register whose name without its dollar sign is a word, as a token.
pub(crate) fn bare_register(word: &str) -> Option<(TokenKind, i32)> {
    let name = format!("${word}");
    let is_register = |kind| matches!(kind, TokenKind::Register | TokenKind::FloatRegister);
    Some(dollar(&name)).filter(|&(kind, _)| is_register(kind))
}

/// A condition flag as compilers name it: a number to the forms that take one.
fn named_flag(text: &str) -> (TokenKind, i32) {
    match text.strip_prefix("$fcc").map(str::as_bytes) {
        Some([flag @ b'0'..=b'7']) => (TokenKind::Integer, i32::from(flag - b'0')),
        _ => name(text),
    }
}

/// The number of a local label, if a word is one with this letter after it.
pub(crate) fn local(text: &str, letter: char) -> Option<i32> {
    let digits = text.strip_suffix(letter)?;
    // Six digits are more labels than anyone numbers, and always fit an `i32`.
    let is_number = (1..=6).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

fn register_number(text: &str) -> Option<i32> {
    literal::integer(text).filter(|number| (0..32).contains(number))
}

fn name(text: &str) -> (TokenKind, i32) {
    let mut chars = text.chars();
    let starts = chars.next().is_some_and(|c| c.is_alphabetic() || matches!(c, '_' | '.' | '$'));
    if starts && chars.all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$')) {
        (TokenKind::Identifier, 0)
    } else {
        (TokenKind::Error, MalformedToken::Stray as i32)
    }
}
