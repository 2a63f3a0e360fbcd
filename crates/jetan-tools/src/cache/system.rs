//! Caches that work together: for instructions, for data or for both, and one below them.

use super::settings::CacheSettings;
use super::{CacheOutcome, CacheSweep, CacheTool, RegionStarts};
use crate::observe::RunEvent;
use crate::reference::{MemoryReference, ReferenceKind};
use crate::setting::SettingError;

/// The place of a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CacheRole {
    /// References to data.
    Data,
    /// Fetches.
    Instruction,
    /// Everything.
    Unified,
    /// What the others miss and write.
    Second,
}

impl CacheRole {
    /// The word for it in settings and reports.
    pub const fn name(self) -> &'static str {
        match self {
            CacheRole::Data => "d",
            CacheRole::Instruction => "i",
            CacheRole::Unified => "u",
            CacheRole::Second => "l2",
        }
    }

    /// The role with this name.
    pub fn from_name(name: &str) -> Option<CacheRole> {
        let all = [CacheRole::Data, CacheRole::Instruction, CacheRole::Unified, CacheRole::Second];
        all.into_iter().find(|role| role.name() == name)
    }

    /// The place and the rest of `i=8x4`; without a name it is for data.
    pub fn split(text: &str) -> Result<(CacheRole, &str), SettingError> {
        let Some((name, rest)) = text.split_once('=') else { return Ok((CacheRole::Data, text)) };
        let why = || format!("a cache is for i, d, u or l2, not for `{name}`");
        let role = CacheRole::from_name(name).ok_or_else(|| SettingError::new(why()))?;
        Ok((role, rest))
    }

    const fn sees(self, kind: ReferenceKind) -> bool {
        match self {
            CacheRole::Data => !matches!(kind, ReferenceKind::Fetch),
            CacheRole::Instruction => matches!(kind, ReferenceKind::Fetch),
            CacheRole::Unified => true,
            CacheRole::Second => false,
        }
    }
}

/// First levels, and a second level that is shared by them.
#[derive(Clone, Debug)]
pub struct CacheSystem {
    first: Vec<(CacheRole, CacheTool)>,
    second: Option<CacheTool>,
}

impl CacheSystem {
    /// Empty caches; a second level sees what all the others miss.
    pub fn new(caches: &[(CacheRole, CacheSettings)], regions: &RegionStarts) -> CacheSystem {
        CacheSystem::of_tools(caches, |settings| CacheTool::new(settings, regions.clone()))
    }

    /// Empty caches that note their misses by time and address.
    pub fn mapped(caches: &[(CacheRole, CacheSettings)], regions: &RegionStarts) -> CacheSystem {
        let tool = |settings| CacheTool::new(settings, regions.clone()).with_map();
        CacheSystem::of_tools(caches, tool)
    }

    fn of_tools(
        caches: &[(CacheRole, CacheSettings)],
        tool: impl Fn(CacheSettings) -> CacheTool,
    ) -> CacheSystem {
        let is_second = |role| role == CacheRole::Second;
        let first = caches.iter().filter(|&&(role, _)| !is_second(role));
        let second = caches.iter().find(|&&(role, _)| is_second(role));
        CacheSystem {
            first: first.map(|&(role, settings)| (role, tool(settings))).collect(),
            second: second.map(|&(_, settings)| tool(settings)),
        }
    }

    /// The caches that see references themselves.
    pub fn first(&self) -> &[(CacheRole, CacheTool)] {
        &self.first
    }

    /// The cache below them.
    pub fn second(&self) -> Option<&CacheTool> {
        self.second.as_ref()
    }

    /// The settings, if it is one cache for data that can be part of a sweep.
    pub(crate) fn swept(&self) -> Option<CacheSettings> {
        match (self.first.as_slice(), &self.second) {
            ([(CacheRole::Data, tool)], None) => {
                Some(tool.settings()).filter(|&one| CacheSweep::can_have(one))
            }
            _ => None,
        }
    }

    /// Takes over what a sweep has counted.
    pub(crate) fn take_figures(&mut self, sweep: &mut CacheSweep) {
        for (_, tool) in &mut self.first {
            if let Some(figures) = sweep.figures(tool.settings()) {
                tool.set_figures(figures);
            }
        }
    }

    /// Counts the references of many events up to an address, fetches included.
    pub(crate) fn take_events(&mut self, events: &[RunEvent], last_address: u32) {
        let is_data = self.first.iter().all(|(role, _)| *role == CacheRole::Data);
        if is_data && self.second.is_none() {
            for (_, cache) in &mut self.first {
                cache.take_data(events, last_address);
            }
            return;
        }
        let references = events.iter().filter_map(|event| event.any_reference());
        for reference in references.filter(|one| one.address <= last_address) {
            self.refer(reference);
        }
    }

    /// Counts a reference.
    #[inline]
    pub fn refer(&mut self, reference: MemoryReference) {
        let CacheSystem { first, second } = self;
        let seeing = first.iter_mut().filter(|(role, _)| role.sees(reference.kind));
        for (_, cache) in seeing {
            match second {
                None => cache.refer(reference),
                Some(second) => refer_both(cache, second, reference),
            }
        }
    }
}

fn refer_both(cache: &mut CacheTool, second: &mut CacheTool, reference: MemoryReference) {
    let settings = cache.settings();
    let (geometry, pc) = (settings.geometry, reference.pc);
    let is_write = reference.kind == ReferenceKind::Write;
    let end = reference.address.saturating_add(reference.bytes.max(1) - 1);
    let bytes = geometry.block_bytes();
    let mut below = |address, bytes, kind| {
        second.refer(MemoryReference { address, bytes, kind, ..reference });
    };
    for block in geometry.block_of(reference.address)..=geometry.block_of(end) {
        let CacheOutcome { is_filled, evicted, .. } = cache.access(pc, block, is_write);
        // A dirty block leaves before the new one comes, as in a cache without a buffer.
        if let Some(evicted) = evicted.filter(|evicted| evicted.is_dirty) {
            below(evicted.block * bytes, bytes, ReferenceKind::Write);
        }
        if is_filled {
            below(block * bytes, bytes, ReferenceKind::Read);
        }
        let is_kept = settings.write.is_back && (is_filled || cache.level().holds(block));
        if is_write && !is_kept {
            below(reference.address, reference.bytes, ReferenceKind::Write);
        }
    }
}
