//! The picture of Mars Bot: its track, and the robot as a square.

use jetan_machine::device::bot::{BotPlace, MarsBot};

use crate::pixels::Pixels;

/// Pixels across the picture. MARS: the size of its window.
pub const WIDTH: u32 = 712;
/// Pixels down the picture.
pub const HEIGHT: u32 = 612;
/// The side of the robot; its place is the upper left corner.
const SIDE: u32 = 20;
const PAPER: u32 = 0x00ff_ffff;
const TRACK: u32 = 0x0000_00ff;
const ROBOT: u32 = 0x0000_0000;

/// Draws the robot, each picture in the memory of the one before.
#[derive(Clone, Debug, Default)]
pub struct BotRenderer {
    pixels: Pixels,
}

impl BotRenderer {
    /// Draws the track, and the robot on top of it.
    pub fn draw(&mut self, bot: &MarsBot) -> &Pixels {
        self.pixels.reset(WIDTH, HEIGHT, PAPER);
        for line in bot.track() {
            self.line(line.from, line.to.unwrap_or(bot.place()));
        }
        let at = bot.place();
        for idx in 0..SIDE * SIDE {
            let (x, y) = (idx % SIDE, idx / SIDE);
            self.point(at.x() + f64::from(x), at.y() + f64::from(y), ROBOT);
        }
        &self.pixels
    }

    /// The picture that was drawn last.
    pub fn pixels(&self) -> &Pixels {
        &self.pixels
    }

    fn line(&mut self, from: BotPlace, to: BotPlace) {
        let Some((from, to)) = clipped((from.x(), from.y()), (to.x(), to.y())) else { return };
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let steps = dx.abs().max(dy.abs()).ceil().max(1.0);
        // Within the picture, so this is at most its longer side.
        for step in 0..=steps as u32 {
            let part = f64::from(step) / steps;
            self.point(from.0 + dx * part, from.1 + dy * part, TRACK);
        }
    }

    fn point(&mut self, x: f64, y: f64, colour: u32) {
        let (x, y) = (x.floor(), y.floor());
        let is_inside =
            (0.0..f64::from(WIDTH)).contains(&x) && (0.0..f64::from(HEIGHT)).contains(&y);
        let place = y.max(0.0) as usize * WIDTH as usize + x.max(0.0) as usize;
        if let Some(pixel) = self.pixels.colours.get_mut(place).filter(|_| is_inside) {
            *pixel = colour;
        }
    }
}

/// The part of a line within the picture.
fn clipped(from: (f64, f64), to: (f64, f64)) -> Option<((f64, f64), (f64, f64))> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    let sides = [(dx, from.0, f64::from(WIDTH)), (dy, from.1, f64::from(HEIGHT))];
    for (by, start, size) in sides {
        if by == 0.0 {
            if !(0.0..size).contains(&start) {
                return None;
            }
            continue;
        }
        let (one, other) = (-start / by, (size - start) / by);
        first = first.max(one.min(other));
        last = last.min(one.max(other));
    }
    let at = |part: f64| (from.0 + dx * part, from.1 + dy * part);
    (first <= last).then(|| (at(first), at(last)))
}

/// Whether anything of a robot at a place is to be seen.
pub fn is_seen(place: BotPlace) -> bool {
    let is_within = |at: f64, size: u32| at > -f64::from(SIDE) && at < f64::from(size);
    is_within(place.x(), WIDTH) && is_within(place.y(), HEIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jetan_machine::device::bot::{BotRegister, TICK_US};

    /// A robot that has gone along headings for so many units each.
    fn robot(path: &[(u32, u64)]) -> MarsBot {
        let (mut bot, mut ticks) = (MarsBot::default(), 0);
        bot.store(BotRegister::Move, 1);
        for &(heading, units) in path {
            bot.store(BotRegister::Heading, heading);
            bot.store(BotRegister::LeaveTrack, 1);
            ticks += units;
            bot.advance_to(ticks * TICK_US);
            bot.store(BotRegister::LeaveTrack, 0);
        }
        bot
    }

    fn colour(pixels: &Pixels, x: u32, y: u32) -> u32 {
        pixels.colours[(y * WIDTH + x) as usize]
    }

    #[test]
    fn track_and_robot_are_where_it_went() {
        let mut renderer = BotRenderer::default();
        let pixels = renderer.draw(&robot(&[(90, 100), (180, 50)]));
        assert_eq!([(0, 0), (99, 0), (100, 49)].map(|(x, y)| colour(pixels, x, y)), [TRACK; 3]);
        assert_eq!([(100, 50), (119, 69)].map(|(x, y)| colour(pixels, x, y)), [ROBOT; 2]);
        assert_eq!([(120, 50), (100, 70), (50, 1)].map(|(x, y)| colour(pixels, x, y)), [PAPER; 3]);
    }

    #[test]
    fn a_robot_far_away_costs_no_more_than_a_line() {
        let far = robot(&[(135, 1 << 28), (300, 1 << 30)]);
        assert!(!is_seen(far.place()));
        let mut renderer = BotRenderer::default();
        let pixels = renderer.draw(&far);
        assert_eq!(colour(pixels, 300, 300), TRACK, "the part within the picture is drawn");
    }

    #[test]
    fn a_line_beside_the_picture_is_not_drawn() {
        let mut renderer = BotRenderer::default();
        let pixels = renderer.draw(&robot(&[(0, 100), (90, 800), (180, 900)]));
        assert!(pixels.colours.iter().all(|&pixel| pixel != ROBOT));
        assert_eq!(pixels.colours.iter().filter(|&&pixel| pixel == TRACK).count(), 1, "its start");
    }
}
