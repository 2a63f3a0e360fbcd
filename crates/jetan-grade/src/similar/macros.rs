//! Macros written out: what a call stands for, as text.

use jetan_asm::Dialect;
use jetan_asm::lexer::lex;
use jetan_asm::token::{SourceToken, TokenKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// Calls inside each other deeper than this stay calls.
const DEPTH_MAX: usize = 8;
/// Bytes that all calls of a submission may become; further ones stay calls.
const EXPANDED_BYTES_MAX: usize = 1 << 20;

/// Parameters of a macro that are looked at.
const PARAMETERS_MAX: usize = 32;

#[derive(Clone, Debug, Default)]
struct MacroBody {
    parameters: Vec<String>,
    body: Vec<String>,
    /// Names that stand in front of a colon in the body: each call has its own.
    labels: FxHashSet<String>,
}

/// The macros of a submission, as far as it has been read.
#[derive(Debug, Default)]
pub(super) struct MacroTable {
    known: FxHashMap<String, MacroBody>,
    /// The one whose body is being read.
    open: Option<(String, MacroBody)>,
    calls: usize,
    bytes: usize,
}

impl MacroTable {
    /// Whether the lines that follow belong to a body.
    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Begins a macro: the name and the parameters behind `.macro`.
    pub(super) fn begin(&mut self, text: &str, tokens: &[SourceToken]) {
        let Some((name, rest)) = tokens.split_first() else { return };
        let is_parameter = |token: &&SourceToken| token.kind == TokenKind::Parameter;
        let parameters = rest.iter().filter(is_parameter).take(PARAMETERS_MAX);
        let parameters = parameters.map(|it| it.text(text).to_owned());
        let begun = MacroBody { parameters: parameters.collect(), ..MacroBody::default() };
        self.open = Some((name.text(text).to_owned(), begun));
    }

    /// Adds a line to the body that is being read.
    pub(super) fn add(&mut self, text: &str, tokens: &[SourceToken]) {
        let Some((_, open)) = &mut self.open else { return };
        if let [name, colon, ..] = tokens
            && name.is_name()
            && colon.kind == TokenKind::Colon
        {
            open.labels.insert(name.text(text).to_owned());
        }
        open.body.push(text.to_owned());
    }

    /// Ends the body.
    pub(super) fn end(&mut self) {
        if let Some((name, open)) = self.open.take() {
            self.known.insert(name, open);
        }
    }

    /// The lines that a call stands for; none if this is not a call of a known macro, or one too
    /// many.
    pub(super) fn call(
        &mut self,
        text: &str,
        tokens: &[SourceToken],
        depth: usize,
    ) -> Option<Vec<String>> {
        let (name, rest) = tokens.split_first()?;
        let called = self.known.get(name.text(text))?;
        // Submissions need not assemble, so a macro may call itself.
        if depth >= DEPTH_MAX || self.bytes >= EXPANDED_BYTES_MAX {
            return None;
        }
        let is_argument =
            |it: &&SourceToken| !matches!(it.kind, TokenKind::Open | TokenKind::Close);
        let arguments: Vec<&str> =
            rest.iter().filter(is_argument).map(|token| token.text(text)).collect();
        self.calls += 1;
        let mut lines = Vec::new();
        for line in &called.body {
            let line = written_out(line, called, &arguments, self.calls);
            // Counted over the whole submission: a few nested calls could write out gigabytes.
            self.bytes += line.len();
            if self.bytes >= EXPANDED_BYTES_MAX {
                break;
            }
            lines.push(line);
        }
        Some(lines)
    }
}

/// A line of a body with the arguments in place of the parameters.
fn written_out(line: &str, called: &MacroBody, arguments: &[&str], call: usize) -> String {
    let mut tokens = Vec::new();
    // A comment that spans lines cannot begin inside a body that was read line by line.
    lex(line, Dialect::JETAN, &mut false, &mut tokens);
    let mut written = String::with_capacity(line.len());
    let mut done = 0;
    for token in tokens {
        let text = token.text(line);
        let parameter = match token.kind {
            TokenKind::Parameter => called.parameters.iter().position(|it| it == text),
            _ => None,
        };
        let replaced = match parameter {
            Some(number) => arguments.get(number).map(|it| (*it).to_owned()),
            // A suffix of its own for each call, as MARS does for labels inside macros.
            _ if called.labels.contains(text) => Some(format!("{text}_M{call}")),
            _ => None,
        };
        if let Some(replaced) = replaced {
            written += line.get(done..token.start as usize).unwrap_or_default();
            written += &replaced;
            done = token.end as usize;
        }
    }
    written + line.get(done..).unwrap_or_default()
}
