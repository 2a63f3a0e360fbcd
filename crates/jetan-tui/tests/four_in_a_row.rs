//! Four in a Row on a screen: stories by keys, pictures, every key, every size, random presses.

#[path = "connect_four/story.rs"]
mod story;

#[path = "connect_four/fuzz.rs"]
mod fuzz;

use expect_test::{ExpectFile, expect_file};
use jetan_games::connect4::OpponentLevel;
use jetan_play::settings::{PlaySettings, StartingPlayer};
use jetan_tui::game::{GameScreen, InputReaction, Key, PlayerInput};
use jetan_tui::games::four_in_a_row::FourInARowScreen;
use jetan_tui::look::TerminalLook;
use ratatui::style::Color;
use story::{LETTERS, MONO, Story, check_sizes, key_of};

/// Nobody has four in a row, and no slot is free.
const TIE: &str = "656173566152215676422337377473141445425321";

/// Each way to have four in a row: upright, flat, rising, falling.
const WINS: [&str; 4] = ["1212121", "1122334", "12237334444", "76651554444"];

fn game(settings: PlaySettings) -> Story<FourInARowScreen> {
    Story::of(FourInARowScreen::new(settings))
}

/// A game whose tokens are chosen: player 1 has O.
fn started(settings: PlaySettings) -> Story<FourInARowScreen> {
    let mut story = game(settings);
    story.press("1");
    story
}

/// Drops tokens, and declines every undo that is offered.
fn drop_all(story: &mut Story<FourInARowScreen>, columns: &str) {
    for column in columns.chars() {
        story.press(&column.to_string());
        if story.said().starts_with("take it back?") {
            story.press("n");
        }
    }
}

fn check(
    story: &Story<FourInARowScreen>,
    size: (u16, u16),
    look: TerminalLook,
    expected: &ExpectFile,
) {
    expected.assert_eq(&story.text(size, look));
}

#[test]
fn player_one_chooses_a_token() {
    let mut story = game(PlaySettings::default());
    check(&story, (80, 22), MONO, &expect_file!["screens/four_in_a_row/question.txt"]);
    check(
        &story,
        (40, 14),
        TerminalLook::BARE,
        &expect_file!["screens/four_in_a_row/question_small.txt"],
    );
    for refused in ["0", "3", "x", "O"] {
        assert_eq!(story.press(refused), InputReaction::Understood);
        assert_eq!(story.said(), "! press 1 for O or 2 for X");
    }
    assert!(story.game.moves().is_empty());
    story.press("2");
    assert_eq!(story.said(), "player 1: a column from 1 to 7");
    drop_all(&mut story, "42");
    let text = story.text((80, 22), TerminalLook::BARE);
    let bottom = text.lines().rfind(|line| line.contains("|  .  |")).unwrap();
    assert!(bottom.contains("(  O  )  .  |  X  |"), "{bottom}");
}

#[test]
fn the_token_can_be_chosen_with_the_cursor_or_the_mouse() {
    for (keys, token) in [("⏎", "1"), ("↓⏎", "2"), ("→↑ ", "1"), ("j ", "2"), ("dk⏎", "1")]
    {
        let mut story = game(PlaySettings::default());
        story.press(keys);
        assert_eq!(story.game.moves(), [token], "{keys}");
    }
    let mut story = game(PlaySettings::default());
    let text = story.text((80, 22), TerminalLook::FULL);
    let (y, line) = text.lines().enumerate().find(|(_, line)| line.contains(" 2  X")).unwrap();
    let x = line.chars().take_while(|letter| *letter != '2').count();
    assert_eq!(story.click(1, 1), InputReaction::Ignored);
    assert_eq!(story.click(x as u16, y as u16), InputReaction::Moved);
    assert_eq!(story.game.moves(), ["2"]);
}

#[test]
fn player_one_starts_unless_something_else_was_agreed() {
    let first =
        |first, seed| started(PlaySettings { first, seed, ..PlaySettings::default() }).said();
    assert_eq!(first(None, 0), "player 1: a column from 1 to 7");
    assert_eq!(first(Some(StartingPlayer::One), 0), "player 1: a column from 1 to 7");
    assert_eq!(first(Some(StartingPlayer::Two), 0), "player 2: a column from 1 to 7");
    let drawn: Vec<String> =
        (0..20).map(|seed| first(Some(StartingPlayer::Random), seed)).collect();
    assert!(drawn.iter().any(|said| said.starts_with("player 1")));
    assert!(drawn.iter().any(|said| said.starts_with("player 2")));
}

#[test]
fn four_in_a_row_win_in_every_direction() {
    for columns in WINS {
        for first in [StartingPlayer::One, StartingPlayer::Two] {
            let settings = PlaySettings { first: Some(first), ..PlaySettings::default() };
            let mut story = started(settings.clone());
            let (before, last) = columns.split_at(columns.len() - 1);
            drop_all(&mut story, before);
            assert_eq!(story.ending(), None);
            // The course looks for a win before it offers an undo.
            assert_eq!(story.press(last), InputReaction::Moved);
            let player = if first == StartingPlayer::One { 1 } else { 2 };
            let tokens = columns.len().div_ceil(2);
            let words = format!("player {player} won in {tokens} moves");
            assert_eq!(story.ending(), Some(words));
            let said = format!("player {player} wins: four in a row, {tokens} tokens");
            assert_eq!(story.said(), said);
            for key in "12345670y ←→⏎ic⎋".chars() {
                assert_eq!(story.press_key(key_of(key)), InputReaction::Ignored, "{key}");
            }
            story.check_replay(FourInARowScreen::new(settings));
        }
    }
}

#[test]
fn a_full_grid_is_a_tie() {
    for first in [StartingPlayer::One, StartingPlayer::Two] {
        let settings = PlaySettings { first: Some(first), ..PlaySettings::default() };
        let mut story = started(settings.clone());
        drop_all(&mut story, TIE);
        assert_eq!(story.ending(), Some("tie".to_owned()));
        assert_eq!(story.said(), "tie: no slot is free");
        if first == StartingPlayer::One {
            check(
                &story,
                (80, 22),
                TerminalLook::BARE,
                &expect_file!["screens/four_in_a_row/tie.txt"],
            );
            check_sizes(&story.game);
        }
        story.check_replay(FourInARowScreen::new(settings));
    }
}

/// What is seen in the cells, from the upper left.
fn cells(story: &Story<FourInARowScreen>) -> Vec<char> {
    let text = story.text((50, 14), TerminalLook::BARE);
    let is_row = |line: &&str| line.matches(['|', '(', ')', '[', ']']).count() >= 8;
    let rows = text.lines().filter(is_row);
    rows.flat_map(str::chars).filter(|letter| "XO.".contains(*letter)).collect()
}

#[test]
fn tokens_stay_with_their_players_to_the_end() {
    for first in [StartingPlayer::One, StartingPlayer::Two] {
        for columns in [WINS[0], WINS[3], TIE, "4433880000"] {
            let settings =
                PlaySettings { first: Some(first), trials: 4, ..PlaySettings::default() };
            let mut story = started(settings);
            let mut before = cells(&story);
            let mut token = if first == StartingPlayer::One { 'O' } else { 'X' };
            for column in columns.chars() {
                drop_all(&mut story, &column.to_string());
                let after = cells(&story);
                let placed: Vec<char> = (0..42)
                    .filter(|cell| before[*cell] != after[*cell])
                    .map(|cell| after[cell])
                    .collect();
                let is_column = ('1'..='7').contains(&column);
                assert_eq!(placed, if is_column { vec![token] } else { vec![] }, "{columns}");
                if is_column {
                    token = if token == 'O' { 'X' } else { 'O' };
                }
                before = after;
            }
            assert!(story.ending().is_some(), "{columns}");
        }
    }
}

#[test]
fn what_is_no_column_or_full_costs_a_trial() {
    let mut story = started(PlaySettings::default());
    drop_all(&mut story, "444444");
    let cases = [
        ("0", "! 0 is not a column: 2 trials left"),
        ("4", "! column 4 is full: 1 trial left"),
        ("⏎", "! column 4 is full: 0 trials left"),
    ];
    for (keys, said) in cases {
        assert_eq!(story.press(keys), InputReaction::Moved);
        assert_eq!(story.said(), said);
    }
    check(
        &story,
        (80, 22),
        TerminalLook::BARE,
        &expect_file!["screens/four_in_a_row/violated.txt"],
    );
    assert_eq!(story.ending(), None);
    // The trials of the other player are untouched, and a good move is still possible.
    drop_all(&mut story, "1");
    for said in ["2 trials", "1 trial", "0 trials"] {
        story.press("9");
        assert_eq!(story.said(), format!("! 9 is not a column: {said} left"));
    }
    drop_all(&mut story, "1");
    assert_eq!(story.press("8"), InputReaction::Moved);
    assert_eq!(story.ending(), Some("player 1 lost by violations".to_owned()));
    assert_eq!(story.said(), "player 1 loses: no trial was left");
    check(&story, (80, 22), MONO, &expect_file!["screens/four_in_a_row/lost.txt"]);
    check_sizes(&story.game);
    story.check_replay(FourInARowScreen::new(PlaySettings::default()));
}

#[test]
fn with_two_trials_the_third_violation_loses() {
    for (trials, keys) in [(2, "888"), (0, "8"), (1, "80"), (3, "8889")] {
        let mut story = started(PlaySettings { trials, ..PlaySettings::default() });
        let (before, last) = keys.split_at(keys.len() - 1);
        story.press(before);
        assert_eq!(story.ending(), None, "{trials}");
        story.press(last);
        assert_eq!(story.ending(), Some("player 1 lost by violations".to_owned()), "{trials}");
    }
    // More trials than can be drawn one by one are told as a number.
    let story = started(PlaySettings { trials: 255, ..PlaySettings::default() });
    assert!(story.text((80, 22), TerminalLook::BARE).contains("trials left        255 |"));
}

#[test]
fn letters_cost_nothing() {
    let mut story = started(PlaySettings::default());
    story.press("4n");
    for key in "xzemop,.!wkué".chars() {
        assert_eq!(story.press(&key.to_string()), InputReaction::Understood, "{key}");
        assert_eq!(story.said(), "! keys 1-7 choose a column");
    }
    for key in "q?SNB⎋⇥⌫↑".chars() {
        assert_eq!(story.press(&key.to_string()), InputReaction::Ignored, "{key}");
    }
    story.press("←→adhlicci");
    assert_eq!(story.game.moves(), ["1", "4", "n"]);
    assert!(story.text((200, 58), TerminalLook::BARE).matches("###  3").count() == 4);
}

#[test]
fn a_move_is_taken_back_with_y_and_kept_with_any_other_key() {
    for yes in ["y", "Y"] {
        let mut story = started(PlaySettings::default());
        story.press("4");
        assert_eq!(story.said(), "take it back? y yes, any other key no");
        assert_eq!(story.press(yes), InputReaction::Moved);
        assert_eq!(story.said(), "player 1: a column from 1 to 7");
        assert_eq!(story.game.moves(), ["1", "4", "y"]);
        let text = story.text((80, 22), TerminalLook::BARE);
        assert!(text.contains("##-  2"), "{text}");
        assert!(text.contains("> O  0 tokens"), "{text}");
    }
    for no in "n09 aicuxS⏎←→↑↓⇥⌫⎋".chars() {
        let mut story = started(PlaySettings::default());
        story.press("4");
        let reaction = story.press(&no.to_string());
        if no == 'S' {
            // The application saves; the question is still there.
            assert_eq!(reaction, InputReaction::Ignored);
            continue;
        }
        assert_eq!(reaction, InputReaction::Moved, "{no}");
        assert_eq!(story.game.moves(), ["1", "4", "n"], "{no}");
        assert_eq!(story.said(), "player 2: a column from 1 to 7", "{no}");
    }
}

#[test]
fn a_column_keeps_the_move_and_plays_there() {
    let mut story = started(PlaySettings::default());
    assert_eq!(story.press("4"), InputReaction::Moved);
    assert_eq!(story.press("7"), InputReaction::Moved);
    assert_eq!(story.game.moves(), ["1", "4", "n", "7"]);
    assert_eq!(story.said(), "take it back? y yes, any other key no");
}

#[test]
fn undos_run_out_and_are_not_asked_for_again() {
    let mut story = started(PlaySettings::default());
    story.press("4y5y3");
    check(&story, (80, 22), TerminalLook::BARE, &expect_file!["screens/four_in_a_row/undo.txt"]);
    check_sizes(&story.game);
    story.press("y");
    assert!(story.text((80, 22), TerminalLook::BARE).contains("---  0"));
    story.press("4");
    // No question: the other player is to move, and has all undos.
    assert_eq!(story.said(), "player 2: a column from 1 to 7");
    story.press("4y4n4");
    assert_eq!(story.said(), "player 2: a column from 1 to 7");
    assert_eq!(story.game.moves().join(""), "14y5y3y44y4n4");
    story.check_replay(FourInARowScreen::new(PlaySettings::default()));
}

#[test]
fn the_cursor_and_the_mouse_drop_too() {
    for keys in ["←←⏎n→ ", "aa na\u{20}", "hhsnl↓", "←hjnd⏎"] {
        let mut story = started(PlaySettings::default());
        story.press(keys);
        assert_eq!(story.game.moves()[1], "2", "{keys}");
        assert_eq!(story.game.moves().len(), 4, "{keys}");
    }
    let mut story = started(PlaySettings::default());
    let text = story.text((80, 22), TerminalLook::FULL);
    let labels = text.lines().find(|line| line.trim().starts_with("1    2")).unwrap();
    let x = labels.chars().take_while(|letter| *letter != '6').count() as u16;
    assert_eq!(story.click(x, 8), InputReaction::Moved);
    assert_eq!(story.click(x, 8), InputReaction::Ignored);
    story.press("n");
    assert_eq!(story.click(0, 8), InputReaction::Ignored);
    assert_eq!(story.game.moves(), ["1", "6", "n"]);
}

#[test]
fn pictures_of_a_game() {
    let mut story = started(PlaySettings::default());
    drop_all(&mut story, "4443");
    check(&story, (80, 22), TerminalLook::BARE, &expect_file!["screens/four_in_a_row/ascii.txt"]);
    check(&story, (80, 22), MONO, &expect_file!["screens/four_in_a_row/mono.txt"]);
    check(&story, (80, 22), TerminalLook::FULL, &expect_file!["screens/four_in_a_row/full.txt"]);
    check(
        &story,
        (200, 58),
        TerminalLook::BARE,
        &expect_file!["screens/four_in_a_row/ascii_large.txt"],
    );
    check(&story, (200, 58), MONO, &expect_file!["screens/four_in_a_row/mono_large.txt"]);
    check(&story, (40, 14), TerminalLook::BARE, &expect_file!["screens/four_in_a_row/small.txt"]);
    check(&story, (20, 8), TerminalLook::BARE, &expect_file!["screens/four_in_a_row/dense.txt"]);
    check(
        &story,
        (20, 5),
        TerminalLook::BARE,
        &expect_file!["screens/four_in_a_row/too_small.txt"],
    );
    check_sizes(&story.game);
}

#[test]
fn a_win_is_marked_by_shape_and_colour() {
    let mut story = started(PlaySettings::default());
    drop_all(&mut story, "1122334");
    check(&story, (80, 22), MONO, &expect_file!["screens/four_in_a_row/win_mono.txt"]);
    let text = story.text((80, 22), TerminalLook::BARE);
    assert_eq!(text.matches('[').count(), 4);
    for look in [TerminalLook::FULL, LETTERS] {
        let buffer = story.picture((80, 22), look);
        let is_white = |colour| colour == Color::Rgb(255, 255, 255);
        let white = buffer.content.iter().filter(|cell| is_white(cell.fg) || is_white(cell.bg));
        assert!(white.count() >= 8, "{look:?}");
    }
}

#[test]
fn scores_and_hints_are_those_of_the_engine() {
    let mut story = started(PlaySettings::default());
    drop_all(&mut story, "444445");
    story.game.press(PlayerInput::Key(Key::Char('c')));
    assert!(story.text((80, 22), TerminalLook::BARE).contains("thinking..."));
    story.think();
    check(
        &story,
        (80, 22),
        TerminalLook::BARE,
        &expect_file!["screens/four_in_a_row/analysis.txt"],
    );
    check_sizes(&story.game);
    let mut story = started(PlaySettings::default());
    drop_all(&mut story, "112233");
    story.press("i");
    assert_eq!(story.said(), "> hint: column 4 wins at once");
}

fn against(level: OpponentLevel, seed: u64) -> PlaySettings {
    PlaySettings { level: Some(level), seed, ..PlaySettings::default() }
}

#[test]
fn the_computer_plays_and_the_same_seed_gives_the_same_game() {
    let play = |seed| {
        let mut story = started(against(OpponentLevel::Medium, seed));
        while story.game.outcome().is_none() {
            let text = story.text((80, 22), TerminalLook::BARE);
            // The leftmost column that is free: a player who does not think.
            let top = text.lines().find(|line| line.matches('|').count() > 6).unwrap();
            let cells = top.split(['|', '(', ')', '[', ']']).skip(1);
            let free = cells.take(7).position(|cell| cell.contains('.')).unwrap();
            drop_all(&mut story, &(free + 1).to_string());
        }
        story.check_replay(FourInARowScreen::new(against(OpponentLevel::Medium, seed)));
        (story.game.moves().to_vec(), story.ending().unwrap())
    };
    let (moves, ending) = play(1);
    assert_eq!((moves, ending.clone()), play(1));
    assert_eq!(ending, "lost to the computer (medium)");
}

#[test]
fn the_computer_never_takes_back_and_waits_for_the_undo_question() {
    let mut story = started(against(OpponentLevel::Easy, 5));
    story.game.press(PlayerInput::Key(Key::Char('4')));
    assert!(story.game.take_question().is_none());
    assert_eq!(story.game.moves().len(), 2);
    story.press("n");
    assert_eq!(story.game.moves().len(), 4);
    assert_eq!(story.said(), "your turn: a column from 1 to 7");
    let mut waiting = FourInARowScreen::new(against(OpponentLevel::Easy, 5));
    for recorded in ["1", "4", "n"] {
        waiting.apply(recorded).unwrap();
    }
    for key in ['0', ' ', 'i', '9'] {
        assert_eq!(waiting.press(PlayerInput::Key(key_of(key))), InputReaction::Understood);
    }
    let waiting = Story { game: waiting };
    assert_eq!(waiting.said(), "! wait for the computer");
    assert_eq!(waiting.game.moves().len(), 3);
}

#[test]
fn a_win_against_the_computer_counts_unless_there_was_help() {
    let won = |keys: &str| {
        let mut story = started(against(OpponentLevel::Easy, 0));
        story.press(keys);
        for recorded in "1n71n71n71".chars() {
            story.game.apply(&recorded.to_string()).unwrap();
        }
        story.game.outcome().unwrap()
    };
    let outcome = won("");
    assert_eq!(outcome.words, "won in 4 moves");
    let best = outcome.score.unwrap();
    assert_eq!((best.class.as_str(), best.value), ("against easy", 4));
    assert!(best.is_lower_better);
    assert_eq!(won("i").score, None);
    let mut lost = started(against(OpponentLevel::Easy, 0));
    lost.press("0000");
    assert_eq!(lost.ending(), Some("lost by violations".to_owned()));
    assert_eq!(lost.game.outcome().unwrap().score, None);
    assert_eq!(lost.said(), "you lose: no trial was left");
}

#[test]
fn a_bad_record_is_refused_with_a_reason() {
    let cases = [
        ("", "", "it is neither one key nor `help`"),
        ("", "12", "it is neither one key nor `help`"),
        ("", "3", "the game asks for something else"),
        ("1", "x", "the game asks for something else"),
        ("14", "5", "the game asks for something else"),
        ("18888", "1", "the game is over"),
    ];
    for (before, recorded, why) in cases {
        let mut screen = FourInARowScreen::new(PlaySettings::default());
        for letter in before.chars() {
            screen.apply(&letter.to_string()).unwrap();
        }
        let message = screen.apply(recorded).unwrap_err().to_string();
        assert_eq!(message, format!("move `{recorded}` is not possible: {why}"));
        assert_eq!(screen.moves().len(), before.len());
    }
}

#[test]
fn every_key_of_the_help_does_something() {
    for row in game(PlaySettings::default()).game.keys() {
        for key in row.keys {
            let mut story = started(PlaySettings::default());
            let is_answer = matches!(key, Key::Char('y' | 'Y'));
            story.press(if is_answer { "4" } else { "4n" });
            assert_ne!(story.press_key(*key), InputReaction::Ignored, "{}", row.shown);
        }
    }
}

#[test]
fn random_presses_do_no_harm() {
    fuzz::run(FourInARowScreen::new);
}
