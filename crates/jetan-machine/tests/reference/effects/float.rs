//! The floating-point unit.
#![expect(clippy::float_cmp, reason = "exact comparison is what the instructions do")]

use super::super::processor::{Effect, Exception, Processor};
use super::super::table::Operands;

type Done = Result<(), Exception>;

pub(crate) fn effect(name: &str, operands: usize) -> Option<Effect> {
    arithmetic(name)
        .or_else(|| comparison(name, operands))
        .or_else(|| to_integer(name))
        .or_else(|| conversion(name))
        .or_else(|| moving(name))
}

fn arithmetic(name: &str) -> Option<Effect> {
    Some(match name {
        "add.s" => |p, o| p.put_single(o.a, p.single(o.b) + p.single(o.c)),
        "sub.s" => |p, o| p.put_single(o.a, p.single(o.b) - p.single(o.c)),
        "mul.s" => |p, o| p.put_single(o.a, p.single(o.b) * p.single(o.c)),
        "div.s" => |p, o| p.put_single(o.a, p.single(o.b) / p.single(o.c)),
        "sqrt.s" => |p, o| p.put_single(o.a, p.single(o.b).sqrt()),
        "add.d" => |p, o| {
            even("all registers", &[o.a, o.b, o.c])?;
            p.put_double(o.a, p.double(o.b) + p.double(o.c))
        },
        "sub.d" => |p, o| {
            even("all registers", &[o.a, o.b, o.c])?;
            p.put_double(o.a, p.double(o.b) - p.double(o.c))
        },
        "mul.d" => |p, o| {
            even("all registers", &[o.a, o.b, o.c])?;
            p.put_double(o.a, p.double(o.b) * p.double(o.c))
        },
        "div.d" => |p, o| {
            even("all registers", &[o.a, o.b, o.c])?;
            p.put_double(o.a, p.double(o.b) / p.double(o.c))
        },
        "sqrt.d" => |p, o| {
            even("both registers", &[o.a, o.b])?;
            p.put_double(o.a, p.double(o.b).sqrt())
        },
        _ => return None,
    })
}

fn comparison(name: &str, operands: usize) -> Option<Effect> {
    Some(match (name, operands) {
        ("c.eq.s", 2) => |p, o| p.put_flag(0, p.single(o.a) == p.single(o.b)),
        ("c.eq.s", _) => |p, o| p.put_flag(o.a, p.single(o.b) == p.single(o.c)),
        ("c.le.s", 2) => |p, o| p.put_flag(0, p.single(o.a) <= p.single(o.b)),
        ("c.le.s", _) => |p, o| p.put_flag(o.a, p.single(o.b) <= p.single(o.c)),
        ("c.lt.s", 2) => |p, o| p.put_flag(0, p.single(o.a) < p.single(o.b)),
        ("c.lt.s", _) => |p, o| p.put_flag(o.a, p.single(o.b) < p.single(o.c)),
        ("c.eq.d", 2) => |p, o| compare(p, 0, o.a, o.b, |x, y| x == y),
        ("c.eq.d", _) => |p, o| compare(p, o.a, o.b, o.c, |x, y| x == y),
        ("c.le.d", 2) => |p, o| compare(p, 0, o.a, o.b, |x, y| x <= y),
        ("c.le.d", _) => |p, o| compare(p, o.a, o.b, o.c, |x, y| x <= y),
        ("c.lt.d", 2) => |p, o| compare(p, 0, o.a, o.b, |x, y| x < y),
        ("c.lt.d", _) => |p, o| compare(p, o.a, o.b, o.c, |x, y| x < y),
        _ => return None,
    })
}

fn compare(p: &mut Processor, flag: i32, x: i32, y: i32, holds: fn(f64, f64) -> bool) -> Done {
    even("both registers", &[x, y])?;
    p.put_flag(flag, holds(p.double(x), p.double(y)))
}

fn to_integer(name: &str) -> Option<Effect> {
    Some(match name {
        "floor.w.s" => |p, o| p.put_bits(o.a, rounded_single(p.single(o.b), f64::floor)),
        "ceil.w.s" => |p, o| p.put_bits(o.a, rounded_single(p.single(o.b), f64::ceil)),
        "round.w.s" => |p, o| p.put_bits(o.a, rounded_single(p.single(o.b), nearest)),
        "trunc.w.s" => |p, o| p.put_bits(o.a, rounded_single(p.single(o.b), f64::trunc)),
        "floor.w.d" => |p, o| put_rounded_double(p, o, f64::floor),
        "ceil.w.d" => |p, o| put_rounded_double(p, o, f64::ceil),
        "round.w.d" => |p, o| put_rounded_double(p, o, nearest),
        "trunc.w.d" => |p, o| put_rounded_double(p, o, f64::trunc),
        _ => return None,
    })
}

/// To the nearest integer, of two equally near ones to the even one.
fn nearest(value: f64) -> f64 {
    let below = value.floor();
    let distance = value - below;
    if distance < 0.5 || distance == 0.5 && below % 2.0 == 0.0 { below } else { below + 1.0 }
}

/// The range is compared in single precision, where 2^31-1 is 2^31.
fn rounded_single(value: f32, round: fn(f64) -> f64) -> u32 {
    if value.is_nan() || value < i32::MIN as f32 || value > i32::MAX as f32 {
        return 0x7fff_ffff;
    }
    (round(f64::from(value)) as i64).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as u32
}

fn put_rounded_double(p: &mut Processor, o: Operands, round: fn(f64) -> f64) -> Done {
    even("second register", &[o.b])?;
    let value = p.double(o.b);
    let is_out = value.is_nan() || value < f64::from(i32::MIN) || value > f64::from(i32::MAX);
    p.put_bits(o.a, if is_out { 0x7fff_ffff } else { round(value) as i64 as u32 })
}

fn conversion(name: &str) -> Option<Effect> {
    Some(match name {
        "cvt.d.s" => |p, o| {
            even("first register", &[o.a])?;
            p.put_double(o.a, f64::from(p.single(o.b)))
        },
        "cvt.d.w" => |p, o| {
            even("first register", &[o.a])?;
            p.put_double(o.a, f64::from(p.f[o.b as usize] as i32))
        },
        "cvt.s.d" => |p, o| {
            even("second register", &[o.b])?;
            p.put_single(o.a, p.double(o.b) as f32)
        },
        "cvt.s.w" => |p, o| p.put_single(o.a, p.f[o.b as usize] as i32 as f32),
        "cvt.w.d" => |p, o| {
            even("second register", &[o.b])?;
            // Rust's cast truncates and saturates, and makes 0 of NaN.
            p.put_bits(o.a, p.double(o.b) as i32 as u32)
        },
        "cvt.w.s" => |p, o| p.put_bits(o.a, p.single(o.b) as i32 as u32),
        _ => return None,
    })
}

fn moving(name: &str) -> Option<Effect> {
    Some(match name {
        "abs.s" => |p, o| p.put_bits(o.a, p.f[o.b as usize] & 0x7fff_ffff),
        "neg.s" => |p, o| p.put_bits(o.a, p.f[o.b as usize] ^ 0x8000_0000),
        "mov.s" => |p, o| move_single_if(p, true, o),
        "movf.s" => |p, o| move_single_if(p, !p.flag(o.c), o),
        "movt.s" => |p, o| move_single_if(p, p.flag(o.c), o),
        "movn.s" => |p, o| move_single_if(p, p.get(o.c) != 0, o),
        "movz.s" => |p, o| move_single_if(p, p.get(o.c) == 0, o),
        "abs.d" => |p, o| {
            even("both registers", &[o.a, o.b])?;
            p.put_pair(o.a, p.pair(o.b) & !(1 << 63))
        },
        "neg.d" => |p, o| {
            even("both registers", &[o.a, o.b])?;
            p.put_pair(o.a, p.pair(o.b) ^ 1 << 63)
        },
        "mov.d" => |p, o| move_double_if(p, true, o),
        "movf.d" => |p, o| move_double_if(p, !p.flag(o.c), o),
        "movt.d" => |p, o| move_double_if(p, p.flag(o.c), o),
        "movn.d" => |p, o| move_double_if(p, p.get(o.c) != 0, o),
        "movz.d" => |p, o| move_double_if(p, p.get(o.c) == 0, o),
        "mfc1" => |p, o| p.put(o.a, p.f[o.b as usize]),
        "mtc1" => |p, o| p.put_bits(o.b, p.get(o.a)),
        _ => return None,
    })
}

fn move_single_if(p: &mut Processor, holds: bool, o: Operands) -> Done {
    if holds { p.put_bits(o.a, p.f[o.b as usize]) } else { Ok(()) }
}

fn move_double_if(p: &mut Processor, holds: bool, o: Operands) -> Done {
    even("both registers", &[o.a, o.b])?;
    if holds { p.put_pair(o.a, p.pair(o.b)) } else { Ok(()) }
}

/// Registers that stand for a pair must be even; who is meant goes into the message.
fn even(who: &str, registers: &[i32]) -> Done {
    if registers.iter().all(|register| register % 2 == 0) {
        return Ok(());
    }
    Err(Exception::without_code(&format!("{who} must be even-numbered")))
}
