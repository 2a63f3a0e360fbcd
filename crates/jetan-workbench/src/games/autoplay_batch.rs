//! Games of 2048 that the engine plays aside, a few at a time, and what became of them.

use jetan_play::settings::PlaySettings;
use jetan_play::thought::GameQuestion;
use jetan_play::twenty48::{self, SeriesTally};
use jetan_wire::{AutoplayKind, AutoplayProgress, TileCount};

/// Games between two looks at what became of them: about a tenth of a second.
const GAMES_PER_BATCH: u32 = 4;

/// Games that are being played.
pub(super) struct AutoplayBatch {
    settings: PlaySettings,
    tally: SeriesTally,
    total: u32,
}

impl AutoplayBatch {
    pub(super) fn new(settings: PlaySettings, total: u32) -> AutoplayBatch {
        AutoplayBatch { settings, tally: SeriesTally::default(), total }
    }

    /// The next few games; none when all are played.
    pub(super) fn work(&self) -> Option<GameQuestion> {
        // The engine is asked for a few games at a time, so that stopping does not have to wait for
        // thousands.
        let left = self.total - self.tally.games;
        (left > 0)
            .then(|| twenty48::games(&self.settings, self.tally.games, left.min(GAMES_PER_BATCH)))
    }

    pub(super) fn add(&mut self, tally: &SeriesTally) {
        self.tally.add(tally);
    }

    pub(super) fn is_done(&self) -> bool {
        self.tally.games >= self.total
    }

    /// The progress of the batch, for the wire.
    pub(super) fn wire(&self, kind: AutoplayKind) -> AutoplayProgress {
        let tiles = self.tally.tiles.iter().enumerate().filter(|(_, games)| **games > 0);
        let tiles = tiles.map(|(power, games)| TileCount { tile: 1 << power, games: *games });
        AutoplayProgress {
            kind,
            games: self.tally.games,
            total: self.total,
            tiles: tiles.collect(),
            moves: self.tally.moves,
            best: self.tally.best,
        }
    }
}
