//! The displays of a run, and their timing: bitmap displays, the digits of the lab and the
//! screens of packs, frame by frame.
//!
//! A frame is a refresh of a pack's screen, or else each sixtieth of a second of the run's clock in
//! which something changed, and the final state.

mod digits;
mod pacer;

use jetan_display::Pixels;
use jetan_display::bitmap::{Config, Units, View};
use jetan_machine::device::screen::Screen;
use jetan_machine::{Clock, Machine};

use digits::Digits;

pub use pacer::Pacer;

/// The picture in a frame.
#[derive(Clone, Copy, Debug)]
pub enum Content<'a> {
    /// The units of the Bitmap Display.
    Bitmap(&'a Units),
    /// The digits of the lab.
    Digits(&'a Pixels),
    /// The screen of a pack.
    Screen(&'a Screen),
}

/// Something new to be seen.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The number of the frame in the run, from 1.
    pub number: u64,
    /// Instructions executed when it was seen.
    pub count: u64,
    /// Microseconds since the run began, by its clock.
    pub at_us: u64,
    /// The picture that the display shows at this time.
    pub content: Content<'a>,
}

/// When bitmaps and digits are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Only when somebody asks.
    #[default]
    OnDemand,
    /// Sixty times in a second of the run's clock.
    Steady,
}

/// The displays of a run.
#[derive(Default)]
pub(crate) struct Display {
    view: Option<View>,
    /// The digits of the lab, unless there is a screen.
    digits: Option<Digits>,
    pace: Pace,
    frames: u64,
    /// When memory is looked at next.
    pacer: Pacer,
}

impl Display {
    /// Shows a bitmap display, from a time on.
    pub(crate) fn show_bitmap(&mut self, config: Config, clock_us: u64) {
        self.view = Some(View::new(config));
        self.digits = None;
        self.pacer.looked(clock_us);
    }

    /// Shows the digits of the lab, as long as there is nothing else.
    pub(crate) fn show_digits(&mut self) {
        self.digits = self.view.is_none().then(Digits::default);
    }

    pub(crate) fn set_pace(&mut self, pace: Pace) {
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
    pub(crate) fn shown(&self) -> Option<Content<'_>> {
        match (&self.view, &self.digits) {
            (Some(view), _) => Some(Content::Bitmap(view.units())),
            (None, Some(digits)) => digits.shown().map(Content::Digits),
            (None, None) => None,
        }
    }

    /// The units of a bitmap display as they are now, and whether they have changed since the last
    /// look.
    pub(crate) fn units(&mut self, machine: &mut Machine) -> Option<(&Units, bool)> {
        let view = self.view.as_mut()?;
        let has_changed = view.refresh(&mut machine.memory);
        Some((view.units(), has_changed))
    }

    /// The count of instructions at which to look next; of the host's clock nothing is known.
    pub(crate) fn next_look(&self, clock: Clock, count: u64) -> u64 {
        clock.count_at_us(self.next_look_us(), count)
    }

    /// When to look at the memory next, in microseconds of the run's clock.
    fn next_look_us(&self) -> u64 {
        let is_looking =
            self.pace == Pace::Steady && (self.view.is_some() || self.digits.is_some());
        if is_looking { self.pacer.due_us() } else { u64::MAX }
    }

    /// Looks at the memory if it is time to.
    pub(crate) fn look(&mut self, machine: &mut Machine, clock_us: u64) -> Option<Frame<'_>> {
        if clock_us < self.next_look_us() {
            return None;
        }
        self.look_now(machine, clock_us)
    }

    /// Time has passed in which the program did nothing: what it had done before is seen in the
    /// first frame that falls into it.
    pub(crate) fn sleep(&mut self, machine: &mut Machine, clock_us: u64) -> Option<Frame<'_>> {
        let frame_us = self.next_look_us();
        if clock_us < frame_us {
            return None;
        }
        let frames = self.frames;
        self.look_now(machine, frame_us);
        self.pacer.looked(clock_us);
        let is_new = self.frames != frames;
        self.last_frame(machine.count, frame_us).filter(|_| is_new)
    }

    /// Looks at the memory, and gives a frame if it has changed or is the first.
    pub(crate) fn look_now(&mut self, machine: &mut Machine, clock_us: u64) -> Option<Frame<'_>> {
        self.pacer.looked(clock_us);
        let is_new = match (&mut self.view, &mut self.digits) {
            (Some(view), _) => view.refresh(&mut machine.memory) || self.frames == 0,
            (None, Some(digits)) => digits.look(machine),
            (None, None) => false,
        };
        if !is_new {
            return None;
        }
        self.frames += 1;
        self.last_frame(machine.count, clock_us)
    }

    fn last_frame(&self, count: u64, at_us: u64) -> Option<Frame<'_>> {
        self.shown().map(|content| Frame { number: self.frames, count, at_us, content })
    }

    /// The screen of a pack is to be shown.
    pub(crate) fn refresh<'s>(&mut self, screen: &'s Screen, count: u64, at_us: u64) -> Frame<'s> {
        self.digits = None;
        self.frames += 1;
        Frame { number: self.frames, count, at_us, content: Content::Screen(screen) }
    }
}
