//! Warnings about a run: things that no program should do, but that are not faults.

use std::sync::Arc;

/// The most warnings that are kept.
const WARNINGS_MAX: usize = 64;

/// Something that a program did at an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunWarning {
    /// The address of the instruction.
    pub pc: u32,
    /// The kind of warning.
    pub deed: WarningKind,
}

/// A kind of warning about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WarningKind {
    /// It could not open a file of this name with these flags, and used a descriptor later
    /// that no file has.
    IgnoredFailedOpen {
        /// The name, as it stands in memory.
        name: Vec<u8>,
        /// The value of `$a1`.
        flags: u32,
    },
    /// It read from a descriptor, or wrote to one, after it had closed that file.
    UsedClosedFile {
        /// The descriptor.
        descriptor: u32,
        /// The address of the `syscall` that closed it.
        closed: u32,
    },
    /// It read from a descriptor, or wrote to one, that no file has ever had.
    UsedUnopenedFile {
        /// The descriptor.
        descriptor: u32,
    },
    /// It read again after it had got the end of input.
    IgnoredEndOfInput,
    /// It divided by zero, which changes nothing.
    DividedByZero,
    /// It returned from where it began, which ends it.
    ReturnedFromStart,
    /// It printed a string from one address on, and so over a [landmark](WarningLog::landmarks).
    PrintedAcross {
        /// The address of the string.
        start: u32,
        /// The address of the landmark that was passed.
        landmark: u32,
    },
}

/// The warnings so far. Execution does not depend on them, so all are equal.
#[derive(Clone, Debug, Default)]
pub struct WarningLog {
    noted: Vec<RunWarning>,
    /// A file that could not be opened: where, and how.
    unopened: Option<(u32, Vec<u8>, u32)>,
    /// The descriptors that were closed, each with where.
    closed: Vec<(u32, u32)>,
    /// Addresses at which something of its own begins, in ascending order: a string that is printed
    /// across one is worth a warning.
    pub landmarks: Arc<[u32]>,
}

impl PartialEq for WarningLog {
    fn eq(&self, _: &WarningLog) -> bool {
        true
    }
}

impl WarningLog {
    /// All warnings, each once.
    pub fn noted(&self) -> &[RunWarning] {
        &self.noted
    }

    #[cold]
    pub(crate) fn note(&mut self, pc: u32, deed: WarningKind) {
        let remark = RunWarning { pc, deed };
        // At most 64 entries, so searching all of them is cheap.
        if self.noted.len() < WARNINGS_MAX && !self.noted.contains(&remark) {
            self.noted.push(remark);
        }
    }

    #[cold]
    pub(crate) fn failed_open(&mut self, pc: u32, name: Vec<u8>, flags: u32) {
        self.unopened = Some((pc, name, flags));
    }

    /// A descriptor is used, of a file that is open or is not.
    pub(crate) fn used(&mut self, is_open: bool) {
        if !is_open && let Some((pc, name, flags)) = self.unopened.take() {
            self.note(pc, WarningKind::IgnoredFailedOpen { name, flags });
        }
    }

    /// A file that was open is closed, by its descriptor.
    pub(crate) fn closed(&mut self, pc: u32, descriptor: u32) {
        // One entry for each descriptor: only its last close counts.
        self.opened(descriptor);
        self.closed.push((descriptor, pc));
    }

    /// A file is opened, by its descriptor.
    pub(crate) fn opened(&mut self, descriptor: u32) {
        self.closed.retain(|(closed, _)| *closed != descriptor);
    }

    /// The program reads from a descriptor that no file has, or writes to it.
    pub(crate) fn missed(&mut self, pc: u32, descriptor: u32) {
        let closed = self.closed.iter().find(|(closed, _)| *closed == descriptor);
        if let Some(&(_, closed)) = closed {
            return self.note(pc, WarningKind::UsedClosedFile { descriptor, closed });
        }
        // What a failed open returned has been noted where the open failed.
        let is_failed =
            |remark: &RunWarning| matches!(remark.deed, WarningKind::IgnoredFailedOpen { .. });
        if !self.noted.iter().any(is_failed) {
            self.note(pc, WarningKind::UsedUnopenedFile { descriptor });
        }
    }

    /// A string was printed from one address up to another.
    pub(crate) fn printed(&mut self, pc: u32, start: u32, end: u32) {
        let idx = self.landmarks.partition_point(|&landmark| landmark <= start);
        if let Some(&landmark) = self.landmarks.get(idx)
            && landmark < end
        {
            self.note(pc, WarningKind::PrintedAcross { start, landmark });
        }
    }
}
