//! The contents of the board, for whoever draws it.

use jetan_games::connect4::position::{COLUMNS, ROWS};
use jetan_games::connect4::{Column, Position, PositionAnalysis, ScoreBounds, ScoreOutcome};
use ratatui::style::{Modifier, Style};

use super::colours::{DARK_RED, DARK_YELLOW, INK, RED, WHITE, YELLOW};
use super::pen::ClippedPen;
use super::place::{BoardStyle, StoneLayout};
use super::shape::StoneShape;
use super::{lined, solid};
use crate::look::{Rgb, TerminalLook};
use crate::paint;
use jetan_play::stones::{StoneCell, spots};

/// A stone: whose, and what it looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stone {
    /// 1 or 2; it decides the colour.
    pub(crate) player: u8,
    pub(crate) shape: StoneShape,
}

impl Stone {
    /// The colour of the player's stones.
    pub(crate) fn colour(self) -> Rgb {
        if self.player == 1 { RED } else { YELLOW }
    }

    /// The colour of its rim or engraving.
    pub(crate) fn shade(self) -> Rgb {
        if self.player == 1 { DARK_RED } else { DARK_YELLOW }
    }

    /// It in one character, in its colour.
    pub(crate) fn letter(self, look: TerminalLook) -> (char, Style) {
        let style = look.ink(self.colour()).add_modifier(Modifier::BOLD);
        (self.shape.letter(look.is_ascii), style)
    }
}

/// The look of the holes of a board, where there is room for holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HoleShape {
    /// Holes for discs.
    Round,
    /// Squares for letters.
    Square,
}

/// Everything that is drawn on the board, above and below it.
#[derive(Clone, Debug)]
pub(crate) struct BoardScene {
    /// The stones that lie, by column, from the bottom.
    pub(crate) stones: [[Option<Stone>; ROWS]; COLUMNS],
    /// Stones on their way: where they will lie, and how many rows above it they are.
    pub(crate) falling: Vec<(StoneCell, Stone, f32)>,
    /// The stone above the board, and its column.
    pub(crate) hover: Option<(Column, Stone)>,
    pub(crate) holes: HoleShape,
    pub(crate) newest: Option<StoneCell>,
    /// The cells of four in line.
    pub(crate) line: Vec<StoneCell>,
    /// The label of the first column.
    pub(crate) first_label: usize,
    /// The column that a hint names.
    pub(crate) hint: Option<Column>,
    pub(crate) scores: Option<ColumnScores>,
}

/// The knowledge about the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnScores {
    /// The engine is still thinking.
    Thinking,
    /// This, for a board with so many stones.
    Known(PositionAnalysis, usize),
}

impl BoardScene {
    /// Draws the board, what is above it, and the two lines below it.
    pub(crate) fn draw(&self, place: &StoneLayout, pen: &mut ClippedPen<'_>) {
        match place.cells {
            BoardStyle::Solid { .. } => solid::draw(self, place, pen),
            BoardStyle::Lined { .. } | BoardStyle::Dense => lined::draw(self, place, pen),
        }
        self.draw_labels(place, pen);
        match &self.scores {
            Some(ColumnScores::Known(analysis, plies)) => draw_scores(analysis, *plies, place, pen),
            Some(ColumnScores::Thinking) if place.cells != BoardStyle::Dense => {
                let words = pen.look.pick("thinking…", "thinking...");
                let line = ratatui::text::Line::styled(words, paint::dim(pen.look));
                pen.centred(place.x, place.labels_y + 1, place.cells.width(), &line);
            }
            _ => {}
        }
    }

    fn draw_labels(&self, place: &StoneLayout, pen: &mut ClippedPen<'_>) {
        let look = pen.look;
        for column in Column::ALL {
            let (left, width) = place.cells.column(column.index());
            let x = place.x + left + (width - 1) / 2;
            let number = char::from_digit((self.first_label + column.index()) as u32, 10);
            let is_under_cursor = self.hover.is_some_and(|(cursor, _)| cursor == column);
            let is_hinted = self.hint == Some(column);
            let style = if is_hinted {
                look.ink(paint::GOOD).add_modifier(Modifier::BOLD)
            } else if is_under_cursor {
                look.ink(WHITE).add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
            } else {
                paint::dim(look)
            };
            pen.put(x, place.labels_y, number.unwrap_or('?'), style);
            if is_hinted && place.cells != BoardStyle::Dense {
                pen.text(x - 1, place.labels_y, look.pick("▸", ">"), style);
                pen.text(x + 1, place.labels_y, look.pick("◂", "<"), style);
            }
        }
    }
}

/// A board without anything moving, as a game sees it.
pub(crate) fn stones_of(
    position: &Position,
    stone: impl Fn(jetan_games::connect4::Player) -> Stone,
) -> [[Option<Stone>; ROWS]; COLUMNS] {
    let mut stones = [[None; ROWS]; COLUMNS];
    for (column, row) in spots() {
        stones[column.index()][row] = position.stone(column, row).map(&stone);
    }
    stones
}

/// A score in two or three characters: `+3` wins in three moves, `-4` loses in four, `=` draws.
pub(crate) fn short_score(bounds: ScoreBounds, plies: usize) -> String {
    match bounds.exact().map(|score| score.outcome(plies)) {
        Some(ScoreOutcome::Win(moves)) => format!("+{moves}"),
        Some(ScoreOutcome::Draw) => "=".to_owned(),
        Some(ScoreOutcome::Loss(moves)) => format!("-{moves}"),
        None if bounds.lower.value() > 0 => "+?".to_owned(),
        None if bounds.upper.value() < 0 => "-?".to_owned(),
        None => "?".to_owned(),
    }
}

fn draw_scores(
    analysis: &PositionAnalysis,
    plies: usize,
    place: &StoneLayout,
    pen: &mut ClippedPen<'_>,
) {
    let look = pen.look;
    let best = analysis.best();
    for column in Column::ALL {
        let Some(bounds) = analysis.columns[column.index()] else { continue };
        let text = short_score(bounds, plies);
        // By its sign, so that a half-known `+?` has the colour of a win.
        let colour = match text.as_bytes().first() {
            Some(b'+') => paint::GOOD,
            Some(b'-') => paint::BAD,
            _ => paint::WARM,
        };
        let (left, width) = place.cells.column(column.index());
        let style = if best.contains(&column) {
            look.mark(INK, colour).add_modifier(Modifier::BOLD)
        } else {
            look.ink(colour)
        };
        let line = ratatui::text::Line::styled(text, style);
        if place.cells != BoardStyle::Dense {
            pen.centred(place.x + left, place.labels_y + 1, width, &line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jetan_games::connect4::Score;

    #[test]
    fn scores_are_short_and_count_the_movers_moves() {
        let score = |value| Score::from_value(value).unwrap();
        let cases = [(18, 6, "+1"), (1, 0, "+21"), (0, 3, "="), (-17, 7, "-1"), (-2, 0, "-20")];
        for (value, plies, text) in cases {
            assert_eq!(short_score(ScoreBounds::exactly(score(value)), plies), text);
        }
        let between = |lower, upper| ScoreBounds { lower: score(lower), upper: score(upper) };
        let cases = [((1, 4), "+?"), ((-4, -1), "-?"), ((-1, 1), "?"), ((0, 3), "?")];
        for ((lower, upper), text) in cases {
            assert_eq!(short_score(between(lower, upper), 8), text);
        }
    }
}
