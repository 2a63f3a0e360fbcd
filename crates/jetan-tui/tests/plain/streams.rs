//! How the two streams are used: prompts are out before input is waited for, errors are passed on.

use std::cell::RefCell;
use std::io::{self, BufRead, ErrorKind, Read, Write};

use jetan_games::GameTitle;
use jetan_play::settings::PlaySettings;
use jetan_tui::plain::{PlainEnding, play};

/// What is written and not yet flushed.
#[derive(Default)]
struct Pending(RefCell<Vec<u8>>);

struct Keyboard<'a> {
    typed: &'static [u8],
    pending: &'a Pending,
    /// How often somebody waited for a key.
    waits: usize,
}

impl Read for Keyboard<'_> {
    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        unreachable!("the games read what is buffered")
    }
}

impl BufRead for Keyboard<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        assert!(self.pending.0.borrow().is_empty(), "a prompt is still unseen");
        self.waits += 1;
        Ok(&self.typed[..self.typed.len().min(1)])
    }

    fn consume(&mut self, bytes: usize) {
        self.typed = &self.typed[bytes..];
    }
}

impl Write for &Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().clear();
        Ok(())
    }
}

#[test]
fn everything_printed_is_seen_before_input_is_waited_for() {
    for (name, typed) in [
        (GameTitle::FourInARow, &b"1\n4\ny\n4"[..]),
        (GameTitle::ConnectFour, b"1\n3\nx\n3\n"),
        (GameTitle::Twenty48, b"1\n64\nwasd"),
    ] {
        let pending = Pending::default();
        let mut keyboard = Keyboard { typed, pending: &pending, waits: 0 };
        let ending = play(name, &PlaySettings::default(), &mut keyboard, &mut &pending);
        assert_eq!(ending.expect("nothing fails"), PlainEnding::EndOfInput);
        assert!(keyboard.waits > typed.len(), "{name:?}");
        assert!(pending.0.borrow().is_empty(), "{name:?}: the last words are flushed too");
    }
}

#[test]
fn pieces_that_cannot_be_enough_are_not_waited_for() {
    let start = "......\n".repeat(6);
    let goal = "......\n".repeat(4) + ".....#\n######\n";
    let piece = "....\n....\n##..\n##..\n";
    for (pieces, rest) in [("1\n", piece), ("2\n", "")] {
        let input = [&*start, &goal, pieces, piece].concat();
        let mut input = input.as_bytes();
        let mut output = Vec::new();
        let ending = play(GameTitle::Tetrisito, &PlaySettings::default(), &mut input, &mut output);
        assert_eq!(ending.expect("memory is read"), PlainEnding::Finished);
        assert_eq!((&*output, input), (&b"NO"[..], rest.as_bytes()), "{pieces}");
    }
}

/// A pipe that nobody reads any more after some bytes.
struct Broken {
    room: usize,
}

impl Write for Broken {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.room);
        self.room -= taken;
        if taken == 0 { Err(ErrorKind::BrokenPipe.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_broken_pipe_is_an_error_wherever_it_breaks() {
    let input = b"1\n3\n4\n3\n4\n3\n4\n3\n";
    let mut whole = Vec::new();
    let settings = PlaySettings::default();
    play(GameTitle::ConnectFour, &settings, &mut &input[..], &mut whole)
        .expect("memory is written");
    for room in (0..whole.len()).step_by(7) {
        let ending = play(GameTitle::ConnectFour, &settings, &mut &input[..], &mut Broken { room });
        assert_eq!(ending.expect_err("it is broken").kind(), ErrorKind::BrokenPipe, "{room}");
    }
}

/// Input that is interrupted before every byte, and then fails.
struct Flaky {
    bytes: &'static [u8],
    is_interrupted: bool,
}

impl Read for Flaky {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        let (&first, rest) = self.bytes.split_first().ok_or(ErrorKind::ConnectionReset)?;
        buffer[0] = first;
        self.bytes = rest;
        Ok(1)
    }
}

#[test]
fn an_interrupted_read_is_tried_again_and_a_failed_one_is_an_error() {
    let flaky = Flaky { bytes: b"1\n3", is_interrupted: false };
    let mut input = io::BufReader::with_capacity(1, flaky);
    let mut output = Vec::new();
    let ending = play(GameTitle::FourInARow, &PlaySettings::default(), &mut input, &mut output);
    assert_eq!(ending.expect_err("input fails").kind(), ErrorKind::ConnectionReset);
    assert!(output.ends_with(b"Player 1 (O), take the move back (y/n)? "));
}
