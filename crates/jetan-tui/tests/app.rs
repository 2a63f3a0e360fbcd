//! Stories of the application: from the menu to a game and back, without a terminal.

#[path = "app/script.rs"]
mod script;

use std::time::Duration;

use expect_test::expect_file;
use jetan_games::GameTitle;
use jetan_games::connect4::OpponentLevel;
use jetan_games::rng::Rng;
use jetan_games::sudoku::logic::Difficulty;
use jetan_play::game::BestScore;
use jetan_play::record::PlayRecord;
use jetan_play::scores::{HighScores, ScoreEntry};
use jetan_play::settings::PlaySettings;
use jetan_tui::app::{AppRequest, GamesApp, OpeningPage};
use jetan_tui::games;
use jetan_tui::look::{ColourSupport, TerminalLook};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use script::{keys, text};

/// An application, and what came of its requests.
struct Story {
    app: GamesApp,
    saved: Vec<PlayRecord>,
    forgotten: Vec<GameTitle>,
    replays: Vec<PlayRecord>,
    scores: Vec<ScoreEntry>,
    has_quit: bool,
}

impl Story {
    fn new(opening: OpeningPage, saved: &[PlayRecord]) -> Story {
        Story::with(opening, saved, HighScores::default(), TerminalLook::FULL)
    }

    fn with(
        opening: OpeningPage,
        saved: &[PlayRecord],
        scores: HighScores,
        look: TerminalLook,
    ) -> Story {
        let app = GamesApp::new(opening, saved.to_vec(), scores, look);
        let mut story = Story {
            app,
            saved: Vec::new(),
            forgotten: Vec::new(),
            replays: Vec::new(),
            scores: Vec::new(),
            has_quit: false,
        };
        story.settle();
        story
    }

    /// Presses keys; everything comes to rest after each.
    fn press(&mut self, script: &str) -> &mut Story {
        for key in keys(script) {
            self.app.press(key);
            self.settle();
            self.app.tick(Duration::from_secs(1));
            self.settle();
        }
        self
    }

    fn settle(&mut self) {
        for request in self.app.take_requests() {
            match request {
                AppRequest::Save(record) => self.saved.push(*record),
                AppRequest::Forget(name) => self.forgotten.push(name),
                AppRequest::KeepReplay(record) => self.replays.push(*record),
                AppRequest::ListReplays(game) => {
                    let kept = self.replays.iter().filter(|record| record.game == game);
                    let mut found: Vec<(u64, PlayRecord)> = (1..).zip(kept.cloned()).collect();
                    found.reverse();
                    self.app.show_replays(game, found);
                }
                AppRequest::Score(entry) => self.scores.push(entry),
                AppRequest::Think(ticket, work) => {
                    self.app.receive(ticket, work.answer(&mut || false));
                }
                AppRequest::Rest => {}
                AppRequest::Quit => self.has_quit = true,
            }
        }
    }

    fn buffer(&mut self, width: u16, height: u16) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        self.app.draw(&mut buffer);
        buffer
    }

    fn picture(&mut self) -> String {
        let buffer = self.buffer(80, 24);
        text(&buffer)
    }

    #[track_caller]
    fn shows(&mut self, words: &str) -> &mut Story {
        let picture = self.picture();
        assert!(picture.contains(words), "no {words:?} in\n{picture}");
        self
    }

    #[track_caller]
    fn hides(&mut self, words: &str) -> &mut Story {
        let picture = self.picture();
        assert!(!picture.contains(words), "{words:?} in\n{picture}");
        self
    }

    /// Slides until the game has ended.
    fn play_to_the_end(&mut self) -> &mut Story {
        for _ in 0..5000 {
            self.press("Left Down Right Down Up");
            if self.picture().contains("R replay") {
                return self;
            }
        }
        panic!("the game does not end");
    }
}

fn settings(seed: u64) -> PlaySettings {
    PlaySettings { seed, ..PlaySettings::default() }
}

fn twenty48(seed: u64, target: u32) -> OpeningPage {
    OpeningPage::NewGame(
        GameTitle::Twenty48,
        PlaySettings { target: Some(target), ..settings(seed) },
    )
}

fn record(moves: &str) -> PlayRecord {
    let moves = moves.split_whitespace().map(str::to_owned).collect();
    PlayRecord { game: GameTitle::Twenty48, settings: settings(4), moves, elapsed: Duration::ZERO }
}

#[test]
fn from_the_menu_to_a_game_and_back() {
    let mut story = Story::new(OpeningPage::Menu(settings(4)), &[]);
    story.shows("Tetrisito").shows("Connect Four").hides("resume");
    story.press("Down Down Down Enter").shows("largest tile").shows("seed 4");
    story.press("Left Up").shows("moves                2");
    story.press("?").shows("slide the tiles").shows("save, and keep as a replay");
    story.press("?").hides("save, and keep as a replay").shows("moves                2");
    assert_eq!(story.saved, [record("L"), record("L U")], "every move is saved");
    story.press("q").shows("resume");
    assert_eq!(story.saved.len(), 3, "leaving saves the time too");
    story.press("Enter").shows("a saved game: 2 moves");
    story.press("Enter").shows("moves                2");
    story.press("Esc").shows("resume").press("q");
    assert!(story.has_quit);
    // The next day.
    let saved = story.saved.last().expect("it was saved").clone();
    let mut story = Story::new(OpeningPage::Game(GameTitle::Twenty48, settings(9)), &[saved]);
    story.shows("a saved game: 2 moves").press("r").shows("moves                2");
    story.shows("seed 4");
}

#[test]
fn a_new_game_can_be_had_instead_of_the_saved_one() {
    let opening = || OpeningPage::Game(GameTitle::Twenty48, settings(9));
    let mut story = Story::new(opening(), &[record("L U")]);
    story.press("n").shows("moves                0").shows("seed 9");
    assert!(story.saved.is_empty(), "the saved one is there until the first move");
    story.press("Left Up");
    assert_eq!(story.replays, [record("L U")], "and after that it can be watched");
    let mut story = Story::new(opening(), &[record("L U")]);
    story.press("q").shows("resume").press("n").shows("seed 9");
    let mut story =
        Story::new(OpeningPage::NewGame(GameTitle::Twenty48, settings(9)), &[record("L U")]);
    story.shows("moves                0");
}

#[test]
fn a_saved_game_that_makes_no_sense_is_reported() {
    let opening = OpeningPage::Game(GameTitle::Twenty48, settings(9));
    let mut story = Story::new(opening, &[record("L nonsense")]);
    story.press("Enter").shows("the saved game cannot be taken up: number 2");
    story.shows("five games on a board");
}

#[test]
fn the_menu_changes_what_is_agreed() {
    let mut story = Story::new(OpeningPage::Menu(settings(1)), &[]);
    story.press("Up Up").shows("target      ‹ 2048 ›");
    story.press("Right").shows("‹ 4096 ›").press("Left Left").shows("‹ 1024 ›");
    story.press("Tab Right").shows("‹ nine of ten are a 2 ›").press("BackTab").shows("‹ 1024 ›");
    story.press("Enter").shows("target           1,024").shows("90 % twos");
    story.press("q").shows("‹ 1024 ›");
    story.press("k l").shows("‹ easy ›").press("j").shows("‹ 1024 ›").press("?");
    story.shows("change a setting").press("x").hides("change a setting");
}

#[test]
fn every_game_opens_from_the_menu() {
    for (digit, name) in (1..=5).zip(GameTitle::ALL) {
        let mut story = Story::new(OpeningPage::Menu(settings(1)), &[]);
        story.press(&digit.to_string());
        story.shows(&format!("Jetan ▸ {}", name.title()));
        story.press("?").shows("Keys").press("Esc q").shows("five games on a board");
        let mut story = Story::new(OpeningPage::Menu(settings(1)), &[]);
        let row = story.picture().lines().position(|line| line.contains(name.title()));
        story.app.click(30, row.expect("it is there") as u16);
        story.shows(&format!("Jetan ▸ {}", name.title()));
    }
}

#[test]
fn a_new_game_is_asked_for_twice_while_one_is_on() {
    let mut story = Story::new(twenty48(4, 2048), &[]);
    story.press("N").hides("seed 4 ").press("Left N").shows("N again starts a new one");
    story.press("Left N").shows("N again").press("N").shows("moves                0");
    assert_eq!(story.replays.len(), 1, "the one that is given up can be watched");
    assert_eq!(story.forgotten, [GameTitle::Twenty48]);
}

#[test]
fn an_ended_game_is_counted_once() {
    let mut story = Story::new(twenty48(3, 2048), &[]);
    story.play_to_the_end().shows("lost after").shows("a new best: ");
    assert_eq!((story.scores.len(), story.replays.len()), (1, 1));
    assert_eq!(story.forgotten, [GameTitle::Twenty48], "there is nothing to take up");
    let saved = story.saved.len();
    story.press("Enter").hides("Enter close").shows("no tile can move any more");
    story.press("B").shows("Best scores").shows("target 2048, 50 % twos").shows("seed 3");
    story.press("B q").hides("resume");
    assert_eq!((story.scores.len(), story.saved.len()), (1, saved));
}

#[test]
fn a_worse_game_is_told_the_best() {
    let mut first = Story::new(twenty48(3, 2048), &[]);
    first.play_to_the_end();
    let mut scores = HighScores::default();
    let mut best = first.scores[0].clone();
    best.best.value += 1;
    best.best.shown = "infinite".to_owned();
    scores.enter(best);
    let mut story = Story::with(twenty48(3, 2048), &[], scores, TerminalLook::FULL);
    story.shows("best infinite");
    story.play_to_the_end().shows("the best is infinite").hides("a new best");
}

#[test]
fn after_the_target_the_game_stays_saved() {
    let mut story = Story::new(twenty48(1, 64), &[]);
    story.play_to_the_end().shows("won: 64").shows("c go on");
    assert_eq!(story.forgotten, []);
    let saved = story.saved.last().expect("it is saved").clone();
    story.press("q").shows("resume");
    let mut story = Story::new(OpeningPage::Game(GameTitle::Twenty48, settings(2)), &[saved]);
    story.press("Enter").shows("won: 64");
    assert!(story.scores.is_empty() && story.replays.is_empty(), "it was counted already");
    story.press("c").hides("Enter close");
    assert_eq!(story.saved.len(), 1);
}

#[test]
fn an_end_that_is_shown_first_is_counted_after_it() {
    let new = || Story::new(OpeningPage::NewGame(GameTitle::Tetrisito, settings(4)), &[]);
    // The hints of one game are the moves of another one, which counts.
    let mut helped = new();
    for _ in 0..9 {
        helped.press("i Down");
    }
    helped.shows("won in").press("x");
    assert!(helped.scores.is_empty(), "hints were used");
    assert_eq!((helped.replays.len(), &helped.forgotten[..]), (1, &[GameTitle::Tetrisito][..]));
    let mut record = helped.replays[0].clone();
    record.moves.retain(|word| word != "hint");
    // Killed after the last move was saved and before its end was seen, it is counted later.
    let mut story =
        Story::new(OpeningPage::Game(GameTitle::Tetrisito, settings(9)), &[record.clone()]);
    story.press("Enter").shows("won in").shows("a new best: ");
    assert_eq!((story.scores.len(), story.replays.len()), (1, 1));
    assert_eq!(story.forgotten, [GameTitle::Tetrisito]);
    assert_eq!(story.replays, [record]);
}

#[test]
fn the_best_of_its_class_is_in_the_title() {
    let against = |level| PlaySettings { level: Some(level), ..settings(1) };
    let medium = PlaySettings { difficulty: Some(Difficulty::Medium), ..settings(3) };
    for (game, settings, class) in [
        (GameTitle::ConnectFour, against(OpponentLevel::Easy), "against easy"),
        (GameTitle::FourInARow, against(OpponentLevel::Hard), "against hard"),
        (GameTitle::Sudoku, medium, "9x9 medium"),
        (GameTitle::Tetrisito, settings(4), "4 pieces"),
        (GameTitle::Twenty48, settings(4), "target 2048, 50 % twos"),
    ] {
        let mut scores = HighScores::default();
        let (class, shown) = (class.to_owned(), "unbelievable".to_owned());
        let best = BestScore { class, value: 7, is_lower_better: true, shown };
        scores.enter(ScoreEntry { game, best, seed: 1 });
        let opening = OpeningPage::NewGame(game, settings.clone());
        let mut story = Story::with(opening, &[], scores.clone(), TerminalLook::FULL);
        story.app.tick(Duration::from_secs(1));
        story.shows("best unbelievable");
        // With help the game does not count.
        let first = if game == GameTitle::Sudoku { "i" } else { "1 i" };
        story.press(first).hides("best unbelievable");
    }
}

#[test]
fn a_capital_n_answers_the_question_for_an_undo() {
    let mut story = Story::new(OpeningPage::NewGame(GameTitle::FourInARow, settings(1)), &[]);
    story.press("1 4").shows("take it back?").press("N").hides("take it back?").hides("N again");
    assert_eq!(story.saved.last().map(|record| record.moves.join(" ")), Some("1 4 n".to_owned()));
    story.press("N").shows("N again starts a new one");
}

#[test]
fn how_a_game_ended_is_reported_beside_its_board() {
    let ended = [
        (GameTitle::ConnectFour, "1 0 1 0 1 0 1 0"),
        (GameTitle::FourInARow, "1 1 n 2 n 1 n 2 n 1 n 2 n 1"),
        (GameTitle::Sudoku, "v v"),
        (GameTitle::Tetrisito, "v v x"),
    ];
    for (name, script) in ended {
        let mut story = Story::new(OpeningPage::NewGame(name, settings(4)), &[]);
        story.press(script);
        story.app.tick(Duration::from_secs(2));
        for (width, height) in [(80, 24), (200, 60), (100, 30), (50, 16), (30, 9), (20, 5)] {
            let picture = text(&story.buffer(width, height));
            let has_keys = picture.contains("N new game");
            assert!(has_keys || height < 7, "{name:?} {width}x{height}\n{picture}");
            if width >= 80 {
                assert!(picture.contains("Enter close"), "{name:?}\n{picture}");
            }
        }
        story.shows("Enter close").press("Enter").hides("Enter close").shows("R replay");
        story.press("Esc").shows("five games on a board");
    }
}

#[test]
fn saving_by_hand_keeps_a_replay_too() {
    let mut story = Story::new(twenty48(4, 2048), &[]);
    story.press("Left S").shows("saved");
    assert_eq!(story.replays.len(), 1);
    assert_eq!(story.saved.len(), 2);
}

#[test]
fn games_that_were_kept_are_listed_in_the_menu_and_can_be_watched() {
    let mut story = Story::new(twenty48(4, 2048), &[]);
    story
        .press("Left S Up S q R")
        .shows("2048: replays")
        .shows("▸    2  2 moves")
        .shows("1  1 move  seed 4");
    story.press("j Enter").shows("2048 replay").shows("of 1").hides("take back");
    story.press("q").shows("five games on a board").press("Down R").shows("there are none yet");
    story.press("q").shows("five games on a board");
}

#[test]
fn a_watched_game_asks_nobody_and_shows_its_own_keys() {
    let settings = PlaySettings { level: Some(OpponentLevel::Easy), ..PlaySettings::default() };
    let moves = ["1", "3"].map(str::to_owned).to_vec();
    let elapsed = Duration::ZERO;
    let record = PlayRecord { game: GameTitle::ConnectFour, settings, moves, elapsed };
    let mut story = Story::new(OpeningPage::Replay(record), &[]);
    story.hides("Who goes first").press("l l").shows("move 2 of 2").shows("space pause");
    story.hides("thinking").hides("drop there").hides("your turn");
}

#[test]
fn quitting_in_the_middle_saves() {
    let mut story = Story::new(twenty48(4, 2048), &[]);
    story.press("Left");
    story.app.quit();
    story.settle();
    assert!(story.has_quit);
    assert_eq!(story.saved.len(), 2);
}

#[test]
fn a_replay_goes_forwards_and_backwards() {
    let mut story = Story::new(OpeningPage::Replay(record("L U R D")), &[]);
    story.shows("2048 replay").shows("move 0 of 4, 2 a second");
    story.app.tick(Duration::from_millis(500));
    story.shows("move 1 of 4 `L`, 2 a second");
    story.press("Space").shows("move 1 of 4 `L`, paused");
    story.app.tick(Duration::from_secs(9));
    story.shows("move 1 of 4").press("l l").shows("move 3 of 4 `R`, paused");
    let third = story.picture();
    story.press("Right").shows("move 4 of 4 `D`, at the end");
    story.press("Left");
    assert_eq!(story.picture(), third, "backwards it looks the same");
    story.press("g").shows("move 0 of 4").press("G").shows("move 4 of 4");
    story.press("p").shows("move 1 of 4").press("+ +").press("Up Space");
    story.shows("8 a second").press("- - - - - - - -").press("0 p").shows("0.5 a second");
    story.press("?").shows("one move back").press("q").press("q").shows("five games on a board");
    assert!(story.saved.is_empty() && story.scores.is_empty(), "watching is not playing");
}

#[test]
fn a_game_can_be_watched_after_its_end() {
    let mut story = Story::new(twenty48(3, 2048), &[]);
    story.press("R").hides("replay").play_to_the_end();
    let moves = story.replays[0].moves.len();
    story.press("R").shows(&format!(" of {moves}"));
}

#[test]
fn a_thought_for_another_game_is_ignored() {
    let mut story = Story::new(twenty48(4, 2048), &[]);
    story.app.press(keys("i")[0]);
    let requests = story.app.take_requests();
    let think = requests.into_iter().find_map(|request| match request {
        AppRequest::Think(ticket, work) => Some((ticket, work)),
        _ => None,
    });
    let (ticket, work) = think.expect("there is something to think about");
    let thought = work.answer(&mut || false);
    story.app.receive(ticket + 1, thought.clone());
    story.shows("thinking");
    story.app.receive(ticket, thought.clone());
    story.shows("best move: ");
    let mut story = Story::new(twenty48(4, 2048), &[]);
    story.app.press(keys("i")[0]);
    story.app.take_requests();
    story.press("N N");
    story.app.press(keys("i")[0]);
    story.app.receive(ticket, thought);
    story.shows("thinking");
}

#[test]
fn time_stands_still_behind_help() {
    let mut story = Story::new(twenty48(4, 2048), &[]);
    assert_eq!(story.app.time_to_next_tick(), Some(Duration::from_secs(1)));
    story.app.press(keys("Left")[0]);
    assert!(
        story.app.time_to_next_tick().is_some_and(|patience| patience < Duration::from_millis(40))
    );
    story.app.press(keys("?")[0]);
    assert_eq!(story.app.time_to_next_tick(), None);
    story.press("q q");
    assert_eq!(story.app.time_to_next_tick(), None, "nothing moves in the menu");
}

#[test]
fn the_same_seed_gives_the_same_screens() {
    let run = |opening: OpeningPage| {
        let mut story = Story::new(opening, &[]);
        let mut screens = Vec::new();
        for script in ["Left", "Up", "Right i", "Down", "N N", "Left", "q", "n", "Up"] {
            story.press(script);
            screens.push(story.buffer(80, 24));
        }
        screens
    };
    for name in GameTitle::ALL {
        let opening = || OpeningPage::NewGame(name, settings(77));
        assert_eq!(run(opening()), run(opening()), "{name:?}");
    }
}

#[test]
fn notices_last_until_the_next_key() {
    let mut story = Story::new(OpeningPage::Menu(settings(1)), &[]);
    story.app.show_notice("saves/2048.toml is set aside");
    story.shows("saves/2048.toml is set aside").press("x").hides("set aside");
    story.shows("q quit");
}

#[test]
fn long_help_can_be_scrolled() {
    let mut story = Story::new(twenty48(1, 2048), &[]);
    story.press("?");
    let top = text(&story.buffer(60, 12));
    assert!(top.contains("more") && !top.contains("Ctrl-C"), "{top}");
    story.press("Down Down Down Down Down Down j j");
    let bottom = text(&story.buffer(60, 12));
    assert!(!bottom.contains("more") && bottom.contains("Ctrl-C"), "{bottom}");
    story.press("k Esc").hides("Keys of");
}

#[test]
fn pictures_are_as_they_were() {
    let check = |file: &str, picture: String| {
        expect_file![format!("screens/app/{file}.txt")].assert_eq(&picture);
    };
    let mut menu = Story::new(OpeningPage::Menu(settings(1)), &[record("L")]);
    check("menu-80x24", menu.picture());
    check("menu-40x14", text(&menu.buffer(40, 14)));
    check("menu-20x5", text(&menu.buffer(20, 5)));
    let opening = OpeningPage::Menu(settings(1));
    let mut bare = Story::with(opening, &[record("L")], HighScores::default(), TerminalLook::BARE);
    check("menu-80x24-ascii", bare.picture());
    let mut offer =
        Story::new(OpeningPage::Game(GameTitle::Twenty48, settings(9)), &[record("L U")]);
    check("offer-80x24", offer.picture());
    let mut story = Story::new(twenty48(3, 2048), &[]);
    check("help-80x24", story.press("?").picture());
    check("lost-80x24", story.press("x").play_to_the_end().picture());
    check("lost-20x5", text(&story.buffer(20, 5)));
    check("scores-80x24", story.press("B").picture());
    let mut replay = Story::new(OpeningPage::Replay(record("L U R D")), &[]);
    check("replay-80x24", replay.press("l l").picture());
}

#[test]
fn every_size_is_drawn_on_every_view() {
    let looks = [
        TerminalLook::FULL,
        TerminalLook { colours: ColourSupport::Palette, is_ascii: false },
        TerminalLook { colours: ColourSupport::None, is_ascii: false },
        TerminalLook::BARE,
    ];
    for look in looks {
        let open = |opening: OpeningPage| {
            Story::with(opening, &[record("L U")], HighScores::default(), look)
        };
        let mut stories = vec![
            open(OpeningPage::Menu(settings(1))),
            open(OpeningPage::Game(GameTitle::Twenty48, settings(1))),
            open(twenty48(1, 64)),
            open(OpeningPage::Replay(record("L U"))),
        ];
        stories[2].play_to_the_end();
        for story in &mut stories {
            for overlay in ["x", "?", "x B"] {
                story.press(overlay);
                for width in (0..=90).step_by(5) {
                    for height in 0..=30 {
                        let buffer = story.buffer(width, height);
                        let is_plain = buffer.content.iter().all(|cell| cell.symbol().is_ascii());
                        assert!(!look.is_ascii || is_plain, "{}", text(&buffer));
                    }
                }
            }
        }
    }
}

#[test]
fn no_keys_and_clicks_break_it() {
    let all = keys(
        "Left Right Up Down Enter Esc Tab BackTab Backspace Space q n r c u i S N B R ? 1 2 3 4 5 \
         a w s d h j k l p + - x g G",
    );
    let is_long = std::env::var_os("JETAN_LONG").is_some();
    for seed in 0..if is_long { 200 } else { 12 } {
        let mut rng = Rng::new(seed);
        let mut story = Story::new(OpeningPage::Menu(settings(seed)), &[record("L U")]);
        for _ in 0..150 {
            match rng.below(8) {
                0 => story.app.click(rng.below(90) as u16, rng.below(26) as u16),
                1 => story.app.tick(Duration::from_millis(rng.below(600).into())),
                _ => story.app.press(all[rng.below(all.len() as u32) as usize]),
            }
            story.buffer(rng.below(100) as u16, rng.below(40) as u16);
            for request in story.app.take_requests() {
                // Thinking about a whole Sudoku or an opening takes too long for so many.
                if let AppRequest::Think(ticket, work) = request {
                    let mut asked = 0;
                    let thought = work.answer(&mut || {
                        asked += 1;
                        asked > 20
                    });
                    story.app.receive(ticket, thought);
                }
            }
        }
        assert!(story.saved.iter().all(|record| PlayRecord::parse(&record.to_text()).is_ok()));
    }
}

#[test]
fn footers_have_one_key_for_each_action_and_fit_eighty_columns() {
    for name in GameTitle::ALL {
        let mut story = Story::new(OpeningPage::NewGame(name, settings(1)), &[]);
        story.press("x");
        let game = games::start(name, settings(1)).expect("a game can be started");
        let picture = story.picture();
        let footer = picture.lines().last().unwrap_or_default().trim_end();
        for (key, action) in game.footer() {
            assert!(footer.contains(&format!("   {key} {action}")), "{name:?}: {footer}");
            assert!(!key.contains(' ') || *key == "< >" || *key == "1-9 a-g", "{name:?}: {key}");
        }
    }
}

#[test]
fn a_saved_game_is_measured_in_what_its_players_count() {
    for (name, keys, progress) in [
        (GameTitle::Tetrisito, "Down i u Down", "1 of 3 pieces dropped"),
        (GameTitle::FourInARow, "1 4 n 5 y 3", "2 moves"),
        (GameTitle::ConnectFour, "1 3 i 3 4", "3 moves"),
        (GameTitle::Twenty48, "i u Left Down Left Down", "moves"),
    ] {
        let mut story = Story::new(OpeningPage::NewGame(name, settings(1)), &[]);
        story.press(keys).press("q Enter").shows("a saved game: ").shows(progress);
        let measured = games::resume(story.saved.last().expect("it is saved")).expect("it can be");
        story.shows(&format!("a saved game: {}", measured.progress()));
    }
}
