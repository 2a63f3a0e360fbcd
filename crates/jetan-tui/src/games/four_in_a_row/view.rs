//! The panel and the lines under the grid of Four in a Row.

use jetan_games::connect4::Player;
use jetan_games::connect4::four_in_a_row::{
    FourRowEnding, FourRowQuestion, PlayerSeat, PlayerToken, UNDOS_MAX,
};
use jetan_play::PlayableGame;
use jetan_play::stones::four_in_a_row::COMPUTER;
use jetan_play::stones::{SideToMove, StoneGame};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::{FourInARowScreen, keys};
use crate::games::stones::panel::{PanelMessage, PanelSection, QuestionCard, player_line};
use crate::games::stones::place::StoneLayout;
use crate::games::stones::scene::{HoleShape, Stone};
use crate::games::stones::shape::StoneShape;
use crate::games::stones::view::StoneView;
use crate::look::TerminalLook;
use crate::paint;

/// More than this are shown as a number only.
const PIPS_MAX: u8 = 9;

const SEATS: [PlayerSeat; 2] = [PlayerSeat::One, PlayerSeat::Two];

impl FourInARowScreen {
    /// The whole picture, for an area of this size.
    pub(super) fn view(&self, area: Rect, look: TerminalLook) -> StoneView {
        let stone = |player| self.stone_of(self.seat_of(player));
        let panel = StoneLayout::find(area, look).and_then(|place| place.panel);
        let width = panel.map_or(0, |panel| panel.width.saturating_sub(2));
        let newest = self.course.played().last().copied();
        let position = self.course.rules().position();
        StoneView {
            scene: self.controls.scene(position, HoleShape::Square, newest, self.turn(), stone),
            status: self.status(look),
            sections: self.sections(look, width),
            message: self.controls.message.clone().unwrap_or_else(|| self.prompt(look)),
            card: self.card(),
        }
    }

    /// Who placed the stones of this side; with none on the grid, who will.
    fn seat_of(&self, player: Player) -> PlayerSeat {
        let position = self.course.rules().position();
        // Whoever is asked for a column is to move; after a move, and at its undo, the other is.
        let mover = match (self.course.rules().question(), self.course.rules().ending()) {
            (Some(FourRowQuestion::Column(seat)), _) => seat,
            (Some(FourRowQuestion::Undo(seat)), _) | (_, Some(FourRowEnding::Won(seat))) => {
                seat.other()
            }
            (_, Some(FourRowEnding::LostByViolations(seat))) => seat,
            (_, Some(FourRowEnding::Tie)) => self.starter(),
            (Some(FourRowQuestion::Token) | None, None) => PlayerSeat::One,
        };
        if position.mover() == player { mover } else { mover.other() }
    }

    /// Who placed the first token: on a full grid that side is to move again.
    fn starter(&self) -> PlayerSeat {
        let grid = self.course.rules().grid();
        // The bottom row begins after five rows of seven cells.
        let first = self.course.played().first().map(|(column, _)| grid[35 + column.index()]);
        let is_ones = first == Some(self.course.rules().token(PlayerSeat::One).byte());
        if is_ones { PlayerSeat::One } else { PlayerSeat::Two }
    }

    fn stone_of(&self, seat: PlayerSeat) -> Stone {
        stone(seat, self.course.rules().token(seat))
    }

    /// The result in words, with the reason; none before the end, or while a token falls.
    fn result(&self) -> Option<(String, String)> {
        let ending = self.course.rules().ending().filter(|_| self.controls.falls.is_empty())?;
        let computer = self.course.settings().level.is_some();
        Some(match ending {
            FourRowEnding::Tie => ("tie".to_owned(), "no slot is free".to_owned()),
            FourRowEnding::Won(seat) => {
                let words = self.course.victory(seat.number());
                (words, format!("four in a row, {} tokens", self.course.tokens_of(seat)))
            }
            FourRowEnding::LostByViolations(seat) => {
                let who = if computer {
                    "you lose".to_owned()
                } else {
                    format!("player {} loses", seat.number())
                };
                (who, "no trial was left".to_owned())
            }
        })
    }

    fn prompt(&self, look: TerminalLook) -> PanelMessage {
        if let Some((words, reason)) = self.result() {
            return PanelMessage::plain(format!("{words}: {reason}"));
        }
        match (self.course.rules().question(), self.turn()) {
            _ if self.controls.is_watched => PanelMessage::plain(""),
            (Some(FourRowQuestion::Token), _) => {
                PanelMessage::question("your token, 1 for O or 2 for X?")
            }
            (Some(FourRowQuestion::Undo(_)), _) => {
                PanelMessage::question("take it back? y yes, any other key no")
            }
            (Some(FourRowQuestion::Column(_)), SideToMove::Computer(_)) => {
                let words = look.pick("the computer is thinking…", "the computer is thinking...");
                PanelMessage::plain(words)
            }
            (Some(FourRowQuestion::Column(seat)), _) => {
                let who = if self.course.settings().level.is_some() {
                    "your turn".to_owned()
                } else {
                    format!("player {}", seat.number())
                };
                PanelMessage::plain(format!("{who}: a column from 1 to 7"))
            }
            (None, _) => PanelMessage::plain(""),
        }
    }

    fn is_turn_of(&self, seat: PlayerSeat) -> bool {
        let question = self.course.rules().question();
        question == Some(FourRowQuestion::Column(seat))
            || question == Some(FourRowQuestion::Undo(seat))
    }

    /// Both players in one line: trials and undos are all that changes.
    fn status(&self, look: TerminalLook) -> Line<'static> {
        let mut spans = Vec::new();
        for seat in SEATS {
            let name = if self.course.settings().level.is_some() && seat == COMPUTER {
                "cpu"
            } else {
                "p"
            };
            let name = if name == "p" { format!("p{}", seat.number()) } else { name.to_owned() };
            let line = player_line(look, self.stone_of(seat), &name, self.is_turn_of(seat));
            spans.extend(line.spans);
            let (trials, undos) =
                (self.course.rules().trials_left(seat), self.course.rules().undos_left(seat));
            spans.push(Span::styled(format!(" t{trials} u{undos} "), paint::dim(look)));
        }
        Line::from(spans)
    }

    fn sections(&self, look: TerminalLook, width: u16) -> Vec<PanelSection> {
        let mut sections = Vec::new();
        if let Some((words, reason)) = self.result() {
            let colour = match self.course.rules().ending() {
                Some(FourRowEnding::Won(seat)) => self.stone_of(seat).colour(),
                Some(FourRowEnding::LostByViolations(_)) => paint::BAD,
                Some(FourRowEnding::Tie) | None => paint::WARM,
            };
            sections.push(PanelSection::result(look, &words, &reason, colour));
        }
        for seat in SEATS {
            sections.push(self.player(look, width, seat));
        }
        if self.controls.is_analysing && self.course.rules().ending().is_none() {
            sections.push(PanelSection::legend(look));
        }
        if self.course.rules().ending().is_none() && !self.controls.is_watched {
            sections.push(PanelSection::keys(look, keys::SHORT));
        }
        sections
    }

    fn player(&self, look: TerminalLook, width: u16, seat: PlayerSeat) -> PanelSection {
        let tokens = counted(self.course.tokens_of(seat) as u8, "token");
        let mut line = player_line(look, self.stone_of(seat), &tokens, self.is_turn_of(seat));
        if let Some(level) = self.course.settings().level.filter(|_| seat == COMPUTER) {
            let room = usize::from(width).saturating_sub(line.width() + 1);
            line.push_span(Span::styled(format!("{:>room$}", level.name()), paint::dim(look)));
        }
        let trials = (self.course.rules().trials_left(seat), self.course.settings().trials);
        let undos = (self.course.rules().undos_left(seat), UNDOS_MAX);
        let lines = vec![
            line,
            Line::default(),
            pips(look, width, "trials left", trials),
            pips(look, width, "undos left", undos),
        ];
        let title = match (self.course.settings().level, seat) {
            (Some(_), PlayerSeat::One) => "You".to_owned(),
            (Some(_), COMPUTER) => "Computer".to_owned(),
            (None, seat) => format!("Player {}", seat.number()),
        };
        PanelSection::titled(&title, lines)
    }

    fn card(&self) -> Option<QuestionCard> {
        let is_asked = self.course.rules().question() == Some(FourRowQuestion::Token);
        (is_asked && !self.controls.is_watched).then(|| QuestionCard {
            title: "Player 1: which token?",
            answers: [PlayerToken::O, PlayerToken::X]
                .map(|token| (stone(PlayerSeat::One, token), words(token))),
            chosen: self.chosen,
        })
    }
}

/// A number with the word for it, in the plural where it must be.
pub(super) fn counted(number: u8, word: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {word}{ending}")
}

fn stone(seat: PlayerSeat, token: PlayerToken) -> Stone {
    let shape = match token {
        PlayerToken::X => StoneShape::Cross,
        PlayerToken::O => StoneShape::Ring,
    };
    Stone { player: seat.number(), shape }
}

fn words(token: PlayerToken) -> String {
    match token {
        PlayerToken::O => "player 2 gets X".to_owned(),
        PlayerToken::X => "player 2 gets O".to_owned(),
    }
}

/// A remaining amount, as filled and empty squares and as a number.
fn pips(look: TerminalLook, width: u16, name: &str, (left, all): (u8, u8)) -> Line<'static> {
    let pips = if all > PIPS_MAX {
        String::new()
    } else {
        let full = look.pick("■", "#").repeat(usize::from(left));
        full + &look.pick("□", "-").repeat(usize::from(all.saturating_sub(left)))
    };
    let value = format!("{left}");
    let room =
        usize::from(width).saturating_sub(name.len() + pips.chars().count() + value.len() + 5);
    let colour = if left == 0 { paint::BAD } else { paint::GOOD };
    Line::from(vec![
        Span::styled(format!(" {name}"), paint::dim(look)),
        Span::styled(format!("{:room$} {pips}", ""), look.ink(colour)),
        Span::styled(format!("  {value}"), paint::strong(look)),
    ])
}
