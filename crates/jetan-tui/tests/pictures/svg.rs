//! A screen as a picture that any browser shows: a rectangle for every run of one background, a
//! text for every run of one style, and shapes instead of letters for blocks, which fonts draw
//! with gaps between them.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

/// A cell in pixels.
const WIDTH: u32 = 9;
const HEIGHT: u32 = 18;
/// Where letters stand in a cell.
const BASELINE: u32 = 14;
const GROUND: &str = "#16181d";
const INK: &str = "#d8dadf";

/// Draws a screen.
pub(crate) fn draw(buffer: &Buffer) -> String {
    let (columns, rows) = (u32::from(buffer.area.width), u32::from(buffer.area.height));
    let (width, height) = (columns * WIDTH, rows * HEIGHT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>\n"
    );
    let cells = usize::from(buffer.area.width).max(1);
    for (y, row) in buffer.content.chunks(cells).enumerate() {
        let top = y as u32 * HEIGHT;
        for (x, run) in runs(row, |one, two| ground(one) == ground(two)) {
            if ground(&run[0]) != GROUND {
                let part = (x, 0, run.len() as u32 * WIDTH, HEIGHT);
                rectangle(&mut svg, part, top, &ground(&run[0]));
            }
        }
        for (x, run) in runs(row, |one, two| style(one) == style(two) && !is_block(two)) {
            write_run(&mut svg, run, x, top);
        }
    }
    svg + "</svg>\n"
}

/// The runs of cells that belong together, each with its left edge.
fn runs(row: &[Cell], same: fn(&Cell, &Cell) -> bool) -> impl Iterator<Item = (u32, &[Cell])> {
    let mut x = 0;
    row.chunk_by(move |one, two| same(one, two) && !is_block(one)).map(move |run| {
        let left = x;
        x += run.len() as u32 * WIDTH;
        (left, run)
    })
}

fn write_run(svg: &mut String, run: &[Cell], x: u32, top: u32) {
    let (ink, is_bold) = style(&run[0]);
    let text: String = run.iter().map(Cell::symbol).collect();
    if let Some(quarters) = block(&text) {
        for (left, up, width, height) in rectangles(quarters) {
            rectangle(svg, (x + left, up, width, height), top, &ink);
        }
        return;
    }
    if text.trim().is_empty() {
        return;
    }
    let skipped = text.chars().take_while(|&c| c == ' ').count() as u32;
    let text = text.trim();
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let (left, length) = (x + skipped * WIDTH, text.chars().count() as u32 * WIDTH);
    let bold = if is_bold { " font-weight=\"bold\"" } else { "" };
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{}\" fill=\"{ink}\"{bold} textLength=\"{length}\" \
         xml:space=\"preserve\">{text}</text>",
        top + BASELINE
    );
}

fn rectangle(svg: &mut String, (x, y, width, height): (u32, u32, u32, u32), top: u32, ink: &str) {
    let y = top + y;
    let _ = writeln!(
        svg,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{ink}\" \
         shape-rendering=\"crispEdges\"/>"
    );
}

fn is_block(cell: &Cell) -> bool {
    block(cell.symbol()).is_some()
}

/// The quarters of a cell that a block fills: upper left 1, upper right 2, lower left 4, lower
/// right 8.
fn block(symbol: &str) -> Option<u32> {
    let mut symbols = symbol.chars();
    let (symbol, None) = (symbols.next()?, symbols.next()) else { return None };
    " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".chars().skip(1).position(|known| known == symbol).map(|at| at as u32 + 1)
}

/// The rectangles that make up some quarters of a cell.
fn rectangles(quarters: u32) -> Vec<(u32, u32, u32, u32)> {
    let (half, rest, middle) = (WIDTH / 2, WIDTH - WIDTH / 2, HEIGHT / 2);
    let row = |bits: u32, y: u32| match bits {
        1 => Some((0, y, half, middle)),
        2 => Some((half, y, rest, middle)),
        3 => Some((0, y, WIDTH, middle)),
        _ => None,
    };
    if quarters == 15 {
        return vec![(0, 0, WIDTH, HEIGHT)];
    }
    [row(quarters & 3, 0), row(quarters >> 2, middle)].into_iter().flatten().collect()
}

fn is_reversed(cell: &Cell) -> bool {
    cell.modifier.contains(Modifier::REVERSED)
}

fn ground(cell: &Cell) -> String {
    if is_reversed(cell) { colour(cell.fg, INK) } else { colour(cell.bg, GROUND) }
}

fn style(cell: &Cell) -> (String, bool) {
    let ink = if is_reversed(cell) { colour(cell.bg, GROUND) } else { colour(cell.fg, INK) };
    (ink, cell.modifier.contains(Modifier::BOLD))
}

fn colour(colour: Color, usual: &str) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => usual.to_owned(),
    }
}
