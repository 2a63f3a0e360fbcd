//! Where a run is seen: its frames go to pictures, hashes and the terminal.

mod pictures;
mod window;

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use jetan_display::screen::{Letters, Renderer};
use jetan_display::{Pixels, pixels};
use jetan_machine::device::screen::Screen;
use jetan_session::{Content, Frame};

use crate::host::Input;

pub(crate) use pictures::{Pictures, is_frame};
pub(crate) use window::Window;

/// What to do when there was nothing to be seen.
const NOTHING_SEEN: &str = "nothing was shown, because the program has no screen that Jetan knows \
                            of: --bitmap WxH/UxV@BASE says where its display is, --pack whose \
                            services it uses";

/// Shows a run.
pub(crate) struct Stage {
    renderer: Renderer,
    /// What was shown last.
    pixels: Pixels,
    pictures: Pictures,
    prints_hashes: bool,
    window: Option<Window>,
    has_shown: bool,
    /// The first thing that could not be written.
    failed: Option<String>,
}

impl Stage {
    /// A stage on which nothing is shown yet.
    pub(crate) fn new(pictures: Pictures, prints_hashes: bool, window: Option<Window>) -> Stage {
        Stage {
            renderer: Renderer::default(),
            pixels: Pixels::default(),
            pictures,
            prints_hashes,
            window,
            has_shown: false,
            failed: None,
        }
    }

    /// What is to be said if there was nothing to be seen.
    pub(crate) fn complaint(&self) -> Option<&'static str> {
        (!self.has_shown).then_some(NOTHING_SEEN)
    }

    /// Whether keys are typed where the run is seen.
    pub(crate) fn has_window(&self) -> bool {
        self.window.is_some()
    }

    /// Shows a frame.
    pub(crate) fn frame(&mut self, frame: &Frame<'_>) {
        let hash = match frame.content {
            Content::Bitmap(units) => {
                if let Some(window) = &mut self.window {
                    window.draw(units.into(), &[]);
                }
                if self.pictures.wants_frames() {
                    units.draw(&mut self.pixels);
                }
                self.prints_hashes.then(|| units.hash())
            }
            Content::Digits(pixels) => {
                if let Some(window) = &mut self.window {
                    window.draw(pixels.into(), &[]);
                }
                self.pixels.clone_from(pixels);
                self.prints_hashes.then(|| self.pixels.hash())
            }
            Content::Screen(screen) => {
                self.draw_screen(screen);
                self.prints_hashes.then(|| self.pixels.hash())
            }
        };
        self.record(hash, frame);
    }

    fn draw_screen(&mut self, screen: &Screen) {
        if self.prints_hashes || self.pictures.wants_any() {
            self.renderer.draw(screen, Letters::Drawn);
            self.pixels.clone_from(self.renderer.pixels());
        }
        if let Some(window) = &mut self.window {
            self.renderer.draw(screen, Letters::Listed);
            window.draw(self.renderer.pixels().into(), self.renderer.labels());
        }
    }

    /// Shows what was shown last again if the terminal has another size now; `shown` is what there
    /// is of bitmap or digits.
    pub(crate) fn follow_size(&mut self, shown: Option<Content<'_>>) {
        let Some(window) = self.window.as_mut().filter(|window| window.is_outdated()) else {
            return;
        };
        match shown {
            Some(Content::Bitmap(units)) => window.draw(units.into(), &[]),
            Some(Content::Digits(pixels)) => window.draw(pixels.into(), &[]),
            _ if self.renderer.pixels().width > 0 => {
                window.draw(self.renderer.pixels().into(), self.renderer.labels());
            }
            _ => window.redraw_console(),
        }
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
    pub(crate) fn wait_for_reader(&mut self, shown: Option<Content<'_>>, interrupted: &AtomicBool) {
        let Some(window) = &mut self.window else { return };
        window.say("The program has ended: press Enter to close.");
        while !interrupted.load(Ordering::Relaxed) && !Input::is_closed() {
            self.follow_size(shown);
        }
    }

    /// Gives the terminal back; what the program printed is still to be shown.
    pub(crate) fn leave(&mut self) -> Vec<u8> {
        self.window.take().map_or_else(Vec::new, Window::close)
    }

    fn record(&mut self, hash: Option<pixels::Hash>, frame: &Frame<'_>) {
        self.has_shown = true;
        if let Some(hash) = hash {
            let mut line = format!("frame {} ", frame.number).into_bytes();
            // Writing to memory does not fail, and there is nobody to tell if standard error is
            // gone.
            let _ = hash.iter().try_for_each(|byte| write!(line, "{byte:02x}"));
            line.push(b'\n');
            let _ = std::io::stderr().lock().write_all(&line);
        }
        if let Err(why) = self.pictures.frame(&self.pixels, frame.number, frame.at_us) {
            self.failed.get_or_insert(why);
        }
    }

    /// Finishes all files, after the last frame; `shown` is what there is of bitmap or digits.
    pub(crate) fn finish(&mut self, shown: Option<Content<'_>>) -> Result<(), String> {
        if let (Some(Content::Bitmap(units)), true) = (shown, self.pictures.wants_any()) {
            units.draw(&mut self.pixels);
        }
        let finished = self.pictures.finish(&self.pixels);
        match self.failed.take() {
            Some(why) => Err(why),
            None => finished,
        }
    }
}
