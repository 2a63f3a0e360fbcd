//! The picture that a program makes, as the machine has it at this step.

use jetan_display::bitmap::{self, BitmapConfig};
use jetan_display::screen::{ScreenRenderer, TextMode};
use jetan_display::terminal::{ColourDepth, TerminalAbility, TerminalFrame};
use jetan_display::{bot, lab};
use jetan_machine::Machine;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::look::{self, Rgb, TerminalLook};
use crate::paint;

/// Draws whatever the program shows.
#[derive(Default)]
pub(super) struct ScreenPane {
    /// The location of the bitmap display, if there is one.
    bitmap: Option<BitmapConfig>,
    renderer: ScreenRenderer,
    digits: lab::LabRenderer,
    robot: bot::BotRenderer,
    frame: TerminalFrame,
}

impl ScreenPane {
    pub(super) fn new(bitmap: Option<BitmapConfig>) -> ScreenPane {
        ScreenPane { bitmap, ..ScreenPane::default() }
    }

    /// Whether there is anything to show.
    pub(super) fn is_there(&self, machine: &Machine) -> bool {
        let has_device = machine.lab().is_some() || machine.bot().is_some();
        self.bitmap.is_some() || has_device || machine.screen().is_some()
    }

    pub(super) fn draw(
        &mut self,
        machine: &Machine,
        area: Rect,
        buffer: &mut Buffer,
        look: TerminalLook,
    ) {
        let ability = ability(look);
        let space = (area.width, area.height);
        if let Some(screen) = machine.screen() {
            let pixels = self.renderer.draw(screen, TextMode::Listed);
            let size = (pixels.width, pixels.height);
            self.frame.draw(pixels.into(), space, ability);
            self.frame.write(self.renderer.labels(), size, ability);
        } else if let Some(config) = &self.bitmap {
            let units = bitmap::units(&machine.memory, config);
            self.frame.draw((&units).into(), space, ability);
        } else if let Some(bot) = machine.bot() {
            self.frame.draw(self.robot.draw(bot).into(), space, ability);
        } else if machine.lab().is_some() {
            let pixels = self.digits.draw(machine.lab_digits());
            self.frame.draw(pixels.into(), space, ability);
        } else {
            let words = "the program shows nothing that Jetan knows of";
            return paint::too_small(area, buffer, words);
        }
        self.copy(area, buffer, look);
    }

    /// Puts the cells into the middle of a place.
    fn copy(&self, area: Rect, buffer: &mut Buffer, look: TerminalLook) {
        let (columns, rows) = (self.frame.columns() as u16, self.frame.rows() as u16);
        let place = paint::centred(area, columns, rows);
        for (idx, cell) in self.frame.cells().iter().enumerate() {
            let (x, y) = (idx % self.frame.columns(), idx / self.frame.columns());
            let (x, y) = (place.x + x as u16, place.y + y as u16);
            // The picture may be larger than its room, which `centred` has cut.
            if let Some(target) = buffer.cell_mut((x, y))
                && place.contains((x, y).into())
            {
                let style = look.paint(rgb(cell.ink), rgb(cell.paper));
                // Reset first, or what was drawn in this cell before would shine through.
                target.set_char(cell.character).set_style(Style::reset().patch(style));
            }
        }
    }
}

fn ability(look: TerminalLook) -> TerminalAbility {
    let colours = match look.colours {
        look::ColourSupport::None => ColourDepth::None,
        look::ColourSupport::Palette => ColourDepth::Indexed,
        look::ColourSupport::True => ColourDepth::True,
    };
    TerminalAbility { colours, has_blocks: !look.is_ascii }
}

fn rgb(colour: u32) -> Rgb {
    let [_, red, green, blue] = colour.to_be_bytes();
    (red, green, blue)
}
