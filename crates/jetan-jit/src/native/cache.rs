//! Generated code in memory.
//!
//! Memory is written first and made executable afterwards, never both at once. It is given back all
//! together: when it is full, everything is dropped and what is still hot is translated again.

#![expect(unsafe_code, reason = "gives executable memory back")]

use cranelift_codegen::Context as Compiler;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{AbiParam, FuncRef, Function, Signature};
use cranelift_codegen::isa::{CallConv, OwnedTargetIsa, TargetFrontendConfig};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{
    ArenaMemoryProvider, BranchProtection, JITBuilder, JITMemoryKind, JITMemoryProvider, JITModule,
    SystemMemoryProvider,
};
use cranelift_module::{FuncId, Module, ModuleError};
use rustc_hash::FxHashMap;

use super::translate::{self, RegionSource, RuntimeThunks};
use crate::context::RuntimeContext;
use crate::contract::{CallContract, ContractTable};
use crate::region::CodeRegion;
use crate::runtime;
use crate::unit::{CompileError, CompileUnit, JitUnavailable};

// An arena of fixed size keeps all functions of a generation near each other, as relative calls
// between them need. When it is full, `Jit::translate` drops everything.
/// The most memory for code, in bytes.
const CODE_BYTES: usize = 16 << 20;

/// The result of generating code, which fails if there is no room for more.
type CompileResult<T> = Result<T, Box<ModuleError>>;

/// A generation of generated code.
pub(crate) struct CodeCache {
    /// Always there, but for the moment in which it is dropped.
    module: Option<JITModule>,
    compiler: Compiler,
    scratch: FunctionBuilderContext,
    target: TargetFrontendConfig,
    thunks: [FuncId; 3],
    enter: u64,
    /// Generated code has its address, so it belongs here.
    pub(crate) context: Box<RuntimeContext>,
    procedures: FxHashMap<u32, FuncId>,
    pub(crate) contracts: ContractTable,
}

impl Drop for CodeCache {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: addresses of code are kept in values that are dropped or cleared together
            // with this one, and no code runs while its owner is borrowed to be dropped.
            unsafe { module.free_memory() };
        }
    }
}

fn isa() -> Result<OwnedTargetIsa, JitUnavailable> {
    let refuse = |error: &dyn std::fmt::Display| JitUnavailable::Processor(error.to_string());
    let mut flags = settings::builder();
    // Verifying costs translation time; only debug builds, and with them the tests, pay for it.
    let verifier = if cfg!(debug_assertions) { "true" } else { "false" };
    for (name, value) in [
        ("opt_level", "speed"),
        ("enable_verifier", verifier),
        ("use_colocated_libcalls", "false"),
        // Code is never moved: the addresses of the context and of the thunks are built in as
        // constants.
        ("is_pic", "false"),
        // Nothing unwinds through generated code: a panic is caught in `runtime` and carried around
        // it.
        ("unwind_info", "false"),
        // `check_stack` compares the stack pointer with a limit, so no pages have to be probed.
        ("enable_probestack", "false"),
    ] {
        flags.set(name, value).map_err(|error| refuse(&error))?;
    }
    let builder = cranelift_native::builder().map_err(|error| refuse(&error))?;
    builder.finish(settings::Flags::new(flags)).map_err(|error| refuse(&error))
}

/// Tries whether the system lets memory become executable.
fn probe() -> Result<(), JitUnavailable> {
    let refuse = |error: &dyn std::fmt::Display| JitUnavailable::Memory(error.to_string());
    // Sixteen bytes are tried before the arena is reserved: a system that refuses executable memory
    // is then known before anything is compiled.
    let mut memory = SystemMemoryProvider::new();
    memory.allocate(16, 16, JITMemoryKind::Executable).map_err(|error| refuse(&error))?;
    let outcome = memory.finalize(BranchProtection::None);
    // SAFETY: nobody was given the address.
    unsafe { memory.free_memory() };
    outcome.map_err(|error| refuse(&error))
}

impl CodeCache {
    pub(crate) fn new() -> Result<CodeCache, JitUnavailable> {
        let isa = isa()?;
        probe()?;
        let target = isa.frontend_config();
        let mut builder = JITBuilder::with_isa(isa, cranelift_module::default_libcall_names());
        let memory = ArenaMemoryProvider::new_with_size(CODE_BYTES)
            .map_err(|error| JitUnavailable::Memory(error.to_string()))?;
        builder.memory_provider(Box::new(memory));
        let module = JITModule::new(builder);
        let mut cache = CodeCache {
            compiler: module.make_context(),
            module: Some(module),
            scratch: FunctionBuilderContext::new(),
            target,
            // Placeholders until `prepare`, which needs the final address of the context.
            thunks: [FuncId::from_u32(0); 3],
            enter: 0,
            context: Box::default(),
            procedures: FxHashMap::default(),
            contracts: ContractTable::default(),
        };
        cache.prepare().map_err(|error| JitUnavailable::Memory(error.to_string()))?;
        Ok(cache)
    }

    /// Makes a region one that can be translated, which here all are.
    pub(crate) fn fit(_region: &mut CodeRegion) {}

    /// The address of the function by which the host enters generated code.
    pub(crate) fn enter(&self) -> u64 {
        self.enter
    }

    fn context_address(&self) -> u64 {
        // Built into generated code as a constant. The box keeps it valid when the cache itself
        // moves.
        std::ptr::from_ref(&*self.context) as u64
    }

    fn module(&mut self) -> &mut JITModule {
        self.module.as_mut().expect("it is taken only when the cache is dropped")
    }

    /// Makes the functions that every generation has.
    fn prepare(&mut self) -> CompileResult<()> {
        let host = self.target.default_call_conv;
        let functions = runtime::functions();
        let context = self.context_address();
        let thunks = [
            // Registers are preserved, so that the code around a rare call need not do it.
            (functions.load, CallConv::PreserveAll, &[][..]),
            (functions.store, CallConv::PreserveAll, &[]),
            (functions.serve, CallConv::Tail, &[I64, I32]),
        ];
        for (idx, (address, convention, types)) in thunks.into_iter().enumerate() {
            let mut own = Signature::new(convention);
            own.params.extend(types.iter().map(|&ty| AbiParam::new(ty)));
            // A function that preserves all registers cannot return a value in one: results of
            // loads go through the context.
            if convention != CallConv::PreserveAll {
                own.returns.push(AbiParam::new(I64));
            }
            let mut callee = Signature::new(host);
            callee.params.push(AbiParam::new(I64));
            callee.params.extend(own.params.iter().copied());
            callee.returns.extend(own.returns.iter().copied());
            let id = self.declare(&own)?;
            self.define(id, own, |function, scratch, target, _| {
                translate::thunk(function, scratch, target, context, callee, address);
            })?;
            self.thunks[idx] = id;
        }
        let mut own = Signature::new(host);
        own.params.extend([AbiParam::new(I64); 3]);
        own.returns.push(AbiParam::new(I64));
        let enter = self.declare(&own)?;
        self.define(enter, own, |function, scratch, target, _| {
            translate::enter(function, scratch, target, context);
        })?;
        self.module().finalize_definitions().map_err(Box::new)?;
        self.enter = self.module().get_finalized_function(enter) as u64;
        Ok(())
    }

    fn declare(&mut self, signature: &Signature) -> CompileResult<FuncId> {
        self.module().declare_anonymous_function(signature).map_err(Box::new)
    }

    fn define(
        &mut self,
        id: FuncId,
        signature: Signature,
        write: impl FnOnce(
            &mut Function,
            &mut FunctionBuilderContext,
            TargetFrontendConfig,
            &mut JITModule,
        ),
    ) -> CompileResult<()> {
        // Not `self.module()`: compiler and scratch space are borrowed at the same time.
        let module = self.module.as_mut().expect("it is taken only when the cache is dropped");
        module.clear_context(&mut self.compiler);
        self.compiler.func.signature = signature;
        write(&mut self.compiler.func, &mut self.scratch, self.target, module);
        module.define_function(id, &mut self.compiler).map_err(Box::new)
    }

    /// Translates regions that may call each other, and procedures that have code already, which
    /// ascend; gives the addresses of their code. `looks` is set to the number of instructions
    /// looked at to draw up contracts.
    pub(crate) fn compile(
        &mut self,
        units: &[CompileUnit],
        callable: &[u32],
        looks: &mut u64,
    ) -> Result<Vec<u64>, CompileError> {
        self.make(units, callable, looks).map_err(|error| match *error {
            ModuleError::Compilation(_) => CompileError::Refused,
            _ => CompileError::Full,
        })
    }

    fn make(
        &mut self,
        units: &[CompileUnit],
        callable: &[u32],
        looks: &mut u64,
    ) -> CompileResult<Vec<u64>> {
        // Code that a breakpoint or a change of text has disabled must not be called directly.
        self.procedures.retain(|entry, _| callable.binary_search(entry).is_ok());
        self.contracts.retain(callable);
        let procedures: Vec<(u32, &CodeRegion)> = units
            .iter()
            .filter(|unit| unit.is_procedure)
            .map(|unit| (unit.entry, &unit.region))
            .collect();
        *looks = self.contracts.draw_up(&procedures);
        let mut ids = Vec::new();
        // All regions are declared before any is defined, because they may call each other.
        for unit in units {
            let contract = self.contract_of(unit);
            let id = self.declare(&translate::signature(&contract))?;
            if unit.is_procedure {
                self.procedures.insert(unit.entry, id);
            }
            ids.push(id);
        }
        let mut entries = Vec::new();
        for (unit, &id) in units.iter().zip(&ids) {
            self.define_region(unit, id)?;
            // Whoever enters from outside has everything in the register file, so a procedure with
            // a contract of its own gets a wrapper that moves values to where the contract wants
            // them.
            entries.push(if unit.is_procedure { self.define_wrapper(unit, id)? } else { id });
        }
        self.module().finalize_definitions().map_err(Box::new)?;
        let module = self.module();
        Ok(entries.into_iter().map(|id| module.get_finalized_function(id) as u64).collect())
    }

    fn contract_of(&self, unit: &CompileUnit) -> CallContract {
        if unit.is_procedure {
            self.contracts.get(unit.entry).clone()
        } else {
            CallContract::UNKNOWN
        }
    }

    fn define_region(&mut self, unit: &CompileUnit, id: FuncId) -> CompileResult<()> {
        let own = self.contract_of(unit);
        // Taken out for the call, because `define` borrows the whole cache.
        let contracts = std::mem::take(&mut self.contracts);
        let procedures = std::mem::take(&mut self.procedures);
        let (thunks, context) = (self.thunks, self.context_address());
        let outcome =
            self.define(id, translate::signature(&own), |function, scratch, target, module| {
                let mut callees: FxHashMap<u32, FuncRef> = FxHashMap::default();
                for address in unit.region.calls() {
                    if let Some(&callee) = procedures.get(&address) {
                        callees.insert(address, module.declare_func_in_func(callee, function));
                    }
                }
                let [load, store, serve] =
                    thunks.map(|id| module.declare_func_in_func(id, function));
                let source = RegionSource {
                    region: &unit.region,
                    own: &own,
                    contracts: &contracts,
                    callees: &callees,
                    thunks: RuntimeThunks { load, store, serve },
                    context,
                };
                translate::translate(function, scratch, &source, target);
            });
        self.contracts = contracts;
        self.procedures = procedures;
        outcome
    }

    fn define_wrapper(&mut self, unit: &CompileUnit, body: FuncId) -> CompileResult<FuncId> {
        let (contract, context) = (self.contract_of(unit), self.context_address());
        let own = translate::signature(&CallContract::UNKNOWN);
        let id = self.declare(&own)?;
        self.define(id, own, |function, scratch, target, module| {
            let body = module.declare_func_in_func(body, function);
            translate::wrapper(function, scratch, target, context, &contract, body);
        })?;
        Ok(id)
    }
}
