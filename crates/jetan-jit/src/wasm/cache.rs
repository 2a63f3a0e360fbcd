//! Generated code in the table of functions.
//!
//! One module is made of what is translated together. Its functions are put into the table, and
//! are taken out all at once: when there are too many, everything is dropped and what is still hot
//! is translated again.

use rustc_hash::FxHashMap;
use wasm_encoder::{
    BranchHints, CodeSection, ConstExpr, ElementSection, Elements, EntityType, Function,
    FunctionSection, GlobalType, ImportSection, InstructionSink, MemoryType, Module, RefType,
    TableType, TypeSection, ValType,
};

use super::function::{self, Callee, CalleePlace, RegionSource};
use super::host;
use super::registers::place;
use super::shape::{self, RegionShape};
use crate::context::{self, RuntimeContext};
use crate::contract::{CallContract, ContractTable};
use crate::region::CodeRegion;
use crate::runtime;
use crate::slots::GuestSlot;
use crate::unit::{CompileError, CompileUnit, JitUnavailable};

/// The most bytes of modules. Engines make ten times as much of them.
const MODULE_BYTES_MAX: usize = 4 << 20;

/// The table of functions, by its number in a module.
pub(super) const TABLE: u32 = 0;
/// The types that every module has: code that is entered with everything in the register file;
/// a function of the machine that works on the context; and the services.
pub(super) const UNKNOWN_TYPE: u32 = 0;
const ACCESS_TYPE: u32 = 1;
pub(super) const SERVE_TYPE: u32 = 2;
const LOAD_TYPE: u32 = 3;
const STORE_TYPE: u32 = 4;
const ENTER_TYPE: u32 = 5;
/// The functions that every module has: `(address, width) -> value`, negative if it is refused;
/// and `(address, value, width)`, which says whether it is refused.
pub(super) const LOAD_FUNCTION: u32 = 0;
pub(super) const STORE_FUNCTION: u32 = 1;
/// The first function of a region.
const FIRST_BODY: u32 = 2;

/// A procedure with code.
struct KnownProcedure {
    /// Its function, in the table.
    function: u32,
    contract: CallContract,
}

/// A generation of generated code.
pub(crate) struct CodeCache {
    /// The functions of each module: the first, and how many.
    functions: Vec<(u32, u32)>,
    bytes: usize,
    enter: u64,
    /// Generated code has its address, so it belongs here.
    pub(crate) context: Box<RuntimeContext>,
    procedures: FxHashMap<u32, KnownProcedure>,
    contracts: ContractTable,
}

impl Drop for CodeCache {
    fn drop(&mut self) {
        for &(first, functions) in &self.functions {
            host::forget(first, functions);
        }
    }
}

/// A module on its way.
struct ModuleWriter {
    types: TypeSection,
    /// Types of functions by the number of parameters besides the budget.
    signatures: FxHashMap<usize, u32>,
    functions: FunctionSection,
    /// Which branches are rare, for engines that ask.
    hints: BranchHints,
    code: CodeSection,
}

impl ModuleWriter {
    fn new() -> ModuleWriter {
        let mut types = TypeSection::new();
        let (word, long) = (ValType::I32, ValType::I64);
        types.ty().function([word], [long, word]);
        types.ty().function([word], []);
        types.ty().function([word, long, word], [long]);
        types.ty().function([word, word], [long]);
        types.ty().function([word, word, word], [word]);
        types.ty().function([word, long, long], [long]);
        ModuleWriter {
            types,
            signatures: FxHashMap::from_iter([(0, UNKNOWN_TYPE)]),
            functions: FunctionSection::new(),
            hints: BranchHints::new(),
            code: CodeSection::new(),
        }
    }

    /// The type of a procedure: budget and parameters; status and budget.
    fn signature(&mut self, contract: &CallContract) -> u32 {
        let parameters = contract.parameters.len();
        if let Some(&known) = self.signatures.get(&parameters) {
            return known;
        }
        let ty = self.types.len();
        let words = std::iter::repeat_n(ValType::I32, 1 + parameters);
        self.types.ty().function(words, [ValType::I64, ValType::I32]);
        self.signatures.insert(parameters, ty);
        ty
    }

    fn define(&mut self, ty: u32, function: &Function) {
        self.functions.function(ty);
        self.code.function(function);
    }

    /// The bytes of the module, which takes memory and table of ours, and puts all its functions
    /// into the table from the imported index on.
    fn finish(self) -> (Vec<u8>, u32) {
        let memory = MemoryType {
            minimum: 0,
            maximum: None,
            memory64: false,
            shared: false,
            page_size_log2: None,
        };
        let table = TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 0,
            maximum: None,
            shared: false,
        };
        let first = GlobalType { val_type: ValType::I32, mutable: false, shared: false };
        let mut imports = ImportSection::new();
        imports.import("jetan", "memory", EntityType::Memory(memory));
        imports.import("jetan", "table", EntityType::Table(table));
        imports.import("jetan", "first", EntityType::Global(first));
        let len = self.functions.len();
        let indices: Vec<u32> = (0..len).collect();
        let mut elements = ElementSection::new();
        let from = ConstExpr::global_get(0);
        elements.active(None, &from, Elements::Functions(indices.into()));
        let mut module = Module::new();
        module.section(&self.types).section(&imports).section(&self.functions);
        module.section(&elements).section(&self.hints).section(&self.code);
        (module.finish(), len)
    }
}

/// The way in for the host: `(context, code, left) -> status`.
fn enter() -> Function {
    let mut function = Function::new_with_locals_types([ValType::I32]);
    let mut op = function.instructions();
    op.local_get(2).i32_wrap_i64().local_get(1).i32_wrap_i64();
    op.call_indirect(TABLE, UNKNOWN_TYPE).local_set(3);
    op.local_get(0).local_get(3).i64_extend_i32_s().i64_store(place(context::LEFT, 8)).end();
    function
}

/// Lets the machine do the load of an address and a width.
fn load(context: u32) -> Function {
    let mut function = Function::new_with_locals_types([]);
    let mut op = function.instructions();
    let context = context as i32;
    op.i32_const(context).local_get(0).i32_store(place(context::ADDRESS, 4));
    op.i32_const(context).local_get(1).i32_store(place(context::WIDTH, 4));
    op.i32_const(context).i32_const(runtime::functions().load as i32);
    op.call_indirect(TABLE, ACCESS_TYPE);
    op.i64_const(-1).i32_const(context).i64_load32_u(place(context::VALUE, 4));
    op.i32_const(context).i32_load(place(context::IS_REFUSED, 4)).select().end();
    function
}

/// Lets the machine do the store of an address, a value and a width.
fn store(context: u32) -> Function {
    let mut function = Function::new_with_locals_types([]);
    let mut op = function.instructions();
    let context = context as i32;
    let fields = [context::ADDRESS, context::VALUE, context::WIDTH];
    for (number, field) in (0..).zip(fields) {
        op.i32_const(context).local_get(number).i32_store(place(field, 4));
    }
    op.i32_const(context).i32_const(runtime::functions().store as i32);
    op.call_indirect(TABLE, ACCESS_TYPE);
    op.i32_const(context).i32_load(place(context::IS_REFUSED, 4)).end();
    function
}

/// The way to a procedure for callers that have everything in the register file.
fn wrapper(context: u32, contract: &CallContract, body: u32) -> Function {
    let mut function = Function::new_with_locals_types([]);
    let mut op = function.instructions();
    op.local_get(function::LEFT);
    for slot in contract.parameters.iter() {
        filed(&mut op, context, slot);
    }
    op.call(body).end();
    function
}

/// Puts the value that the register file has of a CPU register on the stack.
fn filed(op: &mut InstructionSink<'_>, context: u32, slot: GuestSlot) {
    op.i32_const(context as i32).i32_load(place(slot.offset(), 4));
}

impl CodeCache {
    pub(crate) fn new() -> Result<CodeCache, JitUnavailable> {
        let mut cache = CodeCache {
            functions: Vec::new(),
            bytes: 0,
            enter: 0,
            context: Box::default(),
            procedures: FxHashMap::default(),
            contracts: ContractTable::default(),
        };
        let mut module = ModuleWriter::new();
        module.define(ENTER_TYPE, &enter());
        let first = cache.add(module).map_err(|_| {
            JitUnavailable::Memory("the page may not make modules of WebAssembly".to_owned())
        })?;
        cache.enter = u64::from(first);
        Ok(cache)
    }

    /// Makes a region one that can be translated.
    pub(crate) fn fit(region: &mut CodeRegion) {
        shape::cut_ways_into_loops(region);
    }

    /// The function by which the host enters generated code.
    pub(crate) fn enter(&self) -> u64 {
        self.enter
    }

    fn context_address(&self) -> u32 {
        std::ptr::from_ref(&*self.context) as u32
    }

    /// Puts the functions of a module into the table; gives the index of the first.
    fn add(&mut self, module: ModuleWriter) -> Result<u32, CompileError> {
        let (bytes, functions) = module.finish();
        if self.bytes + bytes.len() > MODULE_BYTES_MAX {
            return Err(CompileError::Full);
        }
        let first = host::translate(bytes.as_ptr() as usize, bytes.len(), functions);
        if first == 0 {
            return Err(CompileError::Refused);
        }
        self.bytes += bytes.len();
        self.functions.push((first, functions));
        Ok(first)
    }

    /// Translates regions that may call each other, and procedures that have code already, which
    /// ascend; gives the indices of their code. `looks` is set to the number of instructions
    /// looked at to draw up contracts.
    pub(crate) fn compile(
        &mut self,
        units: &[CompileUnit],
        callable: &[u32],
        looks: &mut u64,
    ) -> Result<Vec<u64>, CompileError> {
        // Code that a breakpoint or a change of text has disabled must not be called directly.
        self.procedures.retain(|entry, _| callable.binary_search(entry).is_ok());
        self.contracts.retain(callable);
        let procedures: Vec<(u32, &CodeRegion)> = units
            .iter()
            .filter(|unit| unit.is_procedure)
            .map(|unit| (unit.entry, &unit.region))
            .collect();
        *looks = self.contracts.draw_up(&procedures);
        let mut module = ModuleWriter::new();
        module.define(LOAD_TYPE, &load(self.context_address()));
        module.define(STORE_TYPE, &store(self.context_address()));
        let callees = self.callees(units, &mut module);
        for unit in units {
            let shape = RegionShape::new(&unit.region).map_err(|_| CompileError::Refused)?;
            let own = self.contract_of(unit);
            let source = RegionSource {
                region: &unit.region,
                shape: &shape,
                own: &own,
                contracts: &self.contracts,
                callees: &callees,
                context: self.context_address(),
            };
            let ty = module.signature(&own);
            let (function, hints) = function::write(&source);
            module.hints.function_hints(module.functions.len(), hints);
            module.define(ty, &function);
        }
        // Whoever enters from outside has everything in the register file, so a procedure with a
        // contract of its own gets a wrapper that moves values to where the contract wants them.
        let mut entries = Vec::new();
        for (body, unit) in (FIRST_BODY..).zip(units) {
            let contract = self.contract_of(unit);
            if contract.parameters.len() == 0 {
                entries.push(body);
                continue;
            }
            entries.push(module.functions.len());
            module.define(UNKNOWN_TYPE, &wrapper(self.context_address(), &contract, body));
        }
        let first = self.add(module)?;
        for (body, unit) in (FIRST_BODY..).zip(units) {
            if unit.is_procedure {
                let procedure =
                    KnownProcedure { function: first + body, contract: self.contract_of(unit) };
                self.procedures.insert(unit.entry, procedure);
            }
        }
        Ok(entries.into_iter().map(|entry| u64::from(first + entry)).collect())
    }

    /// The procedures that some units can call directly.
    fn callees(&self, units: &[CompileUnit], module: &mut ModuleWriter) -> FxHashMap<u32, Callee> {
        let mut callees = FxHashMap::default();
        for target in units.iter().flat_map(|unit| unit.region.calls()) {
            if let Some(procedure) = self.procedures.get(&target) {
                let signature = module.signature(&procedure.contract);
                let place = CalleePlace::Table(procedure.function);
                callees.insert(target, Callee { place, signature });
            }
        }
        for (body, unit) in (FIRST_BODY..).zip(units) {
            if unit.is_procedure {
                let signature = module.signature(self.contracts.get(unit.entry));
                let place = CalleePlace::Here(body);
                callees.insert(unit.entry, Callee { place, signature });
            }
        }
        callees
    }

    fn contract_of(&self, unit: &CompileUnit) -> CallContract {
        if unit.is_procedure {
            self.contracts.get(unit.entry).clone()
        } else {
            CallContract::UNKNOWN
        }
    }
}
