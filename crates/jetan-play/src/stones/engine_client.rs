//! Thinking about a position: the computer's reply, and what the columns are worth.
//!
//! A reply must be the same whenever the same game is played, so it comes from the seed, the
//! position and a bound counted in positions, never from what was thought before.

use std::sync::LazyLock;

use jetan_games::connect4::{
    Column, ConnectFourSolver, OpeningBook, OpponentLevel, Position, PositionAnalysis, ScoreBounds,
};
use jetan_games::rng::Rng;
use jetan_games::search::SearchBudget;

use crate::thought::{GameQuestion, GameThought};

/// The bound for a reply, in questions to the budget's callback (1024 positions each).
/// The engine sees about nine million positions a second, so this is under three seconds.
const REPLY_QUESTIONS: u32 = 24_000;

/// The bounds for rating the columns: a first look of half a second, and if that leaves something
/// open a thorough one. Only openings that no good player plays take so long.
const COLUMNS_QUESTIONS: [u32; 2] = [4_000, 80_000];

/// The bounds for a hint: where somebody waits for it, under two tenths of a second, and one
/// that is worth waiting for. What is not found out is judged as a strong player would.
const HINT_QUESTIONS: [u32; 2] = [800, REPLY_QUESTIONS];
/// The bound for that judgement, in questions.
const JUDGEMENT_QUESTIONS: u32 = 400;

/// The bound for the best play of both sides, in questions.
const LINE_QUESTIONS: u32 = 8_000;

/// A question that a game has for the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineQuestion {
    /// The move of an opponent of this level.
    Reply(OpponentLevel),
    /// The worth of the columns.
    Columns,
}

/// An answer that is still wanted.
#[derive(Clone, Copy, Debug)]
pub enum EngineAnswer {
    /// The opponent plays here.
    Reply(Column),
    /// Something more is known about the columns; [`EngineClient::columns`] has it.
    Columns,
}

/// The question under way, and the analysis that is known.
#[derive(Debug)]
pub struct EngineClient {
    seed: u64,
    asked: Option<(EngineQuestion, Position)>,
    known: Option<KnownAnalysis>,
}

#[derive(Clone, Copy, Debug)]
struct KnownAnalysis {
    position: Position,
    analysis: PositionAnalysis,
    /// The number of looks taken at it.
    looks: usize,
}

impl KnownAnalysis {
    fn is_final(&self) -> bool {
        // A position whose columns are all exact needs no second look.
        self.looks >= COLUMNS_QUESTIONS.len() || self.analysis.scores().is_some()
    }
}

impl EngineClient {
    /// A mind that has thought of nothing yet.
    pub fn new(seed: u64) -> EngineClient {
        EngineClient { seed, asked: None, known: None }
    }

    /// Gives up what is being thought about, because the position is another one now.
    pub fn give_up(&mut self) {
        self.asked = None;
    }

    /// The work for what is needed; none if nothing is, or if it was begun already.
    pub fn take_question(
        &mut self,
        need: Option<EngineQuestion>,
        position: &Position,
    ) -> Option<GameQuestion> {
        let need = need?;
        if self.asked == Some((need, *position)) || self.has(need, position) {
            return None;
        }
        self.give_up();
        self.asked = Some((need, *position));
        let position = *position;
        Some(match need {
            EngineQuestion::Reply(level) => {
                // Each move has its own seed, so that a saved game goes on as it would have.
                // The constant of SplitMix64 spreads the number of the move over all 64 bits; it is
                // one more than the plies, so that the first move does not get the bare seed.
                let chance = (position.plies() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                GameQuestion::Reply { position, level, seed: self.seed ^ chance }
            }
            EngineQuestion::Columns => {
                let looks = self.known_of(&position).map_or(0, |known| known.looks);
                let looks = COLUMNS_QUESTIONS[looks.min(COLUMNS_QUESTIONS.len() - 1)];
                GameQuestion::Columns { position, looks }
            }
        })
    }

    /// Whether an answer is waited for.
    pub fn is_asked(&self) -> bool {
        self.asked.is_some()
    }

    /// Takes a thought; an answer if it is the one that was asked for.
    pub fn receive(&mut self, thought: &GameThought, position: &Position) -> Option<EngineAnswer> {
        // Taken whatever the thought is: after an unexpected one the question is open again and can
        // be asked once more.
        let (need, asked) = self.asked.take()?;
        match (need, thought) {
            // Somebody may have moved or taken back while the engine was thinking.
            _ if asked != *position => None,
            (EngineQuestion::Reply(_), GameThought::Column(column)) => {
                Some(EngineAnswer::Reply(*column))
            }
            (EngineQuestion::Columns, GameThought::Columns(of, analysis)) if of == position => {
                let looks = self.known_of(position).map_or(0, |known| known.looks) + 1;
                self.known =
                    Some(KnownAnalysis { position: *position, analysis: *analysis, looks });
                Some(EngineAnswer::Columns)
            }
            _ => None,
        }
    }

    /// The known worth of the columns, and whether it is final.
    pub fn columns(&self, position: &Position) -> Option<(PositionAnalysis, bool)> {
        self.known_of(position).map(|known| (known.analysis, known.is_final()))
    }

    fn has(&self, need: EngineQuestion, position: &Position) -> bool {
        need == EngineQuestion::Columns
            && self.known_of(position).is_some_and(KnownAnalysis::is_final)
    }

    fn known_of(&self, position: &Position) -> Option<&KnownAnalysis> {
        self.known.as_ref().filter(|known| known.position == *position)
    }
}

pub(crate) fn answer_reply(
    level: OpponentLevel,
    position: &Position,
    seed: u64,
    should_stop: &mut dyn FnMut() -> bool,
) -> GameThought {
    think(REPLY_QUESTIONS, should_stop, |budget| reply(level, position, Rng::new(seed), budget))
}

pub(crate) fn answer_columns(
    position: &Position,
    looks: u32,
    should_stop: &mut dyn FnMut() -> bool,
) -> GameThought {
    think(looks, should_stop, |budget| {
        GameThought::Columns(*position, solver().analyze(position, budget))
    })
}

pub(crate) fn answer_hint(
    position: &Position,
    seed: u64,
    is_thorough: bool,
    should_stop: &mut dyn FnMut() -> bool,
) -> GameThought {
    let questions = HINT_QUESTIONS[usize::from(is_thorough)];
    // One solver for both searches: what the first has put into its table helps the second.
    let mut solver = solver();
    let best = think(questions, should_stop, |budget| {
        let bounds = solver.bounds(position, budget);
        let best = solver.best(position, budget).unwrap_or_default();
        let central = best.into_iter().min_by_key(|column| column.index().abs_diff(3));
        central.map_or(GameThought::Stopped, |column| GameThought::Hint(column, bounds))
    });
    if matches!(best, GameThought::Hint(..)) {
        return best;
    }
    think(JUDGEMENT_QUESTIONS, should_stop, |budget| {
        let choice = OpponentLevel::Hard.choose(position, &mut solver, &mut Rng::new(seed), budget);
        // These bounds say no more than the number of stones does, so no score is shown with the
        // hint.
        let unknown = ScoreBounds::of_plies(position.plies());
        choice.map_or(GameThought::Stopped, |choice| GameThought::Hint(choice.column, unknown))
    })
}

pub(crate) fn answer_line(
    position: &Position,
    should_stop: &mut dyn FnMut() -> bool,
) -> GameThought {
    think(LINE_QUESTIONS, should_stop, |budget| GameThought::Line(solver().line(position, budget)))
}

/// Thinks until there is an answer, the budget is spent, or it is cancelled.
fn think(
    questions: u32,
    should_stop: &mut dyn FnMut() -> bool,
    work: impl FnOnce(&mut SearchBudget<'_>) -> GameThought,
) -> GameThought {
    let mut asked = 0;
    // Asked once before any work: with a book or few free cells a search may end before its first
    // question.
    let mut is_stopped = should_stop();
    if is_stopped {
        return GameThought::Stopped;
    }
    let thought = {
        let mut ask = || {
            asked += 1;
            is_stopped |= should_stop();
            is_stopped || asked >= questions
        };
        work(&mut SearchBudget::until(&mut ask))
    };
    // A search that was stopped may have an answer, but one that depends on when that happened, and
    // replies must not.
    if is_stopped { GameThought::Stopped } else { thought }
}

fn reply(
    level: OpponentLevel,
    position: &Position,
    mut rng: Rng,
    budget: &mut SearchBudget<'_>,
) -> GameThought {
    let choice = level.choose(position, &mut solver(), &mut rng, budget);
    choice.map_or(GameThought::Stopped, |choice| GameThought::Column(choice.column))
}

/// A solver that knows openings but no game in particular. Without its book it is only slower.
fn solver() -> ConnectFourSolver {
    // Parsed once per process. Each solver gets a clone, because a table that outlived a question
    // would make the next answer depend on it.
    static BOOK: LazyLock<Option<OpeningBook>> = LazyLock::new(|| OpeningBook::embedded().ok());
    match BOOK.as_ref() {
        Some(book) => ConnectFourSolver::default().with_book(book.clone()),
        None => ConnectFourSolver::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jetan_games::connect4::notation::parse;

    fn finished(question: GameQuestion) -> GameThought {
        question.answer(&mut || false)
    }

    #[test]
    fn a_question_is_asked_once_and_its_answer_is_kept() {
        let position = parse("44444325353").unwrap();
        let mut mind = EngineClient::new(0);
        let need = Some(EngineQuestion::Columns);
        let work = mind.take_question(need, &position).unwrap();
        assert!(mind.take_question(need, &position).is_none());
        assert!(mind.columns(&position).is_none());
        mind.receive(&finished(work), &position).unwrap();
        let (analysis, is_final) = mind.columns(&position).unwrap();
        assert!(is_final && analysis.scores().is_some());
        assert!(mind.take_question(need, &position).is_none());
        assert!(mind.columns(&Position::default()).is_none());
    }

    #[test]
    fn the_answer_to_an_older_question_is_not_taken() {
        let (old, new) = (parse("12").unwrap(), parse("123").unwrap());
        let mut mind = EngineClient::new(0);
        let old_work = mind.take_question(Some(EngineQuestion::Columns), &old).unwrap();
        mind.give_up();
        let new_work =
            mind.take_question(Some(EngineQuestion::Reply(OpponentLevel::Easy)), &new).unwrap();
        let answer = mind.receive(&finished(new_work), &new);
        assert!(matches!(answer, Some(EngineAnswer::Reply(_))));
        assert!(mind.receive(&finished(old_work), &new).is_none());
        assert!(mind.columns(&old).is_none());
    }

    #[test]
    fn thoughts_that_nobody_waits_for_change_nothing() {
        let position = parse("4453").unwrap();
        let mut mind = EngineClient::new(0);
        let column = GameThought::Column(Column::ALL[3]);
        assert!(mind.receive(&column, &position).is_none());
        let work = mind.take_question(Some(EngineQuestion::Columns), &position);
        assert!(work.is_some());
        assert!(mind.receive(&column, &position).is_none());
        // Whatever came, the question is open again.
        assert!(mind.take_question(Some(EngineQuestion::Columns), &position).is_some());
        assert!(mind.receive(&GameThought::Stopped, &position).is_none());
    }

    #[test]
    fn stopping_is_noticed_at_once() {
        // No book has this position, so there is something to search.
        let position = parse("1771").unwrap();
        let mut mind = EngineClient::new(0);
        let work = mind.take_question(Some(EngineQuestion::Columns), &position).unwrap();
        let mut asked = 0;
        let thought = work.answer(&mut || {
            asked += 1;
            asked > 1
        });
        assert!(matches!(thought, GameThought::Stopped));
        assert_eq!(asked, 2);
    }
}
