//! Pages about numbers and strings.

use jetan_asm::literal::{self, StringForm};
use jetan_asm::token::SourceToken;
use jetan_isa::Directive;

use crate::line::CursorLine;
use crate::page::HoverPage;

/// An integer in the ways one may want to read it.
pub(super) fn number_page(word: &str, value: i32) -> HoverPage {
    let row = |name: &str, text: String| Some([name.to_owned(), text]);
    let unsigned = value as u32;
    let character = char::from_u32(unsigned)
        // Beyond ASCII a byte is another character in every encoding.
        .filter(|c| unsigned < 0x80 && !c.is_control())
        .and_then(|c| row("character", format!("'{c}'")));
    let rows = [
        row("decimal", value.to_string()),
        (value < 0).then(|| row("unsigned", unsigned.to_string())).flatten(),
        row("hexadecimal", format!("{unsigned:#x}")),
        row("binary", grouped(unsigned)),
        character,
    ];
    HoverPage::new(word, "number").table(rows.into_iter().flatten())
}

/// Binary digits in groups of four, without leading groups of zeros.
fn grouped(value: u32) -> String {
    let groups = (32 - value.leading_zeros()).div_ceil(4).max(1);
    let group = |idx: u32| format!("{:04b}", value >> (4 * idx) & 0xf);
    (0..groups).rev().map(group).collect::<Vec<_>>().join(" ")
}

/// A number with a fraction: its bits in both precisions.
pub(super) fn real_page(word: &str) -> Option<HoverPage> {
    let value = literal::real(word)?;
    // Rounded once from the double, as `.float` does it.
    let single = (value as f32).to_bits();
    Some(HoverPage::new(word, "number").table([
        ["single".to_owned(), format!("{single:#010x}")],
        ["double".to_owned(), format!("{:#018x}", value.to_bits())],
    ]))
}

/// A string: how much memory it takes.
pub(super) fn string_page(line: &CursorLine, token: SourceToken, form: StringForm) -> HoverPage {
    let bytes = literal::string(line.word(token), form).len();
    let terminated = line.directive() == Some(Directive::Asciiz);
    let text = match (bytes, terminated) {
        (1, false) => "1 byte".to_owned(),
        (_, false) => format!("{bytes} bytes"),
        (_, true) => format!("{} bytes, the zero byte at its end included", bytes + 1),
    };
    HoverPage::new(line.word(token), "string").text(text)
}
