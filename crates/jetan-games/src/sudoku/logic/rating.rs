//! The difficulty of a puzzle for a person.
//!
//! The difficulty is that of the hardest technique of the solution path. As the path always takes
//! the easiest technique that finds something, it is a technique one cannot do without.
//!
//! | difficulty | score | hardest technique |
//! |---|---|---|
//! | easy | 0–999 | full houses and singles |
//! | medium | 1000–1999 | locked candidates, pairs |
//! | hard | 2000–2999 | triples, quads, X-Wing, XY-Wing, colouring, unique rectangle |
//! | expert | 3000–3999 | larger and finned fish, XYZ- and W-Wing, remote pairs, X- and XY-chains |
//! | extreme | 4000–4999 | chains of mixed candidates, guessing |
//!
//! Within a difficulty the score grows with the total effort: the sum of
//! [`Technique::effort`] over all steps, counted no further than 999.
//! So a further or a harder step never lowers the score.

use std::fmt;

use super::step::SolutionStep;
use super::technique::Technique;

/// The scale of difficulties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Difficulty {
    /// Singles suffice.
    Easy,
    /// Needs locked candidates or pairs.
    Medium,
    /// Needs larger subsets, or the simplest patterns across the grid.
    Hard,
    /// Needs fish, wings or chains.
    Expert,
    /// Needs chains of all kinds, or guessing.
    Extreme,
}

impl Difficulty {
    /// All difficulties, easiest first.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert, Self::Extreme];

    /// The word in small letters.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Extreme => "extreme",
        }
    }

    /// The difficulty with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|difficulty| difficulty.name() == name)
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The difficulty of a solution path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PathRating {
    /// The hardest technique; none when there was nothing to do.
    pub hardest: Option<Technique>,
    /// The sum of the efforts of all steps.
    pub effort: u32,
}

/// The largest part of a score that comes from the effort.
const EFFORT_MAX: u32 = 999;

impl PathRating {
    /// The rating of these steps.
    pub fn of(steps: &[SolutionStep]) -> Self {
        let mut rating = Self { hardest: None, effort: 0 };
        for step in steps {
            rating.add(step.technique);
        }
        rating
    }

    /// Accounts for one more step.
    pub fn add(&mut self, technique: Technique) {
        // `None` is below every technique.
        self.hardest = self.hardest.max(Some(technique));
        self.effort = self.effort.saturating_add(technique.effort());
    }

    /// The place on the scale.
    pub fn difficulty(&self) -> Difficulty {
        self.hardest.map_or(Difficulty::Easy, Technique::difficulty)
    }

    /// The number: a thousand per difficulty, and the effort within it.
    pub fn score(&self) -> u32 {
        (EFFORT_MAX + 1) * self.difficulty() as u32 + self.effort.min(EFFORT_MAX)
    }
}

impl fmt::Display for PathRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.difficulty(), self.score())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(techniques: &[Technique]) -> PathRating {
        let mut rating = PathRating::of(&[]);
        for &technique in techniques {
            rating.add(technique);
        }
        rating
    }

    #[test]
    fn a_further_or_harder_step_never_lowers_the_score() {
        for &first in &Technique::ALL {
            for pair in Technique::ALL.windows(2) {
                let (easier, harder) = (rate(&[first, pair[0]]), rate(&[first, pair[1]]));
                assert!(rate(&[first]).score() < easier.score());
                assert!(easier.score() <= harder.score(), "{first} {pair:?}");
            }
        }
    }

    #[test]
    fn much_easy_work_is_still_easy() {
        let rating = rate(&[Technique::HiddenSingle; 2000]);
        assert_eq!((rating.difficulty(), rating.score()), (Difficulty::Easy, 999));
        assert_eq!(rate(&[Technique::Guess]).to_string(), "extreme 4100");
    }

    #[test]
    fn every_name_leads_back_to_its_difficulty() {
        for difficulty in Difficulty::ALL {
            assert_eq!(Difficulty::from_name(difficulty.name()), Some(difficulty));
        }
        assert_eq!(Difficulty::from_name("Easy"), None);
    }
}
