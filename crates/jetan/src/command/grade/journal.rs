//! The journal of graded submissions, a line each, so that nothing is lost when a run ends early.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use jetan_grade::grade::GradedSubmission;
use jetan_os::file::{self, AcceptedFiles, ReadError};
use serde::{Deserialize, Serialize};

use crate::exit::CommandFailure;
use crate::files::reason;

/// The name of the journal in the folder of the reports.
pub(super) const FILE: &str = "journal.jsonl";

/// The first line: what was graded by what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct JournalHeader {
    /// The version of the journal.
    journal: u32,
    /// Of the rubric, its files and the version of Jetan.
    rubric: String,
    /// Every submission of the class, also those of other shards.
    class: Vec<String>,
}

impl JournalHeader {
    pub(super) fn new(rubric: &str, class: Vec<String>) -> JournalHeader {
        JournalHeader { journal: 1, rubric: rubric.to_owned(), class }
    }
}

/// A line: a submission, the hash of its files, and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct JournalEntry {
    contents: u64,
    graded: GradedSubmission,
}

/// A journal may have this many bytes.
const BYTES_MAX: u64 = 1 << 30;

fn read(path: &Path) -> Result<Vec<u8>, ReadError> {
    file::read(path, AcceptedFiles::Files, BYTES_MAX)
}

/// A journal that is being written.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    known: BTreeMap<String, JournalEntry>,
    /// The reason nothing is added any more, such as a disk that is full.
    broken: Option<CommandFailure>,
}

impl Journal {
    /// Goes on with a journal, or begins one. One of another rubric or version is begun anew.
    pub(super) fn open(path: &Path, header: &JournalHeader) -> Result<Journal, CommandFailure> {
        let failed = |error: &std::io::Error| unwritable(path, error);
        // A journal that cannot be read is begun anew: to grade again is always right.
        let old = read(path).ok().and_then(|bytes| parse(&bytes));
        let old = old.filter(|(old, _)| old.rubric == header.rubric);
        let entries = old.map(|(_, entries)| entries).unwrap_or_default();
        let mut text = line(header);
        for entry in &entries {
            text.push_str(&line(entry));
        }
        // Written anew, so that a torn last line does not stay in the middle.
        crate::files::write_whole(path, text.as_bytes())
            .map_err(|why| CommandFailure::unreadable(format!("jetan: {why}")))?;
        let file = OpenOptions::new().append(true).open(path).map_err(|error| failed(&error))?;
        let known = entries.into_iter().map(|entry| (entry.graded.name.clone(), entry)).collect();
        Ok(Journal { path: path.to_owned(), file, known, broken: None })
    }

    /// The earlier result of a submission whose files are the same.
    pub(super) fn known(&self, name: &str, contents: u64) -> Option<GradedSubmission> {
        let entry = self.known.get(name).filter(|entry| entry.contents == contents);
        entry.map(|entry| entry.graded.clone())
    }

    /// Adds a line, unless it is there. If that fails nothing more is added, and grading goes on.
    pub(super) fn keep(&mut self, graded: &GradedSubmission, contents: u64) {
        let is_known = self.known(&graded.name, contents).is_some_and(|known| known == *graded);
        if self.broken.is_some() || is_known {
            return;
        }
        let entry = JournalEntry { contents, graded: graded.clone() };
        // One write for the whole line: a process that is killed leaves the last line torn at most.
        let written = self.file.write_all(line(&entry).as_bytes());
        let written = written.and_then(|()| self.file.flush());
        self.broken = written.map_err(|error| unwritable(&self.path, &error)).err();
    }

    /// The reason a line could not be added, if so.
    pub(super) fn into_broken(self) -> Option<CommandFailure> {
        self.broken
    }
}

fn unwritable(path: &Path, error: &std::io::Error) -> CommandFailure {
    CommandFailure::unreadable(format!("jetan: {}: {}", file::name(path), reason(error)))
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("it has no maps with odd keys") + "\n"
}

/// The lines that are whole; none if it is not a journal. Of several lines of a submission the last
/// counts.
fn parse(bytes: &[u8]) -> Option<(JournalHeader, Vec<JournalEntry>)> {
    // Lossy, so that one damaged line does not cost the others.
    let text = String::from_utf8_lossy(bytes);
    // A line without its end was being written when the process died.
    let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    let header: JournalHeader = serde_json::from_str(lines.next()?).ok()?;
    let mut entries: BTreeMap<String, JournalEntry> = BTreeMap::new();
    for entry in lines.filter_map(|line| serde_json::from_str::<JournalEntry>(line).ok()) {
        entries.insert(entry.graded.name.clone(), entry);
    }
    Some((header, entries.into_values().collect()))
}

/// The journals of several shards together.
pub(super) struct MergedJournals {
    pub(super) graded: Vec<GradedSubmission>,
    /// Submissions of the class that are in none.
    pub(super) missing: Vec<String>,
    /// Entries that were left out and why, a line each.
    pub(super) refused: Vec<String>,
}

/// Puts journals together. Those of another rubric, version or class are left out, and so is a
/// submission with different results in two of them: everything else counts.
pub(super) fn merge(paths: &[PathBuf], rubric: &str) -> MergedJournals {
    let mut merging = JournalMerge { rubric, class: None, graded: BTreeMap::new() };
    let mut refused = Vec::new();
    for path in paths {
        let bytes = read(path).map_err(|why| why.to_string());
        let added = bytes.and_then(|bytes| merging.add(&bytes));
        let complaints = added.unwrap_or_else(|why| vec![why]);
        refused.extend(complaints.iter().map(|why| format!("{}: {why}", file::name(path))));
    }
    let JournalMerge { class, graded, .. } = merging;
    let class = class.unwrap_or_default();
    let known = |name: &String| graded.get(name).and_then(Option::as_ref);
    MergedJournals {
        missing: class.iter().filter(|name| known(name).is_none()).cloned().collect(),
        graded: class.iter().filter_map(known).map(|it| it.graded.clone()).collect(),
        refused,
    }
}

/// Journals that are being put together.
struct JournalMerge<'r> {
    rubric: &'r str,
    class: Option<Vec<String>>,
    /// The result of each submission; none if journals do not agree.
    graded: BTreeMap<String, Option<JournalEntry>>,
}

impl JournalMerge<'_> {
    /// Takes a journal. Complaints about single submissions are given back.
    fn add(&mut self, bytes: &[u8]) -> Result<Vec<String>, String> {
        let Some((header, entries)) = parse(bytes) else {
            return Err("this is not a journal of a grading".to_owned());
        };
        if header.rubric != self.rubric {
            return Err("it was graded by another rubric or another version of Jetan".to_owned());
        }
        if self.class.as_ref().is_some_and(|class| *class != header.class) {
            return Err("it is of another class".to_owned());
        }
        self.class = Some(header.class);
        let mut complaints = Vec::new();
        for new in entries {
            let name = new.graded.name.clone();
            let counts = match self.graded.get(&name) {
                // The same result in two journals is fine: a shard may have been run twice.
                Some(Some(old)) if *old == new => continue,
                Some(_) => {
                    // It stays open: a third journal cannot settle which of the first two was
                    // right.
                    complaints.push(format!("{name} is in another journal, too, and differs"));
                    None
                }
                None => Some(new),
            };
            self.graded.insert(name, counts);
        }
        Ok(complaints)
    }
}

/// The submissions whose files are those that a journal has graded by this rubric.
pub(super) fn finished(path: &Path, header: &JournalHeader) -> BTreeMap<String, u64> {
    let known = read(path).ok().and_then(|bytes| parse(&bytes));
    // The class has to be the same, too: another one is spread over the shards differently.
    let known = known.filter(|(old, _)| old == header);
    let entries = known.into_iter().flat_map(|(_, entries)| entries);
    entries.map(|entry| (entry.graded.name, entry.contents)).collect()
}
