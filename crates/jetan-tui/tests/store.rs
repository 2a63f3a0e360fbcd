//! The user's files: kept whole, set aside when damaged, never in the way of playing.

use std::fs::{self, File};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

use jetan_games::GameTitle;
use jetan_play::game::BestScore;
use jetan_play::record::PlayRecord;
use jetan_play::scores::ScoreEntry;
use jetan_play::settings::PlaySettings;
use jetan_tui::store::{GameStore, REPLAYS_MAX, SaveKeeper, read_record};
use tempfile::TempDir;

fn record(game: GameTitle, moves: usize) -> PlayRecord {
    let moves = vec!["hint".to_owned(); moves];
    PlayRecord { game, settings: PlaySettings::default(), moves, elapsed: Duration::ZERO }
}

fn score(value: u64) -> ScoreEntry {
    let best =
        BestScore { class: "all".into(), value, is_lower_better: false, shown: value.to_string() };
    ScoreEntry { game: GameTitle::Twenty48, best, seed: 3 }
}

fn new() -> (TempDir, GameStore) {
    let folder = TempDir::new().expect("a folder can be made");
    let store = GameStore::new(folder.path().join("data/jetan"));
    (folder, store)
}

/// The names of all files below a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            names.extend(
                self::names(&entry.path()).into_iter().map(|inner| format!("{name}/{inner}")),
            );
        } else {
            names.push(name);
        }
    }
    names.sort();
    names
}

#[test]
fn what_a_killed_process_left_is_removed() {
    let (folder, store) = new();
    store.save(&record(GameTitle::Twenty48, 3)).expect("it is saved");
    let saves = folder.path().join("data/jetan/saves");
    let day = Duration::from_hours(24);
    let mut parts = Vec::new();
    for (name, age) in [("old", 2 * day), ("new", Duration::from_secs(9))] {
        let file = File::create(saves.join(format!(".{name}.toml.1-0.part"))).expect("it is made");
        file.set_modified(SystemTime::now() - age).expect("it has a time");
        parts.push(file);
    }
    // Whoever writes a part holds its lock, so that a number in use by another tells nothing.
    let being_written = parts.pop().expect("two were made");
    being_written.lock().expect("nobody else has it");
    // No system gives out numbers as high.
    let gone = saves.join(".gone.toml.4000000000-0.part");
    File::create(&gone).expect("it is made");
    let own = File::create(saves.join("mine.part")).expect("it is made");
    own.set_modified(SystemTime::now() - 2 * day).expect("it has a time");
    assert_eq!(store.load().saved, [record(GameTitle::Twenty48, 3)]);
    // Where nothing says which processes there are, only age tells.
    assert_eq!(gone.exists(), cfg!(windows));
    let _ = fs::remove_file(gone);
    let names = names(&saves);
    assert_eq!(names, [".new.toml.1-0.part", "2048.toml", "mine.part"]);
}

#[test]
fn what_is_kept_is_found_again() {
    let (folder, store) = new();
    let found = store.load();
    assert!(found.saved.is_empty() && found.scores.entries().is_empty());
    assert!(found.troubles.is_empty(), "an empty folder is no trouble");
    assert_eq!(names(folder.path()), [""; 0], "looking writes nothing");
    store.save(&record(GameTitle::Twenty48, 3)).expect("it is saved");
    store.save(&record(GameTitle::Twenty48, 4)).expect("it is saved");
    store.save(&record(GameTitle::Sudoku, 1)).expect("it is saved");
    store.add_score(score(10)).expect("it is kept");
    store.add_score(score(30)).expect("it is kept");
    let found = store.load();
    assert_eq!(found.saved, [record(GameTitle::Sudoku, 1), record(GameTitle::Twenty48, 4)]);
    let values: Vec<u64> = found.scores.entries().iter().map(|entry| entry.best.value).collect();
    assert_eq!(values, [30, 10]);
    store.forget(GameTitle::Sudoku).expect("it is forgotten");
    store.forget(GameTitle::Sudoku).expect("what is not there needs no forgetting");
    let expected = ["data/jetan/saves/2048.toml", "data/jetan/scores.toml"];
    assert_eq!(names(folder.path()), expected, "nothing else is left");
}

#[test]
fn a_damaged_file_is_set_aside() {
    let (folder, store) = new();
    store.save(&record(GameTitle::Twenty48, 3)).expect("it is saved");
    let saves = folder.path().join("data/jetan/saves");
    let scores = folder.path().join("data/jetan/scores.toml");
    for (text, why) in [
        (&b"version = 1\ngame = \"2048\"\nmo"[..], "line 3: "),
        (b"version = 2\n", "a later version of Jetan wrote it (form 2)"),
        (b"", "field `version`: it is missing"),
        (b"\xff\xfe", "not valid UTF-8"),
        (&vec![b'#'; (1 << 20) + 1], "this file is larger than 1 MiB"),
    ] {
        fs::write(saves.join("2048.toml"), text).expect("it can be damaged");
        fs::write(&scores, text).expect("it can be damaged");
        let found = store.load();
        assert!(found.saved.is_empty());
        let troubles: Vec<String> = found.troubles.iter().map(ToString::to_string).collect();
        assert_eq!(troubles.len(), 2, "{troubles:?}");
        assert!(troubles[0].starts_with("saves/2048.toml is set aside as 2048.toml.damaged"));
        assert!(troubles[0].contains(why), "{troubles:?}");
        assert!(store.load().troubles.is_empty(), "it is told once");
    }
    let kept = names(&saves);
    let expected = [
        "2048.toml.damaged",
        "2048.toml.damaged-2",
        "2048.toml.damaged-3",
        "2048.toml.damaged-4",
        "2048.toml.damaged-5",
    ];
    assert_eq!(kept, expected, "none is lost");
    assert_eq!(fs::read(saves.join("2048.toml.damaged-2")).expect("it is there"), b"version = 2\n");
    store.save(&record(GameTitle::Twenty48, 1)).expect("play goes on");
}

#[test]
fn a_save_that_holds_another_game_is_set_aside() {
    let (folder, store) = new();
    store.save(&record(GameTitle::Sudoku, 3)).expect("it is saved");
    let saves = folder.path().join("data/jetan/saves");
    fs::rename(saves.join("sudoku.toml"), saves.join("2048.toml")).expect("it is mixed up");
    let found = store.load();
    let troubles: Vec<String> = found.troubles.iter().map(ToString::to_string).collect();
    let trouble = "saves/2048.toml is set aside as 2048.toml.damaged: it holds a game of Sudoku";
    assert_eq!(troubles, [trouble]);
    assert!(found.saved.is_empty());
    assert_eq!(names(&saves), ["2048.toml.damaged"]);
}

#[test]
fn who_comes_second_does_not_save() {
    let (_folder, store) = new();
    let mut first = SaveKeeper::new(store.clone(), &[]);
    let mut second = SaveKeeper::new(store.clone(), &[]);
    first.save(&record(GameTitle::Twenty48, 1)).expect("it is saved");
    let trouble = second.save(&record(GameTitle::Twenty48, 7)).expect_err("it is another's");
    assert!(trouble.to_string().starts_with("another jetan plays 2048: "), "{trouble}");
    second.save(&record(GameTitle::Twenty48, 8)).expect("that is told once");
    second.forget(GameTitle::Twenty48).expect("that is told once");
    second.save(&record(GameTitle::Sudoku, 2)).expect("another game is free");
    first.save(&record(GameTitle::Twenty48, 3)).expect("it is saved");
    drop(first);
    second.save(&record(GameTitle::Twenty48, 9)).expect("that is told once");
    let saved = [record(GameTitle::Sudoku, 2), record(GameTitle::Twenty48, 3)];
    assert_eq!(store.load().saved, saved, "what the first has played is there");
}

#[test]
fn a_save_that_has_changed_meanwhile_is_not_overwritten() {
    let (_folder, store) = new();
    let mut old = SaveKeeper::new(store.clone(), &[]);
    let mut first = SaveKeeper::new(store.clone(), &[]);
    first.save(&record(GameTitle::Twenty48, 5)).expect("it is saved");
    drop(first);
    old.save(&record(GameTitle::Twenty48, 1)).expect_err("it was never seen here");
    assert_eq!(store.load().saved, [record(GameTitle::Twenty48, 5)]);
    let mut new = SaveKeeper::new(store.clone(), &[record(GameTitle::Twenty48, 5)]);
    new.save(&record(GameTitle::Twenty48, 6)).expect("it is what was found");
    assert_eq!(store.load().saved, [record(GameTitle::Twenty48, 6)]);
}

#[test]
fn scores_of_a_damaged_list_are_reported_and_kept() {
    let (folder, store) = new();
    store.add_score(score(10)).expect("it is kept");
    let path = folder.path().join("data/jetan/scores.toml");
    fs::write(&path, "version = 7").expect("it can be damaged");
    let trouble = store.add_score(score(20)).expect_err("it is damaged").to_string();
    assert!(trouble.contains("scores.toml.damaged"), "{trouble}");
    store.add_score(score(20)).expect("the next is kept");
    assert_eq!(names(folder.path()).len(), 2);
}

#[test]
fn a_folder_that_cannot_be_written_is_reported() {
    let folder = TempDir::new().expect("a folder can be made");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file can be written");
    let store = GameStore::new(file.join("jetan"));
    assert!(store.load().saved.is_empty());
    let trouble = store.save(&record(GameTitle::Twenty48, 1)).expect_err("there is no folder");
    assert!(trouble.to_string().contains("2048.toml is not saved: "), "{trouble}");
    assert!(store.keep_replay(&record(GameTitle::Twenty48, 1)).is_err());
    assert!(store.add_score(score(1)).is_err());
}

#[test]
fn a_folder_in_place_of_a_file_is_reported() {
    let (folder, store) = new();
    let path = folder.path().join("data/jetan/saves/2048.toml/inside");
    fs::create_dir_all(&path).expect("a folder can be made");
    let found = store.load();
    assert_eq!(found.troubles.len(), 1, "{:?}", found.troubles);
    store.save(&record(GameTitle::Twenty48, 1)).expect("the way is free");
}

#[test]
fn what_a_killed_process_left_is_not_seen() {
    let (folder, store) = new();
    store.save(&record(GameTitle::Twenty48, 3)).expect("it is saved");
    let saves = folder.path().join("data/jetan/saves");
    fs::write(saves.join(".2048.toml.123-0.part"), "version = 1\nga").expect("half a file");
    let found = store.load();
    assert_eq!(found.saved, [record(GameTitle::Twenty48, 3)]);
    assert!(found.troubles.is_empty());
}

#[test]
fn two_at_once_leave_complete_files_only() {
    let (_folder, store) = new();
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        let writers: Vec<_> = (0..2)
            .map(|writer| {
                let store = &store;
                scope.spawn(move || {
                    for round in 0..40 {
                        let moves = 50 * round + writer;
                        store.save(&record(GameTitle::Twenty48, moves)).expect("it is saved");
                        store.keep_replay(&record(GameTitle::Twenty48, moves)).expect("it is kept");
                        store.add_score(score(moves as u64)).expect("it is kept");
                    }
                })
            })
            .collect();
        let (store, is_done) = (&store, &is_done);
        scope.spawn(move || {
            while !is_done.load(Ordering::Relaxed) {
                let found = store.load();
                assert!(found.troubles.is_empty(), "{:?}", found.troubles);
            }
        });
        // The reader ends in any case, also if a writer has failed.
        let written: Vec<_> = writers.into_iter().map(thread::ScopedJoinHandle::join).collect();
        is_done.store(true, Ordering::Relaxed);
        assert!(written.iter().all(Result::is_ok), "nothing went wrong");
    });
    assert_eq!(store.load().saved.len(), 1);
}

#[test]
fn the_oldest_replays_go() {
    let (folder, store) = new();
    let replays = folder.path().join("data/jetan/replays");
    store.keep_replay(&record(GameTitle::Sudoku, 1)).expect("it is kept");
    for count in 1..=REPLAYS_MAX + 3 {
        let path = store.keep_replay(&record(GameTitle::Twenty48, count)).expect("it is kept");
        assert_eq!(path, replays.join(format!("2048-{count}.toml")));
        assert_eq!(read_record(&path), Ok(record(GameTitle::Twenty48, count)));
    }
    let kept = names(&replays);
    assert_eq!(kept.len(), REPLAYS_MAX + 1);
    assert!(!kept.contains(&"2048-3.toml".to_owned()) && kept.contains(&"2048-4.toml".to_owned()));
    assert!(kept.contains(&"sudoku-1.toml".to_owned()));
}

#[test]
fn a_record_that_cannot_be_read_is_named() {
    let trouble = read_record(Path::new("nowhere/x.toml")).expect_err("it is not there");
    assert!(trouble.to_string().starts_with("nowhere/x.toml: "), "{trouble}");
}

#[test]
fn the_folder_follows_the_environment() {
    let of = |variables: &[(&str, &str)]| {
        let find = |name: &str| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| value.into())
        };
        GameStore::of_user(find).map(|store| format!("{store:?}"))
    };
    let (x, h, l) = if cfg!(windows) { ("C:/x", "C:/h", "C:/l") } else { ("/x", "/h", "/l") };
    let below = |folder: &str, rest: &str| {
        Some(format!("{:?}", GameStore::new(Path::new(folder).join(rest).join("jetan"))))
    };
    let home = below(h, ".local/share");
    assert_eq!(of(&[("XDG_DATA_HOME", x), ("HOME", h)]), below(x, ""));
    assert_eq!(of(&[("XDG_DATA_HOME", ""), ("HOME", h)]), home);
    assert_eq!(of(&[("XDG_DATA_HOME", "here"), ("HOME", h)]), home);
    assert_eq!(of(&[("LOCALAPPDATA", l), ("HOME", h)]), below(l, ""));
    assert_eq!(of(&[]), None);
}
