//! Mars Bot: a robot that a program steers and that draws where it goes.
//!
//! The robot moves one unit each 40 milliseconds of the run's own clock, so that the same program
//! draws the same picture on every machine and at every speed.

use crate::faults::{FaultSet, MarsFault};

/// Milliseconds between two moves.
pub const TICK_MS: u64 = 40;
/// The segments that MARS has room for.
const MARS_SEGMENTS: usize = 128;
/// The most segments that are kept otherwise.
pub const SEGMENTS_MAX: usize = 1 << 16;

/// The registers of the robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BotRegister {
    /// Degrees, 0 is north and 90 east.
    Heading,
    /// 1 leaves a track, 0 does not, everything else is ignored.
    LeaveTrack,
    /// The position to the right; the robot writes it.
    PositionX,
    /// The position downwards; the robot writes it.
    PositionY,
    /// 0 stops, everything else goes.
    Move,
}

impl BotRegister {
    /// The address.
    pub const fn address(self) -> u32 {
        match self {
            BotRegister::Heading => 0xffff_8010,
            BotRegister::LeaveTrack => 0xffff_8020,
            BotRegister::PositionX => 0xffff_8030,
            BotRegister::PositionY => 0xffff_8040,
            BotRegister::Move => 0xffff_8050,
        }
    }

    /// The register at an address.
    pub fn at(address: u32) -> Option<BotRegister> {
        let all = [
            BotRegister::Heading,
            BotRegister::LeaveTrack,
            BotRegister::PositionX,
            BotRegister::PositionY,
            BotRegister::Move,
        ];
        all.into_iter().find(|register| register.address() == address)
    }
}

/// A line of the track, from its start to its end or to the robot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackSegment {
    /// The start.
    pub from: (f64, f64),
    /// The end; none while it is being drawn.
    pub to: Option<(f64, f64)>,
}

/// The robot.
#[derive(Clone, Debug)]
pub struct MarsBot {
    x: f64,
    y: f64,
    heading: i32,
    is_moving: bool,
    is_tracking: bool,
    track: Vec<TrackSegment>,
    /// Moves that are due are those of whole ticks since the start of the run.
    ticks: u64,
    faults: FaultSet,
    is_cut: bool,
}

impl MarsBot {
    /// A robot in the upper left corner that stands and looks north.
    pub fn new(faults: FaultSet) -> MarsBot {
        MarsBot {
            x: 0.0,
            y: 0.0,
            heading: 0,
            is_moving: false,
            is_tracking: false,
            track: Vec::new(),
            ticks: 0,
            faults,
            is_cut: false,
        }
    }

    /// The position in units; downwards is positive.
    pub fn position(&self) -> (f64, f64) {
        (self.x, self.y)
    }

    /// The words that the robot leaves in its two registers.
    pub fn position_words(&self) -> (u32, u32) {
        (self.x as i32 as u32, self.y as i32 as u32)
    }

    /// Degrees, 0 is north and 90 east.
    pub fn heading(&self) -> i32 {
        self.heading
    }

    /// The lines that were drawn.
    pub fn track(&self) -> &[TrackSegment] {
        &self.track
    }

    /// Whether lines are missing.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// A program has stored a word at a time. Whether MARS would go on: the 129th track is an
    /// index error in its simulation thread.
    pub fn store(&mut self, register: BotRegister, value: u32, now_ms: u64) -> bool {
        self.advance_to(now_ms);
        match register {
            BotRegister::Heading => self.heading = value as i32,
            BotRegister::Move => self.is_moving = value != 0,
            BotRegister::LeaveTrack if value == 1 && !self.is_tracking => {
                return self.begin_track();
            }
            BotRegister::LeaveTrack if value == 0 && self.is_tracking => {
                self.is_tracking = false;
                let end = (self.x, self.y);
                if let Some(segment) = self.track.last_mut().filter(|one| one.to.is_none()) {
                    segment.to = Some(end);
                }
            }
            BotRegister::LeaveTrack | BotRegister::PositionX | BotRegister::PositionY => {}
        }
        true
    }

    fn begin_track(&mut self) -> bool {
        let is_full = self.track.len() >= MARS_SEGMENTS && self.faults.has(MarsFault::TrackLimit);
        if is_full {
            return false;
        }
        self.is_tracking = true;
        if self.track.len() < SEGMENTS_MAX {
            self.track.push(TrackSegment { from: (self.x, self.y), to: None });
        } else {
            self.is_cut = true;
        }
        true
    }

    /// Moves the robot as far as it comes until a time.
    pub fn advance_to(&mut self, now_ms: u64) {
        let due = (now_ms / TICK_MS).saturating_sub(self.ticks);
        self.ticks += due;
        if self.is_moving && due > 0 {
            let (dx, dy) = direction(self.heading);
            // One product instead of a sum of steps: a long sleep costs no more than a short one.
            self.x += dx * due as f64;
            self.y += dy * due as f64;
        }
    }
}

/// The move of one tick. The four main directions are exact.
fn direction(heading: i32) -> (f64, f64) {
    match heading.rem_euclid(360) {
        0 => (0.0, -1.0),
        90 => (1.0, 0.0),
        180 => (0.0, 1.0),
        270 => (-1.0, 0.0),
        degrees => (sine(degrees), -sine(degrees + 90)),
    }
}

/// The sine of whole degrees from 0 to 449 by its series.
///
/// The libraries of two systems differ in the last bit; sums and products do not, and a picture is
/// compared by its hash.
fn sine(degrees: i32) -> f64 {
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
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn robot_goes_one_unit_each_tick() {
        let mut bot = MarsBot::new(FaultSet::NONE);
        bot.store(BotRegister::Heading, 90, 0);
        bot.store(BotRegister::LeaveTrack, 1, 0);
        bot.store(BotRegister::Move, 1, 0);
        bot.store(BotRegister::LeaveTrack, 0, 1000);
        bot.store(BotRegister::Heading, 180, 1000);
        bot.store(BotRegister::LeaveTrack, 1, 1000);
        bot.store(BotRegister::Move, 0, 1800);
        bot.store(BotRegister::LeaveTrack, 0, 1800);
        let lines: Vec<_> = bot.track().iter().map(|one| (one.from, one.to)).collect();
        let corner = (25.0, 0.0);
        assert_eq!(lines, [((0.0, 0.0), Some(corner)), (corner, Some((25.0, 20.0)))]);
        assert_eq!(bot.position_words(), (25, 20));
    }

    #[test]
    fn heading_may_be_any_number() {
        let mut bot = MarsBot::new(FaultSet::NONE);
        bot.store(BotRegister::Heading, (-90_i32) as u32, 0);
        bot.store(BotRegister::Move, 7, 0);
        bot.advance_to(400);
        assert_eq!(bot.position(), (-10.0, 0.0));
        bot.store(BotRegister::Heading, 45, 400);
        bot.advance_to(440);
        assert!((bot.position().1 + 0.5_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn own_sine_is_that_of_the_library() {
        for degrees in 0..450 {
            let library = f64::from(degrees).to_radians().sin();
            assert!((sine(degrees) - library).abs() < 1e-14, "{degrees}");
        }
    }

    #[test]
    fn register_addresses_are_told_apart() {
        assert_eq!(BotRegister::at(0xffff_8050), Some(BotRegister::Move));
        assert_eq!(BotRegister::at(0xffff_8054), None);
    }
}
