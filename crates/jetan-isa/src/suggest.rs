//! Guessing what was meant: the known name closest to the one that was typed.

/// The closest of some names, if it is close enough to be a likely slip.
///
/// A slip is a letter left out, added, exchanged or swapped with its neighbour; about one in three
/// letters may be wrong. Upper and lower case count as the same at a price below any slip.
pub fn closest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let word: Vec<char> = word.chars().take(WORD_CHARS_MAX).collect();
    // Everything is close to a name of one letter.
    if word.len() < 2 {
        return None;
    }
    let mut names = names.into_iter();
    // Distances count double, so that a letter in the other case can cost half a slip.
    let allowed = 2 * (word.len() / 3).clamp(1, 3);
    let mut best: Option<(usize, &str)> = None;
    let mut rows = DistanceRows::default();
    let lower: Vec<char> = word.iter().map(char::to_ascii_lowercase).collect();
    for name in names.by_ref() {
        // No other name can be nearer, so the search ends; of several the first listed wins.
        if name
            .chars()
            .take(WORD_CHARS_MAX)
            .map(|c| c.to_ascii_lowercase())
            .eq(lower.iter().copied())
        {
            return Some(name);
        }
        // Names of very different length cannot be close; most candidates end here.
        if name.len().abs_diff(word.len()) > allowed / 2 + 2 {
            continue;
        }
        // Only a smaller distance replaces the best, so that of equally near names the first listed
        // stays.
        let limit = best.map_or(allowed, |(distance, _)| distance.saturating_sub(1));
        let distance = rows.distance(&word, name);
        if distance <= limit {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Longer names are cut: nobody mistypes the same 64 letters.
const WORD_CHARS_MAX: usize = 64;

#[derive(Default)]
struct DistanceRows {
    before: Vec<usize>,
    above: Vec<usize>,
    row: Vec<usize>,
    other: Vec<char>,
}

impl DistanceRows {
    /// Twice the number of slips between two words, plus one per letter in the other case.
    fn distance(&mut self, word: &[char], name: &str) -> usize {
        self.other.clear();
        self.other.extend(name.chars().take(WORD_CHARS_MAX));
        let width = self.other.len() + 1;
        self.above.clear();
        self.above.extend((0..width).map(|idx| idx * 2));
        self.before.clear();
        // Not read before the second row, but it must have the right length by then.
        self.before.resize(width, 0);
        for (i, &a) in word.iter().enumerate() {
            self.row.clear();
            self.row.push((i + 1) * 2);
            for (j, &b) in self.other.iter().enumerate() {
                let change = if a == b {
                    0
                } else if a.eq_ignore_ascii_case(&b) {
                    1
                } else {
                    2
                };
                let mut cost =
                    (self.above[j] + change).min(self.above[j + 1] + 2).min(self.row[j] + 2);
                // Two neighbours swapped are one slip, not two; this is what the row before the
                // last is kept for.
                if i > 0 && j > 0 && a == self.other[j - 1] && word[i - 1] == b {
                    cost = cost.min(self.before[j - 1] + 2);
                }
                self.row.push(cost);
            }
            std::mem::swap(&mut self.before, &mut self.above);
            std::mem::swap(&mut self.above, &mut self.row);
        }
        self.above[width - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likely_slips_are_found_and_others_are_not() {
        let names = ["add", "addi", "syscall", "move", "$t0", "loop", "Loop"];
        let cases = [
            ("sycsall", Some("syscall")),
            ("mov", Some("move")),
            ("ADD", Some("add")),
            ("$T0", Some("$t0")),
            ("LOOP", Some("loop")),
            ("xyzzy", None),
            ("q", None),
        ];
        for (word, found) in cases {
            assert_eq!(closest(word, names), found, "{word}");
        }
    }
}
