//! A second timeline of the same run: whoever looks for something in the past works on a copy, and
//! the run that is looked at stays where it is.

use jetan_machine::Engine;

use super::{RecordingEnd, Timeline};
use crate::live::LiveRun;

impl Timeline<'_> {
    /// The same run at the same step, for another engine. The two share what they know of
    /// memory.
    pub fn copy<'c>(&self, engine: Box<dyn Engine + 'c>) -> Timeline<'c> {
        // A clone is cheap: the pages are shared until one of the two machines writes them.
        let mut run = LiveRun::new(self.run.at.machine.clone(), engine);
        // The log is copied as a whole. Sharing it would let an edit of the run cut off what the
        // copy still replays.
        run.record(self.run.log.clone());
        run.at.next = self.run.at.next;
        Timeline {
            run,
            end: self.end.as_ref().map(|end| RecordingEnd { at: end.at.clone() }),
            ending: self.ending.clone(),
            printed: self.printed.clone(),
            keyframes: self.keyframes.clone(),
            near: self.near.clone(),
            allowance: self.allowance,
            edits: self.edits,
            revision: self.revision,
        }
    }

    /// Moves to the step at which a copy of this timeline is, and takes over its snapshots.
    pub fn follow_copy(&mut self, copy: Timeline<'_>) {
        // The snapshots that the copy took on its way make the next step back fast.
        self.near = copy.near;
        if copy.end.is_none() {
            // The copy is at the end of the recording, which is the same state as our own end.
            // `go_to_end` also clears `end`, which is set only while a timeline is before its end.
            self.go_to_end();
        } else {
            self.stand_at(copy.run.at);
        }
    }
}
