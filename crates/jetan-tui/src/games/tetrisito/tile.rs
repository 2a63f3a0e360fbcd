//! One cell of the field, the goal or a piece, in every size and look.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use crate::look::{ColourSupport, Rgb, TerminalLook};
use jetan_play::tetrisito::{CellOwner, NOBODY, START};

/// The contents of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldTile {
    /// No tile at all.
    Blank,
    /// Nothing, in the field: a dot shows the column.
    Floor,
    /// Nothing, but the goal has a cell here.
    Open,
    /// A cell of the goal that is not reached yet, in the picture of the goal.
    Wanted,
    /// Frozen, and the goal has a cell here.
    Fits(CellOwner),
    /// Frozen, but the goal has none.
    Extra,
    /// Of a piece in the air or in the list.
    Piece(CellOwner),
    /// Of a piece that was dropped, in the list.
    Gone,
    /// The resting position of the chosen piece, and whether the goal has a cell there.
    Shadow(CellOwner, bool),
    /// Of a piece that got stuck.
    Stuck,
    /// Of a row that vanishes; whether it is lit just now.
    Vanishing(bool),
}

/// Colours that people with any kind of colour blindness tell apart (Okabe and Ito).
const PIECES: [Rgb; 6] =
    [(86, 180, 233), (230, 159, 0), (0, 178, 130), (240, 228, 66), (214, 130, 178), (224, 110, 40)];
const STONE: Rgb = (134, 142, 160);
const WANTED: Rgb = (200, 170, 90);
const OPEN: Rgb = (126, 118, 86);
const BAD: Rgb = (226, 84, 84);
const BAD_GROUND: Rgb = (92, 26, 34);

/// The colour of a piece, or of the cells of the start.
pub(super) fn colour(owner: CellOwner) -> Rgb {
    match owner {
        START | NOBODY => STONE,
        // After six pieces the colours repeat; large cells have numbers as well.
        piece => PIECES[usize::from(piece - 1) % PIECES.len()],
    }
}

/// Draws a tile into its place.
pub(super) fn draw(tile: FieldTile, place: Rect, buffer: &mut Buffer, look: TerminalLook) {
    let (sign, style) = match tile {
        FieldTile::Blank => return,
        FieldTile::Floor => return draw_dot(place, look.ink(OPEN), buffer, look),
        FieldTile::Open => return draw_outline(place, look.ink(OPEN), buffer, look),
        FieldTile::Wanted => (look.pick("▒", "%"), look.ink(WANTED)),
        FieldTile::Fits(owner) => {
            return draw_block(owner, look.pick("█", "#"), place, buffer, look);
        }
        FieldTile::Piece(owner) => {
            let is_coloured = look.colours != ColourSupport::None;
            // Without colours a piece in the air must still differ from one at rest.
            let full = if is_coloured { "█" } else { "▓" };
            return draw_block(owner, look.pick(full, "@"), place, buffer, look);
        }
        FieldTile::Extra => (look.pick("╳", "x"), look.paint((255, 160, 160), BAD_GROUND)),
        FieldTile::Gone => (look.pick("░", "-"), Style::new().add_modifier(Modifier::DIM)),
        FieldTile::Shadow(owner, true) => (look.pick("▒", ":"), look.ink(darker(colour(owner)))),
        FieldTile::Shadow(_, false) => (look.pick("░", "!"), look.ink(BAD)),
        FieldTile::Stuck => ("X", look.mark((255, 240, 240), BAD)),
        FieldTile::Vanishing(true) => (look.pick("█", "*"), look.ink((255, 255, 255))),
        FieldTile::Vanishing(false) => (look.pick("▒", "="), look.ink(STONE)),
    };
    fill(sign, style, place, buffer);
}

fn draw_dot(place: Rect, style: Style, buffer: &mut Buffer, look: TerminalLook) {
    let (x, y) = (place.x + (place.width - 1) / 2, place.y + (place.height - 1) / 2);
    buffer.set_string(x, y, look.pick("·", "."), style.add_modifier(Modifier::DIM));
}

fn fill(sign: &str, style: Style, place: Rect, buffer: &mut Buffer) {
    let row = sign.repeat(usize::from(place.width));
    for y in place.y..place.bottom() {
        buffer.set_string(place.x, y, &row, style);
    }
}

/// A solid cell; large ones have light from above and the number of their piece.
fn draw_block(owner: CellOwner, sign: &str, place: Rect, buffer: &mut Buffer, look: TerminalLook) {
    let base = colour(owner);
    fill(sign, look.ink(base), place, buffer);
    if place.height < 2 {
        return;
    }
    if look.colours != ColourSupport::None && !look.is_ascii {
        let row = |sign: &str| sign.repeat(usize::from(place.width));
        let (light, dark) = (lighter(base), darker(base));
        buffer.set_string(place.x, place.y, row("▀"), look.paint(light, base));
        buffer.set_string(place.x, place.bottom() - 1, row("▄"), look.paint(dark, base));
    }
    // In a cell of two rows the number would cut through the light.
    if owner != START && place.height > 2 {
        let (x, y) = (place.x + (place.width - 1) / 2, place.y + (place.height - 1) / 2);
        let style = look.mark((16, 18, 24), base).add_modifier(Modifier::BOLD);
        buffer.set_string(x, y, owner.to_string(), style);
    }
}

/// An empty cell that the goal wants filled.
fn draw_outline(place: Rect, style: Style, buffer: &mut Buffer, look: TerminalLook) {
    if place.height < 2 {
        buffer.set_string(place.x, place.y, "[]", style);
        return;
    }
    let across = look.pick("─", "-").repeat(usize::from(place.width - 2));
    let [top, bottom] = if look.is_ascii {
        [format!(".{across}."), format!("'{across}'")]
    } else {
        [format!("╭{across}╮"), format!("╰{across}╯")]
    };
    buffer.set_string(place.x, place.y, top, style);
    buffer.set_string(place.x, place.bottom() - 1, bottom, style);
    for y in place.y + 1..place.bottom() - 1 {
        buffer.set_string(place.x, y, look.pick("│", "|"), style);
        buffer.set_string(place.right() - 1, y, look.pick("│", "|"), style);
    }
}

fn lighter((red, green, blue): Rgb) -> Rgb {
    let up = |value: u8| value.saturating_add((u8::MAX - value) / 3);
    (up(red), up(green), up(blue))
}

fn darker((red, green, blue): Rgb) -> Rgb {
    let down = |value: u8| value - value / 3;
    (down(red), down(green), down(blue))
}
