//! The displays of a run, and their timing: bitmap displays, the digits of the lab, Mars Bot and
//! the screens of packs, frame by frame.
//!
//! A frame is a refresh of a pack's screen, or else each sixtieth of a second of the run's clock in
//! which something changed, and the final state.

mod digits;
mod pacer;
mod robot;

use jetan_display::Pixels;
use jetan_display::bitmap::{BitmapConfig, BitmapUnits, BitmapView};
use jetan_machine::device::screen::PackScreen;
use jetan_machine::{Clock, Machine};

use digits::LabDigits;
use robot::RobotPicture;

pub use pacer::FramePacer;

/// The picture in a frame.
#[derive(Clone, Copy, Debug)]
pub enum FrameContent<'a> {
    /// The units of the Bitmap Display.
    Bitmap(&'a BitmapUnits),
    /// The digits of the lab.
    Digits(&'a Pixels),
    /// Mars Bot and its track.
    Robot(&'a Pixels),
    /// The screen of a pack.
    Screen(&'a PackScreen),
}

/// Something new to be seen.
#[derive(Clone, Copy, Debug)]
pub struct DisplayFrame<'a> {
    /// The number of the frame in the run, from 1.
    pub number: u64,
    /// Instructions executed when it was seen.
    pub count: u64,
    /// Microseconds since the run began, by its clock.
    pub at_us: u64,
    /// The picture that the display shows at this time.
    pub content: FrameContent<'a>,
}

/// The times at which bitmaps and digits are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FramePace {
    /// Only when somebody asks.
    #[default]
    OnDemand,
    /// Sixty times in a second of the run's clock.
    Steady,
}

/// The displays of a run.
#[derive(Default)]
pub(crate) struct RunDisplays {
    view: Option<BitmapView>,
    /// The digits of the lab, unless there is a screen.
    digits: Option<LabDigits>,
    /// Mars Bot, unless there is a bitmap.
    robot: Option<RobotPicture>,
    pace: FramePace,
    frames: u64,
    /// The time at which memory is looked at next.
    pacer: FramePacer,
}

impl RunDisplays {
    /// Shows a bitmap display, from a time on.
    pub(crate) fn show_bitmap(&mut self, config: BitmapConfig, clock_us: u64) {
        self.view = Some(BitmapView::new(config));
        // One picture at a time: a bitmap that was found later replaces the digits, as nothing else
        // would show it.
        self.digits = None;
        self.robot = None;
        self.pacer.looked(clock_us);
    }

    /// Shows Mars Bot, as long as there is no bitmap.
    pub(crate) fn show_robot(&mut self) {
        self.robot = self.view.is_none().then(RobotPicture::default);
        self.digits = None;
    }

    /// The time at which a robot that goes moves next, in microseconds of the run's clock, if
    /// every move of it is to be seen.
    pub(crate) fn next_move_us(&self, machine: &Machine) -> Option<u64> {
        let is_followed = self.pace == FramePace::Steady && self.robot.is_some();
        let bot = machine.bot().filter(|_| is_followed)?;
        // A robot that has left the picture may go on for years without anything to be seen.
        bot.due_us().filter(|_| jetan_display::bot::is_seen(bot.place()))
    }

    /// Shows the digits of the lab, as long as there is nothing else.
    pub(crate) fn show_digits(&mut self) {
        // The other direction of the same rule: a bitmap that was asked for is not replaced by the
        // digits.
        self.digits = self.view.is_none().then(LabDigits::default);
    }

    pub(crate) fn set_pace(&mut self, pace: FramePace) {
        self.pace = pace;
    }

    pub(crate) fn has_bitmap(&self) -> bool {
        self.view.is_some()
    }

    /// The number of frames so far, packs' refreshes included.
    pub(crate) fn frames(&self) -> u64 {
        self.frames
    }

    /// The bitmap or digits, as of the last look.
    pub(crate) fn shown(&self) -> Option<FrameContent<'_>> {
        match (&self.view, &self.digits, &self.robot) {
            // The view as of the last look and not of now: whoever shows this must see what the
            // last frame had.
            (Some(view), ..) => Some(FrameContent::Bitmap(view.units())),
            (None, Some(digits), _) => digits.shown().map(FrameContent::Digits),
            (None, None, Some(robot)) => robot.shown().map(FrameContent::Robot),
            (None, None, None) => None,
        }
    }

    /// The units of a bitmap display as they are now, and whether they have changed since the last
    /// look.
    pub(crate) fn units(&mut self, machine: &mut Machine) -> Option<(&BitmapUnits, bool)> {
        let view = self.view.as_mut()?;
        let has_changed = view.refresh(&mut machine.memory);
        Some((view.units(), has_changed))
    }

    /// The count of instructions at which to look next; of the host's clock nothing is known.
    pub(crate) fn next_look(&self, clock: Clock, count: u64) -> u64 {
        clock.count_at_us(self.next_look_us(), count)
    }

    /// The time of the next look at the memory, in microseconds of the run's clock.
    fn next_look_us(&self) -> u64 {
        // `u64::MAX` where nobody looks keeps slices long: a program without a display is not
        // interrupted sixty times a second.
        let has_picture = self.view.is_some() || self.digits.is_some() || self.robot.is_some();
        if has_picture && self.pace == FramePace::Steady { self.pacer.due_us() } else { u64::MAX }
    }

    /// Looks at the memory if it is time to.
    pub(crate) fn look(
        &mut self,
        machine: &mut Machine,
        clock_us: u64,
    ) -> Option<DisplayFrame<'_>> {
        if clock_us < self.next_look_us() {
            return None;
        }
        self.look_now(machine, clock_us)
    }

    /// Time has passed in which the program did nothing: what it had done before is seen in the
    /// first frame that falls into it.
    pub(crate) fn sleep(
        &mut self,
        machine: &mut Machine,
        clock_us: u64,
    ) -> Option<DisplayFrame<'_>> {
        let frame_us = self.next_look_us();
        if clock_us < frame_us {
            return None;
        }
        // `look_now` returns a frame that borrows the display; the pacer has to be set before that,
        // hence the count to see whether there was one.
        let frames = self.frames;
        self.look_now(machine, frame_us);
        // The next look is due after the sleep. Frames for every sixtieth of a second of it would
        // all show the same picture.
        self.pacer.looked(clock_us);
        let is_new = self.frames != frames;
        self.last_frame(machine.count, frame_us).filter(|_| is_new)
    }

    /// Looks at the memory, and gives a frame if it has changed or is the first.
    pub(crate) fn look_now(
        &mut self,
        machine: &mut Machine,
        clock_us: u64,
    ) -> Option<DisplayFrame<'_>> {
        self.pacer.looked(clock_us);
        let is_new = match (&mut self.view, &mut self.digits, &mut self.robot) {
            // The first look is a frame even if nothing was painted: an empty display is something
            // to show.
            (Some(view), ..) => view.refresh(&mut machine.memory) || self.frames == 0,
            (None, Some(digits), _) => digits.look(machine),
            (None, None, Some(robot)) => robot.look(machine),
            (None, None, None) => false,
        };
        if !is_new {
            return None;
        }
        self.frames += 1;
        self.last_frame(machine.count, clock_us)
    }

    fn last_frame(&self, count: u64, at_us: u64) -> Option<DisplayFrame<'_>> {
        self.shown().map(|content| DisplayFrame { number: self.frames, count, at_us, content })
    }

    /// The screen of a pack is to be shown.
    pub(crate) fn refresh<'s>(
        &mut self,
        screen: &'s PackScreen,
        count: u64,
        at_us: u64,
    ) -> DisplayFrame<'s> {
        // A pack that refreshes its screen has its own picture; the digits of the lab or the robot
        // would alternate with it.
        self.digits = None;
        self.robot = None;
        self.frames += 1;
        DisplayFrame { number: self.frames, count, at_us, content: FrameContent::Screen(screen) }
    }
}
