//! Reading files of others: nothing but regular files in the folders of what the caller named.
//!
//! A file is opened once, step by step from the handle of its folder and without following a link,
//! so that nobody can put another one in its place between looking and reading. Links within the
//! folder are resolved first; what they lead to is then opened in the same way.

use std::path::{Component, Path, PathBuf};

use jetan_asm::limits::FILE_BYTES_MAX;
use jetan_asm::source::Unreadable;
use jetan_os::file::{Folder, Unread};

use crate::files::Root;

/// What is said of a name that leads out of the folder by its very letters. One that does so in
/// another way is missing: the answer does not tell what exists elsewhere.
const OUTSIDE: &str = "it is outside the folder of the program";

/// The folders from which files are read, each with its name as it was typed, but for `.` and `..`.
pub(crate) struct Jail {
    folders: Vec<(PathBuf, Folder)>,
}

impl Jail {
    /// The folders of some files, as far as they are there.
    pub(crate) fn around(roots: &[Root]) -> Jail {
        let mut folders: Vec<(PathBuf, Folder)> = Vec::new();
        for path in roots.iter().filter_map(|root| root.path.as_ref()) {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            let parent = parent.unwrap_or(Path::new("."));
            let named = plain(parent);
            if folders.iter().all(|(known, _)| *known != named) {
                folders.extend(Folder::open(parent).ok().map(|folder| (named, folder)));
            }
        }
        Jail { folders }
    }

    /// Reads a file, which may be a link to another one in the folders.
    pub(crate) fn read(&self, name: &Path) -> Result<Vec<u8>, Unreadable> {
        let named = plain(name);
        if !self.folders.iter().any(|(folder, _)| named.starts_with(folder)) {
            return Err(Unreadable::Other(OUTSIDE.to_owned()));
        }
        let real = name.canonicalize().map_err(|_| Unreadable::Missing)?;
        let read = |(_, folder): &(PathBuf, Folder)| {
            let path = real.strip_prefix(folder.real()).ok()?;
            match folder.read_plain_file(path, FILE_BYTES_MAX as u64) {
                Err(Unread::Missing) => None,
                read => Some(read),
            }
        };
        match self.folders.iter().find_map(read) {
            Some(Ok(bytes)) => Ok(bytes),
            Some(Err(Unread::TooLarge(_))) => Err(Unreadable::TooLarge),
            Some(Err(why)) => Err(Unreadable::Other(why.to_string())),
            None => Err(Unreadable::Missing),
        }
    }
}

/// An absolute path without `.` and `..`, by its letters alone.
fn plain(path: &Path) -> PathBuf {
    let mut plain = std::env::current_dir().unwrap_or_default();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
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
        let jail = Jail::around(&[Root::typed(&inner.join("main.asm"))]);
        let read = |name: &str| jail.read(&inner.join(name));
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
            assert_eq!(read(name), Err(Unreadable::Missing), "{name}");
        }
        for (name, why) in [("pipe.asm", Unread::Special), ("parts", Unread::Folder)] {
            assert_eq!(read(name), Err(Unreadable::Other(why.to_string())), "{name}");
        }
        for name in ["../secret", "../missing", "/etc/passwd", "/missing", "parts/../../secret"] {
            assert_eq!(read(name), Err(Unreadable::Other(OUTSIDE.to_owned())), "{name}");
        }
    }
}
