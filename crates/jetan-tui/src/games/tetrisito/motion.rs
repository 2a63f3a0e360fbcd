//! A piece on its way down, as it is shown.

use std::time::Duration;

use jetan_games::tetrisito::{Drop, Piece, Shape};
use jetan_play::tetrisito::{Landing, Position, rows_to_fall};

/// The time a drop of a plan is shown before it falls.
const LEAD: Duration = Duration::from_millis(550);
const PER_ROW: Duration = Duration::from_millis(45);
const REST: Duration = Duration::from_millis(140);
const CLEARING: Duration = Duration::from_millis(420);
const REFUSED: Duration = Duration::from_millis(1100);
const BLINK: Duration = Duration::from_millis(180);

/// A drop while it is shown.
#[derive(Clone, Debug)]
pub(super) struct Motion {
    pub(super) drop: Drop,
    before: Position,
    /// None if the drop is impossible.
    landed: Option<(Position, Position)>,
    /// The number of rows the piece falls.
    rows: u32,
    lead: Duration,
    age: Duration,
}

/// One picture of an animation.
#[derive(Clone, Debug)]
pub(super) struct Frame<'a> {
    pub(super) position: &'a Position,
    /// The rows that the piece has fallen, while it is on its way.
    pub(super) fallen: Option<u32>,
    /// Whether it is stuck, and if so, whether the blinking shows it now.
    pub(super) refused: Option<bool>,
    /// Whether full rows are vanishing, and if so, whether the blinking shows them now.
    pub(super) clearing: Option<bool>,
}

impl Motion {
    /// A drop that was made; one of a plan is announced first.
    pub(super) fn landing(landing: Landing, shape: Shape, piece: Piece, is_plan: bool) -> Motion {
        let Landing { drop, before, frozen, after } = landing;
        let rows = rows_to_fall(shape, before.field, piece, drop.offset);
        let lead = if is_plan { LEAD } else { Duration::ZERO };
        Motion { drop, before, landed: Some((frozen, after)), rows, lead, age: Duration::ZERO }
    }

    /// A drop that is impossible: it is seen to get stuck.
    pub(super) fn refusal(drop: Drop, before: Position, shape: Shape, piece: Piece) -> Motion {
        let rows = rows_to_fall(shape, before.field, piece, drop.offset);
        Motion { drop, before, landed: None, rows, lead: Duration::ZERO, age: Duration::ZERO }
    }

    /// Lets time pass; what is left of it when the motion is over.
    pub(super) fn tick(&mut self, elapsed: Duration) -> Option<Duration> {
        self.age = self.age.saturating_add(elapsed);
        // None while it still moves; what is left over belongs to the next motion.
        self.age.checked_sub(self.length())
    }

    pub(super) fn is_refusal(&self) -> bool {
        self.landed.is_none()
    }

    /// The picture now.
    pub(super) fn frame(&self) -> Frame<'_> {
        let falling = self.age.saturating_sub(self.lead);
        let fall = PER_ROW * self.rows;
        let fallen = (falling.as_millis() / PER_ROW.as_millis()) as u32;
        let position = &self.before;
        let frame = Frame { position, fallen: None, refused: None, clearing: None };
        if falling < fall {
            return Frame { fallen: Some(fallen), ..frame };
        }
        let rested = falling.saturating_sub(fall);
        let is_lit = |since: Duration| (since.as_millis() / BLINK.as_millis()).is_multiple_of(2);
        match &self.landed {
            None => Frame { fallen: Some(self.rows), refused: Some(is_lit(rested)), ..frame },
            Some((frozen, _)) if rested < REST => Frame { position: frozen, ..frame },
            Some((frozen, after)) if self.is_clearing() => {
                let clearing = rested.saturating_sub(REST);
                if clearing < CLEARING {
                    Frame { position: frozen, clearing: Some(is_lit(clearing)), ..frame }
                } else {
                    Frame { position: after, ..frame }
                }
            }
            Some((_, after)) => Frame { position: after, ..frame },
        }
    }

    fn is_clearing(&self) -> bool {
        self.landed.as_ref().is_some_and(|(frozen, after)| frozen.field != after.field)
    }

    fn length(&self) -> Duration {
        let end = match self.landed {
            None => REFUSED,
            Some(_) if self.is_clearing() => REST + CLEARING,
            Some(_) => REST,
        };
        self.lead + PER_ROW * self.rows + end
    }
}
