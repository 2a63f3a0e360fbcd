//! Hints with evidence: what padding between two regions would save, found by replaying the
//! references with moved addresses.

use super::settings::CacheSettings;
use super::{CacheFigures, CacheTool, RegionStarts};
use crate::observe::RunEvent;
use crate::reference::{AddressRange, MemoryReference};

/// The most references that are kept for a replay.
const REFERENCES_MAX: usize = 1 << 22;
/// The most pairs of regions that are tried.
const PAIRS_MAX: usize = 4;
/// The most blocks of padding that are tried.
const PADDING_BLOCKS_MAX: u32 = 4;

/// References that were kept, eight bytes each.
#[derive(Clone, Debug, Default)]
pub struct KeptReferences {
    references: Vec<RunEvent>,
    is_cut: bool,
}

/// Padding that was tried and helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaddingHint {
    /// The start of the region that comes first.
    pub first: u32,
    /// The start of the region that is moved, with everything after it.
    pub moved: u32,
    /// Bytes between them.
    pub padding_bytes: u32,
    /// Figures of the run as it was.
    pub before: CacheFigures,
    /// Figures with the padding.
    pub after: CacheFigures,
}

impl KeptReferences {
    /// Keeps a reference to data.
    #[inline]
    pub fn push(&mut self, reference: MemoryReference) {
        self.take(&[RunEvent::of_reference(reference)], u32::MAX);
    }

    /// Keeps the references to data up to an address.
    pub(crate) fn take(&mut self, events: &[RunEvent], last_address: u32) {
        if self.is_cut {
            return;
        }
        if RunEvent::are_plain(events, last_address) {
            self.references.extend_from_slice(events);
        } else {
            let is_kept = |event: &&RunEvent| {
                event.data_parts().is_some_and(|(_, address, _)| address <= last_address)
            };
            self.references.extend(events.iter().filter(is_kept));
        }
        self.is_cut = self.references.len() > REFERENCES_MAX;
        if self.is_cut {
            // Some of them tell nothing.
            self.references = Vec::new();
        }
    }

    /// Whether references are missing; then there are no hints.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The padding that saves the most conflict misses; none if none saves any.
    ///
    /// Only what lies in `movable` from the moved region on is moved: a heap or a stack stays.
    pub fn padding(
        &self,
        settings: CacheSettings,
        regions: &RegionStarts,
        movable: AddressRange,
    ) -> Option<PaddingHint> {
        if self.is_cut {
            return None;
        }
        let before = self.replay(settings, regions, |address| address);
        let figures = before.figures();
        let is_movable = |start: u32| movable.contains(start) && start > movable.first;
        let fights = before.fights().into_iter().filter(|fight| {
            let moved = fight.evictor.max(fight.victim);
            fight.conflict > 0 && fight.evictor != fight.victim && is_movable(moved)
        });
        let mut pairs: Vec<(u32, u32)> = fights
            .map(|fight| (fight.evictor.min(fight.victim), fight.evictor.max(fight.victim)))
            .collect();
        pairs.dedup();
        let mut best: Option<PaddingHint> = None;
        for (first, moved) in pairs.into_iter().take(PAIRS_MAX) {
            for blocks in 1..=PADDING_BLOCKS_MAX {
                let padding_bytes = blocks * settings.geometry.block_bytes();
                let after = self.replay(settings, regions, |address| {
                    let moves = moved <= address && address <= movable.last;
                    if moves { address.wrapping_add(padding_bytes) } else { address }
                });
                let after = after.figures();
                let fewest = best.map_or(figures.misses(), |hint| hint.after.misses());
                if after.misses() < fewest && after.conflict < figures.conflict {
                    best =
                        Some(PaddingHint { first, moved, padding_bytes, before: figures, after });
                }
            }
        }
        best
    }

    fn replay(
        &self,
        settings: CacheSettings,
        regions: &RegionStarts,
        moved: impl Fn(u32) -> u32,
    ) -> CacheTool {
        let mut tool = CacheTool::new(settings, regions.clone());
        for (pc, address, is_write) in self.references.iter().filter_map(|one| one.data_parts()) {
            tool.access(pc, settings.geometry.block_of(moved(address)), is_write);
        }
        tool
    }
}
