//! The techniques, from the easiest to the hardest, and how much work each one is.

use std::fmt;

use super::candidates::CandidateGrid;
use super::rating::Difficulty;
use super::step::SolutionStep;
use super::{chains, colouring, fish, locked, pairs, rectangle, singles, subsets, wings};

/// A way to find out something about a grid, in the order in which they are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Technique {
    /// A house with one open cell.
    FullHouse,
    /// A cell with one candidate.
    NakedSingle,
    /// A value with one place in a house.
    HiddenSingle,
    /// A value of a box that is confined to one line leaves the rest of the line.
    Pointing,
    /// A value of a line that is confined to one box leaves the rest of the box.
    Claiming,
    /// Two cells of a house that share two candidates.
    NakedPair,
    /// Two values of a house that share two cells.
    HiddenPair,
    /// Three cells of a house that share three candidates.
    NakedTriple,
    /// Three values of a house that share three cells.
    HiddenTriple,
    /// Four cells of a house that share four candidates.
    NakedQuad,
    /// Four values of a house that share four cells.
    HiddenQuad,
    /// Two lines in which a value has the same two places.
    XWing,
    /// A cell with two candidates that forces one of two others to hold a third value.
    XyWing,
    /// The places of a value in two colours, of which one is true.
    SimpleColouring,
    /// Four cells that could be exchanged without breaking a rule; assumes a single solution.
    UniqueRectangle,
    /// Three lines in which a value has the same three places.
    Swordfish,
    /// An XY-Wing whose pivot has the third value too.
    XyzWing,
    /// Two equal pairs, tied by a value that has two places in a house.
    WWing,
    /// An X-Wing with exceptions in one box.
    FinnedXWing,
    /// A chain of cells with the same two candidates.
    RemotePair,
    /// Four lines in which a value has the same four places.
    Jellyfish,
    /// A Swordfish with exceptions in one box.
    FinnedSwordfish,
    /// A chain of places of one value.
    XChain,
    /// A chain of cells with two candidates each.
    XyChain,
    /// A chain of any candidates.
    Chain,
    /// No technique: a value is tried.
    Guess,
}

impl Technique {
    /// All techniques, from the easiest to the hardest.
    pub const ALL: [Self; 26] = [
        Self::FullHouse,
        Self::NakedSingle,
        Self::HiddenSingle,
        Self::Pointing,
        Self::Claiming,
        Self::NakedPair,
        Self::HiddenPair,
        Self::NakedTriple,
        Self::HiddenTriple,
        Self::NakedQuad,
        Self::HiddenQuad,
        Self::XWing,
        Self::XyWing,
        Self::SimpleColouring,
        Self::UniqueRectangle,
        Self::Swordfish,
        Self::XyzWing,
        Self::WWing,
        Self::FinnedXWing,
        Self::RemotePair,
        Self::Jellyfish,
        Self::FinnedSwordfish,
        Self::XChain,
        Self::XyChain,
        Self::Chain,
        Self::Guess,
    ];

    /// The first step that this technique finds; guessing finds none.
    ///
    /// The step is true in every solution whose values are all among the candidates, unless the
    /// technique [assumes uniqueness](Self::assumes_uniqueness).
    pub fn find(self, candidates: &CandidateGrid) -> Option<SolutionStep> {
        match self {
            Self::FullHouse => singles::full_house(candidates),
            Self::NakedSingle => singles::naked(candidates),
            Self::HiddenSingle => singles::hidden(candidates),
            Self::Pointing => locked::pointing(candidates),
            Self::Claiming => locked::claiming(candidates),
            Self::NakedPair => subsets::naked(candidates, self, 2),
            Self::HiddenPair => subsets::hidden(candidates, self, 2),
            Self::NakedTriple => subsets::naked(candidates, self, 3),
            Self::HiddenTriple => subsets::hidden(candidates, self, 3),
            Self::NakedQuad => subsets::naked(candidates, self, 4),
            Self::HiddenQuad => subsets::hidden(candidates, self, 4),
            Self::XWing => fish::plain(candidates, self, 2),
            Self::XyWing => wings::xy(candidates),
            Self::SimpleColouring => colouring::find(candidates),
            Self::UniqueRectangle => rectangle::find(candidates),
            Self::Swordfish => fish::plain(candidates, self, 3),
            Self::XyzWing => wings::xyz(candidates),
            Self::WWing => wings::w(candidates),
            Self::FinnedXWing => fish::finned(candidates, self, 2),
            Self::RemotePair => pairs::find(candidates),
            Self::Jellyfish => fish::plain(candidates, self, 4),
            Self::FinnedSwordfish => fish::finned(candidates, self, 3),
            Self::XChain | Self::XyChain | Self::Chain => chains::find(candidates, self),
            // A guess needs the solution, which `path::guess` has.
            Self::Guess => None,
        }
    }

    /// True when the technique is right only for puzzles with exactly one solution.
    pub fn assumes_uniqueness(self) -> bool {
        self == Self::UniqueRectangle
    }

    /// The difficulty of a puzzle that needs this technique and no harder one.
    pub fn difficulty(self) -> Difficulty {
        match self {
            Self::FullHouse | Self::NakedSingle | Self::HiddenSingle => Difficulty::Easy,
            Self::Pointing | Self::Claiming | Self::NakedPair | Self::HiddenPair => {
                Difficulty::Medium
            }
            Self::NakedTriple
            | Self::HiddenTriple
            | Self::NakedQuad
            | Self::HiddenQuad
            | Self::XWing
            | Self::XyWing
            | Self::SimpleColouring
            | Self::UniqueRectangle => Difficulty::Hard,
            Self::Swordfish
            | Self::XyzWing
            | Self::WWing
            | Self::FinnedXWing
            | Self::RemotePair
            | Self::Jellyfish
            | Self::FinnedSwordfish
            | Self::XChain
            | Self::XyChain => Difficulty::Expert,
            Self::Chain | Self::Guess => Difficulty::Extreme,
        }
    }

    /// The work of one step, in the time that it takes to see a full house.
    pub fn effort(self) -> u32 {
        // Effort never falls in the order of techniques, or a harder step could lower a score; a
        // test holds the numbers to that.
        match self {
            Self::FullHouse => 1,
            Self::NakedSingle | Self::HiddenSingle => 2,
            Self::Pointing | Self::Claiming => 5,
            Self::NakedPair => 6,
            Self::HiddenPair => 8,
            Self::NakedTriple => 9,
            Self::HiddenTriple => 11,
            Self::NakedQuad | Self::HiddenQuad | Self::XWing => 13,
            Self::XyWing | Self::SimpleColouring | Self::UniqueRectangle => 15,
            Self::Swordfish | Self::XyzWing | Self::WWing | Self::FinnedXWing => 18,
            Self::RemotePair | Self::Jellyfish | Self::FinnedSwordfish => 20,
            Self::XChain | Self::XyChain => 25,
            Self::Chain => 40,
            Self::Guess => 100,
        }
    }

    /// The usual English name.
    pub fn name(self) -> &'static str {
        match self {
            Self::FullHouse => "Full House",
            Self::NakedSingle => "Naked Single",
            Self::HiddenSingle => "Hidden Single",
            Self::Pointing => "Pointing",
            Self::Claiming => "Claiming",
            Self::NakedPair => "Naked Pair",
            Self::HiddenPair => "Hidden Pair",
            Self::NakedTriple => "Naked Triple",
            Self::HiddenTriple => "Hidden Triple",
            Self::NakedQuad => "Naked Quad",
            Self::HiddenQuad => "Hidden Quad",
            Self::XWing => "X-Wing",
            Self::XyWing => "XY-Wing",
            Self::SimpleColouring => "Simple Colouring",
            Self::UniqueRectangle => "Unique Rectangle",
            Self::Swordfish => "Swordfish",
            Self::XyzWing => "XYZ-Wing",
            Self::WWing => "W-Wing",
            Self::FinnedXWing => "Finned X-Wing",
            Self::RemotePair => "Remote Pair",
            Self::Jellyfish => "Jellyfish",
            Self::FinnedSwordfish => "Finned Swordfish",
            Self::XChain => "X-Chain",
            Self::XyChain => "XY-Chain",
            Self::Chain => "Chain",
            Self::Guess => "Guess",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_order_and_work_and_difficulty_never_fall() {
        for pair in Technique::ALL.windows(2) {
            assert!(pair[0] < pair[1]);
            assert!(pair[0].effort() <= pair[1].effort(), "{} {}", pair[0], pair[1]);
            assert!(pair[0].difficulty() <= pair[1].difficulty(), "{} {}", pair[0], pair[1]);
        }
    }
}
