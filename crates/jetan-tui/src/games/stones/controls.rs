//! The player's side of the board: a cursor, hints, analysis, and the messages about them.

use std::cell::Cell;

use jetan_games::connect4::{Column, Player, Position, ScoreBounds};
use jetan_play::stones::engine_client::{EngineAnswer, EngineClient, EngineQuestion};
use jetan_play::stones::{SideToMove, StoneCell, cells_in_line, hint_words, hinted, spots};
use jetan_play::thought::{GameQuestion, GameThought};
use ratatui::layout::Rect;

use super::cursor::{CursorStep, beside};
use super::fall::FallingStones;
use super::panel::PanelMessage;
use super::place::StoneLayout;
use super::scene::{BoardScene, ColumnScores, HoleShape, Stone, stones_of};
use crate::look::TerminalLook;

/// Everything about a game on a screen that is not the game itself.
#[derive(Debug)]
pub(crate) struct BoardControls {
    pub(crate) cursor: Column,
    pub(crate) falls: FallingStones,
    pub(crate) message: Option<PanelMessage>,
    /// Whether the scores of the columns are shown.
    pub(crate) is_analysing: bool,
    /// Whether nobody plays, so that nobody is asked.
    pub(crate) is_watched: bool,
    hint: ColumnHint,
    mind: EngineClient,
    /// The label of the first column.
    first_label: usize,
    /// The look of the last drawing: clicks are meant for that picture.
    look: Cell<TerminalLook>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnHint {
    None,
    Wanted,
    Given(Column),
}

impl BoardControls {
    /// The controls before the game.
    pub(crate) fn new(seed: u64, first_label: usize) -> BoardControls {
        BoardControls {
            cursor: Column::ALL[3],
            falls: FallingStones::default(),
            message: None,
            is_analysing: false,
            is_watched: false,
            hint: ColumnHint::None,
            mind: EngineClient::new(seed),
            first_label,
            look: Cell::new(TerminalLook::FULL),
        }
    }

    /// The label of a column.
    pub(crate) fn label(&self, column: Column) -> usize {
        self.first_label + column.index()
    }

    /// The layout when the game was drawn last in this area.
    pub(crate) fn place_in(&self, area: Rect) -> Option<StoneLayout> {
        StoneLayout::find(area, self.look.get())
    }

    /// Remembers what the game is drawn with.
    pub(crate) fn drawn_with(&self, look: TerminalLook) {
        self.look.set(look);
    }

    /// Moves the cursor.
    pub(crate) fn step(&mut self, step: CursorStep) {
        self.cursor = beside(self.cursor, step);
    }

    /// Forgets what was said and thought about the position before.
    pub(crate) fn clear_messages(&mut self) {
        self.message = None;
        self.hint = ColumnHint::None;
        self.mind.give_up();
    }

    /// Asks for a hint, or gives it at once if it is known.
    pub(crate) fn ask_hint(&mut self, position: &Position) {
        self.hint = ColumnHint::Wanted;
        self.message = Some(PanelMessage::plain(THINKING));
        self.give_hint(position);
    }

    /// Shows or hides the scores of the columns.
    pub(crate) fn toggle_analysis(&mut self) {
        self.is_analysing = !self.is_analysing;
        self.message = self.is_analysing.then(|| PanelMessage::plain(LEGEND));
    }

    /// The next thing to think about: a reply of the computer, or help for a person to move.
    pub(crate) fn take_question(
        &mut self,
        turn: SideToMove,
        position: &Position,
    ) -> Option<GameQuestion> {
        let is_wanted = self.is_analysing || self.hint == ColumnHint::Wanted;
        let need = match turn {
            SideToMove::Computer(level) => Some(EngineQuestion::Reply(level)),
            SideToMove::Person if is_wanted => Some(EngineQuestion::Columns),
            SideToMove::Person | SideToMove::Nobody => None,
        };
        self.mind.take_question(need, position)
    }

    /// Whether the thought that was begun last is still wanted.
    pub(crate) fn awaits_thought(&self) -> bool {
        self.mind.is_asked()
    }

    /// Takes a thought; a column if the computer plays there.
    pub(crate) fn receive(&mut self, thought: &GameThought, position: &Position) -> Option<Column> {
        match self.mind.receive(thought, position)? {
            EngineAnswer::Reply(column) => Some(column),
            EngineAnswer::Columns => {
                self.give_hint(position);
                None
            }
        }
    }

    /// The picture of the board.
    pub(crate) fn scene(
        &self,
        position: &Position,
        holes: HoleShape,
        newest: Option<StoneCell>,
        turn: SideToMove,
        stone: impl Fn(Player) -> Stone,
    ) -> BoardScene {
        let mut stones = stones_of(position, &stone);
        let mut falling = Vec::new();
        for spot @ (column, row) in spots() {
            // A stone on its way is not drawn in its cell as well.
            if let Some(height) = self.falls.height_above(spot)
                && let Some(stone) = stones[column.index()][row].take()
            {
                falling.push((spot, stone, height));
            }
        }
        let is_settled = falling.is_empty();
        let is_persons = turn == SideToMove::Person;
        BoardScene {
            stones,
            falling,
            hover: (is_settled && is_persons).then(|| (self.cursor, stone(position.mover()))),
            holes,
            // Neither mark nor line before the stone lies there: they would give the result away.
            newest: newest.filter(|_| is_settled),
            line: if is_settled { cells_in_line(position) } else { Vec::new() },
            first_label: self.first_label,
            hint: match self.hint {
                ColumnHint::Given(column) => Some(column),
                ColumnHint::None | ColumnHint::Wanted => None,
            },
            scores: (self.is_analysing && is_persons).then(|| self.scores(position)),
        }
    }

    /// The known score of each column.
    fn scores(&self, position: &Position) -> ColumnScores {
        let known = self.mind.columns(position);
        known.map_or(ColumnScores::Thinking, |(analysis, _)| {
            ColumnScores::Known(analysis, position.plies())
        })
    }

    fn give_hint(&mut self, position: &Position) {
        if self.hint != ColumnHint::Wanted {
            return;
        }
        // Only a final analysis: a first look may still turn out to be wrong.
        let Some((analysis, true)) = self.mind.columns(position) else { return };
        if let Some(column) = hinted(&analysis) {
            self.hint = ColumnHint::Given(column);
            let score = analysis.columns[column.index()].and_then(ScoreBounds::exact);
            let words = hint_words(score, self.label(column), position.plies());
            self.message = Some(PanelMessage::hint(words));
        }
    }
}

/// Said while there is no answer yet.
const THINKING: &str = "thinking about a hint";
/// The meaning of the scores, in so few words that they fit under the smallest board.
const LEGEND: &str = "+n win in n, = draw, -n loss in n";
