//! The text beside and under the board: players, legend, result, messages, questions.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Widget};

use super::colours::INK;
use super::pen::ClippedPen;
use super::place::StoneLayout;
use super::scene::Stone;
use crate::look::{Rgb, TerminalLook};
use crate::paint;

/// A part of the panel with a border around it.
#[derive(Clone, Debug)]
pub(crate) struct PanelSection {
    pub(crate) title: String,
    pub(crate) lines: Vec<Line<'static>>,
    /// The colour of the border; none for the usual one.
    pub(crate) colour: Option<Rgb>,
    pub(crate) is_centred: bool,
}

impl PanelSection {
    /// A part with this title.
    pub(crate) fn titled(title: &str, lines: Vec<Line<'static>>) -> PanelSection {
        PanelSection { title: title.to_owned(), lines, colour: None, is_centred: false }
    }

    /// The section with the result of a game.
    pub(crate) fn result(
        look: TerminalLook,
        words: &str,
        reason: &str,
        colour: Rgb,
    ) -> PanelSection {
        let style = look.ink(colour).add_modifier(Modifier::BOLD);
        let lines = vec![
            Line::default(),
            Line::styled(words.to_uppercase(), style),
            Line::styled(reason.to_owned(), paint::dim(look)),
            Line::default(),
        ];
        PanelSection { title: String::new(), lines, colour: Some(colour), is_centred: true }
    }

    /// The most important keys.
    pub(crate) fn keys(look: TerminalLook, rows: &[(&str, &str)]) -> PanelSection {
        let row = |(keys, action): &(&str, &str)| {
            Line::from(vec![
                Span::styled(format!(" {keys:<7}"), paint::strong(look)),
                Span::styled((*action).to_owned(), paint::dim(look)),
            ])
        };
        PanelSection::titled("Keys", rows.iter().map(row).collect())
    }

    /// The meaning of the scores under the columns.
    pub(crate) fn legend(look: TerminalLook) -> PanelSection {
        let row = |sign: &str, colour, words: &str| {
            Line::from(vec![
                Span::styled(format!(" {sign:<4}"), look.ink(colour)),
                Span::styled(words.to_owned(), paint::dim(look)),
            ])
        };
        let lines = vec![
            row("+n", paint::GOOD, "wins in n moves"),
            row("=", paint::WARM, "draw"),
            row("-n", paint::BAD, "loses in n moves"),
            row("?", paint::WARM, "not known yet"),
        ];
        PanelSection::titled("Columns", lines)
    }
}

/// Draws parts one below the other, as many as fit.
pub(crate) fn draw_sections(
    sections: &[PanelSection],
    area: Rect,
    buffer: &mut Buffer,
    look: TerminalLook,
) {
    let area = area.intersection(buffer.area);
    let mut top = 0;
    for section in sections {
        let height = section.lines.len() as u16 + 2;
        let place = paint::rows(area, top, height);
        // Sections come in the order of importance; the rest is left out with the first that does
        // not fit.
        if place.height < height {
            return;
        }
        let mut border = paint::frame(look);
        if let Some(colour) = section.colour {
            border = border.border_style(look.ink(colour));
        }
        if !section.title.is_empty() {
            let title = Span::styled(format!(" {} ", section.title), paint::strong(look));
            border = border.title_top(title);
        }
        let mut words = Paragraph::new(section.lines.clone()).block(border);
        if section.is_centred {
            words = words.centered();
        }
        words.render(place, buffer);
        top += height;
    }
}

/// A player's line: whose turn it is, the stone, the name, and a few words at the right.
pub(crate) fn player_line(
    look: TerminalLook,
    stone: Stone,
    name: &str,
    is_turn: bool,
) -> Line<'static> {
    let (letter, style) = stone.letter(look);
    let name_style = if is_turn { paint::strong(look) } else { paint::dim(look) };
    let arrow = if is_turn { look.pick("▶", ">") } else { " " };
    Line::from(vec![
        Span::styled(format!(" {arrow} "), paint::strong(look)),
        Span::styled(letter.to_string(), style),
        Span::styled(format!("  {name}"), name_style),
    ])
}

/// The tone of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PanelTone {
    /// An instruction to the player.
    Plain,
    /// Something was refused.
    Refused,
    /// Advice that was asked for.
    Hint,
    /// An answer is wanted.
    Question,
}

/// One line under the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PanelMessage {
    pub(crate) text: String,
    pub(crate) tone: PanelTone,
}

impl PanelMessage {
    /// A message that tells the player what to do now.
    pub(crate) fn plain(text: impl Into<String>) -> PanelMessage {
        PanelMessage { text: text.into(), tone: PanelTone::Plain }
    }

    /// Why something was refused.
    pub(crate) fn refused(text: impl Into<String>) -> PanelMessage {
        PanelMessage { text: text.into(), tone: PanelTone::Refused }
    }

    /// Advice that was asked for.
    pub(crate) fn hint(text: impl Into<String>) -> PanelMessage {
        PanelMessage { text: text.into(), tone: PanelTone::Hint }
    }

    /// Something the player is to answer.
    pub(crate) fn question(text: impl Into<String>) -> PanelMessage {
        PanelMessage { text: text.into(), tone: PanelTone::Question }
    }

    /// The message as a line; a sign shows its tone as well.
    pub(crate) fn line(&self, look: TerminalLook) -> Line<'static> {
        let text = &self.text;
        match self.tone {
            PanelTone::Plain => Line::styled(text.clone(), look.ink(paint::BRIGHT)),
            PanelTone::Refused => {
                let style = look.ink(paint::BAD).add_modifier(Modifier::BOLD);
                Line::styled(format!("! {text}"), style)
            }
            PanelTone::Hint => Line::styled(
                format!("{} {text}", look.pick("▸", ">")),
                look.ink(paint::GOOD).add_modifier(Modifier::BOLD),
            ),
            PanelTone::Question => Line::styled(format!(" {text} "), look.mark(INK, paint::WARM)),
        }
    }
}

/// Draws the message under the board, as far in the middle of it as there is room.
pub(crate) fn draw_message(
    message: &PanelMessage,
    area: Rect,
    place: &StoneLayout,
    pen: &mut ClippedPen<'_>,
) {
    let line = message.line(pen.look);
    let width = line.width() as i32;
    let (left, right) = (i32::from(area.x), i32::from(area.right()));
    let x = place.x + (place.cells.width() - width) / 2;
    // Moved to the left edge last: of a message that is too wide the beginning is seen.
    pen.line(x.min(right - width).max(left), place.message_y, &line);
}

/// A question with two answers, in a card over the board.
#[derive(Clone, Debug)]
pub(crate) struct QuestionCard {
    pub(crate) title: &'static str,
    /// The answers `1` and `2`, with the stone that goes with each.
    pub(crate) answers: [(Stone, String); 2],
    /// The answer that Enter gives: 1 or 2.
    pub(crate) chosen: u8,
}

/// Room for a stone, a digit, an arrow and a few words.
const CARD_WIDTH: u16 = 30;
const CARD_HEIGHT: u16 = 7;

impl QuestionCard {
    /// Draws the card.
    pub(crate) fn draw(&self, place: &StoneLayout, buffer: &mut Buffer, look: TerminalLook) {
        let card = card_area(place).intersection(buffer.area);
        Clear.render(card, buffer);
        let title = Span::styled(format!(" {} ", self.title), paint::strong(look));
        let border = paint::frame(look).title_top(Line::from(title).centered());
        let answers = [1u8, 2].map(|number| self.answer_line(number, look));
        let [one, two] = answers;
        let lines = vec![Line::default(), one, Line::default(), two];
        Paragraph::new(lines).block(border).render(card, buffer);
    }

    /// The answer that a cell of the screen belongs to: 1 or 2.
    pub(crate) fn answer_at(place: &StoneLayout, x: u16, y: u16) -> Option<u8> {
        let card = card_area(place);
        if !(card.x..card.right()).contains(&x) {
            return None;
        }
        // The lines that `draw` gives to the answers, counted from the border.
        match y.checked_sub(card.y)? {
            2 => Some(1),
            4 => Some(2),
            _ => None,
        }
    }

    fn answer_line(&self, number: u8, look: TerminalLook) -> Line<'static> {
        let (stone, words) = &self.answers[usize::from(number - 1)];
        let is_chosen = self.chosen == number;
        let arrow = if is_chosen { look.pick("▶", ">") } else { " " };
        let style = if is_chosen { paint::strong(look) } else { Style::new() };
        let (letter, colour) = stone.letter(look);
        Line::from(vec![
            Span::styled(format!("  {arrow} {number}  "), style),
            Span::styled(letter.to_string(), colour),
            Span::styled(format!("  {words}"), style),
        ])
    }
}

fn card_area(place: &StoneLayout) -> Rect {
    let board = place.board();
    let card = paint::centred(board, CARD_WIDTH, CARD_HEIGHT);
    // A board that is smaller than the card is covered; the card is cut by the caller.
    Rect { width: card.width, height: card.height.max(1), ..card }
}

const NEEDED: &str = "too small: 40x14 needed";

/// Draws the message for an area in which no board fits.
pub(crate) fn draw_too_small(area: Rect, buffer: &mut Buffer, message: &Line<'_>) {
    let is_narrow = area.width < 24;
    paint::too_small(area, buffer, if is_narrow { "needs 40x14" } else { NEEDED });
    if area.height > 2 {
        let below = paint::rows(area, area.height / 2 + 1, 1);
        paint::line(below, buffer, message, ratatui::layout::Alignment::Center);
    }
}

/// A name and a value in a section that is so wide inside.
pub(crate) fn row(look: TerminalLook, width: u16, name: &str, value: &str) -> Line<'static> {
    let mut line = paint::value_line(look, width.saturating_sub(2), name, value);
    line.spans.insert(0, Span::raw(" "));
    line
}
