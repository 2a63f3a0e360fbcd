//! Commands that show something and change nothing.

use jetan_isa::FReg;
use jetan_isa::registers::REGISTERS;

use super::motion::end_text;
use super::{
    COMMANDS, DebugContext, DebugError, DebugReply, ReplyResult, grouped, number, unknown,
};
use super::{stops, views};
use crate::cause::{self, StorageLocation};
use crate::debugger::Debugger;
use crate::expression::ExpressionValue;
use crate::view::float;

/// The most units of memory that are shown at once.
const UNITS_MAX: u64 = 4096;
/// The most expressions that are displayed at every stop.
const DISPLAYS_MAX: usize = 64;
/// Lines of source around the one at hand.
const CONTEXT_LINES: u32 = 5;
/// The last bytes of output that are shown.
const CONSOLE_BYTES: usize = 16 << 10;

pub(super) fn lines_reply(lines: Vec<String>) -> ReplyResult {
    Ok(DebugReply { lines, ..DebugReply::default() })
}

/// Columns of the help that are there for names and arguments.
const USAGE_COLUMNS: usize = 44;

pub(super) fn help(_: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let lines_of = |row: &super::DebugCommand| {
        let usage = format!("{} {}", row.names.join(", "), row.arguments);
        if usage.len() < USAGE_COLUMNS {
            return vec![format!("{usage:USAGE_COLUMNS$} {}", row.summary)];
        }
        vec![usage, format!("{:USAGE_COLUMNS$} {}", "", row.summary)]
    };
    let rows = COMMANDS.iter().filter(|row| text.is_empty() || row.names.contains(&text));
    let lines: Vec<String> = rows.flat_map(lines_of).collect();
    if lines.is_empty() { Err(DebugError::new(unknown(text))) } else { lines_reply(lines) }
}

pub(super) fn status(context: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    let timeline = &context.debugger.timeline;
    let end = match timeline.ending() {
        Some(end) => format!("{}, {}", grouped(timeline.end_count()), end_text(&end)),
        None => format!("{}, the program goes on", grouped(timeline.end_count())),
    };
    let (frames, bytes) = timeline.weight();
    lines_reply(vec![
        context.here(),
        format!("known until {end}"),
        format!("{frames} keyframes, {} KiB", bytes >> 10),
    ])
}

pub(super) fn symbols(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let symbols = context.debugger.names.symbols().iter();
    let named = symbols.filter(|symbol| symbol.name.contains(text));
    lines_reply(named.map(|symbol| format!("{:#010x} {}", symbol.address, symbol.name)).collect())
}

pub(super) fn registers(context: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    let machine = context.debugger.machine();
    let cell =
        |name: &str, value: u32| format!("{name:<5} {value:08x} {:>11}", value.cast_signed());
    let row = |idx: usize| {
        let cells = [0, 8, 16, 24].map(|column| {
            let row = &REGISTERS[idx + column];
            cell(row.name, machine.registers.get(row.reg))
        });
        cells.join("  ")
    };
    let mut lines: Vec<String> = (0..8).map(row).collect();
    lines.push(
        [cell("pc", machine.pc), cell("hi", machine.hilo.hi), cell("lo", machine.hilo.lo)]
            .join("  "),
    );
    lines_reply(lines)
}

pub(super) fn fpu(context: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    let fpu = &context.debugger.machine().fpu;
    let line = |number: u8| {
        let single = |number: u8| {
            let bits = fpu.bits(number);
            format!("{:<5} {bits:08x} {:<14e}", FReg::at_index(number).name(), f32::from_bits(bits))
        };
        let double = f64::from_bits(fpu.double_bits(number));
        format!("{}  {}  as a double {double:e}", single(number), single(number + 1))
    };
    let mut lines: Vec<String> = (0..32).step_by(2).map(line).collect();
    lines.push(format!("flags {:08b}", fpu.flags()));
    lines_reply(lines)
}

pub(super) fn print(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let (format, text) = match text.strip_prefix('/') {
        Some(rest) => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        None => ("", text),
    };
    let value = context.debugger.value(text.trim())?;
    if let (ExpressionValue::Word(word), false) = (&value, format.is_empty()) {
        let bits = word.cast_unsigned();
        return lines_reply(vec![match format {
            "x" => format!("{bits:#x}"),
            "d" => word.to_string(),
            "u" => bits.to_string(),
            "t" => format!("{bits:032b}"),
            "o" => format!("{bits:#o}"),
            "c" => char::from(bits as u8).escape_default().to_string(),
            "a" => context.debugger.names.address_text(bits),
            "f" => float::single(f32::from_bits(bits)),
            _ => return Err(DebugError::new("formats are x, d, u, t, o, c, a and f")),
        }]);
    }
    lines_reply(vec![match value {
        ExpressionValue::Word(word) => {
            let label = context.debugger.names.label(word.cast_unsigned());
            let label = label.map(|label| format!(" <{label}>")).unwrap_or_default();
            format!("{word} = {word:#010x}{label}")
        }
        ExpressionValue::Float(value) => float::double(value),
    }])
}

pub(super) fn list(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let pc = context.debugger.code(text)?;
    let names = &context.debugger.names;
    let here = context.debugger.machine().pc;
    let Some(statement) = names.statement(pc) else {
        return lines_reply(vec![format!("{pc:#010x}: there is no source for this")]);
    };
    let current = names.statement(here).map(|own| (own.span.file, own.number));
    let file = names.sources.file(statement.span.file);
    let first = statement.number.saturating_sub(CONTEXT_LINES).max(1);
    let numbers = first..=statement.number + CONTEXT_LINES;
    let lines = numbers.filter_map(|number| {
        let mark = if current == Some((statement.span.file, number)) { '▶' } else { ' ' };
        file.line(number).map(|text| format!("{mark}{number:>5}  {text}").trim_end().to_owned())
    });
    lines_reply(lines.collect())
}

pub(super) fn console(context: &mut DebugContext<'_, '_>, _: &str) -> ReplyResult {
    let output = context.debugger.timeline.output();
    let last = &output[output.len().saturating_sub(CONSOLE_BYTES)..];
    // The first character may have been cut in the middle.
    lines_reply(String::from_utf8_lossy(last).lines().map(str::to_owned).collect())
}

pub(super) fn memory(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let (format, address) = match text.strip_prefix('/') {
        Some(rest) => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        None => ("", text),
    };
    let digits = format.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    // As in gdb a letter may say in which base: words are shown in both anyway.
    let letters = format[digits.len()..].trim_start_matches(['x', 'd', 'u']);
    let unit = letters;
    // A number that cannot be read becomes 0, which the check below refuses.
    let units = if digits.is_empty() { 1 } else { number(digits).unwrap_or(0) };
    if !(1..=UNITS_MAX).contains(&units) {
        return Err(DebugError::new(format!("1 to {UNITS_MAX} units can be shown")));
    }
    let start = context.debugger.word(address.trim())?;
    let (bytes, per_line) = match unit {
        "" | "w" | "f" => (4, 4),
        "h" => (2, 8),
        "b" | "c" => (1, 16),
        "i" => (4, 1),
        "s" => return lines_reply(context.strings(start, units)),
        _ => return Err(DebugError::new("units are w, h, b, c, f, i and s")),
    };
    let lines = (0..units as u32).step_by(per_line as usize).map(|idx| {
        let line_start = start.wrapping_add(idx * bytes);
        let cells = (idx..(idx + per_line).min(units as u32))
            .map(|idx| context.unit(unit, start.wrapping_add(idx * bytes)));
        let cells: Vec<String> = cells.collect();
        format!("{}: {}", context.debugger.names.address_text(line_start), cells.join(" "))
    });
    lines_reply(lines.collect())
}

/// `info`: the subjects that gdb has under one name each have a command here.
pub(super) async fn info(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let (what, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match what {
        "registers" | "reg" | "r" => registers(context, rest),
        "float" | "fpu" => fpu(context, rest),
        "locals" | "variables" => views::data(context, rest),
        "frame" | "stack" => views::calls(context, rest).await,
        "symbols" | "functions" => symbols(context, rest),
        "" | "break" | "breakpoints" | "b" | "watchpoints" | "points" => stops::list(context, rest),
        _ => Err(DebugError::new("`info` knows registers, break, locals, frame and symbols")),
    }
}

pub(super) fn display(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    if text.is_empty() {
        return lines_reply(context.displayed());
    }
    // Computed once, so that a mistake is reported here and not at every stop.
    context.debugger.value(text)?;
    if context.debugger.displays.len() == DISPLAYS_MAX {
        return Err(DebugError::new(format!(
            "at most {DISPLAYS_MAX} expressions can be displayed; remove one with `undisplay`"
        )));
    }
    context.debugger.displays.push(text.to_owned());
    lines_reply(context.displayed().into_iter().next_back().into_iter().collect())
}

pub(super) fn undisplay(context: &mut DebugContext<'_, '_>, text: &str) -> ReplyResult {
    let before = context.debugger.displays.len();
    context.debugger.displays.retain(|shown| !text.is_empty() && shown != text);
    if before == context.debugger.displays.len() && !text.is_empty() {
        return Err(DebugError::new(format!("`{text}` is not displayed")));
    }
    Ok(DebugReply::default())
}

impl DebugContext<'_, '_> {
    /// The displayed expressions, a line each.
    pub(super) fn displayed(&self) -> Vec<String> {
        let line = |text: &String| match self.debugger.value(text) {
            Ok(ExpressionValue::Word(word)) => {
                format!("{text} = {word} ({:#010x})", word.cast_unsigned())
            }
            Ok(ExpressionValue::Float(float)) => format!("{text} = {float}"),
            Err(_) => format!("{text} cannot be computed here"),
        };
        self.debugger.displays.iter().map(line).collect()
    }

    fn unit(&self, unit: &str, address: u32) -> String {
        let memory = &self.debugger.machine().memory;
        let byte = memory.peek(address);
        match unit {
            "b" => format!("{byte:02x}"),
            "c" => char::from(byte).escape_default().to_string(),
            "h" => {
                let high = memory.peek(address.wrapping_add(1));
                format!("{:04x}", u16::from_le_bytes([byte, high]))
            }
            // Aligned, since showing memory has to work for every address.
            "f" => float::single(f32::from_bits(memory.peek_word(address & !3))),
            "i" => self.debugger.names.instruction(self.debugger.machine(), address & !3),
            _ => {
                let word = memory.peek_word(address & !3);
                format!("{word:08x} ({})", word.cast_signed())
            }
        }
    }

    /// Strings that end with a zero, one after the other.
    fn strings(&self, start: u32, count: u64) -> Vec<String> {
        let memory = &self.debugger.machine().memory;
        let mut address = start;
        let mut lines = Vec::new();
        for _ in 0..count {
            // Memory without a zero byte would be a string without an end.
            let bytes: Vec<u8> = (0..1024)
                .map(|idx| memory.peek(address.wrapping_add(idx)))
                .take_while(|&byte| byte != 0)
                .collect();
            let text = String::from_utf8_lossy(&bytes);
            let place = self.debugger.names.address_text(address);
            lines.push(format!("{place}: \"{}\"", text.escape_debug()));
            address = address.wrapping_add(bytes.len() as u32 + 1);
        }
        lines
    }
}

impl Debugger<'_> {
    /// The number of bytes printed until this step.
    pub fn printed_bytes(&self) -> usize {
        self.timeline.printed().start() + self.timeline.output().len()
    }

    /// The location that was printed at a byte of the output, and when.
    pub fn printer(&mut self, byte: usize) -> Result<(StorageLocation, u64), DebugError> {
        let len = self.printed_bytes();
        let none = || DebugError::new(format!("the output has {len} bytes until here"));
        if byte >= len {
            return Err(none());
        }
        cause::printer(&mut self.timeline, byte)?.ok_or_else(none)
    }
}
