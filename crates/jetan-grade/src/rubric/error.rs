//! An error in a rubric, as data.

use std::ops::Range;

use jetan_isa::suggest::closest;

/// An error in a rubric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RubricError {
    /// The fact, in lower case, without a full stop.
    pub message: String,
    /// The bytes of the text that are wrong.
    pub span: Range<usize>,
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The help, if there is one.
    pub help: Option<String>,
}

impl std::fmt::Display for RubricError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// More errors than this are not listed.
const ERRORS_MAX: usize = 100;

/// The errors found so far in a text.
pub(super) struct RubricErrors<'t> {
    text: &'t str,
    found: Vec<RubricError>,
}

impl<'t> RubricErrors<'t> {
    pub(super) fn new(text: &'t str) -> RubricErrors<'t> {
        RubricErrors { text, found: Vec::new() }
    }

    /// Adds an error.
    pub(super) fn add(&mut self, span: &Range<usize>, message: impl Into<String>) {
        self.add_with(span, message, None);
    }

    /// Adds an error and what to do about it.
    pub(super) fn add_with(
        &mut self,
        span: &Range<usize>,
        message: impl Into<String>,
        help: Option<String>,
    ) {
        // A wrong bracket can make every line wrong.
        if self.found.len() < ERRORS_MAX {
            let (line, column) = place(self.text, span.start);
            let (message, span) = (message.into(), span.clone());
            self.found.push(RubricError { message, span, line, column, help });
        }
    }

    /// Notes what the reader of TOML complains about.
    pub(super) fn add_toml(&mut self, error: &toml::de::Error) {
        // The parser adds what it expected on further lines, in words for programmers.
        let message = error.message().lines().next().unwrap_or_default();
        let (message, help) = reworded(message);
        self.add_with(&error.span().unwrap_or(0..0), message, help);
    }

    /// The line of a part of the text, from 1.
    pub(super) fn line(&self, span: &Range<usize>) -> usize {
        place(self.text, span.start).0
    }

    /// The number of mistakes so far.
    pub(super) fn count(&self) -> usize {
        self.found.len()
    }

    /// Forgets what was noted after the first so many about something that has one of these places
    /// in it: it was not read as it was written.
    pub(super) fn forget_around(&mut self, first: usize, places: &[Range<usize>]) {
        let text = self.text;
        let mut at = 0;
        self.found.retain(|error| {
            at += 1;
            // What a table lacks is not in the tables below it.
            let is_own = error.message.starts_with("missing field");
            let whole = whole(text, &error.span, is_own);
            at <= first || !places.iter().any(|place| whole.contains(&place.start))
        });
    }

    /// All errors in the order of the text.
    pub(super) fn finish(mut self) -> Vec<RubricError> {
        self.found.sort_by_key(|error| error.span.start);
        self.found
    }
}

/// The closest of some names as advice.
pub(super) fn did_you_mean<'n>(
    word: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<String> {
    closest(word, names).map(|name| format!("did you mean `{name}`?"))
}

/// The message of the TOML parser about an unknown name in our words, with the closest one.
fn reworded(message: &str) -> (String, Option<String>) {
    // Every second part lies between quotes: the unknown word, then the known ones.
    let mut quoted = message.split('`').skip(1).step_by(2);
    let is_unknown = message.starts_with("unknown field") || message.starts_with("unknown variant");
    let Some(word) = quoted.next().filter(|_| is_unknown) else { return (message.into(), None) };
    let known: Vec<&str> = quoted.collect();
    let noun = if message.starts_with("unknown field") { "key" } else { "word" };
    let listed = || {
        let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
        format!("what can stand here is {}", quoted.join(", "))
    };
    let help = did_you_mean(word, known.iter().copied()).unwrap_or_else(listed);
    (format!("there is no {noun} `{word}` here"), Some(help))
}

/// The part of the text a mistake is about: a whole table where its head is marked, with the
/// tables below it unless it is about its own keys, and the whole text where nothing is.
fn whole(text: &str, span: &Range<usize>, is_own: bool) -> Range<usize> {
    let Some(marked) = text.get(span.start..).filter(|_| !span.is_empty()) else {
        return 0..text.len();
    };
    let has_cases = marked.starts_with("[[criterion]]") && !is_own;
    let next = if has_cases { "\n[[criterion]]" } else { "\n[" };
    let end = marked.find(next).map_or(text.len(), |at| span.start + at);
    if marked.starts_with('[') { span.start..end.max(span.end) } else { span.clone() }
}

/// The line and the column of a byte, both from 1.
fn place(text: &str, offset: usize) -> (usize, usize) {
    // The span may point into the middle of a character of a text that was repaired.
    let before = &text[..text.floor_char_boundary(offset.min(text.len()))];
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}
