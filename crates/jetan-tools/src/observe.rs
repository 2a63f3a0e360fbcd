//! Observers that feed the models from a run.
//!
//! A [`ToolEngine`] is an engine like any other: a run uses it while a program runs, a replay asks
//! it afterwards, about the same run and with other settings.

mod batch;
mod capture;
mod decoded;
mod engine;
mod follow;
mod process;

use jetan_machine::code::CodeWord;
use jetan_machine::device::lab::DIGITS;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{Machine, Observer};

use crate::branch::{
    BranchEvent, BranchTool, HistoryTable, MarsBranch, PredictorSettings, ReturnStack,
    TableSettings, TargetBuffer,
};
use crate::cache::{
    CacheRole, CacheSettings, CacheSweep, CacheSystem, KeptReferences, RegionStarts, StackDistances,
};
use crate::counters::{CostTable, InstructionClass, InstructionMix, MarsCounter, MarsStatistics};
use crate::dinero;
use crate::faults::{FaultSet, MarsFault};
use crate::memory_map::{GridSettings, ReferenceGrid, ReferenceMap};
use crate::pictures::StoredPictures;
use crate::pipeline::{
    PipelineModel, PipelineSettings, PipelineStep, ReorderCode, ReorderReport, StepKind,
};
use crate::reference::{AddressRange, MemoryReference, ReferenceKind};
use crate::setting::SettingError;
pub use batch::RunEvent;
pub use capture::DatapathCapture;
use decoded::{DecodedSteps, StepFacts};
pub use engine::ToolEngine;

/// The tools that are asked for; an empty plan asks for nothing.
#[expect(clippy::struct_excessive_bools, reason = "each is a tool of its own, on or off")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolPlan {
    /// Groups of caches that work together.
    pub caches: Vec<Vec<(CacheRole, CacheSettings)>>,
    /// Whether caches note their misses by time and address.
    pub wants_maps: bool,
    /// Words in a block of the miss curve of data.
    pub curve_words: Option<u32>,
    /// Whether references are kept for hints.
    pub wants_hints: bool,
    /// Predictors of branches.
    pub predictors: Vec<PredictorSettings>,
    /// Pipelines.
    pub pipelines: Vec<PipelineSettings>,
    /// The range and the size of a unit in bytes of the map of references.
    pub references: Option<(AddressRange, u32)>,
    /// Whether instructions are counted by class.
    pub counts_classes: bool,
    /// Whether references are written as a trace.
    pub traces: bool,
    /// The number of an instruction whose datapath is kept.
    pub datapath: Option<u64>,
    /// Floating-point registers whose patterns are kept.
    pub floats: Vec<u8>,
    /// Tables as in MARS's branch history tool.
    pub tables: Vec<TableSettings>,
    /// Grids as in MARS's tool for references.
    pub grids: Vec<GridSettings>,
    /// Whether MARS's two counters are asked for.
    pub mars_counters: bool,
    /// The place of a display as in MARS's Bitmap Display.
    pub bitmap: Option<GridSettings>,
    /// Faults of MARS that are repeated.
    pub faults: FaultSet,
    /// Whether references of services are left out.
    pub without_services: bool,
}

/// Tools with what they have seen.
#[expect(
    clippy::struct_excessive_bools,
    reason = "what is not asked for is asked once, not always"
)]
#[derive(Clone, Debug)]
pub struct ToolSet {
    /// Groups of caches.
    pub caches: Vec<CacheSystem>,
    /// Stack distances of data.
    pub curve: Option<(u32, StackDistances)>,
    /// References for hints.
    pub kept: Option<KeptReferences>,
    /// Predictors.
    pub branches: Vec<BranchTool>,
    /// Targets of jumps, for returns and for the rest.
    pub targets: Option<(ReturnStack, TargetBuffer)>,
    /// Pipelines.
    pub pipelines: Vec<PipelineModel>,
    /// The map of references.
    pub references: Option<ReferenceMap>,
    /// Instructions by class.
    pub mix: Option<InstructionMix>,
    /// Lines of the trace since they were last taken.
    pub trace: Option<String>,
    /// The instruction whose datapath is asked for.
    pub datapath: Option<DatapathCapture>,
    /// Floating-point registers by number, with their bits at the end of the last run.
    pub floats: Vec<(u8, u32)>,
    /// Tables as in MARS.
    pub tables: Vec<HistoryTable>,
    /// Grids as in MARS.
    pub grids: Vec<ReferenceGrid>,
    /// MARS's two counters.
    pub mars_counters: Option<(MarsCounter, MarsStatistics)>,
    /// Pictures with faults of MARS.
    pub pictures: StoredPictures,
    /// Caches of which only the figures are asked for.
    sweep: Option<CacheSweep>,
    faults: FaultSet,
    /// Cycles by class as the pack of the machine gives them.
    course_costs: CostTable,
    watched: WatchedRanges,
    /// Whether fetches are references for some tool.
    sees_fetches: bool,
    /// Whether instructions are taken apart for some tool.
    sees_flow: bool,
    has_services: bool,
    has_delay_slots: bool,
    /// Whether a device may see loads.
    has_devices: bool,
    /// Whether the program may write its own text.
    may_write_itself: bool,
    pc: u32,
    instructions: u64,
    registers: [u32; 32],
    flags: u32,
    decoded: DecodedSteps,
}

/// The addresses that tools care about.
#[derive(Clone, Copy, Debug)]
struct WatchedRanges {
    /// Data that caches hold: devices are never cached.
    cached: AddressRange,
    /// The text of the program itself.
    user_text: AddressRange,
}

/// The most groups of caches whose misses are booked by line and symbol; of more, which are a
/// table to compare, only the figures are kept.
pub const ATTRIBUTED_MAX: usize = 4;

/// Targets that are remembered beside predictors.
const TARGETS: u32 = 16;
const RETURNS: u32 = 16;

impl ToolSet {
    /// Tools for a run that begins with this machine; figures are booked by these regions.
    pub fn new(
        plan: &ToolPlan,
        machine: &Machine,
        regions: &RegionStarts,
    ) -> Result<ToolSet, SettingError> {
        let tables = plan.tables.iter().map(|&table| HistoryTable::new(table));
        let grids = plan.grids.iter().map(|&grid| ReferenceGrid::new(grid, plan.faults));
        let references = plan.references.map(|(range, unit)| ReferenceMap::new(range, unit));
        let targets = TargetBuffer::new(TARGETS)?;
        let digits = machine.lab().map(|_| machine.map().mmio_base + DIGITS);
        // Of a table to compare only the figures are kept.
        let has_maps = plan.wants_maps && plan.caches.len() <= ATTRIBUTED_MAX;
        let system = if has_maps { CacheSystem::mapped } else { CacheSystem::new };
        let mut set = ToolSet {
            caches: plan.caches.iter().map(|group| system(group, regions)).collect(),
            curve: plan.curve_words.map(|words| (words, StackDistances::new(1))),
            kept: plan.wants_hints.then(KeptReferences::default),
            branches: plan.predictors.iter().map(|&one| BranchTool::new(one)).collect(),
            targets: (!plan.predictors.is_empty()).then(|| (ReturnStack::new(RETURNS), targets)),
            pipelines: plan.pipelines.iter().map(|&one| PipelineModel::new(one)).collect(),
            references: references.transpose()?,
            mix: plan.counts_classes.then(InstructionMix::default),
            trace: plan.traces.then(String::new),
            datapath: plan.datapath.map(DatapathCapture::new),
            floats: plan.floats.iter().map(|&register| (register & 31, 0)).collect(),
            tables: tables.collect::<Result<_, _>>()?,
            grids: grids.collect::<Result<_, _>>()?,
            mars_counters: plan
                .mars_counters
                .then(|| (MarsCounter::new(plan.faults), MarsStatistics::new(plan.faults))),
            pictures: StoredPictures::new(plan.faults, plan.bitmap, digits)?,
            sweep: None,
            faults: plan.faults,
            course_costs: CostTable::of_course(machine.pack().map_or(&[], |pack| &pack.costs)),
            watched: WatchedRanges::new(machine),
            sees_fetches: false,
            sees_flow: false,
            has_services: !plan.without_services,
            has_delay_slots: machine.settings().delayed_branching,
            has_devices: has_devices(machine),
            may_write_itself: machine.settings().self_modifying,
            pc: machine.pc,
            instructions: 0,
            registers: [0; 32],
            flags: 0,
            decoded: DecodedSteps::default(),
        };
        set.sees_flow = set.is_watching_flow();
        set.sees_fetches = set.is_watching_fetches(plan);
        if set.caches.len() > ATTRIBUTED_MAX {
            set.sweep = Some(CacheSweep::new(set.caches.iter().filter_map(CacheSystem::swept)));
        }
        set.begin(machine);
        Ok(set)
    }

    /// The costs that were asked for, and those of the course where nothing was.
    pub fn costs(&self, asked: &CostTable) -> CostTable {
        asked.over(&self.course_costs)
    }

    fn is_watching_flow(&self) -> bool {
        let has_list = !self.branches.is_empty() || !self.pipelines.is_empty();
        let has_counter = self.mix.is_some() || self.mars_counters.is_some();
        has_list || has_counter || !self.tables.is_empty() || self.datapath.is_some()
    }

    fn is_watching_fetches(&self, plan: &ToolPlan) -> bool {
        let roles = plan.caches.iter().flatten().map(|&(role, _)| role);
        let mut roles = roles.filter(|role| *role != CacheRole::Data && *role != CacheRole::Second);
        let has_map = self.references.is_some() || !self.grids.is_empty();
        roles.next().is_some() || has_map || self.trace.is_some()
    }

    /// Takes over the registers: between two runs of an engine anybody may have changed them.
    fn begin(&mut self, machine: &Machine) {
        self.registers.copy_from_slice(machine.registers.values());
        self.flags = u32::from(machine.fpu.flags());
        self.decoded.set_text(machine.text());
        if let Some(map) = &mut self.references {
            map.stack_pointer(self.registers[batch::SP]);
        }
    }

    /// Lets the caches of a sweep have its figures.
    fn settle_sweep(&mut self) {
        if let Some(sweep) = &mut self.sweep {
            for caches in &mut self.caches {
                caches.take_figures(sweep);
            }
        }
    }

    /// Whether some tool has to see each event when it happens.
    fn is_immediate(&self) -> bool {
        let has_mars = !self.tables.is_empty() || !self.grids.is_empty();
        let has_mars = has_mars || self.mars_counters.is_some() || self.faults != FaultSet::NONE;
        has_mars || self.trace.is_some() || self.datapath.is_some()
    }

    /// Whether some tool looks at references to data.
    fn wants_data(&self) -> bool {
        let has_list = !self.caches.is_empty() || self.references.is_some();
        has_list || self.curve.is_some() || self.kept.is_some()
    }

    /// Whether all instructions are looked at, not only those that may go elsewhere.
    fn wants_all_steps(&self) -> bool {
        let has_flow = !self.pipelines.is_empty() || self.mix.is_some();
        has_flow || self.references.is_some() || self.sees_fetches
    }

    /// Orders of the program's blocks in which a pipeline waits less. Statements stay whole: the
    /// caller tells which instructions begin one, and which addresses have labels.
    ///
    /// Nothing is found for programs that may write their own text, and nothing in kernel text.
    pub fn reorder(
        &self,
        pipeline: &PipelineModel,
        labels: &[u32],
        begins_statement: &dyn Fn(u32) -> bool,
    ) -> ReorderReport {
        let Some(text) = self.decoded.text().filter(|_| !self.may_write_itself) else {
            return ReorderReport::default();
        };
        let has_slots = self.has_delay_slots || pipeline.settings().has_delay_slot;
        let has_devices = self.has_devices;
        let code = ReorderCode { text, labels, begins_statement, has_devices, has_slots };
        pipeline.reorder(&code)
    }

    /// Instructions so far.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Books the last branch of MARS's tables, which otherwise waits for the next fetch.
    pub fn settle_tables(&mut self) {
        for table in &mut self.tables {
            table.settle();
        }
    }

    /// A program has run off its end: the fetch that finds nothing is seen by MARS's tools.
    pub fn fall_off(&mut self) {
        self.settle_tables();
        if let Some((counter, _)) = &mut self.mars_counters {
            counter.fall_off();
        }
    }

    /// Counts a reference of a trace, in which each fetch is an instruction.
    pub fn take_reference(&mut self, reference: MemoryReference) {
        self.instructions += u64::from(reference.kind == ReferenceKind::Fetch);
        self.refer(reference);
    }

    /// Notes that a trace is over.
    pub fn end_trace(&mut self) {
        self.settle_sweep();
    }

    /// Passes on a reference to data or text.
    #[inline]
    fn refer(&mut self, reference: MemoryReference) {
        let is_cached = self.watched.cached.contains(reference.address);
        if is_cached {
            let has_sweep = self.sweep.is_some();
            for caches in &mut self.caches {
                if !has_sweep || caches.swept().is_none() {
                    caches.refer(reference);
                }
            }
            let is_data = reference.kind != ReferenceKind::Fetch;
            if let Some(sweep) = self.sweep.as_mut().filter(|_| is_data) {
                sweep.access(reference.address, reference.kind == ReferenceKind::Write);
            }
        }
        if self.curve.is_some() || self.kept.is_some() || self.trace.is_some() {
            self.keep(reference, is_cached);
        }
        if let Some(map) = &mut self.references {
            map.refer(reference, self.instructions);
        }
        for grid in &mut self.grids {
            grid.refer(reference.address);
        }
    }

    fn keep(&mut self, reference: MemoryReference, is_cached: bool) {
        let is_data = is_cached && reference.kind != ReferenceKind::Fetch;
        if let Some((words, curve)) = self.curve.as_mut().filter(|_| is_data) {
            curve.access(reference.address / 4 / *words);
        }
        if let Some(kept) = self.kept.as_mut().filter(|_| is_data) {
            kept.push(reference);
        }
        if let Some(trace) = &mut self.trace {
            trace.push_str(&dinero::line(reference.kind, reference.address));
        }
    }

    /// Passes on an instruction to the tools that look at what it does.
    fn flow(&mut self, pc: u32, word: CodeWord) {
        if self.decoded.is_other(pc, word) {
            self.decoded.replace(pc, word);
        }
        let Some(&facts) = self.decoded.facts(pc) else { return };
        if let Some(capture) = &mut self.datapath {
            capture.fetch(self.instructions, pc, &facts, &self.registers);
        }
        let values = (self.registers[facts.first], self.registers[facts.second]);
        let is_taken = facts.is_taken(values, self.flags);
        let is_user = self.watched.user_text.contains(pc);
        self.count(&facts, is_taken, is_user);
        if facts.branch.is_some() {
            let event = BranchEvent { pc, target: facts.step.target, is_taken };
            for tool in &mut self.branches {
                tool.count(event);
            }
        }
        let mut step = facts.step;
        step.is_taken = is_taken;
        if step.kind == StepKind::JumpRegister {
            step.target = values.0;
        }
        let behind = self.bytes_behind_call();
        if let Some(targets) = &mut self.targets {
            TurnTargets(targets).turn(&step, facts.is_return, behind);
        }
        for pipeline in &mut self.pipelines {
            pipeline.step(&step);
        }
        for table in &mut self.tables {
            let seen = MarsBranch::of(&facts.instruction, self.faults).filter(|_| is_user);
            let seen = seen.map(|branch| branch.is_taken(values.0, values.1, self.flags));
            table.fetch(pc, seen);
            // MARS: a connected counter fetches each statement a second time.
            if self.faults.has(MarsFault::FetchesTwice) {
                table.fetch(pc, seen);
            }
        }
    }

    fn count(&mut self, facts: &StepFacts, is_taken: bool, is_user: bool) {
        if let Some(mix) = &mut self.mix {
            let class = InstructionClass::of(facts.instruction.op, is_taken, facts.is_return);
            mix.count(class, facts.format, !is_user);
        }
        if let Some((counter, statistics)) = self.mars_counters.as_mut().filter(|_| is_user) {
            counter.fetch(facts.step.pc, facts.format);
            statistics.fetch(facts.step.pc, facts.word);
        }
    }

    /// The distance from a call to the address that it returns to.
    fn bytes_behind_call(&self) -> u32 {
        if self.has_delay_slots { 8 } else { 4 }
    }

    fn service_reference(&mut self, address: u32, kind: ReferenceKind) {
        let pc = self.pc;
        self.refer(MemoryReference { pc, address, bytes: 1, kind, by_service: true });
    }
}

/// Targets of jumps, for returns and for the rest.
struct TurnTargets<'a>(&'a mut (ReturnStack, TargetBuffer));

impl TurnTargets<'_> {
    /// Tells targets and returns apart.
    fn turn(&mut self, step: &PipelineStep, is_return: bool, behind: u32) {
        let (returns, targets) = &mut *self.0;
        if is_return {
            returns.give_back(step.target);
        } else if step.kind.may_turn() && step.is_taken {
            targets.jump(step.pc, step.target);
        }
        if step.is_call && (step.kind != StepKind::Branch || step.is_taken) {
            returns.call(step.pc.wrapping_add(behind));
        }
    }
}

fn has_devices(machine: &Machine) -> bool {
    machine.terminal().is_some() || machine.lab().is_some() || machine.bot().is_some()
}

impl WatchedRanges {
    fn new(machine: &Machine) -> WatchedRanges {
        let map = machine.map();
        WatchedRanges {
            cached: AddressRange { first: 0, last: map.mmio_base.wrapping_sub(1) },
            user_text: AddressRange { first: map.text_base, last: map.text_limit.wrapping_sub(1) },
        }
    }
}

impl Observer for ToolSet {
    const ACTIVE: bool = true;

    #[inline]
    fn fetch(&mut self, pc: u32, word: CodeWord) {
        self.pc = pc;
        self.instructions += 1;
        if self.sees_fetches {
            if let Some(map) = &mut self.references {
                map.step(self.instructions);
            }
            let reference = MemoryReference::new(pc, pc, 4, ReferenceKind::Fetch);
            self.refer(reference);
            if self.faults.has(MarsFault::FetchesTwice) {
                self.refer(reference);
            }
        }
        if self.sees_flow {
            self.flow(pc, word);
        }
    }

    #[inline]
    fn write(&mut self, register: WrittenRegister, value: u32) {
        match register {
            WrittenRegister::Cpu(reg) => {
                self.registers[reg.index()] = value;
                if let Some(capture) = &mut self.datapath {
                    capture.write(reg.number(), value);
                }
                if reg == jetan_isa::Reg::SP
                    && let Some(map) = &mut self.references
                {
                    map.stack_pointer(value);
                }
            }
            WrittenRegister::Flags => self.flags = value,
            _ => {}
        }
    }

    #[inline]
    fn load(&mut self, address: u32, bytes: u32, value: u32) {
        if let Some(capture) = &mut self.datapath {
            capture.load(value);
        }
        self.pictures.load(address, bytes, value);
        self.refer(MemoryReference::new(self.pc, address, bytes, ReferenceKind::Read));
    }

    #[inline]
    fn store(&mut self, address: u32, bytes: u32, value: u32) {
        self.pictures.store(address, bytes, value);
        self.refer(MemoryReference::new(self.pc, address, bytes, ReferenceKind::Write));
    }

    fn load_bytes(&mut self, address: u32, bytes: u32) {
        // MARS reads strings byte by byte, and its tools count each.
        if self.has_services {
            for offset in 0..bytes {
                self.service_reference(address.wrapping_add(offset), ReferenceKind::Read);
            }
        }
    }

    fn store_bytes(&mut self, address: u32, bytes: &[u8]) {
        if self.has_services {
            for offset in 0..bytes.len() as u32 {
                self.service_reference(address.wrapping_add(offset), ReferenceKind::Write);
            }
        }
    }

    #[inline]
    fn has_seen_enough(&self) -> bool {
        false
    }
}
