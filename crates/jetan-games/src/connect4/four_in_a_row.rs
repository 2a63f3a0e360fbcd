//! Four in a Row as its course plays it: tokens, trials, taking a move back.
//!
//! The game takes one key at a time and answers with what happened, in the order in which the
//! course prints it. It prints nothing itself: a screen, a plain front end and a checker of
//! someone's program all drive the same game.

use crate::rng::Rng;

use super::position::{CELLS, COLUMNS, Column, Player, Position, ROWS};

/// Rules that may differ from game to game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FourRowSettings {
    /// The number of violations each player may make and go on: 3 in the document. With 2, the
    /// third violation loses, as in the assignment it comes from.
    pub trials: u8,
    /// Who makes the first move.
    pub first: FirstMover,
}

impl Default for FourRowSettings {
    fn default() -> Self {
        Self { trials: 3, first: FirstMover::One }
    }
}

/// Who makes the first move of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstMover {
    /// Player 1, as in the document.
    One,
    /// Always player 2.
    Two,
    /// Either, drawn with this seed.
    Random(u64),
}

/// The number of moves each player may take back.
pub const UNDOS_MAX: u8 = 3;

/// One of the two people; player 1 chooses the tokens, and may be second to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerSeat {
    /// The one who chooses the tokens.
    One,
    /// The one who gets the other tokens.
    Two,
}

impl PlayerSeat {
    /// 1 or 2.
    pub fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    /// The other person.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

/// A player's mark on the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerToken {
    /// `O`, key 1.
    O,
    /// `X`, key 2.
    X,
}

impl PlayerToken {
    /// The byte in the grid.
    pub fn byte(self) -> u8 {
        match self {
            Self::O => b'O',
            Self::X => b'X',
        }
    }

    /// The other mark.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::O => Self::X,
            Self::X => Self::O,
        }
    }
}

/// The answer that the game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FourRowQuestion {
    /// Player 1's token: `1` is O, `2` is X.
    Token,
    /// A column from `1` to `7`.
    Column(PlayerSeat),
    /// Whether the move is taken back: `y` or `Y` is yes.
    Undo(PlayerSeat),
}

/// Why a key was a violation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyViolation {
    /// It is not a key from `1` to `7`.
    NotAColumn,
    /// The column has no free cell.
    ColumnFull,
}

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FourRowEnding {
    /// Four in line.
    Won(PlayerSeat),
    /// A violation with no trial left; this is the player who lost.
    LostByViolations(PlayerSeat),
    /// No cell is free.
    Tie,
}

/// Something that happened; a front end prints it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FourRowEvent {
    /// The key chose no token; it is asked again.
    TokenRefused,
    /// Player 1 has this token, player 2 the other.
    TokensChosen(PlayerToken),
    /// A column is asked for.
    ColumnAsked(PlayerSeat),
    /// The key cost a trial.
    Violated {
        /// Who pressed it.
        seat: PlayerSeat,
        /// The rule that was broken.
        violation: KeyViolation,
        /// The trials left after it.
        trials_left: u8,
    },
    /// A token was placed in this cell, 7 * row + column from the top.
    Placed {
        /// The player whose token it is.
        seat: PlayerSeat,
        /// The cell, row by row from the top left, 0 to 41.
        cell: usize,
    },
    /// The cell was emptied again.
    TakenBack {
        /// Whose token it was.
        seat: PlayerSeat,
        /// The cell, row by row from the top left, 0 to 41.
        cell: usize,
    },
    /// The grid is printed, with the undos left above and the column numbers below.
    GridShown,
    /// Taking the move back is offered.
    UndoAsked(PlayerSeat),
    /// The game is over.
    Ended(FourRowEnding),
}

/// A game in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FourRowGame {
    starter: PlayerSeat,
    token_of_one: PlayerToken,
    position: Position,
    /// The position before the newest move and that move's cell, while it can be taken back.
    before: Option<(Position, usize)>,
    trials: [u8; 2],
    undos: [u8; 2],
    stage: FourRowStage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FourRowStage {
    Asking(FourRowQuestion),
    Over(FourRowEnding),
}

impl FourRowGame {
    /// A game before the first key.
    pub fn new(settings: FourRowSettings) -> Self {
        let starter = match settings.first {
            FirstMover::One => PlayerSeat::One,
            FirstMover::Two => PlayerSeat::Two,
            FirstMover::Random(seed) => {
                [PlayerSeat::One, PlayerSeat::Two][Rng::new(seed).below(2) as usize]
            }
        };
        Self {
            starter,
            token_of_one: PlayerToken::O,
            position: Position::default(),
            before: None,
            trials: [settings.trials; 2],
            undos: [UNDOS_MAX; 2],
            stage: FourRowStage::Asking(FourRowQuestion::Token),
        }
    }

    /// The answer that the game waits for; `None` when it is over.
    pub fn question(&self) -> Option<FourRowQuestion> {
        match self.stage {
            FourRowStage::Asking(question) => Some(question),
            FourRowStage::Over(_) => None,
        }
    }

    /// The end of the game, once it has ended.
    pub fn ending(&self) -> Option<FourRowEnding> {
        match self.stage {
            FourRowStage::Asking(_) => None,
            FourRowStage::Over(ending) => Some(ending),
        }
    }

    /// Takes one key and tells what happened; nothing does after the end.
    pub fn press(&mut self, key: u8) -> Vec<FourRowEvent> {
        match self.stage {
            FourRowStage::Asking(FourRowQuestion::Token) => self.choose_token(key),
            FourRowStage::Asking(FourRowQuestion::Column(seat)) => self.move_or_violate(seat, key),
            FourRowStage::Asking(FourRowQuestion::Undo(seat)) => self.take_back_or_pass(seat, key),
            FourRowStage::Over(_) => Vec::new(),
        }
    }

    /// The stones that lie, a move on trial included.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The player's token.
    pub fn token(&self, seat: PlayerSeat) -> PlayerToken {
        match seat {
            PlayerSeat::One => self.token_of_one,
            PlayerSeat::Two => self.token_of_one.other(),
        }
    }

    /// The number of violations the player may still make and go on.
    pub fn trials_left(&self, seat: PlayerSeat) -> u8 {
        self.trials[index(seat)]
    }

    /// The number of moves the player may still take back.
    pub fn undos_left(&self, seat: PlayerSeat) -> u8 {
        self.undos[index(seat)]
    }

    /// The course's 42 bytes: `*`, `X` and `O`, the top row first.
    pub fn grid(&self) -> [u8; CELLS] {
        std::array::from_fn(|cell| {
            let row = ROWS - 1 - cell / COLUMNS;
            let stone = self.position.stone(Column::ALL[cell % COLUMNS], row);
            stone.map_or(b'*', |player| self.token(self.seat_of(player)).byte())
        })
    }

    fn choose_token(&mut self, key: u8) -> Vec<FourRowEvent> {
        self.token_of_one = match key {
            b'1' => PlayerToken::O,
            b'2' => PlayerToken::X,
            _ => return vec![FourRowEvent::TokenRefused],
        };
        vec![FourRowEvent::TokensChosen(self.token_of_one), self.ask_column(self.starter)]
    }

    fn move_or_violate(&mut self, seat: PlayerSeat, key: u8) -> Vec<FourRowEvent> {
        let number = key.checked_sub(b'0').map(usize::from);
        let Some(column) = number.and_then(Column::from_number) else {
            return self.violate(seat, KeyViolation::NotAColumn);
        };
        let Some(after) = self.position.play(column) else {
            return self.violate(seat, KeyViolation::ColumnFull);
        };
        let row = ROWS - 1 - self.position.height(column);
        let cell = COLUMNS * row + column.index();
        self.before = Some((self.position, cell));
        self.position = after;
        // A move that ends the game is final: taking it back is offered only in the third case.
        let next = if after.is_won() {
            self.end(FourRowEnding::Won(seat))
        } else if after.is_drawn() {
            self.end(FourRowEnding::Tie)
        } else if self.undos_left(seat) > 0 {
            self.stage = FourRowStage::Asking(FourRowQuestion::Undo(seat));
            FourRowEvent::UndoAsked(seat)
        } else {
            self.ask_column(seat.other())
        };
        vec![FourRowEvent::Placed { seat, cell }, FourRowEvent::GridShown, next]
    }

    fn violate(&mut self, seat: PlayerSeat, violation: KeyViolation) -> Vec<FourRowEvent> {
        let trials = &mut self.trials[index(seat)];
        if *trials == 0 {
            return vec![self.end(FourRowEnding::LostByViolations(seat))];
        }
        *trials -= 1;
        let trials_left = *trials;
        vec![FourRowEvent::Violated { seat, violation, trials_left }, self.ask_column(seat)]
    }

    fn take_back_or_pass(&mut self, seat: PlayerSeat, key: u8) -> Vec<FourRowEvent> {
        // Any other key lets the move stand, as the course's text has it.
        let wanted = matches!(key, b'y' | b'Y');
        match self.before.take().filter(|_| wanted) {
            Some((position, cell)) => {
                self.position = position;
                self.undos[index(seat)] -= 1;
                let asked = self.ask_column(seat);
                vec![FourRowEvent::TakenBack { seat, cell }, FourRowEvent::GridShown, asked]
            }
            None => vec![self.ask_column(seat.other())],
        }
    }

    fn ask_column(&mut self, seat: PlayerSeat) -> FourRowEvent {
        self.stage = FourRowStage::Asking(FourRowQuestion::Column(seat));
        FourRowEvent::ColumnAsked(seat)
    }

    fn end(&mut self, ending: FourRowEnding) -> FourRowEvent {
        self.stage = FourRowStage::Over(ending);
        FourRowEvent::Ended(ending)
    }

    fn seat_of(&self, player: Player) -> PlayerSeat {
        match player {
            Player::First => self.starter,
            Player::Second => self.starter.other(),
        }
    }
}

/// The index of a seat in arrays with one entry for each of the two seats.
fn index(seat: PlayerSeat) -> usize {
    usize::from(seat.number() - 1)
}
