//! The output of the program up to this step, and what it is known to print after it.

use jetan_run::Timeline;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::text::clean;
use crate::look::TerminalLook;
use crate::paint;

/// The last bytes of output that are looked at; more would not fit on any screen.
const BYTES_MAX: usize = 64 << 10;

/// A character, and the byte of the output that it begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PrintedChar {
    byte: usize,
    character: char,
    /// Whether it was typed and not printed.
    is_typed: bool,
}

/// A line that was typed, at a step and after so many bytes of output.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TypedLine {
    count: u64,
    byte: usize,
    text: String,
}

/// The most typed lines that are kept.
const TYPED_MAX: usize = 1000;

/// The console, and which character of it is chosen.
#[derive(Debug, Default)]
pub(super) struct ConsolePane {
    /// A byte of the output; without one the last character that can be seen.
    chosen: Option<usize>,
    rows: Vec<Vec<PrintedChar>>,
    /// The lines that were typed, in order of time.
    typed: Vec<TypedLine>,
    /// The first row in sight.
    top: usize,
    area: Rect,
}

impl ConsolePane {
    /// Shows the end of the output again.
    pub(super) fn follow(&mut self) {
        self.chosen = None;
    }

    /// Somebody types a line at this step, which replaces what was typed after it.
    pub(super) fn type_line(&mut self, timeline: &Timeline<'_>, text: &str) {
        let count = timeline.count();
        if !timeline.is_at_end() {
            self.typed.retain(|line| line.count < count);
        }
        if self.typed.len() == TYPED_MAX {
            self.typed.remove(0);
        }
        let (byte, text) = (timeline.output().len(), format!("{text}\n"));
        self.typed.push(TypedLine { count, byte, text });
    }

    /// The byte of the output that is asked about; none if nothing was printed.
    pub(super) fn chosen(&self, timeline: &Timeline<'_>) -> Option<usize> {
        let output = timeline.output();
        // The last character that is seen: asking why a newline was printed is rarely meant.
        let last = || output.iter().rposition(|byte| !byte.is_ascii_whitespace());
        self.chosen.filter(|byte| *byte < output.len()).or_else(last)
    }

    /// Chooses another character, by rows and columns.
    pub(super) fn move_by(&mut self, timeline: &Timeline<'_>, down: isize, sideways: isize) {
        let Some(byte) = self.chosen(timeline) else { return };
        let end = timeline.output().len();
        let all: Vec<(usize, usize, usize)> =
            self.places().filter(|(_, _, at)| *at < end).collect();
        let Some(idx) = all.iter().rposition(|(_, _, at)| *at <= byte) else { return };
        let next = if down == 0 {
            all.get(idx.saturating_add_signed(sideways).min(all.len() - 1))
        } else {
            let (row, column, _) = all[idx];
            let last = all.last().map_or(0, |(row, _, _)| *row);
            let wanted = row.saturating_add_signed(down).min(last);
            // Rows may be empty or short: the nearest place before is taken.
            all.iter().rfind(|place| (place.0, place.1) <= (wanted, column))
        };
        self.chosen = next.map(|(_, _, byte)| *byte);
    }

    /// Chooses what is at a place of the screen.
    pub(super) fn click(&mut self, x: u16, y: u16) {
        let row = self.top + usize::from(y.saturating_sub(self.area.y));
        let column = usize::from(x.saturating_sub(self.area.x));
        let found = self.rows.get(row).and_then(|row| row.get(column));
        // A click beside the text keeps what is chosen.
        self.chosen = found.map(|printed| printed.byte).or(self.chosen);
    }

    /// Row, column and byte of everything that is shown.
    fn places(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        self.rows.iter().enumerate().flat_map(|(row, cells)| {
            let cells = cells.iter().enumerate();
            cells.map(move |(column, printed)| (row, column, printed.byte))
        })
    }

    /// Draws the console so that what is chosen, or else its end at this step, is in sight.
    pub(super) fn draw(
        &mut self,
        timeline: &Timeline<'_>,
        area: Rect,
        buffer: &mut Buffer,
        look: TerminalLook,
        is_focused: bool,
    ) {
        self.area = area;
        let now = timeline.output().len();
        let all = timeline.printed().until(u64::MAX);
        let start = now.saturating_sub(BYTES_MAX);
        // A quarter as much of what is printed later, which is only shown dimly below.
        let end = all.len().min(now + BYTES_MAX / 4);
        let here = timeline.count();
        let typed: Vec<TypedLine> =
            self.typed.iter().filter(|line| line.count <= here).cloned().collect();
        self.rows = wrapped(&all[start..end], start, usize::from(area.width), &typed);
        let chosen = self.chosen(timeline);
        let wanted = self.chosen.unwrap_or(now.saturating_sub(1));
        let row = self.rows.iter().rposition(|row| row.first().is_some_and(|at| at.byte <= wanted));
        let height = usize::from(area.height).max(1);
        // One row of what comes next stays in sight.
        let below = (row.unwrap_or(0) + 2).min(self.rows.len());
        self.top = below.saturating_sub(height);
        let dim = paint::dim(look).add_modifier(Modifier::DIM | Modifier::ITALIC);
        for (idx, row) in self.rows.iter().skip(self.top).take(height).enumerate() {
            for (column, printed) in row.iter().take(usize::from(area.width)).enumerate() {
                let style = match printed.byte {
                    _ if printed.is_typed => look.ink(paint::ACCENT),
                    byte if is_focused && Some(byte) == chosen => {
                        Style::new().add_modifier(Modifier::REVERSED)
                    }
                    byte if byte < now => Style::new(),
                    _ => dim,
                };
                let place = (area.x + column as u16, area.y + idx as u16);
                if let Some(cell) = buffer.cell_mut(place) {
                    cell.set_char(printed.character).set_style(style);
                }
            }
        }
    }
}

/// Output from a byte on, and what was typed in between, as rows of a width.
fn wrapped(bytes: &[u8], start: usize, width: usize, typed: &[TypedLine]) -> Vec<Vec<PrintedChar>> {
    let mut rows = vec![Vec::new()];
    let mut put = |byte: usize, character: char, is_typed: bool| {
        if character == '\n' {
            return rows.push(Vec::new());
        }
        // One character at a time, so that each of the blanks of a tab knows the byte of the tab.
        for shown in clean(character.encode_utf8(&mut [0; 4])).chars() {
            if rows.last().is_some_and(|row: &Vec<PrintedChar>| row.len() >= width.max(1)) {
                rows.push(Vec::new());
            }
            if let Some(row) = rows.last_mut() {
                row.push(PrintedChar { byte, character: shown, is_typed });
            }
        }
    };
    let mut typed = typed.iter().skip_while(|line| line.byte < start).peekable();
    let mut at = start;
    for chunk in bytes.utf8_chunks() {
        let valid =
            chunk.valid().char_indices().map(|(offset, character)| (at + offset, character));
        let behind = at + chunk.valid().len();
        let invalid = (!chunk.invalid().is_empty()).then_some((behind, '·'));
        for (byte, character) in valid.chain(invalid) {
            while let Some(line) = typed.next_if(|line| line.byte <= byte) {
                line.text.chars().for_each(|character| put(byte, character, true));
            }
            put(byte, character, false);
        }
        at = behind + chunk.invalid().len();
    }
    for line in typed {
        line.text.chars().for_each(|character| put(at, character, true));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_knows_its_byte() {
        let rows = wrapped("aé\n\tb\u{1b}".as_bytes(), 100, 3, &[]);
        let shown: Vec<Vec<(usize, char)>> = rows
            .iter()
            .map(|row| row.iter().map(|printed| (printed.byte, printed.character)).collect())
            .collect();
        assert_eq!(
            shown,
            [
                vec![(100, 'a'), (101, 'é')],
                vec![(104, ' '), (104, ' '), (104, ' ')],
                vec![(104, ' '), (105, 'b'), (106, '·')],
            ]
        );
        assert_eq!(
            wrapped(b"a\xff\xfeb", 0, 0, &[]).len(),
            4,
            "no width is narrower than a column"
        );
    }

    #[test]
    fn what_is_typed_stands_after_what_was_printed_before() {
        let line = TypedLine { count: 4, byte: 3, text: "5\n".to_owned() };
        let late = TypedLine { count: 9, byte: 5, text: "6\n".to_owned() };
        let rows = wrapped(b"n? ok", 0, 10, &[line, late]);
        let shown: Vec<String> =
            rows.iter().map(|row| row.iter().map(|printed| printed.character).collect()).collect();
        assert_eq!(shown, ["n? 5", "ok6", ""]);
    }
}
