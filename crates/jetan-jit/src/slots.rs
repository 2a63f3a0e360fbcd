//! The registers of the guest as generated code keeps them, and sets of them.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use jetan_isa::{OperandSlot as Kind, RegisterRole};
use jetan_machine::code::DecodedInstruction;
use jetan_machine::registers::R;

/// A register of the guest: 0 to 31 are those of the CPU, then HI and LO as one number, a gap, the
/// floating-point registers, and the condition flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GuestSlot(u8);

/// The number of registers.
pub(crate) const SLOTS: usize = 74;
// HI and LO take two words of the register file and one number, so 33 stays unused.
const FLOATS: u8 = 34;
const FLAGS: u8 = 66;

impl GuestSlot {
    pub(crate) const RA: GuestSlot = GuestSlot(31);
    /// LO below and HI above: most instructions write both, and few programs ask for HI.
    pub(crate) const HILO: GuestSlot = GuestSlot(32);

    pub(crate) const fn of_cpu(number: u8) -> GuestSlot {
        GuestSlot(number)
    }

    /// A CPU register, unless it is `$zero` or the sink, which hold nothing.
    pub(crate) fn cpu(reg: R) -> Option<GuestSlot> {
        let number = reg as u8;
        (1..32).contains(&number).then_some(GuestSlot(number))
    }

    pub(crate) fn float(reg: R) -> GuestSlot {
        GuestSlot(FLOATS + (reg as u8 & 31))
    }

    /// The other half of a double whose first half this is.
    pub(crate) fn next(self) -> GuestSlot {
        GuestSlot(self.0 + 1)
    }

    /// The first half of a double whose other half this is.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn previous(self) -> GuestSlot {
        GuestSlot(self.0 - 1)
    }

    /// A condition flag by its number from 0 to 7.
    pub(crate) fn flag(number: u8) -> GuestSlot {
        GuestSlot(FLAGS + (number & 7))
    }

    pub(crate) fn is_cpu(self) -> bool {
        self.0 < 32
    }

    pub(crate) fn is_float(self) -> bool {
        (FLOATS..FLAGS).contains(&self.0)
    }

    pub(crate) fn is_flag(self) -> bool {
        self.0 >= FLAGS
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// The offset in the register file, in bytes.
    pub(crate) fn offset(self) -> i32 {
        let number = i32::from(self.0);
        let flags = i32::from(FLAGS);
        // Flags are single bytes after all words.
        if self.is_flag() { 4 * flags + number - flags } else { 4 * number }
    }
}

/// A set of registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SlotSet(u128);

impl SlotSet {
    pub(crate) const NONE: SlotSet = SlotSet(0);
    /// All but `$zero`.
    pub(crate) const ALL: SlotSet = SlotSet((1 << SLOTS) - 2);

    pub(crate) fn insert(&mut self, slot: GuestSlot) {
        self.0 |= 1 << slot.0;
    }

    pub(crate) fn contains(self, slot: GuestSlot) -> bool {
        self.0 >> slot.0 & 1 == 1
    }

    /// Those that are in integer registers of the host.
    pub(crate) fn integers(self) -> SlotSet {
        SlotSet(self.0 & ((1 << FLOATS) - 1))
    }

    pub(crate) fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// In ascending order.
    pub(crate) fn iter(self) -> impl Iterator<Item = GuestSlot> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            // At the end `rest` is 0, which has 128 trailing zeros: more than there are slots.
            let slot = GuestSlot(rest.trailing_zeros() as u8);
            rest &= rest.wrapping_sub(1);
            (usize::from(slot.0) < SLOTS).then_some(slot)
        })
    }
}

impl FromIterator<GuestSlot> for SlotSet {
    fn from_iter<I: IntoIterator<Item = GuestSlot>>(slots: I) -> SlotSet {
        let mut set = SlotSet::NONE;
        slots.into_iter().for_each(|slot| set.insert(slot));
        set
    }
}

impl BitOr for SlotSet {
    type Output = SlotSet;

    fn bitor(self, other: SlotSet) -> SlotSet {
        SlotSet(self.0 | other.0)
    }
}

impl BitOrAssign for SlotSet {
    fn bitor_assign(&mut self, other: SlotSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for SlotSet {
    type Output = SlotSet;

    fn bitand(self, other: SlotSet) -> SlotSet {
        SlotSet(self.0 & other.0)
    }
}

impl Not for SlotSet {
    type Output = SlotSet;

    fn not(self) -> SlotSet {
        // Without the mask every complement would contain `$zero` and the unused bits.
        SlotSet(!self.0 & SlotSet::ALL.0)
    }
}

/// The registers that an instruction reads and those that it may write, by the instruction table.
///
/// One that is written only sometimes is also read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SlotEffect {
    pub(crate) reads: SlotSet,
    pub(crate) writes: SlotSet,
}

impl SlotEffect {
    pub(crate) fn of(instruction: DecodedInstruction) -> SlotEffect {
        let spec = instruction.op.spec();
        let mut effect = SlotEffect::default();
        let regs = [instruction.a, instruction.b, instruction.c];
        for (idx, &reg) in regs.iter().enumerate().take(spec.operand_count as usize) {
            let role = spec.roles.operands[idx];
            let kind = spec.fields[idx].kind;
            match kind {
                Kind::Reg => {
                    if let Some(slot) = GuestSlot::cpu(reg) {
                        effect.add(slot, role);
                    }
                }
                Kind::FReg => {
                    effect.add(GuestSlot::float(reg), role);
                    // The second half of an odd register would be a register of another pair. Such
                    // an instruction faults and is not translated (`has_odd_pair`).
                    if spec.doubles >> idx & 1 == 1 && reg as u8 & 1 == 0 {
                        effect.add(GuestSlot::float(reg).next(), role);
                    }
                }
                // Of the other operands, only a condition flag has a role.
                _ if role != RegisterRole::None && kind != Kind::Cp0 => {
                    effect.add(GuestSlot::flag(reg as u8), role);
                }
                _ => {}
            }
        }
        let implied = [
            (GuestSlot::HILO, whole(spec.roles.hi, spec.roles.lo)),
            (GuestSlot::RA, spec.roles.ra),
            (GuestSlot::flag(0), spec.roles.flag),
        ];
        for (slot, role) in implied {
            effect.add(slot, role);
        }
        effect
    }

    fn add(&mut self, slot: GuestSlot, role: RegisterRole) {
        if role.reads() {
            self.reads.insert(slot);
        }
        if role.writes() {
            self.writes.insert(slot);
        }
    }
}

/// The role of a whole number, given those of its halves.
fn whole(high: RegisterRole, low: RegisterRole) -> RegisterRole {
    match (high, low) {
        (RegisterRole::Write, RegisterRole::Write) => RegisterRole::Write,
        (RegisterRole::None | RegisterRole::Read, RegisterRole::None | RegisterRole::Read) => {
            if high == RegisterRole::None {
                low
            } else {
                high
            }
        }
        // One half is written and the other stays, so the old value is read as well.
        _ => RegisterRole::Merge,
    }
}
