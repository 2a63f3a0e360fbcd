//! Running a subject on an input, or one of its procedures, and saying what happened.

mod call;
mod walk;

use std::collections::BTreeMap;
use std::sync::Arc;

use jetan_display::bitmap::Units;
use jetan_machine::fault::ServiceFault;
use jetan_machine::host::Sound;
use jetan_machine::memory::PAGE;
use jetan_machine::stop::{Exit, Wait};
use jetan_machine::{Clock, Engine, Fault, Input, Machine, Until};
use jetan_run::display::Pace;
use jetan_run::ledger::Ledger;
use jetan_run::recording::Recording;
use jetan_run::{Pause, Session, session};

use crate::limits::{Limit, Limits};
use crate::sandbox::{Feed, Sandbox, Shown};
use crate::subject::Subject;

pub use call::{Broken, Call, Called, Overwritten};
pub use walk::Walk;

/// How many instructions run between two looks at whether to stop.
const SLICE: u64 = 2_000_000;
/// Runs that write to more memory are not kept: having them again would take it twice.
const KEPT_BYTES: usize = 16 << 20;
/// How often a program may look for a key that does not come before it counts as waiting.
const IDLE_POLLS_MAX: u64 = 64;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The program ended itself; the code is 0 for service 10.
    Exited(i32),
    /// It ran past its last instruction, to this address.
    DroppedOff(u32),
    /// It did something wrong.
    Faulted {
        /// The fault that no handler took.
        fault: Fault,
        /// The address of the faulting instruction.
        pc: u32,
    },
    /// It wanted more console input than there was, and could not go on.
    EndOfInput,
    /// All keys were typed and it looks for more.
    OutOfKeys,
    /// It was stopped at a bound.
    Limit(Limit),
}

/// What a program waited for at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A line of the console; only with [`Pace::Lines`](crate::sandbox::Pace::Lines).
    Line,
    /// A key of the keyboard device.
    Key,
    /// Nothing: it has ended.
    End,
}

/// What was to be seen when the program asked for something, and at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// What it asked for.
    pub asked: Asked,
    /// How much output there was.
    pub output_end: usize,
    /// How many refreshes there were.
    pub shown_end: usize,
    /// How many sounds there were.
    pub sounds_end: usize,
    /// How much console input it had taken.
    pub console_taken: usize,
    /// What the bitmap display showed.
    pub display: Option<Arc<Units>>,
}

/// What happened in a run.
#[derive(Clone)]
pub struct Run {
    /// How it ended.
    pub ending: Ending,
    /// Everything that it printed, up to the limit.
    pub output: Vec<u8>,
    /// Every time it asked for something, and the end.
    pub moments: Vec<Moment>,
    /// Every refresh of a pack's screen.
    pub shown: Vec<Shown>,
    /// Every sound of a pack.
    pub sounds: Vec<Sound>,
    /// How many instructions it took.
    pub instructions: u64,
    /// Whether it asked for more console input than there was.
    pub has_asked_at_end: bool,
    /// The files there are at the end, by name.
    pub files: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The machine at the end.
    pub machine: Machine,
}

impl Run {
    /// What was printed between the moment before this one and this one.
    pub fn output_before(&self, moment: usize) -> &[u8] {
        let start = moment.checked_sub(1).map_or(0, |before| self.moments[before].output_end);
        &self.output[start..self.moments[moment].output_end]
    }

    /// What was shown between the moment before this one and this one.
    pub fn shown_before(&self, moment: usize) -> &[Shown] {
        let start = moment.checked_sub(1).map_or(0, |before| self.moments[before].shown_end);
        &self.shown[start..self.moments[moment].shown_end]
    }
}

/// A subject, an engine to run it with, and a question to ask now and then: whether to stop.
pub struct Bench<'a> {
    /// The program under test.
    pub subject: &'a Subject,
    /// The engine that runs it, which any case may use again.
    pub engine: &'a mut dyn Engine,
    /// What it may use; at first the limits of the subject.
    pub limits: Limits,
    /// Instructions it may take from one question for a line or a key to the next; at first no
    /// bound of its own.
    pub patience: u64,
    /// Instructions that all further runs together may take; at first no bound.
    pub allowance: u64,
    /// Milliseconds since 1970 at which the clock of a program starts.
    pub start_ms: i64,
    /// What random generators start from that neither the program nor its input seeds.
    pub seed: i64,
    /// Whether there is no more time.
    pub should_stop: &'a mut dyn FnMut() -> bool,
    is_stopped: bool,
    /// Whether runs are kept to be had again; at first not.
    pub keeps: bool,
    /// The last run, if they are.
    pub kept: Option<Kept>,
}

/// A run that can be had again.
#[derive(Clone)]
pub struct Kept {
    /// The machine it began with: that of the program, unless a procedure was called in the middle
    /// of a run.
    pub start: Machine,
    /// Everything that came from outside.
    pub recording: Recording,
    /// Whether whoever loads the program can have it again too.
    pub is_portable: bool,
}

/// Where the clock of a program starts unless a case says otherwise: 2024-01-01 00:00 UTC.
pub const START_MS: i64 = 1_704_067_200_000;

impl<'a> Bench<'a> {
    /// A bench with the limits of its subject.
    pub fn new(
        subject: &'a Subject,
        engine: &'a mut dyn Engine,
        should_stop: &'a mut dyn FnMut() -> bool,
    ) -> Bench<'a> {
        Bench {
            subject,
            engine,
            limits: subject.limits(),
            patience: u64::MAX,
            allowance: u64::MAX,
            start_ms: START_MS,
            seed: 0,
            should_stop,
            is_stopped: false,
            keeps: false,
            kept: None,
        }
    }

    /// Whether a run was stopped because there was no more time. Whatever was made of it then says
    /// nothing about the program.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// A machine that is about to start the program.
    pub fn machine(&self) -> Machine {
        let mut machine = self.subject.machine();
        machine.set_circumstances(Clock::starting_at(self.start_ms), None);
        machine
    }

    /// Runs the program from its start.
    pub fn run(&mut self, feed: &Feed) -> Run {
        self.run_from(self.machine(), feed)
    }

    /// Runs the program from its start with another engine, such as one that looks for mistakes.
    pub fn run_with(&mut self, engine: &mut dyn Engine, feed: &Feed) -> Run {
        let mut other = Bench::new(self.subject, engine, &mut *self.should_stop);
        (other.limits, other.patience, other.allowance) =
            (self.limits, self.patience, self.allowance);
        (other.start_ms, other.seed) = (self.start_ms, self.seed);
        let run = other.run(feed);
        self.allowance = other.allowance;
        self.is_stopped |= run.ending == Ending::Limit(Limit::Time);
        run
    }

    /// Runs a machine from where it stands; its instructions are counted from there.
    pub fn run_from(&mut self, machine: Machine, feed: &Feed) -> Run {
        let (keeps, plain) = (self.keeps, self.machine());
        let mut course = Course::new(self, machine, feed);
        let start = keeps.then(|| course.keep_all());
        let ending = course.drive();
        let spent = course.session.spent() - course.began;
        let kept = start.and_then(|start| course.kept(start, plain));
        let run = course.finish(ending);
        self.allowance = self.allowance.saturating_sub(spent);
        self.kept = kept.or(self.kept.take());
        self.is_stopped |= run.ending == Ending::Limit(Limit::Time);
        run
    }
}

/// A run on its way.
struct Course<'b, 'f> {
    session: Session<'b>,
    sandbox: Sandbox<'f>,
    /// What it may spend in all, and from one question to the next.
    instructions: u64,
    patience: u64,
    should_stop: &'b mut dyn FnMut() -> bool,
    keys: &'f [u8],
    /// The count when it began, and what was spent then and at the last question.
    began_count: u64,
    began: u64,
    asked: u64,
    picture: Option<Arc<Units>>,
    moments: Vec<Moment>,
    polls: u64,
    idle_polls: u64,
    /// Where everything from outside is noted, if the run is kept.
    ledger: Option<Ledger>,
    has_ended: bool,
}

/// A machine before a run, and the pages of its memory that were changed by hand.
type Start = (Machine, Vec<u32>);

impl<'b, 'f> Course<'b, 'f> {
    fn new(bench: &'b mut Bench<'_>, mut machine: Machine, feed: &'f Feed) -> Self {
        machine.set_circumstances(machine.clock(), Some(feed.seed.unwrap_or(bench.seed)));
        let (began_count, polls) = (machine.count, machine.polls());
        let mut session = Session::new(machine, Box::new(&mut *bench.engine));
        session.counts_work = true;
        let began = session.spent();
        session.show(bench.subject.display().copied(), Pace::OnDemand);
        Course {
            session,
            sandbox: Sandbox::new(feed, bench.limits),
            instructions: bench.limits.instructions.min(bench.allowance),
            patience: bench.patience,
            should_stop: &mut *bench.should_stop,
            keys: &feed.keys,
            began_count,
            began,
            asked: began,
            picture: None,
            moments: Vec::new(),
            polls,
            idle_polls: 0,
            ledger: None,
            has_ended: false,
        }
    }

    /// Keeps everything that comes from outside from now on.
    fn keep_all(&mut self) -> Start {
        let ledger = Ledger::default();
        let noting = ledger.clone();
        self.session.follow_inputs(Box::new(move |count, input| noting.input(count, input)));
        self.ledger = Some(ledger);
        let pages = self.session.machine().memory.dirty().collect();
        (self.session.snapshot(), pages)
    }

    /// The run so far. One that began at the beginning of its program is told from there.
    fn kept(&self, (start, pages): Start, mut plain: Machine) -> Option<Kept> {
        let count = self.count();
        if self.session.machine().memory.pages_written() * PAGE > KEPT_BYTES {
            return None;
        }
        let recording = self.ledger.as_ref()?.recording(&start, &[], count, self.has_ended)?;
        if start.count != plain.count {
            return Some(Kept { start, recording, is_portable: false });
        }
        plain.set_circumstances(start.clock(), start.settings().seed);
        let recording = recording.beginning_with(&plain, &start, &pages);
        Some(Kept { start: plain, recording, is_portable: true })
    }

    fn advance(&mut self, until: &Until) -> Pause {
        let Some(ledger) = &self.ledger else {
            return self.session.advance(&mut self.sandbox, until);
        };
        let pause = self.session.advance(&mut ledger.noting(&mut self.sandbox), until);
        if let Pause::Waiting(_) = pause {
            ledger.waited(self.session.machine().count);
        }
        pause
    }

    fn drive(&mut self) -> Ending {
        loop {
            self.session.count_max = self.last();
            let count = self.count().saturating_add(SLICE);
            let until = Until { count, polls: true, ..Until::default() };
            let pause = self.advance(&until);
            if let Some(limit) = self.sandbox.account.exceeded() {
                return Ending::Limit(limit);
            }
            if let Some(ending) = self.after(pause) {
                return ending;
            }
            if self.session.spent() >= self.last() {
                return Ending::Limit(Limit::Instructions);
            }
            if self.sandbox.is_starved() {
                return Ending::EndOfInput;
            }
            if (self.should_stop)() {
                return Ending::Limit(Limit::Time);
            }
        }
    }

    fn count(&self) -> u64 {
        self.session.machine().count
    }

    /// What may be spent until it has taken too long.
    fn last(&self) -> u64 {
        let whole = self.began.saturating_add(self.instructions);
        whole.min(self.asked.saturating_add(self.patience))
    }

    fn after(&mut self, pause: Pause) -> Option<Ending> {
        match pause {
            Pause::Ended(ending) => {
                self.has_ended = !matches!(ending, session::Ending::Limit(_));
                Some(self.ended(ending))
            }
            Pause::Waiting(Wait::Input) => {
                self.asked = self.session.spent();
                self.sandbox.release_line();
                self.note(Asked::Line)
            }
            Pause::Going if self.session.wants_key() => self.polled(),
            // The clock is virtual, nobody answers dialogs, and there are no breakpoints.
            Pause::Going | Pause::Waiting(_) | Pause::Stopped(_) => None,
        }
    }

    fn ended(&self, ending: session::Ending) -> Ending {
        match ending {
            session::Ending::Exited(Exit::Exit) => Ending::Exited(0),
            session::Ending::Exited(Exit::Code(code)) => Ending::Exited(code),
            session::Ending::Exited(Exit::DroppedOff) => {
                Ending::DroppedOff(self.session.machine().pc)
            }
            session::Ending::Faulted {
                fault: Fault::Service(ServiceFault::EndOfInput { .. }),
                ..
            } => Ending::EndOfInput,
            session::Ending::Faulted { fault, pc } => Ending::Faulted { fault, pc },
            session::Ending::Limit(session::Limit::Memory) => Ending::Limit(Limit::Memory),
            session::Ending::Limit(session::Limit::Instructions) => {
                Ending::Limit(Limit::Instructions)
            }
        }
    }

    /// Types the next key: the program has taken the last one and looks for another.
    fn polled(&mut self) -> Option<Ending> {
        self.asked = self.session.spent();
        let polls = self.session.machine().polls();
        let new_polls = polls - std::mem::replace(&mut self.polls, polls);
        let Some((&key, rest)) = self.keys.split_first() else {
            self.idle_polls += new_polls;
            return (self.idle_polls > IDLE_POLLS_MAX).then_some(Ending::OutOfKeys);
        };
        self.keys = rest;
        if let Some(ending) = self.note(Asked::Key) {
            return Some(ending);
        }
        let typed = self.session.inject(Input::Key(key));
        typed.is_err().then_some(Ending::Limit(Limit::Memory))
    }

    /// Keeps what is to be seen now, unless that is too much.
    fn note(&mut self, asked: Asked) -> Option<Ending> {
        self.look();
        if self.sandbox.account.keep(size_of::<Moment>(), Limit::Pictures) {
            self.keep(asked);
        }
        self.sandbox.account.exceeded().map(Ending::Limit)
    }

    fn keep(&mut self, asked: Asked) {
        self.moments.push(Moment {
            asked,
            output_end: self.sandbox.output.len(),
            shown_end: self.sandbox.shown.len(),
            sounds_end: self.sandbox.sounds.len(),
            console_taken: self.sandbox.taken,
            display: self.picture.clone(),
        });
    }

    fn look(&mut self) {
        let Some((units, has_changed)) = self.session.units() else { return };
        let bytes = size_of_val(units.colours.as_slice());
        let is_new = has_changed || self.picture.is_none();
        if is_new && self.sandbox.account.keep(bytes, Limit::Pictures) {
            self.picture = Some(Arc::new(units.clone()));
        }
    }

    fn finish(mut self, ending: Ending) -> Run {
        self.look();
        let instructions = self.count() - self.began_count;
        let full = self.sandbox.account.exceeded().map(Ending::Limit);
        // Every run has this moment, so that there is one behind each other.
        self.keep(Asked::End);
        let mut machine = self.session.into_machine();
        machine.memory.rest();
        Run {
            ending: full.unwrap_or(ending),
            moments: self.moments,
            has_asked_at_end: self.sandbox.has_asked_at_end(),
            shown: self.sandbox.shown,
            sounds: self.sandbox.sounds,
            instructions,
            output: self.sandbox.output,
            files: self.sandbox.files.into_contents(),
            machine,
        }
    }
}
