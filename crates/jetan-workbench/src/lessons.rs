//! Lessons: steps with a text, a program to begin with, and trials that run what became of it.
//!
//! The first hour and the others that come with Jetan are written as a teacher writes one into a
//! folder, and are judged in the same way.

mod lesson;
mod read;
mod shipped;
mod trial;
mod wire;

use std::sync::Arc;

use jetan_pack::PackError;
use jetan_sandbox::limits::CaseLimits;
use jetan_sandbox::runner::ProgramRunner;
use jetan_wire::{
    FailureCode, LessonSolution, LessonTried, Lessons, Nothing, RunOptions, StepName, TryLesson,
};

use crate::check::load;
use crate::host::EngineChoice;
use crate::jobs::{AnswerOrWork, JobNeeds};
use crate::message::{RequestAnswer, RequestError};
use crate::workbench::RequestContext;
use lesson::{Lesson, LessonStep};

/// The name of the file.
const LESSON_FILE: &str = "lesson.toml";
/// The name by which the lesson of the folder is asked for.
const OF_FOLDER: &str = "folder";

impl RequestContext<'_> {
    /// The lesson of the folder or its mistakes; none if there is no file.
    fn lesson_of_folder(&mut self) -> Option<Result<Lesson, Vec<PackError>>> {
        let documents = &self.bench.documents;
        let carrier = &mut *self.carrier;
        // As it is in the editor, if it is open: whoever writes it looks at what it says.
        let bytes = documents.bytes(LESSON_FILE, carrier)?;
        let text = String::from_utf8_lossy(&bytes);
        Some(read::read(&text, &mut |path| documents.bytes(path, carrier)))
    }

    /// A step of a lesson, with everything that is needed to try it.
    fn step(&mut self, lesson: &str, step: &str) -> RequestAnswer<LessonStep> {
        let none = || RequestError::new(FailureCode::NoLesson, "there is no such step");
        let known = shipped::lessons().iter().find(|(name, _)| *name == lesson);
        let lesson = match known {
            Some((_, lesson)) => Arc::clone(lesson),
            None if lesson == OF_FOLDER => {
                let found = self.lesson_of_folder().ok_or_else(none)?;
                let message = "there are mistakes in lesson.toml";
                let wrong = |_| RequestError::new(FailureCode::BadRequest, message);
                Arc::new(found.map_err(wrong)?)
            }
            None => return Err(none()),
        };
        lesson.steps.iter().find(|known| known.name == step).cloned().ok_or_else(none)
    }
}

/// The limits of a program in a step: much more than any solution needs.
fn limits() -> CaseLimits {
    CaseLimits { instructions: 3_000_000, output_bytes: 1 << 16, ..CaseLimits::default() }
}

/// All lessons with everything but their solutions; that of the folder comes first.
pub(crate) fn list(context: &mut RequestContext<'_>, _: Nothing) -> RequestAnswer<Lessons> {
    let mut lessons = Vec::new();
    let mut mistakes = Vec::new();
    match context.lesson_of_folder() {
        Some(Ok(lesson)) => lessons.push(wire::page(OF_FOLDER, &lesson)),
        Some(Err(errors)) => mistakes = wire::mistakes(&errors),
        None => {}
    }
    lessons.extend(shipped::lessons().iter().map(|(name, lesson)| wire::page(name, lesson)));
    Ok(Lessons { lessons, mistakes })
}

/// A program that passes.
pub(crate) fn solution(
    context: &mut RequestContext<'_>,
    wanted: StepName,
) -> RequestAnswer<LessonSolution> {
    let step = context.step(&wanted.lesson, &wanted.step)?;
    let none = || RequestError::new(FailureCode::NoLesson, "this step comes without a solution");
    Ok(LessonSolution { text: step.solution.ok_or_else(none)? })
}

/// Runs a program on the trials of a step.
pub(crate) fn try_it(
    context: &mut RequestContext<'_>,
    asked: TryLesson,
) -> RequestAnswer<AnswerOrWork<LessonTried>> {
    let step = context.step(&asked.lesson, &asked.step)?;
    let options = RunOptions::default();
    let group = context.group(&asked.roots, &options)?;
    let Some(names) = group.names else {
        return Err(RequestError::new(
            FailureCode::NotAssembled,
            "there are errors in the program",
        ));
    };
    // Without a pack, even if the source names one: the lessons use MARS's services only.
    let subject = load(&names, None, &options, limits())?;
    // The programs are tiny; translating them would take longer than running them.
    let mut engine = context.carrier.engine(EngineChoice::Interp);
    context.claim(JobNeeds::Lesson);
    Ok(AnswerOrWork::question(JobNeeds::Lesson, async move |point| {
        let mut bench = ProgramRunner::new(&subject, &mut *engine, &point);
        let mut trials = Vec::new();
        let mut is_done = true;
        for trial in &step.trials {
            let failure = trial.judge(&mut bench).await;
            // All trials are run although one has failed: a student sees at once what else is
            // wrong.
            is_done &= failure.is_none();
            trials.push(wire::lesson_trial(trial, failure));
        }
        Ok(LessonTried { is_done, trials })
    }))
}
