//! `jetan solve tetrisito`: YES or NO, a plan, or the number of plans.

use std::fmt::{self, Write};

use jetan_games::search::Budget;
use jetan_games::tetrisito::notation::{self, NotationError};
use jetan_games::tetrisito::placement::replay;
use jetan_games::tetrisito::{
    self, Drop, Field, Piece, PlanCount, Puzzle, Reach, Rules, Shape, count_plans, reachable,
};
use jetan_report::counted;
use jetan_report::drawn;
use jetan_report::paint::{BOLD, GREEN, Paint, RED};
use serde::{Deserialize, Serialize};

use super::batch::{self, Game, Outcome, Stop, Style};
use super::input::Item;
use crate::cli::solve::{Implementation, Order, Tetrisito, Usage};
use crate::console::Console;
use crate::exit::{Exit, Failure};

/// Fields of a plan side by side; with 80 columns there is room for these.
const STEPS_PER_LINE: usize = 6;

/// Solves puzzles in the course's form or as lines of JSON.
pub(super) fn run(typed: &Tetrisito, console: &Console) -> Result<Exit, Failure> {
    let question = match (typed.count, typed.plan) {
        (true, _) => Question::Count(typed.limit),
        (_, true) => Question::Plan,
        // Whoever looks at drawn fields wants to see the way to the goal.
        _ if Style::new(&typed.batch, console).is_drawn() => Question::Plan,
        _ => Question::Reach,
    };
    batch::run(&Solver { rules: rules(typed), question }, &typed.batch, console)
}

fn rules(typed: &Tetrisito) -> Rules {
    let order = match (typed.order, typed.implementation) {
        (Some(Order::Given), _) | (None, Some(Implementation::B)) => tetrisito::Order::Given,
        _ => tetrisito::Order::Any,
    };
    let is_course_b = typed.implementation == Some(Implementation::B);
    let usage = match typed.usage {
        // The course's question: the pieces fall from the first one on, and none is skipped.
        None if is_course_b && order == tetrisito::Order::Given => tetrisito::Usage::Prefix,
        None | Some(Usage::Some) => tetrisito::Usage::Some,
        Some(Usage::All) => tetrisito::Usage::All,
        Some(Usage::Prefix) => tetrisito::Usage::Prefix,
    };
    Rules { order, usage, clears_lines: typed.clear_lines }
}

struct Solver {
    rules: Rules,
    question: Question,
}

#[derive(Clone, Copy)]
enum Question {
    Reach,
    Plan,
    Count(u64),
}

/// The answer for a puzzle.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Reach {
        reachable: bool,
    },
    Plan {
        reachable: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        plan: Option<Vec<Step>>,
    },
    Count {
        plans: u64,
        /// Whether there are no more than that.
        exact: bool,
    },
}

/// A drop; pieces count from 1, as people do.
#[derive(Serialize)]
struct Step {
    piece: usize,
    offset: u32,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Reach { reachable } | Answer::Plan { reachable, plan: None } => {
                f.write_str(if *reachable { "YES" } else { "NO" })
            }
            Answer::Plan { plan: Some(plan), .. } => {
                f.write_str("YES")?;
                plan.iter().try_for_each(|step| write!(f, " {}@{}", step.piece, step.offset))
            }
            Answer::Count { plans, .. } => plans.fmt(f),
        }
    }
}

impl Game for Solver {
    type Worker = ();
    type Answer = Answer;

    fn worker(&self) {}

    fn is_comment(&self, item: &Item, line: &str) -> bool {
        // A row of the course's grid may begin with `#` too.
        if is_json(item) { line.starts_with('#') } else { line == "#" || line.starts_with("# ") }
    }

    fn wants_more(&self, item: &Item) -> bool {
        // The course's input ends with its file.
        !is_json(item)
    }

    fn draw(&self, item: &Item, answer: &Answer, paint: Paint) -> String {
        let Ok(puzzle) = parse(item) else { return String::new() };
        let shape = puzzle.shape();
        let ends = [("start".to_owned(), puzzle.start()), ("goal".to_owned(), puzzle.goal())];
        let mut text = drawn::fields(&ends, shape, Paint { is_colored: false });
        text.push('\n');
        match answer {
            Answer::Count { plans, exact } => {
                let more = if *exact { "" } else { " or more" };
                let _ = writeln!(text, "  {plans}{more} plans lead to the goal");
            }
            Answer::Plan { plan: Some(plan), .. } => {
                let yes = paint.with(&[BOLD, GREEN], "YES");
                let _ = writeln!(text, "  {yes}, with {}", counted(plan.len(), "drop"));
                text += &self.steps_drawn(&puzzle, plan, paint);
            }
            Answer::Reach { .. } | Answer::Plan { .. } => {
                let no = paint.with(&[BOLD, RED], "NO");
                let _ = writeln!(text, "  {no}: these pieces never make the goal");
            }
        }
        text
    }

    fn solve(&self, (): &mut (), item: &Item, stop: &Stop) -> Outcome<Answer> {
        match parse(item) {
            Ok(puzzle) => self.answer(&puzzle, stop),
            Err((line, mistake)) => Outcome::Bad(line, mistake),
        }
    }
}

impl Solver {
    /// The fields of a plan, a few to a line.
    fn steps_drawn(&self, puzzle: &Puzzle, plan: &[Step], paint: Paint) -> String {
        let drops = plan.iter().map(|step| Drop { piece: step.piece - 1, offset: step.offset });
        let drops: Vec<Drop> = drops.collect();
        let fields = replay(puzzle, self.rules, &drops).unwrap_or_default();
        let title = |idx: usize| match idx.checked_sub(1).and_then(|idx| plan.get(idx)) {
            Some(step) => format!("{} at {}", step.piece, step.offset),
            None => "start".to_owned(),
        };
        let titled: Vec<(String, Field)> =
            fields.into_iter().enumerate().map(|(idx, field)| (title(idx), field)).collect();
        let row =
            |row: &[(String, Field)]| format!("\n{}", drawn::fields(row, puzzle.shape(), paint));
        titled.chunks(STEPS_PER_LINE).map(row).collect::<Vec<_>>().concat()
    }

    fn answer(&self, puzzle: &Puzzle, stop: &Stop) -> Outcome<Answer> {
        let mut should_stop = || stop.is_set();
        let mut budget = Budget::until(&mut should_stop);
        if let Question::Count(limit) = self.question {
            let count = count_plans(puzzle, self.rules, limit, &mut budget);
            return match count {
                // Before the results: a count that was cut short must not pass for an answer.
                _ if budget.is_spent() => Outcome::Stopped,
                PlanCount::Exactly(plans) => Outcome::Solved(Answer::Count { plans, exact: true }),
                PlanCount::AtLeast(plans) => {
                    let note = format!("counting stopped at the limit of {limit}");
                    Outcome::Noted(Answer::Count { plans, exact: false }, note)
                }
            };
        }
        let plan = match reachable(puzzle, self.rules, &mut budget) {
            Reach::Plan(plan) => Some(plan),
            Reach::Never => None,
            Reach::Unknown => return Outcome::Stopped,
        };
        let reachable = plan.is_some();
        Outcome::Solved(match self.question {
            Question::Plan => Answer::Plan { reachable, plan: plan.map(steps) },
            _ => Answer::Reach { reachable },
        })
    }
}

fn steps(plan: Vec<Drop>) -> Vec<Step> {
    let step = |Drop { piece, offset }| Step { piece: piece + 1, offset };
    plan.into_iter().map(step).collect()
}

/// True if the item is a line of JSON: by the name of its file, by what it is, or because the
/// course's input would have no second item.
fn is_json(item: &Item) -> bool {
    item.file.ends_with(".jsonl") || !item.is_first || item.text.starts_with('{')
}

/// The puzzle of an item, or an error and its line.
fn parse(item: &Item) -> Result<Puzzle, (usize, String)> {
    if is_json(item) {
        return parse_json(&item.text).map_err(|mistake| (item.line, mistake));
    }
    let puzzle = notation::parse_puzzle(&item.text, Shape::default());
    puzzle.map_err(|error| (item.line + error.line - 1, error.mistake.to_string()))
}

/// A line of a `.jsonl` file; other fields may be there too.
#[derive(Deserialize)]
struct Case {
    start: Vec<String>,
    target: Vec<String>,
    pieces: Vec<Vec<String>>,
}

fn parse_json(line: &str) -> Result<Puzzle, String> {
    if !line.starts_with('{') {
        return Err("a line is a JSON object or starts with `#`".to_owned());
    }
    let case: Case = serde_json::from_str(line).map_err(|error| json_words(&error))?;
    let field = |rows: &[String], name: &str| -> Result<Field, String> {
        notation::parse_rows(rows, Shape::default())
            .map_err(|error| format!("{name}, {}", row_words(&error)))
    };
    let piece = |(idx, rows): (usize, &Vec<String>)| -> Result<Piece, String> {
        let number = idx + 1;
        notation::parse_piece(rows, number).map_err(|error| match error.mistake {
            // This message names its piece itself.
            notation::Mistake::EmptyPiece(_) => error.mistake.to_string(),
            _ => format!("piece {number}, {}", row_words(&error)),
        })
    };
    let start = field(&case.start, "start")?;
    let target = field(&case.target, "target")?;
    let pieces = case.pieces.iter().enumerate().map(piece).collect::<Result<Vec<_>, _>>()?;
    Puzzle::new(Shape::default(), start, target, pieces).map_err(|error| error.to_string())
}

fn row_words(error: &NotationError) -> String {
    match error.mistake {
        notation::Mistake::Height { .. } => error.mistake.to_string(),
        _ => format!("row {}: {}", error.line, error.mistake),
    }
}

/// The error without its line, which is always the first.
fn json_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let words = text.split(" at line ").next().unwrap_or_default();
    format!("column {}: {words}", error.column())
}
