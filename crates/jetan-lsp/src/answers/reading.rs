//! What is shown beside the text: hovers, signatures, hints, commands.

use jetan_asm::Span;
use jetan_asm::outline::{StatementKind, SymbolKind};
use jetan_ide::hint::LineHintKind;
use lsp_types::{
    CodeLens, CodeLensParams, Command, Documentation, Hover, HoverContents, HoverParams, InlayHint,
    InlayHintLabel, InlayHintParams, ParameterInformation, ParameterLabel, SignatureHelp,
    SignatureHelpParams, SignatureInformation,
};
use serde_json::json;

use super::{AnswerContext, AnswerError, AskedFile};
use crate::convert;

/// The commands that an editor offers at the start of a program, which its extension carries out
/// with the URI of the file.
const COMMANDS: [(&str, &str); 3] =
    [("Run", "jetan.run"), ("Debug", "jetan.debug"), ("Check", "jetan.check")];

pub(crate) fn hover(
    context: &mut AnswerContext<'_>,
    params: &HoverParams,
) -> Result<Option<Hover>, AnswerError> {
    let (asked, offset) = context.place(&params.text_document_position_params)?;
    let found = asked.analysis().hover(asked.file, offset);
    Ok(found.map(|hover| Hover {
        contents: HoverContents::Markup(convert::page(&hover.page, context.client.hover_markdown)),
        range: Some(convert::range(asked.sources(), hover.span)),
    }))
}

pub(crate) fn signature(
    context: &mut AnswerContext<'_>,
    params: &SignatureHelpParams,
) -> Result<Option<SignatureHelp>, AnswerError> {
    let (asked, offset) = context.place(&params.text_document_position_params)?;
    let Some(help) = asked.analysis().signature(asked.file, offset) else { return Ok(None) };
    let signatures = help.forms.into_iter().map(|form| {
        let column =
            |byte: usize| form.label.get(..byte).unwrap_or(&form.label).encode_utf16().count();
        let operands = form.operands.iter().map(|&(from, to)| ParameterInformation {
            label: ParameterLabel::LabelOffsets([column(from) as u32, column(to) as u32]),
            documentation: None,
        });
        SignatureInformation {
            parameters: Some(operands.collect()),
            documentation: (!form.summary.is_empty())
                .then_some(Documentation::String(form.summary)),
            label: form.label,
            active_parameter: None,
        }
    });
    Ok(Some(SignatureHelp {
        signatures: signatures.collect(),
        active_signature: Some(help.active as u32),
        active_parameter: Some(help.operand as u32),
    }))
}

pub(crate) fn hints(
    context: &mut AnswerContext<'_>,
    params: &InlayHintParams,
) -> Result<Option<Vec<InlayHint>>, AnswerError> {
    let asked = context.file(&params.text_document.uri)?;
    let found = asked.analysis().hints(asked.file, AskedFile::lines(params.range));
    let hint = |hint: jetan_ide::hint::LineHint| {
        let Span { file, start, end } =
            Span { file: asked.file, start: hint.offset, end: hint.offset };
        let label = match hint.kind {
            LineHintKind::Address => hint.text,
            LineHintKind::Expansion => format!("= {}", hint.text),
        };
        InlayHint {
            position: convert::range(asked.sources(), Span { file, start, end }).start,
            label: InlayHintLabel::String(label),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: Some(true),
            padding_right: None,
            data: None,
        }
    };
    Ok(Some(found.into_iter().map(hint).collect()))
}

pub(crate) fn lenses(
    context: &mut AnswerContext<'_>,
    params: &CodeLensParams,
) -> Result<Option<Vec<CodeLens>>, AnswerError> {
    let asked = context.file(&params.text_document.uri)?;
    let Some(start) = start_of_program(&asked) else { return Ok(Some(Vec::new())) };
    let range = convert::range(asked.sources(), start);
    let lens = |(title, command): (&str, &str)| CodeLens {
        range,
        command: Some(Command {
            title: title.to_owned(),
            command: command.to_owned(),
            arguments: Some(vec![json!(params.text_document.uri)]),
        }),
        data: None,
    };
    Ok(Some(COMMANDS.map(lens).to_vec()))
}

/// `main` in the file, or the first instruction of a file that is a program by itself.
fn start_of_program(asked: &AskedFile<'_>) -> Option<Span> {
    let outline = asked.analysis().outline();
    let main = outline.symbols.iter().find(|symbol| {
        symbol.name == "main" && symbol.kind == SymbolKind::Text && symbol.span.file == asked.file
    });
    let is_alone = asked.sources().roots() == [asked.file];
    let first = || {
        let mut statements = outline.statements.iter().filter(|one| one.span.file == asked.file);
        statements.find(|one| matches!(one.kind, StatementKind::Instruction | StatementKind::Call))
    };
    match main {
        Some(main) => Some(main.span),
        None if is_alone => first().map(|statement| statement.span),
        None => None,
    }
}
