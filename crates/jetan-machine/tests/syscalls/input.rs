//! Reading from the console.

use jetan_isa::Reg;
use jetan_machine::Behaviour;

use crate::case::{BOTH, Case, JETAN, MARS};

/// A program that reads integers for ever.
const INTEGERS: &str = "
l:      sys     5
        show    $v0
        j       l
";

/// A program that reads and shows twelve characters.
const CHARACTERS: &str = "
        li      $s0, 12
l:      sys     12
        show    $v0
        addi    $s0, $s0, -1
        bgtz    $s0, l
";

/// Cuts input into pieces of every size, so that nothing depends on how it comes in.
fn pieces(input: &[u8]) -> Vec<Vec<Vec<u8>>> {
    (1..=input.len().max(1)).map(|size| input.chunks(size).map(<[u8]>::to_vec).collect()).collect()
}

/// The program prints this whatever the pieces are in which its input comes.
fn check(source: &str, input: impl AsRef<[u8]>, behaviours: &[Behaviour], console: &str) {
    check_end(source, input, behaviours, (console, ""));
}

fn check_end(
    source: &str,
    input: impl AsRef<[u8]>,
    behaviours: &[Behaviour],
    (console, fault): (&str, &str),
) {
    let input = input.as_ref();
    for pieces in pieces(input) {
        let name = format!("{} in {} pieces", input.escape_ascii(), pieces.len());
        Case::new(&name, source).input(&pieces).ends(behaviours, console, fault);
    }
}

#[test]
fn integers_are_lines() {
    let end = "end of input (syscall 5)";
    check_end(INTEGERS, "5\n", BOTH, ("5 ", end));
    check_end(INTEGERS, " -7 \r\n+8\r9", BOTH, ("-7 8 9 ", end));
    check_end(INTEGERS, "2147483647\n-2147483648\n007\n", BOTH, ("2147483647 -2147483648 7 ", end));
    check_end(INTEGERS, "", BOTH, ("", end));
}

#[test]
fn what_is_no_integer_is_an_error() {
    for input in
        ["", " ", "1 2", "0x10", "2147483648", "-2147483649", "1.0", "-", "+", "é", "\x01-"]
    {
        let error = "invalid integer input (syscall 5)";
        check_end(INTEGERS, format!("1\n{input}\n2\n"), BOTH, ("1 ", error));
    }
    let bad = Case::new("bad byte", INTEGERS).input(&[b"\xff1\n"]);
    bad.ends(BOTH, "", "invalid integer input (syscall 5)");
    assert_eq!(bad.run(Behaviour::MARS).reg(Reg::V0), 5, "the result register stays");
}

#[test]
fn numbers_follow_java() {
    let floats = "
l:      sys     6
        mov.s   $f12, $f0
        sys     2
        li      $a0, ' '
        sys     11
        j       l
";
    let input = "1\n-2.5\n1e10\n.5\n 3. \nNaN\n1.5e3f\n0x1p3\n1e40\n16777217\n-0\n";
    let printed = "1.0 -2.5 1.0E10 0.5 3.0 NaN 1500.0 8.0 Infinity 1.6777216E7 -0.0 ";
    let case = Case::new("floats", floats).input(&[input]);
    case.ends(BOTH, printed, "end of input (syscall 6)");
    for bad in ["one\n", "\n", "1,5\n", "1e\n", "0x10\n"] {
        check_end(floats, bad, BOTH, ("", "invalid float input (syscall 6)"));
    }
    let doubles = floats.replace("sys     6", "sys     7").replace("sys     2", "sys     3");
    let doubles = doubles.replace("mov.s", "mov.d");
    let input = "1\n-2.5e-3\n1E400\n-Infinity\n0x1p3\n7d\n";
    let case = Case::new("doubles", &doubles).input(&[input]);
    case.ends(BOTH, "1.0 -0.0025 Infinity -Infinity 8.0 7.0 ", "end of input (syscall 7)");
    check_end(&doubles, "two\n", BOTH, ("", "invalid double input (syscall 7)"));
}

/// Reads a string into a buffer of some size, filled with `Q`s.
fn read_string(size: i32) -> String {
    format!(
        "
        .data
buf:    .ascii  \"QQQQQQQQQQQQQQQ\"
        .text
        la      $a0, buf
        li      $a1, {size}
        sys     8
"
    )
}

#[test]
fn strings_fill_a_buffer() {
    for (size, input, buffer) in [
        (10, "abc\n", b"abc\n\0QQQ"),
        (5, "abc\n", b"abc\n\0QQQ"),
        (4, "abc\n", b"abc\0QQQQ"),
        (3, "abc\n", b"ab\0QQQQQ"),
        (1, "abc\n", b"\0QQQQQQQ"),
        (0, "abc\n", b"QQQQQQQQ"),
        (-1, "abc\n", b"QQQQQQQQ"),
        (10, "abc", b"abc\n\0QQQ"),
        (10, "abc\r", b"abc\n\0QQQ"),
        (10, "\n", b"\n\0QQQQQQ"),
        (2, "\n", b"\n\0QQQQQQ"),
        (1, "\n", b"\0QQQQQQQ"),
        (10, "", b"\0QQQQQQQ"),
        (1, "", b"\0QQQQQQQ"),
        (0, "", b"QQQQQQQQ"),
        (-5, "", b"QQQQQQQQ"),
    ] {
        for behaviour in [Behaviour::MARS, Behaviour::JETAN] {
            for pieces in pieces(input.as_bytes()) {
                let end = Case::new(input, &read_string(size)).input(&pieces).run(behaviour);
                assert_eq!(end.data(8), buffer, "{size} {input:?}");
                assert_eq!(end.fault, "");
            }
        }
    }
}

#[test]
fn strings_are_bytes_or_in_mars_low_bytes_of_characters() {
    let input = "aé€😀\n";
    let case = Case::new("characters", &read_string(12)).input(&[input]);
    assert_eq!(case.run(Behaviour::JETAN).data(12), b"a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\n\0");
    assert_eq!(case.run(Behaviour::MARS).data(12), b"a\xe9\xac\x3d\x00\n\0QQQQQ");
    let case = Case::new("bad bytes", &read_string(12)).input(&[b"\xffx\xed\xa0\x80\n"]);
    assert_eq!(case.run(Behaviour::JETAN).data(8), b"\xffx\xed\xa0\x80\n\0Q");
    assert_eq!(case.run(Behaviour::MARS).data(8), b"\xfdx\xfd\n\0QQQ");
}

#[test]
fn a_bad_buffer_is_a_bad_store() {
    let case = Case::new("text", "main: la $a0, main\nli $a1, 10\nsys 8").input(&["text\n"]);
    case.ends(BOTH, "", "Cannot write directly to text segment!0x00400000");
    assert_eq!(case.run(Behaviour::MARS).machine.cp0.cause >> 2 & 31, 5);
    let edge = Case::new("edge", "li $a0, 0x103ffffe\nli $a1, 10\nsys 8").input(&["text\n"]);
    edge.ends(BOTH, "", "address out of range 0x10400000");
    assert_eq!(edge.run(Behaviour::MARS).machine.memory.peek(0x103f_ffff), b'e');
}

#[test]
fn characters_are_first_of_a_line_in_mars() {
    let end = "65 98 32 0 0 0 0 0 0 0 0 0 ";
    check(CHARACTERS, "A\nbcd\r\n 7", MARS, end);
    check(CHARACTERS, "é\n😀\n", MARS, "233 55357 0 0 0 0 0 0 0 0 0 0 ");
    check_end(CHARACTERS, "A\n\nB\n", MARS, ("65 ", "invalid char input (syscall 12)"));
}

#[test]
fn characters_come_one_by_one() {
    let zeros = |count: usize| "0 ".repeat(count);
    check(CHARACTERS, "A\nbcd\n 7\n", JETAN, &format!("65 98 99 100 32 55 {}", zeros(6)));
    check(CHARACTERS, "A\r\n\r\nb\r\rc\r\n", JETAN, &format!("65 10 98 10 99 {}", zeros(7)));
    check(CHARACTERS, "\n\n\na", JETAN, &format!("10 10 10 97 {}", zeros(8)));
    check(CHARACTERS, "\r\n\r\r\na", JETAN, &format!("10 10 10 97 {}", zeros(8)));
    check(CHARACTERS, "é", JETAN, &format!("195 169 {}", zeros(10)));
    check(CHARACTERS, "", JETAN, &zeros(12));
}

#[test]
fn services_share_one_reader() {
    let source = "
        .data
buf:    .space  16
        .text
        sys     12
        show    $v0
        sys     5
        show    $v0
        sys     12
        show    $v0
        la      $a0, buf
        li      $a1, 16
        sys     8
        la      $a0, buf
        sys     4
        sys     5
        show    $v0
";
    check(source, "a\n5\nb\nline\n6\n", BOTH, "97 5 98 line\n6 ");
    check(source, "a\r\n5\r\nb\r\nline\r\n6\r\n", BOTH, "97 5 98 line\n6 ");
    check(source, "a\r5\rb\rline\r6\r", BOTH, "97 5 98 line\n6 ");
    check(source, "a5\nb line\n6", JETAN, "97 5 98  line\n6 ");
    check(source, "a\n5\n\nline\n6\n", JETAN, "97 5 10 line\n6 ");
    check(source, "a\n5\nb\n\n6\n", JETAN, "97 5 98 \n6 ");
}

/// Reads a number by line, then raw bytes, then a line.
const RAW: &str = "
        .data
buf:    .space  16
        .text
        sys     5
        show    $v0
        jal     raw
        jal     raw
        sys     5
        show    $v0
        sys     10
raw:    li      $a0, 0
        la      $a1, buf
        li      $a2, 4
        sys     14
        move    $s0, $v0
        li      $a0, 1
        la      $a1, buf
        move    $a2, $s0
        sys     15
        show    $s0
        jr      $ra
";

#[test]
fn raw_input_goes_on_where_the_last_line_ended() {
    let case = Case::new("raw", RAW).input(&["1\nabcdefgh7\n"]);
    case.prints(JETAN, "1 abcd4 efgh4 7 ");
    // MARS: the line reader has taken it all.
    let missed = "invalid integer input (syscall 5)";
    case.ends(MARS, "1 0 0 ", missed);
    // What comes later it has not taken.
    let case = Case::new("raw, later", RAW).input(&["1\n", "abcd", "efgh", "7\n"]);
    case.prints(BOTH, "1 abcd4 efgh4 7 ");
    let case = Case::new("raw, short", RAW).input(&["1\nab", "cdef7", "\n8\n"]);
    case.prints(JETAN, "1 ab2 cdef4 7 ");
    case.ends(MARS, "1 cdef4 71 ", missed);
}

#[test]
fn raw_input_does_not_see_the_rest_of_a_line_end() {
    let case = Case::new("after CR", RAW).input(&["1\r", "\nabcdefgh", "7\n"]);
    case.prints(JETAN, "1 abcd4 efgh4 7 ");
    let case = Case::new("after CR", RAW).input(&["1\r", "\nabcdefg", "7\n"]);
    case.prints(MARS, "1 \nabc4 defg4 7 ");
    let case = Case::new("after lone CR", RAW).input(&["1\r", "abcdefgh", "7\n"]);
    case.prints(JETAN, "1 abcd4 efgh4 7 ");
    let case = Case::new("only the LF", RAW).input(&["1\r", "\n", "\n\r\nd", "efgh", "7"]);
    case.prints(JETAN, "1 \n\r\nd4 efgh4 7 ");
    let case = Case::new("only the LF, then the end", RAW).input(&["1\r", "\n"]);
    case.ends(JETAN, "1 0 0 ", "end of input (syscall 5)");
}

#[test]
fn raw_input_after_a_character_begins_after_its_line_end() {
    let source = RAW.replacen("sys     5", "sys     12", 1);
    for input in [
        &["a\nbcdefghi", "7"][..],
        &["a\r\nbcdefghi", "7"],
        &["a", "\nbcdefghi", "7"],
        &["a", "\r", "\n", "bcdefghi", "7"],
        &["a", "\r", "bcdefghi", "7"],
        &["abcdefghi", "7"],
        &["a", "bcdefghi", "7"],
    ] {
        Case::new("raw", &source).input(input).prints(JETAN, "97 bcde4 fghi4 7 ");
    }
}

#[test]
fn raw_input_of_nothing_asks_for_nothing() {
    let source = "
        li      $a0, 0
        li      $a1, 0
        li      $a2, 0
        sys     14
        show    $v0
        sys     5
        show    $v0
";
    check(source, "12\n", BOTH, "0 12 ");
}

#[test]
fn raw_input_ends() {
    let source = "
        .data
buf:    .space  8
        .text
        li      $a0, 0
        la      $a1, buf
        li      $a2, 8
        sys     14
        move    $s0, $v0
        li      $a0, 0
        sys     14
        move    $s1, $v0
        show    $s0
        show    $s1
";
    let case = Case::new("end", source).input(&[b"a\xff\r"]);
    case.prints(BOTH, "3 0 ");
    assert_eq!(case.run(Behaviour::MARS).data(4), b"a\xff\r\0");
}

#[test]
fn mars_reads_8192_bytes_ahead() {
    let source = RAW.replacen("jal     raw", "", 1);
    let mut input = b"1\n".to_vec();
    input.resize(8192, b'x');
    input.extend_from_slice(b"abcd\n7\n");
    let case = Case::new("long", &source).input(&[&input]);
    case.ends(MARS, "1 abcd4 ", "invalid integer input (syscall 5)");
    case.ends(JETAN, "1 xxxx4 ", "invalid integer input (syscall 5)");
}

#[test]
fn keys_are_there_at_once() {
    for behaviours in [MARS, JETAN] {
        let case = Case::new("keys", CHARACTERS).input(&["ab\nc"]);
        let case = case.world(|host| host.has_keys = true);
        case.prints(behaviours, "97 98 10 99 0 0 0 0 0 0 0 0 ");
    }
}

#[test]
fn keys_come_after_what_was_typed_ahead() {
    let source = "
        sys     5
        show    $v0
        sys     12
        show    $v0
        sys     12
        show    $v0
        sys     12
        show    $v0
        sys     5
        show    $v0
";
    let case = Case::new("keys", source).input(&["5\nab\n", "k", "6\n"]);
    case.world(|host| host.has_keys = true).prints(JETAN, "5 97 98 107 6 ");
    let case = Case::new("keys", source).input(&["5\r", "\n", "a", "b", "6\n"]);
    case.world(|host| host.has_keys = true).prints(JETAN, "5 10 97 98 6 ");
}

#[test]
fn no_line_is_too_long() {
    let line = "7".repeat(100_000);
    let case = Case::new("long", &read_string(12)).input(&[&line, "\n"]);
    assert_eq!(case.run(Behaviour::JETAN).data(12), b"77777777777\0");
    let pieces: Vec<String> = (0..20).map(|_| " ".repeat(8192)).chain(["5\n".to_owned()]).collect();
    let case = Case::new("blanks", INTEGERS).input(&pieces);
    case.ends(BOTH, "5 ", "end of input (syscall 5)");
}

#[test]
fn a_line_without_end_is_cut() {
    // Enough to see that memory is bounded: 17 MiB of one line.
    let pieces = vec![[b'x'; 8192]; 17 << 7];
    let source = format!("{}\n move $a0, $zero\nsys 12\nshow $v0", read_string(3));
    let case = Case::new("endless", &source).input(&pieces);
    let end = case.run_once(Behaviour::JETAN);
    assert_eq!((end.data(3), end.host.console.as_slice()), (b"xx\0".to_vec(), b"120 ".as_slice()));
}
