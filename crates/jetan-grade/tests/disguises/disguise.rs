//! Disguises: each changes a program so that it does the same.

use super::source::{CodeLine, ProgramText, with_words};

/// Random numbers that are the same every time.
pub(crate) struct SeededDice(u64);

impl SeededDice {
    pub(crate) fn new(seed: u64) -> SeededDice {
        SeededDice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % count.max(1)
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

pub(crate) fn renamed(source: &ProgramText, _: &mut SeededDice) -> ProgramText {
    let labels = source.labels();
    let text = with_words(&source.text(), |word| {
        let number = labels.iter().position(|label| label == word)?;
        (word != "main").then(|| format!("q{}_{number}", number * 7 % 10))
    });
    ProgramText::new(&text)
}

/// Procedures, and blocks that nothing falls into, in another order.
pub(crate) fn reordered(source: &ProgramText, dice: &mut SeededDice) -> ProgramText {
    let mut pieces = source.pieces();
    // What falls off the end would fall into another piece.
    let fixed = pieces.pop_if(|piece| !piece.last().is_some_and(CodeLine::is_end));
    if let Some(others) = pieces.get_mut(1..) {
        dice.shuffle(others);
    }
    pieces.extend(fixed);
    ProgramText { head: source.head.clone(), code: pieces.concat() }
}

pub(crate) fn with_other_registers(source: &ProgramText, dice: &mut SeededDice) -> ProgramText {
    let (mut temporary, mut saved): (Vec<usize>, Vec<usize>) =
        ((0..10).collect(), (0..8).collect());
    dice.shuffle(&mut temporary);
    dice.shuffle(&mut saved);
    let text = with_words(&source.text(), |word| {
        let other = |prefix: &str, order: &[usize]| {
            let number: usize = word.strip_prefix(prefix)?.parse().ok()?;
            Some(format!("{prefix}{}", order.get(number)?))
        };
        other("$t", &temporary).or_else(|| other("$s", &saved))
    });
    ProgramText::new(&text)
}

/// Other instructions for the same, and statements behind macros.
pub(crate) fn with_macros(source: &ProgramText, dice: &mut SeededDice) -> ProgramText {
    let mut changed = ProgramText { head: source.head.clone(), code: Vec::new() };
    for line in &source.code {
        let mut lines = if dice.below(4) == 0 { vec![line.clone()] } else { rewritten(line, dice) };
        lines[0].labels.clone_from(&line.labels);
        let is_plain = !line.op.starts_with(['b', 'j']) && lines.len() == 1;
        let names_nobody = line.args.iter().all(|arg| arg.starts_with('$') || arg.contains('('));
        if is_plain && names_nobody && !line.args.is_empty() && dice.below(3) == 0 {
            let name = format!("do_{}", changed.head.len());
            let parameters: Vec<String> =
                (0..line.args.len()).map(|number| format!("%p{number}")).collect();
            let parts = [
                format!(".macro {name} ({})", parameters.join(", ")),
                format!("{} {}", line.op, parameters.join(", ")),
                ".end_macro".to_owned(),
            ];
            if line.args.iter().all(|arg| arg.starts_with('$')) {
                changed.head.extend(parts);
                lines[0].op = name;
            }
        }
        changed.code.extend(lines);
    }
    changed
}

fn rewritten(line: &CodeLine, dice: &mut SeededDice) -> Vec<CodeLine> {
    let args: Vec<&str> = line.args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<i64>().ok();
    let is_register = |text: &str| text.starts_with('$');
    let compare = |less: (&str, &str), branch: &str, to: &str| {
        vec![
            CodeLine::new("slt", &["$at", less.0, less.1]),
            CodeLine::new(branch, &["$at", "$zero", to]),
        ]
    };
    match (line.op.as_str(), args.as_slice()) {
        ("li", [to, value]) if number(value).is_some_and(|it| (0..0x8000).contains(&it)) => {
            let op = ["addiu", "ori", "addi"][dice.below(3)];
            vec![CodeLine::new(op, &[to, "$zero", value])]
        }
        ("move", [to, from]) => match dice.below(3) {
            0 => vec![CodeLine::new("addu", &[to, from, "$zero"])],
            1 => vec![CodeLine::new("or", &[to, "$zero", from])],
            _ => vec![CodeLine::new("addiu", &[to, from, "0"])],
        },
        ("blt", [a, b, to]) if is_register(b) => compare((a, b), "bne", to),
        ("bge", [a, b, to]) if is_register(b) => compare((a, b), "beq", to),
        ("bgt", [a, b, to]) if is_register(b) => compare((b, a), "bne", to),
        ("ble", [a, b, to]) if is_register(b) => compare((b, a), "beq", to),
        ("blt" | "bge", [a, b, to]) if number(b).is_some() => vec![
            CodeLine::new("slti", &["$at", a, b]),
            CodeLine::new(if line.op == "blt" { "bne" } else { "beq" }, &["$at", "$zero", to]),
        ],
        ("beqz", [a, to]) => vec![CodeLine::new("beq", &["$zero", a, to])],
        ("bnez", [a, to]) => vec![CodeLine::new("bne", &[a, "$zero", to])],
        ("beq" | "bne", [a, b, to]) if number(b).is_some() => {
            vec![CodeLine::new("li", &["$at", b]), CodeLine::new(&line.op, &[a, "$at", to])]
        }
        ("mul", [to, a, b]) if is_register(b) => {
            vec![CodeLine::new("mult", &[a, b]), CodeLine::new("mflo", &[to])]
        }
        ("div", [to, a, b]) if is_register(b) => {
            vec![CodeLine::new("div", &[a, b]), CodeLine::new("mflo", &[to])]
        }
        ("rem", [to, a, b]) if is_register(b) => {
            vec![CodeLine::new("div", &[a, b]), CodeLine::new("mfhi", &[to])]
        }
        ("not", [to, a]) => vec![CodeLine::new("nor", &[to, a, "$zero"])],
        ("neg" | "negu", [to, a]) => vec![CodeLine::new("subu", &[to, "$zero", a])],
        ("subi" | "subiu", [to, a, b]) if number(b).is_some() => {
            let negative = format!("{}", -number(b).unwrap_or(0));
            vec![CodeLine::new("addiu", &[to, a, &negative])]
        }
        ("j", [to]) if dice.below(2) == 0 => vec![CodeLine::new("beq", &["$zero", "$zero", to])],
        ("b", [to]) => vec![CodeLine::new("j", &[to])],
        _ => vec![line.clone()],
    }
}

/// Behind every third statement something that nobody needs.
pub(crate) fn with_dead_code(source: &ProgramText, dice: &mut SeededDice) -> ProgramText {
    let all = source.text();
    let free: Vec<String> = (0..8)
        .map(|number| format!("$s{number}"))
        .chain((0..10).map(|number| format!("$t{number}")))
        .filter(|register| !all.contains(register.as_str()))
        .collect();
    let mut changed = ProgramText { head: source.head.clone(), code: Vec::new() };
    changed.head.push(".data\nunused_cell: .word 0, 0".to_owned());
    let mut count = 0;
    for (at, line) in source.code.iter().enumerate() {
        changed.code.push(line.clone());
        count += 1;
        let uses_at = |line: &CodeLine| line.args.iter().any(|arg| arg == "$at" || arg == "$1");
        let is_pair = uses_at(line) || source.code.get(at + 1).is_some_and(uses_at);
        if count % 3 == 0 && !line.is_end() && !is_pair {
            changed.code.extend(dead(dice, &free));
        }
    }
    changed
}

fn dead(dice: &mut SeededDice, free: &[String]) -> Vec<CodeLine> {
    let number = format!("{}", dice.below(500) + 1);
    let some = free.get(dice.below(free.len())).map_or("$k0", String::as_str);
    match dice.below(9) {
        0..=2 => vec![CodeLine::new("addiu", &["$k1", "$k1", "1"])],
        3 => vec![CodeLine::new("li", &[some, &number]), CodeLine::new("sll", &[some, some, "2"])],
        4 => vec![CodeLine::new("addu", &["$at", "$k1", "$sp"])],
        5 => vec![CodeLine::new("sw", &["$k1", "unused_cell"])],
        6 => vec![
            CodeLine::new("lw", &["$k0", "unused_cell"]),
            CodeLine::new("addi", &["$k0", "$k0", &number]),
            CodeLine::new("sw", &["$k0", "unused_cell"]),
        ],
        7 => vec![CodeLine::new("nop", &[])],
        _ => vec![CodeLine::new("xor", &[some, "$a0", "$k1"])],
    }
}

/// Branches on the opposite condition, with the blocks exchanged or a jump between.
pub(crate) fn inverted(source: &ProgramText, dice: &mut SeededDice) -> ProgramText {
    if dice.below(2) == 0 { with_jumps(source) } else { exchanged(source, dice) }
}

fn with_jumps(source: &ProgramText) -> ProgramText {
    let mut changed = ProgramText { head: source.head.clone(), code: Vec::new() };
    for (number, line) in source.code.iter().enumerate() {
        let skip = format!("skip_{number}");
        match (line.inverted(&skip), line.target()) {
            (Some(mut branch), Some(target)) => {
                branch.labels.clone_from(&line.labels);
                changed.code.push(branch);
                changed.code.extend([CodeLine::new("j", &[target]), CodeLine::label(&skip)]);
            }
            _ => changed.code.push(line.clone()),
        }
    }
    changed
}

/// Basic blocks laid out anew: sometimes what a branch leads to comes first.
fn exchanged(source: &ProgramText, dice: &mut SeededDice) -> ProgramText {
    let mut blocks: Vec<Vec<CodeLine>> = vec![Vec::new()];
    let mut is_new = false;
    for line in &source.code {
        let last = blocks.last_mut().expect("there is one");
        if (is_new || !line.labels.is_empty()) && !last.is_empty() {
            blocks.push(Vec::new());
        }
        is_new = line.is_end() || line.inverted("").is_some();
        blocks.last_mut().expect("there is one").push(line.clone());
    }
    let name = |number: usize| format!("part_{number}");
    let place =
        |label: &str| blocks.iter().position(|block| block[0].labels.iter().any(|it| it == label));
    let mut is_done = vec![false; blocks.len()];
    let mut code: Vec<CodeLine> = Vec::new();
    for first in 0..blocks.len() {
        let mut at = first;
        while at < blocks.len() && !is_done[at] {
            is_done[at] = true;
            let mut block = blocks[at].clone();
            block[0].labels.push(name(at));
            let next = at + 1;
            let last = block.last().expect("it has a line").clone();
            let labels = last.labels.clone();
            let taken = last.target().and_then(place);
            match (last.inverted(&name(next)), taken) {
                (Some(mut branch), Some(taken))
                    if next < blocks.len() && !is_done[taken] && dice.below(2) == 0 =>
                {
                    block.pop();
                    branch.labels = if block.is_empty() { labels } else { Vec::new() };
                    block.push(branch);
                    at = taken;
                }
                _ if last.is_end() => at = blocks.len(),
                _ => at = next,
            }
            code.extend(block);
            let goes_on = at < blocks.len();
            if goes_on && is_done[at] {
                code.push(CodeLine::new("j", &[&name(at)]));
            }
        }
    }
    ProgramText { head: source.head.clone(), code }
}

/// `while` loops as `do` loops after the condition.
pub(crate) fn with_turned_loops(source: &ProgramText, _: &mut SeededDice) -> ProgramText {
    let mut code: Vec<CodeLine> = source.code.clone();
    for number in 0..source.code.len() {
        let Some(back) = code.get(number).filter(|line| matches!(line.op.as_str(), "j" | "b"))
        else {
            continue;
        };
        let Some(target) = back.target() else { continue };
        let header = code[..number].iter().position(|it| it.labels.iter().any(|l| l == target));
        let Some(header) = header else { continue };
        let branch = (header..number.min(header + 4)).find(|&it| code[it].inverted("").is_some());
        let Some(branch) = branch else { continue };
        if (header..branch).any(|it| code[it].is_end() || code[it].op == "jal") {
            continue;
        }
        let body = format!("body_{number}");
        let Some(exit) = code[branch].target().map(str::to_owned) else { continue };
        let mut tail: Vec<CodeLine> = code[header..branch].to_vec();
        tail.extend(code[branch].inverted(&body));
        tail.push(CodeLine::new("j", &[&exit]));
        for line in &mut tail {
            line.labels.clear();
        }
        tail[0].labels.clone_from(&back.labels);
        code[branch + 1].labels.push(body);
        code.splice(number..=number, tail);
    }
    ProgramText { head: source.head.clone(), code }
}

/// All pieces of two programs, one of each in turn.
pub(crate) fn mixed(one: &ProgramText, other: &ProgramText) -> ProgramText {
    let distinct = |source: &ProgramText, mark: &str| {
        let labels = source.labels();
        let text = with_words(&source.text(), |word| {
            labels.iter().any(|it| it == word).then(|| format!("{mark}{word}"))
        });
        ProgramText::new(&text)
    };
    let (one, other) = (distinct(one, "u_"), distinct(other, "w_"));
    let (first, second) = (one.pieces(), other.pieces());
    let mut code = Vec::new();
    for at in 0..first.len().max(second.len()) {
        code.extend([&first, &second].into_iter().filter_map(|it| it.get(at)).flatten().cloned());
    }
    ProgramText { head: [one.head, other.head].concat(), code }
}
