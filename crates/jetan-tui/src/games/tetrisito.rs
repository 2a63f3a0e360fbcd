//! Tetrisito on a screen: pieces are dropped by hand towards a goal that is shown beside.

mod keys;
mod layout;
mod motion;
mod picture;
mod status;
mod tile;

use std::collections::VecDeque;
use std::time::Duration;

use jetan_games::tetrisito::PlanDrop;
use jetan_play::PlayableGame;
use jetan_play::game::{BadMove, GameOutcome};
use jetan_play::settings::{BadSettings, PlaySettings};
use jetan_play::tetrisito::{
    DropAdvice, DropSolution, TetrisitoAttempt, TetrisitoMove, TetrisitoPlay,
};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::keys::TetrisitoCommand;
use self::layout::{ClickTarget, TetrisitoLayout};
use self::motion::DropMotion;
use crate::game::{GameScreen, InputReaction, KeyRow, PlayerInput};
use crate::look::TerminalLook;
use crate::paint;

/// A game of Tetrisito on a screen.
#[derive(Debug)]
pub struct TetrisitoScreen {
    game: TetrisitoPlay,
    chosen: usize,
    offset: u32,
    /// Animations still to be shown of drops that are made.
    motions: VecDeque<DropMotion>,
    is_plan_shown: bool,
    is_solve_asked: bool,
    message: TetrisitoMessage,
}

/// The line under everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct TetrisitoMessage {
    text: String,
    is_warning: bool,
}

impl TetrisitoScreen {
    /// A game with the puzzle of the settings, or with the one of the seed.
    pub fn new(settings: PlaySettings) -> Result<TetrisitoScreen, BadSettings> {
        let mut screen = TetrisitoScreen {
            game: TetrisitoPlay::new(settings)?,
            chosen: 0,
            offset: 0,
            motions: VecDeque::new(),
            is_plan_shown: false,
            is_solve_asked: false,
            message: TetrisitoMessage::default(),
        };
        screen.settle();
        Ok(screen)
    }

    /// The puzzle and what was done to it.
    fn attempt(&self) -> &TetrisitoAttempt {
        self.game.attempt()
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = TetrisitoMessage { text: text.into(), is_warning: false };
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.message = TetrisitoMessage { text: text.into(), is_warning: true };
    }

    /// Takes up a piece that can be dropped, and says if there is none.
    fn settle(&mut self) {
        self.message = TetrisitoMessage::default();
        let pieces = self.attempt().pieces().len();
        let ahead = (0..pieces).map(|by| (self.chosen + by) % pieces);
        let ready = ahead.into_iter().find(|&piece| self.attempt().refusal(piece).is_none());
        self.chosen = ready.unwrap_or(self.chosen);
        self.offset = self.offset.min(self.attempt().offset_max(self.chosen));
        if self.attempt().is_over() {
            self.say(self.game.ending());
        } else if ready.is_none() {
            self.warn("no piece is left, but this is not the goal: u takes back");
        } else if self.attempt().position().field == self.attempt().puzzle().goal() {
            self.warn("this is the goal, but not with the pieces that the rules ask for");
        }
    }

    /// Makes a turn that the player asked for.
    fn make(&mut self, turn: &TetrisitoMove) -> InputReaction {
        match self.game.make(turn) {
            Ok(landings) => {
                let is_plan = matches!(turn, TetrisitoMove::Solve(_));
                let shape = self.attempt().puzzle().shape();
                for landing in landings {
                    let piece = self.attempt().pieces()[landing.drop.piece];
                    self.motions.push_back(DropMotion::landing(landing, shape, piece, is_plan));
                }
                self.is_plan_shown = is_plan;
                self.settle();
                InputReaction::Moved
            }
            Err(why) => {
                self.warn(why);
                InputReaction::Understood
            }
        }
    }

    fn execute(&mut self, command: TetrisitoCommand) -> InputReaction {
        let was_solve_asked = std::mem::take(&mut self.is_solve_asked);
        // A key ends what is being shown; while a plan is shown, that is all it does.
        let was_showing = !self.motions.is_empty();
        self.motions.clear();
        if was_showing && std::mem::take(&mut self.is_plan_shown) {
            return InputReaction::Understood;
        }
        match command {
            TetrisitoCommand::Choose(piece) => self.choose(piece),
            TetrisitoCommand::NextPiece => self.turn_over(1),
            TetrisitoCommand::PreviousPiece => {
                self.turn_over(self.attempt().pieces().len().saturating_sub(1))
            }
            TetrisitoCommand::Left => self.shift(self.offset.checked_sub(1)),
            TetrisitoCommand::Right => self.shift(Some(self.offset + 1)),
            TetrisitoCommand::Drop => self.drop(),
            TetrisitoCommand::Undo => self.undo(),
            TetrisitoCommand::Hint => self.advise(),
            TetrisitoCommand::Solve => self.solve(was_solve_asked),
            TetrisitoCommand::Restart => self.make(&TetrisitoMove::Restart),
        }
    }

    fn choose(&mut self, piece: usize) -> InputReaction {
        if let Some(why) = self.attempt().refusal(piece) {
            self.warn(why);
        } else {
            self.chosen = piece;
            self.offset = self.offset.min(self.attempt().offset_max(piece));
            self.message = TetrisitoMessage::default();
        }
        InputReaction::Understood
    }

    /// Goes on to the next piece that can be dropped, in steps.
    fn turn_over(&mut self, step: usize) -> InputReaction {
        let pieces = self.attempt().pieces().len();
        let ahead = (1..=pieces).map(|by| (self.chosen + by * step) % pieces);
        let ready = ahead.into_iter().find(|&piece| self.attempt().refusal(piece).is_none());
        let Some(piece) = ready else {
            self.warn("no piece is left");
            return InputReaction::Understood;
        };
        self.choose(piece)
    }

    fn shift(&mut self, offset: Option<u32>) -> InputReaction {
        self.message = TetrisitoMessage::default();
        match offset.filter(|&offset| offset <= self.attempt().offset_max(self.chosen)) {
            Some(offset) => self.offset = offset,
            None => self.say("the box of the piece ends here"),
        }
        InputReaction::Understood
    }

    fn drop(&mut self) -> InputReaction {
        let drop = PlanDrop { piece: self.chosen, offset: self.offset };
        let is_ready = !self.attempt().is_over() && self.attempt().refusal(drop.piece).is_none();
        // For the picture of a drop that gets stuck; the game itself does not change.
        let before = self.attempt().position().clone();
        let reaction = self.make(&TetrisitoMove::Drop(drop));
        // If it was not ready, `make` has said why.
        if is_ready && reaction != InputReaction::Moved {
            let (shape, piece) =
                (self.attempt().puzzle().shape(), self.attempt().pieces()[drop.piece]);
            self.motions.push_back(DropMotion::refusal(drop, before, shape, piece));
            self.warn("impossible: a cell stays in the hidden rows, so nothing changes");
        }
        reaction
    }

    fn undo(&mut self) -> InputReaction {
        let used = self.attempt().position().used;
        let reaction = self.make(&TetrisitoMove::Undo);
        // The bit that is gone names the piece, which the game does not.
        let returned = used & !self.attempt().position().used;
        if returned != 0 {
            self.choose(returned.trailing_zeros() as usize);
        }
        reaction
    }

    fn advise(&mut self) -> InputReaction {
        if self.attempt().is_over() {
            self.say("the goal is reached");
            return InputReaction::Understood;
        }
        // Before the hint is recorded: `make` replaces the message.
        let advice = self.game.advise();
        let reaction = self.make(&TetrisitoMove::Hint);
        match advice {
            DropAdvice::Plan(plan) => {
                let Some(first) = plan.first() else { return reaction };
                (self.chosen, self.offset) = (first.piece, first.offset);
                let (piece, left) = (first.piece + 1, plan.len());
                let drops = if left == 1 { "drop" } else { "drops" };
                self.say(format!(
                    "piece {piece} at offset {} leads on: {left} {drops} to the goal",
                    first.offset
                ));
            }
            DropAdvice::TakeBack(1) => self.warn("no longer reachable: take back 1 drop (u)"),
            DropAdvice::TakeBack(drops) => {
                self.warn(format!("no longer reachable: take back {drops} drops (u)"));
            }
            DropAdvice::Never => self.warn("the goal cannot be reached with these pieces"),
            DropAdvice::Unknown => self.warn("too many possibilities to tell"),
        }
        reaction
    }

    fn solve(&mut self, was_asked: bool) -> InputReaction {
        if self.attempt().is_over() {
            self.say("the goal is reached");
            return InputReaction::Understood;
        }
        if !was_asked {
            self.is_solve_asked = true;
            self.say("press v again for a plan; the game will not be scored");
            return InputReaction::Understood;
        }
        match self.game.solution() {
            DropSolution::Plan(plan, is_from_start) => {
                if is_from_start {
                    // This cannot fail: there is a plan from the start only if something was
                    // dropped.
                    self.make(&TetrisitoMove::Restart);
                }
                return self.make(&TetrisitoMove::Solve(plan));
            }
            DropSolution::Unknown => {
                self.warn("too many possibilities: no plan was found in reasonable time");
            }
            DropSolution::Never => {
                self.warn("the answer is NO: the goal cannot be reached with these pieces");
            }
        }
        InputReaction::Understood
    }

    fn click(&mut self, x: u16, y: u16, area: Rect) -> InputReaction {
        let Some(layout) = TetrisitoLayout::new(area) else { return InputReaction::Ignored };
        let pieces = self.attempt().pieces().len();
        match layout.spot(x, y, pieces, self.chosen) {
            Some(ClickTarget::Piece(piece)) => self.choose(piece),
            Some(ClickTarget::Column(column)) => {
                // The box goes where it was clicked; a second click there drops the piece.
                let offset = column.min(self.attempt().offset_max(self.chosen));
                let is_there = offset == self.offset;
                self.offset = offset;
                if is_there {
                    self.execute(TetrisitoCommand::Drop)
                } else {
                    InputReaction::Understood
                }
            }
            None => InputReaction::Ignored,
        }
    }
}

impl GameScreen for TetrisitoScreen {
    fn play(&self) -> &dyn PlayableGame {
        &self.game
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        self.game.apply(recorded)?;
        if let Some(TetrisitoMove::Drop(drop)) = TetrisitoMove::parse(recorded) {
            // The next piece starts where this one was, as it does when a player drops it.
            (self.chosen, self.offset) = (drop.piece, drop.offset);
        }
        self.motions.clear();
        self.settle();
        Ok(())
    }

    fn press(&mut self, press: PlayerInput) -> InputReaction {
        match press {
            PlayerInput::Click { x, y, area } => self.click(x, y, area),
            PlayerInput::Key(key) => match keys::command(key) {
                Some(command) => self.execute(command),
                None => InputReaction::Ignored,
            },
        }
    }

    fn tick(&mut self, elapsed: Duration) {
        let mut left = Some(elapsed);
        while let (Some(time), Some(motion)) = (left, self.motions.front_mut()) {
            // What is left of the time goes to the next motion, so that slow pictures do not
            // stretch a plan.
            left = motion.tick(time);
            if left.is_some() {
                self.motions.pop_front();
            }
        }
        self.is_plan_shown &= !self.motions.is_empty();
    }

    fn is_moving(&self) -> bool {
        !self.motions.is_empty()
    }

    fn draw(&self, area: Rect, buffer: &mut Buffer, look: TerminalLook) {
        picture::draw(self, area, buffer, look);
    }

    fn beside(&self, area: Rect, _look: TerminalLook) -> Rect {
        let Some(layout) = TetrisitoLayout::new(area) else { return Rect::ZERO };
        let panel = layout.has_panel.then_some(layout.status);
        paint::beside(area, layout.field.union(layout.goal), panel)
    }

    fn keys(&self) -> &'static [KeyRow] {
        &keys::ROWS
    }

    fn footer(&self) -> &'static [(&'static str, &'static str)] {
        &keys::SHORT
    }

    /// The engine's drops are shown before the end is announced.
    fn outcome(&self) -> Option<GameOutcome> {
        self.game.outcome().filter(|_| self.motions.is_empty())
    }
}
