//! Lines that a program wants before the case: a name, a menu, a key.

/// Lines that are tried on a program that does not understand a case without: `1` begins a game in
/// most menus, is as good a name for player 1 as any, and is a key.
pub(crate) const OPENINGS: [&[&str]; 3] = [&["1"], &["1", "2"], &["1", "1", "2"]];

/// The lines of an opening.
pub(crate) fn lines(opening: &[&str]) -> Vec<String> {
    opening.iter().map(|line| (*line).to_owned()).collect()
}

/// The report's note about lines that were found by trying.
pub(crate) fn note(lines: &[String]) -> String {
    let quoted: Vec<String> = lines.iter().map(|line| format!("`{line}`")).collect();
    let (count, what) = match lines.len() {
        1 => ("a line".to_owned(), "it was"),
        more => (format!("{more} lines"), "they were"),
    };
    format!(
        "The program asks for {count} before the case: {what} answered with {}. If something else \
         should be typed there, an adapter can say so: `before` below `[input]`.",
        quoted.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_said() {
        let note = note(&lines(OPENINGS[1]));
        assert!(note.starts_with("The program asks for 2 lines before the case"), "{note}");
        assert!(note.contains("`1`, `2`"), "{note}");
    }
}
