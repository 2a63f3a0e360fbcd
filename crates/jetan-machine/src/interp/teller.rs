//! Notification modes of the fast loop: an observer gets everything, or what a follower needs.

use super::fast::Pairs;
use super::told::Writes;
use crate::code::{CodeWord, Decoded};
use crate::core::{Leave, Turn};
use crate::machine::Machine;
use crate::observer::{Follower, Observer, Place};

/// The loop is compiled anew for each mode of notification, so what one leaves out costs nothing.
pub(super) trait Teller<O> {
    /// Whether there are notifications at all.
    const IS_ACTIVE: bool;
    /// The neighbours that are executed as one.
    const PAIRS: Pairs;
    /// Whether the targets of jumps are reported as indices.
    const TELLS_INDICES: bool;
    /// Whether an instruction that accesses a device is left to the driver, which reports it all.
    const LEAVES_DEVICES: bool;
    /// A note about an instruction, kept while it is executed.
    type Note: Copy;
    /// The observer that receives loads and stores.
    type Ear: Observer;

    fn ear<'a>(observer: &'a mut O, nobody: &'a mut ()) -> &'a mut Self::Ear;

    /// A burst begins, or is over.
    fn begin_burst(observer: &mut O);
    fn end_burst(observer: &mut O, machine: &Machine);

    /// A block begins, up to the next branch, jump or service; whether it may be executed.
    fn enter(observer: &mut O, m: &Machine, place: Place) -> bool;

    /// Before an instruction is executed; none if the loop is to leave instead.
    fn before(observer: &mut O, m: &Machine, place: Place, one: Decoded) -> Option<Self::Note>;

    /// Why it leaves then. Apart from the note, because a reason has to be made and dropped.
    fn refusal() -> Leave;

    /// After it was.
    fn after(observer: &mut O, m: &Machine, note: Self::Note, place: Place, one: Decoded);

    /// Does the service at `m.pc`; none if that is left to the driver.
    fn serve(turn: &mut Turn<'_, O>, m: &mut Machine) -> Option<Served>;
}

/// The consequence of a service: a reason to leave, if there is one.
pub(super) type Served = Option<Leave>;

/// Notifies an observer of everything; of nothing, if it is not active.
pub(super) enum Everything {}

impl<O: Observer> Teller<O> for Everything {
    const IS_ACTIVE: bool = O::ACTIVE;
    const PAIRS: Pairs = if O::ACTIVE { Pairs::None } else { Pairs::All };
    const TELLS_INDICES: bool = false;
    const LEAVES_DEVICES: bool = false;
    type Note = ();
    type Ear = O;

    #[inline(always)]
    fn ear<'a>(observer: &'a mut O, _nobody: &'a mut ()) -> &'a mut O {
        observer
    }

    #[inline(always)]
    fn begin_burst(_observer: &mut O) {}

    #[inline(always)]
    fn end_burst(_observer: &mut O, _machine: &Machine) {}

    #[inline(always)]
    fn enter(_observer: &mut O, _m: &Machine, _place: Place) -> bool {
        true
    }

    #[inline(always)]
    fn before(observer: &mut O, _m: &Machine, place: Place, one: Decoded) -> Option<()> {
        if O::ACTIVE {
            if observer.has_seen_enough() {
                return None;
            }
            observer.fetch(place.pc(), CodeWord::Instruction(one));
        }
        Some(())
    }

    fn refusal() -> Leave {
        Leave::Look
    }

    #[inline(always)]
    fn after(observer: &mut O, m: &Machine, (): (), _place: Place, one: Decoded) {
        if O::ACTIVE {
            Writes::of(one.op).tell(m, observer, one);
        }
    }

    #[inline(always)]
    fn serve(turn: &mut Turn<'_, O>, m: &mut Machine) -> Option<Served> {
        if O::ACTIVE && turn.observer.has_seen_enough() {
            return Some(Some(Leave::Look));
        }
        Some(turn.serve(m))
    }
}

/// Lets a follower see what comes, and leaves to the driver what it wants to get in full.
pub(super) enum Ahead {}

impl<O: Follower> Teller<O> for Ahead {
    const IS_ACTIVE: bool = true;
    const PAIRS: Pairs = Pairs::All;
    const TELLS_INDICES: bool = true;
    const LEAVES_DEVICES: bool = true;
    type Note = O::Note;
    type Ear = ();

    #[inline(always)]
    fn ear<'a>(_observer: &'a mut O, nobody: &'a mut ()) -> &'a mut () {
        nobody
    }

    fn begin_burst(observer: &mut O) {
        observer.begin();
    }

    fn end_burst(observer: &mut O, machine: &Machine) {
        observer.end(machine);
    }

    #[inline(always)]
    fn enter(observer: &mut O, m: &Machine, place: Place) -> bool {
        observer.enter(&m.registers, place)
    }

    #[inline(always)]
    fn before(observer: &mut O, m: &Machine, place: Place, one: Decoded) -> Option<O::Note> {
        observer.before(&m.registers, place, one)
    }

    fn refusal() -> Leave {
        Leave::Rare
    }

    #[inline(always)]
    fn after(observer: &mut O, _m: &Machine, note: O::Note, place: Place, one: Decoded) {
        observer.after(note, place, one);
    }

    #[inline(always)]
    fn serve(turn: &mut Turn<'_, O>, m: &mut Machine) -> Option<Served> {
        let is_passed = turn.is_quick() && turn.observer.passes(&m.registers);
        is_passed.then(|| turn.serve_untold(m))
    }
}
