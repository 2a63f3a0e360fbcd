//! The command line of the debugger, told as stories: what is typed, and what is answered.

#![expect(clippy::disallowed_methods, reason = "reads programs")]
#![expect(clippy::needless_raw_string_hashes, reason = "expect-test writes them")]

#[path = "story/transcript.rs"]
mod transcript;

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::rc::Rc;

use expect_test::{expect, expect_file};
use jetan_debug::notes::NoteTaker;
use jetan_machine::MachineSettings;

use transcript::{run_story, run_story_with, transcript, transcript_of};

/// Recursion, an array, output and input.
const PROGRAM: &str = "\
.data
arr: .word 3, 1, 2
sum: .word 0
nl: .asciiz \"\\n\"
.text
main: la $s0, arr
    li $s1, 3
loop: lw $t0, 0($s0)
    lw $t1, sum
    add $t1, $t1, $t0
    sw $t1, sum
    addi $s0, $s0, 4
    addi $s1, $s1, -1
    bgtz $s1, loop
    li $a0, 3
    jal fact
    move $a0, $v0
    li $v0, 1
    syscall
    la $a0, nl
    li $v0, 4
    syscall
    li $v0, 5
    syscall
    li $v0, 10
    syscall
fact: addi $sp, $sp, -8
    sw $ra, 0($sp)
    sw $a0, 4($sp)
    li $v0, 1
    blez $a0, done
    addi $a0, $a0, -1
    jal fact
    lw $a0, 4($sp)
    mul $v0, $v0, $a0
done: lw $ra, 0($sp)
    addi $sp, $sp, 8
    jr $ra
";

#[test]
fn help_describes_one_command_too() {
    run_story(
        PROGRAM,
        "help y\nhelp goto\nhelp frob",
        &expect![[r#"
            > help y
              why, y PLACE|output [N]|line [N]|not line N  explain where a value came from
            > help goto
              goto, g COUNT|start|end|output|call NAME [N]|write PLACE
                                                           go there
            > help frob
            ! there is no command `frob`; `help` lists them
        "#]],
    );
}

#[test]
fn figures_of_tools_are_those_until_here() {
    let ask = |commands: &str| transcript(PROGRAM, commands, &mut |_| {}, &mut |_| {});
    let cases = [
        ("cache", "d 8x4:1:lru: 0 accesses"),
        ("b 15\nc\ncache 2x1:full", "9 accesses, 5 hits (55.6 %), 4 misses: 4 compulsory"),
        ("b 15\nc\nbranches 2bit:16", "3 branches, 2 taken, 0 foreseen (0.0 %)"),
        ("b 15\nc\npipeline", "id,fwd: "),
        ("b 15\nc\nmix load=5", "           6  load"),
        // Back at the start nothing has happened.
        ("b 15\nc\ngoto start\ncache 2x1:full", "0 accesses"),
        ("cache 3x1", "must be a power of two, not 3"),
        ("branches 8", "! "),
    ];
    for (commands, expected) in cases {
        let answer = ask(commands);
        assert!(answer.contains(expected), "{commands}: {answer}");
    }
}

#[test]
fn steps_go_forwards_and_backwards() {
    run_story(
        PROGRAM,
        "s\nn\nb 15\nc\nn\nrn\ns\ns 3\nrs\nrf\nrsi 2\nrc\nrc\nback",
        &expect![[r#"
        > s
          2: main.asm:7 <main+8>  li $s1, 3
        > n
          3: main.asm:8 <loop>  loop: lw $t0, 0($s0)
        > b 15
          1: break 0x00400030 <loop+36>, main.asm:15  li $a0, 3
        > c
          breakpoint 1
          30: main.asm:15 <loop+36>  li $a0, 3
        > n
          31: main.asm:16 <loop+40>  jal fact
        > rn
          30: main.asm:15 <loop+36>  li $a0, 3
        > s
          31: main.asm:16 <loop+40>  jal fact
        > s 3
          34: main.asm:29 <fact+8>  sw $a0, 4($sp)
        > rs
          33: main.asm:28 <fact+4>  sw $ra, 0($sp)
        > rf
          31: main.asm:16 <loop+40>  jal fact
        > rsi 2
          29: main.asm:14 <loop+32>  bgtz $s1, loop
        > rc
          this is the beginning
          0: main.asm:6 <main>  main: la $s0, arr
        > rc
          this is the beginning
          0: main.asm:6 <main>  main: la $s0, arr
        > back
          this is the beginning
          0: main.asm:6 <main>  main: la $s0, arr
    "#]],
    );
}

#[test]
fn breakpoints_have_conditions_hits_and_texts() {
    run_story(
        PROGRAM,
        "b loop if $s1 == 2\nc\np [sum]\ndelete 1\nlog loop left {$s1}, sum {[sum]}
         b fact if hits == 3
         c\nwhere\nfin\nfin\npoints\nb service 5\nc",
        &expect![[r#"
            > b loop if $s1 == 2
              1: break 0x0040000c <loop>, main.asm:8  loop: lw $t0, 0($s0) if $s1 == 2
            > c
              breakpoint 1
              12: main.asm:8 <loop>  loop: lw $t0, 0($s0)
            > p [sum]
              3 = 0x00000003
            > delete 1
            > log loop left {$s1}, sum {[sum]}
              2: break 0x0040000c <loop>, main.asm:8  loop: lw $t0, 0($s0)
            > b fact if hits == 3
              3: break 0x00400064 <fact>, main.asm:27  fact: addi $sp, $sp, -8 if hits == 3
            > c
              left 1, sum 4
              breakpoint 3
              46: main.asm:27 <fact>  fact: addi $sp, $sp, -8
            > where
              #0 46: main.asm:27 <fact>  fact: addi $sp, $sp, -8
              #1 fact($a0=1) called at 45, main.asm:33
              #2 fact($a0=2) called at 38, main.asm:33
                 saved: $ra at 0x7fffefec (-8)
              #3 fact($a0=3) called at 31, main.asm:16
                 saved: $ra at 0x7fffeff4 (-8)
            > fin
              66: main.asm:34 <fact+28>  lw $a0, 4($sp)
            > fin
              71: main.asm:34 <fact+28>  lw $a0, 4($sp)
            > points
              2: break 0x0040000c <loop>, main.asm:8  loop: lw $t0, 0($s0), hit 1×
              3: break 0x00400064 <fact>, main.asm:27  fact: addi $sp, $sp, -8 if hits == 3, hit 4×
            > b service 5
              4: break at service 5, read int
            > c
              breakpoint 4
              84: main.asm:24 <loop+76>  syscall
        "#]],
    );
}

#[test]
fn watchpoints_stop_behind_what_they_watch() {
    run_story(
        PROGRAM,
        "w sum\nc\nc\nc\nrc\ndelete\nw $s1 if $s1 < 2\nc\nc\nrc\ngoto end\ngoto write sum",
        &expect![[r#"
            > w sum
              1: watch 0x1001000c <sum>, 4 bytes
            > c
              watchpoint 1: 0x1001000c <sum> is 3 (0x00000003), was 0, by main.asm:11 `sw $t1, sum`
              9: main.asm:12 <loop+24>  addi $s0, $s0, 4
            > c
              watchpoint 1: 0x1001000c <sum> is 4 (0x00000004), was 3, by main.asm:11 `sw $t1, sum`
              18: main.asm:12 <loop+24>  addi $s0, $s0, 4
            > c
              watchpoint 1: 0x1001000c <sum> is 6 (0x00000006), was 4, by main.asm:11 `sw $t1, sum`
              27: main.asm:12 <loop+24>  addi $s0, $s0, 4
            > rc
              watchpoint 1: 0x1001000c <sum> is 4 (0x00000004), was 3, by main.asm:11 `sw $t1, sum`
              18: main.asm:12 <loop+24>  addi $s0, $s0, 4
            > delete
            > w $s1 if $s1 < 2
              2: watch $s1 if $s1 < 2
            > c
              watchpoint 2: $s1 is 1 (0x00000001), was 2, by main.asm:13 `addi $s1, $s1, -1`
              20: main.asm:14 <loop+32>  bgtz $s1, loop
            > c
              watchpoint 2: $s1 is 0 (0x00000000), was 1, by main.asm:13 `addi $s1, $s1, -1`
              29: main.asm:14 <loop+32>  bgtz $s1, loop
            > rc
              watchpoint 2: $s1 is 1 (0x00000001), was 2, by main.asm:13 `addi $s1, $s1, -1`
              20: main.asm:14 <loop+32>  bgtz $s1, loop
            > goto end
              29: main.asm:14 <loop+32>  bgtz $s1, loop
            > goto write sum
              26: main.asm:11 <loop+20>  sw $t1, sum  → sw $t1, 12($at)
        "#]],
    );
}

#[test]
fn causes_lead_back_to_where_a_value_came_from() {
    run_story(
        PROGRAM,
        "b service 5\nc\nwhy $t1\nwhy output 0\nwhy output\nwhy $s7\nwhy arr",
        &expect![[r#"
            > b service 5
              1: break at service 5, read int
            > c
              breakpoint 1
              84: main.asm:24 <loop+76>  syscall
            > why $t1
              $t1 = 6 (0x6) since 25: main.asm:10  add $t1, $t1, $t0
                $t1 = 4 (0x4) since 24: main.asm:9  lw $t1, sum
                  word at 0x1001000c <sum> = 4 (0x4) since 18: main.asm:11  sw $t1, sum
                    $t1 = 4 (0x4) since 16: main.asm:10  add $t1, $t1, $t0
                      $t1 = 3 (0x3) since 15: main.asm:9  lw $t1, sum
                        word at 0x1001000c <sum> = 3 (0x3) since 9: main.asm:11  sw $t1, sum
                          $t1 = 3 (0x3) since 7: main.asm:10  add $t1, $t1, $t0
                            $t1 = 0 (0x0) since 6: main.asm:9  lw $t1, sum
                              word at 0x1001000c <sum> = 0 (0x0), as the program was loaded
                            $t0 = 3 (0x3) since 4: main.asm:8  loop: lw $t0, 0($s0)
                              word at 0x10010000 <arr> = 3 (0x3), as the program was loaded
                      $t0 = 1 (0x1) since 13: main.asm:8  loop: lw $t0, 0($s0)
                        word at 0x10010004 <arr+4> = 1 (0x1), as the program was loaded
                $t0 = 2 (0x2) since 22: main.asm:8  loop: lw $t0, 0($s0)
                  word at 0x10010008 <arr+8> = 2 (0x2), as the program was loaded
              line 24 ran because `bgtz $s1, loop` was not taken since 30: main.asm:14: $s1 = 0
            > why output 0
              $a0 = 6 (0x6) since 77: main.asm:17  move $a0, $v0
                $v0 = 6 (0x6) since 73: main.asm:35  mul $v0, $v0, $a0
                  $v0 = 2 (0x2) since 68: main.asm:35  mul $v0, $v0, $a0
                    $v0 = 1 (0x1) since 63: main.asm:35  mul $v0, $v0, $a0
                      $v0 = 1 (0x1) since 57: main.asm:30  li $v0, 1  (a constant)
                      $a0 = 1 (0x1) since 62: main.asm:34  lw $a0, 4($sp)
                        word at 0x7fffefe8 = 1 (0x1) since 49: main.asm:29  sw $a0, 4($sp)
                          $a0 = 1 (0x1) since 45: main.asm:32  addi $a0, $a0, -1
                            $a0 = 2 (0x2) since 38: main.asm:32  addi $a0, $a0, -1
                              $a0 = 3 (0x3) since 31: main.asm:15  li $a0, 3  (a constant)
                    $a0 = 2 (0x2) since 67: main.asm:34  lw $a0, 4($sp)
                      word at 0x7fffeff0 = 2 (0x2) since 42: main.asm:29  sw $a0, 4($sp)
                        $a0 = 2 (0x2) since 38: main.asm:32  addi $a0, $a0, -1
                          $a0 = 3 (0x3) since 31: main.asm:15  li $a0, 3  (a constant)
                  $a0 = 3 (0x3) since 72: main.asm:34  lw $a0, 4($sp)
                    word at 0x7fffeff8 = 3 (0x3) since 35: main.asm:29  sw $a0, 4($sp)
                      $a0 = 3 (0x3) since 31: main.asm:15  li $a0, 3  (a constant)
              line 35 ran because `blez $a0, done` was not taken since 37: main.asm:31: $a0 = 3
            > why output
              printed from the string at 0x10010010 <nl>, which is in $a0:
              $a0 = 268501008 (0x10010010) since 81: main.asm:20  la $a0, nl
              executed because `bgtz $s1, loop` was not taken since 30: main.asm:14: $s1 = 0
                $s1 = 0 (0x0) since 29: main.asm:13  addi $s1, $s1, -1
                  $s1 = 1 (0x1) since 20: main.asm:13  addi $s1, $s1, -1
            > why $s7
              $s7 = 0 (0x0), and nothing has ever written it
            > why arr
              word at 0x10010000 <arr> = 3 (0x3), as the program was loaded
        "#]],
    );
}

#[test]
fn instants_can_be_named() {
    run_story(
        PROGRAM,
        "c\ngoto output\nconsole\ngoto 0\nconsole\ngoto call fact 3\ngoto 1,0\ngoto end
         input 7\nc\np $v0\nstatus\nrc\ngoto end\nrs\nset $a0 = 3\nc",
        &expect![[r#"
            > c
              the program waits for input (`input TEXT`)
              84: main.asm:24 <loop+76>  syscall
            > goto output
              79: main.asm:20 <loop+56>  la $a0, nl
            > console
              6
            > goto 0
              0: main.asm:6 <main>  main: la $s0, arr
            > console
            > goto call fact 3
              46: main.asm:27 <fact>  fact: addi $sp, $sp, -8
            > goto 1,0
              10: main.asm:13 <loop+28>  addi $s1, $s1, -1
            > goto end
              84: main.asm:24 <loop+76>  syscall
            > input 7
            > c
              the program has ended
              87: main.asm:27 <fact>  fact: addi $sp, $sp, -8
            > p $v0
              10 = 0x0000000a
            > status
              87: main.asm:27 <fact>  fact: addi $sp, $sp, -8
              known until 87, the program has ended
              6 keyframes, 64 KiB
            > rc
              this is the beginning
              0: main.asm:6 <main>  main: la $s0, arr
            > goto end
              87: main.asm:27 <fact>  fact: addi $sp, $sp, -8
            > rs
              86: main.asm:26 <loop+84>  syscall
            > set $a0 = 3
            > c
              the program has ended
              87: main.asm:27 <fact>  fact: addi $sp, $sp, -8
        "#]],
    );
}

#[test]
fn wrong_commands_get_clear_answers() {
    run_story(
        PROGRAM,
        "b nowhere\nb 99\nb main if $t0 +\np 1/0\np $t10\nx/0w arr\nx/3w arr\nx/2q arr\nwatch
         delete 7\ncontinu\nfrob\ngoto soon\nset $t0\nb exception\nwhy output\nlog loop {$t0
         rwatch $t0
         key a\ngoto 99999999999999999999\ngoto call fact 9",
        &expect![[r#"
            > b nowhere
            ! the program has no symbol `nowhere`
            !   nowhere
            !   ^^^^^^^
            > b 99
            ! there is no instruction at line 99 or after
            > b main if $t0 +
            ! a value is missing at the end
            !   $t0 +
            !        ^
            > p 1/0
            ! division by zero
            !   1/0
            !   ^^^
            > p $t10
            ! there is no register `$t10`
            !   $t10
            !   ^^^^
            > x/0w arr
            ! 1 to 4096 units can be shown
            > x/3w arr
              0x10010000 <arr>: 00000003 (3) 00000001 (1) 00000002 (2)
            > x/2q arr
            ! units are w, h, b, c, f, i and s
            > watch
            ! a register, a label or an address is missing
            > delete 7
            ! there is no breakpoint `7`
            > continu
            ! there is no command `continu`; did you mean `continue`?
            > frob
            ! there is no command `frob`; `help` lists them
            > goto soon
            ! an instruction count, `start`, `end`, `output`, `call NAME` or `write PLACE`
            > set $t0
            ! `=` is missing: set $t0 = 5
            > b exception
            ! the program has no exception handler: exceptions end it anyway
            > why output
            ! the output has 0 bytes until here
            > log loop {$t0
            ! `}` is missing
            !   {$t0
            !    ^^^
            > rwatch $t0
              1: watch reads of $t0
            > key a
            > goto 99999999999999999999
            ! an instruction count, `start`, `end`, `output`, `call NAME` or `write PLACE`
            > goto call fact 9
            ! `fact` is not reached that often
        "#]],
    );
}

/// Mistakes that only who wrote the program can know: `why` shows the branch that made them.
#[test]
fn why_shows_the_branch_that_chose_a_wrong_number() {
    let cases = [
        ("maximum-inverted", "c\nwhy output"),
        ("counts-characters-with-newline", "input abc\nc\nc\nwhy output"),
        ("remainder-from-lo", "c\nwhy output"),
        ("inner-counter-not-reset", "c\nwhy line 11"),
        ("maximum-from-zero", "c\nwhy output"),
        ("counts-31-bits", "c\nwhy output"),
        ("reversed-from-its-end", "c\nwhy output"),
        ("odd-and-even", "input 5\nc\nc\nwhy output"),
    ];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/debug");
    for (name, commands) in cases {
        let program = fs::read_to_string(folder.join(format!("mistakes/{name}.asm")));
        let program = program.expect("the mistake is there");
        let shown = transcript(&program, commands, &mut |_| {}, &mut |_| {});
        expect_file![folder.join(format!("why/{name}.txt"))].assert_eq(&shown);
        let cause = program.lines().position(|line| line.contains("#? ")).unwrap_or_default() + 1;
        // A line of its own that nothing but its author can know to be wrong is not named.
        let is_named = shown.contains(&format!("main.asm:{cause}"));
        assert_eq!(is_named, name != "inner-counter-not-reset", "{shown}");
    }
}

#[test]
fn notes_are_shown_when_a_run_has_ended() {
    run_story_with(
        "main: li $t0, 5\n div $t0, $zero\n mflo $a0\n li $v0, 10\n syscall\n",
        "c\nrs\nc",
        &expect![[r#"
            > c
              the program has ended
              5: 0x00400014 (no source)
              note: main.asm:2: divides by zero, which leaves HI and LO as they were
            > rs
              4: main.asm:5 <main+16>  syscall
            > c
              the program has ended
              5: 0x00400014 (no source)
              note: main.asm:2: divides by zero, which leaves HI and LO as they were
        "#]],
        &mut |_| {},
        &mut |debugger| {
            let mut machine = debugger.machine().clone();
            let taker = NoteTaker::new(debugger.names.clone(), &mut machine);
            debugger.notes = Some(Rc::new(RefCell::new(taker)));
        },
    );
}

/// What is said about the error is in `testdata/debug/mistakes/macros-64-deep.txt`.
#[test]
fn a_step_goes_over_64_macros_within_each_other() {
    let outer = |depth: u32| format!(".macro m{depth} (%r)\nm{} (%r)\n.end_macro\n", depth - 1);
    let macros: String = (1..=64).map(outer).collect();
    let program = format!(
        ".macro m0 (%r)\naddi %r, %r, 1\n.end_macro\n{macros}\
         main: li $t0, 7\nm64 ($t0)\nli $v0, 10\nsyscall\n"
    );
    let shown = transcript(&program, "s\ns\nwhy $t0\nrs", &mut |_| {}, &mut |_| {});
    expect![[r#"
        > s
          1: main.asm:2 <main+4>  addi %r, %r, 1
        > s
          2: main.asm:198 <main+8>  li $v0, 10
        > why $t0
          $t0 = 8 (0x8) since 2: main.asm:2  addi %r, %r, 1
            $t0 = 7 (0x7) since 1: main.asm:196  main: li $t0, 7  (a constant)
        > rs
          1: main.asm:2 <main+4>  addi %r, %r, 1
    "#]]
    .assert_eq(&shown);
}

/// One of a million is in `testdata/debug/mistakes/a-million-calls-deep.asm`.
#[test]
fn a_deep_recursion_is_looked_into() {
    let program = "main: li $a0, 5000\njal down\nmove $a0, $v0\nli $v0, 1\nsyscall\n\
                   li $v0, 10\nsyscall\n\
                   down: addi $sp, $sp, -4\nsw $ra, 0($sp)\nli $v0, 1\nblez $a0, up\n\
                   addi $a0, $a0, -1\njal down\naddi $v0, $v0, 1\n\
                   up: lw $ra, 0($sp)\naddi $sp, $sp, 4\njr $ra\n";
    let shown =
        transcript(program, "b up\nc\nwhere\nwhy $ra\nwhy not line 7", &mut |_| {}, &mut |_| {});
    assert!(shown.contains("#64 down($a0=63)"), "{shown}");
    assert!(shown.contains("because `blez $a0, up` was not taken"), "{shown}");
    assert!(shown.lines().count() < 160, "{shown}");
}

#[test]
fn code_that_was_overwritten_and_branches_in_delay_slots_are_reported_as_they_ran() {
    let overwrites = "main: la $t0, spot\nlw $t1, other\nsw $t1, 0($t0)\nli $a0, 0\n\
                      spot: addi $a0, $a0, 1\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n\
                      other: addi $a0, $a0, 100\n";
    let delayed = "main: li $t0, 1\nli $a0, 5\nbnez $t0, one\nbnez $t0, two\nli $a0, 6\n\
                   one: addi $a0, $a0, 10\nj show\nnop\n\
                   two: addi $a0, $a0, 100\n\
                   show: li $v0, 1\nsyscall\nli $v0, 10\nsyscall\n";
    let plain = MachineSettings::default();
    let changes = MachineSettings { self_modifying: true, ..plain };
    let slots = MachineSettings { delayed_branching: true, ..plain };
    let run_story = |program: &str, settings: MachineSettings, commands: &str| {
        transcript_of(program, settings, commands, &mut |_| {}, &mut |_| {})
    };
    expect![[r#"
        > c
          the program has ended
          11: main.asm:10 <other>  other: addi $a0, $a0, 100
        > why output
          $a0 = 100 (0x64) since 7: main.asm:5  spot: addi $a0, $a0, 1
            $a0 = 0 (0x0) since 6: main.asm:4  li $a0, 0  (a constant)
          the program has overwritten line 5: it is `addi $a0, $a0, 100` now
        > why line 5
          line 5 was executed since 7
          no branch of its procedure decided about it: every way leads there
          the program has overwritten line 5: it is `addi $a0, $a0, 100` now
    "#]]
    .assert_eq(&run_story(overwrites, changes, "c\nwhy output\nwhy line 5"));
    expect![[r#"
        > c
          the program has ended
          12: 0x00400034 (no source)
        > why output
          $a0 = 16 (0x10) since 6: main.asm:6  one: addi $a0, $a0, 10
            $a0 = 6 (0x6) since 5: main.asm:5  li $a0, 6  (a constant)
          line 6 ran because `bnez $t0, two` was not taken since 4: main.asm:4: $t0 = 1
        > why not line 9
          line 9 was never executed: `j show` in line 7 goes elsewhere
    "#]]
    .assert_eq(&run_story(delayed, slots, "c\nwhy output\nwhy not line 9"));
}

#[test]
fn a_line_that_is_not_a_number_can_be_typed_again() {
    run_story(
        "main: li $v0, 5\nsyscall\nmove $a0, $v0\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n",
        "c\ninput four\nc\ninput 4\nc\nc\nconsole",
        &expect![[r#"
            > c
              the program waits for input (`input TEXT`)
              1: main.asm:2 <main+4>  syscall
            > input four
            > c
              error: invalid integer input (syscall 5)
              1: main.asm:2 <main+4>  syscall
              `input TEXT` answers with another line in its place
            > input 4
              what came after this step is forgotten
            > c
              the program waits for input (`input TEXT`)
              1: main.asm:2 <main+4>  syscall
            > c
              the program has ended
              7: 0x0040001c (no source)
            > console
              4
        "#]],
    );
}
