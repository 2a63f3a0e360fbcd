//! The specimen statement of each form, as MARS quotes it when operands do not fit.
//!
//! MARS stores these by hand, but they follow rules, so they are computed here and compared with
//! MARS's own in a test.

use crate::mnemonics::InstructionForm;
use crate::op::{EncodingFormat, Op};
use crate::slots::OperandSlot;

/// A statement of the given form: `lw $t1,-100($t2)`.
pub(crate) fn example(form: InstructionForm) -> String {
    let mut text = String::from(form.name());
    let (mut operand_index, mut register_count, mut fpu_count) = (0, 0, 0);
    let mut lead = " ";
    for &slot in form.slots().as_slice() {
        match slot {
            OperandSlot::Open => {
                // `la $t1,($t2)` has a comma here, `la $t1,100($t2)` does not.
                if text.ends_with(|last: char| last.is_ascii_digit()) && operand_index == 1 {
                    text.push(',');
                }
                text.push('(');
                lead = "";
            }
            OperandSlot::Close => text.push(')'),
            OperandSlot::Plus => {
                text.push('+');
                lead = "";
            }
            _ => {
                text.push_str(lead);
                lead = ",";
                // MARS numbers CPU registers by their position among all registers: `lwc1
                // $f1,-100($t2)`.
                register_count += usize::from(matches!(slot, OperandSlot::Reg | OperandSlot::FReg));
                fpu_count += usize::from(slot == OperandSlot::FReg);
                text.push_str(&operand(form, slot, operand_index, register_count, fpu_count));
                operand_index += 1;
            }
        }
    }
    text
}

fn operand(
    form: InstructionForm,
    slot: OperandSlot,
    operand_index: usize,
    register_count: usize,
    fpu_count: usize,
) -> String {
    match slot {
        OperandSlot::Reg => format!("$t{register_count}"),
        OperandSlot::FReg => format!("$f{}", fpu_number(form, operand_index, fpu_count)),
        OperandSlot::Cp0 => "$8".to_owned(),
        // The 10 of shift amounts would not be a condition flag.
        OperandSlot::U5 if is_flag(form, operand_index) => "1".to_owned(),
        OperandSlot::U5 => "10".to_owned(),
        OperandSlot::S16 => "-100".to_owned(),
        OperandSlot::U16 => "100".to_owned(),
        OperandSlot::I32 => "100000".to_owned(),
        OperandSlot::F32 | OperandSlot::F64 => "1.5".to_owned(),
        OperandSlot::Label if is_jump(form) => "target".to_owned(),
        OperandSlot::Label => "label".to_owned(),
        OperandSlot::Open | OperandSlot::Close | OperandSlot::Plus => String::new(),
    }
}

fn is_jump(form: InstructionForm) -> bool {
    matches!(form, InstructionForm::Basic(op) if op.spec().format == EncodingFormat::J)
}

/// Singles count 0, 1, 3 and doubles 2, 4, 6; a lone or mixed operand is 1 or 2 by its precision.
fn fpu_number(form: InstructionForm, operand_index: usize, fpu_count: usize) -> usize {
    let fpu_operands = (0..form.slots().operand_count())
        .filter(|&index| form.slots().operand(index) == Some(OperandSlot::FReg))
        .fold(0, |set, index| set | 1 << index);
    let is_double = form.doubles() >> operand_index & 1 == 1;
    let is_uniform = form.doubles() == 0 || form.doubles() == fpu_operands;
    match (is_uniform && fpu_operands.count_ones() > 1, is_double) {
        // MARS: its examples for singles leave out `$f2`, as in `add.s $f0,$f1,$f3`.
        (true, false) => [0, 1, 3][(fpu_count - 1).min(2)],
        (true, true) => 2 * fpu_count,
        (false, false) => 1,
        (false, true) => 2,
    }
}

/// Whether an operand is a condition flag, the only number that is kept in three bits.
fn is_flag(form: InstructionForm, operand_index: usize) -> bool {
    let flag_bits = |op: Op| op.spec().fields.get(operand_index).is_some_and(|f| f.width == 3);
    matches!(form, InstructionForm::Basic(op) if flag_bits(op))
}
