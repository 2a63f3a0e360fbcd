//! Hints on recorded positions: how much they cost, counted, and that what they claim is so.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

use std::fs;
use std::path::Path;

use jetan_games::connect4::notation;
use jetan_play::settings::PlaySettings;
use jetan_play::thought::{GameQuestion, GameThought};
use jetan_play::twenty48;

/// Questions of a thought, each about a thousand positions, that a first hint may ask: under two
/// tenths of a second.
const QUESTIONS_MAX: u32 = 1300;
/// Only every so-manyth position is looked at here.
const EVERY: usize = 9;

fn recorded(file: &str) -> String {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/games");
    fs::read_to_string(games.join(file)).expect("it is recorded")
}

#[test]
fn the_first_hint_of_connect_four_comes_soon_and_is_right_where_it_is_sure() {
    let text = recorded("connect4/scores.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() > 900);
    let mut sure = 0;
    let seen = lines.iter().step_by(EVERY);
    for line in seen.clone() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let position = notation::parse(words[0]).expect("a position");
        let mut asked = 0;
        let mut count = || {
            asked += 1;
            false
        };
        let thought =
            GameQuestion::Hint { position, seed: 1, is_thorough: false }.answer(&mut count);
        let GameThought::Hint(column, bounds) = thought else { panic!("{line}: {thought:?}") };
        assert!(position.can_play(column), "{line}");
        assert!(asked <= QUESTIONS_MAX, "{line}: {asked}");
        if bounds.exact().is_some() {
            sure += 1;
            let scores: Vec<Option<i32>> =
                words[2..].iter().map(|word| word.parse().ok()).collect();
            assert_eq!(scores[column.index()], scores.iter().copied().max().flatten(), "{line}");
        }
    }
    assert!(5 * sure >= 4 * seen.count(), "{sure} are sure");
}

#[test]
fn hints_of_2048_come_soon() {
    let text = recorded("twenty48/moves.txt");
    let boards = text.lines().filter_map(|line| line.strip_prefix("board "));
    let mut seen = 0;
    for line in boards.step_by(EVERY) {
        let numbers = line.split_whitespace().next().expect("sixteen numbers");
        let board = numbers.parse().expect("a board");
        let settings = PlaySettings::default();
        let mut asked = 0;
        let mut count = || {
            asked += 1;
            false
        };
        let thought = twenty48::slides(board, &settings).answer(&mut count);
        let GameThought::Slides(choices) = thought else { panic!("{line}") };
        assert!(asked <= QUESTIONS_MAX, "{line}: {asked}");
        assert!(choices.iter().all(|choice| board.slide(choice.direction) != board), "{line}");
        seen += 1;
    }
    assert!(seen > 10);
}
