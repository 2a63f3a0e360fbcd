//! Memory, the stack and the names in it.

use jetan_isa::Reg;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::limits::MEMORY_ANSWER_MAX;
use crate::message::{Answer, Refusal};
use crate::request::Nothing;
use crate::workbench::Desk;

/// Words of the stack that are shown.
const STACK_WORDS_MAX: u32 = 256;
/// Labels that are listed.
const LABELS_MAX: usize = 20_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bytes {
    address: u32,
    bytes: u32,
}

pub(crate) fn memory(desk: &mut Desk<'_>, wanted: Bytes) -> Answer {
    if wanted.bytes > MEMORY_ANSWER_MAX {
        return Err(Refusal::new("too-large", "64 KiB of memory can be had at once"));
    }
    let id = desk.id;
    let memory = &desk.run()?.machine().memory;
    let mut message = vec![2, 0, 0, 0];
    message.extend(id.to_le_bytes());
    message.extend(wanted.address.to_le_bytes());
    let addresses = (0..wanted.bytes).map(|idx| wanted.address.wrapping_add(idx));
    message.extend(addresses.map(|address| memory.peek(address)));
    desk.bench.send_binary(message);
    Ok(json!({"address": wanted.address, "bytes": wanted.bytes}))
}

pub(crate) fn segments(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let run = desk.run()?;
    let machine = run.machine();
    let map = machine.map();
    let sp = machine.registers.get(Reg::SP);
    let code = &run.debugger.names.program.code;
    let text_bytes = code.iter().filter(|code| map.in_text(code.address)).count() * 4;
    let named = |name: &str, address: u32, bytes: u32| json!({"name": name, "address": address, "bytes": bytes});
    let stack = map.stack_base.wrapping_add(4).wrapping_sub(sp & !3);
    Ok(json!({
        "segments": [
            named("text", map.text_base, text_bytes as u32),
            named("data", map.static_base, map.heap_base.saturating_sub(map.static_base)),
            named("heap", map.heap_base, 0x1000),
            named("global", map.extern_base, map.static_base.saturating_sub(map.extern_base)),
            named("stack", sp & !3, stack.min(1 << 20)),
            named("mmio", map.mmio_base, 0x20),
        ],
        "sp": sp, "gp": machine.registers.get(Reg::GP),
    }))
}

pub(crate) fn labels(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let names = &desk.run()?.debugger.names;
    let symbols = names.symbols();
    let wire = |symbol: &jetan_asm::program::Symbol| {
        let file = names.sources.file(symbol.span.file);
        let (number, _) = file.locate(symbol.span.start);
        json!({
            "name": symbol.name, "address": symbol.address, "isData": symbol.is_data,
            "path": file.name(), "line": number - 1,
        })
    };
    let labels: Vec<Value> = symbols.iter().take(LABELS_MAX).map(wire).collect();
    Ok(json!({"labels": labels, "isCut": symbols.len() > LABELS_MAX}))
}

pub(crate) fn stack(desk: &mut Desk<'_>, _: Nothing) -> Answer {
    let run = desk.run()?;
    let machine = run.machine();
    let names = &run.debugger.names;
    let sp = machine.registers.get(Reg::SP) & !3;
    let fp = machine.registers.get(Reg::FP);
    let last = machine.map().sp.max(sp);
    let words = (last - sp) / 4 + 1;
    let word = |idx: u32| {
        let address = sp.wrapping_add(4 * idx);
        let value = machine.memory.peek_word(address);
        let mut wire = json!({"address": address, "value": value});
        if idx == 0 {
            wire["isTop"] = Value::from(true);
        }
        if let Some(label) = names.label(value) {
            let is_return = names.program.code_at(value).is_some();
            wire["label"] = Value::from(label);
            if is_return {
                wire["text"] = Value::from("an address in the program: probably a return address");
            }
        }
        if address == fp && idx > 0 {
            wire["text"] = Value::from("$fp points here");
        }
        wire
    };
    let shown: Vec<Value> = (0..words.min(STACK_WORDS_MAX)).map(word).collect();
    Ok(json!({"words": shown, "isCut": words > STACK_WORDS_MAX}))
}
