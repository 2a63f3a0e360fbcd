//! The games of the studio are those of the terminal: the same files, the same rules about them.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jetan_games::GameTitle;
use jetan_play::record::PlayRecord;
use jetan_play::scores::ScoreEntry;
use jetan_tui::store::{GameStore, SaveKeeper, StoreError};
use jetan_workbench::game_store::{InMemoryStore, LISTED_MAX, SavedGameStore, StoredGames};

/// The user's games, for one session; without a home they live as long as the session.
pub(super) fn open(store: Option<&Arc<Mutex<SharedGames>>>) -> Box<dyn SavedGameStore> {
    match store {
        Some(kept) => Box::new(UserGameStore(Arc::clone(kept))),
        None => Box::new(InMemoryStore::default()),
    }
}

/// The state that all sessions share.
pub(super) struct SharedGames {
    store: GameStore,
    keeper: SaveKeeper,
    saved: Vec<PlayRecord>,
}

impl SharedGames {
    /// The user's games, if there is a place for them.
    pub(super) fn of_user() -> Option<Arc<Mutex<SharedGames>>> {
        GameStore::of_user(|name| std::env::var_os(name)).map(SharedGames::of)
    }

    fn of(store: GameStore) -> Arc<Mutex<SharedGames>> {
        let keeper = SaveKeeper::new(store.clone(), &[]);
        Arc::new(Mutex::new(SharedGames { store, keeper, saved: Vec::new() }))
    }
}

struct UserGameStore(Arc<Mutex<SharedGames>>);

impl UserGameStore {
    fn kept(&self) -> MutexGuard<'_, SharedGames> {
        // Files are written whole: they are right whatever happened to somebody who held this.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn words(trouble: StoreError) -> String {
    trouble.0
}

impl SavedGameStore for UserGameStore {
    fn load(&mut self) -> StoredGames {
        let mut kept = self.kept();
        let found = kept.store.load();
        kept.keeper.look(&found.saved);
        kept.saved.clone_from(&found.saved);
        let troubles = found.troubles.into_iter().map(words).collect();
        StoredGames { saved: found.saved, scores: found.scores, troubles }
    }

    fn replays(&mut self, game: GameTitle) -> Vec<(String, PlayRecord)> {
        let found = self.kept().store.replays(game, LISTED_MAX);
        found.into_iter().map(|(number, record)| (id(game, number), record)).collect()
    }

    fn replay(&mut self, wanted: &str) -> Option<PlayRecord> {
        // Names of games have hyphens themselves, so the number is behind the last one.
        let (name, number) = wanted.rsplit_once('-')?;
        self.kept().store.replay(GameTitle::from_typed(name)?, number.parse().ok()?)
    }

    fn save(&mut self, record: &PlayRecord) -> Result<(), String> {
        let mut kept = self.kept();
        kept.keeper.save(record).map_err(words)?;
        let earlier = kept.saved.iter().position(|saved| saved.game == record.game);
        let earlier = earlier.map(|at| kept.saved.swap_remove(at));
        kept.saved.push(record.clone());
        // Another game has taken the place of the saved one, which is kept as a replay.
        match earlier.filter(|earlier| !record.continues(earlier)) {
            Some(other) => kept.store.keep_replay(&other).map(drop).map_err(words),
            None => Ok(()),
        }
    }

    fn forget(&mut self, game: GameTitle) -> Result<(), String> {
        let mut kept = self.kept();
        kept.saved.retain(|record| record.game != game);
        kept.keeper.forget(game).map_err(words)
    }

    fn release(&mut self, game: GameTitle) {
        self.kept().keeper.release(game);
    }

    fn keep_replay(&mut self, record: &PlayRecord) -> Result<(), String> {
        self.kept().store.keep_replay(record).map(drop).map_err(words)
    }

    fn add_score(&mut self, score: ScoreEntry) -> Result<(), String> {
        self.kept().store.add_score(score).map_err(words)
    }
}

fn id(game: GameTitle, number: u64) -> String {
    format!("{}-{number}", game.typed())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use jetan_play::settings::PlaySettings;

    use super::*;

    fn record(seed: u64, moves: &[&str]) -> PlayRecord {
        PlayRecord {
            game: GameTitle::Twenty48,
            settings: PlaySettings { seed, ..PlaySettings::default() },
            moves: moves.iter().map(|word| (*word).to_owned()).collect(),
            elapsed: Duration::ZERO,
        }
    }

    #[test]
    fn what_one_tab_saves_another_finds_and_the_terminal_too() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = GameStore::new(folder.path());
        let kept = SharedGames::of(store.clone());
        let (mut one, mut other) = (open(Some(&kept)), open(Some(&kept)));
        assert!(one.load().saved.is_empty());
        let first = record(1, &["U"]);
        one.save(&first).expect("it is saved");
        assert_eq!(other.load().saved, std::slice::from_ref(&first));
        assert_eq!(store.load().saved, std::slice::from_ref(&first));
        // Another game in its place leaves the first as a replay; its own moves do not.
        other.save(&record(1, &["U", "L"])).expect("it is saved");
        other.save(&record(2, &["U"])).expect("it is saved");
        let replays = one.replays(GameTitle::Twenty48);
        assert_eq!(replays.len(), 1);
        assert_eq!(one.replay(&replays[0].0), Some(record(1, &["U", "L"])));
        assert_eq!(one.replay("2048-99"), None);
        assert_eq!(one.replay("../2048-1"), None);
    }

    #[test]
    fn two_processes_do_not_overwrite_each_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let [mut one, mut other] =
            [(); 2].map(|()| open(Some(&SharedGames::of(GameStore::new(folder.path())))));
        one.load();
        other.load();
        one.save(&record(1, &["U"])).expect("it is saved");
        let refused = other.save(&record(2, &["D"]));
        assert!(refused.is_err_and(|why| why.contains("another jetan plays 2048")));
        assert!(other.save(&record(2, &["D", "D"])).is_ok(), "it is told once");
        assert_eq!(one.load().saved, [record(1, &["U"])]);
        // Once it is put away, the other may go on with it.
        one.release(GameTitle::Twenty48);
        assert_eq!(other.load().saved, [record(1, &["U"])]);
        other.save(&record(1, &["U", "R"])).expect("it is saved");
        assert_eq!(one.load().saved, [record(1, &["U", "R"])]);
    }
}
