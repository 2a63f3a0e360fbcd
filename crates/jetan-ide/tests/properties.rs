//! What holds for any text: no question makes it panic, answers stay inside their files, and
//! formatting changes neither the program nor what is formatted already.

#![expect(clippy::disallowed_methods, reason = "asks for the long run")]

use jetan_asm::{AssemblyOptions, Dialect, FileId, SourceSet, Span};
use jetan_ide::format::FormatStyle;
use jetan_ide::position::{offset, position};
use jetan_ide::{Analysis, apply};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{RngSeed, TestRunner};

const DIALECTS: [Dialect; 2] = [Dialect::JETAN, Dialect::MARS];

/// Tries a property on some inputs, or with `JETAN_LONG=1` on fifty times as many.
fn try_all<S: Strategy>(cases: u32, inputs: &S, property: impl Fn(S::Value)) {
    let is_long = std::env::var("JETAN_LONG").is_ok_and(|value| value == "1");
    let config = ProptestConfig {
        cases: if is_long { 50 * cases } else { cases },
        failure_persistence: None,
        max_shrink_iters: 4_000,
        rng_seed: RngSeed::Fixed(0x6a65_7461_6e00_0002),
        ..ProptestConfig::default()
    };
    let outcome = TestRunner::new(config).run(inputs, |input| {
        property(input);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

/// Words, and what is nearly one.
const WORDS: &[&str] = &[
    "add",
    "lw",
    "li",
    "syscall",
    "jal",
    "b",
    "move",
    "add.d",
    "$t0",
    "$v0",
    "$f2",
    "$12",
    "$s8",
    "$",
    "%",
    "%p",
    "%q",
    "main",
    "loop",
    "x",
    "SIZE",
    "m",
    "m",
    "4",
    "-1",
    "0x10",
    "1.5",
    "'a'",
    "'",
    "\"s\\n\"",
    "\"open",
    ".word",
    ".asciiz",
    ".data",
    ".text",
    ".globl",
    ".eqv",
    ".macro",
    ".end_macro",
    ".include",
    ".extern",
    ".space",
    ".",
    ":",
    ":",
    ",",
    "(",
    ")",
    "+",
    "-",
    "=",
    "#",
    "# note",
    "//",
    "/*",
    "*/",
    "\u{feff}",
    "é",
    "𝄞",
    "\t",
    "  ",
    "5x",
    ";",
    "x:",
    "loop:",
    "m (%p)",
    "m ($t0, x)",
];

/// Lines of words that mean something, in an order that mostly does not.
fn scrambled() -> impl Strategy<Value = String> {
    let words = select(WORDS);
    let gaps = select(vec![" ", " ", " ", "", ", ", ",", "\t", "\n", "\n", "\r\n", "\r"]);
    let pieces = proptest::collection::vec((words, gaps), 0..60);
    pieces.prop_map(|pieces| pieces.into_iter().flat_map(|(word, gap)| [word, gap]).collect())
}

/// Lines that are right, with blanks to be replaced by others.
const STATEMENTS: &[&str] = &[
    "main:",
    "x: .word 1 , 2,3",
    "loop: add $t0 $t0,$t1",
    "lw $t0,x + 4 ( $sp )",
    "nop # note",
    "# note",
    ".eqv SIZE 4",
    "li $t0,SIZE",
    ".data",
    ".text",
    ".macro m ( %p )",
    "b loop",
    "addi %p,%p , -1",
    ".end_macro",
    "m ( $t0 )",
    "m($t1)",
    "NAME = 5 # five",
    "1, 2 , 3",
    ".asciiz \"a  b\" , \"c\"",
    ".word 0 : 4",
    "li $t0 'a' // note",
    "/* a */ nop",
];

/// Lines that assemble, put together from words that fit, with any blanks between them.
fn sensible() -> impl Strategy<Value = String> {
    let lines = select(STATEMENTS);
    let blanks = select(vec![" ", "\t", "  ", "      ", ""]);
    let pieces = proptest::collection::vec((blanks.clone(), lines, blanks), 0..30);
    pieces.prop_map(|pieces| {
        let line = |(before, line, behind): (&str, &str, &str)| {
            let spread =
                if before.is_empty() { line.to_owned() } else { line.replace(' ', before) };
            format!("{before}{spread}{behind}\n")
        };
        pieces.into_iter().map(line).collect()
    })
}

fn analysis(text: &str, dialect: Dialect) -> (Analysis, FileId) {
    let sources = SourceSet::single("main.asm", text);
    let file = sources.roots()[0];
    let options = AssemblyOptions { dialect, ..AssemblyOptions::default() };
    (Analysis::new(sources, &options, None), file)
}

/// Asks everything at an offset.
fn ask(analysis: &Analysis, file: FileId, at: u32) {
    let text = analysis.sources().file(file).text();
    let inside = |span: Span| {
        let found = text.get(span.start as usize..span.end as usize);
        assert!(span.file == file && found.is_some(), "{span:?} in {text:?}");
    };
    if let Some(hover) = analysis.hover(file, at) {
        inside(hover.span);
        assert!(!hover.page.title.is_empty());
    }
    let completions = analysis.complete(file, at);
    inside(completions.span);
    if let Some(signatures) = analysis.signature(file, at) {
        let form = &signatures.forms[signatures.active];
        assert!(form.operands.iter().all(|&(from, to)| form.label.get(from..to).is_some()));
    }
    analysis.definitions(file, at).into_iter().for_each(inside);
    if let Some(procedure) = analysis.procedure_at(file, at) {
        inside(procedure.span);
        let callers = analysis.callers(procedure.name_span);
        let callees = analysis.callees(procedure.name_span);
        callers.iter().chain(&callees).flat_map(|call| &call.places).copied().for_each(inside);
    }
    let references = analysis.references(file, at, true);
    references.iter().copied().for_each(inside);
    analysis.occurrences(file, at).into_iter().for_each(inside);
    let renamable = analysis.renamable(file, at);
    if let Ok(edits) = analysis.rename(file, at, "fresh") {
        assert!(renamable.is_ok() && !edits.is_empty());
    }
    let place = position(analysis.sources().file(file), at);
    let back = offset(analysis.sources().file(file), place);
    assert!(back <= at);
    assert_eq!(position(analysis.sources().file(file), back), place);
}

fn check(text: &str) {
    for dialect in DIALECTS {
        let (analysis, file) = analysis(text, dialect);
        let end = text.len() as u32;
        for at in (0..=end + 2).step_by(3) {
            ask(&analysis, file, at);
        }
        ask(&analysis, file, u32::MAX);
        let mut last = 0;
        for word in analysis.classes(file) {
            assert!(last <= word.start && word.start < word.end && word.end <= end);
            last = word.end;
        }
        let folds = analysis.folds(file);
        assert!(folds.iter().all(|fold| fold.span.start < fold.span.end));
        analysis.symbols(file);
        analysis.fixes(file, 0, end);
        assert!(analysis.hints(file, 0..u32::MAX).iter().all(|hint| hint.offset <= end));
    }
}

#[test]
fn any_line_noise_is_answered() {
    try_all(150, &scrambled(), |text| check(&text));
    try_all(150, &any::<String>(), |text| check(&text));
}

#[test]
fn formatting_changes_nothing_but_blanks() {
    try_all(1_500, &prop_oneof![scrambled(), sensible()], |text| {
        for dialect in DIALECTS {
            let (before, file) = analysis(&text, dialect);
            let formatted = apply(&text, &before.format(file, &FormatStyle::default()));
            let (after, _) = analysis(&formatted, dialect);
            let image = |analysis: &Analysis| analysis.program().map(|one| one.image.clone());
            assert_eq!(image(&before), image(&after), "{text:?}\n{formatted:?}");
            let warnings = |analysis: &Analysis| analysis.diagnostics().len();
            let is_program = before.program().is_some();
            assert!(!is_program || warnings(&before) == warnings(&after), "{text:?}");
            let again = after.format(file, &FormatStyle::default());
            assert!(again.is_empty(), "{text:?}\n{formatted:?}\n{again:?}");
        }
    });
}
