//! Words of stack and heap, with what they mean as far as anybody can tell.

use jetan_isa::Reg;

use super::frames::StackFrame;
use crate::debugger::Debugger;

/// A word of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackWord {
    /// The address.
    pub address: u32,
    /// The word's value.
    pub value: u32,
    /// The meaning: a saved register, the address of something, characters. Empty if it may be
    /// any number.
    pub meaning: String,
}

impl Debugger<'_> {
    /// The stack from `$sp` on, at most so many words. `frames` say what was saved where, and where
    /// a frame ends.
    pub fn stack(&self, frames: &[StackFrame], words_max: usize) -> Vec<StackWord> {
        let mut words = self.stack_words(frames, words_max);
        for StackWord { address, meaning, .. } in &mut words {
            for frame in frames.iter().filter(|frame| frame.call.sp == *address) {
                if !meaning.is_empty() {
                    meaning.push_str("; ");
                }
                for part in ["the frame of ", &frame.name, " ends below"] {
                    meaning.push_str(part);
                }
            }
        }
        words
    }

    /// The same for those who show the frames themselves.
    pub fn stack_words(&self, frames: &[StackFrame], words_max: usize) -> Vec<StackWord> {
        let machine = self.machine();
        let sp = machine.registers.get(Reg::SP) & !3;
        // A program that has raised `$sp` too far still sees the word it points to.
        let last = machine.map().sp.max(sp);
        let word = |address: u32| {
            let value = machine.memory.peek_word(address);
            let saved = frames.iter().find_map(|frame| {
                let saved = frame.saved.iter().find(|saved| saved.address == address)?;
                Some(format!("{} saved by {}", saved.reg.name(), frame.name))
            });
            let meaning = saved.unwrap_or_else(|| self.meaning(value));
            StackWord { address, value, meaning }
        };
        (sp..=last).step_by(4).take(words_max).map(word).collect()
    }

    /// The memory that `sbrk` has given, at most so many words of it.
    pub fn heap(&self, words_max: usize) -> Vec<StackWord> {
        let machine = self.machine();
        let addresses = (machine.map().heap_base..machine.heap_end()).step_by(4).take(words_max);
        let word = |address: u32| {
            let value = machine.memory.peek_word(address);
            StackWord { address, value, meaning: self.meaning(value) }
        };
        addresses.map(word).collect()
    }

    /// The possible meaning of a word by its value.
    pub(crate) fn meaning(&self, value: u32) -> String {
        let machine = self.machine();
        let heap = machine.map().heap_base..machine.heap_end();
        if heap.contains(&value) {
            return format!("heap+{}", value - heap.start);
        }
        if let Some(label) = self.names.label(value) {
            let is_code = self.names.program.code_at(value).is_some();
            return if is_code {
                format!("code at {label}")
            } else {
                format!("address of {label}")
            };
        }
        let sp = machine.registers.get(Reg::SP);
        if (sp..=machine.map().sp).contains(&value) {
            return format!("stack, $sp+{}", value - sp);
        }
        let bytes = value.to_le_bytes();
        let is_text = bytes.iter().all(|byte| byte.is_ascii_graphic() || *byte == b' ');
        if is_text { format!("\"{}\"", bytes.escape_ascii()) } else { String::new() }
    }
}
