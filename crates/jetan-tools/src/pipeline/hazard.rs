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

/// Everything but the costs of a pair: producer, consumer, register and reason.
type PairKey = (u32, u32, u8, StallReason);

/// Pairs that are found without a search; a loop has few.
const RECENT: usize = 64;

/// Pairs with what they cost.
#[derive(Clone, Debug)]
pub struct HazardTable {
    /// Pairs with the number of times and the cycles.
    pairs: Vec<(PairKey, (u64, u64))>,
    places: FxHashMap<PairKey, u32>,
    /// Places in the list, by the address of the consumer.
    recent: [u32; RECENT],
    is_cut: bool,
}

impl Default for HazardTable {
    fn default() -> HazardTable {
        let places = FxHashMap::default();
        HazardTable { pairs: Vec::new(), places, recent: [0; RECENT], is_cut: false }
    }
}

impl HazardTable {
    #[inline]
    pub(super) fn count(
        &mut self,
        producer: u32,
        consumer: u32,
        register: u8,
        reason: StallReason,
        stalls: u64,
    ) {
        let key = (producer, consumer, register, reason);
        let slot = (consumer >> 2) as usize % RECENT;
        match self.pairs.get_mut(self.recent[slot] as usize) {
            Some((known, pair)) if *known == key => *pair = (pair.0 + 1, pair.1 + stalls),
            _ => self.count_other(key, slot, stalls),
        }
    }

    #[inline(never)]
    fn count_other(&mut self, key: PairKey, slot: usize, stalls: u64) {
        let place = match self.places.get(&key) {
            Some(&place) => place,
            // A program that writes itself could make pairs without end.
            None if self.pairs.len() >= PAIRS_MAX => {
                self.is_cut = true;
                return;
            }
            None => {
                let place = self.pairs.len() as u32;
                self.places.insert(key, place);
                self.pairs.push((key, (0, 0)));
                place
            }
        };
        self.recent[slot] = place;
        let (_, pair) = &mut self.pairs[place as usize];
        *pair = (pair.0 + 1, pair.1 + stalls);
    }

    /// Whether some pairs are missing.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The pairs, the most expensive first.
    pub fn pairs(&self) -> Vec<HazardPair> {
        let pairs = self.pairs.iter();
        let pairs = pairs.map(|&((producer, consumer, register, reason), (count, stalls))| {
            HazardPair { producer, consumer, register, reason, count, stalls }
        });
        let mut pairs: Vec<_> = pairs.collect();
        let place = |pair: &HazardPair| (pair.producer, pair.consumer, pair.register, pair.reason);
        pairs.shared_sort_by_key(|pair| (std::cmp::Reverse(pair.stalls), place(pair)));
        pairs
    }
}
