//! Draws a 2048 board to a PNG file: `cargo run --example board_png -- board.png`. Without a name
//! it only says how large the file would be.
#![expect(clippy::disallowed_methods, clippy::print_stdout, reason = "an example is a front end")]

use std::error::Error;

use jetan_display::png;
use jetan_display::screen::{ScreenRenderer, TextMode};
use jetan_machine::device::screen::{PackScreen, ScreenBoard, ScreenLayout};

fn main() -> Result<(), Box<dyn Error>> {
    let tiles = vec![2, 4, 8, 16, 256, 128, 64, 32, 512, 1024, 2048, 4096, 0, 2, 0, 8192];
    let screen = PackScreen {
        width: 560,
        height: 560,
        style: ScreenLayout::Tiles,
        board: Some(ScreenBoard { rows: 4, columns: 4, tiles }),
        score: Some(8192),
        target: Some(2048),
        ..PackScreen::default()
    };
    let mut renderer = ScreenRenderer::default();
    let mut bytes = Vec::new();
    png::write(renderer.draw(&screen, TextMode::Drawn), &mut bytes)?;
    match std::env::args().nth(1) {
        Some(path) => std::fs::write(path, bytes)?,
        None => println!("{} bytes", bytes.len()),
    }
    Ok(())
}
