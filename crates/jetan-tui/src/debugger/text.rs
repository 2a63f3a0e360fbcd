//! Pieces of text that panes are made of: lines of sources, and words in several bases.

use jetan_isa::Reg;
use jetan_isa::registers::REGISTERS;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use crate::look::TerminalLook;
use crate::paint;

/// Columns between two stops of a tab.
const TAB_COLUMNS: usize = 4;

/// A text in which nothing is hidden and nothing moves the cursor.
pub(super) fn clean(text: &str) -> String {
    let mut cleaned = String::new();
    let mut column = 0;
    for character in text.chars() {
        let blanks = TAB_COLUMNS - column % TAB_COLUMNS;
        match character {
            '\t' => cleaned.extend(std::iter::repeat_n(' ', blanks)),
            _ if is_hidden(character) => cleaned.push('·'),
            _ => cleaned.push(character),
        }
        column += if character == '\t' { blanks } else { 1 };
    }
    cleaned
}

/// Controls, and characters without width that change the order of others.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A line of assembly with its parts highlighted.
pub(super) fn highlighted(line: &str, look: TerminalLook) -> Vec<Span<'static>> {
    let (code, comment) = line.split_at(comment_start(line));
    let mut spans = Vec::new();
    let mut is_operation_next = true;
    for piece in pieces(code) {
        let first = piece.chars().next().unwrap_or(' ');
        let style = match first {
            '"' | '\'' => look.ink(paint::GOOD),
            _ if piece.ends_with(':') => look.ink(paint::ACCENT),
            '.' if is_operation_next => look.ink(paint::WARM),
            _ if is_operation_next && first.is_alphabetic() => paint::strong(look),
            _ => Style::new(),
        };
        // Blanks and labels may come before the operation; after any other word there is none.
        is_operation_next &= piece.trim().is_empty() || piece.ends_with(':');
        spans.push(Span::styled(piece.to_owned(), style));
    }
    if !comment.is_empty() {
        let style = paint::dim(look).add_modifier(Modifier::ITALIC);
        spans.push(Span::styled(comment.to_owned(), style));
    }
    spans
}

/// The offset at which the comment of a line begins, which is its end if there is none.
fn comment_start(line: &str) -> usize {
    let mut quote = None;
    let mut is_escaped = false;
    for (at, character) in line.char_indices() {
        match (quote, character) {
            _ if is_escaped => {}
            (None, '#') => return at,
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
        is_escaped = !is_escaped && quote.is_some() && character == '\\';
    }
    line.len()
}

/// The words of a line, the blanks between them, and strings as a whole.
fn pieces(code: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let end = if first == '"' {
            // Escaped quotes are not looked at: this is about colours only.
            rest[1..].find('"').map_or(rest.len(), |at| at + 2)
        } else {
            let is_blank = first.is_whitespace();
            let other = rest.find(|c: char| c.is_whitespace() != is_blank || c == '"');
            other.unwrap_or(rest.len())
        };
        // At least one character, or the loop would not end.
        let (piece, behind) = rest.split_at(end.max(first.len_utf8()));
        found.push(piece);
        rest = behind;
    }
    found
}

/// The registers that a line names, each once.
pub(super) fn registers_of(line: &str) -> Vec<Reg> {
    let code = &line[..comment_start(line)];
    let mut found = Vec::new();
    for part in code.split('$').skip(1) {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(part.len());
        let name = &part[..end];
        let numbered = name.parse().ok().and_then(|number: usize| REGISTERS.get(number));
        let named = || Reg::from_name(&format!("${name}"));
        let reg = numbered.map(|row| row.reg).or_else(named);
        found.extend(reg.filter(|reg| !found.contains(reg)));
    }
    found
}

/// The base in which a word is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NumberBase {
    /// Small numbers in decimal, others in hex.
    #[default]
    Natural,
    Hex,
    Signed,
    Unsigned,
    Binary,
    Character,
    Float,
}

impl NumberBase {
    const ALL: [NumberBase; 7] = [
        NumberBase::Natural,
        NumberBase::Hex,
        NumberBase::Signed,
        NumberBase::Unsigned,
        NumberBase::Binary,
        NumberBase::Character,
        NumberBase::Float,
    ];

    pub(super) fn next(self) -> NumberBase {
        let place = NumberBase::ALL.iter().position(|base| *base == self).unwrap_or(0);
        NumberBase::ALL[(place + 1) % NumberBase::ALL.len()]
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            NumberBase::Natural => "as it suits",
            NumberBase::Hex => "hex",
            NumberBase::Signed => "signed",
            NumberBase::Unsigned => "unsigned",
            NumberBase::Binary => "binary",
            NumberBase::Character => "characters",
            NumberBase::Float => "float",
        }
    }

    /// A word in no more than so many columns; of a longer one the end is shown.
    pub(super) fn write(self, word: u32, columns: usize) -> String {
        let signed = word.cast_signed();
        let text = match self {
            NumberBase::Natural if (-99_999..=99_999).contains(&signed) => signed.to_string(),
            NumberBase::Natural | NumberBase::Hex => format!("0x{word:08x}"),
            NumberBase::Signed => signed.to_string(),
            NumberBase::Unsigned => word.to_string(),
            NumberBase::Binary => format!("{word:032b}"),
            NumberBase::Character => characters(word.to_le_bytes()),
            NumberBase::Float => float(f32::from_bits(word)),
        };
        let length = text.chars().count();
        if length <= columns {
            return text;
        }
        // The low digits are kept, because neighbouring values differ in them.
        let kept = text.chars().skip(length - columns.saturating_sub(1));
        std::iter::once('…').chain(kept).collect()
    }
}

/// Bytes as characters, dots where there are none.
pub(super) fn characters<const N: usize>(bytes: [u8; N]) -> String {
    let shown = |byte: u8| if (b' '..=b'~').contains(&byte) { char::from(byte) } else { '.' };
    bytes.into_iter().map(shown).collect()
}

/// A number in at most twelve columns.
pub(super) fn float(number: f32) -> String {
    let plain = number.to_string();
    if plain.len() <= 11 { plain } else { format!("{number:.4e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_keeps_its_text_and_gets_its_parts() {
        for line in
            ["main: li $t0, '#' # x", "  .asciiz \"a # \\\" b\" # c", "", "é: # ☃", "\"", "\"é"]
        {
            let spans = highlighted(line, TerminalLook::FULL);
            let text: String = spans.iter().map(|span| span.content.as_ref()).collect();
            assert_eq!(text, line);
        }
        let spans = highlighted("main: li $t0, '#' # x", TerminalLook::FULL);
        assert_eq!(spans.first().map(|span| span.content.as_ref()), Some("main:"));
        assert_eq!(spans.last().map(|span| span.content.as_ref()), Some("# x"));
    }

    #[test]
    fn nothing_is_hidden() {
        assert_eq!(clean("a\tb\u{1b}[2J\u{202e}c"), "a   b·[2J·c");
    }

    #[test]
    fn registers_are_found_outside_of_comments() {
        let found = registers_of("add $t0, $9, $t0 # $s0 $nope");
        assert_eq!(found.iter().map(|reg| reg.name()).collect::<Vec<_>>(), ["$t0", "$t1"]);
        assert_eq!(registers_of("lw $t1, 4($sp)").len(), 2);
        assert!(registers_of("mov.s $f0, $f12").is_empty());
    }

    #[test]
    fn a_word_is_written_in_every_base() {
        let all = |word| NumberBase::ALL.map(|base| base.write(word, 11));
        assert_eq!(
            all(0x4048_f5c3),
            ["0x4048f5c3", "0x4048f5c3", "1078523331", "1078523331", "…0111000011", "..H@", "3.14"]
        );
        assert_eq!(
            all(u32::MAX),
            ["-1", "0xffffffff", "-1", "4294967295", "…1111111111", "....", "NaN"]
        );
    }
}
