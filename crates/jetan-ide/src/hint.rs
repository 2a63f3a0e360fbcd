//! Remarks at the end of lines: addresses, and what pseudo-instructions become.

use jetan_order::SharedSort;
use std::ops::Range;

use jetan_asm::FileId;
use jetan_asm::outline::StatementKind;

use crate::Analysis;
use crate::page::shortened;

/// The most lines that are looked at in one go.
const LINES_MAX: u32 = 4_096;

/// A text to show at the end of a line, after everything that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineHint {
    /// The byte after the last word of the statement.
    pub offset: u32,
    /// The text, such as `lui $at, 0x1001; lw $t0, 4($at)` or `0x10010000`.
    pub text: String,
    /// The kind of the remark.
    pub kind: LineHintKind,
}

/// The kind of a remark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineHintKind {
    /// The address of the label on the line.
    Address,
    /// The instructions that a pseudo-instruction became, separated by `; `.
    Expansion,
}

impl Analysis {
    /// Remarks on some lines of a file, counted from 0: the addresses of labels, and the expansion
    /// of pseudo-instructions into other or more instructions. None if there are errors.
    pub fn hints(&self, file: FileId, lines: Range<u32>) -> Vec<LineHint> {
        let mut hints = Vec::new();
        if self.program.is_none() {
            return hints;
        }
        let starts = self.sources.file(file).lines();
        let start = |line: u32| starts.get(line as usize).map_or(u32::MAX, |&(start, _)| start);
        let (first, past) =
            (start(lines.start), start(lines.end.min(lines.start.saturating_add(LINES_MAX))));
        let is_asked = |at: u32| first <= at && at < past;
        for symbol in self.outline.symbols.iter().filter(|one| one.span.file == file) {
            let is_written = self.sources.text(symbol.span) == symbol.name;
            let Some(address) = symbol.address.filter(|_| is_written) else { continue };
            if is_asked(symbol.span.start) {
                let line = self.line_at(file, symbol.span.start);
                let last = line.tokens.last().map_or(0, |last| last.end);
                let offset = line.span.start + last;
                let text = format!("{address:#010x}");
                hints.push(LineHint { offset, text, kind: LineHintKind::Address });
            }
        }
        for statement in self.outline.statements.iter().filter(|one| one.span.file == file) {
            let is_pseudo = statement.kind == StatementKind::Instruction
                && statement.form.is_some_and(|form| form.pseudo().is_some());
            if !is_pseudo || !is_asked(statement.span.start) {
                continue;
            }
            let line = self.line_at(file, statement.span.start);
            let made = self.code_rows(self.made_by(&line));
            let texts: Vec<&str> = made.iter().map(|[_, _, text]| text.as_str()).collect();
            // Inside a macro nothing is known, since each call makes something else.
            if !texts.is_empty() {
                let (offset, kind) = (statement.span.end, LineHintKind::Expansion);
                hints.push(LineHint { offset, text: shortened(&texts.join("; ")), kind });
            }
        }
        hints.shared_sort_by_key(|hint| (hint.offset, hint.kind == LineHintKind::Expansion));
        hints
    }
}
