//! Puzzles made to order: a size, a difficulty, a symmetry and a seed.
//!
//! A random full grid loses clues in random order for as long as one solution remains; the result
//! is rated as a person would solve it, and thrown away until the difficulty is the wanted one.
//! The same request gives the same puzzle, unless a budget ends the search early.

mod fill;
mod symmetry;
mod thin;

pub use symmetry::ClueSymmetry;

use super::logic::{Difficulty, PathRating, Technique, follow};
use super::{GridSize, SudokuGrid};
use crate::rng::Rng;
use crate::search::SearchBudget;

/// The properties of the wanted puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PuzzleRequest {
    /// The size.
    pub size: GridSize,
    /// The difficulty; the first puzzle will do when this is none.
    pub difficulty: Option<Difficulty>,
    /// The symmetry of the clues' positions.
    pub symmetry: ClueSymmetry,
    /// The seed that picks one of all such puzzles.
    pub seed: u64,
}

/// A puzzle with exactly one solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SudokuPuzzle {
    /// The clues, with 0 in cells that are to be filled.
    pub grid: SudokuGrid,
    /// The only solution.
    pub solution: SudokuGrid,
    /// The difficulty and its score.
    pub rating: PathRating,
    /// True when it has the difficulty that was asked for; otherwise none was found that has, and
    /// this is the nearest.
    pub is_wanted: bool,
    /// True when no clue can be removed without giving a second solution; with a symmetry, no
    /// group of clues that belong together.
    ///
    /// Never true for 16×16, where clues are removed only as far as logic can show that the
    /// solution stays the only one; nor when the budget ended the removal.
    pub is_minimal: bool,
}

/// Makes a puzzle. One node of the budget is a step of a solver or of a solution path.
///
/// The search ends by itself too, after a number of attempts: hardly any 4×4 puzzle, for
/// one, needs more than singles.
pub fn generate(request: &PuzzleRequest, budget: &mut SearchBudget<'_>) -> SudokuPuzzle {
    let mut rng = Rng::new(request.seed);
    // The first draft is rated whatever it is, so that there is always an answer.
    let mut nearest = rated(request, draft(request, &mut rng, budget));
    for _ in 1..attempts_max(request.size) {
        if nearest.is_wanted || budget.is_spent() {
            break;
        }
        let draft = draft(request, &mut rng, budget);
        let limit = ceiling(request.difficulty, &nearest);
        // Most drafts of a wrong difficulty are recognised without a whole solution path.
        if thin::yields_to(&draft.thinned.grid, limit, true, budget) {
            let puzzle = rated(request, draft);
            if distance(request.difficulty, &puzzle) < distance(request.difficulty, &nearest) {
                nearest = puzzle;
            }
        }
    }
    nearest
}

/// A puzzle that is not rated yet.
struct UnratedPuzzle {
    thinned: thin::ThinnedGrid,
    solution: SudokuGrid,
}

/// The number of full grids that are tried.
fn attempts_max(size: GridSize) -> u32 {
    match size {
        GridSize::Four => 200,
        GridSize::Nine => 5000,
        GridSize::Sixteen => 20,
    }
}

/// The hardest technique with which a puzzle would still be nearer to the wish than the nearest.
fn ceiling(wanted: Option<Difficulty>, nearest: &SudokuPuzzle) -> Technique {
    let Some(wanted) = wanted else { return Technique::Guess };
    let distance_max = distance(Some(wanted), nearest).saturating_sub(1);
    hardest_of(|difficulty| difficulty as u8 <= (wanted as u8).saturating_add(distance_max))
}

/// The last technique whose difficulty is allowed.
fn hardest_of(is_allowed: impl Fn(Difficulty) -> bool) -> Technique {
    let allowed = Technique::ALL.into_iter().filter(|technique| is_allowed(technique.difficulty()));
    allowed.last().unwrap_or(Technique::FullHouse)
}

fn distance(wanted: Option<Difficulty>, puzzle: &SudokuPuzzle) -> u8 {
    wanted.map_or(0, |wanted| (wanted as u8).abs_diff(puzzle.rating.difficulty() as u8))
}

/// A random puzzle.
fn draft(request: &PuzzleRequest, rng: &mut Rng, budget: &mut SearchBudget<'_>) -> UnratedPuzzle {
    let solution = fill::random(request.size, rng);
    let orbits = symmetry::shuffled_orbits(request.size, request.symmetry, rng);
    let thinned = match request.size {
        GridSize::Four | GridSize::Nine => thin::to_minimum(&solution, &orbits, budget),
        GridSize::Sixteen => {
            let wanted = request.difficulty.unwrap_or(Difficulty::Easy);
            let hardest = hardest_of(|difficulty| difficulty <= wanted);
            thin::by_logic(&solution, &orbits, hardest, budget)
        }
    };
    UnratedPuzzle { thinned, solution }
}

fn rated(request: &PuzzleRequest, draft: UnratedPuzzle) -> SudokuPuzzle {
    let UnratedPuzzle { thinned: thin::ThinnedGrid { grid, is_minimal }, solution } = draft;
    let rating = PathRating::of(&follow(&grid, &solution).steps);
    let is_wanted = request.difficulty.is_none_or(|wanted| wanted == rating.difficulty());
    SudokuPuzzle { grid, solution, rating, is_wanted, is_minimal }
}
