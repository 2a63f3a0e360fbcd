//! How long an editor waits for answers about a file of 10,000 lines, in CPU time.
//!
//! `cargo bench -p jetan-ide` prints a table; the best of several runs counts, since others use
//! the machine too.

#![expect(clippy::disallowed_methods, reason = "reads the clock of the process")]
#![expect(clippy::print_stdout, reason = "prints the table")]

use std::fmt::Write;
use std::hint::black_box;

use jetan_asm::{AssemblyOptions, SourceSet};
use jetan_ide::Analysis;
use jetan_ide::format::FormatStyle;

const LINES: usize = 10_000;
const RUNS: usize = 9;
/// The kernel may count in steps of 4 ms, so that one answer is too short to be measured.
const ANSWERS: usize = 40;

fn main() {
    let text = program();
    let sources = SourceSet::single("main.asm", &text);
    let file = sources.roots()[0];
    let options = AssemblyOptions::default();
    let analysis = Analysis::new(sources.clone(), &options, None);
    assert!(analysis.program().is_some(), "{:?}", analysis.diagnostics().first());
    let at = |word: &str| (text.rfind(word).expect("the text has it") + 1) as u32;
    let (call, label, load) = (at("jal     step"), at("step4\n"), at("lw      $t0"));
    let operand = text.rfind("lw      $t0, ").expect("the text has it") as u32 + 13;
    print_row("analysis", || drop(black_box(Analysis::new(sources.clone(), &options, None))));
    print_row("hover, pseudo-instruction", || drop(black_box(analysis.hover(file, load))));
    print_row("hover, label", || drop(black_box(analysis.hover(file, call + 8))));
    print_row("completion, head", || drop(black_box(analysis.complete(file, load))));
    print_row("completion, label", || drop(black_box(analysis.complete(file, operand + 1))));
    print_row("signature", || drop(black_box(analysis.signature(file, operand))));
    print_row("references", || drop(black_box(analysis.references(file, label, true))));
    print_row("classes", || drop(black_box(analysis.classes(file))));
    print_row("folds", || drop(black_box(analysis.folds(file))));
    print_row("symbols", || drop(black_box(analysis.symbols(file))));
    print_row("format", || drop(black_box(analysis.format(file, &FormatStyle::default()))));
    print_row("rename", || drop(black_box(analysis.rename(file, label, "other"))));
}

/// Procedures that call each other, with data and comments, as people write them.
fn program() -> String {
    let mut text = String::from("        .eqv    SIZE    4\n        .data\n");
    for idx in 0..LINES / 20 {
        let _ = writeln!(text, "value{idx}: .word   {idx}, SIZE              # number {idx}");
    }
    text.push_str("        .text\n        .globl  main\nmain:   nop\n");
    for idx in 0..LINES / 10 {
        let _ = write!(
            text,
            "
# step{idx}: does what all of them do
step{idx}:
        addiu   $sp, $sp, -SIZE
        lw      $t0, value{}                    # a pseudo-instruction
        blt     $t0, $t1, step{idx}
        jal     step{}
        li      $v0, 1
        syscall
",
            idx % (LINES / 20),
            (idx + 1) % 5
        );
    }
    let missing = LINES.saturating_sub(text.lines().count());
    text.push_str(&"        nop\n".repeat(missing));
    text
}

fn print_row(name: &str, mut work: impl FnMut()) {
    let once = || {
        let start = cpu_nanoseconds();
        (0..ANSWERS).for_each(|_| work());
        cpu_nanoseconds() - start
    };
    let best = std::iter::repeat_with(once).take(RUNS).min().unwrap_or(0);
    println!("{name:<28} {:>9.3} ms", best as f64 / 1e6 / ANSWERS as f64);
}

/// How long this thread was on a processor; the kernel keeps it to the nanosecond.
fn cpu_nanoseconds() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")
        .expect("the kernel counts CPU time (Linux with CONFIG_SCHEDSTATS)");
    let first = text.split(' ').next().expect("it is a list of numbers");
    first.parse().expect("it is a list of numbers")
}
