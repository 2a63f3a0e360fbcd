//! `check_win_player` and `check_tie`, called by themselves where they answer from the grid alone.

use std::collections::BTreeMap;

use jetan_games::connect4::position::Player;
use jetan_games::connect4::reference::four_in_a_row::Grid;
use jetan_isa::Reg;
use jetan_machine::Machine;

use super::super::lines::{Direction, Line};
use super::super::picture::{self, Board, Characters};
use super::{Case, FourInARow};
use crate::adapter::Adapter;
use crate::bench::{Bench, Call, Called};
use crate::check::procedure;
use crate::companion::Cells;
use crate::verdict::{Failure, Kind, NO_PROCEDURE, Spot, Verdict, mishap};

const WIN: &str = "check_win_player";
const TIE: &str = "check_tie";
/// Instruction limit of a procedure that looks at 42 bytes.
const INSTRUCTIONS: u64 = 500_000;

/// The address of the grid, and the bytes that stand for its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    address: u32,
    bytes: [u8; 3],
}

/// A procedure that answers from the grid alone.
struct Answering {
    name: String,
    /// The machine at the program's own first call, or at its start where it makes none: callers
    /// may give more than the token.
    first_call: Machine,
    place: Place,
    /// Some programs answer with 0 for yes.
    is_inverted: bool,
}

/// The procedures that can be judged by themselves, or why they cannot.
pub(super) struct Procedures {
    win: Result<Answering, String>,
    tie: Result<Answering, String>,
}

impl Default for Procedures {
    fn default() -> Self {
        let unknown = || Err("it was not looked for".to_owned());
        Procedures { win: unknown(), tie: unknown() }
    }
}

impl Place {
    /// The cells, as `*`, `O` and `X`.
    pub(super) fn cells(self) -> Cells {
        let addresses = (0..picture::CELLS as u32).map(|cell| self.address.wrapping_add(cell));
        let meanings = self.bytes.map(u32::from).into_iter().zip(b"*OX".map(u32::from));
        Cells::bytes(addresses.collect(), meanings.collect())
    }

    fn encode(self, grid: &Board) -> Vec<u8> {
        let [free, o, x] = self.bytes;
        let byte = |cell: &u8| match cell {
            b'O' => o,
            b'X' => x,
            _ => free,
        };
        grid.iter().map(byte).collect()
    }
}

impl FourInARow {
    /// The location of the program's grid, after a game that led to one of these grids.
    pub(super) fn find_grid(
        &self,
        bench: &Bench<'_>,
        machine: &Machine,
        grids: &[Board],
    ) -> Option<Place> {
        let labelled = self.label(bench);
        let places = encodings(self.characters).into_iter().flat_map(|bytes| {
            let grids = grids.iter().map(move |grid| (bytes, *grid));
            grids.filter_map(move |(bytes, grid)| {
                let sought = Place { address: 0, bytes }.encode(&grid);
                let address = find_bytes(machine, labelled, &sought)?;
                Some(Place { address, bytes })
            })
        });
        // Lazily: each place costs a search of the memory, and the first that fits is taken.
        places.into_iter().next()
    }

    /// The grid that has the document's name, whatever is in it.
    pub(super) fn named_grid(&self, bench: &Bench<'_>) -> Option<Place> {
        let bytes = encodings(self.characters).into_iter().next()?;
        Some(Place { address: self.label(bench)?, bytes })
    }

    fn label(&self, bench: &Bench<'_>) -> Option<u32> {
        let label = self.adapter.labels.get("matrix").map_or("matrix", String::as_str);
        bench.subject.symbol(label)
    }
}

/// The addresses of the procedures that are judged by themselves.
pub(super) fn addresses(adapter: &Adapter, bench: &Bench<'_>) -> Vec<u32> {
    let names = [WIN, TIE].into_iter().filter_map(|name| procedure(bench.subject, adapter, name));
    names.filter_map(|name| bench.subject.symbol(&name)).collect()
}

impl Procedures {
    /// Looks which procedures answer differently for grids that call for it.
    pub(super) async fn find(
        adapter: &Adapter,
        bench: &mut Bench<'_>,
        place: Option<Place>,
        first_calls: &BTreeMap<u32, Machine>,
    ) -> Procedures {
        let lines = [Direction::Across, Direction::Upright, Direction::Rising, Direction::Falling];
        let won: Vec<Board> =
            lines.iter().filter_map(|direction| won_by_o(Line::all_in(*direction)[0])).collect();
        let full = std::array::from_fn(|cell| if cell / 2 % 2 == 0 { b'O' } else { b'X' });
        let mut find = async |name: &str, token: Option<u8>, grids: &[Board]| {
            let Some(name) = procedure(bench.subject, adapter, name) else {
                return Err(NO_PROCEDURE.to_owned());
            };
            let Some(place) = place else {
                return Err("the grid was not found in memory".to_owned());
            };
            let address = bench.subject.symbol(&name);
            let first_call = address.and_then(|address| first_calls.get(&address)).cloned();
            // A program that never comes to the call in the first game is called from its start.
            let first_call = first_call.unwrap_or_else(|| bench.machine());
            let answering = Answering { name, first_call, place, is_inverted: false };
            // The empty grid is the reference: nobody has won and slots are free, so its answer
            // means no.
            let empty = answering.ask(bench, &[b'*'; picture::CELLS], token).await;
            for grid in grids {
                let Some(no) = empty else { break };
                let other = answering.ask(bench, grid, token).await;
                if other.is_some_and(|yes| yes != no) {
                    // What it says about the empty grid is its word for no, whether that is 0 or
                    // not.
                    return Ok(Answering { is_inverted: no, ..answering });
                }
            }
            Err(format!("`{}` does not answer from the grid alone", answering.name))
        };
        let win = find(WIN, Some(b'O'), &won).await;
        Procedures { win, tie: find(TIE, None, &[full]).await }
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
        bench: &mut Bench<'_>,
        grid: &Board,
        token: u8,
    ) -> Verdict {
        let expected = Grid { cells: *grid }.check_win_player(token);
        let letter = char::from(token);
        let fact = if expected {
            format!("four {letter} are in a row, but it says that they are not")
        } else {
            format!("no four {letter} are in a row, but it says that they are")
        };
        match &self.win {
            Ok(answering) => answering.judge(bench, grid, Some(token), expected, &fact).await,
            Err(reason) => Verdict::Skipped(reason.clone()),
        }
    }

    /// Whether `check_tie` is right about a grid.
    pub(super) async fn judge_tie(&self, bench: &mut Bench<'_>, grid: &Board) -> Verdict {
        let expected = Grid { cells: *grid }.check_tie();
        let fact = if expected {
            "no slot is free, but it says that there are free slots"
        } else {
            "a slot is free, but it says that there is none"
        };
        match &self.tie {
            Ok(answering) => answering.judge(bench, grid, None, expected, fact).await,
            Err(reason) => Verdict::Skipped(reason.clone()),
        }
    }
}

impl Answering {
    async fn call(&self, bench: &mut Bench<'_>, grid: &Board, token: Option<u8>) -> Option<Called> {
        let [_, o, x] = self.place.bytes;
        let token = token.map(|token| u32::from(if token == b'O' { o } else { x }));
        let call = Call {
            procedure: self.name.clone(),
            arguments: token.into_iter().collect(),
            memory: vec![(self.place.address, self.place.encode(grid))],
            // The base of the grid may be in a saved register that the callers have set.
            keeps_saved: true,
            ..Call::default()
        };
        let limits = bench.limits;
        bench.limits.instructions = limits.instructions.min(INSTRUCTIONS);
        let called = bench.call_on(self.first_call.clone(), &call).await;
        bench.limits = limits;
        called
    }

    async fn ask(&self, bench: &mut Bench<'_>, grid: &Board, token: Option<u8>) -> Option<bool> {
        let called = self.call(bench, grid, token).await?;
        called.has_returned.then_some(called.v0 != 0)
    }

    async fn judge(
        &self,
        bench: &mut Bench<'_>,
        grid: &Board,
        token: Option<u8>,
        expected: bool,
        fact: &str,
    ) -> Verdict {
        let Some(called) = self.call(bench, grid, token).await else {
            return Verdict::Skipped(NO_PROCEDURE.to_owned());
        };
        let instructions = called.run.instructions;
        let name = &self.name;
        if let Some(failure) = mishap(&called.run, bench.subject) {
            return failure.into();
        }
        if !called.has_returned {
            let summary = format!("`{name}` does not return to its caller");
            return Failure::new(Kind::Ending, summary, instructions).into();
        }
        // Only `$sp` is judged: a stack that is off breaks every caller.
        if called.broken.iter().any(|broken| broken.reg == Reg::SP) {
            let summary = format!("`{name}` does not leave `$sp` as it was");
            return Failure::new(Kind::Convention, summary, instructions).into();
        }
        if (called.v0 != 0) == (expected != self.is_inverted) {
            return Verdict::Passed { instructions };
        }
        let answer = |yes: bool| if yes { "$v0 is not 0" } else { "$v0 is 0" };
        Failure::new(Kind::Wrong, format!("`{name}` is wrong: {fact}"), instructions)
            .comparing(answer(expected != self.is_inverted), format!("$v0 is {}", called.v0 as i32))
            .at(Spot::Register(Reg::V0))
            .into()
    }
}

/// The same grid with fewer tokens.
pub(super) fn smaller_win(grid: &Board, token: u8) -> Vec<Case> {
    let keep = |keep: &dyn Fn(usize) -> bool| -> Board {
        std::array::from_fn(|cell| if keep(cell) { grid[cell] } else { b'*' })
    };
    let mut grids = vec![keep(&|cell| grid[cell] == token)];
    grids.extend((0..7).map(|column| keep(&|cell| cell % 7 != column)));
    grids.extend((0..grid.len()).map(|left_out| keep(&|cell| cell != left_out)));
    grids.retain(|smaller| smaller != grid);
    grids.into_iter().map(|grid| Case::Win { grid, token }).collect()
}

/// The grid after a short game in which O makes a line.
pub(super) fn won_by_o(line: Line) -> Option<Board> {
    let game = line.short_game(Player::First)?;
    let mut grid = Grid::default();
    for (ply, column) in game.iter().enumerate() {
        let token = if ply % 2 == 0 { b'O' } else { b'X' };
        grid.player_go(b'1' + column.index() as u8, token)?;
    }
    Some(grid.cells)
}

/// The bytes that free slots, O and X can be.
fn encodings(characters: Characters) -> Vec<[u8; 3]> {
    let bytes = |characters: [char; 3]| {
        let bytes = characters.map(|character| u8::try_from(character).ok());
        Some([bytes[0]?, bytes[1]?, bytes[2]?])
    };
    let Characters { empty, one, two } = characters;
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
