//! Generated WebAssembly against the interpreter, for Node: `lockstep.mjs` beside this calls what
//! is exported. On other processors there is nothing of it.
#![cfg(target_arch = "wasm32")]
#![expect(unsafe_code, reason = "names that JavaScript can find are exported without mangling")]

#[path = "../lockstep"]
mod lockstep {
    #[expect(dead_code, reason = "only programs of any bytes use all of it")]
    pub(crate) mod programs;
    pub(crate) mod random;
    pub(crate) mod run;
}

use std::cell::RefCell;
use std::panic;

use jetan_jit::{Jit, TranslationPolicy};
use jetan_machine::stop::Breakpoints;
use jetan_machine::{Driver, Engine, Interpreter, Machine, Stop, StopConditions};
use lockstep::run::{Pair, host::Script, machine_of};

/// The same program as in the tests of other processors.
const MIXED: &str = include_str!("../lockstep/mixed.asm");

// SAFETY: JavaScript reads what the numbers say and does not call back.
#[link(wasm_import_module = "jetan")]
unsafe extern "C" {
    /// A text at an address, of so many bytes, is to be shown.
    safe fn report(address: usize, bytes: usize);
}

struct Bench {
    machine: Machine,
    host: Script,
    engine: BenchEngine,
}

enum BenchEngine {
    Interpreter(Interpreter),
    Jit(Box<Driver<Jit>>),
}

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static BENCH: RefCell<Option<Bench>> = const { RefCell::new(None) };
}

fn log(text: &str) {
    report(text.as_ptr() as usize, text.len());
}

/// Shows what a panic says before it ends everything.
// SAFETY: no other symbol of the module has this name, here and below.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    panic::set_hook(Box::new(|panic| log(&panic.to_string())));
}

/// Compares both engines on random programs; gives the part of the instructions that was executed
/// by generated code.
#[unsafe(no_mangle)]
pub extern "C" fn random(first: f64, programs: u32) -> f64 {
    let first = first as u64;
    let [count, generated, _, _] = lockstep::random::compare(first..first + u64::from(programs));
    generated as f64 / count as f64
}

/// Stops one program after every number of instructions, and at each of them.
///
/// # Panics
/// If the engines differ, which ends the module.
#[unsafe(no_mangle)]
pub extern "C" fn stops() {
    let start = machine_of(MIXED);
    let mut pair = Pair::new("mixed", start.clone(), TranslationPolicy::Everything);
    while pair.go(&StopConditions::count(u64::MAX)) == Stop::Budget {}
    let end = pair.count();
    assert!(pair.stats().generated > end / 2, "{:?}", pair.stats());
    for count in 0..end + 2 {
        pair.restart(&start);
        pair.go(&StopConditions::count(count));
        if count % 5 == 0 {
            while pair.go(&StopConditions::count(pair.count() + 997)) == Stop::Budget {}
        }
    }
    for address in (0..start.text().len() as u32).map(|word| start.text().base() + 4 * word) {
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
        }
    }
    let mut pair = Pair::new("mixed", start, TranslationPolicy::EveryBlock);
    while pair.go(&StopConditions::count(u64::MAX)) == Stop::Budget {}
    assert!(pair.blocks > pair.count() / 20, "{} blocks of {}", pair.blocks, pair.count());
}

/// Room for so many bytes of a program.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.clear();
        text.resize(bytes, 0);
        text.as_mut_ptr()
    })
}

fn text() -> String {
    TEXT.with_borrow(|text| String::from_utf8_lossy(text).into_owned())
}

/// Compares both engines on the program in the room, for so many instructions.
#[unsafe(no_mangle)]
pub extern "C" fn program(instructions: f64, slice: f64) {
    let mut pair = Pair::new("program", machine_of(&text()), TranslationPolicy::Hot);
    let (end, slice) = (instructions as u64, slice as u64);
    while pair.count() < end
        && pair.go(&StopConditions::count((pair.count() + slice).min(end))) == Stop::Budget
    {}
    log(&format!("{:?}", pair.stats()));
}

/// Begins to run the program in the room: 0 for interpreted, 1 for translated.
#[unsafe(no_mangle)]
pub extern "C" fn begin(engine: u32) {
    let engine = if engine == 0 {
        BenchEngine::Interpreter(Interpreter::default())
    } else {
        BenchEngine::Jit(Box::new(jetan_jit::engine(TranslationPolicy::Hot, None)))
    };
    BENCH.set(Some(Bench { machine: machine_of(&text()), host: Script::default(), engine }));
}

/// Runs so many instructions of it; gives the count, negative if it has ended.
#[unsafe(no_mangle)]
pub extern "C" fn go(instructions: f64) -> f64 {
    BENCH.with_borrow_mut(|bench| {
        let Some(Bench { machine, host, engine }) = bench else { return 0.0 };
        let until = StopConditions::count(machine.count + instructions as u64);
        let stop = match engine {
            BenchEngine::Interpreter(engine) => engine.run(machine, host, &until),
            BenchEngine::Jit(engine) => engine.run(machine, host, &until),
        };
        host.console.clear();
        let count = machine.count as f64;
        if stop == Stop::Budget { count } else { -count }
    })
}

/// Shows what the translator has done.
#[unsafe(no_mangle)]
pub extern "C" fn statistics() {
    BENCH.with_borrow(|bench| {
        if let Some(Bench { engine: BenchEngine::Jit(engine), .. }) = bench {
            log(&format!("{:?}", engine.core.stats()));
        }
    });
}

/// Recurses deeper than the host's stack may grow.
///
/// # Panics
/// If the engines differ, or the stack was never said to be used up.
#[unsafe(no_mangle)]
pub extern "C" fn recursion() {
    let mut pair = Pair::new("deep", machine_of(DEEP), TranslationPolicy::Everything);
    while pair.go(&StopConditions::count(pair.count() + 100_003)) == Stop::Budget {}
    assert!(pair.exits("deep recursion") > 2, "{:?}", pair.stats());
}

const DEEP: &str = "
main:   li    $s7, 3
again:  li    $a0, 30000
        jal   sum
        addiu $s7, $s7, -1
        bgtz  $s7, again
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
