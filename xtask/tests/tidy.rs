//! The workspace's own tree keeps every rule of `cargo xtask tidy`.

use xtask::{
    root,
    tidy::{check, tree::Tree},
};

#[test]
fn tree_keeps_its_rules() {
    let lines = check(&Tree::load(root()).expect("the workspace is readable"));
    assert!(lines.is_empty(), "\n{}", lines.join("\n"));
}
