//! Numbers in words, as every front end writes them.

use std::time::Duration;

/// Some of a thing, in words: `1 move`, `1,200 moves`.
pub fn counted(count: u64, what: &str) -> String {
    let end = if count == 1 { "" } else { "s" };
    format!("{} {what}{end}", grouped(count))
}

/// A number with a comma between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time as it is shown: `3:07`, `1:02:45`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        let shown = [0, 7, 999, 1000, 12_340, 1_234_567].map(grouped);
        assert_eq!(shown, ["0", "7", "999", "1,000", "12,340", "1,234,567"]);
    }

    #[test]
    fn times_have_hours_only_when_they_need_them() {
        let shown = [0, 187, 3765].map(|seconds| clock(Duration::from_secs(seconds)));
        assert_eq!(shown, ["0:00", "3:07", "1:02:45"]);
    }
}
