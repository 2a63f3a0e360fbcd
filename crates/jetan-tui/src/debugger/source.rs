//! The source, with what each line became on demand.

use std::collections::BTreeMap;

use jetan_asm::source::FileId;
use jetan_debug::Debugger;
use jetan_debug::point::{PointTarget, StopPoint};
use jetan_machine::code::CodeWord;
use jetan_run::{YieldPoint, at_once};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::text::{NumberBase, clean, highlighted, registers_of};
use crate::look::TerminalLook;
use crate::paint::{self, rows};

/// Lines that stay in sight above and below the cursor.
const CURSOR_MARGIN_LINES: u32 = 2;

/// The pane of the sources.
pub(super) struct SourcePane {
    /// The instructions of each line.
    code: BTreeMap<(FileId, u32), Vec<u32>>,
    pub(super) file: Option<FileId>,
    /// A line, from 1.
    pub(super) cursor: u32,
    top: u32,
    pub(super) is_expanded: bool,
    /// The address of instructions that no source is known of.
    bare: Option<u32>,
    /// The contents of each row, for clicks.
    drawn: Vec<SourceRow>,
    area: Rect,
}

/// The contents of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SourceRow {
    Line(u32),
    Code(u32),
}

impl SourcePane {
    pub(super) fn new(debugger: &mut Debugger<'_>) -> SourcePane {
        let names = &debugger.names;
        let mut code: BTreeMap<(FileId, u32), Vec<u32>> = BTreeMap::new();
        for word in &names.program.code {
            if let Some(statement) = names.program.statement(word.statement) {
                let line = (statement.span.file, statement.number);
                code.entry(line).or_default().push(word.address);
            }
        }
        let mut source = SourcePane {
            code,
            file: names.sources.roots().first().copied(),
            cursor: 1,
            top: 1,
            is_expanded: false,
            bare: None,
            drawn: Vec::new(),
            area: Rect::ZERO,
        };
        source.follow(debugger);
        source
    }

    /// Shows where the program is; without a source for that, the instructions there; and where
    /// there are none, the line that led there.
    pub(super) fn follow(&mut self, debugger: &mut Debugger<'_>) {
        let pc = here(debugger);
        self.bare = None;
        match debugger.names.statement(pc) {
            Some(statement) => self.go(statement.span.file, statement.number),
            None if debugger.machine().word_at(pc) != CodeWord::Absent => self.bare = Some(pc),
            None => {
                let target = debugger.machine().pc;
                // Asked only where there is nothing else to show, because it replays a part of the
                // run.
                let last = at_once(debugger.jumps(&YieldPoint::NONE))
                    .ok()
                    .and_then(|jumps| jumps.first().copied());
                let last = last.filter(|jump| jump.to == target);
                // Without a jump it ran past its last instruction.
                let from = last.map_or(target.wrapping_sub(4), |jump| jump.from);
                if let Some(statement) = debugger.names.statement(from) {
                    self.go(statement.span.file, statement.number);
                }
            }
        }
    }

    /// Shows a line of a file.
    pub(super) fn go(&mut self, file: FileId, line: u32) {
        // Within a file `rows` scrolls as little as it must; in another one the line is put into
        // the upper third.
        if self.file != Some(file) {
            self.file = Some(file);
            self.top = line.saturating_sub(u32::from(self.area.height) / 3).max(1);
        }
        self.bare = None;
        self.cursor = line;
    }

    /// Shows another file.
    pub(super) fn change_file(&mut self, debugger: &Debugger<'_>, by: isize) {
        let files: Vec<FileId> = debugger.names.sources.ids().collect();
        let at = files.iter().position(|file| Some(*file) == self.file).unwrap_or(0);
        let count = files.len().max(1).cast_signed();
        let next = (at.cast_signed() + by).rem_euclid(count).unsigned_abs();
        if let Some(&file) = files.get(next) {
            self.go(file, 1);
        }
    }

    /// Moves the cursor by lines.
    pub(super) fn move_by(&mut self, debugger: &Debugger<'_>, by: isize) {
        let last = self.line_count(debugger);
        self.bare = None;
        let moved = (self.cursor as isize).saturating_add(by).clamp(1, last.max(1) as isize);
        self.cursor = moved as u32;
    }

    /// Rows that the last picture had.
    pub(super) fn height(&self) -> u16 {
        self.area.height
    }

    fn line_count(&self, debugger: &Debugger<'_>) -> u32 {
        self.file.map_or(0, |file| debugger.names.sources.file(file).lines().len() as u32)
    }

    /// The first instruction of a line.
    pub(super) fn address(&self, line: u32) -> Option<u32> {
        self.code.get(&(self.file?, line))?.first().copied()
    }

    /// Moves the cursor to the next line that has a text in it; false if there is none.
    pub(super) fn search(&mut self, debugger: &Debugger<'_>, text: &str) -> bool {
        let Some(file) = self.file else { return false };
        let file = debugger.names.sources.file(file);
        let last = file.lines().len() as u32;
        let text = text.to_lowercase();
        let holds = |number: &u32| {
            file.line(*number).is_some_and(|line| line.to_lowercase().contains(&text))
        };
        // From the line after the cursor on, so that the same search finds the next place.
        let found = (self.cursor + 1..=last).chain(1..=self.cursor).find(holds);
        self.cursor = found.unwrap_or(self.cursor);
        found.is_some()
    }

    /// The line of a row of the screen, and whether its margin was meant.
    pub(super) fn line_at(&self, x: u16, y: u16) -> Option<(u32, bool)> {
        let row = usize::from(y.checked_sub(self.area.y)?);
        let SourceRow::Line(line) = *self.drawn.get(row)? else { return None };
        Some((line, x < self.area.x + GUTTER_COLUMNS))
    }

    /// The name of what is shown, and of which line.
    pub(super) fn title(&self, debugger: &Debugger<'_>) -> String {
        match (self.bare, self.file) {
            (Some(pc), _) => format!("{pc:#010x}, without source"),
            (None, Some(file)) => clean(debugger.names.sources.file(file).name()),
            (None, None) => String::new(),
        }
    }

    pub(super) fn draw(
        &mut self,
        area: Rect,
        buffer: &mut Buffer,
        look: TerminalLook,
        debugger: &Debugger<'_>,
    ) {
        self.area = area;
        self.drawn = match self.bare {
            Some(pc) => {
                let first = pc.saturating_sub(4 * u32::from(area.height / 3));
                (0..u32::from(area.height)).map(|idx| SourceRow::Code(first + 4 * idx)).collect()
            }
            None => self.rows(debugger, area.height),
        };
        let drawing = SourceDrawing { source: self, look, debugger };
        for (idx, row) in self.drawn.iter().enumerate() {
            let place = rows(area, idx as u16, 1);
            let line = match *row {
                SourceRow::Line(number) => drawing.line(number, area.width),
                SourceRow::Code(address) => drawing.code(address),
            };
            buffer.set_line(place.x, place.y, &line, place.width);
            if *row == SourceRow::Line(self.cursor) {
                buffer.set_style(place, look.ground(paint::BAR));
            }
        }
    }

    /// The rows of a picture, with the cursor among them.
    fn rows(&mut self, debugger: &Debugger<'_>, height: u16) -> Vec<SourceRow> {
        let margin = CURSOR_MARGIN_LINES.min(u32::from(height.saturating_sub(1)) / 2);
        self.top = self.top.min(self.cursor.saturating_sub(margin)).max(1);
        // Lines so far above cannot be in sight, and the loop below goes on one at a time.
        let far = self.cursor.saturating_sub(u32::from(height));
        self.top = self.top.max(far);
        loop {
            let shown = self.rows_from(debugger, self.top, height);
            let below = SourceRow::Line(self.cursor + margin);
            let is_seen = shown.contains(&below)
                || self.cursor + margin > self.line_count(debugger)
                    && shown.contains(&SourceRow::Line(self.cursor));
            if is_seen || self.top >= self.cursor {
                return shown;
            }
            self.top += 1;
        }
    }

    fn rows_from(&self, debugger: &Debugger<'_>, first: u32, height: u16) -> Vec<SourceRow> {
        let last = self.line_count(debugger);
        let mut found = Vec::new();
        for line in first..=last {
            if found.len() >= usize::from(height) {
                break;
            }
            found.push(SourceRow::Line(line));
            found.extend(self.expansion(debugger, line).into_iter().map(SourceRow::Code));
        }
        found.truncate(usize::from(height));
        found
    }

    /// The instructions to show below a line: those of the execution at hand, or the first ones.
    fn expansion(&self, debugger: &Debugger<'_>, line: u32) -> Vec<u32> {
        let Some(file) = self.file else { return Vec::new() };
        let Some(all) = self.code.get(&(file, line)) else { return Vec::new() };
        let pc = here(debugger);
        // In the middle of an expansion its instructions are shown unasked: the line alone would
        // seem to stand still.
        let is_inside = all.contains(&pc) && !debugger.names.is_first(pc);
        if !self.is_expanded && !is_inside {
            return Vec::new();
        }
        // A line of a macro has the instructions of every call; those of one are shown.
        let starts: Vec<usize> =
            (0..all.len()).filter(|&idx| debugger.names.is_first(all[idx])).collect();
        let place = all.iter().position(|address| *address == pc).unwrap_or(0);
        let start = starts.iter().copied().rfind(|start| *start <= place).unwrap_or(0);
        let end = starts.iter().copied().find(|other| *other > start).unwrap_or(all.len());
        all[start..end].to_vec()
    }
}

/// Columns in front of a line's text: marks, number, a blank.
const GUTTER_COLUMNS: u16 = 8;

struct SourceDrawing<'d, 'e> {
    source: &'d SourcePane,
    look: TerminalLook,
    debugger: &'d Debugger<'e>,
}

impl SourceDrawing<'_, '_> {
    fn line(&self, number: u32, width: u16) -> Line<'static> {
        let look = self.look;
        let empty = Vec::new();
        let key = self.source.file.map(|file| (file, number));
        let code = key.and_then(|key| self.source.code.get(&key)).unwrap_or(&empty);
        let is_here = code.contains(&here(self.debugger));
        let stop = self.debugger.points().iter().find(|point| is_at(point, code));
        let is_cursor = number == self.source.cursor;
        let number_style = match (is_cursor, code.is_empty()) {
            (true, _) => paint::strong(look).add_modifier(Modifier::REVERSED),
            (false, true) => paint::dim(look).add_modifier(Modifier::DIM),
            (false, false) => paint::dim(look),
        };
        let arrow = self.arrow(is_here);
        let file = self.source.file.map(|file| self.debugger.names.sources.file(file));
        let text = clean(file.and_then(|file| file.line(number)).unwrap_or_default());
        let mut spans = vec![
            self.mark(stop),
            Span::styled(arrow, look.ink(paint::WARM).add_modifier(Modifier::BOLD)),
            Span::styled(format!("{number:>5}"), number_style),
            Span::raw(" "),
        ];
        let mut shown = highlighted(&text, look);
        if is_here {
            for span in &mut shown {
                span.style = span.style.add_modifier(Modifier::BOLD);
            }
        }
        spans.extend(shown);
        if is_here {
            spans.extend(self.values(&text, width));
        }
        Line::from(spans)
    }

    /// The values of a line's registers, if there is room for them.
    fn values(&self, text: &str, width: u16) -> Option<Span<'static>> {
        let registers = &self.debugger.machine().registers;
        let words = registers_of(text).into_iter().map(|reg| {
            let value = NumberBase::Natural.write(registers.get(reg), 11);
            format!("{}={value}", reg.name())
        });
        let words = words.collect::<Vec<_>>().join(" ");
        let room = usize::from(width)
            .checked_sub(usize::from(GUTTER_COLUMNS) + text.chars().count() + 2)?;
        let fits = !words.is_empty() && words.chars().count() <= room;
        let dim = self.look.ink(paint::WARM).add_modifier(Modifier::ITALIC);
        fits.then(|| Span::styled(format!("  {words}"), dim))
    }

    fn code(&self, address: u32) -> Line<'static> {
        let look = self.look;
        let machine = self.debugger.machine();
        let is_here = here(self.debugger) == address;
        let arrow = self.arrow(is_here);
        let stop = self.debugger.points().iter().find(|point| is_at(point, &[address]));
        let text = self.debugger.names.instruction(machine, address);
        // Below its line the mark of a breakpoint would stand there twice.
        let mark = if self.source.bare.is_some() { self.mark(stop) } else { Span::raw(" ") };
        let style = if is_here { paint::strong(look) } else { paint::dim(look) };
        Line::from(vec![
            mark,
            Span::styled(arrow, look.ink(paint::WARM).add_modifier(Modifier::BOLD)),
            Span::styled(format!("      {address:08x}  "), paint::dim(look)),
            Span::styled(clean(&text), style),
        ])
    }

    fn arrow(&self, is_here: bool) -> &'static str {
        match (is_here, has_exited(self.debugger)) {
            (false, _) => " ",
            (true, false) => self.look.pick("▶", ">"),
            (true, true) => self.look.pick("■", "#"),
        }
    }

    fn mark(&self, stop: Option<&StopPoint>) -> Span<'static> {
        let look = self.look;
        let Some(point) = stop else { return Span::raw(" ") };
        let is_plain = point.condition.is_none() && point.log.is_none();
        let sign = match (point.is_enabled, is_plain) {
            (false, _) => look.pick("○", "o"),
            (true, true) => look.pick("●", "*"),
            (true, false) => look.pick("◆", "?"),
        };
        Span::styled(sign.to_owned(), look.ink(paint::BAD))
    }
}

/// Whether the program has ended by itself at this step.
fn has_exited(debugger: &Debugger<'_>) -> bool {
    let timeline = &debugger.timeline;
    timeline.is_at_end() && timeline.ending().is_some_and(|end| end.is_own())
}

/// The instruction to look at: the next one, or the last one there was.
fn here(debugger: &Debugger<'_>) -> u32 {
    let pc = debugger.machine().pc;
    // After its last service the counter has passed the `syscall`.
    if has_exited(debugger) { pc.wrapping_sub(4) } else { pc }
}

/// Whether a breakpoint stands at one of some instructions.
fn is_at(point: &StopPoint, code: &[u32]) -> bool {
    matches!(point.target, PointTarget::Address(address) if code.contains(&address))
}

/// The breakpoint at one of a line's instructions.
pub(super) fn point_at(debugger: &Debugger<'_>, address: u32) -> Option<u32> {
    debugger.points().iter().find(|point| is_at(point, &[address])).map(|point| point.id)
}
