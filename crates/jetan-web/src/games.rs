//! Saved games, replays and scores as rows of the browser's storage, each a key and a text.

use std::collections::BTreeMap;

use jetan_games::GameTitle;
use jetan_play::record::PlayRecord;
use jetan_play::scores::{HighScores, ScoreEntry};
use jetan_workbench::game_store::{LISTED_MAX, SavedGameStore, StoredGames};

use crate::random::TabRandom;

/// Replays of a game that are kept; then the oldest goes.
const REPLAYS_MAX: usize = 50;
/// The row of the scores.
const SCORES: &str = "scores";

/// A row that the storage is to write, or to remove if there is no text.
pub(crate) type RowChange = (String, Option<String>);

/// The rows, and those that the storage does not have yet.
#[derive(Debug)]
pub(crate) struct BrowserGames {
    rows: BTreeMap<String, String>,
    changes: Vec<RowChange>,
    random: TabRandom,
}

impl BrowserGames {
    pub(crate) fn new(random: TabRandom) -> BrowserGames {
        BrowserGames { rows: BTreeMap::new(), changes: Vec::new(), random }
    }

    /// Takes over a row of the storage, which another tab may have written; none is one that was
    /// removed.
    pub(crate) fn put(&mut self, key: &str, text: Option<&str>) {
        let Some(text) = text else {
            self.rows.remove(key);
            return;
        };
        if text.len() > PlayRecord::TEXT_BYTES_MAX {
            return;
        }
        // Two tabs add scores to the same row; each keeps its own beside the other's.
        let own = self.rows.get(key).filter(|_| key == SCORES).map(|own| HighScores::parse(own));
        let merged = match (own, HighScores::parse(text)) {
            (Some(Ok(mut own)), Ok(others)) => {
                own.merge(others);
                own.to_text()
            }
            _ => text.to_owned(),
        };
        self.rows.insert(key.to_owned(), merged);
    }

    /// The rows that have changed since the last call.
    pub(crate) fn take_changes(&mut self) -> Vec<RowChange> {
        std::mem::take(&mut self.changes)
    }

    fn write(&mut self, key: String, text: String) {
        self.rows.insert(key.clone(), text.clone());
        self.changes.push((key, Some(text)));
    }

    fn erase(&mut self, key: &str) {
        if self.rows.remove(key).is_some() {
            self.changes.push((key.to_owned(), None));
        }
    }

    fn saved(&self, game: GameTitle) -> Option<Result<PlayRecord, String>> {
        let text = self.rows.get(&saved_key(game))?;
        Some(match PlayRecord::parse(text) {
            Ok(record) if record.game == game => Ok(record),
            Ok(other) => Err(format!("it holds a game of {}", other.game.title())),
            Err(bad) => Err(bad.to_string()),
        })
    }

    /// Gives a row that cannot be read another name, so that nothing overwrites it.
    fn set_aside(&mut self, key: &str, why: &str) -> String {
        let aside = format!("damaged/{key}-{:04x}", self.random.next() & 0xffff);
        if let Some(text) = self.rows.get(key).cloned() {
            self.write(aside.clone(), text);
            self.erase(key);
        }
        format!("{key} is set aside as {aside}: {why}")
    }

    fn replay_keys(&self, game: GameTitle) -> Vec<String> {
        let prefix = format!("replay/{}/", game.typed());
        self.rows.keys().filter(|key| key.starts_with(&prefix)).cloned().collect()
    }
}

fn saved_key(game: GameTitle) -> String {
    format!("saved/{}", game.typed())
}

impl SavedGameStore for BrowserGames {
    fn load(&mut self) -> StoredGames {
        let mut found = StoredGames::default();
        for game in GameTitle::ALL {
            match self.saved(game) {
                Some(Ok(record)) => found.saved.push(record),
                Some(Err(why)) => found.troubles.push(self.set_aside(&saved_key(game), &why)),
                None => {}
            }
        }
        match self.rows.get(SCORES).map(|text| HighScores::parse(text)) {
            Some(Ok(scores)) => found.scores = scores,
            Some(Err(bad)) => found.troubles.push(self.set_aside(SCORES, &bad.to_string())),
            None => {}
        }
        found
    }

    fn replays(&mut self, game: GameTitle) -> Vec<(String, PlayRecord)> {
        let keys = self.replay_keys(game);
        let newest = keys.into_iter().rev().take(LISTED_MAX);
        newest.filter_map(|key| Some((key.clone(), self.replay(&key)?))).collect()
    }

    fn replay(&mut self, id: &str) -> Option<PlayRecord> {
        let text = self.rows.get(id).filter(|_| id.starts_with("replay/"))?;
        PlayRecord::parse(text).ok()
    }

    fn save(&mut self, record: &PlayRecord) -> Result<(), String> {
        if let Some(Ok(other)) = self.saved(record.game)
            && !record.continues(&other)
        {
            self.keep_replay(&other)?;
        }
        self.write(saved_key(record.game), record.to_text());
        Ok(())
    }

    fn forget(&mut self, game: GameTitle) -> Result<(), String> {
        self.erase(&saved_key(game));
        Ok(())
    }

    fn release(&mut self, _game: GameTitle) {}

    fn keep_replay(&mut self, record: &PlayRecord) -> Result<(), String> {
        let keys = self.replay_keys(record.game);
        let number = |key: &String| key.rsplit('/').next()?.split('-').next()?.parse::<u64>().ok();
        let next = keys.iter().filter_map(number).max().map_or(1, |last| last.saturating_add(1));
        // The digits after the number keep two tabs apart that take the same one.
        let chance = self.random.next() & 0xffff;
        let game = record.game.typed();
        self.write(format!("replay/{game}/{next:010}-{chance:04x}"), record.to_text());
        let surplus = (keys.len() + 1).saturating_sub(REPLAYS_MAX);
        for old in &keys[..surplus.min(keys.len())] {
            self.erase(old);
        }
        Ok(())
    }

    fn add_score(&mut self, score: ScoreEntry) -> Result<(), String> {
        let known = self.rows.get(SCORES).and_then(|text| HighScores::parse(text).ok());
        let mut scores = known.unwrap_or_default();
        scores.enter(score);
        self.write(SCORES.to_owned(), scores.to_text());
        Ok(())
    }
}
