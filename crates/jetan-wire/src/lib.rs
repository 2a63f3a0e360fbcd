#![doc = include_str!("../README.md")]

mod basics;
mod boards;
mod checking;
mod documents;
mod events;
mod files;
mod games;
mod goals;
mod lessons;
mod looking;
mod message;
mod points;
mod requests;
mod rubrics;
mod running;
mod tool_values;
mod tools;

// ts-rs and expect-test are dependencies of tests only; a build of the service must not compile
// them.
#[cfg(test)]
mod generated;

pub use basics::*;
pub use boards::*;
pub use checking::*;
pub use documents::*;
pub use events::*;
pub use files::*;
pub use games::*;
pub use goals::*;
pub use lessons::*;
pub use looking::*;
pub use message::*;
pub use points::*;
pub use requests::*;
pub use rubrics::*;
pub use running::*;
pub use tool_values::*;
pub use tools::*;

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;
/// Bytes of a message from a client.
pub const MESSAGE_BYTES_MAX: usize = 20 << 20;
