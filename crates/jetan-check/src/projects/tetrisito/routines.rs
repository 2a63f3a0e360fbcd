//! The document's routines, called one by one where a program has them as procedures.
//!
//! The way a program calls them is not guessed: it is run on a case we know and stopped at the
//! first call of each. Only if the arguments are what the document says is the routine judged, from
//! that very state, so that everything it relies on is there.

mod call;

use std::collections::BTreeMap;

use jetan_games::tetrisito::reference::{
    CharGrid, HIDDEN_ROWS, convert_pieces_to_pairs, counter, drop_piece_in_grid, freeze_blocks,
    get_max_x_of_piece, init_arr, is_equal_grids, not_fit,
};
use jetan_games::tetrisito::{FrozenField, PieceMask};
use jetan_isa::Reg;
use jetan_machine::Machine;

use self::call::{board, frozen};
use super::case::{PuzzleCase, cell};
use crate::adapter::Adapter;
use crate::picture::CasePicture;
use crate::program::ProgramUnderTest;
use crate::runner::{CallResult, ProgramRunner};
use crate::sandbox::ProgramInput;
use crate::verdict::{CaseFailure, FailureKind, NO_PROCEDURE, ValueLocation, Verdict, mishap};

pub(super) use self::call::RoutineCall;

/// From a row of a grid to the next, in bytes.
const ROW_BYTES: u32 = 8;
/// Instruction limit of one call.
const CALL_INSTRUCTIONS: u64 = 1_000_000;
/// Instruction limit of the run up to the first calls; it stops at every instruction to look.
const WATCH_INSTRUCTIONS: u64 = 2_000_000;

/// A routine of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Routine {
    Counter,
    FreezeBlocks,
    IsEqualGrids,
    NotFit,
    GetMaxX,
    DropPiece,
}

impl Routine {
    pub(super) const ALL: [Routine; 6] = [
        Routine::Counter,
        Routine::FreezeBlocks,
        Routine::IsEqualGrids,
        Routine::NotFit,
        Routine::GetMaxX,
        Routine::DropPiece,
    ];

    /// The document's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Routine::Counter => "counter",
            Routine::FreezeBlocks => "freeze_blocks",
            Routine::IsEqualGrids => "is_equal_grids",
            Routine::NotFit => "not_fit",
            Routine::GetMaxX => "get_max_x_of_piece",
            Routine::DropPiece => "drop_piece_in_grid",
        }
    }

    fn has_second_grid(self) -> bool {
        matches!(self, Routine::IsEqualGrids | Routine::NotFit)
    }

    fn has_grid(self) -> bool {
        self != Routine::GetMaxX
    }

    fn has_piece(self) -> bool {
        matches!(self, Routine::GetMaxX | Routine::DropPiece)
    }
}

/// The routines of a program that can be called, each with the state of its first call.
#[derive(Default)]
pub(super) struct CallableRoutines {
    first_calls: BTreeMap<Routine, (String, Machine)>,
    reasons: BTreeMap<Routine, &'static str>,
}

impl CallableRoutines {
    /// Watches a program on a case whose start, goal and first piece differ.
    pub(super) async fn watch(
        runner: &mut ProgramRunner<'_>,
        adapter: &Adapter,
        feed: &ProgramInput,
        case: &PuzzleCase,
    ) -> CallableRoutines {
        let mut found = CallableRoutines::default();
        let mut waiting: BTreeMap<u32, (Routine, String)> = BTreeMap::new();
        for routine in Routine::ALL {
            let name = routine.name();
            match crate::check::procedure(runner.subject, adapter, name) {
                Some(label) => {
                    let address = runner.subject.symbol(&label).unwrap_or(0);
                    waiting.insert(address, (routine, label));
                }
                None => {
                    found.reasons.insert(routine, "the program has no procedure of this name");
                }
            }
        }
        let subject = runner.subject;
        let mut walk = runner.walk(feed, WATCH_INSTRUCTIONS);
        while !waiting.is_empty() {
            let addresses: Vec<u32> = waiting.keys().copied().collect();
            let Some(machine) = walk.next(&addresses).await else { break };
            // Each once: what the first call finds is what the callers of the document prepare.
            let Some((routine, label)) = waiting.remove(&machine.pc) else { break };
            // A label in the middle of the code has the name by accident; calling it would crash.
            if is_called(subject, machine) && is_conventional(routine, machine, case) {
                found.first_calls.insert(routine, (label, walk.snapshot()));
            } else {
                let reason = "the program uses this name in another way than the document";
                found.reasons.insert(routine, reason);
            }
        }
        for (routine, _) in waiting.into_values() {
            found.reasons.insert(routine, "the program did not come to this procedure");
        }
        found
    }

    /// Those that can be called.
    pub(super) fn callable(&self) -> Vec<Routine> {
        self.first_calls.keys().copied().collect()
    }

    pub(super) async fn judge(
        &self,
        runner: &mut ProgramRunner<'_>,
        call: &RoutineCall,
    ) -> Verdict {
        let Some((label, machine)) = self.first_calls.get(&call.routine) else {
            let reason = self.reasons.get(&call.routine).copied();
            return Verdict::Skipped(reason.unwrap_or("it cannot be called").to_owned());
        };
        let limits = runner.limits;
        runner.limits.instructions = limits.instructions.min(CALL_INSTRUCTIONS);
        let called = runner.call_on(machine.clone(), &call.prepared(label, machine)).await;
        runner.limits = limits;
        match called {
            Some(called) => verdict(runner, call, machine, &called),
            None => Verdict::Skipped(NO_PROCEDURE.to_owned()),
        }
    }
}

/// Whether the machine is at the beginning of a procedure: some instruction jumps here by name, and
/// there is a caller to return to.
fn is_called(subject: &ProgramUnderTest, machine: &Machine) -> bool {
    const JUMP: u32 = 0x0800_0000;
    const JAL: u32 = 0x0c00_0000;
    let target = machine.pc >> 2 & 0x03ff_ffff;
    let program = subject.program();
    // A procedure that ends with calling another may jump there instead.
    let is_target = |word: u32| word == JAL | target || word == JUMP | target;
    let caller = machine.registers.get(Reg::RA).wrapping_sub(4);
    // `$ra` points after the call. A jump from a procedure leaves the address of an earlier one
    // there, which is fine.
    let has_caller = program.code_at(caller).is_some_and(|code| code.word >> 26 == JAL >> 26);
    has_caller && program.code.iter().any(|code| is_target(code.word))
}

/// Whether the first call of a routine has the arguments of the document.
fn is_conventional(routine: Routine, machine: &Machine, case: &PuzzleCase) -> bool {
    let [a0, a1, a2] = [Reg::A0, Reg::A1, Reg::A2].map(|reg| machine.registers.get(reg));
    let is = |address: u32, field: FrozenField| filled_at(machine, address) == Some(field);
    let is_first_piece = |address: u32| pairs_at(machine, address) == pairs(case.pieces[0]);
    match routine {
        Routine::Counter => is(a0, case.start) || is(a0, case.goal),
        Routine::FreezeBlocks => filled_at(machine, a0).is_some(),
        Routine::IsEqualGrids => {
            // Equality has no order, and the document leaves it open.
            is(a0, case.start) && is(a1, case.goal) || is(a0, case.goal) && is(a1, case.start)
        }
        Routine::NotFit => is(a0, case.start) && is(a1, case.goal),
        Routine::GetMaxX => is_first_piece(a0) && a1 == 0,
        Routine::DropPiece => is(a0, case.start) && is_first_piece(a1) && a2 == 0,
    }
}

/// The bytes of the cells at an address, if they are those of a grid.
fn grid_at(machine: &Machine, address: u32) -> Option<CharGrid> {
    let mut grid = init_arr();
    for (row, cells) in grid.iter_mut().enumerate() {
        for (column, cell) in cells.iter_mut().enumerate() {
            let place = address.wrapping_add(ROW_BYTES * row as u32 + column as u32);
            *cell = char::from(machine.memory.peek(place));
            // Anything else shows that the argument is not a grid at all.
            if !matches!(*cell, '.' | '#' | 'X') {
                return None;
            }
        }
    }
    Some(grid)
}

/// The filled cells of a grid in memory; none if it is not a grid, or one with something
/// in its hidden rows.
fn filled_at(machine: &Machine, address: u32) -> Option<FrozenField> {
    let grid = grid_at(machine, address)?;
    let is_hidden_empty = grid[..HIDDEN_ROWS].iter().flatten().all(|&cell| cell == '.');
    is_hidden_empty.then(|| visible(&grid))
}

fn visible(grid: &CharGrid) -> FrozenField {
    let mut bits = 0;
    for (row, cells) in grid[HIDDEN_ROWS..].iter().enumerate() {
        for (column, _) in cells.iter().enumerate().filter(|&(_, &cell)| cell != '.') {
            bits |= cell(row as u32, column as u32);
        }
    }
    FrozenField::from_bits(bits)
}

/// The cells of a piece in memory as row and column, in order.
fn pairs_at(machine: &Machine, address: u32) -> Vec<(usize, usize)> {
    let pair = |word: u32| {
        let at = address.wrapping_add(4 * word);
        let byte = |at: u32| usize::from(machine.memory.peek(at));
        // A cell is two halfwords: row and column.
        (byte(at), byte(at.wrapping_add(2)))
    };
    let mut pairs: Vec<(usize, usize)> = (0..4).map(pair).collect();
    // The document does not say in which order the cells of a piece are kept.
    pairs.sort_unstable();
    pairs
}

fn pairs(piece: PieceMask) -> Vec<(usize, usize)> {
    convert_pieces_to_pairs(piece)
}

/// Registers that the document never overwrites.
const FIXED: [Reg; 5] = [Reg::S0, Reg::S1, Reg::S2, Reg::S3, Reg::S4];

fn verdict(
    runner: &ProgramRunner<'_>,
    call: &RoutineCall,
    first: &Machine,
    called: &CallResult,
) -> Verdict {
    let count = called.run.instructions;
    if let Some(failure) = mishap(&called.run, runner.subject) {
        return failure.into();
    }
    let words = call.words();
    if !called.has_returned {
        let summary = format!("{words} does not return to its caller");
        let help = "a procedure ends with `jr $ra`; was `$ra` saved before its last `jal`?";
        return CaseFailure::new(FailureKind::Ending, summary, count).advising(help).into();
    }
    // The result before the convention: it is what the routine is for.
    if let Some(failure) = wrong_result(call, first, called) {
        return failure.into();
    }
    unkept(call, called).map_or(Verdict::passed(count), Verdict::from)
}

/// The state that a call with the right result should have preserved and did not.
fn unkept(call: &RoutineCall, called: &CallResult) -> Option<CaseFailure> {
    let (words, count) = (call.words(), called.run.instructions);
    if let Some(broken) = called.broken.first() {
        let reg = broken.reg;
        let summary = format!("{words} gives the right result but leaves another value in {reg}");
        let help = if FIXED.contains(&reg) {
            "`$s0` to `$s4` hold the grids, the number of pieces, chosen and the pieces: they are \
             never overwritten"
        } else {
            "save the register on the stack at the beginning, and restore it before `jr $ra`"
        };
        return Some(CaseFailure::new(FailureKind::Convention, summary, count).advising(help));
    }
    let over = called.overwritten?;
    let summary = format!(
        "{words} gives the right result but overwrites what its caller has on the stack, at \
         {}($sp)",
        over.offset
    );
    let help = "take room first (`addiu $sp, $sp, -n`), then store below what is not yours";
    Some(CaseFailure::new(FailureKind::Convention, summary, count).advising(help))
}

/// The error in the result of a call that returned.
fn wrong_result(call: &RoutineCall, first: &Machine, called: &CallResult) -> Option<CaseFailure> {
    let words = call.words();
    let count = called.run.instructions;
    let wrong = |expected: String, actual: String| {
        let summary = format!("{words} should give {expected}, but gives {actual}");
        let failure =
            CaseFailure::new(FailureKind::Wrong, summary, count).comparing(expected, actual);
        Some(failure.at(ValueLocation::Register(Reg::V0)))
    };
    let v0 = called.v0;
    let (grid, other) = (call.grid(), frozen(call.other));
    let truth = |expected: bool| {
        let actual = format!("$v0 = {}", v0 as i32);
        let expected_text = format!("$v0 = {}", u8::from(expected));
        // Any value but 0 means yes.
        if expected == (v0 != 0) { None } else { wrong(expected_text, actual) }
    };
    let number = |expected: usize| {
        let is_right = v0 as usize == expected;
        let texts = (format!("$v0 = {expected}"), format!("$v0 = {}", v0 as i32));
        if is_right { None } else { wrong(texts.0, texts.1) }
    };
    match call.routine {
        Routine::Counter => number(counter(&grid)),
        Routine::IsEqualGrids => truth(is_equal_grids(&grid, &other)),
        Routine::NotFit => truth(not_fit(&grid, &other)),
        Routine::GetMaxX => number(get_max_x_of_piece(&pairs(call.piece))),
        Routine::FreezeBlocks => {
            let mut expected = grid;
            freeze_blocks(&mut expected);
            let address = first.registers.get(Reg::A0);
            wrong_grid(call, called, address, &expected, false)
        }
        Routine::DropPiece => wrong_drop(call, called),
    }
}

fn wrong_drop(call: &RoutineCall, called: &CallResult) -> Option<CaseFailure> {
    let (expected, is_possible) =
        drop_piece_in_grid(&call.grid(), &pairs(call.piece), call.offset as usize);
    if is_possible != (called.v1 != 0) {
        let fact = if is_possible {
            "the piece comes to rest in the field, so $v1 should be 1"
        } else {
            "a part of the piece stays in the hidden rows, so $v1 should be 0"
        };
        let summary = format!("{}: {fact}, but it is {}", call.words(), called.v1 as i32);
        let failure = CaseFailure::new(FailureKind::Wrong, summary, called.run.instructions);
        let expected = format!("$v1 = {}", u8::from(is_possible));
        let failure = failure.comparing(expected, format!("$v1 = {}", called.v1 as i32));
        return Some(failure.at(ValueLocation::Register(Reg::V1)));
    }
    // What an impossible drop leaves in the copy is of no consequence to the search.
    if is_possible { wrong_grid(call, called, called.v0, &expected, true) } else { None }
}

/// Compares a grid in memory; whether its filled cells are frozen may or may not matter.
fn wrong_grid(
    call: &RoutineCall,
    called: &CallResult,
    address: u32,
    expected: &CharGrid,
    is_loose_fine: bool,
) -> Option<CaseFailure> {
    let words = call.words();
    let count = called.run.instructions;
    let Some(mut actual) = grid_at(&called.run.machine, address) else {
        let summary = format!(
            "{words} should leave a grid of 10 rows of 8 bytes at {address:#010x}, but there is \
             none"
        );
        let help = "does `$v0` hold the address of the grid, or the address past its end?";
        return Some(CaseFailure::new(FailureKind::Wrong, summary, count).advising(help));
    };
    if is_loose_fine {
        // Some programs freeze in the routine, others in its caller: both are taken for frozen.
        freeze_blocks(&mut actual);
    }
    if actual == *expected {
        return None;
    }
    let summary = format!("{words} leaves another grid than it should");
    let failure = CaseFailure::new(FailureKind::Wrong, summary, count);
    let shown = |grid: &CharGrid| CasePicture::from(board(grid)).with_words("\n");
    let failure = failure.comparing(shown(expected), shown(&actual));
    let cells = (0..).zip(actual.iter().flatten().zip(expected.iter().flatten()));
    let mut wrong = cells.filter(|(_, (actual, expected))| actual != expected);
    let width = actual[0].len() as u32;
    Some(match wrong.next() {
        Some((at, _)) => {
            let offset = ROW_BYTES * (at / width) + at % width;
            failure.at(ValueLocation::Memory(address.wrapping_add(offset), 1))
        }
        None => failure,
    })
}
