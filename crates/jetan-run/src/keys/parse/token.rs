//! The words, texts and braces of a script.

use std::iter::Peekable;
use std::str::CharIndices;

use super::{UnlocatedError, unsendable};
use crate::keys::ScriptError;

const ESCAPES: &str = "there are \\n, \\t, \\\\, \\', \\\" and \\x1b (any byte)";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ScriptToken<'t> {
    /// A key without quotes, a number, or a word of the language.
    Word(&'t str),
    Quoted(Vec<u8>),
    Open,
    Close,
    /// A `;` or the end of a line.
    End,
    Eof,
}

/// A position; both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScriptPosition {
    pub(super) line: u32,
    pub(super) column: u32,
}

impl ScriptPosition {
    pub(super) fn error(self, message: impl Into<String>) -> ScriptError {
        ScriptError { line: self.line, column: self.column, message: message.into(), help: None }
    }
}

impl ScriptError {
    pub(super) fn help(self, help: impl Into<String>) -> ScriptError {
        ScriptError { help: Some(help.into()), ..self }
    }
}

/// The byte that the keyboard sends for a character. MARS: the low byte of its code.
pub(super) fn character(character: char) -> Option<u8> {
    u8::try_from(u32::from(character)).ok()
}

pub(super) struct ScriptLexer<'t> {
    text: &'t str,
    rest: Peekable<CharIndices<'t>>,
    next: ScriptPosition,
    is_after_line_end: bool,
}

impl<'t> ScriptLexer<'t> {
    pub(super) fn of(text: &'t str) -> ScriptLexer<'t> {
        let next = ScriptPosition { line: 1, column: 1 };
        ScriptLexer { text, rest: text.char_indices().peekable(), next, is_after_line_end: false }
    }

    /// Whether the last token was the end of a line.
    pub(super) fn is_after_line_end(&self) -> bool {
        self.is_after_line_end
    }

    /// The next token; after the end of the text always [`ScriptToken::Eof`].
    pub(super) fn next(&mut self) -> (ScriptPosition, Result<ScriptToken<'t>, ScriptError>) {
        self.skip_blanks();
        let place = self.next;
        // Cleared at every token: only the one that was just given counts, not some end of a line
        // before it.
        self.is_after_line_end = false;
        // Peeked, since a word needs its first character in the text and a quote must not be part
        // of it.
        let Some(&(start, first)) = self.rest.peek() else { return (place, Ok(ScriptToken::Eof)) };
        let token = match first {
            '\'' | '"' => {
                self.take();
                return (place, self.read_text(first, place));
            }
            '{' => ScriptToken::Open,
            '}' => ScriptToken::Close,
            ';' => ScriptToken::End,
            '\n' => {
                self.take();
                self.is_after_line_end = true;
                return (place, Ok(ScriptToken::End));
            }
            _ => return (place, Ok(self.read_word(start))),
        };
        self.take();
        (place, Ok(token))
    }

    fn take(&mut self) -> Option<char> {
        let (_, character) = self.rest.next()?;
        if character == '\n' {
            self.next = ScriptPosition { line: self.next.line + 1, column: 1 };
        } else {
            self.next.column += 1;
        }
        Some(character)
    }

    fn peek(&mut self) -> Option<char> {
        self.rest.peek().map(|&(_, character)| character)
    }

    fn skip_blanks(&mut self) {
        let mut is_comment = false;
        while let Some(character) = self.peek() {
            is_comment |= character == '#';
            // The end of a line is a token and ends a comment; `\r` before it is white space, so
            // that files of Windows read the same.
            if character == '\n' || !(is_comment || character.is_whitespace()) {
                return;
            }
            self.take();
        }
    }

    fn read_word(&mut self, start: usize) -> ScriptToken<'t> {
        // Quotes end a word as well: `a'b'` is reported as a missing `;` and not as an unknown key.
        let is_end = |c: char| c.is_whitespace() || matches!(c, ';' | '{' | '}' | '#' | '\'' | '"');
        while self.peek().is_some_and(|character| !is_end(character)) {
            self.take();
        }
        let end = self.rest.peek().map_or(self.text.len(), |&(at, _)| at);
        ScriptToken::Word(&self.text[start..end])
    }

    /// A text whose opening quote was taken. All of it is taken even if something in it is wrong.
    fn read_text(
        &mut self,
        quote: char,
        open: ScriptPosition,
    ) -> Result<ScriptToken<'t>, ScriptError> {
        let mut keys = Vec::new();
        let mut mistake = None;
        loop {
            let place = self.next;
            if matches!(self.peek(), None | Some('\n')) {
                let help = "a text ends in the line in which it begins";
                // The first mistake in the text is reported in place of the missing quote: one
                // message for one statement.
                return Err(
                    mistake.unwrap_or_else(|| open.error("this quote is never closed").help(help))
                );
            }
            let key = match self.take() {
                Some(character) if character == quote => break,
                Some('\\') => self.read_escape(),
                Some(other) => character(other).ok_or_else(|| unsendable(other)),
                None => break,
            };
            match key {
                Ok(key) => keys.push(key),
                // The rest of the text is read on, or its characters would be taken for keys and
                // reported one by one.
                Err(error) => mistake = mistake.or_else(|| Some(error.at(place))),
            }
        }
        mistake.map_or(Ok(ScriptToken::Quoted(keys)), Err)
    }

    /// Reads an escape after its backslash.
    fn read_escape(&mut self) -> Result<u8, UnlocatedError> {
        let wrong =
            |what: &str| UnlocatedError(format!("`\\{what}` means nothing"), Some(ESCAPES.into()));
        // Peeked before it is taken: a line that ends in a backslash must keep its end, which
        // closes the statement.
        let Some(letter) = self.peek().filter(|&letter| letter != '\n') else {
            return Err(wrong(""));
        };
        self.take();
        match letter {
            'n' => Ok(b'\n'),
            't' => Ok(b'\t'),
            '\\' | '\'' | '"' => Ok(letter as u8),
            'x' => {
                let mut digits = String::new();
                while let Some(digit) = self.peek().filter(char::is_ascii_hexdigit)
                    && digits.len() < 2
                {
                    digits.push(digit);
                    self.take();
                }
                // Exactly two digits. `\x1` would be read differently depending on the letter that
                // follows it.
                let byte = u8::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 2);
                byte.ok_or_else(|| wrong(&format!("x{digits}")))
            }
            _ => Err(wrong(&letter.escape_debug().to_string())),
        }
    }
}
