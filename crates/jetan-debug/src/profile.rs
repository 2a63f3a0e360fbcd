//! A profile of executed instructions: by line, by procedure, by call.

mod counts;

use jetan_order::SharedSort;
use std::collections::BTreeMap;

use jetan_isa::{Op, disasm};
use jetan_machine::{Engine, Host, Machine, SparingInterpreter, Stop, StopConditions};

use crate::coverage::{self, CoverageGap};
use counts::ProfileCounts;
use jetan_symbols::{DebugLine, DebugSymbols};

/// The executions of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineCount {
    /// The source line that was executed.
    pub line: DebugLine,
    /// The number of its instructions that were executed.
    pub instructions: u64,
}

/// The cost of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcedureCount {
    /// The label the procedure was entered at.
    pub name: String,
    /// The number of calls; what the program begins with is called once.
    pub calls: u64,
    /// Instructions in itself.
    pub own: u64,
    /// Instructions in itself and in what it called; those of a recursion once.
    pub total: u64,
}

/// The calls from one procedure to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallCount {
    /// The label of the caller.
    pub from: String,
    /// The label of the procedure that was called.
    pub to: String,
    /// The number of calls from the one to the other.
    pub calls: u64,
}

/// The executions of a conditional branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchCount {
    /// The source line of the branch.
    pub line: DebugLine,
    /// The instruction itself.
    pub instruction: String,
    /// The number of times it was taken.
    pub taken: u64,
    /// The number of times it was executed.
    pub executed: u64,
}

/// The executed instructions of a program. Every list begins with the largest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The number of executed instructions.
    pub instructions: u64,
    /// Instructions by source line, the most executed first.
    pub lines: Vec<LineCount>,
    /// Instructions by procedure, the most executed first.
    pub procedures: Vec<ProcedureCount>,
    /// Calls by caller and callee, the most frequent first.
    pub calls: Vec<CallCount>,
    /// The executions of each mnemonic.
    pub mix: Vec<(&'static str, u64)>,
    /// The conditional branches.
    pub branches: Vec<BranchCount>,
    /// Own instructions by the procedures that led there, outermost first, in order of names.
    pub stacks: Vec<(Vec<String>, u64)>,
}

/// An interpreter that counts.
pub struct Profiler {
    engine: SparingInterpreter<ProfileCounts>,
    has_slots: bool,
}

impl Profiler {
    /// Counts what a program does from where its machine stands.
    pub fn new(machine: &Machine) -> Profiler {
        let has_slots = machine.settings().delayed_branching;
        Profiler { engine: SparingInterpreter::observed(ProfileCounts::new(machine)), has_slots }
    }

    /// The counts so far.
    pub fn profile(&self, names: &DebugSymbols) -> Profile {
        let counts = &self.engine.observer;
        let mut profile = Profile {
            instructions: counts.instructions(),
            stacks: counts.stacks(&|entry| procedure_name(names, entry)),
            ..Profile::default()
        };
        profile.count_text(counts, names);
        profile.count_procedures(counts, names);
        profile
    }
}

impl Profiler {
    /// The lines that were never executed.
    pub fn gaps(&self, names: &DebugSymbols) -> Vec<CoverageGap> {
        // The counts take a delay slot for the way that its branch went.
        coverage::gaps(names, &|pc| self.engine.observer.at(pc), !self.has_slots)
    }
}

impl Engine for Profiler {
    fn run(&mut self, machine: &mut Machine, host: &mut dyn Host, until: &StopConditions) -> Stop {
        self.engine.run(machine, host, until)
    }

    fn bursts(&self) -> u64 {
        self.engine.bursts()
    }
}

impl Profile {
    /// Lines, mnemonics and branches.
    fn count_text(&mut self, counts: &ProfileCounts, names: &DebugSymbols) {
        let mut lines: BTreeMap<(String, u32), LineCount> = BTreeMap::new();
        let mut mix: BTreeMap<&'static str, u64> = BTreeMap::new();
        for code in &names.program.code {
            let (executed, taken) = counts.at(code.address);
            let Some(line) = names.line(code.address).filter(|_| executed > 0) else { continue };
            let op = code.instruction.op;
            *mix.entry(op.name()).or_default() += executed;
            // `bgezal` and `bltzal` are counted among the calls.
            if op.is_branch() && !matches!(op, Op::Bgezal | Op::Bltzal) {
                let label = &mut |target| names.label(target);
                let instruction = disasm::source_text(&code.instruction, code.address, label);
                let line = line.clone();
                self.branches.push(BranchCount { line, instruction, taken, executed });
            }
            let entry = lines.entry((line.file.clone(), line.number));
            entry.or_insert(LineCount { line, instructions: 0 }).instructions += executed;
        }
        self.lines = lines.into_values().collect();
        // All sorts here are stable over ordered maps: equal counts keep the order of the source.
        self.lines.shared_sort_by_key(|one| std::cmp::Reverse(one.instructions));
        self.mix = mix.into_iter().collect();
        self.mix.shared_sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        self.branches.shared_sort_by_key(|one| std::cmp::Reverse(one.executed));
    }

    fn count_procedures(&mut self, counts: &ProfileCounts, names: &DebugSymbols) {
        let name = |entry| procedure_name(names, entry);
        let counted = counts.procedures().into_iter();
        self.procedures = counted
            .map(|(entry, calls, own, total)| ProcedureCount {
                name: name(entry),
                calls,
                own,
                total,
            })
            .collect();
        self.procedures.shared_sort_by_key(|one| std::cmp::Reverse(one.total));
        let calls = counts.calls().into_iter();
        self.calls = calls
            .map(|((from, to), calls)| CallCount { from: name(from), to: name(to), calls })
            .collect();
        self.calls.shared_sort_by_key(|one| std::cmp::Reverse(one.calls));
    }
}

fn procedure_name(names: &DebugSymbols, entry: u32) -> String {
    names.label(entry).unwrap_or_else(|| format!("{entry:#010x}"))
}
