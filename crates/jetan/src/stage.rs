//! Where a run is seen: bitmap displays, the digits of the lab and the screens of packs, frame by
//! frame, go to pictures, hashes and the terminal.
//!
//! A frame is a refresh of a pack's screen, or else each sixtieth of a second of the run's clock in
//! which something changed, and the final state.

mod digits;
mod pictures;
mod window;

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use jetan_display::bitmap::View;
use jetan_display::screen::{Letters, Renderer};
use jetan_display::{Pixels, bitmap, pixels};
use jetan_machine::Machine;
use jetan_machine::device::screen::Screen;

use crate::host::Input;

use digits::Digits;
pub(crate) use pictures::Pictures;
pub(crate) use window::Window;

/// Frames of a bitmap in a second.
const FRAMES_PER_SECOND: u64 = 60;

/// What to do when there was nothing to be seen.
const NOTHING_SEEN: &str = "nothing was shown, because the program has no screen that Jetan knows \
                            of: --bitmap WxH/UxV@BASE says where its display is, --pack whose \
                            services it uses";

/// Shows a run.
pub(crate) struct Stage {
    view: Option<View>,
    /// The digits of the lab, unless there is a screen.
    digits: Option<Digits>,
    renderer: Renderer,
    /// What was shown last.
    pixels: Pixels,
    pictures: Pictures,
    prints_hashes: bool,
    window: Option<Window>,
    frames: u64,
    /// The number of the sixtieth of a second in which memory is looked at next.
    next_slot: u64,
    /// The first thing that could not be written.
    failed: Option<String>,
}

impl Stage {
    /// A stage for a machine, with a bitmap display if there is one.
    pub(crate) fn new(
        machine: &Machine,
        bitmap: Option<bitmap::Config>,
        pictures: Pictures,
        prints_hashes: bool,
        window: Option<Window>,
    ) -> Stage {
        let has_digits = bitmap.is_none() && machine.lab().is_some();
        Stage {
            view: bitmap.map(View::new),
            digits: has_digits.then(Digits::default),
            renderer: Renderer::default(),
            pixels: Pixels::default(),
            pictures,
            prints_hashes,
            window,
            frames: 0,
            next_slot: 1,
            failed: None,
        }
    }

    /// Frames so far.
    pub(crate) fn frames(&self) -> u64 {
        self.frames
    }

    /// Shows a bitmap that was found while the program runs.
    pub(crate) fn show_bitmap(&mut self, config: bitmap::Config, clock_us: u64) {
        self.view = Some(View::new(config));
        self.next_slot = slot_after(clock_us);
    }

    /// What is to be said if there was nothing to be seen.
    pub(crate) fn complaint(&self) -> Option<&'static str> {
        (self.frames == 0).then_some(NOTHING_SEEN)
    }

    /// Whether keys are typed where the run is seen.
    pub(crate) fn has_window(&self) -> bool {
        self.window.is_some()
    }

    /// When to look at the memory next, in microseconds of the run's clock.
    pub(crate) fn next_look_us(&self) -> u64 {
        if self.view.is_some() || self.digits.is_some() {
            (self.next_slot * 1_000_000).div_ceil(FRAMES_PER_SECOND)
        } else {
            u64::MAX
        }
    }

    /// Looks at the memory if it is time to.
    pub(crate) fn look(&mut self, machine: &mut Machine, clock_us: u64) {
        self.follow_size();
        if clock_us >= self.next_look_us() {
            self.look_now(machine, clock_us);
        }
    }

    /// Time has passed in which the program did nothing: what it had done before is seen in the
    /// first frame that falls into it.
    pub(crate) fn sleep(&mut self, machine: &mut Machine, clock_us: u64) {
        let frame_us = self.next_look_us();
        if clock_us >= frame_us {
            self.look_now(machine, frame_us);
            self.next_slot = slot_after(clock_us);
        }
    }

    fn look_now(&mut self, machine: &mut Machine, clock_us: u64) {
        self.next_slot = slot_after(clock_us);
        let Some(view) = &mut self.view else { return self.look_at_digits(machine, clock_us) };
        if view.refresh(&mut machine.memory) || self.frames == 0 {
            if let Some(window) = &mut self.window {
                window.draw(view.units().into(), &[]);
            }
            let hash = self.prints_hashes.then(|| view.units().hash());
            if self.pictures.wants_frames() {
                view.units().draw(&mut self.pixels);
            }
            self.show(hash, clock_us);
        }
    }

    fn look_at_digits(&mut self, machine: &Machine, clock_us: u64) {
        let Some(pixels) = self.digits.as_mut().and_then(|digits| digits.look(machine)) else {
            return;
        };
        if let Some(window) = &mut self.window {
            window.draw(pixels.into(), &[]);
        }
        self.pixels.clone_from(pixels);
        let hash = self.prints_hashes.then(|| self.pixels.hash());
        self.show(hash, clock_us);
    }

    /// Shows the last frame again if the terminal does not show it any more.
    fn follow_size(&mut self) {
        let Some(window) = self.window.as_mut().filter(|window| window.is_outdated()) else {
            return;
        };
        if let Some(view) = &self.view {
            window.draw(view.units().into(), &[]);
        } else if let Some(pixels) = self.digits.as_ref().and_then(Digits::shown) {
            window.draw(pixels.into(), &[]);
        } else if self.renderer.pixels().width > 0 {
            window.draw(self.renderer.pixels().into(), self.renderer.labels());
        } else {
            window.redraw_console();
        }
    }

    /// Shows the screen of a pack.
    pub(crate) fn refresh(&mut self, screen: &Screen, clock_us: u64) {
        self.digits = None;
        if self.prints_hashes || self.pictures.wants_any() {
            self.renderer.draw(screen, Letters::Drawn);
            self.pixels.clone_from(self.renderer.pixels());
        }
        if let Some(window) = &mut self.window {
            self.renderer.draw(screen, Letters::Listed);
            window.draw(self.renderer.pixels().into(), self.renderer.labels());
        }
        let hash = self.prints_hashes.then(|| self.pixels.hash());
        self.show(hash, clock_us);
    }

    /// Takes output of the program, if there is a place for it here.
    pub(crate) fn prints(&mut self, bytes: &[u8]) -> bool {
        match &mut self.window {
            Some(window) => {
                window.print(bytes);
                true
            }
            None => false,
        }
    }

    /// Shows that the program waits for input.
    pub(crate) fn expect_input(&mut self) {
        if let Some(window) = &mut self.window {
            window.show_cursor();
        }
    }

    /// Takes what was typed, which the terminal has shown already.
    pub(crate) fn typed(&mut self, bytes: &[u8]) {
        if let Some(window) = &mut self.window {
            window.typed(bytes);
        }
    }

    /// Leaves the last frame on the terminal until somebody has seen it.
    pub(crate) fn wait_for_reader(&mut self, interrupted: &AtomicBool) {
        let Some(window) = &mut self.window else { return };
        window.say("The program has ended: press Enter to close.");
        while !interrupted.load(Ordering::Relaxed) && !Input::is_closed() {
            self.follow_size();
        }
    }

    /// Gives the terminal back; what the program printed is still to be shown.
    pub(crate) fn leave(&mut self) -> Vec<u8> {
        self.window.take().map_or_else(Vec::new, Window::close)
    }

    fn show(&mut self, hash: Option<pixels::Hash>, clock_us: u64) {
        self.frames += 1;
        if let Some(hash) = hash {
            let mut line = format!("frame {} ", self.frames).into_bytes();
            // Writing to memory does not fail, and there is nobody to tell if standard error is
            // gone.
            let _ = hash.iter().try_for_each(|byte| write!(line, "{byte:02x}"));
            line.push(b'\n');
            let _ = std::io::stderr().lock().write_all(&line);
        }
        if let Err(why) = self.pictures.frame(&self.pixels, self.frames, clock_us) {
            self.failed.get_or_insert(why);
        }
    }

    /// Shows the final state and finishes all files.
    pub(crate) fn finish(&mut self, machine: &mut Machine, clock_us: u64) -> Result<(), String> {
        self.look_now(machine, clock_us);
        if let (Some(view), true) = (&self.view, self.pictures.wants_any()) {
            view.units().draw(&mut self.pixels);
        }
        let finished = self.pictures.finish(&self.pixels);
        match self.failed.take() {
            Some(why) => Err(why),
            None => finished,
        }
    }
}

/// The number of the next sixtieth of a second.
fn slot_after(clock_us: u64) -> u64 {
    clock_us * FRAMES_PER_SECOND / 1_000_000 + 1
}
