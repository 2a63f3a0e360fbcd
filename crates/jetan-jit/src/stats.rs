//! Statistics of the translator.

use std::ops::AddAssign;
use std::time::Duration;

use crate::status::ExitReason;

/// Numbers about a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JitStats {
    /// Instructions executed by generated code.
    pub generated: u64,
    /// Instructions executed by the interpreter's loop; what the driver executes by itself is in
    /// neither number.
    pub interpreted: u64,
    /// Regions that were translated.
    pub regions: u64,
    /// Instructions of the guest that were translated.
    pub translated: u64,
    /// Instructions looked at to find out what travels in registers between procedures.
    pub looks: u64,
    /// Whether the budget for translating ahead was spent, so that the rest had to become hot.
    pub is_spent: bool,
    /// The time that translating took, if there was a clock.
    pub compiling: Duration,
    /// The number of times all generated code was dropped, because there was no room for more.
    pub generations: u64,
    /// The number of exits from generated code, by reason.
    pub exits: [u64; ExitReason::COUNT],
}

impl JitStats {
    /// Each reason to leave generated code in words, and how often it was left for that.
    pub fn exits(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let names = ExitReason::ALL.map(|reason| match reason {
            ExitReason::Goto => "code that is not translated",
            ExitReason::Budget => "budget",
            ExitReason::Rare => "instructions for the interpreter",
            ExitReason::Stack => "deep recursion",
            ExitReason::Service => "services that stop the run",
        });
        names.into_iter().zip(self.exits)
    }
}

impl AddAssign<&JitStats> for JitStats {
    fn add_assign(&mut self, other: &JitStats) {
        self.generated += other.generated;
        self.interpreted += other.interpreted;
        self.regions += other.regions;
        self.translated += other.translated;
        self.looks += other.looks;
        self.is_spent |= other.is_spent;
        self.compiling += other.compiling;
        self.generations += other.generations;
        for (own, other) in self.exits.iter_mut().zip(other.exits) {
            *own += other;
        }
    }
}
