//! The allowed dependencies between crates. The table is the architecture; an edge is a decision.

use toml::{Table, Value};

use super::{Violation, tree::SourceTree};

/// Crate, and the crates of this workspace it uses. An edge that nobody has is not in the table:
/// it would be taken one day without a decision.
///
/// `jetan-asm` and `jetan-machine` do not know each other: they meet in `jetan-isa`.
/// Nothing below the front ends mentions `jetan-jit`: the engine is handed in.
const LAYERS: &[(&str, &[&str])] = &[
    ("jetan-isa", &[]),
    ("jetan-order", &[]),
    ("jetan-games", &[]),
    ("jetan-play", &["games", "order"]),
    ("jetan-asm", &["isa", "order"]),
    ("jetan-machine", &["isa"]),
    ("jetan-jit", &["isa", "machine", "order"]),
    ("jetan-display", &["isa", "machine"]),
    ("jetan-tools", &["isa", "machine", "order"]),
    ("jetan-elf", &["isa", "asm"]),
    ("jetan-pack", &["isa", "order"]),
    ("jetan-ide", &["isa", "asm", "pack", "order"]),
    ("jetan-manual", &["isa", "asm", "pack", "order"]),
    ("jetan-run", &["isa", "asm", "machine", "display", "pack", "order"]),
    ("jetan-symbols", &["isa", "asm", "machine", "order"]),
    ("jetan-expression", &["isa", "machine"]),
    ("jetan-sanitizer", &["isa", "asm", "machine", "symbols", "order"]),
    (
        "jetan-debug",
        &[
            "isa",
            "asm",
            "machine",
            "expression",
            "run",
            "pack",
            "sanitizer",
            "tools",
            "symbols",
            "order",
        ],
    ),
    ("jetan-lsp", &["isa", "asm", "ide", "run", "pack"]),
    ("jetan-sound", &["machine"]),
    ("jetan-sandbox", &["isa", "asm", "machine", "display", "run", "debug", "games", "symbols"]),
    (
        "jetan-check",
        &[
            "isa", "machine", "display", "run", "debug", "games", "sandbox", "symbols", "tools",
            "order",
        ],
    ),
    (
        "jetan-grade",
        &[
            "isa", "asm", "machine", "display", "run", "debug", "games", "sandbox", "check",
            "tools", "symbols",
        ],
    ),
    (
        "jetan-report",
        &[
            "isa", "asm", "machine", "run", "debug", "manual", "pack", "games", "check", "grade",
            "tools", "symbols",
        ],
    ),
    ("jetan-cli", &["isa", "asm", "games", "grade", "report", "sanitizer", "tools"]),
    ("jetan-os", &[]),
    ("jetan-wire", &[]),
    (
        "jetan-tui",
        &["isa", "asm", "machine", "display", "run", "debug", "games", "play", "os", "symbols"],
    ),
    (
        "jetan-workbench",
        &[
            "isa", "asm", "machine", "display", "ide", "manual", "run", "debug", "pack", "games",
            "play", "sandbox", "check", "grade", "wire", "tools", "symbols", "order",
        ],
    ),
    ("jetan-studio", &["machine", "os", "wire", "workbench"]),
    ("jetan-dap", &["debug", "run", "pack", "report", "wire", "workbench"]),
    ("jetan-thinker", &["games", "play"]),
    ("jetan-web", &["machine", "jit", "games", "play", "wire", "workbench"]),
    (
        "jetan",
        &[
            "isa",
            "games",
            "play",
            "asm",
            "machine",
            "jit",
            "display",
            "manual",
            "run",
            "debug",
            "symbols",
            "elf",
            "lsp",
            "pack",
            "sandbox",
            "check",
            "cli",
            "grade",
            "sound",
            "report",
            "tools",
            "os",
            "tui",
            "workbench",
            "studio",
            "dap",
        ],
    ),
    ("xtask", &["games"]),
];

/// The crates that have types made for the wire, and so may use `serde` and its formats.
///
/// `xtask` reads cargo's messages.
const SERIALISING: &[&str] = &[
    "jetan-pack",
    "jetan-check",
    "jetan-grade",
    "jetan-report",
    "jetan-lsp",
    "jetan-wire",
    "jetan-studio",
    "jetan-dap",
    "jetan",
    "xtask",
];

/// Every crate is in the table, lies in the folder of its name, and uses only what it may.
pub fn edges(tree: &SourceTree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for manifest in manifests(tree, &mut violations) {
        let Manifest { path, folder, name, dependencies } = &manifest;
        if folder != name {
            let message = format!("crate `{name}` lies in folder `{folder}`: give both one name");
            violations.push(Violation::new(path, 0, message));
        }
        let Some((_, allowed)) = LAYERS.iter().find(|(layer, _)| layer == name) else {
            let message = format!("crate `{name}` is not in the table of layers: add a row");
            violations.push(Violation::new(path, 0, message));
            continue;
        };
        let ours = dependencies.iter().filter(|name| is_ours(name));
        for dependency in ours.filter(|name| !allowed.contains(&short(name))) {
            let message = format!("`{name}` must not depend on `{dependency}`");
            violations.push(Violation::new(path, 0, message));
        }
    }
    violations
}

/// No row of the table allows an edge that its crate does not have, or stands for no crate.
pub fn unused_edges(tree: &SourceTree) -> Vec<Violation> {
    unused(tree, LAYERS)
}

fn unused(tree: &SourceTree, layers: &[(&str, &[&str])]) -> Vec<Violation> {
    let path = "xtask/src/tidy/layers.rs";
    let manifests = manifests(tree, &mut Vec::new());
    let mut violations = Vec::new();
    // A made-up tree has a few crates only.
    let is_whole = tree.file("Cargo.toml").is_some();
    for (name, allowed) in layers {
        let Some(manifest) = manifests.iter().find(|manifest| manifest.name == *name) else {
            if is_whole {
                let message = format!("there is no crate `{name}`: remove its row");
                violations.push(Violation::new(path, 0, message));
            }
            continue;
        };
        let is_used = |edge: &str| manifest.dependencies.iter().any(|used| short(used) == edge);
        for edge in allowed.iter().filter(|edge| !is_used(edge)) {
            let message = format!("`{name}` may use `{edge}` and does not: remove the edge");
            violations.push(Violation::new(path, 0, message));
        }
    }
    violations
}

/// Only crates with wire types depend on `serde` or a crate of its family.
pub fn serialisation(tree: &SourceTree) -> Vec<Violation> {
    // Unreadable manifests are reported once, by `edges`.
    let manifests = manifests(tree, &mut Vec::new());
    let mute = manifests.iter().filter(|manifest| !SERIALISING.contains(&manifest.name.as_str()));
    mute.flat_map(|Manifest { path, name, dependencies, .. }| {
        let serde = dependencies.iter().filter(|d| *d == "serde" || d.starts_with("serde_"));
        serde.map(move |dependency| {
            let message =
                format!("`{name}` must not depend on `{dependency}`: it has no wire types");
            Violation::new(path, 0, message)
        })
    })
    .collect()
}

/// The pages that show where everything is name every crate: the door and the map.
pub fn maps(tree: &SourceTree) -> Vec<Violation> {
    let manifests = manifests(tree, &mut Vec::new());
    let crates = manifests.iter().filter(|manifest| manifest.path.starts_with("crates/"));
    crates
        .flat_map(|Manifest { name, .. }| {
            let pages = [
                ("README.md", format!("(crates/{name})")),
                ("docs/architecture.md", format!("### `crates/{name}`")),
            ];
            let missing = pages.into_iter().filter_map(|(path, words)| {
                let page = tree.file(path)?;
                (!page.text.contains(&words)).then_some(path)
            });
            let message = format!("crate `{name}` is missing here: say what it is");
            missing.map(move |path| Violation::new(path, 0, message.clone()))
        })
        .collect()
}

/// The part of a `Cargo.toml` that the rules need.
struct Manifest {
    path: String,
    folder: String,
    name: String,
    dependencies: Vec<String>,
}

/// The packages of the workspace: `xtask` and every folder directly under `crates/`.
fn manifests(tree: &SourceTree, violations: &mut Vec<Violation>) -> Vec<Manifest> {
    let mut manifests = Vec::new();
    for file in &tree.files {
        let Some(package) = file.path.strip_suffix("/Cargo.toml") else { continue };
        let folder = package.strip_prefix("crates/").unwrap_or(package);
        // Packages elsewhere, such as the fuzz targets, do not belong to the workspace.
        if folder.contains('/') || (folder == package && package != "xtask") {
            continue;
        }
        match file.text.parse::<Table>() {
            Ok(table) => manifests.push(Manifest {
                path: file.path.clone(),
                folder: folder.to_owned(),
                name: package_name(&table).unwrap_or(folder).to_owned(),
                dependencies: dependencies(&table),
            }),
            Err(error) => violations.push(Violation::new(&file.path, 0, error.message())),
        }
    }
    manifests
}

fn package_name(manifest: &Table) -> Option<&str> {
    manifest.get("package")?.get("name")?.as_str()
}

/// Names of the packages a crate is built with; tests and build scripts may use more.
fn dependencies(manifest: &Table) -> Vec<String> {
    let of_targets = manifest.get("target").and_then(Value::as_table).into_iter();
    let of_targets = of_targets.flat_map(|targets| targets.values());
    let of_targets = of_targets.filter_map(|target| target.get("dependencies"));
    let tables = manifest.get("dependencies").into_iter().chain(of_targets);
    let entries = tables.filter_map(Value::as_table).flatten();
    entries
        .map(|(key, value)| {
            // A dependency that was renamed has its real name in `package`.
            let renamed = value.get("package").and_then(Value::as_str);
            renamed.unwrap_or(key).to_owned()
        })
        .collect()
}

fn is_ours(dependency: &str) -> bool {
    LAYERS.iter().any(|(name, _)| *name == dependency) || dependency.starts_with("jetan")
}

fn short(dependency: &str) -> &str {
    dependency.strip_prefix("jetan-").unwrap_or(dependency)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(name: &str, rest: &str) -> String {
        format!("[package]\nname = \"{name}\"\n{rest}")
    }

    fn messages(rule: super::super::TidyRule, path: &str, text: &str) -> Vec<String> {
        rule(&SourceTree::of(&[(path, text)]))
            .into_iter()
            .map(|violation| violation.message)
            .collect()
    }

    #[test]
    fn allowed_edge_passes() {
        let text = manifest("jetan-asm", "[dependencies]\njetan-isa.workspace = true\n");
        assert!(messages(edges, "crates/jetan-asm/Cargo.toml", &text).is_empty());
    }

    #[test]
    fn forbidden_edges_fail_however_they_are_written() {
        let cases = [
            "[dependencies]\njetan-machine.workspace = true\n",
            "[dependencies.jetan-machine]\npath = \"../jetan-machine\"\n",
            "[dependencies]\nm = { package = \"jetan-machine\", path = \"../jetan-machine\" }\n",
            "[target.'cfg(unix)'.dependencies]\njetan-machine.workspace = true\n",
        ];
        for rest in cases {
            let text = manifest("jetan-asm", rest);
            let messages = messages(edges, "crates/jetan-asm/Cargo.toml", &text);
            assert_eq!(messages, ["`jetan-asm` must not depend on `jetan-machine`"], "{rest}");
        }
    }

    #[test]
    fn test_dependencies_are_no_edges() {
        let rest = "[dev-dependencies]\njetan-asm.workspace = true\nserde_json = \"1\"\n";
        let text = manifest("jetan-isa", rest);
        assert!(messages(edges, "crates/jetan-isa/Cargo.toml", &text).is_empty());
        assert!(messages(serialisation, "crates/jetan-isa/Cargo.toml", &text).is_empty());
    }

    #[test]
    fn edges_and_rows_that_nobody_has_fail() {
        let layers: &[(&str, &[&str])] = &[("jetan-a", &["b", "c"]), ("jetan-gone", &[])];
        let text = manifest("jetan-a", "[dependencies]\njetan-b.workspace = true\n");
        let files = [("crates/jetan-a/Cargo.toml", text.as_str()), ("Cargo.toml", "[workspace]\n")];
        let messages = |files: &[(&str, &str)]| {
            let violations = unused(&SourceTree::of(files), layers).into_iter();
            violations.map(|violation| violation.message).collect::<Vec<_>>()
        };
        let edge = "`jetan-a` may use `c` and does not: remove the edge";
        assert_eq!(messages(&files[..1]), [edge]);
        assert_eq!(messages(&files), [edge, "there is no crate `jetan-gone`: remove its row"]);
    }

    #[test]
    fn unknown_crate_fails() {
        let text = manifest("jetan-extra", "");
        let messages = messages(edges, "crates/jetan-extra/Cargo.toml", &text);
        assert_eq!(messages, ["crate `jetan-extra` is not in the table of layers: add a row"]);
    }

    #[test]
    fn crate_in_a_folder_of_another_name_fails() {
        let text = manifest("jetan-isa", "");
        let messages = messages(edges, "crates/isa/Cargo.toml", &text);
        let expected = "crate `jetan-isa` lies in folder `isa`: give both one name";
        assert_eq!(messages, [expected]);
    }

    #[test]
    fn broken_manifest_fails() {
        assert_eq!(messages(edges, "crates/jetan-isa/Cargo.toml", "[package").len(), 1);
    }

    #[test]
    fn serde_fails_where_nothing_goes_over_a_wire() {
        let text = manifest("jetan-asm", "[dependencies]\nserde_json = \"1\"\n");
        let messages = messages(serialisation, "crates/jetan-asm/Cargo.toml", &text);
        assert_eq!(messages, ["`jetan-asm` must not depend on `serde_json`: it has no wire types"]);
    }

    #[test]
    fn crate_that_no_map_shows_fails() {
        let manifest = manifest("jetan-isa", "");
        let tree = |readme: &str, map: &str| {
            let manifest = ("crates/jetan-isa/Cargo.toml", manifest.as_str());
            SourceTree::of(&[manifest, ("README.md", readme), ("docs/architecture.md", map)])
        };
        let found =
            |tree: SourceTree| maps(&tree).into_iter().map(|it| it.path).collect::<Vec<_>>();
        let (row, heading) = ("[`jetan-isa`](crates/jetan-isa)", "### `crates/jetan-isa`\n");
        assert_eq!(found(tree(row, heading)), [""; 0]);
        assert_eq!(found(tree("", heading)), ["README.md"]);
        assert_eq!(found(tree(row, "")), ["docs/architecture.md"]);
    }

    #[test]
    fn table_names_only_its_own_crates_and_has_no_cycle() {
        for (row, (name, uses)) in LAYERS.iter().enumerate() {
            for used in *uses {
                let position = LAYERS.iter().position(|(layer, _)| short(layer) == *used);
                assert!(position.is_some_and(|position| position < row), "{name} uses {used}");
            }
        }
    }
}
