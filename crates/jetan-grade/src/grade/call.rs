//! A call of a procedure by the calling convention.

use jetan_isa::Reg;
use jetan_machine::Machine;

use super::compare::differs;
use super::starved;
use crate::program::ProgramUnderTest;
use crate::rubric::CallCase;
use crate::rubric::value::{BlockAddress, CallValue, MemoryBlock, RegisterTarget, is_close};
use crate::runner::{self, CallResult, ProgramRunner};
use crate::sandbox::ProgramInput;
use crate::verdict::{CaseFailure, FailureKind, Verdict, mishap};

/// Bytes between two blocks, so that writing past the end of one is noticed.
const BLOCK_GAP_BYTES: u32 = 64;

/// Calls and compares.
pub(super) async fn judge(call: &CallCase, seed: i64, runner: &mut ProgramRunner<'_>) -> Verdict {
    let subject = runner.subject;
    if subject.symbol(&call.procedure).is_none() {
        let summary = format!("the program has no procedure `{}`", call.procedure);
        return CaseFailure::new(FailureKind::Wrong, summary, 0).into();
    }
    let prepared = match PreparedCall::new(call, seed, subject) {
        Ok(prepared) => prepared,
        Err(summary) => return CaseFailure::new(FailureKind::Wrong, summary, 0).into(),
    };
    let Some(called) = runner.call_on(prepared.machine.clone(), &prepared.call).await else {
        return CaseFailure::new(FailureKind::Wrong, "the procedure cannot be called", 0).into();
    };
    let count = called.run.instructions;
    // In the order of what explains most: a crash, then a wrong result, the convention last.
    let failure = mishap(&called.run, subject)
        .map(|failure| advised(failure, &called))
        .or_else(|| starved(&called.run))
        .or_else(|| not_returned(&called))
        .or_else(|| wrong_registers(call, &called, subject))
        .or_else(|| prepared.wrong_memory(call, &called))
        .or_else(|| differs(call.output.as_ref()?, &called.run.output, count))
        .or_else(|| broken(&called).filter(|_| call.keeps_convention));
    failure.map_or(Verdict::Passed { instructions: count }, Verdict::from)
}

fn not_returned(called: &CallResult) -> Option<CaseFailure> {
    (!called.has_returned).then(|| {
        let summary = "the procedure does not return to its caller";
        advised(CaseFailure::new(FailureKind::Ending, summary, called.run.instructions), called)
    })
}

/// A failure to come back, with what to look at first.
fn advised(failure: CaseFailure, called: &CallResult) -> CaseFailure {
    if called.has_lost_ra && failure.help.is_none() {
        failure.advising("was `$ra` saved before the last `jal`, and given back?")
    } else {
        failure
    }
}

fn broken(called: &CallResult) -> Option<CaseFailure> {
    let count = called.run.instructions;
    if let Some(broken) = called.broken.first() {
        let summary = format!("the procedure does not give {} back as it got it", broken.reg);
        let failure = CaseFailure::new(FailureKind::Convention, summary, count);
        let hex = |word: u32| format!("{word:#010x}");
        return Some(failure.comparing(hex(broken.before), hex(broken.after)));
    }
    let overwritten = called.overwritten?;
    let summary = format!(
        "the procedure writes to the stack of its caller, {} bytes above `$sp`",
        overwritten.offset
    );
    Some(CaseFailure::new(FailureKind::Convention, summary, count))
}

fn wrong_registers(
    call: &CallCase,
    called: &CallResult,
    subject: &ProgramUnderTest,
) -> Option<CaseFailure> {
    let machine = &called.run.machine;
    let count = called.run.instructions;
    let fail = |target: &RegisterTarget, expected: String, actual: String| {
        let summary = format!("{target} is not what it should be");
        Some(CaseFailure::new(FailureKind::Wrong, summary, count).comparing(expected, actual))
    };
    for (target, value) in &call.expected {
        match (target, value) {
            (_, CallValue::Block(_)) => {}
            (RegisterTarget::Integer(reg), CallValue::Word(word)) => {
                let actual = machine.registers.get(*reg);
                if actual != *word {
                    return fail(target, (*word as i32).to_string(), (actual as i32).to_string());
                }
            }
            (RegisterTarget::Integer(reg), CallValue::Symbol(name)) => {
                let (actual, wanted) = (machine.registers.get(*reg), subject.symbol(name));
                // A label that the program lacks equals no address, and fails the case here.
                if wanted != Some(actual) {
                    let wanted = format!("the address of {name}");
                    return fail(target, wanted, format!("{actual:#010x}"));
                }
            }
            (RegisterTarget::Float(reg), CallValue::Single(number)) => {
                let actual = f32::from_bits(machine.fpu.bits(reg.number()));
                if !is_close(f64::from(*number), f64::from(actual), call.tolerance) {
                    return fail(target, number.to_string(), actual.to_string());
                }
            }
            (RegisterTarget::Float(reg), CallValue::Double(number)) => {
                // A double lies in an even pair; the rubric may name either half.
                let actual = f64::from_bits(machine.fpu.double_bits(reg.number() & !1));
                if !is_close(*number, actual, call.tolerance) {
                    return fail(target, number.to_string(), actual.to_string());
                }
            }
            (RegisterTarget::Integer(_), CallValue::Single(_) | CallValue::Double(_))
            | (RegisterTarget::Float(_), CallValue::Word(_) | CallValue::Symbol(_)) => {
                return fail(target, "a value of the other kind".to_owned(), String::new());
            }
        }
    }
    None
}

/// Bytes from the start of a block to the next one.
fn room(block: &MemoryBlock) -> u32 {
    (block.bytes.len() as u32 + BLOCK_GAP_BYTES).next_multiple_of(8)
}

/// A call with its blocks in place.
struct PreparedCall {
    call: runner::ProcedureCall,
    machine: Machine,
    /// The addresses of the blocks of registers.
    blocks: Vec<(RegisterTarget, u32, MemoryBlock)>,
    /// The addresses of the labels of expected memory.
    expected: Vec<(BlockAddress, u32, MemoryBlock)>,
}

impl PreparedCall {
    fn new(call: &CallCase, seed: i64, subject: &ProgramUnderTest) -> Result<PreparedCall, String> {
        let mut machine = subject.machine();
        // At the end of the data segment, where the program's own data and heap do not come.
        let sizes = call.registers.iter().map(|(_, value)| match value {
            CallValue::Block(block) => room(block),
            _ => 0,
        });
        // Aligned for doubles, the largest that a block may hold.
        let mut at = machine.map().data_limit.wrapping_sub(sizes.sum()) & !7;
        let locate = |address: &BlockAddress| match address {
            BlockAddress::Number(number) => Ok(*number),
            BlockAddress::Label(name) => {
                subject.symbol(name).ok_or_else(|| format!("the program has no label `{name}`"))
            }
        };
        let mut raw = runner::ProcedureCall {
            procedure: call.procedure.clone(),
            feed: ProgramInput {
                console: call.input.clone(),
                seed: Some(seed),
                ..ProgramInput::default()
            },
            ..runner::ProcedureCall::default()
        };
        let mut blocks = Vec::new();
        for (target, value) in &call.registers {
            let word = match value {
                CallValue::Word(word) => *word,
                CallValue::Single(number) => number.to_bits(),
                CallValue::Double(number) => {
                    if let RegisterTarget::Float(reg) = target {
                        machine.fpu.set_double_bits(reg.number() & !1, number.to_bits());
                    }
                    // Set in the machine itself, because a call only carries 32-bit registers.
                    continue;
                }
                CallValue::Symbol(name) => locate(&BlockAddress::Label(name.clone()))?,
                CallValue::Block(block) => {
                    raw.memory.push((at, block.bytes.clone()));
                    blocks.push((*target, at, block.clone()));
                    let start = at;
                    at = at.wrapping_add(room(block));
                    start
                }
            };
            match target {
                RegisterTarget::Integer(reg) => raw.registers.push((*reg, word)),
                RegisterTarget::Float(reg) => machine.fpu.set_bits(reg.number(), word),
            }
        }
        for (address, block) in &call.memory {
            raw.memory.push((locate(address)?, block.bytes.clone()));
        }
        let place = |(address, block): &(BlockAddress, MemoryBlock)| {
            Ok((address.clone(), locate(address)?, block.clone()))
        };
        let expected = call.expected_memory.iter().map(place).collect::<Result<_, String>>()?;
        Ok(PreparedCall { call: raw, machine, blocks, expected })
    }

    fn wrong_memory(&self, call: &CallCase, called: &CallResult) -> Option<CaseFailure> {
        let count = called.run.instructions;
        let look = |what: String, at: u32, block: &MemoryBlock, tolerance: f64| {
            let bytes = block.bytes.iter().enumerate();
            let actual: Vec<u8> = bytes
                .map(|(offset, _)| called.run.machine.memory.peek(at.wrapping_add(offset as u32)))
                .collect();
            (!block.agrees(&actual, tolerance)).then(|| {
                let failure = CaseFailure::new(FailureKind::Wrong, what, count);
                failure.comparing(block.show(&block.bytes), block.show(&actual))
            })
        };
        for (target, at, given) in &self.blocks {
            // The expectation of a block is found by its register, which pointed to it at the call.
            let expected = call.expected.iter().find_map(|(it, value)| match value {
                CallValue::Block(block) if it == target => Some(block),
                _ => None,
            });
            if let Some(block) = expected {
                let what = format!("the memory that {target} pointed to is not what it should be");
                if let Some(failure) = look(what, *at, block, call.tolerance) {
                    return Some(failure);
                }
            }
            let must_stay = |reg: &Reg| *target == RegisterTarget::Integer(*reg);
            if call.unchanged.iter().any(must_stay) {
                let what = format!("the memory that {target} pointed to has been changed");
                // Without tolerance: unchanged means the same bytes.
                if let Some(failure) = look(what, *at, given, 0.0) {
                    return Some(failure);
                }
            }
        }
        self.expected.iter().find_map(|(address, at, block)| {
            let what = format!("the memory at {address} is not what it should be");
            look(what, *at, block, call.tolerance)
        })
    }
}
