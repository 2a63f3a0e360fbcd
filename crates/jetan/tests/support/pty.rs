//! A terminal for a command to run in, seen from both of its ends.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::os::unix::ffi::OsStrExt;
use std::process::{Child, Command};

use nix::sys::termios::{Termios, tcgetattr};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// A terminal.
pub(crate) struct Pty {
    /// The end of whoever types and looks.
    pub(crate) user: File,
    /// The end of the command, kept open for a look at the settings.
    pub(crate) line: File,
    /// The settings before the command started.
    pub(crate) before: Termios,
}

impl Pty {
    pub(crate) fn open() -> Pty {
        let user = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&user).expect("it is ours");
        unlockpt(&user).expect("it can be unlocked");
        let name = ptsname(&user, Vec::new()).expect("it has a name");
        let name = OsStr::from_bytes(name.as_bytes());
        let line = OpenOptions::new().read(true).write(true).open(name).expect("it can be opened");
        let before = tcgetattr(&line).expect("a terminal has settings");
        let pty = Pty { user: File::from(user), line, before };
        pty.resize(80, 24);
        pty
    }

    pub(crate) fn spawn(&self, command: &mut Command) -> Child {
        let other = || self.line.try_clone().expect("it can be shared");
        let child = command.stdin(other()).stdout(other()).stderr(other()).spawn();
        child.expect("the command starts")
    }

    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.line, size).expect("a terminal has a size");
    }

    pub(crate) fn settings(&self) -> Termios {
        tcgetattr(&self.line).expect("a terminal has settings")
    }

    /// Checks that the settings are those from before the command.
    #[track_caller]
    pub(crate) fn is_as_before(&self) {
        let after = self.settings();
        assert_eq!(after.local_flags, self.before.local_flags);
        assert_eq!(after.input_flags, self.before.input_flags);
        assert_eq!(after.output_flags, self.before.output_flags);
    }
}
