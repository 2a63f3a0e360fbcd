//! A terminal as programs use it: keys answer at once, and its settings are given back.
#![cfg(target_os = "linux")]

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Termios, tcgetattr};
use tempfile::TempDir;

/// Nothing takes as long.
const PATIENCE: Duration = Duration::from_mins(1);

/// Reads a key and prints its code; does something else then.
const KEY: &str = "
        .data
ask:    .asciiz \"key? \"
        .text
main:   la $a0, ask
        li $v0, 4
        syscall
        li $v0, 12
        syscall
        move $a0, $v0
        li $v0, 1
        syscall
";
const EXIT: &str = "        li $v0, 10\n        syscall\n";

/// A program that runs in a terminal.
struct Session {
    terminal: File,
    /// The other end, kept open for a look at the settings.
    line: OwnedFd,
    child: Child,
    /// The settings of the terminal before the program started.
    before: Termios,
    shown: String,
    _folder: TempDir,
}

impl Session {
    fn start(source: &str) -> Session {
        Session::start_with(&[], source)
    }

    fn start_with(flags: &[&str], source: &str) -> Session {
        let folder = TempDir::new().expect("a folder can be made");
        let path = folder.path().join("main.asm");
        fs::write(&path, source).expect("a file can be written");
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&terminal).expect("it is ours");
        unlockpt(&terminal).expect("it can be unlocked");
        let name = ptsname(&terminal, Vec::new()).expect("it has a name");
        let name = std::ffi::OsStr::from_bytes(name.as_bytes());
        let line = OpenOptions::new().read(true).write(true).open(name).expect("it can be opened");
        let before = tcgetattr(&line).expect("a terminal has settings");
        let other = || line.try_clone().expect("it can be shared");
        let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
        command.arg("run").args(flags).arg(&path).env("NO_COLOR", "1").env("LC_ALL", "C");
        let child = command.stdin(other()).stdout(other()).stderr(other()).spawn();
        let child = child.expect("the command starts");
        let (terminal, line) = (File::from(terminal), OwnedFd::from(line));
        Session { terminal, line, child, before, shown: String::new(), _folder: folder }
    }

    fn settings(&self) -> Termios {
        tcgetattr(&self.line).expect("a terminal has settings")
    }

    fn hands_out_keys(&self) -> bool {
        let modes = self.settings().local_modes;
        assert!(modes.contains(LocalModes::ECHO), "what is typed is always shown");
        !modes.contains(LocalModes::ICANON)
    }

    /// Waits until the terminal hands out keys.
    fn wait_for_keys(&self) {
        let started = Instant::now();
        while !self.hands_out_keys() {
            assert!(started.elapsed() < PATIENCE, "{}", self.shown);
            std::thread::yield_now();
        }
    }

    fn types(&mut self, text: &str) {
        self.terminal.write_all(text.as_bytes()).expect("somebody can type");
    }

    /// Waits until something is shown.
    fn shows(&mut self, text: &str) {
        let second = Timespec { tv_sec: 1, tv_nsec: 0 };
        let started = Instant::now();
        while !self.shown.contains(text) {
            assert!(started.elapsed() < PATIENCE, "no {text:?} in {:?}", self.shown);
            let mut fds = [PollFd::new(&self.terminal, PollFlags::IN)];
            if poll(&mut fds, Some(&second)).expect("a terminal can be watched") > 0 {
                let mut bytes = [0; 1024];
                let count = self.terminal.read(&mut bytes).expect("a terminal can be read");
                self.shown += &String::from_utf8_lossy(&bytes[..count]);
            }
        }
    }

    /// Waits for the end; the terminal must be as it was.
    #[track_caller]
    fn ends(&mut self, code: i32) {
        let started = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("the command is there") {
                break status;
            }
            assert!(started.elapsed() < PATIENCE, "{}", self.shown);
            std::thread::yield_now();
        };
        assert_eq!(status.code(), Some(code), "{}", self.shown);
        assert!(!self.hands_out_keys(), "the terminal has its lines back");
    }

    fn interrupt(&self) {
        self.signal(Signal::INT);
    }

    fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.child);
        kill_process(pid, signal).expect("the command can be interrupted");
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // After a failed check the program may still run.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_key_answers_without_enter() {
    let mut session = Session::start(&format!("{KEY}{EXIT}"));
    let before = session.before.clone();
    session.shows("key? ");
    session.wait_for_keys();
    session.types("A");
    session.shows("key? A65");
    session.ends(0);
    let after = session.settings();
    assert_eq!(after.local_modes, before.local_modes);
    assert_eq!(after.input_modes, before.input_modes);
    assert_eq!(after.output_modes, before.output_modes);
}

#[test]
fn keys_typed_ahead_are_kept() {
    let mut session = Session::start(&format!(
        "{KEY}{}{EXIT}",
        KEY.replace("main:", "more:").replace("ask", "more_ask")
    ));
    session.shows("key? ");
    session.wait_for_keys();
    session.types("AB");
    session.shows("65");
    session.shows("66");
    session.ends(0);
}

#[test]
fn lines_follow_keys() {
    let number = "        li $v0, 5\n        syscall\n        addiu $a0, $v0, 1000\n
        li $v0, 1\n        syscall\n";
    let mut session = Session::start(&format!("{KEY}{number}{EXIT}"));
    session.shows("key? ");
    session.wait_for_keys();
    session.types("x");
    session.shows("120");
    session.types("43\x7f2\n");
    session.shows("1042");
    session.ends(0);
}

#[test]
fn the_end_of_input_can_be_typed() {
    let mut session = Session::start(&format!("{KEY}{EXIT}"));
    session.shows("key? ");
    session.wait_for_keys();
    session.types("\x04");
    session.ends(0);
}

#[test]
fn a_fault_gives_the_terminal_back() {
    let mut session = Session::start(&format!("{KEY}        lw $t0, 0($zero)\n"));
    session.shows("key? ");
    session.types("A");
    session.shows("R0102");
    session.ends(2);
}

#[test]
fn an_interruption_gives_the_terminal_back() {
    let mut session = Session::start(&format!("{KEY}{EXIT}"));
    session.shows("key? ");
    session.wait_for_keys();
    session.interrupt();
    session.shows("interrupted");
    session.shows("instructions, at 0x");
    session.ends(130);
}

#[test]
fn being_asked_to_end_gives_the_terminal_back() {
    let mut session = Session::start(&format!("{KEY}{EXIT}"));
    session.shows("key? ");
    session.wait_for_keys();
    session.signal(Signal::TERM);
    session.shows("interrupted");
    session.ends(130);
}

#[test]
fn impatience_gives_the_terminal_back() {
    let mut session = Session::start(&format!("{KEY}{EXIT}"));
    session.shows("key? ");
    session.wait_for_keys();
    session.interrupt();
    session.interrupt();
    session.interrupt();
    session.ends(130);
}

#[test]
fn a_loop_can_be_interrupted() {
    let mut session = Session::start(&format!("{KEY}loop:   j loop\n"));
    session.shows("key? ");
    session.types("A");
    session.shows("65");
    session.interrupt();
    session.shows("interrupted");
    session.ends(130);
}

/// Paints one corner of a display, reads a key from the keyboard device and prints its code.
const GAME: &str = "
# Unit width in pixels: 32
# Unit height in pixels: 32
# Display width in pixels: 64
# Display height in pixels: 64
# Base Address for Display: 0x10040000 (heap)
main:   li $t0, 0x00ffffff
        sw $t0, 0x10040000
wait:   lw $t1, 0xffff0000
        andi $t1, $t1, 1
        beqz $t1, wait
        lw $a0, 0xffff0004
        li $v0, 1
        syscall
";
const WINDOW_OPENED: &str = "\x1b[?1049h";
const WINDOW_CLOSED: &str = "\x1b[?1049l";

#[test]
fn a_window_shows_the_display_and_takes_keys() {
    let flags = ["--display", "terminal"];
    let mut session = Session::start_with(&flags, &format!("{GAME}{EXIT}"));
    session.shows(WINDOW_OPENED);
    // Without colours and blocks a white unit is the brightest character.
    session.shows("@");
    session.types("\x1b[A");
    session.shows("press any key");
    session.types("x");
    session.shows(WINDOW_CLOSED);
    // What was printed is there after the window has gone; an arrow is a w.
    session.shows(&format!("{WINDOW_CLOSED}119"));
    session.ends(0);
}

#[test]
fn a_window_is_closed_however_the_run_ends() {
    let flags = ["--display", "terminal"];
    for signal in [Signal::INT, Signal::TERM] {
        let mut session = Session::start_with(&flags, &format!("{GAME}{EXIT}"));
        session.shows("@");
        session.signal(signal);
        session.shows(WINDOW_CLOSED);
        session.shows("interrupted");
        session.ends(130);
    }
    let mut session = Session::start_with(&flags, &format!("{GAME}        lw $t0, 0($zero)\n"));
    session.shows("@");
    session.types("k");
    session.shows("press any key");
    session.types("k");
    session.shows(WINDOW_CLOSED);
    session.shows("R0102");
    session.ends(2);
}
