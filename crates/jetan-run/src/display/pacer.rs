//! Sixty times a second, without drifting: a look that comes late does not delay those after it.

/// Looks in a second.
const FRAMES_PER_SECOND: u64 = 60;
// A sixtieth of a second is not a whole number of microseconds; slots are numbered and the time
// computed from the number, so that nothing drifts.
const US_PER_SECOND: u64 = 1_000_000;

/// The time of the next look, by any clock: that of a run, or the real one.
#[derive(Clone, Copy, Debug, Default)]
pub struct FramePacer {
    /// The number of the sixtieth of a second of the next look; the first is number 1.
    next_slot: u64,
}

impl FramePacer {
    /// When the next look is due, in microseconds.
    pub fn due_us(&self) -> u64 {
        // Rounded up, so that a clock that shows exactly this time is in the slot and not a
        // microsecond before it.
        self.next_slot.max(1).saturating_mul(US_PER_SECOND).div_ceil(FRAMES_PER_SECOND)
    }

    /// Somebody has looked at this time: the next look is due in the next sixtieth of a second.
    pub fn looked(&mut self, clock_us: u64) {
        // Divided in two steps, so that sixty times a clock of 64 bits cannot overflow.
        let (seconds, rest_us) = (clock_us / US_PER_SECOND, clock_us % US_PER_SECOND);
        self.next_slot =
            seconds * FRAMES_PER_SECOND + rest_us * FRAMES_PER_SECOND / US_PER_SECOND + 1;
    }

    /// For a real clock, in milliseconds: none if it is time now, and then the next time is set;
    /// otherwise when it is.
    pub fn wait(&mut self, now_ms: i64) -> Option<i64> {
        // A clock before 1970 is a wrong clock; it must not stop pictures from coming.
        let now_us = u64::try_from(now_ms).unwrap_or(0).saturating_mul(1000);
        let ahead_us = self.due_us().saturating_sub(now_us);
        // What is further away was said before the clock was set back.
        // A pacer that was never used (`next_slot` is 0) does not make its first caller wait.
        if (1..=US_PER_SECOND.div_ceil(FRAMES_PER_SECOND)).contains(&ahead_us) && self.next_slot > 0
        {
            return i64::try_from(self.due_us().div_ceil(1000)).ok();
        }
        self.looked(now_us);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_come_sixty_times_a_second_whatever_the_slices_are() {
        for slice_ms in [1, 3, 7, 8, 9, 11, 16] {
            let mut pacer = FramePacer::default();
            let slices = (0..10_000).step_by(slice_ms).map(|ms| 1_000_000_000_000 + ms);
            let pictures = slices.filter(|&now_ms| pacer.wait(now_ms).is_none()).count();
            assert!((595..=601).contains(&pictures), "{pictures} in slices of {slice_ms} ms");
        }
    }

    #[test]
    fn who_waits_for_a_picture_is_told_until_when() {
        let mut pacer = FramePacer::default();
        assert_eq!(pacer.wait(5000), None);
        assert_eq!(pacer.wait(5001), Some(5017));
        assert_eq!(pacer.wait(5017), None);
        assert_eq!(pacer.wait(9000), None, "after a rest");
        assert_eq!(pacer.wait(9001), Some(9017));
        assert_eq!(pacer.wait(100), None, "the clock was set back");
        assert_eq!(pacer.wait(101), Some(117));
    }
}
