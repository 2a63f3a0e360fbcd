//! A run: advances by slices, and says why it pauses.

use jetan_display::bitmap::{BitmapConfig, BitmapUnits};
use jetan_machine::device::lab::DigitalLab;
use jetan_machine::device::terminal::Terminal;
use jetan_machine::stop::WaitReason;
use jetan_machine::{Engine, Fault, HostInput, Interpreter, Machine, Stop, StopConditions};

use crate::display::{FrameContent, FramePace, RunDisplays};
use crate::host_adapter::HostAdapter;
use crate::keys::{RunProgress, ScriptAction, ScriptPlayer};
use crate::live::LiveRun;
use crate::log::{EventLog, LOG_BYTES_MAX};
use crate::recogniser::{DisplayFinding, DisplayRecogniser, RecogniserHandle};
use crate::run_end::{RunEnd, RunLimit};
use crate::session_host::{SessionEvent, SessionHost};

/// Why a slice is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionPause {
    /// The instructions are executed, or something happened within the slice; the run goes on.
    Going,
    /// The program waits for something that only the host can bring about.
    Waiting(WaitReason),
    /// The engine stopped where the caller had asked it to.
    Stopped(Stop),
    /// The run is over.
    Ended(RunEnd),
}

/// A run of a program, from where its machine stands.
pub struct Session<'e> {
    run: LiveRun<'e>,
    /// The count of instructions at which the run has taken too long; at first no bound. It may be
    /// moved between two slices.
    pub count_max: u64,
    /// Whether [`Machine::work`] counts as well, for programs that are not to be trusted: then
    /// `count_max` bounds time too.
    pub counts_work: bool,
    display: RunDisplays,
    /// The recogniser's finding, as long as a display is to be found.
    sighting: Option<RecogniserHandle>,
    /// The script that types the keys, if there is one.
    script: Option<ScriptPlayer>,
    /// The time to wake a sleeping program for the script, in milliseconds since the run began.
    wake_ms: Option<u64>,
    /// Output that an engine's run has not passed on yet; empty between two runs.
    printed: Vec<u8>,
    /// The number of looks for a key when the program was last given one.
    polls: u64,
}

impl<'e> Session<'e> {
    /// A run of a machine by an engine, without displays, whose keys are typed by hand.
    pub fn new(machine: Machine, engine: Box<dyn Engine + 'e>) -> Session<'e> {
        Session {
            // A machine may have been running before; polls from then must not count as a program
            // that looks for a key now.
            polls: machine.polls(),
            run: LiveRun::new(machine, engine),
            count_max: u64::MAX,
            counts_work: false,
            display: RunDisplays::default(),
            sighting: None,
            script: None,
            wake_ms: None,
            printed: Vec::new(),
        }
    }

    /// Records everything that comes from outside from now on, at most [`LOG_BYTES_MAX`] of it.
    pub fn record(&mut self) {
        // Bounded, because a program can read input without end, and most recordings are made only
        // in case the run fails.
        self.run.record(EventLog::bounded(LOG_BYTES_MAX));
    }

    /// Everything that came from outside since [`Session::record`].
    pub fn log(&self) -> &EventLog {
        &self.run.log
    }

    /// Lets a script type the keys.
    pub fn play_keys(&mut self, player: ScriptPlayer) {
        self.script = Some(player);
    }

    /// Shows a bitmap display; without one Mars Bot or else the digits of the lab, if connected.
    pub fn show(&mut self, bitmap: Option<BitmapConfig>, pace: FramePace) {
        self.display.set_pace(pace);
        match bitmap {
            // From time 0, as if somebody had looked then: the first look is due a sixtieth of a
            // second of the run's clock after its start.
            Some(config) => self.display.show_bitmap(config, 0),
            None if self.run.at.machine.bot().is_some() => self.display.show_robot(),
            None if self.run.at.machine.lab().is_some() => self.display.show_digits(),
            None => {}
        }
    }

    /// Looks for a bitmap display where the program paints. A pack says itself what there is to be
    /// seen, and so do the lab and Mars Bot: then there is nothing to look for.
    pub fn look_for_display(&mut self) {
        let is_unknown = !self.display.has_bitmap()
            && self.run.at.machine.pack().is_none()
            && self.run.at.machine.lab().is_none()
            && self.run.at.machine.bot().is_none();
        if !is_unknown {
            return;
        }
        // A placeholder that never runs: the recogniser has to own the engine, and a box cannot be
        // empty.
        let nobody = Box::new(Interpreter::<()>::default());
        let engine = std::mem::replace(&mut self.run.engine, nobody);
        let (recogniser, sighting) = DisplayRecogniser::new(engine, &self.run.at.machine);
        self.run.engine = Box::new(recogniser);
        self.sighting = Some(sighting);
    }

    /// The machine as it is between two slices.
    pub fn machine(&self) -> &Machine {
        &self.run.at.machine
    }

    /// A copy of the machine that shares what has not changed since the last one.
    pub fn snapshot(&mut self) -> Machine {
        self.run.at.machine.snapshot()
    }

    /// The machine, after the last slice.
    pub fn into_machine(self) -> Machine {
        self.run.at.machine
    }

    /// The machine after the last slice, and everything that was recorded.
    pub fn into_parts(self) -> (Machine, EventLog) {
        (self.run.at.machine, self.run.log)
    }

    /// Whether a script types the keys.
    pub fn is_scripted(&self) -> bool {
        self.script.is_some()
    }

    /// The wait of the script, in the words of its author; none if it is over.
    pub fn describe_wait(&self) -> Option<String> {
        self.script.as_ref().and_then(ScriptPlayer::describe_wait)
    }

    /// The amount spent of [`Session::count_max`] so far.
    pub fn spent(&self) -> u64 {
        let work = if self.counts_work { self.run.at.machine.work() } else { 0 };
        self.run.at.machine.count.saturating_add(work)
    }

    /// The count of instructions at which the run has taken too long, if nothing else is done.
    fn last_count(&self) -> u64 {
        // Computed anew for every slice: work that services do shortens what is left, although it
        // does not advance the count.
        let left = self.count_max.saturating_sub(self.spent());
        self.run.at.machine.count.saturating_add(left)
    }

    /// The bitmap or digits as of the last look.
    pub fn shown(&self) -> Option<FrameContent<'_>> {
        self.display.shown()
    }

    /// The units of a bitmap display now, and whether they differ from the last look;
    /// none if there is no such display.
    pub fn units(&mut self) -> Option<(&BitmapUnits, bool)> {
        self.display.units(&mut self.run.at.machine)
    }

    /// Microseconds since the run began, by its clock.
    pub fn clock_us(&self, world: &mut dyn SessionHost) -> u64 {
        let own = self.run.at.machine.clock().us(self.run.at.machine.count);
        // Only asked if the machine has no clock of its own, or a virtual run would depend on when
        // it was run.
        own.unwrap_or_else(|| world.elapsed_us())
    }

    /// Lets something happen to the machine.
    pub fn inject(&mut self, input: HostInput) -> Result<(), Fault> {
        self.run.inject(input)
    }

    /// Whether the program has looked for a key in vain since this was last true. Nobody is asked
    /// for keys that a script types.
    pub fn wants_key(&mut self) -> bool {
        let polls = self.run.at.machine.polls();
        if self.run.at.machine.has_key() {
            // The poll that finds a key is not one for the next: a program that has read its key
            // and then sleeps before it shows what came of it is not looking for another.
            self.polls = polls;
            return false;
        }
        // Not within a service: whoever gets true types a key next, and nothing may be injected
        // while a service is half done.
        let is_looking = self.script.is_none()
            && polls != self.polls
            && !self.run.at.machine.is_within_service();
        if is_looking {
            self.polls = polls;
        }
        is_looking
    }

    /// Types a key by hand. Where there is a keypad to be pressed, hexadecimal digits press it; as
    /// a key of the pad stays pressed, typing it again releases it.
    pub fn type_key(&mut self, key: u8, has_pad: bool) -> Result<(), Fault> {
        // A hexadecimal digit is at most 15, which is the last key of the pad; the cast cannot cut
        // anything.
        let digit = char::from(key).to_digit(16).filter(|_| has_pad).map(|digit| digit as u8);
        let Some(digit) = digit else { return self.inject(HostInput::Key(key)) };
        let pressed = self.run.at.machine.lab().and_then(DigitalLab::pressed);
        self.inject(HostInput::Keypad(if pressed == Some(digit) { None } else { Some(digit) }))
    }

    /// Takes back console input that services have read and not used, for a keyboard that is fed
    /// from the same source.
    pub fn hand_back(&mut self) -> Result<Vec<u8>, Fault> {
        let bytes = self.run.at.machine.read_ahead().to_vec();
        // An input that changes nothing would still be an entry of the log, every time that
        // somebody asks.
        if !bytes.is_empty() {
            self.inject(HostInput::HandBack)?;
        }
        Ok(bytes)
    }

    /// Runs until the engine has a reason to return; `until` says what the caller wants, and no
    /// slice is longer. Never waits.
    pub fn advance(&mut self, world: &mut dyn SessionHost, until: &StopConditions) -> SessionPause {
        // Typing a key can only fail for want of memory, and a bound that is reached is an end, not
        // an error of the caller.
        let Ok(until) = self.plan(world, until.clone()) else {
            return SessionPause::Ended(RunEnd::Limit(RunLimit::Memory));
        };
        let stop = self.run(world, &until);
        // After the run, so that a frame has the time at which it was seen and not the time at
        // which the slice began.
        let clock_us = self.clock_us(world);
        if let Some(frame) = self.display.look(&mut self.run.at.machine, clock_us) {
            world.event(SessionEvent::Frame(frame));
        }
        self.after(stop, world)
    }

    /// Shows the final state, which is a frame if it has not been seen yet.
    pub fn finish(&mut self, world: &mut dyn SessionHost) {
        let clock_us = self.clock_us(world);
        if let Some(frame) = self.display.look_now(&mut self.run.at.machine, clock_us) {
            world.event(SessionEvent::Frame(frame));
        }
    }

    /// Lets happen what the script wants to happen now, and says how far to run.
    fn plan(
        &mut self,
        world: &mut dyn SessionHost,
        mut until: StopConditions,
    ) -> Result<StopConditions, Fault> {
        let (clock, count) = (self.run.at.machine.clock(), self.run.at.machine.count);
        let next_look = self.display.next_look(clock, count);
        // Shortened and never lengthened: the caller's slice is what keeps Ctrl-C and the page
        // responsive.
        until.count = until.count.min(self.last_count()).min(next_look);
        // The script waits while a service is half done: an input in between could not be told from
        // one before it, and a replay would type it elsewhere.
        if self.script.is_none() || self.run.at.machine.is_within_service() {
            return Ok(until);
        }
        loop {
            let now = self.now(world);
            let Some(script) = &mut self.script else { return Ok(until) };
            match script.next(now) {
                ScriptAction::Type(input) => {
                    self.inject(input)?;
                    continue;
                }
                ScriptAction::WaitUntilCount(count) => until.count = until.count.min(count),
                ScriptAction::WaitUntilMs(ms) => {
                    let at_us = ms.saturating_mul(1000);
                    until.count = until.count.min(clock.count_at_us(at_us, count));
                    // A sleeping program executes nothing, so the count alone would never come;
                    // `pass_time` wakes the clock for the script.
                    self.wake_ms = Some(ms);
                }
                ScriptAction::WaitFrame => until.frames = true,
                ScriptAction::WaitPoll => until.polls = true,
                ScriptAction::Done => {}
            }
            return Ok(until);
        }
    }

    fn now(&self, world: &mut dyn SessionHost) -> RunProgress {
        RunProgress {
            count: self.run.at.machine.count,
            clock_ms: self.clock_us(world) / 1000,
            frames: self.display.frames(),
            polls: self.run.at.machine.polls(),
            keys_waiting: self.run.at.machine.terminal().map_or(0, Terminal::keys_waiting),
        }
    }

    /// Runs the engine, and shows a display that was found meanwhile.
    fn run(&mut self, world: &mut dyn SessionHost, until: &StopConditions) -> Stop {
        let clock = self.run.at.machine.clock();
        let printed = &mut self.printed;
        // The clock is a copy from before the run. It is enough: a virtual clock only moves by
        // inputs, which come between two runs.
        let mut door = HostAdapter { world, display: &mut self.display, clock, printed };
        let stop = self.run.advance_for(&mut door, None, until);
        // Nothing may stay in the buffer between two slices: the caller may wait for a key next,
        // for which the prompt must be visible.
        door.settle();
        let finding =
            self.sighting.as_ref().map_or(DisplayFinding::Open, RecogniserHandle::finding);
        if let DisplayFinding::Settled(found) = finding {
            // Settled means for good, whether a display was found or not; the recogniser has
            // stopped watching by then.
            self.sighting = None;
            if let Some(config) = found {
                let clock_us = self.clock_us(world);
                self.display.show_bitmap(config, clock_us);
                world.event(SessionEvent::Found(config));
            }
        }
        stop
    }

    /// The consequence of a stop for the run.
    fn after(&mut self, stop: Stop, world: &mut dyn SessionHost) -> SessionPause {
        // Ends come first: a program that exits with its last permitted instruction has exited, it
        // was not stopped.
        if let Some(end) = RunEnd::within_bounds(&stop, &self.run.at.machine) {
            return SessionPause::Ended(end);
        }
        match stop {
            Stop::Budget if self.spent() >= self.count_max => {
                SessionPause::Ended(RunEnd::Limit(RunLimit::Instructions))
            }
            Stop::Waiting(WaitReason::Until(at_ms)) if self.pass_time(world, at_ms) => {
                SessionPause::Going
            }
            Stop::Waiting(wait) => SessionPause::Waiting(wait),
            Stop::Breakpoint | Stop::Watched(_) => SessionPause::Stopped(stop),
            // Ends were dealt with above.
            Stop::Budget
            | Stop::Polled
            | Stop::Refreshed
            | Stop::Exited(_)
            | Stop::Faulted { .. } => SessionPause::Going,
        }
    }

    /// Lets a virtual clock go on to the time that the program waits for, or to an earlier one
    /// at which the script wants something; false if only the host can let time pass.
    fn pass_time(&mut self, world: &mut dyn SessionHost, at_ms: i64) -> bool {
        let (clock, count) = (self.run.at.machine.clock(), self.run.at.machine.count);
        let (Some(now_ms), Some(now_us)) = (clock.ms(count), clock.us(count)) else { return false };
        // Taken, so that a wish of the script from an earlier sleep does not wake a later one;
        // `plan` sets it again.
        let ahead_ms = self.wake_ms.take().and_then(|wake_ms| wake_ms.checked_sub(now_us / 1000));
        let wake_ms = ahead_ms
            // The script's time may have come already while the program ran; a clock that stood
            // still here would never reach the end of the sleep.
            .filter(|&ahead_ms| ahead_ms > 0)
            .map_or(i64::MAX, |ahead_ms| now_ms.saturating_add_unsigned(ahead_ms));
        let move_us = self.display.next_move_us(&self.run.at.machine);
        let move_ms = move_us.map_or(i64::MAX, |due_us| {
            now_ms.saturating_add_unsigned(due_us.saturating_sub(now_us).div_ceil(1000))
        });
        let until_ms = at_ms.min(wake_ms).min(move_ms);
        if !self.run.pass_time(until_ms) {
            return false;
        }
        let clock_us = self.clock_us(world);
        let machine = &mut self.run.at.machine;
        // A robot moves while the program sleeps; everything else stands still.
        let is_move = until_ms == move_ms;
        let frame = if is_move {
            self.display.look(machine, clock_us)
        } else {
            self.display.sleep(machine, clock_us)
        };
        if let Some(frame) = frame {
            world.event(SessionEvent::Frame(frame));
        }
        true
    }
}
