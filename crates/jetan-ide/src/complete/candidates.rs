//! Everything that fits a position, whatever was typed so far.

use jetan_asm::FileId;
use jetan_asm::outline::{OutlineLabel, SymbolKind};
use jetan_asm::token::{SourceToken, TokenKind};
use jetan_isa::directives::DIRECTIVES;
use jetan_isa::registers::{CP0_REGISTERS, REGISTERS};
use jetan_isa::syscalls::SERVICES;
use jetan_isa::{Directive, FReg, InstructionForm, Mnemonic, OperandSlot, Reg};

use super::{CompletionProposal, ProposalKind};
use crate::Analysis;
use crate::hover::heading;
use crate::line::CursorLine;
use crate::page::shortened;

/// The kind of text that the cursor's position asks for.
pub(super) enum CompletionContext<'l> {
    /// An instruction, a directive or a macro.
    Head,
    /// An operand of an instruction, after those that are complete.
    Operand(Mnemonic, &'l [SourceToken]),
    /// A value after a directive.
    Value(Directive),
    /// An argument of a macro, or what follows an unknown word.
    Argument,
    /// The name of a file: from and to, without the quotes.
    File((u32, u32)),
    /// Nothing that is known.
    Nothing,
}

/// Whether a token can be the beginning of something that is proposed.
pub(super) fn is_word(kind: TokenKind) -> bool {
    use TokenKind as K;
    !matches!(
        kind,
        K::Comment
            | K::Open
            | K::Close
            | K::Colon
            | K::Plus
            | K::Minus
            | K::Equals
            | K::Character
            | K::String
    )
}

/// The kind of text that a column asks for, where a word starts or may start.
pub(super) fn context<'l>(
    line: &'l CursorLine,
    start: u32,
    typed: Option<SourceToken>,
) -> CompletionContext<'l> {
    let before = line.tokens.iter().take_while(|token| token.end <= start).count();
    if let Some(string) = typed.filter(|token| token.kind == TokenKind::String) {
        let is_file = line.directive() == Some(Directive::Include) && before == line.labels + 1;
        let closed = line.word(string).len() > 1 && string.value == 0;
        // A string that is not closed yet has no quote at its end to leave out.
        let end = string.end - u32::from(closed);
        return if is_file {
            CompletionContext::File((string.start + 1, end))
        } else {
            CompletionContext::Nothing
        };
    }
    if typed.is_some_and(|token| token.kind == TokenKind::Character) || before < line.labels {
        return CompletionContext::Nothing;
    }
    if before == line.labels {
        return CompletionContext::Head;
    }
    let operands = line.tokens.get(line.labels + 1..before).unwrap_or(&[]);
    if let Some(mnemonic) = line.mnemonic() {
        return CompletionContext::Operand(mnemonic, operands);
    }
    match line.directive() {
        Some(directive) => CompletionContext::Value(directive),
        None => CompletionContext::Argument,
    }
}

impl Analysis {
    /// Everything that can stand in a place, the likeliest first. `at` is an offset of the file.
    pub(super) fn candidates(
        &self,
        line: &CursorLine,
        context: &CompletionContext,
        at: u32,
    ) -> Vec<CompletionProposal> {
        match context {
            CompletionContext::Head => {
                // The program's own words come first; they are few.
                let mut items = self.macros(line);
                items.extend(Mnemonic::all().map(mnemonic));
                items.extend(
                    DIRECTIVES.iter().map(|row| {
                        item(row.name, ProposalKind::Directive, row.syntax, row.summary)
                    }),
                );
                items
            }
            CompletionContext::Operand(mnemonic, before) => {
                self.operands(line, *mnemonic, before, at)
            }
            CompletionContext::Value(directive) => self.values(line, *directive, at),
            CompletionContext::Argument => {
                let mut items = self.parameters(line, at);
                items.extend(self.equivalents(line));
                items.extend(registers());
                items.extend(self.labels(line, at, None));
                items
            }
            CompletionContext::File(_) | CompletionContext::Nothing => Vec::new(),
        }
    }

    fn operands(
        &self,
        line: &CursorLine,
        mnemonic: Mnemonic,
        before: &[SourceToken],
        at: u32,
    ) -> Vec<CompletionProposal> {
        // A vector keeps the order of the forms, the usual ones first; there are few.
        let mut slots: Vec<OperandSlot> = Vec::new();
        let agreeing = mnemonic.forms().iter().filter(|form| self.agrees(line, **form, before));
        for slot in agreeing.filter_map(|form| form.slots().as_slice().get(before.len())) {
            if !slots.contains(slot) {
                slots.push(*slot);
            }
        }
        let mut items = Vec::new();
        if slots.iter().any(|slot| slot.is_operand()) {
            items.extend(self.parameters(line, at));
        }
        // Anywhere else a number is just a number.
        if slots.contains(&OperandSlot::I32) && mnemonic.name() == "li" && is_v0(before) {
            items.extend(self.services());
        }
        for slot in &slots {
            match slot {
                OperandSlot::Reg => items.extend(registers()),
                OperandSlot::FReg => items.extend(
                    (0..32)
                        .filter_map(FReg::new)
                        .map(|freg| item(freg.name(), ProposalKind::Register, "", "")),
                ),
                OperandSlot::Cp0 => items.extend(CP0_REGISTERS.iter().map(|row| {
                    let (number, name) = row.name.split_once(' ').unwrap_or((row.name, ""));
                    item(number, ProposalKind::Register, name, row.summary)
                })),
                OperandSlot::Label => {
                    // Jumps want code, all others want data; labels of the other kind follow.
                    let goes = mnemonic.name().starts_with(['j', 'b']);
                    let first = if goes { SymbolKind::Text } else { SymbolKind::Data };
                    items.extend(self.labels(line, at, Some(first)));
                }
                _ => {}
            }
        }
        if slots.iter().any(|slot| slot.is_operand()) {
            items.extend(self.equivalents(line));
        }
        items
    }

    fn values(&self, line: &CursorLine, directive: Directive, at: u32) -> Vec<CompletionProposal> {
        use Directive as D;
        match directive {
            D::Globl | D::Ent | D::End => self.labels(line, at, Some(SymbolKind::Text)),
            D::Word | D::Half | D::Byte => {
                let mut items = self.parameters(line, at);
                items.extend(self.equivalents(line));
                items.extend(self.labels(line, at, Some(SymbolKind::Data)));
                items
            }
            D::Space | D::Align | D::Float | D::Double | D::Ascii | D::Asciiz | D::Extern => {
                let mut items = self.parameters(line, at);
                items.extend(self.equivalents(line));
                items
            }
            _ => Vec::new(),
        }
    }

    /// Whether two files are read by the same root.
    fn is_near(&self, line: &CursorLine, file: FileId) -> bool {
        self.names.root(line.span.file) == self.names.root(file)
    }

    fn macros(&self, line: &CursorLine) -> Vec<CompletionProposal> {
        let near = self.outline.macros.iter().filter(|one| self.is_near(line, one.span.file));
        near.map(|one| item(&one.name, ProposalKind::Macro, &heading(one), "")).collect()
    }

    fn equivalents(&self, line: &CursorLine) -> Vec<CompletionProposal> {
        let all = self.outline.equivalents.iter();
        let near = all.filter(|one| self.is_near(line, one.span.file));
        near.map(|one| item(&one.name, ProposalKind::Equivalent, &one.text, "")).collect()
    }

    /// The parameters of the macro that an offset lies in.
    fn parameters(&self, line: &CursorLine, at: u32) -> Vec<CompletionProposal> {
        let Some(within) = self.macro_around(line, at) else { return Vec::new() };
        let one = &self.outline.macros[within];
        let parameter = |(name, _): &(String, _)| item(name, ProposalKind::Parameter, "", "");
        one.parameters.iter().map(parameter).collect()
    }

    fn macro_around(&self, line: &CursorLine, at: u32) -> Option<usize> {
        self.outline.macros.iter().position(|one| {
            one.body.file == line.span.file && one.body.start < at && at <= one.body.end
        })
    }

    /// The labels that a file sees, those of a kind first.
    fn labels(
        &self,
        line: &CursorLine,
        at: u32,
        first: Option<SymbolKind>,
    ) -> Vec<CompletionProposal> {
        let root = self.names.root(line.span.file);
        let body = self.macro_around(line, at).map(|idx| self.outline.macros[idx].body);
        let is_seen = |symbol: &&OutlineLabel| match symbol.kind {
            SymbolKind::InMacro => body.is_some_and(|body| {
                symbol.span.file == body.file && (body.start..body.end).contains(&symbol.span.start)
            }),
            _ => {
                // A label that a macro call made is written nowhere under its name, so nobody can
                // type it.
                (symbol.root.is_none() || symbol.root == root)
                    && self.sources.text(symbol.span) == symbol.name
            }
        };
        let seen = self.outline.symbols.iter().filter(is_seen);
        let (likely, others): (Vec<_>, Vec<_>) =
            seen.partition(|symbol| first.is_none() || Some(symbol.kind) == first);
        let label = |symbol: &OutlineLabel| {
            let address = symbol.address.map_or(String::new(), |at| format!("{at:#010x}"));
            item(&symbol.name, ProposalKind::Label, &address, "")
        };
        likely.into_iter().chain(others).map(label).collect()
    }

    fn services(&self) -> Vec<CompletionProposal> {
        let pack = self.pack.as_deref().map_or(&[][..], |pack| &pack.services);
        let own = pack.iter().map(|service| {
            let number = service.number.to_string();
            item(&number, ProposalKind::Service, &service.name, &service.summary)
        });
        // A number that the pack describes is listed once, in the words of the pack.
        let redefined = |number: u32| pack.iter().any(|service| service.number == number);
        let built_in = SERVICES
            .iter()
            .filter(|row| !redefined(row.number))
            .map(|row| item(&row.number.to_string(), ProposalKind::Service, row.name, row.summary));
        own.chain(built_in).collect()
    }
}

fn is_v0(before: &[SourceToken]) -> bool {
    let v0 = i32::from(Reg::V0.number());
    matches!(before, [to] if to.kind == TokenKind::Register && to.value == v0)
}

fn registers() -> impl Iterator<Item = CompletionProposal> {
    REGISTERS.iter().map(|row| {
        let number = format!("${}", row.reg.number());
        item(row.name, ProposalKind::Register, &number, row.summary)
    })
}

fn mnemonic(mnemonic: Mnemonic) -> CompletionProposal {
    let forms = mnemonic.forms();
    let kind = match forms.first() {
        Some(InstructionForm::Basic(_)) => ProposalKind::Instruction,
        _ => ProposalKind::PseudoInstruction,
    };
    let (syntax, summary) = forms.first().map_or(("", ""), |form| (form.syntax(), form.summary()));
    item(mnemonic.name(), kind, syntax, summary)
}

fn item(text: &str, kind: ProposalKind, detail: &str, summary: &str) -> CompletionProposal {
    CompletionProposal {
        text: text.to_owned(),
        kind,
        detail: shortened(detail),
        summary: summary.to_owned(),
    }
}
