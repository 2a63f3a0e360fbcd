//! The bytes of a terminal as keys and clicks.
//!
//! Terminals say keys in the language of the VT100 and its heirs. What is not understood is left
//! out as a whole, so that no half of it is taken for letters.

use crate::game::Key;

/// Something a player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// A key of its own meaning.
    Key(Key),
    /// Ctrl and a letter.
    Control(char),
    /// A button of the mouse went down in this column and row, counted from 0.
    Click(u16, u16),
}

/// Reads bytes as they come, in whatever portions.
#[derive(Debug, Default)]
pub(super) struct Reader {
    /// The beginning of something whose end has not come yet.
    rest: Vec<u8>,
    /// Whether text is being pasted, which is nothing a player does.
    is_pasting: bool,
}

/// What the first bytes mean.
enum Token {
    /// So many bytes mean this, or nothing.
    Whole(usize, Option<Input>),
    /// So many bytes begin or end a pasted text.
    Paste(usize, bool),
    /// It depends on what comes next.
    Unfinished,
}

const ESC: u8 = 0x1b;
/// Nothing that is understood is longer.
const LENGTH_MAX: usize = 32;

impl Reader {
    /// What some bytes mean, together with those before.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Vec<Input> {
        self.rest.extend_from_slice(bytes);
        let mut inputs = Vec::new();
        let mut at = 0;
        while at < self.rest.len() {
            match token(&self.rest[at..]) {
                Token::Unfinished if self.rest.len() - at <= LENGTH_MAX => break,
                Token::Unfinished => at += 1,
                Token::Paste(length, begins) => {
                    at += length;
                    self.is_pasting = begins;
                }
                Token::Whole(length, input) => {
                    at += length;
                    inputs.extend(input.filter(|_| !self.is_pasting));
                }
            }
        }
        self.rest.drain(..at);
        inputs
    }
}

fn token(bytes: &[u8]) -> Token {
    let key = |length, key| Token::Whole(length, Some(Input::Key(key)));
    match *bytes {
        // A key that begins with it comes in one portion, so this one is pressed alone.
        [ESC] | [ESC, ESC, ..] => key(1, Key::Esc),
        [ESC, b'[', ref rest @ ..] => command(rest, 2),
        [ESC, b'O', letter, ..] => Token::Whole(3, arrow(letter).map(Input::Key)),
        [ESC, b'O'] => Token::Unfinished,
        // Alt and a key is that key.
        [ESC, ..] => match token(&bytes[1..]) {
            Token::Whole(length, input) => Token::Whole(length + 1, input),
            other => other,
        },
        [b'\r' | b'\n', ..] => key(1, Key::Enter),
        [b'\t', ..] => key(1, Key::Tab),
        [0x08 | 0x7f, ..] => key(1, Key::Backspace),
        [control @ 0..0x20, ..] => {
            Token::Whole(1, Some(Input::Control(char::from(control | 0x60))))
        }
        _ => letter(bytes),
    }
}

/// A command: numbers and signs, then a letter that says what it is.
fn command(bytes: &[u8], before: usize) -> Token {
    let Some(end) = bytes.iter().position(|byte| (0x40..=0x7e).contains(byte)) else {
        return Token::Unfinished;
    };
    let (numbers, length) = (&bytes[..end], before + end + 1);
    let is_plain = !numbers.contains(&b'<');
    match bytes[end] {
        // Function keys of the Linux console have one letter more.
        b'[' if bytes.len() > end + 1 => Token::Whole(length + 1, None),
        b'[' => Token::Unfinished,
        b'M' if numbers.is_empty() => old_click(&bytes[end + 1..], length),
        b'M' => Token::Whole(length, click(numbers)),
        b'Z' => Token::Whole(length, Some(Input::Key(Key::BackTab))),
        b'~' => match number(numbers, 0) {
            Some(3) => Token::Whole(length, Some(Input::Key(Key::Backspace))),
            Some(number @ (200 | 201)) => Token::Paste(length, number == 200),
            _ => Token::Whole(length, None),
        },
        // With Ctrl an arrow is another key.
        letter if is_plain && number(numbers, 1).unwrap_or(1).saturating_sub(1) & 4 == 0 => {
            Token::Whole(length, arrow(letter).map(Input::Key))
        }
        _ => Token::Whole(length, None),
    }
}

fn arrow(letter: u8) -> Option<Key> {
    Some(match letter {
        b'A' => Key::Up,
        b'B' => Key::Down,
        b'C' => Key::Right,
        b'D' => Key::Left,
        b'M' => Key::Enter,
        _ => return None,
    })
}

/// One of the numbers between semicolons.
fn number(numbers: &[u8], at: usize) -> Option<u16> {
    let field = numbers.split(|&byte| byte == b';').nth(at)?;
    str::from_utf8(field).ok()?.trim_start_matches('<').parse().ok()
}

/// A button of the mouse: its number and those of column and row, counted from 1.
fn click(numbers: &[u8]) -> Option<Input> {
    let [button, column, row] = [0, 1, 2].map(|at| number(numbers, at));
    is_button(button?).then_some(())?;
    Some(Input::Click(column?.checked_sub(1)?, row?.checked_sub(1)?))
}

/// The same from terminals that say it in three bytes.
fn old_click(bytes: &[u8], before: usize) -> Token {
    let [button, column, row, ..] = *bytes else { return Token::Unfinished };
    let [button, column, row] = [button.saturating_sub(32), column, row].map(u16::from);
    let place = column.checked_sub(33).zip(row.checked_sub(33));
    let input = place.filter(|_| is_button(button)).map(|(x, y)| Input::Click(x, y));
    Token::Whole(before + 3, input)
}

/// Whether a button went down: neither the wheel, nor a movement, nor a release.
fn is_button(number: u16) -> bool {
    number & (32 | 64 | 128) == 0 && number & 3 != 3
}

fn letter(bytes: &[u8]) -> Token {
    let length = match bytes[0] {
        0..0x80 => 1,
        0xc2..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0..0xf5 => 4,
        _ => return Token::Whole(1, None),
    };
    let Some(bytes) = bytes.get(..length) else { return Token::Unfinished };
    match str::from_utf8(bytes).ok().and_then(|text| text.chars().next()) {
        Some(letter) => Token::Whole(length, Some(Input::Key(Key::Char(letter)))),
        None => Token::Whole(1, None),
    }
}

#[cfg(test)]
mod tests {
    use jetan_games::rng::Rng;

    use super::*;

    fn read(bytes: &str) -> Vec<Input> {
        Reader::default().take(bytes.as_bytes())
    }

    #[test]
    fn keys_are_understood() {
        let cases: [(&str, &[Key]); 14] = [
            ("aZ5é€😀", &['a', 'Z', '5', 'é', '€', '😀'].map(Key::Char)),
            ("\x1b[A\x1b[B\x1b[C\x1b[D", &[Key::Up, Key::Down, Key::Right, Key::Left]),
            ("\x1bOA\x1bOD", &[Key::Up, Key::Left]),
            ("\x1b[1;2A", &[Key::Up]),
            ("\x1b[1;5A", &[]),
            ("\r\n\t\x1b[Z", &[Key::Enter, Key::Enter, Key::Tab, Key::BackTab]),
            ("\x7f\x08\x1b[3~", &[Key::Backspace; 3]),
            ("\x1b", &[Key::Esc]),
            ("\x1b\x1b", &[Key::Esc; 2]),
            ("\x1b\x1b[A", &[Key::Esc, Key::Up]),
            ("\x1bx", &[Key::Char('x')]),
            ("\x1b[[B\x1b[15~\x1b[Hq", &[Key::Char('q')]),
            ("\x1b[200~q\x1b[A\x03\x1b[201~w", &[Key::Char('w')]),
            ("\x1b[?1;2cq", &[Key::Char('q')]),
        ];
        for (bytes, keys) in cases {
            let keys: Vec<Input> = keys.iter().copied().map(Input::Key).collect();
            assert_eq!(read(bytes), keys, "{bytes:?}");
        }
        assert_eq!(read("\x03\x1a\x0c"), ['c', 'z', 'l'].map(Input::Control));
    }

    #[test]
    fn only_buttons_that_go_down_are_clicks() {
        assert_eq!(read("\x1b[<0;20;7M\x1b[<0;20;7m"), [Input::Click(19, 6)]);
        assert_eq!(read("\x1b[<2;1;1M"), [Input::Click(0, 0)]);
        assert_eq!(read("\x1b[<64;5;5M\x1b[<32;5;5M\x1b[<0;0;0M\x1b[<0;5M\x1b[<;;M"), []);
        assert_eq!(read("\x1b[M !#q"), [Input::Click(0, 2), Input::Key(Key::Char('q'))]);
        assert_eq!(read("\x1b[M#!!"), []);
    }

    #[test]
    fn portions_make_no_difference() {
        let bytes = "a\x1b[A€\x1b[<0;20;7M\x1b[200~text\x1b[201~\x1bOB\x1b[3~q".as_bytes();
        let whole = Reader::default().take(bytes);
        assert_eq!(whole.len(), 7);
        for cut in 1..bytes.len() {
            // After a first ESC nobody knows whether more will come.
            if bytes[cut - 1] != ESC {
                let mut reader = Reader::default();
                let mut inputs = reader.take(&bytes[..cut]);
                inputs.extend(reader.take(&bytes[cut..]));
                assert_eq!(inputs, whole, "cut at {cut}");
            }
        }
    }

    #[test]
    fn noise_is_survived() {
        let mut rng = Rng::new(5);
        let mut reader = Reader::default();
        let alphabet = b"\x1b[<;M0Om~2\xe2\x82\xffA\x9b";
        for _ in 0..20_000 {
            let portion: Vec<u8> = (0..rng.below(9))
                .map(|_| alphabet[rng.below(alphabet.len() as u32) as usize])
                .collect();
            reader.take(&portion);
            assert!(reader.rest.len() <= LENGTH_MAX);
        }
        reader.take(b"\x1b[201~");
        let last = reader.take(b"~~q").pop();
        assert_eq!(last, Some(Input::Key(Key::Char('q'))));
    }
}
