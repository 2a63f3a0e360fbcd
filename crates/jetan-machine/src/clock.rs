//! The clock of a run: part of the machine, or the host's.

/// The start of a virtual clock unless told otherwise: 2020-01-01 00:00 UTC.
const START_MS: i64 = 1_577_836_800_000;
const INSTRUCTIONS_PER_US: u64 = 100;

/// The clock of a program. A count is that of the instructions executed so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clock {
    /// The host's; nothing is known of it in advance.
    Host,
    /// One that depends on nothing but the program: 100 instructions are a microsecond, and
    /// sleeping adds what was slept.
    Virtual {
        /// Milliseconds since 1970 at which it starts.
        start_ms: i64,
        /// Milliseconds that were slept so far; not negative.
        slept_ms: i64,
    },
}

impl Default for Clock {
    /// A virtual clock that starts with the year 2020.
    fn default() -> Clock {
        Clock::starting_at(START_MS)
    }
}

impl Clock {
    /// A virtual clock that starts at a time, in milliseconds since 1970.
    pub fn starting_at(start_ms: i64) -> Clock {
        Clock::Virtual { start_ms, slept_ms: 0 }
    }

    /// Milliseconds since 1970; `None` if only the host knows.
    pub fn ms(self, count: u64) -> Option<i64> {
        match self {
            Clock::Host => None,
            Clock::Virtual { start_ms, slept_ms } => {
                let run_ms = count / (1000 * INSTRUCTIONS_PER_US);
                // Saturating, because the start can be any number and a program can sleep as long
                // as it likes.
                Some(start_ms.saturating_add(slept_ms).saturating_add_unsigned(run_ms))
            }
        }
    }

    /// Microseconds since the start; `None` if only the host knows.
    pub fn us(self, count: u64) -> Option<u64> {
        match self {
            Clock::Host => None,
            Clock::Virtual { slept_ms, .. } => {
                let slept_us = slept_ms.unsigned_abs().saturating_mul(1000);
                Some(slept_us.saturating_add(count / INSTRUCTIONS_PER_US))
            }
        }
    }

    /// The first count after this one at which so many microseconds have passed since the start,
    /// if nothing is slept until then; `u64::MAX` if they have, or if only the host knows.
    pub fn count_at_us(self, us: u64, count: u64) -> u64 {
        match self.us(count).map(|now_us| us.saturating_sub(now_us)) {
            None | Some(0) => u64::MAX,
            // Rounded down first: a microsecond begins at a multiple of its instructions.
            Some(ahead_us) => (count / INSTRUCTIONS_PER_US)
                .saturating_add(ahead_us)
                .saturating_mul(INSTRUCTIONS_PER_US),
        }
    }

    /// The first count after this one at which it is this time, in milliseconds since 1970;
    /// `u64::MAX` as in [`Clock::count_at_us`].
    pub fn count_at_ms(self, ms: i64, count: u64) -> u64 {
        match self {
            Clock::Host => u64::MAX,
            Clock::Virtual { start_ms, .. } => {
                // A time before the start is over, which `count_at_us` answers with `u64::MAX`.
                let since_ms = u64::try_from(ms.saturating_sub(start_ms)).unwrap_or(0);
                self.count_at_us(since_ms.saturating_mul(1000), count)
            }
        }
    }

    /// Goes on to a time by sleeping, unless it is over.
    pub(crate) fn pass(&mut self, until_ms: i64, count: u64) {
        let now_ms = self.ms(count);
        if let (Clock::Virtual { slept_ms, .. }, Some(now_ms)) = (self, now_ms) {
            // Never negative: a clock does not go back, whatever a host or a recording says.
            *slept_ms = slept_ms.saturating_add(until_ms.saturating_sub(now_ms).max(0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn virtual_time_is_that_of_instructions_and_sleep() {
        let mut clock = Clock::default();
        assert_eq!([99, 100, 250_000].map(|count| clock.us(count)), [0, 1, 2500].map(Some));
        assert_eq!(clock.ms(250_000), Some(START_MS + 2));
        clock.pass(START_MS + 50, 100_000);
        assert_eq!((clock.us(100_000), clock.ms(100_000)), (Some(50_000), Some(START_MS + 50)));
        assert_eq!(clock.count_at_us(50_010, 100_000), 101_000);
        assert_eq!(clock.count_at_ms(START_MS + 51, 100_000), 200_000);
        assert_eq!(clock.count_at_us(10, 100_000), u64::MAX, "it is over");
        clock.pass(START_MS, 100_000);
        assert_eq!(clock.us(100_000), Some(50_000), "time does not go back");
    }

    #[test]
    fn times_without_measure_do_not_overflow() {
        for start_ms in [i64::MIN, -1, 0, i64::MAX] {
            let mut clock = Clock::starting_at(start_ms);
            for at_ms in [i64::MAX, i64::MIN, i64::MAX] {
                clock.pass(at_ms, u64::MAX);
                for count in [0, 1, u64::MAX] {
                    assert!(clock.ms(count) >= Some(start_ms));
                    assert!(clock.us(count).is_some());
                    assert!(clock.count_at_ms(at_ms, count) >= count);
                    assert!(clock.count_at_us(u64::MAX, count) >= count);
                }
            }
        }
    }

    #[test]
    fn nothing_is_known_of_the_hosts_clock() {
        let mut clock = Clock::Host;
        clock.pass(i64::MAX, 1);
        assert_eq!((clock.ms(7), clock.us(7), clock.count_at_ms(3, 7)), (None, None, u64::MAX));
    }
}
