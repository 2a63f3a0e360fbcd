//! Checks find what is wrong, in the line where it is, and are silent about what is right.
#![expect(clippy::disallowed_methods, reason = "reads programs and recorded cases")]

#[path = "../../jetan-machine/tests/common/host.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod host;

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_debug::checks::{CheckSet, Checker, Finding};
use jetan_debug::notes::NoteTaker;
use jetan_isa::memory_map::MEMORY_MAPS;
use jetan_machine::{
    Behaviour, Engine, HostInput, Interpreter, Machine, MachineSettings, Stop, StopConditions,
};
use jetan_symbols::DebugSymbols;
use serde::Deserialize;

use host::Script;

/// No program here needs more, but some recorded ones are endless.
const COUNT_MAX: u64 = 2_000_000;

/// Recordings of programs that use registers which was never set.
const UNSET: &[&str] = &[
    "err-branch-too-far",
    "ic-text-at-zero-again",
    "macro-local-labels",
    "mem-stack-heap-regions",
    "quirk-branch-to-operator-label",
    "trap-all-handled",
];

fn testdata(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

/// Runs a program under a checker; how it stopped, what was found, and its names.
fn check(
    sources: &SourceSet,
    options: &AssemblyOptions,
    checks: CheckSet,
    host: &mut Script,
) -> Option<(Stop, Vec<Finding>, DebugSymbols)> {
    let (program, _) = assemble(sources, options);
    let program = Arc::new(program?);
    let settings = MachineSettings {
        delayed_branching: options.delayed_branching,
        self_modifying: options.self_modifying,
        ..MachineSettings::default()
    };
    let mut machine = Machine::new(&program.image, settings, Behaviour::JETAN).ok()?;
    machine.connect_terminal().ok()?;
    let names = DebugSymbols::new(program, sources.clone());
    let mut checker = Checker::new(&machine, names.clone(), checks);
    loop {
        match checker.run(&mut machine, host, &StopConditions::count(COUNT_MAX)) {
            Stop::Budget if machine.count < COUNT_MAX => {}
            Stop::Waiting(jetan_machine::stop::WaitReason::Until(ms)) => {
                machine.inject(HostInput::Time(ms)).ok()?;
            }
            stop => return Some((stop, checker.findings().to_vec(), names)),
        }
    }
}

/// The programs of a file, each after a line that says what it does.
fn programs(path: &Path) -> Vec<(String, String)> {
    let text = fs::read_to_string(path).expect("a file of programs can be read");
    let mut programs = Vec::new();
    for part in text.split("#--- ").skip(1) {
        let (title, source) = part.split_once('\n').expect("a program follows its title");
        programs.push((title.to_owned(), source.to_owned()));
    }
    assert!(!programs.is_empty(), "{}", path.display());
    programs
}

/// Every correct program, with what it does or its file's name.
fn correct() -> Vec<(String, String)> {
    let entries = fs::read_dir(testdata("debug/correct")).expect("a folder can be listed");
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("a folder can be listed").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "asm"));
    paths.sort();
    let all = paths.iter().flat_map(|path| {
        let text = fs::read_to_string(path).expect("a program can be read");
        if text.contains("#--- ") {
            return programs(path);
        }
        vec![(path.display().to_string(), text)]
    });
    all.collect()
}

fn check_text(source: &str, checks: CheckSet) -> (Stop, Vec<(u32, &'static str)>) {
    let bytes = source.as_bytes().to_vec();
    let mut read = |_: &str| Ok(bytes.clone());
    let sources = SourceSet::load(&["main.asm".to_owned()], &mut read).expect("it is there");
    let input = VecDeque::from([b"some input\n".to_vec()]);
    let mut host = Script { input, ..Script::default() };
    let found = check(&sources, &AssemblyOptions::default(), checks, &mut host);
    let (stop, findings, names) = found.unwrap_or_else(|| panic!("not assembled:\n{source}"));
    let line = |finding: &Finding| names.line(finding.places[0].pc).map_or(0, |line| line.number);
    let mut lines: Vec<_> = findings.iter().map(|one| (line(one), one.code)).collect();
    lines.sort_unstable();
    (stop, lines)
}

#[test]
fn correct_programs_are_left_in_peace() {
    let all = correct();
    for (title, source) in &all {
        let (stop, found) = check_text(source, CheckSet::ALL);
        assert!(matches!(stop, Stop::Exited(_)), "{title}: {stop:?}");
        assert_eq!(found, [], "{title}");
    }
    assert!(all.len() >= 100, "{}", all.len());
}

/// Runs a program without checks and takes notes.
fn notes_of(source: &str) -> Vec<(u32, &'static str)> {
    let bytes = source.as_bytes().to_vec();
    let mut read = |_: &str| Ok(bytes.clone());
    let sources = SourceSet::load(&["main.asm".to_owned()], &mut read).expect("it is there");
    let (program, _) = assemble(&sources, &AssemblyOptions::default());
    let program = Arc::new(program.unwrap_or_else(|| panic!("not assembled:\n{source}")));
    let machine = Machine::new(&program.image, MachineSettings::default(), Behaviour::JETAN);
    let mut machine = machine.expect("it fits");
    let names = DebugSymbols::new(program, sources);
    let mut taker = NoteTaker::new(names.clone(), &mut machine);
    let mut host = Script { input: VecDeque::from([b"x\n".to_vec()]), ..Script::default() };
    let mut engine: Interpreter = Interpreter::default();
    let stop = loop {
        let breakpoints = taker.breakpoints().clone();
        let until = StopConditions { count: COUNT_MAX, breakpoints, ..StopConditions::default() };
        match engine.run(&mut machine, &mut host, &until) {
            Stop::Breakpoint => taker.stopped(&machine),
            Stop::Budget if machine.count < COUNT_MAX => {}
            stop => break stop,
        }
    };
    let has_faulted = matches!(stop, Stop::Faulted { .. });
    let notes = taker.notes(&machine, has_faulted, &mut |_| "why".to_owned());
    let line = |pc| names.line(pc).map_or(0, |line| line.number);
    notes.iter().map(|note| (line(note.pc), note.code)).collect()
}

#[test]
fn notes_are_taken_of_mistakes_only() {
    for (title, source) in correct() {
        let mut notes = notes_of(&source);
        // That is right here, and MARS refuses it, which is what the note is about.
        notes.retain(|&(_, code)| code != "main-returned");
        assert_eq!(notes, [], "{title}");
    }
    for (title, source) in programs(&testdata("debug/odd.asm")) {
        let wanted = source.lines().zip(1..).filter_map(|(line, number)| {
            Some((number, line.split_once("#~ ")?.1.trim().to_owned()))
        });
        let mut found: Vec<(u32, String)> =
            notes_of(&source).into_iter().map(|(line, code)| (line, code.to_owned())).collect();
        found.sort_unstable();
        assert_eq!(found, wanted.collect::<Vec<_>>(), "{title}");
    }
}

#[test]
fn mistakes_are_found_in_their_lines() {
    for (title, source) in programs(&testdata("debug/wrong.asm")) {
        let (_, found) = check_text(&source, CheckSet::ALL);
        let wanted = source.lines().zip(1..).filter_map(|(line, number)| {
            Some((number, line.split_once("#~ ")?.1.trim().to_owned()))
        });
        let found: Vec<(u32, String)> =
            found.into_iter().map(|(line, code)| (line, code.to_owned())).collect();
        assert_eq!(found, wanted.collect::<Vec<_>>(), "{title}");
    }
}

#[test]
fn only_chosen_checks_report() {
    let source = "add $t0, $t1, $t2\n";
    let bounds = CheckSet::parse("bounds, stack").expect("both exist");
    assert_eq!(check_text(source, bounds).1, []);
    let unset = CheckSet::parse("uninitialised").expect("it exists");
    assert_eq!(check_text(source, unset).1.len(), 2);
    assert_eq!(CheckSet::parse("all"), Ok(CheckSet::ALL));
    let wrong = CheckSet::parse("bounds,nonsense").expect_err("there is no such check");
    assert!(wrong.contains("`nonsense`") && wrong.contains("temporaries"), "{wrong}");
    assert!(CheckSet::parse("").is_err());
}

/// What is needed of a `case.toml`.
#[derive(Deserialize)]
struct Case {
    args: Vec<String>,
    files: Vec<String>,
    #[serde(default)]
    program_args: Vec<String>,
    #[serde(default)]
    stdin: String,
    expect_exit: i32,
}

#[test]
fn recorded_programs_are_left_in_peace() {
    let mut checked = 0;
    for entry in fs::read_dir(testdata("mars")).expect("there are recordings") {
        let folder = entry.expect("a folder can be listed").path();
        let Ok(text) = fs::read_to_string(folder.join("case.toml")) else { continue };
        let case: Case = toml::from_str(&text).expect("a case can be read");
        let name = folder.file_name().expect("a case has a name").to_string_lossy().into_owned();
        if case.expect_exit != 0 || !case.program_args.is_empty() {
            continue;
        }
        let Some(found) = check_case(&folder, &case) else { continue };
        let is_unset = UNSET.contains(&name.as_str());
        assert_eq!(!found.is_empty(), is_unset, "{name}: {found:?}");
        checked += 1;
    }
    assert!(checked > 150, "{checked}");
}

fn check_case(folder: &Path, case: &Case) -> Option<Vec<Finding>> {
    let has = |word: &str| case.args.iter().any(|arg| arg == word);
    let mut read = |name: &str| Ok(fs::read(folder.join(name)).unwrap_or_default());
    let sources = SourceSet::load(&case.files, &mut read).ok()?;
    let named = case.args.iter().skip_while(|arg| *arg != "mc").nth(1);
    let map = named.and_then(|name| MEMORY_MAPS.iter().find(|map| map.name == *name)).copied();
    let mut options = AssemblyOptions::default();
    options.map = map.unwrap_or(options.map);
    options.delayed_branching = has("db");
    options.self_modifying = has("smc");
    options.start_at_main = has("sm");
    let files = fs::read_dir(folder).expect("a case has a folder");
    let files = files.filter_map(|entry| {
        let path = entry.ok()?.path();
        Some((path.file_name()?.to_string_lossy().into_owned().into_bytes(), fs::read(path).ok()?))
    });
    let mut host = Script {
        input: case.stdin.as_bytes().chunks(7).map(<[u8]>::to_vec).collect::<VecDeque<_>>(),
        files: files.collect::<BTreeMap<_, _>>(),
        ..Script::default()
    };
    check(&sources, &options, CheckSet::ALL, &mut host).map(|(_, findings, _)| findings)
}
