//! Names: where they are defined and used, other names for them, and files that are named.

use jetan_asm::Span;
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, DocumentLink,
    DocumentLinkParams, GotoDefinitionParams, GotoDefinitionResponse, Location,
    PrepareRenameResponse, ReferenceParams, RenameParams, TextDocumentPositionParams,
    WorkspaceEdit,
};

use super::{AnswerContext, AnswerError};
use crate::convert;

pub(crate) fn definition(
    context: &mut AnswerContext<'_>,
    params: &GotoDefinitionParams,
) -> Result<Option<GotoDefinitionResponse>, AnswerError> {
    let (asked, offset) = context.place(&params.text_document_position_params)?;
    let spans = asked.analysis().definitions(asked.file, offset).into_iter();
    let book = context.book();
    let places = spans.filter_map(|span| book.location(asked.sources(), span));
    Ok(Some(GotoDefinitionResponse::Array(places.collect())))
}

pub(crate) fn references(
    context: &mut AnswerContext<'_>,
    params: &ReferenceParams,
) -> Result<Option<Vec<Location>>, AnswerError> {
    let (asked, offset) = context.place(&params.text_document_position)?;
    let with_definitions = params.context.include_declaration;
    let spans = asked.analysis().references(asked.file, offset, with_definitions).into_iter();
    let book = context.book();
    Ok(Some(spans.filter_map(|span| book.location(asked.sources(), span)).collect()))
}

pub(crate) fn highlight(
    context: &mut AnswerContext<'_>,
    params: &DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>, AnswerError> {
    let (asked, offset) = context.place(&params.text_document_position_params)?;
    let spans = asked.analysis().occurrences(asked.file, offset).into_iter();
    let mark = |span: Span| DocumentHighlight {
        range: convert::range(asked.sources(), span),
        kind: Some(DocumentHighlightKind::TEXT),
    };
    Ok(Some(spans.map(mark).collect()))
}

pub(crate) fn prepare_rename(
    context: &mut AnswerContext<'_>,
    params: &TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, AnswerError> {
    let (asked, offset) = context.place(params)?;
    let found = asked.analysis().renamable(asked.file, offset);
    let span = found.map_err(|refusal| AnswerError::failed(refusal.to_string()))?;
    let range = convert::range(asked.sources(), span);
    let placeholder = asked.sources().text(span).to_owned();
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }))
}

pub(crate) fn rename(
    context: &mut AnswerContext<'_>,
    params: &RenameParams,
) -> Result<Option<WorkspaceEdit>, AnswerError> {
    let (asked, offset) = context.place(&params.text_document_position)?;
    let edits = asked.analysis().rename(asked.file, offset, &params.new_name);
    let edits = edits.map_err(|refusal| AnswerError::failed(refusal.to_string()))?;
    Ok(Some(context.book().workspace_edit(asked.sources(), &edits)))
}

pub(crate) fn links(
    context: &mut AnswerContext<'_>,
    params: &DocumentLinkParams,
) -> Result<Option<Vec<DocumentLink>>, AnswerError> {
    let asked = context.file(&params.text_document.uri)?;
    let book = context.book();
    let includes = asked.analysis().outline().includes.iter();
    let own = includes.filter(|include| include.span.file == asked.file);
    let link = |include: &jetan_asm::outline::OutlineInclude| {
        let target = book.of_file(asked.sources(), include.file?)?;
        Some(DocumentLink {
            range: convert::range(asked.sources(), include.span),
            target: Some(target),
            tooltip: None,
            data: None,
        })
    };
    Ok(Some(own.filter_map(link).collect()))
}
