//! The functions that a worker's JavaScript calls.
//!
//! Bytes come in through one buffer: `jetan_room` gives its address for so many bytes, JavaScript
//! fills it, and the next call reads it. The thought stays where `jetan_thought` says until the
//! next call of any function.
#![expect(unsafe_code, reason = "names that JavaScript can find are exported without mangling")]

use std::cell::{Cell, RefCell};

use crate::{answer, provide};

// SAFETY: the worker's JavaScript provides the function with this type; it takes a number only, and
// does not call back into this module.
#[link(wasm_import_module = "jetan")]
unsafe extern "C" {
    /// The thought at hand has checked so many times whether to stop.
    safe fn thinking(steps: f64);
}

/// Checks between two reports of a thought.
const STEPS_PER_REPORT: u64 = 256;

thread_local! {
    /// Bytes on their way in.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The last thought.
    static THOUGHT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Makes the buffer so long, and gives its address.
// SAFETY: no other symbol of the module has this name, here and below.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_room(bytes: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(bytes, 0);
        buffer.as_mut_ptr()
    })
}

/// A file that a question needs is in the buffer; 0 if it is damaged.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_provide() -> u32 {
    u32::from(provide(&BUFFER.take()))
}

/// Thinks about the question in the buffer, to its end; gives the bytes of the thought.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_think() -> usize {
    STEPS.set(0);
    let thought = answer(&BUFFER.take(), || {
        let steps = STEPS.get() + 1;
        STEPS.set(steps);
        if steps.is_multiple_of(STEPS_PER_REPORT) {
            thinking(steps as f64);
        }
    });
    let bytes = thought.len();
    THOUGHT.set(thought);
    bytes
}

/// The address of the last thought.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn jetan_thought() -> *const u8 {
    THOUGHT.with_borrow(Vec::as_ptr)
}
