//! What the program has printed until this instant, and what it is known to print after it.

use jetan_debug::Timeline;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::text::clean;
use crate::look::Look;
use crate::paint;

/// The last bytes of output that are looked at; more would not fit on any screen.
const BYTES_MAX: usize = 64 << 10;

/// A row of the console: its text, and how much of it has been printed.
struct Row {
    text: String,
    printed: usize,
}

/// Draws the console so that its end at this instant is in sight, `back` rows further up.
pub(super) fn draw(
    timeline: &Timeline<'_>,
    back: usize,
    area: Rect,
    buffer: &mut Buffer,
    look: Look,
) {
    let now = timeline.output().len();
    let all = timeline.printed().until(u64::MAX);
    let start = now.saturating_sub(BYTES_MAX);
    let end = all.len().min(now + BYTES_MAX / 4);
    let shown = wrapped(&all[start..end], now - start, usize::from(area.width));
    // The last row with something printed in it stays in sight, and one after it.
    let last = shown.iter().rposition(|row| row.printed > 0).map_or(0, |at| at + 1);
    let height = usize::from(area.height);
    let bottom = if shown.len() <= height { shown.len() } else { (last + 1).min(shown.len()) };
    let first = bottom.saturating_sub(height).saturating_sub(back);
    for (idx, row) in shown.iter().skip(first).take(height).enumerate() {
        let y = area.y + idx as u16;
        let cut = row.text.char_indices().nth(row.printed).map_or(row.text.len(), |(at, _)| at);
        let (past, future) = row.text.split_at(cut);
        let dim = paint::dim(look).add_modifier(Modifier::DIM | Modifier::ITALIC);
        let (x, _) = buffer.set_stringn(area.x, y, past, usize::from(area.width), Style::new());
        let room = usize::from(area.right().saturating_sub(x));
        buffer.set_stringn(x, y, future, room, dim);
    }
}

/// Output as rows of a width, each with the number of characters before a byte.
fn wrapped(bytes: &[u8], now: usize, width: usize) -> Vec<Row> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let past = now.saturating_sub(start).min(line.len());
        let text = |bytes: &[u8]| clean(String::from_utf8_lossy(bytes).trim_end_matches('\n'));
        let printed = text(&line[..past]).chars().count();
        let characters: Vec<char> = text(line).chars().collect();
        let chunks = characters.chunks(width.max(1)).map(<[char]>::to_vec);
        let chunks: Vec<Vec<char>> =
            if characters.is_empty() { vec![Vec::new()] } else { chunks.collect() };
        for (idx, chunk) in chunks.into_iter().enumerate() {
            let printed = printed.saturating_sub(idx * width.max(1)).min(chunk.len());
            found.push(Row { text: chunk.into_iter().collect(), printed });
        }
        start += line.len();
    }
    found
}
