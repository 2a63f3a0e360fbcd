//! Every occurrence of a name with its meaning, by position.

use jetan_asm::outline::{ReferenceTarget, SymbolKind};
use jetan_asm::{FileId, SourceOutline, SourceSet, Span};
use jetan_order::SharedSort;
use rustc_hash::FxHashMap;

/// A name in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Occurrence {
    pub(crate) span: Span,
    /// The meaning of the name; of several definitions in one position always the same one.
    pub(crate) target: ReferenceTarget,
    pub(crate) is_definition: bool,
}

/// All names of the sources.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameIndex {
    /// By file and place, each place once.
    occurrences: Vec<Occurrence>,
    /// By file: the root that reads it first; `None` if none does.
    roots: Vec<Option<FileId>>,
}

impl NameIndex {
    pub(crate) fn of(sources: &SourceSet, outline: &SourceOutline) -> NameIndex {
        let roots = roots(sources, outline);
        let canon = CanonicalTargets::of(outline, &roots);
        let mut occurrences = Vec::new();
        let mut add = |span: Span, target: ReferenceTarget, is_definition: bool| {
            let target = canon.target(target);
            occurrences.push(Occurrence { span, target, is_definition });
        };
        for (idx, symbol) in outline.symbols.iter().enumerate() {
            // What a macro call made is written nowhere: its place is that of the macro's label.
            if sources.text(symbol.span) == symbol.name {
                add(symbol.span, ReferenceTarget::Symbol(idx), true);
            }
        }
        for (idx, one) in outline.macros.iter().enumerate() {
            add(one.span, ReferenceTarget::Macro(idx), true);
            for (parameter, (_, span)) in one.parameters.iter().enumerate() {
                add(*span, ReferenceTarget::Parameter(idx, parameter), true);
            }
        }
        for (idx, one) in outline.equivalents.iter().enumerate() {
            add(one.span, ReferenceTarget::Equivalent(idx), true);
        }
        for reference in &outline.references {
            add(reference.span, reference.target, false);
        }
        // Definitions first, so that of several meanings in one place the definition is kept.
        occurrences.shared_sort_by_key(|one| (one.span, !one.is_definition));
        occurrences.dedup_by_key(|one| one.span);
        NameIndex { occurrences, roots }
    }

    /// The name that holds an offset, or ends there.
    pub(crate) fn at(&self, file: FileId, offset: u32) -> Option<Occurrence> {
        let after = self
            .occurrences
            .partition_point(|one| (one.span.file, one.span.start) <= (file, offset));
        let found = *self.occurrences.get(after.checked_sub(1)?)?;
        (found.span.file == file && offset <= found.span.end).then_some(found)
    }

    /// Every place where something is named, in order.
    pub(crate) fn of_target(&self, target: ReferenceTarget) -> impl Iterator<Item = Occurrence> {
        self.occurrences.iter().copied().filter(move |one| one.target == target)
    }

    /// The names of one file, in order.
    pub(crate) fn in_file(&self, file: FileId) -> &[Occurrence] {
        let start = self.occurrences.partition_point(|one| one.span.file < file);
        let end = self.occurrences.partition_point(|one| one.span.file <= file);
        &self.occurrences[start..end]
    }

    /// The root that reads a file first.
    pub(crate) fn root(&self, file: FileId) -> Option<FileId> {
        self.roots.get(file.index()).copied().flatten()
    }
}

/// The root that reads each file first.
fn roots(sources: &SourceSet, outline: &SourceOutline) -> Vec<Option<FileId>> {
    let mut included = vec![Vec::new(); sources.len()];
    for include in &outline.includes {
        included[include.span.file.index()].extend(include.file);
    }
    let mut roots = vec![None; sources.len()];
    for &root in sources.roots() {
        let mut waiting = vec![root];
        while let Some(file) = waiting.pop() {
            // Also ends the walk if a file includes itself.
            if roots[file.index()].is_none() {
                roots[file.index()] = Some(root);
                waiting.extend(&included[file.index()]);
            }
        }
    }
    roots
}

/// Picks one of several definitions to stand for all of them.
struct CanonicalTargets {
    symbols: Vec<usize>,
    equivalents: Vec<usize>,
}

impl CanonicalTargets {
    fn of(outline: &SourceOutline, roots: &[Option<FileId>]) -> CanonicalTargets {
        // What calls made of a label in a macro is that label; what they made of an argument is
        // several, all in one place.
        let all = || outline.symbols.iter().enumerate();
        let in_macros = all().filter(|(_, symbol)| symbol.kind == SymbolKind::InMacro);
        let bodies: FxHashMap<Span, usize> =
            in_macros.map(|(idx, symbol)| (symbol.span, idx)).collect();
        let mut places = FxHashMap::default();
        let symbols = all().map(|(idx, symbol)| {
            // Only symbols of the same name: an argument in one place may make several.
            let first = *places.entry((symbol.span, symbol.name.as_str())).or_insert(idx);
            bodies.get(&symbol.span).copied().unwrap_or(first)
        });
        let symbols = symbols.collect();
        let mut firsts = FxHashMap::default();
        let equivalents = outline.equivalents.iter().enumerate().map(|(idx, one)| {
            // A `.eqv` holds for the file that is assembled, with all that it includes.
            let root = roots.get(one.span.file.index()).copied().flatten();
            *firsts.entry((root, one.name.as_str())).or_insert(idx)
        });
        CanonicalTargets { equivalents: equivalents.collect(), symbols }
    }

    fn target(&self, target: ReferenceTarget) -> ReferenceTarget {
        match target {
            ReferenceTarget::Symbol(idx) => ReferenceTarget::Symbol(self.symbols[idx]),
            ReferenceTarget::Equivalent(idx) => ReferenceTarget::Equivalent(self.equivalents[idx]),
            other => other,
        }
    }
}
