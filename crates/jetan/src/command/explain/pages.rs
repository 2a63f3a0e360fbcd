//! How the pages look: rows of the tables as text.

use jetan_asm::Dialect;
use jetan_asm::codes::{PAGES, Page};
use jetan_isa::directives::{DIRECTIVES, DirectiveRow};
use jetan_isa::memory_map::MEMORY_MAPS;
use jetan_isa::mnemonics::MNEMONIC_COUNT;
use jetan_isa::pack::{Argument, PackService};
use jetan_isa::registers::{Cp0Row, RegisterRow};
use jetan_isa::syscalls::{SERVICES, ServiceRow};
use jetan_isa::topics::{Part, TOPICS, Topic};
use jetan_isa::{FReg, Form, MemoryMap, Mnemonic, Pack, Reg};

use super::runtime_codes;
use crate::render::{human, wrapped};

/// What there is to explain.
pub(super) fn contents() -> String {
    let services: Vec<String> =
        SERVICES.iter().map(|row| format!("{} {}", row.number, row.name)).collect();
    let directives: Vec<&str> = DIRECTIVES.iter().map(|row| row.name).collect();
    let maps: Vec<&str> = MEMORY_MAPS.iter().map(|map| map.name).collect();
    let mnemonics: Vec<&str> = Mnemonic::all().map(Mnemonic::name).collect();
    let (first, last) = (PAGES.first(), PAGES.last());
    let code = |page: Option<&Page>| page.map_or("", |page| page.code);
    let runtime: Vec<&str> = runtime_codes::all().map(|page| page.code).collect();
    let topics: Vec<&str> = TOPICS.iter().map(|topic| topic.name).collect();
    let mut parts = vec!["`jetan explain WHAT` explains\n".to_owned()];
    for (title, names) in [
        ("a topic, with programs to try".to_owned(), topics.join(" ")),
        ("an error or warning code".to_owned(), format!("{} to {}", code(first), code(last))),
        ("the code of an error at run time".to_owned(), runtime.join(" ")),
        (format!("one of {MNEMONIC_COUNT} instructions"), mnemonics.join(" ")),
        ("a directive".to_owned(), directives.join(" ")),
        ("a register".to_owned(), "$zero $t0 $8 … $f0 … vaddr status cause epc".to_owned()),
        ("a service, by number or name".to_owned(), services.join(", ")),
        ("a memory configuration".to_owned(), maps.join(" ")),
    ] {
        parts.push(format!("\n{title}:\n{}", wrapped(&names, "  ")));
    }
    parts.concat()
}

/// A topic: its text for a terminal, and how to try its programs.
pub(super) fn topic(topic: &Topic) -> String {
    let mut parts = vec![format!("{}: {}\n", topic.name, topic.title)];
    for part in topic.parts() {
        parts.push("\n".to_owned());
        parts.push(match part {
            Part::Prose(text) if text.starts_with('|') => table(text),
            Part::Prose(text) => wrapped(text, ""),
            Part::Block("mips", lines) => indented(lines),
            Part::Block("output", lines) => format!("It prints:\n\n{}", indented(lines)),
            Part::Block("input", lines) => format!("With the input:\n\n{}", indented(lines)),
            Part::Block(_, lines) => format!("Run with --keys \"{}\":\n", lines.trim_end()),
        });
    }
    parts.concat()
}

/// A Markdown table as columns; the row of dashes becomes a line.
fn table(text: &str) -> String {
    let row = |line: &str| -> Vec<String> {
        let cells = line.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().replace('`', "")).collect()
    };
    let rows: Vec<Vec<String>> = text.lines().map(row).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| match cell.trim_matches('-') {
            "" if !cell.is_empty() => "-".repeat(width),
            _ => format!("{cell:width$}"),
        });
        format!("  {}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect::<Vec<_>>().concat()
}

/// An error code: what it means, an example, and how to put it right.
pub(super) fn code(page: &'static Page) -> String {
    let mut parts = vec![format!("{}: {}\n\n", page.code, page.title)];
    parts.extend(page.text.lines().map(|sentence| wrapped(sentence, "")));
    for (name, contents) in page.setting.included.iter().chain(page.setting.further) {
        parts.push(format!("\nWith this file as `{name}`:\n\n{}", indented(contents)));
    }
    parts.push(format!("\n{}:\n\n{}", heading(page), indented(page.wrong)));
    if let Some(diagnostic) = page.diagnostic() {
        let rendered = human::single(&diagnostic, &page.wrong_sources());
        parts.push(format!("\nJetan says:\n\n{}", indented(&rendered)));
    }
    parts.push(format!("\nRight:\n\n{}", indented(page.right)));
    parts.concat()
}

/// The code of an error at run time: what it means, and a program put right.
pub(super) fn runtime_code(page: &'static runtime_codes::Page) -> String {
    let mut parts = vec![format!("{}: {}\n\n", page.code, page.title)];
    parts.extend(page.text.lines().map(|sentence| wrapped(sentence, "")));
    let flag = page.flag.map(|flag| format!(", run with {flag}")).unwrap_or_default();
    parts.push(format!("\nWrong{flag}:\n\n{}", indented(page.wrong)));
    if !page.input.is_empty() {
        parts.push(format!("\nWith the input:\n\n{}", indented(page.input)));
    }
    parts.push(format!("\nRight:\n\n{}", indented(page.right)));
    parts.concat()
}

fn heading(page: &Page) -> &'static str {
    let setting = &page.setting;
    if setting.outline {
        "Wrong, in outline"
    } else if setting.latin1 {
        "Wrong, if the file is saved in Latin-1"
    } else if !setting.pseudo {
        "Wrong, with pseudo-instructions switched off"
    } else if setting.dialect == Dialect::MARS {
        "Wrong, in MARS's dialect"
    } else {
        "Wrong"
    }
}

/// An instruction: all its forms.
pub(super) fn instruction(mnemonic: Mnemonic) -> String {
    let mut parts = vec![format!("{}\n", mnemonic.name())];
    for &form in mnemonic.forms() {
        let statement = format!("{} {}", form.name(), form.syntax());
        parts.push(format!("\n  {}\n", statement.trim_end()));
        parts.push(wrapped(form.summary(), "      "));
        parts.push(match form {
            Form::Basic(op) => format!("      word: {}\n", op.spec().pattern),
            Form::Pseudo(_) => expansion(form),
        });
    }
    let text = parts.concat();
    let notation = notation(&text);
    let services = if mnemonic.name() == "syscall" { services() } else { String::new() };
    text + &notation + &services
}

/// All services by number, a line each, with the registers they read and write.
fn services() -> String {
    let row = |row: &ServiceRow| {
        let results = if row.results.is_empty() { "" } else { "→ " };
        let registers = [row.arguments, " ", results, row.results].concat();
        let line = format!("  {:>2}  {:<22} {}", row.number, row.name, registers.trim());
        line.trim_end().to_owned() + "\n"
    };
    let rows: Vec<String> = SERVICES.iter().map(row).collect();
    let more = "\n`jetan explain syscall 4` explains one of them.\n";
    format!("\nThe services:\n\n{}{more}", rows.concat())
}

fn expansion(form: Form) -> String {
    let Some(pseudo) = form.pseudo() else { return String::new() };
    let usual = format!("stands for: {}", pseudo.expansion_text(false, false));
    let compact = format!("in compact memory: {}", pseudo.expansion_text(false, true));
    let lines = wrapped(&usual, "      ");
    if pseudo.compact.is_some() { lines + &wrapped(&compact, "      ") } else { lines }
}

/// What the abbreviations in expansions mean, as far as they occur.
fn notation(text: &str) -> String {
    let meanings = [
        ("lo(", "lo(x): the low 16 bits of x, sign-extended"),
        ("lou(", "lou(x): the low 16 bits of x, zero-extended"),
        ("hi(", "hi(x): x shifted right by 16"),
        ("ha(", "ha(x): hi(x), plus 1 if lo(x) is negative"),
        ("next(", "next(r): the register after r"),
        ("sub32(", "sub32(n): 32 minus n"),
        ("skip(", "skip(1): over the next instruction"),
    ];
    let used = meanings.iter().filter(|(mark, _)| text.contains(&format!(" {mark}")));
    let lines: Vec<String> = used.map(|(_, meaning)| format!("  {meaning}\n")).collect();
    if lines.is_empty() { String::new() } else { format!("\n{}", lines.concat()) }
}

/// A directive.
pub(super) fn directive(row: &DirectiveRow) -> String {
    let statement = format!("{} {}", row.name, row.syntax);
    let remark = if row.is_extension { "MARS does not know it.\n" } else { "" };
    format!("{}\n\n{}{remark}", statement.trim_end(), wrapped(row.summary, ""))
}

/// A CPU register.
pub(super) fn register(row: &RegisterRow) -> String {
    format!("{}, also ${}\n\n{}", row.name, row.reg.number(), wrapped(row.summary, ""))
}

/// A floating-point register.
pub(super) fn float_register(freg: FReg) -> String {
    let even = FReg::at_index(freg.number() & !1);
    let odd = FReg::at_index(freg.number() | 1);
    let role = match freg.number() {
        0 => "Result of a function or service.\n",
        12 => "Argument of a function or service.\n",
        _ => "",
    };
    format!(
        "{freg}\n\nA floating-point register for a single.\n{role}\
         {even} and {odd} together hold a double, which goes by the name {even}.\n"
    )
}

/// A coprocessor 0 register.
pub(super) fn cp0(row: &Cp0Row) -> String {
    format!(
        "{}, a register of coprocessor 0, used with mfc0 and mtc0\n\n{}",
        row.name,
        wrapped(row.summary, "")
    )
}

/// The name of a coprocessor 0 register without its number.
pub(super) fn cp0_name(row: &Cp0Row) -> &'static str {
    let name = row.name.split_once('(').map_or(row.name, |(_, name)| name);
    name.trim_end_matches(')')
}

/// A service.
pub(super) fn service(row: &ServiceRow) -> String {
    let mut parts = vec![format!("syscall {}: {}\n\n", row.number, row.name)];
    parts.push(wrapped(row.summary, ""));
    for (title, registers) in [("takes", row.arguments), ("gives", row.results)] {
        if !registers.is_empty() {
            parts.push(format!("\n  {title}  {registers}\n"));
        }
    }
    parts.push(format!("\n{}", row.example()));
    if row.is_extension {
        parts.push("\nMARS 4.5 does not have it.\n".to_owned());
    }
    parts.concat()
}

/// The code of a mistake in a pack: what it means.
pub(super) fn pack_code(page: &'static jetan_pack::codes::Page) -> String {
    let sentences: Vec<String> = page.text.lines().map(|line| wrapped(line, "")).collect();
    format!("{}: {}\n\n{}", page.code, page.title, sentences.concat())
}

/// A pack: what it is for, and its services.
pub(super) fn pack(pack: &Pack) -> String {
    let row = |one: &PackService| format!("  {:>3}  {}\n", one.number, one.name);
    let rows: Vec<String> = pack.services.iter().map(row).collect();
    let first = pack.services.first().map_or(0, |service| service.number);
    let more = format!("`jetan explain --pack {} {first}` explains one of them.\n", pack.name);
    let Pack { name, version, course, summary, .. } = pack;
    let head = format!("{name} {version}: {course}\n\n{}", wrapped(summary, ""));
    format!("{head}\nIts services:\n\n{}\n{more}", rows.concat())
}

/// A service of a pack.
pub(super) fn pack_service(service: &PackService, pack: &str) -> String {
    let mut parts = vec![format!("syscall {}: {}, of {pack}\n\n", service.number, service.name)];
    parts.push(wrapped(&service.summary, ""));
    let arguments = service.arguments.iter().map(argument);
    let results = service.results.iter();
    let results = results.map(|one| (one.reg, one.meaning(), String::new()));
    for (title, rows) in [("takes", arguments.collect::<Vec<_>>()), ("gives", results.collect())] {
        for (idx, (reg, meaning, values)) in rows.into_iter().enumerate() {
            let title = if idx == 0 { format!("\n  {title}") } else { "       ".to_owned() };
            parts.push(format!("{title}  {reg}: {meaning}\n{values}"));
        }
    }
    parts.push(format!("\n    li $v0, {}\n    syscall\n", service.number));
    parts.concat()
}

/// The register of an argument, what it means, and what its values mean.
fn argument(argument: &Argument) -> (Reg, String, String) {
    let line = |(value, text): &(i32, String)| format!("           {value:>4}  {text}\n");
    let values: Vec<String> = argument.values.iter().map(line).collect();
    (argument.reg, argument.meaning(), values.concat())
}

/// A memory configuration.
pub(super) fn memory(map: &MemoryMap) -> String {
    let places = [
        (map.text_base, ".text, where programs start"),
        (map.data_base, "the data segment"),
        (map.extern_base, ".extern"),
        (map.gp, "$gp"),
        (map.static_base, ".data"),
        (map.heap_base, "the heap, which grows upward"),
        (map.sp, "$sp, from which the stack grows downward"),
        (map.ktext_base, ".ktext"),
        (map.handler, "the exception handler"),
        (map.kdata_base, ".kdata"),
        (map.mmio_base, "device registers"),
    ];
    let row = |&(address, place): &(u32, &str)| format!("  {address:#010x}  {place}\n");
    format!("{}\n\n{}", map.name, places.iter().map(row).collect::<Vec<_>>().concat())
}

fn indented(text: &str) -> String {
    let indent =
        |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") };
    text.lines().map(indent).collect::<Vec<_>>().concat()
}
