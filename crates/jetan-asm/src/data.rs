//! The initialised data of a program: bytes at any address, kept in the blocks MARS allocates.

use jetan_isa::{Segment, SegmentKind};
use jetan_order::SharedSort;
use rustc_hash::FxHashMap;

use crate::limits;

/// MARS allocates data memory in blocks of this size and dumps whole blocks.
const BLOCK_BYTES: usize = 4096;

// Boxed, so that the list of blocks can grow without copying what is in them.
type DataBlock = Box<[u8; BLOCK_BYTES]>;

#[derive(Default)]
pub(crate) struct DataImage {
    blocks: Vec<(u32, DataBlock)>,
    by_number: FxHashMap<u32, u32>,
    /// The block written last, which is nearly always the next one too.
    last: usize,
}

/// The program has more data than [`limits::DATA_BYTES_MAX`].
#[derive(Debug)]
pub(crate) struct DataLimitReached;

impl DataImage {
    /// Stores bytes, lowest address first.
    pub(crate) fn store(&mut self, address: u32, bytes: &[u8]) -> Result<(), DataLimitReached> {
        let mut address = address;
        let mut rest = bytes;
        while !rest.is_empty() {
            let offset = address as usize % BLOCK_BYTES;
            let (now, later) = rest.split_at(rest.len().min(BLOCK_BYTES - offset));
            self.block(address / BLOCK_BYTES as u32)?[offset..offset + now.len()]
                .copy_from_slice(now);
            address = address.wrapping_add(now.len() as u32);
            rest = later;
        }
        Ok(())
    }

    fn block(&mut self, number: u32) -> Result<&mut DataBlock, DataLimitReached> {
        if self.blocks.get(self.last).is_none_or(|&(last, _)| last != number) {
            self.last = match self.by_number.get(&number) {
                Some(&idx) => idx as usize,
                None => self.add_block(number)?,
            };
        }
        // `last` was just set, so this never fails; an error is still better than a panic.
        self.blocks.get_mut(self.last).map(|(_, block)| block).ok_or(DataLimitReached)
    }

    fn add_block(&mut self, number: u32) -> Result<usize, DataLimitReached> {
        // Blocks are counted, not bytes: single bytes far apart take as much memory as full blocks.
        if (self.blocks.len() + 1) * BLOCK_BYTES > limits::DATA_BYTES_MAX {
            return Err(DataLimitReached);
        }
        let idx = self.blocks.len();
        self.by_number.insert(number, idx as u32);
        self.blocks.push((number, Box::new([0; BLOCK_BYTES])));
        Ok(idx)
    }

    /// The bytes of all blocks.
    pub(crate) fn bytes(&self) -> usize {
        self.blocks.len() * BLOCK_BYTES
    }

    /// The blocks as segments, neighbours joined, in order of address.
    pub(crate) fn into_segments(mut self) -> Vec<Segment> {
        // Sorted here and not kept sorted: `.data ADDRESS` may jump to and fro between blocks.
        self.blocks.shared_sort_by_key(|&(number, _)| number);
        let neighbours =
            self.blocks.chunk_by(|(one, _), (next, _)| one.checked_add(1) == Some(*next));
        let segment = |blocks: &[(u32, DataBlock)]| {
            // A segment that grew step by step would be there twice at its last one.
            let mut bytes = Vec::with_capacity(blocks.len() * BLOCK_BYTES);
            for (_, block) in blocks {
                bytes.extend_from_slice(&block[..]);
            }
            Segment { kind: SegmentKind::Data, address: blocks[0].0 * BLOCK_BYTES as u32, bytes }
        };
        neighbours.map(segment).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbouring_blocks_become_one_segment() {
        let mut data = DataImage::default();
        data.store(0x1001_0ffe, &[1, 2, 3, 4]).expect("small");
        data.store(0x9000_0000, &[5]).expect("small");
        data.store(0xffff_ffff, &[6]).expect("small");
        let segments = data.into_segments();
        let shape: Vec<_> = segments.iter().map(|s| (s.address, s.bytes.len())).collect();
        assert_eq!(shape, [(0x1001_0000, 8192), (0x9000_0000, 4096), (0xffff_f000, 4096)]);
        assert_eq!(segments[0].bytes[0xffe..0x1002], [1, 2, 3, 4]);
    }

    #[test]
    fn data_is_bounded() {
        let mut data = DataImage::default();
        let blocks = (limits::DATA_BYTES_MAX / BLOCK_BYTES) as u32;
        for number in 0..blocks {
            assert!(data.store(number * BLOCK_BYTES as u32, &[1]).is_ok());
        }
        assert!(data.store(blocks * BLOCK_BYTES as u32, &[1]).is_err());
        assert!(data.store(0, &[1]).is_ok());
    }
}
