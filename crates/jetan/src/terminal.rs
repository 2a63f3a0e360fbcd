//! The terminal on standard input: by lines, as it comes, or handing out keys as they are typed.

use std::io;
use std::os::fd::AsFd;
use std::sync::{Mutex, PoisonError};

use rustix::termios::{
    LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr,
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

/// Gives the terminal its lines back, if it hands out keys.
pub(crate) fn give_back_lines() {
    let saved = LINES.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(lines) = saved {
        // A terminal that has gone cannot be restored, and need not be.
        let _ = tcsetattr(io::stdin().as_fd(), OptionalActions::Now, &lines);
    }
}
