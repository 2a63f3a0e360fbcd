//! The files around a class: its roster, what people decided, and earlier grades.

use std::path::Path;

use jetan_grade::decisions::ClassOverrides;
use jetan_grade::grade::GradedSubmission;
use jetan_grade::roster::Roster;
use jetan_os::file::{self, AcceptedFiles};
use jetan_report::grade::read_json;

use crate::cli::grade::GradeOutputArgs;
use crate::exit::{CommandFailure, Exit};
use crate::files;

/// A roster or a file of decisions may have this many bytes.
const BYTES_MAX: u64 = 16 << 20;
/// Earlier grades may have this many bytes.
const GRADES_BYTES_MAX: u64 = 1 << 30;
/// The file of decisions beside a rubric.
const OVERRIDES: &str = "overrides.toml";

/// A class besides its submissions.
#[derive(Default)]
pub(super) struct ClassFiles {
    pub(super) roster: Option<Roster>,
    pub(super) overrides: ClassOverrides,
    /// Earlier grades.
    pub(super) before: Option<Vec<GradedSubmission>>,
    /// Remarks about the whole class, a line each.
    pub(super) remarks: Vec<String>,
}

impl ClassFiles {
    /// Reads what the command line names, and the decisions beside the rubric.
    pub(super) fn load(
        rubric: &Path,
        output: &GradeOutputArgs,
    ) -> Result<ClassFiles, CommandFailure> {
        let mut around = ClassFiles::default();
        if let Some(path) = &output.roster {
            let roster = Roster::read(&read(path, BYTES_MAX)?);
            around.roster = Some(roster.map_err(|why| wrong(path, &[why]))?);
        }
        let folder = if rubric.is_dir() { Some(rubric) } else { rubric.parent() };
        let beside = folder.map(|folder| folder.join(OVERRIDES)).filter(|path| path.is_file());
        if let Some(path) = output.overrides.clone().or(beside) {
            let bytes = read(&path, BYTES_MAX)?;
            let text = String::from_utf8(bytes);
            let text = text.map_err(|_| wrong(&path, &["not valid UTF-8".to_owned()]))?;
            around.overrides = ClassOverrides::read(&text).map_err(|why| wrong(&path, &why))?;
        }
        if let Some(path) = &output.before {
            let before = read_json(&read(path, GRADES_BYTES_MAX)?);
            around.before = Some(before.map_err(|why| wrong(path, &[why]))?);
        }
        Ok(around)
    }
}

/// Reads a file around a class, with its name in the error.
pub(super) fn read(path: &Path, most: u64) -> Result<Vec<u8>, CommandFailure> {
    file::read(path, AcceptedFiles::Pipes, most)
        .map_err(|why| CommandFailure::unreadable(format!("jetan: {}: {why}", files::name(path))))
}

/// Mistakes in a file that somebody wrote by hand.
fn wrong(path: &Path, why: &[String]) -> CommandFailure {
    let name = files::name(path);
    CommandFailure::Said(
        Exit::Assembly,
        why.iter().map(|why| format!("jetan: {name}: {why}")).collect(),
    )
}
