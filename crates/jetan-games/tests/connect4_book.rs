//! The opening book: what it stores, what follows from it, and what a damaged one does.

use std::{collections::BTreeSet, sync::LazyLock};

use jetan_games::{
    connect4::{
        Book, Column, Position, Score, Solver,
        book::{BookError, DEPTH_MAX},
        notation::parse,
        solver::Table,
    },
    rng::Rng,
    search::Budget,
};

/// Scores that are made up, so that a large book is there in no time.
static INVENTED: LazyLock<Book> = LazyLock::new(|| {
    let mut book = Book::blank(6).expect("six stones are not too many");
    for position in book.missing() {
        assert!(book.insert(&position, invented_score(&position)));
    }
    book
});

fn invented_score(position: &Position) -> Score {
    let value = (position.mirrored_key() % 37) as i32 - 18;
    Score::from_value(value).expect("scores reach from -18 to 18")
}

fn random_position(rng: &mut Rng, plies: usize) -> Position {
    let mut position = Position::default();
    while position.plies() < plies && !position.is_over() {
        position = position.play(Column::ALL[rng.below(7) as usize]).unwrap_or(position);
    }
    position
}

#[test]
fn every_position_of_the_depth_has_a_place_of_its_own() {
    assert!(INVENTED.missing().is_empty());
    let all = Book::blank(6).unwrap().missing();
    let keys: BTreeSet<u64> = all.iter().map(Position::mirrored_key).collect();
    assert_eq!(keys.len(), all.len());
    for position in all {
        let score = Some(invented_score(&position));
        assert_eq!(INVENTED.score(&position), score);
        assert_eq!(INVENTED.score(&position.mirrored()), score);
    }
}

#[test]
fn earlier_positions_follow_by_looking_ahead() {
    fn plain(position: &Position) -> i32 {
        if position.plies() == 6 {
            return invented_score(position).value();
        }
        let after = Column::ALL.iter().filter_map(|column| position.play(*column));
        after.map(|after| -plain(&after)).max().unwrap()
    }
    let mut rng = Rng::new(2);
    for plies in [2, 3, 4, 5].repeat(8) {
        let position = random_position(&mut rng, plies);
        assert_eq!(INVENTED.score(&position).unwrap().value(), plain(&position));
    }
}

#[test]
fn a_position_that_is_not_in_the_book_has_no_score() {
    let book = Book::blank(3).unwrap();
    assert_eq!(book.score(&Position::default()), None);
    assert_eq!(INVENTED.score(&parse("4444442").unwrap()), None);
    let mut book = Book::blank(3).unwrap();
    let score = invented_score(&Position::default());
    assert!(!book.insert(&Position::default(), score));
    assert!(Book::blank(DEPTH_MAX + 1).is_none());
}

#[test]
fn a_book_is_read_as_it_was_written() {
    let bytes = INVENTED.to_bytes();
    assert_eq!(Book::from_bytes(&bytes).as_ref(), Ok(&*INVENTED));
}

#[test]
fn the_largest_book_is_less_than_a_megabyte() {
    assert!(Book::blank(DEPTH_MAX).unwrap().to_bytes().len() < 1_000_000);
}

#[test]
fn a_damaged_book_is_refused() {
    let good = Book::blank(3).unwrap().to_bytes();
    for len in 0..good.len() {
        assert!(Book::from_bytes(&good[..len]).is_err(), "{len}");
    }
    for idx in 0..good.len() {
        for bit in 0..8 {
            let mut bytes = good.clone();
            bytes[idx] ^= 1 << bit;
            assert!(Book::from_bytes(&bytes).is_err(), "{idx} {bit}");
        }
    }
    let with = |idx: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[idx] = byte;
        Book::from_bytes(&bytes).unwrap_err()
    };
    assert_eq!(with(0, b'x'), BookError::NotABook);
    assert_eq!(with(7, 9), BookError::Version(9));
    assert_eq!(with(8, 200), BookError::Depth(200));
    assert_eq!(with(8, 4), BookError::Length);
    assert_eq!(with(20, 1), BookError::Checksum);
    assert_eq!(with(20, 1).to_string(), "the opening book is damaged: make it again");
    assert_eq!(Book::from_bytes(&[good.clone(), vec![0]].concat()), Err(BookError::Length));
}

#[test]
fn the_embedded_book_knows_the_opening() {
    let book = Book::embedded().unwrap();
    assert!(book.missing().is_empty());
    let mut solver = Solver::default().with_book(book);
    let position = Position::default();
    let mut budget = Budget::nodes(0);
    // Recorded: the first player wins with its last stone, and only in the middle.
    assert_eq!(solver.score(&position, &mut budget).unwrap().value(), 1);
    assert_eq!(solver.best(&position, &mut budget), Some(vec![Column::ALL[3]]));
    let scores = solver.analyze(&position, &mut budget).scores().unwrap();
    let values = scores.map(|score| score.unwrap().value());
    assert_eq!(values, [-2, -1, 0, 1, 0, -1, -2]);
}

#[test]
fn a_solver_asks_its_book_first() {
    let mut solver = Solver::with_table(Table::with_bytes(0)).with_book(INVENTED.clone());
    let position = parse("123456").unwrap();
    let score = solver.score(&position, &mut Budget::nodes(0));
    assert_eq!(score, Some(invented_score(&position)));
    assert_eq!(solver.nodes(), 0);
}
