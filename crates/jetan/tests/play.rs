//! Stories of `jetan play` on pipes: flags, exit codes, and the files it never makes there.

#[expect(dead_code, reason = "other stories use more of it")]
#[path = "cli/story.rs"]
mod story;

use std::io::Read;
use std::process::{Command, Stdio};

use story::Story;

/// `jetan play` with some words, separated by spaces.
fn play(words: &str) -> Story {
    let words: Vec<&str> = std::iter::once("play").chain(words.split_whitespace()).collect();
    Story::new(&words).env("XDG_DATA_HOME", "/nowhere")
}

const ENDED: &str = "jetan: the input ended before the game did\n";

#[test]
fn a_game_is_played_on_a_pipe() {
    let won = "1\n0\n1\n0\n1\n0\n1\n0\n";
    let output = play("connect-four").stdin(won).output();
    assert_eq!(output.stderr, "");
    assert!(!output.stdout.contains('\u{1b}'), "a pipe has no colours: {}", output.stdout);
}

#[test]
fn the_end_of_input_is_reported() {
    for game in ["tetrisito", "four-in-a-row", "sudoku", "2048 --seed 1", "connect-four"] {
        let output = play(game).code(2).output();
        assert!(output.stderr.ends_with(ENDED), "{game}: {}", output.stderr);
        assert_eq!(output.stderr.lines().count(), 1, "{game}: {}", output.stderr);
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let keys = "64\nw\na\ns\nd\nw\na\n";
    let run = |words: &str| play(words).stdin(keys).code(2).output();
    let first = run("2048 --plain --seed 7");
    assert_eq!(first.stdout, run("2048 --seed 7").stdout);
    assert_ne!(first.stdout, run("2048 --seed 8").stdout);
    assert_eq!(first.stderr, ENDED);
    let drawn = run("2048");
    let seed = drawn.stderr.strip_prefix("jetan: seed ").and_then(|rest| rest.split_once('\n'));
    let (seed, _) = seed.expect("a drawn seed is told");
    assert_eq!(drawn.stdout, run(&format!("2048 --seed {seed}")).stdout);
}

#[test]
fn flags_of_other_games_are_refused() {
    for (words, message) in [
        (
            "2048 --level hard",
            "--level belongs to four-in-a-row and connect-four: it means nothing to 2048",
        ),
        (
            "sudoku --first 2",
            "--first belongs to four-in-a-row and connect-four: it means nothing to sudoku",
        ),
        (
            "connect-four --trials 2",
            "--trials belongs to four-in-a-row: it means nothing to connect-four",
        ),
        (
            "four-in-a-row --undo",
            "--undo belongs to connect-four: it means nothing to four-in-a-row",
        ),
        ("sudoku --target 64", "--target belongs to 2048: it means nothing to sudoku"),
        ("tetrisito --spawn course", "--spawn belongs to 2048: it means nothing to tetrisito"),
        ("tetrisito --size 4", "--size belongs to sudoku: it means nothing to tetrisito"),
        ("2048 --difficulty easy", "--difficulty belongs to sudoku: it means nothing to 2048"),
        ("sudoku --impl B", "--impl belongs to tetrisito: it means nothing to sudoku"),
        ("sudoku --use all", "--use belongs to tetrisito: it means nothing to sudoku"),
        ("sudoku --clear-lines", "--clear-lines belongs to tetrisito: it means nothing to sudoku"),
        (
            "2048 grid.txt",
            "a puzzle of your own belongs to sudoku and tetrisito: it means nothing to 2048",
        ),
        ("--undo", "--undo belongs to connect-four: no game is named here"),
        (
            "",
            "without a terminal a game must be named: \
             tetrisito, four-in-a-row, sudoku, 2048, connect-four",
        ),
        ("--replay game.toml", "--replay needs a terminal"),
    ] {
        play(words).code(64).stderr(&format!("jetan: {message}\n")).run();
    }
}

#[test]
fn wrong_values_are_refused() {
    for words in [
        "chess",
        "2048 --target 7",
        "2048 --target 40000",
        "2048 --spawn 101",
        "2048 --spawn often",
        "2048 --seed -1",
        "sudoku --size 5",
        "sudoku --difficulty mild",
        "sudoku --size 4 grid.txt",
        "connect-four --level god",
        "connect-four --first 3",
        "four-in-a-row --trials 100",
        "tetrisito --impl D",
        "2048 --plain --new",
        "2048 --replay x",
    ] {
        let output = play(words).code(64).output();
        assert_eq!(output.stdout, "", "{words}");
        assert_ne!(output.stderr, "", "{words}");
    }
}

#[test]
fn right_values_are_taken() {
    for words in [
        "2048 --target 8 --spawn original --seed 18446744073709551615",
        "2048 --spawn 90 --seed 1 --ascii",
        "connect-four --level perfect --first random --undo --seed 1",
        "four-in-a-row --trials 0 --first 2 --level beginner --seed 1",
        "tetrisito --impl b --use all --clear-lines",
        "sudoku --size 16 --difficulty expert",
    ] {
        let output = play(words).code(2).output();
        assert_eq!(output.stderr, ENDED, "{words}");
    }
}

#[test]
fn a_spawn_of_ninety_is_the_original() {
    let keys = "64\nw\na\ns\nd\nw\na\nw\na\ns\nd\n";
    let run = |words: &str| play(words).stdin(keys).code(2).output().stdout;
    assert_eq!(run("2048 --seed 5 --spawn 90"), run("2048 --seed 5 --spawn original"));
    assert_eq!(run("2048 --seed 5 --spawn 50"), run("2048 --seed 5 --spawn course"));
    assert_eq!(run("2048 --seed 5 --spawn 50"), run("2048 --seed 5"));
}

#[test]
fn a_puzzle_that_is_not_there_is_reported() {
    let message = "jetan: grid.txt: there is no such file\n";
    play("sudoku grid.txt").code(66).stderr(message).run();
    let output = play("sudoku grid.txt").file("grid.txt", b"\xff\xfe").code(66).output();
    assert_eq!(output.stderr, "jetan: grid.txt: not valid UTF-8\n");
    let output = play("sudoku grid.txt").file("grid.txt", vec![b'0'; 70_000]).code(66).output();
    assert_eq!(output.stderr, "jetan: grid.txt: this is larger than 64 KiB\n");
    let output = play("sudoku grid.txt").file("grid.txt", "nonsense\n").code(66).output();
    assert!(output.stderr.starts_with("jetan: "), "{}", output.stderr);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let keys = "64\n".to_owned() + &"w\na\ns\nd\n".repeat(20_000);
    let mut child = Command::new(env!("CARGO_BIN_EXE_jetan"))
        .args(["play", "2048", "--seed", "1", "--target", "32768"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdout = child.stdout.take().expect("the output is a pipe");
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    let writer = std::thread::spawn(move || {
        // The command ends before it has read everything.
        let _ = std::io::Write::write_all(&mut stdin, keys.as_bytes());
    });
    stdout.read_exact(&mut [0; 10]).expect("there is output");
    drop(stdout);
    writer.join().expect("the keys are typed");
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn help_names_every_game() {
    let output = Story::new(&["help", "play"]).output();
    for word in ["tetrisito", "four-in-a-row", "sudoku", "2048", "connect-four", "--replay"] {
        assert!(output.stdout.contains(word), "{word}");
    }
}
