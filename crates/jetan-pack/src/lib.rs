#![doc = include_str!("../README.md")]

pub mod codes;
pub mod error;
pub mod fields;
pub mod project;
pub mod reference;

mod costs;
mod effect;
mod read;
mod service;
mod settings;

use jetan_isa::Pack;

pub use error::PackError;
pub use project::{PROJECT_FILE, ProjectFile, ProjectSettings};
pub use read::{PackLookup, parse, parse_with};

/// The packs that come with Jetan: name and text of each.
pub fn shipped() -> &'static [(&'static str, &'static str)] {
    SHIPPED
}

const SHIPPED: &[(&str, &str)] = &[
    ("comp2611-2048", include_str!("../../../packs/comp2611-2048/pack.toml")),
    ("maze", include_str!("../../../packs/maze/pack.toml")),
];

/// The pack that a source names in a comment: `# jetan: pack comp2611-2048`.
pub fn named_in(source_text: &str) -> Option<String> {
    source_text.lines().find_map(|line| {
        // Only a comment on a line of its own: `#` may also stand in a string.
        let comment = line.trim_start().strip_prefix('#')?;
        let command = comment.trim_start_matches('#').trim_start().strip_prefix("jetan:")?;
        let mut words = command.split_whitespace();
        let is_pack = words.next() == Some("pack");
        words.next().filter(|_| is_pack).map(str::to_owned)
    })
}

/// The packs that come with Jetan and have services of all these numbers.
pub fn packs_with_services(numbers: &[u32]) -> Vec<String> {
    let packs = SHIPPED.iter();
    // Parsed anew each time: it is asked once, about a run that has failed or by `jetan explain`.
    let packs = packs.filter_map(|(name, text)| parse(name, text).0);
    let knows = |pack: &Pack| numbers.iter().all(|number| pack.service(*number).is_some());
    packs.filter(knows).map(|pack| pack.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_names_a_pack() {
        for (text, expected) in [
            ("# jetan: pack comp2611-2048\n", Some("comp2611-2048")),
            ("nop\n   ## jetan:pack   maze  # the maze\n", Some("maze")),
            ("# jetan: pack\n", None),
            ("# jetan: packs maze\n", None),
            ("# a pack for jetan: pack maze\n", None),
            (".asciiz \"# jetan: pack maze\"\n", None),
            ("", None),
        ] {
            assert_eq!(named_in(text).as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn numbers_lead_to_packs() {
        assert_eq!(packs_with_services(&[201]), ["comp2611-2048", "maze"]);
        assert_eq!(packs_with_services(&[204]), ["comp2611-2048"]);
        assert_eq!(packs_with_services(&[205]), ["maze"]);
        assert_eq!(packs_with_services(&[999]), Vec::<String>::new());
    }
}
