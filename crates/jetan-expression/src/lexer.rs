//! The words of an expression.

use std::ops::Range;

use super::{BinaryOp, ExpressionError, ExpressionValue, UnaryOp};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct ExpressionToken {
    pub(super) span: Range<usize>,
    pub(super) kind: TokenKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    Number(ExpressionValue),
    /// With its dollar sign.
    Register(String),
    Name(String),
    Open,
    Close,
    OpenMemory,
    CloseMemory,
    /// Can stand between two operands; `-` also before one.
    Binary(BinaryOp),
    Unary(UnaryOp),
}

/// Operators, longer ones before those they begin with.
const OPERATORS: &[(&str, TokenKind)] = &[
    ("||", TokenKind::Binary(BinaryOp::Or)),
    ("&&", TokenKind::Binary(BinaryOp::And)),
    ("==", TokenKind::Binary(BinaryOp::Equal)),
    ("!=", TokenKind::Binary(BinaryOp::Unequal)),
    ("<=", TokenKind::Binary(BinaryOp::LessEqual)),
    (">=", TokenKind::Binary(BinaryOp::GreaterEqual)),
    ("<<", TokenKind::Binary(BinaryOp::ShiftLeft)),
    (">>", TokenKind::Binary(BinaryOp::ShiftRight)),
    ("|", TokenKind::Binary(BinaryOp::BitOr)),
    ("^", TokenKind::Binary(BinaryOp::BitXor)),
    ("&", TokenKind::Binary(BinaryOp::BitAnd)),
    ("<", TokenKind::Binary(BinaryOp::Less)),
    (">", TokenKind::Binary(BinaryOp::Greater)),
    ("+", TokenKind::Binary(BinaryOp::Add)),
    ("-", TokenKind::Binary(BinaryOp::Subtract)),
    ("*", TokenKind::Binary(BinaryOp::Multiply)),
    ("/", TokenKind::Binary(BinaryOp::Divide)),
    ("%", TokenKind::Binary(BinaryOp::Remainder)),
    ("!", TokenKind::Unary(UnaryOp::Not)),
    ("~", TokenKind::Unary(UnaryOp::Invert)),
    ("(", TokenKind::Open),
    (")", TokenKind::Close),
    ("[", TokenKind::OpenMemory),
    ("]", TokenKind::CloseMemory),
];

pub(super) fn tokens(text: &str) -> Result<Vec<ExpressionToken>, ExpressionError> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        if first.is_whitespace() {
            start += first.len_utf8();
            continue;
        }
        let (kind, len) = token(&text[start..]).map_err(|message| {
            // The whole word is marked, or the one character that begins none.
            let len = word(&text[start..]).len().max(first.len_utf8());
            ExpressionError { span: start..start + len, message }
        })?;
        tokens.push(ExpressionToken { span: start..start + len, kind });
        start += len;
    }
    Ok(tokens)
}

fn token(rest: &str) -> Result<(TokenKind, usize), String> {
    let word = word(rest);
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        let word = number_word(rest, word);
        return Ok((TokenKind::Number(number(word)?), word.len()));
    }
    if let Some(kind) = character(rest) {
        return Ok(kind);
    }
    if rest.starts_with('$') {
        return Ok((TokenKind::Register(word.to_owned()), word.len()));
    }
    if !word.is_empty() {
        return Ok((TokenKind::Name(word.to_owned()), word.len()));
    }
    let operator = OPERATORS.iter().find(|(text, _)| rest.starts_with(text));
    let (text, kind) = operator.ok_or_else(|| {
        let unknown = rest.chars().next().unwrap_or(' ');
        format!("`{}` means nothing here", unknown.escape_default())
    })?;
    Ok((kind.clone(), text.len()))
}

/// The longest prefix that a name, a register or a number may be made of.
fn word(rest: &str) -> &str {
    // A dot is part of labels such as `.L1`, of `1.5` and of `$f2.d`.
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
    &rest[..end]
}

/// `'a'`, and `'\n'` with the escapes that sources have.
fn character(rest: &str) -> Option<(TokenKind, usize)> {
    let inner = rest.strip_prefix('\'')?;
    let mut chars = inner.chars();
    let mut value = chars.next()?;
    let mut len = 2 + value.len_utf8();
    if value == '\\' {
        let escape = chars.next()?;
        value = match escape {
            'n' => '\n',
            't' => '\t',
            '0' => '\0',
            '\\' | '\'' => escape,
            _ => return None,
        };
        len += 1;
    }
    let is_closed = chars.next() == Some('\'');
    is_closed.then_some((TokenKind::Number(ExpressionValue::Word(value as i32)), len))
}

/// A number with the sign of its exponent, if it has one: `1.5e-3`.
fn number_word<'t>(rest: &'t str, word: &'t str) -> &'t str {
    let is_based = matches!(word.as_bytes().get(1), Some(b'x' | b'X' | b'b' | b'B'));
    let after = rest[word.len()..].strip_prefix(['-', '+']);
    let has_exponent = word.ends_with(['e', 'E']) && !is_based;
    let Some(after) = after.filter(|_| has_exponent) else { return word };
    let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
    if digits == 0 { word } else { &rest[..word.len() + 1 + digits] }
}

fn number(word: &str) -> Result<ExpressionValue, String> {
    let lower = word.to_ascii_lowercase().replace('_', "");
    let radix = [("0x", 16), ("0b", 2)];
    let based = radix.iter().find_map(|(mark, base)| Some((lower.strip_prefix(mark)?, *base)));
    if let Some((digits, base)) = based {
        let value = u32::from_str_radix(digits, base);
        return value
            .map(|value| ExpressionValue::Word(value.cast_signed()))
            .map_err(|_| too_large(word));
    }
    if lower.bytes().all(|byte| byte.is_ascii_digit()) {
        // Unsigned, so that 4294967295 is a word too; a sign is an operator.
        let value = lower.parse::<u32>();
        return value
            .map(|value| ExpressionValue::Word(value.cast_signed()))
            .map_err(|_| too_large(word));
    }
    lower.parse().map(ExpressionValue::Float).map_err(|_| format!("`{word}` is not a number"))
}

fn too_large(word: &str) -> String {
    format!("`{word}` is not a 32-bit number")
}
