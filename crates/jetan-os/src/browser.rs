//! The person's browser.

use std::process::Stdio;
use std::thread;

use crate::sys;

/// Whether a page could be shown: there is a screen, and something that opens addresses on it.
pub fn is_there() -> bool {
    sys::browser("").is_some()
}

/// Opens an address in the browser; false if there is none. Does not wait for it.
pub fn open(address: &str) -> bool {
    let Some(mut command) = sys::browser(address) else { return false };
    // Its chatter would stand between our own lines, and it must not take keys from the terminal.
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let Ok(mut child) = command.spawn() else { return false };
    // Whoever starts a process has to ask how it ended, or it stays in the system's table.
    thread::spawn(move || child.wait());
    true
}
