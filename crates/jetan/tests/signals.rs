//! Whatever ends or suspends a command that took the terminal over, the terminal is given back.
#![cfg(target_os = "linux")]

#[path = "support/pty.rs"]
mod pty;

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use pty::Pty;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use tempfile::TempDir;

/// Nothing takes as long.
const DEADLINE: Duration = Duration::from_secs(20);
const OPENED: &str = "\x1b[?1049h";
const CLOSED: &str = "\x1b[?1049l";

/// Paints one corner of a display and waits.
const GAME: &str = "
# Unit width in pixels: 32
# Unit height in pixels: 32
# Display width in pixels: 64
# Display height in pixels: 64
# Base Address for Display: 0x10040000 (heap)
main:   li $t0, 0x00ffffff
        sw $t0, 0x10040000
wait:   lw $t1, 0xffff0000
        j wait
";
/// Waits for a key without a screen.
const KEY: &str = "main:\nli $a0, 42\nli $v0, 1\nsyscall\nli $v0, 12\nsyscall\n";

/// What is run, what it shows when it is ready, and what it does to the terminal.
struct Case {
    words: &'static str,
    /// How often a key that ends it is pressed.
    presses: usize,
    ready: &'static str,
    has_screen: bool,
    has_keys: bool,
}

const CASES: [Case; 5] = [
    Case {
        words: "play 2048 --seed 4",
        presses: 1,
        ready: "largest",
        has_screen: true,
        has_keys: true,
    },
    Case {
        words: "run --display terminal game.asm",
        presses: 1,
        ready: "@",
        has_screen: true,
        has_keys: true,
    },
    // The first Ctrl-C would stop a run of the program.
    Case {
        words: "debug game.asm",
        presses: 2,
        ready: "Registers",
        has_screen: true,
        has_keys: true,
    },
    // It asks for a line first.
    Case {
        words: "play 2048 --mips",
        presses: 1,
        ready: "Target",
        has_screen: true,
        has_keys: false,
    },
    Case { words: "run key.asm", presses: 1, ready: "42", has_screen: false, has_keys: true },
];

/// A command in a terminal that controls it, so that its keys are signals.
struct Session {
    pty: Pty,
    child: Child,
    /// What was shown since something was last waited for.
    shown: String,
    case: &'static Case,
    _folder: TempDir,
}

impl Session {
    fn start(case: &'static Case) -> Session {
        let folder = TempDir::new().expect("a folder can be made");
        fs::write(folder.path().join("game.asm"), GAME).expect("a file can be written");
        fs::write(folder.path().join("key.asm"), KEY).expect("a file can be written");
        let pty = Pty::open();
        let mut command = Command::new("setsid");
        command.arg("--ctty").arg(env!("CARGO_BIN_EXE_jetan")).args(case.words.split(' '));
        command.current_dir(folder.path()).env("XDG_DATA_HOME", folder.path());
        command.env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8").env("TERM", "xterm");
        let child = pty.spawn(&mut command);
        let mut session = Session { pty, child, shown: String::new(), case, _folder: folder };
        session.is_shown(case.ready);
        session.hands_out_keys();
        session
    }

    fn hands_out_keys(&mut self) {
        let started = Instant::now();
        while self.case.has_keys && self.pty.settings().local_flags == self.pty.before.local_flags {
            assert!(started.elapsed() < DEADLINE, "{:?}", self.shown);
            self.read();
        }
    }

    fn is_shown(&mut self, text: &str) {
        let started = Instant::now();
        loop {
            if let Some(at) = self.shown.find(text) {
                self.shown.drain(..at + text.len());
                return;
            }
            assert!(started.elapsed() < DEADLINE, "no {text:?} in {:?}", self.shown);
            self.read();
        }
    }

    fn read(&mut self) {
        let moment = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
        let mut fds = [PollFd::new(&self.pty.user, PollFlags::IN)];
        if poll(&mut fds, Some(&moment)).expect("a terminal can be watched") > 0 {
            let mut bytes = [0; 4096];
            let count = self.pty.user.read(&mut bytes).expect("a terminal can be read");
            self.shown += &String::from_utf8_lossy(&bytes[..count]);
        }
    }

    fn types(&mut self, text: &str) {
        self.pty.user.write_all(text.as_bytes()).expect("somebody can type");
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it can be told");
    }

    /// Waits until the process is stopped.
    fn is_suspended(&mut self) {
        let started = Instant::now();
        let pid = Pid::from_child(&self.child);
        let options = WaitOptions::UNTRACED | WaitOptions::NOHANG;
        loop {
            let found = waitpid(Some(pid), options).expect("it is there");
            if let Some((_, status)) = found {
                assert!(status.stopped(), "it has ended: {status:?} {:?}", self.shown);
                return;
            }
            assert!(started.elapsed() < DEADLINE, "{:?}", self.shown);
            self.read();
        }
    }

    /// Waits for the end; nothing of ours may be left on the terminal.
    #[track_caller]
    fn ends(&mut self, what: &str) {
        if self.case.has_screen {
            self.is_shown(CLOSED);
        }
        let started = Instant::now();
        let status = loop {
            self.read();
            if let Some(status) = self.child.try_wait().expect("the command is there") {
                break status;
            }
            assert!(started.elapsed() < DEADLINE, "{what}: {:?}", self.shown);
        };
        assert_eq!(status.code(), Some(130), "{what}: {:?}", self.shown);
        self.pty.is_as_before();
        assert!(!self.shown.contains(OPENED), "{what}: {:?}", self.shown);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // After a failed check the command may still run.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn every_signal_that_ends_a_command_gives_the_terminal_back() {
    for case in &CASES {
        for signal in [
            Signal::INT,
            Signal::TERM,
            Signal::HUP,
            Signal::QUIT,
            Signal::USR1,
            Signal::USR2,
            Signal::ALARM,
        ] {
            let mut session = Session::start(case);
            session.signal(signal);
            session.ends(&format!("{} {signal:?}", case.words));
        }
    }
}

#[test]
fn keys_that_end_a_command_give_the_terminal_back() {
    for case in &CASES {
        for key in ["\x03", "\x1c"] {
            let mut session = Session::start(case);
            session.types(&key.repeat(case.presses));
            session.ends(&format!("{} {key:?}", case.words));
        }
    }
}

#[test]
fn a_suspended_command_gives_the_terminal_back_and_draws_again() {
    for case in &CASES {
        let mut session = Session::start(case);
        for _ in 0..2 {
            session.types("\x1a");
            session.is_suspended();
            session.pty.is_as_before();
            if case.has_screen {
                session.is_shown(CLOSED);
                assert!(!session.shown.contains(case.ready), "{:?}", session.shown);
            }
            session.signal(Signal::CONT);
            if case.has_screen {
                session.is_shown(OPENED);
                session.is_shown(case.ready);
            }
            session.hands_out_keys();
        }
        session.signal(Signal::TERM);
        session.ends(case.words);
    }
}

#[test]
fn a_stopped_command_takes_the_terminal_over_again() {
    for case in CASES.iter().filter(|case| case.has_screen) {
        let mut session = Session::start(case);
        session.signal(Signal::STOP);
        session.is_suspended();
        session.signal(Signal::CONT);
        session.is_shown(OPENED);
        session.is_shown(case.ready);
        session.signal(Signal::TERM);
        session.ends(case.words);
    }
}
