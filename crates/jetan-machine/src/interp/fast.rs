//! Straight through translated code: the loop in which programs spend their time.
//!
//! Instructions are counted by the length of the stretches between taken branches, so nothing is
//! spent on counting inside a stretch; a run stops early enough that no stretch can overshoot its
//! budget, and the rest is done step by step. Common neighbours are executed as one: the first of
//! a pair does the second as well, so a jump to the second still finds it in its place.

#![expect(clippy::float_cmp, reason = "exact comparison is what the instructions do")]

mod kind;

use std::sync::Arc;

use jetan_isa::Op;

use self::kind::{FastOp, Kind};
use super::step::{Flow, step};
use super::{branch, float, integer, memory};
use crate::code::{Cell, Micro, Text};
use crate::fault::Fault;
use crate::host::Host;
use crate::machine::Machine;
use crate::registers::R;
use crate::syscall::{self, Outcome};

/// Why the loop was left. The machine is then as if every instruction before `pc` had just been
/// done by itself.
#[derive(Debug)]
pub(crate) enum Left {
    /// The instruction at `pc` faults.
    Fault(Fault),
    /// What stands at `pc` is not for this loop.
    Rare,
    /// The instruction at `pc` is a service that was called and is not simply done.
    Service(Result<Outcome, Fault>),
    /// The budget is nearly used up, or that of services, or a device wants something.
    Budget,
}

/// How far a run may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The count of instructions at which it ends.
    pub(crate) count: u64,
    /// How many more services may be called.
    pub(crate) services: u32,
    /// Whether it ends after the program has looked for a key.
    pub(crate) polls: bool,
    /// How many frames it is to end after, if it is.
    pub(crate) frames: Option<u64>,
}

/// The user text of a machine, translated.
pub(crate) struct Fast {
    /// What was translated.
    text: Arc<Text>,
    base: u32,
    ops: Vec<FastOp>,
    plain: Vec<Micro>,
}

impl Fast {
    pub(crate) fn new(machine: &Machine) -> Fast {
        let base = machine.text.base();
        let nothing = Micro { op: Op::Nop, a: R::R0, b: R::R0, c: R::R0, imm: 0 };
        let cells = machine.text.cells();
        let plain: Vec<Micro> = cells
            .iter()
            .map(|cell| if let Cell::Ready(micro) = cell { *micro } else { nothing })
            .collect();
        let ops = kind::translate(cells, base);
        Fast { text: Arc::clone(&machine.text), base, ops, plain }
    }

    /// Whether this is the translation of a machine's text as it is now.
    pub(crate) fn is_of(&self, machine: &Machine) -> bool {
        Arc::ptr_eq(&self.text, &machine.text)
    }

    /// Where an address is in the translated code.
    #[inline(always)]
    fn index(&self, address: u32) -> Option<usize> {
        let offset = address.wrapping_sub(self.base);
        let idx = (offset / 4) as usize;
        (offset.is_multiple_of(4) && idx < self.plain.len()).then_some(idx)
    }

    /// Runs from the machine's `pc`; `None` if that is not for this loop.
    pub(crate) fn run(
        &self,
        m: &mut Machine,
        host: &mut dyn Host,
        bounds: &mut Bounds,
    ) -> Option<Left> {
        let idx = self.index(m.pc)?;
        let margin = self.ops.len() as u64;
        let left = bounds.count.saturating_sub(m.count);
        let budget = left.checked_sub(margin).filter(|&left| left > 0)?;
        Some(self.run_from(m, host, idx, budget, bounds))
    }

    /// Executes an instruction that accesses a device; whether that leaves nothing to see to.
    #[cold]
    #[inline(never)]
    fn access_device(&self, m: &mut Machine, idx: usize, polls: bool) -> Result<bool, Fault> {
        let (agenda, polled) = (m.devices.agenda(), m.polls());
        m.access_device(self.plain[idx], self.base.wrapping_add(4 * idx as u32))?;
        Ok(agenda == m.devices.agenda() && !(polls && polled != m.polls()))
    }

    fn run_from(
        &self,
        m: &mut Machine,
        host: &mut dyn Host,
        from: usize,
        budget: u64,
        bounds: &mut Bounds,
    ) -> Left {
        let before = m.count;
        let ops = self.ops.as_slice();
        let mut idx = from;
        let mut start = from;
        let mut done = 0_u64;
        let mut elsewhere = None;

        macro_rules! go {
            ($target:expr) => {{
                done += (idx - start + 1) as u64;
                idx = $target;
                start = idx;
                if done >= budget {
                    break Left::Budget;
                }
            }};
        }
        macro_rules! go_to_address {
            ($target:expr) => {{
                let address: u32 = $target;
                match self.index(address) {
                    Some(target) => go!(target),
                    None => {
                        elsewhere = Some(address);
                        idx += 1;
                        break Left::Rare;
                    }
                }
            }};
        }
        macro_rules! check {
            ($result:expr) => {
                if let Err(fault) = $result {
                    match fault {
                        Fault::Device => {}
                        // To be done where the memory can be told to let it pass.
                        Fault::Watched => break Left::Rare,
                        fault => break Left::Fault(fault),
                    }
                    m.count = before + done + (idx - start) as u64;
                    match self.access_device(m, idx, bounds.polls) {
                        Ok(true) => {}
                        Ok(false) => {
                            idx += 1;
                            break Left::Budget;
                        }
                        Err(fault) => break Left::Fault(fault),
                    }
                }
            };
        }
        // One instruction that goes on to the next.
        macro_rules! body {
            (Addu, $op:expr) => {
                integer::addu(&mut m.registers, $op)
            };
            (Addiu, $op:expr) => {
                integer::addiu(&mut m.registers, $op)
            };
            (Subu, $op:expr) => {
                integer::subu(&mut m.registers, $op)
            };
            (Add, $op:expr) => {
                check!(integer::add(&mut m.registers, $op))
            };
            (Addi, $op:expr) => {
                check!(integer::addi(&mut m.registers, $op))
            };
            (Sub, $op:expr) => {
                check!(integer::sub(&mut m.registers, $op))
            };
            (And, $op:expr) => {
                integer::and(&mut m.registers, $op)
            };
            (Or, $op:expr) => {
                integer::or(&mut m.registers, $op)
            };
            (Xor, $op:expr) => {
                integer::xor(&mut m.registers, $op)
            };
            (Nor, $op:expr) => {
                integer::nor(&mut m.registers, $op)
            };
            (Andi, $op:expr) => {
                integer::andi(&mut m.registers, $op)
            };
            (Ori, $op:expr) => {
                integer::ori(&mut m.registers, $op)
            };
            (Xori, $op:expr) => {
                integer::xori(&mut m.registers, $op)
            };
            (Lui, $op:expr) => {
                integer::lui(&mut m.registers, $op)
            };
            (Sll, $op:expr) => {
                integer::sll(&mut m.registers, $op)
            };
            (Srl, $op:expr) => {
                integer::srl(&mut m.registers, $op)
            };
            (Sra, $op:expr) => {
                integer::sra(&mut m.registers, $op)
            };
            (Slt, $op:expr) => {
                integer::slt(&mut m.registers, $op)
            };
            (Sltu, $op:expr) => {
                integer::sltu(&mut m.registers, $op)
            };
            (Slti, $op:expr) => {
                integer::slti(&mut m.registers, $op)
            };
            (Sltiu, $op:expr) => {
                integer::sltiu(&mut m.registers, $op)
            };
            (Mult, $op:expr) => {
                integer::mult(&m.registers, &mut m.hilo, $op)
            };
            (Mul, $op:expr) => {
                integer::mul(&mut m.registers, &mut m.hilo, $op)
            };
            (Div, $op:expr) => {
                integer::div(&m.registers, &mut m.hilo, $op)
            };
            (Divu, $op:expr) => {
                integer::divu(&m.registers, &mut m.hilo, $op)
            };
            (Mfhi, $op:expr) => {
                m.registers[$op.a] = m.hilo.hi
            };
            (Mflo, $op:expr) => {
                m.registers[$op.a] = m.hilo.lo
            };
            (Lw, $op:expr) => {
                check!(memory::lw(&mut m.registers, &mut m.memory, $op))
            };
            (Lb, $op:expr) => {
                check!(memory::lb(&mut m.registers, &mut m.memory, $op))
            };
            (Lbu, $op:expr) => {
                check!(memory::lbu(&mut m.registers, &mut m.memory, $op))
            };
            (Lh, $op:expr) => {
                check!(memory::lh(&mut m.registers, &mut m.memory, $op))
            };
            (Lhu, $op:expr) => {
                check!(memory::lhu(&mut m.registers, &mut m.memory, $op))
            };
            (Sw, $op:expr) => {
                check!(memory::sw(&m.registers, &mut m.memory, $op))
            };
            (Sh, $op:expr) => {
                check!(memory::sh(&m.registers, &mut m.memory, $op))
            };
            (Sb, $op:expr) => {
                check!(memory::sb(&m.registers, &mut m.memory, $op))
            };
            (Lwc1, $op:expr) => {
                check!(memory::lwc1(&m.registers, &mut m.fpu, &mut m.memory, $op))
            };
            (Swc1, $op:expr) => {
                check!(memory::swc1(&m.registers, &m.fpu, &mut m.memory, $op))
            };
            (AddS, $op:expr) => {
                float::single(&mut m.fpu, $op, |a, b| a + b)
            };
            (SubS, $op:expr) => {
                float::single(&mut m.fpu, $op, |a, b| a - b)
            };
            (MulS, $op:expr) => {
                float::single(&mut m.fpu, $op, |a, b| a * b)
            };
            (DivS, $op:expr) => {
                float::single(&mut m.fpu, $op, |a, b| a / b)
            };
            (MovS, $op:expr) => {
                float::bits(&mut m.fpu, $op, |bits| bits)
            };
            (CEqS, $op:expr) => {
                float::compare_single(&mut m.fpu, 0, $op.a, $op.b, |a, b| a == b)
            };
            (CLeS, $op:expr) => {
                float::compare_single(&mut m.fpu, 0, $op.a, $op.b, |a, b| a <= b)
            };
            (CLtS, $op:expr) => {
                float::compare_single(&mut m.fpu, 0, $op.a, $op.b, |a, b| a < b)
            };
            (AddD, $op:expr) => {
                check!(float::double(&mut m.fpu, $op, |a, b| a + b))
            };
            (SubD, $op:expr) => {
                check!(float::double(&mut m.fpu, $op, |a, b| a - b))
            };
            (MulD, $op:expr) => {
                check!(float::double(&mut m.fpu, $op, |a, b| a * b))
            };
            (DivD, $op:expr) => {
                check!(float::double(&mut m.fpu, $op, |a, b| a / b))
            };
        }
        macro_rules! simple {
            ($name:ident, $op:expr) => {{
                body!($name, $op);
                idx += 1;
            }};
        }
        macro_rules! branch_if {
            ($holds:expr, $op:expr) => {
                if $holds { go!($op.imm as u32 as usize) } else { idx += 1 }
            };
        }
        macro_rules! ending {
            (Beq, $op:expr) => {
                branch_if!(branch::beq(&m.registers, $op), $op)
            };
            (Bne, $op:expr) => {
                branch_if!(branch::bne(&m.registers, $op), $op)
            };
            (Bgez, $op:expr) => {
                branch_if!(branch::bgez(&m.registers, $op), $op)
            };
            (Bgtz, $op:expr) => {
                branch_if!(branch::bgtz(&m.registers, $op), $op)
            };
            (Blez, $op:expr) => {
                branch_if!(branch::blez(&m.registers, $op), $op)
            };
            (Bltz, $op:expr) => {
                branch_if!(branch::bltz(&m.registers, $op), $op)
            };
            (Bc1t, $op:expr) => {
                branch_if!(m.fpu.flag(0), $op)
            };
            (Bc1f, $op:expr) => {
                branch_if!(!m.fpu.flag(0), $op)
            };
            (J, $op:expr) => {
                go!($op.imm as u32 as usize)
            };
            (Jal, $op:expr) => {{
                m.registers[R::R31] = self.base.wrapping_add(4 * idx as u32 + 4);
                go!($op.imm as u32 as usize)
            }};
            (Jr, $op:expr) => {
                go_to_address!(m.registers[$op.a])
            };
        }
        macro_rules! dispatch {
            (
                simple { $($s:ident)* } ending { $($e:ident)* }
                pairs { $($p:ident = $p1:ident $p2:ident;)* }
                ended { $($q:ident = $q1:ident $q2:ident;)* }
            ) => {
                loop {
                    let op = ops[idx];
                    match op.kind {
                        $(Kind::$s => simple!($s, op.micro()),)*
                        $(Kind::$e => ending!($e, op.micro()),)*
                        $(Kind::$p => {
                            body!($p1, op.micro());
                            idx += 1;
                            let op = ops[idx].micro();
                            body!($p2, op);
                            idx += 1;
                        })*
                        $(Kind::$q => {
                            body!($q1, op.micro());
                            idx += 1;
                            let op = ops[idx].micro();
                            ending!($q2, op)
                        })*
                        Kind::Other => {
                            let pc = self.base.wrapping_add(4 * idx as u32);
                            match step(m, self.plain[idx], pc) {
                                Ok(Flow::Next) => idx += 1,
                                Ok(Flow::Branch(to) | Flow::Direct(to)) => go_to_address!(to),
                                Ok(Flow::Syscall) => break Left::Rare,
                                Err(fault) => {
                                    check!(Err::<(), Fault>(fault));
                                    idx += 1;
                                }
                            }
                        }
                        Kind::Service if bounds.services == 0 => break Left::Budget,
                        Kind::Service => {
                            bounds.services -= 1;
                            m.count = before + done + (idx - start) as u64;
                            m.pc = self.base.wrapping_add(4 * idx as u32);
                            match syscall::call(m, host) {
                                Ok(Outcome::Done) if !m.memory.has_noted() => {
                                    idx += 1;
                                    if bounds.frames.is_some_and(|frames| m.frames() != frames) {
                                        break Left::Budget;
                                    }
                                }
                                outcome => break Left::Service(outcome),
                            }
                        }
                        Kind::Rare => break Left::Rare,
                    }
                }
            };
        }

        let left = kind::with_kinds!(dispatch);
        m.count = before + done + (idx - start) as u64;
        m.pc = elsewhere.unwrap_or_else(|| self.base.wrapping_add(4 * idx as u32));
        left
    }
}
