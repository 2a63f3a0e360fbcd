//! A run that was recorded by a check or by `jetan run`, replayed under the debugger.

use std::sync::Arc;

use jetan_debug::Debugger;
use jetan_machine::{Behaviour, Engine, Machine, MachineSettings};
use jetan_run::loader::make_ready;
use jetan_run::recording::{RecordedSettings, Recording, RecordingError};
use jetan_run::{KeyframePolicy, RunSetup, Timeline, YieldPoint};
use jetan_sandbox::runner::ReplayableRun;
use jetan_symbols::DebugSymbols;
use jetan_wire::{FailureCode, OpenRecording, ReasonKind, RunOptions, Started};

use super::options::RunOptionsExt;
use super::state::StandReason;
use super::{DebuggedRun, RunInstrumentation, instrumented_engine, keyframe_policy};
use crate::display::DisplaySender;
use crate::host::WorkbenchHost;
use crate::jobs::AnswerOrWork;
use crate::message::{RequestAnswer, RequestError};
use crate::workbench::RequestContext;
use crate::{files, packs};

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

/// Shows a recording of the folder.
pub(crate) fn open_recording(
    context: &mut RequestContext<'_>,
    asked: OpenRecording,
) -> RequestAnswer<AnswerOrWork<Started>> {
    let OpenRecording { roots, path, options } = asked;
    files::check_path(&path)?;
    let bytes = context.carrier.read(&path)?.bytes;
    let bad =
        |why: RecordingError| RequestError::new(FailureCode::BadRequest, format!("{path}: {why}"));
    let recording = Recording::from_bytes(&bytes).map_err(bad)?;
    let options = as_recorded(options, &recording.circumstances);
    let group = context.group(&roots, &options)?;
    context.bench.documents.adopt(&roots, &options);
    let Some(names) = group.names else {
        let message = "there are errors in the sources";
        return Err(RequestError::new(FailureCode::NotAssembled, message));
    };
    let RecordedSettings { settings, behaviour, has_lab, has_bot, ref arguments } =
        recording.circumstances;
    // A file of others may claim any amount of memory.
    let memory_bytes_max = settings.memory_bytes_max.min(context.carrier.bounds().memory_bytes);
    let setup = RunSetup {
        arguments: arguments.clone(),
        lab: has_lab,
        bot: has_bot,
        pack: group.pack,
        ..RunSetup::new(MachineSettings { memory_bytes_max, ..settings }, behaviour)
    };
    let loaded = make_ready(Arc::clone(&names.program), &names.sources, setup);
    let loaded = loaded.map_err(|error| packs::refusal(&error, &names.sources))?;
    // Compared before the run that is there is given up.
    if loaded.machine.fingerprint() != recording.start {
        return Err(bad(RecordingError::OtherProgram));
    }
    let focus = recording.focus;
    let kept = ReplayableRun { start: loaded.machine, recording, is_portable: true };
    context.show_case(RecordedCase { names, kept, focus, roots, options })
}

/// The options by which a program becomes the one that was recorded.
fn as_recorded(options: RunOptions, recorded: &RecordedSettings) -> RunOptions {
    RunOptions {
        delayed: recorded.settings.delayed_branching,
        smc: recorded.settings.self_modifying,
        strict: options.strict || recorded.behaviour == Behaviour::MARS,
        lab: recorded.has_lab,
        bot: recorded.has_bot,
        ..options
    }
}

/// A case with what it takes to run it.
pub(super) struct CasePlayback {
    machine: Machine,
    recording: Recording,
    insight: RunInstrumentation,
    engine: Box<dyn Engine>,
    display: DisplaySender,
    keeping: KeyframePolicy,
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
            keeping: keyframe_policy(carrier.bounds()),
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
        let CasePlayback { keeping, names, focus, roots, options, .. } = self;
        let played = Timeline::play_back(machine, engine, keeping, recording, point).await;
        let mut timeline = played.map_err(|why| {
            RequestError::new(
                FailureCode::Internal,
                format!("the run cannot be played back: {why}"),
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
