//! A run that was kept by a check, had again under the debugger.

use jetan_debug::Debugger;
use jetan_debug::names::Names;
use jetan_grade::bench::Kept;
use jetan_run::Timeline;
use jetan_run::recording::Unusable;

use super::state::Reason;
use super::{Options, Run, equipment, keeping};
use crate::carrier::Carrier;
use crate::message::Refusal;

/// A case of a check, ready to be shown.
pub(crate) struct Case {
    /// The program as it was checked.
    pub(crate) names: Names,
    /// What was recorded while the case was judged.
    pub(crate) kept: Kept,
    /// The count to stand at, the end if none.
    pub(crate) focus: Option<u64>,
    /// What a reset starts.
    pub(crate) roots: Vec<String>,
    pub(crate) options: Options,
}

impl Run {
    /// Plays a case back and stands where its mistake was made.
    pub(super) fn again(case: Case, carrier: &mut dyn Carrier) -> Result<Run, Refusal> {
        let Case { names, kept, focus, roots, options } = case;
        let mut machine = kept.start;
        let bitmap = options.bitmap(&names.sources, &machine)?;
        let (insight, engine, display) =
            equipment(bitmap, &names, &mut machine, options.engine, carrier);
        let mut patience = |_| !carrier.is_interrupted();
        let played = Timeline::play_back(machine, engine, keeping(), kept.recording, &mut patience);
        let mut timeline = played.map_err(|why| match why {
            Unusable::GaveUp => Refusal::new("interrupted", "the case was not played to its end"),
            why => Refusal::new("internal", format!("the case cannot be played back: {why}")),
        })?;
        if let Some(focus) = focus {
            timeline.go_to(focus)?;
        }
        let mut run = Run::of(Debugger::new(timeline, names), insight, display, roots, options);
        // Its input has been read already, as far as it was.
        run.world = crate::world::World::default();
        run.reason = Reason::of("case");
        Ok(run)
    }
}
