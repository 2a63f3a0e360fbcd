//! The pictures of the games in the documentation are what the games draw.
//!
//! `UPDATE_EXPECT=1 cargo test -p jetan-tui --test pictures` draws them anew.

#[path = "app/script.rs"]
mod script;
#[path = "pictures/svg.rs"]
mod svg;

use std::time::Duration;

use expect_test::expect_file;
use jetan_games::GameTitle;
use jetan_games::connect4::OpponentLevel;
use jetan_games::sudoku::logic::Difficulty;
use jetan_play::scores::HighScores;
use jetan_play::settings::{PlaySettings, StartingPlayer};
use jetan_tui::app::{AppRequest, GamesApp, OpeningPage};
use jetan_tui::look::TerminalLook;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Plays some keys of a new game and draws the screen.
fn draw(name: GameTitle, settings: PlaySettings, script: &str) -> String {
    let opening = OpeningPage::NewGame(name, settings);
    let mut app = GamesApp::new(opening, [], HighScores::default(), TerminalLook::FULL);
    settle(&mut app);
    for key in script::keys(script) {
        app.press(key);
        settle(&mut app);
    }
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
    app.draw(&mut buffer);
    assert!(!script::text(&buffer).contains("saved:"), "no picture needs a file");
    svg::draw(&buffer)
}

/// Lets everything come to rest: thoughts, and what moves.
fn settle(app: &mut GamesApp) {
    for _ in 0..8 {
        for request in app.take_requests() {
            if let AppRequest::Think(ticket, work) = request {
                app.receive(ticket, work.answer(&mut || false));
            }
        }
        app.tick(Duration::from_millis(500));
    }
}

fn seeded(seed: u64) -> PlaySettings {
    PlaySettings { seed, ..PlaySettings::default() }
}

#[test]
fn tetrisito_is_shown() {
    let picture = draw(GameTitle::Tetrisito, seeded(4), "i Down Tab Tab Right");
    expect_file!["../../../docs/images/play-tetrisito.svg"].assert_eq(&picture);
}

#[test]
fn four_in_a_row_is_shown() {
    let settings = PlaySettings { first: Some(StartingPlayer::One), ..seeded(1) };
    let picture = draw(GameTitle::FourInARow, settings, "1 4 n 4 n 3 n 3 n 5 n 9 2 n");
    expect_file!["../../../docs/images/play-four-in-a-row.svg"].assert_eq(&picture);
}

#[test]
fn sudoku_is_shown() {
    let settings = PlaySettings { difficulty: Some(Difficulty::Medium), ..seeded(3) };
    let picture = draw(GameTitle::Sudoku, settings, "i");
    expect_file!["../../../docs/images/play-sudoku.svg"].assert_eq(&picture);
}

#[test]
fn twenty48_is_shown() {
    let keys = "Left Down Left Down Right Down ".repeat(17) + "i";
    let picture = draw(GameTitle::Twenty48, seeded(2), &keys);
    expect_file!["../../../docs/images/play-2048.svg"].assert_eq(&picture);
}

#[test]
fn connect_four_is_shown() {
    let level = Some(OpponentLevel::Perfect);
    let settings = PlaySettings { first: Some(StartingPlayer::One), level, ..seeded(1) };
    let picture = draw(GameTitle::ConnectFour, settings, "3 3 c");
    expect_file!["../../../docs/images/play-connect-four.svg"].assert_eq(&picture);
}
