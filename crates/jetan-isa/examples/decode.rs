//! Decodes machine words given in hex: `cargo run --example decode -- 3c011001 8c290000`.

use std::process::ExitCode;

use jetan_isa::{decode, disasm};

#[expect(
    clippy::disallowed_methods,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "an example talks to its user"
)]
fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        words =
            ["3c011001", "8c290000", "1d00fffc", "0000000c", "ffffffff"].map(String::from).into();
    }
    let mut address = 0x0040_0000;
    for text in words {
        let Ok(word) = u32::from_str_radix(text.trim_start_matches("0x"), 16) else {
            eprintln!("`{text}` is not a hexadecimal word");
            return ExitCode::FAILURE;
        };
        let meaning = decode(word).map_or_else(
            || String::from("(no instruction)"),
            |instruction| disasm::source_text(&instruction, address, &mut |_| None),
        );
        println!("{address:#010x}  {word:08x}  {meaning}");
        address += 4;
    }
    ExitCode::SUCCESS
}
