//! Four in a Row: one key after the other, and the grids it prints.

mod cases;
mod dialect;
mod judge;
mod procedures;
mod protocol;
mod steps;
mod words;

use std::collections::BTreeSet;

use jetan_games::connect4::four_in_a_row::{
    FirstMover, FourRowGame, FourRowQuestion, FourRowSettings,
};
use jetan_games::rng::Rng;
use jetan_machine::Fault;
use jetan_machine::fault::ServiceFault;
use jetan_run::RunEnd;

use super::claims::ClaimWords;
use super::dialogue::{DialogueRun, DialogueSettings};
use super::opening::{self, OPENINGS};
use super::picture::{self, BoardCharacters, BoardText};
use crate::adapter::Adapter;
use crate::check::procedure;
use crate::companion::CellAddresses;
use crate::picture::CasePicture;
use crate::project::{CaseReproduction, CaseSize, ProjectChecker, ProjectPart};
use crate::runner::{InputSite, ProgramRunner};
use crate::verdict::Verdict;

use dialect::InputDialect;
use procedures::{CallableProcedures, GridLocation};
use protocol::{ColumnAction, InputProtocol, ProbeResult};
use steps::GameStep;

/// The keys of the first game: it shows how the program talks.
const FIRST_GAME: &[u8] = b"14n5n3n3n7n";

/// Games that show how the other token is asked for, and how a move is taken back.
const OTHER_TOKEN: &[u8] = b"24n5n3n";
const TAKEN_BACK: &[u8] = b"14n5y3n2n";

/// A game whose first piece is not in the middle.
const FIRST_ASIDE: &[u8] = b"11n";

/// Why games are not judged, and what to do about it.
const NOT_UNDERSTOOD: &str = "how the program talks is not understood: however its questions were \
                              answered, no grid was right. An adapter says how, with those of \
                              these lines that differ: `before = []`, `tokens = [\"1\", \"2\"]`, \
                              `undo = [\"y\", \"n\"]` and `first-column = 1` below `[input]`, \
                              `empty = \"*\"`, `one = \"O\"` and `two = \"X\"` below `[output]`";

/// Procedures of the document's own program, which asks in the document's order.
const DOCUMENT_PROCEDURES: [&str; 3] = ["print_matrix", "player_go", "player_undo"];

/// Why games of a program are not judged that is for the later assignment.
const OTHER_EDITION: &str = "the program is for another edition of the assignment, in which the \
                             first piece has its place and moves are blocked or pieces removed: \
                             that is another game";

/// A line for programs that show the rules if one wishes.
const NO_RULES: &[&str] = &["0"];
/// After so many games that do not end no other way to talk is tried.
const HANGS_MAX: u32 = 2;

/// Runs with different seeds that show whether the first player is random.
const STARTER_SEEDS: i64 = 8;
/// Instruction limit of the first game.
const FIRST_GAME_INSTRUCTIONS: u64 = 100_000_000;
/// Bytes of that game's output that are looked at.
const FIRST_OUTPUT_BYTES_MAX: usize = 1 << 16;

/// The checker for programs of this project.
pub struct FourInARowChecker {
    adapter: Adapter,
    words: ClaimWords,
    dialogue: DialogueSettings,
    characters: BoardCharacters,
    trials: u8,
    starters: Vec<FirstMover>,
    /// Whether the program can be given letters where it wants digits.
    takes_letters: bool,
    /// Lines it wants before the game, found by trying.
    opening: Vec<String>,
    /// The way it wants keys typed.
    dialect: InputDialect,
    /// Why its games are not judged, if they are not.
    strange: Option<String>,
    /// The program's own input protocol, if it has one.
    manner: Option<Box<InputProtocol>>,
    procedures: CallableProcedures,
    /// The grid that was found, or the one that has the document's name.
    grid: Option<GridLocation>,
}

/// One thing that a program must do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FourInARowCase {
    /// A game, as far as it goes.
    Keys {
        /// One key after the other; the game does not end before the last.
        keys: Vec<u8>,
        /// The seed of the random generators.
        seed: i64,
    },
    /// Whether `check_win_player` finds four of a token.
    Win {
        /// The grid, `*`, `O` and `X`.
        grid: [u8; picture::CELLS],
        /// `O` or `X`.
        token: u8,
    },
    /// Whether `check_tie` sees that no slot is free.
    Tie {
        /// The contents of each cell of the grid, row by row.
        grid: [u8; picture::CELLS],
    },
}

impl FourInARowChecker {
    /// The project as an adapter describes it.
    pub async fn new(adapter: &Adapter, runner: &mut ProgramRunner<'_>) -> FourInARowChecker {
        let mut project = FourInARowChecker {
            adapter: adapter.clone(),
            words: ClaimWords::new(&adapter.output),
            dialogue: DialogueSettings::new(adapter, FIRST_GAME_INSTRUCTIONS),
            characters: BoardCharacters::USUAL,
            trials: adapter.rules.trials.unwrap_or(3),
            starters: match adapter.rules.first {
                Some(0) => vec![FirstMover::One, FirstMover::Two],
                Some(2) => vec![FirstMover::Two],
                _ => vec![FirstMover::One],
            },
            takes_letters: true,
            opening: Vec::new(),
            dialect: InputDialect::of(&adapter.input),
            strange: None,
            manner: None,
            procedures: CallableProcedures::default(),
            grid: None,
        };
        project.probe_program(runner).await;
        project
    }

    /// Plays a few moves to see how long the program thinks, with which characters it draws, and
    /// where its grid is.
    async fn probe_program(&mut self, runner: &mut ProgramRunner<'_>) {
        let grids = [FirstMover::One, FirstMover::Two].map(|who| self.game(who, FIRST_GAME).grid());
        let talk = self.first_game(runner, &grids).await;
        // First, because every trial below is bounded by what this game took.
        self.dialogue.learn_from(&talk);
        let grid = self.find_grid(runner, &talk.run.machine, &grids);
        // No more than one run is kept at a time: each may have as much memory as a case.
        drop(talk);
        // The dialect before the manner: most programs differ only in a word, and a manner is a
        // guess that costs more.
        self.learn_dialect(runner).await;
        // Before the manner: games of the course are played to see whether one is needed.
        if self.adapter.rules.first.is_none() && self.has_random_starter(runner).await {
            self.starters = vec![FirstMover::One, FirstMover::Two];
        }
        // A program that reads columns as numbers stops at a letter; it is not given any.
        let letters = self.dialogue.hold(runner, &self.typed(b"1x"), "8", None).await;
        self.takes_letters =
            letters.asked() != 2 || !matches!(letters.run.ending, RunEnd::Faulted { .. });
        drop(letters);
        self.learn_protocol(runner).await;
        self.grid = grid.or_else(|| self.named_grid(runner));
        let addresses = procedures::addresses(&self.adapter, runner);
        let game = self.typed(FIRST_GAME);
        let first_calls = self.dialogue.first_calls(runner, &game, &addresses).await;
        self.procedures = CallableProcedures::find(&self.adapter, runner, grid, &first_calls).await;
    }

    /// Plays the first game; if no grid is right, once more with lines before it. The characters
    /// of the grids are known then.
    async fn first_game(
        &mut self,
        runner: &mut ProgramRunner<'_>,
        grids: &[BoardText],
    ) -> DialogueRun {
        let mut play = async |project: &FourInARowChecker| {
            let talk = project.dialogue.hold(runner, &project.typed(FIRST_GAME), "n", None).await;
            let output = &talk.run.output;
            let said = project.adapter.read(&output[..output.len().min(FIRST_OUTPUT_BYTES_MAX)]);
            (talk, said)
        };
        let (talk, said) = play(self).await;
        let right = self.right_characters(&said, grids);
        self.characters = right.unwrap_or_else(|| self.any_characters(&said));
        let is_hanging = matches!(talk.run.ending, RunEnd::Limit(_));
        // Trying other openings on a program that hangs would take the whole budget of probing.
        if right.is_some() || is_hanging || !self.adapter.input.before.is_empty() {
            return talk;
        }
        drop((talk, said));
        let usual = self.dialect.clone();
        let dialects = usual.all_others(&self.adapter.input);
        let openings: Vec<Vec<String>> =
            [&[][..], NO_RULES].into_iter().chain(OPENINGS).map(opening::lines).collect();
        let ways = dialects.iter().flat_map(|way| openings.iter().map(move |lines| (way, lines)));
        let mut hangs = 0;
        // The first of them is the usual form, which was played above.
        for (dialect, lines) in ways.skip(1) {
            self.dialogue.begin_with(lines);
            self.dialect = dialect.clone();
            let (talk, said) = play(self).await;
            hangs += u32::from(matches!(talk.run.ending, RunEnd::Limit(_)));
            // Some openings confuse a sound program into a loop; two of them are taken for a
            // program that hangs.
            if hangs == HANGS_MAX {
                break;
            }
            if let Some(characters) = self.right_characters(&said, grids) {
                self.characters = characters;
                self.opening.clone_from(lines);
                return talk;
            }
        }
        self.dialogue.begin_with(&[]);
        self.dialect = usual;
        // Played again in the usual form: the failure is to be shown as the document has it.
        let (talk, said) = play(self).await;
        let has_board = !self.characters.read(&said).boards.is_empty();
        let reads_otherwise = has_misread(&talk.run.ending);
        let has_ended_well = !matches!(talk.run.ending, RunEnd::Faulted { .. });
        // One that says the same whatever is typed refuses it all.
        let answers: BTreeSet<&[u8]> = (0..talk.asked()).map(|key| talk.said_before(key)).collect();
        let has_talked = answers.len() > 2;
        // A program that ends well without a grid, or cannot read what is typed, is not understood.
        // One that crashes otherwise is wrong.
        if has_talked && (reads_otherwise || has_ended_well && !has_board) {
            self.strange = Some(NOT_UNDERSTOOD.to_owned());
        }
        talk
    }

    /// Learns how a program talks that does not ask in the document's order.
    async fn learn_protocol(&mut self, runner: &mut ProgramRunner<'_>) {
        let described = &self.adapter.input;
        let is_described = !described.before.is_empty()
            || described.tokens.is_some()
            || described.undo.is_some()
            || described.first_column.is_some();
        if is_described {
            return;
        }
        // Before the questions are looked at: one that refuses every first column looks like a
        // program that refuses everything.
        let is_usual = self.plays_right(runner, FIRST_ASIDE).await;
        if !is_usual && protocol::is_other_edition(runner).await {
            self.strange = Some(OTHER_EDITION.to_owned());
            return;
        }
        let unexpected = self.unexpected_prompt(runner).await;
        // What was learned from a few questions may fit them by accident; the games of the course
        // are longer.
        let failures = match unexpected {
            Some(_) => usize::MAX,
            None if self.is_documented(runner) => 0,
            None => self.failing_course_games(runner).await,
        };
        if failures == 0 {
            return;
        }
        match protocol::learn(runner, &self.words).await {
            ProbeResult::Learned(manner) => {
                let strange = self.strange.take();
                self.manner = Some(manner);
                // The document's order is kept if it explains as much: what is typed is then known.
                if unexpected.is_none() && self.failing_course_games(runner).await >= failures {
                    self.manner = None;
                    self.strange = strange;
                }
            }
            ProbeResult::Lost(last) => {
                if unexpected.is_none() && !self.is_at_a_loss(runner, failures).await {
                    return;
                }
                let prompt = unexpected.filter(|_| last.is_empty()).unwrap_or(last);
                self.strange =
                    Some(format!("{NOT_UNDERSTOOD}. The program's question is: {prompt}"));
            }
        }
    }

    /// Whether the program has the document's procedures: then it is judged in its order.
    fn is_documented(&self, runner: &ProgramRunner<'_>) -> bool {
        let has = |name: &&str| procedure(runner.subject, &self.adapter, name).is_some();
        DOCUMENT_PROCEDURES.iter().all(has)
    }

    /// Whether nothing is known about a program of which so many of the course's games fail: all of
    /// them, and no grid was ever seen, although it talks and ends as if it had been asked wrongly.
    async fn is_at_a_loss(&self, runner: &mut ProgramRunner<'_>, failures: usize) -> bool {
        let cases = self.course_cases();
        let games = cases.iter().filter(|(_, it)| matches!(it, FourInARowCase::Keys { .. }));
        if failures < games.count() {
            return false;
        }
        let DialogueRun { run, .. } =
            self.dialogue.hold(runner, &self.typed(FIRST_GAME), "n", None).await;
        let said = self.adapter.read(&run.output[..run.output.len().min(FIRST_OUTPUT_BYTES_MAX)]);
        let is_asked_wrongly = has_misread(&run.ending) || run.ending == RunEnd::EndOfInput;
        is_asked_wrongly && self.characters.read(&said).boards.is_empty()
    }

    /// How many of the course's games fail or are not judged.
    async fn failing_course_games(&self, runner: &mut ProgramRunner<'_>) -> usize {
        let mut failing = 0;
        for (_, case) in self.course_cases() {
            if matches!(case, FourInARowCase::Keys { .. }) {
                let verdict = self.judge(runner, &case).await;
                let is_fine = matches!(verdict, Verdict::Passed { .. } | Verdict::Skipped(_));
                failing += usize::from(!is_fine);
            }
        }
        failing
    }

    /// A question that shows that the program asks in an order of its own; nothing if it asks as
    /// the document has it, or not at all.
    async fn unexpected_prompt(&self, runner: &mut ProgramRunner<'_>) -> Option<String> {
        if self.is_documented(runner) {
            return None;
        }
        let keys = FIRST_GAME;
        let talk = self.dialogue.hold(runner, &self.typed(keys), "n", None).await;
        let said: BTreeSet<&[u8]> = (0..talk.asked()).map(|key| talk.said_before(key)).collect();
        // One that says the same whatever is typed refuses it all, and one that never asks has
        // nothing to be understood.
        if said.len() <= 2 {
            return None;
        }
        let mut game = self.game(self.starters[0], &[]);
        let mut kinds: Vec<(InputSite, std::mem::Discriminant<FourRowQuestion>)> = Vec::new();
        let mut asked = 0;
        for (key, line) in keys.iter().zip(self.typed_for_each(keys)) {
            let question = game.question();
            game.press(*key);
            let (Some(question), true) = (question, line.is_some()) else { continue };
            let moment = talk.moment(asked).filter(|_| asked < talk.asked());
            let kind = std::mem::discriminant(&question);
            let site = moment.map(|moment| moment.site);
            let is_other = |(known, of): &(InputSite, _)| Some(*known) == site && *of != kind;
            // One instruction with two kinds of questions means that the keys have gone out of
            // step.
            if site.is_none() || kinds.iter().any(is_other) {
                return Some(talk.last_words(asked));
            }
            kinds.extend(site.map(|site| (site, kind)));
            asked += 1;
        }
        let probes = [FIRST_GAME, OTHER_TOKEN, TAKEN_BACK];
        // The questions may match by accident; only right grids show that the answers were
        // understood.
        for keys in probes {
            if !self.plays_right(runner, keys).await {
                return Some(talk.last_words(0));
            }
        }
        None
    }

    /// Finds out how the other token and a move that is taken back are typed. What does not work in
    /// any way stays as the document has it, and is an error of the program.
    async fn learn_dialect(&mut self, runner: &mut ProgramRunner<'_>) {
        let input = self.adapter.input.clone();
        if input.tokens.is_none() {
            self.try_others(runner, OTHER_TOKEN, InputDialect::with_other_tokens).await;
        }
        if input.undo.is_none() {
            self.try_others(runner, TAKEN_BACK, InputDialect::with_other_answers).await;
        }
    }

    /// Takes another dialect if a game comes out right with it, and not without.
    async fn try_others(
        &mut self,
        runner: &mut ProgramRunner<'_>,
        keys: &[u8],
        others: fn(&InputDialect) -> Vec<InputDialect>,
    ) {
        let usual = self.dialect.clone();
        if self.plays_right(runner, keys).await {
            return;
        }
        for dialect in others(&usual) {
            self.dialect = dialect;
            // The first game too: who starts must not be taken for another token.
            if self.plays_right(runner, keys).await && self.plays_right(runner, FIRST_GAME).await {
                return;
            }
        }
        self.dialect = usual;
    }

    /// Whether the last grid after some keys is what it should be.
    async fn plays_right(&self, runner: &mut ProgramRunner<'_>, keys: &[u8]) -> bool {
        let talk = self.dialogue.hold(runner, &self.typed(keys), "n", None).await;
        let output = &talk.run.output;
        let said = self.adapter.read(&output[..output.len().min(FIRST_OUTPUT_BYTES_MAX)]);
        let shown = self.characters.read(&said).boards.last().copied();
        let grids = [FirstMover::One, FirstMover::Two].map(|who| self.game(who, keys).grid());
        shown.is_some_and(|shown| grids.contains(&shown))
    }

    /// The cells of the program's grid, if it was found or has the document's name.
    pub(crate) fn cells(&self) -> Option<CellAddresses> {
        self.grid.map(GridLocation::cells)
    }

    pub(crate) fn typed_opening(&self) -> Vec<u8> {
        self.dialogue.opening()
    }

    /// The console input for the last of some keys; empty where nothing is typed.
    pub(crate) fn typed_last(&self, keys: &[u8]) -> Vec<u8> {
        let line = self.typed_for_each(keys).pop().flatten();
        line.map(|line| self.dialogue.line(&line)).unwrap_or_default()
    }

    /// The lines that type some keys.
    fn typed(&self, keys: &[u8]) -> Vec<String> {
        self.typed_for_each(keys).into_iter().flatten().collect()
    }

    /// The line that types a key, for each of some; none where nothing is typed.
    fn typed_for_each(&self, keys: &[u8]) -> Vec<Option<String>> {
        self.dialect.typed(self.game(self.starters[0], &[]), keys)
    }

    /// Whether the token of the first move is random.
    async fn has_random_starter(&self, runner: &mut ProgramRunner<'_>) -> bool {
        let mut first = None;
        for seed in 0..STARTER_SEEDS {
            // The first numbers of Java's generator are alike for seeds that are close together.
            let seed = seed.wrapping_mul(0x1234_5678_9abc);
            let talk = self.dialogue.hold(runner, &self.typed(b"14"), "n", Some(seed)).await;
            let said = self.adapter.read(talk.said_before(2));
            let board = self.characters.read(&said).boards.last().copied();
            // There is one piece on the board: whichever token it is, its player went first.
            let token = board.and_then(|board| board.into_iter().find(|cell| *cell != b'*'));
            let Some(token) = token else { continue };
            if *first.get_or_insert(token) != token {
                return true;
            }
        }
        false
    }

    /// The characters in which a board of a text is one of these grids.
    fn right_characters(&self, said: &str, grids: &[BoardText]) -> Option<BoardCharacters> {
        let is_right = |characters: &BoardCharacters| {
            characters.read(said).boards.iter().any(|board| grids.contains(board))
        };
        let guessed = grids.iter().flat_map(|grid| {
            said.lines().filter_map(|line| BoardCharacters::of_bottom_row(line, grid))
        });
        let usual = self.named_characters().into_iter();
        // The usual characters before guesses: a guess from one row may fit by accident.
        usual.chain(guessed.map(|guess| self.with_named(guess))).find(is_right)
    }

    /// The characters in which there is any board in a text, or the document's.
    fn any_characters(&self, said: &str) -> BoardCharacters {
        let has_board = |characters: &BoardCharacters| !characters.read(said).boards.is_empty();
        let found = self.named_characters().into_iter().find(has_board);
        found.unwrap_or_else(|| self.with_named(BoardCharacters::USUAL))
    }

    /// The usual characters, but for those that the adapter names.
    fn named_characters(&self) -> Vec<BoardCharacters> {
        BoardCharacters::candidates().into_iter().map(|usual| self.with_named(usual)).collect()
    }

    fn with_named(&self, usual: BoardCharacters) -> BoardCharacters {
        let output = &self.adapter.output;
        BoardCharacters {
            empty: output.empty.unwrap_or(usual.empty),
            one: output.one.unwrap_or(usual.one),
            two: output.two.unwrap_or(usual.two),
        }
    }

    /// The game after some keys.
    fn game(&self, starter: FirstMover, keys: &[u8]) -> FourRowGame {
        let mut game = FourRowGame::new(FourRowSettings { trials: self.trials, first: starter });
        for key in keys {
            game.press(*key);
        }
        game
    }
}

/// Whether a program could not read what was typed.
fn has_misread(ending: &RunEnd) -> bool {
    matches!(
        ending,
        RunEnd::Faulted { fault: Fault::Service(ServiceFault::InvalidInput { .. }), .. }
    )
}

/// Keys as the document has them, one by one.
fn spelled(keys: &[u8]) -> Vec<String> {
    keys.iter().map(|key| char::from(*key).to_string()).collect()
}

impl FourInARowChecker {
    /// The keys of a case as what is done when a column is asked for.
    fn actions(&self, keys: &[u8]) -> Vec<ColumnAction> {
        let steps = self.steps(keys).into_iter();
        let done = steps.flat_map(|step| match step {
            GameStep::Token(_) => Vec::new(),
            // A column that is full stays a column: the program has to refuse it by itself.
            GameStep::Wrong(key @ b'1'..=b'7') => {
                vec![ColumnAction::Column(usize::from(key - b'1'))]
            }
            GameStep::Wrong(_) => vec![ColumnAction::Wrong],
            GameStep::Move { key, is_undone, .. } => {
                let column = ColumnAction::Column(usize::from(key - b'1'));
                if is_undone { vec![column, ColumnAction::TakeBack] } else { vec![column] }
            }
        });
        done.collect()
    }

    /// Plays a case in the program's own manner. How often moves can be taken back, and whether
    /// twice in a row, differs from edition to edition: only the last one is.
    async fn judge_actions(
        &self,
        runner: &mut ProgramRunner<'_>,
        manner: &InputProtocol,
        keys: &[u8],
    ) -> Verdict {
        let mut actions: Vec<ColumnAction> = Vec::new();
        let mut has_later = false;
        let mut all = self.actions(keys).into_iter().rev();
        while let Some(action) = all.next() {
            if action == ColumnAction::TakeBack && has_later {
                // The move that it takes back.
                all.next();
                continue;
            }
            has_later |= action == ColumnAction::TakeBack;
            actions.push(action);
        }
        actions.reverse();
        protocol::judge(manner, runner, &actions, &self.words).await
    }
}

impl ProjectChecker for FourInARowChecker {
    type Case = FourInARowCase;

    fn parts(&self) -> Vec<ProjectPart> {
        let part = |name| ProjectPart { name, points: None };
        let mut parts = vec![part("games"), part("check_win_player"), part("check_tie")];
        if self.manner.is_some() {
            parts.extend([part("undo"), part("violations")]);
        }
        parts
    }

    fn part_of(&self, case: &FourInARowCase) -> usize {
        match case {
            FourInARowCase::Keys { keys, .. } if self.manner.is_some() => {
                let actions = self.actions(keys);
                match (
                    actions.contains(&ColumnAction::Wrong),
                    actions.contains(&ColumnAction::TakeBack),
                ) {
                    (true, _) => 4,
                    (false, true) => 3,
                    (false, false) => 0,
                }
            }
            FourInARowCase::Keys { .. } => 0,
            FourInARowCase::Win { .. } => 1,
            FourInARowCase::Tie { .. } => 2,
        }
    }

    fn fixed(&self) -> Vec<(&'static str, FourInARowCase)> {
        self.course_cases()
    }

    fn generate(&self, rng: &mut Rng, size: CaseSize) -> FourInARowCase {
        self.random_case(rng, size)
    }

    fn notes(&self) -> Vec<String> {
        let lines = Some(&self.opening).filter(|lines| !lines.is_empty());
        let lines = lines.map(|lines| opening::note(lines));
        if let Some(manner) = &self.manner {
            return vec![manner.note()];
        }
        lines.into_iter().chain(self.dialect.note(&self.adapter.input)).collect()
    }

    async fn judge(&self, runner: &mut ProgramRunner<'_>, case: &FourInARowCase) -> Verdict {
        match case {
            // Before the manner: a reason not to judge is never overruled by a guess.
            FourInARowCase::Keys { keys, seed } => match (&self.strange, &self.manner) {
                (Some(why), _) => Verdict::NotJudged(why.clone()),
                (None, Some(manner)) => self.judge_actions(runner, manner, keys).await,
                (None, None) => self.judge_keys(runner, keys, *seed).await,
            },
            FourInARowCase::Win { grid, token } => {
                self.procedures.judge_win(runner, grid, *token).await
            }
            FourInARowCase::Tie { grid } => self.procedures.judge_tie(runner, grid).await,
        }
    }

    fn smaller(&self, case: &FourInARowCase) -> Vec<FourInARowCase> {
        match case {
            FourInARowCase::Keys { keys, seed } => {
                let smaller = self.smaller_keys(keys).into_iter();
                smaller.map(|keys| FourInARowCase::Keys { keys, seed: *seed }).collect()
            }
            FourInARowCase::Win { grid, token } => procedures::smaller_win(grid, *token),
            FourInARowCase::Tie { .. } => Vec::new(),
        }
    }

    fn picture(&self, case: &FourInARowCase) -> CasePicture {
        match case {
            FourInARowCase::Keys { keys, .. } => self.keys_in_words(keys).into(),
            FourInARowCase::Win { grid, token } => {
                let token = char::from(*token);
                let words = format!("check_win_player with {token} in $a0 and\n");
                CasePicture::from(words).with_board(picture::shown(grid))
            }
            FourInARowCase::Tie { grid } => {
                CasePicture::from("check_tie with\n").with_board(picture::shown(grid))
            }
        }
    }

    fn reproduction(&self, case: &FourInARowCase) -> CaseReproduction {
        match case {
            // What is typed depends on what is asked, which only the program knows.
            FourInARowCase::Keys { keys, .. } if self.manner.is_some() => call(&format!(
                "the game {}, with every question answered as it comes",
                spelled(keys).join(" ")
            )),
            FourInARowCase::Keys { keys, seed } => CaseReproduction {
                console: self.dialogue.console(&self.typed(keys)),
                // Where chance does not decide who begins, a seed would only suggest that it
                // matters.
                seed: (self.starters.len() > 1).then_some(*seed),
                ..CaseReproduction::default()
            },
            FourInARowCase::Win { token, .. } => call(&format!(
                "check_win_player with {} in $a0 and this grid in memory",
                char::from(*token)
            )),
            FourInARowCase::Tie { .. } => call("check_tie with this grid in memory"),
        }
    }
}

fn call(words: &str) -> CaseReproduction {
    CaseReproduction { call: Some(words.to_owned()), ..CaseReproduction::default() }
}
