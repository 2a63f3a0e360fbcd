//! Random numbers: any number of generators, each as `java.util.Random`.

use jetan_isa::Reg;

use super::ServiceOutcome;
use crate::fault::{Fault, ServiceFault};
use crate::host::Host;
use crate::machine::Machine;

/// The most random generators that a program may have.
const STREAMS_MAX: usize = 1 << 16;

/// The generator of `java.util.Random`, which MARS uses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct JavaRandom {
    state: u64,
}

impl JavaRandom {
    const MULTIPLIER: u64 = 0x5_DEEC_E66D;
    const MASK: u64 = (1 << 48) - 1;

    pub(super) fn new(seed: i64) -> JavaRandom {
        JavaRandom { state: (seed as u64 ^ Self::MULTIPLIER) & Self::MASK }
    }

    fn next(&mut self, bits: u32) -> i32 {
        self.state = self.state.wrapping_mul(Self::MULTIPLIER).wrapping_add(0xb) & Self::MASK;
        (self.state >> (48 - bits)) as i32
    }

    fn int(&mut self) -> i32 {
        self.next(32)
    }

    /// A number from 0 up to a bound, which is positive.
    fn below(&mut self, bound: i32) -> i32 {
        // As in Java: for a power of two the upper bits are taken, which are the better ones.
        if bound & (bound - 1) == 0 {
            return ((i64::from(bound) * i64::from(self.next(31))) >> 31) as i32;
        }
        // Draws again where the last, incomplete run of numbers would favour the low ones.
        loop {
            let drawn = self.next(31);
            let value = drawn % bound;
            if (drawn - value).checked_add(bound - 1).is_some() {
                return value;
            }
        }
    }

    fn float(&mut self) -> f32 {
        self.next(24) as f32 / (1 << 24) as f32
    }

    fn double(&mut self) -> f64 {
        let high = i64::from(self.next(26)) << 27;
        (high + i64::from(self.next(27))) as f64 / (1_i64 << 53) as f64
    }
}

/// Whether there is room for a generator with this number.
fn check_room(machine: &Machine, number: i32) -> Result<(), Fault> {
    let streams = &machine.services.streams;
    if streams.len() >= STREAMS_MAX && !streams.contains_key(&number) {
        return Err(Fault::OutOfMemory);
    }
    Ok(())
}

/// The generator that `$a0` names.
fn stream<'m>(machine: &'m mut Machine, host: &mut dyn Host) -> Result<&'m mut JavaRandom, Fault> {
    let number = machine.registers.get(Reg::A0) as i32;
    numbered(machine, host, number)
}

/// The generator with a number. A new one is seeded by the settings or by the host.
fn numbered<'m>(
    machine: &'m mut Machine,
    host: &mut dyn Host,
    number: i32,
) -> Result<&'m mut JavaRandom, Fault> {
    check_room(machine, number)?;
    let chosen = machine.settings.seed;
    let streams = &mut machine.services.streams;
    let seeded = || JavaRandom::new(chosen.unwrap_or_else(|| host.seed()));
    Ok(streams.entry(number).or_insert_with(seeded))
}

pub(super) fn seed(machine: &mut Machine) -> Result<ServiceOutcome, Fault> {
    let number = machine.registers.get(Reg::A0) as i32;
    let seed = machine.registers.get(Reg::A1) as i32;
    check_room(machine, number)?;
    machine.services.streams.insert(number, JavaRandom::new(i64::from(seed)));
    Ok(ServiceOutcome::Done)
}

pub(super) fn int(machine: &mut Machine, host: &mut dyn Host) -> Result<ServiceOutcome, Fault> {
    let value = stream(machine, host)?.int();
    machine.registers.set(Reg::A0, value as u32);
    Ok(ServiceOutcome::Done)
}

pub(super) fn range(machine: &mut Machine, host: &mut dyn Host) -> Result<ServiceOutcome, Fault> {
    let generator = machine.registers.get(Reg::A0) as i32;
    let bound = machine.registers.get(Reg::A1) as i32;
    let value = draw(machine, host, generator, bound)?;
    machine.registers.set(Reg::A0, value as u32);
    Ok(ServiceOutcome::Done)
}

/// Draws a number from 0 up to a bound for a service that keeps its arguments elsewhere.
pub(super) fn draw(
    machine: &mut Machine,
    host: &mut dyn Host,
    generator: i32,
    bound: i32,
) -> Result<i32, Fault> {
    if bound <= 0 {
        return Err(Fault::Service(ServiceFault::EmptyRange));
    }
    Ok(numbered(machine, host, generator)?.below(bound))
}

pub(super) fn float(machine: &mut Machine, host: &mut dyn Host) -> Result<ServiceOutcome, Fault> {
    let value = stream(machine, host)?.float();
    machine.fpu.set_bits(0, value.to_bits());
    Ok(ServiceOutcome::Done)
}

pub(super) fn double(machine: &mut Machine, host: &mut dyn Host) -> Result<ServiceOutcome, Fault> {
    let value = stream(machine, host)?.double();
    machine.fpu.set_double_bits(0, value.to_bits());
    Ok(ServiceOutcome::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_42_draws_what_java_draws() {
        let mut random = JavaRandom::new(42);
        assert_eq!(
            [random.int(), random.int(), random.int()],
            [-1_170_105_035, 234_785_527, -1_360_544_799]
        );
        assert_eq!(random.below(100), 84);
        assert_eq!(random.below(64), 19);
        assert_eq!(random.float().to_bits(), 0.942_073_5_f32.to_bits());
        assert_eq!(random.double().to_bits(), 0.277_078_490_074_136_65_f64.to_bits());
    }

    #[test]
    fn bounds_may_be_anything_positive() {
        let mut random = JavaRandom::new(-1);
        for bound in [1, 2, 3, 1 << 30, (1 << 30) + 1, i32::MAX] {
            for _ in 0..1000 {
                assert!((0..bound).contains(&random.below(bound)), "{bound}");
            }
        }
    }
}
