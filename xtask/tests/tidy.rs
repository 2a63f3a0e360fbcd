//! The workspace's own tree keeps every rule of `cargo xtask tidy`.

use xtask::{
    root,
    tidy::{check, tree::SourceTree},
};

#[test]
fn tree_keeps_its_rules() {
    let lines = check(&SourceTree::load(root()).expect("the workspace is readable"));
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}
