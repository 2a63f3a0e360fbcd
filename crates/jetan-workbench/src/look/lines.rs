//! Execution of lines: values beside them, execution counts, expansions.

use std::collections::BTreeMap;

use jetan_asm::FileId;
use jetan_debug::Debugger;
use jetan_debug::recent::{self, ExecutedInstruction};
use jetan_debug::view::float;
use jetan_isa::{FReg, OperandSlot};
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_run::YieldPoint;
use jetan_run::timeline::Timeline;
use jetan_symbols::DebugSymbols;
use jetan_wire::{
    ExpandedInstruction, InFile, LineExpansion, LineHeat, LineValue, LineValues, SourceLine,
};

use super::no_place;
use crate::jobs::{AnswerOrWork, JobFinish, JobNeeds};
use crate::message::{RequestAnswer, RequestError};
use crate::workbench::RequestContext;

/// Instructions whose results stand beside their lines.
const RECENT_INSTRUCTIONS: u64 = 200;
/// Instructions that are counted: a hundredth of a second or two, since every step asks.
const HEAT_INSTRUCTIONS_MAX: u64 = 1 << 20;

/// The values that the lines executed last have written, and those that the next one will read.
pub(crate) fn values(
    context: &mut RequestContext<'_>,
    wanted: InFile,
) -> RequestAnswer<AnswerOrWork<LineValues>> {
    let mut copy = context.copy()?;
    Ok(AnswerOrWork::question(JobNeeds::Run, async move |point| {
        let Some(file) = copy.names.sources.id(&wanted.path) else {
            return Ok(LineValues { lines: Vec::new() });
        };
        let recent = recent::recent(&mut copy.timeline, RECENT_INSTRUCTIONS, &point).await?;
        Ok(values_wire(&copy, file, &recent))
    }))
}

fn values_wire(
    debugger: &Debugger<'_>,
    file: FileId,
    recent: &[ExecutedInstruction],
) -> LineValues {
    let mut lines: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let mut last = None;
    for executed in recent {
        let Some(statement) = debugger.names.statement(executed.pc) else { continue };
        if statement.span.file != file {
            last = None;
            continue;
        }
        let line = statement.number - 1;
        let texts = lines.entry(line).or_default();
        // Executed again: only the last time counts.
        if debugger.names.is_first(executed.pc) || last != Some(line) {
            texts.clear();
        }
        last = Some(line);
        texts.extend(written(debugger, executed));
    }
    if let Some(statement) = debugger.names.statement(debugger.machine().pc)
        && statement.span.file == file
    {
        lines.insert(statement.number - 1, read_next(debugger));
    }
    let lines = lines.into_iter().filter(|(_, texts)| !texts.is_empty());
    let lines = lines.map(|(line, texts)| LineValue { line, text: texts.join("  ") });
    LineValues { lines: lines.collect() }
}

/// The values that an instruction wrote, as far as people wrote it themselves.
fn written(debugger: &Debugger<'_>, executed: &ExecutedInstruction) -> Vec<String> {
    let names = &debugger.names;
    let mut texts = Vec::new();
    for &(register, value) in &executed.writes {
        let text = match register {
            // `$at` is the assembler's, `$zero` nobody's, `$ra` says nothing to people.
            WrittenRegister::Cpu(reg) if [0, 1, 31].contains(&reg.number()) => continue,
            WrittenRegister::Cpu(reg) => format!("{} = {}", reg.name(), word_text(debugger, value)),
            WrittenRegister::Float(freg) => {
                format!("{} = {}", freg.name(), float::single(f32::from_bits(value)))
            }
            WrittenRegister::Hi => format!("$hi = {}", value.cast_signed()),
            WrittenRegister::Lo => format!("$lo = {}", value.cast_signed()),
            _ => continue,
        };
        texts.push(text);
    }
    if let Some((address, bytes, value)) = executed.store {
        let place = names.label(address).unwrap_or_else(|| format!("{address:#x}"));
        let value = match bytes {
            1 => i32::from(value as u8 as i8),
            2 => i32::from(value as u16 as i16),
            _ => value.cast_signed(),
        };
        texts.push(format!("[{place}] = {value}"));
    }
    texts
}

/// Whether a word is rather an address than a number: that of a label, or one of the program's
/// memory where no usual number is that large.
fn is_address(debugger: &Debugger<'_>, value: u32) -> bool {
    let (names, map) = (&debugger.names, debugger.machine().map());
    let is_label = names.symbols().iter().any(|symbol| symbol.address == value);
    let is_in_memory = (map.data_base..=map.data_limit).contains(&value)
        || (map.mmio_base..=map.mmio_limit).contains(&value)
        || names.program.code_at(value).is_some();
    // Where data begins at zero, small numbers are addresses too.
    let is_compact = map.data_base < 0x0100_0000 || map.text_base < 0x1_0000;
    // Small negative numbers are as large as addresses of devices.
    let is_negative = (-0x1000..0).contains(&value.cast_signed());
    is_label || is_in_memory && !is_compact && !is_negative
}

/// A word as a number, or as an address with its label.
fn word_text(debugger: &Debugger<'_>, value: u32) -> String {
    let names = &debugger.names;
    if is_address(debugger, value) {
        return names.address_text(value);
    }
    value.cast_signed().to_string()
}

/// The values that the next instruction will read.
fn read_next(debugger: &Debugger<'_>) -> Vec<String> {
    let machine = debugger.machine();
    let CodeWord::Instruction(instruction) = machine.word_at(machine.pc) else {
        return Vec::new();
    };
    let spec = instruction.op.spec();
    let operands = [instruction.a, instruction.b, instruction.c];
    let roles = instruction.op.roles();
    let mut texts = Vec::new();
    for (idx, role) in roles.operands.iter().enumerate().take(spec.operand_count as usize) {
        if !role.reads() {
            continue;
        }
        let text = match spec.fields[idx].kind {
            OperandSlot::Reg => operands[idx].reg().filter(|reg| reg.number() > 1).map(|reg| {
                format!("{} = {}", reg.name(), word_text(debugger, machine.registers.get(reg)))
            }),
            OperandSlot::FReg => FReg::new(operands[idx] as u8).map(|freg| {
                let value = float::single(f32::from_bits(machine.fpu.bits(freg.number())));
                format!("{} = {value}", freg.name())
            }),
            _ => None,
        };
        texts.extend(text);
    }
    // An instruction may read a register twice (`add $t0, $t1, $t1`).
    texts.dedup();
    texts
}

/// The count of executions of each instruction from one step to another. A step
/// changes it by what the step did, so that it is not counted anew each time.
pub(crate) struct HeatCounts {
    from: u64,
    to: u64,
    counts: Vec<u64>,
}

/// The instructions whose executions are counted: so many words from an address on.
#[derive(Clone, Copy)]
struct CountedRange {
    base: u32,
    words: usize,
}

impl CountedRange {
    /// The range of a program; nothing if it has no code.
    fn of(names: &DebugSymbols) -> Option<CountedRange> {
        let code = &names.program.code;
        let (first, last) = (code.first()?, code.last()?);
        // Handlers are far away from the program: only the segment of its beginning is counted.
        let near = (last.address.wrapping_sub(first.address) / 4 + 1).min(1 << 22);
        Some(CountedRange { base: first.address, words: near as usize })
    }
}

/// Execution counts of a range within [`HEAT_INSTRUCTIONS_MAX`] before this step; those of another
/// step, if they are known, are carried on from there.
async fn counts(
    timeline: &mut Timeline<'_>,
    range: CountedRange,
    known: Option<HeatCounts>,
    point: &YieldPoint,
) -> Result<HeatCounts, RequestError> {
    let CountedRange { base, words } = range;
    let (start, now) = (timeline.start_count(), timeline.count());
    let known = known.filter(|heat| {
        // Only near moves count the difference; a far one would replay about as much as a new
        // window takes.
        let is_near = now.abs_diff(heat.to) < HEAT_INSTRUCTIONS_MAX / 4 && now >= heat.from;
        is_near && now - heat.from < 2 * HEAT_INSTRUCTIONS_MAX && heat.counts.len() == words
    });
    let Some(mut heat) = known else {
        let from = now.saturating_sub(HEAT_INSTRUCTIONS_MAX).max(start);
        let counts = recent::heat(timeline, base, words, (from, now), point).await?;
        return Ok(HeatCounts { from, to: now, counts });
    };
    let (low, high) = (now.min(heat.to), now.max(heat.to));
    let change = recent::heat(timeline, base, words, (low, high), point).await?;
    for (count, change) in heat.counts.iter_mut().zip(change) {
        *count = if now >= heat.to { *count + change } else { count.saturating_sub(change) };
    }
    Ok(HeatCounts { to: now, ..heat })
}

/// Execution counts of the lines of a file.
///
/// With `has_never` those are among them that were never executed.
fn line_counts(
    names: &DebugSymbols,
    file: FileId,
    range: CountedRange,
    counts: &[u64],
    has_never: bool,
) -> Vec<(u32, u64)> {
    let mut lines: BTreeMap<u32, u64> = BTreeMap::new();
    for code in names.program.code.iter().filter(|code| code.is_first) {
        let idx = code.address.wrapping_sub(range.base) / 4;
        let executed = counts.get(idx as usize).copied().unwrap_or(0);
        let is_told = executed > 0 || has_never;
        let statement = names.program.statement(code.statement).filter(|_| is_told);
        if let Some(statement) = statement.filter(|statement| statement.span.file == file) {
            *lines.entry(statement.number - 1).or_default() += executed;
        }
    }
    lines.into_iter().collect()
}

pub(crate) fn heat(
    context: &mut RequestContext<'_>,
    wanted: InFile,
) -> RequestAnswer<AnswerOrWork<LineHeat>> {
    let mut copy = context.copy()?;
    let file = copy.names.sources.id(&wanted.path);
    let (Some(file), Some(range)) = (file, CountedRange::of(&copy.names)) else {
        return Ok(AnswerOrWork::Now(LineHeat { lines: Vec::new(), is_sampled: false }));
    };
    let known = context.run()?.heat.take();
    Ok(AnswerOrWork::work(JobNeeds::Run, async move |point| {
        let heat = counts(&mut copy.timeline, range, known, &point).await?;
        let is_sampled = heat.from > copy.timeline.start_count();
        let has_ended = copy.timeline.is_at_end() && copy.timeline.ending().is_some();
        // Before the end everything that is to come would be among them.
        let has_never = has_ended && !is_sampled;
        let lines = line_counts(&copy.names, file, range, &heat.counts, has_never);
        let finish: JobFinish<LineHeat> = Box::new(move |context| {
            context.run()?.heat = Some(heat);
            Ok(LineHeat { lines, is_sampled })
        });
        Ok(finish)
    }))
}

/// The instructions that a line became.
pub(crate) fn expansion(
    context: &mut RequestContext<'_>,
    wanted: SourceLine,
) -> RequestAnswer<LineExpansion> {
    let own = context.bench.run.as_ref().map(|run| &run.debugger.names);
    let own = own.filter(|names| names.sources.id(&wanted.path).is_some());
    let group = context.bench.documents.group_of(&wanted.path);
    let names = own.or_else(|| group.and_then(|group| group.names.as_ref()));
    let names = names.ok_or_else(|| no_place("this file is not part of a program"))?;
    let file = names.sources.id(&wanted.path);
    let is_here = |code: &&jetan_asm::program::ProgramWord| {
        names.program.statement(code.statement).is_some_and(|statement| {
            Some(statement.span.file) == file && statement.number == wanted.line.saturating_add(1)
        })
    };
    let instructions = names.program.code.iter().filter(is_here).take(1000).map(|code| {
        let text =
            jetan_isa::disasm::source_text(&code.instruction, code.address, &mut |address| {
                names.label(address)
            });
        ExpandedInstruction { address: code.address, word: code.word, text }
    });
    Ok(LineExpansion { instructions: instructions.collect() })
}
