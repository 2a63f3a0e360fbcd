//! The workspace keeps to its table of layers (`xtask/src/tidy/layers.rs`).

use xtask::{
    root,
    tidy::{layers, tree::SourceTree},
};

#[test]
fn crates_depend_only_on_what_the_table_allows() {
    let tree = SourceTree::load(root()).expect("the workspace is readable");
    let mut violations = layers::edges(&tree);
    violations.extend(layers::serialisation(&tree));
    let lines: Vec<String> = violations.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}
