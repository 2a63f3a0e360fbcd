//! Our tables say what MARS's do, row by row.
//!
//! `testdata/spec/basic.tsv` and `pseudo.tsv` describe MARS 4.5. The encoder and the expander here
//! are driven by those files alone, so they check ours without sharing anything with it.
//!
//! Notation: operands are `R F N U5 S16 U16 I32 L` with a letter each; in a mask, `f s t` are the
//! bits of the first, second and third operand; in an expansion, `{a}` is an operand, `{a+}` the
//! next register, `{lo x} {lou x} {hi x} {ha x}` halves of a sum, `{32-c}` a difference,
//! `{nd?1:2}` a branch distance, and `[db]` marks what only delayed branching emits.

use std::sync::LazyLock;

use jetan_isa::{
    EncodingFormat, Instruction, InstructionForm, Op, OperandSlot, PSEUDOS, Pseudo, SPECS, Spec,
    TemplateArg, Templates, encode,
};

const BASIC: &str = include_str!("../../../testdata/spec/basic.tsv");
const PSEUDO: &str = include_str!("../../../testdata/spec/pseudo.tsv");

/// MARS's own expansion of this row is not made of real instructions, so ours differs.
const BROKEN_ROW: &str = "396";

static BASIC_ROWS: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| rows(BASIC));

fn rows(table: &'static str) -> Vec<Vec<&'static str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect()).collect()
}

fn slots(operands: &str) -> Vec<OperandSlot> {
    let mut slots = Vec::new();
    let mut rest = operands.trim_start_matches('-');
    while let Some(first) = rest.chars().next() {
        let (slot, len) = match first {
            '(' => (Some(OperandSlot::Open), 1),
            ')' => (Some(OperandSlot::Close), 1),
            '+' => (Some(OperandSlot::Plus), 1),
            ',' => (None, 1),
            _ => {
                let colon = rest.find(':').expect("an operand has a letter");
                (Some(slot(&rest[..colon])), colon + 2)
            }
        };
        slots.extend(slot);
        rest = &rest[len..];
    }
    slots
}

fn slot(kind: &str) -> OperandSlot {
    match kind {
        "R" => OperandSlot::Reg,
        "F" => OperandSlot::FReg,
        "N" => OperandSlot::Cp0,
        "U5" => OperandSlot::U5,
        "S16" => OperandSlot::S16,
        "U16" => OperandSlot::U16,
        "I32" => OperandSlot::I32,
        "L" => OperandSlot::Label,
        _ => panic!("unknown operand kind {kind}"),
    }
}

/// Fills the operand bits of a mask, lowest bit of each value into its lowest position.
fn encode_by_mask(mask: &str, values: &[i32]) -> u32 {
    let mut values: Vec<u32> = values.iter().map(|&value| value as u32).collect();
    let mut word = 0;
    for (position, bit) in mask.chars().rev().enumerate() {
        let mut take = |operand: usize| {
            let bit = values[operand] & 1;
            values[operand] >>= 1;
            bit
        };
        let bit = match bit {
            '0' => 0,
            '1' => 1,
            'f' => take(0),
            's' => take(1),
            't' => take(2),
            _ => panic!("unknown mask letter {bit}"),
        };
        word |= bit << position;
    }
    word
}

#[test]
fn instructions_are_those_of_mars() {
    assert_eq!(BASIC_ROWS.len(), SPECS.len());
    for (row, spec) in BASIC_ROWS.iter().zip(&SPECS) {
        let &[_, name, operands, format, mask, fixed_mask, fixed_bits, _, example] = &row[..]
        else {
            panic!("a row has nine columns: {row:?}");
        };
        assert_eq!(spec.name, name);
        assert_eq!(spec.slots.as_slice(), slots(operands), "{row:?}");
        assert_eq!(format!("{:?}", spec.format), format, "{row:?}");
        assert_eq!(format!("{:08x}", spec.fixed_mask), fixed_mask, "{row:?}");
        assert_eq!(format!("{:08x}", spec.fixed_bits), fixed_bits, "{row:?}");
        assert_eq!(InstructionForm::Basic(spec.op).example(), example);
        check_fields(spec, mask);
    }
}

fn check_fields(spec: &Spec, mask: &str) {
    let count = spec.operand_count as usize;
    for operand in 0..count {
        for bit in 0..32 {
            let mut operands = [0; 3];
            operands[operand] = 1 << bit;
            let ours = encode(&Instruction { op: spec.op, operands });
            assert_eq!(ours, encode_by_mask(mask, &operands), "{} bit {bit}", spec.name);
        }
    }
}

#[test]
fn branches_and_jumps_are_marked() {
    assert_eq!(SPECS.iter().filter(|spec| spec.format == EncodingFormat::B).count(), 12);
    assert_eq!(SPECS.iter().filter(|spec| spec.op.is_jump()).count(), 5);
    assert!(Op::Bc1tFlag.is_branch() && !Op::J.is_branch());
}

#[test]
fn pseudo_instructions_are_those_of_mars() {
    let rows = rows(PSEUDO);
    let mars = PSEUDOS.iter().filter(|pseudo| !pseudo.is_extension).count();
    assert_eq!(rows.len(), mars);
    // Ours stand after all of MARS's.
    assert!(PSEUDOS[mars..].iter().all(|pseudo| pseudo.is_extension));
    for (index, (row, pseudo)) in rows.iter().zip(&PSEUDOS).enumerate() {
        let &[order, name, operands, words, at, expansion, compact, example] = &row[..] else {
            panic!("a row has eight columns: {row:?}");
        };
        assert_eq!(pseudo.name, name);
        assert_eq!(pseudo.slots.as_slice(), slots(operands), "{row:?}");
        assert_eq!(pseudo.expansion.words(false).to_string(), words, "{row:?}");
        assert_eq!(InstructionForm::Pseudo(index as u16).example(), example);
        assert_eq!(uses_at(pseudo.expansion), at == "1", "{row:?}");
        assert_eq!(pseudo.compact.is_some(), compact != "-", "{row:?}");
        assert_eq!(pseudo.mars_rejects, order == BROKEN_ROW, "{row:?}");
        if !pseudo.mars_rejects {
            check_expansion(pseudo, expansion, pseudo.expansion);
        }
        if let Some(templates) = pseudo.compact {
            check_expansion(pseudo, compact, templates);
        }
    }
}

#[test]
fn the_form_mars_cannot_assemble_has_the_expansion_it_meant() {
    let broken = PSEUDOS.iter().find(|pseudo| pseudo.mars_rejects).expect("there is one");
    let model = PSEUDOS.iter().find(|row| row.name == "swl" && row.syntax == broken.syntax);
    let meant = model.expect("swl has the same forms").expansion_text(false, false);
    assert_eq!(broken.expansion_text(false, false), meant.replace("swl", "swr"));
}

fn uses_at(templates: Templates) -> bool {
    templates.as_slice().iter().any(|template| template.args.contains(&TemplateArg::Reg(1)))
}

fn check_expansion(pseudo: &Pseudo, text: &str, templates: Templates) {
    for delayed in [false, true] {
        for operands in operand_sets(pseudo) {
            let theirs = expand(text, &operands, delayed);
            let ours: Vec<u32> = templates
                .emitted(delayed)
                .map(|template| encode(&template.instantiate(&operands, delayed)))
                .collect();
            assert_eq!(ours.len(), templates.words(delayed));
            assert_eq!(ours, theirs, "{} {} {operands:?}", pseudo.name, pseudo.syntax);
        }
    }
}

/// Operand values at the edges of what each slot accepts.
fn operand_sets(pseudo: &Pseudo) -> Vec<[i32; 4]> {
    let mut sets = vec![[0; 4]];
    for index in 0..pseudo.operand_count as usize {
        let values: &[i32] = match pseudo.slots.operand(index).expect("operands are counted") {
            OperandSlot::Reg => &[0, 8, 30],
            OperandSlot::FReg => &[0, 12, 30],
            OperandSlot::U5 => &[0, 1, 31],
            OperandSlot::S16 => &[-0x8000, -4, -1, 0, 0x7ffc, 0x7fff],
            OperandSlot::U16 => &[0, 0x7fff, 0x8000, 0xffff],
            OperandSlot::I32 => {
                &[i32::MIN, -0x8001, -1, 0x7fff, 0x8000, 0xfffc, 0x1_0000, i32::MAX]
            }
            OperandSlot::Label => &[0, 0x7ffc, 0x1000_fffc, 0x1001_8000, 0x7fff_ffff, -4],
            other => panic!("{other:?} carries no value"),
        };
        sets = sets
            .iter()
            .flat_map(|set| {
                values.iter().map(move |&value| {
                    let mut set = *set;
                    set[index] = value;
                    set
                })
            })
            .collect();
    }
    sets
}

/// The words an expansion text stands for.
fn expand(text: &str, operands: &[i32; 4], delayed: bool) -> Vec<u32> {
    let mut words = Vec::new();
    for statement in text.split("; ") {
        let statement = match statement.strip_prefix("[db]") {
            Some(_) if !delayed => continue,
            Some(rest) => rest,
            None => statement,
        };
        let (name, arguments) = statement.split_once(' ').unwrap_or((statement, ""));
        let values: Vec<i32> = split_arguments(arguments)
            .iter()
            .map(|argument| evaluate(argument, operands, delayed))
            .collect();
        let row = BASIC_ROWS
            .iter()
            .find(|row| row[1] == name && row[2].matches(':').count() == values.len())
            .expect("an expansion consists of real instructions");
        words.push(encode_by_mask(row[4], &values));
    }
    words
}

/// `{a},{lo b}($1)` has three arguments.
fn split_arguments(text: &str) -> Vec<String> {
    text.split([',', '(', ')']).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn evaluate(argument: &str, operands: &[i32; 4], delayed: bool) -> i32 {
    let operand = |letter: &str| operands["abcd".find(letter).expect("an operand letter")];
    let Some(inner) = argument.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
        return argument.trim_start_matches('$').parse().expect("a register or an integer");
    };
    if inner == "nd?1:2" {
        return if delayed { 2 } else { 1 };
    }
    if let Some(letter) = inner.strip_suffix('+') {
        return operand(letter) + 1;
    }
    if let Some(letter) = inner.strip_prefix("32-") {
        return 32 - operand(letter);
    }
    let Some((function, sum)) = inner.split_once(' ') else { return operand(inner) };
    let x = sum
        .split('+')
        .map(|term| term.parse().unwrap_or_else(|_| operand(term)))
        .fold(0, i32::wrapping_add);
    match function {
        "lo" => i32::from(x as i16),
        "lou" => i32::from(x as u16),
        "hi" => x >> 16,
        "ha" => (x >> 16) + i32::from(x & 0x8000 != 0),
        _ => panic!("unknown function {function}"),
    }
}

/// Words known from runs of MARS, independent of any table.
#[test]
fn expansions_match_words_seen_in_mars() {
    let cases: [(&str, &str, [i32; 4], &[u32]); 5] = [
        ("add", "rd, rs, i32", [8, 9, 32768, 0], &[0x3c01_0000, 0x3421_8000, 0x0121_4020]),
        ("li", "rd, i32", [8, -32769, 0, 0], &[0x3c01_ffff, 0x3428_7fff]),
        ("lw", "rt, i32(rs)", [8, 100_000, 9, 0], &[0x3c01_0002, 0x0029_0821, 0x8c28_86a0]),
        ("lw", "rt, u16", [8, 40_000, 0, 0], &[0x3401_9c40, 0x8c28_0000]),
        (
            "bgt",
            "rs, i32, label",
            [8, 0x7fff_ffff, 5, 0],
            &[0x3c01_8000, 0x3421_0000, 0x0101_082a, 0x1020_0005],
        ),
    ];
    for (name, syntax, operands, words) in cases {
        let pseudo = PSEUDOS.iter().find(|row| row.name == name && row.syntax == syntax);
        let ours: Vec<u32> = pseudo
            .expect("the form exists")
            .expansion
            .emitted(false)
            .map(|template| encode(&template.instantiate(&operands, false)))
            .collect();
        assert_eq!(ours, words, "{name} {syntax}");
    }
}
