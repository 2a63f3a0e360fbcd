//! Zip archives: one submission each, or the whole class as a platform exports it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Cursor, Read, Seek};
use std::path::Path;

use zip::ZipArchive;

use super::{FILE_BYTES_MAX, FILES_MAX, Submission, is_plain};
use crate::files::{is_source, reason};

/// Entries of an archive; more are not looked at.
const ENTRIES_MAX: usize = 50_000;
/// What the archive of a class may unpack to.
const CLASS_BYTES_MAX: usize = 256 << 20;

/// Reads the archive of one submission. A single folder around everything is left out.
pub(super) fn read(path: &Path) -> Result<Submission, String> {
    let file = File::open(path).map_err(|error| reason(&error))?;
    let is_link = std::fs::symlink_metadata(path).is_ok_and(|it| it.is_symlink());
    if is_link {
        return Err("it is a link".to_owned());
    }
    one(file)
}

/// Reads the archive of a class: each folder in it is a submission, and so is each archive and
/// each source beside them.
pub(super) fn read_class(path: &Path) -> Result<Vec<(String, Submission)>, String> {
    let file = File::open(path).map_err(|error| reason(&error))?;
    let mut unpacked = unpack(file, CLASS_BYTES_MAX)?;
    unpacked.drop_outer_folder();
    let mut class: BTreeMap<String, Submission> = BTreeMap::new();
    for (name, bytes) in unpacked.files {
        if let Some((folder, rest)) = name.split_once('/') {
            class.entry(folder.to_owned()).or_default().add(rest.to_owned(), bytes);
            continue;
        }
        let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, ""));
        if extension.eq_ignore_ascii_case("zip") {
            let inner = one(Cursor::new(bytes)).unwrap_or_else(|why| {
                let mut empty = Submission::default();
                empty.refuse(&name, &why);
                empty
            });
            class.insert(stem.to_owned(), inner);
        } else if is_source(Path::new(&name)) {
            class.entry(stem.to_owned()).or_default().add(name.clone(), bytes);
        }
    }
    for (name, why) in unpacked.refused {
        let folder = name.split('/').next().unwrap_or_default().to_owned();
        if let Some(submission) = class.get_mut(&folder) {
            submission.refuse(&name, why);
        }
    }
    Ok(class.into_iter().collect())
}

fn one(reader: impl Read + Seek) -> Result<Submission, String> {
    let mut unpacked = unpack(reader, super::SUBMISSION_BYTES_MAX)?;
    unpacked.drop_outer_folder();
    let mut submission = Submission::default();
    for (name, bytes) in unpacked.files.into_iter().take(FILES_MAX + 1) {
        submission.add(name, bytes);
    }
    for (name, why) in unpacked.refused {
        submission.refuse(&name, why);
    }
    Ok(submission)
}

/// What is in an archive, and what was refused.
#[derive(Default)]
struct Unpacked {
    files: BTreeMap<String, Vec<u8>>,
    refused: Vec<(String, &'static str)>,
}

impl Unpacked {
    /// If everything is in one folder, takes it out of that.
    fn drop_outer_folder(&mut self) {
        let folder = |name: &str| name.split_once('/').map(|(folder, _)| folder.to_owned());
        let Some(first) = self.files.keys().next().and_then(|name| folder(name)) else { return };
        if self.files.keys().all(|name| folder(name).as_ref() == Some(&first)) {
            let inside =
                |(name, bytes): (String, Vec<u8>)| (name[first.len() + 1..].to_owned(), bytes);
            self.files = std::mem::take(&mut self.files).into_iter().map(inside).collect();
        }
    }
}

/// Unpacks what is sound. The sizes that an archive claims are not believed: reading stops at the
/// bounds.
fn unpack(reader: impl Read + Seek, bytes_max: usize) -> Result<Unpacked, String> {
    let mut archive = ZipArchive::new(reader).map_err(|_| "it is no zip archive".to_owned())?;
    let mut unpacked = Unpacked::default();
    let mut total = 0;
    for index in 0..archive.len().min(ENTRIES_MAX) {
        let Ok(entry) = archive.by_index(index) else {
            unpacked.refused.push((format!("entry {}", index + 1), "it cannot be unpacked"));
            continue;
        };
        let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
        if entry.is_dir() || is_noise(&name) {
            continue;
        }
        let why = if !name.split('/').all(is_plain) {
            Some("its name is odd")
        } else if entry.is_symlink() {
            Some("it is a link")
        } else if unpacked.files.contains_key(&name) {
            Some("the archive has it twice")
        } else {
            None
        };
        if let Some(why) = why {
            unpacked.refused.push((name, why));
            continue;
        }
        let mut bytes = Vec::new();
        let most = FILE_BYTES_MAX.min(bytes_max - total) as u64 + 1;
        match entry.take(most).read_to_end(&mut bytes) {
            Ok(read) if read as u64 == most => {
                unpacked.refused.push((name, "it unpacks to more than is allowed"));
            }
            Ok(read) => {
                total += read;
                unpacked.files.insert(name, bytes);
            }
            Err(_) => unpacked.refused.push((name, "it cannot be unpacked")),
        }
    }
    Ok(unpacked)
}

fn is_noise(name: &str) -> bool {
    name.split('/').any(|part| super::is_noise(part.as_ref()) && part != "." && part != "..")
}
