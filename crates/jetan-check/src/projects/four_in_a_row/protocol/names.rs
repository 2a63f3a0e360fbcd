//! The words by which a program names its players, learned from its questions for columns.

use std::collections::BTreeSet;

use crate::escapes::without_escapes;
use crate::projects::claims::{ClaimWords, GameClaim};

/// Lines of a question that are looked at, from its end.
const LINES_MAX: usize = 8;
/// Bytes of a question that are looked at, from its end.
const QUESTION_BYTES_MAX: usize = 2048;
/// Fewer questions of a player do not show which words are always the same.
const QUESTIONS_MIN: usize = 3;

/// A question for a column: who is asked, 0 for who moves first, and its lines in words, the last
/// line first.
#[derive(Clone, Debug)]
pub(super) struct ColumnQuestion {
    mover: usize,
    lines: Vec<Vec<String>>,
}

impl ColumnQuestion {
    pub(super) fn new(mover: usize, said: &[u8]) -> ColumnQuestion {
        let tail = &said[said.len().saturating_sub(QUESTION_BYTES_MAX)..];
        let text = without_escapes(&String::from_utf8_lossy(tail)).to_lowercase();
        let words = |line: &str| split_words(line).map(str::to_owned).collect::<Vec<_>>();
        let lines = text.lines().rev().map(words).filter(|words| !words.is_empty());
        ColumnQuestion { mover, lines: lines.take(LINES_MAX).collect() }
    }
}

/// The names of both players: words that stand in every question of one and in none of the other,
/// where the questions are otherwise the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlayerNames([BTreeSet<String>; 2]);

impl PlayerNames {
    /// The names, if the questions show them.
    pub(super) fn learn(questions: &[ColumnQuestion]) -> Option<PlayerNames> {
        (0..LINES_MAX).find_map(|line| {
            let of = |mover: usize| {
                let asked = questions.iter().filter(move |question| question.mover == mover);
                asked.map(|question| question.lines.get(line)).collect::<Option<Vec<_>>>()
            };
            PlayerNames::in_line(&of(0)?, &of(1)?)
        })
    }

    fn in_line(first: &[&Vec<String>], second: &[&Vec<String>]) -> Option<PlayerNames> {
        if first.len() < QUESTIONS_MIN || second.len() < QUESTIONS_MIN {
            return None;
        }
        let length = first[0].len();
        // Lines of another form may differ in any word, and not only in who is meant.
        if first.iter().chain(second).any(|words| words.len() != length) {
            return None;
        }
        let fixed = |lines: &[&Vec<String>], at: usize| {
            let word = &lines[0][at];
            lines.iter().all(|words| words[at] == *word).then(|| word.clone())
        };
        let mut names = [BTreeSet::new(), BTreeSet::new()];
        let mut common = BTreeSet::new();
        for at in 0..length {
            // A word that changes from question to question counts something.
            let (Some(one), Some(other)) = (fixed(first, at), fixed(second, at)) else { continue };
            if one == other {
                common.insert(one);
            } else {
                names[0].insert(one);
                names[1].insert(other);
            }
        }
        let both: Vec<String> = names[0].intersection(&names[1]).cloned().collect();
        for own in &mut names {
            own.retain(|word| !both.contains(word) && !common.contains(word));
        }
        names.iter().all(|own| !own.is_empty()).then_some(PlayerNames(names))
    }

    /// The player whom a text names as the winner, 0 for who moved first, and the line that does;
    /// none if no line names exactly one of them.
    pub(super) fn winner<'t>(
        &self,
        text: &'t str,
        words: &ClaimWords,
        letters: Option<[char; 2]>,
    ) -> Option<(usize, &'t str)> {
        text.lines().find_map(|line| {
            let claims = words.claims(line, letters);
            let is_won = |claim: &GameClaim| matches!(claim, GameClaim::Won(_));
            // A line that also names a loser names both players.
            if claims.is_empty() || !claims.iter().all(is_won) {
                return None;
            }
            let lower = line.to_lowercase();
            let named: BTreeSet<&str> = split_words(&lower).collect();
            let is_named = |own: &BTreeSet<String>| own.iter().any(|it| named.contains(&**it));
            match (is_named(&self.0[0]), is_named(&self.0[1])) {
                (true, false) => Some((0, line)),
                (false, true) => Some((1, line)),
                _ => None,
            }
        })
    }
}

/// The words of a text. A character that is not UTF-8 is one too: some tokens are.
fn split_words(text: &str) -> impl Iterator<Item = &str> {
    let is_in_word = |c: char| c.is_alphanumeric() || c == char::REPLACEMENT_CHARACTER;
    text.split(move |c: char| !is_in_word(c)).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapter::AdapterOutput;

    fn learned(questions: &[&str]) -> Option<PlayerNames> {
        let asked = questions.iter().enumerate();
        let asked: Vec<ColumnQuestion> =
            asked.map(|(at, text)| ColumnQuestion::new(at % 2, text.as_bytes())).collect();
        PlayerNames::learn(&asked)
    }

    fn winner(questions: [&str; 2], end: &str) -> Option<usize> {
        let names = learned(&questions.repeat(3))?;
        let words = ClaimWords::new(&AdapterOutput::default());
        names.winner(end, &words, Some(['X', 'O'])).map(|(who, _)| who)
    }

    #[test]
    fn a_winner_is_who_the_questions_name() {
        for (questions, end, who) in [
            (["Player 2 turn: ", "Player 1 turn: "], "The winner is Player 2\n", Some(0)),
            (["Player 2 turn: ", "Player 1 turn: "], "Game over! Player 1 wins!\n", Some(1)),
            (["x goes\ncolumn? ", "o goes\ncolumn? "], "O IS WINNER", Some(1)),
            (["Ann, move: ", "Bob, move: "], "YOU HAVE WON, Bob", Some(1)),
            // Both, nobody, or not about who has won.
            (["1 moves: ", "2 moves: "], "2 lost and 1 wins", None),
            (["1 moves: ", "2 moves: "], "Player 1 wins in 2 moves", None),
            (["1 moves: ", "2 moves: "], "You win", None),
            (["1 moves: ", "2 moves: "], "It is a tie, 1 point each", None),
            // The questions name nobody, or differ in more than a name.
            (["Your move: ", "Your move: "], "Player 1 wins", None),
            (["It is now your turn, x: ", "o plays: "], "You win now", None),
        ] {
            assert_eq!(winner(questions, end), who, "{questions:?} {end}");
        }
    }

    #[test]
    fn numbers_that_count_are_not_names() {
        let counted: Vec<String> = (1..9).map(|turn| format!("Turn {turn}, column: ")).collect();
        let counted: Vec<&str> = counted.iter().map(String::as_str).collect();
        assert_eq!(learned(&counted), None);
        assert_eq!(learned(&["Player 1: ", "Player 2: "]), None, "too few to know");
    }
}
