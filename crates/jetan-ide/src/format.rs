//! Putting labels, instructions, operands and comments into columns.

use std::ops::Range;

use jetan_asm::token::{SourceToken, TokenKind};
use jetan_asm::{Dialect, FileId, lexer};
use jetan_isa::Directive;

use crate::line::CursorLine;
use crate::{Analysis, SourceEdit};

/// The columns, counted from 0. What does not fit before one follows its neighbour after a blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatStyle {
    /// The column of instructions and directives; labels come before them.
    pub heads: usize,
    /// The column of operands.
    pub operands: usize,
    /// The column of the text that a `.eqv` gives a name.
    pub values: usize,
    /// The column of comments that follow something.
    pub comments: usize,
}

impl Default for FormatStyle {
    fn default() -> FormatStyle {
        FormatStyle { heads: 8, operands: 16, values: 32, comments: 48 }
    }
}

/// The distance between tab stops.
const TAB_COLUMNS: usize = 8;

impl Analysis {
    /// The edits that put a file into columns, a line each; none if it is so already.
    ///
    /// Only blanks change: the same words stay on the same lines, so that the program stays the
    /// same. Lines that the assembler does not understand, and `/* */` comments, stay as they are.
    pub fn format(&self, file: FileId, style: &FormatStyle) -> Vec<SourceEdit> {
        self.format_lines(file, 0..u32::MAX, style)
    }

    /// The same for some lines, counted from 0; those beyond the last are ignored.
    pub fn format_lines(
        &self,
        file: FileId,
        lines: Range<u32>,
        style: &FormatStyle,
    ) -> Vec<SourceEdit> {
        let count = self.sources.file(file).lines().len() as u32;
        let edit = |idx: u32| {
            let line = self.line(file, idx);
            let text = formatted(&line, style)?;
            let dialect = self.options.dialect;
            // Checked although only blanks change, because a blank can split or join words.
            let is_new = text != line.text && same_words(line.text, &text, dialect);
            is_new.then_some(SourceEdit { span: line.span, text })
        };
        (lines.start..lines.end.min(count)).filter_map(edit).collect()
    }
}

/// A line in columns; `None` if it must stay as it is.
fn formatted(line: &CursorLine, style: &FormatStyle) -> Option<String> {
    // A string that is not closed reaches to the end of the line, blanks included.
    let is_odd = |token: &SourceToken| {
        token.kind == TokenKind::Error || token.kind == TokenKind::String && token.value != 0
    };
    let comment = match line.comments[..] {
        [] => None,
        [comment] if line.word(comment).starts_with(['#', '/']) => Some(comment),
        _ => return None,
    };
    let is_block = comment.is_some_and(|comment| {
        let text = line.word(comment);
        !text.starts_with('#') && !text.starts_with("//")
    });
    let first =
        line.tokens.first().or(comment.as_ref()).map_or(line.text.len(), |t| t.start as usize);
    let lead = line.text.get(..first)?;
    if is_block || line.opens_comment || line.tokens.iter().any(is_odd) {
        return None;
    }
    // Anything else in front, such as a comma, may be a mistake that must stay visible.
    if !lead.chars().all(|c| matches!(c, ' ' | '\t')) {
        return None;
    }
    let mut out = String::with_capacity(line.text.len() + style.comments);
    let Some(last) = line.tokens.last() else {
        let comment = comment.map_or("", |comment| line.word(comment).trim_end());
        if !comment.is_empty() {
            // A comment alone on its line goes to the margin, the code or the other comments,
            // whichever it was nearest to.
            pad(&mut out, comment_column(lead, style));
        }
        out.push_str(comment);
        return Some(out);
    };
    labels(line, &mut out)?;
    statement(line, style, &mut out);
    let behind = comment.map_or(line.text.len(), |comment| comment.start as usize);
    // A comma after the last operand stays: the assembler has something to say about it.
    if line.text.get(last.end as usize..behind)?.contains(',') {
        out.push(',');
    }
    if let Some(comment) = comment {
        out.push(' ');
        pad(&mut out, style.comments);
        out.push_str(line.word(comment).trim_end());
    }
    Some(out)
}

/// The column of a comment on a line of its own: to the left, with the code, or with other
/// comments.
fn comment_column(lead: &str, style: &FormatStyle) -> usize {
    let column = lead.chars().fold(0, |column, c| match c {
        '\t' => (column / TAB_COLUMNS + 1) * TAB_COLUMNS,
        _ => column + 1,
    });
    match column {
        _ if column < style.heads / 2 => 0,
        _ if column <= style.operands => style.heads,
        _ => style.comments,
    }
}

fn labels(line: &CursorLine, out: &mut String) -> Option<()> {
    for pair in line.tokens.get(..line.labels)?.chunks_exact(2) {
        // A comma here is a mistake, and none of ours.
        if line.text.get(pair[0].end as usize..pair[1].start as usize)?.contains(',') {
            return None;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(line.word(pair[0]));
        out.push(':');
    }
    Some(())
}

fn statement(line: &CursorLine, style: &FormatStyle, out: &mut String) {
    let Some(head) = line.head() else { return };
    if !out.is_empty() {
        out.push(' ');
    }
    pad(out, style.heads);
    out.push_str(line.word(head));
    let is_eqv = line.directive() == Some(Directive::Eqv);
    let mut before = head;
    for (at, &token) in line.operands().iter().enumerate() {
        let gap = line.text.get(before.end as usize..token.start as usize).unwrap_or(" ");
        out.push_str(match gap {
            "" => "",
            _ if gap.contains(',') => ", ",
            _ => " ",
        });
        // A comma that was typed stays where it was; only blanks are widened to a column.
        let is_blank = !gap.is_empty() && !gap.contains(',');
        match at {
            0 if is_blank && token.kind != TokenKind::Equals => pad(out, style.operands),
            1 if is_blank && is_eqv => pad(out, style.values),
            _ => {}
        }
        out.push_str(line.word(token));
        before = token;
    }
}

/// Adds blanks up to a column.
fn pad(out: &mut String, column: usize) {
    let width = out.chars().count();
    out.extend(std::iter::repeat_n(' ', column.saturating_sub(width)));
}

/// Whether two lines are the same words to the assembler.
fn same_words(one: &str, other: &str, dialect: Dialect) -> bool {
    let words = |line: &str| {
        let mut tokens = Vec::new();
        lexer::lex(line, dialect, &mut false, &mut tokens);
        let word =
            |token: &SourceToken| (token.kind, token.value, token.text(line).trim_end().to_owned());
        tokens.iter().map(word).collect::<Vec<_>>()
    };
    words(one) == words(other)
}
