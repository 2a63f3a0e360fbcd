//! Observers that feed the models from a run.
//!
//! A [`ToolEngine`] is an engine like any other: a run uses it while a program runs, a replay asks
//! it afterwards, about the same run and with other settings.

mod capture;
mod decoded;

use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{Engine, Host, Interpreter, Machine, Observer, Stop, StopConditions};

use crate::branch::{
    BranchEvent, BranchTool, HistoryTable, MarsBranch, PredictorSettings, ReturnStack,
    TableSettings, TargetBuffer,
};
use crate::cache::{
    CacheRole, CacheSettings, CacheSystem, KeptReferences, RegionStarts, StackDistances,
};
use crate::counters::{InstructionClass, InstructionMix, MarsCounter, MarsStatistics};
use crate::dinero;
use crate::faults::{FaultSet, MarsFault};
use crate::memory_map::{GridSettings, ReferenceGrid, ReferenceMap};
use crate::pipeline::{PipelineModel, PipelineSettings, StepKind};
use crate::reference::{AddressRange, MemoryReference, ReferenceKind};
use crate::setting::SettingError;
pub use capture::DatapathCapture;
use decoded::{DecodedSteps, StepFacts};

/// The tools that are asked for; an empty plan asks for nothing.
#[expect(clippy::struct_excessive_bools, reason = "each is a tool of its own, on or off")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolPlan {
    /// Groups of caches that work together.
    pub caches: Vec<Vec<(CacheRole, CacheSettings)>>,
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
    faults: FaultSet,
    watched: WatchedRanges,
    /// Whether fetches are references for some tool.
    sees_fetches: bool,
    /// Whether instructions are taken apart for some tool.
    sees_flow: bool,
    has_services: bool,
    has_delay_slots: bool,
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
        let mut set = ToolSet {
            caches: plan.caches.iter().map(|group| CacheSystem::new(group, regions)).collect(),
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
            faults: plan.faults,
            watched: WatchedRanges::new(machine),
            sees_fetches: false,
            sees_flow: false,
            has_services: !plan.without_services,
            has_delay_slots: machine.settings().delayed_branching,
            pc: machine.pc,
            instructions: 0,
            registers: [0; 32],
            flags: 0,
            decoded: DecodedSteps::default(),
        };
        set.sees_flow = set.is_watching_flow();
        set.sees_fetches = set.is_watching_fetches(plan);
        set.begin(machine);
        Ok(set)
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
        if let Some(map) = &mut self.references {
            map.stack_pointer(self.registers[29]);
        }
    }

    /// Instructions so far.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// A program has run off its end: the fetch that finds nothing is seen by MARS's tools.
    pub fn fall_off(&mut self) {
        for table in &mut self.tables {
            table.settle();
        }
        if let Some((counter, _)) = &mut self.mars_counters {
            counter.fall_off();
        }
    }

    /// Counts a reference of a trace, in which each fetch is an instruction.
    pub fn take_reference(&mut self, reference: MemoryReference) {
        self.instructions += u64::from(reference.kind == ReferenceKind::Fetch);
        self.refer(reference);
    }

    /// Passes on a reference to data or text.
    #[inline]
    fn refer(&mut self, reference: MemoryReference) {
        let is_cached = self.watched.cached.contains(reference.address);
        if is_cached {
            for caches in &mut self.caches {
                caches.refer(reference);
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
        let Some(facts) = self.decoded.facts(pc, word) else { return };
        if let Some(capture) = &mut self.datapath {
            capture.fetch(self.instructions, pc, &facts, &self.registers);
        }
        let values = (self.registers[facts.first], self.registers[facts.second]);
        let is_taken = match facts.branch {
            Some(branch) => branch.is_taken(values.0, values.1, self.flags),
            None => facts.step.is_taken,
        };
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
        if self.targets.is_some() {
            self.turn(&step, facts.is_return);
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

    /// Tells targets and returns apart.
    fn turn(&mut self, step: &crate::pipeline::PipelineStep, is_return: bool) {
        let Some((returns, targets)) = &mut self.targets else { return };
        let behind = if self.has_delay_slots { 8 } else { 4 };
        if is_return {
            returns.give_back(step.target);
        } else if step.kind.may_turn() && step.is_taken {
            targets.jump(step.pc, step.target);
        }
        if step.is_call && (step.kind != StepKind::Branch || step.is_taken) {
            returns.call(step.pc.wrapping_add(behind));
        }
    }

    fn service_reference(&mut self, address: u32, kind: ReferenceKind) {
        let pc = self.pc;
        self.refer(MemoryReference { pc, address, bytes: 1, kind, by_service: true });
    }
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
        self.refer(MemoryReference::new(self.pc, address, bytes, ReferenceKind::Read));
    }

    #[inline]
    fn store(&mut self, address: u32, bytes: u32, _value: u32) {
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

/// Tools that look at references to data only: registers and fetches are not followed for them,
/// which is most of what being observed costs.
struct DataTools(ToolSet);

impl Observer for DataTools {
    const ACTIVE: bool = true;

    #[inline(always)]
    fn fetch(&mut self, pc: u32, _word: CodeWord) {
        self.0.pc = pc;
    }

    #[inline(always)]
    fn write(&mut self, _register: WrittenRegister, _value: u32) {}

    #[inline]
    fn load(&mut self, address: u32, bytes: u32, value: u32) {
        self.0.load(address, bytes, value);
    }

    #[inline]
    fn store(&mut self, address: u32, bytes: u32, value: u32) {
        self.0.store(address, bytes, value);
    }

    fn load_bytes(&mut self, address: u32, bytes: u32) {
        self.0.load_bytes(address, bytes);
    }

    fn store_bytes(&mut self, address: u32, bytes: &[u8]) {
        self.0.store_bytes(address, bytes);
    }

    #[inline(always)]
    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// An interpreter whose run is looked at by tools.
pub struct ToolEngine {
    engine: ObservedEngine,
}

enum ObservedEngine {
    All(Box<Interpreter<ToolSet>>),
    Data(Box<Interpreter<DataTools>>),
}

impl ToolEngine {
    /// An engine for a machine that is about to start.
    pub fn new(tools: ToolSet) -> ToolEngine {
        let is_data = !tools.sees_flow && !tools.sees_fetches;
        let engine = if is_data {
            ObservedEngine::Data(Box::new(Interpreter::observed(DataTools(tools))))
        } else {
            ObservedEngine::All(Box::new(Interpreter::observed(tools)))
        };
        ToolEngine { engine }
    }

    /// The tools.
    pub fn tools(&self) -> &ToolSet {
        match &self.engine {
            ObservedEngine::All(engine) => &engine.observer,
            ObservedEngine::Data(engine) => &engine.observer.0,
        }
    }

    /// The tools, to take something out of them.
    pub fn tools_mut(&mut self) -> &mut ToolSet {
        match &mut self.engine {
            ObservedEngine::All(engine) => &mut engine.observer,
            ObservedEngine::Data(engine) => &mut engine.observer.0,
        }
    }
}

impl Engine for ToolEngine {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        self.tools_mut().begin(machine);
        let before = machine.count;
        let stop = match &mut self.engine {
            ObservedEngine::All(engine) => engine.run(machine, host, until),
            ObservedEngine::Data(engine) => {
                let stop = engine.run(machine, host, until);
                // Nobody has counted them one by one.
                engine.observer.0.instructions += machine.count - before;
                stop
            }
        };
        for (register, bits) in &mut self.tools_mut().floats {
            *bits = machine.fpu.bits(*register);
        }
        stop
    }

    fn bursts(&self) -> u64 {
        match &self.engine {
            ObservedEngine::All(engine) => engine.bursts(),
            ObservedEngine::Data(engine) => engine.bursts(),
        }
    }
}
