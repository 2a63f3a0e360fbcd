//! Calls and returns as they are executed: the one definition of how deep a run is in calls.
//!
//! An instruction that links opens a call, if it jumps. A `jr` to the return address of an open
//! call closes that call and every call inside it, whatever register it jumps through. A `jr $ra`
//! to anywhere else is a return that went astray: it closes the innermost call. Any other `jr` is a
//! jump. The stack pointer has no say, because a program may leave it wrong.

use std::collections::BTreeSet;

use jetan_isa::Op;
use jetan_machine::code::{CodeWord, DecodedInstruction};
use jetan_machine::memory::{MemoryAccess, WatchHit};
use jetan_machine::observer::WrittenRegister;
use jetan_machine::registers::R;
use jetan_machine::{Engine, Host, Machine, Observer, SparingInterpreter, Stop, StopConditions};

use jetan_sanitizer::flow::links;
use jetan_symbols::DebugSymbols;

/// Calls that are remembered; deeper ones are only counted.
const OPEN_MAX: usize = 1 << 16;
/// Levels that one return may leave. A bound, because a `jr` that is a plain jump looks at all of
/// them.
pub(crate) const LEVELS_MAX: usize = 256;

/// A change of the depth of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transfer {
    /// A call, and the address that it is to return to.
    Call { back: u32 },
    /// A `jr`, where it leads, and whether it jumps through `$ra`.
    Jump { to: u32, is_return: bool },
}

/// Recognises transfers among the instructions that an observer receives. It keeps the values of
/// the registers, so that it knows a jump's target before the jump is executed: afterwards an
/// interrupt may have led elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct TransferDecoder {
    values: [u32; 32],
    /// The distance from a call to its return address: beyond the delay slot, if there is one.
    link: u32,
}

impl TransferDecoder {
    pub(crate) fn of(machine: &Machine) -> TransferDecoder {
        let mut transfers = TransferDecoder { values: [0; 32], link: link(machine) };
        transfers.begin(machine);
        transfers
    }

    /// A run begins at a machine that may have been changed since the last one.
    pub(crate) fn begin(&mut self, machine: &Machine) {
        // All of them: `jr` may go through any register.
        self.values.copy_from_slice(machine.registers.values());
    }

    /// The effect on the depth of an instruction that is about to be executed.
    #[inline]
    pub(crate) fn fetch(&self, pc: u32, word: CodeWord) -> Option<Transfer> {
        let CodeWord::Instruction(one) = word else { return None };
        let is_call = match one.op {
            Op::Jal | Op::Jalr | Op::JalrRa => true,
            Op::Bgezal => self.value(one).cast_signed() >= 0,
            Op::Bltzal => self.value(one).cast_signed() < 0,
            Op::Jr => {
                let is_return = one.a == R::R31;
                return Some(Transfer::Jump { to: self.value(one), is_return });
            }
            _ => false,
        };
        is_call.then(|| Transfer::Call { back: pc.wrapping_add(self.link) })
    }

    fn value(&self, one: DecodedInstruction) -> u32 {
        self.values.get(one.a as usize).copied().unwrap_or(0)
    }

    #[inline]
    pub(crate) fn write(&mut self, register: WrittenRegister, value: u32) {
        if let WrittenRegister::Cpu(reg) = register {
            self.values[reg.index()] = value;
        }
    }
}

/// The distance from a call to its return address.
pub(crate) fn link(machine: &Machine) -> u32 {
    if machine.settings().delayed_branching { 8 } else { 4 }
}

/// The open calls that were followed, by their return addresses.
#[derive(Clone, Debug)]
pub(crate) struct OpenCalls {
    transfers: TransferDecoder,
    /// The innermost last.
    open: Vec<u32>,
    /// Further ones, deeper than those.
    deeper: u64,
}

impl OpenCalls {
    /// Follows a machine that stands inside a call with this return address.
    pub(crate) fn inside(machine: &Machine, back: u32) -> OpenCalls {
        OpenCalls { transfers: TransferDecoder::of(machine), open: vec![back], deeper: 0 }
    }

    fn jump(&mut self, to: u32, is_return: bool) {
        // The return addresses of these calls are not kept, so only `$ra` tells a return from a
        // jump.
        if self.deeper > 0 {
            self.deeper -= u64::from(is_return);
            return;
        }
        let from = self.open.len().saturating_sub(LEVELS_MAX);
        if let Some(idx) = self.open[from..].iter().rposition(|&back| back == to) {
            self.open.truncate(from + idx);
        } else if is_return {
            self.open.pop();
        }
    }
}

impl Observer for OpenCalls {
    const ACTIVE: bool = true;

    #[inline]
    fn fetch(&mut self, pc: u32, word: CodeWord) {
        match self.transfers.fetch(pc, word) {
            None => {}
            Some(Transfer::Call { back }) if self.open.len() < OPEN_MAX => self.open.push(back),
            Some(Transfer::Call { .. }) => self.deeper += 1,
            Some(Transfer::Jump { to, is_return }) => self.jump(to, is_return),
        }
    }

    #[inline]
    fn write(&mut self, register: WrittenRegister, value: u32) {
        self.transfers.write(register, value);
    }

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    /// Whether the call that it began in has returned.
    fn has_seen_enough(&self) -> bool {
        self.open.is_empty()
    }
}

/// The interpreter, following open calls; it stops after the instruction that closes the first.
pub(crate) struct CallWatcher {
    engine: SparingInterpreter<OpenCalls>,
}

impl CallWatcher {
    pub(crate) fn new(calls: OpenCalls) -> CallWatcher {
        CallWatcher { engine: SparingInterpreter::observed(calls) }
    }

    pub(crate) fn has_returned(&self) -> bool {
        self.engine.observer.has_seen_enough()
    }
}

impl Engine for CallWatcher {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        self.engine.observer.transfers.begin(machine);
        match self.engine.run(machine, host, until) {
            // A budget that is not used up would be asked for again.
            Stop::Budget if self.has_returned() => {
                // A number that no watchpoint has: the hit belongs to none of them.
                let pc = machine.pc;
                Stop::Watched(WatchHit {
                    watch: usize::MAX,
                    address: 0,
                    access: MemoryAccess::Write,
                    pc,
                })
            }
            stop => stop,
        }
    }

    fn bursts(&self) -> u64 {
        self.engine.bursts()
    }
}

/// The addresses that a program's calls return to.
pub(crate) fn return_addresses(names: &DebugSymbols, link: u32) -> BTreeSet<u32> {
    let code = names.program.code.iter();
    let calls = code.filter(|code| links(code.instruction.op));
    calls.map(|code| code.address.wrapping_add(link)).collect()
}

/// Whether the instruction at an address jumps to where a register says, without a link.
pub(crate) fn is_register_jump(machine: &Machine, pc: u32) -> bool {
    matches!(machine.word_at(pc), CodeWord::Instruction(one) if one.op == Op::Jr)
}
