//! The program's memory as services use it: strings and buffers, a byte at a time as MARS does.

use jetan_isa::Region;

use crate::fault::{Fault, ServiceFault};
use crate::machine::Machine;
use crate::patch;

/// A string in memory, as far as it was read.
pub(super) struct Text {
    pub(super) bytes: Vec<u8>,
    /// Whether the zero byte at its end was reached.
    pub(super) is_whole: bool,
}

/// Reads a string, at most `bytes_max` of it.
pub(super) fn string(machine: &mut Machine, address: u32, bytes_max: usize) -> Result<Text, Fault> {
    let mut bytes = Vec::new();
    let mut at = address;
    while bytes.len() < bytes_max {
        match machine.memory.load_byte(at).map_err(address_fault)? {
            0 => return Ok(Text { bytes, is_whole: true }),
            byte => bytes.push(byte),
        }
        at = at.wrapping_add(1);
    }
    Ok(Text { bytes, is_whole: false })
}

/// Stores bytes. Those before one that cannot be stored stay.
pub(super) fn store(machine: &mut Machine, address: u32, bytes: &[u8]) -> Result<(), Fault> {
    let mut at = address;
    for &byte in bytes {
        machine.memory.store_byte(at, byte).map_err(address_fault)?;
        if machine.settings.self_modifying
            && machine.memory.region_of(at) == Some(Region::Text)
        {
            patch::replace(machine, at & !3, u32::from(byte));
        }
        at = at.wrapping_add(1);
    }
    Ok(())
}

/// An access of a service that failed. Running out of memory is no mistake of an address.
pub(super) fn address_fault(fault: Fault) -> Fault {
    match fault {
        Fault::OutOfMemory => fault,
        fault => Fault::Service(ServiceFault::Address(Box::new(fault))),
    }
}
