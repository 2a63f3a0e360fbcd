//! `jetan solve 2048`: best moves, slides, exact chances on small boards, and games played out.

mod autoplay;

use std::fmt;

use jetan_games::search::SearchBudget;
use jetan_games::twenty48::{
    BoardSide, DEPTH_MAX, ExpectimaxPlayer, PackedBoard, SearchEffort, SlideDirection, SpawnRule,
    exact,
};
use jetan_report::drawn;
use jetan_report::paint::{BOLD, TextPaint};
use jetan_report::wire;
use serde::Serialize;

use super::batch::{self, BatchGame, ItemOutcome, StopFlag};
use super::input::BatchItem;
use crate::cli::solve::Twenty48Args;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};

/// The positions looked at for one move: some milliseconds.
const NODES_PER_MOVE: u64 = 20_000;

/// Does what the flags ask for; without any of them, finds best moves.
pub(super) fn run(typed: &Twenty48Args, console: &Console) -> Result<Exit, CommandFailure> {
    // clap takes two numbers or none.
    if let [side, target] = typed.exact[..] {
        return solve_exactly(typed, side, target, console);
    }
    if let Some(games) = typed.autoplay {
        return autoplay::run(typed, games, console);
    }
    batch::run(&Twenty48Batch { typed }, &typed.batch, console)
}

/// The probability that a new tile is a 4.
fn spawn(typed: &Twenty48Args) -> SpawnRule {
    // The flag counts the twos.
    SpawnRule::with_percent_of_fours(100 - u32::from(typed.spawn)).unwrap_or(SpawnRule::COURSE)
}

struct Twenty48Batch<'a> {
    typed: &'a Twenty48Args,
}

/// The answer for a board.
#[derive(Serialize)]
#[serde(untagged)]
enum Twenty48Answer {
    Best {
        /// A letter, or nothing if no move is left.
        #[serde(rename = "move")]
        direction: Option<char>,
        value: f64,
    },
    After {
        board: Vec<u32>,
        score: u32,
        /// Whether the slide changes anything.
        legal: bool,
    },
}

impl fmt::Display for Twenty48Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Twenty48Answer::Best { direction: Some(letter), value } => {
                write!(f, "{letter} {value:.1}")
            }
            Twenty48Answer::Best { direction: None, .. } => f.write_str("none"),
            Twenty48Answer::After { board, score, .. } => {
                board.iter().try_for_each(|tile| write!(f, "{tile} "))?;
                write!(f, "{score}")
            }
        }
    }
}

impl BatchGame for Twenty48Batch<'_> {
    type WorkerState = ExpectimaxPlayer;
    type ItemAnswer = Twenty48Answer;

    fn worker(&self) -> ExpectimaxPlayer {
        let nodes = self.typed.nodes.unwrap_or(NODES_PER_MOVE);
        ExpectimaxPlayer::new(SearchEffort { depth_max: DEPTH_MAX, nodes })
    }

    fn draw(&self, item: &BatchItem, answer: &Twenty48Answer, paint: TextPaint) -> String {
        let Ok(board) = PackedBoard::parse(&item.text, BoardSide::Four) else {
            return String::new();
        };
        let (direction, score) = match answer {
            Twenty48Answer::Best { direction, .. } => {
                (direction.and_then(SlideDirection::from_letter), None)
            }
            Twenty48Answer::After { score, .. } => {
                (self.typed.direction.and_then(SlideDirection::from_letter), Some(*score))
            }
        };
        let Some(direction) = direction else {
            let over = paint.with(&[BOLD], "no move is left");
            return format!("{}  {over}\n", drawn::twenty48(board, paint));
        };
        let after = board.slide(direction);
        let words = match score {
            None => format!("best: {}", word(direction)),
            Some(score) => format!("{}: {score} points", word(direction)),
        };
        let words = paint.with(&[BOLD], &words);
        let (before, after) = (drawn::twenty48(board, paint), drawn::twenty48(after, paint));
        format!("{before}  {words}\n\n{after}")
    }

    fn solve(
        &self,
        searcher: &mut ExpectimaxPlayer,
        item: &BatchItem,
        stop: &StopFlag,
    ) -> ItemOutcome<Twenty48Answer> {
        let board = match PackedBoard::parse(&item.text, BoardSide::Four) {
            Ok(board) => board,
            Err(error) => return ItemOutcome::Bad(item.line, error.to_string()),
        };
        if let Some(direction) = self.typed.direction.and_then(SlideDirection::from_letter) {
            let after = board.slide(direction);
            return ItemOutcome::Solved(Twenty48Answer::After {
                board: after.tiles().collect(),
                score: board.score(direction),
                legal: after != board,
            });
        }
        let mut should_stop = || stop.is_set();
        let mut budget = SearchBudget::until(&mut should_stop);
        let best = searcher.best(&board, &spawn(self.typed), &mut budget);
        if budget.is_spent() {
            return ItemOutcome::Stopped;
        }
        ItemOutcome::Solved(Twenty48Answer::Best {
            direction: best.map(|choice| choice.direction.letter()),
            value: best.map_or(0.0, |choice| f64::from(choice.value)),
        })
    }
}

fn word(direction: SlideDirection) -> &'static str {
    match direction {
        SlideDirection::Left => "left",
        SlideDirection::Right => "right",
        SlideDirection::Up => "up",
        SlideDirection::Down => "down",
    }
}

/// The answer of `--exact --json`.
#[derive(Serialize)]
struct ExactChance {
    side: u32,
    target: u32,
    probability: f64,
    positions: usize,
}

fn solve_exactly(
    typed: &Twenty48Args,
    side: u32,
    target: u32,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let Some(board) = BoardSide::new(side as usize) else {
        return Err(CommandFailure::usage(format!("jetan: a board has 2 to 4 rows, not {side}")));
    };
    if !(4..=32_768).contains(&target) {
        return Err(CommandFailure::usage(format!(
            "jetan: {target} is not a target from 4 to 32768"
        )));
    }
    let stop = StopFlag::new();
    let mut should_stop = || stop.is_set();
    let mut budget = SearchBudget::until(&mut should_stop);
    let Some(exact) = exact::probability(board, target, spawn(typed), &mut budget) else {
        if stop.is_interrupted() {
            return Err(CommandFailure::new(Exit::Interrupted, "jetan: interrupted"));
        }
        let most = exact::POSITIONS_MAX;
        let why = format!("jetan: this takes more than {most} positions: try a smaller target");
        return Err(CommandFailure::new(Exit::Limit, why));
    };
    let chance =
        ExactChance { side, target, probability: exact.probability, positions: exact.positions };
    console.result(if typed.batch.json {
        wire::json(&chance) + "\n"
    } else {
        format!("{:.10}\n", chance.probability)
    })?;
    Ok(Exit::Success)
}
