//! Tetrisito against recorded cases, and against the course's program written out plainly.
//!
//! `JETAN_LONG=1` asks ten times as many random puzzles.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

use std::collections::BTreeSet;

use jetan_games::rng::Rng;
use jetan_games::search::SearchBudget;
use jetan_games::tetrisito::notation::{
    NotationErrorKind, format_puzzle, parse_piece, parse_puzzle, parse_rows,
};
use jetan_games::tetrisito::placement::replay;
use jetan_games::tetrisito::reference::CourseQuestion;
use jetan_games::tetrisito::{
    DropOrder, DropRules, FieldShape, FrozenField, GoalReachability, PieceMask, PieceRule,
    PlanCount, PuzzleError, TetrisitoPuzzle, count_fields, count_plans, reachable,
};

const READINGS: [(&str, DropOrder, PieceRule); 5] = [
    ("any_order_some", DropOrder::Any, PieceRule::Some),
    ("any_order_all", DropOrder::Any, PieceRule::All),
    ("in_order_all", DropOrder::Given, PieceRule::All),
    ("in_order_some", DropOrder::Given, PieceRule::Some),
    ("in_order_prefix", DropOrder::Given, PieceRule::Prefix),
];

/// A line of a recorded file: one flat object of strings, lists of them, and truth values.
struct Case(String);

impl Case {
    fn all_of(name: &str) -> Vec<Case> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games/tetrisito/");
        let text = std::fs::read_to_string(format!("{folder}{name}")).expect("the cases are there");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| Case(line.to_owned())).collect()
    }

    /// What follows a key.
    fn value(&self, key: &str) -> &str {
        let key = format!("\"{key}\":");
        let at = self.0.find(&key).unwrap_or_else(|| panic!("no {key} in {}", self.0));
        &self.0[at + key.len()..]
    }

    fn answer(&self, key: &str) -> bool {
        let value = self.value(key);
        assert!(value.starts_with("true") || value.starts_with("false"), "{}", self.0);
        value.starts_with("true")
    }

    /// The strings of a list, lists inside it joined.
    fn strings(&self, key: &str) -> Vec<&str> {
        let value = self.value(key);
        let end = value.find("],\"").expect("a list ends before the next key") + 1;
        value[..end].split('"').skip(1).step_by(2).collect()
    }

    fn puzzle(&self) -> TetrisitoPuzzle {
        let shape = FieldShape::default();
        let start = parse_rows(&self.strings("start"), shape).expect("a field");
        let goal = parse_rows(&self.strings("target"), shape).expect("a field");
        let rows = self.strings("pieces");
        let piece = |rows: &[&str]| parse_piece(rows, 1).expect("a piece");
        let pieces = rows.chunks(4).map(piece).collect();
        TetrisitoPuzzle::new(shape, start, goal, pieces).expect("a puzzle")
    }
}

/// Asks the solver and replays its plan.
fn plan_of(puzzle: &TetrisitoPuzzle, rules: DropRules) -> Option<Vec<(usize, u32)>> {
    match reachable(puzzle, rules, &mut SearchBudget::unlimited()) {
        GoalReachability::Never => None,
        GoalReachability::Unknown => panic!("an unlimited search ends with an answer"),
        GoalReachability::Plan(plan) => {
            let fields = replay(puzzle, rules, &plan).expect("every drop of a plan is possible");
            assert_eq!(fields.last(), Some(&puzzle.goal()));
            let pieces: BTreeSet<usize> = plan.iter().map(|drop| drop.piece).collect();
            assert_eq!(pieces.len(), plan.len(), "each piece falls at most once");
            Some(plan.iter().map(|drop| (drop.piece, drop.offset)).collect())
        }
    }
}

#[test]
fn every_recorded_case_has_its_answers_in_all_readings() {
    let files = [
        ("tetrisito.jsonl", 150, false),
        ("tetrisito_boxes.jsonl", 30, false),
        ("tetrisito_clear.jsonl", 120, true),
    ];
    for (name, lines, clears_lines) in files {
        let cases = Case::all_of(name);
        assert_eq!(cases.len(), lines, "{name}");
        for case in cases {
            let puzzle = case.puzzle();
            for (reading, order, usage) in READINGS {
                let plan = plan_of(&puzzle, DropRules { order, usage, clears_lines });
                assert_eq!(plan.is_some(), case.answer(reading), "{reading} of {}", case.0);
            }
            if clears_lines {
                let without = plan_of(&puzzle, DropRules::default()).is_some();
                assert_eq!(without, case.answer("no_clear_any_order_some"), "{}", case.0);
            }
        }
    }
}

/// A puzzle whose goal is mostly reached by some of its pieces, in a field that is partly filled.
fn random_puzzle(rng: &mut Rng, pieces_max: u32, clears_lines: bool) -> TetrisitoPuzzle {
    let mut start = 0;
    for row in rng.below(5)..6 {
        let full_or_not = if rng.below(2) == 0 { 0x3f } else { rng.below(64) };
        start |= u64::from(full_or_not & !(1 << rng.below(6))) << (6 * row);
    }
    if rng.below(3) == 0 {
        start = 0;
    }
    let count = rng.below(pieces_max + 1);
    let pieces: Vec<PieceMask> = (0..count).map(|_| random_piece(rng)).collect();
    let goal = random_goal(rng, start, &pieces, clears_lines);
    TetrisitoPuzzle::new(FieldShape::default(), FrozenField::from_bits(start), goal, pieces)
        .expect("a puzzle")
}

fn random_piece(rng: &mut Rng) -> PieceMask {
    // Few kinds, so that equal pieces meet; now and then a strange one.
    const KINDS: [u16; 6] = [0xf000, 0x1111, 0x3300, 0x0720, 0x0226, 0x0001];
    let strange = rng.next_u64() as u16 & rng.next_u64() as u16 & 0x7777;
    let cells = if rng.below(4) == 0 { strange.max(1) } else { KINDS[rng.below(6) as usize] };
    PieceMask::from_bits(cells).expect("there is a cell")
}

fn random_goal(rng: &mut Rng, start: u64, pieces: &[PieceMask], clears_lines: bool) -> FrozenField {
    use jetan_games::tetrisito::placement::drop_piece;
    let mut field = FrozenField::from_bits(start);
    let mut order: Vec<PieceMask> = pieces.to_vec();
    if rng.below(2) == 0 {
        rng.shuffle(&mut order);
    }
    for piece in order {
        if rng.below(4) == 0 {
            continue;
        }
        let next = drop_piece(FieldShape::default(), field, piece, rng.below(6), clears_lines);
        field = next.unwrap_or(field);
    }
    let noise = if rng.below(6) == 0 { 1 << rng.below(36) } else { 0 };
    FrozenField::from_bits(field.as_bits() ^ noise)
}

fn random_rules(rng: &mut Rng, clears_lines: bool) -> DropRules {
    let order = [DropOrder::Any, DropOrder::Given][rng.below(2) as usize];
    let usage = [PieceRule::Some, PieceRule::All, PieceRule::Prefix][rng.below(3) as usize];
    DropRules { order, usage, clears_lines }
}

fn rounds(usual: u32) -> u32 {
    if std::env::var_os("JETAN_LONG").is_some() { 10 * usual } else { usual }
}

#[test]
fn the_solver_finds_the_plan_of_the_course_program() {
    let mut rng = Rng::new(1);
    let mut reached = 0;
    for round in 0..rounds(20_000) {
        let clears_lines = round % 2 == 0;
        let puzzle = random_puzzle(&mut rng, if clears_lines { 3 } else { 4 }, clears_lines);
        let rules = random_rules(&mut rng, clears_lines);
        let program = CourseQuestion::new(&puzzle, rules).unwrap();
        let expected = program.main();
        let expected = expected
            .map(|plan| plan.iter().map(|drop| (drop.piece, drop.offset)).collect::<Vec<_>>());
        reached += u32::from(expected.is_some());
        let plan = plan_of(&puzzle, rules);
        assert_eq!(plan, expected, "{rules:?}\n{}", format_puzzle(&puzzle));
    }
    assert!(reached > rounds(20_000) / 4, "too few puzzles can be solved: {reached}");
}

#[test]
fn plans_and_fields_are_as_many_as_brute_force_finds() {
    let mut rng = Rng::new(2);
    for round in 0..rounds(1_000) {
        let clears_lines = round % 2 == 0;
        let puzzle = random_puzzle(&mut rng, 3, clears_lines);
        let rules = random_rules(&mut rng, clears_lines);
        let program = CourseQuestion::new(&puzzle, rules).unwrap();
        let chosen = vec![false; puzzle.pieces().len()];
        let expected = program.count_plans(&program.start, &chosen);
        let text = format_puzzle(&puzzle);
        let plans = count_plans(&puzzle, rules, u64::MAX, &mut SearchBudget::unlimited());
        assert_eq!(plans, PlanCount::Exactly(expected), "{rules:?}\n{text}");
        let mut grids = BTreeSet::new();
        program.collect_grids(&program.start, &chosen, &mut grids);
        let fields = count_fields(&puzzle, rules, &mut SearchBudget::unlimited());
        assert_eq!(fields, Some(grids.len() as u64), "{rules:?}\n{text}");
    }
}

#[test]
fn counting_stops_at_the_limit_and_at_the_end_of_the_budget() {
    let single = PieceMask::from_bits(1).unwrap();
    let goal = FrozenField::from_bits(0x3f << 30);
    let puzzle =
        TetrisitoPuzzle::new(FieldShape::default(), FrozenField::default(), goal, vec![single; 6])
            .unwrap();
    let count = |limit, nodes| {
        count_plans(&puzzle, DropRules::default(), limit, &mut SearchBudget::nodes(nodes))
    };
    // Six pieces in any order on six columns in any order.
    assert_eq!(count(u64::MAX, u64::MAX), PlanCount::Exactly(720 * 720));
    assert_eq!(count(720 * 720, u64::MAX), PlanCount::AtLeast(720 * 720));
    assert_eq!(count(10, u64::MAX), PlanCount::AtLeast(10));
    assert_eq!(count(0, u64::MAX), PlanCount::AtLeast(0));
    assert!(matches!(count(u64::MAX, 100), PlanCount::AtLeast(_)));
    let rules = DropRules::default();
    assert_eq!(reachable(&puzzle, rules, &mut SearchBudget::nodes(2)), GoalReachability::Unknown);
    assert_eq!(count_fields(&puzzle, rules, &mut SearchBudget::nodes(2)), None);
}

#[test]
fn many_pieces_are_searched_within_their_budget() {
    let bar = PieceMask::from_bits(0xf).unwrap();
    let single = PieceMask::from_bits(1).unwrap();
    let full = FrozenField::from_bits((1 << 36) - 1);
    let puzzle =
        |pieces| TetrisitoPuzzle::new(FieldShape::default(), FrozenField::default(), full, pieces);
    let all = puzzle(vec![single; 36]).unwrap();
    let rules = DropRules { usage: PieceRule::All, ..DropRules::default() };
    assert_eq!(plan_of(&all, rules).unwrap().len(), 36);
    let mixed = [vec![bar; 4], vec![single; 60]].concat();
    assert!(plan_of(&puzzle(mixed).unwrap(), DropRules::default()).is_some());
    assert_eq!(puzzle(vec![single; 65]), Err(PuzzleError::TooManyPieces(65)));
    let clearing =
        DropRules { clears_lines: true, order: DropOrder::Given, usage: PieceRule::Some };
    let odd = TetrisitoPuzzle::new(
        FieldShape::default(),
        FrozenField::default(),
        FrozenField::from_bits(1 << 33),
        [vec![single; 32], vec![bar; 32]].concat(),
    );
    let reach = reachable(&odd.unwrap(), clearing, &mut SearchBudget::nodes(20_000));
    assert!(!matches!(reach, GoalReachability::Never));
}

#[test]
fn other_sizes_of_field_work_too() {
    let single = PieceMask::from_bits(1).unwrap();
    for (rows, columns) in [(1, 64), (64, 1), (8, 8), (1, 1), (16, 4), (3, 5)] {
        let shape = FieldShape::new(rows, columns).unwrap();
        let goal = FrozenField::from_bits(1 << (rows * columns - 1));
        let puzzle =
            TetrisitoPuzzle::new(shape, FrozenField::default(), goal, vec![single; 3]).unwrap();
        let plan = plan_of(&puzzle, DropRules::default());
        assert_eq!(plan, Some(vec![(0, columns - 1)]), "{rows} x {columns}");
        let outside =
            TetrisitoPuzzle::new(FieldShape::default(), FrozenField::default(), goal, vec![]);
        assert_eq!(outside.is_err(), rows * columns > 36);
    }
}

#[test]
fn the_notation_is_read_as_it_is_written() {
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let puzzle = random_puzzle(&mut rng, 6, true);
        let text = format_puzzle(&puzzle);
        let shape = FieldShape::default();
        assert_eq!(parse_puzzle(&text, shape).as_ref(), Ok(&puzzle));
        assert_eq!(parse_puzzle(text.trim_end(), shape).as_ref(), Ok(&puzzle));
        assert_eq!(parse_puzzle(&text.replace('\n', "\r\n"), shape).as_ref(), Ok(&puzzle));
    }
}

#[test]
fn a_mistake_in_the_notation_is_named_with_its_line() {
    let grid = "......\n".repeat(6);
    let piece = "....\n....\n....\n####\n";
    let cases = [
        (String::new(), 1, NotationErrorKind::Missing("a row of the start grid")),
        (grid.clone(), 7, NotationErrorKind::Missing("a row of the goal grid")),
        (grid.repeat(2), 13, NotationErrorKind::Missing("the number of pieces")),
        (format!("{grid}{grid}x\n"), 13, NotationErrorKind::Number),
        (format!("{grid}{grid}-1\n"), 13, NotationErrorKind::Number),
        (format!("{grid}{grid}\n"), 13, NotationErrorKind::Number),
        (format!("{grid}{grid}2\n{piece}"), 18, NotationErrorKind::Missing("a row of a piece")),
        (format!("{grid}{grid}1\n{piece}{piece}"), 18, NotationErrorKind::Surplus),
        (format!("{grid}.....\n"), 8, NotationErrorKind::Missing("a row of the goal grid")),
        (format!(".....\n{grid}{grid}0"), 1, NotationErrorKind::Width { expected: 6, found: 5 }),
        (format!("{grid}.#.X..\n{grid}0"), 7, NotationErrorKind::Character('X')),
        (format!("{grid}{grid}1\n{}", "....\n".repeat(4)), 14, NotationErrorKind::EmptyPiece(1)),
        (
            format!("{grid}{grid}1\n....\n...\n....\n....\n"),
            15,
            NotationErrorKind::Width { expected: 4, found: 3 },
        ),
        (
            format!("{grid}{grid}99\n"),
            13,
            NotationErrorKind::Puzzle(PuzzleError::TooManyPieces(99)),
        ),
    ];
    for (text, line, mistake) in cases {
        let error = parse_puzzle(&text, FieldShape::default()).expect_err(&text);
        assert_eq!((error.line, &error.mistake), (line, &mistake), "{text}");
    }
}
