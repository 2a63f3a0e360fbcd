//! The errors of a game, in the words of someone who plays it.

use jetan_games::connect4::four_in_a_row::{
    FourRowEnding, FourRowEvent, FourRowGame, FourRowQuestion, KeyViolation, PlayerSeat, UNDOS_MAX,
};

use super::super::claims::{self, GameClaim};
use super::super::dialogue::wrap;
use super::super::lines::{FourLine, LineDirection};
use super::super::picture::{self, BoardText};
use super::FourInARowChecker;
use super::judge::KeyContext;
use super::steps::GameStep;
use crate::picture::CasePicture;
use crate::verdict::{CaseFailure, FailureKind};

/// Keys that are listed one by one.
const KEYS_MAX: usize = 12;
/// Moves in a line of text.
const MOVES_IN_LINE: usize = 14;

impl KeyContext<'_> {
    /// A failure at this point, with both grids and what comes next.
    pub(super) fn failure(&self, kind: FailureKind, summary: String) -> CaseFailure {
        let expected = CasePicture::from(picture::shown(&self.game.grid()));
        let next = match (self.game.question(), self.game.ending()) {
            (Some(question), _) => asks(self.game, question),
            (None, Some(ending)) => format!("ends: {}", ends(self.game, ending)),
            (None, None) => String::new(),
        };
        let actual = match &self.shown {
            Some(shown) => picture::shown(shown).into(),
            None => CasePicture::from("no grid so far"),
        };
        CaseFailure::new(kind, summary, self.instructions).comparing(
            expected.with_words(format!("\n\n{}", wrap(&next))),
            actual.with_words(format!("\n\n{}", self.last_words)),
        )
    }

    /// The program asks for no more keys, but the game is not over.
    pub(super) fn ended_early(&self) -> CaseFailure {
        let after = self.after_keys();
        let question = self.game.question().map(|question| asks(self.game, question));
        let question = question.unwrap_or_default();
        let reason = match self.events.first() {
            Some(FourRowEvent::Placed { .. })
                if FourLine::made_in(self.game.position()).is_empty() =>
            {
                "nobody has four in a row and slots are free"
            }
            Some(FourRowEvent::Violated { .. }) => "there was a trial left for that key",
            _ => "the game is not over",
        };
        let question = question.replacen("asks", "should ask", 1);
        let summary = format!("the program ends {after}, but {reason}: it {question} next");
        let failure = self.failure(FailureKind::Ending, summary);
        match self.events.first() {
            // The commonest difference between editions: whether the third violation loses or the
            // fourth.
            Some(FourRowEvent::Violated { trials_left: 0, .. }) => failure.advising(
                "if the rules are that the third violation loses, an adapter can say so: \
                 `trials = 2` below `[rules]`",
            ),
            Some(FourRowEvent::Placed { .. }) if self.has_counted_taken_back() => failure.advising(
                "a move that is taken back makes its slot free again: is it counted as free?",
            ),
            _ => failure,
        }
    }

    /// Whether the grid would be full if moves that were taken back still counted.
    fn has_counted_taken_back(&self) -> bool {
        let undos_left = |seat| usize::from(self.game.undos_left(seat));
        let taken_back =
            2 * usize::from(UNDOS_MAX) - undos_left(PlayerSeat::One) - undos_left(PlayerSeat::Two);
        taken_back > 0 && self.game.position().plies() + taken_back >= picture::CELLS
    }

    /// The first thing to look at where the grid is wrong.
    pub(super) fn advice(&self, shown: Option<&BoardText>) -> Option<String> {
        let Some(shown) = shown else {
            return Some(
                "if the grid has other characters, an adapter can name them: `empty`, `one` for O \
                 and `two` for X, below `[output]`; and what has to be typed before the game, such \
                 as names: `before` below `[input]`"
                    .to_owned(),
            );
        };
        let expected = self.game.grid();
        let is_first = self.game.position().plies() == 1
            && [PlayerSeat::One, PlayerSeat::Two]
                .iter()
                .all(|seat| self.game.undos_left(*seat) == UNDOS_MAX);
        // Tested first of all, because such a grid differs in nearly every cell.
        let upside_down: Vec<u8> = shown.chunks(7).rev().flatten().copied().collect();
        match self.events.first() {
            Some(FourRowEvent::Placed { .. }) if upside_down == expected => {
                Some("the grid is upside down: the top row has to be printed first".to_owned())
            }
            Some(FourRowEvent::Placed { .. }) if !self.is_fresh && is_first => Some(
                "no grid was found in what was printed after the last key; if the tokens have \
                 other characters, an adapter can name them: `one` for O and `two` for X, below \
                 `[output]`"
                    .to_owned(),
            ),
            Some(FourRowEvent::TakenBack { .. }) if self.keys.last() == Some(&b'Y') => {
                Some("Y means yes as well as y".to_owned())
            }
            Some(FourRowEvent::Placed { seat, cell }) if shown[*cell] == b'*' => {
                let words = self.words_before.replace('\n', " ");
                // The words were made for a report of their own; only the quotation is wanted here.
                let words = words.strip_prefix("prints last: ").unwrap_or(&words);
                let [name, before] = [*seat, seat.other()].map(|seat| name(self.game, seat));
                let why = match self.game.undos_left(seat.other()) {
                    0 => format!(
                        ", as {before} has taken back {UNDOS_MAX} moves, the most there are"
                    ),
                    _ => String::new(),
                };
                Some(format!(
                    "before the last key {name} should be asked for a column{why}; the program \
                     printed: {words}"
                ))
            }
            _ if !self.is_fresh => Some("no grid was printed after the last key".to_owned()),
            Some(FourRowEvent::Placed { cell, .. })
                if is_first && shown[*cell] != expected[*cell] =>
            {
                Some(
                    "if it is not player 1 who starts, an adapter can say so: `first = 2`, or \
                 `first = 0` for chance, below `[rules]`"
                        .to_owned(),
                )
            }
            _ => None,
        }
    }

    /// The game is over, but the program asks for a key.
    pub(super) fn went_on(&self) -> CaseFailure {
        let after = self.after_keys();
        let reason = match self.game.ending() {
            Some(FourRowEnding::Won(seat)) => format!(
                "{} has four in a row, {}",
                name(self.game, seat),
                FourLine::made_in(self.game.position()).first().map_or(String::new(), in_words)
            ),
            Some(FourRowEnding::LostByViolations(seat)) => {
                format!("{} had no trial left and loses", name(self.game, seat))
            }
            _ => "no slot is free, which is a tie".to_owned(),
        };
        let summary = format!("{after} {reason}; the game is over, but the program asks for a key");
        self.failure(FailureKind::Ending, summary)
    }

    /// The program ends in time, but says the wrong thing.
    pub(super) fn said_otherwise(
        &self,
        ending: FourRowEnding,
        claim: Option<GameClaim>,
        said: &str,
    ) -> CaseFailure {
        let right = ends(self.game, ending);
        let wrong = claims::describe(claim, said);
        let after = self.after_keys();
        let summary = format!("{after} the end should be: {right}; but the program says {wrong}");
        let failure = self.failure(FailureKind::Wrong, summary);
        if claim.is_none() && !said.is_empty() {
            failure.advising(claims::OTHER_WORDS)
        } else {
            failure
        }
    }

    /// A runtime error, a hang or a flood, with the keys that led to it.
    pub(super) fn explain_mishap(&self, failure: CaseFailure) -> CaseFailure {
        let summary = format!("{}, {}", failure.summary, self.after_keys());
        let expected = self.failure(failure.kind, String::new()).expected;
        CaseFailure { summary, expected, ..failure }
    }

    /// The error in the grid, in words.
    pub(super) fn explain_grid(&self, shown: Option<&BoardText>) -> String {
        let after = self.after_keys();
        let Some(shown) = shown else {
            return format!(
                "{after} no grid can be found in the output: six lines of seven slots each, such \
                 as `* * O X * * *`"
            );
        };
        let expected = self.game.grid();
        let differing: Vec<usize> =
            (0..expected.len()).filter(|cell| expected[*cell] != shown[*cell]).collect();
        match *self.events.first().unwrap_or(&FourRowEvent::GridShown) {
            FourRowEvent::Placed { seat, cell } if differing.contains(&cell) => {
                // The same token in a slot that should be free is most likely the move itself, at
                // the wrong place.
                let elsewhere = differing.iter().copied().find(|other| {
                    *other != cell && expected[*other] == b'*' && shown[*other] == expected[cell]
                });
                let fact = match (shown[cell], elsewhere) {
                    (b'*', Some(other)) => format!("it is in {}", slot(other)),
                    (b'*', None) => "that slot is free in the grid".to_owned(),
                    (other, _) => format!("the grid shows {} there", char::from(other)),
                };
                let token = char::from(expected[cell]);
                let number = seat.number();
                format!(
                    "{after} the {token} of player {number} should be in {}, but {fact}",
                    slot(cell)
                )
            }
            FourRowEvent::TakenBack { cell, .. } if differing.contains(&cell) => {
                let token = char::from(shown[cell]);
                format!(
                    "{after} {} should be free again, but the grid shows {token} there",
                    slot(cell)
                )
            }
            FourRowEvent::Violated { violation, .. } => {
                let why = match violation {
                    KeyViolation::NotAColumn => "is not a column",
                    KeyViolation::ColumnFull => "is a full column",
                };
                let key = self.keys.last().map_or(' ', |key| char::from(*key));
                format!("{after} the grid should be as before, because {key} {why}, but it changed")
            }
            _ => {
                let first = differing.first().copied().unwrap_or_default();
                let (right, wrong) = (content(expected[first]), content(shown[first]));
                format!(
                    "{after} {} should be {right}, but the grid shows {wrong} there",
                    slot(first)
                )
            }
        }
    }

    fn after_keys(&self) -> String {
        let all = super::spelled(self.keys);
        match all.len() {
            0 => "before the first key".to_owned(),
            1 => format!("after the key {}", all[0]),
            2..=KEYS_MAX => format!("after the keys {}", all.join(" ")),
            count if count == self.total => format!("after these {count} keys"),
            count => format!("after the first {count} keys"),
        }
    }
}

impl FourInARowChecker {
    /// The keys of a case, and what they mean.
    pub(super) fn keys_in_words(&self, keys: &[u8]) -> String {
        let mut lines = vec![format!("keys: {}", super::spelled(keys).join(" "))];
        let mut game = self.game(self.starters[0], &[]);
        let mut moves = Vec::new();
        for step in self.steps(keys) {
            let key = char::from(step.key());
            let token = match game.question() {
                Some(FourRowQuestion::Column(seat)) => char::from(game.token(seat).byte()),
                _ => ' ',
            };
            match step {
                GameStep::Token(b'1') => lines.push(format!("token: {key}, player 1 has O")),
                GameStep::Token(b'2') => lines.push(format!("token: {key}, player 1 has X")),
                GameStep::Token(_) => lines.push(format!("token: {key}, refused")),
                GameStep::Wrong(_) => moves.push(format!("{token} {key} (not possible)")),
                GameStep::Move { is_undone: true, .. } => {
                    moves.push(format!("{token} {key} (taken back)"));
                }
                GameStep::Move { .. } => moves.push(format!("{token} {key}")),
            }
            for key in step.keys(&game) {
                game.press(key);
            }
        }
        // Where chance decides who starts, the tokens of the moves are the program's choice.
        if self.starters.len() == 1 && !moves.is_empty() {
            let rows: Vec<String> = moves.chunks(MOVES_IN_LINE).map(|row| row.join(", ")).collect();
            lines.push(format!("moves: {}", rows.join(",\n       ")));
        }
        lines.join("\n")
    }
}

fn asks(game: &FourRowGame, question: FourRowQuestion) -> String {
    match question {
        FourRowQuestion::Token => "asks player 1 for a token".to_owned(),
        FourRowQuestion::Column(seat) => format!("asks {} for a column", name(game, seat)),
        FourRowQuestion::Undo(seat) => format!("asks {} whether to take it back", name(game, seat)),
    }
}

fn ends(game: &FourRowGame, ending: FourRowEnding) -> String {
    match ending {
        FourRowEnding::Won(seat) => format!("{} wins", name(game, seat)),
        FourRowEnding::LostByViolations(seat) => format!("{} loses", name(game, seat)),
        FourRowEnding::Tie => "a tie".to_owned(),
    }
}

fn name(game: &FourRowGame, seat: PlayerSeat) -> String {
    format!("player {} ({})", seat.number(), char::from(game.token(seat).byte()))
}

/// The cells of a line, with columns and rows as the grid shows them.
fn in_words(line: &FourLine) -> String {
    let [(first, low), .., (last, high)] = line.cells;
    // Rows are counted from the bottom inside and from the top on the screen.
    let (top, bottom) = (6 - low.max(high), 6 - low.min(high));
    match line.direction() {
        LineDirection::Across => {
            format!("in row {top} (from the top), columns {} to {}", first + 1, last + 1)
        }
        LineDirection::Upright => format!("in column {}, rows {top} to {bottom}", first + 1),
        LineDirection::Rising | LineDirection::Falling => format!(
            "diagonally from column {}, row {}, to column {}, row {}",
            first + 1,
            6 - low,
            last + 1,
            6 - high
        ),
    }
}

pub(super) fn slot(cell: usize) -> String {
    let column = cell % 7 + 1;
    match cell / 7 + 1 {
        1 => format!("the top row of column {column}"),
        6 => format!("the bottom row of column {column}"),
        row => format!("row {row} (from the top) of column {column}"),
    }
}

pub(super) fn content(cell: u8) -> String {
    if cell == b'*' { "free".to_owned() } else { char::from(cell).to_string() }
}
