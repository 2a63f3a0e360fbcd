//! The probable meaning of a fault, and advice on it.

mod context;
mod lost;
mod services;

use jetan_asm::program::ProgramSymbol;
use jetan_isa::{AddressRegion, MemoryMap, Reg};
use jetan_machine::code::CodeWord;
use jetan_machine::fault::ServiceFault;
use jetan_machine::{Fault, Machine};

use crate::blame::{BlameReason, FailureAnalysis};
use context::FaultContext;
use jetan_symbols::DebugSymbols;
use jetan_symbols::data::{DataKind, declared};

/// The advice where a call has overwritten `$ra`.
pub(crate) const SAVE_RETURN_ADDRESS: &str =
    "save `$ra` on the stack before a procedure calls another, and restore it before it returns";

/// The explanation of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultAdvice {
    /// The fault, in one line.
    pub message: String,
    /// The text under the line of the instruction.
    pub label: String,
    /// The values that the instruction worked on, and what they mean, a line each.
    pub notes: Vec<String>,
    /// Advice, a sentence each.
    pub help: Vec<String>,
}

impl FaultAdvice {
    /// The advice on a fault of the instruction at `pc`, to which a machine has come. With an
    /// inquiry the advice fits what is known of the way there.
    pub fn of(
        fault: &Fault,
        pc: u32,
        machine: &Machine,
        names: &DebugSymbols,
        inquiry: Option<&FailureAnalysis>,
    ) -> FaultAdvice {
        let mut context = FaultContext::new(machine, names, fault, pc);
        let stray = inquiry.and_then(|inquiry| inquiry.trail.stray);
        context.is_called = stray.is_some_and(|stray| stray.call.is_some());
        let reason = inquiry.and_then(|inquiry| inquiry.culprit).map(|culprit| culprit.reason);
        context.is_jumped_into = matches!(reason, Some(BlameReason::JumpsInto(_)));
        if let Some(BlameReason::TakesBack(store)) = reason {
            context.overwriter = Some(store);
        }
        context.culprit = inquiry.and_then(|inquiry| inquiry.culprit);
        context.jump = inquiry.and_then(|inquiry| inquiry.jump).map(|jump| jump.from);
        let mut advice = advise(fault, &context);
        // What an old return address has led to says nothing by itself.
        let is_lost = matches!(reason, Some(BlameReason::Calls | BlameReason::Keeps(_)));
        if is_lost && stray.is_some() && !matches!(fault, Fault::BadProgramCounter { .. }) {
            advice.help = vec![SAVE_RETURN_ADDRESS.to_owned()];
        }
        // A register lost to a callee explains the fault by itself; any other sentence would send
        // the reader to the wrong line.
        if let Some(help) = inquiry.and_then(|inquiry| lost::clobbered(inquiry, pc, names)) {
            advice.help = vec![help];
        }
        FaultAdvice { notes: context.notes(), ..advice }
    }

    fn new(message: impl Into<String>, label: impl Into<String>) -> FaultAdvice {
        let (message, label) = (message.into(), label.into());
        FaultAdvice { message, label, notes: Vec::new(), help: Vec::new() }
    }

    fn help(mut self, text: impl Into<String>) -> FaultAdvice {
        self.help.push(text.into());
        self
    }
}

/// The code of a fault, by which `jetan explain` finds its page.
pub fn code(fault: &Fault) -> &'static str {
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
        Fault::Interrupt(_) | Fault::Device | Fault::Watched => "R0206",
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
        ServiceFault::ArgumentRange { .. } => "R0308",
        ServiceFault::NoObject { .. } => "R0309",
        ServiceFault::ScreenFull { .. } => "R0310",
        ServiceFault::Address(fault) => code(fault),
    }
}

/// The advice on a fault in its context.
fn advise(fault: &Fault, context: &FaultContext) -> FaultAdvice {
    match fault {
        Fault::UnalignedLoad { address, bytes } => unaligned(*address, *bytes, "read", context),
        Fault::UnalignedStore { address, bytes } => unaligned(*address, *bytes, "write", context),
        Fault::LoadOutOfRange { address } => out_of_range(*address, "read from", context),
        Fault::StoreOutOfRange { address } => out_of_range(*address, "write to", context),
        Fault::ReadText { address } | Fault::ReadKernelText { address } => {
            in_text(*address, "read as data", context)
        }
        Fault::WriteText { address } | Fault::WriteKernelText { address } => {
            in_text(*address, "overwritten", context)
        }
        Fault::BadProgramCounter { pc } => bad_pc(*pc, context),
        Fault::Overflow => overflow(context),
        Fault::Break { code } => broken(*code, context),
        Fault::Trap => FaultAdvice::new("a trap instruction found its condition true", "trapped")
            .help(
                "a trap is a check that the program makes itself: look at the values it compares",
            ),
        Fault::UndefinedInstruction { word } => {
            let help = if context.machine.settings().self_modifying {
                "the program overwrote its own code with a word that is not an instruction"
            } else {
                "it came with the file: compile for the first MIPS32, with `-march=mips32`"
            };
            FaultAdvice::new(format!("{word:#010x} is not an instruction"), "executed as code")
                .help(help)
        }
        Fault::OddRegister(_) => {
            FaultAdvice::new("a double needs an even register", "an odd register is used here")
                .help("a double takes two registers: use `$f0`, `$f2`, `$f4` …")
        }
        Fault::Interrupt(_) | Fault::Device | Fault::Watched => FaultAdvice::new(
            "a device interrupted the program, and there is no handler",
            "interrupted",
        )
        .help("put a handler at `.ktext 0x80000180`, or do not set bit 1 of a control register"),
        Fault::Service(fault) => services::advise(fault, context),
        Fault::OutOfMemory => FaultAdvice::new("the program used up its memory", ""),
    }
}

fn overflow(context: &FaultContext) -> FaultAdvice {
    let advice =
        FaultAdvice::new("the result does not fit 32 bits", "signed arithmetic overflowed");
    // An overflow of `$sp` is about the frame: advice on the range of numbers would mislead.
    if context.typed_operands().trim_start().starts_with("$sp") {
        return advice
            .help("`$sp` is at an end of memory: it was raised by more than it was lowered");
    }
    advice
        .help("numbers go from -2147483648 to 2147483647; check whether a loop runs too long")
        .help("`addu`, `addiu` and `subu` do the same without this check and keep the low 32 bits")
}

fn unaligned(address: u32, bytes: u32, access: &str, context: &FaultContext) -> FaultAdvice {
    let (unit, align) = match bytes {
        2 => ("halfword", 1),
        4 => ("word", 2),
        _ => ("double", 3),
    };
    let label = format!("{address:#010x} is not a multiple of {bytes}");
    let message =
        format!("misaligned {access}: the address of a {unit} must be a multiple of {bytes}");
    let advice = FaultAdvice::new(message, label);
    // A number far from all memory is not an address with a slip in its low bits, so advice on
    // alignment would be wrong.
    if context.machine.map().region_of(address).is_none() {
        return no_address(advice, address, context);
    }
    if context.base() == Some(Reg::SP) {
        return advice.help(
            "lower and raise `$sp` by multiples of 4 only, and use offsets such as \
                            `0($sp)`, `4($sp)`, `8($sp)`",
        );
    }
    match context.nearest(address) {
        Some((symbol, 0)) => {
            let name = &symbol.name;
            let help = format!("put `.align {align}` before `{name}:`, so that it starts a {unit}");
            let advice = advice.help(help);
            // Nothing that loads single bytes helps somebody who wants a double.
            if bytes == 8 {
                return advice;
            }
            advice.help(format!("if `{name}` is text or single bytes, use `lb` and `sb`"))
        }
        Some((symbol, _)) if holds_bytes(symbol, context) => advice.help(format!(
            "`{}` is made of single bytes: load them with `lb` or `lbu`, and store them with `sb`",
            symbol.name
        )),
        _ => advice.help(format!(
            "{unit}s lie {bytes} bytes apart: multiply an index by {bytes} \
             (`sll $t0, $t0, {align}` if it is in `$t0`), or add {bytes} to the address in \
             each round"
        )),
    }
}

/// Whether text or bytes follow a label.
fn holds_bytes(symbol: &ProgramSymbol, context: &FaultContext) -> bool {
    matches!(declared(context.names, symbol), Some(DataKind::Text | DataKind::Byte))
}

/// The distance below the limit at which an address still means a stack overflow, in bytes.
// A frame overshoots the limit by its own size. 1 MiB is more than a frame takes, and still far
// from the next segment of the default memory map.
const STACK_OVERFLOW_BYTES: u32 = 1 << 20;
/// Numbers below this are counters and characters rather than addresses.
// Loop counters, characters and service numbers lie below this. A mapped address that low does not
// fault, so it never gets here.
const SMALL_NUMBER_LIMIT: u32 = 0x1000;

fn out_of_range(address: u32, verb: &str, context: &FaultContext) -> FaultAdvice {
    let map = context.machine.map();
    let label = format!("there is no memory at {address:#010x}");
    let message = format!("the program tried to {verb} memory that does not exist");
    let advice = FaultAdvice::new(message, label);
    let sp = context.get(Reg::SP);
    let below_stack = |at: u32| {
        at <= map.stack_limit && at.saturating_add(STACK_OVERFLOW_BYTES) > map.stack_limit
    };
    // If `$sp` is even lower than the address, it must be within reach too; otherwise it does not
    // point to a stack at all.
    if below_stack(address) && below_stack(sp.min(address)) {
        return advice.help(
            "the stack is full: a procedure calls itself and never reaches the case in which it \
             ends, or `$sp` is lowered in a loop and never raised",
        );
    }
    // Nothing is mapped between the stack and the kernel, so with `$sp` as base only a pointer that
    // was raised too far leads here.
    if address > map.stack_base && address < map.ktext_base && context.base() == Some(Reg::SP) {
        return advice
            .help("this is above the stack: `$sp` was raised by more than it was lowered");
    }
    // Only right below the segment: an address further down is more likely a number than an index
    // that became negative.
    if address < map.data_base && map.data_base - address <= SMALL_NUMBER_LIMIT {
        return advice.help(
            "this is just below the data segment: an index became negative, or an address was \
             lowered too often; a loop that counts down must stop at 0",
        );
    }
    no_address(advice, address, context)
}

/// The advice on a number that is not an address at all.
fn no_address(advice: FaultAdvice, address: u32, context: &FaultContext) -> FaultAdvice {
    // The guesses go from the most specific to the most general, and the first that fits is the
    // only one shown.
    if let Some(service) = context.service() {
        return services::no_address(advice, address, service);
    }
    if let Some((reg, number)) = context.number_loaded() {
        return advice.help(format!(
            "this loads the word at address {number}: `li {reg}, {number}` puts the number \
             {number} into `{reg}`"
        ));
    }
    if let Some(text) = as_text(address) {
        return advice.help(format!(
            "the bytes of this number are the characters `{text}`: if it was loaded from a string, \
             use `la` to get the address of the string instead"
        ));
    }
    if let Some(syscall) = context.given_by_sbrk() {
        let line = context.names.line_text(syscall);
        return advice.help(format!(
            "`sbrk` in {line} gives the address of the memory in `$v0`; `$a0` is still the number \
             of bytes"
        ));
    }
    // `$at` and `$zero` come from the assembler: advice has to name a register that was typed.
    let base = context.base().filter(|&base| base != Reg::ZERO && base != Reg::AT);
    match base {
        Some(base) if context.get(base) == 0 => advice.help(format!(
            "`{base}` is 0, which is not an address: either it was never set (`la {base}, LABEL`), \
             or it is the 0 that ends a list: test it with `beqz {base}` before it is used"
        )),
        Some(base) if address < SMALL_NUMBER_LIMIT => advice.help(format!(
            "`{base}` holds a small number, not an address: `la {base}, LABEL` loads \
             the address of a label, `lw {base}, LABEL` what is stored there"
        )),
        _ if address < SMALL_NUMBER_LIMIT => {
            advice.help("load the address of a label with `la` first")
        }
        _ => advice.help(segments(context.machine.map())),
    }
}

/// Three or four characters of text, if an address looks like it.
pub(super) fn as_text(address: u32) -> Option<String> {
    let bytes = address.to_le_bytes();
    // A string of three characters is loaded as a word whose top byte is the string's zero.
    let letters = if bytes[3] == 0 { &bytes[..3] } else { &bytes[..] };
    let is_text =
        letters.iter().all(|byte| byte.is_ascii_alphanumeric() || b" ,.!?:".contains(byte));
    is_text.then(|| letters.iter().map(|&byte| char::from(byte)).collect())
}

fn segments(map: &MemoryMap) -> String {
    // MARS: `stack_limit` is exclusive, and `stack_base` is the address of the last word.
    format!(
        "data starts at {:#010x}, the stack lies from {:#010x} to {:#010x}",
        map.data_base,
        map.stack_limit + 4,
        map.stack_base + 3
    )
}

fn in_text(address: u32, done: &str, context: &FaultContext) -> FaultAdvice {
    // Three letters of a string are an address among the code.
    if let Some(service) = context.service()
        && let Some(text) = as_text(address)
    {
        let name = service.row().name;
        let message = format!("`{name}` was given characters instead of an address");
        let label = format!("{address:#010x} is the text `{text}`");
        return services::no_address(FaultAdvice::new(message, label), address, service);
    }
    let label = format!("{address:#010x} is an instruction");
    let advice = FaultAdvice::new(format!("code was {done}"), label);
    match context.nearest(address) {
        // What has no data behind it is a procedure, or the target of a jump.
        Some((symbol, 0)) if !symbol.is_data && context.loads_by_name(&symbol.name) => {
            let name = &symbol.name;
            advice.help(format!(
                "`{name}` is the name of code: `la` loads its address, to be called with `jalr` \
                 or jumped to; if it is a variable, move it after `.data`"
            ))
        }
        Some((symbol, _)) if !symbol.is_data => advice.help(format!(
            "`{}` is in the text segment: if it is a variable, move it after `.data`",
            symbol.name
        )),
        _ => advice.help("data belongs after `.data`; code cannot be read or changed"),
    }
}

fn bad_pc(pc: u32, context: &FaultContext) -> FaultAdvice {
    let message = format!("the program jumped to {pc:#010x}, where no code is");
    let advice = FaultAdvice::new(message, "probably from here");
    // Where the jump is not known, a target that `$ra` still holds is taken to have come from it.
    let register = context.jump_register();
    let from_ra = register.map_or(context.get(Reg::RA) == pc, |reg| reg == Reg::RA);
    if pc == 0 && from_ra && context.is_jumped_into {
        let is_branch = context.culprit.is_some_and(|who| context.is_branch(who.pc));
        return advice.help(if is_branch {
            "a branch does not save a return address: branch around a `jal` with the opposite \
             condition"
        } else {
            "call a procedure with `jal`, which saves the return address in `$ra`"
        });
    }
    // MARS: `$ra` is 0 at the start. After a call that is known, a 0 must have been loaded from
    // somewhere instead.
    if pc == 0 && from_ra && !context.is_called {
        if let Some(help) = context.began_elsewhere() {
            return advice.help(help);
        }
        return advice.help(
            "`$ra` is 0: `jr $ra` goes back to where a `jal` came from, and there was none; end \
             the program with `li $v0, 10` and `syscall`",
        );
    }
    // Before the general advice to save `$ra`: here it is saved, and only loaded after `$sp` moved.
    if let Some(help) = context.culprit.and_then(|who| lost::moved_stack(who.pc, context)) {
        return advice.help(help);
    }
    if let Some(store) = context.overwriter.filter(|_| from_ra) {
        return advice.help(overwritten(store, context));
    }
    if from_ra {
        return advice.help(
            "`$ra` does not hold a return address: save it with `sw $ra, 0($sp)` when \
             the procedure begins, and load it from the same place right before `jr $ra`",
        );
    }
    match context.machine.map().region_of(pc).filter(|_| context.table_left().is_none()) {
        Some(AddressRegion::Data | AddressRegion::Stack | AddressRegion::KernelData) => advice
            .help(
                "this is data: to jump to an address that is stored there, load it with `lw` first",
            ),
        _ => advice.help(other_register(register, context)),
    }
}

/// The advice on a jump through another register than `$ra`.
fn other_register(register: Option<Reg>, context: &FaultContext) -> String {
    if let (Some((table, owner)), Some(culprit)) = (context.table_left(), context.culprit) {
        let line = context.names.line_text(culprit.pc);
        return format!(
            "{line} loaded a word past the end of `{table}`, in `{owner}`: check the index first, \
             against 0 and against the number of entries"
        );
    }
    let register = register
        .map_or("the register of the last `jr` or `jalr`".to_owned(), |reg| format!("`{reg}`"));
    format!("look where {register} got its value; it must be the address of an instruction")
}

/// The advice on a store over the saved `$ra`.
fn overwritten(store: u32, context: &FaultContext) -> String {
    let line = context.names.line_text(store);
    let base = match context.machine.word_at(store) {
        CodeWord::Instruction(one) => one.c.reg(),
        CodeWord::Absent | CodeWord::Undefined(_) => None,
    };
    if matches!(base, Some(Reg::SP | Reg::FP)) {
        return format!(
            "{line} stores something else where `$ra` is loaded from: load each register from the \
             place it was saved in"
        );
    }
    format!(
        "{line} has stored over the `$ra` that was saved there: give an array in the frame room of \
         its own, and look at how far its index goes"
    )
}

fn broken(code: Option<u32>, context: &FaultContext) -> FaultAdvice {
    // MARS: `div`, `rem` and `mulo` with three operands expand to a test and a `break`; only the
    // source line tells them from a `break` that was typed.
    let mnemonic = context.statement().map(|statement| statement.mnemonic.to_lowercase());
    match mnemonic.as_deref() {
        Some("div" | "divu" | "rem" | "remu") => {
            let operands = context.typed_operands();
            let divisor = operands.rsplit(',').next().unwrap_or_default().trim();
            let label = if divisor.starts_with('$') {
                format!("the divisor `{divisor}` is 0")
            } else {
                "the divisor is 0".to_owned()
            };
            FaultAdvice::new("division by zero", label)
                .help("test the divisor with `beqz` before dividing")
        }
        Some("mulo" | "mulou") => {
            FaultAdvice::new("the product does not fit 32 bits", "overflowed")
                .help("`mul` keeps the low 32 bits without this check")
        }
        _ => {
            let code = code.map(|code| format!(" with code {code}")).unwrap_or_default();
            FaultAdvice::new(format!("the program executed `break`{code}"), "stopped here").help(
                "`break` ends a program on purpose: look which branch should have gone around it",
            )
        }
    }
}
