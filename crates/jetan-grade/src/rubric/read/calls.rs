//! Calls of procedures in a rubric, alone or one after the other.

use std::ops::Range;

use toml::Spanned;

use super::RubricReader;
use crate::rubric::block::MemoryBlock;
use crate::rubric::value::{BlockAddress, CallValue, RegisterTarget};
use crate::rubric::wire;
use crate::rubric::{
    CallCase, CaseAction, ExpectedText, IgnoredDifferences, RubricCase, TextComparison,
};

/// Calls of a case.
const CALLS_MAX: usize = 100;
/// Bytes that a call may be expected to take from the heap.
const ALLOCATED_BYTES_MAX: i64 = 1 << 30;

type GivenValues = Vec<(RegisterTarget, CallValue)>;

impl RubricReader<'_, '_> {
    /// A case of one call or of several.
    pub(super) fn call_case(&mut self, span: &Range<usize>, wire: &wire::CallTable) -> RubricCase {
        self.required(&wire.procedure, span, "procedure");
        let mut call = self.call(wire, 0);
        if wire.then.len() >= CALLS_MAX {
            let message = format!("a case has at most {CALLS_MAX} calls");
            self.mistakes.add(&wire.procedure.span(), message);
        }
        for (number, next) in wire.then.iter().take(CALLS_MAX).enumerate() {
            self.required(&next.get_ref().procedure, &next.span(), "procedure");
            self.only_in_the_first(next);
            call.then.push(self.call(next.get_ref(), number + 1));
        }
        RubricCase {
            name: wire.name.clone().unwrap_or_else(|| call.words()),
            is_hidden: wire.hidden,
            message: wire.message.clone(),
            instructions: self.instructions(wire.instructions.as_ref()),
            // A call must return, whatever the rubric says about programs.
            ends_cleanly: false,
            again: None,
            kind: CaseAction::Call(Box::new(call)),
        }
    }

    /// Keys that are about the whole case have no meaning in a call that follows.
    fn only_in_the_first(&mut self, next: &Spanned<wire::CallTable>) {
        let wire = next.get_ref();
        for (key, is_there) in [
            ("name", wire.name.is_some()),
            ("hidden", wire.hidden),
            ("message", wire.message.is_some()),
            ("instructions", wire.instructions.is_some()),
            ("then", !wire.then.is_empty()),
        ] {
            if is_there {
                let message = format!("`{key}` belongs to the case, not to a call that follows");
                self.mistakes.add(&wire.procedure.span(), message);
            }
        }
    }

    /// The call of this number in its case, from 0.
    fn call(&mut self, wire: &wire::CallTable, number: usize) -> CallCase {
        let registers = self.registers(&wire.registers, number);
        let expected = self.registers(&wire.expect, number);
        self.check_blocks(wire, &registers, &expected);
        let unchanged = wire.unchanged.iter().filter_map(|name| {
            let target = RegisterTarget::from_name(name.get_ref());
            let target = target.filter(|&target| has_block(&registers, target));
            if target.is_none() {
                let message =
                    format!("`{}` is not a register that is given a block", name.get_ref());
                self.mistakes.add(&name.span(), message);
            }
            target
        });
        let unchanged = unchanged.collect();
        let compare = || TextComparison::Lines(IgnoredDifferences::default());
        let output = wire.output.clone().map(|text| ExpectedText { text, compare: compare() });
        let mut expected_files = Vec::new();
        for (name, bytes) in self.files(&wire.expect_files) {
            if let Ok(text) = String::from_utf8(bytes) {
                expected_files.push((name, ExpectedText { text, compare: compare() }));
            } else {
                let message = "what is expected of a file must be UTF-8";
                self.mistakes.add(&wire.procedure.span(), message);
            }
        }
        let allocates = wire.allocates.as_ref();
        CallCase {
            procedure: wire.procedure.get_ref().clone(),
            memory: self.memory(&wire.memory),
            input: wire.input.clone().into_bytes(),
            expected_memory: self.memory(&wire.expect_memory),
            output,
            unchanged,
            tolerance: self.tolerance(wire.tolerance.as_ref()),
            keeps_convention: wire.convention,
            files: self.files(&wire.files),
            expected_files,
            allocates: allocates.map(|it| self.within(it, 0, ALLOCATED_BYTES_MAX) as u32),
            then: Vec::new(),
            registers,
            expected,
        }
    }

    /// Finds blocks that are expected where none is given, and given where one can only be
    /// expected.
    fn check_blocks(
        &mut self,
        wire: &wire::CallTable,
        registers: &GivenValues,
        expected: &GivenValues,
    ) {
        let span = wire.procedure.span();
        for (target, value) in expected {
            if matches!(value, CallValue::Block(_)) && !has_block(registers, *target) {
                let message = format!("{target} is expected to point to a block it was not given");
                let help = "for an address that the procedure returns write `{ to = … }`, or \
                            `{ new = … }` for memory that it takes from the heap";
                self.mistakes.add_with(&span, message, Some(help.to_owned()));
            }
        }
        for (target, value) in registers {
            if matches!(value, CallValue::PointsTo(_) | CallValue::Allocated(_)) {
                let message = format!("{target}: `to` and `new` belong to `expect`");
                let help = "a block without them is given by its address";
                self.mistakes.add_with(&span, message, Some(help.to_owned()));
            }
        }
    }

    fn registers(&mut self, wire: &wire::ValueTable, number: usize) -> GivenValues {
        let mut registers = Vec::new();
        for (name, value) in wire {
            let target = RegisterTarget::from_name(name.get_ref());
            if target.is_none() {
                let message = format!("`{}` is not a register", name.get_ref());
                let help = "registers are `a0` to `a3`, `v0`, `t0`, `s0`, `f12` and so on, and \
                            `\"16($sp)\"` is a word of the stack";
                self.mistakes.add_with(&name.span(), message, Some(help.to_owned()));
            }
            let value = match CallValue::from_toml(value.get_ref()) {
                Ok(CallValue::Result(_, of)) if of.unwrap_or(0) >= number => {
                    let message = "there is no earlier call whose result this could be";
                    self.mistakes.add(&value.span(), message);
                    continue;
                }
                Ok(value) => value,
                Err(why) => {
                    self.mistakes.add(&value.span(), why);
                    continue;
                }
            };
            registers.extend(target.map(|target| (target, value)));
        }
        registers
    }

    fn memory(&mut self, wire: &wire::ValueTable) -> Vec<(BlockAddress, MemoryBlock)> {
        let mut memory = Vec::new();
        for (name, value) in wire {
            match MemoryBlock::from_toml(value.get_ref()) {
                Ok(block) => memory.push((BlockAddress::from_name(name.get_ref()), block)),
                Err(why) => self.mistakes.add(&value.span(), why),
            }
        }
        memory
    }
}

fn has_block(registers: &GivenValues, target: RegisterTarget) -> bool {
    registers.iter().any(|(it, value)| *it == target && matches!(value, CallValue::Block(_)))
}
