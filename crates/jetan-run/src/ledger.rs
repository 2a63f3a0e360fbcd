//! The log of a run that a session drives, kept while it goes on.
//!
//! What the program asks is noted between session and world, by [`Ledger::noting`]; what the world
//! does by itself, by [`Ledger::input`]. A run that asks nothing pays nothing.

use std::cell::RefCell;
use std::rc::Rc;

use jetan_machine::{Input, Machine};

use crate::log::{Entry, Log};
use crate::recording::{Circumstances, Recording};
use crate::tape::{Keep, Noted};
use crate::{Event, World};

/// What a log may take in bytes. Of a run with more there is no recording.
pub const LOG_BYTES_MAX: usize = 64 << 20;

/// A log that several can write to. A clone is the same log.
#[derive(Clone, Default)]
pub struct Ledger {
    pages: Rc<RefCell<Pages>>,
}

#[derive(Default)]
struct Pages {
    log: Log,
    /// How long the log was when the slice at hand began.
    slice: usize,
    is_full: bool,
}

impl Pages {
    fn push(&mut self, entry: Entry) {
        if self.is_full {
            return;
        }
        self.log.push(entry);
        if self.log.bytes() > LOG_BYTES_MAX {
            self.is_full = true;
            self.log = Log::default();
        }
    }
}

impl Ledger {
    /// A world that answers as another does, noting what it answers. One for each slice.
    pub fn noting<'w>(&self, world: &'w mut (dyn World + 'w)) -> impl World + use<'w> {
        let mut pages = self.pages.borrow_mut();
        pages.slice = pages.log.len();
        Noted { inner: world, keeper: self.clone() }
    }

    /// The world has done something to the machine, at this count.
    pub fn input(&self, count: u64, input: Input) {
        // Time only passes by itself while a service waits for it.
        if matches!(input, Input::Time(_)) {
            self.waited(count);
        }
        self.pages.borrow_mut().push(Entry::Input(count, input));
    }

    /// A slice has ended with a service that waits, at this count.
    pub fn waited(&self, count: u64) {
        let mut pages = self.pages.borrow_mut();
        if !pages.is_full {
            let start = pages.slice.min(pages.log.len());
            pages.log.stuck(start, count);
        }
    }

    /// The recording of a run from a machine before its first instruction, started with some words,
    /// to a count; none if too much has come from outside to be kept.
    pub fn recording(
        &self,
        start: &Machine,
        arguments: &[Vec<u8>],
        end: u64,
        has_ended: bool,
    ) -> Option<Recording> {
        let pages = self.pages.borrow();
        let log = (!pages.is_full).then_some(&pages.log)?;
        Some(Recording {
            circumstances: Circumstances::of(start, arguments.to_vec()),
            start: start.fingerprint(),
            end,
            has_ended,
            focus: None,
            entries: log.entries().to_vec(),
        })
    }
}

impl Keep for Ledger {
    fn keep(&mut self, entry: Entry) {
        self.pages.borrow_mut().push(entry);
    }

    #[inline]
    fn keep_time(&mut self, ms: i64) {
        let mut pages = self.pages.borrow_mut();
        if !pages.log.repeats_time(ms) {
            pages.push(Entry::Now(ms, 1));
        }
    }
}

impl World for Noted<'_, dyn World + '_, Ledger> {
    fn event(&mut self, event: Event<'_>) {
        self.inner.event(event);
    }

    fn elapsed_us(&mut self) -> u64 {
        self.inner.elapsed_us()
    }
}
