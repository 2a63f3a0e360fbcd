//! Floating-point arithmetic, conversions and comparisons, as Java does them.

use crate::code::DecodedInstruction;
use crate::fault::{Fault, OddRegister};
use crate::registers::{FloatRegisters, R};

type FloatResult = Result<(), Fault>;

#[inline(always)]
pub(crate) fn single(
    fpu: &mut FloatRegisters,
    op: DecodedInstruction,
    f: impl Fn(f32, f32) -> f32,
) {
    fpu.set_single(op.a, f(fpu.single(op.b), fpu.single(op.c)));
}

pub(crate) fn sqrt_single(fpu: &mut FloatRegisters, op: DecodedInstruction) {
    fpu.set_single(op.a, fpu.single(op.b).sqrt());
}

/// Moves, negations and absolute values work on the bits.
#[inline(always)]
pub(crate) fn bits(fpu: &mut FloatRegisters, op: DecodedInstruction, f: impl Fn(u32) -> u32) {
    fpu.set_raw(op.a, f(fpu.raw(op.b)));
}

fn even(regs: &[R], which: OddRegister) -> FloatResult {
    if regs.iter().any(|reg| reg.is_odd()) { Err(Fault::OddRegister(which)) } else { Ok(()) }
}

#[inline(always)]
pub(crate) fn double(
    fpu: &mut FloatRegisters,
    op: DecodedInstruction,
    f: impl Fn(f64, f64) -> f64,
) -> FloatResult {
    even(&[op.a, op.b, op.c], OddRegister::All)?;
    fpu.set_double(op.a, f(fpu.double(op.b), fpu.double(op.c)));
    Ok(())
}

pub(crate) fn sqrt_double(fpu: &mut FloatRegisters, op: DecodedInstruction) -> FloatResult {
    even(&[op.a, op.b], OddRegister::Both)?;
    fpu.set_double(op.a, fpu.double(op.b).sqrt());
    Ok(())
}

pub(crate) fn pair_bits(
    fpu: &mut FloatRegisters,
    op: DecodedInstruction,
    f: impl Fn(u64) -> u64,
) -> FloatResult {
    even(&[op.a, op.b], OddRegister::Both)?;
    fpu.set_pair(op.a, f(fpu.pair(op.b)));
    Ok(())
}

/// A conditional move of a double; the registers are tested whether it happens or not.
pub(crate) fn move_pair_if(
    fpu: &mut FloatRegisters,
    op: DecodedInstruction,
    holds: bool,
) -> FloatResult {
    even(&[op.a, op.b], OddRegister::Both)?;
    if holds {
        fpu.set_pair(op.a, fpu.pair(op.b));
    }
    Ok(())
}

pub(crate) fn move_if(fpu: &mut FloatRegisters, op: DecodedInstruction, holds: bool) {
    if holds {
        fpu.set_raw(op.a, fpu.raw(op.b));
    }
}

#[inline(always)]
pub(crate) fn compare_single(
    fpu: &mut FloatRegisters,
    flag: i32,
    a: R,
    b: R,
    f: impl Fn(f32, f32) -> bool,
) {
    let holds = f(fpu.single(a), fpu.single(b));
    fpu.set_flag(flag, holds);
}

pub(crate) fn compare_double(
    fpu: &mut FloatRegisters,
    flag: i32,
    a: R,
    b: R,
    f: impl Fn(f64, f64) -> bool,
) -> FloatResult {
    even(&[a, b], OddRegister::Both)?;
    let holds = f(fpu.double(a), fpu.double(b));
    fpu.set_flag(flag, holds);
    Ok(())
}

/// MARS: whatever does not fit, infinities and NaN included, becomes the largest integer.
///
/// The comparison is made in the operand's own precision, in which the largest integer rounds up
/// to 2³¹ for singles; the cast then saturates.
fn to_integer(rounded: f64, fits: bool) -> u32 {
    if fits { rounded as i32 as u32 } else { i32::MAX as u32 }
}

pub(crate) fn round_single(
    fpu: &mut FloatRegisters,
    op: DecodedInstruction,
    f: impl Fn(f32) -> f32,
) {
    let value = fpu.single(op.b);
    let fits = (i32::MIN as f32..=i32::MAX as f32).contains(&value);
    fpu.set_raw(op.a, to_integer(f64::from(f(value)), fits));
}

pub(crate) fn round_double(
    fpu: &mut FloatRegisters,
    op: DecodedInstruction,
    f: impl Fn(f64) -> f64,
) -> FloatResult {
    even(&[op.b], OddRegister::Second)?;
    let value = fpu.double(op.b);
    let fits = (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&value);
    fpu.set_raw(op.a, to_integer(f(value), fits));
    Ok(())
}

/// A Java cast: toward zero, saturating, NaN to 0; exactly what `as` does.
pub(crate) fn cvt_w_s(fpu: &mut FloatRegisters, op: DecodedInstruction) {
    fpu.set_raw(op.a, fpu.single(op.b) as i32 as u32);
}

pub(crate) fn cvt_w_d(fpu: &mut FloatRegisters, op: DecodedInstruction) -> FloatResult {
    even(&[op.b], OddRegister::Second)?;
    fpu.set_raw(op.a, fpu.double(op.b) as i32 as u32);
    Ok(())
}

pub(crate) fn cvt_s_w(fpu: &mut FloatRegisters, op: DecodedInstruction) {
    fpu.set_single(op.a, fpu.raw(op.b) as i32 as f32);
}

pub(crate) fn cvt_d_w(fpu: &mut FloatRegisters, op: DecodedInstruction) -> FloatResult {
    even(&[op.a], OddRegister::First)?;
    fpu.set_double(op.a, f64::from(fpu.raw(op.b) as i32));
    Ok(())
}

pub(crate) fn cvt_d_s(fpu: &mut FloatRegisters, op: DecodedInstruction) -> FloatResult {
    even(&[op.a], OddRegister::First)?;
    fpu.set_double(op.a, f64::from(fpu.single(op.b)));
    Ok(())
}

pub(crate) fn cvt_s_d(fpu: &mut FloatRegisters, op: DecodedInstruction) -> FloatResult {
    even(&[op.b], OddRegister::Second)?;
    fpu.set_single(op.a, fpu.double(op.b) as f32);
    Ok(())
}
