//! Zip archives: one submission each, or the whole class as a platform exports it.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Seek};
use std::path::Path;

use jetan_os::file::{self, Accept, Folder, Unread};
use zip::ZipArchive;

use super::{FILE_BYTES_MAX, FILES_MAX, Submission, is_plain};
use crate::files::{is_source, reason};

/// Entries of an archive; more are not looked at.
const ENTRIES_MAX: usize = 50_000;
/// How large the archive of a submission may be.
const ARCHIVE_BYTES_MAX: u64 = 16 << 20;
/// What is refused after all was unpacked as far as it was looked at, at most this many times what
/// the archive may unpack to.
const WASTE_MAX: usize = 4;
/// What the archive of a class may have, and unpack to.
const CLASS_BYTES_MAX: usize = 256 << 20;

/// Reads the archive of one submission. A single folder around everything is left out.
pub(super) fn read(path: &Path) -> Result<Submission, String> {
    let folder = Folder::open(&super::folder_of(path)).map_err(|error| reason(&error))?;
    let name = super::whole_name(path);
    let bytes = folder.read_plain_file(Path::new(&name), ARCHIVE_BYTES_MAX);
    one(Cursor::new(bytes.map_err(|why| match why {
        Unread::TooLarge(_) => why.to_string(),
        _ => "it is a link or no ordinary file".to_owned(),
    })?))
}

/// Reads the archive of a class: each folder in it is a submission, and so is each archive and
/// each source beside them.
pub(super) fn read_class(path: &Path) -> Result<Vec<(String, Submission)>, String> {
    let bytes = file::read(path, Accept::Files, CLASS_BYTES_MAX as u64);
    let bytes = bytes.map_err(|why| why.to_string())?;
    let mut unpacked = unpack(Cursor::new(bytes), CLASS_BYTES_MAX)?;
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
pub(super) struct Unpacked {
    files: BTreeMap<String, Vec<u8>>,
    pub(super) refused: Vec<(String, &'static str)>,
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
pub(super) fn unpack(reader: impl Read + Seek, bytes_max: usize) -> Result<Unpacked, String> {
    let mut archive = ZipArchive::new(reader).map_err(|_| "it is no zip archive".to_owned())?;
    let mut unpacked = Unpacked::default();
    let (mut total, mut wasted) = (0, 0);
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
        if wasted > bytes_max.saturating_mul(WASTE_MAX) {
            unpacked.refused.push((name, "and all that follows: the archive unpacks to too much"));
            break;
        }
        let mut bytes = Vec::new();
        let most = FILE_BYTES_MAX.min(bytes_max - total) as u64 + 1;
        match entry.take(most).read_to_end(&mut bytes) {
            Ok(read) if read as u64 == most => {
                wasted += read;
                unpacked.refused.push((name, "it unpacks to more than is allowed"));
            }
            Ok(read) => {
                total += read;
                unpacked.files.insert(name, bytes);
            }
            Err(_) => {
                wasted += bytes.len();
                unpacked.refused.push((name, "it cannot be unpacked"));
            }
        }
    }
    Ok(unpacked)
}

fn is_noise(name: &str) -> bool {
    name.split('/').any(|part| super::is_noise(part.as_ref()) && part != "." && part != "..")
}
