//! Disguises besides those of the documentation, to see that nothing was fitted to these.

use super::disguise::SeededDice;
use super::source::{CodeLine, ProgramText};

/// Constants by halves: `lui` and `ori` for `li`.
pub(crate) fn with_halves(source: &ProgramText, _: &mut SeededDice) -> ProgramText {
    let halves = |line: &CodeLine| {
        let number = line.args.get(1).and_then(|arg| arg.parse::<i32>().ok());
        let (Some(number), "li") = (number, line.op.as_str()) else { return vec![line.clone()] };
        let (high, low) = ((number as u32) >> 16, number & 0xffff);
        let to = line.args[0].as_str();
        let mut lines = vec![
            CodeLine::new("lui", &["$at", &high.to_string()]),
            CodeLine::new("ori", &[to, "$at", &low.to_string()]),
        ];
        lines[0].labels.clone_from(&line.labels);
        lines
    };
    let code = source.code.iter().flat_map(halves).collect();
    ProgramText { head: source.head.clone(), code }
}

/// Operands of what can be exchanged, exchanged.
pub(crate) fn commuted(source: &ProgramText, _: &mut SeededDice) -> ProgramText {
    let mut changed = source.clone();
    for line in &mut changed.code {
        let from = match line.op.as_str() {
            "add" | "addu" | "and" | "or" | "xor" | "mul" => 1,
            "beq" | "bne" => 0,
            _ => continue,
        };
        if line.args.len() == 3 && line.args[from..from + 2].iter().all(|it| it.starts_with('$')) {
            line.args.swap(from, from + 1);
        }
    }
    changed
}

/// Neighbours that do not need each other, exchanged.
pub(crate) fn swapped(source: &ProgramText, dice: &mut SeededDice) -> ProgramText {
    let mut changed = source.clone();
    let is_plain = |line: &CodeLine| {
        const PLAIN: [&str; 12] =
            ["li", "la", "move", "add", "addi", "addu", "addiu", "sub", "sll", "srl", "and", "or"];
        PLAIN.contains(&line.op.as_str())
    };
    let mut at = 0;
    while at + 1 < changed.code.len() {
        let (one, other) = (&changed.code[at], &changed.code[at + 1]);
        let needs = |one: &CodeLine, other: &CodeLine| {
            other
                .args
                .iter()
                .any(|arg| one.args.first().is_some_and(|to| arg.contains(to.as_str())))
        };
        let is_free = is_plain(one)
            && is_plain(other)
            && other.labels.is_empty()
            && !needs(one, other)
            && !needs(other, one);
        if is_free && dice.below(3) > 0 {
            let labels = std::mem::take(&mut changed.code[at].labels);
            changed.code.swap(at, at + 1);
            changed.code[at].labels = labels;
            at += 1;
        }
        at += 1;
    }
    changed
}

/// Every few statements are somewhere else: a jump leads there and back, or it is a procedure.
pub(crate) fn scattered(source: &ProgramText, dice: &mut SeededDice, calls: bool) -> ProgramText {
    let mut changed = ProgramText { head: source.head.clone(), code: Vec::new() };
    let mut parts: Vec<CodeLine> = Vec::new();
    let is_plain = |line: &CodeLine| {
        line.labels.is_empty() && !line.op.starts_with(['b', 'j']) && line.op != "syscall"
    };
    let (mut at, mut number) = (0, 0);
    while at < source.code.len() {
        let count = source.code[at..].iter().take_while(|line| is_plain(line)).count().min(6);
        if count < 3 || dice.below(2) == 0 {
            changed.code.push(source.code[at].clone());
            at += 1;
            continue;
        }
        number += 1;
        let (there, back) = (format!("part_{number}"), format!("back_{number}"));
        changed.code.push(CodeLine::new(if calls { "jal" } else { "j" }, &[&there]));
        parts.push(CodeLine::label(&there));
        parts.extend_from_slice(&source.code[at..at + count]);
        if calls {
            parts.push(CodeLine::new("jr", &["$ra"]));
        } else {
            changed.code.push(CodeLine::label(&back));
            parts.push(CodeLine::new("j", &[&back]));
        }
        at += count;
    }
    changed.code.extend(parts);
    changed
}

/// What was computed is stored below the stack and read back after every fourth statement.
pub(crate) fn spilled(source: &ProgramText, _: &mut SeededDice) -> ProgramText {
    let mut changed = ProgramText { head: source.head.clone(), code: Vec::new() };
    for (at, line) in source.code.iter().enumerate() {
        changed.code.push(line.clone());
        let to = line.args.first().filter(|to| to.starts_with("$t") || to.starts_with("$s"));
        if let Some(to) = to
            && at % 4 == 0
            && !line.op.starts_with(['b', 'j', 's'])
        {
            changed.code.push(CodeLine::new("sw", &[to, "-8($sp)"]));
            changed.code.push(CodeLine::new("lw", &[to, "-8($sp)"]));
        }
    }
    changed
}

/// Lines after every third statement that computes something; they get what it computed.
fn padded(source: &ProgramText, lines: impl Fn(&str) -> Vec<CodeLine>) -> ProgramText {
    let mut changed = ProgramText { head: source.head.clone(), code: Vec::new() };
    let mut count = 0;
    for line in &source.code {
        changed.code.push(line.clone());
        let to = line.args.first().filter(|to| to.starts_with("$t") || to.starts_with("$s"));
        count += 1;
        if let Some(to) = to.filter(|to| *to != "$sp")
            && count % 3 == 0
            && !line.op.starts_with(['b', 'j'])
        {
            changed.code.extend(lines(to));
        }
    }
    changed
}

/// Registers are put onto the stack and taken back.
pub(crate) fn pushed(source: &ProgramText, _: &mut SeededDice) -> ProgramText {
    padded(source, |to| {
        vec![
            CodeLine::new("addiu", &["$sp", "$sp", "-4"]),
            CodeLine::new("sw", &[to, "0($sp)"]),
            CodeLine::new("lw", &[to, "0($sp)"]),
            CodeLine::new("addiu", &["$sp", "$sp", "4"]),
        ]
    })
}

/// Registers that nobody reads are multiplied with each other.
pub(crate) fn multiplied(source: &ProgramText, _: &mut SeededDice) -> ProgramText {
    padded(source, |_| {
        vec![CodeLine::new("mult", &["$k0", "$k1"]), CodeLine::new("mflo", &["$k0"])]
    })
}
