//! Instructions taken apart once, not at each execution.

use std::fmt;
use std::sync::Arc;

use jetan_isa::{Instruction, Op, OperandSlot, Reg, encode};
use jetan_machine::code::{CodeWord, DecodedInstruction, TextSegment};
use rustc_hash::FxHashMap;

use crate::branch::MarsBranch;
use crate::counters::WordFormat;
use crate::faults::FaultSet;
use crate::pipeline::{PipelineStep, executed_instruction};

/// Words of text in a page.
const PAGE_WORDS: usize = 64;
/// The most pages that are kept: a program that writes itself starts over beyond.
const PAGES_MAX: usize = 1 << 14;

/// Everything about an instruction that does not depend on its execution.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepFacts {
    pub(super) instruction: Instruction,
    pub(super) word: u32,
    pub(super) format: WordFormat,
    /// The condition, if it is a conditional branch.
    pub(super) branch: Option<MarsBranch>,
    /// The numbers of the registers that a condition compares, or that a jump goes to.
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) is_return: bool,
    pub(super) step: PipelineStep,
}

/// Facts by address.
#[derive(Clone, Default)]
pub(super) struct DecodedSteps {
    text: Option<Arc<TextSegment>>,
    pages: Vec<(u32, FactPage)>,
    by_page: FxHashMap<u32, usize>,
    /// The page of the instruction before: a loop stays in one.
    recent: usize,
}

type FactPage = Box<[Option<(DecodedInstruction, StepFacts)>]>;

impl fmt::Debug for DecodedSteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecodedSteps").field("pages", &self.pages.len()).finish_non_exhaustive()
    }
}

impl DecodedSteps {
    /// Takes the text that instructions are from, if they were not reported with their words.
    pub(super) fn set_text(&mut self, text: &Arc<TextSegment>) {
        if self.text.as_ref().is_none_or(|known| !Arc::ptr_eq(known, text)) {
            *self = DecodedSteps { text: Some(Arc::clone(text)), ..DecodedSteps::default() };
        }
    }

    /// The text that instructions are from.
    pub(super) fn text(&self) -> Option<&TextSegment> {
        self.text.as_deref()
    }

    /// The facts about the instruction at an address; none if there is none.
    #[inline]
    pub(super) fn facts(&mut self, pc: u32) -> Option<&StepFacts> {
        let word = word_of(pc);
        let page = self.page(pc);
        if self.pages[page].1[word].is_none() {
            let code = self.text.as_ref().map_or(CodeWord::Absent, |text| text.get(pc));
            self.replace(pc, code);
        }
        self.pages[page].1[word].as_ref().map(|(_, facts)| facts)
    }

    /// Whether another instruction than this one is known at an address, or none.
    pub(super) fn is_other(&mut self, pc: u32, word: CodeWord) -> bool {
        let page = self.page(pc);
        let known = self.pages[page].1[word_of(pc)].as_ref();
        !matches!((known, word), (Some((known, _)), CodeWord::Instruction(one)) if *known == one)
    }

    /// Puts an instruction at an address.
    #[cold]
    pub(super) fn replace(&mut self, pc: u32, word: CodeWord) {
        let page = self.page(pc);
        self.pages[page].1[word_of(pc)] = match word {
            CodeWord::Instruction(one) => {
                Some((one, StepFacts::new(pc, &executed_instruction(one))))
            }
            CodeWord::Absent | CodeWord::Undefined(_) => None,
        };
    }

    #[inline]
    fn page(&mut self, pc: u32) -> usize {
        let number = pc / (4 * PAGE_WORDS as u32);
        if self.pages.get(self.recent).is_none_or(|&(known, _)| known != number) {
            self.recent = self.find(number);
        }
        self.recent
    }

    #[inline(never)]
    fn find(&mut self, number: u32) -> usize {
        if self.pages.len() >= PAGES_MAX && !self.by_page.contains_key(&number) {
            self.pages.clear();
            self.by_page.clear();
        }
        let pages = &mut self.pages;
        *self.by_page.entry(number).or_insert_with(|| {
            pages.push((number, vec![None; PAGE_WORDS].into_boxed_slice()));
            pages.len() - 1
        })
    }
}

const fn word_of(pc: u32) -> usize {
    (pc >> 2) as usize % PAGE_WORDS
}

impl StepFacts {
    fn new(pc: u32, instruction: &Instruction) -> StepFacts {
        let op = instruction.op;
        let spec = op.spec();
        let registers = (0..spec.operand_count as usize).filter(|&idx| {
            spec.fields[idx].kind == OperandSlot::Reg && spec.roles.operands[idx].reads()
        });
        let mut registers = registers.map(|idx| instruction.operands[idx] as usize & 31);
        let first = registers.next().unwrap_or(0);
        StepFacts {
            instruction: *instruction,
            word: encode(instruction),
            format: WordFormat::of(op),
            branch: MarsBranch::of(instruction, FaultSet::NONE),
            first,
            second: registers.next().unwrap_or(0),
            is_return: op == Op::Jr && first == Reg::RA.index(),
            step: PipelineStep::new(pc, instruction),
        }
    }
}

impl StepFacts {
    /// Whether it goes on elsewhere, with these values of its two registers and of the flags.
    pub(super) fn is_taken(&self, values: (u32, u32), flags: u32) -> bool {
        match self.branch {
            Some(branch) => branch.is_taken(values.0, values.1, flags),
            None => self.step.is_taken,
        }
    }
}
