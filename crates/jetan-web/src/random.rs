//! Random numbers of a tab, from the entropy that the browser gave it.

/// A generator (`SplitMix64`). It makes seeds and names, nothing that must stay secret.
#[derive(Clone, Debug)]
pub(crate) struct TabRandom {
    state: u64,
}

impl TabRandom {
    pub(crate) fn new(entropy: u64) -> TabRandom {
        TabRandom { state: entropy }
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
