//! Running a program under test on an input, or one of its procedures, and recording the result.

mod call;
mod walk;

use std::collections::BTreeMap;
use std::sync::Arc;

use jetan_display::bitmap::BitmapUnits;
use jetan_isa::Reg;
use jetan_machine::fault::ServiceFault;
use jetan_machine::host::SoundRequest;
use jetan_machine::memory::PAGE_BYTES;
use jetan_machine::stop::WaitReason;
use jetan_machine::{Clock, Engine, Fault, HostInput, Machine, StopConditions};
use jetan_run::YieldPoint;
use jetan_run::display::FramePace;
use jetan_run::recording::Recording;
use jetan_run::{RunEnd, RunLimit, Session, SessionPause};

use crate::limits::CaseLimits;
use crate::program::ProgramUnderTest;
use crate::sandbox::{InputPace, ProgramInput, SandboxHost, ScreenRefresh};

pub use call::{CallResult, ClobberedRegister, OverwrittenWord, ProcedureCall};
pub use walk::PausingRun;

/// Instructions between two checks of whether to stop.
const SLICE_INSTRUCTIONS: u64 = 2_000_000;
/// Runs that write to more memory are not kept: replaying them would take it twice.
const REPLAY_BYTES_MAX: usize = 16 << 20;
/// Polls for a key that does not come after which a program counts as waiting.
const IDLE_POLLS_MAX: u64 = 64;

/// The input that a program waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AwaitedInput {
    /// A line of the console; only with [`InputPace::Lines`].
    Line,
    /// A key of the keyboard device.
    Key,
    /// Nothing: it has ended.
    End,
}

/// An instruction at which a program asks for input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct InputSite {
    /// The address of the instruction.
    pub pc: u32,
    /// `$ra`: many programs ask everything by one procedure.
    pub caller: u32,
    /// `$v0`: the number of the service, where the instruction calls one.
    pub service: u32,
}

impl InputSite {
    fn of(machine: &Machine) -> InputSite {
        let held = |reg| machine.registers.get(reg);
        InputSite { pc: machine.pc, caller: held(Reg::RA), service: held(Reg::V0) }
    }
}

/// The observable state when the program asked for input, and at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputState {
    /// The input it asked for.
    pub asked: AwaitedInput,
    /// The instruction that asked for it.
    pub site: InputSite,
    /// Bytes of output so far.
    pub output_end: usize,
    /// Refreshes so far.
    pub shown_end: usize,
    /// Sounds so far.
    pub sounds_end: usize,
    /// Bytes of console input it had read.
    pub console_taken: usize,
    /// The units of the bitmap display.
    pub display: Option<Arc<BitmapUnits>>,
}

/// The record of a run.
#[derive(Clone)]
pub struct RunRecord {
    /// The reason it ended.
    pub ending: RunEnd,
    /// Everything that it printed, up to the limit.
    pub output: Vec<u8>,
    /// Every time it asked for something, and the end.
    pub moments: Vec<InputState>,
    /// Every refresh of a pack's screen.
    pub shown: Vec<ScreenRefresh>,
    /// Every sound of a pack.
    pub sounds: Vec<SoundRequest>,
    /// Instructions it executed.
    pub instructions: u64,
    /// Whether it asked for more console input than there was.
    pub has_asked_at_end: bool,
    /// The files there are at the end, by name.
    pub files: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The machine at the end.
    // Boxed, as everywhere in a runner: a machine is kilobytes by itself, and each future that has
    // one in it copies it whenever it moves. `check 2048` took a third more instructions so.
    pub machine: Box<Machine>,
}

impl RunRecord {
    /// The output between the checkpoint before this one and this one.
    pub fn output_before(&self, moment: usize) -> &[u8] {
        let start = moment.checked_sub(1).map_or(0, |before| self.moments[before].output_end);
        // Of a run that keeps only the end of its output nothing is left of the beginning.
        self.output.get(start..self.moments[moment].output_end).unwrap_or_default()
    }

    /// The refreshes between the checkpoint before this one and this one.
    pub fn shown_before(&self, moment: usize) -> &[ScreenRefresh] {
        let start = moment.checked_sub(1).map_or(0, |before| self.moments[before].shown_end);
        &self.shown[start..self.moments[moment].shown_end]
    }
}

/// The runner: a program under test, an engine to run it with, and a yield point.
pub struct ProgramRunner<'a> {
    /// The program under test.
    pub subject: &'a ProgramUnderTest,
    /// The engine that runs it, which any case may use again.
    pub engine: &'a mut dyn Engine,
    /// The limits of a run; initially those of the program under test.
    pub limits: CaseLimits,
    /// Instructions it may take from one question for a line or a key to the next; at first no
    /// bound of its own.
    pub patience: u64,
    /// Instructions that all further runs together may take; at first no bound.
    pub allowance: u64,
    /// Milliseconds since 1970 at which the clock of a program starts.
    pub start_ms: i64,
    /// The seed of random generators that neither the program nor its input seeds.
    pub seed: i64,
    /// The point at which a run lets others have their turn, and ends if there is no more time.
    pub point: YieldPoint,
    is_stopped: bool,
    /// Whether runs are recorded for replay; initially not.
    pub keeps: bool,
    /// The last run, if they are.
    pub kept: Option<ReplayableRun>,
}

/// A run that can be replayed.
#[derive(Clone)]
pub struct ReplayableRun {
    /// The machine it began with: that of the program, unless a procedure was called in the middle
    /// of a run.
    pub start: Machine,
    /// Everything that came from outside.
    pub recording: Recording,
    /// Whether whoever loads the program can replay it too.
    pub is_portable: bool,
}

/// The start of a program's clock unless a case says otherwise: 2024-01-01 00:00 UTC.
pub const START_MS: i64 = 1_704_067_200_000;

impl<'a> ProgramRunner<'a> {
    /// A runner with the limits of its program.
    pub fn new(
        subject: &'a ProgramUnderTest,
        engine: &'a mut dyn Engine,
        point: &YieldPoint,
    ) -> ProgramRunner<'a> {
        ProgramRunner {
            subject,
            engine,
            limits: subject.limits(),
            patience: u64::MAX,
            allowance: u64::MAX,
            start_ms: START_MS,
            seed: 0,
            point: point.clone(),
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
    pub async fn run(&mut self, feed: &ProgramInput) -> RunRecord {
        self.run_from(self.machine(), feed).await
    }

    /// Runs the program from its start with another engine, such as one that looks for errors.
    pub async fn run_with(&mut self, engine: &mut dyn Engine, feed: &ProgramInput) -> RunRecord {
        self.run_from_with(self.machine(), engine, feed).await
    }

    /// Runs a machine from where it stands with another engine.
    pub async fn run_from_with(
        &mut self,
        machine: impl Into<Box<Machine>>,
        engine: &mut dyn Engine,
        feed: &ProgramInput,
    ) -> RunRecord {
        let mut other = ProgramRunner::new(self.subject, engine, &self.point);
        // Only the bounds and the circumstances are taken over. Recording stays off: another engine
        // makes the same run.
        (other.limits, other.patience, other.allowance) =
            (self.limits, self.patience, self.allowance);
        (other.start_ms, other.seed) = (self.start_ms, self.seed);
        let run = other.run_from(machine, feed).await;
        // Both engines spend from one allowance, or a second opinion would double the bound.
        self.allowance = other.allowance;
        self.is_stopped |= run.ending == RunEnd::Limit(RunLimit::Time);
        run
    }

    /// Runs the program from its start; a responder answers each of its questions when it comes.
    pub async fn run_answering(
        &mut self,
        seed: Option<i64>,
        attendant: &mut InputResponder<'_>,
    ) -> RunRecord {
        let feed = ProgramInput { pace: InputPace::Lines, seed, ..ProgramInput::default() };
        let machine = Box::new(self.machine());
        // Boxed, because the state of a run is large and would become part of the future of every
        // caller.
        Box::pin(self.drive(machine, &feed, Some(attendant))).await
    }

    /// Runs a machine from where it stands; its instructions are counted from there.
    pub fn run_from(
        &mut self,
        machine: impl Into<Box<Machine>>,
        feed: &ProgramInput,
    ) -> impl Future<Output = RunRecord> {
        Box::pin(self.drive(machine.into(), feed, None))
    }

    async fn drive(
        &mut self,
        machine: Box<Machine>,
        feed: &ProgramInput,
        attendant: Option<&mut InputResponder<'_>>,
    ) -> RunRecord {
        // Made before the run borrows the runner; it is needed when the run is over.
        let plain = self.keeps.then(|| Box::new(self.machine()));
        let mut course = ActiveRun::new(self, machine, feed);
        course.sandbox.is_attended = attendant.is_some();
        course.attendant = match attendant {
            // Not `attendant` itself: only here may the closure's own lifetime become shorter.
            Some(attendant) => Some(attendant),
            None => None,
        };
        let start = plain.map(|plain| (plain, course.start_recording()));
        let ending = course.drive().await;
        let spent = course.session.spent() - course.began;
        let kept = start.and_then(|(plain, start)| course.kept(start, *plain));
        let run = course.finish(ending);
        self.allowance = self.allowance.saturating_sub(spent);
        // A verdict may rest on several runs. One that is too large to keep does not displace the
        // last one that was kept.
        self.kept = kept.or(self.kept.take());
        self.is_stopped |= run.ending == RunEnd::Limit(RunLimit::Time);
        run
    }
}

/// A request for input, which the responder may or may not answer.
pub struct InputQuestion<'q> {
    /// The instruction that asks.
    pub site: InputSite,
    /// The output since the request before.
    pub said: &'q [u8],
    /// The machine as it waits.
    pub machine: &'q Machine,
}

/// Answers a question with a line, or with nothing more: then the input is at its end.
pub type InputResponder<'a> = dyn FnMut(&InputQuestion<'_>) -> Option<String> + 'a;

/// A run in progress.
struct ActiveRun<'b, 'f> {
    session: Session<'b>,
    sandbox: SandboxHost<'f>,
    /// Instruction budgets: in total, and from one input request to the next.
    instructions: u64,
    patience: u64,
    point: YieldPoint,
    keys: &'f [u8],
    /// The count when it began, and what was spent then and at the last question.
    began_count: u64,
    began: u64,
    asked: u64,
    picture: Option<Arc<BitmapUnits>>,
    moments: Vec<InputState>,
    polls: u64,
    idle_polls: u64,
    has_ended: bool,
    attendant: Option<&'f mut InputResponder<'f>>,
}

/// The end of a run whose input was all there from the start: more than that is not a fault, but
/// the end of the input.
fn starved(end: RunEnd) -> RunEnd {
    match end {
        RunEnd::Faulted { fault: Fault::Service(ServiceFault::EndOfInput { .. }), .. } => {
            RunEnd::EndOfInput
        }
        end => end,
    }
}

/// A machine before a run, and the pages of its memory that were changed by hand.
type StartState = (Box<Machine>, Vec<u32>);

impl<'b, 'f> ActiveRun<'b, 'f> {
    fn new(
        runner: &'b mut ProgramRunner<'_>,
        mut machine: Box<Machine>,
        feed: &'f ProgramInput,
    ) -> Self {
        // Every run has a seed, or a program that seeds nothing would differ from run to run.
        machine.set_circumstances(machine.clock(), Some(feed.seed.unwrap_or(runner.seed)));
        let (began_count, polls) = (machine.count, machine.polls());
        let mut session = Session::new(*machine, Box::new(&mut *runner.engine));
        // A service can do much in one instruction, such as filling a buffer. Without its work in
        // the count the instruction limit would not bound the time.
        session.counts_work = true;
        let began = session.spent();
        // The display is read at checkpoints only, because nobody watches in between.
        session.show(runner.subject.display().copied(), FramePace::OnDemand);
        ActiveRun {
            session,
            sandbox: SandboxHost::new(feed, runner.limits),
            instructions: runner.limits.instructions.min(runner.allowance),
            patience: runner.patience,
            point: runner.point.clone(),
            keys: &feed.keys,
            began_count,
            began,
            asked: began,
            picture: None,
            moments: Vec::new(),
            polls,
            idle_polls: 0,
            has_ended: false,
            attendant: None,
        }
    }

    /// Keeps everything that comes from outside from now on.
    fn start_recording(&mut self) -> StartState {
        self.session.record();
        let pages = self.session.machine().memory.dirty().collect();
        // The pages are collected first: a snapshot begins a new set of changed pages.
        (Box::new(self.session.snapshot()), pages)
    }

    /// The run so far. One that began at the start of its program is reported from there.
    fn kept(&self, (start, pages): StartState, mut plain: Machine) -> Option<ReplayableRun> {
        let count = self.count();
        if self.session.machine().memory.pages_written() * PAGE_BYTES > REPLAY_BYTES_MAX {
            return None;
        }
        let recording = self.session.log().recording(&start, &[], count, self.has_ended)?;
        // A procedure that was called in the middle of a run starts from a machine that no loader
        // can make again.
        if start.count != plain.count {
            return Some(ReplayableRun { start: *start, recording, is_portable: false });
        }
        // Clock and seed go into the start, so that the recording holds nothing but changes by
        // hand.
        plain.set_circumstances(start.clock(), start.settings().seed);
        let recording = recording.beginning_with(&plain, &start, &pages);
        Some(ReplayableRun { start: plain, recording, is_portable: true })
    }

    async fn drive(&mut self) -> RunEnd {
        loop {
            self.session.count_max = self.last();
            let count = self.count().saturating_add(SLICE_INSTRUCTIONS);
            let until = StopConditions { count, polls: true, ..StopConditions::default() };
            let pause = self.session.advance(&mut self.sandbox, &until);
            // Before the pause is looked at: a program whose file or output had no room may end by
            // itself, and that end would hide the reason.
            if let Some(limit) = self.sandbox.account.exceeded() {
                return RunEnd::Limit(limit);
            }
            if let Some(ending) = self.after(pause) {
                return ending;
            }
            // Not `count_max`: a question in this slice has moved the bound.
            if self.session.spent() >= self.last() {
                return RunEnd::Limit(RunLimit::Instructions);
            }
            if self.sandbox.is_starved() {
                return RunEnd::EndOfInput;
            }
            // Last in the loop: a run that has ended by itself is reported as such even if the time
            // is over too.
            if !self.point.reach(self.count()).await {
                return RunEnd::Limit(RunLimit::Time);
            }
        }
    }

    /// The number of instructions that the machine has executed so far.
    fn count(&self) -> u64 {
        self.session.machine().count
    }

    /// The instruction count at which the run has taken too long.
    fn last(&self) -> u64 {
        let whole = self.began.saturating_add(self.instructions);
        whole.min(self.asked.saturating_add(self.patience))
    }

    fn after(&mut self, pause: SessionPause) -> Option<RunEnd> {
        match pause {
            SessionPause::Ended(ending) => {
                self.has_ended = ending.is_final();
                Some(starved(ending))
            }
            SessionPause::Waiting(WaitReason::Input | WaitReason::Dialog) => {
                self.asked = self.session.spent();
                if self.sandbox.is_awaiting() {
                    self.answer();
                } else {
                    // Only one line for each question, so that every line of the feed has its own
                    // checkpoint.
                    self.sandbox.release_line();
                }
                self.add_checkpoint(AwaitedInput::Line)
            }
            SessionPause::Going if self.session.wants_key() => self.polled(),
            // The clock is virtual, and there are no breakpoints.
            SessionPause::Going | SessionPause::Waiting(_) | SessionPause::Stopped(_) => None,
        }
    }

    /// Lets whoever attends the run answer the question at hand.
    fn answer(&mut self) {
        let start = self.moments.last().map_or(0, |before| before.output_end);
        let machine = self.session.machine();
        // The output may be cut to its end, and the checkpoint then lies beyond it.
        let said = self.sandbox.output.get(start..).unwrap_or_default();
        let question = InputQuestion { site: InputSite::of(machine), said, machine };
        let line = self.attendant.as_mut().and_then(|attendant| attendant(&question));
        match line {
            Some(line) => self.sandbox.answer(format!("{line}\n").as_bytes()),
            // From here on the program sees the end of its input instead of waiting for an answer.
            None => self.sandbox.is_attended = false,
        }
    }

    /// Types the next key: the program has taken the last one and looks for another.
    fn polled(&mut self) -> Option<RunEnd> {
        self.asked = self.session.spent();
        let polls = self.session.machine().polls();
        let new_polls = polls - std::mem::replace(&mut self.polls, polls);
        let Some((&key, rest)) = self.keys.split_first() else {
            self.idle_polls += new_polls;
            // Not at the first poll without a key: a program may poll once in each frame of a game
            // and go on without one.
            return (self.idle_polls > IDLE_POLLS_MAX).then_some(RunEnd::OutOfKeys);
        };
        self.keys = rest;
        if let Some(ending) = self.add_checkpoint(AwaitedInput::Key) {
            return Some(ending);
        }
        let typed = self.session.inject(HostInput::Key(key));
        typed.is_err().then_some(RunEnd::Limit(RunLimit::Memory))
    }

    /// Adds a checkpoint, unless the budget is used up.
    fn add_checkpoint(&mut self, asked: AwaitedInput) -> Option<RunEnd> {
        self.capture_display();
        // Charged as pictures are, because checkpoints exist to hold them; a program that asks
        // millions of times must not fill the memory with questions.
        if self.sandbox.account.keep(size_of::<InputState>(), RunLimit::Pictures) {
            self.keep(asked);
        }
        self.sandbox.account.exceeded().map(RunEnd::Limit)
    }

    fn keep(&mut self, asked: AwaitedInput) {
        let site = InputSite::of(self.session.machine());
        self.moments.push(InputState {
            asked,
            site,
            output_end: self.sandbox.output.len(),
            shown_end: self.sandbox.shown.len(),
            sounds_end: self.sandbox.sounds.len(),
            console_taken: self.sandbox.taken,
            display: self.picture.clone(),
        });
    }

    fn capture_display(&mut self) {
        let Some((units, has_changed)) = self.session.units() else { return };
        let bytes = size_of_val(units.colours.as_slice());
        let is_new = has_changed || self.picture.is_none();
        // Checkpoints between which nothing was drawn share one picture, and only a new one is
        // charged.
        if is_new && self.sandbox.account.keep(bytes, RunLimit::Pictures) {
            self.picture = Some(Arc::new(units.clone()));
        }
    }

    fn finish(mut self, ending: RunEnd) -> RunRecord {
        // This last look can itself exceed the budget, so the bound is read after it.
        self.capture_display();
        let instructions = self.count() - self.began_count;
        let full = self.sandbox.account.exceeded().map(RunEnd::Limit);
        // Every run has this checkpoint, so that each other one is followed by one.
        self.keep(AwaitedInput::End);
        let mut machine = Box::new(self.session.into_machine());
        // Results of many runs are alive at once; a memory at rest gives back 16 MiB of address
        // space.
        machine.memory.rest();
        RunRecord {
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
