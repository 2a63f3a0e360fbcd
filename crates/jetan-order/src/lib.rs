#![doc = include_str!("../README.md")]

use std::cmp::Ordering;

/// Stable sorting that shares its code.
pub trait SharedSort {
    /// The kind of the items.
    type Item;

    /// Sorts as `sort_by` does.
    fn shared_sort_by(&mut self, compare: impl FnMut(&Self::Item, &Self::Item) -> Ordering);

    /// Sorts as `sort_by_key` does.
    fn shared_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&Self::Item) -> K) {
        self.shared_sort_by(|one, other| key(one).cmp(&key(other)));
    }
}

impl<T> SharedSort for [T] {
    type Item = T;

    fn shared_sort_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let mut places =
            sorted_places(self.len(), &mut |one, other| compare(&self[one], &self[other]));
        arrange(self, &mut places);
    }
}

/// The places of so many items in the order of a comparison of places.
#[inline(never)]
fn sorted_places(items: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..items).collect();
    places.sort_by(|&one, &other| compare(one, other));
    places
}

/// Moves to every place the item that `places` names for it.
fn arrange<T>(items: &mut [T], places: &mut [usize]) {
    for start in 0..places.len() {
        // Round each cycle once: a place that is done names itself.
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut places[at], at);
            if from == start {
                break;
            }
            items.swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, below a bound.
    fn numbers(count: usize, seed: u64, below: u64) -> Vec<u64> {
        let mut state = seed;
        let next = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        (0..count).map(next).collect()
    }

    #[test]
    fn the_order_is_that_of_the_stable_sort() {
        for count in [0, 1, 2, 3, 7, 50, 1000] {
            for below in [1, 2, 10, 1 << 20] {
                let items: Vec<(u64, usize)> =
                    numbers(count, below, below).into_iter().zip(0..).collect();
                let (mut ours, mut theirs) = (items.clone(), items);
                ours.shared_sort_by_key(|&(key, _)| key);
                theirs.sort_by_key(|&(key, _)| key);
                assert_eq!(ours, theirs, "{count} items below {below}");
            }
        }
    }

    #[test]
    fn items_that_cannot_be_copied_are_moved() {
        let mut words: Vec<String> =
            ["pear", "fig", "apple", "kiwi"].map(ToOwned::to_owned).to_vec();
        words.shared_sort_by(|one, other| other.len().cmp(&one.len()));
        assert_eq!(words, ["apple", "pear", "kiwi", "fig"]);
    }
}
