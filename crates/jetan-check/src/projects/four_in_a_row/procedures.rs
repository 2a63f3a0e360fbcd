//! `check_win_player` and `check_tie`, called by themselves where they answer from the grid alone.

use std::collections::BTreeMap;

use jetan_games::connect4::position::Player;
use jetan_games::connect4::reference::four_in_a_row::TokenGrid;
use jetan_isa::Reg;
use jetan_machine::Machine;

use super::super::lines::{FourLine, LineDirection};
use super::super::picture::{self, BoardCharacters, BoardText};
use super::{FourInARowCase, FourInARowChecker};
use crate::adapter::Adapter;
use crate::check::procedure;
use crate::companion::CellAddresses;
use crate::runner::{CallResult, ProcedureCall, ProgramRunner};
use crate::verdict::{CaseFailure, FailureKind, NO_PROCEDURE, ValueLocation, Verdict, mishap};

const WIN: &str = "check_win_player";
const TIE: &str = "check_tie";
/// Instruction limit of a procedure that looks at 42 bytes.
const PROCEDURE_INSTRUCTIONS_MAX: u64 = 500_000;

/// The address of the grid, and the bytes that stand for its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GridLocation {
    address: u32,
    bytes: [u8; 3],
}

/// A procedure that answers from the grid alone.
struct GridProcedure {
    name: String,
    /// The machine at the program's own first call, or at its start where it makes none: callers
    /// may give more than the token.
    first_call: Machine,
    place: GridLocation,
    /// Some programs answer with 0 for yes.
    is_inverted: bool,
}

/// The procedures that can be judged by themselves, or why they cannot.
pub(super) struct CallableProcedures {
    win: Result<GridProcedure, String>,
    tie: Result<GridProcedure, String>,
}

impl Default for CallableProcedures {
    fn default() -> Self {
        let unknown = || Err("it was not looked for".to_owned());
        CallableProcedures { win: unknown(), tie: unknown() }
    }
}

impl GridLocation {
    /// The cells, as `*`, `O` and `X`.
    pub(super) fn cells(self) -> CellAddresses {
        let addresses = (0..picture::CELLS as u32).map(|cell| self.address.wrapping_add(cell));
        let meanings = self.bytes.map(u32::from).into_iter().zip(b"*OX".map(u32::from));
        CellAddresses::bytes(addresses.collect(), meanings.collect())
    }

    fn encode(self, grid: &BoardText) -> Vec<u8> {
        let [free, o, x] = self.bytes;
        let byte = |cell: &u8| match cell {
            b'O' => o,
            b'X' => x,
            _ => free,
        };
        grid.iter().map(byte).collect()
    }
}

impl FourInARowChecker {
    /// The location of the program's grid, after a game that led to one of these grids.
    pub(super) fn find_grid(
        &self,
        runner: &ProgramRunner<'_>,
        machine: &Machine,
        grids: &[BoardText],
    ) -> Option<GridLocation> {
        let labelled = self.label(runner);
        let places = encodings(self.characters).into_iter().flat_map(|bytes| {
            let grids = grids.iter().map(move |grid| (bytes, *grid));
            grids.filter_map(move |(bytes, grid)| {
                let sought = GridLocation { address: 0, bytes }.encode(&grid);
                let address = find_bytes(machine, labelled, &sought)?;
                Some(GridLocation { address, bytes })
            })
        });
        // Lazily: each place costs a search of the memory, and the first that fits is taken.
        places.into_iter().next()
    }

    /// The grid that has the document's name, whatever is in it.
    pub(super) fn named_grid(&self, runner: &ProgramRunner<'_>) -> Option<GridLocation> {
        let bytes = encodings(self.characters).into_iter().next()?;
        Some(GridLocation { address: self.label(runner)?, bytes })
    }

    fn label(&self, runner: &ProgramRunner<'_>) -> Option<u32> {
        let label = self.adapter.labels.get("matrix").map_or("matrix", String::as_str);
        runner.subject.symbol(label)
    }
}

/// The addresses of the procedures that are judged by themselves.
pub(super) fn addresses(adapter: &Adapter, runner: &ProgramRunner<'_>) -> Vec<u32> {
    let names = [WIN, TIE].into_iter().filter_map(|name| procedure(runner.subject, adapter, name));
    names.filter_map(|name| runner.subject.symbol(&name)).collect()
}

impl CallableProcedures {
    /// Looks which procedures answer differently for grids that call for it.
    pub(super) async fn find(
        adapter: &Adapter,
        runner: &mut ProgramRunner<'_>,
        place: Option<GridLocation>,
        first_calls: &BTreeMap<u32, Machine>,
    ) -> CallableProcedures {
        let lines = [
            LineDirection::Across,
            LineDirection::Upright,
            LineDirection::Rising,
            LineDirection::Falling,
        ];
        let won: Vec<BoardText> = lines
            .iter()
            .filter_map(|direction| won_by_o(FourLine::all_in(*direction)[0]))
            .collect();
        let full = std::array::from_fn(|cell| if cell / 2 % 2 == 0 { b'O' } else { b'X' });
        let mut find = async |name: &str, token: Option<u8>, grids: &[BoardText]| {
            let Some(name) = procedure(runner.subject, adapter, name) else {
                return Err(NO_PROCEDURE.to_owned());
            };
            let Some(place) = place else {
                return Err("the grid was not found in memory".to_owned());
            };
            let address = runner.subject.symbol(&name);
            let first_call = address.and_then(|address| first_calls.get(&address)).cloned();
            // A program that never comes to the call in the first game is called from its start.
            let first_call = first_call.unwrap_or_else(|| runner.machine());
            let answering = GridProcedure { name, first_call, place, is_inverted: false };
            // The empty grid is the reference: nobody has won and slots are free, so its answer
            // means no.
            let empty = answering.ask(runner, &[b'*'; picture::CELLS], token).await;
            for grid in grids {
                let Some(no) = empty else { break };
                let other = answering.ask(runner, grid, token).await;
                if other.is_some_and(|yes| yes != no) {
                    // What it says about the empty grid is its word for no, whether that is 0 or
                    // not.
                    return Ok(GridProcedure { is_inverted: no, ..answering });
                }
            }
            Err(format!("`{}` does not answer from the grid alone", answering.name))
        };
        let win = find(WIN, Some(b'O'), &won).await;
        CallableProcedures { win, tie: find(TIE, None, &[full]).await }
    }

    /// Whether `check_win_player` can be judged.
    pub(super) fn has_win(&self) -> bool {
        self.win.is_ok()
    }

    /// Whether `check_tie` can be judged.
    pub(super) fn has_tie(&self) -> bool {
        self.tie.is_ok()
    }

    /// Whether `check_win_player` is right about a grid.
    pub(super) async fn judge_win(
        &self,
        runner: &mut ProgramRunner<'_>,
        grid: &BoardText,
        token: u8,
    ) -> Verdict {
        let expected = TokenGrid { cells: *grid }.check_win_player(token);
        let letter = char::from(token);
        let fact = if expected {
            format!("four {letter} are in a row, but it says that they are not")
        } else {
            format!("no four {letter} are in a row, but it says that they are")
        };
        match &self.win {
            Ok(answering) => answering.judge(runner, grid, Some(token), expected, &fact).await,
            Err(reason) => Verdict::Skipped(reason.clone()),
        }
    }

    /// Whether `check_tie` is right about a grid.
    pub(super) async fn judge_tie(
        &self,
        runner: &mut ProgramRunner<'_>,
        grid: &BoardText,
    ) -> Verdict {
        let expected = TokenGrid { cells: *grid }.check_tie();
        let fact = if expected {
            "no slot is free, but it says that there are free slots"
        } else {
            "a slot is free, but it says that there is none"
        };
        match &self.tie {
            Ok(answering) => answering.judge(runner, grid, None, expected, fact).await,
            Err(reason) => Verdict::Skipped(reason.clone()),
        }
    }
}

impl GridProcedure {
    async fn call(
        &self,
        runner: &mut ProgramRunner<'_>,
        grid: &BoardText,
        token: Option<u8>,
    ) -> Option<CallResult> {
        let [_, o, x] = self.place.bytes;
        let token = token.map(|token| u32::from(if token == b'O' { o } else { x }));
        let call = ProcedureCall {
            procedure: self.name.clone(),
            arguments: token.into_iter().collect(),
            memory: vec![(self.place.address, self.place.encode(grid))],
            // The base of the grid may be in a saved register that the callers have set.
            keeps_saved: true,
            ..ProcedureCall::default()
        };
        let limits = runner.limits;
        runner.limits.instructions = limits.instructions.min(PROCEDURE_INSTRUCTIONS_MAX);
        let called = runner.call_on(self.first_call.clone(), &call).await;
        runner.limits = limits;
        called
    }

    async fn ask(
        &self,
        runner: &mut ProgramRunner<'_>,
        grid: &BoardText,
        token: Option<u8>,
    ) -> Option<bool> {
        let called = self.call(runner, grid, token).await?;
        called.has_returned.then_some(called.v0 != 0)
    }

    async fn judge(
        &self,
        runner: &mut ProgramRunner<'_>,
        grid: &BoardText,
        token: Option<u8>,
        expected: bool,
        fact: &str,
    ) -> Verdict {
        let Some(called) = self.call(runner, grid, token).await else {
            return Verdict::Skipped(NO_PROCEDURE.to_owned());
        };
        let instructions = called.run.instructions;
        let name = &self.name;
        if let Some(failure) = mishap(&called.run, runner.subject) {
            return failure.into();
        }
        if !called.has_returned {
            let summary = format!("`{name}` does not return to its caller");
            return CaseFailure::new(FailureKind::Ending, summary, instructions).into();
        }
        // Only `$sp` is judged: a stack that is off breaks every caller.
        if called.broken.iter().any(|broken| broken.reg == Reg::SP) {
            let summary = format!("`{name}` does not leave `$sp` as it was");
            return CaseFailure::new(FailureKind::Convention, summary, instructions).into();
        }
        if (called.v0 != 0) == (expected != self.is_inverted) {
            return Verdict::passed(instructions);
        }
        let answer = |yes: bool| if yes { "$v0 is not 0" } else { "$v0 is 0" };
        CaseFailure::new(FailureKind::Wrong, format!("`{name}` is wrong: {fact}"), instructions)
            .comparing(answer(expected != self.is_inverted), format!("$v0 is {}", called.v0 as i32))
            .at(ValueLocation::Register(Reg::V0))
            .into()
    }
}

/// The same grid with fewer tokens.
pub(super) fn smaller_win(grid: &BoardText, token: u8) -> Vec<FourInARowCase> {
    let keep = |keep: &dyn Fn(usize) -> bool| -> BoardText {
        std::array::from_fn(|cell| if keep(cell) { grid[cell] } else { b'*' })
    };
    let mut grids = vec![keep(&|cell| grid[cell] == token)];
    grids.extend((0..7).map(|column| keep(&|cell| cell % 7 != column)));
    grids.extend((0..grid.len()).map(|left_out| keep(&|cell| cell != left_out)));
    grids.retain(|smaller| smaller != grid);
    grids.into_iter().map(|grid| FourInARowCase::Win { grid, token }).collect()
}

/// The grid after a short game in which O makes a line.
pub(super) fn won_by_o(line: FourLine) -> Option<BoardText> {
    let game = line.short_game(Player::First)?;
    let mut grid = TokenGrid::default();
    for (ply, column) in game.iter().enumerate() {
        let token = if ply % 2 == 0 { b'O' } else { b'X' };
        grid.player_go(b'1' + column.index() as u8, token)?;
    }
    Some(grid.cells)
}

/// The bytes that free slots, O and X can be.
fn encodings(characters: BoardCharacters) -> Vec<[u8; 3]> {
    let bytes = |characters: [char; 3]| {
        let bytes = characters.map(|character| u8::try_from(character).ok());
        Some([bytes[0]?, bytes[1]?, bytes[2]?])
    };
    let BoardCharacters { empty, one, two } = characters;
    let own = [empty, one, two];
    // Programs may keep small letters and print large ones.
    let lower = [empty, one.to_ascii_lowercase(), two.to_ascii_lowercase()];
    [own, lower].into_iter().filter_map(bytes).collect()
}

/// The address of some bytes: at a label if there is one, else anywhere in written memory.
fn find_bytes(machine: &Machine, labelled: Option<u32>, sought: &[u8]) -> Option<u32> {
    // The document's label decides: the same bytes elsewhere may be a copy for printing.
    if let Some(address) = labelled {
        let matches =
            |(offset, byte): (u32, &u8)| machine.memory.peek(address.wrapping_add(offset)) == *byte;
        return (0..).zip(sought).all(matches).then_some(address);
    }
    machine.memory.written_pages().into_iter().find_map(|(start, page)| {
        // Within one page; a grid that crosses two is not found, and its procedures are then
        // skipped.
        let at = page.windows(sought.len()).position(|bytes| bytes == sought)?;
        Some(start + at as u32)
    })
}
