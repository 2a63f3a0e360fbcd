//! A program beside a game: fed with the same moves, its board compared whenever it waits.

mod compare;

use std::task::Poll;

use jetan_check::companion::{Cells, Companion};
use jetan_games::Name;
use jetan_games::sudoku::{Size, solver};
use jetan_games::twenty48::Direction;
use jetan_play::games::Game;
use jetan_play::settings::Settings;
use jetan_play::sudoku::Turn;
use jetan_play::tetrisito::Solution;
use jetan_run::RunEnd;
use jetan_sandbox::bench::Bench;
use jetan_wire::{Beside, BesideKind as Kind, Code, Difference, Nothing, Options};

use super::opening;
use super::stones::players;
use super::table::Table;
use crate::carrier::{Carrier, EngineChoice};
use crate::check::PACK_OF_2048;
use crate::examples;
use crate::jobs::{Finish, JobNeeds, Later};
use crate::message::{Answer, Refusal};
use crate::run::{Chosen, Run};
use crate::workbench::{Desk, Next, Workbench};
use compare::{
    Finding, WriterSearch, compare_answer, compare_cells, compare_grid, compare_slide, difference,
};

/// Looks at the keyboard without a key after which a program is taken to wait for one.
const IDLE_POLLS: u64 = 2;

/// The program beside a game.
pub(super) struct Versus {
    companion: Companion,
    cells: Option<Cells>,
    /// The input typed so far, in the keys of the game.
    keys: Vec<u8>,
    /// The slide that was typed and that the program has not made yet.
    slide: Option<Direction>,
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
enum Pause {
    Running,
    Waits,
    Ended(RunEnd),
}

impl Versus {
    /// Starts a program and a game.
    pub(super) fn begin(
        desk: &mut Desk<'_>,
        name: Name,
        settings: Settings,
        (roots, position): (Option<Vec<String>>, Option<String>),
        options: Options,
    ) -> Answer<Later<Nothing>> {
        let roots = roots.unwrap_or_else(|| {
            examples::of(name).roots.iter().map(|root| (*root).to_owned()).collect()
        });
        let (subject, _) = desk.subject(name, &roots, &options)?;
        let mut engine = desk.carrier.engine(EngineChoice::Auto);
        desk.claim(JobNeeds::Run);
        Ok(Later::work(JobNeeds::Run, async move |point| {
            let mut bench = Bench::new(&subject, &mut *engine, &point);
            let companion = Companion::new(name, &mut bench).await;
            let finish: Finish<Nothing> = Box::new(move |desk| {
                let given = (settings, position);
                let (game, versus) = Versus::met(desk, name, given, (roots, options), companion)?;
                desk.open_game(game, Some(versus))
            });
            Ok(finish)
        }))
    }

    /// Begins a game with a program that is known to talk like this.
    fn met(
        desk: &mut Desk<'_>,
        name: Name,
        (settings, position): (Settings, Option<String>),
        (roots, mut options): (Vec<String>, Options),
        companion: Companion,
    ) -> Result<(Game, Versus), Refusal> {
        let (game, typed) = deal(name, settings, position, &companion)?;
        options.stdin = Some(String::from_utf8_lossy(&typed).into_owned());
        // Puzzles are given as a whole; the other games type moves while the program runs.
        options.ends_input = matches!(name, Name::Sudoku | Name::Tetrisito);
        if name == Name::Twenty48 {
            options.use_pack(PACK_OF_2048);
        }
        desk.begin(roots, options, true)?;
        if let Some(run) = &mut desk.bench.run {
            run.is_beside = true;
        }
        let versus = Versus {
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

    pub(super) fn wire(&self) -> Beside {
        Beside {
            kind: self.kind,
            text: self.text.clone(),
            cells: self.shown.clone(),
            steps: self.steps,
            difference: self.difference.clone(),
        }
    }

    /// Looks for a slice for the instruction that made the difference; whether that is over.
    fn search_on(&mut self, carrier: &mut dyn Carrier) -> bool {
        let Some(search) = &mut self.search else { return true };
        loop {
            if let Poll::Ready(found) = search.advance() {
                self.search = None;
                if let (Some(difference), Some((count, place))) = (&mut self.difference, found) {
                    (difference.count, difference.place) = (Some(count), place);
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
    name: Name,
    settings: Settings,
    position: Option<String>,
    companion: &Companion,
) -> Result<(Game, Vec<u8>), Refusal> {
    // The program asks who goes first, plays for two and takes nothing back but by its own rules.
    let settings = Settings { level: None, first: None, undo: false, ..settings };
    let usual = examples::of(name).input.unwrap_or_default();
    Ok(match name {
        Name::ConnectFour | Name::FourInARow => {
            (opening::start(name, settings)?, companion.opening())
        }
        Name::Twenty48 => {
            let game = opening::start(name, settings)?;
            let Game::Twenty48(inner) = &game else { return Err(super::no_game()) };
            let typed = companion.typed_target(inner.game().settings().target());
            (game, typed)
        }
        Name::Sudoku => {
            let small = examples::find("sudoku-4x4").and_then(|example| example.input);
            let usual = if companion.size() == Some(Size::Four) { small } else { Some(usual) };
            let text = position.unwrap_or_else(|| usual.unwrap_or_default().to_owned());
            let mut game = opening::from_position(name, settings, &text)?;
            let Game::Sudoku(inner) = &mut game else { return Err(super::no_game()) };
            let puzzle = inner.attempt().map(|attempt| attempt.puzzle().clone());
            let puzzle = puzzle.ok_or_else(super::no_game)?;
            if Some(puzzle.size()) != companion.size() {
                let why = "the program solves grids of another size";
                return Err(Refusal::new(Code::BadGame, why));
            }
            let typed = companion.typed_grid(&puzzle);
            if let Some(first) = solver::first(&puzzle) {
                // The solver's own grid obeys the rules, so that this move cannot be refused.
                let _ = inner.make(&Turn::Solve(first));
            }
            (game, typed)
        }
        Name::Tetrisito => {
            let text = position.unwrap_or_else(|| usual.to_owned());
            let mut game = opening::from_position(name, settings, &text)?;
            let Game::Tetrisito(inner) = &mut game else { return Err(super::no_game()) };
            let typed = companion.typed_puzzle(inner.attempt().puzzle());
            if let Solution::Plan(plan, _) = inner.solution() {
                let _ = inner.make(&jetan_play::tetrisito::Turn::Solve(plan));
            }
            (game, typed)
        }
    })
}

impl Table {
    /// Whether a move can be made now, as far as a program beside the game is concerned.
    pub(super) fn check_versus(&self) -> Result<(), Refusal> {
        match self.versus.as_ref().map(|versus| versus.kind) {
            None | Some(Kind::Same | Kind::Failed) => Ok(()),
            Some(Kind::Running) => Err(Refusal::new(Code::BadMove, "wait for the program")),
            Some(Kind::Different) => {
                Err(Refusal::new(Code::BadMove, "the boards differ: begin another game"))
            }
            Some(Kind::Ended) => Err(Refusal::new(Code::BadMove, "the game is over")),
        }
    }

    /// A slide is first made by the program, whose chance decides; true if it is for it to make.
    pub(super) fn leave_to_program(&mut self, word: &str) -> Result<bool, Refusal> {
        let (Game::Twenty48(game), Some(versus)) = (&self.game, &mut self.versus) else {
            return Ok(false);
        };
        let bad = |why: String| Refusal::new(Code::BadMove, why);
        let direction = word.chars().next().filter(|_| word.len() == 1);
        let direction = direction.and_then(Direction::from_letter);
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

impl Desk<'_> {
    /// Types a move that was made into the program beside it.
    pub(super) fn type_into_program(&mut self, word: &str) -> Result<(), Refusal> {
        let Some(table) = &mut self.bench.games.table else { return Ok(()) };
        let Some(versus) = &mut table.versus else { return Ok(()) };
        versus.set(Kind::Running, "the program is running");
        versus.polls = None;
        if let Some(direction) = versus.slide {
            let key = match direction {
                Direction::Up => b'w',
                Direction::Left => b'a',
                Direction::Down => b's',
                Direction::Right => b'd',
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
    pub(super) fn advance_versus(&mut self, carrier: &mut dyn Carrier) -> Next {
        let Some(table) = &mut self.games.table else { return Next::Never };
        if let Some(versus) = &mut table.versus
            && versus.search.is_some()
        {
            if versus.search_on(carrier) {
                self.settle_game(carrier);
                return Next::Never;
            }
            return Next::Now;
        }
        let is_awaited = table.versus.as_ref().is_some_and(|versus| versus.kind == Kind::Running);
        if !is_awaited {
            return Next::Never;
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
        Next::Never
    }
}

impl Table {
    /// True if there is something new to tell.
    fn look_at_program(&mut self, run: &mut Run, carrier: &mut dyn Carrier) -> bool {
        let Some(versus) = &mut self.versus else { return false };
        let pause = pause_of(run, versus);
        if matches!(pause, Pause::Running) {
            return false;
        }
        versus.steps += 1;
        let finding = self.compare(run, &pause);
        let native_over = self.is_over_beside();
        let Some(versus) = &mut self.versus else { return false };
        match (finding, pause) {
            (Err(why), _) => versus.set(Kind::Failed, why),
            (Ok(None), Pause::Ended(RunEnd::Faulted { fault, .. })) => {
                versus.set(Kind::Failed, format!("the program has failed: {fault}"));
            }
            (Ok(Some(finding)), _) => {
                let engine = carrier.engine(EngineChoice::Auto);
                let (told, search) = difference(&finding, versus.steps, run, engine);
                (versus.difference, versus.search) = (Some(told), search);
                versus.set(Kind::Different, finding.text);
            }
            (Ok(None), Pause::Ended(_)) if native_over => {
                versus.set(Kind::Ended, "both have ended, and are the same");
            }
            (Ok(None), Pause::Ended(_)) => {
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
            Game::Sudoku(_) | Game::Tetrisito(_) => true,
            game => game.play().outcome().is_some(),
        }
    }

    fn compare(&mut self, run: &Run, pause: &Pause) -> Result<Option<Finding>, String> {
        let Some(versus) = &mut self.versus else { return Ok(None) };
        let machine = run.machine();
        let held = versus.cells.as_ref().map(|cells| cells.read(machine));
        match &mut self.game {
            Game::ConnectFour(game) => {
                let actual = held.ok_or(NO_BOARD)?;
                let expected = players(&**game);
                let actual: Vec<i64> = actual.into_iter().map(i64::from).collect();
                Ok(compare_cells(versus, &expected.map_wide(), actual))
            }
            Game::FourInARow(game) => {
                let signs = held.ok_or(NO_BOARD)?;
                let own = game.rules().token(jetan_games::connect4::four_in_a_row::Seat::One);
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
            Game::Twenty48(game) => {
                let tiles = held.ok_or(NO_BOARD)?;
                let made = compare_slide(versus, game, &tiles, pause)?;
                let (finding, motion) = made;
                self.motion = motion;
                Ok(finding)
            }
            Game::Sudoku(game) => {
                let solved = game.attempt().map(|attempt| attempt.position().grid.clone());
                Ok(compare_grid(versus, solved.as_ref(), run))
            }
            Game::Tetrisito(game) => Ok(compare_answer(versus, game.attempt().is_over(), run)),
        }
    }
}

const NO_BOARD: &str = "where the board of this program is, is not known: nothing can be compared";
const TOO_SOON: &str = "the program has ended, and the game is not over";
const TOO_LATE: &str = "the game is over, and the program goes on";

/// Players as numbers to compare.
trait Wide {
    fn map_wide(&self) -> Vec<i64>;
}

impl Wide for Vec<u8> {
    fn map_wide(&self) -> Vec<i64> {
        self.iter().map(|player| i64::from(*player)).collect()
    }
}

fn pause_of(run: &Run, versus: &mut Versus) -> Pause {
    let timeline = &run.debugger.timeline;
    // Somebody looks at the past of the program: what stands on its board there is not what it
    // shows now.
    if !timeline.is_at_end() {
        return Pause::Running;
    }
    match timeline.ending() {
        Some(end) => return Pause::Ended(end),
        None if run.waits_for_input() => return Pause::Waits,
        None => {}
    }
    let machine = run.machine();
    if machine.has_key() {
        versus.polls = None;
        return Pause::Running;
    }
    let polls = machine.polls();
    let since = *versus.polls.get_or_insert(polls);
    // A program that looks at the keyboard again has done what it does with a key.
    if polls >= since + IDLE_POLLS { Pause::Waits } else { Pause::Running }
}
