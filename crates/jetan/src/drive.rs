//! Running a machine to its end, in slices, so that limits and Ctrl-C are noticed.

mod recogniser;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use jetan_machine::device::Input;
use jetan_machine::device::lab::Lab;
use jetan_machine::device::terminal::Terminal;
use jetan_machine::stop::Wait;
use jetan_machine::{Engine, Fault, Host, Machine, Stop, Until};
use jetan_os::{signals, terminal};

use crate::exit::Exit;
use crate::host::Process;
use crate::keys::{Action, Now, Player};

use recogniser::Finding;
pub(crate) use recogniser::Recogniser;

/// The most instructions between two looks at the world: about ten milliseconds. An engine returns
/// earlier by itself after many services, which may take longer than instructions.
const SLICE_MAX: u64 = 4_000_000;
/// The fewest.
const SLICE_MIN: u64 = 4096;
/// A slice that takes longer is followed by a shorter one.
const SLICE_TIME: Duration = Duration::from_millis(10);
/// The longest nap while a program sleeps: shorter than a frame, so that keys and screen go on.
const NAP: Duration = Duration::from_millis(15);

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
    let told = Arc::clone(&flag);
    signals::listen(move |event| {
        if event == signals::Event::End && told.swap(true, Ordering::Relaxed) {
            terminal::restore();
            std::process::exit(i32::from(Exit::Interrupted.code()));
        }
    });
    flag
}

/// A run, from where the machine is to its end.
pub(crate) struct Drive<'a> {
    pub(crate) machine: &'a mut Machine,
    pub(crate) engine: &'a mut dyn Engine,
    pub(crate) host: &'a mut Process,
    pub(crate) limits: Limits,
    pub(crate) interrupted: &'a AtomicBool,
    /// What is typed, if a script says so.
    pub(crate) player: Option<Player>,
    /// What looks for a display, if one is to be found.
    pub(crate) recogniser: Option<Recogniser>,
}

impl Drive<'_> {
    /// Runs the machine until it ends or reaches a bound.
    pub(crate) fn run(&mut self) -> Ending {
        let ending = self.run_in_slices();
        if let Some(player) = &self.player
            && !matches!(ending, Ending::Exited(_))
        {
            self.host.explain(player.describe_wait());
        }
        self.host.finish(self.machine, self.interrupted);
        if let Some(why) = self.host.lost() {
            return Ending::Lost(why.to_owned());
        }
        if self.host.is_full() { Ending::Limit(Limit::Output) } else { ending }
    }

    fn run_in_slices(&mut self) -> Ending {
        let started = Instant::now();
        let mut slice = SLICE_MIN;
        let mut looked = started;
        let mut polls = self.machine.polls();
        loop {
            let until = match self.plan(slice) {
                Ok(until) => until,
                Err(ending) => return ending,
            };
            let stop = self.run_once(&until);
            let now = Instant::now();
            slice = next_slice(slice, now - looked);
            looked = now;
            self.host.flush_if_due(now);
            self.host.look(self.machine);
            if self.player.is_none()
                && let Err(ending) = self.pass_on_keys(&mut polls)
            {
                return ending;
            }
            if let Some(ending) = self.after(stop) {
                return ending;
            }
            let time = self.limits.time;
            if time.is_some_and(|most| now - started >= most) {
                return Ending::Limit(Limit::Time);
            }
        }
    }

    /// Runs the engine, or what still looks for a display.
    fn run_once(&mut self, until: &Until) -> Stop {
        let Some(recogniser) = &mut self.recogniser else {
            return self.engine.run(self.machine, self.host, until);
        };
        let stop = recogniser.run(self.machine, self.host, until);
        if let Finding::Settled(found) = recogniser.finding(self.machine, &stop) {
            self.recogniser = None;
            if let Some(config) = found {
                self.host.show_bitmap(self.machine, config);
            }
        }
        stop
    }

    /// Gives the machine what was typed, if it looks for keys.
    fn pass_on_keys(&mut self, polls: &mut u64) -> Result<(), Ending> {
        let is_looking = self.machine.polls() != *polls && !self.machine.has_key();
        let has_pad = self.machine.lab().is_some() && self.host.has_window();
        if !is_looking && !has_pad {
            return Ok(());
        }
        *polls = self.machine.polls();
        self.machine.give_back_input(self.host);
        let Some(key) = self.host.keyboard() else { return Ok(()) };
        let input = if has_pad { pad_or_key(key, self.machine) } else { Input::Key(key) };
        self.machine.inject(input).map_err(|_| Ending::Limit(Limit::Memory))
    }

    /// Lets happen what the script wants to happen now, and says how far to run.
    fn plan(&mut self, slice: u64) -> Result<Until, Ending> {
        let count = self.machine.count.saturating_add(slice).min(self.step_limit());
        let mut until = Until::count(count.min(self.host.next_look(self.machine.count)));
        let Some(player) = &mut self.player else {
            until.polls = self.host.has_keys_ahead();
            return Ok(until);
        };
        loop {
            let now = Now {
                count: self.machine.count,
                clock_ms: self.host.now_ms(self.machine.count),
                frames: self.host.frames(),
                polls: self.machine.polls(),
                keys_waiting: self.machine.terminal().map_or(0, Terminal::keys_waiting),
            };
            match player.next(now) {
                Action::Type(input) => {
                    self.machine.inject(input).map_err(|_| Ending::Limit(Limit::Memory))?;
                    continue;
                }
                Action::WaitUntilCount(count) => until.count = until.count.min(count),
                Action::WaitUntilMs(ms) => {
                    until.count = until.count.min(self.host.count_at_ms(ms, now.count));
                    self.host.wake_at(ms);
                }
                Action::WaitFrame => until.frames = true,
                Action::WaitPoll => until.polls = true,
                Action::Done => {}
            }
            return Ok(until);
        }
    }

    /// What a stop means for the run; nothing if it goes on.
    fn after(&mut self, stop: Stop) -> Option<Ending> {
        match stop {
            Stop::Exited(exit) => return Some(Ending::Exited(exit)),
            Stop::Faulted { fault: Fault::OutOfMemory, .. } => {
                return Some(Ending::Limit(Limit::Memory));
            }
            Stop::Faulted { fault, pc } => return Some(Ending::Faulted { fault, pc }),
            Stop::Budget if self.machine.count >= self.step_limit() => {
                return Some(Ending::Limit(Limit::Steps));
            }
            Stop::Waiting(Wait::Until(at)) => self.nap(at),
            Stop::Budget
            | Stop::Breakpoint
            | Stop::Watched(_)
            | Stop::Polled
            | Stop::Refreshed
            | Stop::Waiting(Wait::Input | Wait::Dialog) => {}
        }
        if self.interrupted.load(Ordering::Relaxed) || self.host.lost().is_some() {
            return Some(Ending::Interrupted);
        }
        if self.host.is_closed() {
            return Some(Ending::ClosedPipe);
        }
        self.host.is_full().then_some(Ending::Limit(Limit::Output))
    }

    fn step_limit(&self) -> u64 {
        self.limits.steps.unwrap_or(u64::MAX)
    }

    /// Lets time pass towards the moment that the program waits for.
    fn nap(&mut self, at_ms: i64) {
        if self.host.pass_time(self.machine, at_ms) {
            return;
        }
        let count = self.machine.count;
        self.host.flush();
        let ahead = u64::try_from(at_ms - self.host.now_ms(count)).unwrap_or(0);
        thread::sleep(Duration::from_millis(ahead).min(NAP));
    }
}

/// What a key does where there is a keypad: hexadecimal digits press its keys. As a key of the pad
/// stays pressed, typing it again releases it.
fn pad_or_key(key: u8, machine: &Machine) -> Input {
    let Some(digit) = char::from(key).to_digit(16) else { return Input::Key(key) };
    let digit = Some(digit as u8);
    let pressed = machine.lab().and_then(Lab::pressed);
    Input::Keypad(if digit == pressed { None } else { digit })
}

/// How many instructions to run after a slice that took some time.
fn next_slice(slice: u64, took: Duration) -> u64 {
    let next = if took > SLICE_TIME { slice / 8 } else { slice * 2 };
    next.clamp(SLICE_MIN, SLICE_MAX)
}
