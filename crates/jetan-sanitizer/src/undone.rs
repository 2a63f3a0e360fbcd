//! Results that a loop undoes, exchanges that reach no memory, and the number of a service taken
//! for its result: told by the text alone.

use jetan_isa::{MemoryUse, Op, Reg, Service};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;
use jetan_order::SharedSort;

use super::analysis::{CodeText, successors};
use super::liveness::touched;
use super::reads::reads;
use super::unused::{UnusedKind, UnusedResult};

/// The most instructions of a loop that is looked into.
const LOOP_INSTRUCTIONS_MAX: u32 = 64;
/// The most instructions that are followed to learn whether a register is read again.
const FOLLOWED_MAX: usize = 1 << 10;
/// The most instructions between the number of a service and its `syscall`.
const SERVICE_REACH: u32 = 6;

/// A loop without another in it, and without calls.
#[derive(Clone, Copy)]
struct PlainLoop {
    /// The first instruction.
    head: u32,
    /// The branch or jump back to it.
    back: u32,
}

impl PlainLoop {
    fn contains(self, pc: u32) -> bool {
        (self.head..=self.back).contains(&pc)
    }

    /// The addresses after `pc` to the end.
    fn after(self, pc: u32) -> impl Iterator<Item = u32> {
        (pc.wrapping_add(4)..=self.back).step_by(4)
    }
}

impl CodeText {
    /// The results that are undone, in order of address.
    pub(super) fn undone(&self) -> Vec<UnusedResult> {
        let mut found = Vec::new();
        for (pc, one) in self.addresses() {
            found.extend(self.plain_loop(pc, one).and_then(|all| self.starts_again(all)));
            found.extend(self.lost_exchange(pc));
            found.extend(self.copied_number(pc, one));
        }
        found.shared_sort_by_key(|one| one.pc);
        found.dedup_by_key(|one| one.pc);
        found
    }

    /// The loop that an instruction leads back to the start of.
    fn plain_loop(&self, back: u32, one: DecodedInstruction) -> Option<PlainLoop> {
        let is_back = one.op == Op::J || one.op.is_branch();
        let head = successors(one, back).find(|&next| next <= back).filter(|_| is_back)?;
        if back - head > 4 * LOOP_INSTRUCTIONS_MAX {
            return None;
        }
        let is_plain = (head..back).step_by(4).all(|pc| {
            let Some(one) = self.get(pc) else { return false };
            let leaves = matches!(one.op, Op::J) || one.op.is_branch();
            let turns = leaves && successors(one, pc).any(|next| next <= pc);
            !turns && (leaves || !one.op.is_jump()) && one.op != Op::Eret
        });
        is_plain.then_some(PlainLoop { head, back })
    }

    /// The update of a register that each iteration begins by setting again, so that it is lost.
    fn starts_again(&self, all: PlainLoop) -> Option<UnusedResult> {
        let (init, reg) = (all.head..=all.back).step_by(4).find_map(|pc| {
            let reg = self.constant(pc)?;
            let is_open = (all.head..pc).step_by(4).all(|at| {
                let Some(one) = self.get(at) else { return false };
                let (read, written) = touched(one);
                let is_inside = successors(one, at)
                    .any(|next| next != at.wrapping_add(4) && all.contains(next));
                (read | written) & 1 << reg.index() == 0 && !is_inside
            });
            let has_update = all.after(pc).any(|at| self.is_update(at, reg));
            (is_open && has_update).then_some((pc, reg))
        })?;
        let update = all.after(init).find(|&pc| self.is_update(pc, reg))?;
        let bit = 1 << reg.index();
        let touches = |pc: u32| self.get(pc).map_or((bit, bit), touched);
        let others = all.after(init).filter(|&pc| pc != update);
        let is_only = others.into_iter().all(|pc| touches(pc).1 & bit == 0);
        let is_read_after = all.after(update).any(|pc| touches(pc).0 & bit != 0);
        if !is_only || is_read_after {
            return None;
        }
        let exits = (all.head..=all.back).step_by(4).flat_map(|pc| {
            let ways = self.get(pc).map(|one| successors(one, pc).collect::<Vec<_>>());
            ways.unwrap_or_default().into_iter().map(move |next| (pc, next))
        });
        let exits: Vec<(u32, u32)> = exits.filter(|&(_, next)| !all.contains(next)).collect();
        let is_lost = exits.iter().all(|&(_, next)| self.is_lost(next, reg));
        // Otherwise the last value is used after the loop, as that of a sum of which all but the
        // last part is missing.
        let is_sum = || {
            let is_between = exits.iter().any(|&(pc, _)| pc > init && pc != all.back);
            let is_read = all.after(init).any(|pc| pc != update && touches(pc).0 & bit != 0);
            !is_between && !is_read && self.is_zero(init) && self.adds_loaded(all, update)
        };
        let kind = UnusedKind::Restart { has_run: false };
        (is_lost || is_sum()).then_some(UnusedResult { pc: update, reg, over: init, kind })
    }

    /// The temporary or saved register that an instruction sets to a constant.
    fn constant(&self, pc: u32) -> Option<Reg> {
        let one = self.get(pc)?;
        let is_number = matches!(one.op, Op::Addi | Op::Addiu | Op::Ori) && one.b == R::R0;
        let is_address = one.op == Op::Ori
            && one.b == R::R1
            && self.get(pc.wrapping_sub(4)).is_some_and(|before| before.op == Op::Lui);
        let reg = one.a.reg().filter(|reg| matches!(reg.number(), 8..=25));
        reg.filter(|_| is_number || is_address)
    }

    fn is_zero(&self, pc: u32) -> bool {
        self.get(pc).is_some_and(|one| one.imm == 0 && one.b == R::R0)
    }

    /// Whether an instruction adds something to a register.
    fn is_update(&self, pc: u32, reg: Reg) -> bool {
        let Some(one) = self.get(pc) else { return false };
        let is_it = |place: R| place.reg() == Some(reg);
        match one.op {
            Op::Addi | Op::Addiu => is_it(one.a) && is_it(one.b) && one.imm != 0,
            Op::Add | Op::Addu => {
                let has_zero = [one.b, one.c].contains(&R::R0);
                is_it(one.a) && is_it(one.b) != is_it(one.c) && !has_zero
            }
            _ => false,
        }
    }

    /// Whether the instruction at `update` adds what the loop loads from memory.
    fn adds_loaded(&self, all: PlainLoop, update: u32) -> bool {
        let Some(one) = self.get(update).filter(|one| matches!(one.op, Op::Add | Op::Addu)) else {
            return false;
        };
        let part = if one.b == one.a { one.c } else { one.b };
        let is_load = |one: DecodedInstruction| {
            matches!(reads(one.op).memory, MemoryUse::Load(_)) && one.a == part
        };
        (all.head..update).step_by(4).any(|pc| self.get(pc).is_some_and(is_load))
    }

    /// Whether nothing reads a register from an instruction on before it is written; a return, or a
    /// call of what takes it, may.
    fn is_lost(&self, from: u32, reg: Reg) -> bool {
        let bit = 1 << reg.index();
        let (mut open, mut seen) = (vec![from], Vec::new());
        while let Some(pc) = open.pop() {
            // Behind the text there is nothing that reads.
            let Some(one) = self.get(pc) else { continue };
            if seen.contains(&pc) {
                continue;
            }
            seen.push(pc);
            let (read, written) = touched(one);
            let target = one.imm.cast_unsigned() << 2 | pc & 0xf000_0000;
            let is_taken = match one.op {
                Op::Jal => self.takes(target, reg),
                Op::Jr => true,
                op => op.is_jump() && op != Op::J,
            };
            if read & bit != 0 || is_taken || seen.len() > FOLLOWED_MAX {
                return false;
            }
            if written & bit == 0 {
                open.extend(successors(one, pc));
            }
        }
        true
    }

    /// Whether nothing reads a register from an instruction on before it is written, also after
    /// every return: then nobody needs what is in it.
    pub(super) fn is_never_read(&self, from: u32, reg: Reg) -> bool {
        self.is_unread(from, reg, |_, one| touched(one).0)
    }

    /// The same for an argument, of which services read those that they need.
    fn is_lost_argument(&self, from: u32, reg: Reg) -> bool {
        self.is_unread(from, reg, |pc, one| {
            let service = Some(one).filter(|one| one.op == Op::Syscall);
            let row = service.and_then(|_| self.service_at(pc)).map(Service::row);
            match row.map(|row| row.arguments.contains(reg.name())) {
                Some(false) => 0,
                Some(true) | None => touched(one).0,
            }
        })
    }

    /// Whether nothing reads a register from an instruction on; `read_by` tells what one reads.
    fn is_unread(
        &self,
        from: u32,
        reg: Reg,
        read_by: impl Fn(u32, DecodedInstruction) -> u32,
    ) -> bool {
        let bit = 1 << reg.index();
        let (mut open, mut seen) = (vec![from], vec![false; self.code().len()]);
        while let Some(pc) = open.pop() {
            let idx = (pc.wrapping_sub(self.base()) / 4) as usize;
            let Some(one) = self.get(pc) else { continue };
            if std::mem::replace(&mut seen[idx], true) {
                continue;
            }
            let (read, written) = (read_by(pc, one), touched(one).1);
            // A call through a register, or a jump by a table, may lead anywhere.
            let is_unknown = matches!(one.op, Op::Jalr | Op::JalrRa | Op::Eret)
                || one.op == Op::Jr && one.a != R::R31;
            if read & bit != 0 || is_unknown {
                return false;
            }
            if written & bit != 0 || one.op == Op::Syscall && self.is_exit(pc) {
                continue;
            }
            match one.op {
                Op::Jal => open.push(one.imm.cast_unsigned() << 2 | pc & 0xf000_0000),
                // Back to after any call: which one it is depends on the run.
                Op::Jr => {
                    let calls = self.addresses().filter(|(_, one)| one.op == Op::Jal);
                    open.extend(calls.map(|(pc, _)| pc.wrapping_add(4)));
                }
                Op::Bgezal | Op::Bltzal => return false,
                _ => open.extend(successors(one, pc)),
            }
        }
        true
    }

    /// The second of three copies that exchange two registers which nothing reads afterwards.
    fn lost_exchange(&self, pc: u32) -> Option<UnusedResult> {
        let copy = |back: u32| {
            let one = self.get(pc.wrapping_add(4 * back))?;
            let is_copy = matches!(one.op, Op::Add | Op::Addu | Op::Or);
            let ((R::R0, from) | (from, R::R0)) = (one.b, one.c) else { return None };
            let is_own = |reg: &Reg| matches!(reg.number(), 4..=25);
            let [to, from] = [one.a, from].map(|place| place.reg().filter(is_own));
            is_copy.then_some((to?, from?))
        };
        let ((spare, one), (first, other), (last, kept)) = (copy(0)?, copy(1)?, copy(2)?);
        let is_exchange = first == one && last == other && kept == spare && one != other;
        let end = pc.wrapping_add(12);
        let is_lost = |reg: Reg| match reg.number() {
            4..=7 => self.is_lost_argument(end, reg),
            _ => self.is_lost(end, reg),
        };
        let is_lost = is_exchange && [one, other].into_iter().all(is_lost);
        let kind = UnusedKind::Exchange { other };
        let over = pc.wrapping_add(8);
        is_lost.then_some(UnusedResult { pc: pc.wrapping_add(4), reg: one, over, kind })
    }

    /// The copy of a service's number to the argument or the result of that same service.
    fn copied_number(&self, pc: u32, one: DecodedInstruction) -> Option<UnusedResult> {
        let is_number = matches!(one.op, Op::Addi | Op::Addiu | Op::Ori) && one.b == R::R0;
        let service = Service::from_number(one.imm.cast_unsigned())?;
        if !is_number || one.a.reg() != Some(Reg::V0) {
            return None;
        }
        let mut copy: Option<(u32, Reg)> = None;
        let mut is_asked = false;
        for at in (pc.wrapping_add(4)..).step_by(4).take(SERVICE_REACH as usize) {
            let next = self.get(at)?;
            let (read, written) = touched(next);
            if next.op == Op::Syscall {
                is_asked = true;
                break;
            }
            let is_copy = matches!(next.op, Op::Add | Op::Addu | Op::Or)
                && [next.b, next.c].contains(&R::R0)
                && read == 1 << Reg::V0.index();
            let is_undone = copy.is_some_and(|(_, reg)| written & 1 << reg.index() != 0);
            let is_number_lost = written & 1 << Reg::V0.index() != 0;
            if is_undone || is_number_lost || next.op.is_branch() || next.op.is_jump() {
                return None;
            }
            copy = copy.or_else(|| next.a.reg().filter(|_| is_copy).map(|reg| (at, reg)));
        }
        let (at, reg) = copy.filter(|_| is_asked)?;
        let row = service.row();
        let is_argument = reg == Reg::A0 && row.arguments.contains("$a0");
        let is_result = matches!(reg.number(), 8..=25) && row.results.contains("$v0");
        let kind = UnusedKind::Number { is_result };
        (is_argument || is_result).then_some(UnusedResult { pc: at, reg, over: pc, kind })
    }
}
