//! The time of a run: the one on the wall, or one that depends on nothing but the program.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Which time a program sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    /// The one on the wall.
    Real,
    /// One that depends on nothing but the program: 100 instructions are a microsecond, and
    /// sleeping takes no time.
    Virtual,
}

/// Where a virtual clock starts: 2020-01-01 00:00 UTC.
const VIRTUAL_START_MS: i64 = 1_577_836_800_000;
const INSTRUCTIONS_PER_US: u64 = 100;
const INSTRUCTIONS_PER_MS: u64 = 1000 * INSTRUCTIONS_PER_US;

/// The clock of a run. A count is that of the instructions executed so far.
pub(super) struct Time {
    clock: Clock,
    started: Instant,
    slept_ms: i64,
    /// When a sleeping program is to be woken for something else.
    wake_ms: Option<i64>,
}

impl Time {
    pub(super) fn starting_now(clock: Clock) -> Time {
        Time { clock, started: Instant::now(), slept_ms: 0, wake_ms: None }
    }

    /// Milliseconds since 1970, as a program is told.
    pub(super) fn ms(&self, count: u64) -> i64 {
        match self.clock {
            Clock::Real => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH);
                now.map_or(0, |since| since.as_millis() as i64)
            }
            Clock::Virtual => {
                VIRTUAL_START_MS + (count / INSTRUCTIONS_PER_MS) as i64 + self.slept_ms
            }
        }
    }

    /// Microseconds since the start of the run.
    pub(super) fn us(&self, count: u64) -> u64 {
        match self.clock {
            Clock::Real => self.started.elapsed().as_micros() as u64,
            Clock::Virtual => count / INSTRUCTIONS_PER_US + self.slept_ms as u64 * 1000,
        }
    }

    /// A seed that nobody chose.
    pub(super) fn seed(&self) -> i64 {
        match self.clock {
            Clock::Virtual => 0,
            Clock::Real => {
                let now = SystemTime::now().duration_since(UNIX_EPOCH);
                now.map_or(0, |since| since.as_nanos() as i64)
            }
        }
    }

    /// The first count at which a virtual clock shows a time since the start; of a real one nothing
    /// is known.
    pub(super) fn count_at_us(&self, us: u64, count: u64) -> u64 {
        let ahead_us = us.saturating_sub(self.us(count));
        match self.clock {
            Clock::Real => u64::MAX,
            Clock::Virtual if ahead_us == 0 => u64::MAX,
            Clock::Virtual => {
                let awake_us = count / INSTRUCTIONS_PER_US + ahead_us;
                awake_us.saturating_mul(INSTRUCTIONS_PER_US)
            }
        }
    }

    /// The same, by the time a program would be told.
    pub(super) fn count_at_ms(&self, ms: i64, count: u64) -> u64 {
        let since_start = u64::try_from(ms - VIRTUAL_START_MS).unwrap_or(0);
        self.count_at_us(since_start.saturating_mul(1000), count)
    }

    /// Does not let more time pass at once than up to this moment.
    pub(super) fn wake_at(&mut self, ms: i64) {
        self.wake_ms = Some(ms);
    }

    /// Lets a virtual clock go on to a moment, or to an earlier one at which something else
    /// happens; false if only real time can pass.
    pub(super) fn pass(&mut self, at_ms: i64, count: u64) -> bool {
        if self.clock == Clock::Real {
            return false;
        }
        let now_ms = self.ms(count);
        let wake_ms = self.wake_ms.take().filter(|&wake_ms| wake_ms > now_ms);
        let until_ms = at_ms.min(wake_ms.unwrap_or(i64::MAX));
        self.slept_ms += (until_ms - now_ms).max(0);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn virtual_time_is_that_of_instructions_and_sleep() {
        let mut time = Time::starting_now(Clock::Virtual);
        assert_eq!((time.us(99), time.us(100), time.us(250_000)), (0, 1, 2500));
        assert_eq!(time.ms(250_000), VIRTUAL_START_MS + 2);
        assert!(time.pass(VIRTUAL_START_MS + 50, 100_000));
        assert_eq!((time.us(100_000), time.ms(100_000)), (50_000, VIRTUAL_START_MS + 50));
        assert_eq!(time.count_at_us(50_010, 100_000), 101_000);
        assert_eq!(time.count_at_ms(VIRTUAL_START_MS + 51, 100_000), 200_000);
        assert_eq!(time.count_at_us(10, 100_000), u64::MAX, "it is over");
        assert_eq!(time.seed(), 0);
    }

    #[test]
    fn sleep_ends_early_for_what_was_asked_for() {
        let mut time = Time::starting_now(Clock::Virtual);
        time.wake_at(VIRTUAL_START_MS + 10);
        assert!(time.pass(VIRTUAL_START_MS + 50, 0));
        assert_eq!(time.us(0), 10_000);
        time.wake_at(VIRTUAL_START_MS + 5);
        assert!(time.pass(VIRTUAL_START_MS + 50, 0));
        assert_eq!(time.us(0), 50_000, "a moment that is over wakes nobody");
        assert!(!Time::starting_now(Clock::Real).pass(i64::MAX, 0));
    }
}
