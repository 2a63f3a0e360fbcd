//! 2048, in the words and the order of `programs/2048`.
//!
//! What the MIPS version shows on its screen, board, score and the text at the end, is printed at
//! every refresh: after a slide, and again with the new tile. As there, the score is that of the
//! last slide, whatever the new tile is.

use std::io;

use jetan_games::twenty48::{
    BoardSide, COURSE_TARGETS, PackedBoard, SlideDirection, SlideGame, SlideSettings as Rules,
    SlideStatus,
};

use super::console::PlainConsole;
use super::{PlainEnding, SCREEN, bad_settings};
use jetan_play::settings::PlaySettings;

/// Plays a game.
pub(super) fn play(
    settings: &PlaySettings,
    console: &mut PlainConsole<'_>,
) -> io::Result<PlainEnding> {
    let target = match settings.target {
        Some(target) => Some(target),
        None => ask_target(console)?,
    };
    let Some(target) = target else {
        console.print("\nThe input ended before there was a target.\n")?;
        return Ok(PlainEnding::EndOfInput);
    };
    let rules = Rules::new(BoardSide::Four, target, settings.spawn);
    let rules = rules.map_err(|error| bad_settings(&error))?;
    if settings.target.is_none() {
        console.print("\n")?;
    }
    slide_on(&mut SlideGame::new(rules, settings.seed), console)
}

/// The course's game loop.
fn slide_on(game: &mut SlideGame, console: &mut PlainConsole<'_>) -> io::Result<PlainEnding> {
    let target = game.settings().target();
    let mut screen = PrintedScreen { target, score: game.course_score(), sum: 0 };
    console.print(&screen.with(game.board()))?;
    while let Some(key) = console.byte()? {
        let Some(direction) = direction(key) else { continue };
        // The board before its new tile, which the program shows as well.
        let slid = game.board().slide(direction);
        let has_changed = game.slide(direction);
        screen.score = slid.max_tile();
        screen.sum = game.original_score();
        let text = match game.status() {
            SlideStatus::Won => screen.with(slid) + SCREEN + "You have won!\n",
            _ if !has_changed => continue,
            SlideStatus::Playing => screen.with(slid) + &screen.with(game.board()),
            SlideStatus::Lost => {
                screen.with(slid) + &screen.with(game.board()) + SCREEN + "You have lost!\n"
            }
        };
        console.print(&text)?;
        if game.status() != SlideStatus::Playing {
            return Ok(PlainEnding::Finished);
        }
    }
    Ok(PlainEnding::EndOfInput)
}

fn direction(key: u8) -> Option<SlideDirection> {
    match key {
        b'w' => Some(SlideDirection::Up),
        b's' => Some(SlideDirection::Down),
        b'a' => Some(SlideDirection::Left),
        b'd' => Some(SlideDirection::Right),
        _ => None,
    }
}

/// Asks until the answer is a target of the course; `None` if the input has ended.
fn ask_target(console: &mut PlainConsole<'_>) -> io::Result<Option<u32>> {
    loop {
        console.print("Target, from 64 to 2048: ")?;
        let Some(answer) = console.string()? else { return Ok(None) };
        let target = target(&answer);
        if target.is_some() {
            return Ok(target);
        }
        console.print("Please enter a number from 64 to 2048.\n")?;
    }
}

/// The target that is alone on its line but for blanks. The program reads into 16 bytes, and a
/// line that leaves no room there for its end is not an answer.
fn target(line: &[u8]) -> Option<u32> {
    const LINE_BYTES_MAX: usize = 14;
    let text = str::from_utf8(line).ok().filter(|line| line.len() <= LINE_BYTES_MAX)?;
    let digits = text.trim_matches(' ');
    // A sign, which `parse` takes, is not a digit.
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|target| is_number && COURSE_TARGETS.contains(target))
}

/// The numbers beside the board.
struct PrintedScreen {
    target: u32,
    /// The largest tile.
    score: u32,
    /// All tiles made by merging, the score of the original game.
    sum: u64,
}

impl PrintedScreen {
    fn with(&self, board: PackedBoard) -> String {
        let PrintedScreen { target, score, sum } = self;
        let mut text = format!("{SCREEN}Score {score}, target {target}, sum of merges {sum}\n");
        for row in 0..board.side() as usize {
            let tiles = (0..board.side() as usize).map(|column| board.tile(row, column));
            let tiles = tiles.map(|tile| if tile == 0 { ".".into() } else { tile.to_string() });
            let cells: Vec<String> = tiles.map(|tile| format!("{tile:>5}")).collect();
            text += SCREEN;
            text += &cells.join(" ");
            text.push('\n');
        }
        text
    }
}
