//! The switches of the machine are documented, all of them and as they are.
#![expect(clippy::disallowed_methods, reason = "the document is read from the tree")]

use jetan_machine::behaviour::SWITCHES;

#[test]
fn every_switch_has_its_row_in_the_differences() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/mars-differences.md");
    let document = std::fs::read_to_string(path).expect("the document is in the tree");
    let section = document.split("## Running programs").nth(1).expect("there is such a section");
    let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    let expected: Vec<String> = SWITCHES
        .iter()
        .map(|s| format!("| `{}` | {} | {} | {} |", s.name, s.surprise, s.mars, s.jetan))
        .collect();
    assert_eq!(rows, expected);
}
