//! Similarity of submissions: which share code, whatever its names and registers, and where.
//!
//! The text of a submission becomes statements without names ([`tokens`]), in two forms: as they
//! stand there without code that does nothing (`dead`), and with macros written out (`macros`), in
//! the order in which they are met (`flow`), without what nobody needs (`values`, `stack`, `live`,
//! `canonical`). In each form (`layer`) runs of statements are hashed with their registers numbered
//! by first use, so that consistent renaming changes nothing, and some of the hashes are kept as
//! fingerprints ([`winnow`]). Submissions with fingerprints in common are compared statement by
//! statement ([`pairs`]), and those that resemble each other form clusters
//! ([`clusters`](mod@clusters)).

mod dead;

mod macros;

mod effects;

mod flow;

mod values;

mod stack;

mod live;

mod canonical;

mod layer;

pub mod tokens;

pub mod winnow;

pub mod pairs;

pub mod clusters;

pub use clusters::clusters;
pub use pairs::{ComparedClass, PairVerdict, PassageLines, SharedPassage, SubmissionPair};
pub use tokens::SubmissionDocument;

/// The thresholds of similarity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimilaritySettings {
    /// Passages shorter than this many statements are taken for accidents.
    pub passage_min: usize,
    /// Code that more than this share of the submissions has, in percent, was given or is the
    /// only way to write it; it counts for nothing.
    pub common_percent: usize,
}

impl Default for SimilaritySettings {
    fn default() -> SimilaritySettings {
        SimilaritySettings { passage_min: 8, common_percent: 25 }
    }
}

impl SimilaritySettings {
    /// From how many submissions on a piece of code is common, in a class of this size. In small
    /// classes a few copies would be, so there it takes eight at least.
    fn common_min(self, submissions: usize) -> usize {
        const COMMON_MIN: usize = 8;
        (submissions * self.common_percent / 100).max(COMMON_MIN)
    }
}
