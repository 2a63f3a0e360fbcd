//! A terminal as programs use it: keys answer at once, and its settings are given back.
#![cfg(target_os = "linux")]

#[path = "support/pty.rs"]
mod pty;

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use nix::sys::termios::LocalFlags;
use pty::Pty;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// Nothing takes as long.
const DEADLINE: Duration = Duration::from_mins(1);

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
    pty: Pty,
    child: Child,
    shown: String,
    _folder: TempDir,
}

impl Session {
    fn start(source: &str) -> Session {
        Session::start_with(&[], source)
    }

    fn start_with(flags: &[&str], source: &str) -> Session {
        Session::start_in(&[("NO_COLOR", "1"), ("LC_ALL", "C")], flags, source)
    }

    /// Starts in a terminal of 80 by 24 cells that these variables describe.
    fn start_in(variables: &[(&str, &str)], flags: &[&str], source: &str) -> Session {
        let folder = TempDir::new().expect("a folder can be made");
        let path = folder.path().join("main.asm");
        fs::write(&path, source).expect("a file can be written");
        let pty = Pty::open();
        let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
        for name in ["NO_COLOR", "COLORTERM", "TERM", "LANG", "LC_ALL", "LC_CTYPE"] {
            command.env_remove(name);
        }
        command.arg("run").args(flags).arg(&path).envs(variables.iter().copied());
        let child = pty.spawn(&mut command);
        Session { pty, child, shown: String::new(), _folder: folder }
    }

    fn resize(&mut self, columns: u16, rows: u16) {
        self.shown.clear();
        self.pty.resize(columns, rows);
    }

    fn hands_out_keys(&self) -> bool {
        let modes = self.pty.settings().local_flags;
        assert!(modes.contains(LocalFlags::ECHO), "what is typed is always shown");
        !modes.contains(LocalFlags::ICANON)
    }

    /// Waits until the terminal hands out keys.
    fn wait_for_keys(&self) {
        let started = Instant::now();
        while !self.hands_out_keys() {
            assert!(started.elapsed() < DEADLINE, "{}", self.shown);
            std::thread::yield_now();
        }
    }

    fn types(&mut self, text: &str) {
        self.pty.user.write_all(text.as_bytes()).expect("somebody can type");
    }

    /// Waits until something is shown.
    fn shows(&mut self, text: &str) {
        let second = Timespec { tv_sec: 1, tv_nsec: 0 };
        let started = Instant::now();
        while !self.shown.contains(text) {
            assert!(started.elapsed() < DEADLINE, "no {text:?} in {:?}", self.shown);
            let mut fds = [PollFd::new(&self.pty.user, PollFlags::IN)];
            if poll(&mut fds, Some(&second)).expect("a terminal can be watched") > 0 {
                let mut bytes = [0; 1024];
                let count = self.pty.user.read(&mut bytes).expect("a terminal can be read");
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
            assert!(started.elapsed() < DEADLINE, "{}", self.shown);
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
    session.shows("key? ");
    session.wait_for_keys();
    session.types("A");
    session.shows("key? A65");
    session.ends(0);
    session.pty.is_as_before();
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
    session.shows("press Enter");
    // Whoever still plays does not close the window.
    session.types("wasd\x1b[A");
    session.types("\n");
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
    session.shows("press Enter");
    session.types("q");
    session.shows(WINDOW_CLOSED);
    session.shows("R0102");
    session.ends(2);
}

const CLEARED: &str = "\x1b[2J";

#[test]
fn a_window_follows_the_size_of_its_terminal() {
    let flags = ["--display", "terminal"];
    let mut session = Session::start_with(&flags, &format!("{GAME}{EXIT}"));
    // The display is square, so 24 rows of the terminal, one of them for us, are 46 dots.
    session.shows(&format!("\x1b[1;1H{}", "@".repeat(23)));
    session.resize(120, 33);
    session.shows(CLEARED);
    session.shows(&format!("\x1b[1;1H{}", "@".repeat(32)));
    // The program must not end at sizes in which nothing can be seen.
    for (columns, rows) in [(20, 5), (3, 2), (1, 1), (2, 40), (500, 200)] {
        session.resize(columns, rows);
        session.shows(CLEARED);
    }
    session.resize(80, 24);
    session.shows(&format!("\x1b[1;1H{}", "@".repeat(23)));
    session.types("k");
    session.shows("press Enter");
    session.types("\n");
    session.shows(&format!("{WINDOW_CLOSED}107"));
    session.ends(0);
}

#[test]
fn a_window_shows_what_its_terminal_can_show() {
    let term = ("TERM", "xterm-256color");
    let utf8 = ("LC_ALL", "C.UTF-8");
    let all = ("COLORTERM", "truecolor");
    let (block, true_colour, indexed) = ("▀", "38;2;255;255;255", "38;5;231");
    for (variables, flags, seen) in [
        (&[term, utf8, all][..], &[][..], [true, true, false]),
        (&[term, utf8], &[], [true, false, true]),
        (&[term, all, ("LANG", "C")], &[], [false, true, false]),
        (&[term, all, ("LANG", "C.UTF-8"), ("LC_ALL", "C")], &[], [false, true, false]),
        (&[term, utf8, all, ("NO_COLOR", "1")], &[], [false, false, false]),
        (&[term, utf8, all], &["--ascii"], [false, false, false]),
        (&[("TERM", "vt100")], &[], [false, false, false]),
    ] {
        let flags = [&["--display", "terminal"], flags].concat();
        let mut session = Session::start_in(variables, &flags, &format!("{GAME}{EXIT}"));
        session.shows(WINDOW_OPENED);
        session.types("k");
        session.shows("press Enter");
        session.types("\n");
        session.shows(WINDOW_CLOSED);
        session.ends(0);
        let found = [block, true_colour, indexed].map(|part| session.shown.contains(part));
        assert_eq!(found, seen, "{variables:?} {flags:?}: {:?}", session.shown);
        let is_utf8 = variables.contains(&utf8) && !flags.contains(&"--ascii");
        assert!(is_utf8 || session.shown.is_ascii(), "{variables:?}: {:?}", session.shown);
    }
}

#[test]
fn a_terminal_that_cannot_show_a_window_is_told_so() {
    let flags = ["--display", "terminal"];
    let mut session = Session::start_in(&[("TERM", "dumb")], &flags, &format!("{GAME}{EXIT}"));
    session.shows("this terminal (TERM=dumb) cannot show pictures");
    session.ends(64);
    assert!(!session.shown.contains('\x1b'), "{:?}", session.shown);
}

/// Lights all segments of the left digit, and then those that the code of the pressed key says.
const LAB: &str = "
main:   li $t0, 0xffff0010
        li $t1, 0xff
        sb $t1, 1($t0)
row:    li $t2, 1
next:   sb $t2, 2($t0)
        lbu $t3, 4($t0)
        bnez $t3, found
        sll $t2, $t2, 1
        bne $t2, 16, next
        j row
found:  move $a0, $t3
        li $v0, 34
        syscall
";

#[test]
fn a_window_shows_the_lab_and_takes_its_keys() {
    for (typed, code) in [("0", "11"), ("7", "82"), ("a", "44"), ("F", "88"), ("xy5", "22")] {
        let flags = ["--display", "terminal", "--lab"];
        let mut session = Session::start_with(&flags, &format!("{LAB}{EXIT}"));
        // Lit segments are brighter than the rest.
        session.shows("==");
        session.types(typed);
        session.shows("press Enter");
        session.types("q");
        session.shows(&format!("{WINDOW_CLOSED}0x000000{code}"));
        session.ends(0);
    }
}

#[test]
fn a_window_opens_by_itself_when_there_is_something_to_be_seen() {
    let undeclared = format!("main:{PAINTS}{WAIT}{EXIT}");
    let text = format!("{TEXT}{WAIT}{EXIT}");
    let lab = format!("{LAB}{EXIT}");
    for (flags, source) in
        [(&[][..], &format!("{GAME}{EXIT}")), (&[], &undeclared), (&[], &text), (&["--lab"], &lab)]
    {
        let mut session = Session::start_with(flags, source);
        session.shows(WINDOW_OPENED);
        session.shows("Ctrl-C ends the program.");
        session.types("5");
        session.shows("press Enter");
        session.types("\n");
        session.shows(WINDOW_CLOSED);
        session.ends(0);
    }
}

#[test]
fn a_window_does_not_open_without_need() {
    let painted = format!("{GAME}{EXIT}");
    for (flags, source) in [
        (&[][..], &format!("{KEY}{EXIT}")),
        (&["--display", "none"], &painted),
        (&["--strict"], &painted),
        (&["--keys", "wait poll; 5"], &painted),
        (&["--json"], &painted),
    ] {
        let mut session = Session::start_with(flags, source);
        session.types("5");
        session.shows("53");
        session.ends(0);
        assert!(!session.shown.contains(WINDOW_OPENED), "{flags:?}: {:?}", session.shown);
    }
}

#[test]
fn what_was_printed_before_a_window_opens_is_printed_once() {
    let mut session = Session::start(&format!("{KEY}{PAINTS}{WAIT}{TELL}{EXIT}"));
    session.shows("key? ");
    session.wait_for_keys();
    session.types("A");
    session.shows(WINDOW_OPENED);
    session.types("5");
    session.shows("press Enter");
    session.types("\n");
    session.shows(&format!("{WINDOW_CLOSED}53"));
    session.ends(0);
    assert_eq!(session.shown.matches("key? ").count(), 1, "{:?}", session.shown);
}

/// Enough stores to be taken for a display, if nothing says where it is.
const PAINTS: &str = "
        li $t5, 64
        li $t6, 0x10040000
paint:  sw $t5, 0($t6)
        addiu $t6, $t6, 4
        addiu $t5, $t5, -1
        bnez $t5, paint
";

/// Shows a text on the screen of a pack.
const TEXT: &str = "
# jetan: pack comp2611-2048
        .data
text:   .asciiz \"over\"
        .text
main:   li $a0, -1
        la $a3, text
        li $v0, 207
        syscall
";

/// Waits for a key of the keyboard device.
const WAIT: &str = "
wait:   lw $t1, 0xffff0000
        andi $t1, $t1, 1
        beqz $t1, wait
";

/// Prints the code of that key.
const TELL: &str = "
        lw $a0, 0xffff0004
        li $v0, 1
        syscall
";

#[test]
fn reports_fit_the_terminal_of_standard_error() {
    let source = "main: lw $t0, 0($zero)\n";
    let mut session = Session::start(source);
    session.shows("more about this");
    session.ends(2);
    for line in session.shown.lines().filter(|line| line.contains("= ")) {
        assert!(line.trim_end().chars().count() <= 80, "{line}");
    }
    assert!(session.shown.contains("= help: "), "{:?}", session.shown);
}
