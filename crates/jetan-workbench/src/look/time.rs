//! The run as a bar: what happened when.

use serde::Deserialize;
use serde_json::{Value, json};

use super::line_of;
use crate::limits::MARKS_MAX;
use crate::message::Answer;
use crate::request::Nothing;
use crate::workbench::Desk;

pub(crate) fn timeline(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let run = desk.run()?;
    let timeline = &run.debugger.timeline;
    let (first, last) = (timeline.start_count(), timeline.end_count());
    let mut marks: Vec<(u64, &str)> =
        run.marks.iter().map(|mark| (mark.count, mark.kind)).collect();
    marks.extend(outputs(timeline.printed().pieces(), last));
    marks.sort_unstable();
    marks.dedup();
    let is_cut = marks.len() > MARKS_MAX;
    let marks = marks.iter().rev().take(MARKS_MAX).rev();
    let marks: Vec<Value> =
        marks.map(|(count, kind)| json!({"count": count, "kind": kind})).collect();
    Ok(json!({
        "first": first, "last": last, "now": timeline.count(), "marks": marks, "isCut": is_cut,
    }))
}

/// When there was output, at most so often as a bar can show.
fn outputs(
    pieces: impl Iterator<Item = jetan_run::printed::Piece>,
    last: u64,
) -> Vec<(u64, &'static str)> {
    let step = (last / 1000).max(1);
    let mut next = 0;
    let mut marks = Vec::new();
    for piece in pieces {
        if piece.since >= next {
            marks.push((piece.since, "output"));
            next = piece.since + step;
        }
    }
    marks
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Instant {
    count: u64,
}

pub(crate) fn where_was(desk: &mut Desk<'_>, instant: Instant) -> Answer {
    let run = desk.run()?;
    let machine = run.debugger.timeline.machine_at(instant.count)?;
    let mut wire = json!({"count": machine.count, "pc": machine.pc});
    line_of(run, machine.pc, &mut wire);
    Ok(wire)
}
