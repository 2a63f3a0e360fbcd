//! The contents of a file as a tree: procedures with their labels, data, macros, names for texts.

use jetan_asm::outline::{OutlineLabel, SymbolKind};
use jetan_asm::{FileId, Span};
use jetan_order::SharedSort;

use crate::Analysis;
use crate::hover::heading;
use crate::page::shortened;

/// Something that a file defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSymbol {
    /// The name as the source spells it.
    pub name: String,
    /// The kind of the symbol.
    pub kind: FileSymbolKind,
    /// Text shown beside it: parameters, a text, an address. May be empty.
    pub detail: String,
    /// The name where it is defined.
    pub name_span: Span,
    /// All of it.
    pub span: Span,
    /// The symbols nested in it.
    pub children: Vec<FileSymbol>,
}

/// The kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileSymbolKind {
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
    pub fn symbols(&self, file: FileId) -> Vec<FileSymbol> {
        let mut entries: Vec<FileSymbol> = self.procedures(file).chain(self.others(file)).collect();
        entries.shared_sort_by_key(|entry| {
            (entry.name_span.start, entry.kind != FileSymbolKind::Procedure)
        });
        // The label of a procedure is listed twice, and the procedure comes first.
        entries.dedup_by_key(|entry| entry.name_span);
        nested(entries)
    }

    fn procedures(&self, file: FileId) -> impl Iterator<Item = FileSymbol> {
        let all = self.outline.procedures.iter().filter(move |one| one.span.file == file);
        all.filter_map(|one| {
            let symbol = self.outline.symbols.get(one.symbol)?;
            self.is_written(symbol).then(|| FileSymbol {
                kind: FileSymbolKind::Procedure,
                span: one.span,
                ..label(symbol)
            })
        })
    }

    fn others(&self, file: FileId) -> impl Iterator<Item = FileSymbol> {
        let outline = &self.outline;
        let symbols = outline.symbols.iter().filter(move |one| one.span.file == file);
        let symbols = symbols.filter(|symbol| self.is_written(symbol)).map(label);
        let macros = outline.macros.iter().filter(move |one| one.span.file == file);
        let macros = macros.map(|one| FileSymbol {
            name: one.name.clone(),
            kind: FileSymbolKind::Macro,
            detail: shortened(&heading(one)[one.name.len()..]),
            name_span: one.span,
            span: one.body,
            children: Vec::new(),
        });
        let equivalents = outline.equivalents.iter().filter(move |one| one.span.file == file);
        let equivalents = equivalents.map(|one| FileSymbol {
            name: one.name.clone(),
            kind: FileSymbolKind::Equivalent,
            detail: shortened(&one.text),
            name_span: one.span,
            span: one.span,
            children: Vec::new(),
        });
        symbols.chain(macros).chain(equivalents)
    }

    /// Whether a label stands in the text under its own name.
    fn is_written(&self, symbol: &OutlineLabel) -> bool {
        self.sources.text(symbol.span) == symbol.name
    }
}

fn label(symbol: &OutlineLabel) -> FileSymbol {
    let kind = match symbol.kind {
        SymbolKind::Data => FileSymbolKind::Data,
        SymbolKind::Text | SymbolKind::InMacro => FileSymbolKind::Label,
    };
    FileSymbol {
        name: symbol.name.clone(),
        kind,
        detail: symbol.address.map_or(String::new(), |address| format!("{address:#010x}")),
        name_span: symbol.span,
        span: symbol.span,
        children: Vec::new(),
    }
}

/// Puts labels into the procedure or macro they stand in.
fn nested(entries: Vec<FileSymbol>) -> Vec<FileSymbol> {
    let mut tree: Vec<FileSymbol> = Vec::new();
    for entry in entries {
        match tree.last_mut() {
            Some(parent)
                if entry.kind == FileSymbolKind::Label && entry.span.end <= parent.span.end =>
            {
                parent.children.push(entry);
            }
            _ => tree.push(entry),
        }
    }
    tree
}
