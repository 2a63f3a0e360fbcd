//! Name resolution: targets of uses, extents of procedures, addresses of statements.

use jetan_order::SharedSort;
use rustc_hash::{FxHashMap, FxHashSet};

use super::survey::{NameUse, SourceSurvey, UseRole};
use super::{
    NameReference, OutlineLabel, OutlineProcedure, ReferenceTarget, SourceOutline, StatementKind,
    SymbolKind,
};
use crate::layout::LayoutPass;
use crate::source::{FileId, SourceSet, Span};
use crate::symbols::SymbolTable;

/// The meanings of names: those of a unit, of a macro's body, or of all files.
type ScopedNames<'a> = FxHashMap<(usize, &'a str), usize>;

/// The scope of global labels, beside the units.
const GLOBAL: usize = usize::MAX;

struct Scopes<'a> {
    sources: &'a SourceSet,
    macros: ScopedNames<'a>,
    equivalents: ScopedNames<'a>,
    /// The labels inside the body of each macro.
    body_labels: ScopedNames<'a>,
    /// By unit, or [`GLOBAL`].
    labels: ScopedNames<'a>,
}

pub(super) fn resolve(survey: SourceSurvey, layout: &LayoutPass) -> SourceOutline {
    let sources = layout.store.sources;
    let (mut symbols, scopes_of) = symbols(layout);
    let first_body_label = symbols.len();
    let mut scopes = Scopes::of(sources, &survey);
    for (idx, (scope, symbol)) in scopes_of.iter().zip(&symbols).enumerate() {
        // The first definition counts; a second one in the same scope is an error.
        scopes.labels.entry((*scope, symbol.name.as_str())).or_insert(idx);
    }
    for (idx, label) in survey.body_labels.iter().enumerate() {
        let name = sources.text(label.span);
        scopes.body_labels.entry((label.within, name)).or_insert(first_body_label + idx);
    }
    let references: Vec<NameReference> = survey
        .uses
        .iter()
        .filter_map(|one| {
            let target = scopes.target(one, &survey)?;
            Some(NameReference { span: one.span, target, is_call: one.role == UseRole::Called })
        })
        .collect();
    // It borrows the names of `symbols`, which grows below.
    drop(scopes);
    symbols.extend(survey.body_labels.iter().map(|label| OutlineLabel {
        name: sources.text(label.span).to_owned(),
        kind: SymbolKind::InMacro,
        address: None,
        span: label.span,
        root: survey.readers[label.span.file.index()].first().map(|&unit| layout.units[unit].root),
    }));
    let mut outline = SourceOutline {
        symbols,
        macros: survey.macros,
        equivalents: survey.equivalents,
        includes: survey.includes,
        procedures: Vec::new(),
        statements: survey.statements,
        references,
    };
    complete_statements(&mut outline, layout);
    outline.procedures = procedures(&outline, layout);
    outline
}

/// All labels that have an address, each with the scope it can be found in.
fn symbols(layout: &LayoutPass) -> (Vec<OutlineLabel>, Vec<usize>) {
    let mut symbols = Vec::new();
    let mut scopes = Vec::new();
    let mut add = |table: &SymbolTable, scope: usize, root: Option<FileId>| {
        for entry in table.entries() {
            scopes.push(scope);
            symbols.push(OutlineLabel {
                name: layout.names.text(entry.name).to_owned(),
                kind: if entry.is_data { SymbolKind::Data } else { SymbolKind::Text },
                address: Some(entry.address),
                span: layout.store.span(entry.site),
                root,
            });
        }
    };
    for (unit, one) in layout.units.iter().enumerate() {
        add(&one.symbols, unit, Some(one.root));
    }
    add(&layout.globals, GLOBAL, None);
    (symbols, scopes)
}

impl<'a> Scopes<'a> {
    fn of(sources: &'a SourceSet, survey: &SourceSurvey) -> Scopes<'a> {
        let scoped = |spans: &mut dyn Iterator<Item = Span>| {
            let mut names = ScopedNames::default();
            for (idx, span) in spans.enumerate() {
                // A file that several units include defines its names in each of them.
                for &unit in &survey.readers[span.file.index()] {
                    names.entry((unit, sources.text(span))).or_insert(idx);
                }
            }
            names
        };
        let macros = scoped(&mut survey.macros.iter().map(|one| one.span));
        let equivalents = scoped(&mut survey.equivalents.iter().map(|one| one.span));
        let (body_labels, labels) = (ScopedNames::default(), ScopedNames::default());
        Scopes { sources, macros, equivalents, body_labels, labels }
    }

    /// The meaning of a word; `None` if it is not a use of a name at all.
    fn target(&self, one: &NameUse, survey: &SourceSurvey) -> Option<ReferenceTarget> {
        let name = self.sources.text(one.span);
        let parameter = one.within.and_then(|within| {
            let listed = survey.macros[within].parameters.iter().position(|(p, _)| p == name);
            listed.map(|parameter| ReferenceTarget::Parameter(within, parameter))
        });
        let body_label = || {
            let within = one.within.filter(|_| one.role != UseRole::First)?;
            self.body_labels.get(&(within, name)).map(|&idx| ReferenceTarget::Symbol(idx))
        };
        let callee = || {
            let macros = self.macros.get(&(one.unit, name)).filter(|_| one.role == UseRole::First);
            macros.map(|&idx| ReferenceTarget::Macro(idx))
        };
        let equivalent =
            || self.equivalents.get(&(one.unit, name)).map(|&idx| ReferenceTarget::Equivalent(idx));
        let label = || {
            let local = self.labels.get(&(one.unit, name));
            let found = local.or_else(|| self.labels.get(&(GLOBAL, name)));
            found.filter(|_| one.role != UseRole::First).map(|&idx| ReferenceTarget::Symbol(idx))
        };
        let is_label = matches!(one.role, UseRole::Operand | UseRole::Called);
        // The order in which the assembler would replace or look up the word.
        parameter
            .or_else(body_label)
            .or_else(callee)
            .or_else(equivalent)
            .or_else(label)
            .or(is_label.then_some(ReferenceTarget::Nothing))
    }
}

/// Marks macro calls, and gives statements their forms and the addresses of what they made.
fn complete_statements(outline: &mut SourceOutline, layout: &LayoutPass) {
    let store = &layout.store;
    let mut addresses = FxHashMap::default();
    let mut forms = FxHashMap::default();
    for statement in &layout.statements {
        let line = store.line_span(store.outermost(statement.line));
        // A line can make many instructions; the first of its first call is the one to show.
        addresses.entry((line.file, line.start)).or_insert(statement.address);
        let own = store.line_span(statement.line);
        forms.entry((own.file, own.start)).or_insert(statement.form);
    }
    let calls: FxHashSet<(FileId, u32)> = outline
        .references
        .iter()
        .filter(|reference| matches!(reference.target, ReferenceTarget::Macro(_)))
        .map(|reference| (reference.span.file, reference.span.start))
        .collect();
    for statement in &mut outline.statements {
        let Span { file, start, .. } = statement.span;
        let source = store.sources.file(file);
        let (number, _) = source.locate(start);
        let line = source.lines().get(number as usize - 1);
        statement.address = line.and_then(|line| addresses.get(&(file, line.0))).copied();
        statement.form = line.and_then(|line| forms.get(&(file, line.0))).copied();
        if calls.contains(&(file, start)) {
            statement.kind = StatementKind::Call;
        }
    }
}

/// The procedures, each ending before the next one of its file.
fn procedures(outline: &SourceOutline, layout: &LayoutPass) -> Vec<OutlineProcedure> {
    let called: FxHashSet<usize> = outline
        .references
        .iter()
        .filter(|reference| reference.is_call)
        .filter_map(|reference| match reference.target {
            ReferenceTarget::Symbol(symbol) => Some(symbol),
            _ => None,
        })
        .collect();
    let is_entry = |(idx, symbol): &(usize, &OutlineLabel)| {
        symbol.kind == SymbolKind::Text
            && (called.contains(idx) || symbol.root.is_none() || symbol.name == "main")
    };
    let mut entries: Vec<(usize, Span)> = outline
        .symbols
        .iter()
        .enumerate()
        .filter(is_entry)
        .map(|(idx, symbol)| (idx, symbol.span))
        .collect();
    // Spans compare by file and then by position, so that procedures of a file are neighbours.
    entries.shared_sort_by_key(|&(_, span)| span);
    let mut ends: FxHashMap<FileId, Vec<(u32, u32)>> = FxHashMap::default();
    for statement in &outline.statements {
        if matches!(statement.kind, StatementKind::Instruction | StatementKind::Call) {
            let Span { file, start, end } = statement.span;
            ends.entry(file).or_default().push((start, end));
        }
    }
    let last_end = |file: FileId, before: u32| {
        let code = ends.get(&file)?;
        let (_, end) = code[..code.partition_point(|&(start, _)| start < before)].last()?;
        Some(*end)
    };
    let mut procedures = Vec::with_capacity(entries.len());
    for (at, &(symbol, span)) in entries.iter().enumerate() {
        let next = entries.get(at + 1).filter(|(_, other)| other.file == span.file);
        let text_end = layout.store.sources.file(span.file).text().len() as u32;
        let end = last_end(span.file, next.map_or(text_end, |(_, other)| other.start));
        // A label without code after it is a procedure as long as its name.
        let end = end.unwrap_or(span.end).max(span.end);
        procedures.push(OutlineProcedure { symbol, span: Span { end, ..span } });
    }
    procedures
}
