//! Keys as words, and pictures as text.

use jetan_tui::game::Key;
use ratatui::buffer::{Buffer, Cell};

/// The keys of a script, separated by spaces: letters stand for themselves.
pub(crate) fn keys(script: &str) -> Vec<Key> {
    script.split_whitespace().map(key).collect()
}

fn key(word: &str) -> Key {
    match word {
        "Left" => Key::Left,
        "Right" => Key::Right,
        "Up" => Key::Up,
        "Down" => Key::Down,
        "Enter" => Key::Enter,
        "Esc" => Key::Esc,
        "Tab" => Key::Tab,
        "BackTab" => Key::BackTab,
        "Backspace" => Key::Backspace,
        "Space" => Key::Char(' '),
        word => Key::Char(word.chars().next().expect("a word has letters")),
    }
}

/// The letters of a picture, without blanks at the ends of lines.
pub(crate) fn text(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width).max(1);
    let row = |cells: &[Cell]| {
        let row: String = cells.iter().map(Cell::symbol).collect();
        row.trim_end().to_owned() + "\n"
    };
    buffer.content.chunks(width).map(row).collect()
}
