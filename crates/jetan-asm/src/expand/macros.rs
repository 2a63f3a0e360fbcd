//! Macros: what was defined so far in a file, and the lines a call makes.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::limits;
use crate::store::{Draft, LineIdx, Store};
use crate::token::{Token, TokenKind};

/// A macro whose `.end_macro` has been seen.
pub(crate) struct Macro {
    parameters: Vec<Box<str>>,
    /// The line of its `.macro`, in the order of lines; a later one wins over an earlier.
    from: LineIdx,
    body: Vec<BodyLine>,
}

/// A line of a macro, with the places where something is put in at a call.
pub(crate) struct BodyLine {
    pub(crate) line: LineIdx,
    holes: Vec<Hole>,
}

/// A place in a body line, by its bytes.
#[derive(Clone, Copy)]
struct Hole {
    start: u32,
    end: u32,
    filling: Filling,
}

#[derive(Clone, Copy)]
enum Filling {
    /// The argument with this index.
    Argument(usize),
    /// The label itself, made unique.
    Label,
    /// It looks like a parameter but is none.
    Unknown,
}

/// A macro being defined.
pub(crate) struct Opened {
    name: Box<str>,
    pub(crate) from: LineIdx,
    pub(crate) parameters: Vec<Box<str>>,
    pub(crate) labels: FxHashSet<Box<str>>,
    /// How many bad definitions inside it are still open.
    pub(crate) nested: usize,
}

impl Opened {
    pub(crate) fn new(name: &str, from: LineIdx) -> Opened {
        let (parameters, labels) = (Vec::new(), FxHashSet::default());
        Opened { name: name.into(), from, parameters, labels, nested: 0 }
    }
}

/// The macros of one file.
#[derive(Default)]
pub(crate) struct Macros {
    all: Vec<Macro>,
    by_name: FxHashMap<Box<str>, Vec<usize>>,
    /// How many calls were expanded; makes labels unique.
    calls: u32,
}

/// Whether a token can be a macro parameter: `%x`, or a `$name` that is no register.
pub(crate) fn is_parameter(token: Token, text: &str) -> bool {
    match token.kind {
        TokenKind::Parameter => true,
        // MARS: `$8`, `$12`, `$13` and `$14` name coprocessor registers, but these four are CPU
        // registers to the lexer already.
        TokenKind::Identifier => token.text(text).starts_with('$'),
        _ => false,
    }
}

impl Macros {
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(crate) fn knows(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The numbers of parameters with which a name is defined, for advice.
    pub(crate) fn arities(&self, name: &str) -> Vec<usize> {
        let known = self.by_name.get(name).map_or(&[][..], Vec::as_slice);
        let mut arities: Vec<usize> =
            known.iter().map(|&idx| self.all[idx].parameters.len()).collect();
        arities.sort_unstable();
        arities.dedup();
        arities
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(|name| &**name)
    }

    /// Ends a definition: `to` is the line of the `.end_macro`.
    pub(crate) fn close(&mut self, store: &Store, opened: Opened, to: LineIdx) {
        let body = (opened.from + 1..to).map(|line| BodyLine::new(store, line, &opened)).collect();
        self.by_name.entry(opened.name).or_default().push(self.all.len());
        self.all.push(Macro { parameters: opened.parameters, from: opened.from, body });
    }

    /// The macro that a call with this many arguments means.
    pub(crate) fn find(&self, name: &str, arguments: usize) -> Option<usize> {
        let known = self.by_name.get(name)?;
        let mut found: Option<usize> = None;
        for &idx in known {
            let candidate = &self.all[idx];
            if candidate.parameters.len() == arguments
                && found.is_none_or(|best| self.all[best].from < candidate.from)
            {
                found = Some(idx);
            }
        }
        found
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
    fn new(store: &Store, line: LineIdx, opened: &Opened) -> BodyLine {
        let text = store.text(line);
        let mut holes = Vec::new();
        for &token in store.tokens(line) {
            let word = token.text(text);
            let filling = if is_parameter(token, text) {
                let parameter = opened.parameters.iter().position(|name| **name == *word);
                parameter.map_or(Filling::Unknown, Filling::Argument)
            } else if token.is_name() && opened.labels.contains(word) {
                Filling::Label
            } else {
                continue;
            };
            holes.push(Hole { start: token.start, end: token.end, filling });
        }
        BodyLine { line, holes }
    }

    /// The places of what looks like a parameter but is none, rightmost first.
    pub(crate) fn unknown(&self) -> impl Iterator<Item = (u32, u32)> {
        let unknown = |hole: &&Hole| matches!(hole.filling, Filling::Unknown);
        self.holes.iter().rev().filter(unknown).map(|hole| (hole.start, hole.end))
    }

    /// Fills a copy of the line; `None` if it would grow too long.
    ///
    /// MARS (`textually`): every filling replaces the first text that looks like the name, from
    /// the last name to the first, in the line as it was before `.eqv`.
    pub(crate) fn fill(
        &self,
        store: &Store,
        arguments: &[String],
        call: u32,
        textually: bool,
    ) -> Option<Draft> {
        let text = store.text(self.line);
        let fillings: Vec<(usize, usize, Cow<str>)> =
            self.holes.iter().filter_map(|hole| hole.fill(text, arguments, call)).collect();
        let bytes = fillings.iter().map(|(_, _, with)| with.len()).sum::<usize>() + text.len();
        if bytes > limits::LINE_BYTES_MAX {
            return None;
        }
        if !textually {
            let mut draft = store.draft(self.line);
            let holes: Vec<(usize, usize, &str)> =
                fillings.iter().map(|(start, end, with)| (*start, *end, &**with)).collect();
            draft.fill(&holes);
            return Some(draft);
        }
        let mut draft = Draft::new(store.file_text(self.line));
        for (start, end, with) in fillings.iter().rev() {
            let name = &text[*start..*end];
            if let Some(at) = draft.text.find(name) {
                draft.replace(at, at + name.len(), with);
            }
        }
        Some(draft)
    }
}

impl Hole {
    fn fill<'t>(
        self,
        text: &str,
        arguments: &'t [String],
        call: u32,
    ) -> Option<(usize, usize, Cow<'t, str>)> {
        let (start, end) = (self.start as usize, self.end as usize);
        let with = match self.filling {
            Filling::Argument(idx) => Cow::Borrowed(arguments.get(idx)?.as_str()),
            Filling::Label => Cow::Owned(format!("{}_M{call}", &text[start..end])),
            Filling::Unknown => return None,
        };
        Some((start, end, with))
    }
}
