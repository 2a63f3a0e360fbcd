//! The seeded generator behind every random choice of the games.
//!
//! Written out here, and not taken from a crate, because seeds are part of what users see: a
//! puzzle or game of one seed must be the same in every later version.
//! The algorithm is xoshiro256++ by Blackman and Vigna (2019), its state filled by `SplitMix64`.

/// A stream of random numbers that depends on the seed alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The stream of a seed; every seed, zero too, gives a good one.
    pub fn new(seed: u64) -> Self {
        let mut mix = seed;
        // `SplitMix64` gives at most one zero among four words, so the state is never all zeros,
        // from which xoshiro would not move.
        let state = std::array::from_fn(|_| {
            mix = mix.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = mix;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            word ^ (word >> 31)
        });
        Self { state }
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let word = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        word
    }

    /// A number in `0..bound`, each equally likely; 0 when the bound is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        // Lemire's method: the high half of a product, redrawn in the few unfair cases.
        let fair_from = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from((self.next_u64() >> 32) as u32) * u64::from(bound);
            if product as u32 >= fair_from {
                return (product >> 32) as u32;
            }
        }
    }

    /// Puts the items into a random order, each order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        // From the end, one draw for each item: the order of draws is part of what a seed means.
        for end in (1..items.len()).rev() {
            let chosen = self.below(end as u32 + 1) as usize;
            items.swap(end, chosen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_numbers_in_every_version() {
        let mut rng = Rng::new(0);
        let numbers: Vec<u64> = (0..3).map(|_| rng.next_u64()).collect();
        let expected = [0x5317_5d61_490b_23df, 0x61da_6f3d_c380_d507, 0x5c0f_df91_ec9a_7bfc];
        assert_eq!(numbers, expected);
    }

    #[test]
    fn numbers_below_a_bound_are_spread_evenly() {
        let mut rng = Rng::new(7);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn shuffling_keeps_every_item() {
        let mut items: Vec<u32> = (0..100).collect();
        Rng::new(3).shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
