//! Playing a game with the program and the engine side by side.

use jetan_games::connect4::four_in_a_row::{
    self as rules, FirstMover, FourRowEvent, FourRowGame, PlayerSeat,
};

use super::super::byte;
use super::super::claims::GameClaim;
use super::super::dialogue::DialogueRun;
use super::super::picture::BoardText;
use super::FourInARowChecker;
use crate::runner::ProgramRunner;
use crate::verdict::{CaseFailure, FailureKind, ValueLocation, Verdict, mishap};

/// The line after the keys of a case, to see whether the program asks for more.
const ONE_MORE: &str = "n";

/// The state of program and engine when a key is asked for.
pub(super) struct KeyContext<'a> {
    /// The keys so far.
    pub(super) keys: &'a [u8],
    /// Lines that were typed for them.
    pub(super) lines: usize,
    /// The number of keys in the case.
    pub(super) total: usize,
    /// The game as it should be.
    pub(super) game: &'a FourRowGame,
    /// The events of the last key.
    pub(super) events: &'a [FourRowEvent],
    /// The last grid that the program showed.
    pub(super) shown: Option<BoardText>,
    /// Whether it showed one after the last key.
    pub(super) is_fresh: bool,
    /// The last line it printed, in words, and the one before the last key.
    pub(super) last_words: String,
    pub(super) words_before: String,
    /// Instructions executed by the run.
    pub(super) instructions: u64,
}

impl FourInARowChecker {
    /// Plays the keys. Where the first player is random, either is fine.
    pub(super) async fn judge_keys(
        &self,
        runner: &mut ProgramRunner<'_>,
        keys: &[u8],
        seed: i64,
    ) -> Verdict {
        // Where chance decides nothing it is that of the case, and no part of the input.
        let seed = (self.starters.len() > 1).then_some(seed);
        let talk = self.dialogue.hold(runner, &self.typed(keys), ONE_MORE, seed).await;
        let mut latest: Option<(usize, Box<CaseFailure>)> = None;
        for starter in &self.starters {
            let (agreed, failure) = match self.compare(runner, &talk, keys, *starter) {
                Ok(None) => return Verdict::passed(talk.run.instructions),
                Ok(Some(mishap)) => return Verdict::passed_before(mishap),
                Err(failed) => failed,
            };
            // The failure of the starter with whom the program agreed longer: the other one is
            // merely not who began.
            if latest.as_ref().is_none_or(|(longest, _)| agreed > *longest) {
                latest = Some((agreed, failure));
            }
        }
        let (_, failure) = latest.expect("somebody starts");
        Verdict::Failed(failure)
    }

    /// The error, and after how many keys; or what went wrong after the game was over and its end
    /// was announced.
    fn compare(
        &self,
        runner: &ProgramRunner<'_>,
        talk: &DialogueRun,
        keys: &[u8],
        starter: FirstMover,
    ) -> Result<Option<CaseFailure>, (usize, Box<CaseFailure>)> {
        let mut game = self.game(starter, &[]);
        let mut events = Vec::new();
        let mut shown = None;
        let mut is_fresh = false;
        let typed = self.typed_for_each(keys);
        let mut lines = 0;
        for asked in 0..=keys.len() {
            if asked > 0 {
                events = game.press(keys[asked - 1]);
                // Where nothing is typed nothing is said.
                if typed[asked - 1].is_none() {
                    continue;
                }
                lines += 1;
                let said = self.adapter.read(talk.said_before(lines));
                let latest = self.characters.read(&said).boards.last().copied();
                is_fresh = latest.is_some();
                // A grid stays on the screen: a program that prints none after a refused key has
                // changed nothing.
                shown = latest.or(shown);
            }
            let standing = KeyContext {
                keys: &keys[..asked],
                lines,
                total: keys.len(),
                game: &game,
                events: &events,
                shown,
                is_fresh,
                last_words: talk.last_words(lines),
                words_before: lines.checked_sub(1).map_or(String::new(), |at| talk.last_words(at)),
                instructions: talk.run.instructions,
            };
            let compared = self.compare_at(runner, talk, &standing);
            let mishap = compared.map_err(|failure| (asked, Box::new(failure)))?;
            if mishap.is_some() {
                return Ok(mishap);
            }
        }
        Ok(None)
    }

    fn compare_at(
        &self,
        runner: &ProgramRunner<'_>,
        talk: &DialogueRun,
        standing: &KeyContext<'_>,
    ) -> Result<Option<CaseFailure>, CaseFailure> {
        let has_asked = talk.asked() > standing.lines;
        if !has_asked && let Some(failure) = mishap(&talk.run, runner.subject) {
            // What is missing at the end is explained better by the crash before it.
            let is_told = standing.check_grid().is_ok()
                && standing
                    .game
                    .ending()
                    .is_some_and(|ending| self.check_ending(talk, standing, ending).is_ok());
            // In plain words, so that all cases that end alike are one line of the report.
            return if is_told { Ok(Some(failure)) } else { Err(standing.explain_mishap(failure)) };
        }
        // The grid first: it says more than what is asked next.
        standing.check_grid().map_err(|failure| self.locate(talk, standing, failure))?;
        match (standing.game.ending(), has_asked) {
            (None, true) => Ok(None),
            (None, false) => Err(standing.ended_early()),
            // Whether to play again is not asked by the game; its end was announced before.
            (Some(ending), true) if self.asks_something_else(talk, standing) => {
                self.check_ending(talk, standing, ending).map(|()| None)
            }
            (Some(_), true) => Err(standing.went_on()),
            (Some(ending), false) => self.check_ending(talk, standing, ending).map(|()| None),
        }
    }

    /// Whether what the program asks is something that the game does not ask.
    fn asks_something_else(&self, talk: &DialogueRun, standing: &KeyContext<'_>) -> bool {
        let mut game = self.game(self.starters[0], &[]);
        let mut kinds = Vec::new();
        for (key, line) in standing.keys.iter().zip(self.typed_for_each(standing.keys)) {
            let question = game.question();
            game.press(*key);
            if line.is_some() {
                kinds.push(question.map(|it| std::mem::discriminant(&it)));
            }
        }
        talk.is_from_new_place(standing.lines, |at| kinds.get(at).copied().flatten())
    }

    /// Adds which character of the output is wrong, if a grid was printed.
    fn locate(
        &self,
        talk: &DialogueRun,
        standing: &KeyContext<'_>,
        failure: CaseFailure,
    ) -> CaseFailure {
        let (Some(shown), true) = (standing.shown, standing.is_fresh) else { return failure };
        let expected = standing.game.grid();
        let Some(cell) = standing.wrong_cell(&shown) else { return failure };
        let character = |token: u8| match token {
            b'O' => self.characters.one,
            b'X' => self.characters.two,
            _ => self.characters.empty,
        };
        // Characters beyond Latin-1 are several bytes in the output, and single bytes are looked
        // for.
        let bytes = [shown[cell], expected[cell]].map(|token| u8::try_from(character(token)));
        let [Ok(wrong), Ok(right)] = bytes else { return failure };
        let mut mended = shown;
        mended[cell] = expected[cell];
        let said = talk.said_before(standing.lines);
        let found = byte::of_cell(said, (wrong, right), |said| {
            let reading = self.characters.read(&self.adapter.read(said));
            reading.boards.last() == Some(&mended)
        });
        match found {
            Some(at) => failure.at(ValueLocation::Output(talk.start_of(standing.lines) + at)),
            None => failure,
        }
    }

    /// Whether the program's last words name the right winner.
    fn check_ending(
        &self,
        talk: &DialogueRun,
        standing: &KeyContext<'_>,
        ending: rules::FourRowEnding,
    ) -> Result<(), CaseFailure> {
        let said = self.adapter.read(talk.said_before(standing.lines));
        let rest = self.characters.read(&said).rest;
        let letters =
            [PlayerSeat::One, PlayerSeat::Two].map(|seat| match standing.game.token(seat).byte() {
                b'O' => self.characters.one,
                _ => self.characters.two,
            });
        let claims = self.words.claims(&rest, Some(letters));
        let fits = |claim: &GameClaim| match (ending, *claim) {
            (rules::FourRowEnding::Tie, GameClaim::Tie) => true,
            (rules::FourRowEnding::Won(seat), GameClaim::Won(who))
            | (rules::FourRowEnding::LostByViolations(seat), GameClaim::Lost(who)) => {
                who.is_none_or(|who| who == seat.number())
            }
            (rules::FourRowEnding::Won(seat), GameClaim::Lost(who))
            | (rules::FourRowEnding::LostByViolations(seat), GameClaim::Won(who)) => {
                who == Some(seat.other().number())
            }
            _ => false,
        };
        // "You lost your last trial" and the like: whoever loses by trials need not be told more
        // than that it is over.
        let is_silent_loss = claims.is_empty()
            && matches!(ending, rules::FourRowEnding::LostByViolations(_))
            && !rest.trim().is_empty();
        match claims.iter().find(|claim| !fits(claim)) {
            None if !claims.is_empty() || is_silent_loss => Ok(()),
            wrong => Err(standing.said_otherwise(ending, wrong.copied(), rest.trim())),
        }
    }
}

impl KeyContext<'_> {
    /// Whether the last grid that was shown is the engine's.
    fn check_grid(&self) -> Result<(), CaseFailure> {
        let expected = self.game.grid();
        let is_empty = expected.iter().all(|cell| *cell == b'*');
        match &self.shown {
            Some(shown) if *shown == expected => Ok(()),
            // Nothing was placed yet, and not every program shows the empty grid.
            None if is_empty && !self.has_taken_back() => Ok(()),
            shown => {
                let failure = self.failure(FailureKind::Wrong, self.explain_grid(shown.as_ref()));
                Err(match self.advice(shown.as_ref()) {
                    Some(advice) => failure.advising(advice),
                    None => failure,
                })
            }
        }
    }

    /// The cell that the failure is about: that of the last move, or the first one that differs.
    fn wrong_cell(&self, shown: &BoardText) -> Option<usize> {
        let expected = self.game.grid();
        let is_wrong = |cell: &usize| expected[*cell] != shown[*cell];
        let moved = self.events.first().and_then(|event| match *event {
            FourRowEvent::Placed { cell, .. } | FourRowEvent::TakenBack { cell, .. } => Some(cell),
            _ => None,
        });
        // The last move first: if it is missing, every other difference is its consequence.
        moved.filter(is_wrong).or_else(|| (0..expected.len()).find(is_wrong))
    }

    fn has_taken_back(&self) -> bool {
        self.events.iter().any(|event| matches!(event, FourRowEvent::TakenBack { .. }))
    }
}
