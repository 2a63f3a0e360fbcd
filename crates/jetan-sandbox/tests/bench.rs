//! What a program under test can see and do, and how each of its ends is distinguished.

use jetan_asm::{AssemblyOptions, SourceSet};
use jetan_machine::{Behaviour, Interpreter};
use jetan_run::loader::ShippedOnly;
use jetan_run::{LoadPlan, RunEnd, RunLimit, load};
use jetan_run::{SlicedJob, YieldPoint, at_once};
use jetan_sandbox::limits::CaseLimits;
use jetan_sandbox::program::ProgramUnderTest;
use jetan_sandbox::runner::{AwaitedInput, ProgramRunner, RunRecord};
use jetan_sandbox::sandbox::{InputPace, ProgramInput};

fn subject(source: &str, limits: CaseLimits) -> ProgramUnderTest {
    let sources = SourceSet::single("test.asm", source);
    let setup = ProgramUnderTest::setup(Behaviour::JETAN, limits);
    let plan = LoadPlan::with_pack(AssemblyOptions::default(), setup, None);
    ProgramUnderTest::new(
        load(&sources, plan, &mut ShippedOnly).expect("it is right"),
        None,
        limits,
    )
}

fn run_within(source: &str, feed: &ProgramInput, limits: CaseLimits) -> RunRecord {
    let subject = subject(source, limits);
    let mut engine: Interpreter = Interpreter::default();
    at_once(ProgramRunner::new(&subject, &mut engine, &YieldPoint::NONE).run(feed))
}

fn run(source: &str, feed: &ProgramInput) -> RunRecord {
    run_within(source, feed, CaseLimits::default())
}

fn typed(console: &str) -> ProgramInput {
    ProgramInput { console: console.into(), ..ProgramInput::default() }
}

fn text(run: &RunRecord) -> String {
    String::from_utf8_lossy(&run.output).into_owned()
}

/// Reads numbers and prints each with a prompt before it, until it reads 0.
const ECHO: &str = "
        .data
ask:    .asciiz \"? \"
        .text
next:   la $a0, ask
        li $v0, 4
        syscall
        li $v0, 5
        syscall
        move $a0, $v0
        li $v0, 1
        syscall
        bnez $a0, next
        li $a0, 7
        li $v0, 17
        syscall
";

#[test]
fn a_program_reads_its_input_and_ends_with_its_code() {
    let run = run(ECHO, &typed("12\n0\n"));
    assert_eq!((run.ending.clone(), text(&run).as_str()), (RunEnd::Exited(Some(7)), "? 12? 0"));
    assert!(!run.has_asked_at_end);
}

#[test]
fn every_question_is_a_moment_when_lines_arrive_one_by_one() {
    let feed = ProgramInput { pace: InputPace::Lines, ..typed("12\n0\n") };
    let run = run(ECHO, &feed);
    let before: Vec<&[u8]> = (0..run.moments.len()).map(|idx| run.output_before(idx)).collect();
    assert_eq!(before, [&b"? "[..], b"12? ", b"0"]);
    let asked: Vec<AwaitedInput> = run.moments.iter().map(|moment| moment.asked).collect();
    assert_eq!(asked, [AwaitedInput::Line, AwaitedInput::Line, AwaitedInput::End]);
    assert_eq!(run.moments[1].console_taken, 3);
}

#[test]
fn wanting_more_input_than_there_is_is_an_end_of_its_own() {
    let run = run(ECHO, &typed("12\n"));
    assert_eq!(run.ending, RunEnd::EndOfInput);
    assert!(run.has_asked_at_end);
}

#[test]
fn asking_again_and_again_at_the_end_is_not_a_hang() {
    let source = "
        .data
line:   .space 8
        .text
again:  la $a0, line
        li $a1, 8
        li $v0, 8
        syscall
        b again
";
    assert_eq!(run(source, &typed("x\n")).ending, RunEnd::EndOfInput);
}

#[test]
fn what_uses_too_much_is_stopped_and_says_what_it_was() {
    let limits = CaseLimits {
        instructions: 1_000_000,
        output_bytes: 1000,
        memory_bytes: 1 << 20,
        file_bytes: 1000,
        kept_bytes: 2000,
    };
    let print = "again: li $a0, 65\n li $v0, 11\n syscall\n b again\n";
    let store = "lui $t0, 0x1004\n again: sw $t0, 0($t0)\n addiu $t0, $t0, 4096\n b again\n";
    let write = "
        .data
name:   .asciiz \"out\"
        .text
        la $a0, name
        li $a1, 1
        li $v0, 13
        syscall
        move $s0, $v0
again:  move $a0, $s0
        la $a1, name
        li $a2, 3
        li $v0, 15
        syscall
        b again
";
    let cases = [
        ("again: b again\n", RunLimit::Instructions),
        (print, RunLimit::Output),
        (store, RunLimit::Memory),
        (write, RunLimit::Files),
    ];
    for (source, limit) in cases {
        let run = run_within(source, &ProgramInput::default(), limits);
        assert_eq!(run.ending, RunEnd::Limit(limit), "{source}");
        assert!(run.output.len() <= limits.output_bytes);
    }
}

/// Opens files with names that are all different, and long.
const MANY_NAMES: &str = "
        .data
name:   .space 4096
        .text
        la $t0, name
        li $t1, 65
        li $t2, 4000
fill:   sb $t1, 0($t0)
        addiu $t0, $t0, 1
        addiu $t2, $t2, -1
        bgtz $t2, fill
again:  lw $t3, name
        addiu $t3, $t3, 1
        ori $t4, $t3, 0x4040
        sw $t4, name
        la $a0, name
        li $a1, 1
        li $v0, 13
        syscall
        move $a0, $v0
        li $v0, 16
        syscall
        b again
";

/// Writes a mebibyte to a file, and reads it again and again.
const READ_ON: &str = "
        .data
name:   .asciiz \"big\"
        .align 2
bytes:  .space 1048576
        .text
        la $a0, name
        li $a1, 1
        li $v0, 13
        syscall
        move $s0, $v0
        move $a0, $s0
        la $a1, bytes
        li $a2, 1048576
        li $v0, 15
        syscall
        move $a0, $s0
        li $v0, 16
        syscall
again:  la $a0, name
        li $a1, 0
        li $v0, 13
        syscall
        move $s0, $v0
        move $a0, $s0
        la $a1, bytes
        li $a2, 1048576
        li $v0, 14
        syscall
        move $a0, $s0
        li $v0, 16
        syscall
        b again
";

#[test]
fn names_of_files_count() {
    let run = run_within(MANY_NAMES, &ProgramInput::default(), CaseLimits::default());
    assert_eq!(run.ending, RunEnd::Limit(RunLimit::Files));
}

#[test]
fn what_services_move_counts_as_instructions() {
    let limits = CaseLimits { instructions: 100_000_000, ..CaseLimits::default() };
    let run = run_within(READ_ON, &ProgramInput::default(), limits);
    assert_eq!(run.ending, RunEnd::Limit(RunLimit::Instructions));
    assert!(run.instructions < 100_000, "{}", run.instructions);
    assert!(run.machine.work() >= 90_000_000, "{}", run.machine.work());
    // A string without end, of which nothing comes of: its length is what it costs.
    let string = "again: li $a0, 0x10010000\n li $v0, 13\n syscall\n b again\n";
    let fill = "li $t0, 0x10010000\n li $t1, 0x10020000\n li $t2, -1\n\
                fill: sw $t2, 0($t0)\n addiu $t0, $t0, 4\n bne $t0, $t1, fill\n";
    let run = run_within(&format!("{fill}{string}"), &ProgramInput::default(), limits);
    assert_eq!(run.ending, RunEnd::Limit(RunLimit::Instructions));
    assert!(run.instructions < 300_000, "{}", run.instructions);
}

#[test]
fn an_allowance_is_for_all_runs_together() {
    let subject = subject("again: b again\n", CaseLimits::default());
    let mut engine: Interpreter = Interpreter::default();
    let mut runner = ProgramRunner::new(&subject, &mut engine, &YieldPoint::NONE);
    runner.allowance = 3_000_000;
    runner.limits.instructions = 2_000_000;
    let taken = [0; 3].map(|_| at_once(runner.run(&ProgramInput::default())).instructions);
    assert_eq!(taken, [2_000_000, 1_000_000, 0]);
}

#[test]
fn whoever_runs_it_can_stop_it() {
    let subject = subject("again: b again\n", CaseLimits::default());
    let mut engine: Interpreter = Interpreter::default();
    let mut looks = 0;
    let feed = ProgramInput::default();
    let run = async |point: YieldPoint| {
        ProgramRunner::new(&subject, &mut engine, &point).run(&feed).await
    };
    let run = SlicedJob::new(run).finish(&mut |_| {
        looks += 1;
        looks < 3
    });
    assert_eq!(run.ending, RunEnd::Limit(RunLimit::Time));
    assert!(run.instructions < 10_000_000);
}

#[test]
fn errors_and_running_off_the_end_are_distinguished() {
    let run_off = run("li $t0, 1\n", &ProgramInput::default());
    assert_eq!(run_off.ending, RunEnd::DroppedOff(0x0040_0004));
    let fault = run("lw $t0, 3($zero)\n", &ProgramInput::default());
    assert!(matches!(fault.ending, RunEnd::Faulted { pc: 0x0040_0000, .. }));
    let subject = subject("li $v0, 10\nlw $t0, 3($zero)\n", CaseLimits::default());
    assert_eq!(subject.line_at(0x0040_0004).as_deref(), Some("line 2: lw $t0, 3($zero)"));
}

/// Opens a file to read and prints its first bytes, or prints `none`.
const READ_FILE: &str = "
        .data
name:   .asciiz \"Cargo.toml\"
none:   .asciiz \"none\"
buffer: .space 16
        .text
        la $a0, name
        li $a1, 0
        li $v0, 13
        syscall
        bltz $v0, absent
        move $a0, $v0
        la $a1, buffer
        li $a2, 8
        li $v0, 14
        syscall
        la $a0, buffer
        b say
absent: la $a0, none
say:    li $v0, 4
        syscall
        li $v0, 10
        syscall
";

#[test]
fn no_file_of_the_host_is_in_reach() {
    assert_eq!(text(&run(READ_FILE, &ProgramInput::default())), "none");
}

#[test]
fn a_file_can_stand_for_the_console() {
    let feed = ProgramInput { files_hold_input: true, ..typed("abcdefghijk") };
    assert_eq!(text(&run(READ_FILE, &feed)), "abcdefgh");
}

/// Prints every key of the keyboard device.
const KEYS: &str = "
        lui $s0, 0xffff
poll:   lw $t0, 0($s0)
        andi $t0, $t0, 1
        beqz $t0, poll
        lw $a0, 4($s0)
        li $v0, 11
        syscall
        b poll
";

#[test]
fn each_key_is_typed_once_the_program_looks_for_it() {
    let run = run(KEYS, &ProgramInput { keys: b"wasd".to_vec(), ..ProgramInput::default() });
    assert_eq!((run.ending.clone(), text(&run).as_str()), (RunEnd::OutOfKeys, "wasd"));
    let before: Vec<&[u8]> = (0..run.moments.len()).map(|idx| run.output_before(idx)).collect();
    assert_eq!(before, [&b""[..], b"w", b"a", b"s", b"d"]);
}

#[test]
fn time_is_virtual_and_sleeping_takes_none() {
    let source = "
        li $v0, 30
        syscall
        move $s0, $a0
        lui $a0, 0x10
        li $v0, 32
        syscall
        li $v0, 30
        syscall
        subu $a0, $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
";
    assert_eq!(text(&run(source, &ProgramInput::default())), "1048576");
}

#[test]
fn chance_comes_from_the_seed() {
    let source = "
        li $a0, 0
        li $a1, 1000000
        li $v0, 42
        syscall
        li $v0, 1
        syscall
        li $v0, 10
        syscall
";
    let draw =
        |seed| text(&run(source, &ProgramInput { seed: Some(seed), ..ProgramInput::default() }));
    assert_eq!(draw(5), draw(5));
    assert_ne!(draw(5), draw(6));
}
