//! The sources that are measured, made up here so that they are the same everywhere.

use std::fmt::Write;

/// One thing to measure.
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    /// The lines that count: those of the source, or those that macros make of it.
    pub(crate) lines: usize,
    /// How many bytes macros make of each byte of the source.
    pub(crate) expansion: usize,
    /// Whether only the lexer is measured.
    pub(crate) is_lexing: bool,
    files: fn(usize) -> Vec<String>,
}

/// Everything that is measured.
pub(crate) const WORKLOADS: &[Workload] = &[
    Workload { name: "plain", lines: 200_000, expansion: 1, is_lexing: false, files: plain },
    Workload { name: "macros", lines: 200_000, expansion: 50, is_lexing: false, files: macros },
    Workload { name: "files", lines: 200_000, expansion: 1, is_lexing: false, files },
    Workload { name: "lexing", lines: 200_000, expansion: 1, is_lexing: true, files: plain },
];

impl Workload {
    /// The texts of the files to assemble.
    pub(crate) fn texts(&self) -> Vec<String> {
        (self.files)(self.lines)
    }
}

/// A function as a student or a compiler writes it; `@` stands for its number.
const FUNCTION: &str = "\
# Adds up the elements of an array, as long as they are positive.
#   $a0: the array, $a1: the number of its elements
sum_@:
        addi    $sp, $sp, -8            # room for two registers
        sw      $ra, 4($sp)
        sw      $s0, 0($sp)
        move    $s0, $zero
        la      $t3, table_@            # where the limits are

loop_@: lw      $t0, 0($a0)
        blez    $t0, done_@
        add     $s0, $s0, $t0
        sll     $t1, $t0, 2
        andi    $t1, $t1, 0xff
        lw      $t2, limit_@
        slt     $at, $t2, $t1
        bne     $at, $zero, done_@
        addiu   $a0, $a0, 4
        addi    $a1, $a1, -1
        bgtz    $a1, loop_@
done_@: or      $v0, $s0, $zero
        lw      $s0, 0($sp)
        lw      $ra, 4($sp)
        addi    $sp, $sp, 8
        jr      $ra
";

/// Its data.
const DATA: &str = "\
        .data
limit_@: .word  100
table_@: .word  1, -2, 0x30, 'd'
        .asciiz \"sum @: \"
        .text
";

/// Functions with their data, about `lines` lines; their names start with `prefix`.
fn functions(lines: usize, prefix: &str) -> String {
    let per_function = FUNCTION.lines().count() + DATA.lines().count();
    let mut text = String::new();
    for idx in 0..lines / per_function {
        let name = format!("{prefix}{idx}");
        text.push_str(&DATA.replace('@', &name));
        text.push_str(&FUNCTION.replace('@', &name));
    }
    text
}

fn plain(lines: usize) -> Vec<String> {
    vec![functions(lines, "")]
}

/// Calls of macros that make fifty times as many lines as there are.
fn macros(lines: usize) -> Vec<String> {
    const BODY: usize = 51;
    let mut text = String::new();
    for idx in 0..20 {
        writeln!(text, ".macro work{idx} (%reg, %number)").expect("a string takes everything");
        text.push_str("again:  addi    %reg, %reg, %number\n");
        for _ in 0..(BODY - 3) / 2 {
            text.push_str("        xori    $t1, %reg, 0x55         # a step\n");
            text.push_str("        lw      $t2, %number($sp)\n");
        }
        text.push_str("        bgtz    %reg, again\n        nop\n.end_macro\n");
    }
    for idx in 0..lines / BODY {
        writeln!(text, "        work{} ($t{}, {})", idx % 20, idx % 8, idx % 100 * 4)
            .expect("a string takes everything");
    }
    vec![text]
}

/// A hundred files, each calling functions of the next two.
fn files(lines: usize) -> Vec<String> {
    const FILES: usize = 100;
    let mut texts = Vec::new();
    for idx in 0..FILES {
        let mut text = format!("        .globl  entry{idx}, shared{idx}\nentry{idx}:\n");
        for other in [(idx + 1) % FILES, (idx + 2) % FILES] {
            writeln!(text, "        jal     entry{other}\n        lw      $t0, shared{other}")
                .expect("a string takes everything");
        }
        writeln!(text, "        .data\nshared{idx}: .word {idx}, entry{idx}\n        .text")
            .expect("a string takes everything");
        text.push_str(&functions(lines / FILES, ""));
        texts.push(text);
    }
    texts
}
