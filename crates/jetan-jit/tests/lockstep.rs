//! Generated code against the interpreter: the same machine after the same number of instructions,
//! whatever the budget, the breakpoints and the program.
//!
//! `JETAN_LONG=1` runs twenty times as many programs.
#![expect(clippy::disallowed_methods, reason = "how much to do is read from the environment")]

mod lockstep {
    pub(crate) mod programs;
    pub(crate) mod run;
}

use std::path::Path;

use jetan_jit::Policy;
use jetan_machine::stop::Breakpoints;
use jetan_machine::{Stop, Until};
use lockstep::programs;
use lockstep::run::{Pair, machine_of};

/// Programs made by chance.
const PROGRAMS: u64 = 400;

/// A program with all that generated code does in a different way: loops, calls, recursion,
/// computed jumps, memory of every width, floating point, services, a trap that is handled.
const MIXED: &str = include_str!("lockstep/mixed.asm");

#[test]
fn benchmarks_end_alike_and_run_in_generated_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/programs");
    for name in ["loop", "fib", "sieve", "sudoku", "matmul", "bytes", "mandel", "print"] {
        let source = std::fs::read_to_string(folder.join(name).with_extension("asm"));
        let source = source.expect("the programs are in the tree");
        let mut pair = Pair::new(name, machine_of(&source), Policy::Hot);
        while pair.go(&Until::count(pair.count() + 3_000_000)) == Stop::Budget {}
        let share = pair.generated() as f64 / pair.count() as f64;
        // A region is interpreted for a million instructions first; printing is over by then.
        let expected = if name == "print" { 0.0 } else { 0.75 };
        assert!(share >= expected, "{name}: {share} of the instructions in generated code");
    }
}

#[test]
fn every_budget_stops_at_the_same_place() {
    let start = machine_of(MIXED);
    let mut pair = Pair::new("mixed", start.clone(), Policy::Everything);
    while pair.go(&Until::count(u64::MAX)) == Stop::Budget {}
    let end = pair.count();
    assert!(pair.generated() > end / 2, "{} of {end} in generated code", pair.generated());
    let step = if is_long() { 1 } else { 7 };
    for count in (0..end + 2).step_by(step) {
        pair.restart(&start);
        pair.go(&Until::count(count));
        // What is left has to be done from there.
        if count % 5 == 0 {
            while pair.go(&Until::count(pair.count() + 997)) == Stop::Budget {}
        }
    }
}

#[test]
fn every_breakpoint_is_met_as_often() {
    let start = machine_of(MIXED);
    let mut pair = Pair::new("mixed", start.clone(), Policy::Everything);
    let words = start.text().len() as u32;
    let mut hits = 0;
    let step = if is_long() { 1 } else { 5 };
    for address in (0..words).step_by(step).map(|word| start.text().base() + 4 * word) {
        pair.restart(&start);
        let breakpoints: Breakpoints = [address].into_iter().collect();
        let mut until = Until { count: u64::MAX, breakpoints, ..Until::default() };
        for _ in 0..40 {
            match pair.go(&until) {
                Stop::Breakpoint => until.pass(pair.machine()),
                Stop::Budget => {}
                _ => break,
            }
            hits += 1;
        }
    }
    assert!(hits > words / step as u32, "most instructions are executed: {hits} stops");
    assert!(pair.generated() > 0);
}

#[test]
fn recursion_deeper_than_the_hosts_stack_goes_on() {
    let source = "
main:   li    $s7, 3
again:  li    $a0, 30000
        jal   sum
        addiu $s7, $s7, -1
        bgtz  $s7, again
        move  $a0, $v0
        li    $v0, 1
        syscall
        li    $v0, 10
        syscall
sum:    bgtz  $a0, more
        li    $v0, 0
        jr    $ra
more:   addiu $sp, $sp, -8
        sw    $ra, 4($sp)
        sw    $a0, 0($sp)
        addiu $a0, $a0, -1
        jal   sum
        lw    $a0, 0($sp)
        lw    $ra, 4($sp)
        addiu $sp, $sp, 8
        addu  $v0, $v0, $a0
        jr    $ra";
    let mut pair = Pair::new("deep", machine_of(source), Policy::Everything);
    while pair.go(&Until::count(pair.count() + 100_003)) == Stop::Budget {}
    let deep = pair.exits().find(|(reason, _)| *reason == "deep recursion");
    assert!(deep.is_some_and(|(_, times)| times > 2), "{deep:?}");
}

#[test]
fn another_program_is_not_taken_for_the_one_before() {
    let machine = machine_of(MIXED);
    let mut pair = Pair::new("mixed", machine.clone(), Policy::Everything);
    while pair.go(&Until::count(u64::MAX)) == Stop::Budget {}
    let regions = pair.regions();
    pair.restart(&machine);
    while pair.go(&Until::count(u64::MAX)) == Stop::Budget {}
    assert_eq!(pair.regions(), regions, "the same program needs no more code");
    pair.restart(&machine_of(&MIXED.replace("li    $s7, 2", "li    $s7, 3")));
    while pair.go(&Until::count(u64::MAX)) == Stop::Budget {}
    assert!(pair.regions() > regions, "another one does");
}

#[test]
fn programs_by_chance_end_alike() {
    let programs = if is_long() { 20 * PROGRAMS } else { PROGRAMS };
    let (mut generated, mut count) = (0, 0);
    let mut pair = None;
    for seed in 0..programs {
        let source = programs::program(seed);
        let machine = machine_of(&source);
        let name = format!("seed {seed}");
        let pair: &mut Pair =
            pair.get_or_insert_with(|| Pair::new(&name, machine.clone(), Policy::Everything));
        pair.name = name;
        pair.restart(&machine);
        let slice = [u64::MAX / 2, 5000, 1000, 300][seed as usize % 4];
        while pair.count() < 40_000
            && pair.go(&Until::count(pair.count().saturating_add(slice).min(40_000)))
                == Stop::Budget
        {}
        count += pair.count();
        generated = pair.generated();
    }
    assert!(generated > count / 2, "{generated} of {count} in generated code");
}

fn is_long() -> bool {
    std::env::var_os("JETAN_LONG").is_some()
}
