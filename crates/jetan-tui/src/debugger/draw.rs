//! The picture.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::keys::ROWS;
use super::layout::{Pane, PaneGroup, layout};
use super::prompt::PromptKind;
use super::registers::PaneScene;
use super::text::clean;
use super::{DebuggerApp, MessageTone};
use crate::look::TerminalLook;
use crate::paint::{self, rows};

/// The hints in the last line while nothing is typed.
const HINTS: &[(&str, &str)] = &[
    ("?", "help"),
    ("s", "step"),
    ("n", "next"),
    ("f", "finish"),
    ("c", "run"),
    ("S N F C", "back"),
    ("y", "why"),
    (":", "command"),
    ("b", "break"),
    ("z", "zoom"),
    ("q", "quit"),
];

impl DebuggerApp<'_, '_> {
    /// Draws everything; any size will do.
    pub fn draw(&mut self, buffer: &mut Buffer) {
        let area = buffer.area;
        if area.is_empty() {
            return;
        }
        self.layout = layout(area, self.is_zoomed);
        self.tabs.clear();
        // Cloned, because drawing a group notes its tabs.
        for group in self.layout.groups.clone() {
            self.draw_group(group, buffer);
        }
        if !self.layout.timeline.is_empty() {
            let place = self.layout.timeline;
            self.bar.draw(&self.debugger.timeline, place, buffer, self.look);
        }
        self.draw_message(buffer);
        self.draw_prompt(buffer);
        if let Some(top) = self.help {
            // The scroll that was possible is kept, so that the next key up moves at once.
            self.help = Some(draw_help(top, area, buffer, self.look));
        }
        if self.look.is_ascii {
            keep_ascii(buffer);
        }
        self.shown = buffer.clone();
    }

    fn draw_group(&mut self, group: PaneGroup, buffer: &mut Buffer) {
        let front = self.front(group.panes);
        let inside = if self.layout.is_framed {
            let is_focused = group.panes.contains(&self.focus());
            let mut block = paint::frame(self.look);
            if is_focused {
                block = block.border_style(self.look.ink(paint::ACCENT));
            }
            let inside = block.inner(group.area);
            block.render(group.area, buffer);
            self.draw_tabs(group, front, buffer);
            inside
        } else {
            group.area
        };
        self.draw_pane(front, inside, buffer);
    }

    /// The names of the panes of a group in the upper edge of its frame.
    fn draw_tabs(&mut self, group: PaneGroup, front: Pane, buffer: &mut Buffer) {
        let area = group.area;
        let is_screen_there = self.screen.is_there(self.debugger.machine());
        let is_there = |pane: &&Pane| match pane {
            Pane::Screen => is_screen_there,
            // Its name would push others off a narrow screen.
            Pane::Tools => self.tools.is_used(),
            _ => true,
        };
        let shown = group.panes.iter().filter(is_there);
        let shown: Vec<Pane> = shown.copied().collect();
        let length: usize = shown.iter().map(|pane| pane.name().len() + 3).sum();
        let has_digits = length + 2 <= usize::from(area.width);
        let mut x = area.x + 1;
        for pane in shown {
            let name = if has_digits {
                format!(" {} {} ", pane.digit(), pane.name())
            } else {
                format!("{} ", pane.name())
            };
            let style = match (pane == front, pane == self.focus()) {
                (true, true) => paint::strong(self.look).add_modifier(Modifier::REVERSED),
                (true, false) => paint::strong(self.look),
                (false, _) => paint::dim(self.look),
            };
            let room = usize::from(area.right().saturating_sub(1).saturating_sub(x));
            let (end, _) = buffer.set_stringn(x, area.y, name, room, style);
            self.tabs.push((Rect { x, y: area.y, width: end - x, height: 1 }, pane));
            x = end;
        }
        if front == Pane::Source {
            let title = format!(" {} ", self.source.title(self.debugger));
            let width = title.chars().count() as u16;
            if x + width + 1 < area.right() {
                let place = area.right() - 1 - width;
                buffer.set_string(place, area.y, title, paint::dim(self.look));
            }
        }
    }

    fn draw_pane(&mut self, pane: Pane, area: Rect, buffer: &mut Buffer) {
        let is_focused = pane == self.focus();
        let look = self.look;
        let names = &self.debugger.names;
        let scene = PaneScene {
            look,
            machine: self.debugger.machine(),
            before: self.before.as_ref(),
            names,
            is_focused,
        };
        match pane {
            Pane::Source => self.source.draw(area, buffer, look, self.debugger),
            Pane::Registers => self.registers.draw(&scene, area, buffer),
            Pane::Fpu => self.fpu.draw(&scene, area, buffer),
            Pane::Memory => self.memory.draw(&scene, area, buffer),
            Pane::Stack => self.stack.draw(&scene, area, buffer),
            Pane::Calls => self.calls.draw(area, buffer, look, is_focused),
            Pane::Stops => self.stops.draw(area, buffer, look, is_focused),
            Pane::Log => self.log.draw(area, buffer, look, is_focused),
            Pane::Tools => self.tools.list.draw(area, buffer, look, is_focused),
            Pane::Console => {
                let timeline = &self.debugger.timeline;
                self.console.draw(timeline, area, buffer, look, is_focused);
            }
            Pane::Screen => self.screen.draw(self.debugger.machine(), area, buffer, look),
        }
    }

    fn draw_message(&self, buffer: &mut Buffer) {
        let area = self.layout.message;
        let (words, chosen) = self.prompt.candidates();
        if !words.is_empty() {
            let line = candidates(words, chosen, usize::from(area.width), self.look);
            buffer.set_line(area.x, area.y, &line, area.width);
            return;
        }
        let (tone, text) = &self.message;
        let style = match tone {
            MessageTone::Plain => Style::new(),
            MessageTone::Stop => self.look.ink(paint::WARM),
            MessageTone::Bad => self.look.ink(paint::BAD).add_modifier(Modifier::BOLD),
        };
        let width = usize::from(area.width);
        buffer.set_stringn(area.x, area.y, format!(" {}", clean(text)), width, style);
        if let Some(notice) = &self.notice {
            let notice = format!(" {} ", clean(notice));
            let length = notice.chars().count().min(width);
            let x = area.right().saturating_sub(length as u16);
            let style = self.look.mark(paint::BAR, paint::WARM);
            buffer.set_stringn(x, area.y, notice, length, style);
        }
    }

    fn draw_prompt(&self, buffer: &mut Buffer) {
        let area = self.layout.prompt;
        let Some(kind) = self.prompt.kind() else { return draw_hints(area, buffer, self.look) };
        let sign = match kind {
            PromptKind::Command => ":",
            PromptKind::Search => "/",
            PromptKind::Input => "input: ",
        };
        let (text, cursor) = self.prompt.line();
        let style = paint::strong(self.look).patch(self.look.ink(paint::ACCENT));
        let (x, _) = buffer.set_stringn(area.x, area.y, sign, usize::from(area.width), style);
        let room = usize::from(area.right().saturating_sub(x));
        let column = text[..cursor].chars().count();
        // Of a long line the part with the cursor is shown.
        let skipped = (column + 1).saturating_sub(room).min(column);
        let shown: String = text.chars().skip(skipped).collect();
        buffer.set_stringn(x, area.y, clean(&shown), room, Style::new());
        if let Some(cell) = buffer.cell_mut((x + (column - skipped) as u16, area.y)) {
            cell.modifier.insert(Modifier::REVERSED);
        }
    }
}

/// The possible completions of a word, with the chosen one in sight.
fn candidates(
    words: &[String],
    chosen: Option<usize>,
    width: usize,
    look: TerminalLook,
) -> Line<'static> {
    let mut first = 0;
    let length = |from: usize, to: usize| -> usize {
        words[from..=to].iter().map(|word| word.chars().count() + 2).sum()
    };
    while let Some(chosen) = chosen
        && first < chosen
        && length(first, chosen) > width
    {
        first += 1;
    }
    // No terminal has room for a hundred words, and there may be thousands of labels.
    let spans = words.iter().enumerate().skip(first).take(100).map(|(idx, word)| {
        let style = if chosen == Some(idx) {
            paint::strong(look).add_modifier(Modifier::REVERSED)
        } else {
            paint::dim(look)
        };
        Span::styled(format!(" {} ", clean(word)), style)
    });
    Line::from(spans.collect::<Vec<_>>())
}

fn draw_hints(area: Rect, buffer: &mut Buffer, look: TerminalLook) {
    let mut x = area.x;
    for (key, word) in HINTS {
        let width = (key.len() + word.len() + 3) as u16;
        if x + width > area.right() {
            break;
        }
        let line = Line::from(vec![
            Span::styled(format!(" {key}"), look.ink(paint::WARM).add_modifier(Modifier::BOLD)),
            Span::styled(format!(" {word} "), paint::dim(look)),
        ]);
        buffer.set_line(x, area.y, &line, width);
        x += width;
    }
}

/// Draws the keys above everything, scrolled as far as there are any, and says how far that is.
fn draw_help(top: usize, area: Rect, buffer: &mut Buffer, look: TerminalLook) -> usize {
    let shown: Vec<_> = ROWS.iter().filter(|row| !row.summary.is_empty()).collect();
    let lines: Vec<Line<'_>> = shown
        .iter()
        .map(|row| {
            let keys = Span::styled(format!("{:<14}", row.shown), look.ink(paint::WARM));
            Line::from(vec![keys, Span::styled(row.summary, look.ink(paint::BRIGHT))])
        })
        .collect();
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 4;
    let place = paint::centred(area, width, lines.len() as u16 + 2);
    Clear.render(place, buffer);
    let title = " Keys: j k scroll, any other key closes ";
    let block = paint::frame(look).border_style(look.ink(paint::ACCENT)).title_top(title);
    // A frame would take half of so little room.
    let inside = if place.height > 4 { block.inner(place) } else { place };
    if place.height > 4 {
        block.render(place, buffer);
    }
    let top = top.min(lines.len().saturating_sub(usize::from(inside.height)));
    for (idx, line) in lines.iter().skip(top).take(usize::from(inside.height)).enumerate() {
        let row = rows(inside, idx as u16, 1);
        buffer.set_line(row.x + 1, row.y, line, row.width.saturating_sub(2));
    }
    top
}

/// Replaces what a terminal without Unicode cannot show.
fn keep_ascii(buffer: &mut Buffer) {
    // Done last and for every cell: sources and output may contain anything.
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let other = match cell.symbol() {
                "…" => "~",
                "·" => ".",
                "×" => "x",
                "→" => ">",
                _ => "?",
            };
            cell.set_symbol(other);
        }
    }
}
