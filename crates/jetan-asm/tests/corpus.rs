//! The assembler on small sources that say themselves what is to come out.
//!
//! `testdata/asm/ok` holds sources that assemble, `testdata/asm/err` sources that do not. A case is
//! a file, or a folder with `main.asm` and whatever that includes. What is expected stands in
//! comments, written by hand after the specification of MARS, never taken from our output:
//!
//! - `# dialect: mars` or `both`; without it, the case is for our own dialect.
//! - `# options: np db smc sm we lead=1 mc=CompactDataAtZero`, `# files: b.asm c.asm` to assemble
//!   after `main.asm`.
//! - `#~ E0203` behind a line: this diagnostic stands on it, and the list is complete. `[text]`
//!   after the code is what is marked, the rest is part of the message. `#~^` means the line above.
//! - `#= text 3c011001 34280004`: all instruction words, from the start of the text segment or the
//!   address given as `0x…`, each line going on where the last one ended.
//! - `#= data 0x10010000 00000001` and `#= bytes 61 62`: what is stored, going on likewise.
//! - `#= symbol main 0x00400000` as the file sees it, `#= global main …`, `#= absent main`,
//!   `#= entry 0x00400000`.

#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use jetan_asm::codes::PAGES;
use jetan_asm::{AssemblyOptions, Diagnostic, Dialect, FileId, Program, SourceSet, assemble};
use jetan_isa::memory_map::MEMORY_MAPS;
use jetan_isa::{MemoryMap, SegmentKind};

/// Which dialects a case is run in, by the names a header uses.
const DIALECTS: &[(&str, &[Dialect])] = &[
    ("jetan", &[Dialect::JETAN]),
    ("mars", &[Dialect::MARS]),
    ("both", &[Dialect::JETAN, Dialect::MARS]),
];

struct Case {
    name: String,
    sources: SourceSet,
    files: Vec<FileId>,
    dialects: &'static [Dialect],
    options: AssemblyOptions,
    /// Whether it is to assemble.
    is_ok: bool,
}

/// A diagnostic that is expected on a line.
struct Mistake {
    place: (FileId, u32),
    code: String,
    /// The text that is to be marked, if the case says so.
    marked: Option<String>,
    /// What the message is to contain.
    message: String,
}

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/asm")
}

fn cases(folder: &str) -> Vec<Case> {
    list(&testdata().join(folder)).iter().map(|path| read_case(path, folder)).collect()
}

/// What is in a folder, sorted.
fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the corpus is there");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a folder can be listed").path()).collect();
    paths.sort();
    paths
}

fn file_name(path: &Path) -> String {
    path.file_name().expect("an entry has a name").to_string_lossy().into_owned()
}

/// A case with all its files: those to assemble, and those to include.
fn read_case(path: &Path, folder: &str) -> Case {
    let name = file_name(path);
    let (main, paths) = if path.is_dir() {
        ("main.asm", list(path))
    } else {
        (name.as_str(), vec![path.to_owned()])
    };
    let mut sources = SourceSet::default();
    let mut files = Vec::new();
    for path in paths {
        let bytes = std::fs::read(&path).expect("a file of the corpus can be read");
        files.push(sources.add(&file_name(&path), &bytes));
    }
    let is = |name: &str| files.iter().copied().find(|&file| sources.file(file).name() == name);
    let main = is(main).expect("a folder has a `main.asm`");
    let text = sources.file(main).text().to_owned();
    let others = header(&text, "files").unwrap_or_default().split_whitespace();
    let others: Vec<FileId> = others.map(|name| is(name).expect("it is there")).collect();
    sources.add_root(main);
    for file in others {
        sources.add_root(file);
    }
    let dialect = header(&text, "dialect").unwrap_or("jetan");
    let known = DIALECTS.iter().find(|(name, _)| *name == dialect);
    let (_, dialects) = known.unwrap_or_else(|| panic!("{name}: no dialect {dialect}"));
    let options = options(header(&text, "options").unwrap_or_default());
    Case { name, sources, files, dialects, options, is_ok: folder == "ok" }
}

/// The value of a `# key: value` line.
fn header<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let value = |line: &'t str| line.strip_prefix("# ")?.strip_prefix(key)?.strip_prefix(':');
    text.lines().find_map(value).map(str::trim)
}

fn options(words: &str) -> AssemblyOptions {
    let mut options = AssemblyOptions::default();
    for word in words.split_whitespace() {
        match word.split_once('=').unwrap_or((word, "")) {
            ("np", "") => options.pseudo = false,
            ("db", "") => options.delayed_branching = true,
            ("smc", "") => options.self_modifying = true,
            ("sm", "") => options.start_at_main = true,
            ("we", "") => options.warnings_are_errors = true,
            ("lead", number) => options.lead = number.parse().expect("a file by its number"),
            ("mc", name) => options.map = *memory_map(name),
            _ => panic!("unknown option {word}"),
        }
    }
    options
}

fn memory_map(name: &str) -> &'static MemoryMap {
    MEMORY_MAPS.iter().find(|map| map.name == name).expect("a memory configuration by its name")
}

/// Every line of a case with its place.
fn lines(case: &Case) -> impl Iterator<Item = ((FileId, u32), &str)> {
    case.files.iter().flat_map(|&id| {
        let file = case.sources.file(id);
        let numbers = 1..=file.lines().len() as u32;
        numbers.map(move |number| ((id, number), file.line(number).unwrap_or_default()))
    })
}

/// `#~ E0203 [text] message`, once or more on a line; each `^` means one line up.
fn mistakes(case: &Case) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    for ((file, number), line) in lines(case) {
        for text in line.split("#~").skip(1) {
            let rest = text.trim_start_matches('^');
            let up = (text.len() - rest.len()) as u32;
            let (code, rest) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
            let (marked, message) = match rest.strip_prefix('[').and_then(|r| r.split_once(']')) {
                Some((marked, message)) => (Some(marked.to_owned()), message.trim()),
                None => (None, rest),
            };
            let (code, message) = (code.to_owned(), message.to_owned());
            mistakes.push(Mistake { place: (file, number - up), code, marked, message });
        }
    }
    mistakes.sort_by(|a, b| (a.place, &a.code).cmp(&(b.place, &b.code)));
    mistakes
}

/// Runs a case in one dialect; what is wrong about the outcome.
fn run(case: &Case, dialect: Dialect) -> Vec<String> {
    let options = AssemblyOptions { dialect, ..case.options.clone() };
    let (program, diagnostics) = assemble(&case.sources, &options);
    let mut failures = Vec::new();
    check_mistakes(case, dialect, &diagnostics, &mut failures);
    match program {
        Some(program) if case.is_ok => {
            Outcome { case, program: &program, map: options.map }.check(&mut failures);
        }
        Some(_) => failures.push("it assembles".to_owned()),
        None if case.is_ok => failures.push("it does not assemble".to_owned()),
        None => {}
    }
    failures
}

fn check_mistakes(
    case: &Case,
    dialect: Dialect,
    diagnostics: &[Diagnostic],
    failures: &mut Vec<String>,
) {
    let sources = &case.sources;
    let expected = mistakes(case);
    let place = |diagnostic: &Diagnostic| {
        let span = diagnostic.span;
        (span.file, sources.file(span.file).locate(span.start).0)
    };
    let mut found: Vec<&Diagnostic> = diagnostics.iter().collect();
    // Several on one line may come in any order.
    found.sort_by_key(|diagnostic| (place(diagnostic), diagnostic.code()));
    let list = |place: (FileId, u32), code: &str| {
        format!("  {}:{} {code}\n", sources.file(place.0).name(), place.1)
    };
    let wanted: String = expected.iter().map(|m| list(m.place, &m.code)).collect();
    let got: String = found.iter().map(|d| list(place(d), d.code().0)).collect();
    if wanted != got {
        failures.push(format!("expected diagnostics\n{wanted}but got\n{got}"));
        return;
    }
    for (mistake, diagnostic) in expected.iter().zip(found) {
        let message = match dialect {
            Dialect::MARS => diagnostic.problem.mars(),
            _ => diagnostic.problem.message(),
        };
        // In a case for both dialects the words are ours.
        let has_words = case.dialects.len() == 1 || dialect == Dialect::JETAN;
        let line = mistake.place.1;
        if has_words && !message.contains(&mistake.message) {
            failures.push(format!("line {line}: {message:?} lacks {:?}", mistake.message));
        }
        let marked = sources.text(diagnostic.span);
        if mistake.marked.as_ref().is_some_and(|text| text != marked) {
            failures.push(format!("line {line}: `{marked}` is marked, not {:?}", mistake.marked));
        }
    }
}

/// What a case says about its program.
struct Outcome<'c> {
    case: &'c Case,
    program: &'c Program,
    map: MemoryMap,
}

impl Outcome<'_> {
    /// Checks every `#=` line.
    fn check(&self, failures: &mut Vec<String>) {
        let mut text = BTreeMap::new();
        let mut next_text = self.map.text_base;
        let mut next_data = self.map.static_base;
        for ((file, number), line) in lines(self.case) {
            let Some(claim) = line.trim_start().strip_prefix("#= ") else { continue };
            let mut words = claim.split_whitespace();
            let failure = match words.next().unwrap_or_default() {
                "text" => {
                    let (at, values) = addressed(words, next_text);
                    next_text = at + 4 * values.len() as u32;
                    text.extend((at..).step_by(4).zip(values));
                    None
                }
                "data" => {
                    let (at, values) = addressed(words, next_data);
                    next_data = at + 4 * values.len() as u32;
                    self.check_data(at, &values.iter().flat_map(|v| v.to_le_bytes()).collect())
                }
                "bytes" => {
                    let (at, values) = addressed(words, next_data);
                    next_data = at + values.len() as u32;
                    self.check_data(at, &values.iter().map(|&value| value as u8).collect())
                }
                "entry" => self.check_entry(number_of(words.next())),
                kind => self.check_symbol(kind, words.next(), words.next(), file),
            };
            failures.extend(failure.map(|why| format!("line {number}: {why}")));
        }
        if !text.is_empty() {
            self.check_text(&text, failures);
        }
    }

    /// All instruction words are those listed, and no others.
    fn check_text(&self, expected: &BTreeMap<u32, u32>, failures: &mut Vec<String>) {
        let got: BTreeMap<u32, u32> =
            self.program.code.iter().map(|code| (code.address, code.word)).collect();
        if *expected != got {
            let mut all = String::from("expected text, and text\n");
            let addresses: std::collections::BTreeSet<_> =
                expected.keys().chain(got.keys()).collect();
            for address in addresses {
                let word = |words: &BTreeMap<u32, u32>| {
                    words.get(address).map_or("--------".to_owned(), |w| format!("{w:08x}"))
                };
                let (left, right) = (word(expected), word(&got));
                let mark = if left == right { "" } else { "  <--" };
                let _ = writeln!(all, "  {address:08x}: {left} {right}{mark}");
            }
            failures.push(all);
        }
    }

    fn check_data(&self, address: u32, expected: &Vec<u8>) -> Option<String> {
        let got: Vec<u8> =
            (0..expected.len() as u32).map(|idx| self.byte(address.wrapping_add(idx))).collect();
        (got != *expected)
            .then(|| format!("at {address:08x} expected {expected:02x?}\n  but got {got:02x?}"))
    }

    fn byte(&self, address: u32) -> u8 {
        let mut data = self.program.image.segments.iter().filter(|s| s.kind == SegmentKind::Data);
        data.find_map(|s| s.bytes.get(address.wrapping_sub(s.address) as usize))
            .copied()
            .unwrap_or_default()
    }

    fn check_entry(&self, expected: u32) -> Option<String> {
        let entry = self.program.image.entry;
        (entry != expected).then(|| format!("execution starts at {entry:#010x}"))
    }

    /// `symbol` is a label as its file sees it, `global` one that all see, `absent` none.
    fn check_symbol(
        &self,
        kind: &str,
        name: Option<&str>,
        address: Option<&str>,
        file: FileId,
    ) -> Option<String> {
        let name = name.expect("a label has a name");
        let scope = match kind {
            "symbol" | "absent" => Some(self.root_of(file)),
            "global" => None,
            _ => panic!("unknown claim {kind}"),
        };
        let got = self.program.symbol(name, scope).map(|symbol| symbol.address);
        let expected = (kind != "absent").then(|| number_of(address));
        (got != expected).then(|| format!("`{name}` is at {got:x?}, not {expected:x?}"))
    }

    /// The assembled file that a line belongs to: an included file's labels are the first root's.
    fn root_of(&self, file: FileId) -> FileId {
        let roots = self.case.sources.roots();
        if roots.contains(&file) { file } else { roots[0] }
    }
}

/// An optional address with `0x`, and words or bytes in hex without.
fn addressed<'t>(words: impl Iterator<Item = &'t str>, default: u32) -> (u32, Vec<u32>) {
    let mut words = words.peekable();
    let first = words.next_if(|word| word.starts_with("0x"));
    let address = first.map_or(default, |word| number_of(Some(word)));
    (address, words.map(|word| number_of(Some(word))).collect())
}

fn number_of(word: Option<&str>) -> u32 {
    let word = word.expect("a number");
    u32::from_str_radix(word.trim_start_matches("0x"), 16).expect("a hexadecimal number")
}

fn check(folder: &str) {
    let cases = cases(folder);
    assert!(cases.len() >= 60, "{} cases in {folder}", cases.len());
    let mut report = String::new();
    for case in &cases {
        for &dialect in case.dialects {
            let name = if dialect == Dialect::MARS { "mars" } else { "jetan" };
            for failure in run(case, dialect) {
                let _ = writeln!(report, "{folder}/{} in {name}: {failure}", case.name);
            }
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn sources_without_mistakes_assemble_to_what_they_say() {
    check("ok");
}

#[test]
fn sources_with_mistakes_are_told_what_they_say() {
    check("err");
}

/// Codes whose sources are too long for the corpus (`tests/bad_input.rs` makes them), and the one
/// that no source reaches because all segments together hold less than the limit on data.
const CODES_WITHOUT_CASE: &[&str] = &["E0416", "E0511", "E0512", "E0603", "E0801"];

#[test]
fn every_code_has_a_case() {
    let all: Vec<Case> = ["ok", "err"].into_iter().flat_map(cases).collect();
    let found: Vec<String> = all.iter().flat_map(mistakes).map(|mistake| mistake.code).collect();
    let is_missing = |code: &&str| !found.iter().any(|known| known == code);
    let missing: Vec<&str> = PAGES.iter().map(|page| page.code).filter(is_missing).collect();
    assert_eq!(missing, CODES_WITHOUT_CASE);
}
