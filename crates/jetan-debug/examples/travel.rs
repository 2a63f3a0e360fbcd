//! Measures what time travel costs: `travel FILE COUNT` runs the program of a file for so many
//! instructions, as it is and recorded, and goes back from there.
//!
//! Time is CPU time of the one thread as the kernel counts it, so that other work on the machine
//! does not count; this needs Linux.
#![expect(clippy::disallowed_methods, reason = "a tool: reads a program and the time that it took")]
#![expect(clippy::print_stdout, reason = "a tool: says what it measured")]

#[path = "../../jetan-machine/tests/reference/host.rs"]
mod host;

use std::sync::Arc;
use std::time::Duration;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_debug::Debugger;
use jetan_debug::cause::{StorageLocation, why};
use jetan_isa::Reg;
use jetan_machine::host::{
    Dialog, DialogAnswer, FileError, Host, HostAnswer, HostQueries, OpenMode, OutputEvent,
};
use jetan_machine::memory::WatchRange;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{Behaviour, Engine, Interpreter, Machine, MachineSettings, StopConditions};
use jetan_run::{KeyframePolicy, Timeline, YieldPoint, at_once};
use jetan_symbols::DebugSymbols;

use host::NoHost;

/// Keeps what is printed until it is worth passing on, as a session does for `jetan run`.
#[derive(Default)]
struct Console {
    world: NoHost,
    printed: Vec<u8>,
}

impl Host for Console {
    fn event(&mut self, event: OutputEvent<'_>) {
        if let OutputEvent::Output(_, bytes, _) = event {
            self.printed.extend_from_slice(bytes);
            if self.printed.len() >= 16 << 10 {
                std::hint::black_box(&self.printed);
                self.printed.clear();
            }
        }
    }
}

impl HostQueries for Console {
    fn read(&mut self, max: usize) -> HostAnswer<Vec<u8>> {
        self.world.read(max)
    }
    fn read_key(&mut self) -> Option<HostAnswer<Option<u8>>> {
        self.world.read_key()
    }
    fn asks_on_console(&mut self) -> bool {
        self.world.asks_on_console()
    }
    fn unread(&mut self, bytes: &[u8]) {
        self.world.unread(bytes);
    }
    fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        self.world.open(name, mode)
    }
    fn read_file(&mut self, name: &[u8], at: u64, max: usize) -> Result<Vec<u8>, FileError> {
        self.world.read_file(name, at, max)
    }
    fn write_file(&mut self, name: &[u8], at: Option<u64>, text: &[u8]) -> Result<(), FileError> {
        self.world.write_file(name, at, text)
    }
    fn now_ms(&mut self) -> i64 {
        self.world.now_ms()
    }
    fn seed(&mut self) -> i64 {
        self.world.seed()
    }
    fn dialog(&mut self, dialog: &Dialog) -> Option<HostAnswer<DialogAnswer>> {
        self.world.dialog(dialog)
    }
}

/// How far a front end lets a run go at once.
const SLICE: u64 = 5_000_000;
/// Samples of what is done at many steps.
const SAMPLES: u64 = 20;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(count)) = (arguments.next(), arguments.next()) else {
        println!("usage: travel FILE COUNT");
        return;
    };
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let sources = SourceSet::single(&file, &text);
    let (Some(program), _) = assemble(&sources, &AssemblyOptions::default()) else {
        println!("{file}: cannot be assembled");
        return;
    };
    let Ok(machine) = Machine::new(&program.image, MachineSettings::default(), Behaviour::JETAN)
    else {
        return;
    };
    let count = count.parse().unwrap_or(100_000_000);
    say("without a console", run(machine.clone(), count, None, &mut NoHost));
    let plain = run(machine.clone(), count, None, &mut Console::default());
    let far = WatchRange { first: 0x7fff_0000, last: 0x7fff_0003, reads: true, writes: true };
    let watched = run(machine.clone(), count, Some(far), &mut Console::default());
    say("plain", plain);
    say("with a watch on another page", watched);
    let page = machine.registers.get(Reg::SP) & !0xfff;
    let near = WatchRange { first: page, last: page | 3, reads: true, writes: true };
    let watched = run(machine.clone(), count, Some(near), &mut Console::default());
    say("with a watch on the page of the stack", watched);
    let names = DebugSymbols::new(Arc::new(program), sources);
    let timeline =
        Timeline::new(machine, Box::new(Interpreter::<()>::default()), KeyframePolicy::default());
    travel(&mut Debugger::new(timeline, names), count);
}

/// The CPU time that this thread has used.
fn now() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split_whitespace().next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanos.unwrap_or(0))
}

/// How long a run takes that nobody records.
fn run(
    mut machine: Machine,
    count: u64,
    watch: Option<WatchRange>,
    host: &mut dyn Host,
) -> Duration {
    let mut engine = Interpreter::<()>::default();
    let mut until =
        StopConditions { watches: watch.into_iter().collect(), ..StopConditions::default() };
    let start = now();
    while machine.count < count {
        until.count = machine.count.saturating_add(SLICE).min(count);
        let before = machine.count;
        engine.run(&mut machine, host, &until);
        if machine.count == before {
            break;
        }
    }
    now().saturating_sub(start)
}

fn travel(debugger: &mut Debugger<'_>, count: u64) {
    let start = now();
    let _ = at_once(debugger.go_to(count, &mut NoHost, &YieldPoint::NONE));
    say("recorded", now().saturating_sub(start));
    let end = debugger.timeline.count();
    let (frames, bytes) = debugger.timeline.weight();
    println!("{end} instructions, {frames} keyframes, {} MB", bytes >> 20);
    say(
        "a step back at the end",
        worst(1..=SAMPLES, |back| {
            let _ = debugger.timeline.go_to(end - back);
        }),
    );
    let newest = end.min(100_000_000);
    say(
        "within the newest 100,000,000",
        worst(1..=SAMPLES, |idx| {
            let _ = debugger.timeline.go_to(end - newest / SAMPLES * idx);
        }),
    );
    say(
        "anywhere",
        worst(1..=SAMPLES, |idx| {
            let _ = debugger.timeline.go_to(end / SAMPLES * (idx * 7 % SAMPLES) + 13);
        }),
    );
    let _ = debugger.timeline.go_to(end);
    let registers = [Reg::V0, Reg::S0, Reg::T0, Reg::T5, Reg::RA].into_iter();
    say(
        "why",
        worst(registers, |reg| {
            let place = StorageLocation::Register(WrittenRegister::Cpu(reg));
            let _ = at_once(why(&mut debugger.timeline, place, end, &YieldPoint::NONE));
        }),
    );
}

/// The longest of several.
fn worst<T>(samples: impl Iterator<Item = T>, mut sample: impl FnMut(T)) -> Duration {
    let times = samples.map(|one| {
        let start = now();
        sample(one);
        now().saturating_sub(start)
    });
    times.max().unwrap_or_default()
}

fn say(what: &str, time: Duration) {
    println!("{what}: {:.1} ms", time.as_secs_f64() * 1000.0);
}
