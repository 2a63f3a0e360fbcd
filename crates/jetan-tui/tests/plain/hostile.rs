//! Input that nobody would type: no panic, an end in any case, and the same output every time.

use jetan_games::GameTitle;
use jetan_games::connect4::OpponentLevel;
use jetan_games::rng::Rng;
use jetan_games::sudoku::GridSize;
use jetan_games::tetrisito::{DropOrder, DropRules, PieceRule};
use jetan_play::settings::{PlaySettings, StartingPlayer};

use crate::{Played, games};

#[test]
fn random_bytes_end_every_game_and_the_same_way_each_time() {
    for seed in 0..games(1500) {
        let mut rng = Rng::new(seed);
        let name = GameTitle::ALL[rng.below(5) as usize];
        let settings = settings(&mut rng);
        let input = bytes(name, &settings, &mut rng);
        let game = Played::new(name, &settings, &input);
        assert_eq!(Played::new(name, &settings, &input), game, "seed {seed}");
    }
}

#[test]
fn another_seed_is_another_game() {
    let outputs = |name, settings: &PlaySettings, input: &[u8]| {
        let mut outputs: Vec<String> = (0..10)
            .map(|seed| Played::new(name, &PlaySettings { seed, ..settings.clone() }, input).output)
            .collect();
        outputs.sort();
        outputs.dedup();
        outputs.len()
    };
    let settings = PlaySettings { target: Some(64), ..PlaySettings::default() };
    assert!(outputs(GameTitle::Twenty48, &settings, b"wasd") > 8);
    let random = PlaySettings { first: Some(StartingPlayer::Random), ..PlaySettings::default() };
    assert_eq!(outputs(GameTitle::FourInARow, &random, b"1"), 2);
    assert_eq!(outputs(GameTitle::ConnectFour, &random, b""), 2);
    let level = PlaySettings { level: Some(OpponentLevel::Beginner), ..PlaySettings::default() };
    assert!(outputs(GameTitle::FourInARow, &level, b"14n4n4n") > 3);
    assert!(outputs(GameTitle::ConnectFour, &level, b"1\n3\n3\n3\n") > 3);
}

#[test]
fn a_line_without_an_end_is_only_a_wrong_answer() {
    let mut input = vec![b' '; 10 << 20];
    input.extend_from_slice(b"\n1\n");
    let game = Played::new(GameTitle::ConnectFour, &PlaySettings::default(), &input);
    assert!(game.output.contains("2? Please answer 1 or 2.\nWho goes first, 1 or 2? Player 1"));
    let game = Played::new(GameTitle::Sudoku, &PlaySettings::default(), &vec![b'1'; 10 << 20]);
    assert!(game.ending.is_err() && game.output.is_empty());
}

fn settings(rng: &mut Rng) -> PlaySettings {
    let firsts =
        [None, Some(StartingPlayer::One), Some(StartingPlayer::Two), Some(StartingPlayer::Random)];
    let levels = [OpponentLevel::Beginner, OpponentLevel::Easy, OpponentLevel::Medium];
    let targets = [None, Some(0), Some(8), Some(64), Some(2048), Some(u32::MAX)];
    let usages = [PieceRule::Some, PieceRule::All, PieceRule::Prefix];
    let orders = [DropOrder::Any, DropOrder::Given];
    let mut pick = |count: usize| rng.below(count as u32) as usize;
    PlaySettings {
        seed: pick(1000) as u64,
        first: firsts[pick(4)],
        // An opponent has much to prepare.
        level: (pick(6) == 0).then(|| levels[pick(3)]),
        trials: [0, 1, 2, 3, 255][pick(5)],
        target: targets[pick(6)],
        size: GridSize::ALL[pick(3)],
        rules: DropRules {
            order: orders[pick(2)],
            usage: usages[pick(3)],
            clears_lines: pick(2) == 0,
        },
        puzzle: (pick(10) == 0).then(|| "1\n2\u{e9}\n".repeat(pick(20))),
        ..PlaySettings::default()
    }
}

/// Bytes of all kinds, or such as the game waits for.
fn bytes(name: GameTitle, settings: &PlaySettings, rng: &mut Rng) -> Vec<u8> {
    let usual: &[u8] = match name {
        GameTitle::Tetrisito => b"......####\n",
        GameTitle::FourInARow => b"1234567nnnn\n",
        GameTitle::Sudoku if settings.size == GridSize::Four => b"00001234\n\n",
        GameTitle::Sudoku => b"0000000001\n",
        GameTitle::Twenty48 => b"wasd64\n",
        GameTitle::ConnectFour => b"0123456\n\n\n\n\n\n",
    };
    let length = rng.below(400);
    let odd_percent = [0, 5, 100][rng.below(3) as usize];
    let mut byte = || {
        if rng.below(100) < odd_percent {
            rng.below(256) as u8
        } else {
            usual[rng.below(usual.len() as u32) as usize]
        }
    };
    (0..length).map(|_| byte()).collect()
}
