//! A burst of instructions: what they share, and what is done between two that follow each other.

use jetan_isa::Op;

use super::FastText;
use super::kind::FastOp;
use super::straight::Straight;
use crate::code::DecodedInstruction;
use crate::core::{BurstContext, LeaveReason};
use crate::fault::Fault;
use crate::interp::notify_mode::NotifyMode;
use crate::interp::step::{StepFlow, step};
use crate::machine::Machine;
use crate::observer::{InstructionLocation, Observer};

/// The most instructions that follow each other before a taken branch comes back to [`run`].
///
/// An instruction calls the next one. Where the compiler makes a jump of that call, as it does when
/// it optimises, it takes no stack; where it does not, this bounds how deep it goes.
const CHAIN_INSTRUCTIONS_MAX: u64 = 1024;

/// Where a burst is, in words that every instruction hands to the next one.
#[derive(Clone, Copy)]
pub(in crate::interp) struct Place<'t> {
    /// The text from the next instruction to its end.
    pub(super) rest: &'t [FastOp],
    /// The count with which the end of the text would be reached if nothing jumped: it is the same
    /// all along a block, so that counting costs nothing inside one.
    pub(super) horizon: u64,
}

impl<'t> Place<'t> {
    /// The instruction there, and the place after it.
    #[inline(always)]
    pub(super) fn first(self) -> Option<(&'t FastOp, Place<'t>)> {
        let (op, rest) = self.rest.split_first()?;
        Some((op, Place { rest, ..self }))
    }

    /// The machine's count there.
    #[inline(always)]
    fn count(self) -> u64 {
        self.horizon.wrapping_sub(self.rest.len() as u64)
    }
}

/// Why instructions no longer follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pause {
    /// A jump has reached the bound of the chain.
    Bound,
    /// The driver is to look around.
    Look,
    /// The driver has to execute the next instruction.
    Rare,
    /// The observer does not want the next instruction to be executed here.
    Refused,
    /// The general function has to execute the next instruction.
    Other,
    /// Likewise, and the observer was notified that it is executed.
    NotQuick,
    /// The next instruction is a service.
    Service,
    /// The next instruction jumps out of the text, by a register.
    JumpAway,
}

/// The end of a burst: why, and where the machine stands then.
struct Departure {
    reason: LeaveReason,
    count: u64,
    pc: u32,
}

/// What the instructions of a burst share.
pub(in crate::interp) struct Burst<'t, O, T: NotifyMode<O>> {
    text: &'t FastText,
    /// Those of `text`, at hand, and one after its last word.
    ops: &'t [FastOp],
    base: u32,
    /// The words of the text.
    len: usize,
    /// What loads and stores notify while a follower watches.
    nobody: (),
    /// The count from which on a taken branch comes back.
    bound: u64,
    /// The count from which on it leaves.
    end: u64,
    /// Where instructions no longer follow each other.
    place: Place<'t>,
    pause: Pause,
    /// The note about an instruction that was begun and was not quick.
    note: Option<T::PendingNote>,
}

/// Runs from an index on, up to the first jump that finds the budget used up.
pub(super) fn run<O: Observer, T: NotifyMode<O>>(
    text: &FastText,
    turn: &mut BurstContext<'_, O>,
    m: &mut Machine,
    from: usize,
    budget: u64,
) -> LeaveReason {
    let ops = text.ops.as_slice();
    let rest = ops.get(from..).unwrap_or_default();
    let place = Place { rest, horizon: m.count.wrapping_add(rest.len() as u64) };
    let end = m.count.saturating_add(budget);
    let pause = Pause::Rare;
    let (base, len) = (text.base, text.plain.len());
    let (nobody, bound, note) = ((), end, None);
    let mut burst = Burst::<O, T> { text, ops, base, len, nobody, bound, end, place, pause, note };
    T::begin_burst(turn.observer);
    let mut next = burst.enter(m, turn.observer, place);
    let departure = loop {
        if let Some(place) = next {
            burst.bound = end.min(place.count().saturating_add(CHAIN_INSTRUCTIONS_MAX));
            T::dispatch(&mut burst, m, turn.observer, place);
        }
        match burst.resume(m, turn) {
            Ok(place) => next = place,
            Err(departure) => break departure,
        }
    };
    m.count = departure.count;
    m.pc = departure.pc;
    T::end_burst(turn.observer, m);
    departure.reason
}

/// What instructions do with each other.
impl<'t, O: Observer, T: NotifyMode<O>> Burst<'t, O, T> {
    /// Executes an instruction that goes on to the next one, unless that takes more than its own
    /// few lines.
    #[inline(always)]
    pub(super) fn straight<A: Straight>(
        &mut self,
        m: &mut Machine,
        observer: &mut O,
        op: &FastOp,
        next: Place<'t>,
    ) -> Option<Place<'t>> {
        let one = DecodedInstruction { op: A::OP, ..op.decoded() };
        let Some(note) = T::before(observer, m, self.before(next), one) else {
            return self.pause_before(next, Pause::Refused);
        };
        if A::execute(m, T::access_observer(observer, &mut self.nobody), one).is_err() {
            self.note = Some(note);
            return self.pause_before(next, Pause::NotQuick);
        }
        T::after(observer, m, note, self.before(next), one);
        Some(next)
    }

    /// Notifies of an instruction that may go elsewhere, and gives it as it was notified of.
    #[inline(always)]
    pub(super) fn begin_ending(
        &mut self,
        m: &Machine,
        observer: &mut O,
        name: Op,
        op: &FastOp,
        next: Place<'t>,
    ) -> Option<(T::PendingNote, DecodedInstruction)> {
        // Without an observer, not even looked up.
        let is_plain = T::IS_ACTIVE && !T::REPORTS_INDICES;
        let operands =
            if is_plain { self.text.plain[self.before(next).index] } else { op.decoded() };
        let one = DecodedInstruction { op: name, ..operands };
        let note = T::before(observer, m, self.before(next), one);
        if note.is_none() {
            self.pause_before(next, Pause::Refused);
        }
        note.map(|note| (note, one))
    }

    /// Notifies that it was executed.
    #[inline(always)]
    pub(super) fn finish_ending(
        &mut self,
        m: &Machine,
        observer: &mut O,
        (note, one): (T::PendingNote, DecodedInstruction),
        next: Place<'t>,
    ) {
        T::after(observer, m, note, self.before(next), one);
    }

    /// Goes from the instruction before a place to another one.
    #[inline(always)]
    pub(super) fn jump(
        &mut self,
        m: &Machine,
        observer: &mut O,
        from: Place<'t>,
        target: usize,
    ) -> Option<Place<'t>> {
        // Each target was looked at when the text was translated; this only spares the compiler a
        // panic.
        let Some(rest) = self.ops.get(target..) else {
            return self.pause_before(from, Pause::Rare);
        };
        let count = from.count();
        let place = Place { rest, horizon: count.wrapping_add(rest.len() as u64) };
        if count >= self.bound {
            return self.pause_at(place, Pause::Bound);
        }
        self.enter(m, observer, place)
    }

    /// Begins a block.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        m: &Machine,
        observer: &mut O,
        place: Place<'t>,
    ) -> Option<Place<'t>> {
        let location = InstructionLocation { base: self.base, index: self.index_of(place) };
        if T::enter(observer, m, location) {
            return Some(place);
        }
        self.pause_at(place, Pause::Rare)
    }

    /// The index of an address, if it is one of the text.
    #[inline(always)]
    pub(super) fn index(&self, address: u32) -> Option<usize> {
        let offset = address.wrapping_sub(self.base);
        let index = (offset / 4) as usize;
        (offset.is_multiple_of(4) && index < self.len).then_some(index)
    }

    /// The address of a place.
    #[inline(always)]
    pub(super) fn address(&self, place: Place<'t>) -> u32 {
        InstructionLocation { base: self.base, index: self.index_of(place) }.pc()
    }

    #[inline(always)]
    fn index_of(&self, place: Place<'t>) -> usize {
        self.ops.len().wrapping_sub(place.rest.len())
    }

    /// The instruction before a place.
    #[inline(always)]
    fn before(&self, next: Place<'t>) -> InstructionLocation {
        let index = self.index_of(next).wrapping_sub(1);
        InstructionLocation { base: self.base, index }
    }

    /// Remembers why instructions no longer follow each other, at a place.
    #[inline(always)]
    pub(super) fn pause_at(&mut self, place: Place<'t>, pause: Pause) -> Option<Place<'t>> {
        self.set_pause(place.rest, place.horizon, pause);
        None
    }

    /// Likewise, before the instruction that stands before a place.
    #[inline(always)]
    pub(super) fn pause_before(&mut self, next: Place<'t>, pause: Pause) -> Option<Place<'t>> {
        self.set_pause_before(next.rest, next.horizon, pause);
        None
    }

    // With the words of a place one by one: taken together they would be handed over in memory,
    // and every instruction would put them there in case it has to pause.
    #[cold]
    #[inline(never)]
    fn set_pause(&mut self, rest: &'t [FastOp], horizon: u64, pause: Pause) {
        self.place = Place { rest, horizon };
        self.pause = pause;
    }

    #[cold]
    #[inline(never)]
    fn set_pause_before(&mut self, rest: &'t [FastOp], horizon: u64, pause: Pause) {
        let index = self.before(Place { rest, horizon }).index;
        let rest = self.ops.get(index..).unwrap_or_default();
        self.set_pause(rest, horizon, pause);
    }
}

/// What is done where they do not follow each other.
impl<'t, O: Observer, T: NotifyMode<O>> Burst<'t, O, T> {
    /// Does what was paused for, and gives the place where instructions follow each other again, or
    /// none if there is another pause.
    fn resume(
        &mut self,
        m: &mut Machine,
        turn: &mut BurstContext<'_, O>,
    ) -> Result<Option<Place<'t>>, Departure> {
        let place = self.place;
        let one = self.text.plain.get(self.index_of(place)).copied();
        match (self.pause, one) {
            (Pause::Bound, _) if place.count() >= self.end => {
                Err(self.leave(place, LeaveReason::Look))
            }
            (Pause::Bound, _) => Ok(self.enter(m, turn.observer, place)),
            (Pause::Look, _) => Err(self.leave(place, LeaveReason::Look)),
            (Pause::Refused, _) => Err(self.leave(place, T::refusal())),
            (Pause::Rare, _) | (_, None) => Err(self.leave(place, LeaveReason::Rare)),
            (Pause::Other, Some(one)) => {
                match T::before(turn.observer, m, self.location(place), one) {
                    Some(note) => self.execute(m, turn, place, one, note),
                    None => Err(self.leave(place, T::refusal())),
                }
            }
            (Pause::NotQuick, Some(one)) => match self.note.take() {
                Some(note) => self.execute(m, turn, place, one, note),
                None => Err(self.leave(place, LeaveReason::Rare)),
            },
            (Pause::Service, Some(_)) => self.serve(m, turn, place),
            (Pause::JumpAway, Some(one)) => {
                let pc = m.registers[one.a];
                m.note_jump(self.address(place), one.a, pc);
                let count = place.count().wrapping_add(1);
                Err(Departure { reason: LeaveReason::Rare, count, pc })
            }
        }
    }

    /// Leaves before the instruction at a place.
    fn leave(&self, place: Place<'t>, reason: LeaveReason) -> Departure {
        Departure { reason, count: place.count(), pc: self.address(place) }
    }

    fn location(&self, place: Place<'t>) -> InstructionLocation {
        InstructionLocation { base: self.base, index: self.index_of(place) }
    }

    /// Executes any instruction, of which the observer was notified.
    fn execute(
        &mut self,
        m: &mut Machine,
        turn: &mut BurstContext<'_, O>,
        place: Place<'t>,
        one: DecodedInstruction,
        note: T::PendingNote,
    ) -> Result<Option<Place<'t>>, Departure> {
        let location = self.location(place);
        let next = Place { rest: place.rest.get(1..).unwrap_or_default(), ..place };
        let accesses = T::access_observer(turn.observer, &mut self.nobody);
        let flow = match step(m, accesses, one, location.pc()) {
            Ok(flow) => flow,
            Err(Fault::Device | Fault::Watched) => return self.access(m, turn, place, one),
            Err(fault) => return Err(self.leave(place, LeaveReason::Fault(fault))),
        };
        // Everybody else was notified by `step`.
        if T::LEAVES_DEVICES {
            T::after(turn.observer, m, note, location, one);
        }
        match flow {
            StepFlow::Next => Ok(Some(next)),
            StepFlow::Branch(pc) | StepFlow::Direct(pc) => match self.index(pc) {
                Some(target) => Ok(self.jump(m, turn.observer, next, target)),
                None => Err(Departure { reason: LeaveReason::Rare, count: next.count(), pc }),
            },
            StepFlow::Syscall => Err(self.leave(place, LeaveReason::Rare)),
        }
    }

    /// Executes an instruction that accesses a device or something watched.
    #[cold]
    fn access(
        &mut self,
        m: &mut Machine,
        turn: &mut BurstContext<'_, O>,
        place: Place<'t>,
        one: DecodedInstruction,
    ) -> Result<Option<Place<'t>>, Departure> {
        if T::LEAVES_DEVICES {
            return Err(self.leave(place, LeaveReason::Rare));
        }
        m.count = place.count();
        let next = Place { rest: place.rest.get(1..).unwrap_or_default(), ..place };
        // It notifies of all there is.
        match turn.access(m, one, self.address(place)) {
            Ok(true) => Ok(Some(next)),
            Ok(false) => Err(self.leave(next, LeaveReason::Look)),
            Err(fault) => Err(self.leave(place, LeaveReason::Fault(fault))),
        }
    }

    /// Does a service.
    fn serve(
        &mut self,
        m: &mut Machine,
        turn: &mut BurstContext<'_, O>,
        place: Place<'t>,
    ) -> Result<Option<Place<'t>>, Departure> {
        m.count = place.count();
        m.pc = self.address(place);
        match T::serve(turn, m) {
            Some(None) => {
                let next = Place { rest: place.rest.get(1..).unwrap_or_default(), ..place };
                Ok(self.enter(m, turn.observer, next))
            }
            // The machine stands where the service has left it.
            Some(Some(reason)) => Err(Departure { reason, count: m.count, pc: m.pc }),
            None => Err(self.leave(place, LeaveReason::Rare)),
        }
    }
}
