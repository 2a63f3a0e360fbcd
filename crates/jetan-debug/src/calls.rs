//! Calls in the past: which procedures a step is in, and which call a return belongs to.

use std::cell::Cell;
use std::collections::BTreeSet;

use jetan_machine::Observer;
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_run::YieldPoint;
use jetan_run::timeline::{CountingObserver, ReplayDiverged, ScanResult, Timeline};

use crate::call_memory::CallMemory;
use crate::transfer::{LEVELS_MAX, Transfer, TransferDecoder};

/// The most frames that are looked for.
// A caller replays the run to each of these calls, so every frame costs something.
pub const FRAMES_MAX: usize = 64;
/// Calls and returns that are remembered of a part of a run; of more the latest are.
// 16 bytes each: 16 MiB.
const EVENTS_MAX: usize = 1 << 20;

/// A `jr` that is a return, or looks like one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CallReturn {
    /// The target of the jump.
    pub(crate) to: u32,
    /// Whether it jumps through `$ra`.
    pub(crate) is_return: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum CallEvent {
    /// A call: the step before it, and the address that it is to return to.
    Open {
        count: u64,
        back: u32,
    },
    Close(CallReturn),
}

/// The calls and returns of a part of a run, in order; those that belong together are left out.
struct CallEvents<'b> {
    transfers: TransferDecoder,
    /// The addresses that the program's calls return to.
    backs: &'b BTreeSet<u32>,
    list: Vec<CallEvent>,
    /// The step of the next instruction.
    count: u64,
}

impl CallEvents<'_> {
    fn jump(&mut self, close: CallReturn) {
        let from = self.list.len().saturating_sub(LEVELS_MAX);
        let is_opening =
            |event: &CallEvent| matches!(event, CallEvent::Open { back, .. } if *back == close.to);
        let is_known = self.backs.contains(&close.to);
        // From the innermost outwards: of two calls with the same return address the later one
        // returns.
        if let Some(idx) = self.list[from..].iter().rposition(is_opening) {
            self.list.truncate(from + idx);
        } else if close.is_return
            && !is_known
            && matches!(self.list.last(), Some(CallEvent::Open { .. }))
        {
            self.list.pop();
        } else if close.is_return || is_known {
            // It may belong to a call before this part. Other jumps are those of a table.
            self.push(CallEvent::Close(close));
        }
    }

    fn push(&mut self, event: CallEvent) {
        if self.list.len() == EVENTS_MAX {
            // Half at a time, so that dropping the oldest costs little on average.
            self.list.drain(..EVENTS_MAX / 2);
        }
        self.list.push(event);
    }
}

impl CountingObserver for CallEvents<'_> {
    fn begin(&mut self, count: u64) {
        self.count = count;
    }
}

impl Observer for CallEvents<'_> {
    const ACTIVE: bool = true;

    #[inline]
    fn fetch(&mut self, pc: u32, word: CodeWord) {
        let count = self.count;
        self.count += 1;
        match self.transfers.fetch(pc, word) {
            None => {}
            Some(Transfer::Call { back }) => self.push(CallEvent::Open { count, back }),
            Some(Transfer::Jump { to, is_return }) => self.jump(CallReturn { to, is_return }),
        }
    }

    #[inline]
    fn write(&mut self, register: WrittenRegister, value: u32) {
        self.transfers.write(register, value);
    }

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// A search backwards for calls, which can be interrupted and goes on where it was.
pub(crate) struct CallSearch {
    /// Nothing from this step on is looked at any more.
    upper: u64,
    /// The return whose call is wanted; without one, calls that are open.
    wanted: Option<CallReturn>,
    /// Returns whose calls are further back, the earliest last; the wanted one is the first.
    pending: Vec<CallReturn>,
    /// The innermost call before the wanted return, which belongs to it if no call does.
    fallback: Option<u64>,
    backs: BTreeSet<u32>,
}

impl CallSearch {
    /// Looks for the innermost call that is open at a step. `backs` are the addresses that the
    /// program's calls return to.
    pub(crate) fn enclosing(limit: u64, backs: BTreeSet<u32>) -> CallSearch {
        CallSearch { upper: limit, wanted: None, pending: Vec::new(), fallback: None, backs }
    }

    /// Looks for the call that a return at a step belongs to.
    pub(crate) fn closed_by(close: CallReturn, limit: u64, backs: BTreeSet<u32>) -> CallSearch {
        let pending = vec![close];
        CallSearch { upper: limit, wanted: Some(close), pending, fallback: None, backs }
    }

    /// Whether a return leads to where no call returns to, so that it closes the innermost call.
    fn is_astray(&self, close: CallReturn) -> bool {
        close.is_return && !self.backs.contains(&close.to)
    }

    /// Goes back over a call; whether it is a wanted one.
    fn pass_call(&mut self, count: u64, back: u32) -> bool {
        let from = self.pending.len().saturating_sub(LEVELS_MAX);
        if let Some(idx) = self.pending[from..].iter().rposition(|close| close.to == back) {
            self.pending.truncate(from + idx);
            return self.wanted.is_some() && self.pending.is_empty();
        }
        match (self.wanted, self.pending.as_slice()) {
            (None, []) => return true,
            (Some(wanted), [_]) => {
                if self.is_astray(wanted) {
                    return true;
                }
                if wanted.is_return {
                    self.fallback.get_or_insert(count);
                }
            }
            (_, [.., last]) if self.is_astray(*last) => {
                self.pending.pop();
            }
            // A return further out has left this call too.
            _ => {}
        }
        false
    }

    fn pass(&mut self, event: CallEvent) -> Option<u64> {
        match event {
            CallEvent::Open { count, back } => self.pass_call(count, back).then_some(count),
            CallEvent::Close(close) => {
                if self.pending.len() == EVENTS_MAX {
                    // Index 0 stays: it is the return whose call is wanted.
                    self.pending.drain(1..EVENTS_MAX / 2);
                }
                self.pending.push(close);
                None
            }
        }
    }
}

/// Goes on with a search for one call; the step before it.
pub(crate) async fn search_call(
    timeline: &mut Timeline<'_>,
    search: &mut CallSearch,
    point: &YieldPoint,
) -> Result<ScanResult<u64>, ReplayDiverged> {
    let found = timeline
        .scan_back(
            search.upper,
            async |_, _, _| Ok(true),
            async |timeline, low, high| {
                let events = events(timeline, low, high, &search.backs, point).await?;
                // Only once the part is replayed: a search that is dropped before has not passed
                // it.
                search.upper = low;
                Ok(events.into_iter().rev().find_map(|event| search.pass(event)))
            },
            point,
        )
        .await?;
    Ok(match (found, search.fallback) {
        (ScanResult::Nothing, Some(count)) => ScanResult::Found(count),
        (found, _) => found,
    })
}

/// A search for all calls that are open, and where its findings are kept.
struct StackSearch<'m> {
    search: CallSearch,
    calls: Vec<u64>,
    memory: &'m CallMemory,
    revision: u64,
    /// Whether it is to end with what it has, or has as much as is wanted.
    is_over: bool,
}

impl StackSearch<'_> {
    /// Goes back over what a part had.
    fn pass(&mut self, events: &[CallEvent]) {
        let search = &mut self.search;
        self.calls.extend(events.iter().rev().filter_map(|event| search.pass(*event)));
        self.is_over |= self.calls.len() >= FRAMES_MAX;
    }

    /// Goes back over a part that is replayed, and remembers it.
    async fn replay(
        &mut self,
        timeline: &mut Timeline<'_>,
        (low, high): (u64, u64),
        point: &YieldPoint,
    ) -> Result<(), ReplayDiverged> {
        let events = events(timeline, low, high, &self.search.backs, point).await?;
        self.memory.keep(self.revision, (low, high), &events);
        self.pass(&events);
        Ok(())
    }

    /// Goes back over everything between a keyframe and a step if most of it is known; whether it
    /// was.
    async fn recall(
        &mut self,
        timeline: &mut Timeline<'_>,
        (low, high): (u64, u64),
        point: &YieldPoint,
    ) -> Result<bool, ReplayDiverged> {
        let is_known = self.memory.ending_at(self.revision, (low, high)).is_some();
        if !is_known && self.memory.last_end(self.revision, (low, high)).is_none() {
            return Ok(false);
        }
        let mut upper = high;
        while upper > low && !self.is_over {
            if let Some((from, events)) = self.memory.ending_at(self.revision, (low, upper)) {
                self.pass(&events);
                upper = from;
                continue;
            }
            if !point.reach(upper).await {
                self.is_over = true;
                break;
            }
            let from = self.memory.last_end(self.revision, (low, upper)).unwrap_or(low);
            self.replay(timeline, (from, upper), point).await?;
            upper = from;
        }
        Ok(true)
    }
}

/// The steps of the calls that lead to a step, innermost first; fewer than there are if
/// it is to end before that.
pub(crate) async fn calls_back(
    timeline: &mut Timeline<'_>,
    limit: u64,
    backs: BTreeSet<u32>,
    memory: &CallMemory,
    point: &YieldPoint,
) -> Result<Vec<u64>, ReplayDiverged> {
    let search = CallSearch::enclosing(limit, backs);
    let revision = timeline.revision();
    let search = StackSearch { search, calls: Vec::new(), memory, revision, is_over: false };
    // Both functions below go on with the one search; they are never at work at the same time.
    let search = Cell::new(Some(search));
    timeline
        .scan_back(
            limit,
            async |timeline, idx, upper| {
                let Some(mut found) = search.take() else { return Ok(false) };
                let low = timeline.keyframe_count(idx);
                let is_recalled =
                    found.is_over || found.recall(timeline, (low, upper), point).await?;
                search.set(Some(found));
                Ok(!is_recalled)
            },
            async |timeline, low, high| {
                let Some(mut found) = search.take() else { return Ok(None) };
                found.replay(timeline, (low, high), point).await?;
                let is_over = found.is_over;
                search.set(Some(found));
                Ok(is_over.then_some(()))
            },
            point,
        )
        .await?;
    let mut calls = search.take().map_or_else(Vec::new, |found| found.calls);
    calls.truncate(FRAMES_MAX);
    Ok(calls)
}

/// The calls and returns from `low` on and before `high`.
async fn events(
    timeline: &mut Timeline<'_>,
    low: u64,
    high: u64,
    backs: &BTreeSet<u32>,
    point: &YieldPoint,
) -> Result<Vec<CallEvent>, ReplayDiverged> {
    // Where the first `jr` of the part leads depends on the registers at its start.
    let transfers = TransferDecoder::of(&timeline.machine_in_slices(low, point).await?);
    let events = CallEvents { transfers, backs, list: Vec::new(), count: low };
    Ok(timeline.observe_in_slices(low, high, events, point).await?.list)
}
