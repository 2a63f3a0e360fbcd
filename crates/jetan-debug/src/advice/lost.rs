//! Registers that a program lost on the way: to a procedure it called, or to a stack pointer that
//! had moved.

use jetan_isa::{Op, Reg};
use jetan_machine::observer::WrittenRegister;

use super::FaultContext;
use crate::blame::FailureAnalysis;
use crate::cause::StorageLocation;
use jetan_sanitizer::CodeText;
use jetan_symbols::DebugSymbols;

/// Instructions before a load that are searched for what belongs to it.
const REACH_INSTRUCTIONS: u32 = 256;

/// The advice if the register that failed at `scene` was overwritten by a procedure that had been
/// called from there and has returned.
pub(super) fn clobbered(
    inquiry: &FailureAnalysis,
    scene: u32,
    names: &DebugSymbols,
) -> Option<String> {
    let culprit = inquiry.culprit?;
    let Some(StorageLocation::Register(WrittenRegister::Cpu(reg))) = culprit.place else {
        return None;
    };
    let text = CodeText::new(&names.program);
    let (caller, callee) = (text.procedure(scene), text.procedure(culprit.pc));
    // A procedure that has not returned may still restore the register.
    let is_open = inquiry.trail.open.iter().any(|open| text.procedure(open.pc) == callee);
    if caller == callee || is_open || !text.is_called(callee) {
        return None;
    }
    // Saving the register belongs before its first write, wherever the fatal value came from.
    let first = text.first_write(callee, reg).unwrap_or(culprit.pc);
    let (name, line) = (names.code_name(callee), names.line_text(first));
    match reg.number() {
        16..=23 => Some(format!(
            "{name} changes `{reg}` in {line} and does not restore it: save it on the stack at \
             the start and load it before `jr $ra`, or use a temporary such as `$t0` there"
        )),
        // Unless the caller had put something there, the temporary is the callee's result.
        8..=15 | 24 | 25 if writes_before(&text, caller, scene, reg) => Some(format!(
            "{name} changes `{reg}` in {line}, so it does not survive the call: keep the value in \
             one of `$s0` to `$s7`, or on the stack"
        )),
        _ => None,
    }
}

/// Whether a procedure has put something into a register before an instruction of its own.
fn writes_before(text: &CodeText, procedure: u32, pc: u32, reg: Reg) -> bool {
    text.first_write(procedure, reg).is_some_and(|first| first < pc)
}

/// The advice if `$ra` was saved and is loaded, at `load`, after `$sp` has been raised.
pub(super) fn moved_stack(load: u32, context: &FaultContext) -> Option<String> {
    let code = |pc: u32| context.names.program.code_at(pc).map(|code| &code.instruction);
    let [ra, sp] = [Reg::RA, Reg::SP].map(|reg| i32::from(reg.number()));
    let own = code(load).filter(|one| one.op == Op::Lw && one.operands[0] == ra)?;
    let (loaded, mut raised) = (own.operands[1], None);
    own.operands.get(2).filter(|&&base| base == sp)?;
    for back in 1..REACH_INSTRUCTIONS {
        let pc = load.wrapping_sub(4 * back);
        let one = code(pc)?;
        let [first, second, third] = one.operands;
        match one.op {
            Op::Addi | Op::Addiu if first == sp && second == sp && third > 0 => {
                // Going backwards, the raise nearest to the load comes first.
                raised = raised.or(Some((pc, third)));
            }
            Op::Sw if first == ra && third == sp => {
                let (raise, by) = raised?;
                let (save, raise) = (context.names.line_text(pc), context.names.line_text(raise));
                // An offset that allows for the raise loads the right word.
                let is_missed = loaded.wrapping_add(by) != second;
                return is_missed.then(|| {
                    format!(
                        "{save} saves `$ra` at `{second}($sp)`, but {raise} raises `$sp` by {by} \
                         before `$ra` is loaded: load it first, then raise `$sp`"
                    )
                });
            }
            _ => {}
        }
    }
    None
}
