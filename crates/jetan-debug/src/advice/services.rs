//! The probable meaning of the faults of services.

use jetan_isa::{Reg, Service};
use jetan_machine::fault::ServiceFault;

use super::{FaultAdvice, FaultContext, SMALL_NUMBER_LIMIT, as_text};
use crate::blame::BlameReason;

/// The advice on a service that failed.
pub(super) fn advise(fault: &ServiceFault, context: &FaultContext) -> FaultAdvice {
    match fault {
        ServiceFault::Unknown { number } => unknown(*number as i32, context),
        ServiceFault::InvalidInput { kind, .. } => invalid(kind),
        ServiceFault::EndOfInput { number } => {
            let name = Service::from_number(*number).map_or("read", |service| service.row().name);
            FaultAdvice::new("there is no more input", format!("`{name}` found none"))
                .help("the program reads more often than there are lines in its input")
                .help("a loop that reads must know when to stop: by a count, or by a last value")
        }
        ServiceFault::NegativeHeap { bytes } => {
            FaultAdvice::new(format!("{bytes} bytes of memory were asked for"), "`$a0` is negative")
                .help("`$a0` is the number of bytes to add; memory cannot be given back")
        }
        ServiceFault::HeapExhausted { bytes, left } => exhausted(*bytes, *left, context),
        ServiceFault::EmptyRange => {
            let bound = context.get(Reg::A1) as i32;
            let label = format!("the bound in `$a1` is {bound}");
            FaultAdvice::new("there is no random number in an empty range", label).help(
                "`$a1` must be at least 1: the number is from 0 to one less; `$a0` only says which \
                 generator is used",
            )
        }
        ServiceFault::NegativeLength { bytes, .. } => FaultAdvice::new(
            format!("a length of {bytes} bytes was asked for"),
            "the length is negative",
        )
        .help("look where the register of the length got its value"),
        ServiceFault::NegativeTime { ms } => {
            FaultAdvice::new(format!("the program wants to sleep for {ms} ms"), "`$a0` is negative")
                .help("`$a0` is the number of milliseconds to wait, 0 or more")
        }
        ServiceFault::NoDisplay { number } => {
            FaultAdvice::new("there is no window to show a dialog in", format!("service {number}"))
                .help("`jetan run` without --strict asks on the console instead")
        }
        ServiceFault::ArgumentRange { name, reg, value, range, .. } => {
            out_of_range(name, *reg, *value, *range)
        }
        ServiceFault::NoObject { id, .. } => {
            FaultAdvice::new(format!("there is no object {id} on the screen"), "asked for here")
                .help("create it first; creating a screen removes all objects of the one before")
        }
        ServiceFault::ScreenFull { max, .. } => {
            let message = format!("there are {max} of them on the screen already");
            FaultAdvice::new(message, "there is no room for another")
                .help("use the same id again to replace one; check whether a loop runs too long")
        }
        ServiceFault::Address(inner) => super::advise(inner, context),
    }
}

fn out_of_range(name: &str, reg: Reg, value: i32, (low, high): (i32, i32)) -> FaultAdvice {
    FaultAdvice::new(
        format!("`{name}` is {value}, which this service does not take"),
        format!("`{reg}` must be from {low} to {high}"),
    )
    .help(format!("look where `{reg}` got its value; a service before may have changed it"))
}

fn unknown(number: i32, context: &FaultContext) -> FaultAdvice {
    let advice = FaultAdvice::new(
        format!("there is no service {number}"),
        "`$v0` says which service is wanted",
    );
    // A number that the program does not ask for itself came into `$v0` by accident, and a pack
    // that lacks the others it asks for is that of another course.
    let asked = context.foreign_services();
    let knowing =
        Some(jetan_pack::packs_with_services(&asked)).filter(|_| asked.contains(&(number as u32)));
    if let Some([first, others @ ..]) = knowing.as_deref() {
        let all = knowing.as_deref().unwrap_or_default().join(" and ");
        return match context.machine.pack() {
            Some(pack) => {
                advice.help(format!("it is a service of {all}; this run uses {}", pack.name))
            }
            None if others.is_empty() => {
                advice.help(format!("service {number} exists in {all}: add `--pack {first}`"))
            }
            None => advice.help(format!(
                "service {number} exists in {all}: add `--pack NAME` with the one of your course"
            )),
        };
    }
    let advice = if number == 0 {
        advice.help("`$v0` is 0, as at the start: put the number of the service into it first")
    } else if let Some(culprit) = context.culprit.filter(|who| who.reason == BlameReason::Computes)
    {
        let line = context.names.line_text(culprit.pc);
        advice.help(format!(
            "`$v0` holds the number of the service, and {line} changes it: put the number there \
             right before `syscall`, and use another register in {line}"
        ))
    } else {
        advice.help(
            "results of procedures come in `$v0` too: set it right before `syscall`, after \
             everything else",
        )
    };
    advice.help("1 prints an integer, 4 a string, 10 exits; `jetan explain syscall` lists them all")
}

fn invalid(kind: &str) -> FaultAdvice {
    let (what, looks) = match kind {
        "integer" => {
            ("an integer", "a whole number from -2147483648 to 2147483647, such as 42 or -7")
        }
        "char" => ("a character", "at least one character"),
        _ => ("a number", "a number such as 3, -2.5 or 1e3, with a point and not a comma"),
    };
    FaultAdvice::new(format!("the input is not {what}"), "this line of input cannot be read")
        .help(format!("the line must hold {looks}, and nothing else"))
        .help("to accept any text, read a string (service 8) and look at its characters")
}

fn exhausted(bytes: i32, left: Option<(u32, u32)>, context: &FaultContext) -> FaultAdvice {
    let message = format!("{bytes} bytes of memory were asked for, more than there are");
    let advice = FaultAdvice::new(message, "`$a0` is the number of bytes");
    let advice = match left {
        Some((left, _)) => advice.help(format!("{left} bytes are left")),
        None => advice,
    };
    // A size that is the address of a label: `la` was typed for `lw` or `li`.
    match context.describe(bytes as u32) {
        Some(place) => advice.help(format!(
            "this number is also the address of {place}: `$a0` must be the number of bytes"
        )),
        None => advice,
    }
}

/// The advice when a service got a number that is not an address.
pub(super) fn no_address(advice: FaultAdvice, address: u32, service: Service) -> FaultAdvice {
    let name = service.row().name;
    if let Some(text) = as_text(address) {
        return advice.help(format!(
            "`{name}` takes an address; the bytes of this number are the characters `{text}`: load \
             the address of a string with `la`, not its first characters with `lw`"
        ));
    }
    let advice = advice.help(format!("`{name}` takes an address: load it with `la $a0, LABEL`"));
    if service == Service::PrintString && address < SMALL_NUMBER_LIMIT {
        return advice.help("to print a number, use service 1; to print a character, service 11");
    }
    advice
}
