//! Registers, and changing what is in them or in memory.

use jetan_isa::FReg;
use jetan_isa::registers::{CP0_REGISTERS, REGISTERS};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::message::{Answer, Refusal};
use crate::request::Nothing;
use crate::run::Registers;
use crate::workbench::Desk;

pub(crate) fn registers(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let run = desk.run()?;
    let machine = run.machine();
    let now = Registers::of(machine);
    let cpu = REGISTERS
        .iter()
        .zip(now.cpu)
        .map(|(row, value)| json!({"name": row.name, "number": row.reg.number(), "value": value}));
    let fpu = (0..32u8).map(|number| {
        let bits = machine.fpu.bits(number);
        let mut wire = json!({
            "name": FReg::at_index(number).name(), "bits": bits,
            // As texts: JSON has no words for those that are no numbers.
            "single": f32::from_bits(bits).to_string(),
        });
        if number % 2 == 0 {
            let double = f64::from_bits(machine.fpu.double_bits(number));
            wire["double"] = Value::from(double.to_string());
        }
        wire
    });
    let cp0 = CP0_REGISTERS
        .iter()
        .zip(now.cp0)
        .map(|(row, value)| json!({"name": row.name, "number": row.cp0.number(), "value": value}));
    Ok(json!({
        "cpu": cpu.collect::<Vec<Value>>(), "hi": now.hi, "lo": now.lo, "pc": machine.pc,
        "fpu": fpu.collect::<Vec<Value>>(), "flags": machine.fpu.flags(),
        "cp0": cp0.collect::<Vec<Value>>(), "changed": changed(&run.before, &now),
    }))
}

/// The names of the registers that differ.
fn changed(before: &Registers, now: &Registers) -> Vec<String> {
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Set {
    place: String,
    value: Value,
}

pub(crate) fn set(desk: &mut Desk<'_>, set: Set) -> Answer {
    let value = match set.value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text,
        _ => return Err(Refusal::new("bad-request", "`value` is a number or an expression")),
    };
    let run = desk.run()?;
    run.before = Registers::of(run.machine());
    run.debugger.set(&set.place, &value)?;
    run.was_changed();
    desk.bench.flush(desk.carrier);
    Ok(json!({}))
}
