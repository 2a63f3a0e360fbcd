//! A program that runs under the debugger: where it stands, where it is going, and why.

mod case;
mod insight;
mod landmarks;
mod motion;
mod options;
mod requests;
mod state;

use std::sync::Arc;

use jetan_debug::Debugger;
use jetan_debug::names::Names;
use jetan_debug::notes::Noting;
use jetan_machine::memory::PAGE;
use jetan_machine::stop::Wait;
use jetan_machine::{Engine, Machine};
use jetan_run::loader::make_ready;
use jetan_run::recogniser::Recogniser;
use jetan_run::{Keeping, Timeline};
use jetan_wire::{Code, Event, Logged, MarkKind, Options, ReasonKind, RunBegan, State, StateKind};

use crate::carrier::{Carrier, EngineChoice};
use crate::console::Console;
use crate::display::Display;
use crate::documents::Group;
use crate::limits::{KEYFRAME_BYTES_MAX, LOGS_MAX};
use crate::look::Heat;
use crate::message::{Message, Refusal};
use crate::packs;
use crate::points::Points;
use crate::workbench::{BEAT_MS, Next, push};

pub(crate) use case::Case;
use insight::Insight;
pub(crate) use motion::Motion;
pub(crate) use options::{Bitmap, Chosen};
pub(crate) use requests::{
    answer, assemble, back, back_out, back_over, drawn, end_input, go, goto, input, key, out, over,
    pad, pause, reset, reverse, speed, start, step, stop,
};
use state::Reason;
pub(crate) use state::{Registers, fault_wire, place_wire};

/// Milliseconds between two notifications about the count of a run that goes on.
const PROGRESS_MS: i64 = 100;

/// Something that happened at a step, for the time bar.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub(crate) count: u64,
    pub(crate) kind: MarkKind,
}

/// A program that is run and looked at.
pub(crate) struct Run {
    pub(crate) debugger: Debugger<'static>,
    pub(crate) world: crate::world::World,
    pub(crate) display: Display,
    pub(crate) console: Console,
    /// Inputs and stops, in order of time.
    pub(crate) marks: Vec<Mark>,
    /// The sources to assemble when it is started again.
    roots: Vec<String>,
    options: Options,
    /// The goal of the run, if it is going on.
    motion: Option<Motion>,
    /// The input or time that it waits for on the way.
    wait: Option<Wait>,
    /// Statements in a second; none is as fast as can be.
    pace: Option<Pace>,
    /// Why it stands where it stands.
    reason: Reason,
    /// The registers when it last set out.
    pub(crate) before: Registers,
    /// Notes, checks and profile of the run.
    pub(crate) insight: Insight,
    /// The last execution counts for the editor's heat map.
    pub(crate) heat: Option<Heat>,
    is_state_due: bool,
    is_dialog_due: bool,
    told: Told,
    /// The stops that were asked for by kind, while it is on its way to one.
    landmarks: Option<landmarks::LandmarkStops>,
    /// The number of the run in this session.
    pub(crate) number: u32,
    /// Whether a game is played beside it.
    pub(crate) is_beside: bool,
}

/// The times of the last notifications to the client.
#[derive(Default)]
struct Told {
    state_ms: i64,
    output_ms: i64,
    /// The count of the last state, to know the speed.
    count: u64,
}

/// A run that is slowed down.
struct Pace {
    per_second: f64,
    /// Since when, and how many statements were executed then.
    since_ms: i64,
    done: u64,
}

impl Run {
    /// A run of sources that are right, from their beginning.
    pub(crate) fn new(
        group: Group,
        roots: Vec<String>,
        options: Options,
        carrier: &mut dyn Carrier,
    ) -> Result<Run, Refusal> {
        let Some(names) = group.names else {
            return Err(Refusal::new(Code::NotAssembled, "there are errors in the sources"));
        };
        let setup = options.setup(group.pack);
        let loaded = make_ready(Arc::clone(&names.program), &names.sources, setup);
        let loaded = loaded.map_err(|error| packs::refusal(&error, &names.sources))?;
        let mut machine = loaded.machine;
        let bitmap = options.bitmap(&names.sources, &machine)?;
        let (insight, engine, display) =
            equipment(bitmap, &names, &mut machine, options.engine, carrier);
        let timeline = Timeline::new(machine, engine, keeping());
        Ok(Run::of(Debugger::new(timeline, names), insight, display, roots, options))
    }

    /// A run that stands where a debugger does, and gets the input of its options from there on.
    fn of(
        debugger: Debugger<'static>,
        insight: Insight,
        display: Display,
        roots: Vec<String>,
        options: Options,
    ) -> Run {
        let mut world = crate::world::World::default();
        if let Some(input) = &options.stdin {
            world.feed(input.as_bytes());
        }
        if options.ends_input {
            world.close();
        }
        let before = Registers::of(debugger.machine());
        let mut run = Run {
            debugger,
            world,
            display,
            console: Console::default(),
            marks: Vec::new(),
            roots,
            options,
            motion: None,
            wait: None,
            pace: None,
            reason: Reason::of(ReasonKind::Start),
            before,
            insight,
            heat: None,
            is_state_due: true,
            is_dialog_due: false,
            told: Told::default(),
            landmarks: None,
            number: 0,
            is_beside: false,
        };
        if run.options.check {
            run.insight.check(&run.debugger);
        }
        run
    }

    /// The bytes that the machine and its log take, and those of its past, roughly.
    pub(crate) fn weight(&self) -> (usize, usize) {
        let timeline = &self.debugger.timeline;
        // Measured: a page that was written is there twice, once to be used and once frozen.
        let pages = 2 * self.machine().memory.pages_written() * PAGE;
        // Checks and the profiler have a machine of their own.
        let machines = 1 + self.insight.machines();
        let spare = timeline.spare_bytes();
        let kept = timeline.weight().1.saturating_sub(spare);
        (pages * machines + timeline.recorded_bytes() + kept, spare)
    }

    pub(crate) fn debugger_mut(&mut self) -> &mut Debugger<'static> {
        &mut self.debugger
    }

    /// Whether it can go on only with more console input.
    pub(crate) fn waits_for_input(&self) -> bool {
        self.motion.is_some() && self.wait == Some(Wait::Input) && !self.world.has_input()
    }

    pub(crate) fn machine(&self) -> &Machine {
        self.debugger.machine()
    }

    /// The notice that this run is there now.
    pub(crate) fn began(&self) -> Event {
        let pack = self.machine().pack().map(|pack| pack.name.clone());
        Event::Began(RunBegan { number: self.number, roots: self.roots.clone(), pack })
    }

    /// Everything goes out again, to a client that knows nothing.
    pub(crate) fn show_again(&mut self) {
        self.console.forget();
        self.display.forget();
        self.insight.say_again();
        self.is_state_due = true;
        self.is_dialog_due = self.world.dialog.is_some();
    }

    /// Somebody has changed the machine: what came after this step is forgotten.
    pub(crate) fn was_changed(&mut self) {
        self.halt();
        let count = self.debugger.timeline.count();
        self.marks.retain(|mark| mark.count <= count);
        self.mark(MarkKind::Edit);
        self.console.forget_from(self.debugger.printed_bytes());
        self.display.look_again();
        self.insight.begin_anew(&self.debugger);
        self.heat = None;
        self.stop_for(Reason::of(ReasonKind::Changed));
    }

    /// Marks that something happened at this step.
    pub(crate) fn mark(&mut self, kind: MarkKind) {
        let count = self.debugger.timeline.count();
        self.marks.push(Mark { count, kind });
        // Of very many the newer half is enough for a bar.
        if self.marks.len() > 2 * crate::limits::MARKS_MAX {
            self.marks.drain(..crate::limits::MARKS_MAX);
        }
    }

    /// Sends what has happened, as far as it is time to; says when it is for the rest.
    pub(crate) fn flush(
        &mut self,
        now_ms: i64,
        points: &Points,
        outbox: &mut Vec<Message>,
    ) -> Next {
        let is_still = self.motion.is_none() || self.wait.is_some();
        let mut next = Next::Never;
        let since_ms = now_ms - self.told.output_ms;
        if is_still || !(0..BEAT_MS).contains(&since_ms) {
            self.told.output_ms = now_ms;
            self.console.flush(&self.debugger.timeline, is_still, outbox);
            self.flush_events(outbox);
        } else {
            next = Next::At(self.told.output_ms + BEAT_MS);
        }
        let is_progress = self.motion.is_some()
            && !matches!(self.wait, Some(Wait::Input | Wait::Dialog))
            && !(0..PROGRESS_MS).contains(&(now_ms - self.told.state_ms));
        if self.is_state_due || is_progress {
            let state = self.state(now_ms, points);
            push(outbox, &Event::State(state));
        }
        self.insight.flush(&self.debugger, is_still, outbox);
        let next = next.min(self.display.flush(self.debugger.timeline.machine(), now_ms, outbox));
        if self.debugger.display.is_none() {
            self.debugger.display = self.display.place();
        }
        next
    }

    fn flush_events(&mut self, outbox: &mut Vec<Message>) {
        for sound in std::mem::take(&mut self.world.sounds) {
            push(outbox, &Event::Sound(sound));
        }
        for text in std::mem::take(&mut self.debugger.said).into_iter().take(LOGS_MAX) {
            push(outbox, &Event::Log(Logged { text }));
        }
        if std::mem::take(&mut self.is_dialog_due)
            && let Some(dialog) = &self.world.dialog
        {
            push(outbox, &Event::Dialog(state::dialog(dialog)));
        }
    }

    /// The state of a workbench without a run.
    pub(crate) fn idle() -> State {
        state::bare(StateKind::Idle, Reason::of(ReasonKind::Start).wire(&Points::default()))
    }
}

/// The bounds of a run's history.
fn keeping() -> Keeping {
    Keeping { bytes_max: KEYFRAME_BYTES_MAX, ..Keeping::default() }
}

/// The observer of a machine, an engine for it, and its display; if that is not known, the engine
/// looks for it.
fn equipment(
    bitmap: Bitmap,
    names: &Names,
    machine: &mut Machine,
    choice: EngineChoice,
    carrier: &mut dyn Carrier,
) -> (Insight, Box<dyn Engine>, Display) {
    let mut engine = carrier.engine(choice);
    let mut sighting = None;
    if bitmap == Bitmap::Unknown {
        let (recogniser, seen) = Recogniser::new(engine, machine);
        engine = Box::new(recogniser);
        sighting = Some(seen);
    }
    let insight = Insight::new(names, machine);
    let engine = Box::new(Noting::new(engine, insight.taker()));
    (insight, engine, Display::new(bitmap, sighting))
}
