//! Every adapter in the documentation can be read.

#![expect(clippy::disallowed_methods, reason = "reads the documentation")]

use jetan_check::adapter::Adapter;

#[test]
fn the_adapters_of_the_documentation_can_be_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/check.md");
    let page = std::fs::read_to_string(path).expect("the page can be read");
    let blocks: Vec<&str> = page.split("```toml\n").skip(1).collect();
    assert_eq!(blocks.len(), 3);
    for block in blocks {
        let (text, _) = block.split_once("```").expect("a block has an end");
        let adapter = Adapter::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_ne!(adapter, Adapter::default());
    }
}
