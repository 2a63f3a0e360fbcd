//! Functions around those of regions: the way in, and the way to functions of the machine.

use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{FuncRef, Function, InstBuilder, Signature, Value};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};

use super::{signature, trusted, type_of};
use crate::context;
use crate::contract::CallContract;

fn begin<'a>(
    function: &'a mut Function,
    scratch: &'a mut FunctionBuilderContext,
) -> (FunctionBuilder<'a>, Vec<Value>) {
    let mut b = FunctionBuilder::new(function, scratch);
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    b.seal_block(entry);
    let given = b.block_params(entry).to_vec();
    (b, given)
}

/// The way in for the host: `(context, code, left) -> status`, in the host's convention.
///
/// It knows the context; that it is given it tells the host's compiler that it changes.
pub(crate) fn enter(
    function: &mut Function,
    scratch: &mut FunctionBuilderContext,
    target: TargetFrontendConfig,
    context: u64,
) {
    let (mut b, given) = begin(function, scratch);
    let (code, left) = (given[1], given[2]);
    let signature = b.import_signature(signature(&CallContract::UNKNOWN));
    let call = b.ins().call_indirect(signature, code, &[left]);
    let values = b.inst_results(call).to_vec();
    let context = b.ins().iconst(I64, context as i64);
    b.ins().store(trusted(), values[1], context, context::LEFT);
    b.ins().return_(&[values[0]]);
    b.finalize(target);
}

/// The way to a function of the machine: gives it the context and all arguments.
pub(crate) fn thunk(
    function: &mut Function,
    scratch: &mut FunctionBuilderContext,
    target: TargetFrontendConfig,
    context: u64,
    callee: Signature,
    address: usize,
) {
    let (mut b, given) = begin(function, scratch);
    let mut arguments = vec![b.ins().iconst(I64, context as i64)];
    arguments.extend(given);
    let signature = b.import_signature(callee);
    let address = b.ins().iconst(I64, address as i64);
    let call = b.ins().call_indirect(signature, address, &arguments);
    let values = b.inst_results(call).to_vec();
    b.ins().return_(&values);
    b.finalize(target);
}

/// The way to a procedure for callers that have everything in the register file.
pub(crate) fn wrapper(
    function: &mut Function,
    scratch: &mut FunctionBuilderContext,
    target: TargetFrontendConfig,
    context: u64,
    contract: &CallContract,
    body: FuncRef,
) {
    let (mut b, given) = begin(function, scratch);
    let context = b.ins().iconst(I64, context as i64);
    let mut arguments = given;
    for slot in contract.parameters.iter() {
        arguments.push(b.ins().load(type_of(slot), trusted(), context, slot.offset()));
    }
    let call = b.ins().call(body, &arguments);
    let values = b.inst_results(call).to_vec();
    for (slot, &value) in contract.results.iter().zip(&values[2..]) {
        b.ins().store(trusted(), value, context, slot.offset());
    }
    // The results are in the register file already, where unknown callers look for them.
    b.ins().return_(&values[..2]);
    b.finalize(target);
}
