//! A program beside a game: fed with the same moves, its board compared whenever it waits.

use std::cell::RefCell;

use jetan_debug::cause::Place;
use jetan_games::Name;
use jetan_games::sudoku::{Grid, Size, solver};
use jetan_games::twenty48::{Board, Direction, Side};
use jetan_grade::bench::Bench;
use jetan_grade::companion::{Cells, Companion};
use jetan_machine::Stop;
use jetan_play::games::Game;
use jetan_play::settings::Settings;
use jetan_play::sudoku::Turn;
use jetan_play::tetrisito::Solution;
use jetan_play::twenty48::Twenty48;
use serde_json::{Value, json};

use super::opening;
use super::stones::players;
use super::table::Table;
use super::twenty48;
use crate::carrier::{Carrier, EngineChoice};
use crate::examples;
use crate::message::Refusal;
use crate::run::{Options, Run};
use crate::workbench::{Desk, Next, Workbench};

/// Looks at the keyboard without a key after which a program is taken to wait for one.
const IDLE_POLLS: u64 = 2;
/// Cells of a difference that are told.
const TOLD_MAX: usize = 81;

/// How the two stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Running,
    Same,
    Different,
    Ended,
    Failed,
}

/// The program beside a game.
pub(super) struct Versus {
    companion: Companion,
    cells: Option<Cells>,
    /// What was typed so far, in the keys of the game.
    keys: Vec<u8>,
    /// The slide that the program was told and has not made yet.
    slide: Option<Direction>,
    /// How often the program had looked at the keyboard when it was seen to be without a key.
    polls: Option<u64>,
    kind: Kind,
    text: String,
    /// The program's board, as it was when it last waited.
    shown: Option<Vec<i64>>,
    steps: u32,
    difference: Option<Value>,
}

/// What is found when boards are compared.
struct Finding {
    /// Cell, what it should be, what it is.
    cells: Vec<(usize, i64, i64)>,
    text: String,
    /// Where the first cell is in memory, or which byte of the output it is.
    origin: Option<Origin>,
}

enum Origin {
    Memory(u32, u32),
    Output(usize),
}

/// What the program does.
enum Pause {
    Running,
    Waits,
    Ended,
    Faulted(String),
}

impl Versus {
    /// Starts a program and a game.
    pub(super) fn begin(
        desk: &mut Desk<'_>,
        name: Name,
        settings: Settings,
        (roots, position): (Option<Vec<String>>, Option<String>),
        mut options: Options,
    ) -> Result<(Game, Versus), Refusal> {
        let roots = roots.unwrap_or_else(|| {
            examples::of(name).roots.iter().map(|root| (*root).to_owned()).collect()
        });
        let (subject, _) = desk.subject(name, &roots, &options)?;
        let mut engine = desk.carrier.engine(EngineChoice::Auto);
        let companion = {
            let carrier: RefCell<&mut dyn Carrier> = RefCell::new(&mut *desk.carrier);
            let mut should_stop = || carrier.borrow_mut().is_interrupted();
            Companion::new(name, &mut Bench::new(&subject, &mut *engine, &mut should_stop))
        };
        let (game, typed) = deal(name, settings, position, &companion)?;
        options.stdin = Some(String::from_utf8_lossy(&typed).into_owned());
        options.ends_input = matches!(name, Name::Sudoku | Name::Tetrisito);
        if name == Name::Twenty48 {
            options.use_pack("comp2611-2048");
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
        };
        Ok((game, versus))
    }

    pub(super) fn wire(&self) -> Value {
        let kind = match self.kind {
            Kind::Running => "running",
            Kind::Same => "same",
            Kind::Different => "different",
            Kind::Ended => "ended",
            Kind::Failed => "failed",
        };
        let mut wire = json!({"kind": kind, "text": self.text, "steps": self.steps});
        if let Some(cells) = &self.shown {
            wire["cells"] = json!(cells);
        }
        if let Some(difference) = &self.difference {
            wire["difference"] = difference.clone();
        }
        wire
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
                return Err(Refusal::new("bad-game", why));
            }
            let typed = companion.typed_grid(&puzzle);
            if let Some(first) = solver::first(&puzzle) {
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
            Some(Kind::Running) => Err(Refusal::new("bad-move", "wait for the program")),
            Some(Kind::Different) => {
                Err(Refusal::new("bad-move", "the boards differ: begin another game"))
            }
            Some(Kind::Ended) => Err(Refusal::new("bad-move", "the game is over")),
        }
    }

    /// A slide is first made by the program, whose chance decides; true if it is for it to make.
    pub(super) fn leave_to_program(&mut self, word: &str) -> Result<bool, Refusal> {
        let (Game::Twenty48(game), Some(versus)) = (&self.game, &mut self.versus) else {
            return Ok(false);
        };
        let bad = |why: String| Refusal::new("bad-move", why);
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
            (Err(why), _) | (Ok(None), Pause::Faulted(why)) => versus.set(Kind::Failed, why),
            (Ok(Some(finding)), _) => {
                versus.difference = Some(difference(&finding, versus.steps, run, carrier));
                versus.set(Kind::Different, finding.text);
            }
            (Ok(None), Pause::Ended) if native_over => {
                versus.set(Kind::Ended, "both have ended, and are the same");
            }
            (Ok(None), Pause::Ended) => {
                versus.difference = Some(json!({
                    "step": versus.steps, "cells": [], "text": TOO_SOON,
                    "count": run.debugger.timeline.count(),
                }));
                versus.set(Kind::Different, TOO_SOON);
            }
            (Ok(None), _) if native_over => {
                versus.difference = Some(json!({
                    "step": versus.steps, "cells": [], "text": TOO_LATE,
                    "count": run.debugger.timeline.count(),
                }));
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
                    // What is no token is shown as it is, and is none of the players.
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
    if !timeline.is_at_end() {
        return Pause::Running;
    }
    match timeline.ending() {
        Some(Stop::Faulted { fault, .. }) => {
            return Pause::Faulted(format!("the program has failed: {fault}"));
        }
        Some(_) => return Pause::Ended,
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

fn compare_cells(versus: &mut Versus, expected: &[i64], actual: Vec<i64>) -> Option<Finding> {
    let pairs = expected.iter().zip(&actual).enumerate();
    let cells: Vec<(usize, i64, i64)> = pairs
        .filter(|(_, (expected, actual))| expected != actual)
        .map(|(cell, (expected, actual))| (cell, *expected, *actual))
        .collect();
    versus.shown = Some(actual);
    let &(first, ..) = cells.first()?;
    let place = versus.cells.as_ref().and_then(|places| places.place(first));
    let text = match cells.len() {
        1 => "one cell differs".to_owned(),
        cells => format!("{cells} cells differ"),
    };
    Some(Finding { cells, text, origin: place.map(|(at, len)| Origin::Memory(at, len)) })
}

type Slid = (Option<Finding>, Option<Value>);

/// Compares a slide of the program with the rules, and takes over its new tile.
fn compare_slide(
    versus: &mut Versus,
    game: &mut Twenty48,
    tiles: &[u32],
    pause: &Pause,
) -> Result<Slid, String> {
    let actual: Vec<i64> = tiles.iter().map(|tile| i64::from(tile.cast_signed())).collect();
    let numbers: Vec<String> = tiles.iter().map(u32::to_string).collect();
    let board = Board::parse(&numbers.join(" "), Side::Four).ok();
    let Some(direction) = versus.slide.take() else {
        // The first board is the program's: two tiles, as the course has them.
        let is_right = board.is_some_and(|board| board.empty_count() == 14)
            && tiles.iter().all(|tile| matches!(tile, 0 | 2 | 4));
        versus.shown = Some(actual);
        let Some(board) = board.filter(|_| is_right) else {
            let text = "the program does not begin with two tiles of 2 or 4".to_owned();
            return Ok((Some(Finding { cells: Vec::new(), text, origin: None }), None));
        };
        game.take_board(board);
        return Ok((None, None));
    };
    let before = game.game().board();
    let slid = before.slide(direction);
    let expected: Vec<i64> = slid.tiles().map(i64::from).collect();
    let new: Vec<usize> = (0..16).filter(|&cell| expected[cell] != actual[cell]).collect();
    let has_new_tile = |cell: &usize| expected[*cell] == 0 && matches!(actual[*cell], 2 | 4);
    let target = i64::from(game.game().settings().target());
    let is_won = expected.iter().any(|tile| *tile >= target);
    let is_right = match new.as_slice() {
        // The target ends the game before a tile comes.
        [] => is_won || matches!(pause, Pause::Ended),
        [cell] => has_new_tile(cell),
        _ => false,
    };
    if !is_right {
        // One of the new tiles is as it should be; which, is not known, unless only one fits.
        let mut wrong = new.clone();
        if let Some(at) = wrong.iter().position(has_new_tile).filter(|_| new.len() > 1) {
            wrong.remove(at);
        }
        let mut finding = compare_cells(versus, &expected, actual.clone());
        if let Some(finding) = &mut finding {
            finding.cells.retain(|(cell, ..)| wrong.contains(cell));
            let place = wrong.first().and_then(|cell| versus.cells.as_ref()?.place(*cell));
            finding.origin = place.map(|(at, len)| Origin::Memory(at, len));
        }
        let missing = || Finding {
            cells: Vec::new(),
            text: "no new tile has appeared".to_owned(),
            origin: None,
        };
        versus.shown = Some(actual);
        return Ok((Some(finding.unwrap_or_else(missing)), None));
    }
    versus.shown = Some(actual);
    let Some(board) = board else { return Err("the tiles cannot be read".to_owned()) };
    let motion = twenty48::follow(game, direction, board);
    Ok((None, motion))
}

fn compare_grid(versus: &mut Versus, solved: Option<&Grid>, run: &Run) -> Option<Finding> {
    let timeline = &run.debugger.timeline;
    let printed = timeline.printed();
    let output = printed.until(timeline.count());
    let grid = versus.companion.printed_grid(output);
    let Some(grid) = grid else {
        let is_right = solved.is_none_or(|grid| !grid.is_full());
        let text = "the program has printed no grid".to_owned();
        return (!is_right).then_some(Finding { cells: Vec::new(), text, origin: None });
    };
    let actual: Vec<i64> = grid.cells().iter().map(|value| i64::from(*value)).collect();
    let expected: Vec<i64> =
        solved.map(|grid| grid.cells().iter().map(|value| i64::from(*value)).collect())?;
    let finding = compare_cells(versus, &expected, actual);
    finding.map(|finding| {
        // The digits of the answer are the last that were printed.
        let digits: Vec<usize> =
            (0..output.len()).filter(|&at| output[at].is_ascii_digit()).collect();
        let from_end = expected.len() - finding.cells.first().map_or(0, |(cell, ..)| *cell);
        let byte = digits.len().checked_sub(from_end).map(|at| digits[at] + printed.start());
        Finding { origin: byte.map(Origin::Output), ..finding }
    })
}

fn compare_answer(versus: &mut Versus, expected: bool, run: &Run) -> Option<Finding> {
    let timeline = &run.debugger.timeline;
    let printed = timeline.printed();
    let output = printed.until(timeline.count());
    let answer = versus.companion.printed_answer(output);
    if answer == Some(expected) {
        return None;
    }
    let word = |answer| if answer { "YES" } else { "NO" };
    let text = match answer {
        Some(answer) => format!("the program says {}, and it is {}", word(answer), word(expected)),
        None => format!("the program says neither YES nor NO; it is {}", word(expected)),
    };
    let letters = output.iter().rposition(u8::is_ascii_alphabetic);
    let origin = letters.map(|at| Origin::Output(at + printed.start()));
    Some(Finding { cells: Vec::new(), text, origin })
}

/// A difference for the wire, with the instruction that made it.
fn difference(finding: &Finding, step: u32, run: &mut Run, carrier: &mut dyn Carrier) -> Value {
    let cells: Vec<Value> = finding
        .cells
        .iter()
        .take(TOLD_MAX)
        .map(|(cell, expected, actual)| {
            json!({"cell": cell, "expected": expected, "actual": actual})
        })
        .collect();
    let mut wire = json!({"step": step, "cells": cells, "text": finding.text});
    let mut patience = |_| !carrier.is_interrupted();
    let debugger = &mut run.debugger;
    let (count, pc) = match finding.origin {
        Some(Origin::Memory(address, len)) => {
            wire["address"] = Value::from(address);
            let place = Place::Memory(address, len);
            let Ok(Some((count, pc))) = debugger.last_write(place, &mut patience) else {
                return wire;
            };
            (count, pc)
        }
        Some(Origin::Output(byte)) => {
            let piece = debugger.timeline.printed().piece_of(byte);
            let Some(count) = piece.map(|piece| piece.since) else { return wire };
            let pc = debugger.timeline.pc_at(count.saturating_sub(1));
            let Ok(pc) = pc else { return wire };
            (count, pc)
        }
        None => return wire,
    };
    wire["count"] = Value::from(count);
    if let Some(line) = debugger.names.line(pc) {
        wire["place"] = json!({"path": line.file, "line": line.number - 1});
    }
    wire
}
