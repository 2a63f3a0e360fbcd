//! Services.

use jetan_isa::{MemoryMap, Reg};

use crate::fault::{Fault, ServiceFault};
use crate::host::{Host, Output};
use crate::machine::Machine;
use crate::stop::{Exit, Wait};

/// What services remember between calls.
#[derive(Clone)]
pub(crate) struct Services {
    pub(crate) heap: u32,
}

impl Services {
    pub(crate) fn new(map: &MemoryMap) -> Services {
        Services { heap: map.heap_base }
    }
}

/// How a service ended.
pub(crate) enum Outcome {
    Done,
    Wait(Wait),
    Exit(Exit),
}

/// Does the service whose number is in `$v0`.
pub(crate) fn call(machine: &mut Machine, host: &mut dyn Host) -> Result<Outcome, Fault> {
    let number = machine.registers.get(Reg::V0);
    let a0 = machine.registers.get(Reg::A0);
    match number {
        1 => host.write(Output::Console, (a0 as i32).to_string().as_bytes()),
        11 => host.write(Output::Console, &[a0 as u8]),
        10 => return Ok(Outcome::Exit(Exit::Exit)),
        4 => {
            let mut at = a0;
            loop {
                let byte = machine.memory.load_byte(at)?;
                if byte == 0 {
                    break;
                }
                host.write(Output::Console, &[byte]);
                at = at.wrapping_add(1);
            }
        }
        _ => return Err(Fault::Service(ServiceFault::Unknown { number })),
    }
    Ok(Outcome::Done)
}
