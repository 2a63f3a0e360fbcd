//! The `effect` column of `testdata/spec/basic.tsv`, row by row, as simply as it can be said.

mod control;
mod float;
mod integer;
mod memory;

use super::processor::Effect;

/// What the instruction with this name and this many operands does.
pub(crate) fn of(name: &str, operands: usize) -> Effect {
    integer::effect(name)
        .or_else(|| memory::effect(name))
        .or_else(|| control::effect(name, operands))
        .or_else(|| float::effect(name, operands))
        .unwrap_or_else(|| panic!("no effect known for {name}"))
}
