//! Registers, and changing what is in them or in memory.

use jetan_debug::view::float;
use jetan_isa::FReg;
use jetan_isa::registers::{CP0_REGISTERS, REGISTERS};
use jetan_wire::{FpuValue, Nothing, RegisterValue, SetRequest, TypedValue};

use crate::jobs::JobNeeds;
use crate::message::{DONE, RequestAnswer};
use crate::run::StoppedRegisters;
use crate::workbench::RequestContext;

pub(crate) fn registers(
    context: &mut RequestContext<'_>,
    _: Nothing,
) -> RequestAnswer<jetan_wire::AllRegisters> {
    let run = context.run()?;
    let machine = run.machine();
    let now = StoppedRegisters::of(machine);
    let cpu = REGISTERS.iter().zip(now.cpu).map(|(row, value)| RegisterValue {
        name: row.name.to_owned(),
        number: row.reg.number(),
        value,
    });
    let fpu = (0..32u8).map(|number| {
        let bits = machine.fpu.bits(number);
        let double = || float::double(f64::from_bits(machine.fpu.double_bits(number)));
        FpuValue {
            name: FReg::at_index(number).name().to_owned(),
            bits,
            // A text, since JSON has no word for infinity and NaN.
            single: float::single(f32::from_bits(bits)),
            double: (number % 2 == 0).then(double),
        }
    });
    let cp0 = CP0_REGISTERS.iter().zip(now.cp0).map(|(row, value)| RegisterValue {
        name: row.name.to_owned(),
        number: row.cp0.number(),
        value,
    });
    Ok(jetan_wire::AllRegisters {
        cpu: cpu.collect(),
        hi: now.hi,
        lo: now.lo,
        pc: machine.pc,
        fpu: fpu.collect(),
        flags: machine.fpu.flags(),
        cp0: cp0.collect(),
        changed: changed(&run.before, &now),
    })
}

/// The names of the registers that differ.
fn changed(before: &StoppedRegisters, now: &StoppedRegisters) -> Vec<String> {
    let cpu = REGISTERS.iter().zip(before.cpu.iter().zip(&now.cpu));
    let cpu = cpu.filter(|(_, (before, now))| before != now).map(|(row, _)| row.name.to_owned());
    let fpu = (0..32u8).filter(|&idx| before.fpu[idx as usize] != now.fpu[idx as usize]);
    let fpu = fpu.map(|number| FReg::at_index(number).name().to_owned());
    let cp0 = CP0_REGISTERS.iter().zip(before.cp0.iter().zip(&now.cp0));
    let cp0 = cp0.filter(|(_, (before, now))| before != now).map(|(row, _)| row.name.to_owned());
    let hi = (before.hi != now.hi).then(|| "$hi".to_owned());
    let lo = (before.lo != now.lo).then(|| "$lo".to_owned());
    cpu.chain(fpu).chain(cp0).chain(hi).chain(lo).collect()
}

pub(crate) fn set(context: &mut RequestContext<'_>, set: SetRequest) -> RequestAnswer {
    let value = match set.value {
        TypedValue::Number(number) => number.to_string(),
        TypedValue::Text(text) => text,
    };
    context.run()?;
    context.claim(JobNeeds::Run);
    let run = context.run()?;
    run.before = StoppedRegisters::of(run.machine());
    run.debugger.set(&set.place, &value)?;
    run.was_changed();
    context.bench.flush(context.carrier);
    DONE
}
