//! Saved games, replays and best scores: what is played is kept as `jetan play` keeps it.

use std::collections::BTreeMap;

use jetan_games::Name;
use jetan_play::Play;
use jetan_play::progress::{Deed, Progress};
use jetan_play::record::Record;
use jetan_play::scores::Scores;

use super::table::{Notice, Table};
use crate::shelf::Shelf;
use crate::workbench::Next;

/// Between two times that a game is saved, in milliseconds.
const SAVE_MS: i64 = 1000;

/// The contents of the game store, and the progress of the game that is being played.
#[derive(Default)]
pub(crate) struct Keeping {
    saved: BTreeMap<Name, Record>,
    scores: Scores,
    /// The last message about each game that is not saved.
    troubles: BTreeMap<Name, Notice>,
    /// The progress of the game at the last look.
    progress: Progress,
    /// Since when something is to be saved.
    unsaved_ms: Option<i64>,
    saved_ms: i64,
}

impl Keeping {
    /// Reads the game store again; what cannot be read is reported.
    pub(super) fn look(&mut self, shelf: &mut dyn Shelf) -> Vec<String> {
        let found = shelf.load();
        self.saved = found.saved.into_iter().map(|record| (record.game, record)).collect();
        self.scores = found.scores;
        found.troubles
    }

    pub(super) fn saved(&self, game: Name) -> Option<&Record> {
        self.saved.get(&game)
    }

    pub(super) fn scores(&self) -> &Scores {
        &self.scores
    }

    pub(super) fn is_best(&self) -> bool {
        self.progress.is_best()
    }

    pub(super) fn is_saved(&self, game: Name) -> bool {
        !self.troubles.contains_key(&game)
    }

    pub(super) fn notice_of(&self, game: Name) -> Option<&Notice> {
        self.troubles.get(&game)
    }

    /// A game begins or goes on.
    pub(super) fn begin(&mut self, play: &dyn Play) {
        // One that goes on after its end was counted when it ended.
        let is_counted = play.can_go_on() || play.outcome().is_some();
        self.progress = Progress::new(play.moves().len(), is_counted);
        // An error about the game before is not one about this.
        self.troubles.remove(&play.name());
        self.unsaved_ms = None;
    }

    /// Looks whether there is something new to keep.
    pub(super) fn notice(&mut self, table: &Table, now_ms: i64, shelf: &mut dyn Shelf) {
        if !is_kept(table) {
            return;
        }
        let play = table.play();
        let outcome = play.outcome();
        let is_over = outcome.is_some();
        let game = play.name();
        for deed in self.progress.notice(play, outcome, &mut self.scores) {
            let done = match deed {
                // Moves come faster than a disk should be written.
                Deed::Save if !is_over => {
                    self.unsaved_ms.get_or_insert(now_ms);
                    continue;
                }
                Deed::Save => {
                    self.save(Record::of(play), shelf);
                    continue;
                }
                // Nothing was saved, so that the disk is not touched for a game that ends with its
                // first moves.
                Deed::Forget if self.saved.remove(&game).is_none() => Ok(()),
                Deed::Forget => shelf.forget(game),
                Deed::KeepReplay => shelf.keep_replay(&Record::of(play)),
                Deed::Score(entry) => shelf.add_score(entry),
            };
            self.unsaved_ms = None;
            self.tell(game, done);
        }
    }

    /// Saves what has waited long enough; says when it is time for the rest.
    pub(super) fn flush(&mut self, table: &Table, now_ms: i64, shelf: &mut dyn Shelf) -> Next {
        let Some(since_ms) = self.unsaved_ms else { return Next::Never };
        // The first move is saved at once, the next ones at most once a second; a clock that was
        // set back saves at once.
        let is_soon = (0..SAVE_MS).contains(&(now_ms - self.saved_ms));
        if is_soon && now_ms - since_ms < SAVE_MS {
            return Next::At(since_ms + SAVE_MS);
        }
        self.saved_ms = now_ms;
        self.put_away(table, shelf);
        Next::Never
    }

    /// Saves a game that is not over, with the time played.
    pub(super) fn put_away(&mut self, table: &Table, shelf: &mut dyn Shelf) {
        // While something is watched, the game to be saved is the one that was left for it.
        let table = match (&table.replay, &table.left) {
            (Some(_), Some(left)) => left,
            _ => table,
        };
        self.unsaved_ms = None;
        let play = table.play();
        if is_kept(table) && play.outcome().is_none() && !play.moves().is_empty() {
            self.save(Record::of(play), shelf);
        }
    }

    /// The game leaves the table.
    pub(super) fn end(&mut self, table: &Table, shelf: &mut dyn Shelf) {
        self.put_away(table, shelf);
        shelf.release(table.play().name());
    }

    fn save(&mut self, record: Record, shelf: &mut dyn Shelf) {
        let game = record.game;
        if !record.is_storable() {
            self.tell(game, Err("this game is too long to be saved".to_owned()));
            return;
        }
        let saved = shelf.save(&record);
        self.tell(game, saved);
        // Also after an error: the list shows what was played in this session, and the message says
        // that it is not on disk.
        self.saved.insert(game, record);
    }

    fn tell(&mut self, game: Name, result: Result<(), String>) {
        if let Err(text) = result {
            self.troubles.insert(game, Notice { text, is_warning: true });
        }
    }
}

/// Whether a game is one to be kept: played, and not beside a program.
fn is_kept(table: &Table) -> bool {
    table.replay.is_none() && table.versus.is_none()
}
