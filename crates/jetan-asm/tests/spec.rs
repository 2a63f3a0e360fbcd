//! Every row of MARS's tables, assembled from source text.
//!
//! `testdata/spec/basic.tsv` and `pseudo.tsv` describe MARS 4.5. The encoder, the expander and the
//! choice of a form below are driven by those files alone and share nothing with the assembler.
//! Each row is written out with operands at the edges of what its slots accept, as far as MARS
//! would choose this very row for them, and the words are compared in every configuration.
//!
//! Notation: operands are `R F N U5 S16 U16 I32 L` with a letter each; in a mask, `f s t` are the
//! bits of the first, second and third operand; in an expansion, `{a}` is an operand, `{a+}` the
//! next register, `{lo x} {lou x} {hi x} {ha x}` halves of a sum, `{32-c}` a difference,
//! `{nd?1:2}` a branch distance, and `[db]` marks what only delayed branching emits.

#![expect(clippy::format_push_string, reason = "small sources, built line by line")]

use std::sync::LazyLock;

use jetan_asm::{AssemblyOptions, Dialect, SourceSet, assemble};
use jetan_isa::MemoryMap;

const BASIC: &str = include_str!("../../../testdata/spec/basic.tsv");
const PSEUDO: &str = include_str!("../../../testdata/spec/pseudo.tsv");

/// MARS's expansion of this row is not made of real instructions and it rejects the row; what
/// users want is in the second column (surprise S38).
const BROKEN_ROW: (u32, &str) = (396, "ori $1,$0,{lou b}; swr {a},0($1)");

/// Rows that no operands can select, because an earlier row of the mnemonic takes them all.
/// There are none: every slot list is either new or wider than those before it.
const UNREACHABLE_ROWS: &[u32] = &[];

/// A program in a compact configuration has room for 1023 words; branches reach 32767.
const WORDS_PER_SOURCE: usize = 900;

/// Where a label stands: in the text segment, or at a fixed address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At the first instruction.
    Back,
    /// Behind the last instruction.
    Front,
    /// At this address of the data segment.
    At(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Reg(i32),
    FReg(i32),
    Int(i32),
    Label(Place),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    R,
    F,
    N,
    U5,
    S16,
    U16,
    I32,
    L,
}

/// One part of an operand list: a slot, or a token that stands for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Slot(Kind),
    Literal(char),
}

/// One row of either table.
struct Row {
    order: u32,
    name: &'static str,
    parts: Vec<Part>,
    /// `B` and `J` take a label as a distance or target; empty for pseudo-instructions.
    format: &'static str,
    /// The mask of an instruction, or the expansion of a pseudo-instruction.
    body: &'static str,
    compact: Option<&'static str>,
    /// What an instruction does.
    effect: &'static str,
}

impl Row {
    fn is_basic(&self) -> bool {
        !self.format.is_empty()
    }

    fn kinds(&self) -> impl Iterator<Item = Kind> {
        self.parts.iter().filter_map(|part| match part {
            Part::Slot(kind) => Some(*kind),
            Part::Literal(_) => None,
        })
    }

    /// Whether a label operand is a place to go to, not an address to compute with.
    fn is_transfer(&self, index: usize) -> bool {
        match self.format {
            "" => self.body.contains(&format!("{{{}}}", letter(index))),
            format => format == "B" || format == "J",
        }
    }

    /// The operand with this index is a condition flag: only three bits of it are encoded.
    fn is_flag(&self, index: usize) -> bool {
        let letter = ['f', 's', 't', '-'][index];
        self.is_basic() && self.body.matches(letter).count() == 3
    }
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = |table: &'static str| table.lines().skip(1).map(|line| line.split('\t').collect());
    let basic = lines(BASIC).map(|columns: Vec<&str>| Row {
        order: columns[0].parse().expect("a row has a number"),
        name: columns[1],
        parts: parts(columns[2]),
        format: columns[3],
        body: columns[4],
        compact: None,
        effect: columns[7],
    });
    let pseudo = lines(PSEUDO).map(|columns: Vec<&str>| Row {
        order: columns[0].parse().expect("a row has a number"),
        name: columns[1],
        parts: parts(columns[2]),
        format: "",
        body: columns[5],
        compact: Some(columns[6]).filter(|text| *text != "-"),
        effect: "",
    });
    basic.chain(pseudo).collect()
});

fn parts(operands: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = operands.trim_start_matches('-');
    while let Some(first) = rest.chars().next() {
        let len = match first {
            '(' | ')' | '+' => {
                parts.push(Part::Literal(first));
                1
            }
            ',' => 1,
            _ => {
                let colon = rest.find(':').expect("an operand has a letter");
                parts.push(Part::Slot(kind(&rest[..colon])));
                colon + 2
            }
        };
        rest = &rest[len..];
    }
    parts
}

fn kind(name: &str) -> Kind {
    match name {
        "R" => Kind::R,
        "F" => Kind::F,
        "N" => Kind::N,
        "U5" => Kind::U5,
        "S16" => Kind::S16,
        "U16" => Kind::U16,
        "I32" => Kind::I32,
        "L" => Kind::L,
        _ => panic!("unknown operand kind {name}"),
    }
}

/// A configuration: the settings, and what they mean in the words of the specification.
struct Setting {
    map: MemoryMap,
    text_base: u32,
    data_addresses: [u32; 4],
    compact: bool,
    delayed: bool,
}

fn settings() -> Vec<Setting> {
    let wide = [0x1001_0000, 0x1001_7ffe, 0x1001_8000, 0x9000_fffd];
    let small = [0x0000, 0x1ffc, 0x2001, 0x7ffb];
    let maps = [
        (MemoryMap::DEFAULT, 0x0040_0000, wide, false),
        (MemoryMap::COMPACT_DATA_AT_ZERO, 0x3000, small, true),
        (MemoryMap::COMPACT_TEXT_AT_ZERO, 0x0000, small, true),
    ];
    maps.into_iter()
        .flat_map(|(map, text_base, data_addresses, compact)| {
            [false, true].map(|delayed| Setting {
                map,
                text_base,
                data_addresses,
                compact,
                delayed,
            })
        })
        .collect()
}

/// The values tried for one operand of a row.
fn values(row: &Row, index: usize, kind: Kind, setting: &Setting, dialect: Dialect) -> Vec<Value> {
    let strict = dialect == Dialect::MARS;
    // A register with a successor must have one.
    let has_next = row.body.contains(&format!("{{{}+}}", letter(index)));
    match kind {
        Kind::R => [0, 1, 8, 31 - i32::from(has_next)].map(Value::Reg).to_vec(),
        Kind::N => [0, 8, 14, 31].map(Value::Reg).to_vec(),
        Kind::F if strict => [0, 1, 8, 31 - i32::from(has_next)].map(Value::FReg).to_vec(),
        // Odd registers in doubles are errors of our dialect, and tested as such below.
        Kind::F => [0, 2, 8, 30].map(Value::FReg).to_vec(),
        Kind::U5 if row.is_flag(index) && !strict => [0, 1, 7].map(Value::Int).to_vec(),
        Kind::U5 => [0, 1, 7, 31].map(Value::Int).to_vec(),
        Kind::S16 => [-0x8000, -1, 0, 31, 32, 0x7fff].map(Value::Int).to_vec(),
        Kind::U16 => [0, 31, 32, 0x7fff, 0x8000, 0xffff].map(Value::Int).to_vec(),
        Kind::I32 => {
            let borders = [-0x8001, -0x8000, -1, 0, 0x7fff, 0x8000, 0xffff, 0x1_0000];
            [i32::MIN, i32::MAX].into_iter().chain(borders).map(Value::Int).collect()
        }
        Kind::L if row.is_transfer(index) => [Place::Back, Place::Front].map(Value::Label).to_vec(),
        Kind::L => {
            let fixed = setting.data_addresses.map(Place::At);
            fixed.into_iter().chain([Place::Front]).map(Value::Label).collect()
        }
    }
}

fn letter(index: usize) -> char {
    ['a', 'b', 'c', 'd'][index]
}

/// Every combination of operand values for which MARS would choose this row.
fn operand_sets(row: &Row, setting: &Setting, dialect: Dialect) -> Vec<Vec<Value>> {
    let mut sets = vec![Vec::new()];
    for (index, kind) in row.kinds().enumerate() {
        let values = values(row, index, kind, setting, dialect);
        sets = sets
            .iter()
            .flat_map(|set| {
                values.iter().map(move |&value| {
                    let mut set = set.clone();
                    set.push(value);
                    set
                })
            })
            .collect();
    }
    sets.retain(|set| chosen(row, set) == row.order);
    sets
}

/// The row MARS chooses: the first of this mnemonic that matches, token by token.
fn chosen(row: &Row, operands: &[Value]) -> u32 {
    let mut operands_left = operands.iter();
    let tokens: Vec<Result<Value, char>> = row
        .parts
        .iter()
        .map(|part| match part {
            Part::Literal(c) => Err(*c),
            Part::Slot(_) => Ok(*operands_left.next().expect("one value per slot")),
        })
        .collect();
    let matches = |other: &&Row| {
        other.name == row.name
            && other.parts.len() == tokens.len()
            && other.parts.iter().zip(&tokens).all(|(part, token)| match (part, token) {
                (Part::Literal(c), Err(d)) => c == d,
                (Part::Slot(kind), Ok(value)) => accepts(*kind, *value),
                _ => false,
            })
    };
    ROWS.iter().find(matches).map_or(0, |row| row.order)
}

/// Section 1.4 of the specification.
fn accepts(kind: Kind, value: Value) -> bool {
    match (kind, value) {
        (Kind::U5, Value::Int(n)) => (0..=31).contains(&n),
        (Kind::S16, Value::Int(n)) => (-0x8000..=0x7fff).contains(&n),
        (Kind::U16, Value::Int(n)) => (0..=0xffff).contains(&n),
        (Kind::R | Kind::N, Value::Reg(_))
        | (Kind::F, Value::FReg(_))
        | (Kind::I32, Value::Int(_))
        | (Kind::L, Value::Label(_)) => true,
        _ => false,
    }
}

/// The statement as a person would type it; the spelling of numbers and registers varies.
fn statement(row: &Row, operands: &[Value]) -> String {
    const NAMES: [(i32, &str); 4] = [(0, "$zero"), (1, "$at"), (8, "$t0"), (31, "$ra")];
    let mut text = String::from(row.name);
    let mut values = operands.iter().enumerate();
    let mut separator = " ";
    for part in &row.parts {
        let (index, value) = match part {
            Part::Literal(c) => {
                text.push(*c);
                separator = "";
                continue;
            }
            Part::Slot(_) => values.next().expect("one value per slot"),
        };
        text.push_str(separator);
        separator = ",";
        text.push_str(&match *value {
            Value::Reg(n) => match NAMES.iter().find(|(number, _)| *number == n && index != 1) {
                Some((_, name)) => (*name).to_owned(),
                None => format!("${n}"),
            },
            Value::FReg(n) => format!("$f{n}"),
            Value::Int(n) if n >= 0 && index == 2 => format!("{n:#x}"),
            Value::Int(n) => n.to_string(),
            Value::Label(Place::Back) => "back".to_owned(),
            Value::Label(Place::Front) => "front".to_owned(),
            Value::Label(Place::At(address)) => format!("at_{address:x}_x"),
        });
    }
    text
}

/// The words a statement stands for, as far as they do not depend on labels in the text.
struct Expected {
    text: String,
    instructions: Vec<&'static str>,
    operands: Vec<Value>,
    row: &'static Row,
}

/// The basic instructions of a row in a configuration, in the notation of the table.
fn instructions(row: &'static Row, setting: &Setting, dialect: Dialect) -> Vec<&'static str> {
    let compact = row.compact.filter(|_| setting.compact);
    let mut body = compact.unwrap_or(row.body);
    if row.order == BROKEN_ROW.0 && dialect != Dialect::MARS {
        body = BROKEN_ROW.1;
    }
    body.split("; ")
        .filter_map(|text| match text.strip_prefix("[db]") {
            Some(rest) => setting.delayed.then_some(rest),
            None => Some(text),
        })
        .collect()
}

/// Where labels in the text are, and whether branches are delayed.
struct Scene {
    back: u32,
    front: u32,
    delayed: bool,
}

impl Scene {
    fn number(&self, value: Value) -> i32 {
        match value {
            Value::Reg(n) | Value::FReg(n) | Value::Int(n) => n,
            Value::Label(Place::Back) => self.back as i32,
            Value::Label(Place::Front) => self.front as i32,
            Value::Label(Place::At(address)) => address as i32,
        }
    }

    fn words(&self, expected: &Expected, address: u32) -> Vec<u32> {
        let row = expected.row;
        if row.is_basic() {
            let numbers: Vec<i32> = expected.operands.iter().map(|v| self.number(*v)).collect();
            return vec![encode(row, &numbers, address, true)];
        }
        let addresses = (address..).step_by(4);
        let pairs = expected.instructions.iter().zip(addresses);
        pairs.map(|(text, address)| self.word(text, &expected.operands, address)).collect()
    }

    /// One instruction of an expansion.
    fn word(&self, text: &str, operands: &[Value], address: u32) -> u32 {
        let (name, arguments) = text.split_once(' ').unwrap_or((text, ""));
        let arguments: Vec<&str> =
            arguments.split([',', '(', ')']).filter(|part| !part.is_empty()).collect();
        let numbers: Vec<i32> =
            arguments.iter().map(|argument| self.argument(argument, operands)).collect();
        let row = ROWS
            .iter()
            .find(|row| row.is_basic() && row.name == name && row.kinds().count() == numbers.len())
            .expect("an expansion consists of real instructions");
        let is_distance = arguments.last().is_some_and(|argument| argument.contains('?'));
        encode(row, &numbers, address, !is_distance)
    }

    fn argument(&self, argument: &str, operands: &[Value]) -> i32 {
        let operand = |name: &str| {
            self.number(operands["abcd".find(name).expect("operands are named a to d")])
        };
        let Some(inner) = argument.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
            return argument.trim_start_matches('$').parse().expect("a register or an integer");
        };
        if inner == "nd?1:2" {
            return if self.delayed { 2 } else { 1 };
        }
        if let Some(name) = inner.strip_suffix('+') {
            return operand(name) + 1;
        }
        if let Some(name) = inner.strip_prefix("32-") {
            return 32 - operand(name);
        }
        let Some((function, sum)) = inner.split_once(' ') else { return operand(inner) };
        let terms = sum.split('+').map(|term| term.parse().unwrap_or_else(|_| operand(term)));
        let x = terms.fold(0, i32::wrapping_add);
        match function {
            "lo" => i32::from(x as i16),
            "lou" => i32::from(x as u16),
            "hi" => x >> 16,
            "ha" => (x >> 16) + i32::from(x & 0x8000 != 0),
            _ => panic!("unknown function {function}"),
        }
    }
}

/// Fills a mask; `is_target` says that a label operand is an address, not yet a distance.
fn encode(row: &Row, numbers: &[i32], address: u32, is_target: bool) -> u32 {
    let mut numbers: Vec<u32> = numbers.iter().map(|&number| number as u32).collect();
    if let Some(target) = numbers.last_mut().filter(|_| is_target) {
        match row.format {
            "B" => *target = (target.wrapping_sub(address + 4) as i32 >> 2) as u32,
            "J" => *target >>= 2,
            _ => {}
        }
    }
    let mut word = 0;
    for (position, bit) in row.body.chars().rev().enumerate() {
        let mut next = |operand: usize| {
            let bit = numbers[operand] & 1;
            numbers[operand] >>= 1;
            bit
        };
        let bit = match bit {
            '0' => 0,
            '1' => 1,
            'f' => next(0),
            's' => next(1),
            't' => next(2),
            _ => panic!("unknown mask letter {bit}"),
        };
        word |= bit << position;
    }
    word
}

/// The forms that our dialect expands differently, because MARS's expansion is wrong: surprises
/// S19 (comparisons), S20 (loads into their own base) and S21 (division by a literal zero).
fn is_repaired(row: &Row, operands: &[Value]) -> bool {
    let form: Vec<Kind> = row.kinds().collect();
    let is = |index: usize, number: i32| operands[index] == Value::Int(number);
    match row.name {
        "bgt" | "ble" if form[1] == Kind::I32 => is(1, i32::MAX),
        "ble" => form[1] == Kind::S16,
        "div" | "divu" | "rem" | "remu" if form.get(2) == Some(&Kind::S16) => is(2, 0),
        "ulw" | "ulh" | "ulhu" | "ld" if row.parts.contains(&Part::Literal('(')) => {
            operands.last() == operands.first()
        }
        _ => false,
    }
}

/// Statements that go into one source together.
type Batch = Vec<Expected>;

fn batches(row: &'static Row, setting: &Setting, dialect: Dialect) -> Vec<Batch> {
    let instructions = instructions(row, setting, dialect);
    let per_batch = WORDS_PER_SOURCE / instructions.len();
    let statements: Vec<Expected> = operand_sets(row, setting, dialect)
        .into_iter()
        .map(|operands| Expected {
            text: statement(row, &operands),
            instructions: instructions.clone(),
            operands,
            row,
        })
        .collect();
    let mut batches: Vec<Batch> = Vec::new();
    for statement in statements {
        match batches.last_mut().filter(|batch| batch.len() < per_batch) {
            Some(batch) => batch.push(statement),
            None => batches.push(vec![statement]),
        }
    }
    batches
}

fn source(batch: &Batch, setting: &Setting) -> String {
    let mut text = String::new();
    for address in setting.data_addresses {
        text.push_str(&format!(".data {address:#010x}\nat_{address:x}_x:\n"));
    }
    text.push_str(".text\nback:\n");
    for statement in batch {
        text.push_str(&statement.text);
        text.push('\n');
    }
    text.push_str("front:\n");
    text
}

fn options(setting: &Setting, dialect: Dialect) -> AssemblyOptions {
    AssemblyOptions {
        dialect,
        map: setting.map,
        delayed_branching: setting.delayed,
        ..AssemblyOptions::default()
    }
}

/// Assembles a batch; the words by statement, or the first complaint.
fn assemble_batch(
    batch: &Batch,
    setting: &Setting,
    dialect: Dialect,
) -> Result<Vec<Vec<u32>>, String> {
    let sources = SourceSet::single("spec.asm", &source(batch, setting));
    let (program, diagnostics) = assemble(&sources, &options(setting, dialect));
    if let Some(diagnostic) = diagnostics.first() {
        let file = sources.file(diagnostic.span.file);
        let line = file.line(file.locate(diagnostic.span.start).0).unwrap_or("?");
        let message = diagnostic.problem.message();
        return Err(format!("`{line}`: {} {message}", diagnostic.code()));
    }
    let program = program.ok_or("no program, and no diagnostics")?;
    let mut words = vec![Vec::new(); batch.len()];
    for (code, address) in program.code.iter().zip((setting.text_base..).step_by(4)) {
        if code.address != address {
            return Err(format!("a word at {:#x}, not {address:#x}", code.address));
        }
        words[code.statement as usize].push(code.word);
    }
    Ok(words)
}

fn check_batch(batch: &Batch, setting: &Setting, dialect: Dialect) -> Result<(), String> {
    let ours = assemble_batch(batch, setting, dialect)?;
    let count: usize = ours.iter().map(Vec::len).sum();
    let front = setting.text_base + 4 * count as u32;
    let scene = Scene { back: setting.text_base, front, delayed: setting.delayed };
    let mut address = setting.text_base;
    for (expected, words) in batch.iter().zip(&ours) {
        let theirs = scene.words(expected, address);
        let repaired = dialect == Dialect::JETAN && is_repaired(expected.row, &expected.operands);
        // Where $at is the base itself, no expansion can keep it, and some stay what they were.
        let is_hopeless = repaired && expected.operands[0] == Value::Reg(1);
        if (*words != theirs) != repaired && !is_hopeless {
            let wanted = if repaired { "anything but" } else { "wanted" };
            let text = &expected.text;
            return Err(format!("`{text}`: got {}, {wanted} {}", hex(words), hex(&theirs)));
        }
        address += 4 * words.len() as u32;
    }
    Ok(())
}

fn hex(words: &[u32]) -> String {
    words.iter().map(|word| format!("{word:08x}")).collect::<Vec<_>>().join(" ")
}

/// Checks every row in every configuration and names all that fail.
fn check_rows(dialect: Dialect) {
    assert_eq!(ROWS.len(), 543);
    let mut failures = Vec::new();
    let mut unreachable = Vec::new();
    for row in ROWS.iter().filter(|row| dialect != Dialect::MARS || row.order != BROKEN_ROW.0) {
        let mut tried = 0;
        for setting in &settings() {
            for batch in batches(row, setting, dialect) {
                tried += batch.len();
                if let Err(why) = check_batch(&batch, setting, dialect) {
                    let Setting { map, delayed, .. } = setting;
                    let place = format!("{}{}", map.name, if *delayed { " db" } else { "" });
                    failures.push(format!("row {} in {place}: {why}", row.order));
                }
            }
        }
        if tried == 0 {
            unreachable.push(row.order);
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
    assert_eq!(unreachable, UNREACHABLE_ROWS);
}

#[test]
fn every_row_assembles_as_in_mars() {
    check_rows(Dialect::MARS);
}

#[test]
fn every_row_assembles_in_our_dialect_but_for_the_repairs() {
    check_rows(Dialect::JETAN);
}

/// The codes that a single statement leads to.
fn codes(text: &str, options: &AssemblyOptions) -> Vec<&'static str> {
    let source = format!("back: {text}\nfront:\n");
    let (_, diagnostics) = assemble(&SourceSet::single("spec.asm", &source), options);
    diagnostics.iter().map(|diagnostic| diagnostic.code().0).collect()
}

#[test]
fn the_row_mars_cannot_assemble_is_an_internal_error_there() {
    assert_eq!(codes("swr $t0,40000", &AssemblyOptions::mars()), ["E0703"]);
}

#[test]
fn without_pseudo_instructions_only_basic_rows_assemble() {
    for dialect in [Dialect::MARS, Dialect::JETAN] {
        let options = AssemblyOptions { dialect, pseudo: false, ..AssemblyOptions::default() };
        let setting = &settings()[0];
        for row in ROWS.iter() {
            let sets = operand_sets(row, setting, dialect);
            let Some(operands) = sets.iter().find(|set| {
                // Labels outside the text are not defined in this small source.
                !set.iter().any(|value| matches!(value, Value::Label(Place::At(_))))
            }) else {
                panic!("row {} can be chosen", row.order);
            };
            let text = statement(row, operands);
            let expected: &[&str] = if row.is_basic() { &[] } else { &["E0304"] };
            assert_eq!(codes(&text, &options), expected, "{text}");
        }
    }
}

/// Which operands of a row hold doubles, by what the table says about even registers.
fn doubles(row: &Row) -> Vec<usize> {
    let floats = row.kinds().enumerate().filter(|(_, kind)| *kind == Kind::F);
    let all: Vec<usize> = floats.map(|(index, _)| index).collect();
    let says = |words: &[&str]| words.iter().any(|word| row.effect.contains(word));
    if says(&["all even", "both even"]) {
        all
    } else if says(&["a even", "even a"]) {
        vec![0]
    } else if says(&["b even"]) {
        vec![1]
    } else {
        Vec::new()
    }
}

#[test]
fn odd_registers_in_doubles_are_errors_of_our_dialect_only() {
    let mut checked = 0;
    for row in ROWS.iter().filter(|row| row.is_basic() && row.kinds().any(|k| k == Kind::F)) {
        let even = operand_sets(row, &settings()[0], Dialect::JETAN);
        let doubles = doubles(row);
        for (index, kind) in row.kinds().enumerate().filter(|(_, kind)| *kind == Kind::F) {
            let mut operands = even[0].clone();
            operands[index] = Value::FReg(7);
            let text = statement(row, &operands);
            let expected: &[&str] = if doubles.contains(&index) { &["E0307"] } else { &[] };
            assert_eq!(codes(&text, &AssemblyOptions::default()), expected, "{kind:?} {text}");
            assert_eq!(codes(&text, &AssemblyOptions::mars()), [""; 0], "{text}");
            checked += usize::from(!expected.is_empty());
        }
    }
    assert_eq!(checked, 54);
}

#[test]
fn flags_beyond_seven_are_errors_of_our_dialect_only() {
    let is_flagged = |row: &&Row| (0..row.kinds().count()).any(|index| row.is_flag(index));
    let flagged: Vec<&Row> = ROWS.iter().filter(is_flagged).collect();
    assert_eq!(flagged.len(), 14);
    for row in flagged {
        for flag in [8, 31] {
            let mut operands = operand_sets(row, &settings()[0], Dialect::JETAN)[0].clone();
            let index = (0..operands.len()).find(|&index| row.is_flag(index)).expect("it has one");
            operands[index] = Value::Int(flag);
            let text = statement(row, &operands);
            assert_eq!(codes(&text, &AssemblyOptions::default()), ["E0308"], "{text}");
            assert_eq!(codes(&text, &AssemblyOptions::mars()), [""; 0], "{text}");
        }
    }
}
