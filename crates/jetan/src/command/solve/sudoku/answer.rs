//! Answers for a Sudoku, as text and as JSON.

use std::fmt::{self, Write};

use jetan_games::sudoku::SudokuGrid;
use jetan_games::sudoku::logic::{PathOutcome, SolutionPath, Technique};
use jetan_games::sudoku::notation;
use serde::Serialize;

use super::form::{self, GridForm};

/// The answer for a puzzle.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum SudokuResult {
    /// The solution, or why there is not one.
    Solution {
        /// `solved`, `none` or `multiple`.
        result: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        solution: Option<String>,
        #[serde(skip)]
        shown: Option<String>,
    },
    /// The number of solutions.
    Count {
        solutions: u64,
        /// Whether there are no more than that.
        exact: bool,
    },
    /// The difficulty of the puzzle.
    #[serde(rename_all = "camelCase")]
    Rating {
        result: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        difficulty: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        hardest_technique: Option<&'static str>,
    },
    /// The way to the solution.
    Explanation {
        result: &'static str,
        steps: Vec<String>,
        /// The number of times no technique led on.
        guesses: usize,
        #[serde(skip)]
        drawings: Vec<String>,
        #[serde(skip)]
        end: String,
    },
}

impl SudokuResult {
    pub(super) fn none() -> SudokuResult {
        SudokuResult::Solution { result: "none", solution: None, shown: None }
    }

    pub(super) fn multiple() -> SudokuResult {
        SudokuResult::Solution { result: "multiple", solution: None, shown: None }
    }

    pub(super) fn solved(grid: &SudokuGrid, form: GridForm) -> SudokuResult {
        SudokuResult::with_solution("solved", grid, form)
    }

    /// The first of several solutions.
    pub(super) fn first(grid: &SudokuGrid) -> SudokuResult {
        SudokuResult::with_solution("multiple", grid, GridForm::Rows)
    }

    fn with_solution(result: &'static str, grid: &SudokuGrid, form: GridForm) -> SudokuResult {
        let solution = Some(form::write(grid, GridForm::Line));
        SudokuResult::Solution { result, solution, shown: Some(form::write(grid, form)) }
    }

    pub(super) fn rated(path: &SolutionPath) -> SudokuResult {
        let rating = path.rating();
        SudokuResult::Rating {
            result: result(path.outcome),
            difficulty: rating.map(|rating| rating.difficulty().name()),
            score: rating.map(|rating| rating.score()),
            hardest_technique: rating.and_then(|rating| rating.hardest).map(Technique::name),
        }
    }

    /// The steps, the drawings before them if there are any, and the grid they end with.
    pub(super) fn explained(
        path: &SolutionPath,
        steps: Vec<String>,
        drawings: Vec<String>,
        end: &SudokuGrid,
        form: GridForm,
    ) -> SudokuResult {
        let guesses = match path.outcome {
            PathOutcome::Guessed(guesses) => guesses,
            _ => 0,
        };
        let end = match path.outcome {
            PathOutcome::Solved | PathOutcome::Guessed(_) => form::write(end, form),
            outcome => result(outcome).to_owned(),
        };
        SudokuResult::Explanation { result: result(path.outcome), steps, guesses, drawings, end }
    }
}

impl SudokuResult {
    /// The grid it ends with, if it does.
    pub(super) fn solution(&self) -> Option<SudokuGrid> {
        match self {
            SudokuResult::Solution { solution, .. } => {
                notation::parse_line(solution.as_ref()?).ok()
            }
            SudokuResult::Explanation { end, .. } => {
                let line: String = end.split_whitespace().collect();
                notation::parse_line(&line).ok()
            }
            SudokuResult::Count { .. } | SudokuResult::Rating { .. } => None,
        }
    }

    /// The text for people beside the grid.
    pub(super) fn words(&self) -> String {
        match self {
            SudokuResult::Solution { result: "solved", .. } => "the only solution".to_owned(),
            SudokuResult::Solution { result: "multiple", solution: Some(_), .. } => {
                "the first of several solutions".to_owned()
            }
            SudokuResult::Solution { result: "multiple", .. } => {
                "there are several solutions".to_owned()
            }
            SudokuResult::Solution { .. } => "there is no solution".to_owned(),
            SudokuResult::Count { solutions, exact } => {
                let more = if *exact { "" } else { " or more" };
                let plural = if *solutions == 1 { "" } else { "s" };
                format!("{solutions}{more} solution{plural}")
            }
            SudokuResult::Rating { difficulty, score, hardest_technique, result } => {
                let difficulty = difficulty.unwrap_or(result);
                let score = score.map_or(String::new(), |score| format!(", score {score}"));
                let hardest = hardest_technique.map_or(String::new(), |it| format!(", needs {it}"));
                format!("{difficulty}{score}{hardest}")
            }
            SudokuResult::Explanation { steps, drawings, guesses, .. } => {
                let guesses = match guesses {
                    0 => String::new(),
                    guesses => format!(", {guesses} of them guesses"),
                };
                let mut words = format!("{} steps{guesses}", steps.len());
                for (idx, step) in steps.iter().enumerate() {
                    let _ = write!(words, "\n{:>3}. {step}", idx + 1);
                    if let Some(drawing) = drawings.get(idx) {
                        let _ = writeln!(words, "\n{}", drawing.trim_end());
                    }
                }
                words
            }
        }
    }
}

fn result(outcome: PathOutcome) -> &'static str {
    match outcome {
        PathOutcome::Solved | PathOutcome::Guessed(_) => "solved",
        PathOutcome::NoSolution => "none",
        PathOutcome::ManySolutions => "multiple",
    }
}

impl fmt::Display for SudokuResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SudokuResult::Solution { result, shown, .. } => {
                f.write_str(shown.as_deref().unwrap_or(result))
            }
            SudokuResult::Count { solutions, .. } => solutions.fmt(f),
            SudokuResult::Rating { result, difficulty, score, hardest_technique } => {
                f.write_str(difficulty.unwrap_or(result))?;
                score.iter().try_for_each(|score| write!(f, " {score}"))?;
                hardest_technique.iter().try_for_each(|technique| write!(f, " {technique}"))
            }
            SudokuResult::Explanation { steps, drawings, end, .. } => {
                for (idx, step) in steps.iter().enumerate() {
                    writeln!(f, "{}. {step}", idx + 1)?;
                    if let Some(drawing) = drawings.get(idx) {
                        writeln!(f, "{}\n", drawing.trim_end())?;
                    }
                }
                f.write_str(end)
            }
        }
    }
}
