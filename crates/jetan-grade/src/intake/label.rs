//! Reads the owner of a file from its name in an export.

use std::collections::{BTreeMap, BTreeSet};

use super::{ExportFile, ExportKind, GroupMember, gradescope, is_number};

/// The owner of a file, and its name in the submission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FileLabel {
    pub(super) name: String,
    pub(super) id: Option<String>,
    pub(super) late: bool,
    pub(super) submitted: Option<String>,
    pub(super) members: Vec<GroupMember>,
    /// The name inside the submission; none if the file only tells about it.
    pub(super) file: Option<String>,
}

/// Facts that take a look at the whole export.
pub(super) struct ExportContext {
    kind: ExportKind,
    /// Gradescope: who handed in what, by folder.
    metadata: BTreeMap<String, gradescope::MetadataEntry>,
    /// Classroom: what the folders begin with.
    slug: String,
    /// Blackboard: logins and names, by what stands before `_attempt_`.
    receipts: BTreeMap<String, (String, String)>,
    /// Blackboard: what stands before logins, as receipts have it.
    fronts: BTreeSet<String>,
}

impl ExportContext {
    pub(super) fn new(
        kind: ExportKind,
        outer: Option<&str>,
        files: &[ExportFile],
    ) -> ExportContext {
        let mut context = ExportContext {
            kind,
            metadata: BTreeMap::new(),
            slug: String::new(),
            receipts: BTreeMap::new(),
            fronts: BTreeSet::new(),
        };
        match kind {
            ExportKind::Gradescope => {
                let metadata = files.iter().find(|file| is_metadata(kind, &file.path));
                if let Some(Ok(bytes)) = metadata.map(|file| &file.contents) {
                    context.metadata = gradescope::read(&String::from_utf8_lossy(bytes));
                }
            }
            ExportKind::Classroom => context.slug = slug(outer, files),
            ExportKind::Blackboard => {
                for file in files {
                    let head = file.path.strip_suffix(".txt").and_then(attempt);
                    if let (Some((head, _, "")), Ok(bytes)) = (head, &file.contents)
                        && let Some((name, login)) = receipt(&String::from_utf8_lossy(bytes))
                        // The login ends the head and may have underscores itself; the receipt says
                        // where it begins.
                        && let Some(front) = head.strip_suffix(login)
                        && front.ends_with('_')
                    {
                        context.fronts.insert(front.to_owned());
                        let known = (login.to_owned(), name.to_owned());
                        context.receipts.insert(head.to_owned(), known);
                    }
                }
            }
            ExportKind::Canvas | ExportKind::Moodle | ExportKind::Folder => {}
        }
        context
    }

    /// The owner of a file; none if its name is not one of the platform's.
    pub(super) fn label(&self, path: &str) -> Option<FileLabel> {
        let (first, rest) = path.split_once('/').map_or((path, None), |(a, b)| (a, Some(b)));
        match self.kind {
            ExportKind::Canvas => canvas(first).map(|label| label.inside(rest)),
            ExportKind::Moodle => moodle(first).map(|label| label.inside(rest)),
            ExportKind::Blackboard => self.blackboard(first).map(|label| label.inside(rest)),
            ExportKind::Gradescope => self.gradescope(first, rest),
            ExportKind::Classroom => {
                // A folder that is called like the assignment is a submission of its own, not one
                // without a name.
                let login = first.strip_prefix(&self.slug).filter(|login| !login.is_empty());
                let login = login.unwrap_or(first).to_owned();
                let file = Some(rest?.to_owned());
                Some(FileLabel {
                    name: login.clone(),
                    id: Some(login),
                    file,
                    ..FileLabel::default()
                })
            }
            ExportKind::Folder => match rest {
                Some(rest) => {
                    let name = first.strip_suffix(".zip").unwrap_or(first).to_owned();
                    Some(FileLabel { name, file: Some(rest.to_owned()), ..FileLabel::default() })
                }
                None => foreign(path, true),
            },
        }
    }

    fn blackboard(&self, first: &str) -> Option<FileLabel> {
        let receipt_of = first.strip_suffix(".txt").and_then(attempt);
        let is_receipt = matches!(receipt_of, Some((_, _, "")));
        let (head, date, file) = receipt_of.filter(|_| is_receipt).or_else(|| attempt(first))?;
        let (login, name) = if let Some((login, name)) = self.receipts.get(head) {
            (login.as_str(), name.as_str())
        } else {
            // Without a receipt of one's own those of others say where logins begin: the last
            // part of a login alone may be somebody else's.
            let after = |front: &String| head.strip_prefix(front).filter(|it| !it.is_empty());
            let known = self.fronts.iter().filter_map(after).min_by_key(|login| login.len());
            let login = known.or_else(|| Some(head.rsplit_once('_')?.1))?;
            (login, login)
        };
        Some(FileLabel {
            name: name.to_owned(),
            id: Some(login.to_owned()),
            submitted: Some(date.to_owned()),
            file: (!is_receipt && !file.is_empty()).then(|| file.to_owned()),
            ..FileLabel::default()
        })
    }

    fn gradescope(&self, first: &str, rest: Option<&str>) -> Option<FileLabel> {
        let entry = self.metadata.get(first);
        if entry.is_none() && !is_own(self.kind, first) {
            return None;
        }
        let file = Some(rest.unwrap_or(first).to_owned());
        let Some(entry) = entry.filter(|entry| !entry.submitters.is_empty()) else {
            return Some(FileLabel { name: first.to_owned(), file, ..FileLabel::default() });
        };
        let names = entry.submitters.iter().map(|member| member.name.as_str());
        let is_group = entry.submitters.len() > 1;
        // The folder identifies a group; the id of one member would be taken for that student
        // alone.
        let id = Some(first.to_owned()).filter(|_| is_group);
        let own = entry.submitters.first().map(|member| member.id.clone());
        Some(FileLabel {
            name: names.collect::<Vec<_>>().join(", "),
            id: id.or(own).filter(|id| !id.is_empty()),
            submitted: entry.created_at.clone(),
            members: if is_group { entry.submitters.clone() } else { Vec::new() },
            late: entry.late,
            file,
        })
    }
}

impl FileLabel {
    /// A file inside a folder or an archive that was handed in.
    fn inside(mut self, rest: Option<&str>) -> FileLabel {
        if let Some(rest) = rest {
            self.file = Some(rest.to_owned());
        }
        self
    }
}

/// Whether the names of a platform's folders can be anything.
pub(super) fn is_any_name(kind: ExportKind) -> bool {
    matches!(kind, ExportKind::Classroom | ExportKind::Folder)
}

/// Whether a name is one that the platform gives a submission.
pub(super) fn is_own(kind: ExportKind, first: &str) -> bool {
    match kind {
        ExportKind::Canvas => canvas(first).is_some(),
        ExportKind::Moodle => moodle(first).is_some(),
        ExportKind::Blackboard => attempt(first).is_some(),
        ExportKind::Gradescope => first.strip_prefix("submission_").is_some_and(is_number),
        ExportKind::Classroom | ExportKind::Folder => false,
    }
}

/// Whether a file tells about the export and is nobody's.
pub(super) fn is_metadata(kind: ExportKind, path: &str) -> bool {
    kind == ExportKind::Gradescope && path == "submission_metadata.yml"
}

/// Takes a source or an archive that no platform has named for a submission of its own.
pub(super) fn foreign(path: &str, is_unread: bool) -> Option<FileLabel> {
    let (first, rest) = path.split_once('/').map_or((path, path), |(first, rest)| (first, rest));
    let (stem, extension) = first.rsplit_once('.').unwrap_or((first, ""));
    let is_work = ["asm", "s", "mips", "zip"].iter().any(|it| extension.eq_ignore_ascii_case(it));
    // A folder is taken whatever it is called, a single file only if it may be a program.
    if !is_work && first.len() == path.len() {
        return None;
    }
    let name = if is_work { stem } else { first }.to_owned();
    // What could not be read is the whole archive.
    let file = if is_unread { path } else { rest };
    Some(FileLabel { name, file: Some(file.to_owned()), ..FileLabel::default() })
}

/// `leeann_12345_67890_Lab3.asm`, `leeann_LATE_12345_67890_Lab3.asm`, `leeann_12345_text.html`,
/// and `anon_a1b2c_67890_Lab3.asm` where grading is anonymous.
fn canvas(first: &str) -> Option<FileLabel> {
    if let Some(rest) = first.strip_prefix("anon_") {
        let (code, rest) = rest.split_once('_')?;
        let (late, rest) = without_late(rest);
        let (number, file) = rest.split_once('_')?;
        let name = format!("anon_{code}");
        let file = Some(file.to_owned()).filter(|_| is_number(number));
        return file.map(|file| FileLabel { name, late, file: Some(file), ..FileLabel::default() });
    }
    // The name of a student may have underscores, but no number between two of them.
    // From the left: the first place where two numbers follow is the platform's, and file names may
    // have more.
    for (at, _) in first.match_indices('_') {
        let (name, rest) = (first.get(..at)?, first.get(at + 1..)?);
        let (late, rest) = without_late(rest);
        let Some((id, rest)) = rest.split_once('_') else { continue };
        if !is_number(id) {
            continue;
        }
        let file = match rest.split_once('_') {
            Some((number, file)) if is_number(number) => file,
            _ if rest == "text.html" || rest == "link.html" => rest,
            _ => continue,
        };
        return Some(FileLabel {
            // Of a name in another script nothing may be left.
            name: if name.is_empty() { id } else { name }.to_owned(),
            id: Some(id.to_owned()),
            late,
            file: Some(file.to_owned()),
            ..FileLabel::default()
        });
    }
    None
}

fn without_late(rest: &str) -> (bool, &str) {
    match rest.split_once('_') {
        Some((mark, after)) if mark.eq_ignore_ascii_case("late") => (true, after),
        _ => (false, rest),
    }
}

/// `Ann Lee_12345_assignsubmission_file_`, with the name of the file after it if the export has
/// no folders.
fn moodle(first: &str) -> Option<FileLabel> {
    // The word is the same in every language of the platform.
    let (head, rest) = first.split_once("_assignsubmission_")?;
    let (name, id) = head.rsplit_once('_')?;
    if !is_number(id) || name.is_empty() {
        return None;
    }
    let file = rest.split_once('_').map_or("", |(_, file)| file);
    Some(FileLabel {
        name: name.to_owned(),
        id: Some(id.to_owned()),
        file: (!file.is_empty()).then(|| file.to_owned()),
        ..FileLabel::default()
    })
}

/// `Lab 3_leeann_attempt_2026-03-01-23-10-00_Lab3.asm`: what stands before `_attempt_`, the date,
/// and the name of the file, which may be empty.
fn attempt(first: &str) -> Option<(&str, &str, &str)> {
    let (head, rest) = first.split_once("_attempt_")?;
    // `get` and not an index: names may have characters of several bytes at any place.
    let date = rest.get(..19)?;
    let is_date = date.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 | 10 | 13 | 16 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    let file = rest.get(19..)?;
    let is_end = file.is_empty() || file.starts_with('_');
    (is_date && is_end).then(|| (head, date, file.strip_prefix('_').unwrap_or(file)))
}

/// The name and login in the first line of a receipt: `Name: Ann Lee (leeann)`.
fn receipt(text: &str) -> Option<(&str, &str)> {
    let line = text.lines().next()?.trim_start_matches('\u{feff}').strip_prefix("Name:")?;
    let (name, login) = line.trim().strip_suffix(')')?.rsplit_once('(')?;
    Some((name.trim(), login.trim()))
}

/// The beginning that folders of repositories share: the assignment's name, taken from the folder
/// around them if that ends in `-submissions`, and otherwise from the folders themselves.
fn slug(outer: Option<&str>, files: &[ExportFile]) -> String {
    let folders = || files.iter().filter_map(|file| file.path.split_once('/')).map(|it| it.0);
    if let Some(name) = outer.and_then(|outer| outer.strip_suffix("-submissions")) {
        let slug = format!("{name}-");
        if folders().any(|folder| folder.starts_with(&slug)) {
            return slug;
        }
    }
    let Some(first) = folders().next() else { return String::new() };
    let shared = folders().fold(first, |shared, folder| {
        let same = shared.char_indices().zip(folder.chars()).find(|((_, a), b)| a != b);
        let end = same.map_or(shared.len().min(folder.len()), |((at, _), _)| at);
        shared.get(..end).unwrap_or_default()
    });
    let is_one = folders().all(|folder| folder == first);
    // Cut at a hyphen: logins that begin alike must not lose their first letters.
    match shared.rfind('-') {
        Some(at) if !is_one => shared.get(..=at).unwrap_or_default().to_owned(),
        _ => String::new(),
    }
}
