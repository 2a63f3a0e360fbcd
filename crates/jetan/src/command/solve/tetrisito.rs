//! `jetan solve tetrisito`: YES or NO, a plan, or the number of plans.

use std::fmt::{self, Write};

use jetan_games::search::SearchBudget;
use jetan_games::tetrisito::notation::{self, PuzzleNotationError};
use jetan_games::tetrisito::placement::replay;
use jetan_games::tetrisito::{
    self, DropRules, FieldShape, FrozenField, GoalReachability, PieceMask, PlanCount, PlanDrop,
    TetrisitoPuzzle, count_plans, reachable,
};
use jetan_report::counted;
use jetan_report::drawn;
use jetan_report::paint::{BOLD, GREEN, RED, TextPaint};
use serde::{Deserialize, Serialize};

use super::batch::{self, AnswerStyle, BatchGame, ItemOutcome, StopFlag};
use super::input::BatchItem;
use crate::cli::solve::{ImplementationChoice, PieceOrderChoice, PieceUsageChoice, TetrisitoArgs};
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};

/// Fields of a plan side by side; with 80 columns there is room for these.
const STEPS_PER_LINE: usize = 6;

/// Solves puzzles in the course's form or as lines of JSON.
pub(super) fn run(typed: &TetrisitoArgs, console: &Console) -> Result<Exit, CommandFailure> {
    let question = match (typed.count, typed.plan) {
        (true, _) => TetrisitoQuestion::Count(typed.limit),
        (_, true) => TetrisitoQuestion::Plan,
        // Whoever looks at drawn fields wants to see the way to the goal.
        _ if AnswerStyle::new(&typed.batch, console).is_drawn() => TetrisitoQuestion::Plan,
        _ => TetrisitoQuestion::Reach,
    };
    batch::run(&TetrisitoBatch { rules: rules(typed), question }, &typed.batch, console)
}

fn rules(typed: &TetrisitoArgs) -> DropRules {
    let order = match (typed.order, typed.implementation) {
        (Some(PieceOrderChoice::Given), _) | (None, Some(ImplementationChoice::B)) => {
            tetrisito::DropOrder::Given
        }
        _ => tetrisito::DropOrder::Any,
    };
    let is_course_b = typed.implementation == Some(ImplementationChoice::B);
    let usage = match typed.usage {
        // The course's question: the pieces fall from the first one on, and none is skipped.
        None if is_course_b && order == tetrisito::DropOrder::Given => tetrisito::PieceRule::Prefix,
        None | Some(PieceUsageChoice::Some) => tetrisito::PieceRule::Some,
        Some(PieceUsageChoice::All) => tetrisito::PieceRule::All,
        Some(PieceUsageChoice::Prefix) => tetrisito::PieceRule::Prefix,
    };
    DropRules { order, usage, clears_lines: typed.clear_lines }
}

struct TetrisitoBatch {
    rules: DropRules,
    question: TetrisitoQuestion,
}

#[derive(Clone, Copy)]
enum TetrisitoQuestion {
    Reach,
    Plan,
    Count(u64),
}

/// The answer for a puzzle.
#[derive(Serialize)]
#[serde(untagged)]
enum TetrisitoAnswer {
    Reach {
        reachable: bool,
    },
    Plan {
        reachable: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        plan: Option<Vec<PlanStep>>,
    },
    Count {
        plans: u64,
        /// Whether there are no more than that.
        exact: bool,
    },
}

/// A drop; pieces count from 1, as people do.
#[derive(Serialize)]
struct PlanStep {
    piece: usize,
    offset: u32,
}

impl fmt::Display for TetrisitoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TetrisitoAnswer::Reach { reachable }
            | TetrisitoAnswer::Plan { reachable, plan: None } => {
                f.write_str(if *reachable { "YES" } else { "NO" })
            }
            TetrisitoAnswer::Plan { plan: Some(plan), .. } => {
                f.write_str("YES")?;
                plan.iter().try_for_each(|step| write!(f, " {}@{}", step.piece, step.offset))
            }
            TetrisitoAnswer::Count { plans, .. } => plans.fmt(f),
        }
    }
}

impl BatchGame for TetrisitoBatch {
    type WorkerState = ();
    type ItemAnswer = TetrisitoAnswer;

    fn worker(&self) {}

    fn is_comment(&self, item: &BatchItem, line: &str) -> bool {
        // A row of the course's grid may begin with `#` too.
        if is_json(item) { line.starts_with('#') } else { line == "#" || line.starts_with("# ") }
    }

    fn wants_more(&self, item: &BatchItem) -> bool {
        // The course's input ends with its file.
        !is_json(item)
    }

    fn draw(&self, item: &BatchItem, answer: &TetrisitoAnswer, paint: TextPaint) -> String {
        let Ok(puzzle) = parse(item) else { return String::new() };
        let shape = puzzle.shape();
        let ends = [("start".to_owned(), puzzle.start()), ("goal".to_owned(), puzzle.goal())];
        let mut text = drawn::fields(&ends, shape, TextPaint { is_colored: false });
        text.push('\n');
        match answer {
            TetrisitoAnswer::Count { plans, exact } => {
                let more = if *exact { "" } else { " or more" };
                let _ = writeln!(text, "  {plans}{more} plans lead to the goal");
            }
            TetrisitoAnswer::Plan { plan: Some(plan), .. } => {
                let yes = paint.with(&[BOLD, GREEN], "YES");
                let _ = writeln!(text, "  {yes}, with {}", counted(plan.len(), "drop"));
                text += &self.steps_drawn(&puzzle, plan, paint);
            }
            TetrisitoAnswer::Reach { .. } | TetrisitoAnswer::Plan { .. } => {
                let no = paint.with(&[BOLD, RED], "NO");
                let _ = writeln!(text, "  {no}: these pieces never make the goal");
            }
        }
        text
    }

    fn solve(
        &self,
        (): &mut (),
        item: &BatchItem,
        stop: &StopFlag,
    ) -> ItemOutcome<TetrisitoAnswer> {
        match parse(item) {
            Ok(puzzle) => self.answer(&puzzle, stop),
            Err((line, mistake)) => ItemOutcome::Bad(line, mistake),
        }
    }
}

impl TetrisitoBatch {
    /// The fields of a plan, a few to a line.
    fn steps_drawn(&self, puzzle: &TetrisitoPuzzle, plan: &[PlanStep], paint: TextPaint) -> String {
        let drops = plan.iter().map(|step| PlanDrop { piece: step.piece - 1, offset: step.offset });
        let drops: Vec<PlanDrop> = drops.collect();
        let fields = replay(puzzle, self.rules, &drops).unwrap_or_default();
        let title = |idx: usize| match idx.checked_sub(1).and_then(|idx| plan.get(idx)) {
            Some(step) => format!("{} at {}", step.piece, step.offset),
            None => "start".to_owned(),
        };
        let titled: Vec<(String, FrozenField)> =
            fields.into_iter().enumerate().map(|(idx, field)| (title(idx), field)).collect();
        let row = |row: &[(String, FrozenField)]| {
            format!("\n{}", drawn::fields(row, puzzle.shape(), paint))
        };
        titled.chunks(STEPS_PER_LINE).map(row).collect::<Vec<_>>().concat()
    }

    fn answer(&self, puzzle: &TetrisitoPuzzle, stop: &StopFlag) -> ItemOutcome<TetrisitoAnswer> {
        let mut should_stop = || stop.is_set();
        let mut budget = SearchBudget::until(&mut should_stop);
        if let TetrisitoQuestion::Count(limit) = self.question {
            let count = count_plans(puzzle, self.rules, limit, &mut budget);
            return match count {
                // Before the results: a count that was cut short must not pass for an answer.
                _ if budget.is_spent() => ItemOutcome::Stopped,
                PlanCount::Exactly(plans) => {
                    ItemOutcome::Solved(TetrisitoAnswer::Count { plans, exact: true })
                }
                PlanCount::AtLeast(plans) => {
                    let note = format!("counting stopped at the limit of {limit}");
                    ItemOutcome::Noted(TetrisitoAnswer::Count { plans, exact: false }, note)
                }
            };
        }
        let plan = match reachable(puzzle, self.rules, &mut budget) {
            GoalReachability::Plan(plan) => Some(plan),
            GoalReachability::Never => None,
            GoalReachability::Unknown => return ItemOutcome::Stopped,
        };
        let reachable = plan.is_some();
        ItemOutcome::Solved(match self.question {
            TetrisitoQuestion::Plan => TetrisitoAnswer::Plan { reachable, plan: plan.map(steps) },
            _ => TetrisitoAnswer::Reach { reachable },
        })
    }
}

fn steps(plan: Vec<PlanDrop>) -> Vec<PlanStep> {
    let step = |PlanDrop { piece, offset }| PlanStep { piece: piece + 1, offset };
    plan.into_iter().map(step).collect()
}

/// True if the item is a line of JSON: by the name of its file, by what it is, or because the
/// course's input would have no second item.
fn is_json(item: &BatchItem) -> bool {
    item.file.ends_with(".jsonl") || !item.is_first || item.text.starts_with('{')
}

/// The puzzle of an item, or an error and its line.
fn parse(item: &BatchItem) -> Result<TetrisitoPuzzle, (usize, String)> {
    if is_json(item) {
        return parse_json(&item.text).map_err(|mistake| (item.line, mistake));
    }
    let puzzle = notation::parse_puzzle(&item.text, FieldShape::default());
    puzzle.map_err(|error| (item.line + error.line - 1, error.mistake.to_string()))
}

/// A line of a `.jsonl` file; other fields may be there too.
#[derive(Deserialize)]
struct PuzzleRecord {
    start: Vec<String>,
    target: Vec<String>,
    pieces: Vec<Vec<String>>,
}

fn parse_json(line: &str) -> Result<TetrisitoPuzzle, String> {
    if !line.starts_with('{') {
        return Err("a line is a JSON object or starts with `#`".to_owned());
    }
    let case: PuzzleRecord = serde_json::from_str(line).map_err(|error| json_words(&error))?;
    let field = |rows: &[String], name: &str| -> Result<FrozenField, String> {
        notation::parse_rows(rows, FieldShape::default())
            .map_err(|error| format!("{name}, {}", row_words(&error)))
    };
    let piece = |(idx, rows): (usize, &Vec<String>)| -> Result<PieceMask, String> {
        let number = idx + 1;
        notation::parse_piece(rows, number).map_err(|error| match error.mistake {
            // This message names its piece itself.
            notation::NotationErrorKind::EmptyPiece(_) => error.mistake.to_string(),
            _ => format!("piece {number}, {}", row_words(&error)),
        })
    };
    let start = field(&case.start, "start")?;
    let target = field(&case.target, "target")?;
    let pieces = case.pieces.iter().enumerate().map(piece).collect::<Result<Vec<_>, _>>()?;
    TetrisitoPuzzle::new(FieldShape::default(), start, target, pieces)
        .map_err(|error| error.to_string())
}

fn row_words(error: &PuzzleNotationError) -> String {
    match error.mistake {
        notation::NotationErrorKind::Height { .. } => error.mistake.to_string(),
        _ => format!("row {}: {}", error.line, error.mistake),
    }
}

/// The error without its line, which is always the first.
fn json_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let words = text.split(" at line ").next().unwrap_or_default();
    format!("column {}: {words}", error.column())
}
