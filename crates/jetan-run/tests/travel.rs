//! Wherever one goes in a recorded run, and by whatever way, the machine is the one that a fresh
//! run has at that step.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

#[path = "../../jetan-machine/tests/common/engines.rs"]
mod engines;
#[path = "../../jetan-machine/tests/common/host.rs"]
mod host;

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use jetan_asm::{AssemblyOptions, Dialect, SourceSet, assemble};
use jetan_isa::memory_map::MEMORY_MAPS;
use jetan_machine::memory::WatchRange;
use jetan_machine::stop::WaitReason;
use jetan_machine::{
    Behaviour, Breakpoints, Clock, Engine, HostInput, Interpreter, Machine, MachineSettings, Stop,
    StopConditions,
};
use jetan_run::recording::Recording;
use jetan_run::timeline::{BackSearchResult, KeyframePolicy, Timeline};
use jetan_run::{YieldPoint, at_once};
use serde::Deserialize;

use engines::ENGINES;
use host::Script;

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
const COUNT_MAX: u64 = 40_000;
/// A key is typed whenever so many instructions have been executed.
const KEY_EVERY: u64 = 1777;
/// Small, so that short programs have many keyframes too.
const KEEPING: KeyframePolicy = KeyframePolicy { bytes_max: 1 << 20, distance_min: 97 };

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

/// A run without any recording, to the moment at which it first reaches a count.
fn fresh(start: &Machine, mut host: Script, count: u64) -> Machine {
    let mut machine = start.clone();
    let mut engine = Interpreter::<()>::default();
    while machine.count < count {
        let key_at = machine.count / KEY_EVERY * KEY_EVERY + KEY_EVERY;
        let target = key_at.min(count);
        match engine.run(&mut machine, &mut host, &StopConditions::count(target)) {
            Stop::Exited(_) | Stop::Faulted { .. } => break,
            Stop::Waiting(WaitReason::Until(ms)) if machine.clock() == Clock::Host => {
                host.pass_time(ms);
            }
            Stop::Waiting(WaitReason::Until(ms)) => {
                machine.inject(HostInput::Time(ms)).expect("room");
            }
            Stop::Budget if machine.count == key_at && key_at < count => {
                machine.inject(HostInput::Key(key_at as u8)).expect("there is room");
            }
            _ => {}
        }
    }
    machine
}

fn record(timeline: &mut Timeline<'_>, host: &mut Script) {
    while timeline.count() < COUNT_MAX {
        let key_at = timeline.count() / KEY_EVERY * KEY_EVERY + KEY_EVERY;
        let until = StopConditions::count(key_at.min(COUNT_MAX));
        match timeline.run(host, &until).expect("nothing is replayed") {
            Stop::Exited(_) | Stop::Faulted { .. } => return,
            Stop::Waiting(WaitReason::Until(ms)) => host.pass_time(ms),
            Stop::Budget if key_at < COUNT_MAX => {
                timeline.inject(HostInput::Key(key_at as u8)).expect("it goes on");
            }
            _ => {}
        }
    }
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) % bound.max(1)
    }
}

/// One command, forwards or backwards.
fn walk(timeline: &mut Timeline<'_>, host: &mut Script, dice: &mut Dice) -> String {
    let (count, end) = (timeline.count(), timeline.end_count());
    let pc = timeline.machine().pc;
    let result = match dice.below(6) {
        0 => timeline.go_to(dice.below(end + 1)).map(|()| "go to".to_owned()),
        1 => timeline.go_to(count.saturating_sub(1)).map(|()| "step back".to_owned()),
        2 => timeline
            .run(host, &StopConditions::count((count + 1).min(end)))
            .map(|stop| format!("{stop:?}")),
        3 => {
            let target = (count + dice.below(500)).min(end);
            timeline.run(host, &StopConditions::count(target)).map(|stop| format!("on, {stop:?}"))
        }
        4 => back(
            timeline,
            &StopConditions {
                breakpoints: Breakpoints::from_iter([pc]),
                ..StopConditions::default()
            },
        ),
        _ => {
            let first = timeline.machine().registers.values()[29].saturating_sub(64);
            let watch = WatchRange { first, last: first + 64, reads: false, writes: true };
            back(timeline, &StopConditions { watches: [watch].into(), ..StopConditions::default() })
        }
    };
    result.expect("a recording replays")
}

fn back(
    timeline: &mut Timeline<'_>,
    until: &StopConditions,
) -> Result<String, jetan_run::timeline::ReplayDiverged> {
    let limit = timeline.count();
    let found = at_once(timeline.find_back(limit, until, &mut |_, _| true, &YieldPoint::NONE))?;
    let mut until = StopConditions { count: limit.saturating_sub(1), ..until.clone() };
    let from = if let BackSearchResult::At(count, _) = found { count } else { 0 };
    assert!(from < limit || found == BackSearchResult::Nothing, "{from} is not before {limit}");
    timeline.go_to(from)?;
    if found != BackSearchResult::Nothing {
        until.pass(timeline.machine());
    }
    if from < limit {
        // Nothing comes in between.
        let stop = timeline.run(&mut Script::default(), &until)?;
        assert_eq!((stop, timeline.count()), (Stop::Budget, limit - 1), "{found:?}, {limit}");
        timeline.go_to(from)?;
    }
    Ok(format!("back: {found:?}"))
}

/// A recording played back ends as the run did, and can be walked through too.
fn check_recording(timeline: &Timeline<'_>, start: &Machine, engine: Box<dyn Engine>, name: &str) {
    let recording = timeline.recording(&[]);
    let bytes = recording.to_bytes();
    assert_eq!(Recording::from_bytes(&bytes).as_ref(), Ok(&recording), "{name}");
    let mut played =
        at_once(Timeline::play_back(start.clone(), engine, KEEPING, recording, &YieldPoint::NONE))
            .expect(name);
    assert_eq!(played.ending(), timeline.ending(), "{name}");
    assert_eq!(played.output(), timeline.output(), "{name}");
    assert_eq!(played.machine().fingerprint(), timeline.machine().fingerprint(), "{name}");
    played.go_to(played.end_count() / 2).expect(name);
}

/// Records a run and walks through it.
fn walk_through(idx: usize, name: &str, start: &Machine, world: &dyn Fn() -> Script) {
    let (engine_name, make) = ENGINES[idx % ENGINES.len()];
    let mut timeline = Timeline::new(start.clone(), make(), KEEPING);
    let mut host = world();
    record(&mut timeline, &mut host);
    let (end, fingerprint) = (timeline.end_count(), timeline.machine().fingerprint());
    check_recording(&timeline, start, make(), name);
    let mut dice = Dice(idx as u64);
    for _ in 0..20 {
        let from = timeline.count();
        let command = walk(&mut timeline, &mut host, &mut dice);
        let count = timeline.count();
        if timeline.is_at_end() {
            continue;
        }
        let fresh = fresh(start, world(), count);
        let at = format!("{name}, {engine_name}: {command}, {from} → {count}");
        assert_eq!(timeline.machine().point(), fresh.point(), "{at}");
        assert_eq!(timeline.machine().fingerprint(), fresh.fingerprint(), "{at}");
    }
    timeline.go_to(u64::MAX).expect("the end is known");
    assert_eq!((timeline.count(), timeline.machine().fingerprint()), (end, fingerprint));
}

fn folders(root: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(root);
    let entries = fs::read_dir(root).expect("the folder is there");
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut folders: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

#[test]
fn walks_through_every_recording_of_mars_meet_the_machines_of_fresh_runs() {
    let mut walked = 0;
    for (idx, folder) in folders("../../testdata/mars").iter().enumerate() {
        let text = fs::read_to_string(folder.join("case.toml")).expect("a case says what it is");
        let case: Case = toml::from_str(&text).expect("a case can be read");
        let clock = if idx % 2 == 0 { Clock::default() } else { Clock::Host };
        let Some(start) = machine(folder, &case, clock) else { continue };
        let name = folder.display().to_string();
        walk_through(idx, &name, &start, &|| world(folder, &case));
        walked += 1;
    }
    assert!(walked > 150, "only {walked} runs were walked through");
}

/// What programs are given that ask for something: moves, grids, numbers.
const TYPED: &str = "1\n2\n3\nA\n......\n......\n......\n......\n##....\n##....\n4\n5\nq\n";

#[test]
fn walks_through_our_own_programs_meet_the_machines_of_fresh_runs_on_every_engine() {
    let mut walked = 0;
    for folder in folders("../../programs") {
        let entries = fs::read_dir(&folder).expect("a readable folder");
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let mut files: Vec<String> = names.filter(|name| is_source(name)).collect();
        files.sort_by_key(|name| (name != "main.asm", name.clone()));
        // Some folders are a program, in others every file is one; what does not assemble is not.
        let mut programs: Vec<Vec<String>> = files.iter().map(|name| vec![name.clone()]).collect();
        programs.push(files);
        for files in programs {
            let case = Case {
                args: vec!["sm".to_owned()],
                files,
                program_args: Vec::new(),
                stdin: TYPED.to_owned(),
            };
            let Some(start) = machine(&folder, &case, Clock::default()) else { continue };
            for idx in 0..ENGINES.len() {
                let name = format!("{} {:?}", folder.display(), case.files);
                walk_through(idx, &name, &start, &|| world(&folder, &case));
            }
            walked += 1;
        }
    }
    assert!(walked >= 5, "only {walked} programs were walked through");
}

fn is_source(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "asm")
}
