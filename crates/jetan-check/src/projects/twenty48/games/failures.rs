//! The errors of a game, in words.

use jetan_isa::TerminalRegister;
use jetan_run::{RunEnd, RunLimit};

use super::{GameEnding, GameReview, LOST, WON};
use crate::picture::CasePicture;
use crate::projects::twenty48::case::spell;
use crate::projects::twenty48::map::{SLIDES, TileMap, empty_cells, new_tile, picture, slid};
use crate::verdict::{CaseFailure, FailureKind};

/// As many keys are named in a sentence.
const KEYS_NAMED: usize = 12;
/// As much of what was printed last is shown.
const PRINTED_BYTES: usize = 300;
/// The expected change after a slide.
pub(super) const NEW_TILE: &str = "and a 2 or a 4 instead of a dot";

impl GameReview<'_> {
    /// Names what is wrong with a map.
    pub(super) fn wrong_map(&self, key: u8, after: &TileMap, map: &TileMap) -> CaseFailure {
        let keys = self.after_keys();
        let other = SLIDES.into_iter().filter(|&other| other != key).find(|&other| {
            let other = slid(&self.map, other);
            // A slide that gives the same map in both directions explains nothing.
            other != *after && (other == *map || new_tile(&other, map).is_some())
        });
        let changed: Vec<usize> = (0..16).filter(|&cell| after[cell] != map[cell]).collect();
        let only_added = changed.iter().all(|&cell| after[cell] == 0);
        let what = match (changed.as_slice(), other) {
            // First: an unchanged map also looks like a wrong slide.
            _ if *map == self.map => format!("{keys} the map does not change"),
            ([], _) => format!("{keys} the tiles have moved, but there is no new tile"),
            (&[cell], _) if only_added => {
                format!("{keys} the new tile is {}, not 2 or 4", map[cell].cast_signed())
            }
            (_, Some(other)) => {
                let other = char::from(other);
                format!("{keys} the tiles have moved as with the key `{other}`")
            }
            _ if only_added => format!("{keys} there are {} new tiles", changed.len()),
            _ => format!("{keys} the tiles have not moved as they should"),
        };
        self.wrong(what).comparing(self.change(after, NEW_TILE), self.change(map, ""))
    }

    pub(super) fn ended_before_first_key(&self) -> CaseFailure {
        let target = self.game.target;
        let what = match self.run.ending {
            RunEnd::EndOfInput => format!(
                "the program asks for more after the target {target} was typed, and never looks \
                 for a key"
            ),
            _ => "the program ends before it looks for the first key".to_owned(),
        };
        // Cut by bytes; a character that is torn apart becomes a replacement mark.
        let end = &self.run.output[self.run.output.len().saturating_sub(PRINTED_BYTES)..];
        let printed = String::from_utf8_lossy(end);
        self.ending(what).comparing("", printed.trim())
    }

    pub(super) fn ended_too_soon(&self, map: &TileMap) -> CaseFailure {
        let shown = self.run.machine.screen().map(|screen| &screen.texts);
        let says =
            |outcome: GameEnding| shown.is_some_and(|texts| texts.contains_key(&outcome.text));
        let how = if says(WON) {
            "says that the game is won"
        } else if says(LOST) {
            "says that the game is lost"
        } else if self.run.ending == RunEnd::EndOfInput {
            "reads from the console"
        } else {
            "ends"
        };
        let is_full = empty_cells(map).is_empty();
        let why = if is_full { "two equal neighbours can merge" } else { "there are empty cells" };
        let what = format!(
            "{} the program {how}, but no tile has reached {} and {why}",
            self.after_keys(),
            self.game.target
        );
        self.ending(what).comparing("", picture(map))
    }

    pub(super) fn wrong_target(&self, given: Option<i32>) -> CaseFailure {
        let target = self.game.target;
        let came = given.map_or_else(|| "no target".to_owned(), |given| format!("target {given}"));
        let taken = self
            .game
            .refused
            .iter()
            .find(|answer| given.is_some_and(|given| answer.trim() == given.to_string()));
        let what = match (taken, given) {
            (Some(answer), _) => format!(
                "the target {answer} is accepted: only numbers from 64 to 2048 are, and the \
                 program should ask again"
            ),
            (None, Some(given)) => {
                format!("the target {target} was typed, but {given} is shown (service 204)")
            }
            (None, None) => "no target is shown (service 204) before the first key".to_owned(),
        };
        self.wrong(what).comparing(format!("target {target}"), came)
    }

    /// A mishap with the keys that led to it.
    pub(super) fn describe(&self, failure: CaseFailure) -> CaseFailure {
        let summary = match (&self.run.ending, self.typed) {
            (RunEnd::Limit(RunLimit::Instructions), 0) => {
                format!(
                    "the program never looks for a key after the target was typed: it was \
                         stopped after {} instructions",
                    failure.instructions
                )
            }
            // The key is still in the receiver: the program has polled, but has not read it.
            (RunEnd::Limit(RunLimit::Instructions), typed) if self.run.machine.has_key() => {
                format!(
                    "{} the program never reads the key (at {:#010x}): it was stopped after {} \
                 instructions",
                    after(&self.game.keys[..typed]),
                    self.run.machine.map().terminal_address(TerminalRegister::ReceiverData),
                    failure.instructions
                )
            }
            (RunEnd::Limit(RunLimit::Instructions), typed) => format!(
                "{} the program never looks for another: it was stopped after {} instructions",
                after(&self.game.keys[..typed]),
                failure.instructions
            ),
            (_, 0) if !self.game.refused.is_empty() => {
                let answers = self.game.refused.join("`, `");
                format!(
                    "{}, when `{answers}` is typed as target, which should be refused",
                    failure.summary
                )
            }
            (_, 0) => failure.summary,
            (_, typed) => format!("{} {}", after(&self.game.keys[..typed]), failure.summary),
        };
        CaseFailure { summary, ..failure }
    }

    /// The map before the current key and another after it.
    pub(super) fn change(&self, after: &TileMap, note: &str) -> CasePicture {
        let key = spell(&self.game.keys[self.seen - 1..self.seen]);
        let before = format!("before `{key}`:\n");
        let end = if note.is_empty() { String::new() } else { format!("\n{note}") };
        let picture_before = CasePicture::from(before).with_board(picture(&self.map));
        picture_before.with_words("\nafter it:\n").with_board(picture(after)).with_words(end)
    }

    pub(super) fn after_keys(&self) -> String {
        after(&self.game.keys[..self.seen])
    }

    pub(super) fn wrong(&self, what: impl Into<String>) -> CaseFailure {
        CaseFailure::new(FailureKind::Wrong, what, self.run.instructions)
    }

    pub(super) fn ending(&self, what: impl Into<String>) -> CaseFailure {
        CaseFailure::new(FailureKind::Ending, what, self.run.instructions)
    }
}

/// The keys that were typed, in words.
fn after(keys: &[u8]) -> String {
    match keys {
        [] => "before the first key".to_owned(),
        [key] => format!("after the key {}", spell(&[*key])),
        keys if keys.len() <= KEYS_NAMED => format!("after the keys {}", spell(keys)),
        keys => {
            let last = &keys[keys.len() - 4..];
            format!("after {} keys, the last of them {},", keys.len(), spell(last))
        }
    }
}
