//! Generated code against the interpreter: the same machine after the same number of instructions,
//! whatever the budget, the breakpoints and the program.
//!
//! Ten thousand random programs are the same in every run. As many again begin at the seed
//! `JETAN_SEEDS`, which `cargo xtask test` takes from the commit: every commit tries new ones.
//! `JETAN_LONG=1` runs a million instead, and `JETAN_SHORT=1` two thousand, for processors that
//! are emulated.
#![expect(clippy::disallowed_methods, reason = "how much to do is read from the environment")]

mod lockstep {
    pub(crate) mod bytes;
    pub(crate) mod programs;
    pub(crate) mod random;
    pub(crate) mod run;
}

use std::fmt::Write;
use std::path::Path;
use std::thread;

use jetan_jit::TranslationPolicy;
use jetan_machine::stop::Breakpoints;
use jetan_machine::{Stop, StopConditions};
use lockstep::bytes;
use lockstep::random::compare;
use lockstep::run::{Pair, machine_of};

/// Random programs, by default, in long runs and in short ones.
const PROGRAMS: u64 = 10_000;
const PROGRAMS_LONG: u64 = 1_000_000;
const PROGRAMS_SHORT: u64 = 2_000;
/// The first seed of the programs that change with the commit, where nobody names one.
const OTHER_SEEDS: u64 = 1 << 40;
/// Tests share the processors; more threads only help who runs this one alone.
const THREADS: u64 = 2;

/// The programs that are measured, but for those that only show something.
const BENCHMARKS: &[&str] = &[
    "loop",
    "fib",
    "sieve",
    "sudoku",
    "matmul",
    "bytes",
    "mandel",
    "print",
    "course-tetrisito",
    "course-queens",
    "course-strings",
    "course-life",
    "course-four",
];

/// A program with all that generated code does in a different way: loops, calls, recursion,
/// computed jumps, memory of every width, floating point, services, a trap that is handled.
const MIXED: &str = include_str!("lockstep/mixed.asm");

#[test]
fn benchmarks_end_alike_and_run_in_generated_code() {
    for (name, source) in benchmarks() {
        let mut pair = Pair::new(name, machine_of(&source), TranslationPolicy::Hot);
        while pair.go(&StopConditions::count(pair.count() + 3_000_000)) == Stop::Budget {}
        let share = pair.stats().generated as f64 / pair.count() as f64;
        // A region is interpreted for a million instructions first; some are over by then.
        let expected = if pair.count() < 5_000_000 { 0.0 } else { 0.7 };
        assert!(share >= expected, "{name}: {share} of the instructions in generated code");
    }
}

/// The fuzz target is not built by CI, because it would build Cranelift a second time.
#[test]
fn programs_of_bytes_end_alike() {
    let mut state = 28_u64;
    let mut byte = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    };
    for flags in 0..16 {
        let bytes: Vec<u8> = (0..256).map(|_| byte()).collect();
        bytes::agree(flags, 77, &bytes);
    }
}

#[test]
fn every_budget_stops_at_the_same_place() {
    let start = machine_of(MIXED);
    let mut pair = Pair::new("mixed", start.clone(), TranslationPolicy::Everything);
    while pair.go(&StopConditions::count(u64::MAX)) == Stop::Budget {}
    let end = pair.count();
    assert!(
        pair.stats().generated > end / 2,
        "{} of {end} in generated code",
        pair.stats().generated
    );
    for count in 0..end + 2 {
        pair.restart(&start);
        pair.go(&StopConditions::count(count));
        // What is left has to be done from there.
        if count % 5 == 0 {
            while pair.go(&StopConditions::count(pair.count() + 997)) == Stop::Budget {}
        }
    }
}

#[test]
fn every_breakpoint_is_met_as_often() {
    let start = machine_of(MIXED);
    let mut pair = Pair::new("mixed", start.clone(), TranslationPolicy::Everything);
    let words = start.text().len() as u32;
    let mut hits = 0;
    for address in (0..words).map(|word| start.text().base() + 4 * word) {
        pair.restart(&start);
        let breakpoints: Breakpoints = [address].into_iter().collect();
        let mut until =
            StopConditions { count: u64::MAX, breakpoints, ..StopConditions::default() };
        for _ in 0..40 {
            match pair.go(&until) {
                Stop::Breakpoint => until.pass(pair.machine()),
                Stop::Budget => {}
                _ => break,
            }
            hits += 1;
        }
    }
    assert!(hits > words, "most instructions are executed: {hits} stops");
    assert!(pair.stats().generated > u64::from(hits));
    // A breakpoint costs what is around it, once.
    assert!(pair.stats().regions < 40 * u64::from(words), "{:?}", pair.stats());
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
    let mut pair = Pair::new("deep", machine_of(source), TranslationPolicy::Everything);
    while pair.go(&StopConditions::count(pair.count() + 100_003)) == Stop::Budget {}
    assert!(pair.exits("deep recursion") > 2);
}

#[test]
fn another_program_is_not_taken_for_the_one_before() {
    let machine = machine_of(MIXED);
    let mut pair = Pair::new("mixed", machine.clone(), TranslationPolicy::Everything);
    while pair.go(&StopConditions::count(u64::MAX)) == Stop::Budget {}
    let regions = pair.stats().regions;
    pair.restart(&machine);
    while pair.go(&StopConditions::count(u64::MAX)) == Stop::Budget {}
    assert_eq!(pair.stats().regions, regions, "the same program needs no more code");
    pair.restart(&machine_of(&MIXED.replace("li    $s7, 2", "li    $s7, 3")));
    while pair.go(&StopConditions::count(u64::MAX)) == Stop::Budget {}
    assert!(pair.stats().regions > regions, "another one does");
}

#[test]
fn every_block_ends_alike() {
    let mut pair = Pair::new("mixed", machine_of(MIXED), TranslationPolicy::EveryBlock);
    while pair.go(&StopConditions::count(u64::MAX)) == Stop::Budget {}
    assert!(pair.blocks > pair.count() / 20, "{} blocks of {}", pair.blocks, pair.count());
    for (name, source) in benchmarks() {
        let mut pair = Pair::new(name, machine_of(&source), TranslationPolicy::EveryBlock);
        while pair.count() < 60_000
            && pair.go(&StopConditions::count(pair.count() + 20_000)) == Stop::Budget
        {}
        assert!(pair.blocks > 1000, "{name}: {} blocks", pair.blocks);
        assert_eq!(pair.stats().generations, 0, "{name}: everything can be translated");
    }
}

/// How many random programs to run from seed 0 on.
fn fixed_programs() -> u64 {
    let is_set = |name| std::env::var_os(name).is_some();
    match (is_set("JETAN_LONG"), is_set("JETAN_SHORT")) {
        (true, _) => PROGRAMS_LONG,
        (_, true) => PROGRAMS_SHORT,
        _ => PROGRAMS,
    }
}

#[test]
fn fixed_random_programs_end_alike() {
    random_programs_end_alike(0, fixed_programs());
}

#[test]
fn random_programs_of_this_commit_end_alike() {
    let seed = std::env::var("JETAN_SEEDS").map(|seed| seed.parse());
    let seed = seed.unwrap_or(Ok(OTHER_SEEDS)).expect("JETAN_SEEDS is a number");
    random_programs_end_alike(seed, fixed_programs().min(PROGRAMS));
}

/// Compares both engines on the random programs of so many seeds.
fn random_programs_end_alike(first: u64, programs: u64) {
    let seeds = first..first.saturating_add(programs);
    let kinds = thread::scope(|scope| {
        let share = |number: u64| {
            let seeds = seeds.clone().skip(number as usize).step_by(THREADS as usize);
            scope.spawn(move || compare(seeds))
        };
        let threads: Vec<_> = (0..THREADS).map(share).collect();
        threads
            .into_iter()
            .map(|one| one.join().expect("engines agree"))
            .fold([0; 4], |all, one| std::array::from_fn(|kind| all[kind] + one[kind]))
    });
    let [count, generated, blocks, faults] = kinds;
    assert!(generated > count / 2, "{generated} of {count} in generated code");
    assert!(blocks > programs && faults > programs / 10, "{blocks} blocks, {faults} faults");
}

/// What is short is never translated, and what is hot is after it has cost what that costs.
#[test]
fn nothing_is_translated_before_it_has_cost_a_million_instructions() {
    for (name, source) in benchmarks() {
        let mut pair = Pair::new(name, machine_of(&source), TranslationPolicy::Hot);
        while pair.count() < 999_000 && pair.go(&StopConditions::count(999_000)) == Stop::Budget {}
        assert_eq!(pair.stats().regions, 0, "{name}");
    }
}

/// A service called from generated code takes longer, and a few instructions do not make up for it.
#[test]
fn loops_that_mostly_print_stay_interpreted() {
    for (work, is_translated) in [(0, false), (40, true)] {
        let mut source =
            String::from("main: li $s0, 400000\nline: li $a0, 10\nli $v0, 11\nsyscall\n");
        source.push_str(&"addiu $t0, $t0, 3\n".repeat(work));
        source.push_str("addiu $s0, $s0, -1\nbnez $s0, line\nli $v0, 10\nsyscall\n");
        let mut pair = Pair::new("print", machine_of(&source), TranslationPolicy::Hot);
        while pair.go(&StopConditions::count(pair.count() + 3_000_000)) == Stop::Budget {}
        assert_eq!(pair.stats().regions > 0, is_translated, "{work} more: {:?}", pair.stats());
    }
}

/// A hundred thousand different lines, all of them equally hot, are not worth translating.
#[test]
fn programs_without_a_hot_place_stay_interpreted() {
    let mut source = String::from("main: li $s7, 60\nround:\n");
    for number in 0..100_000_u32 {
        let (to, from) = (number % 8, number * 7 % 8);
        let _ = writeln!(source, "addiu $t{to}, $t{from}, {}", number % 30_000);
    }
    source.push_str("addiu $s7, $s7, -1\nbeqz $s7, end\nj round\nend: li $v0, 10\nsyscall\n");
    let mut pair = Pair::new("many lines", machine_of(&source), TranslationPolicy::Hot);
    while pair.go(&StopConditions::count(pair.count() + 1_000_000)) == Stop::Budget {}
    assert_eq!(pair.stats().regions, 0, "{:?}", pair.stats());
}

/// Each of [`BENCHMARKS`] and its source.
fn benchmarks() -> impl Iterator<Item = (&'static str, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/programs");
    BENCHMARKS.iter().map(move |&name| {
        let source = std::fs::read_to_string(folder.join(name).with_extension("asm"));
        (name, source.expect("the programs are in the tree"))
    })
}
