//! The functions that generated code calls.

#![expect(unsafe_code, reason = "generated code gives addresses")]

use std::panic::{self, AssertUnwindSafe};

use jetan_isa::{Reg, Service};
use jetan_machine::fault::Fault;
use jetan_machine::{BurstContext, Machine};

use crate::access::AccessWidth;
use crate::context::RuntimeContext;

/// The result of [`serve`] if generated code has to leave.
pub(crate) const SERVE_LEAVE: i64 = i64::MIN;

/// The addresses of these functions, for generated code.
pub(crate) struct RuntimeFunctions {
    pub(crate) load: usize,
    pub(crate) store: usize,
    pub(crate) serve: usize,
}

pub(crate) fn functions() -> RuntimeFunctions {
    RuntimeFunctions {
        load: load as *const () as usize,
        store: store as *const () as usize,
        serve: serve as *const () as usize,
    }
}

/// Does the load in the context, where the tables do not know.
///
/// # Safety
/// `context` is the one of the burst under way, and only generated code calls this.
unsafe extern "C" fn load(context: *mut RuntimeContext) {
    // SAFETY: the context is valid and not used by anybody else until this returns.
    let context = unsafe { &mut *context };
    // SAFETY: `entry::enter` has put the machine's address there, and nobody else uses the machine
    // while generated code runs.
    let machine = unsafe { &mut *(context.machine as *mut Machine) };
    let (memory, address) = (&mut machine.memory, context.address);
    let value = match context.width() {
        AccessWidth::Byte => memory.load_byte(address).map(|value| value as i8 as u32),
        AccessWidth::ByteUnsigned => memory.load_byte(address).map(u32::from),
        AccessWidth::Half => memory.load_half(address).map(|value| value as i16 as u32),
        AccessWidth::HalfUnsigned => memory.load_half(address).map(u32::from),
        AccessWidth::Word => memory.load_word(address),
    };
    // The fault itself is dropped: generated code leaves, and the driver executes the instruction
    // again and raises it.
    context.is_refused = u32::from(value.is_err());
    context.value = value.unwrap_or(0);
}

/// Does the store in the context, where the tables do not know.
///
/// # Safety
/// As for [`load`].
unsafe extern "C" fn store(context: *mut RuntimeContext) {
    // SAFETY: as in `load`.
    let context = unsafe { &mut *context };
    // SAFETY: as in `load`.
    let machine = unsafe { &mut *(context.machine as *mut Machine) };
    let (memory, address, value) = (&mut machine.memory, context.address, context.value);
    let done: Result<(), Fault> = match context.width() {
        AccessWidth::Byte | AccessWidth::ByteUnsigned => memory.store_byte(address, value as u8),
        AccessWidth::Half | AccessWidth::HalfUnsigned => memory.store_half(address, value as u16),
        AccessWidth::Word => memory.store_word(address, value),
    };
    context.is_refused = u32::from(done.is_err());
}

/// Does the service at `pc` with so much budget left; returns the rest.
///
/// # Safety
/// As for [`load`].
unsafe extern "C" fn serve(context: *mut RuntimeContext, left: i64, pc: u32) -> i64 {
    // SAFETY: the context is valid and not used by anybody else until this returns.
    let context = unsafe { &mut *context };
    // SAFETY: as in `load`.
    let machine = unsafe { &mut *(context.machine as *mut Machine) };
    // SAFETY: likewise, and the lifetime ends with the burst, which cannot end before this does.
    let turn = unsafe { &mut *(context.turn as *mut BurstContext<'_, ()>) };
    // Programs that print call little else, and to copy all registers there and back takes longer
    // than to print a number.
    let service = Service::from_number(context.integers[Reg::V0.index()]);
    let only_prints = service.is_some_and(Service::prints_a0);
    if only_prints {
        context.store_one(machine, Reg::V0);
        context.store_one(machine, Reg::A0);
    } else {
        context.store(machine);
    }
    machine.pc = pc;
    machine.count = context.limit.wrapping_sub_signed(left);
    // Generated code cannot be unwound: a panic waits until it has returned.
    let served = panic::catch_unwind(AssertUnwindSafe(|| turn.serve(machine)));
    // A service that only prints has changed no register.
    if !only_prints {
        context.load(machine);
    }
    match served {
        Ok(None) => context.limit.wrapping_sub(machine.count) as i64,
        Ok(leave) => {
            context.leave = leave;
            SERVE_LEAVE
        }
        Err(payload) => {
            context.panic = Some(payload);
            SERVE_LEAVE
        }
    }
}
