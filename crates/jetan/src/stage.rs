//! The destinations of a run's frames: pictures, hashes and the terminal.

mod pictures;
mod window;

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use jetan_display::screen::{ScreenRenderer, TextMode};
use jetan_display::{Pixels, pixels};
use jetan_machine::device::screen::PackScreen;
use jetan_run::{DisplayFrame, FrameContent};

use crate::exit::{CommandFailure, Exit};
use crate::host::ConsoleInput;
use crate::plan::DrawingStyle;

pub(crate) use pictures::{PictureFiles, is_frame};
use window::TerminalWindow;

/// The note when nothing was shown.
const NOTHING_SEEN: &str = "nothing was shown, because the program has no screen that Jetan knows \
                            of: --bitmap WxH/UxV@BASE says where its display is, --pack whose \
                            services it uses";

/// The note when something could be shown, but not here.
const HOW_TO_SEE: &str = "this program has a screen: --display terminal shows it in a terminal, \
                          --screenshot FILE and --gif FILE write pictures (--display none says \
                          nothing)";

/// The role of the terminal in a run.
pub(crate) enum TerminalRole {
    /// Nothing: there are files or hashes.
    Files,
    /// It shows the screen.
    Window(TerminalWindow),
    /// It shows the screen from the first frame on.
    Ready(DrawingStyle),
    /// It cannot show the screen; that there is one is said at the end.
    Elsewhere,
}

impl TerminalRole {
    /// A window that opens now.
    pub(crate) fn open(look: DrawingStyle) -> Result<TerminalRole, CommandFailure> {
        match TerminalWindow::obstacle() {
            None => Ok(TerminalRole::Window(TerminalWindow::open(look))),
            Some(why) => {
                let advice = "--screenshot and --gif write files";
                let why = format!("jetan: --display terminal: {why}; {advice}");
                Err(CommandFailure::new(Exit::Usage, why))
            }
        }
    }

    /// A window that opens with the first frame, where somebody could close it again.
    pub(crate) fn if_used(look: DrawingStyle) -> TerminalRole {
        // Whoever cannot type could not close the window.
        let is_possible = TerminalWindow::obstacle().is_none() && std::io::stdin().is_terminal();
        if is_possible { TerminalRole::Ready(look) } else { TerminalRole::Elsewhere }
    }

    fn window(&mut self) -> Option<&mut TerminalWindow> {
        match self {
            TerminalRole::Window(window) => Some(window),
            TerminalRole::Files | TerminalRole::Ready(_) | TerminalRole::Elsewhere => None,
        }
    }
}

/// Shows a run.
pub(crate) struct FrameOutput {
    renderer: ScreenRenderer,
    /// The pixels that were shown last.
    pixels: Pixels,
    /// The screen of a pack that was shown last, if only the last one is to be drawn.
    undrawn: Option<PackScreen>,
    pictures: PictureFiles,
    prints_hashes: bool,
    place: TerminalRole,
    has_shown: bool,
    /// The first thing that could not be written.
    failed: Option<String>,
}

impl FrameOutput {
    /// A stage on which nothing is shown yet.
    pub(crate) fn new(
        pictures: PictureFiles,
        prints_hashes: bool,
        place: TerminalRole,
    ) -> FrameOutput {
        FrameOutput {
            renderer: ScreenRenderer::default(),
            pixels: Pixels::default(),
            undrawn: None,
            pictures,
            prints_hashes,
            place,
            has_shown: false,
            failed: None,
        }
    }

    /// The note at the end about what was seen, or was not.
    pub(crate) fn note(&self) -> Option<&'static str> {
        match (&self.place, self.has_shown) {
            (TerminalRole::Elsewhere, true) => Some(HOW_TO_SEE),
            (TerminalRole::Files | TerminalRole::Window(_), false) => Some(NOTHING_SEEN),
            _ => None,
        }
    }

    /// Whether keys are typed where the run is seen.
    pub(crate) fn has_window(&self) -> bool {
        matches!(self.place, TerminalRole::Window(_))
    }

    /// Whether the next frame opens a window.
    pub(crate) fn is_opening(&self) -> bool {
        matches!(self.place, TerminalRole::Ready(_))
    }

    /// Shows a frame.
    pub(crate) fn frame(&mut self, frame: &DisplayFrame<'_>) {
        if let TerminalRole::Ready(look) = self.place {
            self.place = TerminalRole::Window(TerminalWindow::open(look));
        }
        let hash = match frame.content {
            FrameContent::Bitmap(units) => {
                if let Some(window) = self.place.window() {
                    window.draw(units.into(), &[]);
                }
                // Only files need pixels; the window and the hash are made of units.
                if self.pictures.wants_frames() {
                    units.draw(&mut self.pixels);
                }
                self.prints_hashes.then(|| units.hash())
            }
            FrameContent::Digits(pixels) | FrameContent::Robot(pixels) => {
                if let Some(window) = self.place.window() {
                    window.draw(pixels.into(), &[]);
                }
                self.pixels.clone_from(pixels);
                self.prints_hashes.then(|| self.pixels.hash())
            }
            FrameContent::Screen(screen) => {
                self.draw_screen(screen);
                self.prints_hashes.then(|| self.pixels.hash())
            }
        };
        self.record(hash, frame);
    }

    fn draw_screen(&mut self, screen: &PackScreen) {
        // Letters are pixels in files and hashes, but characters in a terminal, so a screen is
        // drawn twice if both are wanted.
        if self.prints_hashes || self.pictures.wants_frames() {
            self.renderer.draw(screen, TextMode::Drawn);
            self.pixels.clone_from(self.renderer.pixels());
        } else if self.pictures.wants_any() {
            // A copy takes a thousandth of the time of drawing, and most programs refresh often.
            self.undrawn = Some(screen.clone());
        }
        if let Some(window) = self.place.window() {
            self.renderer.draw(screen, TextMode::Listed);
            window.draw(self.renderer.pixels().into(), self.renderer.labels());
        }
    }

    /// Shows what was shown last again if the terminal has another size now; `shown` is what there
    /// is of bitmap or digits.
    pub(crate) fn follow_size(&mut self, shown: Option<FrameContent<'_>>) {
        let Some(window) = self.place.window() else { return };
        if !window.is_outdated() {
            return;
        }
        match shown {
            Some(FrameContent::Bitmap(units)) => window.draw(units.into(), &[]),
            Some(FrameContent::Digits(pixels) | FrameContent::Robot(pixels)) => {
                window.draw(pixels.into(), &[]);
            }
            _ if self.renderer.pixels().width > 0 => {
                window.draw(self.renderer.pixels().into(), self.renderer.labels());
            }
            _ => window.redraw_console(),
        }
    }

    /// Takes output of the program, if there is a place for it here.
    pub(crate) fn take_output(&mut self, bytes: &[u8]) -> bool {
        match self.place.window() {
            Some(window) => {
                window.print(bytes);
                true
            }
            None => false,
        }
    }

    /// Shows that the program waits for input.
    pub(crate) fn expect_input(&mut self) {
        if let Some(window) = self.place.window() {
            window.show_cursor();
        }
    }

    /// Takes what was typed, which the terminal has shown already.
    pub(crate) fn typed(&mut self, bytes: &[u8]) {
        if let Some(window) = self.place.window() {
            window.typed(bytes);
        }
    }

    /// Leaves the last frame on the terminal until somebody has seen it.
    pub(crate) fn wait_for_reader(
        &mut self,
        shown: Option<FrameContent<'_>>,
        interrupted: &AtomicBool,
    ) {
        let Some(window) = self.place.window() else { return };
        window.say("The program has ended: press Enter to close.");
        // This waits a little by itself, so the loop does not spin.
        while !interrupted.load(Ordering::Relaxed) && !ConsoleInput::is_closed() {
            self.follow_size(shown);
        }
    }

    /// Gives the terminal back; what the program printed is still to be shown.
    pub(crate) fn leave(&mut self) -> Vec<u8> {
        match std::mem::replace(&mut self.place, TerminalRole::Files) {
            TerminalRole::Window(window) => window.close(),
            TerminalRole::Files | TerminalRole::Ready(_) | TerminalRole::Elsewhere => Vec::new(),
        }
    }

    fn record(&mut self, hash: Option<pixels::PictureHash>, frame: &DisplayFrame<'_>) {
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
    pub(crate) fn finish(&mut self, shown: Option<FrameContent<'_>>) -> Result<(), String> {
        // The final state may be newer than the last frame.
        if let (Some(FrameContent::Bitmap(units)), true) = (shown, self.pictures.wants_any()) {
            units.draw(&mut self.pixels);
        }
        if let Some(screen) = self.undrawn.take() {
            self.renderer.draw(&screen, TextMode::Drawn);
            self.pixels.clone_from(self.renderer.pixels());
        }
        let finished = self.pictures.finish(&self.pixels);
        match self.failed.take() {
            Some(why) => Err(why),
            None => finished,
        }
    }
}
