//! Services that show a dialog.

use jetan_isa::{Reg, Service};

use super::{ServiceOutcome, console, guest};
use crate::fault::{Fault, ServiceFault};
use crate::host::{Dialog, DialogAnswer, Host, HostAnswer};
use crate::machine::Machine;
use crate::number::{double_text, float_text};
use crate::stop::WaitReason;

/// A longer text is cut: nobody reads that much in a dialog.
const TEXT_BYTES_MAX: usize = 64 << 10;
/// The kind of message of the services that append a value.
const INFORMATION: i32 = 1;

/// The status of a dialog's answer, in `$a1`.
#[derive(Clone, Copy)]
enum DialogStatus {
    Fine = 0,
    Unparsable = -1,
    Cancelled = -2,
    Empty = -3,
    TooLong = -4,
}

fn set_status(machine: &mut Machine, status: DialogStatus) {
    machine.registers.set(Reg::A1, status as i32 as u32);
}

const NO_ANSWER: ServiceOutcome = ServiceOutcome::Wait(WaitReason::Dialog);

/// The text at the address in a register.
fn text(machine: &mut Machine, reg: Reg) -> Result<Vec<u8>, Fault> {
    let address = machine.registers.get(reg);
    Ok(guest::string(machine, address, TEXT_BYTES_MAX)?.bytes)
}

/// Does a service that shows a dialog.
pub(super) fn call(
    machine: &mut Machine,
    host: &mut dyn Host,
    service: Service,
) -> Result<ServiceOutcome, Fault> {
    // A question on the console goes on where the last service stopped reading.
    if host.asks_on_console() && machine.services.input.hand_back(host) == HostAnswer::Wait {
        return Ok(ServiceOutcome::Wait(WaitReason::Input));
    }
    match service {
        Service::ConfirmDialog => confirm(machine, host),
        Service::InputIntDialog => input_int(machine, host),
        Service::InputFloatDialog => input_float(machine, host),
        Service::InputDoubleDialog => input_double(machine, host),
        Service::InputStringDialog => input_string(machine, host),
        _ => message(machine, host, service),
    }
}

/// Shows a dialog. `None` means that it has not been answered yet.
fn show(
    host: &mut dyn Host,
    dialog: &Dialog,
    service: Service,
) -> Result<Option<DialogAnswer>, Fault> {
    match host.dialog(dialog) {
        Some(HostAnswer::Ready(answer)) => Ok(Some(answer)),
        Some(HostAnswer::Wait) => Ok(None),
        None => Err(Fault::Service(ServiceFault::NoDisplay { number: service.number() })),
    }
}

fn confirm(machine: &mut Machine, host: &mut dyn Host) -> Result<ServiceOutcome, Fault> {
    let dialog = Dialog::Confirm(text(machine, Reg::A0)?);
    let Some(answer) = show(host, &dialog, Service::ConfirmDialog)? else {
        return Ok(NO_ANSWER);
    };
    let choice = match answer {
        DialogAnswer::Yes => 0,
        DialogAnswer::No => 1,
        DialogAnswer::Cancel | DialogAnswer::Text(_) => 2,
    };
    machine.registers.set(Reg::A0, choice);
    Ok(ServiceOutcome::Done)
}

/// The text typed into a dialog, or why there is none. `None` means that it is still being typed.
fn ask(
    machine: &mut Machine,
    host: &mut dyn Host,
    service: Service,
) -> Result<Option<Result<Vec<u8>, DialogStatus>>, Fault> {
    let dialog = Dialog::Input(text(machine, Reg::A0)?);
    Ok(show(host, &dialog, service)?.map(|answer| match answer {
        DialogAnswer::Text(text) if text.is_empty() => Err(DialogStatus::Empty),
        DialogAnswer::Text(text) => Ok(text),
        DialogAnswer::Yes | DialogAnswer::No | DialogAnswer::Cancel => Err(DialogStatus::Cancelled),
    }))
}

/// Asks for a number; it is 0 if there is none. Sets the status.
fn ask_number<T: Default>(
    machine: &mut Machine,
    host: &mut dyn Host,
    service: Service,
    parse: fn(&[u8]) -> Option<T>,
) -> Result<Option<T>, Fault> {
    let Some(answer) = ask(machine, host, service)? else { return Ok(None) };
    let number = answer.and_then(|text| parse(&text).ok_or(DialogStatus::Unparsable));
    set_status(machine, number.as_ref().err().copied().unwrap_or(DialogStatus::Fine));
    Ok(Some(number.unwrap_or_default()))
}

fn input_int(machine: &mut Machine, host: &mut dyn Host) -> Result<ServiceOutcome, Fault> {
    let service = Service::InputIntDialog;
    let Some(value) = ask_number(machine, host, service, console::parse_int)? else {
        return Ok(NO_ANSWER);
    };
    machine.registers.set(Reg::A0, value as u32);
    Ok(ServiceOutcome::Done)
}

fn input_float(machine: &mut Machine, host: &mut dyn Host) -> Result<ServiceOutcome, Fault> {
    let service = Service::InputFloatDialog;
    let Some(value) = ask_number(machine, host, service, console::parse_float)? else {
        return Ok(NO_ANSWER);
    };
    machine.fpu.set_bits(0, value.to_bits());
    Ok(ServiceOutcome::Done)
}

fn input_double(machine: &mut Machine, host: &mut dyn Host) -> Result<ServiceOutcome, Fault> {
    let service = Service::InputDoubleDialog;
    let Some(value) = ask_number(machine, host, service, console::parse_double)? else {
        return Ok(NO_ANSWER);
    };
    machine.fpu.set_double_bits(0, value.to_bits());
    Ok(ServiceOutcome::Done)
}

fn input_string(machine: &mut Machine, host: &mut dyn Host) -> Result<ServiceOutcome, Fault> {
    let Some(answer) = ask(machine, host, Service::InputStringDialog)? else {
        return Ok(NO_ANSWER);
    };
    let status = match answer {
        Err(status) => status,
        Ok(text) => {
            let buffer = machine.registers.get(Reg::A1);
            let size = machine.registers.get(Reg::A2) as i32;
            let text = console::stored(text, machine.behaviour.latin_output);
            guest::store(machine, buffer, &console::string_in_buffer(&text, size))?;
            // `$a2` may be the smallest number, from which nothing can be subtracted.
            let room = usize::try_from(size.saturating_sub(1)).unwrap_or(0);
            if text.len() > room { DialogStatus::TooLong } else { DialogStatus::Fine }
        }
    };
    set_status(machine, status);
    Ok(ServiceOutcome::Done)
}

/// Shows a message, with a value after it for all services but the first.
fn message(
    machine: &mut Machine,
    host: &mut dyn Host,
    service: Service,
) -> Result<ServiceOutcome, Fault> {
    let mut shown = text(machine, Reg::A0)?;
    let second = machine.registers.get(Reg::A1) as i32;
    let value = match service {
        Service::MessageDialogInt => second.to_string().into_bytes(),
        Service::MessageDialogFloat => float_text(console::float_argument(machine)).into_bytes(),
        Service::MessageDialogDouble => double_text(console::double_argument(machine)).into_bytes(),
        Service::MessageDialogString => text(machine, Reg::A1)?,
        _ => Vec::new(),
    };
    shown.extend_from_slice(&value);
    let kind = if service == Service::MessageDialog { second } else { INFORMATION };
    let answer = show(host, &Dialog::Message(shown, kind), service)?;
    Ok(if answer.is_some() { ServiceOutcome::Done } else { NO_ANSWER })
}
