//! A board of numbered tiles: 2048.

use jetan_machine::device::screen::{PackScreen, ScreenBoard, ScreenText};

use super::ScreenSurface;
use crate::paint::{Area, Ink, PaintShape, TextPlacement, blend, solid};

/// The side of the square that lengths here are measured in; other screens are scaled.
const DESIGN_SIDE: f32 = 560.0;

const PAGE: u32 = 0x00fa_f6ef;
const FRAME: u32 = 0x00b9_ab9b;
const HOLLOW: u32 = 0x00cd_c1b3;
const DARK: u32 = 0x0056_4c44;
const LIGHT: u32 = 0x00ff_fdf9;
const GOLD: u32 = 0x00b0_7a08;
const PALE: u32 = 0x00ee_e4d6;

/// The height of capitals of texts that are not the last ones, in pixels.
const NOTE_HEIGHT_PIXELS: f32 = 14.0;

/// The ids of a course's two last texts.
const WON: i32 = -2;
const LOST: i32 = -1;

/// Colours of 2, 4, 8 and so on; the last is for everything beyond.
const TILES: [u32; 16] = [
    0x00f3_ebdf,
    0x00f1_dfc0,
    0x00f2_a65e,
    0x00f0_8a4b,
    0x00ee_6c4d,
    0x00e8_5440,
    0x00e0_4a6e,
    0x00c4_468f,
    0x009a_4aa8,
    0x006b_52b5,
    0x00f0_bd34,
    0x0043_a58c,
    0x0028_8a94,
    0x0024_6c93,
    0x0031_4f83,
    0x0035_3646,
];

pub(super) fn draw(screen: &PackScreen, surface: &mut ScreenSurface) {
    let page = Area { x: 0.0, y: 0.0, width: surface.width(), height: surface.height() };
    // Larger than the picture, so that the smooth edges lie outside of it.
    surface.fill(PaintShape::Rounded(page.inset(-4.0), 0.0), solid(PAGE));
    let scale = page.width.min(page.height) / DESIGN_SIDE;
    let left = (page.width - DESIGN_SIDE * scale) / 2.0;
    let top = (page.height - DESIGN_SIDE * scale) / 2.0;
    let mut sheet = ScaledSurface { surface, scale, left, top };
    sheet.heading(screen);
    let frame = Area { x: 56.0, y: 98.0, width: 448.0, height: 448.0 };
    sheet.fill(frame, 10.0, solid(FRAME));
    if let Some(board) = &screen.board {
        sheet.board(board, frame);
    }
    for (&id, text) in &screen.texts {
        match id {
            // The colour of 2048, the tile that wins.
            WON => sheet.verdict(text, frame, Ink { colour: TILES[10], opacity: 0.6 }, GOLD),
            LOST => sheet.verdict(text, frame, Ink { colour: DARK, opacity: 0.6 }, DARK),
            _ => sheet.note(text),
        }
    }
}

/// A surface with the coordinates of the design.
struct ScaledSurface<'a, 'b> {
    surface: &'a mut ScreenSurface<'b>,
    scale: f32,
    left: f32,
    top: f32,
}

impl ScaledSurface<'_, '_> {
    fn fill(&mut self, area: Area, radius: f32, ink: Ink) {
        let ScaledSurface { scale, left, top, .. } = *self;
        let area = Area {
            x: left + area.x * scale,
            y: top + area.y * scale,
            width: area.width * scale,
            height: area.height * scale,
        };
        self.surface.fill(PaintShape::Rounded(area, radius * scale), ink);
    }

    fn write(&mut self, text: &str, at: TextPlacement, colour: u32) {
        let (x, y) = (self.left + at.x * self.scale, self.top + at.y * self.scale);
        let at = TextPlacement { x, y, size: at.size * self.scale, ..at };
        self.surface.write(text, at, solid(colour));
    }

    /// The name of the game, score and target.
    fn heading(&mut self, screen: &PackScreen) {
        let title = if screen.title.is_empty() { "2048" } else { screen.title.as_str() };
        let at = TextPlacement { x: 62.0, y: 50.0, size: 42.0, weight: 0.19, is_centred: false };
        let boxes = [("TARGET", screen.target), ("SCORE", screen.score)];
        let boxes = boxes.into_iter().filter_map(|(name, value)| Some((name, value?)));
        let mut right = 504.0;
        for (name, value) in boxes {
            let area = Area { x: right - 104.0, y: 20.0, width: 104.0, height: 60.0 };
            self.fill(area, 8.0, solid(FRAME));
            let (x, _) = area.middle();
            let caption = TextPlacement { x, y: 36.0, size: 9.5, weight: 0.17, is_centred: true };
            self.write(name, caption, PALE);
            let value = value.to_string();
            let number = TextPlacement { x, y: 60.0, size: 19.0, weight: 0.17, is_centred: true };
            self.write(&value, number.fitted(&value, 90.0), LIGHT);
            right -= 114.0;
        }
        self.write(title, at.fitted(title, right - 62.0), DARK);
    }

    fn board(&mut self, board: &ScreenBoard, frame: Area) {
        let (columns, rows) = (board.columns.max(1) as f32, board.rows.max(1) as f32);
        // Tiles are square and sized by the longer side; the shorter one is centred.
        let most = columns.max(rows);
        let gap = (48.0 / most).min(12.0);
        let side = (frame.width - gap * (most + 1.0)) / most;
        let step = side + gap;
        let x = frame.x + gap + (most - columns) * step / 2.0;
        let y = frame.y + gap + (most - rows) * step / 2.0;
        for (idx, &tile) in board.tiles.iter().enumerate() {
            let (column, row) =
                (idx as u32 % board.columns.max(1), idx as u32 / board.columns.max(1));
            let (x, y) = (x + step * column as f32, y + step * row as f32);
            self.tile(tile, Area { x, y, width: side, height: side });
        }
    }

    fn tile(&mut self, tile: u32, area: Area) {
        let radius = area.width * 0.08;
        if tile == 0 {
            return self.fill(area, radius, solid(HOLLOW));
        }
        // A program may put any number on a tile; it gets the colour of the power of two below.
        let level = (tile.ilog2() as usize).saturating_sub(1).min(TILES.len() - 1);
        let colour = TILES[level];
        // A shade below lifts the tile a little off the board.
        let shade = Area { y: area.y + area.height * 0.025, ..area };
        self.fill(shade, radius, Ink { colour: 0x0060_5040, opacity: 0.35 });
        self.fill(area, radius, solid(colour));
        let text = tile.to_string();
        let (x, y) = area.middle();
        let size = area.height * 0.36;
        let at = TextPlacement { x, y, size, weight: 0.19, is_centred: true };
        // The first two colours are too pale for light letters.
        let ink = if level < 2 { DARK } else { LIGHT };
        self.write(&text, at.fitted(&text, area.width * 0.78), ink);
    }

    /// Draws the end of the game over the board.
    fn verdict(&mut self, text: &ScreenText, frame: Area, veil: Ink, colour: u32) {
        self.fill(frame, 10.0, veil);
        self.veil_labels(frame, veil);
        let lines: Vec<&str> = text.text.lines().map(str::trim).collect();
        let (x, y) = frame.middle();
        let step = 52.0_f32.min(400.0 / lines.len().max(1) as f32);
        let first = y - step * (lines.len().saturating_sub(1)) as f32 / 2.0;
        let height = step * lines.len().max(1) as f32 + 36.0;
        let card =
            Area { x: frame.x + 28.0, y: y - height / 2.0, width: frame.width - 56.0, height };
        self.fill(card, 14.0, solid(PAGE));
        self.hide_labels(card);
        for (idx, line) in lines.iter().enumerate() {
            let y = first + step * idx as f32;
            let at = TextPlacement { x, y, size: step * 0.65, weight: 0.18, is_centred: true };
            self.write(line, at.fitted(line, card.width - 40.0), colour);
        }
    }

    /// Drops the texts under something that a picture would hide.
    fn hide_labels(&mut self, area: Area) {
        let ScaledSurface { scale, left, top, .. } = *self;
        let Some(labels) = &mut self.surface.labels else { return };
        labels.retain(|label| !area.contains((label.x - left) / scale, (label.y - top) / scale));
    }

    /// Makes the texts under a veil as pale as a picture would.
    fn veil_labels(&mut self, area: Area, veil: Ink) {
        let ScaledSurface { scale, left, top, .. } = *self;
        let Some(labels) = &mut self.surface.labels else { return };
        for label in labels.iter_mut() {
            if area.contains((label.x - left) / scale, (label.y - top) / scale) {
                blend(&mut label.colour, veil, 1.0);
            }
        }
    }

    /// Any other text, where the program wants it, on a ground of its own.
    fn note(&mut self, text: &ScreenText) {
        for (idx, line) in text.text.lines().enumerate() {
            // The program gives the base line, and letters are placed by their middle.
            let y = text.y as f32 - NOTE_HEIGHT_PIXELS / 2.0 + 24.0 * idx as f32;
            let at = TextPlacement {
                x: text.x as f32,
                y,
                size: NOTE_HEIGHT_PIXELS,
                weight: 0.16,
                is_centred: false,
            };
            let width = crate::font::width(line) * at.size;
            let ground = Area {
                x: at.x,
                y: y - NOTE_HEIGHT_PIXELS / 2.0,
                width,
                height: NOTE_HEIGHT_PIXELS,
            }
            .inset(-6.0);
            self.fill(ground, 6.0, Ink { colour: PAGE, opacity: 0.85 });
            self.write(line, at, DARK);
        }
    }
}
