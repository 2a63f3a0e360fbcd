//! How the pages look: rows of the tables as text.

use jetan_asm::codes::{Page, PAGES};
use jetan_asm::Dialect;
use jetan_isa::directives::{DIRECTIVES, DirectiveRow};
use jetan_isa::memory_map::MEMORY_MAPS;
use jetan_isa::mnemonics::MNEMONIC_COUNT;
use jetan_isa::registers::{Cp0Row, RegisterRow};
use jetan_isa::syscalls::{SERVICES, ServiceRow};
use jetan_isa::{FReg, Form, MemoryMap, Mnemonic};

use crate::render::human;

/// How wide running text is.
const WIDTH: usize = 80;

/// What there is to explain.
pub(super) fn contents() -> String {
    let services: Vec<String> =
        SERVICES.iter().map(|row| format!("{} {}", row.number, row.name)).collect();
    let directives: Vec<&str> = DIRECTIVES.iter().map(|row| row.name).collect();
    let maps: Vec<&str> = MEMORY_MAPS.iter().map(|map| map.name).collect();
    let mnemonics: Vec<&str> = Mnemonic::all().map(Mnemonic::name).collect();
    let (first, last) = (PAGES.first(), PAGES.last());
    let code = |page: Option<&Page>| page.map_or("", |page| page.code);
    let mut text = String::from("`jetan explain WHAT` explains\n");
    for (title, names) in [
        ("an error or warning code".to_owned(), format!("{} to {}", code(first), code(last))),
        (format!("one of {MNEMONIC_COUNT} instructions"), mnemonics.join(" ")),
        ("a directive".to_owned(), directives.join(" ")),
        ("a register".to_owned(), "$zero $t0 $8 … $f0 … vaddr status cause epc".to_owned()),
        ("a service, by number or name".to_owned(), services.join(", ")),
        ("a memory configuration".to_owned(), maps.join(" ")),
    ] {
        text.push_str(&format!("\n{title}:\n{}", wrapped(&names, "  ")));
    }
    text
}

/// An error code: what it means, an example, and how to put it right.
pub(super) fn code(page: &'static Page) -> String {
    let mut text = format!("{}: {}\n\n", page.code, page.title);
    for sentence in page.text.lines() {
        text.push_str(&wrapped(sentence, ""));
    }
    for (name, contents) in page.setting.included.iter().chain(page.setting.further) {
        text.push_str(&format!("\nWith this file as `{name}`:\n\n{}", indented(contents)));
    }
    text.push_str(&format!("\n{}:\n\n{}", heading(page), indented(page.wrong)));
    if let Some(diagnostic) = page.diagnostic() {
        let rendered = human::single(&diagnostic, &page.wrong_sources());
        text.push_str(&format!("\nJetan says:\n\n{}", indented(&rendered)));
    }
    text.push_str(&format!("\nRight:\n\n{}", indented(page.right)));
    text
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
    let mut text = format!("{}\n", mnemonic.name());
    for &form in mnemonic.forms() {
        let statement = format!("{} {}", form.name(), form.syntax());
        text.push_str(&format!("\n  {}\n", statement.trim_end()));
        text.push_str(&wrapped(form.summary(), "      "));
        match form {
            Form::Basic(op) => text.push_str(&format!("      word: {}\n", op.spec().pattern)),
            Form::Pseudo(_) => text.push_str(&expansion(form)),
        }
    }
    text.push_str(&notation(&text));
    text
}

fn expansion(form: Form) -> String {
    let Some(pseudo) = form.pseudo() else { return String::new() };
    let mut text = wrapped(&format!("stands for: {}", pseudo.expansion_text(false, false)), "      ");
    if pseudo.compact.is_some() {
        let compact = format!("in compact memory: {}", pseudo.expansion_text(false, true));
        text.push_str(&wrapped(&compact, "      "));
    }
    text
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
    let lines: String = used.map(|(_, meaning)| format!("  {meaning}\n")).collect();
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}

/// A directive.
pub(super) fn directive(row: &DirectiveRow) -> String {
    let mut text = format!("{} {}", row.name, row.syntax).trim_end().to_owned();
    text.push_str(&format!("\n\n{}", wrapped(row.summary, "")));
    if row.is_extension {
        text.push_str("MARS does not know it.\n");
    }
    text
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
    let mut text = format!("syscall {}: {}\n\n", row.number, row.name);
    text.push_str(&wrapped(row.summary, ""));
    for (title, registers) in [("takes", row.arguments), ("gives", row.results)] {
        if !registers.is_empty() {
            text.push_str(&format!("\n  {title}  {registers}\n"));
        }
    }
    text.push_str(&format!("\n    li $v0, {}\n    syscall\n", row.number));
    if row.service.is_extension() {
        text.push_str("\nMARS 4.5 does not have it.\n");
    }
    text
}

/// A memory configuration.
pub(super) fn memory(map: &MemoryMap) -> String {
    let mut text = format!("{}\n\n", map.name);
    for (address, place) in [
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
    ] {
        text.push_str(&format!("  {address:#010x}  {place}\n"));
    }
    text
}

/// Text broken into lines, each after an indent.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let wider = indent.len() + line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && wider > WIDTH {
            lines.push_str(&format!("{indent}{line}\n"));
            line.clear();
        }
        line.push_str(if line.is_empty() { "" } else { " " });
        line.push_str(word);
    }
    if !line.is_empty() {
        lines.push_str(&format!("{indent}{line}\n"));
    }
    lines
}

fn indented(text: &str) -> String {
    let indent = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") };
    text.lines().map(indent).collect()
}
