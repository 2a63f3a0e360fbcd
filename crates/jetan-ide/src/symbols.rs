//! The contents of a file as a tree: procedures with their labels, data, macros, names for texts.

use jetan_asm::outline::{Symbol, SymbolKind};
use jetan_asm::{FileId, Span};

use crate::Analysis;
use crate::hover::heading;
use crate::page::shortened;

/// Something that a file defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name as the source spells it.
    pub name: String,
    /// The kind of the symbol.
    pub kind: EntryKind,
    /// Text shown beside it: parameters, a text, an address. May be empty.
    pub detail: String,
    /// The name where it is defined.
    pub name_span: Span,
    /// All of it.
    pub span: Span,
    /// The symbols nested in it.
    pub children: Vec<Entry>,
}

/// The kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// A label that is called, global, or `main`, with the code after it.
    Procedure,
    /// Another label of an instruction.
    Label,
    /// A label of data.
    Data,
    /// A macro.
    Macro,
    /// A name that stands for a text.
    Equivalent,
}

impl Analysis {
    /// The symbols of a file, in the order of the text; labels are nested in their procedures.
    pub fn symbols(&self, file: FileId) -> Vec<Entry> {
        let mut entries: Vec<Entry> = self.procedures(file).chain(self.others(file)).collect();
        entries.sort_by_key(|entry| (entry.name_span.start, entry.kind != EntryKind::Procedure));
        // The label of a procedure is listed twice, and the procedure comes first.
        entries.dedup_by_key(|entry| entry.name_span);
        nested(entries)
    }

    fn procedures(&self, file: FileId) -> impl Iterator<Item = Entry> {
        let all = self.outline.procedures.iter().filter(move |one| one.span.file == file);
        all.filter_map(|one| {
            let symbol = self.outline.symbols.get(one.symbol)?;
            self.is_written(symbol).then(|| Entry {
                kind: EntryKind::Procedure,
                span: one.span,
                ..label(symbol)
            })
        })
    }

    fn others(&self, file: FileId) -> impl Iterator<Item = Entry> {
        let outline = &self.outline;
        let symbols = outline.symbols.iter().filter(move |one| one.span.file == file);
        let symbols = symbols.filter(|symbol| self.is_written(symbol)).map(label);
        let macros = outline.macros.iter().filter(move |one| one.span.file == file);
        let macros = macros.map(|one| Entry {
            name: one.name.clone(),
            kind: EntryKind::Macro,
            detail: shortened(&heading(one)[one.name.len()..]),
            name_span: one.span,
            span: one.body,
            children: Vec::new(),
        });
        let equivalents = outline.equivalents.iter().filter(move |one| one.span.file == file);
        let equivalents = equivalents.map(|one| Entry {
            name: one.name.clone(),
            kind: EntryKind::Equivalent,
            detail: shortened(&one.text),
            name_span: one.span,
            span: one.span,
            children: Vec::new(),
        });
        symbols.chain(macros).chain(equivalents)
    }

    /// Whether a label stands in the text under its own name.
    fn is_written(&self, symbol: &Symbol) -> bool {
        self.sources.text(symbol.span) == symbol.name
    }
}

fn label(symbol: &Symbol) -> Entry {
    let kind = match symbol.kind {
        SymbolKind::Data => EntryKind::Data,
        SymbolKind::Text | SymbolKind::InMacro => EntryKind::Label,
    };
    Entry {
        name: symbol.name.clone(),
        kind,
        detail: symbol.address.map_or(String::new(), |address| format!("{address:#010x}")),
        name_span: symbol.span,
        span: symbol.span,
        children: Vec::new(),
    }
}

/// Puts labels into the procedure or macro they stand in.
fn nested(entries: Vec<Entry>) -> Vec<Entry> {
    let mut tree: Vec<Entry> = Vec::new();
    for entry in entries {
        match tree.last_mut() {
            Some(parent) if entry.kind == EntryKind::Label && entry.span.end <= parent.span.end => {
                parent.children.push(entry);
            }
            _ => tree.push(entry),
        }
    }
    tree
}
