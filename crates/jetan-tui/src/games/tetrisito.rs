//! Tetrisito on a screen: pieces are dropped by hand towards a goal that is shown beside.

mod keys;
mod layout;
mod motion;
mod picture;
mod status;
mod tile;

use std::collections::VecDeque;
use std::time::Duration;

use jetan_games::tetrisito::Drop;
use jetan_play::Play;
use jetan_play::game::{BadMove, Outcome};
use jetan_play::settings::{BadSettings, Settings};
use jetan_play::tetrisito::{Advice, Attempt, Solution, Tetrisito, Turn};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::keys::Command;
use self::layout::{Layout, Spot};
use self::motion::Motion;
use crate::game::{Game, KeyRow, Press, Reaction};
use crate::look::Look;
use crate::paint;

/// A game of Tetrisito on a screen.
#[derive(Debug)]
pub struct Screen {
    game: Tetrisito,
    chosen: usize,
    offset: u32,
    /// Animations still to be shown of drops that are made.
    motions: VecDeque<Motion>,
    is_plan_shown: bool,
    is_solve_asked: bool,
    message: Message,
}

/// The line under everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Message {
    text: String,
    is_warning: bool,
}

impl Screen {
    /// A game with the puzzle of the settings, or with the one of the seed.
    pub fn new(settings: Settings) -> Result<Screen, BadSettings> {
        let mut screen = Screen {
            game: Tetrisito::new(settings)?,
            chosen: 0,
            offset: 0,
            motions: VecDeque::new(),
            is_plan_shown: false,
            is_solve_asked: false,
            message: Message::default(),
        };
        screen.settle();
        Ok(screen)
    }

    /// The puzzle and what was done to it.
    fn attempt(&self) -> &Attempt {
        self.game.attempt()
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_warning: false };
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.message = Message { text: text.into(), is_warning: true };
    }

    /// Takes up a piece that can be dropped, and says if there is none.
    fn settle(&mut self) {
        self.message = Message::default();
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
    fn make(&mut self, turn: &Turn) -> Reaction {
        match self.game.make(turn) {
            Ok(landings) => {
                let is_plan = matches!(turn, Turn::Solve(_));
                let shape = self.attempt().puzzle().shape();
                for landing in landings {
                    let piece = self.attempt().pieces()[landing.drop.piece];
                    self.motions.push_back(Motion::landing(landing, shape, piece, is_plan));
                }
                self.is_plan_shown = is_plan;
                self.settle();
                Reaction::Moved
            }
            Err(why) => {
                self.warn(why);
                Reaction::Understood
            }
        }
    }

    fn obey(&mut self, command: Command) -> Reaction {
        let was_solve_asked = std::mem::take(&mut self.is_solve_asked);
        // A key ends what is being shown; while a plan is shown, that is all it does.
        let was_showing = !self.motions.is_empty();
        self.motions.clear();
        if was_showing && std::mem::take(&mut self.is_plan_shown) {
            return Reaction::Understood;
        }
        match command {
            Command::Choose(piece) => self.choose(piece),
            Command::NextPiece => self.turn_over(1),
            Command::PreviousPiece => {
                self.turn_over(self.attempt().pieces().len().saturating_sub(1))
            }
            Command::Left => self.shift(self.offset.checked_sub(1)),
            Command::Right => self.shift(Some(self.offset + 1)),
            Command::Drop => self.drop(),
            Command::Undo => self.undo(),
            Command::Hint => self.advise(),
            Command::Solve => self.solve(was_solve_asked),
            Command::Restart => self.make(&Turn::Restart),
        }
    }

    fn choose(&mut self, piece: usize) -> Reaction {
        if let Some(why) = self.attempt().refusal(piece) {
            self.warn(why);
        } else {
            self.chosen = piece;
            self.offset = self.offset.min(self.attempt().offset_max(piece));
            self.message = Message::default();
        }
        Reaction::Understood
    }

    /// Goes on to the next piece that can be dropped, in steps.
    fn turn_over(&mut self, step: usize) -> Reaction {
        let pieces = self.attempt().pieces().len();
        let ahead = (1..=pieces).map(|by| (self.chosen + by * step) % pieces);
        let ready = ahead.into_iter().find(|&piece| self.attempt().refusal(piece).is_none());
        let Some(piece) = ready else {
            self.warn("no piece is left");
            return Reaction::Understood;
        };
        self.choose(piece)
    }

    fn shift(&mut self, offset: Option<u32>) -> Reaction {
        self.message = Message::default();
        match offset.filter(|&offset| offset <= self.attempt().offset_max(self.chosen)) {
            Some(offset) => self.offset = offset,
            None => self.say("the box of the piece ends here"),
        }
        Reaction::Understood
    }

    fn drop(&mut self) -> Reaction {
        let drop = Drop { piece: self.chosen, offset: self.offset };
        let is_ready = !self.attempt().is_over() && self.attempt().refusal(drop.piece).is_none();
        // For the picture of a drop that gets stuck; the game itself does not change.
        let before = self.attempt().position().clone();
        let reaction = self.make(&Turn::Drop(drop));
        // If it was not ready, `make` has said why.
        if is_ready && reaction != Reaction::Moved {
            let (shape, piece) =
                (self.attempt().puzzle().shape(), self.attempt().pieces()[drop.piece]);
            self.motions.push_back(Motion::refusal(drop, before, shape, piece));
            self.warn("impossible: a cell stays in the hidden rows, so nothing changes");
        }
        reaction
    }

    fn undo(&mut self) -> Reaction {
        let used = self.attempt().position().used;
        let reaction = self.make(&Turn::Undo);
        // The bit that is gone names the piece, which the game does not.
        let returned = used & !self.attempt().position().used;
        if returned != 0 {
            self.choose(returned.trailing_zeros() as usize);
        }
        reaction
    }

    fn advise(&mut self) -> Reaction {
        if self.attempt().is_over() {
            self.say("the goal is reached");
            return Reaction::Understood;
        }
        // Before the hint is recorded: `make` replaces the message.
        let advice = self.game.advise();
        let reaction = self.make(&Turn::Hint);
        match advice {
            Advice::Plan(plan) => {
                let Some(first) = plan.first() else { return reaction };
                (self.chosen, self.offset) = (first.piece, first.offset);
                let (piece, left) = (first.piece + 1, plan.len());
                let drops = if left == 1 { "drop" } else { "drops" };
                self.say(format!(
                    "piece {piece} at offset {} leads on: {left} {drops} to the goal",
                    first.offset
                ));
            }
            Advice::TakeBack(1) => self.warn("no longer reachable: take back 1 drop (u)"),
            Advice::TakeBack(drops) => {
                self.warn(format!("no longer reachable: take back {drops} drops (u)"));
            }
            Advice::Never => self.warn("the goal cannot be reached with these pieces"),
            Advice::Unknown => self.warn("too many possibilities to tell"),
        }
        reaction
    }

    fn solve(&mut self, was_asked: bool) -> Reaction {
        if self.attempt().is_over() {
            self.say("the goal is reached");
            return Reaction::Understood;
        }
        if !was_asked {
            self.is_solve_asked = true;
            self.say("v again shows a plan; then the game does not count");
            return Reaction::Understood;
        }
        match self.game.solution() {
            Solution::Plan(plan, is_from_start) => {
                if is_from_start {
                    // This cannot fail: there is a plan from the start only if something was
                    // dropped.
                    self.make(&Turn::Restart);
                }
                return self.make(&Turn::Solve(plan));
            }
            Solution::Unknown => {
                self.warn("too many possibilities: no plan was found in reasonable time");
            }
            Solution::Never => {
                self.warn("the answer is NO: the goal cannot be reached with these pieces");
            }
        }
        Reaction::Understood
    }

    fn click(&mut self, x: u16, y: u16, area: Rect) -> Reaction {
        let Some(layout) = Layout::new(area) else { return Reaction::Ignored };
        let pieces = self.attempt().pieces().len();
        match layout.spot(x, y, pieces, self.chosen) {
            Some(Spot::Piece(piece)) => self.choose(piece),
            Some(Spot::Column(column)) => {
                // The box goes where it was clicked; a second click there drops the piece.
                let offset = column.min(self.attempt().offset_max(self.chosen));
                let is_there = offset == self.offset;
                self.offset = offset;
                if is_there { self.obey(Command::Drop) } else { Reaction::Understood }
            }
            None => Reaction::Ignored,
        }
    }
}

impl Game for Screen {
    fn play(&self) -> &dyn Play {
        &self.game
    }

    fn apply(&mut self, recorded: &str) -> Result<(), BadMove> {
        self.game.apply(recorded)?;
        if let Some(Turn::Drop(drop)) = Turn::parse(recorded) {
            // The next piece starts where this one was, as it does when a player drops it.
            (self.chosen, self.offset) = (drop.piece, drop.offset);
        }
        self.motions.clear();
        self.settle();
        Ok(())
    }

    fn press(&mut self, press: Press) -> Reaction {
        match press {
            Press::Click { x, y, area } => self.click(x, y, area),
            Press::Key(key) => match keys::command(key) {
                Some(command) => self.obey(command),
                None => Reaction::Ignored,
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

    fn draw(&self, area: Rect, buffer: &mut Buffer, look: Look) {
        picture::draw(self, area, buffer, look);
    }

    fn beside(&self, area: Rect, _look: Look) -> Rect {
        let Some(layout) = Layout::new(area) else { return Rect::ZERO };
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
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome().filter(|_| self.motions.is_empty())
    }
}
