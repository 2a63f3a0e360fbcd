//! How a run came here, what its procedures have put away, and what has changed on the way.

use std::cell::RefCell;

use jetan_debug::blame::value_text;
use jetan_debug::view::changes::Changes;
use jetan_debug::view::data::Item;
use jetan_debug::view::frames::{Frame, Saved};
use jetan_debug::view::stack::Word;
use jetan_isa::{FReg, Reg};
use serde::Deserialize;
use serde_json::{Value, json};

use super::line_of;
use crate::message::{Answer, Refusal};
use crate::request::Nothing;
use crate::run::{Run, place_wire};
use crate::workbench::Desk;

/// Words of the stack or the heap that are shown.
const WORDS_MAX: usize = 256;
/// Labels whose data is shown.
const ITEMS_MAX: usize = 2000;

/// The calls that have not returned, as far as they are found at once: a long run without calls
/// would be searched to its beginning, at every step.
fn frames(desk: &mut Desk<'_>) -> Result<(Vec<Frame>, bool), Refusal> {
    let carrier = RefCell::new(&mut *desk.carrier);
    let run = desk.bench.run.as_mut().ok_or_else(Refusal::not_started)?;
    let mut is_cut = false;
    let frames = run.debugger.frames(&mut |_| {
        let mut carrier = carrier.borrow_mut();
        is_cut = !carrier.has_time() || carrier.is_interrupted();
        !is_cut
    })?;
    Ok((frames, is_cut))
}

pub(crate) fn calls(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let (found, is_cut) = frames(desk)?;
    let run = desk.run()?;
    let names = &run.debugger.names;
    // A frame is a procedure and where it stands; that of a call is where it was made.
    let mut wires = Vec::new();
    let (mut pc, mut count) = (run.machine().pc, run.machine().count);
    for frame in &found {
        let argument = |&(reg, value): &(Reg, u32)| {
            let text = value_text(value, names);
            json!({"name": reg.name(), "value": value, "text": text})
        };
        let mut wire = json!({
            "name": frame.name, "address": pc, "count": count,
            "arguments": frame.arguments.iter().map(argument).collect::<Vec<Value>>(),
            "saved": frame.saved.iter().map(saved_wire).collect::<Vec<Value>>(),
            "doubts": frame.doubts,
        });
        line_of(run, pc, &mut wire);
        wires.push(wire);
        (pc, count) = (frame.call.pc, frame.call.count);
    }
    let mut outermost = json!({
        "name": entry_name(run), "address": pc, "count": count,
        "arguments": [], "saved": [], "doubts": [],
    });
    line_of(run, pc, &mut outermost);
    wires.push(outermost);
    Ok(json!({"frames": wires, "isCut": is_cut}))
}

fn entry_name(run: &Run) -> String {
    let entry = run.debugger.names.program.image.entry;
    run.debugger.names.label(entry).unwrap_or_else(|| format!("{entry:#010x}"))
}

fn saved_wire(saved: &Saved) -> Value {
    let Saved { reg, address, value, expected } = *saved;
    json!({"name": reg.name(), "address": address, "value": value, "expected": expected})
}

fn word_wire(word: &Word) -> Value {
    let mut wire = json!({"address": word.address, "value": word.value});
    if !word.meaning.is_empty() {
        wire["text"] = Value::from(word.meaning.as_str());
    }
    wire
}

pub(crate) fn stack(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let (frames, _) = frames(desk)?;
    let run = desk.run()?;
    let registers = &run.machine().registers;
    let (sp, fp) = (registers.get(Reg::SP) & !3, registers.get(Reg::FP));
    let words = run.debugger.stack_words(&frames, WORDS_MAX + 1);
    let outermost = entry_name(run);
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
            wire["frame"] = Value::from(name.as_str());
        }
        if word.address == sp {
            wire["isTop"] = Value::from(true);
        } else if word.address == fp {
            let text = format!("$fp points here; {}", word.meaning);
            wire["text"] = Value::from(text.trim_end_matches("; "));
        }
        if wrong(word.address) {
            wire["isWrong"] = Value::from(true);
        }
        wire
    });
    Ok(json!({"words": shown.collect::<Vec<Value>>(), "isCut": words.len() > WORDS_MAX}))
}

pub(crate) fn heap(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let words = desk.run()?.debugger.heap(WORDS_MAX + 1);
    let shown: Vec<Value> = words.iter().take(WORDS_MAX).map(word_wire).collect();
    Ok(json!({"words": shown, "isCut": words.len() > WORDS_MAX}))
}

pub(crate) fn jumps(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let run = desk.run()?;
    let jumps = run.debugger.jumps()?;
    let names = &run.debugger.names;
    let name = |pc: u32| names.label(pc).unwrap_or_else(|| format!("{pc:#010x}"));
    let wire = |jump: &jetan_debug::trail::Jump| {
        let mut wire = json!({"count": jump.count, "from": name(jump.from), "to": name(jump.to)});
        line_of(run, jump.from, &mut wire);
        if let Some(line) = names.line(jump.from) {
            wire["source"] = Value::from(line.text);
        }
        if let Some(target) = place_wire(names, jump.to) {
            wire["target"] = target;
        }
        wire
    };
    Ok(json!({"jumps": jumps.iter().map(wire).collect::<Vec<Value>>()}))
}

pub(crate) fn changes(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let run = desk.run()?;
    let before = run.before.count;
    let found = run.debugger.changes_since(before)?;
    let names = &run.debugger.names;
    let change =
        |name: &str, was: u32, is: u32| json!({"name": name, "place": name, "was": was, "is": is});
    let Changes { since, registers, hilo, floats, words, more } = found;
    let cpu = registers.iter().map(|&(reg, was, is)| change(reg.name(), was, is));
    let hilo = hilo.iter().map(|&(name, was, is)| change(name, was, is));
    let floats = floats.iter().map(|&(number, was, is)| {
        let name = FReg::at_index(number).name();
        // As texts: JSON has no words for those that are no numbers.
        let (was, is) = (f32::from_bits(was).to_string(), f32::from_bits(is).to_string());
        json!({"name": name, "place": name, "was": was, "is": is})
    });
    let words = words.iter().map(|&(address, was, is)| {
        let place = format!("{address:#010x}");
        let name = names.label(address).unwrap_or_else(|| place.clone());
        json!({"name": name, "place": place, "was": was, "is": is})
    });
    Ok(json!({
        "since": since, "registers": cpu.chain(hilo).chain(floats).collect::<Vec<Value>>(),
        "words": words.collect::<Vec<Value>>(), "more": more,
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Part {
    #[serde(default)]
    part: String,
}

pub(crate) fn data(desk: &mut Desk<'_>, wanted: Part) -> Answer {
    let items = desk.run()?.debugger.data(&wanted.part);
    let wire = |item: &Item| {
        json!({
            "name": item.name, "address": item.address, "bytes": item.bytes,
            "kind": item.kind.name(), "isGuessed": item.is_guessed, "text": item.text,
        })
    };
    let shown: Vec<Value> = items.iter().take(ITEMS_MAX).map(wire).collect();
    Ok(json!({"items": shown, "isCut": items.len() > ITEMS_MAX}))
}
