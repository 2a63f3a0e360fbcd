//! What a check says about itself.

use jetan_grade::project::Reproduction;
use jetan_grade::sketch::{Board, Piece, pieces};
use jetan_grade::verdict::{Failure, Verdict};
use serde_json::{Value, json};

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
    pub(super) fn progress(&self, kind: &str) -> Value {
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
        let parts = self.suite.parts().iter().zip(&tallies).map(|(part, tally)| {
            let mut wire = json!({
                "name": part.name, "points": part.points, "passed": tally.passed,
                "failed": tally.failed, "skipped": tally.skipped, "notJudged": tally.open,
            });
            if let Some((scored, _)) = part.score(tally.passed, tally.failed) {
                wire["scored"] = Value::from(scored);
            }
            wire
        });
        let parts: Vec<Value> = parts.collect();
        let total = self.suite.len();
        json!({"kind": kind, "done": self.judged.len(), "total": total, "parts": parts})
    }

    /// What it came to: first the cases that were made small, then the others that fail.
    pub(super) fn result(&self) -> Value {
        let explained = self.explained.iter().map(|explained| self.explained(explained));
        let is_explained = |case: usize| self.explained.iter().any(|it| it.case == case);
        let others = self.judged.iter().filter_map(|judged| match &judged.verdict {
            Verdict::Failed(failure) if !is_explained(judged.case) => {
                Some(self.failure(judged.case, failure))
            }
            _ => None,
        });
        let failures: Vec<Value> = explained.chain(others).take(TOLD_MAX).collect();
        let mut event = self.progress("done");
        event["failures"] = Value::from(failures);
        event
    }

    fn failure(&self, case: usize, failure: &Failure) -> Value {
        let mut wire = told(failure);
        wire["number"] = Value::from(case);
        wire["case"] = Value::from(self.suite.name(case));
        wire["part"] = Value::from(self.suite.parts()[self.suite.part(case)].name);
        wire
    }

    fn explained(&self, explained: &Explained) -> Value {
        let Explained { case, smallest, source } = explained;
        let mut wire = self.failure(*case, &smallest.failure);
        wire["smallest"] = json!({
            "picture": smallest.picture, "pieces": shown(&pieces(&smallest.picture), &[]),
            "steps": smallest.steps, "again": again(&smallest.reproduction),
            "source": source.lines, "canOpen": smallest.kept.is_some(),
        });
        wire
    }
}

fn told(failure: &Failure) -> Value {
    let (expected, actual) = (pieces(&failure.expected), pieces(&failure.actual));
    let mut wire = json!({
        "kind": failure.kind.name(), "summary": failure.summary, "expected": failure.expected,
        "actual": failure.actual, "instructions": failure.instructions,
        "pieces": {"expected": shown(&expected, &actual), "actual": shown(&actual, &expected)},
    });
    if let Some(help) = &failure.help {
        wire["help"] = Value::from(help.as_str());
    }
    wire
}

/// The parts of a picture, with the cells marked that differ from the same board of another.
pub(crate) fn shown(own: &[Piece], other: &[Piece]) -> Vec<Value> {
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
        Piece::Text(text) => json!({"text": text.trim_matches('\n')}),
        Piece::Board(board) => {
            let other = others.get(number);
            number += 1;
            let different = other.map_or(Vec::new(), |other| board.differences(other));
            json!({
                "title": board.title, "rows": board.rows, "labels": board.labels,
                "boxSide": board.box_side, "different": different,
            })
        }
    };
    own.iter().map(piece).collect()
}

/// How to see a case again: options of a start, and keys to be typed then.
fn again(reproduction: &Reproduction) -> Value {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    json!({
        "options": {
            "stdin": text(&reproduction.console), "endsInput": true, "clock": "virtual",
            "seed": reproduction.seed.unwrap_or(0),
        },
        "keys": text(&reproduction.keys), "call": reproduction.call,
    })
}
