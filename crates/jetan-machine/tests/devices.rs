//! Every register and bit of every device, by small programs and things that happen to them.
//!
//! Each story is told on every engine, in long runs and an instruction at a time; all must end
//! alike.

#[path = "common/engines.rs"]
mod engines;
#[path = "reference/host.rs"]
mod quiet;
#[path = "common/witness.rs"]
mod witness;

use jetan_asm::{AssemblyOptions, SourceSet, assemble};
use jetan_isa::{Reg, Service};
use jetan_machine::device::lab::DigitalLab;
use jetan_machine::device::terminal::Terminal;
use jetan_machine::stop::ProgramExit;
use jetan_machine::{Behaviour, HostInput, Machine, MachineSettings, Stop, StopConditions};

use engines::{ENGINES, Make};
use quiet::NoHost;
use witness::Witness;

/// What every program begins with.
const NAMES: &str = "
        .eqv    KEY_CONTROL     0xffff0000
        .eqv    KEY_DATA        0xffff0004
        .eqv    SHOW_CONTROL    0xffff0008
        .eqv    SHOW_DATA       0xffff000c
        .eqv    DIGITS          0xffff0010
        .eqv    ROW             0xffff0012
        .eqv    COUNTER         0xffff0013
        .eqv    PAD             0xffff0014
";

/// A handler that keeps Cause and EPC, counts in `$k1`, and goes back to the interrupted
/// instruction.
const HANDLER: &str = "
        .ktext  0x80000180
        mfc0    $s6, $13
        mfc0    $s7, $14
        addiu   $k1, $k1, 1
        eret
";

/// How a story ended.
struct End {
    machine: Machine,
    shown: Vec<u32>,
    stop: Stop,
}

impl End {
    fn reg(&self, name: &str) -> u32 {
        self.machine.registers.get(Reg::from_name(name).expect("a register"))
    }

    #[track_caller]
    fn regs(&self, expected: &[(&str, u32)]) -> &End {
        assert_eq!(self.stop, Stop::Exited(ProgramExit::DroppedOff), "at {:#x}", self.machine.pc);
        for (name, value) in expected {
            let got = self.reg(name);
            assert_eq!(got, *value, "{name} is {got:#x}, not {value:#x}");
        }
        self
    }
}

fn machine(source: &str, behaviour: Behaviour) -> Machine {
    let sources = SourceSet::single("test.asm", &format!("{NAMES}{source}"));
    let (program, diagnostics) = assemble(&sources, &AssemblyOptions::default());
    let program = program.unwrap_or_else(|| {
        panic!("{:?}", diagnostics.iter().map(|found| found.problem.message()).collect::<Vec<_>>())
    });
    let mut machine = Machine::new(&program.image, MachineSettings::default(), behaviour)
        .expect("the program fits");
    machine.connect_terminal().expect("there is room");
    machine.connect_lab();
    machine
}

fn run_story(
    source: &str,
    behaviour: Behaviour,
    inputs: &[(u64, HostInput)],
    slice: u64,
    make: Make,
) -> End {
    const COUNT_MAX: u64 = 100_000;
    let mut machine = machine(source, behaviour);
    let mut host = Witness::default();
    let mut inputs = inputs.iter().peekable();
    let mut engine = make();
    let stop = loop {
        while let Some((_, input)) = inputs.next_if(|(at, _)| *at <= machine.count) {
            machine.inject(*input).expect("there is room");
        }
        let next = inputs.peek().map_or(COUNT_MAX, |(at, _)| *at);
        let count = next.min(machine.count + slice);
        match engine.run(&mut machine, &mut host, &StopConditions::count(count)) {
            Stop::Budget if machine.count < COUNT_MAX => machine = machine.snapshot(),
            stop => break stop,
        }
    };
    End { machine, shown: host.characters, stop }
}

/// Tells a story in all ways; what happens is given with the count of instructions before it.
#[track_caller]
fn story_of(source: &str, behaviour: Behaviour, inputs: &[(u64, HostInput)]) -> End {
    let whole = run_story(source, behaviour, inputs, u64::MAX / 2, ENGINES[0].1);
    for (name, make) in ENGINES {
        for slice in [1, u64::MAX / 2] {
            let steps = run_story(source, behaviour, inputs, slice, *make);
            assert_eq!(whole.machine.registers, steps.machine.registers, "{name}");
            assert_eq!(whole.machine.cp0, steps.machine.cp0, "{name}");
            assert!(whole.machine == steps.machine, "{name}: the machines differ elsewhere");
            assert_eq!(whole.machine.fingerprint(), steps.machine.fingerprint(), "{name}");
            assert_eq!(whole.shown, steps.shown, "{name}");
            assert_eq!(whole.stop, steps.stop, "{name}");
        }
    }
    whole
}

#[track_caller]
fn story(source: &str, inputs: &[(u64, HostInput)]) -> End {
    story_of(source, Behaviour::JETAN, inputs)
}

fn key(at: u64, key: char) -> (u64, HostInput) {
    (at, HostInput::Key(key as u8))
}

/// Waits for keys until a full stop and keeps the last three in `$s0`.
const POLLING: &str = "
        li      $t0, KEY_CONTROL
wait:   lw      $t1, 0($t0)
        andi    $t1, $t1, 1
        addiu   $s1, $s1, 1
        beqz    $t1, wait
        lbu     $t2, 4($t0)
        sll     $s0, $s0, 8
        or      $s0, $s0, $t2
        bne     $t2, '.', wait
        lw      $s2, 0($t0)
        lw      $s3, 4($t0)
";

#[test]
fn a_polled_key_is_read_once() {
    let end = story(POLLING, &[key(50, 'a'), key(300, 'b'), key(1000, '.')]);
    end.regs(&[("$s0", 0x0061_622e), ("$s2", 0), ("$s3", u32::from(b'.'))]);
    assert!(end.machine.polls() > 200);
}

#[test]
fn keys_typed_ahead_come_one_after_the_other() {
    let end = story(POLLING, &[key(0, 'x'), key(0, 'a'), key(0, 'b'), key(0, '.')]);
    end.regs(&[("$s0", 0x7861_622e), ("$s1", 4), ("$s2", 0)]);
}

/// Nothing waits in MARS (S44).
#[test]
fn mars_overwrites_a_key_that_was_not_read() {
    let inputs = [key(0, 'x'), key(0, 'a'), key(50, '.')];
    let end = story_of(POLLING, Behaviour::MARS, &inputs);
    end.regs(&[("$s0", 0x0000_612e), ("$s2", 0)]);
    assert_eq!(end.machine.terminal().map(Terminal::keys_waiting), Some(0));
    story_of(POLLING, Behaviour::JETAN, &inputs).regs(&[("$s0", 0x0078_612e), ("$s2", 0)]);
}

#[test]
fn any_load_of_exactly_the_data_register_takes_the_key() {
    for (load, is_taken) in [
        ("lw $t1, 4($t0)", true),
        ("lh $t1, 4($t0)", true),
        ("lhu $t1, 4($t0)", true),
        ("lb $t1, 4($t0)", true),
        ("lbu $t1, 4($t0)", true),
        ("lwl $t1, 4($t0)", true),
        ("lwr $t1, 4($t0)", true),
        ("ll $t1, 4($t0)", true),
        ("lwc1 $f0, 4($t0)", true),
        ("lb $t1, 5($t0)", false),
        ("lb $t1, 7($t0)", false),
        ("lw $t1, 0($t0)", false),
        ("ldc1 $f0, 0($t0)", false),
        ("sw $t1, 4($t0)", false),
    ] {
        let source = format!("li $t0, KEY_CONTROL\n{load}\nlw $s0, 0($t0)");
        story(&source, &[key(0, 'k')]).regs(&[("$s0", u32::from(!is_taken))]);
    }
}

#[test]
fn services_do_not_take_keys() {
    let source = format!(
        "li $a0, KEY_DATA\nli $v0, {}\nsyscall\nlw $s0, KEY_CONTROL",
        Service::PrintString.number()
    );
    story(&source, &[key(0, 'k')]).regs(&[("$s0", 1)]);
}

#[test]
fn registers_are_memory_like_any_other() {
    let source = "
        li      $t0, KEY_CONTROL
        li      $t1, 0x12345678
        sw      $t1, 0($t0)
        sw      $t1, 4($t0)
        lw      $s0, 0($t0)
        lw      $s1, 4($t0)
        lw      $s2, 0($t0)             # reading the data register has cleared all but one bit
        lw      $s3, 8($t0)
        sw      $zero, 8($t0)
        lw      $s4, 8($t0)
";
    story(source, &[]).regs(&[
        ("$s0", 0x1234_5678),
        ("$s1", 0x1234_5678),
        ("$s2", 0),
        ("$s3", 1),
        ("$s4", 0),
    ]);
}

/// Asks for interrupts and counts to a thousand.
fn interrupted(enable: &str) -> String {
    format!(
        "
        li      $t0, KEY_CONTROL
        {enable}
loop:   addiu   $s0, $s0, 1
        bne     $s0, 1000, loop
{HANDLER}"
    )
}

#[test]
fn a_key_interrupts_if_it_may() {
    let source = interrupted("li $t1, 2\nsw $t1, 0($t0)");
    let end = story(&source, &[key(100, 'a')]);
    end.regs(&[("$k1", 1), ("$s0", 1000), ("$s6", 1 << 8)]);
    // The interrupted instruction has not been executed.
    let pc = end.reg("$s7");
    assert!((0x0040_0010..0x0040_001c).contains(&pc), "{pc:#x}");
    assert_eq!(end.machine.cp0.status, 0x0000_ff11);

    let disabled = interrupted("mtc0 $zero, $12\nli $t1, 2\nsw $t1, 0($t0)");
    story(&disabled, &[key(100, 'a')]).regs(&[("$k1", 0)]);
    let in_handler = interrupted("li $t1, 3\nmtc0 $t1, $12\nli $t1, 2\nsw $t1, 0($t0)");
    story(&in_handler, &[key(100, 'a')]).regs(&[("$k1", 0)]);
    story(&interrupted(""), &[key(100, 'a')]).regs(&[("$k1", 0)]);
}

#[test]
fn the_next_key_interrupts_once_the_last_one_was_read() {
    let handler = HANDLER.replace("eret", "lw $k0, KEY_DATA\nadd $s5, $s5, $k0\neret");
    let source = interrupted("li $t1, 2\nsw $t1, 0($t0)").replace(HANDLER, &handler);
    // The second is posted while the first is being handled, and so is lost until a look.
    let end = story(&source, &[key(100, 'a'), key(500, 'b')]);
    end.regs(&[("$k1", 2), ("$s5", u32::from(b'a') + u32::from(b'b'))]);
    assert_eq!(end.machine.terminal().map(Terminal::keys_waiting), Some(0));
}

#[test]
fn an_interrupt_without_a_handler_ends_the_program() {
    let source = "li $t1, 2\nsw $t1, KEY_CONTROL\nloop: j loop";
    let end = story(source, &[key(50, 'a')]);
    let Stop::Faulted { fault, .. } = end.stop else { panic!("{:?}", end.stop) };
    assert_eq!(fault.to_string(), "External Interrupt");
    assert_eq!(end.machine.cp0.cause, 1 << 8);
}

#[test]
fn the_display_takes_a_character_every_few_instructions() {
    let source = "
        li      $t0, SHOW_CONTROL
        li      $t1, 'a'
        sw      $t1, 4($t0)             # taken
        lw      $s0, 0($t0)             # 1
        li      $t2, 'b'                # 2
        sb      $t2, 4($t0)             # 3, lost
        lw      $s1, 0($t0)             # 4
        lw      $s2, 0($t0)             # 5: shown before this
        sb      $t2, 4($t0)
        lw      $s3, 4($t0)
        nop
        nop
        nop
        nop
";
    let end = story(source, &[]);
    end.regs(&[("$s0", 0), ("$s1", 0), ("$s2", 1), ("$s3", u32::from(b'b'))]);
    assert_eq!(end.shown, [u32::from(b'a'), u32::from(b'b')]);
}

#[test]
fn the_display_gets_the_whole_word() {
    let source = "
        li      $t1, 0x01200307         # 7 moves the cursor to what the other bits say
        sw      $t1, SHOW_DATA
        nop
        nop
        nop
        nop
        nop
";
    assert_eq!(story(source, &[]).shown, [0x0120_0307]);
}

#[test]
fn the_display_interrupts_when_it_is_ready() {
    let source = format!(
        "
        li      $t0, SHOW_CONTROL
        li      $t1, 3
        sw      $t1, 0($t0)
        li      $t1, 'a'
        sw      $t1, 4($t0)
        li      $s0, 1
        li      $s1, 1
        li      $s2, 1
        li      $s3, 1
        li      $s4, 1
        li      $s5, 1
{HANDLER}"
    );
    let end = story(&source, &[]);
    // Counting from the store: the fifth fetch is where it happens.
    end.regs(&[("$k1", 1), ("$s6", 1 << 9), ("$s7", 0x0040_0018 + 4 * 4)]);
    assert_eq!(end.shown, [u32::from(b'a')]);
}

#[test]
fn every_key_of_the_pad_has_its_row_and_its_code() {
    let source = "
        li      $t0, ROW
        li      $t1, 1
row:    sb      $t1, 0($t0)
        lbu     $t2, 2($t0)
        or      $s0, $s0, $t2
        addiu   $t1, $t1, 1
        bne     $t1, 16, row
";
    for pad in 0..16 {
        let code = 1 << (4 + pad % 4) | 1 << (pad / 4);
        story(source, &[(0, HostInput::Keypad(Some(pad)))]).regs(&[("$s0", code)]);
    }
    story(source, &[]).regs(&[("$s0", 0)]);
    story(source, &[(0, HostInput::Keypad(Some(16)))]).regs(&[("$s0", 0)]);
}

#[test]
fn releasing_a_key_clears_the_code_at_once() {
    let source = "
        li      $t1, 4
        sb      $t1, ROW
        lbu     $s0, PAD
wait:   addiu   $t2, $t2, 1
        bne     $t2, 100, wait
        lbu     $s1, PAD
";
    let inputs = [(0, HostInput::Keypad(Some(9))), (50, HostInput::Keypad(None))];
    story(source, &inputs).regs(&[("$s0", 0x24), ("$s1", 0)]);
    let end = story(source, &inputs[..1]);
    end.regs(&[("$s0", 0x24), ("$s1", 0x24)]);
    assert_eq!(end.machine.lab().and_then(DigitalLab::pressed), Some(9));
}

#[test]
fn the_pad_interrupts_if_it_may() {
    for (enable, count) in [(0x10, 1), (0x80, 1), (0x0f, 0), (0, 0)] {
        let source = interrupted(&format!("li $t1, {enable}\nsb $t1, ROW"));
        let end = story(&source, &[(100, HostInput::Keypad(Some(3)))]);
        end.regs(&[("$k1", count), ("$s6", count << 11)]);
    }
    // Interrupts need not be allowed as a whole.
    let source = interrupted("li $t1, 0x10\nsb $t1, ROW\nmtc0 $zero, $12");
    story(&source, &[(100, HostInput::Keypad(Some(3)))]).regs(&[("$k1", 1)]);
}

#[test]
fn the_counter_interrupts_every_31_instructions() {
    let source = interrupted("li $t1, 1\nsb $t1, COUNTER");
    // 2 instructions a turn, 1000 turns; the handler is not counted, and the instruction that
    // was interrupted is fetched twice.
    let end = story(&source, &[]);
    end.regs(&[("$s6", 1 << 10)]);
    let fetches = 3 * 1000;
    let expected = fetches / 31;
    let count = end.reg("$k1");
    assert!((expected - 4..=expected + 4).contains(&count), "{count}, not about {expected}");
    let off = interrupted("li $t1, 1\nsb $t1, COUNTER\nsb $zero, COUNTER");
    story(&off, &[]).regs(&[("$k1", 0)]);
}

/// Bits 10 and 11 of Cause stay in MARS (S34).
#[test]
fn mars_keeps_the_bits_of_the_lab() {
    let source = interrupted("li $t1, 0x12\nsb $t1, ROW\nli $t1, 2\nsw $t1, 0($t0)");
    let inputs = [(100, HostInput::Keypad(Some(3))), key(500, 'a')];
    story_of(&source, Behaviour::MARS, &inputs).regs(&[("$k1", 2), ("$s6", 1 << 11 | 1 << 8)]);
    story_of(&source, Behaviour::JETAN, &inputs).regs(&[("$k1", 2), ("$s6", 1 << 8)]);
}

/// Keeps Cause and EPC of every interrupt in memory, and reads the key if it was one.
const TRACING: &str = "
        .ktext  0x80000180
        mfc0    $k0, $13
        sw      $k0, 0($s5)
        mfc0    $k0, $14
        sw      $k0, 4($s5)
        addiu   $s5, $s5, 8
        lw      $k0, KEY_DATA
        eret
";

/// The interrupts that [`TRACING`] has kept: Cause, and how many instructions EPC is behind the
/// start of the program.
fn trace(end: &End) -> Vec<(u32, u32)> {
    let words = (0x1001_0000..end.reg("$s5")).step_by(8);
    let word = |address| end.machine.memory.peek_word(address);
    words.map(|at| (word(at), (word(at + 4) - 0x0040_0000) / 4)).collect()
}

#[test]
fn every_device_leaves_its_trace() {
    let source = format!(
        "
        lui     $s5, 0x1001             # 0
        lui     $t0, 0xffff             # 1
        li      $t1, 2                  # 2
        sw      $t1, 0($t0)             # 3: keys interrupt
        li      $t1, 3                  # 4
        sw      $t1, 8($t0)             # 5: the display interrupts
        li      $t1, 0x1f               # 6
        sb      $t1, 0x12($t0)          # 7: the pad interrupts
        li      $t1, 'x'                # 8
        sw      $t1, 12($t0)            # 9: shown five instructions later
        nop                             # 10
        nop                             # 11
        nop                             # 12
        nop                             # 13
        nop                             # 14
        nop                             # 15
        li      $t2, 40                 # 16
        sb      $t1, 0x13($t0)          # 17: the counter counts
loop:   addiu   $s0, $s0, 1             # 18
        nop                             # 19
        bne     $s0, $t2, loop          # 20: without `$at`, which the handler does not keep
        sb      $zero, 0x13($t0)        # 21
{TRACING}"
    );
    // A handler takes nine instructions: the entry, seven of its own and `lui` of the address.
    let inputs = [key(24, 'k'), (35, HostInput::Keypad(Some(4)))];
    let end = story(&source, &inputs);
    end.regs(&[("$s0", 40)]);
    let (keyboard, display, counter, pad) = (1 << 8, 1 << 9, 1 << 10, 1 << 11);
    // A turn of the loop takes three instructions. At the thirty-first look the counter interrupts;
    // the first look is the store that starts it, so 29 instructions were executed since then, and
    // 30 between two interrupts, because the interrupted instruction is looked at twice.
    let expected = [
        (display, 14),
        (keyboard, 15),
        (pad, 17),
        (counter, 20),
        (counter, 20),
        (counter, 20),
        (counter, 20),
    ];
    assert_eq!(trace(&end), expected);
    assert_eq!(end.shown, [u32::from(b'x')]);
}

#[test]
fn a_written_counter_starts_anew() {
    // Every 20 instructions it is told to start, so it never gets to 31.
    let source = format!(
        "
        lui     $t0, 0xffff
        li      $t1, 1
again:  sb      $t1, 0x13($t0)
        li      $t2, 6
wait:   addiu   $t2, $t2, -1
        bnez    $t2, wait
        addiu   $s0, $s0, 1
        bne     $s0, 50, again
        sb      $zero, 0x13($t0)
{HANDLER}"
    );
    story(&source, &[]).regs(&[("$k1", 0), ("$s0", 50)]);
}

#[test]
fn each_segment_is_a_bit() {
    for bit in 0..8 {
        let segment = 1_u8 << bit;
        let right = format!("li $t0, DIGITS\nli $t1, {segment}\nsb $t1, 0($t0)\nlbu $s0, 0($t0)");
        let end = story(&right, &[]);
        end.regs(&[("$s0", u32::from(segment))]);
        assert_eq!(end.machine.lab_digits(), [0, segment]);
        let left = right.replace("0($t0)", "1($t0)");
        assert_eq!(story(&left, &[]).machine.lab_digits(), [segment, 0]);
    }
}

#[test]
fn a_key_has_eight_bits_whatever_was_there() {
    let source = "li $t0, KEY_CONTROL\nli $t1, -1\nsw $t1, 4($t0)\nnop\nlw $s0, 4($t0)";
    story(source, &[(4, HostInput::Key(0xe9))]).regs(&[("$s0", 0xe9)]);
}

#[test]
fn digits_are_bytes() {
    let source = "li $t0, DIGITS\nli $t1, 0x3f06\nsh $t1, 0($t0)";
    assert_eq!(story(source, &[]).machine.lab_digits(), [0x3f, 0x06]);
}

#[test]
fn a_run_can_end_when_the_program_looks_for_a_key() {
    for (name, make) in ENGINES {
        let mut machine = machine(POLLING, Behaviour::JETAN);
        let until = StopConditions { polls: true, ..StopConditions::count(1000) };
        for polls in 1..=3 {
            let stop = make().run(&mut machine, &mut NoHost, &until);
            assert_eq!((stop, machine.polls()), (Stop::Polled, polls), "{name}");
        }
        let until = StopConditions { polls: true, ..StopConditions::count(machine.count + 2) };
        let stop = make().run(&mut machine, &mut NoHost, &until);
        assert_eq!(stop, Stop::Budget, "{name}");
    }
}

/// Without devices the same addresses are memory and nothing else, as in headless MARS.
#[test]
fn nothing_happens_where_nothing_is_connected() {
    let sources = SourceSet::single("test.asm", &format!("{NAMES}{POLLING}"));
    let (program, _) = assemble(&sources, &AssemblyOptions::default());
    let image = program.expect("it assembles").image;
    for (name, make) in ENGINES {
        let mut machine =
            Machine::new(&image, MachineSettings::default(), Behaviour::MARS).expect("it fits");
        machine.inject(HostInput::Key(b'a')).expect("nobody takes it");
        machine.inject(HostInput::Keypad(Some(1))).expect("nobody takes it");
        let stop = make().run(&mut machine, &mut NoHost, &StopConditions::count(1000));
        assert_eq!((stop, machine.polls()), (Stop::Budget, 0), "{name}");
        assert!(!machine.memory.is_written(0xffff_0000), "{name}");
    }
}
