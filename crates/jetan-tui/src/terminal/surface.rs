//! The visible picture: the terminal's second screen, of which only changed cells are written.

use std::io::{self, Write};

use jetan_os::terminal::{self, AlternateScreen, KeyMode};
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// A picture is shown when it is complete, where terminals know how.
const BEGIN_SYNC: &str = "\x1b[?2026h";
const END_SYNC: &str = "\x1b[?2026l";

/// The terminal and what it shows.
pub(crate) struct TerminalSurface {
    backend: CrosstermBackend<io::Stdout>,
    shown: Buffer,
    /// The takeover of the terminal after which the picture was drawn; after another one it is
    /// gone.
    takeover: u64,
}

impl TerminalSurface {
    /// Takes over the terminal.
    pub(crate) fn open() -> io::Result<TerminalSurface> {
        if !terminal::hand_out_keys(KeyMode::Raw) {
            return Err(io::Error::other("it does not hand out keys"));
        }
        terminal::open_screen(AlternateScreen::Game);
        let (backend, shown) = (CrosstermBackend::new(io::stdout()), Buffer::empty(Rect::ZERO));
        Ok(TerminalSurface { backend, shown, takeover: terminal::takeovers() })
    }

    /// Forgets what the terminal shows, so that everything is written.
    pub(crate) fn repaint(&mut self) {
        self.shown = Buffer::empty(Rect::ZERO);
    }

    /// Shows what `draw` puts into a buffer of the terminal's size; only what changed is written.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        // Before the guard is taken, which suspending waits for: a game may take its time to draw.
        let mut buffer = Buffer::empty(area());
        draw(&mut buffer);
        let _drawing = terminal::draw();
        let takeover = terminal::takeovers();
        if takeover != self.takeover {
            // Another program has written on the terminal since, so nothing of the picture can be
            // relied on.
            self.takeover = takeover;
            self.repaint();
        }
        if buffer.area != self.shown.area {
            self.write("\x1b[0m\x1b[2J")?;
            self.shown = Buffer::empty(buffer.area);
        }
        let changes = self.shown.diff(&buffer);
        if !changes.is_empty() {
            let mut out = io::stdout().lock();
            out.write_all(BEGIN_SYNC.as_bytes())?;
            drop(out);
            self.backend.draw(changes.into_iter())?;
            self.write(END_SYNC)?;
        }
        self.shown = buffer;
        Ok(())
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.backend.write_all(text.as_bytes())?;
        Write::flush(&mut self.backend)
    }
}

/// The terminal's cells. No screen is larger than this, and every cell costs memory.
fn area() -> Rect {
    let (columns, rows) = terminal::size();
    Rect::new(0, 0, columns.min(1000), rows.min(500))
}
