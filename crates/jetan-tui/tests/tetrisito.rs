//! Tetrisito on a screen: stories of keys, pictures, and random presses.

#[path = "sudoku/story.rs"]
mod story;

use expect_test::{ExpectFile, expect_file};
use jetan_games::tetrisito::notation::parse_puzzle;
use jetan_games::tetrisito::{DropOrder, DropRules, FieldShape, PieceRule};
use jetan_play::settings::PlaySettings;
use jetan_tui::game::{GameScreen, InputReaction, Key, PlayerInput};
use jetan_tui::games::tetrisito::TetrisitoScreen;
use jetan_tui::look::{ColourSupport, TerminalLook};
use story::{LOOKS, Story};

/// A bar, a square and a pole; the bar at offset 1 and the square on it reach the goal.
const PUZZLE: &str = "\
......\n......\n......\n......\n......\n#.....\n\
......\n......\n......\n.##...\n.##...\n#####.\n3\n\
####\n....\n....\n....\n\
##..\n##..\n....\n....\n\
#...\n#...\n#...\n#...\n";

/// A square fills the gap of a row, which vanishes.
const CLEARING: &str = "\
......\n......\n......\n......\n#.....\n##..##\n\
......\n......\n......\n......\n......\n#.##..\n1\n\
.##.\n.##.\n....\n....\n";

const PLAIN: TerminalLook = TerminalLook { colours: ColourSupport::None, is_ascii: false };

fn own(puzzle: &str, rules: DropRules) -> Story<TetrisitoScreen> {
    let settings =
        PlaySettings { puzzle: Some(puzzle.to_owned()), rules, ..PlaySettings::default() };
    Story { game: TetrisitoScreen::new(settings).expect("the puzzle can be played") }
}

fn made(seed: u64, rules: DropRules) -> Story<TetrisitoScreen> {
    let settings = PlaySettings { seed, rules, ..PlaySettings::default() };
    let mut story = Story { game: TetrisitoScreen::new(settings).expect("nothing can be wrong") };
    story.think();
    story
}

fn resumed(game: &TetrisitoScreen) -> Story<TetrisitoScreen> {
    let mut story =
        Story { game: TetrisitoScreen::new(game.settings().clone()).expect("was played") };
    for recorded in game.moves() {
        story.game.apply(recorded).expect("was made");
    }
    story
}

fn every_rule() -> impl Iterator<Item = DropRules> {
    let orders = [DropOrder::Any, DropOrder::Given];
    let usages = [PieceRule::Some, PieceRule::All, PieceRule::Prefix];
    orders.into_iter().flat_map(move |order| {
        usages.into_iter().flat_map(move |usage| {
            [false, true].map(|clears_lines| DropRules { order, usage, clears_lines })
        })
    })
}

fn check(
    story: &Story<TetrisitoScreen>,
    width: u16,
    height: u16,
    look: TerminalLook,
    expected: &ExpectFile,
) {
    expected.assert_eq(&story.text(width, height, look));
}

fn says(story: &Story<TetrisitoScreen>, words: &str) -> bool {
    story.text(80, 22, PLAIN).contains(words)
}

#[test]
fn a_game_in_the_making_is_shown_in_every_size() {
    let mut story = own(PUZZLE, DropRules::default());
    story.press("Right Down wait:3000 3 Right Enter wait:3000");
    check(&story, 80, 22, TerminalLook::FULL, &expect_file!["screens/tetrisito/80x22.txt"]);
    check(&story, 200, 58, TerminalLook::FULL, &expect_file!["screens/tetrisito/200x58.txt"]);
    check(&story, 100, 32, PLAIN, &expect_file!["screens/tetrisito/100x32-plain.txt"]);
    check(&story, 40, 14, TerminalLook::FULL, &expect_file!["screens/tetrisito/40x14.txt"]);
    check(&story, 20, 5, TerminalLook::FULL, &expect_file!["screens/tetrisito/20x5.txt"]);
    check(&story, 80, 22, TerminalLook::BARE, &expect_file!["screens/tetrisito/ascii.txt"]);
    check(&story, 200, 58, TerminalLook::BARE, &expect_file!["screens/tetrisito/ascii-200x58.txt"]);
}

#[test]
fn a_piece_falls_straight_and_the_goal_wins() {
    let mut story = own(PUZZLE, DropRules::default());
    assert_eq!(story.press("Right Down"), InputReaction::Moved);
    assert!(story.game.is_moving());
    story.press("wait:140");
    check(&story, 80, 22, TerminalLook::FULL, &expect_file!["screens/tetrisito/falling.txt"]);
    story.press("wait:1000");
    assert!(!story.game.is_moving());
    assert_eq!(story.press("Down"), InputReaction::Moved);
    assert_eq!(story.game.outcome(), None, "nothing is over while a piece falls");
    story.press("wait:1000");
    let outcome = story.game.outcome().expect("the goal is reached");
    assert_eq!((outcome.words.as_str(), outcome.score), ("won in 2 drops", None));
    assert_eq!(story.game.moves(), ["1@1", "2@1"]);
    check(&story, 80, 22, TerminalLook::FULL, &expect_file!["screens/tetrisito/won.txt"]);
    // Over is over.
    story.press("u r i v v Down 3");
    assert_eq!(story.game.moves().len(), 2);
}

#[test]
fn an_impossible_drop_is_seen_and_changes_nothing() {
    let mut story = own(PUZZLE, DropRules::default());
    story.press("3 Down wait:1000 2 Left");
    let moves = story.game.moves().len();
    assert_eq!(story.press("Space"), InputReaction::Understood);
    assert!(story.game.is_moving());
    story.press("wait:150");
    check(&story, 80, 22, TerminalLook::FULL, &expect_file!["screens/tetrisito/stuck.txt"]);
    assert!(says(&story, "impossible: a cell stays in the hidden rows"));
    let lit = story.draw(80, 22, TerminalLook::FULL);
    story.press("wait:180");
    assert!(lit != story.draw(80, 22, TerminalLook::FULL), "the stuck piece blinks");
    story.press("wait:2000");
    assert!(!story.game.is_moving());
    assert_eq!(story.game.moves().len(), moves);
    // The same piece can be dropped elsewhere.
    assert_eq!(story.press("Right Right s"), InputReaction::Moved);
}

#[test]
fn full_rows_vanish_before_the_eyes() {
    let rules = DropRules { clears_lines: true, ..DropRules::default() };
    let mut story = own(CLEARING, rules);
    story.press("Right Down wait:750");
    check(&story, 80, 22, TerminalLook::FULL, &expect_file!["screens/tetrisito/vanishing.txt"]);
    assert!(says(&story, "full rows vanish"));
    story.press("wait:2000");
    assert_eq!(story.game.outcome().expect("the goal is reached").words, "won in 1 drop");
    let mut without = own(CLEARING, DropRules::default());
    without.press("Right Down wait:3000");
    assert_eq!(without.game.outcome(), None);
    assert!(says(&without, "no piece is left, but this is not the goal"));
}

#[test]
fn drops_are_taken_back_one_by_one_or_all() {
    let mut story = own(PUZZLE, DropRules::default());
    let fresh = story.text(80, 22, PLAIN);
    assert_eq!(story.press("u"), InputReaction::Understood);
    assert!(says(&story, "nothing to take back"));
    assert_eq!(story.press("r"), InputReaction::Understood);
    story.press("Down wait:1000 Down wait:1000");
    assert_eq!(story.press("u"), InputReaction::Moved);
    assert!(says(&story, "1 of 3 used"));
    assert!(says(&story, "drops    2"), "drops that were taken back count");
    story.press("Down wait:1000");
    assert_eq!(story.press("r"), InputReaction::Moved);
    assert_eq!(story.game.moves(), ["1@0", "2@0", "undo", "2@0", "restart"]);
    story.press("1");
    assert_eq!(story.text(80, 22, PLAIN).replace("drops    3", "drops    0"), fresh);
}

#[test]
fn a_hint_names_the_next_drop_or_how_far_to_go_back() {
    let mut story = own(PUZZLE, DropRules::default());
    assert_eq!(story.press("i"), InputReaction::Moved);
    assert!(says(&story, "piece 1 at offset 1 leads on: 2 drops to the goal"));
    story.press("Down wait:1000 i");
    assert!(says(&story, "piece 2 at offset 1 leads on: 1 drop to the goal"));
    story.press("3 Right Right Right Right Right Down wait:1000 i");
    assert!(says(&story, "no longer reachable: take back 1 drop (u)"));
    story.press("Down wait:1000 i");
    assert!(says(&story, "no longer reachable: take back 2 drops (u)"));
    story.press("u u i Down wait:1000");
    let outcome = story.game.outcome().expect("the goal is reached");
    assert_eq!((outcome.words.as_str(), outcome.score), ("won in 2 drops", None));
    let never = PUZZLE.replacen(".##...\n.##...\n#####.\n3", ".#.#..\n.##...\n#####.\n3", 1);
    let mut never = own(&never, DropRules::default());
    never.press("i");
    assert!(says(&never, "the goal cannot be reached with these pieces"));
    never.press("v v");
    assert!(says(&never, "the answer is NO"));
}

#[test]
fn a_plan_plays_itself_and_does_not_count() {
    let mut story = own(PUZZLE, DropRules::default());
    assert_eq!(story.press("v"), InputReaction::Understood);
    assert!(says(&story, "press v again for a plan"));
    assert_eq!(story.press("Left v"), InputReaction::Understood);
    assert_eq!(story.press("v"), InputReaction::Moved);
    story.press("wait:300");
    check(&story, 80, 22, TerminalLook::FULL, &expect_file!["screens/tetrisito/plan.txt"]);
    assert_eq!(story.game.outcome(), None);
    story.press("wait:700");
    assert!(says(&story, "1 of 3 used") && story.game.is_moving());
    story.press("wait:9000");
    let outcome = story.game.outcome().expect("the goal is reached");
    assert_eq!((outcome.words.as_str(), outcome.score), ("solved by the engine", None));
    assert_eq!(story.game.moves(), ["solve:1@1,2@1"]);
    // One may try it oneself afterwards, but it never counts again.
    assert_eq!(story.press("r"), InputReaction::Moved);
    assert_eq!(story.game.outcome(), None);
    story.press("1 Left Left Right Down wait:1000 2 Down wait:1000");
    assert_eq!(story.game.outcome().expect("again").words, "solved by the engine");
}

#[test]
fn a_plan_from_a_dead_end_begins_anew_and_a_key_skips_it() {
    let mut story = own(PUZZLE, DropRules::default());
    story.press("3 Right Right Right Right Right Down wait:1000 v v");
    assert_eq!(story.game.moves(), ["3@5", "restart", "solve:1@1,2@1"]);
    assert_eq!(story.press("Left"), InputReaction::Understood);
    assert!(!story.game.is_moving());
    assert_eq!(story.game.outcome().expect("the goal is reached").words, "solved by the engine");
}

#[test]
fn the_given_order_is_kept() {
    let rules = DropRules { order: DropOrder::Given, ..DropRules::default() };
    let mut story = own(PUZZLE, rules);
    story.press("2 Right Down wait:1000 1");
    assert!(says(&story, "the order is given: this piece is too late"));
    assert_eq!(story.game.moves(), ["2@1"]);
    story.press("i");
    assert!(says(&story, "no longer reachable: take back 1 drop (u)"));
    for usage in [PieceRule::All, PieceRule::Prefix] {
        let mut story = own(PUZZLE, DropRules { usage, ..rules });
        story.press("2");
        assert!(says(&story, "the order is given: another piece comes first"));
        assert_eq!(story.press("Tab Right Down"), InputReaction::Moved);
        assert_eq!(story.game.moves(), ["1@1"]);
    }
}

#[test]
fn the_goal_counts_only_with_the_pieces_that_must_fall() {
    let rules = DropRules { usage: PieceRule::All, ..DropRules::default() };
    let mut story = own(PUZZLE, rules);
    story.press("Right Down wait:1000 Down wait:1000");
    assert_eq!(story.game.outcome(), None);
    assert!(says(&story, "this is the goal, but not with the pieces"));
    // Of the first few pieces, the square alone is not among them.
    let only_square = PUZZLE.replacen(".##...\n.##...\n#####.\n3", "......\n##....\n##....\n3", 1);
    let only_square = only_square.replacen("#.....\n....", "......\n....", 1);
    let mut prefix =
        own(&only_square, DropRules { usage: PieceRule::Prefix, ..DropRules::default() });
    prefix.press("2 Down wait:1000");
    assert_eq!(prefix.game.outcome(), None);
    prefix.press("i");
    assert!(says(&prefix, "the goal cannot be reached"));
    let mut some = own(&only_square, DropRules::default());
    some.press("2 Down wait:1000");
    assert!(some.game.outcome().is_some());
}

#[test]
fn a_start_that_is_the_goal_is_won_with_nothing_dropped() {
    let start = PUZZLE.lines().take(6).collect::<Vec<_>>().join("\n");
    let mut story = own(&format!("{start}\n{start}\n0\n"), DropRules::default());
    assert_eq!(story.game.outcome().expect("it is reached").words, "won in 0 drops");
    story.press("Left Right Tab BackTab Down u r i v v 1");
    story.draw_everywhere();
    assert_eq!(story.game.moves(), [""; 0]);
}

#[test]
fn a_made_puzzle_counts_by_the_drops_that_were_tried() {
    let mut story = made(1, DropRules::default());
    let mut again = resumed(&story.game);
    // The engine tells what to do, another game does it.
    story.press("v v");
    let plan = story.game.moves()[0].strip_prefix("solve:").expect("a plan").to_owned();
    again.press("Down wait:1000 u");
    for drop in plan.split(',') {
        let (piece, offset) = drop.split_once('@').expect("a drop");
        again.press(piece);
        again.press("Left Left Left Left Left Left");
        again.press(&"Right ".repeat(offset.parse().expect("a number")));
        assert_eq!(again.press("Down wait:2000"), InputReaction::Moved);
    }
    let drops = plan.split(',').count();
    let outcome = again.game.outcome().expect("the goal is reached");
    assert_eq!(outcome.words, format!("won in {drops} drops"));
    let best = outcome.score.expect("no help was used");
    let pieces = again.game.settings().puzzle.clone().expect("was made");
    let pieces = parse_puzzle(&pieces, FieldShape::default()).expect("was written").pieces().len();
    assert_eq!(best.class, format!("{pieces} pieces"));
    assert_eq!((best.value, best.is_lower_better), (drops as u64 + 1, true));
}

#[test]
fn every_rule_has_puzzles_that_the_engine_shows_to_the_end() {
    for rules in every_rule() {
        for seed in 0..5 {
            let mut story = made(seed, rules);
            story.press("v v");
            while story.game.is_moving() {
                story.press("wait:70");
            }
            let outcome = story.game.outcome().expect("every made puzzle can be solved");
            assert_eq!(outcome.words, "solved by the engine", "{rules:?} seed {seed}");
        }
    }
}

#[test]
fn every_key_of_the_table_is_understood_and_no_other_one_is() {
    let make = || own(PUZZLE, DropRules::default()).game;
    for (key, reaction) in Story::every_key(make) {
        assert_ne!(reaction, InputReaction::Ignored, "{key:?}");
    }
    let mut game = make();
    let known: Vec<Key> = game.keys().iter().flat_map(|row| row.keys).copied().collect();
    let letters = (32u8..127).map(|byte| Key::Char(char::from(byte)));
    for key in letters.chain([Key::Esc]) {
        let reaction = game.press(PlayerInput::Key(key));
        assert_eq!(reaction == InputReaction::Ignored, !known.contains(&key), "{key:?}");
    }
    // These belong to the application.
    assert!(!known.iter().any(|key| matches!(key, Key::Char('q' | '?' | 'S' | 'N' | 'B'))));
}

#[test]
fn every_way_to_move_choose_and_drop_does_the_same() {
    let moves = |script: &str| {
        let mut story = own(PUZZLE, DropRules::default());
        story.press(script);
        story.game.moves().to_vec()
    };
    for right in ["Right", "d", "l"] {
        for left in ["Left", "a", "h"] {
            assert_eq!(moves(&format!("{right} {right} {left} Down")), ["1@1"], "{right} {left}");
        }
    }
    for drop in ["Down", "s", "j", "Space", "Enter"] {
        assert_eq!(moves(&format!("Right {drop}")), ["1@1"], "{drop}");
    }
    for next in ["Tab", "]", "Up", "w", "k"] {
        assert_eq!(moves(&format!("{next} Down")), ["2@0"], "{next}");
    }
    for previous in ["BackTab", "["] {
        assert_eq!(moves(&format!("{previous} Down")), ["3@0"], "{previous}");
    }
    assert_eq!(moves("Right Right Right Down"), ["1@2"], "the bar ends at the wall");
    assert_eq!(moves("Left Down"), ["1@0"]);
    assert_eq!(moves("9 2 Down Backspace"), ["2@0", "undo"]);
}

#[test]
fn clicks_choose_pieces_and_columns() {
    for (width, height) in [(80, 22), (200, 58), (40, 20)] {
        let mut story = own(PUZZLE, DropRules::default());
        let buffer = story.draw(width, height, TerminalLook::BARE);
        // The only 2 below the boards is the label of the second piece.
        let labels =
            buffer.content.iter().enumerate().rev().filter(|(_, cell)| cell.symbol() == "2");
        let (x, y) =
            labels.map(|(at, _)| buffer.pos_of(at)).find(|(_, y)| *y > 13).expect("a label");
        assert_eq!(story.click(x, y, width, height), InputReaction::Understood);
        let corner = buffer.content.iter().position(|cell| cell.symbol() == "+").expect("a frame");
        let (left, top) = buffer.pos_of(corner);
        let cell = if width == 200 { 8 } else { 2 };
        assert_eq!(
            story.click(left + 1 + 3 * cell, top + 2, width, height),
            InputReaction::Understood
        );
        assert_eq!(story.click(left + 1 + 3 * cell, top + 2, width, height), InputReaction::Moved);
        assert_eq!(story.game.moves(), ["2@3"], "{width}x{height}");
        assert_eq!(story.click(0, 0, width, height), InputReaction::Ignored);
        assert_eq!(story.click(0, 0, 10, 5), InputReaction::Ignored);
    }
}

#[test]
fn cells_that_fit_and_cells_that_do_not_differ_in_shape() {
    let mut story = own(PUZZLE, DropRules::default());
    story.press("Down wait:1000");
    for look in LOOKS {
        let text = story.text(80, 22, look);
        let [fits, extra, open] =
            if look.is_ascii { ["##", "xx", "[]"] } else { ["██", "╳╳", "[]"] };
        let field: String =
            text.lines().map(|line| line.chars().take(24).collect::<String>()).collect();
        assert!([fits, extra, open].iter().all(|sign| field.contains(sign)), "{text}");
    }
}

#[test]
fn puzzles_that_cannot_be_read_are_refused() {
    let cut = PUZZLE.lines().take(12).collect::<Vec<_>>().join("\n");
    for (text, why) in [
        ("", "line 1: a row of the start grid is missing: the input ends here".to_owned()),
        (&cut, "line 13: the number of pieces is missing: the input ends here".to_owned()),
    ] {
        let settings = PlaySettings { puzzle: Some(text.to_owned()), ..PlaySettings::default() };
        let error = TetrisitoScreen::new(settings).expect_err(text).to_string();
        assert_eq!(error, format!("the puzzle cannot be played: {why}"));
    }
    let crlf = PUZZLE.replace('\n', "\r\n");
    let one = own(&crlf, DropRules::default()).game;
    assert_eq!(one.settings(), own(PUZZLE, DropRules::default()).game.settings());
}

#[test]
fn moves_that_cannot_be_made_are_refused() {
    let mut game = own(PUZZLE, DropRules::default()).game;
    for recorded in ["", "x", "undo", "restart", "1@3", "4@0", "0@0", "solve:1@0", "solve:1@1,1@1"]
    {
        assert!(game.apply(recorded).is_err(), "{recorded}");
        assert_eq!(game.moves(), [""; 0], "{recorded}");
    }
    game.apply("solve:1@1,2@1").expect("it is a plan");
    assert!(game.apply("3@0").is_err());
    assert!(!game.is_moving());
}

#[test]
fn every_state_is_drawn_in_every_size() {
    for script in [
        "",
        "Down",
        "Down wait:300",
        "3 Down wait:900 2 Left Down wait:200",
        "v v wait:600",
        "v v wait:9999",
        "i",
    ] {
        let mut story = own(PUZZLE, DropRules::default());
        story.press(script);
        story.draw_everywhere();
    }
    let mut story = own(CLEARING, DropRules { clears_lines: true, ..DropRules::default() });
    story.press("Right Down wait:750");
    story.draw_everywhere();
    // More pieces than any strip can show.
    let (head, pieces) = PUZZLE.split_once("3\n").expect("the number of pieces");
    let mut many = own(&format!("{head}63\n{}", pieces.repeat(21)), DropRules::default());
    many.press("BackTab BackTab i Down");
    many.draw_everywhere();
}

#[test]
fn random_presses_never_panic_and_their_record_is_the_same_game() {
    let rounds = if std::env::var_os("JETAN_LONG").is_some() { 60 } else { 3 };
    for rules in every_rule() {
        for seed in 0..rounds {
            let mut story = made(seed, rules);
            let left_out: &[Key] = if seed % 2 == 0 { &[Key::Char('v')] } else { &[] };
            story.fuzz(seed, 800, left_out);
            let mut again = resumed(&story.game);
            for story in [&mut story, &mut again] {
                // What is chosen and where it hangs is not a move: both games start from the left.
                story.press("1 2 3 4 5 Left Left Left Left Left Left Left wait:5000");
            }
            assert_eq!(again.game.moves(), story.game.moves(), "{rules:?} seed {seed}");
            assert_eq!(again.game.outcome(), story.game.outcome(), "{rules:?} seed {seed}");
            for (width, height) in [(80, 22), (200, 58)] {
                let texts =
                    [&again, &story].map(|story| story.text(width, height, TerminalLook::FULL));
                assert_eq!(texts[0], texts[1], "{rules:?} seed {seed}");
                let [one, two] =
                    [&again, &story].map(|story| story.draw(width, height, TerminalLook::FULL));
                assert!(one == two, "{rules:?} seed {seed}: the colours differ");
            }
        }
    }
}
