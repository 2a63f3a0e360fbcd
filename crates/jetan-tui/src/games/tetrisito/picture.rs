//! The whole picture: field, goal, pieces and the line under them.

use jetan_games::tetrisito::PieceMask;
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::layout::TetrisitoLayout;
use super::motion::DropFrame;
use super::tile::{self, FieldTile};
use super::{TetrisitoMessage, TetrisitoScreen, status};
use crate::look::{Rgb, TerminalLook};
use crate::paint::{ACCENT, BAD, WARM, dim, strong, too_small};
use jetan_play::tetrisito::{
    CellOwner, HIDDEN_ROWS, NOBODY, TetrisitoPosition, cells, rows_to_fall,
};

const LINE: Rgb = (130, 140, 165);
const LINE_HIDDEN: Rgb = (80, 88, 108);

/// Draws a game.
pub(super) fn draw(screen: &TetrisitoScreen, area: Rect, buffer: &mut Buffer, look: TerminalLook) {
    let area = area.intersection(buffer.area);
    let Some(layout) = TetrisitoLayout::new(area) else {
        let needed =
            format!("needs {}x{}", TetrisitoLayout::WIDTH_MIN, TetrisitoLayout::HEIGHT_MIN);
        too_small(area, buffer, &needed);
        return;
    };
    let frame = screen.motions.front().map_or_else(
        || DropFrame {
            position: screen.attempt().position(),
            fallen: None,
            refused: None,
            clearing: None,
        },
        |motion| motion.frame(),
    );
    draw_frames(&layout, buffer, look);
    draw_field(screen, &frame, &layout, buffer, look);
    draw_goal(screen, frame.position, &layout, buffer, look);
    draw_pieces(screen, &frame, &layout, buffer, look);
    status::draw(screen, frame.position, &layout, buffer, look);
    draw_message(screen, layout.message, buffer, look);
}

fn draw_frames(layout: &TetrisitoLayout, buffer: &mut Buffer, look: TerminalLook) {
    let (field, goal) = (layout.field, layout.goal);
    let hidden = Rect { height: goal.y - field.y, ..field };
    let faint = look.ink(LINE_HIDDEN);
    let across = |sign: &str| sign.repeat(usize::from(field.width - 2));
    let dashes = across(look.pick("╌", "-"));
    let top = if look.is_ascii { format!("+{dashes}+") } else { format!("╭{dashes}╮") };
    buffer.set_string(field.x, field.y, top, faint);
    for y in hidden.y + 1..hidden.bottom() {
        buffer.set_string(field.x, y, look.pick("┊", ":"), faint);
        buffer.set_string(field.right() - 1, y, look.pick("┊", ":"), faint);
    }
    let visible = Rect { y: goal.y, height: goal.height, ..field };
    draw_box(visible, if look.is_ascii { ["+", "+"] } else { ["├", "┤"] }, buffer, look);
    draw_box(goal, if look.is_ascii { ["+", "+"] } else { ["╭", "╮"] }, buffer, look);
    let title = look.ink(LINE).add_modifier(Modifier::BOLD);
    buffer.set_string(goal.x + 2, goal.y, " goal ", title);
}

fn draw_box(place: Rect, corners: [&str; 2], buffer: &mut Buffer, look: TerminalLook) {
    let style = look.ink(LINE);
    let across = look.pick("─", "-").repeat(usize::from(place.width - 2));
    let [left, right] = corners;
    buffer.set_string(place.x, place.y, format!("{left}{across}{right}"), style);
    let bottom = if look.is_ascii { format!("+{across}+") } else { format!("╰{across}╯") };
    buffer.set_string(place.x, place.bottom() - 1, bottom, style);
    for y in place.y + 1..place.bottom() - 1 {
        buffer.set_string(place.x, y, look.pick("│", "|"), style);
        buffer.set_string(place.right() - 1, y, look.pick("│", "|"), style);
    }
}

/// The piece that hangs over the field: its number, its cells and how far it has fallen.
struct HangingPiece {
    owner: CellOwner,
    piece: PieceMask,
    offset: u32,
    fallen: u32,
}

impl HangingPiece {
    fn of(screen: &TetrisitoScreen, frame: &DropFrame<'_>) -> Option<HangingPiece> {
        let hang = |at: usize, offset: u32, fallen: u32| {
            let piece = *screen.attempt().pieces().get(at)?;
            Some(HangingPiece { owner: at as CellOwner + 1, piece, offset, fallen })
        };
        match screen.motions.front() {
            Some(motion) => hang(motion.drop.piece, motion.drop.offset, frame.fallen?),
            None if screen.attempt().is_over()
                || screen.attempt().refusal(screen.chosen).is_some() =>
            {
                None
            }
            None => hang(screen.chosen, screen.offset, 0),
        }
    }

    fn covers(&self, row: u32, column: u32, fallen: u32) -> bool {
        let mut cells = cells(self.piece);
        cells.any(|(down, right)| down + fallen == row && right + self.offset == column)
    }
}

fn draw_field(
    screen: &TetrisitoScreen,
    frame: &DropFrame<'_>,
    layout: &TetrisitoLayout,
    buffer: &mut Buffer,
    look: TerminalLook,
) {
    let (puzzle, position) = (screen.attempt().puzzle(), frame.position);
    let (shape, goal) = (puzzle.shape(), puzzle.goal());
    let hanging = HangingPiece::of(screen, frame);
    let rest = hanging
        .as_ref()
        .map_or(0, |hanging| rows_to_fall(shape, position.field, hanging.piece, hanging.offset));
    for row in 0..HIDDEN_ROWS + shape.rows() {
        let visible = row.checked_sub(HIDDEN_ROWS);
        let is_full = visible.is_some_and(|row| {
            (0..shape.columns()).all(|column| position.field.is_filled(shape, row, column))
        });
        for column in 0..shape.columns() {
            let owner = visible.map_or(NOBODY, |row| position.owner(shape, row, column));
            let is_goal = visible.is_some_and(|row| goal.is_filled(shape, row, column));
            let covers =
                |fallen| hanging.as_ref().is_some_and(|piece| piece.covers(row, column, fallen));
            // Vanishing rows cover everything, and a piece its own shadow.
            let tile = match (&hanging, frame.clearing) {
                (_, Some(is_lit)) if is_full => FieldTile::Vanishing(is_lit),
                (Some(piece), _) if covers(piece.fallen) => match frame.refused {
                    Some(true) => FieldTile::Stuck,
                    _ => FieldTile::Piece(piece.owner),
                },
                (Some(piece), _) if covers(rest) && visible.is_some() => {
                    FieldTile::Shadow(piece.owner, is_goal)
                }
                _ => match (owner != NOBODY, is_goal) {
                    (true, true) => FieldTile::Fits(owner),
                    (true, false) => FieldTile::Extra,
                    (false, true) => FieldTile::Open,
                    (false, false) if visible.is_some() => FieldTile::Floor,
                    (false, false) => FieldTile::Blank,
                },
            };
            tile::draw(tile, layout.cell(row, column), buffer, look);
        }
    }
}

fn draw_goal(
    screen: &TetrisitoScreen,
    position: &TetrisitoPosition,
    layout: &TetrisitoLayout,
    buffer: &mut Buffer,
    look: TerminalLook,
) {
    let (shape, goal) = (screen.attempt().puzzle().shape(), screen.attempt().puzzle().goal());
    for (row, column) in
        (0..shape.rows()).flat_map(|row| (0..shape.columns()).map(move |column| (row, column)))
    {
        let tile = match (goal.is_filled(shape, row, column), position.owner(shape, row, column)) {
            (false, _) => FieldTile::Blank,
            (true, NOBODY) => FieldTile::Wanted,
            (true, owner) => FieldTile::Fits(owner),
        };
        tile::draw(tile, layout.goal_cell(row, column), buffer, look);
    }
}

fn draw_pieces(
    screen: &TetrisitoScreen,
    frame: &DropFrame<'_>,
    layout: &TetrisitoLayout,
    buffer: &mut Buffer,
    look: TerminalLook,
) {
    let (pieces, scale) = (screen.attempt().pieces(), layout.piece_scale);
    let flying = screen.motions.front().map(|motion| motion.drop.piece);
    for (at, slot) in layout.slots(pieces.len(), flying.unwrap_or(screen.chosen)) {
        let is_gone = frame.position.is_used(at);
        let is_chosen = match flying {
            Some(piece) => piece == at,
            None => at == screen.chosen && !screen.attempt().is_over(),
        } && !is_gone;
        let number = at + 1;
        let (label, style) = match (is_chosen, is_gone) {
            (true, _) => (format!("{} {number}", look.pick("▶", ">")), bold(look, WARM)),
            (_, true) => (format!("{number} used"), dim(look)),
            _ if screen.attempt().refusal(at).is_some() && flying.is_none() => {
                (format!("{number} {}", look.pick("–", "-")), dim(look))
            }
            _ => (number.to_string(), strong(look)),
        };
        buffer.set_stringn(slot.x, slot.y, label, usize::from(slot.width), style);
        let tile = if is_gone { FieldTile::Gone } else { FieldTile::Piece(at as CellOwner + 1) };
        for (row, column) in cells(pieces[at]) {
            let x = slot.x + column as u16 * 2 * scale;
            let y = slot.y + 1 + row as u16 * scale;
            let place = Rect::new(x, y, 2 * scale, scale).intersection(slot);
            // Half a tile would look like another piece.
            if place.width == 2 * scale {
                tile::draw(tile, place, buffer, look);
            }
        }
    }
}

fn draw_message(screen: &TetrisitoScreen, place: Rect, buffer: &mut Buffer, look: TerminalLook) {
    let is_plan = screen.is_plan_shown && screen.motions.len() > 1;
    let TetrisitoMessage { text, is_warning } = &screen.message;
    // The result is not shown while pieces are still on their way.
    let is_early = screen.motions.front().is_some_and(|motion| !motion.is_refusal());
    let line = match (is_plan, *is_warning) {
        (true, _) => Line::styled("the plan, drop by drop", look.ink(ACCENT)),
        _ if is_early => Line::default(),
        (_, true) => Line::styled(text.as_str(), bold(look, BAD)),
        _ if screen.attempt().is_over() => {
            let star = look.pick("★", "*");
            Line::styled(format!("{star} {text} {star}"), bold(look, WARM))
        }
        _ => Line::styled(text.as_str(), look.ink(ACCENT)),
    };
    Paragraph::new(line).alignment(Alignment::Center).render(place, buffer);
}

pub(super) fn bold(look: TerminalLook, colour: Rgb) -> Style {
    look.ink(colour).add_modifier(Modifier::BOLD)
}
