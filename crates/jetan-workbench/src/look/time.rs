//! The run as a bar: what happened when.

use jetan_wire::{MarkKind, Nothing, StepQuery, Timeline, TimelineMark, WhereWas};

use super::line_fields;
use crate::jobs::{AnswerOrWork, JobNeeds};
use crate::limits::MARKS_MAX;
use crate::message::RequestAnswer;
use crate::workbench::RequestContext;

pub(crate) fn timeline(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer<Timeline> {
    let run = context.run()?;
    let timeline = &run.debugger.timeline;
    let (first, last) = (timeline.start_count(), timeline.end_count());
    let mut marks: Vec<(u64, MarkKind)> =
        run.marks.iter().map(|mark| (mark.count, mark.kind)).collect();
    marks.extend(outputs(timeline.printed().pieces(), last));
    marks.sort_unstable();
    // Several keys or lines of input at one count are one mark of the bar.
    marks.dedup();
    let is_cut = marks.len() > MARKS_MAX;
    // The newest, because the end of the bar is where people look.
    let marks = marks.iter().rev().take(MARKS_MAX).rev();
    let marks = marks.map(|&(count, kind)| TimelineMark { count, kind }).collect();
    Ok(Timeline { first, last, now: timeline.count(), marks, is_cut })
}

/// The counts at which there was output, at most as many as a bar can show.
fn outputs(
    pieces: impl Iterator<Item = jetan_run::printed::OutputPiece>,
    last: u64,
) -> Vec<(u64, MarkKind)> {
    // A thousandth of the bar is about a pixel.
    let step = (last / 1000).max(1);
    let mut next = 0;
    let mut marks = Vec::new();
    for piece in pieces {
        if piece.since >= next {
            marks.push((piece.since, MarkKind::Output));
            next = piece.since + step;
        }
    }
    marks
}

pub(crate) fn where_was(
    context: &mut RequestContext<'_>,
    step: StepQuery,
) -> RequestAnswer<AnswerOrWork<WhereWas>> {
    let mut copy = context.copy()?;
    Ok(AnswerOrWork::question(JobNeeds::Run, async move |point| {
        let timeline = &mut copy.timeline;
        let count = step.count.max(timeline.start_count());
        let (count, pc) = if count >= timeline.end_count() {
            (timeline.end_count(), timeline.end_machine().pc)
        } else {
            (count, timeline.machine_in_slices(count, &point).await?.pc)
        };
        let (path, line) = line_fields(&copy.names, pc);
        Ok(WhereWas { count, pc, path, line })
    }))
}
