//! The entry of the host into generated code.

#![expect(unsafe_code, reason = "calls generated code")]

use jetan_machine::{BurstContext, Machine};

use crate::context::RuntimeContext;
use crate::status::ExitReason;

/// The function that goes from the host's way of calling to that of generated code.
type EnterFunction =
    unsafe extern "C" fn(context: *mut RuntimeContext, code: u64, left: i64) -> u64;

/// The part of the host's stack for generated code, in bytes. Threads have two megabytes, and
/// somebody has used some of it already.
const STACK_BYTES: u64 = 256 << 10;

/// The status with which generated code returned.
pub(crate) struct CodeExit {
    pub(crate) reason: ExitReason,
    pub(crate) pc: u32,
    /// The rest of the budget.
    pub(crate) left: i64,
}

/// The code at an address, which the cache has made executable and still holds.
#[derive(Clone, Copy)]
pub(crate) struct EntryPoint {
    /// The generated function of type [`EnterFunction`].
    pub(crate) enter: u64,
    pub(crate) body: u64,
}

/// Runs generated code on the registers in the context.
pub(crate) fn enter(
    code: EntryPoint,
    context: &mut RuntimeContext,
    machine: &mut Machine,
    turn: &mut BurstContext<'_, ()>,
    left: i64,
) -> CodeExit {
    // Asked for at every entry: a memory that was put to rest and used again has other tables.
    let tables = machine.memory.tables();
    context.read = tables.read as u64;
    context.write = tables.write as u64;
    // The address of a local is close enough to the stack pointer.
    let here = std::ptr::from_ref(&tables) as u64;
    // WebAssembly cannot look at the stack: generated code counts what it takes.
    context.stack_limit =
        if cfg!(target_arch = "wasm32") { STACK_BYTES } else { here.saturating_sub(STACK_BYTES) };
    context.limit = machine.count.wrapping_add_signed(left);
    context.machine = std::ptr::from_mut(machine) as u64;
    context.turn = std::ptr::from_mut(turn) as u64;
    // SAFETY: the cache made this function with this signature and holds it, as the caller says by
    // having a `EntryPoint`. It works on the context of that cache, which has the addresses of
    // values that live until it returns, and that nobody else uses meanwhile.
    let status = unsafe {
        let enter = std::mem::transmute::<usize, EnterFunction>(code.enter as usize);
        enter(context, code.body, left)
    };
    let (reason, pc) = ExitReason::of(status);
    CodeExit { reason, pc, left: context.left }
}
