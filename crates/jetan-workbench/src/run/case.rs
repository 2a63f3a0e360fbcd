//! A run that was recorded by a check, replayed under the debugger.

use jetan_debug::Debugger;
use jetan_debug::names::DebugSymbols;
use jetan_machine::{Engine, Machine};
use jetan_run::Timeline;
use jetan_run::YieldPoint;
use jetan_run::recording::Recording;
use jetan_sandbox::runner::ReplayableRun;
use jetan_wire::{FailureCode, ReasonKind, RunOptions};

use super::options::RunOptionsExt;
use super::state::StandReason;
use super::{DebuggedRun, RunInstrumentation, instrumented_engine, keyframe_policy};
use crate::display::DisplaySender;
use crate::host::WorkbenchHost;
use crate::message::RequestError;

/// A case of a check, ready to be shown.
pub(crate) struct RecordedCase {
    /// The program as it was checked.
    pub(crate) names: DebugSymbols,
    /// The run that was recorded while the case was judged.
    pub(crate) kept: ReplayableRun,
    /// The count to stand at, the end if none.
    pub(crate) focus: Option<u64>,
    /// The sources that a reset starts.
    pub(crate) roots: Vec<String>,
    pub(crate) options: RunOptions,
}

/// A case with what it takes to run it.
pub(super) struct CasePlayback {
    machine: Machine,
    recording: Recording,
    insight: RunInstrumentation,
    engine: Box<dyn Engine>,
    display: DisplaySender,
    names: DebugSymbols,
    focus: Option<u64>,
    roots: Vec<String>,
    options: RunOptions,
}

impl RecordedCase {
    /// Gets everything ready to play it back.
    pub(super) fn prepare_playback(
        self,
        carrier: &mut dyn WorkbenchHost,
    ) -> Result<CasePlayback, RequestError> {
        let RecordedCase { names, kept, focus, roots, options } = self;
        // The machine that was recorded and not one made of the options: its fingerprint is what
        // the recording begins with.
        let mut machine = kept.start;
        let bitmap = options.bitmap(&names.sources, &machine)?;
        let (insight, engine, display) =
            instrumented_engine(bitmap, &names, &mut machine, options.engine, carrier);
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
    pub(super) async fn play(self, point: &YieldPoint) -> Result<DebuggedRun, RequestError> {
        let CasePlayback { machine, recording, insight, engine, display, .. } = self;
        let CasePlayback { names, focus, roots, options, .. } = self;
        let played =
            Timeline::play_back(machine, engine, keyframe_policy(), recording, point).await;
        let mut timeline = played.map_err(|why| {
            RequestError::new(
                FailureCode::Internal,
                format!("the case cannot be played back: {why}"),
            )
        })?;
        if let Some(focus) = focus {
            timeline.go_to_in_slices(focus, point).await?;
        }
        let mut run =
            DebuggedRun::of(Debugger::new(timeline, names), insight, display, roots, options);
        // Its input has been read already, as far as it was.
        run.world = crate::run_host::RunHostState::default();
        run.reason = StandReason::of(ReasonKind::Case);
        Ok(run)
    }
}
