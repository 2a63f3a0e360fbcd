//! Pieces on the bitmap display: where they appear, and in which colours.
//!
//! Nothing is known of a program's picture, so it is held against itself: every piece appears in a
//! place of its own, pieces of a player look alike, columns go to the right and rows up.

use std::collections::BTreeMap;

use jetan_display::bitmap::BitmapUnits;
use jetan_games::connect4::connect_four::ConnectFourGame;
use jetan_games::connect4::position::{COLUMNS, ROWS};

use super::super::dialogue::DialogueRun;
use super::words;
use crate::adapter::DisplayGrid;
use crate::picture::CasePicture;

/// Units that change at nearly every move, such as whose turn it is; they belong to no piece.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FlickeringUnits {
    is_flickering: Vec<bool>,
}

/// A piece that should appear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExpectedPiece {
    pub(super) player: u8,
    pub(super) column: usize,
    pub(super) row: usize,
    /// Whether the game is over then: lines may be marked and pictures change as a whole.
    pub(super) is_last: bool,
}

/// The pieces seen in a game so far.
pub(super) struct PieceTracker<'a> {
    flicker: &'a FlickeringUnits,
    frame: Option<DisplayGrid>,
    /// The piece that first changed a unit, from 1; 0 for none.
    changed_by: Vec<u8>,
    pieces: Vec<TrackedPiece>,
}

/// A piece on the display.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TrackedPiece {
    placed: ExpectedPiece,
    area: UnitRectangle,
    colour: u32,
}

/// A rectangle of units, its ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct UnitRectangle {
    left: i64,
    right: i64,
    top: i64,
    bottom: i64,
}

impl FlickeringUnits {
    /// The flickering units of a game in which the board is filled.
    pub(super) fn of(talk: &DialogueRun) -> FlickeringUnits {
        let shown: Vec<&BitmapUnits> = (1..=talk.asked())
            .filter_map(|question| talk.moment(question)?.display.as_deref())
            .collect();
        let mut changes: Vec<usize> = Vec::new();
        for pair in shown.windows(2) {
            changes.resize(pair[0].colours.len(), 0);
            let both = pair[0].colours.iter().zip(&pair[1].colours);
            for (count, (before, after)) in changes.iter_mut().zip(both) {
                *count += usize::from(before != after);
            }
        }
        // A cell changes once or twice in a game; what changes at a third of the moves is something
        // else. The least bound keeps short games from hiding cells.
        let many = (shown.len() / 3).max(4);
        FlickeringUnits { is_flickering: changes.into_iter().map(|count| count > many).collect() }
    }

    fn covers(&self, unit: usize) -> bool {
        self.is_flickering.get(unit).copied().unwrap_or_default()
    }
}

impl<'a> PieceTracker<'a> {
    /// Nothing was seen yet.
    pub(super) fn new(
        flicker: &'a FlickeringUnits,
        frame: Option<DisplayGrid>,
    ) -> PieceTracker<'a> {
        PieceTracker { flicker, frame, changed_by: Vec::new(), pieces: Vec::new() }
    }

    /// Compares the display before and after an answer that should have placed a piece, or none.
    /// Returns the error and a picture of what is on the display.
    pub(super) fn look(
        &mut self,
        before: &BitmapUnits,
        after: &BitmapUnits,
        placed: Option<ExpectedPiece>,
        game: &ConnectFourGame,
    ) -> Option<(String, CasePicture)> {
        // An adapter that names the cells is exact; everything below is inference from one picture
        // to the next.
        if let Some(frame) = self.frame {
            return look_at_cells(&frame, after, game);
        }
        let changed: Vec<usize> = (0..before.colours.len().min(after.colours.len()))
            .filter(|unit| before.colours[*unit] != after.colours[*unit])
            .filter(|unit| !self.flicker.covers(*unit))
            .collect();
        match (placed, UnitRectangle::around(&changed, after)) {
            (None, None) => None,
            (None, Some(area)) => {
                let fact = "no piece should be placed, but the display changes".to_owned();
                Some((fact, format!("the display changes {area}").into()))
            }
            (Some(placed), None) => {
                let fact = format!("{placed} should appear on the display, but nothing changes");
                Some((fact, "the display stays as it was".into()))
            }
            // Some programs draw the board with the first piece.
            (Some(_), Some(_)) if self.pieces.is_empty() && is_board(&changed, after) => None,
            (Some(placed), Some(_)) => self.add(&changed, after, placed),
        }
    }

    fn add(
        &mut self,
        changed: &[usize],
        after: &BitmapUnits,
        placed: ExpectedPiece,
    ) -> Option<(String, CasePicture)> {
        self.changed_by.resize(after.colours.len(), 0);
        let (fresh, worn): (Vec<usize>, Vec<usize>) =
            changed.iter().partition(|unit| self.changed_by[**unit] == 0);
        let number = self.pieces.len() as u8 + 1;
        for unit in &fresh {
            self.changed_by[*unit] = number;
        }
        let area = UnitRectangle::around(&fresh, after);
        // The end of a game may be drawn over the whole display. It is judged only if some piece of
        // its size can be distinguished.
        if placed.is_last
            && area.is_none_or(|area| !self.pieces.iter().any(|p| p.area.is_like(area)))
        {
            return None;
        }
        // An edge or a shadow that two cells share does no harm.
        let is_apart = worn.len() * 8 <= changed.len();
        let Some(area) = area.filter(|_| is_apart) else {
            let over = worn.first().map_or(0, |unit| self.changed_by[*unit]);
            let over = self.pieces.get(usize::from(over).wrapping_sub(1));
            let over = over.map_or("another piece".to_owned(), |piece| piece.placed.to_string());
            let verb = if worn.len() > fresh.len() { "is drawn over" } else { "overlaps" };
            let fact = format!("{placed} {verb} {over}");
            let actual = UnitRectangle::around(changed, after)
                .map_or(String::new(), |area| area.to_string());
            return Some((fact, format!("the display changes {actual}").into()));
        };
        // Most units and not all: pieces may be round, with a border or a highlight.
        let colour = dominant(&fresh, after);
        let piece = TrackedPiece { placed, area, colour };
        let mistake = self.miscoloured(&piece);
        let misplaced = || self.pieces.iter().find_map(|other| piece.differs(other));
        // Colour before place: a piece of the wrong colour at the wrong place is most often the
        // move of the other player.
        let mistake = mistake.or_else(misplaced);
        let mistake = mistake.or_else(|| self.is_uneven(&piece));
        // Kept even if it is wrong: the next pieces are compared with what is on the display.
        self.pieces.push(piece);
        let actual = format!("the piece appears {area},\nmost of it in {colour:#08x}");
        mistake.map(|fact| (fact, actual.into()))
    }

    /// The error in a colour: a player has one, and the other player another.
    fn miscoloured(&self, piece: &TrackedPiece) -> Option<String> {
        let new = piece.placed;
        let first_of = |player| self.pieces.iter().find(|piece| piece.placed.player == player);
        let other = 3 - new.player;
        let has_others = first_of(other).is_some_and(|first| first.colour == piece.colour);
        match first_of(new.player) {
            Some(own) if own.colour == piece.colour => None,
            _ if has_others => Some(format!("{new} has the colour of player {other}")),
            Some(own) => Some(format!("{new} has another colour than {}", own.placed)),
            None => None,
        }
    }

    /// Whether the distances between columns and rows differ.
    fn is_uneven(&self, piece: &TrackedPiece) -> Option<String> {
        let distance = |a: usize, b: usize| a as i64 - b as i64;
        for (at, one) in self.pieces.iter().enumerate() {
            for other in &self.pieces[at + 1..] {
                let (first, second) = (one.area, other.area);
                let columns = (
                    distance(other.placed.column, one.placed.column),
                    distance(piece.placed.column, one.placed.column),
                );
                let rows = (
                    distance(other.placed.row, one.placed.row),
                    distance(piece.placed.row, one.placed.row),
                );
                let x = (second.x() - first.x(), piece.area.x() - first.x());
                let y = (second.y() - first.y(), piece.area.y() - first.y());
                if is_off(columns, x) {
                    return Some(format!(
                        "{} is not where its column should be, next to {} and {}",
                        piece.placed, one.placed, other.placed
                    ));
                }
                if is_off(rows, y) {
                    return Some(format!(
                        "{} is not where its row should be, next to {} and {}",
                        piece.placed, one.placed, other.placed
                    ));
                }
            }
        }
        None
    }
}

/// Whether so much has changed that it must be more than one of 42 pieces.
fn is_board(changed: &[usize], on: &BitmapUnits) -> bool {
    // One of 42 cells covers less than a sixteenth of the display, even with its share of the
    // margins.
    changed.len() > on.colours.len() / 16
}

/// Whether two distances on the display do not fit the distances on the board.
fn is_off(steps: (i64, i64), doubled_units: (i64, i64)) -> bool {
    if steps.0 == 0 || steps.1 == 0 {
        return false;
    }
    // Cross-multiplied, because the distance of two columns need not be a whole number of units.
    let error = doubled_units.0 * steps.1 - doubled_units.1 * steps.0;
    // Twice, because the middles are doubled: it allows one unit of rounding for each step.
    error.abs() > 2 * (steps.0.abs() + steps.1.abs())
}

impl TrackedPiece {
    /// The difference between two pieces that should look alike.
    fn differs(&self, other: &TrackedPiece) -> Option<String> {
        let (new, old) = (self.placed, other.placed);
        let across = (self.area.x() - other.area.x(), new.column.cmp(&old.column));
        let up = (other.area.y() - self.area.y(), new.row.cmp(&old.row));
        let is_right = |(distance, order): (i64, std::cmp::Ordering)| match order {
            // Middles are doubled, so this is one unit: pieces of odd and even width in one column.
            std::cmp::Ordering::Equal => distance.abs() <= 2,
            std::cmp::Ordering::Less => distance < 0,
            std::cmp::Ordering::Greater => distance > 0,
        };
        let place = |words: [&str; 3], order: std::cmp::Ordering| match order {
            std::cmp::Ordering::Less => words[0].to_owned(),
            std::cmp::Ordering::Equal => words[1].to_owned(),
            std::cmp::Ordering::Greater => words[2].to_owned(),
        };
        if !is_right(across) {
            let where_to =
                place(["to the left of", "in the same column as", "to the right of"], across.1);
            return Some(format!("{new} should appear {where_to} {old}, but it does not"));
        }
        if !is_right(up) {
            let where_to = place(["below", "in the same row as", "above"], up.1);
            return Some(format!("{new} should appear {where_to} {old}, but it does not"));
        }
        if new.player == old.player && !self.area.is_like(other.area) {
            return Some(format!(
                "{new} has another size than {old}: is a part of it outside the display?"
            ));
        }
        None
    }
}

impl UnitRectangle {
    fn around(units: &[usize], on: &BitmapUnits) -> Option<UnitRectangle> {
        let columns = (on.columns as usize).max(1);
        let x = units.iter().map(|unit| (unit % columns) as i64);
        let y = units.iter().map(|unit| (unit / columns) as i64);
        Some(UnitRectangle {
            left: x.clone().min()?,
            right: x.max()?,
            top: y.clone().min()?,
            bottom: y.max()?,
        })
    }

    /// Twice the middle.
    fn x(self) -> i64 {
        self.left + self.right
    }

    fn y(self) -> i64 {
        self.top + self.bottom
    }

    fn is_like(self, other: UnitRectangle) -> bool {
        let size = |area: UnitRectangle| (area.right - area.left, area.bottom - area.top);
        size(self) == size(other)
    }
}

impl std::fmt::Display for UnitRectangle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let UnitRectangle { left, right, top, bottom } = self;
        write!(f, "in the units\nx {left} to {right}, y {top} to {bottom} (y from the top)")
    }
}

impl std::fmt::Display for ExpectedPiece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ExpectedPiece { player, column, row, .. } = self;
        write!(f, "the piece of player {player} (column {column}, row {row})")
    }
}

/// The colour that most units have.
fn dominant(units: &[usize], on: &BitmapUnits) -> u32 {
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for unit in units {
        *counts.entry(on.colours[*unit]).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map_or(0, |(colour, _)| colour)
}

/// Compares the colours of all cells, where an adapter says where they are.
fn look_at_cells(
    frame: &DisplayGrid,
    after: &BitmapUnits,
    game: &ConnectFourGame,
) -> Option<(String, CasePicture)> {
    let expected = game.piece_position();
    let cell = |idx: usize| {
        let (column, row) = ((idx % COLUMNS) as u32, (idx / COLUMNS) as u32);
        // The numbers come from a file: any of them may lie outside the display or overflow.
        let x = frame.x.checked_add(frame.step_x.checked_mul(column)?)?;
        let y = frame.y.checked_sub(frame.step_y.checked_mul(row)?)?;
        let is_inside = x < after.columns && y < after.rows;
        let unit = (y as usize).checked_mul(after.columns as usize)?.checked_add(x as usize)?;
        after.colours.get(unit).copied().filter(|_| is_inside)
    };
    let shown: Vec<u8> = (0..COLUMNS * ROWS)
        .map(|idx| match cell(idx) {
            Some(colour) if colour == frame.one => 1,
            Some(colour) if colour == frame.two => 2,
            _ => 0,
        })
        .collect();
    let wrong = (0..expected.len()).find(|idx| shown[*idx] != expected[*idx])?;
    let (column, row) = (wrong % COLUMNS, wrong / COLUMNS);
    let content = |piece: u8| match piece {
        0 => "no piece".to_owned(),
        player => format!("a piece of player {player}"),
    };
    let fact = format!(
        "column {column}, row {row}, should show {}, but it shows {}",
        content(expected[wrong]),
        content(shown[wrong])
    );
    Some((fact, words::board(&shown).into()))
}
