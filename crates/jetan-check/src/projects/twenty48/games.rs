//! Judging whole games. Programs draw random numbers in different orders, so no map is known
//! beforehand: every map that is shown has to follow from the one before.

mod failures;

use jetan_machine::Fault;
use jetan_machine::fault::ServiceFault;
use jetan_machine::host::SoundMode;
use jetan_run::RunEnd;

use super::Twenty48Checker;
use super::case::PinnedGame;
use super::map::{SLIDES, TileMap, can_be_lost, is_lost, is_won, largest, new_tile, picture, slid};
use crate::picture::CasePicture;
use crate::runner::{AwaitedInput, ProgramRunner, RunRecord};
use crate::sandbox::{ProgramInput, ScreenRefresh};
use crate::verdict::{CaseFailure, FailureKind, Verdict, mishap};
use failures::NEW_TILE;

/// Instructions from one key to the next: a program may wait in a loop, but not for ever.
const KEY_INSTRUCTIONS: u64 = 8_000_000;
/// Bytes of what it shows: over twenty thousand maps.
const SHOWN_BYTES: usize = 16 << 20;
/// The texts of a won and of a lost game, and their sounds.
const WON: GameEnding = GameEnding { text: -2, sound: 4, word: "won" };
const LOST: GameEnding = GameEnding { text: -1, sound: 3, word: "lost" };

/// The text, sound and word that end a game.
#[derive(Clone, Copy, PartialEq, Eq)]
struct GameEnding {
    text: i32,
    sound: i32,
    word: &'static str,
}

impl GameEnding {
    fn other(self) -> GameEnding {
        if self == WON { LOST } else { WON }
    }
}

/// A game that was played, and how far it has been looked at.
struct GameReview<'g> {
    game: &'g PinnedGame,
    run: &'g RunRecord,
    /// Keys that were typed.
    typed: usize,
    /// Keys that were looked at, the current one included.
    seen: usize,
    map: TileMap,
}

impl Twenty48Checker {
    pub(super) async fn judge_game(
        &self,
        runner: &mut ProgramRunner<'_>,
        game: &PinnedGame,
    ) -> Verdict {
        if self.takes_any_target && !game.refused.is_empty() {
            return Verdict::Skipped(
                "the program takes every number as target, as the routine does that the course \
                 hands out"
                    .into(),
            );
        }
        let console = self.typing.console(&game.refused, game.target);
        let feed = ProgramInput {
            console,
            keys: game.keys.clone(),
            seed: Some(game.seed),
            ..ProgramInput::default()
        };
        let (patience, limits) = (runner.patience, runner.limits);
        // From key to key and not for the whole game: the limit of a long game would let a hang run
        // as long.
        runner.patience = patience.min(KEY_INSTRUCTIONS);
        runner.limits.kept_bytes = limits.kept_bytes.min(SHOWN_BYTES);
        let run = runner.run(&feed).await;
        (runner.patience, runner.limits) = (patience, limits);
        let typed = run.moments.iter().filter(|moment| moment.asked == AwaitedInput::Key).count();
        // A program that reads integers cannot be given a word; that is not its error.
        if typed == 0 && game.has_words() && has_met_words(&run) {
            return Verdict::Skipped(
                "it reads the target as a number, so no word can be typed".into(),
            );
        }
        let mut review = GameReview { game, run: &run, typed, seen: 0, map: [0; 16] };
        let judged = review.judge();
        // What was shown until then says more about an error than how the program ended.
        let mishap = mishap(&run, runner.subject);
        match (judged, mishap) {
            (Err(failure), None) => failure.into(),
            // Only a wrong map: that the game did not end is explained better by the crash.
            (Err(failure), Some(_)) if failure.kind == FailureKind::Wrong => failure.into(),
            // The game was over, and its end was shown.
            (Ok(true), Some(failure)) => Verdict::passed_before(failure),
            (_, Some(failure)) => review.describe(failure).into(),
            (Ok(_), None) => Verdict::passed(run.instructions),
        }
    }
}

impl PinnedGame {
    fn has_words(&self) -> bool {
        self.refused.iter().any(|answer| answer.parse::<i32>().is_err())
    }
}

/// Whether a program stopped at a word where it reads a number.
fn has_met_words(run: &RunRecord) -> bool {
    matches!(
        run.ending,
        RunEnd::Faulted { fault: Fault::Service(ServiceFault::InvalidInput { .. }), .. }
    )
}

impl GameReview<'_> {
    /// Whether the game came to its end.
    fn judge(&mut self) -> Result<bool, CaseFailure> {
        self.judge_start()?;
        for place in 0..self.typed {
            self.seen = place + 1;
            let judged = self.judge_key(self.game.keys[place]);
            // What came after the last key is unknown if the program was stopped in the middle,
            // unless the game was over by then.
            if self.is_last() && self.is_mishap() {
                return Ok(judged.unwrap_or(false));
            }
            if judged? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Judges the output before the first key.
    fn judge_start(&mut self) -> Result<(), CaseFailure> {
        let target = self.game.target;
        let shown = self.shown_last();
        if self.typed == 0 && self.is_mishap() {
            return Ok(());
        }
        // The only end that a game without keys may have: it waits for one.
        if self.typed == 0 && self.run.ending != RunEnd::OutOfKeys {
            return Err(self.ended_before_first_key());
        }
        let Some((shown, map)) = shown else {
            let what = "no map is shown (service 201) before the program looks for a key";
            return Err(self.wrong(what));
        };
        let given = shown.screen.target;
        if given.is_none_or(|given| u32::try_from(given) != Ok(target)) {
            return Err(self.wrong_target(given));
        }
        let tiles: Vec<u32> = map.into_iter().filter(|&tile| tile != 0).collect();
        if tiles.len() != 2 || tiles.iter().any(|tile| !matches!(tile, 2 | 4)) {
            let what = match tiles.len() {
                0 => "the first map is empty, but should have two tiles".to_owned(),
                1 => "the first map has one tile, but should have two".to_owned(),
                2 => format!("the first tiles are {} and {}, not 2 or 4", tiles[0], tiles[1]),
                count => format!("the first map has {count} tiles, but should have two"),
            };
            let wanted = "two tiles, each a 2 or a 4";
            return Err(self.wrong(what).comparing(wanted, picture(&map)));
        }
        self.map = map;
        Ok(())
    }

    /// Judges the effect of a key; whether the game is over with it.
    fn judge_key(&mut self, key: u8) -> Result<bool, CaseFailure> {
        let before = self.map;
        let is_slide = SLIDES.contains(&key);
        let after = slid(&before, key);
        if !is_slide || after == before {
            self.judge_no_change(is_slide)?;
            return Ok(false);
        }
        // Before the new tile: the course's program tests in this order, and no tile comes after a
        // win.
        if is_won(&after, self.game.target) {
            self.judge_win(&after)?;
            return Ok(true);
        }
        let shown = self.shown_last();
        if self.is_over() {
            self.judge_loss(&after, shown.map(|(_, map)| map))?;
            return Ok(true);
        }
        let Some((shown, map)) = shown else {
            let what = format!("no map is shown (service 201) {}", self.after_keys());
            return Err(self.wrong(what).comparing(self.change(&after, NEW_TILE), ""));
        };
        // The place and value of the tile are the program's own; that it is one and a 2 or 4 is
        // not.
        if new_tile(&after, &map).is_none() {
            return Err(self.wrong_map(key, &after, &map));
        }
        if is_lost(&map) {
            let what = format!(
                "{} the map is full without equal neighbours, so the game is lost and the program \
                 should end",
                self.after_keys()
            );
            let wanted = "the text with the id -1,\nand the end";
            return Err(self.ending(what).comparing(wanted, picture(&map)));
        }
        self.judge_score(shown, [largest(&after), largest(&map)])?;
        self.map = map;
        Ok(false)
    }

    /// A key that changes nothing: another key, or a slide where nothing can move.
    fn judge_no_change(&self, is_slide: bool) -> Result<(), CaseFailure> {
        let keys = self.after_keys();
        if let Some((_, map)) = self.shown_last()
            && map != self.map
        {
            let what = match (is_slide, new_tile(&self.map, &map)) {
                (true, Some(_)) => {
                    format!("{keys} there is a new tile, though nothing has moved")
                }
                (true, None) => format!("{keys} the map is another, though nothing can move"),
                (false, _) => {
                    format!("{keys} the map is another, but only w, s, a and d do anything")
                }
            };
            let expected = self.change(&self.map, "");
            return Err(self.wrong(what).comparing(expected, self.change(&map, "")));
        }
        if self.is_over() {
            return Err(self.ended_too_soon(&self.map));
        }
        Ok(())
    }

    fn judge_win(&self, after: &TileMap) -> Result<(), CaseFailure> {
        let (target, tile) = (self.game.target, largest(after));
        if !self.is_over() {
            let what = format!(
                "{} there is a tile {tile}, which wins with the target {target}, but the program \
                 goes on",
                self.after_keys()
            );
            let wanted = self.change(after, "the text with the id -2, and the end");
            return Err(self.ending(what).comparing(wanted, self.shown_text()));
        }
        if let Some((_, map)) = self.shown_last()
            && map != *after
            // Some programs do not draw the winning map, and the one before is still there.
            && map != self.map
            && new_tile(after, &map).is_none()
        {
            let what = format!("{} the winning map is shown wrongly", self.after_keys());
            let expected = self.change(after, "");
            return Err(self.wrong(what).comparing(expected, self.change(&map, "")));
        }
        self.judge_outcome(WON)
    }

    fn judge_loss(&self, after: &TileMap, shown: Option<TileMap>) -> Result<(), CaseFailure> {
        let is_justified = match shown {
            // Not every program shows the map once more before it says that the game is lost.
            None => can_be_lost(after),
            Some(map) if map == *after || map == self.map => can_be_lost(after),
            Some(map) => match new_tile(after, &map) {
                None => {
                    let key = self.game.keys[self.seen - 1];
                    return Err(self.wrong_map(key, after, &map));
                }
                Some(_) => is_lost(&map),
            },
        };
        if !is_justified {
            return Err(self.ended_too_soon(&shown.unwrap_or(*after)));
        }
        self.judge_outcome(LOST)
    }

    /// The text and the sound at the end of a game. Sounds may be left out.
    fn judge_outcome(&self, outcome: GameEnding) -> Result<(), CaseFailure> {
        let GameEnding { text, sound, word } = outcome;
        let texts = self.run.machine.screen().map(|screen| &screen.texts);
        let has_text = |id| texts.is_some_and(|texts| texts.contains_key(&id));
        if !has_text(text) {
            let what = if has_text(outcome.other().text) {
                format!(
                    "{} the game is {word}, but the text of a game that is {} is shown",
                    self.after_keys(),
                    outcome.other().word
                )
            } else {
                format!(
                    "{} the game is {word}, but no text with the id {text} is shown (service 207)",
                    self.after_keys()
                )
            };
            let ids: Vec<String> =
                texts.into_iter().flatten().map(|(id, _)| id.to_string()).collect();
            let shown = if ids.is_empty() {
                "no text".to_owned()
            } else {
                format!("text {}", ids.join(", "))
            };
            return Err(self.wrong(what).comparing(format!("text {text}"), shown));
        }
        let played = |id| {
            let mut sounds = self.run.sounds.iter();
            // Stopping a sound is not playing it.
            sounds.any(|sound| sound.id == id && sound.mode != SoundMode::Stop)
        };
        if played(outcome.other().sound) && !played(sound) {
            let what = format!(
                "{} the game is {word}, but sound {} is played instead of sound {sound}",
                self.after_keys(),
                outcome.other().sound
            );
            return Err(self.wrong(what));
        }
        Ok(())
    }

    /// The score is the largest tile: before the new tile came, or with it.
    fn judge_score(&self, shown: &ScreenRefresh, good: [u32; 2]) -> Result<(), CaseFailure> {
        let score = shown.screen.score;
        let is_good = |score: i32| good.iter().any(|&good| u32::try_from(score) == Ok(good));
        if score.is_some_and(is_good) {
            return Ok(());
        }
        let came = score.map_or_else(
            || "no score is set (service 203)".to_owned(),
            |score| format!("the score is {score}"),
        );
        let keys = self.after_keys();
        let what = format!("{keys} {came}, but the largest tile is {}", good[0]);
        let actual = score.map_or_else(|| "no score".to_owned(), |score| format!("score {score}"));
        Err(self.wrong(what).comparing(format!("score {}", good[0]), actual))
    }

    /// The last map that was shown after the keys seen so far, and before the next.
    fn shown_last(&self) -> Option<(&ScreenRefresh, TileMap)> {
        let shown = self.run.shown_before(self.seen);
        shown.iter().rev().find_map(|shown| {
            // Refreshes before the board is set show none; the last one with a board counts.
            let board = shown.screen.board.as_ref()?;
            Some((shown, TileMap::try_from(board.tiles.as_slice()).ok()?))
        })
    }

    fn shown_text(&self) -> CasePicture {
        self.shown_last().map_or_else(CasePicture::default, |(_, map)| self.change(&map, ""))
    }

    fn is_last(&self) -> bool {
        self.seen == self.typed
    }

    /// Whether the program ended after the current key.
    fn is_over(&self) -> bool {
        self.is_last() && self.run.ending != RunEnd::OutOfKeys
    }

    /// Whether it did not end by itself.
    fn is_mishap(&self) -> bool {
        matches!(self.run.ending, RunEnd::Faulted { .. } | RunEnd::Limit(_))
    }
}
