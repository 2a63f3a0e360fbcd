//! A run that was recorded by a check, replayed under the debugger.

use jetan_debug::Debugger;
use jetan_debug::names::Names;
use jetan_machine::{Engine, Machine};
use jetan_run::Timeline;
use jetan_run::YieldPoint;
use jetan_run::recording::Recording;
use jetan_sandbox::bench::Kept;
use jetan_wire::{Code, Options, ReasonKind};

use super::options::Chosen;
use super::state::Reason;
use super::{Insight, Run, equipment, keeping};
use crate::carrier::Carrier;
use crate::display::Display;
use crate::message::Refusal;

/// A case of a check, ready to be shown.
pub(crate) struct Case {
    /// The program as it was checked.
    pub(crate) names: Names,
    /// The run that was recorded while the case was judged.
    pub(crate) kept: Kept,
    /// The count to stand at, the end if none.
    pub(crate) focus: Option<u64>,
    /// The sources that a reset starts.
    pub(crate) roots: Vec<String>,
    pub(crate) options: Options,
}

/// A case with what it takes to run it.
pub(super) struct CasePlayback {
    machine: Machine,
    recording: Recording,
    insight: Insight,
    engine: Box<dyn Engine>,
    display: Display,
    names: Names,
    focus: Option<u64>,
    roots: Vec<String>,
    options: Options,
}

impl Case {
    /// Gets everything ready to play it back.
    pub(super) fn again(self, carrier: &mut dyn Carrier) -> Result<CasePlayback, Refusal> {
        let Case { names, kept, focus, roots, options } = self;
        // The machine that was recorded and not one made of the options: its fingerprint is what
        // the recording begins with.
        let mut machine = kept.start;
        let bitmap = options.bitmap(&names.sources, &machine)?;
        let (insight, engine, display) =
            equipment(bitmap, &names, &mut machine, options.engine, carrier);
        let recording = kept.recording;
        Ok(CasePlayback {
            machine,
            recording,
            insight,
            engine,
            display,
            names,
            focus,
            roots,
            options,
        })
    }
}

impl CasePlayback {
    /// Plays it back and stands where its mistake was made.
    pub(super) async fn play(self, point: &YieldPoint) -> Result<Run, Refusal> {
        let CasePlayback { machine, recording, insight, engine, display, .. } = self;
        let CasePlayback { names, focus, roots, options, .. } = self;
        let played = Timeline::play_back(machine, engine, keeping(), recording, point).await;
        let mut timeline = played.map_err(|why| {
            Refusal::new(Code::Internal, format!("the case cannot be played back: {why}"))
        })?;
        if let Some(focus) = focus {
            timeline.go_to_in_slices(focus, point).await?;
        }
        let mut run = Run::of(Debugger::new(timeline, names), insight, display, roots, options);
        // Its input has been read already, as far as it was.
        run.world = crate::world::World::default();
        run.reason = Reason::of(ReasonKind::Case);
        Ok(run)
    }
}
