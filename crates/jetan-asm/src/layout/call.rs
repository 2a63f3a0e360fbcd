//! Macro definitions and calls.

use super::LayoutPass;
use super::macros::{OpenMacro, is_parameter};
use crate::budget::cost;
use crate::lexer;
use crate::limits;
use crate::malformed::report_malformed;
use crate::problem::{Problem, Severity};
use crate::reading::eqv::OriginalLine;
use crate::report::{FixLocation, ProblemAdvice};
use crate::store::{LineDraft, LineIdx, LineSite};
use crate::token::{SourceToken, TokenKind};

/// A macro call found in a line.
pub(super) struct MacroCall {
    line: LineIdx,
    name: SourceToken,
    callee: usize,
    arguments: Vec<String>,
}

/// A call being expanded.
struct MacroFrame {
    callee: usize,
    next: usize,
    arguments: Vec<String>,
    /// The number that makes its labels unique.
    number: u32,
    expansion: u32,
    /// The line of a file the call stands on.
    base: LineIdx,
}

impl LayoutPass<'_, '_> {
    /// A line inside a macro that is being defined: only its end and its labels matter.
    pub(super) fn line_in_macro(&mut self, line: LineIdx, is_bad: bool) {
        // MARS: only a label that begins the line is one of the macro's own.
        if let [name, colon, ..] = self.tokens[..]
            && name.is_name()
            && colon.kind == TokenKind::Colon
        {
            let text = name.text(self.store.text(line)).into();
            if let Some(opened) = &mut self.file.opened {
                opened.labels.insert(text);
            }
        }
        let is_directive = self.tokens.first().is_some_and(|t| t.kind == TokenKind::Directive);
        if is_directive && !is_bad {
            self.directive(line, 0);
        }
    }

    pub(super) fn begin_macro(&mut self, line: LineIdx, start: usize) {
        let directive = self.tokens[start];
        let text = self.store.text(line);
        // The checks are in MARS's order, which decides the message where a line has several
        // mistakes.
        let Some(&name) = self.tokens.get(start + 1) else {
            let problem = Problem::MacroOperands { directive: directive.text(text).to_owned() };
            let advice = ProblemAdvice::help("write `.macro name` or `.macro name (%a, %b)`");
            self.report(LineSite::token(line, directive), problem, advice);
            self.open_nameless(line);
            return;
        };
        if name.kind != TokenKind::Identifier {
            let problem = Problem::MacroName { text: name.quoted(text) };
            let advice =
                ProblemAdvice::help("a macro cannot be named like an instruction or a register");
            self.report(LineSite::token(line, name), problem, advice);
            self.open_nameless(line);
            return;
        }
        if let Some(opened) = &self.file.opened {
            let outer = self.store.span(LineSite {
                line: opened.from,
                start: 0,
                end: self.store.text(opened.from).len() as u32,
                column: false,
                chain: false,
            });
            let advice = ProblemAdvice::label("starts inside another macro")
                .and_label(outer, "this macro is still open")
                .and_help("end the first macro with `.end_macro`, or move this one out of it");
            self.report(LineSite::token(line, directive), Problem::NestedMacro, advice);
            self.open_nameless(line);
            return;
        }
        let mut opened = OpenMacro::new(name.text(text), self.store.base(line));
        let parameters: Vec<SourceToken> = self.tokens[start + 2..]
            .iter()
            .copied()
            // MARS: parentheses are optional and ignored wherever they stand.
            .filter(|token| !matches!(token.kind, TokenKind::Open | TokenKind::Close))
            .collect();
        // MARS: the macro is opened with the parameters before the bad one; the rest is not looked
        // at.
        let good = parameters.iter().take_while(|&&token| is_parameter(token, text)).count();
        opened.parameters =
            parameters[..good].iter().map(|token| token.text(text).into()).collect();
        self.file.opened = Some(opened);
        if let Some(&token) = parameters.get(good) {
            let text = token.quoted(text);
            let advice = ProblemAdvice::help(format!("parameters start with `%`: `%{text}`"))
                .and_fix(FixLocation::Marked, format!("%{text}"));
            self.report(LineSite::token(line, token), Problem::MacroArgument { text }, advice);
        }
    }

    /// After a bad `.macro`, takes in what was meant to be its body.
    ///
    /// MARS assembles that body as ordinary lines instead, with more errors.
    fn open_nameless(&mut self, line: LineIdx) {
        if self.dialect().macro_errors_cascade {
            return;
        }
        match &mut self.file.opened {
            Some(opened) => opened.nested += 1,
            // No word of a source is empty, so that no call can find this macro.
            None => self.file.opened = Some(OpenMacro::new("", self.store.base(line))),
        }
    }

    pub(super) fn end_macro(&mut self, line: LineIdx, start: usize) {
        let site = LineSite::token(line, self.tokens[start]);
        if self.tokens.len() > start + 1 {
            let advice = ProblemAdvice::help("put what follows on a line of its own");
            self.report(site, Problem::TextAfterEndMacro, advice);
            // MARS: the macro stays open (err-macro-end-text).
            if self.dialect().macro_errors_cascade {
                return;
            }
        }
        if let Some(opened) = self.file.opened.as_mut().filter(|opened| opened.nested > 0) {
            opened.nested -= 1;
            return;
        }
        if let Some(opened) = self.file.opened.take() {
            self.file.macros.close(&self.store, opened, self.store.base(line));
        } else {
            let advice = ProblemAdvice::help("a macro starts with `.macro name`");
            self.report(site, Problem::StrayEndMacro, advice);
        }
    }

    pub(super) fn report_unclosed(&mut self, opened: &OpenMacro) {
        let end = self.store.text(opened.from).len() as u32;
        let site = LineSite { line: opened.from, start: 0, end, column: false, chain: false };
        let advice =
            ProblemAdvice::help("put `.end_macro` on a line of its own after its last line");
        self.report(site, Problem::UnclosedMacro, advice);
    }

    /// The call that a line is, if there is a macro of that name for its arguments.
    pub(super) fn find_call(&self, line: LineIdx, start: usize) -> Option<MacroCall> {
        let text = self.store.text(line);
        let tokens = &self.tokens[start..];
        let &name = tokens.first()?;
        let word = name.text(text);
        if !self.file.macros.knows(word) {
            return None;
        }
        let operands = match tokens {
            [_, open, inner @ .., close]
                if open.kind == TokenKind::Open && close.kind == TokenKind::Close =>
            {
                inner
            }
            [_, operands @ ..] => operands,
            [] => return None,
        };
        // MARS: every token is an argument. This is tried first in both dialects, so that a call
        // that MARS understands means the same here.
        if let Some(callee) = self.file.macros.find(word, operands.len()) {
            let arguments = operands.iter().map(|token| token.quoted(text)).collect();
            return Some(MacroCall { line, name, callee, arguments });
        }
        if self.dialect().single_token_arguments {
            return None;
        }
        let by_gap: [fn(&str) -> bool; 2] = [|gap| !gap.is_empty(), |gap| gap.contains(',')];
        // Arguments are separated by any gap, then by commas alone; parentheses around all of them
        // are dropped at first and then taken as part of the arguments.
        [operands, &tokens[1..]].into_iter().find_map(|tokens| {
            by_gap.into_iter().find_map(|parts| {
                let arguments = group(text, tokens, parts)?;
                let callee = self.file.macros.find(word, arguments.len())?;
                let arguments = arguments.into_iter().map(str::to_owned).collect();
                Some(MacroCall { line, name, callee, arguments })
            })
        })
    }

    /// Assembles all lines that a call makes, those of the calls in them included.
    pub(super) fn expand_call(&mut self, call: MacroCall) {
        // A stack on the heap: calls nest up to a thousand deep, and recursion would use the
        // thread's.
        let mut stack: Vec<MacroFrame> = Vec::new();
        let site = LineSite::token(call.line, call.name);
        let before = self.expanded_lines;
        self.begin_call(call, &mut stack);
        while let Some(frame) = stack.last_mut() {
            let next = frame.next;
            frame.next += 1;
            if next >= self.file.macros.body(frame.callee).len() {
                stack.pop();
                continue;
            }
            if self.report.is_full() || self.report.budget.is_spent() {
                break;
            }
            let frame = &stack[stack.len() - 1];
            if let Some(call) = self.body_line(frame, next) {
                self.begin_call(call, &mut stack);
            }
        }
        if self.report.budget.is_spent() {
            self.refuse_call(site, self.expanded_lines - before);
        }
    }

    fn begin_call(&mut self, call: MacroCall, stack: &mut Vec<MacroFrame>) {
        // MARS: a call that is rejected below uses up a number as well, which shows in later
        // labels.
        let number = self.file.macros.next_call();
        let base = self.store.base(call.line);
        let site = LineSite::token(call.line, call.name);
        let by_line = self.dialect().macro_errors_cascade;
        let calls_itself = |frame: &MacroFrame| {
            // MARS looks only whether the same line is being expanded already.
            if by_line { frame.base == base } else { frame.callee == call.callee }
        };
        if stack.iter().any(calls_itself) {
            let advice =
                ProblemAdvice::help("a macro must not call itself, not even through another");
            self.report(site.without_column(), Problem::RecursiveMacro, advice);
        } else if stack.len() >= limits::MACRO_DEPTH_MAX {
            let advice =
                ProblemAdvice::help(format!("calls may nest {} deep", limits::MACRO_DEPTH_MAX));
            self.report(site, Problem::MacroTooDeep, advice);
        } else {
            let arguments = call.arguments.iter().map(|argument| cost::ARGUMENT + argument.len());
            self.report.budget.spend(cost::CALL + arguments.sum::<usize>());
            let expansion = self.store.add_expansion(call.line, call.name);
            let MacroCall { callee, arguments, .. } = call;
            stack.push(MacroFrame { callee, next: 0, arguments, number, expansion, base });
        }
    }

    /// Reports a call that expands to too much, once; later calls expand to nothing.
    fn refuse_call(&mut self, site: LineSite, lines: usize) {
        if !self.report.budget.refuse() {
            return;
        }
        let text = self.store.text(site.line);
        let name = text.get(site.start as usize..site.end as usize).unwrap_or("");
        let problem = Problem::ExpansionTooLarge {
            what: format!("macro `{name}`"),
            reached: if lines == 1 { "a line".to_owned() } else { format!("{lines} lines") },
        };
        let advice = ProblemAdvice::help(
            "use a loop in the program instead of repeating the lines this often",
        );
        self.report(site, problem, advice);
    }

    /// Assembles one line of a macro's body; returns the call it is, if it is one.
    fn body_line(&mut self, frame: &MacroFrame, idx: usize) -> Option<MacroCall> {
        let textually = self.dialect().textual_substitution;
        let body = &self.file.macros.body(frame.callee)[idx];
        let base = body.line;
        let unknown: Vec<(u32, u32)> = body.unknown().collect();
        let budget = &mut self.report.budget;
        budget.spend(cost::EXPANDED_LINE);
        let filled = body.fill(&self.store, &frame.arguments, frame.number, textually, budget);
        self.expanded_lines += 1;
        let Some(draft) = filled else {
            // The line would be too long; the call is rejected before the next one.
            self.report.budget.spend(usize::MAX);
            return None;
        };
        let line = self.store.add_expanded(base, &draft, frame.expansion);
        for &(start, end) in &unknown {
            // Before the line is lexed: MARS reports unknown parameters first, and then what they
            // cause (err-macro-unknown-parameter).
            self.report_unknown_parameter(line, base, start, end);
        }
        let line = self.lex_expanded(line, base, &draft, frame.expansion);
        if !unknown.is_empty() && !self.dialect().macro_errors_cascade {
            self.store.mark(line, false, true);
        }
        let before = self.footprint();
        let call = self.line(line);
        // Nothing refers to the line, so it is forgotten: a macro of comments may be expanded for
        // as long as the budget lasts without filling memory.
        if call.is_none() && before == self.footprint() {
            self.store.drop_expanded();
        }
        call
    }

    /// The counts of everything that could refer to a line.
    fn footprint(&self) -> (usize, usize, usize, usize, bool) {
        (
            self.statements.len(),
            self.units[self.file.unit as usize].symbols.len(),
            self.references.len(),
            self.file.globals.len() + self.globals.len(),
            self.file.opened.is_some(),
        )
    }

    /// Lexes a filled line and replaces `.eqv` names in it; its tokens are then at hand.
    fn lex_expanded(
        &mut self,
        line: LineIdx,
        base: LineIdx,
        draft: &LineDraft,
        expansion: u32,
    ) -> LineIdx {
        let dialect = self.dialect();
        let in_comment = self.store.line(base).in_comment;
        let base_bad = self.store.line(base).bad;
        let mut tokens = Vec::new();
        // A copy of the state: whether the body line begins inside a comment is known, and what
        // this line leaves open must not reach the next one.
        let mut bad = lexer::lex(&draft.text, dialect, &mut { in_comment }, &mut tokens);
        self.report.budget.spend_text(&draft.text, &tokens);
        self.report.budget.spend(size_of_val(draft.pieces.as_slice()));
        if bad && dialect.repeated_lexical_errors {
            report_malformed(
                &self.store,
                &mut self.report,
                line,
                &LineDraft::new(&draft.text),
                &tokens,
            );
        }
        let mut line = line;
        let mut text = None;
        let equivalents = &mut self.units[self.file.unit as usize].equivalents;
        if !equivalents.is_plain(&draft.text, &tokens) {
            let original = OriginalLine { line, draft, tokens: &tokens, in_comment, bad };
            let replaced = equivalents.apply(&self.store, &mut self.report, dialect, &original);
            if let Some(replaced) = replaced {
                self.store.drop_expanded();
                line = self.store.add_expanded(base, &replaced.draft, expansion);
                (tokens, bad) = (replaced.tokens, replaced.bad);
                text = Some(replaced.draft.text);
            }
        }
        // An error that the body line has by itself was reported where it stands.
        if bad && !base_bad && !dialect.repeated_lexical_errors {
            let text = text.as_deref().unwrap_or(&draft.text);
            report_malformed(&self.store, &mut self.report, line, &LineDraft::new(text), &tokens);
        }
        self.store.mark(line, in_comment, bad);
        self.tokens.clear();
        self.tokens.extend(tokens.iter().filter(|token| token.kind != TokenKind::Comment));
        line
    }

    /// MARS counts the column in the body line, before anything is put into it.
    fn report_unknown_parameter(&mut self, line: LineIdx, base: LineIdx, start: u32, end: u32) {
        if self.report.is_saturated() {
            self.report.only_count(Severity::Error);
            return;
        }
        let body = LineSite { line: base, start, end, column: true, chain: false };
        let text = self.store.text(base).get(start as usize..end as usize).unwrap_or("");
        let problem = Problem::UnknownParameter { text: text.to_owned() };
        let column = self.store.mars_place(body).column;
        let site = LineSite { line, start: 0, end: 0, column: true, chain: true };
        let mut place = self.store.mars_place(site);
        place.column = column;
        let advice = ProblemAdvice::help("the `.macro` line lists the parameters");
        let frames = self.store.frames(line);
        self.report.add_at(&self.store, body, problem, advice, place);
        self.report.set_last_frames(frames);
    }
}

/// Joins tokens into arguments: a new one starts where the text between two tokens `parts` them.
/// `None` if some tokens that stand together are not one operand.
fn group<'t>(
    text: &'t str,
    tokens: &[SourceToken],
    parts: impl Fn(&str) -> bool,
) -> Option<Vec<&'t str>> {
    let gap = |pair: &[SourceToken]| parts(&text[pair[0].end as usize..pair[1].start as usize]);
    let mut arguments = Vec::new();
    let mut from = 0;
    for at in 1..=tokens.len() {
        if at < tokens.len() && !gap(&tokens[at - 1..=at]) {
            continue;
        }
        let argument = &tokens[from..at];
        from = at;
        if !is_operand(argument) {
            return None;
        }
        let last = argument[argument.len() - 1];
        arguments.push(&text[argument[0].start as usize..last.end as usize]);
    }
    Some(arguments)
}

/// Whether some tokens are what one argument may be: a signed number, `label+n`, `n(register)`.
fn is_operand(tokens: &[SourceToken]) -> bool {
    use TokenKind as K;
    // The longest is `label+n(register)`.
    let mut kinds = [K::Error; 6];
    let Some(kinds) = kinds.get_mut(..tokens.len()) else { return false };
    for (kind, token) in kinds.iter_mut().zip(tokens) {
        *kind = token.kind;
    }
    let address = match &*kinds {
        [address @ .., K::Open, K::Register, K::Close] => address,
        whole => whole,
    };
    matches!(
        // Nothing before the parenthesis is `(register)` without an offset, the last case below.
        address,
        [_] | [K::Plus | K::Minus, K::Integer]
            | [K::Identifier | K::Mnemonic | K::Parameter, K::Plus | K::Minus, K::Integer]
    ) || address.is_empty() && tokens.len() == 3
}
