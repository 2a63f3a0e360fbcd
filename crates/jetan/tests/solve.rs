//! Stories of `jetan solve`: what goes in, and exactly what comes out.

#[path = "solve/batch.rs"]
mod batch;
#[path = "solve/connect_four.rs"]
mod connect_four;
#[path = "solve/drawn.rs"]
mod drawn;
#[expect(dead_code, reason = "other stories use more of it")]
#[path = "cli/story.rs"]
mod story;
#[path = "solve/sudoku.rs"]
mod sudoku;
#[path = "solve/tetrisito.rs"]
mod tetrisito;
#[path = "solve/twenty48.rs"]
mod twenty48;

use story::Story;

/// The text of a recorded file.
fn recorded(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games/");
    std::fs::read_to_string(format!("{folder}{name}")).expect("the recorded file is there")
}

/// `jetan solve` with some words, separated by spaces.
fn solve(words: &str) -> Story {
    let words: Vec<&str> = std::iter::once("solve").chain(words.split_whitespace()).collect();
    Story::new(&words)
}
