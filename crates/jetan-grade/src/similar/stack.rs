//! What is kept on the stack and taken back unchanged: a register that is stored and loaded again
//! is a copy, and room on the stack that nobody reads from counts for nothing.

use super::effects::is_store;
use super::flow::FlowGraph;
use super::tokens::families::OpFamily;
use super::tokens::{CodeStatement, NamelessOperand};

/// `$sp`.
const STACK: NamelessOperand = NamelessOperand::Register(29);
/// Words that are remembered; nobody disguises anything with more.
const WORDS_MAX: usize = 16;

/// The words on the stack that are known to be the same as a register, or a number.
#[derive(Default)]
pub(super) struct StackWords {
    /// By how far they are from where `$sp` was first.
    words: Vec<(i32, NamelessOperand)>,
    /// How far `$sp` is from there.
    shift: i32,
}

impl StackWords {
    /// Makes a load of a known word a move.
    pub(super) fn replace(&self, code: &mut CodeStatement) {
        let (OpFamily::LOAD_WORD, &[to, NamelessOperand::Number(offset), STACK]) =
            (code.family, code.operands())
        else {
            return;
        };
        let place = self.shift.wrapping_add(offset);
        if let Some((_, value)) = self.words.iter().find(|(at, _)| *at == place) {
            code.rewrite(OpFamily::MOVE, &[to, *value]);
        }
    }

    /// Learns from an instruction. Stores through other registers are taken to go elsewhere: who
    /// keeps the address of a word of the stack does not hide by it.
    pub(super) fn learn(&mut self, code: &CodeStatement) {
        match (code.family, code.operands()) {
            (OpFamily::ADD, &[STACK, STACK, NamelessOperand::Number(by)]) => {
                self.shift = self.shift.wrapping_add(by);
            }
            (OpFamily::STORE_WORD, &[value, NamelessOperand::Number(offset), STACK]) => {
                let place = self.shift.wrapping_add(offset);
                self.words.retain(|(at, _)| *at != place);
                let is_known = match value {
                    NamelessOperand::Number(_) => true,
                    // What is left of these after a call is not what was stored.
                    NamelessOperand::Register(number) => (1..=28).contains(&number),
                    _ => false,
                };
                if is_known && self.words.len() < WORDS_MAX {
                    self.words.push((place, value));
                }
            }
            (family, operands) => {
                let changes_stack = operands.first() == Some(&STACK) && !is_store(family);
                // Parts of words.
                if changes_stack || is_store(family) && operands.last() == Some(&STACK) {
                    *self = StackWords::default();
                }
            }
        }
    }

    /// A register has another value from now on.
    pub(super) fn forget(&mut self, register: NamelessOperand) {
        self.words.retain(|(_, value)| *value != register);
    }
}

/// Room on the stack: the instruction that takes it, how much, and the stores into it.
type StackRoom = (usize, i32, Vec<usize>);

/// Marks room on the stack that is taken and given back without being read, with what is stored
/// there.
pub(super) fn mark_unread_room(code: &[CodeStatement], flow: &FlowGraph, dead: &mut [bool]) {
    for block in &flow.blocks {
        let mut rooms: Vec<StackRoom> = Vec::new();
        for idx in block.start..block.end {
            if !dead[idx] {
                look(code, idx, &mut rooms, dead);
            }
        }
    }
}

fn look(code: &[CodeStatement], idx: usize, rooms: &mut Vec<StackRoom>, dead: &mut [bool]) {
    let statement = &code[idx];
    match (statement.family, statement.operands()) {
        // A procedure may read what its caller has left on the stack.
        (OpFamily::CALL | OpFamily::CALL_REGISTER | OpFamily::MACRO, _) => rooms.clear(),
        (_, operands) if !operands.contains(&STACK) => {}
        (OpFamily::ADD, &[STACK, STACK, NamelessOperand::Number(by)]) if by < 0 => {
            rooms.push((idx, by.wrapping_neg(), Vec::new()));
        }
        (OpFamily::ADD, &[STACK, STACK, NamelessOperand::Number(by)]) => {
            let Some((first, _, stores)) = rooms.pop().filter(|room| room.1 == by) else {
                return rooms.clear();
            };
            dead[first] = true;
            dead[idx] = true;
            for store in stores {
                dead[store] = true;
            }
        }
        (family, &[value, NamelessOperand::Number(offset), STACK])
            if is_store(family) && value != STACK =>
        {
            match rooms.last_mut() {
                Some((_, size, stores)) if (0..*size).contains(&offset) => stores.push(idx),
                // Into room that was taken before.
                _ => rooms.clear(),
            }
        }
        // It is read, or its address is kept.
        _ => rooms.clear(),
    }
}
