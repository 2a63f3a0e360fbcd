//! The one owner of the terminal: its settings, the screen it shows, and putting both back.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use crate::{signals, sys};

/// The way keys reach us while the terminal does not collect lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyMode {
    /// As they are typed; Ctrl-C, Ctrl-\ and Ctrl-Z still are signals.
    Keys(Echo),
    /// As they are typed, and all of them.
    Raw,
}

/// Whether the terminal shows the keys it hands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Echo {
    /// As lines are.
    Yes,
    /// For games, which show what a key does.
    No,
}

/// A screen instead of what the terminal showed before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlternateScreen {
    /// Second screen, no cursor.
    Picture,
    /// The same, with clicks in coordinates, and pasted text marked as such.
    Game,
}

impl AlternateScreen {
    fn open(self) -> &'static [u8] {
        // 1049 is the second screen, 25 the cursor, 1000 and 1006 clicks with SGR coordinates, 2004
        // bracketed paste; 2J clears what another program has left on the second screen.
        match self {
            AlternateScreen::Picture => b"\x1b[?1049h\x1b[?25l\x1b[2J",
            AlternateScreen::Game => {
                b"\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[2J"
            }
        }
    }

    /// All of that taken back, the other way round.
    fn close(self) -> &'static [u8] {
        match self {
            AlternateScreen::Picture => b"\x1b[0m\x1b[?25h\x1b[?1049l",
            AlternateScreen::Game => {
                b"\x1b[0m\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[?25h\x1b[?1049l"
            }
        }
    }
}

/// Changes made to the terminal. There is one terminal per process, and whoever ends the process
/// must be able to restore it.
struct TerminalState {
    /// The settings from before the first mode.
    lines: Option<sys::TerminalSettings>,
    mode: Option<KeyMode>,
    screen: Option<AlternateScreen>,
    takeovers: u64,
}

static STATE: Mutex<TerminalState> =
    Mutex::new(TerminalState { lines: None, mode: None, screen: None, takeovers: 0 });

/// Held while something is drawn, so that nothing is drawn on a screen that is not ours.
static DRAWING: Mutex<()> = Mutex::new(());

/// A terminal that takes no output for so long is suspended in the middle of a picture.
const DRAWING_TIME_MAX: Duration = Duration::from_millis(500);

fn state() -> MutexGuard<'static, TerminalState> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl TerminalState {
    fn take_over(&mut self) {
        if let (Some(lines), Some(mode)) = (&self.lines, self.mode) {
            sys::set_mode(lines, mode);
        }
        if let Some(screen) = self.screen {
            sys::write_now(screen.open());
        }
        self.takeovers += 1;
    }

    fn put_back(&self) {
        if let Some(screen) = self.screen {
            // Whoever wrote last may hold the lock of standard output, and may be why all ends.
            sys::write_now(screen.close());
        }
        if let (Some(lines), Some(_)) = (&self.lines, self.mode) {
            // A terminal that has gone cannot be restored, and need not be.
            sys::set_lines(lines);
        }
    }
}

/// Makes the terminal on standard input hand out keys, unless it does already; false if there is
/// none.
pub fn hand_out_keys(mode: KeyMode) -> bool {
    // Before anything is changed: a signal in between must find somebody who restores the terminal.
    signals::watch_terminal_signals();
    let mut state = state();
    // Modes do not nest: the first one stays until the lines are given back.
    if state.mode.is_some() {
        return true;
    }
    let Some(lines) = sys::settings() else { return false };
    let is_set = sys::set_mode(&lines, mode);
    if is_set {
        state.lines = Some(lines);
        state.mode = Some(mode);
    }
    is_set
}

/// Gives the terminal its lines back, if it hands out keys.
pub fn give_back_lines() {
    let mut state = state();
    if let (Some(lines), Some(_)) = (state.lines.take(), state.mode.take()) {
        sys::set_lines(&lines);
    }
}

/// Shows an empty screen of our own.
pub fn open_screen(screen: AlternateScreen) {
    signals::watch_terminal_signals();
    // What was printed before belongs to the other screen.
    let _ = io::stdout().lock().flush();
    let mut state = state();
    state.screen = Some(screen);
    sys::write_now(screen.open());
    state.takeovers += 1;
}

/// Puts the terminal back as it was before anything was done to it; for a panic hook too.
pub fn restore() {
    let mut state = state();
    state.put_back();
    // The count goes on, since whoever compares it must never meet an old number again.
    *state = TerminalState { lines: None, mode: None, screen: None, takeovers: state.takeovers };
}

/// Puts the terminal back, stops the process as Ctrl-Z does, and takes the terminal over again
/// when the process goes on. Does nothing where there is no such thing.
pub fn suspend() {
    // This lock first, then the state: whoever draws asks for `takeovers` while drawing.
    let drawing = wait_for_drawing();
    let mut state = state();
    state.put_back();
    // With both locks held, so that nothing is changed or drawn while the terminal is somebody
    // else's.
    sys::stop_process();
    state.take_over();
    drop(drawing);
}

/// Takes the terminal over again after somebody else may have used it.
pub(crate) fn resume() {
    let _drawing = wait_for_drawing();
    state().take_over();
}

/// The number of times the screen was opened or reopened: a change means that it is empty.
pub fn takeovers() -> u64 {
    state().takeovers
}

/// To be held while a picture is written.
pub fn draw() -> impl Drop {
    DRAWING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wait_for_drawing() -> Option<MutexGuard<'static, ()>> {
    // `lock` could wait for ever: a thread that draws may be blocked by a terminal that takes no
    // output.
    let started = Instant::now();
    loop {
        match DRAWING.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) if started.elapsed() > DRAWING_TIME_MAX => return None,
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
        }
    }
}

/// The size in columns and rows of the terminal on standard output, which is asked and no other
/// that the process may have; 80 by 24 if it does not say.
pub fn size() -> (u16, u16) {
    // Some pseudo-terminals have a size of 0 until somebody sets one.
    match sys::size() {
        Some((columns, rows)) if columns > 0 && rows > 0 => (columns, rows),
        _ => (80, 24),
    }
}

/// The columns of the terminal of standard error; none if that is not a terminal, or one that does
/// not know its size.
pub fn report_columns() -> Option<u16> {
    // On Windows the console has a width wherever standard error goes.
    if !io::stderr().is_terminal() {
        return None;
    }
    sys::report_columns().filter(|&columns| columns > 0)
}
