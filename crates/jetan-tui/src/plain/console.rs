//! Reading as the services of MARS read, and printing.
//!
//! A line ends at LF, CR LF or a lone CR. Nothing waits for a byte that is not needed yet: whether
//! an LF follows a CR, or a line end a key, is seen at the next read.

use std::io::{self, BufRead, ErrorKind, Write};

/// The most that is kept of a line; no answer is nearly as long, and input may have no end.
const LINE_BYTES_MAX: usize = 64 << 10;

/// The two streams of a game.
pub(super) struct PlainConsole<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    skip: SkippedEnd,
}

/// The rest of the last read, to be dropped at the next one if it is there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SkippedEnd {
    Nothing,
    /// The LF of a CR LF.
    Newline,
    /// LF, CR LF or CR.
    LineEnd,
}

impl<'a> PlainConsole<'a> {
    pub(super) fn new(input: &'a mut dyn BufRead, output: &'a mut dyn Write) -> PlainConsole<'a> {
        PlainConsole { input, output, skip: SkippedEnd::Nothing }
    }

    pub(super) fn print(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// The next line without its end, cut if it is very long; `None` at the end of input.
    pub(super) fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        while self.peek()?.is_some() {
            // `peek` has dropped what was to be dropped, so this gives the bytes that it has seen.
            let bytes = self.input.fill_buf()?;
            let end = bytes.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            let part = &bytes[..end.unwrap_or(bytes.len())];
            let room = LINE_BYTES_MAX - line.len();
            line.extend_from_slice(&part[..part.len().min(room)]);
            let taken = part.len();
            let Some(end) = end else {
                self.input.consume(taken);
                continue;
            };
            self.skip = if bytes[end] == b'\r' { SkippedEnd::Newline } else { SkippedEnd::Nothing };
            self.input.consume(taken + 1);
            return Ok(Some(line));
        }
        Ok((!line.is_empty()).then_some(line))
    }

    /// The next line where the program looks for the 0 after a string to notice the end of input:
    /// a line that begins with a 0 looks the same to it.
    pub(super) fn string(&mut self) -> io::Result<Option<Vec<u8>>> {
        Ok(self.line()?.filter(|line| line.first() != Some(&0)))
    }

    /// The next key, as service 12 gives it: one line end directly after it belongs to it, and an
    /// empty line is the key 10. `None` at the end of input.
    pub(super) fn key(&mut self) -> io::Result<Option<u8>> {
        let Some(byte) = self.byte()? else { return Ok(None) };
        let (key, skip) = match byte {
            b'\n' => (b'\n', SkippedEnd::Nothing),
            b'\r' => (b'\n', SkippedEnd::Newline),
            byte => (byte, SkippedEnd::LineEnd),
        };
        self.skip = skip;
        Ok(Some(key))
    }

    /// The next byte; `None` at the end of input.
    pub(super) fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if byte.is_some() {
            self.input.consume(1);
        }
        Ok(byte)
    }

    /// The byte that comes next, after what is to be dropped.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        // Before every wait, so that a question is seen before it is answered.
        self.flush()?;
        loop {
            let byte = match self.input.fill_buf() {
                Ok(bytes) => bytes.first().copied(),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            self.skip = match (self.skip, byte) {
                (SkippedEnd::LineEnd, Some(b'\r')) => SkippedEnd::Newline,
                (SkippedEnd::LineEnd | SkippedEnd::Newline, Some(b'\n')) => SkippedEnd::Nothing,
                (_, None) => return Ok(None),
                (_, byte) => {
                    self.skip = SkippedEnd::Nothing;
                    return Ok(byte);
                }
            };
            self.input.consume(1);
        }
    }
}

/// The number on a line, as service 5 reads it: blanks and control characters around it are
/// dropped.
pub(super) fn number(line: &[u8]) -> Option<i32> {
    // MARS: Java also takes other decimal digits of Unicode here; a test keeps ours to ASCII.
    str::from_utf8(trim(line)).ok()?.parse().ok()
}

/// A line without the blanks and control characters around it.
pub(super) fn trim(line: &[u8]) -> &[u8] {
    // As Java's `trim`: everything up to the blank goes.
    let is_text = |byte: &u8| *byte > b' ';
    let start = line.iter().position(is_text).unwrap_or(line.len());
    let end = line.iter().rposition(is_text).map_or(start, |last| last + 1);
    &line[start..end]
}

/// The error of a line that is not what it should be.
pub(super) fn bad_line(line: &[u8], wanted: &str) -> io::Error {
    const SHOWN_BYTES_MAX: usize = 40;
    let shown = &line[..line.len().min(SHOWN_BYTES_MAX)];
    let more = if shown.len() < line.len() { "..." } else { "" };
    let message = format!("`{}{more}` is not a {wanted}", shown.escape_ascii());
    io::Error::new(ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: &str = "memory can be read";

    /// The result of reading an input that comes in pieces of one byte, and in one piece.
    fn both<T: PartialEq + std::fmt::Debug>(
        input: &[u8],
        read: impl Fn(&mut PlainConsole<'_>) -> Option<T>,
    ) -> Vec<T> {
        let [slow, fast] = [1, 100].map(|capacity| {
            let mut input = io::BufReader::with_capacity(capacity, input);
            let mut console_output = io::sink();
            let mut console = PlainConsole::new(&mut input, &mut console_output);
            std::iter::from_fn(|| read(&mut console)).collect::<Vec<_>>()
        });
        assert_eq!(slow, fast);
        fast
    }

    #[test]
    fn lines_end_in_lf_cr_lf_or_cr() {
        let lines = both(b"a\nb\r\n\rc\n\n\r\nd", |console| console.line().expect(READ));
        assert_eq!(lines, [&b"a"[..], b"b", b"", b"c", b"", b"", b"d"]);
        assert!(both(b"", |console| console.line().expect(READ)).is_empty());
    }

    #[test]
    fn a_very_long_line_is_cut_and_the_next_one_is_whole() {
        let mut input = vec![b'x'; 3 * LINE_BYTES_MAX];
        input.extend_from_slice(b"\nnext\n");
        let lines = both(&input, |console| console.line().expect(READ));
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [LINE_BYTES_MAX, 4]);
    }

    #[test]
    fn a_key_swallows_one_line_end() {
        assert_eq!(
            both(b"1\n2\r\n34\n\n\r\n5\r6", |console| console.key().expect(READ)),
            b"1234\n\n56"
        );
    }

    #[test]
    fn numbers_are_read_as_java_reads_them() {
        let texts = ["12", " +7\t", "-0", "\x012\x1f", "", "1 2", "2147483648", "1x", "\u{661}"];
        let numbers = texts.map(|text| number(text.as_bytes()));
        let expected = [Some(12), Some(7), Some(0), Some(2), None, None, None, None, None];
        assert_eq!(numbers, expected);
    }
}
