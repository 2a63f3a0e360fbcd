//! The stretches of straight code that a run has executed, by the state of the pipeline in which
//! each began: enough to run them once more in another order.

use rustc_hash::FxHashMap;

use super::issue::EntryState;
use super::step::PipelineStep;

/// The most stretches that are told apart.
const STRETCHES_MAX: usize = 1 << 13;
/// The most instructions of a stretch; a longer one is several.
const STRETCH_INSTRUCTIONS_MAX: u32 = 256;
/// The most stretches that are noted as the next ones of a stretch.
const FOLLOWERS_MAX: usize = 16;
/// Stretches that are found without a search; a loop goes through few.
const RECENT: usize = 64;

/// Instructions that were executed one after the other, up to a branch and its delay slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stretch {
    /// The address of the first instruction.
    pub(super) start: u32,
    /// That of the last one.
    pub(super) last: u32,
    /// The pipeline before the first.
    pub(super) entry: EntryState,
}

/// A stretch, and how often it was executed.
#[derive(Clone, Debug)]
pub(super) struct CountedStretch {
    pub(super) stretch: Stretch,
    pub(super) count: u64,
    /// The places of the stretches that came next, and how often. Of very many some are missing.
    pub(super) followers: Vec<(u32, u64)>,
}

/// Stretches with the number of times they were executed.
#[derive(Clone, Debug)]
pub(super) struct StretchProfile {
    counts: Vec<CountedStretch>,
    places: FxHashMap<Stretch, u32>,
    /// The place of the last stretch that is over.
    previous: Option<u32>,
    /// Places in the list, by address.
    recent: [u32; RECENT],
    open: Option<Stretch>,
    /// Whether the instruction after a branch belongs to the stretch.
    expects_slot: bool,
    is_cut: bool,
}

impl StretchProfile {
    pub(super) fn new() -> StretchProfile {
        StretchProfile {
            counts: Vec::new(),
            places: FxHashMap::default(),
            previous: None,
            recent: [0; RECENT],
            open: None,
            expects_slot: false,
            is_cut: false,
        }
    }

    /// The stretches that are over; none if there were too many to know all of them.
    pub(super) fn stretches(&self) -> Option<&[CountedStretch]> {
        (!self.is_cut).then_some(&self.counts)
    }

    /// The place of the last stretch that is over, and the one that has begun since then.
    pub(super) fn end(&self) -> (Option<u32>, Option<Stretch>) {
        (self.previous, self.open)
    }

    /// An instruction is executed; `entry` is asked for if a stretch begins with it.
    #[inline]
    pub(super) fn step(
        &mut self,
        step: &PipelineStep,
        has_slots: bool,
        entry: impl FnOnce() -> Option<EntryState>,
    ) {
        match &mut self.open {
            Some(open) if open.last.wrapping_add(4) == step.pc => open.last = step.pc,
            // Also where an exception or an interrupt has come between.
            _ => self.begin(step.pc, entry()),
        }
        let is_slot = std::mem::take(&mut self.expects_slot);
        if step.kind.may_turn() && has_slots && !is_slot {
            self.expects_slot = true;
        } else if is_slot || step.kind.may_turn() || self.is_long() {
            self.close();
        }
    }

    fn is_long(&self) -> bool {
        let bytes = self.open.as_ref().map_or(0, |open| open.last.wrapping_sub(open.start));
        bytes >= 4 * (STRETCH_INSTRUCTIONS_MAX - 1)
    }

    fn begin(&mut self, pc: u32, entry: Option<EntryState>) {
        // An exception or an interrupt may have ended the one before.
        self.close();
        match entry {
            Some(entry) => self.open = Some(Stretch { start: pc, last: pc, entry }),
            None => self.is_cut = true,
        }
    }

    #[inline]
    fn close(&mut self) {
        let Some(stretch) = self.open.take() else { return };
        // A loop with three branches alternates between three stretches, so one place is too few.
        let slot = (stretch.start >> 2) as usize % RECENT;
        let place = self.recent[slot];
        match self.counts.get_mut(place as usize) {
            Some(known) if known.stretch == stretch => {
                known.count += 1;
                self.follow(place);
            }
            _ => self.count_other(stretch, slot),
        }
    }

    #[inline(never)]
    fn count_other(&mut self, stretch: Stretch, slot: usize) {
        let place = match self.places.get(&stretch) {
            Some(&place) => place,
            // A program that writes itself could make stretches without end.
            None if self.counts.len() >= STRETCHES_MAX => {
                self.is_cut = true;
                return;
            }
            None => {
                let place = self.counts.len() as u32;
                self.places.insert(stretch, place);
                self.counts.push(CountedStretch { stretch, count: 0, followers: Vec::new() });
                place
            }
        };
        self.recent[slot] = place;
        self.counts[place as usize].count += 1;
        self.follow(place);
    }

    /// Notes that the stretch at a place came after the last one.
    #[inline]
    fn follow(&mut self, place: u32) {
        let Some(before) = self.previous.replace(place) else { return };
        let followers = &mut self.counts[before as usize].followers;
        if let Some((_, count)) = followers.iter_mut().find(|(follower, _)| *follower == place) {
            *count += 1;
        } else if followers.len() < FOLLOWERS_MAX {
            // A return may go to very many places; those that are missing are bounded instead.
            followers.push((place, 1));
        }
    }
}
