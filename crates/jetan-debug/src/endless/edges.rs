//! The back edges of a run, and its calls.

use std::collections::BTreeMap;

use jetan_isa::Reg;
use jetan_machine::Machine;
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;

use super::{EndlessCalls, LoopObserver};
use crate::trail::Trail;
use jetan_sanitizer::flow::{CallEffect, flow};

/// Different ways that are distinguished.
const EDGES_MAX: usize = 4096;
/// A program that gets deeper by one call in so many instructions will not come back.
const INSTRUCTIONS_PER_CALL: u64 = 2000;
/// Fewer open calls are not deep.
const DEEP_CALLS_MIN: u64 = 100;

/// The way an instruction followed the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EdgeKind {
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
enum TransferState {
    Plain,
    /// A call that has not noted yet where to return to.
    Calling,
    Called,
    Returned,
    /// A return to somewhere else than after the innermost call.
    Strayed,
}

/// The calls made since the copy began to run.
pub(super) struct CallTracker {
    /// The return address of each, and the call.
    open: Vec<(u32, u32)>,
    ra: u32,
    last: u32,
    kind: TransferState,
    made: BTreeMap<(u32, u32), u64>,
    /// The number of calls that were open at the beginning.
    outer: usize,
    /// The last jump since a call, and the one before the last call within itself.
    jump: Option<(u32, u32)>,
    escape: Option<(u32, u32)>,
}

impl CallTracker {
    pub(super) fn new(machine: &Machine, trail: Option<&Trail>) -> CallTracker {
        let outer = trail.map_or(&[][..], |trail| &trail.open);
        CallTracker {
            open: outer.iter().map(|open| (open.back, open.pc)).collect(),
            outer: outer.len(),
            ra: machine.registers.get(Reg::RA),
            last: machine.pc.wrapping_sub(4),
            kind: TransferState::Plain,
            made: BTreeMap::new(),
            jump: None,
            escape: None,
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// The instruction before this one, and how it led here.
    pub(super) fn step(&mut self, pc: u32) -> (u32, EdgeKind) {
        let step = match self.kind {
            TransferState::Called => {
                let way = (self.last, pc);
                // Calls that are known go on counting when the table is full.
                if self.made.len() < EDGES_MAX || self.made.contains_key(&way) {
                    *self.made.entry(way).or_default() += 1;
                }
                EdgeKind::Call
            }
            TransferState::Returned => EdgeKind::Call,
            TransferState::Strayed => EdgeKind::Stray,
            _ if pc != self.last.wrapping_add(4) => {
                self.jump = Some((self.last, pc));
                EdgeKind::Jump
            }
            _ => EdgeKind::On,
        };
        (self.last, step)
    }

    pub(super) fn take(&mut self, pc: u32, word: CodeWord) {
        self.last = pc;
        self.kind = TransferState::Plain;
        let CodeWord::Instruction(instruction) = word else { return };
        match flow(instruction) {
            CallEffect::Call => self.kind = TransferState::Calling,
            // Only to the innermost call: what goes elsewhere may be the jump back of the loop.
            CallEffect::Return if self.open.last().is_some_and(|&(back, _)| back == self.ra) => {
                self.open.pop();
                self.kind = TransferState::Returned;
            }
            CallEffect::Return => self.kind = TransferState::Strayed,
            CallEffect::Other => {}
        }
    }

    pub(super) fn has_called(&self) -> bool {
        !self.made.is_empty()
    }

    pub(super) fn write(&mut self, register: WrittenRegister, value: u32) {
        if self.kind == TransferState::Calling {
            let is_nested = self.open.last().is_some_and(|&(_, call)| call == self.last);
            let jump = self.jump.take();
            self.escape = if is_nested { jump } else { None };
            self.open.push((value, self.last));
            self.kind = TransferState::Called;
        }
        if register == WrittenRegister::Cpu(Reg::RA) {
            self.ra = value;
        }
    }

    /// Calls that got deeper and deeper over so many instructions, of a program that begins at
    /// `entry`.
    pub(super) fn descent(&self, instructions: u64, entry: u32) -> Option<EndlessCalls> {
        let depth = self.open.len().saturating_sub(self.outer) as u64;
        let is_deep = depth >= (instructions / INSTRUCTIONS_PER_CALL).max(DEEP_CALLS_MIN);
        let &(_, call) = self.open.last().filter(|_| is_deep)?;
        let own = self.made.iter().filter(|((from, _), _)| *from == call);
        let (&(call, target), &times) = own.max_by_key(|(_, times)| **times)?;
        let restart = self.made.keys().find(|(_, to)| *to == entry).map(|&(from, _)| from);
        let (times, jump) = (times.min(depth), self.escape);
        Some(EndlessCalls { call, target, times, instructions, jump, restart })
    }
}

/// The number of times a run went back, by target and depth of calls.
#[derive(Default)]
pub(super) struct BackEdges {
    /// By depth, head and origin: how often, when last, and whether by a stray return.
    back: BTreeMap<(usize, u32, u32), (u64, u64, bool)>,
    steps: u64,
}

impl BackEdges {
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

impl LoopObserver for BackEdges {
    fn step(&mut self, from: u32, pc: u32, _word: CodeWord, step: EdgeKind, depth: usize) {
        self.steps += 1;
        if !matches!(step, EdgeKind::Jump | EdgeKind::Stray) || pc > from {
            return;
        }
        let way = (depth, pc, from);
        if self.back.len() < EDGES_MAX || self.back.contains_key(&way) {
            let (times, last, is_stray) = self.back.entry(way).or_default();
            *times += 1;
            *last = self.steps;
            *is_stray = step == EdgeKind::Stray;
        }
    }

    fn write(&mut self, _register: WrittenRegister, _value: u32) {}

    fn load(&mut self, _address: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32) {}
}
