//! What is seen: the terminal's second screen, of which only changed cells are written.

use std::io::{self, Write};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use rustix::termios::tcgetwinsize;

use crate::app::App;

/// Second screen, no cursor, clicks with coordinates, pasted text marked as such.
const OPEN: &str = "\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1006h\x1b[?2004h\x1b[2J";
/// All of that taken back, the other way round.
const CLOSE: &str = "\x1b[0m\x1b[?2004l\x1b[?1006l\x1b[?1000l\x1b[?25h\x1b[?1049l";
/// A picture is shown when it is complete, where terminals know how.
const BEGIN: &str = "\x1b[?2026h";
const END: &str = "\x1b[?2026l";

/// There is one terminal to a process, and whoever ends the process must be able to restore it.
static IS_OPEN: AtomicBool = AtomicBool::new(false);

/// Puts the terminal back as it was, if it is open; for a panic hook too.
pub fn restore() {
    if IS_OPEN.swap(false, Ordering::SeqCst) {
        // Whoever wrote last may hold the lock of standard output, and may be why all ends.
        let _ = rustix::io::write(rustix::stdio::stdout(), CLOSE.as_bytes());
        let _ = disable_raw_mode();
    }
}

/// The terminal and what it shows.
pub(super) struct Surface {
    backend: CrosstermBackend<io::Stdout>,
    shown: Buffer,
}

impl Surface {
    /// Takes over the terminal.
    pub(super) fn open() -> io::Result<Surface> {
        let backend = CrosstermBackend::new(io::stdout());
        let mut surface = Surface { backend, shown: Buffer::empty(Rect::ZERO) };
        surface.reopen()?;
        Ok(surface)
    }

    /// Takes over the terminal again.
    pub(super) fn reopen(&mut self) -> io::Result<()> {
        IS_OPEN.store(true, Ordering::SeqCst);
        enable_raw_mode()?;
        self.repaint();
        self.write(OPEN)
    }

    /// Forgets what the terminal shows, so that everything is written.
    pub(super) fn repaint(&mut self) {
        self.shown = Buffer::empty(Rect::ZERO);
    }

    /// Draws the application; only what changed is written.
    pub(super) fn draw(&mut self, app: &mut App) -> io::Result<()> {
        let mut buffer = Buffer::empty(size());
        app.draw(&mut buffer);
        if buffer.area != self.shown.area {
            self.write("\x1b[0m\x1b[2J")?;
            self.shown = Buffer::empty(buffer.area);
        }
        let changes = self.shown.diff(&buffer);
        if !changes.is_empty() {
            let mut out = io::stdout().lock();
            out.write_all(BEGIN.as_bytes())?;
            drop(out);
            self.backend.draw(changes.into_iter())?;
            self.write(END)?;
        }
        self.shown = buffer;
        Ok(())
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.backend.write_all(text.as_bytes())?;
        Write::flush(&mut self.backend)
    }
}

/// The size of the terminal. Standard output is asked, and no other terminal the process may have.
fn size() -> Rect {
    let size = tcgetwinsize(io::stdout().as_fd());
    let size = size.map(|size| (size.ws_col, size.ws_row)).unwrap_or_default();
    let (width, height) = if size.0 == 0 || size.1 == 0 { (80, 24) } else { size };
    // No screen is larger, and every cell costs memory.
    Rect::new(0, 0, width.min(1000), height.min(500))
}
