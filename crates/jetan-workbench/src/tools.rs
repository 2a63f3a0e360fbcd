//! The tools of a course, asked about the run up to the step where it stands.
//!
//! A tool is an observer that replays the run. What it has seen is kept, so that the next question
//! with the same settings goes on from there, and a step costs what the step did.

mod cache;
mod flow;
mod follow;
mod memory;
mod values;

use jetan_symbols::DebugSymbols;
use jetan_tools::setting::SettingError;
use jetan_wire::{FailureCode, ToolSite};

use crate::look::line_fields;
use crate::message::RequestError;

pub(crate) use cache::cache;
pub(crate) use flow::{branches, mix, pipeline};
pub(crate) use follow::KeptTools;
pub(crate) use memory::memory_map;
pub(crate) use values::{datapath, float};

/// Rows of a table: instructions, pairs, parts of memory.
const ROWS_MAX: usize = 100;

fn refused(why: &SettingError) -> RequestError {
    RequestError::new(FailureCode::BadRequest, why.to_string())
}

/// An instruction with its line.
fn site(names: &DebugSymbols, pc: u32) -> ToolSite {
    let (path, line) = line_fields(names, pc);
    let text = names.line(pc).map_or_else(|| format!("{pc:#010x}"), |line| line.text);
    ToolSite { address: pc, path, line, text }
}

/// A part of a whole in percent; 0 of nothing.
fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 }
}
