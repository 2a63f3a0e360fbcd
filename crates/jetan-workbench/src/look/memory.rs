//! Memory and the names in it.

use jetan_isa::Reg;
use jetan_wire::{FailureCode, LabelList, MemoryRange, Nothing, ProgramLabel, Segment, Segments};

use crate::limits::MEMORY_ANSWER_MAX;
use crate::message::{RequestAnswer, RequestError};
use crate::workbench::RequestContext;

/// Labels that are listed.
const LABELS_MAX: usize = 20_000;

pub(crate) fn memory(
    context: &mut RequestContext<'_>,
    wanted: MemoryRange,
) -> RequestAnswer<MemoryRange> {
    if wanted.bytes > MEMORY_ANSWER_MAX {
        return Err(RequestError::new(
            FailureCode::TooLarge,
            "64 KiB of memory can be had at once",
        ));
    }
    let id = context.id;
    let memory = &context.run()?.machine().memory;
    // The kind of a binary message and three bytes that align the numbers after it;
    // docs/protocol.md has the layout.
    let mut message = vec![2, 0, 0, 0];
    message.extend(id.to_le_bytes());
    message.extend(wanted.address.to_le_bytes());
    // Wrapping: a range at the end of the address space goes on at 0 instead of failing.
    let addresses = (0..wanted.bytes).map(|idx| wanted.address.wrapping_add(idx));
    message.extend(addresses.map(|address| memory.peek(address)));
    context.bench.send_binary(message);
    Ok(wanted)
}

pub(crate) fn segments(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer<Segments> {
    let run = context.run()?;
    let machine = run.machine();
    let map = machine.map();
    let sp = machine.registers.get(Reg::SP);
    let code = &run.debugger.names.program.code;
    let text_bytes = code.iter().filter(|code| map.in_text(code.address)).count() * 4;
    let stack = map.stack_base.wrapping_add(4).wrapping_sub(sp & !3);
    Ok(Segments {
        segments: vec![
            segment("text", map.text_base, text_bytes as u32),
            segment("data", map.static_base, map.heap_base.saturating_sub(map.static_base)),
            // A page is offered even if nothing was asked for: MARS programs paint there without
            // `sbrk`.
            segment("heap", map.heap_base, 0x1000),
            segment("global", map.extern_base, map.static_base.saturating_sub(map.extern_base)),
            segment("stack", sp & !3, stack.min(1 << 20)),
            segment("mmio", map.mmio_base, 0x20),
        ],
        sp,
        gp: machine.registers.get(Reg::GP),
    })
}

pub(crate) fn labels(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer<LabelList> {
    let names = &context.run()?.debugger.names;
    let symbols = names.symbols();
    let wire = |symbol: &jetan_asm::program::ProgramSymbol| {
        let file = names.sources.file(symbol.span.file);
        let (number, _) = file.locate(symbol.span.start);
        ProgramLabel {
            name: symbol.name.clone(),
            address: symbol.address,
            is_data: symbol.is_data,
            path: file.name().to_owned(),
            line: number - 1,
        }
    };
    let labels = symbols.iter().take(LABELS_MAX).map(wire).collect();
    Ok(LabelList { labels, is_cut: symbols.len() > LABELS_MAX })
}

fn segment(name: &str, address: u32, bytes: u32) -> Segment {
    Segment { name: name.to_owned(), address, bytes }
}
