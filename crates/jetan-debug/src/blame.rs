//! Why a run went wrong: the value that a fault is about, the chain that led to it, and the one
//! instruction of that chain which a person would have to look at.

mod suspect;
mod words;

use jetan_isa::{MemoryUse, Op, Reg, Region};
use jetan_machine::Fault;
use jetan_machine::code::CodeWord;
use jetan_machine::fault::ServiceFault;
use jetan_machine::observer::Register;
use jetan_run::RunEnd;
use jetan_run::YieldPoint;
use jetan_run::timeline::{Diverged, Timeline};

use crate::cause::{Link, Origin, Place, why};
use crate::names::Names;
use crate::trail::{Jump, Trail, procedures, trail};

pub use words::value_text;

/// Instructions before its end from which on a run is followed to learn its way.
// An observed instruction costs 3 units of work, so this takes less than a third of a budget.
const FOLLOWED: u64 = 50_000_000;
/// The most parts of a run that are searched for one chain, so that a long run is not searched
/// to its beginning for every value.
const LOOKS_MAX: u32 = 4000;

/// The most instructions that a statement becomes.
const STATEMENT_MAX: u64 = 32;
/// Fewer open calls of one kind do not fill a stack.
const DEEP_MIN: u64 = 1000;
const RETURN: Place = Place::Register(Register::Cpu(Reg::RA));
const STACK: Place = Place::Register(Register::Cpu(Reg::SP));

/// Why an instruction is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It reads a place that nothing has ever written.
    NeverWritten(Place),
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
    /// The instant before it was executed, if that is known.
    pub count: Option<u64>,
    /// The location of the value it made; none if it is about the way that the run went.
    pub place: Option<Place>,
    /// The value that it made.
    pub value: u32,
    /// The reason to blame it.
    pub reason: Reason,
}

/// The explanation of the end of a run.
#[derive(Clone, Debug, Default)]
pub struct Inquiry {
    /// The chain that led to the value that the fault is about, nearest first.
    pub links: Vec<Link>,
    /// The instruction to look at first.
    pub culprit: Option<Culprit>,
    /// The jump that led to where no code is.
    pub jump: Option<Jump>,
    /// The way of the run to its end.
    pub trail: Trail,
}

/// Finds out why a run ended as it did, at the end of what is known, with the work that the
/// timeline allows.
pub async fn inquire(
    timeline: &mut Timeline<'_>,
    names: &Names,
    point: &YieldPoint,
) -> Result<Inquiry, Diverged> {
    let end = timeline.end_count();
    let followed = FOLLOWED.min(timeline.observable());
    let trail =
        trail(timeline, end.saturating_sub(followed), end, &procedures(names), point).await?;
    let mut inquiry = Inquiry { trail, ..Inquiry::default() };
    // Bounded only from here on, so that following the run does not use up the scans of the chain.
    let point = &point.at_most(LOOKS_MAX);
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
            let Jump { count, from, .. } = stray.jump;
            let machine = timeline.machine_in_slices(count, point).await?;
            let scene = suspect::Scene { machine, pc: from, limit: count };
            inquiry.links = why(timeline, RETURN, count, point).await?;
            let judge = Judge { names, scene: &scene, links: &inquiry.links };
            inquiry.culprit = judge.culprit();
        }
        Some(_) => {
            let jumped = jumped(&inquiry.trail, names);
            inquiry.culprit = jumped.or(inquiry.culprit);
        }
    }
    Ok(inquiry)
}

async fn inquire_fault(
    timeline: &mut Timeline<'_>,
    inquiry: &mut Inquiry,
    fault: &Fault,
    pc: u32,
    names: &Names,
    point: &YieldPoint,
) -> Result<(), Diverged> {
    let mut scene =
        suspect::Scene { machine: timeline.end_machine().clone(), pc, limit: timeline.end_count() };
    if let Fault::BadProgramCounter { pc: to } = *fault {
        // The machine at the end stands at the target already; the jump is the last executed
        // instruction.
        let Some((count, from)) = inquiry.trail.last else { return Ok(()) };
        inquiry.jump = Some(Jump { count, from, to });
        let machine = timeline.machine_in_slices(count, point).await?;
        scene = suspect::Scene { machine, pc: from, limit: count };
    }
    for place in scene.places(fault, names) {
        inquiry.links.extend(why(timeline, place, scene.limit, point).await?);
    }
    let judge = Judge { names, scene: &scene, links: &inquiry.links };
    // Only a fault on `$sp` is a full stack: deep recursion beside another fault is not its cause.
    let is_stack = inquiry.links.first().is_some_and(|link| link.place == STACK);
    let deep = descent(&inquiry.trail).filter(|_| is_stack);
    let is_service = matches!(fault, Fault::Service(ServiceFault::Unknown { .. }));
    let direct = inquiry.links.first().filter(|_| is_service).and_then(direct);
    inquiry.culprit = deep.or(direct).or_else(|| judge.culprit());
    Ok(())
}

/// The instruction that put the number of an unknown service into `$v0`, whatever it was made
/// of: the register should not have been used for it.
fn direct(link: &Link) -> Option<Culprit> {
    let (count, pc) = link.writer.filter(|_| link.origin == Origin::Computed)?;
    let (place, value, reason) = (Some(link.place), link.value, Reason::Computes);
    Some(Culprit { pc, count: Some(count), place, value, reason })
}

/// The culprit if the run fell into a procedure and did not return as it should have.
fn fallen(trail: &Trail) -> Option<Culprit> {
    let stray = trail.stray.and_then(|stray| stray.fall);
    let fall = stray.or_else(|| trail.open.iter().find_map(|open| open.fall)).or(trail.fall)?;
    let reason = Reason::FallsInto(fall.into);
    Some(Culprit { pc: fall.from, count: None, place: None, value: 0, reason })
}

/// The culprit if a procedure was jumped to that should have been called: the code after such a
/// jump is reached by nothing else.
fn jumped(trail: &Trail, names: &Names) -> Option<Culprit> {
    let code = &names.program;
    // A branch straight to the procedure that returned, if nothing was called.
    let back = trail.stray.map_or(0, |stray| stray.jump.from);
    let own = names.symbol_before(back).map(|symbol| symbol.address);
    let is_branch = |jump: &&Jump| {
        let op = code.code_at(jump.from).map(|code| code.instruction.op);
        op.is_some_and(Op::is_branch) && Some(jump.to) == own && jump.from != back
    };
    if let Some(&Jump { from, to, count }) = trail.jumps.iter().rev().find(is_branch) {
        let reason = Reason::JumpsInto(to);
        return Some(Culprit { pc: from, count: Some(count), place: None, value: 0, reason });
    }
    let is_meant_as_call = |jump: &&Jump| {
        let behind = jump.from.wrapping_add(4);
        code.code_at(jump.from).is_some_and(|code| code.instruction.op == Op::J)
            && code.code_at(behind).is_some()
            && !names.symbols().iter().any(|symbol| symbol.address == behind)
    };
    let &Jump { from, to, count } = trail.jumps.iter().rev().find(is_meant_as_call)?;
    let reason = Reason::JumpsInto(to);
    Some(Culprit { pc: from, count: Some(count), place: None, value: 0, reason })
}

/// The call that fills the stack, if one does.
fn descent(trail: &Trail) -> Option<Culprit> {
    let call = trail.open.last()?;
    let times = trail.open.iter().filter(|open| open.pc == call.pc).count() as u64;
    // One call must make up most of the stack, or a deep chain of different procedures would be
    // taken for a recursion.
    let is_deep = times >= DEEP_MIN && times * 2 > trail.open.len() as u64;
    is_deep.then(|| Culprit {
        pc: call.pc,
        count: Some(call.count),
        place: None,
        value: 0,
        reason: Reason::Descends(times + trail.deeper),
    })
}

/// Looks for the culprit in a chain.
struct Judge<'j> {
    names: &'j Names,
    scene: &'j suspect::Scene,
    links: &'j [Link],
}

impl Judge<'_> {
    fn culprit(&self) -> Option<Culprit> {
        let roots = (0..self.links.len()).filter(|&idx| self.links[idx].depth == 0);
        let mut found = roots.filter_map(|idx| self.judge(idx, self.scene.pc));
        let first = found.next()?;
        // A place that was never written says more than a constant.
        let is_empty = |culprit: &Culprit| matches!(culprit.reason, Reason::NeverWritten(_));
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
            let reason = Reason::NeverWritten(link.place);
            let is_empty = link.origin == Origin::Uninitialised;
            let count = None;
            let place = Some(link.place);
            let culprit = Culprit { pc: reader, count, place, value: link.value, reason };
            return is_empty.then_some(culprit);
        };
        // A word that is not an instruction: whoever stored it is to blame, whatever it was made
        // of.
        if link.depth == 0 && matches!(link.place, Place::Memory(..)) {
            return Some(by(writer, Reason::Computes));
        }
        match link.origin {
            // A constant of the failing statement's own expansion says nothing that its line does
            // not.
            Origin::Constant if self.is_at_scene(writer) => None,
            Origin::Constant => Some(by(writer, Reason::Sets)),
            Origin::Call => Some(by(writer, Reason::Calls)),
            Origin::Service(number) => Some(by(writer, Reason::Service(number))),
            // Not followed any further, so the last known writer has to do.
            Origin::Again | Origin::Open => Some(by(writer, Reason::Computes)),
            _ => self.computed(idx, writer).map(|found| match found {
                Found::Here(reason) => by(writer, reason),
                Found::There(culprit) => culprit,
            }),
        }
    }

    fn computed(&self, idx: usize, writer: (u64, u32)) -> Option<Found> {
        let link = &self.links[idx];
        let children: Vec<usize> = self.children(idx).collect();
        let deeper = || {
            let found = children.iter().filter_map(|&child| self.judge(child, writer.1));
            found.map(Found::There).collect::<Vec<Found>>()
        };
        if self.is_at_scene(writer) {
            // A part of the failing statement itself: what it was given is to blame.
            return deeper().into_iter().next();
        }
        // Instructions of one statement that come to a constant.
        let is_own = |&child: &usize| {
            let source = &self.links[child];
            let is_same = |(_, pc)| self.statement(pc) == self.statement(writer.1);
            source.origin == Origin::Constant && source.writer.is_some_and(is_same)
        };
        if !children.is_empty() && children.iter().all(is_own) {
            return Some(Found::Here(Reason::Sets));
        }
        if let [child] = children[..] {
            let source = &self.links[child];
            let is_load = matches!(source.place, Place::Memory(..));
            if is_load && source.writer.is_none() && source.origin == Origin::Loaded {
                let Place::Memory(address, _) = source.place else { return None };
                return Some(Found::Here(Reason::Loads(address)));
            }
            if let Some(store) = self.taken_back(link.place, child) {
                return Some(Found::Here(Reason::TakesBack(store)));
            }
            if let (Origin::Call, Some((_, call))) = (source.origin, source.writer) {
                return Some(Found::Here(Reason::Keeps(call)));
            }
            // A copy made nothing: the instruction to look at is further back.
            if is_load || source.value == link.value {
                return deeper().into_iter().next().or(Some(Found::Here(Reason::Computes)));
            }
        }
        // If nothing in it is an address, what was never written is what should have been one.
        let empty = deeper().into_iter().find(|found| {
            matches!(found, Found::There(culprit)
                if matches!(culprit.reason, Reason::NeverWritten(_)))
        });
        match empty {
            Some(empty) if !self.has_address(idx) => Some(empty),
            _ => Some(Found::Here(Reason::Computes)),
        }
    }

    fn statement(&self, pc: u32) -> Option<u32> {
        self.names.program.code_at(pc).map(|code| code.statement)
    }

    /// Whether an instruction was executed as a part of the statement that failed.
    fn is_at_scene(&self, (count, pc): (u64, u32)) -> bool {
        let own = self.statement(self.scene.pc);
        // A loop executes the same statement again, so it must be this execution as well.
        let is_recent = self.scene.limit.saturating_sub(count) <= STATEMENT_MAX;
        is_recent && own.is_some() && self.statement(pc) == own
    }

    /// Whether one of the values that led to a link points into memory.
    fn has_address(&self, idx: usize) -> bool {
        let map = self.scene.machine.map();
        let is_address = |value: u32| {
            let region = map.region_of(value);
            matches!(region, Some(Region::Data | Region::Stack | Region::Text))
        };
        self.children(idx).any(|child| is_address(self.links[child].value))
    }

    /// The store that filled the cell which a register that belongs to a caller is taken back
    /// from, if that stored another register.
    fn taken_back(&self, place: Place, cell: usize) -> Option<u32> {
        let Place::Register(Register::Cpu(reg)) = place else { return None };
        // `$s0` to `$s7`, `$fp` and `$ra`: only these are stored in order to be loaded unchanged.
        let is_kept = matches!(reg.number(), 16..=23 | 30 | 31);
        let (_, pc) = self.links[cell].writer.filter(|_| is_kept)?;
        let CodeWord::Instruction(store) = self.scene.machine.word_at(pc) else { return None };
        let is_store = matches!(store.op.roles().memory, MemoryUse::Store(_));
        (is_store && store.a.reg() != Some(reg)).then_some(pc)
    }
}

enum Found {
    Here(Reason),
    There(Culprit),
}
