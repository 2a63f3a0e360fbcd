//! The tokens that may stand in a slot of an operand list.

use jetan_isa::OperandSlot;

use crate::token::{SourceToken, TokenKind};

/// The result of comparing a token with a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandFit {
    /// It can stand there.
    Yes,
    /// An integer of the wrong size.
    Range,
    /// A token of another kind than the slot takes.
    Type,
}

/// The result of comparing a token with a slot of a form.
pub fn fit(slot: OperandSlot, token: SourceToken) -> OperandFit {
    let fits = match slot {
        OperandSlot::Reg | OperandSlot::Cp0 => token.kind == TokenKind::Register,
        OperandSlot::FReg => token.kind == TokenKind::FloatRegister,
        OperandSlot::Label => token.is_name() || token.kind == TokenKind::Address,
        OperandSlot::Open => token.kind == TokenKind::Open,
        OperandSlot::Close => token.kind == TokenKind::Close,
        OperandSlot::Plus => token.kind == TokenKind::Plus,
        OperandSlot::U5 | OperandSlot::S16 | OperandSlot::U16 | OperandSlot::I32
            if token.is_integer() =>
        {
            let (low, high) = range(slot);
            return if (low..=high).contains(&token.value) {
                OperandFit::Yes
            } else {
                OperandFit::Range
            };
        }
        // A half of an address has 16 bits by construction; a whole address needs an `I32` or a
        // label slot.
        OperandSlot::S16 | OperandSlot::U16 => token.kind == TokenKind::Half,
        OperandSlot::F32 | OperandSlot::F64 => token.is_integer() || token.kind == TokenKind::Real,
        // Integers were dealt with above.
        OperandSlot::U5 | OperandSlot::I32 => false,
    };
    if fits { OperandFit::Yes } else { OperandFit::Type }
}

/// The least and the greatest integer that a slot takes.
pub fn range(slot: OperandSlot) -> (i32, i32) {
    match slot {
        OperandSlot::U5 => (0, 31),
        OperandSlot::S16 => (-0x8000, 0x7fff),
        OperandSlot::U16 => (0, 0xffff),
        _ => (i32::MIN, i32::MAX),
    }
}
