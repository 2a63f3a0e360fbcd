//! Connect Four: recorded scores, counts of positions, and agreement with the plain rules.
//!
//! Recorded positions of 12 and more plies are solved by every run, the others too with
//! `JETAN_LONG=1`, which takes minutes.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases")]

use jetan_games::{
    connect4::{
        Column, ConnectFourSolver, Player, Position, Score, ScoreBounds,
        notation::{self, parse},
        reference,
        solver::TranspositionTable,
    },
    rng::Rng,
    search::SearchBudget,
};

/// A line of the recorded scores.
struct Case {
    moves: String,
    position: Position,
    score: i32,
    /// Per column: the score, `x` for a full column, `?` where it was not computed.
    columns: Vec<String>,
}

fn recorded_cases() -> Vec<Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games/connect4/scores.txt");
    let text = std::fs::read_to_string(path).expect("the recorded scores");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read_case(line).expect(line)).collect()
}

fn read_case(line: &str) -> Option<Case> {
    let mut words = line.split(' ').map(str::to_owned);
    let moves = words.next()?;
    let score = words.next()?.parse().ok()?;
    Some(Case { position: parse(&moves).ok()?, moves, score, columns: words.collect() })
}

fn is_long() -> bool {
    std::env::var("JETAN_LONG").is_ok_and(|value| value == "1")
}

fn check_score(solver: &mut ConnectFourSolver, case: &Case) {
    let score = solver.score(&case.position, &mut SearchBudget::unlimited());
    assert_eq!(score.map(Score::value), Some(case.score), "{}", case.moves);
}

#[test]
fn recorded_scores_hold() {
    let mut solver = ConnectFourSolver::default();
    let cases = recorded_cases();
    assert_eq!(cases.len(), 1_012);
    let least_plies = if is_long() { 0 } else { 12 };
    if is_long() {
        solver = ConnectFourSolver::with_table(TranspositionTable::with_bytes(256 << 20));
    }
    let mut checked = 0;
    for case in cases.iter().rev().filter(|case| case.position.plies() >= least_plies) {
        check_score(&mut solver, case);
        checked += 1;
    }
    assert_eq!(checked, if is_long() { 1_012 } else { 840 });
}

#[test]
fn recorded_columns_hold() {
    let mut solver = ConnectFourSolver::default();
    let least_plies = if is_long() { 9 } else { 15 };
    for case in recorded_cases().iter().filter(|case| case.position.plies() >= least_plies) {
        let analysis = solver.analyze(&case.position, &mut SearchBudget::unlimited());
        for (recorded, score) in case.columns.iter().zip(analysis.scores().unwrap()) {
            let found = score.map_or("x".to_owned(), |score| score.to_string());
            assert!(recorded == "?" || *recorded == found, "{}: {recorded} {found}", case.moves);
        }
        let bounds = analysis.bounds().unwrap();
        assert_eq!(bounds.exact().map(Score::value), Some(case.score), "{}", case.moves);
    }
}

/// Published for example by Tromp; the sequence is A212693.
#[test]
fn positions_are_as_many_as_published() {
    let mut published = vec![1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275];
    if is_long() {
        published.extend([558_186, 1_662_623]);
    }
    let mut positions = vec![Position::default()];
    for (plies, count) in published.into_iter().enumerate() {
        assert_eq!(positions.len(), count, "{plies}");
        let after = |position: &Position| Column::ALL.map(|column| position.play(column));
        positions = positions.iter().flat_map(after).flatten().collect();
        positions.sort_unstable_by_key(Position::key);
        positions.dedup();
    }
}

/// Plays a random game and hands every position, with its moves, to `look`.
fn random_game(rng: &mut Rng, mut look: impl FnMut(&Position, &[Column])) {
    let (mut position, mut moves) = (Position::default(), Vec::new());
    look(&position, &moves);
    while !position.is_over() {
        let column = Column::ALL[rng.below(7) as usize];
        if let Some(after) = position.play(column) {
            position = after;
            moves.push(column);
            look(&position, &moves);
        }
    }
}

#[test]
fn four_in_a_row_reference_agrees_on_random_games() {
    let mut rng = Rng::new(11);
    for _ in 0..2_000 {
        let mut grid = reference::four_in_a_row::TokenGrid::default();
        random_game(&mut rng, |position, moves| {
            let Some(column) = moves.last() else { return };
            let token = if moves.len() % 2 == 1 { b'X' } else { b'O' };
            let cell = grid.player_go(b'1' + column.index() as u8, token).unwrap();
            assert_eq!(cell, 7 * (6 - position.height(*column)) + column.index());
            assert_eq!(grid.check_win_player(token), position.is_won());
            assert_eq!(grid.check_tie(), position.plies() == 42);
            for idx in 0..42 {
                let stone = position.stone(Column::ALL[idx % 7], 5 - idx / 7);
                let byte = match stone {
                    None => b'*',
                    Some(Player::First) => b'X',
                    Some(Player::Second) => b'O',
                };
                assert_eq!(grid.cells[idx], byte);
            }
            for column in Column::ALL {
                let mut copy = grid.clone();
                let placed = copy.player_go(b'1' + column.index() as u8, b'X');
                assert_eq!(placed.is_some(), position.height(column) < 6);
            }
        });
    }
}

#[test]
fn positions_are_found_again_by_their_keys() {
    let mut rng = Rng::new(5);
    let mut by_key = std::collections::BTreeMap::new();
    for _ in 0..3_000 {
        random_game(&mut rng, |position, _| {
            assert!(position.key() < 1 << 49);
            assert_eq!(*by_key.entry(position.key()).or_insert(*position), *position);
            let mirrored = position.mirrored();
            assert_eq!(mirrored.mirrored(), *position);
            assert_eq!(mirrored.mirrored_key(), position.mirrored_key());
            assert_eq!(mirrored.is_won(), position.is_won());
            assert_eq!(mirrored.key() == position.key(), mirrored == *position);
        });
    }
}

#[test]
fn a_winning_move_is_one_after_which_the_game_is_won() {
    let mut rng = Rng::new(6);
    for _ in 0..1_000 {
        random_game(&mut rng, |position, _| {
            for column in Column::ALL {
                let after = position.play(column);
                assert_eq!(after.is_some(), position.can_play(column));
                let wins = after.is_some_and(|after| after.is_won());
                assert_eq!(position.is_winning_move(column), wins);
            }
        });
    }
}

/// The plainest search there is: every move, no bound, no memory.
fn plain_score(position: &Position) -> i32 {
    if position.is_won() {
        return (position.plies() as i32 + 1) / 2 - 22;
    }
    let moves = Column::ALL.iter().filter_map(|column| position.play(*column));
    moves.map(|after| -plain_score(&after)).max().unwrap_or(0)
}

#[test]
fn the_plainest_search_agrees_near_the_end() {
    let mut rng = Rng::new(17);
    let mut solver = ConnectFourSolver::default();
    let mut compared = 0;
    while compared < 3_000 {
        random_game(&mut rng, |position, moves| {
            if position.plies() >= 32 {
                let score = solver.score(position, &mut SearchBudget::unlimited()).unwrap();
                assert_eq!(score.value(), plain_score(position), "{}", notation::write(moves));
                compared += 1;
            }
        });
    }
}

#[test]
fn mirror_images_have_the_same_score() {
    for case in recorded_cases().iter().filter(|case| case.position.plies() >= 20) {
        let mut solver = ConnectFourSolver::with_table(TranspositionTable::with_bytes(0));
        let mirrored = Case { position: case.position.mirrored(), ..clone(case) };
        check_score(&mut solver, &mirrored);
    }
}

fn clone(case: &Case) -> Case {
    let Case { moves, position, score, columns } = case;
    Case { moves: moves.clone(), position: *position, score: *score, columns: columns.clone() }
}

#[test]
fn a_spent_budget_gives_bounds_that_hold() {
    let mut rng = Rng::new(23);
    let mut inexact = 0;
    for case in recorded_cases().iter().filter(|case| (12..=22).contains(&case.position.plies())) {
        let mut solver = ConnectFourSolver::with_table(TranspositionTable::with_bytes(0));
        let mut budget = SearchBudget::nodes(u64::from(rng.below(2_000)));
        let ScoreBounds { lower, upper } = solver.bounds(&case.position, &mut budget);
        assert!((lower.value()..=upper.value()).contains(&case.score), "{}", case.moves);
        inexact += u32::from(lower != upper);
        // What was stored before the budget ran out must be as true as the rest.
        check_score(&mut solver, case);
    }
    assert!(inexact > 100, "{inexact}");
}

#[test]
fn best_lines_last_as_long_as_the_score_says() {
    let mut solver = ConnectFourSolver::default();
    for case in recorded_cases().iter().filter(|case| case.position.plies() >= 16) {
        let line = solver.line(&case.position, &mut SearchBudget::unlimited());
        assert!(line.is_complete, "{}", case.moves);
        let mut end = case.position;
        for column in &line.moves {
            end = end.play(*column).unwrap();
        }
        assert!(end.is_over(), "{}", case.moves);
        let sign = if end.mover() == case.position.mover() { 1 } else { -1 };
        assert_eq!(sign * plain_score(&end), case.score, "{}", case.moves);
        let best = solver.best(&case.position, &mut SearchBudget::unlimited()).unwrap();
        assert!(best.contains(&line.moves[0]), "{}", case.moves);
        let analysis = solver.analyze(&case.position, &mut SearchBudget::unlimited());
        assert_eq!(analysis.best(), best, "{}", case.moves);
    }
}

#[test]
fn a_finished_game_has_a_score_but_no_moves() {
    let won = parse("1212121").unwrap();
    let mut solver = ConnectFourSolver::default();
    let mut budget = SearchBudget::unlimited();
    assert_eq!(solver.score(&won, &mut budget).unwrap().value(), -18);
    assert_eq!(solver.best(&won, &mut budget), Some(Vec::new()));
    assert_eq!(solver.analyze(&won, &mut budget).best(), Vec::new());
    let line = solver.line(&won, &mut budget);
    assert!(line.is_complete && line.moves.is_empty());
}

/// Total nodes over fixed positions: a change of the search changes it, a refactoring does not.
#[test]
fn the_search_visits_as_many_nodes_as_recorded() {
    let mut solver = ConnectFourSolver::default();
    let cases = recorded_cases();
    for case in cases.iter().filter(|case| (13..=18).contains(&case.position.plies())) {
        check_score(&mut solver, case);
    }
    assert_eq!(solver.nodes(), 3_597_119);
}
