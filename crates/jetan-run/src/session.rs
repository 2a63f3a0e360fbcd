//! A run: advances by slices, and says why it pauses.

use jetan_display::bitmap::{Config, Units};
use jetan_machine::device::lab::Lab;
use jetan_machine::device::terminal::Terminal;
use jetan_machine::stop::{Exit, Wait};
use jetan_machine::{Engine, Fault, Input, Machine, Stop, Until};

use crate::display::{Content, Display, Pace};
use crate::door::Door;
use crate::keys::{Action, Now, Player};
use crate::recogniser::{Finding, Recogniser};
use crate::world::{Event, World};

/// Why a slice is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pause {
    /// Its instructions are executed, or something happened within it; the run goes on.
    Going,
    /// The program waits for something that only the world can bring about.
    Waiting(Wait),
    /// The engine stopped where the caller had asked it to.
    Stopped(Stop),
    /// The run is over.
    Ended(Ending),
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program ended by itself.
    Exited(Exit),
    /// It did something wrong that no handler takes.
    Faulted {
        /// The fault that ended it.
        fault: Fault,
        /// The address of the faulting instruction.
        pc: u32,
    },
    /// It was stopped at a bound.
    Limit(Limit),
}

/// A bound that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    /// As many instructions as [`Session::count_max`] allows.
    Instructions,
    /// The memory that its machine may write.
    Memory,
}

/// A run of a program, from where its machine stands.
pub struct Session<'e> {
    machine: Machine,
    engine: Box<dyn Engine + 'e>,
    /// The count of instructions at which the run has taken too long; at first no bound. It may be
    /// moved between two slices.
    pub count_max: u64,
    /// Whether [`Machine::work`] counts as well, for programs that are not to be trusted: then
    /// `count_max` bounds time too.
    pub counts_work: bool,
    display: Display,
    /// What looks for a display, as long as one is to be found.
    recogniser: Option<Recogniser>,
    /// What types the keys, if a script does.
    script: Option<Player>,
    /// When a sleeping program is to be woken for the script, in milliseconds since the run began.
    wake_ms: Option<u64>,
    /// Output that an engine's run has not passed on yet; empty between two runs.
    printed: Vec<u8>,
    /// How often the program had looked for a key when it was last given one.
    polls: u64,
    /// Who is told of inputs.
    follower: Option<Box<Follower<'e>>>,
}

/// Is told of everything that the world does to a machine, with the count at which it does.
pub type Follower<'f> = dyn FnMut(u64, Input) + 'f;

impl<'e> Session<'e> {
    /// A run of a machine by an engine, without displays, whose keys are typed by hand.
    pub fn new(machine: Machine, engine: Box<dyn Engine + 'e>) -> Session<'e> {
        Session {
            polls: machine.polls(),
            machine,
            engine,
            count_max: u64::MAX,
            counts_work: false,
            display: Display::default(),
            recogniser: None,
            script: None,
            wake_ms: None,
            printed: Vec::new(),
            follower: None,
        }
    }

    /// Tells somebody of every input from now on, in order and before it is seen by the program.
    pub fn follow_inputs(&mut self, follower: Box<Follower<'e>>) {
        self.follower = Some(follower);
    }

    /// Lets a script type the keys.
    pub fn play_keys(&mut self, player: Player) {
        self.script = Some(player);
    }

    /// Shows a bitmap display, or the digits of the lab if there is none and the lab is connected.
    pub fn show(&mut self, bitmap: Option<Config>, pace: Pace) {
        self.display.set_pace(pace);
        match bitmap {
            Some(config) => self.display.show_bitmap(config, 0),
            None if self.machine.lab().is_some() => self.display.show_digits(),
            None => {}
        }
    }

    /// Looks for a bitmap display where the program paints. A pack says itself what there is to be
    /// seen, and the lab has its digits: then there is nothing to look for.
    pub fn look_for_display(&mut self) {
        let is_unknown = !self.display.has_bitmap()
            && self.machine.pack().is_none()
            && self.machine.lab().is_none();
        self.recogniser = is_unknown.then(|| Recogniser::new(&self.machine));
    }

    /// The machine as it is between two slices.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// A copy of the machine that shares what has not changed since the last one.
    pub fn snapshot(&mut self) -> Machine {
        self.machine.snapshot()
    }

    /// The machine, after the last slice.
    pub fn into_machine(self) -> Machine {
        self.machine
    }

    /// Whether a script types the keys.
    pub fn is_scripted(&self) -> bool {
        self.script.is_some()
    }

    /// What the script is waiting for, in the words of its author; none if it is over.
    pub fn describe_wait(&self) -> Option<String> {
        self.script.as_ref().and_then(Player::describe_wait)
    }

    /// What counts towards [`Session::count_max`] so far.
    pub fn spent(&self) -> u64 {
        let work = if self.counts_work { self.machine.work() } else { 0 };
        self.machine.count.saturating_add(work)
    }

    /// The count of instructions at which the run has taken too long, if nothing else is done.
    fn last_count(&self) -> u64 {
        let left = self.count_max.saturating_sub(self.spent());
        self.machine.count.saturating_add(left)
    }

    /// What bitmap or digits showed at the last look.
    pub fn shown(&self) -> Option<Content<'_>> {
        self.display.shown()
    }

    /// What a bitmap display shows now, and whether that is something else than at the last look;
    /// none if there is no such display.
    pub fn units(&mut self) -> Option<(&Units, bool)> {
        self.display.units(&mut self.machine)
    }

    /// Microseconds since the run began, by its clock.
    pub fn clock_us(&self, world: &mut dyn World) -> u64 {
        let own = self.machine.clock().us(self.machine.count);
        own.unwrap_or_else(|| world.elapsed_us())
    }

    /// Lets something happen to the machine. Whatever does so comes through here.
    pub fn inject(&mut self, input: Input) -> Result<(), Fault> {
        self.machine.inject(input)?;
        if let Some(follower) = &mut self.follower {
            follower(self.machine.count, input);
        }
        Ok(())
    }

    /// Whether the program has looked for a key in vain since this was last true. Nobody is asked
    /// for keys that a script types.
    pub fn wants_key(&mut self) -> bool {
        let polls = self.machine.polls();
        let is_looking = self.script.is_none()
            && polls != self.polls
            && !self.machine.has_key()
            && !self.machine.is_within_service();
        if is_looking {
            self.polls = polls;
        }
        is_looking
    }

    /// Types a key by hand. Where there is a keypad to be pressed, hexadecimal digits press it; as
    /// a key of the pad stays pressed, typing it again releases it.
    pub fn type_key(&mut self, key: u8, has_pad: bool) -> Result<(), Fault> {
        let digit = char::from(key).to_digit(16).filter(|_| has_pad).map(|digit| digit as u8);
        let Some(digit) = digit else { return self.inject(Input::Key(key)) };
        let pressed = self.machine.lab().and_then(Lab::pressed);
        self.inject(Input::Keypad(if pressed == Some(digit) { None } else { Some(digit) }))
    }

    /// Takes back console input that services have read and not used, for a keyboard that is fed
    /// from the same source.
    pub fn hand_back(&mut self) -> Result<Vec<u8>, Fault> {
        let bytes = self.machine.read_ahead().to_vec();
        if !bytes.is_empty() {
            self.inject(Input::HandBack)?;
        }
        Ok(bytes)
    }

    /// Runs until the engine has a reason to return; `until` says what the caller wants, and no
    /// slice is longer. Never waits.
    pub fn advance(&mut self, world: &mut dyn World, until: &Until) -> Pause {
        let Ok(until) = self.plan(world, until.clone()) else {
            return Pause::Ended(Ending::Limit(Limit::Memory));
        };
        let stop = self.run(world, &until);
        let clock_us = self.clock_us(world);
        if let Some(frame) = self.display.look(&mut self.machine, clock_us) {
            world.event(Event::Frame(frame));
        }
        self.after(stop, world)
    }

    /// Shows the final state, which is a frame if it has not been seen yet.
    pub fn finish(&mut self, world: &mut dyn World) {
        let clock_us = self.clock_us(world);
        if let Some(frame) = self.display.look_now(&mut self.machine, clock_us) {
            world.event(Event::Frame(frame));
        }
    }

    /// Lets happen what the script wants to happen now, and says how far to run.
    fn plan(&mut self, world: &mut dyn World, mut until: Until) -> Result<Until, Fault> {
        let (clock, count) = (self.machine.clock(), self.machine.count);
        let next_look = self.display.next_look(clock, count);
        until.count = until.count.min(self.last_count()).min(next_look);
        if self.script.is_none() || self.machine.is_within_service() {
            return Ok(until);
        }
        loop {
            let now = self.now(world);
            let Some(script) = &mut self.script else { return Ok(until) };
            match script.next(now) {
                Action::Type(input) => {
                    self.inject(input)?;
                    continue;
                }
                Action::WaitUntilCount(count) => until.count = until.count.min(count),
                Action::WaitUntilMs(ms) => {
                    let at_us = ms.saturating_mul(1000);
                    until.count = until.count.min(clock.count_at_us(at_us, count));
                    self.wake_ms = Some(ms);
                }
                Action::WaitFrame => until.frames = true,
                Action::WaitPoll => until.polls = true,
                Action::Done => {}
            }
            return Ok(until);
        }
    }

    fn now(&self, world: &mut dyn World) -> Now {
        Now {
            count: self.machine.count,
            clock_ms: self.clock_us(world) / 1000,
            frames: self.display.frames(),
            polls: self.machine.polls(),
            keys_waiting: self.machine.terminal().map_or(0, Terminal::keys_waiting),
        }
    }

    /// Runs the engine, or what still looks for a display.
    fn run(&mut self, world: &mut dyn World, until: &Until) -> Stop {
        let clock = self.machine.clock();
        let machine = &mut self.machine;
        let printed = &mut self.printed;
        let mut door = Door { world, display: &mut self.display, clock, printed };
        let Some(recogniser) = &mut self.recogniser else {
            let stop = self.engine.run(machine, &mut door, until);
            door.settle();
            return stop;
        };
        let stop = recogniser.run(machine, &mut door, until);
        door.settle();
        if let Finding::Settled(found) = recogniser.finding(machine, &stop) {
            self.recogniser = None;
            if let Some(config) = found {
                let clock_us = self.clock_us(world);
                self.display.show_bitmap(config, clock_us);
                world.event(Event::Found(config));
            }
        }
        stop
    }

    /// What a stop means for the run.
    fn after(&mut self, stop: Stop, world: &mut dyn World) -> Pause {
        match stop {
            Stop::Exited(exit) => Pause::Ended(Ending::Exited(exit)),
            Stop::Faulted { fault: Fault::OutOfMemory, .. } => {
                Pause::Ended(Ending::Limit(Limit::Memory))
            }
            Stop::Faulted { fault, pc } => Pause::Ended(Ending::Faulted { fault, pc }),
            Stop::Budget if self.spent() >= self.count_max => {
                Pause::Ended(Ending::Limit(Limit::Instructions))
            }
            Stop::Waiting(Wait::Until(at_ms)) if self.pass_time(world, at_ms) => Pause::Going,
            Stop::Waiting(wait) => Pause::Waiting(wait),
            Stop::Breakpoint | Stop::Watched(_) => Pause::Stopped(stop),
            Stop::Budget | Stop::Polled | Stop::Refreshed => Pause::Going,
        }
    }

    /// Lets a virtual clock go on to the moment that the program waits for, or to an earlier one
    /// at which the script wants something; false if only the world can let time pass.
    fn pass_time(&mut self, world: &mut dyn World, at_ms: i64) -> bool {
        let (clock, count) = (self.machine.clock(), self.machine.count);
        let (Some(now_ms), Some(now_us)) = (clock.ms(count), clock.us(count)) else { return false };
        let ahead_ms = self.wake_ms.take().and_then(|wake_ms| wake_ms.checked_sub(now_us / 1000));
        let wake_ms = ahead_ms
            .filter(|&ahead_ms| ahead_ms > 0)
            .map_or(i64::MAX, |ahead_ms| now_ms.saturating_add_unsigned(ahead_ms));
        if self.inject(Input::Time(at_ms.min(wake_ms))).is_err() {
            return false;
        }
        let clock_us = self.clock_us(world);
        if let Some(frame) = self.display.sleep(&mut self.machine, clock_us) {
            world.event(Event::Frame(frame));
        }
        true
    }
}
