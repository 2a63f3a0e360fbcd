//! The state of the game on the table, for the wire.

use jetan_games::Name;
use jetan_play::games::Game;
use jetan_play::options::Topic;
use jetan_play::settings::Settings;
use jetan_play::stones::{Asked, Stones, Turn};
use serde_json::{Map, Value, json};

use super::keeping::Keeping;
use super::table::{Table, Want};
use super::{stones, sudoku, tetrisito, twenty48};

/// Settings as they can be sent again.
pub(super) fn settings_wire(name: Name, settings: &Settings) -> Value {
    let mut wire = Map::new();
    for topic in Topic::all_of(name) {
        wire.insert(topic.key().to_owned(), Value::from(topic.value(settings)));
    }
    wire.insert("seed".to_owned(), Value::from(settings.seed.to_string()));
    Value::Object(wire)
}

impl Table {
    /// The whole state.
    pub(super) fn wire(&self, keeping: &Keeping, thinking: Option<(Want, u64)>) -> Value {
        let play = self.play();
        let name = play.name();
        let mut wire = json!({
            "game": name.typed(), "title": name.title(), "kind": self.kind(), "turn": self.turn(),
            "settings": settings_wire(name, play.settings()), "moves": play.moves().len(),
            "progress": play.progress(), "can": self.can(), "counts": play.class().is_some(),
            "isSaved": self.replay.is_none() && keeping.is_saved(name),
        });
        if let Some(last) = play.moves().last() {
            wire["last"] = Value::from(last.as_str());
        }
        self.describe(&mut wire);
        if let Some(motion) = &self.motion {
            wire["motion"] = motion.clone();
        }
        if let Some(hint) = &self.known.hint {
            wire["hint"] = hint.clone();
        }
        if let Some(notice) = self.notice.as_ref().or(keeping.notice_of(name)) {
            wire["message"] = json!({"text": notice.text, "isWarning": notice.is_warning});
        }
        if let Some(outcome) = self.outcome_wire(keeping) {
            wire["outcome"] = outcome;
        }
        if let Some((want, nodes)) = thinking
            && let Some(about) = want.name()
        {
            wire["thinking"] = json!({"about": about, "nodes": nodes});
        }
        if let Some(replay) = &self.replay {
            wire["replay"] = json!({"at": replay.at, "total": replay.record.moves.len()});
            if let Some(word) = replay.at.checked_sub(1).map(|at| &replay.record.moves[at]) {
                wire["replay"]["word"] = Value::from(word.as_str());
            }
        }
        if let Some(versus) = &self.versus {
            wire["versus"] = versus.wire();
        }
        wire
    }

    fn kind(&self) -> &'static str {
        match &self.game {
            _ if self.replay.is_some() => "replay",
            Game::Sudoku(game) if game.attempt().is_none() => "making",
            _ if self.play().outcome().is_some() => "over",
            _ => "playing",
        }
    }

    /// Whose turn it is.
    pub(super) fn turn(&self) -> &'static str {
        let of = |turn, asked| match (turn, asked) {
            (_, Asked::Nothing) => "nobody",
            (Turn::Computer(_), _) => "computer",
            _ => "person",
        };
        match &self.game {
            _ if self.replay.is_some() => "nobody",
            Game::ConnectFour(game) => of(game.turn(), game.asked()),
            Game::FourInARow(game) => of(game.turn(), game.asked()),
            _ if self.kind() == "playing" => "person",
            _ => "nobody",
        }
    }

    /// What can be asked for now.
    pub(super) fn can(&self) -> Vec<&'static str> {
        if self.replay.is_some() {
            return Vec::new();
        }
        let can = match &self.game {
            Game::ConnectFour(game) => stones::can(&**game, game.undoable().is_some()),
            Game::FourInARow(game) => stones::can(&**game, game.asked() == Asked::Undo),
            Game::Twenty48(game) => twenty48::can(game),
            Game::Tetrisito(game) => tetrisito::can(game),
            Game::Sudoku(game) => sudoku::can(game),
        };
        // A program beside it cannot go back, and does not wait for somebody who plays by himself.
        let is_alone = self.versus.is_none();
        let is_for_one = |action: &&str| !matches!(*action, "undo" | "redo" | "autoplay" | "goOn");
        let is_game = matches!(self.game, Game::FourInARow(_));
        can.into_iter().filter(|action| is_alone || is_game || is_for_one(action)).collect()
    }

    fn describe(&self, wire: &mut Value) {
        match &self.game {
            Game::ConnectFour(game) => {
                stones::describe(&**game, self, wire);
                stones::describe_connect_four(game, wire);
            }
            Game::FourInARow(game) => {
                stones::describe(&**game, self, wire);
                stones::describe_four_in_a_row(game, wire);
            }
            Game::Twenty48(game) => twenty48::describe(game, self, wire),
            Game::Tetrisito(game) => tetrisito::describe(game, wire),
            Game::Sudoku(game) => sudoku::describe(game, self, wire),
        }
        if self.replay.is_some() {
            wire["legal"] = json!([]);
        }
    }

    fn outcome_wire(&self, keeping: &Keeping) -> Option<Value> {
        let outcome = self.play().outcome()?;
        let mut wire = json!({"words": outcome.words});
        let is_won = match &self.game {
            Game::ConnectFour(game) => stones::is_won(&**game),
            Game::FourInARow(game) => stones::is_won(&**game),
            Game::Twenty48(game) => Some(twenty48::is_won(game)),
            Game::Tetrisito(game) => (!game.attempt().is_solved_by_engine()).then_some(true),
            Game::Sudoku(game) => {
                let by_engine =
                    game.attempt().is_some_and(jetan_play::sudoku::Attempt::is_solved_by_engine);
                (!by_engine).then_some(true)
            }
        };
        if let Some(is_won) = is_won {
            wire["isWon"] = Value::from(is_won);
        }
        if let (Some(best), None) = (outcome.score, &self.replay) {
            let is_best = keeping.is_best();
            wire["score"] = json!({"class": best.class, "shown": best.shown, "isBest": is_best});
        }
        Some(wire)
    }
}
