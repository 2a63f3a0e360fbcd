//! The panel and the lines under the board of Connect Four.

use jetan_games::connect4::connect_four::ConnectFourQuestion;
use jetan_games::connect4::{Player, position::CELLS};
use jetan_play::PlayableGame;
use jetan_play::stones::{SideToMove, StoneGame};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{ConnectFourScreen, keys};
use crate::games::stones::panel::{PanelMessage, PanelSection, QuestionCard, player_line, row};
use crate::games::stones::place::StoneLayout;
use crate::games::stones::scene::{HoleShape, Stone};
use crate::games::stones::shape::StoneShape;
use crate::games::stones::view::StoneView;
use crate::look::TerminalLook;
use crate::paint;

impl ConnectFourScreen {
    /// The whole picture, for an area of this size.
    pub(super) fn view(&self, area: Rect, look: TerminalLook) -> StoneView {
        let position = self.course.rules().position();
        let stone = |player| self.stone_of(player);
        // `StoneView::draw` finds the place again; the sections need to know the panel's width
        // before.
        let panel = StoneLayout::find(area, look).and_then(|place| place.panel);
        let width = panel.map_or(0, |panel| panel.width.saturating_sub(2));
        StoneView {
            scene: self.controls.scene(
                &position,
                HoleShape::Round,
                self.course.newest(),
                self.turn(),
                stone,
            ),
            status: self.status(look),
            sections: self.sections(look, width),
            message: self.controls.message.clone().unwrap_or_else(|| self.prompt(look)),
            card: self.card(),
        }
    }

    fn stone_of(&self, player: Player) -> Stone {
        let is_movers = self.course.rules().position().mover() == player;
        let mover = self.course.rules().current_player();
        stone(if is_movers { mover } else { 3 - mover })
    }

    /// Whether the game is over and its last stone lies.
    fn is_settled_end(&self) -> bool {
        self.course.rules().end_game() && self.controls.falls.is_empty()
    }

    /// Who has won, and how, in words; nothing before the end.
    fn result(&self) -> Option<(String, String)> {
        if !self.is_settled_end() {
            return None;
        }
        let winner = self.course.rules().winner();
        if winner == 0 {
            return Some(("draw".to_owned(), "the board is full".to_owned()));
        }
        let words = self.course.victory(winner);
        Some((words, format!("four in line, {} stones", self.course.stones_of(winner))))
    }

    fn prompt(&self, look: TerminalLook) -> PanelMessage {
        if let Some((words, reason)) = self.result() {
            return PanelMessage::plain(format!("{words}: {reason}"));
        }
        match (self.course.rules().question(), self.turn()) {
            _ if self.controls.is_watched => PanelMessage::plain(""),
            (Some(ConnectFourQuestion::FirstPlayer), _) => {
                PanelMessage::question("who goes first, 1 or 2?")
            }
            (_, SideToMove::Computer(_)) => {
                let words = look.pick("the computer is thinking…", "the computer is thinking...");
                PanelMessage::plain(words)
            }
            (Some(ConnectFourQuestion::Column { .. }), _)
                if self.course.settings().level.is_some() =>
            {
                PanelMessage::plain("your turn: a column from 0 to 6")
            }
            (Some(ConnectFourQuestion::Column { player }), _) => {
                PanelMessage::plain(format!("player {player}: a column from 0 to 6"))
            }
            (None, _) => PanelMessage::plain(""),
        }
    }

    fn status(&self, look: TerminalLook) -> Line<'static> {
        let mut spans = Vec::new();
        for player in [1, 2] {
            let is_turn = self.is_turn_of(player);
            spans.extend(
                player_line(look, stone(player), &self.course.name_of(player), is_turn).spans,
            );
            spans.push(Span::styled(
                format!(" {} ", self.course.stones_of(player)),
                paint::dim(look),
            ));
        }
        Line::from(spans)
    }

    fn is_turn_of(&self, player: u8) -> bool {
        self.course.rules().question() == Some(ConnectFourQuestion::Column { player })
    }

    fn sections(&self, look: TerminalLook, width: u16) -> Vec<PanelSection> {
        let mut sections = Vec::new();
        if let Some((words, reason)) = self.result() {
            let winner = self.course.rules().winner();
            let colour = if winner == 0 { paint::WARM } else { stone(winner).colour() };
            sections.push(PanelSection::result(look, &words, &reason, colour));
        }
        let mut players = vec![Line::default()];
        for player in [1, 2] {
            let is_turn = self.is_turn_of(player);
            let mut line = player_line(look, stone(player), &self.course.name_of(player), is_turn);
            let stones = self.course.stones_of(player).to_string();
            let room = usize::from(width).saturating_sub(line.width() + 1);
            line.push_span(Span::styled(format!("{stones:>room$}"), paint::strong(look)));
            players.extend([line, Line::default()]);
        }
        sections.push(PanelSection::titled("Stones", players));
        let mut game = vec![row(
            look,
            width,
            "on the board",
            &format!("{} of {CELLS}", self.course.rules().piece_count()),
        )];
        if let Some((column, _)) = self.course.newest() {
            game.push(row(
                look,
                width,
                "newest",
                &format!("column {}", self.controls.label(column)),
            ));
        }
        if let Some(level) = self.course.settings().level {
            game.push(row(look, width, "level", level.name()));
        }
        sections.push(PanelSection::titled("Game", game));
        if self.controls.is_analysing && !self.course.rules().end_game() {
            sections.push(PanelSection::legend(look));
        }
        if !self.course.rules().end_game() && !self.controls.is_watched {
            let rows =
                if self.course.settings().undo { keys::SHORT_WITH_UNDO } else { keys::SHORT };
            sections.push(PanelSection::keys(look, rows));
        }
        sections
    }

    fn card(&self) -> Option<QuestionCard> {
        let is_asked = self.course.rules().question() == Some(ConnectFourQuestion::FirstPlayer);
        (is_asked && !self.controls.is_watched).then(|| QuestionCard {
            title: "Who goes first?",
            answers: [1, 2].map(|player| (stone(player), self.course.name_of(player))),
            chosen: self.chosen,
        })
    }
}

fn stone(player: u8) -> Stone {
    Stone { player, shape: if player == 1 { StoneShape::Disc } else { StoneShape::Coin } }
}
