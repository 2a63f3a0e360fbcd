//! Memory as bytes and as instructions.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use jetan_wire::{CodeRange, CodeRow};

use crate::adapter::{CommandError, CommandResult, DebugAdapter, RequestCall, ask, done};
use crate::protocol::arguments::{DisassembleArguments, ReadMemoryArguments, WriteMemoryArguments};
use crate::protocol::bodies::{BytesWritten, DisassembledInstruction, Disassembly, MemoryBytes};

/// Bytes of memory in one answer; of more the first are given, as the protocol allows.
const READ_BYTES_MAX: u64 = 1 << 20;
/// Bytes that one request writes: each word is an edit of the run's history.
const WRITE_BYTES_MAX: usize = 4096;
/// Instructions of one answer.
const INSTRUCTIONS_MAX: u64 = 10_000;
/// Instructions that the workbench gives at once.
const ROWS_MAX: u32 = 1000;

/// A place in the 32-bit address space, or beyond its ends.
fn place(reference: &str, offset: i64) -> CommandResult<i64> {
    let reference = reference.trim();
    let hex = reference.strip_prefix("0x").or_else(|| reference.strip_prefix("0X"));
    let number = hex.map_or_else(|| reference.parse(), |digits| u32::from_str_radix(digits, 16));
    let number = number.map_err(|_| CommandError::new("this is not an address"))?;
    i64::from(number)
        .checked_add(offset)
        .ok_or_else(|| CommandError::new("memory ends before that"))
}

/// An address as the client writes it.
pub(crate) fn address(reference: &str, offset: i64) -> CommandResult<u32> {
    let place = place(reference, offset)?;
    u32::try_from(place).map_err(|_| CommandError::new("memory ends before that"))
}

impl DebugAdapter {
    /// Bytes of memory as they are now.
    pub(crate) fn bytes(&self, address: u32, count: u32) -> CommandResult<Vec<u8>> {
        let debugger = self.bench.debugger();
        let debugger =
            debugger.ok_or_else(|| CommandError::new("there is no run; start one first"))?;
        let memory = &debugger.machine().memory;
        Ok((0..count).map(|idx| memory.peek(address.wrapping_add(idx))).collect())
    }

    pub(crate) fn read_memory(
        &mut self,
        _: &mut RequestCall<'_>,
        arguments: ReadMemoryArguments,
    ) -> CommandResult {
        let start = place(&arguments.memory_reference, arguments.offset)?;
        let first = u32::try_from(start).ok();
        let left = first.map_or(0, |first| (1 << 32) - u64::from(first));
        let count = arguments.count.min(left).min(READ_BYTES_MAX);
        let bytes = self.bytes(first.unwrap_or(0), count as u32)?;
        let is_cut = arguments.count > left;
        done(&MemoryBytes {
            address: first.map_or_else(|| start.to_string(), |first| format!("{first:#010x}")),
            unreadable_bytes: is_cut.then(|| arguments.count - left),
            data: STANDARD.encode(bytes),
        })
    }

    pub(crate) fn write_memory(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: WriteMemoryArguments,
    ) -> CommandResult {
        let mut to = address(&arguments.memory_reference, arguments.offset)?;
        let bytes = STANDARD.decode(arguments.data.trim());
        let bytes = bytes.map_err(|_| CommandError::new("`data` is not base64"))?;
        if bytes.len() > WRITE_BYTES_MAX {
            let why = format!("{WRITE_BYTES_MAX} bytes can be written at once");
            return Err(CommandError(why));
        }
        if u64::from(to) + bytes.len() as u64 > 1 << 32 {
            return Err(CommandError::new("memory ends before that"));
        }
        let bytes_written = bytes.len();
        let mut rest = &bytes[..];
        while let Some((&first, after)) = rest.split_first() {
            let word = rest.first_chunk::<4>().filter(|_| to.is_multiple_of(4));
            let (value, size) = match word {
                Some(word) => (u32::from_le_bytes(*word), 4),
                None => (u32::from(first), 1),
            };
            let value = value.cast_signed().to_string();
            self.set_place(&format!("{to:#x},{size}"), &value, call.host)?;
            to = to.wrapping_add(size);
            rest = if size == 4 { &rest[4..] } else { after };
        }
        done(&BytesWritten { bytes_written })
    }

    pub(crate) fn disassemble(
        &mut self,
        call: &mut RequestCall<'_>,
        arguments: DisassembleArguments,
    ) -> CommandResult {
        if arguments.instruction_count > INSTRUCTIONS_MAX {
            let why = format!("{INSTRUCTIONS_MAX} instructions can be had at once");
            return Err(CommandError(why));
        }
        let start = place(&arguments.memory_reference, arguments.offset)?;
        let back = arguments.instruction_offset.checked_mul(4);
        let start = back.and_then(|back| start.checked_add(back));
        let start = start.ok_or_else(|| CommandError::new("memory ends before that"))?;
        // Exactly as many as were asked for, whatever is there.
        let mut instructions = Vec::new();
        let mut parts = Vec::new();
        while (instructions.len() as u64) < arguments.instruction_count {
            let at = start.saturating_add(4 * instructions.len() as i64);
            let left = arguments.instruction_count - instructions.len() as u64;
            let Ok(address) = u32::try_from(at) else {
                instructions.push(no_instruction(at));
                continue;
            };
            let rows = (left as u32).min(ROWS_MAX);
            let wanted = CodeRange { address: Some(address & !3), rows };
            let found = ask!(self, call.host, Code(wanted))?;
            parts = found.parts;
            let rows = found.rows.into_iter().map(|row| self.instruction(row, &parts));
            let rows: Vec<DisassembledInstruction> = rows.collect();
            if rows.is_empty() {
                instructions.push(no_instruction(at));
            }
            instructions.extend(rows);
        }
        drop(parts);
        done(&Disassembly { instructions })
    }

    fn instruction(&self, row: CodeRow, parts: &[(u32, u32)]) -> DisassembledInstruction {
        let is_code = parts.iter().any(|(start, words)| {
            row.address.checked_sub(*start).is_some_and(|bytes| bytes / 4 < *words)
        });
        if !is_code && row.word == 0 {
            return no_instruction(i64::from(row.address));
        }
        let bytes = row.word.to_be_bytes();
        let [a, b, c, d] = bytes;
        DisassembledInstruction {
            address: format!("{:#010x}", row.address),
            instruction_bytes: Some(format!("{a:02x} {b:02x} {c:02x} {d:02x}")),
            instruction: row.text,
            symbol: row.label,
            location: row.at.as_ref().map(|at| self.source(&at.path)),
            line: row.at.as_ref().map(|at| self.line(at.line)),
            presentation_hint: None,
        }
    }
}

fn no_instruction(address: i64) -> DisassembledInstruction {
    DisassembledInstruction {
        address: if address < 0 { address.to_string() } else { format!("{address:#010x}") },
        instruction: "no instruction".to_owned(),
        presentation_hint: Some("invalid"),
        ..DisassembledInstruction::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_hex_or_decimal_and_stay_in_memory() {
        assert_eq!(address("0x10010000", 4), Ok(0x1001_0004));
        assert_eq!(address(" 16 ", -16), Ok(0));
        for (reference, offset) in [("0x", 0), ("$sp", 0), ("0", -1), ("0xffffffff", 1), ("-1", 0)]
        {
            assert!(address(reference, offset).is_err(), "{reference} {offset}");
        }
    }
}
