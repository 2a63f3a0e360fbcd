//! Device registers are found by the memory map: their addresses differ between configurations.

use super::{
    Violation,
    tree::{SourceTree, TreeFile},
};

/// The table that has the addresses.
const TABLE: &str = "crates/jetan-isa/src/memory_map.rs";

/// The beginning of the addresses of the usual configuration, without underscores and the last two
/// digits. Spelled in halves so that this file does not contain it.
const DIGITS: &str = concat!("0xff", "ff00");

/// No code but the memory map's table has an address of a device register; tests, and programs in
/// assembly that are shown or run, may.
pub fn literals(tree: &SourceTree) -> Vec<Violation> {
    let code = tree.rust_files().filter(|file| file.path != TABLE && !is_test(file));
    code.flat_map(|file| {
        // Tests stand at the end of a file, and may name addresses.
        let lines = file.numbered_lines().take_while(|(_, text)| text.trim() != "#[cfg(test)]");
        let named = lines.filter(|(_, text)| has_address(text));
        named.map(|(line, _)| {
            let message = "an address of a device register: ask the memory map of the program";
            Violation::new(&file.path, line, message)
        })
    })
    .collect()
}

fn is_test(file: &TreeFile) -> bool {
    let is_part = |part: &str| matches!(part, "tests" | "benches" | "examples" | "tests.rs");
    file.path.split('/').any(is_part)
}

/// Whether a line has the address as a number or in a message. In a line of assembly it is the
/// operand of a load or a store, or of `li` and `la`.
fn has_address(text: &str) -> bool {
    let digits = text.to_ascii_lowercase().replace('_', "");
    let is_assembly = text.contains('$');
    let is_address = |(start, _): (usize, &str)| {
        let rest = digits[start + DIGITS.len()..].bytes();
        rest.take_while(u8::is_ascii_hexdigit).count() == 2
    };
    !is_assembly && digits.match_indices(DIGITS).any(is_address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_in_code_and_messages_only() {
        let cases = [
            ("a.rs", "const KEY: u32 = 0xffff_0004;", 1),
            ("a.rs", "const KEY: u32 = 0xFFFF0000;", 1),
            ("a.rs", "    \"bit 0 of `0xffff0000`\"", 1),
            ("a.rs", "mask ffffffffffff00ff", 0),
            ("a.rs", "let white = 0xffff_0000_ff;", 0),
            ("a.rs", "    lw $t0, 0xffff0000", 0),
            ("a.rs", "#[cfg(test)]\nlet key = 0xffff_0004;", 0),
            ("crates/x/tests/a.rs", "let key = 0xffff_0004;", 0),
            (TABLE, "mmio_base: 0xffff_0000,", 0),
        ];
        for (path, text, expected) in cases {
            assert_eq!(literals(&SourceTree::of(&[(path, text)])).len(), expected, "{text}");
        }
    }
}
