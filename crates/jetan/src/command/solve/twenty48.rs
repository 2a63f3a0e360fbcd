//! `jetan solve 2048`: best moves, slides, exact chances on small boards, and games played out.

mod autoplay;

use std::fmt;

use jetan_games::search::Budget;
use jetan_games::twenty48::{Board, DEPTH_MAX, Direction, Effort, Searcher, Side, Spawn, exact};
use jetan_report::drawn;
use jetan_report::paint::{BOLD, Paint};
use jetan_report::wire;
use serde::Serialize;

use super::batch::{self, Game, Outcome, Stop};
use super::input::Item;
use crate::cli::solve::Twenty48;
use crate::console::Console;
use crate::exit::{Exit, Failure};

/// The positions looked at for one move: some milliseconds.
const NODES_PER_MOVE: u64 = 20_000;

/// Does what the flags ask for; without any of them, finds best moves.
pub(super) fn run(typed: &Twenty48, console: &Console) -> Result<Exit, Failure> {
    // clap takes two numbers or none.
    if let [side, target] = typed.exact[..] {
        return solve_exactly(typed, side, target, console);
    }
    if let Some(games) = typed.autoplay {
        return autoplay::run(typed, games, console);
    }
    batch::run(&Boards { typed }, &typed.batch, console)
}

/// The probability that a new tile is a 4.
fn spawn(typed: &Twenty48) -> Spawn {
    // The flag counts the twos.
    Spawn::with_percent_of_fours(100 - u32::from(typed.spawn)).unwrap_or(Spawn::COURSE)
}

struct Boards<'a> {
    typed: &'a Twenty48,
}

/// The answer for a board.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
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

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Best { direction: Some(letter), value } => write!(f, "{letter} {value:.1}"),
            Answer::Best { direction: None, .. } => f.write_str("none"),
            Answer::After { board, score, .. } => {
                board.iter().try_for_each(|tile| write!(f, "{tile} "))?;
                write!(f, "{score}")
            }
        }
    }
}

impl Game for Boards<'_> {
    type Worker = Searcher;
    type Answer = Answer;

    fn worker(&self) -> Searcher {
        let nodes = self.typed.nodes.unwrap_or(NODES_PER_MOVE);
        Searcher::new(Effort { depth_max: DEPTH_MAX, nodes })
    }

    fn draw(&self, item: &Item, answer: &Answer, paint: Paint) -> String {
        let Ok(board) = Board::parse(&item.text, Side::Four) else { return String::new() };
        let (direction, score) = match answer {
            Answer::Best { direction, .. } => (direction.and_then(Direction::from_letter), None),
            Answer::After { score, .. } => {
                (self.typed.direction.and_then(Direction::from_letter), Some(*score))
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

    fn solve(&self, searcher: &mut Searcher, item: &Item, stop: &Stop) -> Outcome<Answer> {
        let board = match Board::parse(&item.text, Side::Four) {
            Ok(board) => board,
            Err(error) => return Outcome::Bad(item.line, error.to_string()),
        };
        if let Some(direction) = self.typed.direction.and_then(Direction::from_letter) {
            let after = board.slide(direction);
            return Outcome::Solved(Answer::After {
                board: after.tiles().collect(),
                score: board.score(direction),
                legal: after != board,
            });
        }
        let mut should_stop = || stop.is_set();
        let mut budget = Budget::until(&mut should_stop);
        let best = searcher.best(&board, &spawn(self.typed), &mut budget);
        if budget.is_spent() {
            return Outcome::Stopped;
        }
        Outcome::Solved(Answer::Best {
            direction: best.map(|choice| choice.direction.letter()),
            value: best.map_or(0.0, |choice| f64::from(choice.value)),
        })
    }
}

fn word(direction: Direction) -> &'static str {
    match direction {
        Direction::Left => "left",
        Direction::Right => "right",
        Direction::Up => "up",
        Direction::Down => "down",
    }
}

/// The answer of `--exact --json`.
#[derive(Serialize)]
struct Chance {
    side: u32,
    target: u32,
    probability: f64,
    positions: usize,
}

fn solve_exactly(
    typed: &Twenty48,
    side: u32,
    target: u32,
    console: &Console,
) -> Result<Exit, Failure> {
    let Some(board) = Side::new(side as usize) else {
        return Err(Failure::usage(format!("jetan: a board has 2 to 4 rows, not {side}")));
    };
    if !(4..=32_768).contains(&target) {
        return Err(Failure::usage(format!("jetan: {target} is not a target from 4 to 32768")));
    }
    let stop = Stop::new();
    let mut should_stop = || stop.is_set();
    let mut budget = Budget::until(&mut should_stop);
    let Some(exact) = exact::probability(board, target, spawn(typed), &mut budget) else {
        if stop.is_interrupted() {
            return Err(Failure::new(Exit::Interrupted, "jetan: interrupted"));
        }
        let most = exact::POSITIONS_MAX;
        let why = format!("jetan: this takes more than {most} positions: try a smaller target");
        return Err(Failure::new(Exit::Limit, why));
    };
    let chance =
        Chance { side, target, probability: exact.probability, positions: exact.positions };
    console.result(if typed.batch.json {
        wire::json(&chance) + "\n"
    } else {
        format!("{:.10}\n", chance.probability)
    })?;
    Ok(Exit::Success)
}
