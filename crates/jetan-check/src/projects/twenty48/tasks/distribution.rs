//! The distribution of random tiles: many calls of `generate_a_random_tile` on the same map.

use super::calling::{TaskCall, TaskResult};
use crate::picture::{BoardCell, CasePicture};
use crate::projects::twenty48::map::{TileMap, empty_cells, grid, new_tile, place};
use crate::sandbox::ProgramInput;
use crate::verdict::{CaseFailure, FailureKind};

/// Calls that show the distribution: so many, and more for every empty cell. Then a good program
/// misses a cell, or a share, less than once in ten million checks.
const CALLS_MIN: usize = 200;
const CALLS_PER_CELL: usize = 20;
/// The share of each of 2 and 4, in percent.
const SHARE_PERCENT: std::ops::RangeInclusive<usize> = 30..=70;
/// Virtual instructions that pass between two such calls: about a minute and a half of the
/// sandbox's clock, for programs that take random numbers from the clock.
const PAUSE_INSTRUCTIONS: u64 = 9_973_000_000;

/// The sums over all calls.
struct TileTally {
    calls: usize,
    instructions: u64,
    /// New tiles by cell.
    hits: [usize; 16],
    /// New tiles that were a 4.
    fours: usize,
}

impl TaskCall<'_, '_, '_> {
    /// Calls it repeatedly, each time on the same map, with the generators going on.
    pub(super) async fn tiles(mut self, map: &TileMap, seed: i64) -> TaskResult {
        let calls = CALLS_MIN + CALLS_PER_CELL * empty_cells(map).len();
        let mut tally = TileTally { calls, instructions: 0, hits: [0; 16], fours: 0 };
        let feed = ProgramInput { seed: Some(seed), ..ProgramInput::default() };
        for call in 0..calls {
            let called = self.call_with(map, Vec::new(), feed.clone(), Vec::new()).await?;
            self.check_tile(map, &called)?;
            // The first call that breaks the convention ends the series.
            tally.instructions += self.finish(&called)?;
            let after = self.map_after(&called);
            if let Some(cell) = new_tile(map, &after) {
                tally.hits[cell] += 1;
                tally.fours += usize::from(after[cell] == 4);
            }
            // Not always the same pause: a clock that is read modulo something would show a
            // pattern.
            let pause = PAUSE_INSTRUCTIONS + 100_000 * (call as u64 % 977);
            self.go_on(called.run.machine, pause);
        }
        // The share before the cells: a generator that is stuck fails both, and this says more.
        tally.check_share()?;
        tally.check_cells(map)?;
        Ok(tally.instructions)
    }
}

impl TileTally {
    fn check_share(&self) -> Result<(), CaseFailure> {
        let TileTally { calls, instructions, fours, .. } = *self;
        if SHARE_PERCENT.contains(&(100 * fours / calls)) {
            return Ok(());
        }
        let twos = calls - fours;
        let what = match (twos, fours) {
            (_, 0) => format!("all new tiles of {calls} calls are 2"),
            (0, _) => format!("all new tiles of {calls} calls are 4"),
            _ => format!("of {calls} new tiles {twos} are 2 and {fours} are 4"),
        };
        let what = format!("{what}: both should be equally likely");
        let half = calls / 2;
        Err(CaseFailure::new(FailureKind::Wrong, what, instructions).comparing(
            format!("2: about {half} times\n4: about {half} times"),
            format!("2: {twos} times\n4: {fours} times"),
        ))
    }

    fn check_cells(&self, map: &TileMap) -> Result<(), CaseFailure> {
        let empty = empty_cells(map);
        let Some(missed) = empty.iter().copied().find(|&cell| self.hits[cell] == 0) else {
            return Ok(());
        };
        let what = format!("in {} calls no new tile came into {}", self.calls, place(missed));
        let counts = |count: &dyn Fn(usize) -> usize| {
            grid(&std::array::from_fn(|cell| match map[cell] {
                0 => BoardCell::Number(count(cell) as i64),
                _ => BoardCell::Letter('-'),
            }))
        };
        let share = self.calls / empty.len();
        Err(CaseFailure::new(FailureKind::Wrong, what, self.instructions).comparing(
            CasePicture::from("tiles in each cell, about\n").with_board(counts(&|_| share)),
            CasePicture::from("tiles in each cell\n").with_board(counts(&|cell| self.hits[cell])),
        ))
    }
}
