//! Groups of variables, by the numbers that clients know them by.

/// A group of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariableGroup {
    /// The registers of the processor.
    Registers,
    /// The registers of coprocessor 1.
    Floats,
    /// The registers of coprocessor 0.
    Coprocessor,
    /// The data at labels.
    Symbols,
    /// The words of the stack.
    Stack,
    /// The words of the heap.
    Heap,
    /// A register in several bases, by its place in the list of registers.
    Bases(u32),
    /// The elements of the data at a label, by its place in the list of labels.
    Elements(u32),
    /// The arguments of a frame.
    Arguments(u32),
    /// The registers that a frame has saved.
    Saved(u32),
}

/// The first number of each kind of group that there are many of. The spans between them are wider
/// than there are registers, labels and frames.
const BASES: i64 = 100;
const ELEMENTS: i64 = 1_000;
const ARGUMENTS: i64 = 100_000;
const SAVED: i64 = 1_000_000_000;
const END: i64 = 2_000_000_000;

impl VariableGroup {
    /// The client's number, which is never 0.
    pub(crate) fn reference(self) -> i64 {
        match self {
            VariableGroup::Registers => 1,
            VariableGroup::Floats => 2,
            VariableGroup::Coprocessor => 3,
            VariableGroup::Symbols => 4,
            VariableGroup::Stack => 5,
            VariableGroup::Heap => 6,
            VariableGroup::Bases(idx) => BASES + i64::from(idx),
            VariableGroup::Elements(idx) => ELEMENTS + i64::from(idx),
            VariableGroup::Arguments(frame) => ARGUMENTS + i64::from(frame),
            VariableGroup::Saved(frame) => SAVED + i64::from(frame),
        }
    }

    /// The group of a number.
    pub(crate) fn of(reference: i64) -> Option<VariableGroup> {
        let from = |first: i64| (reference - first) as u32;
        Some(match reference {
            1 => VariableGroup::Registers,
            2 => VariableGroup::Floats,
            3 => VariableGroup::Coprocessor,
            4 => VariableGroup::Symbols,
            5 => VariableGroup::Stack,
            6 => VariableGroup::Heap,
            BASES..ELEMENTS => VariableGroup::Bases(from(BASES)),
            ELEMENTS..ARGUMENTS => VariableGroup::Elements(from(ELEMENTS)),
            ARGUMENTS..SAVED => VariableGroup::Arguments(from(ARGUMENTS)),
            SAVED..END => VariableGroup::Saved(from(SAVED)),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lead_back_to_their_groups() {
        let groups = [
            VariableGroup::Registers,
            VariableGroup::Floats,
            VariableGroup::Coprocessor,
            VariableGroup::Symbols,
            VariableGroup::Stack,
            VariableGroup::Heap,
            VariableGroup::Bases(34),
            VariableGroup::Elements(0),
            VariableGroup::Elements(20_000),
            VariableGroup::Arguments(500_000_000),
            VariableGroup::Saved(0),
        ];
        for group in groups {
            assert_eq!(VariableGroup::of(group.reference()), Some(group));
        }
        for reference in [0, -1, 7, i64::MAX, i64::MIN] {
            assert_eq!(VariableGroup::of(reference), None);
        }
    }
}
