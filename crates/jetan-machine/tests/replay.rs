//! Every recorded MARS program, recorded once more: what came from outside, played back from the
//! start and from snapshots on the way, ends in the same state.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

#[path = "common/host.rs"]
mod host;
#[path = "common/tape.rs"]
mod tape;

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use jetan_asm::{AssemblyOptions, Dialect, SourceSet, assemble};
use jetan_isa::memory_map::MEMORY_MAPS;
use jetan_machine::stop::WaitReason;
use jetan_machine::{Behaviour, Clock, HostInput, Machine, MachineSettings};
use serde::Deserialize;

use host::Script;
use tape::{check_replays, record};

/// What is needed of a `case.toml`.
#[derive(Deserialize)]
struct Case {
    args: Vec<String>,
    files: Vec<String>,
    #[serde(default)]
    program_args: Vec<String>,
    #[serde(default)]
    stdin: String,
}

/// No recorded program needs more, but some are endless.
const COUNT_MAX: u64 = 300_000;
/// Short enough for many stops, and no divisor of anything.
const SLICE: u64 = 997;

fn machine(folder: &Path, case: &Case, clock: Clock) -> Option<Machine> {
    let has = |word: &str| case.args.iter().any(|arg| arg == word);
    let mut read = |name: &str| Ok(fs::read(folder.join(name)).unwrap_or_default());
    let sources = SourceSet::load(&case.files, &mut read).ok()?;
    let named = case.args.iter().skip_while(|arg| *arg != "mc").nth(1);
    let map = named.and_then(|name| MEMORY_MAPS.iter().find(|map| map.name == *name)).copied();
    let mut options = AssemblyOptions { dialect: Dialect::MARS, ..AssemblyOptions::default() };
    options.map = map.unwrap_or(options.map);
    options.delayed_branching = has("db");
    options.self_modifying = has("smc");
    options.start_at_main = has("sm");
    let (program, _) = assemble(&sources, &options);
    let settings = MachineSettings {
        delayed_branching: has("db"),
        self_modifying: has("smc"),
        clock,
        ..MachineSettings::default()
    };
    let mut machine = Machine::new(&program?.image, settings, Behaviour::MARS).ok()?;
    let words: Vec<&[u8]> = case.program_args.iter().map(String::as_bytes).collect();
    machine.set_arguments(&words).ok()?;
    machine.connect_terminal().ok()?;
    Some(machine.snapshot())
}

/// The world of a case: its input in pieces that do not end with lines, its folder as files.
fn world(folder: &Path, case: &Case) -> Script {
    let files = fs::read_dir(folder).expect("a case has a folder");
    let files = files.filter_map(|entry| {
        let path = entry.ok()?.path();
        Some((path.file_name()?.to_string_lossy().into_owned().into_bytes(), fs::read(path).ok()?))
    });
    Script {
        input: case.stdin.as_bytes().chunks(7).map(<[u8]>::to_vec).collect::<VecDeque<_>>(),
        files: files.collect::<BTreeMap<_, _>>(),
        seeds: (1..1000).collect(),
        patience: 1,
        has_display: true,
        ..Script::default()
    }
}

#[test]
fn every_recording_of_mars_can_be_recorded_and_replayed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/mars");
    let folders = fs::read_dir(root).expect("there are recordings");
    let mut folders: Vec<PathBuf> =
        folders.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_dir()).collect();
    folders.sort();
    let mut replayed = 0;
    for folder in folders {
        let text = fs::read_to_string(folder.join("case.toml")).expect("a case says what it is");
        let case: Case = toml::from_str(&text).expect("a case can be read");
        for clock in [Clock::default(), Clock::Host] {
            let Some(start) = machine(&folder, &case, clock) else { continue };
            let mut machine = start.clone();
            let mut host = world(&folder, &case);
            let mut keys = 0_u8;
            let tape = record(&mut machine, &mut host, COUNT_MAX, SLICE, |machine, host, wait| {
                keys = keys.wrapping_add(1);
                match wait {
                    Some(WaitReason::Until(at_ms)) if clock == Clock::Host => {
                        host.pass_time(at_ms);
                        Vec::new()
                    }
                    Some(WaitReason::Until(at_ms)) => vec![HostInput::Time(at_ms)],
                    _ if !machine.read_ahead().is_empty() && keys.is_multiple_of(5) => {
                        host.input.push_front(machine.read_ahead().to_vec());
                        vec![HostInput::HandBack]
                    }
                    _ if keys.is_multiple_of(3) => vec![HostInput::Key(keys)],
                    _ => Vec::new(),
                }
            });
            check_replays(&start, &tape, &machine, &folder.display().to_string());
            replayed += 1;
        }
    }
    assert!(replayed > 300, "only {replayed} runs were replayed");
}
