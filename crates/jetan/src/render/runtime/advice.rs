//! What a fault probably means, and what to do about it.

use jetan_isa::{MemoryMap, Reg, Region, Service};
use jetan_machine::Fault;
use jetan_machine::fault::ServiceFault;

use super::context::Context;

/// What to say about a fault.
pub(super) struct Advice {
    pub(super) message: String,
    /// What to write under the line.
    pub(super) label: String,
    pub(super) help: Vec<String>,
}

impl Advice {
    fn new(message: impl Into<String>, label: impl Into<String>) -> Advice {
        Advice { message: message.into(), label: label.into(), help: Vec::new() }
    }

    fn help(mut self, text: impl Into<String>) -> Advice {
        self.help.push(text.into());
        self
    }
}

/// The code of a fault, by which `jetan explain` finds its page.
pub(super) fn code(fault: &Fault) -> &'static str {
    match fault {
        Fault::UnalignedLoad { .. } | Fault::UnalignedStore { .. } => "R0101",
        Fault::LoadOutOfRange { .. } | Fault::StoreOutOfRange { .. } => "R0102",
        Fault::ReadText { .. }
        | Fault::WriteText { .. }
        | Fault::ReadKernelText { .. }
        | Fault::WriteKernelText { .. } => "R0103",
        Fault::BadProgramCounter { .. } => "R0104",
        Fault::Overflow => "R0201",
        Fault::Break { .. } => "R0202",
        Fault::Trap => "R0203",
        Fault::UndefinedInstruction { .. } => "R0204",
        Fault::OddRegister(_) => "R0205",
        Fault::Service(fault) => service_code(fault),
        Fault::OutOfMemory => "R0401",
    }
}

fn service_code(fault: &ServiceFault) -> &'static str {
    match fault {
        ServiceFault::Unknown { .. } => "R0301",
        ServiceFault::InvalidInput { .. } => "R0302",
        ServiceFault::EndOfInput { .. } => "R0303",
        ServiceFault::NegativeHeap { .. } | ServiceFault::HeapExhausted { .. } => "R0304",
        ServiceFault::EmptyRange => "R0305",
        ServiceFault::NegativeLength { .. } | ServiceFault::NegativeTime { .. } => "R0306",
        ServiceFault::NoDisplay { .. } => "R0307",
        ServiceFault::Address(fault) => code(fault),
    }
}

/// What to say about a fault at a place.
pub(super) fn advise(fault: &Fault, context: &Context) -> Advice {
    match fault {
        Fault::UnalignedLoad { address, bytes } => unaligned(*address, *bytes, "read", context),
        Fault::UnalignedStore { address, bytes } => unaligned(*address, *bytes, "written", context),
        Fault::LoadOutOfRange { address } => out_of_range(*address, "read from", context),
        Fault::StoreOutOfRange { address } => out_of_range(*address, "write to", context),
        Fault::ReadText { address } | Fault::ReadKernelText { address } => {
            in_text(*address, "read as data", context)
        }
        Fault::WriteText { address } | Fault::WriteKernelText { address } => {
            in_text(*address, "overwritten", context)
        }
        Fault::BadProgramCounter { pc } => bad_pc(*pc, context),
        Fault::Overflow => Advice::new(
            "the result does not fit 32 bits",
            "signed arithmetic overflowed",
        )
        .help("`addu`, `addiu` and `subu` do the same without this check"),
        Fault::Break { code } => broken(*code, context),
        Fault::Trap => Advice::new("a trap instruction found its condition true", "trapped"),
        Fault::UndefinedInstruction { word } => {
            Advice::new(format!("{word:#010x} is not an instruction"), "executed as code")
                .help("something was stored over the code, or a jump went into data")
        }
        Fault::OddRegister(_) => {
            Advice::new("a double needs an even register", "an odd register is used here")
                .help("a double takes two registers: use `$f0`, `$f2`, `$f4` …")
        }
        Fault::Service(fault) => service(fault, context),
        Fault::OutOfMemory => Advice::new("the program used up its memory", ""),
    }
}

fn unaligned(address: u32, bytes: u32, done: &str, context: &Context) -> Advice {
    let (unit, align) = match bytes {
        2 => ("halfword", 1),
        4 => ("word", 2),
        _ => ("double", 3),
    };
    let label = format!("{address:#010x} is no multiple of {bytes}");
    let advice = Advice::new(format!("a {unit} was {done} at an address in the middle of one"), label);
    match context.nearest(address) {
        Some((symbol, 0)) => {
            let name = &symbol.name;
            advice.help(format!("put `.align {align}` before `{name}:`, so that it starts a {unit}"))
        }
        _ => advice.help(format!(
            "to step through an array of {unit}s, multiply the index by {bytes}: \
             `sll $t0, $t0, {align}`"
        )),
    }
}

/// How far below its limit an address still means that the stack has run over.
const STACK_REACH: u32 = 1 << 20;

fn out_of_range(address: u32, verb: &str, context: &Context) -> Advice {
    let map = context.machine.map();
    let label = format!("there is no memory at {address:#010x}");
    let advice = Advice::new(format!("the program tried to {verb} memory that does not exist"), label);
    let sp = context.machine.registers.get(Reg::SP);
    let below_stack = |at: u32| {
        at <= map.stack_limit && at.saturating_add(STACK_REACH) > map.stack_limit
    };
    if below_stack(address) && below_stack(sp.min(address)) {
        return advice
            .help("the stack is full: a procedure calls itself without end, or `$sp` is lowered \
                   in a loop and never raised");
    }
    if address < 0x1000 {
        return match context.base() {
            Some(base) if base != Reg::ZERO => advice.help(format!(
                "`{base}` holds a small number, not an address: load an address with `la`, and \
                 look whether `{base}` was overwritten"
            )),
            _ => advice.help("load the address of a label with `la` first"),
        };
    }
    if address > map.stack_base && address < map.ktext_base {
        return advice.help("this is above the stack: `$sp` was raised more often than lowered");
    }
    advice.help(segments(map))
}

fn segments(map: &MemoryMap) -> String {
    format!(
        "data lies from {:#010x} to {:#010x}, the stack from {:#010x} to {:#010x}",
        map.data_base,
        map.data_limit - 1,
        map.stack_limit + 4,
        map.stack_base + 3
    )
}

fn in_text(address: u32, done: &str, context: &Context) -> Advice {
    let label = format!("{address:#010x} is an instruction");
    let advice = Advice::new(format!("code was {done}"), label);
    match context.nearest(address) {
        Some((symbol, _)) if !symbol.is_data => advice.help(format!(
            "`{}` is in the text segment: put data after `.data`",
            symbol.name
        )),
        _ => advice.help("data belongs after `.data`; code cannot be read or changed"),
    }
}

fn bad_pc(pc: u32, context: &Context) -> Advice {
    let label = "";
    let advice = Advice::new(format!("the program jumped to {pc:#010x}, where no code is"), label);
    let ra = context.machine.registers.get(Reg::RA);
    if pc == 0 && ra == 0 {
        return advice.help(
            "`jr $ra` was executed, but nobody called: `$ra` was never set. End the program with \
             `li $v0, 10` and `syscall`",
        );
    }
    if pc % 4 != 0 {
        return advice.help("instructions stand at multiples of 4: the register does not hold the \
                            address of one");
    }
    match context.machine.map().region_of(pc) {
        Some(Region::Data | Region::Stack | Region::KernelData) => advice.help(
            "this is data, not code: a register that should hold a return address holds something \
             else. Save `$ra` on the stack before `jal` and restore it before `jr $ra`",
        ),
        _ if pc == ra => advice.help(
            "`$ra` was overwritten: save it on the stack before `jal` and restore it before \
             `jr $ra`",
        ),
        _ => advice.help("look at the register of the last `jr` or `jalr`"),
    }
}

fn broken(code: Option<u32>, context: &Context) -> Advice {
    let mnemonic = context.statement().map(|statement| statement.mnemonic.to_lowercase());
    match mnemonic.as_deref() {
        Some("div" | "divu" | "rem" | "remu") => {
            Advice::new("division by zero", "the divisor is 0")
                .help("test the divisor with `beqz` before dividing")
        }
        Some("mulo" | "mulou") => Advice::new("the product does not fit 32 bits", "overflowed")
            .help("`mul` keeps the low 32 bits without this check"),
        _ => {
            let code = code.map(|code| format!(" with code {code}")).unwrap_or_default();
            Advice::new(format!("the program executed `break`{code}"), "stopped here")
        }
    }
}

fn service(fault: &ServiceFault, context: &Context) -> Advice {
    match fault {
        ServiceFault::Unknown { number } => {
            Advice::new(format!("there is no service {}", *number as i32), "`$v0` says which service")
                .help("set `$v0` right before `syscall`: 1 prints an integer, 4 a string, 10 exits")
                .help("`jetan explain syscall` lists all services")
        }
        ServiceFault::InvalidInput { kind, .. } => {
            let what = if *kind == "integer" { "an integer" } else { "a number" };
            Advice::new(format!("the input is not {what}"), "the line that was typed cannot be read")
                .help("the line must hold one number and nothing else")
        }
        ServiceFault::EndOfInput { number } => {
            let name = Service::from_number(*number).map_or("read", |service| service.row().name);
            Advice::new("there is no more input", format!("`{name}` found none"))
                .help("the program reads more lines than it was given")
        }
        ServiceFault::NegativeHeap { .. } | ServiceFault::HeapExhausted { .. } => {
            Advice::new(fault.to_string(), "`$a0` is the number of bytes asked for")
        }
        ServiceFault::EmptyRange => {
            Advice::new("a random number below 0 was asked for", "`$a1` is the bound")
                .help("the bound must be at least 1")
        }
        ServiceFault::Address(inner) => advise(inner, context),
        _ => Advice::new(fault.to_string(), ""),
    }
}
