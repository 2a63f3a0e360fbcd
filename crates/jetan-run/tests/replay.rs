//! The course projects, recorded with their cases and played back from snapshots, end in the same
//! state.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

#[path = "../../jetan-machine/tests/common/host.rs"]
mod host;
#[path = "../../jetan-machine/tests/common/tape.rs"]
mod tape;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_machine::stop::WaitReason;
use jetan_machine::{Behaviour, Clock, HostInput, Machine, MachineSettings};
use jetan_run::RunSetup;

use host::Script;
use tape::{check_replays, record};

/// What a project is tried with: its folder, its programs, the pack it needs.
const PROJECTS: &[(&str, &[&str], Option<&str>)] = &[
    ("2048", &["main.asm"], Some("comp2611-2048")),
    ("connect-four", &["main.asm", "display.asm", "io.asm", "state.asm"], None),
    ("four-in-a-row", &["main.asm"], None),
    ("sudoku", &["9x9.asm"], None),
    ("tetrisito", &["b.asm"], None),
    ("examples", &["snake.asm"], None),
];

/// Long enough for games, short enough for all of them.
const COUNT_MAX: u64 = 2_000_000;

fn machine(folder: &Path, files: &[&str], pack: Option<&str>, clock: Clock) -> Machine {
    let roots: Vec<String> = files.iter().map(|&file| file.to_owned()).collect();
    let mut read = |name: &str| Ok(fs::read(folder.join(name)).expect("a program has its parts"));
    let sources = SourceSet::load(&roots, &mut read).expect("a program can be read");
    let options = AssemblyOptions { start_at_main: files.len() > 1, ..AssemblyOptions::default() };
    let (program, diagnostics) = assemble(&sources, &options);
    let program = program.unwrap_or_else(|| panic!("{files:?}: {} mistakes", diagnostics.len()));
    let text = |name| jetan_pack::shipped().iter().find(|(known, _)| *known == name);
    let pack = pack.map(|name| {
        let (name, text) = text(name).expect("the pack is shipped");
        Arc::new(jetan_pack::parse(name, text).0.expect("a shipped pack has no mistakes"))
    });
    let settings = MachineSettings { clock, seed: Some(2), ..MachineSettings::default() };
    let setup = RunSetup { pack, lab: true, ..RunSetup::new(settings, Behaviour::JETAN) };
    setup.load(&program.image).expect("it fits").snapshot()
}

fn inputs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("cases")).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut inputs: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "in")).collect();
    inputs.sort();
    inputs
}

#[test]
fn every_project_can_be_recorded_and_replayed() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../programs");
    for (project, files, pack) in PROJECTS {
        let folder = programs.join(project);
        let mut cases: Vec<Vec<u8>> =
            inputs(&folder).iter().map(|path| fs::read(path).expect("a case is a file")).collect();
        cases.push(Vec::new());
        let mut longest = 0;
        for (idx, input) in cases.iter().enumerate() {
            let clock = if idx % 2 == 0 { Clock::default() } else { Clock::Host };
            let start = machine(&folder, files, *pack, clock);
            let mut machine = start.clone();
            let input = input.chunks(11).map(<[u8]>::to_vec).collect();
            let mut host = Script { input, patience: 1, ..Script::default() };
            let mut turn = 0;
            let tape = record(&mut machine, &mut host, COUNT_MAX, 9973, |machine, host, wait| {
                turn += 1;
                match wait {
                    Some(WaitReason::Until(at_ms)) if clock == Clock::Host => host.pass_time(at_ms),
                    Some(WaitReason::Until(at_ms)) => return vec![HostInput::Time(at_ms)],
                    _ if machine.polls() > 0 && !machine.has_key() => {
                        return vec![HostInput::Key(b"dsaw"[turn % 4]), HostInput::Keypad(Some(7))];
                    }
                    _ => {}
                }
                Vec::new()
            });
            longest = longest.max(machine.count);
            check_replays(&start, &tape, &machine, &format!("{project}, case {idx}"));
        }
        assert!(longest > 1000, "{project}: it has hardly begun");
    }
}
