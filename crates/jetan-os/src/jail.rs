//! Reading files of others: nothing but regular files in the folders of what the caller named.
//!
//! A file is opened once, step by step from the handle of its folder and without following a link,
//! so that nobody can put another one in its place between looking and reading. Links within the
//! folder are resolved first; what they lead to is then opened in the same way.

use std::path::{Component, Path, PathBuf};

use crate::file::{FolderHandle, ReadError};

/// The folders from which files are read, each with its name as it was typed, but for `.` and `..`.
#[derive(Debug)]
pub struct Jail {
    folders: Vec<(PathBuf, FolderHandle)>,
}

impl Jail {
    /// Some folders, as far as they are there.
    pub fn around<'p>(folders: impl IntoIterator<Item = &'p Path>) -> Jail {
        let mut known: Vec<(PathBuf, FolderHandle)> = Vec::new();
        for folder in folders {
            // The parent of a plain file name is the empty path, which no system call accepts.
            let here = Path::new(".");
            let folder = if folder.as_os_str().is_empty() { here } else { folder };
            let named = plain(folder);
            // Several sources of one folder share one handle.
            if known.iter().all(|(known, _)| *known != named) {
                known.extend(FolderHandle::open(folder).ok().map(|folder| (named, folder)));
            }
        }
        Jail { folders: known }
    }

    /// Whether a name stays within the folders by its letters.
    pub fn has_within(&self, name: &Path) -> bool {
        let named = plain(name);
        self.folders.iter().any(|(folder, _)| named.starts_with(folder))
    }

    /// Whether what a name leads to, over whatever links, is within the folders.
    pub fn leads_within(&self, name: &Path) -> bool {
        let real = name.canonicalize();
        real.is_ok_and(|real| {
            self.folders.iter().any(|(_, folder)| real.starts_with(folder.real()))
        })
    }

    /// Reads a regular file of up to `bytes_max` bytes, which may be a link to another one in the
    /// folders. A name that leads out by its very letters is [`ReadError::Outside`]; one that does
    /// so in another way is missing: the answer does not tell what exists elsewhere.
    pub fn read(&self, name: &Path, bytes_max: u64) -> Result<Vec<u8>, ReadError> {
        // Decided by the letters of the name, so that this answer depends on nothing in the file
        // system.
        if !self.has_within(name) {
            return Err(ReadError::Outside);
        }
        // Links are resolved here, and the result is opened without following any: one that appears
        // in between is an error instead of a way out.
        let real = name.canonicalize().map_err(|_| ReadError::Missing)?;
        let read = |(_, folder): &(PathBuf, FolderHandle)| {
            let path = real.strip_prefix(folder.real()).ok()?;
            match folder.read_plain_file(path, bytes_max) {
                // The folders may lie inside each other: what one does not have is asked of the
                // next.
                Err(ReadError::Missing) => None,
                read => Some(read),
            }
        };
        self.folders.iter().find_map(read).unwrap_or(Err(ReadError::Missing))
    }
}

/// An absolute path without `.` and `..`, by its letters alone.
fn plain(path: &Path) -> PathBuf {
    // `canonicalize` would follow links and fail for names that do not exist, and so tell which
    // ones do.
    let mut plain = std::env::current_dir().unwrap_or_default();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                // At the root this does nothing, which is what `..` does there.
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    /// A folder `inner` to be jailed in, and a secret beside it.
    fn world() -> tempfile::TempDir {
        let world = tempfile::tempdir().expect("a folder can be made");
        let at = |name: &str| world.path().join(name);
        fs::create_dir_all(at("inner/parts")).expect("a folder can be made");
        fs::write(at("secret"), "secret").expect("a file can be written");
        fs::write(at("inner/main.asm"), "main").expect("a file can be written");
        fs::write(at("inner/parts/a.asm"), "a").expect("a file can be written");
        for (target, link) in [
            ("../secret", "out.asm"),
            ("../missing", "nowhere.asm"),
            ("parts/a.asm", "in.asm"),
            ("..", "up"),
            ("loop.asm", "loop.asm"),
        ] {
            symlink(target, at("inner").join(link)).expect("a link can be made");
        }
        let (kind, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU);
        rustix::fs::mknodat(rustix::fs::CWD, at("inner/pipe.asm"), kind, mode, 0).expect("a pipe");
        world
    }

    #[test]
    fn only_regular_files_of_the_folder_are_read_and_nothing_tells_what_else_exists() {
        let world = world();
        let inner = world.path().join("inner");
        let jail = Jail::around([inner.as_path()]);
        let read = |name: &str| jail.read(&inner.join(name), 100);
        assert_eq!(read("main.asm"), Ok(b"main".to_vec()));
        assert_eq!(read("parts/../in.asm"), Ok(b"a".to_vec()));
        for name in [
            "out.asm",
            "nowhere.asm",
            "up/secret",
            "up/missing",
            "up/inner/main.asm/x",
            "loop.asm",
            "missing.asm",
        ] {
            assert_eq!(read(name), Err(ReadError::Missing), "{name}");
        }
        for (name, why) in [("pipe.asm", ReadError::Special), ("parts", ReadError::Folder)] {
            assert_eq!(read(name), Err(why), "{name}");
        }
        assert_eq!(jail.read(&inner.join("main.asm"), 3), Err(ReadError::TooLarge(3)));
        for (name, is_within) in [("main.asm", true), ("in.asm", true), ("out.asm", false)] {
            assert_eq!(jail.leads_within(&inner.join(name)), is_within, "{name}");
        }
        for name in ["../secret", "../missing", "/etc/passwd", "/missing", "parts/../../secret"] {
            assert_eq!(read(name), Err(ReadError::Outside), "{name}");
        }
    }
}
