//! From the files of a submission to a program under test.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jetan_asm::source::UnreadableFile;
use jetan_grade::rubric::Rubric;
use jetan_grade::setup::{ProgramSetup, SetupError};
use jetan_report as render;
use jetan_run::LoadError;
use jetan_sandbox::program::ProgramUnderTest;

use crate::exit::{CommandFailure, Exit};
use crate::packs;
use crate::submissions::Submission;

/// Sources that are named where the expected one is missing.
const SOURCES_NAMED_MAX: usize = 5;

/// The beginning of the message about a submission that lacks a file.
pub(super) const NO_FILE: &str = "there is no file";

/// A rubric with what it needs from elsewhere.
pub(super) struct GradeSetup<'r> {
    pub(super) rubric: &'r Rubric,
    program: ProgramSetup<'r>,
}

impl<'r> GradeSetup<'r> {
    /// Finds the pack and reads the size of the display.
    pub(super) fn new(rubric: &'r Rubric) -> Result<GradeSetup<'r>, CommandFailure> {
        let pack = rubric.pack.as_ref().map(|name| packs::find(name)).transpose()?;
        let program = ProgramSetup::new(rubric, pack.map(Arc::new)).map_err(|error| {
            CommandFailure::new(Exit::Assembly, format!("jetan: bitmap in the rubric: {error}"))
        })?;
        Ok(GradeSetup { rubric, program })
    }

    /// The note about the files that are taken: that the only source of a
    /// submission stands in for a file of another name.
    pub(super) fn remark(&self, submission: &Submission) -> Option<String> {
        let (wanted, taken) = self.stand_in(submission)?;
        Some(format!("there is no file {wanted}: {taken}, the only source, was taken for it"))
    }

    /// The one file that the rubric wants and a submission does not have, and its only source.
    fn stand_in<'s>(&'s self, submission: &'s Submission) -> Option<(&'s str, &'s str)> {
        // With several files nobody knows which one the only source was meant to be.
        let [wanted] = self.rubric.files.as_slice() else { return None };
        let is_provided = |name: &str| self.rubric.provided.iter().any(|(it, _)| it == name);
        let mut own = submission.sources().into_iter().filter(|name| !is_provided(name));
        let taken = own.next().filter(|name| *name != wanted.as_str())?;
        (own.next().is_none() && !is_provided(wanted)).then_some((wanted.as_str(), taken))
    }

    /// Assembles a submission, or says why that is not possible.
    pub(super) fn subject(&self, submission: &Submission) -> Result<ProgramUnderTest, String> {
        let mut files: BTreeMap<String, Vec<u8>> = submission.files.clone();
        if let Some((wanted, taken)) = self.stand_in(submission)
            && let Some(bytes) = files.remove(taken)
        {
            files.insert(wanted.to_owned(), bytes);
        }
        // After the submission, so that the instructor's files are taken for sources, too.
        files.extend(self.rubric.provided.iter().cloned());
        let roots = self.roots(&Submission { files: files.clone(), refused: Vec::new() })?;
        // Includes are read from the same map: nothing here touches the file system.
        let mut read = |name: &str| files.get(name).cloned().ok_or(UnreadableFile::Missing);
        self.program.program(&roots, &mut read).map_err(|error| match error {
            SetupError::Unreadable => "the files cannot be read".to_owned(),
            SetupError::NotLoaded(error, sources) => match *error {
                LoadError::Mistakes(diagnostics) => render::grade::mistakes(&diagnostics, &sources),
                error => error.to_string(),
            },
        })
    }

    /// The files to assemble, in their order.
    fn roots(&self, submission: &Submission) -> Result<Vec<String>, String> {
        if self.rubric.files.is_empty() {
            let included = included(submission);
            let mut roots: Vec<String> =
                submission.sources().into_iter().map(str::to_owned).collect();
            // What others include is there already; a circle is for the assembler to report.
            if roots.iter().any(|root| !included.contains(root)) {
                roots.retain(|root| !included.contains(root));
            }
            return if roots.is_empty() { Err("there is no source".to_owned()) } else { Ok(roots) };
        }
        let missing: Vec<&str> = self
            .rubric
            .files
            .iter()
            .filter(|name| !submission.files.contains_key(*name))
            .map(String::as_str)
            .collect();
        if missing.is_empty() {
            Ok(self.rubric.files.clone())
        } else {
            let own: Vec<&str> = submission.sources().into_iter().take(SOURCES_NAMED_MAX).collect();
            // Which of them was meant a person can see, and nobody else.
            let named = match own.len() {
                0 => String::new(),
                _ => format!("; its sources are {}", own.join(", ")),
            };
            Err(format!("{NO_FILE} {}{named}", missing.join(", ")))
        }
    }
}

/// The names of files that sources of a submission include.
fn included(submission: &Submission) -> BTreeSet<String> {
    let mut included = BTreeSet::new();
    for name in submission.sources() {
        let text = String::from_utf8_lossy(&submission.files[name]);
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        // Lines that begin with the directive are enough: one after a label is only assembled
        // twice, which the assembler reports.
        let named = text.lines().filter_map(|line| {
            let rest = line.trim_start().strip_prefix(".include")?;
            rest.split('"').nth(1)
        });
        for file in named {
            included.insert(if folder.is_empty() {
                file.into()
            } else {
                format!("{folder}/{file}")
            });
        }
    }
    included
}
