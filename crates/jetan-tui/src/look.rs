//! What the terminal can show: colours or none, box drawing or plain ASCII.

use ratatui::style::{Color, Modifier, Style};

/// A colour, red, green and blue.
pub type Rgb = (u8, u8, u8);

/// How pictures are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How many colours there are.
    pub colours: Colours,
    /// Whether only ASCII is drawn.
    pub is_ascii: bool,
}

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colours {
    /// None, or none wanted; bold and reverse are left.
    None,
    /// 256.
    Palette,
    /// All.
    True,
}

impl Look {
    /// Everything a good terminal has.
    pub const FULL: Look = Look { colours: Colours::True, is_ascii: false };
    /// The least: no colour, ASCII.
    pub const BARE: Look = Look { colours: Colours::None, is_ascii: true };

    /// A style with these colours, as far as there are any.
    pub fn paint(self, foreground: Rgb, background: Rgb) -> Style {
        self.ink(foreground).patch(self.ground(background))
    }

    /// A style with this colour of letters.
    pub fn ink(self, colour: Rgb) -> Style {
        self.colour(colour).map_or_else(Style::new, |colour| Style::new().fg(colour))
    }

    /// A style with this colour behind letters.
    pub fn ground(self, colour: Rgb) -> Style {
        self.colour(colour).map_or_else(Style::new, |colour| Style::new().bg(colour))
    }

    /// Marks a place even where there are no colours: these colours, or reverse.
    pub fn mark(self, foreground: Rgb, background: Rgb) -> Style {
        match self.colours {
            Colours::None => Style::new().add_modifier(Modifier::REVERSED),
            Colours::Palette | Colours::True => self.paint(foreground, background),
        }
    }

    /// One of two texts: the second if only ASCII can be drawn.
    pub fn pick<'a>(self, full: &'a str, ascii: &'a str) -> &'a str {
        if self.is_ascii { ascii } else { full }
    }

    fn colour(self, (red, green, blue): Rgb) -> Option<Color> {
        match self.colours {
            Colours::None => None,
            Colours::True => Some(Color::Rgb(red, green, blue)),
            Colours::Palette => {
                // The cube of the 256 colours has six steps: 0, 95, 135, 175, 215, 255.
                let step = |value: u8| match value {
                    0..48 => 0,
                    48..115 => 1,
                    _ => (value - 35) / 40,
                };
                Some(Color::Indexed(16 + 36 * step(red) + 6 * step(green) + step(blue)))
            }
        }
    }
}
