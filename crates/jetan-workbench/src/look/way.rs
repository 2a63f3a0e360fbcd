//! The calls that led here, the registers that procedures have saved, and changes on the way.

use jetan_debug::Debugger;
use jetan_debug::blame::value_text;
use jetan_debug::trail::TakenJump;
use jetan_debug::view::changes::MachineChanges;
use jetan_debug::view::data::LabelData;
use jetan_debug::view::float;
use jetan_debug::view::frames::{FrameRegister, StackFrame};
use jetan_debug::view::stack::StackWord;
use jetan_isa::{FReg, Reg};
use jetan_run::YieldPoint;
use jetan_symbols::DebugSymbols;
use jetan_wire::{
    Argument, CallStack, Changed, Data, DataItem, HeldValue, Jump, Jumps, LabelFilter, MemoryWord,
    MemoryWords, Nothing, SavedRegister,
};

use super::line_fields;
use crate::jobs::{AnswerOrWork, JobNeeds};
use crate::message::{RequestAnswer, RequestError};
use crate::run::place_wire;
use crate::workbench::RequestContext;

/// Words of the stack or the heap that are shown.
const WORDS_MAX: usize = 256;
/// Parts of the past that are searched for calls.
const CALL_SEARCH_PARTS_MAX: u32 = 1000;
/// Labels whose data is shown.
const ITEMS_MAX: usize = 2000;

/// The calls that have not returned, and whether there may be more: a long run without calls is not
/// searched to its beginning at every step.
async fn frames(
    debugger: &mut Debugger<'_>,
    point: &YieldPoint,
) -> Result<(Vec<StackFrame>, bool), RequestError> {
    let point = &point.at_most(CALL_SEARCH_PARTS_MAX);
    let frames = debugger.frames(point).await?;
    Ok((frames, point.is_spent()))
}

pub(crate) fn calls(
    context: &mut RequestContext<'_>,
    _: Nothing,
) -> RequestAnswer<AnswerOrWork<CallStack>> {
    let mut copy = context.copy()?;
    Ok(AnswerOrWork::question(JobNeeds::Run, async move |point| {
        let (frames, is_cut) = frames(&mut copy, &point).await?;
        Ok(calls_wire(&copy, &frames, is_cut))
    }))
}

fn calls_wire(debugger: &Debugger<'_>, found: &[StackFrame], is_cut: bool) -> CallStack {
    let (names, machine) = (&debugger.names, debugger.machine());
    // A frame is a procedure and where it stands; that of a call is where it was made.
    let mut frames = Vec::new();
    let (mut pc, mut count) = (machine.pc, machine.count);
    for frame in found {
        let argument = |&(reg, value): &(Reg, u32)| Argument {
            name: reg.name().to_owned(),
            value,
            text: value_text(value, names),
        };
        let (path, line) = line_fields(names, pc);
        frames.push(jetan_wire::CallFrame {
            name: frame.name.clone(),
            path,
            line,
            address: pc,
            count,
            arguments: frame.arguments.iter().map(argument).collect(),
            saved: frame.saved.iter().map(saved_wire).collect(),
            doubts: frame.doubts.clone(),
        });
        (pc, count) = (frame.call.pc, frame.call.count);
    }
    let (path, line) = line_fields(names, pc);
    // The outermost frame is not a call: the program begins there, and nothing was saved or passed.
    frames.push(jetan_wire::CallFrame {
        name: entry_name(names),
        path,
        line,
        address: pc,
        count,
        arguments: Vec::new(),
        saved: Vec::new(),
        doubts: Vec::new(),
    });
    CallStack { frames, is_cut }
}

fn entry_name(names: &DebugSymbols) -> String {
    let entry = names.program.image.entry;
    names.label(entry).unwrap_or_else(|| format!("{entry:#010x}"))
}

fn saved_wire(saved: &FrameRegister) -> SavedRegister {
    let FrameRegister { reg, address, value, expected } = *saved;
    SavedRegister { name: reg.name().to_owned(), address, value, expected }
}

fn word_wire(word: &StackWord) -> MemoryWord {
    let text = Some(word.meaning.clone()).filter(|text| !text.is_empty());
    MemoryWord { address: word.address, value: word.value, text, ..MemoryWord::default() }
}

pub(crate) fn stack(
    context: &mut RequestContext<'_>,
    _: Nothing,
) -> RequestAnswer<AnswerOrWork<MemoryWords>> {
    let mut copy = context.copy()?;
    Ok(AnswerOrWork::question(JobNeeds::Run, async move |point| {
        let (frames, _) = frames(&mut copy, &point).await?;
        Ok(stack_wire(&copy, &frames))
    }))
}

fn stack_wire(debugger: &Debugger<'_>, frames: &[StackFrame]) -> MemoryWords {
    let registers = &debugger.machine().registers;
    let (sp, fp) = (registers.get(Reg::SP) & !3, registers.get(Reg::FP));
    // One more than is shown, to know whether there are more.
    let words = debugger.stack_words(frames, WORDS_MAX + 1);
    let outermost = entry_name(&debugger.names);
    // Where the frame of each procedure begins, the outermost last.
    let begins = std::iter::once(sp).chain(frames.iter().map(|frame| frame.call.sp));
    let names = frames.iter().map(|frame| &frame.name).chain([&outermost]);
    let begins: Vec<(u32, &String)> = begins.zip(names).collect();
    let wrong = |address: u32| {
        let mut saved = frames.iter().flat_map(|frame| &frame.saved);
        saved.any(|saved| saved.address == address && saved.value != saved.expected)
    };
    let shown = words.iter().take(WORDS_MAX).map(|word| {
        let mut wire = word_wire(word);
        // Of procedures without a frame of their own the outer one has these words.
        if let Some((_, name)) = begins.iter().rfind(|(begin, _)| *begin == word.address) {
            wire.frame = Some((*name).clone());
        }
        if word.address == sp {
            wire.is_top = Some(true);
        } else if word.address == fp {
            let text = format!("$fp points here; {}", word.meaning);
            wire.text = Some(text.trim_end_matches("; ").to_owned());
        }
        if wrong(word.address) {
            wire.is_wrong = Some(true);
        }
        wire
    });
    MemoryWords { words: shown.collect(), is_cut: words.len() > WORDS_MAX }
}

pub(crate) fn heap(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer<MemoryWords> {
    let words = context.run()?.debugger.heap(WORDS_MAX + 1);
    let shown = words.iter().take(WORDS_MAX).map(word_wire).collect();
    Ok(MemoryWords { words: shown, is_cut: words.len() > WORDS_MAX })
}

pub(crate) fn jumps(
    context: &mut RequestContext<'_>,
    _: Nothing,
) -> RequestAnswer<AnswerOrWork<Jumps>> {
    let mut copy = context.copy()?;
    Ok(AnswerOrWork::question(JobNeeds::Run, async move |point| {
        let jumps = copy.jumps(&point).await?;
        Ok(jumps_wire(&copy.names, &jumps))
    }))
}

fn jumps_wire(names: &DebugSymbols, jumps: &[TakenJump]) -> Jumps {
    let name = |pc: u32| names.label(pc).unwrap_or_else(|| format!("{pc:#010x}"));
    let wire = |jump: &TakenJump| {
        let (path, line) = line_fields(names, jump.from);
        Jump {
            count: jump.count,
            from: name(jump.from),
            to: name(jump.to),
            path,
            line,
            source: names.line(jump.from).map(|line| line.text),
            target: place_wire(names, jump.to),
        }
    };
    Jumps { jumps: jumps.iter().map(wire).collect() }
}

pub(crate) fn changes(
    context: &mut RequestContext<'_>,
    _: Nothing,
) -> RequestAnswer<AnswerOrWork<jetan_wire::Changes>> {
    let before = context.run()?.before.count;
    let mut copy = context.copy()?;
    Ok(AnswerOrWork::question(JobNeeds::Run, async move |point| {
        // An edit forgets the future, and with it perhaps the step of the last stop.
        let count = before.min(copy.timeline.end_count());
        let then = copy.timeline.machine_in_slices(count, &point).await?;
        let found = MachineChanges::between(&then, copy.machine());
        Ok(changes_wire(&copy.names, &found))
    }))
}

fn changes_wire(names: &DebugSymbols, found: &MachineChanges) -> jetan_wire::Changes {
    let change = |name: &str, was: HeldValue, is: HeldValue| Changed {
        name: name.to_owned(),
        place: name.to_owned(),
        was,
        is,
    };
    let word =
        |name: &str, was: u32, is: u32| change(name, HeldValue::Word(was), HeldValue::Word(is));
    let MachineChanges { since, registers, hilo, floats, words, more } = found;
    let cpu = registers.iter().map(|&(reg, was, is)| word(reg.name(), was, is));
    let hilo = hilo.iter().map(|&(name, was, is)| word(name, was, is));
    let floats = floats.iter().map(|&(number, was, is)| {
        let text = |bits: u32| HeldValue::Text(float::single(f32::from_bits(bits)));
        change(FReg::at_index(number).name(), text(was), text(is))
    });
    let words = words.iter().map(|&(address, was, is)| {
        let place = format!("{address:#010x}");
        let name = names.label(address).unwrap_or_else(|| place.clone());
        Changed { name, place, was: HeldValue::Word(was), is: HeldValue::Word(is) }
    });
    jetan_wire::Changes {
        since: *since,
        registers: cpu.chain(hilo).chain(floats).collect(),
        words: words.collect(),
        more: *more,
    }
}

pub(crate) fn data(context: &mut RequestContext<'_>, wanted: LabelFilter) -> RequestAnswer<Data> {
    let items = context.run()?.debugger.data(&wanted.part);
    let wire = |item: &LabelData| DataItem {
        name: item.name.clone(),
        address: item.address,
        bytes: item.bytes,
        kind: item.kind.name().to_owned(),
        is_guessed: item.is_guessed,
        text: item.text.clone(),
    };
    let shown = items.iter().take(ITEMS_MAX).map(wire).collect();
    Ok(Data { items: shown, is_cut: items.len() > ITEMS_MAX })
}
