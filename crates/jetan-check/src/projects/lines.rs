//! The 69 lines of four on the board of both four-in-line games, short games that make a given
//! line, and long games that make none.

use std::collections::BTreeSet;

use jetan_games::connect4::position::{COLUMNS, Column, Player, Position, ROWS};
use jetan_games::rng::Rng;

/// Positions that the search for a short game visits before it allows more pieces.
const NODES_MAX: usize = 4000;

/// Four cells in line: column and row, both from 0, rows from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FourLine {
    pub(crate) cells: [(usize, usize); 4],
}

/// The direction of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineDirection {
    Across,
    Upright,
    Rising,
    Falling,
}

/// A line in each direction at each border: name, direction, leftmost column, its row from the
/// bottom.
pub(super) const BORDER_LINES: [(&str, LineDirection, usize, usize); 16] = [
    ("across, bottom left", LineDirection::Across, 0, 0),
    ("across, bottom right", LineDirection::Across, 3, 0),
    ("across, top left", LineDirection::Across, 0, 5),
    ("across, top right", LineDirection::Across, 3, 5),
    ("upright, bottom left", LineDirection::Upright, 0, 0),
    ("upright, bottom right", LineDirection::Upright, 6, 0),
    ("upright, top left", LineDirection::Upright, 0, 2),
    ("upright, top right", LineDirection::Upright, 6, 2),
    ("rising, bottom left", LineDirection::Rising, 0, 0),
    ("rising, bottom right", LineDirection::Rising, 3, 0),
    ("rising, top left", LineDirection::Rising, 0, 2),
    ("rising, top right", LineDirection::Rising, 3, 2),
    ("falling, bottom left", LineDirection::Falling, 0, 3),
    ("falling, bottom right", LineDirection::Falling, 3, 3),
    ("falling, top left", LineDirection::Falling, 0, 5),
    ("falling, top right", LineDirection::Falling, 3, 5),
];

impl FourLine {
    /// All lines, by direction.
    pub(crate) fn all() -> Vec<FourLine> {
        let directions = [
            LineDirection::Across,
            LineDirection::Upright,
            LineDirection::Rising,
            LineDirection::Falling,
        ];
        directions.into_iter().flat_map(FourLine::all_in).collect()
    }

    /// All lines of a direction.
    pub(crate) fn all_in(direction: LineDirection) -> Vec<FourLine> {
        let (right, up): (isize, isize) = match direction {
            LineDirection::Across => (1, 0),
            LineDirection::Upright => (0, 1),
            LineDirection::Rising => (1, 1),
            LineDirection::Falling => (1, -1),
        };
        let starts = (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (column, row)));
        let line = |(column, row): (usize, usize)| {
            let cell = |idx: isize| {
                let column = column.checked_add_signed(idx * right).filter(|c| *c < COLUMNS)?;
                let row = row.checked_add_signed(idx * up).filter(|r| *r < ROWS)?;
                Some((column, row))
            };
            Some(FourLine { cells: [cell(0)?, cell(1)?, cell(2)?, cell(3)?] })
        };
        starts.filter_map(line).collect()
    }

    /// The line's direction.
    pub(crate) fn direction(&self) -> LineDirection {
        let [(column, row), (next_column, next_row), ..] = self.cells;
        match (next_column > column, next_row.cmp(&row)) {
            (false, _) => LineDirection::Upright,
            (true, std::cmp::Ordering::Equal) => LineDirection::Across,
            (true, std::cmp::Ordering::Greater) => LineDirection::Rising,
            (true, std::cmp::Ordering::Less) => LineDirection::Falling,
        }
    }

    /// The lines that one player has filled.
    pub(crate) fn made_in(position: &Position) -> Vec<FourLine> {
        let is_made = |line: &FourLine| {
            let stones = line.cells.map(|(column, row)| stone(position, column, row));
            stones[0].is_some() && stones.iter().all(|stone| *stone == stones[0])
        };
        FourLine::all().into_iter().filter(is_made).collect()
    }

    /// A game of as few pieces as could be found in which a player makes this line, and no other
    /// line before.
    pub(crate) fn short_game(&self, winner: Player) -> Option<Vec<Column>> {
        // Pieces that must lie below the line; an upright line carries itself above its first cell.
        let support: usize = match self.direction() {
            LineDirection::Upright => self.cells[0].1,
            _ => self.cells.iter().map(|(_, row)| row).sum(),
        };
        let with_waste = |waste: usize| {
            let plies = support + 4 + waste;
            // The last piece is the winner's, so the parity of the length decides.
            let is_winners = (plies % 2 == 1) == (winner == Player::First);
            // The other player can place pieces below the line and beside it only.
            if !is_winners || plies / 2 > support + waste {
                return None;
            }
            let mut search =
                GameSearch { line: self, winner, seen: BTreeSet::new(), moves: Vec::new() };
            search.finish(Position::default(), waste).then_some(search.moves)
        };
        // Eleven wasted pieces are enough for all 69 lines and both players, as the test shows.
        (0..12).find_map(with_waste)
    }

    fn row_in(&self, column: usize) -> Option<(usize, usize)> {
        let rows = self.cells.iter().filter(|cell| cell.0 == column).map(|cell| cell.1);
        Some((rows.clone().min()?, rows.max()?))
    }
}

/// Random moves that win only where nothing else is possible; it ends with a win, a full board or
/// after this many pieces.
pub(crate) fn long_game(rng: &mut Rng, plies: usize) -> Vec<Column> {
    let mut position = Position::default();
    let mut moves = Vec::new();
    while moves.len() < plies && !position.is_over() {
        let playable = Column::ALL.into_iter().filter(|column| position.can_play(*column));
        let (wins, quiet): (Vec<Column>, Vec<Column>) =
            // Wins are avoided, so that games become long enough to fill columns.
            playable.partition(|column| position.is_winning_move(*column));
        let choice = if quiet.is_empty() { wins } else { quiet };
        let column = choice[rng.below(choice.len() as u32) as usize];
        let Some(after) = position.play(column) else { break };
        position = after;
        moves.push(column);
    }
    moves
}

/// The contents of a cell; none outside the board.
pub(crate) fn stone(position: &Position, column: usize, row: usize) -> Option<Player> {
    position.stone(Column::from_index(column)?, row)
}

/// The search for a short game, depth first.
struct GameSearch<'a> {
    line: &'a FourLine,
    winner: Player,
    seen: BTreeSet<(u64, usize)>,
    moves: Vec<Column>,
}

impl GameSearch<'_> {
    fn finish(&mut self, position: Position, waste: usize) -> bool {
        if position.is_won() {
            return FourLine::made_in(&position).contains(self.line);
        }
        // With the waste in the key: the same position with more of it left may still succeed.
        if self.seen.len() >= NODES_MAX || !self.seen.insert((position.key(), waste)) {
            return false;
        }
        // Pieces of the line and below it first, and others from the left.
        for is_wasted in [false, true] {
            for column in Column::ALL {
                let Some(left) = self.allows(&position, column, waste, is_wasted) else { continue };
                let Some(after) = position.play(column) else { continue };
                self.moves.push(column);
                if self.finish(after, left) {
                    return true;
                }
                self.moves.pop();
            }
        }
        false
    }

    /// Whether a move is worth trying, and how many more may be wasted then.
    fn allows(
        &self,
        position: &Position,
        column: Column,
        waste: usize,
        is_wasted: bool,
    ) -> Option<usize> {
        if !position.can_play(column) {
            return None;
        }
        let row = position.height(column);
        let (is_line, is_needed) = match self.line.row_in(column.index()) {
            Some((low, high)) => ((low..=high).contains(&row), row <= high),
            None => (false, false),
        };
        // A piece of the other player in the line spoils it for good.
        if is_line && position.mover() != self.winner {
            return None;
        }
        // A line made by the way would end the game.
        if position.is_winning_move(column) && !is_line {
            return None;
        }
        match (is_needed, is_wasted) {
            (true, false) => Some(waste),
            (false, true) => waste.checked_sub(1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_69_lines() {
        let count = |direction| FourLine::all_in(direction).len();
        assert_eq!(count(LineDirection::Across), 24);
        assert_eq!(count(LineDirection::Upright), 21);
        assert_eq!(count(LineDirection::Rising), 12);
        assert_eq!(count(LineDirection::Falling), 12);
        for direction in [LineDirection::Across, LineDirection::Rising, LineDirection::Falling] {
            assert!(FourLine::all_in(direction).iter().all(|line| line.direction() == direction));
        }
    }

    #[test]
    fn every_line_has_a_short_game_for_both_players() {
        let mut longest = 0;
        for line in FourLine::all() {
            for winner in [Player::First, Player::Second] {
                let game = line.short_game(winner).expect("there is one");
                let mut position = Position::default();
                for column in &game {
                    assert!(!position.is_over(), "{line:?}");
                    position = position.play(*column).expect("it fits");
                }
                assert_eq!(position.winner(), Some(winner), "{line:?}");
                assert!(FourLine::made_in(&position).contains(&line));
                longest = longest.max(game.len());
            }
        }
        assert!(longest <= 28, "{longest}");
        let diagonal = FourLine::all_in(LineDirection::Rising)[0];
        assert_eq!(diagonal.short_game(Player::First).map(|game| game.len()), Some(11));
    }

    #[test]
    fn long_games_are_long() {
        let mut rng = Rng::new(5);
        let games: Vec<usize> = (0..50).map(|_| long_game(&mut rng, 42).len()).collect();
        assert!(games.iter().filter(|plies| **plies > 30).count() > 25, "{games:?}");
        assert_eq!(long_game(&mut rng, 4).len(), 4);
    }
}
