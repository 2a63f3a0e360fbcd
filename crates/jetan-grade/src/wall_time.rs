//! Dates as platforms and people write them, to the minute.

/// Minutes of a day.
pub const DAY_MINUTES: i64 = 24 * 60;

/// A minute of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WallTime {
    /// Minutes since 1970 on the clock of the place that wrote it.
    minutes: i64,
    /// Minutes that this clock is ahead of UTC, if it says so.
    ahead: Option<i64>,
}

impl WallTime {
    /// Reads `2026-03-01`, which is the end of that day, `2026-03-01 23:59`,
    /// `2026-03-01T23:59:00Z`, `2026-03-01 15:59:00.000 -08:00` or `2026-03-01-23-59-00`.
    pub fn parse(text: &str) -> Option<WallTime> {
        let text = text.trim();
        let (date, rest) = (text.get(..10)?, text.get(10..)?);
        let mut parts = date.split('-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        let (year, month, day) = (number(year)?, number(month)?, number(day)?);
        if !(1..=12).contains(&month) || !(1..=days_of(year, month)).contains(&day) {
            return None;
        }
        let midnight = days(year, month, day) * DAY_MINUTES;
        if rest.is_empty() {
            // A date alone is a deadline, and whoever hands in on that day is on time.
            return Some(WallTime { minutes: midnight + DAY_MINUTES - 1, ahead: None });
        }
        let rest = rest.strip_prefix([' ', 'T', '-'])?;
        let (hour, minute) = (number(rest.get(..2)?)?, number(rest.get(3..5)?)?);
        if !rest.get(2..3).is_some_and(|it| it == ":" || it == "-") || hour > 23 || minute > 59 {
            return None;
        }
        let seconds = rest.get(5..)?;
        let zone = seconds.trim_start_matches(|c: char| c == ':' || c == '.' || c.is_ascii_digit());
        // Blackboard writes seconds after a hyphen, which is not a zone.
        let is_seconds = zone.len() == 3 && zone.starts_with('-') && rest.get(2..3) == Some("-");
        let zone = if is_seconds { "" } else { zone.trim() };
        let ahead = if zone.is_empty() { None } else { Some(offset(zone)?) };
        Some(WallTime { minutes: midnight + hour * 60 + minute, ahead })
    }

    /// Minutes from another time to this one; none if only one of them says where its clock is.
    pub fn since(self, other: WallTime) -> Option<i64> {
        match (self.ahead, other.ahead) {
            (None, None) => Some(self.minutes - other.minutes),
            (Some(own), Some(its)) => Some((self.minutes - own) - (other.minutes - its)),
            // Guessing a zone could make a submission late that is not.
            _ => None,
        }
    }
}

/// Minutes that a clock is ahead of UTC: `Z`, `+01:00` or `-0800`.
fn offset(zone: &str) -> Option<i64> {
    if zone == "Z" || zone == "UTC" {
        return Some(0);
    }
    let digits = zone.get(1..)?.replace(':', "");
    let (hours, minutes) = (number(digits.get(..2)?)?, number(digits.get(2..4)?)?);
    let ahead = hours * 60 + minutes;
    match zone.as_bytes().first() {
        Some(b'+') => Some(ahead),
        Some(b'-') => Some(-ahead),
        _ => None,
    }
}

fn number(text: &str) -> Option<i64> {
    let is_plain =
        // Four digits at most, so that no sum below can overflow.
        !text.is_empty() && text.len() <= 4 && text.bytes().all(|it| it.is_ascii_digit());
    if is_plain { text.parse().ok() } else { None }
}

fn days_of(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970 of a date in the Gregorian calendar, counted from March so that the leap day is
/// the last of its year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    365 * year + year / 4 - year / 100 + year / 400 + of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_platforms_are_read() {
        let minutes = |text: &str| WallTime::parse(text).map(|it| it.minutes);
        assert_eq!(minutes("1970-01-01 00:00"), Some(0));
        assert_eq!(minutes("1970-01-01"), Some(DAY_MINUTES - 1));
        assert_eq!(minutes("2000-03-01T00:00:00Z"), Some(11_017 * DAY_MINUTES));
        assert_eq!(minutes("2026-03-01-23-59-00"), minutes("2026-03-01 23:59"));
        for wrong in ["", "2026-02-29", "2026-13-01", "soon", "2026-03-01 24:00", "é026-03-01"] {
            assert_eq!(WallTime::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn clocks_are_compared_where_both_are_known() {
        let since = |one, other| WallTime::parse(one)?.since(WallTime::parse(other)?);
        assert_eq!(since("2026-03-02 00:10", "2026-03-01"), Some(11));
        assert_eq!(since("2026-03-01 07:00:00.000 Z", "2026-02-28 23:00 -08:00"), Some(0));
        assert_eq!(since("2026-03-01 07:00 Z", "2026-03-01 07:00"), None);
    }
}
