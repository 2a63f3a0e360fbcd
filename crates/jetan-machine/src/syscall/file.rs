//! Services that work with files, and the three descriptors that are always there.

use std::ops::Range;
use std::sync::Arc;

use jetan_isa::{Reg, Service};

use super::{ServiceOutcome, go_on_after, guest, input, take_moved};
use crate::fault::{Fault, ServiceFault};
use crate::host::{Host, HostAnswer, OpenMode, OutputEvent, OutputStream};
use crate::machine::Machine;
use crate::stop::WaitReason;

/// The number of descriptors.
const FILES_MAX: usize = 32;
/// No file has a longer name.
const NAME_BYTES_MAX: usize = 64 << 10;
/// Bytes that are asked of a file at once.
const CHUNK_BYTES: u32 = 64 << 10;
/// Bytes that are moved before the engine returns to the host.
const PART_BYTES: u32 = 1 << 20;
/// The result of a failed service.
const FAILURE: u32 = u32::MAX;

/// The open files, by descriptor; the first three are the standard streams and stay open.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct OpenFiles([Option<OpenFile>; FILES_MAX]);

#[derive(Clone, PartialEq, Eq, Hash)]
struct OpenFile {
    name: Arc<[u8]>,
    access: FileAccess,
}

/// The kind of access that a descriptor allows.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum FileAccess {
    Keyboard,
    Stream(OutputStream),
    ReadFrom(u64),
    WriteTo(u64),
    Append,
    /// MARS: opening it failed, and yet it is taken.
    Nothing,
}

impl OpenFile {
    fn is_writable(&self) -> bool {
        matches!(self.access, FileAccess::Stream(_) | FileAccess::WriteTo(_) | FileAccess::Append)
    }
}

impl Default for OpenFiles {
    fn default() -> OpenFiles {
        let mut files = OpenFiles(std::array::from_fn(|_| None));
        // MARS: these names count as open files too.
        files.set(0, b"STDIN".as_slice().into(), FileAccess::Keyboard);
        files.set(1, b"STDOUT".as_slice().into(), FileAccess::Stream(OutputStream::Console));
        files.set(2, b"STDERR".as_slice().into(), FileAccess::Stream(OutputStream::Error));
        files
    }
}

impl OpenFiles {
    fn set(&mut self, descriptor: usize, name: Arc<[u8]>, access: FileAccess) {
        self.0[descriptor] = Some(OpenFile { name, access });
    }

    fn get(&self, descriptor: u32) -> Option<&OpenFile> {
        self.0.get(descriptor as usize)?.as_ref()
    }

    fn set_access(&mut self, descriptor: u32, access: FileAccess) {
        if let Some(Some(file)) = self.0.get_mut(descriptor as usize) {
            file.access = access;
        }
    }

    fn has(&self, name: &[u8]) -> bool {
        self.0.iter().flatten().any(|file| *file.name == *name)
    }

    fn free(&self) -> Option<usize> {
        self.0.iter().position(Option::is_none)
    }
}

/// Opens a file; `$v0` is its descriptor, or -1.
pub(super) fn open(machine: &mut Machine, host: &mut dyn Host) -> Result<ServiceOutcome, Fault> {
    let address = machine.registers.get(Reg::A0);
    let name = guest::string(machine, address, NAME_BYTES_MAX)?;
    let mode = match machine.registers.get(Reg::A1) {
        0 => Some(OpenMode::Read),
        1 => Some(OpenMode::Write),
        9 => Some(OpenMode::Append),
        _ => None,
    };
    // Kept for the warning about a failed open; the name itself is consumed.
    let opened = name.bytes.clone();
    let descriptor = match mode {
        Some(mode) if name.is_whole => open_named(machine, host, name.bytes, mode),
        _ => None,
    };
    if descriptor.is_none() {
        machine.remarks.failed_open(machine.pc, opened, machine.registers.get(Reg::A1));
    }
    if let Some(descriptor) = descriptor {
        machine.remarks.opened(descriptor as u32);
    }
    machine.registers.set(Reg::V0, descriptor.map_or(FAILURE, |descriptor| descriptor as u32));
    Ok(ServiceOutcome::Done)
}

fn open_named(
    machine: &mut Machine,
    host: &mut dyn Host,
    name: Vec<u8>,
    mode: OpenMode,
) -> Option<usize> {
    let behaviour = machine.behaviour;
    let files = &mut machine.services.files;
    // MARS: a byte of a name is a Latin-1 character, which the file system gets as UTF-8.
    let name: Arc<[u8]> = if behaviour.latin_output {
        name.into_iter().map(char::from).collect::<String>().into_bytes().into()
    } else {
        name.into()
    };
    // MARS: a name that is open already cannot be opened once more.
    if files.has(&name) {
        return None;
    }
    let descriptor = files.free()?;
    let is_open = host.open(&name, mode).is_ok();
    let access = match mode {
        _ if !is_open => FileAccess::Nothing,
        OpenMode::Read => FileAccess::ReadFrom(0),
        OpenMode::Write => FileAccess::WriteTo(0),
        OpenMode::Append => FileAccess::Append,
    };
    if is_open || behaviour.failed_open_leaks {
        files.set(descriptor, name, access);
    }
    is_open.then_some(descriptor)
}

/// The program uses the descriptor in `$a0`; whether a file has it.
fn note_use(machine: &mut Machine) -> bool {
    let is_open = machine.services.files.get(machine.registers.get(Reg::A0)).is_some();
    machine.remarks.used(is_open);
    is_open
}

/// Likewise, to read or to write.
fn note_transfer(machine: &mut Machine) {
    if !note_use(machine) {
        machine.remarks.missed(machine.pc, machine.registers.get(Reg::A0));
    }
}

/// Closes a file. MARS: nothing tells whether there was one.
pub(super) fn close(machine: &mut Machine) {
    let is_open = note_use(machine);
    let descriptor = machine.registers.get(Reg::A0) as usize;
    if (3..FILES_MAX).contains(&descriptor) {
        if is_open {
            machine.remarks.closed(machine.pc, descriptor as u32);
        }
        machine.services.files.0[descriptor] = None;
    }
}

/// The number of bytes in `$a2`.
fn length(machine: &Machine, service: Service) -> Result<u32, Fault> {
    let bytes = machine.registers.get(Reg::A2) as i32;
    let number = service.number();
    u32::try_from(bytes).map_err(|_| Fault::Service(ServiceFault::NegativeLength { bytes, number }))
}

/// Reads bytes; `$v0` is how many, or -1.
pub(super) fn read(machine: &mut Machine, host: &mut dyn Host) -> Result<ServiceOutcome, Fault> {
    let length = length(machine, Service::Read)?;
    let descriptor = machine.registers.get(Reg::A0);
    note_transfer(machine);
    // Cloned, because reading moves the position in the table; the name is shared.
    match machine.services.files.get(descriptor).cloned() {
        Some(OpenFile { access: FileAccess::Keyboard, .. }) => read_console(machine, host, length),
        Some(OpenFile { name, access: FileAccess::ReadFrom(offset) }) => {
            read_file(machine, host, (&name, offset), length)
        }
        _ => {
            machine.registers.set(Reg::V0, FAILURE);
            Ok(ServiceOutcome::Done)
        }
    }
}

fn read_console(
    machine: &mut Machine,
    host: &mut dyn Host,
    length: u32,
) -> Result<ServiceOutcome, Fault> {
    let answer = if machine.behaviour.separate_raw_input {
        input::raw(host, length as usize)
    } else {
        machine.services.input.raw(host, length as usize)
    };
    let HostAnswer::Ready(bytes) = answer else {
        return Ok(ServiceOutcome::Wait(WaitReason::Input));
    };
    // A read of no bytes says nothing about the end of input.
    if length > 0 {
        machine.note_read(bytes.is_empty(), Service::Read.number())?;
    }
    // MARS: the result is there even if the buffer turns out to be bad.
    machine.registers.set(Reg::V0, bytes.len() as u32);
    let buffer = machine.registers.get(Reg::A1);
    guest::store(machine, buffer, &bytes)?;
    Ok(ServiceOutcome::Done)
}

/// Reads until there are enough bytes or the file gives no more. The offset is where it goes on
/// if a part was read before.
fn read_file(
    machine: &mut Machine,
    host: &mut dyn Host,
    (name, offset): (&[u8], u64),
    length: u32,
) -> Result<ServiceOutcome, Fault> {
    let descriptor = machine.registers.get(Reg::A0);
    let buffer = machine.registers.get(Reg::A1);
    let first = take_moved(machine).min(length);
    let mut done = first;
    machine.registers.set(Reg::V0, done);
    while done < length {
        if done - first >= PART_BYTES {
            // The number of the service must still be there when it is called again.
            machine.registers.set(Reg::V0, Service::Read.number());
            return Ok(go_on_after(machine, done));
        }
        let wanted = (length - done).min(CHUNK_BYTES);
        let answer = host.read_file(name, offset + u64::from(done - first), wanted as usize);
        let Ok(bytes) = answer else {
            // Bytes that came before the error count, as in a short read.
            if done == 0 {
                machine.registers.set(Reg::V0, FAILURE);
            }
            break;
        };
        let bytes = &bytes[..bytes.len().min(wanted as usize)];
        let address = buffer.wrapping_add(done);
        done += bytes.len() as u32;
        // MARS: result and position are these even if the buffer turns out to be bad.
        machine.registers.set(Reg::V0, done);
        let access = FileAccess::ReadFrom(offset + u64::from(done - first));
        machine.services.files.set_access(descriptor, access);
        guest::store(machine, address, bytes)?;
        if bytes.len() < wanted as usize {
            break;
        }
    }
    Ok(ServiceOutcome::Done)
}

/// Writes bytes; `$v0` is how many, or -1.
pub(super) fn write(machine: &mut Machine, host: &mut dyn Host) -> Result<ServiceOutcome, Fault> {
    let length = length(machine, Service::Write)?;
    let buffer = machine.registers.get(Reg::A1);
    let first = take_moved(machine).min(length);
    // The whole buffer is tested once and not again for each part.
    if first == 0 {
        check_readable(machine, buffer, length)?;
    }
    let descriptor = machine.registers.get(Reg::A0);
    note_transfer(machine);
    let end = length.min(first.saturating_add(PART_BYTES));
    let is_written = match machine.services.files.get(descriptor).cloned() {
        Some(file) if file.is_writable() => write_to(machine, host, &file, first..end)?,
        _ => false,
    };
    if is_written && end < length {
        return Ok(go_on_after(machine, end));
    }
    machine.registers.set(Reg::V0, if is_written { length } else { FAILURE });
    Ok(ServiceOutcome::Done)
}

/// All bytes can be read, or nothing is written.
fn check_readable(machine: &mut Machine, buffer: u32, length: u32) -> Result<(), Fault> {
    // MARS: the byte after the last is read too.
    let count = u64::from(length) + u64::from(machine.behaviour.reads_past_buffer);
    let mut seen = 0;
    while seen < count {
        let address = buffer.wrapping_add(seen as u32);
        let bytes = machine.memory.bytes_from(address).map_err(guest::address_fault)?.len() as u64;
        seen += bytes;
        machine.services.touched += bytes;
    }
    Ok(())
}

/// Writes a part of the buffer to a file or stream; whether all went well.
fn write_to(
    machine: &mut Machine,
    host: &mut dyn Host,
    file: &OpenFile,
    part: Range<u32>,
) -> Result<bool, Fault> {
    let descriptor = machine.registers.get(Reg::A0);
    let buffer = machine.registers.get(Reg::A1);
    let mut offset = match file.access {
        FileAccess::WriteTo(offset) => offset,
        _ => 0,
    };
    for start in part.clone().step_by(CHUNK_BYTES as usize) {
        let count = (part.end - start).min(CHUNK_BYTES);
        let chunk = guest::bytes(machine, buffer.wrapping_add(start), count)?;
        let written = match file.access {
            FileAccess::Stream(output) => {
                host.event(OutputEvent::Output(output, &chunk, machine.count));
                Ok(())
            }
            FileAccess::WriteTo(_) => host.write_file(&file.name, Some(offset), &chunk),
            _ => host.write_file(&file.name, None, &chunk),
        };
        if let FileAccess::WriteTo(_) = file.access {
            offset += u64::from(count);
            machine.services.files.set_access(descriptor, FileAccess::WriteTo(offset));
        }
        if written.is_err() {
            return Ok(false);
        }
    }
    Ok(true)
}
