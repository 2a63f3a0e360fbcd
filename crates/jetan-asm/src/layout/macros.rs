//! Macros: what was defined so far in a file, and the lines a call makes.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::budget::Budget;
use crate::limits;
use crate::store::{LineDraft, LineIdx, LineStore};
use crate::token::{SourceToken, TokenKind};

/// A macro whose `.end_macro` has been seen.
pub(crate) struct MacroDefinition {
    /// The line of its `.macro`, in the order of lines; a later one wins over an earlier.
    from: LineIdx,
    body: Vec<BodyLine>,
}

/// A line of a macro, with the ranges that a call replaces.
pub(crate) struct BodyLine {
    pub(crate) line: LineIdx,
    holes: Vec<BodyPlaceholder>,
    /// Whether every `%` of the line starts a parameter that is no longer than another one found
    /// there, so that replacing texts in any order comes to the same as filling the holes.
    is_unambiguous: bool,
}

/// A range of bytes in a body line that a call replaces.
#[derive(Clone, Copy)]
struct BodyPlaceholder {
    start: u32,
    end: u32,
    filling: PlaceholderKind,
}

#[derive(Clone, Copy)]
enum PlaceholderKind {
    /// The argument with this index.
    Argument(usize),
    /// The label itself, made unique.
    Label,
    /// It looks like a parameter but is not one.
    Unknown,
}

/// A macro being defined.
pub(crate) struct OpenMacro {
    name: Box<str>,
    pub(crate) from: LineIdx,
    pub(crate) parameters: Vec<Box<str>>,
    pub(crate) labels: FxHashSet<Box<str>>,
    /// The number of bad definitions inside it that are still open.
    pub(crate) nested: usize,
}

impl OpenMacro {
    pub(crate) fn new(name: &str, from: LineIdx) -> OpenMacro {
        let (parameters, labels) = (Vec::new(), FxHashSet::default());
        OpenMacro { name: name.into(), from, parameters, labels, nested: 0 }
    }
}

/// The macros of one file.
#[derive(Default)]
pub(crate) struct FileMacros {
    all: Vec<MacroDefinition>,
    /// The macros of a name, by the number of their parameters.
    by_name: FxHashMap<Box<str>, FxHashMap<usize, usize>>,
    /// The number of calls that were expanded; makes labels unique.
    calls: u32,
}

/// Whether a token can be a macro parameter: `%x`, or a `$name` that is not a register.
pub(crate) fn is_parameter(token: SourceToken, text: &str) -> bool {
    match token.kind {
        TokenKind::Parameter => true,
        // MARS: `$8`, `$12`, `$13` and `$14` name coprocessor registers, but these four are CPU
        // registers to the lexer already.
        TokenKind::Identifier => token.text(text).starts_with('$'),
        _ => false,
    }
}

impl FileMacros {
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn knows(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The numbers of parameters with which a name is defined, for advice.
    pub(crate) fn arities(&self, name: &str) -> Vec<usize> {
        let known = self.by_name.get(name).into_iter().flat_map(FxHashMap::keys);
        let mut arities: Vec<usize> = known.copied().collect();
        // The order of a hash map must not show in a message.
        arities.sort_unstable();
        arities
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(|name| &**name)
    }

    /// Ends a definition: `to` is the line of the `.end_macro`.
    pub(crate) fn close(&mut self, store: &LineStore, opened: OpenMacro, to: LineIdx) {
        // Backwards into the map, so that of two parameters of one name the first one stays.
        let parameters = opened.parameters.iter().enumerate().rev();
        let by_name: FxHashMap<&str, usize> =
            parameters.map(|(idx, name)| (&**name, idx)).collect();
        let body = (opened.from + 1..to)
            .map(|line| BodyLine::new(store, line, &by_name, &opened.labels))
            .collect();
        let idx = self.all.len();
        let same_name = self.by_name.entry(opened.name).or_default();
        let known = same_name.entry(opened.parameters.len()).or_insert(idx);
        // MARS: the definition with the greatest line wins. In a macro that defines macros that is
        // not always the one that was expanded last.
        if self.all.get(*known).is_some_and(|known| known.from < opened.from) {
            *known = idx;
        }
        self.all.push(MacroDefinition { from: opened.from, body });
    }

    /// The macro that a call with this many arguments means.
    pub(crate) fn find(&self, name: &str, arguments: usize) -> Option<usize> {
        self.by_name.get(name)?.get(&arguments).copied()
    }

    /// The number of the next call.
    pub(crate) fn next_call(&mut self) -> u32 {
        self.calls += 1;
        self.calls - 1
    }

    pub(crate) fn body(&self, idx: usize) -> &[BodyLine] {
        &self.all[idx].body
    }
}

impl BodyLine {
    fn new(
        store: &LineStore,
        line: LineIdx,
        parameters: &FxHashMap<&str, usize>,
        labels: &FxHashSet<Box<str>>,
    ) -> BodyLine {
        let text = store.text(line);
        let mut holes = Vec::new();
        for &token in store.tokens(line) {
            let word = token.text(text);
            let filling = if is_parameter(token, text) {
                parameters
                    .get(word)
                    .copied()
                    .map_or(PlaceholderKind::Unknown, PlaceholderKind::Argument)
            } else if token.is_name() && labels.contains(word) {
                PlaceholderKind::Label
            } else {
                continue;
            };
            holes.push(BodyPlaceholder { start: token.start, end: token.end, filling });
        }
        // MARS replaces in the line of the file, ours in the line after `.eqv`; the two can agree
        // only where these are the same.
        let is_unambiguous = text == store.file_text(line) && is_unambiguous(text, &holes);
        BodyLine { line, holes, is_unambiguous }
    }

    /// The ranges that look like parameters but are not, rightmost first.
    pub(crate) fn unknown(&self) -> impl Iterator<Item = (u32, u32)> {
        let unknown = |hole: &&BodyPlaceholder| matches!(hole.filling, PlaceholderKind::Unknown);
        self.holes.iter().rev().filter(unknown).map(|hole| (hole.start, hole.end))
    }

    /// Fills a copy of the line; `None` if it would grow too long.
    ///
    /// MARS (`textually`): every filling replaces the first text that looks like the name, from
    /// the last name to the first, in the line as it was before `.eqv`.
    pub(crate) fn fill(
        &self,
        store: &LineStore,
        arguments: &[String],
        call: u32,
        textually: bool,
        budget: &mut Budget,
    ) -> Option<LineDraft> {
        let text = store.text(self.line);
        let fillings: Vec<(usize, usize, Cow<str>)> =
            self.holes.iter().filter_map(|hole| hole.fill(text, arguments, call)).collect();
        let bytes = fillings.iter().map(|(_, _, with)| with.len()).sum::<usize>() + text.len();
        // Tested before anything is built; the sum is at least the length of the result.
        if bytes > limits::LINE_BYTES_MAX {
            return None;
        }
        let is_plain = |(_, _, with): &(usize, usize, Cow<str>)| !with.contains('%');
        // The quick way serves MARS's dialect wherever it makes no difference. An argument with a
        // `%` in it could be replaced again.
        if !textually || self.is_unambiguous && fillings.iter().all(is_plain) {
            let mut draft = store.draft(self.line);
            let holes: Vec<(usize, usize, &str)> =
                fillings.iter().map(|(start, end, with)| (*start, *end, &**with)).collect();
            draft.fill(&holes);
            return Some(draft);
        }
        let mut draft = LineDraft::new(store.file_text(self.line));
        // MARS: from right to left, each time at the first text that matches
        // (quirk-macro-label-substring).
        for (start, end, with) in fillings.iter().rev() {
            let name = &text[*start..*end];
            // Each replacement copies the line, so a long line with many of them is dear; copying
            // eight bytes takes about as long as making one.
            budget.spend((draft.text.len() + size_of_val(draft.pieces.as_slice())) / 8);
            if budget.is_spent() {
                return None;
            }
            if let Some(at) = draft.text.find(name) {
                draft.replace(at, at + name.len(), with);
            }
        }
        Some(draft)
    }
}

/// Whether all holes are for `%` parameters, every `%` starts one, and none starts like another.
fn is_unambiguous(text: &str, holes: &[BodyPlaceholder]) -> bool {
    let name = |hole: &BodyPlaceholder| &text[hole.start as usize..hole.end as usize];
    let starts: FxHashSet<usize> = holes
        .iter()
        .filter(|hole| {
            matches!(hole.filling, PlaceholderKind::Argument(_)) && name(hole).starts_with('%')
        })
        .map(|hole| hole.start as usize)
        .collect();
    if starts.len() != holes.len() || text.match_indices('%').any(|(at, _)| !starts.contains(&at)) {
        return false;
    }
    let mut names: Vec<&str> = holes.iter().map(name).collect();
    names.sort_unstable();
    names.dedup();
    // In order, a name that starts with another one follows it at once or after such a name.
    names.windows(2).all(|pair| !pair[1].starts_with(pair[0]))
}

impl BodyPlaceholder {
    fn fill<'t>(
        self,
        text: &str,
        arguments: &'t [String],
        call: u32,
    ) -> Option<(usize, usize, Cow<'t, str>)> {
        let (start, end) = (self.start as usize, self.end as usize);
        let with = match self.filling {
            PlaceholderKind::Argument(idx) => Cow::Borrowed(arguments.get(idx)?.as_str()),
            // MARS: these names are in the symbol table and usable from outside, so their spelling
            // matters.
            PlaceholderKind::Label => Cow::Owned(format!("{}_M{call}", &text[start..end])),
            PlaceholderKind::Unknown => return None,
        };
        Some((start, end, with))
    }
}
