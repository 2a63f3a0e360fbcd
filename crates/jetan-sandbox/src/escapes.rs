//! Escape sequences of terminals: programs print them for colours and to clear the screen, and
//! their digits and letters are not part of what is printed.

const ESCAPE: char = '\u{1b}';

/// A text without its escape sequences. Those that move the cursor or clear the screen become the
/// end of a line.
pub fn without_escapes(text: &str) -> String {
    // Nearly no output has any: this saves a second pass over up to a megabyte.
    if !text.contains(ESCAPE) {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(ESCAPE) {
        plain.push_str(&rest[..at]);
        let (length, moves) = sequence(&rest[at + 1..]);
        // Programs clear the screen before anything else; an empty first line would be part of
        // their answer.
        if moves && !plain.is_empty() {
            plain.push('\n');
        }
        rest = &rest[at + 1 + length..];
    }
    plain.push_str(rest);
    plain
}

/// The length in bytes of a sequence after its escape character, and whether it moves the
/// cursor to another line.
fn sequence(text: &str) -> (usize, bool) {
    let mut characters = text.char_indices();
    match characters.next() {
        Some((_, '[')) => {
            // Parameters and intermediate bytes are 0x20 to 0x3F (ECMA-48, 5.4); the first
            // character outside ends the sequence.
            let is_last = |&(_, c): &(usize, char)| !matches!(c, ' '..='?');
            match characters.find(is_last) {
                Some((at, last)) => {
                    (at + last.len_utf8(), matches!(last, 'A'..='H' | 'J' | 'd' | 'f'))
                }
                None => (text.len(), false),
            }
        }
        // A title ends with BEL. The end of a line ends it too: a sequence that is never closed
        // must not swallow the rest of the output.
        Some((_, ']')) => (text.find(['\u{7}', '\n']).map_or(text.len(), |at| at + 1), false),
        // `ESC c` resets the terminal, which clears the screen.
        Some((_, next)) => (next.len_utf8(), next == 'c'),
        None => (0, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_vanish_and_a_cleared_screen_is_a_new_line() {
        for (printed, plain) in [
            ("YES", "YES"),
            ("\u{1b}[1;32mYES\u{1b}[0m", "YES"),
            ("\u{1b}[2J\u{1b}[1;1HBoard", "Board"),
            ("Column? \u{1b}[2J* * *", "Column? \n* * *"),
            ("\u{1b}]0;title\u{7}X", "X"),
            ("\u{1b}cO", "O"),
            ("a\u{1b}[", "a"),
            ("a\u{1b}", "a"),
            ("\u{1b}[3éX", "X"),
        ] {
            assert_eq!(without_escapes(printed), plain, "{printed:?}");
        }
    }

    #[test]
    fn no_text_is_too_strange() {
        let mut rng = jetan_games::rng::Rng::new(7);
        let alphabet: Vec<char> = "\u{1b}\u{1b}[]0;m\u{7}\nHéX".chars().collect();
        for _ in 0..2000 {
            let text: String = (0..rng.below(20))
                .map(|_| alphabet[rng.below(alphabet.len() as u32) as usize])
                .collect();
            assert!(!without_escapes(&text).contains(ESCAPE));
        }
    }
}
