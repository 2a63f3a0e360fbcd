//! Mars Bot: a robot that a program steers and that draws where it goes.
//!
//! It moves one unit each 40 milliseconds of the run's own clock, so that the same program draws
//! the same picture on every computer and at every speed.

use std::sync::Arc;

use jetan_isa::MemoryMap;

use crate::fault::Fault;
use crate::machine::Machine;

/// Microseconds between two moves.
pub const TICK_US: u64 = 40_000;
/// The most lines of a track that are kept.
pub const LINES_MAX: usize = 4096;

/// The registers of the robot, from the first to one past the last, by their offset from the start
/// of the device segment.
pub(crate) const REGISTERS: std::ops::Range<u32> = 0x8010..0x8054;
/// MARS: the robot has its registers at fixed addresses, so that a memory configuration whose
/// device segment is elsewhere has none.
const SEGMENT: u32 = MemoryMap::DEFAULT.mmio_base;

/// The register of the robot at an offset from the start of the device segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BotRegister {
    /// Degrees, 0 is north and 90 east.
    Heading = 0x8010,
    /// 1 leaves a track, 0 does not, everything else is ignored.
    LeaveTrack = 0x8020,
    /// The position to the right; the robot writes it.
    PositionX = 0x8030,
    /// The position downwards; the robot writes it.
    PositionY = 0x8040,
    /// 0 stops, everything else goes.
    Move = 0x8050,
}

impl BotRegister {
    /// The register at an offset.
    pub fn at(offset: u32) -> Option<BotRegister> {
        let all = [
            BotRegister::Heading,
            BotRegister::LeaveTrack,
            BotRegister::PositionX,
            BotRegister::PositionY,
            BotRegister::Move,
        ];
        all.into_iter().find(|&register| register as u32 == offset)
    }
}

/// A place in units; downwards is positive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BotPlace {
    // With 32 bits behind the point: sums are the same on every computer, and places can be
    // compared and hashed with the machine.
    x: i64,
    y: i64,
}

impl BotPlace {
    /// Units from the left.
    pub fn x(self) -> f64 {
        self.x as f64 / ONE as f64
    }

    /// Units from the top.
    pub fn y(self) -> f64 {
        self.y as f64 / ONE as f64
    }

    /// The words in the robot's two registers. MARS: the part after the point is cut off.
    pub fn words(self) -> (u32, u32) {
        ((self.x / ONE) as u32, (self.y / ONE) as u32)
    }

    fn moved(self, heading: i32, units: u64) -> BotPlace {
        let units = i64::try_from(units).unwrap_or(i64::MAX);
        let go = |from: i64, by: i64| from.saturating_add(by.saturating_mul(units));
        let degrees = heading.rem_euclid(360);
        BotPlace { x: go(self.x, sine(degrees)), y: go(self.y, -sine(degrees + 90)) }
    }
}

/// A unit of a [`BotPlace`].
const ONE: i64 = 1 << 32;

/// A line of the track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TrackLine {
    /// The start.
    pub from: BotPlace,
    /// The end; none while it is being drawn, which is as far as the robot.
    pub to: Option<BotPlace>,
}

/// The robot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct MarsBot {
    place: BotPlace,
    heading: i32,
    is_moving: bool,
    is_tracking: bool,
    track: Vec<TrackLine>,
    is_cut: bool,
    /// Ticks of the clock that are over.
    ticks: u64,
}

impl MarsBot {
    /// The upper left corner of the robot.
    pub fn place(&self) -> BotPlace {
        self.place
    }

    /// Degrees, 0 is north and 90 east; any number.
    pub fn heading(&self) -> i32 {
        self.heading
    }

    /// Whether it goes.
    pub fn is_moving(&self) -> bool {
        self.is_moving
    }

    /// Whether it leaves a track.
    pub fn is_tracking(&self) -> bool {
        self.is_tracking
    }

    /// The lines that were drawn.
    pub fn track(&self) -> &[TrackLine] {
        &self.track
    }

    /// Whether lines are missing, because there were more than [`LINES_MAX`].
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// A program has stored a word.
    pub fn store(&mut self, register: BotRegister, value: u32) {
        match register {
            BotRegister::Heading => self.heading = value.cast_signed(),
            BotRegister::Move => self.is_moving = value != 0,
            BotRegister::LeaveTrack if value == 1 && !self.is_tracking => {
                self.is_tracking = true;
                if self.track.len() < LINES_MAX {
                    self.track.push(TrackLine { from: self.place, to: None });
                } else {
                    self.is_cut = true;
                }
            }
            BotRegister::LeaveTrack if value == 0 && self.is_tracking => {
                self.is_tracking = false;
                let end = self.place;
                if let Some(line) = self.track.last_mut().filter(|line| line.to.is_none()) {
                    line.to = Some(end);
                }
            }
            BotRegister::LeaveTrack | BotRegister::PositionX | BotRegister::PositionY => {}
        }
    }

    /// Moves it as far as it comes until a time since the run began; whether it did.
    pub fn advance_to(&mut self, now_us: u64) -> bool {
        // One product instead of a sum of steps: a long sleep costs no more than a short one.
        let due = (now_us / TICK_US).saturating_sub(self.ticks);
        self.ticks += due;
        let has_moved = self.is_moving && due > 0;
        if has_moved {
            self.place = self.place.moved(self.heading, due);
        }
        has_moved
    }

    /// The time of the next move, if it goes.
    pub fn due_us(&self) -> Option<u64> {
        self.is_moving.then(|| (self.ticks + 1).saturating_mul(TICK_US))
    }
}

/// The sine of whole degrees from 0 to 449 by its series, as units of a [`BotPlace`].
///
/// The libraries of two systems differ in the last bit; sums and products do not.
fn sine(degrees: i32) -> i64 {
    let degrees = degrees % 360;
    if degrees >= 180 {
        return -sine(degrees - 180);
    }
    let degrees = if degrees > 90 { 180 - degrees } else { degrees };
    let x = f64::from(degrees) * (std::f64::consts::PI / 180.0);
    let (mut term, mut sum) = (x, x);
    for n in 1..=10 {
        let n = f64::from(n);
        term *= -x * x / (2.0 * n * (2.0 * n + 1.0));
        sum += term;
    }
    (sum * ONE as f64).round() as i64
}

impl Machine {
    /// Connects Mars Bot, whose moves need a virtual clock. Whether there is a place for its
    /// registers in this memory configuration.
    pub fn connect_bot(&mut self) -> bool {
        if self.map().mmio_base != SEGMENT {
            return false;
        }
        self.memory.connect_devices();
        self.devices.bot = Some(Arc::default());
        true
    }

    /// Mars Bot, if it is connected.
    pub fn bot(&self) -> Option<&MarsBot> {
        self.devices.bot.as_deref()
    }

    /// The count of instructions at which the robot moves next; `u64::MAX` if it stands.
    pub(super) fn bot_due(&self) -> u64 {
        let Some(due_us) = self.devices.bot.as_ref().and_then(|bot| bot.due_us()) else {
            return u64::MAX;
        };
        match self.clock.us(self.count) {
            Some(now_us) if now_us >= due_us => self.count,
            _ => self.clock.count_at_us(due_us, self.count),
        }
    }

    /// Lets the robot come as far as it is by now.
    pub(crate) fn move_bot(&mut self) -> Result<(), Fault> {
        let Some(now_us) = self.clock.us(self.count) else { return Ok(()) };
        let Some(bot) = &mut self.devices.bot else { return Ok(()) };
        if bot.due_us().is_none_or(|due_us| due_us > now_us) {
            return Ok(());
        }
        // Copied if a snapshot of the machine still shares it.
        let bot = Arc::make_mut(bot);
        bot.advance_to(now_us);
        let (x, y) = bot.place().words();
        self.set_register(BotRegister::PositionX as u32, x)?;
        self.set_register(BotRegister::PositionY as u32, y)
    }

    pub(super) fn bot_written(&mut self, offset: u32, value: u32) {
        let now_us = self.clock.us(self.count).unwrap_or(0);
        let (Some(register), Some(bot)) = (BotRegister::at(offset), &mut self.devices.bot) else {
            return;
        };
        let bot = Arc::make_mut(bot);
        // Ticks in which it stood are over: they must not be made up for when it goes.
        bot.advance_to(now_us);
        bot.store(register, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICK: u64 = TICK_US;

    #[test]
    fn robot_goes_one_unit_each_tick() {
        let mut bot = MarsBot::default();
        bot.store(BotRegister::Heading, 90);
        bot.store(BotRegister::LeaveTrack, 1);
        assert!(!bot.advance_to(10 * TICK), "it stands");
        bot.store(BotRegister::Move, 1);
        assert_eq!(bot.due_us(), Some(11 * TICK));
        assert!(!bot.advance_to(11 * TICK - 1));
        assert!(bot.advance_to(35 * TICK));
        bot.store(BotRegister::LeaveTrack, 0);
        bot.store(BotRegister::Heading, 180);
        bot.store(BotRegister::LeaveTrack, 1);
        bot.advance_to(55 * TICK);
        bot.store(BotRegister::LeaveTrack, 0);
        let place = |place: BotPlace| (place.x(), place.y());
        let ends: Vec<_> =
            bot.track().iter().map(|line| (place(line.from), line.to.map(place))).collect();
        let corner = (25.0, 0.0);
        assert_eq!(ends, [((0.0, 0.0), Some(corner)), (corner, Some((25.0, 20.0)))]);
        assert_eq!(bot.place().words(), (25, 20));
    }

    #[test]
    fn heading_may_be_any_number() {
        let mut bot = MarsBot::default();
        bot.store(BotRegister::Heading, (-90_i32).cast_unsigned());
        bot.store(BotRegister::Move, 7);
        bot.advance_to(10 * TICK);
        assert_eq!(bot.place().words(), ((-10_i32).cast_unsigned(), 0));
        bot.store(BotRegister::Heading, i32::MIN.cast_unsigned());
        bot.advance_to(u64::MAX);
        assert!(bot.place().y().abs() > 1e9, "it comes far, and nothing overflows");
    }

    #[test]
    fn half_units_add_up_to_whole_ones() {
        let mut bot = MarsBot::default();
        bot.store(BotRegister::Heading, 30);
        bot.store(BotRegister::Move, 1);
        bot.advance_to(2 * TICK);
        assert_eq!(bot.place().words().0, 1);
    }

    #[test]
    fn own_sine_is_that_of_the_library() {
        for degrees in 0..450 {
            let library = f64::from(degrees).to_radians().sin();
            assert!((sine(degrees) as f64 / ONE as f64 - library).abs() < 1e-9, "{degrees}");
        }
    }

    #[test]
    fn a_track_has_an_end() {
        let mut bot = MarsBot::default();
        for _ in 0..=LINES_MAX {
            assert!(!bot.is_cut());
            bot.store(BotRegister::LeaveTrack, 1);
            bot.store(BotRegister::LeaveTrack, 0);
        }
        assert!(bot.is_cut());
        assert_eq!(bot.track().len(), LINES_MAX);
    }
}
