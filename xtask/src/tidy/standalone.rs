//! The project stands alone: no text names a folder of one machine or where packages come from.
//!
//! The forbidden strings are spelled in halves so that this file does not contain them.

use super::{Violation, tree::SourceTree};

/// Folders that exist on somebody's machine only.
const MACHINE_FOLDERS: &[&str] =
    &[concat!("/wo", "rk/"), concat!("/ho", "me/"), concat!("/tm", "p/"), concat!("/ro", "ot/")];

/// A folder beside a clone, which a fresh clone does not have.
const NEIGHBOUR: &str = concat!("../sha", "red");

/// Package clients know where packages are; a host in the tree breaks mirrors.
const REGISTRY_HOSTS: &[&str] = &[
    concat!("crates.", "io/"),
    concat!("index.crates.", "io"),
    concat!("static.crates.", "io"),
    concat!("npm", "js.org"),
    concat!("npm", "js.com"),
    concat!("pypi.", "org"),
    concat!("python", "hosted.org"),
    concat!("deb.debian.", "org"),
];

/// No absolute path into one machine's folders.
pub fn machine_paths(tree: &SourceTree) -> Vec<Violation> {
    let find = |text: &str| {
        let folder = MACHINE_FOLDERS.iter().find(|folder| contains_path(text, folder));
        folder.copied().or_else(|| text.contains(NEIGHBOUR).then_some(NEIGHBOUR))
    };
    each_line(tree, find, "a path of one machine: use a relative or temporary one")
}

/// No package registry's address.
pub fn registry_hosts(tree: &SourceTree) -> Vec<Violation> {
    let find = |text: &str| REGISTRY_HOSTS.iter().find(|host| text.contains(**host)).copied();
    each_line(tree, find, "the host of a package registry: name the package only")
}

fn each_line(
    tree: &SourceTree,
    find: impl Fn(&str) -> Option<&'static str>,
    advice: &str,
) -> Vec<Violation> {
    let mut violations = Vec::new();
    for file in &tree.files {
        for (line, text) in file.numbered_lines() {
            if let Some(found) = find(text) {
                violations.push(Violation::new(&file.path, line, format!("`{found}`, {advice}")));
            }
        }
    }
    violations
}

/// Whether an absolute path into `folder` stands in `text`: not the middle of a longer path or of
/// an address, and with a name after it.
fn contains_path(text: &str, folder: &str) -> bool {
    let is_inner = |c: char| c.is_alphanumeric() || "._-~}".contains(c);
    let is_name = |c: char| c.is_alphanumeric() || "._$*".contains(c);
    text.match_indices(folder).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + folder.len()..].chars().next();
        !before.is_some_and(is_inner) && after.is_some_and(is_name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_found(rule: super::super::TidyRule, text: &str) -> Vec<usize> {
        rule(&SourceTree::of(&[("notes.md", text)]))
            .into_iter()
            .map(|violation| violation.line)
            .collect()
    }

    #[test]
    fn every_machine_folder_fails() {
        for folder in MACHINE_FOLDERS {
            let text = format!("fine\nopen `{folder}file` now\n");
            assert_eq!(lines_found(machine_paths, &text), [2], "{folder}");
        }
        assert_eq!(lines_found(machine_paths, &format!("see {NEIGHBOUR}/notes")), [1]);
    }

    #[test]
    fn inner_parts_and_bare_folders_pass() {
        let [work, home, tmp, _] = MACHINE_FOLDERS else { panic!("four folders") };
        let text = format!("a{work}file\n$HOME.{home}x\nunder {tmp} or {tmp}, as usual\n");
        assert!(lines_found(machine_paths, &text).is_empty());
    }

    #[test]
    fn every_registry_host_fails() {
        for host in REGISTRY_HOSTS {
            let text = format!("fine\nfetch https://{host}/x\n");
            assert_eq!(lines_found(registry_hosts, &text), [2], "{host}");
        }
    }

    #[test]
    fn source_lines_of_a_lock_file_pass() {
        let source = "source = \"registry+https://github.com/rust-lang/crates.io-index\"\n";
        assert!(lines_found(registry_hosts, source).is_empty());
    }
}
