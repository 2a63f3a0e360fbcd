//! The first stage: files become lines of tokens.
//!
//! Includes and `.eqv` are carried out here, before anything is assembled. Macros are not: a call
//! means the macro defined so far, so the first pass expands them line by line.

pub(crate) mod eqv;
mod include;

use crate::layout::AssemblyUnit;
use crate::lexer;
use crate::malformed::report_malformed;
use crate::options::AssemblyOptions;
use crate::problem::Problem;
use crate::report::{DiagnosticSink, FixLocation, ProblemAdvice};
use crate::source::FileId;
use crate::store::{LineDraft, LineSite, LineStore};
use crate::token::TokenKind;
use eqv::{EqvTable, OriginalLine};
use include::IncludeReader;
use jetan_order::SharedSort;

/// Reads all files, in the order given.
///
/// MARS: the first file with errors ends everything, so nothing is reported about what follows;
/// only an outline has to know it.
pub(crate) fn read_files(
    store: &mut LineStore,
    report: &mut DiagnosticSink,
    options: &AssemblyOptions,
    order: &[FileId],
    is_outlined: bool,
) -> Vec<AssemblyUnit> {
    let mut units = Vec::new();
    // MARS reads files as they are listed, which decides whose errors end everything; only the
    // assembling begins with the lead file.
    for &root in store.sources.roots() {
        let first = store.len();
        store.begin_unit();
        let is_whole = IncludeReader::new(store, report, options.dialect).read(root);
        // MARS: the errors of the first scan are listed as a whole, then all of them again (S5).
        let scanned = options.dialect.repeated_lexical_errors.then(|| report.take());
        // Of files that were included too often an outline needs a look at each.
        let enough = if is_whole { u32::MAX } else { first.saturating_add(own_lines(store)) };
        let lines = (first, store.len().min(enough));
        let mut equivalents = EqvTable::default();
        if !options.dialect.no_expressions {
            equivalents.define_ahead(store, lines.0..lines.1, options.dialect);
        }
        for line in lines.0..lines.1 {
            replace_names(store, report, options, &mut equivalents, line);
        }
        if let Some(scanned) = scanned {
            report.repeat_first(scanned);
        }
        // Without all its lines every later message would be a consequence. MARS: the first file
        // with errors ends everything.
        if !is_whole || options.dialect.bad_file_ends && report.has_errors() {
            report.close();
        }
        units.push(AssemblyUnit::new(root, lines, equivalents));
        if report.is_closed() && !is_outlined {
            break;
        }
    }
    units.shared_sort_by_key(|unit| order.iter().position(|&file| file == unit.root));
    units
}

/// The number of lines of all files together.
fn own_lines(store: &LineStore) -> u32 {
    let sources = store.sources;
    let lines = sources.ids().map(|file| sources.file(file).lines().len() as u32);
    lines.fold(0, u32::saturating_add)
}

/// The second scan of a line: `.eqv` definitions and replacements, and lexical errors.
fn replace_names(
    store: &mut LineStore,
    report: &mut DiagnosticSink,
    options: &AssemblyOptions,
    equivalents: &mut EqvTable,
    line: u32,
) {
    let dialect = options.dialect;
    let bad = store.line(line).bad;
    // MARS: the second scan reports a bad line once more before `.eqv` changes it.
    if bad && dialect.repeated_lexical_errors {
        report_malformed(
            store,
            report,
            line,
            &LineDraft::new(store.text(line)),
            store.tokens(line),
        );
    }
    if !equivalents.is_plain(store.text(line), store.tokens(line)) {
        let draft = LineDraft::new(store.text(line));
        let tokens = store.tokens(line).to_vec();
        let in_comment = store.line(line).in_comment;
        let original = OriginalLine { line, draft: &draft, tokens: &tokens, in_comment, bad };
        if let Some(replaced) = equivalents.apply(store, report, dialect, &original) {
            store.rewrite(line, &replaced.draft, &replaced.tokens, replaced.bad);
        }
    }
    if !dialect.loose_strings {
        report_unclosed_strings(store, report, line);
    }
    if store.line(line).bad && !dialect.repeated_lexical_errors {
        report_malformed(
            store,
            report,
            line,
            &LineDraft::new(store.text(line)),
            store.tokens(line),
        );
    }
}

/// Warns about strings without their closing quotes, which go to the end of the line.
fn report_unclosed_strings(store: &LineStore, report: &mut DiagnosticSink, line: u32) {
    for &token in store.tokens(line) {
        if token.kind == TokenKind::String && token.value == lexer::UNCLOSED {
            let advice = ProblemAdvice::label("the string begins here")
                .and_help("put a `\"` where the string ends; now it takes the rest of the line")
                .and_fix(FixLocation::Behind, "\"");
            report.add(store, LineSite::token(line, token), Problem::UnclosedString, advice);
        }
    }
}
