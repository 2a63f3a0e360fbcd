//! Zip archives: one submission each, or the whole class as a platform exports it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::{FILE_BYTES_MAX, FILES_MAX, SUBMISSION_BYTES_MAX, Submission};
use super::{is_plain, is_source, plain_name};

/// Entries of an archive; more are not looked at.
const ENTRIES_MAX: usize = 50_000;
/// Most bytes of the archive of a submission.
pub const ARCHIVE_BYTES_MAX: u64 = 16 << 20;
/// Most bytes that are unpacked and then refused, as a multiple of what
/// the archive may unpack to.
const WASTE_FACTOR_MAX: usize = 4;
/// Most bytes of the archive of a class, and that it may unpack to.
pub const CLASS_BYTES_MAX: usize = 256 << 20;

/// The part of a class's archive that belongs to one member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassMember {
    /// Files, or a folder of files.
    Files(Submission),
    /// An archive in the archive, still packed: all of them unpacked can be without measure.
    Packed(String, Vec<u8>),
}

impl ClassMember {
    /// The files.
    pub fn read(&self) -> Submission {
        match self {
            ClassMember::Files(submission) => submission.clone(),
            ClassMember::Packed(name, bytes) => read(bytes).unwrap_or_else(|why| {
                let mut empty = Submission::default();
                empty.refuse(name, &why);
                empty
            }),
        }
    }
}

/// Reads the archive of one submission. A single folder around everything is left out.
pub fn read(bytes: &[u8]) -> Result<Submission, String> {
    let unpacked = unpack(bytes, SUBMISSION_BYTES_MAX)?;
    let mut submission = Submission::default();
    // One more than may be, so that the submission itself says that there are too many.
    for (name, bytes) in unpacked.files.into_iter().take(FILES_MAX + 1) {
        submission.add(name, bytes);
    }
    for (name, why) in unpacked.refused {
        submission.refuse(&name, why);
    }
    Ok(submission)
}

/// Reads the archive of a class: each folder in it is a submission, and so is each archive and
/// each source beside them, by name. Of whom everything is refused there is a submission all the
/// same, which says so.
pub fn read_class(bytes: &[u8]) -> Result<BTreeMap<String, ClassMember>, String> {
    let unpacked = unpack(bytes, CLASS_BYTES_MAX)?;
    let mut class = BTreeMap::new();
    for (name, bytes) in unpacked.files {
        let Some(owner) = EntryOwner::of(&name) else { continue };
        if owner.is_packed {
            insert(&mut class, owner.name, ClassMember::Packed(name, bytes));
        } else if let ClassMember::Files(files) = files_of(&mut class, owner.name) {
            files.add(owner.file.to_owned(), bytes);
        }
    }
    for (name, why) in unpacked.refused {
        let Some(owner) = EntryOwner::of(&name) else { continue };
        if let ClassMember::Files(files) = files_of(&mut class, owner.name) {
            files.refuse(&name, why);
        }
    }
    Ok(class)
}

/// The owner of an entry of the archive of a class.
struct EntryOwner<'n> {
    name: String,
    /// The name of the file in the submission.
    file: &'n str,
    /// Whether it is an archive of its own.
    is_packed: bool,
}

impl EntryOwner<'_> {
    /// None of files beside the submissions that a platform adds, such as a table of names.
    fn of(name: &str) -> Option<EntryOwner<'_>> {
        if let Some((folder, file)) = name.split_once('/') {
            return Some(EntryOwner { name: plain_name(folder), file, is_packed: false });
        }
        let (stem, extension) = name.rsplit_once('.')?;
        let is_packed = extension.eq_ignore_ascii_case("zip");
        let is_one = is_packed || is_source(name);
        is_one.then(|| EntryOwner { name: plain_name(stem), file: name, is_packed })
    }
}

/// The files of a member, who may have handed in an archive as well.
fn files_of(class: &mut BTreeMap<String, ClassMember>, name: String) -> &mut ClassMember {
    let is_packed = |class: &BTreeMap<String, ClassMember>, name: &str| {
        matches!(class.get(name), Some(ClassMember::Packed(..)))
    };
    // A file beside an archive of the same name belongs to the same person, but must not displace
    // it.
    let name = free_name(name, |name| is_packed(class, name));
    class.entry(name).or_insert_with(|| ClassMember::Files(Submission::default()))
}

fn insert(class: &mut BTreeMap<String, ClassMember>, name: String, member: ClassMember) {
    let name = free_name(name, |name| class.contains_key(name));
    class.insert(name, member);
}

/// The name, with a number if that is taken.
fn free_name(name: String, is_taken: impl Fn(&str) -> bool) -> String {
    if !is_taken(&name) {
        return name;
    }
    let numbered = (2_u32..).map(|number| format!("{name} ({number})"));
    // Never reached: there are more numbers than entries.
    numbered.into_iter().find(|name| !is_taken(name)).unwrap_or(name)
}

/// The files of an archive, and those that were refused.
#[derive(Default)]
pub struct UnpackedArchive {
    /// The contents of each file by its name, folders included.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Names of what was not unpacked, each with the reason.
    pub refused: Vec<(String, &'static str)>,
}

impl UnpackedArchive {
    /// If everything is in one folder, takes it out of that.
    fn drop_outer_folder(&mut self) {
        let folder = |name: &str| name.split_once('/').map(|(folder, _)| folder.to_owned());
        let Some(first) = self.files.keys().next().and_then(|name| folder(name)) else { return };
        if self.files.keys().all(|name| folder(name).as_ref() == Some(&first)) {
            let inside =
                |(name, bytes): (String, Vec<u8>)| (name[first.len() + 1..].to_owned(), bytes);
            self.files = std::mem::take(&mut self.files).into_iter().map(inside).collect();
            for (name, _) in &mut self.refused {
                let inside = name.strip_prefix(&first).and_then(|rest| rest.strip_prefix('/'));
                if let Some(inside) = inside {
                    *name = inside.to_owned();
                }
            }
        }
    }
}

/// Unpacks what is sound. The sizes that an archive claims are not believed: reading stops at the
/// bounds.
pub fn unpack(bytes: &[u8], bytes_max: usize) -> Result<UnpackedArchive, String> {
    let archive = ZipArchive::new(Cursor::new(bytes));
    // The reasons of the library are about its format and help no student.
    let mut archive = archive.map_err(|_| "it is not a zip archive".to_owned())?;
    let mut unpacked = UnpackedArchive::default();
    let (mut total, mut wasted) = (0, 0);
    // An archive of empty entries costs time without unpacking anything.
    for index in 0..archive.len().min(ENTRIES_MAX) {
        let Ok(entry) = archive.by_index(index) else {
            let name = archive.name_for_index(index).and_then(Result::ok).map(Cow::into_owned);
            let name = name.unwrap_or_else(|| format!("entry {}", index + 1));
            unpacked.refused.push((name, "it cannot be unpacked"));
            continue;
        };
        // The raw name: the library takes names that are not marked as UTF-8 for CP437.
        let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
        if entry.is_dir() || is_noise(&name) {
            continue;
        }
        // Before anything is unpacked: `../` must not even be read.
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
        // Refused bytes are unpacked too; without a bound an archive could cost hours and yield
        // nothing.
        if wasted > bytes_max.saturating_mul(WASTE_FACTOR_MAX) {
            unpacked.refused.push((name, "and all that follows: the archive unpacks to too much"));
            break;
        }
        let mut bytes = Vec::new();
        let is_archive = name.to_ascii_lowercase().ends_with(".zip");
        let file_max = if is_archive { ARCHIVE_BYTES_MAX as usize } else { FILE_BYTES_MAX };
        // One byte more than may be, to tell a file that just fits from one that does not.
        let most = file_max.min(bytes_max - total) as u64 + 1;
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
    unpacked.drop_outer_folder();
    Ok(unpacked)
}

fn is_noise(name: &str) -> bool {
    name.split('/').any(|part| super::is_noise(part) && part != "." && part != "..")
}
