//! Files of the real file system, by the names programs give them.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use jetan_machine::host::{FileError, OpenMode};
use jetan_os::{file, input};

pub(crate) fn path(name: &[u8]) -> Result<&Path, FileError> {
    input::path(name).ok_or(FileError)
}

/// Opens what a program means by a name. A file of a program is opened anew for every access, and
/// each time the name could have come to mean a pipe or a device.
fn opened(name: &[u8], options: &OpenOptions) -> Result<File, FileError> {
    file::open_ordinary(options, path(name)?).map_err(|_| FileError)
}

/// Opens a file, which here only means to see whether that can be done, and to empty it.
pub(crate) fn open(name: &[u8], mode: OpenMode) -> Result<(), FileError> {
    let mut options = OpenOptions::new();
    match mode {
        OpenMode::Read => options.read(true),
        OpenMode::Write => options.write(true).create(true).truncate(false),
        OpenMode::Append => options.append(true).create(true),
    };
    let file = opened(name, &options)?;
    // Emptied only now that it is known to be a file.
    if mode == OpenMode::Write { file.set_len(0).map_err(|_| FileError) } else { Ok(()) }
}

pub(crate) fn read(name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
    let mut file = opened(name, OpenOptions::new().read(true))?;
    file.seek(SeekFrom::Start(offset)).map_err(|_| FileError)?;
    let mut bytes = Vec::new();
    file.take(max as u64).read_to_end(&mut bytes).map_err(|_| FileError)?;
    Ok(bytes)
}

pub(super) fn write(name: &[u8], offset: Option<u64>, bytes: &[u8]) -> Result<(), FileError> {
    let mut options = OpenOptions::new();
    match offset {
        Some(_) => options.write(true),
        None => options.append(true),
    };
    let mut file = opened(name, &options)?;
    if let Some(offset) = offset {
        file.seek(SeekFrom::Start(offset)).map_err(|_| FileError)?;
    }
    file.write_all(bytes).map_err(|_| FileError)
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::ffi::OsStrExt;

    use rustix::fs::{CWD, FileType, Mode, mknodat};

    use super::*;

    #[test]
    fn a_pipe_that_takes_the_place_of_a_file_is_not_waited_for() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("notes");
        let name = path.as_os_str().as_bytes();
        for mode in [OpenMode::Write, OpenMode::Read, OpenMode::Append] {
            assert_eq!(open(name, mode), Ok(()), "{mode:?}");
        }
        assert_eq!(write(name, None, b"abc"), Ok(()));
        assert_eq!(read(name, 1, 9), Ok(b"bc".to_vec()));
        assert_eq!(open(name, OpenMode::Write), Ok(()));
        assert_eq!(read(name, 0, 9), Ok(Vec::new()));
        fs::remove_file(&path).expect("a file can be removed");
        mknodat(CWD, &path, FileType::Fifo, Mode::RWXU, 0).expect("a pipe can be made");
        assert_eq!(read(name, 0, 9), Err(FileError));
        assert_eq!(write(name, None, b"abc"), Err(FileError));
        assert_eq!(write(name, Some(1), b"abc"), Err(FileError));
        assert_eq!(open(name, OpenMode::Write), Err(FileError));
    }
}
