//! The multi-cycle diagram for people: instructions down, cycles across, forwarded values marked
//! where they leave a stage and where they enter one.

use std::fmt::Write;

use super::flow::{WirePipeline, WireStages};
use super::text::line;

/// Most cycles of a diagram that are drawn; a window that lasts longer is a table in JSON.
const CYCLES_MAX: u64 = 120;

pub(super) fn diagram(text: &mut String, pipeline: &WirePipeline, window: &[WireStages]) {
    let (Some(first), Some(last)) = (window.first(), window.last()) else {
        line(text, format_args!("\n{}: the run ended before the window", pipeline.settings));
        return;
    };
    let (from, to) = (first.fetched, last.decoded + 3);
    let drawn = to.min(from + CYCLES_MAX - 1);
    let mut head = format!("{:<34}", format!("{} cycles {from} to {drawn}", pipeline.settings));
    for cycle in from..=drawn {
        // Above the letters of the stages.
        let _ = write!(head, "{cycle:>4} ");
    }
    line(text, format_args!("\n{}", head.trim_end()));
    for stages in window {
        let name: String = stages.site.text.chars().take(26).collect();
        let mut row = format!("{:>6} {name:<27}", stages.number);
        for cycle in from..=drawn {
            let _ = write!(row, "{:<5}", cell(stages, window, cycle));
        }
        line(text, format_args!("{}", row.trim_end()));
        let mut remarks: Vec<String> = Vec::new();
        remarks.extend(stages.stall.iter().map(|why| format!("waits: {why}")));
        remarks.extend(stages.arrows.iter().map(|arrow| {
            let (from, number) = (arrow.from_stage, arrow.from_number);
            format!("{} from {from} of {number} to {}", arrow.register, arrow.to_stage)
        }));
        if !remarks.is_empty() {
            line(text, format_args!("{:>7}  {}", "", remarks.join(", ")));
        }
    }
}

/// A stage with `>` after it where a value leaves it for another instruction, and `>` before it
/// where one enters.
fn cell(stages: &WireStages, window: &[WireStages], cycle: u64) -> String {
    let stage = stages.row.stage(cycle);
    let is_entered = stages.arrows.iter().any(|arrow| arrow.to_cycle == cycle);
    let mut arrows = window.iter().flat_map(|later| &later.arrows);
    let is_left =
        arrows.any(|arrow| arrow.from_number == stages.number && arrow.from_cycle == cycle);
    let (before, after) = (if is_entered { ">" } else { " " }, if is_left { ">" } else { "" });
    format!("{before}{stage}{after}")
}
