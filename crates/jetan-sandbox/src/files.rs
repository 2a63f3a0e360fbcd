//! Files that exist in memory only, by the names a program gives them.

use std::collections::BTreeMap;

use jetan_machine::host::{FileError, OpenMode};
use jetan_run::RunLimit;

use crate::budget::ByteBudget;

/// Bytes that a file takes besides name and contents, about.
const FILE_OVERHEAD_BYTES: usize = 128;
/// Most bytes that a file grows ahead of its contents.
const AHEAD_BYTES_MAX: usize = 1 << 20;

/// The files of a run.
#[derive(Clone, Debug)]
pub(crate) struct SandboxFiles {
    contents: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Bytes that may still be added.
    room: usize,
}

impl SandboxFiles {
    /// No files yet; all together, with their names, may have so many bytes.
    pub(crate) fn new(bytes_max: usize) -> SandboxFiles {
        SandboxFiles { contents: BTreeMap::new(), room: bytes_max }
    }

    /// Whether there is room for more bytes, here and in the account of the whole run.
    fn keep(&mut self, bytes: usize, account: &mut ByteBudget) -> bool {
        // Tested before the run is charged, so that a write which fails here costs nothing there.
        if bytes > self.room {
            account.exceed(RunLimit::Files);
            return false;
        }
        let has_room = account.keep(bytes, RunLimit::Files);
        // Charged here only if the run has room too; otherwise both counts would drift apart.
        self.room -= if has_room { bytes } else { 0 };
        has_room
    }

    /// The contents of a file, if it was ever opened for writing.
    pub(crate) fn contents(&self, name: &[u8]) -> Option<&[u8]> {
        self.contents.get(name).map(Vec::as_slice)
    }

    /// Every file that was written, by name.
    pub(crate) fn into_contents(self) -> BTreeMap<Vec<u8>, Vec<u8>> {
        self.contents
    }

    /// Opens a file; one that is read must have been written, or hold `unwritten`.
    pub(crate) fn open(
        &mut self,
        name: &[u8],
        mode: OpenMode,
        unwritten: Option<&[u8]>,
        account: &mut ByteBudget,
    ) -> Result<(), FileError> {
        match (mode, self.contents.get_mut(name)) {
            (OpenMode::Read, None) => unwritten.map(|_| ()).ok_or(FileError),
            (OpenMode::Read | OpenMode::Append, Some(_)) => Ok(()),
            (OpenMode::Write, Some(old)) => {
                // The capacity and not the length: that is what was charged. Name and entry stay
                // charged, because the file still exists.
                let bytes = std::mem::take(old).capacity();
                account.release(bytes);
                self.room += bytes;
                Ok(())
            }
            (OpenMode::Write | OpenMode::Append, None) => {
                if !self.keep(FILE_OVERHEAD_BYTES + name.len(), account) {
                    return Err(FileError);
                }
                self.contents.insert(name.to_vec(), Vec::new());
                Ok(())
            }
        }
    }

    /// Up to `max` bytes from an offset.
    pub(crate) fn read(
        &self,
        name: &[u8],
        (offset, max): (u64, usize),
        unwritten: Option<&[u8]>,
    ) -> Result<Vec<u8>, FileError> {
        let bytes = self.contents(name).or(unwritten).ok_or(FileError)?;
        // An offset past the end reads nothing, as at the end of a real file; it is not an error.
        let start = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
        let end = start.saturating_add(max).min(bytes.len());
        Ok(bytes[start..end].to_vec())
    }

    /// Writes at an offset, or at the end.
    pub(crate) fn write(
        &mut self,
        name: &[u8],
        offset: Option<u64>,
        bytes: &[u8],
        account: &mut ByteBudget,
    ) -> Result<(), FileError> {
        let file = self.contents.get(name).ok_or(FileError)?;
        let start = match offset {
            None => file.len(),
            // A write at an offset that the host cannot address has to fail: clamping it would
            // change another place.
            Some(offset) => usize::try_from(offset).map_err(|_| FileError)?,
        };
        let end = start.checked_add(bytes.len()).ok_or(FileError)?;
        let had = file.capacity();
        // What is taken is what is counted, also where a file grows ahead of its contents.
        let capacity = end.max(had.saturating_add(had.min(AHEAD_BYTES_MAX)));
        // Charged before it grows, so that a write without room leaves the file as it was.
        if end > had && !self.keep(capacity - had, account) {
            return Err(FileError);
        }
        // Looked up again: charging needs the whole of `self` in between.
        let file = self.contents.get_mut(name).ok_or(FileError)?;
        if end > had {
            // `reserve` would round up by itself, and the account would not know.
            file.reserve_exact(capacity - file.len());
        }
        if file.len() < end {
            // A gap before the offset reads as zeros, as in files of every system.
            file.resize(end, 0);
        }
        file[start..end].copy_from_slice(bytes);
        Ok(())
    }
}

/// Files in memory for a host of another kind, within a bound of their own.
#[derive(Clone, Debug)]
pub struct MemoryFiles {
    files: SandboxFiles,
    account: ByteBudget,
}

impl MemoryFiles {
    /// No files yet; all together, with their names, have room for so many bytes.
    pub fn new(bytes_max: usize) -> MemoryFiles {
        MemoryFiles { files: SandboxFiles::new(bytes_max), account: ByteBudget::new(bytes_max) }
    }

    /// Whether something did not fit.
    pub fn is_full(&self) -> bool {
        self.account.exceeded().is_some()
    }

    /// Opens a file. To be opened for reading, it must have been opened for writing before.
    pub fn open(&mut self, name: &[u8], mode: OpenMode) -> Result<(), FileError> {
        self.files.open(name, mode, None, &mut self.account)
    }

    /// Up to `max` bytes of a file from an offset; none at its end.
    pub fn read(&self, name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
        self.files.read(name, (offset, max), None)
    }

    /// Writes to a file: at an offset, or at its end.
    pub fn write(
        &mut self,
        name: &[u8],
        offset: Option<u64>,
        bytes: &[u8],
    ) -> Result<(), FileError> {
        self.files.write(name, offset, bytes, &mut self.account)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_and_what_is_truncated_does_not() {
        let mut files = MemoryFiles::new(2000);
        let long = [b'x'; 1000];
        assert_eq!(files.open(&long, OpenMode::Write), Ok(()));
        assert!(!files.is_full());
        assert_eq!(files.open(&[b'y'; 1000], OpenMode::Write), Err(FileError), "no room");
        assert!(files.is_full());
        assert_eq!(files.write(&long, None, &[1; 800]), Ok(()));
        assert_eq!(files.write(&long, None, &[1; 800]), Err(FileError), "no room");
        assert_eq!(files.open(&long, OpenMode::Write), Ok(()));
        assert_eq!(files.write(&long, Some(0), &[2; 800]), Ok(()), "there is room again");
        assert_eq!(files.read(&long, 799, 10), Ok(vec![2]));
        assert_eq!(files.read(b"z", 0, 10), Err(FileError));
    }
}
