//! Steps in human techniques: each one where it must be found and where it must not, and none
//! that is ever wrong.
//!
//! `JETAN_LONG=1` tries ten times as many puzzles.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use expect_test::expect;
use jetan_games::rng::Rng;
use jetan_games::search::SearchBudget;
use jetan_games::sudoku::generate::{ClueSymmetry, PuzzleRequest, SudokuPuzzle, generate};
use jetan_games::sudoku::logic::{
    CandidateGrid, CellCandidate, Difficulty, PathOutcome, PlayerHint, SolutionStep, StepEffect,
    StepRole, Technique, draw, hint, hint_within, solve_path, solve_path_within,
};
use jetan_games::sudoku::solver::SearchAborted;
use jetan_games::sudoku::{GridSize, SudokuGrid};

#[test]
fn each_technique_finds_its_pattern_and_passes_near_misses_by() {
    let mut complaints = Vec::new();
    for &technique in Technique::ALL.iter().filter(|&&technique| technique != Technique::Guess) {
        let name = technique.name().to_lowercase().replace(' ', "-");
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../../testdata/games/sudoku/techniques")
            .join(format!("{name}.txt"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
        let mut hits = 0;
        let mut misses = 0;
        for case in text.split("\n\n") {
            let (title, candidates, expected) = position(case);
            let found = technique.find(&candidates);
            if let Some(complaint) = complaint(found.as_ref(), &expected) {
                complaints.push(format!("{technique}, {title}: {complaint}"));
            }
            if expected.effect.is_some() {
                hits += 1;
            } else {
                misses += 1;
            }
        }
        assert!(hits > 0 && misses > 0, "{technique} needs a case of each kind");
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// What a case says about the step.
#[derive(Default)]
struct Expected {
    effect: Option<StepEffect>,
    sentence: Option<String>,
}

/// How a step differs from what a case says.
fn complaint(step: Option<&SolutionStep>, expected: &Expected) -> Option<String> {
    let found = step.map(ToString::to_string).unwrap_or_default();
    let is_expected = step.map(|step| &step.effect) == expected.effect.as_ref()
        && expected.sentence.as_ref().is_none_or(|sentence| *sentence == found);
    (!is_expected).then(|| format!("found {found:?}"))
}

/// Reads a case; the folder's README describes its lines.
fn position(case: &str) -> (String, CandidateGrid, Expected) {
    let mut title = String::new();
    let mut candidates = CandidateGrid::all(GridSize::Nine);
    let mut expected = Expected::default();
    for line in case.lines().filter(|line| !line.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "case" => rest.clone_into(&mut title),
            "cell" => {
                let (cells, kept) = rest.split_once(": ").expect("CELLS: VALUES");
                let gone: String = ('1'..='9').filter(|&value| !kept.contains(value)).collect();
                remove(&mut candidates, &format!("{cells}={gone}"));
            }
            "places" => {
                let (value, places) = rest.split_once(": ").expect("VALUE: CELLS");
                let value = value.parse().expect("a value");
                let kept: Vec<usize> = places.split(' ').flat_map(cells_of).collect();
                let others = (0..81).filter(|cell| !kept.contains(cell));
                others.for_each(|cell| candidates.remove(cell, value));
            }
            "drop" => rest.split(' ').for_each(|group| remove(&mut candidates, group)),
            "put" => rest.split(' ').flat_map(group).for_each(|new| {
                candidates.place(new.cell, new.value);
            }),
            "gone:" => {
                let mut gone: Vec<CellCandidate> = rest.split(' ').flat_map(group).collect();
                gone.sort_unstable();
                expected.effect = Some(StepEffect::Remove(gone));
            }
            "gives:" => expected.effect = Some(StepEffect::Place(group(rest)[0])),
            "says:" => expected.sentence = Some(rest.to_owned()),
            "nothing" => {}
            _ => panic!("{title}: what is {line:?}?"),
        }
    }
    (title, candidates, expected)
}

fn remove(candidates: &mut CandidateGrid, text: &str) {
    for gone in group(text) {
        candidates.remove(gone.cell, gone.value);
    }
}

/// The candidates of `r12c3=45`.
fn group(text: &str) -> Vec<CellCandidate> {
    let (cells, values) = text.split_once('=').expect("CELLS=VALUES");
    let with = |cell: usize| {
        digits(values).into_iter().map(move |value| CellCandidate { cell, value: value as u8 })
    };
    cells_of(cells).into_iter().flat_map(with).collect()
}

/// The cells of `r12c3`.
fn cells_of(text: &str) -> Vec<usize> {
    let parts = text.strip_prefix('r').and_then(|rest| rest.split_once('c'));
    let (rows, columns) = parts.expect("cells as in r12c3");
    let columns = digits(columns);
    let row_cells = |row: usize| columns.iter().map(move |column| (row - 1) * 9 + column - 1);
    digits(rows).into_iter().flat_map(row_cells).collect()
}

fn digits(text: &str) -> Vec<usize> {
    text.chars().map(|digit| digit.to_digit(10).expect("a digit") as usize).collect()
}

fn rounds(count: u64) -> u64 {
    if std::env::var_os("JETAN_LONG").is_some() { 10 * count } else { count }
}

fn puzzle(size: GridSize, symmetry: ClueSymmetry, seed: u64) -> SudokuPuzzle {
    let request = PuzzleRequest { size, difficulty: None, symmetry, seed };
    generate(&request, &mut SearchBudget::unlimited())
}

/// A step is right when it places the solution's value, or removes none.
fn is_right(step: &SolutionStep, solution: &SudokuGrid) -> bool {
    let is_placed = matches!(step.effect, StepEffect::Place(_));
    let agrees = |target: &CellCandidate| solution.get(target.cell) == target.value;
    step.targets().iter().all(|target| agrees(target) == is_placed)
}

/// A step speaks of candidates that are there; singles also of values that stand in the grid.
fn is_about(step: &SolutionStep, candidates: &CandidateGrid) -> bool {
    let is_there = |candidate: CellCandidate| candidates.holds(candidate.cell, candidate.value);
    let stands =
        |candidate: CellCandidate| candidates.grid().get(candidate.cell) == candidate.value;
    step.marks().iter().all(|mark| {
        is_there(mark.candidate) || mark.role == StepRole::Link && stands(mark.candidate)
    }) && step.links.iter().all(|link| is_there(link.from) && is_there(link.to))
}

#[test]
fn no_step_of_a_path_contradicts_the_solution() {
    let sets = [(GridSize::Four, 500), (GridSize::Nine, 1500), (GridSize::Sixteen, 4)];
    let mut used = BTreeMap::new();
    for (size, count) in sets {
        for seed in 0..rounds(count) {
            let puzzle = puzzle(size, ClueSymmetry::ALL[seed as usize % 4], seed);
            let path = solve_path(&puzzle.grid);
            let mut candidates = CandidateGrid::of(&puzzle.grid);
            for step in &path.steps {
                assert!(is_right(step, &puzzle.solution), "{size:?} seed {seed}: {step}");
                assert!(is_about(step, &candidates), "{size:?} seed {seed}: {step}");
                candidates.apply(step);
                *used.entry(step.technique).or_insert(0) += 1;
            }
            assert_eq!(candidates.grid(), &puzzle.solution, "{size:?} seed {seed}");
            let guesses = path.steps.iter().filter(|step| step.technique == Technique::Guess);
            let expected = match guesses.count() {
                0 => PathOutcome::Solved,
                count => PathOutcome::Guessed(count),
            };
            assert_eq!(path.outcome, expected);
        }
    }
    // Quads and large fish are so rare that not every run meets them.
    assert!(used.len() >= 20, "{used:?}");
}

/// A solution with random further candidates around it has patterns of every kind in plenty.
#[test]
fn no_step_in_random_candidates_contradicts_the_solution() {
    let mut rng = Rng::new(1);
    let mut found = BTreeMap::new();
    for round in 0..rounds(600) {
        let size = if round % 20 == 0 { GridSize::Sixteen } else { GridSize::Nine };
        let solution = full_grid(size, round);
        let share = 10 + rng.below(50);
        let mut candidates = CandidateGrid::all(size);
        for cell in 0..size.cells() {
            for value in 1..=size.side() as u8 {
                if value != solution.get(cell) && rng.below(100) >= share {
                    candidates.remove(cell, value);
                }
            }
        }
        for technique in Technique::ALL.into_iter().filter(|t| !t.assumes_uniqueness()) {
            if let Some(step) = technique.find(&candidates) {
                assert!(is_right(&step, &solution), "round {round}: {step}");
                *found.entry(technique).or_insert(0) += 1;
            }
        }
    }
    let expected = Technique::ALL.len() - 3;
    assert!(found.len() >= expected, "{found:?}");
}

fn full_grid(size: GridSize, seed: u64) -> SudokuGrid {
    let request = PuzzleRequest { size, difficulty: None, symmetry: ClueSymmetry::None, seed };
    generate(&request, &mut SearchBudget::nodes(0)).solution
}

#[test]
fn grids_without_exactly_one_solution_say_so() {
    let empty = solve_path(&SudokuGrid::empty(GridSize::Nine));
    assert_eq!((empty.outcome, empty.steps.len()), (PathOutcome::ManySolutions, 0));
    assert_eq!(empty.rating(), None);
    let mut clash = SudokuGrid::empty(GridSize::Four);
    clash.set(0, 1);
    clash.set(1, 1);
    assert_eq!(solve_path(&clash).outcome, PathOutcome::NoSolution);
    let full = full_grid(GridSize::Nine, 3);
    let path = solve_path(&full);
    assert_eq!((path.outcome, path.steps.len()), (PathOutcome::Solved, 0));
    assert_eq!(path.rating().unwrap().score(), 0);
}

#[test]
fn a_guess_says_that_it_is_one() {
    // Seeds from 0 on are searched, as few puzzles are beyond all techniques.
    let path = (0..rounds(200))
        .map(|seed| solve_path(&puzzle(GridSize::Nine, ClueSymmetry::None, seed).grid))
        .find(|path| matches!(path.outcome, PathOutcome::Guessed(_)))
        .expect("some puzzle needs a guess");
    let is_guess = |step: &&SolutionStep| step.technique == Technique::Guess;
    let sentence = path.steps.iter().find(is_guess).unwrap().explain();
    assert!(sentence.starts_with("Guess: no technique leads on; of "), "{sentence}");
    assert_eq!(path.rating().unwrap().difficulty(), Difficulty::Extreme);
}

#[test]
fn a_spent_budget_gives_no_path_and_no_hint() {
    let grid = SudokuGrid::empty(GridSize::Sixteen);
    assert_eq!(solve_path_within(&grid, &mut SearchBudget::nodes(1)), Err(SearchAborted));
    assert_eq!(hint_within(&grid, &grid, &[], &mut SearchBudget::nodes(1)), Err(SearchAborted));
}

#[test]
fn cells_and_values_that_are_not_there_change_nothing() {
    let mut candidates = CandidateGrid::all(GridSize::Four);
    for (cell, value) in [(16, 1), (usize::MAX, 255), (0, 0), (0, 5), (0, 255)] {
        candidates.place(cell, value);
        candidates.remove(cell, value);
        assert!(!candidates.holds(cell, value));
    }
    assert_eq!(candidates, CandidateGrid::all(GridSize::Four));
    let step = Technique::XyWing.find(&position("cell r1c1: 12\ncell r1c5: 13\ncell r5c1: 23").1);
    let mut step = step.unwrap();
    step.reasons.clear();
    step.effect = StepEffect::Remove(Vec::new());
    for technique in Technique::ALL {
        step.technique = technique;
        assert!(step.explain().starts_with(technique.name()));
        assert!(!draw(&candidates, &step).is_empty());
    }
}

#[test]
fn several_solutions_share_the_steps_that_are_given() {
    // Two rows without clues leave the halves of the grid open to exchange.
    let rows = ["1200", "3400", "0000", "0000"];
    let cells: Vec<u8> = rows.concat().bytes().map(|digit| digit - b'0').collect();
    let path = solve_path(&SudokuGrid::from_cells(GridSize::Four, &cells).unwrap());
    assert_eq!(path.outcome, PathOutcome::ManySolutions);
    assert!(path.steps.iter().all(|step| !step.technique.assumes_uniqueness()));
}

#[test]
fn following_the_hints_solves_the_puzzle() {
    for seed in 0..5 {
        let puzzle = puzzle(GridSize::Nine, ClueSymmetry::None, seed);
        let mut filled = puzzle.grid.clone();
        let mut marks = vec![0; 81];
        for _ in 0..1000 {
            let PlayerHint::Step(step) = hint(&puzzle.grid, &filled, &marks) else { break };
            let mut candidates = CandidateGrid::with_marks(&filled, &marks);
            candidates.apply(&step);
            filled = candidates.grid().clone();
            marks = (0..81).map(|cell| candidates.mask(cell)).collect();
        }
        assert_eq!(filled, puzzle.solution, "seed {seed}");
        assert_eq!(hint(&puzzle.grid, &filled, &[]), PlayerHint::Finished);
    }
}

#[test]
fn a_wrong_value_is_named_before_any_step() {
    let puzzle = puzzle(GridSize::Nine, ClueSymmetry::Rotation, 11);
    for cell in (0..81).filter(|&cell| puzzle.grid.get(cell) == 0) {
        let mut filled = puzzle.grid.clone();
        let value = puzzle.solution.get(cell) % 9 + 1;
        filled.set(cell, value);
        let wrong = CellCandidate { cell, value };
        let answer = hint(&puzzle.grid, &filled, &[]);
        assert_eq!(answer, PlayerHint::WrongValue { size: GridSize::Nine, wrong });
        let sentence = format!("The {value} in r{}c{} is wrong", cell / 9 + 1, cell % 9 + 1);
        assert!(answer.to_string().starts_with(&sentence), "{answer}");
    }
}

#[test]
fn a_note_that_lacks_the_right_value_is_named() {
    let puzzle = puzzle(GridSize::Nine, ClueSymmetry::Rotation, 12);
    let cell = puzzle.grid.cells().iter().position(|&value| value == 0).unwrap();
    let value = puzzle.solution.get(cell);
    let mut marks = [0; 81];
    marks[cell] = 0x1ff & !(1 << (value - 1));
    let missing = CellCandidate { cell, value };
    let expected = PlayerHint::WrongMarks { size: GridSize::Nine, missing };
    assert_eq!(hint(&puzzle.grid, &puzzle.grid, &marks), expected);
}

#[test]
fn an_erased_clue_or_a_grid_of_another_size_changes_nothing() {
    let puzzle = puzzle(GridSize::Nine, ClueSymmetry::None, 13);
    let expected = hint(&puzzle.grid, &puzzle.grid, &[]);
    assert!(matches!(expected, PlayerHint::Step(_)));
    assert_eq!(hint(&puzzle.grid, &SudokuGrid::empty(GridSize::Nine), &[]), expected);
    assert_eq!(hint(&puzzle.grid, &SudokuGrid::empty(GridSize::Four), &[]), expected);
}

#[test]
fn puzzles_without_exactly_one_solution_get_honest_hints() {
    let empty = SudokuGrid::empty(GridSize::Four);
    assert_eq!(hint(&empty, &empty, &[]), PlayerHint::ManySolutions);
    // Row 1 is 1 2 3 with a 4 below the gap: the 4 is what cannot be.
    let mut filled = empty.clone();
    for (cell, value) in [(0, 1), (1, 2), (2, 3), (7, 4)] {
        filled.set(cell, value);
    }
    let wrong = CellCandidate { cell: 7, value: 4 };
    assert_eq!(hint(&empty, &filled, &[]), PlayerHint::WrongValue { size: GridSize::Four, wrong });
    assert_eq!(hint(&filled, &filled, &[]), PlayerHint::NoSolution);
}

#[test]
fn a_drawing_shows_candidates_reasons_and_targets() {
    let mut grid = SudokuGrid::empty(GridSize::Four);
    grid.set(0, 1);
    let mut candidates = CandidateGrid::of(&grid);
    for cell in [1, 3] {
        candidates.remove(cell, 4);
    }
    let step = Technique::NakedPair.find(&candidates).unwrap();
    let expected = expect![[r"
        Naked Pair
            | c1    c2     | c3      c4     |
            +--------------+----------------+
         r1 | 1     {2*3*} | {2x3x4} {2*3*} |
         r2 | {234} {234}  | {1234}  {1234} |
            +--------------+----------------+
         r3 | {234} {1234} | {1234}  {1234} |
         r4 | {234} {1234} | {1234}  {1234} |
            +--------------+----------------+
            * pattern, x cannot be
    "]];
    expected.assert_eq(&format!("{}\n{}", step.technique, draw(&candidates, &step)));
}

#[test]
fn a_drawing_shows_where_a_value_goes() {
    let mut grid = SudokuGrid::empty(GridSize::Four);
    for (cell, value) in [(4, 2), (9, 2), (14, 4)] {
        grid.set(cell, value);
    }
    let candidates = CandidateGrid::of(&grid);
    let step = Technique::HiddenSingle.find(&candidates).unwrap();
    let expected = expect![[r"
        Hidden Single
            | c1     c2    | c3    c4     |
            +--------------+--------------+
         r1 | {134}  {134} | {123} {1234} |
         r2 | 2      {134} | {13}  {134}  |
            +--------------+--------------+
         r3 | {134=} 2     | {13}  {13}   |
         r4 | {13}   {13}  | 4~    {123}  |
            +--------------+--------------+
            ~ link, = goes here
    "]];
    expected.assert_eq(&format!("{}\n{}", step.technique, draw(&candidates, &step)));
}
