//! The committed pages under `docs/reference` are what the tables say.
//!
//! `UPDATE_EXPECT=1 cargo test -p jetan-isa --test reference` rewrites them.

#![expect(clippy::disallowed_methods, reason = "the test compares files with what is generated")]

use std::path::Path;

#[test]
fn reference_pages_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference");
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    for (name, text) in jetan_isa::reference::pages() {
        let path = folder.join(name);
        if update {
            std::fs::write(&path, &text).expect("docs/reference is writable");
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == text, "{name} is stale; run this test with UPDATE_EXPECT=1");
    }
}
