//! Liveness of registers: a register is live only where something that matters reads it, so
//! that counters and whole chains of computations that end nowhere are dead.

use super::effects::{HI_AND_LO, RegisterSet, effects, is_below_stack, named_cell};
use super::flow::{BlockEnd, FlowGraph, target};
use super::tokens::families::OpFamily;
use super::tokens::{CodeStatement, NamelessOperand};

/// Passes over the code after which everything counts as needed.
const PASSES_MAX: usize = 40;

/// The registers that somebody who calls a procedure may look at: `$v0`, `$v1`, `$f0` to `$f3`.
const RESULT_REGISTERS: RegisterSet = 0b1100 | 0b1111 << 32;
/// `$a0` to `$a3`, which a procedure may read that is not in the submission.
const ARGUMENT_REGISTERS: RegisterSet = 0b1111_0000;
/// `$at`, `$k0` and `$k1`, which nobody may rely on.
const UNRELIABLE_REGISTERS: RegisterSet = 1 << 1 | 0b11 << 26;
const RETURN_ADDRESS: RegisterSet = 1 << 31;

struct LiveRegisters<'a> {
    flow: &'a FlowGraph,
    code: &'a [CodeStatement],
    /// The registers that are live at the start of each block.
    entry: Vec<RegisterSet>,
    /// Those that are live after calls.
    returns: RegisterSet,
    /// Those that are live where addresses that are not known may lead.
    away: RegisterSet,
    /// By the number of a name: whether something that matters reads it.
    is_read: Vec<bool>,
    has_changed: bool,
}

/// Marks what computes something that nobody needs.
pub(super) fn mark_unneeded(
    code: &[CodeStatement],
    flow: &FlowGraph,
    order: &[(usize, bool)],
    dead: &mut [bool],
) {
    let mut liveness = LiveRegisters {
        flow,
        code,
        entry: vec![0; flow.blocks.len()],
        returns: RESULT_REGISTERS,
        // Without any address taken a jump to a register can lead anywhere outside: everything
        // counts.
        away: if flow.addressed.is_empty() { !UNRELIABLE_REGISTERS } else { RESULT_REGISTERS },
        is_read: escaping(code, flow.named.len()),
        has_changed: true,
    };
    // Each pass only adds registers, so it ends by itself; the bound is for time. Nothing is marked
    // then.
    for _ in 0..PASSES_MAX {
        if !std::mem::take(&mut liveness.has_changed) {
            for &(block, _) in order {
                liveness.block(block, Some(&mut *dead));
            }
            return;
        }
        // Backwards, because liveness flows against the order; loops take further passes.
        for &(block, _) in order.iter().rev() {
            liveness.block(block, None);
        }
        for &block in &flow.addressed {
            liveness.away |= liveness.entry[block];
        }
    }
}

/// Names that something else than a plain load or store uses.
fn escaping(code: &[CodeStatement], names: usize) -> Vec<bool> {
    let mut is_read = vec![false; names];
    for code in code.iter().filter(|code| named_cell(code).is_none()) {
        for operand in code.operands() {
            if let NamelessOperand::Name(name) = operand {
                is_read[*name as usize] = true;
            }
        }
    }
    is_read
}

impl LiveRegisters<'_> {
    /// Goes through a block from its end, and marks what is dead if that is wanted.
    fn block(&mut self, number: usize, mut dead: Option<&mut [bool]>) {
        let (block, all) = (self.flow.blocks[number], self.code);
        let mut live = match block.leads {
            BlockEnd::To(next) => self.entry[next],
            BlockEnd::Fork { holds, fails } => {
                self.entry[fails] | holds.map_or(0, |holds| self.entry[holds])
            }
            BlockEnd::Return => self.returns,
            BlockEnd::Away => self.away,
            BlockEnd::Stop => 0,
        };
        for idx in (block.start..block.end).rev() {
            let code = &all[idx];
            if code.family == OpFamily::CALL || code.family == OpFamily::CALL_REGISTER {
                live = self.before_call(code, live);
                continue;
            }
            let effects = effects(code);
            let cell = named_cell(code);
            let is_dead = match cell {
                _ if effects.is_pure => live & effects.writes == 0,
                Some((name, true)) => !self.is_read[name as usize],
                _ => is_below_stack(code),
            };
            if is_dead {
                if let Some(dead) = dead.as_deref_mut() {
                    dead[idx] = true;
                }
                continue;
            }
            if let Some((name, false)) = cell
                // A load that is needed makes every store to that name needed.
                && !std::mem::replace(&mut self.is_read[name as usize], true)
            {
                self.has_changed = true;
            }
            // Half of a double may stay.
            live &= !(effects.writes & (0xffff_ffff | HI_AND_LO));
            live |= effects.reads;
        }
        self.has_changed |= self.entry[number] | live != self.entry[number];
        self.entry[number] |= live;
    }

    fn before_call(&mut self, code: &CodeStatement, live: RegisterSet) -> RegisterSet {
        self.has_changed |= self.returns | live != self.returns;
        self.returns |= live;
        match (target(code, &self.flow.named), code.operands().last()) {
            // The call itself sets `$ra`.
            (Some(called), _) => self.entry[called] & !RETURN_ADDRESS,
            (None, Some(&NamelessOperand::Register(register @ 1..32))) => {
                live | self.away | ARGUMENT_REGISTERS | 1 << register
            }
            (None, _) => live | ARGUMENT_REGISTERS,
        }
    }
}
