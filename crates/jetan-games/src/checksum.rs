//! The checksum of the files that come with the crate.

/// The bytes that a checksum takes in a file.
pub(crate) const CHECKSUM_BYTES: usize = size_of::<u64>();

/// FNV-1a with 64 bits: finds damage, not malice.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
