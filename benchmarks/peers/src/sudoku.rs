//! Our 9×9 solver beside the crate `sudoku`: one solution and whether it is the only one.
//!
//! The file has lines of `tag puzzle count solution`; tags are grouped into classes.

use std::{collections::BTreeMap, hint::black_box};

use jetan_games::{search::Budget, sudoku::solver::Solver};
use sudoku::Sudoku;

use crate::{cpu_ns, median};

/// Enough rounds for a median that a busy machine does not move.
const ROUNDS: usize = 15;

/// A round of one class repeats its puzzles until it takes about this long.
const ROUND_NS: f64 = 2e7;

struct Case {
    clues: [u8; 81],
    count: u64,
    solution: String,
}

/// Checks and times every class of puzzles in the file.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let [path] = arguments else { return Err(String::from("usage: jetan-peers sudoku FILE")) };
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let classes = read_classes(&text)?;
    println!("class          puzzles    ours ns  portable ns   sudoku ns   ratio  portable ratio");
    for (class, cases) in &classes {
        check(class, cases)?;
        let [ours, portable, theirs] = time(cases);
        println!(
            "{class:14} {:7} {ours:10.0} {portable:12.0} {theirs:11.0} {:7.2} {:15.2}",
            cases.len(),
            theirs / ours,
            theirs / portable
        );
    }
    Ok(())
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
    Some(Case { clues, count, solution: fields.next()?.to_string() })
}

/// All three engines must agree with the file before they are timed.
fn check(class: &str, cases: &[Case]) -> Result<(), String> {
    let mut buffer = [[0; 81]];
    for case in cases {
        let expected = case.count.min(2);
        let theirs = Sudoku::from_bytes(case.clues)
            .map_or(0, |puzzle| puzzle.solutions_up_to_buffer(&mut buffer, 2));
        if theirs as u64 != expected {
            return Err(format!("{class}: sudoku counts {theirs}, not {expected}"));
        }
        for solver in &mut [Solver::default(), Solver::portable()] {
            let mut solution = [0; 81];
            let limit = 10_000;
            let count = solver.search(&case.clues, limit, &mut solution, &mut Budget::unlimited());
            let text: String = solution.iter().map(|digit| (digit + b'0') as char).collect();
            if count != case.count || (count == 1 && text != case.solution) {
                return Err(format!("{class}: we count {count}, not {}: {text}", case.count));
            }
        }
    }
    Ok(())
}

/// Nanoseconds per puzzle of our solver, its portable form, and the crate.
fn time(cases: &[Case]) -> [f64; 3] {
    let (mut ours, mut portable) = (Solver::default(), Solver::portable());
    let puzzles: Vec<Sudoku> =
        cases.iter().filter_map(|case| Sudoku::from_bytes(case.clues).ok()).collect();
    let mut solution = [0; 81];
    let mut buffer = [[0; 81]];
    let mut run_ours = |solver: &mut Solver| {
        for case in cases {
            let mut budget = Budget::unlimited();
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
    let mut times: [Vec<f64>; 3] = Default::default();
    for _ in 0..ROUNDS {
        let marks = [
            cpu_ns(),
            (0..repeats).for_each(|_| run_ours(&mut ours)).then_now(),
            (0..repeats).for_each(|_| run_ours(&mut portable)).then_now(),
            (0..repeats).for_each(|_| run_theirs()).then_now(),
        ];
        for (time, pair) in times.iter_mut().zip(marks.windows(2)) {
            time.push((pair[1] - pair[0]) / (repeats * cases.len()) as f64);
        }
    }
    times.map(median)
}

/// The time after some work.
trait ThenNow {
    fn then_now(self) -> f64;
}

impl ThenNow for () {
    fn then_now(self) -> f64 {
        cpu_ns()
    }
}
