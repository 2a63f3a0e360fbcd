//! MARS's table of basic instructions, read from `testdata/spec/basic.tsv` and from nowhere else:
//! words to rows and operands, and back.

use std::sync::LazyLock;

use super::effects;
use super::processor::Effect;

const BASIC: &str = include_str!("../../../../testdata/spec/basic.tsv");

/// What an operand is, as the `operands` column says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A CPU register.
    R,
    /// A floating-point register.
    F,
    /// A coprocessor 0 register.
    N,
    U5,
    S16,
    U16,
    /// A label: an offset in words in branches, a field in jumps.
    L,
}

/// One operand: what it is and where its bits are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) kind: Kind,
    shift: u32,
    pub(crate) width: u32,
    is_signed: bool,
}

/// One row of the table.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// In source order: a, b, c.
    pub(crate) fields: Vec<Field>,
    fixed_mask: u32,
    fixed_bits: u32,
    pub(crate) effect: Effect,
}

/// The values of the operands in source order; those that do not exist are 0.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Operands {
    pub(crate) a: i32,
    pub(crate) b: i32,
    pub(crate) c: i32,
}

/// Every row, in the order of the table.
pub(crate) static ROWS: LazyLock<Vec<Row>> =
    LazyLock::new(|| BASIC.lines().skip(1).map(row).collect());

/// The indices of the rows, most fixed bits first: the order in which decoding tries them.
static DECODING_ORDER: LazyLock<Vec<usize>> = LazyLock::new(|| {
    let mut order: Vec<usize> = (0..ROWS.len()).collect();
    order.sort_by_key(|&idx| 32 - ROWS[idx].fixed_mask.count_ones());
    order
});

fn row(line: &'static str) -> Row {
    let cells: Vec<&str> = line.split('\t').collect();
    let [_, name, operands, format, mask, fixed_mask, fixed_bits, ..] = cells[..] else {
        panic!("too few cells: {line}");
    };
    let kinds = kinds(operands);
    let fields = kinds.iter().zip(['f', 's', 't']).map(|(&kind, letter)| {
        let end = mask.rfind(letter).expect("every operand has bits");
        Field {
            kind,
            shift: 31 - end as u32,
            width: mask.matches(letter).count() as u32,
            is_signed: kind == Kind::S16 || kind == Kind::L && format == "B",
        }
    });
    let hex = |cell| u32::from_str_radix(cell, 16).expect("a mask is a hex number");
    Row {
        name,
        fields: fields.collect(),
        fixed_mask: hex(fixed_mask),
        fixed_bits: hex(fixed_bits),
        effect: effects::of(name, kinds.len()),
    }
}

/// `R:a,S16:b(R:c)` to `[R, S16, R]`.
fn kinds(operands: &str) -> Vec<Kind> {
    let kind = |operand: &str| match operand.split(':').next() {
        Some("R") => Kind::R,
        Some("F") => Kind::F,
        Some("N") => Kind::N,
        Some("U5") => Kind::U5,
        Some("S16") => Kind::S16,
        Some("U16") => Kind::U16,
        Some("L") => Kind::L,
        _ => panic!("unknown operand {operand}"),
    };
    let operands = operands.split([',', '(', ')']);
    operands.filter(|operand| operand.contains(':')).map(kind).collect()
}

/// The row a word means and its operands.
pub(crate) fn decode(word: u32) -> Option<(usize, Operands)> {
    let is_match = |idx: &usize| word & ROWS[*idx].fixed_mask == ROWS[*idx].fixed_bits;
    let idx = DECODING_ORDER.iter().copied().find(is_match)?;
    let mut values = [0; 3];
    for (value, field) in values.iter_mut().zip(&ROWS[idx].fields) {
        let unused = 32 - field.width;
        let raised = word >> field.shift << unused;
        *value = if field.is_signed { raised as i32 >> unused } else { (raised >> unused) as i32 };
    }
    let [a, b, c] = values;
    Some((idx, Operands { a, b, c }))
}

/// The word of a row with these operands, each cut to its field.
pub(crate) fn encode(row: &Row, operands: [i32; 3]) -> u32 {
    let put = |word, (field, value): (&Field, i32)| {
        let mask = u32::MAX >> (32 - field.width);
        word | (value as u32 & mask) << field.shift
    };
    row.fields.iter().zip(operands).fold(row.fixed_bits, put)
}
