//! Memory as words and characters, and the stack with what its words mean.

use std::collections::BTreeMap;

use jetan_asm::program::ProgramSymbol;
use jetan_debug::view::stack::StackWord;
use jetan_isa::Reg;
use jetan_symbols::DebugSymbols;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use super::registers::PaneScene;
use super::text::{NumberBase, characters};
use crate::paint;

/// A window into memory.
pub(super) struct MemoryPane {
    /// The chosen word.
    pub(super) chosen: u32,
    /// The first word in sight.
    top: u32,
    base: NumberBase,
    words: u32,
    area: Rect,
}

impl MemoryPane {
    pub(super) fn new(start: u32) -> MemoryPane {
        MemoryPane {
            chosen: start & !3,
            top: start & !3,
            base: NumberBase::Hex,
            words: 4,
            area: Rect::ZERO,
        }
    }

    /// Shows an address at the top.
    pub(super) fn go(&mut self, address: u32) {
        self.chosen = address & !3;
        self.top = address & !3;
    }

    /// Chooses another word, by rows and words.
    pub(super) fn move_by(&mut self, rows: isize, words: isize) {
        // In 64 bits, because a page up from a low address would wrap.
        let by = (rows as i64 * i64::from(self.words) + words as i64) * 4;
        let moved = (i64::from(self.chosen) + by).clamp(0, i64::from(!3_u32));
        self.chosen = moved as u32;
    }

    pub(super) fn change_base(&mut self) -> &'static str {
        self.base = self.base.next();
        self.base.name()
    }

    /// Chooses what is at a place of the screen.
    pub(super) fn click(&mut self, x: u16, y: u16) {
        let row = u32::from(y.saturating_sub(self.area.y));
        let column = u32::from(x.saturating_sub(self.area.x).saturating_sub(ADDRESS_COLUMNS));
        let word = (column / u32::from(self.cell())).min(self.words - 1);
        self.chosen = self.top.saturating_add(4 * (row * self.words + word));
    }

    /// Columns that a word and the blank before it take.
    fn cell(&self) -> u16 {
        match self.base {
            NumberBase::Hex => 9,
            NumberBase::Character => 5,
            NumberBase::Binary => 33,
            _ => 12,
        }
    }

    pub(super) fn draw(&mut self, scene: &PaneScene<'_>, area: Rect, buffer: &mut Buffer) {
        self.area = area;
        // Every word needs its cell, and four characters where they are shown beside it.
        let each = self.cell() + if self.shows_characters() { 4 } else { 0 };
        let room = area.width.saturating_sub(ADDRESS_COLUMNS + 1) / each;
        // Powers of two, so that rows begin at round addresses.
        self.words = [8, 4, 2].into_iter().find(|words| *words <= room).unwrap_or(1).into();
        self.scroll(u32::from(area.height));
        for row in 0..area.height {
            let start = u64::from(self.top) + u64::from(row) * u64::from(4 * self.words);
            let Ok(start) = u32::try_from(start) else { break };
            let line = self.row(scene, start);
            buffer.set_line(area.x, area.y + row, &line, area.width);
        }
    }

    fn shows_characters(&self) -> bool {
        !matches!(self.base, NumberBase::Character | NumberBase::Binary)
    }

    /// Keeps the chosen word in sight.
    fn scroll(&mut self, height: u32) {
        let row = 4 * self.words;
        if self.chosen < self.top {
            // Whole rows, so that every column keeps its addresses.
            let rows = (self.top - self.chosen).div_ceil(row);
            self.top = self.top.saturating_sub(rows.saturating_mul(row));
        }
        let last = height.max(1) - 1;
        let behind = (self.chosen - self.top) / row;
        self.top += behind.saturating_sub(last) * row;
    }

    fn row(&self, scene: &PaneScene<'_>, start: u32) -> Line<'static> {
        let look = scene.look;
        let memory = &scene.machine.memory;
        let mut spans = vec![Span::styled(format!("{start:08x}"), paint::dim(look))];
        let mut text = String::new();
        let width = usize::from(self.cell()) - 1;
        for address in (0..self.words).map_while(|idx| start.checked_add(4 * idx)) {
            let word = memory.peek_word(address);
            let is_changed =
                scene.before.is_some_and(|before| before.memory.peek_word(address) != word);
            let written = match self.base {
                NumberBase::Hex => format!("{word:08x}"),
                base => base.write(word, width),
            };
            // A sign besides the colour.
            let mark = if is_changed { look.pick("•", "*") } else { " " };
            let style = self.style(scene, address, is_changed, word);
            spans.push(Span::styled(mark.to_owned(), look.ink(paint::WARM)));
            spans.push(Span::styled(format!("{written:>width$}"), style));
            // In the order of memory, so that strings can be read, unlike the digits of a word.
            text += &characters(word.to_le_bytes());
        }
        if self.shows_characters() {
            spans.push(Span::styled(format!(" {text}"), paint::dim(look)));
        }
        for symbol in symbols(scene.names, start, 4 * self.words) {
            let style = look.ink(paint::ACCENT);
            spans.push(Span::styled(format!(" {}", symbol.name), style));
        }
        Line::from(spans)
    }

    fn style(&self, scene: &PaneScene<'_>, address: u32, is_changed: bool, word: u32) -> Style {
        let look = scene.look;
        if scene.is_focused && address == self.chosen {
            return paint::strong(look).add_modifier(Modifier::REVERSED);
        }
        match (is_changed, word) {
            (true, _) => look.ink(paint::WARM).add_modifier(Modifier::BOLD),
            (false, 0) => paint::dim(look),
            (false, _) => look.ink(paint::BRIGHT),
        }
    }
}

/// The labels of some bytes.
fn symbols(names: &DebugSymbols, start: u32, bytes: u32) -> &[ProgramSymbol] {
    let all = names.symbols();
    let first = all.partition_point(|symbol| symbol.address < start);
    // Labels below `start` count as 0: a difference, and no sum, so that it is right at the end of
    // memory.
    let end = all.partition_point(|symbol| symbol.address - start.min(symbol.address) < bytes);
    all.get(first..end).unwrap_or_default()
}

/// Columns of an address.
const ADDRESS_COLUMNS: u16 = 8;

/// The stack, from `$sp` on.
#[derive(Default)]
pub(super) struct StackPane {
    /// The chosen word, counted from `$sp`.
    pub(super) chosen: u32,
    top: u32,
    base: NumberBase,
    area: Rect,
    /// The meanings of words, by address, as of the last refresh.
    meanings: BTreeMap<u32, String>,
}

impl StackPane {
    /// The words that are known to mean something, such as a saved register.
    pub(super) fn set(&mut self, words: Vec<StackWord>) {
        self.meanings = words.into_iter().map(|word| (word.address, word.meaning)).collect();
    }

    /// Chooses the word in a row of the screen.
    pub(super) fn click(&mut self, y: u16) {
        self.chosen = self.top + u32::from(y.saturating_sub(self.area.y));
    }

    pub(super) fn move_by(&mut self, by: isize) {
        let moved = i64::from(self.chosen) + by as i64;
        // Only a bound for the arithmetic; `draw` knows how many words there are.
        self.chosen = moved.clamp(0, 1 << 20) as u32;
    }

    pub(super) fn change_base(&mut self) -> &'static str {
        self.base = self.base.next();
        self.base.name()
    }

    pub(super) fn draw(&mut self, scene: &PaneScene<'_>, area: Rect, buffer: &mut Buffer) {
        self.area = area;
        let height = u32::from(area.height).max(1);
        let sp = scene.machine.registers.get(Reg::SP) & !3;
        // Above where it began there is no stack; one that is elsewhere has no end that is known.
        let base = scene.machine.map().sp;
        let words = if sp <= base { (base - sp) / 4 + 1 } else { height };
        self.chosen = self.chosen.min(words - 1);
        self.top = self.top.clamp((self.chosen + 1).saturating_sub(height), self.chosen);
        // More rows than any terminal has, and few enough for 16 bits.
        for row in 0..area.height.min((words - self.top).min(1000) as u16) {
            let offset = 4 * (self.top + u32::from(row));
            let Some(address) = sp.checked_add(offset) else { break };
            let line = self.row(scene, address, offset);
            buffer.set_line(area.x, area.y + row, &line, area.width);
        }
    }

    fn row(&self, scene: &PaneScene<'_>, address: u32, offset: u32) -> Line<'static> {
        let look = scene.look;
        let word = scene.machine.memory.peek_word(address);
        let is_changed =
            scene.before.is_some_and(|before| before.memory.peek_word(address) != word);
        let is_chosen = scene.is_focused && offset == 4 * self.chosen;
        let fp = scene.machine.registers.get(Reg::FP);
        let pointer = match (offset, address == fp) {
            (0, false) => "$sp",
            (0, true) => "$sp $fp",
            (_, true) => "$fp",
            _ => "",
        };
        let meaning = self.meanings.get(&address).filter(|meaning| !meaning.is_empty()).cloned();
        let label = || scene.names.label(word).map(|label| format!("<{label}>"));
        let label = meaning.or_else(label).unwrap_or_default();
        let changed = look.ink(paint::WARM).add_modifier(Modifier::BOLD);
        let style = match (is_chosen, is_changed) {
            (true, _) => paint::strong(look).add_modifier(Modifier::REVERSED),
            (false, true) => changed,
            (false, false) => look.ink(paint::BRIGHT),
        };
        let mark = if is_changed { look.pick("•", "*") } else { " " };
        Line::from(vec![
            Span::styled(format!("{address:08x} {offset:>5}"), paint::dim(look)),
            Span::styled(format!(" {mark}"), changed),
            Span::styled(format!("{:>11}", self.base.write(word, 11)), style),
            Span::styled(format!(" {label}"), look.ink(paint::ACCENT)),
            Span::styled(format!(" {pointer}"), paint::strong(look)),
        ])
    }
}
