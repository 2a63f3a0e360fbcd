#![doc = include_str!("../README.md")]

pub mod instructions;
pub mod op;
pub mod roles;
pub mod slots;

pub mod pseudo;
pub mod template;

pub mod mnemonics;

pub mod directives;
pub mod registers;
pub mod syscalls;

pub mod image;
pub mod memory_map;

pub mod pack;

pub mod decode;
pub mod disasm;
pub mod encode;

pub mod reference;
pub mod switches;

pub mod java;

pub mod suggest;

pub mod topics;

mod example;
mod pattern;
mod scan;

pub use decode::decode;
pub use directives::Directive;
pub use encode::encode;
pub use image::{Image, Segment, SegmentKind, Wide};
pub use memory_map::{MemoryMap, Region, TerminalRegister};
pub use mnemonics::{Form, Mnemonic};
pub use op::{Field, Format, Instruction, Op, SPECS, Spec};
pub use pack::Pack;
pub use pseudo::PSEUDOS;
pub use registers::{Cp0, FReg, Reg};
pub use roles::{MemoryUse, Role, Roles};
pub use slots::{Slot, Slots};
pub use syscalls::Service;
pub use template::{Arg, Pseudo, Sum, Template, Templates};
