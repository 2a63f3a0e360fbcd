//! The values of expressions, and the messages about wrong ones.

use jetan_isa::{Image, MemoryMap};
use jetan_machine::{Behaviour, MachineSettings};

use super::*;

fn machine() -> Machine {
    let map = MemoryMap::DEFAULT;
    let image = Image { map, segments: Vec::new(), wide: Vec::new(), entry: map.text_base };
    let mut machine = Machine::new(&image, MachineSettings::default(), Behaviour::JETAN).unwrap();
    machine.registers.set(Reg::T0, 10);
    machine.registers.set(Reg::T1, u32::MAX);
    machine.fpu.set_bits(12, 0.25_f32.to_bits());
    machine.fpu.set_double_bits(2, 1.5_f64.to_bits());
    machine.memory.poke(0x1001_0000, &[1, 0, 0, 0, 0xfe, 0xff, 0, 0]).unwrap();
    machine
}

fn compute(text: &str) -> Result<ExpressionValue, ExpressionError> {
    let symbol = |name: &str| (name == "arr").then_some(0x1001_0000);
    Expression::parse(text, &symbol)?.value(&machine(), 5)
}

#[test]
fn values() {
    let words = [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("$t0 > 9 && hits == 5", 1),
        ("$t0 > 10 || hits == 4", 0),
        ("$t1 == 0xffffffff", 1),
        ("$t1 == -1", 1),
        ("$8 - $t0", 0),
        ("[arr]", 1),
        ("half[arr + 4]", -2),
        ("byte[arr+4]", -2),
        ("word[arr + 4 * [arr]]", 0xfffe),
        ("arr == 0x1001_0000", 1),
        ("0b0101_0000 + 0B11", 83),
        ("1 << 4 | 3 & 2 ^ 1", 19),
        ("-7 / 2 * 2 + -7 % 2", -7),
        ("!0 + ~0", 0),
        ("'a' == 97", 1),
        ("'\\n'", 10),
        ("$f12 < 0.5", 1),
        ("$f2.d * 2 == 3", 1),
        ("0x7fffffff + 1 < 0", 1),
        ("$t0 == 10 || 1 / 0", 1),
        ("$pc == 0x400000 && count == 0", 1),
        ("-2147483648 / -1 == -2147483648", 1),
        ("2 - - 1", 3),
    ];
    for (text, expected) in words {
        assert_eq!(compute(text), Ok(ExpressionValue::Word(expected)), "{text}");
    }
    let floats = [("$f12 + 1", 1.25), ("1.5e-3", 0.0015), ("2E+2 - 1", 199.0), ("1e2-1", 99.0)];
    for (text, expected) in floats {
        assert_eq!(compute(text), Ok(ExpressionValue::Float(expected)), "{text}");
    }
    assert_eq!(compute("0x1e-5"), Ok(ExpressionValue::Word(25)));
}

#[test]
fn mistakes_say_where_they_are() {
    let mistakes = [
        ("1 +", 3..3, "a value is missing at the end"),
        ("", 0..0, "a value is missing at the end"),
        ("1 2", 2..3, "an operator is missing here"),
        ("(1", 2..2, "`)` is missing at the end"),
        ("[arr", 4..4, "`]` is missing at the end"),
        ("$t0 > limit", 6..11, "the program has no symbol `limit`"),
        ("$t10", 0..4, "there is no register `$t10`"),
        ("$f3.d", 0..5, "there is no register `$f3.d`"),
        ("1 / 0", 0..5, "division by zero"),
        ("2 * (1 % 0)", 5..10, "division by zero"),
        ("4294967296", 0..10, "`4294967296` is not a 32-bit number"),
        ("0x", 0..2, "`0x` is not a 32-bit number"),
        ("1 ? 2", 2..3, "`?` means nothing here"),
        ("1 + é", 4..6, "`\\u{e9}` means nothing here"),
        ("[arr + 1]", 0..9, "0x10010001 is not a multiple of 4"),
        ("[0]", 0..3, "there is no memory at 0x00000000"),
        ("$f12 & 1", 0..8, "bits of floating-point numbers have no meaning here"),
    ];
    for (text, span, message) in mistakes {
        let expected = ExpressionError { span, message: message.to_owned() };
        assert_eq!(compute(text), Err(expected), "{text}");
    }
}

#[test]
fn depth_and_length_are_bounded() {
    let deep = "(".repeat(2000);
    assert!(compute(&deep).unwrap_err().message.contains("at most 64 deep"));
    let minus = "-".repeat(4000);
    assert!(compute(&minus).unwrap_err().message.contains("at most 64 deep"));
    let long = "1+".repeat(4000);
    assert!(compute(&long).unwrap_err().message.contains("at most 4096 bytes"));
    let wide = vec!["1"; 2000].join("+");
    assert_eq!(compute(&wide), Ok(ExpressionValue::Word(2000)));
}
