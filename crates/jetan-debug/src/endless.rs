//! Finds the loop of a program that does not end: lets a copy of it run on a little,
//! with its output dropped. Also the loop that ran on into a fault, by the same means.

mod body;
mod edges;
mod silence;
mod words;

use jetan_isa::Reg;
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::stop::WaitReason;
use jetan_machine::{Machine, Observer, RelayInterpreter, Stop, StopConditions};
use jetan_run::LiveRun;
use jetan_run::YieldPoint;
use jetan_run::timeline::{ReplayDiverged, ScanResult, Timeline};

use crate::cause::{StorageLocation, last_write};
use crate::decision::FloatTest;
use crate::trail::Trail;
use body::LoopBody;
use edges::{BackEdges, CallTracker, EdgeKind};
use jetan_symbols::DebugSymbols;
pub(crate) use silence::SilentHost;

/// Instructions for which a loop is watched.
// The copy runs twice: to find the loop, and to look into it.
pub const WATCHED_INSTRUCTIONS: u64 = 1_000_000;
/// The bound for services meanwhile, in the worth of instructions: a few of them can move
/// gigabytes.
const SERVICE_WORK_MAX: u64 = 4 * WATCHED_INSTRUCTIONS;
/// The iterations that a loop must have had before a fault to be part of its explanation.
// The nearest end of memory lies above the stack, a thousand words away; loops of students that end
// as they are meant to have fewer iterations than that.
const RUNAWAY_TURNS_MIN: u64 = 500;
/// Registers whose past is looked at.
const TRACED_REGISTERS_MAX: usize = 4;

/// A loop, by what it did while it was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndlessLoop {
    /// The first instruction, where each iteration begins.
    pub head: u32,
    /// The instruction that leads back there.
    pub back: u32,
    /// The number of iterations.
    pub turns: u64,
    /// Within so many instructions.
    pub instructions: u64,
    /// Whether these came before a fault in the loop, instead of after the stop.
    pub has_faulted: bool,
    /// The registers that differ between iterations, and by how much they change if that is
    /// always the same.
    pub changing: Vec<(Reg, Option<i32>)>,
    /// The branches that could lead out of it.
    pub exits: Vec<LoopExit>,
    /// Instructions that write a register which nothing in the loop reads.
    pub idle: Vec<(u32, Reg)>,
}

/// A branch that could lead out of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopExit {
    /// The address of the branch.
    pub pc: u32,
    /// The registers that decide about it.
    pub registers: Vec<DecidingRegister>,
    /// Loads that decide about it from a place that nothing in the loop writes: the instruction,
    /// the address, and what is there.
    pub loads: Vec<(u32, u32, u32)>,
    /// The comparison of floats that it looks at, if it does.
    pub test: Option<FloatTest>,
}

/// A register that decides about a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecidingRegister {
    /// The register whose value is compared.
    pub reg: Reg,
    /// The value at the branch.
    pub value: u32,
    /// The instructions of the loop that write it, a few of them.
    pub writers: Vec<u32>,
    /// The one of those that a procedure executes which the loop calls, if there is one.
    pub callee: Option<u32>,
    /// The instruction that last wrote it before the loop, if [`EndlessRun::trace`] has found it.
    pub setter: Option<u32>,
}

/// Calls that get deeper and deeper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndlessCalls {
    /// The call that was made most often.
    pub call: u32,
    /// The address that is called.
    pub target: u32,
    /// The times it was made without a return, while it was watched.
    pub times: u64,
    /// Within so many instructions.
    pub instructions: u64,
    /// The last jump before each call, if the same call was made within itself all the time.
    pub jump: Option<(u32, u32)>,
    /// A call of the instruction at which the machine starts programs, if one was made.
    pub restart: Option<u32>,
}

/// Why a program does not end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndlessRun {
    /// It is in a loop.
    Loop(EndlessLoop),
    /// It calls and does not return.
    Calls(EndlessCalls),
}

/// Lets a program run on without any effect; what it seems to be doing forever, if anything. One
/// that ends, fails or waits is not endless. The way it has come helps to tell returns apart;
/// `entry` is where the program begins.
pub fn find_endless(machine: &Machine, trail: Option<&Trail>, entry: u32) -> Option<EndlessRun> {
    let edges =
        LoopWatcher { state: BackEdges::default(), calls: CallTracker::new(machine, trail) };
    let (edges, instructions, is_going_on) = run_copy(machine, edges)?;
    // Asked first: an endless recursion ends in a fault, so it does not go on.
    if let Some(descent) = edges.calls.descent(instructions, entry) {
        return Some(EndlessRun::Calls(descent));
    }
    if !is_going_on {
        return None;
    }
    let by_returns = trail.is_some() || !edges.calls.has_called();
    let (head, back, depth) = edges.state.widest(by_returns)?;
    // A second run from the same machine: which instructions belong to the loop is known only now.
    let calls = CallTracker::new(machine, trail);
    let body = LoopWatcher { state: LoopBody::new(machine, head, depth), calls };
    let (body, instructions, _) = run_copy(machine, body)?;
    body.state.spin(machine, back, instructions).map(EndlessRun::Loop)
}

/// The loop that a run was in when it failed at `fault`, an address, after `end` instructions; none
/// if nothing shows that it should have ended before. `machine` is the run at an earlier step.
pub fn find_runaway(
    machine: &Machine,
    (end, fault): (u64, u32),
    names: &DebugSymbols,
) -> Option<EndlessRun> {
    // With delay slots no branch is known to lead out of a loop.
    if machine.settings().delayed_branching {
        return None;
    }
    // Nobody knows which calls were open here, so a return out of one is not taken for a way back.
    let calls = || CallTracker::new(machine, None);
    let edges = LoopWatcher { state: BackEdges::default(), calls: calls() };
    let (edges, instructions, is_going_on) = run_copy(machine, edges)?;
    // A copy that has gone elsewhere, because time passes differently for it, shows nothing.
    if is_going_on || machine.count + instructions != end {
        return None;
    }
    let (head, back, depth) = edges.state.widest(false)?;
    let body = LoopWatcher { state: LoopBody::new(machine, head, depth), calls: calls() };
    let (body, instructions, _) = run_copy(machine, body)?;
    let found = body.state.spin(machine, back, instructions)?;
    let found = EndlessLoop { has_faulted: true, ..found };
    let is_runaway = body.state.contains(fault)
        && found.turns >= RUNAWAY_TURNS_MIN
        && (found.exits.iter().any(LoopExit::is_stuck) || found.help(names).is_some());
    is_runaway.then_some(EndlessRun::Loop(found))
}

/// Runs a copy under an observer; nothing if it ends or waits. For how many instructions, and
/// whether it would have gone on.
fn run_copy<W: LoopObserver>(
    machine: &Machine,
    mut watcher: LoopWatcher<W>,
) -> Option<(LoopWatcher<W>, u64, bool)> {
    let start = machine.count;
    let end = start.saturating_add(WATCHED_INSTRUCTIONS);
    let served_end = machine.work().saturating_add(SERVICE_WORK_MAX);
    let mut is_going_on = true;
    let mut relay = RelayInterpreter::default();
    // Behind a `RelayInterpreter`, since every observer with an interpreter of its own adds some
    // fifty kilobytes of code, and both look at short runs.
    let mut run = LiveRun::new(machine.clone(), Box::new(relay.notifying(&mut watcher)));
    let mut silence = SilentHost::default();
    let is_short = |copy: &Machine| copy.count < end && copy.work() < served_end;
    while is_short(run.machine()) && !silence.is_asked {
        match run.advance(&mut silence, &StopConditions::count(end)) {
            Stop::Budget => {}
            // Sleeping is not waiting for somebody: the copy's clock is put forward.
            Stop::Waiting(WaitReason::Until(ms)) => {
                silence.pass(ms);
                run.pass_time(ms);
            }
            // Calls without an end fail sooner or later.
            Stop::Faulted { .. } => {
                is_going_on = false;
                break;
            }
            _ => return None,
        }
    }
    let instructions = run.machine().count - start;
    drop(run);
    (!silence.is_asked).then_some((watcher, instructions, is_going_on))
}

impl EndlessRun {
    /// Looks in the past for what set the registers that a loop waits for in vain.
    pub async fn trace(
        &mut self,
        timeline: &mut Timeline<'_>,
        point: &YieldPoint,
    ) -> Result<(), ReplayDiverged> {
        let EndlessRun::Loop(spin) = self else { return Ok(()) };
        let all = spin.exits.iter_mut().flat_map(|way| &mut way.registers);
        // Each of them may be searched for in the whole run.
        for deciding in
            all.filter(|deciding| deciding.writers.is_empty()).take(TRACED_REGISTERS_MAX)
        {
            let place = StorageLocation::Register(WrittenRegister::Cpu(deciding.reg));
            let end = timeline.end_count();
            if let ScanResult::Found((_, pc)) = last_write(timeline, place, end, point).await? {
                deciding.setter = Some(pc);
            }
        }
        Ok(())
    }
}

/// An observer of a loop: is notified of instructions with the depth of calls they are at.
trait LoopObserver {
    fn step(&mut self, from: u32, pc: u32, word: CodeWord, step: EdgeKind, depth: usize);
    fn write(&mut self, register: WrittenRegister, value: u32);
    fn load(&mut self, address: u32, value: u32);
    fn store(&mut self, address: u32, bytes: u32);
}

/// Tells a [`LoopObserver`] of instructions.
struct LoopWatcher<W> {
    state: W,
    calls: CallTracker,
}

impl<W: LoopObserver> Observer for LoopWatcher<W> {
    const ACTIVE: bool = true;

    #[inline]
    fn fetch(&mut self, pc: u32, word: CodeWord) {
        let (from, step) = self.calls.step(pc);
        self.state.step(from, pc, word, step, self.calls.depth());
        // After the step is reported, so that a call belongs to its caller's depth.
        self.calls.take(pc, word);
    }

    #[inline]
    fn write(&mut self, register: WrittenRegister, value: u32) {
        self.calls.write(register, value);
        self.state.write(register, value);
    }

    #[inline]
    fn load(&mut self, address: u32, _bytes: u32, value: u32) {
        self.state.load(address, value);
    }

    #[inline]
    fn store(&mut self, address: u32, bytes: u32, _value: u32) {
        self.state.store(address, bytes);
    }

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, address: u32, bytes: &[u8]) {
        self.state.store(address, bytes.len() as u32);
    }

    fn has_seen_enough(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use jetan_asm::{AssemblyOptions, SourceSet, assemble};
    use jetan_machine::{Behaviour, MachineSettings};

    use super::*;

    fn spin(text: &str) -> EndlessLoop {
        let (program, _) = assemble(&SourceSet::single("a", text), &AssemblyOptions::default());
        let image = program.expect("it is right").image;
        let machine =
            Machine::new(&image, MachineSettings::default(), Behaviour::JETAN).expect("it fits");
        match find_endless(&machine, None, machine.pc) {
            Some(EndlessRun::Loop(spin)) => spin,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn services_that_move_much_shorten_the_look_at_a_loop() {
        let quiet = spin("main: addiu $t0, $t0, 1\n j main\n");
        assert_eq!(quiet.instructions, WATCHED_INSTRUCTIONS);
        let write = "main: li $a0, 1\n lui $a1, 0x1001\n lui $a2, 16\n li $v0, 15\n syscall\n";
        let loud = spin(&format!("{write} j main\n"));
        assert!(loud.turns > 1 && loud.instructions < WATCHED_INSTRUCTIONS / 100, "{loud:?}");
    }
}
