//! Instructions to text: the way MARS lists them, and the way people write them.

use std::fmt::{self, Write};

use crate::op::{Instruction, OperandField};
use crate::registers::{FReg, Reg};
use crate::slots::OperandSlot;

/// An instruction as MARS's listings show it: numbered registers, constants as eight hex digits.
///
/// `mnemonic` is the spelling of the source, which MARS keeps; without it the table's is used.
pub fn basic_text(instruction: &Instruction, address: u32, mnemonic: Option<&str>) -> String {
    let mut text = String::new();
    expect_written(write_basic_text(&mut text, instruction, address, mnemonic));
    text
}

/// [`basic_text`], written to `out`.
pub fn write_basic_text(
    out: &mut impl Write,
    instruction: &Instruction,
    address: u32,
    mnemonic: Option<&str>,
) -> fmt::Result {
    out.write_str(mnemonic.unwrap_or(instruction.op.name()))?;
    write_operands(out, instruction, ",", &mut |out, field, value| match field.kind {
        OperandSlot::Reg | OperandSlot::Cp0 => write!(out, "${value}"),
        OperandSlot::FReg => write!(out, "$f{value}"),
        // MARS: a branch is listed with its offset in words, a jump with the address it goes to.
        OperandSlot::Label if !instruction.op.is_branch() => {
            write!(out, "0x{:08x}", jump_target(address, value))
        }
        // `{:08x}` of an `i32` is its two's complement, which is how MARS lists negative constants.
        _ => write!(out, "0x{value:08x}"),
    })
}

/// An instruction as a person would write it: `lw $t0, 4($sp)`.
///
/// `label` names the address a branch or jump goes to; without a name the address is written in
/// hex, which shows where it leads but cannot be assembled again.
pub fn source_text(
    instruction: &Instruction,
    address: u32,
    label: &mut dyn FnMut(u32) -> Option<String>,
) -> String {
    let mut text = String::from(instruction.op.name());
    expect_written(write_operands(
        &mut text,
        instruction,
        ", ",
        &mut |out, field, value| match field.kind {
            OperandSlot::Reg => write!(out, "{}", Reg::at_index(value as u8)),
            OperandSlot::FReg => write!(out, "{}", FReg::at_index(value as u8)),
            OperandSlot::Cp0 => write!(out, "${value}"),
            // The cast drops the sign of `lui $at, -1`, which expansions contain. The 20-bit code
            // of `break` is not a mask and stays decimal.
            OperandSlot::U16 if field.width == 16 => write!(out, "0x{:x}", value as u16),
            OperandSlot::S16 => write!(out, "{}", value as i16),
            OperandSlot::Label => {
                // A label slot always has a target; the address is only there so that this cannot
                // panic.
                let target = target(instruction, address).unwrap_or(address);
                match label(target) {
                    Some(name) => out.write_str(&name),
                    None => write!(out, "0x{target:08x}"),
                }
            }
            _ => write!(out, "{value}"),
        },
    ));
    text
}

/// The destination of a branch or jump to a label, given its own address; `None` for everything
/// else.
pub fn target(instruction: &Instruction, address: u32) -> Option<u32> {
    let spec = instruction.op.spec();
    let index =
        (0..spec.operand_count as usize).find(|&i| spec.fields[i].kind == OperandSlot::Label)?;
    let value = instruction.operands[index];
    Some(if instruction.op.is_branch() {
        address.wrapping_add(4).wrapping_add((value as u32) << 2)
    } else {
        jump_target(address, value)
    })
}

/// A jump replaces the low 28 bits of the following instruction's address.
fn jump_target(address: u32, field: i32) -> u32 {
    (address.wrapping_add(4) & 0xf000_0000) | ((field as u32 & 0x03ff_ffff) << 2)
}

fn expect_written(result: fmt::Result) {
    result.expect("writing to a string does not fail");
}

/// Writes the operand list, a blank in front, with `operand` writing each value.
fn write_operands<W: Write>(
    out: &mut W,
    instruction: &Instruction,
    separator: &str,
    operand: &mut dyn FnMut(&mut W, OperandField, i32) -> fmt::Result,
) -> fmt::Result {
    let spec = instruction.op.spec();
    let mut lead = " ";
    let mut operands = spec.fields.into_iter().zip(instruction.operands);
    for slot in spec.slots.as_slice() {
        match slot {
            OperandSlot::Open => {
                out.write_char('(')?;
                lead = "";
            }
            OperandSlot::Close => out.write_char(')')?,
            _ => {
                out.write_str(lead)?;
                lead = separator;
                if let Some((field, value)) = operands.next() {
                    operand(out, field, value)?;
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::Op;

    const CASES: &[(Op, [i32; 3], &str, &str)] = &[
        (Op::Nop, [0, 0, 0], "nop", "nop"),
        (Op::Lui, [1, -1, 0], "lui $1,0xffffffff", "lui $at, 0xffff"),
        (Op::Ori, [8, 1, 0x1170], "ori $8,$1,0x00001170", "ori $t0, $at, 0x1170"),
        (Op::Sw, [8, 8, 1], "sw $8,0x00000008($1)", "sw $t0, 8($at)"),
        (Op::Sll, [8, 8, 2], "sll $8,$8,0x00000002", "sll $t0, $t0, 2"),
        (Op::Bgtz, [8, -4, 0], "bgtz $8,0xfffffffc", "bgtz $t0, 0x00400018"),
        (Op::J, [0x0010_0000, 0, 0], "j 0x00400000", "j start"),
        (Op::AddD, [2, 4, 6], "add.d $f2,$f4,$f6", "add.d $f2, $f4, $f6"),
        (Op::Mfc0, [26, 13, 0], "mfc0 $26,$13", "mfc0 $k0, $13"),
        (Op::BreakCode, [100, 0, 0], "break 0x00000064", "break 100"),
        (Op::CEqSFlag, [1, 0, 1], "c.eq.s 0x00000001,$f0,$f1", "c.eq.s 1, $f0, $f1"),
    ];

    #[test]
    fn listings_look_like_those_of_mars() {
        for &(op, operands, basic, _) in CASES {
            assert_eq!(basic_text(&Instruction { op, operands }, 0x0040_0024, None), basic);
        }
        let add = Instruction { op: Op::Add, operands: [8, 8, 1] };
        assert_eq!(basic_text(&add, 0, Some("ADD")), "ADD $8,$8,$1");
    }

    #[test]
    fn source_text_uses_names_and_labels() {
        let mut label = |address| (address == 0x0040_0000).then(|| String::from("start"));
        for &(op, operands, _, source) in CASES {
            let instruction = Instruction { op, operands };
            assert_eq!(source_text(&instruction, 0x0040_0024, &mut label), source);
        }
    }

    #[test]
    fn jumps_stay_in_the_region_of_the_next_instruction() {
        let jump = Instruction { op: Op::Jal, operands: [1, 0, 0] };
        assert_eq!(target(&jump, 0x8fff_fffc), Some(0x9000_0004));
        assert_eq!(target(&Instruction { op: Op::Nop, operands: [0; 3] }, 0), None);
    }
}
