//! Rubrics and their results for the wire.

use jetan_check::picture::CasePicture;
use jetan_grade::grade::{GradedCriterion, GradedFailure, GradedOutcome, GradedSubmission};
use jetan_grade::rubric::{Criterion, ReadRubric};
use jetan_wire::{
    CriterionResult, FileMistake, PicturePair, PicturePiece, RubricCriterion, RubricFailure,
    RubricFound, RubricGraded, RubricPage,
};

use crate::check::shown;

/// Failing cases that are told; more teach nothing.
const FAILURES_MAX: usize = 50;
/// Characters of a text that are told; a program can print megabytes.
const TEXT_CHARS_MAX: usize = 4000;

/// A rubric as students see it, or its mistakes.
pub(super) fn found(read: &ReadRubric) -> RubricFound {
    let mistakes = read.errors.iter().map(|error| FileMistake {
        line: error.line,
        column: error.column,
        message: cut(&error.message),
        help: error.help.as_deref().map(cut),
    });
    let page = read.rubric.as_ref().map(|rubric| {
        let is_shown = |it: &&Criterion| !it.is_hidden && it.cases.iter().any(|it| !it.is_hidden);
        let shown: Vec<_> = rubric.criteria.iter().filter(is_shown).map(criterion).collect();
        RubricPage {
            title: cut(&rubric.title),
            files: rubric.files.clone(),
            points: rubric.points().to_f64(),
            hidden: rubric.criteria.len() - shown.len(),
            criteria: shown,
        }
    });
    RubricFound { rubric: page, mistakes: mistakes.collect() }
}

fn criterion(criterion: &Criterion) -> RubricCriterion {
    let hidden = criterion.cases.iter().filter(|case| case.is_hidden).count();
    RubricCriterion {
        name: cut(&criterion.name),
        points: criterion.points.to_f64(),
        cases: criterion.cases.len() - hidden,
        hidden,
    }
}

/// The results of the visible criteria; `hidden` has the hidden cases of each.
pub(super) fn graded(graded: &GradedSubmission, hidden: &[usize]) -> RubricGraded {
    let criteria = graded.criteria.iter().zip(hidden).map(|(criterion, hidden)| CriterionResult {
        name: cut(&criterion.name),
        scored: (*hidden == 0 && !criterion.is_open()).then(|| criterion.points.to_f64()),
        passed: criterion.count(GradedOutcome::Passed),
        failed: criterion.count(GradedOutcome::Failed),
        open: criterion.count(GradedOutcome::Skipped) + criterion.count(GradedOutcome::NotJudged),
        message: criterion.message.as_deref().map(cut),
    });
    let failures = graded.criteria.iter().flat_map(failures).take(FAILURES_MAX).collect();
    RubricGraded { criteria: criteria.collect(), failures }
}

fn failures(criterion: &GradedCriterion) -> impl Iterator<Item = RubricFailure> {
    criterion.cases.iter().filter_map(|case| {
        let failure = case.failure.as_ref()?;
        let help = case.message.as_ref().or(failure.help.as_ref());
        Some(RubricFailure {
            criterion: cut(&criterion.name),
            case: cut(&case.name),
            kind: failure.kind.clone(),
            summary: cut(&failure.summary),
            help: help.map(|help| cut(help)),
            pieces: pictures(failure),
            call: failure.call.as_deref().map(cut),
            // What was cut would not fail in the same way.
            input: Some(failure.input.clone())
                .filter(|input| failure.runs && input.len() <= TEXT_CHARS_MAX),
            keys: Some(failure.keys.clone()).filter(|keys| !keys.is_empty()),
        })
    })
}

fn pictures(failure: &GradedFailure) -> PicturePair {
    let both = |own: &CasePicture, other: &CasePicture| {
        let mut pieces = shown(own, other);
        for piece in &mut pieces {
            if let PicturePiece::Text { text } = piece {
                *text = cut(text);
            }
        }
        pieces
    };
    PicturePair {
        expected: both(&failure.expected, &failure.actual),
        actual: both(&failure.actual, &failure.expected),
    }
}

/// A text, or its beginning.
fn cut(text: &str) -> String {
    match text.char_indices().nth(TEXT_CHARS_MAX) {
        Some((at, _)) => format!("{} …", &text[..at]),
        None => text.to_owned(),
    }
}
