//! Why a run went wrong: the value that a fault is about, the chain that led to it, and the one
//! instruction of that chain which a person would have to look at.

mod recursion;
mod suspect;
mod words;

use jetan_isa::{AddressRegion, MemoryUse, Op, Reg};
use jetan_machine::Fault;
use jetan_machine::code::CodeWord;
use jetan_machine::fault::ServiceFault;
use jetan_machine::observer::WrittenRegister;
use jetan_run::RunEnd;
use jetan_run::YieldPoint;
use jetan_run::timeline::{ReplayDiverged, Timeline};

use crate::cause::{CauseLink, CauseOrigin, StorageLocation, why};
use crate::decision::BranchDecision;
use crate::trail::{TakenJump, Trail, procedures, trail};
use jetan_symbols::DebugSymbols;

pub use words::value_text;

/// Instructions before its end from which on a run is followed to learn its way.
// An observed instruction costs 3 units of work, so this takes less than a third of a budget.
const FOLLOWED_INSTRUCTIONS: u64 = 50_000_000;
/// The most parts of a run that are searched for one chain, so that a long run is not searched
/// to its beginning for every value.
const SCANS_MAX: u32 = 4000;

/// The most instructions that a statement becomes.
const STATEMENT_INSTRUCTIONS_MAX: u64 = 32;
/// Fewer open calls of one kind do not fill a stack.
const DEEP_CALLS_MIN: u64 = 1000;
const RETURN_REGISTER: StorageLocation = StorageLocation::Register(WrittenRegister::Cpu(Reg::RA));
const STACK_POINTER: StorageLocation = StorageLocation::Register(WrittenRegister::Cpu(Reg::SP));

/// Why an instruction is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlameReason {
    /// It reads a place that nothing has ever written.
    NeverWritten(StorageLocation),
    /// It sets the value, which depends on nothing.
    Sets,
    /// It loads what has stood at this address since the program was loaded.
    Loads(u32),
    /// It computes the value from others.
    Computes,
    /// It takes back a register from where the instruction at this address stored another.
    TakesBack(u32),
    /// A service gave the value, by its number.
    Service(u32),
    /// It wrote a return address over one that was not saved.
    Calls,
    /// It put the return address of the call at this address where another one was.
    Keeps(u32),
    /// Nothing led to the procedure but the instruction above it.
    FallsInto(u32),
    /// It jumps to the procedure, which then returns as if it had been called.
    JumpsInto(u32),
    /// It calls the procedure it belongs to, so often that the stack is full.
    Descends(u64),
}

/// The instruction to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Culprit {
    /// The address of the instruction.
    pub pc: u32,
    /// The step before it was executed, if that is known.
    pub count: Option<u64>,
    /// The location of the value it made; none if it is about the way that the run went.
    pub place: Option<StorageLocation>,
    /// The value that it made.
    pub value: u32,
    /// The reason to blame it.
    pub reason: BlameReason,
}

/// The explanation of the end of a run.
#[derive(Clone, Debug, Default)]
pub struct FailureAnalysis {
    /// The chain that led to the value that the fault is about, nearest first.
    pub links: Vec<CauseLink>,
    /// The instruction to look at first.
    pub culprit: Option<Culprit>,
    /// The jump that led to where no code is.
    pub jump: Option<TakenJump>,
    /// The way of the run to its end.
    pub trail: Trail,
    /// The branch that led to some of the calls that filled the stack, the last one last.
    pub recursion: Vec<BranchDecision>,
}

/// Finds out why a run ended as it did, at the end of what is known, with the work that the
/// timeline allows.
pub async fn analyse_failure(
    timeline: &mut Timeline<'_>,
    names: &DebugSymbols,
    point: &YieldPoint,
) -> Result<FailureAnalysis, ReplayDiverged> {
    let end = timeline.end_count();
    let followed = FOLLOWED_INSTRUCTIONS.min(timeline.observable());
    let trail =
        trail(timeline, end.saturating_sub(followed), end, &procedures(names), point).await?;
    let mut inquiry = FailureAnalysis { trail, ..FailureAnalysis::default() };
    // Bounded only from here on, so that following the run does not use up the scans of the chain.
    let point = &point.at_most(SCANS_MAX);
    if let Some(RunEnd::Faulted { fault, pc }) = timeline.ending() {
        inquire_fault(timeline, &mut inquiry, &fault, pc, names, point).await?;
    }
    // A return that led astray explains all that came after it.
    match inquiry.trail.stray {
        // A run that fell into a procedure and failed there has not returned yet, so no return is
        // astray: the fall is still the first thing that went wrong.
        None => inquiry.culprit = fallen(&inquiry.trail).or(inquiry.culprit),
        Some(stray) if stray.fall.is_some() => inquiry.culprit = fallen(&inquiry.trail),
        Some(stray) if stray.call.is_some() => {
            let TakenJump { count, from, .. } = stray.jump;
            let machine = timeline.machine_in_slices(count, point).await?;
            let scene = suspect::FaultSite { machine, pc: from, limit: count };
            inquiry.links = why(timeline, RETURN_REGISTER, count, point).await?;
            let judge = CulpritSearch { names, scene: &scene, links: &inquiry.links };
            inquiry.culprit = judge.culprit();
        }
        Some(_) => {
            let jumped = jumped(&inquiry.trail, names);
            inquiry.culprit = jumped.or(inquiry.culprit);
        }
    }
    let branches = recursion::decisions(timeline, &inquiry.trail, inquiry.culprit, names);
    // Without it one line less is shown.
    inquiry.recursion = branches.unwrap_or_default();
    Ok(inquiry)
}

async fn inquire_fault(
    timeline: &mut Timeline<'_>,
    inquiry: &mut FailureAnalysis,
    fault: &Fault,
    pc: u32,
    names: &DebugSymbols,
    point: &YieldPoint,
) -> Result<(), ReplayDiverged> {
    let mut scene = suspect::FaultSite {
        machine: timeline.end_machine().clone(),
        pc,
        limit: timeline.end_count(),
    };
    if let Fault::BadProgramCounter { pc: to } = *fault {
        // The machine at the end stands at the target already; the jump is the last executed
        // instruction.
        let Some((count, from)) = inquiry.trail.last else { return Ok(()) };
        inquiry.jump = Some(TakenJump { count, from, to });
        let machine = timeline.machine_in_slices(count, point).await?;
        scene = suspect::FaultSite { machine, pc: from, limit: count };
    }
    for place in scene.places(fault, names) {
        inquiry.links.extend(why(timeline, place, scene.limit, point).await?);
    }
    let judge = CulpritSearch { names, scene: &scene, links: &inquiry.links };
    // Only a fault on `$sp` is a full stack: deep recursion beside another fault is not its cause.
    let is_stack = inquiry.links.first().is_some_and(|link| link.place == STACK_POINTER);
    let deep = descent(&inquiry.trail).filter(|_| is_stack);
    let is_service = matches!(fault, Fault::Service(ServiceFault::Unknown { .. }));
    let direct = inquiry.links.first().filter(|_| is_service).and_then(direct);
    inquiry.culprit = deep.or(direct).or_else(|| judge.culprit());
    Ok(())
}

/// The instruction that put the number of an unknown service into `$v0`, whatever it was made
/// of: the register should not have been used for it.
fn direct(link: &CauseLink) -> Option<Culprit> {
    let (count, pc) = link.writer.filter(|_| link.origin == CauseOrigin::Computed)?;
    let (place, value, reason) = (Some(link.place), link.value, BlameReason::Computes);
    Some(Culprit { pc, count: Some(count), place, value, reason })
}

/// The culprit if the run fell into a procedure and did not return as it should have.
fn fallen(trail: &Trail) -> Option<Culprit> {
    let stray = trail.stray.and_then(|stray| stray.fall);
    let fall = stray.or_else(|| trail.open.iter().find_map(|open| open.fall)).or(trail.fall)?;
    let reason = BlameReason::FallsInto(fall.into);
    Some(Culprit { pc: fall.from, count: None, place: None, value: 0, reason })
}

/// The culprit if a procedure was jumped to that should have been called: the code after such a
/// jump is reached by nothing else.
fn jumped(trail: &Trail, names: &DebugSymbols) -> Option<Culprit> {
    let code = &names.program;
    // A branch straight to the procedure that returned, if nothing was called.
    let back = trail.stray.map_or(0, |stray| stray.jump.from);
    let own = names.symbol_before(back).map(|symbol| symbol.address);
    let is_branch = |jump: &&TakenJump| {
        let op = code.code_at(jump.from).map(|code| code.instruction.op);
        op.is_some_and(Op::is_branch) && Some(jump.to) == own && jump.from != back
    };
    if let Some(&TakenJump { from, to, count }) = trail.jumps.iter().rev().find(is_branch) {
        let reason = BlameReason::JumpsInto(to);
        return Some(Culprit { pc: from, count: Some(count), place: None, value: 0, reason });
    }
    let is_meant_as_call = |jump: &&TakenJump| {
        let behind = jump.from.wrapping_add(4);
        code.code_at(jump.from).is_some_and(|code| code.instruction.op == Op::J)
            && code.code_at(behind).is_some()
            && !names.symbols().iter().any(|symbol| symbol.address == behind)
    };
    let &TakenJump { from, to, count } = trail.jumps.iter().rev().find(is_meant_as_call)?;
    let reason = BlameReason::JumpsInto(to);
    Some(Culprit { pc: from, count: Some(count), place: None, value: 0, reason })
}

/// The call that fills the stack, if one does.
fn descent(trail: &Trail) -> Option<Culprit> {
    let call = trail.open.last()?;
    let times = trail.open.iter().filter(|open| open.pc == call.pc).count() as u64;
    // One call must make up most of the stack, or a deep chain of different procedures would be
    // taken for a recursion.
    let is_deep = times >= DEEP_CALLS_MIN && times * 2 > trail.open.len() as u64;
    is_deep.then(|| Culprit {
        pc: call.pc,
        count: Some(call.count),
        place: None,
        value: 0,
        reason: BlameReason::Descends(times + trail.deeper),
    })
}

/// Looks for the culprit in a chain.
struct CulpritSearch<'j> {
    names: &'j DebugSymbols,
    scene: &'j suspect::FaultSite,
    links: &'j [CauseLink],
}

impl CulpritSearch<'_> {
    fn culprit(&self) -> Option<Culprit> {
        let roots = (0..self.links.len()).filter(|&idx| self.links[idx].depth == 0);
        let mut found = roots.filter_map(|idx| self.judge(idx, self.scene.pc));
        let first = found.next()?;
        // A place that was never written says more than a constant.
        let is_empty = |culprit: &Culprit| matches!(culprit.reason, BlameReason::NeverWritten(_));
        if is_empty(&first) { Some(first) } else { found.find(is_empty).or(Some(first)) }
    }

    /// The links that a link was made of.
    fn children(&self, idx: usize) -> impl Iterator<Item = usize> + '_ {
        let depth = self.links[idx].depth;
        let below = (idx + 1..self.links.len()).take_while(move |&at| self.links[at].depth > depth);
        below.filter(move |&at| self.links[at].depth == depth + 1)
    }

    /// The culprit for a value that an instruction reads.
    fn judge(&self, idx: usize, reader: u32) -> Option<Culprit> {
        let link = &self.links[idx];
        let by = |(count, pc): (u64, u32), reason| Culprit {
            pc,
            count: Some(count),
            place: Some(link.place),
            value: link.value,
            reason,
        };
        let Some(writer) = link.writer else {
            let reason = BlameReason::NeverWritten(link.place);
            let is_empty = link.origin == CauseOrigin::Uninitialised;
            let count = None;
            let place = Some(link.place);
            let culprit = Culprit { pc: reader, count, place, value: link.value, reason };
            return is_empty.then_some(culprit);
        };
        // A word that is not an instruction: whoever stored it is to blame, whatever it was made
        // of.
        if link.depth == 0 && matches!(link.place, StorageLocation::Memory(..)) {
            return Some(by(writer, BlameReason::Computes));
        }
        match link.origin {
            // A constant of the failing statement's own expansion says nothing that its line does
            // not.
            CauseOrigin::Constant if self.is_at_scene(writer) => None,
            CauseOrigin::Constant => Some(by(writer, BlameReason::Sets)),
            CauseOrigin::Call => Some(by(writer, BlameReason::Calls)),
            CauseOrigin::Service(number) => Some(by(writer, BlameReason::Service(number))),
            // Not followed any further, so the last known writer has to do.
            CauseOrigin::Again | CauseOrigin::Open => Some(by(writer, BlameReason::Computes)),
            _ => self.computed(idx, writer).map(|found| match found {
                CulpritOrigin::Here(reason) => by(writer, reason),
                CulpritOrigin::There(culprit) => culprit,
            }),
        }
    }

    fn computed(&self, idx: usize, writer: (u64, u32)) -> Option<CulpritOrigin> {
        let link = &self.links[idx];
        let children: Vec<usize> = self.children(idx).collect();
        let deeper = || {
            let found = children.iter().filter_map(|&child| self.judge(child, writer.1));
            found.map(CulpritOrigin::There).collect::<Vec<CulpritOrigin>>()
        };
        if self.is_at_scene(writer) {
            // A part of the failing statement itself: what it was given is to blame.
            return deeper().into_iter().next();
        }
        // Instructions of one statement that come to a constant.
        let is_own = |&child: &usize| {
            let source = &self.links[child];
            let is_same = |(_, pc)| self.statement(pc) == self.statement(writer.1);
            source.origin == CauseOrigin::Constant && source.writer.is_some_and(is_same)
        };
        if !children.is_empty() && children.iter().all(is_own) {
            return Some(CulpritOrigin::Here(BlameReason::Sets));
        }
        if let [child] = children[..] {
            let source = &self.links[child];
            let is_load = matches!(source.place, StorageLocation::Memory(..));
            if is_load && source.writer.is_none() && source.origin == CauseOrigin::Loaded {
                let StorageLocation::Memory(address, _) = source.place else { return None };
                return Some(CulpritOrigin::Here(BlameReason::Loads(address)));
            }
            if let Some(store) = self.taken_back(link.place, child) {
                return Some(CulpritOrigin::Here(BlameReason::TakesBack(store)));
            }
            if let (CauseOrigin::Call, Some((_, call))) = (source.origin, source.writer) {
                return Some(CulpritOrigin::Here(BlameReason::Keeps(call)));
            }
            // A copy made nothing: the instruction to look at is further back.
            if is_load || source.value == link.value {
                return deeper()
                    .into_iter()
                    .next()
                    .or(Some(CulpritOrigin::Here(BlameReason::Computes)));
            }
        }
        // If nothing in it is an address, what was never written is what should have been one.
        let empty = deeper().into_iter().find(|found| {
            matches!(found, CulpritOrigin::There(culprit)
                if matches!(culprit.reason, BlameReason::NeverWritten(_)))
        });
        match empty {
            Some(empty) if !self.has_address(idx) => Some(empty),
            _ => Some(CulpritOrigin::Here(BlameReason::Computes)),
        }
    }

    fn statement(&self, pc: u32) -> Option<u32> {
        self.names.program.code_at(pc).map(|code| code.statement)
    }

    /// Whether an instruction was executed as a part of the statement that failed.
    fn is_at_scene(&self, (count, pc): (u64, u32)) -> bool {
        let own = self.statement(self.scene.pc);
        // A loop executes the same statement again, so it must be this execution as well.
        let is_recent = self.scene.limit.saturating_sub(count) <= STATEMENT_INSTRUCTIONS_MAX;
        is_recent && own.is_some() && self.statement(pc) == own
    }

    /// Whether one of the values that led to a link points into memory.
    fn has_address(&self, idx: usize) -> bool {
        let map = self.scene.machine.map();
        let is_address = |value: u32| {
            let region = map.region_of(value);
            matches!(region, Some(AddressRegion::Data | AddressRegion::Stack | AddressRegion::Text))
        };
        self.children(idx).any(|child| is_address(self.links[child].value))
    }

    /// The store that filled the cell which a register that belongs to a caller is taken back
    /// from, if that stored another register.
    fn taken_back(&self, place: StorageLocation, cell: usize) -> Option<u32> {
        let StorageLocation::Register(WrittenRegister::Cpu(reg)) = place else { return None };
        // `$s0` to `$s7`, `$fp` and `$ra`: only these are stored in order to be loaded unchanged.
        let is_kept = matches!(reg.number(), 16..=23 | 30 | 31);
        let (_, pc) = self.links[cell].writer.filter(|_| is_kept)?;
        let CodeWord::Instruction(store) = self.scene.machine.word_at(pc) else { return None };
        let is_store = matches!(store.op.roles().memory, MemoryUse::Store(_));
        (is_store && store.a.reg() != Some(reg)).then_some(pc)
    }
}

enum CulpritOrigin {
    Here(BlameReason),
    There(Culprit),
}
