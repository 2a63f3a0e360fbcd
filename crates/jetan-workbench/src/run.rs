//! A program that runs under the debugger: where it stands, where it is going, and why.

mod case;
mod insight;
mod motion;
mod options;
mod requests;
mod state;

use jetan_debug::Debugger;
use jetan_debug::names::Names;
use jetan_debug::notes::Noting;
use jetan_machine::stop::Wait;
use jetan_machine::{Engine, Machine};
use jetan_run::{Keeping, Timeline};
use serde_json::{Value, json};

use crate::carrier::{Carrier, EngineChoice};
use crate::console::Console;
use crate::display::{Display, Spotter};
use crate::documents::Group;
use crate::limits::{KEYFRAME_BYTES_MAX, LOGS_MAX};
use crate::look::Heat;
use crate::message::{Message, Refusal};
use crate::points::Points;
use crate::workbench::{BEAT_MS, Next, push};

pub(crate) use case::Case;
use insight::Insight;
pub(crate) use motion::Motion;
pub(crate) use options::{Bitmap, Found, Options};
pub(crate) use requests::{
    answer, assemble, back, back_out, back_over, end_input, go, goto, input, key, out, over, pad,
    pause, reset, reverse, speed, start, step, stop, taken,
};
use state::Reason;
pub(crate) use state::{Registers, fault_wire, place_wire};

/// How often the count of a run that goes on is told, in milliseconds.
const PROGRESS_MS: i64 = 100;

/// Something that happened at an instant, for the time bar.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub(crate) count: u64,
    pub(crate) kind: &'static str,
}

/// A program that is run and looked at.
pub(crate) struct Run {
    pub(crate) debugger: Debugger<'static>,
    pub(crate) world: crate::world::World,
    pub(crate) display: Display,
    pub(crate) console: Console,
    /// Inputs and stops, in order of time.
    pub(crate) marks: Vec<Mark>,
    /// What is to be assembled to start it again.
    roots: Vec<String>,
    options: Options,
    /// Where it is going.
    motion: Option<Motion>,
    /// What it waits for on the way.
    wait: Option<Wait>,
    /// Statements in a second; none is as fast as can be.
    pace: Option<Pace>,
    /// Why it stands where it stands.
    reason: Reason,
    /// The registers when it last set out.
    pub(crate) before: Registers,
    /// What is found out besides.
    pub(crate) insight: Insight,
    /// What was last counted for the editor's heat.
    pub(crate) heat: Option<Heat>,
    is_state_due: bool,
    is_dialog_due: bool,
    told: Told,
    /// Whether a game is played beside it.
    pub(crate) is_beside: bool,
}

/// When the client was last told what.
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
            return Err(Refusal::new("not-assembled", "there are errors in the sources"));
        };
        let mut machine = machine(&options, &names)?;
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
            reason: Reason::of("start"),
            before,
            insight,
            heat: None,
            is_state_due: true,
            is_dialog_due: false,
            told: Told::default(),
            is_beside: false,
        };
        if run.options.check {
            run.insight.check(&run.debugger);
        }
        run
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

    /// Everything goes out again, to a client that knows nothing.
    pub(crate) fn show_again(&mut self) {
        self.console.forget();
        self.display.forget();
        self.insight.say_again();
        self.is_state_due = true;
        self.is_dialog_due = self.world.dialog.is_some();
    }

    /// Somebody has changed the machine: what came after this instant is forgotten.
    pub(crate) fn was_changed(&mut self) {
        self.halt();
        let count = self.debugger.timeline.count();
        self.marks.retain(|mark| mark.count <= count);
        self.mark("edit");
        self.console.forget_from(self.debugger.printed_bytes());
        self.display.look_again();
        self.insight.begin_anew(&self.debugger);
        self.heat = None;
        self.stop_for(Reason::of("changed"));
    }

    /// Notes that something happened at this instant.
    pub(crate) fn mark(&mut self, kind: &'static str) {
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
            && self.wait.is_none()
            && !(0..PROGRESS_MS).contains(&(now_ms - self.told.state_ms));
        if self.is_state_due || is_progress {
            let state = self.state(now_ms, points);
            push(outbox, "state", state);
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
            push(outbox, "sound", sound);
        }
        for text in std::mem::take(&mut self.debugger.said).into_iter().take(LOGS_MAX) {
            push(outbox, "log", json!({"text": text}));
        }
        if std::mem::take(&mut self.is_dialog_due)
            && let Some(dialog) = &self.world.dialog
        {
            push(outbox, "dialog", state::dialog(dialog));
        }
    }

    /// The state of a workbench without a run.
    pub(crate) fn idle() -> Value {
        json!({"kind": "idle", "count": 0, "end": 0, "reason": {"kind": "start"}})
    }
}

/// What a run may keep of its past.
fn keeping() -> Keeping {
    Keeping { bytes_max: KEYFRAME_BYTES_MAX, ..Keeping::default() }
}

/// What looks at a machine, an engine for it, and its display; where that is not known, the engine
/// looks for it.
fn equipment(
    bitmap: Bitmap,
    names: &Names,
    machine: &mut Machine,
    choice: EngineChoice,
    carrier: &mut dyn Carrier,
) -> (Insight, Box<dyn Engine>, Display) {
    let mut engine = carrier.engine(choice);
    let mut spotted = None;
    if bitmap == Bitmap::Unknown {
        let (spotter, found) = Spotter::new(engine, machine);
        engine = Box::new(spotter);
        spotted = Some(found);
    }
    let insight = Insight::new(names, machine);
    let engine = Box::new(Noting::new(engine, insight.taker()));
    (insight, engine, Display::new(bitmap, spotted))
}

fn machine(options: &Options, names: &Names) -> Result<Machine, Refusal> {
    let pack = options.pack(&names.sources)?;
    options
        .setup(pack)
        .load(&names.program.image)
        .map_err(|_| Refusal::new("not-now", "the program does not fit into the memory it may use"))
}
