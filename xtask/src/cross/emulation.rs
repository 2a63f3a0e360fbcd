//! Lets the kernel start programs for aarch64.
//!
//! cargo starts the tests by the emulator, but tests start programs themselves: `jetan`, or their
//! own once more. Linux knows by a table of magic numbers (`binfmt_misc`) who is to run a file
//! that its processor cannot.

use std::{fmt::Write, fs, path::Path, process::Command};

use anyhow::{Context, Result};

pub(super) const EMULATOR: &str = "/usr/bin/qemu-aarch64";

const TABLE: &str = "/proc/sys/fs/binfmt_misc";
const ROW: &str = "jetan-aarch64";

/// The first bytes of a program for aarch64: ELF, 64 bits, little-endian, and at the end the kind
/// of file and of machine.
const MAGIC: [u8; 20] = *b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\xb7\0";

/// The bits of them that count: not the system's variant, nor whether the program can be moved.
const MASK: [u8; 20] =
    *b"\xff\xff\xff\xff\xff\xff\xff\0\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff";

/// Adds a row to the kernel's table unless it has one.
pub(super) fn register() -> Result<()> {
    let table = Path::new(TABLE);
    if !table.join("register").exists() {
        let mut mount = Command::new("mount");
        mount.args(["-t", "binfmt_misc", "binfmt_misc", TABLE]);
        // Whether it helped shows when the row is written.
        mount.status().context("cannot start mount")?;
    }
    if rows(table).iter().any(|row| is_ours(row)) {
        return Ok(());
    }
    fs::write(table.join("register"), row()).with_context(|| {
        format!("only root can let the kernel start programs for aarch64 (in {TABLE})")
    })
}

/// The texts of the table's rows.
fn rows(table: &Path) -> Vec<String> {
    let entries = fs::read_dir(table).into_iter().flatten().flatten();
    entries.filter_map(|entry| fs::read_to_string(entry.path()).ok()).collect()
}

/// Whether a row is for programs of this kind and in use.
fn is_ours(row: &str) -> bool {
    let magic = format!("magic {}", hexadecimal("", &MAGIC));
    row.starts_with("enabled") && row.lines().any(|line| line == magic)
}

/// A row in the kernel's notation. `P` keeps the name that a program was called by; `F` opens the
/// emulator now, so that it is found wherever the program is started.
fn row() -> String {
    let [magic, mask] = [MAGIC, MASK].map(|bytes| hexadecimal("\\x", &bytes));
    format!(":{ROW}:M::{magic}:{mask}:{EMULATOR}:PF")
}

/// The numbers of bytes, each with something in front.
fn hexadecimal(before: &str, bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        let _ = write!(text, "{before}{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_known_again_while_it_is_in_use() {
        let shown = "enabled\ninterpreter /usr/bin/qemu-aarch64\nflags: PF\noffset 0\n\
                     magic 7f454c460201010000000000000000000200b700\n\
                     mask ffffffffffffff00fffffffffffffffffeffffff\n";
        assert!(is_ours(shown));
        assert!(!is_ours(&shown.replace("enabled", "disabled")));
        assert!(!is_ours(&shown.replace("b700", "f300")), "another processor");
        assert!(row().starts_with(":jetan-aarch64:M::\\x7f\\x45\\x4c\\x46\\x02"));
    }
}
