//! Services that tell the time and let it pass.

use jetan_isa::Reg;

use super::ServiceOutcome;
use crate::fault::{Fault, ServiceFault};
use crate::host::Host;
use crate::machine::Machine;
use crate::stop::WaitReason;

/// A point in time, and the instruction that waits for it.
///
/// Whoever moves the program counter by hand leaves a deadline behind; the next service that waits
/// must not take it for its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Deadline {
    at_ms: i64,
    pc: u32,
    count: u64,
}

/// The time that the instruction at hand waits for, if it has begun to.
pub(super) fn begun(machine: &Machine) -> Option<i64> {
    let is_own = |deadline: &Deadline| (deadline.pc, deadline.count) == (machine.pc, machine.count);
    machine.services.deadline.filter(is_own).map(|deadline| deadline.at_ms)
}

/// Milliseconds since 1970, by the machine's clock or the host's.
fn now_ms(machine: &Machine, host: &mut dyn Host) -> i64 {
    machine.clock.ms(machine.count).unwrap_or_else(|| host.now_ms())
}

/// Lets the instruction at hand wait.
pub(super) fn wait_until(machine: &mut Machine, host: &mut dyn Host, at_ms: i64) -> ServiceOutcome {
    if now_ms(machine, host) >= at_ms {
        machine.services.deadline = None;
        return ServiceOutcome::Done;
    }
    let (pc, count) = (machine.pc, machine.count);
    machine.services.deadline = Some(Deadline { at_ms, pc, count });
    ServiceOutcome::Wait(WaitReason::Until(at_ms))
}

/// The time that is so many milliseconds away.
pub(super) fn from_now(machine: &Machine, host: &mut dyn Host, ms: u32) -> i64 {
    now_ms(machine, host).saturating_add(i64::from(ms))
}

pub(super) fn time(machine: &mut Machine, host: &mut dyn Host) {
    let now = now_ms(machine, host);
    machine.registers.set(Reg::A0, now as u32);
    machine.registers.set(Reg::A1, (now >> 32) as u32);
}

pub(super) fn sleep(machine: &mut Machine, host: &mut dyn Host) -> Result<ServiceOutcome, Fault> {
    if let Some(at_ms) = begun(machine) {
        return Ok(wait_until(machine, host, at_ms));
    }
    let ms = machine.registers.get(Reg::A0) as i32;
    let Ok(duration_ms) = u32::try_from(ms) else {
        return Err(Fault::Service(ServiceFault::NegativeTime { ms }));
    };
    let at_ms = from_now(machine, host, duration_ms);
    Ok(wait_until(machine, host, at_ms))
}
