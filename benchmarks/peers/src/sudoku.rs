//! Our 9×9 solver beside the crate `sudoku`: one solution and whether it is the only one.
//!
//! The file has lines of `tag puzzle count solution`; tags are grouped into classes.
//! Without a file the puzzles are random full grids of which a number of clues is kept.

use std::{collections::BTreeMap, hint::black_box};

use jetan_games::{rng::Rng, search::SearchBudget, sudoku::solver::SudokuSolver};
use sudoku::Sudoku;

use crate::{cpu_ns, median};

/// Enough rounds for a median that a busy machine does not move.
const ROUNDS: usize = 15;

/// A round of one class repeats its puzzles until it takes about this long.
const ROUND_NS: f64 = 2e7;

/// Random puzzles of each number of clues.
const RANDOM_PUZZLES: usize = 200;

struct Case {
    clues: [u8; 81],
    /// Counted no further than the limit.
    count: u64,
    limit: u64,
    /// Empty if it is not known or not the only one.
    solution: String,
}

/// Checks and times every class of puzzles in the file.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let classes = match arguments {
        [] => random_classes(),
        [path] => {
            let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
            read_classes(&text)?
        }
        _ => return Err(String::from("usage: jetan-peers sudoku [FILE]")),
    };
    print!("class          puzzles  sudoku ns");
    SudokuSolver::forms().iter().for_each(|(name, _)| print!("{name:>9} ns  ratio"));
    println!();
    for (class, cases) in &classes {
        check(class, cases)?;
        let (theirs, ours) = time(cases);
        print!("{class:14} {:7} {theirs:10.0}", cases.len());
        ours.iter().for_each(|&ours| print!("{ours:12.0} {:6.2}", theirs / ours));
        println!();
    }
    Ok(())
}

/// Puzzles of 0 to 40 clues; few of them have one solution only.
fn random_classes() -> BTreeMap<String, Vec<Case>> {
    let mut rng = Rng::new(1);
    let mut solver = SudokuSolver::default();
    let counts = (0..24).chain([26, 30, 35, 40]);
    counts
        .map(|number| {
            let puzzles = if number == 0 { 1 } else { RANDOM_PUZZLES };
            let cases = (0..puzzles).map(|_| random_case(number, &mut rng, &mut solver)).collect();
            (format!("{number:02} clues"), cases)
        })
        .collect()
}

fn random_case(number: usize, rng: &mut Rng, solver: &mut SudokuSolver) -> Case {
    let mut order: Vec<usize> = (0..81).collect();
    let (mut clues, mut full) = ([0; 81], [0; 81]);
    // The boxes of the diagonal share no row or column, so any digits go together.
    for corner in [0, 30, 60] {
        let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        rng.shuffle(&mut digits);
        for (place, digit) in digits.into_iter().enumerate() {
            clues[corner + place / 3 * 9 + place % 3] = digit;
        }
    }
    solver.search(&clues, 1, &mut full, &mut SearchBudget::unlimited());
    rng.shuffle(&mut order);
    clues = [0; 81];
    order[..number].iter().for_each(|&cell| clues[cell] = full[cell]);
    let mut solution = [0; 81];
    let count = solver.search(&clues, 2, &mut solution, &mut SearchBudget::unlimited());
    Case { clues, count, limit: 2, solution: String::new() }
}

fn to_text(digits: &[u8; 81]) -> String {
    digits.iter().map(|digit| (digit + b'0') as char).collect()
}

fn read_classes(text: &str) -> Result<BTreeMap<String, Vec<Case>>, String> {
    let mut classes: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
        let case = read_case(line).ok_or_else(|| format!("line {number}: not a case: {line}"))?;
        let tag = line.split(' ').next().unwrap_or_default();
        let is_group = line.chars().next().is_some_and(|first| !first.is_ascii_uppercase());
        let class = match tag {
            "anti-brute-force" => "famous",
            _ if tag.starts_with("hardest") => "hardest",
            _ if is_group => tag,
            _ => "famous",
        };
        classes.entry(class.to_string()).or_default().push(case);
    }
    Ok(classes)
}

fn read_case(line: &str) -> Option<Case> {
    let mut fields = line.split(' ').skip(1);
    let puzzle: [u8; 81] = fields.next()?.as_bytes().try_into().ok()?;
    let clues = puzzle.map(|character| if character == b'.' { 0 } else { character - b'0' });
    let count = fields.next()?.parse().ok()?;
    let solution = fields.next().filter(|text| *text != "-").unwrap_or_default().to_string();
    Some(Case { clues, count, limit: 10_000, solution })
}

/// Every engine must agree with the case before it is timed.
fn check(class: &str, cases: &[Case]) -> Result<(), String> {
    let mut forms = SudokuSolver::forms();
    let mut buffer = [[0; 81]];
    for case in cases {
        let expected = case.count.min(2);
        let theirs = Sudoku::from_bytes(case.clues)
            .map_or(0, |puzzle| puzzle.solutions_up_to_buffer(&mut buffer, 2));
        if theirs as u64 != expected {
            return Err(format!("{class}: sudoku counts {theirs}, not {expected}"));
        }
        for (name, solver) in &mut forms {
            let (mut solution, mut budget) = ([0; 81], SearchBudget::unlimited());
            let count = solver.search(&case.clues, case.limit, &mut solution, &mut budget);
            let text = to_text(&solution);
            if count != case.count || (!case.solution.is_empty() && text != case.solution) {
                return Err(format!("{class}: {name} counts {count}, not {}: {text}", case.count));
            }
        }
    }
    Ok(())
}

/// Nanoseconds per puzzle of the crate, and of our solver in each of its forms.
fn time(cases: &[Case]) -> (f64, Vec<f64>) {
    let puzzles: Vec<Sudoku> =
        cases.iter().filter_map(|case| Sudoku::from_bytes(case.clues).ok()).collect();
    let (mut solution, mut buffer) = ([0; 81], [[0; 81]]);
    let mut run_ours = |solver: &mut SudokuSolver| {
        for case in cases {
            let mut budget = SearchBudget::unlimited();
            black_box(solver.search(black_box(&case.clues), 2, &mut solution, &mut budget));
        }
    };
    let mut run_theirs = || {
        for puzzle in &puzzles {
            black_box(black_box(*puzzle).solutions_up_to_buffer(&mut buffer, 2));
        }
    };
    let start = cpu_ns();
    run_theirs();
    let repeats = (ROUND_NS / (cpu_ns() - start)).ceil().clamp(1.0, 1000.0) as usize;
    let mut forms = SudokuSolver::forms();
    let mut theirs = Vec::new();
    let mut ours: Vec<Vec<f64>> = vec![Vec::new(); forms.len()];
    let per_puzzle = |start: f64| (cpu_ns() - start) / (repeats * cases.len()) as f64;
    for _ in 0..ROUNDS {
        let start = cpu_ns();
        (0..repeats).for_each(|_| run_theirs());
        theirs.push(per_puzzle(start));
        for ((_, solver), times) in forms.iter_mut().zip(&mut ours) {
            let start = cpu_ns();
            (0..repeats).for_each(|_| run_ours(solver));
            times.push(per_puzzle(start));
        }
    }
    (median(theirs), ours.into_iter().map(median).collect())
}
