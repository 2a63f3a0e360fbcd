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

use jetan_games::search::Budget;
use jetan_games::twenty48::evaluate::Weights;
use jetan_games::twenty48::{Effort, Game, Searcher, Settings, Side, Spawn, Status};

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let number = |place: usize, usual| numbers.get(place).copied().unwrap_or(usual);
    let games = number(0, 50);
    let spawn = Spawn::with_percent_of_fours(number(2, 50) as u32).unwrap_or(Spawn::COURSE);
    let target = number(4, 2048) as u32;
    let settings = Settings::new(Side::Four, target, spawn).unwrap_or_default();
    let effort = match number(1, 0) {
        0 => Effort::QUICK,
        nodes => Effort { nodes, ..Effort::FULL },
    };
    let mut searcher = match number(5, 0) {
        0 => Searcher::new(effort),
        _ => Searcher::with_weights(effort, &Weights::default()),
    };
    // The network is unpacked before the clock starts.
    searcher.best(&Game::new(settings, 0).board(), &spawn, &mut Budget::nodes(1));
    let (mut reached, mut moves, mut score) = ([0u64; 16], 0, 0);
    let start = Instant::now();
    for seed in (number(3, 0)..).take(games as usize) {
        let mut game = Game::new(settings, seed);
        while game.status() == Status::Playing {
            let budget = &mut Budget::unlimited();
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
