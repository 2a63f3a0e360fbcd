//! Reading dumps: which format a file has, and the words in it.

use std::path::Path;

use crate::cli::DisasmFormat;

/// The format of a file, by its name and its contents.
pub(super) fn detect(name: &str, bytes: &[u8]) -> DisasmFormat {
    let extension = Path::new(name).extension().and_then(|extension| extension.to_str());
    // By its name first: a source may contain nothing but numbers.
    if matches!(extension, Some("asm" | "s" | "inc")) {
        return DisasmFormat::Source;
    }
    let is_text = |c: char| !c.is_control() || matches!(c, '\t' | '\n' | '\r' | '\x0c');
    let Some(text) = str::from_utf8(bytes).ok().filter(|text| text.chars().all(is_text)) else {
        return DisasmFormat::Binary;
    };
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).peekable();
    if lines.peek().is_none() {
        return DisasmFormat::Source;
    }
    let lines: Vec<&str> = lines.collect();
    if lines.iter().all(|line| line.starts_with(':')) {
        DisasmFormat::Hex
    } else if lines.iter().all(|line| hex_word(line).is_some()) {
        DisasmFormat::HexText
    } else if lines.iter().all(|line| binary_word(line).is_some()) {
        DisasmFormat::BinaryText
    } else {
        DisasmFormat::Source
    }
}

/// The words of a dump, or what is wrong with it.
pub(super) fn words(input: DisasmFormat, bytes: &[u8]) -> Result<Vec<u32>, String> {
    match input {
        DisasmFormat::Source => Err("a source is not a dump".to_owned()),
        DisasmFormat::Binary => binary_words(bytes),
        DisasmFormat::HexText => text_words(bytes, |line| {
            hex_word(line).map(|word| vec![word]).ok_or("this is not eight hexadecimal digits")
        }),
        DisasmFormat::BinaryText => text_words(bytes, |line| {
            binary_word(line).map(|word| vec![word]).ok_or("this is not 32 binary digits")
        }),
        DisasmFormat::Hex => text_words(bytes, hex_record),
    }
}

/// Gives every word its address.
pub(super) fn addressed(base: u32, words: Vec<u32>) -> Vec<(u32, u32)> {
    // Addresses wrap: a dump may lie at the end of the address space.
    let addresses = (0_u32..).map(|idx| base.wrapping_add(idx.wrapping_mul(4)));
    addresses.zip(words).collect()
}

fn binary_words(bytes: &[u8]) -> Result<Vec<u32>, String> {
    let (words, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(format!("{} bytes are not a whole number of words", bytes.len()));
    }
    Ok(words.iter().map(|word| u32::from_le_bytes(*word)).collect())
}

/// Reads every line; the error names the line it is about.
fn text_words(
    bytes: &[u8],
    read: impl Fn(&str) -> Result<Vec<u32>, &'static str>,
) -> Result<Vec<u32>, String> {
    let text = str::from_utf8(bytes).map_err(|_| "this is not a text".to_owned())?;
    let mut words = Vec::new();
    for (idx, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        words.extend(read(line.trim()).map_err(|why| format!("line {}: {why}", idx + 1))?);
    }
    Ok(words)
}

fn hex_word(line: &str) -> Option<u32> {
    let digits = line.strip_prefix("0x").unwrap_or(line);
    // `from_str_radix` would also take a sign.
    let fits = digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| fits)
}

fn binary_word(line: &str) -> Option<u32> {
    let fits = line.len() == 32 && line.bytes().all(|byte| matches!(byte, b'0' | b'1'));
    u32::from_str_radix(line, 2).ok().filter(|_| fits)
}

/// The words of one record, which stand in it as they are printed.
///
/// MARS: beyond 64 KiB the address has more than four digits.
fn hex_record(line: &str) -> Result<Vec<u32>, &'static str> {
    const SHAPE: &str = "this is not a record of Intel HEX";
    let digits = line.strip_prefix(':').filter(|rest| rest.is_ascii()).ok_or(SHAPE)?;
    let number = |from: usize, to: usize| {
        digits.get(from..to).and_then(|part| u32::from_str_radix(part, 16).ok()).ok_or(SHAPE)
    };
    let count = number(0, 2)? as usize;
    // Counted from the end, because the address in front has no fixed length.
    let address_end = digits.len().checked_sub(2 * count + 4).filter(|&end| end >= 6);
    let kind = address_end.ok_or(SHAPE)?;
    let (data, check) = (kind + 2, kind + 2 + 2 * count);
    let address = number(2, kind)?;
    let mut sum = count as u8;
    // MARS: the checksum covers the low two bytes of the address only, however long it is.
    for part in
        [address & 0xff, address >> 8 & 0xff, number(kind, data)?, number(check, check + 2)?]
    {
        sum = sum.wrapping_add(part as u8);
    }
    for at in (data..check).step_by(2) {
        sum = sum.wrapping_add(number(at, at + 2)? as u8);
    }
    match (sum, number(kind, data)?, count % 4) {
        (0, 0, 0) => (data..check).step_by(8).map(|at| number(at, at + 8)).collect(),
        (0, 1, _) => Ok(Vec::new()),
        (0, 0, _) => Err("this record does not hold whole words"),
        (0, _, _) => Err("only data and end records are understood"),
        _ => Err("the checksum of this record is wrong"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognised_by_their_contents() {
        for (name, bytes, expected) in [
            ("a.txt", &b"3c010001\n34281170\n"[..], DisasmFormat::HexText),
            ("a.txt", b"0x3c010001\r\n", DisasmFormat::HexText),
            ("a.txt", b"00111100000000010000000000000001\n", DisasmFormat::BinaryText),
            ("a.txt", b":0400000012345678E8\n:00000001FF\n", DisasmFormat::Hex),
            ("a.txt", b"\x00\x00\x01\x3c", DisasmFormat::Binary),
            ("a.txt", b"\xff\xff\xff\xff", DisasmFormat::Binary),
            ("a.txt", b"main: nop\n", DisasmFormat::Source),
            ("a.txt", b"", DisasmFormat::Source),
            ("a.asm", b"3c010001\n", DisasmFormat::Source),
        ] {
            assert_eq!(detect(name, bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn records_are_checked() {
        assert_eq!(hex_record(":0400000012345678E8"), Ok(vec![0x1234_5678]));
        assert_eq!(hex_record(":041000000012345678E8"), Ok(vec![0x1234_5678]));
        assert_eq!(hex_record(":00000001FF"), Ok(vec![]));
        for bad in ["0400", ":", ":04", ":0400000012345678E9", ":zz00000012345678E8", ":é0"] {
            assert!(hex_record(bad).is_err(), "{bad}");
        }
        assert!(hex_record(":020000040010EA").is_err());
        assert!(hex_record(":FF").is_err());
    }

    #[test]
    fn bad_dumps_name_the_line() {
        assert_eq!(
            words(DisasmFormat::HexText, b"00000000\n\nxyz\n"),
            Err("line 3: this is not eight hexadecimal digits".to_owned())
        );
        assert_eq!(
            words(DisasmFormat::Binary, b"12345"),
            Err("5 bytes are not a whole number of words".to_owned())
        );
    }
}
