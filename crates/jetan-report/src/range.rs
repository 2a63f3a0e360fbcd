//! Places of a program as they are typed: labels, addresses, and ranges of them.

use jetan_symbols::DebugSymbols;

/// The most bytes of memory that one range shows.
const BYTES_MAX: u32 = 1 << 16;
/// Most bytes that are shown of a label.
const LABEL_BYTES_MAX: u32 = 256;

/// Bytes from an address on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ByteRange {
    pub(crate) address: u32,
    pub(crate) len: u32,
}

/// Instructions to trace: a procedure by its label, or addresses. The first address, and the one
/// after the last instruction; or why that makes no sense.
pub fn of_code(typed: &str, names: &DebugSymbols) -> Result<(u32, u32), String> {
    let usage = |why: String| format!("--trace-only: {why}");
    let Some((from, to)) = typed.split_once('-') else {
        let start = place(typed, names).map_err(usage)?;
        return Ok((start, names.end_of_procedure(start)));
    };
    let (from, to) = (place(from, names).map_err(usage)?, place(to, names).map_err(usage)?);
    if from > to {
        return Err(usage(format!("`{typed}` ends before it begins")));
    }
    // `to` is an instruction that belongs to the range; after the last one of memory there is no
    // address.
    Ok((from, to.saturating_add(4)))
}

/// Memory to show.
pub(crate) fn of_memory(typed: &str, names: &DebugSymbols) -> Result<ByteRange, String> {
    let usage = |why: String| format!("--show-memory: {why}");
    let bytes = memory(typed, names).map_err(usage)?;
    if bytes.len > BYTES_MAX {
        return Err(usage(format!("`{typed}` is more than {BYTES_MAX} bytes")));
    }
    Ok(bytes)
}

fn memory(typed: &str, names: &DebugSymbols) -> Result<ByteRange, String> {
    if let Some((start, len)) = typed.split_once(':') {
        let address = place(start, names)?;
        let len = number(len).ok_or_else(|| format!("`{len}` is not a number of bytes"))?;
        // In 64 bits, because the last byte of memory may belong to it.
        let is_possible = len > 0 && u64::from(address) + u64::from(len) <= 1 << 32;
        let wrong = || format!("`{typed}` has no bytes, or goes beyond the end of memory");
        return is_possible.then_some(ByteRange { address, len }).ok_or_else(wrong);
    }
    if let Some((start, end)) = typed.split_once('-') {
        let (address, end) = (place(start, names)?, place(end, names)?);
        let len = end.checked_sub(address).ok_or(format!("`{typed}` ends before it begins"))?;
        // The end is included, as in the ranges that MARS displays.
        return Ok(ByteRange { address, len: len.saturating_add(1) });
    }
    let address = place(typed, names)?;
    let later = names.symbols().iter().map(|symbol| symbol.address).find(|&next| next > address);
    let segments = names.program.image.segments.iter();
    let ends = segments.map(|one| one.address.saturating_add(one.bytes.len() as u32));
    // Space at the end of the data is not in the image.
    let end = later.or_else(|| ends.filter(|&end| end > address).min());
    let len = end.map_or(16, |end| (end - address).min(LABEL_BYTES_MAX));
    // How many bytes are meant after an address nobody knows; a label ends where the next begins.
    let is_number = number(typed).is_some();
    Ok(ByteRange { address, len: if is_number { 16 } else { len } })
}

/// A label, perhaps with a distance, or an address.
fn place(typed: &str, names: &DebugSymbols) -> Result<u32, String> {
    let typed = typed.trim();
    let (start, offset) = typed.split_once('+').unwrap_or((typed, "0"));
    let base = number(start).or_else(|| names.address(start));
    let base = base.ok_or_else(|| format!("there is no label `{start}`"))?;
    let offset = number(offset).ok_or_else(|| format!("`{offset}` is not a number"))?;
    base.checked_add(offset).ok_or_else(|| format!("`{typed}` is beyond the end of memory"))
}

fn number(typed: &str) -> Option<u32> {
    match typed.strip_prefix("0x").or_else(|| typed.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => typed.parse().ok(),
    }
}
