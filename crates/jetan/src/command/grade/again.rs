//! `jetan grade again`: one case on one submission, as reports print the command.

use std::path::{Path, PathBuf};

use jetan_grade::rubric::reproduce::rubric_of;
use jetan_grade::rubric::{Rubric, RubricResources, read};
use jetan_report as render;

use super::load::GradeSetup;
use super::{class, confine_to, work};
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::submissions::{self, FoundSubmission};

/// A file of the course may have this many bytes.
const PROVIDED_BYTES_MAX: u64 = 1 << 20;

/// Runs the case of a line and says what came of it.
pub(super) fn run(
    line: &str,
    submission: &Path,
    provide: &[PathBuf],
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let typed = rubric_of(line).map_err(|why| CommandFailure::usage(format!("jetan: {why}")))?;
    let mut rubric = rubric(&typed.rubric)?;
    let paths: [PathBuf; 1] = [submission.to_owned()];
    let found = submissions::single(&paths)?;
    rubric.provided = provided(&typed.provided, provide, &found)?;
    let setting = GradeSetup::new(&rubric)?;
    confine_to(&paths, None, 1, &rubric, console);
    let class = work::grade(&setting, &found, None, Some(1))?;
    let Some(graded) = class.graded.first() else {
        return Err(CommandFailure::unreadable("jetan: there is no submission"));
    };
    console.result(render::grade::one_case(&rubric, graded))?;
    Ok(match graded.criteria.first() {
        Some(criterion) if criterion.is_open() => Exit::NotJudged,
        Some(criterion) if criterion.points == criterion.max => Exit::Success,
        _ => Exit::Assembly,
    })
}

/// The files of the course that were named; of the others the submission must have its own.
fn provided(
    names: &[String],
    paths: &[PathBuf],
    found: &[FoundSubmission],
) -> Result<Vec<(String, Vec<u8>)>, CommandFailure> {
    let mut files = Vec::new();
    for name in names {
        let base = Path::new(name).file_name();
        if let Some(path) = paths.iter().find(|path| path.file_name() == base) {
            let bytes = class::read(path, PROVIDED_BYTES_MAX)?;
            files.push((name.clone(), bytes));
            continue;
        }
        let has_own = found.iter().any(|it| it.read().files.contains_key(name));
        if !has_own {
            return Err(CommandFailure::unreadable(format!(
                "jetan: this case needs {name} of the course: put it into the folder of the \
                 submission, or name it with --provide"
            )));
        }
    }
    Ok(files)
}

fn rubric(text: &str) -> Result<Rubric, CommandFailure> {
    let found = read(text, &mut NoResources);
    found.rubric.ok_or_else(|| {
        let said = found.errors.iter().map(|error| format!("jetan: {}", error.message));
        CommandFailure::Said(Exit::Usage, said.collect())
    })
}

/// A case that was typed has no files beside it.
struct NoResources;

impl RubricResources for NoResources {
    fn file(&mut self, _name: &str) -> Result<Vec<u8>, String> {
        Err("a case that is typed has no files beside it".to_owned())
    }

    fn list(&mut self, _folder: &str) -> Result<Vec<String>, String> {
        Err("a case that is typed has no folders beside it".to_owned())
    }
}
