//! The input for the keys of the document, for programs that ask for the same in other words.

use jetan_games::connect4::four_in_a_row::{FourRowGame, FourRowQuestion};

use crate::adapter::AdapterInput;

/// A key that is wrong wherever a digit is asked for.
const WRONG: char = '9';

/// The way a program wants tokens, columns and answers typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InputDialect {
    /// For O and for X.
    tokens: [String; 2],
    /// For taking a move back and for keeping it. If nothing is typed to keep it, taking back is a
    /// column of its own, in place of the next move.
    undo: [String; 2],
    /// The number of the leftmost column.
    first_column: u8,
}

impl Default for InputDialect {
    /// The dialect of the course's document.
    fn default() -> InputDialect {
        InputDialect { tokens: pair("1", "2"), undo: pair("y", "n"), first_column: 1 }
    }
}

fn pair(one: &str, two: &str) -> [String; 2] {
    [one.to_owned(), two.to_owned()]
}

impl InputDialect {
    /// The dialect of an adapter, and the document's otherwise.
    pub(super) fn of(input: &AdapterInput) -> InputDialect {
        let usual = InputDialect::default();
        InputDialect {
            tokens: input.tokens.clone().unwrap_or(usual.tokens),
            undo: input.undo.clone().unwrap_or(usual.undo),
            first_column: input.first_column.unwrap_or(usual.first_column),
        }
    }

    /// The same with columns counted from 0.
    fn counting_from_zero(&self) -> InputDialect {
        InputDialect { first_column: 0, ..self.clone() }
    }

    /// Every way to talk that leaves alone what the adapter says, this one first.
    pub(super) fn all_others(&self, input: &AdapterInput) -> Vec<InputDialect> {
        let mut ways = vec![self.clone()];
        if input.first_column.is_none() {
            ways.push(self.counting_from_zero());
        }
        if input.tokens.is_none() {
            // Collected first: `ways` grows while every combination of what is there is made.
            let others: Vec<InputDialect> =
                ways.iter().flat_map(InputDialect::with_other_tokens).collect();
            ways.extend(others);
        }
        if input.undo.is_none() {
            let others: Vec<InputDialect> =
                ways.iter().flat_map(InputDialect::with_other_answers).collect();
            ways.extend(others);
        }
        ways
    }

    /// The same with other words for the tokens.
    pub(super) fn with_other_tokens(&self) -> Vec<InputDialect> {
        let others = [("1", "0"), ("0", "1"), ("O", "X"), ("o", "x")];
        let with = |(one, two)| InputDialect { tokens: pair(one, two), ..self.clone() };
        others.into_iter().map(with).collect()
    }

    /// The same with other answers to the question whether a move is taken back.
    pub(super) fn with_other_answers(&self) -> Vec<InputDialect> {
        // The number after the last column, whichever is the first.
        let column = if self.first_column == 0 { "7" } else { "8" };
        let others = [("1", "0"), (column, ""), ("1", "2"), ("Y", "N"), ("0", "")];
        let with = |(yes, no)| InputDialect { undo: pair(yes, no), ..self.clone() };
        others.into_iter().map(with).collect()
    }

    /// The input for each of some keys in a game; empty for a move that is kept without a
    /// word.
    pub(super) fn typed(&self, mut game: FourRowGame, keys: &[u8]) -> Vec<Option<String>> {
        let mut lines = Vec::new();
        for &key in keys {
            lines.push(match game.question() {
                Some(FourRowQuestion::Token) => Some(self.token(key)),
                Some(FourRowQuestion::Column(_)) => Some(self.column(key)),
                Some(FourRowQuestion::Undo(_)) => {
                    Some(self.answer(key)).filter(|line| !line.is_empty())
                }
                // After the end nothing is asked; the key is typed to see whether the program still
                // reads it.
                None => Some(char::from(key).to_string()),
            });
            game.press(key);
        }
        lines
    }

    fn is_undo_a_column(&self) -> bool {
        self.undo[1].is_empty()
    }

    fn token(&self, key: u8) -> String {
        match key {
            b'1' => self.tokens[0].clone(),
            b'2' => self.tokens[1].clone(),
            other => meaningless(other, &self.tokens),
        }
    }

    fn column(&self, key: u8) -> String {
        let typed = match (key, self.first_column) {
            (b'1'..=b'7', 0) => char::from(key - 1).to_string(),
            // 0 is a column here, so the key that is to be wrong becomes the number after the last
            // one.
            (b'0', 0) => '7'.to_string(),
            (other, _) => char::from(other).to_string(),
        };
        // A key that is to be wrong must not take a move back.
        let is_undo = self.is_undo_a_column() && typed == self.undo[0];
        if is_undo { WRONG.to_string() } else { typed }
    }

    fn answer(&self, key: u8) -> String {
        match key {
            // Where it is this letter, a program should take it in both cases.
            b'y' | b'Y' if self.undo[0] == "y" => char::from(key).to_string(),
            b'y' | b'Y' => self.undo[0].clone(),
            b'n' => self.undo[1].clone(),
            _ if self.is_undo_a_column() => String::new(),
            other => meaningless(other, &self.undo),
        }
    }

    /// The report's note about ways of typing that were found by trying, as lines of an adapter.
    pub(super) fn note(&self, input: &AdapterInput) -> Option<String> {
        let said = InputDialect::of(input);
        let quoted = |[one, two]: &[String; 2]| format!("[\"{one}\", \"{two}\"]");
        let mut lines = Vec::new();
        if self.tokens != said.tokens {
            lines.push(format!("`tokens = {}`", quoted(&self.tokens)));
        }
        if self.undo != said.undo {
            lines.push(format!("`undo = {}`", quoted(&self.undo)));
        }
        if self.first_column != said.first_column {
            lines.push(format!("`first-column = {}`", self.first_column));
        }
        let lines = Some(lines.join(", ")).filter(|lines| !lines.is_empty())?;
        Some(format!(
            "The program was understood as an adapter would say it with {lines} below `[input]`."
        ))
    }
}

/// A key that is to mean nothing, also where it would.
fn meaningless(key: u8, meant: &[String]) -> String {
    let typed = char::from(key).to_string();
    // Programs often take a word in both cases, so neither may be used as a word without meaning.
    let is_meant = meant.iter().any(|word| word.eq_ignore_ascii_case(&typed));
    if is_meant { WRONG.to_string() } else { typed }
}

#[cfg(test)]
mod tests {
    use jetan_games::connect4::four_in_a_row::{FirstMover, FourRowSettings};

    use super::*;

    fn typed(dialect: &InputDialect, keys: &str) -> String {
        let game = FourRowGame::new(FourRowSettings { trials: 3, first: FirstMover::One });
        let lines: Vec<String> =
            dialect.typed(game, keys.as_bytes()).into_iter().flatten().collect();
        lines.join(" ")
    }

    #[test]
    fn keys_are_typed_by_what_they_answer() {
        let usual = InputDialect::default();
        assert_eq!(typed(&usual, "214n0y"), "2 1 4 n 0 y");
        let zero = usual.counting_from_zero();
        assert_eq!(typed(&zero, "14n07y"), "1 3 n 7 6 y");
        let binary = InputDialect { tokens: pair("1", "0"), undo: pair("1", "0"), first_column: 1 };
        assert_eq!(typed(&binary, "024n5y5n"), "9 0 4 0 5 1 5 0");
        let note = binary.note(&AdapterInput::default()).expect("it differs");
        assert!(note.contains("`tokens = [\"1\", \"0\"]`, `undo = [\"1\", \"0\"]`"), "{note}");
        assert_eq!(usual.note(&AdapterInput::default()), None);
        let column = InputDialect { undo: pair("8", ""), ..usual };
        assert_eq!(typed(&column, "14n5y8q70"), "1 4 5 8 9 q 7");
        let note = column.note(&AdapterInput::default()).expect("it differs");
        assert!(note.contains("`undo = [\"8\", \"\"]`"), "{note}");
    }

    #[test]
    fn what_an_adapter_says_is_not_tried_otherwise() {
        let usual = InputDialect::default();
        let ways = usual.all_others(&AdapterInput::default());
        assert_eq!((ways.len(), &ways[0]), (2 * 5 * 6, &usual));
        let said = AdapterInput {
            tokens: Some(pair("1", "2")),
            undo: Some(pair("y", "n")),
            first_column: Some(1),
            ..AdapterInput::default()
        };
        assert_eq!(usual.all_others(&said), [usual]);
    }
}
