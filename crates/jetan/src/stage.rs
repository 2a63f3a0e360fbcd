//! The destinations of a run's frames: pictures, hashes and the terminal.

mod pictures;
mod window;

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use jetan_display::screen::{Letters, Renderer};
use jetan_display::{Pixels, pixels};
use jetan_machine::device::screen::Screen;
use jetan_run::{Content, Frame};

use crate::exit::{Exit, Failure};
use crate::host::Input;
use crate::plan::Look;

pub(crate) use pictures::{Pictures, is_frame};
use window::Window;

/// The note when nothing was shown.
const NOTHING_SEEN: &str = "nothing was shown, because the program has no screen that Jetan knows \
                            of: --bitmap WxH/UxV@BASE says where its display is, --pack whose \
                            services it uses";

/// The note when something could be shown, but not here.
const HOW_TO_SEE: &str = "this program has a screen: --display terminal shows it in a terminal, \
                          --screenshot FILE and --gif FILE write pictures (--display none says \
                          nothing)";

/// The role of the terminal in a run.
pub(crate) enum Place {
    /// Nothing: there are files or hashes.
    Files,
    /// It shows the screen.
    Window(Window),
    /// It shows the screen from the first frame on.
    Ready(Look),
    /// It cannot show the screen; that there is one is said at the end.
    Elsewhere,
}

impl Place {
    /// A window that opens now.
    pub(crate) fn open(look: Look) -> Result<Place, Failure> {
        match Window::obstacle() {
            None => Ok(Place::Window(Window::open(look))),
            Some(why) => {
                let told = "--screenshot and --gif write files";
                let why = format!("jetan: --display terminal: {why}; {told}");
                Err(Failure::new(Exit::Usage, why))
            }
        }
    }

    /// A window that opens with the first frame, where somebody could close it again.
    pub(crate) fn if_used(look: Look) -> Place {
        // Whoever cannot type could not close the window.
        let is_possible = Window::obstacle().is_none() && std::io::stdin().is_terminal();
        if is_possible { Place::Ready(look) } else { Place::Elsewhere }
    }

    fn window(&mut self) -> Option<&mut Window> {
        match self {
            Place::Window(window) => Some(window),
            Place::Files | Place::Ready(_) | Place::Elsewhere => None,
        }
    }
}

/// Shows a run.
pub(crate) struct Stage {
    renderer: Renderer,
    /// The pixels that were shown last.
    pixels: Pixels,
    /// The screen of a pack that was shown last, if only the last one is to be drawn.
    undrawn: Option<Screen>,
    pictures: Pictures,
    prints_hashes: bool,
    place: Place,
    has_shown: bool,
    /// The first thing that could not be written.
    failed: Option<String>,
}

impl Stage {
    /// A stage on which nothing is shown yet.
    pub(crate) fn new(pictures: Pictures, prints_hashes: bool, place: Place) -> Stage {
        Stage {
            renderer: Renderer::default(),
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
            (Place::Elsewhere, true) => Some(HOW_TO_SEE),
            (Place::Files | Place::Window(_), false) => Some(NOTHING_SEEN),
            _ => None,
        }
    }

    /// Whether keys are typed where the run is seen.
    pub(crate) fn has_window(&self) -> bool {
        matches!(self.place, Place::Window(_))
    }

    /// Whether the next frame opens a window.
    pub(crate) fn is_opening(&self) -> bool {
        matches!(self.place, Place::Ready(_))
    }

    /// Shows a frame.
    pub(crate) fn frame(&mut self, frame: &Frame<'_>) {
        if let Place::Ready(look) = self.place {
            self.place = Place::Window(Window::open(look));
        }
        let hash = match frame.content {
            Content::Bitmap(units) => {
                if let Some(window) = self.place.window() {
                    window.draw(units.into(), &[]);
                }
                // Only files need pixels; the window and the hash are made of units.
                if self.pictures.wants_frames() {
                    units.draw(&mut self.pixels);
                }
                self.prints_hashes.then(|| units.hash())
            }
            Content::Digits(pixels) => {
                if let Some(window) = self.place.window() {
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
        // Letters are pixels in files and hashes, but characters in a terminal, so a screen is
        // drawn twice if both are wanted.
        if self.prints_hashes || self.pictures.wants_frames() {
            self.renderer.draw(screen, Letters::Drawn);
            self.pixels.clone_from(self.renderer.pixels());
        } else if self.pictures.wants_any() {
            // A copy takes a thousandth of the time of drawing, and most programs refresh often.
            self.undrawn = Some(screen.clone());
        }
        if let Some(window) = self.place.window() {
            self.renderer.draw(screen, Letters::Listed);
            window.draw(self.renderer.pixels().into(), self.renderer.labels());
        }
    }

    /// Shows what was shown last again if the terminal has another size now; `shown` is what there
    /// is of bitmap or digits.
    pub(crate) fn follow_size(&mut self, shown: Option<Content<'_>>) {
        let Some(window) = self.place.window() else { return };
        if !window.is_outdated() {
            return;
        }
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
    pub(crate) fn wait_for_reader(&mut self, shown: Option<Content<'_>>, interrupted: &AtomicBool) {
        let Some(window) = self.place.window() else { return };
        window.say("The program has ended: press Enter to close.");
        // This waits a little by itself, so the loop does not spin.
        while !interrupted.load(Ordering::Relaxed) && !Input::is_closed() {
            self.follow_size(shown);
        }
    }

    /// Gives the terminal back; what the program printed is still to be shown.
    pub(crate) fn leave(&mut self) -> Vec<u8> {
        match std::mem::replace(&mut self.place, Place::Files) {
            Place::Window(window) => window.close(),
            Place::Files | Place::Ready(_) | Place::Elsewhere => Vec::new(),
        }
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
        // The final state may be newer than the last frame.
        if let (Some(Content::Bitmap(units)), true) = (shown, self.pictures.wants_any()) {
            units.draw(&mut self.pixels);
        }
        if let Some(screen) = self.undrawn.take() {
            self.renderer.draw(&screen, Letters::Drawn);
            self.pixels.clone_from(self.renderer.pixels());
        }
        let finished = self.pictures.finish(&self.pixels);
        match self.failed.take() {
            Some(why) => Err(why),
            None => finished,
        }
    }
}
