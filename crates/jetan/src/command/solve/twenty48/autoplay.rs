//! `jetan solve 2048 --autoplay`: many games, and how far they came.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

use jetan_games::search::SearchBudget;
use jetan_games::twenty48::{
    BoardSide, DEPTH_MAX, ExpectimaxPlayer, SearchEffort, SlideGame, SlideSettings, SlideStatus,
};
use jetan_report::wire;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;

use super::super::batch::{self, StopFlag};
use crate::cli::solve::Twenty48Args;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::threads;

/// The width of a full bar of the histogram.
const BAR_COLUMNS: usize = 40;

/// Plays games, each with a seed of its own, and sums them up.
pub(super) fn run(
    typed: &Twenty48Args,
    games: u32,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let settings = SlideSettings::new(BoardSide::Four, typed.target, super::spawn(typed))
        .map_err(|error| CommandFailure::usage(format!("jetan: {error}")))?;
    let effort = match typed.nodes {
        Some(nodes) => SearchEffort { depth_max: DEPTH_MAX, nodes },
        None => SearchEffort::QUICK,
    };
    let stop = StopFlag::new();
    let pool = threads::pool(typed.batch.jobs)?;
    let started = Instant::now();
    // Hidden by itself where standard error is not a terminal.
    let bar = batch::bar(Some(u64::from(games)));
    let played: Vec<AutoplayGame> = pool.install(|| {
        (0..games)
            .into_par_iter()
            .map_init(
                || ExpectimaxPlayer::new(effort),
                |searcher, idx| {
                    let seed = typed.seed.wrapping_add(u64::from(idx));
                    let played = play(SlideGame::new(settings, seed), searcher, &stop);
                    bar.inc(1);
                    played
                },
            )
            // Games that were interrupted do not count.
            .flatten()
            .collect()
    });
    bar.finish_and_clear();
    let summary = AutoplaySummary::of(&played, typed, started.elapsed().as_secs_f64());
    console.result(if typed.batch.json { wire::json(&summary) + "\n" } else { summary.text() })?;
    if stop.is_interrupted() {
        console.say("jetan: interrupted\n");
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Success)
}

/// A game that came to its end.
struct AutoplayGame {
    largest: u32,
    moves: u64,
}

/// Plays to the end; `None` if there was no time for it.
fn play(
    mut game: SlideGame,
    searcher: &mut ExpectimaxPlayer,
    stop: &StopFlag,
) -> Option<AutoplayGame> {
    let spawn = game.settings().spawn();
    while game.status() == SlideStatus::Playing {
        if stop.is_set() {
            return None;
        }
        // A move is quick enough that Ctrl-C is looked for between moves only.
        let choice = searcher.best(&game.board(), &spawn, &mut SearchBudget::unlimited())?;
        game.slide(choice.direction);
    }
    Some(AutoplayGame { largest: game.board().max_tile(), moves: u64::from(game.moves()) })
}

/// The summary of the games.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AutoplaySummary {
    games: usize,
    target: u32,
    spawn: u8,
    seed: u64,
    moves: u64,
    seconds: f64,
    moves_per_second: f64,
    tiles: Vec<TileShare>,
}

/// The number of games that made a tile, and of those in which it was the largest.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TileShare {
    tile: u32,
    games: usize,
    share: f64,
    as_largest: usize,
}

impl AutoplaySummary {
    fn of(played: &[AutoplayGame], typed: &Twenty48Args, seconds: f64) -> AutoplaySummary {
        let mut largest: BTreeMap<u32, usize> = BTreeMap::new();
        for game in played {
            *largest.entry(game.largest).or_default() += 1;
        }
        let games = played.len();
        let mut reached = 0;
        let mut tiles = Vec::new();
        // From the largest tile down: a game that has made a tile has made all smaller ones.
        for (&tile, &as_largest) in largest.iter().rev() {
            reached += as_largest;
            let share = reached as f64 / games as f64;
            tiles.push(TileShare { tile, games: reached, share, as_largest });
        }
        let moves = played.iter().map(|game| game.moves).sum();
        AutoplaySummary {
            games,
            target: typed.target,
            spawn: typed.spawn,
            seed: typed.seed,
            moves,
            seconds,
            // The clock may not have advanced.
            moves_per_second: moves as f64 / seconds.max(1e-9),
            tiles,
        }
    }

    fn text(&self) -> String {
        let AutoplaySummary { games, target, spawn, seed, .. } = self;
        let fours = 100 - spawn;
        let mut text =
            format!("{games} games to {target}, new tiles {spawn}/{fours}, from seed {seed}\n");
        text += " tile  reached  largest\n";
        for TileShare { tile, share, as_largest, .. } in &self.tiles {
            let part = *as_largest as f64 / (*games).max(1) as f64;
            let bar = "#".repeat((part * BAR_COLUMNS as f64).round() as usize);
            let percent = 100.0 * share;
            let line = format!("{tile:5}  {percent:5.1} %  {as_largest:7}  {bar}");
            // Writing to a string does not fail.
            let _ = writeln!(text, "{}", line.trim_end());
        }
        let _ = writeln!(text, "{} moves, {:.0} per second", self.moves, self.moves_per_second);
        text
    }
}
