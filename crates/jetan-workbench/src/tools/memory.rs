//! References to memory, by unit and by part.

use jetan_order::SharedSort;
use std::collections::BTreeMap;

use jetan_symbols::DebugSymbols;
use jetan_symbols::regions;
use jetan_tools::cache::RegionStarts;
use jetan_tools::memory_map::ReferenceMap;
use jetan_tools::observe::ToolPlan;
use jetan_tools::reference::AddressRange;
use jetan_tools::setting::SettingError;
use jetan_wire::{MemoryMapAnswer, MemoryMapQuery, MemorySample, SymbolReferences, UnitReferences};

use super::follow::{ToolKind, ToolQuestion};
use super::refused;
use crate::jobs::{AnswerOrWork, JobNeeds};
use crate::message::RequestAnswer;
use crate::workbench::RequestContext;

/// Units that are listed.
const UNITS_LISTED: usize = 1024;

/// The parts of memory that were touched up to this step.
pub(crate) fn memory_map(
    context: &mut RequestContext<'_>,
    asked: MemoryMapQuery,
) -> RequestAnswer<AnswerOrWork<MemoryMapAnswer>> {
    let unit = asked.unit_bytes;
    if !unit.is_power_of_two() || !(4..=1 << 20).contains(&unit) {
        let why = format!("a unit is a power of two from 4 to 1048576, not {unit}");
        return Err(refused(&SettingError::new(why)));
    }
    let everywhere = AddressRange { first: 0, last: u32::MAX };
    let plan = ToolPlan { references: Some((everywhere, unit)), ..ToolPlan::default() };
    let mut question = ToolQuestion::new(context, ToolKind::MemoryMap, plan, asked.from)?;
    Ok(AnswerOrWork::question(JobNeeds::Run, async move |point| {
        let mut tip = question.arrive(0, &point).await?;
        let instructions = tip.engine.tools().instructions();
        let names = &question.copy.names;
        let map = tip.engine.tools_mut().references.as_mut();
        let map = map.map(|map| map_wire(map, names, (question.from, instructions)));
        map.ok_or_else(|| refused(&SettingError::new("nothing is counted")))
    }))
}

fn map_wire(
    map: &mut ReferenceMap,
    names: &DebugSymbols,
    (from, instructions): (u64, u64),
) -> MemoryMapAnswer {
    let [fetches, reads, writes] = map.totals();
    let (unit_bytes, is_cut) = (map.unit_bytes(), map.is_cut());
    let samples = map.samples().into_iter().map(|sample| MemorySample {
        instructions: sample.instructions,
        working_set: sample.working_set,
        stack_depth: sample.stack_depth,
    });
    let samples = samples.collect();
    let starts = RegionStarts::new(regions::starts(names));
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
    units.shared_sort_by_key(|&(_, counts, _)| std::cmp::Reverse(counts.iter().sum::<u64>()));
    units.truncate(UNITS_LISTED);
    units.shared_sort_by_key(|&(address, _, _)| address);
    let units = units.into_iter().map(|(address, [fetches, reads, writes], last)| UnitReferences {
        address,
        label: names.label(address),
        symbol: regions::name(starts.of(address), names),
        fetches,
        reads,
        writes,
        last: from + last,
    });
    let symbols = symbols.into_iter().map(|(start, [fetches, reads, writes])| {
        let symbol = regions::name(start, names);
        SymbolReferences { symbol, fetches, reads, writes }
    });
    MemoryMapAnswer {
        from,
        instructions,
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
