//! The faults of MARS's tools, each a switch of its own.
//!
//! Correct is the default; a course whose figures were made with MARS turns on what it needs, and
//! a report names the switches that changed a figure.

/// A fault of a tool of MARS 4.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MarsFault {
    /// Branch history: `bgtz` is held to be taken at 0.
    BgtzAtZero,
    /// Branch history and statistics: of `bltz`, `bgez` and their calls, the low bits of the
    /// offset decide what they are.
    OffsetDecides,
    /// Branch history: `bc1t` and `bc1f` are not seen.
    FloatBranchesUnseen,
    /// Counter and statistics: an instruction at the address of the one before is not counted.
    SameAddressOnce,
    /// Counter: the fetch behind the end of a program is counted.
    PhantomAtEnd,
    /// Statistics: only five bits of a function code are looked at.
    FiveBitFunctions,
    /// Counter: every other tool sees each fetch twice.
    FetchesTwice,
    /// References: touching the word after the grid stops the run.
    WordPastGrid,
    /// Robot: the 129th track stops the run.
    TrackLimit,
    /// Floats: subnormals have the exponent -127, infinity and NaN are shown as numbers.
    PlainExponents,
    /// Bitmap Display: a unit has the colour of the value that was stored, not of the word.
    StoredColours,
    /// Digital Lab: a word or half drives the right digit only, and reading the left digit's byte
    /// sets it.
    DigitsByAccess,
}

impl MarsFault {
    /// All faults, in the order of the table in the documentation.
    pub const ALL: [MarsFault; 12] = [
        MarsFault::BgtzAtZero,
        MarsFault::OffsetDecides,
        MarsFault::FloatBranchesUnseen,
        MarsFault::SameAddressOnce,
        MarsFault::PhantomAtEnd,
        MarsFault::FiveBitFunctions,
        MarsFault::FetchesTwice,
        MarsFault::WordPastGrid,
        MarsFault::TrackLimit,
        MarsFault::PlainExponents,
        MarsFault::StoredColours,
        MarsFault::DigitsByAccess,
    ];

    /// The name of the switch.
    pub const fn name(self) -> &'static str {
        match self {
            MarsFault::BgtzAtZero => "bgtz-at-zero",
            MarsFault::OffsetDecides => "offset-decides",
            MarsFault::FloatBranchesUnseen => "float-branches-unseen",
            MarsFault::SameAddressOnce => "same-address-once",
            MarsFault::PhantomAtEnd => "phantom-at-end",
            MarsFault::FiveBitFunctions => "five-bit-functions",
            MarsFault::FetchesTwice => "fetches-twice",
            MarsFault::WordPastGrid => "word-past-grid",
            MarsFault::TrackLimit => "track-limit",
            MarsFault::PlainExponents => "plain-exponents",
            MarsFault::StoredColours => "stored-colours",
            MarsFault::DigitsByAccess => "digits-by-access",
        }
    }
}

/// The faults that are repeated; none is correct.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FaultSet {
    bits: u16,
}

impl FaultSet {
    /// Correct figures.
    pub const NONE: FaultSet = FaultSet { bits: 0 };

    /// Everything as MARS has it when its tools are used one at a time.
    pub const MARS: FaultSet = FaultSet::NONE
        .with(MarsFault::BgtzAtZero)
        .with(MarsFault::OffsetDecides)
        .with(MarsFault::FloatBranchesUnseen)
        .with(MarsFault::SameAddressOnce)
        .with(MarsFault::PhantomAtEnd)
        .with(MarsFault::FiveBitFunctions)
        .with(MarsFault::WordPastGrid)
        .with(MarsFault::TrackLimit)
        .with(MarsFault::PlainExponents)
        .with(MarsFault::StoredColours)
        .with(MarsFault::DigitsByAccess);

    /// The set with one more fault.
    #[must_use]
    pub const fn with(self, fault: MarsFault) -> FaultSet {
        FaultSet { bits: self.bits | 1 << fault as u8 }
    }

    /// The set without a fault.
    #[must_use]
    pub const fn without(self, fault: MarsFault) -> FaultSet {
        FaultSet { bits: self.bits & !(1 << fault as u8) }
    }

    /// Whether a fault is repeated.
    #[inline]
    pub const fn has(self, fault: MarsFault) -> bool {
        self.bits >> fault as u8 & 1 == 1
    }

    /// Whether no fault is repeated.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_has_a_name_of_its_own_and_can_be_turned() {
        for (idx, fault) in MarsFault::ALL.into_iter().enumerate() {
            let later = &MarsFault::ALL[idx + 1..];
            assert!(later.iter().all(|other| other.name() != fault.name()));
            let only = FaultSet::NONE.with(fault);
            assert!(only.has(fault) && only.without(fault).is_empty());
        }
        // Two tools at once is a choice of the user, not a fault of one tool.
        assert!(!FaultSet::MARS.has(MarsFault::FetchesTwice));
    }
}
