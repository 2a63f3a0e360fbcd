//! One instruction of a run, with everything that its datapath shows.

use crate::datapath::DatapathInput;

use super::decoded::StepFacts;

/// Waits for the instruction with a number, and keeps what it did.
#[derive(Clone, Debug)]
pub struct DatapathCapture {
    number: u64,
    input: Option<DatapathInput>,
    is_open: bool,
}

impl DatapathCapture {
    /// Waits for an instruction; the first of a run has the number 1.
    pub fn new(number: u64) -> DatapathCapture {
        DatapathCapture { number, input: None, is_open: false }
    }

    /// The number of the instruction.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The instruction; none if the run did not come that far.
    pub fn input(&self) -> Option<&DatapathInput> {
        self.input.as_ref()
    }

    /// An instruction begins, so that the one before has ended.
    pub(super) fn fetch(&mut self, number: u64, pc: u32, facts: &StepFacts, registers: &[u32; 32]) {
        if let Some(input) = self.input.as_mut().filter(|_| self.is_open) {
            input.next_pc = pc;
            self.is_open = false;
        }
        if number == self.number {
            let field = |shift: u32| registers[(facts.word >> shift) as usize & 31];
            self.is_open = true;
            self.input = Some(DatapathInput {
                pc,
                word: facts.word,
                instruction: facts.instruction,
                first: field(21),
                second: field(16),
                loaded: None,
                written: None,
                // The last instruction of a run has no successor.
                next_pc: pc.wrapping_add(4),
            });
        }
    }

    pub(super) fn load(&mut self, value: u32) {
        if let Some(input) = self.input.as_mut().filter(|_| self.is_open) {
            input.loaded = Some(value);
        }
    }

    pub(super) fn write(&mut self, register: u8, value: u32) {
        if let Some(input) = self.input.as_mut().filter(|_| self.is_open) {
            input.written = Some((register, value));
        }
    }
}
