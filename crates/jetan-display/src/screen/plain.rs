//! Objects on a field: mazes, shooters, whatever a course invents.

use jetan_machine::device::screen::{PackScreen, Sprite};

use super::ScreenSurface;
use crate::font;
use crate::paint::{Area, Ink, PaintShape, TextPlacement, solid};

const FIELD: u32 = 0x0015_1b2c;
const GRID: u32 = 0x001d_2539;
const LIGHT: u32 = 0x00f4_f1ea;

/// The distance between the lines on the field, in pixels.
const GRID_STEP_PIXELS: usize = 40;

/// The height of capitals of texts, in pixels.
const TEXT_HEIGHT_PIXELS: f32 = 14.0;

pub(super) fn draw(screen: &PackScreen, surface: &mut ScreenSurface) {
    let (width, height) = (surface.width(), surface.height());
    let page = Area { x: 0.0, y: 0.0, width, height };
    // Larger than the picture, so that the smooth edges lie outside of it.
    surface.fill(PaintShape::Rounded(page.inset(-4.0), 0.0), solid(FIELD));
    for line in (GRID_STEP_PIXELS..width as usize).step_by(GRID_STEP_PIXELS) {
        let area = Area { x: line as f32, width: 1.0, ..page };
        surface.fill(PaintShape::Rounded(area, 0.0), solid(GRID));
    }
    for line in (GRID_STEP_PIXELS..height as usize).step_by(GRID_STEP_PIXELS) {
        let area = Area { y: line as f32, height: 1.0, ..page };
        surface.fill(PaintShape::Rounded(area, 0.0), solid(GRID));
    }
    // In the order of their ids, so that the picture does not depend on when objects were made.
    for sprite in screen.sprites.values() {
        draw_sprite(sprite, surface);
    }
    for text in screen.texts.values() {
        for (idx, line) in text.text.lines().enumerate() {
            // The program gives the base line, and letters are placed by their middle.
            let y = text.y as f32 + TEXT_HEIGHT_PIXELS * (1.7 * idx as f32 - 0.5);
            let x = text.x as f32;
            let at =
                TextPlacement { x, y, size: TEXT_HEIGHT_PIXELS, weight: 0.15, is_centred: false };
            surface.write(line, at, solid(LIGHT));
        }
    }
    draw_counters(screen, surface);
}

/// Kinds are the course's own numbers, so that all a picture can do is tell them apart.
fn draw_sprite(sprite: &Sprite, surface: &mut ScreenSurface) {
    let (width, height) = (sprite.width as f32, sprite.height as f32);
    let area = Area { x: sprite.x as f32, y: sprite.y as f32, width, height };
    let ink = solid(sprite.colour & 0x00ff_ffff);
    let shadow = Ink { colour: 0, opacity: 0.25 };
    // Euclidean, as a course may number its kinds below zero.
    match sprite.kind.rem_euclid(6) {
        0 => surface.fill(PaintShape::Rounded(area, 0.0), ink),
        1 => {
            surface.fill(PaintShape::Ellipse(area), ink);
            eyes(area, surface);
        }
        2 => surface.fill(PaintShape::Diamond(area), ink),
        3 => surface.fill(PaintShape::Triangle(area), ink),
        4 => {
            surface.fill(PaintShape::Ellipse(area), ink);
            surface.fill(PaintShape::Ellipse(area.inset(width.min(height) * 0.22)), shadow);
        }
        _ => {
            surface.fill(PaintShape::Rounded(area, width.min(height) * 0.25), ink);
            let inner = area.inset(width.min(height) * 0.2);
            surface.fill(PaintShape::Rounded(inner, width.min(height) * 0.12), shadow);
        }
    }
}

/// A round object looks at its player.
fn eyes(area: Area, surface: &mut ScreenSurface) {
    let (x, y) = area.middle();
    let size = area.width.min(area.height) * 0.22;
    for side in [-0.2, 0.2] {
        let (x, y) = (x + side * area.width - size / 2.0, y - area.height * 0.12 - size / 2.0);
        let white = Area { x, y, width: size, height: size };
        surface.fill(PaintShape::Ellipse(white), solid(LIGHT));
        surface.fill(PaintShape::Ellipse(white.inset(size * 0.25)), solid(FIELD));
    }
}

/// Score and target, at the top right.
fn draw_counters(screen: &PackScreen, surface: &mut ScreenSurface) {
    let text = match (screen.score, screen.target) {
        (Some(score), Some(target)) => format!("{score} / {target}"),
        (Some(score), None) => format!("Score {score}"),
        (None, Some(target)) => format!("Target {target}"),
        (None, None) => return,
    };
    let width = font::width(&text) * TEXT_HEIGHT_PIXELS;
    let ground =
        Area { x: surface.width() - width - 28.0, y: 8.0, width: width + 20.0, height: 28.0 };
    surface.fill(PaintShape::Rounded(ground, 14.0), Ink { colour: 0, opacity: 0.55 });
    let (x, y) = ground.middle();
    let at = TextPlacement { x, y, size: TEXT_HEIGHT_PIXELS, weight: 0.17, is_centred: true };
    surface.write(&text, at, solid(LIGHT));
}
