//! Random games: what we print and what the MIPS programs print, byte for byte.

use std::io::ErrorKind;

use jetan_games::GameTitle;
use jetan_games::connect4::four_in_a_row::FirstMover;
use jetan_games::rng::Rng;
use jetan_games::sudoku::GridSize;
use jetan_games::tetrisito::{DropOrder, DropRules, PieceRule};
use jetan_play::settings::{PlaySettings, StartingPlayer};
use jetan_tui::plain::PlainEnding;

use crate::inputs::{
    choose, connect_four_lines, four_in_a_row_keys, joined, sudoku_rows, tetrisito_puzzle,
};
use crate::mips::{Halt, Mips};
use crate::{Played, games};

const GAMES: u64 = 500;

#[test]
fn four_in_a_row_prints_what_its_mips_version_prints() {
    let mips = Mips::new(&["four-in-a-row/main.asm"]);
    let settings = PlaySettings::default();
    let mut endings = [0; 4];
    for seed in 0..games(GAMES) {
        let input = four_in_a_row_keys(seed, FirstMover::One);
        let output = compare(&mips, GameTitle::FourInARow, &settings, &input, seed).output;
        let words = ["wins.", "loses.", "tie:", "no winner."];
        for (count, words) in endings.iter_mut().zip(words) {
            *count += u32::from(output.contains(words));
        }
    }
    assert!(endings.iter().all(|&count| count > 0), "{endings:?}");
}

#[test]
fn four_in_a_row_starts_as_its_mips_version_with_chance() {
    let mips = Mips::new(&["four-in-a-row/random-start.asm"]);
    let mut starts = [0; 2];
    for seed in 0..games(20) {
        let firsts =
            [(StartingPlayer::One, FirstMover::One), (StartingPlayer::Two, FirstMover::Two)];
        let is_same = firsts.map(|(first, starter)| {
            let settings = PlaySettings { first: Some(first), ..PlaySettings::default() };
            let input = four_in_a_row_keys(seed, starter);
            // Seeds that differ in their low bits only start Java's generator alike.
            let (expected, _) = mips.run(&input, (seed as i64) << 40);
            Played::new(GameTitle::FourInARow, &settings, &input).output == expected
        });
        let chosen = is_same.iter().position(|&is_same| is_same);
        starts[chosen.unwrap_or_else(|| panic!("neither start, seed {seed}"))] += 1;
    }
    assert!(starts.iter().all(|&count| count > 0), "{starts:?}");
}

#[test]
fn connect_four_prints_what_its_mips_version_prints() {
    let files = ["main.asm", "display.asm", "io.asm", "state.asm"];
    let files = files.map(|file| format!("connect-four/{file}"));
    let mips = Mips::new(&files.each_ref().map(String::as_str));
    let mut endings = [0; 3];
    for seed in 0..games(GAMES) {
        let input = connect_four_lines(seed);
        let settings = PlaySettings::default();
        let output = compare(&mips, GameTitle::ConnectFour, &settings, &input, seed).output;
        let words = ["wins!", "full.", "The input ended"];
        for (count, words) in endings.iter_mut().zip(words) {
            *count += u32::from(output.contains(words));
        }
    }
    assert!(endings.iter().all(|&count| count > 0), "{endings:?}");
}

#[test]
fn sudoku_prints_what_its_mips_version_prints() {
    let mips = Mips::new(&["sudoku/4x4.asm"]);
    let settings = PlaySettings { size: GridSize::Four, ..PlaySettings::default() };
    let mut solved = 0;
    for seed in 0..games(GAMES) {
        let input = sudoku_rows(seed);
        let game = compare(&mips, GameTitle::Sudoku, &settings, &input, seed);
        solved += u64::from(game.output.len() > "\nnone\n".len());
    }
    assert!(solved > 20 && solved < games(GAMES) - 20, "{solved} solved");
}

#[test]
fn tetrisito_answers_what_its_mips_versions_answer() {
    let any = DropRules::default();
    let versions = [
        ("a.asm", any, 1, GAMES),
        ("b.asm", DropRules { order: DropOrder::Given, usage: PieceRule::Prefix, ..any }, 3, 60),
        ("c.asm", any, 3, 60),
        ("c-clear.asm", DropRules { clears_lines: true, ..any }, 3, 60),
    ];
    for (program, rules, pieces, count) in versions {
        let mips = Mips::new(&[&format!("tetrisito/{program}")]);
        let settings = PlaySettings { rules, ..PlaySettings::default() };
        let mut reachable = 0;
        for seed in 0..games(count) {
            let input = tetrisito_puzzle(seed, rules, pieces);
            let game = compare(&mips, GameTitle::Tetrisito, &settings, &input, seed);
            reachable += u64::from(game.output == "YES");
        }
        let tenth = games(count) / 10;
        assert!((tenth..9 * tenth).contains(&reachable), "{program}: {reachable} reachable");
    }
}

/// The MIPS version leaves the line of its last question open, and then needs its screen.
#[test]
fn twenty48_asks_what_its_mips_version_asks() {
    let mips = Mips::new(&["2048/main.asm"]);
    let answers = [
        "63",
        "2049",
        "64",
        "2048",
        " 128 ",
        "",
        "  ",
        "64x",
        "6 4",
        "+64",
        "-64",
        "0x40",
        "1e3",
        "0000000000064",
        "00000000000064",
        "000000000000064",
        "64            ",
        "99999999999999",
        "64             ",
        "\0",
        "6\u{0}4",
        "\u{661}4",
        "4294967360",
    ];
    let mut started = 0;
    for seed in 0..games(GAMES) {
        let mut rng = Rng::new(seed);
        let count = rng.below(8);
        let lines = (0..count).map(|_| choose(&answers, &mut rng).as_bytes().to_vec());
        let lines: Vec<Vec<u8>> = lines.collect();
        let input = joined(&lines, &mut rng);
        let game = Played::new(GameTitle::Twenty48, &PlaySettings::default(), &input);
        let (expected, end) = mips.run(&input, 0);
        let console = game.console();
        let is_started = end == Halt::NoScreen;
        let console = if is_started { console.strip_suffix('\n') } else { Some(&*console) };
        assert_eq!(console, Some(&*expected), "seed {seed}");
        assert_eq!(game.output.contains("Score"), is_started, "seed {seed}");
        assert_eq!(game.ending, Ok(PlainEnding::EndOfInput), "seed {seed}");
        started += u64::from(is_started);
    }
    assert!(started > 20 && started < games(GAMES) - 20, "{started} started");
}

/// Plays both, and gives back ours.
fn compare(
    mips: &Mips,
    name: GameTitle,
    settings: &PlaySettings,
    input: &[u8],
    seed: u64,
) -> Played {
    let (expected, end) = mips.run(input, 0);
    let game = Played::new(name, settings, input);
    let shown = input.escape_ascii();
    assert_eq!(game.console(), expected, "seed {seed}, input {shown}");
    let ended = match game.ending {
        Ok(PlainEnding::Finished) => Halt::Exited,
        // These programs notice the end themselves and exit.
        Ok(PlainEnding::EndOfInput) if expected.contains("The input ") => Halt::Exited,
        Ok(PlainEnding::EndOfInput) => Halt::EndOfInput,
        Err(ErrorKind::InvalidData) => Halt::InvalidInput,
        Err(error) => panic!("seed {seed}: {error}"),
    };
    assert_eq!(ended, end, "seed {seed}, input {shown}");
    game
}
