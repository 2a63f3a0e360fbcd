//! The tokens that may stand in a slot of an operand list.

use jetan_isa::Slot;

use crate::token::{Token, TokenKind};

/// The result of comparing a token with a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It can stand there.
    Yes,
    /// An integer of the wrong size.
    Range,
    /// A token of another kind than the slot takes.
    Type,
}

/// The result of comparing a token with a slot of a form.
pub fn fit(slot: Slot, token: Token) -> Fit {
    let fits = match slot {
        Slot::Reg | Slot::Cp0 => token.kind == TokenKind::Register,
        Slot::FReg => token.kind == TokenKind::FloatRegister,
        Slot::Label => token.is_name() || token.kind == TokenKind::Address,
        Slot::Open => token.kind == TokenKind::Open,
        Slot::Close => token.kind == TokenKind::Close,
        Slot::Plus => token.kind == TokenKind::Plus,
        Slot::U5 | Slot::S16 | Slot::U16 | Slot::I32 if token.is_integer() => {
            let (low, high) = range(slot);
            return if (low..=high).contains(&token.value) { Fit::Yes } else { Fit::Range };
        }
        // A half of an address has 16 bits by construction; a whole address needs an `I32` or a
        // label slot.
        Slot::S16 | Slot::U16 => token.kind == TokenKind::Half,
        Slot::F32 | Slot::F64 => token.is_integer() || token.kind == TokenKind::Real,
        // Integers were dealt with above.
        Slot::U5 | Slot::I32 => false,
    };
    if fits { Fit::Yes } else { Fit::Type }
}

/// The least and the greatest integer that a slot takes.
pub fn range(slot: Slot) -> (i32, i32) {
    match slot {
        Slot::U5 => (0, 31),
        Slot::S16 => (-0x8000, 0x7fff),
        Slot::U16 => (0, 0xffff),
        _ => (i32::MIN, i32::MAX),
    }
}
