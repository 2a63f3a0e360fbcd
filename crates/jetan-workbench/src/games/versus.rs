//! A program beside a game: fed with the same moves, its board compared.

use jetan_games::Name;
use jetan_play::games::Game;
use jetan_play::settings::Settings;
use serde_json::{Value, json};

use super::table::Table;
use crate::carrier::Carrier;
use crate::message::Refusal;
use crate::run::Options;
use crate::workbench::{Desk, Next, Workbench};

/// The program beside a game.
pub(super) struct Versus {}

impl Versus {
    pub(super) fn begin(
        _desk: &mut Desk<'_>,
        _name: Name,
        _settings: Settings,
        _roots: Option<Vec<String>>,
        _options: Options,
    ) -> Result<(Game, Versus), Refusal> {
        Err(Refusal::new("not-now", "not yet"))
    }

    pub(super) fn wire(&self) -> Value {
        json!({})
    }
}

impl Table {
    pub(super) fn check_versus(&self) -> Result<(), Refusal> {
        Ok(())
    }
}

impl Desk<'_> {
    pub(super) fn type_into_program(&mut self, _word: &str) -> Result<(), Refusal> {
        Ok(())
    }
}

impl Workbench {
    pub(super) fn advance_versus(&mut self, _carrier: &mut dyn Carrier) -> Next {
        Next::Never
    }
}
