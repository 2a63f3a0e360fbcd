//! The screens of packs, drawn.

mod plain;
mod tiles;

use jetan_machine::device::screen::{PackScreen, ScreenLayout};

use crate::paint::{Ink, PaintShape, Painter, TextPlacement};
use crate::pixels::{Pixels, SIDE_MAX};

/// The most characters of a text that are drawn: more than fit on any screen at a readable size.
const CHARACTERS_MAX: usize = 200;

/// Whether texts are drawn or listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextMode {
    /// They are part of the picture.
    Drawn,
    /// They are left out and handed over, for a terminal that has letters of its own.
    Listed,
}

/// A text that was left out of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct ScreenLabel {
    /// The position of its middle, or of its left end, in pixels.
    pub x: f32,
    /// The middle of its height, in pixels.
    pub y: f32,
    /// Whether `x` is the middle.
    pub is_centred: bool,
    /// The line to be drawn.
    pub text: String,
    /// The colour of the letters, `0x00RRGGBB`.
    pub colour: u32,
}

/// Draws screens, each in the memory of the one before.
#[derive(Clone, Debug, Default)]
pub struct ScreenRenderer {
    painter: Painter,
    labels: Vec<ScreenLabel>,
}

impl ScreenRenderer {
    /// Draws a screen.
    pub fn draw(&mut self, screen: &PackScreen, letters: TextMode) -> &Pixels {
        self.labels.clear();
        // Neither a PNG nor a GIF can have a side of 0, and a program may ask for any size.
        let (width, height) = (screen.width.clamp(1, SIDE_MAX), screen.height.clamp(1, SIDE_MAX));
        self.painter.begin(width, height, 0);
        let labels = (letters == TextMode::Listed).then_some(&mut self.labels);
        let mut surface = ScreenSurface { painter: &mut self.painter, labels };
        match screen.style {
            ScreenLayout::Tiles => tiles::draw(screen, &mut surface),
            ScreenLayout::Plain => plain::draw(screen, &mut surface),
        }
        &self.painter.pixels
    }

    /// The picture that was drawn last.
    pub fn pixels(&self) -> &Pixels {
        &self.painter.pixels
    }

    /// The texts that were left out of what was drawn last.
    pub fn labels(&self) -> &[ScreenLabel] {
        &self.labels
    }
}

/// The target of drawing a screen: a picture, and perhaps a list for the texts.
struct ScreenSurface<'a> {
    painter: &'a mut Painter,
    labels: Option<&'a mut Vec<ScreenLabel>>,
}

impl ScreenSurface<'_> {
    fn width(&self) -> f32 {
        self.painter.pixels.width as f32
    }

    fn height(&self) -> f32 {
        self.painter.pixels.height as f32
    }

    fn fill(&mut self, shape: PaintShape, ink: Ink) {
        self.painter.fill(shape, ink);
    }

    fn write(&mut self, text: &str, at: TextPlacement, ink: Ink) {
        // Cut before it is drawn: each character costs strokes, visible or not.
        let end = text.char_indices().nth(CHARACTERS_MAX).map_or(text.len(), |(end, _)| end);
        let text = text[..end].trim_end();
        let Some(labels) = &mut self.labels else { return self.painter.write(text, at, ink) };
        let TextPlacement { x, y, is_centred, .. } = at;
        labels.push(ScreenLabel { x, y, is_centred, text: text.to_owned(), colour: ink.colour });
    }
}
