//! Judging the five tasks: each is called by its name on a prepared map.

mod calling;
mod distribution;

use super::Twenty48Checker;
use super::map::{
    TileLine, TileMap, empty_cells, is_lost, is_won, largest, line_picture, line_words, new_tile,
    picture, place, slid_line,
};
use jetan_isa::Reg;

use crate::picture::CasePicture;
use crate::runner::{CallResult, ProgramRunner};
use crate::sandbox::ProgramInput;
use crate::verdict::{CaseFailure, FailureKind, ValueLocation, Verdict};
use calling::{TaskCall, TaskResult, open_question, verdict, wrong};

/// Why a map is not given to `generate_a_random_tile`: no game asks for a tile then.
const NO_EMPTY_CELL: &str = "there is no empty cell";

impl Twenty48Checker {
    pub(super) async fn judge_clear(
        &self,
        runner: &mut ProgramRunner<'_>,
        map: &TileMap,
    ) -> Verdict {
        verdict(match self.task(runner, "clear_map") {
            Ok(mut task) => task.clear(map).await,
            Err(failure) => Err(failure),
        })
    }

    pub(super) async fn judge_tile(
        &self,
        runner: &mut ProgramRunner<'_>,
        map: &TileMap,
        seed: i64,
    ) -> Verdict {
        if empty_cells(map).is_empty() {
            return Verdict::Skipped(NO_EMPTY_CELL.into());
        }
        verdict(match self.task(runner, "generate_a_random_tile") {
            Ok(mut task) => task.tile(map, seed).await,
            Err(failure) => Err(failure),
        })
    }

    pub(super) async fn judge_tiles(
        &self,
        runner: &mut ProgramRunner<'_>,
        map: &TileMap,
        seed: i64,
    ) -> Verdict {
        if empty_cells(map).is_empty() {
            return Verdict::Skipped(NO_EMPTY_CELL.into());
        }
        verdict(match self.task(runner, "generate_a_random_tile") {
            Ok(task) => task.tiles(map, seed).await,
            Err(failure) => Err(failure),
        })
    }

    pub(super) async fn judge_slide(
        &self,
        runner: &mut ProgramRunner<'_>,
        map: &TileMap,
        line: TileLine,
        warm_up: Option<[u32; 4]>,
    ) -> Verdict {
        verdict(match self.task(runner, "slide") {
            Ok(mut task) => task.slide(map, line, warm_up).await,
            Err(failure) => Err(failure),
        })
    }

    pub(super) async fn judge_win(
        &self,
        runner: &mut ProgramRunner<'_>,
        map: &TileMap,
        target: u32,
    ) -> Verdict {
        let Some(prepared) = self.target.prepare(runner, &self.typing, target).await else {
            let summary = format!(
                "the target {target} cannot be set: the program does not get from typing it to \
                 its first key"
            );
            let failure = CaseFailure::new(FailureKind::Ending, summary, 0);
            return failure.advising("an adapter can name the word that holds the target").into();
        };
        let task = self.task(runner, "check_win").map(|task| task.on(prepared));
        let largest = largest(map);
        let reason = if is_won(map, target) {
            format!("the tile {largest} has reached the target {target}")
        } else {
            format!("no tile has reached the target {target}")
        };
        verdict(match task {
            Ok(mut task) => task.answers(map, is_won(map, target), &reason).await,
            Err(failure) => Err(failure),
        })
    }

    pub(super) async fn judge_lose(
        &self,
        runner: &mut ProgramRunner<'_>,
        map: &TileMap,
    ) -> Verdict {
        let reason = why_lost(map);
        let task = self.task(runner, "check_lose");
        verdict(match task {
            Ok(mut task) => task.answers(map, is_lost(map), &reason).await,
            Err(failure) => Err(failure),
        })
    }
}

impl TaskCall<'_, '_, '_> {
    async fn clear(&mut self, map: &TileMap) -> TaskResult {
        let behind = self.project.behind_map;
        // Two words: the second tells a slip of one word from a program that clears more arrays.
        let memory = behind.map(|address| (address, vec![0x5a; 8])).into_iter().collect();
        let called = self.call_with(map, Vec::new(), ProgramInput::default(), memory).await?;
        let after = self.map_after(&called);
        if after != [0; 16] {
            let left = (0..16).find(|&cell| after[cell] != 0).unwrap_or(0);
            let tile = after[left].cast_signed();
            let question = open_question(&called);
            let what = format!("`clear_map` leaves {tile} in {}{question}", place(left));
            let failure = wrong(&called, what);
            let failure = failure.comparing(picture(&[0; 16]), picture(&after));
            return Err(failure.at(self.cell(left)));
        }
        // One word too many is a slip of the loop; more is a program that clears more on purpose.
        if let Some(address) = behind {
            let word = |offset| called.run.machine.memory.peek_word(address.wrapping_add(offset));
            if word(0) != 0x5a5a_5a5a && word(4) == 0x5a5a_5a5a {
                let what = "`clear_map` writes to the word past the last cell of the map";
                let failure = wrong(&called, what);
                return Err(failure.advising("does its loop go round once too often?"));
            }
        }
        self.finish(&called)
    }

    /// The location of a cell of the map.
    fn cell(&self, cell: usize) -> ValueLocation {
        let base = self.project.map_address.unwrap_or(0);
        ValueLocation::Memory(base.wrapping_add(4 * cell as u32), 4)
    }

    async fn tile(&mut self, map: &TileMap, seed: i64) -> TaskResult {
        let feed = ProgramInput { seed: Some(seed), ..ProgramInput::default() };
        let called = self.call_with(map, Vec::new(), feed, Vec::new()).await?;
        self.check_tile(map, &called)?;
        self.finish(&called)
    }

    /// Looks at a map that should have one new tile.
    fn check_tile(&self, map: &TileMap, called: &CallResult) -> Result<(), CaseFailure> {
        let after = self.map_after(called);
        if new_tile(map, &after).is_some() {
            return Ok(());
        }
        let changed: Vec<usize> = (0..16).filter(|&cell| map[cell] != after[cell]).collect();
        let what = match changed[..] {
            [] => format!("the map is unchanged{}", open_question(called)),
            [cell] if map[cell] != 0 => {
                format!("the tile in {} is replaced, though that cell was not empty", place(cell))
            }
            [cell] => {
                let tile = after[cell].cast_signed();
                format!("the new tile in {} is {tile}, not 2 or 4", place(cell))
            }
            [one, two, ..] => {
                let (one, two) = (place(one), place(two));
                format!("more than one cell has changed: {one} and {two}")
            }
        };
        let expected = CasePicture::from(picture(map))
            .with_words("\nand a 2 or a 4 instead of one of the dots");
        let failure = wrong(called, format!("after `{}` {what}", self.name));
        Err(failure.comparing(expected, picture(&after)))
    }

    async fn slide(
        &mut self,
        map: &TileMap,
        line: TileLine,
        warm_up: Option<[u32; 4]>,
    ) -> TaskResult {
        let cells = line.cells();
        let base = self.project.map_address.unwrap_or(0);
        let arguments: Vec<u32> = cells.map(|cell| base.wrapping_add(4 * cell as u32)).to_vec();
        if let Some(tiles) = warm_up {
            let mut first = *map;
            for (cell, tile) in cells.into_iter().zip(tiles) {
                first[cell] = tile;
            }
            let called = self
                .call_with(&first, arguments.clone(), ProgramInput::default(), Vec::new())
                .await?;
            // On the machine of the first call: flags that a slide leaves behind must not spoil the
            // next.
            self.go_on(called.run.machine, 0);
        }
        let called = self.call_with(map, arguments, ProgramInput::default(), Vec::new()).await?;
        let after = self.map_after(&called);
        let tiles = cells.map(|cell| map[cell]);
        let wanted = slid_line(tiles);
        let came = cells.map(|cell| after[cell]);
        let mut expected = *map;
        for (cell, tile) in cells.into_iter().zip(wanted) {
            expected[cell] = tile;
        }
        // Cells outside first: a slide that writes elsewhere has most likely mixed up its
        // arguments.
        let mut others = (0..16).filter(|cell| !cells.contains(cell));
        if let Some(cell) = others.find(|&cell| after[cell] != map[cell]) {
            let what = format!(
                "`slide` changes {}, which is none of the four cells in `$a0` to `$a3`",
                place(cell)
            );
            let failure = wrong(&called, what);
            let failure = failure.comparing(picture(&expected), picture(&after));
            return Err(failure.at(self.cell(cell)));
        }
        if let Some(at) = (0..4).find(|&at| came[at] != wanted[at]) {
            return Err(wrong_line(&called, tiles, came).at(self.cell(cells[at])));
        }
        self.finish(&called)
    }

    /// A question about the map that is answered in `$v0` and leaves the map as it is.
    async fn answers(&mut self, map: &TileMap, is_so: bool, reason: &str) -> TaskResult {
        let called = self.call_with(map, Vec::new(), ProgramInput::default(), Vec::new()).await?;
        let wanted = u32::from(is_so);
        if called.v0 != wanted {
            let came = called.v0.cast_signed();
            let question = open_question(&called);
            let what = format!(
                "`{}` returns {came} in `$v0`, but {reason}: it should be {wanted}{question}",
                self.name
            );
            let failure = wrong(&called, what);
            let failure = failure.comparing(format!("$v0 = {wanted}"), format!("$v0 = {came}"));
            return Err(failure.at(ValueLocation::Register(Reg::V0)));
        }
        let after = self.map_after(&called);
        if after != *map {
            let what = format!("`{}` changes the map, at which it should only look", self.name);
            return Err(wrong(&called, what).comparing(picture(map), picture(&after)));
        }
        self.finish(&called)
    }
}

/// The error in four cells after a slide.
fn wrong_line(called: &CallResult, tiles: [u32; 4], came: [u32; 4]) -> CaseFailure {
    let wanted = slid_line(tiles);
    let (shown, good) = (line_words(tiles), line_words(wanted));
    if came == tiles {
        let question = open_question(called);
        let what =
            format!("`slide` leaves {shown} unchanged, which should become {good}{question}");
        return wrong(called, what).comparing(line_picture(wanted), line_picture(tiles));
    }
    let came_shown = signed(came);
    let what = format!("`slide` makes {came_shown} of {shown}, which should become {good}");
    let failure = wrong(called, what).comparing(line_picture(wanted), line_picture(came));
    match slip(tiles, came) {
        Some(help) => failure.advising(help),
        None => failure,
    }
}

fn signed(tiles: [u32; 4]) -> String {
    tiles.map(|tile| tile.cast_signed().to_string()).join(" ")
}

/// The usual cause of a wrong slide.
fn slip(before: [u32; 4], after: [u32; 4]) -> Option<&'static str> {
    let mut reversed = before;
    reversed.reverse();
    let mut other_way = slid_line(reversed);
    other_way.reverse();
    // In the order in which the hints are certain: later ones compare less.
    if after == slid_line(slid_line(before)) {
        return Some("a tile that was made by this slide must not merge again");
    }
    if after == other_way {
        return Some("the tiles move towards `$a0`: they should move towards `$a3`");
    }
    let tiles = |line: [u32; 4]| line.into_iter().filter(|&tile| tile != 0).collect::<Vec<_>>();
    if tiles(after) == tiles(slid_line(before)) {
        return Some("the tiles are right, but there are gaps before the last cell");
    }
    if tiles(after) == tiles(other_way) {
        return Some("of three equal tiles the two nearest to `$a3` merge");
    }
    if tiles(after) == tiles(before) {
        return Some("equal tiles should merge, also when there are empty cells between them");
    }
    None
}

fn why_lost(map: &TileMap) -> String {
    if is_lost(map) {
        return "the map is full and has no equal neighbours".to_owned();
    }
    if let Some(&cell) = empty_cells(map).first() {
        return format!("the cell in {} is empty", place(cell));
    }
    let pair = (0..16).find_map(|cell| {
        let is_equal = |other: usize| map[other] == map[cell];
        let right = (cell % 4 < 3 && is_equal(cell + 1)).then_some(cell + 1);
        let below = (cell < 12 && is_equal(cell + 4)).then_some(cell + 4);
        right.or(below).map(|other| (cell, other))
    });
    match pair {
        Some((one, two)) => {
            format!("the tiles {0} in {1} and {2} can merge", map[one], place(one), place(two))
        }
        None => "a move is left".to_owned(),
    }
}
