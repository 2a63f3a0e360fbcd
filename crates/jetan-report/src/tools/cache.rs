//! Figures of caches.

use jetan_symbols::DebugSymbols;
use jetan_tools::cache::{
    CacheFigures, CacheRole, CacheSystem, CacheTool, CellMisses, MemoryTimes, MissMap,
    StackDistances, amat,
};
use jetan_tools::observe::ToolSet;
use jetan_tools::reference::AddressRange;
use serde::Serialize;

use super::{WireSite, region_name, regions};

/// Caches that work together.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireCacheGroup {
    pub(super) levels: Vec<WireCache>,
}

/// The figures of one cache.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireCache {
    /// `d`, `i`, `u` or `l2`.
    pub(super) role: &'static str,
    pub(super) settings: String,
    pub(super) size_bytes: u64,
    pub(super) accesses: u64,
    pub(super) reads: u64,
    pub(super) writes: u64,
    pub(super) hits: u64,
    pub(super) misses: u64,
    pub(super) read_misses: u64,
    pub(super) write_misses: u64,
    pub(super) hit_percent: f64,
    pub(super) compulsory: u64,
    pub(super) capacity: u64,
    pub(super) conflict: u64,
    /// Hits where a fully associative LRU cache of the same size misses.
    pub(super) lucky_hits: u64,
    pub(super) bytes_in: u64,
    pub(super) bytes_out: u64,
    pub(super) writebacks: u64,
    pub(super) dirty_left: u64,
    /// Misses for each thousand instructions.
    pub(super) mpki: f64,
    /// The average time of an access in cycles; not for a second level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) amat: Option<f64>,
    /// The widths in bits of tag, index, word and byte.
    pub(super) address_bits: [u32; 4],
    /// Whether accesses are missing, because there were too many to look into the future.
    pub(super) is_cut: bool,
    pub(super) lines: Vec<WireCacheSite>,
    pub(super) symbols: Vec<WireSymbolMisses>,
    pub(super) evictions: Vec<WireFight>,
    /// Misses by time and address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) map: Option<WireMissMap>,
}

/// Misses by time and address.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireMissMap {
    /// Accesses in a column.
    pub(super) column_accesses: u64,
    /// Bytes in a row.
    pub(super) row_bytes: u32,
    pub(super) rows: Vec<WireMissRow>,
}

/// A row of the map of misses.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireMissRow {
    pub(super) address: u32,
    pub(super) symbol: String,
    /// Compulsory, capacity and conflict misses of each column.
    pub(super) columns: Vec<CellMisses>,
}

impl WireMissMap {
    fn new(map: &MissMap, accesses: u64, names: &DebugSymbols) -> WireMissMap {
        let starts = regions(names);
        let columns = map.columns(accesses);
        let rows = map.rows().map(|(address, cells)| WireMissRow {
            address,
            symbol: region_name(starts.of(address), names),
            columns: cells.iter().take(columns).copied().collect(),
        });
        WireMissMap {
            column_accesses: map.column_accesses(),
            row_bytes: map.row_bytes(),
            rows: rows.collect(),
        }
    }
}

/// The references of one instruction.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireCacheSite {
    #[serde(flatten)]
    pub(super) site: WireSite,
    pub(super) accesses: u64,
    pub(super) misses: u64,
    pub(super) conflict: u64,
}

/// Misses of one part of memory.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireSymbolMisses {
    pub(super) symbol: String,
    pub(super) misses: u64,
}

/// One part of memory made another one leave.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireFight {
    pub(super) evictor: String,
    pub(super) victim: String,
    pub(super) evictions: u64,
    pub(super) conflict: u64,
}

impl WireCacheGroup {
    pub(super) fn new(
        group: &CacheSystem,
        names: &DebugSymbols,
        times: MemoryTimes,
        instructions: u64,
    ) -> WireCacheGroup {
        let second = group.second().map(CacheTool::figures);
        let first = group.first().iter().map(|(role, tool)| {
            let time = amat(&tool.figures(), second.as_ref(), times);
            WireCache::new(*role, tool, names, instructions, Some(time))
        });
        let below = group.second().into_iter();
        let below =
            below.map(|tool| WireCache::new(CacheRole::Second, tool, names, instructions, None));
        WireCacheGroup { levels: first.chain(below).collect() }
    }
}

impl WireCache {
    fn new(
        role: CacheRole,
        tool: &CacheTool,
        names: &DebugSymbols,
        instructions: u64,
        amat: Option<f64>,
    ) -> WireCache {
        let (settings, figures) = (tool.settings(), tool.figures());
        let CacheFigures { reads, writes, read_misses, write_misses, .. } = figures;
        let region = |start| region_name(start, names);
        let symbols = tool.region_misses().into_iter();
        let fights = tool.fights().into_iter().map(|fight| WireFight {
            evictor: region(fight.evictor),
            victim: region(fight.victim),
            evictions: fight.evictions,
            conflict: fight.conflict,
        });
        WireCache {
            role: role.name(),
            settings: settings.to_string(),
            size_bytes: settings.geometry.size_bytes(),
            accesses: figures.accesses(),
            reads,
            writes,
            hits: figures.hits(),
            misses: figures.misses(),
            read_misses,
            write_misses,
            hit_percent: figures.hit_percent(),
            compulsory: figures.compulsory,
            capacity: figures.capacity,
            conflict: figures.conflict,
            lucky_hits: figures.lucky_hits,
            bytes_in: figures.bytes_in(settings),
            bytes_out: figures.bytes_out(settings),
            writebacks: figures.writebacks,
            dirty_left: figures.dirty_left,
            mpki: figures.mpki(instructions),
            amat,
            address_bits: settings.geometry.bits(),
            is_cut: tool.is_cut(),
            lines: sites(tool, names),
            symbols: symbols
                .map(|(start, misses)| WireSymbolMisses { symbol: region(start), misses })
                .collect(),
            evictions: fights.collect(),
            map: tool.map().map(|map| WireMissMap::new(map, figures.accesses(), names)),
        }
    }
}

/// The instructions with references, those with the most misses first.
fn sites(tool: &CacheTool, names: &DebugSymbols) -> Vec<WireCacheSite> {
    let mut sites: Vec<_> = tool.sites();
    sites.sort_by_key(|&(pc, site)| (std::cmp::Reverse(site.misses), pc));
    let wire = sites.into_iter().map(|(pc, site)| WireCacheSite {
        site: WireSite::new(pc, names),
        accesses: site.accesses,
        misses: site.misses,
        conflict: site.conflict,
    });
    wire.collect()
}

/// Hits and misses of fully associative LRU caches of every size.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireCurve {
    /// Words in a block.
    pub(super) words: u32,
    pub(super) accesses: u64,
    /// Accesses to blocks that were never used before.
    pub(super) cold: u64,
    pub(super) points: Vec<WireCurvePoint>,
}

/// A point of the curve.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireCurvePoint {
    pub(super) blocks: u32,
    pub(super) hits: u64,
    pub(super) misses: u64,
}

impl WireCurve {
    pub(super) fn new(words: u32, curve: &StackDistances) -> WireCurve {
        let points = curve.curve(24).into_iter().map(|point| WireCurvePoint {
            blocks: point.blocks,
            hits: point.hits,
            misses: point.misses,
        });
        WireCurve {
            words,
            accesses: curve.accesses(),
            cold: curve.cold(),
            points: points.collect(),
        }
    }
}

/// Padding that was tried on the run's references, and what it brings.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireHint {
    pub(super) first: String,
    pub(super) moved: String,
    pub(super) padding_bytes: u32,
    pub(super) misses_before: u64,
    pub(super) misses_after: u64,
    pub(super) conflict_before: u64,
    pub(super) conflict_after: u64,
}

impl WireHint {
    pub(super) fn of(tools: &ToolSet, names: &DebugSymbols) -> Option<WireHint> {
        let kept = tools.kept.as_ref()?;
        let (_, tool) = tools.caches.first()?.first().first()?;
        let map = names.program.image.map;
        // Only the program's own data can be moved by writing `.space` between it.
        let movable = AddressRange { first: map.static_base, last: map.heap_base - 1 };
        let hint = kept.padding(tool.settings(), &regions(names), movable)?;
        Some(WireHint {
            first: region_name(hint.first, names),
            moved: region_name(hint.moved, names),
            padding_bytes: hint.padding_bytes,
            misses_before: hint.before.misses(),
            misses_after: hint.after.misses(),
            conflict_before: hint.before.conflict,
            conflict_after: hint.after.conflict,
        })
    }
}
