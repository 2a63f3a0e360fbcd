//! Editor knowledge for the wire: what `jetan-ide` knows about the documents.

use jetan_asm::FileId;
use jetan_ide::classes::Class;
use jetan_ide::complete::{Item, ItemKind};
use jetan_ide::fold::FoldKind;
use jetan_ide::format::Style;
use jetan_ide::page::{Block, Page};
use jetan_ide::symbols::{Entry, EntryKind};
use jetan_ide::{Analysis, Edit};
use jetan_wire::{
    AtPosition, Code, CompletionItem, CompletionKind, Completions, Definitions, Edits, FileEdit,
    Fold, Form, Highlighting, Hover, InFile, Outline, OutlineSymbol, Reference, References, Rename,
    Signature, SourceSpan, SymbolKind, WordClass,
};

use crate::message::{Answer, Refusal};
use crate::position;
use crate::workbench::Desk;

impl Desk<'_> {
    /// The analysis of a document as it is now.
    fn analysis(&mut self, path: &str) -> Result<(&Analysis, FileId), Refusal> {
        // An editor asks right after a change; answers about the text before it would put colours
        // in the wrong columns.
        if self.bench.documents.is_dirty() {
            self.bench.analyse(self.carrier);
        }
        let group = self.bench.documents.group_of(path);
        let found = group.and_then(|group| Some((&group.analysis, group.sources().id(path)?)));
        found.ok_or_else(|| Refusal::new(Code::NotOpen, "this file is not open and not included"))
    }

    /// The same, and the byte at a position.
    fn place(&mut self, at: &AtPosition) -> Result<(&Analysis, FileId, u32), Refusal> {
        let (analysis, file) = self.analysis(&at.path)?;
        let offset = position::offset(analysis.sources(), file, at.position);
        Ok((analysis, file, offset))
    }
}

/// The blocks of a page; its title is the first.
fn blocks(page: &Page) -> Vec<jetan_wire::Block> {
    let block = |block: &Block| match block {
        Block::Text(text) => jetan_wire::Block::Text { text: text.clone() },
        Block::Code(code) => jetan_wire::Block::Code { code: code.clone() },
        Block::Table(rows) => jetan_wire::Block::Table { table: rows.clone() },
    };
    let title = jetan_wire::Block::Title { title: page.title.clone(), kind: page.kind.clone() };
    std::iter::once(title).chain(page.blocks.iter().map(block)).collect()
}

/// Edits for the wire, each with the path of its file.
pub(crate) fn edits(analysis: &Analysis, edits: &[Edit]) -> Vec<FileEdit> {
    edits.iter().map(|edit| position::edit(analysis.sources(), edit)).collect()
}

fn word_class(class: Class) -> WordClass {
    match class {
        Class::Comment => WordClass::Comment,
        Class::Instruction => WordClass::Instruction,
        Class::PseudoInstruction => WordClass::Pseudo,
        Class::Directive => WordClass::Directive,
        Class::Register => WordClass::Register,
        Class::Number => WordClass::Number,
        Class::Character => WordClass::Character,
        Class::String => WordClass::String,
        Class::LabelDefinition => WordClass::Definition,
        Class::Label => WordClass::Label,
        Class::Macro => WordClass::Macro,
        Class::Parameter => WordClass::Parameter,
        Class::Equivalent => WordClass::Equivalent,
        Class::Unknown => WordClass::Unknown,
        Class::Punctuation => WordClass::Punctuation,
        Class::Error => WordClass::Error,
    }
}

pub(crate) fn highlight(desk: &mut Desk<'_>, wanted: InFile) -> Answer<Highlighting> {
    let (analysis, file) = desk.analysis(&wanted.path)?;
    let source = analysis.sources().file(file);
    let mut spans: Vec<u32> = Vec::new();
    // Words and lines are both in order, so one pass over the two is enough, also for long files.
    let mut lines = source.lines().iter().zip(0u32..).peekable();
    for word in analysis.classes(file) {
        // A comment over several lines is a word on each of them.
        while lines.peek().is_some_and(|((_, end), _)| *end < word.start) {
            lines.next();
        }
        for (&(start, end), line) in lines.clone().take_while(|((start, _), _)| *start < word.end) {
            let (from, to) = (word.start.max(start), word.end.min(end));
            let units = |from: u32, to: u32| {
                let text = source.text().get(from as usize..to as usize).unwrap_or("");
                text.encode_utf16().count() as u32
            };
            if from < to {
                let column = units(start, from);
                // Flat numbers and not objects: a long file has tens of thousands of words, and
                // this is asked for again after every edit.
                spans.extend([line, column, column + units(from, to), word.class as u32]);
            }
        }
    }
    let version = desk.bench.documents.version(&wanted.path);
    Ok(Highlighting { version, classes: Class::ALL.map(word_class).to_vec(), spans })
}

pub(crate) fn hover(desk: &mut Desk<'_>, at: AtPosition) -> Answer<Hover> {
    let (analysis, file, offset) = desk.place(&at)?;
    let Some(hover) = analysis.hover(file, offset) else { return Ok(Hover::default()) };
    Ok(Hover {
        span: Some(position::span(analysis.sources(), hover.span)),
        blocks: Some(blocks(&hover.page)),
        more: hover.page.more.clone(),
    })
}

pub(crate) fn complete(desk: &mut Desk<'_>, at: AtPosition) -> Answer<Completions> {
    let (analysis, file, offset) = desk.place(&at)?;
    let completions = analysis.complete(file, offset);
    let span = position::span(analysis.sources(), completions.span);
    let kind = |kind: ItemKind| match kind {
        ItemKind::Instruction => CompletionKind::Instruction,
        ItemKind::PseudoInstruction => CompletionKind::Pseudo,
        ItemKind::Directive => CompletionKind::Directive,
        ItemKind::Register => CompletionKind::Register,
        ItemKind::Label => CompletionKind::Label,
        ItemKind::Equivalent => CompletionKind::Equivalent,
        ItemKind::Macro => CompletionKind::Macro,
        ItemKind::Parameter => CompletionKind::Parameter,
        ItemKind::Service => CompletionKind::Service,
    };
    let item = |item: Item| CompletionItem {
        label: item.text.clone(),
        insert: item.text,
        kind: kind(item.kind),
        detail: item.detail,
        summary: item.summary,
    };
    let mut items: Vec<CompletionItem> = completions.items.into_iter().map(item).collect();
    if completions.wants_file {
        // No error for a folder that cannot be listed: completion then proposes nothing.
        let files = desk.carrier.list().map(|listing| listing.files).unwrap_or_default();
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

pub(crate) fn signature(desk: &mut Desk<'_>, at: AtPosition) -> Answer<Signature> {
    let (analysis, file, offset) = desk.place(&at)?;
    let Some(signatures) = analysis.signature(file, offset) else {
        return Ok(Signature::default());
    };
    let forms = signatures.forms.iter().map(|form| {
        // Columns of the label, in UTF-16 units like all others.
        let column =
            |byte: usize| form.label.get(..byte).unwrap_or(&form.label).encode_utf16().count();
        let operands = form.operands.iter().map(|&(from, to)| (column(from), column(to)));
        Form {
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

pub(crate) fn definition(desk: &mut Desk<'_>, at: AtPosition) -> Answer<Definitions> {
    let (analysis, file, offset) = desk.place(&at)?;
    let spans = analysis.definitions(file, offset);
    let places = spans.into_iter().map(|span| position::place(analysis.sources(), span));
    Ok(Definitions { places: places.collect() })
}

pub(crate) fn references(desk: &mut Desk<'_>, at: AtPosition) -> Answer<References> {
    let (analysis, file, offset) = desk.place(&at)?;
    let definitions = analysis.definitions(file, offset);
    let spans = analysis.references(file, offset, true);
    let places = spans.into_iter().map(|found| {
        let SourceSpan { path, span } = position::place(analysis.sources(), found);
        Reference { path, span, is_definition: definitions.contains(&found) }
    });
    Ok(References { places: places.collect() })
}

pub(crate) fn rename(desk: &mut Desk<'_>, asked: Rename) -> Answer<Edits> {
    let at = AtPosition { path: asked.path, position: asked.position };
    let (analysis, file, offset) = desk.place(&at)?;
    let renamed = analysis.rename(file, offset, &asked.name);
    let renamed = renamed.map_err(|refusal| Refusal::new(Code::NotAllowed, refusal.to_string()))?;
    Ok(Edits { edits: edits(analysis, &renamed) })
}

pub(crate) fn symbols(desk: &mut Desk<'_>, wanted: InFile) -> Answer<Outline> {
    let (analysis, file) = desk.analysis(&wanted.path)?;
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
        Fold(line(fold.span.start), line(fold.span.end), kind)
    });
    Ok(Outline { symbols, folds: folds.collect() })
}

fn entry(analysis: &Analysis, of: &Entry) -> OutlineSymbol {
    let kind = match of.kind {
        EntryKind::Procedure => SymbolKind::Procedure,
        EntryKind::Label => SymbolKind::Label,
        EntryKind::Data => SymbolKind::Data,
        EntryKind::Macro => SymbolKind::Macro,
        EntryKind::Equivalent => SymbolKind::Equivalent,
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

pub(crate) fn format(desk: &mut Desk<'_>, wanted: InFile) -> Answer<Edits> {
    let (analysis, file) = desk.analysis(&wanted.path)?;
    let formatted = analysis.format(file, &Style::default());
    Ok(Edits { edits: edits(analysis, &formatted) })
}
