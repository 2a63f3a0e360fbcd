//! Running a machine to its end, in slices, so that limits and Ctrl-C are noticed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use jetan_machine::device::Input;
use jetan_machine::stop::Wait;
use jetan_machine::{Engine, Fault, Host, Machine, Stop, Until};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::exit::Exit;
use crate::host::Process;
use crate::terminal;

/// The most instructions between two looks at the world: about ten milliseconds. An engine returns
/// earlier by itself after many services, which may take longer than instructions.
const SLICE_MAX: u64 = 4_000_000;
/// The fewest.
const SLICE_MIN: u64 = 4096;
/// A slice that takes longer is followed by a shorter one.
const SLICE_TIME: Duration = Duration::from_millis(10);
/// The longest nap while a program sleeps.
const NAP: Duration = Duration::from_millis(50);

/// The bounds of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    pub(crate) steps: Option<u64>,
    pub(crate) time: Option<Duration>,
}

/// A bound that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    Steps,
    Time,
    Output,
    Memory,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The program ended by itself.
    Exited(jetan_machine::stop::Exit),
    /// It did something wrong.
    Faulted { fault: Fault, pc: u32 },
    /// It was stopped at a bound.
    Limit(Limit),
    /// Somebody pressed Ctrl-C.
    Interrupted,
    /// Nobody reads its output any more.
    ClosedPipe,
    /// Its output could not be written, for this reason.
    Lost(String),
}

/// Becomes true when somebody presses Ctrl-C or asks the process to end; a second time ends it at
/// once.
pub(crate) fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    // Without this Ctrl-C still ends the process, if less gracefully.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return flag };
    let told = Arc::clone(&flag);
    // A thread, because putting the terminal back is more than a signal handler may do.
    let _ = thread::Builder::new().spawn(move || {
        for _ in signals.forever() {
            if told.swap(true, Ordering::Relaxed) {
                terminal::give_back_lines();
                std::process::exit(i32::from(Exit::Interrupted.code()));
            }
        }
    });
    flag
}

/// Runs a machine until it ends or reaches a bound.
pub(crate) fn drive(
    machine: &mut Machine,
    engine: &mut dyn Engine,
    host: &mut Process,
    limits: Limits,
    interrupted: &AtomicBool,
) -> Ending {
    let started = Instant::now();
    let limit = limits.steps.unwrap_or(u64::MAX);
    let mut slice = SLICE_MIN;
    let mut looked = started;
    let mut polls = machine.polls();
    let ending = loop {
        let count = machine.count.saturating_add(slice).min(limit);
        let until = Until { polls: host.has_keys_ahead(), ..Until::count(count) };
        let stop = engine.run(machine, host, &until);
        if machine.polls() != polls && !machine.has_key() {
            polls = machine.polls();
            if let Some(key) = host.keyboard()
                && machine.inject(Input::Key(key)).is_err()
            {
                break Ending::Limit(Limit::Memory);
            }
        }
        let now = Instant::now();
        slice = next_slice(slice, now - looked);
        looked = now;
        host.flush_if_due(now);
        match stop {
            Stop::Exited(exit) => break Ending::Exited(exit),
            Stop::Faulted { fault: Fault::OutOfMemory, .. } => break Ending::Limit(Limit::Memory),
            Stop::Faulted { fault, pc } => break Ending::Faulted { fault, pc },
            Stop::Budget if machine.count >= limit => break Ending::Limit(Limit::Steps),
            Stop::Budget
            | Stop::Breakpoint
            | Stop::Polled
            | Stop::Waiting(Wait::Input | Wait::Dialog) => {}
            Stop::Waiting(Wait::Until(at)) => nap(host, at, machine.count),
        }
        if interrupted.load(Ordering::Relaxed) {
            break Ending::Interrupted;
        }
        if host.is_closed() {
            break Ending::ClosedPipe;
        }
        if host.lost().is_some() {
            break Ending::Interrupted;
        }
        if host.is_full() {
            break Ending::Limit(Limit::Output);
        }
        if limits.time.is_some_and(|most| now - started >= most) {
            break Ending::Limit(Limit::Time);
        }
    };
    host.restore();
    if let Some(why) = host.lost() {
        return Ending::Lost(why.to_owned());
    }
    if host.is_full() { Ending::Limit(Limit::Output) } else { ending }
}

/// How many instructions to run after a slice that took some time.
fn next_slice(slice: u64, took: Duration) -> u64 {
    let next = if took > SLICE_TIME { slice / 8 } else { slice * 2 };
    next.clamp(SLICE_MIN, SLICE_MAX)
}

fn nap(host: &mut Process, at_ms: i64, count: u64) {
    host.flush();
    let ahead = u64::try_from(at_ms - host.now_ms(count)).unwrap_or(0);
    thread::sleep(Duration::from_millis(ahead).min(NAP));
}
