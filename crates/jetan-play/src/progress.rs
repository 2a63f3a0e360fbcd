//! Persistence of a game while it is played: moves to save, an end to count.

use crate::game::{GameOutcome, PlayableGame};
use crate::scores::{HighScores, ScoreEntry};

/// Something to be stored or removed after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveAction {
    /// Keep it, to be taken up later.
    Save,
    /// Forget what was saved of it: it is over.
    Forget,
    /// Keep it, to be watched again.
    KeepReplay,
    /// Keep its score.
    Score(ScoreEntry),
}

/// The state of a game at the last look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SaveProgress {
    moves: usize,
    is_over: bool,
    is_best: bool,
}

impl SaveProgress {
    /// A game that begins or goes on with so many moves; `is_counted` if its end was counted
    /// already.
    pub const fn new(moves: usize, is_counted: bool) -> SaveProgress {
        SaveProgress { moves, is_over: is_counted, is_best: false }
    }

    /// Whether this game became the best of its class.
    pub const fn is_best(&self) -> bool {
        self.is_best
    }

    /// Tasks since the last look, in this order. The outcome is the caller's: one who shows a game
    /// may announce its end later than the rules. A score is entered into `scores`.
    pub fn observe(
        &mut self,
        play: &dyn PlayableGame,
        outcome: Option<GameOutcome>,
        scores: &mut HighScores,
    ) -> Vec<SaveAction> {
        let (moves, is_over) = (play.moves().len(), outcome.is_some());
        // The end may come without a move, after the last one was shown.
        if (moves, is_over) == (self.moves, self.is_over) {
            return Vec::new();
        }
        (self.moves, self.is_over) = (moves, is_over);
        let Some(outcome) = outcome else { return vec![SaveAction::Save] };
        let mut deeds = Vec::new();
        if let Some(best) = outcome.score {
            let entry = ScoreEntry { game: play.name(), best, seed: play.settings().seed };
            self.is_best = scores.enter(entry.clone());
            deeds.push(SaveAction::Score(entry));
        }
        // The replay is kept before the save is forgotten: a crash in between leaves the game in
        // one of the two places.
        deeds.push(SaveAction::KeepReplay);
        deeds.push(if play.can_go_on() { SaveAction::Save } else { SaveAction::Forget });
        deeds
    }
}

#[cfg(test)]
mod tests {
    use jetan_games::GameTitle;

    use super::*;
    use crate::game::{BadMove, BestScore};
    use crate::settings::PlaySettings;

    struct FakeGame {
        settings: PlaySettings,
        moves: Vec<String>,
        can_go_on: bool,
    }

    impl PlayableGame for FakeGame {
        fn name(&self) -> GameTitle {
            GameTitle::Twenty48
        }

        fn settings(&self) -> &PlaySettings {
            &self.settings
        }

        fn moves(&self) -> &[String] {
            &self.moves
        }

        fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
            self.moves.push(recorded.to_owned());
            Ok(())
        }

        fn progress(&self) -> String {
            String::new()
        }

        fn outcome(&self) -> Option<GameOutcome> {
            None
        }

        fn can_go_on(&self) -> bool {
            self.can_go_on
        }

        fn class(&self) -> Option<String> {
            None
        }
    }

    fn fake(can_go_on: bool) -> FakeGame {
        FakeGame { settings: PlaySettings::default(), moves: Vec::new(), can_go_on }
    }

    fn ended(value: Option<u64>) -> GameOutcome {
        let best = |value: u64| BestScore {
            class: "target 2048".to_owned(),
            value,
            is_lower_better: false,
            shown: value.to_string(),
        };
        GameOutcome { words: "lost".to_owned(), score: value.map(best) }
    }

    #[test]
    fn moves_are_saved_and_an_end_is_counted_once() {
        let (mut play, mut scores) = (fake(false), HighScores::default());
        let mut progress = SaveProgress::new(0, false);
        assert_eq!(progress.observe(&play, None, &mut scores), []);
        play.apply("U").expect("it takes anything");
        assert_eq!(progress.observe(&play, None, &mut scores), [SaveAction::Save]);
        assert_eq!(progress.observe(&play, None, &mut scores), []);
        let deeds = progress.observe(&play, Some(ended(Some(7))), &mut scores);
        assert!(matches!(
            deeds[..],
            [SaveAction::Score(_), SaveAction::KeepReplay, SaveAction::Forget]
        ));
        assert!(progress.is_best());
        assert_eq!(scores.entries().len(), 1);
        assert_eq!(progress.observe(&play, Some(ended(Some(7))), &mut scores), []);
    }

    #[test]
    fn a_game_that_can_go_on_stays_saved() {
        let (play, mut scores) = (fake(true), HighScores::default());
        let mut progress = SaveProgress::new(0, false);
        let deeds = progress.observe(&play, Some(ended(None)), &mut scores);
        assert_eq!(deeds, [SaveAction::KeepReplay, SaveAction::Save]);
        assert!(!progress.is_best());
    }

    #[test]
    fn what_was_counted_is_not_counted_again() {
        let (play, mut scores) = (fake(false), HighScores::default());
        let mut progress = SaveProgress::new(0, true);
        assert_eq!(progress.observe(&play, Some(ended(Some(7))), &mut scores), []);
        assert!(scores.entries().is_empty());
    }
}
