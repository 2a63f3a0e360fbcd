//! Names of sources inside a program, and paths as a client writes them.

/// The folder that the names of a program are relative to.
#[derive(Clone, Debug, Default)]
pub(crate) struct SourcePaths {
    /// An absolute path with `/` and without one at its end.
    folder: String,
}

impl SourcePaths {
    pub(crate) fn new(folder: &str) -> SourcePaths {
        SourcePaths { folder: normal(folder).trim_end_matches('/').to_owned() }
    }

    /// The name that a program has for a file: relative if it is in the folder.
    pub(crate) fn name(&self, path: &str) -> String {
        let path = normal(path);
        let is_drive = path.as_bytes().get(1) == Some(&b':');
        let inner = match path.get(..self.folder.len()) {
            Some(start) if start == self.folder => path.get(self.folder.len()..),
            // Windows does not tell letters of drives and folders apart by their case, and editors
            // write the drive in either.
            Some(start) if is_drive && start.eq_ignore_ascii_case(&self.folder) => {
                path.get(self.folder.len()..)
            }
            _ => None,
        };
        match inner.and_then(|inner| inner.strip_prefix('/')) {
            Some(inner) if !inner.is_empty() => inner.to_owned(),
            _ => path,
        }
    }

    /// The path of a name.
    pub(crate) fn path(&self, name: &str) -> String {
        if is_absolute(name) { normal(name) } else { normal(&format!("{}/{name}", self.folder)) }
    }
}

/// Whether a path leads from the root of a file system.
pub(crate) fn is_absolute(path: &str) -> bool {
    let is_drive = path.as_bytes().get(1) == Some(&b':');
    path.starts_with(['/', '\\']) || is_drive
}

/// The folder of a file.
pub(crate) fn parent(path: &str) -> String {
    let path = normal(path);
    match path.rsplit_once('/') {
        Some(("", _)) => "/".to_owned(),
        Some((folder, _)) => folder.to_owned(),
        None => ".".to_owned(),
    }
}

/// A path with `/`, without `.` and with as few `..` as possible.
fn normal(path: &str) -> String {
    // On systems where a backslash is a letter nobody has one in the name of a folder.
    let path = path.replace('\\', "/");
    let is_rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if is_rooted => {}
            part => parts.push(part),
        }
    }
    let joined = parts.join("/");
    if is_rooted { format!("/{joined}") } else { joined }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_paths_belong_together() {
        let paths = SourcePaths::new("/class/lab/");
        for (path, name) in [
            ("/class/lab/main.asm", "main.asm"),
            ("/class/lab/lib/io.asm", "lib/io.asm"),
            ("/class/labs/main.asm", "/class/labs/main.asm"),
            ("/class/lib.asm", "/class/lib.asm"),
        ] {
            assert_eq!(paths.name(path), name);
            assert_eq!(paths.path(name), path);
        }
        assert_eq!(paths.path("../lib.asm"), "/class/lib.asm");
        assert_eq!(paths.path("./a/../b.asm"), "/class/lab/b.asm");
    }

    #[test]
    fn drives_are_the_same_in_either_case() {
        let paths = SourcePaths::new("C:\\Users\\Ann");
        assert_eq!(paths.name("c:\\users\\ann\\main.asm"), "main.asm");
        assert_eq!(paths.path("main.asm"), "C:/Users/Ann/main.asm");
        assert!(is_absolute("c:/x") && is_absolute("/x") && !is_absolute("x/y"));
    }

    #[test]
    fn folders_of_files() {
        for (path, folder) in
            [("/a/b.asm", "/a"), ("/b.asm", "/"), ("b.asm", "."), ("C:\\x\\b.asm", "C:/x")]
        {
            assert_eq!(parent(path), folder);
        }
    }
}
