//! The layout of the screen: the board, the scores beside or above it, a line below.

use jetan_games::twenty48::{Direction, Status};
use jetan_play::Play;
use jetan_play::twenty48::word_for;
use jetan_play::words::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::tiles::Form;
use super::{Hint, Message, Screen};
use crate::look::Look;
use crate::paint;

/// The width of the list of scores beside the board.
const PANEL: u16 = 22;
/// The columns between board and list.
const AISLE: u16 = 3;

/// The rectangles of everything.
struct Layout {
    form: Form,
    board: Rect,
    panel: Option<Rect>,
    /// A line of scores above the board.
    status: Option<Rect>,
    /// A line for messages below it.
    message: Option<Rect>,
}

impl Layout {
    fn new(area: Rect, look: Look) -> Option<Layout> {
        let below = area.height.saturating_sub(1);
        let beside = area.width.saturating_sub(PANEL + AISLE);
        // The list of scores may cost the board some size, but not all of it.
        let wide = Form::that_fits(beside, below, look)
            .filter(|form| !matches!(form, Form::Rows(..)) || area.height < 13);
        let with_status = || Form::that_fits(area.width, below.saturating_sub(1), look);
        let alone = || Form::that_fits(area.width, area.height, look);
        let (form, has_panel) = match wide {
            Some(form) => (form, true),
            None => (with_status().or_else(alone)?, false),
        };
        let (columns, rows) = form.size();
        let width = if has_panel { columns + AISLE + PANEL } else { columns };
        let spare = area.height - rows;
        let has_status = !has_panel && spare >= 2;
        let height = rows + u16::from(spare >= 1) + u16::from(has_status);
        let all = paint::centred(area, width, height);
        let top = u16::from(has_status);
        let board = Rect { width: columns, ..paint::rows(all, top, rows) };
        let panel = has_panel.then(|| Rect {
            x: board.right() + AISLE,
            y: board.y,
            width: PANEL.min(area.right().saturating_sub(board.right() + AISLE)),
            height: rows,
        });
        let status = has_status.then_some(Rect { y: all.y, height: 1, ..area });
        let message = (spare >= 1).then(|| Rect { y: board.bottom(), height: 1, ..area });
        Some(Layout { form, board, panel, status, message })
    }
}

/// Draws the whole game.
pub(super) fn draw(screen: &Screen, area: Rect, buffer: &mut Buffer, look: Look) {
    let area = area.intersection(buffer.area);
    let Some(layout) = Layout::new(area, look) else {
        return paint::line(area, buffer, &status_line(screen, look), Alignment::Left);
    };
    let (board, motion) = (screen.game.game().board(), screen.motion.as_ref());
    layout.form.draw(board, motion, layout.board, buffer, look);
    if let Some(panel) = layout.panel {
        draw_panel(screen, panel, buffer, look);
    }
    if let Some(status) = layout.status {
        paint::line(status, buffer, &status_line(screen, look), Alignment::Center);
    }
    if let Some(place) = layout.message {
        let message = message_line(screen, look);
        // Below a board beside its list the middle is that of the board.
        let place = match layout.panel {
            Some(_) if message.width() <= usize::from(layout.board.width) => {
                Rect { y: place.y, height: 1, ..layout.board }
            }
            _ => place,
        };
        paint::line(place, buffer, &message, Alignment::Center);
    }
}

/// The room beside the board, if there is a board.
pub(super) fn beside(area: Rect, look: Look) -> Option<Rect> {
    Layout::new(area, look).map(|layout| paint::beside(area, layout.board, layout.panel))
}

/// The side of the board that was clicked, seen from its middle.
pub(super) fn side_of(area: Rect, x: u16, y: u16) -> Option<Direction> {
    let board = Layout::new(area, Look::FULL)?.board;
    let inside = x >= board.x && x < board.right() && y >= board.y && y < board.bottom();
    if !inside {
        return None;
    }
    // In halves of a column, rows being twice as high as columns are wide.
    let right = 2 * i32::from(x - board.x) + 1 - i32::from(board.width);
    let down = 2 * (2 * i32::from(y - board.y) + 1 - i32::from(board.height));
    Some(match (right.abs() >= down.abs(), right > 0, down > 0) {
        (true, true, _) => Direction::Right,
        (true, false, _) => Direction::Left,
        (false, _, true) => Direction::Down,
        (false, _, false) => Direction::Up,
    })
}

fn draw_panel(screen: &Screen, area: Rect, buffer: &mut Buffer, look: Look) {
    let game = screen.game.game();
    let width = area.width;
    let row = |name: &str, value: String| paint::value_line(look, width, name, &value);
    let fours = screen.game.settings().fours_percent();
    let heading = |text: &'static str| {
        Line::styled(text, look.ink(paint::ACCENT).add_modifier(Modifier::BOLD))
    };
    let scores = vec![
        heading("Score"),
        row("largest tile", grouped(game.course_score().into())),
        row("sum of merges", grouped(game.original_score())),
        row("moves", grouped(game.moves().into())),
    ];
    let mut lines = scores;
    if area.height >= 12 {
        lines.extend([
            Line::default(),
            heading("Game"),
            row("target", grouped(game.settings().target().into())),
            row("new tiles", format!("{} % twos", 100 - fours)),
        ]);
    }
    if area.height >= 20 && !screen.is_watched {
        lines.extend([Line::default(), heading("Keys")]);
        lines.extend(screen_keys(screen).map(|(key, action)| row(key, action.to_owned())));
    }
    Paragraph::new(lines).render(area, buffer);
}

/// The keys that are of use now.
fn screen_keys(screen: &Screen) -> impl Iterator<Item = (&'static str, &'static str)> {
    let status = screen.game.game().status();
    [
        (status == Status::Playing, "arrows", "slide"),
        (status == Status::Playing, "i", "best move"),
        (screen.game.can_undo(), "u", "take back"),
        (status == Status::Won, "c", "go on"),
    ]
    .into_iter()
    .filter(|(is_useful, ..)| *is_useful)
    .map(|(_, key, action)| (key, action))
}

fn status_line(screen: &Screen, look: Look) -> Line<'static> {
    let game = screen.game.game();
    let dim = paint::dim(look);
    Line::from(vec![
        Span::styled(grouped(game.course_score().into()), paint::strong(look)),
        Span::styled(format!(" of {}  merged ", game.settings().target()), dim),
        Span::styled(grouped(game.original_score()), paint::strong(look)),
        Span::styled(format!("  {} moves", grouped(game.moves().into())), dim),
    ])
}

fn message_line(screen: &Screen, look: Look) -> Line<'static> {
    let (text, style): (String, Style) = match (screen.game.game().status(), screen.message) {
        // Also after the end, where the result takes the place of every other message.
        (_, Message::NothingToUndo) => ("there is nothing to take back".into(), paint::dim(look)),
        (Status::Won, _) if screen.is_watched => ("the target is reached".into(), good(look)),
        (Status::Won, _) => ("the target is reached: c goes on".into(), good(look)),
        (Status::Lost, _) => ("no tile can move any more".into(), look.ink(paint::BAD)),
        (_, Message::Blocked(direction)) => {
            (format!("nothing moves {}", word_for(direction)), paint::dim(look))
        }
        (_, Message::NotYet) => ("the target is not reached yet".into(), paint::dim(look)),
        (Status::Playing, Message::Nothing) => match screen.hint {
            Hint::Unasked => (String::new(), Style::new()),
            Hint::Wanted | Hint::Thinking => ("thinking".into(), paint::dim(look)),
            Hint::Known(direction) => {
                let arrow = arrow(direction, look);
                (format!("{arrow} best move: {}", word_for(direction)), good(look))
            }
        },
    };
    Line::styled(text, style)
}

fn good(look: Look) -> Style {
    look.ink(paint::GOOD).add_modifier(Modifier::BOLD)
}

fn arrow(direction: Direction, look: Look) -> &'static str {
    match direction {
        Direction::Left => look.pick("←", "<"),
        Direction::Right => look.pick("→", ">"),
        Direction::Up => look.pick("↑", "^"),
        Direction::Down => look.pick("↓", "v"),
    }
}
