//! The contents of files: symbols and foldable ranges.

use jetan_asm::SourceSet;
use jetan_ide::fold::FoldKind;
use jetan_ide::symbols::{FileSymbol, FileSymbolKind};
use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, FoldingRange, FoldingRangeKind,
    FoldingRangeParams, Location, SymbolInformation, SymbolKind, WorkspaceSymbolParams,
    WorkspaceSymbolResponse,
};

use super::{AnswerContext, AnswerError};
use crate::convert;
use crate::limits::SYMBOLS_MAX;

fn symbol_kind(kind: FileSymbolKind) -> SymbolKind {
    match kind {
        FileSymbolKind::Procedure => SymbolKind::FUNCTION,
        FileSymbolKind::Label => SymbolKind::KEY,
        FileSymbolKind::Data => SymbolKind::VARIABLE,
        FileSymbolKind::Macro => SymbolKind::METHOD,
        FileSymbolKind::Equivalent => SymbolKind::CONSTANT,
    }
}

pub(crate) fn symbols(
    context: &mut AnswerContext<'_>,
    params: &DocumentSymbolParams,
) -> Result<Option<DocumentSymbolResponse>, AnswerError> {
    let asked = context.file(&params.text_document.uri)?;
    let found = asked.analysis().symbols(asked.file);
    if context.client.nested_symbols {
        let nested = found.iter().map(|one| nested(asked.sources(), one)).collect();
        return Ok(Some(DocumentSymbolResponse::Nested(nested)));
    }
    let mut flat = Vec::new();
    let location = |one: &FileSymbol| Location {
        uri: params.text_document.uri.clone(),
        range: convert::range(asked.sources(), one.span),
    };
    for one in &found {
        flat.push(information(one, None, location(one)));
        for child in &one.children {
            flat.push(information(child, Some(one.name.clone()), location(child)));
        }
    }
    Ok(Some(DocumentSymbolResponse::Flat(flat)))
}

#[expect(deprecated, reason = "a field of the protocol that must be named")]
fn nested(sources: &SourceSet, one: &FileSymbol) -> DocumentSymbol {
    let children: Vec<DocumentSymbol> =
        one.children.iter().map(|child| nested(sources, child)).collect();
    DocumentSymbol {
        name: one.name.clone(),
        detail: (!one.detail.is_empty()).then(|| one.detail.clone()),
        kind: symbol_kind(one.kind),
        tags: None,
        deprecated: None,
        range: convert::range(sources, one.span),
        selection_range: convert::range(sources, one.name_span),
        children: (!children.is_empty()).then_some(children),
    }
}

#[expect(deprecated, reason = "a field of the protocol that must be named")]
fn information(
    one: &FileSymbol,
    container_name: Option<String>,
    location: Location,
) -> SymbolInformation {
    SymbolInformation {
        name: one.name.clone(),
        kind: symbol_kind(one.kind),
        tags: None,
        deprecated: None,
        location,
        container_name,
    }
}

/// The symbols of all programs whose names contain a text, in either case.
#[expect(clippy::unnecessary_wraps, reason = "every answer has this form")]
pub(crate) fn workspace_symbols(
    context: &mut AnswerContext<'_>,
    params: &WorkspaceSymbolParams,
) -> Result<Option<WorkspaceSymbolResponse>, AnswerError> {
    let query = params.query.to_lowercase();
    let book = context.book();
    let mut found = Vec::new();
    for program in context.programs.all() {
        let sources = program.analysis.sources();
        for (name, file) in program.files() {
            for one in program.analysis.symbols(file) {
                let all = std::iter::once(&one).chain(&one.children);
                for symbol in all.filter(|one| one.name.to_lowercase().contains(&query)) {
                    let place = book.location(sources, symbol.name_span);
                    let container = Some(name.to_owned());
                    found.extend(place.map(|place| information(symbol, container, place)));
                }
            }
            if found.len() > SYMBOLS_MAX {
                break;
            }
        }
    }
    found.truncate(SYMBOLS_MAX);
    Ok(Some(WorkspaceSymbolResponse::Flat(found)))
}

pub(crate) fn folds(
    context: &mut AnswerContext<'_>,
    params: &FoldingRangeParams,
) -> Result<Option<Vec<FoldingRange>>, AnswerError> {
    let asked = context.file(&params.text_document.uri)?;
    let fold = |fold: jetan_ide::fold::FoldingRange| {
        let range = convert::range(asked.sources(), fold.span);
        FoldingRange {
            start_line: range.start.line,
            end_line: range.end.line,
            kind: match fold.kind {
                FoldKind::Comment => Some(FoldingRangeKind::Comment),
                FoldKind::Procedure | FoldKind::Macro | FoldKind::Segment => {
                    Some(FoldingRangeKind::Region)
                }
            },
            ..FoldingRange::default()
        }
    };
    Ok(Some(asked.analysis().folds(asked.file).into_iter().map(fold).collect()))
}
