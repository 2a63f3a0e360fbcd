//! Words that are not tokens: the message and the advice for each.

use crate::diagnostic::MarsLocation;
use crate::lexer::MalformedToken;
use crate::limits;
use crate::problem::{Problem, Severity};
use crate::report::{DiagnosticSink, FixLocation, ProblemAdvice};
use crate::store::{LineDraft, LineIdx, LineSite, LineStore, trace, utf16_len};
use crate::token::{SourceToken, TokenKind};

/// Reports every malformed token of a line.
pub(crate) fn report_malformed(
    store: &LineStore,
    report: &mut DiagnosticSink,
    line: LineIdx,
    draft: &LineDraft,
    tokens: &[SourceToken],
) {
    let text = draft.text.as_str();
    for &token in tokens.iter().filter(|token| token.kind == TokenKind::Error) {
        // Before any text is copied: a single line can have hundreds of thousands of bad words.
        if report.is_saturated() {
            report.only_count(Severity::Error);
            continue;
        }
        // MARS quotes the whole line, which we underline instead.
        let quoted = text.floor_char_boundary(limits::QUOTED_BYTES_MAX);
        let line_text = if report.quotes_lines() { &text[..quoted] } else { "" };
        let (problem, advice) = malformed(token, text, line_text);
        report_in(store, report, LineSite::token(line, token), draft, problem, advice);
    }
}

/// Reports a problem in a line whose text is being replaced and not in the store as yet.
pub(crate) fn report_in(
    store: &LineStore,
    report: &mut DiagnosticSink,
    site: LineSite,
    draft: &LineDraft,
    problem: Problem,
    mut advice: ProblemAdvice,
) {
    let before = draft.text.get(..site.start as usize).unwrap_or(&draft.text);
    // Counted in the draft, since the store still has the line before the replacement.
    let column = utf16_len(before) + 1;
    let place = MarsLocation { column, ..store.mars_place(site) };
    let traced = trace(&draft.pieces, site);
    if !draft.pieces.is_empty() {
        // The store still has the text before the replacement, to which no place here applies.
        advice.fixes.clear();
    }
    report.add_at(store, traced, problem, advice, place);
}

fn malformed(token: SourceToken, text: &str, quoted_line: &str) -> (Problem, ProblemAdvice) {
    let text = token.text(text).to_owned();
    let shown = text.clone();
    let line = quoted_line.to_owned();
    match MalformedToken::of(token) {
        MalformedToken::Character => {
            // Longer than an escape in its quotes: a string was meant.
            let help = if shown.chars().count() > 4 && shown.ends_with('\'') {
                "a string stands in double quotes: \"…\""
            } else {
                "between the quotes stands one character or one escape: 'a', '\\n', '\\''"
            };
            (Problem::BadCharacter { text, line }, ProblemAdvice::help(help))
        }
        MalformedToken::Number => (Problem::BadNumber { text, line }, number_advice(&shown)),
        MalformedToken::Stray => (Problem::StrayCharacters { text, line }, stray_advice(&shown)),
    }
}

/// The characters that join values where values are computed.
const OPERATORS: [char; 6] = ['*', '/', '<', '>', '&', '|'];
const NOT_COMPUTED: &str = "arithmetic is not allowed here; write the result";

fn number_advice(text: &str) -> ProblemAdvice {
    let unsigned = text.trim_start_matches(['-', '+']);
    let hex = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X"));
    match hex {
        // All digits are good, so it can only be too long.
        Some(digits) if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit()) => {
            ProblemAdvice::help("a hexadecimal number has at most 8 digits: it must fit 32 bits")
        }
        Some(_) => ProblemAdvice::help("after `0x` come hexadecimal digits: 0-9 and a-f"),
        None if unsigned.contains(';') => ProblemAdvice::help(
            "one instruction a line: `;` separates nothing, and comments start with `#`",
        ),
        None if unsigned.contains(OPERATORS) => ProblemAdvice::help(NOT_COMPUTED),
        None if unsigned.starts_with("0b") || unsigned.starts_with("0B") => {
            ProblemAdvice::help("after `0b` come up to 32 binary digits: 0 and 1")
        }
        None if unsigned.bytes().all(|b| b.is_ascii_digit() || b == b'_') => {
            ProblemAdvice::help("numbers have no separators: write 1000, not 1_000")
                .and_fix(FixLocation::Marked, text.replace('_', ""))
        }
        None if unsigned.contains(['[', ']']) => {
            ProblemAdvice::help("memory is addressed as `offset($register)`, with round brackets")
        }
        None if unsigned.starts_with(|c: char| c.is_ascii_digit())
            && unsigned.contains(|c: char| c.is_ascii_alphabetic() || c == '_') =>
        {
            ProblemAdvice::help(
                "this is neither a number nor a name: a name cannot start with a digit",
            )
        }
        None => ProblemAdvice::help("numbers look like 42, -7, 0x2a, 1.5 or 2e-3"),
    }
}

fn stray_advice(text: &str) -> ProblemAdvice {
    match text.chars().next() {
        Some(';') => {
            ProblemAdvice::help("statements end at the end of the line; comments start with `#`")
                .and_fix(FixLocation::Marked, format!("#{}", &text[1..]))
        }
        Some('/') => ProblemAdvice::help("comments start with `#`"),
        Some('\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}') => {
            ProblemAdvice::help("these are typographic quotes; type plain \" or ' instead")
                .and_fix(FixLocation::Marked, plain_quotes(text))
        }
        Some('@') => ProblemAdvice::help("comments start with `#`, registers with `$`"),
        Some('%') => ProblemAdvice::help("a macro parameter is `%` and a name"),
        Some('[' | ']') => ProblemAdvice::help("memory is addressed as `offset($register)`"),
        Some('\0') => ProblemAdvice::help("the file contains NUL bytes; is it a text file?"),
        Some('\u{fffd}') => ProblemAdvice::help("the file is not UTF-8; save it as UTF-8"),
        Some('\u{a0}') => ProblemAdvice::help("this is a non-breaking space; type a plain one"),
        Some('\u{feff}') => {
            ProblemAdvice::help("this is a byte order mark; save the file without one")
        }
        _ if text.contains(OPERATORS) => ProblemAdvice::help(NOT_COMPUTED),
        _ => match text.chars().find(|c| !c.is_ascii() && !c.is_alphanumeric()) {
            Some(other) => ProblemAdvice::help(format!(
                "`{other}` is not a letter: names are made of letters, digits, `_`, `.` and `$`"
            )),
            None => ProblemAdvice::default(),
        },
    }
}

/// A text with the quotes that a keyboard has.
fn plain_quotes(text: &str) -> String {
    let double = ['\u{201c}', '\u{201d}'];
    text.replace(double, "\"").replace(['\u{2018}', '\u{2019}'], "'")
}
