//! The store of saved games, and one in memory for hosts that have no other.

use std::collections::BTreeMap;

use jetan_games::GameTitle;
use jetan_play::record::PlayRecord;
use jetan_play::scores::{HighScores, ScoreEntry};

/// Replays that a list has of a game.
pub const LISTED_MAX: usize = 10;
/// Replays that a place in memory keeps of all games.
const REPLAYS_MAX: usize = 50;

/// The saved games and scores that were found, and messages about them.
#[derive(Clone, Debug, Default)]
pub struct StoredGames {
    /// The saved games, at most one of each.
    pub saved: Vec<PlayRecord>,
    /// The best scores.
    pub scores: HighScores,
    /// Errors, a sentence each.
    pub troubles: Vec<String>,
}

/// A store of saved games. Errors are sentences for the player, each told once.
pub trait SavedGameStore: Send {
    /// Looks what is there.
    fn load(&mut self) -> StoredGames;

    /// Recorded games of a name, with the word that [`SavedGameStore::replay`] takes, the newest
    /// first; at most [`LISTED_MAX`].
    fn replays(&mut self, game: GameTitle) -> Vec<(String, PlayRecord)>;

    /// One of them.
    fn replay(&mut self, id: &str) -> Option<PlayRecord>;

    /// Keeps a game to be taken up later. One that it replaces and that it does not continue stays
    /// as a replay.
    fn save(&mut self, record: &PlayRecord) -> Result<(), String>;

    /// Forgets a saved game.
    fn forget(&mut self, game: GameTitle) -> Result<(), String>;

    /// The game is put away: somebody else may go on with it.
    fn release(&mut self, game: GameTitle);

    /// Keeps a game to be watched again.
    fn keep_replay(&mut self, record: &PlayRecord) -> Result<(), String>;

    /// Keeps a score.
    fn add_score(&mut self, score: ScoreEntry) -> Result<(), String>;
}

/// Games that are kept as long as this lives.
#[derive(Clone, Debug, Default)]
pub struct InMemoryStore {
    saved: BTreeMap<GameTitle, PlayRecord>,
    scores: HighScores,
    replays: Vec<(u64, PlayRecord)>,
    kept: u64,
}

impl SavedGameStore for InMemoryStore {
    fn load(&mut self) -> StoredGames {
        let saved = self.saved.values().cloned().collect();
        StoredGames { saved, scores: self.scores.clone(), troubles: Vec::new() }
    }

    fn replays(&mut self, game: GameTitle) -> Vec<(String, PlayRecord)> {
        // Kept in the order of time, listed the other way round: the newest is the one people look
        // for.
        let found = self.replays.iter().rev().filter(|(_, record)| record.game == game);
        found.take(LISTED_MAX).map(|(id, record)| (id.to_string(), record.clone())).collect()
    }

    fn replay(&mut self, id: &str) -> Option<PlayRecord> {
        let found = self.replays.iter().find(|(number, _)| number.to_string() == id);
        found.map(|(_, record)| record.clone())
    }

    fn save(&mut self, record: &PlayRecord) -> Result<(), String> {
        // Saved first. If the one before it was another game, it is not lost: a player who begins a
        // new game by mistake finds it among the replays.
        let replaced = self.saved.insert(record.game, record.clone());
        match replaced.filter(|earlier| !record.continues(earlier)) {
            Some(other) => self.keep_replay(&other),
            None => Ok(()),
        }
    }

    fn forget(&mut self, game: GameTitle) -> Result<(), String> {
        self.saved.remove(&game);
        Ok(())
    }

    fn release(&mut self, _game: GameTitle) {}

    fn keep_replay(&mut self, record: &PlayRecord) -> Result<(), String> {
        self.kept += 1;
        self.replays.push((self.kept, record.clone()));
        // The oldest go, of whatever game; ids are counted and never used again, so that a list of
        // the client stays right.
        let surplus = self.replays.len().saturating_sub(REPLAYS_MAX);
        self.replays.drain(..surplus);
        Ok(())
    }

    fn add_score(&mut self, score: ScoreEntry) -> Result<(), String> {
        self.scores.enter(score);
        Ok(())
    }
}
