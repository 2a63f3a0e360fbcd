//! The folder that is worked in: the only place where files are read and written.

use std::fs;
use std::path::PathBuf;

use jetan_os::file::{self, ReadError, reason};
use jetan_os::jail::Jail;
use jetan_workbench::host::{
    Entry, FolderError, FolderListing, StoredFile, content_stamp, is_plain_name,
};
use jetan_workbench::limits::{DOCUMENT_BYTES_MAX, LISTED_MAX, UNUSABLE_MAX};

/// Folders in folders that are listed.
const DEPTH_MAX: usize = 16;

/// A folder that paths cannot leave.
#[derive(Debug)]
pub(crate) struct WorkspaceFolder {
    path: PathBuf,
    jail: Jail,
}

impl WorkspaceFolder {
    pub(crate) fn new(path: PathBuf) -> WorkspaceFolder {
        let jail = Jail::around([path.as_path()]);
        WorkspaceFolder { path, jail }
    }

    /// The folder's name for people.
    pub(crate) fn name(&self) -> String {
        let real = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        real.file_name()
            .map_or_else(|| file::name(&real), |name| name.to_string_lossy().into_owned())
    }

    /// The location of a path of the wire; it is checked by its letters not to leave the folder.
    fn locate(&self, path: &str) -> Result<PathBuf, FolderError> {
        // Paths of the wire have `/` on every system; ways up, drives and devices are refused part
        // by part.
        let is_plain = path.split('/').all(is_plain_name);
        let at = self.path.join(path);
        if !is_plain || !self.jail.has_within(&at) {
            let why = "only files in the folder that was opened can be used, by their plain names";
            return Err(FolderError::NotAllowed(why.to_owned()));
        }
        Ok(at)
    }

    pub(crate) fn read(&self, path: &str) -> Result<StoredFile, FolderError> {
        let at = self.locate(path)?;
        let bytes =
            self.jail.read(&at, DOCUMENT_BYTES_MAX as u64).map_err(|unread| trouble(&unread))?;
        let stamp = content_stamp(&bytes);
        // A hint for the page only; saving asks again.
        let is_read_only = fs::metadata(&at).is_ok_and(|about| about.permissions().readonly());
        Ok(StoredFile { bytes, stamp, is_read_only })
    }

    pub(crate) fn save(
        &self,
        path: &str,
        bytes: &[u8],
        known: Option<&str>,
    ) -> Result<String, FolderError> {
        let at = self.locate(path)?;
        let parent = at.parent().unwrap_or(&self.path);
        // By its letters the path is inside; this asks where links in it lead.
        if !self.jail.leads_within(parent) {
            return Err(FolderError::NotAllowed("there is no such folder".to_owned()));
        }
        let failed =
            |error: std::io::Error| FolderError::Other(format!("{path}: {}", reason(&error)));
        // Whoever may do everything is held to it as well: a mode is there to be kept.
        if fs::metadata(parent).is_ok_and(|about| about.permissions().readonly()) {
            return Err(failed(std::io::ErrorKind::PermissionDenied.into()));
        }
        // Parts that a killed server has left behind; nothing else would ever remove them.
        file::clear_parts(parent);
        // Without a stamp the file has to be new, and `write_new` refuses one that has appeared
        // meanwhile.
        let Some(known) = known else {
            let is_new = file::write_new(&at, bytes).map_err(failed)?;
            return if is_new { Ok(content_stamp(bytes)) } else { Err(FolderError::Changed) };
        };
        // What is there must be a file of the folder, not a link or a device elsewhere.
        match self.read(path) {
            Ok(stored) if stored.stamp == known => {}
            // A file that was removed has changed as well: saving would bring it back without a
            // word.
            Ok(_) | Err(FolderError::Missing) => return Err(FolderError::Changed),
            Err(trouble) => return Err(trouble),
        }
        // Somebody else could write between the comparison and this line. No file system call
        // compares and replaces in one, so the gap is only kept short.
        file::write_durably(&at, bytes).map_err(failed)?;
        Ok(content_stamp(bytes))
    }

    /// The files, in order of their paths. Those whose names begin with a dot are hidden, as
    /// everywhere.
    pub(crate) fn list(&self) -> Result<FolderListing, FolderError> {
        let mut listing = FolderListing::default();
        self.list_below("", 0, &mut listing)?;
        listing.is_cut = listing.files.len() > LISTED_MAX;
        listing.files.truncate(LISTED_MAX);
        Ok(listing)
    }

    fn list_below(
        &self,
        path: &str,
        depth: usize,
        to: &mut FolderListing,
    ) -> Result<(), FolderError> {
        let failed = |error: std::io::Error| FolderError::Other(reason(&error));
        let entries = fs::read_dir(self.path.join(path)).map_err(failed)?;
        let mut entries: Vec<fs::DirEntry> = entries.filter_map(Result::ok).collect();
        // `read_dir` has the file system's order; the page shows the same list every time.
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            // One more than is shown tells `list` that something was cut.
            if to.files.len() > LISTED_MAX {
                return Ok(());
            }
            let name = entry.file_name();
            let shown = name.to_string_lossy();
            if shown.starts_with('.') {
                continue;
            }
            let path = if path.is_empty() { shown.to_string() } else { format!("{path}/{shown}") };
            // A name that is not UTF-8 cannot be sent back by the page, so it is not listed as a
            // file.
            if name.to_str().is_none() || !is_plain_name(&shown) {
                if to.unusable.len() < UNUSABLE_MAX {
                    to.unusable.push(path);
                }
                continue;
            }
            // Links are not followed: what they lead to is listed where it is.
            let Ok(about) = entry.metadata() else { continue };
            if about.is_dir() && depth < DEPTH_MAX {
                // A folder that cannot be read is one without files.
                let _ = self.list_below(&path, depth + 1, to);
            } else if about.is_file() {
                let is_read_only = about.permissions().readonly();
                to.files.push(Entry { path, size: about.len(), is_read_only });
            }
        }
        Ok(())
    }

    pub(crate) fn is_read_only(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|about| about.permissions().readonly())
    }
}

fn trouble(unread: &ReadError) -> FolderError {
    match unread {
        ReadError::Missing => FolderError::Missing,
        ReadError::TooLarge(_) => FolderError::TooLarge,
        ReadError::Folder | ReadError::Special | ReadError::NoWriter | ReadError::Outside => {
            FolderError::NotAllowed(unread.to_string())
        }
        ReadError::NotText | ReadError::Other(_) => FolderError::Other(unread.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn nothing_is_saved_into_a_read_only_folder() {
        use std::os::unix::fs::PermissionsExt;
        let world = tempfile::tempdir().expect("a folder can be made");
        let folder = WorkspaceFolder::new(world.path().to_owned());
        let stamp = folder.save("a.asm", b"one", None).expect("it is new");
        let mode = |mode| fs::set_permissions(world.path(), fs::Permissions::from_mode(mode));
        mode(0o555).expect("modes can be set");
        assert!(folder.is_read_only());
        let refused = FolderError::Other("a.asm: permission denied".to_owned());
        assert_eq!(folder.save("a.asm", b"two", Some(&stamp)), Err(refused));
        assert!(folder.save("b.asm", b"two", None).is_err());
        assert_eq!(folder.list().map(|listing| listing.files.len()), Ok(1));
        assert_eq!(folder.read("a.asm").map(|stored| stored.bytes), Ok(b"one".to_vec()));
        mode(0o755).expect("modes can be set");
    }

    #[cfg(unix)]
    #[test]
    fn names_that_cannot_be_used_are_reported() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let world = tempfile::tempdir().expect("a folder can be made");
        let odd = OsStr::from_bytes(b"b\xff.asm");
        for name in [OsStr::new("a.asm"), odd, OsStr::new("what?.asm"), OsStr::new(".hidden")] {
            fs::write(world.path().join(name), "").expect("a file can be made");
        }
        let listing =
            WorkspaceFolder::new(world.path().to_owned()).list().expect("it can be listed");
        let paths: Vec<&str> = listing.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(paths, ["a.asm"]);
        assert_eq!(listing.unusable, ["b\u{fffd}.asm", "what?.asm"]);
    }

    #[test]
    fn a_file_is_saved_only_over_what_is_known() {
        let world = tempfile::tempdir().expect("a folder can be made");
        let folder = WorkspaceFolder::new(world.path().to_owned());
        let first = folder.save("a.asm", b"one", None).expect("it is new");
        assert_eq!(folder.save("a.asm", b"two", None), Err(FolderError::Changed), "it is there");
        let second = folder.save("a.asm", b"two", Some(&first)).expect("it is the one");
        assert_eq!(folder.save("a.asm", b"three", Some(&first)), Err(FolderError::Changed));
        assert_eq!(folder.read("a.asm").map(|stored| stored.stamp), Ok(second));
        fs::remove_file(world.path().join("a.asm")).expect("it is there");
        assert_eq!(
            folder.save("a.asm", b"x", Some(&first)),
            Err(FolderError::Changed),
            "it is gone"
        );
    }
}
