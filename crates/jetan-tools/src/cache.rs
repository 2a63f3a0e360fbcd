//! Caches: what hits, what misses and why, and what goes over the bus.

mod figures;
mod full_lru;
mod hint;
mod level;
mod optimal;
mod settings;
mod sites;
mod stack;
mod system;

use std::collections::BTreeMap;

pub use figures::{CacheFigures, MemoryTimes, MissKind, amat};
pub use full_lru::{FullLru, SeenBlocks};
pub use hint::{KeptReferences, PaddingHint};
pub use level::{CacheLevel, CacheLine, EvictedBlock, LevelOutcome};
pub use optimal::KeptAccesses;
pub use settings::{
    AddressParts, CacheGeometry, CacheSettings, ReplacementPolicy, SWEEP_MAX, WritePolicy,
};
pub use sites::{RegionFight, RegionStarts, SiteMisses, SiteTable};
pub use stack::{CurvePoint, StackDistances};
pub use system::{CacheRole, CacheSystem};

use crate::reference::{MemoryReference, ReferenceKind};
use figures::is_own_companion;

/// A cache that is watched: its blocks, its figures and who caused them.
#[derive(Clone, Debug)]
pub struct CacheTool {
    level: CacheLevel,
    figures: CacheFigures,
    seen: SeenBlocks,
    companion: Option<FullLru>,
    /// Kept accesses, for Belady's policy only.
    kept: Option<KeptAccesses>,
    sites: SiteTable,
    regions: RegionStarts,
    region_misses: BTreeMap<u32, u64>,
    /// By the starts of evictor and victim: evictions, and those on a conflict miss.
    fights: BTreeMap<(u32, u32), (u64, u64)>,
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
        let companion = !is_own_companion(settings);
        let is_optimal = settings.replacement == ReplacementPolicy::Optimal;
        CacheTool {
            level: CacheLevel::new(settings),
            figures: CacheFigures::default(),
            seen: SeenBlocks::default(),
            companion: companion.then(|| FullLru::new(settings.geometry.blocks())),
            kept: is_optimal.then(KeptAccesses::default),
            sites: SiteTable::default(),
            regions,
            region_misses: BTreeMap::new(),
            fights: BTreeMap::new(),
        }
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
        let mut misses: Vec<_> =
            self.region_misses.iter().map(|(&at, &count)| (at, count)).collect();
        misses.sort_by_key(|&(at, count)| (std::cmp::Reverse(count), at));
        misses
    }

    /// Regions that made others leave, the most evictions first.
    pub fn fights(&self) -> Vec<RegionFight> {
        let fights = self.fights.iter().map(|(&(evictor, victim), &(evictions, conflict))| {
            RegionFight { evictor, victim, evictions, conflict }
        });
        let mut fights: Vec<_> = fights.collect();
        fights.sort_by_key(|fight| std::cmp::Reverse((fight.conflict, fight.evictions)));
        fights
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
        if let Some(kept) = &mut self.kept {
            kept.push(block, is_write);
            return CacheOutcome { miss: None, is_filled: false, evicted: None };
        }
        let settings = self.level.settings();
        let outcome = self.level.access(block, is_write);
        let brings = !is_write || settings.write.allocates;
        // The companion must see every access, not only the misses, or its order is wrong.
        let companion = self.companion.as_mut().map(|full| full.access(block, brings));
        let is_through = is_write && !settings.write.is_back;
        let is_around = is_write && !outcome.is_hit && !outcome.is_filled;
        self.figures.writes_through += u64::from(is_through || is_around);
        let site = self.sites.at(pc);
        site.accesses += 1;
        if outcome.is_hit {
            self.figures.lucky_hits += u64::from(companion == Some(false));
            return CacheOutcome { miss: None, is_filled: false, evicted: None };
        }
        let is_companion_hit = companion.unwrap_or(false);
        let kind = self.miss(pc, block, is_write, outcome, is_companion_hit);
        let LevelOutcome { is_filled, evicted, .. } = outcome;
        CacheOutcome { miss: Some(kind), is_filled, evicted }
    }

    #[inline(never)]
    fn miss(
        &mut self,
        pc: u32,
        block: u32,
        is_write: bool,
        outcome: LevelOutcome,
        is_companion_hit: bool,
    ) -> MissKind {
        // Only a miss can be a first use: a block that hits was brought before.
        let kind = if self.seen.insert(block) {
            MissKind::Compulsory
        } else if is_companion_hit {
            MissKind::Conflict
        } else {
            MissKind::Capacity
        };
        let is_conflict = u64::from(kind == MissKind::Conflict);
        self.figures.count_miss(is_write);
        self.figures.count_kind(kind);
        self.figures.fills += u64::from(outcome.is_filled);
        let site = self.sites.at(pc);
        site.misses += 1;
        site.conflict += is_conflict;
        let region = self.regions.of(self.address_of(block));
        *self.region_misses.entry(region).or_default() += 1;
        if let Some(evicted) = outcome.evicted {
            self.figures.writebacks += u64::from(evicted.is_dirty);
            let victim = self.regions.of(self.address_of(evicted.block));
            let fight = self.fights.entry((region, victim)).or_default();
            fight.0 += 1;
            fight.1 += is_conflict;
        }
        kind
    }

    /// The first address of a block.
    fn address_of(&self, block: u32) -> u32 {
        block << self.level.settings().geometry.block_bytes().trailing_zeros()
    }

    /// Empties cache and figures, as the Reset of MARS's tool: the generator goes on.
    pub fn reset(&mut self) {
        let mut level = self.level.clone();
        level.clear();
        *self = CacheTool { level, ..CacheTool::new(self.settings(), self.regions.clone()) };
    }
}
