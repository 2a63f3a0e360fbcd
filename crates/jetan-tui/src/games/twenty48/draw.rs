//! The layout of the screen: the board, the scores beside or above it, a line below.

use jetan_games::twenty48::{SlideDirection, SlideStatus};
use jetan_play::PlayableGame;
use jetan_play::twenty48::word_for;
use jetan_play::words::grouped;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::tiles::BoardForm;
use super::{MoveHint, Twenty48Message, Twenty48Screen};
use crate::look::TerminalLook;
use crate::paint;

/// The width of the list of scores beside the board.
const PANEL_COLUMNS: u16 = 22;
/// The columns between board and list.
const PANEL_GAP_COLUMNS: u16 = 3;

/// The rectangles of everything.
struct Twenty48Layout {
    form: BoardForm,
    board: Rect,
    panel: Option<Rect>,
    /// A line of scores above the board.
    status: Option<Rect>,
    /// A line for messages below it.
    message: Option<Rect>,
}

impl Twenty48Layout {
    fn new(area: Rect, look: TerminalLook) -> Option<Twenty48Layout> {
        let below = area.height.saturating_sub(1);
        let beside = area.width.saturating_sub(PANEL_COLUMNS + PANEL_GAP_COLUMNS);
        // The list of scores may cost the board some size, but not all of it.
        let wide = BoardForm::that_fits(beside, below, look)
            .filter(|form| !matches!(form, BoardForm::Rows(..)) || area.height < 13);
        let with_status = || BoardForm::that_fits(area.width, below.saturating_sub(1), look);
        let alone = || BoardForm::that_fits(area.width, area.height, look);
        let (form, has_panel) = match wide {
            Some(form) => (form, true),
            None => (with_status().or_else(alone)?, false),
        };
        let (columns, rows) = form.size();
        let width = if has_panel { columns + PANEL_GAP_COLUMNS + PANEL_COLUMNS } else { columns };
        let spare = area.height - rows;
        let has_status = !has_panel && spare >= 2;
        let height = rows + u16::from(spare >= 1) + u16::from(has_status);
        let all = paint::centred(area, width, height);
        let top = u16::from(has_status);
        let board = Rect { width: columns, ..paint::rows(all, top, rows) };
        let panel = has_panel.then(|| Rect {
            x: board.right() + PANEL_GAP_COLUMNS,
            y: board.y,
            width: PANEL_COLUMNS
                .min(area.right().saturating_sub(board.right() + PANEL_GAP_COLUMNS)),
            height: rows,
        });
        let status = has_status.then_some(Rect { y: all.y, height: 1, ..area });
        let message = (spare >= 1).then(|| Rect { y: board.bottom(), height: 1, ..area });
        Some(Twenty48Layout { form, board, panel, status, message })
    }
}

/// Draws the whole game.
pub(super) fn draw(screen: &Twenty48Screen, area: Rect, buffer: &mut Buffer, look: TerminalLook) {
    let area = area.intersection(buffer.area);
    let Some(layout) = Twenty48Layout::new(area, look) else {
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
pub(super) fn beside(area: Rect, look: TerminalLook) -> Option<Rect> {
    Twenty48Layout::new(area, look).map(|layout| paint::beside(area, layout.board, layout.panel))
}

/// The side of the board that was clicked, seen from its middle.
pub(super) fn side_of(area: Rect, x: u16, y: u16) -> Option<SlideDirection> {
    let board = Twenty48Layout::new(area, TerminalLook::FULL)?.board;
    let inside = x >= board.x && x < board.right() && y >= board.y && y < board.bottom();
    if !inside {
        return None;
    }
    // In halves of a column, rows being twice as high as columns are wide.
    let right = 2 * i32::from(x - board.x) + 1 - i32::from(board.width);
    let down = 2 * (2 * i32::from(y - board.y) + 1 - i32::from(board.height));
    Some(match (right.abs() >= down.abs(), right > 0, down > 0) {
        (true, true, _) => SlideDirection::Right,
        (true, false, _) => SlideDirection::Left,
        (false, _, true) => SlideDirection::Down,
        (false, _, false) => SlideDirection::Up,
    })
}

fn draw_panel(screen: &Twenty48Screen, area: Rect, buffer: &mut Buffer, look: TerminalLook) {
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
fn screen_keys(screen: &Twenty48Screen) -> impl Iterator<Item = (&'static str, &'static str)> {
    let status = screen.game.game().status();
    [
        (status == SlideStatus::Playing, "arrows", "slide"),
        (status == SlideStatus::Playing, "i", "best move"),
        (screen.game.can_undo(), "u", "take back"),
        (status == SlideStatus::Won, "c", "go on"),
    ]
    .into_iter()
    .filter(|(is_useful, ..)| *is_useful)
    .map(|(_, key, action)| (key, action))
}

fn status_line(screen: &Twenty48Screen, look: TerminalLook) -> Line<'static> {
    let game = screen.game.game();
    let dim = paint::dim(look);
    Line::from(vec![
        Span::styled(grouped(game.course_score().into()), paint::strong(look)),
        Span::styled(format!(" of {}  merged ", game.settings().target()), dim),
        Span::styled(grouped(game.original_score()), paint::strong(look)),
        Span::styled(format!("  {} moves", grouped(game.moves().into())), dim),
    ])
}

fn message_line(screen: &Twenty48Screen, look: TerminalLook) -> Line<'static> {
    let (text, style): (String, Style) = match (screen.game.game().status(), screen.message) {
        // Also after the end, where the result takes the place of every other message.
        (_, Twenty48Message::NothingToUndo) => {
            ("there is nothing to take back".into(), paint::dim(look))
        }
        (SlideStatus::Won, _) if screen.is_watched => ("the target is reached".into(), good(look)),
        (SlideStatus::Won, _) => ("the target is reached: c goes on".into(), good(look)),
        (SlideStatus::Lost, _) => ("no tile can move any more".into(), look.ink(paint::BAD)),
        (_, Twenty48Message::Blocked(direction)) => {
            (format!("nothing moves {}", word_for(direction)), paint::dim(look))
        }
        (_, Twenty48Message::NotYet) => ("the target is not reached yet".into(), paint::dim(look)),
        (SlideStatus::Playing, Twenty48Message::Nothing) => match screen.hint {
            MoveHint::Unasked => (String::new(), Style::new()),
            MoveHint::Wanted | MoveHint::Thinking => ("thinking".into(), paint::dim(look)),
            MoveHint::Known(direction) => {
                let arrow = arrow(direction, look);
                (format!("{arrow} best move: {}", word_for(direction)), good(look))
            }
        },
    };
    Line::styled(text, style)
}

fn good(look: TerminalLook) -> Style {
    look.ink(paint::GOOD).add_modifier(Modifier::BOLD)
}

fn arrow(direction: SlideDirection, look: TerminalLook) -> &'static str {
    match direction {
        SlideDirection::Left => look.pick("←", "<"),
        SlideDirection::Right => look.pick("→", ">"),
        SlideDirection::Up => look.pick("↑", "^"),
        SlideDirection::Down => look.pick("↓", "v"),
    }
}
