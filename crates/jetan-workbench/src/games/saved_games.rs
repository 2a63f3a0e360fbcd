//! Saved games, replays and best scores: what is played is kept as `jetan play` keeps it.

use std::collections::BTreeMap;

use jetan_games::GameTitle;
use jetan_play::PlayableGame;
use jetan_play::progress::{SaveAction, SaveProgress};
use jetan_play::record::PlayRecord;
use jetan_play::scores::HighScores;

use super::table::{GameNotice, GameTable};
use crate::game_store::SavedGameStore;
use crate::workbench::WakeTime;

/// Between two times that a game is saved, in milliseconds.
const SAVE_INTERVAL_MS: i64 = 1000;

/// The contents of the game store, and the progress of the game that is being played.
#[derive(Default)]
pub(crate) struct SavedGames {
    saved: BTreeMap<GameTitle, PlayRecord>,
    scores: HighScores,
    /// The last message about each game that is not saved.
    troubles: BTreeMap<GameTitle, GameNotice>,
    /// The progress of the game at the last look.
    progress: SaveProgress,
    /// Since when something is to be saved.
    unsaved_ms: Option<i64>,
    saved_ms: i64,
}

impl SavedGames {
    /// Reads the game store again; what cannot be read is reported.
    pub(super) fn look(&mut self, shelf: &mut dyn SavedGameStore) -> Vec<String> {
        let found = shelf.load();
        self.saved = found.saved.into_iter().map(|record| (record.game, record)).collect();
        self.scores = found.scores;
        found.troubles
    }

    pub(super) fn saved(&self, game: GameTitle) -> Option<&PlayRecord> {
        self.saved.get(&game)
    }

    pub(super) fn scores(&self) -> &HighScores {
        &self.scores
    }

    pub(super) fn is_best(&self) -> bool {
        self.progress.is_best()
    }

    pub(super) fn is_saved(&self, game: GameTitle) -> bool {
        !self.troubles.contains_key(&game)
    }

    pub(super) fn notice_of(&self, game: GameTitle) -> Option<&GameNotice> {
        self.troubles.get(&game)
    }

    /// A game begins or goes on.
    pub(super) fn begin(&mut self, play: &dyn PlayableGame) {
        // One that goes on after its end was counted when it ended.
        let is_counted = play.can_go_on() || play.outcome().is_some();
        self.progress = SaveProgress::new(play.moves().len(), is_counted);
        // An error about the game before is not one about this.
        self.troubles.remove(&play.name());
        self.unsaved_ms = None;
    }

    /// Looks whether there is something new to keep.
    pub(super) fn notice(
        &mut self,
        table: &GameTable,
        now_ms: i64,
        shelf: &mut dyn SavedGameStore,
    ) {
        if !is_kept(table) {
            return;
        }
        let play = table.play();
        let outcome = play.outcome();
        let is_over = outcome.is_some();
        let game = play.name();
        for deed in self.progress.observe(play, outcome, &mut self.scores) {
            let done = match deed {
                // Moves come faster than a disk should be written.
                SaveAction::Save if !is_over => {
                    self.unsaved_ms.get_or_insert(now_ms);
                    continue;
                }
                SaveAction::Save => {
                    self.save(PlayRecord::of(play), shelf);
                    continue;
                }
                // Nothing was saved, so that the disk is not touched for a game that ends with its
                // first moves.
                SaveAction::Forget if self.saved.remove(&game).is_none() => Ok(()),
                SaveAction::Forget => shelf.forget(game),
                SaveAction::KeepReplay => shelf.keep_replay(&PlayRecord::of(play)),
                SaveAction::Score(entry) => shelf.add_score(entry),
            };
            self.unsaved_ms = None;
            self.report_save(game, done);
        }
    }

    /// Saves what has waited long enough; says when it is time for the rest.
    pub(super) fn flush(
        &mut self,
        table: &GameTable,
        now_ms: i64,
        shelf: &mut dyn SavedGameStore,
    ) -> WakeTime {
        let Some(since_ms) = self.unsaved_ms else { return WakeTime::Never };
        // The first move is saved at once, the next ones at most once a second; a clock that was
        // set back saves at once.
        let is_soon = (0..SAVE_INTERVAL_MS).contains(&(now_ms - self.saved_ms));
        if is_soon && now_ms - since_ms < SAVE_INTERVAL_MS {
            return WakeTime::At(since_ms + SAVE_INTERVAL_MS);
        }
        self.saved_ms = now_ms;
        self.put_away(table, shelf);
        WakeTime::Never
    }

    /// Saves a game that is not over, with the time played.
    pub(super) fn put_away(&mut self, table: &GameTable, shelf: &mut dyn SavedGameStore) {
        // While something is watched, the game to be saved is the one that was left for it.
        let table = match (&table.replay, &table.left) {
            (Some(_), Some(left)) => left,
            _ => table,
        };
        self.unsaved_ms = None;
        let play = table.play();
        if is_kept(table) && play.outcome().is_none() && !play.moves().is_empty() {
            self.save(PlayRecord::of(play), shelf);
        }
    }

    /// The game leaves the table.
    pub(super) fn end(&mut self, table: &GameTable, shelf: &mut dyn SavedGameStore) {
        self.put_away(table, shelf);
        shelf.release(table.play().name());
    }

    fn save(&mut self, record: PlayRecord, shelf: &mut dyn SavedGameStore) {
        let game = record.game;
        if !record.is_storable() {
            self.report_save(game, Err("this game is too long to be saved".to_owned()));
            return;
        }
        let saved = shelf.save(&record);
        self.report_save(game, saved);
        // Also after an error: the list shows what was played in this session, and the message says
        // that it is not on disk.
        self.saved.insert(game, record);
    }

    fn report_save(&mut self, game: GameTitle, result: Result<(), String>) {
        if let Err(text) = result {
            self.troubles.insert(game, GameNotice { text, is_warning: true });
        }
    }
}

/// Whether a game is one to be kept: played, and not beside a program.
fn is_kept(table: &GameTable) -> bool {
    table.replay.is_none() && table.versus.is_none()
}
