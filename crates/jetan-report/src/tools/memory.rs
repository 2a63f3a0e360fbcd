//! Figures of memory references.

use std::collections::BTreeMap;

use jetan_symbols::DebugSymbols;
use jetan_tools::memory_map::ReferenceMap;
use serde::Serialize;

use super::{region_name, regions};

/// The most units that are listed.
const UNITS_LISTED: usize = 1024;

/// References by unit and by symbol.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireReferences {
    pub(super) unit_bytes: u32,
    pub(super) fetches: u64,
    pub(super) reads: u64,
    pub(super) writes: u64,
    pub(super) symbols: Vec<WireSymbolReferences>,
    /// The units with the most references, at most 1024.
    pub(super) units: Vec<WireUnit>,
    pub(super) units_touched: usize,
    pub(super) is_cut: bool,
    pub(super) samples: Vec<WireSample>,
}

/// References to one part of memory.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireSymbolReferences {
    pub(super) symbol: String,
    pub(super) fetches: u64,
    pub(super) reads: u64,
    pub(super) writes: u64,
}

/// References to one unit.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireUnit {
    pub(super) address: u32,
    pub(super) label: Option<String>,
    pub(super) fetches: u64,
    pub(super) reads: u64,
    pub(super) writes: u64,
    /// The number of the instruction that touched it last.
    pub(super) last: u64,
}

/// Working set and stack at one time.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireSample {
    pub(super) instructions: u64,
    pub(super) working_set: u64,
    pub(super) stack_depth: u32,
}

impl WireReferences {
    pub(super) fn new(map: &mut ReferenceMap, names: &DebugSymbols) -> WireReferences {
        let [fetches, reads, writes] = map.totals();
        let (unit_bytes, is_cut) = (map.unit_bytes(), map.is_cut());
        let samples = map.samples().into_iter().map(|sample| WireSample {
            instructions: sample.instructions,
            working_set: sample.working_set,
            stack_depth: sample.stack_depth,
        });
        let samples = samples.collect();
        let starts = regions(names);
        let mut symbols: BTreeMap<u32, [u64; 3]> = BTreeMap::new();
        let mut units: Vec<(u32, [u64; 3], u64)> = Vec::new();
        for (address, unit) in map.units() {
            let counts = symbols.entry(starts.of(address)).or_default();
            for (count, more) in counts.iter_mut().zip(unit.counts) {
                *count += more;
            }
            units.push((address, unit.counts, unit.last));
        }
        let units_touched = units.len();
        units.sort_by_key(|&(address, counts, _)| {
            (std::cmp::Reverse(counts.iter().sum::<u64>()), address)
        });
        let units = units.into_iter().take(UNITS_LISTED).map(|(address, counts, last)| {
            let [fetches, reads, writes] = counts;
            WireUnit { address, label: names.label(address), fetches, reads, writes, last }
        });
        let symbols = symbols.into_iter().map(|(start, [fetches, reads, writes])| {
            let symbol = region_name(start, names);
            WireSymbolReferences { symbol, fetches, reads, writes }
        });
        WireReferences {
            unit_bytes,
            fetches,
            reads,
            writes,
            symbols: symbols.collect(),
            units: units.collect(),
            units_touched,
            is_cut,
            samples,
        }
    }
}
