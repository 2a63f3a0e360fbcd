//! The terminal on standard input: by lines, as it comes, or handing out keys as they are typed.

use std::io::{self, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rustix::termios::{
    LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetwinsize, tcsetattr,
};

/// The settings from before keys were handed out.
///
/// There is one terminal to a process, and whoever ends the process must be able to restore it.
static LINES: Mutex<Option<Termios>> = Mutex::new(None);

/// Whether the terminal shows the keys it hands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Echo {
    /// As lines are.
    Yes,
    /// For games, which show what a key does.
    No,
}

/// Makes the terminal hand out keys as they are typed.
pub(crate) fn hand_out_keys(echo: Echo) {
    let mut saved = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    if saved.is_some() {
        return;
    }
    let stdin = io::stdin();
    let Ok(lines) = tcgetattr(stdin.as_fd()) else { return };
    let mut keys = lines.clone();
    keys.local_modes.remove(LocalModes::ICANON);
    if echo == Echo::No {
        keys.local_modes.remove(LocalModes::ECHO);
    }
    keys.special_codes[SpecialCodeIndex::VMIN] = 1;
    keys.special_codes[SpecialCodeIndex::VTIME] = 0;
    if tcsetattr(stdin.as_fd(), OptionalActions::Now, &keys).is_ok() {
        *saved = Some(lines);
    }
}

/// Whether the terminal shows our own screen instead of what was there.
static HAS_WINDOW: AtomicBool = AtomicBool::new(false);

/// Shows an empty screen of our own.
pub(crate) fn open_window() {
    HAS_WINDOW.store(true, Ordering::Relaxed);
    let mut out = io::stdout().lock();
    // A terminal that has gone shows nothing anyway.
    let _ = out.write_all(b"\x1b[?1049h\x1b[?25l\x1b[2J").and_then(|()| out.flush());
}

/// Puts the terminal back as it was before anything was done to it.
pub(crate) fn restore() {
    if HAS_WINDOW.swap(false, Ordering::Relaxed) {
        // Whoever wrote last may hold the lock, and may be why the process has to end at once.
        let _ = rustix::io::write(rustix::stdio::stdout(), b"\x1b[0m\x1b[?25h\x1b[?1049l");
    }
    give_back_lines();
}

/// The size of the terminal in columns and rows.
pub(crate) fn size() -> (u16, u16) {
    let size = tcgetwinsize(io::stdout().as_fd());
    let size = size.map(|size| (size.ws_col, size.ws_row)).unwrap_or_default();
    if size.0 == 0 || size.1 == 0 { (80, 24) } else { size }
}

/// Gives the terminal its lines back, if it hands out keys.
pub(crate) fn give_back_lines() {
    let saved = LINES.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(lines) = saved {
        // A terminal that has gone cannot be restored, and need not be.
        let _ = tcsetattr(io::stdin().as_fd(), OptionalActions::Now, &lines);
    }
}
