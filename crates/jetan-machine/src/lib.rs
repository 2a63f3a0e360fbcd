#![doc = include_str!("../README.md")]

pub mod behaviour;
pub mod clock;
pub mod code;
pub mod core;
pub mod device;
pub mod driver;
pub mod fault;
pub mod host;
pub mod input;
pub mod machine;
pub mod memory;
pub mod number;
pub mod observer;
pub mod registers;
pub mod relay;
pub mod stop;
pub mod warning;

mod arguments;
mod fingerprint;
mod interp;
mod loader;
mod main_return;
mod patch;
mod syscall;

pub use behaviour::Behaviour;
pub use clock::Clock;
pub use core::{BurstContext, Core, LeaveReason};
pub use driver::{Driver, Engine, Interpreter};
pub use fault::Fault;
pub use host::{Host, HostQueries};
pub use input::HostInput;
pub use interp::{FollowingInterp, Interp};
pub use machine::{Machine, MachineSettings};
pub use observer::{Follower, Observer};
pub use relay::{RelayInterpreter, RelayedInterpreter, SparingInterpreter};
pub use stop::{Breakpoints, Stop, StopConditions};
