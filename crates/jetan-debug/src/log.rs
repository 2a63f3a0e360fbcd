//! What came from outside in a run, in order, and what the run gave.

use jetan_isa::Reg;
use jetan_machine::host::{Answer, DialogAnswer, Event, FileError, Output};
use jetan_machine::{Fault, Input, Machine};

/// Something that came from outside, or a moment that decides what came before what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    Read(Answer<Vec<u8>>),
    Key(Option<Answer<Option<u8>>>),
    AsksOnConsole(bool),
    Open(Result<(), FileError>),
    ReadFile(Result<Vec<u8>, FileError>),
    WriteFile(Result<(), FileError>),
    Now(i64),
    Seed(i64),
    Dialog(Option<Answer<DialogAnswer>>),
    /// The engine was run at this count and did not get beyond it: a service waited, or the
    /// instruction faulted.
    Stuck(u64),
    /// An input at this count.
    Input(u64, Input),
    /// Somebody changed the machine at this count.
    Edit(u64, Edit),
}

impl Entry {
    /// What it takes in memory, in bytes, roughly.
    pub(crate) fn weight(&self) -> usize {
        let own = match self {
            Entry::Read(Answer::Ready(bytes))
            | Entry::ReadFile(Ok(bytes))
            | Entry::Dialog(Some(Answer::Ready(DialogAnswer::Text(bytes))))
            | Entry::Edit(_, Edit::Memory(_, bytes)) => bytes.capacity(),
            _ => 0,
        };
        own.saturating_add(size_of::<Entry>())
    }

    /// The count at which a replay has to do something by itself.
    fn control(&self) -> Option<u64> {
        match self {
            Entry::Stuck(count) | Entry::Input(count, _) | Entry::Edit(count, _) => Some(*count),
            _ => None,
        }
    }
}

/// A change of the machine by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// A CPU register.
    Register(Reg, u32),
    /// A floating-point register, by its number.
    Float(u8, u32),
    /// HI.
    Hi(u32),
    /// LO.
    Lo(u32),
    /// The address of the next instruction.
    Pc(u32),
    /// Bytes of memory, from an address.
    Memory(u32, Vec<u8>),
}

impl Edit {
    /// Makes the change. Fails if there is no memory left.
    pub(crate) fn apply(&self, machine: &mut Machine) -> Result<(), Fault> {
        match self {
            Edit::Register(reg, value) => machine.registers.set(*reg, *value),
            Edit::Float(number, bits) => machine.fpu.set_bits(*number, *bits),
            Edit::Hi(value) => machine.hilo.hi = *value,
            Edit::Lo(value) => machine.hilo.lo = *value,
            Edit::Pc(address) => machine.pc = *address,
            Edit::Memory(address, bytes) => machine.memory.poke(*address, bytes)?,
        }
        Ok(())
    }
}

/// The entries of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    entries: Vec<Entry>,
    /// The places of those with a count.
    controls: Vec<usize>,
    /// What all entries take.
    bytes: usize,
}

impl Log {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// What it takes in memory, in bytes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn get(&self, idx: usize) -> Option<&Entry> {
        self.entries.get(idx)
    }

    pub(crate) fn push(&mut self, entry: Entry) {
        if entry.control().is_some() {
            self.controls.push(self.entries.len());
        }
        self.bytes = self.bytes.saturating_add(entry.weight());
        self.entries.push(entry);
    }

    /// Forgets what came after the first `len` entries.
    pub(crate) fn truncate(&mut self, len: usize) {
        let forgotten = self.entries.get(len..).unwrap_or_default();
        let bytes: usize = forgotten.iter().map(Entry::weight).sum();
        self.bytes = self.bytes.saturating_sub(bytes);
        self.entries.truncate(len);
        self.controls.truncate(self.controls.partition_point(|&idx| idx < len));
    }

    /// The next entry from `idx` on at which a replay has to do something: its place and count.
    pub(crate) fn next_control(&self, idx: usize) -> Option<(usize, u64)> {
        let place = *self.controls.get(self.controls.partition_point(|&place| place < idx))?;
        Some((place, self.entries.get(place)?.control()?))
    }

    /// A service has been stuck at this count, after having asked what was logged since `start`.
    /// Asking the same again and again is logged once.
    pub(crate) fn stuck(&mut self, start: usize, count: u64) {
        if let [asked] = &self.entries[start..]
            && matches!(
                asked,
                Entry::Read(Answer::Wait)
                    | Entry::Key(Some(Answer::Wait))
                    | Entry::Dialog(Some(Answer::Wait))
            )
            && let [.., before, Entry::Stuck(last)] = &self.entries[..start]
            && before == asked
            && *last == count
        {
            self.truncate(start);
        } else {
            self.push(Entry::Stuck(count));
        }
    }
}

/// A piece of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// From this count on it is on the console.
    pub since: u64,
    /// Which stream it went to; none is the display device.
    pub stream: Option<Output>,
    start: usize,
}

impl Piece {
    /// Where in the output it begins, in bytes.
    pub fn start(self) -> usize {
        self.start
    }
}

/// Bytes of output that are kept at least; of more only the last are.
pub const OUTPUT_BYTES_MAX: usize = 4 << 20;
/// Pieces of output that are kept at least: a program may print its characters one by one.
const PIECES_MAX: usize = 1 << 18;

/// What a run has printed, and when; of much output only the end.
#[derive(Clone, Debug, Default)]
pub struct Printed {
    bytes: Vec<u8>,
    /// The bytes before those that are kept.
    start: usize,
    pieces: Vec<Piece>,
    first: Option<Piece>,
}

impl Printed {
    /// Keeps what an event prints.
    pub(crate) fn note(&mut self, event: Event<'_>) {
        match event {
            // The service that prints is the instruction at this count.
            Event::Output(output, bytes, count) => self.push(count + 1, Some(output), bytes),
            Event::Character(word, count) => self.push(count, None, &[word as u8]),
            Event::Note(..) | Event::Sound(..) | Event::Refresh(..) | Event::Unusual(_) => {}
        }
    }

    fn push(&mut self, since: u64, stream: Option<Output>, bytes: &[u8]) {
        let last = self.pieces.last();
        if last.is_none_or(|last| (last.since, last.stream) != (since, stream)) {
            let piece = Piece { since, stream, start: self.end() };
            self.first.get_or_insert(piece);
            self.pieces.push(piece);
        }
        self.bytes.extend_from_slice(bytes);
        // Twice as much is let in before the old half is let go, so that each byte moves once.
        if self.bytes.len() > 2 * OUTPUT_BYTES_MAX || self.pieces.len() > 2 * PIECES_MAX {
            self.forget();
        }
    }

    fn forget(&mut self) {
        let by_bytes = self.end().saturating_sub(OUTPUT_BYTES_MAX);
        let oldest = self.pieces.len().saturating_sub(PIECES_MAX);
        let by_pieces = self.pieces.get(oldest).map_or(0, |piece| piece.start);
        let start = by_bytes.max(by_pieces).max(self.start);
        self.bytes.drain(..start - self.start);
        self.start = start;
        let gone = self.pieces.partition_point(|piece| piece.start <= start).saturating_sub(1);
        self.pieces.drain(..gone);
    }

    fn end(&self) -> usize {
        self.start + self.bytes.len()
    }

    /// How many bytes were printed before those that are kept.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Forgets what is printed after an instant.
    pub(crate) fn truncate(&mut self, count: u64) {
        let len = self.until(count).len();
        self.bytes.truncate(len);
        self.pieces.truncate(self.pieces.partition_point(|piece| piece.since <= count));
        self.first = self.first.filter(|first| first.since <= count);
    }

    /// What was printed until an instant, from [`Printed::start`] on.
    pub fn until(&self, count: u64) -> &[u8] {
        let kept = self.pieces.partition_point(|piece| piece.since <= count);
        let end = self.pieces.get(kept).map_or(self.end(), |piece| piece.start.max(self.start));
        &self.bytes[..end - self.start]
    }

    /// The piece that a byte of the output belongs to, if that is kept.
    pub fn piece_of(&self, byte: usize) -> Option<Piece> {
        if !(self.start..self.end()).contains(&byte) {
            return None;
        }
        let idx = self.pieces.partition_point(|piece| piece.start <= byte);
        self.pieces.get(idx.checked_sub(1)?).copied()
    }

    /// The pieces that are kept, in order.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The first piece of all.
    pub fn first(&self) -> Option<Piece> {
        self.first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_much_output_the_end_is_kept_and_knows_its_place() {
        let mut printed = Printed::default();
        let line = [b'x'; 1000];
        for count in 0..10_000 {
            printed.note(Event::Output(Output::Console, &line, count));
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
        let mut printed = Printed::default();
        for count in 0..1_000_000 {
            printed.note(Event::Character(u32::from(b'x'), count));
        }
        assert!((PIECES_MAX..=2 * PIECES_MAX).contains(&printed.pieces().len()));
        assert_eq!(printed.start() + printed.until(u64::MAX).len(), 1_000_000);
    }
}
