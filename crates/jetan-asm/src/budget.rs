//! The budget of an assembly: one number that bounds its time and its memory.
//!
//! Whatever is made, kept or not, is charged by about the bytes it takes, and never given back. The
//! rates are such that no source runs out by itself, only what includes, `.eqv`, macros and
//! repetitions make of it can.

use crate::limits;
use crate::token::SourceToken;

/// The costs of things made, in bytes.
pub(crate) mod cost {
    /// A line of a file, besides its text and its tokens.
    pub(crate) const LINE: usize = 48;
    /// A line that a macro call made, besides its text and its tokens.
    pub(crate) const EXPANDED_LINE: usize = 80;
    /// A round of replacing names in a line, besides the text.
    pub(crate) const ROUND: usize = 48;
    /// A macro call, besides its arguments.
    pub(crate) const CALL: usize = 192;
    /// An argument of a call.
    pub(crate) const ARGUMENT: usize = 32;
    /// An instruction of the source, with what the program keeps of it.
    pub(crate) const STATEMENT: usize = 96;
    /// A word of code.
    pub(crate) const WORD: usize = 32;
    /// A label with its name.
    pub(crate) const LABEL: usize = 256;
    /// A value of a data directive.
    pub(crate) const VALUE: usize = 6;
    /// A byte of the blocks that data lies in: there once while they are filled, and once in the
    /// image.
    pub(crate) const DATA_BYTE: usize = 2;
    /// A use of a label that stays open until the label is known.
    pub(crate) const REFERENCE: usize = 40;
    /// A problem, counted or kept.
    pub(crate) const PROBLEM: usize = 64;
}

#[derive(Clone, Debug)]
pub(crate) struct Budget {
    left: usize,
    is_refused: bool,
}

impl Budget {
    /// The budget for sources of this many bytes.
    pub(crate) fn new(source_bytes: usize) -> Budget {
        // Saturating, since these products exceed 32 bits for files of 16 MiB, and `usize` has 32
        // in WebAssembly.
        let own = source_bytes.saturating_mul(limits::WORK_PER_BYTE);
        let expansion = source_bytes.saturating_mul(limits::EXPANSION_PER_BYTE);
        let expansion = expansion.clamp(limits::EXPANSION_MIN, limits::EXPANSION_MAX);
        Budget { left: own.saturating_add(expansion), is_refused: false }
    }

    pub(crate) fn spend(&mut self, bytes: usize) {
        // Zero means spent, so overdrawing needs no sign; `usize::MAX` spends whatever is left.
        self.left = self.left.saturating_sub(bytes);
    }

    /// Charges the scanning of a text.
    pub(crate) fn spend_text(&mut self, text: &str, tokens: &[SourceToken]) {
        self.spend(text.len() + size_of_val(tokens));
    }

    pub(crate) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Uses up what is left; returns whether this is the first time, which is to be reported.
    pub(crate) fn refuse(&mut self) -> bool {
        self.left = 0;
        !std::mem::replace(&mut self.is_refused, true)
    }
}
