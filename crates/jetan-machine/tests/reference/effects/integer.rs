//! Arithmetic, logic, shifts, comparisons and moves between CPU registers.

use super::super::processor::{Effect, Exception, Processor};

pub(crate) fn effect(name: &str) -> Option<Effect> {
    arithmetic(name).or_else(|| logic(name))
}

fn arithmetic(name: &str) -> Option<Effect> {
    Some(match name {
        "add" => |p, o| exact(p, o.a, p.signed(o.b) + p.signed(o.c)),
        "sub" => |p, o| exact(p, o.a, p.signed(o.b) - p.signed(o.c)),
        "addi" => |p, o| exact(p, o.a, p.signed(o.b) + i64::from(o.c)),
        "addu" => |p, o| p.put(o.a, (p.signed(o.b) + p.signed(o.c)) as u32),
        "subu" => |p, o| p.put(o.a, (p.signed(o.b) - p.signed(o.c)) as u32),
        "addiu" => |p, o| p.put(o.a, (p.signed(o.b) + i64::from(o.c)) as u32),
        "mult" => |p, o| p.put_hilo((p.signed(o.a) * p.signed(o.b)) as u64),
        "multu" => |p, o| p.put_hilo(p.unsigned(o.a) * p.unsigned(o.b)),
        "mul" => |p, o| {
            let product = p.signed(o.b) * p.signed(o.c);
            p.put(o.a, product as u32)?;
            p.put_hilo(product as u64)
        },
        "madd" => |p, o| {
            let product = p.signed(o.a) * p.signed(o.b);
            p.put_hilo(p.hilo().wrapping_add(product as u64))
        },
        "maddu" => |p, o| {
            let product = p.unsigned(o.a) * p.unsigned(o.b);
            p.put_hilo(p.hilo().wrapping_add(product))
        },
        "msub" => |p, o| {
            let product = p.signed(o.a) * p.signed(o.b);
            p.put_hilo(p.hilo().wrapping_sub(product as u64))
        },
        "msubu" => |p, o| {
            let product = p.unsigned(o.a) * p.unsigned(o.b);
            p.put_hilo(p.hilo().wrapping_sub(product))
        },
        "div" => |p, o| {
            let (a, b) = (p.signed(o.a), p.signed(o.b));
            if b != 0 {
                // In 64 bits MIN / -1 is 2^31, whose low half is MIN.
                p.lo = (a / b) as u32;
                p.hi = (a % b) as u32;
            }
            Ok(())
        },
        "divu" => |p, o| {
            let (a, b) = (p.get(o.a), p.get(o.b));
            if let (Some(quotient), Some(rest)) = (a.checked_div(b), a.checked_rem(b)) {
                (p.lo, p.hi) = (quotient, rest);
            }
            Ok(())
        },
        "mfhi" => |p, o| p.put(o.a, p.hi),
        "mflo" => |p, o| p.put(o.a, p.lo),
        "mthi" => |p, o| {
            p.hi = p.get(o.a);
            Ok(())
        },
        "mtlo" => |p, o| {
            p.lo = p.get(o.a);
            Ok(())
        },
        _ => return None,
    })
}

fn logic(name: &str) -> Option<Effect> {
    Some(match name {
        "nop" => |_, _| Ok(()),
        "and" => |p, o| p.put(o.a, p.get(o.b) & p.get(o.c)),
        "or" => |p, o| p.put(o.a, p.get(o.b) | p.get(o.c)),
        "nor" => |p, o| p.put(o.a, !(p.get(o.b) | p.get(o.c))),
        "xor" => |p, o| p.put(o.a, p.get(o.b) ^ p.get(o.c)),
        "andi" => |p, o| p.put(o.a, p.get(o.b) & o.c as u32),
        "ori" => |p, o| p.put(o.a, p.get(o.b) | o.c as u32),
        "xori" => |p, o| p.put(o.a, p.get(o.b) ^ o.c as u32),
        "lui" => |p, o| p.put(o.a, (o.b as u32) << 16),
        "sll" => |p, o| p.put(o.a, p.get(o.b) << o.c),
        "srl" => |p, o| p.put(o.a, p.get(o.b) >> o.c),
        "sra" => |p, o| p.put(o.a, (p.signed(o.b) >> o.c) as u32),
        "sllv" => |p, o| p.put(o.a, p.get(o.b) << (p.get(o.c) & 31)),
        "srlv" => |p, o| p.put(o.a, p.get(o.b) >> (p.get(o.c) & 31)),
        "srav" => |p, o| p.put(o.a, (p.signed(o.b) >> (p.get(o.c) & 31)) as u32),
        "slt" => |p, o| p.put(o.a, u32::from(p.signed(o.b) < p.signed(o.c))),
        "sltu" => |p, o| p.put(o.a, u32::from(p.unsigned(o.b) < p.unsigned(o.c))),
        "slti" => |p, o| p.put(o.a, u32::from(p.signed(o.b) < i64::from(o.c))),
        "sltiu" => |p, o| p.put(o.a, u32::from(p.get(o.b) < o.c as u32)),
        "movn" => |p, o| if p.get(o.c) != 0 { p.put(o.a, p.get(o.b)) } else { Ok(()) },
        "movz" => |p, o| if p.get(o.c) == 0 { p.put(o.a, p.get(o.b)) } else { Ok(()) },
        // Without a flag operand `c` is 0, which is the flag meant.
        "movf" => |p, o| if p.flag(o.c) { Ok(()) } else { p.put(o.a, p.get(o.b)) },
        "movt" => |p, o| if p.flag(o.c) { p.put(o.a, p.get(o.b)) } else { Ok(()) },
        "clo" => |p, o| p.put(o.a, leading(p.get(o.b), 1)),
        "clz" => |p, o| p.put(o.a, leading(p.get(o.b), 0)),
        _ => return None,
    })
}

/// Writes a sum that must fit a register.
fn exact(p: &mut Processor, register: i32, sum: i64) -> Result<(), Exception> {
    match i32::try_from(sum) {
        Ok(sum) => p.put(register, sum as u32),
        Err(_) => Err(Exception::new(12, "arithmetic overflow")),
    }
}

/// How many bits in a row, from the highest, have this value.
fn leading(value: u32, bit: u32) -> u32 {
    let is_other = |position: &u32| value >> (31 - position) & 1 != bit;
    (0..32).find(is_other).unwrap_or(32)
}
