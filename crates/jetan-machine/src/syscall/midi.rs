//! Services that play notes.

use jetan_isa::Reg;

use super::{ServiceOutcome, time};
use crate::host::{Host, MidiNote, OutputEvent};
use crate::machine::Machine;

/// The note that the arguments describe; what is out of range takes MARS's default.
fn note(machine: &Machine) -> MidiNote {
    let argument = |reg| machine.registers.get(reg) as i32;
    let small = |reg, default| match argument(reg) {
        value @ 0..=127 => value as u8,
        _ => default,
    };
    MidiNote {
        pitch: small(Reg::A0, 60),
        // MARS: a negative duration becomes one second.
        duration_ms: u32::try_from(argument(Reg::A1)).unwrap_or(1000),
        instrument: small(Reg::A2, 0),
        volume: small(Reg::A3, 100),
    }
}

pub(super) fn out(machine: &Machine, host: &mut dyn Host) {
    host.event(OutputEvent::Note(note(machine), machine.count));
}

/// Plays a note once, and waits until it is over.
pub(super) fn out_sync(machine: &mut Machine, host: &mut dyn Host) -> ServiceOutcome {
    let end_ms = time::begun(machine).unwrap_or_else(|| {
        let note = note(machine);
        host.event(OutputEvent::Note(note, machine.count));
        time::from_now(machine, host, note.duration_ms)
    });
    time::wait_until(machine, host, end_ms)
}
