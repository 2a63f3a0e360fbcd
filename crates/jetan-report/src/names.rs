//! Names of files for reports about people whose names may contain anything.

use std::collections::BTreeSet;

/// A name that every shell leaves alone, and that was not given yet.
pub fn unused_name(name: &str, used: &mut BTreeSet<String>) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '_' };
    let plain: String = name.chars().map(plain).collect();
    let plain = plain.trim_start_matches('.').to_owned();
    let numbers = (2..).map(|number| format!("{number}_{plain}"));
    // The number goes in front, so that the name keeps its extension.
    let mut names = std::iter::once(plain.clone()).chain(numbers);
    let name = names.find(|name| !name.is_empty() && !used.contains(name)).unwrap_or(plain);
    used.insert(name.clone());
    name
}

/// Names that Windows keeps for devices, with any ending.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul", "com", "lpt"];
/// Characters of a name.
const CHARS_MAX: usize = 80;
/// Bytes of a name: most systems take 255, and numbers and endings are added to it.
const BYTES_MAX: usize = 200;

/// A name that people can read in any script, that every system takes for one file, and that was
/// not given yet, also where case does not tell names apart.
pub fn readable_name(name: &str, used: &mut BTreeSet<String>) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == '.' { c } else { '_' };
    let mut bytes = 0;
    let fits = |c: &char| {
        bytes += c.len_utf8();
        bytes <= BYTES_MAX
    };
    let plain: String = name.chars().take(CHARS_MAX).map(plain).take_while(fits).collect();
    let plain = plain.trim_start_matches('.').trim_end_matches('.');
    // Windows looks at what stands before the first dot: `nul.asm` is the device.
    let stem = plain.split('.').next().unwrap_or_default().to_lowercase();
    // Of `com` and `lpt` only those with a digit are devices; guarding more names does no harm.
    let is_device = DEVICES.contains(&stem.trim_end_matches(|c: char| c.is_ascii_digit()));
    let plain = if is_device { format!("_{plain}") } else { plain.to_owned() };
    let numbers = (2..).map(|number| format!("{number}_{plain}"));
    let mut names = std::iter::once(plain.clone()).chain(numbers);
    let is_free = |name: &String| !name.is_empty() && !used.contains(&name.to_lowercase());
    let name = names.find(is_free).unwrap_or(plain);
    used.insert(name.to_lowercase());
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_given_once() {
        let mut used = BTreeSet::new();
        let cases = [
            ("ann", "ann"),
            ("ann", "2_ann"),
            ("ann", "3_ann"),
            ("../b c", "_b_c"),
            ("..", "2_"),
            ("é", "_"),
        ];
        for (name, expected) in cases {
            assert_eq!(unused_name(name, &mut used), expected, "{name}");
        }
    }

    #[test]
    fn long_names_fit_a_file_system() {
        let name = readable_name(&"𝔸".repeat(90), &mut BTreeSet::new());
        assert_eq!(name, "𝔸".repeat(BYTES_MAX / 4));
    }

    #[test]
    fn names_are_readable_in_any_script() {
        let mut used = BTreeSet::new();
        let cases = [
            ("李雷", "李雷"),
            ("Jürgen Weiß", "Jürgen_Weiß"),
            ("ann", "ann"),
            ("Ann", "2_Ann"),
            ("ann!", "ann_"),
            ("ann?", "2_ann_"),
            ("nul.asm", "_nul.asm"),
            ("../x.", "_x"),
            ("", "2_"),
        ];
        for (name, expected) in cases {
            assert_eq!(readable_name(name, &mut used), expected, "{name}");
        }
    }
}
