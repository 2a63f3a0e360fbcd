//! Judging the five tasks: each is called by its name on a prepared map.

use jetan_isa::Reg;
use jetan_machine::Machine;
use jetan_machine::registers::Registers;

use super::Twenty48;
use super::map::{
    Line, Map, bytes, empty_cells, grid, is_lost, is_won, line_picture, new_tile, picture, place,
    slid_line,
};
use super::target::Prepared;
use crate::bench::{Bench, Broken, Call, Called, Ending, Overwritten};
use crate::limits::Limit;
use crate::sandbox::Feed;
use crate::verdict::{Failure, Kind, Verdict, mishap};

/// Instructions for one call: a hundred times what any method needs.
const CALL_INSTRUCTIONS: u64 = 1_000_000;
/// No way to do a task is as short as this.
const OPEN_INSTRUCTIONS: u64 = 3;
/// Calls that show chance: so many, and more for every empty cell. Then a good program misses a
/// cell, or a share, less than once in ten million checks.
const CALLS: usize = 200;
const CALLS_PER_CELL: usize = 20;
/// The share of each of 2 and 4, in percent.
const SHARE: std::ops::RangeInclusive<usize> = 30..=70;
/// Virtual instructions that pass between two such calls: about a minute and a half of the
/// sandbox's clock, for programs that take chance from the clock.
const PAUSE: u64 = 9_973_000_000;

/// A task at work on a machine.
struct Task<'p, 'b, 's> {
    project: &'p Twenty48,
    bench: &'b mut Bench<'s>,
    name: &'static str,
    /// What the next call is made on; a machine that is about to start if there is none.
    machine: Option<Machine>,
    /// The registers before the first call.
    registers: Option<Registers>,
    keeps_saved: bool,
}

/// Judges what a task did; the failure otherwise.
type Judged = Result<u64, Failure>;

impl Twenty48 {
    pub(super) fn judge_clear(&self, bench: &mut Bench<'_>, map: &Map) -> Verdict {
        verdict(self.task(bench, "clear_map").and_then(|mut task| task.clear(map)))
    }

    pub(super) fn judge_tile(&self, bench: &mut Bench<'_>, map: &Map, seed: i64) -> Verdict {
        let judged =
            self.task(bench, "generate_a_random_tile").and_then(|mut task| task.tile(map, seed));
        match judged {
            // The game never asks for a tile on a full map, and drawing until an empty cell comes
            // is a good method everywhere else.
            Err(failure) if failure.kind == Kind::Hang && empty_cells(map).is_empty() => {
                Verdict::Skipped("it does not return from a full map, which no game has".into())
            }
            judged => verdict(judged),
        }
    }

    pub(super) fn judge_tiles(&self, bench: &mut Bench<'_>, map: &Map, seed: i64) -> Verdict {
        if empty_cells(map).is_empty() {
            return Verdict::Skipped("there is no empty cell".into());
        }
        verdict(self.task(bench, "generate_a_random_tile").and_then(|task| task.tiles(map, seed)))
    }

    pub(super) fn judge_slide(
        &self,
        bench: &mut Bench<'_>,
        map: &Map,
        line: Line,
        warm_up: Option<[u32; 4]>,
    ) -> Verdict {
        verdict(self.task(bench, "slide").and_then(|mut task| task.slide(map, line, warm_up)))
    }

    pub(super) fn judge_win(&self, bench: &mut Bench<'_>, map: &Map, target: u32) -> Verdict {
        let Some(prepared) = self.target.prepare(bench, &self.typing, target) else {
            let summary = format!(
                "the target {target} cannot be set: the program does not get from typing it to \
                 its first key"
            );
            let failure = Failure::new(Kind::Ending, summary, 0);
            return failure.advising("an adapter can name the word that holds the target").into();
        };
        let Prepared { machine, keeps_saved } = prepared;
        let task = self.task(bench, "check_win");
        let task = task.map(|task| Task { machine: Some(machine), keeps_saved, ..task });
        let largest = super::map::largest(map);
        let reason = if is_won(map, target) {
            format!("the tile {largest} has reached the target {target}")
        } else {
            format!("no tile has reached the target {target}")
        };
        verdict(task.and_then(|mut task| task.answers(map, is_won(map, target), &reason)))
    }

    pub(super) fn judge_lose(&self, bench: &mut Bench<'_>, map: &Map) -> Verdict {
        let reason = why_lost(map);
        let task = self.task(bench, "check_lose");
        verdict(task.and_then(|mut task| task.answers(map, is_lost(map), &reason)))
    }

    fn task<'p, 'b, 's>(
        &'p self,
        bench: &'b mut Bench<'s>,
        name: &'static str,
    ) -> Result<Task<'p, 'b, 's>, Failure> {
        let absent = |label: &str| {
            Failure::new(Kind::Wrong, format!("the program has no label `{label}`"), 0)
                .advising("if it is called otherwise, an adapter can say so under `[labels]`")
        };
        if self.map_address.is_none() {
            return Err(absent("puzzle_map"));
        }
        if !self.labels.contains_key(name) {
            return Err(absent(name));
        }
        Ok(Task { project: self, bench, name, machine: None, registers: None, keeps_saved: false })
    }
}

impl Task<'_, '_, '_> {
    fn clear(&mut self, map: &Map) -> Judged {
        let behind = self.project.behind_map;
        let memory = behind.map(|address| (address, vec![0x5a; 8])).into_iter().collect();
        let called = self.call_with(map, Vec::new(), Feed::default(), memory)?;
        let after = self.map_after(&called);
        if after != [0; 16] {
            let left = (0..16).find(|&cell| after[cell] != 0).unwrap_or(0);
            let what = if after == *map {
                format!("`clear_map` leaves the map as it was{}", open_question(&called))
            } else {
                let tile = after[left].cast_signed();
                format!("`clear_map` leaves {tile} in {}", place(left))
            };
            let failure = self.wrong(&called, what);
            return Err(failure.comparing(picture(&[0; 16]), picture(&after)));
        }
        // One word too many is a slip of the loop; more is a program that clears more on purpose.
        if let Some(address) = behind {
            let word = |offset| called.run.machine.memory.peek_word(address + offset);
            if word(0) != 0x5a5a_5a5a && word(4) == 0x5a5a_5a5a {
                let what = "`clear_map` writes to the word behind the last cell of the map";
                let failure = self.wrong(&called, what.to_owned());
                return Err(failure.advising("does its loop go round once too often?"));
            }
        }
        self.finish(&called)
    }

    fn tile(&mut self, map: &Map, seed: i64) -> Judged {
        let feed = Feed { seed, ..Feed::default() };
        let called = self.call_with(map, Vec::new(), feed, Vec::new())?;
        self.check_tile(map, &called)?;
        self.finish(&called)
    }

    /// Looks at a map that should have one new tile.
    fn check_tile(&self, map: &Map, called: &Called) -> Result<(), Failure> {
        let after = self.map_after(called);
        let is_full = empty_cells(map).is_empty();
        if new_tile(map, &after).is_some() || (is_full && after == *map) {
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
        let expected = if is_full {
            picture(map)
        } else {
            format!("{}\nand a 2 or a 4 instead of one of the dots", picture(map))
        };
        let failure = self.wrong(called, format!("after `{}` {what}", self.name));
        Err(failure.comparing(expected, picture(&after)))
    }

    /// Calls it again and again, each time on the same map, with chance going on.
    fn tiles(mut self, map: &Map, seed: i64) -> Judged {
        let empty = empty_cells(map);
        let calls = CALLS + CALLS_PER_CELL * empty.len();
        let feed = Feed { seed, ..Feed::default() };
        let mut hits = [0_usize; 16];
        let mut fours = 0;
        let mut instructions = 0;
        for call in 0..calls {
            let called = self.call_with(map, Vec::new(), feed.clone(), Vec::new())?;
            self.check_tile(map, &called)?;
            instructions += self.finish(&called)?;
            let after = self.map_after(&called);
            if let Some(cell) = new_tile(map, &after) {
                hits[cell] += 1;
                fours += usize::from(after[cell] == 4);
            }
            let pause = PAUSE + 100_000 * (call as u64 % 977);
            self.go_on(called.run.machine, pause);
        }
        if !SHARE.contains(&(100 * fours / calls)) {
            let twos = calls - fours;
            let what = match (twos, fours) {
                (_, 0) => format!("all new tiles of {calls} calls are 2"),
                (0, _) => format!("all new tiles of {calls} calls are 4"),
                _ => format!("of {calls} new tiles {twos} are 2 and {fours} are 4"),
            };
            let half = calls / 2;
            let failure = Failure::new(
                Kind::Wrong,
                format!("{what}: both should be equally likely"),
                instructions,
            );
            return Err(failure.comparing(
                format!("2: about {half} times\n4: about {half} times"),
                format!("2: {twos} times\n4: {fours} times"),
            ));
        }
        let Some(missed) = empty.iter().copied().find(|&cell| hits[cell] == 0) else {
            return Ok(instructions);
        };
        let what = format!("in {calls} calls no new tile came into {}", place(missed));
        let share = calls / empty.len();
        let counts = |count: &dyn Fn(usize) -> String| {
            grid(&std::array::from_fn(|cell| {
                if map[cell] == 0 { count(cell) } else { "-".to_owned() }
            }))
        };
        let failure = Failure::new(Kind::Wrong, what, instructions);
        Err(failure.comparing(
            format!("tiles in each cell, about\n{}", counts(&|_| share.to_string())),
            format!("tiles in each cell\n{}", counts(&|cell| hits[cell].to_string())),
        ))
    }

    fn slide(&mut self, map: &Map, line: Line, warm_up: Option<[u32; 4]>) -> Judged {
        let cells = line.cells();
        let base = self.project.map_address.unwrap_or(0);
        let arguments: Vec<u32> = cells.map(|cell| base + 4 * cell as u32).to_vec();
        if let Some(tiles) = warm_up {
            let mut first = *map;
            for (cell, tile) in cells.into_iter().zip(tiles) {
                first[cell] = tile;
            }
            let called = self.call_with(&first, arguments.clone(), Feed::default(), Vec::new())?;
            self.go_on(called.run.machine, 0);
        }
        let called = self.call_with(map, arguments, Feed::default(), Vec::new())?;
        let after = self.map_after(&called);
        let tiles = cells.map(|cell| map[cell]);
        let wanted = slid_line(tiles);
        let came = cells.map(|cell| after[cell]);
        if came != wanted {
            let (shown, good) = (line_picture(tiles), line_picture(wanted));
            let what = if came == tiles {
                format!(
                    "`slide` leaves {shown} unchanged, which should become {good}{}",
                    open_question(&called)
                )
            } else {
                format!("`slide` makes {} of {shown}, which should become {good}", signed(came))
            };
            let failure = self.wrong(&called, what).comparing(good, signed(came));
            return Err(match slip(tiles, came) {
                Some(help) => failure.advising(help),
                None => failure,
            });
        }
        let mut expected = *map;
        for (cell, tile) in cells.into_iter().zip(wanted) {
            expected[cell] = tile;
        }
        if let Some(cell) = (0..16).find(|&cell| after[cell] != expected[cell]) {
            let what = format!(
                "`slide` changes {}, which is none of the four cells in `$a0` to `$a3`",
                place(cell)
            );
            let failure = self.wrong(&called, what);
            return Err(failure.comparing(picture(&expected), picture(&after)));
        }
        self.finish(&called)
    }

    /// A question about the map that is answered in `$v0` and leaves the map as it is.
    fn answers(&mut self, map: &Map, is_so: bool, reason: &str) -> Judged {
        let called = self.call_with(map, Vec::new(), Feed::default(), Vec::new())?;
        let wanted = u32::from(is_so);
        if called.v0 != wanted {
            let came = called.v0.cast_signed();
            let question = open_question(&called);
            let what = format!(
                "`{}` returns {came} in `$v0`, but {reason}: it should be {wanted}{question}",
                self.name
            );
            let failure = self.wrong(&called, what);
            return Err(failure.comparing(format!("$v0 = {wanted}"), format!("$v0 = {came}")));
        }
        let after = self.map_after(&called);
        if after != *map {
            let what = format!("`{}` changes the map, at which it should only look", self.name);
            return Err(self.wrong(&called, what).comparing(picture(map), picture(&after)));
        }
        self.finish(&called)
    }

    /// Calls it; the failure if it does not return.
    fn call_with(
        &mut self,
        map: &Map,
        arguments: Vec<u32>,
        feed: Feed,
        mut memory: Vec<(u32, Vec<u8>)>,
    ) -> Result<Called, Failure> {
        memory.insert(0, (self.project.map_address.unwrap_or(0), bytes(map)));
        let call = Call {
            procedure: self.project.labels.get(self.name).cloned().unwrap_or_default(),
            arguments,
            memory,
            feed,
            keeps_saved: self.keeps_saved,
            ..Call::default()
        };
        let machine = self.machine.take().unwrap_or_else(|| self.bench.subject.machine());
        self.registers.get_or_insert_with(|| machine.registers.clone());
        let limits = self.bench.limits;
        self.bench.limits.instructions = limits.instructions.min(CALL_INSTRUCTIONS);
        let called = self.bench.call_on(machine, &call);
        self.bench.limits = limits;
        let called = called.ok_or_else(|| {
            Failure::new(Kind::Wrong, format!("the program has no label `{}`", self.name), 0)
        })?;
        if called.has_returned { Ok(called) } else { Err(self.not_returned(&called)) }
    }

    /// Makes the next call on a machine that has made one, with the registers of before and after
    /// a pause.
    fn go_on(&mut self, mut machine: Machine, pause: u64) {
        if let Some(registers) = &self.registers {
            machine.registers = registers.clone();
        }
        machine.count = machine.count.saturating_add(pause);
        self.machine = Some(machine);
    }

    fn not_returned(&self, called: &Called) -> Failure {
        let (name, count) = (self.name, called.run.instructions);
        let what = |kind, words: &str| Failure::new(kind, format!("`{name}` {words}"), count);
        let failure = match called.run.ending {
            Ending::Exited(_) => {
                what(Kind::Ending, "ends the program instead of returning to its caller")
                    .advising("a procedure ends with `jr $ra`")
            }
            Ending::DroppedOff(_) => {
                what(Kind::Ending, "runs past the last instruction of the program")
                    .advising("a procedure ends with `jr $ra`")
            }
            Ending::OutOfKeys => what(Kind::Ending, "waits for a key"),
            Ending::EndOfInput => what(Kind::Ending, "waits for console input"),
            Ending::Limit(Limit::Instructions) => {
                what(Kind::Hang, &format!("does not return: it was stopped after {count} instructions"))
            }
            _ => mishap(&called.run, self.bench.subject)
                .unwrap_or_else(|| what(Kind::Ending, "does not return")),
        };
        if failure.kind == Kind::Hang && called.has_lost_ra {
            return failure.advising("if it calls another procedure: is `$ra` saved before `jal`?");
        }
        failure
    }

    /// What is left to say about a call whose result is right.
    fn finish(&self, called: &Called) -> Judged {
        let count = called.run.instructions;
        if count <= OPEN_INSTRUCTIONS {
            let what = format!(
                "`{}` returns after {count} instruction{}, so it cannot have looked at the map: \
                 is this task still open?",
                self.name,
                if count == 1 { "" } else { "s" }
            );
            return Err(Failure::new(Kind::Wrong, what, count));
        }
        if let Some(broken) = called.broken.first() {
            return Err(self.broken(broken, count));
        }
        if let Some(Overwritten { offset, after }) = called.overwritten {
            let what = format!(
                "`{}` overwrites {offset}($sp), which belongs to its caller, with {after:#010x}",
                self.name
            );
            return Err(Failure::new(Kind::Convention, what, count).advising(
                "first take room with `addiu $sp, $sp, -4` (4 for each register), then store",
            ));
        }
        Ok(count)
    }

    fn broken(&self, broken: &Broken, count: u64) -> Failure {
        let Broken { reg, before, after } = *broken;
        let name = self.name;
        let failure = if reg == Reg::SP {
            let way = i64::from(after) - i64::from(before);
            let side = if way < 0 { "below" } else { "above" };
            let what = format!("`{name}` returns with `$sp` {} bytes {side} where it was", way.abs());
            Failure::new(Kind::Convention, what, count)
                .advising("what is taken from the stack is given back before every `jr $ra`")
        } else {
            let what = format!("`{name}` overwrites `{reg}` and does not restore it");
            Failure::new(Kind::Convention, what, count).advising(format!(
                "save `{reg}` on the stack at the start and load it before `jr $ra`, or use a \
                 `$t` register"
            ))
        };
        failure.comparing(format!("{reg} = {before:#010x}"), format!("{reg} = {after:#010x}"))
    }

    fn wrong(&self, called: &Called, what: String) -> Failure {
        Failure::new(Kind::Wrong, what, called.run.instructions)
    }

    fn map_after(&self, called: &Called) -> Map {
        let base = self.project.map_address.unwrap_or(0);
        let memory = &called.run.machine.memory;
        std::array::from_fn(|cell| memory.peek_word(base.wrapping_add(4 * cell as u32)))
    }
}

fn verdict(judged: Judged) -> Verdict {
    match judged {
        Ok(instructions) => Verdict::Passed { instructions },
        Err(failure) => failure.into(),
    }
}

/// The end of a sentence about a procedure that does next to nothing.
fn open_question(called: &Called) -> &'static str {
    if called.run.instructions <= OPEN_INSTRUCTIONS { ": is this task still open?" } else { "" }
}

fn signed(tiles: [u32; 4]) -> String {
    tiles.map(|tile| tile.cast_signed().to_string()).join(" ")
}

/// The usual mistake behind a wrong slide.
fn slip(before: [u32; 4], after: [u32; 4]) -> Option<&'static str> {
    let mut reversed = before;
    reversed.reverse();
    let mut other_way = slid_line(reversed);
    other_way.reverse();
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

fn why_lost(map: &Map) -> String {
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
