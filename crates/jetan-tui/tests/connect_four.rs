//! Connect Four on a screen: stories by keys, pictures, every key, every size, random presses.

#[path = "connect_four/story.rs"]
mod story;

#[path = "connect_four/fuzz.rs"]
mod fuzz;

use expect_test::{ExpectFile, expect_file};
use jetan_games::connect4::OpponentLevel;
use jetan_play::settings::{PlaySettings, StartingPlayer};
use jetan_tui::game::{GameScreen, InputReaction, Key, PlayerInput};
use jetan_tui::games::connect_four::ConnectFourScreen;
use jetan_tui::look::TerminalLook;
use ratatui::style::Color;
use story::{LETTERS, MONO, Story, check_sizes, key_of};

/// Nobody has four in line, and the board is full.
const DRAW: &str = "545062455041104565311226266362030334314210";

/// Each way to have four in line: upright, flat, rising, falling.
const WINS: [&str; 4] = ["0101010", "0011223", "01126223333", "65540443333"];

fn settings() -> PlaySettings {
    PlaySettings { first: Some(StartingPlayer::One), ..PlaySettings::default() }
}

fn against(level: OpponentLevel) -> PlaySettings {
    PlaySettings { level: Some(level), ..settings() }
}

fn game(settings: PlaySettings) -> Story<ConnectFourScreen> {
    Story::of(ConnectFourScreen::new(settings))
}

fn check(
    story: &Story<ConnectFourScreen>,
    size: (u16, u16),
    look: TerminalLook,
    expected: &ExpectFile,
) {
    expected.assert_eq(&story.text(size, look));
}

#[test]
fn the_game_asks_who_goes_first() {
    let mut story = game(PlaySettings::default());
    check(&story, (80, 22), MONO, &expect_file!["screens/connect_four/question.txt"]);
    check(
        &story,
        (40, 14),
        TerminalLook::BARE,
        &expect_file!["screens/connect_four/question_small.txt"],
    );
    for refused in ["0", "3", "x", "!"] {
        assert_eq!(story.press(refused), InputReaction::Understood);
        assert_eq!(story.said(), "! press 1 or 2");
    }
    assert!(story.game.moves().is_empty());
    assert_eq!(story.press("2"), InputReaction::Moved);
    assert_eq!(story.said(), "player 2: a column from 0 to 6");
    assert_eq!(story.game.moves(), ["2"]);
}

#[test]
fn the_question_can_be_answered_with_the_cursor_or_the_mouse() {
    for (keys, first) in [("⏎", "1"), ("↓⏎", "2"), ("→↑ ", "1"), ("j ", "2"), ("dk⏎", "1")]
    {
        let mut story = game(PlaySettings::default());
        story.press(keys);
        assert_eq!(story.game.moves(), [first], "{keys}");
    }
    let mut story = game(PlaySettings::default());
    let text = story.text((80, 22), TerminalLook::FULL);
    let (y, line) = text.lines().enumerate().find(|(_, line)| line.contains(" 2  ○")).unwrap();
    let x = line.chars().take_while(|letter| *letter != '2').count();
    assert_eq!(story.click(1, 1), InputReaction::Ignored);
    assert_eq!(story.click(x as u16, y as u16), InputReaction::Moved);
    assert_eq!(story.game.moves(), ["2"]);
}

#[test]
fn who_goes_first_can_be_agreed_or_drawn() {
    let first = |first, seed| {
        let story = game(PlaySettings { first: Some(first), seed, ..PlaySettings::default() });
        story.said()
    };
    assert_eq!(first(StartingPlayer::One, 0), "player 1: a column from 0 to 6");
    assert_eq!(first(StartingPlayer::Two, 0), "player 2: a column from 0 to 6");
    let drawn: Vec<String> = (0..20).map(|seed| first(StartingPlayer::Random, seed)).collect();
    assert!(drawn.iter().any(|said| said.starts_with("player 1")));
    assert!(drawn.iter().any(|said| said.starts_with("player 2")));
}

#[test]
fn four_in_line_win_in_every_direction() {
    for keys in WINS {
        let mut story = game(settings());
        let (last, before) = keys.split_at(keys.len() - 1);
        story.press(last);
        assert_eq!(story.ending(), None);
        assert_eq!(story.press(before), InputReaction::Moved);
        let stones = keys.len().div_ceil(2);
        assert_eq!(story.ending(), Some(format!("player 1 won in {stones} moves")));
        assert_eq!(story.said(), format!("player 1 wins: four in line, {stones} stones"));
        assert_eq!(story.game.outcome().unwrap().score, None);
        for key in "0123456ic ←→⏎".chars() {
            assert_eq!(story.press_key(key_of(key)), InputReaction::Ignored, "{key}");
        }
        check_sizes(&story.game);
    }
}

#[test]
fn a_full_board_is_a_draw() {
    let mut story = game(settings());
    story.press(DRAW);
    assert_eq!(story.ending(), Some("draw".to_owned()));
    check(&story, (80, 22), TerminalLook::BARE, &expect_file!["screens/connect_four/draw.txt"]);
    check_sizes(&story.game);
    story.check_replay(ConnectFourScreen::new(settings()));
}

#[test]
fn what_is_no_free_column_is_asked_again_at_no_cost() {
    let mut story = game(settings());
    story.press("333333");
    let cases = [
        ("3", "! column 3 is full: choose another"),
        ("⏎", "! column 3 is full: choose another"),
        ("7", "! there is no column 7: choose from 0 to 6"),
        ("9", "! there is no column 9: choose from 0 to 6"),
        ("x", "! keys 0-6 choose a column"),
        ("u", "! moves stay: undo was not agreed"),
    ];
    for (keys, said) in cases {
        assert_eq!(story.press(keys), InputReaction::Understood);
        assert_eq!(story.said(), said);
        assert_eq!(story.game.moves().len(), 6);
    }
    story.press("2");
    assert_eq!(story.said(), "player 2: a column from 0 to 6");
}

#[test]
fn the_cursor_moves_and_drops() {
    for keys in ["←←⏎→ ", "aa da\u{20}", "hhsl↓", "←hjd⏎"] {
        let mut story = game(settings());
        story.press(keys);
        assert_eq!(story.game.moves()[0], "1", "{keys}");
        assert_eq!(story.game.moves().len(), 2, "{keys}");
    }
    let mut story = game(settings());
    story.press("←←←←←←←←⏎→→→→→→→→→⏎");
    assert_eq!(story.game.moves(), ["0", "6"]);
}

#[test]
fn a_click_drops_into_the_column_under_it() {
    let mut story = game(settings());
    let text = story.text((80, 22), TerminalLook::FULL);
    let labels = text.lines().find(|line| line.trim().starts_with("0    1")).unwrap();
    for number in ["0", "3", "6"] {
        let x = labels.chars().take_while(|letter| letter.to_string() != number).count();
        assert_eq!(story.click(x as u16, 8), InputReaction::Moved);
        assert_eq!(story.game.moves().last().map(String::as_str), Some(number));
    }
    assert_eq!(story.click(0, 8), InputReaction::Ignored);
    assert_eq!(story.game.moves().len(), 3);
}

#[test]
fn a_stone_is_seen_falling() {
    let mut story = game(settings());
    story.game.press(PlayerInput::Key(Key::Char('3')));
    assert!(story.game.is_moving());
    let mut heights = Vec::new();
    while story.game.is_moving() {
        let text = story.text((40, 14), TerminalLook::BARE);
        let mut below = text.lines().skip_while(|line| !line.contains("player")).skip(1);
        heights.push(below.position(|line| line.contains('@')).unwrap());
        story.game.tick(std::time::Duration::from_millis(20));
    }
    let seen_at: Vec<usize> = (0..=7).filter(|height| heights.contains(height)).collect();
    assert!(seen_at.len() >= 4, "{heights:?}");
    assert_eq!(heights.last(), Some(&7));
    // A press while a stone falls lets it land.
    story.game.press(PlayerInput::Key(Key::Char('2')));
    story.game.press(PlayerInput::Key(Key::Char('2')));
    assert_eq!(story.game.moves(), ["3", "2", "2"]);
}

#[test]
fn pictures_of_a_game() {
    let mut story = game(settings());
    story.press("3332");
    check(&story, (80, 22), TerminalLook::BARE, &expect_file!["screens/connect_four/ascii.txt"]);
    check(&story, (80, 22), MONO, &expect_file!["screens/connect_four/mono.txt"]);
    check(&story, (80, 22), TerminalLook::FULL, &expect_file!["screens/connect_four/full.txt"]);
    check(
        &story,
        (200, 58),
        TerminalLook::BARE,
        &expect_file!["screens/connect_four/ascii_large.txt"],
    );
    check(&story, (200, 58), MONO, &expect_file!["screens/connect_four/mono_large.txt"]);
    check(&story, (40, 14), TerminalLook::BARE, &expect_file!["screens/connect_four/small.txt"]);
    check(&story, (20, 8), TerminalLook::BARE, &expect_file!["screens/connect_four/dense.txt"]);
    check(&story, (20, 5), TerminalLook::BARE, &expect_file!["screens/connect_four/too_small.txt"]);
    check_sizes(&story.game);
    story.press("34445");
    story.press("243");
    check(&story, (80, 22), MONO, &expect_file!["screens/connect_four/late.txt"]);
}

#[test]
fn a_win_is_marked_by_shape_and_colour() {
    let mut story = game(settings());
    story.press("0011223");
    check(&story, (80, 22), TerminalLook::BARE, &expect_file!["screens/connect_four/win.txt"]);
    check(&story, (80, 22), MONO, &expect_file!["screens/connect_four/win_mono.txt"]);
    let text = story.text((80, 22), TerminalLook::BARE);
    assert_eq!(text.matches('[').count(), 4);
    for look in [TerminalLook::FULL, LETTERS] {
        let buffer = story.picture((80, 22), look);
        let white = buffer
            .content
            .iter()
            .filter(|cell| [cell.fg, cell.bg].contains(&Color::Rgb(255, 255, 255)))
            .count();
        assert!(white >= 8, "{look:?}: {white}");
    }
}

#[test]
fn players_differ_in_shape_where_colours_are_missing() {
    let mut story = game(settings());
    story.press("06");
    for look in [MONO, TerminalLook::BARE] {
        let text = story.text((40, 14), look);
        let bottom = text.lines().rfind(|line| line.contains(['·', '.'])).unwrap();
        let stones: Vec<char> =
            bottom.chars().filter(|letter| !" │┃|()·.".contains(*letter)).collect();
        assert_eq!(stones, if look.is_ascii { ['@', 'o'] } else { ['●', '○'] });
    }
}

#[test]
fn scores_of_the_columns_are_shown_on_request_and_kept_up_to_date() {
    let mut story = game(settings());
    story.press("333334");
    let without = story.text((80, 22), TerminalLook::BARE);
    assert_eq!(story.game.press(PlayerInput::Key(Key::Char('c'))), InputReaction::Understood);
    assert!(story.text((80, 22), TerminalLook::BARE).contains("thinking..."));
    story.think();
    check(&story, (80, 22), TerminalLook::BARE, &expect_file!["screens/connect_four/analysis.txt"]);
    check(
        &story,
        (40, 14),
        TerminalLook::BARE,
        &expect_file!["screens/connect_four/analysis_small.txt"],
    );
    check_sizes(&story.game);
    let before = story.text((80, 22), TerminalLook::BARE);
    story.press("4");
    assert_ne!(story.text((80, 22), TerminalLook::BARE), before);
    assert!(!story.text((80, 22), TerminalLook::BARE).contains("thinking"));
    let mut off = game(settings());
    off.press("333334cc");
    assert_eq!(off.text((80, 22), TerminalLook::BARE), without);
}

#[test]
fn a_hint_names_the_best_column() {
    let mut story = game(settings());
    story.press("0011225");
    story.game.press(PlayerInput::Key(Key::Char('i')));
    assert_eq!(story.said(), "thinking about a hint");
    story.think();
    assert!(story.said().starts_with("> hint: column 3"), "{}", story.said());
    check(&story, (80, 22), TerminalLook::BARE, &expect_file!["screens/connect_four/hint.txt"]);
    story.press("63i");
    assert_eq!(story.said(), "player 1 wins: four in line, 5 stones");
    let mut story = game(settings());
    story.press("001122i");
    assert_eq!(story.said(), "> hint: column 3 wins at once");
}

#[test]
fn a_thought_about_an_older_position_changes_nothing() {
    let mut story = game(settings());
    story.press("333334");
    story.game.press(PlayerInput::Key(Key::Char('c')));
    let old = story.game.take_question().unwrap();
    story.game.press(PlayerInput::Key(Key::Char('4')));
    let new = story.game.take_question().unwrap();
    story.game.receive(old.answer(&mut || false));
    assert!(story.text((80, 22), TerminalLook::BARE).contains("thinking..."));
    story.game.receive(new.answer(&mut || false));
    story.think();
    assert!(!story.text((80, 22), TerminalLook::BARE).contains("thinking"));
}

#[test]
fn moves_are_taken_back_where_that_was_agreed() {
    let agreed = PlaySettings { undo: true, ..settings() };
    let mut story = game(agreed.clone());
    let empty = story.text((80, 22), TerminalLook::BARE);
    story.press("3");
    let one = story.text((80, 22), TerminalLook::BARE);
    story.press("3");
    assert_eq!(story.press("u"), InputReaction::Moved);
    assert_eq!(story.text((80, 22), TerminalLook::BARE), one);
    story.press("u");
    assert_eq!(story.text((80, 22), TerminalLook::BARE), empty);
    assert_eq!(story.press("u"), InputReaction::Understood);
    assert_eq!(story.said(), "! there is no move to take back");
    assert_eq!(story.game.moves(), ["3", "3", "undo", "undo"]);
    story.press("0011223");
    assert!(story.ending().is_some());
    assert_eq!(story.press("u"), InputReaction::Moved);
    assert_eq!(story.ending(), None);
    story.press("6");
    story.check_replay(ConnectFourScreen::new(agreed));
}

#[test]
fn against_the_computer_both_moves_are_taken_back() {
    for first in [StartingPlayer::One, StartingPlayer::Two] {
        let agreed = PlaySettings {
            undo: true,
            first: Some(first),
            seed: 3,
            ..against(OpponentLevel::Beginner)
        };
        let mut story = game(agreed.clone());
        assert_eq!(story.press("u"), InputReaction::Understood, "{first:?}");
        let start = story.game.moves().len();
        story.press("3u");
        assert_eq!(story.game.moves().len(), start + 3);
        assert_eq!(story.said(), "your turn: a column from 0 to 6");
        story.press("3");
        story.check_replay(ConnectFourScreen::new(agreed));
    }
}

#[test]
fn the_computer_plays_and_the_same_seed_gives_the_same_game() {
    let play = |seed| {
        let mut story = game(PlaySettings { seed, ..against(OpponentLevel::Medium) });
        while story.game.outcome().is_none() {
            // The leftmost column that is free: a player who does not think.
            let moves = story.game.moves().len();
            for key in "0123456".chars() {
                if story.game.moves().len() == moves {
                    story.press(&key.to_string());
                }
            }
        }
        story.check_replay(ConnectFourScreen::new(PlaySettings {
            seed,
            ..against(OpponentLevel::Medium)
        }));
        (story.game.moves().to_vec(), story.ending().unwrap())
    };
    let (moves, ending) = play(1);
    assert_eq!((moves, ending.clone()), play(1));
    assert_eq!(ending, "lost to the computer (medium)");
    assert!((2..8).any(|seed| play(seed).0 != play(1).0));
}

#[test]
fn while_the_computer_thinks_columns_wait() {
    let mut story =
        game(PlaySettings { first: Some(StartingPlayer::Two), ..against(OpponentLevel::Easy) });
    let mut waiting = ConnectFourScreen::new(story.game.settings().clone());
    assert!(waiting.take_question().is_some());
    assert!(waiting.take_question().is_none());
    for key in ['0', ' ', 'i'] {
        assert_eq!(waiting.press(PlayerInput::Key(key_of(key))), InputReaction::Understood);
    }
    let waiting = Story { game: waiting };
    assert_eq!(waiting.said(), "! wait for the computer");
    assert!(waiting.game.moves().is_empty());
    // Its stone falls after the person's, and is seen above its column before.
    assert_eq!(story.game.moves().len(), 1);
    story.rest();
    story.game.press(PlayerInput::Key(Key::Char('6')));
    story.think();
    assert_eq!(story.game.moves().len(), 3);
    assert!(story.game.is_moving());
    story.rest();
    assert_eq!(story.said(), "your turn: a column from 0 to 6");
}

#[test]
fn a_win_against_the_computer_counts_unless_there_was_help() {
    let won = |keys: &str| {
        let mut story = game(against(OpponentLevel::Beginner));
        story.press(keys);
        // A beginner that answers in the other columns; recorded moves need no thinking.
        for recorded in ["0", "6", "0", "6", "0", "6", "0"] {
            story.game.apply(recorded).unwrap();
        }
        story.game.outcome().unwrap()
    };
    let outcome = won("");
    assert_eq!(outcome.words, "won in 4 moves");
    let best = outcome.score.unwrap();
    assert_eq!((best.class.as_str(), best.value), ("against beginner", 4));
    assert!(best.is_lower_better);
    assert_eq!(best.shown, "4 moves");
    assert_eq!(won("i").score, None);
    assert_eq!(won("c").score, None);
}

#[test]
fn help_is_recorded_once_against_the_computer() {
    let mut story = game(against(OpponentLevel::Beginner));
    assert_eq!(story.press("i"), InputReaction::Moved);
    assert_eq!(story.press("c"), InputReaction::Understood);
    assert_eq!(story.press("i"), InputReaction::Understood);
    assert_eq!(story.game.moves(), ["help"]);
}

#[test]
fn a_bad_record_is_refused_with_a_reason() {
    let cases = [
        ("", "move `` is not possible: it is neither a digit nor `undo` or `help`"),
        ("33", "move `33` is not possible: it is neither a digit nor `undo` or `help`"),
        ("7", "move `7` is not possible: the game would ask again"),
        ("undo", "move `undo` is not possible: undo was not agreed"),
        ("x", "move `x` is not possible: it is neither a digit nor `undo` or `help`"),
    ];
    for (recorded, message) in cases {
        let mut screen = ConnectFourScreen::new(settings());
        assert_eq!(screen.apply(recorded).unwrap_err().to_string(), message);
        assert!(screen.moves().is_empty());
    }
    let mut over = game(settings());
    over.press(WINS[0]);
    let message = over.game.apply("1").unwrap_err().to_string();
    assert_eq!(message, "move `1` is not possible: the game is over");
}

#[test]
fn every_key_of_the_help_does_something() {
    for undo in [false, true] {
        let agreed = PlaySettings { undo, ..settings() };
        for row in game(agreed.clone()).game.keys() {
            for key in row.keys {
                let mut story = game(agreed.clone());
                story.press("33333");
                assert_ne!(story.press_key(*key), InputReaction::Ignored, "{}", row.shown);
            }
        }
    }
    let mut story = game(settings());
    for key in "q?SNB↑⇥⌫⎋".chars() {
        assert_eq!(story.press(&key.to_string()), InputReaction::Ignored, "{key}");
    }
}

#[test]
fn random_presses_do_no_harm() {
    fuzz::run(ConnectFourScreen::new);
}
