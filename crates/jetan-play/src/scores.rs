//! The best scores: a short list for each game and class.

use jetan_games::GameTitle;
use jetan_order::SharedSort;
use toml::{Table, Value};

use crate::game::BestScore;
use crate::record::{BadRecord, PlayRecord, bad, parse_versioned, take};

/// Scores kept for each class.
pub const PER_CLASS: usize = 5;
/// Classes kept; there are hardly more to play.
const CLASSES_MAX: usize = 500;

/// A score in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreEntry {
    /// The game whose scores these are.
    pub game: GameTitle,
    /// The score and its class.
    pub best: BestScore,
    /// The seed of that game.
    pub seed: u64,
}

/// The list, the best of a class first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HighScores {
    entries: Vec<ScoreEntry>,
}

impl HighScores {
    /// All entries, game by game, class by class, the best first.
    pub fn entries(&self) -> &[ScoreEntry] {
        &self.entries
    }

    /// The best score of a class.
    pub fn best(&self, game: GameTitle, class: &str) -> Option<&ScoreEntry> {
        self.entries.iter().find(|entry| entry.game == game && entry.best.class == class)
    }

    /// Enters a score; the same game twice is one entry. True if it is the best of its class and
    /// there were others before, or it is the first.
    pub fn enter(&mut self, entry: ScoreEntry) -> bool {
        // Asked before the entry is added: afterwards it would be compared with itself.
        let is_best = self
            .best(entry.game, &entry.best.class)
            .is_none_or(|best| is_better(&entry.best, &best.best));
        // A game that is resumed after its end reports it again; the same score with the same seed
        // is the same game.
        if !self.entries.contains(&entry) {
            self.entries.push(entry);
            self.arrange();
        }
        is_best
    }

    /// Takes over what another list has.
    pub fn merge(&mut self, other: HighScores) {
        for entry in other.entries {
            self.enter(entry);
        }
    }

    /// The list as TOML.
    pub fn to_text(&self) -> String {
        let row = |entry: &ScoreEntry| {
            let mut row = Table::new();
            let mut put = |field: &str, value: Value| drop(row.insert(field.to_owned(), value));
            put("game", Value::String(entry.game.typed().to_owned()));
            put("class", Value::String(entry.best.class.clone()));
            put("value", Value::Integer(i64::try_from(entry.best.value).unwrap_or(i64::MAX)));
            put("shown", Value::String(entry.best.shown.clone()));
            // As text, because TOML's integers are signed and seeds are not.
            put("seed", Value::String(entry.seed.to_string()));
            if entry.best.is_lower_better {
                put("lower-is-better", Value::Boolean(true));
            }
            Value::Table(row)
        };
        let mut table = Table::new();
        table.insert("version".to_owned(), Value::Integer(PlayRecord::VERSION));
        table.insert("best".to_owned(), Value::Array(self.entries.iter().map(row).collect()));
        table.to_string()
    }

    /// Reads what [`HighScores::to_text`] wrote.
    pub fn parse(text: &str) -> Result<HighScores, BadRecord> {
        let mut table = parse_versioned(text)?;
        let rows = match take(&mut table, "best") {
            None => Vec::new(),
            Some(Value::Array(rows)) => rows,
            Some(_) => return Err(bad("best", "it must be a list of tables")),
        };
        let mut scores = HighScores::default();
        for row in rows {
            let Value::Table(row) = row else {
                return Err(bad("best", "it must be a list of tables"));
            };
            scores.entries.push(entry(row)?);
        }
        // Sorted and cut again: the file may have been edited by hand, and `best` relies on the
        // order.
        scores.arrange();
        Ok(scores)
    }

    fn arrange(&mut self) {
        self.entries.shared_sort_by(|a, b| {
            // Cloning for each comparison is affordable: the list is cut to 2,500 entries.
            let class = |entry: &ScoreEntry| (entry.game, entry.best.class.clone());
            let key = |best: &BestScore| {
                // Subtracting from the maximum turns the order round; negating would need a signed
                // type.
                if best.is_lower_better { best.value } else { u64::MAX - best.value }
            };
            class(a).cmp(&class(b)).then(key(&a.best).cmp(&key(&b.best)))
        });
        let (mut class, mut rank, mut classes) = (None, 0, 0);
        self.entries.retain(|entry| {
            let this = Some((entry.game, entry.best.class.clone()));
            rank = if this == class { rank + 1 } else { 0 };
            classes += usize::from(this != class);
            class = this;
            rank < PER_CLASS && classes <= CLASSES_MAX
        });
    }
}

fn is_better(one: &BestScore, other: &BestScore) -> bool {
    if one.is_lower_better { one.value < other.value } else { one.value > other.value }
}

fn entry(mut row: Table) -> Result<ScoreEntry, BadRecord> {
    let mut word = |field: &str| match take(&mut row, field) {
        Some(Value::String(word)) => Ok(word),
        _ => Err(bad(&format!("best.{field}"), "it must be a string")),
    };
    let typed = word("game")?;
    let game = GameTitle::from_typed(&typed);
    let game = game.ok_or_else(|| bad("best.game", format!("`{typed}` is not a game")))?;
    let (class, shown) = (word("class")?, word("shown")?);
    let seed = word("seed")?.parse().map_err(|_| bad("best.seed", "it must be a number"))?;
    let value = match take(&mut row, "value") {
        Some(Value::Integer(value)) if value >= 0 => value as u64,
        _ => return Err(bad("best.value", "it must be a number")),
    };
    // Anything but `true` counts as false: a wrong direction only turns the order of a class round.
    let is_lower_better = matches!(take(&mut row, "lower-is-better"), Some(Value::Boolean(true)));
    Ok(ScoreEntry { game, best: BestScore { class, value, is_lower_better, shown }, seed })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(game: GameTitle, class: &str, value: u64, is_lower_better: bool) -> ScoreEntry {
        let shown = format!("<{value}>");
        let best = BestScore { class: class.to_owned(), value, is_lower_better, shown };
        ScoreEntry { game, best, seed: u64::MAX - value }
    }

    #[test]
    fn the_best_come_first_and_few_are_kept() {
        let mut scores = HighScores::default();
        let firsts = [5, 9, 2, 9, 7, 1, 8].map(|value| {
            let time = score(GameTitle::Sudoku, "9x9 easy", value, true);
            (scores.enter(score(GameTitle::Twenty48, "a", value, false)), scores.enter(time))
        });
        let expected = [
            (true, true),
            (true, false),
            (false, true),
            (false, false),
            (false, false),
            (false, true),
            (false, false),
        ];
        assert_eq!(firsts, expected);
        let values: Vec<u64> = scores.entries().iter().map(|entry| entry.best.value).collect();
        assert_eq!(values, [1, 2, 5, 7, 8, 9, 8, 7, 5, 2]);
        assert_eq!(
            scores.best(GameTitle::Sudoku, "9x9 easy").map(|entry| entry.best.value),
            Some(1)
        );
        assert_eq!(scores.best(GameTitle::Sudoku, "9x9 hard"), None);
    }

    #[test]
    fn a_list_is_read_as_it_was_written() {
        let mut scores = HighScores::default();
        scores.enter(score(GameTitle::Twenty48, "with \"quotes\" and\nlines", 3, false));
        scores.enter(score(GameTitle::Sudoku, "4x4", 3000, true));
        assert_eq!(HighScores::parse(&scores.to_text()), Ok(scores));
        assert_eq!(HighScores::parse("version = 1"), Ok(HighScores::default()));
    }

    #[test]
    fn a_wrong_list_is_told_what_is_wrong() {
        let check = |text: &str, message: &str| {
            assert_eq!(HighScores::parse(text).expect_err(text).to_string(), message);
        };
        check("", "field `version`: it is missing");
        check("version = 2", "a later version of Jetan wrote it (form 2)");
        check("version = 1\nbest = 3", "field `best`: it must be a list of tables");
        check("version = 1\n[[best]]\ngame = \"go\"", "field `best.game`: `go` is not a game");
        check(
            "version = 1\n[[best]]\ngame = \"2048\"\nclass = \"\"\nshown = \"\"\nseed = \"x\"",
            "field `best.seed`: it must be a number",
        );
    }
}
