//! Mnemonics: from a word of the source to the forms it may have.
//!
//! An assembler asks this of nearly every identifier it meets, so the names sit in a hash table
//! that is built at compile time and compared as packed numbers.

use crate::example;
use crate::op::{OP_COUNT, Op, SPECS};
use crate::pseudo::{PSEUDO_COUNT, PSEUDOS};
use crate::scan::packed;
use crate::slots::OperandSlots;
use crate::template::Pseudo;

/// The number of different mnemonics.
pub const MNEMONIC_COUNT: usize = count_names();

/// A mnemonic, such as `add`, with all its forms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mnemonic(u16);

/// One form of a mnemonic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InstructionForm {
    /// An instruction of the machine.
    Basic(Op),
    /// A pseudo-instruction, by its index in [`PSEUDOS`].
    Pseudo(u16),
}

impl Mnemonic {
    /// The mnemonic of MARS that a word spells, in upper or lower case.
    pub fn lookup(word: &str) -> Option<Mnemonic> {
        Mnemonic::known(word).filter(|mnemonic| !mnemonic.is_extension())
    }

    /// The mnemonic that a word spells, those that MARS does not have included. They are ordinary
    /// names wherever no instruction stands: many programs have a label or a macro `end` or `push`.
    pub fn known(word: &str) -> Option<Mnemonic> {
        // A word of more than 15 bytes has no key; no mnemonic is that long, which the build
        // checks.
        match TABLE.buckets[TABLE.find(packed(word)?)] {
            EMPTY => None,
            index => Some(Mnemonic(index)),
        }
    }

    /// Whether MARS does not have it, in any form.
    pub fn is_extension(self) -> bool {
        self.forms()[0].is_extension()
    }

    /// The forms that MARS has.
    pub fn mars_forms(self) -> &'static [InstructionForm] {
        let forms = self.forms();
        let count = forms.iter().take_while(|form| !form.is_extension()).count();
        &forms[..count]
    }

    /// The mnemonic with this index.
    pub fn from_index(index: usize) -> Option<Mnemonic> {
        (index < MNEMONIC_COUNT).then_some(Mnemonic(index as u16))
    }

    /// The index, below [`MNEMONIC_COUNT`].
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Every mnemonic, in the order of the tables.
    pub fn all() -> impl ExactSizeIterator<Item = Mnemonic> {
        (0..MNEMONIC_COUNT as u16).map(Mnemonic)
    }

    /// The name, lower case.
    pub fn name(self) -> &'static str {
        self.forms()[0].name()
    }

    /// The forms in the order in which they are tried: real instructions first, then MARS's other
    /// ones, then those that MARS does not have.
    pub fn forms(self) -> &'static [InstructionForm] {
        let index = self.0 as usize;
        &TABLE.forms[TABLE.starts[index] as usize..TABLE.starts[index + 1] as usize]
    }
}

impl InstructionForm {
    /// Whether MARS does not have it.
    pub fn is_extension(self) -> bool {
        self.pseudo().is_some_and(|pseudo| pseudo.is_extension)
    }

    /// The mnemonic, lower case.
    pub fn name(self) -> &'static str {
        match self {
            InstructionForm::Basic(op) => op.name(),
            // The variant is public and its index unchecked, so a form that is not in the table has
            // no name instead of a panic.
            InstructionForm::Pseudo(_) => self.pseudo().map_or("", |pseudo| pseudo.name),
        }
    }

    /// The tokens its operand list expects.
    pub fn slots(self) -> &'static OperandSlots {
        match self {
            InstructionForm::Basic(op) => &op.spec().slots,
            InstructionForm::Pseudo(_) => {
                self.pseudo().map_or(&OperandSlots::EMPTY, |pseudo| &pseudo.slots)
            }
        }
    }

    /// The operands as written in a manual.
    pub fn syntax(self) -> &'static str {
        match self {
            InstructionForm::Basic(op) => op.spec().syntax,
            InstructionForm::Pseudo(_) => self.pseudo().map_or("", |pseudo| pseudo.syntax),
        }
    }

    /// One sentence on what it does.
    pub fn summary(self) -> &'static str {
        match self {
            InstructionForm::Basic(op) => op.spec().summary,
            InstructionForm::Pseudo(_) => self.pseudo().map_or("", |pseudo| pseudo.summary),
        }
    }

    /// The operands that must be even floating-point registers, as a bit set by operand index.
    pub fn doubles(self) -> u8 {
        match self {
            InstructionForm::Basic(op) => op.spec().doubles,
            InstructionForm::Pseudo(_) => self.pseudo().map_or(0, |pseudo| pseudo.doubles),
        }
    }

    /// A statement of this form, word for word the one MARS quotes in its messages.
    pub fn example(self) -> String {
        example::example(self)
    }

    /// The pseudo row, if this is one.
    pub fn pseudo(self) -> Option<&'static Pseudo> {
        match self {
            InstructionForm::Basic(_) => None,
            InstructionForm::Pseudo(index) => PSEUDOS.get(index as usize),
        }
    }
}

const FORM_COUNT: usize = OP_COUNT + PSEUDO_COUNT;
// A power of two, as `hash` keeps ten bits, and several times the number of mnemonics, so that
// nearly every look-up ends at its first bucket.
const BUCKET_COUNT: usize = 1024;
const EMPTY: u16 = u16::MAX;

/// The number of different names of the forms; those of one name need not stand together.
const fn count_names() -> usize {
    let mut keys = [0; FORM_COUNT];
    let (mut i, mut known) = (0, 0);
    while i < FORM_COUNT {
        let Some(key) = packed(form_name(form(i))) else { panic!("a mnemonic is too long") };
        let mut at = 0;
        // Quadratic on purpose: it runs once, in the compiler, and cannot use the hash table, whose
        // size it computes.
        while at < known && keys[at] != key {
            at += 1;
        }
        keys[at] = key;
        if at == known {
            known += 1;
        }
        i += 1;
    }
    known
}

/// The mnemonics in order of first appearance, and their forms one group after the other.
struct MnemonicTable {
    keys: [u128; MNEMONIC_COUNT],
    starts: [u16; MNEMONIC_COUNT + 1],
    forms: [InstructionForm; FORM_COUNT],
    /// Open addressing: the mnemonic's index, or [`EMPTY`].
    buckets: [u16; BUCKET_COUNT],
}

static TABLE: MnemonicTable = MnemonicTable::build();

impl MnemonicTable {
    const fn build() -> MnemonicTable {
        let mut table = MnemonicTable {
            keys: [0; MNEMONIC_COUNT],
            starts: [0; MNEMONIC_COUNT + 1],
            forms: [InstructionForm::Pseudo(0); FORM_COUNT],
            buckets: [EMPTY; BUCKET_COUNT],
        };
        let owners = table.add_names();
        table.add_forms(&owners);
        table
    }

    /// Enters every name, counts its forms in `starts`, and returns the mnemonic of each form.
    const fn add_names(&mut self) -> [u16; FORM_COUNT] {
        let mut owners = [EMPTY; FORM_COUNT];
        let (mut i, mut known) = (0, 0);
        while i < FORM_COUNT {
            let Some(key) = packed(form_name(form(i))) else { panic!("a mnemonic is too long") };
            let slot = self.find(key);
            if self.buckets[slot] == EMPTY {
                self.buckets[slot] = known as u16;
                self.keys[known] = key;
                known += 1;
            }
            owners[i] = self.buckets[slot];
            // Counted one entry further on, so that the running sums in `add_forms` are starts.
            self.starts[owners[i] as usize + 1] += 1;
            i += 1;
        }
        owners
    }

    /// Turns the counts in `starts` into positions and puts the forms there, in table order.
    const fn add_forms(&mut self, owners: &[u16; FORM_COUNT]) {
        let mut i = 0;
        while i < MNEMONIC_COUNT {
            self.starts[i + 1] += self.starts[i];
            i += 1;
        }
        // A copy that moves on while the groups fill; `starts` has to keep their beginnings.
        let mut next = self.starts;
        i = 0;
        while i < FORM_COUNT {
            let owner = owners[i] as usize;
            self.forms[next[owner] as usize] = form(i);
            next[owner] += 1;
            i += 1;
        }
    }

    /// The bucket that holds a key, or the empty one where it belongs.
    const fn find(&self, key: u128) -> usize {
        let mut slot = hash(key);
        while self.buckets[slot] != EMPTY && self.keys[self.buckets[slot] as usize] != key {
            // Ends, because there are more buckets than mnemonics.
            slot = (slot + 1) % BUCKET_COUNT;
        }
        slot
    }
}

/// Multiplying by an odd number spreads the low bytes; the top bits are the best mixed.
const fn hash(key: u128) -> usize {
    // Names of more than eight bytes differ in the upper half as well, which must not be lost.
    let folded = (key as u64) ^ ((key >> 64) as u64).rotate_left(32);
    (folded.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize
}

const fn form_name(form: InstructionForm) -> &'static str {
    match form {
        InstructionForm::Basic(op) => op.name(),
        InstructionForm::Pseudo(index) => PSEUDOS[index as usize].name,
    }
}

/// The form with the given position in the two tables, one after the other.
const fn form(index: usize) -> InstructionForm {
    if index < OP_COUNT {
        InstructionForm::Basic(SPECS[index].op)
    } else {
        InstructionForm::Pseudo((index - OP_COUNT) as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mnemonic_is_found_in_any_case() {
        for mnemonic in Mnemonic::all() {
            let name = mnemonic.name();
            assert_eq!(Mnemonic::known(name), Some(mnemonic), "{name}");
            assert_eq!(Mnemonic::known(&name.to_ascii_uppercase()), Some(mnemonic), "{name}");
            assert_eq!(Mnemonic::lookup(name).is_none(), mnemonic.is_extension(), "{name}");
            assert!(mnemonic.forms().iter().all(|form| form.name() == name), "{name}");
        }
    }

    #[test]
    fn other_words_are_not_found() {
        for word in ["", "a", "addx", "\0add", "main", "a_very_long_identifier", ".word", "é"] {
            assert_eq!(Mnemonic::lookup(word), None, "{word:?}");
        }
    }

    #[test]
    fn real_instructions_come_first() {
        let lw = Mnemonic::lookup("lw").expect("lw exists").forms();
        assert_eq!(lw.len(), 11);
        assert_eq!(lw[0], InstructionForm::Basic(Op::Lw));
        assert_eq!(lw[1].syntax(), "rt, (rs)");
        assert_eq!(Mnemonic::all().len(), MNEMONIC_COUNT);
    }
}
