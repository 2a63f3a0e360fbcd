//! Editor knowledge for the wire: what `jetan-ide` knows about the documents.

use jetan_asm::FileId;
use jetan_ide::classes::Class;
use jetan_ide::complete::ItemKind;
use jetan_ide::fold::FoldKind;
use jetan_ide::format::Style;
use jetan_ide::page::{Block, Page};
use jetan_ide::symbols::{Entry, EntryKind};
use jetan_ide::{Analysis, Edit};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::message::{Answer, Refusal};
use crate::position::{self, Position};
use crate::workbench::Desk;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InFile {
    path: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct At {
    path: String,
    position: Position,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rename {
    path: String,
    position: Position,
    name: String,
}

impl Desk<'_> {
    /// What is known of a document as it is now.
    fn analysis(&mut self, path: &str) -> Result<(&Analysis, FileId), Refusal> {
        if self.bench.documents.is_dirty() {
            self.bench.analyse(self.carrier);
        }
        let group = self.bench.documents.group_of(path);
        let found = group.and_then(|group| Some((&group.analysis, group.sources().id(path)?)));
        found.ok_or_else(|| Refusal::new("not-open", "this file is not open and not included"))
    }

    /// The same, and the byte at a position.
    fn place(&mut self, at: &At) -> Result<(&Analysis, FileId, u32), Refusal> {
        let (analysis, file) = self.analysis(&at.path)?;
        let offset = position::offset(analysis.sources(), file, at.position);
        Ok((analysis, file, offset))
    }
}

/// The blocks of a page; its title is the first.
fn blocks(page: &Page) -> Vec<Value> {
    let block = |block: &Block| match block {
        Block::Text(text) => json!({"text": text}),
        Block::Code(code) => json!({"code": code}),
        Block::Table(rows) => json!({"table": rows}),
    };
    let title = json!({"title": page.title, "kind": page.kind});
    std::iter::once(title).chain(page.blocks.iter().map(block)).collect()
}

/// Edits for the wire, each with the path of its file.
pub(crate) fn edits(analysis: &Analysis, edits: &[Edit]) -> Vec<Value> {
    let sources = analysis.sources();
    let edit = |edit: &Edit| {
        let mut wire = position::place(sources, edit.span);
        wire["text"] = Value::from(edit.text.as_str());
        wire
    };
    edits.iter().map(edit).collect()
}

fn class_name(class: Class) -> &'static str {
    match class {
        Class::Comment => "comment",
        Class::Instruction => "instruction",
        Class::PseudoInstruction => "pseudo",
        Class::Directive => "directive",
        Class::Register => "register",
        Class::Number => "number",
        Class::Character => "character",
        Class::String => "string",
        Class::LabelDefinition => "definition",
        Class::Label => "label",
        Class::Macro => "macro",
        Class::Parameter => "parameter",
        Class::Equivalent => "equivalent",
        Class::Unknown => "unknown",
        Class::Punctuation => "punctuation",
        Class::Error => "error",
    }
}

pub(crate) fn highlight(desk: &mut Desk<'_>, wanted: InFile) -> Answer {
    let (analysis, file) = desk.analysis(&wanted.path)?;
    let source = analysis.sources().file(file);
    let mut spans: Vec<u32> = Vec::new();
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
                spans.extend([line, column, column + units(from, to), word.class as u32]);
            }
        }
    }
    let classes = Class::ALL.map(class_name);
    let mut answer = json!({"classes": classes, "spans": spans});
    if let Some(version) = desk.bench.documents.version(&wanted.path) {
        answer["version"] = Value::from(version);
    }
    Ok(answer)
}

pub(crate) fn hover(desk: &mut Desk<'_>, at: At) -> Answer {
    let (analysis, file, offset) = desk.place(&at)?;
    let Some(hover) = analysis.hover(file, offset) else { return Ok(json!({})) };
    let span = position::span(analysis.sources(), hover.span);
    let mut answer = json!({"span": span, "blocks": blocks(&hover.page)});
    if let Some(more) = &hover.page.more {
        answer["more"] = Value::from(more.as_str());
    }
    Ok(answer)
}

pub(crate) fn complete(desk: &mut Desk<'_>, at: At) -> Answer {
    let (analysis, file, offset) = desk.place(&at)?;
    let completions = analysis.complete(file, offset);
    let span = position::span(analysis.sources(), completions.span);
    let kind = |kind: ItemKind| match kind {
        ItemKind::Instruction => "instruction",
        ItemKind::PseudoInstruction => "pseudo",
        ItemKind::Directive => "directive",
        ItemKind::Register => "register",
        ItemKind::Label => "label",
        ItemKind::Equivalent => "equivalent",
        ItemKind::Macro => "macro",
        ItemKind::Parameter => "parameter",
        ItemKind::Service => "service",
    };
    let mut items: Vec<Value> = completions
        .items
        .iter()
        .map(|item| {
            json!({
                "label": item.text, "insert": item.text, "kind": kind(item.kind),
                "detail": item.detail, "summary": item.summary,
            })
        })
        .collect();
    if completions.wants_file {
        let files = desk.carrier.list().map(|listing| listing.files).unwrap_or_default();
        let paths = files.into_iter().map(|entry| entry.path).filter(|path| path != &at.path);
        items.extend(paths.take(jetan_ide::complete::ITEMS_MAX).map(|path| {
            json!({"label": path, "insert": path, "kind": "file", "detail": "", "summary": ""})
        }));
    }
    Ok(json!({"span": span, "items": items, "isCut": completions.is_cut}))
}

pub(crate) fn signature(desk: &mut Desk<'_>, at: At) -> Answer {
    let (analysis, file, offset) = desk.place(&at)?;
    let Some(signatures) = analysis.signature(file, offset) else { return Ok(json!({})) };
    let forms = signatures.forms.iter().map(|form| {
        // Columns of the label, in UTF-16 units like all others.
        let column =
            |byte: usize| form.label.get(..byte).unwrap_or(&form.label).encode_utf16().count();
        let operands = form.operands.iter().map(|&(from, to)| [column(from), column(to)]);
        json!({
            "label": form.label, "summary": form.summary,
            "operands": operands.collect::<Vec<[usize; 2]>>(),
        })
    });
    Ok(json!({
        "forms": forms.collect::<Vec<Value>>(), "active": signatures.active,
        "operand": signatures.operand,
    }))
}

pub(crate) fn definition(desk: &mut Desk<'_>, at: At) -> Answer {
    let (analysis, file, offset) = desk.place(&at)?;
    let spans = analysis.definitions(file, offset);
    let places = spans.into_iter().map(|span| position::place(analysis.sources(), span));
    Ok(json!({"places": places.collect::<Vec<Value>>()}))
}

pub(crate) fn references(desk: &mut Desk<'_>, at: At) -> Answer {
    let (analysis, file, offset) = desk.place(&at)?;
    let definitions = analysis.definitions(file, offset);
    let spans = analysis.references(file, offset, true);
    let places = spans.into_iter().map(|span| {
        let mut wire = position::place(analysis.sources(), span);
        wire["isDefinition"] = Value::from(definitions.contains(&span));
        wire
    });
    Ok(json!({"places": places.collect::<Vec<Value>>()}))
}

pub(crate) fn rename(desk: &mut Desk<'_>, asked: Rename) -> Answer {
    let at = At { path: asked.path, position: asked.position };
    let (analysis, file, offset) = desk.place(&at)?;
    let renamed = analysis.rename(file, offset, &asked.name);
    let renamed = renamed.map_err(|refusal| Refusal::new("not-allowed", refusal.to_string()))?;
    Ok(json!({"edits": edits(analysis, &renamed)}))
}

pub(crate) fn symbols(desk: &mut Desk<'_>, wanted: InFile) -> Answer {
    let (analysis, file) = desk.analysis(&wanted.path)?;
    let entries = analysis.symbols(file);
    let symbols: Vec<Value> = entries.iter().map(|one| entry(analysis, one)).collect();
    let source = analysis.sources().file(file);
    let folds = analysis.folds(file).into_iter().map(|fold| {
        let kind = match fold.kind {
            FoldKind::Procedure => "procedure",
            FoldKind::Macro => "macro",
            FoldKind::Comment => "comment",
            FoldKind::Segment => "segment",
        };
        let line = |offset: u32| source.locate(offset).0 - 1;
        json!([line(fold.span.start), line(fold.span.end), kind])
    });
    Ok(json!({"symbols": symbols, "folds": folds.collect::<Vec<Value>>()}))
}

fn entry(analysis: &Analysis, of: &Entry) -> Value {
    let kind = match of.kind {
        EntryKind::Procedure => "procedure",
        EntryKind::Label => "label",
        EntryKind::Data => "data",
        EntryKind::Macro => "macro",
        EntryKind::Equivalent => "equivalent",
    };
    let children: Vec<Value> = of.children.iter().map(|child| entry(analysis, child)).collect();
    json!({
        "name": of.name, "kind": kind, "detail": of.detail,
        "span": position::span(analysis.sources(), of.name_span),
        "whole": position::span(analysis.sources(), of.span),
        "children": children,
    })
}

pub(crate) fn format(desk: &mut Desk<'_>, wanted: InFile) -> Answer {
    let (analysis, file) = desk.analysis(&wanted.path)?;
    let formatted = analysis.format(file, &Style::default());
    Ok(json!({"edits": edits(analysis, &formatted)}))
}
