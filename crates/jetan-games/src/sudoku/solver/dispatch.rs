//! Chooses the form of the 9×9 search for this processor, and holds the forms in vector
//! instructions.
//!
//! The only file of the crate with unsafe code: with AVX2 the search is three to four times as
//! fast as in plain words, with SSSE3 twice (`benchmarks/peers`).

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "instructions that not every processor has are called here")
)]

use super::{
    lanes::ScalarLanes,
    nine::{self, LaneBoard},
};
use crate::search::SearchBudget;

/// The search in one of its forms, with the memory it works in.
pub(super) enum SolverEngine {
    Plain(Vec<LaneBoard<ScalarLanes>>),
    #[cfg(target_arch = "x86_64")]
    Narrow(Vec<LaneBoard<narrow::NarrowLanes>>),
    #[cfg(target_arch = "x86_64")]
    Wide(Vec<LaneBoard<wide::WideLanes>>),
}

impl SolverEngine {
    /// Every form that this processor runs with its name, the fastest first.
    pub(super) fn all() -> Vec<(&'static str, Self)> {
        let mut engines = Self::vectors();
        engines.push(("words", Self::Plain(Vec::new())));
        engines
    }

    #[cfg(target_arch = "x86_64")]
    fn vectors() -> Vec<(&'static str, Self)> {
        let mut engines = Vec::new();
        let has_popcnt = is_x86_feature_detected!("popcnt");
        if has_popcnt && is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
            engines.push(("AVX2", Self::Wide(Vec::new())));
        }
        if has_popcnt && is_x86_feature_detected!("ssse3") {
            engines.push(("SSSE3", Self::Narrow(Vec::new())));
        }
        engines
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn vectors() -> Vec<(&'static str, Self)> {
        Vec::new()
    }

    /// [`nine::search`] in this form.
    pub(super) fn search(
        &mut self,
        clues: &[u8; 81],
        limit: u64,
        solution: &mut [u8; 81],
        budget: &mut SearchBudget<'_>,
    ) -> u64 {
        match self {
            Self::Plain(stack) => nine::search(stack, clues, limit, solution, budget),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: only `all` makes this variant, after it has seen the two features.
            Self::Narrow(stack) => unsafe { narrow::search(stack, clues, limit, solution, budget) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: only `all` makes this variant, after it has seen the three features.
            Self::Wide(stack) => unsafe { wide::search(stack, clues, limit, solution, budget) },
        }
    }
}

/// The bytes of four lanes with the boxes of the band one to the right.
#[cfg(target_arch = "x86_64")]
const RIGHT: [u8; 8] = [2, 3, 4, 5, 0, 1, 6, 7];
/// The bytes of four lanes with the boxes of the band one to the left.
#[cfg(target_arch = "x86_64")]
const LEFT: [u8; 8] = [4, 5, 0, 1, 2, 3, 6, 7];

/// Clues become vectors a row at a time: the fill of a board is a good part of what an easy puzzle
/// takes.
#[cfg(target_arch = "x86_64")]
mod clues {
    use std::arch::x86_64::{
        __m128i, _mm_min_epu8, _mm_or_si128, _mm_set1_epi8, _mm_setzero_si128, _mm_shuffle_epi8,
        _mm_unpackhi_epi8, _mm_unpackhi_epi64, _mm_unpacklo_epi8, _mm_unpacklo_epi64,
    };
    use std::mem::transmute;

    /// The code of everything that is not a digit.
    const NO_DIGIT: u8 = 15;
    /// The candidates of a cell by its clue: all for 0, none if it is not a digit; lower and upper
    /// bytes.
    const LOWER: [u8; 16] = [0xff, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0];
    const UPPER: [u8; 16] = [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    /// The cells of a row by their column in a box, with a gap for each unused lane.
    const ORDER: [u8; 16] = {
        const GAP: u8 = 0x80;
        [0, 3, 6, GAP, 1, 4, 7, GAP, 2, 5, 8, GAP, GAP, GAP, GAP, GAP]
    };
    const GAPS: [u8; 16] = {
        const GAP: u8 = NO_DIGIT;
        [0, 0, 0, GAP, 0, 0, 0, GAP, 0, 0, 0, GAP, GAP, GAP, GAP, GAP]
    };

    /// Runs vector instructions that work on registers alone.
    macro_rules! ssse3 {
        ($call:expr) => {{
            // SAFETY: the instructions need SSSE3. This module is used only below the two
            // functions `search`, which run only where SSSE3, or AVX2 with it, was detected.
            unsafe { $call }
        }};
    }

    #[inline(always)]
    fn register(bytes: [u8; 16]) -> __m128i {
        // SAFETY: both types are 16 bytes in which every bit pattern is a value.
        unsafe { transmute::<[u8; 16], __m128i>(bytes) }
    }

    /// The sets of a row's cells: first and second column of its boxes, and third.
    #[inline(always)]
    fn row(clues: &[u8; 96], row: usize) -> [__m128i; 2] {
        let bytes = *clues[9 * row..].first_chunk().expect("the last row begins at 72");
        ssse3!({
            let bytes = _mm_min_epu8(register(bytes), _mm_set1_epi8(NO_DIGIT as i8));
            let bytes = _mm_or_si128(_mm_shuffle_epi8(bytes, register(ORDER)), register(GAPS));
            let lower = _mm_shuffle_epi8(register(LOWER), bytes);
            let upper = _mm_shuffle_epi8(register(UPPER), bytes);
            [_mm_unpacklo_epi8(lower, upper), _mm_unpackhi_epi8(lower, upper)]
        })
    }

    /// The vectors of all cells in halves: two bands, and the third.
    #[inline(always)]
    pub(super) fn vectors(clues: &[u8; 81]) -> [[__m128i; 2]; 9] {
        // Rows are read 16 bytes at a time, so the last one reaches beyond the 81 clues.
        let mut padded = [0; 96];
        padded[..81].copy_from_slice(clues);
        ssse3!({
            let zero = _mm_setzero_si128();
            let mut cells = [[zero; 2]; 9];
            for (i, cells) in cells.chunks_exact_mut(3).enumerate() {
                let [a, third_a] = row(&padded, i);
                let [b, third_b] = row(&padded, i + 3);
                let [c, third_c] = row(&padded, i + 6);
                cells[0] = [_mm_unpacklo_epi64(a, b), _mm_unpacklo_epi64(c, zero)];
                cells[1] = [_mm_unpackhi_epi64(a, b), _mm_unpackhi_epi64(c, zero)];
                cells[2] =
                    [_mm_unpacklo_epi64(third_a, third_b), _mm_unpacklo_epi64(third_c, zero)];
            }
            cells
        })
    }
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::{
        __m256i, _mm_unpackhi_epi32, _mm_unpacklo_epi32, _mm256_add_epi16, _mm256_and_si256,
        _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi16, _mm256_extracti128_si256,
        _mm256_movemask_epi8, _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set_m128i,
        _mm256_set1_epi16, _mm256_setr_epi16, _mm256_setr_epi64x, _mm256_setzero_si256,
        _mm256_shuffle_epi8,
    };
    use std::mem::transmute;

    use super::super::{
        lanes::BoxLanes,
        nine::{self, LaneBoard},
    };
    use super::{LEFT, RIGHT, clues};
    use crate::search::SearchBudget;

    /// A vector as one register; bands are its 64-bit quarters, the last of them unused.
    #[derive(Debug, Clone, Copy)]
    pub(in super::super) struct WideLanes(__m256i);

    #[target_feature(enable = "avx2,bmi1,popcnt")]
    pub(super) fn search(
        stack: &mut Vec<LaneBoard<WideLanes>>,
        clues: &[u8; 81],
        limit: u64,
        solution: &mut [u8; 81],
        budget: &mut SearchBudget<'_>,
    ) -> u64 {
        nine::search(stack, clues, limit, solution, budget)
    }

    /// Runs vector instructions that work on registers alone.
    macro_rules! avx2 {
        ($call:expr) => {{
            // SAFETY: the instructions need AVX2. All values of type `WideLanes` are made and used
            // below `search`, which runs only where AVX2 was detected.
            unsafe { $call }
        }};
    }

    /// The bytes of eight lanes with the first and the second four in turn.
    const PAIRS: [u8; 16] = [0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15];

    /// Two bits for every lane that stands for a box, as `movemask` gives them.
    const BOX_BYTES: i32 = 0x003f_3f3f;

    /// Reorders the bytes of every four lanes.
    #[inline(always)]
    fn shuffle_bands(lanes: __m256i, order: [u8; 8]) -> __m256i {
        let even = u64::from_le_bytes(order) as i64;
        let odd = even + 0x0808_0808_0808_0808;
        avx2!(_mm256_shuffle_epi8(lanes, _mm256_setr_epi64x(even, odd, even, odd)))
    }

    impl BoxLanes for WideLanes {
        #[inline(always)]
        fn splat(digits: u16) -> Self {
            let set = digits as i16;
            Self(avx2!(_mm256_setr_epi16(
                set, set, set, 0, set, set, set, 0, set, set, set, 0, 0, 0, 0, 0
            )))
        }

        #[inline(always)]
        fn from_array(lanes: &[u16; 16]) -> Self {
            // SAFETY: both types are 32 bytes in which every bit pattern is a value.
            Self(unsafe { transmute::<[u16; 16], __m256i>(*lanes) })
        }

        #[inline(always)]
        fn from_clues(clues: &[u8; 81]) -> [Self; 9] {
            let mut cells = [Self::splat(0); 9];
            for (cell, [upper, lower]) in cells.iter_mut().zip(clues::vectors(clues)) {
                *cell = Self(avx2!(_mm256_set_m128i(lower, upper)));
            }
            cells
        }

        #[inline(always)]
        fn to_array(self) -> [u16; 16] {
            // SAFETY: both types are 32 bytes in which every bit pattern is a value.
            unsafe { transmute::<__m256i, [u16; 16]>(self.0) }
        }

        #[inline(always)]
        fn to_words(self) -> [u64; 3] {
            // SAFETY: both types are 32 bytes in which every bit pattern is a value.
            let [a, b, c, _] = unsafe { transmute::<__m256i, [u64; 4]>(self.0) };
            [a, b, c]
        }

        #[inline(always)]
        fn transpose(self) -> Self {
            // SAFETY: both types are 32 bytes in which every bit pattern is a value.
            let order = unsafe { transmute::<[[u8; 16]; 2], __m256i>([PAIRS; 2]) };
            Self(avx2!({
                let pairs = _mm256_shuffle_epi8(self.0, order);
                let upper = _mm256_castsi256_si128(pairs);
                let lower = _mm256_extracti128_si256::<1>(pairs);
                _mm256_set_m128i(_mm_unpackhi_epi32(upper, lower), _mm_unpacklo_epi32(upper, lower))
            }))
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            Self(avx2!(_mm256_and_si256(self.0, other.0)))
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Self(avx2!(_mm256_or_si256(self.0, other.0)))
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            Self(avx2!(_mm256_andnot_si256(other.0, self.0)))
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            Self(avx2!(_mm256_add_epi16(self.0, other.0)))
        }

        #[inline(always)]
        fn drop_lowest(self) -> Self {
            Self(avx2!({
                let less_one = _mm256_add_epi16(self.0, _mm256_set1_epi16(-1));
                _mm256_and_si256(self.0, less_one)
            }))
        }

        #[inline(always)]
        fn empties(self) -> Self {
            Self(avx2!(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256())))
        }

        #[inline(always)]
        fn right(self) -> Self {
            Self(shuffle_bands(self.0, RIGHT))
        }

        #[inline(always)]
        fn left(self) -> Self {
            Self(shuffle_bands(self.0, LEFT))
        }

        #[inline(always)]
        fn below(self) -> Self {
            Self(avx2!(_mm256_permute4x64_epi64::<0b11_00_10_01>(self.0)))
        }

        #[inline(always)]
        fn above(self) -> Self {
            Self(avx2!(_mm256_permute4x64_epi64::<0b11_01_00_10>(self.0)))
        }

        #[inline(always)]
        fn equals(self, other: Self) -> bool {
            let equal = avx2!(_mm256_movemask_epi8(_mm256_cmpeq_epi16(self.0, other.0)));
            equal & BOX_BYTES == BOX_BYTES
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod narrow {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi16, _mm_and_si128, _mm_andnot_si128, _mm_cmpeq_epi16,
        _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi16, _mm_setzero_si128,
        _mm_shuffle_epi8, _mm_unpackhi_epi32, _mm_unpackhi_epi64, _mm_unpacklo_epi16,
        _mm_unpacklo_epi32, _mm_unpacklo_epi64,
    };
    use std::mem::transmute;

    use super::super::{
        lanes::BoxLanes,
        nine::{self, LaneBoard},
    };
    use super::{LEFT, RIGHT, clues};
    use crate::search::SearchBudget;

    #[target_feature(enable = "ssse3,popcnt")]
    pub(super) fn search(
        stack: &mut Vec<LaneBoard<NarrowLanes>>,
        clues: &[u8; 81],
        limit: u64,
        solution: &mut [u8; 81],
        budget: &mut SearchBudget<'_>,
    ) -> u64 {
        nine::search(stack, clues, limit, solution, budget)
    }

    /// A vector as two registers, the first with two bands and the second with one.
    #[derive(Debug, Clone, Copy)]
    pub(in super::super) struct NarrowLanes([__m128i; 2]);

    /// Runs vector instructions that work on registers alone.
    macro_rules! ssse3 {
        ($call:expr) => {{
            // SAFETY: the instructions need SSSE3. Every `NarrowLanes` is made and used
            // below `search`, which runs only where SSSE3 was detected.
            unsafe { $call }
        }};
    }

    /// Two bits for every lane that stands for a box, as `movemask` gives them.
    const BOX_BYTES: [i32; 2] = [0x3f3f, 0x003f];

    impl NarrowLanes {
        #[inline(always)]
        fn zip(self, other: Self, f: impl Fn(__m128i, __m128i) -> __m128i) -> Self {
            let ([a, b], [c, d]) = (self.0, other.0);
            Self([f(a, c), f(b, d)])
        }

        #[inline(always)]
        fn map(self, f: impl Fn(__m128i) -> __m128i) -> Self {
            let [a, b] = self.0;
            Self([f(a), f(b)])
        }
    }

    /// Reorders the bytes of every four lanes.
    #[inline(always)]
    fn shuffle_bands(half: __m128i, order: [u8; 8]) -> __m128i {
        let even = u64::from_le_bytes(order) as i64;
        let odd = even + 0x0808_0808_0808_0808;
        ssse3!(_mm_shuffle_epi8(half, _mm_set_epi64x(odd, even)))
    }

    impl BoxLanes for NarrowLanes {
        #[inline(always)]
        fn splat(digits: u16) -> Self {
            let d = digits;
            Self::from_array(&[d, d, d, 0, d, d, d, 0, d, d, d, 0, 0, 0, 0, 0])
        }

        #[inline(always)]
        fn from_array(lanes: &[u16; 16]) -> Self {
            // SAFETY: both types are 32 bytes in which every bit pattern is a value.
            Self(unsafe { transmute::<[u16; 16], [__m128i; 2]>(*lanes) })
        }

        #[inline(always)]
        fn from_clues(clues: &[u8; 81]) -> [Self; 9] {
            let mut cells = [Self::splat(0); 9];
            for (cell, halves) in cells.iter_mut().zip(clues::vectors(clues)) {
                *cell = Self(halves);
            }
            cells
        }

        #[inline(always)]
        fn to_array(self) -> [u16; 16] {
            // SAFETY: both types are 32 bytes in which every bit pattern is a value.
            unsafe { transmute::<[__m128i; 2], [u16; 16]>(self.0) }
        }

        #[inline(always)]
        fn to_words(self) -> [u64; 3] {
            // SAFETY: both types are 32 bytes in which every bit pattern is a value.
            let [a, b, c, _] = unsafe { transmute::<[__m128i; 2], [u64; 4]>(self.0) };
            [a, b, c]
        }

        #[inline(always)]
        fn transpose(self) -> Self {
            let [upper, lower] = self.0;
            Self(ssse3!({
                let pairs = _mm_unpacklo_epi16(upper, _mm_unpackhi_epi64(upper, upper));
                let singles = _mm_unpacklo_epi16(lower, _mm_setzero_si128());
                [_mm_unpacklo_epi32(pairs, singles), _mm_unpackhi_epi32(pairs, singles)]
            }))
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            self.zip(other, |a, b| ssse3!(_mm_and_si128(a, b)))
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            self.zip(other, |a, b| ssse3!(_mm_or_si128(a, b)))
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            self.zip(other, |a, b| ssse3!(_mm_andnot_si128(b, a)))
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            self.zip(other, |a, b| ssse3!(_mm_add_epi16(a, b)))
        }

        #[inline(always)]
        fn drop_lowest(self) -> Self {
            self.map(|half| ssse3!(_mm_and_si128(half, _mm_add_epi16(half, _mm_set1_epi16(-1)))))
        }

        #[inline(always)]
        fn empties(self) -> Self {
            self.map(|half| ssse3!(_mm_cmpeq_epi16(half, _mm_setzero_si128())))
        }

        #[inline(always)]
        fn right(self) -> Self {
            self.map(|half| shuffle_bands(half, RIGHT))
        }

        #[inline(always)]
        fn left(self) -> Self {
            self.map(|half| shuffle_bands(half, LEFT))
        }

        #[inline(always)]
        fn below(self) -> Self {
            let [upper, lower] = self.0;
            let moved = ssse3!(_mm_unpacklo_epi64(_mm_unpackhi_epi64(upper, upper), lower));
            Self([moved, upper])
        }

        #[inline(always)]
        fn above(self) -> Self {
            let [upper, lower] = self.0;
            let second = ssse3!(_mm_unpackhi_epi64(upper, upper));
            Self([ssse3!(_mm_unpacklo_epi64(lower, upper)), second])
        }

        #[inline(always)]
        fn equals(self, other: Self) -> bool {
            let [a, b] = self.zip(other, |a, b| ssse3!(_mm_cmpeq_epi16(a, b))).0;
            let equal = ssse3!([_mm_movemask_epi8(a), _mm_movemask_epi8(b)]);
            equal[0] & BOX_BYTES[0] == BOX_BYTES[0] && equal[1] & BOX_BYTES[1] == BOX_BYTES[1]
        }
    }
}
