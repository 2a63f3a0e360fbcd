//! A submission: files by name, within bounds, and the files that were refused.
//!
//! Nothing here trusts a name or a size. Whoever calls reads folders and files; archives are bytes.

pub mod archive;

use std::collections::BTreeMap;

/// A file of a submission may have this many bytes.
pub const FILE_BYTES_MAX: usize = 1 << 20;
/// All files of a submission together.
pub const SUBMISSION_BYTES_MAX: usize = 8 << 20;
/// Files of a submission.
pub const FILES_MAX: usize = 200;
/// The reason for refusing a file that is too large.
pub const TOO_LARGE: &str = "it is larger than 1 MiB";
/// The reason for refusing a file when there are too many.
pub const TOO_MANY: &str = "there are more than 200 files";
/// Bytes of a name.
const NAME_BYTES_MAX: usize = 200;
/// Refused files that are listed; nobody reads more.
const REFUSED_MAX: usize = 20;

/// The files of a submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Submission {
    /// Contents by name, folders separated by `/`.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The refused files with the reasons, a sentence each.
    pub refused: Vec<String>,
}

impl Submission {
    /// The sources among the files, `main.asm` first, the others by name.
    pub fn sources(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.files.keys().map(String::as_str).collect();
        names.retain(|name| is_source(name.rsplit('/').next().unwrap_or(name)));
        names.sort_by_key(|name| (name.rsplit('/').next() != Some("main.asm"), *name));
        names
    }

    /// The bytes of all files.
    pub fn bytes(&self) -> usize {
        self.files.values().map(Vec::len).sum()
    }

    /// Takes a file, or says why not.
    pub fn add(&mut self, name: String, bytes: Vec<u8>) {
        if bytes.len() > FILE_BYTES_MAX {
            self.refuse(&name, TOO_LARGE);
        // Summed at each file: there are at most 200, and a field could disagree with the map.
        } else if self.bytes() + bytes.len() > SUBMISSION_BYTES_MAX {
            self.refuse(&name, "the files are larger than 8 MiB together");
        } else if self.files.len() == FILES_MAX {
            self.refuse(&name, TOO_MANY);
        } else {
            self.files.insert(name, bytes);
        }
    }

    /// Notes that something was not taken.
    pub fn refuse(&mut self, name: &str, why: &str) {
        if self.refused.len() < REFUSED_MAX {
            self.refused.push(format!("{} was not read: {why}", name.escape_debug()));
        }
    }
}

/// Whether a file is a source by its name, without folders.
pub fn is_source(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        let is_known = ["asm", "s", "mips"].iter().any(|it| extension.eq_ignore_ascii_case(it));
        // macOS writes `._main.asm` beside every file.
        !stem.is_empty() && !name.starts_with('.') && is_known
    })
}

/// Whether a part of a path is a name that every system knows as one.
pub fn is_plain(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= NAME_BYTES_MAX
        && name != ".."
        && name != "."
        && !name.contains(is_odd)
}

fn is_odd(c: char) -> bool {
    // The replacement character stands for bytes that were not UTF-8, of which nobody knows the
    // name.
    c.is_control() || "/\\:\u{fffd}".contains(c)
}

/// A plain name that resembles one which may not be.
fn plain_name(name: &str) -> String {
    let mut plain: String = name.chars().map(|c| if is_odd(c) { '_' } else { c }).collect();
    // `truncate` panics in the middle of a character.
    plain.truncate(plain.floor_char_boundary(NAME_BYTES_MAX));
    if is_plain(&plain) { plain } else { "_".to_owned() }
}

/// Whether a file is one that systems and platforms add by themselves.
pub fn is_noise(name: &str) -> bool {
    name.starts_with('.') || name == "__MACOSX"
}

#[cfg(test)]
mod tests;
