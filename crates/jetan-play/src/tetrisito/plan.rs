//! The engine's advice in the middle of a game.

use jetan_games::search::Budget;
use jetan_games::tetrisito::{Drop, Order, Puzzle, Reach, Rules, Usage, reachable};

use super::attempt::{Attempt, Position};

/// The budget of a search while somebody waits for a key to be answered, in nodes.
const NODES_MAX: u64 = 200_000;

/// The next thing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advice {
    /// These drops reach the goal.
    Plan(Vec<Drop>),
    /// So many drops have to be taken back first.
    TakeBack(usize),
    /// The goal cannot be reached, from the start either.
    Never,
    /// It is not found out in reasonable time.
    Unknown,
}

/// Advice for the position on the field.
pub(super) fn advise(attempt: &Attempt) -> Advice {
    let mut is_known = true;
    let earlier = attempt.past().iter().rev();
    for (back, position) in std::iter::once(attempt.position()).chain(earlier).enumerate() {
        match plan_from(attempt, position) {
            Reach::Plan(plan) if back == 0 => return Advice::Plan(plan),
            Reach::Plan(_) => return Advice::TakeBack(back),
            Reach::Never => {}
            // One position that could not be decided makes "never" a guess.
            Reach::Unknown => is_known = false,
        }
    }
    if is_known { Advice::Never } else { Advice::Unknown }
}

/// A plan from a position of the game.
pub(super) fn plan_from(attempt: &Attempt, position: &Position) -> Reach {
    let rules = attempt.rules();
    // The piece after the last one used, as in `Attempt::refusal`.
    let next = u64::BITS - position.used.leading_zeros();
    let left: Vec<usize> = match rules.order {
        Order::Any => (0..attempt.pieces().len()).filter(|&at| !position.is_used(at)).collect(),
        Order::Given => (next as usize..attempt.pieces().len()).collect(),
    };
    if rules.usage != Usage::Prefix || rules.order == Order::Given {
        return search(attempt, position, &left, rules);
    }
    // In any order, what is dropped in the end must be the first few: all up to some piece.
    let least = left.iter().filter(|&&at| at < next as usize).count();
    let mut answer = Reach::Never;
    for number in least..=left.len() {
        // For each possible end of the prefix all of it must fall; the shortest is tried first.
        let rules = Rules { usage: Usage::All, ..rules };
        match search(attempt, position, &left[..number], rules) {
            Reach::Never => {}
            Reach::Unknown => answer = Reach::Unknown,
            plan @ Reach::Plan(_) => return plan,
        }
    }
    answer
}

fn search(attempt: &Attempt, position: &Position, left: &[usize], rules: Rules) -> Reach {
    let puzzle = attempt.puzzle();
    let pieces = left.iter().map(|&at| attempt.pieces()[at]).collect();
    let rest = Puzzle::new(puzzle.shape(), position.field, puzzle.goal(), pieces)
        .expect("a part of a puzzle is a puzzle");
    match reachable(&rest, rules, &mut Budget::nodes(NODES_MAX)) {
        Reach::Plan(plan) => {
            // The search counts the pieces that are left, the game counts all.
            let named = plan.iter().map(|drop| Drop { piece: left[drop.piece], ..*drop });
            Reach::Plan(named.collect())
        }
        other => other,
    }
}
