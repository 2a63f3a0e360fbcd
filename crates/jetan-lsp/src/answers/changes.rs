//! Changes that are offered: fixes, and columns.

use std::ops::Range;

use jetan_ide::fix::QuickFix;
use jetan_ide::format::FormatStyle;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse,
    DocumentFormattingParams, DocumentOnTypeFormattingParams, DocumentRangeFormattingParams,
    TextEdit, Uri,
};

use super::{AnswerContext, AnswerError, AskedFile};
use crate::{convert, diagnostics};

pub(crate) fn actions(
    context: &mut AnswerContext<'_>,
    params: &CodeActionParams,
) -> Result<Option<CodeActionResponse>, AnswerError> {
    let asked = context.file(&params.text_document.uri)?;
    let only = params.context.only.as_deref();
    // A kind stands for all that begin with it; the empty one for all.
    let is_wanted = |kind: &CodeActionKind| {
        kind.as_str().is_empty() || CodeActionKind::QUICKFIX.as_str() == kind.as_str()
    };
    if only.is_some_and(|only| !only.iter().any(is_wanted)) {
        return Ok(Some(Vec::new()));
    }
    let (start, end) = (asked.offset(params.range.start), asked.offset(params.range.end));
    let analysis = asked.analysis();
    let book = context.book();
    let mut last = None;
    let action = |fix: QuickFix| {
        let problem = analysis.diagnostics().get(fix.diagnostic)?;
        // The likeliest fix of a problem comes first.
        let is_first = last.replace(fix.diagnostic) != Some(fix.diagnostic);
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: fix.title,
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![diagnostics::of(asked.sources(), problem, &book)]),
            edit: Some(book.workspace_edit(asked.sources(), &fix.edits)),
            is_preferred: is_first.then_some(true),
            ..CodeAction::default()
        }))
    };
    let fixes = analysis.fixes(asked.file, start, end.max(start));
    Ok(Some(fixes.into_iter().filter_map(action).collect()))
}

pub(crate) fn format(
    context: &mut AnswerContext<'_>,
    params: &DocumentFormattingParams,
) -> Result<Option<Vec<TextEdit>>, AnswerError> {
    formatted(context, &params.text_document.uri, 0..u32::MAX)
}

pub(crate) fn format_range(
    context: &mut AnswerContext<'_>,
    params: &DocumentRangeFormattingParams,
) -> Result<Option<Vec<TextEdit>>, AnswerError> {
    formatted(context, &params.text_document.uri, AskedFile::lines(params.range))
}

/// The line that was finished by the key.
pub(crate) fn format_on_type(
    context: &mut AnswerContext<'_>,
    params: &DocumentOnTypeFormattingParams,
) -> Result<Option<Vec<TextEdit>>, AnswerError> {
    let at = &params.text_document_position;
    let line = at.position.line;
    let Some(finished) = line.checked_sub(1).filter(|_| params.ch == "\n") else {
        return Ok(Some(Vec::new()));
    };
    formatted(context, &at.text_document.uri, finished..line)
}

fn formatted(
    context: &AnswerContext<'_>,
    uri: &Uri,
    lines: Range<u32>,
) -> Result<Option<Vec<TextEdit>>, AnswerError> {
    let asked = context.file(uri)?;
    let edits = asked.analysis().format_lines(asked.file, lines, &FormatStyle::default());
    Ok(Some(edits.iter().map(|edit| convert::text_edit(asked.sources(), edit)).collect()))
}
