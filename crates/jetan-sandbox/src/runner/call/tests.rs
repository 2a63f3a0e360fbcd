//! Procedures that keep the convention, and one for each way to break it.

use jetan_asm::{AssemblyOptions, SourceSet};
use jetan_machine::{Behaviour, Interpreter};
use jetan_run::loader::ShippedOnly;
use jetan_run::{LoadPlan, RunEnd, RunLimit, load};
use jetan_run::{YieldPoint, at_once};

use super::*;
use crate::limits::CaseLimits;
use crate::program::ProgramUnderTest;
use crate::runner::AwaitedInput;

const LIMITS: CaseLimits = CaseLimits {
    instructions: 100_000,
    output_bytes: 1000,
    memory_bytes: 1 << 20,
    file_bytes: 1000,
    kept_bytes: 1000,
};

fn subject(source: &str) -> ProgramUnderTest {
    let sources = SourceSet::single("test.asm", source);
    let setup = ProgramUnderTest::setup(Behaviour::JETAN, LIMITS);
    let plan = LoadPlan::with_pack(AssemblyOptions::default(), setup, None);
    ProgramUnderTest::new(
        load(&sources, plan, &mut ShippedOnly).expect("it is right"),
        None,
        LIMITS,
    )
}

/// Calls `work` of a program whose first instruction must not be reached.
fn run_patiently(body: &str, call: &ProcedureCall, patience: u64) -> CallResult {
    let source = format!(
        "
        .data
cell:   .word 7
        .text
        teq $zero, $zero
double: addu $v0, $a0, $a0
        jr $ra
{body}
"
    );
    let subject = subject(&source);
    let mut engine: Interpreter = Interpreter::default();
    let call = ProcedureCall { procedure: "work".to_owned(), ..call.clone() };
    let mut runner = ProgramRunner::new(&subject, &mut engine, &YieldPoint::NONE);
    runner.patience = patience;
    at_once(runner.call(&call)).expect("it has the label")
}

fn call(body: &str, call: &ProcedureCall) -> CallResult {
    run_patiently(body, call, u64::MAX)
}

fn plain(body: &str) -> CallResult {
    call(body, &ProcedureCall::default())
}

/// The registers that were not preserved.
fn broken(body: &str) -> Vec<Reg> {
    let called = plain(body);
    assert!(called.has_returned);
    called.broken.iter().map(|broken| broken.reg).collect()
}

#[test]
fn a_procedure_gets_its_arguments_and_memory_and_gives_its_results() {
    let body = "
work:   lw $v0, cell
        addu $v0, $v0, $a1
        move $v1, $s0
        sw $a0, cell
        jr $ra";
    let prepared = ProcedureCall {
        arguments: vec![5, 30],
        registers: vec![(Reg::S0, 99)],
        memory: vec![(0x1001_0000, vec![12, 0, 0, 0])],
        ..ProcedureCall::default()
    };
    let called = call(body, &prepared);
    assert!(called.has_returned && !called.has_lost_ra);
    assert_eq!((called.v0, called.v1), (42, 99));
    assert_eq!(called.run.machine.memory.peek_word(0x1001_0000), 5);
    assert_eq!(called.run.ending, RunEnd::Exited(None));
    assert_eq!((called.broken, called.overwritten), (Vec::new(), None));
}

#[test]
fn a_procedure_may_call_others_with_all_registers_saved() {
    let body = "
work:   addiu $sp, $sp, -8
        sw $ra, 4($sp)
        sw $s0, 0($sp)
        li $s0, 20
        move $a0, $s0
        jal double
        addu $v0, $v0, $s0
        lw $s0, 0($sp)
        lw $ra, 4($sp)
        addiu $sp, $sp, 8
        jr $ra";
    let called = plain(body);
    assert!(called.has_returned);
    assert_eq!((called.v0, called.broken, called.overwritten), (60, Vec::new(), None));
}

#[test]
fn a_label_that_is_not_there_cannot_be_called() {
    let subject = subject("main: jr $ra");
    let mut engine: Interpreter = Interpreter::default();
    let mut runner = ProgramRunner::new(&subject, &mut engine, &YieldPoint::NONE);
    let absent = ProcedureCall { procedure: "work".to_owned(), ..ProcedureCall::default() };
    assert!(at_once(runner.call(&absent)).is_none());
}

#[test]
fn saved_registers_that_are_overwritten_are_named() {
    assert_eq!(broken("work: li $s0, 1\n li $s7, 2\n jr $ra"), [Reg::S0, Reg::S7]);
    assert_eq!(broken("work: li $gp, 1\n li $fp, 2\n jr $ra"), [Reg::FP, Reg::GP]);
    assert_eq!(broken("work: li $t0, 1\n li $a3, 2\n li $v1, 3\n jr $ra"), []);
}

#[test]
fn a_register_that_was_given_a_value_may_change() {
    let given = ProcedureCall { registers: vec![(Reg::S0, 3)], ..ProcedureCall::default() };
    let called = call("work: li $s0, 1\n li $s1, 1\n jr $ra", &given);
    assert_eq!(called.broken.iter().map(|broken| broken.reg).collect::<Vec<_>>(), [Reg::S1]);
}

#[test]
fn saved_registers_can_stay_as_the_machine_has_them() {
    let called = call("work: move $v0, $s3\n jr $ra", &ProcedureCall::default());
    assert_eq!(called.v0, SAVED_MARK + 19);
    let staying = ProcedureCall { keeps_saved: true, ..ProcedureCall::default() };
    let called = call("work: move $v0, $s3\n li $s4, 1\n jr $ra", &staying);
    assert_eq!(called.v0, 0);
    assert_eq!(called.broken, [ClobberedRegister { reg: Reg::S4, before: 0, after: 1 }]);
}

#[test]
fn a_stack_pointer_that_is_not_put_back_is_seen() {
    let called = plain("work: addiu $sp, $sp, -4\n sw $ra, 0($sp)\n jr $ra");
    let [ClobberedRegister { reg, before, after }] = called.broken[..] else { panic!("only $sp") };
    assert_eq!((reg, before - after), (Reg::SP, 4));
    assert_eq!(called.overwritten, None);
}

#[test]
fn the_stack_of_the_caller_must_not_be_written() {
    let called = plain("work: li $t0, 3\n sw $t0, 8($sp)\n jr $ra");
    assert!(called.has_returned && called.broken.is_empty());
    assert_eq!(called.overwritten, Some(OverwrittenWord { offset: 8, after: 3 }));
}

#[test]
fn a_given_stack_is_left_alone() {
    let given =
        ProcedureCall { registers: vec![(Reg::SP, 0x7fff_e000)], ..ProcedureCall::default() };
    let called = call("work: sw $sp, 0($sp)\n jr $ra", &given);
    assert_eq!((called.overwritten, called.broken), (None, Vec::new()));
    assert_eq!(called.run.machine.memory.peek_word(0x7fff_e000), 0x7fff_e000);
}

#[test]
fn a_procedure_that_never_returns_is_stopped() {
    let called = plain("work: b work");
    assert!(!called.has_returned && !called.has_lost_ra);
    assert_eq!(called.run.ending, RunEnd::Limit(RunLimit::Instructions));
}

#[test]
fn a_return_address_lost_in_a_call_is_seen() {
    let called = plain("work: jal double\n jr $ra");
    assert!(!called.has_returned && called.has_lost_ra);
    assert_eq!(called.run.ending, RunEnd::Limit(RunLimit::Instructions));
}

#[test]
fn a_procedure_that_ends_the_program_has_not_returned() {
    let called = plain("work: li $s0, 1\n li $v0, 10\n syscall");
    assert!(!called.has_returned);
    assert_eq!((called.run.ending, called.broken), (RunEnd::Exited(None), Vec::new()));
}

#[test]
fn running_past_the_last_instruction_is_not_a_return() {
    let called = plain("work: li $v0, 1");
    assert!(!called.has_returned);
    assert!(matches!(called.run.ending, RunEnd::DroppedOff(_)));
}

#[test]
fn a_jump_to_nowhere_is_an_error_and_not_a_return() {
    for body in ["work: jr $zero", "work: addiu $ra, $ra, 2\n jr $ra", "work: lw $t0, 1($sp)"] {
        let called = plain(body);
        assert!(!called.has_returned, "{body}");
        assert!(matches!(called.run.ending, RunEnd::Faulted { .. }), "{body}");
    }
}

#[test]
fn returning_by_another_register_is_a_return() {
    let called = plain("work: move $t9, $ra\n li $ra, 0\n jr $t9");
    assert!(called.has_returned);
}

#[test]
fn a_procedure_that_waits_for_a_key_or_a_line_has_not_returned() {
    let called = plain("work: lw $t0, 0xffff0000\n beqz $t0, work\n jr $ra");
    assert_eq!((called.has_returned, called.run.ending), (false, RunEnd::OutOfKeys));
    let called = plain("work: li $v0, 5\n syscall\n jr $ra");
    assert_eq!((called.has_returned, called.run.ending), (false, RunEnd::EndOfInput));
}

#[test]
fn a_procedure_can_read_what_it_is_fed() {
    let feed =
        ProgramInput { console: b"17\n".to_vec(), keys: b"k".to_vec(), ..ProgramInput::default() };
    let body = "
work:   li $v0, 5
        syscall
look:   lw $t0, 0xffff0000
        beqz $t0, look
        lw $v1, 0xffff0004
        jr $ra";
    let called = call(body, &ProcedureCall { feed, ..ProcedureCall::default() });
    assert_eq!((called.v0, called.v1), (17, u32::from(b'k')));
    let asked: Vec<AwaitedInput> = called.run.moments.iter().map(|moment| moment.asked).collect();
    assert_eq!(asked, [AwaitedInput::Key, AwaitedInput::End]);
}

#[test]
fn memory_that_cannot_be_prepared_is_a_limit_and_no_panic() {
    let memory = vec![(0x1001_0000, vec![1; 2 << 20])];
    let called = call("work: jr $ra", &ProcedureCall { memory, ..ProcedureCall::default() });
    assert!(!called.has_returned);
    assert_eq!(called.run.ending, RunEnd::Limit(RunLimit::Memory));
}

#[test]
fn a_program_may_take_only_so_long_from_key_to_key() {
    let body = "
work:   li $t1, 1000
delay:  addiu $t1, $t1, -1
        bnez $t1, delay
look:   lw $t0, 0xffff0000
        beqz $t0, look
        lw $t0, 0xffff0004
        addiu $v0, $v0, 1
        bne $v0, 5, work
        jr $ra";
    let feed = ProgramInput { keys: b"abcde".to_vec(), ..ProgramInput::default() };
    let call = ProcedureCall { registers: vec![(Reg::V0, 0)], feed, ..ProcedureCall::default() };
    let ending = |patience| run_patiently(body, &call, patience).run.ending;
    assert_eq!(ending(2100), RunEnd::Exited(None));
    assert_eq!(ending(1900), RunEnd::Limit(RunLimit::Instructions));
}
