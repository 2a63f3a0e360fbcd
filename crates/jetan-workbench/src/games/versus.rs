//! A program beside a game: fed with the same moves, its board compared whenever it waits.

mod compare;

use std::task::Poll;

use jetan_check::companion::{CellAddresses, CompanionProgram};
use jetan_games::GameTitle;
use jetan_games::sudoku::{GridSize, solver};
use jetan_games::twenty48::SlideDirection;
use jetan_play::games::GameInPlay;
use jetan_play::settings::PlaySettings;
use jetan_play::sudoku::SudokuMove;
use jetan_play::tetrisito::DropSolution;
use jetan_run::RunEnd;
use jetan_sandbox::runner::ProgramRunner;
use jetan_wire::{BesideKind as Kind, BesideProgram, Difference, FailureCode, Nothing, RunOptions};

use super::opening;
use super::stones::players;
use super::table::GameTable;
use crate::check::PACK_OF_2048;
use crate::examples;
use crate::host::{EngineChoice, WorkbenchHost};
use crate::jobs::{AnswerOrWork, JobFinish, JobNeeds};
use crate::message::{RequestAnswer, RequestError};
use crate::run::{DebuggedRun, RunOptionsExt};
use crate::workbench::{RequestContext, WakeTime, Workbench};
use compare::{
    BoardMismatch, WriterSearch, compare_answer, compare_cells, compare_grid, compare_slide,
    difference,
};

/// Looks at the keyboard without a key after which a program is taken to wait for one.
const IDLE_POLLS: u64 = 2;

/// The program beside a game.
pub(super) struct VersusRun {
    companion: CompanionProgram,
    cells: Option<CellAddresses>,
    /// The input typed so far, in the keys of the game.
    keys: Vec<u8>,
    /// The slide that was typed and that the program has not made yet.
    slide: Option<SlideDirection>,
    /// The number of keyboard polls when the program was seen to be without a key.
    polls: Option<u64>,
    kind: Kind,
    text: String,
    /// The program's board, as it was when it last waited.
    shown: Option<Vec<i64>>,
    steps: u32,
    difference: Option<Difference>,
    /// Looks for the instruction that made it.
    search: Option<WriterSearch>,
}

/// The state of the program.
enum VersusState {
    Running,
    Waits,
    Ended(RunEnd),
}

impl VersusRun {
    /// Starts a program and a game.
    pub(super) fn begin(
        context: &mut RequestContext<'_>,
        name: GameTitle,
        settings: PlaySettings,
        (roots, position): (Option<Vec<String>>, Option<String>),
        options: RunOptions,
    ) -> RequestAnswer<AnswerOrWork<Nothing>> {
        let roots = roots.unwrap_or_else(|| {
            examples::of(name).roots.iter().map(|root| (*root).to_owned()).collect()
        });
        let (subject, _) = context.subject(name, &roots, &options)?;
        let mut engine = context.carrier.engine(EngineChoice::Auto);
        context.claim(JobNeeds::Run);
        Ok(AnswerOrWork::work(JobNeeds::Run, async move |point| {
            let mut bench = ProgramRunner::new(&subject, &mut *engine, &point);
            let companion = CompanionProgram::new(name, &mut bench).await;
            let finish: JobFinish<Nothing> = Box::new(move |context| {
                let given = (settings, position);
                let (game, versus) =
                    VersusRun::begin_with(context, name, given, (roots, options), companion)?;
                context.open_game(game, Some(versus))
            });
            Ok(finish)
        }))
    }

    /// Begins a game with a program that is known to talk like this.
    fn begin_with(
        context: &mut RequestContext<'_>,
        name: GameTitle,
        (settings, position): (PlaySettings, Option<String>),
        (roots, mut options): (Vec<String>, RunOptions),
        companion: CompanionProgram,
    ) -> Result<(GameInPlay, VersusRun), RequestError> {
        let (game, typed) = deal(name, settings, position, &companion)?;
        options.stdin = Some(String::from_utf8_lossy(&typed).into_owned());
        // Puzzles are given as a whole; the other games type moves while the program runs.
        options.ends_input = matches!(name, GameTitle::Sudoku | GameTitle::Tetrisito);
        if name == GameTitle::Twenty48 {
            options.use_pack(PACK_OF_2048);
        }
        context.begin(roots, options, true)?;
        if let Some(run) = &mut context.bench.run {
            run.is_beside = true;
        }
        let versus = VersusRun {
            cells: companion.cells(),
            companion,
            keys: Vec::new(),
            slide: None,
            polls: None,
            kind: Kind::Running,
            text: "the program is running".to_owned(),
            shown: None,
            steps: 0,
            difference: None,
            search: None,
        };
        Ok((game, versus))
    }

    pub(super) fn wire(&self) -> BesideProgram {
        BesideProgram {
            kind: self.kind,
            text: self.text.clone(),
            cells: self.shown.clone(),
            steps: self.steps,
            difference: self.difference.clone(),
        }
    }

    /// Looks for a slice for the instruction that made the difference; whether that is over.
    fn search_on(&mut self, carrier: &mut dyn WorkbenchHost) -> bool {
        let Some(search) = &mut self.search else { return true };
        loop {
            if let Poll::Ready(found) = search.advance() {
                self.search = None;
                if let Some(difference) = &mut self.difference {
                    difference.is_sought = None;
                    (difference.count, difference.place) = match found {
                        Some((count, place)) => (Some(count), place),
                        None => (None, None),
                    };
                }
                return true;
            }
            if !carrier.has_time() {
                return false;
            }
        }
    }

    fn set(&mut self, kind: Kind, text: impl Into<String>) {
        (self.kind, self.text) = (kind, text.into());
    }
}

/// The game that is played beside the program, and what the program is given at its start.
fn deal(
    name: GameTitle,
    settings: PlaySettings,
    position: Option<String>,
    companion: &CompanionProgram,
) -> Result<(GameInPlay, Vec<u8>), RequestError> {
    // The program asks who goes first, plays for two and takes nothing back but by its own rules.
    let settings = PlaySettings { level: None, first: None, undo: false, ..settings };
    let usual = examples::of(name).input.unwrap_or_default();
    Ok(match name {
        GameTitle::ConnectFour | GameTitle::FourInARow => {
            (opening::start(name, settings)?, companion.opening())
        }
        GameTitle::Twenty48 => {
            let game = opening::start(name, settings)?;
            let GameInPlay::Twenty48(inner) = &game else { return Err(super::no_game()) };
            let typed = companion.typed_target(inner.game().settings().target());
            (game, typed)
        }
        GameTitle::Sudoku => {
            let small = examples::find("sudoku-4x4").and_then(|example| example.input);
            let usual = if companion.size() == Some(GridSize::Four) { small } else { Some(usual) };
            let text = position.unwrap_or_else(|| usual.unwrap_or_default().to_owned());
            let mut game = opening::from_position(name, settings, &text)?;
            let GameInPlay::Sudoku(inner) = &mut game else { return Err(super::no_game()) };
            let puzzle = inner.attempt().map(|attempt| attempt.puzzle().clone());
            let puzzle = puzzle.ok_or_else(super::no_game)?;
            if Some(puzzle.size()) != companion.size() {
                let why = "the program solves grids of another size";
                return Err(RequestError::new(FailureCode::BadGame, why));
            }
            let typed = companion.typed_grid(&puzzle);
            if let Some(first) = solver::first(&puzzle) {
                // The solver's own grid obeys the rules, so that this move cannot be refused.
                let _ = inner.make(&SudokuMove::Solve(first));
            }
            (game, typed)
        }
        GameTitle::Tetrisito => {
            let text = position.unwrap_or_else(|| usual.to_owned());
            let mut game = opening::from_position(name, settings, &text)?;
            let GameInPlay::Tetrisito(inner) = &mut game else { return Err(super::no_game()) };
            let typed = companion.typed_puzzle(inner.attempt().puzzle());
            if let DropSolution::Plan(plan, _) = inner.solution() {
                let _ = inner.make(&jetan_play::tetrisito::TetrisitoMove::Solve(plan));
            }
            (game, typed)
        }
    })
}

impl GameTable {
    /// Whether a move can be made now, as far as a program beside the game is concerned.
    pub(super) fn check_versus(&self) -> Result<(), RequestError> {
        match self.versus.as_ref().map(|versus| versus.kind) {
            None | Some(Kind::Same | Kind::Failed) => Ok(()),
            Some(Kind::Running) => {
                Err(RequestError::new(FailureCode::BadMove, "wait for the program"))
            }
            Some(Kind::Different) => Err(RequestError::new(
                FailureCode::BadMove,
                "the boards differ: begin another game",
            )),
            Some(Kind::Ended) => Err(RequestError::new(FailureCode::BadMove, "the game is over")),
        }
    }

    /// A slide is first made by the program, whose chance decides; true if it is for it to make.
    pub(super) fn leave_to_program(&mut self, word: &str) -> Result<bool, RequestError> {
        let (GameInPlay::Twenty48(game), Some(versus)) = (&self.game, &mut self.versus) else {
            return Ok(false);
        };
        let bad = |why: String| RequestError::new(FailureCode::BadMove, why);
        let direction = word.chars().next().filter(|_| word.len() == 1);
        let direction = direction.and_then(SlideDirection::from_letter);
        let direction = direction.ok_or_else(|| bad("2048 has no such move".to_owned()))?;
        let board = game.game().board();
        if board.slide(direction) == board {
            return Err(bad(format!(
                "nothing moves {}",
                jetan_play::twenty48::word_for(direction)
            )));
        }
        versus.slide = Some(direction);
        Ok(true)
    }
}

impl RequestContext<'_> {
    /// Types a move that was made into the program beside it.
    pub(super) fn type_into_program(&mut self, word: &str) -> Result<(), RequestError> {
        let Some(table) = &mut self.bench.games.table else { return Ok(()) };
        let Some(versus) = &mut table.versus else { return Ok(()) };
        versus.set(Kind::Running, "the program is running");
        versus.polls = None;
        if let Some(direction) = versus.slide {
            let key = match direction {
                SlideDirection::Up => b'w',
                SlideDirection::Left => b'a',
                SlideDirection::Down => b's',
                SlideDirection::Right => b'd',
            };
            return self.type_key(key);
        }
        versus.keys.extend(word.bytes());
        let typed = versus.companion.typed(&versus.keys);
        self.type_line(&typed)
    }
}

impl Workbench {
    /// Looks whether the program waits, and if so, compares.
    pub(super) fn advance_versus(&mut self, carrier: &mut dyn WorkbenchHost) -> WakeTime {
        let Some(table) = &mut self.games.table else { return WakeTime::Never };
        if let Some(versus) = &mut table.versus
            && versus.search.is_some()
        {
            if versus.search_on(carrier) {
                self.settle_game(carrier);
                return WakeTime::Never;
            }
            return WakeTime::Now;
        }
        let is_awaited = table.versus.as_ref().is_some_and(|versus| versus.kind == Kind::Running);
        if !is_awaited {
            return WakeTime::Never;
        }
        let run = self.run.as_mut().filter(|run| run.is_beside);
        let is_changed = if let Some(run) = run {
            table.look_at_program(run, carrier)
        } else {
            if let Some(versus) = &mut table.versus {
                versus.set(Kind::Failed, "the program was stopped");
            }
            true
        };
        if is_changed {
            self.settle_game(carrier);
        }
        WakeTime::Never
    }
}

impl GameTable {
    /// True if there is something new to tell.
    fn look_at_program(&mut self, run: &mut DebuggedRun, carrier: &mut dyn WorkbenchHost) -> bool {
        let Some(versus) = &mut self.versus else { return false };
        let pause = pause_of(run, versus);
        if matches!(pause, VersusState::Running) {
            return false;
        }
        versus.steps += 1;
        let finding = self.compare(run, &pause);
        let native_over = self.is_over_beside();
        let Some(versus) = &mut self.versus else { return false };
        match (finding, pause) {
            (Err(why), _) => versus.set(Kind::Failed, why),
            (Ok(None), VersusState::Ended(RunEnd::Faulted { fault, .. })) => {
                versus.set(Kind::Failed, format!("the program has failed: {fault}"));
            }
            (Ok(Some(finding)), _) => {
                let engine = carrier.engine(EngineChoice::Auto);
                let (text, search) = difference(&finding, versus.steps, run, engine);
                (versus.difference, versus.search) = (Some(text), search);
                versus.set(Kind::Different, finding.text);
            }
            (Ok(None), VersusState::Ended(_)) if native_over => {
                versus.set(Kind::Ended, "both have ended, and are the same");
            }
            (Ok(None), VersusState::Ended(_)) => {
                versus.difference = Some(Difference {
                    step: versus.steps,
                    text: TOO_SOON.to_owned(),
                    count: Some(run.debugger.timeline.count()),
                    ..Difference::default()
                });
                versus.set(Kind::Different, TOO_SOON);
            }
            (Ok(None), _) if native_over => {
                versus.difference = Some(Difference {
                    step: versus.steps,
                    text: TOO_LATE.to_owned(),
                    count: Some(run.debugger.timeline.count()),
                    ..Difference::default()
                });
                versus.set(Kind::Different, TOO_LATE);
            }
            (Ok(None), _) => versus.set(Kind::Same, "the boards are the same"),
        }
        true
    }

    /// Whether the native game is over. A puzzle is, since its answer was found at the start.
    fn is_over_beside(&self) -> bool {
        match &self.game {
            GameInPlay::Sudoku(_) | GameInPlay::Tetrisito(_) => true,
            game => game.play().outcome().is_some(),
        }
    }

    fn compare(
        &mut self,
        run: &DebuggedRun,
        pause: &VersusState,
    ) -> Result<Option<BoardMismatch>, String> {
        let Some(versus) = &mut self.versus else { return Ok(None) };
        let machine = run.machine();
        let held = versus.cells.as_ref().map(|cells| cells.read(machine));
        match &mut self.game {
            GameInPlay::ConnectFour(game) => {
                let actual = held.ok_or(NO_BOARD)?;
                let expected = players(&**game);
                let actual: Vec<i64> = actual.into_iter().map(i64::from).collect();
                Ok(compare_cells(versus, &expected.map_wide(), actual))
            }
            GameInPlay::FourInARow(game) => {
                let signs = held.ok_or(NO_BOARD)?;
                let own = game.rules().token(jetan_games::connect4::four_in_a_row::PlayerSeat::One);
                let player = |sign: u32| match u8::try_from(sign) {
                    Ok(b'*') => 0,
                    Ok(byte) if byte == own.byte() => 1,
                    Ok(byte) if byte == own.other().byte() => 2,
                    // A character that is not a token is shown as it is; it is not a player.
                    _ => i64::from(sign) + 256,
                };
                let actual: Vec<i64> = signs.into_iter().map(player).collect();
                Ok(compare_cells(versus, &players(&**game).map_wide(), actual))
            }
            GameInPlay::Twenty48(game) => {
                let tiles = held.ok_or(NO_BOARD)?;
                let made = compare_slide(versus, game, &tiles, pause)?;
                let (finding, motion) = made;
                self.motion = motion;
                Ok(finding)
            }
            GameInPlay::Sudoku(game) => {
                let solved = game.attempt().map(|attempt| attempt.position().grid.clone());
                Ok(compare_grid(versus, solved.as_ref(), run))
            }
            GameInPlay::Tetrisito(game) => {
                Ok(compare_answer(versus, game.attempt().is_over(), run))
            }
        }
    }
}

const NO_BOARD: &str = "where the board of this program is, is not known: nothing can be compared";
const TOO_SOON: &str = "the program has ended, and the game is not over";
const TOO_LATE: &str = "the game is over, and the program goes on";

/// Players as numbers to compare.
trait WidenPlayers {
    fn map_wide(&self) -> Vec<i64>;
}

impl WidenPlayers for Vec<u8> {
    fn map_wide(&self) -> Vec<i64> {
        self.iter().map(|player| i64::from(*player)).collect()
    }
}

fn pause_of(run: &DebuggedRun, versus: &mut VersusRun) -> VersusState {
    let timeline = &run.debugger.timeline;
    // Somebody looks at the past of the program: what stands on its board there is not what it
    // shows now.
    if !timeline.is_at_end() {
        return VersusState::Running;
    }
    match timeline.ending() {
        Some(end) => return VersusState::Ended(end),
        None if run.waits_for_input() => return VersusState::Waits,
        None => {}
    }
    let machine = run.machine();
    if machine.has_key() {
        versus.polls = None;
        return VersusState::Running;
    }
    let polls = machine.polls();
    let since = *versus.polls.get_or_insert(polls);
    // A program that looks at the keyboard again has done what it does with a key.
    if polls >= since + IDLE_POLLS { VersusState::Waits } else { VersusState::Running }
}
