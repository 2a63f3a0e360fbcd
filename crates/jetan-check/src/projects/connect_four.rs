//! Connect Four: prompts, frames and state functions.

mod assignment;
mod cases;
mod frames;
mod judge;
mod procedures;
mod shrink;
mod words;

use jetan_games::connect4::connect_four::ConnectFourGame;
use jetan_games::rng::Rng;
use jetan_run::RunEnd;

use super::claims::ClaimWords;
use super::dialogue::{DialogueRun, DialogueSettings};
use super::opening::{self, OPENINGS};
use crate::adapter::Adapter;
use crate::companion::CellAddresses;
use crate::picture::CasePicture;
use crate::project::{CaseReproduction, CaseSize, ProjectChecker, ProjectPart};
use crate::runner::ProgramRunner;
use crate::verdict::Verdict;

use frames::FlickeringUnits;
use procedures::{StateAddresses, StateProcedure};

/// Instruction limit of the first game: displays are large.
const FIRST_GAME_INSTRUCTIONS: u64 = 150_000_000;
/// An answer that is refused by whatever reads it.
const REFUSED: &str = "9";

/// The checker for programs of this project.
pub struct ConnectFourChecker {
    adapter: Adapter,
    words: ClaimWords,
    dialogue: DialogueSettings,
    /// Units of the display that change at every move, such as whose turn it is.
    flicker: FlickeringUnits,
    refusals: RefusedAnswers,
    /// Lines it wants before the game, found by trying.
    opening: Vec<String>,
    state: Result<StateAddresses, String>,
    /// The address of the pieces, if they have the document's name.
    named_pieces: Option<u32>,
    /// Why it is taken for a program of another assignment, if it is.
    foreign: Option<&'static str>,
}

/// Answers that the program can be given to be refused; numbers of one digit always can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RefusedAnswers {
    /// A program that reads single keys sees the first digit only.
    long_numbers: bool,
    /// A program that reads numbers stops at words.
    words: bool,
    /// And at empty lines.
    empty_lines: bool,
}

/// One thing that a program must do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectFourCase {
    /// A game, as far as it goes.
    Game {
        /// The answers, line by line; the game does not end before the last.
        answers: Vec<String>,
    },
    /// A piece in every column, and whether there is a display to see them on.
    Display,
    /// A procedure called by itself.
    Call {
        /// The procedure that is called.
        procedure: StateProcedure,
        /// The player who went first, 1 or 2.
        first: u8,
        /// The columns played so far; the last is the one that the procedure is about.
        columns: Vec<u8>,
    },
}

impl ConnectFourChecker {
    /// The project as an adapter describes it.
    pub async fn new(adapter: &Adapter, runner: &mut ProgramRunner<'_>) -> ConnectFourChecker {
        let mut project = ConnectFourChecker {
            adapter: adapter.clone(),
            words: ClaimWords::new(&adapter.output),
            dialogue: DialogueSettings::new(adapter, FIRST_GAME_INSTRUCTIONS),
            flicker: FlickeringUnits::default(),
            refusals: RefusedAnswers::default(),
            opening: Vec::new(),
            state: Err(String::new()),
            named_pieces: procedures::address(adapter, runner, "piece_position").ok(),
            foreign: None,
        };
        project.probe_program(runner).await;
        project
    }

    /// Plays a game that fills the board, to see how long the program thinks and what it shows.
    async fn probe_program(&mut self, runner: &mut ProgramRunner<'_>) {
        // No more than one run is kept at a time: each may have as much memory as a case.
        let talk = self.first_game(runner).await;
        // First of all: the limits of every other trial follow from this game.
        self.dialogue.learn_from(&talk);
        self.flicker = FlickeringUnits::of(&talk);
        drop(talk);
        // Two pieces in one column and one in another, begun by player 2: either order in memory
        // and either player leaves different bytes.
        let short = ["2", "3", "3", "5"].map(str::to_owned);
        let talk = self.dialogue.hold(runner, &short, REFUSED, None).await;
        self.state = StateAddresses::find(&self.adapter, runner, &talk.run.machine, &game(&short));
        drop(talk);
        if let Ok(state) = &mut self.state {
            state.watch(runner, &self.dialogue, &short).await;
        }
        self.refusals = self.find_refusals(runner).await;
        self.foreign = assignment::foreign(&self.adapter, runner, &self.dialogue).await;
    }

    /// Plays a game that fills the board; if the program asks for more or fewer answers than it
    /// needs, once more with lines before it.
    async fn first_game(&mut self, runner: &mut ProgramRunner<'_>) -> DialogueRun {
        let answers = cases::full_board();
        let is_understood = |talk: &DialogueRun| {
            talk.asked() == answers.len()
                && matches!(
                    talk.run.ending,
                    RunEnd::Exited(_) | RunEnd::Returned(_) | RunEnd::DroppedOff(_)
                )
        };
        let talk = self.dialogue.hold(runner, &answers, REFUSED, None).await;
        let is_hanging = matches!(talk.run.ending, RunEnd::Limit(_));
        // A program that hangs would hang once more for each opening; that it does is already
        // known.
        if is_understood(&talk) || is_hanging || !self.adapter.input.before.is_empty() {
            return talk;
        }
        drop(talk);
        for lines in OPENINGS.map(opening::lines) {
            self.dialogue.begin_with(&lines);
            let talk = self.dialogue.hold(runner, &answers, REFUSED, None).await;
            if is_understood(&talk) {
                self.opening = lines;
                return talk;
            }
        }
        self.dialogue.begin_with(&[]);
        // Played again without an opening: no other talk was kept, and the failure is to be shown
        // as the course sees it.
        self.dialogue.hold(runner, &answers, REFUSED, None).await
    }

    /// The cells of the pieces, if they have the document's name; a program in a wrong state may
    /// have them there all the same.
    pub(crate) fn cells(&self) -> Option<CellAddresses> {
        let layout = self.state.as_ref().map(StateAddresses::layout).unwrap_or_default();
        self.named_pieces.map(|address| procedures::cells(address, layout))
    }

    pub(crate) fn typed_opening(&self) -> Vec<u8> {
        self.dialogue.opening()
    }

    /// The console input for the last of some answers.
    pub(crate) fn typed_last(&self, answers: &[u8]) -> Vec<u8> {
        let last = answers.last().map(|digit| char::from(*digit).to_string());
        last.map(|line| self.dialogue.line(&line)).unwrap_or_default()
    }

    fn typed(&self, answers: &[String]) -> CaseReproduction {
        let console = self.dialogue.console(answers);
        CaseReproduction { console, ..CaseReproduction::default() }
    }

    /// Tries answers that not every program can read.
    async fn find_refusals(&self, runner: &mut ProgramRunner<'_>) -> RefusedAnswers {
        let mut shows = async |answer: &str, is_shown: &dyn Fn(&DialogueRun) -> bool| {
            is_shown(&self.dialogue.hold(runner, &["1", answer, REFUSED], REFUSED, None).await)
        };
        let seen =
            |talk: &DialogueRun, question| talk.moment(question).map(|at| at.display.clone());
        // A fault after all four answers has another cause than the answer that was tried.
        let has_stopped = |talk: &DialogueRun| {
            talk.asked() != 4 && matches!(talk.run.ending, RunEnd::Faulted { .. })
        };
        let refuses_digits = |twice: &DialogueRun| {
            let once = twice.said_before(3);
            // A program that prints nothing when it refuses would make every comparison true.
            !once.is_empty() && twice.said_before(2) == [once, once].concat()
        };
        let refuses = |long: &DialogueRun| {
            long.asked() == 4
                && long.said_before(2) == long.said_before(3)
                && seen(long, 1) == seen(long, 2)
        };
        // A program that reads keys refuses both digits of this, and then each of what follows.
        let reads_keys = shows("99", &refuses_digits).await;
        let is_refused = shows("10", &refuses).await;
        RefusedAnswers {
            long_numbers: !reads_keys && is_refused,
            words: !shows("x", &has_stopped).await,
            empty_lines: !shows("", &has_stopped).await,
        }
    }
}

/// The game after some answers.
fn game(answers: &[String]) -> ConnectFourGame {
    let mut game = ConnectFourGame::default();
    for answer in answers {
        game.answer(number(answer));
    }
    game
}

/// The number that an answer means; neither a column nor a player if it is not a number.
fn number(answer: &str) -> i32 {
    // Not 0, which is a column.
    answer.trim().parse().unwrap_or(-1)
}

impl ProjectChecker for ConnectFourChecker {
    type Case = ConnectFourCase;

    fn parts(&self) -> Vec<ProjectPart> {
        let names = StateProcedure::ALL.into_iter().map(StateProcedure::name);
        let names = ["games", "display"].into_iter().chain(names);
        names.map(|name| ProjectPart { name, points: None }).collect()
    }

    fn part_of(&self, case: &ConnectFourCase) -> usize {
        match case {
            ConnectFourCase::Game { .. } => 0,
            ConnectFourCase::Display => 1,
            ConnectFourCase::Call { procedure, .. } => {
                // Parts are numbered in the order of `parts`, which lists games and display before
                // the procedures.
                let at = StateProcedure::ALL.iter().position(|other| other == procedure);
                2 + at.unwrap_or_default()
            }
        }
    }

    fn fixed(&self) -> Vec<(&'static str, ConnectFourCase)> {
        self.course_cases()
    }

    fn generate(&self, rng: &mut Rng, size: CaseSize) -> ConnectFourCase {
        self.random_case(rng, size)
    }

    fn notes(&self) -> Vec<String> {
        let lines = Some(&self.opening).filter(|lines| !lines.is_empty());
        lines.map(|lines| opening::note(lines)).into_iter().collect()
    }

    async fn judge(&self, runner: &mut ProgramRunner<'_>, case: &ConnectFourCase) -> Verdict {
        // Before any case: a verdict about another assignment would be worse than none.
        if let Some(why) = self.foreign {
            return Verdict::NotJudged(format!(
                "the program seems to be one of another assignment: {why}"
            ));
        }
        match case {
            ConnectFourCase::Game { answers } => self.judge_game(runner, answers).await,
            ConnectFourCase::Display if runner.subject.display().is_none() => Verdict::Skipped(
                "it is not known where the bitmap display is, and what is shown is not judged"
                    .to_owned(),
            ),
            ConnectFourCase::Display => {
                self.judge_game(runner, &cases::piece_in_every_column()).await
            }
            ConnectFourCase::Call { procedure, first, columns } => match &self.state {
                Ok(state) => state.judge(runner, *procedure, *first, columns).await,
                Err(reason) => Verdict::Skipped(reason.clone()),
            },
        }
    }

    fn smaller(&self, case: &ConnectFourCase) -> Vec<ConnectFourCase> {
        match case {
            ConnectFourCase::Game { answers } => shrink::games(answers)
                .into_iter()
                .map(|answers| ConnectFourCase::Game { answers })
                .collect(),
            // The same answers as a game: if that fails too, it can be shrunk further.
            ConnectFourCase::Display => {
                vec![ConnectFourCase::Game { answers: cases::piece_in_every_column() }]
            }
            ConnectFourCase::Call { procedure, first, columns } => {
                shrink::calls(*procedure, *first, columns)
            }
        }
    }

    fn picture(&self, case: &ConnectFourCase) -> CasePicture {
        match case {
            ConnectFourCase::Game { answers } => words::game_in_words(answers).into(),
            ConnectFourCase::Display => {
                words::game_in_words(&cases::piece_in_every_column()).into()
            }
            ConnectFourCase::Call { procedure, first, columns } => {
                words::call_in_words(*procedure, *first, columns)
            }
        }
    }

    fn reproduction(&self, case: &ConnectFourCase) -> CaseReproduction {
        match case {
            ConnectFourCase::Game { answers } => self.typed(answers),
            ConnectFourCase::Display => self.typed(&cases::piece_in_every_column()),
            ConnectFourCase::Call { procedure, .. } => {
                let call = format!("{} with this state in memory", procedure.name());
                CaseReproduction { call: Some(call), ..CaseReproduction::default() }
            }
        }
    }
}
