//! Completion at the cursor.

mod candidates;

use jetan_asm::{FileId, Span};
use jetan_isa::Mnemonic;
use jetan_isa::directives::DIRECTIVES;
use jetan_order::SharedSort;

use crate::Analysis;
use crate::hover::{directive_page, forms_page};
use crate::page::HoverPage;

/// The most proposals that are made.
pub const ITEMS_MAX: usize = 256;

/// Proposals for the word at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionList {
    /// The word that a proposal replaces; empty where none was begun.
    pub span: Span,
    /// The proposals, the likeliest first, at most [`ITEMS_MAX`].
    pub items: Vec<CompletionProposal>,
    /// Whether there are more, so that it pays to ask again after the next key.
    pub is_cut: bool,
    /// Whether the name of a file is being typed, which the caller knows more about.
    pub wants_file: bool,
}

/// Something that could be typed here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionProposal {
    /// The text that is inserted and matched.
    pub text: String,
    /// The kind of the proposal.
    pub kind: ProposalKind,
    /// Text shown beside it: operands, an address, a name. May be empty.
    pub detail: String,
    /// One sentence on what it does or is; may be empty.
    pub summary: String,
}

/// The kind of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ProposalKind {
    Instruction,
    PseudoInstruction,
    Directive,
    Register,
    Label,
    Equivalent,
    Macro,
    Parameter,
    Service,
}

impl Analysis {
    /// Proposals that fit an offset and match the word typed so far.
    pub fn complete(&self, file: FileId, offset: u32) -> CompletionList {
        let line = self.line_at(file, offset);
        let column = line.column(offset);
        // A word that only begins at the cursor has not been typed.
        let typed = line.tokens.iter().find(|token| token.start < column && column <= token.end);
        let word = typed.filter(|token| candidates::is_word(token.kind));
        let start = word.map_or(column, |token| token.start);
        let end = word.map_or(column, |token| token.end);
        let span = line.range(start, end);
        let mut found =
            CompletionList { span, items: Vec::new(), is_cut: false, wants_file: false };
        if line.is_comment(column) {
            return found;
        }
        let prefix = line.text.get(start as usize..column as usize).unwrap_or("");
        match candidates::context(&line, start, typed.copied()) {
            candidates::CompletionContext::File(name) => {
                found.span = line.range(name.0, name.1);
                found.wants_file = true;
            }
            candidates::CompletionContext::Nothing => {}
            context => {
                let items = self.candidates(&line, &context, line.span.start + start);
                (found.items, found.is_cut) = chosen(items, prefix);
            }
        }
        found
    }
}

impl Analysis {
    /// The page about a proposal that is one of the language's own words: all forms of an
    /// instruction, a directive, a register, a service. None for names of the program.
    pub fn proposal_page(&self, kind: ProposalKind, text: &str) -> Option<HoverPage> {
        match kind {
            ProposalKind::Instruction | ProposalKind::PseudoInstruction => {
                Mnemonic::known(text).map(forms_page)
            }
            ProposalKind::Directive => {
                DIRECTIVES.iter().find(|row| row.name == text).map(directive_page)
            }
            ProposalKind::Service => self.service(text.parse().ok()?),
            ProposalKind::Register
            | ProposalKind::Label
            | ProposalKind::Equivalent
            | ProposalKind::Macro
            | ProposalKind::Parameter => None,
        }
    }
}

/// The items that agree with a prefix: those that start with it first, then those that hold it.
fn chosen(items: Vec<CompletionProposal>, prefix: &str) -> (Vec<CompletionProposal>, bool) {
    let prefix = prefix.to_lowercase();
    let rank = |item: &CompletionProposal| match item.text.to_lowercase().find(&prefix) {
        Some(0) => Some(0),
        Some(_) => Some(1),
        // Services are typed by name and inserted by number, registers the other way round: the
        // detail has what the text lacks.
        None => item.detail.to_lowercase().starts_with(&prefix).then_some(2),
    };
    let mut ranked: Vec<(u8, CompletionProposal)> =
        items.into_iter().filter_map(|item| Some((rank(&item)?, item))).collect();
    // The order among equals is that of relevance already.
    ranked.shared_sort_by_key(|(rank, _)| *rank);
    let is_cut = ranked.len() > ITEMS_MAX;
    (ranked.into_iter().take(ITEMS_MAX).map(|(_, item)| item).collect(), is_cut)
}
