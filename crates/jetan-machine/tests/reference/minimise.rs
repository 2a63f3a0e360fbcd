//! The shortest form of a program that fails, and its text.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use jetan_isa::decode;
use jetan_isa::disasm::source_text;

use super::compare::compare;
use super::generator::Case;
use super::processor::Processor;

/// Compares; a panic of the engine is a difference too.
pub(crate) fn check(case: &Case) -> Result<Processor, String> {
    catch_unwind(AssertUnwindSafe(|| compare(case)))
        .unwrap_or_else(|_| Err(String::from("the engine panics")))
}

/// Takes away what is not needed for the program to fail.
pub(crate) fn minimise(mut case: Case) -> Case {
    loop {
        let before = format!("{case:?}");
        drop_instructions(&mut case);
        simplify(&mut case);
        if format!("{case:?}") == before {
            return case;
        }
    }
}

/// Keeps a change if the program still fails.
fn attempt(case: &mut Case, change: impl FnOnce(&mut Case)) -> bool {
    let mut changed = case.clone();
    change(&mut changed);
    let still_fails = check(&changed).is_err();
    if still_fails {
        *case = changed;
    }
    still_fails
}

fn drop_instructions(case: &mut Case) {
    let mut idx = 0;
    while idx < case.code.len() {
        let is_dropped = attempt(case, |case| _ = case.code.remove(idx));
        if !is_dropped {
            attempt(case, |case| case.code[idx] = 0);
            idx += 1;
        }
    }
    let mut idx = 0;
    while idx < case.handler.len() {
        let is_dropped = attempt(case, |case| _ = case.handler.remove(idx));
        idx += usize::from(!is_dropped);
    }
}

fn simplify(case: &mut Case) {
    for idx in 0..32 {
        attempt(case, |case| case.registers[idx] = 0);
        attempt(case, |case| case.floats[idx] = 0);
    }
    attempt(case, |case| case.hilo = (0, 0));
    attempt(case, |case| case.data.clear());
    attempt(case, |case| case.more.1.clear());
    attempt(case, |case| case.layout = 0);
    while case.budget > 1 && attempt(case, |case| case.budget -= 1) {}
}

/// The program as text, with all that it starts from.
pub(crate) fn describe(case: &Case) -> String {
    let layout = case.layout();
    let mut text = format!("{:?}, layout {}, {} steps\n", case.plan, case.layout, case.budget);
    let _ = writeln!(
        text,
        "HI = {:#010x}, LO = {:#010x}, {} bytes of data",
        case.hilo.0,
        case.hilo.1,
        case.data.len()
    );
    let (address, bytes) = &case.more;
    let _ = writeln!(text, "{address:#010x}: {bytes:02x?}");
    for (name, values) in [("$", case.registers), ("$f", case.floats)] {
        let set = values.iter().enumerate().filter(|(_, value)| **value != 0);
        for (number, value) in set {
            let _ = writeln!(text, "{name}{number} = {value:#010x}");
        }
    }
    for (base, words) in [(layout.text.0, &case.code), (layout.handler, &case.handler)] {
        for (address, &word) in (base..).step_by(4).zip(words) {
            let instruction = decode(word).map(|it| source_text(&it, address, &mut |_| None));
            let instruction = instruction.unwrap_or_else(|| String::from("undefined"));
            let _ = writeln!(text, "{address:#010x}: {word:08x}  {instruction}");
        }
    }
    text
}
