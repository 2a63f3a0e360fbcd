//! Caches: figures, sets and ways, and what the last references met.

mod recent;

use jetan_order::SharedSort;
use jetan_symbols::DebugSymbols;
use jetan_symbols::regions;
use jetan_tools::cache::{
    CacheFigures, CacheGeometry, CacheLine, CacheRole, CacheSettings, CacheSystem, CacheTool,
    MemoryTimes, MissMap, RegionStarts, amat,
};
use jetan_tools::observe::{ToolPlan, ToolSet};
use jetan_tools::reference::AddressRange;
use jetan_tools::setting::SettingError;
use jetan_wire::{
    CacheAnswer, CacheBlock, CacheCounts, CacheMissCell, CacheMissMap, CacheMissRow, CacheQuery,
    CacheReference, CacheSetState, CacheSite, CacheState, CacheSystemState, PaddingAdvice,
    SymbolEvictions, SymbolMisses,
};

use super::follow::{ToolKind, ToolQuestion};
use super::{ROWS_MAX, refused, site};
use crate::jobs::{AnswerOrWork, JobNeeds};
use crate::message::RequestAnswer;
use crate::workbench::RequestContext;

/// Systems that are compared.
const SYSTEMS_MAX: usize = 4;
/// Blocks of a cache that are shown.
const BLOCKS_SHOWN: u32 = 512;
/// Ways of a set that are shown.
const WAYS_SHOWN: u32 = 64;
/// Blocks of a cache whose next victims are looked for, each on a copy of it.
const VICTIM_BLOCKS_MAX: u32 = 1 << 10;
/// Accesses on which padding is tried, some twenty times each.
const HINT_ACCESSES_MAX: u64 = 1 << 20;

/// The work of caches up to this step.
pub(crate) fn cache(
    context: &mut RequestContext<'_>,
    asked: CacheQuery,
) -> RequestAnswer<AnswerOrWork<CacheAnswer>> {
    let systems = asked.settings.iter().map(|text| system(text));
    let caches = systems.collect::<Result<Vec<_>, _>>().map_err(|why| refused(&why))?;
    if caches.is_empty() || caches.len() > SYSTEMS_MAX {
        let why = SettingError::new(format!("1 to {SYSTEMS_MAX} systems of caches are compared"));
        return Err(refused(&why));
    }
    let is_single = matches!(caches.as_slice(), [group] if group.len() == 1);
    let wants_hints = asked.wants_hint && is_single;
    let wants_maps = asked.wants_map;
    let plan = ToolPlan { caches, wants_hints, wants_maps, ..ToolPlan::default() };
    let mut question = ToolQuestion::new(context, ToolKind::Cache, plan, asked.from)?;
    Ok(AnswerOrWork::question(JobNeeds::Run, async move |point| {
        let mut tip = question.arrive(recent::RECENT_INSTRUCTIONS, &point).await?;
        let recent = recent::references(&mut question, &mut tip, &point).await?;
        let tools = tip.engine.tools();
        let shown = ShownCaches {
            names: &question.copy.names,
            instructions: tools.instructions(),
            first_set: asked.first_set.unwrap_or(0),
        };
        let systems = tools.caches.iter().zip(recent).zip(&asked.settings);
        let systems = systems.map(|((system, recent), settings)| CacheSystemState {
            settings: settings.clone(),
            caches: shown.levels(system, recent),
        });
        Ok(CacheAnswer {
            from: question.from,
            instructions: tools.instructions(),
            systems: systems.collect(),
            hint: hint(tools, &question.copy.names),
        })
    }))
}

/// Reads the caches of one system, separated by spaces.
fn system(text: &str) -> Result<Vec<(CacheRole, CacheSettings)>, SettingError> {
    let mut caches: Vec<(CacheRole, CacheSettings)> = Vec::new();
    for word in text.split_ascii_whitespace() {
        let (role, shape) = match word.split_once('=') {
            Some((name, shape)) => {
                let why = || format!("a cache is for i, d, u or l2, not for `{name}`");
                (CacheRole::from_name(name).ok_or_else(|| SettingError::new(why()))?, shape)
            }
            None => (CacheRole::Data, word),
        };
        if caches.iter().any(|&(other, _)| other == role) {
            let why = format!("`{text}` has two caches for {}", role.name());
            return Err(SettingError::new(why));
        }
        caches.push((role, CacheSettings::parse(shape)?));
    }
    match caches.as_slice() {
        [] => Err(SettingError::new("write a cache, for instance 8x4:2:lru")),
        [(CacheRole::Second, _)] => {
            Err(SettingError::new("an l2 cache needs one above it: add d=8x4"))
        }
        _ => Ok(caches),
    }
}

/// The parameters of an answer about caches.
struct ShownCaches<'a> {
    names: &'a DebugSymbols,
    instructions: u64,
    first_set: u32,
}

impl ShownCaches<'_> {
    fn levels(&self, system: &CacheSystem, recent: Vec<Vec<CacheReference>>) -> Vec<CacheState> {
        let times = MemoryTimes::default();
        let second = system.second().map(CacheTool::figures);
        let first = system.first().iter().map(|(role, tool)| {
            let figures = tool.figures();
            (*role, tool, figures, Some(amat(&figures, second.as_ref(), times)))
        });
        let below = system.second().into_iter();
        let below = below.map(|tool| (CacheRole::Second, tool, tool.figures(), None));
        let levels = first.chain(below).zip(recent);
        let levels = levels.map(|((role, tool, figures, time), recent)| {
            let figures = self.counts(tool.settings(), &figures, time);
            self.level(role, tool, figures, recent)
        });
        levels.collect()
    }

    fn counts(
        &self,
        settings: CacheSettings,
        figures: &CacheFigures,
        amat: Option<f64>,
    ) -> CacheCounts {
        CacheCounts {
            accesses: figures.accesses(),
            reads: figures.reads,
            writes: figures.writes,
            hits: figures.hits(),
            misses: figures.misses(),
            read_misses: figures.read_misses,
            write_misses: figures.write_misses,
            hit_percent: figures.hit_percent(),
            compulsory: figures.compulsory,
            capacity: figures.capacity,
            conflict: figures.conflict,
            bytes_in: figures.bytes_in(settings),
            bytes_out: figures.bytes_out(settings),
            writebacks: figures.writebacks,
            dirty_left: figures.dirty_left,
            mpki: figures.mpki(self.instructions),
            amat,
        }
    }

    fn level(
        &self,
        role: CacheRole,
        tool: &CacheTool,
        figures: CacheCounts,
        recent: Vec<CacheReference>,
    ) -> CacheState {
        let (names, geometry) = (self.names, tool.settings().geometry);
        let mut sites = tool.sites();
        sites.shared_sort_by_key(|&(pc, site)| (std::cmp::Reverse(site.misses), pc));
        let lines = sites.into_iter().take(ROWS_MAX).map(|(pc, one)| CacheSite {
            site: site(names, pc),
            accesses: one.accesses,
            misses: one.misses,
            conflict: one.conflict,
        });
        let symbols = tool.region_misses().into_iter().take(ROWS_MAX);
        let symbols = symbols
            .map(|(start, misses)| SymbolMisses { symbol: regions::name(start, names), misses });
        let evictions = tool.fights().into_iter().take(ROWS_MAX).map(|fight| SymbolEvictions {
            evictor: regions::name(fight.evictor, names),
            victim: regions::name(fight.victim, names),
            evictions: fight.evictions,
            conflict: fight.conflict,
        });
        let accesses = figures.accesses;
        let (first_set, shown) = self.sets(tool, recent.first());
        CacheState {
            role: role.name().to_owned(),
            settings: tool.settings().to_string(),
            size_bytes: geometry.size_bytes(),
            sets: geometry.sets(),
            ways: geometry.ways(),
            figures,
            address_bits: geometry.bits(),
            is_cut: tool.is_cut(),
            first_set,
            shown,
            lines: lines.collect(),
            symbols: symbols.collect(),
            evictions: evictions.collect(),
            recent,
            map: tool.map().map(|map| self.map(map, accesses)),
        }
    }

    fn map(&self, map: &MissMap, accesses: u64) -> CacheMissMap {
        let starts = RegionStarts::new(regions::starts(self.names));
        let rows = map.rows().map(|(address, cells)| {
            let cells = cells.iter().enumerate().filter(|(_, counts)| **counts != [0; 3]);
            CacheMissRow {
                address,
                label: label(address, self.names, &starts),
                symbol: regions::name(starts.of(address), self.names),
                cells: cells
                    .map(|(column, &[compulsory, capacity, conflict])| CacheMissCell {
                        column,
                        compulsory,
                        capacity,
                        conflict,
                    })
                    .collect(),
            }
        });
        CacheMissMap {
            column_accesses: map.column_accesses(),
            columns: map.columns(accesses),
            row_bytes: map.row_bytes(),
            rows: rows.collect(),
        }
    }

    /// The sets that are shown, and the first of them.
    fn sets(&self, tool: &CacheTool, last: Option<&CacheReference>) -> (u32, Vec<CacheSetState>) {
        let geometry = tool.settings().geometry;
        let fit = (BLOCKS_SHOWN / geometry.ways().min(WAYS_SHOWN)).min(geometry.sets());
        let first = self.first_set.min(geometry.sets() - fit);
        let starts = RegionStarts::new(regions::starts(self.names));
        let sets = (first..first + fit).map(|index| {
            let is_small = geometry.blocks() <= VICTIM_BLOCKS_MAX;
            let victim = is_small.then(|| tool.level().next_victim(index)).flatten();
            let from = (index * geometry.ways()) as usize;
            let shown = geometry.ways().min(WAYS_SHOWN);
            let lines = &tool.level().lines()[from..from + shown as usize];
            let blocks = lines.iter().map(|line| {
                let last = last.map(|last| geometry.block_of(last.address));
                line.is_valid().then(|| self.block(geometry, line, &starts, (victim, last)))
            });
            CacheSetState { index, blocks: blocks.collect(), more: geometry.ways() - shown }
        });
        (first, sets.collect())
    }

    fn block(
        &self,
        geometry: CacheGeometry,
        line: &CacheLine,
        starts: &RegionStarts,
        (victim, last): (Option<u32>, Option<u32>),
    ) -> CacheBlock {
        let address = line.block << geometry.block_bytes().trailing_zeros();
        CacheBlock {
            tag: geometry.split(address).tag,
            address,
            label: label(address, self.names, starts),
            symbol: regions::name(starts.of(address), self.names),
            is_dirty: line.is_dirty,
            is_recent: last == Some(line.block),
            is_next: victim == Some(line.block),
        }
    }
}

/// An address as a label and a distance, or as the part of memory that it lies in.
fn label(address: u32, names: &DebugSymbols, starts: &RegionStarts) -> String {
    names.label(address).unwrap_or_else(|| {
        let region = regions::name(starts.of(address), names);
        format!("{region} {address:#010x}")
    })
}

/// Padding that helps; none if nobody asked, or if there is too much to try it on.
fn hint(tools: &ToolSet, names: &DebugSymbols) -> Option<PaddingAdvice> {
    let kept = tools.kept.as_ref()?;
    let (_, tool) = tools.caches.first()?.first().first()?;
    if tool.figures().accesses() > HINT_ACCESSES_MAX {
        return None;
    }
    let map = names.program.image.map;
    // Only the program's own data can be moved by writing `.space` between it.
    let movable = AddressRange { first: map.static_base, last: map.heap_base - 1 };
    let starts = RegionStarts::new(regions::starts(names));
    let hint = kept.padding(tool.settings(), &starts, movable)?;
    Some(PaddingAdvice {
        first: regions::name(hint.first, names),
        moved: regions::name(hint.moved, names),
        padding_bytes: hint.padding_bytes,
        misses_before: hint.before.misses(),
        misses_after: hint.after.misses(),
        conflict_before: hint.before.conflict,
        conflict_after: hint.after.conflict,
    })
}
