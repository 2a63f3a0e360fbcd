//! Puzzles made from a seed. Each comes from drops that were really made, so it can be solved.

use jetan_games::rng::Rng;
use jetan_games::search::SearchBudget;
use jetan_games::sudoku::logic::Difficulty;
use jetan_games::tetrisito::placement::drop_piece;
use jetan_games::tetrisito::{
    DropOrder, DropRules, FieldShape, FrozenField, PieceMask, PieceRule, PlanCount,
    TetrisitoPuzzle, count_plans,
};

/// The pieces of four cells as they lie, the upper left corner of the box first.
///
/// A piece never turns, so each way to lie is a piece of its own.
const PIECES: [u16; 19] = [
    0x000f, 0x1111, 0x0033, 0x0036, 0x0231, 0x0063, 0x0132, 0x0027, 0x0131, 0x0072, 0x0232, 0x0071,
    0x0113, 0x0047, 0x0322, 0x0074, 0x0311, 0x0017, 0x0223,
];

/// Puzzles drawn, of which the one with the fewest plans is kept.
const DRAFT_COUNT: usize = 6;
/// The same for puzzles that are to be as hard as they get.
const EXTREME_DRAFT_COUNT: usize = 24;

/// A puzzle for these rules, always the same one for a seed. More pieces and fewer plans make it
/// harder; without a difficulty the number of pieces is random.
pub(super) fn generate(
    seed: u64,
    rules: DropRules,
    difficulty: Option<Difficulty>,
) -> TetrisitoPuzzle {
    let mut rng = Rng::new(seed);
    let number = difficulty.map(|difficulty| match difficulty {
        Difficulty::Easy => 3,
        Difficulty::Medium => 4,
        Difficulty::Hard => 5,
        Difficulty::Expert | Difficulty::Extreme => 6,
    });
    let extreme = difficulty == Some(Difficulty::Extreme);
    let drafts = if extreme { EXTREME_DRAFT_COUNT } else { DRAFT_COUNT };
    // All drafts come from one generator in order: another number of them would make other puzzles
    // of the seeds that people have written down.
    let drafts = (0..drafts).map(|_| draft(&mut rng, rules, number));
    let found = if difficulty == Some(Difficulty::Easy) {
        drafts.max_by_key(|draft| ease(draft, rules))
    } else {
        // A puzzle with few plans asks for more thought.
        drafts.min_by_key(|draft| ease(draft, rules))
    };
    found.expect("there is at least one draft")
}

fn ease(puzzle: &TetrisitoPuzzle, rules: DropRules) -> u64 {
    // Bounds instead of exact counts: with 200 plans a puzzle is easy anyway, and counting on would
    // delay the start of a game.
    match count_plans(puzzle, rules, 200, &mut SearchBudget::nodes(3000)) {
        PlanCount::Exactly(plans) | PlanCount::AtLeast(plans) => plans,
    }
}

fn draft(rng: &mut Rng, rules: DropRules, number: Option<usize>) -> TetrisitoPuzzle {
    // Each attempt draws new pieces from the same generator, so this ends, and for a seed always at
    // the same puzzle.
    loop {
        if let Some(puzzle) = attempt(rng, rules, number) {
            return puzzle;
        }
    }
}

/// Draws pieces and drops them; none if they did not fit or left nothing new.
fn attempt(rng: &mut Rng, rules: DropRules, number: Option<usize>) -> Option<TetrisitoPuzzle> {
    let shape = FieldShape::default();
    let start = start(rng, shape);
    let number = number.unwrap_or_else(|| 3 + rng.below(3) as usize);
    let pieces: Vec<PieceMask> = (0..number).map(|_| piece(rng)).collect();
    let mut field = start;
    for index in dropped(rng, number, rules) {
        let offsets = shape.columns() - pieces[index].last_column();
        // A second try keeps the heap low.
        let tries = [rng.below(offsets), rng.below(offsets)];
        let fields = tries
            .into_iter()
            .filter_map(|at| drop_piece(shape, field, pieces[index], at, rules.clears_lines));
        field = fields.max_by_key(|field| height_left(*field, shape))?;
    }
    // Pieces that fill rows and vanish again would leave nothing to aim at.
    let is_worthwhile = field != start && field.count() >= 6;
    is_worthwhile
        .then(|| TetrisitoPuzzle::new(shape, start, field, pieces).expect("36 cells, few pieces"))
}

/// Some cells in the two lowest rows, never a full row.
fn start(rng: &mut Rng, shape: FieldShape) -> FrozenField {
    let mut cells = 0;
    for column in 0..shape.columns() {
        // Heights 0, 0, 0, 1, 2 and 2: half of the columns are empty.
        let height = rng.below(6).saturating_sub(2).min(2);
        for row in 0..height {
            cells |= 1 << ((shape.rows() - 1 - row) * shape.columns() + column);
        }
    }
    let gap = rng.below(shape.columns());
    let column = (0..shape.rows()).fold(0, |cells, row| cells | 1 << (row * shape.columns() + gap));
    FrozenField::from_bits(cells & !column)
}

fn piece(rng: &mut Rng) -> PieceMask {
    let bits = PIECES[rng.below(PIECES.len() as u32) as usize];
    PieceMask::from_bits(bits).expect("every piece has four cells")
}

/// The pieces that fall, in order.
fn dropped(rng: &mut Rng, number: usize, rules: DropRules) -> Vec<usize> {
    let mut order: Vec<usize> = (0..number).collect();
    let is_one_left = number > 3 && rules.usage != PieceRule::All && rng.below(3) == 0;
    if is_one_left {
        // Where the first few must fall, only the last one can be left over.
        let left = if rules.usage == PieceRule::Prefix {
            number - 1
        } else {
            rng.below(number as u32) as usize
        };
        order.remove(left);
    }
    if rules.order == DropOrder::Any {
        rng.shuffle(&mut order);
    }
    order
}

/// The number of empty rows at the top.
fn height_left(field: FrozenField, shape: FieldShape) -> u32 {
    // Bit 0 is the upper left cell, so zeros at the low end are rows at the top. An empty field
    // gives more rows than there are, which does not matter to a comparison.
    field.as_bits().trailing_zeros() / shape.columns()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jetan_games::tetrisito::{GoalReachability, reachable};

    fn every_rule() -> impl Iterator<Item = DropRules> {
        let orders = [DropOrder::Any, DropOrder::Given];
        let usages = [PieceRule::Some, PieceRule::All, PieceRule::Prefix];
        orders.into_iter().flat_map(move |order| {
            usages.into_iter().flat_map(move |usage| {
                [false, true].map(|clears_lines| DropRules { order, usage, clears_lines })
            })
        })
    }

    #[test]
    fn every_puzzle_can_be_solved_by_its_rules() {
        for rules in every_rule() {
            for seed in 0..40 {
                let puzzle = generate(seed, rules, None);
                assert_eq!(puzzle, generate(seed, rules, None));
                assert!((3..=5).contains(&puzzle.pieces().len()));
                let reach = reachable(&puzzle, rules, &mut SearchBudget::unlimited());
                assert!(matches!(reach, GoalReachability::Plan(_)), "seed {seed}, {rules:?}");
            }
        }
    }

    #[test]
    fn harder_puzzles_have_more_pieces_and_fewer_plans() {
        let rules = DropRules::default();
        let plans = |difficulty| -> u64 {
            let puzzles = (0..10).map(|seed| generate(seed, rules, Some(difficulty)));
            puzzles.map(|puzzle| ease(&puzzle, rules)).sum()
        };
        assert!(plans(Difficulty::Easy) > plans(Difficulty::Medium));
        for (difficulty, pieces) in Difficulty::ALL.into_iter().zip([3, 4, 5, 6, 6]) {
            for rules in every_rule() {
                let puzzle = generate(7, rules, Some(difficulty));
                assert_eq!(puzzle.pieces().len(), pieces, "{rules:?}");
                let reach = reachable(&puzzle, rules, &mut SearchBudget::unlimited());
                assert!(matches!(reach, GoalReachability::Plan(_)), "{difficulty} {rules:?}");
            }
        }
    }

    #[test]
    fn the_pieces_are_all_that_four_cells_can_make() {
        let mut pieces: Vec<u16> = PIECES.to_vec();
        pieces.sort_unstable();
        pieces.dedup();
        assert_eq!(pieces.len(), 19);
        for bits in PIECES {
            let piece = PieceMask::from_bits(bits).expect("has cells");
            assert_eq!((piece.count(), piece.first_row()), (4, 0), "{bits:x}");
            assert!((0..4).any(|row| piece.row(row) & 1 == 1), "{bits:x}");
            // Every cell touches another one: the piece is in one part.
            let mut part = bits & bits.wrapping_neg();
            for _ in 0..4 {
                let sideways = (part & 0x7777) << 1 | (part & 0xeeee) >> 1;
                part |= (sideways | part << 4 | part >> 4) & bits;
            }
            assert_eq!(part, bits, "{bits:x}");
        }
    }
}
