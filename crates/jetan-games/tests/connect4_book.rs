//! The opening book: what it stores, what follows from it, what it wants next, and what a damaged
//! one does. The one that comes with the crate is checked against itself, the recorded scores and
//! the solver.
//!
//! `JETAN_LONG=1` solves more of its entries again.
#![expect(clippy::disallowed_methods, reason = "reads recorded cases; JETAN_LONG asks for more")]

use std::{collections::BTreeMap, sync::LazyLock};

use jetan_games::{
    connect4::{
        Column, ConnectFourSolver, OpeningBook, OpponentLevel, Player, Position, Score,
        book::{
            BookError, ENTRIES_MAX,
            plan::{self, BookStage, REPERTOIRE_PLIES, next_round},
        },
        notation::parse,
        solver::TranspositionTable,
    },
    rng::Rng,
    search::SearchBudget,
};

/// The book that comes with the crate.
static EMBEDDED: LazyLock<OpeningBook> =
    LazyLock::new(|| OpeningBook::embedded().expect("the book in the tree is whole"));

/// All positions of four stones with scores that are made up.
static INVENTED: LazyLock<OpeningBook> = LazyLock::new(|| {
    let mut book = OpeningBook::default();
    for position in distinct_positions(4) {
        assert!(book.insert(&position, invented_score(&position)));
    }
    book
});

fn invented_score(position: &Position) -> Score {
    let value = (position.mirrored_key() % 37) as i32 - 18;
    Score::from_value(value).expect("scores reach from -18 to 18")
}

fn positions_after(position: Position) -> impl Iterator<Item = Position> {
    Column::ALL.into_iter().filter_map(move |column| position.play(column))
}

/// The positions of so many stones in a game that goes on, of two mirror images one.
fn distinct_positions(plies: usize) -> Vec<Position> {
    let mut positions = vec![Position::default()];
    for _ in 0..plies {
        let after = positions.into_iter().flat_map(positions_after);
        let going_on = after.filter(|position| !position.is_over());
        let distinct: BTreeMap<u64, Position> =
            going_on.map(|position| (position.mirrored_key(), position)).collect();
        positions = distinct.into_values().collect();
    }
    positions
}

fn random_position(rng: &mut Rng, plies: usize) -> Position {
    let mut position = Position::default();
    while position.plies() < plies && !position.is_over() {
        position = position.play(Column::ALL[rng.below(7) as usize]).unwrap_or(position);
    }
    position
}

/// The checksum at the end of a file, FNV-1a, over all before it.
fn with_checksum(bytes: &[u8]) -> Vec<u8> {
    let body = &bytes[..bytes.len() - 8];
    let sum = body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    [body, &sum.to_le_bytes()].concat()
}

#[test]
fn a_stored_position_is_found_and_so_is_its_mirror_image() {
    for position in distinct_positions(4) {
        let score = Some(invented_score(&position));
        assert_eq!(INVENTED.score(&position), score);
        assert_eq!(INVENTED.stored(&position.mirrored()), score);
    }
    assert_eq!(INVENTED.entries().count(), INVENTED.len());
    for (position, score) in INVENTED.entries() {
        assert_eq!((position.plies(), score), (4, invented_score(&position)));
    }
}

#[test]
fn scores_of_earlier_positions_follow_within_two_moves() {
    fn plain(position: &Position) -> i32 {
        if position.plies() == 4 {
            return invented_score(position).value();
        }
        positions_after(*position).map(|after| -plain(&after)).max().unwrap()
    }
    for position in [2, 3].into_iter().flat_map(distinct_positions) {
        assert_eq!(INVENTED.stored(&position), None);
        assert_eq!(INVENTED.score(&position).unwrap().value(), plain(&position));
    }
    for position in [0, 1, 5].into_iter().flat_map(distinct_positions) {
        assert_eq!(INVENTED.score(&position), None);
    }
}

#[test]
fn nothing_follows_while_a_needed_move_is_missing() {
    let mut book = OpeningBook::default();
    let before = parse("44").unwrap();
    let moves: Vec<Position> = positions_after(before).collect();
    let score = Score::from_value(-2).unwrap();
    for after in &moves[1..] {
        assert!(book.insert(after, score));
    }
    // The first and the last column are mirror images here, so the first is not missing.
    assert_eq!(book.score(&before), Some(-score));
    let before = parse("43").unwrap();
    for after in positions_after(before).skip(1) {
        assert!(book.insert(&after, score));
    }
    assert_eq!(book.score(&before), None);
}

#[test]
fn a_move_that_wins_at_once_makes_the_others_needless() {
    let before = parse("112233").unwrap();
    assert_eq!(OpeningBook::default().score(&before).unwrap().value(), 18);
}

#[test]
fn a_stone_taken_back_can_be_played_again() {
    let mut rng = Rng::new(8);
    for plies in (0..42).chain(0..42) {
        let position = random_position(&mut rng, plies);
        let before = |column| position.take_back(column);
        for (column, before) in Column::ALL.map(|column| (column, before(column))) {
            let is_last_stone = before.is_some_and(|before| before.play(column) == Some(position));
            assert_eq!(before.is_some(), is_last_stone);
        }
        let ways = Column::ALL.iter().filter(|column| before(**column).is_some()).count();
        assert!(ways > 0 || plies == 0, "{position:?}");
    }
}

#[test]
fn neighbours_bound_a_score_that_is_not_known() {
    let position = parse("4435").unwrap();
    let score = |value| Score::from_value(value).unwrap();
    let lower = |book: &OpeningBook| book.bounds(&position).lower.value();
    let mut book = OpeningBook::default();
    assert_eq!(lower(&book), -20);
    // Either stone of the second player may have been the last.
    assert!(book.insert(&parse("443").unwrap(), score(4)));
    assert_eq!(lower(&book), -4);
    assert!(book.insert(&parse("453").unwrap(), score(3)));
    assert_eq!(lower(&book), -3);
    assert!(book.insert(&parse("44352").unwrap().mirrored(), score(1)));
    assert_eq!(lower(&book), -1);
    assert!(book.insert(&parse("44356").unwrap(), score(-2)));
    assert_eq!(lower(&book), 2);
}

#[test]
fn a_finished_game_is_not_stored() {
    let mut book = OpeningBook::default();
    let won = parse("1212121").unwrap();
    assert!(!book.insert(&won, Score::DRAW));
    assert!(book.is_empty());
    assert_eq!(book.score(&won).unwrap().value(), -18);
}

#[test]
fn a_full_book_is_smaller_than_a_megabyte_and_takes_no_more() {
    let mut book = OpeningBook::default();
    let mut rng = Rng::new(1);
    while book.len() < ENTRIES_MAX {
        book.insert(&random_position(&mut rng, 14), Score::DRAW);
    }
    let bytes = book.to_bytes();
    assert!(bytes.len() <= 1_000_000);
    assert_eq!(OpeningBook::from_bytes(&bytes).as_ref(), Ok(&book));
    assert!(!book.insert(&Position::default(), Score::DRAW));
    let (known, _) = book.entries().next().unwrap();
    assert!(book.insert(&known, Score::from_value(3).unwrap()));
}

#[test]
fn a_book_is_read_as_it_was_written() {
    for book in [&OpeningBook::default(), &*INVENTED] {
        assert_eq!(OpeningBook::from_bytes(&book.to_bytes()).as_ref(), Ok(book));
    }
}

#[test]
fn a_damaged_book_is_refused() {
    let mut book = OpeningBook::default();
    for position in distinct_positions(2) {
        assert!(book.insert(&position, invented_score(&position)));
    }
    let good = book.to_bytes();
    for len in 0..good.len() {
        assert!(OpeningBook::from_bytes(&good[..len]).is_err(), "{len}");
    }
    for idx in 0..good.len() {
        for bit in 0..8 {
            let mut bytes = good.clone();
            bytes[idx] ^= 1 << bit;
            assert!(OpeningBook::from_bytes(&bytes).is_err(), "{idx} {bit}");
        }
    }
    let with = |idx: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[idx] = byte;
        OpeningBook::from_bytes(&bytes).unwrap_err()
    };
    assert_eq!(with(0, b'x'), BookError::NotABook);
    assert_eq!(with(7, 9), BookError::Version(9));
    assert_eq!(with(20, 1), BookError::Checksum);
    assert_eq!(with(20, 1).to_string(), "the opening book is damaged: make it again");
    assert_eq!(
        OpeningBook::from_bytes(&[good.clone(), vec![0]].concat()),
        Err(BookError::Checksum)
    );
    // A score without a key, and a key without an end.
    for cut in [&[0][..], &[0, 0x80], &[0, 0xff, 0xff]] {
        let bytes = with_checksum(&[&good[..8], cut, &[0; 8]].concat());
        assert_eq!(OpeningBook::from_bytes(&bytes), Err(BookError::Length), "{cut:x?}");
    }
}

#[test]
fn an_entry_that_cannot_be_is_refused_even_with_the_right_checksum() {
    let mut book = OpeningBook::default();
    let positions = ["4", "44"].map(|moves| parse(moves).unwrap());
    for position in &positions {
        assert!(book.insert(position, Score::DRAW));
    }
    let good = book.to_bytes();
    let entry = |position: &Position, score: u8| (position.key() << 8) | u64::from(score);
    let with = |entries: [u64; 2]| {
        let mut bytes = good[..8].to_vec();
        let mut before = 0;
        for entry in entries {
            let key = entry >> 8;
            let mut distance = key.wrapping_sub(before);
            before = key;
            bytes.push(entry as u8);
            while distance > 0x7f {
                bytes.push(distance as u8 | 0x80);
                distance >>= 7;
            }
            bytes.push(distance as u8);
        }
        OpeningBook::from_bytes(&with_checksum(&[&bytes, &[0; 8][..]].concat()))
    };
    let [first, second] = positions;
    assert_eq!(with([entry(&first, 0), entry(&second, 0)]), Ok(book));
    let left = parse("1").unwrap();
    let won = parse("1212121").unwrap();
    let cases = [
        ([entry(&second, 0), entry(&first, 0)], 1),
        ([entry(&first, 0), entry(&first, 0)], 1),
        ([entry(&first, 21), entry(&second, 0)], 0),
        ([entry(&first, 0), u64::MAX], 1),
        ([entry(&first, 0), 0b111 << 8], 1),
        ([entry(&left, 0).max(entry(&left.mirrored(), 0)), 0], 0),
        ([won.mirrored_key() << 8, 0], 0),
    ];
    for (entries, idx) in cases {
        assert_eq!(with(entries), Err(BookError::Entry(idx)), "{entries:x?}");
    }
}

#[test]
fn a_key_leads_back_to_its_position() {
    let mut rng = Rng::new(3);
    for plies in (0..42).chain(0..42) {
        let position = random_position(&mut rng, plies);
        assert_eq!(Position::from_key(position.key()), Some(position));
    }
    // One stone of the side to move, seven in a column, and a bit beyond the board.
    for key in [0b10, 0b111_1111, 1 << 49] {
        assert_eq!(Position::from_key(key), None, "{key:b}");
    }
}

#[test]
fn the_first_three_moves_are_wanted_first_and_the_ones_before_follow() {
    let mut book = OpeningBook::default();
    for plies in [3, 2, 1, 0] {
        let round = next_round(&book).unwrap();
        assert_eq!(round.stage, BookStage::All(plies));
        assert!(round.stage.is_essential());
        assert_eq!(round.positions.len(), distinct_positions(plies).len());
        for position in round.positions {
            let known = book.score(&position);
            assert_eq!(known.is_some(), plies < 3);
            book.insert(&position, known.unwrap_or(invented_score(&position)));
        }
    }
    assert_eq!(next_round(&book).unwrap().stage, BookStage::Repertoire(4));
}

#[test]
fn the_repertoire_follows_best_moves_of_one_side_and_all_of_the_other() {
    let keys = |side| -> Vec<u64> {
        let positions = plan::repertoire(&EMBEDDED, side, 2);
        positions.iter().map(Position::mirrored_key).collect()
    };
    let key = |moves: &str| parse(moves).unwrap().mirrored_key();
    assert_eq!(keys(Player::First), ["44", "43", "42", "41"].map(key));
    // Recorded: only the middle answers the middle, and four columns answer the third.
    let second = keys(Player::Second);
    for moves in ["44", "33", "34", "35", "36"] {
        assert!(second.contains(&key(moves)), "{moves}");
    }
    for moves in ["43", "42", "41", "31", "32", "37"] {
        assert!(!second.contains(&key(moves)), "{moves}");
    }
}

/// How many stones the positions have up to which the repertoire is in the embedded book.
fn repertoire_plies() -> usize {
    match next_round(&EMBEDDED).map(|round| round.stage) {
        Some(BookStage::Repertoire(plies)) => plies - 1,
        Some(stage) if stage.is_essential() => 0,
        _ => REPERTOIRE_PLIES,
    }
}

#[test]
fn the_embedded_book_knows_what_play_needs() {
    assert!(repertoire_plies() >= 7, "{}", repertoire_plies());
}

#[test]
fn games_against_the_perfect_level_need_no_search_in_the_opening() {
    let mut solver = ConnectFourSolver::with_table(TranspositionTable::with_bytes(0))
        .with_book(EMBEDDED.clone());
    let mut rng = Rng::new(4);
    let known_plies = repertoire_plies();
    for game in 0..200 {
        let side = if game % 2 == 0 { Player::First } else { Player::Second };
        let mut position = Position::default();
        while position.plies() < known_plies && !position.is_over() {
            let mut none = SearchBudget::nodes(0);
            let analysis = solver.analyze(&position, &mut none);
            assert!(analysis.scores().is_some(), "{position:?}");
            let column = if position.mover() == side {
                let choice =
                    OpponentLevel::Perfect.choose(&position, &mut solver, &mut rng, &mut none);
                choice.filter(|choice| choice.is_complete).unwrap().column
            } else {
                Column::ALL[rng.below(7) as usize]
            };
            position = position.play(column).unwrap_or(position);
        }
    }
    assert_eq!(solver.nodes(), 0);
}

#[test]
fn the_embedded_book_does_not_contradict_itself() {
    let mut derived = 0;
    for (position, score) in EMBEDDED.entries() {
        let moves: Vec<Option<Score>> =
            positions_after(position).map(|after| EMBEDDED.score(&after).map(|s| -s)).collect();
        for known in moves.iter().flatten() {
            assert!(*known <= score, "{position:?}");
        }
        if moves.iter().all(Option::is_some) {
            assert_eq!(moves.into_iter().max(), Some(Some(score)), "{position:?}");
            derived += 1;
        }
    }
    assert!(derived > 500, "{derived}");
}

#[test]
fn the_embedded_book_has_the_recorded_scores() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games/connect4/scores.txt");
    let text = std::fs::read_to_string(path).expect("the recorded scores");
    let mut compared = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let position = parse(words.next().unwrap()).unwrap();
        let after = Column::ALL.map(|column| position.play(column));
        let score = words.next().map(|word| (Some(position), 1, word));
        let columns = after.into_iter().zip(words).map(|(after, word)| (after, -1, word));
        for (position, sign, word) in score.into_iter().chain(columns) {
            let stored = position.and_then(|position| EMBEDDED.stored(&position));
            let Some(stored) = stored else { continue };
            if word != "?" {
                assert_eq!((sign * stored.value()).to_string(), word, "{line}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn entries_solved_again_have_the_same_score() {
    let is_long = std::env::var("JETAN_LONG").is_ok_and(|value| value == "1");
    let (count, nodes) = if is_long { (400, u64::MAX) } else { (40, 500_000) };
    let late: Vec<_> = EMBEDDED.entries().filter(|(at, _)| at.plies() >= 8).collect();
    let mut solver = ConnectFourSolver::default();
    let mut solved = 0;
    for (position, score) in late.iter().step_by((late.len() / count).max(1)) {
        // Entries that take long are passed over: which ones does not depend on the machine.
        let Some(again) = solver.score(position, &mut SearchBudget::nodes(nodes)) else { continue };
        assert_eq!(again, *score, "{position:?}");
        solved += 1;
    }
    assert!(solved >= 10, "{solved} of {count}");
}

#[test]
fn a_solver_asks_its_book_first() {
    let mut solver = ConnectFourSolver::with_table(TranspositionTable::with_bytes(0))
        .with_book(INVENTED.clone());
    let position = parse("1234").unwrap();
    let score = solver.score(&position, &mut SearchBudget::nodes(0));
    assert_eq!(score, Some(invented_score(&position)));
    assert_eq!(solver.nodes(), 0);
}

#[test]
fn the_embedded_book_knows_the_first_move() {
    let mut solver = ConnectFourSolver::default().with_book(EMBEDDED.clone());
    let position = Position::default();
    let mut budget = SearchBudget::nodes(0);
    // Recorded: the first player wins with its last stone, and only in the middle.
    assert_eq!(solver.score(&position, &mut budget).unwrap().value(), 1);
    assert_eq!(solver.best(&position, &mut budget), Some(vec![Column::ALL[3]]));
    let scores = solver.analyze(&position, &mut budget).scores().unwrap();
    let values = scores.map(|score| score.unwrap().value());
    assert_eq!(values, [-2, -1, 0, 1, 0, -1, -2]);
}
