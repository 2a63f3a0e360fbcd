//! `jetan debug`: scripts, JSON, recordings, and what is refused.

use crate::story::Story;

const COUNTER: &str = "\
    .data
n:  .word 0
    .text
main: li $t0, 3
loop: sw $t0, n
    addi $t0, $t0, -1
    bgtz $t0, loop
    lw $a0, n
    li $v0, 1
    syscall
    li $v0, 10
    syscall
";

#[test]
fn a_script_goes_forwards_and_backwards() {
    Story::new(&["debug", "main.asm", "--script", "commands"])
        .file("main.asm", COUNTER)
        .file("commands", "# to the end and back\nc\nconsole\nwhy output\nw n\nrc\nrc\n")
        .stdout(
            "\
> c
the program has ended
19: 0x0040002c (no source)
> console
1
> why output
$a0 = 1 (0x1) since 15: main.asm:8  lw $a0, n
  word at 0x10010000 <n> = 1 (0x1) since 11: main.asm:5  loop: sw $t0, n
    $t0 = 1 (0x1) since 8: main.asm:6  addi $t0, $t0, -1
      $t0 = 2 (0x2) since 4: main.asm:6  addi $t0, $t0, -1
        $t0 = 3 (0x3) since 1: main.asm:4  main: li $t0, 3  (a constant)
> w n
1: watch 0x10010000 <n>, 4 bytes
> rc
watchpoint 1: 0x10010000 <n> is now 1 (0x00000001), by main.asm:5 `loop: sw $t0, n`
11: main.asm:6 <loop+8>  addi $t0, $t0, -1
> rc
watchpoint 1: 0x10010000 <n> is now 2 (0x00000002), by main.asm:5 `loop: sw $t0, n`
7: main.asm:6 <loop+8>  addi $t0, $t0, -1
",
        )
        .run();
}

#[test]
fn a_refused_command_ends_a_script_with_code_1() {
    Story::new(&["debug", "main.asm", "--script", "commands"])
        .file("main.asm", COUNTER)
        .file("commands", "b nowhere\nquit\n")
        .stdout("> b nowhere\nthe program has no symbol `nowhere`\n  nowhere\n  ^^^^^^^\n> quit\n")
        .code(1)
        .run();
}

#[test]
fn machines_get_an_object_per_command() {
    Story::new(&["debug", "main.asm", "--json", "--script", "commands"])
        .file("main.asm", COUNTER)
        .file("commands", "b 8\nc\n")
        .stdout(concat!(
            r#"{"command":"b 8","ok":true,"lines":["1: break 0x00400014 <loop+16>, main.asm:8  "#,
            r#"lw $a0, n"],"arrival":null,"count":0,"pc":"0x00400000","file":"main.asm","line":4}"#,
            "\n",
            r#"{"command":"c","ok":true,"lines":["breakpoint 1","13: main.asm:8 <loop+16>  "#,
            r#"lw $a0, n"],"arrival":"breakpoint","count":13,"pc":"0x00400014","file":"main.asm","#,
            r#""line":8}"#,
            "\n",
        ))
        .run();
}

#[test]
fn something_else_is_no_recording() {
    Story::new(&["debug", "main.asm", "--replay", "main.asm"])
        .file("main.asm", COUNTER)
        .stderr("jetan: main.asm: this is no recording of a run\n")
        .code(66)
        .run();
}

#[test]
fn a_recording_can_be_opened_again() {
    let told = Story::new(&["debug", "main.asm", "--record", "run.rec", "--script", "commands"])
        .file("main.asm", COUNTER)
        .file("commands", "c\n")
        .stdout("> c\nthe program has ended\n19: 0x0040002c (no source)\n")
        .run();
    Story::new(&["debug", "main.asm", "--replay", "run.rec", "--script", "commands"])
        .file("main.asm", COUNTER)
        .file("commands", "console\n")
        .file("run.rec", told.file("run.rec"))
        .stdout("> console\n1\n")
        .run();
}
