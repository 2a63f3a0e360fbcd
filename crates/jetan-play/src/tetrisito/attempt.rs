//! A game of Tetrisito as its record sees it: a puzzle, and moves that can be taken back.

use jetan_games::tetrisito::placement::drop_piece;
use jetan_games::tetrisito::{
    DropOrder, DropRules, FieldShape, FrozenField, PieceMask, PieceRule, PlanDrop, TetrisitoPuzzle,
};

/// Who a cell belongs to: nobody, the start, or a piece counted from 1.
pub type CellOwner = u8;
/// An empty cell.
pub const NOBODY: CellOwner = 0;
/// A cell that was filled at the start.
pub const START: CellOwner = u8::MAX;

/// One recorded move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TetrisitoMove {
    /// A piece is dropped.
    Drop(PlanDrop),
    /// The last drop is taken back.
    Undo,
    /// All drops are taken back.
    Restart,
    /// A hint was looked at.
    Hint,
    /// The engine makes these drops.
    Solve(Vec<PlanDrop>),
}

/// The field at one point of a game, and which pieces are gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TetrisitoPosition {
    /// The frozen cells.
    pub field: FrozenField,
    /// Whose each cell is, row by row.
    pub owners: Vec<CellOwner>,
    /// The pieces that were dropped, a bit for each.
    pub used: u64,
}

/// A drop that was made, for those who show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceLanding {
    /// The piece and its column.
    pub drop: PlanDrop,
    /// Without the piece.
    pub before: TetrisitoPosition,
    /// With the piece at rest, before full rows vanish.
    pub frozen: TetrisitoPosition,
    /// With full rows gone, where the rules let them go.
    pub after: TetrisitoPosition,
}

/// The puzzle and everything done to it.
#[derive(Clone, Debug)]
pub struct TetrisitoAttempt {
    puzzle: TetrisitoPuzzle,
    rules: DropRules,
    position: TetrisitoPosition,
    past: Vec<TetrisitoPosition>,
    words: Vec<String>,
    /// Drops made, those taken back included.
    drops: usize,
    hints: usize,
    is_solved_by_engine: bool,
}

impl TetrisitoMove {
    /// The move as it is recorded.
    pub fn to_word(&self) -> String {
        match self {
            TetrisitoMove::Drop(drop) => drop_word(drop),
            TetrisitoMove::Undo => "undo".to_owned(),
            TetrisitoMove::Restart => "restart".to_owned(),
            TetrisitoMove::Hint => "hint".to_owned(),
            TetrisitoMove::Solve(plan) => {
                let drops: Vec<String> = plan.iter().map(drop_word).collect();
                format!("solve:{}", drops.join(","))
            }
        }
    }

    /// The move that is recorded so.
    pub fn parse(word: &str) -> Option<TetrisitoMove> {
        match word {
            "undo" => Some(TetrisitoMove::Undo),
            "restart" => Some(TetrisitoMove::Restart),
            "hint" => Some(TetrisitoMove::Hint),
            _ => match word.strip_prefix("solve:") {
                Some(plan) => {
                    plan.split(',').map(parse_drop).collect::<Option<_>>().map(TetrisitoMove::Solve)
                }
                None => parse_drop(word).map(TetrisitoMove::Drop),
            },
        }
    }
}

/// A drop as it is recorded: the piece, counted from 1, and its offset.
fn drop_word(drop: &PlanDrop) -> String {
    format!("{}@{}", drop.piece + 1, drop.offset)
}

fn parse_drop(word: &str) -> Option<PlanDrop> {
    let (piece, offset) = word.split_once('@')?;
    let piece = piece.parse::<usize>().ok()?.checked_sub(1)?;
    Some(PlanDrop { piece, offset: offset.parse().ok()? })
}

impl TetrisitoPosition {
    fn new(puzzle: &TetrisitoPuzzle) -> TetrisitoPosition {
        let (shape, start) = (puzzle.shape(), puzzle.start());
        let owner = |at: u32| if start.as_bits() >> at & 1 == 1 { START } else { NOBODY };
        let owners = (0..shape.rows() * shape.columns()).map(owner).collect();
        TetrisitoPosition { field: start, owners, used: 0 }
    }

    /// Whose the cell is; nobody's outside of the field.
    pub fn owner(&self, shape: FieldShape, row: u32, column: u32) -> CellOwner {
        self.owners.get((row * shape.columns() + column) as usize).copied().unwrap_or(NOBODY)
    }

    /// Whether a piece was dropped; they count from 0.
    pub fn is_used(&self, piece: usize) -> bool {
        self.used >> piece & 1 == 1
    }

    /// The owners after full rows have vanished, as the rules let them.
    fn clear_owners(&mut self, shape: FieldShape) {
        let columns = shape.columns() as usize;
        let is_kept = |row: &&[CellOwner]| row.contains(&NOBODY);
        let kept: Vec<CellOwner> =
            self.owners.chunks(columns).filter(is_kept).flatten().copied().collect();
        let gone = self.owners.len() - kept.len();
        // Vanished rows come back empty at the top, as `drop_piece` leaves them.
        self.owners = std::iter::repeat_n(NOBODY, gone).chain(kept).collect();
    }
}

impl TetrisitoAttempt {
    /// The start of a puzzle.
    pub fn new(puzzle: TetrisitoPuzzle, rules: DropRules) -> TetrisitoAttempt {
        TetrisitoAttempt {
            position: TetrisitoPosition::new(&puzzle),
            puzzle,
            rules,
            past: Vec::new(),
            words: Vec::new(),
            drops: 0,
            hints: 0,
            is_solved_by_engine: false,
        }
    }

    /// Start, goal and pieces.
    pub fn puzzle(&self) -> &TetrisitoPuzzle {
        &self.puzzle
    }

    /// The rules about using the pieces.
    pub fn rules(&self) -> DropRules {
        self.rules
    }

    /// The pieces in the order given.
    pub fn pieces(&self) -> &[PieceMask] {
        self.puzzle.pieces()
    }

    /// The field now.
    pub fn position(&self) -> &TetrisitoPosition {
        &self.position
    }

    /// The positions before each drop that stands, the start first.
    pub fn past(&self) -> &[TetrisitoPosition] {
        &self.past
    }

    /// Every move so far, as it is recorded.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Drops made, those taken back included.
    pub fn drops(&self) -> usize {
        self.drops
    }

    /// The number of hints used.
    pub fn hints(&self) -> usize {
        self.hints
    }

    /// Whether the engine made the drops, now or before they were taken back.
    pub fn is_solved_by_engine(&self) -> bool {
        self.is_solved_by_engine
    }

    /// True when the field is the goal and the pieces are used as the rules ask.
    pub fn is_over(&self) -> bool {
        let used = self.position.used;
        let is_use_complete = match (self.rules.order, self.rules.usage) {
            // In the given order `refusal` lets only prefixes be dropped, so there is nothing left
            // to ask.
            (_, PieceRule::Some) | (DropOrder::Given, PieceRule::Prefix) => true,
            (_, PieceRule::All) => used.count_ones() as usize == self.pieces().len(),
            // The first few pieces were used if the set bits are one run from the lowest on.
            (DropOrder::Any, PieceRule::Prefix) => used.trailing_ones() == used.count_ones(),
        };
        self.position.field == self.puzzle.goal() && is_use_complete
    }

    /// The rightmost column of a piece.
    pub fn offset_max(&self, piece: usize) -> u32 {
        let piece = self.pieces().get(piece);
        piece.map_or(0, |piece| {
            self.puzzle.shape().columns().saturating_sub(piece.last_column() + 1)
        })
    }

    /// Why a piece may not be dropped now.
    pub fn refusal(&self, piece: usize) -> Option<&'static str> {
        // In the given order, what stands before the last dropped piece is too late.
        let next = (u64::BITS - self.position.used.leading_zeros()) as usize;
        match (self.rules.order, self.rules.usage) {
            _ if piece >= self.pieces().len() => Some("there is no such piece"),
            _ if self.position.is_used(piece) => Some("this piece is used already"),
            (DropOrder::Given, _) if piece < next => {
                Some("the order is given: this piece is too late")
            }
            (DropOrder::Given, PieceRule::All | PieceRule::Prefix) if piece > next => {
                Some("the order is given: another piece comes first")
            }
            _ => None,
        }
    }

    /// Makes a move and records it; one that is not possible changes nothing.
    pub fn make(&mut self, turn: &TetrisitoMove) -> Result<Vec<PieceLanding>, &'static str> {
        // The end of a player's own game was counted; after a plan of the engine one may try again.
        let may_go_back = self.is_solved_by_engine
            && matches!(turn, TetrisitoMove::Undo | TetrisitoMove::Restart);
        if self.is_over() && !may_go_back {
            return Err("the goal is reached");
        }
        let mut landings = Vec::new();
        match turn {
            TetrisitoMove::Drop(drop) => landings.push(self.drop(*drop)?),
            TetrisitoMove::Undo => self.position = self.past.pop().ok_or("nothing to take back")?,
            TetrisitoMove::Restart => {
                self.position = self.past.first().cloned().ok_or("nothing to take back")?;
                self.past.clear();
            }
            TetrisitoMove::Hint => self.hints += 1,
            TetrisitoMove::Solve(plan) => {
                // Played on a copy: one impossible drop must leave the game as it was.
                let mut solved = self.clone();
                for drop in plan {
                    landings.push(solved.drop(*drop)?);
                }
                if !solved.is_over() {
                    return Err("that does not reach the goal");
                }
                solved.is_solved_by_engine = true;
                *self = solved;
            }
        }
        self.words.push(turn.to_word());
        Ok(landings)
    }

    fn drop(&mut self, drop: PlanDrop) -> Result<PieceLanding, &'static str> {
        if let Some(why) = self.refusal(drop.piece) {
            return Err(why);
        }
        let (shape, before) = (self.puzzle.shape(), self.position.clone());
        let piece = self.pieces()[drop.piece];
        // Both fields are needed: the piece is shown at rest before full rows vanish.
        let rest = |clears| drop_piece(shape, before.field, piece, drop.offset, clears);
        let (Some(frozen_field), Some(field)) = (rest(false), rest(self.rules.clears_lines)) else {
            return Err("the piece would stick out of the field");
        };
        let mut frozen = TetrisitoPosition {
            field: frozen_field,
            used: before.used | 1 << drop.piece,
            ..before.clone()
        };
        let landed = frozen_field.as_bits() & !before.field.as_bits();
        for (at, owner) in frozen.owners.iter_mut().enumerate() {
            if landed >> at & 1 == 1 {
                *owner = drop.piece as CellOwner + 1;
            }
        }
        let mut after = TetrisitoPosition { field, ..frozen.clone() };
        if field != frozen_field {
            after.clear_owners(shape);
        }
        self.past.push(std::mem::replace(&mut self.position, after.clone()));
        self.drops += 1;
        Ok(PieceLanding { drop, before, frozen, after })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_is_read_as_it_is_written() {
        let drops = vec![PlanDrop { piece: 0, offset: 5 }, PlanDrop { piece: 11, offset: 0 }];
        let turns = [
            TetrisitoMove::Drop(drops[1]),
            TetrisitoMove::Undo,
            TetrisitoMove::Restart,
            TetrisitoMove::Hint,
            TetrisitoMove::Solve(drops),
        ];
        for turn in turns {
            assert_eq!(TetrisitoMove::parse(&turn.to_word()), Some(turn));
        }
        for bad in ["", "0@1", "1@", "@", "1@-1", "solve:", "solve:1@2,x", "go"] {
            assert_eq!(TetrisitoMove::parse(bad), None, "{bad}");
        }
    }
}
