//! The terminal as a window: the screen of the program, and beside it what it prints.

use std::env;
use std::io::{self, IsTerminal, Write};

use jetan_display::screen::ScreenLabel;
use jetan_display::terminal::{
    ColourDepth, FrameWriter, PictureView, TerminalAbility, TerminalFrame,
};
use jetan_os::ability;
use jetan_os::terminal::{self, AlternateScreen};
use jetan_report::visible;

use crate::plan::DrawingStyle;

/// Bytes of the output that are kept for the end; of more, the last part.
const TRANSCRIPT_BYTES_MAX: usize = 4 << 20;
/// The console gets at least so many columns, if the terminal has any to spare.
const CONSOLE_COLUMNS_MIN: u16 = 28;
/// The least width of a picture, in columns.
const PICTURE_COLUMNS_MIN: u16 = 20;

/// The text below everything while the program runs.
const HOW_TO_QUIT: &str = "Ctrl-C ends the program.";

/// A terminal that shows a program.
pub(crate) struct TerminalWindow {
    ability: TerminalAbility,
    frame: TerminalFrame,
    writer: FrameWriter,
    size: (u16, u16),
    /// The takeover of the terminal; after another one, what was drawn before is gone.
    takeover: u64,
    transcript: Vec<u8>,
    /// The text below everything.
    status: String,
}

impl TerminalWindow {
    /// The reason there cannot be a window, if so.
    pub(super) fn obstacle() -> Option<&'static str> {
        if !io::stdout().is_terminal() {
            Some("standard output is not a terminal")
        } else if env::var("TERM").is_ok_and(|term| term == "dumb") {
            Some("this terminal (TERM=dumb) cannot show pictures")
        } else {
            None
        }
    }

    /// Takes over the terminal.
    pub(super) fn open(look: DrawingStyle) -> TerminalWindow {
        let ability = ability(look);
        terminal::open_screen(AlternateScreen::Picture);
        TerminalWindow {
            ability,
            frame: TerminalFrame::default(),
            writer: FrameWriter::new(ability, (1, 1)),
            size: terminal::size(),
            takeover: terminal::takeovers(),
            transcript: Vec::new(),
            status: HOW_TO_QUIT.to_owned(),
        }
    }

    /// Shows a picture with its texts.
    pub(super) fn draw(&mut self, picture: PictureView, labels: &[ScreenLabel]) {
        let _drawing = terminal::draw();
        self.follow_size();
        self.frame.draw(picture, self.space(), self.ability);
        self.frame.write(labels, (picture.width, picture.height), self.ability);
        // A terminal that has gone is noticed elsewhere.
        let _ = self.writer.write(&self.frame, &mut io::stdout().lock());
        self.draw_console();
    }

    /// The room for the picture.
    fn space(&self) -> (u16, u16) {
        let (columns, rows) = self.size;
        let beside = columns.saturating_sub(CONSOLE_COLUMNS_MIN);
        // Too narrow for both: the picture gets everything.
        let columns = if beside < PICTURE_COLUMNS_MIN { columns } else { beside };
        // The last row is for the status.
        (columns, rows.saturating_sub(1).max(1))
    }

    /// Whether the terminal does not show what was drawn: it has another size, or is ours again
    /// after somebody else had it.
    pub(super) fn is_outdated(&self) -> bool {
        (terminal::size(), terminal::takeovers()) != (self.size, self.takeover)
    }

    /// Starts afresh if the terminal does not show what was drawn.
    fn follow_size(&mut self) {
        if self.is_outdated() {
            (self.size, self.takeover) = (terminal::size(), terminal::takeovers());
            self.writer.invalidate();
            let _ = io::stdout().lock().write_all(b"\x1b[2J");
        }
    }

    /// Shows what was printed, in the size that the terminal has now.
    pub(super) fn redraw_console(&mut self) {
        let _drawing = terminal::draw();
        self.follow_size();
        self.draw_console();
    }

    /// Takes output of the program.
    pub(super) fn print(&mut self, bytes: &[u8]) {
        self.transcript.extend_from_slice(bytes);
        let extra = self.transcript.len().saturating_sub(TRANSCRIPT_BYTES_MAX);
        self.transcript.drain(..extra);
        let _drawing = terminal::draw();
        self.draw_console();
    }

    /// Takes what was typed.
    pub(super) fn typed(&mut self, bytes: &[u8]) {
        // This takes the lock itself and gives it back; held here, it would wait for ever.
        self.print(bytes);
        let _drawing = terminal::draw();
        let _ = io::stdout().lock().write_all(b"\x1b[?25l");
    }

    /// Says something below everything.
    pub(super) fn say(&mut self, text: &str) {
        text.clone_into(&mut self.status);
        let _drawing = terminal::draw();
        self.draw_console();
    }

    /// Puts the cursor where the next character of the console goes.
    pub(super) fn show_cursor(&mut self) {
        let (column, width, rows) = self.console();
        let lines = wrapped(&self.transcript, width, rows, self.ability.has_blocks);
        let row = lines.len().max(1);
        let column = usize::from(column) + lines.last().map_or(0, |line| line.chars().count());
        let _drawing = terminal::draw();
        let mut out = io::stdout().lock();
        let _ = write!(out, "\x1b[{row};{column}H\x1b[?25h").and_then(|()| out.flush());
    }

    /// First column, width and rows of the console; it lies to the right of the picture.
    fn console(&self) -> (u16, usize, usize) {
        let (columns, rows) = self.size;
        let used = match self.frame.columns() as u16 {
            0 => 0,
            columns => columns + 2,
        };
        let width = columns.saturating_sub(used);
        (used + 1, usize::from(width), usize::from(rows.saturating_sub(1)))
    }

    fn draw_console(&mut self) {
        let (column, width, rows) = self.console();
        let mut text = Vec::new();
        // Less would show nothing that can be read.
        if width > 3 {
            let lines = wrapped(&self.transcript, width, rows, self.ability.has_blocks);
            for row in 1..=rows {
                let line = lines.get(row - 1).map_or("", String::as_str);
                // Writing to memory does not fail.
                let _ = write!(text, "\x1b[{row};{column}H\x1b[K{line}");
            }
        }
        let last = self.size.1;
        let status: String = self.status.chars().take(usize::from(self.size.0)).collect();
        let _ = write!(text, "\x1b[{last};1H\x1b[K{status}");
        let mut out = io::stdout().lock();
        let _ = out.write_all(&text).and_then(|()| out.flush());
    }

    /// Gives the terminal back, and what the program has printed.
    pub(super) fn close(self) -> Vec<u8> {
        terminal::restore();
        self.transcript
    }
}

/// The last lines of a text in a space. Control characters would reach the rest of the screen, so
/// they are shown as dots, and so are letters that the terminal does not have.
fn wrapped(text: &[u8], width: usize, rows: usize, is_utf8: bool) -> Vec<String> {
    let dot = if is_utf8 { '·' } else { '.' };
    let is_shown = |c: char| !visible::is_hidden(c) && (is_utf8 || c.is_ascii());
    // No more than this can be seen.
    let start = text.len().saturating_sub(4 * width * rows.max(1));
    let text = String::from_utf8_lossy(&text[start..]);
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let shown = line.trim_end_matches('\r').replace('\t', "    ");
        let shown: Vec<char> = shown.chars().map(|c| if is_shown(c) { c } else { dot }).collect();
        if shown.is_empty() {
            lines.push(String::new());
        }
        lines.extend(shown.chunks(width.max(1)).map(|part| part.iter().collect::<String>()));
    }
    let extra = lines.len().saturating_sub(rows);
    lines.drain(..extra);
    lines
}

/// The capabilities of the terminal, by what the environment says of it.
fn ability(look: DrawingStyle) -> TerminalAbility {
    let is_plain = look == DrawingStyle::Plain;
    let able = ability::TerminalCapabilities::of(|name| env::var(name).ok());
    let colours = match able.colours {
        _ if is_plain => ColourDepth::None,
        ability::ColourSupport::None => ColourDepth::None,
        ability::ColourSupport::Palette => ColourDepth::Indexed,
        ability::ColourSupport::True => ColourDepth::True,
    };
    TerminalAbility { colours, has_blocks: able.is_utf8 && !is_plain }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_seen() {
        assert_eq!(wrapped(b"one\ntwo\r\nthree\n", 10, 3, true), ["two", "three", ""]);
        assert_eq!(wrapped(b"abcdefgh", 3, 9, true), ["abc", "def", "gh"]);
        assert_eq!(wrapped("é\x1b[2Jb\tc".as_bytes(), 20, 2, true), ["é·[2Jb    c"]);
        assert_eq!(wrapped("é\x1b[2Jb\tc".as_bytes(), 20, 2, false), ["..[2Jb    c"]);
        assert_eq!(wrapped(b"", 5, 2, true), [""]);
    }
}
