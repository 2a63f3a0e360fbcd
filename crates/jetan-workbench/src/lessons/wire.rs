//! Steps and their trials for the wire.

use jetan_wire::{FileText, LessonTrial, ManualBlock, PicturePair};

use super::LessonStep;
use super::trial::{StepTrial, TrialFailure};
use crate::check::shown;

impl LessonStep {
    pub(super) fn wire(&self) -> jetan_wire::LessonPage {
        // The line end belongs to the separator: a `#` within a line is not a heading.
        let mut parts = self.text.split("\n# ");
        let text = parts.next().unwrap_or_default();
        let mut task = "";
        let mut hints = Vec::new();
        for part in parts {
            match part.split_once('\n') {
                Some(("Do", text)) => task = text.trim(),
                Some(("Hint", text)) => hints.push(text.trim().to_owned()),
                _ => {}
            }
        }
        jetan_wire::LessonPage {
            name: self.name.to_owned(),
            chapter: self.chapter.to_owned(),
            title: self.title.to_owned(),
            minutes: self.minutes,
            text: paragraphs(text),
            task: paragraphs(task),
            hints,
            pages: self.pages.iter().map(|page| (*page).to_owned()).collect(),
            file: FileText { path: format!("{}.asm", self.name), text: self.start.to_owned() },
        }
    }
}

fn paragraphs(text: &str) -> Vec<ManualBlock> {
    let texts = text.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
    texts.map(|text| ManualBlock::Text { text: text.replace('\n', " ") }).collect()
}

/// A trial and what is wrong with a program in it, if anything is.
pub(super) fn told(trial: &StepTrial, wrong: Option<TrialFailure>) -> LessonTrial {
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
