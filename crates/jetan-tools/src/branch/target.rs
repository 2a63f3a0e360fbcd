//! Predictors of targets: a buffer for branches and jumps, and a stack for returns.

use crate::setting::{SettingError, power_of_two};

/// The most entries of either.
const ENTRIES_MAX: u32 = 1 << 16;

/// A branch target buffer: directly mapped, with whole addresses as tags.
#[derive(Clone, Debug)]
pub struct TargetBuffer {
    entries: Vec<Option<(u32, u32)>>,
    lookups: u64,
    hits: u64,
}

impl TargetBuffer {
    /// An empty buffer of so many entries.
    pub fn new(entries: u32) -> Result<TargetBuffer, SettingError> {
        let entries = power_of_two(entries, "the number of targets", ENTRIES_MAX)?;
        Ok(TargetBuffer { entries: vec![None; entries as usize], lookups: 0, hits: 0 })
    }

    /// Whether the target of a jump is known and right; it is known afterwards.
    pub fn jump(&mut self, pc: u32, target: u32) -> bool {
        self.lookups += 1;
        let entry = (pc >> 2) as usize & (self.entries.len() - 1);
        let is_hit = self.entries[entry] == Some((pc, target));
        self.entries[entry] = Some((pc, target));
        self.hits += u64::from(is_hit);
        is_hit
    }

    /// Jumps that were looked up, and those whose target was right.
    pub fn figures(&self) -> (u64, u64) {
        (self.lookups, self.hits)
    }
}

/// A return address stack: when it is full, the oldest address is lost.
#[derive(Clone, Debug)]
pub struct ReturnStack {
    addresses: Vec<u32>,
    depth: usize,
    /// The number of addresses that are known, at most the depth.
    known: usize,
    /// The place of the next address.
    top: usize,
    returns: u64,
    hits: u64,
}

impl ReturnStack {
    /// An empty stack for so many addresses, at least 1.
    pub fn new(depth: u32) -> ReturnStack {
        let depth = depth.clamp(1, ENTRIES_MAX) as usize;
        ReturnStack { addresses: vec![0; depth], depth, known: 0, top: 0, returns: 0, hits: 0 }
    }

    /// Notes the address that a call returns to.
    pub fn call(&mut self, returns_to: u32) {
        self.addresses[self.top] = returns_to;
        self.top = (self.top + 1) % self.depth;
        self.known = (self.known + 1).min(self.depth);
    }

    /// Whether the address of a return was foreseen.
    pub fn give_back(&mut self, target: u32) -> bool {
        self.returns += 1;
        if self.known == 0 {
            return false;
        }
        self.known -= 1;
        self.top = (self.top + self.depth - 1) % self.depth;
        let is_hit = self.addresses[self.top] == target;
        self.hits += u64::from(is_hit);
        is_hit
    }

    /// Returns, and those that were foreseen.
    pub fn figures(&self) -> (u64, u64) {
        (self.returns, self.hits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_stack_loses_the_oldest_address() {
        let mut stack = ReturnStack::new(2);
        for returns_to in [4, 8, 12] {
            stack.call(returns_to);
        }
        let foreseen: Vec<bool> = [12, 8, 4].map(|target| stack.give_back(target)).into();
        assert_eq!(foreseen, [true, true, false]);
        assert_eq!(stack.figures(), (3, 2));
    }

    #[test]
    fn target_is_right_only_if_it_is_the_same_jump_to_the_same_place() {
        let mut buffer = TargetBuffer::new(4).unwrap();
        assert!(!buffer.jump(0x40_0000, 0x40_0100));
        assert!(buffer.jump(0x40_0000, 0x40_0100));
        assert!(!buffer.jump(0x40_0010, 0x40_0100), "another jump has the entry's tag");
        assert!(!buffer.jump(0x40_0000, 0x40_0100));
        assert_eq!(buffer.figures(), (4, 1));
        assert!(TargetBuffer::new(3).is_err());
    }
}
