//! Loads and stores.

use super::super::processor::{Effect, Exception, Processor};
use super::super::table::Operands;

pub(crate) fn effect(name: &str) -> Option<Effect> {
    aligned(name).or_else(|| unaligned(name)).or_else(|| float(name))
}

fn aligned(name: &str) -> Option<Effect> {
    Some(match name {
        "lw" | "ll" => |p, o| {
            let word = p.load(ea(p, o), 4)?;
            p.put(o.a, word)
        },
        "lh" => |p, o| {
            let half = p.load(ea(p, o), 2)?;
            p.put(o.a, half as i16 as u32)
        },
        "lhu" => |p, o| {
            let half = p.load(ea(p, o), 2)?;
            p.put(o.a, half)
        },
        "lb" => |p, o| {
            let byte = p.load(ea(p, o), 1)?;
            p.put(o.a, byte as i8 as u32)
        },
        "lbu" => |p, o| {
            let byte = p.load(ea(p, o), 1)?;
            p.put(o.a, byte)
        },
        "sw" => |p, o| p.store(ea(p, o), 4, p.get(o.a)),
        "sh" => |p, o| p.store(ea(p, o), 2, p.get(o.a)),
        "sb" => |p, o| p.store(ea(p, o), 1, p.get(o.a)),
        "sc" => |p, o| {
            p.store(ea(p, o), 4, p.get(o.a))?;
            p.put(o.a, 1)
        },
        _ => return None,
    })
}

fn unaligned(name: &str) -> Option<Effect> {
    Some(match name {
        "lwl" => |p, o| {
            let (ea, mut bytes) = (ea(p, o), p.get(o.a).to_le_bytes());
            for i in 0..=remainder(p, ea) {
                bytes[(3 - i) as usize] = p.load(ea.wrapping_sub(i as u32), 1)? as u8;
            }
            p.put(o.a, u32::from_le_bytes(bytes))
        },
        "lwr" => |p, o| {
            let (ea, mut bytes) = (ea(p, o), p.get(o.a).to_le_bytes());
            for i in 0..=3 - remainder(p, ea) {
                bytes[lane(i)] = p.load(ea.wrapping_add(i as u32), 1)? as u8;
            }
            p.put(o.a, u32::from_le_bytes(bytes))
        },
        "swl" => |p, o| {
            let (ea, bytes) = (ea(p, o), p.get(o.a).to_le_bytes());
            for i in 0..=remainder(p, ea) {
                p.store(ea.wrapping_sub(i as u32), 1, u32::from(bytes[(3 - i) as usize]))?;
            }
            Ok(())
        },
        "swr" => |p, o| {
            let (ea, bytes) = (ea(p, o), p.get(o.a).to_le_bytes());
            for i in 0..=3 - remainder(p, ea) {
                p.store(ea.wrapping_add(i as u32), 1, u32::from(bytes[lane(i)]))?;
            }
            Ok(())
        },
        _ => return None,
    })
}

fn float(name: &str) -> Option<Effect> {
    Some(match name {
        "lwc1" => |p, o| {
            p.f[o.a as usize] = p.load(ea(p, o), 4)?;
            Ok(())
        },
        "swc1" => |p, o| p.store(ea(p, o), 4, p.f[o.a as usize]),
        "ldc1" => |p, o| {
            let ea = double_address(p, o, 4)?;
            let (low, high) = (p.load(ea, 4)?, p.load(ea.wrapping_add(4), 4)?);
            p.f[o.a as usize] = low;
            p.f[o.a as usize + 1] = high;
            Ok(())
        },
        "sdc1" => |p, o| {
            let ea = double_address(p, o, 5)?;
            p.store(ea, 4, p.f[o.a as usize])?;
            p.store(ea.wrapping_add(4), 4, p.f[o.a as usize + 1])
        },
        _ => return None,
    })
}

/// `c+b`
fn ea(p: &Processor, o: Operands) -> u32 {
    p.get(o.c).wrapping_add(o.b as u32)
}

/// `ea%4`. MARS: as Java computes it, which is negative for addresses from 0x80000000 up (S15).
fn remainder(p: &Processor, ea: u32) -> i32 {
    if p.is_mars { ea as i32 % 4 } else { (ea % 4) as i32 }
}

/// The place of a byte in a register. Java shifts by multiples of 8 modulo 32, so a byte number
/// above 3, which only a negative remainder brings about, starts again from 0.
fn lane(i: i32) -> usize {
    i as usize % 4
}

fn double_address(p: &Processor, o: Operands, code: u32) -> Result<u32, Exception> {
    if o.a % 2 != 0 {
        return Err(Exception::without_code("first register must be even-numbered"));
    }
    let ea = ea(p, o);
    if ea.is_multiple_of(8) {
        Ok(ea)
    } else {
        Err(Exception::at(code, ea, "address not aligned on doubleword boundary "))
    }
}
