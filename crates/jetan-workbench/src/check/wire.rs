//! What a check says about itself.

use jetan_grade::project::Reproduction;
use jetan_grade::sketch::{Board, Piece, pieces};
use jetan_grade::verdict::{Failure, Verdict};
use jetan_wire::{
    CaseAgain, CheckFailure, CheckKind, CheckPart, CheckProgress, ClockChoice, Options,
    PictureBoard, Pieces, SmallestCase,
};

use super::{Check, Explained};

/// Failing cases that are told in full; more teach nothing.
const TOLD_MAX: usize = 20;

/// What the cases of a part have come to.
#[derive(Clone, Default)]
struct Tally {
    passed: u32,
    failed: u32,
    skipped: u32,
    open: u32,
}

impl Check {
    /// How far it is.
    pub(super) fn progress(&self, kind: CheckKind) -> CheckProgress {
        let mut tallies = vec![Tally::default(); self.suite.parts().len()];
        for judged in &self.judged {
            let Some(tally) = tallies.get_mut(judged.part) else { continue };
            match judged.verdict {
                Verdict::Passed { .. } => tally.passed += 1,
                Verdict::Failed(_) => tally.failed += 1,
                Verdict::Skipped(_) => tally.skipped += 1,
                Verdict::NotJudged(_) => tally.open += 1,
            }
        }
        let parts = self.suite.parts().iter().zip(&tallies).map(|(part, tally)| CheckPart {
            name: part.name.to_owned(),
            points: part.points,
            scored: part.score(tally.passed, tally.failed).map(|(scored, _)| scored),
            passed: tally.passed,
            failed: tally.failed,
            skipped: tally.skipped,
            not_judged: tally.open,
        });
        let (done, total) = (self.judged.len(), self.suite.len());
        CheckProgress { kind, done, total, parts: parts.collect(), failures: None }
    }

    /// What it came to: first the cases that were made small, then the others that fail.
    pub(super) fn result(&self) -> CheckProgress {
        let explained = self.explained.iter().map(|explained| self.explained(explained));
        let is_explained = |case: usize| self.explained.iter().any(|it| it.case == case);
        let others = self.judged.iter().filter_map(|judged| match &judged.verdict {
            Verdict::Failed(failure) if !is_explained(judged.case) => {
                Some(self.failure(judged.case, failure))
            }
            _ => None,
        });
        let failures = explained.chain(others).take(TOLD_MAX).collect();
        CheckProgress { failures: Some(failures), ..self.progress(CheckKind::Done) }
    }

    fn failure(&self, case: usize, failure: &Failure) -> CheckFailure {
        let (expected, actual) = (pieces(&failure.expected), pieces(&failure.actual));
        let (own, others) = (shown(&expected, &actual), shown(&actual, &expected));
        CheckFailure {
            number: case,
            case: self.suite.name(case),
            part: self.suite.parts()[self.suite.part(case)].name.to_owned(),
            kind: failure.kind.name().to_owned(),
            summary: failure.summary.clone(),
            help: failure.help.clone(),
            expected: failure.expected.clone(),
            actual: failure.actual.clone(),
            pieces: Pieces { expected: own, actual: others },
            instructions: failure.instructions,
            smallest: None,
        }
    }

    fn explained(&self, explained: &Explained) -> CheckFailure {
        let Explained { case, smallest, source } = explained;
        let told = SmallestCase {
            picture: smallest.picture.clone(),
            pieces: shown(&pieces(&smallest.picture), &[]),
            steps: smallest.steps,
            source: source.lines.clone(),
            can_open: smallest.kept.is_some(),
            again: again(&smallest.reproduction),
        };
        CheckFailure { smallest: Some(told), ..self.failure(*case, &smallest.failure) }
    }
}

/// The parts of a picture, with the cells marked that differ from the same board of another.
pub(crate) fn shown(own: &[Piece], other: &[Piece]) -> Vec<jetan_wire::Piece> {
    let boards = |pieces: &[Piece]| -> Vec<Board> {
        let board = |piece: &Piece| match piece {
            Piece::Board(board) => Some(board.clone()),
            Piece::Text(_) => None,
        };
        pieces.iter().filter_map(board).collect()
    };
    let others = boards(other);
    let mut number = 0;
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => jetan_wire::Piece::Text { text: text.trim_matches('\n').to_owned() },
        Piece::Board(board) => {
            let other = others.get(number);
            number += 1;
            let different = other.map_or(Vec::new(), |other| board.differences(other));
            jetan_wire::Piece::Board(PictureBoard {
                title: board.title.clone(),
                rows: board.rows.clone(),
                labels: board.labels.clone(),
                box_side: board.box_side,
                different,
            })
        }
    };
    own.iter().map(piece).collect()
}

/// How to see a case again: options of a start, and keys to be typed then.
fn again(reproduction: &Reproduction) -> CaseAgain {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let options = Options {
        stdin: Some(text(&reproduction.console)),
        ends_input: true,
        clock: ClockChoice::Virtual,
        seed: Some(reproduction.seed.unwrap_or(0)),
        ..Options::default()
    };
    CaseAgain { options, keys: text(&reproduction.keys), call: reproduction.call.clone() }
}
