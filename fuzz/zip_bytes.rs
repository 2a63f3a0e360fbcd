//! Archives whose entries are decided by any bytes: with names, kinds, sizes and sums that no tool
//! would write, but so well-formed that a reader gets to see them.

/// Entries of an archive.
const ENTRIES_MAX: usize = 24;

/// What an entry claims.
struct Entry<'b> {
    name: &'b [u8],
    content: &'b [u8],
    flags: u16,
    method: u16,
    /// Kind and permissions as Unix has them.
    mode: u16,
    sum: u32,
    size: u32,
}

/// An archive as the bytes decide: for each entry a byte each for what is odd about it, the length
/// of its name and that of its content, and then both.
pub fn of_decisions(mut bytes: &[u8]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    let mut entries = 0;
    while let ([odd, name, content, rest @ ..], true) = (bytes, entries < ENTRIES_MAX) {
        let (name, rest) = rest.split_at(usize::from(*name).min(rest.len()));
        let (content, rest) = rest.split_at(usize::from(*content).min(rest.len()));
        bytes = rest;
        let entry = Entry {
            name,
            content,
            flags: if odd & 1 != 0 { 1 << 11 } else { u16::from(odd & 2 != 0) },
            method: if odd & 4 != 0 { 8 } else { 0 },
            mode: if odd & 8 != 0 { 0o120_777 } else { 0o100_644 },
            sum: if odd & 16 != 0 { 0 } else { crc(content) },
            size: if odd & 32 != 0 { u32::MAX - 1 } else { content.len() as u32 },
        };
        let offset = file.len() as u32;
        entry.write_local(&mut file);
        entry.write_central(&mut directory, if odd & 64 != 0 { 0 } else { offset });
        entries += 1;
    }
    let start = file.len() as u32;
    file.extend_from_slice(&directory);
    file.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    file.extend_from_slice(&(entries as u16).to_le_bytes());
    file.extend_from_slice(&(entries as u16).to_le_bytes());
    file.extend_from_slice(&(directory.len() as u32).to_le_bytes());
    file.extend_from_slice(&start.to_le_bytes());
    file.extend_from_slice(&[0, 0]);
    file
}

impl Entry<'_> {
    fn write_local(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"PK\x03\x04\x14\0");
        self.write_common(out);
        out.extend_from_slice(&[0, 0]);
        out.extend_from_slice(self.name);
        out.extend_from_slice(self.content);
    }

    fn write_central(&self, out: &mut Vec<u8>, offset: u32) {
        // Made by a Unix, which has modes.
        out.extend_from_slice(b"PK\x01\x02\x14\x03\x14\0");
        self.write_common(out);
        out.extend_from_slice(&[0; 8]);
        out.extend_from_slice(&(u32::from(self.mode) << 16).to_le_bytes());
        out.extend_from_slice(&offset.to_le_bytes());
        out.extend_from_slice(self.name);
    }

    /// From the flags to the length of the name.
    fn write_common(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.flags.to_le_bytes());
        out.extend_from_slice(&self.method.to_le_bytes());
        out.extend_from_slice(&[0; 4]);
        out.extend_from_slice(&self.sum.to_le_bytes());
        out.extend_from_slice(&(self.content.len() as u32).to_le_bytes());
        out.extend_from_slice(&self.size.to_le_bytes());
        out.extend_from_slice(&(self.name.len() as u16).to_le_bytes());
    }
}

fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, &byte: &u8| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            if crc & 1 != 0 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 }
        })
    };
    !bytes.iter().fold(u32::MAX, step)
}
