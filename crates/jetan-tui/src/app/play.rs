//! A game that is being played.

use crate::game::GameScreen;
use jetan_play::progress::SaveProgress;
use jetan_play::settings::PlaySettings;

/// A game, and what the application remembers of it.
pub(super) struct ActiveGame {
    pub(super) game: Box<dyn GameScreen>,
    /// The chosen settings, before the game filled in what it drew: the next game begins here.
    pub(super) agreed: PlaySettings,
    /// The progress at the application's last look.
    pub(super) progress: SaveProgress,
    /// Whether the last key asked for a new game, which has to be confirmed by a second one.
    pub(super) is_sure: bool,
    /// Whether the player wants to see the board instead of how the game ended.
    pub(super) hides_card: bool,
}

impl ActiveGame {
    /// A game that begins or goes on.
    pub(super) fn new(game: Box<dyn GameScreen>, agreed: PlaySettings) -> ActiveGame {
        // One that goes on after its end was counted when it ended; another one that is over was
        // left, or killed, before its end was shown.
        let progress = SaveProgress::new(game.moves().len(), game.can_go_on());
        ActiveGame { game, agreed, progress, is_sure: false, hides_card: false }
    }

    /// Whether a new game would end one that is not over.
    pub(super) fn has_something_to_lose(&self) -> bool {
        self.game.outcome().is_none() && !self.game.moves().is_empty()
    }

    /// Whether the card about the end is to be seen: when everything has come to rest.
    pub(super) fn shows_card(&self) -> bool {
        !self.hides_card && !self.game.is_moving() && self.game.outcome().is_some()
    }
}
