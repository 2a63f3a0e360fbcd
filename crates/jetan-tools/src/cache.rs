//! Caches: what hits, what misses and why, and what goes over the bus.

mod few;
mod figures;
mod full_lru;
mod hint;
mod level;
mod miss_map;
mod optimal;
mod recent;
mod settings;
mod sites;
mod stack;
mod sweep;
mod system;
mod walk;

pub use figures::{CacheFigures, MemoryTimes, MissKind, amat};
pub use full_lru::{FullLru, SeenBlocks};
pub use hint::{KeptReferences, PaddingHint};
pub use level::{CacheLevel, CacheLine, EvictedBlock, LevelOutcome};
pub use miss_map::{CellMisses, MAP_COLUMNS_MAX, MAP_ROWS_MAX, MissMap};
pub use optimal::KeptAccesses;
pub use settings::{
    AddressParts, CacheGeometry, CacheSettings, ReplacementPolicy, SWEEP_MAX, WritePolicy,
};
pub use sites::{RegionFight, RegionStarts, SiteMisses, SiteTable};
pub use stack::{CurvePoint, StackDistances};
pub use sweep::CacheSweep;
pub use system::{CacheRole, CacheSystem};

use crate::observe::RunEvent;
use crate::reference::{MemoryReference, ReferenceKind};
use few::{FEW_MAX, FewBlocks};
use figures::is_own_companion;
use recent::RecentBlocks;
use sites::{LentCounts, RegionMisses};

/// No block has this number: the smallest has four bytes.
const NO_BLOCK: u32 = u32::MAX;

/// A cache that is watched: its blocks, its figures and who caused them.
#[derive(Clone, Debug)]
pub struct CacheTool {
    level: CacheLevel,
    figures: CacheFigures,
    companion: MissCompanion,
    /// Kept accesses, for Belady's policy only.
    kept: Option<KeptAccesses>,
    sites: SiteTable,
    regions: RegionMisses,
    /// Misses by time and address, if they are asked for.
    map: Option<Box<MissMap>>,
    /// The block of the last access, if it is there and the companion's newest.
    last: u32,
    /// Bytes in a block as a power of two.
    block_log: u32,
    /// Whether the figures come from a sweep.
    is_swept: bool,
}

/// The fully associative cache that tells kinds of misses apart.
#[derive(Clone, Debug)]
enum MissCompanion {
    /// Every access brings its block, so that one list in the order of use is enough.
    Few(FewBlocks, SeenBlocks),
    /// The same for more blocks.
    Ordered(Box<RecentBlocks>),
    /// Writes may not; or the cache is its own companion, and there is none.
    Other(Option<FullLru>, SeenBlocks),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CompanionOutcome {
    Hit,
    Missed,
    /// Missed, and the block was never referenced before.
    First,
    /// There is none.
    Absent,
}

impl MissCompanion {
    fn new(settings: CacheSettings) -> MissCompanion {
        let blocks = settings.geometry.blocks();
        if is_own_companion(settings) {
            MissCompanion::Other(None, SeenBlocks::default())
        } else if settings.write.allocates && blocks <= FEW_MAX {
            MissCompanion::Few(FewBlocks::new(blocks), SeenBlocks::default())
        } else if settings.write.allocates {
            MissCompanion::Ordered(Box::new(RecentBlocks::new(&[blocks])))
        } else {
            MissCompanion::Other(Some(FullLru::new(blocks)), SeenBlocks::default())
        }
    }

    #[inline]
    fn access(&mut self, block: u32, brings: bool) -> CompanionOutcome {
        match self {
            MissCompanion::Few(few, _) => {
                let is_hit = few.access(block);
                if is_hit { CompanionOutcome::Hit } else { CompanionOutcome::Missed }
            }
            MissCompanion::Ordered(recent) => {
                let mut cold = 0;
                match recent.missing(block, &mut cold) {
                    0 => CompanionOutcome::Hit,
                    _ if cold > 0 => CompanionOutcome::First,
                    _ => CompanionOutcome::Missed,
                }
            }
            MissCompanion::Other(None, _) => CompanionOutcome::Absent,
            MissCompanion::Other(Some(full), _) => {
                let is_hit = full.access(block, brings);
                if is_hit { CompanionOutcome::Hit } else { CompanionOutcome::Missed }
            }
        }
    }

    /// The kind of a miss.
    fn kind(&mut self, block: u32, outcome: CompanionOutcome) -> MissKind {
        match (outcome, self) {
            (CompanionOutcome::Hit, _) => MissKind::Conflict,
            (CompanionOutcome::First, _) => MissKind::Compulsory,
            // Only a miss of both can be a first use: a block that hits was referenced before.
            (_, MissCompanion::Other(_, seen) | MissCompanion::Few(_, seen)) => {
                if seen.insert(block) { MissKind::Compulsory } else { MissKind::Capacity }
            }
            _ => MissKind::Capacity,
        }
    }
}

/// The effect of one access to a watched cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheOutcome {
    /// The reason of the miss; none for a hit.
    pub miss: Option<MissKind>,
    /// Whether the block was brought.
    pub is_filled: bool,
    /// The block that made room for it.
    pub evicted: Option<EvictedBlock>,
}

impl CacheTool {
    /// An empty cache; misses are booked by these regions.
    pub fn new(settings: CacheSettings, regions: RegionStarts) -> CacheTool {
        let is_optimal = settings.replacement == ReplacementPolicy::Optimal;
        CacheTool {
            level: CacheLevel::new(settings),
            figures: CacheFigures::default(),
            companion: MissCompanion::new(settings),
            kept: is_optimal.then(KeptAccesses::default),
            sites: SiteTable::default(),
            regions: RegionMisses::new(regions),
            map: None,
            last: NO_BLOCK,
            block_log: settings.geometry.block_bytes().trailing_zeros(),
            is_swept: false,
        }
    }

    /// Notes misses by time and address from now on; Belady's policy has none.
    #[must_use]
    pub fn with_map(mut self) -> CacheTool {
        let bytes = self.settings().geometry.block_bytes();
        self.map = self.kept.is_none().then(|| Box::new(MissMap::new(bytes)));
        self
    }

    /// Misses by time and address, if they are noted.
    pub fn map(&self) -> Option<&MissMap> {
        self.map.as_deref().filter(|_| !self.is_swept)
    }

    /// The settings.
    pub fn settings(&self) -> CacheSettings {
        self.level.settings()
    }

    /// The cache itself.
    pub fn level(&self) -> &CacheLevel {
        &self.level
    }

    /// The figures so far.
    pub fn figures(&self) -> CacheFigures {
        let CacheFigures { reads, writes, .. } = self.figures;
        match &self.kept {
            Some(kept) => CacheFigures { reads, writes, ..kept.figures(self.settings().geometry) },
            None if self.is_swept => self.figures,
            None => CacheFigures { dirty_left: self.level.dirty_blocks(), ..self.figures },
        }
    }

    /// Whether the figures leave out accesses, because Belady's policy cannot keep them all.
    pub fn is_cut(&self) -> bool {
        self.kept.as_ref().is_some_and(KeptAccesses::is_cut)
    }

    /// Instructions with references, in order of addresses; none for Belady's policy.
    pub fn sites(&self) -> Vec<(u32, SiteMisses)> {
        self.sites.all()
    }

    /// Misses by the start of a region, the most first.
    pub fn region_misses(&self) -> Vec<(u32, u64)> {
        self.regions.misses()
    }

    /// Regions that made others leave, the most evictions first.
    pub fn fights(&self) -> Vec<RegionFight> {
        self.regions.fights()
    }

    /// Takes over what a sweep has counted for these settings; then nothing else is known.
    pub(super) fn set_figures(&mut self, figures: CacheFigures) {
        self.figures = figures;
        self.is_swept = true;
    }

    /// Counts a reference; one that crosses a border of blocks is one access to each.
    #[inline]
    pub fn refer(&mut self, reference: MemoryReference) {
        let geometry = self.level.settings().geometry;
        let first = geometry.block_of(reference.address);
        let end = reference.address.saturating_add(reference.bytes.max(1) - 1);
        let last = geometry.block_of(end);
        let is_write = reference.kind == ReferenceKind::Write;
        for block in first..=last {
            self.access(reference.pc, block, is_write);
        }
    }

    /// Counts an access to a block by an instruction.
    #[inline]
    pub fn access(&mut self, pc: u32, block: u32, is_write: bool) -> CacheOutcome {
        *(if is_write { &mut self.figures.writes } else { &mut self.figures.reads }) += 1;
        if block == self.last {
            // Most accesses are to the block of the one before, in which no order changes.
            self.level.access_again(1, is_write);
            let is_through = is_write && !self.level.settings().write.is_back;
            self.figures.writes_through += u64::from(is_through);
            self.sites.at(pc).accesses += 1;
            return CacheOutcome { miss: None, is_filled: false, evicted: None };
        }
        self.access_other(pc, block, is_write)
    }

    /// Counts references to data up to an address, which do not cross a border of words.
    pub(crate) fn take_data(&mut self, events: &[RunEvent], last_address: u32) {
        if matches!(self.companion, MissCompanion::Few(..)) && self.kept.is_none() {
            match events.first() {
                Some(first) if RunEvent::are_plain(events, last_address) => {
                    let mut lent = self.sites.lend(first.source_page());
                    self.take_plain(events, &mut lent);
                    self.sites.take_back(lent);
                }
                _ => self.take_quickly(events, last_address),
            }
        } else {
            self.take_all(events, last_address);
        }
    }

    /// The same for plain references by instructions of one page: in one pass, with little to do
    /// for an access to the block of the one before.
    fn take_plain(&mut self, events: &[RunEvent], lent: &mut LentCounts) {
        // Beside the cache, not in it: a miss needs all of `self`.
        let counts = lent.words();
        let shift = self.block_log;
        let (mut writes, mut lucky, mut last) = (0, 0, self.last);
        // The first access to the last block after the one that brought it, what all of them did,
        // and the first access that is not in the figures yet.
        let (mut again, mut kinds, mut open) = (0, 0, 0);
        for (idx, &event) in events.iter().enumerate() {
            let (source, address) = event.plain_parts();
            let site = &mut counts[(source >> 2) as usize % counts.len()];
            site.accesses[idx & 1] += 1;
            writes += u64::from(source & 1);
            let block = address >> shift;
            if block == last {
                kinds |= source;
                continue;
            }
            if idx > again {
                self.level.access_again((idx - again) as u64, kinds & 1 == 1);
            }
            (again, kinds, last) = (idx + 1, 0, block);
            let is_write = source & 1 == 1;
            let MissCompanion::Few(few, seen) = &mut self.companion else { continue };
            let is_in_companion = few.access(block);
            if self.level.hit(block, is_write) {
                lucky += u64::from(!is_in_companion);
                continue;
            }
            let outcome = self.level.miss(block, is_write);
            let kind = match is_in_companion {
                true => MissKind::Conflict,
                false if seen.insert(block) => MissKind::Compulsory,
                false => MissKind::Capacity,
            };
            site.misses += 1;
            site.conflict += u64::from(kind == MissKind::Conflict);
            if self.map.is_some() {
                // It goes by the number of the access.
                self.count_accesses((idx + 1 - open) as u64, writes);
                (open, writes) = (idx + 1, 0);
            }
            self.book_miss(block, is_write, outcome, kind);
        }
        if events.len() > again {
            self.level.access_again((events.len() - again) as u64, kinds & 1 == 1);
        }
        self.last = last;
        self.count_accesses((events.len() - open) as u64, writes);
        self.figures.lucky_hits += lucky;
    }

    fn count_accesses(&mut self, accesses: u64, writes: u64) {
        self.figures.reads += accesses - writes;
        self.figures.writes += writes;
        let is_back = self.level.settings().write.is_back;
        self.figures.writes_through += if is_back { 0 } else { writes };
    }

    /// The same for the caches of most courses: small, and every access brings its block. Of a hit
    /// all that is done is done here.
    fn take_quickly(&mut self, events: &[RunEvent], last_address: u32) {
        self.sites.count_all(events, last_address);
        let (mut accesses, mut writes, mut lucky) = (0, 0, 0);
        // Accesses to the block of the one before, and whether one of them writes.
        let (mut again, mut has_written) = (0, false);
        let mut last = self.last;
        for &event in events {
            let Some((pc, address, is_write)) = event.data_parts() else { continue };
            if address > last_address {
                continue;
            }
            let block = address >> self.block_log;
            accesses += 1;
            writes += u64::from(is_write);
            if block == last {
                again += 1;
                has_written |= is_write;
                continue;
            }
            if again > 0 {
                self.level.access_again(again, has_written);
                (again, has_written) = (0, false);
            }
            last = block;
            let MissCompanion::Few(few, seen) = &mut self.companion else { continue };
            let is_in_companion = few.access(block);
            if self.level.hit(block, is_write) {
                lucky += u64::from(!is_in_companion);
                continue;
            }
            let outcome = self.level.miss(block, is_write);
            let kind = match is_in_companion {
                true => MissKind::Conflict,
                false if seen.insert(block) => MissKind::Compulsory,
                false => MissKind::Capacity,
            };
            // The map of misses goes by the number of the access.
            self.count_accesses(accesses, writes);
            (accesses, writes) = (0, 0);
            self.miss(pc, block, is_write, outcome, kind);
        }
        if again > 0 {
            self.level.access_again(again, has_written);
        }
        self.last = last;
        self.count_accesses(accesses, writes);
        self.figures.lucky_hits += lucky;
    }

    fn take_all(&mut self, events: &[RunEvent], last_address: u32) {
        let shift = self.block_log;
        // Accesses to the block of the one before, which only have to be counted.
        let (mut again, mut writes) = (0, 0);
        let mut last = self.last;
        for &event in events {
            let Some((pc, address, is_write)) = event.data_parts() else { continue };
            if address > last_address {
                continue;
            }
            let block = address >> shift;
            if block == last {
                again += 1;
                writes += u64::from(is_write);
                self.sites.at(pc).accesses += 1;
                continue;
            }
            if again > 0 {
                self.count_again(again, writes);
                (again, writes) = (0, 0);
            }
            self.access(pc, block, is_write);
            last = self.last;
        }
        if again > 0 {
            self.count_again(again, writes);
        }
    }

    /// Counts accesses to the block of the last one.
    #[inline]
    fn count_again(&mut self, accesses: u64, writes: u64) {
        self.level.access_again(accesses, writes > 0);
        self.count_accesses(accesses, writes);
    }

    fn access_other(&mut self, pc: u32, block: u32, is_write: bool) -> CacheOutcome {
        if let Some(kept) = &mut self.kept {
            kept.push(block, is_write);
            return CacheOutcome { miss: None, is_filled: false, evicted: None };
        }
        let settings = self.level.settings();
        let outcome = self.level.access(block, is_write);
        let brings = !is_write || settings.write.allocates;
        // The companion must see every access, not only the misses, or its order is wrong.
        let companion = self.companion.access(block, brings);
        let is_there = outcome.is_hit || outcome.is_filled;
        let is_newest = brings || companion != CompanionOutcome::Missed;
        self.last = if is_there && is_newest { block } else { NO_BLOCK };
        let is_through = is_write && !settings.write.is_back;
        let is_around = is_write && !outcome.is_hit && !outcome.is_filled;
        self.figures.writes_through += u64::from(is_through || is_around);
        let site = self.sites.at(pc);
        site.accesses += 1;
        if outcome.is_hit {
            self.figures.lucky_hits += u64::from(companion == CompanionOutcome::Missed);
            return CacheOutcome { miss: None, is_filled: false, evicted: None };
        }
        let kind = self.companion.kind(block, companion);
        self.miss(pc, block, is_write, outcome, kind);
        let LevelOutcome { is_filled, evicted, .. } = outcome;
        CacheOutcome { miss: Some(kind), is_filled, evicted }
    }

    #[inline(never)]
    fn miss(&mut self, pc: u32, block: u32, is_write: bool, outcome: LevelOutcome, kind: MissKind) {
        let site = self.sites.at(pc);
        site.misses += 1;
        site.conflict += u64::from(kind == MissKind::Conflict);
        self.book_miss(block, is_write, outcome, kind);
    }

    /// Counts a miss, but not for the instruction.
    #[inline]
    fn book_miss(&mut self, block: u32, is_write: bool, outcome: LevelOutcome, kind: MissKind) {
        self.figures.count_miss(is_write);
        self.figures.count_kind(kind);
        self.figures.fills += u64::from(outcome.is_filled);
        let victim = outcome.evicted.map(|evicted| self.address_of(evicted.block));
        let is_dirty = outcome.evicted.is_some_and(|evicted| evicted.is_dirty);
        self.figures.writebacks += u64::from(is_dirty);
        let address = self.address_of(block);
        self.regions.count(address, victim, kind == MissKind::Conflict);
        if let Some(map) = &mut self.map {
            map.count(self.figures.accesses(), address, kind);
        }
    }

    /// The first address of a block.
    fn address_of(&self, block: u32) -> u32 {
        block << self.block_log
    }

    /// Empties cache and figures, as the Reset of MARS's tool: the generator goes on.
    pub fn reset(&mut self) {
        let mut level = self.level.clone();
        level.clear();
        let regions = self.regions.regions().clone();
        let has_map = self.map.is_some();
        *self = CacheTool { level, ..CacheTool::new(self.settings(), regions) };
        if has_map {
            *self = self.clone().with_map();
        }
    }
}
