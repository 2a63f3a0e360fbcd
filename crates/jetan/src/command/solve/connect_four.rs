//! `jetan solve connect-four`: exact scores of positions given by their moves.

use std::fmt::{self, Write};

use jetan_games::connect4::{Column, ConnectFourSolver, OpeningBook, Position, Score, notation};
use jetan_games::search::SearchBudget;
use jetan_report::drawn;
use jetan_report::paint::{BOLD, TextPaint};
use serde::Serialize;

use super::batch::{self, AnswerStyle, BatchGame, ItemOutcome, StopFlag};
use super::input::BatchItem;
use crate::cli::solve::ConnectFourArgs;
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};

/// Scores positions, one line of moves each.
pub(super) fn run(typed: &ConnectFourArgs, console: &Console) -> Result<Exit, CommandFailure> {
    // Without its book the solver is only slower.
    let book = if typed.no_book { None } else { OpeningBook::embedded().ok() };
    let is_drawn = AnswerStyle::new(&typed.batch, console).is_drawn();
    batch::run(&ConnectFourBatch { typed, book, is_drawn }, &typed.batch, console)
}

struct ConnectFourBatch<'a> {
    typed: &'a ConnectFourArgs,
    book: Option<OpeningBook>,
    /// Whether people look: they want to know the best columns without asking.
    is_drawn: bool,
}

/// The answer for a position.
#[derive(Serialize)]
struct ConnectFourAnswer {
    moves: String,
    score: i32,
    /// The score in words.
    outcome: String,
    /// The score of playing each column, nothing where no stone can be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    columns: Option<Vec<Option<i32>>>,
    /// The columns with the best score, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<Vec<usize>>,
    /// Best moves of both sides to the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
}

impl fmt::Display for ConnectFourAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.moves, self.score)?;
        for column in self.columns.iter().flatten() {
            match column {
                Some(score) => write!(f, " {score}")?,
                None => f.write_str(" x")?,
            }
        }
        if let Some(best) = &self.best {
            f.write_str(if best.is_empty() { " -" } else { " " })?;
            best.iter().try_for_each(|column| write!(f, "{column}"))?;
        }
        match &self.line {
            Some(line) => write!(f, " {line}"),
            None => Ok(()),
        }
    }
}

impl BatchGame for ConnectFourBatch<'_> {
    type WorkerState = ConnectFourSolver;
    type ItemAnswer = ConnectFourAnswer;

    fn worker(&self) -> ConnectFourSolver {
        match &self.book {
            Some(book) => ConnectFourSolver::default().with_book(book.clone()),
            None => ConnectFourSolver::default(),
        }
    }

    fn draw(&self, item: &BatchItem, answer: &ConnectFourAnswer, paint: TextPaint) -> String {
        // The answer has no position; to parse some moves again is cheaper than to carry one.
        let Ok(position) = notation::parse(item.text.trim()) else { return String::new() };
        let mut text = drawn::connect_four(&position, paint);
        let verdict = match position.winner() {
            Some(winner) => format!("{} has won", drawn::letter(winner)),
            None if position.is_drawn() => "the board is full: a draw".to_owned(),
            None => {
                let mover = drawn::letter(position.mover());
                format!("{mover} to move: {mover} {}", words(answer.score, &answer.outcome))
            }
        };
        let _ = writeln!(text, "  {}", paint.with(&[BOLD], &verdict));
        if position.is_over() {
            return text;
        }
        if let Some(best) = &answer.best {
            let _ = writeln!(text, "  best: column {}", alternatives(best));
        }
        if let Some(columns) = &answer.columns {
            let score = |score: &Option<i32>| match score {
                None => "full".to_owned(),
                Some(0) => "0".to_owned(),
                Some(score) => format!("{score:+}"),
            };
            let scores = columns.iter().enumerate();
            let scores = scores.map(|(idx, it)| format!("{}: {}", idx + 1, score(it)));
            let _ = writeln!(text, "  scores by column: {}", scores.collect::<Vec<_>>().join("  "));
        }
        if let Some(line) = &answer.line {
            let _ = writeln!(text, "  best play: {line}");
        }
        text
    }

    fn solve(
        &self,
        solver: &mut ConnectFourSolver,
        item: &BatchItem,
        stop: &StopFlag,
    ) -> ItemOutcome<ConnectFourAnswer> {
        let moves = item.text.trim();
        match notation::parse(moves) {
            Ok(position) => {
                let answer = self.answer(solver, moves, &position, stop);
                answer.map_or(ItemOutcome::Stopped, ItemOutcome::Solved)
            }
            Err(error) => ItemOutcome::Bad(item.line, error.to_string()),
        }
    }
}

/// A score in words, from the view of a player who is named.
fn words(score: i32, outcome: &str) -> String {
    // Wins and losses say in how many moves; only a draw has no number.
    match outcome.split_once(" in ") {
        Some((_, moves)) if score > 0 => format!("wins in {moves}"),
        Some((_, moves)) => format!("loses in {moves}"),
        None => "draws".to_owned(),
    }
}

/// `3, 6 or 7`.
fn alternatives(columns: &[usize]) -> String {
    let columns: Vec<String> = columns.iter().map(ToString::to_string).collect();
    match columns.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => columns.concat(),
    }
}

impl ConnectFourBatch<'_> {
    /// Everything that was asked for; `None` when there was no time to find it out.
    fn answer(
        &self,
        solver: &mut ConnectFourSolver,
        moves: &str,
        position: &Position,
        stop: &StopFlag,
    ) -> Option<ConnectFourAnswer> {
        let mut should_stop = || stop.is_set();
        let mut budget = SearchBudget::until(&mut should_stop);
        let score = solver.score(position, &mut budget)?;
        let mut answer = ConnectFourAnswer {
            moves: moves.to_owned(),
            score: score.value(),
            outcome: score.outcome(position.plies()).to_string(),
            columns: None,
            best: None,
            line: None,
        };
        if self.typed.analyze {
            let scores = solver.analyze(position, &mut budget).scores()?;
            answer.columns = Some(scores.map(|score| score.map(Score::value)).to_vec());
        }
        if self.typed.best || self.is_drawn {
            let best = solver.best(position, &mut budget)?;
            answer.best = Some(best.into_iter().map(Column::number).collect());
        }
        if self.typed.line {
            let line = solver.line(position, &mut budget);
            // A line that was cut short would pass for best play.
            answer.line = Some(line.is_complete.then(|| notation::write(&line.moves))?);
        }
        Some(answer)
    }
}
