//! The stack at any step, asked for in any order: what is remembered of earlier questions changes
//! nothing.

#[expect(dead_code, reason = "other tests need more of it")]
#[path = "../../jetan-machine/tests/common/host.rs"]
mod host;

use std::sync::Arc;

use host::Script;
use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_debug::Debugger;
use jetan_debug::debugger::OpenCall;
use jetan_isa::Reg;
use jetan_machine::{Behaviour, Interpreter, Machine, MachineSettings, StopConditions};
use jetan_run::log::MachineEdit;
use jetan_run::{KeyframePolicy, Timeline, YieldPoint, at_once};
use jetan_symbols::DebugSymbols;

/// Computes a Fibonacci number again and again, the argument in `$s7`.
const FIBONACCI: &str = "\
main: li $s6, 3
again: move $a0, $s7
    jal fib
    addi $s6, $s6, -1
    bnez $s6, again
    li $v0, 10
    syscall
fib: slti $t0, $a0, 2
    move $v0, $a0
    bnez $t0, done
    addi $sp, $sp, -12
    sw $ra, 8($sp)
    sw $a0, 4($sp)
    addi $a0, $a0, -1
    jal fib
    sw $v0, 0($sp)
    lw $a0, 4($sp)
    addi $a0, $a0, -2
    jal fib
    lw $t1, 0($sp)
    add $v0, $v0, $t1
    lw $ra, 8($sp)
    addi $sp, $sp, 12
done: jr $ra
";

fn debugger(argument: u32) -> Debugger<'static> {
    let sources = SourceSet::single("main.asm", FIBONACCI);
    let (program, _) = assemble(&sources, &AssemblyOptions::default());
    let program = program.expect("it is a program");
    let mut machine = Machine::new(&program.image, MachineSettings::default(), Behaviour::JETAN)
        .expect("it fits");
    machine.registers.set(Reg::S7, argument);
    let keeping = KeyframePolicy { distance_min: 100, ..KeyframePolicy::default() };
    let timeline = Timeline::new(machine, Box::new(Interpreter::<()>::default()), keeping);
    Debugger::new(timeline, DebugSymbols::new(Arc::new(program), sources))
}

fn run_on(debugger: &mut Debugger<'_>) {
    let mut host = Script::default();
    debugger.timeline.run(&mut host, &StopConditions::default()).expect("nothing is replayed");
}

fn calls_at(debugger: &mut Debugger<'_>, count: u64) -> Vec<OpenCall> {
    debugger.timeline.go_to(count).expect("it is known");
    at_once(debugger.calls(&YieldPoint::NONE)).expect("it is the same run")
}

/// The stack of a debugger that was never asked before.
fn fresh(asked: &Debugger<'_>, count: u64) -> Vec<OpenCall> {
    let timeline = asked.timeline.copy(Box::new(Interpreter::<()>::default()));
    calls_at(&mut Debugger::new(timeline, asked.names.clone()), count)
}

#[test]
fn the_stack_is_the_same_in_whatever_order_it_is_asked_for() {
    let mut asked = debugger(9);
    run_on(&mut asked);
    let end = asked.timeline.end_count();
    let mut deepest = 0;
    // Forwards, backwards, and to and fro.
    let forwards = (0..end).step_by(37);
    let backwards = (0..end).rev().step_by(53);
    let jumping = (0..200).map(|idx| idx * 7919 % end);
    for count in forwards.chain(backwards).chain(jumping) {
        let calls = calls_at(&mut asked, count);
        deepest = deepest.max(calls.len());
        assert_eq!(calls, fresh(&asked, count), "{count}");
    }
    assert!(deepest > 5);
}

#[test]
fn a_copy_shares_what_is_known_and_an_edit_makes_it_void() {
    let mut asked = debugger(9);
    run_on(&mut asked);
    let end = asked.timeline.end_count();
    for count in (0..end).step_by(101) {
        calls_at(&mut asked, count);
    }
    let mut copy = asked.copy(Box::new(Interpreter::<()>::default()));
    let middle = end / 2;
    asked.timeline.go_to(middle).expect("it is known");
    asked.timeline.edit(MachineEdit::Register(Reg::S7, 6)).expect("it fits");
    // A copy from before goes on with the run as it was, and leaves nothing of it behind.
    assert_eq!(calls_at(&mut copy, end - 9), fresh(&copy, end - 9));
    run_on(&mut asked);
    let end = asked.timeline.end_count();
    for count in (0..end).rev().step_by(41) {
        assert_eq!(calls_at(&mut asked, count), fresh(&asked, count), "{count}");
    }
    assert_eq!(calls_at(&mut copy, end - 9), fresh(&copy, end - 9));
}
