//! Exceptions: what they leave in the coprocessor registers, who gets to see them, and how the
//! instructions around them are counted. Sections 7 and 7.2 of the description of MARS and the
//! surprises S30, S34 and S41.

#[path = "common/engines.rs"]
mod engines;
mod reference {
    pub(crate) mod host;
}

use jetan_asm::{AssemblyOptions, Dialect, SourceSet, assemble};
use jetan_isa::{Image, Instruction, MemoryMap, Op, Reg, Segment, SegmentKind, WideInstruction};
use jetan_machine::code::CodeWord;
use jetan_machine::observer::WrittenRegister;
use jetan_machine::stop::ProgramExit;
use jetan_machine::{
    Behaviour, Engine, Interpreter, Machine, MachineSettings, Observer, Stop, StopConditions,
};

use engines::ENGINES;
use reference::host::NoHost;

/// Goes on after the instruction that failed and counts the visits in `$k1`.
const HANDLER: &str = "
    .ktext 0x80000180
    addiu $k1, $k1, 1
    mfc0 $k0, $14
    addiu $k0, $k0, 4
    mtc0 $k0, $14
    eret
";

/// How many instructions that handler has, and the exception itself.
const VISIT: u64 = 6;

const COUNT_MAX: u64 = 1000;

/// How a program is run.
#[derive(Clone, Copy)]
struct Setup {
    behaviour: Behaviour,
    delayed: bool,
    map: MemoryMap,
    count: u64,
}

const MARS: Setup =
    Setup { behaviour: Behaviour::MARS, delayed: false, map: MemoryMap::DEFAULT, count: COUNT_MAX };
const JETAN: Setup = Setup { behaviour: Behaviour::JETAN, ..MARS };
const BOTH: [Setup; 2] = [MARS, JETAN];

impl Setup {
    fn delayed(self) -> Setup {
        Setup { delayed: true, ..self }
    }

    fn machine(self, source: &str) -> Machine {
        let sources = SourceSet::single("case.asm", source);
        let options =
            AssemblyOptions { dialect: Dialect::MARS, map: self.map, ..AssemblyOptions::default() };
        let (program, diagnostics) = assemble(&sources, &options);
        let Some(program) = program else { panic!("{source}\n{diagnostics:#?}") };
        let settings =
            MachineSettings { delayed_branching: self.delayed, ..MachineSettings::default() };
        Machine::new(&program.image, settings, self.behaviour).expect("a case fits")
    }

    fn run(self, source: &str) -> Ended {
        run_machine(&self.machine(source), self.count)
    }
}

/// A machine that has stopped.
struct Ended {
    machine: Machine,
    stop: Stop,
}

impl Ended {
    #[track_caller]
    fn exited(&self) -> &Ended {
        assert_eq!(self.stop, Stop::Exited(ProgramExit::DroppedOff));
        self
    }

    #[track_caller]
    fn faulted(&self, text: &str, at: u32) -> &Ended {
        let Stop::Faulted { fault, pc } = &self.stop else { panic!("{:?}", self.stop) };
        assert_eq!(fault.to_string(), text);
        assert_eq!(*pc, at, "{pc:#010x}");
        assert_eq!(self.machine.pc, at, "the program counter stays at the fault");
        self
    }

    /// EPC, Cause, Status and `vaddr`.
    #[track_caller]
    fn cp0(&self, epc: u32, cause: u32, status: u32, vaddr: u32) -> &Ended {
        let cp0 = self.machine.cp0;
        let got = [cp0.epc, cp0.cause, cp0.status, cp0.vaddr];
        assert_eq!(got, [epc, cause, status, vaddr], "{got:#010x?}");
        self
    }

    #[track_caller]
    fn register(&self, name: &str, value: u32) -> &Ended {
        let register = Reg::from_name(name).expect("a register");
        let got = self.machine.registers.get(register);
        assert_eq!(got, value, "{name} is {got:#010x}");
        self
    }

    #[track_caller]
    fn count(&self, count: u64) -> &Ended {
        assert_eq!(self.machine.count, count);
        self
    }
}

/// Status at the start, and with the exception level set.
const STATUS: u32 = 0x0000_ff11;
const RAISED: u32 = 0x0000_ff13;

/// The instruction that fails, its code, MARS's message, and the bad address if there is one.
/// `$t1` points to data, `$t2` is the largest number, `$v0` is 99.
const FAILURES: &[(&str, u32, &str, u32)] = &[
    ("lw $t0, 1($t1)", 4, "fetch address not aligned on word boundary 0x10010001", 0x1001_0001),
    ("lh $t0, 1($t1)", 4, "fetch address not aligned on halfword boundary 0x10010001", 0x1001_0001),
    ("lb $t0, 4($zero)", 4, "address out of range 0x00000004", 4),
    ("lwc1 $f0, 4($zero)", 4, "address out of range 0x00000004", 4),
    ("lwl $t0, 7($zero)", 4, "address out of range 0x00000007", 7),
    ("lwr $t0, 5($zero)", 4, "address out of range 0x00000005", 5),
    ("ll $t0, 4($zero)", 4, "address out of range 0x00000004", 4),
    ("ldc1 $f0, 4($t1)", 4, "address not aligned on doubleword boundary 0x10010004", 0x1001_0004),
    ("lw $t0, 0($t3)", 4, "Cannot read directly from text segment!0x00400000", 0x0040_0000),
    ("sw $t0, 2($t1)", 5, "store address not aligned on word boundary 0x10010002", 0x1001_0002),
    ("sh $t0, 3($t1)", 5, "store address not aligned on halfword boundary 0x10010003", 0x1001_0003),
    ("sb $t0, 4($zero)", 5, "address out of range 0x00000004", 4),
    ("sc $t0, 4($zero)", 5, "address out of range 0x00000004", 4),
    ("swl $t0, 7($zero)", 5, "address out of range 0x00000007", 7),
    ("swr $t0, 5($zero)", 5, "address out of range 0x00000005", 5),
    ("swc1 $f0, 4($zero)", 5, "address out of range 0x00000004", 4),
    ("sdc1 $f0, 4($t1)", 5, "address not aligned on doubleword boundary 0x10010004", 0x1001_0004),
    ("sb $t0, 0($t3)", 5, "Cannot write directly to text segment!0x00400000", 0x0040_0000),
    ("syscall", 8, "invalid or unimplemented syscall service: 99 ", 0),
    ("break", 9, "break instruction executed; no code given.", 0),
    ("break 7", 9, "break instruction executed; code = 7.", 0),
    ("add $t0, $t2, $t2", 12, "arithmetic overflow", 0),
    ("addi $t0, $t2, 1", 12, "arithmetic overflow", 0),
    ("sub $t0, $zero, $t4", 12, "arithmetic overflow", 0),
    ("teq $zero, $zero", 13, "trap", 0),
    ("tgei $zero, 0", 13, "trap", 0),
];

/// Seven instructions before the one that fails.
const PROLOGUE: &str = "
    lui $t1, 0x1001
    lui $t2, 0x7fff
    ori $t2, $t2, 0xffff
    lui $t3, 0x0040
    lui $t4, 0x8000
    addiu $v0, $zero, 99
    addiu $t0, $zero, 55
";
const AT: u32 = 0x0040_001c;

#[test]
fn without_a_handler_the_run_ends_at_the_instruction() {
    for setup in BOTH {
        for &(instruction, code, text, vaddr) in FAILURES {
            let source = format!("{PROLOGUE}\n{instruction}\naddiu $s0, $zero, 1");
            setup
                .run(&source)
                .faulted(text, AT)
                .cp0(AT, code << 2, RAISED, vaddr)
                // What failed changed nothing and is not counted.
                .register("$t0", 55)
                .register("$s0", 0)
                .count(7);
        }
    }
}

#[test]
fn a_handler_is_entered_and_comes_back() {
    for setup in [MARS, JETAN, MARS.delayed(), JETAN.delayed()] {
        for &(instruction, code, _, vaddr) in FAILURES {
            let source = format!("{PROLOGUE}\n{instruction}\naddiu $s0, $zero, 1\n{HANDLER}");
            setup
                .run(&source)
                .exited()
                .cp0(AT + 4, code << 2, STATUS, vaddr)
                .register("$t0", 55)
                .register("$s0", 1)
                .register("$k1", 1)
                .count(7 + VISIT + 1);
        }
    }
}

#[test]
fn a_handler_sees_the_registers() {
    let source = format!(
        "{PROLOGUE}
        sw $t0, 2($t1)
        .ktext 0x80000180
        mfc0 $s0, $14
        mfc0 $s1, $13
        mfc0 $s2, $12
        mfc0 $s3, $8"
    );
    for setup in BOTH {
        setup
            .run(&source)
            .exited()
            .register("$s0", AT)
            .register("$s1", 5 << 2)
            .register("$s2", RAISED)
            .register("$s3", 0x1001_0002);
    }
}

#[test]
fn an_address_stays_until_the_next_address_error() {
    let source = format!("lw $t0, 4($zero)\nteq $zero, $zero\n{HANDLER}");
    for setup in BOTH {
        setup.run(&source).exited().cp0(0x0040_0008, 13 << 2, STATUS, 4).register("$k1", 2);
    }
}

/// An error without a code leaves the coprocessor alone and still enters the handler (S30).
#[test]
fn odd_registers_enter_the_handler_with_what_was_there() {
    let source = "
        addiu $t0, $zero, 0x1234
        mtc0 $t0, $8
        mtc0 $t0, $13
        la $t1, behind
        addiu $t1, $t1, -4
        mtc0 $t1, $14
        add.d $f1, $f2, $f4
        addiu $s0, $zero, 1
        behind: addiu $s1, $zero, 1
    ";
    for setup in BOTH {
        let ended = setup.run(&format!("{source}{HANDLER}"));
        ended.exited().register("$s0", 0).register("$s1", 1).register("$k1", 1);
        let behind = ended.machine.cp0.epc;
        ended.cp0(behind, 0x1234, STATUS, 0x1234);
        let ended = setup.run(source);
        ended.faulted("all registers must be even-numbered", 0x0040_001c);
        ended.cp0(0x0040_0020, 0x1234, STATUS, 0x1234);
    }
}

#[test]
fn mars_keeps_all_but_the_code_and_two_interrupt_bits_of_cause() {
    let source = "addiu $t0, $zero, -1\nmtc0 $t0, $13\nteq $zero, $zero";
    MARS.run(source).faulted("trap", 0x0040_0008).cp0(0x0040_0008, 0xffff_fcb7, RAISED, 0);
}

/// S34: all interrupt bits are rewritten at every exception.
#[test]
fn jetan_rewrites_the_interrupt_bits_of_cause() {
    let source = "ori $t0, $zero, 0x0f00\nmtc0 $t0, $13\nteq $zero, $zero";
    JETAN.run(source).cp0(0x0040_0008, 13 << 2, RAISED, 0);
}

#[test]
fn status_is_only_added_to() {
    let source = "mtc0 $zero, $12\nteq $zero, $zero";
    for setup in BOTH {
        setup.run(source).faulted("trap", 0x0040_0004).cp0(0x0040_0004, 13 << 2, 2, 0);
    }
}

/// The exception level is not consulted; a nested exception overwrites EPC.
#[test]
fn an_exception_in_a_handler_enters_it_again() {
    let source = "
        teq $zero, $zero
        .ktext 0x80000180
        addiu $k1, $k1, 1
        addiu $k0, $zero, 2
        beq $k1, $k0, second
        nop
        lw $t0, 4($zero)
        second: mfc0 $s0, $14
    ";
    for setup in [MARS, JETAN, MARS.delayed(), JETAN.delayed()] {
        setup
            .run(source)
            .exited()
            .cp0(0x8000_0190, 4 << 2, RAISED, 4)
            .register("$s0", 0x8000_0190)
            .register("$k1", 2);
    }
}

#[test]
fn a_handler_that_fails_at_once_runs_for_ever() {
    let source = "teq $zero, $zero\n.ktext 0x80000180\nteq $zero, $zero";
    for setup in BOTH {
        let ended = setup.run(source);
        assert_eq!(ended.stop, Stop::Budget);
        ended.count(COUNT_MAX).cp0(0x8000_0180, 13 << 2, RAISED, 0);
    }
}

#[test]
fn a_handler_is_an_instruction_at_its_address() {
    // Kernel text that ends before it is not a handler, whatever it holds.
    let before = "teq $zero, $zero\n.ktext 0x8000017c\nnop";
    let there = "teq $zero, $zero\n.ktext 0x80000180\nnop";
    for setup in BOTH {
        setup.run(before).faulted("trap", 0x0040_0000).count(0);
        setup.run(there).exited().count(2);
    }
}

#[test]
fn compact_maps_have_their_handler_at_0x4180() {
    let source = HANDLER.replace("0x80000180", "0x00004180");
    let source = format!("teq $zero, $zero\naddiu $s0, $zero, 1\n{source}");
    for map in [MemoryMap::COMPACT_DATA_AT_ZERO, MemoryMap::COMPACT_TEXT_AT_ZERO] {
        for setup in BOTH {
            let ended = Setup { map, ..setup }.run(&source);
            ended.exited().cp0(map.text_base + 4, 13 << 2, STATUS, 0).register("$s0", 1);
        }
    }
}

/// The branch at 0x00400000 goes to 0x0040000c, what fails is in its slot.
const SLOT: &str = "
    beq $zero, $zero, over
    teq $zero, $zero
    addiu $s0, $zero, 1
    over: addiu $s1, $zero, 1
";

/// S41: the branch overrides the jump to the handler.
#[test]
fn in_a_delay_slot_mars_loses_the_handler() {
    let ended = MARS.delayed().run(&format!("{SLOT}{HANDLER}"));
    ended.exited().cp0(0x0040_0004, 13 << 2, RAISED, 0);
    ended.register("$k1", 0).register("$s0", 0).register("$s1", 1).count(3);
}

/// S41: the exception is delivered, with the branch in EPC and the BD bit.
#[test]
fn in_a_delay_slot_jetan_names_the_branch() {
    let source = format!("{SLOT}.ktext 0x80000180\naddiu $k1, $zero, 1");
    let ended = JETAN.delayed().run(&source);
    ended.exited().cp0(0x0040_0000, 1 << 31 | 13 << 2, RAISED, 0);
    ended.register("$k1", 1).register("$s0", 0).register("$s1", 0).count(3);
}

/// Going on after the branch executes the slot without it.
#[test]
fn after_a_delay_slot_the_branch_is_not_pending() {
    let source = SLOT.replace("teq $zero, $zero", "tne $k1, $s2");
    let source = format!("{}{HANDLER}", source.replace("beq", "addiu $s2, $zero, 1\nbeq"));
    let ended = JETAN.delayed().run(&source);
    // The handler has counted to one, so the trap does not fire again.
    ended.exited().register("$k1", 1).register("$s0", 1).register("$s1", 1);
}

#[test]
fn in_a_delay_slot_without_a_handler_the_run_ends() {
    let ended = MARS.delayed().run(SLOT);
    ended.faulted("trap", 0x0040_0004).cp0(0x0040_0004, 13 << 2, RAISED, 0).count(1);
    let ended = JETAN.delayed().run(SLOT);
    ended.faulted("trap", 0x0040_0004).cp0(0x0040_0000, 1 << 31 | 13 << 2, RAISED, 0).count(1);
}

/// Every code in a slot, after every kind of branch.
#[test]
fn every_failure_in_every_kind_of_slot() {
    let branches = ["beq $zero, $zero, over", "j over", "jal over", "bgezal $zero, over", "jr $t9"];
    for branch in branches {
        for &(instruction, code, text, vaddr) in FAILURES {
            let source = format!(
                "{PROLOGUE}\nla $t9, over\n{branch}\n{instruction}\nnop\nover: addiu $s1, $zero, 1"
            );
            let branch_at = AT + 8;
            let mars = MARS.delayed().run(&source);
            mars.faulted(text, branch_at + 4).cp0(branch_at + 4, code << 2, RAISED, vaddr);
            let jetan = JETAN.delayed().run(&source);
            let cause = 1 << 31 | code << 2;
            jetan.faulted(text, branch_at + 4).cp0(branch_at, cause, RAISED, vaddr);
            let source = format!("{source}{HANDLER}");
            MARS.delayed().run(&source).exited().register("$s1", 1).register("$k1", 0);
        }
    }
}

/// A branch that is not taken has no slot.
#[test]
fn behind_a_branch_that_is_not_taken_there_is_no_slot() {
    let source = format!("{}{HANDLER}", SLOT.replace("beq", "bne"));
    for setup in BOTH {
        let ended = setup.delayed().run(&source);
        ended.exited().cp0(0x0040_0008, 13 << 2, STATUS, 0).register("$k1", 1).register("$s0", 1);
    }
}

/// BD says of the last exception whether it was in a slot.
#[test]
fn the_next_exception_outside_a_slot_clears_bd() {
    // The handler fails in its fifth instruction, which is in no slot, when it is new there.
    let source = format!("{SLOT}{HANDLER}").replace("eret", "teqi $k1, 1\neret");
    let ended = Setup { count: 7, ..JETAN.delayed() }.run(&source);
    ended.register("$k1", 1).cp0(0x8000_0190, 13 << 2, RAISED, 0);
}

/// S30 and S41 together: an error without a code in a slot.
#[test]
fn odd_registers_in_a_slot() {
    let source = format!("{}{HANDLER}", SLOT.replace("teq $zero, $zero", "neg.d $f1, $f2"));
    MARS.delayed().run(&source).exited().register("$k1", 0).register("$s1", 1);
    let ended = Setup { count: 3, ..JETAN.delayed() }.run(&source);
    ended.register("$k1", 1);
}

/// S34: MARS never lets a handler see a bad program counter.
#[test]
fn a_bad_program_counter_ends_a_run_in_mars() {
    for target in [0x0040_0002, 0x0080_0000, 0x1001_0000, 0x9000_0000, 0, 0x003f_fffc, 0xffff_0000]
    {
        let (high, low) = (target >> 16, target & 0xffff);
        let source = format!("lui $t0, {high}\nori $t0, $t0, {low}\njr $t0\n{HANDLER}");
        let ended = MARS.run(&source);
        let text = format!("invalid program counter value: {target:#010x}");
        ended.faulted(&text, target).cp0(target, 4 << 2, RAISED, target).register("$k1", 0);
        // The jump is executed, what it jumps to is not.
        ended.count(3);
    }
}

#[test]
fn a_bad_program_counter_enters_the_handler_in_jetan() {
    for target in [0x0040_0002_u32, 0x0080_0000, 0x1001_0000, 0x9000_0000, 0, 0xffff_0000] {
        let source = format!(
            "li $t0, {target}
            jr $t0
            nop
            back: addiu $s0, $zero, 1
            .ktext 0x80000180
            mfc0 $s1, $14
            mfc0 $s2, $8
            mfc0 $s3, $13
            la $k0, back
            mtc0 $k0, $14
            eret"
        );
        let ended = JETAN.run(&source);
        ended.exited().register("$s0", 1).register("$s1", target).register("$s2", target);
        ended.register("$s3", 4 << 2);
    }
}

#[test]
fn a_bad_program_counter_without_a_handler_ends_a_run() {
    for setup in BOTH {
        let ended = setup.run("lui $t0, 0x1001\njr $t0");
        let text = "invalid program counter value: 0x10010000";
        ended.faulted(text, 0x1001_0000).cp0(0x1001_0000, 4 << 2, RAISED, 0x1001_0000).count(2);
    }
}

#[test]
fn eret_to_a_bad_address_is_a_bad_program_counter() {
    for setup in BOTH {
        let ended = setup.run("eret");
        let text = "invalid program counter value: 0x00000000";
        ended.faulted(text, 0).cp0(0, 4 << 2, RAISED, 0).count(1);
    }
}

#[test]
fn a_run_drops_off_wherever_there_is_no_instruction() {
    // Behind the last, between two pieces, in kernel text, and where there is no program at all.
    for (source, pc, count) in [
        ("nop\nnop", 0x0040_0008, 2),
        ("nop\n.text 0x00400100\nnop", 0x0040_0004, 1),
        ("lui $t0, 0x8000\njr $t0\n.ktext 0x80000000\nnop", 0x8000_0004, 3),
        ("lui $t0, 0x8000\njr $t0", 0x8000_0000, 2),
        ("lui $t0, 0x0080\naddiu $t0, $t0, -4\njr $t0", 0x007f_fffc, 3),
        (".data\n.word 1", 0x0040_0000, 0),
    ] {
        for setup in BOTH {
            let ended = setup.run(source);
            ended.exited().cp0(0, 0, STATUS, 0).count(count);
            assert_eq!(ended.machine.pc, pc, "{source}");
        }
    }
}

/// The step limit: a run stops after its N-th instruction, before the next fetch.
#[test]
fn a_budget_ends_before_the_next_fetch() {
    let source = "nop\nnop";
    for setup in BOTH {
        let stop = |count| Setup { count, ..setup }.run(source).stop;
        assert_eq!(stop(0), Stop::Budget);
        assert_eq!(stop(1), Stop::Budget);
        // The second was the last, but that shows only at the third.
        assert_eq!(stop(2), Stop::Budget);
        assert_eq!(stop(3), Stop::Exited(ProgramExit::DroppedOff));
    }
}

#[test]
fn a_budget_does_not_hide_an_exit_or_a_fault() {
    for setup in BOTH {
        let exit = Setup { count: 2, ..setup }.run("addiu $v0, $zero, 10\nsyscall\nnop");
        assert_eq!(exit.stop, Stop::Exited(ProgramExit::Exit));
        exit.count(2);
        let fault = Setup { count: 2, ..setup }.run("nop\nteq $zero, $zero");
        fault.faulted("trap", 0x0040_0004).count(1);
        let bad = Setup { count: 2, ..setup }.run("lui $t0, 0x1001\njr $t0");
        assert_eq!(bad.stop, Stop::Budget);
    }
}

#[test]
fn everything_that_is_executed_counts() {
    for (source, delayed, count) in [
        // A loop of one instruction counts every round.
        ("addiu $t0, $zero, 5\nloop: addiu $t0, $t0, -1\nbgtz $t0, loop", false, 11),
        // Each part of a pseudo-instruction.
        ("li $t0, 0x12345678", false, 2),
        ("bge $t0, $t1, over\nover: nop", false, 3),
        // Delay slots.
        ("j over\nnop\nnop\nover: nop", true, 3),
        // Kernel code.
        ("lui $t0, 0x8000\njr $t0\n.ktext 0x80000000\nnop\nnop", false, 4),
    ] {
        for setup in BOTH {
            Setup { delayed, ..setup }.run(source).exited().count(count);
        }
    }
}

#[test]
fn a_self_loop_counts_every_round() {
    for setup in [MARS, JETAN, MARS.delayed(), JETAN.delayed()] {
        let ended = setup.run("loop: j loop\nnop");
        assert_eq!(ended.stop, Stop::Budget);
        ended.count(COUNT_MAX);
    }
}

/// Each exception that enters a handler counts as one instruction.
#[test]
fn an_exception_counts_once() {
    let source = format!("{}{HANDLER}", "teq $zero, $zero\n".repeat(5));
    for setup in BOTH {
        setup.run(&source).exited().register("$k1", 5).count(5 * VISIT);
        let first = Setup { count: 1, ..setup }.run(&source);
        assert_eq!((first.stop, first.machine.pc), (Stop::Budget, 0x8000_0180));
    }
}

/// A run that has ended ends again, in the same way and without changing anything.
#[test]
fn running_on_after_the_end_changes_nothing() {
    for setup in BOTH {
        for source in ["nop", "teq $zero, $zero", "lui $t0, 0x1001\njr $t0"] {
            let Ended { machine, stop } = setup.run(source);
            let before = (machine.pc, machine.count, machine.cp0);
            let Ended { machine, stop: again } = run_machine(&machine, COUNT_MAX);
            assert_eq!(again, stop);
            assert_eq!((machine.pc, machine.count, machine.cp0), before);
        }
    }
}

/// These words in text, made without the assembler.
fn image_of_words(setup: Setup, pieces: &[(u32, &[u32])]) -> Image {
    let segment = |&(address, words): &(u32, &[u32])| Segment {
        kind: SegmentKind::Text,
        address,
        bytes: words.iter().flat_map(|word| word.to_le_bytes()).collect(),
    };
    let segments = pieces.iter().map(segment).collect();
    Image { map: setup.map, segments, wide: Vec::new(), entry: setup.map.text_base }
}

/// A machine with these words in text.
fn machine_of_words(setup: Setup, pieces: &[(u32, &[u32])]) -> Machine {
    let image = image_of_words(setup, pieces);
    Machine::new(&image, MachineSettings::default(), setup.behaviour).expect("a case fits")
}

/// Runs a machine on every engine; all must come to the same end.
fn run_machine(machine: &Machine, count: u64) -> Ended {
    let until = StopConditions::count(count);
    let mut ends = ENGINES.iter().map(|(name, make)| {
        let mut machine = machine.clone();
        let stop = make().run(&mut machine, &mut NoHost, &until);
        (name, Ended { machine, stop })
    });
    let (_, first) = ends.next().expect("there is an engine");
    for (name, other) in ends {
        assert_eq!(first.stop, other.stop, "{name}");
        let state = |ended: &Ended| {
            let machine = &ended.machine;
            (machine.registers.clone(), machine.hilo, machine.cp0, machine.point())
        };
        assert_eq!(state(&first), state(&other), "{name}");
        assert_eq!(first.machine.fpu, other.machine.fpu, "{name}");
        assert_eq!(first.machine.image(), other.machine.image(), "{name}");
    }
    first
}

/// S37: compact segments have their last word.
#[test]
fn the_last_word_of_compact_text_is_code() {
    // `j 0x3ffc`, and there `addiu $s0, $zero, 1`.
    let pieces: &[(u32, &[u32])] = &[(0x3000, &[0x0800_0fff]), (0x3ffc, &[0x2410_0001])];
    let machine = |setup: Setup| {
        let map = MemoryMap::COMPACT_DATA_AT_ZERO;
        machine_of_words(Setup { map, ..setup }, pieces)
    };
    run_machine(&machine(MARS), COUNT_MAX)
        .faulted("invalid program counter value: 0x00003ffc", 0x3ffc);
    run_machine(&machine(JETAN), COUNT_MAX).register("$s0", 1);
}

/// S18: MARS executes the offset that it computed, not the 16 bits of it that fit the word.
#[test]
fn a_branch_can_reach_further_than_its_word() {
    // `addiu $t0, $zero, 1; beq $zero, $zero, 0`, and far away `addiu $s0, $zero, 1`.
    let far = 0x0044_0008;
    let pieces: &[(u32, &[u32])] =
        &[(0x0040_0000, &[0x2408_0001, 0x1000_0000]), (far, &[0x2410_0001])];
    for count in [COUNT_MAX, 1] {
        let branch = Instruction { op: Op::Beq, operands: [0, 0, 0x0001_0000] };
        let wide = vec![WideInstruction { address: 0x0040_0004, instruction: branch }];
        let image = Image { wide, ..image_of_words(MARS, pieces) };
        let machine = Machine::new(&image, MachineSettings::default(), MARS.behaviour);
        let mut ended = run_machine(&machine.expect("a case fits"), count);
        while ended.stop == Stop::Budget {
            let next = ended.machine.count + count;
            ended = run_machine(&ended.machine, next);
        }
        ended.exited().register("$s0", 1).count(3);
        assert_eq!(ended.machine.pc, far + 4);
    }
}

/// An engine keeps nothing of one machine that could matter to another.
#[test]
fn an_engine_runs_any_machine() {
    for setup in BOTH {
        for (name, make) in ENGINES {
            let mut engine = make();
            for value in 1..4 {
                let source = format!("addiu $t0, $zero, {value}");
                let mut machine = setup.machine(&source);
                engine.run(&mut machine, &mut NoHost, &StopConditions::count(COUNT_MAX));
                assert_eq!(machine.registers.get(Reg::T0), value, "{name}");
            }
        }
    }
}

#[derive(Default)]
struct Fetches(Vec<u32>);

impl Observer for Fetches {
    const ACTIVE: bool = true;

    fn fetch(&mut self, pc: u32, _word: CodeWord) {
        self.0.push(pc);
    }

    fn write(&mut self, _register: WrittenRegister, _value: u32) {}

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        false
    }
}

fn fetches(setup: Setup, machine: &mut Machine) -> Vec<u32> {
    let mut engine = Interpreter::observed(Fetches::default());
    engine.run(machine, &mut NoHost, &StopConditions::count(setup.count));
    engine.observer.0
}

/// An observer is told of every fetch, also of what fails and of the one that finds nothing.
#[test]
fn observers_see_every_fetch() {
    let source = format!("nop\nteq $zero, $zero\n{HANDLER}");
    let handler = [0, 4, 8, 12, 16].map(|offset| 0x8000_0180 + offset);
    let expected = [&[0x0040_0000, 0x0040_0004][..], &handler, &[0x0040_0008]].concat();
    for setup in BOTH {
        assert_eq!(fetches(setup, &mut setup.machine(&source)), expected);
    }
}

#[test]
fn observers_see_undefined_instructions() {
    let machine = |setup| machine_of_words(setup, &[(0x0040_0000, &[0xffff_ffff])]);
    for setup in BOTH {
        let ended = run_machine(&machine(setup), COUNT_MAX);
        ended.faulted("undefined instruction (0xffffffff)", 0x0040_0000).count(0);
        ended.cp0(0x0040_0000, 10 << 2, RAISED, 0);
        assert_eq!(fetches(setup, &mut machine(setup)), [0x0040_0000]);
    }
}

/// Sees where is stored, until it has seen three.
#[derive(Default)]
struct Stores(Vec<u32>);

impl Observer for Stores {
    const ACTIVE: bool = true;

    fn fetch(&mut self, _pc: u32, _word: CodeWord) {}

    fn write(&mut self, _register: WrittenRegister, _value: u32) {}

    fn load(&mut self, _address: u32, _bytes: u32, _value: u32) {}

    fn store(&mut self, address: u32, _bytes: u32, _value: u32) {
        self.0.push(address);
    }

    fn load_bytes(&mut self, _address: u32, _bytes: u32) {}

    fn store_bytes(&mut self, _address: u32, _bytes: &[u8]) {}

    fn has_seen_enough(&self) -> bool {
        self.0.len() == 3
    }
}

#[test]
fn observers_see_stores_and_end_a_run() {
    let source = "sb $t0, 1($gp)\nlw $t1, 0($gp)\nswc1 $f0, 4($gp)\nteq $zero, $t0\n\
                  sw $t0, -4($sp)\nsw $t0, 8($gp)\nsyscall";
    for setup in BOTH {
        let mut machine = setup.machine(source);
        machine.registers.set(Reg::T0, 1);
        let mut engine = Interpreter::observed(Stores::default());
        let stop = engine.run(&mut machine, &mut NoHost, &StopConditions::count(COUNT_MAX));
        assert_eq!(stop, Stop::Budget);
        let (gp, sp) = (machine.registers.get(Reg::GP), machine.registers.get(Reg::SP));
        assert_eq!(engine.observer.0, [gp + 1, gp + 4, sp - 4]);
        // The third store was executed, the next instruction was not.
        assert_eq!((machine.count, machine.pc), (5, 0x0040_0014));
    }
}
