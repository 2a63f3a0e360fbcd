//! Calls and returns of parts of a run that were looked at before: the stack is asked for at every
//! step, and replaying the whole run each time would take longer the longer the run is.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::calls::CallEvent;
use crate::debugger::OpenCall;

/// Events that are kept in all; when there are more, everything is forgotten.
// 32 bytes each: 16 MiB.
const EVENTS_MAX: usize = 1 << 19;
/// Parts that are kept; a step adds one.
const PARTS_MAX: usize = 1 << 14;
/// Calls that are kept with their registers, 200 bytes each.
const CALLS_MAX: usize = 1 << 12;

/// A part of a run whose calls and returns are known.
struct KnownPart {
    /// The first step.
    low: u64,
    events: Rc<[CallEvent]>,
}

#[derive(Default)]
struct CallStore {
    /// The state of the timeline that all of this is about.
    revision: u64,
    /// The parts by the step after their last.
    parts: BTreeMap<u64, KnownPart>,
    events: usize,
    /// Calls by the step before them.
    calls: BTreeMap<u64, OpenCall>,
}

/// What is known, shared by all copies of a debugger.
#[derive(Clone, Default)]
pub(crate) struct CallMemory(Rc<RefCell<CallStore>>);

impl CallMemory {
    /// Keeps what a part had, unless the run has changed since it was looked at.
    pub(crate) fn keep(&self, revision: u64, (low, high): (u64, u64), events: &[CallEvent]) {
        let mut store = self.0.borrow_mut();
        if store.revision < revision {
            *store = CallStore { revision, ..CallStore::default() };
        }
        if store.revision != revision || low >= high || events.len() > EVENTS_MAX / 8 {
            return;
        }
        if store.parts.len() >= PARTS_MAX || store.events + events.len() > EVENTS_MAX {
            *store = CallStore { revision, ..CallStore::default() };
        }
        store.events += events.len();
        let part = KnownPart { low, events: events.into() };
        if let Some(old) = store.parts.insert(high, part) {
            store.events -= old.events.len();
        }
    }

    /// The part that ends at a step and begins at another or later: its first step, and what it
    /// had.
    pub(crate) fn ending_at(
        &self,
        revision: u64,
        (low, high): (u64, u64),
    ) -> Option<(u64, Rc<[CallEvent]>)> {
        let store = self.0.borrow();
        let part = store.parts.get(&high).filter(|_| store.revision == revision)?;
        (part.low >= low).then(|| (part.low, Rc::clone(&part.events)))
    }

    /// Keeps the registers of a call, which take a replay to be found.
    pub(crate) fn keep_call(&self, revision: u64, call: &OpenCall) {
        let mut store = self.0.borrow_mut();
        if store.revision == revision {
            if store.calls.len() >= CALLS_MAX {
                store.calls.clear();
            }
            store.calls.insert(call.count, *call);
        }
    }

    /// A call that was kept, by the step before it.
    pub(crate) fn call(&self, revision: u64, count: u64) -> Option<OpenCall> {
        let store = self.0.borrow();
        store.calls.get(&count).filter(|_| store.revision == revision).copied()
    }

    /// The last end of a part between two steps.
    pub(crate) fn last_end(&self, revision: u64, (low, high): (u64, u64)) -> Option<u64> {
        let store = self.0.borrow();
        if store.revision != revision || low >= high {
            return None;
        }
        let inside = store.parts.range(low + 1..high).rev();
        inside.take(PARTS_MAX).find(|(_, part)| part.low >= low).map(|(end, _)| *end)
    }
}
