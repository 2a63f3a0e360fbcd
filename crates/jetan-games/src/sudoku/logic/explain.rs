//! The sentences: each step in the words one would use beside the grid.

use std::fmt;

use super::candidates::values_in;
use super::layout::{House, HouseKind};
use super::step::{CellCandidate, SolutionStep, StepEffect, StepRole};
use super::technique::Technique;
use crate::sudoku::GridSize;

/// The name of a cell: `r4c7` is row 4, column 7, counted from 1.
pub fn cell_name(size: GridSize, cell: usize) -> String {
    format!("r{}c{}", cell / size.side() + 1, cell % size.side() + 1)
}

/// The sign of a value: 1 to 9, then A to G for 10 to 16.
pub fn symbol(value: u8) -> char {
    char::from_digit(u32::from(value), 17).map_or('?', |sign| sign.to_ascii_uppercase())
}

impl fmt::Display for SolutionStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self.technique {
            Technique::FullHouse | Technique::NakedSingle | Technique::HiddenSingle => single(self),
            Technique::Pointing | Technique::Claiming => locked(self),
            Technique::NakedPair | Technique::NakedTriple | Technique::NakedQuad => naked(self),
            Technique::HiddenPair | Technique::HiddenTriple | Technique::HiddenQuad => hidden(self),
            Technique::XWing | Technique::Swordfish | Technique::Jellyfish => fish(self),
            Technique::FinnedXWing | Technique::FinnedSwordfish => finned(self),
            Technique::XyWing | Technique::XyzWing => wing(self),
            Technique::WWing => w_wing(self),
            Technique::SimpleColouring => colouring(self),
            Technique::UniqueRectangle => rectangle(self),
            Technique::RemotePair => remote_pair(self),
            Technique::XChain | Technique::XyChain | Technique::Chain => chain(self),
            Technique::Guess => guess(self),
        };
        write!(f, "{}: {reason}, so {}.", self.technique, conclusion(self))
    }
}

/// The conclusion: the value of a cell, or values that cells cannot have.
fn conclusion(step: &SolutionStep) -> String {
    match &step.effect {
        StepEffect::Place(CellCandidate { cell, value }) => {
            format!("{} is {}", cell_name(step.size, *cell), symbol(*value))
        }
        StepEffect::Remove(gone) => {
            // Cells that lose the same values are named together.
            let mut groups: Vec<(Vec<u8>, Vec<usize>)> = Vec::new();
            for cells in gone.chunk_by(|one, other| one.cell == other.cell) {
                let values: Vec<u8> = cells.iter().map(|candidate| candidate.value).collect();
                match groups.iter_mut().find(|(known, _)| *known == values) {
                    Some((_, group)) => group.push(cells[0].cell),
                    None => groups.push((values, vec![cells[0].cell])),
                }
            }
            let parts = groups.iter().map(|(values, cells)| {
                let values = join(values.iter().map(|&value| symbol(value).to_string()), "or");
                format!("{} cannot be {values}", cell_list(step, cells))
            });
            join(parts, "and")
        }
    }
}

fn single(step: &SolutionStep) -> String {
    let (cell, value) = (target_cells(step), target_values(step));
    let blockers = step.cells(StepRole::Link);
    match step.technique {
        Technique::FullHouse => format!("{cell} is the last open cell of {}", house(step, 0)),
        // Only then do the placed values alone explain it; otherwise earlier steps have removed
        // some.
        Technique::NakedSingle if blockers.len() + 1 == step.size.side() => {
            format!("{cell} sees every value but {value}")
        }
        Technique::NakedSingle => format!("{cell} has no candidate left but {value}"),
        _ if blockers.is_empty() => {
            format!("in {} no other cell can be {value}", house(step, 0))
        }
        _ => format!(
            "in {} no other cell can be {value} (it is in {} already)",
            house(step, 0),
            cell_list(step, &blockers)
        ),
    }
}

fn locked(step: &SolutionStep) -> String {
    format!(
        "in {} the value {} fits only into {} ({}), which can take it nowhere else then",
        house(step, 0),
        values(step, StepRole::Pattern, "and"),
        house(step, 1),
        cells(step, StepRole::Pattern)
    )
}

fn naked(step: &SolutionStep) -> String {
    format!(
        "in {} the cells {} have only {} between them and use them up",
        house(step, 0),
        cells(step, StepRole::Pattern),
        values(step, StepRole::Pattern, "and"),
    )
}

fn hidden(step: &SolutionStep) -> String {
    format!(
        "in {} the values {} fit only into {}, which have no room for others",
        house(step, 0),
        values(step, StepRole::Pattern, "and"),
        cells(step, StepRole::Pattern),
    )
}

fn fish(step: &SolutionStep) -> String {
    let (bases, covers) = lines(step);
    format!(
        "in {bases} the value {} fits only into {covers} and takes up all of these ({})",
        values(step, StepRole::Pattern, "and"),
        cells(step, StepRole::Pattern),
    )
}

fn finned(step: &SolutionStep) -> String {
    let (bases, covers) = lines(step);
    let value = values(step, StepRole::Fin, "and");
    let fins = cells(step, StepRole::Fin);
    format!(
        "in {bases} the value {value} fits only into {covers}, or else into {fins}; whether it \
         takes up these lines or is in {fins}, the same is ruled out"
    )
}

fn wing(step: &SolutionStep) -> String {
    let pivot = cells(step, StepRole::Link);
    let third = values(step, StepRole::Pattern, "or");
    let turns = step.links.iter().map(|link| {
        let pincer = cell_name(step.size, link.to.cell);
        format!("if it is {} then {pincer} is {third}", symbol(link.from.value))
    });
    let turns = join(turns, "and");
    let end = if step.technique == Technique::XyzWing {
        format!(", or it is {third} itself; one of the three is {third}")
    } else {
        format!("; one of the two is {third}")
    };
    format!("{pivot} can be {}: {turns}{end}", values(step, StepRole::Link, "or"))
}

fn w_wing(step: &SolutionStep) -> String {
    let (third, tie) = (values(step, StepRole::Pattern, "or"), values(step, StepRole::Link, "or"));
    format!(
        "{} can be {third} or {tie} only, and cannot both be {tie} as {} needs it in {}; one of \
         them is {third}",
        cells(step, StepRole::Pattern),
        house(step, 0),
        join(step.cells(StepRole::Link).iter().map(|&cell| cell_name(step.size, cell)), "or"),
    )
}

fn colouring(step: &SolutionStep) -> String {
    let value = values(step, StepRole::Pattern, "or");
    let (one, other) = (cells(step, StepRole::Pattern), cells(step, StepRole::Opposite));
    let sides = format!("{value} is either in all of {one} or in all of {other}");
    let targets = step.targets();
    // In a wrap the false colour itself is removed, so its candidates are reasons and targets.
    let is_wrap = step.reasons.iter().any(|mark| targets.contains(&mark.candidate));
    if let Some(clash) = step.links.last().filter(|_| is_wrap) {
        let [from, to] = [clash.from, clash.to].map(|end| cell_name(step.size, end.cell));
        return format!("{sides}, but {from} and {to} see each other");
    }
    format!("{sides}, and both sides are seen from {}", target_cells(step))
}

fn rectangle(step: &SolutionStep) -> String {
    let fourth = target_cells(step);
    format!(
        "{} can only be {}; with one of these in {fourth} the two could be exchanged in all four \
         cells, but the puzzle has only one solution",
        cells(step, StepRole::Pattern),
        values(step, StepRole::Pattern, "or"),
    )
}

fn remote_pair(step: &SolutionStep) -> String {
    let pair = values(step, StepRole::Pattern, "or");
    let mut chain: Vec<usize> = step.reasons.iter().map(|mark| mark.candidate.cell).collect();
    chain.dedup();
    let names = chain.iter().map(|&cell| cell_name(step.size, cell)).collect::<Vec<_>>();
    format!(
        "{} can only be {pair}, each sees the next, and so they alternate; the first and the \
         last take both values",
        names.join(", ")
    )
}

fn chain(step: &SolutionStep) -> String {
    let mut parts = step.reasons.iter().enumerate().map(|(at, mark)| {
        let CellCandidate { cell, value } = mark.candidate;
        let verb = if at % 2 == 0 { "is not" } else { "is" };
        format!("{} {verb} {}", cell_name(step.size, cell), symbol(value))
    });
    let first = parts.next().unwrap_or_default();
    let rest: Vec<String> = parts.collect();
    let mut ends = [step.reasons.first(), step.reasons.last()].into_iter().flatten().map(|mark| {
        let CellCandidate { cell, value } = mark.candidate;
        format!("{} is {}", cell_name(step.size, cell), symbol(value))
    });
    let ends = join(&mut ends, "or");
    format!("if {first} then {}; in any case {ends}", rest.join(", then "))
}

fn guess(step: &SolutionStep) -> String {
    format!(
        "no technique leads on; of {} in {} only {} leads to the solution",
        values(step, StepRole::Pattern, "and"),
        target_cells(step),
        target_values(step)
    )
}

/// The base lines and the crossing lines of a fish, each as in `rows 2 and 5`.
fn lines(step: &SolutionStep) -> (String, String) {
    let base = step.houses.first().map_or(HouseKind::Row, |house| house.kind);
    let is_line = |house: &&House| house.kind != HouseKind::Box;
    let (bases, covers): (Vec<House>, Vec<House>) =
        step.houses.iter().filter(is_line).partition(|house| house.kind == base);
    let name = |houses: Vec<House>| {
        let kind = match houses.first().map(|house| house.kind) {
            Some(HouseKind::Column) => "columns",
            _ => "rows",
        };
        let numbers = houses.iter().map(|house| (house.index + 1).to_string());
        format!("{kind} {}", join(numbers, "and"))
    };
    (name(bases), name(covers))
}

fn house(step: &SolutionStep, at: usize) -> String {
    step.houses.get(at).map(ToString::to_string).unwrap_or_default()
}

fn target_cells(step: &SolutionStep) -> String {
    let mut cells: Vec<usize> = step.targets().iter().map(|target| target.cell).collect();
    cells.dedup();
    cell_list(step, &cells)
}

fn target_values(step: &SolutionStep) -> String {
    join(step.targets().iter().map(|target| symbol(target.value).to_string()), "and")
}

fn cells(step: &SolutionStep, role: StepRole) -> String {
    cell_list(step, &step.cells(role))
}

fn cell_list(step: &SolutionStep, cells: &[usize]) -> String {
    join(cells.iter().map(|&cell| cell_name(step.size, cell)), "and")
}

fn values(step: &SolutionStep, role: StepRole, word: &str) -> String {
    join(values_in(step.mask(role)).map(|value| symbol(value).to_string()), word)
}

/// `a`, `a and b`, `a, b and c`.
fn join(items: impl IntoIterator<Item = String>, word: &str) -> String {
    let mut items: Vec<String> = items.into_iter().collect();
    let Some(last) = items.pop() else { return String::new() };
    if items.is_empty() {
        return last;
    }
    format!("{} {word} {last}", items.join(", "))
}
