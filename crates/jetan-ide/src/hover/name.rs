//! Pages about names: labels, macros, parameters, and names that stand for a text.

use jetan_asm::Span;
use jetan_asm::outline::{
    OutlineEquivalent, OutlineLabel, OutlineMacro, ReferenceTarget, SymbolKind,
};
use jetan_asm::token::SourceToken;
use jetan_isa::AddressRegion;

use super::literal::number_page;
use crate::Analysis;
use crate::line::CursorLine;
use crate::page::HoverPage;
use crate::service::integer;

/// The most lines of a comment or a macro that are shown.
const LINES_MAX: usize = 16;

impl Analysis {
    pub(super) fn name_page(&self, line: &CursorLine, token: SourceToken) -> Option<HoverPage> {
        let span = line.place(token);
        let occurrence = self.names.at(span.file, span.start).filter(|one| one.span == span)?;
        let outline = &self.outline;
        match occurrence.target {
            ReferenceTarget::Symbol(idx) => {
                let symbol = self.made_symbol(&outline.symbols[idx], self.sources.text(span));
                Some(self.symbol_page(symbol, occurrence.target))
            }
            ReferenceTarget::Macro(idx) => {
                let page = self.macro_page(&outline.macros[idx]);
                // A definition assembles to nothing; the line of a call does.
                let made = if occurrence.is_definition { &[] } else { self.made_by(line) };
                let intro = if made.is_empty() { "" } else { "Here it becomes" };
                Some(page.text(intro).table(self.code_rows(made)))
            }
            ReferenceTarget::Parameter(idx, _) => {
                let one = &outline.macros[idx];
                let title = self.sources.text(span);
                Some(
                    HoverPage::new(title, "parameter")
                        .text(format!("Of the macro {}.", heading(one))),
                )
            }
            ReferenceTarget::Equivalent(idx) => {
                let page = self.equivalent_page(&outline.equivalents[idx]);
                Some(match self.service_of_number(line, token) {
                    Some(service) => {
                        let asked = format!("It asks for service {}.", service.title);
                        page.text(asked).and(service)
                    }
                    None => page,
                })
            }
            ReferenceTarget::Nothing => None,
        }
    }

    /// The symbol that a macro call made of a label in the macro, if a word names that.
    fn made_symbol<'s>(&'s self, symbol: &'s OutlineLabel, word: &str) -> &'s OutlineLabel {
        if symbol.name == word {
            return symbol;
        }
        let is_made = |other: &&OutlineLabel| other.name == word && other.span == symbol.span;
        self.outline.symbols.iter().find(is_made).unwrap_or(symbol)
    }

    fn symbol_page(&self, symbol: &OutlineLabel, target: ReferenceTarget) -> HoverPage {
        let scope = if symbol.root.is_none() { "global " } else { "" };
        let kind = match symbol.kind {
            SymbolKind::Text => "label of an instruction",
            SymbolKind::Data => "label of data",
            SymbolKind::InMacro => "label in a macro",
        };
        let row = |name: &str, value: String| [name.to_owned(), value];
        let uses = self.names.of_target(target).filter(|one| !one.is_definition).count();
        let mut rows = Vec::new();
        if let Some(address) = symbol.address {
            rows.push(row("address", format!("{address:#010x}")));
            let region = self.options.map.whole_region_of(address);
            rows.extend(region.map(|region| row("segment", segment(region).to_owned())));
        }
        rows.push(row("defined", self.place(symbol.span)));
        rows.push(row("used", if uses == 1 { "once".into() } else { format!("{uses} times") }));
        HoverPage::new(symbol.name.as_str(), format!("{scope}{kind}"))
            .text(self.comment_above(symbol.span))
            .code(self.declaration(symbol.span))
            .table(rows)
    }

    /// The line of a definition, and the next if nothing but labels is on it.
    fn declaration(&self, span: Span) -> String {
        let line = self.line_at(span.file, span.start);
        // Comments are shown as text above, so the code ends with its last token.
        let shown = |line: &CursorLine| {
            let end = line.tokens.last().map_or(0, |last| last.end as usize);
            line.text.get(..end).unwrap_or("").trim_end().to_owned()
        };
        if line.head().is_some() {
            return shown(&line);
        }
        let lines = self.sources.file(span.file).lines().len() as u32;
        // The statement of a label may be far away or missing; nobody would see the connection.
        let rest = (line.idx + 1..lines.min(line.idx + LINES_MAX as u32))
            .map(|idx| self.line(span.file, idx))
            .find(|next| next.head().is_some());
        match rest {
            Some(next) => format!("{}\n{}", shown(&line), shown(&next)),
            None => shown(&line),
        }
    }

    fn macro_page(&self, one: &OutlineMacro) -> HoverPage {
        let body = self.sources.text(one.body);
        let mut lines: Vec<&str> = body.lines().take(LINES_MAX).collect();
        if body.lines().nth(LINES_MAX).is_some() {
            lines.push("…");
        }
        HoverPage::new(heading(one), "macro")
            .text(self.comment_above(one.span))
            .code(lines.join("\n"))
            .table([["defined".to_owned(), self.place(one.span)]])
    }

    fn equivalent_page(&self, one: &OutlineEquivalent) -> HoverPage {
        let page = HoverPage::new(one.name.as_str(), "name for a text")
            .text(self.comment_above(one.span))
            .text(self.comment_behind(one.span))
            .code(one.text.as_str());
        let page = match integer(&one.text) {
            Some(value) => page.and(number_page(&one.text, value)),
            None => page,
        };
        page.table([["defined".to_owned(), self.place(one.span)]])
    }

    /// The comment on the lines right above a definition, without its marks.
    fn comment_above(&self, span: Span) -> String {
        let line = self.line_at(span.file, span.start);
        let mut lines = Vec::new();
        for idx in (line.idx.saturating_sub(LINES_MAX as u32)..line.idx).rev() {
            let above = self.line(span.file, idx);
            if !above.is_only_comment() {
                break;
            }
            let text: Vec<&str> = above.comments.iter().map(|&one| above.word(one)).collect();
            lines.push(without_marks(&text.join(" ")));
        }
        lines.reverse();
        // Rules drawn of signs are empty by now. Those inside a comment stay and separate its
        // parts.
        let is_rule = |line: &String| line.is_empty();
        let first = lines.iter().position(|line| !is_rule(line)).unwrap_or(lines.len());
        let last = lines.iter().rposition(|line| !is_rule(line)).map_or(first, |at| at + 1);
        lines[first..last].join("\n")
    }

    /// The comment after a definition.
    fn comment_behind(&self, span: Span) -> String {
        let line = self.line_at(span.file, span.start);
        line.comments.last().map_or(String::new(), |&one| without_marks(line.word(one)))
    }
}

/// A comment without what marks it as one, and without rules drawn of signs.
fn without_marks(comment: &str) -> String {
    let text = comment.trim_start_matches(['#', '/', '*', '=', '-', '~', '+']);
    text.trim_end_matches(['#', '/', '*', '=', '-', '~', '+']).trim().to_owned()
}

/// A macro's name with its parameters.
pub(crate) fn heading(one: &OutlineMacro) -> String {
    let names: Vec<&str> = one.parameters.iter().map(|(name, _)| name.as_str()).collect();
    if names.is_empty() { one.name.clone() } else { format!("{}({})", one.name, names.join(", ")) }
}

fn segment(region: AddressRegion) -> &'static str {
    match region {
        AddressRegion::Data => "data",
        AddressRegion::Stack => "stack",
        AddressRegion::Text => "text",
        AddressRegion::Mmio => "device registers",
        AddressRegion::KernelData => "kernel data",
        AddressRegion::KernelText => "kernel text",
    }
}
