//! Looking at the instant where a run stands.

mod cause;
mod lines;
mod memory;
mod profile;
mod registers;
mod time;
mod way;

use jetan_debug::expression::Value as Computed;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::message::{Answer, Refusal};
use crate::run::Run;
use crate::workbench::Desk;

pub(crate) use cause::{explain, why};
pub(crate) use lines::{Heat, expansion, heat, values};
pub(crate) use memory::{labels, memory, segments};
pub(crate) use profile::profile;
pub(crate) use registers::{registers, set};
pub(crate) use time::{timeline, where_was};
pub(crate) use way::{calls, changes, data, heap, jumps, stack};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Evaluate {
    expression: String,
}

pub(crate) fn evaluate(desk: &mut Desk<'_>, wanted: Evaluate) -> Answer {
    let debugger = &desk.run()?.debugger;
    Ok(match debugger.value(&wanted.expression)? {
        Computed::Word(word) => {
            let mut answer = json!({"value": word, "text": word.to_string()});
            if let Some(label) = debugger.names.label(word.cast_unsigned()) {
                answer["label"] = Value::from(label);
            }
            answer
        }
        Computed::Float(float) => json!({"value": float, "text": float.to_string()}),
    })
}

/// The line of an instruction, for the wire.
fn line_of(run: &Run, pc: u32, wire: &mut Value) {
    let names = &run.debugger.names;
    if let Some(statement) = names.statement(pc) {
        wire["path"] = Value::from(names.sources.file(statement.span.file).name());
        wire["line"] = Value::from(statement.number - 1);
    }
}

fn no_place(message: &str) -> Refusal {
    Refusal::new("no-place", message)
}
