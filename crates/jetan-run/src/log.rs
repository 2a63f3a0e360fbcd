//! The event log: everything that came from outside in a run, in order.

use jetan_isa::Reg;
use jetan_machine::host::{DialogAnswer, FileError, HostAnswer};
use jetan_machine::{Fault, HostInput, Machine};

use crate::recording::{RecordedSettings, Recording};

/// Something that came from outside, or a moment that decides what came before what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LogEntry {
    Read(HostAnswer<Vec<u8>>),
    Key(Option<HostAnswer<Option<u8>>>),
    AsksOnConsole(bool),
    Open(Result<(), FileError>),
    ReadFile(Result<Vec<u8>, FileError>),
    WriteFile(Result<(), FileError>),
    /// The time in milliseconds, as the answer to so many questions in a row, at least one.
    Now(i64, u64),
    Seed(i64),
    Dialog(Option<HostAnswer<DialogAnswer>>),
    /// The engine was run at this count and did not get beyond it: a service waited, or the
    /// instruction faulted.
    Stuck(u64),
    /// An input at this count.
    Input(u64, HostInput),
    /// Somebody changed the machine at this count.
    Edit(u64, MachineEdit),
}

impl LogEntry {
    /// The memory it takes, in bytes, roughly.
    pub(crate) fn weight(&self) -> usize {
        let own = match self {
            LogEntry::Read(HostAnswer::Ready(bytes))
            | LogEntry::ReadFile(Ok(bytes))
            | LogEntry::Dialog(Some(HostAnswer::Ready(DialogAnswer::Text(bytes))))
            // The capacity and not the length: that is what the allocator has given, and the bound
            // is about memory.
            | LogEntry::Edit(_, MachineEdit::Memory(_, bytes)) => bytes.capacity(),
            _ => 0,
        };
        // Saturating throughout: a wrapped sum would look like an empty log to whoever bounds it.
        own.saturating_add(size_of::<LogEntry>())
    }

    /// The count at which a replay has to do something by itself.
    fn control(&self) -> Option<u64> {
        match self {
            LogEntry::Stuck(count) | LogEntry::Input(count, _) | LogEntry::Edit(count, _) => {
                Some(*count)
            }
            _ => None,
        }
    }
}

/// A change of the machine by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MachineEdit {
    /// A CPU register.
    Register(Reg, u32),
    /// A floating-point register, by its number.
    Float(u8, u32),
    /// HI got this value.
    Hi(u32),
    /// LO got this value.
    Lo(u32),
    /// The address of the next instruction.
    Pc(u32),
    /// Bytes of memory, from an address.
    Memory(u32, Vec<u8>),
}

impl MachineEdit {
    /// Makes the change. Fails if there is no memory left.
    pub(crate) fn apply(&self, machine: &mut Machine) -> Result<(), Fault> {
        match self {
            MachineEdit::Register(reg, value) => machine.registers.set(*reg, *value),
            MachineEdit::Float(number, bits) => machine.fpu.set_bits(*number, *bits),
            MachineEdit::Hi(value) => machine.hilo.hi = *value,
            MachineEdit::Lo(value) => machine.hilo.lo = *value,
            MachineEdit::Pc(address) => machine.move_pc(*address),
            MachineEdit::Memory(address, bytes) => machine.memory.poke(*address, bytes)?,
        }
        Ok(())
    }
}

/// The entries of a run. A program that does nothing but ask for the time gets the same answer
/// thousands of times before the next one: such answers take the room of one, but every one of them
/// has a position of its own.
#[derive(Clone, Debug, Default)]
pub struct EventLog {
    entries: Vec<LogEntry>,
    /// Those of several answers, in order.
    series: Vec<AnswerSeries>,
    /// The number of answers and other entries.
    len: usize,
    /// The places of those with a count.
    controls: Vec<usize>,
    /// The bytes that all entries take.
    bytes: usize,
    /// The bytes they may take, if there is a bound.
    bytes_max: Option<usize>,
    /// Whether they would have taken more: then there are none.
    is_full: bool,
}

/// An entry that is several answers.
#[derive(Clone, Copy, Debug)]
struct AnswerSeries {
    /// The place of the first one.
    first: usize,
    /// The index of the entry.
    idx: usize,
}

/// Bytes that the log of a session may take. Of a run with more there is no recording.
pub const LOG_BYTES_MAX: usize = 64 << 20;

impl EventLog {
    /// An empty log that is given up when it takes more than so many bytes.
    pub(crate) fn bounded(bytes_max: usize) -> EventLog {
        EventLog { bytes_max: Some(bytes_max), ..EventLog::default() }
    }

    /// The recording of a run from a machine before its first instruction, started with some words,
    /// to a count; none if too much has come from outside to be kept.
    pub fn recording(
        &self,
        start: &Machine,
        arguments: &[Vec<u8>],
        end: u64,
        has_ended: bool,
    ) -> Option<Recording> {
        // A log that gave up has no beginning; a recording made of its rest would replay a
        // different run.
        (!self.is_full).then(|| self.to_recording(start, arguments, end, has_ended))
    }

    /// The same for a log that has no bound.
    pub(crate) fn to_recording(
        &self,
        start: &Machine,
        arguments: &[Vec<u8>],
        end: u64,
        has_ended: bool,
    ) -> Recording {
        Recording {
            circumstances: RecordedSettings::of(start, arguments.to_vec()),
            start: start.fingerprint(),
            end,
            has_ended,
            focus: None,
            entries: self.entries.clone(),
        }
    }

    /// All entries in order; answers that are the same take one.
    pub(crate) fn entries(&self) -> &[LogEntry] {
        &self.entries
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The memory it takes, in bytes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The entry at a position.
    pub(crate) fn get(&self, place: usize) -> Option<&LogEntry> {
        self.entries.get(self.idx_of(place))
    }

    /// The index of the entry at a position.
    fn idx_of(&self, place: usize) -> usize {
        // Positions count every answer, entries only the series; everything between two series is
        // one to one, so the last series before a position gives its index.
        let before = self.series.partition_point(|series| series.first <= place);
        let Some(last) = before.checked_sub(1).and_then(|at| self.series.get(at)) else {
            return place;
        };
        let times = self.times(last.idx);
        // Saturating to 0 for every position within the series: all of them are the same entry.
        let behind = (place - last.first).saturating_sub(times - 1);
        last.idx + behind
    }

    /// The number of answers that an entry stands for.
    fn times(&self, idx: usize) -> usize {
        match self.entries.get(idx) {
            // A recording of somebody else may claim 2^40 answers, which do not fit into a `usize`
            // of 32 bits.
            Some(LogEntry::Now(_, times)) => usize::try_from(*times).unwrap_or(usize::MAX).max(1),
            _ => 1,
        }
    }

    pub(crate) fn push(&mut self, entry: LogEntry) {
        if self.is_full {
            return;
        }
        self.append(entry);
        // Everything is dropped at once. Half a log cannot be replayed, and the run itself must go
        // on as if nobody recorded it.
        if self.bytes_max.is_some_and(|most| self.bytes > most) {
            *self = EventLog { is_full: true, ..EventLog::default() };
        }
    }

    fn append(&mut self, entry: LogEntry) {
        if entry.control().is_some() {
            self.controls.push(self.len);
        }
        // At least one, whatever a file says: an entry without an answer would have no position.
        if let LogEntry::Now(ms, more) = entry {
            self.push_time(ms, more.max(1));
            return;
        }
        self.bytes = self.bytes.saturating_add(entry.weight());
        self.len = self.len.saturating_add(1);
        self.entries.push(entry);
    }

    /// Notes the time once more, if it was the same the last two times: whether that is all.
    #[inline]
    pub(crate) fn repeats_time(&mut self, ms: i64) -> bool {
        match self.entries.last_mut() {
            // Only a series that exists grows here, which changes no other list. The second answer,
            // which begins one, takes the long way through `push`.
            Some(LogEntry::Now(last, times)) if *last == ms && *times > 1 => {
                *times = times.saturating_add(1);
                self.len = self.len.saturating_add(1);
                true
            }
            _ => false,
        }
    }

    fn push_time(&mut self, ms: i64, more: u64) {
        let mut first = self.len;
        self.len = self.len.saturating_add(usize::try_from(more).unwrap_or(usize::MAX));
        match self.entries.last_mut() {
            Some(LogEntry::Now(last, times)) if *last == ms => {
                // Read before it grows: the entry becomes a series now and needs a row, unless it
                // has been one.
                let is_series = *times > 1;
                *times = times.saturating_add(more);
                if is_series {
                    return;
                }
                // The series begins with the answer before this one, which until now stood for
                // itself.
                first -= 1;
            }
            _ => {
                let entry = LogEntry::Now(ms, more);
                self.bytes = self.bytes.saturating_add(entry.weight());
                self.entries.push(entry);
                // A single answer needs no row in `series`; most programs ask for the time now and
                // then only.
                if more == 1 {
                    return;
                }
            }
        }
        self.bytes = self.bytes.saturating_add(size_of::<AnswerSeries>());
        self.series.push(AnswerSeries { first, idx: self.entries.len() - 1 });
    }

    /// Forgets what came after the first `len` places.
    pub(crate) fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        let idx = self.idx_of(len);
        // A series that begins exactly at the new end is forgotten as a whole, hence `<` and not
        // `<=`.
        let left = self.series.partition_point(|series| series.first < len);
        // Of the answers that the end is among, some stay.
        // With no series before the end the index wraps to the largest number, which is never
        // there; that is the case without a cut.
        let cut = self.series.get(left.wrapping_sub(1)).filter(|series| series.idx == idx);
        let stay = cut.map_or(0, |series| len - series.first) as u64;
        let forgotten = self.entries.get(idx + usize::from(stay > 0)..).unwrap_or_default();
        let bytes: usize = forgotten.iter().map(LogEntry::weight).sum();
        let gone = (self.series.len() - left) * size_of::<AnswerSeries>();
        self.bytes = self.bytes.saturating_sub(bytes + gone);
        self.entries.truncate(idx + usize::from(stay > 0));
        self.series.truncate(left);
        // What is left of a cut series; one answer is not a series any more, or the next equal one
        // would add a second row for the same entry.
        if let (1.., Some(LogEntry::Now(_, times))) = (stay, self.entries.last_mut()) {
            *times = stay;
            if stay == 1 {
                self.series.pop();
                self.bytes = self.bytes.saturating_sub(size_of::<AnswerSeries>());
            }
        }
        self.len = len;
        self.controls.truncate(self.controls.partition_point(|&place| place < len));
    }

    /// The next entry from a place on at which a replay has to do something: its place and count.
    pub(crate) fn next_control(&self, from: usize) -> Option<(usize, u64)> {
        let place = *self.controls.get(self.controls.partition_point(|&place| place < from))?;
        Some((place, self.get(place)?.control()?))
    }

    /// A service has been stuck at this count, after having asked what was logged since `start`.
    /// Asking the same again and again is logged once.
    pub(crate) fn stuck(&mut self, start: usize, count: u64) {
        // Exactly one question since the engine was started. A service that asked for more than one
        // thing has done a part of its work, which must be kept.
        let asked = self.get(start).filter(|_| self.len == start + 1);
        let is_waiting = matches!(
            asked,
            Some(
                LogEntry::Read(HostAnswer::Wait)
                    | LogEntry::Key(Some(HostAnswer::Wait))
                    | LogEntry::Dialog(Some(HostAnswer::Wait))
            )
        );
        let before = |back: usize| start.checked_sub(back).and_then(|place| self.get(place));
        let is_again = matches!(before(1), Some(LogEntry::Stuck(last)) if *last == count);
        // A program that waits is asked again in every slice; without this the log would fill up
        // with waits while nobody types.
        if is_waiting && is_again && before(2) == asked {
            self.truncate(start);
        } else {
            self.push(LogEntry::Stuck(count));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A log beside a plain list of the same, which must always be the same.
    #[derive(Default)]
    struct LogWithModel {
        log: EventLog,
        plain: Vec<LogEntry>,
    }

    impl LogWithModel {
        fn push(&mut self, entry: LogEntry) {
            self.log.push(entry.clone());
            let times = if let LogEntry::Now(_, times) = entry { times } else { 1 };
            // The model has one row for every answer, so that positions are indices.
            let one = if let LogEntry::Now(ms, _) = entry { LogEntry::Now(ms, 1) } else { entry };
            self.plain.extend(std::iter::repeat_n(one, times as usize));
        }

        fn compare(&self) {
            assert_eq!(self.log.len(), self.plain.len());
            for (place, expected) in self.plain.iter().enumerate() {
                let found = match self.log.get(place) {
                    Some(LogEntry::Now(ms, _)) => LogEntry::Now(*ms, 1),
                    Some(other) => other.clone(),
                    None => panic!("nothing is at {place}"),
                };
                assert_eq!(&found, expected, "{place}");
                let control =
                    (place..self.plain.len()).find_map(|at| Some((at, self.plain[at].control()?)));
                assert_eq!(self.log.next_control(place), control);
            }
            assert_eq!(self.log.get(self.plain.len()), None);
            let weight: usize = self.log.entries.iter().map(LogEntry::weight).sum();
            let series = self.log.series.len() * size_of::<AnswerSeries>();
            assert_eq!(self.log.bytes(), weight + series);
        }
    }

    #[test]
    fn equal_answers_take_the_room_of_one_and_the_places_of_all() {
        let mut state = 12_345_u32;
        let mut random = |below: u32| {
            // The generator of Numerical Recipes: a failure must come again on every machine, so no
            // crate's generator may change it.
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for _ in 0..200 {
            let mut both = LogWithModel::default();
            for _ in 0..random(60) {
                match random(6) {
                    0 => both.push(LogEntry::Seed(7)),
                    1 => both.push(LogEntry::Stuck(u64::from(random(3)))),
                    2 => both.push(LogEntry::Now(1, u64::from(1 + random(4)))),
                    _ => both.push(LogEntry::Now(i64::from(random(2)), 1)),
                }
            }
            both.compare();
            let len = random(1 + both.plain.len() as u32) as usize;
            both.log.truncate(len);
            both.plain.truncate(len);
            both.compare();
            both.push(LogEntry::Now(1, 1));
            both.push(LogEntry::Stuck(9));
            both.compare();
        }
    }

    #[test]
    fn minutes_of_asking_for_the_time_are_small() {
        let mut log = EventLog::default();
        for question in 0..10_000_000 {
            log.push(LogEntry::Now(question / 10_000, 1));
        }
        assert_eq!(log.len(), 10_000_000);
        assert!(log.bytes() < 100_000, "{} bytes for a second", log.bytes());
    }
}
