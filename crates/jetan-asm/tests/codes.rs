//! Every code has a page, every page's examples do what they claim, and the reference page is
//! what the pages say.
//!
//! `UPDATE_EXPECT=1 cargo test -p jetan-asm --test codes` rewrites `docs/reference/errors.md`.

#![expect(clippy::disallowed_methods, reason = "the test compares a file with what is generated")]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use jetan_asm::codes::{self, DiagnosticPage, PAGES};
use jetan_asm::{AssemblyOptions, Diagnostic, SourceSet, assemble, limits};
use jetan_isa::MemoryMap;

/// Sources and options that yield the code of a page whose example is an outline.
type Generator = fn(&DiagnosticPage) -> (SourceSet, AssemblyOptions);

const GENERATORS: &[(&str, Generator)] = &[
    ("E0416", data_without_end),
    ("E0511", chain_of_macros),
    ("E0512", long_argument),
    ("E0603", chain_of_includes),
    ("E0801", many_mistakes),
];

fn single(page: &DiagnosticPage, text: &str) -> (SourceSet, AssemblyOptions) {
    (SourceSet::single("main.asm", text), page.options())
}

/// One byte in every 4 KiB. The data segment is made larger than MARS's, which ends first.
fn data_without_end(page: &DiagnosticPage) -> (SourceSet, AssemblyOptions) {
    let blocks = limits::DATA_BYTES_MAX / 4096 + 1;
    let text = format!(".data\n{}", ".byte 1\n.space 4095\n".repeat(blocks));
    let map = MemoryMap { data_limit: 0x7000_0000, ..MemoryMap::DEFAULT };
    (SourceSet::single("main.asm", &text), AssemblyOptions { map, ..page.options() })
}

fn chain_of_macros(page: &DiagnosticPage) -> (SourceSet, AssemblyOptions) {
    let mut text = String::from(".macro step0\nnop\n.end_macro\n");
    for level in 1..=limits::MACRO_DEPTH_MAX {
        let _ = writeln!(text, ".macro step{level}\nstep{}\n.end_macro", level - 1);
    }
    let _ = writeln!(text, "step{}", limits::MACRO_DEPTH_MAX);
    single(page, &text)
}

/// A line that grows too long: doubling the lines as in the outline would take too much time.
fn long_argument(page: &DiagnosticPage) -> (SourceSet, AssemblyOptions) {
    let name = "a".repeat(limits::LINE_BYTES_MAX / 2);
    single(page, &format!(".macro turn (%x)\n%x: b %x\n.end_macro\nturn ({name})\n"))
}

fn chain_of_includes(page: &DiagnosticPage) -> (SourceSet, AssemblyOptions) {
    let mut sources = SourceSet::single("main.asm", page.wrong);
    for level in 1..=limits::INCLUDE_DEPTH_MAX + 1 {
        let text = format!(".include \"level{}.inc\"\n", level + 1);
        sources.add(&format!("level{level}.inc"), text.as_bytes());
    }
    (sources, page.options())
}

fn many_mistakes(page: &DiagnosticPage) -> (SourceSet, AssemblyOptions) {
    single(page, &"inc $t0\n".repeat(limits::DIAGNOSTICS_MAX + 1))
}

fn wrong(page: &DiagnosticPage) -> Vec<Diagnostic> {
    let generator = GENERATORS.iter().find(|(code, _)| *code == page.code);
    let (sources, options) = match generator {
        Some((_, generate)) => generate(page),
        None => (page.wrong_sources(), page.options()),
    };
    assemble(&sources, &options).1
}

fn codes_of(diagnostics: &[Diagnostic]) -> BTreeSet<&'static str> {
    diagnostics.iter().map(|diagnostic| diagnostic.code().0).collect()
}

/// The codes that `Problem::code` can give, read from its source.
fn codes_of_problems() -> Vec<&'static str> {
    let source = include_str!("../src/problem.rs");
    let literals = source.split('"').skip(1).step_by(2);
    let is_code = |text: &&str| {
        text.len() == 5
            && text.starts_with(['E', 'W'])
            && text[1..].bytes().all(|byte| byte.is_ascii_digit())
    };
    literals.filter(is_code).collect()
}

#[test]
fn every_code_has_one_page() {
    let mut codes = codes_of_problems();
    assert!(codes.len() > 60, "the codes were not found in problem.rs");
    let count = codes.len();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), count, "a code is used twice");
    let pages: Vec<&str> = PAGES.iter().map(|page| page.code).collect();
    assert_eq!(pages, codes);
}

#[test]
fn pages_are_found_in_upper_and_lower_case() {
    for page in PAGES {
        assert_eq!(codes::page(page.code), Some(page));
        assert_eq!(codes::page(&page.code.to_lowercase()), Some(page));
    }
    for code in ["", "E0", "E9999", "0203", "E02033"] {
        assert_eq!(codes::page(code), None, "{code}");
    }
}

#[test]
fn wrong_examples_have_the_mistake_and_no_other() {
    let mut failures = String::new();
    for page in PAGES {
        let mut expected: BTreeSet<&str> = page.setting.also.iter().copied().collect();
        expected.insert(page.code);
        let found = wrong(page);
        if codes_of(&found) != expected {
            let messages: Vec<String> = found.iter().take(5).map(described).collect();
            let _ = writeln!(failures, "{}: {messages:?}", page.code);
        }
        for diagnostic in &found {
            check_wording(diagnostic);
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Both wordings fall back on each other, so a problem in neither would recurse without end.
/// The examples reach every problem.
fn check_wording(diagnostic: &Diagnostic) {
    let message = diagnostic.problem.message();
    assert!(!message.is_empty(), "{}", diagnostic.code());
    assert!(!message.ends_with('.'), "{}: {message}", diagnostic.code());
    assert!(!diagnostic.problem.mars().is_empty(), "{}", diagnostic.code());
}

fn described(diagnostic: &Diagnostic) -> String {
    format!("{} {}", diagnostic.code(), diagnostic.problem.message())
}

#[test]
fn right_examples_have_no_mistake() {
    for page in PAGES {
        let (program, diagnostics) = assemble(&page.right_sources(), &page.options());
        let messages: Vec<String> = diagnostics.iter().map(described).collect();
        assert!(messages.is_empty(), "{}: {messages:?}", page.code);
        assert!(program.is_some(), "{}", page.code);
    }
}

#[test]
fn outlines_are_those_with_a_generator() {
    let outlines = PAGES.iter().filter(|page| page.setting.outline).map(|page| page.code);
    let generators = GENERATORS.iter().map(|(code, _)| *code);
    assert!(outlines.eq(generators));
}

#[test]
fn pages_read_like_pages() {
    for page in PAGES {
        let DiagnosticPage { code, title, text, wrong, right, .. } = page;
        assert!(!title.ends_with('.') && title.len() <= 60, "{code}: {title}");
        let sentences = text.lines().count();
        assert!((2..=6).contains(&sentences), "{code}: {sentences} sentences");
        for sentence in text.lines() {
            assert!(sentence.ends_with('.'), "{code}: {sentence}");
        }
        assert!(wrong.ends_with('\n') && right.ends_with('\n'), "{code}");
        assert!(wrong != right || page.setting.latin1, "{code}");
    }
}

#[test]
fn limits_named_in_pages_are_the_real_ones() {
    for (code, limit) in [
        ("E0416", format!("{} MiB", limits::DATA_BYTES_MAX >> 20)),
        ("E0511", format!("more than {} deep", limits::MACRO_DEPTH_MAX)),
        ("E0603", format!("more than {} deep", limits::INCLUDE_DEPTH_MAX)),
        ("E0801", format!("{} are shown", limits::DIAGNOSTICS_MAX)),
        ("E0801", format!("{} errors", limits::MARS_ERRORS_MAX)),
    ] {
        let text = codes::page(code).map_or("", |page| page.text);
        assert!(text.contains(&limit), "{code} does not say {limit}");
    }
}

#[test]
fn reference_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/errors.md");
    let text = codes::reference();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &text).expect("docs/reference is writable");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "errors.md is stale; run this test with UPDATE_EXPECT=1");
}
