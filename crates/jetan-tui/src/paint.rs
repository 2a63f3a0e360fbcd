//! Pieces of pictures that all screens use: centring, cards, lists of values, one-line messages.

pub mod canvas;
pub mod digits;

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::symbols::border;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use crate::look::{Rgb, TerminalLook};

/// Words that matter less than others.
pub const DIM: Rgb = (140, 146, 160);
/// Words that matter.
pub const BRIGHT: Rgb = (236, 239, 244);
/// For what is chosen, or new.
pub const ACCENT: Rgb = (136, 192, 208);
/// For success.
pub const GOOD: Rgb = (163, 190, 140);
/// For failure.
pub const BAD: Rgb = (224, 108, 117);
/// For what needs attention.
pub const WARM: Rgb = (235, 203, 139);
/// The ground of bars.
pub const BAR: Rgb = (46, 52, 64);

/// The frame of a card and the blanks inside it.
pub const CARD_MARGINS: u16 = 6;

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
pub fn dim(look: TerminalLook) -> Style {
    look.ink(DIM)
}

/// Words that matter.
pub fn strong(look: TerminalLook) -> Style {
    look.ink(BRIGHT).add_modifier(Modifier::BOLD)
}

/// A frame: round corners, or plain ASCII.
pub fn frame(look: TerminalLook) -> Block<'static> {
    let set = if look.is_ascii { ASCII_BORDER } else { border::ROUNDED };
    Block::bordered().border_set(set).border_style(dim(look))
}

/// One line of text, cut to fit.
pub fn line(area: Rect, buffer: &mut Buffer, line: &Line<'_>, alignment: Alignment) {
    // ratatui panics when something is drawn outside of its buffer.
    let area = rows(area, 0, 1).intersection(buffer.area);
    Paragraph::new(line.clone()).alignment(alignment).render(area, buffer);
}

/// A card in the middle of a picture, above whatever is there: a title and some lines.
///
/// Lines that do not fit are left out.
pub fn card(area: Rect, buffer: &mut Buffer, look: TerminalLook, title: &str, lines: &[Line<'_>]) {
    let widest = widest(title, lines);
    let place = centred(area, widest as u16 + CARD_MARGINS, lines.len() as u16 + 4);
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

/// The room to the right of a board, from its panel on if it has one, down to its lower edge.
pub fn beside(area: Rect, board: Rect, panel: Option<Rect>) -> Rect {
    let x = panel.map_or(board.right().saturating_add(1), |panel| panel.x).max(area.x);
    let width = area.right().saturating_sub(x);
    Rect { x, width, height: board.bottom().min(area.bottom()).saturating_sub(area.y), y: area.y }
}

/// The place of a card in the lower left corner of some room; none if it does not fit.
pub fn low_card(room: Rect, title: &str, lines: &[Line<'_>]) -> Option<Rect> {
    let width = widest(title, lines) as u16 + CARD_MARGINS;
    let height = lines.len() as u16 + 4;
    let fits = width <= room.width && height <= room.height;
    fits.then(|| Rect { x: room.x, y: room.bottom() - height, width, height })
}

/// Words in as many lines as they need to be no wider than this; a comma is a good place to end.
pub fn wrapped(words: &str, width: usize) -> Vec<String> {
    let is_wide = words.chars().count() > width;
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        // Only a text that does not fit is broken at its commas.
        match lines.last_mut() {
            Some(line)
                if line.chars().count() + 1 + word.chars().count() <= width
                    && !(is_wide && line.ends_with(',')) =>
            {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn widest(title: &str, lines: &[Line<'_>]) -> usize {
    lines.iter().map(Line::width).max().unwrap_or(0).max(title.chars().count() + 2)
}

/// A name and a value, the value at the right end of `width` columns.
pub fn value_line(look: TerminalLook, width: u16, name: &str, value: &str) -> Line<'static> {
    let used = name.chars().count() + value.chars().count();
    let gap = usize::from(width).saturating_sub(used).max(1);
    Line::from(vec![
        Span::styled(name.to_owned(), dim(look)),
        Span::raw(" ".repeat(gap)),
        Span::styled(value.to_owned(), strong(look)),
    ])
}

/// Draws the message for an area in which nothing fits: a line in the middle.
pub fn too_small(area: Rect, buffer: &mut Buffer, words: &str) {
    let middle = rows(area, area.height / 2, 1);
    line(middle, buffer, &Line::from(words), Alignment::Center);
}

/// Changes the colour of letters, as far as there are colours.
trait Recolour {
    fn fg_of(self, look: TerminalLook, colour: Rgb) -> Style;
}

impl Recolour for Style {
    fn fg_of(self, look: TerminalLook, colour: Rgb) -> Style {
        self.patch(look.ink(colour))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_where_they_must() {
        assert_eq!(wrapped("lost after 9 moves", 40), ["lost after 9 moves"]);
        assert_eq!(wrapped("lost after 9 moves", 10), ["lost after", "9 moves"]);
        assert_eq!(wrapped("lost, with 9 moves", 16), ["lost,", "with 9 moves"]);
        assert_eq!(wrapped("impossible", 4), ["impossible"]);
        assert!(wrapped("", 4).is_empty());
    }

    #[test]
    fn a_card_beside_a_board_covers_nothing_of_it() {
        let area = Rect::new(0, 1, 80, 22);
        let board = Rect::new(7, 1, 41, 21);
        let mut buffer = Buffer::filled(area, ratatui::buffer::Cell::new("x"));
        let room = beside(area, board, Some(Rect::new(51, 1, 22, 21)));
        let lines = [Line::from("won in 4 moves")];
        let place = low_card(room, "title", &lines).expect("it is large enough");
        card(place, &mut buffer, TerminalLook::FULL, "title", &lines);
        for at in board.positions() {
            assert_eq!(buffer[at].symbol(), "x", "{at:?}");
        }
        assert_eq!(buffer[(51, 21)].symbol(), "╰", "it ends where the board does");
        assert_eq!(low_card(beside(area, area, None), "title", &lines), None);
    }

    #[test]
    fn a_card_is_drawn_at_any_size() {
        for width in 0..40 {
            for height in 0..12 {
                let area = Rect::new(0, 0, width, height);
                let mut buffer = Buffer::empty(area);
                let lines = [Line::from("something"), Line::from("else")];
                card(area, &mut buffer, TerminalLook::FULL, "title", &lines);
                for board in [Rect::ZERO, area, Rect { width: width / 3, ..area }] {
                    let room = beside(area, board, None);
                    if let Some(place) = low_card(room, "title", &lines) {
                        card(place, &mut buffer, TerminalLook::FULL, "title", &lines);
                    }
                }
                too_small(area, &mut buffer, "too small");
            }
        }
    }
}
