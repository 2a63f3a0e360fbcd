//! What the studio's service takes for a key that steps, for a keystroke and for a frame, in CPU
//! time.
//!
//! `cargo bench -p jetan-workbench` prints a table; the best of several runs counts, since others
//! use the machine too.

#![expect(clippy::disallowed_methods, reason = "reads the clock of the process")]
#![expect(clippy::print_stdout, reason = "prints the table")]
#![expect(clippy::needless_pass_by_value, reason = "requests are written where they are sent")]

#[expect(dead_code, reason = "the stories need more of it")]
#[path = "../tests/workbench/carrier.rs"]
mod carrier;

use std::fmt::Write;

use serde_json::{Value, json};

use carrier::Tab;

const RUNS: usize = 5;
const ANSWERS: u64 = 300;

/// Calls, memory and output, for ten million instructions.
const BUSY: &str = "main: li $s0, 0
loop:   move $a0, $s0
        jal  work
        sw   $v0, cell
        addi $s0, $s0, 1
        blt  $s0, 600000, loop
        li   $v0, 10
        syscall
work:   addi $sp, $sp, -4
        sw   $ra, 0($sp)
        jal  twice
        addi $v0, $v0, 1
        lw   $ra, 0($sp)
        addi $sp, $sp, 4
        jr   $ra
twice:  add  $v0, $a0, $a0
        jr   $ra
        .data
cell:   .word 0
";

fn main() {
    steps("step", "step");
    steps("step back", "back");
    keystroke();
    frames();
}

/// A step in the middle of a long run, and everything that the panels ask after it.
fn steps(name: &str, motion: &str) {
    let mut tab = Tab::with(BUSY);
    tab.done(json!({"do": "goto", "to": 8_000_003}));
    let looks: Vec<Value> = vec![
        json!({"do": "registers"}),
        json!({"do": "stack"}),
        json!({"do": "calls"}),
        json!({"do": "segments"}),
        json!({"do": "memory", "address": 0x1001_0000, "bytes": 4096}),
        json!({"do": "timeline"}),
        json!({"do": "evaluate", "expression": "$s0 + 1"}),
        json!({"do": "values", "path": "a.asm"}),
        json!({"do": "heat", "path": "a.asm"}),
    ];
    // The kernel may count in steps of 4 ms: one answer is too short to be measured.
    let mut took = vec![0; looks.len() + 1];
    for _ in 0..ANSWERS {
        let requests = std::iter::once(json!({"do": motion})).chain(looks.iter().cloned());
        for (request, took) in requests.zip(&mut took) {
            tab.came.clear();
            let start = cpu_nanoseconds();
            tab.done(request);
            *took += cpu_nanoseconds() - start;
        }
    }
    let best: Vec<u64> = took.iter().map(|took| took / ANSWERS).collect();
    print_row(name, best[0]);
    for (look, best) in looks.iter().zip(&best[1..]) {
        print_row(&format!("  then {}", look["do"].as_str().unwrap_or_default()), *best);
    }
    print_row("  all together", best.iter().sum());
}

/// A letter typed into ten thousand lines, to its diagnostics.
fn keystroke() {
    let mut text = String::from("main:   nop\n");
    for idx in 0..2000 {
        let _ = write!(
            text,
            "step{idx}:\n        lw   $t0, value\n        blt  $t0, $t1, step{idx}\n        \
             jal  step{}\n        addi $t0, $t0, 1\n",
            (idx + 1) % 2000
        );
    }
    text.push_str("        .data\nvalue:  .word 1\n");
    let mut tab = Tab::new();
    tab.done(json!({"do": "open", "path": "a.asm", "text": text, "version": 1}));
    let mut best = u64::MAX;
    for version in 2..2 + RUNS {
        let span = json!({"from": [0, 11], "to": [0, 11]});
        let edits = json!([{"span": span, "text": "x"}]);
        let change = json!({"do": "change", "path": "a.asm", "version": version, "edits": edits});
        let start = cpu_nanoseconds();
        tab.done(change);
        best = best.min(cpu_nanoseconds() - start);
        assert_eq!(tab.last("diagnostics")["version"], version);
    }
    print_row("a keystroke in 10,000 lines", best);
}

/// Pictures of a display of 512 by 512, every pixel of which changes.
fn frames() {
    let source = "main: li $t2, 0
round:  addi $t2, $t2, 1
        li   $t0, 0x10040000
        li   $t1, 0x10140000
fill:   sw   $t2, 0($t0)
        addi $t0, $t0, 4
        bne  $t0, $t1, fill
        j    round
";
    let run = |bitmap: &str, slices: usize| {
        let options = json!({"bitmap": bitmap});
        let mut best = (u64::MAX, 0);
        for _ in 0..RUNS {
            let mut tab = Tab::new();
            tab.done(json!({"do": "open", "path": "a.asm", "text": source}));
            tab.send(
                &json!({"do": "start", "roots": ["a.asm"], "options": options, "run": true})
                    .to_string(),
            );
            let start = cpu_nanoseconds();
            for _ in 0..slices {
                tab.memory.now_ms += 17;
                tab.advance();
                let frame = tab.binary.len();
                tab.send(&json!({"do": "taken", "frame": frame}).to_string());
                tab.came.clear();
            }
            best = best.min((cpu_nanoseconds() - start, tab.binary.len()));
        }
        best
    };
    let (plain, _) = run("none", 30);
    let (shown, frames) = run("512x512/1x1@0x10040000", 30);
    assert!(frames >= 29, "{frames} frames");
    print_row("a frame of 512 by 512", shown.saturating_sub(plain) / frames as u64);
}

fn print_row(name: &str, nanoseconds: u64) {
    println!("{name:<28} {:>9.3} ms", nanoseconds as f64 / 1e6);
}

/// How long this thread was on a processor; the kernel keeps it to the nanosecond.
fn cpu_nanoseconds() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")
        .expect("the kernel counts CPU time (Linux with CONFIG_SCHEDSTATS)");
    let first = text.split(' ').next().expect("it is a list of numbers");
    first.parse().expect("it is a list of numbers")
}
