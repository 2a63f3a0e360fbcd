//! Calls and returns in the past: which procedures an instant is in, and where they were called.

use std::collections::BTreeMap;

use jetan_machine::Observer;
use jetan_machine::code::CodeWord;
use jetan_machine::observer::Register;
use jetan_run::timeline::{Diverged, Patience, Scan, Timeline, Witness};

use crate::watcher::{Flow, flow};

/// The most frames that are looked for.
pub const FRAMES_MAX: usize = 64;

/// Notes when each depth of calls was last there. Depths are relative to where it began.
#[derive(Default)]
struct Depths {
    depth: i64,
    last: BTreeMap<i64, u64>,
    /// The instant of the next instruction.
    count: u64,
    branch: Option<u32>,
}

impl Depths {
    fn change(&mut self, by: i64) {
        // Called while the instruction at `count - 1` is told of.
        self.last.insert(self.depth, self.count - 1);
        self.depth += by;
    }
}

impl Witness for Depths {
    fn begin(&mut self, count: u64) {
        self.count = count;
    }
}

impl Observer for Depths {
    const ACTIVE: bool = true;

    #[inline]
    fn fetch(&mut self, pc: u32, word: CodeWord) {
        if let Some(next) = self.branch.take()
            && next == pc
        {
            self.depth -= 1;
        }
        self.count += 1;
        let CodeWord::Instruction(instruction) = word else { return };
        match flow(instruction) {
            Flow::Call => {
                self.change(1);
                self.branch = instruction.op.is_branch().then(|| pc.wrapping_add(4));
            }
            Flow::Return => self.change(-1),
            Flow::Other => {}
        }
    }

    fn write(&mut self, _register: Register, _value: u32) {}

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// The last instant before `limit` that is no deeper in calls than that, or one level less
/// deep if it `leaves` the procedure: then it is that of the call.
pub(crate) fn level_back(
    timeline: &mut Timeline<'_>,
    limit: u64,
    leaves: bool,
    patience: &mut Patience<'_>,
) -> Result<Scan<u64>, Diverged> {
    let wanted = -i64::from(leaves);
    let mut above = 0;
    timeline.scan_back(
        limit,
        &mut |_, _, _| Ok(true),
        &mut |timeline, low, high| {
            let depths = depths(timeline, low, high, &mut above)?;
            let shallow = depths.range(..=wanted).map(|(_, &count)| count);
            Ok(shallow.max())
        },
        patience,
    )
}

/// The instants of the calls that lead to an instant, innermost first; fewer than there are if
/// nobody wants to wait.
pub(crate) fn calls_back(
    timeline: &mut Timeline<'_>,
    limit: u64,
    patience: &mut Patience<'_>,
) -> Result<Vec<u64>, Diverged> {
    let mut calls = Vec::new();
    let (mut above, mut wanted) = (0, -1);
    timeline.scan_back(
        limit,
        &mut |_, _, _| Ok(true),
        &mut |timeline, low, high| {
            let depths = depths(timeline, low, high, &mut above)?;
            while let Some((&depth, &count)) =
                depths.range(..=wanted).max_by_key(|(_, count)| **count)
            {
                calls.push(count);
                wanted = depth - 1;
            }
            Ok((calls.len() >= FRAMES_MAX).then_some(()))
        },
        patience,
    )?;
    calls.truncate(FRAMES_MAX);
    Ok(calls)
}

/// When each depth was last there from `low` on and before `high`, relative to the instant that
/// a search began with; `above` is the depth of `high`, and becomes that of `low`.
fn depths(
    timeline: &mut Timeline<'_>,
    low: u64,
    high: u64,
    above: &mut i64,
) -> Result<BTreeMap<i64, u64>, Diverged> {
    let mut seen = timeline.observe(low, high, Depths::default())?;
    // The last depth is still there at the last instant, if nothing has just changed it.
    let depth = seen.depth;
    let last = high - 1;
    if !seen.last.values().any(|&count| count == last) {
        seen.last.insert(depth, last);
    }
    let base = *above - depth;
    *above = base;
    Ok(seen.last.into_iter().map(|(depth, count)| (depth + base, count)).collect())
}
