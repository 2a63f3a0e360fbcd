//! `jetan grade again`: one case on one submission, as reports print the command.

use std::path::{Path, PathBuf};

use jetan_grade::rubric::reproduce::rubric_of;
use jetan_grade::rubric::{Rubric, RubricResources, read};
use jetan_report as render;

use super::load::GradeSetup;
use super::{confine_to, work};
use crate::console::Console;
use crate::exit::{CommandFailure, Exit};
use crate::submissions;

/// Runs the case of a line and says what came of it.
pub(super) fn run(
    line: &str,
    submission: &Path,
    console: &Console,
) -> Result<Exit, CommandFailure> {
    let rubric = rubric(line)?;
    let setting = GradeSetup::new(&rubric)?;
    let paths: [PathBuf; 1] = [submission.to_owned()];
    let found = submissions::single(&paths)?;
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

fn rubric(line: &str) -> Result<Rubric, CommandFailure> {
    let text = rubric_of(line).map_err(|why| CommandFailure::usage(format!("jetan: {why}")))?;
    let found = read(&text, &mut NoResources);
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
