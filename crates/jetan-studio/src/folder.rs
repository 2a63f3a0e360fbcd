//! The folder that is worked in: the only place where files are read and written.

use std::fs;
use std::path::PathBuf;

use jetan_os::file::{self, Unread, reason};
use jetan_os::jail::Jail;
use jetan_workbench::carrier::{Entry, Stored, Trouble};
use jetan_workbench::limits::{DOCUMENT_BYTES_MAX, LISTED_MAX};

/// Folders in folders that are listed.
const DEPTH_MAX: usize = 16;

/// A folder with a wall around it.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    jail: Jail,
}

impl Folder {
    pub(crate) fn new(path: PathBuf) -> Folder {
        let jail = Jail::around([path.as_path()]);
        Folder { path, jail }
    }

    /// Its name for people.
    pub(crate) fn name(&self) -> String {
        let real = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        real.file_name()
            .map_or_else(|| file::name(&real), |name| name.to_string_lossy().into_owned())
    }

    /// Where a path of the wire is; the wall is looked at by its letters.
    fn locate(&self, path: &str) -> Result<PathBuf, Trouble> {
        let is_plain = path.split('/').all(is_plain);
        let at = self.path.join(path);
        if !is_plain || !self.jail.has_within(&at) {
            let why = "only files in the folder that was opened can be used, by their plain names";
            return Err(Trouble::NotAllowed(why.to_owned()));
        }
        Ok(at)
    }

    pub(crate) fn read(&self, path: &str) -> Result<Stored, Trouble> {
        let at = self.locate(path)?;
        let bytes =
            self.jail.read(&at, DOCUMENT_BYTES_MAX as u64).map_err(|unread| trouble(&unread))?;
        let stamp = stamp(&bytes);
        let is_read_only = fs::metadata(&at).is_ok_and(|about| about.permissions().readonly());
        Ok(Stored { bytes, stamp, is_read_only })
    }

    pub(crate) fn save(
        &self,
        path: &str,
        bytes: &[u8],
        known: Option<&str>,
    ) -> Result<String, Trouble> {
        let at = self.locate(path)?;
        let parent = at.parent().unwrap_or(&self.path);
        if !self.jail.leads_within(parent) {
            return Err(Trouble::NotAllowed("there is no such folder".to_owned()));
        }
        let failed = |error: std::io::Error| Trouble::Other(format!("{path}: {}", reason(&error)));
        let Some(known) = known else {
            let is_new = file::write_new(&at, bytes).map_err(failed)?;
            return if is_new { Ok(stamp(bytes)) } else { Err(Trouble::Changed) };
        };
        // What is there must be a file of the folder, not a link or a device elsewhere.
        match self.read(path) {
            Ok(stored) if stored.stamp == known => {}
            Ok(_) | Err(Trouble::Missing) => return Err(Trouble::Changed),
            Err(trouble) => return Err(trouble),
        }
        file::write_durably(&at, bytes).map_err(failed)?;
        Ok(stamp(bytes))
    }

    /// The files, in order of their paths, and whether there are more than are listed.
    pub(crate) fn list(&self) -> Result<(Vec<Entry>, bool), Trouble> {
        let mut files = Vec::new();
        self.list_below("", 0, &mut files)?;
        let is_cut = files.len() > LISTED_MAX;
        files.truncate(LISTED_MAX);
        Ok((files, is_cut))
    }

    fn list_below(&self, path: &str, depth: usize, files: &mut Vec<Entry>) -> Result<(), Trouble> {
        let failed = |error: std::io::Error| Trouble::Other(reason(&error));
        let entries = fs::read_dir(self.path.join(path)).map_err(failed)?;
        let mut entries: Vec<fs::DirEntry> = entries.filter_map(Result::ok).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            if files.len() > LISTED_MAX {
                return Ok(());
            }
            let Ok(name) = entry.file_name().into_string() else { continue };
            if name.starts_with('.') || !is_plain(&name) {
                continue;
            }
            let path = if path.is_empty() { name } else { format!("{path}/{name}") };
            // Links are not followed: what they lead to is listed where it is.
            let Ok(about) = entry.metadata() else { continue };
            if about.is_dir() && depth < DEPTH_MAX {
                // A folder that cannot be read is one without files.
                let _ = self.list_below(&path, depth + 1, files);
            } else if about.is_file() {
                let is_read_only = about.permissions().readonly();
                files.push(Entry { path, size: about.len(), is_read_only });
            }
        }
        Ok(())
    }

    pub(crate) fn is_read_only(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|about| about.permissions().readonly())
    }
}

/// Whether a name means a file on every system: no way up, no drive, no device.
fn is_plain(name: &str) -> bool {
    const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let is_port = |kind: &str| {
        stem.strip_prefix(kind).is_some_and(|rest| rest.len() == 1 && rest != "0")
            && stem.ends_with(|c: char| c.is_ascii_digit())
    };
    let is_device = DEVICES.contains(&stem.as_str()) || is_port("com") || is_port("lpt");
    let has_sign = name.contains(['\\', ':', '*', '?', '"', '<', '>', '|']);
    !name.is_empty() && name != "." && name != ".." && !is_device && !has_sign
}

fn trouble(unread: &Unread) -> Trouble {
    match unread {
        Unread::Missing => Trouble::Missing,
        Unread::TooLarge(_) => Trouble::TooLarge,
        Unread::Folder | Unread::Special | Unread::NoWriter | Unread::Outside => {
            Trouble::NotAllowed(unread.to_string())
        }
        Unread::NotText | Unread::Other(_) => Trouble::Other(unread.to_string()),
    }
}

/// A text that is another one when the content is: FNV-1a over it, and its length.
fn stamp(bytes: &[u8]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for &byte in bytes {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}-{}", bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_devices_and_ways_out_are_not_plain() {
        for name in ["main.asm", "a b", "common", "com", "com10", "résumé.asm", "nul1"] {
            assert!(is_plain(name), "{name}");
        }
        for name in
            ["", ".", "..", "CON", "con.asm", "nul", "COM1", "lpt9.txt", "c:", "a\\b", "a*", "x|y"]
        {
            assert!(!is_plain(name), "{name}");
        }
    }

    #[test]
    fn a_file_is_saved_only_over_what_is_known() {
        let world = tempfile::tempdir().expect("a folder can be made");
        let folder = Folder::new(world.path().to_owned());
        let first = folder.save("a.asm", b"one", None).expect("it is new");
        assert_eq!(folder.save("a.asm", b"two", None), Err(Trouble::Changed), "it is there");
        let second = folder.save("a.asm", b"two", Some(&first)).expect("it is the one");
        assert_eq!(folder.save("a.asm", b"three", Some(&first)), Err(Trouble::Changed));
        assert_eq!(folder.read("a.asm").map(|stored| stored.stamp), Ok(second));
        fs::remove_file(world.path().join("a.asm")).expect("it is there");
        assert_eq!(folder.save("a.asm", b"x", Some(&first)), Err(Trouble::Changed), "it is gone");
    }
}
