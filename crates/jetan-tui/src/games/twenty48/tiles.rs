//! The board itself, in three forms: pixels where there are colours, boxes where there are none,
//! and rows of numbers where there is little room.

use jetan_games::twenty48::PackedBoard;
use jetan_play::twenty48::{TileCell, tile_cells};
use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget};

use super::motion::{SlideMotion, SlidePhase};
use crate::look::{ColourSupport, Rgb, TerminalLook};
use crate::paint::canvas::{PixelCanvas, blend};
use crate::paint::{self, digits};

const BOARD: Rgb = (36, 40, 50);
const HOLE: Rgb = (50, 55, 68);
const WHITE: Rgb = (255, 255, 255);
const DARK: Rgb = (24, 26, 32);

/// The grounds of 2, 4, 8 and so on.
const GROUNDS: [Rgb; 15] = [
    (94, 106, 130),
    (84, 136, 160),
    (66, 158, 148),
    (98, 172, 96),
    (164, 184, 74),
    (222, 190, 74),
    (236, 156, 62),
    (232, 116, 66),
    (222, 78, 92),
    (206, 70, 148),
    (160, 86, 216),
    (112, 104, 236),
    (74, 150, 244),
    (64, 206, 226),
    (244, 240, 224),
];

/// The form in which the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardForm {
    /// Tiles of pixels, this far from each other.
    Pixels(u16),
    /// Tiles with frames, this many columns and rows from each other.
    Boxes(u16, u16),
    /// A row of numbers of this width for each row of the board, the second number lines apart.
    Rows(u16, u16),
}

/// The distances of tiles in pixels, largest first; even, so that every row looks the same.
const PITCHES: [u16; 12] = [28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6];
/// The distances of boxes.
const BOXES: [(u16, u16); 6] = [(26, 13), (22, 11), (18, 9), (14, 7), (10, 5), (8, 3)];
/// The widths of numbers in a row, and the distances of rows.
const ROWS: [(u16, u16); 4] = [(6, 2), (6, 1), (4, 2), (4, 1)];

impl BoardForm {
    /// The largest form for some room, if any fits.
    pub(super) fn that_fits(width: u16, height: u16, look: TerminalLook) -> Option<BoardForm> {
        let all: Vec<BoardForm> = if look.is_ascii || look.colours == ColourSupport::None {
            BOXES.into_iter().map(|(columns, rows)| BoardForm::Boxes(columns, rows)).collect()
        } else {
            PITCHES.into_iter().map(BoardForm::Pixels).collect()
        };
        let fits = |form: &BoardForm| {
            let (columns, rows) = form.size();
            columns <= width && rows <= height
        };
        let rows = ROWS.into_iter().map(|(width, distance)| BoardForm::Rows(width, distance));
        all.into_iter().chain(rows).find(fits)
    }

    /// The number of columns and rows it takes.
    pub(super) fn size(self) -> (u16, u16) {
        match self {
            BoardForm::Pixels(pitch) => {
                let pixels = 4 * pitch + gap(pitch);
                (pixels, pixels.div_ceil(2))
            }
            BoardForm::Boxes(columns, rows) => (4 * columns, 4 * rows),
            BoardForm::Rows(width, distance) => (4 * width + 3, 3 * distance + 1),
        }
    }

    /// Draws a board, or what is on its way to it.
    pub(super) fn draw(
        self,
        board: PackedBoard,
        motion: Option<&SlideMotion>,
        area: Rect,
        buffer: &mut Buffer,
        look: TerminalLook,
    ) {
        match self {
            BoardForm::Pixels(pitch) => {
                PixelTiles { pitch: pitch.into(), look }.draw(board, motion, area, buffer);
            }
            BoardForm::Boxes(columns, rows) => {
                let boxes = BoxedTiles { columns: columns.into(), rows: rows.into(), look };
                boxes.draw(board, motion, area, buffer);
            }
            BoardForm::Rows(width, distance) => {
                draw_rows(board, (width, distance), area, buffer, look);
            }
        }
    }
}

/// The pixels between two tiles.
fn gap(pitch: u16) -> u16 {
    if pitch < 20 { 1 } else { 2 }
}

/// The ground of a tile and the colour of its number.
fn colours(number: u32) -> (Rgb, Rgb) {
    let step = number.checked_ilog2().unwrap_or(1).saturating_sub(1) as usize;
    let ground = GROUNDS[step.min(GROUNDS.len() - 1)];
    // Rough weights of brightness; white comes to 2,550.
    let light = u32::from(ground.0) * 3 + u32::from(ground.1) * 6 + u32::from(ground.2);
    (ground, if light > 1500 { DARK } else { WHITE })
}

/// A tile in a frame of an animation: where it is, in parts of a cell, and how large.
struct DrawnTile {
    number: u32,
    row: f32,
    column: f32,
    /// 1 is the usual size.
    size: f32,
    /// The brightness of its flash, from 0 to 1.
    flash: f32,
}

/// Every tile as it is seen now, those that move above those that rest.
fn seen(board: PackedBoard, motion: Option<&SlideMotion>) -> Vec<DrawnTile> {
    let resting = |(row, column): TileCell| DrawnTile {
        number: board.tile(row, column),
        row: row as f32,
        column: column as f32,
        size: 1.0,
        flash: 0.0,
    };
    let tiles = tile_cells().map(resting).filter(|tile| tile.number != 0);
    let Some(motion) = motion else { return tiles.collect() };
    match motion.moment() {
        SlidePhase::Gliding(part) => {
            let between = |from: usize, to: usize| from as f32 + (to as f32 - from as f32) * part;
            let glides = motion.shift.glides.iter().map(|glide| DrawnTile {
                number: glide.number,
                row: between(glide.from.0, glide.to.0),
                column: between(glide.from.1, glide.to.1),
                size: 1.0,
                flash: 0.0,
            });
            glides.collect()
        }
        SlidePhase::Popping(part) => tiles
            .map(|tile| {
                let place = (tile.row as usize, tile.column as usize);
                let (size, flash) = if motion.is_new(place) {
                    (0.3 + 0.7 * part, 0.0)
                } else if motion.is_merged(place) {
                    (1.0 + 0.15 * (1.0 - part), 0.6 * (1.0 - part))
                } else {
                    (1.0, 0.0)
                };
                DrawnTile { size, flash, ..tile }
            })
            .collect(),
    }
}

struct PixelTiles {
    pitch: i32,
    look: TerminalLook,
}

impl PixelTiles {
    fn draw(
        &self,
        board: PackedBoard,
        motion: Option<&SlideMotion>,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let gap = i32::from(gap(self.pitch as u16));
        let (side, tile) = (4 * self.pitch + gap, self.pitch - gap);
        let mut canvas = PixelCanvas::new(side as u16, side as u16);
        canvas.fill_round(0, 0, side, side, BOARD);
        for (row, column) in tile_cells() {
            let (x, y) = (column as i32 * self.pitch + gap, row as i32 * self.pitch + gap);
            canvas.fill_round(x, y, tile, tile, HOLE);
        }
        let mut words = Vec::new();
        for seen in seen(board, motion) {
            let middle = |place: f32| gap as f32 + (place + 0.5) * self.pitch as f32 - 0.5;
            let size = ((tile as f32 * seen.size).round() as i32).max(1);
            let start =
                |place: f32| (middle(place) - (size + gap) as f32 / 2.0 + 0.5).round() as i32;
            let (x, y) = (start(seen.column), start(seen.row));
            let (ground, ink) = colours(seen.number);
            let ground = blend(ground, WHITE, seen.flash);
            canvas.fill_round(x, y, size, size, ground);
            let digits = seen.number.ilog10() as usize + 1;
            match digits::scale_in(digits, size - 2, size - 4) {
                // Smaller tiles have no room for digits of pixels, so the terminal's letters take
                // their place.
                scale if self.pitch >= 18 && scale > 0 => {
                    let scale = scale.min(size / 8).max(1);
                    digits::paint(&mut canvas, seen.number, (x, y, size, size), scale, ink);
                }
                _ if size >= digits as i32 => {
                    words.push((
                        seen.number,
                        x + (size - digits as i32 + 1) / 2,
                        y + size / 2,
                        ground,
                        ink,
                    ));
                }
                _ => {}
            }
        }
        canvas.draw(area, buffer, self.look);
        // Letters lie on the pixels, so they are written last.
        for (number, x, y, ground, ink) in words {
            let style = self.look.paint(ink, ground).add_modifier(Modifier::BOLD);
            put(area, buffer, (x, y / 2), &number.to_string(), style);
        }
    }
}

struct BoxedTiles {
    columns: i32,
    rows: i32,
    look: TerminalLook,
}

impl BoxedTiles {
    fn draw(
        &self,
        board: PackedBoard,
        motion: Option<&SlideMotion>,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let hole = self.look.pick("·", ".");
        for (row, column) in tile_cells() {
            let x = column as i32 * self.columns + (self.columns - 1) / 2;
            let y = row as i32 * self.rows + self.rows / 2;
            put(area, buffer, (x, y), hole, paint::dim(self.look));
        }
        for seen in seen(board, motion) {
            let x = (seen.column * self.columns as f32).round() as i32;
            let y = (seen.row * self.rows as f32).round() as i32;
            self.draw_tile(&seen, (x, y), area, buffer);
        }
    }

    fn draw_tile(&self, seen: &DrawnTile, (x, y): (i32, i32), area: Rect, buffer: &mut Buffer) {
        let (ground, ink) = colours(seen.number);
        let style = self.look.paint(ink, ground).add_modifier(Modifier::BOLD);
        // Without colours a flash is an inversion.
        let style = if seen.flash > 0.0 { style.add_modifier(Modifier::REVERSED) } else { style };
        let text = seen.number.to_string();
        let (width, height) = (self.columns - 1, self.rows);
        // A tile that still grows has no frame.
        if seen.size < 0.9 {
            let middle = (x + (width - text.len() as i32) / 2, y + height / 2);
            return put(area, buffer, middle, &text, style);
        }
        let place = Rect {
            x: area.x + x.max(0) as u16,
            y: area.y + y.max(0) as u16,
            width: width as u16,
            height: height as u16,
        };
        let place = place.intersection(area).intersection(buffer.area);
        Clear.render(place, buffer);
        buffer.set_style(place, style);
        paint::frame(self.look).border_style(style).render(place, buffer);
        let line = Line::styled(text, style);
        let inside = Rect { x: place.x + 1, width: place.width.saturating_sub(2), ..place };
        paint::line(paint::rows(inside, height as u16 / 2, 1), buffer, &line, Alignment::Center);
    }
}

fn draw_rows(
    board: PackedBoard,
    (word, distance): (u16, u16),
    area: Rect,
    buffer: &mut Buffer,
    look: TerminalLook,
) {
    let width = usize::from(word);
    for (row, column) in tile_cells() {
        let number = board.tile(row, column);
        let x = column as i32 * (i32::from(word) + 1);
        let y = row as i32 * i32::from(distance);
        let (text, style) = if number == 0 {
            (format!("{:^width$}", look.pick("·", ".")), look.paint(paint::DIM, HOLE))
        } else {
            let (ground, ink) = colours(number);
            let digits = number.to_string();
            // In four columns 16384 is `16k`.
            let digits = if digits.len() > width { format!("{}k", number >> 10) } else { digits };
            (format!("{digits:^width$}"), look.paint(ink, ground).add_modifier(Modifier::BOLD))
        };
        put(area, buffer, (x, y), &text, style);
    }
}

/// Writes a few letters, if they lie inside of the area.
fn put(area: Rect, buffer: &mut Buffer, (x, y): (i32, i32), text: &str, style: Style) {
    let area = area.intersection(buffer.area);
    if x < 0 || y < 0 || y >= i32::from(area.height) || x >= i32::from(area.width) {
        return;
    }
    let room = usize::from(area.width - x as u16);
    buffer.set_stringn(area.x + x as u16, area.y + y as u16, text, room, style);
}
