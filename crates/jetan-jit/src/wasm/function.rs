//! From a region of guest code to a function of WebAssembly: the twin of the native back end's
//! `translate.rs`, with the same sets of registers and the same exits.
//!
//! What leaves is written once for each set of registers that are newer than the register file,
//! behind everything else: an exit sets status and budget and branches there.

use jetan_machine::code::DecodedInstruction;
use jetan_order::SharedSort;
use rustc_hash::FxHashMap;
use wasm_encoder::{BlockType, BranchHint, Function, InstructionSink, ValType};

use super::control::OpenLabel;
use super::memory::AccessWindow;
use super::shape::RegionShape;
use crate::context;
use crate::contract::{CallContract, ContractTable};
use crate::flow::{self, RegionFlow};
use crate::region::{BlockExit, CodeRegion};
use crate::slots::{GuestSlot, SLOTS, SlotEffect, SlotSet};
use crate::status::ExitReason;

/// A procedure that can be called directly.
#[derive(Clone, Copy)]
pub(super) struct Callee {
    pub(super) place: CalleePlace,
    /// The type of its function, by index.
    pub(super) signature: u32,
}

/// Where the function of a procedure is.
#[derive(Clone, Copy)]
pub(super) enum CalleePlace {
    /// In the same module, by index.
    Here(u32),
    /// In the table, by index.
    Table(u32),
}

/// The inputs of a generated function.
pub(super) struct RegionSource<'a> {
    pub(super) region: &'a CodeRegion,
    pub(super) shape: &'a RegionShape,
    pub(super) own: &'a CallContract,
    pub(super) contracts: &'a ContractTable,
    pub(super) callees: &'a FxHashMap<u32, Callee>,
    /// The address of the context.
    pub(super) context: u32,
}

/// The parameter of every function: the rest of the budget, in instructions.
pub(super) const LEFT: u32 = 0;

/// A branch whose number is not known yet.
struct ExitBranch {
    /// Where it is to be put in.
    at: usize,
    /// The number of constructs that were open there.
    depth: u32,
    exit: usize,
}

/// Locals that hold something for a few instructions only.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Scratch {
    Address,
    Frame,
    Left,
    Right,
    Code,
    Wide,
    Single,
    Double,
}

/// A function on its way.
pub(super) struct RegionWriter<'s> {
    pub(super) source: &'s RegionSource<'s>,
    pub(super) flow: RegionFlow,
    code: Vec<u8>,
    /// The types of the locals that are not parameters.
    locals: Vec<ValType>,
    parameters: u32,
    pub(super) slots: [Option<u32>; SLOTS],
    /// Pairs of floating-point registers that are kept as one number, by their first.
    pub(super) pairs: SlotSet,
    scratch: FxHashMap<Scratch, u32>,
    pub(super) status: u32,
    /// The tables of the memory, where they are needed.
    pub(super) tables: [Option<u32>; 2],
    /// What is left of the host's stack below this function, where it calls others.
    pub(super) room: Option<u32>,
    /// The number of constructs that are open.
    pub(super) depth: u32,
    pub(super) labels: Vec<OpenLabel>,
    exits: Vec<SlotSet>,
    branches: Vec<ExitBranch>,
    /// Where branches are that are rarely taken.
    rare: Vec<usize>,
    /// Whether quotient and remainder are in locals of their own as well, and those.
    pub(super) has_halves: bool,
    pub(super) halves: Option<[u32; 2]>,
    /// Every register that the function has to do with.
    pub(super) used: SlotSet,
    pub(super) dirty: SlotSet,
    /// The number of instructions of the block at hand that are done.
    pub(super) done: u32,
    /// The address of the instruction at hand.
    pub(super) pc: u32,
    /// The instructions of the block from the one at hand on.
    pub(super) rest: &'s [DecodedInstruction],
    /// Registers that are written back at the end of the block.
    pub(super) retired: SlotSet,
    /// Places in memory that several instructions of the block access.
    pub(super) windows: Vec<AccessWindow>,
    /// Locals for those, used again in every block.
    pub(super) window_locals: Vec<u32>,
}

/// Writes the function of a region; says which of its branches are rare as well.
pub(super) fn write(source: &RegionSource<'_>) -> (Function, Vec<BranchHint>) {
    let mut writer = RegionWriter {
        source,
        flow: RegionFlow::new(source.region, source.own, source.contracts),
        code: Vec::new(),
        locals: Vec::new(),
        parameters: 1 + source.own.parameters.len() as u32,
        slots: [None; SLOTS],
        pairs: super::registers::pairs(source.region),
        scratch: FxHashMap::default(),
        status: 0,
        tables: [None; 2],
        room: None,
        depth: 0,
        labels: Vec::new(),
        exits: Vec::new(),
        branches: Vec::new(),
        rare: Vec::new(),
        has_halves: false,
        halves: None,
        used: flow::used(source.region, source.own, source.contracts),
        dirty: SlotSet::NONE,
        done: 0,
        pc: 0,
        rest: &[],
        retired: SlotSet::NONE,
        windows: Vec::new(),
        window_locals: Vec::new(),
    };
    writer.status = writer.local(ValType::I64);
    writer.enter();
    writer.tree(0);
    writer.op().unreachable();
    writer.assemble()
}

impl RegionWriter<'_> {
    /// Where instructions of WebAssembly are written to.
    pub(super) fn op(&mut self) -> InstructionSink<'_> {
        InstructionSink::new(&mut self.code)
    }

    pub(super) fn local(&mut self, ty: ValType) -> u32 {
        self.locals.push(ty);
        self.parameters + self.locals.len() as u32 - 1
    }

    pub(super) fn scratch(&mut self, scratch: Scratch) -> u32 {
        if let Some(&local) = self.scratch.get(&scratch) {
            return local;
        }
        let local = self.local(match scratch {
            Scratch::Wide => ValType::I64,
            Scratch::Single => ValType::F32,
            Scratch::Double => ValType::F64,
            _ => ValType::I32,
        });
        self.scratch.insert(scratch, local);
        local
    }

    pub(super) fn begin_if(&mut self, ty: BlockType) {
        self.op().if_(ty);
        self.depth += 1;
    }

    /// Like [`RegionWriter::begin_if`], for what rarely is so.
    pub(super) fn begin_rare_if(&mut self, ty: BlockType) {
        self.rare.push(self.code.len());
        self.begin_if(ty);
    }

    pub(super) fn otherwise(&mut self) {
        self.op().else_();
    }

    pub(super) fn end_block(&mut self) {
        self.op().end();
        self.depth -= 1;
    }

    /// The entry of the function: parameters are there, all else comes from the file.
    fn enter(&mut self) {
        let parameters = self.source.own.parameters;
        for (number, slot) in (1..).zip(parameters.iter()) {
            self.slots[slot.index()] = Some(number);
        }
        self.load_tables();
        let needed = self.used & self.flow.needed_in[0] & !self.flow.lazy;
        self.reload(needed & !parameters);
        self.dirty = self.flow.dirty_in[0];
        self.pc = self.source.region.blocks[0].start;
        // Only functions that call others can recurse, so leaf procedures pay for neither test.
        let mut ends = self.source.region.blocks.iter().map(|block| block.end);
        if ends.any(|end| matches!(end, BlockExit::Call { .. } | BlockExit::CallComputed { .. })) {
            self.check_stack();
            self.check_budget();
        }
    }

    pub(super) fn block(&mut self, idx: usize) {
        let region = self.source.region;
        let block = &region.blocks[idx];
        self.dirty = self.flow.dirty_in[idx];
        self.done = 0;
        self.pc = block.start;
        // What is known of the memory holds within one block only: other ways lead into the next.
        self.windows.clear();
        self.has_halves = false;
        if block.is_head {
            self.check_budget();
        }
        // After the test of the budget: leaving there does not need these values.
        self.reload(self.flow.loaded[idx]);
        self.rest = &block.body;
        while let Some(&instruction) = self.rest.first() {
            let len = self.accesses_at_once();
            if len > 1 {
                self.access_at_once(len);
            } else {
                self.instruction(instruction);
                self.after_instruction(instruction);
            }
            self.rest = &self.rest[len.max(1)..];
        }
        self.retired = self.flow.retired[idx];
    }

    /// Updates the state of the translation after an instruction.
    pub(super) fn after_instruction(&mut self, instruction: DecodedInstruction) {
        let effect = SlotEffect::of(instruction);
        self.dirty = flow::after_instruction(self.dirty, instruction.op, effect);
        // A window was looked up with the value of its base register, so it is invalid once that
        // register is written.
        let is_written =
            |base| GuestSlot::cpu(base).is_some_and(|slot| effect.writes.contains(slot));
        self.windows.retain(|window| !is_written(window.base));
        self.done += 1;
        self.pc = self.pc.wrapping_add(4);
    }

    /// Subtracts what is done of the block from the budget.
    pub(super) fn count(&mut self) {
        if self.done > 0 {
            let done = self.done as i32;
            self.op().local_get(LEFT).i32_const(done).i32_sub().local_set(LEFT);
        }
    }

    /// Puts the rest of the budget before the instruction at hand on the stack.
    pub(super) fn left_now(&mut self) {
        let done = self.done as i32;
        self.op().local_get(LEFT);
        if done > 0 {
            self.op().i32_const(done).i32_sub();
        }
    }

    /// Ends the function at the instruction at hand.
    pub(super) fn leave(&mut self, reason: ExitReason) {
        let (status, at) = (self.status, reason.at(self.pc));
        self.op().i64_const(at).local_set(status);
        self.count();
        self.finish();
    }

    /// Ends the function: status and budget are in their locals, and what is newer than the file
    /// is written.
    pub(super) fn finish(&mut self) {
        let exit = self.exits.iter().position(|&set| set == self.dirty).unwrap_or_else(|| {
            self.exits.push(self.dirty);
            self.exits.len() - 1
        });
        self.branches.push(ExitBranch { at: self.code.len(), depth: self.depth, exit });
    }

    /// Ends the function at the instruction at hand if the number on the stack is not 0.
    pub(super) fn leave_if(&mut self, reason: ExitReason) {
        self.begin_rare_if(BlockType::Empty);
        self.leave(reason);
        self.end_block();
    }

    pub(super) fn check_budget(&mut self) {
        self.left_now();
        // Below zero, not at zero: the margin that was kept back covers what follows until the
        // next test.
        self.op().i32_const(0).i32_lt_s();
        self.leave_if(ExitReason::Budget);
    }

    /// Leaves where the host's stack may be used up. Whoever calls says what is left of it.
    fn check_stack(&mut self) {
        let room = self.local(ValType::I32);
        self.room = Some(room);
        let frame = FRAME_BYTES_MIN + FRAME_BYTES_PER_SLOT * self.used.len() as i32;
        self.at_context(context::STACK_LIMIT, |op, place| {
            op.i32_load(place);
        });
        self.op().i32_const(frame).i32_sub().local_tee(room).i32_const(0).i32_lt_s();
        self.leave_if(ExitReason::Stack);
    }

    /// What each exit does, largest first: it writes what the next one that has all of the rest
    /// does not, and goes on there. The last one writes nothing.
    fn tails(&mut self, order: &[SlotSet]) -> Vec<Vec<u8>> {
        let mut tails = Vec::new();
        for (at, &set) in order.iter().enumerate() {
            let rest = order.iter().skip(at + 1).position(|&other| set & other == other);
            self.write_back(rest.map_or(set, |rest| set & !order[at + 1 + rest]));
            if let Some(rest @ 1..) = rest {
                self.op().br(rest as u32);
            }
            tails.push(std::mem::take(&mut self.code));
        }
        tails
    }

    /// Puts everything together, with the exits behind the body.
    fn assemble(mut self) -> (Function, Vec<BranchHint>) {
        let body = std::mem::take(&mut self.code);
        self.exits.push(SlotSet::NONE);
        let mut order: Vec<SlotSet> = self.exits.clone();
        order.shared_sort_by_key(|set| std::cmp::Reverse(set.len()));
        order.dedup();
        let tails = self.tails(&order);
        let rank = |set: SlotSet| order.iter().position(|&other| other == set).unwrap_or(0);
        let mut function = Function::new_with_locals_types(self.locals);
        let before = function.byte_len();
        let mut code = Vec::new();
        for _ in &order {
            InstructionSink::new(&mut code).block(BlockType::Empty);
        }
        let mut hints = Vec::new();
        let mut rare = self.rare.iter().peekable();
        let mut from = 0;
        for branch in &self.branches {
            // What is put in moves what comes after it.
            while let Some(at) = rare.next_if(|&&at| at < branch.at) {
                hints.push(before + code.len() + at - from);
            }
            code.extend_from_slice(&body[from..branch.at]);
            let exit = rank(self.exits[branch.exit]) as u32;
            InstructionSink::new(&mut code).br(branch.depth + exit);
            from = branch.at;
        }
        hints.extend(rare.map(|at| before + code.len() + at - from));
        code.extend_from_slice(&body[from..]);
        for tail in tails {
            InstructionSink::new(&mut code).end();
            code.extend(tail);
        }
        InstructionSink::new(&mut code).local_get(self.status).local_get(LEFT).end();
        function.raw(code);
        let unlikely = |at| BranchHint { branch_func_offset: at as u32, branch_hint_value: 0 };
        (function, hints.into_iter().map(unlikely).collect())
    }
}

/// What a function takes of the host's stack, in bytes, in the code that an engine makes without
/// looking at it for long.
const FRAME_BYTES_MIN: i32 = 256;
const FRAME_BYTES_PER_SLOT: i32 = 16;
