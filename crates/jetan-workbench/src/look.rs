//! Looking at the step where a run stands.

mod cause;
mod code;
mod lines;
mod memory;
mod profile;
mod registers;
mod time;
mod way;

use jetan_debug::expression::ExpressionValue as Computed;
use jetan_debug::view::float::double;
use jetan_symbols::DebugSymbols;
use jetan_wire::{Evaluate, Evaluated, FailureCode, SourceLine};

use crate::message::{RequestAnswer, RequestError};
use crate::workbench::RequestContext;

pub(crate) use cause::{explain, why};
pub(crate) use code::code;
pub(crate) use lines::{HeatCounts, expansion, heat, values};
pub(crate) use memory::{labels, memory, segments};
pub(crate) use profile::profile;
pub(crate) use registers::{registers, set};
pub(crate) use time::{timeline, where_was};
pub(crate) use way::{calls, changes, data, heap, jumps, stack};

pub(crate) fn evaluate(
    context: &mut RequestContext<'_>,
    wanted: Evaluate,
) -> RequestAnswer<Evaluated> {
    let debugger = &context.run()?.debugger;
    Ok(match debugger.value(&wanted.expression)? {
        Computed::Word(word) => Evaluated {
            value: jetan_wire::Computed::Word(word),
            text: word.to_string(),
            label: debugger.names.label(word.cast_unsigned()),
        },
        Computed::Float(float) => Evaluated {
            value: jetan_wire::Computed::Float(float),
            text: double(float),
            label: None,
        },
    })
}

/// The line of the statement of an instruction.
fn line_of(names: &DebugSymbols, pc: u32) -> Option<SourceLine> {
    let statement = names.statement(pc)?;
    let path = names.sources.file(statement.span.file).name().to_owned();
    Some(SourceLine { path, line: statement.number - 1 })
}

/// The same as two fields of a message.
pub(crate) fn line_fields(names: &DebugSymbols, pc: u32) -> (Option<String>, Option<u32>) {
    line_of(names, pc).map(|place| (place.path, place.line)).unzip()
}

fn no_place(message: &str) -> RequestError {
    RequestError::new(FailureCode::NoPlace, message)
}
