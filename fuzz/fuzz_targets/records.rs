//! Any text as a saved game, a replay or a list of scores: no panic, what was understood is
//! written so that it is understood again, and a game that can be played is taken up.

#![no_main]

use jetan_play::games::GameInPlay;
use jetan_play::record::PlayRecord;
use jetan_play::scores::HighScores;
use libfuzzer_sys::fuzz_target;

/// Moves are replayed one by one, and some start a search.
const MOVES_MAX: usize = 20;

fuzz_target!(|text: &str| {
    if let Ok(scores) = HighScores::parse(text) {
        assert_eq!(HighScores::parse(&scores.to_text()).as_ref(), Ok(&scores));
    }
    let Ok(mut record) = PlayRecord::parse(text) else { return };
    assert_eq!(PlayRecord::parse(&record.to_text()).as_ref(), Ok(&record));
    record.moves.truncate(MOVES_MAX);
    let _ = GameInPlay::resume(&record);
});
