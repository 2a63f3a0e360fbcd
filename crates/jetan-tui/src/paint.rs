//! Pieces of pictures that all screens use: centring, cards, lists of values, one-line messages.

pub mod canvas;
pub mod digits;

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use crate::look::{Look, Rgb};

/// Words that matter less than others.
pub const DIM: Rgb = (140, 146, 160);
/// Words that matter.
pub const BRIGHT: Rgb = (236, 239, 244);
/// What is chosen, or new.
pub const ACCENT: Rgb = (136, 192, 208);
/// What went well.
pub const GOOD: Rgb = (163, 190, 140);
/// What went wrong.
pub const BAD: Rgb = (224, 108, 117);
/// What to look at.
pub const WARM: Rgb = (235, 203, 139);
/// The ground of bars.
pub const BAR: Rgb = (46, 52, 64);

const ASCII_BORDER: border::Set = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// A rectangle of some size in the middle of another, cut to fit.
pub fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    Rect { x, y, width, height }
}

/// The lines of a rectangle from `top` on, `height` of them, cut to fit.
pub fn rows(area: Rect, top: u16, height: u16) -> Rect {
    let top = top.min(area.height);
    Rect { y: area.y + top, height: height.min(area.height - top), ..area }
}

/// Words that matter less than others.
pub fn dim(look: Look) -> Style {
    look.ink(DIM)
}

/// Words that matter.
pub fn strong(look: Look) -> Style {
    look.ink(BRIGHT).add_modifier(Modifier::BOLD)
}

/// A frame: round corners, or plain ASCII.
pub fn frame(look: Look) -> Block<'static> {
    let set = if look.is_ascii { ASCII_BORDER } else { border::ROUNDED };
    Block::bordered().border_set(set).border_style(dim(look))
}

/// One line of text, cut to fit.
pub fn line(area: Rect, buffer: &mut Buffer, line: &Line<'_>, alignment: Alignment) {
    let area = rows(area, 0, 1).intersection(buffer.area);
    Paragraph::new(line.clone()).alignment(alignment).render(area, buffer);
}

/// A card in the middle of a picture, above whatever is there: a title and some lines.
///
/// Lines that do not fit are left out.
pub fn card(area: Rect, buffer: &mut Buffer, look: Look, title: &str, lines: &[Line<'_>]) {
    let widest = widest(title, lines);
    let place = centred(area, widest as u16 + 6, lines.len() as u16 + 4);
    let place = place.intersection(buffer.area);
    Clear.render(place, buffer);
    let mut inside = place;
    // A frame in so little room would leave nothing to read.
    if area.height >= lines.len() as u16 + 2 && usize::from(area.width) >= widest + 2 {
        let title = Span::styled(format!(" {title} "), strong(look).fg_of(look, ACCENT));
        let block = frame(look).title_top(Line::from(title).centered());
        inside = block.inner(place);
        block.render(place, buffer);
        let air = inside.height.saturating_sub(lines.len() as u16).min(2) / 2;
        inside = rows(inside, air, inside.height);
        let margin = inside.width.saturating_sub(widest as u16).min(4) / 2;
        inside.x += margin;
        inside.width -= margin;
    }
    Paragraph::new(lines.to_vec()).render(inside, buffer);
}

/// A card in the lower right corner, where it hides less; in the middle if there is little room.
pub fn corner_card(area: Rect, buffer: &mut Buffer, look: Look, title: &str, lines: &[Line<'_>]) {
    let (width, height) = (widest(title, lines) as u16 + 6, lines.len() as u16 + 4);
    let has_room = area.width >= 2 * width && area.height >= 2 * height;
    let (right, bottom) = (area.right(), area.bottom());
    let corner = Rect {
        x: right.saturating_sub(width + 1),
        y: bottom.saturating_sub(height + 1),
        width,
        height,
    };
    card(if has_room { corner } else { area }, buffer, look, title, lines);
}

fn widest(title: &str, lines: &[Line<'_>]) -> usize {
    lines.iter().map(Line::width).max().unwrap_or(0).max(title.chars().count() + 2)
}

/// A name and a value, the value at the right end of `width` columns.
pub fn value_line(look: Look, width: u16, name: &str, value: &str) -> Line<'static> {
    let used = name.chars().count() + value.chars().count();
    let gap = usize::from(width).saturating_sub(used).max(1);
    Line::from(vec![
        Span::styled(name.to_owned(), dim(look)),
        Span::raw(" ".repeat(gap)),
        Span::styled(value.to_owned(), strong(look)),
    ])
}

/// A number with a comma between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What to say where nothing fits: a line in the middle.
pub fn too_small(area: Rect, buffer: &mut Buffer, words: &str) {
    let middle = rows(area, area.height / 2, 1);
    line(middle, buffer, &Line::from(words), Alignment::Center);
}

/// Changes the colour of letters, as far as there are colours.
trait Recolour {
    fn fg_of(self, look: Look, colour: Rgb) -> Style;
}

impl Recolour for Style {
    fn fg_of(self, look: Look, colour: Rgb) -> Style {
        self.patch(look.ink(colour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        let shown = [0, 7, 999, 1000, 12_340, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "7", "999", "1,000", "12,340", "1,234,567"]);
    }

    #[test]
    fn a_card_is_drawn_at_any_size() {
        for width in 0..40 {
            for height in 0..12 {
                let area = Rect::new(0, 0, width, height);
                let mut buffer = Buffer::empty(area);
                let lines = [Line::from("something"), Line::from("else")];
                card(area, &mut buffer, Look::FULL, "title", &lines);
                corner_card(area, &mut buffer, Look::FULL, "title", &lines);
                too_small(area, &mut buffer, "too small");
            }
        }
    }
}
