//! Straight through translated code: the loop in which programs spend their time.
//!
//! Instructions are counted by the length of the blocks between taken branches, so nothing is
//! spent on counting inside a block; a run stops early enough that no block can overshoot its
//! budget, and the rest is done step by step. Common neighbours are executed as one: the first of
//! a pair does the second as well, so a jump to the second still finds it in its place.

#![expect(clippy::float_cmp, reason = "exact comparison is what the instructions do")]

mod kind;

use std::sync::Arc;

use jetan_isa::Op;

pub(super) use self::kind::PairFusion;
use self::kind::{FastOp, Kind};
use super::memory::MemoryPort;
use super::notify_mode::NotifyMode;
use super::step::{StepFlow, step};
use super::{branch, float, integer, memory};
use crate::code::{CodeWord, DecodedInstruction, TextSegment};
use crate::core::{BurstContext, LeaveReason};
use crate::fault::Fault;
use crate::machine::Machine;
use crate::observer::{InstructionLocation, Observer};
use crate::registers::R;
use crate::stop::Breakpoints;
use crate::warning::WarningKind;

/// The most instructions that are executed without a look at the budget, which jumps have: the loop
/// leaves before one in the middle of a longer block.
const BLOCK_INSTRUCTIONS_MAX: usize = 1024;

/// The user text of a machine, translated.
pub(super) struct FastText {
    /// The text that the rest was made of; compared by reference with the machine's.
    text: Arc<TextSegment>,
    base: u32,
    /// The neighbours that are executed as one.
    pairs: PairFusion,
    ops: Vec<FastOp>,
    /// The kind of each of `ops` by itself.
    singles: Vec<Kind>,
    plain: Vec<DecodedInstruction>,
    /// Before which instructions `ops` leaves the loop.
    breakpoints: Breakpoints,
    /// Likewise, for a look at the budget; in ascending order.
    rests: Vec<usize>,
    /// The most instructions between two looks at the budget.
    margin: u64,
}

/// The resting points of the loop in long blocks without a jump, and the longest block left.
fn rest_points(kinds: &[Kind]) -> (Vec<usize>, u64) {
    let (mut rests, mut len, mut longest) = (Vec::new(), 0, 0);
    for (idx, kind) in kinds.iter().enumerate() {
        if len == BLOCK_INSTRUCTIONS_MAX {
            rests.push(idx);
            len = 0;
        }
        len += 1;
        longest = longest.max(len);
        // Only these leave for certain; a branch that is not taken goes on without a look at the
        // budget.
        if matches!(kind, Kind::J | Kind::Jal | Kind::Jr) {
            len = 0;
        }
    }
    (rests, longest as u64)
}

impl FastText {
    pub(super) fn new(machine: &Machine, pairs: PairFusion) -> FastText {
        let text = Arc::clone(&machine.text);
        let base = text.base();
        let instruction = |word: &CodeWord| match word {
            CodeWord::Instruction(instruction) => *instruction,
            // Never executed, because the kind at this index leaves the loop.
            CodeWord::Absent | CodeWord::Undefined(_) => DecodedInstruction::NOP,
        };
        let plain = text.words().map(instruction).collect();
        let ops = kind::translate(&text);
        let singles = ops.iter().map(|op| op.kind).collect::<Vec<_>>();
        let breakpoints = Breakpoints::default();
        let (rests, margin) = rest_points(&singles);
        let mut fast =
            FastText { text, base, pairs, ops, singles, plain, breakpoints, rests, margin };
        // Without pairs, only the resting points differ from the plain instructions.
        if pairs == PairFusion::None {
            for idx in fast.rests.clone() {
                fast.choose(idx);
            }
        } else {
            for idx in 0..fast.plain.len() {
                fast.choose(idx);
            }
        }
        fast
    }

    /// Whether this is the translation of a machine's text as it is now.
    pub(super) fn is_of(&self, machine: &Machine, pairs: PairFusion) -> bool {
        Arc::ptr_eq(&self.text, &machine.text) && self.pairs == pairs
    }

    /// Makes the loop end before these instructions and no others.
    pub(super) fn mark(&mut self, breakpoints: &Breakpoints) {
        if self.breakpoints.is_same(breakpoints) {
            return;
        }
        let before = std::mem::replace(&mut self.breakpoints, breakpoints.clone());
        for &address in before.addresses().iter().chain(breakpoints.addresses()) {
            if let Some(idx) = self.index(address) {
                self.choose(idx);
                // The instruction in front may begin a pair that would run across the breakpoint.
                self.choose(idx.saturating_sub(1));
            }
        }
    }

    /// Decides what the loop does at an index: its instruction, the pair it begins, or leave.
    fn choose(&mut self, idx: usize) {
        let single = self.singles[idx];
        self.ops[idx].kind = if self.is_marked(idx) {
            Kind::Break
        } else if !self.is_marked(idx + 1) {
            let pair = self.singles.get(idx + 1).and_then(|&next| kind::pair(single, next));
            pair.filter(|_| self.pairs.any()).unwrap_or(single)
        } else {
            single
        };
    }

    fn is_marked(&self, idx: usize) -> bool {
        self.breakpoints.contains(self.base.wrapping_add(4 * idx as u32))
            || self.rests.binary_search(&idx).is_ok()
    }

    /// The index of an address in the translated code.
    #[inline(always)]
    fn index(&self, address: u32) -> Option<usize> {
        let offset = address.wrapping_sub(self.base);
        let idx = (offset / 4) as usize;
        (offset.is_multiple_of(4) && idx < self.plain.len()).then_some(idx)
    }

    /// Runs from the machine's `pc`.
    pub(super) fn run<O: Observer, T: NotifyMode<O>>(
        &self,
        m: &mut Machine,
        turn: &mut BurstContext<'_, O>,
    ) -> LeaveReason {
        let Some(idx) = self.index(m.pc) else { return LeaveReason::Rare };
        let left = turn.count.saturating_sub(m.count);
        // No block between two looks is longer than the margin, so the count cannot be passed
        // inside one.
        match left.checked_sub(self.margin) {
            None | Some(0) => LeaveReason::Rare,
            Some(budget) => {
                // At least one: a pause that is over would leave without a step and be entered
                // again for ever.
                let pause = turn.pause.saturating_sub(m.count).max(1);
                self.run_from::<O, T>(m, turn, idx, budget.min(pause))
            }
        }
    }

    /// Executes an instruction that accesses a device or something watched; whether that leaves
    /// nothing to see to.
    #[cold]
    #[inline(never)]
    fn access<O: Observer>(
        &self,
        m: &mut Machine,
        turn: &mut BurstContext<'_, O>,
        idx: usize,
    ) -> Result<bool, Fault> {
        turn.access(m, self.plain[idx], self.base.wrapping_add(4 * idx as u32))
    }

    fn run_from<O: Observer, T: NotifyMode<O>>(
        &self,
        m: &mut Machine,
        turn: &mut BurstContext<'_, O>,
        from: usize,
        budget: u64,
    ) -> LeaveReason {
        let ops = self.ops.as_slice();
        let mut idx = from;
        // How far the count is ahead of the index: the same all along a block. One variable, for
        // there are hardly enough registers for those of this loop.
        let mut ahead = m.count.wrapping_sub(from as u64);
        let end = m.count.saturating_add(budget);
        let mut elsewhere = None;
        let mut nobody = ();
        T::begin_burst(turn.observer);
        // At hand without a look at the context, which every instruction would have to take.
        let mut observer = &mut *turn.observer;
        macro_rules! place {
            () => {
                InstructionLocation { base: self.base, index: idx }
            };
        }
        macro_rules! pc {
            () => {
                place!().pc()
            };
        }
        macro_rules! enter {
            () => {
                if !T::enter(observer, m, place!()) {
                    break LeaveReason::Rare;
                }
            };
        }
        if !T::enter(observer, m, place!()) {
            return LeaveReason::Rare;
        }
        macro_rules! go {
            ($target:expr) => {{
                let count = ahead.wrapping_add(idx as u64 + 1);
                idx = $target;
                ahead = count.wrapping_sub(idx as u64);
                if count >= end {
                    break LeaveReason::Look;
                }
                enter!();
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
                        break LeaveReason::Rare;
                    }
                }
            }};
        }
        macro_rules! check {
            ($result:expr) => {
                if let Err(fault) = $result {
                    if !matches!(fault, Fault::Device | Fault::Watched) {
                        break LeaveReason::Fault(fault);
                    }
                    if T::LEAVES_DEVICES {
                        break LeaveReason::Rare;
                    }
                    m.count = ahead.wrapping_add(idx as u64);
                    let accessed = self.access(m, turn, idx);
                    observer = &mut *turn.observer;
                    match accessed {
                        // It has reported all there is.
                        Ok(true) if T::IS_ACTIVE => {
                            idx += 1;
                            continue;
                        }
                        Ok(true) => {}
                        Ok(false) => {
                            idx += 1;
                            break LeaveReason::Look;
                        }
                        Err(fault) => break LeaveReason::Fault(fault),
                    }
                }
            };
        }
        macro_rules! port {
            () => {
                MemoryPort { memory: &mut m.memory, observer: T::ear(observer, &mut nobody) }
            };
        }
        // Told before an instruction is executed, and after.
        macro_rules! before {
            ($decoded:expr) => {
                match T::before(observer, m, place!(), $decoded) {
                    Some(note) => note,
                    None => break T::refusal(),
                }
            };
        }
        macro_rules! after {
            ($note:expr, $decoded:expr) => {
                T::after(observer, m, $note, place!(), $decoded)
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
            (Div, $op:expr) => {{
                if m.registers[$op.b] == 0 {
                    m.remarks
                        .note(self.base.wrapping_add(4 * idx as u32), WarningKind::DividedByZero);
                }
                integer::div(&m.registers, &mut m.hilo, $op)
            }};
            (Divu, $op:expr) => {{
                if m.registers[$op.b] == 0 {
                    m.remarks
                        .note(self.base.wrapping_add(4 * idx as u32), WarningKind::DividedByZero);
                }
                integer::divu(&m.registers, &mut m.hilo, $op)
            }};
            (Mfhi, $op:expr) => {
                m.registers[$op.a] = m.hilo.hi
            };
            (Mflo, $op:expr) => {
                m.registers[$op.a] = m.hilo.lo
            };
            (Lw, $op:expr) => {
                check!(memory::lw(&mut m.registers, &mut port!(), $op))
            };
            (Lb, $op:expr) => {
                check!(memory::lb(&mut m.registers, &mut port!(), $op))
            };
            (Lbu, $op:expr) => {
                check!(memory::lbu(&mut m.registers, &mut port!(), $op))
            };
            (Lh, $op:expr) => {
                check!(memory::lh(&mut m.registers, &mut port!(), $op))
            };
            (Lhu, $op:expr) => {
                check!(memory::lhu(&mut m.registers, &mut port!(), $op))
            };
            (Sw, $op:expr) => {
                check!(memory::sw(&m.registers, &mut port!(), $op))
            };
            (Sh, $op:expr) => {
                check!(memory::sh(&m.registers, &mut port!(), $op))
            };
            (Sb, $op:expr) => {
                check!(memory::sb(&m.registers, &mut port!(), $op))
            };
            (Lwc1, $op:expr) => {
                check!(memory::lwc1(&m.registers, &mut m.fpu, &mut port!(), $op))
            };
            (Swc1, $op:expr) => {
                check!(memory::swc1(&m.registers, &m.fpu, &mut port!(), $op))
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
        // With its op as a constant for the observer, so that what the table says of it is one too.
        macro_rules! told {
            ($name:ident, $op:expr) => {{
                let one = DecodedInstruction { op: Op::$name, ..$op };
                let note = before!(one);
                body!($name, $op);
                after!(note, one);
                idx += 1;
            }};
        }
        macro_rules! branch_if {
            ($holds:expr, $op:expr) => {
                if $holds {
                    go!($op.imm as u32 as usize)
                } else {
                    idx += 1;
                    enter!();
                }
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
            (Jr, $op:expr) => {{
                let address = m.registers[$op.a];
                match self.index(address) {
                    Some(target) => go!(target),
                    None => {
                        m.note_jump(pc!(), $op.a, address);
                        elsewhere = Some(address);
                        idx += 1;
                        break LeaveReason::Rare;
                    }
                }
            }};
        }
        // As it is reported: without an observer, not even looked up.
        macro_rules! jump {
            ($name:ident, $op:expr) => {
                if !T::IS_ACTIVE || T::REPORTS_INDICES {
                    DecodedInstruction { op: Op::$name, ..$op }
                } else {
                    DecodedInstruction { op: Op::$name, ..self.plain[idx] }
                }
            };
        }
        macro_rules! ended {
            (Jal, $op:expr) => {{
                let one = jump!(Jal, $op);
                let note = before!(one);
                m.registers[R::R31] = pc!().wrapping_add(4);
                after!(note, one);
                go!($op.imm as u32 as usize)
            }};
            ($name:ident, $op:expr) => {{
                before!(jump!($name, $op));
                ending!($name, $op)
            }};
        }
        macro_rules! dispatch {
            (
                simple { $($s:ident)* } ending { $($e:ident)* }
                pairs { $($p:ident = $p1:ident $p2:ident;)* }
                ended { $($q:ident = $q1:ident $q2:ident;)* }
            ) => {
                loop {
                    let op = &ops[idx];
                    match op.kind {
                        $(Kind::$s => told!($s, op.decoded()),)*
                        $(Kind::$e => ended!($e, op.decoded()),)*
                        $(Kind::$p if const { T::PAIRS.any() } => {
                            told!($p1, op.decoded());
                            let op = ops[idx].decoded();
                            told!($p2, op);
                        })*
                        $(Kind::$q if const { T::PAIRS.any() } => {
                            told!($q1, op.decoded());
                            let op = ops[idx].decoded();
                            ended!($q2, op)
                        })*
                        $(Kind::$p)|* | $(Kind::$q)|* => break LeaveReason::Rare,
                        Kind::Other => {
                            let one = self.plain[idx];
                            let note = before!(one);
                            let ear = T::ear(observer, &mut nobody);
                            let done = step(m, ear, one, pc!());
                            if done.is_ok() && T::LEAVES_DEVICES {
                                after!(note, one);
                            }
                            match done {
                                Ok(StepFlow::Next) => idx += 1,
                                Ok(StepFlow::Branch(to) | StepFlow::Direct(to)) => {
                                    go_to_address!(to)
                                }
                                Ok(StepFlow::Syscall) => break LeaveReason::Rare,
                                Err(fault) => {
                                    check!(Err::<(), Fault>(fault));
                                    idx += 1;
                                }
                            }
                        }
                        Kind::Service => {
                            m.count = ahead.wrapping_add(idx as u64);
                            m.pc = pc!();
                            let served = T::serve(turn, m);
                            observer = &mut *turn.observer;
                            match served {
                                Some(None) => {
                                    idx += 1;
                                    enter!();
                                }
                                Some(Some(leave)) => {
                                    T::end_burst(turn.observer, m);
                                    return leave;
                                }
                                None => break LeaveReason::Rare,
                            }
                        }
                        Kind::Break => break LeaveReason::Look,
                        Kind::Rare => break LeaveReason::Rare,
                    }
                }
            };
        }

        let left = kind::with_kinds!(dispatch);
        m.count = ahead.wrapping_add(idx as u64);
        m.pc = elsewhere.unwrap_or(pc!());
        T::end_burst(turn.observer, m);
        left
    }
}
