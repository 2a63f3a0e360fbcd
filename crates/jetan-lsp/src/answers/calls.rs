//! The call hierarchy.

use jetan_asm::{SourceSet, Span};
use jetan_ide::calls::{ProcedureCall, ProcedureItem};
use lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, Range,
    SymbolKind,
};

use super::{AnswerContext, AnswerError, AskedFile};
use crate::convert::{self, UriBook};

pub(crate) fn prepare(
    context: &mut AnswerContext<'_>,
    params: &CallHierarchyPrepareParams,
) -> Result<Option<Vec<CallHierarchyItem>>, AnswerError> {
    let (asked, offset) = context.place(&params.text_document_position_params)?;
    let found = asked.analysis().procedure_at(asked.file, offset);
    Ok(found.and_then(|one| item(&context.book(), asked.sources(), one)).map(|one| vec![one]))
}

pub(crate) fn incoming(
    context: &mut AnswerContext<'_>,
    params: &CallHierarchyIncomingCallsParams,
) -> Result<Option<Vec<CallHierarchyIncomingCall>>, AnswerError> {
    let (asked, label) = label_of(context, &params.item)?;
    let calls = asked.analysis().callers(label).into_iter();
    let call = |call: ProcedureCall| {
        let from_ranges = ranges(asked.sources(), &call.places);
        let from = item(&context.book(), asked.sources(), call.procedure)?;
        Some(CallHierarchyIncomingCall { from, from_ranges })
    };
    Ok(Some(calls.filter_map(call).collect()))
}

pub(crate) fn outgoing(
    context: &mut AnswerContext<'_>,
    params: &CallHierarchyOutgoingCallsParams,
) -> Result<Option<Vec<CallHierarchyOutgoingCall>>, AnswerError> {
    let (asked, label) = label_of(context, &params.item)?;
    let calls = asked.analysis().callees(label).into_iter();
    let call = |call: ProcedureCall| {
        let from_ranges = ranges(asked.sources(), &call.places);
        let to = item(&context.book(), asked.sources(), call.procedure)?;
        Some(CallHierarchyOutgoingCall { to, from_ranges })
    };
    Ok(Some(calls.filter_map(call).collect()))
}

/// The label of an item that the client gives back.
fn label_of<'s>(
    context: &AnswerContext<'s>,
    item: &CallHierarchyItem,
) -> Result<(AskedFile<'s>, Span), AnswerError> {
    let asked = context.file(&item.uri)?;
    let start = asked.offset(item.selection_range.start);
    let end = asked.offset(item.selection_range.end).max(start);
    let label = Span { file: asked.file, start, end };
    Ok((asked, label))
}

fn ranges(sources: &SourceSet, places: &[Span]) -> Vec<Range> {
    places.iter().map(|&place| convert::range(sources, place)).collect()
}

fn item(book: &UriBook<'_>, sources: &SourceSet, one: ProcedureItem) -> Option<CallHierarchyItem> {
    Some(CallHierarchyItem {
        uri: book.of_file(sources, one.name_span.file)?,
        range: convert::range(sources, one.span),
        selection_range: convert::range(sources, one.name_span),
        detail: Some(sources.file(one.name_span.file).name().to_owned()),
        name: one.name,
        kind: SymbolKind::FUNCTION,
        tags: None,
        data: None,
    })
}
