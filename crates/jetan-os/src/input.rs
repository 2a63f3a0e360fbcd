//! Input that is waited for with a limit, so that a run notices limits and signals in between.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::sys;

/// Opens a file or a pipe with a name; a pipe that nobody writes to yet has nothing to read, but
/// does not keep us waiting.
pub fn open(path: &Path) -> io::Result<File> {
    sys::open_input(path)
}

/// Whether a file has something to read or has ended, waiting for it so long. What cannot be
/// waited for can be read at once.
pub fn is_ready(file: &File, time: Duration) -> bool {
    sys::is_ready(file, time)
}

/// Reads standard input past the buffers of `std`, so that nothing is taken that was not asked
/// for; `None` if there was nothing within this time.
pub fn read_standard(bytes: &mut [u8], time: Duration) -> io::Result<Option<usize>> {
    sys::read_standard(bytes, time)
}

/// Waits for keys on a terminal in raw mode and says them in the language of the VT100, arrows
/// and clicks included; 0 when the terminal has gone.
pub fn read_keys(bytes: &mut [u8]) -> io::Result<usize> {
    sys::read_keys(bytes)
}

/// The file that a program means by a name of its own; none if no file can be called so.
pub fn path(name: &[u8]) -> Option<&Path> {
    // The system would cut such a name short and open something else.
    if name.is_empty() || name.contains(&0) {
        return None;
    }
    sys::path(name)
}
