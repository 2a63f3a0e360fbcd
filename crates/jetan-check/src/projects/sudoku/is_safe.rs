//! Tests of a program's `is_safe` procedure alone, if it works as the assignment's document says.
//!
//! Row, column and number are in `$s0` to `$s2`, the grid is at 0x10010000, a word a cell. Whether
//! that holds is seen by running the program on a grid with one gap up to the call for that gap,
//! and from whether its answer is right for a number that fits and for one that fits nowhere.

use jetan_games::rng::Rng;
use jetan_games::sudoku::{GridSize, SudokuGrid, reference};
use jetan_isa::Reg;
use jetan_machine::Machine;

use super::board::{board, solved};
use super::grid_format::GridFormat;
use crate::adapter::Adapter;
use crate::picture::CasePicture;
use crate::runner::{CallResult, ProcedureCall, ProgramRunner};
use crate::verdict::{CaseFailure, FailureKind, ValueLocation, Verdict, mishap};

/// The name of the procedure in the document.
pub(super) const NAME: &str = "is_safe";
/// The address of the grid in the document.
const GRID_ADDRESS: u32 = 0x1001_0000;
/// The distances between rows that are tried, in bytes: those of the document, and powers of two.
const ROW_STRIDES_BYTES: [u32; 4] = [32, 36, 16, 64];
/// Instruction limit of the run up to the first calls.
const WATCH_INSTRUCTIONS: u64 = 2_000_000;
/// Instruction limit of one call.
const CALL_INSTRUCTIONS: u64 = 1_000_000;
/// The gap of the grid on which a program is watched: row and column.
const GAP_CELL: (usize, usize) = (1, 2);

/// A question to `is_safe`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SafetyQuestion {
    pub(super) grid: SudokuGrid,
    row: usize,
    col: usize,
    num: u8,
}

/// A program that has `is_safe`, at a call of it.
pub(super) struct IsSafe {
    label: String,
    machine: Machine,
    stride: u32,
}

impl IsSafe {
    /// Finds a program's `is_safe` by running the program up to a call of it. The error says why
    /// the procedure does not work as the assignment's document describes.
    pub(super) async fn watch(
        runner: &mut ProgramRunner<'_>,
        adapter: &Adapter,
        format: GridFormat,
    ) -> Result<IsSafe, &'static str> {
        let label = crate::check::procedure(runner.subject, adapter, NAME)
            .ok_or("the program has no procedure of this name")?;
        // The label exists, because `procedure` found it.
        let address = runner.subject.symbol(&label).unwrap_or(0);
        // Any solved grid; always the same one, so that the result does not vary.
        let solution = solved(&mut Rng::new(1), format.size);
        let mut grid = solution.clone();
        grid.set(GAP_CELL.0 * format.size.side() + GAP_CELL.1, 0);
        let feed = format.feed(adapter, &grid);
        let mut walk = runner.walk(&feed, WATCH_INSTRUCTIONS);
        // Programs may call it for other purposes first, such as testing the clues.
        let (machine, stride) = loop {
            let machine = walk.next(&[address]).await.ok_or(OTHER_USE_REASON)?;
            if let Some(stride) = stride_at(machine, &grid) {
                break (walk.snapshot(), stride);
            }
        };
        drop(walk);
        let found = IsSafe { label, machine, stride };
        found.is_understood(runner, &grid, &solution).await.then_some(found).ok_or(OTHER_USE_REASON)
    }

    /// Whether it is right about a number that fits and one that is all around.
    async fn is_understood(
        &self,
        runner: &mut ProgramRunner<'_>,
        grid: &SudokuGrid,
        solution: &SudokuGrid,
    ) -> bool {
        let (row, col) = GAP_CELL;
        let fits = solution.get(row * grid.size().side() + col);
        // Every number but the right one is in the row, the column and the box of the only gap.
        let other = if fits == 1 { 2 } else { 1 };
        for num in [fits, other] {
            let question = SafetyQuestion { grid: grid.clone(), row, col, num };
            let called = self.call(runner, &question).await;
            let is_right =
                |called: CallResult| called.has_returned && (called.v0 != 0) == (num == fits);
            if !called.is_some_and(is_right) {
                return false;
            }
        }
        true
    }

    async fn call(
        &self,
        runner: &mut ProgramRunner<'_>,
        question: &SafetyQuestion,
    ) -> Option<CallResult> {
        let side = question.grid.size().side();
        let row_bytes = |(row, cells): (usize, &[u8])| {
            let bytes = cells.iter().flat_map(|&value| u32::from(value).to_le_bytes());
            (GRID_ADDRESS + self.stride * row as u32, bytes.collect())
        };
        let call = ProcedureCall {
            procedure: self.label.clone(),
            registers: question.registers().to_vec(),
            memory: question.grid.cells().chunks(side).enumerate().map(row_bytes).collect(),
            // What else the program keeps in saved registers at the call must stay as it was.
            keeps_saved: true,
            ..ProcedureCall::default()
        };
        let limits = runner.limits;
        runner.limits.instructions = limits.instructions.min(CALL_INSTRUCTIONS);
        let called = runner.call_on(self.machine.clone(), &call).await;
        runner.limits = limits;
        called
    }

    pub(super) async fn judge(
        &self,
        runner: &mut ProgramRunner<'_>,
        question: &SafetyQuestion,
    ) -> Verdict {
        let Some(called) = self.call(runner, question).await else {
            return Verdict::Skipped(OTHER_USE_REASON.to_owned());
        };
        if let Some(failure) = mishap(&called.run, runner.subject) {
            return failure.into();
        }
        let count = called.run.instructions;
        if !called.has_returned {
            let help = "a procedure ends with `jr $ra`; was `$ra` saved before its last `jal`?";
            let summary = "is_safe does not return to its caller";
            return CaseFailure::new(FailureKind::Ending, summary, count).advising(help).into();
        }
        let expected = question.answer();
        // The answer before the convention: a wrong answer is the graver error.
        if (called.v0 != 0) != expected {
            return question.wrong(expected, &called).into();
        }
        question.unkept(&called).map_or(Verdict::passed(count), Verdict::from)
    }
}

const OTHER_USE_REASON: &str = "the program uses this name in another way than the document";

/// The distance between rows if the machine is about to ask about the gap of the grid.
fn stride_at(machine: &Machine, grid: &SudokuGrid) -> Option<u32> {
    let [row, col, num] = [Reg::S0, Reg::S1, Reg::S2].map(|reg| machine.registers.get(reg));
    // The first number that is tried: at a later one the cell may hold the one before it.
    if (row as usize, col as usize, num) != (GAP_CELL.0, GAP_CELL.1, 1) {
        return None;
    }
    let side = grid.size().side();
    ROW_STRIDES_BYTES.into_iter().find(|stride| {
        (0..grid.size().cells()).all(|cell| {
            let at = GRID_ADDRESS + stride * (cell / side) as u32 + 4 * (cell % side) as u32;
            machine.memory.peek_word(at) == u32::from(grid.get(cell))
        })
    })
}

impl SafetyQuestion {
    /// Questions that each have a reason of their own.
    pub(super) fn corners(size: GridSize) -> Vec<(&'static str, SafetyQuestion)> {
        let side = size.side();
        let one = |row: usize, col: usize| {
            let mut grid = SudokuGrid::empty(size);
            grid.set(row * side + col, 1);
            grid
        };
        let ask =
            |grid: SudokuGrid, row: usize, col: usize| SafetyQuestion { grid, row, col, num: 1 };
        vec![
            ("is_safe in an empty grid", ask(SudokuGrid::empty(size), 0, 0)),
            ("is_safe with the number at the end of the row", ask(one(0, side - 1), 0, 0)),
            ("is_safe with the number at the beginning of the row", ask(one(0, 0), 0, side - 1)),
            ("is_safe with the number at the end of the column", ask(one(side - 1, 0), 0, 0)),
            ("is_safe with the number at the top of the column", ask(one(0, 0), side - 1, 0)),
            (
                "is_safe with the number in the box",
                ask(one(side - 2, side - 2), side - 1, side - 1),
            ),
            ("is_safe with the number in another box", ask(one(side - 1, side - 1), 0, 0)),
        ]
    }

    pub(super) fn random(rng: &mut Rng, grid: SudokuGrid) -> SafetyQuestion {
        let side = grid.size().side();
        let cell = rng.below(grid.size().cells() as u32) as usize;
        let mut grid = grid;
        // The document asks about empty cells only.
        grid.set(cell, 0);
        let num = 1 + rng.below(side as u32) as u8;
        SafetyQuestion { grid, row: cell / side, col: cell % side, num }
    }

    fn answer(&self) -> bool {
        reference::is_safe(&self.grid, self.row, self.col, self.num)
    }

    fn registers(&self) -> [(Reg, u32); 3] {
        [(Reg::S0, self.row as u32), (Reg::S1, self.col as u32), (Reg::S2, u32::from(self.num))]
    }

    /// This question with fewer clues: none, one, or all but one.
    pub(super) fn smaller(&self) -> Vec<SafetyQuestion> {
        let clues: Vec<usize> =
            (0..self.grid.size().cells()).filter(|&cell| self.grid.get(cell) != 0).collect();
        let keep = |kept: &dyn Fn(usize) -> bool| {
            let mut grid = self.grid.clone();
            for &cell in clues.iter().filter(|&&cell| !kept(cell)) {
                grid.set(cell, 0);
            }
            SafetyQuestion { grid, ..self.clone() }
        };
        let mut found = vec![keep(&|_| false)];
        found.extend(clues.iter().map(|&clue| keep(&|cell| cell == clue)));
        found.extend(clues.iter().map(|&clue| keep(&|cell| cell != clue)));
        found.retain(|smaller| smaller.grid.clues() < clues.len());
        found
    }

    pub(super) fn words(&self) -> String {
        format!(
            "is_safe with row {}, column {} and the number {}, counted from 0 as in $s0 to $s2",
            self.row, self.col, self.num
        )
    }

    pub(super) fn picture(&self) -> CasePicture {
        let cell = self.row * self.grid.size().side() + self.col;
        let question = format!("May {} be at the question mark?\n", self.num);
        CasePicture::from(question).with_board(board(&self.grid, Some(cell))).with_words("\n")
    }

    fn wrong(&self, expected: bool, called: &CallResult) -> CaseFailure {
        let (num, v0) = (self.num, called.v0 as i32);
        let summary = match self.place_of_number() {
            None => format!(
                "{num} is neither in the row nor in the column nor in the box, but is_safe gives \
                 {v0}"
            ),
            Some(unit) => format!("{num} is in the {unit}, but is_safe gives {v0}"),
        };
        let failure = CaseFailure::new(FailureKind::Wrong, summary, called.run.instructions);
        let wanted = format!("$v0 = {}", u8::from(expected));
        failure.comparing(wanted, format!("$v0 = {v0}")).at(ValueLocation::Register(Reg::V0))
    }

    /// The row, column or box that has the number already.
    fn place_of_number(&self) -> Option<&'static str> {
        let size = self.grid.size();
        let side = size.side();
        let here = self.row * side + self.col;
        let has = |is_in: &dyn Fn(usize) -> bool| {
            (0..size.cells()).any(|cell| is_in(cell) && self.grid.get(cell) == self.num)
        };
        if has(&|cell| cell / side == self.row) {
            Some("same row")
        } else if has(&|cell| cell % side == self.col) {
            Some("same column")
        } else if has(&|cell| size.box_of(cell) == size.box_of(here)) {
            Some("same box")
        } else {
            None
        }
    }

    /// The state that a call with the right answer should have preserved and did not.
    fn unkept(&self, called: &CallResult) -> Option<CaseFailure> {
        let given = self.registers().into_iter();
        // `broken` leaves out registers that a call sets, but these three belong to `solve`.
        let mut lost = given.filter(|&(reg, value)| called.run.machine.registers.get(reg) != value);
        let broken = called.broken.first().map(|broken| broken.reg);
        let count = called.run.instructions;
        if let Some(reg) = lost.next().map(|(reg, _)| reg).or(broken) {
            let summary =
                format!("is_safe gives the right answer but leaves another value in {reg}");
            let help = "row, col and num belong to solve, which goes on with them; use temporaries";
            return Some(CaseFailure::new(FailureKind::Convention, summary, count).advising(help));
        }
        let over = called.overwritten?;
        let summary = format!(
            "is_safe gives the right answer but overwrites what solve has on the stack, at {}($sp)",
            over.offset
        );
        Some(CaseFailure::new(FailureKind::Convention, summary, count))
    }
}
