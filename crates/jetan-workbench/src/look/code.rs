//! The program in memory: addresses, words, basic instructions and the lines they came from.

use jetan_machine::Machine;
use jetan_symbols::DebugSymbols;
use jetan_wire::{CodeRange, CodeRow, CodeRows, FailureCode};

use super::line_of;
use crate::message::{RequestAnswer, RequestError};
use crate::workbench::RequestContext;

/// Rows of an answer.
const ROWS_MAX: u32 = 1000;
/// Parts of memory that are listed.
const PARTS_MAX: usize = 64;

pub(crate) fn code(context: &mut RequestContext<'_>, wanted: CodeRange) -> RequestAnswer<CodeRows> {
    if wanted.rows > ROWS_MAX {
        return Err(RequestError::new(
            FailureCode::TooMany,
            "1,000 instructions can be had at once",
        ));
    }
    let run = context.run()?;
    let (names, machine) = (&run.debugger.names, run.machine());
    let parts = parts(names);
    let pc = machine.pc;
    let first = wanted.address.unwrap_or_else(|| around(pc, wanted.rows, &parts)) & !3;
    // Within a part of the program nothing is shown past its end.
    let end = parts.iter().find(|(start, words)| (*start..start + 4 * words).contains(&first));
    let most = end.map_or(wanted.rows, |(start, words)| words - (first - start) / 4);
    let addresses = (0..wanted.rows.min(most)).map(|idx| first.checked_add(4 * idx));
    let rows = addresses.map_while(|address| Some(row(names, machine, address?)));
    Ok(CodeRows { pc, rows: rows.collect(), parts })
}

/// The contiguous parts of the program's code, as address and number of instructions.
fn parts(names: &DebugSymbols) -> Vec<(u32, u32)> {
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for code in &names.program.code {
        let is_full = parts.len() == PARTS_MAX;
        match parts.last_mut() {
            Some((start, words)) if *start + 4 * *words == code.address => *words += 1,
            _ if is_full => break,
            _ => parts.push((code.address, 1)),
        }
    }
    parts
}

/// The first address of a view with the instruction that is next in its upper half.
fn around(pc: u32, rows: u32, parts: &[(u32, u32)]) -> u32 {
    let before = pc.saturating_sub(4 * (rows / 3));
    let part = parts.iter().find(|(start, words)| (*start..start + 4 * words).contains(&pc));
    part.map_or(before, |(start, words)| {
        let last = start + 4 * words.saturating_sub(rows);
        before.min(last).max(*start)
    })
}

fn row(names: &DebugSymbols, machine: &Machine, address: u32) -> CodeRow {
    let word = machine.memory.peek_word(address);
    let own = names.program.code_at(address);
    let label = names.symbol_before(address).filter(|symbol| symbol.address == address);
    let is_first = own.is_some_and(|code| code.is_first);
    let source = if is_first { names.line(address).map(|line| line.text) } else { None };
    CodeRow {
        address,
        word,
        text: names.instruction(machine, address),
        label: label.map(|symbol| symbol.name.clone()),
        at: line_of(names, address),
        source,
        is_changed: own.is_some_and(|code| code.word != word),
    }
}
