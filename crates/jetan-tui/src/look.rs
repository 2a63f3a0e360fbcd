//! The capabilities of the terminal: colours or none, box drawing or plain ASCII.

pub use jetan_os::ability::ColourSupport;
use jetan_os::ability::TerminalCapabilities;
use ratatui::style::{Color, Modifier, Style};

/// A colour, red, green and blue.
pub type Rgb = (u8, u8, u8);

/// The style of all drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalLook {
    /// The number of colours.
    pub colours: ColourSupport,
    /// Whether only ASCII is drawn.
    pub is_ascii: bool,
}

impl TerminalLook {
    /// Everything a good terminal has.
    pub const FULL: TerminalLook = TerminalLook { colours: ColourSupport::True, is_ascii: false };
    /// The least: no colour, ASCII.
    pub const BARE: TerminalLook = TerminalLook { colours: ColourSupport::None, is_ascii: true };

    /// The capabilities of a terminal, from environment variables.
    pub fn of_terminal(variable: impl Fn(&str) -> Option<String>) -> TerminalLook {
        let TerminalCapabilities { colours, is_utf8 } = TerminalCapabilities::of(variable);
        TerminalLook { colours, is_ascii: !is_utf8 }
    }

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
            ColourSupport::None => Style::new().add_modifier(Modifier::REVERSED),
            ColourSupport::Palette | ColourSupport::True => self.paint(foreground, background),
        }
    }

    /// One of two texts: the second if only ASCII can be drawn.
    pub fn pick<'a>(self, full: &'a str, ascii: &'a str) -> &'a str {
        if self.is_ascii { ascii } else { full }
    }

    fn colour(self, colour: Rgb) -> Option<Color> {
        match self.colours {
            ColourSupport::None => None,
            ColourSupport::True => Some(Color::Rgb(colour.0, colour.1, colour.2)),
            ColourSupport::Palette => Some(Color::Indexed(nearest(colour))),
        }
    }
}

/// The levels of red, green and blue in the cube of the 256 colours.
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The nearest of the 256 colours that look the same everywhere: the cube, and 24 greys.
fn nearest(colour: Rgb) -> u8 {
    // The bounds lie half way between two levels of the cube.
    let step = |value: u8| match value {
        0..48 => 0,
        48..115 => 1,
        _ => (value - 35) / 40,
    };
    let (red, green, blue) = (step(colour.0), step(colour.1), step(colour.2));
    let level = |step: u8| CUBE[usize::from(step)];
    let in_cube = (level(red), level(green), level(blue));
    // Dark and dull colours are far from everything in the cube.
    let mean = (u16::from(colour.0) + u16::from(colour.1) + u16::from(colour.2)) / 3;
    let shade = (mean.saturating_sub(3) / 10).min(23) as u8;
    let grey = 8 + 10 * shade;
    if distance(colour, (grey, grey, grey)) < distance(colour, in_cube) {
        232 + shade
    } else {
        16 + 36 * red + 6 * green + blue
    }
}

fn distance(one: Rgb, other: Rgb) -> u32 {
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    square(one.0, other.0) + square(one.1, other.1) + square(one.2, other.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colours_a_mark_is_reversed() {
        let mark = TerminalLook::BARE.mark((1, 2, 3), (4, 5, 6));
        assert_eq!(mark, Style::new().add_modifier(Modifier::REVERSED));
        assert_eq!(TerminalLook::BARE.paint((1, 2, 3), (4, 5, 6)), Style::new());
        let palette = TerminalLook { colours: ColourSupport::Palette, is_ascii: false };
        assert_eq!(palette.ink((255, 0, 95)).fg, Some(Color::Indexed(16 + 36 * 5 + 1)));
        assert_eq!(palette.ink((36, 40, 50)).fg, Some(Color::Indexed(235)), "a dark grey");
        assert_eq!(palette.ink((0, 0, 0)).fg, Some(Color::Indexed(16)));
        assert_eq!(palette.ink((255, 255, 255)).fg, Some(Color::Indexed(231)));
    }
}
