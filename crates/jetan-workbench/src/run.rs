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
use jetan_debug::notes::NotingEngine;
use jetan_debug::post_mortem::PostMortem;
use jetan_machine::memory::PAGE_BYTES;
use jetan_machine::stop::WaitReason;
use jetan_machine::{Engine, Machine};
use jetan_run::loader::make_ready;
use jetan_run::recogniser::DisplayRecogniser;
use jetan_run::{KeyframePolicy, Timeline};
use jetan_symbols::DebugSymbols;
use jetan_wire::{
    Event, FailureCode, LogText, MarkKind, ReasonKind, RunBegan, RunOptions, RunState, StateKind,
};

use crate::console::ConsoleView;
use crate::display::DisplaySender;
use crate::documents::SourceGroup;
use crate::host::{EngineChoice, RunBounds, WorkbenchHost};
use crate::limits::LOGS_MAX;
use crate::look::HeatCounts;
use crate::message::{OutgoingMessage, RequestError};
use crate::packs;
use crate::points::PointStore;
use crate::tools::KeptTools;
use crate::workbench::{OUTPUT_INTERVAL_MS, WakeTime, push};

pub(crate) use case::{RecordedCase, open_recording};
use insight::RunInstrumentation;
pub(crate) use motion::RunMotion;
pub(crate) use options::{BitmapLocation, RunOptionsExt};
pub(crate) use requests::{
    answer, assemble, back, back_out, back_over, drawn, end_input, go, goto, input, key, out, over,
    pad, pause, reset, reverse, speed, start, step, stop,
};
use state::StandReason;
pub(crate) use state::{StoppedRegisters, fault_wire, place_wire};

/// Milliseconds between two notifications about the count of a run that goes on.
const PROGRESS_MS: i64 = 100;

/// Something that happened at a step, for the time bar.
#[derive(Clone, Debug)]
pub(crate) struct TimeMark {
    pub(crate) count: u64,
    pub(crate) kind: MarkKind,
}

/// A program that is run and looked at.
pub(crate) struct DebuggedRun {
    pub(crate) debugger: Debugger<'static>,
    pub(crate) world: crate::run_host::RunHostState,
    pub(crate) display: DisplaySender,
    pub(crate) console: ConsoleView,
    /// Inputs and stops, in order of time.
    pub(crate) marks: Vec<TimeMark>,
    /// The sources to assemble when it is started again.
    roots: Vec<String>,
    options: RunOptions,
    /// The goal of the run, if it is going on.
    motion: Option<RunMotion>,
    /// The input or time that it waits for on the way.
    wait: Option<WaitReason>,
    /// Statements in a second; none is as fast as can be.
    pace: Option<RunPace>,
    /// Why it stands where it stands.
    reason: StandReason,
    /// The registers when it last set out.
    pub(crate) before: StoppedRegisters,
    /// Notes, checks and profile of the run.
    pub(crate) insight: RunInstrumentation,
    /// The last execution counts for the editor's heat map.
    pub(crate) heat: Option<HeatCounts>,
    /// The tools of a course that were asked about it.
    pub(crate) tools: KeptTools,
    /// The findings of the last `explain`.
    pub(crate) aftermath: Option<PostMortem>,
    is_state_due: bool,
    is_dialog_due: bool,
    notified: NotifyTimes,
    /// The stops that were asked for by kind, while it is on its way to one.
    landmarks: Option<landmarks::LandmarkStops>,
    /// The number of the run in this session.
    pub(crate) number: u32,
    /// Whether a game is played beside it.
    pub(crate) is_beside: bool,
}

/// The times of the last notifications to the client.
#[derive(Default)]
struct NotifyTimes {
    state_ms: i64,
    output_ms: i64,
    /// The count of the last state, to know the speed.
    count: u64,
}

/// A run that is slowed down.
struct RunPace {
    per_second: f64,
    /// Since when, and how many statements were executed then.
    since_ms: i64,
    done: u64,
}

impl DebuggedRun {
    /// A run of sources that are right, from their beginning.
    pub(crate) fn new(
        group: SourceGroup,
        roots: Vec<String>,
        options: RunOptions,
        carrier: &mut dyn WorkbenchHost,
    ) -> Result<DebuggedRun, RequestError> {
        let Some(names) = group.names else {
            return Err(RequestError::new(
                FailureCode::NotAssembled,
                "there are errors in the sources",
            ));
        };
        let setup = options.setup(group.pack, carrier.bounds());
        let loaded = make_ready(Arc::clone(&names.program), &names.sources, setup);
        let loaded = loaded.map_err(|error| packs::refusal(&error, &names.sources))?;
        let mut machine = loaded.machine;
        options.check_robot(&machine)?;
        let bitmap = options.bitmap(&names.sources, &machine)?;
        let (insight, engine, display) =
            instrumented_engine(bitmap, &names, &mut machine, options.engine, carrier);
        let timeline = Timeline::new(machine, engine, keyframe_policy(carrier.bounds()));
        Ok(DebuggedRun::of(Debugger::new(timeline, names), insight, display, roots, options))
    }

    /// A run that stands where a debugger does, and gets the input of its options from there on.
    fn of(
        debugger: Debugger<'static>,
        insight: RunInstrumentation,
        display: DisplaySender,
        roots: Vec<String>,
        options: RunOptions,
    ) -> DebuggedRun {
        let mut world = crate::run_host::RunHostState::default();
        if let Some(input) = &options.stdin {
            world.feed(input.as_bytes());
        }
        if options.ends_input {
            world.close();
        }
        let before = StoppedRegisters::of(debugger.machine());
        let mut run = DebuggedRun {
            debugger,
            world,
            display,
            console: ConsoleView::default(),
            marks: Vec::new(),
            roots,
            options,
            motion: None,
            wait: None,
            pace: None,
            reason: StandReason::of(ReasonKind::Start),
            before,
            insight,
            heat: None,
            tools: KeptTools::default(),
            aftermath: None,
            is_state_due: true,
            is_dialog_due: false,
            notified: NotifyTimes::default(),
            landmarks: None,
            number: 0,
            is_beside: false,
        };
        // After everything else is in place: the checker begins at the first keyframe, which the
        // debugger's timeline has made.
        if run.options.check {
            run.insight.check(&run.debugger);
        }
        run
    }

    /// The bytes that the machine and its log take, and those of its past, roughly.
    pub(crate) fn weight(&self) -> (usize, usize) {
        let timeline = &self.debugger.timeline;
        // Measured: a page that was written is there twice, once to be used and once frozen.
        let pages = 2 * self.machine().memory.pages_written() * PAGE_BYTES;
        // Checks, the profiler and the tools of a course have a machine of their own.
        let machines = 1 + self.insight.machines() + self.tools.machines();
        let spare = timeline.spare_bytes();
        let kept = timeline.weight().1.saturating_sub(spare);
        (pages * machines + timeline.recorded_bytes() + kept, spare)
    }

    pub(crate) fn debugger_mut(&mut self) -> &mut Debugger<'static> {
        &mut self.debugger
    }

    /// Whether it can go on only with more console input.
    pub(crate) fn waits_for_input(&self) -> bool {
        self.motion.is_some() && self.wait == Some(WaitReason::Input) && !self.world.has_input()
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
        self.insight.forget_sent();
        self.is_state_due = true;
        self.is_dialog_due = self.world.dialog.is_some();
    }

    /// Somebody has changed the machine: what came after this step is forgotten.
    pub(crate) fn was_changed(&mut self) {
        self.clear_motion();
        let count = self.debugger.timeline.count();
        self.marks.retain(|mark| mark.count <= count);
        self.mark(MarkKind::Edit);
        // What was printed after this step is forgotten by the timeline, so the client must not
        // keep it.
        self.console.forget_from(self.debugger.printed_bytes());
        self.display.look_again();
        // The checker may have seen instructions that are not part of the run any more.
        self.insight.restart(&self.debugger);
        self.heat = None;
        self.tools = KeptTools::default();
        self.aftermath = None;
        self.stop_for(StandReason::of(ReasonKind::Changed));
    }

    /// Marks that something happened at this step.
    pub(crate) fn mark(&mut self, kind: MarkKind) {
        let count = self.debugger.timeline.count();
        self.marks.push(TimeMark { count, kind });
        // Of very many the newer half is enough for a bar.
        if self.marks.len() > 2 * crate::limits::MARKS_MAX {
            self.marks.drain(..crate::limits::MARKS_MAX);
        }
    }

    /// Sends what has happened, as far as it is time to; says when it is for the rest.
    pub(crate) fn flush(
        &mut self,
        now_ms: i64,
        points: &PointStore,
        outbox: &mut Vec<OutgoingMessage>,
    ) -> WakeTime {
        let is_still = self.motion.is_none() || self.wait.is_some();
        let mut next = WakeTime::Never;
        let since_ms = now_ms - self.notified.output_ms;
        // `contains` and not `<`: a clock that was set back gives a negative time, which must not
        // stop all output until it has caught up.
        if is_still || !(0..OUTPUT_INTERVAL_MS).contains(&since_ms) {
            self.notified.output_ms = now_ms;
            self.console.flush(&self.debugger.timeline, is_still, outbox);
            self.flush_events(outbox);
        } else {
            next = WakeTime::At(self.notified.output_ms + OUTPUT_INTERVAL_MS);
        }
        // A run that waits for input is told once, when it begins to wait; only one that executes
        // instructions reports progress.
        let is_progress = self.motion.is_some()
            && !matches!(self.wait, Some(WaitReason::Input | WaitReason::Dialog))
            && !(0..PROGRESS_MS).contains(&(now_ms - self.notified.state_ms));
        if self.is_state_due || is_progress {
            let state = self.state(now_ms, points);
            push(outbox, Event::State(state));
        }
        self.insight.flush(&self.debugger, is_still, outbox);
        let next = next.min(self.display.flush(self.debugger.timeline.machine(), now_ms, outbox));
        if self.debugger.display.is_none() {
            // A display that was found by its stores becomes known to expressions (`pixel 3,4`)
            // from then on.
            self.debugger.display = self.display.place();
        }
        next
    }

    fn flush_events(&mut self, outbox: &mut Vec<OutgoingMessage>) {
        for sound in std::mem::take(&mut self.world.sounds) {
            push(outbox, Event::Sound(sound));
        }
        for text in std::mem::take(&mut self.debugger.said).into_iter().take(LOGS_MAX) {
            push(outbox, Event::Log(LogText { text }));
        }
        if std::mem::take(&mut self.is_dialog_due)
            && let Some(dialog) = &self.world.dialog
        {
            push(outbox, Event::Dialog(state::dialog(dialog)));
        }
    }

    /// The state of a workbench without a run.
    pub(crate) fn idle() -> RunState {
        state::bare(
            StateKind::Idle,
            StandReason::of(ReasonKind::Start).wire(&PointStore::default()),
        )
    }
}

/// The bounds of a run's history.
fn keyframe_policy(bounds: RunBounds) -> KeyframePolicy {
    KeyframePolicy { bytes_max: bounds.keyframe_bytes, ..KeyframePolicy::default() }
}

/// The observer of a machine, an engine for it, and its display; if that is not known, the engine
/// looks for it.
fn instrumented_engine(
    bitmap: BitmapLocation,
    names: &DebugSymbols,
    machine: &mut Machine,
    choice: EngineChoice,
    carrier: &mut dyn WorkbenchHost,
) -> (RunInstrumentation, Box<dyn Engine>, DisplaySender) {
    let mut engine = carrier.engine(choice);
    let mut sighting = None;
    if bitmap == BitmapLocation::Unknown {
        let (recogniser, seen) = DisplayRecogniser::new(engine, machine);
        engine = Box::new(recogniser);
        sighting = Some(seen);
    }
    let insight = RunInstrumentation::new(names, machine);
    // Notes are the outermost engine: the recogniser inside may replace the engine that runs, and
    // notes must see both.
    let engine = Box::new(NotingEngine::new(engine, &insight.taker()));
    (insight, engine, DisplaySender::new(bitmap, sighting))
}
