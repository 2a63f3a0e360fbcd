//! The edition of the assignment that a program is for, by its answers to a few questions, and the
//! cases on which all programs of implementation B agree.

use jetan_games::tetrisito::{DropRules, FrozenField};

use super::case::{PuzzleCase, fall, last_offset};
use super::fixed::grid;
use super::shapes::{BAR, SQUARE, TEE, shape};
use crate::adapter::TetrisitoVariant;

/// B if no piece can be skipped and the order counts, else C. An answer that is always the same
/// says nothing, so B has to say YES where it should.
pub(super) async fn implementation(
    ask: &mut impl AsyncFnMut(&PuzzleCase) -> Option<bool>,
) -> TetrisitoVariant {
    let flat: &[&str] = &["####.."];
    // Reached only by leaving out the square.
    let skipped = case(&[], flat, &[SQUARE, BAR, SQUARE]);
    let in_order = case(&[], flat, &[BAR, SQUARE, SQUARE]);
    let swapped = case(&[], &["..##..", "..##..", "####.."], &[SQUARE, BAR, TEE]);
    // All three answers must fit; otherwise C is assumed, which accepts the most drops.
    let is_b = ask(&skipped).await == Some(false)
        && ask(&in_order).await == Some(true)
        && ask(&swapped).await == Some(false);
    if is_b { TetrisitoVariant::B } else { TetrisitoVariant::C }
}

/// Whether full rows vanish: a goal that cannot be reached otherwise is, and one that cannot be
/// reached at all is not.
pub(super) async fn clears_lines(ask: &mut impl AsyncFnMut(&PuzzleCase) -> Option<bool>) -> bool {
    let pieces = [BAR, SQUARE, SQUARE];
    let vanishing = case(&["##...."], &[], &pieces);
    let impossible = case(&["##...."], &["#....."], &pieces);
    // A program that always says YES would pass the first question.
    ask(&vanishing).await == Some(true) && ask(&impossible).await == Some(false)
}

/// The report's note about an edition that was found by trying.
pub(super) fn note(implementation: TetrisitoVariant, rules: DropRules) -> String {
    let order = match implementation {
        TetrisitoVariant::B => "drops the pieces in the order given and skips none (`--impl B`)",
        _ => "drops the pieces in any order (`--impl C`)",
    };
    let rows = if rules.clears_lines {
        "lets full rows vanish (`--clear-lines`)"
    } else {
        "keeps full rows"
    };
    format!(
        "By its answers to a few questions the program {order} and {rows}: it is judged by that \
         edition. A flag, an adapter or a rubric can name another."
    )
}

fn case(start: &[&str], goal: &[&str], pieces: &[usize]) -> PuzzleCase {
    PuzzleCase::new(grid(start), grid(goal), pieces.iter().map(|&piece| shape(piece)).collect())
}

/// The effect of a piece that cannot be dropped on programs of implementation B.
#[derive(Clone, Copy)]
enum StuckEffect {
    /// They give up.
    Fails,
    /// They skip it if no offset works.
    SkippedIfNowhere,
    /// They skip it if the last offset does not work.
    SkippedIfNotAtLast,
}

/// Whether programs of implementation B give the same answer whatever they do with a piece that
/// cannot be dropped, of which the document does not speak.
pub(super) fn is_settled(case: &PuzzleCase, rules: DropRules) -> bool {
    let [one, other, third] =
        [StuckEffect::Fails, StuckEffect::SkippedIfNowhere, StuckEffect::SkippedIfNotAtLast]
            .map(|stuck| reaches(case, rules, stuck, case.start, 0));
    one == other && other == third
}

fn reaches(
    case: &PuzzleCase,
    rules: DropRules,
    stuck: StuckEffect,
    field: FrozenField,
    index: usize,
) -> bool {
    // Before the pieces run out: the rest of them need not fall.
    if field == case.goal {
        return true;
    }
    let Some(&piece) = case.pieces.get(index) else { return false };
    let (mut falls_somewhere, mut falls_at_last) = (false, false);
    for offset in 0..=last_offset(piece) {
        let fallen = fall(field, piece, offset, rules);
        falls_at_last = fallen.is_some();
        falls_somewhere |= falls_at_last;
        // Exhaustive, but there are at most five pieces with six offsets each.
        if fallen.is_some_and(|field| reaches(case, rules, stuck, field, index + 1)) {
            return true;
        }
    }
    let is_skipped = match stuck {
        StuckEffect::Fails => false,
        StuckEffect::SkippedIfNowhere => !falls_somewhere,
        StuckEffect::SkippedIfNotAtLast => !falls_at_last,
    };
    is_skipped && reaches(case, rules, stuck, field, index + 1)
}

#[cfg(test)]
mod tests {
    use jetan_games::tetrisito::{DropOrder, PieceRule};

    use jetan_run::at_once;

    use super::*;

    const B: DropRules =
        DropRules { order: DropOrder::Given, usage: PieceRule::Prefix, clears_lines: false };
    const C: DropRules =
        DropRules { order: DropOrder::Any, usage: PieceRule::Some, clears_lines: false };

    #[test]
    fn the_edition_is_found_by_the_answers_of_the_engine() {
        for rules in [B, C] {
            for clears in [false, true] {
                let rules = DropRules { clears_lines: clears, ..rules };
                let mut ask = async |case: &PuzzleCase| Some(case.plan(rules).is_some());
                let is_b = at_once(implementation(&mut ask)) == TetrisitoVariant::B;
                assert_eq!(is_b, rules.order == DropOrder::Given);
                assert_eq!(at_once(clears_lines(&mut ask)), clears);
            }
        }
        for constant in [None, Some(false), Some(true)] {
            let mut ask = async |_: &PuzzleCase| constant;
            assert_eq!(at_once(implementation(&mut ask)), TetrisitoVariant::C);
            assert!(!at_once(clears_lines(&mut ask)));
        }
    }

    #[test]
    fn a_piece_that_cannot_be_dropped_makes_a_case_open_only_where_it_matters() {
        let full: &[&str] = &["####.."; 4];
        // The square has no room anywhere, and only who skips it comes to the bar.
        let open = case(
            &["######"; 5],
            &["####..", "######", "######", "######", "######", "######"],
            &[SQUARE, BAR, BAR],
        );
        assert!(!is_settled(&open, B));
        let closed = case(full, &["######", "######", "####..", "####.."], &[SQUARE, BAR, BAR]);
        assert!(is_settled(&closed, B));
    }
}
