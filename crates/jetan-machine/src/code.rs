//! Instructions ready to be executed: operands taken out of their words once, not every time.
//!
//! Text is kept in pages that are shared and copied when they change: whoever has derived
//! something from a page keeps a reference to it, and knows by comparing references whether it is
//! still what the machine executes.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use jetan_isa::{Instruction, Op, OperandSlot, decode};

use crate::fingerprint;
use crate::registers::R;

/// An instruction with its operands at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DecodedInstruction {
    /// The operation; also tells which of the operands are used.
    pub op: Op,
    /// The first operand, if it is a register or a condition flag.
    pub a: R,
    /// The second operand, likewise.
    pub b: R,
    /// The third operand, likewise.
    pub c: R,
    /// The operand that is a number: immediate, offset in bytes or words, code, jump field.
    pub imm: i32,
}

impl DecodedInstruction {
    pub(crate) const NOP: DecodedInstruction =
        DecodedInstruction { op: Op::Nop, a: R::R0, b: R::R0, c: R::R0, imm: 0 };

    /// Takes the operands of an instruction apart. A CPU register that is only a destination and
    /// is `$zero` becomes [`R::Sink`].
    pub fn new(instruction: &Instruction) -> DecodedInstruction {
        let spec = instruction.op.spec();
        let mut regs = [R::R0; 3];
        let mut imm = 0;
        let operands = spec.fields.iter().zip(instruction.operands);
        for (idx, (field, value)) in operands.enumerate().take(spec.operand_count as usize) {
            let is_destination = spec.roles.operands[idx].is_destination();
            match field.kind {
                // With the sink as destination, execution needs no test for writes to `$zero`.
                OperandSlot::Reg if is_destination => regs[idx] = R::destination(value),
                _ if field.is_register() => regs[idx] = R::source(value),
                _ => imm = value,
            }
        }
        let [a, b, c] = regs;
        DecodedInstruction { op: instruction.op, a, b, c, imm }
    }
}

/// The content of a word of a text segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeWord {
    /// Nothing was ever put there.
    Absent,
    /// A word that is not an instruction.
    Undefined(u32),
    /// A word that decodes, ready to be executed.
    Instruction(DecodedInstruction),
}

impl CodeWord {
    pub(crate) fn of_word(word: u32) -> CodeWord {
        match decode(word) {
            Some(instruction) => CodeWord::Instruction(DecodedInstruction::new(&instruction)),
            None => CodeWord::Undefined(word),
        }
    }
}

/// The number of words in a page of code: as many as in a page of memory.
pub const CODE_PAGE_WORDS: usize = 1024;

/// The words of a page, in order of address.
#[derive(Clone)]
pub struct CodePage {
    words: [CodeWord; CODE_PAGE_WORDS],
    /// The fingerprint of the words, once somebody has asked for it.
    digest: OnceLock<u128>,
}

impl CodePage {
    fn empty() -> CodePage {
        CodePage { words: [CodeWord::Absent; CODE_PAGE_WORDS], digest: OnceLock::new() }
    }

    fn digest(&self) -> u128 {
        *self.digest.get_or_init(|| fingerprint::digest(&self.words))
    }
}

impl Deref for CodePage {
    type Target = [CodeWord; CODE_PAGE_WORDS];

    fn deref(&self) -> &[CodeWord; CODE_PAGE_WORDS] {
        &self.words
    }
}

impl PartialEq for CodePage {
    fn eq(&self, other: &CodePage) -> bool {
        self.words == other.words
    }
}

// `Arc` compares by pointer first only what is `Eq`.
impl Eq for CodePage {}

/// One text segment.
///
/// A clone shares all pages. Changing a word copies its page if anybody else has it.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct TextSegment {
    base: u32,
    /// The number of words, up to the last that was put there.
    len: usize,
    pages: Vec<Arc<CodePage>>,
}

impl TextSegment {
    pub(crate) fn new(base: u32) -> TextSegment {
        TextSegment { base, len: 0, pages: Vec::new() }
    }

    /// The address of the first word.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// The number of words, up to the last that was ever put there.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing was ever put there.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The pages, the first at [`TextSegment::base`]; after [`TextSegment::len`] words the
    /// last has nothing but [`CodeWord::Absent`].
    pub fn pages(&self) -> &[Arc<CodePage>] {
        &self.pages
    }

    /// Every word in order of address.
    pub fn words(&self) -> impl Iterator<Item = &CodeWord> {
        self.pages.iter().flat_map(|page| page.iter()).take(self.len)
    }

    /// The word at an aligned address.
    pub fn get(&self, address: u32) -> CodeWord {
        let (page, at) = place(address.wrapping_sub(self.base));
        self.pages.get(page).map_or(CodeWord::Absent, |page| page[at])
    }

    /// Puts something at an aligned address, which must lie in the segment.
    pub(crate) fn set(&mut self, address: u32, word: CodeWord) {
        let offset = address.wrapping_sub(self.base);
        let (page, at) = place(offset);
        if self.pages.len() <= page {
            // A gap, however wide, is one page shared by all its places.
            self.pages.resize(page + 1, Arc::new(CodePage::empty()));
        }
        self.len = self.len.max((offset / 4) as usize + 1);
        // Copies the page if an engine or a snapshot holds it too, and that is how they notice.
        let page = Arc::make_mut(&mut self.pages[page]);
        page.words[at] = word;
        // A copied page has brought the digest of the old words along.
        page.digest.take();
    }

    /// The number of different pages a fingerprint has to read now; the rest it knows.
    pub fn unread_pages(&self) -> usize {
        let mut pages: Vec<_> =
            self.pages.iter().filter(|page| page.digest.get().is_none()).collect();
        // A gap is one page many times over, and its places lie side by side.
        pages.dedup_by(|one, other| Arc::ptr_eq(one, other));
        pages.len()
    }
}

impl Hash for TextSegment {
    /// Reads only pages that have changed since their last hash, in this text or in one that
    /// shares them.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.base, self.len).hash(state);
        self.pages.iter().for_each(|page| state.write_u128(page.digest()));
    }
}

/// The page of an offset in bytes, and the word in it.
fn place(offset: u32) -> (usize, usize) {
    let idx = (offset / 4) as usize;
    (idx / CODE_PAGE_WORDS, idx % CODE_PAGE_WORDS)
}
