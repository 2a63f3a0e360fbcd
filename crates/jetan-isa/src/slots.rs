//! The token pattern of an instruction's operands: the kinds of token each may be.

/// One token an operand list expects. Commas are separators, not tokens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum OperandSlot {
    /// A CPU register.
    Reg,
    /// A floating-point register.
    FReg,
    /// A coprocessor 0 register, written like a CPU register (`$12`).
    Cp0,
    /// An integer from 0 to 31.
    U5,
    /// An integer from -32768 to 32767.
    S16,
    /// An integer from 0 to 65535.
    U16,
    /// Any 32-bit integer.
    I32,
    /// A number that becomes a float of single precision.
    F32,
    /// A number that becomes a float of double precision. Its lower half is the operand; its upper
    /// half is the next one, so that nothing can follow it.
    F64,
    /// The address of a label.
    Label,
    /// An opening parenthesis.
    Open,
    /// A closing parenthesis.
    Close,
    /// A plus sign.
    Plus,
}

impl OperandSlot {
    /// Whether the token carries a value; parentheses and plus signs do not.
    pub const fn is_operand(self) -> bool {
        !matches!(self, OperandSlot::Open | OperandSlot::Close | OperandSlot::Plus)
    }
}

/// The tokens of an operand list in source order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OperandSlots {
    len: u8,
    // `lw rt, label+i32(rs)` has seven tokens, more than any other form.
    items: [OperandSlot; 8],
}

impl OperandSlots {
    /// The empty operand list.
    pub const EMPTY: OperandSlots = OperandSlots { len: 0, items: [OperandSlot::Reg; 8] };

    /// The tokens as a slice.
    pub const fn as_slice(&self) -> &[OperandSlot] {
        self.items.split_at(self.len as usize).0
    }

    /// The kind of the operand with the given index, parentheses and plus signs not counted.
    pub const fn operand(&self, index: usize) -> Option<OperandSlot> {
        let (mut i, mut seen) = (0, 0);
        while i < self.len as usize {
            if self.items[i].is_operand() {
                if seen == index {
                    return Some(self.items[i]);
                }
                seen += 1;
            }
            i += 1;
        }
        None
    }

    /// The number of operands, without parentheses and plus signs.
    pub const fn operand_count(&self) -> usize {
        let mut count = 0;
        while self.operand(count).is_some() {
            count += 1;
        }
        count
    }

    pub(crate) const fn push(&mut self, slot: OperandSlot) {
        assert!((self.len as usize) < self.items.len(), "an operand list has too many tokens");
        self.items[self.len as usize] = slot;
        self.len += 1;
    }
}

/// The operands that hold doubles and therefore need an even register, as a bit set by index.
///
/// The mnemonic says it: `add.d` works on doubles throughout, `cvt.s.d` writes a single and
/// reads a double, `c.eq.d` compares doubles, and `ldc1`/`sdc1` move one.
pub(crate) const fn doubles(name: &str, slots: &OperandSlots) -> u8 {
    let (mut set, mut index, mut fpu_index) = (0, 0, 0);
    while let Some(slot) = slots.operand(index) {
        if matches!(slot, OperandSlot::FReg) {
            if precision(name.as_bytes(), fpu_index) == b'd' {
                set |= 1 << index;
            }
            fpu_index += 1;
        }
        index += 1;
    }
    set
}

/// The format letter (`s`, `d`, `w`) a mnemonic gives its floating-point operand number `index`.
const fn precision(name: &[u8], index: usize) -> u8 {
    let last = name[name.len() - 1];
    // The only instructions on doubles whose names have no dot.
    if name.len() == 4 && matches!(name, [b'l' | b's', b'd', b'c', b'1']) {
        return b'd';
    }
    // Two formats in a row, as in `.w.d`, are those of the destination and of the source.
    if name.len() > 4 && name[name.len() - 4] == b'.' && name[name.len() - 2] == b'.' && index == 0
    {
        return name[name.len() - 3];
    }
    if name.len() > 2 && name[name.len() - 2] == b'.' { last } else { b's' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mnemonics_tell_which_operands_are_doubles() {
        let mut two = OperandSlots::EMPTY;
        two.push(OperandSlot::FReg);
        two.push(OperandSlot::FReg);
        for (name, set) in [
            ("add.s", 0b00),
            ("add.d", 0b11),
            ("c.eq.d", 0b11),
            ("cvt.d.s", 0b01),
            ("cvt.s.d", 0b10),
            ("floor.w.d", 0b10),
            ("cvt.d.w", 0b01),
            ("ldc1", 0b11),
            ("lwc1", 0b00),
        ] {
            assert_eq!(doubles(name, &two), set, "{name}");
        }
    }
}
