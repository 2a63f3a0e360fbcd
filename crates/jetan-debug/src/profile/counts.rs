//! Counting while a program runs.

use std::collections::{BTreeMap, BTreeSet};

use jetan_isa::Op;
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::{Machine, Observer};

use jetan_sanitizer::flow::is_call;

/// The most chains of calls that are distinguished; what is called beyond counts for its caller.
const NODES_MAX: usize = 1 << 16;
/// The most calls within each other that are followed.
// At the end every node walks up to its root, so nodes times depth bounds that work.
const DEPTH_MAX: usize = 1 << 7;

/// A chain of calls.
#[derive(Debug)]
struct CallNode {
    parent: usize,
    entry: u32,
    calls: u64,
    own: u64,
    children: BTreeMap<u32, usize>,
}

impl CallNode {
    fn new(parent: usize, entry: u32) -> CallNode {
        CallNode { parent, entry, calls: 0, own: 0, children: BTreeMap::new() }
    }
}

/// The effect that the instruction at hand may have on the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PendingJump {
    Nothing,
    Branch,
    Call,
    Jump,
}

/// The observer of a [`Profiler`](super::Profiler).
pub(super) struct ProfileCounts {
    base: u32,
    /// By word of text: how often executed, how often gone elsewhere.
    text: Vec<(u64, u64)>,
    /// Executed elsewhere: in the handler, in data.
    others: u64,
    nodes: Vec<CallNode>,
    /// The node of the program's current chain of calls.
    at: usize,
    /// The return addresses of the calls that are followed.
    returns: Vec<u32>,
    /// Calls from the innermost of these that are not followed.
    beyond: u64,
    last: u32,
    ahead: PendingJump,
}

impl ProfileCounts {
    pub(super) fn new(machine: &Machine) -> ProfileCounts {
        let text = machine.text();
        let mut root = CallNode::new(0, machine.pc);
        root.calls = 1;
        ProfileCounts {
            base: text.base(),
            text: vec![(0, 0); text.len()],
            others: 0,
            nodes: vec![root],
            at: 0,
            returns: Vec::new(),
            beyond: 0,
            last: 0,
            ahead: PendingJump::Nothing,
        }
    }

    fn word(&self, pc: u32) -> usize {
        (pc.wrapping_sub(self.base) / 4) as usize
    }

    /// The executions of an instruction, and those that did not go on to the next.
    pub(super) fn at(&self, pc: u32) -> (u64, u64) {
        self.text.get(self.word(pc)).copied().unwrap_or_default()
    }

    pub(super) fn instructions(&self) -> u64 {
        self.text.iter().map(|&(executed, _)| executed).sum::<u64>() + self.others
    }

    /// Books the last instruction, now that the next one is known.
    #[inline(never)]
    // Kept out of `fetch`, which is compiled into the interpreter's loop: most instructions need
    // none of this.
    fn settle(&mut self, pc: u32) {
        let next = self.last.wrapping_add(4);
        let ahead = std::mem::replace(&mut self.ahead, PendingJump::Nothing);
        if pc != next {
            let word = self.word(self.last);
            if let Some(count) = self.text.get_mut(word) {
                count.1 += 1;
            }
        }
        match ahead {
            // `bgezal` and `bltzal` may go on instead of calling.
            PendingJump::Call if pc != next => self.call(pc, next),
            PendingJump::Jump => self.back(pc),
            _ => {}
        }
    }

    fn call(&mut self, entry: u32, returns_to: u32) {
        let known = self.nodes[self.at].children.get(&entry).copied();
        // Inside a call that is not followed none is, or returns would be matched with the wrong
        // calls.
        let child = known.or_else(|| self.add(entry)).filter(|_| self.beyond == 0);
        let Some(child) = child else {
            self.beyond += 1;
            return;
        };
        self.nodes[child].calls += 1;
        self.at = child;
        self.returns.push(returns_to);
    }

    fn add(&mut self, entry: u32) -> Option<usize> {
        let child = self.nodes.len();
        if child >= NODES_MAX || self.returns.len() >= DEPTH_MAX {
            return None;
        }
        self.nodes.push(CallNode::new(self.at, entry));
        self.nodes[self.at].children.insert(entry, child);
        Some(child)
    }

    /// A jump through a register goes back if a caller is waiting there.
    fn back(&mut self, pc: u32) {
        if self.beyond > 0 {
            // Nothing is kept of these calls, so any jump through a register counts as a return.
            self.beyond -= 1;
            return;
        }
        let Some(depth) = self.returns.iter().rposition(|&address| address == pc) else { return };
        for _ in depth..self.returns.len() {
            self.at = self.nodes[self.at].parent;
        }
        self.returns.truncate(depth);
    }

    /// Own instructions by chain of calls, in order of names.
    pub(super) fn stacks(&self, name: &dyn Fn(u32) -> String) -> Vec<(Vec<String>, u64)> {
        let mut stacks: Vec<(Vec<String>, u64)> = Vec::new();
        for (idx, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.own > 0) {
            let mut chain: Vec<String> =
                self.chain(idx).map(|at| name(self.nodes[at].entry)).collect();
            chain.reverse();
            stacks.push((chain, node.own));
        }
        stacks.sort();
        stacks
    }

    /// A node and those that lead to it, innermost first.
    fn chain(&self, from: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(from), |&at| (at != 0).then(|| self.nodes[at].parent))
    }

    /// Every procedure with its calls, its own instructions and those within it.
    pub(super) fn procedures(&self) -> Vec<(u32, u64, u64, u64)> {
        let mut all: BTreeMap<u32, (u64, u64, u64)> = BTreeMap::new();
        for (idx, node) in self.nodes.iter().enumerate() {
            let own = all.entry(node.entry).or_default();
            own.0 += node.calls;
            own.1 += node.own;
            // A set, so that a recursion counts an instruction only once for its procedure.
            let within: BTreeSet<u32> = self.chain(idx).map(|at| self.nodes[at].entry).collect();
            for entry in within {
                all.entry(entry).or_default().2 += node.own;
            }
        }
        all.into_iter().map(|(entry, (calls, own, total))| (entry, calls, own, total)).collect()
    }

    /// The number of calls between each pair of procedures.
    pub(super) fn calls(&self) -> BTreeMap<(u32, u32), u64> {
        let mut calls = BTreeMap::new();
        for node in self.nodes.iter().skip(1) {
            let from = self.nodes[node.parent].entry;
            *calls.entry((from, node.entry)).or_default() += node.calls;
        }
        calls
    }
}

impl Observer for ProfileCounts {
    const ACTIVE: bool = true;

    #[inline(always)]
    fn fetch(&mut self, pc: u32, word: CodeWord) {
        if self.ahead != PendingJump::Nothing {
            self.settle(pc);
        }
        let idx = self.word(pc);
        match self.text.get_mut(idx) {
            Some(count) => count.0 += 1,
            None => self.others += 1,
        }
        self.nodes[self.at].own += 1;
        if let CodeWord::Instruction(one) = word {
            self.ahead = match one.op {
                Op::Jr => PendingJump::Jump,
                _ if is_call(one) => PendingJump::Call,
                op if op.is_branch() => PendingJump::Branch,
                _ => PendingJump::Nothing,
            };
            self.last = pc;
        }
    }

    fn write(&mut self, _register: WrittenRegister, _value: u32) {}

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    #[inline(always)]
    fn has_seen_enough(&self) -> bool {
        false
    }
}
