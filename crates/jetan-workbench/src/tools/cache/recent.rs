//! The last references of a run, and what each met in every cache.

use jetan_machine::Observer;
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_run::YieldPoint;
use jetan_run::timeline::CountingObserver;
use jetan_tools::cache::{
    CacheFigures, CacheRole, CacheSystem, CacheTool, RegionStarts, ReplacementPolicy,
};
use jetan_wire::{CacheEffect, CacheReference, ReferencePurpose};

use super::{label, site};
use crate::message::RequestAnswer;
use crate::tools::follow::{ToolFollower, ToolQuestion};

/// Instructions whose references are shown.
pub(super) const RECENT_INSTRUCTIONS: u64 = 64;
/// References of a cache that are shown.
const REFERENCES_MAX: usize = 16;
/// Blocks of a cache that is looked at instruction by instruction; a larger one would take long.
const BLOCKS_MAX: u32 = 1 << 14;

/// The references of the last instructions for each cache of each system. The tools come from where
/// those begin and stand at the step that is asked about afterwards.
pub(super) async fn references(
    question: &mut ToolQuestion,
    tip: &mut ToolFollower,
    point: &YieldPoint,
) -> RequestAnswer<Vec<Vec<Vec<CacheReference>>>> {
    let (begin, now) = (tip.count(), question.now);
    let recorder = ReferenceRecorder::default();
    let timeline = &mut question.copy.timeline;
    let seen = timeline.observe_in_slices(begin, now, recorder, point).await?.seen;
    let starts = RegionStarts::new(jetan_symbols::regions::starts(&question.copy.names));
    let mut found: Vec<Vec<Vec<CacheReference>>> = Vec::new();
    for system in &tip.engine.tools().caches {
        found.push(levels(system).map(|_| Vec::new()).collect());
    }
    for count in begin..now {
        let before: Vec<Vec<CacheFigures>> = all_figures(tip);
        tip.follow_to(&question.copy.timeline, count + 1)?;
        let after = all_figures(tip);
        let tools = tip.engine.tools();
        for (idx, system) in tools.caches.iter().enumerate() {
            for (level, (role, tool)) in levels(system).enumerate() {
                let Some((was, is)) = before[idx].get(level).zip(after[idx].get(level)) else {
                    continue;
                };
                let accesses = is.accesses() - was.accesses();
                let is_seen =
                    |one: &&RecordedReference| one.count == count && sees(role, system, one);
                let Some(one) = seen.iter().find(is_seen).filter(|_| accesses > 0) else {
                    continue;
                };
                let parts = tool.settings().geometry.split(one.address);
                found[idx][level].push(CacheReference {
                    count,
                    site: site(&question.copy.names, one.pc),
                    address: one.address,
                    label: label(one.address, &question.copy.names, &starts),
                    purpose: one.purpose,
                    effect: effect(was, is),
                    accesses,
                    tag: parts.tag,
                    index: parts.index,
                    word: parts.word,
                    byte: parts.byte,
                });
            }
        }
    }
    for references in found.iter_mut().flatten() {
        references.reverse();
        references.truncate(REFERENCES_MAX);
    }
    Ok(found)
}

/// The caches of a system in the order in which they are shown.
fn levels(system: &CacheSystem) -> impl Iterator<Item = (CacheRole, &CacheTool)> {
    let first = system.first().iter().map(|(role, tool)| (*role, tool));
    first.chain(system.second().map(|tool| (CacheRole::Second, tool)))
}

/// The figures of all caches; those that take long to ask have none.
fn all_figures(tip: &ToolFollower) -> Vec<Vec<CacheFigures>> {
    let of = |(_, tool): (CacheRole, &CacheTool)| {
        let settings = tool.settings();
        // Belady's policy counts everything anew for each answer.
        let is_slow = settings.replacement == ReplacementPolicy::Optimal;
        let is_large = settings.geometry.blocks() > BLOCKS_MAX;
        if is_slow || is_large { CacheFigures::default() } else { tool.figures() }
    };
    tip.engine.tools().caches.iter().map(|system| levels(system).map(of).collect()).collect()
}

/// Whether a reference reaches a cache; a second level sees what those above it do.
fn sees(role: CacheRole, system: &CacheSystem, one: &RecordedReference) -> bool {
    let is_fetch = one.purpose == ReferencePurpose::Fetch;
    match role {
        CacheRole::Data => !is_fetch,
        CacheRole::Instruction => is_fetch,
        CacheRole::Unified => true,
        CacheRole::Second => system.first().iter().any(|(above, _)| sees(*above, system, one)),
    }
}

/// The worst that an instruction met.
fn effect(was: &CacheFigures, is: &CacheFigures) -> CacheEffect {
    if is.conflict > was.conflict {
        CacheEffect::Conflict
    } else if is.capacity > was.capacity {
        CacheEffect::Capacity
    } else if is.compulsory > was.compulsory {
        CacheEffect::Compulsory
    } else {
        CacheEffect::Hit
    }
}

struct RecordedReference {
    count: u64,
    pc: u32,
    address: u32,
    purpose: ReferencePurpose,
}

/// Notes references with the step of their instruction.
#[derive(Default)]
struct ReferenceRecorder {
    seen: Vec<RecordedReference>,
    /// The step of the next instruction.
    next: u64,
    /// The step and the address of the current one.
    now: (u64, u32),
}

impl ReferenceRecorder {
    fn note(&mut self, address: u32, purpose: ReferencePurpose) {
        let (count, pc) = self.now;
        self.seen.push(RecordedReference { count, pc, address, purpose });
    }
}

impl CountingObserver for ReferenceRecorder {
    fn begin(&mut self, count: u64) {
        self.next = count;
    }
}

impl Observer for ReferenceRecorder {
    const ACTIVE: bool = true;

    fn fetch(&mut self, pc: u32, _word: CodeWord) {
        self.now = (self.next, pc);
        self.next += 1;
        self.note(pc, ReferencePurpose::Fetch);
    }

    fn write(&mut self, _register: WrittenRegister, _value: u32) {}

    fn load(&mut self, address: u32, _bytes: u32, _value: u32) {
        self.note(address, ReferencePurpose::Read);
    }

    fn store(&mut self, address: u32, _bytes: u32, _value: u32) {
        self.note(address, ReferencePurpose::Write);
    }

    // A service may read and write megabytes: the first byte stands for all of them.
    fn load_bytes(&mut self, address: u32, _bytes: u32) {
        self.note(address, ReferencePurpose::Read);
    }

    fn store_bytes(&mut self, address: u32, _bytes: &[u8]) {
        self.note(address, ReferencePurpose::Write);
    }

    fn has_seen_enough(&self) -> bool {
        false
    }
}
