//! Every instruction at its edges: the cases of `testdata/run/*.toml`, whose `README.md` says how
//! they are written.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

#[path = "common/engines.rs"]
mod engines;
mod reference {
    pub(crate) mod host;
}

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::path::Path;

use jetan_asm::{AssemblyOptions, Dialect, SourceSet, assemble};
use jetan_isa::{Image, MemoryMap, Reg, SPECS, decode};
use jetan_machine::stop::ProgramExit;
use jetan_machine::{Behaviour, Machine, MachineSettings, Stop, StopConditions};
use serde::Deserialize;

use engines::{ENGINES, Make};
use reference::host::NoHost;

/// No case executes more instructions than this.
const COUNT_MAX: u64 = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    vectors: Vec<Entry>,
    #[serde(default)]
    case: Vec<Entry>,
}

/// Vectors or a case: what only one of them has is empty in the other.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    asm: Lines,
    behaviour: Option<String>,
    delayed: Option<bool>,
    #[serde(default)]
    self_modifying: bool,
    map: Option<String>,
    #[serde(default)]
    memory: BTreeMap<String, String>,
    /// Why it fails, if it is known to.
    known: Option<String>,

    #[serde(default)]
    r#in: Vec<String>,
    #[serde(default)]
    out: Vec<String>,
    #[serde(default)]
    rows: Vec<Vec<Value>>,

    #[serde(default)]
    name: String,
    #[serde(default)]
    set: BTreeMap<String, Value>,
    #[serde(default)]
    expect: BTreeMap<String, Value>,
    fault: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Lines {
    One(String),
    Many(Vec<String>),
}

impl Lines {
    fn text(&self) -> String {
        match self {
            Lines::One(line) => line.clone(),
            Lines::Many(lines) => lines.join("\n"),
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Value {
    Number(i64),
    Text(String),
}

/// One program with its start and its end.
struct Run<'a> {
    entry: &'a Entry,
    image: &'a Image,
    set: Vec<(&'a str, &'a Value)>,
    expect: Vec<(&'a str, &'a Value)>,
    fault: Option<&'a str>,
}

type Check = fn(&Entry, &Image) -> Vec<String>;

#[test]
fn edges() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/run");
    let mut covered = BTreeSet::new();
    let mut failures = Vec::new();
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("the cases are there") {
        let path = entry.expect("a folder can be listed").path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let file: File = toml::from_str(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        files += 1;
        let vectors = file.vectors.iter().map(|entry| (entry, check_vectors as Check));
        let cases = file.case.iter().map(|entry| (entry, check_case as Check));
        for (entry, check) in vectors.chain(cases) {
            let wrong = check(entry, &assembled(entry, &mut covered));
            let title = format!("{name}: {} `{}`", entry.name, entry.asm.text());
            match &entry.known {
                Some(why) if wrong.is_empty() => {
                    failures.push(format!("{title}: passes now, though known to fail: {why}"));
                }
                Some(_) => {}
                None => failures.extend(wrong.iter().map(|text| format!("{title}: {text}"))),
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    assert!(files > 0, "there are cases");
    for spec in &SPECS {
        assert!(covered.contains(&(spec.op as usize)), "no case has {} {}", spec.name, spec.syntax);
    }
}

/// What is wrong with the rows of an entry.
fn check_vectors(entry: &Entry, image: &Image) -> Vec<String> {
    let mut wrong = Vec::new();
    for row in &entry.rows {
        let (given, rest) = row.split_at(entry.r#in.len());
        let set = entry.r#in.iter().map(String::as_str).zip(given).collect();
        let (fault, expect) = match rest {
            [Value::Text(text)] if text.starts_with('!') => (Some(text.as_str()), Vec::new()),
            _ => (None, entry.out.iter().map(String::as_str).zip(rest).collect()),
        };
        assert!(fault.is_some() || rest.len() == entry.out.len(), "too few values: {row:?}");
        let run = Run { entry, image, set, expect, fault };
        if let Err(text) = run.check() {
            wrong.push(format!("{row:x?}: {text}"));
        }
    }
    wrong
}

/// What is wrong with a case.
fn check_case(entry: &Entry, image: &Image) -> Vec<String> {
    fn pairs(table: &BTreeMap<String, Value>) -> Vec<(&str, &Value)> {
        table.iter().map(|(name, value)| (name.as_str(), value)).collect()
    }
    let (set, expect) = (pairs(&entry.set), pairs(&entry.expect));
    let run = Run { entry, image, set, expect, fault: entry.fault.as_deref() };
    run.check().err().into_iter().collect()
}

fn map(entry: &Entry) -> MemoryMap {
    let name = entry.map.as_deref().unwrap_or("Default");
    MemoryMap::by_name(name).unwrap_or_else(|| panic!("no memory configuration {name}"))
}

fn assembled(entry: &Entry, covered: &mut BTreeSet<usize>) -> Image {
    let text = entry.asm.text();
    let sources = SourceSet::single("case.asm", &text);
    let options = AssemblyOptions {
        dialect: Dialect::MARS,
        map: map(entry),
        pseudo: false,
        self_modifying: entry.self_modifying,
        ..AssemblyOptions::default()
    };
    let (program, diagnostics) = assemble(&sources, &options);
    let Some(program) = program else { panic!("{text}\n{diagnostics:#?}") };
    let words = program.code.iter().map(|code| code.word);
    covered.extend(words.filter_map(decode).map(|instruction| instruction.op as usize));
    program.image
}

impl Run<'_> {
    /// Runs it in every way that the setting leaves open.
    fn check(&self) -> Result<(), String> {
        let entry = self.entry;
        for (name, behaviour) in [("mars", Behaviour::MARS), ("jetan", Behaviour::JETAN)] {
            if entry.behaviour.as_deref().is_some_and(|only| only != name) {
                continue;
            }
            for delayed in [false, true] {
                if entry.delayed.is_some_and(|only| only != delayed) {
                    continue;
                }
                for (engine, make) in ENGINES {
                    self.check_one(behaviour, delayed, *make)
                        .map_err(|text| format!("{text} ({name}, delayed {delayed}, {engine})"))?;
                }
            }
        }
        Ok(())
    }

    /// A copy from the middle of a run ends as the run did.
    fn check_snapshot(&self, make: Make, end: &Machine) -> Result<(), String> {
        let mut machine = self.machine(Behaviour::JETAN, false);
        let mut engine = make();
        engine.run(&mut machine, &mut NoHost, &StopConditions::count(end.count / 2));
        let mut copy = machine.snapshot();
        engine.run(&mut copy, &mut NoHost, &StopConditions::count(COUNT_MAX));
        same("fingerprint of a copy", &end.fingerprint(), &copy.fingerprint())
    }

    fn check_one(&self, behaviour: Behaviour, delayed: bool, make: Make) -> Result<(), String> {
        let mut machine = self.machine(behaviour, delayed);
        let mut expected = State::of(&machine);
        let memory = self.expected_memory(&machine);
        let stop = make().run(&mut machine, &mut NoHost, &StopConditions::count(COUNT_MAX));
        // Comparing all of memory takes time: one way of running is enough.
        if !delayed && behaviour == Behaviour::JETAN {
            self.check_snapshot(make, &machine)?;
        }
        // Where a program ends is not compared unless the case says so.
        (expected.pc, expected.count) = (machine.pc, machine.count);
        match self.fault {
            None => same("stop", &Stop::Exited(ProgramExit::DroppedOff), &stop)?,
            Some(fault) => self.expect_fault(fault, &stop, &mut expected)?,
        }
        for &(name, value) in &self.expect {
            if !name.starts_with("0x") {
                expected.set(name, value);
            }
        }
        State::of(&machine).compare(&expected)?;
        for (at, expected) in memory {
            same(&format!("{at:#010x}"), &expected, &machine.memory.peek(at))?;
        }
        Ok(())
    }

    fn machine(&self, behaviour: Behaviour, delayed: bool) -> Machine {
        let settings = MachineSettings {
            delayed_branching: delayed,
            self_modifying: self.entry.self_modifying,
            ..MachineSettings::default()
        };
        let mut machine = Machine::new(self.image, settings, behaviour).expect("a case fits");
        for (address, bytes) in &self.entry.memory {
            machine.memory.poke(number(address) as u32, &hex(bytes)).expect("a case fits");
        }
        let mut state = State::of(&machine);
        for &(name, value) in &self.set {
            state.set(name, value);
        }
        state.load_into(&mut machine);
        machine
    }

    /// `!12 arithmetic overflow`, at the first instruction unless the case names another.
    fn expect_fault(&self, fault: &str, stop: &Stop, expected: &mut State) -> Result<(), String> {
        let Stop::Faulted { fault: got, pc } = stop else {
            return Err(format!("expected {fault}, got {stop:?}"));
        };
        let (code, text) = fault[1..].split_once(' ').expect("a code and a message");
        same("fault", &text, &got.to_string().as_str())?;
        let named = self.expect.iter().find(|(name, _)| *name == "pc");
        let at = named.map_or(map(self.entry).text_base, |(_, value)| word(value));
        same("address of the fault", &at, pc)?;
        if let Ok(code) = code.parse::<u32>() {
            expected.cause = code << 2;
            expected.epc = at;
            expected.status |= 2;
            if matches!(code, 4 | 5) {
                let address = text.rsplit("0x").next().expect("an address error has an address");
                expected.vaddr = u32::from_str_radix(address, 16).expect("in hex");
            }
        }
        Ok(())
    }

    /// The bytes around all that is set or expected: those that are expected, and the others as
    /// they are before the run.
    fn expected_memory(&self, machine: &Machine) -> BTreeMap<u32, u8> {
        let mut written = BTreeMap::new();
        for (name, value) in self.expect.iter().filter(|(name, _)| name.starts_with("0x")) {
            let Value::Text(bytes) = value else { panic!("{name}: bytes are text") };
            written.extend((number(name) as u32..=u32::MAX).zip(hex(bytes)));
        }
        let set = self.entry.memory.keys().map(|address| number(address) as u32);
        let places: BTreeSet<u32> = written.keys().copied().chain(set).collect();
        let around = places.iter().flat_map(|place| place & !31..=place | 31);
        let mut memory: BTreeMap<u32, u8> =
            around.map(|at| (at, machine.memory.peek(at))).collect();
        memory.extend(written);
        memory
    }
}

/// Everything a program can see but memory.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    registers: Vec<u32>,
    hi: u32,
    lo: u32,
    floats: Vec<u32>,
    flags: u8,
    vaddr: u32,
    status: u32,
    cause: u32,
    epc: u32,
    pc: u32,
    count: u64,
}

impl State {
    fn of(machine: &Machine) -> State {
        State {
            registers: machine.registers.values().to_vec(),
            hi: machine.hilo.hi,
            lo: machine.hilo.lo,
            floats: (0..32).map(|number| machine.fpu.bits(number)).collect(),
            flags: machine.fpu.flags(),
            vaddr: machine.cp0.vaddr,
            status: machine.cp0.status,
            cause: machine.cp0.cause,
            epc: machine.cp0.epc,
            pc: machine.pc,
            count: machine.count,
        }
    }

    fn load_into(&self, machine: &mut Machine) {
        for (number, &value) in (0..).zip(&self.registers) {
            machine.registers.set(Reg::at_index(number), value);
        }
        (machine.hilo.hi, machine.hilo.lo) = (self.hi, self.lo);
        for (number, &bits) in (0..).zip(&self.floats) {
            machine.fpu.set_bits(number, bits);
        }
        assert_eq!(self.flags, 0, "flags can only be expected");
        machine.cp0.vaddr = self.vaddr;
        machine.cp0.status = self.status;
        machine.cp0.cause = self.cause;
        machine.cp0.epc = self.epc;
    }

    fn set(&mut self, name: &str, value: &Value) {
        match name {
            "hi" => self.hi = word(value),
            "lo" => self.lo = word(value),
            "flags" => self.flags = word(value) as u8,
            "vaddr" => self.vaddr = word(value),
            "status" => self.status = word(value),
            "cause" => self.cause = word(value),
            "epc" => self.epc = word(value),
            "pc" => self.pc = word(value),
            "count" => self.count = u64::from(word(value)),
            _ => {
                if let Some(number) = numbered(name, 'f') {
                    self.floats[number] = single(value);
                } else if let Some(number) = numbered(name, 'd') {
                    let bits = double(value);
                    self.floats[number] = bits as u32;
                    self.floats[number + 1] = (bits >> 32) as u32;
                } else {
                    let register = Reg::from_name(&format!("${name}"));
                    let register = register.unwrap_or_else(|| panic!("what is {name}?"));
                    self.registers[register.index()] = word(value);
                }
            }
        }
    }

    fn compare(&self, expected: &State) -> Result<(), String> {
        for (number, (expected, got)) in expected.registers.iter().zip(&self.registers).enumerate()
        {
            same(&Reg::at_index(number as u8).to_string(), expected, got)?;
        }
        for (number, (expected, got)) in expected.floats.iter().zip(&self.floats).enumerate() {
            same(&format!("$f{number}"), expected, got)?;
        }
        same("HI", &expected.hi, &self.hi)?;
        same("LO", &expected.lo, &self.lo)?;
        same("flags", &expected.flags, &self.flags)?;
        same("vaddr", &expected.vaddr, &self.vaddr)?;
        same("Status", &expected.status, &self.status)?;
        same("Cause", &expected.cause, &self.cause)?;
        same("EPC", &expected.epc, &self.epc)?;
        same("pc", &expected.pc, &self.pc)?;
        same("count", &expected.count, &self.count)
    }
}

fn same<T: PartialEq + Debug>(name: &str, expected: &T, got: &T) -> Result<(), String> {
    if expected == got {
        return Ok(());
    }
    Err(format!("{name}: expected {expected:#x?}, got {got:#x?}"))
}

/// `f12` with `f` is 12.
fn numbered(name: &str, letter: char) -> Option<usize> {
    name.strip_prefix(letter)?.parse().ok()
}

fn word(value: &Value) -> u32 {
    match value {
        Value::Number(number) => *number as u32,
        Value::Text(text) => panic!("{text} is not a number"),
    }
}

fn single(value: &Value) -> u32 {
    match value {
        Value::Number(number) => *number as u32,
        Value::Text(text) if text == "nan" => 0x7fc0_0000,
        Value::Text(text) => text.parse::<f32>().expect("a float").to_bits(),
    }
}

fn double(value: &Value) -> u64 {
    match value {
        Value::Number(number) => *number as u64,
        Value::Text(text) if text == "nan" => 0x7ff8_0000_0000_0000,
        Value::Text(text) if text.starts_with("0x") => number(text),
        Value::Text(text) => text.parse::<f64>().expect("a double").to_bits(),
    }
}

fn number(text: &str) -> u64 {
    u64::from_str_radix(&text[2..], 16).unwrap_or_else(|_| panic!("{text} is no hex number"))
}

/// `0a ff` to `[10, 255]`.
fn hex(bytes: &str) -> Vec<u8> {
    let byte = |text| u8::from_str_radix(text, 16).expect("two hex digits");
    bytes.split_whitespace().map(byte).collect()
}
