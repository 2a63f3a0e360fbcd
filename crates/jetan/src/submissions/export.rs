//! The files of a platform's export, from folders and archives, archives inside archives included.

use std::fs;
use std::path::{Path, PathBuf};

use jetan_grade::intake::{ExportFile, ExportKind, SortedExport, sort};
use jetan_grade::roster::Roster;
use jetan_grade::submission::archive::{ARCHIVE_BYTES_MAX, CLASS_BYTES_MAX, ClassMember, unpack};
use jetan_grade::submission::{
    FILE_BYTES_MAX, SUBMISSION_BYTES_MAX, Submission, TOO_LARGE, is_noise, is_plain,
};
use jetan_os::file::{self, FolderHandle, ReadError};

use super::{
    DEPTH_MAX, FoundSubmission, NO_FOLDER, SUBMISSIONS_MAX, SubmissionLocation, has_extension,
    whole_name,
};
use crate::exit::CommandFailure;
use crate::files::reason;

/// Archives inside each other.
const NESTING_MAX: usize = 3;
/// Files of an export.
const FILES_MAX: usize = 100_000;

/// The submissions of an export, and what is to be said about the whole.
pub(crate) struct ExportedClass {
    pub(crate) found: Vec<FoundSubmission>,
    pub(crate) remarks: Vec<String>,
}

/// Reads an export of a platform. A roster gives submissions the names of students.
pub(crate) fn find(
    paths: &[PathBuf],
    kind: ExportKind,
    wanted: &[String],
    roster: Option<&Roster>,
) -> Result<ExportedClass, CommandFailure> {
    let mut reading = ExportReader { files: Vec::new(), left: CLASS_BYTES_MAX };
    for path in paths {
        reading.add_path(path)?;
    }
    let outer = match paths {
        [only] => fs::canonicalize(only).ok().map(|path| whole_name(&path)),
        _ => None,
    };
    let mut export = sort(kind, outer.as_deref(), reading.files, wanted);
    if let Some(roster) = roster {
        roster.rename(&mut export);
    }
    if export.submissions.is_empty() {
        let platform = kind.name();
        return Err(CommandFailure::unreadable(format!(
            "jetan: there is no submission of {platform}: is this what it exports?"
        )));
    }
    if export.submissions.len() > SUBMISSIONS_MAX {
        return Err(CommandFailure::unreadable("jetan: there are more than 100,000 submissions"));
    }
    let SortedExport { submissions, remarks } = export;
    let found = submissions.into_iter().map(|work| {
        let mut submission = Submission::default();
        for (name, bytes) in work.files {
            submission.add(name, bytes);
        }
        submission.refused.extend(work.remarks);
        let handed_in = Some(work.handed_in);
        FoundSubmission {
            name: work.name,
            place: SubmissionLocation::Inside(ClassMember::Files(submission)),
            handed_in,
        }
    });
    Ok(ExportedClass { found: found.collect(), remarks })
}

/// An export that is being read.
struct ExportReader {
    files: Vec<ExportFile>,
    /// Bytes that may still come.
    left: usize,
}

impl ExportReader {
    fn add_path(&mut self, path: &Path) -> Result<(), CommandFailure> {
        let failed =
            |why: String| CommandFailure::unreadable(format!("jetan: {}: {why}", file::name(path)));
        let metadata = fs::metadata(path).map_err(|error| failed(reason(&error)))?;
        if metadata.is_dir() {
            let root = FolderHandle::open(path).map_err(|error| failed(reason(&error)))?;
            self.add_folder(&root, "", 0);
            return Ok(());
        }
        let most = if has_extension(path, "zip") { CLASS_BYTES_MAX } else { FILE_BYTES_MAX };
        let bytes = file::read(path, file::AcceptedFiles::Files, most as u64);
        let bytes = bytes.map_err(|why| failed(why.to_string()))?;
        if has_extension(path, "zip") {
            let unpacked = unpack(&bytes, self.left).map_err(failed)?;
            for (name, bytes) in unpacked.files {
                self.add(name, bytes, 0);
            }
            for (name, why) in unpacked.refused {
                self.refuse(harmless(name), why);
            }
        } else {
            self.add(whole_name(path), bytes, 0);
        }
        Ok(())
    }

    fn add_folder(&mut self, root: &FolderHandle, prefix: &str, depth: usize) {
        let Ok(entries) = fs::read_dir(root.real().join(prefix)) else {
            return self.refuse(prefix.to_owned(), NO_FOLDER);
        };
        let mut entries: Vec<fs::DirEntry> = entries.filter_map(Result::ok).collect();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries.iter().filter(|entry| !is_noise(&entry.file_name().to_string_lossy()))
        {
            let own = entry.file_name().to_string_lossy().into_owned();
            let name = format!("{prefix}{own}");
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if !is_plain(&own) {
                // With a slash, so that a folder is somebody's even if nothing in it was read.
                let slash = if is_folder { "/" } else { "" };
                self.refuse(format!("{name}{slash}"), "its name is odd");
            } else if is_folder && depth == DEPTH_MAX {
                self.refuse(name, "it is too deep inside other folders");
            } else if is_folder {
                self.add_folder(root, &format!("{name}/"), depth + 1);
            } else {
                let is_archive = has_extension(Path::new(&name), "zip");
                let most = if is_archive { ARCHIVE_BYTES_MAX } else { FILE_BYTES_MAX as u64 };
                match root.read_plain_file(Path::new(&name), most) {
                    Ok(bytes) => self.add(name, bytes, 0),
                    Err(ReadError::TooLarge(_)) => self.refuse(name, TOO_LARGE),
                    Err(_) => self.refuse(name, "it is a link or no ordinary file"),
                }
            }
        }
    }

    /// Takes a file, or what is in it if it is an archive.
    fn add(&mut self, name: String, bytes: Vec<u8>, nesting: usize) {
        if self.left < bytes.len() || self.files.len() == FILES_MAX {
            return self.refuse(name, "the export is larger than is allowed");
        }
        // An archive counts, and what it unpacks to counts again.
        self.left -= bytes.len();
        if !has_extension(Path::new(&name), "zip") {
            return self.files.push(ExportFile { path: name, contents: Ok(bytes) });
        }
        if nesting == NESTING_MAX {
            return self.refuse(name, "it is too deep inside other archives");
        }
        // One submission must not use up the room of all others.
        match unpack(&bytes, SUBMISSION_BYTES_MAX.min(self.left)) {
            Err(why) => self.refuse(name, &why),
            Ok(unpacked) if unpacked.files.is_empty() && unpacked.refused.is_empty() => {
                self.refuse(name, "the archive is empty");
            }
            Ok(unpacked) => {
                for (inner, bytes) in unpacked.files {
                    self.add(format!("{name}/{inner}"), bytes, nesting + 1);
                }
                for (inner, why) in unpacked.refused {
                    self.refuse(format!("{name}/{}", harmless(inner)), why);
                }
            }
        }
    }

    fn refuse(&mut self, path: String, why: &str) {
        // Refusals are bounded as well: an archive may have a million odd names.
        if self.files.len() < FILES_MAX {
            self.files.push(ExportFile { path, contents: Err(why.to_owned()) });
        }
    }
}

/// A name whose parts lead nowhere else.
fn harmless(name: String) -> String {
    if name.split('/').all(is_plain) { name } else { name.replace('/', "_") }
}
