//! The output of a run, with times.
//!
//! Programs print a few bytes at a time, by the million, and a recording must not cost them more
//! than a console does. So only the first piece of a series says in full when it came and where it
//! begins; each of the others takes a mark of two bytes.

use jetan_machine::host::{OutputEvent, OutputStream};

/// A piece of output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputPiece {
    /// From this count on it is on the console.
    pub since: u64,
    /// The stream it went to; none is the display device.
    pub stream: Option<OutputStream>,
    start: usize,
}

impl OutputPiece {
    /// The offset in the output at which it begins, in bytes.
    pub fn start(self) -> usize {
        self.start
    }

    /// The piece that a mark of its series stands for, if this is the one before.
    fn next(self, mark: u16) -> OutputPiece {
        // Two bytes for two numbers up to 255: a program that prints characters one by one makes a
        // mark for each.
        let [length, delay] = mark.to_le_bytes();
        OutputPiece {
            since: self.since + u64::from(delay),
            start: self.start + usize::from(length),
            ..self
        }
    }
}

/// Bytes of output that are kept at least; of more only the last are.
pub const OUTPUT_BYTES_MAX: usize = 4 << 20;
/// Pieces of output that are kept at least, where each is short and soon after the other: a program
/// may print its characters one by one. Of others there are fewer.
const PIECES_MAX: usize = 1 << 18;
/// Pieces in a series; to find one, as many are looked at.
const SERIES_PIECES_MAX: usize = 512;
/// The size of a series, in the room of marks.
const SERIES_MARKS: usize = size_of::<PieceSeries>() / size_of::<u16>();

/// A series of pieces.
#[derive(Clone, Copy, Debug)]
struct PieceSeries {
    first: OutputPiece,
    /// The number of marks, those that are gone included, when it began.
    marks: usize,
}

/// The output of a run, with times; of much output only the end.
#[derive(Clone, Debug, Default)]
pub struct TimedOutput {
    bytes: Vec<u8>,
    /// The bytes before those that are kept.
    start: usize,
    series: Vec<PieceSeries>,
    /// For every piece but the first of each series: the bytes of the piece before it, and above
    /// them how many instructions it came later.
    marks: Vec<u16>,
    /// The marks before those that are kept.
    marks_start: usize,
    /// The last piece, if there is one.
    last: OutputPiece,
    /// The length of `marks` from which on a piece begins a series.
    marks_end: usize,
    first: Option<OutputPiece>,
}

impl TimedOutput {
    /// Keeps what an event prints.
    #[inline(always)]
    pub(crate) fn note(&mut self, event: OutputEvent<'_>) {
        match event {
            // The service that prints is the instruction at this count.
            OutputEvent::Output(output, bytes, count) => self.push(count + 1, Some(output), bytes),
            // The device shows a character between two instructions, at this count, so nothing is
            // added as for a service.
            OutputEvent::Character(word, count) => self.push(count, None, &[word as u8]),
            // No wildcard: a new event that prints must be decided about here.
            OutputEvent::Note(..)
            | OutputEvent::Sound(..)
            | OutputEvent::Refresh(..)
            | OutputEvent::Unusual(_) => {}
        }
    }

    #[inline(always)]
    fn push(&mut self, since: u64, stream: Option<OutputStream>, bytes: &[u8]) {
        let end = self.end();
        // Wrapping, so that nothing can fail on the way of every character; what does not fit into
        // a byte takes the slow way.
        let delay = since.wrapping_sub(self.last.since);
        let length = end.wrapping_sub(self.last.start);
        // One comparison for 1 to 255: a delay of 0 wraps to the largest number. Two pieces of one
        // step are one piece, which `push_far` knows.
        let is_near = delay.wrapping_sub(1) < 0xff && length <= 0xff && stream == self.last.stream;
        if is_near && self.marks.len() < self.marks_end {
            self.marks.push(u16::from_le_bytes([length as u8, delay as u8]));
            self.last.since = since;
            self.last.start = end;
        } else {
            self.push_far(OutputPiece { since, stream, start: end });
        }
        // After the mark, whose length is that of the piece before.
        append(&mut self.bytes, bytes);
    }

    /// Begins a series with a piece, or goes on with the last one.
    #[inline(never)]
    fn push_far(&mut self, piece: OutputPiece) {
        let is_same = (piece.since, piece.stream) == (self.last.since, self.last.stream);
        if !is_same || self.series.is_empty() {
            // Kept apart from the series, because going to the first output must work after its
            // bytes were forgotten.
            self.first.get_or_insert(piece);
            self.series
                .push(PieceSeries { first: piece, marks: self.marks_start + self.marks.len() });
            // One less, since the first piece of a series has no mark.
            self.marks_end = self.marks.len() + SERIES_PIECES_MAX - 1;
            self.last = piece;
        }
        // Twice as much is let in before the old half is let go, so that each byte moves once.
        if self.bytes.len() > 2 * OUTPUT_BYTES_MAX || self.weight(0) > 2 * PIECES_MAX {
            self.forget();
        }
    }

    /// The room that the series take from one on, in marks.
    fn weight(&self, from: usize) -> usize {
        let before = self.series.get(from).map_or(self.marks_start, |series| series.marks);
        let marks = self.marks_start + self.marks.len() - before;
        marks + SERIES_MARKS * (self.series.len() - from)
    }

    #[cold]
    fn forget(&mut self) {
        let by_bytes = self.end().saturating_sub(OUTPUT_BYTES_MAX);
        let mut idx = 0;
        while idx + 1 < self.series.len() && self.weight(idx) > PIECES_MAX {
            idx += 1;
        }
        // Whole series go, never a part of one: its marks mean nothing without its first piece.
        let by_pieces = self.series.get(idx).map_or(0, |series| series.first.start);
        // Never before what was forgotten already, or the difference below would be negative.
        let start = by_bytes.max(by_pieces).max(self.start);
        self.bytes.drain(..start - self.start);
        self.start = start;
        let gone = self.series.partition_point(|series| series.first.start <= start);
        // The last series that begins at or before the new start stays: the first byte that is kept
        // belongs to it.
        self.series.drain(..gone.saturating_sub(1));
        let marks = self.series.first().map_or(self.marks_start, |series| series.marks);
        self.marks.drain(..marks - self.marks_start);
        // It is an index into `marks`, whose beginning has just been cut off.
        self.marks_end = self.marks_end.saturating_sub(marks - self.marks_start);
        self.marks_start = marks;
    }

    fn end(&self) -> usize {
        self.start + self.bytes.len()
    }

    /// The number of bytes printed before those that are kept.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Forgets what is printed after a step.
    pub(crate) fn truncate(&mut self, count: u64) {
        let len = self.until(count).len();
        self.bytes.truncate(len);
        let series = self.series.partition_point(|series| series.first.since <= count);
        let kept = self.series_from(series.saturating_sub(1));
        let kept = kept.take_while(|piece| piece.since <= count);
        // One pass for both, because `last` has to be the last piece of those that stay, with its
        // start and its time.
        let (pieces, piece) = kept.fold((0, None), |(idx, _), piece| (idx + 1, Some(piece)));
        self.series.truncate(series);
        self.last = piece.unwrap_or_default();
        let before = self.series.last().map_or(self.marks_start, |series| series.marks);
        self.marks.truncate(before - self.marks_start + usize::saturating_sub(pieces, 1));
        // Whatever is printed next begins a series: it may come at the count of the last piece or
        // before it, which no mark can say.
        self.marks_end = 0;
        self.first = self.first.filter(|first| first.since <= count);
    }

    /// The output until a step, from [`TimedOutput::start`] on.
    pub fn until(&self, count: u64) -> &[u8] {
        let series = self.series.partition_point(|series| series.first.since <= count);
        let mut pieces = self.series_from(series.saturating_sub(1));
        let next = pieces.find(|piece| piece.since > count);
        // A piece that was partly forgotten begins before what is kept.
        let end = next.map_or(self.end(), |piece| piece.start.max(self.start));
        &self.bytes[..end - self.start]
    }

    /// The piece that a byte of the output belongs to, if that is kept.
    pub fn piece_of(&self, byte: usize) -> Option<OutputPiece> {
        self.pieces_from(byte).next().filter(|_| (self.start..self.end()).contains(&byte))
    }

    /// The pieces that are kept, in order, from the one on that a byte of the output belongs to.
    pub fn pieces_from(&self, byte: usize) -> impl Iterator<Item = OutputPiece> + '_ {
        // Bytes that are gone are answered with the first that is kept; `piece_of` refuses them
        // itself.
        let byte = byte.max(self.start);
        let series = self.series.partition_point(|series| series.first.start <= byte);
        let mut pieces = self.series_from(series.saturating_sub(1)).peekable();
        let mut first = None;
        while let Some(piece) = pieces.next_if(|piece| piece.start <= byte) {
            first = Some(piece);
        }
        first.into_iter().chain(pieces)
    }

    /// The pieces that are kept, in order.
    pub fn pieces(&self) -> impl Iterator<Item = OutputPiece> + '_ {
        self.pieces_from(self.start)
    }

    /// The pieces of a series and of those after it.
    fn series_from(&self, idx: usize) -> impl Iterator<Item = OutputPiece> + '_ {
        let all = self.series.get(idx..).unwrap_or_default();
        let ends = all.iter().skip(1).map(|next| next.marks);
        let ends = ends.chain([self.marks_start + self.marks.len()]);
        all.iter().zip(ends).flat_map(|(series, end)| {
            let range = series.marks - self.marks_start..end - self.marks_start;
            let marks = self.marks.get(range).unwrap_or_default();
            let pieces = marks.iter().scan(series.first, |piece, &mark| {
                *piece = piece.next(mark);
                Some(*piece)
            });
            [series.first].into_iter().chain(pieces)
        })
    }

    /// The first piece of all.
    pub fn first(&self) -> Option<OutputPiece> {
        self.first
    }
}

/// Appends bytes, of which there are few as a rule: a call to copy them would take longer than they
/// do.
#[inline]
fn append(all: &mut Vec<u8>, bytes: &[u8]) {
    match (bytes, bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        ([byte], ..) => all.push(*byte),
        // Both halves may overlap; what is too much at the end is taken away again.
        (_, Some(first), Some(last)) if bytes.len() <= 8 => {
            let shift = 8 * (bytes.len() as u32 - 4);
            // Eight bytes are stored at once and the surplus cut off, which takes no branch on the
            // length and no call to `memcpy`.
            let word = u64::from(u32::from_le_bytes(*first))
                | u64::from(u32::from_le_bytes(*last)) << shift;
            let len = all.len() + bytes.len();
            all.extend_from_slice(&word.to_le_bytes());
            all.truncate(len);
        }
        _ => all.extend_from_slice(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_much_output_the_end_is_kept_and_knows_its_place() {
        let mut printed = TimedOutput::default();
        let line = [b'x'; 1000];
        for count in 0..10_000 {
            // A piece of 1,000 bytes never fits into a mark, so every piece begins a series here.
            printed.note(OutputEvent::Output(OutputStream::Console, &line, count));
        }
        let kept = printed.until(u64::MAX).len();
        assert!((OUTPUT_BYTES_MAX..=2 * OUTPUT_BYTES_MAX).contains(&kept), "{kept}");
        assert_eq!(printed.start() + kept, 10_000_000);
        assert_eq!(printed.piece_of(9_999_999).map(|piece| piece.since), Some(10_000));
        assert_eq!(printed.piece_of(0), None);
        assert_eq!(printed.first().map(|piece| piece.since), Some(1));
        assert_eq!(printed.until(9_999).len(), kept - 1000);
        assert_eq!(printed.until(5).len(), 0);
        printed.truncate(9_999);
        assert_eq!(printed.start() + printed.until(u64::MAX).len(), 9_999_000);
    }

    #[test]
    fn characters_one_by_one_are_bounded_too() {
        // Once with marks only, once with a series for each character: both kinds of room are
        // bounded.
        for distance in [1, 1000] {
            let mut printed = TimedOutput::default();
            for count in 0..3_000_000 {
                printed.note(OutputEvent::Character(u32::from(b'x'), distance * count));
            }
            let room = printed.marks.capacity() * 2 + printed.series.capacity() * 40;
            assert!(room < 4 << 20, "{room} bytes");
            let least = PIECES_MAX / SERIES_MARKS - SERIES_PIECES_MAX;
            assert!((least..=2 * PIECES_MAX).contains(&printed.pieces().count()));
            assert_eq!(printed.start() + printed.until(u64::MAX).len(), 3_000_000);
        }
    }

    /// Every piece in full, of which nothing is forgotten.
    #[derive(Default)]
    struct PlainOutput {
        pieces: Vec<OutputPiece>,
        end: usize,
    }

    impl PlainOutput {
        fn push(&mut self, since: u64, stream: Option<OutputStream>, length: usize) {
            let is_same = |last: &OutputPiece| (last.since, last.stream) == (since, stream);
            if !self.pieces.last().is_some_and(is_same) {
                self.pieces.push(OutputPiece { since, stream, start: self.end });
            }
            self.end += length;
        }

        fn until(&self, count: u64) -> usize {
            let next = self.pieces.iter().find(|piece| piece.since > count);
            next.map_or(self.end, |piece| piece.start)
        }
    }

    #[test]
    fn short_pieces_are_appended_as_they_are() {
        let text = b"0123456789abcdef";
        let mut all = Vec::new();
        let mut expected = Vec::new();
        for len in 0..=text.len() {
            append(&mut all, &text[..len]);
            expected.extend_from_slice(&text[..len]);
            assert_eq!(all, expected, "{len}");
        }
    }

    fn compare(printed: &TimedOutput, plain: &PlainOutput) {
        assert_eq!(printed.start() + printed.until(u64::MAX).len(), plain.end);
        let kept = printed.pieces().collect::<Vec<_>>();
        assert_eq!(kept, plain.pieces[plain.pieces.len() - kept.len()..]);
        let is_begun = kept.first().is_none_or(|piece| piece.start <= printed.start());
        assert!(is_begun, "the first byte belongs to a piece");
        for piece in kept.iter().step_by(1 + kept.len() / 50) {
            for count in [piece.since, piece.since - 1] {
                let end = plain.until(count).max(printed.start());
                assert_eq!(printed.until(count).len(), end - printed.start());
            }
        }
        for byte in (printed.start()..plain.end).step_by(1 + plain.end / 50) {
            let of = plain.pieces.iter().rfind(|piece| piece.start <= byte);
            assert_eq!(printed.piece_of(byte).as_ref(), of);
        }
        assert_eq!(printed.piece_of(plain.end), None);
        assert_eq!(printed.first(), plain.pieces.first().copied());
    }

    #[test]
    fn marks_tell_what_pieces_in_full_would() {
        let mut state = 4_711_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        let line = vec![b'x'; 70_000];
        for round in 0..60 {
            let (mut printed, mut plain, mut count) =
                (TimedOutput::default(), PlainOutput::default(), 0);
            for _ in 0..random(4000) {
                count +=
                    u64::from([random(3), 1 + random(8), 250 + random(12)][random(3) as usize]);
                let lengths = [random(6), 250 + random(12), random(70_000) * (random(40) / 39)];
                let length = lengths[random(3) as usize] as usize;
                // Two pieces of the same step and stream are one.
                match random(30) {
                    0 => {
                        printed.note(OutputEvent::Character(7, count + 1));
                        plain.push(count + 1, None, 1);
                    }
                    stream => {
                        let stream =
                            if stream == 1 { OutputStream::Error } else { OutputStream::Console };
                        printed.note(OutputEvent::Output(stream, &line[..length], count));
                        plain.push(count + 1, Some(stream), length);
                    }
                }
                if random(if round % 2 == 0 { 500 } else { u32::MAX >> 16 }) == 0 {
                    let at = count.saturating_sub(u64::from(random(2000)));
                    if plain.until(at) >= printed.start() {
                        printed.truncate(at);
                        plain.end = plain.until(at);
                        plain.pieces.retain(|piece| piece.since <= at);
                        count = at;
                    }
                }
            }
            compare(&printed, &plain);
        }
    }
}
