//! The errors of a running program. `Display` gives MARS's words.

use std::fmt;

use jetan_isa::Reg;

use crate::device::Interrupt;

/// An error of the running program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// A load from an address that is not a multiple of its size.
    UnalignedLoad {
        /// The address that the program used.
        address: u32,
        /// The size of the access.
        bytes: u32,
    },
    /// A store to an address that is not a multiple of its size.
    UnalignedStore {
        /// The address that the program used.
        address: u32,
        /// The size of the access.
        bytes: u32,
    },
    /// A load where there is no memory.
    LoadOutOfRange {
        /// The address that the program used.
        address: u32,
    },
    /// A store where there is no memory.
    StoreOutOfRange {
        /// The address that the program used.
        address: u32,
    },
    /// A load from the text segment.
    ReadText {
        /// The address that the program used.
        address: u32,
    },
    /// A store to the text segment.
    WriteText {
        /// The address that the program used.
        address: u32,
    },
    /// A load from kernel text.
    ReadKernelText {
        /// The address that the program used.
        address: u32,
    },
    /// A store to kernel text.
    WriteKernelText {
        /// The address that the program used.
        address: u32,
    },
    /// The program counter points where no instruction can be.
    BadProgramCounter {
        /// The address it points to; the word there was not executed.
        pc: u32,
    },
    /// Signed addition or subtraction overflowed.
    Overflow,
    /// `break`, with its code if it has one.
    Break {
        /// The operand of the instruction, 0 to 2²⁰ - 1.
        code: Option<u32>,
    },
    /// A trap instruction whose condition held.
    Trap,
    /// A word that is not an instruction.
    UndefinedInstruction {
        /// The word in the text, as it was fetched.
        word: u32,
    },
    /// A double-precision instruction with an odd register; says which of them.
    OddRegister(OddRegister),
    /// A service that failed.
    Service(ServiceFault),
    /// A device interrupts. Not the program's error, unless it has no handler.
    Interrupt(Interrupt),
    /// An access to a device register, which the devices have to see. Engines never let it out.
    Device,
    /// An access to something watched, which is not done yet. Engines never let it out.
    Watched,
    /// The program wrote to more memory than its budget allows. No exception handler sees this.
    OutOfMemory,
}

/// The operands of a double-precision instruction that must be even.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OddRegister {
    /// Three operands, all of them even.
    All,
    /// Two operands, both of them even.
    Both,
    /// Only the first operand is a double.
    First,
    /// Only the second operand is a double.
    Second,
}

/// Why a service failed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ServiceFault {
    /// There is no such service.
    Unknown {
        /// The number in `$v0`.
        number: u32,
    },
    /// The input was not what the service reads.
    InvalidInput {
        /// The kind of value it reads: integer, float, double or char.
        kind: &'static str,
        /// The number in `$v0`.
        number: u32,
    },
    /// The input has ended.
    EndOfInput {
        /// The number in `$v0`.
        number: u32,
    },
    /// `sbrk` with a negative amount.
    NegativeHeap {
        /// Bytes asked for, as `$a0` has them.
        bytes: i32,
    },
    /// `sbrk` with more than there is.
    HeapExhausted {
        /// Bytes asked for, as `$a0` has them.
        bytes: i32,
        /// The bytes left and the heap's limit, where that is worth saying.
        left: Option<(u32, u32)>,
    },
    /// A random range without numbers in it.
    EmptyRange,
    /// A negative number of bytes to read or write.
    NegativeLength {
        /// Bytes asked for, as `$a2` has them.
        bytes: i32,
        /// The number in `$v0`.
        number: u32,
    },
    /// A negative time to sleep.
    NegativeTime {
        /// The time in milliseconds.
        ms: i32,
    },
    /// A dialog, and nobody to show it to.
    NoDisplay {
        /// The number in `$v0`.
        number: u32,
    },
    /// An argument of a pack's service is not in its range.
    ArgumentRange {
        /// The number in `$v0`.
        number: u32,
        /// The name of the argument in the pack.
        name: Box<str>,
        /// The register that the argument comes in.
        reg: Reg,
        /// The value in it.
        value: i32,
        /// The least and the greatest value it may have.
        range: (i32, i32),
    },
    /// There is no object with this number on the screen.
    NoObject {
        /// The number in `$v0`.
        number: u32,
        /// The number of the object.
        id: i32,
    },
    /// There is no room on the screen.
    ScreenFull {
        /// The number in `$v0`.
        number: u32,
        /// The most of a kind that there can be.
        max: usize,
    },
    /// The service met an address it cannot use.
    Address(Box<Fault>),
}

impl Fault {
    /// The code that goes into the Cause register, if this is an exception of the processor.
    pub fn exception_code(&self) -> Option<u8> {
        Some(match self {
            Fault::UnalignedLoad { .. }
            | Fault::LoadOutOfRange { .. }
            | Fault::ReadText { .. }
            | Fault::ReadKernelText { .. }
            | Fault::BadProgramCounter { .. } => 4,
            Fault::UnalignedStore { .. }
            | Fault::StoreOutOfRange { .. }
            | Fault::WriteText { .. }
            | Fault::WriteKernelText { .. } => 5,
            Fault::Service(ServiceFault::Address(fault)) => return fault.exception_code(),
            Fault::Service(_) => 8,
            Fault::Break { .. } => 9,
            Fault::UndefinedInstruction { .. } => 10,
            Fault::Interrupt(_) => 0,
            Fault::Overflow => 12,
            Fault::Trap => 13,
            // MARS: an odd register is an error without a code. Coprocessor 0 keeps its values, and
            // a handler is entered all the same.
            Fault::OddRegister(_) | Fault::Device | Fault::Watched | Fault::OutOfMemory => {
                return None;
            }
        })
    }

    /// The address that goes into the `vaddr` register, if there is one.
    pub fn bad_address(&self) -> Option<u32> {
        match self {
            Fault::UnalignedLoad { address, .. }
            | Fault::UnalignedStore { address, .. }
            | Fault::LoadOutOfRange { address }
            | Fault::StoreOutOfRange { address }
            | Fault::ReadText { address }
            | Fault::WriteText { address }
            | Fault::ReadKernelText { address }
            | Fault::WriteKernelText { address } => Some(*address),
            Fault::BadProgramCounter { pc } => Some(*pc),
            Fault::Service(ServiceFault::Address(fault)) => fault.bad_address(),
            _ => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boundary = |bytes: u32| if bytes == 4 { "word" } else { "halfword" };
        match self {
            Fault::UnalignedLoad { address, bytes: 8 }
            | Fault::UnalignedStore { address, bytes: 8 } => {
                write!(f, "address not aligned on doubleword boundary {address:#010x}")
            }
            Fault::UnalignedLoad { address, bytes } => {
                write!(
                    f,
                    "fetch address not aligned on {} boundary {address:#010x}",
                    boundary(*bytes)
                )
            }
            Fault::UnalignedStore { address, bytes } => {
                write!(
                    f,
                    "store address not aligned on {} boundary {address:#010x}",
                    boundary(*bytes)
                )
            }
            Fault::LoadOutOfRange { address } | Fault::StoreOutOfRange { address } => {
                write!(f, "address out of range {address:#010x}")
            }
            Fault::ReadText { address } => {
                write!(f, "Cannot read directly from text segment!{address:#010x}")
            }
            Fault::WriteText { address } => {
                write!(f, "Cannot write directly to text segment!{address:#010x}")
            }
            Fault::ReadKernelText { address } => write!(
                f,
                "DEVELOPER: You must use getStatement() to read from kernel text \
                 segment!{address:#010x}"
            ),
            Fault::WriteKernelText { address } => write!(
                f,
                "DEVELOPER: You must use setStatement() to write to kernel text \
                 segment!{address:#010x}"
            ),
            Fault::BadProgramCounter { pc } => {
                write!(f, "invalid program counter value: {pc:#010x}")
            }
            Fault::Overflow => f.write_str("arithmetic overflow"),
            Fault::Break { code: Some(code) } => {
                write!(f, "break instruction executed; code = {code}.")
            }
            Fault::Break { code: None } => {
                f.write_str("break instruction executed; no code given.")
            }
            Fault::Trap => f.write_str("trap"),
            Fault::UndefinedInstruction { word } => {
                write!(f, "undefined instruction ({word:#010x})")
            }
            Fault::OddRegister(which) => {
                let which = match which {
                    OddRegister::All => "all registers",
                    OddRegister::Both => "both registers",
                    OddRegister::First => "first register",
                    OddRegister::Second => "second register",
                };
                write!(f, "{which} must be even-numbered")
            }
            Fault::Service(fault) => fault.fmt(f),
            Fault::Interrupt(_) => f.write_str("External Interrupt"),
            Fault::Device => f.write_str("an access to a device"),
            Fault::Watched => f.write_str("an access to something watched"),
            Fault::OutOfMemory => f.write_str("the memory budget of the run is used up"),
        }
    }
}

impl fmt::Display for ServiceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // MARS: the number is printed as a signed one, and a blank follows it.
            ServiceFault::Unknown { number } => {
                write!(f, "invalid or unimplemented syscall service: {} ", *number as i32)
            }
            ServiceFault::InvalidInput { kind, number } => {
                write!(f, "invalid {kind} input (syscall {number})")
            }
            ServiceFault::EndOfInput { number } => write!(f, "end of input (syscall {number})"),
            ServiceFault::NegativeHeap { bytes } => {
                write!(f, "request ({bytes}) is negative heap amount (syscall 9)")
            }
            ServiceFault::HeapExhausted { bytes, left: None } => {
                write!(f, "request ({bytes}) exceeds available heap storage (syscall 9)")
            }
            ServiceFault::HeapExhausted { bytes, left: Some((left, limit)) } => write!(
                f,
                "request ({bytes}) exceeds available heap storage: {left} bytes left below \
                 {limit:#010x} (syscall 9)"
            ),
            ServiceFault::EmptyRange => {
                f.write_str("Upper bound of range cannot be negative (syscall 42)")
            }
            ServiceFault::NegativeLength { bytes, number } => {
                write!(f, "negative length {bytes} (syscall {number})")
            }
            ServiceFault::NegativeTime { ms } => write!(f, "negative time {ms} (syscall 32)"),
            ServiceFault::NoDisplay { number } => {
                write!(f, "no display for dialog (syscall {number})")
            }
            ServiceFault::ArgumentRange { number, name, reg, value, range: (low, high) } => write!(
                f,
                "{name} in {reg} is {value}, must be from {low} to {high} (syscall {number})"
            ),
            ServiceFault::NoObject { number, id } => {
                write!(f, "there is no object {id} (syscall {number})")
            }
            ServiceFault::ScreenFull { number, max } => {
                write!(f, "there are {max} on the screen already (syscall {number})")
            }
            ServiceFault::Address(fault) => fault.fmt(f),
        }
    }
}
