//! The engine's advice in the middle of a game.

use jetan_games::search::SearchBudget;
use jetan_games::tetrisito::{
    DropOrder, DropRules, GoalReachability, PieceRule, PlanDrop, TetrisitoPuzzle, reachable,
};

use super::attempt::{TetrisitoAttempt, TetrisitoPosition};

/// The budget of a search while somebody waits for a key to be answered, in nodes.
const NODES_MAX: u64 = 200_000;

/// The next thing to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DropAdvice {
    /// These drops reach the goal.
    Plan(Vec<PlanDrop>),
    /// So many drops have to be taken back first.
    TakeBack(usize),
    /// The goal cannot be reached, from the start either.
    Never,
    /// It is not found out in reasonable time.
    Unknown,
}

/// Advice for the position on the field.
pub(super) fn advise(attempt: &TetrisitoAttempt) -> DropAdvice {
    let mut is_known = true;
    let earlier = attempt.past().iter().rev();
    for (back, position) in std::iter::once(attempt.position()).chain(earlier).enumerate() {
        match plan_from(attempt, position) {
            GoalReachability::Plan(plan) if back == 0 => return DropAdvice::Plan(plan),
            GoalReachability::Plan(_) => return DropAdvice::TakeBack(back),
            GoalReachability::Never => {}
            // One position that could not be decided makes "never" a guess.
            GoalReachability::Unknown => is_known = false,
        }
    }
    if is_known { DropAdvice::Never } else { DropAdvice::Unknown }
}

/// A plan from a position of the game.
pub(super) fn plan_from(
    attempt: &TetrisitoAttempt,
    position: &TetrisitoPosition,
) -> GoalReachability {
    let rules = attempt.rules();
    // The piece after the last one used, as in `TetrisitoAttempt::refusal`.
    let next = u64::BITS - position.used.leading_zeros();
    let left: Vec<usize> = match rules.order {
        DropOrder::Any => (0..attempt.pieces().len()).filter(|&at| !position.is_used(at)).collect(),
        DropOrder::Given => (next as usize..attempt.pieces().len()).collect(),
    };
    if rules.usage != PieceRule::Prefix || rules.order == DropOrder::Given {
        return search(attempt, position, &left, rules);
    }
    // In any order, what is dropped in the end must be the first few: all up to some piece.
    let least = left.iter().filter(|&&at| at < next as usize).count();
    let mut answer = GoalReachability::Never;
    for number in least..=left.len() {
        // For each possible end of the prefix all of it must fall; the shortest is tried first.
        let rules = DropRules { usage: PieceRule::All, ..rules };
        match search(attempt, position, &left[..number], rules) {
            GoalReachability::Never => {}
            GoalReachability::Unknown => answer = GoalReachability::Unknown,
            plan @ GoalReachability::Plan(_) => return plan,
        }
    }
    answer
}

fn search(
    attempt: &TetrisitoAttempt,
    position: &TetrisitoPosition,
    left: &[usize],
    rules: DropRules,
) -> GoalReachability {
    let puzzle = attempt.puzzle();
    let pieces = left.iter().map(|&at| attempt.pieces()[at]).collect();
    let rest = TetrisitoPuzzle::new(puzzle.shape(), position.field, puzzle.goal(), pieces)
        .expect("a part of a puzzle is a puzzle");
    match reachable(&rest, rules, &mut SearchBudget::nodes(NODES_MAX)) {
        GoalReachability::Plan(plan) => {
            // The search counts the pieces that are left, the game counts all.
            let named = plan.iter().map(|drop| PlanDrop { piece: left[drop.piece], ..*drop });
            GoalReachability::Plan(named.collect())
        }
        other => other,
    }
}
