//! Services that print and read: numbers, characters, strings.

use std::ops::RangeInclusive;

use jetan_isa::{Reg, Service, java};

use super::{ServiceOutcome, go_on_after, guest, take_moved};
use crate::fault::{Fault, ServiceFault};
use crate::host::{Host, HostAnswer, OutputEvent, OutputStream};
use crate::machine::Machine;
use crate::number::{double_text, float_text};
use crate::stop::WaitReason;

/// Bytes of a string that are printed at once; the rest follows after a return to the host.
const PART_BYTES: u32 = 1 << 20;

fn print(machine: &Machine, host: &mut dyn Host, text: &str) {
    host.event(OutputEvent::Output(OutputStream::Console, text.as_bytes(), machine.count));
}

pub(super) fn print_int(machine: &Machine, host: &mut dyn Host) {
    // `itoa` writes into a buffer on the stack: programs print numbers by the million.
    print(machine, host, itoa::Buffer::new().format(machine.registers.get(Reg::A0) as i32));
}

pub(super) fn print_hex(machine: &Machine, host: &mut dyn Host) {
    print(machine, host, &format!("{:#010x}", machine.registers.get(Reg::A0)));
}

pub(super) fn print_binary(machine: &Machine, host: &mut dyn Host) {
    print(machine, host, &format!("{:032b}", machine.registers.get(Reg::A0)));
}

pub(super) fn print_unsigned(machine: &Machine, host: &mut dyn Host) {
    print(machine, host, itoa::Buffer::new().format(machine.registers.get(Reg::A0)));
}

/// The number in `$f12`.
pub(super) fn float_argument(machine: &Machine) -> f32 {
    f32::from_bits(machine.fpu.bits(12))
}

/// The number in `$f12` and `$f13`.
pub(super) fn double_argument(machine: &Machine) -> f64 {
    f64::from_bits(machine.fpu.double_bits(12))
}

pub(super) fn print_float(machine: &Machine, host: &mut dyn Host) {
    print(machine, host, &float_text(float_argument(machine)));
}

pub(super) fn print_double(machine: &Machine, host: &mut dyn Host) {
    print(machine, host, &double_text(double_argument(machine)));
}

/// Prints bytes of the program. MARS prints Latin-1 characters, encoded as UTF-8.
fn print_bytes(host: &mut dyn Host, bytes: &[u8], latin: bool, count: u64) {
    if latin && !bytes.is_ascii() {
        let text: String = bytes.iter().copied().map(char::from).collect();
        host.event(OutputEvent::Output(OutputStream::Console, text.as_bytes(), count));
    // An event is never empty; see `OutputEvent::Output`.
    } else if !bytes.is_empty() {
        host.event(OutputEvent::Output(OutputStream::Console, bytes, count));
    }
}

pub(super) fn print_char(machine: &Machine, host: &mut dyn Host) {
    // MARS: only the low byte counts, whatever else is in the register.
    let byte = machine.registers.get(Reg::A0) as u8;
    print_bytes(host, &[byte], machine.behaviour.latin_output, machine.count);
}

/// Prints up to a zero byte. What comes before a byte that cannot be read is printed.
pub(super) fn print_string(
    machine: &mut Machine,
    host: &mut dyn Host,
) -> Result<ServiceOutcome, Fault> {
    let (latin, count) = (machine.behaviour.latin_output, machine.count);
    let first = take_moved(machine);
    let mut moved = first;
    loop {
        let address = machine.registers.get(Reg::A0).wrapping_add(moved);
        let bytes = machine.memory.bytes_from(address).map_err(guest::address_fault)?;
        let end = bytes.iter().position(|&byte| byte == 0);
        let text = &bytes[..end.unwrap_or(bytes.len())];
        print_bytes(host, text, latin, count);
        moved = moved.wrapping_add(text.len() as u32);
        machine.services.touched += text.len() as u64;
        // The zero byte is read too, and MARS's tools see it.
        let read = text.len() as u32 + u32::from(end.is_some());
        machine.services.loaded.push(address, read);
        if end.is_some() {
            let start = machine.registers.get(Reg::A0);
            machine.remarks.printed(machine.pc, start, start.wrapping_add(moved));
            return Ok(ServiceOutcome::Done);
        }
        if moved.wrapping_sub(first) >= PART_BYTES {
            return Ok(go_on_after(machine, moved));
        }
    }
}

/// Reads a line and takes it as a number. `None` means that the line is not there yet.
fn read_number<T>(
    machine: &mut Machine,
    host: &mut dyn Host,
    (service, kind): (Service, &'static str),
    parse: fn(&[u8]) -> Option<T>,
) -> Result<Option<T>, Fault> {
    let number = service.number();
    let HostAnswer::Ready(line) = machine.services.input.line(host) else { return Ok(None) };
    machine.note_read(line.is_none(), number)?;
    match line.map(|line| parse(&line)) {
        None => Err(Fault::Service(ServiceFault::EndOfInput { number })),
        Some(None) => Err(Fault::Service(ServiceFault::InvalidInput { kind, number })),
        Some(value) => Ok(value),
    }
}

const NO_INPUT: ServiceOutcome = ServiceOutcome::Wait(WaitReason::Input);

pub(super) fn parse_int(line: &[u8]) -> Option<i32> {
    // Bytes that are not UTF-8 become a character that no number has.
    java::trim(&String::from_utf8_lossy(line)).parse().ok()
}

pub(super) fn parse_float(line: &[u8]) -> Option<f32> {
    java::parse_float(&String::from_utf8_lossy(line))
}

pub(super) fn parse_double(line: &[u8]) -> Option<f64> {
    java::parse_double(&String::from_utf8_lossy(line))
}

pub(super) fn read_int(
    machine: &mut Machine,
    host: &mut dyn Host,
) -> Result<ServiceOutcome, Fault> {
    let service = (Service::ReadInt, "integer");
    let Some(value) = read_number(machine, host, service, parse_int)? else {
        return Ok(NO_INPUT);
    };
    machine.registers.set(Reg::V0, value as u32);
    Ok(ServiceOutcome::Done)
}

pub(super) fn read_float(
    machine: &mut Machine,
    host: &mut dyn Host,
) -> Result<ServiceOutcome, Fault> {
    let service = (Service::ReadFloat, "float");
    let Some(value) = read_number(machine, host, service, parse_float)? else {
        return Ok(NO_INPUT);
    };
    machine.fpu.set_bits(0, value.to_bits());
    Ok(ServiceOutcome::Done)
}

pub(super) fn read_double(
    machine: &mut Machine,
    host: &mut dyn Host,
) -> Result<ServiceOutcome, Fault> {
    let service = (Service::ReadDouble, "double");
    let Some(value) = read_number(machine, host, service, parse_double)? else {
        return Ok(NO_INPUT);
    };
    machine.fpu.set_double_bits(0, value.to_bits());
    Ok(ServiceOutcome::Done)
}

/// Reads a line into memory. At the end of input the string is empty.
pub(super) fn read_string(
    machine: &mut Machine,
    host: &mut dyn Host,
) -> Result<ServiceOutcome, Fault> {
    let line = match machine.services.input.line(host) {
        HostAnswer::Wait => return Ok(NO_INPUT),
        HostAnswer::Ready(line) => line,
    };
    machine.note_read(line.is_none(), Service::ReadString.number())?;
    let buffer = machine.registers.get(Reg::A0);
    let size = machine.registers.get(Reg::A1) as i32;
    let bytes = match line {
        Some(line) => string_in_buffer(&stored(line, machine.behaviour.latin_output), size),
        None if size >= 1 => vec![0],
        None => Vec::new(),
    };
    guest::store(machine, buffer, &bytes)?;
    Ok(ServiceOutcome::Done)
}

/// The content of a buffer of some size for a line: what fits, a newline if there is room, a zero
/// byte; nothing if the buffer is empty.
pub(super) fn string_in_buffer(line: &[u8], size: i32) -> Vec<u8> {
    if size < 1 {
        return Vec::new();
    }
    let room = (size - 1) as usize;
    let mut bytes = line[..line.len().min(room)].to_vec();
    if bytes.len() < room {
        bytes.push(b'\n');
    }
    bytes.push(0);
    bytes
}

/// The characters of a line as bytes in memory. MARS decodes the input and keeps the low bytes.
pub(super) fn stored(line: Vec<u8>, latin: bool) -> Vec<u8> {
    if latin { utf16(&line).into_iter().map(|unit| unit as u8).collect() } else { line }
}

/// Decodes UTF-8 as Java does.
///
/// Bytes that are not UTF-8 become U+FFFD, as everywhere; but the encoding of a surrogate, which is
/// three bad bytes to the standard library, is one mistake to Java.
fn utf16(bytes: &[u8]) -> Vec<u16> {
    const REPLACEMENT: u16 = 0xfffd;
    let mut units = Vec::with_capacity(bytes.len());
    // The bytes that the mistake at hand may go on with.
    let mut more: &[RangeInclusive<u8>] = &[];
    for chunk in bytes.utf8_chunks() {
        if !chunk.valid().is_empty() {
            units.extend(chunk.valid().encode_utf16());
            more = &[];
        }
        match (chunk.invalid(), more) {
            ([], _) => {}
            ([byte], [next, rest @ ..]) if next.contains(byte) => more = rest,
            (bad, _) => {
                units.push(REPLACEMENT);
                more = if bad == [0xed] { &[0xa0..=0xbf, 0x80..=0xbf] } else { &[] };
            }
        }
    }
    units
}

/// Reads a character: a key, the first of a line, or the next one. At the end of input it is 0.
pub(super) fn read_char(
    machine: &mut Machine,
    host: &mut dyn Host,
) -> Result<ServiceOutcome, Fault> {
    let input = &mut machine.services.input;
    // What a line-reading service took ahead comes before the keyboard.
    let key = if input.is_empty() { host.read_key() } else { None };
    let answer = if let Some(key) = key {
        match key {
            HostAnswer::Ready(key) => {
                input.forget_skip();
                HostAnswer::Ready(key.map(u32::from))
            }
            HostAnswer::Wait => HostAnswer::Wait,
        }
    } else if machine.behaviour.line_characters {
        match input.line(host) {
            HostAnswer::Ready(Some(line)) => HostAnswer::Ready(Some(first(&line, machine)?)),
            HostAnswer::Ready(None) => HostAnswer::Ready(None),
            HostAnswer::Wait => HostAnswer::Wait,
        }
    } else {
        match input.character(host) {
            HostAnswer::Ready(character) => HostAnswer::Ready(character.map(u32::from)),
            HostAnswer::Wait => HostAnswer::Wait,
        }
    };
    let HostAnswer::Ready(character) = answer else { return Ok(NO_INPUT) };
    machine.note_read(character.is_none(), Service::ReadChar.number())?;
    machine.registers.set(Reg::V0, character.unwrap_or(0));
    Ok(ServiceOutcome::Done)
}

/// MARS: the first UTF-16 unit of a line, which must have one.
fn first(line: &[u8], machine: &Machine) -> Result<u32, Fault> {
    let first = if machine.behaviour.latin_output {
        utf16(line).first().map(|&unit| u32::from(unit))
    } else {
        line.first().map(|&byte| u32::from(byte))
    };
    let number = Service::ReadChar.number();
    first.ok_or(Fault::Service(ServiceFault::InvalidInput { kind: "char", number }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_utf8_is_replaced_as_java_does() {
        // Recorded with OpenJDK 17.
        let cases: &[(&[u8], &[u16])] = &[
            (b"a\xc3\xa9", &[0x61, 0xe9]),
            (b"\xf0\x9f\x98\x80", &[0xd83d, 0xde00]),
            (b"\xff\x41", &[0xfffd, 0x41]),
            (b"\xe2\x82", &[0xfffd]),
            (b"\xe0\x80", &[0xfffd, 0xfffd]),
            (b"\xed\xa0", &[0xfffd]),
            (b"\xed\xa0\x80", &[0xfffd]),
            (b"\xed\xa0\x80\x80", &[0xfffd, 0xfffd]),
            (b"\xed\xa0\x41", &[0xfffd, 0x41]),
            (b"\xed\xed\xa0", &[0xfffd, 0xfffd]),
            (b"\xed\x90\xed\xa0", &[0xfffd, 0xfffd]),
            (b"\xed\xbf\xee\xdf", &[0xfffd, 0xfffd, 0xfffd]),
        ];
        for (bytes, units) in cases {
            assert_eq!(utf16(bytes), *units, "{bytes:x?}");
        }
    }

    #[test]
    fn buffers_hold_what_fits() {
        for (size, bytes) in [
            (10, b"abc\n\0".as_slice()),
            (5, b"abc\n\0"),
            (4, b"abc\0"),
            (3, b"ab\0"),
            (1, b"\0"),
            (0, b""),
            (-1, b""),
            (i32::MIN, b""),
            (i32::MAX, b"abc\n\0"),
        ] {
            assert_eq!(string_in_buffer(b"abc", size), bytes, "{size}");
        }
    }
}
