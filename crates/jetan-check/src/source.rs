//! The origin of the wrong value of a failing case.

use jetan_debug::blame::analyse_failure;
use jetan_debug::budget::{WORK_MAX, cut_text};
use jetan_debug::cause::{CauseLink, StorageLocation, printer, why};
use jetan_machine::Interpreter;
use jetan_machine::observer::WrittenRegister;
use jetan_run::YieldPoint;
use jetan_run::recording::RecordingError;
use jetan_run::timeline::WorkBudget;
use jetan_run::{KeyframePolicy, Timeline};
use jetan_symbols::DebugSymbols;

use crate::check::SmallestFailure;
use crate::runner::ReplayableRun;
use crate::verdict::{FailureKind, ValueLocation};

/// Most lines of a chain that are reported.
const CHAIN_LINES_MAX: usize = 6;
/// Bytes that keyframes of a run may take.
const KEYFRAME_BYTES_MAX: usize = 16 << 20;

/// The trace of a wrong value back to its origin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueOrigin {
    /// A line for each step, the last instruction first.
    pub lines: Vec<String>,
    /// The count to look at: before the instruction that made the wrong value, if it is known.
    pub focus: Option<u64>,
    /// The meaning of that count.
    pub opens_at: Focus,
}

/// What is known of the step that is shown of a failing case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The next instruction wrote the wrong value.
    Write,
    /// The next instruction printed the wrong character.
    Output,
    /// The next instruction led to the error.
    Cause,
    /// The next instruction was the last that printed.
    LastOutput,
    /// The procedure that was judged begins.
    Entry,
    /// The run ended or was stopped here.
    #[default]
    End,
}

impl ValueOrigin {
    /// Looks for it in the run of a case; nothing if that was not kept or says nothing.
    pub async fn of(
        smallest: &SmallestFailure,
        names: &DebugSymbols,
        point: &YieldPoint,
    ) -> ValueOrigin {
        let Some(kept) = &smallest.kept else { return ValueOrigin::default() };
        let engine = Box::new(Interpreter::<()>::default());
        // Replaying consumes the start; the caller still shows the recording.
        let ReplayableRun { start, recording, .. } = kept.clone();
        let keeping = KeyframePolicy { bytes_max: KEYFRAME_BYTES_MAX, ..KeyframePolicy::default() };
        let allowance = WorkBudget::of(WORK_MAX);
        let played =
            Timeline::play_back_within(start, engine, keeping, recording, allowance, point).await;
        let mut timeline = match played {
            Ok(timeline) => timeline,
            // Out of budget is said; any other reason means that there is nothing to say.
            Err(RecordingError::TooSlow(steps)) => return ValueOrigin::default().cut(steps),
            Err(_) => return ValueOrigin::default(),
        };
        let found = search(&mut timeline, smallest, names, point).await;
        let found = found.unwrap_or_else(|| unexplained(&mut timeline, names));
        match timeline.allowance().spent() {
            Some(steps) => found.cut(steps),
            None => found,
        }
    }

    /// Says that there may be more to know.
    fn cut(mut self, steps: u64) -> ValueOrigin {
        self.lines.push(cut_text(steps));
        self
    }
}

async fn search(
    timeline: &mut Timeline<'_>,
    smallest: &SmallestFailure,
    names: &DebugSymbols,
    point: &YieldPoint,
) -> Option<ValueOrigin> {
    let failure = &smallest.failure;
    let is_crash = failure.kind == FailureKind::Crash;
    if is_crash && timeline.ending().is_some_and(|end| end.is_fault()) {
        let inquiry = analyse_failure(timeline, names, point).await.ok()?;
        let culprit = inquiry.culprit?;
        let accused = inquiry.accusation(names)?;
        let mut lines = vec![format!("{}: {accused}", names.line_text(culprit.pc))];
        lines.extend(inquiry.stray_text(names));
        lines.extend(inquiry.chain(names, CHAIN_LINES_MAX));
        return Some(ValueOrigin { lines, focus: culprit.count, opens_at: Focus::Cause });
    }
    let end = timeline.end_count();
    // Without a spot the last character is the best guess at where the answer was printed.
    let last = timeline.output().len().checked_sub(1).map(ValueLocation::Output);
    let is_about_value = matches!(failure.kind, FailureKind::Wrong | FailureKind::Ending);
    let (place, limit) =
        // Hangs and floods have no wrong value to trace.
        match failure.spot.as_deref().copied().or(last).filter(|_| is_about_value)? {
            ValueLocation::Register(reg) => {
                (StorageLocation::Register(WrittenRegister::Cpu(reg)), end)
            }
            ValueLocation::Memory(address, bytes) => {
                (StorageLocation::Memory(address, bytes.max(1)), end)
            }
            ValueLocation::Output(byte) => printer(timeline, byte).ok()??,
        };
    let links = why(timeline, place, limit, point).await.ok()?;
    let line = |link: &CauseLink| {
        let indent = "  ".repeat(link.depth);
        indent + &link.brief(names)
    };
    let mut lines: Vec<String> = links.iter().take(CHAIN_LINES_MAX).map(line).collect();
    if let Some(untouched) = links.first().filter(|link| link.writer.is_none()) {
        let place = untouched.place.text(&|address| names.label(address));
        lines = vec![format!("nothing has written {place}: it is as it was at the beginning")];
    }
    if failure.spot.is_none() {
        // A text of the program's own data says nothing about why it was printed.
        if links.iter().all(|link| link.writer.is_none()) {
            lines.clear();
        }
        let pc = timeline.pc_at(limit).ok()?;
        lines.insert(0, format!("{} prints the last character", names.line_text(pc)));
    }
    let is_entered = is_call(timeline, names);
    let (focus, opens_at) = match writer(&links) {
        Some(count) if failure.spot.is_some() => (count, Focus::Write),
        None if matches!(place, StorageLocation::Memory(..)) && is_entered => {
            (timeline.start_count(), Focus::Entry)
        }
        _ if failure.spot.is_some() => (limit, Focus::Output),
        // The last output may be no more than the question that nobody answered.
        _ if is_entered => (timeline.start_count(), Focus::Entry),
        _ => (limit, Focus::LastOutput),
    };
    Some(ValueOrigin { lines, focus: Some(focus), opens_at })
}

/// Whether a procedure was called, and not the program run from its beginning.
fn is_call(timeline: &mut Timeline<'_>, names: &DebugSymbols) -> bool {
    let start = timeline.start_count();
    timeline.pc_at(start).is_ok_and(|pc| pc != names.program.image.entry)
}

/// The step that is shown where nothing is known of the mistake.
fn unexplained(timeline: &mut Timeline<'_>, names: &DebugSymbols) -> ValueOrigin {
    if is_call(timeline, names) {
        let focus = Some(timeline.start_count());
        return ValueOrigin { focus, opens_at: Focus::Entry, ..ValueOrigin::default() };
    }
    // Before its last instruction there is a line to be shown.
    let last = timeline.end_count().saturating_sub(u64::from(timeline.ending().is_some()));
    ValueOrigin { focus: Some(last.max(timeline.start_count())), ..ValueOrigin::default() }
}

/// The step before the wrong value was written. One that was only carried on from memory, to be
/// printed for instance, was written by the store.
fn writer(links: &[CauseLink]) -> Option<u64> {
    let first = links.first()?;
    let mut carried = first;
    let mut rest = &links[1..];
    while !matches!(carried.place, StorageLocation::Memory(..)) {
        let depth = carried.depth;
        // Only links below this one: the list is a tree in depth-first order.
        let mut own = rest.iter().take_while(|link| link.depth > depth);
        let is_next = |link: &CauseLink| link.depth == depth + 1 && link.value == first.value;
        let Some(next) = own.position(is_next) else { break };
        carried = &rest[next];
        rest = &rest[next + 1..];
    }
    let is_store = matches!(carried.place, StorageLocation::Memory(..)) && carried.writer.is_some();
    let (count, _) = if is_store { carried.writer? } else { first.writer? };
    Some(count)
}

#[cfg(test)]
mod tests {
    use jetan_debug::cause::CauseOrigin;
    use jetan_isa::Reg;

    use super::*;

    fn link(depth: usize, place: StorageLocation, value: u32, count: Option<u64>) -> CauseLink {
        let writer = count.map(|count| (count, 0x0040_0000));
        CauseLink { depth, place, value, writer, origin: CauseOrigin::Computed }
    }

    #[test]
    fn a_value_that_was_only_carried_on_was_written_by_its_store() {
        let a0 = StorageLocation::Register(WrittenRegister::Cpu(Reg::A0));
        let cell = StorageLocation::Memory(0x1001_0000, 4);
        let printed = link(0, a0, 7, Some(90));
        let address = link(1, a0, 0x1001_0000, Some(80));
        let stored = link(1, cell, 7, Some(50));
        assert_eq!(writer(&[]), None);
        assert_eq!(writer(&[printed.clone(), address.clone(), stored.clone()]), Some(50));
        let moved = link(1, a0, 7, Some(85));
        let deeper = link(2, cell, 7, Some(40));
        assert_eq!(writer(&[printed.clone(), moved.clone(), deeper]), Some(40));
        assert_eq!(writer(&[printed.clone(), moved, address]), Some(90));
        let initial = link(1, cell, 7, None);
        assert_eq!(writer(&[printed, initial]), Some(90));
        assert_eq!(writer(&[stored]), Some(50));
    }
}
