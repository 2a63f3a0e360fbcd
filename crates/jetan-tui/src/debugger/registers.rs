//! The registers, each in a base of its own, and what has changed since the last stop.

use jetan_isa::Reg;
use jetan_isa::registers::REGISTERS;
use jetan_machine::Machine;
use jetan_symbols::DebugSymbols;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use super::text::{NumberBase, characters, float};
use crate::look::TerminalLook;
use crate::paint::{self, rows};

/// A register with a place in the pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RegisterSlot {
    Cpu(Reg),
    Hi,
    Lo,
    Pc,
    /// A floating-point register.
    Float(u8),
}

impl RegisterSlot {
    fn name(self) -> String {
        match self {
            RegisterSlot::Cpu(reg) => reg.name().to_owned(),
            RegisterSlot::Hi => "$hi".to_owned(),
            RegisterSlot::Lo => "$lo".to_owned(),
            RegisterSlot::Pc => "$pc".to_owned(),
            RegisterSlot::Float(number) => format!("$f{number}"),
        }
    }

    fn value(self, machine: &Machine) -> u32 {
        match self {
            RegisterSlot::Cpu(reg) => machine.registers.get(reg),
            RegisterSlot::Hi => machine.hilo.hi,
            RegisterSlot::Lo => machine.hilo.lo,
            RegisterSlot::Pc => machine.pc,
            RegisterSlot::Float(number) => machine.fpu.bits(number),
        }
    }
}

/// The registers that a pane shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RegisterBank {
    Cpu,
    Fpu,
}

/// A pane of registers.
pub(super) struct RegisterPane {
    slots: Vec<RegisterSlot>,
    bases: Vec<NumberBase>,
    kind: RegisterBank,
    chosen: usize,
    /// The first row in sight, if not all fit.
    top: usize,
    /// The rectangle of the rows; the number of columns follows.
    area: Rect,
    columns: usize,
}

impl RegisterPane {
    pub(super) fn new(kind: RegisterBank) -> RegisterPane {
        let slots: Vec<RegisterSlot> = match kind {
            // Temporaries on the left, what outlives a call on the right.
            RegisterBank::Cpu => {
                let (left, right) = REGISTERS.split_at(16);
                let cpu = |row: &jetan_isa::registers::RegisterRow| RegisterSlot::Cpu(row.reg);
                let left = left.iter().map(cpu).chain([RegisterSlot::Hi, RegisterSlot::Lo]);
                left.chain(right.iter().map(cpu)).chain([RegisterSlot::Pc]).collect()
            }
            RegisterBank::Fpu => (0..32).map(RegisterSlot::Float).collect(),
        };
        let base = if kind == RegisterBank::Cpu { NumberBase::Natural } else { NumberBase::Float };
        let bases = vec![base; slots.len()];
        RegisterPane { slots, bases, kind, chosen: 0, top: 0, area: Rect::ZERO, columns: 1 }
    }

    /// The name of the chosen register.
    pub(super) fn chosen(&self) -> String {
        self.slots[self.chosen].name()
    }

    /// Chooses another, by rows and columns.
    pub(super) fn move_by(&mut self, down: isize, sideways: isize) {
        // Slots fill column after column, so a step sideways passes a whole column of them.
        let rows = self.rows().cast_signed();
        let moved = self.chosen.cast_signed() + down + sideways * rows;
        self.chosen = moved.clamp(0, self.slots.len().cast_signed() - 1).unsigned_abs();
    }

    /// Shows the chosen register in the next base, and names it.
    pub(super) fn change_base(&mut self) -> &'static str {
        let base = &mut self.bases[self.chosen];
        *base = base.next();
        base.name()
    }

    /// Chooses what is at a place of the screen.
    pub(super) fn click(&mut self, x: u16, y: u16) {
        let width = (usize::from(self.area.width) / self.columns).max(1);
        let column = usize::from(x.saturating_sub(self.area.x)) / width;
        let row = self.top + usize::from(y.saturating_sub(self.area.y));
        if row < self.rows() && column < self.columns {
            self.chosen = (column * self.rows() + row).min(self.slots.len() - 1);
        }
    }

    fn rows(&self) -> usize {
        self.slots.len().div_ceil(self.columns)
    }

    pub(super) fn draw(&mut self, scene: &PaneScene<'_>, area: Rect, buffer: &mut Buffer) {
        self.columns = if area.width >= 32 { 2 } else { 1 };
        let rows_needed = self.rows() as u16;
        let detail = area.height.saturating_sub(rows_needed).min(2);
        self.area = rows(area, 0, area.height - detail);
        let row = self.chosen % self.rows();
        let height = usize::from(self.area.height).max(1);
        self.top = self.top.clamp((row + 1).saturating_sub(height), row);
        self.top = self.top.min(self.rows().saturating_sub(height));
        let width = area.width / self.columns as u16;
        for column in 0..self.columns {
            for line in 0..self.area.height {
                let row = self.top + usize::from(line);
                let idx = column * self.rows() + row;
                if row < self.rows() && idx < self.slots.len() {
                    let x = area.x + column as u16 * width;
                    let cell = self.cell(scene, idx, usize::from(width));
                    buffer.set_line(x, area.y + line, &cell, width);
                }
            }
        }
        for (idx, line) in self.detail(scene).into_iter().take(usize::from(detail)).enumerate() {
            let place = rows(area, area.height - detail + idx as u16, 1);
            buffer.set_line(place.x, place.y, &line, place.width);
        }
    }

    fn cell(&self, scene: &PaneScene<'_>, idx: usize, width: usize) -> Line<'static> {
        let slot = self.slots[idx];
        let look = scene.look;
        let value = slot.value(scene.machine);
        let is_changed = scene.before.is_some_and(|before| slot.value(before) != value);
        // Where room is short, names go without their dollar sign.
        let (name, name_width) = if width >= 20 {
            (slot.name(), 5)
        } else {
            (slot.name().trim_start_matches('$').to_owned(), 4)
        };
        let room = width.saturating_sub(name_width + 1).min(12);
        let text = self.bases[idx].write(value, room.saturating_sub(1).max(1));
        let mark = if is_changed { look.pick("•", "*") } else { " " };
        let changed = look.ink(paint::WARM).add_modifier(Modifier::BOLD);
        // Most registers are 0; dimmed, they do not hide the others.
        let value_style = match (is_changed, value) {
            (true, _) => changed,
            (false, 0) => paint::dim(look),
            (false, _) => look.ink(paint::BRIGHT),
        };
        let name_style = if scene.is_focused && idx == self.chosen {
            paint::strong(look).add_modifier(Modifier::REVERSED)
        } else {
            look.ink(paint::ACCENT)
        };
        let room = room.saturating_sub(1);
        Line::from(vec![
            Span::styled(format!("{name:<name_width$}"), name_style),
            Span::styled(mark.to_owned(), changed),
            Span::styled(format!("{text:>room$}"), value_style),
        ])
    }

    /// The chosen register in all bases, and what its value could be the address of.
    fn detail(&self, scene: &PaneScene<'_>) -> [Line<'static>; 2] {
        let look = scene.look;
        let slot = self.slots[self.chosen];
        let value = slot.value(scene.machine);
        let more = match self.kind {
            RegisterBank::Cpu => {
                let label = scene.names.label(value).map(|label| format!("  <{label}>"));
                let text = characters(value.to_le_bytes());
                format!("{} '{text}'{}", value.cast_signed(), label.unwrap_or_default())
            }
            RegisterBank::Fpu => {
                let RegisterSlot::Float(number) = slot else { return Default::default() };
                // An odd register is the upper half of the pair that begins before it.
                let double = f64::from_bits(scene.machine.fpu.double_bits(number & !1));
                format!("{}  $f{}.d {double:e}", float(f32::from_bits(value)), number & !1)
            }
        };
        let binary: Vec<String> =
            (0..8).rev().map(|idx| format!("{:04b}", value >> (4 * idx) & 15)).collect();
        let name = Span::styled(slot.name(), paint::strong(look));
        let bits = Span::styled(binary.join(" "), paint::dim(look));
        [Line::from(vec![name, Span::raw(format!(" 0x{value:08x} {more}"))]), Line::from(bits)]
    }
}

/// The state that panes show.
pub(super) struct PaneScene<'s> {
    pub(super) look: TerminalLook,
    pub(super) machine: &'s Machine,
    /// The machine at the last stop.
    pub(super) before: Option<&'s Machine>,
    pub(super) names: &'s DebugSymbols,
    /// Whether keys go to the pane that is drawn.
    pub(super) is_focused: bool,
}
