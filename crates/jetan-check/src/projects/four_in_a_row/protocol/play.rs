//! Playing a game in a program's own manner, with the rules side by side.

use std::collections::BTreeMap;

use jetan_games::connect4::position::{Column, Position};
use jetan_machine::Machine;
use jetan_run::RunEnd;

use super::learn::{PROBE_SEED, last_line};
use super::memory::board;
use super::names::ColumnQuestion;
use super::{InputProtocol, QuestionKind, UndoMethod};
use crate::escapes::without_escapes;
use crate::projects::claims::{self, ClaimWords, GameClaim};
use crate::projects::picture::{self, BoardText};
use crate::runner::{InputQuestion, InputSite, ProgramRunner, RunRecord};
use crate::verdict::{CaseFailure, FailureKind as Mistake, Verdict, mishap};

/// Instruction limit of a game.
const GAME_INSTRUCTIONS_MAX: u64 = 100_000_000;
/// Questions of one game: every cell may take a few.
const QUESTIONS_MAX: usize = 400;

/// The fewest answers that are not columns after which an edition ends the game.
const LOSING_VIOLATIONS_MIN: usize = 3;

/// The action when a column is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum ColumnAction {
    /// A column is chosen, from 0.
    Column(usize),
    /// An answer is typed that is not a column.
    Wrong,
    /// The last move is taken back, if that is offered.
    TakeBack,
}

/// The result of a game.
#[derive(Debug)]
pub(super) enum ProbeScore {
    /// Every grid was right, and it ended when it should, if it should.
    Right,
    /// The grid is another one.
    Differs { expected: BoardText, shown: BoardText },
    /// The game is over, but a column is asked for.
    WentOn,
    /// It ended although the game is not over.
    EndedEarly,
    /// It asks what it asks when a game is over, although this one is not.
    OverEarly,
    /// It asks what is not part of a game, after violations that lose it in some edition.
    Lost,
    /// A question that was never met before.
    Unknown(String),
}

/// A game that was played.
pub(super) struct ProbedGame {
    pub(super) score: ProbeScore,
    pub(super) run: RunRecord,
    /// The output after the last answer.
    pub(super) last_words: String,
    /// Moves that were taken back.
    pub(super) taken_back: usize,
    /// The questions for columns that were answered.
    pub(super) questions: Vec<ColumnQuestion>,
    /// The place that asked something when the game was over.
    pub(super) asked_at_end: Option<InputSite>,
    /// Answers of whose turn it was at the end that were not columns, or full ones.
    wrong: usize,
    position: Position,
    columns: Vec<usize>,
}

/// A guess of how a program talks.
pub(super) struct ProtocolGuess<'a> {
    pub(super) opening: &'a [(InputSite, String)],
    pub(super) kinds: &'a BTreeMap<InputSite, QuestionKind>,
    pub(super) keep: &'a str,
    pub(super) first_column: u8,
}

impl ProtocolGuess<'_> {
    /// The machine when it asks for a column after these were played, if it comes to that.
    pub(super) async fn machine_after(
        &self,
        runner: &mut ProgramRunner<'_>,
        columns: &[usize],
    ) -> Option<Machine> {
        let (mut asked, mut left, mut machine) = (0, columns.iter(), None);
        let limits = runner.limits;
        runner.limits.instructions = limits.instructions.min(GAME_INSTRUCTIONS_MAX);
        runner
            .run_answering(Some(PROBE_SEED), &mut |question: &InputQuestion<'_>| {
                asked += 1;
                // Opening lines are answered in their order, and only at the site that asked for
                // them in the first look.
                if let Some((site, line)) = self.opening.get(asked - 1)
                    && *site == question.site
                {
                    return Some(line.clone());
                }
                if asked > QUESTIONS_MAX {
                    return None;
                }
                match self.kinds.get(&question.site)? {
                    QuestionKind::Keep => Some(self.keep.to_owned()),
                    QuestionKind::Column => {
                        let Some(column) = left.next() else {
                            // Copied at the question: after the end of its input the program may
                            // clear the grid.
                            machine = Some(question.machine.clone());
                            return None;
                        };
                        Some((column + usize::from(self.first_column)).to_string())
                    }
                }
            })
            .await;
        runner.limits = limits;
        machine
    }
}

/// A game on its way.
struct ProbeGame<'a> {
    manner: &'a InputProtocol,
    actions: std::slice::Iter<'a, ColumnAction>,
    asked: usize,
    moves: Vec<usize>,
    score: Option<ProbeScore>,
    /// Whether everything was played and a column is asked for again.
    is_done: bool,
    taken_back: usize,
    questions: Vec<ColumnQuestion>,
    asked_at_end: Option<InputSite>,
    /// Answers of both players that were not columns, or full ones.
    wrong: [usize; 2],
}

/// Plays some actions and looks at the grid whenever a column is asked for.
pub(super) async fn play(
    manner: &InputProtocol,
    runner: &mut ProgramRunner<'_>,
    actions: &[ColumnAction],
    seed: i64,
) -> ProbedGame {
    let limits = runner.limits;
    runner.limits.instructions = limits.instructions.min(GAME_INSTRUCTIONS_MAX);
    let mut table = ProbeGame {
        manner,
        actions: actions.iter(),
        asked: 0,
        moves: Vec::new(),
        score: None,
        is_done: false,
        taken_back: 0,
        questions: Vec::new(),
        asked_at_end: None,
        wrong: [0; 2],
    };
    let mut answered: usize = 0;
    let run = runner
        .run_answering(Some(seed), &mut |question: &InputQuestion<'_>| {
            let answer = table.answer(question);
            answered += usize::from(answer.is_some());
            answer
        })
        .await;
    runner.limits = limits;
    let position = table.position();
    // What is asked after the end is not answered: what was said before it counts too.
    let last = answered.checked_sub(1).and_then(|last| run.moments.get(last));
    let said = run.output.get(last.map_or(0, |moment| moment.output_end)..).unwrap_or_default();
    let last_words = without_escapes(&String::from_utf8_lossy(said));
    let score = table.score.take().unwrap_or_else(|| {
        let is_right = table.is_done || position.is_over();
        let last = manner.grid.read(&run.machine);
        match is_right {
            true if position.is_over() && last != board(&position) => {
                ProbeScore::Differs { expected: board(&position), shown: last }
            }
            true => ProbeScore::Right,
            false => ProbeScore::EndedEarly,
        }
    });
    // Whose turn it is follows from the number of pieces: a refused answer does not change it.
    let wrong = table.wrong[position.plies() % 2];
    ProbedGame {
        score,
        run,
        last_words,
        taken_back: table.taken_back,
        questions: table.questions,
        asked_at_end: table.asked_at_end,
        wrong,
        position,
        columns: table.moves,
    }
}

impl ProbeGame<'_> {
    fn position(&self) -> Position {
        self.moves.iter().fold(Position::default(), |position, &column| {
            position.play(Column::ALL[column]).unwrap_or(position)
        })
    }

    fn answer(&mut self, question: &InputQuestion<'_>) -> Option<String> {
        self.asked += 1;
        if let Some((site, line)) = self.manner.opening.get(self.asked - 1)
            // A site of the opening may differ from run to run by its caller; one that is known as
            // a question of the game is not an opening.
            && (*site == question.site || self.manner.kind(question.site).is_none())
        {
            return Some(line.clone());
        }
        if self.asked > QUESTIONS_MAX || self.score.is_some() {
            return None;
        }
        let position = self.position();
        match self.manner.kind(question.site) {
            Some(QuestionKind::Keep) => Some(self.keep()),
            Some(QuestionKind::Column) if position.is_over() => self.end(ProbeScore::WentOn),
            Some(QuestionKind::Column) => {
                let (expected, shown) = (board(&position), self.manner.grid.read(question.machine));
                // Compared before the answer, so that the first wrong grid is the one that is
                // reported.
                if expected != shown {
                    return self.end(ProbeScore::Differs { expected, shown });
                }
                let asked = ColumnQuestion::new(position.plies() % 2, question.said);
                self.questions.push(asked);
                self.column(&position)
            }
            // Whatever is asked after the end does not belong to the game, and violations may
            // have ended it.
            None if position.is_over() => {
                self.asked_at_end = self.asked_at_end.or(Some(question.site));
                None
            }
            None if self.wrong[position.plies() % 2] >= LOSING_VIOLATIONS_MIN => {
                self.end(ProbeScore::Lost)
            }
            // Violations come first: a game that they have ended asks the same.
            None if self.manner.ends.contains(&question.site) => self.end(ProbeScore::OverEarly),
            None => self.end(ProbeScore::Unknown(last_line(question.said))),
        }
    }

    fn end(&mut self, score: ProbeScore) -> Option<String> {
        self.score = Some(score);
        None
    }

    /// The answer to the question whether a move is kept.
    fn keep(&mut self) -> String {
        if let (Some(ColumnAction::TakeBack), Some(UndoMethod::Answer(word))) =
            // Only looked at: unless the move is taken back now, the action stays for the next
            // question.
            (self.actions.as_slice().first(), &self.manner.take_back)
        {
            self.actions.next();
            self.moves.pop();
            self.taken_back += 1;
            return word.clone();
        }
        self.manner.keep.clone()
    }

    /// The answer to the question for a column.
    fn column(&mut self, position: &Position) -> Option<String> {
        loop {
            match self.actions.next() {
                None => {
                    self.is_done = true;
                    return None;
                }
                Some(&ColumnAction::Column(column)) => {
                    // A full column is refused, and nothing changes.
                    if position.can_play(Column::ALL[column]) {
                        self.moves.push(column);
                    } else {
                        self.wrong[position.plies() % 2] += 1;
                    }
                    return Some(self.manner.column(column));
                }
                Some(ColumnAction::Wrong) => {
                    self.wrong[position.plies() % 2] += 1;
                    // Wrong in every numbering: columns end at 6 or 7.
                    return Some("9".to_owned());
                }
                Some(ColumnAction::TakeBack) => {
                    if let Some(UndoMethod::Column(word)) = &self.manner.take_back {
                        self.moves.pop();
                        self.taken_back += 1;
                        return Some(word.clone());
                    }
                    // It was not offered at this move: then the move stays.
                }
            }
        }
    }
}

/// Plays some actions and says what is wrong.
pub(in super::super) async fn judge(
    manner: &InputProtocol,
    runner: &mut ProgramRunner<'_>,
    actions: &[ColumnAction],
    words: &ClaimWords,
) -> Verdict {
    let needs_undo = actions.contains(&ColumnAction::TakeBack);
    if needs_undo && manner.take_back.is_none() {
        return Verdict::NotJudged(
            "how a move is taken back was not found: an adapter can say so, with `undo` below \
             `[input]`"
                .to_owned(),
        );
    }
    let played = play(manner, runner, actions, PROBE_SEED).await;
    let instructions = played.run.instructions;
    // A question without an answer is a limit of ours and says nothing about the program.
    if let ProbeScore::Unknown(prompt) = &played.score {
        return Verdict::NotJudged(format!(
            "a question of the program is not understood: {prompt}"
        ));
    }
    // The game was right without what the case is about; that is neither passed nor failed.
    if needs_undo && played.taken_back == 0 && matches!(played.score, ProbeScore::Right) {
        return Verdict::Skipped("the program does not offer to take this move back".to_owned());
    }
    // After how many answers that are not columns a game is lost differs from edition to edition.
    let is_lost =
        matches!(played.score, ProbeScore::EndedEarly) && played.wrong >= LOSING_VIOLATIONS_MIN;
    let has_ended = matches!(
        played.run.ending,
        RunEnd::Exited(_) | RunEnd::Returned(_) | RunEnd::DroppedOff(_)
    );
    // A crash after violations is still a crash.
    if is_lost && has_ended || matches!(played.score, ProbeScore::Lost) {
        return Verdict::passed(instructions);
    }
    match played.failure(manner, runner, words) {
        Some(failure) => failure.into(),
        None => match mishap(&played.run, runner.subject) {
            // The game was over, and its end announced.
            Some(mishap) => Verdict::passed_before(mishap),
            None => Verdict::passed(instructions),
        },
    }
}

impl ProbedGame {
    fn failure(
        &self,
        manner: &InputProtocol,
        runner: &ProgramRunner<'_>,
        words: &ClaimWords,
    ) -> Option<CaseFailure> {
        let count = self.run.instructions;
        let after = self.after(manner);
        match &self.score {
            ProbeScore::Differs { expected, shown } => {
                let cell = (0..expected.len()).find(|&cell| expected[cell] != shown[cell])?;
                let summary = format!(
                    "{after} {} should be {}, but the grid has {} there",
                    super::super::words::slot(cell),
                    super::super::words::content(expected[cell]),
                    super::super::words::content(shown[cell]),
                );
                let failure = CaseFailure::new(Mistake::Wrong, summary, count);
                let help = "O is who moves first here, and X the other, whatever the program \
                            calls them";
                Some(
                    failure
                        .comparing(picture::shown(expected), picture::shown(shown))
                        .advising(help),
                )
            }
            ProbeScore::WentOn => {
                let reason =
                    if self.position.is_won() { "four are in a row" } else { "no slot is free" };
                let summary = format!(
                    "{after} {reason}; the game is over, but the program asks for a column"
                );
                Some(self.with_grid(CaseFailure::new(Mistake::Ending, summary, count)))
            }
            ProbeScore::EndedEarly => {
                if let Some(failure) = mishap(&self.run, runner.subject) {
                    let summary = format!("{}, {after}", failure.summary);
                    return Some(CaseFailure { summary, ..failure });
                }
                Some(self.over_early(&after))
            }
            ProbeScore::OverEarly => Some(self.over_early(&after)),
            ProbeScore::Right if self.position.is_over() => {
                self.said_otherwise(manner, words, &after)
            }
            ProbeScore::Right | ProbeScore::Lost | ProbeScore::Unknown(_) => None,
        }
    }

    fn over_early(&self, after: &str) -> CaseFailure {
        let summary =
            format!("the program ends {after}, but nobody has four in a row and slots are free");
        self.with_grid(CaseFailure::new(Mistake::Ending, summary, self.run.instructions))
    }

    fn with_grid(&self, failure: CaseFailure) -> CaseFailure {
        failure.comparing(
            picture::shown(&board(&self.position)),
            last_line(self.last_words.as_bytes()),
        )
    }

    /// Whether the last words name the wrong winner.
    fn said_otherwise(
        &self,
        manner: &InputProtocol,
        words: &ClaimWords,
        after: &str,
    ) -> Option<CaseFailure> {
        let is_first = self.columns.len() % 2 == 1;
        let letters = manner.grid.letters();
        // Before the claims below, which the program itself has taught: one that always names the
        // same player, or always the loser, would be right by them.
        let named = manner.names.as_ref();
        let named = named.and_then(|names| names.winner(&self.last_words, words, letters));
        if let Some((who, line)) = named.filter(|_| self.position.is_won())
            && who != usize::from(!is_first)
        {
            let right = if is_first { "first" } else { "second" };
            let summary = format!(
                "{after} who moved {right} has won, but the program names the other player: {}",
                last_line(line.as_bytes())
            );
            let failure = CaseFailure::new(Mistake::Wrong, summary, self.run.instructions);
            return Some(self.with_grid(failure).advising(claims::OTHER_WORDS));
        }
        let winners = manner.winners?;
        let claims = words.claims(&self.last_words, letters);
        let winner = winners[usize::from(!is_first)];
        let fits = |claim: &GameClaim| match (self.position.is_won(), claim) {
            // A program that names the same winner in both games names nobody in particular.
            (true, GameClaim::Won(who)) => winners[0] == winners[1] || *who == winner,
            // Whoever lost is the one that has not won.
            (false, GameClaim::Tie) | (true, GameClaim::Lost(_)) => true,
            _ => false,
        };
        let wrong = claims.iter().find(|claim| !fits(claim));
        if !claims.is_empty() && wrong.is_none() {
            return None;
        }
        let right = match self.position.is_won() {
            true if is_first => "who moved first wins",
            true => "who moved second wins",
            false => "a tie",
        };
        let said = claims::describe(wrong.copied(), self.last_words.trim());
        let summary = format!("{after} the end should be: {right}; but the program says {said}");
        let failure = CaseFailure::new(Mistake::Wrong, summary, self.run.instructions);
        Some(self.with_grid(failure).advising(claims::OTHER_WORDS))
    }

    fn after(&self, manner: &InputProtocol) -> String {
        let columns: Vec<String> =
            self.columns.iter().map(|&column| manner.column(column)).collect();
        match columns.len() {
            0 => "before the first move".to_owned(),
            1 => format!("after column {}", columns[0]),
            _ => format!("after the columns {}", columns.join(" ")),
        }
    }
}
