//! The manual page of every code of a run-time error and of a finding, as data.
//!
//! A test of the binary runs every example: the wrong one must end in its error.

mod checks;
mod findings;
mod memory;
mod processor;
mod services;

/// The manual page of one code.
pub struct RuntimeCodePage {
    /// The code, such as `R0101` or `temporary`.
    pub code: &'static str,
    /// The mistake in a few words, lower case.
    pub title: &'static str,
    /// The error, its cause and its remedy: one sentence a line.
    pub text: &'static str,
    /// A program that ends with this error, or of which this is found.
    pub wrong: &'static str,
    /// The flag of `jetan run` the wrong program needs, if any.
    pub flag: Option<&'static str>,
    /// The input while the programs run.
    pub input: &'static str,
    /// The program put right.
    pub right: &'static str,
}

/// The pages of related codes, in the order of the codes.
const GROUPS: [&[RuntimeCodePage]; 5] =
    [memory::PAGES, processor::PAGES, services::PAGES, checks::PAGES, findings::PAGES];

/// Every page, in the order of the codes.
pub fn all() -> impl Iterator<Item = &'static RuntimeCodePage> {
    // The groups are in the order of the codes themselves, which the test below checks.
    GROUPS.into_iter().flatten()
}

/// The names of checks, as `--check=` takes them, and the code that each finds most often.
// `stack`, `addresses` and `strings` are topics of the manual.
const CHECK_NAMES: [(&str, &str); 8] = [
    ("bounds", "store-past-end"),
    ("conditions", "constant-condition"),
    ("numbers", "product-lost"),
    ("saved", "saved-register"),
    ("sizes", "byte-of-word"),
    ("temporaries", "temporary"),
    ("uninitialised", "uninitialised-register"),
    ("unused", "unused-result"),
];

/// The page of a code, written in upper or lower case, or of what a check finds.
pub fn page(code: &str) -> Option<&'static RuntimeCodePage> {
    let of_check = CHECK_NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(code));
    let code = of_check.map_or(code, |&(_, code)| code);
    all().find(|page| page.code.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_has_a_page() {
        for (name, code) in CHECK_NAMES {
            assert_eq!(page(name).map(|page| page.code), Some(code), "{name}");
        }
    }

    #[test]
    fn pages_are_in_order_and_say_something() {
        let codes: Vec<&str> = all().map(|page| page.code).collect();
        assert!(codes.is_sorted_by(|one, next| one < next), "{codes:?}");
        for page in all() {
            assert!((2..=5).contains(&page.text.lines().count()), "{}", page.code);
            assert!(page.text.lines().all(|line| line.ends_with('.')), "{}", page.code);
        }
    }
}
