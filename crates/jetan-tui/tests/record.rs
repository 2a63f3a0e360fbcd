//! Records: what is written is read again, and what is wrong is told.

use std::time::Duration;

use jetan_games::GameTitle;
use jetan_games::connect4::OpponentLevel;
use jetan_games::rng::Rng;
use jetan_games::sudoku::GridSize;
use jetan_games::sudoku::logic::Difficulty;
use jetan_games::tetrisito::{DropOrder, DropRules, PieceRule};
use jetan_games::twenty48::SpawnRule;
use jetan_play::record::PlayRecord;
use jetan_play::settings::{PlaySettings, StartingPlayer};
use jetan_tui::games;

fn some<T>(rng: &mut Rng, all: impl IntoIterator<Item = T>) -> T {
    let mut all: Vec<T> = all.into_iter().collect();
    let index = rng.below(all.len() as u32) as usize;
    all.swap_remove(index)
}

fn settings(rng: &mut Rng) -> PlaySettings {
    let puzzles = [None, Some("0123\n4000\n".to_owned()), Some("\"\\ '''\t\u{1}".to_owned())];
    PlaySettings {
        seed: rng.next_u64() >> rng.below(64),
        first: some(
            rng,
            [
                None,
                Some(StartingPlayer::One),
                Some(StartingPlayer::Two),
                Some(StartingPlayer::Random),
            ],
        ),
        trials: rng.below(256) as u8,
        level: some(rng, OpponentLevel::ALL.map(Some).into_iter().chain([None])),
        undo: rng.below(2) == 0,
        target: some(rng, [None, Some(8), Some(2000), Some(32768)]),
        spawn: SpawnRule::with_percent_of_fours(rng.below(101)).expect("it is a percentage"),
        size: some(rng, GridSize::ALL),
        difficulty: some(rng, Difficulty::ALL.map(Some).into_iter().chain([None])),
        puzzle: some(rng, puzzles),
        rules: DropRules {
            order: some(rng, [DropOrder::Any, DropOrder::Given]),
            usage: some(rng, [PieceRule::Some, PieceRule::All, PieceRule::Prefix]),
            clears_lines: rng.below(2) == 0,
        },
    }
}

#[test]
fn every_record_is_read_as_it_was_written() {
    let mut rng = Rng::new(5);
    for _ in 0..500 {
        let moves = (0..rng.below(60)).map(|_| some(&mut rng, ["L", "c4", "\"\\", "undo"]));
        let moves = moves.map(str::to_owned).collect();
        let record = PlayRecord {
            game: some(&mut rng, GameTitle::ALL),
            settings: settings(&mut rng),
            moves,
            elapsed: Duration::from_millis(rng.below(100_000).into()),
        };
        assert!(record.is_storable());
        assert_eq!(PlayRecord::parse(&record.to_text()), Ok(record));
    }
}

#[test]
fn a_record_is_easy_to_read() {
    let settings = PlaySettings { seed: 7, target: Some(64), ..PlaySettings::default() };
    let moves = "L U R D L".split(' ').map(str::to_owned).collect();
    let record = PlayRecord { game: GameTitle::Twenty48, settings, moves, elapsed: Duration::ZERO };
    let expected = "\
game = \"2048\"
moves = \"L U R D L\"
version = 1

[settings]
seed = 7
target = 64
";
    assert_eq!(record.to_text(), expected);
}

#[test]
fn the_longest_record_can_be_read() {
    let settings = PlaySettings::default();
    let moves = vec!["undo".to_owned(); PlayRecord::MOVES_MAX];
    let mut record =
        PlayRecord { game: GameTitle::Twenty48, settings, moves, elapsed: Duration::ZERO };
    assert!(record.is_storable());
    assert_eq!(PlayRecord::parse(&record.to_text()).as_ref(), Ok(&record));
    record.moves.push("L".to_owned());
    assert!(!record.is_storable());
    let message = "field `moves`: 100001 are too many, 100000 at most";
    assert_eq!(PlayRecord::parse(&record.to_text()).expect_err("too many").to_string(), message);
    record.moves = vec!["x".repeat(1000); 2000];
    assert!(!record.is_storable());
    let message = "it is longer than 1024 KiB";
    assert_eq!(PlayRecord::parse(&record.to_text()).expect_err("too long").to_string(), message);
}

#[test]
fn a_wrong_record_is_told_what_is_wrong() {
    let head = "version = 1\ngame = \"2048\"\n";
    for (text, message) in [
        ("", "field `version`: it is missing"),
        ("version = 0", "field `version`: there is no such version"),
        ("version = 99", "a later version of Jetan wrote it (form 99)"),
        ("version = 1", "field `game`: it must be the name of a game"),
        ("version = 1\ngame = \"chess\"", "field `game`: `chess` is none of the five games"),
        (&format!("{head}speed = 3"), "field `speed`: there is no such field"),
        (&format!("{head}moves = 3"), "field `moves`: it must be a string of words"),
        (
            &format!("{head}elapsed-ms = -3"),
            "field `elapsed-ms`: it must be a number of milliseconds",
        ),
        (&format!("{head}settings = 3"), "field `settings`: it must be a table"),
        (
            &format!("{head}[settings]\nseed = -1"),
            "field `settings.seed`: it must be a number of 64 bits",
        ),
        (
            &format!("{head}[settings]\ntarget = 7"),
            "field `settings.target`: it must be a number from 8 to 32768",
        ),
        (&format!("{head}[settings]\nsize = 5"), "field `settings.size`: it must be 4, 9 or 16"),
        (
            &format!("{head}[settings]\nlevel = \"god\""),
            "field `settings.level`: `god` is none of its words",
        ),
        (
            &format!("{head}[settings]\nfirst = \"3\""),
            "field `settings.first`: `3` is none of its words",
        ),
        (&format!("{head}[settings]\nundo = 1"), "field `settings.undo`: it must be true or false"),
        (&format!("{head}[settings]\npuzzle = 1"), "field `settings.puzzle`: it must be a string"),
        (&format!("{head}[settings]\nrain = 1"), "field `settings.rain`: there is no such field"),
    ] {
        assert_eq!(PlayRecord::parse(text).expect_err(text).to_string(), message, "{text}");
    }
    let message = PlayRecord::parse(&format!("{head}moves = [")).expect_err("no TOML").to_string();
    assert!(message.starts_with("line 3: "), "{message}");
}

#[test]
fn broken_records_never_panic() {
    let mut rng = Rng::new(9);
    let text = PlayRecord {
        game: GameTitle::Twenty48,
        settings: settings(&mut rng),
        moves: vec!["L".to_owned(); 40],
        elapsed: Duration::from_secs(3),
    }
    .to_text();
    for _ in 0..3000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=rng.below(3) {
            let at = rng.below(bytes.len() as u32) as usize;
            match rng.below(3) {
                0 => bytes.truncate(at.max(1)),
                1 => bytes[at] = rng.below(128) as u8,
                _ => drop(bytes.remove(at)),
            }
        }
        if let Ok(record) = PlayRecord::parse(&String::from_utf8_lossy(&bytes)) {
            let _ = games::resume(&record);
        }
    }
}

#[test]
fn a_record_with_an_impossible_move_names_it() {
    let moves = vec!["hint".to_owned(), "flip".to_owned()];
    let settings = PlaySettings::default();
    let record = PlayRecord { game: GameTitle::Twenty48, settings, moves, elapsed: Duration::ZERO };
    let message = "number 2: move `flip` is not possible: 2048 has no such move";
    assert_eq!(games::resume(&record).err().expect("no such move").to_string(), message);
}
