//! The learned worth of a board of 4×4: values of patterns of five cells, from tables.
//!
//! A board is seen in all rotations and reflections, and every pattern is looked up in each of
//! them: 32 numbers, whose sum is the score that is still to come.
//! Boards with a tile of 4096 or more have tables of their own, because late in a game the same
//! five cells mean something else.

mod coding;
mod range;

use std::fmt;
use std::sync::OnceLock;

use crate::checksum::{CHECKSUM_BYTES, checksum};

use super::board::{flip, mirror};
use super::slides::transpose;

/// Patterns that are looked up in each rotation of a board.
pub(super) const PATTERNS: usize = 4;

/// Entries of one table: five cells of four bits each.
const TABLE_BITS: u32 = 20;

/// Entries of all tables: two stages of [`PATTERNS`] tables each.
pub(super) const ENTRIES: usize = (2 * PATTERNS) << TABLE_BITS;

/// Lookups for the worth of one board.
pub(super) const LOOKUPS: usize = 8 * PATTERNS;

/// Points of score that a step of a value is worth.
pub(super) const VALUE_STEP: f32 = 16.0;

/// The tables that come with the crate, made by `cargo xtask train-2048`. Beside them lies
/// `network-small.bin`: the same values, packed more coarsely, for editions that fetch them.
#[cfg(not(feature = "fetched-network"))]
const EMBEDDED: Option<&[u8]> = Some(include_bytes!("network.bin"));
#[cfg(feature = "fetched-network")]
const EMBEDDED: Option<&[u8]> = None;

/// The tables of this process.
static NETWORK: OnceLock<Network> = OnceLock::new();

const MAGIC: [u8; 7] = *b"JETAN48";
const VERSION: u8 = 1;
const HEADER_BYTES: usize = MAGIC.len() + 2;

/// The precision with which a file keeps the values.
///
/// A pattern that is met often varies by hundreds of points, so much of a value is noise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetworkPrecision {
    /// Values are rounded to so many steps.
    steps: u8,
    /// Values of fewer steps are left out.
    least: u8,
}

impl NetworkPrecision {
    /// To 48 points: nothing is lost that could be measured.
    pub const FULL: Self = Self { steps: 3, least: 3 };

    /// To 256 points, without values below 384: less than 400 kilobytes, and somewhat weaker.
    pub const SMALL: Self = Self { steps: 16, least: 24 };

    fn shortened(self, value: i16) -> i16 {
        if value.unsigned_abs() < u16::from(self.least) {
            return 0;
        }
        (f32::from(value) / f32::from(self.steps)).round() as i16
    }
}

/// The tables of a player.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    values: Box<[i16; ENTRIES]>,
}

/// Why a file is not a network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NetworkError {
    /// It does not begin like one.
    NotANetwork,
    /// It is of a version this program does not know.
    Version(u8),
    /// The bytes were changed or cut off.
    Checksum,
}

impl std::error::Error for NetworkError {}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANetwork => f.write_str("the file is not a network of 2048"),
            Self::Version(version) => {
                write!(f, "the network has version {version}, not {VERSION}: train it again")
            }
            Self::Checksum => f.write_str("the network is damaged: train it again"),
        }
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.values.iter().filter(|&&value| value != 0).count();
        f.debug_struct("Network").field("known", &known).finish_non_exhaustive()
    }
}

impl Network {
    /// The network that comes with the crate, unpacked at the first call; without such a one, the
    /// network that was provided, if there is one.
    ///
    /// A damaged one in the crate, which a test would find, is worth nothing everywhere.
    pub fn known() -> Option<&'static Self> {
        let Some(bytes) = EMBEDDED else { return NETWORK.get() };
        let unpack = || Self::from_bytes(bytes).unwrap_or_else(|_| Self::zero());
        Some(NETWORK.get_or_init(unpack))
    }

    /// Lets every search from now on use the network in a file, unless there is one already: what
    /// was looked up once must stay the same.
    pub fn provide(bytes: &[u8]) -> Result<(), NetworkError> {
        let network = Self::from_bytes(bytes)?;
        NETWORK.get_or_init(|| network);
        Ok(())
    }

    /// Reads what [`Self::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let after_magic = bytes.strip_prefix(&MAGIC).ok_or(NetworkError::NotANetwork)?;
        let (&[version, steps], rest) =
            after_magic.split_first_chunk().ok_or(NetworkError::Checksum)?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let (body, sum) =
            rest.split_last_chunk::<CHECKSUM_BYTES>().ok_or(NetworkError::Checksum)?;
        if checksum(&bytes[..HEADER_BYTES + body.len()]) != u64::from_le_bytes(*sum) {
            return Err(NetworkError::Checksum);
        }
        let mut network = Self::zero();
        coding::unpack(body, &mut network.values);
        for value in network.values.iter_mut() {
            // Any bytes decode to some values, so the product need not fit.
            *value = value.saturating_mul(i16::from(steps));
        }
        Ok(network)
    }

    /// The network as a file of some precision.
    ///
    /// Tiles beyond those that training often meets are left out.
    pub fn to_bytes(&self, precision: NetworkPrecision) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, precision.steps]);
        let mut shortened = self.clone();
        for value in shortened.values.iter_mut() {
            *value = precision.shortened(*value);
        }
        coding::pack(&shortened.values, &mut bytes);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The network of learned values, rounded to [`VALUE_STEP`].
    pub(super) fn rounded(learned: &[f32]) -> Self {
        let mut network = Self::zero();
        for (value, &points) in network.values.iter_mut().zip(learned) {
            // A cast from float to integer saturates, so large values need no check.
            *value = (points / VALUE_STEP).round() as i16;
        }
        network
    }

    /// The score still to come on a board that is about to get a new tile, in points.
    #[inline]
    pub(super) fn evaluate(&self, cells: u64) -> f32 {
        // Integers, so that the sum does not depend on the order of rotations and is the same for
        // each.
        let mut sum = 0;
        for index in indexes(cells) {
            sum += i32::from(self.values[index]);
        }
        sum as f32 * VALUE_STEP
    }

    fn zero() -> Self {
        let values = vec![0_i16; ENTRIES].into_boxed_slice();
        Self { values: values.try_into().expect("there are as many values as entries") }
    }
}

/// Every entry that belongs to a board; one may be there several times.
#[inline]
pub(super) fn indexes(cells: u64) -> [usize; LOOKUPS] {
    let stage = stage(cells) << (TABLE_BITS + PATTERNS.ilog2());
    let flipped = transpose(cells);
    let (mirrored, flipped_mirrored) = (mirror(cells), mirror(flipped));
    let turns = [
        cells,
        mirrored,
        flip(cells),
        flip(mirrored),
        flipped,
        flipped_mirrored,
        flip(flipped),
        flip(flipped_mirrored),
    ];
    let mut indexes = [0; LOOKUPS];
    for (turn, turned) in turns.into_iter().enumerate() {
        for (table, pattern) in patterns(turned).into_iter().enumerate() {
            indexes[turn * PATTERNS + table] = stage | table << TABLE_BITS | pattern;
        }
    }
    indexes
}

/// The cells of every pattern as an index, in one rotation of a board.
///
/// An outer row with the cell below its first, an inner row likewise, and three cells with two
/// below them at the edge and one row further in. All are runs of bits, which is what makes them
/// quick.
#[inline]
fn patterns(cells: u64) -> [usize; PATTERNS] {
    let run = |cells: u64| cells as usize & 0xf_ffff;
    let block = |cells: u64| cells as usize & 0xfff | (cells >> 4) as usize & 0xf_f000;
    [run(cells), run(cells >> 16), block(cells), block(cells >> 16)]
}

/// The board with its largest tiles halved as long as there are larger ones than 4096 and no two
/// different tiles become equal by it.
///
/// Large tiles only have to be kept out of the way, whatever is on them, so that boards seldom
/// seen in training become ones often seen. Of 100 games with a quick search and a third of the
/// training, 6 instead of 3 made 16,384 by it.
pub(super) fn familiar(mut cells: u64) -> u64 {
    loop {
        let exponents = (0..16).map(|cell| cells >> (4 * cell) & 15);
        let present = exponents.clone().fold(0_u32, |present, exponent| present | 1 << exponent);
        let largest = present.ilog2();
        let missing = (FAMILIAR_GAP_MIN..largest).rev().find(|tile| present >> tile & 1 == 0);
        let (true, Some(missing)) = (largest > FAMILIAR_MAX, missing) else { return cells };
        cells = exponents.enumerate().fold(0, |cells, (cell, exponent)| {
            let halved = exponent - u64::from(exponent > u64::from(missing));
            cells | halved << (4 * cell)
        });
    }
}

/// The exponent of the largest tile that training has met often.
const FAMILIAR_MAX: u32 = 12;

/// The exponent of the smallest tile that a larger one may become: new tiles would meet smaller
/// ones at once.
const FAMILIAR_GAP_MIN: u32 = 4;

/// 1 for a board with a tile of 4096 or more, the exponents 12 to 15.
#[inline]
fn stage(cells: u64) -> usize {
    // The exponents from 12 on are those whose two upper bits are set.
    usize::from(cells & cells << 1 & 0x8888_8888_8888_8888 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    fn fingerprint(network: &Network) -> u64 {
        let bytes: Vec<u8> = network.values.iter().flat_map(|value| value.to_le_bytes()).collect();
        checksum(&bytes)
    }

    const FULL: &[u8] = include_bytes!("network.bin");
    const SMALL: &[u8] = include_bytes!("network-small.bin");

    #[test]
    fn the_networks_that_come_with_the_crate_are_the_known_ones() {
        let files = [
            (FULL, 0x0533_34cb_63f6_b4a6, NetworkPrecision::FULL, 1_500_000),
            (SMALL, 0x6177_77b8_045b_fa05, NetworkPrecision::SMALL, 400_000),
        ];
        for (bytes, expected, precision, bytes_max) in files {
            let network = Network::from_bytes(bytes).unwrap();
            assert_eq!(fingerprint(&network), expected, "{network:?}");
            assert!(network.to_bytes(precision) == bytes, "{precision:?}");
            assert!(bytes.len() <= bytes_max);
        }
    }

    #[test]
    fn a_network_is_provided_once() {
        let is_embedded = EMBEDDED.is_some();
        assert_eq!(Network::known().is_some(), is_embedded);
        assert_eq!(Network::provide(b"else"), Err(NetworkError::NotANetwork));
        assert_eq!(Network::known().is_some(), is_embedded);
        Network::provide(SMALL).unwrap();
        Network::provide(FULL).unwrap();
        let expected = Network::from_bytes(if is_embedded { FULL } else { SMALL }).unwrap();
        assert_eq!(Network::known(), Some(&expected));
    }

    #[test]
    fn a_network_that_was_packed_is_the_same_again() {
        let mut network = Network::zero();
        let mut rng = Rng::new(3);
        for _ in 0..20_000 {
            let tiles = (0..5).fold(0, |tiles, _| tiles << 4 | rng.below(12) as usize);
            let table = rng.below(8) as usize;
            network.values[table << TABLE_BITS | tiles] = rng.next_u64() as i16 >> rng.below(12);
        }
        let exact = network.to_bytes(NetworkPrecision { steps: 1, least: 0 });
        assert_eq!(Network::from_bytes(&exact), Ok(network.clone()));
        let coarse = network.to_bytes(NetworkPrecision::SMALL);
        assert!(coarse.len() < exact.len());
        let restored = Network::from_bytes(&coarse).unwrap();
        let distance = |(a, b): (&i16, &i16)| a.abs_diff(*b);
        let most = network.values.iter().zip(restored.values.iter()).map(distance).max();
        assert_eq!(most, Some(u16::from(NetworkPrecision::SMALL.least) - 1));
        assert_eq!(restored.to_bytes(NetworkPrecision::SMALL), coarse);
    }

    #[test]
    fn a_damaged_network_is_refused() {
        let bytes = Network::zero().to_bytes(NetworkPrecision::FULL);
        assert_eq!(Network::from_bytes(b"else"), Err(NetworkError::NotANetwork));
        for len in 0..bytes.len() {
            assert!(Network::from_bytes(&bytes[..len]).is_err(), "{len}");
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(Network::from_bytes(&damaged).is_err(), "{at}");
        }
        let mut newer = bytes;
        newer[MAGIC.len()] = VERSION + 1;
        let error = Network::from_bytes(&newer).unwrap_err();
        assert_eq!(error.to_string(), "the network has version 2, not 1: train it again");
    }

    #[test]
    fn every_turn_of_a_board_is_worth_the_same() {
        let network = Network::from_bytes(SMALL).unwrap();
        let mut rng = Rng::new(5);
        for _ in 0..2_000 {
            let cells = rng.next_u64() & rng.next_u64();
            let worth = network.evaluate(cells).to_bits();
            for turned in [transpose(cells), mirror(cells), flip(cells)] {
                assert_eq!(network.evaluate(turned).to_bits(), worth, "{cells:016x}");
            }
        }
    }

    /// Exponents from the highest digit on.
    fn check_familiar(cells: u64, expected: u64) {
        assert_eq!(familiar(cells), expected, "{cells:x} {:x}", familiar(cells));
    }

    #[test]
    fn large_tiles_are_seen_as_smaller_ones_while_a_size_is_free() {
        check_familiar(0, 0);
        check_familiar(0xcb, 0xcb);
        check_familiar(0xf1, 0xc1);
        check_familiar(0xffed_1000, 0xccba_1000);
        check_familiar(0xdcb9_8765, 0xcba9_8765);
        // No size from 16 on is free.
        check_familiar(0xdcba_9876_5421, 0xdcba_9876_5421);
    }
}
