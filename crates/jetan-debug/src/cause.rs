//! Why a value is where it is: the instruction that put it there, what that had to work with, and
//! so on backwards, to inputs, constants and places that were never written.

use std::cell::Cell;

use jetan_isa::{AddressRegion, FReg, MemoryUse, Op, OperandSlot, Reg, Service, TerminalRegister};
use jetan_machine::code::{CodeWord, DecodedInstruction};
use jetan_machine::memory::WatchRange;
use jetan_machine::number::float_text;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::registers::R;
use jetan_machine::{Interpreter, Machine, Observer, StopConditions};
use jetan_run::YieldPoint;
use jetan_run::log::MachineEdit;
use jetan_run::timeline::{CountingObserver, ReplayDiverged, ScanResult, Timeline};

use crate::blame::value_text;
use crate::command::grouped;
use crate::watcher::{register_name, value};
use jetan_symbols::DebugSymbols;

/// The times a chain names the same instruction: a loop is understood by then.
// Three lines show how a value changes from iteration to iteration; one or two would not.
const REPEATS_MAX: usize = 3;
/// The most instructions that a chain names.
pub const LINKS_MAX: usize = 24;

/// Somewhere a value can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageLocation {
    /// A register of any kind.
    Register(WrittenRegister),
    /// So many bytes of memory from an address, at least one.
    Memory(u32, u32),
}

impl StorageLocation {
    fn is_stored(self, address: u32, bytes: u32) -> bool {
        let StorageLocation::Memory(first, len) = self else { return false };
        // In 64 bits, because a range may end with the last byte of the address space.
        let (first, last) = (u64::from(first), u64::from(first) + u64::from(len));
        let start = u64::from(address);
        start < last && start + u64::from(bytes) > first
    }

    /// The value held there.
    pub fn value(self, machine: &Machine) -> u32 {
        match self {
            StorageLocation::Register(register) => value(machine, register),
            StorageLocation::Memory(address, 1) => u32::from(machine.memory.peek(address)),
            StorageLocation::Memory(address, 2) => {
                let high = machine.memory.peek(address.wrapping_add(1));
                u32::from(u16::from_le_bytes([machine.memory.peek(address), high]))
            }
            // A longer range, such as a watched array, is shown by its first word: it has no single
            // value.
            StorageLocation::Memory(address, _) => machine.memory.peek_word(address & !3),
        }
    }

    /// The place in words, with a name for its address if there is one.
    pub fn text(self, label: &dyn Fn(u32) -> Option<String>) -> String {
        match self {
            StorageLocation::Register(register) => register_name(register),
            StorageLocation::Memory(address, bytes) => {
                let kind = match bytes {
                    1 => "byte",
                    2 => "half",
                    _ => "word",
                };
                let name = label(address).map(|label| format!(" <{label}>")).unwrap_or_default();
                format!("{kind} at {address:#010x}{name}")
            }
        }
    }
}

/// The origin of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CauseOrigin {
    /// An instruction computed it from other places, which come later in the chain.
    Computed,
    /// An instruction that depends on nothing: a constant.
    Constant,
    /// A call noted where to return to.
    Call,
    /// A service put it there, by its number in `$v0`.
    Service(u32),
    /// It has been there since the program was loaded.
    Loaded,
    /// Nobody has ever put anything there.
    Uninitialised,
    /// As in the lines above, by an instruction that has been named often enough.
    Again,
    /// It was set by hand, at this count.
    Edited(u64),
    /// It was not looked for any further.
    Open,
}

impl CauseOrigin {
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            CauseOrigin::Computed => "computed",
            CauseOrigin::Constant => "constant",
            CauseOrigin::Call => "call",
            CauseOrigin::Service(_) => "service",
            CauseOrigin::Loaded => "loaded",
            CauseOrigin::Uninitialised => "uninitialised",
            CauseOrigin::Again => "again",
            CauseOrigin::Edited(_) => "edited",
            CauseOrigin::Open => "open",
        }
    }
}

/// A value and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CauseLink {
    /// The distance from the question: each follows the nearest one before it that is less deep.
    pub depth: usize,
    /// The location of the value.
    pub place: StorageLocation,
    /// The value that was written.
    pub value: u32,
    /// The step and the address of the instruction that wrote it, if one did.
    pub writer: Option<(u64, u32)>,
    /// The source of the value.
    pub origin: CauseOrigin,
}

impl CauseLink {
    /// One line: the location, the value, since when, and its origin.
    pub fn text(&self, names: &DebugSymbols) -> String {
        let writer = self.writer.map(|(count, pc)| {
            let line = names.line(pc);
            let line = line.map_or_else(|| format!("{pc:#010x}"), |line| line.to_string());
            // The step after the write is the first at which the value can be seen.
            format!(" since {}: {line}", grouped(count + 1))
        });
        let origin = match self.origin {
            CauseOrigin::Computed => String::new(),
            CauseOrigin::Constant => "  (a constant)".to_owned(),
            CauseOrigin::Call => "  (the call)".to_owned(),
            CauseOrigin::Service(number) => {
                format!("  (service {number}, {})", service_name(number))
            }
            CauseOrigin::Loaded => ", as the program was loaded".to_owned(),
            CauseOrigin::Uninitialised => ", and nothing has ever written it".to_owned(),
            CauseOrigin::Again => "  (and so on)".to_owned(),
            CauseOrigin::Edited(count) => format!(", you set it here since {}", grouped(count + 1)),
            CauseOrigin::Open => ", not looked for any further".to_owned(),
        };
        format!("{}{}{origin}", self.equation(names), writer.unwrap_or_default())
    }

    /// The location, the value and its origin, for whoever shows the line and the step too.
    pub fn statement(&self, names: &DebugSymbols) -> String {
        let origin = match self.origin {
            CauseOrigin::Computed => String::new(),
            CauseOrigin::Constant => ", a constant".to_owned(),
            CauseOrigin::Call => ", where a call returns to".to_owned(),
            CauseOrigin::Service(number) => {
                format!(", given by service {number} ({})", service_name(number))
            }
            CauseOrigin::Loaded => ", as the program was loaded".to_owned(),
            CauseOrigin::Uninitialised => ", and nothing has ever written it".to_owned(),
            CauseOrigin::Again => ", and so on".to_owned(),
            CauseOrigin::Edited(_) => ", set by hand".to_owned(),
            CauseOrigin::Open => ", not looked for any further".to_owned(),
        };
        self.equation(names) + &origin
    }

    fn equation(&self, names: &DebugSymbols) -> String {
        let place = self.place.text(&|address| names.label(address));
        let value = self.value;
        let is_single = matches!(self.place, StorageLocation::Register(WrittenRegister::Float(_)))
            && self.writer.and_then(|(_, pc)| names.program.code_at(pc)).is_some_and(|code| {
                let name = code.instruction.op.spec().name;
                // Not `ends_with`, which is taken for a question about the ending of a file.
                name.strip_suffix(".s").is_some() || name.starts_with("cvt.s.")
            });
        if is_single {
            return format!("{place} = {} ({value:#x})", float_text(f32::from_bits(value)));
        }
        format!("{place} = {} ({value:#x})", value.cast_signed())
    }

    /// The link in few words: the line without its comment, no steps.
    pub fn brief(&self, names: &DebugSymbols) -> String {
        let place = self.place.text(&|address| names.label(address));
        let from = match (self.writer, self.origin) {
            (None, CauseOrigin::Uninitialised) => "never written".to_owned(),
            (None, CauseOrigin::Edited(_)) => "set by hand".to_owned(),
            (None, _) => "as the program was loaded".to_owned(),
            (Some((_, pc)), origin) => {
                let line = names.line(pc).map(|line| line.text).unwrap_or_default();
                let code = line.split('#').next().unwrap_or_default();
                let code = code.split_whitespace().collect::<Vec<_>>().join(" ");
                let more = if origin == CauseOrigin::Again { ", and so on" } else { "" };
                format!("{}: {code}{more}", names.line_text(pc))
            }
        };
        format!("{place} = {}, {from}", value_text(self.value, names))
    }
}

/// Notes the last instruction that writes to a place.
struct LastWrite {
    place: StorageLocation,
    /// The step after the instruction at hand.
    count: u64,
    pc: u32,
    found: Option<(u64, u32)>,
}

impl LastWrite {
    fn note(&mut self) {
        // `fetch` has counted the instruction already.
        self.found = Some((self.count - 1, self.pc));
    }
}

impl CountingObserver for LastWrite {
    fn begin(&mut self, count: u64) {
        self.count = count;
    }
}

impl Observer for LastWrite {
    const ACTIVE: bool = true;

    #[inline]
    fn fetch(&mut self, pc: u32, _word: CodeWord) {
        self.count += 1;
        self.pc = pc;
    }

    #[inline]
    fn write(&mut self, register: WrittenRegister, _value: u32) {
        if self.place == StorageLocation::Register(register) {
            self.note();
        }
    }

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    #[inline]
    fn store(&mut self, address: u32, bytes: u32, _value: u32) {
        if self.place.is_stored(address, bytes) {
            self.note();
        }
    }

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, address: u32, bytes: &[u8]) {
        if self.place.is_stored(address, bytes.len() as u32) {
            self.note();
        }
    }

    fn has_seen_enough(&self) -> bool {
        false
    }
}

/// The last instruction before a step that wrote to a place: when, and its address.
pub(crate) async fn last_write(
    timeline: &mut Timeline<'_>,
    place: StorageLocation,
    limit: u64,
    point: &YieldPoint,
) -> Result<ScanResult<(u64, u32)>, ReplayDiverged> {
    // Watching one by one is slow: an engine at full speed finds out first whether there is
    // anything to see.
    let until = writes_to(timeline, place);
    // In a cell, because both closures below need it, though never at the same time.
    let engine = Cell::new(Interpreter::<()>::default());
    timeline
        .scan_back(
            limit,
            async |timeline: &mut Timeline<'_>, idx, upper| {
                let from = timeline.keyframe_count(idx);
                let is_page_written = match place {
                    // Keyframes know the pages that were written, and nothing about registers.
                    StorageLocation::Register(_) => true,
                    StorageLocation::Memory(first, len) => {
                        timeline.may_write(idx, first, first + (len - 1))
                    }
                };
                let may_hold = match &until {
                    Some(until) if is_page_written => {
                        let mut own = engine.take();
                        let met = timeline.probe(from, upper, until, &mut own, point).await?;
                        engine.set(own);
                        met.is_some()
                    }
                    _ => is_page_written,
                };
                Ok(may_hold)
            },
            async |timeline: &mut Timeline<'_>, low, high| {
                let first = match &until {
                    Some(until) => {
                        let mut own = engine.take();
                        let met = timeline.probe(low, high, until, &mut own, point).await?;
                        engine.set(own);
                        met
                    }
                    None => Some(low),
                };
                let Some(first) = first else { return Ok(None) };
                // A watch stops after the access, so the writer is one instruction before the stop.
                let low = first.saturating_sub(1).max(low);
                let witness = LastWrite { place, count: low, pc: 0, found: None };
                Ok(timeline.observe_in_slices(low, high, witness, point).await?.found)
            },
            point,
        )
        .await
}

/// Stops a run at whatever may write to a place, if that can be told.
fn writes_to(timeline: &Timeline<'_>, place: StorageLocation) -> Option<StopConditions> {
    match place {
        StorageLocation::Register(register) => {
            // None if the text alone cannot tell, as with a handler or code that changes itself.
            let writers = timeline.machine().writers_of(register)?;
            Some(StopConditions {
                breakpoints: writers.into_iter().collect(),
                ..StopConditions::default()
            })
        }
        StorageLocation::Memory(first, len) => {
            let last = first.checked_add(len - 1)?;
            let watch = WatchRange { first, last, reads: false, writes: true };
            Some(StopConditions { watches: [watch].into(), ..StopConditions::default() })
        }
    }
}

/// The location that was printed at a byte of the output, and the step before; none if
/// there is no such byte.
pub fn printer(
    timeline: &mut Timeline<'_>,
    byte: usize,
) -> Result<Option<(StorageLocation, u64)>, ReplayDiverged> {
    let Some(piece) = timeline.printed().piece_of(byte) else { return Ok(None) };
    // `since` counts the service itself, whose arguments are those of the step before.
    let count = piece.since.saturating_sub(1);
    // Without a stream it came from the display device, which prints what is stored to its
    // register.
    let Some(_) = piece.stream else {
        let address = timeline.machine().map().terminal_address(TerminalRegister::TransmitterData);
        return Ok(Some((StorageLocation::Memory(address, 4), piece.since)));
    };
    let machine = timeline.machine_arriving_at(count)?;
    let registers = &machine.registers;
    let within = (byte - piece.start()) as u32;
    // MARS: 4 prints a string and 15 writes bytes of a file; 2 and 3 print `$f12`, and all other
    // services that print take `$a0`.
    let place = match registers.get(Reg::V0) {
        4 => StorageLocation::Memory(registers.get(Reg::A0).wrapping_add(within), 1),
        15 => StorageLocation::Memory(registers.get(Reg::A1).wrapping_add(within), 1),
        2 | 3 => StorageLocation::Register(WrittenRegister::Float(FReg::at_index(12))),
        _ => StorageLocation::Register(WrittenRegister::Cpu(Reg::A0)),
    };
    Ok(Some((place, count)))
}

/// Why a place has the value that it has at a step, the answer first.
pub async fn why(
    timeline: &mut Timeline<'_>,
    place: StorageLocation,
    limit: u64,
    point: &YieldPoint,
) -> Result<Vec<CauseLink>, ReplayDiverged> {
    let mut links = Vec::new();
    // Places that are still to be asked about, the next one last.
    let mut asked = vec![(0, place, limit)];
    while let Some((depth, place, limit)) = asked.pop() {
        if links.len() == LINKS_MAX {
            break;
        }
        let found = link(timeline, depth, place, limit, point).await;
        let (mut link, mut sources) = match found {
            // There is no more work to be spent, and what was found is worth telling.
            Err(_) if !links.is_empty() && timeline.allowance().spent().is_some() => break,
            found => found?,
        };
        let pc = link.writer.map(|(_, pc)| pc);
        let is_same = |link: &&CauseLink| pc.is_some() && link.writer.map(|(_, pc)| pc) == pc;
        // A link without sources ends here anyway; calling it a repetition would hide that it is a
        // constant.
        if !sources.is_empty() && links.iter().filter(is_same).count() >= REPEATS_MAX {
            link.origin = CauseOrigin::Again;
            sources.clear();
        }
        let step = link.writer.map_or(limit, |(count, _)| count);
        links.push(link);
        // The last one is asked first, so in reverse the chain reads in the order of the operands.
        asked.extend(sources.into_iter().rev().map(|source| (depth + 1, source, step)));
    }
    Ok(links)
}

async fn link(
    timeline: &mut Timeline<'_>,
    depth: usize,
    place: StorageLocation,
    limit: u64,
    point: &YieldPoint,
) -> Result<(CauseLink, Vec<StorageLocation>), ReplayDiverged> {
    // At the end a replay would stop before the fault or the service that ended the run; the
    // machine of the end has seen it.
    let is_end = limit >= timeline.end_count();
    let here = if is_end {
        timeline.end_machine().clone()
    } else {
        timeline.machine_in_slices(limit, point).await?
    };
    let value = place.value(&here);
    let mut link = CauseLink { depth, place, value, writer: None, origin: CauseOrigin::Open };
    let written = match last_write(timeline, place, limit, point).await {
        // The value is known, and there is no more work to be spent on its past.
        Err(_) if timeline.allowance().spent().is_some() => ScanResult::GaveUp,
        written => written?,
    };
    let writer = match written {
        ScanResult::Found(writer) => writer,
        ScanResult::GaveUp => return Ok((link, Vec::new())),
        ScanResult::Nothing => {
            let by_hand = edited(timeline, place, 0, limit).map(CauseOrigin::Edited);
            link.origin = by_hand.unwrap_or_else(|| initial(place, &here));
            return Ok((link, Vec::new()));
        }
    };
    if let Some(count) = edited(timeline, place, writer.0 + 1, limit) {
        link.origin = CauseOrigin::Edited(count);
        return Ok((link, Vec::new()));
    }
    link.writer = Some(writer);
    let machine = timeline.machine_in_slices(writer.0, point).await?;
    let (origin, sources) = match machine.word_at(writer.1) {
        CodeWord::Instruction(instruction) => sources(&machine, instruction, place),
        _ => (CauseOrigin::Open, Vec::new()),
    };
    link.origin = origin;
    Ok((link, sources))
}

/// The step at which a place was last set by hand, from `since` to `limit`.
fn edited(timeline: &Timeline<'_>, place: StorageLocation, since: u64, limit: u64) -> Option<u64> {
    let is_it = |edit: &MachineEdit| match (edit, place) {
        (MachineEdit::Register(reg, _), StorageLocation::Register(WrittenRegister::Cpu(own))) => {
            *reg == own
        }
        (MachineEdit::Hi(_), StorageLocation::Register(WrittenRegister::Hi))
        | (MachineEdit::Lo(_), StorageLocation::Register(WrittenRegister::Lo)) => true,
        (MachineEdit::Float(number, _), StorageLocation::Register(WrittenRegister::Float(own))) => {
            *number == own.number()
        }
        (MachineEdit::Memory(address, bytes), _) => place.is_stored(*address, bytes.len() as u32),
        _ => false,
    };
    let edits = timeline.hand_edits().filter(|&(count, edit)| count <= limit && is_it(edit));
    edits.map(|(count, _)| count).last().filter(|&count| count >= since)
}

/// The origin of a value at a location that nothing has written.
fn initial(place: StorageLocation, machine: &Machine) -> CauseOrigin {
    match place {
        // MARS: `$sp` and `$gp` have values at the start, and program arguments come in `$a0` and
        // `$a1`.
        StorageLocation::Register(WrittenRegister::Cpu(Reg::SP | Reg::GP | Reg::A0 | Reg::A1)) => {
            CauseOrigin::Loaded
        }
        StorageLocation::Register(_) => CauseOrigin::Uninitialised,
        StorageLocation::Memory(address, _) => match machine.memory.region_of(address) {
            Some(AddressRegion::Stack) => CauseOrigin::Uninitialised,
            Some(AddressRegion::Data) if address >= machine.map().heap_base => {
                CauseOrigin::Uninitialised
            }
            _ => CauseOrigin::Loaded,
        },
    }
}

/// The inputs of an instruction that was to write a location, and how it used them.
fn sources(
    machine: &Machine,
    instruction: DecodedInstruction,
    written: StorageLocation,
) -> (CauseOrigin, Vec<StorageLocation>) {
    let spec = instruction.op.spec();
    let roles = instruction.op.roles();
    // `machine` stands before the service, so `$v0` is still its number and not its result.
    if instruction.op == Op::Syscall {
        return (CauseOrigin::Service(machine.registers.get(Reg::V0)), Vec::new());
    }
    if written == StorageLocation::Register(WrittenRegister::Cpu(Reg::RA))
        && jetan_sanitizer::flow::is_call(instruction)
    {
        return (CauseOrigin::Call, Vec::new());
    }
    let registers = [instruction.a, instruction.b, instruction.c];
    let mut read = Vec::new();
    for (idx, role) in roles.operands.iter().enumerate().take(spec.operand_count as usize) {
        if role.reads() {
            read.push((registers[idx], spec.fields[idx].kind));
        }
    }
    let mut places: Vec<StorageLocation> = match roles.memory {
        // A double is two words; the chain follows the first, since a link shows one word.
        MemoryUse::Load(bytes) => {
            let base = read.last().map_or(R::R0, |&(register, _)| register);
            let address = machine.registers[base].wrapping_add(instruction.imm.cast_unsigned());
            vec![StorageLocation::Memory(address, u32::from(bytes.min(4)))]
        }
        // The base says where the value went, not where it came from.
        MemoryUse::Store(_) => read.iter().take(1).copied().filter_map(place_of).collect(),
        MemoryUse::None => read.iter().copied().filter_map(place_of).collect(),
    };
    // A division only keeps what was there if it divides by zero.
    if matches!(instruction.op, Op::Div | Op::Divu) {
        places.dedup();
        return (CauseOrigin::Computed, places);
    }
    places.extend(roles.hi.reads().then_some(StorageLocation::Register(WrittenRegister::Hi)));
    places.extend(roles.lo.reads().then_some(StorageLocation::Register(WrittenRegister::Lo)));
    places.dedup();
    let origin = if places.is_empty() { CauseOrigin::Constant } else { CauseOrigin::Computed };
    (origin, places)
}

/// The place of an operand; `$zero` never has another value, so nothing follows from it.
fn place_of((register, kind): (R, OperandSlot)) -> Option<StorageLocation> {
    match kind {
        OperandSlot::Reg => {
            register.reg().map(|reg| StorageLocation::Register(WrittenRegister::Cpu(reg)))
        }
        OperandSlot::FReg => FReg::new(register as u8)
            .map(|freg| StorageLocation::Register(WrittenRegister::Float(freg))),
        _ => None,
    }
}

/// The name of a service.
pub fn service_name(number: u32) -> &'static str {
    Service::from_number(number).map_or("of a pack", |service| service.row().name)
}
