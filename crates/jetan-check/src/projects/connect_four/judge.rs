//! Playing a game with the program and the engine side by side.

use jetan_games::connect4::connect_four::{ConnectFourEvent, ConnectFourGame, ConnectFourQuestion};

use super::super::claims::{self, GameClaim};
use super::super::dialogue::{DialogueRun, wrap};
use super::super::lines::FourLine;
use super::frames::{ExpectedPiece, PieceTracker};
use super::{ConnectFourChecker, REFUSED, number, words};
use crate::picture::CasePicture;
use crate::runner::ProgramRunner;
use crate::verdict::{CaseFailure, FailureKind, Verdict, mishap};

/// The state of program and engine when an answer is asked for.
pub(super) struct AnswerContext<'a> {
    /// The answers so far.
    pub(super) answers: &'a [String],
    /// The number of answers in the case.
    pub(super) total: usize,
    /// The game as it should be.
    pub(super) game: &'a ConnectFourGame,
    /// The last line that the program printed, in words.
    pub(super) last_words: String,
    /// Instructions executed by the run.
    pub(super) instructions: u64,
}

impl ConnectFourChecker {
    /// Plays the answers.
    pub(super) async fn judge_game(
        &self,
        runner: &mut ProgramRunner<'_>,
        answers: &[String],
    ) -> Verdict {
        let talk = self.dialogue.hold(runner, answers, REFUSED, None).await;
        match self.compare(runner, &talk, answers) {
            Ok(None) => Verdict::passed(talk.run.instructions),
            Ok(Some(mishap)) => Verdict::passed_before(mishap),
            Err(failure) => failure.into(),
        }
    }

    /// The error, or what went wrong after the game was over and its end was announced.
    fn compare(
        &self,
        runner: &ProgramRunner<'_>,
        talk: &DialogueRun,
        answers: &[String],
    ) -> Result<Option<CaseFailure>, CaseFailure> {
        let mut game = ConnectFourGame::default();
        let mut frames = PieceTracker::new(&self.flicker, self.adapter.frame);
        for asked in 0..=answers.len() {
            let mut seen = None;
            if asked > 0 {
                let question = game.question();
                let event = game.answer(number(&answers[asked - 1]));
                // The board may be drawn after it is known who goes first.
                if matches!(question, Some(ConnectFourQuestion::Column { .. })) {
                    seen = Some(event);
                }
            }
            let standing = AnswerContext {
                answers: &answers[..asked],
                total: answers.len(),
                game: &game,
                last_words: talk.last_words(asked),
                instructions: talk.run.instructions,
            };
            let has_asked = talk.asked() > asked;
            // A crash counts at the question where it shows: everything before it was answered and
            // can be judged.
            if !has_asked && let Some(failure) = mishap(&talk.run, runner.subject) {
                let seen =
                    seen.map_or(Ok(()), |event| look(&mut frames, talk, asked, event, &standing));
                // What is missing at the end is explained better by the crash before it.
                let is_told = game.question().is_none()
                    && seen.is_ok()
                    && self.check_end(talk, &standing).is_ok();
                // In plain words, so that all cases that end alike are one line of the report.
                return if is_told {
                    Ok(Some(failure))
                } else {
                    Err(standing.explain_mishap(failure))
                };
            }
            // The picture before the words: it explains more of what is wrong.
            if let Some(event) = seen {
                look(&mut frames, talk, asked, event, &standing)?;
            }
            self.compare_at(talk, has_asked, &standing)?;
        }
        Ok(None)
    }

    fn compare_at(
        &self,
        talk: &DialogueRun,
        has_asked: bool,
        standing: &AnswerContext<'_>,
    ) -> Result<(), CaseFailure> {
        match (standing.game.question(), has_asked) {
            (Some(_), true) => Ok(()),
            (Some(_), false) => Err(standing.ended_early()),
            // Whether to play again is not asked by the game; its end was announced before.
            (None, true) if asks_something_else(talk, standing.answers) => {
                self.check_words(talk, standing)
            }
            (None, true) => Err(standing.went_on()),
            (None, false) => self.check_end(talk, standing),
        }
    }

    /// Whether the program's last words name the right winner, and its state as well.
    fn check_end(
        &self,
        talk: &DialogueRun,
        standing: &AnswerContext<'_>,
    ) -> Result<(), CaseFailure> {
        self.check_words(talk, standing)?;
        // A program that keeps its state elsewhere is judged by its words alone.
        let Ok(state) = &self.state else { return Ok(()) };
        let winner = standing.game.winner();
        let (end_game, held) = state.end(&talk.run.machine);
        // Any value but 0 is true: the document does not say which.
        if end_game == 0 || held != winner {
            let summary = format!("at the end `end_game` is {end_game} and `winner` is {held}");
            let failure = standing.failure(FailureKind::Wrong, summary);
            let expected = format!("end_game: 1\nwinner: {winner}");
            return Err(
                failure.comparing(expected, format!("end_game: {end_game}\nwinner: {held}"))
            );
        }
        Ok(())
    }

    /// Whether the program's last words name the right winner.
    fn check_words(
        &self,
        talk: &DialogueRun,
        standing: &AnswerContext<'_>,
    ) -> Result<(), CaseFailure> {
        let said = self.adapter.read(talk.said_before(standing.answers.len()));
        // The players of this game have numbers, not letters.
        let claims = self.words.claims(&said, None);
        let winner = standing.game.winner();
        let fits = |claim: &GameClaim| match *claim {
            GameClaim::Tie => winner == 0,
            // Programs may congratulate without a name; only a wrong name is wrong.
            GameClaim::Won(who) => winner != 0 && who.is_none_or(|who| who == winner),
            GameClaim::Lost(who) => winner != 0 && who.is_none_or(|who| who == 3 - winner),
        };
        let wrong = claims.iter().find(|claim| !fits(claim));
        if claims.is_empty() || wrong.is_some() {
            return Err(standing.said_otherwise(wrong.copied(), said.trim()));
        }
        Ok(())
    }
}

/// Whether what the program asks after these answers is something that the game does not ask.
fn asks_something_else(talk: &DialogueRun, answers: &[String]) -> bool {
    let mut game = ConnectFourGame::default();
    let mut kinds = Vec::new();
    for answer in answers {
        kinds.push(game.question().map(|it| std::mem::discriminant(&it)));
        game.answer(number(answer));
    }
    talk.is_from_new_place(answers.len(), |at| kinds.get(at).copied().flatten())
}

/// Compares what the display showed before and after an answer.
fn look(
    frames: &mut PieceTracker<'_>,
    talk: &DialogueRun,
    asked: usize,
    event: ConnectFourEvent,
    standing: &AnswerContext<'_>,
) -> Result<(), CaseFailure> {
    let shown = |question| talk.moment(question).and_then(|moment| moment.display.as_deref());
    // Without a display there is nothing to compare; that is a case of its own.
    let (Some(before), Some(after)) = (shown(asked - 1), shown(asked)) else { return Ok(()) };
    let placed = match event {
        ConnectFourEvent::Placed { player, column, row } => {
            Some(ExpectedPiece { player, column: column.index(), row, is_last: false })
        }
        ConnectFourEvent::Ended { player, column, row, .. } => {
            Some(ExpectedPiece { player, column: column.index(), row, is_last: true })
        }
        _ => None,
    };
    let Some((fact, actual)) = frames.look(before, after, placed, standing.game) else {
        return Ok(());
    };
    let after = words::after(standing.answers, standing.total);
    let expected = words::board(&standing.game.piece_position());
    let reason = match (placed, standing.answers.last()) {
        (None, Some(answer)) if (0..=6).contains(&number(answer)) => {
            format!("column {answer} is full: ")
        }
        (None, Some(answer)) => format!("`{answer}` is not a column: "),
        _ => String::new(),
    };
    let failure = standing.failure(FailureKind::Wrong, format!("{after} {reason}{fact}"));
    Err(failure.comparing(expected, actual))
}

impl AnswerContext<'_> {
    fn failure(&self, kind: FailureKind, summary: String) -> CaseFailure {
        let board = words::board(&self.game.piece_position());
        let next = format!("\n\n{}", wrap(&words::next(self.game)));
        let expected = CasePicture::from(board).with_words(next);
        CaseFailure::new(kind, summary, self.instructions).comparing(expected, &self.last_words)
    }

    fn after(&self) -> String {
        words::after(self.answers, self.total)
    }

    fn explain_mishap(&self, failure: CaseFailure) -> CaseFailure {
        let summary = format!("{}, {}", failure.summary, self.after());
        // Only the expected picture is taken: what went wrong is known better by the mishap.
        let expected = self.failure(failure.kind, String::new()).expected;
        CaseFailure { summary, expected, ..failure }
    }

    fn ended_early(&self) -> CaseFailure {
        let reason = match self.game.question() {
            Some(ConnectFourQuestion::Column { .. }) if self.game.piece_count() > 0 => {
                "nobody has four in line and the board is not full"
            }
            _ => "the game has not begun",
        };
        let next = words::next(self.game).replace("asks", "should ask");
        let summary = format!("the program ends {}, but {reason}: it {next} next", self.after());
        self.failure(FailureKind::Ending, summary)
    }

    fn went_on(&self) -> CaseFailure {
        let lines = FourLine::made_in(&self.game.position());
        let reason = match lines.first() {
            Some(line) => {
                format!("player {} has four in line, {}", self.game.winner(), words::line(line))
            }
            None => "the board is full, which is a draw".to_owned(),
        };
        let after = self.after();
        let summary =
            format!("{after} {reason}; the game is over, but the program asks for an answer");
        self.failure(FailureKind::Ending, summary)
    }

    fn said_otherwise(&self, claim: Option<GameClaim>, said: &str) -> CaseFailure {
        let wrong = claims::describe(claim, said);
        let (after, right) = (self.after(), words::end(self.game));
        let summary = format!("{after} the end should be: {right}; but the program says {wrong}");
        let failure = self.failure(FailureKind::Wrong, summary);
        if claim.is_none() && !said.is_empty() {
            failure.advising(claims::OTHER_WORDS)
        } else {
            failure
        }
    }
}
