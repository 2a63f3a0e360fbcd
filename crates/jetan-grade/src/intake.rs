//! The export of a platform, sorted by student.
//!
//! Platforms put names, ids, dates and late marks into the names of files; [`sort`] reads them and
//! gives every file to somebody. Whoever calls reads folders and archives: a file inside an inner
//! archive has the name of the archive in its path, like a folder.

mod gradescope;

mod label;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use label::FileLabel;

/// Remarks about one submission or one class; more are counted only.
const REMARKS_MAX: usize = 200;

/// The beginning of the remark about a name that several students have.
const SHARED_NAME_REMARK: &str = "several are called ";

/// A platform whose export is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportKind {
    /// `leeann_LATE_12345_67890_Lab3.asm`, side by side.
    Canvas,
    /// `Ann Lee_12345_assignsubmission_file_`, a folder or the beginning of a file's name.
    Moodle,
    /// `Lab 3_leeann_attempt_2026-03-01-23-10-00_Lab3.asm`, with a receipt for each attempt.
    Blackboard,
    /// `submission_12345`, a folder, with `submission_metadata.yml` beside them.
    Gradescope,
    /// `lab-3-leeann`, a folder: a repository of GitHub Classroom or Classroom 50.
    Classroom,
    /// A folder, a file or an archive for each student, by its name.
    Folder,
}

impl ExportKind {
    /// The name of the platform.
    pub fn name(self) -> &'static str {
        match self {
            ExportKind::Canvas => "Canvas",
            ExportKind::Moodle => "Moodle",
            ExportKind::Blackboard => "Blackboard",
            ExportKind::Gradescope => "Gradescope",
            ExportKind::Classroom => "GitHub Classroom",
            ExportKind::Folder => "a folder",
        }
    }
}

/// A file of an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportFile {
    /// The path in the export, parts separated by `/`. An archive that was unpacked is one of them.
    pub path: String,
    /// The contents, or why they could not be read.
    pub contents: Result<Vec<u8>, String>,
}

/// A submission's data besides its files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct SubmissionDetails {
    /// The id that the platform gives the student, or the login.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Whether the platform marks it as late.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// When it was handed in, as the platform writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submitted: Option<String>,
    /// The students of a group; empty if it is the work of one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub members: Vec<GroupMember>,
    /// The files, with their bytes.
    pub files: Vec<(String, usize)>,
}

/// A student of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct GroupMember {
    /// The name.
    pub name: String,
    /// The id that the platform gives the student.
    pub id: String,
}

/// A submission of an export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportedWork {
    /// The student's name; no other submission of the export has it.
    pub name: String,
    /// Id, date, late mark, group.
    pub handed_in: SubmissionDetails,
    /// The files, by their names inside the submission.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Remarks for a person: files that were not read, names that were changed.
    pub remarks: Vec<String>,
}

/// A whole export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SortedExport {
    /// The submissions, by their names.
    pub submissions: Vec<ExportedWork>,
    /// Remarks about files that are nobody's.
    pub remarks: Vec<String>,
}

impl SortedExport {
    /// Gives submissions of one name different ones: by id where there is one, else by number.
    /// Names are compared as files are on systems that do not tell case apart.
    pub(crate) fn distinguish_names(&mut self) {
        distinguish_names(&mut self.submissions);
        self.submissions.sort_by(|one, other| one.name.cmp(&other.name));
    }
}

/// Sorts the files of an export. `outer` is the name of the folder they were in, `wanted` the
/// files that the rubric names: a file whose name differs only by the platform's number, by case
/// or by its folder is taken for it, and that is said.
pub fn sort(
    kind: ExportKind,
    outer: Option<&str>,
    mut files: Vec<ExportFile>,
    wanted: &[String],
) -> SortedExport {
    // Sorted first: archives and file systems list in any order, and the numbers that distinguish
    // names must not vary.
    files.sort_by(|one, other| one.path.cmp(&other.path));
    let outer = drop_outer(kind, &mut files).or_else(|| outer.map(str::to_owned));
    let context = label::ExportContext::new(kind, outer.as_deref(), &files);
    let mut sorting = ExportSorter::default();
    for file in files {
        sorting.add(kind, &context, file);
    }
    let mut sorted = sorting.finish();
    for work in &mut sorted.submissions {
        work.take_wanted(wanted);
        work.handed_in.files =
            work.files.iter().map(|(name, bytes)| (name.clone(), bytes.len())).collect();
    }
    sorted
}

/// Takes everything out of a folder around it, unless that folder is already a submission, and
/// gives back its name.
fn drop_outer(kind: ExportKind, files: &mut [ExportFile]) -> Option<String> {
    let mut dropped = None;
    loop {
        let first = files.first()?.path.split_once('/')?.0.to_owned();
        let is_around = |file: &ExportFile| {
            file.path.split_once('/').is_some_and(|(folder, _)| folder == first)
        };
        if !files.iter().all(is_around) || label::is_own(kind, &first) {
            return dropped;
        }
        // Sorted paths: equal neighbours are all there are, so `dedup` counts folders.
        let many = files.iter().filter_map(|file| file.path.split('/').nth(1));
        let mut many: Vec<&str> = many.collect();
        many.dedup();
        // The only submission of a class is in a folder of its own, too.
        if label::is_any_name(kind) && many.len() < 2 && dropped.is_some() {
            return dropped;
        }
        for file in files.iter_mut() {
            file.path.drain(..=first.len());
        }
        dropped = Some(first);
    }
}

/// An export that is being sorted.
#[derive(Default)]
struct ExportSorter {
    /// By the id, or by the name if there is none.
    works: BTreeMap<String, StudentAttempts>,
    remarks: Vec<String>,
}

/// The attempts of a student by their dates; one without a date if the platform has none.
#[derive(Default)]
struct StudentAttempts {
    name: String,
    members: Vec<GroupMember>,
    id: Option<String>,
    by_date: BTreeMap<Option<String>, ExportedWork>,
}

impl ExportSorter {
    fn add(&mut self, kind: ExportKind, context: &label::ExportContext, file: ExportFile) {
        let label = match context.label(&file.path) {
            Some(label) => label,
            None if label::is_metadata(kind, &file.path) => return,
            None => {
                let name = file.path.escape_debug().to_string();
                let Some(label) = label::foreign(&file.path, file.contents.is_err()) else {
                    self.remark(format!("{name} is nobody's and was left out"));
                    return;
                };
                let platform = kind.name();
                self.remark(format!(
                    "{name} is not named as {platform} names files: it is taken for a submission \
                     of its own"
                ));
                label
            }
        };
        // Ids before names: two students may have one name, and one student several spellings of
        // it.
        let key = match &label.id {
            Some(id) => format!("id {id}"),
            None => format!("name {}", label.name),
        };
        let attempts = self.works.entry(key).or_default();
        if attempts.name.is_empty() {
            attempts.name.clone_from(&label.name);
        }
        attempts.id.clone_from(&label.id);
        attempts.members.clone_from(&label.members);
        // Attempts are kept apart until the end, so that files of an old one do not mix with the
        // last.
        let work = attempts.by_date.entry(label.submitted.clone()).or_default();
        work.handed_in.late |= label.late;
        work.take(label, file.contents);
    }

    fn remark(&mut self, remark: String) {
        if self.remarks.len() < REMARKS_MAX {
            self.remarks.push(remark);
        }
    }

    fn finish(self) -> SortedExport {
        let submissions = self.works.into_values().filter_map(StudentAttempts::last).collect();
        let mut sorted = SortedExport { submissions, remarks: self.remarks };
        sorted.distinguish_names();
        sorted
    }
}

impl StudentAttempts {
    /// The last attempt; that there were others is said.
    fn last(mut self) -> Option<ExportedWork> {
        // Dates are written so that their order as text is their order in time.
        let (date, mut work) = self.by_date.pop_last()?;
        let earlier = self.by_date.len();
        if earlier > 0 {
            work.remark(format!("{} left out", attempts(earlier)));
        }
        work.name = self.name;
        work.handed_in.id = self.id;
        work.handed_in.members = self.members;
        work.handed_in.submitted = date;
        Some(work)
    }
}

fn attempts(count: usize) -> String {
    if count == 1 {
        "an earlier attempt was".to_owned()
    } else {
        format!("{count} earlier attempts were")
    }
}

fn distinguish_names(submissions: &mut [ExportedWork]) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for work in submissions.iter() {
        *counts.entry(work.name.to_lowercase()).or_default() += 1;
    }
    // Somebody may be called `ann (2)` already; a name that nobody shares stays what it is.
    let shared = |name: &str| counts.get(name).is_some_and(|count| *count > 1);
    let mut taken: BTreeSet<String> = counts.keys().filter(|name| !shared(name)).cloned().collect();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    for work in submissions {
        let is_shared = shared(&work.name.to_lowercase());
        // Another name takes back what was said about the one before.
        work.remarks.retain(|remark| !remark.starts_with(SHARED_NAME_REMARK));
        if !is_shared {
            continue;
        }
        if let Some(id) = &work.handed_in.id {
            let remark = format!("{SHARED_NAME_REMARK}{}: distinguished by id", work.name);
            work.name = format!("{} ({id})", work.name);
            work.remark(remark);
        }
        // Numbers also where ids were added: two submissions may share both.
        let name = work.name.clone();
        while !taken.insert(work.name.to_lowercase()) {
            // It goes on where the last one of this name stopped, or many would take long.
            let number = numbers.entry(name.to_lowercase()).or_insert(1);
            *number += 1;
            work.name = format!("{name} ({number})");
        }
    }
}

impl ExportedWork {
    fn remark(&mut self, remark: String) {
        if self.remarks.len() < REMARKS_MAX {
            self.remarks.push(remark);
        }
    }

    fn take(&mut self, label: FileLabel, contents: Result<Vec<u8>, String>) {
        let Some(file) = label.file.filter(|file| !file.is_empty()) else {
            // A folder that was not read is all that somebody handed in.
            return contents.err().into_iter().for_each(|why| {
                self.remark(format!("the folder was not read: {why}"));
            });
        };
        match contents {
            // The first one stays; paths are sorted, so it is the same one every time.
            Ok(_) if self.files.contains_key(&file) => {
                self.remark(format!("{} was there twice: one was left out", file.escape_debug()));
            }
            Ok(bytes) => {
                self.files.insert(file, bytes);
            }
            Err(why) => self.remark(format!("{} was not read: {why}", file.escape_debug())),
        }
    }

    /// Takes files for those of the rubric whose names differ only by what platforms and systems
    /// change.
    fn take_wanted(&mut self, wanted: &[String]) {
        self.drop_shared_folder(wanted);
        for want in wanted {
            if self.files.contains_key(want) {
                continue;
            }
            let own = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
            let is_same = |name: &String| {
                let (name, want) = (own(name).to_lowercase(), want.to_lowercase());
                name == want || without_number(&name) == want
            };
            let mut alike =
                // A file that the rubric wants under its own name is not given away.
                self.files.keys().filter(|name| is_same(name) && !wanted.contains(name));
            // Exactly one: with two candidates a person has to choose.
            let (Some(name), None) = (alike.next().cloned(), alike.next()) else { continue };
            if let Some(bytes) = self.files.remove(&name) {
                self.files.insert(want.clone(), bytes);
                self.remark(format!("{} was taken for {want}", name.escape_debug()));
            }
        }
    }

    /// Takes everything out of the one folder it is in, unless the rubric wants it there.
    fn drop_shared_folder(&mut self, wanted: &[String]) {
        let folder = |name: &String| name.split_once('/').map(|(folder, _)| folder.to_owned());
        // Repeatedly: archives of archives have several folders around everything.
        while let Some(first) = self.files.keys().next().and_then(folder) {
            let is_all = self.files.keys().all(|name| folder(name).as_ref() == Some(&first));
            if !is_all || wanted.iter().any(|want| folder(want).as_ref() == Some(&first)) {
                return;
            }
            let inside = |(name, bytes): (String, Vec<u8>)| {
                (name.get(first.len() + 1..).unwrap_or_default().to_owned(), bytes)
            };
            self.files = std::mem::take(&mut self.files).into_iter().map(inside).collect();
        }
    }
}

/// `Lab3.asm` for `Lab3-1.asm`: Canvas numbers files that were handed in again, browsers those
/// that were downloaded twice as `Lab3 (1).asm`.
fn without_number(name: &str) -> String {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let stem = match stem.rsplit_once('-') {
        Some((front, number)) if is_number(number) => front,
        _ => match stem.strip_suffix(')').and_then(|stem| stem.rsplit_once(" (")) {
            Some((front, number)) if is_number(number) => front,
            _ => stem,
        },
    };
    format!("{stem}.{extension}")
}

/// Whether a text is a number of some digits.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.len() <= 20 && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests;
