//! The bytes of a terminal as keys and clicks.
//!
//! Terminals say keys in the language of the VT100 and its heirs. What is not understood is left
//! out as a whole, so that no half of it is taken for letters.

use crate::game::Key;

/// Something that somebody did at the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TerminalInput {
    /// A key of its own meaning.
    Key(Key),
    /// Ctrl and a letter.
    Control(char),
    /// A button of the mouse went down in this column and row, counted from 0.
    Click(u16, u16),
    /// The wheel was turned there, up or down.
    Wheel(u16, u16, WheelTurn),
    /// A character of a text that was pasted; ends of lines are `\n`.
    Pasted(char),
}

/// The direction of a wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WheelTurn {
    /// Away from the user: towards the beginning.
    Up,
    /// Towards the user.
    Down,
}

/// Reads bytes as they come, in whatever portions.
#[derive(Debug, Default)]
pub(crate) struct KeyReader {
    /// The beginning of something whose end has not come yet.
    rest: Vec<u8>,
    /// Whether text is being pasted.
    is_pasting: bool,
}

/// The meaning of the first bytes.
enum KeyToken {
    /// So many bytes mean this, or nothing.
    Whole(usize, Option<TerminalInput>),
    /// So many bytes begin or end a pasted text.
    Paste(usize, bool),
    /// It depends on what comes next.
    Unfinished,
}

const ESC: u8 = 0x1b;
/// Nothing that is understood is longer.
const SEQUENCE_BYTES_MAX: usize = 32;

impl KeyReader {
    /// The inputs that some bytes mean, together with those before.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Vec<TerminalInput> {
        self.rest.extend_from_slice(bytes);
        let mut inputs = Vec::new();
        let mut at = 0;
        while at < self.rest.len() {
            match token(&self.rest[at..]) {
                KeyToken::Unfinished if self.rest.len() - at <= SEQUENCE_BYTES_MAX => break,
                // Too long for anything that is known: one byte is dropped, and the rest is read
                // again.
                KeyToken::Unfinished => at += 1,
                KeyToken::Paste(length, begins) => {
                    at += length;
                    self.is_pasting = begins;
                }
                KeyToken::Whole(length, input) => {
                    at += length;
                    inputs.extend(if self.is_pasting { input.and_then(pasted) } else { input });
                }
            }
        }
        self.rest.drain(..at);
        inputs
    }
}

/// The meaning of an input in pasted text: only characters count.
fn pasted(input: TerminalInput) -> Option<TerminalInput> {
    match input {
        TerminalInput::Key(Key::Char(character)) => Some(TerminalInput::Pasted(character)),
        TerminalInput::Key(Key::Enter) => Some(TerminalInput::Pasted('\n')),
        TerminalInput::Key(Key::Tab) => Some(TerminalInput::Pasted('\t')),
        _ => None,
    }
}

fn token(bytes: &[u8]) -> KeyToken {
    let key = |length, key| KeyToken::Whole(length, Some(TerminalInput::Key(key)));
    match *bytes {
        // A key that begins with it comes in one portion, so this one is pressed alone.
        // Of two in a row the first is the key itself, since the second may begin a sequence.
        [ESC] | [ESC, ESC, ..] => key(1, Key::Esc),
        [ESC, b'[', ref rest @ ..] => command(rest, 2),
        [ESC, b'O', letter, ..] => KeyToken::Whole(3, arrow(letter).map(TerminalInput::Key)),
        [ESC, b'O'] => KeyToken::Unfinished,
        // Alt and a key is that key.
        [ESC, ..] => match token(&bytes[1..]) {
            KeyToken::Whole(length, input) => KeyToken::Whole(length + 1, input),
            other => other,
        },
        [b'\r' | b'\n', ..] => key(1, Key::Enter),
        [b'\t', ..] => key(1, Key::Tab),
        [0x08 | 0x7f, ..] => key(1, Key::Backspace),
        // Ctrl clears the upper bits of a letter; setting them gives it back, and `|` for Ctrl-\.
        [control @ 0..0x20, ..] => {
            KeyToken::Whole(1, Some(TerminalInput::Control(char::from(control | 0x60))))
        }
        _ => letter(bytes),
    }
}

/// A command: numbers and signs, then a letter that says what it is.
fn command(bytes: &[u8], before: usize) -> KeyToken {
    let Some(end) = bytes.iter().position(|byte| (0x40..=0x7e).contains(byte)) else {
        return KeyToken::Unfinished;
    };
    let (numbers, length) = (&bytes[..end], before + end + 1);
    let is_plain = !numbers.contains(&b'<');
    match bytes[end] {
        // Function keys of the Linux console have one letter more.
        b'[' => match bytes.get(end + 1) {
            Some(letter @ b'A'..=b'E') => {
                let key = Key::Function(letter - b'A' + 1);
                KeyToken::Whole(length + 1, Some(TerminalInput::Key(key)))
            }
            Some(_) => KeyToken::Whole(length + 1, None),
            None => KeyToken::Unfinished,
        },
        b'M' if numbers.is_empty() => old_click(&bytes[end + 1..], length),
        b'M' => KeyToken::Whole(length, click(numbers)),
        b'Z' => KeyToken::Whole(length, Some(TerminalInput::Key(Key::BackTab))),
        b'~' => match number(numbers, 0) {
            Some(number @ (200 | 201)) => KeyToken::Paste(length, number == 200),
            Some(number) => KeyToken::Whole(length, numbered(number).map(TerminalInput::Key)),
            None => KeyToken::Whole(length, None),
        },
        // With Ctrl an arrow is another key.
        // The parameter is one more than a set of bits, in which 4 is Ctrl.
        letter if is_plain && number(numbers, 1).unwrap_or(1).saturating_sub(1) & 4 == 0 => {
            KeyToken::Whole(length, arrow(letter).map(TerminalInput::Key))
        }
        _ => KeyToken::Whole(length, None),
    }
}

/// Keys that terminals number.
fn numbered(number: u16) -> Option<Key> {
    Some(match number {
        1 | 7 => Key::Home,
        3 => Key::Delete,
        4 | 8 => Key::End,
        5 => Key::PageUp,
        6 => Key::PageDown,
        // The numbers have gaps where old keyboards had one between their groups of keys.
        11..=15 => Key::Function(number as u8 - 10),
        17..=21 => Key::Function(number as u8 - 11),
        23 | 24 => Key::Function(number as u8 - 12),
        _ => return None,
    })
}

fn arrow(letter: u8) -> Option<Key> {
    Some(match letter {
        b'A' => Key::Up,
        b'B' => Key::Down,
        b'C' => Key::Right,
        b'D' => Key::Left,
        b'M' => Key::Enter,
        b'H' => Key::Home,
        b'F' => Key::End,
        b'P'..=b'S' => Key::Function(letter - b'P' + 1),
        _ => return None,
    })
}

/// One of the numbers between semicolons.
fn number(numbers: &[u8], at: usize) -> Option<u16> {
    let field = numbers.split(|&byte| byte == b';').nth(at)?;
    str::from_utf8(field).ok()?.trim_start_matches('<').parse().ok()
}

/// A button of the mouse: its number and those of column and row, counted from 1.
fn click(numbers: &[u8]) -> Option<TerminalInput> {
    let [button, column, row] = [0, 1, 2].map(|at| number(numbers, at));
    mouse(button?, column?.checked_sub(1)?, row?.checked_sub(1)?)
}

/// The same from terminals that say it in three bytes.
fn old_click(bytes: &[u8], before: usize) -> KeyToken {
    let [button, column, row, ..] = *bytes else { return KeyToken::Unfinished };
    // Every byte is 32 more than its value, so that none is a control character; columns and rows
    // count from 1 besides.
    let [button, column, row] = [button.saturating_sub(32), column, row].map(u16::from);
    let place = column.checked_sub(33).zip(row.checked_sub(33));
    let input = place.and_then(|(x, y)| mouse(button, x, y));
    KeyToken::Whole(before + 3, input)
}

/// The input of the mouse: a button went down or the wheel was turned; a movement and a release are
/// ignored.
fn mouse(number: u16, x: u16, y: u16) -> Option<TerminalInput> {
    // 32 is a movement, 64 the wheel, 128 further buttons; 3 is a release in the old form.
    match (number & (32 | 64 | 128), number & 3) {
        (0, 0..=2) => Some(TerminalInput::Click(x, y)),
        (64, 0) => Some(TerminalInput::Wheel(x, y, WheelTurn::Up)),
        (64, 1) => Some(TerminalInput::Wheel(x, y, WheelTurn::Down)),
        _ => None,
    }
}

fn letter(bytes: &[u8]) -> KeyToken {
    let length = match bytes[0] {
        0..0x80 => 1,
        // 0xc0 and 0xc1 would begin overlong forms, 0xf5 and above lie beyond Unicode.
        0xc2..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0..0xf5 => 4,
        _ => return KeyToken::Whole(1, None),
    };
    let Some(bytes) = bytes.get(..length) else { return KeyToken::Unfinished };
    match str::from_utf8(bytes).ok().and_then(|text| text.chars().next()) {
        Some(letter) => KeyToken::Whole(length, Some(TerminalInput::Key(Key::Char(letter)))),
        None => KeyToken::Whole(1, None),
    }
}

#[cfg(test)]
mod tests {
    use jetan_games::rng::Rng;

    use super::*;

    fn read(bytes: &str) -> Vec<TerminalInput> {
        KeyReader::default().take(bytes.as_bytes())
    }

    #[test]
    fn keys_are_understood() {
        let cases: [(&str, &[Key]); 17] = [
            ("aZ5é€😀", &['a', 'Z', '5', 'é', '€', '😀'].map(Key::Char)),
            ("\x1b[A\x1b[B\x1b[C\x1b[D", &[Key::Up, Key::Down, Key::Right, Key::Left]),
            ("\x1bOA\x1bOD", &[Key::Up, Key::Left]),
            ("\x1b[1;2A", &[Key::Up]),
            ("\x1b[1;5A", &[]),
            ("\r\n\t\x1b[Z", &[Key::Enter, Key::Enter, Key::Tab, Key::BackTab]),
            ("\x7f\x08\x1b[3~", &[Key::Backspace, Key::Backspace, Key::Delete]),
            ("\x1b[H\x1b[F\x1b[1~\x1b[4~", &[Key::Home, Key::End, Key::Home, Key::End]),
            ("\x1b[5~\x1b[6~\x1b[9~", &[Key::PageUp, Key::PageDown]),
            ("\x1bOP\x1bOS\x1b[11~\x1b[[E", &[1, 4, 1, 5].map(Key::Function)),
            ("\x1b[15~\x1b[17~\x1b[21~\x1b[23~\x1b[24~", &[5, 6, 10, 11, 12].map(Key::Function)),
            ("\x1b", &[Key::Esc]),
            ("\x1b\x1b", &[Key::Esc; 2]),
            ("\x1b\x1b[A", &[Key::Esc, Key::Up]),
            ("\x1bx", &[Key::Char('x')]),
            ("\x1b[[Z\x1b[16~\x1b[Lq", &[Key::Char('q')]),
            ("\x1b[?1;2cq", &[Key::Char('q')]),
        ];
        for (bytes, keys) in cases {
            let keys: Vec<TerminalInput> = keys.iter().copied().map(TerminalInput::Key).collect();
            assert_eq!(read(bytes), keys, "{bytes:?}");
        }
        assert_eq!(read("\x03\x1a\x0c"), ['c', 'z', 'l'].map(TerminalInput::Control));
    }

    #[test]
    fn of_a_pasted_text_only_characters_count() {
        let pasted = ['q', '\n', '\t'].map(TerminalInput::Pasted);
        let inputs = read("\x1b[200~q\x1b[A\x03\r\t\x1b[201~w");
        assert_eq!(inputs, [&pasted[..], &[TerminalInput::Key(Key::Char('w'))]].concat());
    }

    #[test]
    fn only_buttons_that_go_down_are_clicks() {
        assert_eq!(read("\x1b[<0;20;7M\x1b[<0;20;7m"), [TerminalInput::Click(19, 6)]);
        assert_eq!(read("\x1b[<2;1;1M"), [TerminalInput::Click(0, 0)]);
        assert_eq!(read("\x1b[<66;5;5M\x1b[<32;5;5M\x1b[<0;0;0M\x1b[<0;5M\x1b[<;;M"), []);
        let wheel = [
            TerminalInput::Wheel(4, 4, WheelTurn::Up),
            TerminalInput::Wheel(4, 6, WheelTurn::Down),
        ];
        assert_eq!(read("\x1b[<64;5;5M\x1b[<65;5;7M"), wheel);
        assert_eq!(
            read("\x1b[M !#q"),
            [TerminalInput::Click(0, 2), TerminalInput::Key(Key::Char('q'))]
        );
        assert_eq!(read("\x1b[M#!!"), []);
    }

    #[test]
    fn portions_make_no_difference() {
        let bytes = "a\x1b[A€\x1b[<0;20;7M\x1b[200~text\x1b[201~\x1bOB\x1b[3~q".as_bytes();
        let whole = KeyReader::default().take(bytes);
        assert_eq!(whole.len(), 11);
        for cut in 1..bytes.len() {
            // After a first ESC nobody knows whether more will come.
            if bytes[cut - 1] != ESC {
                let mut reader = KeyReader::default();
                let mut inputs = reader.take(&bytes[..cut]);
                inputs.extend(reader.take(&bytes[cut..]));
                assert_eq!(inputs, whole, "cut at {cut}");
            }
        }
    }

    #[test]
    fn noise_is_survived() {
        let mut rng = Rng::new(5);
        let mut reader = KeyReader::default();
        let alphabet = b"\x1b[<;M0Om~2\xe2\x82\xffA\x9b";
        for _ in 0..20_000 {
            let portion: Vec<u8> = (0..rng.below(9))
                .map(|_| alphabet[rng.below(alphabet.len() as u32) as usize])
                .collect();
            reader.take(&portion);
            assert!(reader.rest.len() <= SEQUENCE_BYTES_MAX);
        }
        reader.take(b"\x1b[201~");
        let last = reader.take(b"~~q").pop();
        assert_eq!(last, Some(TerminalInput::Key(Key::Char('q'))));
    }
}
