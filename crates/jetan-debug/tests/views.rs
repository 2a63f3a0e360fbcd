//! What there is to see at a stop, and devices that are watched.

#![expect(clippy::needless_raw_string_hashes, reason = "expect-test writes them")]

#[path = "story/transcript.rs"]
mod transcript;

use std::sync::Arc;

use expect_test::expect;
use jetan_debug::debugger::{BitmapArea, POINTS_MAX};
use jetan_debug::point::PointTarget;
use jetan_isa::pack::{EffectOperand, Pack, PackService, ServiceEffect};

use transcript::{run_story, run_story_with};

/// A procedure that saves registers, calls another, and lets that write over what was saved.
const FRAMES: &str = "\
.data
list: .word 5, 0
next: .word list
text: .asciiz \"abc\"
half: .half -1, 2
room: .space 8
real: .float 1.5
big:  .double 2.5
.text
main: li $s0, 7
    li $a0, 4
    li $a1, 9
    jal outer
    li $v0, 10
    syscall
outer: addi $sp, $sp, -12
    sw $ra, 8($sp)
    sw $s0, 4($sp)
    sw $a0, 0($sp)
    add $s0, $a0, $a1
    jal inner
    lw $s0, 4($sp)
    lw $ra, 8($sp)
    addi $sp, $sp, 12
    jr $ra
inner: li $t0, 1
    sb $t0, room+3
    li $v0, 9
    li $a0, 8
    syscall
    sw $v0, 4($v0)
    sw $t0, 4($sp)
last: nop
    jr $ra
";

#[test]
fn frames_have_arguments_saved_registers_and_doubts() {
    run_story(
        FRAMES,
        "b inner\nb last\nc\nwhere\nstack 6\nheap\nc\nwhere\nchanges\nstack 4\nheap\njumps",
        &expect![[r#"
            > b inner
              1: break 0x00400040 <inner>, main.asm:26  inner: li $t0, 1
            > b last
              2: break 0x00400060 <last>, main.asm:33  last: nop
            > c
              breakpoint 1
              10: main.asm:26 <inner>  inner: li $t0, 1
            > where
              #0 10: main.asm:26 <inner>  inner: li $t0, 1
              #1 inner() called at 9, main.asm:21
              #2 outer($a0=4, $a1=9) called at 3, main.asm:13
                 saved: $ra at 0x7fffeff8 (-4), $s0 at 0x7fffeff4 (-8)
            > stack 6
              0x7fffeff0: 00000004           4  the frame of inner ends below
              0x7fffeff4: 00000007           7  $s0 saved by outer
              0x7fffeff8: 00400010     4194320  $ra saved by outer
              0x7fffeffc: 00000000           0  the frame of outer ends below
            > heap
              the program has not asked for any memory (service 9)
            > c
              breakpoint 2
              18: main.asm:33 <last>  last: nop
            > where
              #0 18: main.asm:33 <last>  last: nop
              #1 inner() called at 9, main.asm:21
              #2 outer($a0=4, $a1=9) called at 3, main.asm:13
                 saved: $ra at 0x7fffeff8 (-4), $s0 at 0x7fffeff4 (-8)
                 (!) the saved $s0 was overwritten: it is 0x00000001 and was 0x00000007
            > changes
              since 10
              $at: 0 (0x00000000) → 268500992 (0x10010000)
              $v0: 0 (0x00000000) → 268697600 (0x10040000)
              $a0: 4 (0x00000004) → 8 (0x00000008)
              $t0: 0 (0x00000000) → 1 (0x00000001)
              0x10010014 <room>: 0 (0x00000000) → 16777216 (0x01000000)
              0x10040004: 0 (0x00000000) → 268697600 (0x10040000)
              0x7fffeff4: 7 (0x00000007) → 1 (0x00000001)
            > stack 4
              0x7fffeff0: 00000004           4  the frame of inner ends below
              0x7fffeff4: 00000001           1  $s0 saved by outer
              0x7fffeff8: 00400010     4194320  $ra saved by outer
              0x7fffeffc: 00000000           0  the frame of outer ends below
            > heap
              0x10040000: 00000000           0
              0x10040004: 10040000   268697600  heap+0
            > jumps
              9: 0x0040002c <outer+20> → 0x00400040 <inner>, main.asm:21  jal inner
              3: 0x0040000c <main+12> → 0x00400018 <outer>, main.asm:13  jal outer
        "#]],
    );
}

#[test]
fn data_is_shown_as_what_it_was_declared_or_is_used_for() {
    run_story(
        FRAMES,
        "data\ngoto end\nb last\nc\ndata room\ndata nothing\nstack 0",
        &expect![[r#"
            > data
              0x10010000 list: word, 8 bytes: 5, 0
              0x10010008 next: word, 4 bytes: address of list
              0x1001000c text: text, 4 bytes: "abc"
              0x10010010 half: half, 4 bytes: -1, 2
              0x10010014 room: byte?, 8 bytes: 0, 0, 0, 0, 0, 0, 0, 0
              0x1001001c real: float, 4 bytes: 1.5
              0x10010020 big: double, 8 bytes: 2.5
            > goto end
              0: main.asm:10 <main>  main: li $s0, 7
            > b last
              1: break 0x00400060 <last>, main.asm:33  last: nop
            > c
              breakpoint 1
              18: main.asm:33 <last>  last: nop
            > data room
              0x10010014 room: byte?, 8 bytes: 0, 0, 0, 1, 0, 0, 0, 0
            > data nothing
              there are no such labels of data
            > stack 0
            ! 1 to 4096 words can be shown
        "#]],
    );
}

#[test]
fn nothing_is_shown_of_what_there_is_not() {
    run_story(
        "nop\n",
        "jumps\nchanges\ndata\nheap\nwhere\nsi\nchanges",
        &expect![[r#"
        > jumps
          nothing has jumped yet
        > changes
        ! this is the first stop; there is no earlier one to compare with
        > data
          there are no such labels of data
        > heap
          the program has not asked for any memory (service 9)
        > where
          #0 0: main.asm:1  nop
        > si
          1: 0x00400004 (no source)
        > changes
          since 0
          nothing has changed
    "#]],
    );
}

#[test]
fn places_may_be_typed_as_loads_have_them() {
    run_story(
        FRAMES,
        "b inner\nc\nw 4($sp)\nwhy 8($sp)\nw 4()\nw 4($nobody)\njumps",
        &expect![[r#"
        > b inner
          1: break 0x00400040 <inner>, main.asm:26  inner: li $t0, 1
        > c
          breakpoint 1
          10: main.asm:26 <inner>  inner: li $t0, 1
        > w 4($sp)
          2: watch 0x7fffeff4, 4 bytes
        > why 8($sp)
          word at 0x7fffeff8 = 4194320 (0x400010) since 6: main.asm:17  sw $ra, 8($sp)
            $ra = 4194320 (0x400010) since 4: main.asm:13  jal outer  (the call)
        > w 4()
        ! an operator is missing here
        !   4()
        !    ^
        > w 4($nobody)
        ! an operator is missing here
        !   4($nobody)
        !    ^
        > jumps
          9: 0x0040002c <outer+20> → 0x00400040 <inner>, main.asm:21  jal inner
          3: 0x0040000c <main+12> → 0x00400018 <outer>, main.asm:13  jal outer
    "#]],
    );
}

#[test]
fn registers_are_watched_for_reads_and_writes() {
    run_story(
        FRAMES,
        "rwatch $s0\nc\nc\nrc\ndelete\nawatch $a0\nc\nc\nc\nc\nrc\npoints",
        &expect![[r#"
            > rwatch $s0
              1: watch reads of $s0
            > c
              watchpoint 1: $s0 was read, it is 7 (0x00000007), by main.asm:18 `sw $s0, 4($sp)`
              7: main.asm:19 <outer+12>  sw $a0, 0($sp)
            > c
              the program has ended
              26: main.asm:16 <outer>  outer: addi $sp, $sp, -12
            > rc
              watchpoint 1: $s0 was read, it is 7 (0x00000007), by main.asm:18 `sw $s0, 4($sp)`
              7: main.asm:19 <outer+12>  sw $a0, 0($sp)
            > delete
            > awatch $a0
              2: watch reads and writes of $a0
            > c
              watchpoint 2: $a0 was read, it is 4 (0x00000004), by main.asm:19 `sw $a0, 0($sp)`
              8: main.asm:20 <outer+16>  add $s0, $a0, $a1
            > c
              watchpoint 2: $a0 was read, it is 4 (0x00000004), by main.asm:20 `add $s0, $a0, $a1`
              9: main.asm:21 <outer+20>  jal inner
            > c
              watchpoint 2: $a0 is 8 (0x00000008), was 4, by main.asm:29 `li $a0, 8`
              15: main.asm:30 <inner+20>  syscall
            > c
              the program has ended
              26: main.asm:16 <outer>  outer: addi $sp, $sp, -12
            > rc
              watchpoint 2: $a0 is 8 (0x00000008), was 4, by main.asm:29 `li $a0, 8`
              15: main.asm:30 <inner+20>  syscall
            > points
              2: watch reads and writes of $a0, hit 3×
        "#]],
    );
}

/// Paints two pixels, looks for a key, and shows a board.
const DEVICES: &str = "\
.data
board: .word 2, 4
.text
main: li $t0, 0x10040000
    li $t1, 0xff0000
    sw $t1, 16($t0)
    sw $t1, 20($t0)
    li $t2, 0xffff0000
    lw $t3, 0($t2)
    lw $t4, 4($t2)
    li $a0, 65
    sw $a0, 12($t2)
    li $v0, 30
    syscall
    la $a0, board
    li $v0, 101
    syscall
    li $v0, 10
    syscall
";

/// A pack's service that shows a board of one row.
fn shows_a_board() -> PackService {
    PackService {
        number: 101,
        name: "show board".to_owned(),
        summary: "Shows a board.".to_owned(),
        arguments: Vec::new(),
        results: Vec::new(),
        effect: ServiceEffect::UpdateBoard {
            board: EffectOperand::Constant(0x1001_0000),
            rows: 1,
            columns: 2,
        },
    }
}

#[test]
fn devices_are_watched() {
    run_story_with(
        DEVICES,
        "w pixel 0,2\nw pixel 1,2\nw pixel 2,0\nw pixel here\nc\nc\nwhy pixel 1,2\ndelete
         rwatch keyboard\nc\nc\nw display\nc\nrc\ndelete\nw screen\nc\nsi\nrc\nc",
        &expect![[r#"
      > w pixel 0,2
        1: watch 0x10040010, 4 bytes
      > w pixel 1,2
        2: watch 0x10040014, 4 bytes
      > w pixel 2,0
      ! the display has 2 columns and 4 rows, from 0
      > w pixel here
      ! a pixel is COLUMN,ROW
      > c
        watchpoint 1: 0x10040010 is 16711680 (0x00ff0000), was 0, by main.asm:6 `sw $t1, 16($t0)`
        5: main.asm:7 <main+20>  sw $t1, 20($t0)
      > c
        watchpoint 2: 0x10040014 is 16711680 (0x00ff0000), was 0, by main.asm:7 `sw $t1, 20($t0)`
        6: main.asm:8 <main+24>  li $t2, 0xffff0000
      > why pixel 1,2
        word at 0x10040014 = 16711680 (0xff0000) since 6: main.asm:7  sw $t1, 20($t0)
          $t1 = 16711680 (0xff0000) since 4: main.asm:5  li $t1, 0xff0000
            $at = 16711680 (0xff0000) since 3: main.asm:5  li $t1, 0xff0000  (a constant)
      > delete
      > rwatch keyboard
        3: watch reads of 0xffff0000, 8 bytes
      > c
        watchpoint 3: 0xffff0000 was read, it is 0 (0x00000000), by main.asm:9 `lw $t3, 0($t2)`
        9: main.asm:10 <main+36>  lw $t4, 4($t2)
      > c
        watchpoint 3: 0xffff0004 was read, it is 0 (0x00000000), by main.asm:10 `lw $t4, 4($t2)`
        10: main.asm:11 <main+40>  li $a0, 65
      > w display
        4: watch 0xffff0008, 8 bytes
      > c
        watchpoint 4: 0xffff000c is 65 (0x00000041), was 0, by main.asm:12 `sw $a0, 12($t2)`
        12: main.asm:13 <main+48>  li $v0, 30
      > rc
        watchpoint 3: 0xffff0004 was read, it is 0 (0x00000000), by main.asm:10 `lw $t4, 4($t2)`
        10: main.asm:11 <main+40>  li $a0, 65
      > delete
      > w screen
        5: watch the screen
      > c
        breakpoint 5
        17: main.asm:17 <main+68>  syscall
      > si
        18: main.asm:18 <main+72>  li $v0, 10
      > rc
        breakpoint 5
        17: main.asm:17 <main+68>  syscall
      > c
        the program has ended
        20: 0x00400050 (no source)
      "#]],
        &mut |machine| {
            machine.connect_terminal().expect("there is room");
            let services = vec![shows_a_board()];
            machine.set_pack(Arc::new(Pack { services, ..Pack::default() }));
        },
        &mut |debugger| {
            debugger.display = Some(BitmapArea { base: 0x1004_0000, columns: 2, rows: 4 });
        },
    );
}

#[test]
fn devices_have_their_names_also_without_a_display() {
    run_story(
        DEVICES,
        "w pixel 0,0\nw board\nw keyboard\nw digits",
        &expect![[r#"
        > w pixel 0,0
        ! the bitmap display was not found; set it with --bitmap
        > w board
          1: watch 0x10010000 <board>, 4 bytes
        > w keyboard
          2: watch 0xffff0000, 8 bytes
        > w digits
          3: watch 0xffff0010, 2 bytes
    "#]],
    );
}

#[test]
fn a_million_breakpoints_are_refused_and_the_session_goes_on() {
    let mut given = 0;
    run_story_with(
        "main: nop\n nop\n",
        "b main\nc",
        &expect![[r#"
        > b main
        ! there can be 10000 breakpoints at a time
        > c
          the program ran past its last instruction
          2: 0x00400008 (no source)
    "#]],
        &mut |_| {},
        &mut |debugger| {
            for address in 0..1_000_000_u32 {
                let target = PointTarget::Address(address.wrapping_mul(4));
                given += usize::from(debugger.add(target).is_some());
            }
        },
    );
    assert_eq!(given, POINTS_MAX);
}

/// Reads two numbers and prints their sum.
const READER: &str = "\
main: li $v0, 5
    syscall
    move $t0, $v0
    li $v0, 5
    syscall
    add $a0, $t0, $v0
    li $v0, 1
    syscall
    li $v0, 10
    syscall
";

#[test]
fn a_program_that_waits_is_stepped_back_and_goes_on() {
    run_story(
        READER,
        "c\nrs\ninput 40\nc\nrs\nrc\ninput 2\nc\nconsole\nrs 3\ngoto start\ngoto end",
        &expect![[r#"
            > c
              the program waits for input (`input TEXT`)
              1: main.asm:2 <main+4>  syscall
            > rs
              0: main.asm:1 <main>  main: li $v0, 5
            > input 40
              what came after this step is forgotten
            > c
              the program waits for input (`input TEXT`)
              4: main.asm:5 <main+16>  syscall
            > rs
              3: main.asm:4 <main+12>  li $v0, 5
            > rc
              this is the beginning
              0: main.asm:1 <main>  main: li $v0, 5
            > input 2
              what came after this step is forgotten
            > c
              the program waits for input (`input TEXT`)
              4: main.asm:5 <main+16>  syscall
            > console
            > rs 3
              1: main.asm:2 <main+4>  syscall
            > goto start
              0: main.asm:1 <main>  main: li $v0, 5
            > goto end
              4: main.asm:5 <main+16>  syscall
        "#]],
    );
}
