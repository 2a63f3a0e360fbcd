//! Proposals for what is being typed.

use jetan_ide::belonging::SourceFolder;
use jetan_ide::complete::{CompletionProposal, ITEMS_MAX, ProposalKind};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionItemLabelDetails, CompletionList,
    CompletionParams, CompletionResponse, CompletionTextEdit, Documentation, Range, TextEdit, Uri,
};
use serde::{Deserialize, Serialize};

use super::{AnswerContext, AnswerError};
use crate::convert;
use crate::programs::EditedFolder;

/// Enough to find the page of a proposal again.
#[derive(Serialize, Deserialize)]
struct ProposalKey {
    uri: Uri,
    kind: u8,
    text: String,
}

/// The kinds by their numbers in a [`ProposalKey`].
const KINDS: [ProposalKind; 9] = [
    ProposalKind::Instruction,
    ProposalKind::PseudoInstruction,
    ProposalKind::Directive,
    ProposalKind::Register,
    ProposalKind::Label,
    ProposalKind::Equivalent,
    ProposalKind::Macro,
    ProposalKind::Parameter,
    ProposalKind::Service,
];

pub(crate) fn complete(
    context: &mut AnswerContext<'_>,
    params: &CompletionParams,
) -> Result<Option<CompletionResponse>, AnswerError> {
    let at = &params.text_document_position;
    let (asked, offset) = context.place(at)?;
    let trigger = params.context.as_ref().and_then(|context| context.trigger_character.as_deref());
    let source = asked.sources().file(asked.file);
    let before = source.text().get(..offset as usize).unwrap_or("");
    let line = before.rsplit(['\n', '\r']).next().unwrap_or("");
    // A blank is typed before every instruction, and nobody wants all of them listed then.
    let is_indent = trigger == Some(" ") && line.trim_start().trim_end_matches(' ').is_empty();
    if is_indent || trigger == Some(" ") && line.trim_end().ends_with(':') {
        return Ok(None);
    }
    let found = asked.analysis().complete(asked.file, offset);
    let range = convert::range(asked.sources(), found.span);
    let uri = &at.text_document.uri;
    let mut items: Vec<CompletionItem> = found
        .items
        .into_iter()
        .enumerate()
        .map(|(rank, proposal)| item(rank, proposal, range, uri))
        .collect();
    if found.wants_file {
        let own = context.names.of_uri(uri);
        let mut folder = EditedFolder {
            documents: context.documents,
            names: context.names,
            files: context.files,
        };
        let files = folder.beside(&own).into_iter().filter(|name| *name != own).take(ITEMS_MAX);
        items.extend(files.map(|name| {
            let name = name.rsplit('/').next().unwrap_or(&name).to_owned();
            CompletionItem {
                kind: Some(CompletionItemKind::FILE),
                text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                    range,
                    new_text: name.clone(),
                })),
                label: name,
                ..CompletionItem::default()
            }
        }));
        items.dedup_by(|one, other| one.label == other.label);
    }
    Ok(Some(CompletionResponse::List(CompletionList { is_incomplete: found.is_cut, items })))
}

fn item(rank: usize, proposal: CompletionProposal, range: Range, uri: &Uri) -> CompletionItem {
    let CompletionProposal { text, kind, detail, summary } = proposal;
    // Services are typed by name and inserted by number, registers by either of two names.
    let is_two_named = matches!(kind, ProposalKind::Service | ProposalKind::Register);
    let number = KINDS.iter().position(|one| *one == kind).unwrap_or(0) as u8;
    let key = ProposalKey { uri: uri.clone(), kind: number, text: text.clone() };
    CompletionItem {
        kind: Some(item_kind(kind)),
        label_details: (!detail.is_empty()).then(|| CompletionItemLabelDetails {
            detail: None,
            description: Some(detail.clone()),
        }),
        documentation: (!summary.is_empty()).then_some(Documentation::String(summary)),
        // The order is that of relevance; without this a client sorts by name.
        sort_text: Some(format!("{rank:04}")),
        filter_text: is_two_named.then(|| format!("{text} {detail}")),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: text.clone() })),
        detail: (!detail.is_empty()).then_some(detail),
        data: serde_json::to_value(key).ok(),
        label: text,
        ..CompletionItem::default()
    }
}

fn item_kind(kind: ProposalKind) -> CompletionItemKind {
    match kind {
        ProposalKind::Instruction | ProposalKind::PseudoInstruction => CompletionItemKind::KEYWORD,
        ProposalKind::Directive => CompletionItemKind::MODULE,
        ProposalKind::Register => CompletionItemKind::VARIABLE,
        ProposalKind::Label => CompletionItemKind::FUNCTION,
        ProposalKind::Equivalent => CompletionItemKind::CONSTANT,
        ProposalKind::Macro => CompletionItemKind::SNIPPET,
        ProposalKind::Parameter => CompletionItemKind::TYPE_PARAMETER,
        ProposalKind::Service => CompletionItemKind::EVENT,
    }
}

/// Adds the page about a proposal: all forms of an instruction, for instance.
pub(crate) fn resolve(
    context: &mut AnswerContext<'_>,
    item: &CompletionItem,
) -> Result<CompletionItem, AnswerError> {
    let mut item = item.clone();
    let key = item.data.clone().and_then(|data| serde_json::from_value(data).ok());
    // An item of somebody else comes back as it is.
    let Some(ProposalKey { uri, kind, text }) = key else { return Ok(item) };
    let asked = context.file(&uri)?;
    let kind = KINDS.get(usize::from(kind));
    if let Some(page) = kind.and_then(|&kind| asked.analysis().proposal_page(kind, &text)) {
        let page = convert::page(&page, context.client.completion_markdown);
        item.documentation = Some(Documentation::MarkupContent(page));
    }
    Ok(item)
}
