//! Files and descriptors.

use jetan_machine::{Behaviour, Stop, StopConditions};

use crate::case::{BOTH, Case, End, JETAN, MARS};
use crate::engines::{ENGINES, Make};

/// Names, a buffer, and the calls the programs are made of; each shows its result.
const FILES: &str = "
        .data
a:      .asciiz \"a.txt\"
b:      .asciiz \"b.txt\"
no:     .asciiz \"no\"
std:    .asciiz \"STDOUT\"
accent: .asciiz \"é\"
buf:    .space  64
text:   .ascii  \"hello\\0world\"
        .macro  open %name %flags
        la      $a0, %name
        li      $a1, %flags
        sys     13
        show    $v0
        .end_macro
        .macro  read %fd %count
        li      $a0, %fd
        la      $a1, buf
        li      $a2, %count
        sys     14
        show    $v0
        .end_macro
        .macro  write %fd %count
        li      $a0, %fd
        la      $a1, text
        li      $a2, %count
        sys     15
        show    $v0
        .end_macro
        .macro  close %fd
        li      $a0, %fd
        sys     16
        .end_macro
        .text
";

fn files(name: &str, program: &str) -> Case {
    let case = Case::new(name, &format!("{FILES}{program}"));
    case.world(|host| {
        host.files.insert(b"a.txt".to_vec(), b"0123456789".to_vec());
        host.denied.insert(b"no".to_vec());
    })
}

#[test]
fn files_are_read_piece_by_piece() {
    let program = "
        open    a 0
        read    3 4
        read    3 4
        read    3 4
        read    3 4
        read    3 0
";
    let case = files("read", program);
    case.prints(BOTH, "3 4 4 2 0 0 ");
    assert_eq!(&case.run(Behaviour::MARS).data(0x1b + 4)[..5], b"a.txt");
    let short = files("short reads", program).world(|host| host.short = Some(3));
    short.prints(BOTH, "3 3 3 3 1 0 ");
    let broken = files("broken", "open a 0\nread 3 4").world(|host| host.is_broken = true);
    broken.prints(BOTH, "3 -1 ");
}

#[test]
fn what_was_read_can_be_printed() {
    let case = files("print", "open a 0\nread 3 60\nla $a0, buf\nsys 4");
    case.prints(BOTH, "3 10 0123456789");
}

#[test]
fn files_are_written_with_zero_bytes_and_all() {
    let case = files("write", "open b 1\nwrite 3 11\nwrite 3 0\nwrite 3 5\nclose 3\nopen b 0");
    case.prints(BOTH, "3 11 0 5 3 ");
    let content = |case: &Case, name: &[u8]| case.run(Behaviour::MARS).host.files[name].clone();
    assert_eq!(content(&case, b"b.txt"), b"hello\0worldhello");
    let case = files("overwrite", "open a 1\nwrite 3 5");
    case.prints(BOTH, "3 5 ");
    assert_eq!(content(&case, b"a.txt"), b"hello");
    let case = files("append", "open a 9\nwrite 3 5\nwrite 3 2\nclose 3\nopen b 9\nwrite 3 1");
    case.prints(BOTH, "3 5 2 3 1 ");
    assert_eq!(content(&case, b"a.txt"), b"0123456789hellohe");
    assert_eq!(content(&case, b"b.txt"), b"h");
    let broken = files("full disk", "open b 1\nwrite 3 5").world(|host| host.is_broken = true);
    broken.prints(BOTH, "3 -1 ");
}

#[test]
fn descriptors_are_for_one_thing() {
    let program = "
        open    a 0
        open    b 1
        write   3 1
        read    4 1
        close   3
        read    3 1
        write   3 1
        read    25 1
        read    32 1
        write   -1 1
        read    1 1
        read    2 1
        write   0 1
";
    files("wrong", program).prints(BOTH, "3 4 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 ");
}

#[test]
fn unknown_flags_and_open_names_are_refused() {
    let program = "
        open    a 2
        open    a 8
        open    a -1
        open    a 0x201
        open    a 0
        open    a 0
        open    a 1
        open    std 1
        close   3
        open    a 1
";
    files("refused", program).prints(BOTH, "-1 -1 -1 -1 3 -1 -1 -1 3 ");
}

#[test]
fn failed_opens_cost_a_descriptor_in_mars() {
    let program = "
        open    b 0
        open    no 1
        open    a 0
        open    b 1
        read    3 1
        write   4 1
        close   3
        open    b 1
";
    let case = files("failed", program);
    case.prints(MARS, "-1 -1 5 -1 -1 -1 3 ");
    case.prints(JETAN, "-1 -1 3 4 1 1 -1 ");
}

#[test]
fn standard_descriptors_stay_open() {
    let case = files(
        "close",
        "close 0\nclose 1\nclose 2\nclose -1\nclose 32\nclose 99\nwrite 1 5\nwrite 2 3",
    );
    case.prints(BOTH, "hello5 3 ");
    assert_eq!(case.run(Behaviour::MARS).host.error, b"hel");
}

#[test]
fn streams_take_bytes_as_they_are() {
    let source = ".data\nx: .byte 0xe9, 0, 10\n.text\nli $a0, 1\nla $a1, x\nli $a2, 3\nsys 15";
    Case::new("raw", source).prints(BOTH, b"\xe9\0\n");
}

#[test]
fn negative_lengths_are_refused() {
    files("read", "read 0 -1").ends(BOTH, "", "negative length -1 (syscall 14)");
    files("read", "read 9 -2").ends(BOTH, "", "negative length -2 (syscall 14)");
    files("write", "write 1 -1").ends(BOTH, "", "negative length -1 (syscall 15)");
    files("write", "write 9 0x80000000").ends(BOTH, "", "negative length -2147483648 (syscall 15)");
}

#[test]
fn a_bad_buffer_to_write_writes_nothing() {
    let program = "
        open    b 1
        li      $a0, 3
        li      $a1, 0x103ffffe
        li      $a2, 4
        sys     15
";
    let case = files("edge", program);
    case.ends(BOTH, "3 ", "address out of range 0x10400000");
    assert_eq!(case.run(Behaviour::JETAN).host.files[b"b.txt".as_slice()], b"");
    // A bad address comes before a bad descriptor.
    let case = files("null", "li $a0, 9\nli $a1, 8\nli $a2, 1\nsys 15");
    case.ends(BOTH, "", "address out of range 0x00000008");
}

#[test]
fn mars_reads_one_byte_more_than_it_writes() {
    let program = "
        li      $t0, 0x41
        sb      $t0, 0x103fffff
        li      $a0, 1
        li      $a1, 0x103fffff
        li      $a2, 1
        sys     15
        show    $v0
        li      $a0, 1
        li      $a1, 8
        li      $a2, 0
        sys     15
";
    let case = files("edge", program);
    case.ends(MARS, "", "address out of range 0x10400000");
    case.prints(JETAN, "A1 ");
}

#[test]
fn a_bad_buffer_to_read_has_the_result_already() {
    let program = "
        open    a 0
        li      $a0, 3
        li      $a1, 0x103ffffe
        li      $a2, 5
        sys     14
";
    let handler = "
        .ktext  0x80000180
        show    $v0
        read    3 5
        la      $a0, buf
        sys     4
        sys     10
";
    let case = files("edge", &format!("{program}{handler}"));
    case.prints(BOTH, "3 5 5 56789");
    let end = case.run(Behaviour::MARS);
    assert_eq!(end.machine.memory.peek(0x103f_ffff), b'1');
    assert_eq!(end.machine.cp0.cause >> 2 & 31, 5);
}

#[test]
fn there_are_32_descriptors() {
    let source = "
        .data
name:   .asciiz \"a\"
        .text
        li      $s0, 30
l:      la      $a0, name
        li      $a1, 1
        sys     13
        show    $v0
        lb      $t0, name
        addiu   $t0, $t0, 1
        sb      $t0, name
        addiu   $s0, $s0, -1
        bnez    $s0, l
";
    let numbers: Vec<String> = (3..32).map(|number| number.to_string()).collect();
    Case::new("many", source).prints(BOTH, format!("{} -1 ", numbers.join(" ")));
}

#[test]
fn names_are_bytes_or_in_mars_latin_1() {
    // The dialect of the tests keeps the bytes of a source, so that MARS sees two characters.
    let case = files("accent", "open accent 1");
    case.prints(BOTH, "3 ");
    let names =
        |behaviour| -> Vec<Vec<u8>> { case.run(behaviour).host.files.into_keys().collect() };
    assert!(names(Behaviour::JETAN).contains(&"é".as_bytes().to_vec()));
    assert!(names(Behaviour::MARS).contains(&"Ã©".as_bytes().to_vec()));
}

#[test]
fn endless_names_are_refused_and_bad_ones_fault() {
    let source = "
        .data
name:   .space  70000
        .text
        la      $t0, name
        li      $t1, 'x'
        li      $t2, 69999
l:      sb      $t1, 0($t0)
        addiu   $t0, $t0, 1
        addiu   $t2, $t2, -1
        bnez    $t2, l
        la      $a0, name
        li      $a1, 1
        sys     13
        show    $v0
        la      $a0, name+10000
        sys     13
        show    $v0
";
    Case::new("long", source).prints(BOTH, "-1 3 ");
    Case::new("null", "li $a0, 8\nsys 13").ends(BOTH, "", "address out of range 0x00000008");
}

#[test]
fn large_transfers_go_through_in_pieces() {
    let source = "
        .data
name:   .asciiz \"big\"
copy:   .asciiz \"copy\"
        .text
        la      $a0, name
        li      $a1, 0
        sys     13
        li      $a0, 3
        li      $a1, 0x10100000
        li      $a2, 0x7fffff
        sys     14
        move    $s0, $v0
        show    $s0
        la      $a0, copy
        li      $a1, 1
        sys     13
        li      $a0, 4
        li      $a1, 0x10100000
        move    $a2, $s0
        sys     15
        show    $v0
        li      $a0, 1
        li      $a1, 0x10100000
        li      $a2, 100000
        sys     15
";
    let big: Vec<u8> = (0..200_001_u32).map(|at| (at % 251) as u8).collect();
    let case = Case::new("big", source);
    let case = case.world(|host| drop(host.files.insert(b"big".to_vec(), big.clone())));
    for behaviour in [Behaviour::MARS, Behaviour::JETAN] {
        let end = case.run(behaviour);
        assert_eq!(end.fault, "");
        assert_eq!(end.host.files[b"copy".as_slice()], big);
        assert_eq!(&end.host.console[..14], b"200001 200001 ");
        assert_eq!(&end.host.console[14..], &big[..100_000]);
    }
}

#[test]
fn bytes_read_into_text_become_instructions() {
    // `li $v0, 17` is all zeros but for three bytes; the file has `addiu $v0, $zero, 17`.
    let source = "
        .data
name:   .asciiz \"code\"
        .text
        la      $a0, name
        li      $a1, 0
        sys     13
        li      $a0, 3
        la      $a1, patched
        li      $a2, 4
        sys     14
        li      $a0, 5
patched: li     $v0, 10
        syscall
";
    let settings = jetan_machine::MachineSettings { self_modifying: true, ..Default::default() };
    let case = Case::new("smc", source).settings(settings);
    let word = 0x2402_0011_u32.to_le_bytes().to_vec();
    let case = case.world(|host| drop(host.files.insert(b"code".to_vec(), word)));
    let end = case.run(Behaviour::JETAN);
    assert_eq!(end.stop, jetan_machine::Stop::Exited(jetan_machine::stop::ProgramExit::Code(5)));
    // MARS: each byte in turn is the whole instruction, and the last one does nothing, so that the
    // number of bytes read is the service.
    let end = case.run(Behaviour::MARS);
    assert_eq!(end.fault, "address out of range 0x00000005");
    assert_eq!(end.machine.memory.peek_word(end.machine.pc - 4), 0x24);
}

/// More than is moved before the world is looked at.
#[test]
fn very_many_bytes_are_moved_in_parts() {
    let megabytes: Vec<u8> = (0..3_000_000_u32).map(|idx| (idx % 251) as u8 + 1).collect();
    let program = "
        li      $a0, 3000001
        sys     9
        move    $s0, $v0
        open    a 0
        li      $a0, 3
        move    $a1, $s0
        li      $a2, 4000000
        sys     14
        show    $v0
        open    b 1
        li      $a0, 4
        move    $a1, $s0
        li      $a2, 2999999
        sys     15
        show    $v0
        li      $a0, 2
        sys     15
        show    $v0
        move    $a0, $s0
        sys     4
";
    let case = files("megabytes", program).world(|host| {
        host.files.insert(b"a.txt".to_vec(), megabytes.clone());
    });
    let end = case.run_once(Behaviour::JETAN);
    assert_eq!(end.fault, "");
    let shown = [b"3 3000000 4 2999999 2999999 ".to_vec(), megabytes.clone()].concat();
    assert!(end.host.console == shown, "{} bytes", end.host.console.len());
    assert!(end.host.files[b"b.txt".as_slice()] == megabytes[..2_999_999]);
    assert!(end.host.error == megabytes[..2_999_999]);
    for (name, make) in ENGINES {
        check_in_parts(&case, *make, &end, name);
    }
}

/// However often it is interrupted, it comes to the same.
fn check_in_parts(case: &Case, make: Make, end: &End, name: &str) {
    let mut machine = case.machine(Behaviour::JETAN);
    let mut host = case.host.clone();
    let mut parts = 0;
    loop {
        match make().run(&mut machine, &mut host, &StopConditions::count(u64::MAX)) {
            Stop::Budget => parts += 1,
            stop => break assert_eq!(stop, end.stop, "{name}"),
        }
        machine = machine.snapshot();
    }
    assert_eq!(parts, 2 + 2 + 2 + 2, "{name}");
    assert!(machine == end.machine, "{name}: the machines differ");
    assert!(host.console == end.host.console && host.files == end.host.files, "{name}");
}
