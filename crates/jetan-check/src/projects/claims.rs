//! A program's claim about the winner of a game, read from its output.

use crate::adapter::AdapterOutput;

/// A program's claim about the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameClaim {
    /// This player has won; none if it does not say which.
    Won(Option<u8>),
    /// This player has lost.
    Lost(Option<u8>),
    /// Nobody has won.
    Tie,
}

/// The help for an end that was not understood.
pub(super) const OTHER_WORDS: &str = "if the program says it in other words, an adapter can name \
                                      them: `win` and `tie` below `[output]`";

/// A program's claim about the end, after "the program says".
pub(super) fn describe(claim: Option<GameClaim>, said: &str) -> String {
    let number = |who: Option<u8>| who.map_or("somebody".to_owned(), |who| format!("player {who}"));
    match claim {
        Some(GameClaim::Won(who)) => format!("that {} wins", number(who)),
        Some(GameClaim::Lost(who)) => format!("that {} loses", number(who)),
        Some(GameClaim::Tie) => "that nobody wins".to_owned(),
        None if said.is_empty() => "nothing".to_owned(),
        None => "nothing about that".to_owned(),
    }
}

/// The words of a course beside the usual ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClaimWords {
    win: Vec<String>,
    tie: Vec<String>,
}

impl ClaimWords {
    /// The usual words and those of an adapter.
    pub(crate) fn new(output: &AdapterOutput) -> ClaimWords {
        let lower = |words: &[String]| words.iter().map(|word| word.to_lowercase()).collect();
        ClaimWords { win: lower(&output.win), tie: lower(&output.tie) }
    }

    /// Everything that a text says about the end. `letters` are those of player 1 and 2, if the
    /// players have letters.
    pub(crate) fn claims(&self, text: &str, letters: Option<[char; 2]>) -> Vec<GameClaim> {
        let mut claims = Vec::new();
        for line in text.lines() {
            let line = line.to_lowercase();
            // A player who is named anywhere in the line is meant by a sentence that names none.
            let named: Vec<u8> = words(&line).filter_map(|word| player(word, letters)).collect();
            let in_line = named.first().copied().filter(|first| named.iter().all(|p| p == first));
            for sentence in line.split(['.', '!', '?', ';']) {
                self.in_sentence(sentence, letters, in_line, &mut claims);
            }
        }
        // Only if nothing else was claimed: many programs report a full column in the middle of a
        // game.
        if claims.is_empty() && words(&text.to_lowercase()).any(|word| word == "full") {
            claims.push(GameClaim::Tie);
        }
        claims
    }

    fn in_sentence(
        &self,
        sentence: &str,
        letters: Option<[char; 2]>,
        in_line: Option<u8>,
        claims: &mut Vec<GameClaim>,
    ) {
        let all: Vec<&str> = words(sentence).collect();
        // Phrases of the course first, because they may contain a usual word for winning.
        if self.tie.iter().any(|phrase| sentence.contains(phrase.as_str())) {
            claims.push(GameClaim::Tie);
            return;
        }
        let is_nobody = |idx: usize| {
            let before = all[..idx].iter().rev().take(3);
            before.clone().any(|word| matches!(*word, "nobody" | "noone" | "neither" | "none"))
                || before.clone().next() == Some(&"no")
                || before.clone().nth(1) == Some(&"no")
                || all[..idx].contains(&"neither")
        };
        for (idx, word) in all.iter().enumerate() {
            // A player named before the word is preferred: "player 2 wins because player 1 lost".
            let before = all[..idx].iter().rev().find_map(|word| player(word, letters));
            let behind = all[idx..].iter().find_map(|word| player(word, letters));
            // The line counts last: "Congratulations Player 1! You win!" names the player in
            // another sentence.
            let who = before.or(behind).or(in_line);
            let claim = match *word {
                "tie" | "tied" | "ties" | "draw" | "drawn" | "draws" | "stalemate" => {
                    GameClaim::Tie
                }
                _ if self.is_win(word) && is_nobody(idx) => GameClaim::Tie,
                _ if self.is_win(word) => GameClaim::Won(who),
                "lose" | "loses" | "lost" | "loser" | "loss" | "defeated" => GameClaim::Lost(who),
                _ => continue,
            };
            claims.push(claim);
        }
        let has_words = claims.iter().any(|claim| matches!(claim, GameClaim::Won(_)));
        // A phrase of the course may contain a word that was already understood; the claim would be
        // counted twice.
        if !has_words && self.win.iter().any(|phrase| sentence.contains(phrase.as_str())) {
            claims.push(GameClaim::Won(
                all.iter().find_map(|word| player(word, letters)).or(in_line),
            ));
        }
    }

    fn is_win(&self, word: &str) -> bool {
        let usual =
            ["win", "wins", "won", "winner", "victory", "victorious", "winning", "champion"];
        usual.contains(&word)
            || word.starts_with("congrat")
            || self.win.iter().any(|own| own == word)
    }
}

/// The words of a lower-case text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The player that a word means.
fn player(word: &str, letters: Option<[char; 2]>) -> Option<u8> {
    match word {
        "1" | "one" | "p1" | "player1" | "first" => return Some(1),
        "2" | "two" | "p2" | "player2" | "second" => return Some(2),
        _ => {}
    }
    let mut characters = word.chars();
    let (letter, None) = (characters.next()?, characters.next()) else { return None };
    // The text is in lower case here, the letters of players are not.
    let at = letters?.iter().position(|own| own.to_ascii_lowercase() == letter)?;
    Some(at as u8 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<GameClaim> {
        ClaimWords::default().claims(text, Some(['O', 'X']))
    }

    #[test]
    fn the_usual_ways_to_say_it_are_understood() {
        use GameClaim::{Lost, Tie, Won};
        for (text, expected) in [
            ("Player 1 (O) wins.", vec![Won(Some(1))]),
            ("The winner is player 2!", vec![Won(Some(2))]),
            ("Congratulations Player 1! You win!", vec![Won(Some(1)), Won(Some(1))]),
            ("X wins", vec![Won(Some(2))]),
            ("PLAYER TWO HAS WON", vec![Won(Some(2))]),
            ("You win", vec![Won(None)]),
            ("Player 1 has no trials left and loses.", vec![Lost(Some(1))]),
            ("Player 2 wins because player 1 lost", vec![Won(Some(2)), Lost(Some(1))]),
            ("It is a tie: no slot is free.", vec![Tie]),
            ("No winner", vec![Tie]),
            ("Nobody has won.", vec![Tie]),
            ("Neither player 1 nor player 2 wins", vec![Tie]),
            ("The board is full, game over", vec![Tie]),
            ("Undos left: player 1 has 3, player 2 has 3\nYou won", vec![Won(None)]),
            ("1 2 3 4 5 6 7\n\nPlayer 2, choose", vec![]),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn a_course_can_have_words_of_its_own() {
        let output = AdapterOutput {
            win: vec!["venceu".to_owned(), "fin de partida".to_owned()],
            tie: vec!["Empate".to_owned()],
            ..AdapterOutput::default()
        };
        let words = ClaimWords::new(&output);
        assert_eq!(words.claims("O jogador 2 venceu", None), [GameClaim::Won(Some(2))]);
        assert_eq!(words.claims("Fin de partida: 1", None), [GameClaim::Won(Some(1))]);
        assert_eq!(words.claims("EMPATE", None), [GameClaim::Tie]);
    }

    #[test]
    fn no_text_is_too_strange() {
        let mut rng = jetan_games::rng::Rng::new(3);
        for _ in 0..2000 {
            let bytes: Vec<u8> = (0..rng.below(80)).map(|_| rng.below(256) as u8).collect();
            read(&String::from_utf8_lossy(&bytes));
        }
    }
}
