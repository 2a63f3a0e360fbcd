//! The back edges of a run, and its calls.

use std::collections::BTreeMap;

use jetan_isa::Reg;
use jetan_machine::Machine;
use jetan_machine::code::CodeWord;
use jetan_machine::observer::Register;

use super::{Descent, Watch};
use crate::trail::Trail;
use crate::watcher::{Flow, flow};

/// Different ways that are told apart.
const EDGES_MAX: usize = 4096;
/// A program that gets deeper by one call in so many instructions will not come back.
const CALL_EVERY: u64 = 2000;
/// Fewer open calls are not deep.
const DEEP_MIN: u64 = 100;

/// The way an instruction followed the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It follows it.
    On,
    /// By a jump or a branch.
    Jump,
    /// By a return that no call belongs to that was seen.
    Stray,
    /// By a call or its return.
    Call,
}

/// The kind of the last instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    /// A call that has not noted yet where to return to.
    Calling,
    Called,
    Returned,
    /// A return to somewhere else than after the innermost call.
    Strayed,
}

/// The calls made since the copy began to run.
pub(super) struct Calls {
    /// The return address of each, and the call.
    open: Vec<(u32, u32)>,
    ra: u32,
    last: u32,
    kind: Kind,
    made: BTreeMap<(u32, u32), u64>,
    /// The number of calls that were open at the beginning.
    outer: usize,
    /// The last jump since a call, and the one before the last call within itself.
    jump: Option<(u32, u32)>,
    escape: Option<(u32, u32)>,
}

impl Calls {
    pub(super) fn new(machine: &Machine, trail: Option<&Trail>) -> Calls {
        let outer = trail.map_or(&[][..], |trail| &trail.open);
        Calls {
            open: outer.iter().map(|open| (open.back, open.pc)).collect(),
            outer: outer.len(),
            ra: machine.registers.get(Reg::RA),
            last: machine.pc.wrapping_sub(4),
            kind: Kind::Plain,
            made: BTreeMap::new(),
            jump: None,
            escape: None,
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// The instruction before this one, and how it led here.
    pub(super) fn step(&mut self, pc: u32) -> (u32, Step) {
        let step = match self.kind {
            Kind::Called => {
                let way = (self.last, pc);
                // Calls that are known go on counting when the table is full.
                if self.made.len() < EDGES_MAX || self.made.contains_key(&way) {
                    *self.made.entry(way).or_default() += 1;
                }
                Step::Call
            }
            Kind::Returned => Step::Call,
            Kind::Strayed => Step::Stray,
            _ if pc != self.last.wrapping_add(4) => {
                self.jump = Some((self.last, pc));
                Step::Jump
            }
            _ => Step::On,
        };
        (self.last, step)
    }

    pub(super) fn take(&mut self, pc: u32, word: CodeWord) {
        self.last = pc;
        self.kind = Kind::Plain;
        let CodeWord::Instruction(instruction) = word else { return };
        match flow(instruction) {
            Flow::Call => self.kind = Kind::Calling,
            // Only to the innermost call: what goes elsewhere may be the jump back of the loop.
            Flow::Return if self.open.last().is_some_and(|&(back, _)| back == self.ra) => {
                self.open.pop();
                self.kind = Kind::Returned;
            }
            Flow::Return => self.kind = Kind::Strayed,
            Flow::Other => {}
        }
    }

    pub(super) fn has_called(&self) -> bool {
        !self.made.is_empty()
    }

    pub(super) fn write(&mut self, register: Register, value: u32) {
        if self.kind == Kind::Calling {
            let is_nested = self.open.last().is_some_and(|&(_, call)| call == self.last);
            let jump = self.jump.take();
            self.escape = if is_nested { jump } else { None };
            self.open.push((value, self.last));
            self.kind = Kind::Called;
        }
        if register == Register::Cpu(Reg::RA) {
            self.ra = value;
        }
    }

    /// Calls that got deeper and deeper over so many instructions, of a program that begins at
    /// `entry`.
    pub(super) fn descent(&self, instructions: u64, entry: u32) -> Option<Descent> {
        let depth = self.open.len().saturating_sub(self.outer) as u64;
        let is_deep = depth >= (instructions / CALL_EVERY).max(DEEP_MIN);
        let &(_, call) = self.open.last().filter(|_| is_deep)?;
        let own = self.made.iter().filter(|((from, _), _)| *from == call);
        let (&(call, target), &times) = own.max_by_key(|(_, times)| **times)?;
        let restart = self.made.keys().find(|(_, to)| *to == entry).map(|&(from, _)| from);
        let (times, jump) = (times.min(depth), self.escape);
        Some(Descent { call, target, times, instructions, jump, restart })
    }
}

/// The number of times a run went back, by target and depth of calls.
#[derive(Default)]
pub(super) struct Edges {
    /// By depth, head and origin: how often, when last, and whether by a stray return.
    back: BTreeMap<(usize, u32, u32), (u64, u64, bool)>,
    steps: u64,
}

impl Edges {
    /// The loop that holds the others and has not been left: its head, the last instruction that
    /// leads back there, and its depth. Returns lead back only `by_returns`: those of calls made
    /// before anybody looked would seem to.
    pub(super) fn widest(&self, by_returns: bool) -> Option<(u32, u32, usize)> {
        let is_going = |(times, last, is_stray): (u64, u64, bool)| {
            // A loop that was not entered again in the second half has been left.
            times > 1 && last > self.steps / 2 && (by_returns || !is_stray)
        };
        let going = self.back.iter().filter(|(_, seen)| is_going(**seen));
        let going: Vec<(usize, u32, u32)> = going.map(|(way, _)| *way).collect();
        // The outermost loop does not end; those inside it end again and again.
        let least = going.iter().map(|(depth, ..)| *depth).min()?;
        let own = going.into_iter().filter(|(depth, ..)| *depth == least);
        let (depth, to, from) = own.max_by_key(|(_, to, from)| from - to)?;
        Some((to, from, depth))
    }
}

impl Watch for Edges {
    fn step(&mut self, from: u32, pc: u32, _word: CodeWord, step: Step, depth: usize) {
        self.steps += 1;
        if !matches!(step, Step::Jump | Step::Stray) || pc > from {
            return;
        }
        let way = (depth, pc, from);
        if self.back.len() < EDGES_MAX || self.back.contains_key(&way) {
            let (times, last, is_stray) = self.back.entry(way).or_default();
            *times += 1;
            *last = self.steps;
            *is_stray = step == Step::Stray;
        }
    }

    fn write(&mut self, _register: Register, _value: u32) {}

    fn load(&mut self, _address: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32) {}
}
