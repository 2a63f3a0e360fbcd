//! The two digits of the lab as a picture, drawn anew only when they have changed.

use jetan_display::Pixels;
use jetan_display::lab::LabRenderer;
use jetan_machine::Machine;

/// The digits, and what they showed at the last look.
#[derive(Default)]
pub(super) struct LabDigits {
    renderer: LabRenderer,
    shown: Option<[u8; 2]>,
}

impl LabDigits {
    /// Draws the digits; whether they are others than at the last look.
    pub(super) fn look(&mut self, machine: &Machine) -> bool {
        let digits = machine.lab_digits();
        // The first look always draws, since nothing was shown before it: digits that are off are a
        // picture too.
        if self.shown.replace(digits) == Some(digits) {
            return false;
        }
        self.renderer.draw(digits);
        true
    }

    /// The picture of the last look.
    pub(super) fn shown(&self) -> Option<&Pixels> {
        self.shown.map(|_| self.renderer.pixels())
    }
}
