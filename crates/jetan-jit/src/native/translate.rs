//! From a region of guest code to a function of the host.
//!
//! Inside a function the guest's registers are values; the register file gets them back where
//! somebody else may look: before calls of unknown code, before services, and when the function
//! leaves. `dirty` is the set of registers for which the file may be old.

mod branch;
mod call;
mod float;
mod instruction;
mod integer;
mod memory;
mod wrapper;

pub(crate) use wrapper::{enter, thunk, wrapper};

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{F32, I8, I32, I64};
use cranelift_codegen::ir::{
    self, AbiParam, BlockArg, FuncRef, Function, InstBuilder, MemFlagsData, Signature, Type, Value,
};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use jetan_machine::code::DecodedInstruction;
use rustc_hash::FxHashMap;

use crate::context;
use crate::contract::{CallContract, ContractTable};
use crate::flow::{self, RegionFlow};
use crate::region::{BlockExit, CodeRegion, RegionBlock};
use crate::slots::{GuestSlot, SLOTS, SlotEffect, SlotSet};
use crate::status::ExitReason;

/// The functions that generated code calls.
#[derive(Clone, Copy)]
pub(crate) struct RuntimeThunks {
    pub(crate) load: FuncRef,
    pub(crate) store: FuncRef,
    pub(crate) serve: FuncRef,
}

/// The inputs of a generated function.
pub(crate) struct RegionSource<'a> {
    pub(crate) region: &'a CodeRegion,
    pub(crate) own: &'a CallContract,
    pub(crate) contracts: &'a ContractTable,
    /// The procedures that can be called directly.
    pub(crate) callees: &'a FxHashMap<u32, FuncRef>,
    pub(crate) thunks: RuntimeThunks,
    /// The address of the context.
    pub(crate) context: u64,
}

/// The signature of a procedure: budget and parameters; status, budget and results.
pub(crate) fn signature(contract: &CallContract) -> Signature {
    let mut signature = Signature::new(CallConv::Tail);
    signature.params.push(AbiParam::new(I64));
    signature.params.extend(contract.parameters.iter().map(|slot| AbiParam::new(type_of(slot))));
    signature.returns.extend([AbiParam::new(I64), AbiParam::new(I64)]);
    signature.returns.extend(contract.results.iter().map(|slot| AbiParam::new(type_of(slot))));
    signature
}

fn type_of(slot: GuestSlot) -> Type {
    if slot == GuestSlot::HILO {
        I64
    } else if slot.is_float() {
        F32
    } else if slot.is_flag() {
        I8
    } else {
        I32
    }
}

/// Writes the function of a region.
pub(crate) fn translate(
    function: &mut Function,
    scratch: &mut FunctionBuilderContext,
    source: &RegionSource<'_>,
    target: cranelift_codegen::isa::TargetFrontendConfig,
) {
    let mut builder = FunctionBuilder::new(function, scratch);
    let left = builder.declare_var(I64);
    let flow = RegionFlow::new(source.region, source.own, source.contracts);
    let blocks = source.region.blocks.iter().map(|_| builder.create_block()).collect();
    let mut translator = RegionTranslator {
        b: builder,
        source,
        vars: [None; SLOTS],
        left,
        blocks,
        flow,
        used: flow::used(source.region, source.own, source.contracts),
        dirty: SlotSet::NONE,
        is_cold: false,
        halves: None,
        groups: Vec::new(),
        rest: &[],
        retired: SlotSet::NONE,
        done: 0,
        pc: 0,
        tests: FxHashMap::default(),
    };
    translator.enter();
    for idx in 0..source.region.blocks.len() {
        translator.block(idx);
    }
    // Sealed at the very end, because a branch back can add a way into any block of the region.
    translator.b.seal_all_blocks();
    translator.b.finalize(target);
}

/// A function on its way.
struct RegionTranslator<'a, 's> {
    b: FunctionBuilder<'a>,
    source: &'s RegionSource<'s>,
    vars: [Option<Variable>; SLOTS],
    /// The rest of the budget when the block at hand began, in instructions.
    left: Variable,
    blocks: Vec<ir::Block>,
    flow: RegionFlow,
    /// Every register that the function has to do with.
    used: SlotSet,
    dirty: SlotSet,
    /// Whether the block at hand is rarely executed.
    is_cold: bool,
    /// HI and LO as one, and each by itself, where they were just put together.
    halves: Option<(Value, Value, Value)>,
    /// Places in memory that several instructions of the block access.
    groups: Vec<memory::AccessWindow>,
    /// The instructions of the block from the one at hand on.
    rest: &'s [DecodedInstruction],
    /// Registers that are written back at the end of the block.
    retired: SlotSet,
    /// The number of instructions of the block at hand that are done.
    done: u32,
    /// The address of the instruction at hand.
    pc: u32,
    /// Comparisons by the registers' values that were made of them, for branches.
    tests: FxHashMap<Value, Value>,
}

/// Every access of generated code is to memory that is there and aligned as the host wants it.
fn trusted() -> MemFlagsData {
    MemFlagsData::trusted()
}

impl RegionTranslator<'_, '_> {
    /// The entry of the function: parameters become values, all else comes from the file.
    fn enter(&mut self) {
        let entry = self.b.create_block();
        self.b.append_block_params_for_function_params(entry);
        self.b.switch_to_block(entry);
        let given: Vec<Value> = self.b.block_params(entry).to_vec();
        self.b.def_var(self.left, given[0]);
        let parameters = self.source.own.parameters;
        for (slot, &value) in parameters.iter().zip(&given[1..]) {
            self.define(slot, value);
        }
        let needed = self.used & self.flow.needed_in[0] & !self.flow.lazy;
        self.reload(needed & !parameters);
        self.dirty = self.flow.dirty_in[0];
        self.pc = self.source.region.blocks[0].start;
        // Only functions that call others can recurse, so leaf procedures pay for neither test.
        if self.calls() {
            self.check_stack();
            self.check_budget();
        }
        let first = self.blocks[0];
        self.b.ins().jump(first, &[]);
    }

    fn calls(&self) -> bool {
        let mut ends = self.source.region.blocks.iter().map(|block| block.end);
        ends.any(|end| matches!(end, BlockExit::Call { .. } | BlockExit::CallComputed { .. }))
    }

    fn block(&mut self, idx: usize) {
        let region = self.source.region;
        let block = &region.blocks[idx];
        self.b.switch_to_block(self.blocks[idx]);
        self.dirty = self.flow.dirty_in[idx];
        self.done = 0;
        self.pc = block.start;
        // What is known of values holds within one block only: other ways lead into the next one.
        self.tests.clear();
        self.halves = None;
        self.groups.clear();
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
        self.end(block);
    }

    /// Updates the state of the translation after an instruction: dirty registers, access windows,
    /// the number of instructions done and the guest's program counter.
    fn after_instruction(&mut self, instruction: DecodedInstruction) {
        let effect = SlotEffect::of(instruction);
        self.dirty = flow::after_instruction(self.dirty, instruction.op, effect);
        // An access window was looked up with the value of its base register, so it is invalid
        // once that register is written.
        let is_written =
            |base| GuestSlot::cpu(base).is_some_and(|slot| effect.writes.contains(slot));
        self.groups.retain(|group| !is_written(group.base));
        self.done += 1;
        self.pc = self.pc.wrapping_add(4);
    }

    fn end(&mut self, block: &RegionBlock) {
        match block.end {
            BlockExit::Fall(place) => self.go(place),
            BlockExit::Jump(place) => {
                self.done += 1;
                self.go(place);
            }
            BlockExit::Branch { instruction, taken, next } => self.branch(instruction, taken, next),
            BlockExit::Call { target, next } => self.call(target, next),
            BlockExit::CallComputed { instruction, next } => self.call_computed(instruction, next),
            BlockExit::Computed { instruction } => self.jump_computed(instruction),
            BlockExit::Rare => self.leave(ExitReason::Rare),
        }
    }

    /// The address of the context; a constant, so that no register is taken for good.
    fn context(&mut self) -> Value {
        self.b.ins().iconst(I64, self.source.context as i64)
    }

    fn var(&mut self, slot: GuestSlot) -> Variable {
        if let Some(var) = self.vars[slot.index()] {
            return var;
        }
        let var = self.b.declare_var(type_of(slot));
        self.vars[slot.index()] = Some(var);
        var
    }

    fn define(&mut self, slot: GuestSlot, value: Value) {
        let var = self.var(slot);
        self.b.def_var(var, value);
    }

    fn value(&mut self, slot: GuestSlot) -> Value {
        let var = self.var(slot);
        let value = self.b.use_var(var);
        // One name for one value, since what is known of values is kept by name.
        self.b.func.dfg.resolve_aliases(value)
    }

    /// Takes registers from the file. What nobody then uses costs nothing.
    fn reload(&mut self, slots: SlotSet) {
        for slot in slots.iter() {
            let value = self.filed(slot);
            self.define(slot, value);
        }
    }

    fn filed(&mut self, slot: GuestSlot) -> Value {
        let context = self.context();
        self.b.ins().load(type_of(slot), trusted(), context, slot.offset())
    }

    /// Writes registers to the file.
    fn write_back(&mut self, slots: SlotSet) {
        let context = self.context();
        for slot in slots.iter() {
            let value = self.value(slot);
            self.b.ins().store(trusted(), value, context, slot.offset());
        }
    }

    /// The rest of the budget before the instruction at hand.
    fn left_now(&mut self) -> Value {
        let left = self.b.use_var(self.left);
        if self.done == 0 { left } else { self.b.ins().iadd_imm_s(left, -i64::from(self.done)) }
    }

    /// Ends the function at the instruction at hand.
    fn leave(&mut self, reason: ExitReason) {
        let left = self.left_now();
        let status = self.b.ins().iconst(I64, reason.at(self.pc));
        self.finish(status, left);
    }

    /// Ends the function: what is newer than the file is written or given back.
    fn finish(&mut self, status: Value, left: Value) {
        let results = self.source.own.results;
        self.write_back(self.dirty & !results);
        let mut values = vec![status, left];
        for slot in results.iter() {
            let is_dirty = self.dirty.contains(slot);
            // Results that are not dirty may never have been loaded, but the file has them in any
            // case.
            let value = if is_dirty { self.value(slot) } else { self.filed(slot) };
            values.push(value);
        }
        self.b.ins().return_(&values);
    }

    /// Ends the function at the instruction at hand if a condition holds, which is rare.
    fn leave_if(&mut self, condition: Value, reason: ExitReason) {
        let (cold, next) = (self.cold_block(), self.new_block());
        self.b.ins().brif(condition, cold, &[], next, &[]);
        self.fill(cold, |t| t.leave(reason));
        self.continue_in(next);
    }

    fn check_budget(&mut self) {
        let left = self.left_now();
        // Below zero, not at zero: the margin that was kept back covers what follows until the next
        // test.
        let is_used_up = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, left, 0);
        self.leave_if(is_used_up, ExitReason::Budget);
    }

    fn check_stack(&mut self) {
        let context = self.context();
        let limit = self.b.ins().load(I64, trusted(), context, context::STACK_LIMIT);
        let pointer = self.b.ins().get_stack_pointer(I64);
        let is_low = self.b.ins().icmp(IntCC::UnsignedLessThan, pointer, limit);
        self.leave_if(is_low, ExitReason::Stack);
    }

    fn new_block(&mut self) -> ir::Block {
        let block = self.b.create_block();
        // Whatever is made while a cold block is written stays cold up to where it joins the rest.
        if self.is_cold {
            self.b.set_cold_block(block);
        }
        block
    }

    fn cold_block(&mut self) -> ir::Block {
        let block = self.b.create_block();
        self.b.set_cold_block(block);
        block
    }

    /// Writes a cold block whose ways in all exist already.
    fn fill(&mut self, block: ir::Block, write: impl FnOnce(&mut Self)) {
        self.b.switch_to_block(block);
        self.b.seal_block(block);
        let before = std::mem::replace(&mut self.is_cold, true);
        write(self);
        self.is_cold = before;
    }

    /// Goes on in a block whose ways in all exist already.
    fn continue_in(&mut self, block: ir::Block) {
        self.b.switch_to_block(block);
        self.b.seal_block(block);
    }
}

fn arguments(values: &[Value]) -> Vec<BlockArg> {
    values.iter().map(|&value| BlockArg::Value(value)).collect()
}
