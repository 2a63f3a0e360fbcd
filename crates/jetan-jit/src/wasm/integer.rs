//! Integers: the twins of the machine's `interp/integer.rs`.

use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;
use wasm_encoder::{BlockType, InstructionSink, ValType};

use super::function::{RegionWriter, Scratch};
use crate::slots::GuestSlot;
use crate::status::ExitReason;

/// Writes an operation on what is on the stack.
pub(super) type Operation = fn(&mut InstructionSink<'_>);

/// Whether a number is taken with its sign.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Signedness {
    Signed,
    Unsigned,
}

/// The effect of a product on HI and LO.
#[derive(Clone, Copy)]
pub(super) enum ProductMode {
    Replace,
    Add,
    Subtract,
}

impl RegionWriter<'_> {
    /// `rd, rs, rt` without traps.
    pub(super) fn register_operation(&mut self, d: DecodedInstruction, operation: Operation) {
        self.cpu(d.b);
        self.cpu(d.c);
        operation(&mut self.op());
        self.set_cpu(d.a);
    }

    /// `rt, rs, imm` without traps.
    pub(super) fn constant_operation(
        &mut self,
        d: DecodedInstruction,
        constant: i32,
        operation: Operation,
    ) {
        self.cpu(d.b);
        let mut op = self.op();
        op.i32_const(constant);
        operation(&mut op);
        self.set_cpu(d.a);
    }

    /// An addition of a constant that traps: one compare shows it.
    pub(super) fn add_constant_trapping(&mut self, d: DecodedInstruction) {
        let sum = self.scratch(Scratch::Left);
        self.cpu(d.b);
        self.op().i32_const(d.imm).i32_add().local_tee(sum);
        self.cpu(d.b);
        // Adding a number that is not negative makes a sum that is not smaller, unless it wraps.
        if d.imm < 0 {
            self.op().i32_gt_s();
        } else {
            self.op().i32_lt_s();
        }
        self.leave_if(ExitReason::Rare);
        self.op().local_get(sum);
        self.set_cpu(d.a);
    }

    /// An addition or subtraction that traps: done in 64 bits, it must fit into 32.
    pub(super) fn trapping(&mut self, d: DecodedInstruction, operation: Operation) {
        let wide = self.scratch(Scratch::Wide);
        self.cpu(d.b);
        self.op().i64_extend_i32_s();
        self.cpu(d.c);
        let mut op = self.op();
        op.i64_extend_i32_s();
        operation(&mut op);
        op.local_tee(wide).local_get(wide).i64_extend32_s().i64_ne();
        self.leave_if(ExitReason::Rare);
        self.op().local_get(wide).i32_wrap_i64();
        self.set_cpu(d.a);
    }

    /// A conditional move; whether it happens is on the stack.
    pub(super) fn move_if(&mut self, d: DecodedInstruction) {
        let holds = self.scratch(Scratch::Left);
        self.op().local_set(holds);
        self.cpu(d.b);
        self.cpu(d.a);
        self.op().local_get(holds).select();
        self.set_cpu(d.a);
    }

    fn wide(&mut self, reg: R, sign: Signedness) {
        self.cpu(reg);
        match sign {
            Signedness::Signed => self.op().i64_extend_i32_s(),
            Signedness::Unsigned => self.op().i64_extend_i32_u(),
        };
    }

    /// Multiplies into HI and LO.
    pub(super) fn multiply(&mut self, left: R, right: R, sign: Signedness, how: ProductMode) {
        if !matches!(how, ProductMode::Replace) {
            self.get(GuestSlot::HILO);
        }
        self.wide(left, sign);
        self.wide(right, sign);
        self.op().i64_mul();
        match how {
            ProductMode::Replace => {}
            ProductMode::Add => {
                self.op().i64_add();
            }
            ProductMode::Subtract => {
                self.op().i64_sub();
            }
        }
        self.set(GuestSlot::HILO);
        self.has_halves = false;
    }

    /// The locals of quotient and remainder.
    fn halves(&mut self) -> [u32; 2] {
        let halves = self.halves;
        halves.unwrap_or_else(|| {
            let halves = [self.local(ValType::I32), self.local(ValType::I32)];
            self.halves = Some(halves);
            halves
        })
    }

    pub(super) fn low(&mut self) {
        if self.has_halves {
            let [low, _] = self.halves();
            self.op().local_get(low);
            return;
        }
        self.get(GuestSlot::HILO);
        self.op().i32_wrap_i64();
    }

    pub(super) fn high(&mut self) {
        if self.has_halves {
            let [_, high] = self.halves();
            self.op().local_get(high);
            return;
        }
        self.get(GuestSlot::HILO);
        self.op().i64_const(32).i64_shr_u().i32_wrap_i64();
    }

    pub(super) fn set_low(&mut self, reg: R) {
        self.high();
        self.op().i64_extend_i32_u().i64_const(32).i64_shl();
        self.wide(reg, Signedness::Unsigned);
        self.op().i64_or();
        self.set(GuestSlot::HILO);
        self.has_halves = false;
    }

    pub(super) fn set_high(&mut self, reg: R) {
        self.wide(reg, Signedness::Unsigned);
        self.op().i64_const(32).i64_shl();
        self.low();
        self.op().i64_extend_i32_u().i64_or();
        self.set(GuestSlot::HILO);
        self.has_halves = false;
    }

    /// Divides into HI and LO; by zero, nothing changes.
    pub(super) fn divide(&mut self, d: DecodedInstruction, sign: Signedness) {
        let (left, right) = (self.scratch(Scratch::Left), self.scratch(Scratch::Right));
        let [low, high] = self.halves();
        self.cpu(d.a);
        self.op().local_set(left);
        self.cpu(d.b);
        self.op().local_set(right);
        // MARS: dividing by zero leaves HI and LO as they are.
        self.low();
        self.op().local_set(low);
        self.high();
        self.op().local_set(high);
        self.op().local_get(right);
        self.begin_if(BlockType::Empty);
        let mut op = self.op();
        match sign {
            // The host traps on the smallest number divided by -1.
            Signedness::Signed => {
                op.local_get(right).i32_const(-1).i32_eq();
                op.if_(BlockType::Result(ValType::I32)).i32_const(0).local_get(left).i32_sub();
                op.else_().local_get(left).local_get(right).i32_div_s().end();
            }
            Signedness::Unsigned => {
                op.local_get(left).local_get(right).i32_div_u();
            }
        }
        op.local_set(low).local_get(left).local_get(low).local_get(right).i32_mul().i32_sub();
        op.local_set(high);
        self.end_block();
        let mut op = self.op();
        op.local_get(high).i64_extend_i32_u().i64_const(32).i64_shl();
        op.local_get(low).i64_extend_i32_u().i64_or();
        self.set(GuestSlot::HILO);
        self.has_halves = true;
    }

    /// A trap leaves, and the machine raises it.
    pub(super) fn trap_if(&mut self, d: DecodedInstruction, condition: Operation) {
        self.cpu(d.a);
        self.cpu(d.b);
        condition(&mut self.op());
        self.leave_if(ExitReason::Rare);
    }

    pub(super) fn trap_if_constant(&mut self, d: DecodedInstruction, condition: Operation) {
        self.cpu(d.a);
        let mut op = self.op();
        op.i32_const(d.imm);
        condition(&mut op);
        self.leave_if(ExitReason::Rare);
    }
}
