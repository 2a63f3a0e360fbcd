//! Dialogs.

use jetan_isa::Reg;
use jetan_machine::Behaviour;
use jetan_machine::host::{Dialog, DialogAnswer};

use crate::case::{BOTH, Case, JETAN};

/// Asks with a message of `hm?` and shows `$a0` and `$a1`.
fn ask(service: u32, answer: DialogAnswer) -> Case {
    let source = format!(
        "
        .data
buf:    .ascii  \"QQQQQQQQ\"
m:      .asciiz \"hm?\"
        .text
        la      $a0, m
        la      $a1, buf
        li      $a2, 5
        sys     {service}
        move    $s1, $a1
        show    $a0
        show    $s1
"
    );
    Case::new(&format!("{service}: {answer:?}"), &source).world(|host| {
        host.has_display = true;
        host.answers = [answer].into();
    })
}

fn typed(text: &str) -> DialogAnswer {
    DialogAnswer::Text(text.as_bytes().to_vec())
}

#[test]
fn without_a_display_dialogs_fail() {
    for service in 50..=59 {
        let case =
            Case::new("none", &format!("la $a0, 0x10010000\nla $a1, 0x10010000\nsys {service}"));
        case.ends(BOTH, "", &format!("no display for dialog (syscall {service})"));
    }
}

#[test]
fn messages_are_read_before_anything_is_shown() {
    for service in 50..=59 {
        let case = Case::new("bad", &format!("li $a0, 8\nsys {service}"));
        case.ends(BOTH, "", "address out of range 0x00000008");
    }
    let case = Case::new("second", "la $a0, 0x10010000\nli $a1, 8\nsys 59");
    case.ends(BOTH, "", "address out of range 0x00000008");
}

#[test]
fn confirmation_is_a_number() {
    let buffer = 0x1001_0000;
    for (answer, number) in
        [(DialogAnswer::Yes, 0), (DialogAnswer::No, 1), (DialogAnswer::Cancel, 2), (typed("y"), 2)]
    {
        let case = ask(50, answer);
        case.prints(BOTH, format!("{number} {buffer} "));
        assert_eq!(case.run(Behaviour::JETAN).host.dialogs, [Dialog::Confirm(b"hm?".to_vec())]);
    }
}

#[test]
fn integers_are_asked_for() {
    for (answer, printed) in [
        (typed("-12"), "-12 0 "),
        (typed(" 7 "), "7 0 "),
        (typed("x"), "0 -1 "),
        (typed("2147483648"), "0 -1 "),
        (typed(" "), "0 -1 "),
        (typed(""), "0 -3 "),
        (DialogAnswer::Cancel, "0 -2 "),
        (DialogAnswer::Yes, "0 -2 "),
    ] {
        let case = ask(51, answer);
        case.prints(BOTH, printed);
        assert_eq!(case.run(Behaviour::JETAN).host.dialogs, [Dialog::Input(b"hm?".to_vec())]);
    }
}

#[test]
fn numbers_are_asked_for() {
    for (answer, value, status) in [
        (typed("-1.5e3"), -1500.0, 0),
        (typed("1.5f"), 1.5, 0),
        (typed("one"), 0.0, -1),
        (typed(""), 0.0, -3),
        (DialogAnswer::Cancel, 0.0, -2),
    ] {
        let end = ask(52, answer.clone()).run(Behaviour::JETAN);
        assert_eq!(end.machine.fpu.bits(0), (value as f32).to_bits(), "{answer:?}");
        assert_eq!(end.reg(Reg::S1) as i32, status, "{answer:?}");
        let end = ask(53, answer.clone()).run(Behaviour::JETAN);
        assert_eq!(end.machine.fpu.double_bits(0), f64::to_bits(value), "{answer:?}");
        assert_eq!(end.reg(Reg::S1) as i32, status, "{answer:?}");
    }
}

#[test]
fn strings_are_asked_for() {
    for (answer, buffer, status) in [
        (typed("abc"), b"abc\n\0QQQ", 0),
        (typed("abcd"), b"abcd\0QQQ", 0),
        (typed("abcde"), b"abcd\0QQQ", -4),
        (typed(""), b"QQQQQQQQ", -3),
        (DialogAnswer::Cancel, b"QQQQQQQQ", -2),
    ] {
        let end = ask(54, answer.clone()).run(Behaviour::JETAN);
        assert_eq!(end.data(8), buffer, "{answer:?}");
        assert_eq!(end.reg(Reg::S1) as i32, status, "{answer:?}");
    }
    assert_eq!(ask(54, typed("é")).run(Behaviour::JETAN).data(4), b"\xc3\xa9\n\0");
    assert_eq!(ask(54, typed("é")).run(Behaviour::MARS).data(4), b"\xe9\n\0Q");
}

#[test]
fn strings_need_a_buffer() {
    for size in [0, -1] {
        let source = format!(
            "
        .data
m:      .ascii  \"Q\\0\"
        .text
        la      $a0, m
        la      $a1, m
        li      $a2, {size}
        sys     54
        show    $a1
"
        );
        let case = Case::new("no room", &source).world(|host| {
            host.has_display = true;
            host.answers = [typed("abc")].into();
        });
        case.prints(BOTH, "-4 ");
        assert_eq!(case.run(Behaviour::JETAN).data(1), b"Q");
    }
    let bad = Case::new("bad", "la $a0, 0x10010000\nli $a1, 8\nli $a2, 8\nsys 54");
    let bad = bad.world(|host| {
        host.has_display = true;
        host.answers = [typed("abc")].into();
    });
    bad.ends(BOTH, "", "address out of range 0x00000008");
    assert_eq!(bad.run(Behaviour::JETAN).reg(Reg::A1), 8);
}

#[test]
fn messages_have_a_kind_or_a_value() {
    let source = "
        .data
m:      .asciiz \"m: \"
n:      .asciiz \"two\"
d:      .double 0.1
        .text
        la      $a0, m
        li      $a1, 2
        sys     55
        li      $a1, -9
        sys     55
        sys     56
        la      $a1, n
        sys     59
        li      $t0, 0x3fc00000
        mtc1    $t0, $f12
        sys     57
        ldc1    $f12, d
        la      $a0, m
        sys     58
        show    $v0
";
    let case = Case::new("messages", source).world(|host| {
        host.has_display = true;
        host.answers = std::iter::repeat_n(DialogAnswer::Yes, 6).collect();
    });
    case.prints(BOTH, "58 ");
    let message = |text: &str, kind| Dialog::Message(text.as_bytes().to_vec(), kind);
    assert_eq!(
        case.run(Behaviour::JETAN).host.dialogs,
        [
            message("m: ", 2),
            message("m: ", -9),
            message("m: -9", 1),
            message("m: two", 1),
            message("m: 1.5", 1),
            message("m: 0.1", 1),
        ]
    );
}

#[test]
fn long_texts_are_cut() {
    let source = "
        .data
m:      .space  70000
        .text
        la      $t0, m
        li      $t1, 'x'
        li      $t2, 69999
l:      sb      $t1, 0($t0)
        addiu   $t0, $t0, 1
        addiu   $t2, $t2, -1
        bnez    $t2, l
        la      $a0, m
        sys     50
";
    let case = Case::new("long", source).world(|host| {
        host.has_display = true;
        host.answers = [DialogAnswer::Yes].into();
    });
    let end = case.run(Behaviour::JETAN);
    assert_eq!(end.host.dialogs, [Dialog::Confirm(b"x".repeat(1 << 16))]);
}

#[test]
fn console_dialogs_go_on_where_the_last_line_ended() {
    let source = "
        .data
m:      .asciiz \"hm?\"
        .text
        sys     %
        show    $v0
        la      $a0, m
        sys     51
        show    $a0
        sys     5
        show    $v0
";
    let by_line = source.replace('%', "5");
    let by_character = source.replace('%', "12");
    let apart = Case::new("apart", &by_line).input(&["1\r", "2\n3\n"]).world(|host| {
        host.has_display = true;
        host.answers = [typed("7")].into();
    });
    apart.prints(BOTH, "1 7 2 ");
    for pieces in [&["1\n2\n3\n"][..], &["1\n", "2\n", "3\n"], &["1\r", "\n2\n3\n"]] {
        let case = Case::new("by line", &by_line).input(pieces);
        case.world(|host| host.has_display = true).prints(JETAN, "1 2 3 ");
    }
    for pieces in [&["a\n2\n3\n"][..], &["a2\n3\n"], &["a\r\n2\n3\n"]] {
        let case = Case::new("by character", &by_character).input(pieces);
        case.world(|host| host.has_display = true).prints(JETAN, "97 2 3 ");
    }
}
