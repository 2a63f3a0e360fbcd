//! Every service: what it does, how it fails, and that asking again after waiting changes nothing.

#[path = "common/case.rs"]
mod case;
#[path = "common/engines.rs"]
mod engines;
#[path = "common/host.rs"]
mod host;
#[path = "common/tape.rs"]
mod tape;

#[path = "syscalls/console.rs"]
mod console;
#[path = "syscalls/dialogs.rs"]
mod dialogs;
#[path = "syscalls/faults.rs"]
mod faults;
#[path = "syscalls/files.rs"]
mod files;
#[path = "syscalls/heap.rs"]
mod heap;
#[path = "syscalls/input.rs"]
mod input;
#[path = "syscalls/random.rs"]
mod random;
#[path = "syscalls/time.rs"]
mod time;
