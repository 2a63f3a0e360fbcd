//! Somebody at a terminal in which a command runs.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};

use crate::picture::Picture;
use crate::pty::Pty;

/// Nothing takes as long.
const DEADLINE: Duration = Duration::from_secs(30);
const CLOSED: &str = "\x1b[?1049l";

/// A player in a terminal.
pub(crate) struct Player {
    pub(crate) pty: Pty,
    pub(crate) child: Child,
    pub(crate) picture: Picture,
    /// Everything that was written.
    pub(crate) written: String,
}

impl Player {
    /// Some command in a terminal; whatever it keeps is kept in a folder.
    pub(crate) fn run(home: &Path, mut command: Command) -> Player {
        let pty = Pty::open();
        command.env("XDG_DATA_HOME", home).env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8");
        let child = pty.spawn(&mut command);
        Player { pty, child, picture: Picture::default(), written: String::new() }
    }

    pub(crate) fn types(&mut self, text: &str) -> &mut Player {
        self.pty.user.write_all(text.as_bytes()).expect("somebody can type");
        self
    }

    /// Waits until something is seen.
    #[track_caller]
    pub(crate) fn shows(&mut self, words: &str) -> &mut Player {
        let started = Instant::now();
        while !self.picture.contains(words) {
            assert!(started.elapsed() < DEADLINE, "no {words:?} in\n{}", self.picture.text());
            self.read();
        }
        self
    }

    /// Waits until something is not seen any more.
    #[track_caller]
    pub(crate) fn hides(&mut self, words: &str) -> &mut Player {
        let started = Instant::now();
        while self.picture.contains(words) {
            assert!(started.elapsed() < DEADLINE, "{words:?} in\n{}", self.picture.text());
            self.read();
        }
        self
    }

    pub(crate) fn read(&mut self) {
        let moment = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
        let mut fds = [PollFd::new(&self.pty.user, PollFlags::IN)];
        if poll(&mut fds, Some(&moment)).expect("a terminal can be watched") > 0 {
            let mut bytes = [0; 4096];
            let count = self.pty.user.read(&mut bytes).expect("a terminal can be read");
            self.picture.take(&bytes[..count]);
            self.written += &String::from_utf8_lossy(&bytes[..count]);
        }
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it can be told");
    }

    /// Changes the size and waits until everything is drawn anew.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        let cleared = |player: &Player| player.written.matches("\x1b[2J").count();
        let before = cleared(self);
        self.pty.resize(columns, rows);
        // The terminal is not the one that controls the command, so nobody else tells it.
        self.signal(Signal::WINCH);
        let started = Instant::now();
        while cleared(self) == before {
            assert!(started.elapsed() < DEADLINE, "{}", self.picture.text());
            self.read();
        }
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        let started = Instant::now();
        loop {
            // What it writes at its end must not wait for a reader.
            self.read();
            if let Some(status) = self.child.try_wait().expect("the command is there") {
                return status;
            }
            assert!(started.elapsed() < DEADLINE, "{}", self.picture.text());
        }
    }

    /// Waits for the end; the terminal must be as it was.
    #[track_caller]
    pub(crate) fn ends(&mut self, code: i32) {
        let status = self.wait();
        self.read();
        assert!(self.written.contains(CLOSED), "the screen is back");
        assert!(self.written.contains("\x1b[?25h"), "the cursor is back");
        assert!(self.written.contains("\x1b[?1000l"), "the mouse is free");
        assert_eq!(status.code(), Some(code), "{}", self.picture.text());
        self.pty.is_as_before();
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // After a failed check the command may still run.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
