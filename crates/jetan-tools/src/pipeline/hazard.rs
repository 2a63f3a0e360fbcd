//! Pairs of instructions of which one makes the other wait.

use jetan_order::SharedSort;
use rustc_hash::FxHashMap;

use super::StallReason;

/// The most pairs that are distinguished.
pub const PAIRS_MAX: usize = 1 << 14;

/// A pair that cost cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HazardPair {
    /// The address of the instruction that makes the value.
    pub producer: u32,
    /// The address of the instruction that waits.
    pub consumer: u32,
    /// The number of the register in a [`RegisterSet`](super::RegisterSet).
    pub register: u8,
    /// The reason.
    pub reason: StallReason,
    /// The number of times.
    pub count: u64,
    /// Cycles that were lost.
    pub stalls: u64,
}

/// Pairs with what they cost.
#[derive(Clone, Debug, Default)]
pub struct HazardTable {
    pairs: FxHashMap<(u32, u32, u8, StallReason), (u64, u64)>,
    is_cut: bool,
}

impl HazardTable {
    pub(super) fn count(
        &mut self,
        producer: u32,
        consumer: u32,
        register: u8,
        reason: StallReason,
        stalls: u64,
    ) {
        let key = (producer, consumer, register, reason);
        // A program that writes itself could make pairs without end.
        if self.pairs.len() >= PAIRS_MAX && !self.pairs.contains_key(&key) {
            self.is_cut = true;
            return;
        }
        let pair = self.pairs.entry(key).or_default();
        pair.0 += 1;
        pair.1 += stalls;
    }

    /// Whether some pairs are missing.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The pairs, the most expensive first.
    pub fn pairs(&self) -> Vec<HazardPair> {
        let pairs = self.pairs.iter();
        let pairs = pairs.map(|(&(producer, consumer, register, reason), &(count, stalls))| {
            HazardPair { producer, consumer, register, reason, count, stalls }
        });
        let mut pairs: Vec<_> = pairs.collect();
        let place = |pair: &HazardPair| (pair.producer, pair.consumer, pair.register, pair.reason);
        pairs.shared_sort_by_key(|pair| (std::cmp::Reverse(pair.stalls), place(pair)));
        pairs
    }
}
