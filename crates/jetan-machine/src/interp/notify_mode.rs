//! Notification modes of the fast loop: an observer gets everything, or what a follower needs.

use super::fast::{Burst, PairFusion, Place, chain, switch};
use super::register_writes::RegisterWrites;
use crate::code::{CodeWord, DecodedInstruction};
use crate::core::{BurstContext, LeaveReason};
use crate::machine::Machine;
use crate::observer::{Follower, InstructionLocation, Observer};

/// Whether an optimising compiler makes a jump of a call at the end of a function with six words of
/// arguments: where all of them are in registers.
const CALLS_ARE_JUMPS: bool =
    cfg!(any(target_arch = "aarch64", all(target_arch = "x86_64", not(windows))));

/// The loop is compiled anew for each mode of notification, so what one leaves out costs nothing.
pub(super) trait NotifyMode<O> {
    /// Whether there are notifications at all.
    const IS_ACTIVE: bool;
    /// The neighbours that are executed as one.
    const PAIRS: PairFusion;
    /// Whether the targets of jumps are reported as indices.
    const REPORTS_INDICES: bool;
    /// Whether an instruction that accesses a device is left to the driver, which reports it all.
    const LEAVES_DEVICES: bool;
    /// A note about an instruction, kept while it is executed.
    type PendingNote: Copy;
    /// The observer that receives loads and stores.
    type AccessObserver: Observer;

    fn access_observer<'a>(observer: &'a mut O, nobody: &'a mut ())
    -> &'a mut Self::AccessObserver;

    /// Executes what follows a place of a burst, up to a pause.
    fn dispatch<'t>(
        burst: &mut Burst<'t, O, Self>,
        m: &mut Machine,
        observer: &mut O,
        place: Place<'t>,
    ) where
        Self: Sized;

    /// A burst begins, or is over.
    fn begin_burst(observer: &mut O);
    fn end_burst(observer: &mut O, machine: &Machine);

    /// A block begins, up to the next branch, jump or service; whether it may be executed.
    fn enter(observer: &mut O, m: &Machine, place: InstructionLocation) -> bool;

    /// Before an instruction is executed; none if the loop is to leave instead.
    fn before(
        observer: &mut O,
        m: &Machine,
        place: InstructionLocation,
        one: DecodedInstruction,
    ) -> Option<Self::PendingNote>;

    /// Why it leaves then. Apart from the note, because a reason has to be made and dropped.
    fn refusal() -> LeaveReason;

    /// After it was.
    fn after(
        observer: &mut O,
        m: &Machine,
        note: Self::PendingNote,
        place: InstructionLocation,
        one: DecodedInstruction,
    );

    /// Does the service at `m.pc`; none if that is left to the driver.
    fn serve(turn: &mut BurstContext<'_, O>, m: &mut Machine) -> Option<ServiceLeave>;
}

/// The consequence of a service: a reason to leave, if there is one.
pub(super) type ServiceLeave = Option<LeaveReason>;

/// Notifies nobody.
pub(super) enum NotifyNobody {}

impl NotifyMode<()> for NotifyNobody {
    const IS_ACTIVE: bool = false;
    const PAIRS: PairFusion = PairFusion::All;
    const REPORTS_INDICES: bool = false;
    const LEAVES_DEVICES: bool = false;
    type PendingNote = ();
    type AccessObserver = ();

    #[inline(always)]
    fn access_observer<'a>(observer: &'a mut (), _nobody: &'a mut ()) -> &'a mut () {
        observer
    }

    #[inline(always)]
    fn dispatch<'t>(
        burst: &mut Burst<'t, (), Self>,
        m: &mut Machine,
        (): &mut (),
        place: Place<'t>,
    ) {
        if CALLS_ARE_JUMPS {
            chain::run(burst, m, place);
        } else {
            switch::run(burst, m, &mut (), place);
        }
    }

    #[inline(always)]
    fn begin_burst((): &mut ()) {}

    #[inline(always)]
    fn end_burst((): &mut (), _machine: &Machine) {}

    #[inline(always)]
    fn enter((): &mut (), _m: &Machine, _place: InstructionLocation) -> bool {
        true
    }

    #[inline(always)]
    fn before(
        (): &mut (),
        _m: &Machine,
        _place: InstructionLocation,
        _one: DecodedInstruction,
    ) -> Option<()> {
        Some(())
    }

    fn refusal() -> LeaveReason {
        LeaveReason::Look
    }

    #[inline(always)]
    fn after(
        (): &mut (),
        _m: &Machine,
        (): (),
        _place: InstructionLocation,
        _one: DecodedInstruction,
    ) {
    }

    #[inline(always)]
    fn serve(turn: &mut BurstContext<'_, ()>, m: &mut Machine) -> Option<ServiceLeave> {
        Some(turn.serve(m))
    }
}

/// Notifies an observer of everything.
pub(super) enum NotifyAll {}

impl<O: Observer> NotifyMode<O> for NotifyAll {
    const IS_ACTIVE: bool = true;
    const PAIRS: PairFusion = PairFusion::None;
    const REPORTS_INDICES: bool = false;
    const LEAVES_DEVICES: bool = false;
    type PendingNote = ();
    type AccessObserver = O;

    #[inline(always)]
    fn access_observer<'a>(observer: &'a mut O, _nobody: &'a mut ()) -> &'a mut O {
        observer
    }

    #[inline(always)]
    fn dispatch<'t>(
        burst: &mut Burst<'t, O, Self>,
        m: &mut Machine,
        observer: &mut O,
        place: Place<'t>,
    ) {
        switch::run(burst, m, observer, place);
    }

    #[inline(always)]
    fn begin_burst(_observer: &mut O) {}

    #[inline(always)]
    fn end_burst(_observer: &mut O, _machine: &Machine) {}

    #[inline(always)]
    fn enter(_observer: &mut O, _m: &Machine, _place: InstructionLocation) -> bool {
        true
    }

    #[inline(always)]
    fn before(
        observer: &mut O,
        _m: &Machine,
        place: InstructionLocation,
        one: DecodedInstruction,
    ) -> Option<()> {
        if observer.has_seen_enough() {
            return None;
        }
        observer.fetch(place.pc(), CodeWord::Instruction(one));
        Some(())
    }

    fn refusal() -> LeaveReason {
        LeaveReason::Look
    }

    #[inline(always)]
    fn after(
        observer: &mut O,
        m: &Machine,
        (): (),
        _place: InstructionLocation,
        one: DecodedInstruction,
    ) {
        RegisterWrites::of(one.op).notify(m, observer, one);
    }

    #[inline(always)]
    fn serve(turn: &mut BurstContext<'_, O>, m: &mut Machine) -> Option<ServiceLeave> {
        if turn.observer.has_seen_enough() {
            return Some(Some(LeaveReason::Look));
        }
        Some(turn.serve(m))
    }
}

/// Lets a follower see what comes, and leaves to the driver what it wants to get in full.
pub(super) enum NotifyFollower {}

impl<O: Follower> NotifyMode<O> for NotifyFollower {
    const IS_ACTIVE: bool = true;
    // Three quarters of the loop, which is downloaded there with each follower.
    const PAIRS: PairFusion =
        if cfg!(target_arch = "wasm32") { PairFusion::None } else { PairFusion::All };
    const REPORTS_INDICES: bool = true;
    const LEAVES_DEVICES: bool = true;
    type PendingNote = O::FollowerNote;
    type AccessObserver = ();

    #[inline(always)]
    fn access_observer<'a>(_observer: &'a mut O, nobody: &'a mut ()) -> &'a mut () {
        nobody
    }

    #[inline(always)]
    fn dispatch<'t>(
        burst: &mut Burst<'t, O, Self>,
        m: &mut Machine,
        observer: &mut O,
        place: Place<'t>,
    ) {
        switch::run(burst, m, observer, place);
    }

    fn begin_burst(observer: &mut O) {
        observer.begin();
    }

    fn end_burst(observer: &mut O, machine: &Machine) {
        observer.end(machine);
    }

    #[inline(always)]
    fn enter(observer: &mut O, m: &Machine, place: InstructionLocation) -> bool {
        observer.enter(&m.registers, place)
    }

    #[inline(always)]
    fn before(
        observer: &mut O,
        m: &Machine,
        place: InstructionLocation,
        one: DecodedInstruction,
    ) -> Option<O::FollowerNote> {
        observer.before(&m.registers, place, one)
    }

    fn refusal() -> LeaveReason {
        LeaveReason::Rare
    }

    #[inline(always)]
    fn after(
        observer: &mut O,
        _m: &Machine,
        note: O::FollowerNote,
        place: InstructionLocation,
        one: DecodedInstruction,
    ) {
        observer.after(note, place, one);
    }

    #[inline(always)]
    fn serve(turn: &mut BurstContext<'_, O>, m: &mut Machine) -> Option<ServiceLeave> {
        let is_passed = turn.is_quick() && turn.observer.passes(&m.registers);
        is_passed.then(|| turn.serve_unobserved(m))
    }
}
