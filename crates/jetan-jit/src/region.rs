//! The code that is translated together: blocks of instructions and how they follow each other.

use std::collections::VecDeque;

use jetan_isa::Op;
use jetan_machine::Machine;
use jetan_machine::code::{CodeWord, DecodedInstruction};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most instructions of a region. What is beyond is another region.
pub(crate) const REGION_INSTRUCTIONS_MAX: usize = 1200;

/// Blocks that are reached from an entry without calls and returns.
#[derive(Debug)]
pub(crate) struct CodeRegion {
    /// The first is where the region is entered.
    pub(crate) blocks: Vec<RegionBlock>,
    /// The number of instructions.
    pub(crate) len: usize,
}

/// Instructions that are executed one after the other.
#[derive(Debug)]
pub(crate) struct RegionBlock {
    /// The address of the first.
    pub(crate) start: u32,
    /// Those that do not decide where to go on.
    pub(crate) body: Vec<DecodedInstruction>,
    pub(crate) end: BlockExit,
    /// Whether a block that is not before it goes on here, so that going round needs a test.
    pub(crate) is_head: bool,
}

impl RegionBlock {
    /// The address after the body, where the deciding instruction is if there is one.
    pub(crate) fn end_address(&self) -> u32 {
        self.start.wrapping_add(4 * self.body.len() as u32)
    }
}

/// The continuation of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BlockExit {
    /// At the next instruction, without one that decides it.
    Fall(EdgeTarget),
    /// Always the same other place.
    Jump(EdgeTarget),
    /// One of two places, by what the instruction says.
    Branch { instruction: DecodedInstruction, taken: EdgeTarget, next: EdgeTarget },
    /// In a procedure, then after the call.
    Call { target: u32, next: EdgeTarget },
    /// In a procedure whose address is in a register.
    CallComputed { instruction: DecodedInstruction, next: EdgeTarget },
    /// At the address in a register.
    Computed { instruction: DecodedInstruction },
    /// The instruction there is not for generated code.
    Rare,
}

#[cfg(target_arch = "wasm32")]
impl BlockExit {
    /// Makes the ways to a block, which begins at an address, leave the region.
    pub(crate) fn cut(&mut self, to: usize, address: u32) {
        let cut = |place: &mut EdgeTarget| {
            if *place == EdgeTarget::Block(to) {
                *place = EdgeTarget::Outside(address);
            }
        };
        match self {
            BlockExit::Fall(place) | BlockExit::Jump(place) => cut(place),
            BlockExit::Branch { taken, next, .. } => {
                cut(taken);
                cut(next);
            }
            BlockExit::Call { next, .. } | BlockExit::CallComputed { next, .. } => cut(next),
            BlockExit::Computed { .. } | BlockExit::Rare => {}
        }
    }
}

/// A place in a region, or an address beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EdgeTarget {
    Block(usize),
    Outside(u32),
}

/// The effect of an instruction on the flow of control.
enum FlowClass {
    Plain,
    Branch,
    Jump,
    Call,
    CallComputed,
    Computed,
    Rare,
}

fn class(instruction: DecodedInstruction) -> FlowClass {
    match instruction.op {
        Op::J => FlowClass::Jump,
        Op::Jal => FlowClass::Call,
        Op::Jalr | Op::JalrRa => FlowClass::CallComputed,
        Op::Jr => FlowClass::Computed,
        // Exceptions and coprocessor 0 concern the driver alone, and unaligned words are too rare
        // for a twin of their own.
        Op::Break
        | Op::BreakCode
        | Op::Eret
        | Op::Lwl
        | Op::Lwr
        | Op::Swl
        | Op::Swr
        | Op::Mfc0
        | Op::Mtc0 => FlowClass::Rare,
        // Before the branches: `bc1t` may name a flag that does not exist.
        _ if has_odd_pair(instruction) || has_strange_flag(instruction) => FlowClass::Rare,
        Op::Beq
        | Op::Bne
        | Op::Bgez
        | Op::Bgtz
        | Op::Blez
        | Op::Bltz
        | Op::Bc1t
        | Op::Bc1tFlag
        | Op::Bc1f
        | Op::Bc1fFlag => FlowClass::Branch,
        // `bgezal` and `bltzal`, which hardly anybody uses.
        op if op.is_branch() => FlowClass::Rare,
        _ => FlowClass::Plain,
    }
}

/// Whether an instruction always faults, because a double is to be in an odd register.
fn has_odd_pair(instruction: DecodedInstruction) -> bool {
    let regs = [instruction.a, instruction.b, instruction.c];
    let doubles = instruction.op.spec().doubles;
    regs.iter().enumerate().any(|(idx, &reg)| doubles >> idx & 1 == 1 && reg as u8 & 1 == 1)
}

/// Whether an instruction names a condition flag beyond the eighth, which only a word that is wider
/// than memory can.
fn has_strange_flag(instruction: DecodedInstruction) -> bool {
    let regs = [instruction.a, instruction.b, instruction.c];
    let fields = instruction.op.spec().fields;
    fields.iter().zip(regs).any(|(field, reg)| field.is_flag() && reg as u8 > 7)
}

/// The target of a branch, relative to the next instruction.
pub(crate) fn branch_target(pc: u32, instruction: DecodedInstruction) -> u32 {
    pc.wrapping_add(4).wrapping_add((instruction.imm << 2) as u32)
}

/// The target of a jump, within the 256 MiB of the next instruction.
pub(crate) fn jump_target(pc: u32, instruction: DecodedInstruction) -> u32 {
    pc.wrapping_add(4) & 0xf000_0000 | (instruction.imm as u32) << 2
}

fn instruction_at(machine: &Machine, address: u32) -> Option<DecodedInstruction> {
    match machine.text().get(address) {
        // `get` rounds an address down to its word, so an unaligned one would find an instruction.
        CodeWord::Instruction(instruction) if address.is_multiple_of(4) => Some(instruction),
        _ => None,
    }
}

/// Whether an instruction ends its block, and where it may go on, not counting calls.
fn successors(pc: u32, instruction: DecodedInstruction) -> Option<Vec<u32>> {
    let next = pc.wrapping_add(4);
    match class(instruction) {
        FlowClass::Plain => None,
        FlowClass::Branch => Some(vec![next, branch_target(pc, instruction)]),
        FlowClass::Jump => Some(vec![jump_target(pc, instruction)]),
        FlowClass::Call | FlowClass::CallComputed => Some(vec![next]),
        FlowClass::Computed | FlowClass::Rare => Some(Vec::new()),
    }
}

impl CodeRegion {
    /// The region from an entry, if there is an instruction. `is_barred` says which addresses
    /// generated code must not execute.
    pub(crate) fn discover(
        machine: &Machine,
        entry: u32,
        is_barred: &dyn Fn(u32) -> bool,
    ) -> Option<CodeRegion> {
        let leaders = leaders(machine, entry, is_barred);
        if leaders.is_empty() {
            return None;
        }
        let index: FxHashMap<u32, usize> =
            leaders.iter().enumerate().map(|(idx, &address)| (address, idx)).collect();
        let place = |address| {
            index.get(&address).map_or(EdgeTarget::Outside(address), |&b| EdgeTarget::Block(b))
        };
        let mut blocks = Vec::new();
        for &start in &leaders {
            blocks.push(block(machine, start, &place, is_barred));
        }
        mark_heads(&mut blocks);
        // One more for the deciding instruction. A block that falls through is counted one too
        // long, which only widens the bounds made of it.
        let len = blocks.iter().map(|block: &RegionBlock| block.body.len() + 1).sum();
        Some(CodeRegion { blocks, len })
    }

    /// The addresses that the region calls.
    pub(crate) fn calls(&self) -> impl Iterator<Item = u32> {
        self.blocks.iter().filter_map(|block| match block.end {
            BlockExit::Call { target, .. } => Some(target),
            _ => None,
        })
    }

    /// Whether an address is one of the region's instructions.
    pub(crate) fn covers(&self, address: u32) -> bool {
        self.ranges().iter().any(|&(from, to)| (from..to).contains(&address))
    }

    /// The addresses of its instructions, each range up to the one past its last.
    pub(crate) fn ranges(&self) -> Vec<(u32, u32)> {
        let range = |block: &RegionBlock| {
            let decides = !matches!(block.end, BlockExit::Fall(_));
            (block.start, block.end_address().wrapping_add(if decides { 4 } else { 0 }))
        };
        self.blocks.iter().map(range).collect()
    }
}

/// The addresses at which blocks begin: the entry first, then by address.
fn leaders(machine: &Machine, entry: u32, is_barred: &dyn Fn(u32) -> bool) -> Vec<u32> {
    let usable = |address| instruction_at(machine, address).filter(|_| !is_barred(address));
    let mut found = FxHashSet::default();
    // Breadth first, so that a region cut off by its size keeps what is near its entry.
    let mut queue = VecDeque::from([entry]);
    let mut leaders = Vec::new();
    let mut seen = FxHashSet::default();
    let mut len = 0;
    while let Some(start) = queue.pop_front() {
        if found.contains(&start) || usable(start).is_none() {
            continue;
        }
        // At the limit a start inside known instructions is still accepted: it splits a block and
        // adds nothing.
        if len >= REGION_INSTRUCTIONS_MAX && !seen.contains(&start) {
            continue;
        }
        found.insert(start);
        leaders.push(start);
        let mut pc = start;
        while let Some(instruction) = usable(pc) {
            if !seen.insert(pc) {
                break;
            }
            len += 1;
            if let Some(targets) = successors(pc, instruction) {
                queue.extend(targets);
                break;
            }
            pc = pc.wrapping_add(4);
            if len >= REGION_INSTRUCTIONS_MAX {
                break;
            }
        }
    }
    // The entry stays the first block, wherever it lies.
    if let Some(rest) = leaders.get_mut(1..) {
        rest.sort_unstable();
    }
    leaders
}

/// The block that begins at an address and ends before the next leader.
fn block(
    machine: &Machine,
    start: u32,
    place: &dyn Fn(u32) -> EdgeTarget,
    is_barred: &dyn Fn(u32) -> bool,
) -> RegionBlock {
    let mut body = Vec::new();
    let mut pc = start;
    let end = loop {
        // A barred address ends the block in front of it: generated code returns there, and the
        // driver stops.
        if pc != start && (matches!(place(pc), EdgeTarget::Block(_)) || is_barred(pc)) {
            break BlockExit::Fall(place(pc));
        }
        let Some(instruction) = instruction_at(machine, pc) else { break BlockExit::Rare };
        let next = place(pc.wrapping_add(4));
        match class(instruction) {
            FlowClass::Plain => body.push(instruction),
            FlowClass::Branch => {
                let taken = place(branch_target(pc, instruction));
                break BlockExit::Branch { instruction, taken, next };
            }
            FlowClass::Jump => break BlockExit::Jump(place(jump_target(pc, instruction))),
            FlowClass::Call => {
                break BlockExit::Call { target: jump_target(pc, instruction), next };
            }
            FlowClass::CallComputed => break BlockExit::CallComputed { instruction, next },
            FlowClass::Computed => break BlockExit::Computed { instruction },
            FlowClass::Rare => break BlockExit::Rare,
        }
        pc = pc.wrapping_add(4);
        if body.len() >= REGION_INSTRUCTIONS_MAX {
            break BlockExit::Fall(place(pc));
        }
    };
    RegionBlock { start, body, end, is_head: false }
}

/// The places at which a block may go on.
pub(crate) fn places(end: BlockExit) -> impl Iterator<Item = EdgeTarget> {
    let (first, second) = match end {
        BlockExit::Fall(place) | BlockExit::Jump(place) => (Some(place), None),
        BlockExit::Branch { taken, next, .. } => (Some(taken), Some(next)),
        BlockExit::Call { next, .. } | BlockExit::CallComputed { next, .. } => (Some(next), None),
        BlockExit::Computed { .. } | BlockExit::Rare => (None, None),
    };
    first.into_iter().chain(second)
}

/// Marks the blocks that a branch back leads to. Every loop has at least one such branch.
fn mark_heads(blocks: &mut [RegionBlock]) {
    for from in 0..blocks.len() {
        for place in places(blocks[from].end) {
            if let EdgeTarget::Block(to) = place
                && blocks[to].start <= blocks[from].start
            {
                blocks[to].is_head = true;
            }
        }
    }
}
