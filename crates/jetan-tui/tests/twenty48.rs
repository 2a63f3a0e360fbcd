//! 2048 on a screen: every key, every ending, every size.

#[path = "app/script.rs"]
mod script;

use std::time::Duration;

use expect_test::expect_file;
use jetan_games::rng::Rng;
use jetan_play::record::PlayRecord;
use jetan_play::settings::PlaySettings;
use jetan_play::thought::GameThought;
use jetan_tui::game::{GameScreen, InputReaction, Key, PlayerInput};
use jetan_tui::games::{self, twenty48::Twenty48Screen};
use jetan_tui::look::{ColourSupport, TerminalLook};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use script::{keys, text};

const LOOKS: [TerminalLook; 4] = [
    TerminalLook::FULL,
    TerminalLook { colours: ColourSupport::Palette, is_ascii: false },
    TerminalLook { colours: ColourSupport::None, is_ascii: false },
    TerminalLook::BARE,
];

fn game(seed: u64, target: u32) -> Twenty48Screen {
    let settings = PlaySettings { seed, target: Some(target), ..PlaySettings::default() };
    Twenty48Screen::new(settings).expect("there is such a game")
}

fn press(game: &mut dyn GameScreen, script: &str) -> Vec<InputReaction> {
    let press = |key: Key| {
        let reaction = game.press(PlayerInput::Key(key));
        game.tick(Duration::from_secs(1));
        reaction
    };
    keys(script).into_iter().map(press).collect()
}

fn draw(game: &dyn GameScreen, width: u16, height: u16, look: TerminalLook) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    game.draw(buffer.area, &mut buffer, look);
    buffer
}

/// Slides in turn until the game has ended.
fn play_to_the_end(game: &mut dyn GameScreen) {
    for key in keys("Left Down Right Down Up").into_iter().cycle().take(20_000) {
        game.press(PlayerInput::Key(key));
        game.tick(Duration::from_secs(1));
        if game.outcome().is_some() {
            return;
        }
    }
    panic!("the game does not end");
}

fn think(game: &mut dyn GameScreen) {
    let work = game.take_question().expect("there is something to think about");
    assert!(game.take_question().is_none(), "nothing is asked twice");
    game.receive(work.answer(&mut || false));
}

#[test]
fn every_key_of_the_help_is_understood() {
    let rows = game(1, 2048).keys();
    for row in rows {
        for key in row.keys {
            let reaction = game(1, 2048).press(PlayerInput::Key(*key));
            assert_ne!(reaction, InputReaction::Ignored, "{key:?}");
        }
    }
    for other in "q ? S N B x Enter Esc".split(' ') {
        assert_eq!(press(&mut game(1, 2048), other), [InputReaction::Ignored], "{other}");
    }
}

#[test]
fn arrows_and_letters_slide_the_same_way() {
    for script in ["Left Up Right Down", "a w d s", "h k l j"] {
        let mut screen = game(4, 2048);
        press(&mut screen, script);
        assert_eq!(screen.moves(), ["L", "U", "R", "D"], "{script}");
    }
}

#[test]
fn a_slide_that_changes_nothing_is_no_move() {
    let mut screen = game(1, 2048);
    while press(&mut screen, "Left") == [InputReaction::Moved] {}
    let made = screen.moves().len();
    assert!(made > 1, "{:?}", screen.moves());
    assert_eq!(press(&mut screen, "Left"), [InputReaction::Understood]);
    assert_eq!(screen.moves().len(), made);
    let picture = text(&draw(&screen, 80, 22, TerminalLook::FULL));
    assert!(picture.contains("nothing moves left"), "{picture}");
}

#[test]
fn pictures_are_as_they_were() {
    let mut screen = game(1, 2048);
    press(&mut screen, "Left Up Left Down Right Up Left Down Left Left Down Right Down Left");
    for (file, width, height, look) in [
        ("80x22", 80, 22, TerminalLook::FULL),
        ("80x22-ascii", 80, 22, TerminalLook::BARE),
        ("200x58", 200, 58, TerminalLook::FULL),
        ("40x12", 40, 12, TerminalLook::FULL),
        ("40x12-ascii", 40, 12, TerminalLook::BARE),
        ("20x3", 20, 3, TerminalLook::FULL),
    ] {
        let picture = text(&draw(&screen, width, height, look));
        let file = format!("screens/twenty48/{file}.txt");
        expect_file![file].assert_eq(&picture);
    }
}

#[test]
fn tiles_differ_by_colour_and_by_number() {
    let mut screen = game(2, 2048);
    press(&mut screen, "Left Down Left Down Left Down");
    let buffer = draw(&screen, 80, 22, TerminalLook::FULL);
    let grounds = |number: &str| -> Vec<Color> {
        let found = buffer.content.iter().filter(|cell| {
            cell.symbol() == number
                && cell.modifier.contains(Modifier::BOLD)
                && cell.bg != Color::Reset
        });
        found.map(|cell| cell.bg).collect()
    };
    let (twos, fours) = (grounds("2"), grounds("4"));
    assert!(!twos.is_empty() && !fours.is_empty());
    assert!(twos.iter().all(|ground| !fours.contains(ground)), "{twos:?} {fours:?}");
    let bare = draw(&screen, 80, 22, TerminalLook::BARE);
    assert!(bare.content.iter().all(|cell| cell.bg == Color::Reset && cell.symbol().is_ascii()));
}

#[test]
fn the_target_wins_and_the_game_goes_on() {
    let mut screen = game(1, 64);
    assert_eq!(press(&mut screen, "c"), [InputReaction::Understood]);
    play_to_the_end(&mut screen);
    let outcome = screen.outcome().expect("it has ended");
    assert!(outcome.words.starts_with("won: 64 in "), "{}", outcome.words);
    let best = outcome.score.expect("it counts");
    assert_eq!(best.class, "target 64, 50 % twos");
    assert!(!best.is_lower_better && best.value > 100);
    assert!(screen.can_go_on());
    assert_eq!(press(&mut screen, "Left i"), [InputReaction::Understood; 2]);
    let picture = text(&draw(&screen, 80, 22, TerminalLook::FULL));
    assert!(picture.contains("the target is reached: c goes on"), "{picture}");
    assert_eq!(press(&mut screen, "c"), [InputReaction::Moved]);
    assert_eq!(screen.outcome(), None);
    play_to_the_end(&mut screen);
    let words = screen.outcome().expect("it has ended").words;
    assert!(words.starts_with("over after "), "{words}");
    assert!(!screen.can_go_on());
}

#[test]
fn a_full_board_without_pairs_is_lost() {
    let mut screen = game(3, 2048);
    play_to_the_end(&mut screen);
    let outcome = screen.outcome().expect("it has ended");
    assert!(outcome.words.starts_with("lost after "), "{}", outcome.words);
    let picture = text(&draw(&screen, 80, 22, TerminalLook::FULL));
    assert!(picture.contains("no tile can move any more"), "{picture}");
    assert_eq!(press(&mut screen, "u"), [InputReaction::Moved]);
    assert_eq!(screen.outcome(), None);
}

#[test]
fn moves_are_taken_back_to_the_first() {
    let mut screen = game(1, 2048);
    let start = draw(&screen, 80, 22, TerminalLook::FULL);
    press(&mut screen, "Left Up Right");
    let made = screen.moves().len();
    for _ in 0..made {
        assert_eq!(press(&mut screen, "u"), [InputReaction::Moved]);
    }
    assert_eq!(press(&mut screen, "u"), [InputReaction::Understood]);
    let picture = text(&draw(&screen, 80, 22, TerminalLook::FULL));
    assert!(picture.contains("there is nothing to take back"), "{picture}");
    press(&mut screen, "x");
    let board = |buffer: &Buffer| text(buffer).lines().take(20).collect::<String>();
    assert_eq!(board(&draw(&screen, 80, 22, TerminalLook::FULL)), board(&start));
    assert_eq!(screen.class(), None, "with moves taken back a score does not count");
}

#[test]
fn the_best_move_is_shown_on_request() {
    let mut screen = game(1, 2048);
    press(&mut screen, "Left Up");
    assert!(screen.take_question().is_none(), "nobody asked");
    assert_eq!(press(&mut screen, "i"), [InputReaction::Moved]);
    assert_eq!(press(&mut screen, "i"), [InputReaction::Understood], "it was asked for");
    assert!(text(&draw(&screen, 80, 22, TerminalLook::FULL)).contains("thinking"));
    think(&mut screen);
    let picture = text(&draw(&screen, 80, 22, TerminalLook::FULL));
    assert!(picture.contains("best move: "), "{picture}");
    press(&mut screen, "Left Down");
    let picture = text(&draw(&screen, 80, 22, TerminalLook::FULL));
    assert!(!picture.contains("best move: "), "it was about another board\n{picture}");
    screen.receive(GameThought::Slide(None));
    assert_eq!(screen.class(), None, "with hints a score does not count");
}

#[test]
fn a_stopped_thought_leaves_no_hint() {
    let mut screen = game(1, 2048);
    press(&mut screen, "i");
    assert!(screen.take_question().is_some());
    screen.receive(GameThought::Stopped);
    let picture = text(&draw(&screen, 80, 22, TerminalLook::FULL));
    assert!(!picture.contains("thinking") && !picture.contains("best move: "), "{picture}");
}

#[test]
fn a_click_slides_to_its_side() {
    let area = Rect::new(3, 1, 80, 22);
    for (x, y, letter) in [(12, 10, "L"), (44, 10, "R"), (28, 2, "U"), (28, 19, "D")] {
        let mut screen = game(4, 2048);
        assert_eq!(
            screen.press(PlayerInput::Click { x, y, area }),
            InputReaction::Moved,
            "{letter}"
        );
        assert_eq!(screen.moves(), [letter]);
    }
    let outside = PlayerInput::Click { x: 79, y: 20, area };
    assert_eq!(game(4, 2048).press(outside), InputReaction::Ignored);
    let nowhere = PlayerInput::Click { x: 0, y: 0, area: Rect::ZERO };
    assert_eq!(game(4, 2048).press(nowhere), InputReaction::Ignored);
}

#[test]
fn tiles_glide_and_come_to_rest() {
    for look in LOOKS {
        let mut screen = game(4, 2048);
        screen.press(PlayerInput::Key(Key::Left));
        let mut pictures = vec![draw(&screen, 80, 22, look)];
        while screen.is_moving() {
            screen.tick(Duration::from_millis(20));
            pictures.push(draw(&screen, 80, 22, look));
            assert!(pictures.len() < 20, "it moves too long");
        }
        assert!(pictures.len() > 5, "it is seen to move");
        assert!(pictures.windows(2).filter(|pair| pair[0] != pair[1]).count() > 3, "{look:?}");
        let mut settled = game(4, 2048);
        settled.apply("L").expect("it is possible");
        assert!(!settled.is_moving());
        assert_eq!(pictures.last(), Some(&draw(&settled, 80, 22, look)));
    }
}

#[test]
fn a_new_press_ends_the_motion_before() {
    let mut screen = game(4, 2048);
    for key in keys("Left Up Right Down") {
        assert_eq!(screen.press(PlayerInput::Key(key)), InputReaction::Moved);
    }
    assert_eq!(screen.moves().len(), 4);
}

#[test]
fn every_size_is_drawn_in_every_state() {
    let mut won = game(1, 64);
    play_to_the_end(&mut won);
    let mut lost = game(3, 2048);
    play_to_the_end(&mut lost);
    let mut moving = game(4, 2048);
    moving.press(PlayerInput::Key(Key::Left));
    let mut popping = game(4, 2048);
    popping.press(PlayerInput::Key(Key::Left));
    popping.tick(Duration::from_millis(120));
    let mut hinted = game(4, 2048);
    press(&mut hinted, "i");
    think(&mut hinted);
    let states = [game(1, 2048), won, lost, moving, popping, hinted];
    for screen in &states {
        for width in (0..=90).step_by(3) {
            for height in 0..=30 {
                for look in LOOKS {
                    draw(screen, width, height, look);
                }
            }
        }
        for (width, height) in [(1, 1), (20, 5), (40, 14), (80, 22), (200, 58), (400, 200)] {
            for look in LOOKS {
                draw(screen, width, height, look);
            }
        }
    }
}

#[test]
fn nothing_outside_of_the_area_is_touched() {
    let mut screen = game(4, 2048);
    screen.press(PlayerInput::Key(Key::Left));
    for (width, height) in [(0, 0), (1, 1), (20, 3), (40, 12), (80, 22)] {
        for look in LOOKS {
            let area = Rect::new(5, 3, width, height);
            let mut buffer = Buffer::empty(Rect::new(0, 0, 100, 30));
            let untouched = buffer.clone();
            screen.draw(area, &mut buffer, look);
            for y in 0..30 {
                for x in (0..100).filter(|&x| !area.contains((x, y).into())) {
                    assert_eq!(buffer[(x, y)], untouched[(x, y)], "{x} {y} {area}");
                }
            }
        }
    }
}

#[test]
fn a_record_gives_the_same_game_again() {
    let all = keys("Left Right Up Down a w d s h j k l u i c x Enter");
    let mut rng = Rng::new(11);
    for seed in 0..40 {
        let target = [16, 64, 2048][seed as usize % 3];
        let mut screen = game(seed, target);
        for _ in 0..200 {
            let key = all[rng.below(all.len() as u32) as usize];
            screen.press(PlayerInput::Key(key));
            screen.tick(Duration::from_millis(rng.below(300).into()));
        }
        screen.tick(Duration::from_secs(1));
        let record = PlayRecord::of(screen.play());
        let again = games::resume(&record).expect("every recorded move is possible");
        assert_eq!(again.moves(), screen.moves());
        assert_eq!(again.outcome(), screen.outcome());
        // The last message is not part of the game.
        let board = |game: &dyn GameScreen| {
            text(&draw(game, 80, 22, TerminalLook::BARE))
                .lines()
                .take(20)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(board(again.as_ref()), board(&screen), "seed {seed}");
    }
}

#[test]
fn impossible_moves_are_refused() {
    for (recorded, why) in [
        ("on", "the target is not reached"),
        ("undo", "there is nothing to take back"),
        ("X", "2048 has no such move"),
        ("LL", "2048 has no such move"),
        ("", "2048 has no such move"),
    ] {
        let bad = game(1, 2048).apply(recorded).expect_err(recorded);
        assert_eq!((bad.recorded.as_str(), bad.why), (recorded, why));
    }
    let mut screen = game(1, 2048);
    while screen.apply("L").is_ok() {}
    assert_eq!(screen.apply("L").expect_err("nothing moves").why, "no tile can move that way");
    let settings = PlaySettings { target: Some(7), ..PlaySettings::default() };
    let bad = Twenty48Screen::new(settings).err().expect("7 is too small");
    assert_eq!(bad.to_string(), "7 is not a target: choose a number from 8 to 32768");
}
