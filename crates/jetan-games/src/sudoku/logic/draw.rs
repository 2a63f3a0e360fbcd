//! A candidate grid as plain text, with signs for what a step is about.

use super::candidates::{CandidateGrid, values_in};
use super::explain::symbol;
use super::step::{CandidateMark, CellCandidate, SolutionStep, StepEffect, StepRole};

/// The grid before a step, with the step's candidates marked.
///
/// Filled cells show their value, open ones their candidates in braces. A sign after a candidate
/// tells its role; the last line explains the signs that occur.
pub fn draw(candidates: &CandidateGrid, step: &SolutionStep) -> String {
    let mut marks = step.marks();
    // A candidate with two roles shows what happens to it.
    marks.sort_by_key(|mark| (mark.candidate, std::cmp::Reverse(mark.role)));
    marks.dedup_by_key(|mark| mark.candidate);
    let is_placed = matches!(step.effect, StepEffect::Place(_));
    let mut text = table(candidates, &marks, is_placed);
    text.push_str(&legend(&marks, is_placed));
    text
}

fn table(candidates: &CandidateGrid, marks: &[CandidateMark], is_placed: bool) -> String {
    let side = candidates.size().side();
    let texts: Vec<String> = (0..candidates.size().cells())
        .map(|cell| cell_text(candidates, cell, marks, is_placed))
        .collect();
    let widths: Vec<usize> = (0..side)
        .map(|column| {
            let cells = texts.iter().skip(column).step_by(side);
            cells.map(String::len).max().unwrap_or(0).max(3)
        })
        .collect();
    let header: Vec<String> = (1..=side).map(|column| format!("c{column}")).collect();
    let mut text = line(candidates, "", &header, &widths);
    for (row, cells) in texts.chunks(side).enumerate() {
        if row % candidates.size().box_side() == 0 {
            text.push_str(&rule(candidates, &widths));
        }
        text.push_str(&line(candidates, &format!("r{}", row + 1), cells, &widths));
    }
    text.push_str(&rule(candidates, &widths));
    text
}

fn cell_text(
    candidates: &CandidateGrid,
    cell: usize,
    marks: &[CandidateMark],
    is_placed: bool,
) -> String {
    let sign_of = |value: u8| {
        let candidate = CellCandidate { cell, value };
        // `draw` has sorted the marks by candidate.
        let at = marks.binary_search_by_key(&candidate, |mark| mark.candidate).ok()?;
        Some(sign(marks[at].role, is_placed))
    };
    let mut text = String::new();
    let placed = candidates.grid().get(cell);
    if placed != 0 {
        text.push(symbol(placed));
        text.extend(sign_of(placed));
        return text;
    }
    text.push('{');
    for value in values_in(candidates.mask(cell)) {
        text.push(symbol(value));
        text.extend(sign_of(value));
    }
    text.push('}');
    text
}

/// One line of the table: a label, then the cells, with a bar before each box.
fn line(candidates: &CandidateGrid, label: &str, cells: &[String], widths: &[usize]) -> String {
    let mut text = format!("{label:>3}");
    for (column, (cell, width)) in cells.iter().zip(widths).enumerate() {
        if column % candidates.size().box_side() == 0 {
            text.push_str(" |");
        }
        text.push(' ');
        text.push_str(cell);
        text.extend(std::iter::repeat_n(' ', width.saturating_sub(cell.len())));
    }
    text.push_str(" |\n");
    text
}

fn rule(candidates: &CandidateGrid, widths: &[usize]) -> String {
    let mut text = " ".repeat(4);
    for group in widths.chunks(candidates.size().box_side()) {
        text.push('+');
        text.push_str(&"-".repeat(group.iter().sum::<usize>() + group.len() + 1));
    }
    text.push_str("+\n");
    text
}

fn sign(role: StepRole, is_placed: bool) -> char {
    match role {
        StepRole::Pattern => '*',
        StepRole::Opposite => '\'',
        StepRole::Link => '~',
        StepRole::Fin => '^',
        StepRole::Target if is_placed => '=',
        StepRole::Target => 'x',
    }
}

fn legend(marks: &[CandidateMark], is_placed: bool) -> String {
    let target = if is_placed { "goes here" } else { "cannot be" };
    let roles = [
        (StepRole::Pattern, "pattern"),
        (StepRole::Opposite, "other side"),
        (StepRole::Link, "link"),
        (StepRole::Fin, "fin"),
        (StepRole::Target, target),
    ];
    let present = roles.iter().filter(|(role, _)| marks.iter().any(|mark| mark.role == *role));
    let parts: Vec<String> =
        present.map(|&(role, name)| format!("{} {name}", sign(role, is_placed))).collect();
    format!("    {}\n", parts.join(", "))
}
