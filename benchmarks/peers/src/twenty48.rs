//! Our 2048 player by its learned network, beside the same search with the evaluation by lines.
//!
//! There is no public engine as a crate to put beside it. Games are seeded and positions are
//! counted, so that only the times differ from run to run.

use jetan_games::search::SearchBudget;
use jetan_games::twenty48::evaluate::LineWeights;
use jetan_games::twenty48::{
    BoardSide, ExpectimaxPlayer, SearchEffort, SlideGame, SlideSettings, SlideStatus, SpawnRule,
};

use crate::cpu_ns;

/// A way to play: its name, the spawn rule, the target, the games and how far it looks.
struct Row {
    name: &'static str,
    spawn: SpawnRule,
    target: u32,
    games: u64,
    effort: SearchEffort,
    is_learned: bool,
}

/// The tiles that are counted.
const TILES: [u32; 4] = [2048, 4096, 8192, 16_384];

/// Plays the games of every row; a number divides how many there are.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let divisor = match arguments {
        [] => 1,
        [number] => number.parse::<u64>().map_err(|error| format!("{number}: {error}"))?.max(1),
        _ => return Err(String::from("usage: jetan-peers twenty48 [DIVISOR]")),
    };
    let lines = SearchEffort { depth_max: 3, nodes: 500 };
    let few = SearchEffort { nodes: 1_000, ..SearchEffort::FULL };
    let some = SearchEffort { nodes: 6_000, ..SearchEffort::FULL };
    let (course, original) = (SpawnRule::COURSE, SpawnRule::ORIGINAL);
    let row = |name, spawn, target, games, effort, is_learned| Row {
        name,
        spawn,
        target,
        games,
        effort,
        is_learned,
    };
    println!("player            fours  games  us/move  nodes   2048   4096   8192  16384  %");
    for row in [
        row("learned, quick", course, 2048, 1_000, SearchEffort::QUICK, true),
        row("learned, quick", original, 32_768, 100, SearchEffort::QUICK, true),
        row("learned, 1,000", original, 32_768, 100, few, true),
        row("learned, 6,000", original, 32_768, 100, some, true),
        row("by lines, quick", course, 2048, 1_000, lines, false),
        row("by lines, quick", original, 32_768, 100, lines, false),
    ] {
        play(&Row { games: (row.games / divisor).max(1), ..row })?;
    }
    Ok(())
}

fn play(row: &Row) -> Result<(), String> {
    let settings = SlideSettings::new(BoardSide::Four, row.target, row.spawn);
    let settings = settings.map_err(|error| error.to_string())?;
    let mut searcher = if row.is_learned {
        ExpectimaxPlayer::new(row.effort)
    } else {
        ExpectimaxPlayer::with_weights(row.effort, &LineWeights::default())
    };
    // Tables are made before the clock starts.
    searcher.best(&SlideGame::new(settings, 0).board(), &row.spawn, &mut SearchBudget::nodes(1));
    let (mut moves, mut reached) = (0, [0_u64; TILES.len()]);
    let start = cpu_ns();
    for seed in 0..row.games {
        let mut game = SlideGame::new(settings, seed);
        while game.status() == SlideStatus::Playing {
            let budget = &mut SearchBudget::unlimited();
            let Some(choice) = searcher.best(&game.board(), &row.spawn, budget) else { break };
            game.slide(choice.direction);
        }
        moves += u64::from(game.moves());
        for (count, tile) in reached.iter_mut().zip(TILES) {
            *count += u64::from(game.course_score() >= tile);
        }
    }
    let micros = (cpu_ns() - start) / 1e3 / moves as f64;
    let nodes = searcher.nodes() / moves.max(1);
    let fours = (row.spawn.probability_of_four() * 100.0).round();
    print!("{:16} {fours:4} % {:6} {micros:8.2} {nodes:6}", row.name, row.games);
    for count in reached {
        print!(" {:6.1}", 100.0 * count as f64 / row.games as f64);
    }
    println!();
    Ok(())
}
