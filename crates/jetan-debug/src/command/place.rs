//! Places as people type them: registers, labels, addresses, lines.

use jetan_isa::FReg;
use jetan_machine::device::bot::BotRegister;
use jetan_machine::device::lab::DIGITS;
use jetan_machine::observer::WrittenRegister;

use super::DebugError;
use crate::cause::StorageLocation;
use crate::debugger::Debugger;
use crate::expression::cpu_register;

impl Debugger<'_> {
    /// The address of an instruction: a label, `12` or `main.asm:12` for a line, `0x…` or an
    /// expression for an address.
    pub fn code(&self, text: &str) -> Result<u32, DebugError> {
        let names = &self.names;
        let line = |file: Option<&str>, number: &str| {
            let number = number.parse().ok()?;
            names.address_of_line(file, number).map(|(address, _)| address)
        };
        if text.is_empty() {
            return Ok(self.machine().pc);
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            let none =
                || DebugError::new(format!("there is no instruction at line {text} or after"));
            return line(None, text).ok_or_else(none);
        }
        // From the right: a path on Windows has a colon of its own.
        if let Some((file, number)) = text.rsplit_once(':') {
            let none = || DebugError::new(format!("there is no instruction at {text} or after"));
            return line(Some(file), number).ok_or_else(none);
        }
        let address = self.word(text)?;
        if names.program.code_at(address).is_none() {
            return Err(DebugError::new(format!("there is no instruction at {address:#010x}")));
        }
        Ok(address)
    }

    /// A value's location: a register, a label, `[address]`, `8($sp)`, an address with a number of
    /// bytes after a comma, `pixel COLUMN,ROW`, or the registers of `keyboard`, `display` or
    /// `digits`.
    pub fn place(&self, text: &str) -> Result<StorageLocation, DebugError> {
        if text.is_empty() {
            return Err(DebugError::new("a register, a label or an address is missing"));
        }
        if let Some(register) = register(text) {
            return Ok(StorageLocation::Register(register));
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        // A label of the program comes before these words.
        if self.names.address(word).is_none() {
            let mmio = self.machine().map().mmio_base;
            match word {
                "pixel" => return self.pixel(rest),
                "keyboard" if rest.is_empty() => return Ok(StorageLocation::Memory(mmio, 8)),
                "display" if rest.is_empty() => return Ok(StorageLocation::Memory(mmio + 8, 8)),
                "digits" if rest.is_empty() => {
                    return Ok(StorageLocation::Memory(mmio + DIGITS, 2));
                }
                "robot" if rest.is_empty() && self.machine().bot().is_some() => {
                    let first = BotRegister::Heading as u32;
                    let bytes = BotRegister::Move as u32 + 4 - first;
                    return Ok(StorageLocation::Memory(mmio + first, bytes));
                }
                _ => {}
            }
        }
        if text.starts_with('$') && !text.contains(|c: char| "+-*/ ".contains(c)) {
            return Err(DebugError::new(format!("there is no register `{text}`")));
        }
        let (text, bytes) = match text.rsplit_once(',') {
            Some((text, bytes)) => (text.trim(), self.word(bytes.trim())?),
            None => (text, 4),
        };
        let (text, bytes) = match text.strip_prefix("byte[") {
            Some(inner) => (inner.strip_suffix(']').unwrap_or(inner), 1),
            None => (text, bytes),
        };
        let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let address = match based(text) {
            Some((offset, base)) => self.word(base)?.wrapping_add(self.word(offset)?),
            None => self.word(inner.unwrap_or(text))?,
        };
        // A range that wraps around the address space cannot be watched.
        let is_valid = bytes > 0 && address.checked_add(bytes - 1).is_some();
        let wrong = || DebugError::new("memory ends before that");
        is_valid.then_some(StorageLocation::Memory(address, bytes)).ok_or_else(wrong)
    }
}

impl Debugger<'_> {
    /// The word of a unit of the bitmap display, by column and row from the top left.
    fn pixel(&self, text: &str) -> Result<StorageLocation, DebugError> {
        let Some(display) = &self.display else {
            let message = "the bitmap display was not found; set it with --bitmap";
            return Err(DebugError::new(message));
        };
        let (x, y) =
            text.split_once(',').ok_or_else(|| DebugError::new("a pixel is COLUMN,ROW"))?;
        let (x, y) = (self.word(x.trim())?, self.word(y.trim())?);
        let (columns, rows) = (display.columns, display.rows);
        if x >= columns || y >= rows {
            let message = format!("the display has {columns} columns and {rows} rows, from 0");
            return Err(DebugError::new(message));
        }
        // In 64 bits: columns and rows are whatever the user said.
        let offset = (u64::from(y) * u64::from(columns) + u64::from(x)) * 4;
        let address = u32::try_from(u64::from(display.base) + offset);
        address
            .map(|address| StorageLocation::Memory(address, 4))
            .map_err(|_| DebugError::new("memory ends"))
    }
}

/// The offset and the base of an address as loads and stores have it, `8($sp)`.
fn based(text: &str) -> Option<(&str, &str)> {
    let (offset, base) = text.strip_suffix(')')?.split_once('(')?;
    let is_operand = |c: char| c.is_alphanumeric() || c == '_';
    (offset.trim_end().ends_with(is_operand) && cpu_register(base.trim()).is_some())
        .then_some((offset, base))
}

/// A register that can be watched or asked about.
pub(super) fn register(name: &str) -> Option<WrittenRegister> {
    match name {
        "$hi" => Some(WrittenRegister::Hi),
        "$lo" => Some(WrittenRegister::Lo),
        _ => cpu_register(name)
            .map(WrittenRegister::Cpu)
            .or_else(|| FReg::from_name(name).map(WrittenRegister::Float)),
    }
}
