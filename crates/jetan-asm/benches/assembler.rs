//! How fast the assembler is, and how much memory it takes.
//!
//! A table of workloads: generated sources, the best CPU time of several runs, and the peak memory
//! of a process of its own. `benchmarks/README.md` says how to read it. Arguments choose workloads
//! by name; without any, all are run.

#![expect(clippy::disallowed_methods, reason = "reads the clock of the process, takes arguments")]
#![expect(clippy::disallowed_types, reason = "measures memory in a process of its own")]
#![expect(clippy::print_stdout, reason = "prints the table")]

#[path = "assembler/workloads.rs"]
mod workloads;

use std::hint::black_box;
use std::process::Command;

use jetan_asm::{AssemblyOptions, Dialect, SourceSet, assemble, lexer};

use workloads::{WORKLOADS, Workload};

/// Runs of each workload; the best counts, since others use the machine too.
const RUNS: usize = 9;

/// The argument that asks for the memory of one workload in this process.
const MEMORY: &str = "--memory-of";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, name] = arguments.as_slice()
        && flag == MEMORY
    {
        print_memory(name);
        return;
    }
    let names: Vec<&String> = arguments.iter().filter(|word| !word.starts_with('-')).collect();
    println!(
        "{:<10} {:>8} {:>8} {:>9} {:>13} {:>8} {:>8}",
        "workload", "lines", "MB", "CPU ms", "lines/CPU s", "MB/s", "memory"
    );
    for workload in WORKLOADS {
        if names.is_empty() || names.iter().any(|name| *name == workload.name) {
            print_row(workload);
        }
    }
}

fn print_row(workload: &Workload) {
    let texts = workload.texts();
    let bytes = text_bytes(&texts) * workload.expansion;
    let seconds = if workload.is_lexing {
        let sources = sources(&texts);
        best_time(|| {
            black_box(lex(&sources));
        })
    } else {
        best_time(|| run(workload, &texts))
    };
    let peak = peak_memory(workload);
    println!(
        "{:<10} {:>8} {:>8.2} {:>9.2} {:>13.0} {:>8.1} {:>8}",
        workload.name,
        workload.lines,
        bytes as f64 / 1e6,
        seconds * 1e3,
        workload.lines as f64 / seconds,
        bytes as f64 / seconds / 1e6,
        peak.map_or("-".to_owned(), |peak| format!("{:.1} x", peak as f64 / bytes as f64)),
    );
}

fn sources(texts: &[String]) -> SourceSet {
    let mut sources = SourceSet::default();
    for (idx, text) in texts.iter().enumerate() {
        let file = sources.add(&format!("file{idx}.asm"), text.as_bytes());
        sources.add_root(file);
    }
    sources
}

/// The whole way, from bytes to a program.
fn run(workload: &Workload, texts: &[String]) {
    let (program, diagnostics) = assemble(&sources(texts), &AssemblyOptions::default());
    assert!(diagnostics.is_empty(), "{:?}", diagnostics.first());
    let program = black_box(program.expect("without diagnostics there is a program"));
    assert!(program.statement_count() * 2 > workload.lines, "most lines are instructions");
}

/// Splits every line into tokens; how many there are.
fn lex(sources: &SourceSet) -> usize {
    let mut tokens = Vec::new();
    let mut count = 0;
    for &file in sources.roots() {
        let file = sources.file(file);
        let mut in_comment = false;
        for &(start, end) in file.lines() {
            tokens.clear();
            let line = &file.text()[start as usize..end as usize];
            lexer::lex(line, Dialect::JETAN, &mut in_comment, &mut tokens);
            count += tokens.len();
        }
    }
    count
}

fn text_bytes(texts: &[String]) -> usize {
    texts.iter().map(String::len).sum()
}

/// The least CPU time of several runs, in seconds.
fn best_time(mut work: impl FnMut()) -> f64 {
    let once = || {
        let start = cpu_nanoseconds();
        work();
        cpu_nanoseconds() - start
    };
    let best = std::iter::repeat_with(once).take(RUNS).min();
    best.unwrap_or(0).max(1) as f64 / 1e9
}

/// How long this thread was on a processor; the kernel keeps it to the nanosecond.
fn cpu_nanoseconds() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat")
        .expect("the kernel counts CPU time (Linux with CONFIG_SCHEDSTATS)");
    let first = text.split(' ').next().expect("it is a list of numbers");
    first.parse().expect("it is a list of numbers")
}

/// The most memory a workload takes, in bytes, its text included.
fn peak_memory(workload: &Workload) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    if workload.is_lexing {
        return None;
    }
    let output = Command::new(program).args([MEMORY, workload.name]).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

/// Runs a workload once and prints by how much it made the process grow.
fn print_memory(name: &str) {
    let workload = WORKLOADS.iter().find(|known| known.name == name).expect("a known workload");
    let before = peak_bytes();
    run(workload, &workload.texts());
    println!("{}", peak_bytes() - before);
}

/// The most memory this process ever held.
fn peak_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("the kernel keeps it");
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.expect("the line is there and holds a number") * 1024
}
