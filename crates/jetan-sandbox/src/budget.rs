//! One budget for all bytes that a run makes its host keep.

use jetan_run::RunLimit;

/// The bytes that are kept for a run, and the first bound that was reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByteBudget {
    room: usize,
    exceeded: Option<RunLimit>,
}

impl ByteBudget {
    pub(crate) fn new(bytes_max: usize) -> ByteBudget {
        ByteBudget { room: bytes_max, exceeded: None }
    }

    /// Whether there is room for more bytes, which then are kept. If there is not, nothing is, and
    /// the run is over.
    pub(crate) fn keep(&mut self, bytes: usize, of: RunLimit) -> bool {
        // Nothing of a request that does not fit is charged: smaller ones after it may still fit,
        // and the run ends anyway because the bound is noted.
        let room = self.room.checked_sub(bytes);
        self.room = room.unwrap_or(self.room);
        if room.is_none() {
            self.exceed(of);
        }
        room.is_some()
    }

    /// Gives back bytes that are not kept any more.
    pub(crate) fn release(&mut self, bytes: usize) {
        self.room = self.room.saturating_add(bytes);
    }

    /// A bound was reached.
    pub(crate) fn exceed(&mut self, limit: RunLimit) {
        // Only the first bound explains the run; the ones after it are consequences of being
        // stopped.
        self.exceeded.get_or_insert(limit);
    }

    /// The first bound that was reached.
    pub(crate) fn exceeded(&self) -> Option<RunLimit> {
        self.exceeded
    }
}
