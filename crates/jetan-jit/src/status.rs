//! The exit status of generated code: one word, the address of the next instruction
//! below and the reason above.

/// Why generated code returned to whoever called it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum ExitReason {
    /// To go on at the address. Zero, so that a return to where a call expects it is one compare.
    Goto = 0,
    /// The budget is used up.
    Budget = 1,
    /// The instruction at the address is not for generated code, or faults.
    Rare = 2,
    /// The stack of the host is used up.
    Stack = 3,
    /// A service wants the burst to end; the machine knows where.
    Service = 4,
}

impl ExitReason {
    pub(crate) const COUNT: usize = 5;
    pub(crate) const ALL: [ExitReason; ExitReason::COUNT] = [
        ExitReason::Goto,
        ExitReason::Budget,
        ExitReason::Rare,
        ExitReason::Stack,
        ExitReason::Service,
    ];

    /// The status of this reason at an address.
    pub(crate) fn at(self, pc: u32) -> i64 {
        (self as i64) << 32 | i64::from(pc)
    }

    pub(crate) fn of(status: u64) -> (ExitReason, u32) {
        // No generated code returns anything else; handing over to the interpreter is right in
        // every state.
        let reason =
            ExitReason::ALL.get((status >> 32) as usize).copied().unwrap_or(ExitReason::Rare);
        (reason, status as u32)
    }
}
