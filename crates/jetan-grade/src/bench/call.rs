//! Calling a procedure by its name, with registers and memory prepared, and seeing whether it kept
//! the calling convention.

use jetan_isa::Reg;
use jetan_machine::{Fault, Machine};

use super::{Bench, Ending, Run};
use crate::sandbox::Feed;

/// How far behind the last instruction a called procedure returns to: nothing else jumps there.
const RETURN_GAP: u32 = 0x1000;
/// What saved registers hold before a call, plus the number of the register.
const SAVED_MARK: u32 = 0x5a5e_d000;

/// A call to be made.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// The label of the procedure.
    pub procedure: String,
    /// `$a0` to `$a3`; those not given hold what they held.
    pub arguments: Vec<u32>,
    /// Other registers to set, such as `$s0` where the document gives it a meaning.
    pub registers: Vec<(Reg, u32)>,
    /// Memory to fill first.
    pub memory: Vec<(u32, Vec<u8>)>,
    /// What it can read.
    pub feed: Feed,
}

/// What a call came to.
#[derive(Clone)]
pub struct Called {
    /// Everything that happened; its machine is the one after the call.
    pub run: Run,
    /// Whether the procedure returned to its caller.
    pub has_returned: bool,
    /// `$v0`.
    pub v0: u32,
    /// `$v1`.
    pub v1: u32,
    /// What it should have left as it was. Registers that were given a value are not looked at.
    pub broken: Vec<Broken>,
}

/// A register that a procedure has to leave as it was, and did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Which.
    pub reg: Reg,
    /// What it held.
    pub before: u32,
    /// What it holds.
    pub after: u32,
}

impl Bench<'_> {
    /// Calls a procedure on a machine that is about to start; none if there is no such label.
    pub fn call(&mut self, call: &Call) -> Option<Called> {
        self.call_on(self.subject.machine(), call)
    }

    /// Calls a procedure on a machine in any state.
    pub fn call_on(&mut self, mut machine: Machine, call: &Call) -> Option<Called> {
        let entry = self.subject.symbol(&call.procedure)?;
        let home = self.return_address();
        let prepared = prepare(&mut machine, call, entry, home);
        let kept: Vec<(Reg, u32)> = KEPT
            .into_iter()
            .filter(|reg| call.registers.iter().all(|(given, _)| given != reg))
            .map(|reg| (reg, machine.registers.get(reg)))
            .collect();
        let mut run = match prepared {
            Ok(()) => self.run_from(machine, &call.feed),
            Err(fault) => self.fail(machine, fault, entry),
        };
        let has_returned = run.ending == Ending::DroppedOff(home);
        if has_returned {
            run.ending = Ending::Exited(0);
        }
        let broken = |(reg, before): (Reg, u32)| {
            let after = run.machine.registers.get(reg);
            (has_returned && before != after).then_some(Broken { reg, before, after })
        };
        let broken = kept.into_iter().filter_map(broken).collect();
        let (v0, v1) = (run.machine.registers.get(Reg::V0), run.machine.registers.get(Reg::V1));
        Some(Called { has_returned, v0, v1, broken, run })
    }

    /// An address in the text segment where no instruction is.
    fn return_address(&self) -> u32 {
        let code = &self.subject.program().code;
        let map = self.subject.program().image.map;
        let user = code.iter().filter(|code| code.address < map.text_limit);
        let last = user.map(|code| code.address).max().unwrap_or(map.text_base);
        last.saturating_add(RETURN_GAP).min(map.text_limit - 4)
    }

    /// A run that could not begin.
    fn fail(&mut self, machine: Machine, fault: Fault, pc: u32) -> Run {
        let feed = Feed::default();
        let mut course = super::Course::new(self, machine, &feed);
        let ending = course
            .after(jetan_machine::Stop::Faulted { fault, pc })
            .unwrap_or(Ending::Limit(crate::limits::Limit::Memory));
        course.finish(ending)
    }
}

/// What a procedure leaves as it was.
const KEPT: [Reg; 11] = [
    Reg::S0,
    Reg::S1,
    Reg::S2,
    Reg::S3,
    Reg::S4,
    Reg::S5,
    Reg::S6,
    Reg::S7,
    Reg::SP,
    Reg::FP,
    Reg::GP,
];

fn prepare(machine: &mut Machine, call: &Call, entry: u32, home: u32) -> Result<(), Fault> {
    for (address, bytes) in &call.memory {
        machine.memory.poke(*address, bytes)?;
    }
    for reg in KEPT.into_iter().take(8) {
        machine.registers.set(reg, SAVED_MARK + u32::from(reg.number()));
    }
    for (&value, reg) in call.arguments.iter().zip([Reg::A0, Reg::A1, Reg::A2, Reg::A3]) {
        machine.registers.set(reg, value);
    }
    for &(reg, value) in &call.registers {
        machine.registers.set(reg, value);
    }
    machine.registers.set(Reg::RA, home);
    machine.pc = entry;
    Ok(())
}
