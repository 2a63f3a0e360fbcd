//! A timeline out of a recording, and the other way round.

use jetan_machine::{Engine, Machine, Stop, Until};

use super::{Keeping, Patience, Timeline};
use crate::log::Entry;
use crate::recording::{Circumstances, Recording, Unusable};
use crate::tape::{Cursor, Diverged, Player};

impl<'e> Timeline<'e> {
    /// Everything that has come from outside until the end of what is known, of a program that was
    /// started with some words.
    pub fn recording(&self, arguments: &[Vec<u8>]) -> Recording {
        let start = self.keyframes.get(0).map_or(&self.here, |frame| &frame.at);
        Recording {
            circumstances: Circumstances::of(&start.machine, arguments.to_vec()),
            start: start.machine.fingerprint(),
            end: self.end_count(),
            has_ended: self.ending.is_some(),
            focus: None,
            entries: self.log.entries().to_vec(),
        }
    }

    /// Plays a recording back on the machine that it began with; the timeline then stands at its
    /// end.
    pub fn play_back(
        machine: Machine,
        engine: Box<dyn Engine + 'e>,
        keeping: Keeping,
        recording: Recording,
        patience: &mut Patience<'_>,
    ) -> Result<Timeline<'e>, Unusable> {
        if machine.fingerprint() != recording.start {
            return Err(Unusable::OtherProgram);
        }
        let mut timeline = Timeline::new(machine, engine, keeping);
        for entry in recording.entries {
            timeline.log.push(entry);
        }
        while !timeline.play_on(recording.end, recording.has_ended).map_err(Unusable::Diverged)? {
            if !patience(timeline.count()) {
                return Err(Unusable::GaveUp);
            }
        }
        Ok(timeline)
    }

    /// Plays on by a slice; whether that was the end.
    fn play_on(&mut self, end: u64, has_ended: bool) -> Result<bool, Diverged> {
        let (before, next) = (self.count(), self.here.next);
        let control = self.log.next_control(next);
        let target = match control.map(|(place, count)| (self.log.get(place), place, count)) {
            Some((Some(Entry::Input(..) | Entry::Edit(..)), place, count))
                if (place, count) == (next, before) =>
            {
                return self.here.meddle(&self.log, u64::MAX).map(|_| false);
            }
            Some((Some(Entry::Stuck(_)), _, count)) => count.saturating_add(1),
            Some((_, _, count)) => count,
            None if has_ended => end.saturating_add(1),
            None if before >= end => return Ok(true),
            None => end,
        };
        let slice = before.saturating_add(self.keyframes.distance_min());
        let until = Until::count(target.min(slice));
        let diverged = Diverged { count: before };
        if target <= before || before > end {
            return Err(diverged);
        }
        let mut player =
            Player { log: &self.log, next, is_lost: false, printed: Some(&mut self.printed) };
        let stop = self.engine.run(&mut self.here.machine, &mut player, &until);
        let is_lost = player.is_lost;
        self.here.next = player.next;
        let stuck = Some(Entry::Stuck(self.count()));
        match stop {
            _ if is_lost => return Err(diverged),
            Stop::Waiting(_) | Stop::Faulted { .. }
                if self.log.get(self.here.next) == stuck.as_ref() =>
            {
                self.here.next += 1;
            }
            Stop::Exited(_) if self.here.next < self.log.len() => {}
            Stop::Exited(_) | Stop::Faulted { .. } if has_ended => {
                self.ending = Some(stop);
                let is_right = self.count() == end && self.here.next == self.log.len();
                return if is_right { Ok(true) } else { Err(diverged) };
            }
            Stop::Budget => self.keep_if_arrived(before, &until),
            _ => return Err(diverged),
        }
        Ok(false)
    }

    /// Makes a keyframe after a run that has moved the count to its goal, if one is due.
    pub(super) fn keep_if_arrived(&mut self, before: u64, until: &Until) {
        let Cursor { machine, next } = &mut self.here;
        let has_arrived = machine.count >= until.count && machine.count > before;
        if has_arrived && self.keyframes.is_due(machine) {
            self.keyframes.push(machine, *next);
        }
    }
}
