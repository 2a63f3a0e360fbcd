#![doc = include_str!("../README.md")]

pub mod behaviour;
pub mod device;
pub mod engine;
pub mod fault;
pub mod host;
pub mod machine;
pub mod memory;
pub mod number;
pub mod registers;
pub mod stop;

mod arguments;
mod code;
mod interp;
mod patch;
mod syscall;

pub use behaviour::Behaviour;
pub use engine::{Engine, Interpreter, Observer};
pub use fault::Fault;
pub use host::Host;
pub use machine::{Machine, Settings};
pub use stop::{Stop, Until};
