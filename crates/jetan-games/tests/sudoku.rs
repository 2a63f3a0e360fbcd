//! Grids, notation and solvers: recorded puzzles, and solvers compared with each other.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

use std::path::Path;

use jetan_games::{
    rng::Rng,
    search::SearchBudget,
    sudoku::{
        GridSize, SolutionCount, SudokuGrid, notation, reference,
        solver::{self, SearchAborted, SudokuSolver},
    },
};

/// The recorded puzzles count no further than this.
const COUNT_LIMIT: u64 = 1000;

#[test]
fn recorded_4x4_puzzles_have_their_solutions() {
    for case in recorded("sudoku_4x4.txt") {
        assert_eq!(solver::count(&case.grid, u64::MAX), case.count, "{}", case.text);
        check_solution(&case);
        check_against_reference(&case.grid);
    }
}

#[test]
fn recorded_9x9_puzzles_have_their_solutions() {
    for case in recorded("nine.txt") {
        assert_eq!(solver::count(&case.grid, COUNT_LIMIT), case.count, "{}", case.text);
        check_solution(&case);
        check_against_reference(&case.grid);
    }
}

#[test]
fn there_are_288_grids_of_4x4() {
    let empty = SudokuGrid::empty(GridSize::Four);
    assert_eq!(solver::count(&empty, u64::MAX), 288);
    assert_eq!(reference::count(&mut empty.clone(), u64::MAX), 288);
    let first = solver::first(&empty).map(|grid| notation::to_grid(&grid));
    assert_eq!(first.as_deref(), Some("1234\n3412\n2143\n4321\n"));
}

#[test]
fn random_4x4_grids_agree_with_the_reference() {
    let mut rng = Rng::new(4);
    for _ in 0..3000 {
        let mut grid = SudokuGrid::empty(GridSize::Four);
        for _ in 0..rng.below(8) {
            grid.set(rng.below(16) as usize, rng.below(4) as u8 + 1);
        }
        check_against_reference(&grid);
    }
}

#[test]
fn random_9x9_grids_agree_with_the_reference() {
    let mut rng = Rng::new(9);
    for number in 0..150 {
        let mut grid = random_full(&mut rng);
        // Few enough holes for plain backtracking, enough for many solutions.
        for _ in 0..55 {
            grid.set(rng.below(81) as usize, 0);
        }
        if number % 3 == 0 {
            grid.set(rng.below(81) as usize, rng.below(9) as u8 + 1);
        }
        check_against_reference(&grid);
    }
}

#[test]
fn all_forms_of_the_search_find_the_same() {
    let mut rng = Rng::new(81);
    let mut forms = SudokuSolver::forms();
    for _ in 0..100 {
        let mut grid = dig(&random_full(&mut rng), &mut rng);
        for clues_removed in 0..20 {
            let clues: &[u8; 81] = grid.cells().try_into().unwrap();
            let mut answers = forms.iter_mut().map(|(_, solver)| {
                let mut solution = [0; 81];
                let mut budget = SearchBudget::nodes(2000);
                let number = solver.search(clues, 500, &mut solution, &mut budget);
                (number, solution, budget.is_spent())
            });
            let first = answers.next().unwrap();
            let text = notation::to_line(&grid);
            assert!(answers.all(|other| other == first), "{text}");
            assert_eq!(first.0 == 1, clues_removed == 0, "{text}");
            let filled: Vec<usize> = (0..81).filter(|&cell| grid.get(cell) != 0).collect();
            grid.set(filled[rng.below(filled.len() as u32) as usize], 0);
        }
    }
}

#[test]
fn a_second_solution_is_found_at_once_where_there_are_few_clues() {
    let mut rng = Rng::new(5);
    let mut solver = SudokuSolver::default();
    for clues_kept in 0..=20 {
        for _ in 0..50 {
            let full = random_full(&mut rng);
            let mut clues = [0; 81];
            for _ in 0..clues_kept {
                let cell = rng.below(81) as usize;
                clues[cell] = full.get(cell);
            }
            let number = solver.search(&clues, 2, &mut [0; 81], &mut SearchBudget::nodes(400));
            assert_eq!(number, 2, "{clues:?}");
        }
    }
}

#[test]
fn the_first_solution_is_found_where_backtracking_is_slow() {
    // Backtracking from the top meets clues at the bottom too late.
    let texts = [
        ".".repeat(81),
        format!("{}987654321", ".".repeat(72)),
        format!("{}..9.8.7..6.5.4.3.2.7.......", ".".repeat(54)),
    ];
    for text in &texts {
        let grid = notation::parse_line(text).unwrap();
        let first = solver::first(&grid).unwrap();
        assert!(is_solution(&grid, &first), "{text}");
        for cell in (0..81).filter(|&cell| grid.get(cell) == 0) {
            let mut smaller = first.clone();
            (cell..81).for_each(|later| smaller.set(later, grid.get(later)));
            for digit in 1..first.get(cell) {
                smaller.set(cell, digit);
                assert_eq!(solver::count(&smaller, 1), 0, "{text}: {cell} {digit}");
            }
        }
    }
}

#[test]
fn clashing_clues_have_no_solution() {
    for size in GridSize::ALL {
        for second in [1, size.side(), size.side() + 1] {
            let mut grid = SudokuGrid::empty(size);
            grid.set(0, 1);
            grid.set(second, 1);
            assert_eq!(solver::solve(&grid), SolutionCount::None);
            assert_eq!(solver::first(&grid), None);
            assert_eq!(solver::count(&grid, 10), 0);
        }
    }
    for (_, mut solver) in SudokuSolver::forms() {
        for clue in [10, 16, 255] {
            let mut clues = [0; 81];
            clues[40] = clue;
            let number = solver.search(&clues, 2, &mut [0; 81], &mut SearchBudget::unlimited());
            assert_eq!(number, 0, "{clue}");
        }
    }
}

#[test]
fn a_full_grid_is_its_own_solution() {
    for size in GridSize::ALL {
        let full = pattern(size);
        assert_eq!(solver::solve(&full), SolutionCount::One(full.clone()));
        assert_eq!(solver::first(&full), Some(full.clone()));
        let mut wrong = full.clone();
        wrong.set(0, full.get(1));
        assert_eq!(solver::solve(&wrong), SolutionCount::None);
    }
}

#[test]
fn grids_of_16x16_are_solved() {
    let mut rng = Rng::new(16);
    let full = pattern(GridSize::Sixteen);
    for _ in 0..10 {
        let mut grid = full.clone();
        for _ in 0..150 {
            grid.set(rng.below(256) as usize, 0);
        }
        match solver::solve_within(&grid, &mut SearchBudget::nodes(100_000)) {
            Ok(SolutionCount::One(solution)) => assert_eq!(solution, full),
            Ok(SolutionCount::Multiple(solution)) => assert!(is_solution(&grid, &solution)),
            other => panic!("{other:?}: {}", notation::to_line(&grid)),
        }
    }
    let empty = SudokuGrid::empty(GridSize::Sixteen);
    let answer = solver::solve_within(&empty, &mut SearchBudget::nodes(10_000));
    assert!(
        matches!(answer, Ok(SolutionCount::Multiple(solution)) if is_solution(&empty, &solution))
    );
}

#[test]
fn a_search_gives_up_when_its_budget_is_spent() {
    for size in [GridSize::Nine, GridSize::Sixteen] {
        let empty = SudokuGrid::empty(size);
        let mut budget = SearchBudget::nodes(1000);
        assert_eq!(solver::count_within(&empty, u64::MAX, &mut budget), Err(SearchAborted));
        assert_eq!(solver::solve_within(&empty, &mut SearchBudget::nodes(3)), Err(SearchAborted));
        assert_eq!(solver::first_within(&empty, &mut SearchBudget::nodes(3)), Err(SearchAborted));
        assert_eq!(solver::count_within(&empty, 10, &mut SearchBudget::nodes(1000)), Ok(10));
        assert_eq!(solver::count(&empty, 0), 0);
    }
}

#[test]
fn the_search_visits_as_many_boards_as_recorded() {
    let mut nodes = 0;
    for case in recorded("nine.txt") {
        let is_enough = |budget: u64| {
            solver::count_within(&case.grid, 2, &mut SearchBudget::nodes(budget)).is_ok()
        };
        let (mut too_few, mut enough) = (0, 1 << 20);
        while enough - too_few > 1 {
            let middle = u64::midpoint(too_few, enough);
            if is_enough(middle) { enough = middle } else { too_few = middle }
        }
        nodes += enough;
    }
    expect_test::expect!["496"].assert_eq(&nodes.to_string());
}

struct Case {
    text: String,
    grid: SudokuGrid,
    count: u64,
    solution: Option<SudokuGrid>,
}

/// Lines of puzzle, number of solutions and the only solution or `-`.
fn recorded(name: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/games/sudoku").join(name);
    let text = std::fs::read_to_string(&path).expect("recorded puzzles are in testdata");
    let cases: Vec<Case> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split(' ').collect();
            let [puzzle, count, solution] = fields[..] else { panic!("{line}") };
            let solution =
                (solution != "-").then(|| notation::parse_line(solution).expect(solution));
            Case {
                text: line.to_string(),
                grid: notation::parse_line(puzzle).expect(puzzle),
                count: count.parse().expect(count),
                solution,
            }
        })
        .collect();
    assert!(cases.len() >= 50, "{} cases in {}", cases.len(), path.display());
    cases
}

fn check_solution(case: &Case) {
    match (solver::solve(&case.grid), case.count) {
        (SolutionCount::None, 0) => {}
        (SolutionCount::One(solution), 1) => assert_eq!(Some(solution), case.solution),
        (SolutionCount::Multiple(solution), 2..) => assert!(is_solution(&case.grid, &solution)),
        (answer, _) => panic!("{answer:?}: {}", case.text),
    }
}

/// Number and first solution as plain backtracking finds them, which does not look at clashes.
fn check_against_reference(grid: &SudokuGrid) {
    let text = notation::to_line(grid);
    let limit = 100;
    if grid.has_clash() {
        assert_eq!(solver::count(grid, limit), 0, "{text}");
        return;
    }
    assert_eq!(solver::count(grid, limit), reference::count(&mut grid.clone(), limit), "{text}");
    let mut filled = grid.clone();
    let first = reference::solve(&mut filled).then_some(filled);
    assert_eq!(solver::first(grid), first, "{text}");
}

fn is_solution(grid: &SudokuGrid, solution: &SudokuGrid) -> bool {
    let keeps_clue = |(&clue, &digit): (&u8, &u8)| clue == 0 || clue == digit;
    solution.is_full()
        && !solution.has_clash()
        && grid.cells().iter().zip(solution.cells()).all(keeps_clue)
}

/// A full grid whose rows are shifts of the first.
fn pattern(size: GridSize) -> SudokuGrid {
    let (side, box_side) = (size.side(), size.box_side());
    let cells: Vec<u8> = (0..size.cells())
        .map(|cell| {
            let (row, column) = (cell / side, cell % side);
            ((row % box_side * box_side + row / box_side + column) % side) as u8 + 1
        })
        .collect();
    SudokuGrid::from_cells(size, &cells).expect("all values are digits")
}

/// A full 9×9 grid that depends on the numbers drawn.
fn random_full(rng: &mut Rng) -> SudokuGrid {
    let mut grid = SudokuGrid::empty(GridSize::Nine);
    // The boxes of the diagonal share no row or column, so any digits go together.
    for corner in [0, 30, 60] {
        let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        rng.shuffle(&mut digits);
        for (place, digit) in digits.into_iter().enumerate() {
            grid.set(corner + place / 3 * 9 + place % 3, digit);
        }
    }
    match solver::solve(&grid) {
        SolutionCount::Multiple(full) => full,
        other => panic!("{other:?}"),
    }
}

/// Removes clues in random order as long as the solution stays the only one.
fn dig(full: &SudokuGrid, rng: &mut Rng) -> SudokuGrid {
    let mut grid = full.clone();
    let mut cells: Vec<usize> = (0..81).collect();
    rng.shuffle(&mut cells);
    for cell in cells {
        let digit = grid.get(cell);
        grid.set(cell, 0);
        if solver::count(&grid, 2) != 1 {
            grid.set(cell, digit);
        }
    }
    grid
}
