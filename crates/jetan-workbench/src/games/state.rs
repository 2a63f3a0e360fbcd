//! The state of the game on the table, for the wire.

use jetan_games::GameTitle;
use jetan_play::PlayableGame;
use jetan_play::games::GameInPlay;
use jetan_play::options::OptionTopic;
use jetan_play::settings::PlaySettings;
use jetan_play::stones::{ExpectedInput, SideToMove, StoneGame};
use std::collections::BTreeMap;

use jetan_wire::{
    AnyGame, GameAction, GameBest, GameEnd, GameKind, GameMessage, GameState, GameTurn,
    ReplayPosition, Thinking,
};

use super::saved_games::SavedGames;
use super::table::{GameTable, ThoughtGoal};
use super::{stones, sudoku, tetrisito, twenty48};

/// Settings as they can be sent again.
pub(super) fn settings_wire(name: GameTitle, settings: &PlaySettings) -> BTreeMap<String, String> {
    let topics = OptionTopic::all_of(name).into_iter();
    let mut wire: BTreeMap<String, String> =
        topics.map(|topic| (topic.key().to_owned(), topic.value(settings))).collect();
    wire.insert("seed".to_owned(), settings.seed.to_string());
    wire
}

/// Takes out of a state how the board came from the one before it.
pub(super) fn forget_motion(state: &mut GameState) {
    match state {
        GameState::Stones(game) => game.motion = None,
        GameState::Twenty48(game) => game.motion = None,
        GameState::Tetrisito(game) => game.motion = None,
        GameState::Sudoku(_) => {}
    }
}

impl GameTable {
    /// The whole state.
    pub(super) fn wire(
        &self,
        keeping: &SavedGames,
        thinking: Option<(ThoughtGoal, u64)>,
    ) -> GameState {
        let any = self.any(keeping, thinking);
        match &self.game {
            GameInPlay::ConnectFour(game) => {
                GameState::Stones(stones::connect_four_state(game, self, any))
            }
            GameInPlay::FourInARow(game) => {
                GameState::Stones(stones::four_in_a_row_state(game, self, any))
            }
            GameInPlay::Twenty48(game) => GameState::Twenty48(twenty48::state(game, self, any)),
            GameInPlay::Tetrisito(game) => GameState::Tetrisito(tetrisito::state(game, self, any)),
            GameInPlay::Sudoku(game) => GameState::Sudoku(sudoku::state(game, self, any)),
        }
    }

    /// The state that all games share; the moves that can be played are each game's own to say.
    fn any(&self, keeping: &SavedGames, thinking: Option<(ThoughtGoal, u64)>) -> AnyGame {
        let play = self.play();
        let name = play.name();
        let notice = self.notice.as_ref().or(keeping.notice_of(name));
        let elapsed_ms = match &self.game {
            GameInPlay::Sudoku(game) => Some(game.elapsed().as_millis() as u64),
            _ => None,
        };
        let thinking = thinking.and_then(|(want, nodes)| {
            let about = want.about()?;
            Some(Thinking { about, nodes })
        });
        AnyGame {
            title: name.title().to_owned(),
            settings: settings_wire(name, play.settings()),
            kind: self.kind(),
            turn: self.turn(),
            moves: play.moves().len(),
            last: play.moves().last().cloned(),
            legal: if self.replay.is_some() { Vec::new() } else { self.legal() },
            can: self.can(),
            progress: play.progress(),
            message: notice.map(|notice| GameMessage {
                text: notice.text.clone(),
                is_warning: notice.is_warning,
            }),
            outcome: self.outcome_wire(keeping),
            thinking,
            elapsed_ms,
            counts: play.class().is_some(),
            is_saved: self.replay.is_none() && keeping.is_saved(name),
            replay: self.replay.as_ref().map(|replay| ReplayPosition {
                at: replay.at,
                total: replay.record.moves.len(),
                word: replay.at.checked_sub(1).map(|at| replay.record.moves[at].clone()),
            }),
            versus: self.versus.as_ref().map(super::versus::VersusRun::wire),
        }
    }

    fn kind(&self) -> GameKind {
        match &self.game {
            _ if self.replay.is_some() => GameKind::Replay,
            GameInPlay::Sudoku(game) if game.attempt().is_none() => GameKind::Making,
            _ if self.play().outcome().is_some() => GameKind::Over,
            _ => GameKind::Playing,
        }
    }

    /// Whose turn it is.
    pub(super) fn turn(&self) -> GameTurn {
        let of = |turn, asked| match (turn, asked) {
            (_, ExpectedInput::Nothing) => GameTurn::Nobody,
            (SideToMove::Computer(_), _) => GameTurn::Computer,
            _ => GameTurn::Person,
        };
        match &self.game {
            _ if self.replay.is_some() => GameTurn::Nobody,
            GameInPlay::ConnectFour(game) => of(game.turn(), game.asked()),
            GameInPlay::FourInARow(game) => of(game.turn(), game.asked()),
            _ if self.kind() == GameKind::Playing => GameTurn::Person,
            _ => GameTurn::Nobody,
        }
    }

    /// Every word that can be played now and that changes the board.
    fn legal(&self) -> Vec<String> {
        match &self.game {
            GameInPlay::ConnectFour(game) => stones::legal(&**game),
            GameInPlay::FourInARow(game) => stones::legal(&**game),
            GameInPlay::Twenty48(game) => twenty48::legal(game),
            GameInPlay::Tetrisito(game) => tetrisito::legal(game),
            GameInPlay::Sudoku(_) => Vec::new(),
        }
    }

    /// The actions that are possible now.
    pub(super) fn can(&self) -> Vec<GameAction> {
        if self.replay.is_some() {
            return Vec::new();
        }
        let can = match &self.game {
            GameInPlay::ConnectFour(game) => stones::can(&**game, game.undoable().is_some()),
            GameInPlay::FourInARow(game) => {
                stones::can(&**game, game.asked() == ExpectedInput::Undo)
            }
            GameInPlay::Twenty48(game) => twenty48::can(game),
            GameInPlay::Tetrisito(game) => tetrisito::can(game),
            GameInPlay::Sudoku(game) => sudoku::can(game),
        };
        // A program beside it cannot go back, and does not wait for somebody who plays by himself.
        let is_alone = self.versus.is_none();
        let is_for_one = |action: &GameAction| {
            use GameAction::{Autoplay, GoOn, Redo, Undo};
            !matches!(action, Undo | Redo | Autoplay | GoOn)
        };
        let is_game = matches!(self.game, GameInPlay::FourInARow(_));
        can.into_iter().filter(|action| is_alone || is_game || is_for_one(action)).collect()
    }

    fn outcome_wire(&self, keeping: &SavedGames) -> Option<GameEnd> {
        let outcome = self.play().outcome()?;
        let is_won = match &self.game {
            GameInPlay::ConnectFour(game) => stones::is_won(&**game),
            GameInPlay::FourInARow(game) => stones::is_won(&**game),
            GameInPlay::Twenty48(game) => Some(twenty48::is_won(game)),
            GameInPlay::Tetrisito(game) => (!game.attempt().is_solved_by_engine()).then_some(true),
            GameInPlay::Sudoku(game) => {
                let by_engine = game
                    .attempt()
                    .is_some_and(jetan_play::sudoku::SudokuAttempt::is_solved_by_engine);
                (!by_engine).then_some(true)
            }
        };
        // A game that is watched was scored when it was played.
        let best = outcome.score.filter(|_| self.replay.is_none());
        let score = best.map(|best| GameBest {
            class: best.class,
            shown: best.shown,
            is_best: keeping.is_best(),
        });
        Some(GameEnd { words: outcome.words, is_won, score })
    }
}
