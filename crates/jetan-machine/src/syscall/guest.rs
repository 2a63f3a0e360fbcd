//! The program's memory as services use it: strings and buffers, up to the first bad byte as in
//! MARS.

use jetan_isa::AddressRegion;

use crate::fault::{Fault, ServiceFault};
use crate::machine::Machine;
use crate::patch;

/// A string in memory, as far as it was read.
pub(super) struct GuestString {
    pub(super) bytes: Vec<u8>,
    /// Whether the zero byte at its end was reached.
    pub(super) is_whole: bool,
}

/// Reads a string, at most `bytes_max` of it.
pub(super) fn string(
    machine: &mut Machine,
    address: u32,
    bytes_max: usize,
) -> Result<GuestString, Fault> {
    let mut bytes = Vec::new();
    while bytes.len() < bytes_max {
        let at = address.wrapping_add(bytes.len() as u32);
        let next = machine.memory.bytes_from(at).map_err(address_fault)?;
        let next = &next[..next.len().min(bytes_max - bytes.len())];
        let end = next.iter().position(|&byte| byte == 0);
        let text = &next[..end.unwrap_or(next.len())];
        bytes.extend_from_slice(text);
        machine.services.touched += text.len() as u64;
        let read = text.len() as u32 + u32::from(end.is_some());
        machine.services.loaded.push(at, read);
        if end.is_some() {
            return Ok(GuestString { bytes, is_whole: true });
        }
    }
    Ok(GuestString { bytes, is_whole: false })
}

/// Reads so many bytes.
pub(super) fn bytes(machine: &mut Machine, address: u32, count: u32) -> Result<Vec<u8>, Fault> {
    machine.services.touched += u64::from(count);
    machine.services.loaded.push(address, count);
    let count = count as usize;
    let mut bytes = Vec::with_capacity(count);
    while bytes.len() < count {
        let at = address.wrapping_add(bytes.len() as u32);
        let next = machine.memory.bytes_from(at).map_err(address_fault)?;
        bytes.extend_from_slice(&next[..next.len().min(count - bytes.len())]);
    }
    Ok(bytes)
}

/// Stores bytes. Those before one that cannot be stored stay.
pub(super) fn store(machine: &mut Machine, address: u32, bytes: &[u8]) -> Result<(), Fault> {
    machine.services.touched += bytes.len() as u64;
    let mut done = 0;
    while done < bytes.len() {
        let at = address.wrapping_add(done as u32);
        let place = machine.memory.bytes_from_mut(at).map_err(address_fault)?;
        let count = place.len().min(bytes.len() - done);
        place[..count].copy_from_slice(&bytes[done..done + count]);
        // Text is never more than a byte at a time.
        if machine.settings.self_modifying
            && machine.memory.region_of(at) == Some(AddressRegion::Text)
        {
            patch::replace(machine, at & !3, u32::from(bytes[done]));
        }
        machine.services.stored.push((at, count as u32));
        done += count;
    }
    Ok(())
}

/// An access of a service that failed. Running out of memory is not an error of an address.
pub(super) fn address_fault(fault: Fault) -> Fault {
    match fault {
        Fault::OutOfMemory => fault,
        fault => Fault::Service(ServiceFault::Address(Box::new(fault))),
    }
}
