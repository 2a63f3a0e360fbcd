//! The line under the cursor, taken apart: labels, the word that says what to do, its operands.

use jetan_asm::token::{SourceToken, TokenKind};
use jetan_asm::{Dialect, Span, lexer};
use jetan_isa::directives::{DIRECTIVES, DirectiveRow};
use jetan_isa::{Directive, Mnemonic};

/// One line of a file. Offsets are bytes of the line.
pub(crate) struct CursorLine<'a> {
    /// The line in its file, without its end.
    pub(crate) span: Span,
    /// Counted from 0.
    pub(crate) idx: u32,
    pub(crate) text: &'a str,
    /// All tokens but comments.
    pub(crate) tokens: Vec<SourceToken>,
    pub(crate) comments: Vec<SourceToken>,
    /// Whether a `/* */` comment goes on after it.
    pub(crate) opens_comment: bool,
    /// The number of tokens that define labels: each a name and a colon.
    pub(crate) labels: usize,
}

impl<'a> CursorLine<'a> {
    pub(crate) fn new(
        span: Span,
        idx: u32,
        text: &'a str,
        dialect: Dialect,
        mut in_comment: bool,
    ) -> CursorLine<'a> {
        let mut tokens = Vec::new();
        lexer::lex(text, dialect, &mut in_comment, &mut tokens);
        let (comments, tokens): (Vec<SourceToken>, Vec<SourceToken>) =
            tokens.into_iter().partition(|token| token.kind == TokenKind::Comment);
        let labels = label_tokens(&tokens);
        CursorLine { span, idx, text, tokens, comments, opens_comment: in_comment, labels }
    }

    /// The word after the labels, which says what the line does.
    pub(crate) fn head(&self) -> Option<SourceToken> {
        self.tokens.get(self.labels).copied()
    }

    /// The tokens after the head.
    pub(crate) fn operands(&self) -> &[SourceToken] {
        self.tokens.get(self.labels + 1..).unwrap_or(&[])
    }

    pub(crate) fn mnemonic(&self) -> Option<Mnemonic> {
        let head = self.head()?;
        match head.kind {
            TokenKind::Mnemonic => Mnemonic::from_index(head.value as usize),
            TokenKind::Identifier => Mnemonic::known(self.word(head)),
            _ => None,
        }
    }

    /// The directive of the line, under its own name.
    pub(crate) fn directive_row(&self) -> Option<&'static DirectiveRow> {
        self.head().and_then(directive_row)
    }

    /// The directive of the line; of two names for one thing, the usual one.
    pub(crate) fn directive(&self) -> Option<Directive> {
        self.directive_row().map(|row| row.directive.canonical())
    }

    pub(crate) fn word(&self, token: SourceToken) -> &'a str {
        self.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    /// A token in its file.
    pub(crate) fn place(&self, token: SourceToken) -> Span {
        self.range(token.start, token.end)
    }

    /// A range of the line in its file.
    pub(crate) fn range(&self, start: u32, end: u32) -> Span {
        Span { file: self.span.file, start: self.span.start + start, end: self.span.start + end }
    }

    /// An offset of the file as one of the line: within it, at the start of a character.
    pub(crate) fn column(&self, offset: u32) -> u32 {
        let column = offset.saturating_sub(self.span.start).min(self.text.len() as u32);
        self.text.floor_char_boundary(column as usize) as u32
    }

    /// The token that holds a column, or the one that ends there.
    pub(crate) fn token_at(&self, column: u32) -> Option<usize> {
        let holds = |token: &SourceToken| token.start <= column && column < token.end;
        let touches = |token: &SourceToken| token.start < column && column == token.end;
        // Between two words that touch, the one after the cursor is meant.
        self.tokens.iter().position(holds).or_else(|| self.tokens.iter().position(touches))
    }

    /// Whether a column lies in a comment. Its end belongs to it, unless the comment was closed.
    pub(crate) fn is_comment(&self, column: u32) -> bool {
        self.comments.iter().any(|comment| {
            let closed = self.word(*comment).ends_with("*/");
            comment.start < column && (column < comment.end || column == comment.end && !closed)
        })
    }

    /// Whether nothing but a comment stands on the line.
    pub(crate) fn is_only_comment(&self) -> bool {
        self.tokens.is_empty() && !self.comments.is_empty()
    }
}

/// The number of tokens at the start of a line that define labels.
pub(crate) fn label_tokens(tokens: &[SourceToken]) -> usize {
    let is_label = |pair: &[SourceToken]| pair[0].is_name() && pair[1].kind == TokenKind::Colon;
    2 * tokens.chunks_exact(2).take_while(|pair| is_label(pair)).count()
}

/// The table row of a directive token.
pub(crate) fn directive_row(token: SourceToken) -> Option<&'static DirectiveRow> {
    match token.kind {
        TokenKind::Directive => DIRECTIVES.get(token.value as usize),
        _ => None,
    }
}
