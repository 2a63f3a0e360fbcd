//! Two players on one save: who came second does not overwrite what the first has played.

use std::collections::BTreeMap;
use std::fs;

use jetan_games::GameTitle;
use jetan_os::file::{self, FileLock};

use super::{GameStore, StoreError};
use jetan_play::record::PlayRecord;

/// A store in the hands of one process, which may write only the saves that are its own.
///
/// A save becomes a process's own when it first writes it: if nobody else has it then, and if it
/// still is what this process has read. What is lost stays lost, even when the other has ended:
/// what that one saved last was never seen here.
#[derive(Debug)]
pub struct SaveKeeper {
    store: GameStore,
    seen: Vec<PlayRecord>,
    claims: BTreeMap<&'static str, Option<FileLock>>,
}

impl SaveKeeper {
    /// A process that has found these games in the store.
    pub fn new(store: GameStore, seen: &[PlayRecord]) -> SaveKeeper {
        SaveKeeper { store, seen: seen.to_vec(), claims: BTreeMap::new() }
    }

    /// Takes note of what is in the store now. A save that is not this process's own may become so
    /// again, since it was seen.
    pub fn look(&mut self, saved: &[PlayRecord]) {
        self.claims.retain(|_, claim| claim.is_some());
        let is_claimed = |record: &PlayRecord| self.claims.contains_key(record.game.typed());
        self.seen.retain(is_claimed);
        self.seen.extend(saved.iter().filter(|record| !is_claimed(record)).cloned());
    }

    /// Lets another process have a save.
    pub fn release(&mut self, name: GameTitle) {
        if let Some(Some(_)) = self.claims.remove(name.typed()) {
            self.seen.retain(|record| record.game != name);
            self.seen.extend(self.store.load_save(name).ok().flatten());
        }
    }

    /// The files that the process may write without asking: scores and replays.
    pub fn store(&self) -> &GameStore {
        &self.store
    }

    /// Saves a game, as [`GameStore::save`] does, if that is ours to do; if not, this is reported
    /// once.
    pub fn save(&mut self, record: &PlayRecord) -> Result<(), StoreError> {
        if self.claim(record.game)? { self.store.save(record) } else { Ok(()) }
    }

    /// Forgets a saved game, as [`GameStore::forget`] does, if that is ours to do.
    pub fn forget(&mut self, name: GameTitle) -> Result<(), StoreError> {
        if self.claim(name)? { self.store.forget(name) } else { Ok(()) }
    }

    /// Whether a save is ours; trouble when it turns out that it is not.
    fn claim(&mut self, name: GameTitle) -> Result<bool, StoreError> {
        if let Some(claim) = self.claims.get(name.typed()) {
            return Ok(claim.is_some());
        }
        // Not the save itself: it is replaced by renaming, and a lock on it would belong to the old
        // file.
        let path = self.store.save_path(name).with_extension("lock");
        // If there is no folder, saving says so.
        let _ = path.parent().map(fs::create_dir_all);
        // First the lock, then the look: somebody could save in between.
        let lock = file::lock(&path).filter(|_| self.is_as_seen(name));
        let is_ours = lock.is_some();
        self.claims.insert(name.typed(), lock);
        if is_ours {
            return Ok(true);
        }
        let title = name.title();
        Err(StoreError(format!("another jetan plays {title}: what is played here is not saved")))
    }

    fn is_as_seen(&self, name: GameTitle) -> bool {
        let seen = self.seen.iter().find(|record| record.game == name);
        // One that cannot be read is set aside, and so not in the way.
        self.store.load_save(name).is_ok_and(|found| found.as_ref() == seen)
    }
}
