//! Files of the real file system, by the names programs give them.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use jetan_machine::host::{FileError, OpenMode};
use jetan_os::input;

pub(crate) fn path(name: &[u8]) -> Result<&Path, FileError> {
    input::path(name).ok_or(FileError)
}

/// Opens a file, which here only means to see whether that can be done, and to empty it.
pub(crate) fn open(name: &[u8], mode: OpenMode) -> Result<(), FileError> {
    let path = path(name)?;
    // Opening a pipe or a device could wait for ever.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(FileError);
    }
    let mut options = OpenOptions::new();
    match mode {
        OpenMode::Read => options.read(true),
        OpenMode::Write => options.write(true).create(true).truncate(true),
        OpenMode::Append => options.append(true).create(true),
    };
    options.open(path).map(|_| ()).map_err(|_| FileError)
}

pub(crate) fn read(name: &[u8], offset: u64, max: usize) -> Result<Vec<u8>, FileError> {
    let mut file = File::open(path(name)?).map_err(|_| FileError)?;
    file.seek(SeekFrom::Start(offset)).map_err(|_| FileError)?;
    let mut bytes = Vec::new();
    file.take(max as u64).read_to_end(&mut bytes).map_err(|_| FileError)?;
    Ok(bytes)
}

pub(super) fn write(name: &[u8], offset: Option<u64>, bytes: &[u8]) -> Result<(), FileError> {
    let path = path(name)?;
    let mut options = OpenOptions::new();
    match offset {
        Some(_) => options.write(true),
        None => options.append(true),
    };
    let mut file = options.open(path).map_err(|_| FileError)?;
    if let Some(offset) = offset {
        file.seek(SeekFrom::Start(offset)).map_err(|_| FileError)?;
    }
    file.write_all(bytes).map_err(|_| FileError)
}
