//! The games of the course, and generated games.

use jetan_games::connect4::four_in_a_row::{FourRowEvent, FourRowGame, FourRowQuestion};
use jetan_games::connect4::position::{Column, Player};
use jetan_games::rng::Rng;

use super::super::lines::{BORDER_LINES, FourLine, LineDirection, long_game};
use super::{FourInARowCase, FourInARowChecker, procedures};
use crate::project::CaseSize;

/// A game that ends in a tie, as columns.
const TIE: &[u8] = b"132613414721343462346525655173457777561262";
/// A game in which the last slot of all makes a line.
const LAST_SLOT: &[u8] = b"275634332531224162343115627114666554477577";

/// Other games, as keys.
const GAMES: [(&str, &str); 13] = [
    ("one move", "14n"),
    ("the other token", "24n"),
    ("a token is refused", "3x24n"),
    ("keys that do not name a free column", "10a4n89"),
    ("a full column", "11n1n1n1n1n1n1"),
    ("a full column costs trials", "11n1n1n1n1n1n1111"),
    ("player 1 has no trial left", "1890x"),
    ("player 2 has no trial left", "14n8889"),
    ("a move is taken back", "14y5n"),
    ("a move is taken back with Y", "14Y5n"),
    ("an answer that is not y passes", "14q5n"),
    ("undo to zero for player 1", "14y4y4y45n4"),
    ("undo to zero for both", "14y4y4y45y5y5y545"),
];

impl FourInARowChecker {
    /// The cases of the course.
    pub(super) fn course_cases(&self) -> Vec<(&'static str, FourInARowCase)> {
        let mut cases: Vec<(&'static str, Vec<u8>)> = Vec::new();
        cases.extend(GAMES.iter().map(|(name, keys)| (*name, keys.as_bytes().to_vec())));
        for (name, direction, column, row) in BORDER_LINES {
            let mut lines = FourLine::all_in(direction).into_iter();
            let line = lines.find(|line| line.cells[0] == (column, row));
            let game = line.and_then(|line| line.short_game(Player::First));
            cases.extend(game.and_then(|game| self.keys_of_moves(b'1', &game)).map(|k| (name, k)));
        }
        let upright = FourLine::all_in(LineDirection::Upright)[0].short_game(Player::Second);
        let second = upright.and_then(|game| self.keys_of_moves(b'2', &game));
        cases.extend(second.map(|keys| ("player 2 wins", keys)));
        let answered = |digits: &[u8]| self.keys_of_moves(b'1', &columns(digits));
        cases.extend(answered(TIE).map(|keys| ("a tie", keys)));
        cases.extend(answered(LAST_SLOT).map(|keys| ("the last slot wins", keys)));
        // The token, a move and `y`; then the same tie. A program that counts moves instead of free
        // slots ends one too early.
        let undone = answered(TIE).map(|keys| [b"12y", &keys[1..]].concat());
        cases.extend(undone.map(|keys| ("a tie after a move was taken back", keys)));
        let case = |(name, keys): (&'static str, Vec<u8>)| {
            (name, FourInARowCase::Keys { keys: self.readable(keys), seed: 0 })
        };
        let mut cases: Vec<(&'static str, FourInARowCase)> = cases.into_iter().map(case).collect();
        // Pairs of tokens: a full grid without four in line, so that only the tie is in question.
        let full = std::array::from_fn(|cell| if cell / 2 % 2 == 0 { b'O' } else { b'X' });
        let empty = [b'*'; super::picture::CELLS];
        cases
            .push(("check_win_player, no token", FourInARowCase::Win { grid: empty, token: b'O' }));
        cases.push(("check_tie, full grid", FourInARowCase::Tie { grid: full }));
        for (name, free) in
            [("check_tie, top left is free", 0), ("check_tie, top right is free", 6)]
        {
            let mut grid = full;
            grid[free] = b'*';
            cases.push((name, FourInARowCase::Tie { grid }));
        }
        cases
    }

    /// A generated case.
    pub(super) fn random_case(&self, rng: &mut Rng, size: CaseSize) -> FourInARowCase {
        match size.index % 16 {
            // Odd numbers, because the even ones make the lines. Calls are cheap and rare: most
            // errors show in games.
            7 | 15 if self.procedures.has_win() => random_win(rng),
            11 if self.procedures.has_tie() => random_tie(rng),
            _ => {
                let seed = (rng.next_u64() >> 32) as i64;
                let moves = random_moves(rng, size);
                FourInARowCase::Keys { keys: self.readable(self.played(rng, &moves)), seed }
            }
        }
    }

    /// The keys of some moves, with wrong keys and moves taken back among them.
    fn played(&self, rng: &mut Rng, moves: &[Column]) -> Vec<u8> {
        let mut game = self.game(self.starters[0], &[]);
        let mut keys = Vec::new();
        if rng.below(12) == 0 {
            press(&mut game, &mut keys, pick(rng, b"03x9O"));
        }
        press(&mut game, &mut keys, pick(rng, b"12"));
        let (wrong, undone) = (rng.below(30), rng.below(40));
        let may_lose = rng.below(8) == 0;
        for column in moves {
            while rng.below(100) < wrong {
                violate(rng, &mut game, &mut keys, may_lose);
            }
            if rng.below(100) < undone {
                take_back(rng, &mut game, &mut keys);
            }
            // Asked each time: violations may have ended the game, and a move may have been
            // refused.
            if let Some(FourRowQuestion::Column(_)) = game.question() {
                press(&mut game, &mut keys, b'1' + column.index() as u8);
            }
            if let Some(FourRowQuestion::Undo(_)) = game.question() {
                press(&mut game, &mut keys, pick(rng, b"nnnnnnnnnnnnNqx1"));
            }
        }
        keys
    }

    /// The same keys until the end of the game, without letters for a program that stops at them
    /// where it reads numbers.
    fn readable(&self, keys: Vec<u8>) -> Vec<u8> {
        let mut game = self.game(self.starters[0], &[]);
        let mut readable = Vec::new();
        for key in keys {
            let can_read = self.takes_letters || key.is_ascii_digit();
            let key = match game.question() {
                // Replaced and not left out, so that the case still has a violation at this point.
                Some(FourRowQuestion::Token | FourRowQuestion::Column(_)) if !can_read => b'9',
                Some(FourRowQuestion::Undo(_)) if !can_read && !matches!(key, b'y' | b'Y') => b'n',
                _ => key,
            };
            press(&mut game, &mut readable, key);
        }
        readable
    }
}

fn press(game: &mut FourRowGame, keys: &mut Vec<u8>, key: u8) {
    if game.question().is_some() {
        game.press(key);
        keys.push(key);
    }
}

/// Presses a key that is not a possible move.
fn violate(rng: &mut Rng, game: &mut FourRowGame, keys: &mut Vec<u8>, may_lose: bool) {
    let Some(FourRowQuestion::Column(seat)) = game.question() else { return };
    // Most games would end by violations otherwise, long before anybody has a line.
    if game.trials_left(seat) == 0 && !may_lose {
        return;
    }
    let full = Column::ALL.into_iter().find(|column| !game.position().can_play(*column));
    let key = match full {
        Some(column) if rng.below(2) == 0 => b'1' + column.index() as u8,
        _ => pick(rng, b"0899ax/:"),
    };
    press(game, keys, key);
}

/// Makes a move that ends nothing, and takes it back if that is offered.
fn take_back(rng: &mut Rng, game: &mut FourRowGame, keys: &mut Vec<u8>) {
    let Some(FourRowQuestion::Column(seat)) = game.question() else { return };
    let key = b'1' + rng.below(7) as u8;
    let mut after = game.clone();
    // Tried on a copy: a move that wins, or fills the last slot, is not followed by the offer.
    let is_placed = matches!(after.press(key).first(), Some(FourRowEvent::Placed { .. }));
    if is_placed && after.question() == Some(FourRowQuestion::Undo(seat)) {
        press(game, keys, key);
        press(game, keys, pick(rng, b"yyY"));
    }
}

/// Every second case makes a line, one after the other, so that all are made in 138 cases.
fn random_moves(rng: &mut Rng, size: CaseSize) -> Vec<Column> {
    if size.index % 2 == 1 {
        return long_game(rng, size.between(1, 44));
    }
    let lines = FourLine::all();
    let winner = if rng.below(3) == 0 { Player::Second } else { Player::First };
    lines[size.index / 2 % lines.len()].short_game(winner).unwrap_or_default()
}

fn random_win(rng: &mut Rng) -> FourInARowCase {
    let lines = FourLine::all();
    let line = lines[rng.below(lines.len() as u32) as usize];
    let token = pick(rng, b"OX");
    if rng.below(3) == 0
        && let Some(grid) = procedures::won_by_o(line)
    {
        return FourInARowCase::Win { grid, token };
    }
    let plies = 8 + rng.below(35) as usize;
    FourInARowCase::Win { grid: random_grid(rng, plies), token }
}

fn random_tie(rng: &mut Rng) -> FourInARowCase {
    let mut grid = std::array::from_fn(|_| pick(rng, b"OX"));
    if rng.below(4) > 0 {
        grid[rng.below(7) as usize] = b'*';
    }
    FourInARowCase::Tie { grid }
}

fn random_grid(rng: &mut Rng, plies: usize) -> super::picture::BoardText {
    let mut grid = jetan_games::connect4::reference::four_in_a_row::TokenGrid::default();
    for (ply, column) in long_game(rng, plies).iter().enumerate() {
        let token = if ply % 2 == 0 { b'O' } else { b'X' };
        grid.player_go(b'1' + column.index() as u8, token);
    }
    grid.cells
}

fn columns(digits: &[u8]) -> Vec<Column> {
    digits.iter().filter_map(|digit| Column::from_number(usize::from(digit - b'0'))).collect()
}

fn pick(rng: &mut Rng, from: &[u8]) -> u8 {
    from[rng.below(from.len() as u32) as usize]
}
