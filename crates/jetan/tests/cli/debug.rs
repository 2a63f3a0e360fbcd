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
watchpoint 1: 0x10010000 <n> is 1 (0x00000001), was 2, by main.asm:5 `loop: sw $t0, n`
11: main.asm:6 <loop+8>  addi $t0, $t0, -1
> rc
watchpoint 1: 0x10010000 <n> is 2 (0x00000002), was 3, by main.asm:5 `loop: sw $t0, n`
7: main.asm:6 <loop+8>  addi $t0, $t0, -1
",
        )
        .run();
}

/// The display's registers are where the memory map has them.
#[test]
fn characters_of_the_display_are_explained_in_every_memory_map() {
    let program = "\
main: li $t0, 0x7f00
    li $t1, 65
    sw $t1, 12($t0)
wait: lw $t2, 8($t0)
    andi $t2, $t2, 1
    beqz $t2, wait
    li $v0, 10
    syscall
";
    for (memory, end) in [("CompactDataAtZero", "0x00003020"), ("CompactTextAtZero", "0x00000020")]
    {
        let said = format!(
            "\
> c
the program has ended
14: {end} (no source)
> why output
word at 0x00007f0c = 65 (0x41) since 3: main.asm:3  sw $t1, 12($t0)
  $t1 = 65 (0x41) since 2: main.asm:2  li $t1, 65  (a constant)
"
        );
        Story::new(&["debug", "main.asm", "--memory", memory, "--script", "commands"])
            .file("main.asm", program)
            .file("commands", "c\nwhy output\n")
            .stdout(&said)
            .run();
    }
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

/// Prints 1 if the number that is typed is not 0.
const CHOOSER: &str = "\
main: li $v0, 5
    syscall
    move $t0, $v0
    beqz $t0, none
    li $a0, 1
    j show
none: li $a0, 0
show: li $v0, 1
    syscall
    lw $t1, 2($zero)
";

/// The objects that a script of commands is answered with, by command.
fn answered(program: &str, commands: &str, input: &str) -> Vec<serde_json::Value> {
    let words = ["debug", "main.asm", "--json", "--script", "commands", "--stdin", "typed"];
    let output = Story::new(&words)
        .file("main.asm", program)
        .file("commands", commands)
        .file("typed", input)
        .output();
    let parsed = output.stdout.lines().map(|line| serde_json::from_str(line).expect(line));
    parsed.collect()
}

#[test]
fn machines_get_the_causes_of_a_value_as_data() {
    let answers = answered(CHOOSER, "c\nwhy $t0\nwhy output\n", "7\n");
    let why = &answers[1]["why"];
    assert_eq!(why.as_array().map(Vec::len), answers[1]["lines"].as_array().map(Vec::len));
    let moved = serde_json::json!({
        "kind": "cause",
        "text": "$t0 = 7 (0x7) since 3: main.asm:3  move $t0, $v0",
        "depth": 0,
        "count": 2,
        "pc": 0x0040_0008,
        "file": "main.asm",
        "line": 3,
        "place": "$t0",
        "value": 7,
        "origin": "computed",
    });
    assert_eq!(why[0], moved);
    let service = serde_json::json!({ "number": 5, "name": "read int" });
    assert_eq!((&why[1]["origin"], &why[1]["service"]), (&"service".into(), &service));
    assert_eq!((&why[1]["depth"], &why[1]["line"]), (&1.into(), &2.into()));
    // The number is a constant, so the branch that led to it matters, and what that compared.
    let why = &answers[2]["why"];
    assert_eq!((&why[0]["origin"], &why[0]["line"]), (&"constant".into(), &5.into()));
    let compared = serde_json::json!([{ "place": "$t0", "value": 7 }]);
    assert_eq!((&why[1]["kind"], &why[1]["line"]), (&"branch".into(), &4.into()));
    assert_eq!((&why[1]["isTaken"], &why[1]["compared"]), (&false.into(), &compared));
    assert_eq!((&why[2]["kind"], &why[2]["depth"]), (&"cause".into(), &1.into()));
}

#[test]
fn machines_get_why_a_line_was_executed_or_not_as_data() {
    let answers = answered(CHOOSER, "c\nwhy line 5\nwhy line 7\nwhy not line 5\n", "7\n");
    let why = &answers[1]["why"];
    assert_eq!((&why[0]["kind"], &why[0]["line"]), (&"executed".into(), &5.into()));
    assert_eq!((&why[0]["count"], &why[1]["kind"]), (&4.into(), &"branch".into()));
    let never = &answers[2]["why"][0];
    assert_eq!(
        (&never["kind"], &never["line"], &never["times"]),
        (&"never".into(), &7.into(), &0.into())
    );
    let obstacle = &never["obstacles"][0];
    assert_eq!((&obstacle["kind"], &obstacle["line"]), (&"neverTaken".into(), &4.into()));
    assert_eq!(obstacle["times"], 1);
    let times = &answers[3]["why"][0];
    assert_eq!((&times["kind"], &times["times"]), (&"times".into(), &1.into()));
}

#[test]
fn machines_get_the_explanation_of_a_fault_as_data() {
    let answers = answered(READER, "c\nexplain\n", "17\n");
    let explanation = &answers[1]["explanation"];
    let cause = serde_json::json!({
        "text": "`$v0` becomes 17 here, by service 5 (read int)",
        "count": 1,
        "pc": 0x0040_0004,
        "file": "main.asm",
        "line": 2,
        "reason": "service",
        "place": "$v0",
        "value": 17,
    });
    assert_eq!(explanation["cause"], cause);
    assert_eq!(explanation["links"][0]["place"], "$t0");
    assert_eq!(explanation["links"][1]["service"]["number"], 5);
}

#[test]
fn something_else_is_no_recording() {
    Story::new(&["debug", "main.asm", "--replay", "main.asm"])
        .file("main.asm", COUNTER)
        .stderr("jetan: main.asm: this is not a recording of a run\n")
        .code(66)
        .run();
}

#[test]
fn a_recording_can_be_opened_again() {
    let output = Story::new(&["debug", "main.asm", "--record", "run.rec", "--script", "commands"])
        .file("main.asm", COUNTER)
        .file("commands", "c\n")
        .stdout("> c\nthe program has ended\n19: 0x0040002c (no source)\n")
        .run();
    Story::new(&["debug", "main.asm", "--replay", "run.rec", "--script", "commands"])
        .file("main.asm", COUNTER)
        .file("commands", "console\n")
        .file("run.rec", output.file("run.rec"))
        .stdout("> console\n1\n")
        .run();
}

/// Reads a number and takes it for an address.
const READER: &str = "\
main: li $v0, 5
    syscall
    move $t0, $v0
    lw $a0, 0($t0)
";

#[test]
fn a_run_can_be_recorded_and_opened_under_the_debugger() {
    let output = Story::new(&["run", "main.asm", "--record", "run.rec"])
        .file("main.asm", READER)
        .stdin("17\n")
        .stderr(
            "\
error[R0101]: misaligned read: the address of a word must be a multiple of 4
 --> main.asm:4:5
  |
2 |     syscall
  |     ------- `$v0` becomes 17 here, by service 5 (read int)
3 |     move $t0, $v0
4 |     lw $a0, 0($t0)
  |     ^^^^^^^^^^^^^^ 0x00000011 is not a multiple of 4
  |
  = note: $t0 = 0x00000011 (17)
  = help: `$t0` holds a small number, not an address: `la $t0, LABEL` loads the address of a \
label, `lw $t0, LABEL` what is stored there
  = note: after 3 instructions, at 0x0040000c
  = note: more about this: jetan explain R0101
",
        )
        .code(2)
        .run();
    Story::new(&["debug", "main.asm", "--replay", "run.rec", "--script", "commands"])
        .file("main.asm", READER)
        .file("commands", "why $t0\n")
        .file("run.rec", output.file("run.rec"))
        .stdout(
            "\
> why $t0
$t0 = 17 (0x11) since 3: main.asm:3  move $t0, $v0
  $v0 = 17 (0x11) since 2: main.asm:2  syscall  (service 5, read int)
",
        )
        .run();
    Story::new(&["debug", "main.asm", "--replay", "run.rec"])
        .file("main.asm", COUNTER)
        .file("run.rec", output.file("run.rec"))
        .stderr(
            "jetan: run.rec: the recording belongs to another program, or to other settings or \
             arguments\n",
        )
        .code(66)
        .run();
}
