//! The output that the client's console shows, kept in step with the run's position in time.

use jetan_machine::host::OutputStream;
use jetan_run::Timeline;
use jetan_run::printed::OutputPiece;
use jetan_wire::{Event, PrintedText, Stream};

use crate::limits::OUTPUT_BYTES_MAX;
use crate::message::OutgoingMessage;
use crate::workbench::push;

/// The part of the output that the client has, in bytes of everything that was printed.
#[derive(Default)]
pub(crate) struct ConsoleView {
    /// From here on it has everything.
    from: usize,
    /// Up to here; none if it knows nothing.
    to: Option<usize>,
}

/// A range of the output to show, after what was left out before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OutputRange {
    from: usize,
    to: usize,
    skipped: usize,
}

impl ConsoleView {
    /// Everything from a place on may be something else now.
    pub(crate) fn forget_from(&mut self, place: usize) {
        // What the client shows behind this place is taken back by the next flush, which sees that
        // the end lies before it.
        self.to = self.to.map(|to| to.min(place));
    }

    /// The client knows nothing.
    pub(crate) fn forget(&mut self) {
        *self = ConsoleView::default();
    }

    /// Sends what is missing. Unless the output `is_whole`, the beginning of a character at its
    /// end is kept for later.
    pub(crate) fn flush(
        &mut self,
        timeline: &Timeline<'_>,
        is_whole: bool,
        outbox: &mut Vec<OutgoingMessage>,
    ) {
        let start = timeline.printed().start();
        let output = timeline.output();
        // A run that stands shows all it has, as a replacement character if need be: the rest of
        // the character may never come.
        let rest = if is_whole { 0 } else { unfinished(output) };
        let end = start + output.len() - rest;
        let Some(mut range) = self.missing(start, end) else { return };
        // In the middle of a character there is nothing to begin with.
        let is_inner = |byte: &u8| byte & 0xc0 == 0x80;
        if range.skipped > 0 {
            let bytes = output[range.from - start..].iter();
            // At most three: no character of UTF-8 has more bytes after its first. Output in
            // another encoding must not be skipped further.
            let inner = bytes.take(3).take_while(|byte| is_inner(byte)).count();
            range.from = (range.from + inner).min(range.to);
        }
        if range.skipped > 0 || self.to.is_none() || range.from < self.from {
            self.from = range.from;
        }
        self.to = Some(range.to);
        send(timeline, range, outbox);
    }

    /// The range that the client lacks, if the output is kept from `start` to `end`.
    fn missing(&self, start: usize, end: usize) -> Option<OutputRange> {
        let least = start.max(end.saturating_sub(OUTPUT_BYTES_MAX));
        match self.to {
            None => Some(OutputRange { from: least, to: end, skipped: least }),
            Some(to) if to == end => None,
            // Back in time, to where it has everything.
            // An empty range at the new end tells the client to cut its text there; nothing has to
            // be sent again.
            Some(to) if end < to && end >= self.from => {
                Some(OutputRange { from: end, to: end, skipped: 0 })
            }
            Some(to) if end < to => Some(OutputRange { from: least, to: end, skipped: least }),
            Some(to) => {
                let from = to.max(least);
                Some(OutputRange { from, to: end, skipped: from - to })
            }
        }
    }
}

/// The bytes at the end that are the beginning of a character.
fn unfinished(bytes: &[u8]) -> usize {
    let last = &bytes[bytes.len().saturating_sub(3)..];
    match std::str::from_utf8(last) {
        // No length means that the input ended within a character that was right so far.
        Err(error) if error.error_len().is_none() => last.len() - error.valid_up_to(),
        // The three bytes may begin in the middle of a character.
        Err(error) => {
            let after = error.valid_up_to() + error.error_len().unwrap_or(1);
            if after < last.len() { unfinished(&last[after..]) } else { 0 }
        }
        Ok(_) => 0,
    }
}

/// Sends a range, an event for each stream.
fn send(timeline: &Timeline<'_>, range: OutputRange, outbox: &mut Vec<OutgoingMessage>) {
    let printed = timeline.printed();
    let start = printed.start();
    let output = timeline.output();
    let mut pieces = printed.pieces_from(range.from).peekable();
    let mut at = range.from;
    let mut skipped = range.skipped;
    loop {
        let stream = pieces.next().map_or(Some(OutputStream::Console), |piece| piece.stream);
        // Pieces of one stream belong together.
        let belongs = |piece: &OutputPiece| piece.stream == stream && piece.start() < range.to;
        // One event for many pieces: a program that prints characters one by one would flood the
        // page.
        while pieces.next_if(belongs).is_some() {}
        let end = pieces.peek().map_or(range.to, |piece| piece.start().clamp(at, range.to));
        // Programs print any bytes; what is not text becomes a replacement character, since JSON
        // has only text.
        let text = String::from_utf8_lossy(&output[at - start..end - start]);
        let skipped = Some(std::mem::take(&mut skipped)).filter(|skipped| *skipped > 0);
        let text = text.into_owned();
        push(outbox, Event::Output(PrintedText { at, stream: word(stream), text, skipped }));
        at = end;
        if at >= range.to {
            return;
        }
    }
}

fn word(stream: Option<OutputStream>) -> Stream {
    match stream {
        Some(OutputStream::Console) => Stream::Console,
        Some(OutputStream::Error) => Stream::Error,
        None => Stream::Display,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_not_cut() {
        for (bytes, expected) in [
            (&b""[..], 0),
            (b"abc", 0),
            ("é".as_bytes(), 0),
            (&"aé".as_bytes()[..2], 1),
            (&"😀".as_bytes()[..3], 3),
            (&"x😀".as_bytes()[..2], 1),
            ("😀".as_bytes(), 0),
            (b"\xff\xff\xff", 0),
            (b"\x80\x80\xc3", 1),
        ] {
            assert_eq!(unfinished(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn what_is_missing_follows_time_both_ways() {
        let console = |from, to| ConsoleView { from, to: Some(to) };
        let range = |from, to, skipped| Some(OutputRange { from, to, skipped });
        assert_eq!(ConsoleView::default().missing(0, 10), range(0, 10, 0));
        assert_eq!(console(0, 10).missing(0, 10), None);
        assert_eq!(console(0, 10).missing(0, 15), range(10, 15, 0));
        assert_eq!(console(0, 10).missing(0, 4), range(4, 4, 0));
        let far = 10 * OUTPUT_BYTES_MAX;
        let kept = far - OUTPUT_BYTES_MAX;
        assert_eq!(console(0, 10).missing(0, far), range(kept, far, kept - 10));
        assert_eq!(console(kept, far).missing(0, 100), range(0, 100, 0));
        assert_eq!(console(kept, far).missing(50, 100), range(50, 100, 50));
    }
}
