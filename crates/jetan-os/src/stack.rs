//! The stack of the process's first thread, which its environment decides the size of.

use crate::sys;

/// The least stack that Jetan wants: generated code alone may use a quarter of a megabyte.
const STACK_BYTES_MIN: u64 = 1 << 20;
/// The stack of a thread that does the work instead.
const WORK_STACK_BYTES: usize = 4 << 20;

/// Does the work of the process where there is a stack for it: on this thread, unless its stack
/// may not grow to a megabyte (`ulimit -s`); then on one with a stack of its own.
///
/// A thread is not made without need: its allocator reserves address space, which others bound.
pub fn with_enough_stack<T: Send>(work: impl FnOnce() -> T + Send) -> std::thread::Result<T> {
    // Asking also raises a soft limit as far as the system permits, so a second thread is rare.
    if sys::stack_bytes().is_none_or(|bytes| bytes >= STACK_BYTES_MIN) {
        return Ok(work());
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(WORK_STACK_BYTES);
        // A thread that cannot be started is reported like one that panicked: callers have one
        // failure to handle.
        let thread = thread.spawn_scoped(scope, work).map_err(|error| {
            Box::new(error.to_string()) as Box<dyn std::any::Any + Send + 'static>
        });
        thread?.join()
    })
}
