//! Printing.

use jetan_isa::Reg;

use crate::case::{BOTH, Case, JETAN, MARS};

/// A program that prints the words of its data, one per line, with a service that takes `$a0`.
fn words(service: u32, words: &str) -> Case {
    Case::new(
        &format!("service {service}"),
        &format!(
            "
        .data
v:      .word   {words}
e:
        .text
        la      $s0, v
l:      lw      $a0, 0($s0)
        sys     {service}
        li      $a0, '\\n'
        sys     11
        addiu   $s0, $s0, 4
        la      $t0, e
        bne     $t0, $s0, l
"
        ),
    )
}

/// The same for numbers in `$f12`.
fn numbers(service: u32, directive: &str, load: &str, size: u32, values: &str) -> Case {
    Case::new(
        &format!("service {service}"),
        &format!(
            "
        .data
        .align  3
v:      {directive} {values}
e:
        .text
        la      $s0, v
l:      {load}  $f12, 0($s0)
        sys     {service}
        li      $a0, '\\n'
        sys     11
        addiu   $s0, $s0, {size}
        la      $t0, e
        bne     $t0, $s0, l
"
        ),
    )
}

#[test]
fn integers_print_in_every_base() {
    let values = "0, 1, -1, 2147483647, 0x80000000, 0x1234abcd";
    words(1, values).prints(BOTH, "0\n1\n-1\n2147483647\n-2147483648\n305441741\n");
    words(36, values).prints(BOTH, "0\n1\n4294967295\n2147483647\n2147483648\n305441741\n");
    let hex = "0x00000000\n0x00000001\n0xffffffff\n0x7fffffff\n0x80000000\n0x1234abcd\n";
    words(34, values).prints(BOTH, hex);
    let binary = "00010010001101001010101111001101\n11111111111111111111111111111111\n";
    words(35, "0x1234abcd, -1").prints(BOTH, binary);
}

#[test]
fn floats_print_as_recorded_and_without_the_digits_of_old_javas() {
    let recorded = numbers(
        2,
        ".word",
        "lwc1",
        4,
        "0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001, 1, 0x007fffff, 0x7f7fffff, \
         0x3dcccccd, 0x4b800000, 0x4b7fffff, 0x461c4000, 0xc2f6e979",
    );
    recorded.prints(
        BOTH,
        "Infinity\n-Infinity\nNaN\nNaN\nNaN\n1.4E-45\n1.1754942E-38\n3.4028235E38\n0.1\n\
         1.6777216E7\n1.6777215E7\n10000.0\n-123.456\n",
    );
    let quirks = numbers(2, ".word", "lwc1", 4, "0x4d000000, 0x4f000000, 0x00800000");
    quirks.prints(BOTH, "1.3421773E8\n2.1474836E9\n1.1754944E-38\n");
}

#[test]
fn doubles_print_as_recorded_and_without_the_digits_of_old_javas() {
    let recorded = numbers(
        3,
        ".double",
        "ldc1",
        8,
        "0.0, -0.0, 1.0, -1.0, 0.1, 0.3, 100.0, 123456.789, 9999999.0, 9999999.5, 1.0e7, \
         12345678.9, 0.001, 0.00099, 1.0e100, 1.0e-100, 1.7976931348623157e308, \
         2.2250738585072014e-308, 3.141592653589793, 1.0e21, 1.0e22, 4.35, 0.07",
    );
    recorded.prints(
        BOTH,
        "0.0\n-0.0\n1.0\n-1.0\n0.1\n0.3\n100.0\n123456.789\n9999999.0\n9999999.5\n1.0E7\n\
         1.23456789E7\n0.001\n9.9E-4\n1.0E100\n1.0E-100\n1.7976931348623157E308\n\
         2.2250738585072014E-308\n3.141592653589793\n1.0E21\n1.0E22\n4.35\n0.07\n",
    );
    let quirks = numbers(3, ".double", "ldc1", 8, "1.0e23, 2.0e23, 5.0e-324");
    quirks.prints(BOTH, "1.0E23\n2.0E23\n4.9E-324\n");
}

#[test]
fn characters_are_bytes_or_in_mars_latin_1() {
    let case = words(11, "65, 0xe9, 0x141, -1, 0");
    case.prints(JETAN, b"A\n\xe9\nA\n\xff\n\0\n");
    case.prints(MARS, b"A\n\xc3\xa9\nA\n\xc3\xbf\n\0\n");
}

#[test]
fn strings_end_at_a_zero_byte() {
    let case = Case::new(
        "strings",
        "
        .data
s:      .byte   0xe9, 'x', 0xff, 0x80, 10, 0, 'n'
        .text
        la      $a0, s
        sys     4
        la      $a0, s+5
        sys     4
",
    );
    case.prints(JETAN, b"\xe9x\xff\x80\n");
    case.prints(MARS, "éxÿ\u{80}\n");
    assert_eq!(case.run(JETAN[0]).host.writes, 1, "one string, one write; nothing for nothing");
}

#[test]
fn long_strings_are_handed_over_in_pieces() {
    let case = Case::new(
        "long string",
        "
        .data
s:      .space  10001
        .text
        la      $t0, s
        li      $t1, 0xe9
        li      $t2, 10000
l:      sb      $t1, 0($t0)
        addiu   $t0, $t0, 1
        addiu   $t2, $t2, -1
        bnez    $t2, l
        la      $a0, s
        sys     4
",
    );
    case.prints(JETAN, [0xe9].repeat(10_000));
    case.prints(MARS, "é".repeat(10_000));
    // A page at a time.
    assert_eq!(case.run(JETAN[0]).host.writes, 3);
    assert_eq!(case.run(MARS[0]).host.writes, 3);
}

#[test]
fn a_bad_address_stops_a_string_and_what_was_printed_stays() {
    let null = Case::new("null", "li $a0, 0x00200000\nsys 4");
    null.ends(BOTH, "", "address out of range 0x00200000");
    let text = Case::new("text", "main: la $a0, main\nsys 4");
    text.ends(BOTH, "", "Cannot read directly from text segment!0x00400000");
    let edge = Case::new(
        "edge of memory",
        "
        li      $t0, 0x62626262
        sw      $t0, 0x103ffffc
        li      $a0, 0x103ffffd
        sys     4
",
    );
    edge.ends(BOTH, "bbb", "address out of range 0x10400000");
    let end = edge.run(MARS[0]);
    assert_eq!(end.machine.cp0.vaddr, 0x1040_0000);
    assert_eq!(end.machine.cp0.cause >> 2 & 31, 4);
    assert_eq!(end.reg(Reg::V0), 4);
}

#[test]
fn full_output_is_no_concern_of_the_program() {
    let case = Case::new("full", "li $a0, 12345\nsys 1\nsys 1\nli $a0, 7\nsys 17");
    let case = case.world(|host| host.room = Some(7));
    case.prints(BOTH, "1234512");
}

#[test]
fn clearing_the_console_does_nothing() {
    let case = Case::new("clear", "li $a0, 1\nsys 1\nsys 60\nsys 1");
    case.prints(BOTH, "11");
}

#[test]
fn printing_changes_no_register() {
    for service in [1, 2, 3, 4, 11, 34, 35, 36, 60] {
        let source = format!("li $a0, 0x10010000\nli $a1, 7\nsys {service}");
        let end = Case::new("registers", &source).run(JETAN[0]);
        assert_eq!(end.reg(Reg::V0), service);
        assert_eq!((end.reg(Reg::A0), end.reg(Reg::A1)), (0x1001_0000, 7));
    }
}
