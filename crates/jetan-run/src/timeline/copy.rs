//! A second timeline of the same run: whoever looks for something in the past works on a copy, and
//! the run that is looked at stays where it is.

use jetan_machine::Engine;

use super::{End, Timeline};
use crate::live::LiveRun;

impl Timeline<'_> {
    /// The same run at the same instant, for another engine. The two share what they know of
    /// memory.
    pub fn copy<'c>(&self, engine: Box<dyn Engine + 'c>) -> Timeline<'c> {
        let mut run = LiveRun::new(self.run.at.machine.clone(), engine);
        run.record(self.run.log.clone());
        run.at.next = self.run.at.next;
        Timeline {
            run,
            end: self.end.as_ref().map(|end| End { at: end.at.clone() }),
            ending: self.ending.clone(),
            printed: self.printed.clone(),
            keyframes: self.keyframes.clone(),
            near: self.near.clone(),
            allowance: self.allowance,
            edits: self.edits,
        }
    }

    /// Stands where a copy stands, which knows the same run.
    pub fn follow_copy(&mut self, copy: Timeline<'_>) {
        self.near = copy.near;
        if copy.end.is_none() {
            self.go_to_end();
        } else {
            self.stand_at(copy.run.at);
        }
    }
}
