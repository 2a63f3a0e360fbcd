//! Shared by the two games with falling stones: whose turn it is, how they end, thinking.

pub mod connect_four;
pub mod engine_client;
pub mod four_in_a_row;

use jetan_games::connect4::position::{COLUMNS, ROWS};
use jetan_games::connect4::{
    Column, OpponentLevel, Position, PositionAnalysis, Score, ScoreOutcome as Prospect,
};

use crate::game::{BestScore, GameOutcome, PlayableGame};
use crate::settings::PlaySettings;
use crate::words::counted;

pub use connect_four::ConnectFourPlay;
pub use four_in_a_row::FourInARow;

/// A column and a row, the row counted from 0 at the bottom.
pub type StoneCell = (Column, usize);

/// The player that the computer plays, if it does.
pub const COMPUTER: u8 = 2;

/// Recorded when a hint or the analysis was first used against the computer.
pub const HELP: &str = "help";

/// The input that a game asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedInput {
    /// One of two answers, before the first stone.
    Choice,
    /// A column of this player, 1 or 2.
    Column(u8),
    /// Whether the newest move is to be taken back.
    Undo,
    /// Nothing: the game is over.
    Nothing,
}

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideToMove {
    /// Someone at the keyboard.
    Person,
    /// The computer, at this level.
    Computer(OpponentLevel),
    /// Nobody: the game is over, or something else is asked.
    Nobody,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneEnding {
    /// Nobody has won; the course's word for it.
    Even(&'static str),
    /// A player has won by a line, with so many stones on the board.
    Won {
        /// 1 or 2.
        player: u8,
        /// Of this player.
        stones: usize,
    },
    /// A player has lost without a line.
    Lost {
        /// 1 or 2.
        player: u8,
        /// The unit of the lead, in the plural.
        by: &'static str,
    },
}

/// A game of stones, whatever the course's rules.
pub trait StoneGame: PlayableGame {
    /// The input that is asked for now.
    fn asked(&self) -> ExpectedInput;

    /// The stones on the board.
    fn position(&self) -> Position;

    /// Whose stone lies there: 1, 2, or 0 for nobody's.
    fn player_at(&self, spot: StoneCell) -> u8;

    /// The newest stone.
    fn newest(&self) -> Option<StoneCell>;

    /// The digit that stands for a column, in ASCII.
    fn digit(column: Column) -> u8
    where
        Self: Sized;

    /// The end of the game, if it has ended.
    fn ending(&self) -> Option<StoneEnding>;

    /// Whether hints or analysis were used, so that the game does not count.
    fn is_helped(&self) -> bool;

    /// Records that help was used.
    fn record_help(&mut self);

    /// Against the computer, help is part of the record: such a game does not count. True if that
    /// was recorded now.
    fn use_help(&mut self) -> bool {
        let is_new = !self.is_helped() && self.settings().level.is_some();
        if is_new {
            self.record_help();
        }
        is_new
    }

    /// Who is to move.
    fn turn(&self) -> SideToMove {
        match (self.asked(), self.settings().level) {
            (ExpectedInput::Column(COMPUTER), Some(level)) => SideToMove::Computer(level),
            (ExpectedInput::Column(_), _) => SideToMove::Person,
            (ExpectedInput::Choice | ExpectedInput::Undo | ExpectedInput::Nothing, _) => {
                SideToMove::Nobody
            }
        }
    }

    /// The number of stones a player has on the board.
    fn stones_of(&self, player: u8) -> usize {
        spots().filter(|spot| self.player_at(*spot) == player).count()
    }

    /// The name of a player.
    fn name_of(&self, player: u8) -> String {
        match self.settings().level {
            None => format!("player {player}"),
            Some(_) if player == COMPUTER => "computer".to_owned(),
            Some(_) => "you".to_owned(),
        }
    }

    /// Who wins, in words.
    fn victory(&self, player: u8) -> String {
        match self.settings().level {
            None => format!("player {player} wins"),
            Some(_) if player == COMPUTER => "the computer wins".to_owned(),
            Some(_) => "you win".to_owned(),
        }
    }
}

/// The result of a game of stones.
fn outcome(
    ending: StoneEnding,
    level: Option<OpponentLevel>,
    class: Option<String>,
) -> GameOutcome {
    let words = match (ending, level) {
        (StoneEnding::Even(word), _) => word.to_owned(),
        (StoneEnding::Lost { by, .. }, Some(_)) => format!("lost by {by}"),
        (StoneEnding::Lost { player, by }, None) => format!("player {player} lost by {by}"),
        (StoneEnding::Won { player: COMPUTER, .. }, Some(level)) => {
            format!("lost to the computer ({})", level.name())
        }
        (StoneEnding::Won { stones, .. }, Some(_)) => format!("won in {stones} moves"),
        (StoneEnding::Won { player, stones }, None) => {
            format!("player {player} won in {stones} moves")
        }
    };
    let score = match ending {
        // Player 2 is the computer or a second person at the keyboard, and neither has scores.
        StoneEnding::Won { player: 1, stones } => class.map(|class| BestScore {
            class,
            value: stones as u64,
            is_lower_better: true,
            shown: format!("{stones} moves"),
        }),
        _ => None,
    };
    GameOutcome { words, score }
}

fn class(settings: &PlaySettings, is_fair: bool) -> Option<String> {
    settings.level.filter(|_| is_fair).map(|level| format!("against {}", level.name()))
}

fn progress(position: &Position) -> String {
    counted(position.plies() as u64, "move")
}

/// The column that a hint names: the most central of the best.
pub fn hinted(analysis: &PositionAnalysis) -> Option<Column> {
    // Column 3 is the middle of seven. Of two at the same distance `min_by_key` keeps the first, so
    // the hint is the same each time.
    analysis.best().into_iter().min_by_key(|column| column.index().abs_diff(3))
}

/// A hint in words, for a column by its label on the board; its score if that is known.
pub fn hint_words(score: Option<Score>, label: usize, plies: usize) -> String {
    match score.map(|score| score.outcome(plies)) {
        Some(Prospect::Win(1)) => format!("hint: column {label} wins at once"),
        Some(Prospect::Win(moves)) => format!("hint: column {label} wins in {moves} moves"),
        Some(Prospect::Draw) => format!("hint: column {label} keeps the draw"),
        Some(Prospect::Loss(_)) => format!("hint: column {label} holds out longest"),
        None => format!("hint: column {label} looks best"),
    }
}

/// Every cell that belongs to four in line, none while nobody has them.
pub fn cells_in_line(position: &Position) -> Vec<StoneCell> {
    // Half of the eight directions: the others would find the same fours from their other end.
    const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let Some(winner) = position.winner() else { return Vec::new() };
    let mut cells = Vec::new();
    for start in spots() {
        for step in STEPS {
            let four = [0, 1, 2, 3].map(|n| moved(start, step, n));
            let is_line = four.iter().all(|spot| {
                spot.is_some_and(|(column, row)| position.stone(column, row) == Some(winner))
            });
            if is_line {
                cells.extend(four.into_iter().flatten());
            }
        }
    }
    // Fours overlap: five in line are found twice, and crossing lines share a cell.
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// All cells, column by column.
pub fn spots() -> impl Iterator<Item = StoneCell> {
    Column::ALL.into_iter().flat_map(|column| (0..ROWS).map(move |row| (column, row)))
}

fn moved((column, row): StoneCell, (right, up): (i32, i32), times: i32) -> Option<StoneCell> {
    let column = usize::try_from(column.index() as i32 + right * times).ok()?;
    let row = usize::try_from(row as i32 + up * times).ok()?;
    (column < COLUMNS && row < ROWS).then_some((Column::from_index(column)?, row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jetan_games::connect4::notation::parse;

    #[test]
    fn lines_of_every_direction_are_found() {
        let cases = [
            ("1212121", "00 01 02 03"),
            ("1122334", "00 10 20 30"),
            ("12237334444", "00 11 22 33"),
            ("76651554444", "33 42 51 60"),
            ("4453", ""),
        ];
        for (moves, expected) in cases {
            let cells = cells_in_line(&parse(moves).unwrap());
            let cells: Vec<String> =
                cells.iter().map(|(column, row)| format!("{}{row}", column.index())).collect();
            assert_eq!(cells.join(" "), expected, "{moves}");
        }
    }

    #[test]
    fn two_lines_at_once_are_both_marked() {
        // The last stone, in the middle of the bottom row, joins two threes.
        let cells = cells_in_line(&parse("1122335566774").unwrap());
        assert_eq!(cells.len(), 7);
    }
}
