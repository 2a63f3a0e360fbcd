//! Mars Bot as a picture, drawn anew only when it has moved or begun a line.

use jetan_display::Pixels;
use jetan_display::bot::BotRenderer;
use jetan_machine::Machine;
use jetan_machine::device::bot::BotPlace;

/// The robot, and where it was at the last look.
#[derive(Default)]
pub(super) struct RobotPicture {
    renderer: BotRenderer,
    shown: Option<(BotPlace, usize)>,
}

impl RobotPicture {
    /// Draws the robot; whether the picture is another than at the last look.
    pub(super) fn look(&mut self, machine: &Machine) -> bool {
        let Some(bot) = machine.bot() else { return false };
        // A line ends where the robot is: the end of one by itself changes nothing.
        let seen = (bot.place(), bot.track().len());
        if self.shown.replace(seen) == Some(seen) {
            return false;
        }
        self.renderer.draw(bot);
        true
    }

    /// The picture of the last look.
    pub(super) fn shown(&self) -> Option<&Pixels> {
        self.shown.map(|_| self.renderer.pixels())
    }
}
