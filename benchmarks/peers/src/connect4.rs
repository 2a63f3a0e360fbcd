//! Our Connect Four solver beside the crate `connect-four-ai`, both without a book.
//!
//! The file has lines of `moves score …`. A hundred positions of 14 to 20 plies, spread evenly
//! over the file, are solved exactly; each solver is made once and keeps what it learns from one
//! position to the next. `--empty` solves the empty board instead, with ours alone.

use jetan_games::{
    connect4::{ConnectFourSolver, Position, notation::parse, solver::TranspositionTable},
    search::SearchBudget,
};

use crate::{cpu_ns, median};

/// Enough rounds for a median that a busy machine does not move.
const ROUNDS: usize = 7;

const POSITIONS: usize = 100;

const USAGE: &str = "usage: jetan-peers connect4 FILE | --empty";

struct Case {
    moves: String,
    position: Position,
    score: i32,
}

/// Checks and times the positions in the file, or the empty board.
pub fn run(arguments: &[String]) -> Result<(), String> {
    let [path] = arguments else { return Err(String::from(USAGE)) };
    if path == "--empty" {
        return solve_empty_board();
    }
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let cases = read_cases(&text)?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(time_ours(&cases)?);
        theirs.push(time_theirs(&cases)?);
    }
    let (ours, theirs) = (median(ours), median(theirs));
    println!("positions    ours ms   connect-four-ai ms   ratio");
    let ratio = ours / theirs;
    println!("{:9} {:10.1} {:20.1} {ratio:7.2}", cases.len(), ours / 1e6, theirs / 1e6);
    Ok(())
}

fn read_cases(text: &str) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
        let case = read_case(line).ok_or_else(|| format!("line {number}: not a case: {line}"))?;
        if (14..=20).contains(&case.position.plies()) {
            cases.push(case);
        }
    }
    let found = cases.len();
    if found < POSITIONS {
        return Err(format!("{found} positions of 14 to 20 plies, {POSITIONS} are needed"));
    }
    // Spread evenly: of `found` neighbours, those where the share of a hundred steps up.
    let is_taken = |idx: usize| (idx + 1) * POSITIONS / found > idx * POSITIONS / found;
    Ok(cases.into_iter().enumerate().filter(|(idx, _)| is_taken(*idx)).map(|c| c.1).collect())
}

fn read_case(line: &str) -> Option<Case> {
    let mut words = line.split(' ');
    let moves = words.next()?.to_owned();
    let score = words.next()?.parse().ok()?;
    Some(Case { position: parse(&moves).ok()?, moves, score })
}

/// Nanoseconds for all positions, with the time to make the solver.
fn time_ours(cases: &[Case]) -> Result<f64, String> {
    let start = cpu_ns();
    let mut solver = ConnectFourSolver::default();
    for case in cases {
        let score = solver.score(&case.position, &mut SearchBudget::unlimited());
        let value = score.map(|score| score.value());
        check(case, value)?;
    }
    Ok(cpu_ns() - start)
}

/// The same for the other crate.
fn time_theirs(cases: &[Case]) -> Result<f64, String> {
    let start = cpu_ns();
    let mut solver = connect_four_ai::Solver::empty();
    for case in cases {
        let position = connect_four_ai::Position::from_moves(&case.moves);
        let position = position.map_err(|error| format!("{}: {error:?}", case.moves))?;
        check(case, Some(i32::from(solver.solve(&position))))?;
    }
    Ok(cpu_ns() - start)
}

fn check(case: &Case, value: Option<i32>) -> Result<(), String> {
    if value == Some(case.score) {
        return Ok(());
    }
    Err(format!("{}: recorded {}, solved {value:?}", case.moves, case.score))
}

fn solve_empty_board() -> Result<(), String> {
    let start = cpu_ns();
    let mut solver = ConnectFourSolver::with_table(TranspositionTable::with_bytes(256 << 20));
    let score = solver.score(&Position::default(), &mut SearchBudget::unlimited());
    let score = score.ok_or("an unlimited search ends with a score")?;
    let seconds = (cpu_ns() - start) / 1e9;
    println!("empty board: score {score}, {} nodes, {seconds:.1} s of CPU", solver.nodes());
    Ok(())
}
