//! The cycles in which instructions leave ID: the one place where hazards are decided, for a run
//! as it was and for one with another order.

use super::StallReason;
use super::step::{PipelineStep, RegisterSet, ResultUnit};
use super::waits::WaitTable;

/// The instruction that wrote a register last.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegisterProducer {
    /// The cycle in which it left ID; cycle 1 is the first fetch.
    pub(super) decoded: u64,
    pub(super) unit: ResultUnit,
    pub(super) pc: u32,
    /// The number of the instruction in the run.
    pub(super) number: u64,
}

/// The hazard that makes an instruction wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct BindingHazard {
    pub(super) ready: u64,
    pub(super) reason: StallReason,
    pub(super) register: u8,
    pub(super) producer: u32,
}

/// The passage of an instruction through ID.
#[derive(Clone, Copy, Debug)]
pub(super) struct IssuedStep {
    /// The first cycle in ID.
    pub(super) arrived: u64,
    /// Cycles that it waits there.
    pub(super) stall: u64,
    /// The reason, if it waits.
    pub(super) hazard: Option<BindingHazard>,
}

/// Everything that later instructions may have to wait for.
#[derive(Clone, Debug)]
pub(super) struct IssueState {
    pub(super) producers: [Option<RegisterProducer>; RegisterSet::COUNT],
    /// Registers that the last instructions wrote, the newest first.
    written: [RegisterSet; 3],
    /// Registers that a product or a quotient was written to last.
    slow: RegisterSet,
    /// The cycle in which the last instruction left ID.
    pub(super) decoded: u64,
}

/// Results that may be on their way when a stretch begins; three instructions that write two
/// registers each, and HI and LO.
const PENDING_MAX: usize = 8;

/// A result that is on its way, in one word: entries are compared at each branch. The register, the
/// unit, and the cycles since its producer left ID; 0 stands for none, as nobody waits for `$zero`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PendingResult(u32);

impl PendingResult {
    const NONE: PendingResult = PendingResult(0);

    fn new(register: u8, unit: ResultUnit, age: u16) -> PendingResult {
        PendingResult(u32::from(register) | (unit as u32) << 8 | u32::from(age) << 16)
    }

    fn parts(self) -> Option<(u8, ResultUnit, u16)> {
        let unit = ResultUnit::ALL[(self.0 >> 8 & 3) as usize];
        (self != PendingResult::NONE).then_some((self.0 as u8, unit, (self.0 >> 16) as u16))
    }
}

/// Everything that the waiting of the next instructions depends on, without absolute cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct EntryState {
    /// Fetches that are lost before the next instruction.
    pub(super) flush: u8,
    /// And before the one after it.
    pub(super) flush_later: u8,
    pending: [PendingResult; PENDING_MAX],
}

impl IssueState {
    /// An empty pipeline.
    pub(super) fn new() -> IssueState {
        IssueState {
            producers: [None; RegisterSet::COUNT],
            written: [RegisterSet::default(); 3],
            slow: RegisterSet::default(),
            decoded: 1,
        }
    }

    /// A pipeline in a state that was noted; cycles begin somewhere.
    pub(super) fn at(entry: &EntryState) -> IssueState {
        // Later than any age.
        const BEGIN: u64 = 1 << 17;
        // The difference of two cycles is all that counts, so any beginning will do.
        let mut state = IssueState { decoded: BEGIN, ..IssueState::new() };
        for (register, unit, age) in entry.pending.iter().filter_map(|result| result.parts()) {
            let decoded = BEGIN - u64::from(age);
            let producer = RegisterProducer { decoded, unit, pc: 0, number: 0 };
            state.producers[usize::from(register)] = Some(producer);
            // Looked at for longer than in the run itself, which changes nothing: a value that has
            // arrived makes nobody wait.
            state.written[0].insert(register);
            if unit.is_slow() {
                state.slow.insert(register);
            }
        }
        state
    }

    /// The state before the next instruction; none if more results are on their way than can be
    /// noted.
    pub(super) fn entry(&self, flush: [u64; 2], waits: &WaitTable) -> Option<EntryState> {
        let [now, later] = flush.map(|fetches| u8::try_from(fetches).unwrap_or(u8::MAX));
        let mut entry = EntryState {
            flush: now,
            flush_later: later,
            pending: [PendingResult::NONE; PENDING_MAX],
        };
        let mut count = 0;
        for register in self.unsettled().iter() {
            let Some(producer) = self.producers[usize::from(register)] else { continue };
            let age = self.decoded - producer.decoded;
            if producer.decoded + waits.longest(producer.unit) <= self.decoded + 1 + flush[0] {
                continue;
            }
            let age = u16::try_from(age).ok()?;
            *entry.pending.get_mut(count)? = PendingResult::new(register, producer.unit, age);
            count += 1;
        }
        Some(entry)
    }

    /// Lets an instruction through ID, after so many lost fetches. What it writes is noted by
    /// [`IssueState::write`].
    #[inline]
    pub(super) fn issue(
        &mut self,
        step: &PipelineStep,
        flush: u64,
        waits: &WaitTable,
    ) -> IssuedStep {
        let arrived = self.decoded + 1 + flush;
        let is_waiting = step.reads.overlaps(self.unsettled());
        let hazard = if is_waiting { self.binding(step, waits) } else { None };
        let stall = hazard.map_or(0, |hazard| hazard.ready.saturating_sub(arrived));
        self.decoded = arrived + stall;
        IssuedStep { arrived, stall, hazard: hazard.filter(|_| stall > 0) }
    }

    /// Notes what the instruction that was let through writes.
    #[inline]
    pub(super) fn write(&mut self, step: &PipelineStep, number: u64) {
        for register in step.writes.iter() {
            let (decoded, unit, pc) = (self.decoded, step.unit, step.pc);
            let producer = RegisterProducer { decoded, unit, pc, number };
            self.producers[usize::from(register)] = Some(producer);
        }
        let [first, second, _] = self.written;
        self.written = [step.writes, first, second];
        let kept = self.slow.without(step.writes);
        self.slow = if step.unit.is_slow() { kept.union(step.writes) } else { kept };
    }

    /// Registers whose values somebody may have to wait for: nobody waits longer than three cycles,
    /// unless for a product or a quotient.
    #[inline]
    fn unsettled(&self) -> RegisterSet {
        let [first, second, third] = self.written;
        first.union(second).union(third).union(self.slow)
    }

    /// Finds the value that an instruction waits for longest.
    fn binding(&self, step: &PipelineStep, waits: &WaitTable) -> Option<BindingHazard> {
        let mut binding: Option<BindingHazard> = None;
        for register in step.reads.iter() {
            let Some(producer) = self.producers[usize::from(register)] else { continue };
            let is_stored = step.stored.contains(register);
            let (wait, reason) = waits.wait(producer.unit, step.kind, is_stored);
            let ready = producer.decoded + wait;
            if binding.is_none_or(|binding| binding.ready < ready) {
                binding = Some(BindingHazard { ready, reason, register, producer: producer.pc });
            }
        }
        binding
    }

    /// Cycles that an instruction right after these could have to wait for a register, at most.
    fn lateness(&self, register: u8, waits: &WaitTable) -> u64 {
        let producer = self.producers[usize::from(register)];
        let ready = producer.map_or(0, |one| one.decoded + waits.longest(one.unit));
        ready.saturating_sub(self.decoded + 1)
    }

    /// Cycles that the last instruction is done earlier than in another state.
    pub(super) fn lead_over(&self, other: &IssueState) -> i64 {
        other.decoded as i64 - self.decoded as i64
    }

    /// Cycles that everything after this state is done earlier than after another one in which
    /// the same instructions have been let through, whatever comes; negative if it may be later.
    ///
    /// An instruction leaves ID at the latest of some cycles that are all sums of earlier ones.
    /// So if no register is later than in the other state by more than some cycles, nothing that
    /// follows is.
    pub(super) fn gain_over(&self, other: &IssueState, waits: &WaitTable) -> i64 {
        let registers = 0..RegisterSet::COUNT as u8;
        // Registers that nobody reads any more are bounded too: what comes is not known.
        let later = registers.map(|register| {
            let lateness = self.lateness(register, waits);
            lateness.saturating_sub(other.lateness(register, waits))
        });
        let later = later.max().unwrap_or(0);
        self.lead_over(other) - later as i64
    }
}
