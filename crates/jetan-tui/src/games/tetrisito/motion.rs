//! A piece on its way down, as it is shown.

use std::time::Duration;

use jetan_games::tetrisito::{FieldShape, PieceMask, PlanDrop};
use jetan_play::tetrisito::{PieceLanding, TetrisitoPosition, rows_to_fall};

/// The time a drop of a plan is shown before it falls.
const PLAN_LEAD_TIME: Duration = Duration::from_millis(550);
const ROW_FALL_TIME: Duration = Duration::from_millis(45);
const REST_TIME: Duration = Duration::from_millis(140);
const CLEARING_TIME: Duration = Duration::from_millis(420);
const REFUSED_TIME: Duration = Duration::from_millis(1100);
const BLINK_TIME: Duration = Duration::from_millis(180);

/// A drop while it is shown.
#[derive(Clone, Debug)]
pub(super) struct DropMotion {
    pub(super) drop: PlanDrop,
    before: TetrisitoPosition,
    /// None if the drop is impossible.
    landed: Option<(TetrisitoPosition, TetrisitoPosition)>,
    /// The number of rows the piece falls.
    rows: u32,
    lead: Duration,
    age: Duration,
}

/// One picture of an animation.
#[derive(Clone, Debug)]
pub(super) struct DropFrame<'a> {
    pub(super) position: &'a TetrisitoPosition,
    /// The rows that the piece has fallen, while it is on its way.
    pub(super) fallen: Option<u32>,
    /// Whether it is stuck, and if so, whether the blinking shows it now.
    pub(super) refused: Option<bool>,
    /// Whether full rows are vanishing, and if so, whether the blinking shows them now.
    pub(super) clearing: Option<bool>,
}

impl DropMotion {
    /// A drop that was made; one of a plan is announced first.
    pub(super) fn landing(
        landing: PieceLanding,
        shape: FieldShape,
        piece: PieceMask,
        is_plan: bool,
    ) -> DropMotion {
        let PieceLanding { drop, before, frozen, after } = landing;
        let rows = rows_to_fall(shape, before.field, piece, drop.offset);
        let lead = if is_plan { PLAN_LEAD_TIME } else { Duration::ZERO };
        DropMotion { drop, before, landed: Some((frozen, after)), rows, lead, age: Duration::ZERO }
    }

    /// A drop that is impossible: it is seen to get stuck.
    pub(super) fn refusal(
        drop: PlanDrop,
        before: TetrisitoPosition,
        shape: FieldShape,
        piece: PieceMask,
    ) -> DropMotion {
        let rows = rows_to_fall(shape, before.field, piece, drop.offset);
        DropMotion { drop, before, landed: None, rows, lead: Duration::ZERO, age: Duration::ZERO }
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
    pub(super) fn frame(&self) -> DropFrame<'_> {
        let falling = self.age.saturating_sub(self.lead);
        let fall = ROW_FALL_TIME * self.rows;
        let fallen = (falling.as_millis() / ROW_FALL_TIME.as_millis()) as u32;
        let position = &self.before;
        let frame = DropFrame { position, fallen: None, refused: None, clearing: None };
        if falling < fall {
            return DropFrame { fallen: Some(fallen), ..frame };
        }
        let rested = falling.saturating_sub(fall);
        let is_lit =
            |since: Duration| (since.as_millis() / BLINK_TIME.as_millis()).is_multiple_of(2);
        match &self.landed {
            None => DropFrame { fallen: Some(self.rows), refused: Some(is_lit(rested)), ..frame },
            Some((frozen, _)) if rested < REST_TIME => DropFrame { position: frozen, ..frame },
            Some((frozen, after)) if self.is_clearing() => {
                let clearing = rested.saturating_sub(REST_TIME);
                if clearing < CLEARING_TIME {
                    DropFrame { position: frozen, clearing: Some(is_lit(clearing)), ..frame }
                } else {
                    DropFrame { position: after, ..frame }
                }
            }
            Some((_, after)) => DropFrame { position: after, ..frame },
        }
    }

    fn is_clearing(&self) -> bool {
        self.landed.as_ref().is_some_and(|(frozen, after)| frozen.field != after.field)
    }

    fn length(&self) -> Duration {
        let end = match self.landed {
            None => REFUSED_TIME,
            Some(_) if self.is_clearing() => REST_TIME + CLEARING_TIME,
            Some(_) => REST_TIME,
        };
        self.lead + ROW_FALL_TIME * self.rows + end
    }
}
