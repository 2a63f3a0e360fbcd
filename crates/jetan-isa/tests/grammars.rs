//! The committed grammars and snippets below `editors` are what the tables say.
//!
//! `UPDATE_EXPECT=1 cargo test -p jetan-isa --test grammars` rewrites them.

#![expect(clippy::disallowed_methods, reason = "the test compares files with what is generated")]

use std::path::Path;

#[test]
fn grammars_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    for (name, text) in jetan_isa::grammars::files() {
        let path = root.join(name);
        if update {
            std::fs::write(&path, &text).expect("the folders of `editors` are writable");
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == text, "{name} is stale; run this test with UPDATE_EXPECT=1");
    }
}
