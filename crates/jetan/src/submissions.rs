//! The submissions of a class: a folder of folders, of files, of zip archives, or the archive that
//! a platform exports.
//!
//! Nothing in them is trusted: links are not followed, odd names are refused, and what an archive
//! unpacks to is bounded. What is refused is said, and the rest is used.

pub(crate) mod export;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use jetan_grade::intake::SubmissionDetails;
use jetan_grade::submission::archive::{self, ClassMember};
use jetan_grade::submission::{FILE_BYTES_MAX, FILES_MAX, TOO_LARGE, TOO_MANY, is_noise, is_plain};
use jetan_os::file::{self, AcceptedFiles, FolderHandle, ReadError};

use crate::exit::CommandFailure;
use crate::files::{is_source, reason};

pub(crate) use jetan_grade::submission::Submission;

/// Folders inside each other.
const DEPTH_MAX: usize = 12;
/// The refusal of folders that cannot be read.
const NO_FOLDER: &str = "the folder cannot be read";
/// Submissions of a class.
const SUBMISSIONS_MAX: usize = 100_000;

/// A submission, before its files are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoundSubmission {
    /// Whose it is: the name of the folder, file or archive.
    pub(crate) name: String,
    place: SubmissionLocation,
    /// The data of a platform's export.
    pub(crate) handed_in: Option<SubmissionDetails>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum SubmissionLocation {
    Folder(PathBuf),
    File(PathBuf),
    Archive(PathBuf),
    /// The files that an archive of a whole class has for one of its submissions.
    Inside(ClassMember),
}

/// Finds the submissions that some paths stand for, in the order of their names.
pub(crate) fn find(paths: &[PathBuf]) -> Result<Vec<FoundSubmission>, CommandFailure> {
    let mut found = Vec::new();
    for path in paths {
        let failed =
            |why: String| CommandFailure::unreadable(format!("jetan: {}: {why}", file::name(path)));
        let metadata = fs::metadata(path).map_err(|error| failed(reason(&error)))?;
        if metadata.is_dir() {
            found.extend(in_folder(path).map_err(|error| failed(reason(&error)))?);
        } else if has_extension(path, "zip") {
            let bytes = file::read(path, AcceptedFiles::Files, archive::CLASS_BYTES_MAX as u64);
            let bytes = bytes.map_err(|why| failed(why.to_string()))?;
            let class = archive::read_class(&bytes).map_err(failed)?;
            let inside =
                |(name, member)| FoundSubmission::new(name, SubmissionLocation::Inside(member));
            found.extend(class.into_iter().map(inside));
        } else {
            found.push(FoundSubmission::new(stem(path), SubmissionLocation::File(path.clone())));
        }
    }
    if found.is_empty() {
        return Err(CommandFailure::unreadable(
            "jetan: there is no submission: a folder of folders, of .asm files or of .zip files",
        ));
    }
    if found.len() > SUBMISSIONS_MAX {
        return Err(CommandFailure::unreadable("jetan: there are more than 100,000 submissions"));
    }
    // `read_dir` has the file system's order, and shards on different nodes must count alike.
    found.sort_by(|one, other| one.name.cmp(&other.name));
    number_doubles(&mut found);
    Ok(found)
}

/// Takes each path as one submission.
pub(crate) fn single(paths: &[PathBuf]) -> Result<Vec<FoundSubmission>, CommandFailure> {
    let one = |path: &PathBuf| {
        let failed =
            |why: String| CommandFailure::unreadable(format!("jetan: {}: {why}", file::name(path)));
        let metadata = fs::metadata(path).map_err(|error| failed(reason(&error)))?;
        // `.` and `..` have no names of their own.
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        Ok(if metadata.is_dir() {
            FoundSubmission::new(whole_name(&whole), SubmissionLocation::Folder(path.clone()))
        } else if has_extension(path, "zip") {
            FoundSubmission::new(stem(path), SubmissionLocation::Archive(path.clone()))
        } else {
            FoundSubmission::new(stem(path), SubmissionLocation::File(path.clone()))
        })
    };
    let mut found: Vec<FoundSubmission> =
        paths.iter().map(one).collect::<Result<_, CommandFailure>>()?;
    number_doubles(&mut found);
    Ok(found)
}

/// Gives submissions other names where there is one for theirs.
pub(crate) fn rename(found: &mut [FoundSubmission], name: impl Fn(&str) -> Option<String>) {
    for it in found.iter_mut() {
        if let Some(name) = name(&it.name) {
            it.name = name;
        }
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    number_doubles(found);
}

/// Gives submissions of one name different ones.
fn number_doubles(found: &mut [FoundSubmission]) {
    // Somebody may be called `ann (2)` already, and results are kept by name.
    let mut taken: BTreeSet<String> = found.iter().map(|it| it.name.clone()).collect();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for it in found {
        if !seen.insert(it.name.clone()) {
            let numbered = (2..).map(|number| format!("{} ({number})", it.name));
            it.name = numbered.into_iter().find(|name| !taken.contains(name)).unwrap_or_default();
            taken.insert(it.name.clone());
        }
    }
}

fn in_folder(folder: &Path) -> std::io::Result<Vec<FoundSubmission>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if is_noise(&entry.file_name().to_string_lossy()) {
            continue;
        }
        let kind = entry.file_type()?;
        // A link is taken for what it is: a submission that cannot be read.
        let (name, place) = if kind.is_dir() {
            (whole_name(&path), SubmissionLocation::Folder(path))
        } else if has_extension(&path, "zip") {
            (stem(&path), SubmissionLocation::Archive(path))
        } else if is_source(Path::new(&entry.file_name())) {
            (stem(&path), SubmissionLocation::File(path))
        } else {
            continue;
        };
        found.push(FoundSubmission::new(name, place));
    }
    Ok(found)
}

impl FoundSubmission {
    fn new(name: String, place: SubmissionLocation) -> FoundSubmission {
        FoundSubmission { name, place, handed_in: None }
    }

    /// Whether a file is a part of it, or would be.
    pub(crate) fn holds(&self, path: &Path) -> bool {
        let folder = fs::canonicalize(folder_of(path));
        match &self.place {
            SubmissionLocation::Inside(_) => false,
            SubmissionLocation::File(own) | SubmissionLocation::Archive(own) => {
                file::is_same(own, path)
            }
            SubmissionLocation::Folder(own) => match (fs::canonicalize(own), folder) {
                (Ok(own), Ok(folder)) => folder.starts_with(own),
                _ => false,
            },
        }
    }

    /// Reads the files. Whatever cannot be read is noted in the submission.
    pub(crate) fn read(&self) -> Submission {
        let mut submission = Submission::default();
        match &self.place {
            SubmissionLocation::Inside(member) => return member.read(),
            SubmissionLocation::Folder(path) => match FolderHandle::open(path) {
                Ok(root) => add_folder(&mut submission, &root, "", 0),
                Err(_) => submission.refuse(&whole_name(path), NO_FOLDER),
            },
            SubmissionLocation::File(path) => {
                let name = whole_name(path);
                match FolderHandle::open(&folder_of(path)) {
                    Ok(folder) => add_file(&mut submission, &folder, &name, name.clone()),
                    Err(_) => submission.refuse(&name, NO_FOLDER),
                }
            }
            SubmissionLocation::Archive(path) => match read_archive(path) {
                Ok(read) => submission = read,
                Err(why) => submission.refuse(&whole_name(path), &why),
            },
        }
        submission
    }
}

/// The folder that a path names something in.
pub(crate) fn folder_of(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_owned()
}

/// Adds what is in a folder below the one that was submitted; `prefix` leads there.
fn add_folder(submission: &mut Submission, root: &FolderHandle, prefix: &str, depth: usize) {
    let folder = root.real().join(prefix);
    let Ok(entries) = fs::read_dir(&folder) else {
        return submission.refuse(&whole_name(&folder), NO_FOLDER);
    };
    let mut entries: Vec<fs::DirEntry> = entries.filter_map(Result::ok).collect();
    // Sorted, so that a limit cuts off the same files everywhere.
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in &entries {
        let own = entry.file_name().to_string_lossy().into_owned();
        if is_noise(&own) {
            continue;
        }
        let name = format!("{prefix}{own}");
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_plain(&own) {
            submission.refuse(&name, "its name is odd");
        } else if is_folder && depth == DEPTH_MAX {
            submission.refuse(&name, "it is too deep inside other folders");
        } else if is_folder {
            add_folder(submission, root, &format!("{name}/"), depth + 1);
        } else {
            add_file(submission, root, &name.clone(), name);
        }
        if submission.files.len() == FILES_MAX {
            return submission.refuse(&whole_name(&folder), TOO_MANY);
        }
    }
}

/// Adds a file, opened once from the handle of its folder and without following a link: nobody can
/// put another one in its place between looking and reading.
fn add_file(submission: &mut Submission, folder: &FolderHandle, path: &str, name: String) {
    match folder.read_plain_file(Path::new(path), FILE_BYTES_MAX as u64) {
        Ok(bytes) => submission.add(name, bytes),
        Err(ReadError::TooLarge(_)) => submission.refuse(&name, TOO_LARGE),
        Err(_) => submission.refuse(&name, "it is a link or no ordinary file"),
    }
}

/// Reads the archive of one submission, opened as [`add_file`] opens a file.
fn read_archive(path: &Path) -> Result<Submission, String> {
    let folder = FolderHandle::open(&folder_of(path)).map_err(|error| reason(&error))?;
    let bytes = folder.read_plain_file(Path::new(&whole_name(path)), archive::ARCHIVE_BYTES_MAX);
    archive::read(&bytes.map_err(|why| match why {
        ReadError::TooLarge(_) => why.to_string(),
        _ => "it is a link or no ordinary file".to_owned(),
    })?)
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|it| it.eq_ignore_ascii_case(extension))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn whole_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests;
