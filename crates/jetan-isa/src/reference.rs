//! The tables as Markdown: the pages under `docs/reference`.
//!
//! Pages are built as text only; a test compares them with the committed files and rewrites those
//! on request.

use std::fmt::{self, Write};

use crate::directives::DIRECTIVES;
use crate::memory_map::{MEMORY_MAPS, MemoryMap};
use crate::op::SPECS;
use crate::pseudo::PSEUDOS;
use crate::registers::{CP0_REGISTERS, REGISTERS};
use crate::syscalls::SERVICES;
use crate::template::Pseudo;
use crate::topics::TOPICS;

/// Every reference page: file name and contents.
pub fn pages() -> Vec<(&'static str, String)> {
    let writers: [(&str, PageWriter); 7] = [
        ("instructions.md", instructions),
        ("pseudo-instructions.md", pseudo_instructions),
        ("directives.md", directives),
        ("registers.md", registers),
        ("syscalls.md", syscalls),
        ("memory.md", memory),
        ("topics.md", topics),
    ];
    writers.map(|(name, write)| (name, page(write))).into()
}

type PageWriter = fn(&mut String) -> fmt::Result;

fn page(write: PageWriter) -> String {
    let mut text =
        String::from("<!-- Generated from the tables of jetan-isa; edit those instead. -->\n\n");
    write(&mut text).expect("writing to a string does not fail");
    text
}

fn instructions(out: &mut String) -> fmt::Result {
    out.write_str(
        "# Instructions\n\n\
         What the machine executes.\n\
         Where a mnemonic has several forms, the first whose operands match is taken, and \
         [pseudo-instructions](pseudo-instructions.md) come after all of these.\n\
         In an encoding, digits are fixed and letters belong to operands: `d`, `s` and `t` to \
         registers, `a` to shift amounts, `c` to condition flags, `i` to constants and branch \
         offsets, `j` to jump targets, `k` to codes.\n\n\
         | instruction | encoding | what it does |\n|---|---|---|\n",
    )?;
    for spec in &SPECS {
        let statement = statement(spec.name, spec.syntax);
        writeln!(out, "| {statement} | `{}` | {} |", spec.pattern, spec.summary)?;
    }
    out.write_str(
        "\n| operand | meaning |\n|---|---|\n\
         | `rd` `rs` `rt` `base` | CPU register |\n\
         | `fd` `fs` `ft` | floating-point register; doubles need an even one |\n\
         | `c0` | coprocessor 0 register, written like a CPU register |\n\
         | `sa` | shift amount, 0 to 31 |\n\
         | `cc` | condition flag, 0 to 7 |\n\
         | `imm` `offset` | integer from -32768 to 32767 |\n\
         | `uimm` `code` | integer from 0 to 65535 |\n\
         | `label` `target` | label |\n",
    )
}

fn pseudo_instructions(out: &mut String) -> fmt::Result {
    out.write_str(
        "# Pseudo-instructions\n\n\
         What the assembler replaces by real [instructions](instructions.md).\n\
         The first form whose operands match is taken, real ones first.\n\n\
         | in an expansion | meaning |\n|---|---|\n\
         | `lo(x)` `lou(x)` | low 16 bits of `x`, sign-extended or zero-extended |\n\
         | `hi(x)` | `x` shifted right by 16, arithmetically |\n\
         | `ha(x)` | `hi(x)`, plus 1 if `lo(x)` is negative |\n\
         | `next(r)` | the register after `r` |\n\
         | `sub32(n)` | 32 minus `n` |\n\
         | `skip(1)` | branch over the next instruction; delayed branching adds a `nop` and \
         skips 2 |\n",
    )?;
    // Two lists, as for directives.
    for (title, is_extension) in [("Those of MARS", false), ("Accepted besides", true)] {
        writeln!(out, "\n## {title}\n")?;
        if is_extension {
            out.write_str(
                "MARS does not have these forms: `jetan mars` and `--strict` refuse them.\n\n",
            )?;
        }
        out.write_str("| pseudo-instruction | stands for | what it does |\n|---|---|---|\n")?;
        for pseudo in PSEUDOS.iter().filter(|pseudo| pseudo.is_extension == is_extension) {
            let statement = statement(pseudo.name, pseudo.syntax);
            writeln!(out, "| {statement} | {} | {} |", expansion(pseudo), pseudo.summary)?;
        }
    }
    Ok(())
}

fn expansion(pseudo: &Pseudo) -> String {
    let mut text = format!("`{}`", pseudo.expansion_text(false, false));
    if pseudo.compact.is_some() {
        text.push_str("; in compact memory maps `");
        text.push_str(&pseudo.expansion_text(false, true));
        text.push('`');
    }
    if pseudo.mars_rejects {
        text.push_str("; MARS lists this form but cannot assemble it");
    }
    text
}

fn directives(out: &mut String) -> fmt::Result {
    out.write_str(
        "# Directives\n\n\
         What tells the assembler where to put things.\n\
         Names may be written in upper or lower case.\n",
    )?;
    // Two lists: whoever writes for MARS must see at a glance what only Jetan accepts.
    for (title, is_extension) in [("Those of MARS", false), ("Accepted besides", true)] {
        writeln!(out, "\n## {title}\n\n| directive | what it does |\n|---|---|")?;
        for row in DIRECTIVES.iter().filter(|row| row.is_extension == is_extension) {
            writeln!(out, "| {} | {} |", statement(row.name, row.syntax), row.summary)?;
        }
    }
    Ok(())
}

fn registers(out: &mut String) -> fmt::Result {
    out.write_str(
        "# Registers\n\n\
         ## CPU\n\n\
         A register may be written by name or by number, as in `$t0` or `$8`.\n\n\
         | number | name | customary use |\n|---|---|---|\n",
    )?;
    for row in &REGISTERS {
        writeln!(out, "| {} | `{}` | {} |", row.reg.number(), row.name, row.summary)?;
    }
    out.write_str(
        "\n`HI` and `LO` hold products and quotients and are reached with `mfhi`, `mflo`, `mthi` \
         and `mtlo`.\n\n\
         ## Floating point\n\n\
         `$f0` to `$f31` hold a single or a 32-bit integer each.\n\
         A double occupies an even register and the odd one after it.\n\
         Comparisons write one of eight condition flags, 0 to 7.\n\n\
         ## Coprocessor 0\n\n\
         | register | what it holds |\n|---|---|\n",
    )?;
    for row in &CP0_REGISTERS {
        writeln!(out, "| `{}` | {} |", row.name, row.summary)?;
    }
    Ok(())
}

fn syscalls(out: &mut String) -> fmt::Result {
    out.write_str(
        "# Services\n\n\
         What `syscall` does, by the number in `$v0`.\n\
         Registers that are not listed as results keep their values.\n\
         The status of a dialog is 0 if all is well, -1 if the answer was not a number, -2 if it \
         was cancelled, -3 if it was empty and -4 if it was too long.\n\n\
         | number | name | arguments | results | what it does |\n|---|---|---|---|---|\n",
    )?;
    for row in SERVICES {
        let (arguments, results) = (row.arguments, row.results);
        writeln!(
            out,
            "| {} | {} | {arguments} | {results} | {} |",
            row.number, row.name, row.summary
        )?;
    }
    Ok(())
}

type MapAddress = (&'static str, fn(&MemoryMap) -> u32);

const MAP_ADDRESSES: [MapAddress; 19] = [
    ("`.text`, where programs start", |map| map.text_base),
    ("end of text", |map| map.text_limit),
    ("data segment", |map| map.data_base),
    ("end of the data segment", |map| map.data_limit),
    ("`.extern`", |map| map.extern_base),
    ("`$gp`", |map| map.gp),
    ("`.data`", |map| map.static_base),
    ("heap", |map| map.heap_base),
    ("`$sp`", |map| map.sp),
    ("highest word of the stack", |map| map.stack_base),
    ("lower end of the stack", |map| map.stack_limit),
    ("`.ktext`", |map| map.ktext_base),
    ("exception handler", |map| map.handler),
    ("end of kernel text", |map| map.ktext_limit),
    ("`.kdata`", |map| map.kdata_base),
    ("end of kernel data", |map| map.kdata_limit),
    ("device registers", |map| map.mmio_base),
    ("end of the device registers", |map| map.mmio_limit),
    ("highest address", |map| map.highest),
];

fn memory(out: &mut String) -> fmt::Result {
    out.write_str(
        "# Memory\n\n\
         Where things lie in the three memory configurations.\n\
         An end is the first address that no longer belongs to the segment; the lower end of the \
         stack does not belong to it either.\n\n|",
    )?;
    for map in &MEMORY_MAPS {
        write!(out, " | {}", map.name)?;
    }
    writeln!(out, " |\n|---|---|---|---|")?;
    for (place, address) in MAP_ADDRESSES {
        write!(out, "| {place}")?;
        for map in &MEMORY_MAPS {
            write!(out, " | `0x{:08x}`", address(map))?;
        }
        writeln!(out, " |")?;
    }
    Ok(())
}

/// A name and its operands as one piece of code; a bar would end the table cell.
fn statement(name: &str, syntax: &str) -> String {
    let separator = if syntax.is_empty() { "" } else { " " };
    format!("`{name}{separator}{}`", syntax.replace('|', "\\|"))
}

fn topics(out: &mut String) -> fmt::Result {
    out.write_str("# Topics\n\nWhat `jetan explain` knows beside the words of the language.\n")?;
    for topic in TOPICS {
        write!(out, "\n## {}: {}\n\n{}", topic.name, topic.title, topic.text)?;
    }
    Ok(())
}
