//! Pathological sources: none may crash it, hang it or exhaust the memory.
//!
//! Each test names the limit it runs into and asserts the diagnostic that says so; how long
//! anything takes is measured in `benches/`, not asserted here.

#![expect(clippy::format_push_string, reason = "small sources, built line by line")]

use std::collections::BTreeMap;

use jetan_asm::limits;
use jetan_asm::problem::Severity;
use jetan_asm::source::UnreadableFile;
use jetan_asm::{AssemblyOptions, Diagnostic, Dialect, Program, SourceSet, assemble};

const DIALECTS: [Dialect; 2] = [Dialect::JETAN, Dialect::MARS];

fn run(text: &str, dialect: Dialect) -> (Option<Program>, Vec<Diagnostic>) {
    run_bytes(text.as_bytes(), dialect)
}

fn run_bytes(bytes: &[u8], dialect: Dialect) -> (Option<Program>, Vec<Diagnostic>) {
    let mut sources = SourceSet::default();
    let file = sources.add("main.asm", bytes);
    sources.add_root(file);
    run_set(&sources, dialect)
}

fn run_set(sources: &SourceSet, dialect: Dialect) -> (Option<Program>, Vec<Diagnostic>) {
    let (program, diagnostics) =
        assemble(sources, &AssemblyOptions { dialect, ..AssemblyOptions::default() });
    for diagnostic in &diagnostics {
        let text = sources.file(diagnostic.span.file).text();
        let (start, end) = (diagnostic.span.start as usize, diagnostic.span.end as usize);
        assert!(text.get(start..end).is_some(), "{diagnostic:?} is outside its file");
    }
    (program, diagnostics)
}

/// How often each code was reported.
fn counts(diagnostics: &[Diagnostic]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for diagnostic in diagnostics {
        *counts.entry(diagnostic.code().0).or_default() += 1;
    }
    counts
}

/// The codes that a source leads to, each with its number.
fn codes(text: &str, dialect: Dialect) -> Vec<(&'static str, usize)> {
    counts(&run(text, dialect).1).into_iter().collect()
}

/// Files that are there, by name; anything else is missing.
fn load(files: &[(String, String)]) -> SourceSet {
    let mut read = |name: &str| {
        let found = files.iter().find(|(known, _)| known == name);
        found.map(|(_, text)| text.clone().into_bytes()).ok_or(UnreadableFile::Missing)
    };
    SourceSet::load(&[files[0].0.clone()], &mut read).expect("the first file is there")
}

#[test]
fn text_that_is_not_utf8_is_named_as_such() {
    let (program, diagnostics) = run_bytes(b"nop # caf\xe9\n", Dialect::JETAN);
    assert!(program.is_some());
    assert_eq!(counts(&diagnostics), BTreeMap::from([("W0904", 1)]));
    let text = b".data\n.ascii \"\xff\xfe\"\n.byte '\xc0', '\x80'\n.text\n\xe9t\xe9: nop\n";
    let (program, diagnostics) = run_bytes(text, Dialect::JETAN);
    assert_eq!(counts(&diagnostics), BTreeMap::from([("W0904", 1)]));
    let program = program.expect("Windows-1252 is read");
    assert_eq!(program.image.segments[0].bytes[..4], [0xff, 0xfe, 0xc0, 0x80]);
    assert_eq!(program.files[0].symbols[0].name, "été");
    let (program, _) = run_bytes(b"nop # caf\xe9\n", Dialect::MARS);
    assert!(program.is_some(), "MARS takes such bytes in a comment");
}

#[test]
fn binary_files_are_errors_not_crashes() {
    let bytes: Vec<u8> = (0..=255).cycle().take(1 << 16).collect();
    for dialect in DIALECTS {
        let (program, diagnostics) = run_bytes(&bytes, dialect);
        assert!(program.is_none());
        assert!(diagnostics.len() <= limits::DIAGNOSTICS_MAX + 1, "{}", diagnostics.len());
    }
}

#[test]
fn nul_bytes_are_lexical_errors() {
    assert_eq!(codes("nop\0\nnop\n", Dialect::JETAN), [("E0101", 1)]);
    assert_eq!(codes("nop\0\nnop\n", Dialect::MARS), [("E0101", 2)]);
}

#[test]
fn every_line_end_ends_a_line() {
    for dialect in DIALECTS {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["x: nop", "", "j x # here", "y:"].join(end);
            let (program, diagnostics) = run(&text, dialect);
            assert_eq!(diagnostics, []);
            assert_eq!(program.expect("it assembles").code.len(), 2);
        }
    }
}

#[test]
fn a_byte_order_mark_is_skipped_only_at_the_start() {
    assert_eq!(codes("\u{feff}nop\n", Dialect::JETAN), []);
    assert_eq!(codes("nop\n \u{feff}nop\n", Dialect::JETAN), [("E0101", 1)]);
    assert_eq!(codes("\u{feff}nop\n", Dialect::MARS), [("E0101", 2)]);
}

#[test]
fn a_line_of_a_megabyte_is_a_line() {
    let words = 150_000;
    let text = format!(".data\n.word {}\n", "1000, ".repeat(words));
    assert!(text.len() > 900_000);
    for dialect in DIALECTS {
        let (program, diagnostics) = run(&text, dialect);
        assert_eq!(diagnostics, []);
        let bytes: usize =
            program.expect("it assembles").image.segments.iter().map(|s| s.bytes.len()).sum();
        assert_eq!(bytes, (4 * words).next_multiple_of(4096));
    }
    let name = "x".repeat(1 << 20);
    assert_eq!(codes(&format!("j {name}\n"), Dialect::JETAN), [("E0203", 1)]);
    assert_eq!(codes(&format!("{name}: j {name}\n"), Dialect::JETAN), []);
    assert_eq!(codes(&"(".repeat(1 << 20), Dialect::JETAN), [("E0201", 1)]);
    // The cost of a mistake must not grow with the length of its line.
    let max = limits::DIAGNOSTICS_MAX;
    let undefined = format!(".data\n.word {}\n", "x,".repeat(1 << 18));
    assert_eq!(codes(&undefined, Dialect::JETAN), [("E0203", 1)], "a label is reported once");
    assert_eq!(codes(&undefined, Dialect::MARS), [("E0203", 200), ("E0801", 1)]);
    let mut undefined = String::from(".data\n.word ");
    for idx in 0..1 << 17 {
        undefined.push_str(&format!("x{idx},"));
    }
    assert_eq!(codes(&undefined, Dialect::JETAN), [("E0203", max), ("E0801", 1)]);
    let stray = ";,".repeat(1 << 18);
    assert_eq!(codes(&stray, Dialect::JETAN), [("E0101", max), ("E0801", 1)]);
    assert_eq!(codes(&stray, Dialect::MARS), [("E0101", 200), ("E0801", 1)]);
    let quotes = "'".repeat(1 << 18);
    assert_eq!(codes(&quotes, Dialect::MARS), [("E0102", 200), ("E0801", 1)]);
    assert!(run(&quotes, Dialect::JETAN).0.is_none());
    let wide = format!(".data\n.byte {}\n", "300,".repeat(1 << 18));
    assert_eq!(codes(&wide, Dialect::JETAN), [("E0801", 1), ("W0903", max)]);
}

#[test]
fn a_file_of_more_than_16_mib_is_not_read() {
    let large = "#".repeat(limits::FILE_BYTES_MAX + 1);
    let files = |name: &str| match name {
        "large.asm" => Ok(large.clone().into_bytes()),
        "largest.asm" => Ok(large.as_bytes()[1..].to_vec()),
        _ => Ok(b".include \"large.asm\"\n.include \"largest.asm\"\n".to_vec()),
    };
    let mut read = files;
    let root = SourceSet::load(&["large.asm".to_owned()], &mut read);
    assert_eq!(root.err(), Some(("large.asm".to_owned(), UnreadableFile::TooLarge)));
    let sources =
        SourceSet::load(&["main.asm".to_owned()], &mut read).expect("the main file is small");
    let (_, diagnostics) = run_set(&sources, Dialect::JETAN);
    assert_eq!(counts(&diagnostics), BTreeMap::from([("E0601", 1)]));
    assert_eq!(diagnostics[0].help, ["the file is larger than 16 MiB"]);
}

/// A chain of files, each including the next; `times` as often.
fn chain(depth: usize, times: usize, last: &str) -> SourceSet {
    let name = |idx: usize| format!("f{idx}.asm");
    let include = |idx: usize| format!(".include \"{}\"\n", name(idx + 1)).repeat(times);
    let mut files: Vec<(String, String)> = (0..depth).map(|i| (name(i), include(i))).collect();
    files.push((name(depth), last.to_owned()));
    load(&files)
}

#[test]
fn includes_nest_64_deep() {
    for dialect in DIALECTS {
        let (program, diagnostics) = run_set(&chain(64, 1, "nop\n"), dialect);
        assert_eq!(counts(&diagnostics), BTreeMap::new());
        assert_eq!(program.expect("it assembles").code.len(), 1);
        let (_, diagnostics) = run_set(&chain(65, 1, "nop\n"), dialect);
        assert_eq!(counts(&diagnostics), BTreeMap::from([("E0603", 1)]));
        let (_, diagnostics) = run_set(&chain(1000, 1, "nop\n"), dialect);
        assert_eq!(counts(&diagnostics), BTreeMap::from([("E0603", 1)]));
    }
}

#[test]
fn includes_that_double_at_every_level_are_bounded() {
    for last in ["nop\n", ""] {
        let (program, diagnostics) = run_set(&chain(25, 2, last), Dialect::JETAN);
        assert!(program.is_none(), "2^25 files are too many");
        assert!(counts(&diagnostics).contains_key("E0512"), "{:?}", counts(&diagnostics));
        // MARS takes a file only once, so it stops at the second include.
        let (_, diagnostics) = run_set(&chain(25, 2, last), Dialect::MARS);
        assert_eq!(counts(&diagnostics), BTreeMap::from([("E0604", 1)]));
    }
}

#[test]
fn included_text_is_bounded_in_bytes_as_well() {
    // One line of a megabyte, again and again: few lines, much text.
    let line = "0,".repeat(1 << 19);
    let times = 300;
    let main = ".include \"line.inc\"\n".repeat(times);
    let sources = load(&[("main.asm".into(), main), ("line.inc".into(), line)]);
    let (program, diagnostics) = run_set(&sources, Dialect::JETAN);
    assert!(program.is_none());
    assert!(counts(&diagnostics).contains_key("E0512"), "{:?}", counts(&diagnostics));
}

#[test]
fn a_file_that_includes_itself_is_a_cycle() {
    for dialect in DIALECTS {
        let itself = load(&[("a".into(), "nop\n.include \"a\"\n".into())]);
        assert_eq!(counts(&run_set(&itself, dialect).1), BTreeMap::from([("E0602", 1)]));
        let mutual = load(&[
            ("a".into(), ".include \"b\"\n".into()),
            ("b".into(), ".include \"c\"\n".into()),
            ("c".into(), ".include \"a\"\n".into()),
        ]);
        assert_eq!(counts(&run_set(&mutual, dialect).1), BTreeMap::from([("E0602", 1)]));
    }
}

#[test]
fn recursive_macros_are_found_however_long_the_way() {
    for dialect in DIALECTS {
        assert_eq!(codes(".macro m\nm\n.end_macro\nm\n", dialect), [("E0508", 1)]);
        let mut long = String::new();
        for idx in 0..500 {
            long.push_str(&format!(".macro m{idx}\nm{}\n.end_macro\n", (idx + 1) % 500));
        }
        assert_eq!(codes(&format!("{long}m0\n"), dialect), [("E0508", 1)]);
    }
}

#[test]
fn a_macro_that_calls_itself_in_many_lines_is_bounded() {
    // MARS: only a call on a line that is being expanded is recursive, so it tries every order of
    // the lines. With two there are six; with twelve it would be 12!, but for the limit.
    let text = |calls| format!(".macro m\n{}.end_macro\nm\n", "m\n".repeat(calls));
    assert_eq!(codes(&text(2), Dialect::MARS), [("E0508", 6)]);
    assert_eq!(codes(&text(12), Dialect::MARS), [("E0508", 200), ("E0801", 1)]);
    let counts = counts(&run(&text(12), Dialect::JETAN).1);
    assert!(counts.keys().all(|code| ["E0508", "E0801"].contains(code)), "{counts:?}");
}

/// Macros `m0` to `m<levels>`, each calling the one before it `calls` times.
fn tower(levels: usize, calls: usize, bottom: &str) -> String {
    let mut text = format!(".macro m0\n{bottom}\n.end_macro\n");
    for level in 1..=levels {
        let body = format!("m{}\n", level - 1).repeat(calls);
        text.push_str(&format!(".macro m{level}\n{body}.end_macro\n"));
    }
    text
}

#[test]
fn macro_calls_nest_1000_deep() {
    for dialect in DIALECTS {
        assert_eq!(codes(&(tower(999, 1, "nop") + "m999\n"), dialect), []);
        assert_eq!(codes(&(tower(1000, 1, "nop") + "m1000\n"), dialect), [("E0511", 1)]);
        assert_eq!(codes(&(tower(5000, 1, "nop") + "m5000\n"), dialect), [("E0511", 1)]);
    }
}

#[test]
fn macros_that_multiply_at_every_level_are_bounded() {
    for dialect in DIALECTS {
        for bottom in ["nop", ".data\n.byte 1"] {
            let (program, diagnostics) = run(&(tower(10, 10, bottom) + "m10\n"), dialect);
            assert!(program.is_none(), "10^10 lines are too many");
            let counts = counts(&diagnostics);
            assert_eq!(counts, BTreeMap::from([("E0512", 1)]), "{bottom}");
        }
    }
}

#[test]
fn arguments_that_grow_at_every_level_are_bounded() {
    let mut text = String::from(".macro m0 (%a)\n.data\n.ascii %a\n.end_macro\n");
    for level in 1..=40 {
        let inner = level - 1;
        text.push_str(&format!(".macro m{level} (%a)\nm{inner} (%a+%a)\n.end_macro\n"));
    }
    text.push_str("m40 (x+1)\n");
    for dialect in DIALECTS {
        assert!(run(&text, dialect).0.is_none());
    }
    let string = "y".repeat(1 << 20);
    let body = "%a ".repeat(1 << 10);
    let text = format!(".macro m (%a)\n.ascii {body}\n.end_macro\n.data\nm (\"{string}\")\n");
    for dialect in DIALECTS {
        assert_eq!(codes(&text, dialect), [("E0512", 1)]);
    }
}

#[test]
fn names_that_double_at_every_level_are_bounded() {
    let mut text = String::new();
    for level in 0..40 {
        text.push_str(&format!(".eqv N{level} N{next}, N{next}\n", next = level + 1));
    }
    text.push_str(".data\n.word N0\n");
    for dialect in DIALECTS {
        let (program, diagnostics) = run(&text, dialect);
        assert!(program.is_none(), "2^40 names are too many");
        assert_eq!(counts(&diagnostics), BTreeMap::from([("E0512", 1)]));
        let message = diagnostics[0].problem.message();
        assert!(message.starts_with("replacing `N0` makes too much: a line of "), "{message}");
    }
}

#[test]
fn text_that_names_stand_for_is_bounded_in_all() {
    let long = "x".repeat(1 << 20);
    let lines = 1_000;
    let long = &long[..long.len() / 2];
    let text = format!(".eqv N \"{long}\"\n.data\n{}", "# N\n.eqv M N\n".repeat(lines));
    assert_eq!(codes(&text, Dialect::JETAN), [], "nothing is replaced in comments and definitions");
    let text = format!(".eqv N \"{long}\"\n.text\n{}", "li $t0, N\n".repeat(lines));
    for dialect in DIALECTS {
        let counts = counts(&run(&text, dialect).1);
        assert!(counts.contains_key("E0512"), "{counts:?}");
    }
}

#[test]
fn names_in_a_circle_are_found() {
    let pair = ".eqv N1 N2\n.eqv N2 N1\nli $t0, N1\n";
    let mut long = String::new();
    for idx in 0..2000 {
        long.push_str(&format!(".eqv N{idx} N{}\n", (idx + 1) % 2000));
    }
    long.push_str("li $t0, N7\n");
    for dialect in DIALECTS {
        assert_eq!(codes(pair, dialect), [("E0615", 1)]);
        assert_eq!(codes(&long, dialect), [("E0615", 1)]);
    }
}

#[test]
fn a_long_chain_of_names_without_a_circle_ends() {
    let mut text = String::new();
    for idx in 0..900 {
        text.push_str(&format!(".eqv N{idx} N{}\n", idx + 1));
    }
    text.push_str(".eqv N900 5\nli $t0, N0\n");
    for dialect in DIALECTS {
        assert_eq!(codes(&text, dialect), []);
    }
}

#[test]
fn reserving_or_aligning_far_away_stores_nothing() {
    for dialect in DIALECTS {
        let (program, diagnostics) = run(".data\n.space 2147483647\nx:\n", dialect);
        assert_eq!(diagnostics, []);
        let program = program.expect("it assembles");
        assert_eq!(program.image.segments, []);
        let address = program.symbol("x", Some(program.files[0].file)).expect("it is defined");
        assert_eq!(address.address, 0x9000_ffff);
        let text = ".data\n.space 2147483647\n.space 2147483647\n.space 2147483647\nx:\n";
        assert!(run(text, dialect).0.is_some(), "addresses wrap");
        // The next multiple of 2^30 is beyond the data segment.
        let text = ".data\n.byte 1\n.align 30\nx: .byte 1\n";
        assert_eq!(codes(text, dialect), [("E0408", 1)]);
        for text in [".data\n.byte 1\n.align 31\n", ".data\n.align 2147483647\n"] {
            let diagnostics = run(text, dialect).1;
            assert!(diagnostics.len() <= 1, "{diagnostics:?}");
        }
    }
}

#[test]
fn repeating_a_value_without_end_stops_at_the_end_of_the_segment() {
    let text = ".data\n.word 0 : 2147483647\n.byte 1 : 2147483647\n.double 0 : 2147483647\n";
    assert_eq!(codes(text, Dialect::JETAN), [("E0408", 3)]);
    assert_eq!(codes(text, Dialect::MARS), [("E0408", 200), ("E0801", 1)]);
    assert_eq!(codes(".data\n.space 4194304\n.asciiz \"ab\"\n", Dialect::JETAN), [("E0408", 1)]);
}

#[test]
fn warnings_without_end_are_counted_not_kept() {
    assert_eq!(codes(".data\n.byte 300 : 4000000\n", Dialect::JETAN), [("W0903", 1)]);
    let text = format!(".data\n{}", ".byte 300\n".repeat(4_000_000 / 1_000));
    let (program, diagnostics) = run(&text, Dialect::JETAN);
    assert!(program.is_some());
    assert_eq!(counts(&diagnostics)["W0903"], limits::DIAGNOSTICS_MAX);
    let rest = diagnostics.last().expect("there are many");
    assert_eq!(rest.problem.message(), "and 3000 more problems");
    let is_warning = |diagnostic: &Diagnostic| diagnostic.severity() == Severity::Warning;
    assert!(diagnostics.iter().all(is_warning), "there is a program, so there are no errors");
}

#[test]
fn data_all_over_memory_is_bounded() {
    // One byte in each of many blocks is the dearest way to store data.
    let mut text = String::from(".data\n");
    for block in 0..1008 {
        text.push_str(&format!(".data {:#x}\n.byte 1\n", 0x1001_0000 + 4096 * block));
    }
    for dialect in DIALECTS {
        let (program, diagnostics) = run(&text, dialect);
        assert_eq!(diagnostics, []);
        let image = program.expect("it assembles").image;
        let bytes: usize = image.segments.iter().map(|segment| segment.bytes.len()).sum();
        assert!(bytes <= limits::DATA_BYTES_MAX);
        assert_eq!(bytes, 1008 * 4096);
    }
}

#[test]
fn a_hundred_thousand_labels_move_together() {
    let labels = 100_000;
    let mut text = String::from(".data\n.byte 1\n");
    for idx in 0..labels {
        text.push_str(&format!("l{idx}:\n"));
    }
    // Every alignment finds all labels at the address it leaves.
    for power in 1..=20 {
        text.push_str(&format!(".align {power}\n"));
    }
    text.push_str(".word l0, l99999\n");
    for dialect in DIALECTS {
        let (program, diagnostics) = run(&text, dialect);
        assert_eq!(diagnostics, []);
        let program = program.expect("it assembles");
        let symbols = &program.files[0].symbols;
        assert_eq!(symbols.len(), labels);
        assert!(symbols.iter().all(|symbol| symbol.address == 0x1010_0000));
    }
}

#[test]
fn a_hundred_thousand_labels_in_turn_with_alignments() {
    let mut text = String::from(".data\n");
    for idx in 0..100_000 {
        text.push_str(&format!("l{idx}: .byte 1\nm{idx}:\n.half 1\n"));
    }
    for dialect in DIALECTS {
        let (program, diagnostics) = run(&text, dialect);
        assert_eq!(diagnostics, []);
        let symbols = &program.expect("it assembles").files[0].symbols;
        assert_eq!(symbols[199_999].address, 0x1001_0000 + 4 * 99_999 + 2);
    }
}

#[test]
fn of_a_hundred_thousand_errors_the_first_are_kept_and_the_rest_counted() {
    let max = limits::DIAGNOSTICS_MAX;
    for (line, code) in [
        ("add $t0\n", "E0301"),
        ("nop ;\n", "E0101"),
        ("x: x:\n", "E0202"),
        ("nosuch $t0\n", "E0201"),
        (".eqv N N\n", "E0613"),
    ] {
        let (program, diagnostics) = run(&line.repeat(100_000), Dialect::JETAN);
        assert!(program.is_none());
        let expected = BTreeMap::from([("E0801", 1), (code, max)]);
        assert_eq!(counts(&diagnostics), expected, "{line}");
        let last = diagnostics.last().expect("there are many");
        let message = last.problem.message();
        assert!(message.starts_with("and ") && message.contains(" more problems"), "{message}");
    }
    let (_, diagnostics) = run(&"add $t0\n".repeat(100_000), Dialect::JETAN);
    let message = diagnostics[max].problem.message();
    assert_eq!(message, "and 99000 more problems");
}

#[test]
fn mars_stops_after_200_errors() {
    let cases = [
        ("add $t0\n", "E0301"),
        ("nop ;\n", "E0101"),
        ("nosuch $t0\n", "E0201"),
        (".eqv N N\n", "E0613"),
        (".data 0\n.word 1\n", "E0408"),
    ];
    for (line, code) in cases {
        let (program, diagnostics) = run(&line.repeat(100_000), Dialect::MARS);
        assert!(program.is_none());
        let expected = BTreeMap::from([("E0801", 1), (code, limits::MARS_ERRORS_MAX)]);
        assert_eq!(counts(&diagnostics), expected, "{line}");
        let last = diagnostics.last().expect("there are many");
        assert_eq!(last.problem.mars(), "Error Limit of 200 exceeded.");
    }
    assert_eq!(codes(&"add $t0\n".repeat(200), Dialect::MARS), [("E0301", 200)]);
    assert_eq!(codes(&"j x\n".repeat(100_000), Dialect::MARS), [("E0203", 1)]);
}

#[test]
fn deep_macro_chains_are_reported_once_for_each_error() {
    let text = tower(900, 1, "add $t0\nadd $t0") + "m900\n";
    for dialect in DIALECTS {
        let (_, diagnostics) = run(&text, dialect);
        assert_eq!(counts(&diagnostics), BTreeMap::from([("E0301", 2)]));
        assert_eq!(diagnostics[0].frames.len(), 901);
        assert_eq!(diagnostics[0].mars_place.lines.len(), 902);
    }
}

#[test]
fn many_macros_and_many_parameters_are_fine() {
    let parameters: Vec<String> = (0..2000).map(|idx| format!("%p{idx}")).collect();
    let arguments: Vec<String> = (0..2000).map(|idx| idx.to_string()).collect();
    let mut text = format!(".macro wide ({})\n.data\n", parameters.join(", "));
    for parameter in &parameters {
        text.push_str(&format!(".word {parameter}\n"));
    }
    text.push_str(&format!(".end_macro\nwide ({})\n", arguments.join(", ")));
    for idx in 0..20_000 {
        text.push_str(&format!(".macro m{idx}\nnop\n.end_macro\n"));
    }
    for dialect in DIALECTS {
        assert_eq!(codes(&text, dialect), []);
    }
}

/// The one problem of a source that expands too far, in both dialects.
fn check_refused(text: &str, message: &str) {
    assert!(text.len() <= 64 << 10, "{} bytes", text.len());
    for dialect in DIALECTS {
        let (program, diagnostics) = run(text, dialect);
        assert!(program.is_none());
        let refused: Vec<String> = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.code().0 == "E0512")
            .map(|diagnostic| diagnostic.problem.message())
            .collect();
        assert_eq!(refused.len(), 1, "{:?}", counts(&diagnostics));
        assert!(refused[0].starts_with(message), "{}", refused[0]);
    }
}

#[test]
fn what_makes_too_much_is_named() {
    check_refused(&(tower(23, 2, "nop") + "m23\n"), "macro `m23` makes too much: ");
    let square = |body: &str, lines: usize| {
        let (one, all) = (body.repeat(lines), "one\n".repeat(8_000));
        format!(".macro one\n{one}.end_macro\n.macro all\n{all}.end_macro\nall\nall\n")
    };
    for (body, lines) in [("add $t0,$t1,$t2\n", 1_400), ("#\n", 8_000), (".data\n.half 1\n", 1_800)]
    {
        check_refused(&square(body, lines), "macro `all` makes too much: ");
    }
    let mut labels = String::new();
    for idx in 0..4_000 {
        labels.push_str(&format!("l{idx}:\n"));
    }
    check_refused(&square(&labels, 1), "macro `all` makes too much: ");
    let again = ".data 0x10010000\n.byte 1:4000000\n".repeat(100);
    check_refused(&again, "repeating a value 4000000 times makes too much: ");
}

#[test]
fn a_chain_of_doubling_names_is_refused_once() {
    let mut text = String::from(".eqv A0 nop\n");
    for level in 1..200 {
        text.push_str(&format!(".eqv A{level} A{last} A{last}\n", last = level - 1));
    }
    for level in 30..200 {
        text.push_str(&format!("A{level}\n"));
    }
    check_refused(&text, "replacing `A30` makes too much: a line of ");
}

#[test]
fn a_file_included_thousands_of_times_is_refused() {
    let main = ".include \"blank.inc\"\n".repeat(1_600);
    let blank = "\n".repeat(30_000);
    let sources = load(&[("main.asm".into(), main), ("blank.inc".into(), blank)]);
    let (program, diagnostics) = run_set(&sources, Dialect::JETAN);
    assert!(program.is_none());
    assert_eq!(counts(&diagnostics), BTreeMap::from([("E0512", 1)]));
    let message = diagnostics[0].problem.message();
    assert!(message.starts_with("including `blank.inc` makes too much: "), "{message}");
}

#[test]
fn many_replacements_in_a_long_line_come_to_what_they_come_to_one_by_one() {
    for (name, uses) in [("%a", 20_000), ("%a", 3)] {
        let body = format!("{name} ").repeat(uses);
        let text = format!(".macro m ({name})\n.byte {body}\n.end_macro\n.data\nm (7)\n");
        for dialect in DIALECTS {
            let (program, diagnostics) = run(&text, dialect);
            assert_eq!(counts(&diagnostics), BTreeMap::new());
            let image = program.expect("it assembles").image;
            assert_eq!(image.segments[0].bytes[..uses], vec![7; uses], "{uses}");
        }
    }
}

#[test]
fn a_program_of_a_million_instructions_may_come_out_of_macros() {
    let body = "        xori    $t1, $t2, 0x55\n".repeat(50);
    let text = format!(".macro m\n{body}.end_macro\n{}", "        m\n".repeat(20_000));
    let (program, diagnostics) = run(&text, Dialect::JETAN);
    assert_eq!(counts(&diagnostics), BTreeMap::new());
    assert_eq!(program.map(|program| program.code.len()), Some(1_000_000));
}

/// Signs and parentheses are followed to a depth; beyond it nothing is computed, and long
/// expressions that do not nest are computed.
#[test]
fn deep_and_long_expressions_are_answered() {
    let deep = 100_000;
    let forms = [
        ("(", "1", ")"),
        ("(", "1", ""),
        ("- ", "1", ""),
        ("~", "1", ""),
        ("1*(", "1", ")"),
        ("%hi(", "x", ")"),
        ("(- ", "$t0", ")"),
    ];
    for (open, middle, close) in forms {
        let operand = format!("{}{middle}{}", open.repeat(deep), close.repeat(deep));
        for line in [format!("x: li $t0, {operand}"), format!(".data\nx: .word {operand}")] {
            let (program, diagnostics) = run(&line, Dialect::JETAN);
            assert!(program.is_none(), "{open}{middle}{close}");
            assert!(!diagnostics.is_empty());
        }
    }
    let long = format!("li $t0, 1{}", "+1".repeat(deep));
    assert_eq!(codes(&long, Dialect::JETAN), []);
}
