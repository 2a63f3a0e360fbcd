//! Lessons, steps and their trials for the wire.

use jetan_pack::PackError;
use jetan_wire::{
    FileMistake, FileText, LessonPage, LessonTrial, ManualBlock, ManualProgram, PicturePair,
    StepPage,
};

use super::lesson::{Lesson, LessonStep, StepTrial, TextBlock};
use super::trial::TrialFailure;
use crate::check::shown;

/// A lesson with everything but its solutions.
pub(super) fn page(name: &str, lesson: &Lesson) -> LessonPage {
    LessonPage {
        name: name.to_owned(),
        title: lesson.title.clone(),
        end: lesson.end.clone(),
        steps: lesson.steps.iter().map(step).collect(),
    }
}

fn step(step: &LessonStep) -> StepPage {
    StepPage {
        name: step.name.clone(),
        chapter: step.chapter.clone(),
        title: step.title.clone(),
        minutes: step.minutes,
        text: blocks(&step.text.intro),
        task: blocks(&step.text.task),
        hints: step.text.hints.clone(),
        pages: step.pages.clone(),
        file: FileText { path: format!("{}.asm", step.name), text: step.start.clone() },
        has_solution: step.solution.is_some(),
    }
}

fn blocks(blocks: &[TextBlock]) -> Vec<ManualBlock> {
    let block = |block: &TextBlock| match block {
        TextBlock::Words(text) => ManualBlock::Text { text: text.clone() },
        TextBlock::Code(code) => {
            ManualBlock::Program(ManualProgram { code: code.clone(), is_wrong: None, open: None })
        }
    };
    blocks.iter().map(block).collect()
}

/// The mistakes in `lesson.toml`.
pub(super) fn mistakes(errors: &[PackError]) -> Vec<FileMistake> {
    let mistake = |error: &PackError| FileMistake {
        line: error.line as usize,
        column: error.column as usize,
        message: error.message.clone(),
        help: Some(error.help.join("; ")).filter(|help| !help.is_empty()),
    };
    errors.iter().map(mistake).collect()
}

/// A trial and what is wrong with a program in it, if anything is.
pub(super) fn lesson_trial(trial: &StepTrial, wrong: Option<TrialFailure>) -> LessonTrial {
    let title = trial.title();
    let Some(wrong) = wrong else {
        return LessonTrial { title, passed: true, ..LessonTrial::default() };
    };
    // Each picture is compared with the other, so that both show the cells that differ.
    let pieces = wrong.boards.map(|boards| {
        let (expected, actual) = *boards;
        let (expected, actual) = (expected.into(), actual.into());
        PicturePair { expected: shown(&expected, &actual), actual: shown(&actual, &expected) }
    });
    LessonTrial {
        title,
        passed: false,
        summary: Some(wrong.summary),
        help: wrong.help,
        expected: Some(wrong.expected),
        actual: Some(wrong.actual),
        pieces,
    }
}
