//! Removes code that does nothing: the cheapest way to make a copy look different.
//!
//! A statement goes if it changes nothing (`move $t0, $t0`), cannot be reached, jumps to the next
//! statement, or computes something into a register that is overwritten or never read. Whatever
//! is not understood stays.

use super::tokens::families::{FAMILIES, OpFamily};
use super::tokens::{CodeStatement, LabelNames, NamelessOperand, ZERO};

/// Each round may make further code dead; nobody nests deeper.
const ROUNDS_MAX: usize = 8;

/// A set of registers, the FPU's from bit 32 on.
type RegisterBits = u64;

/// Arguments and number of a service: `$v0`, `$a0` to `$a3`, `$f12` and `$f13`.
const SERVICE_READS: RegisterBits = 0b1111_0100 | 0b11 << (32 + 12);
/// The registers that nobody outside a procedure looks at: `$t0` to `$t9` and `$s0` to `$s7`.
const OWN_REGISTERS: RegisterBits = 0x03ff_ff00;

/// Removes dead code and moves the labels along.
pub(super) fn remove(code: &mut Vec<CodeStatement>, labels: &LabelNames) {
    let mut places = labels.places.clone();
    for _ in 0..ROUNDS_MAX {
        let mut dead = vec![false; code.len()];
        let targets = targets(code.len(), &places, &labels.used);
        mark_idle(code, &places, &mut dead);
        mark_unreachable(code, &targets, &mut dead);
        mark_overwritten(code, &mut dead);
        mark_unread(code, &mut dead);
        if !dead.contains(&true) {
            break;
        }
        compact(code, &dead, &mut places);
    }
}

/// Drops what is dead; a label in front of it stands in front of what follows.
pub(super) fn compact(code: &mut Vec<CodeStatement>, dead: &[bool], places: &mut [Option<usize>]) {
    let mut new = Vec::with_capacity(dead.len() + 1);
    let mut kept = 0;
    for &is_dead in dead {
        new.push(kept);
        kept += usize::from(!is_dead);
    }
    // One more than statements: a label may stand after the last one.
    new.push(kept);
    for place in places.iter_mut().flatten() {
        *place = new[*place];
    }
    let mut dead = dead.iter();
    code.retain(|_| dead.next() == Some(&false));
}

/// The statements with a label that is used.
fn targets(statements: usize, places: &[Option<usize>], used: &[bool]) -> Vec<bool> {
    let mut targets = vec![false; statements + 1];
    for (place, _) in places.iter().zip(used).filter(|(_, used)| **used) {
        if let Some(place) = *place {
            targets[place] = true;
        }
    }
    targets
}

fn mark_idle(code: &[CodeStatement], places: &[Option<usize>], dead: &mut [bool]) {
    for (idx, statement) in code.iter().enumerate() {
        dead[idx] |= match (statement.family, statement.operands()) {
            (OpFamily::NOTHING, _) => true,
            (OpFamily::MOVE, [to, from]) => to == from,
            (
                OpFamily::SHIFT_LEFT | OpFamily::SHIFT_RIGHT | OpFamily::SHIFT_ARITHMETIC,
                [to, from, NamelessOperand::Number(0)],
            ) => to == from || *to == ZERO,
            (OpFamily::JUMP, [NamelessOperand::Name(name)]) => {
                places[*name as usize] == Some(idx + 1)
            }
            _ => false,
        };
    }
}

fn mark_unreachable(code: &[CodeStatement], targets: &[bool], dead: &mut [bool]) {
    let mut is_reachable = true;
    for (idx, statement) in code.iter().enumerate() {
        is_reachable |= targets[idx];
        dead[idx] |= !is_reachable;
        // Calls and services return, so that code after them is reached.
        is_reachable &= !matches!(statement.family, OpFamily::JUMP | OpFamily::JUMP_REGISTER);
    }
}

/// The register that a statement computes, if that is all it does.
fn result(statement: &CodeStatement) -> Option<u8> {
    match statement.operands() {
        [NamelessOperand::Register(to), ..] if FAMILIES.is_pure(statement.family) => Some(*to),
        _ => None,
    }
}

fn reads(statement: &CodeStatement) -> RegisterBits {
    let skipped = usize::from(result(statement).is_some());
    let named = statement.operands().iter().skip(skipped).fold(0, |set, operand| match operand {
        // A double is in two registers.
        NamelessOperand::Register(number) if *number >= 32 => set | 0b11 << (number & !1),
        NamelessOperand::Register(number) => set | 1 << number,
        _ => set,
    });
    if statement.family == OpFamily::SERVICE { named | SERVICE_READS } else { named }
}

/// Whether a statement may go on elsewhere, or is not known well enough to say.
fn ends_block(family: OpFamily) -> bool {
    !FAMILIES.is_pure(family) && family != OpFamily::SERVICE
}

fn mark_overwritten(code: &[CodeStatement], dead: &mut [bool]) {
    // What is written below before it is read.
    let mut overwritten: RegisterBits = 0;
    for idx in (0..code.len()).rev() {
        let statement = &code[idx];
        // At the end of a block nothing is known about what comes after it.
        if ends_block(statement.family) {
            overwritten = 0;
        }
        // What is dead reads nothing and writes nothing.
        if dead[idx] {
            continue;
        }
        if let Some(to) = result(statement) {
            dead[idx] |= overwritten & (1 << to) != 0;
            overwritten |= 1 << to;
        }
        if !dead[idx] {
            overwritten &= !reads(statement);
        }
    }
}

fn mark_unread(code: &[CodeStatement], dead: &mut [bool]) {
    let mut read: RegisterBits = 0;
    for (statement, _) in code.iter().zip(&*dead).filter(|(_, dead)| !**dead) {
        // A register that only counts itself is read by nobody.
        let own = result(statement).map_or(0, |to| 1 << to);
        read |= reads(statement) & !own;
    }
    // Macros may be written in terms of registers that their callers set.
    for (statement, dead) in code.iter().zip(dead) {
        // Only registers that no other procedure may look at.
        *dead |= result(statement).is_some_and(|to| (OWN_REGISTERS & !read) >> to & 1 == 1);
    }
}

#[cfg(test)]
mod tests {
    use crate::similar::SubmissionDocument;

    fn lines(text: &str) -> Vec<u32> {
        SubmissionDocument::new([text.as_bytes()]).statements.iter().map(|it| it.line).collect()
    }

    #[test]
    fn what_does_nothing_is_removed() {
        let end = "\nmove $a0 $t0\nli $v0 1\nsyscall\njr $ra\n";
        for (text, removed) in [
            ("li $t0 1\nnop\n", &[2][..]),
            ("li $t0 1\nmove $t0 $t0\n", &[2]),
            ("li $t0 1\naddi $t0 $t0 0\n", &[2]),
            ("li $t0 1\nsll $t0 $t0 0\n", &[2]),
            ("li $t0 1\nb on\non:\n", &[2]),
            ("li $t0 1\nb on\nli $t0 2\nadd $t0 $t0 $t0\non:\n", &[2, 3, 4]),
            ("li $t0 1\nbeq $zero $zero on\nunused:\nli $t0 2\non:\n", &[2, 4]),
            ("li $t0 1\nli $t9 7\naddi $t9 $t9 3\n", &[2, 3]),
            ("li $t0 5\nli $t0 1\n", &[1]),
            ("li $t1 5\nadd $t2 $t1 $t1\nli $t0 1\nli $t1 2\nmove $a1 $t1\n", &[1, 2]),
        ] {
            let all = text.to_owned() + end.trim_start();
            let count = all.lines().count() as u32;
            let is_code = |line: &u32| !all.lines().nth(*line as usize - 1).unwrap().contains(':');
            let expected: Vec<u32> =
                (1..=count).filter(is_code).filter(|line| !removed.contains(line)).collect();
            assert_eq!(lines(&all), expected, "{all}");
        }
    }

    #[test]
    fn what_does_something_stays() {
        for text in [
            "li $t0 1\nloop: addi $t0 $t0 1\nbne $t0 $t1 loop",
            "li $a0 1\nli $v0 1\nsyscall\nli $a0 2\nsyscall",
            "li $s0 1\njal f\nf: move $a0 $s0\njr $ra",
            "sw $t0 0($sp)\nsw $t0 0($sp)",
        ] {
            assert_eq!(lines(text).len(), text.lines().count(), "{text}");
        }
    }
}
