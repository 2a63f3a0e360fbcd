//! Our Tetrisito solver on the recorded cases. There is no public engine to put beside it.
//!
//! The files have one case a line as JSON with `start`, `target` and `pieces`; lines starting with
//! `#` are skipped, and files with `clear` in their name are played with line clearing.

use std::time::Instant;

use jetan_games::search::SearchBudget;
use jetan_games::tetrisito::notation::{parse_piece, parse_rows};
use jetan_games::tetrisito::{
    DropOrder, DropRules, FieldShape, PieceRule, TetrisitoPuzzle, reachable,
};
use serde_json::Value;

/// A case is over in a microsecond, too soon for the processor's own clock; the best of many is
/// what was not disturbed.
const ROUNDS: usize = 30;

/// Times the cases of each file.
pub fn run(paths: &[String]) -> Result<(), String> {
    if paths.is_empty() {
        return Err(String::from("usage: jetan-peers tetrisito FILE…"));
    }
    println!("cases   mean us   worst us   file");
    for path in paths {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let puzzles: Option<Vec<TetrisitoPuzzle>> = lines.map(read_puzzle).collect();
        let puzzles = puzzles.ok_or_else(|| format!("{path}: a line is no case"))?;
        let clears_lines = path.contains("clear");
        let rules = DropRules { order: DropOrder::Any, usage: PieceRule::Some, clears_lines };
        let times: Vec<f64> = puzzles.iter().map(|puzzle| best_us(puzzle, rules)).collect();
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let worst = times.iter().copied().fold(0.0, f64::max);
        println!("{:5} {mean:9.2} {worst:10.1}   {path}", times.len());
    }
    Ok(())
}

fn best_us(puzzle: &TetrisitoPuzzle, rules: DropRules) -> f64 {
    let time = |_| {
        let start = Instant::now();
        std::hint::black_box(reachable(puzzle, rules, &mut SearchBudget::unlimited()));
        start.elapsed().as_secs_f64() * 1e6
    };
    (0..ROUNDS).map(time).fold(f64::INFINITY, f64::min)
}

fn read_puzzle(line: &str) -> Option<TetrisitoPuzzle> {
    let case: Value = serde_json::from_str(line).ok()?;
    let shape = FieldShape::default();
    let start = parse_rows(&rows(&case["start"])?, shape).ok()?;
    let goal = parse_rows(&rows(&case["target"])?, shape).ok()?;
    let pieces = case["pieces"].as_array()?.iter();
    let pieces = pieces.map(|piece| parse_piece(&rows(piece)?, 1).ok()).collect::<Option<_>>()?;
    TetrisitoPuzzle::new(shape, start, goal, pieces).ok()
}

fn rows(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|row| row.as_str().map(str::to_owned)).collect()
}
