//! The calls that a step is in: searched for once, and around that step made of what is known.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use jetan_isa::Reg;
use jetan_run::YieldPoint;
use jetan_run::timeline::{KnownPast, ReplayDiverged};

use super::{Debugger, SLICE_INSTRUCTIONS};
use crate::calls::{self, FRAMES_MAX};
use crate::transfer::link;

/// A call that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenCall {
    /// The step before it.
    pub count: u64,
    /// The instruction that calls.
    pub pc: u32,
    /// The address of the procedure that was called.
    pub target: u32,
    /// The values of `$a0` to `$a3`; how many of them are arguments is not known.
    pub arguments: [u32; 4],
    /// The value of `$sp`.
    pub sp: u32,
    /// The values of the registers, in order of number.
    pub values: [u32; 32],
}

/// The calls of a step, as they were found.
#[derive(Clone, Debug)]
pub(super) struct KnownCalls {
    past: KnownPast,
    count: u64,
    found: FoundCalls,
}

/// Calls, and whether the search for them was to end before it had seen all.
type FoundCalls = (Vec<OpenCall>, bool);

/// A debugger and its copies tell each other.
pub(super) type SharedCalls = Rc<RefCell<Option<KnownCalls>>>;

impl Debugger<'_> {
    /// The calls that lead to this step, innermost first; and whether there may be more, because it
    /// was to end before all were found.
    pub async fn calls(
        &mut self,
        point: &YieldPoint,
    ) -> Result<(Vec<OpenCall>, bool), ReplayDiverged> {
        // A run of millions of instructions without a call is searched to its beginning: not at
        // every step, when the one before was just here.
        let found = match self.calls_nearby(point).await? {
            Some(found) => found,
            None => self.calls_searched(FRAMES_MAX, point).await?,
        };
        self.keep_calls(&found);
        Ok(found)
    }

    /// Lets the next search begin from scratch, here and not in copies.
    pub fn forget_calls(&mut self) {
        self.known_calls = SharedCalls::default();
    }

    async fn calls_searched(
        &mut self,
        most: usize,
        point: &YieldPoint,
    ) -> Result<FoundCalls, ReplayDiverged> {
        let (backs, limit) = (self.return_addresses(), self.timeline.count());
        let (steps, is_cut) =
            calls::calls_back(&mut self.timeline, limit, backs, most, point).await?;
        Ok((self.open_calls(steps, point).await?, is_cut))
    }

    /// The calls at these steps.
    async fn open_calls(
        &mut self,
        steps: Vec<u64>,
        point: &YieldPoint,
    ) -> Result<Vec<OpenCall>, ReplayDiverged> {
        let mut calls = Vec::new();
        for count in steps {
            let machine = self.timeline.machine_in_slices(count, point).await?;
            let arguments =
                [Reg::A0, Reg::A1, Reg::A2, Reg::A3].map(|reg| machine.registers.get(reg));
            let sp = machine.registers.get(Reg::SP);
            // The target of `jalr` is in a register, so it is read from the step after the call;
            // with delayed branching the slot comes first.
            let slot = u64::from(machine.settings().delayed_branching);
            let target = self.timeline.machine_in_slices(count + 1 + slot, point).await?.pc;
            let mut values = [0; 32];
            values.copy_from_slice(machine.registers.values());
            calls.push(OpenCall { count, pc: machine.pc, target, arguments, sp, values });
        }
        Ok(calls)
    }

    fn keep_calls(&self, found: &FoundCalls) {
        let count = self.timeline.count();
        // Of a call whose slot is still to come the target is not known yet.
        if found.0.first().is_none_or(|call| call.count + 2 <= count) {
            let past = self.timeline.known_past();
            *self.known_calls.borrow_mut() = Some(KnownCalls { past, count, found: found.clone() });
        }
    }

    /// The calls by those of a step that is not far; none if there is none, or if what is between
    /// the two does not tell.
    async fn calls_nearby(
        &mut self,
        point: &YieldPoint,
    ) -> Result<Option<FoundCalls>, ReplayDiverged> {
        let limit = self.timeline.count();
        let known = self.known_calls.borrow().clone();
        let is_near = |known: &KnownCalls| known.count.abs_diff(limit) <= SLICE_INSTRUCTIONS;
        let known = known.filter(is_near).filter(|one| self.timeline.has_same_past(&one.past));
        let Some(KnownCalls { count, found: (calls, is_cut), .. }) = known else {
            return Ok(None);
        };
        // Of more calls than are kept, those further out come into sight when others return.
        if calls.len() >= FRAMES_MAX {
            return Ok(None);
        }
        let backs = self.return_addresses();
        let found = if limit >= count {
            Some(self.calls_later(count, calls, backs, point).await?)
        } else {
            self.calls_earlier(count, calls, backs, point).await?
        };
        Ok(found.map(|calls| (calls, is_cut)))
    }

    async fn calls_later(
        &mut self,
        count: u64,
        known: Vec<OpenCall>,
        backs: BTreeSet<u32>,
        point: &YieldPoint,
    ) -> Result<Vec<OpenCall>, ReplayDiverged> {
        let (limit, link) = (self.timeline.count(), link(self.machine()));
        let opens: Vec<_> = known.iter().map(|call| (call.count, call.pc + link)).collect();
        let later =
            calls::later_calls(&mut self.timeline, (count, &opens), limit, backs, point).await?;
        let mut opened = later.opened;
        opened.truncate(FRAMES_MAX);
        let mut calls = self.open_calls(opened, point).await?;
        let still = known.into_iter().zip(later.is_open).filter(|&(_, is_open)| is_open);
        calls.extend(still.map(|(call, _)| call));
        calls.truncate(FRAMES_MAX);
        Ok(calls)
    }

    async fn calls_earlier(
        &mut self,
        count: u64,
        known: Vec<OpenCall>,
        backs: BTreeSet<u32>,
        point: &YieldPoint,
    ) -> Result<Option<Vec<OpenCall>>, ReplayDiverged> {
        let (limit, link) = (self.timeline.count(), link(self.machine()));
        let closed = calls::closed_until(&mut self.timeline, limit, count, &backs, point).await?;
        let Some(closed) = closed else { return Ok(None) };
        let outer = known.into_iter().filter(|call| call.count < limit);
        if closed.is_empty() {
            return Ok(Some(outer.collect()));
        }
        // Those that have returned in between are the innermost ones.
        let (mut calls, is_cut) = self.calls_searched(closed.len(), point).await?;
        let returns = calls.iter().map(|call| call.pc + link);
        let outer: Vec<_> = outer.collect();
        let is_outside = |last: &OpenCall| outer.first().is_none_or(|call| call.count < last.count);
        if is_cut || !returns.eq(closed) || !calls.last().is_some_and(is_outside) {
            return Ok(None);
        }
        calls.extend(outer);
        calls.truncate(FRAMES_MAX);
        Ok(Some(calls))
    }
}
