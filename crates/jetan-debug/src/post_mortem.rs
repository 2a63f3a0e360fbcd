//! Post-mortem: explains a run that did not end as it was meant to, in words that are
//! the same wherever it is shown.

use jetan_machine::fault::ServiceFault;
use jetan_machine::{Fault, Machine};
use jetan_run::timeline::{ReplayDiverged, Timeline};
use jetan_run::{RunEnd, YieldPoint};

use crate::advice::SAVE_RETURN_ADDRESS;
use crate::blame::{self, BlameReason, FailureAnalysis};
use crate::budget::{cut_text, with_budget};
use crate::endless::{self, EndlessRun};
use jetan_symbols::DebugSymbols;

/// The number of links of a chain that are shown.
// A chain can have three times as many; `why` shows all of them.
const LINKS_SHOWN_MAX: usize = 8;

/// Why nothing is known about a run that takes too much work.
pub const TOO_SLOW: &str = "the program is too slow to be looked at again";

/// The results of a post-mortem.
#[derive(Clone, Debug, Default)]
pub struct PostMortem {
    /// Why the run ended as it did.
    pub inquiry: Option<FailureAnalysis>,
    /// Why that is not known.
    pub doubt: Option<&'static str>,
    /// The loop or recursion that does not end, as far as one can see, or that ran on into the
    /// fault.
    pub endless: Option<EndlessRun>,
    /// The number of steps that were looked at when the budget was spent; none if it was enough.
    pub cut_after: Option<u64>,
}

/// Whether a loop that does not end leads to such a fault in the end.
fn may_be_runaway(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::LoadOutOfRange { .. }
            | Fault::StoreOutOfRange { .. }
            | Fault::ReadText { .. }
            | Fault::WriteText { .. }
            | Fault::Overflow
            | Fault::Service(ServiceFault::HeapExhausted { .. })
    )
}

/// The loop that a run was in: that goes on where it was stopped, or that has led to its fault.
async fn loop_at_end(
    timeline: &mut Timeline<'_>,
    inquiry: &FailureAnalysis,
    names: &DebugSymbols,
    point: &YieldPoint,
) -> Result<Option<EndlessRun>, ReplayDiverged> {
    let end = timeline.end_count();
    match timeline.ending() {
        None => {
            let entry = names.program.image.entry;
            Ok(endless::find_endless(timeline.end_machine(), Some(&inquiry.trail), entry))
        }
        // Whoever went astray, or was given a wrong value from elsewhere, did not fail by a loop.
        Some(RunEnd::Faulted { fault, pc }) if may_be_runaway(&fault) => {
            if inquiry.trail.stray.is_some() || inquiry.jump.is_some() {
                return Ok(None);
            }
            // One less, for the copy has to get to the fault itself.
            let before = end.saturating_sub(endless::WATCHED_INSTRUCTIONS - 1);
            let machine = timeline.machine_in_slices(before.max(timeline.start_count()), point);
            let machine = machine.await?;
            Ok(endless::find_runaway(&machine, (end, pc), names))
        }
        Some(_) => Ok(None),
    }
}

impl PostMortem {
    /// Looks at a run that has failed, or that somebody has stopped where its timeline ends, with
    /// the budget that [`with_budget`] gives.
    pub async fn of(
        timeline: &mut Timeline<'_>,
        names: &DebugSymbols,
        point: &YieldPoint,
    ) -> Result<PostMortem, ReplayDiverged> {
        let found = with_budget(timeline, async |timeline| {
            let inquiry = blame::analyse_failure(timeline, names, point).await?;
            let mut endless = loop_at_end(timeline, &inquiry, names, point).await?;
            if let Some(endless) = &mut endless {
                // Without it one line less is shown.
                let _ = endless.trace(timeline, point).await;
            }
            Ok(PostMortem { inquiry: Some(inquiry), endless, ..PostMortem::default() })
        })
        .await?;
        // An endless loop shows without the past: a copy runs on from the end, and nothing is
        // replayed.
        let without_past = || {
            let stopped = timeline.ending().is_none().then(|| timeline.end_machine());
            PostMortem::without_past(TOO_SLOW, stopped, names)
        };
        let aftermath = found.answer.unwrap_or_else(without_past);
        Ok(PostMortem { cut_after: found.cut_after, ..aftermath })
    }

    /// The post-mortem of a run that cannot be replayed, for some reason; `stopped` is its
    /// machine if the run has not ended by itself.
    pub fn without_past(
        doubt: &'static str,
        stopped: Option<&Machine>,
        names: &DebugSymbols,
    ) -> PostMortem {
        let entry = names.program.image.entry;
        let endless = stopped.and_then(|machine| endless::find_endless(machine, None, entry));
        PostMortem { doubt: Some(doubt), endless, ..PostMortem::default() }
    }

    /// The instruction to blame and what it did, if it stands in another line than the one at
    /// `scene`.
    pub fn accusation(&self, scene: u32, names: &DebugSymbols) -> Option<(u32, String)> {
        let inquiry = self.inquiry.as_ref()?;
        let text = inquiry.accusation(names)?;
        let pc = inquiry.culprit?.pc;
        let line = |pc| names.line(pc).map(|line| (line.file, line.number));
        // The line of the fault is marked already; naming it twice would look like two errors.
        (line(pc) != line(scene)).then_some((pc, text))
    }

    /// Further findings, a note each; a note may have several lines.
    pub fn notes(&self, names: &DebugSymbols) -> Vec<String> {
        let Some(inquiry) = &self.inquiry else {
            let doubt = self.doubt.map(|why| format!("the cause is not known: {why}"));
            return doubt.into_iter().chain(self.cut_text()).collect();
        };
        let mut notes: Vec<String> = inquiry.stray_text(names).into_iter().collect();
        notes.extend(inquiry.recursion_text(names));
        let chain = inquiry.chain(names, LINKS_SHOWN_MAX);
        if !chain.is_empty() {
            notes.push(format!("where it came from:\n{}", chain.join("\n")));
        }
        let calls = inquiry.calls(names);
        if !calls.is_empty() {
            notes.push(format!("called from:\n{}", calls.join("\n")));
        }
        notes.extend(self.cut_text());
        notes
    }

    /// Advice on the loop, or the recursion, that ran on into a fault.
    pub fn loop_help(&self, names: &DebugSymbols) -> Option<String> {
        match &self.endless {
            Some(EndlessRun::Loop(found)) if found.has_faulted => found.help(names),
            _ => self.inquiry.as_ref()?.recursion_help(names),
        }
    }

    /// The message that the budget was spent, if it was.
    pub fn cut_text(&self) -> Option<String> {
        let steps = self.cut_after?;
        Some(cut_text(steps))
    }

    /// Advice on a program that did not end by itself; `is_overdue` if it should have.
    pub fn help(&self, is_overdue: bool, names: &DebugSymbols) -> Option<String> {
        let culprit = self.inquiry.as_ref().and_then(|inquiry| inquiry.culprit);
        // A culprit comes first: after a lost `$ra` the loop is only the symptom.
        if let (None, Some(EndlessRun::Loop(found))) = (culprit, &self.endless)
            && let Some(help) = found.help(names)
        {
            return Some(help);
        }
        if let Some(EndlessRun::Calls(descent)) = &self.endless
            && let Some(help) = descent.help(names)
        {
            return Some(help);
        }
        self.default_help(is_overdue).map(str::to_owned)
    }

    fn default_help(&self, is_overdue: bool) -> Option<&'static str> {
        let culprit = self.inquiry.as_ref().and_then(|inquiry| inquiry.culprit);
        match (culprit.map(|who| who.reason), &self.endless) {
            (Some(BlameReason::Calls | BlameReason::Keeps(_)), _) => Some(SAVE_RETURN_ADDRESS),
            (Some(BlameReason::FallsInto(_)), _) => {
                Some("end the program before the procedure: `li $v0, 10` and `syscall`")
            }
            (_, Some(EndlessRun::Calls(_))) => Some(
                "a procedure that calls itself needs a case in which it does not, tested before \
                 the call",
            ),
            // Games loop on purpose, so only a run that should have ended is advised to look for
            // an exit.
            (_, Some(EndlessRun::Loop(_)) | None) if is_overdue => Some(
                "if it should have ended by now, look at what would have to change for the loop \
                 to end, or for a missing exit (`li $v0, 10` and `syscall`)",
            ),
            _ => None,
        }
    }
}
