//! `.eqv NAME text`, and `NAME = text` in our dialect: names that stand for text.

use std::ops::Range;

use jetan_isa::Directive;
use rustc_hash::FxHashMap;

use crate::budget::cost;
use crate::dialect::Dialect;
use crate::lexer;
use crate::limits;
use crate::malformed::{report_in, report_malformed};
use crate::problem::{Problem, Severity};
use crate::report::{DiagnosticSink, ProblemAdvice};
use crate::source::Span;
use crate::store::{LineDraft, LineIdx, LineSite, LineStore};
use crate::token::{SourceToken, TokenKind};

struct EqvMeaning {
    text: String,
    span: Span,
}

/// The names of one file that stand for text, as far as it was read.
#[derive(Default)]
pub(crate) struct EqvTable {
    texts: FxHashMap<Box<str>, EqvMeaning>,
}

/// The outcome of replacing names in a line.
enum ReplaceOutcome {
    Nothing,
    Changed,
    /// The line would grow beyond its limit.
    TooLong,
}

/// A line after replacement.
pub(crate) struct ReplacedLine {
    pub(crate) draft: LineDraft,
    pub(crate) tokens: Vec<SourceToken>,
    pub(crate) bad: bool,
}

/// A line before anything is replaced in it.
pub(crate) struct OriginalLine<'t> {
    /// The line problems are reported against.
    pub(crate) line: LineIdx,
    pub(crate) draft: &'t LineDraft,
    pub(crate) tokens: &'t [SourceToken],
    pub(crate) in_comment: bool,
    pub(crate) bad: bool,
}

impl EqvTable {
    /// Whether a line can be left as it is, which nearly all can.
    pub(crate) fn is_plain(&self, text: &str, tokens: &[SourceToken]) -> bool {
        !may_define(tokens)
            && (self.texts.is_empty() || tokens.iter().all(|&token| !self.stands(text, token)))
    }

    fn stands(&self, text: &str, token: SourceToken) -> bool {
        token.kind == TokenKind::Identifier && self.texts.contains_key(token.text(text))
    }

    /// Defines the names that `=` assigns exactly once in some lines, so that they can be used
    /// above their definition.
    pub(crate) fn define_ahead(
        &mut self,
        store: &LineStore,
        lines: Range<LineIdx>,
        dialect: Dialect,
    ) {
        let assigned = |line: LineIdx| {
            let tokens = store.tokens(line);
            let text = store.text(line);
            let name = match tokens {
                [name, equals, ..] if equals.kind == TokenKind::Equals => name,
                [_, name, ..] if is_equ(tokens, dialect) => name,
                _ => return None,
            };
            Some((name.text(text), text, tokens))
        };
        let mut times: FxHashMap<&str, u32> = FxHashMap::default();
        for (name, ..) in lines.clone().filter_map(assigned) {
            *times.entry(name).or_default() += 1;
        }
        for line in lines.filter(|_| !times.is_empty()) {
            if let Some((name, text, tokens)) = assigned(line)
                // A name with several values means the last one above its use, so that only a
                // single value can be used ahead of its line.
                && times.get(name) == Some(&1)
                && let Some(definition) = EqvDefinition::of(text, tokens, dialect)
            {
                // What is wrong with it is said where it stands.
                let _ = self.define(store, &definition, line, dialect);
            }
        }
    }

    /// Takes a definition in, or replaces the names in a line. `None` leaves the line as it is.
    pub(crate) fn apply(
        &mut self,
        store: &LineStore,
        report: &mut DiagnosticSink,
        dialect: Dialect,
        original: &OriginalLine,
    ) -> Option<ReplacedLine> {
        let mut draft = original.draft.clone();
        let mut tokens = original.tokens.to_vec();
        let mut bad = original.bad;
        let mut changed = false;
        // Circles are not looked for when a name is defined: MARS replaces at the use, so a later
        // definition can close one.
        for _ in 0..limits::EQV_ROUNDS_MAX {
            if let Some(definition) = EqvDefinition::of(&draft.text, &tokens, dialect) {
                if let Some((token, problem, advice)) =
                    self.define(store, &definition, original.line, dialect)
                {
                    let site = LineSite::token(original.line, token);
                    report_in(store, report, site, &draft, problem, advice);
                }
                return changed.then_some(ReplacedLine { draft, tokens, bad });
            }
            report.budget.spend(cost::ROUND);
            report.budget.spend_text(&draft.text, &tokens);
            // MARS scans a line again after every single replacement, errors and all.
            let most = if bad && dialect.repeated_lexical_errors { 1 } else { usize::MAX };
            match self.replace(&mut draft, &tokens, most) {
                ReplaceOutcome::Nothing => {
                    return changed.then_some(ReplacedLine { draft, tokens, bad });
                }
                ReplaceOutcome::TooLong => break,
                ReplaceOutcome::Changed => {}
            }
            if report.budget.is_spent() {
                break;
            }
            report.budget.spend(size_of_val(draft.pieces.as_slice()));
            changed = true;
            tokens.clear();
            bad = lexer::lex(&draft.text, dialect, &mut { original.in_comment }, &mut tokens);
            if bad && dialect.repeated_lexical_errors {
                report_malformed(store, report, original.line, &draft, &tokens);
            }
        }
        self.report_endless(store, report, dialect, original, draft.text.len());
        // An empty line that counts as reported: half a replacement would only cause more errors.
        Some(ReplacedLine { draft: LineDraft::default(), tokens: Vec::new(), bad: true })
    }

    /// Replaces up to `most` names.
    fn replace(
        &self,
        draft: &mut LineDraft,
        tokens: &[SourceToken],
        most: usize,
    ) -> ReplaceOutcome {
        let text = draft.text.clone();
        let holes: Vec<(usize, usize, &str)> = tokens
            .iter()
            .filter(|token| token.kind == TokenKind::Identifier)
            .filter_map(|token| {
                let equivalent = self.texts.get(token.text(&text))?;
                Some((token.start as usize, token.end as usize, equivalent.text.as_str()))
            })
            .take(most)
            .collect();
        let bytes = holes.iter().map(|(_, _, with)| with.len()).sum::<usize>() + text.len();
        if holes.is_empty() {
            return ReplaceOutcome::Nothing;
        }
        if bytes > limits::LINE_BYTES_MAX {
            return ReplaceOutcome::TooLong;
        }
        draft.fill(&holes);
        ReplaceOutcome::Changed
    }

    /// Reports a name whose replacement does not end or grows too large, `bytes` so far.
    fn report_endless(
        &self,
        store: &LineStore,
        report: &mut DiagnosticSink,
        dialect: Dialect,
        original: &OriginalLine,
        bytes: usize,
    ) {
        let text = &original.draft.text;
        let Some(&token) = original.tokens.iter().find(|&&token| self.stands(text, token)) else {
            return;
        };
        let name = token.text(text).to_owned();
        let site = LineSite::token(original.line, token);
        let place = self.texts.get(name.as_str()).map(|equivalent| equivalent.span);
        let defined = |advice: ProblemAdvice| match place {
            Some(span) => advice.and_label(span, format!("`{name}` is defined here")),
            None => advice,
        };
        if report.is_saturated() {
            report.only_count(Severity::Error);
        } else if self.is_circular(&name, dialect) {
            let advice =
                ProblemAdvice::help("names given meaning by `.eqv` must not form a circle");
            let advice = defined(advice);
            report.add(store, site, Problem::EqvEndless { name }, advice);
        } else if report.budget.refuse() {
            let advice =
                defined(ProblemAdvice::help("use a loop instead of repeating this so often"));
            let problem = Problem::ExpansionTooLarge {
                what: format!("replacing `{name}`"),
                reached: format!("a line of {bytes} bytes"),
            };
            report.add(store, site, problem, advice);
        }
    }

    /// Whether following the names that a name stands for leads to one of them again.
    fn is_circular(&self, name: &str, dialect: Dialect) -> bool {
        let mut finished: FxHashMap<String, bool> = FxHashMap::default();
        // Depth first on a list, not by recursion: a chain of names can be as long as the source.
        let mut waiting = vec![(name.to_owned(), false)];
        let mut tokens = Vec::new();
        while let Some((name, is_left)) = waiting.pop() {
            let Some(equivalent) = self.texts.get(name.as_str()) else { continue };
            if is_left {
                finished.insert(name, true);
                continue;
            }
            match finished.get(&name) {
                Some(true) => continue,
                // Begun and not finished: it lies on the way that led here.
                Some(false) => return true,
                None => {}
            }
            tokens.clear();
            lexer::lex(&equivalent.text, dialect, &mut false, &mut tokens);
            finished.insert(name.clone(), false);
            waiting.push((name, true));
            let inner = tokens.iter().filter(|token| self.stands(&equivalent.text, **token));
            waiting.extend(inner.map(|token| (token.text(&equivalent.text).to_owned(), false)));
        }
        false
    }

    /// Takes a definition in, or says what is wrong with it.
    fn define(
        &mut self,
        store: &LineStore,
        definition: &EqvDefinition,
        line: LineIdx,
        dialect: Dialect,
    ) -> Option<(SourceToken, Problem, ProblemAdvice)> {
        let EqvDefinition { text, directive, operands, assignment } = definition;
        let form = if *assignment { "write `NAME = value`" } else { "write `.eqv NAME value`" };
        let usage = || ProblemAdvice::help(form);
        // MARS's order of checks: too few operands, a bad name, a name that stands for itself.
        let [name, value @ ..] = operands.as_slice() else {
            return Some((*directive, Problem::EqvOperands, usage()));
        };
        let symbol = name.text(text);
        let Some(last) = value.last() else {
            let problem = if dialect.eqv_without_value_ignored {
                Problem::EqvOperands
            } else {
                Problem::EqvNoValue { name: symbol.to_owned() }
            };
            return Some((*directive, problem, usage()));
        };
        if name.kind != TokenKind::Identifier {
            let span = store.span(LineSite::token(line, *name));
            let advice = ProblemAdvice::help(not_a_name(name.kind));
            let advice = advice.and_label(span, "this cannot be given a meaning");
            return Some((*directive, Problem::EqvName, advice));
        }
        // The place of this line is known only when there are addresses.
        let is_here = |token: &SourceToken| token.text(text) == ".";
        if *assignment && !dialect.no_expressions && value.iter().any(is_here) {
            return None;
        }
        if value.iter().any(|token| token.quoted(text) == symbol) {
            return Some((*directive, Problem::EqvItself { name: symbol.to_owned() }, usage()));
        }
        let end = match last.kind {
            // MARS: the literal has become its decimal value, whose length is what is kept.
            TokenKind::Character if dialect.eqv_cuts_character => {
                last.start as usize + last.value.to_string().len()
            }
            _ => last.end as usize,
        };
        let meaning = text.get(value[0].start as usize..end).unwrap_or("");
        // What `=` computes is one number wherever its name stands.
        let is_computed =
            *assignment && value.len() > 1 && value[1..].iter().any(|it| computes(*it, text));
        let meaning = if is_computed { format!("({meaning})") } else { meaning.to_owned() };
        // MARS: the same meaning again is not an error.
        if let Some(first) = self.texts.get(symbol).filter(|first| first.text != meaning)
            && !assignment
        {
            let advice = ProblemAdvice::label(format!("now `{meaning}`"))
                .and_label(first.span, format!("first `{}`", first.text));
            return Some((*name, Problem::EqvTwice { name: symbol.to_owned() }, advice));
        }
        let span = store.span(LineSite::token(line, *name));
        self.texts.insert(symbol.into(), EqvMeaning { text: meaning, span });
        None
    }
}

/// Why a token cannot be given a meaning.
fn not_a_name(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Mnemonic => "this is the name of an instruction; choose another one",
        TokenKind::Register | TokenKind::FloatRegister => "this is a register",
        _ => "a name starts with a letter",
    }
}

/// A line that gives a name a meaning.
struct EqvDefinition<'t> {
    text: &'t str,
    directive: SourceToken,
    /// The name and what it stands for, without a comment.
    operands: Vec<SourceToken>,
    /// Written with `=` or `.equ`, which may give a name a new meaning later on.
    assignment: bool,
}

/// Whether a token is one of those by which values are computed.
fn computes(token: SourceToken, text: &str) -> bool {
    match token.kind {
        TokenKind::Operator | TokenKind::Plus | TokenKind::Minus => true,
        TokenKind::Integer => token.text(text).starts_with(['+', '-']),
        _ => false,
    }
}

/// Whether a directive can give a name a meaning.
fn is_naming(token: SourceToken) -> bool {
    [Directive::Eqv, Directive::Equ, Directive::Equiv, Directive::Set]
        .iter()
        .any(|&one| token.value == one as i32)
}

fn is_eqv(token: SourceToken) -> bool {
    token.kind == TokenKind::Directive && token.value == Directive::Eqv as i32
}

/// Whether a line is `.equ NAME, value`, or `.set` with a name and a value instead of an option.
fn is_equ(tokens: &[SourceToken], dialect: Dialect) -> bool {
    let [directive, name, value, ..] = tokens else { return false };
    let is = |wanted: Directive| directive.value == wanted as i32;
    directive.kind == TokenKind::Directive
        && name.kind == TokenKind::Identifier
        && !matches!(value.kind, TokenKind::Comment | TokenKind::Equals)
        && (is(Directive::Equ)
            || is(Directive::Equiv)
            || is(Directive::Set) && !dialect.no_compiler_directives)
}

/// A cheap test for [`EqvDefinition::of`].
fn may_define(tokens: &[SourceToken]) -> bool {
    tokens.first().is_some_and(|&token| token.kind == TokenKind::Directive && is_naming(token))
        || tokens.get(2).is_some_and(|&token| is_eqv(token))
        || tokens.get(1).is_some_and(|token| token.kind == TokenKind::Equals)
}

impl EqvDefinition<'_> {
    fn of<'t>(
        text: &'t str,
        tokens: &[SourceToken],
        dialect: Dialect,
    ) -> Option<EqvDefinition<'t>> {
        if !may_define(tokens) {
            return None;
        }
        let is_code = |token: &&SourceToken| token.kind != TokenKind::Comment;
        if let [name, equals, value @ ..] = tokens
            && equals.kind == TokenKind::Equals
        {
            let mut operands = vec![*name];
            operands.extend(value.iter().filter(is_code));
            return Some(EqvDefinition { text, directive: *equals, operands, assignment: true });
        }
        if is_equ(tokens, dialect) {
            let operands = tokens[1..].iter().filter(is_code).copied().collect();
            return Some(EqvDefinition { text, directive: tokens[0], operands, assignment: true });
        }
        // MARS: a directive that comes first hides one after a label.
        let at = if tokens[0].kind == TokenKind::Directive { 0 } else { 2 };
        let &directive = tokens.get(at).filter(|&&token| is_eqv(token))?;
        // MARS counts the comment as well, so that with one the line is an error.
        if tokens.len() <= 2 && dialect.eqv_without_value_ignored {
            return None;
        }
        let operands = tokens[at + 1..].iter().filter(is_code).copied().collect();
        Some(EqvDefinition { text, directive, operands, assignment: false })
    }
}
