//! The way a run has gone: its last jumps, the calls that are open, and the first return that led
//! somewhere else than after its call.

use std::collections::{BTreeSet, VecDeque};

use jetan_isa::{Op, Reg};
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{Machine, Observer};
use jetan_run::YieldPoint;
use jetan_run::timeline::{CountingObserver, ReplayDiverged, Timeline};

use jetan_sanitizer::flow::{CallEffect, flow};
use jetan_symbols::DebugSymbols;

/// The number of jumps that are remembered.
pub const JUMPS_MAX: usize = 16;
/// Calls that are remembered; deeper ones are only counted.
// 32 bytes each: 2 MiB.
const OPEN_MAX: usize = 1 << 16;

/// A jump or a branch that was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenJump {
    /// The step before it.
    pub count: u64,
    /// The instruction that jumped.
    pub from: u32,
    /// The target of the jump.
    pub to: u32,
}

/// A procedure that was entered from the instruction above it, without a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FallThrough {
    /// The instruction above.
    pub from: u32,
    /// The address of the procedure that was entered.
    pub into: u32,
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailCall {
    /// The step before the call.
    pub count: u64,
    /// The instruction that called.
    pub pc: u32,
    /// The return address.
    pub back: u32,
    /// A procedure that was fallen into since.
    pub fall: Option<FallThrough>,
}

/// A return that led elsewhere than after the call of its procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrayReturn {
    /// The instruction that returned.
    pub jump: TakenJump,
    /// The call it should have returned to, if one was open.
    pub call: Option<TrailCall>,
    /// The last write to `$ra`: when, and the address of the instruction.
    pub writer: Option<(u64, u32)>,
    /// A procedure that was fallen into before.
    pub fall: Option<FallThrough>,
}

/// The recent control flow of a run up to a step.
#[derive(Clone, Debug, Default)]
pub struct Trail {
    /// The last jumps, the newest last.
    pub jumps: VecDeque<TakenJump>,
    /// The calls that are open, the innermost last.
    pub open: Vec<TrailCall>,
    /// Further ones, deeper than those.
    pub deeper: u64,
    /// The first return that led astray.
    pub stray: Option<StrayReturn>,
    /// A procedure that was fallen into outside of all calls.
    pub fall: Option<FallThrough>,
    /// The last instruction that was executed, and when.
    pub last: Option<(u64, u32)>,
}

/// Follows a run.
pub(crate) struct TrailRecorder<'n> {
    pub(crate) trail: Trail,
    procedures: &'n BTreeSet<u32>,
    /// Whether it has followed the run from its beginning.
    is_whole: bool,
    /// The step of the next instruction.
    count: u64,
    pc: u32,
    /// Whether the last instruction leads on to the next one by itself.
    is_plain: bool,
    is_calling: bool,
    ra: u32,
    ra_writer: Option<(u64, u32)>,
}

impl<'n> TrailRecorder<'n> {
    pub(crate) fn new(start: &Machine, procedures: &'n BTreeSet<u32>, is_whole: bool) -> Self {
        TrailRecorder {
            trail: Trail::default(),
            procedures,
            is_whole,
            count: start.count,
            // The first instruction then follows on and is not taken for the target of a jump.
            pc: start.pc.wrapping_sub(4),
            is_plain: false,
            is_calling: false,
            ra: start.registers.get(Reg::RA),
            ra_writer: None,
        }
    }

    fn jumped(&mut self, to: u32) {
        if self.trail.jumps.len() == JUMPS_MAX {
            self.trail.jumps.pop_front();
        }
        self.trail.jumps.push_back(TakenJump { count: self.count - 1, from: self.pc, to });
    }

    fn fell(&mut self, into: u32) {
        let fall = Some(FallThrough { from: self.pc, into });
        match self.trail.open.last_mut() {
            Some(open) => open.fall = fall,
            None => self.trail.fall = fall,
        }
    }

    fn called(&mut self, back: u32) {
        let open = TrailCall { count: self.count - 1, pc: self.pc, back, fall: None };
        if self.trail.open.len() < OPEN_MAX {
            self.trail.open.push(open);
        } else {
            self.trail.deeper += 1;
        }
    }

    /// A return: to the innermost call, or to an outer one as a few programs do on purpose.
    fn returned(&mut self) {
        let trail = &mut self.trail;
        // Calls that are only counted have no return address to compare with.
        if trail.deeper > 0 {
            trail.deeper -= 1;
            return;
        }
        let to = self.ra;
        if let Some(idx) = trail.open.iter().rposition(|open| open.back == to) {
            trail.open.truncate(idx);
            return;
        }
        let call = trail.open.pop();
        let fall = call.map_or(trail.fall, |call| call.fall);
        // Only the first one counts, since all that follows runs where it was not meant to. A run
        // that is followed from its middle may return from calls made before.
        if trail.stray.is_none() && (call.is_some() || self.is_whole) {
            let jump = TakenJump { count: self.count - 1, from: self.pc, to };
            trail.stray = Some(StrayReturn { jump, call, writer: self.ra_writer, fall });
        }
    }
}

impl CountingObserver for TrailRecorder<'_> {
    fn begin(&mut self, count: u64) {
        self.count = count;
    }
}

impl Observer for TrailRecorder<'_> {
    const ACTIVE: bool = true;

    #[inline]
    fn fetch(&mut self, pc: u32, word: CodeWord) {
        if pc != self.pc.wrapping_add(4) {
            self.jumped(pc);
        } else if self.is_plain && self.procedures.contains(&pc) {
            self.fell(pc);
        }
        self.count += 1;
        self.pc = pc;
        self.trail.last = Some((self.count - 1, pc));
        self.is_calling = false;
        self.is_plain = true;
        let CodeWord::Instruction(instruction) = word else { return };
        match flow(instruction) {
            CallEffect::Call => self.is_calling = true,
            CallEffect::Return => self.returned(),
            CallEffect::Other => {}
        }
        self.is_plain = !instruction.op.is_jump();
    }

    #[inline]
    fn write(&mut self, register: WrittenRegister, value: u32) {
        // MARS: `bgezal` and `bltzal` link only if they jump, so a call is booked by what it
        // writes.
        if self.is_calling {
            self.is_calling = false;
            self.called(value);
        }
        if register == WrittenRegister::Cpu(Reg::RA) {
            self.ra = value;
            self.ra_writer = Some((self.count - 1, self.pc));
        }
    }

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// The targets of a program's calls, as far as they say so themselves.
pub(crate) fn procedures(names: &DebugSymbols) -> BTreeSet<u32> {
    let code = names.program.code.iter();
    let calls = code.filter(|code| matches!(code.instruction.op, Op::Jal));
    calls.filter_map(|code| target(code.address, code.instruction.operands[0])).collect()
}

/// The address that the field of a jump stands for.
fn target(pc: u32, field: i32) -> Option<u32> {
    let offset = field.cast_unsigned().checked_mul(4)?;
    Some(pc.wrapping_add(4) & 0xf000_0000 | offset & 0x0fff_ffff)
}

/// The way of the run from one step to a later one that is known.
pub(crate) async fn trail(
    timeline: &mut Timeline<'_>,
    from: u64,
    to: u64,
    procedures: &BTreeSet<u32>,
    point: &YieldPoint,
) -> Result<Trail, ReplayDiverged> {
    let from = from.max(timeline.start_count());
    if from >= to {
        return Ok(Trail::default());
    }
    let start = timeline.machine_in_slices(from, point).await?;
    let is_whole = from == timeline.start_count();
    let walker = TrailRecorder::new(&start, procedures, is_whole);
    Ok(timeline.observe_in_slices(from, to, walker, point).await?.trail)
}
