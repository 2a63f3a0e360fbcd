#![doc = include_str!("../README.md")]

pub mod class;
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

pub mod grammars;
pub mod reference;
pub mod switches;

pub mod java;

pub mod suggest;

pub mod topics;

mod example;
mod pattern;
mod scan;

pub use class::{ClassCost, InstructionClass};
pub use decode::decode;
pub use directives::Directive;
pub use encode::encode;
pub use image::{Image, Segment, SegmentKind, WideInstruction};
pub use memory_map::{AddressRegion, MemoryMap, TerminalRegister};
pub use mnemonics::{InstructionForm, Mnemonic};
pub use op::{EncodingFormat, Instruction, Op, OperandField, SPECS, Spec};
pub use pack::Pack;
pub use pseudo::PSEUDOS;
pub use registers::{Cp0, FReg, Reg};
pub use roles::{MemoryUse, RegisterRole, Roles};
pub use slots::{OperandSlot, OperandSlots};
pub use syscalls::Service;
pub use template::{OperandSum, Pseudo, Template, TemplateArg, Templates};
