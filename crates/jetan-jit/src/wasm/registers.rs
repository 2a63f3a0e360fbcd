//! The guest's registers as locals.

use jetan_isa::OperandSlot;
use jetan_machine::registers::R;
use wasm_encoder::{InstructionSink, MemArg, MemArgTarget, ValType};

use super::function::RegionWriter;
use crate::region::CodeRegion;
use crate::slots::{GuestSlot, SlotSet};

/// The bits of a pair that belong to its second register.
const UPPER: i64 = !0xffff_ffff;
const LOWER: i64 = 0xffff_ffff;

/// An address with an offset, for an access of so many bytes to something aligned.
pub(super) fn place(offset: i32, bytes: u32) -> MemArg {
    let align = bytes.trailing_zeros();
    let target = MemArgTarget::Memory(0);
    MemArg { offset: u64::from(offset as u32), align, target, ordering: None }
}

/// The pairs of floating-point registers that some instruction of a region takes for a double.
pub(super) fn pairs(region: &CodeRegion) -> SlotSet {
    let mut pairs = SlotSet::NONE;
    for &instruction in region.blocks.iter().flat_map(|block| &block.body) {
        let spec = instruction.op.spec();
        let regs = [instruction.a, instruction.b, instruction.c];
        for (idx, &reg) in regs.iter().enumerate().take(spec.operand_count as usize) {
            if spec.fields[idx].kind == OperandSlot::FReg && spec.doubles >> idx & 1 == 1 {
                pairs.insert(GuestSlot::float(reg));
            }
        }
    }
    pairs
}

impl RegionWriter<'_> {
    /// The pair that is one number and has this register, and whether that is its second.
    fn pair(&self, slot: GuestSlot) -> Option<(GuestSlot, bool)> {
        let is_second = slot.index() & 1 == 1;
        let first = if is_second { slot.previous() } else { slot };
        (slot.is_float() && self.pairs.contains(first)).then_some((first, is_second))
    }

    /// The local of a register, or of a pair by its first.
    fn slot(&mut self, slot: GuestSlot) -> u32 {
        if let Some(local) = self.slots[slot.index()] {
            return local;
        }
        let local = self.local(if slot == GuestSlot::HILO {
            ValType::I64
        } else if self.pair(slot).is_some() {
            ValType::F64
        } else if slot.is_float() {
            ValType::F32
        } else {
            ValType::I32
        });
        self.slots[slot.index()] = Some(local);
        local
    }

    /// Puts the value of a CPU register on the stack.
    pub(super) fn cpu(&mut self, reg: R) {
        match GuestSlot::cpu(reg) {
            Some(slot) => self.get(slot),
            // `$zero` reads as 0, and the sink is only ever a destination.
            None => {
                self.op().i32_const(0);
            }
        }
    }

    pub(super) fn set_cpu(&mut self, reg: R) {
        match GuestSlot::cpu(reg) {
            Some(slot) => self.set(slot),
            None => {
                self.op().drop();
            }
        }
    }

    /// Puts the value of a register on the stack; not one of floating point.
    pub(super) fn get(&mut self, slot: GuestSlot) {
        let local = self.slot(slot);
        self.op().local_get(local);
    }

    pub(super) fn set(&mut self, slot: GuestSlot) {
        let local = self.slot(slot);
        self.op().local_set(local);
    }

    /// Puts the bits of a floating-point register on the stack.
    pub(super) fn word(&mut self, slot: GuestSlot) {
        let Some((first, is_second)) = self.pair(slot) else {
            self.get(slot);
            self.op().i32_reinterpret_f32();
            return;
        };
        self.get(first);
        self.op().i64_reinterpret_f64();
        if is_second {
            self.op().i64_const(32).i64_shr_u();
        }
        self.op().i32_wrap_i64();
    }

    /// Sets a floating-point register to bits.
    pub(super) fn set_word(&mut self, slot: GuestSlot) {
        let Some((first, is_second)) = self.pair(slot) else {
            self.op().f32_reinterpret_i32();
            return self.set(slot);
        };
        self.op().i64_extend_i32_u();
        if is_second {
            self.op().i64_const(32).i64_shl();
        }
        self.get(first);
        let kept = if is_second { LOWER } else { UPPER };
        self.op().i64_reinterpret_f64().i64_const(kept).i64_and().i64_or().f64_reinterpret_i64();
        self.set(first);
    }

    pub(super) fn single(&mut self, slot: GuestSlot) {
        if self.pair(slot).is_none() {
            return self.get(slot);
        }
        self.word(slot);
        self.op().f32_reinterpret_i32();
    }

    pub(super) fn set_single(&mut self, slot: GuestSlot) {
        if self.pair(slot).is_none() {
            return self.set(slot);
        }
        self.op().i32_reinterpret_f32();
        self.set_word(slot);
    }

    /// Writes an instruction that accesses a field of the context, after its address.
    pub(super) fn at_context(
        &mut self,
        offset: i32,
        write: impl FnOnce(&mut InstructionSink<'_>, MemArg),
    ) {
        let context = self.source.context as i32;
        let mut op = self.op();
        op.i32_const(context);
        write(&mut op, place(offset, 4));
    }

    /// Takes registers from the file.
    pub(super) fn reload(&mut self, slots: SlotSet) {
        for slot in slots.iter() {
            match self.pair(slot) {
                Some((first, false)) if slots.contains(first.next()) => {
                    self.at_context(slot.offset(), |op, place| {
                        op.f64_load(place);
                    });
                    self.set(slot);
                }
                Some((first, true)) if slots.contains(first) => {}
                _ => self.reload_alone(slot),
            }
        }
    }

    fn reload_alone(&mut self, slot: GuestSlot) {
        if slot.is_float() {
            self.at_context(slot.offset(), |op, place| {
                op.i32_load(place);
            });
            return self.set_word(slot);
        }
        self.at_context(slot.offset(), |op, place| {
            if slot == GuestSlot::HILO {
                op.i64_load(place);
            } else if slot.is_flag() {
                op.i32_load8_u(MemArg { align: 0, ..place });
            } else {
                op.i32_load(place);
            }
        });
        self.set(slot);
    }

    /// Writes registers to the file.
    pub(super) fn write_back(&mut self, slots: SlotSet) {
        let context = self.source.context as i32;
        for slot in slots.iter() {
            let at = place(slot.offset(), 4);
            match self.pair(slot) {
                Some((first, true)) if slots.contains(first) => continue,
                _ => self.op().i32_const(context),
            };
            match self.pair(slot) {
                Some((first, false)) if slots.contains(first.next()) => {
                    self.get(slot);
                    self.op().f64_store(at);
                }
                _ if slot.is_float() => {
                    self.word(slot);
                    self.op().i32_store(at);
                }
                _ => {
                    self.get(slot);
                    if slot == GuestSlot::HILO {
                        self.op().i64_store(at);
                    } else if slot.is_flag() {
                        self.op().i32_store8(MemArg { align: 0, ..at });
                    } else {
                        self.op().i32_store(at);
                    }
                }
            }
        }
    }
}
