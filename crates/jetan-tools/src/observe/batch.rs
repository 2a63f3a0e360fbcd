//! Events of a run, eight bytes each, that are kept for a moment and then processed tool by tool.
//!
//! A tool that goes through thousands of events at a time keeps its tables at hand; called from
//! the middle of the interpreter it would find them gone each time.

use jetan_isa::Reg;

use crate::reference::{MemoryReference, ReferenceKind};

/// Events that are kept before they are processed: 16 KiB, half of a small first-level cache.
pub(super) const BATCH_MAX: usize = 1 << 11;

/// Something that happened in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunEvent {
    /// The address of the instruction; its two low bits, which are free, tell what it did.
    source: u32,
    /// The address of a reference, the target of a jump to a register, or the stack pointer.
    value: u32,
}

const IS_TAKEN: u32 = 1;
const IS_READ: u32 = 2;
const IS_WRITE: u32 = 3;
/// The kinds from here on are references.
const REFERENCES: u32 = IS_READ;
const KIND: u32 = 3;
/// No instruction has this address: it is the last word of the devices.
const STACK_POINTER: u32 = !KIND;

/// An executed instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExecutedStep {
    pub(super) pc: u32,
    pub(super) is_taken: bool,
    /// The target, if it jumps to a register.
    pub(super) target: u32,
}

impl RunEvent {
    /// An instruction; the target is that of a jump to a register.
    #[inline(always)]
    pub(super) const fn step(pc: u32, is_taken: bool, target: u32) -> RunEvent {
        RunEvent { source: pc & !KIND | is_taken as u32, value: target }
    }

    /// A reference to data.
    #[inline(always)]
    pub(super) const fn reference(pc: u32, address: u32, is_write: bool) -> RunEvent {
        let kind = if is_write { IS_WRITE } else { IS_READ };
        RunEvent { source: pc & !KIND | kind, value: address }
    }

    /// Another value of the stack pointer.
    #[inline(always)]
    pub(super) const fn stack_pointer(value: u32) -> RunEvent {
        RunEvent { source: STACK_POINTER, value }
    }

    /// A reference to data that is not of a machine's run.
    pub fn of_reference(reference: MemoryReference) -> RunEvent {
        let is_write = reference.kind == ReferenceKind::Write;
        RunEvent::reference(reference.pc, reference.address, is_write)
    }

    /// The instruction, the address and whether it writes, of a reference to data.
    #[inline(always)]
    pub(crate) fn data_parts(self) -> Option<(u32, u32, bool)> {
        let kind = self.source & KIND;
        (kind >= REFERENCES).then_some((self.source & !KIND, self.value, kind == IS_WRITE))
    }

    /// The address of the instruction with its lowest bit telling whether it writes, and the
    /// address that it refers to. Only of [plain references](RunEvent::are_plain).
    #[inline(always)]
    pub(crate) const fn plain_parts(self) -> (u32, u32) {
        (self.source, self.value)
    }

    /// Whether all events are references to data, none of them beyond an address, by instructions
    /// of one page.
    pub(crate) fn are_plain(events: &[RunEvent], last_address: u32) -> bool {
        let page = events.first().map_or(0, |first| first.source);
        // Without a way out in the middle, so that several are looked at together.
        let all = events.iter().fold((REFERENCES, 0, 0), |(kinds, highest, pages), event| {
            (kinds & event.source, event.value.max(highest), pages | event.source ^ page)
        });
        all.0 == REFERENCES && all.1 <= last_address && all.2 >> 12 == 0
    }

    /// The page of the instruction, as counters by instruction are kept.
    #[inline(always)]
    pub(crate) const fn source_page(self) -> u32 {
        self.source >> 12
    }

    /// The reference to data, if it is one.
    #[inline(always)]
    pub fn data(self) -> Option<MemoryReference> {
        let kind = match self.source & KIND {
            IS_READ => ReferenceKind::Read,
            IS_WRITE => ReferenceKind::Write,
            _ => return None,
        };
        Some(MemoryReference::new(self.source & !KIND, self.value, 1, kind))
    }

    /// The reference, fetches included.
    #[inline(always)]
    pub fn any_reference(self) -> Option<MemoryReference> {
        match self.data() {
            None => {
                let pc = self.executed()?.pc;
                Some(MemoryReference::new(pc, pc, 4, ReferenceKind::Fetch))
            }
            data => data,
        }
    }

    /// The executed instruction, if it is one.
    #[inline(always)]
    pub(super) fn executed(self) -> Option<ExecutedStep> {
        let is_step = self.source & KIND < REFERENCES && self.source != STACK_POINTER;
        is_step.then_some(ExecutedStep {
            pc: self.source & !KIND,
            is_taken: self.source & IS_TAKEN != 0,
            target: self.value,
        })
    }

    /// The value of the stack pointer, if it has changed.
    #[inline(always)]
    pub(super) fn new_stack_pointer(self) -> Option<u32> {
        (self.source == STACK_POINTER).then_some(self.value)
    }
}

/// The number of the stack pointer.
pub(super) const SP: usize = Reg::SP.index();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_distinguished() {
        let write = RunEvent::reference(0x40_0004, 0x1001_0003, true);
        let reference = write.data().unwrap();
        assert_eq!((reference.pc, reference.address), (0x40_0004, 0x1001_0003));
        assert_eq!(reference.kind, ReferenceKind::Write);
        assert_eq!((write.executed(), write.new_stack_pointer()), (None, None));
        let jump = RunEvent::step(0x40_0008, true, 0x40_0100);
        let step = ExecutedStep { pc: 0x40_0008, is_taken: true, target: 0x40_0100 };
        assert_eq!((jump.executed(), jump.data()), (Some(step), None));
        assert_eq!(jump.any_reference().unwrap().kind, ReferenceKind::Fetch);
        let pointer = RunEvent::stack_pointer(8);
        assert_eq!((pointer.executed(), pointer.any_reference()), (None, None));
        assert_eq!(pointer.new_stack_pointer(), Some(8));
    }
}
