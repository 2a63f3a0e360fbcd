//! Plays games of 2048 by search and prints how many reached which tile, and how fast:
//! `autoplay [GAMES] [POSITIONS PER MOVE, 0 for a quick search] [PERCENT OF FOURS] [FIRST SEED]
//! [TARGET] [1 for the evaluation by lines, which is not learned]`.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::print_stdout,
    reason = "a measurement by hand: it reads its arguments and the clock, and prints"
)]

use std::time::Instant;

use jetan_games::search::SearchBudget;
use jetan_games::twenty48::evaluate::LineWeights;
use jetan_games::twenty48::{
    BoardSide, ExpectimaxPlayer, SearchEffort, SlideGame, SlideSettings, SlideStatus, SpawnRule,
};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let number = |place: usize, usual| numbers.get(place).copied().unwrap_or(usual);
    let games = number(0, 50);
    let spawn = SpawnRule::with_percent_of_fours(number(2, 50) as u32).unwrap_or(SpawnRule::COURSE);
    let target = number(4, 2048) as u32;
    let settings = SlideSettings::new(BoardSide::Four, target, spawn).unwrap_or_default();
    let effort = match number(1, 0) {
        0 => SearchEffort::QUICK,
        nodes => SearchEffort { nodes, ..SearchEffort::FULL },
    };
    let mut searcher = match number(5, 0) {
        0 => ExpectimaxPlayer::new(effort),
        _ => ExpectimaxPlayer::with_weights(effort, &LineWeights::default()),
    };
    // The network is unpacked before the clock starts.
    searcher.best(&SlideGame::new(settings, 0).board(), &spawn, &mut SearchBudget::nodes(1));
    let (mut reached, mut moves, mut score) = ([0u64; 16], 0, 0);
    let start = Instant::now();
    for seed in (number(3, 0)..).take(games as usize) {
        let mut game = SlideGame::new(settings, seed);
        while game.status() == SlideStatus::Playing {
            let budget = &mut SearchBudget::unlimited();
            let Some(choice) = searcher.best(&game.board(), &spawn, budget) else { break };
            game.slide(choice.direction);
        }
        moves += u64::from(game.moves());
        score += game.original_score();
        reached[game.course_score().ilog2() as usize] += 1;
    }
    let seconds = start.elapsed().as_secs_f64();

    for exponent in 9..=target.ilog2() as usize {
        let at_least: u64 = reached[exponent..].iter().sum();
        println!("{:5} {:5.1} %", 1 << exponent, 100.0 * at_least as f64 / games as f64);
    }
    let (per_move, micros) = (searcher.nodes() as f64 / moves as f64, seconds * 1e6 / moves as f64);
    println!("{moves} moves, {micros:.2} µs and {per_move:.0} positions each");
    println!("{} points a game", score / games.max(1));
}
