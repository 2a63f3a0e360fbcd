//! `jetan play` in a terminal: what is shown, and that everything is given back.
#![cfg(target_os = "linux")]

#[path = "support/picture.rs"]
mod picture;
#[path = "support/player.rs"]
mod player;
#[path = "support/pty.rs"]
mod pty;

use std::fs;
use std::path::PathBuf;
use std::process::{self, Command};
use std::time::{Duration, Instant};
use std::{env, panic, thread};

use jetan_play::scores::HighScores;
use jetan_play::settings::PlaySettings;
use jetan_tui::app::{GamesApp, OpeningPage};
use jetan_tui::look::TerminalLook;
use jetan_tui::terminal;
use nix::sys::termios::LocalFlags;
use player::Player;
use rustix::process::Signal;
use tempfile::TempDir;

/// Nothing takes as long.
const DEADLINE: Duration = Duration::from_secs(30);
const OPENED: &str = "\x1b[?1049h";

/// A folder for the files of a player.
struct Home(TempDir);

impl Home {
    fn new() -> Home {
        Home(TempDir::new().expect("a folder can be made"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join("jetan").join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder is made");
        fs::write(path, text).expect("a file can be written");
    }
}

/// `jetan play` with some words, separated by spaces.
fn start(home: &Home, words: &str) -> Player {
    let mut command = Command::new(env!("CARGO_BIN_EXE_jetan"));
    command.arg("play").args(words.split_whitespace());
    Player::run(home.0.path(), command)
}

#[test]
fn quitting_gives_the_terminal_back() {
    let home = Home::new();
    let mut player = start(&home, "2048 --seed 4");
    player.shows("largest tile").shows("seed 4");
    assert!(player.written.contains(OPENED));
    let raw = player.pty.settings().local_flags;
    assert!(!raw.contains(LocalFlags::ECHO) && !raw.contains(LocalFlags::ICANON));
    player.types("?").shows("this help");
    player.types("x").hides("this help");
    player.types("q").shows("five games on a board").types("q").ends(0);
    assert_eq!(home.text("saves/2048.toml"), "", "nothing was played");
}

#[test]
fn interruptions_save_and_give_the_terminal_back() {
    let by_key = |player: &mut Player| {
        player.types("\x03");
    };
    let by_int = |player: &mut Player| player.signal(Signal::INT);
    let by_term = |player: &mut Player| player.signal(Signal::TERM);
    let by_hup = |player: &mut Player| player.signal(Signal::HUP);
    let ways: [&dyn Fn(&mut Player); 4] = [&by_key, &by_int, &by_term, &by_hup];
    for interrupt in ways {
        let home = Home::new();
        let mut player = start(&home, "2048 --seed 4");
        player.shows("largest tile");
        player.types("a").shows("moves                1");
        interrupt(&mut player);
        player.ends(130);
        assert!(home.text("saves/2048.toml").contains("moves = \"L\""));
    }
}

#[test]
fn a_killed_game_goes_on_where_it_was() {
    let home = Home::new();
    let mut player = start(&home, "2048 --seed 4");
    player.shows("largest tile").types("a").shows("moves                1");
    player.signal(Signal::KILL);
    player.wait();
    let mut player = start(&home, "2048 --seed 9");
    player.shows("a saved game: 1 move").types("\r").shows("largest tile").shows("seed 4");
    player.types("q").shows("resume").types("q").ends(0);
}

#[test]
fn a_second_player_is_warned_and_does_not_save() {
    let home = Home::new();
    let mut first = start(&home, "2048 --seed 4");
    first.shows("largest tile").types("a").shows("moves                1");
    let saved = home.text("saves/2048.toml");
    let mut second = start(&home, "2048 --seed 9 --new");
    second.shows("largest tile").types("asd").shows("another jetan plays 2048");
    second.types("\x03").ends(130);
    assert_eq!(home.text("saves/2048.toml"), saved);
    first.types("\x03").ends(130);
}

#[test]
fn a_tiny_terminal_is_played_in() {
    let home = Home::new();
    let mut player = start(&home, "2048 --seed 4 --new");
    player.shows("largest tile");
    for (columns, rows) in [(20, 5), (1, 1), (200, 60), (40, 14), (3, 2)] {
        player.resize(columns, rows);
        let saved = home.text("saves/2048.toml");
        player.types("awds");
        let started = Instant::now();
        while home.text("saves/2048.toml") == saved {
            assert!(started.elapsed() < DEADLINE, "nothing moves in {columns}x{rows}");
            player.read();
        }
    }
    player.resize(80, 24);
    player.shows("seed 4").types("\x03").ends(130);
    assert_ne!(home.text("saves/2048.toml"), "");
}

#[test]
fn a_key_in_the_instant_of_a_new_size_is_taken_at_once() {
    let home = Home::new();
    let mut player = start(&home, "2048 --seed 4 --new");
    player.shows("largest tile");
    for columns in (80..100).rev() {
        player.pty.resize(columns, 24);
        player.signal(Signal::WINCH);
        player.types("?").shows("this help");
        player.pty.resize(columns - 1, 24);
        player.types("x").signal(Signal::WINCH);
        player.hides("this help");
    }
    player.types("\x03").ends(130);
}

#[test]
fn a_panic_gives_the_terminal_back() {
    const ROLE: &str = "JETAN_TEST_PANICS_AFTER";
    if let Some(sign) = env::var_os(ROLE) {
        return play_until_a_panic(PathBuf::from(sign));
    }
    let home = Home::new();
    let mut command = Command::new(env::current_exe().expect("this is a file"));
    command.args(["a_panic_gives_the_terminal_back", "--exact", "--nocapture"]);
    command.env(ROLE, home.path("sign"));
    let mut player = Player::run(home.0.path(), command);
    player.shows("five games on a board");
    let raw = player.pty.settings().local_flags;
    assert!(!raw.contains(LocalFlags::ECHO) && player.written.contains(OPENED));
    home.write("sign", "");
    player.ends(70);
}

/// Plays in this process, with a hook that does what the command's does, until a file is there.
fn play_until_a_panic(sign: PathBuf) {
    panic::set_hook(Box::new(|_| {
        jetan_os::terminal::restore();
        process::exit(70);
    }));
    thread::spawn(move || {
        while !sign.exists() {
            thread::sleep(Duration::from_millis(5));
        }
        panic!("on purpose");
    });
    let opening = OpeningPage::Menu(PlaySettings::default());
    let mut app = GamesApp::new(opening, [], HighScores::default(), TerminalLook::BARE);
    let _ = terminal::run(&mut app, None);
}

#[test]
fn the_same_seed_and_keys_give_the_same_files() {
    let run = || {
        let home = Home::new();
        let mut player = start(&home, "2048 --seed 12 --target 32 --spawn original");
        player
            .shows("largest tile")
            .types(&"asds".repeat(40))
            .shows("won: 32")
            .types("\x03")
            .ends(130);
        (home.text("saves/2048.toml"), home.text("scores.toml"), home.text("replays/2048-1.toml"))
    };
    let (saved, scores, replay) = run();
    assert_eq!((saved.clone(), scores.clone(), replay.clone()), run());
    assert!(scores.contains("class = \"target 32, 90 % twos\""), "{scores}");
    assert_eq!(saved, replay, "it ended there");
}

#[test]
fn a_replay_is_watched() {
    let home = Home::new();
    let text = "version = 1\ngame = \"2048\"\nmoves = \"L U\"\n[settings]\nseed = 4\n";
    home.write("mine.toml", text);
    let words = format!("--replay {}", home.path("mine.toml").display());
    let mut player = start(&home, &words);
    player.shows("replay").shows("at the end");
    player.types("\x1b[D").shows("move 1 of 2 `L`, paused");
    player.types("q").shows("five games on a board").types("q").ends(0);
    home.write("mine.toml", &text.replace("L U", "L flip"));
    let mut player = start(&home, &words);
    player.shows("number 2: move `flip` is not possible: 2048 has no such move");
    assert_eq!(player.wait().code(), Some(66));
    assert!(!player.written.contains(OPENED), "there was no screen");
}

#[test]
fn damaged_files_are_reported_on_the_screen() {
    let home = Home::new();
    home.write("saves/2048.toml", "version = 9");
    let mut player = start(&home, "2048 --seed 4");
    player.shows("saves/2048.toml is set aside as 2048.toml.damaged").shows("largest tile");
    player.types("\x03").ends(130);
    assert_eq!(home.text("saves/2048.toml.damaged"), "version = 9");
}

#[test]
fn without_a_folder_to_write_in_play_goes_on() {
    let home = Home::new();
    fs::write(home.0.path().join("jetan"), "").expect("a file can be written");
    let mut player = start(&home, "2048 --seed 4");
    player.shows("largest tile").types("a").shows("is not saved");
    player
        .types("?")
        .hides("is not saved")
        .types("?")
        .types("d")
        .shows("is not saved")
        .types("\x03")
        .ends(130);
}

#[test]
fn every_game_is_opened_from_the_menu() {
    let home = Home::new();
    let mut player = start(&home, "--seed 4");
    for (digit, title) in [
        ("1", "Tetrisito"),
        ("2", "Four in a Row"),
        ("3", "Sudoku"),
        ("4", "2048"),
        ("5", "Connect Four"),
    ] {
        player.shows("five games on a board");
        player.types(digit).shows(&format!("▸ {title}"));
        player.types("q").hides(&format!("▸ {title}"));
    }
    player.shows("five games on a board").types("\x03").ends(130);
}

#[test]
fn clicks_choose_and_pasted_text_does_nothing() {
    let home = Home::new();
    let mut player = start(&home, "--seed 4");
    player.shows("five games on a board");
    let text = player.picture.text();
    let row = 1 + text.lines().position(|line| line.contains("2048")).expect("it is there");
    player.types(&format!("\x1b[<0;20;{row}M\x1b[<0;20;{row}m")).shows("largest tile");
    // A key after the pasted ones shows that those have been read.
    player.types("\x1b[200~q\x1b[201~").types("?").shows("this help").shows("▸ 2048");
    player.types("\x03").ends(130);
}
