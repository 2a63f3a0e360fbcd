//! Editor knowledge for the wire: what `jetan-ide` knows about the documents.

use jetan_asm::FileId;
use jetan_ide::classes::TokenClass;
use jetan_ide::complete::{CompletionProposal, ProposalKind};
use jetan_ide::fold::FoldKind;
use jetan_ide::format::FormatStyle;
use jetan_ide::page::{HoverBlock, HoverPage};
use jetan_ide::symbols::{FileSymbol, FileSymbolKind};
use jetan_ide::{Analysis, SourceEdit};
use jetan_wire::{
    AtPosition, CompletionItem, CompletionKind, Completions, Definitions, DocumentOutline, Edits,
    FailureCode, FileEdit, Highlighting, Hover, InFile, OutlineFold, OutlineSymbol, Reference,
    References, Rename, Signature, SignatureForm, SourceSpan, SymbolKind, WordClass,
};

use crate::message::{RequestAnswer, RequestError};
use crate::position;
use crate::workbench::RequestContext;

impl RequestContext<'_> {
    /// The analysis of a document as it is now.
    fn analysis(&mut self, path: &str) -> Result<(&Analysis, FileId), RequestError> {
        // An editor asks right after a change; answers about the text before it would put colours
        // in the wrong columns.
        if self.bench.documents.is_dirty() {
            self.bench.analyse(self.carrier);
        }
        let group = self.bench.documents.group_of(path);
        let found = group.and_then(|group| Some((&group.analysis, group.sources().id(path)?)));
        found.ok_or_else(|| {
            RequestError::new(FailureCode::NotOpen, "this file is not open and not included")
        })
    }

    /// The same, and the byte at a position.
    fn place(&mut self, at: &AtPosition) -> Result<(&Analysis, FileId, u32), RequestError> {
        let (analysis, file) = self.analysis(&at.path)?;
        let offset = position::offset(analysis.sources(), file, at.position);
        Ok((analysis, file, offset))
    }
}

/// The blocks of a page; its title is the first.
fn blocks(page: &HoverPage) -> Vec<jetan_wire::HoverPart> {
    let block = |block: &HoverBlock| match block {
        HoverBlock::Text(text) => jetan_wire::HoverPart::Text { text: text.clone() },
        HoverBlock::Code(code) => jetan_wire::HoverPart::Code { code: code.clone() },
        HoverBlock::Table(rows) => jetan_wire::HoverPart::Table { table: rows.clone() },
    };
    let title = jetan_wire::HoverPart::Title { title: page.title.clone(), kind: page.kind.clone() };
    std::iter::once(title).chain(page.blocks.iter().map(block)).collect()
}

/// Edits for the wire, each with the path of its file.
pub(crate) fn edits(analysis: &Analysis, edits: &[SourceEdit]) -> Vec<FileEdit> {
    edits.iter().map(|edit| position::edit(analysis.sources(), edit)).collect()
}

fn word_class(class: TokenClass) -> WordClass {
    match class {
        TokenClass::Comment => WordClass::Comment,
        TokenClass::Instruction => WordClass::Instruction,
        TokenClass::PseudoInstruction => WordClass::Pseudo,
        TokenClass::Directive => WordClass::Directive,
        TokenClass::Register => WordClass::Register,
        TokenClass::Number => WordClass::Number,
        TokenClass::Character => WordClass::Character,
        TokenClass::String => WordClass::String,
        TokenClass::LabelDefinition => WordClass::Definition,
        TokenClass::Label => WordClass::Label,
        TokenClass::Macro => WordClass::Macro,
        TokenClass::Parameter => WordClass::Parameter,
        TokenClass::Equivalent => WordClass::Equivalent,
        TokenClass::Unknown => WordClass::Unknown,
        TokenClass::Punctuation => WordClass::Punctuation,
        TokenClass::Error => WordClass::Error,
    }
}

pub(crate) fn highlight(
    context: &mut RequestContext<'_>,
    wanted: InFile,
) -> RequestAnswer<Highlighting> {
    let (analysis, file) = context.analysis(&wanted.path)?;
    let words = analysis.placed_classes(file);
    // Flat numbers and not objects: a long file has tens of thousands of words, and this is asked
    // for again after every edit.
    let spans = words.iter().flat_map(|word| [word.line, word.start, word.end, word.class as u32]);
    let spans = spans.collect();
    let version = context.bench.documents.version(&wanted.path);
    Ok(Highlighting { version, classes: TokenClass::ALL.map(word_class).to_vec(), spans })
}

pub(crate) fn hover(context: &mut RequestContext<'_>, at: AtPosition) -> RequestAnswer<Hover> {
    let (analysis, file, offset) = context.place(&at)?;
    let Some(hover) = analysis.hover(file, offset) else { return Ok(Hover::default()) };
    Ok(Hover {
        span: Some(position::span(analysis.sources(), hover.span)),
        blocks: Some(blocks(&hover.page)),
        more: hover.page.more.clone(),
    })
}

pub(crate) fn complete(
    context: &mut RequestContext<'_>,
    at: AtPosition,
) -> RequestAnswer<Completions> {
    let (analysis, file, offset) = context.place(&at)?;
    let completions = analysis.complete(file, offset);
    let span = position::span(analysis.sources(), completions.span);
    let kind = |kind: ProposalKind| match kind {
        ProposalKind::Instruction => CompletionKind::Instruction,
        ProposalKind::PseudoInstruction => CompletionKind::Pseudo,
        ProposalKind::Directive => CompletionKind::Directive,
        ProposalKind::Register => CompletionKind::Register,
        ProposalKind::Label => CompletionKind::Label,
        ProposalKind::Equivalent => CompletionKind::Equivalent,
        ProposalKind::Macro => CompletionKind::Macro,
        ProposalKind::Parameter => CompletionKind::Parameter,
        ProposalKind::Service => CompletionKind::Service,
    };
    let item = |item: CompletionProposal| CompletionItem {
        label: item.text.clone(),
        insert: item.text,
        kind: kind(item.kind),
        detail: item.detail,
        summary: item.summary,
    };
    let mut items: Vec<CompletionItem> = completions.items.into_iter().map(item).collect();
    if completions.wants_file {
        // No error for a folder that cannot be listed: completion then proposes nothing.
        let files = context.carrier.list().map(|listing| listing.files).unwrap_or_default();
        let paths = files.into_iter().map(|entry| entry.path).filter(|path| path != &at.path);
        items.extend(paths.take(jetan_ide::complete::ITEMS_MAX).map(|path| CompletionItem {
            label: path.clone(),
            insert: path,
            kind: CompletionKind::File,
            detail: String::new(),
            summary: String::new(),
        }));
    }
    Ok(Completions { span, items, is_cut: completions.is_cut })
}

pub(crate) fn signature(
    context: &mut RequestContext<'_>,
    at: AtPosition,
) -> RequestAnswer<Signature> {
    let (analysis, file, offset) = context.place(&at)?;
    let Some(signatures) = analysis.signature(file, offset) else {
        return Ok(Signature::default());
    };
    let forms = signatures.forms.iter().map(|form| {
        // Columns of the label, in UTF-16 units like all others.
        let column =
            |byte: usize| form.label.get(..byte).unwrap_or(&form.label).encode_utf16().count();
        let operands = form.operands.iter().map(|&(from, to)| (column(from), column(to)));
        SignatureForm {
            label: form.label.clone(),
            summary: form.summary.clone(),
            operands: operands.collect(),
        }
    });
    Ok(Signature {
        forms: Some(forms.collect()),
        active: Some(signatures.active),
        operand: Some(signatures.operand),
    })
}

pub(crate) fn definition(
    context: &mut RequestContext<'_>,
    at: AtPosition,
) -> RequestAnswer<Definitions> {
    let (analysis, file, offset) = context.place(&at)?;
    let spans = analysis.definitions(file, offset);
    let places = spans.into_iter().map(|span| position::place(analysis.sources(), span));
    Ok(Definitions { places: places.collect() })
}

pub(crate) fn references(
    context: &mut RequestContext<'_>,
    at: AtPosition,
) -> RequestAnswer<References> {
    let (analysis, file, offset) = context.place(&at)?;
    let definitions = analysis.definitions(file, offset);
    let spans = analysis.references(file, offset, true);
    let places = spans.into_iter().map(|found| {
        let SourceSpan { path, span } = position::place(analysis.sources(), found);
        Reference { path, span, is_definition: definitions.contains(&found) }
    });
    Ok(References { places: places.collect() })
}

pub(crate) fn rename(context: &mut RequestContext<'_>, asked: Rename) -> RequestAnswer<Edits> {
    let at = AtPosition { path: asked.path, position: asked.position };
    let (analysis, file, offset) = context.place(&at)?;
    let renamed = analysis.rename(file, offset, &asked.name);
    let renamed = renamed
        .map_err(|refusal| RequestError::new(FailureCode::NotAllowed, refusal.to_string()))?;
    Ok(Edits { edits: edits(analysis, &renamed) })
}

pub(crate) fn symbols(
    context: &mut RequestContext<'_>,
    wanted: InFile,
) -> RequestAnswer<DocumentOutline> {
    let (analysis, file) = context.analysis(&wanted.path)?;
    let entries = analysis.symbols(file);
    let symbols = entries.iter().map(|one| entry(analysis, one)).collect();
    let source = analysis.sources().file(file);
    let folds = analysis.folds(file).into_iter().map(|fold| {
        let kind = match fold.kind {
            FoldKind::Procedure => jetan_wire::FoldKind::Procedure,
            FoldKind::Macro => jetan_wire::FoldKind::Macro,
            FoldKind::Comment => jetan_wire::FoldKind::Comment,
            FoldKind::Segment => jetan_wire::FoldKind::Segment,
        };
        let line = |offset: u32| source.locate(offset).0 - 1;
        OutlineFold(line(fold.span.start), line(fold.span.end), kind)
    });
    Ok(DocumentOutline { symbols, folds: folds.collect() })
}

fn entry(analysis: &Analysis, of: &FileSymbol) -> OutlineSymbol {
    let kind = match of.kind {
        FileSymbolKind::Procedure => SymbolKind::Procedure,
        FileSymbolKind::Label => SymbolKind::Label,
        FileSymbolKind::Data => SymbolKind::Data,
        FileSymbolKind::Macro => SymbolKind::Macro,
        FileSymbolKind::Equivalent => SymbolKind::Equivalent,
    };
    OutlineSymbol {
        name: of.name.clone(),
        kind,
        detail: of.detail.clone(),
        span: position::span(analysis.sources(), of.name_span),
        whole: position::span(analysis.sources(), of.span),
        children: of.children.iter().map(|child| entry(analysis, child)).collect(),
    }
}

pub(crate) fn format(context: &mut RequestContext<'_>, wanted: InFile) -> RequestAnswer<Edits> {
    let (analysis, file) = context.analysis(&wanted.path)?;
    let formatted = analysis.format(file, &FormatStyle::default());
    Ok(Edits { edits: edits(analysis, &formatted) })
}
